/* Parts of the family of dragonflies. */
#pragma once

#include "dl-dragonfly-scenario.h"
#include "dl-field.h"

G_BEGIN_DECLS

/* dl-dragonfly-scenario.c */
extern const DlField dl_dragonfly_fields[];

/* dl-dragonfly-scenario.c: as DlFamily has them. */
extern const DlFamilyPattern dl_dragonfly_patterns[];

/* dl-dragonfly-scenario.c: as DlFamily has them. */
gboolean dl_dragonfly_normalize (DlScenario *scenario, const DlField **field, GError **error);
gboolean dl_dragonfly_check (const DlScenario *scenario, const DlField **field, GError **error);
/* Is there such a place in the network of @scenario, generated or a machine's? */
gboolean dl_scenario_has_router (const DlScenario *scenario, DlRouterAt at);
gboolean dl_scenario_has_link (const DlScenario *scenario, const DlDragonflyLinkAt *at);
gboolean dl_scenario_has_blue_cable (const DlScenario *scenario, const DlCableAt *at);

/* dl-dragonfly-plan.c: likewise. */
gpointer dl_dragonfly_family_analyze (const DlScenario *scenario, gpointer routes,
                                      gconstpointer before, GCancellable *cancellable,
                                      GError **error);
DlLinkFlows *dl_dragonfly_family_flows (const DlScenario *scenario, gconstpointer analysis,
                                        guint link, GCancellable *cancellable);
void dl_dragonfly_find (gconstpointer data, DlFindings *findings);
gpointer dl_dragonfly_route (const DlScenario *scenario, GCancellable *cancellable, GError **error);

/* dl-dragonfly-flows.c: likewise. */
DlCritical *dl_dragonfly_critical (const DlScenario *scenario, DlCriticalOptions options,
                                   GCancellable *cancellable, GError **error);
/* "blue 0-3#2", of one of its links, translated. */
char *dl_dragonfly_cable_label (const DlDragonfly *net, guint link);

/* dl-dragonfly-places.c: likewise. */
#define DL_DRAGONFLY_N_LISTS      3
#define DL_DRAGONFLY_N_BREAKABLES 5
extern const DlBreakable dl_dragonfly_breakables[DL_DRAGONFLY_N_BREAKABLES];
char *dl_dragonfly_place_name (gconstpointer shape, DlPlace place, DlNameStyle style);
gboolean dl_dragonfly_same_places (gconstpointer shape, gconstpointer other);

G_END_DECLS
