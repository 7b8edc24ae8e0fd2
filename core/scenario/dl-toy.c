#include "dl-toy.h"

#include "dl-field.h"
#include "dl-scenario-file.h"

#include <glib/gi18n-lib.h>

static const DlToy toys[] = {
  { "torus-4x4", N_ ("_Torus 4×4"), "mesh-4x4", "0.1", "Torus 4x4" },
  { "mesh-4x4", N_ ("_Mesh 4×4"), "mesh-4x4", "0.1" },
  { "ring-8", N_ ("_Ring of 8"), "ring-8", "0.1" },
  { "torus-5x5x5", N_ ("Torus _5×5×5"), "torus-5x5x5", "0.02" },
  { "cascade-2", N_ ("_Dragonfly of 2 Groups"), "cascade-2", "0.01" },
};

const DlToy *
dl_toys (guint *n_toys)
{
  *n_toys = G_N_ELEMENTS (toys);
  return toys;
}

const DlToy *
dl_toy_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (toys); i++)
    if (g_str_equal (toys[i].id, id))
      return &toys[i];
  return NULL;
}

/* What means the same in a network of any size. */
static gboolean
carries_over (const DlField *field)
{
  if (g_str_equal (field->group, "router"))
    return TRUE;
  if (g_str_equal (field->group, "torus"))
    return g_str_equal (field->key, "vc-policy") || g_str_equal (field->key, "tie");
  return g_str_equal (field->group, "dragonfly") && g_str_equal (field->key, "routing");
}

static void
carry_over (const DlScenario *from, DlScenario *scenario)
{
  guint n_fields;
  const DlField *fields = dl_fields (&n_fields);

  for (guint i = 0; i < n_fields; i++)
    if (carries_over (&fields[i]) && dl_field_is_set (&fields[i], from))
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

  if (toy->rings != NULL)
    {
      dl_field_set (dl_field_find_name ("torus.wrap"), scenario, "true;true;true", NULL);
      dl_field_set (dl_field_find_name ("scenario.name"), scenario, toy->rings, NULL);
    }
  dl_field_set (dl_field_find_name ("traffic.load"), scenario, toy->load, NULL);
  if (from != NULL && from->kind == scenario->kind)
    carry_over (from, scenario);
  return scenario;
}
