/* Sweeps: every combination of values that some keys take, and curves of latency over load. */
#pragma once

#include "dateline-scenario.h"

G_BEGIN_DECLS

#define DATELINE_TYPE_SWEEP (dateline_sweep_get_type ())
G_DECLARE_FINAL_TYPE (DatelineSweep, dateline_sweep, DATELINE, SWEEP, GObject)

DatelineSweep *dateline_sweep_new (DatelineScenario *scenario);
gboolean dateline_sweep_vary (DatelineSweep *self, const char *key, const char *const *values,
                              GError **error);
gboolean dateline_sweep_set_n_seeds (DatelineSweep *self, guint n_seeds, GError **error);
void dateline_sweep_set_only_analyzes (DatelineSweep *self, gboolean only_analyzes);
guint dateline_sweep_get_n_points (DatelineSweep *self);
DatelineTable *dateline_sweep_run (DatelineSweep *self, guint n_jobs, GCancellable *cancellable,
                                   DatelineProgressFunc progress, gpointer user_data,
                                   GError **error);
void dateline_sweep_run_async (DatelineSweep *self, guint n_jobs, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data);
DatelineTable *dateline_sweep_run_finish (DatelineSweep *self, GAsyncResult *result,
                                          GError **error);

DatelineTable *dateline_trace_load_curve (DatelineScenario *scenario, guint n_seeds, guint64 cycles,
                                          guint n_jobs, GCancellable *cancellable,
                                          DatelineProgressFunc progress, gpointer user_data,
                                          GError **error);
void dateline_trace_load_curve_async (DatelineScenario *scenario, guint n_seeds, guint64 cycles,
                                      guint n_jobs, GCancellable *cancellable,
                                      GAsyncReadyCallback callback, gpointer user_data);
DatelineTable *dateline_trace_load_curve_finish (GAsyncResult *result, GError **error);
DatelineTable *dateline_list_booksim (const char *curve, GError **error);

G_END_DECLS
