#include "dl-deviations.h"

#include "dl-family.h"

#include <glib/gi18n-lib.h>

#include <string.h>

const DlPreset *
dl_scenario_preset (const DlScenario *scenario)
{
  guint n;
  const DlPreset *presets = dl_presets (&n);

  for (guint i = 0; i < n; i++)
    if (presets[i].family == scenario->family
        && (strcmp (presets[i].title, scenario->name) == 0
            || strcmp (_ (presets[i].title), scenario->name) == 0))
      return &presets[i];
  return NULL;
}

/* What @scenario differs from. */
static DlScenario *
origin_of (const DlScenario *scenario)
{
  const DlPreset *preset = dl_scenario_preset (scenario);
  DlScenario *origin = preset != NULL ? dl_preset_load (preset->id, NULL) : NULL;

  if (origin == NULL)
    {
      origin = dl_scenario_new ();
      dl_field_set (dl_field_find_name ("scenario.kind"), origin, scenario->family->id, NULL);
    }
  return origin;
}

GPtrArray *
dl_scenario_deviations (const DlScenario *scenario)
{
  g_autoptr (DlScenario) origin = origin_of (scenario);
  GPtrArray *deviations = g_ptr_array_new ();
  guint n;
  const DlField *fields = dl_fields (&n);

  for (guint i = 0; i < n; i++)
    if (fields[i].title != NULL && dl_field_suits (&fields[i], scenario)
        && !dl_field_same_value (&fields[i], origin, scenario))
      g_ptr_array_add (deviations, (gpointer) &fields[i]);
  return deviations;
}

char *
dl_field_text (const DlField *field, const DlScenario *scenario, guint most)
{
  g_autofree char *value = dl_field_get (field, scenario);
  const char *unit = dl_field_unit (field);

  if (g_utf8_strlen (value, -1) > most)
    return NULL;
  if (*value == '\0')
    return g_strdup_printf (_ ("%s: %s"), dl_field_title (field), _ ("none"));
  if (unit == NULL)
    return g_strdup_printf (_ ("%s: %s"), dl_field_title (field), value);
  /* Translators: a key, its value and its unit, as in “Input buffer: 96 flits” */
  return g_strdup_printf (_ ("%s: %s %s"), dl_field_title (field), value, unit);
}
