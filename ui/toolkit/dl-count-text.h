/* How many scenarios, sweeps and runs, and how long, in words. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* "1 scenario, 2 sweeps, 57 runs", without those of which there are none; NULL if there is none of
 * anything. Free with g_free. */
char *dl_count_text (guint n_scenarios, guint n_sweeps, guint n_runs);
/* "about 40 s", "about 3 min", "about 2 h"; free with g_free. */
char *dl_duration_text (double seconds);

G_END_DECLS
