/* Shared by the two ways in which a scenario changes: reading a file and applying edits. */
#pragma once

#include "dl-field.h"

G_BEGIN_DECLS

/* After keys were set: bring the faults into canonical form, then dl_scenario_check. */
gboolean dl_scenario_settle (DlScenario *scenario, const DlField **field, GError **error);

G_END_DECLS
