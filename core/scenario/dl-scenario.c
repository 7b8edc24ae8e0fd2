#include "dl-scenario.h"

#include "dl-family.h"
#include "dl-faults.h"
#include "dl-field-type.h"

#include <string.h>

GQuark
dl_scenario_error_quark (void)
{
  return g_quark_from_static_string ("dl-scenario-error-quark");
}

/* Of a key whose value is a list; else 0. */
static gsize
list_item_size (const DlField *field)
{
  return field->type->faults != NULL ? field->type->faults->item_size : field->type->item_size;
}

static GArray **
list_at (const DlField *field, DlScenario *scenario)
{
  return dl_field_at (field, scenario);
}

/* As DlFamily has it; NULL: nothing. */
static gpointer
held_of (const DlFamily *family, const DlScenario *scenario)
{
  const gpointer options = scenario->options[dl_family_index (family)];

  return family->held > 0 ? G_STRUCT_MEMBER (gpointer, options, family->held) : NULL;
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
      scenario->options[i] = families[i]->initial != NULL
                                 ? g_memdup2 (families[i]->initial, families[i]->options_size)
                                 : g_malloc0 (families[i]->options_size);
    }
  for (guint i = 0; i < n; i++)
    {
      if (list_item_size (&fields[i]) > 0)
        *list_at (&fields[i], scenario) = g_array_new (FALSE, FALSE, list_item_size (&fields[i]));
      dl_field_unset (&fields[i], scenario);
    }
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
      dl_shared_ref (held_of (families[i], copy));
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
    else if (list_item_size (&fields[i]) > 0)
      *list_at (&fields[i], copy) = g_array_copy (*list_at (&fields[i], copy));
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
    else if (list_item_size (&fields[i]) > 0)
      g_array_unref (*list_at (&fields[i], scenario));
  for (guint i = 0; i < n_families; i++)
    {
      dl_shared_unref (held_of (families[i], scenario));
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
