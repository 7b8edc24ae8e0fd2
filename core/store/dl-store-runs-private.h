/* Results inside a transaction of the caller. */
#pragma once

#include "dl-store-private.h"
#include "dl-store-runs.h"

G_BEGIN_DECLS

/* The row of @text, made if there is none. */
gboolean dl_store_put_text (DlStore *store, const char *text, gint64 *id, GError **error);
/* @known (nullable): it was there. */
gboolean dl_store_put_run (DlStore *store, const DlStoreRun *run, gint64 *id, gboolean *known,
                           GError **error);
gboolean dl_store_put_point (DlStore *store, gint64 sweep_id, guint point, gint64 run_id,
                             GError **error);
/* The scenario's sweep of that key, made if there is none. */
gboolean dl_store_put_sweep (DlStore *store, const DlStoreSweep *sweep, gint64 *id, gboolean *known,
                             GError **error);
/* It is done if all points are there, and else as it was. */
gboolean dl_store_put_done (DlStore *store, gint64 id, GError **error);
gboolean dl_store_parse_state (const char *text, DlStoreSweepState *state);
/* This store is at work on a sweep; not any more. Is any, of whatever program on this computer? */
void dl_store_hold_sweep (DlStore *store, gint64 id);
void dl_store_release_sweep (DlStore *store, gint64 id);
gboolean dl_store_sweep_is_held (DlStore *store, gint64 id);
/* The number of the run with that digest, 0 for none. */
gboolean dl_store_look_up_run (DlStore *store, const char *digest, gint64 *id, GError **error);
/* What a query gives for dl_store_read_run, first of all its columns: a run as in lists, but for
 * its values. */
#define DL_STORE_RUN_COLUMNS                                                                       \
  "run.id, digest, coalesce (run.scenario_id, 0), seed, run.version, outcome, run.created_us"
DlStoreRun *dl_store_read_run (DlStatement *row);
/* Values and arrays of run @id. */
gboolean dl_store_read_values (DlStore *store, gint64 id, DlStoreRun *run, GError **error);
gboolean dl_store_read_arrays (DlStore *store, gint64 id, DlStoreRun *run, GError **error);

/* Which scenario is @scenario under its name or its name with a number? If there is none, @id is 0
 * and @name (to be freed) the first that is free. */
gboolean dl_store_match (DlStore *store, const DlScenario *scenario, gint64 *id, char **name,
                         GError **error);

G_END_DECLS
