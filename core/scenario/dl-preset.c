#include "dl-preset.h"

#include "dl-family.h"
#include "dl-field.h"
#include "dl-names.h"
#include "dl-scenario-file.h"
#include "dl-scenario-resources.h"

#include <glib/gi18n-lib.h>

#include <string.h>

const DlToy *
dl_toys (guint *n_toys)
{
  static GArray *toys;
  static gsize made;

  if (g_once_init_enter (&made))
    {
      guint n;
      const DlFamily *const *families = dl_families (&n);

      toys = g_array_new (FALSE, FALSE, sizeof (DlToy));
      for (guint f = 0; f < n; f++)
        g_array_append_vals (toys, families[f]->toys, families[f]->n_toys);
      g_once_init_leave (&made, 1);
    }
  *n_toys = toys->len;
  return (const DlToy *) (gpointer) toys->data;
}

const DlToy *
dl_toy_find (const char *id)
{
  guint n;
  const DlToy *toys = dl_toys (&n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (toys[i].id, id))
      return &toys[i];
  return NULL;
}

static void
carry_over (const DlScenario *from, DlScenario *scenario)
{
  guint n_fields;
  const DlField *fields = dl_fields (&n_fields);

  for (guint i = 0; i < n_fields; i++)
    if (fields[i].carries_over && dl_field_is_set (&fields[i], from))
      {
        g_autofree char *text = dl_field_get (&fields[i], from);

        /* A policy that comes with a table, which is of its own network. */
        if (!g_str_equal (text, "optimized"))
          dl_field_set (&fields[i], scenario, text, NULL);
      }
}

DlScenario *
dl_toy_new_scenario (const DlToy *toy, const DlScenario *from)
{
  DlScenario *scenario = dl_preset_new_scenario (toy->preset);

  if (toy->key != NULL)
    dl_field_set (dl_field_find_name (toy->key), scenario, toy->value, NULL);
  if (toy->name != NULL)
    dl_field_set (dl_field_find_name ("scenario.name"), scenario, toy->name, NULL);
  dl_field_set (dl_field_find_name ("traffic.load"), scenario, toy->load, NULL);
  if (from != NULL && from->family == scenario->family)
    carry_over (from, scenario);
  return scenario;
}

#define RESOURCE_PREFIX "/org/dateline/Dateline/scenarios/"

const DlPreset *
dl_presets (guint *n_presets)
{
  static GArray *presets;
  static gsize made;

  if (g_once_init_enter (&made))
    {
      guint n;
      const DlFamily *const *families = dl_families (&n);

      presets = g_array_new (FALSE, FALSE, sizeof (DlPreset));
      for (guint f = 0; f < n; f++)
        for (guint i = 0; i < families[f]->n_presets; i++)
          {
            DlPreset preset = families[f]->presets[i];

            preset.family = families[f];
            g_array_append_val (presets, preset);
          }
      g_once_init_leave (&made, 1);
    }
  *n_presets = presets->len;
  return (const DlPreset *) (gpointer) presets->data;
}

const char **
dl_preset_ids (void)
{
  guint n;
  const DlPreset *presets = dl_presets (&n);
  const char **ids = g_new0 (const char *, n + 1);

  for (guint i = 0; i < n; i++)
    ids[i] = presets[i].id;
  return ids;
}

static const DlPreset *
find (const char *id)
{
  guint n;
  const DlPreset *presets = dl_presets (&n);

  for (guint i = 0; i < n; i++)
    if (strcmp (presets[i].id, id) == 0)
      return &presets[i];
  return NULL;
}

/* NULL, with an error that says what there is, if there is none of that name. */
static const DlPreset *
find_preset (const char *id, GError **error)
{
  g_autofree const char **ids = dl_preset_ids ();
  g_autofree char *hint = NULL;
  const DlPreset *preset = find (id);

  if (preset != NULL)
    return preset;
  hint = dl_names_hint (id, ids);
  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
               /* Translators: and what to do, as in “expected one of: edison, ring-8” */
               _ ("there is no preset “%s” (%s)"), id, hint);
  return NULL;
}

DlScenario *
dl_preset_load (const char *id, GError **error)
{
  const DlPreset *preset = find_preset (id, error);
  g_autofree char *path = NULL;
  g_autofree char *name = NULL;
  g_autoptr (GBytes) bytes = NULL;
  const char *text;
  gsize length;

  if (preset == NULL)
    return NULL;
  /* Asked of our own resource: a static library's constructor may not have been linked in. */
  path = g_strconcat (RESOURCE_PREFIX, preset->id, ".dateline", NULL);
  bytes = g_resource_lookup_data (dl_scenarios_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE,
                                  error);
  if (bytes == NULL)
    return NULL;
  name = g_strconcat ("preset:", preset->id, NULL);
  text = g_bytes_get_data (bytes, &length);
  return dl_scenario_parse (text, length, name, NULL, error);
}

DlScenario *
dl_preset_new_scenario (const char *id)
{
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_preset_load (id, &error);

  g_assert_no_error (error); /* it is part of the program */
  dl_field_set (dl_field_find_name ("scenario.name"), scenario, _ (find (id)->title), NULL);
  return scenario;
}

/* Differences of a scenario from its preset ---------------------------------------------------- */

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

/* Origin of @scenario. */
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
