#include "fabric-map-fixture.h"

#include "dl-fabric-file.h"
#include "dl-fabric-options.h"
#include "dl-rng.h"

#include <math.h>

DlFabric *
fabric_map_make (const char *name, const char *topology)
{
  static const struct
  {
    const char *name, *source;
    DlFabricSpec spec;
  } specs[] = {
    { "toy",
      "fat-tree",
      { .n_levels = 2, .children = { 2, 4 }, .n_parents = 2, .parents = { 1, 2 } } },
    { "tree-1024",
      "fat-tree",
      { .n_levels = 3, .children = { 8, 8, 16 }, .n_parents = 3, .parents = { 1, 8, 8 } } },
    { "tree-11664",
      "fat-tree",
      { .n_levels = 3, .children = { 18, 18, 36 }, .n_parents = 3, .parents = { 1, 18, 18 } } },
    { "leaf-spine",
      "fat-tree",
      { .n_levels = 2, .children = { 18, 36 }, .n_parents = 2, .parents = { 1, 9 } } },
    { "hyperx", "hyperx", { .n_dimensions = 3, .size = { 8, 8, 8 }, .hosts_per_switch = 8 } },
    { "slim-fly", "slim-fly", { .q = 17, .hosts_per_switch = 13 } },
    { "dragonfly-plus",
      "dragonfly-plus",
      { .groups = 9, .leaves = 8, .spines = 8, .hosts_per_switch = 8 } },
    { "random", "random-regular", { .switches = 2000, .degree = 16, .hosts_per_switch = 4 } },
  };
  g_autoptr (GError) error = NULL;
  DlFabric *fabric = NULL;

  if (topology != NULL)
    {
      g_autofree char *text = NULL;
      gsize length;

      g_assert_true (g_file_get_contents (topology, &text, &length, &error));
      fabric
          = dl_fabric_format_probe (text, length)->read (text, length, topology, 0, NULL, &error);
    }
  for (guint i = 0; i < G_N_ELEMENTS (specs) && topology == NULL; i++)
    if (g_str_equal (specs[i].name, name))
      fabric = dl_fabric_generate (specs[i].source, &specs[i].spec, &error);
  g_assert_no_error (error);
  g_assert_nonnull (fabric);
  return fabric;
}

DlFabric *
fabric_map_break (DlFabric *fabric, guint n, guint64 seed)
{
  g_autofree guint32 *channels = g_new (guint32, MAX (1, n));
  const DlFabricFaults faults = { .channels = channels, .n_channels = n, .whole_cables = TRUE };
  DlRng rng;

  dl_rng_init (&rng, seed);
  for (guint i = 0; i < n; i++)
    channels[i] = dl_rng_below (&rng, fabric->n_channels);
  return dl_fabric_new_broken (fabric, &faults);
}

DlFabricAnalysis *
fabric_map_analyze (DlFabric *fabric, const char *engine)
{
  DlFabricEngineOptions options = dl_fabric_engine_options_default ();
  g_autoptr (GError) error = NULL;

  options.layers = 8;
  g_autoptr (DlFabricRoutes) routes
      = dl_fabric_route (fabric, dl_fabric_engine_find (engine), &options, NULL, &error);
  g_assert_no_error (error);
  return dl_fabric_analysis_new (routes, NULL, NULL);
}

float *
fabric_map_values (const DlFabricAnalysis *analysis, double *max)
{
  const DlFabric *fabric = analysis->routes->fabric;
  float *values = g_new (float, fabric->n_channels);

  *max = 0;
  for (guint c = 0; c < fabric->n_channels; c++)
    {
      values[c] = dl_fabric_analysis_load (analysis, c);
      *max = MAX (*max, values[c]);
      if (values[c] == 0)
        values[c] = NAN;
    }
  return values;
}
