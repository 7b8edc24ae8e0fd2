/* Simulations, cycle by cycle: they run, are changed while they run, and go back. */
#pragma once

#include "dateline-network.h"

G_BEGIN_DECLS

#define DATELINE_TYPE_SIMULATION (dateline_simulation_get_type ())
G_DECLARE_FINAL_TYPE (DatelineSimulation, dateline_simulation, DATELINE, SIMULATION, GObject)

DatelineSimulation *dateline_simulation_new (DatelineScenario *scenario, GError **error);
DatelineSimulation *dateline_simulation_open (const char *file_name, GError **error);
DatelineSimulation *dateline_simulation_branch (DatelineSimulation *self, GError **error);

gboolean dateline_simulation_run (DatelineSimulation *self, guint64 cycles,
                                  GCancellable *cancellable, DatelineProgressFunc progress,
                                  gpointer user_data, GError **error);
void dateline_simulation_run_async (DatelineSimulation *self, guint64 cycles,
                                    GCancellable *cancellable, GAsyncReadyCallback callback,
                                    gpointer user_data);
gboolean dateline_simulation_run_finish (DatelineSimulation *self, GAsyncResult *result,
                                         GError **error);
gboolean dateline_simulation_seek (DatelineSimulation *self, guint64 cycle,
                                   GCancellable *cancellable, GError **error);
gboolean dateline_simulation_change (DatelineSimulation *self, const char *const *assignments,
                                     GError **error);
gboolean dateline_simulation_find_lock (DatelineSimulation *self, guint64 *cycle,
                                        GCancellable *cancellable, GError **error);

guint64 dateline_simulation_get_cycle (DatelineSimulation *self);
guint64 dateline_simulation_get_seen (DatelineSimulation *self);
gboolean dateline_simulation_is_over (DatelineSimulation *self);
DatelineScenario *dateline_simulation_dup_scenario (DatelineSimulation *self, GError **error);
DatelineNetwork *dateline_simulation_get_network (DatelineSimulation *self, GError **error);
void dateline_simulation_set_memory (DatelineSimulation *self, guint64 bytes);

char *dateline_simulation_get_state (DatelineSimulation *self, char **reason, GError **error);
char *dateline_simulation_get_digest (DatelineSimulation *self, GError **error);
double dateline_simulation_get (DatelineSimulation *self, const char *measure, double *half_width,
                                GError **error);
DatelineTable *dateline_simulation_get_measures (DatelineSimulation *self, GError **error);
DatelineTable *dateline_simulation_get_series (DatelineSimulation *self, GError **error);
DatelineTable *dateline_simulation_get_packets (DatelineSimulation *self, GError **error);
DatelineArray *dateline_simulation_get_link_loads (DatelineSimulation *self, GError **error);
DatelineArray *dateline_simulation_get_link_stalls (DatelineSimulation *self, GError **error);
DatelineArray *dateline_simulation_get_link_occupancy (DatelineSimulation *self, GError **error);
DatelineArray *dateline_simulation_get_vc_shares (DatelineSimulation *self, GError **error);
DatelineArray *dateline_simulation_get_ages (DatelineSimulation *self, GError **error);
DatelineArray *dateline_simulation_get_sources (DatelineSimulation *self, GError **error);
DatelineArray *dateline_simulation_trace_loads (DatelineSimulation *self, guint64 cycles,
                                                guint64 every, GCancellable *cancellable,
                                                GError **error);

DatelineTable *dateline_simulation_get_edits (DatelineSimulation *self, GError **error);
char *dateline_simulation_to_text (DatelineSimulation *self, GError **error);
gboolean dateline_simulation_save (DatelineSimulation *self, const char *file_name, GError **error);

G_END_DECLS
