/* A comparison and the library: its runs as runs that are kept there, and back. */
#pragma once

#include "dl-comparison.h"
#include "dl-store-thread.h"

G_BEGIN_DECLS

/* @result of @task, of @comparison, as a run that the library can add, with the static results of
 * its row, so that it is worth as much as a sweep's. @result is nullable, as a DlComparisonFunc has
 * it. @scenario_id: whose it is, or 0. NULL if there is nothing to keep: it failed, it is static,
 * or its row is another scenario by now or not evaluated. */
DlStoreRun *dl_comparison_store_run (const DlComparison *comparison, const DlComparisonTask *task,
                                     const DlSweepResult *result, gint64 scenario_id);

/* Put the first @n_seeds runs of each row into @comparison, as far as @store has them. */
gboolean dl_comparison_store_take (DlStore *store, DlComparison *comparison, guint n_seeds,
                                   GError **error);
/* Which runs of @tasks (dl_comparison_tasks), which are taken, does the library have? Static ones
 * among them are passed over. */
void dl_comparison_store_look_up_async (DlStoreThread *thread, GPtrArray *tasks,
                                        GCancellable *cancellable, GAsyncReadyCallback callback,
                                        gpointer user_data);
/* Put them into @comparison. FALSE on errors; @any: was there one? */
gboolean dl_comparison_store_look_up_finish (GAsyncResult *result, DlComparison *comparison,
                                             gboolean *any, GError **error);

G_END_DECLS
