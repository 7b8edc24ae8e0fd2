/* Parts of the family of fabrics, as DlFamily has them. */
#pragma once

#include "dl-fabric-scenario.h"
#include "dl-field.h"

G_BEGIN_DECLS

/* dl-fabric-fields.c */
extern const DlField dl_fabric_fields[];
gboolean dl_fabric_ignores (const DlScenario *scenario, const DlField *field);

/* dl-fabric-fields.c */
gboolean dl_fabric_normalize (DlScenario *scenario, const DlField **field, GError **error);
gboolean dl_fabric_check (const DlScenario *scenario, const DlField **field, GError **error);
void dl_fabric_add_warnings (const DlScenario *scenario, GStrvBuilder *warnings);

/* dl-fabric-places.c */
gboolean dl_fabric_parse_place (const DlNet *net, const char *text, DlPlaceKind kind,
                                DlPlace *place, GError **error);
char *dl_fabric_place_name (gconstpointer shape, DlPlace place, DlNameStyle style);

/* dl-fabric-places.c */
#define DL_FABRIC_N_BREAKABLES 6
extern const DlBreakable dl_fabric_breakables[DL_FABRIC_N_BREAKABLES];

/* dl-fabric-options.c */
/* The GUID in a line of a file of them, in hexadecimal; 0: the line is empty, or a comment. FALSE:
 * it is something else. */
gboolean dl_fabric_take_guid (const char *line, guint64 *guid);
/* The machine that an item of a list names, escaped; DL_FABRIC_NONE: there is none. */
guint dl_fabric_machine_of_item (const DlFabric *fabric, const char *item);
GPtrArray *dl_fabric_reshape (const DlScenario *scenario, const DlField *field, const char *value,
                              char **label);

/* dl-fabric-patterns.c: dl_scenario_fabric_demand, and: */
/* Workload of its ranks or jobs, of a program. As dl_scenario_workload. */
DlWorkload *dl_fabric_workload (const DlScenario *scenario, const DlFabric *fabric,
                                guint64 order_seed, const DlField **field, GError **error);
gboolean dl_fabric_check_traffic (const DlScenario *scenario, const DlFabric *fabric,
                                  const DlField **field, GError **error);

/* dl-fabric-plan.c */
gpointer dl_fabric_family_route (const DlScenario *scenario, GCancellable *cancellable,
                                 GError **error);
gpointer dl_fabric_family_analyze (const DlScenario *scenario, gpointer routes,
                                   gconstpointer before, GCancellable *cancellable, GError **error);
void dl_fabric_find_all (gconstpointer analysis, DlFindings *findings);
DlCritical *dl_fabric_family_critical (const DlScenario *scenario, DlCriticalOptions options,
                                       GCancellable *cancellable, GError **error);
gboolean dl_fabric_sends (const DlScenario *scenario, gpointer shape, guint64 seed, DlSent *sent,
                          GError **error);
gboolean dl_fabric_queue (const DlScenario *scenario, gpointer routes, DlIqPlanOptions *options,
                          GError **error);
guint32 dl_fabric_wait_channel (gconstpointer analysis, const DlSimWait *wait);
extern const DlFamilyCurve dl_fabric_curve;

G_END_DECLS
