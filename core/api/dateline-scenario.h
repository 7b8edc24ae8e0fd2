/* Scenarios: all that is asked for, a network with its routing, its faults and its traffic, as keys
 * with values. */
#pragma once

#include "dateline-table.h"

G_BEGIN_DECLS

#define DATELINE_TYPE_SCENARIO (dateline_scenario_get_type ())
G_DECLARE_FINAL_TYPE (DatelineScenario, dateline_scenario, DATELINE, SCENARIO, GObject)

DatelineScenario *dateline_scenario_open (const char *file_name, GError **error);
DatelineScenario *dateline_scenario_new_preset (const char *preset, GError **error);
DatelineScenario *dateline_scenario_new_booksim (const char *curve, GError **error);
DatelineScenario *dateline_scenario_new_from_text (const char *text, GError **error);
DatelineScenario *dateline_scenario_copy (DatelineScenario *self);

const char *dateline_scenario_get_kind (DatelineScenario *self);
char **dateline_scenario_list_keys (DatelineScenario *self);
char *dateline_scenario_get (DatelineScenario *self, const char *key, GError **error);
gboolean dateline_scenario_set (DatelineScenario *self, const char *key, const char *value,
                                GError **error);
gboolean dateline_scenario_change (DatelineScenario *self, const char *const *assignments,
                                   GError **error);
gboolean dateline_scenario_unset (DatelineScenario *self, const char *key, GError **error);
gboolean dateline_scenario_is_set (DatelineScenario *self, const char *key, GError **error);
char **dateline_scenario_get_warnings (DatelineScenario *self);
DatelineTable *dateline_scenario_describe (DatelineScenario *self);
gboolean dateline_scenario_equal (DatelineScenario *self, DatelineScenario *other);

char *dateline_scenario_to_text (DatelineScenario *self);
gboolean dateline_scenario_save (DatelineScenario *self, const char *file_name, GError **error);

DatelineTable *dateline_list_presets (void);
DatelineTable *dateline_list_measures (const char *kind, GError **error);

G_END_DECLS
