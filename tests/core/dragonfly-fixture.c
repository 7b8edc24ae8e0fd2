#include "dragonfly-fixture.h"

#include "dl-cabling.h"
#include "dl-dragonfly-loads-private.h"

DlDragonfly *
fixture_edison (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "..", "..", "shared", "data",
                                                 "edison-interconnect.txt", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  DlCablingReport report = { 0 };
  DlDragonfly *dragonfly;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, NULL))
    {
      g_test_message ("there is no ../shared/data/edison-interconnect.txt (Edison’s cabling)");
      return NULL;
    }
  dragonfly = dl_cabling_read (text, length, path, &report, &error);
  g_assert_no_error (error);
  dl_cabling_report_clear (&report);
  return dragonfly;
}

static DlDragonfly *
build (DlDragonflySpec *spec)
{
  g_autoptr (GError) error = NULL;
  DlDragonfly *dragonfly = dl_dragonfly_new (spec, &error);

  g_assert_no_error (error);
  dl_dragonfly_spec_clear (spec);
  return dragonfly;
}

DlDragonfly *
fixture_cascade (guint groups, guint cables)
{
  DlDragonflySpec spec;

  dl_dragonfly_spec_init (&spec);
  spec.groups = groups;
  spec.cables_per_pair = cables;
  return build (&spec);
}

DlDragonfly *
fixture_generic_33 (void)
{
  DlDragonflySpec spec;

  dl_dragonfly_spec_init (&spec);
  spec.shape = DL_DRAGONFLY_GENERIC;
  spec.groups = 33;
  return build (&spec);
}

static void
draw_shape (DlDragonflySpec *spec, DlRng *rng)
{
  spec->groups = 2 + dl_rng_below (rng, 4);
  if (dl_rng_below (rng, 3) == 0)
    {
      spec->shape = DL_DRAGONFLY_GENERIC;
      spec->routers = 2 + dl_rng_below (rng, 5);
      spec->globals = 2 + dl_rng_below (rng, 3);
      spec->nodes = 1 + dl_rng_below (rng, 4);
      spec->groups = MIN (spec->groups, spec->routers * spec->globals + 1);
      return;
    }
  do
    {
      spec->chassis = 1 + dl_rng_below (rng, 3);
      spec->blades = 2 + dl_rng_below (rng, 5);
      spec->last_chassis = dl_rng_below (rng, 3) == 0 ? 1 + dl_rng_below (rng, spec->chassis) : 0;
    }
  while (dl_dragonfly_spec_max_cables (spec) == 0);
  spec->cables_per_pair = 1 + dl_rng_below (rng, MIN (dl_dragonfly_spec_max_cables (spec), 6));
}

static void
draw_faults (DlDragonflySpec *spec, DlRng *rng, guint damage)
{
  g_autoptr (DlDragonfly) healthy = dl_dragonfly_new (spec, NULL);
  const guint n_links = dl_rng_below (rng, 4 * damage);

  for (guint i = 0; i < n_links; i++)
    {
      const guint link = dl_rng_below (rng, healthy->n_links);
      const DlDragonflyLinkAt at
          = { healthy->router[healthy->link_from[link]], healthy->router[healthy->link_to[link]],
              healthy->link_parallel[link] };
      g_array_append_val (spec->broken_links, at);
    }
  for (guint i = dl_rng_below (rng, damage); i > 0; i--)
    g_array_append_val (spec->broken_routers,
                        healthy->router[dl_rng_below (rng, healthy->n_routers)]);
  for (guint i = dl_rng_below (rng, damage); i > 0; i--)
    {
      const guint link = dl_rng_below (rng, healthy->n_links);
      const DlCableAt at
          = { healthy->router[healthy->link_from[link]].group,
              healthy->router[healthy->link_to[link]].group, healthy->link_cable[link] };
      if (healthy->link_class[link] == DL_LINK_BLUE)
        g_array_append_val (spec->broken_cables, at);
    }
}

DlDragonfly *
fixture_random (guint64 seed, guint damage, char **text)
{
  DlDragonflySpec spec;
  DlRng rng;

  dl_rng_init (&rng, seed);
  dl_dragonfly_spec_init (&spec);
  draw_shape (&spec, &rng);
  if (damage > 0)
    draw_faults (&spec, &rng, damage);
  if (text != NULL)
    *text = g_strdup_printf (
        "seed %u, damage %u: %s, %u groups, chassis %u (%u), blades %u, cables %u, a %u, p %u, "
        "h %u; broken: %u links, %u routers, %u cables",
        (guint) seed, damage, spec.shape == DL_DRAGONFLY_ARIES ? "aries" : "generic", spec.groups,
        spec.chassis, spec.last_chassis, spec.blades, spec.cables_per_pair, spec.routers,
        spec.nodes, spec.globals, spec.broken_links->len, spec.broken_routers->len,
        spec.broken_cables->len);
  return build (&spec);
}

/* One that is like none of the patterns. */
static DlDragonflyDemand *
random_groups (DlDragonfly *net, DlRng *rng)
{
  double *groups = g_new (double, net->n_groups * net->n_groups);

  for (guint i = 0; i < net->n_groups * net->n_groups; i++)
    groups[i] = dl_rng_below (rng, 3) == 0 ? 0 : dl_rng_below (rng, 1000) / 100.0;
  return dl_dragonfly_demand_new_groups (net, groups);
}

/* Two sets and a few nodes of none, or nearly as many sets as nodes. */
static DlDragonflyDemand *
random_sets (DlDragonfly *net, DlRng *rng)
{
  const guint n_sets = dl_rng_below (rng, 2) ? 2 : net->n_nodes / 2 + 1;
  guint32 *set = g_new (guint32, net->n_nodes);

  for (guint node = 0; node < net->n_nodes; node++)
    set[node] = dl_rng_below (rng, 8) == 0 ? DL_NO_SET : dl_rng_below (rng, n_sets);
  return dl_dragonfly_demand_new_sets (net, set, n_sets);
}

DlDragonflyDemand *
fixture_flows (DlDragonfly *net, guint most, gboolean weighted, DlRng *rng)
{
  guint32 *first = g_new0 (guint32, net->n_nodes + 1);
  guint32 *dest = g_new (guint32, net->n_nodes * most);
  double *weight = g_new (double, net->n_nodes *most);

  for (guint node = 0; node < net->n_nodes; node++)
    {
      const guint n = dl_rng_below (rng, most + 1), start = dl_rng_below (rng, net->n_nodes);

      first[node + 1] = first[node];
      for (guint i = 0; i < n && i < net->n_nodes; i++)
        {
          const guint to = (start + i) % net->n_nodes;

          if (to == node || !dl_dragonfly_node_up (net, node) || !dl_dragonfly_node_up (net, to))
            continue;
          weight[first[node + 1]] = dl_rng_below (rng, 10);
          dest[first[node + 1]++] = to;
        }
    }
  if (!weighted)
    g_clear_pointer (&weight, g_free);
  return dl_dragonfly_demand_new_flows (net, first, dest, weight);
}

DlDragonflyDemand *
fixture_demand (DlDragonfly *net, guint which, DlRng *rng)
{
  switch (which)
    {
    case 0:
      return dl_dragonfly_demand_new_uniform (net);
    case 1:
      return dl_dragonfly_demand_new_group_shift (net);
    case 2:
      return dl_dragonfly_demand_new_in_group (net);
    case 3:
      return random_groups (net, rng);
    case 4:
      return random_sets (net, rng);
    case 5:
      return fixture_flows (net, 3, FALSE, rng);
    case 6:
      return fixture_flows (net, 12, TRUE, rng);
    default:
      return dl_dragonfly_demand_new_permutation (net, dl_rng_next (rng));
    }
}

DlDragonflyLoads *
fixture_loads (DlDragonflyRoutes *routes, const DlDragonflyDemand *demand, gboolean nonminimal)
{
  g_autoptr (DlDragonflyLoads) loads = dl_dragonfly_loads_new_empty (routes, nonminimal);

  g_assert_true (dl_dragonfly_loads_fill (routes, demand, nonminimal ? NULL : loads,
                                          nonminimal ? loads : NULL, NULL, NULL, NULL, NULL, NULL));
  dl_dragonfly_loads_sum_links (loads);
  return g_steal_pointer (&loads);
}
