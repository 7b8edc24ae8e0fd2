/* Analyses: what the routes of a scenario do, exactly and without chance. */
#pragma once

#include "dateline-network.h"

G_BEGIN_DECLS

#define DATELINE_TYPE_ANALYSIS (dateline_analysis_get_type ())
G_DECLARE_FINAL_TYPE (DatelineAnalysis, dateline_analysis, DATELINE, ANALYSIS, GObject)

DatelineAnalysis *dateline_analysis_new (DatelineScenario *scenario, DatelineAnalysis *before,
                                         GCancellable *cancellable, GError **error);
void dateline_analysis_new_async (DatelineScenario *scenario, DatelineAnalysis *before,
                                  GCancellable *cancellable, GAsyncReadyCallback callback,
                                  gpointer user_data);
DatelineAnalysis *dateline_analysis_new_finish (GAsyncResult *result, GError **error);

DatelineScenario *dateline_analysis_dup_scenario (DatelineAnalysis *self);
DatelineNetwork *dateline_analysis_get_network (DatelineAnalysis *self);

double dateline_analysis_get (DatelineAnalysis *self, const char *measure, GError **error);
DatelineTable *dateline_analysis_get_measures (DatelineAnalysis *self);
DatelineArray *dateline_analysis_get_loads (DatelineAnalysis *self);
DatelineArray *dateline_analysis_get_group_loads (DatelineAnalysis *self);
gboolean dateline_analysis_get_busiest_link (DatelineAnalysis *self, guint *link);
double dateline_analysis_get_saturation (DatelineAnalysis *self, gboolean *is_bound);
gboolean dateline_analysis_is_deadlock_free (DatelineAnalysis *self);
char **dateline_analysis_get_cycle (DatelineAnalysis *self);
gboolean dateline_analysis_count_rerouted (DatelineAnalysis *self, DatelineAnalysis *before,
                                           guint64 *pairs, GCancellable *cancellable,
                                           GError **error);

DatelineTable *dateline_analysis_explain (DatelineAnalysis *self, const char *from, const char *to,
                                          guint which, char **summary, gboolean *good,
                                          GError **error);
DatelineTable *dateline_analysis_get_flows (DatelineAnalysis *self, const char *link,
                                            gboolean by_source, GCancellable *cancellable,
                                            GError **error);
DatelineTable *dateline_analysis_get_slow_links (DatelineAnalysis *self);

DatelineTable *dateline_rank_cables (DatelineScenario *scenario, guint n_threads,
                                     GCancellable *cancellable, DatelineProgressFunc progress,
                                     gpointer user_data, GError **error);
void dateline_rank_cables_async (DatelineScenario *scenario, guint n_threads,
                                 GCancellable *cancellable, GAsyncReadyCallback callback,
                                 gpointer user_data);
DatelineTable *dateline_rank_cables_finish (GAsyncResult *result, GError **error);

G_END_DECLS
