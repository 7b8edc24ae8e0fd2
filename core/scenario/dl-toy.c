#include "dl-toy.h"

#include "dl-family.h"
#include "dl-field.h"
#include "dl-scenario-file.h"

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
