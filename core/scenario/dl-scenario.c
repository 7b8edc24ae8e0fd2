#include "dl-scenario.h"

#include "dl-family.h"
#include "dl-faults.h"
#include "dl-field-type.h"
#include "dl-router-model.h"

#include <string.h>

GQuark
dl_scenario_error_quark (void)
{
  return g_quark_from_static_string ("dl-scenario-error-quark");
}

/* Item size of a key whose value is a list; else 0. */
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

/* Options of their own: as DlFamily has them. */
typedef struct
{
  gsize size;
  gconstpointer initial;
  gsize held;
} Own;

static guint
count_own (void)
{
  guint n_families, n_models;

  dl_families (&n_families);
  dl_router_models (&n_models);
  return n_families + n_models;
}

static Own
own_at (guint i)
{
  guint n_families, n_models;
  const DlFamily *const *families = dl_families (&n_families);
  const DlRouterModel *const *models = dl_router_models (&n_models);

  if (i < n_families)
    return (Own) { families[i]->options_size, families[i]->initial, families[i]->held };
  return (Own) { .size = models[i - n_families]->options_size };
}

/* NULL: nothing. */
static gpointer
held_at (const DlScenario *scenario, guint i)
{
  const gsize held = own_at (i).held;

  return held > 0 ? G_STRUCT_MEMBER (gpointer, scenario->options[i], held) : NULL;
}

DlScenario *
dl_scenario_new (void)
{
  DlScenario *scenario = g_new0 (DlScenario, 1);
  guint n;
  const DlField *fields = dl_fields (&n);

  scenario->set = g_new0 (guint8, n);
  scenario->options = g_new (gpointer, count_own ());
  for (guint i = 0; i < count_own (); i++)
    {
      const Own own = own_at (i);

      scenario->options[i]
          = own.initial != NULL ? g_memdup2 (own.initial, own.size) : g_malloc0 (own.size);
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
  guint n;
  const DlField *fields = dl_fields (&n);

  copy->set = g_memdup2 (scenario->set, n);
  copy->options = g_new (gpointer, count_own ());
  for (guint i = 0; i < count_own (); i++)
    {
      copy->options[i] = g_memdup2 (scenario->options[i], own_at (i).size);
      dl_shared_ref (held_at (copy, i));
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
  guint n;
  const DlField *fields = dl_fields (&n);

  if (scenario == NULL)
    return;
  for (guint i = 0; i < n; i++)
    if (fields[i].type->is_string)
      g_free (*(char **) dl_field_at (&fields[i], scenario));
    else if (fields[i].type->ref != NULL)
      fields[i].type->unref (*(gpointer *) dl_field_at (&fields[i], scenario));
    else if (list_item_size (&fields[i]) > 0)
      g_array_unref (*list_at (&fields[i], scenario));
  for (guint i = 0; i < count_own (); i++)
    {
      dl_shared_unref (held_at (scenario, i));
      g_free (scenario->options[i]);
    }
  g_free (scenario->options);
  g_free (scenario->set);
  g_free (scenario->extras);
  g_free (scenario);
}

gpointer
dl_scenario_options (const DlScenario *scenario, const DlFamily *family)
{
  return scenario->options[dl_family_index (family)];
}

gpointer
dl_scenario_router_options (const DlScenario *scenario, const DlRouterModel *model)
{
  guint n_families;

  dl_families (&n_families);
  return scenario->options[n_families + dl_router_model_index (model)];
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

  *a = *b;
  *b = before;
  b->options = a->options;
  a->options = before.options;
  for (guint i = 0; i < count_own (); i++)
    swap_bytes (a->options[i], b->options[i], own_at (i).size);
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
