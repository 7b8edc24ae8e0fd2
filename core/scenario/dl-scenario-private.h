/* Shared by the two ways in which a scenario changes: reading a file and applying edits. */
#pragma once

#include "dl-field.h"

G_BEGIN_DECLS

/* After keys were set: bring the faults into canonical form, then dl_scenario_check.
 * @placement_file: (nullable) the name of the file with the placement, for messages. */
gboolean dl_scenario_settle (DlScenario *scenario, const char *placement_file,
                             const DlField **field, GError **error);

/* dl-scenario-check.c: FALSE with an error about @name ("group.key"), with which the message
 * begins. */
gboolean dl_scenario_fail (const char *name, const DlField **field, GError **error,
                           const char *format, ...) G_GNUC_PRINTF (4, 5);

/* Does the scenario's network or traffic depend on the file that @field names? */
gboolean dl_scenario_uses_file (const DlScenario *scenario, const DlField *field);

/* dl-scenario-workload.c: where ranks run, and what a matrix says that they send, on any kind of
 * network. Errors begin with their key. */
const char *dl_scenario_placement_file (const DlScenario *scenario); /* for messages */
DlPlacement *dl_scenario_place (const DlScenario *scenario, const DlSites *sites,
                                const DlField **field, GError **error);
DlMatrix *dl_scenario_read_matrix (const DlScenario *scenario, const DlField **field,
                                   GError **error);

/* dl-scenario-dragonfly.c: dl_scenario_check for what a dragonfly has of its own. */
gboolean dl_scenario_check_dragonfly (const DlScenario *scenario, const DlField **field,
                                      GError **error);

/* Is there such a place in the network of @scenario, generated or a machine's? */
gboolean dl_scenario_has_router (const DlScenario *scenario, DlRouterAt at);
gboolean dl_scenario_has_link (const DlScenario *scenario, const DlDragonflyLinkAt *at);
gboolean dl_scenario_has_blue_cable (const DlScenario *scenario, const DlCableAt *at);

G_END_DECLS
