#include "fabric-fixture.h"

#include <string.h>

static guint
read_list (const char *text, guint *values)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    values[i] = (guint) g_ascii_strtoull (parts[i], NULL, 10);
  return g_strv_length (parts);
}

DlFabric *
fabric_tree (const char *values)
{
  g_auto (GStrv) parts = g_strsplit (values, "/", -1);
  g_autoptr (GError) error = NULL;
  DlFabricSpec spec = { 0 };
  DlFabric *fabric;

  spec.n_levels = read_list (parts[0], spec.children);
  spec.n_parents = read_list (parts[1], spec.parents);
  if (parts[2] != NULL)
    spec.n_cables = read_list (parts[2], spec.cables);
  fabric = dl_fabric_generate ("fat-tree", &spec, &error);
  g_assert_no_error (error);
  return fabric;
}

DlFabric *
fabric_with_cable (const DlFabric *tree, guint a, guint b)
{
  const guint H = tree->n_hosts;
  g_autoptr (DlFabricBuilder) builder = dl_fabric_builder_new ();
  g_autoptr (GError) error = NULL;
  DlFabric *fabric;

  for (guint v = 0; v < tree->n_vertices; v++)
    if (v < H)
      dl_fabric_builder_add_host (builder, dl_fabric_name (tree, v), tree->guid[v]);
    else
      dl_fabric_builder_add_switch (builder, dl_fabric_name (tree, v), tree->guid[v], 0);
  for (guint c = 0; c < tree->n_channels; c++)
    {
      const guint from = tree->channel_from[c], to = tree->channel_to[c];

      g_assert_true (dl_fabric_builder_add_channel (
          builder,
          (DlFabricEnd) { from < H ? from : from - H, from < H, tree->channel_from_port[c] },
          (DlFabricEnd) { to < H ? to : to - H, to < H, tree->channel_to_port[c] }, &error));
    }
  g_assert_true (dl_fabric_builder_add_cable (builder, (DlFabricEnd) { a, FALSE, 0 },
                                              (DlFabricEnd) { b, FALSE, 0 }, &error));
  fabric = dl_fabric_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return fabric;
}

DlFabric *
fabric_hyperx (guint n, const guint *size, guint cables, guint hosts)
{
  g_autoptr (GError) error = NULL;
  DlFabricSpec spec = { .n_dimensions = n, .n_cables = n, .hosts_per_switch = hosts };
  DlFabric *fabric;

  for (guint i = 0; i < n; i++)
    {
      spec.size[i] = size[i];
      spec.cables[i] = cables;
    }
  fabric = dl_fabric_generate ("hyperx", &spec, &error);
  g_assert_no_error (error);
  return fabric;
}

DlFabric *
fabric_torus (guint n, const guint *radix, guint hosts)
{
  g_autoptr (DlFabricBuilder) builder = dl_fabric_builder_new ();
  g_autoptr (GError) error = NULL;
  DlFabric *fabric;
  guint n_switches = 1, stride = 1;

  for (guint i = 0; i < n; i++)
    n_switches *= radix[i];
  for (guint s = 0; s < n_switches; s++)
    dl_fabric_builder_add_switch (builder, NULL, 0x200000 + s, 2 * n);
  for (guint i = 0; i < n; i++)
    {
      for (guint s = 0; s < n_switches; s++)
        {
          const guint at = s / stride % radix[i];
          const guint next = at + 1 < radix[i] ? s + stride : s - at * stride;

          g_assert_true (
              dl_fabric_builder_add_cable (builder, (DlFabricEnd) { s, FALSE, 2 * i + 1 },
                                           (DlFabricEnd) { next, FALSE, 2 * i + 2 }, &error));
        }
      stride *= radix[i];
    }
  for (guint s = 0; s < n_switches; s++)
    for (guint h = 0; h < hosts; h++)
      {
        const guint host = dl_fabric_builder_add_host (builder, NULL, 0x100000 + hosts * s + h);

        g_assert_true (dl_fabric_builder_add_cable (builder, (DlFabricEnd) { s, FALSE, 0 },
                                                    (DlFabricEnd) { host, TRUE, 1 }, &error));
      }
  fabric = dl_fabric_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return fabric;
}

/* Cables at random, some parallel, some one-way, a few switches without hosts. */
static DlFabric *
irregular (DlRng *rng)
{
  g_autoptr (DlFabricBuilder) builder = dl_fabric_builder_new ();
  const guint n = 2 + (guint) dl_rng_below (rng, 20);
  const guint n_cables = n - 1 + (guint) dl_rng_below (rng, 2 * n);
  DlFabric *fabric;

  for (guint s = 0; s < n; s++)
    dl_fabric_builder_add_switch (builder, NULL, 0, (guint) dl_rng_below (rng, 8));
  for (guint i = 0; i < n_cables; i++)
    {
      const guint a = i + 1 < n ? i + 1 : (guint) dl_rng_below (rng, n);
      const guint b = i + 1 < n ? (guint) dl_rng_below (rng, i + 1) : (guint) dl_rng_below (rng, n);
      const DlFabricEnd from = { a, FALSE, 0 }, to = { b, FALSE, 0 };

      if (a == b)
        continue;
      if (i + 1 >= n && dl_rng_below (rng, 8) == 0)
        g_assert_true (dl_fabric_builder_add_channel (builder, from, to, NULL));
      else
        g_assert_true (dl_fabric_builder_add_cable (builder, from, to, NULL));
    }
  for (guint s = 0; s < n; s++)
    for (guint h = s == 0 ? 1 : (guint) dl_rng_below (rng, 4); h > 0; h--)
      {
        const guint host = dl_fabric_builder_add_host (builder, NULL, 0);

        g_assert_true (dl_fabric_builder_add_cable (builder, (DlFabricEnd) { s, FALSE, 0 },
                                                    (DlFabricEnd) { host, TRUE, 0 }, NULL));
      }
  fabric = dl_fabric_builder_finish (builder, NULL, NULL);
  g_assert_nonnull (fabric);
  return fabric;
}

DlFabric *
fabric_random (guint64 seed)
{
  static const char *const trees[] = {
    "2,2/1,2", "4,4,2/1,2,2", "3,2,2/1,2,3/1,2,1", "4,3/1,2/1,2", "2,2,2,2/1,2,2,2", "6,5/1,3",
  };
  g_autoptr (GError) error = NULL;
  DlFabricSpec spec = { .seed = seed };
  DlFabric *fabric;
  DlRng rng;

  dl_rng_init (&rng, seed);
  spec.hosts_per_switch = 1 + (guint) dl_rng_below (&rng, 3);
  switch (seed % 7)
    {
    case 0:
      return fabric_tree (trees[dl_rng_below (&rng, G_N_ELEMENTS (trees))]);
    case 1:
      return fabric_hyperx (2, (const guint[]) { 2 + (guint) dl_rng_below (&rng, 3), 3 },
                            1 + (guint) dl_rng_below (&rng, 2), spec.hosts_per_switch);
    case 2:
      return fabric_torus (2, (const guint[]) { 3 + (guint) dl_rng_below (&rng, 3), 4 },
                           spec.hosts_per_switch);
    case 3:
      spec.groups = 2 + (guint) dl_rng_below (&rng, 4);
      spec.leaves = spec.spines = 2 + (guint) dl_rng_below (&rng, 2);
      fabric = dl_fabric_generate ("dragonfly-plus", &spec, &error);
      break;
    case 4:
      spec.q = 3;
      fabric = dl_fabric_generate ("slim-fly", &spec, &error);
      break;
    case 5:
      spec.switches = 6 + 2 * (guint) dl_rng_below (&rng, 8);
      spec.degree = 2 + (guint) dl_rng_below (&rng, 4);
      fabric = dl_fabric_generate ("random-regular", &spec, &error);
      break;
    default:
      return irregular (&rng);
    }
  g_assert_no_error (error);
  return fabric;
}

DlFabric *
fabric_break_some (DlFabric *fabric, guint n, guint64 seed)
{
  g_autoptr (DlFabric) broken = NULL;
  g_autofree guint32 *channels = g_new (guint32, 2 * n), *switches = g_new (guint32, n);
  g_autofree guint32 *hosts = g_new (guint32, n);
  DlFabricFaults faults = { .channels = channels, .switches = switches, .hosts = hosts };
  DlRng rng;

  dl_rng_init (&rng, seed);
  for (guint i = 0; i < n; i++)
    switch (dl_rng_below (&rng, 6))
      {
      case 0:
        switches[faults.n_switches++] = (guint32) dl_rng_below (&rng, fabric->n_switches);
        break;
      case 1:
        hosts[faults.n_hosts++] = (guint32) dl_rng_below (&rng, fabric->n_hosts);
        break;
      default:
        {
          const guint32 c = (guint32) dl_rng_below (&rng, fabric->n_channels);

          channels[faults.n_channels++] = c;
          if (dl_rng_below (&rng, 4) > 0 && fabric->channel_back[c] != DL_FABRIC_NONE)
            channels[faults.n_channels++] = fabric->channel_back[c];
        }
      }
  return dl_fabric_new_broken (fabric, &faults);
}

void
fabric_check (const DlFabric *fabric)
{
  guint n = 0;

  g_assert_cmpuint (fabric->n_vertices, ==, fabric->n_hosts + fabric->n_switches);
  for (guint v = 0; v < fabric->n_vertices; v++)
    {
      g_assert_cmpuint (fabric->first[v], ==, n);
      for (; n < fabric->first[v + 1]; n++)
        {
          const guint to = fabric->channel_to[n];
          const guint32 back = fabric->channel_back[n];

          g_assert_cmpuint (fabric->channel_from[n], ==, v);
          g_assert_true (v >= fabric->n_hosts || to >= fabric->n_hosts);
          g_assert_true (n == fabric->first[v]
                         || fabric->channel_from_port[n] > fabric->channel_from_port[n - 1]);
          g_assert_cmpuint (dl_fabric_port_channel (fabric, v, fabric->channel_from_port[n]), ==,
                            n);
          g_assert_cmpuint (
              fabric->port_arrives[fabric->port_first[to] + fabric->channel_to_port[n] - 1], ==, n);
          if (back == DL_FABRIC_NONE)
            continue;
          g_assert_cmpuint (fabric->channel_back[back], ==, n);
          g_assert_cmpuint (fabric->channel_from[back], ==, to);
          g_assert_cmpuint (fabric->channel_from_port[back], ==, fabric->channel_to_port[n]);
        }
      g_assert_cmpuint (dl_fabric_find (fabric, dl_fabric_name (fabric, v)), ==, v);
    }
  g_assert_cmpuint (n, ==, fabric->n_channels);
  g_assert_cmpuint (fabric->arrive_first[fabric->n_vertices], ==, n);
  for (guint h = 0; h < fabric->n_hosts; h++)
    {
      g_assert_cmpuint (fabric->first[h + 1] - fabric->first[h], <=, 1);
      g_assert_cmpuint (fabric->arrive_first[h + 1] - fabric->arrive_first[h], <=, 1);
    }
  for (guint s = 0; s < fabric->n_switches; s++)
    g_assert_cmpuint (fabric->level[s], <, fabric->n_levels);
}

DlIqSpec
fabric_iq_spec (guint vcs)
{
  return (DlIqSpec) { .vcs = vcs,
                      .buffer_flits = 8,
                      .routing_delay = 1,
                      .vc_allocation_delay = 1,
                      .switch_allocation_delay = 1,
                      .switch_traversal_delay = 1,
                      .channel_delay = 1,
                      .global_channel_delay = 1,
                      .allocator_iterations = 1 };
}

DlIqPlan *
fabric_iq_plan (DlFabricRoutes *routes, DlIqPlanOptions *options, GError **error)
{
  return dl_fabric_iq_options (routes, options, error) ? dl_iq_plan_new (options, error) : NULL;
}
