/* Results at random, and all that a library says of a scenario as text. */
#pragma once

#include "dl-store-runs.h"
#include "dl-store-share.h"
#include "store-fixture.h"

#define TEST_VERSION "0.6.0"

/* A digest that no other @n of @kind has. */
char *test_digest (const char *kind, guint n);
/* A run of @scenario with another seed and load, of values drawn by @n alone. */
DlStoreRun *test_run (const DlScenario *scenario, guint n);
/* A sweep of @n_points runs of @scenario, numbered from @first; those of which @wanted says so are
 * added (NULL: all). Returns its id. */
gint64 test_sweep (DlStore *store, gint64 id, const DlScenario *scenario, guint first,
                   guint n_points, gboolean (*wanted) (guint point));
/* A recording of @scenario with @n_edits edits up to cycle @end. Returns its id. */
gint64 test_recording (DlStore *store, gint64 id, const DlScenario *scenario, guint n_edits,
                       guint64 end);
/* History, remarks, sweeps, runs and recordings, but no numbers of rows; @with_times: and when they
 * were made.
 */
char *test_describe_all (DlStore *store, gint64 id, gboolean with_times);
char *test_describe_run (DlStore *store, const DlStoreRun *run, gboolean with_times);
