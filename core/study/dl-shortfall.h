/* What a scenario does not deliver, however good its other measures look: routes that lose pairs of
 * nodes carry less and so look faster, and a network that can deadlock need not have done so yet.
 */
#pragma once

#include "dl-measure.h"

G_BEGIN_DECLS

typedef enum
{
  DL_SHORTFALL_NONE = 0,
  DL_SHORTFALL_PAIRS = 1 << 0,   /* pairs are unreachable, or dropped at a dateline */
  DL_SHORTFALL_DEADLOCK = 1 << 1 /* the routes have a cycle, or a run has locked */
} DlShortfall;

/* Of @result, whose static analysis is known. */
DlShortfall dl_shortfall_of (const DlSweepResult *result);
/* How a table of plain text marks it: "†", "‡", "†‡" or "". */
const char *dl_shortfall_mark (DlShortfall shortfall);
/* What the marks of @shortfall mean, translated, in whole sentences. Free with g_free. */
char *dl_shortfall_notes (DlShortfall shortfall);
/* "10,752 pairs unreachable · can deadlock", translated and in the user's locale; NULL if there is
 * none. @result as in dl_shortfall_of. Free with g_free. */
char *dl_shortfall_to_text (const DlSweepResult *result);

G_END_DECLS
