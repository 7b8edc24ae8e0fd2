/* Shared by the two ways in which a scenario changes: reading a file and applying edits. */
#pragma once

#include "dl-field.h"

G_BEGIN_DECLS

/* After keys were set: bring the faults into canonical form, then dl_scenario_check. */
gboolean dl_scenario_settle (DlScenario *scenario, const DlField **field, GError **error);

/* dl-scenario-check.c: FALSE with an error about @name ("group.key"), with which the message
 * begins. */
gboolean dl_scenario_fail (const char *name, const DlField **field, GError **error,
                           const char *format, ...) G_GNUC_PRINTF (4, 5);

/* dl-scenario-dragonfly.c: dl_scenario_check for what a dragonfly has of its own. */
gboolean dl_scenario_check_dragonfly (const DlScenario *scenario, const DlField **field,
                                      GError **error);

/* Is there such a place in the network of @scenario, generated or a machine's? */
gboolean dl_scenario_has_router (const DlScenario *scenario, DlRouterAt at);
gboolean dl_scenario_has_link (const DlScenario *scenario, const DlDragonflyLinkAt *at);
gboolean dl_scenario_has_blue_cable (const DlScenario *scenario, const DlCableAt *at);

G_END_DECLS
