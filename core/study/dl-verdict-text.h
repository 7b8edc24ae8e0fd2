/* Verdict on a result's routes in words, with possible remedies. */
#pragma once

#include "dl-evaluate.h"

G_BEGIN_DECLS

/* For a banner: "Routes can deadlock: 80 cyclic components, shortest cycle of 4 channels · 75 pairs
 * unreachable (0 of the pattern's 100)"; empty without trouble. */
char *dl_trouble_to_text (const DlFindings *findings);
/* Text beside a number of all pairs: " (0 of the pattern's 100)", @n of the pattern's
 * @pattern_pairs; empty where the pattern sends to all pairs. */
char *dl_pattern_pairs_to_text (const DlPairCounts *all, gulong n, gulong pattern_pairs);
/* For the status line: "✗ can deadlock: cycle of 5". */
char *dl_verdict_to_status (const DlVerdict *verdict);
/* Caution about a cycle that layers may break (DlVerdict.layers_unknown), a sentence without its
 * point, translated; NULL if routes can deadlock or cannot. */
const char *dl_verdict_caution (const DlVerdict *verdict);
/* The same in whole sentences, of a network of @family. */
char *dl_verdict_to_text (const DlFamily *family, const DlFindings *findings);

G_END_DECLS
