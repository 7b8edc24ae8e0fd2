/* The keys in which a scenario differs from the preset that it comes from, in the order of files:
 * what captions, reports and names of states have to say beside the preset's name. */
#pragma once

#include "dl-field.h"
#include "dl-scenario-file.h"

G_BEGIN_DECLS

/* The preset of @scenario's family whose name it has, in English or the user's language; NULL: it
 * comes from none. */
const DlPreset *dl_scenario_preset (const DlScenario *scenario);

/* Of const DlField, those whose values differ from the preset's, or from the defaults of the family
 * where it comes from none. Name and kind, and keys without effect on its network, are left out.
 * Free with g_ptr_array_unref. */
GPtrArray *dl_scenario_deviations (const DlScenario *scenario);

/* "Taper: 2:1", translated, with the unit; a value longer than @most letters is not quoted but only
 * told of: NULL. Free with g_free. */
char *dl_field_text (const DlField *field, const DlScenario *scenario, guint most);

G_END_DECLS
