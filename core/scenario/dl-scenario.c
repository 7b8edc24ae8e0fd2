#include "dl-scenario.h"

#include "dl-family.h"
#include "dl-field-type.h"

#include <string.h>

GQuark
dl_scenario_error_quark (void)
{
  return g_quark_from_static_string ("dl-scenario-error-quark");
}

DlScenario *
dl_scenario_new (void)
{
  DlScenario *scenario = g_new0 (DlScenario, 1);
  guint n, n_families;
  const DlField *fields = dl_fields (&n);
  const DlFamily *const *families = dl_families (&n_families);

  scenario->set = g_new0 (guint8, n);
  scenario->options = g_new (gpointer, n_families);
  for (guint i = 0; i < n_families; i++)
    {
      scenario->options[i] = g_malloc0 (families[i]->options_size);
      families[i]->init_options (scenario->options[i]);
    }
  for (guint i = 0; i < n; i++)
    dl_field_unset (&fields[i], scenario);
  return scenario;
}

DlScenario *
dl_scenario_copy (const DlScenario *scenario)
{
  DlScenario *copy = g_memdup2 (scenario, sizeof *scenario);
  guint n, n_families;
  const DlField *fields = dl_fields (&n);
  const DlFamily *const *families = dl_families (&n_families);

  copy->set = g_memdup2 (scenario->set, n);
  copy->options = g_new (gpointer, n_families);
  for (guint i = 0; i < n_families; i++)
    {
      copy->options[i] = g_memdup2 (scenario->options[i], families[i]->options_size);
      families[i]->copy_options (scenario->options[i], copy->options[i]);
    }
  for (guint i = 0; i < n; i++)
    if (fields[i].type->is_string)
      {
        char **string = dl_field_at (&fields[i], copy);
        *string = g_strdup (*string);
      }
    else if (fields[i].type->ref != NULL)
      {
        gpointer *shared = dl_field_at (&fields[i], copy);
        if (*shared != NULL)
          fields[i].type->ref (*shared);
      }
  copy->extras = g_strdup (scenario->extras);
  return copy;
}

void
dl_scenario_free (DlScenario *scenario)
{
  guint n, n_families;
  const DlField *fields = dl_fields (&n);
  const DlFamily *const *families = dl_families (&n_families);

  if (scenario == NULL)
    return;
  for (guint i = 0; i < n; i++)
    if (fields[i].type->is_string)
      g_free (*(char **) dl_field_at (&fields[i], scenario));
    else if (fields[i].type->ref != NULL)
      fields[i].type->unref (*(gpointer *) dl_field_at (&fields[i], scenario));
  for (guint i = 0; i < n_families; i++)
    {
      families[i]->clear_options (scenario->options[i]);
      g_free (scenario->options[i]);
    }
  g_free (scenario->options);
  g_free (scenario->set);
  g_free (scenario->extras);
  g_free (scenario);
}

gboolean
dl_scenario_is_input_queued (const DlScenario *scenario)
{
  return scenario->router_model == DL_ROUTER_INPUT_QUEUED || scenario->family->own_router == NULL;
}

gpointer
dl_scenario_options (const DlScenario *scenario, const DlFamily *family)
{
  return scenario->options[dl_family_index (family)];
}

static void
swap_bytes (guint8 *a, guint8 *b, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      const guint8 byte = a[i];

      a[i] = b[i];
      b[i] = byte;
    }
}

void
dl_scenario_swap (DlScenario *a, DlScenario *b)
{
  const DlScenario before = *a;
  guint n_families;
  const DlFamily *const *families = dl_families (&n_families);

  *a = *b;
  *b = before;
  b->options = a->options;
  a->options = before.options;
  for (guint i = 0; i < n_families; i++)
    swap_bytes (a->options[i], b->options[i], families[i]->options_size);
}

gboolean
dl_scenario_equal (const DlScenario *a, const DlScenario *b)
{
  guint n;

  dl_fields (&n);
  return memcmp (a->set, b->set, n) == 0 && g_strcmp0 (a->extras, b->extras) == 0
         && dl_scenario_same_values (a, b);
}

gboolean
dl_scenario_same_values (const DlScenario *a, const DlScenario *b)
{
  guint n;
  const DlField *fields = dl_fields (&n);

  /* Equal text is equal value: what a key's text does not say, it does not hold. */
  for (guint i = 0; i < n; i++)
    if (!dl_field_same_value (&fields[i], a, b))
      return FALSE;
  return TRUE;
}
