/* A scenario in one line. The library keeps it in words that are the same for everybody, as files
 * have them; each user reads it in their own language. */
#pragma once

#include "dl-scenario.h"

G_BEGIN_DECLS

/* Summary in the library's words: "11x12x16 torus, output-crossing, 1 fault". Free with g_free. */
char *dl_store_summary_kept (const DlScenario *scenario);
/* Summary in the user's words: "11x12x16 torus · Output crossing · 1 fault". Free with g_free. */
char *dl_store_summary (const DlScenario *scenario);
/* The same of a line that is @kept. One in other words, as earlier versions wrote them in the
 * language of their user, does not change. Free with g_free. */
char *dl_store_summary_show (const char *kept);

/* Words of a search beside the summaries: the pattern, and what else the family has by name (a
 * routing engine), by their names in files and for people. Free with g_free. */
char *dl_store_summary_words (const DlScenario *scenario);

G_END_DECLS
