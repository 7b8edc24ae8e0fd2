#include "dl-families.h"
#include "dl-scenario-file.h"

#include "dl-field.h"
#include "dl-preset.h"

#include <string.h>

static const char *const ids[]
    = { "xt3-11x12x16", "red-storm-27x16x24", "xt4-21x16x24",   "titan-25x16x24", "torus-32x32x32",
        "ring-8",       "mesh-4x4",           "mesh-8x8",       "torus-5x5x5",    "edison",
        "theta-sized",  "cascade-8",          "cascade-64",     "cascade-241",    "cascade-2",
        "generic-33",   "fat-tree-1024",      "leaf-spine-648", "rails-32x8",     "hyperx-8x8x8",
        "slim-fly-17",  "dragonfly-plus-9",   "butterfly-64",   "twisted-8x4x4",  "fat-tree-16" };

/* The names of interface.md, in its order; each loads, is sound, and states no more
 * than it must.
 */
static void
test_all (void)
{
  static const guint nodes[]
      = { 2112,  10368, 8064, 9600, 32768, 8,   16,   64,   125, 5760, 3456, 3072, 24576,
          92544, 64,    1056, 1024, 648,   256, 4096, 7514, 576, 64,   128,  16 };
  guint n;
  const DlPreset *presets = dl_presets (&n);
  g_autoptr (DlScenario) plain = dl_scenario_new ();

  g_assert_cmpuint (n, ==, G_N_ELEMENTS (ids));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlScenario) scenario = dl_preset_load (presets[i].id, &error);
      g_autoptr (DlTorusNetwork) network = NULL;

      g_assert_no_error (error);
      g_assert_cmpstr (presets[i].id, ==, ids[i]);
      g_assert_cmpstr (presets[i].title, ==, scenario->name);
      g_assert_true (strstr (presets[i].description, "ocumented") != NULL
                     || g_str_equal (ids[i], "generic-33"));
      g_assert_null (scenario->extras);
      g_assert_true (dl_scenario_check (scenario, NULL, &error));
      if (scenario->family == &dl_family_dragonfly)
        {
          g_autoptr (DlDragonfly) dragonfly = dl_scenario_dragonfly (scenario, &error);

          g_assert_no_error (error);
          g_assert_cmpuint (dragonfly->n_nodes, ==, nodes[i]);
          continue;
        }
      if (scenario->family == &dl_family_fabric)
        {
          g_assert_cmpuint (dl_fabric_options (scenario)->whole->fabric->n_hosts, ==, nodes[i]);
          continue;
        }
      network = dl_torus_network_new (&dl_torus_options (scenario)->spec, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (network->n_nodes, ==, nodes[i]);
      g_assert_false (dl_field_is_set (dl_field_find ("torus", "datelines"), scenario));
      g_assert_true (i == 0 || !dl_scenario_same_values (scenario, plain));
    }
}

static void
test_shapes (void)
{
  g_autoptr (DlScenario) xt3 = dl_preset_load ("xt3-11x12x16", NULL);
  g_autoptr (DlScenario) red_storm = dl_preset_load ("red-storm-27x16x24", NULL);
  g_autoptr (DlScenario) ring = dl_preset_load ("ring-8", NULL);
  g_autoptr (DlScenario) plain = dl_scenario_new ();
  const DlTorusRouting routing = dl_torus_routing (red_storm);
  const DlTorusRouting ring_routing = dl_torus_routing (ring);

  /* The XT3 is what every default of interface.md describes, but for when runs end. */
  g_assert_true (dl_field_set (dl_field_find ("simulation", "warmup-cycles"), plain, "auto", NULL));
  g_assert_true (dl_field_set (dl_field_find ("simulation", "stop"), plain, "precision", NULL));
  g_assert_true (dl_scenario_same_values (xt3, plain));
  g_assert_cmpint (routing.dateline[DL_X], ==, DL_NO_DATELINE);
  g_assert_cmpint (routing.dateline[DL_Y], ==, DL_NO_DATELINE);
  g_assert_cmpint (routing.dateline[DL_Z], ==, 23);
  g_assert_cmpint (ring_routing.dateline[DL_X], ==, 7);
  g_assert_cmpint (ring_routing.dateline[DL_Y], ==, DL_NO_DATELINE);
}

static void
test_none (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (dl_preset_load ("../xt3-11x12x16", &error));
  g_assert_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    g_assert_nonnull (strstr (error->message, ids[i]));
}

static void
set (DlScenario *scenario, const char *name, const char *value)
{
  g_autoptr (GError) error = NULL;

  dl_field_set (dl_field_find_name (name), scenario, value, &error);
  g_assert_no_error (error);
}

/* Toys are sound, and small; they take over what does not depend on a network's size, and nothing
 * else. */
static void
test_toys (void)
{
  guint n;
  const DlToy *toys = dl_toys (&n);
  g_autoptr (DlScenario) from = dl_preset_load ("xt3-11x12x16", NULL);
  g_autoptr (DlScenario) other = dl_preset_load ("generic-33", NULL);

  set (from, "torus.vc-policy", "initial");
  set (from, "torus.broken-nodes", "9,9,9");
  set (from, "torus.datelines", "2;3;4");
  set (from, "router.input-buffer", "48");
  set (from, "traffic.pattern", "all-to-all");
  set (other, "dragonfly.routing", "valiant");
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (DlScenario) preset = dl_preset_load (toys[i].preset, NULL);
      g_autoptr (DlScenario) alone = dl_toy_new_scenario (&toys[i], NULL);
      g_autoptr (DlScenario) toy = dl_toy_new_scenario (&toys[i], from);
      g_autoptr (DlScenario) of_other = dl_toy_new_scenario (&toys[i], other);
      g_autoptr (GError) error = NULL;

      g_assert_true (dl_toy_find (toys[i].id) == &toys[i]);
      g_assert_true (dl_scenario_check (toy, NULL, &error));
      g_assert_no_error (error);
      set (preset, "traffic.load", toys[i].load);
      if (g_str_equal (toys[i].id, "torus-4x4")) /* the mesh with its rows closed */
        {
          set (preset, "torus.wrap", "true;true;true");
          set (preset, "scenario.name", "Torus 4x4");
        }
      g_assert_true (dl_scenario_equal (preset, alone));
      if (toy->family == &dl_family_torus)
        {
          g_autofree char *policy = dl_field_get (dl_field_find ("torus", "vc-policy"), toy);

          g_assert_cmpstr (policy, ==, "initial");
          g_assert_cmpuint (toy->router.input_buffer, ==, 48);
          g_assert_cmpuint (dl_torus_options (toy)->spec.broken_nodes->len, ==, 0);
          g_assert_false (dl_field_is_set (dl_field_find ("torus", "datelines"), toy));
          g_assert_false (dl_field_is_set (dl_field_find ("traffic", "pattern"), toy));
          g_assert_true (dl_scenario_equal (of_other, alone));
        }
      else if (toy->family == &dl_family_fabric) /* an engine may not know another structure */
        {
          g_assert_true (dl_scenario_equal (toy, alone));
          g_assert_true (dl_scenario_equal (of_other, alone));
        }
      else
        {
          g_autofree char *routing
              = dl_field_get (dl_field_find ("dragonfly", "routing"), of_other);

          g_assert_cmpstr (routing, ==, "valiant");
          g_assert_true (dl_scenario_equal (toy, alone));
        }
    }
  g_assert_null (dl_toy_find ("xt3-11x12x16"));
  /* A table is of its own network. */
  set (from, "torus.vc-policy", "optimized");
  g_autoptr (DlScenario) ring = dl_toy_new_scenario (dl_toy_find ("ring-8"), from);
  g_assert_false (dl_field_is_set (dl_field_find ("torus", "vc-policy"), ring));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scenario-preset/all", test_all);
  g_test_add_func ("/scenario-preset/shapes", test_shapes);
  g_test_add_func ("/scenario-preset/none", test_none);
  g_test_add_func ("/scenario-preset/toys", test_toys);
  return g_test_run ();
}
