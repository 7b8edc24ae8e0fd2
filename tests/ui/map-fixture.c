#include "map-fixture.h"

#define TORUS                                                                                      \
  {                                                                                                \
    TRUE, TRUE, TRUE                                                                               \
  }
#define MESH                                                                                       \
  {                                                                                                \
    FALSE, FALSE, FALSE                                                                            \
  }

const MapShape map_shapes[MAP_N_SHAPES] = {
  { { 11, 12, 16 }, TORUS },
  { { 5, 5, 5 }, TORUS },
  { { 4, 4, 1 }, MESH },
  { { 8, 1, 1 }, TORUS },
  { { 27, 16, 24 }, { FALSE, FALSE, TRUE } },
  { { 1, 1, 1 }, TORUS },
  { { 2, 2, 2 }, TORUS },
  { { 1, 2, 1 }, MESH },
  { { 8, 4, 2 }, TORUS },
  { { 3, 1, 3 }, { TRUE, TRUE, FALSE } },
  { { 2, 8, 512 }, TORUS },
};

const MapShape map_large_shapes[MAP_N_LARGE_SHAPES] = {
  { { 32, 32, 32 }, TORUS },    { { 32768, 1, 1 }, TORUS }, { { 1, 1, 4096 }, TORUS },
  { { 1, 4096, 1 }, MESH },     { { 8, 4096, 1 }, TORUS },  { { 4096, 2, 4 }, TORUS },
  { { 64, 8, 64 }, { FALSE } },
};

DlTorusNetwork *
map_build (const MapShape *shape, guint n_broken, DlRng *rng)
{
  g_autoptr (GError) error = NULL;
  DlTorusSpec spec;

  dl_torus_spec_init (&spec);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      spec.radix[dim] = shape->radix[dim];
      spec.wrap[dim] = shape->wrap[dim];
    }
  for (guint tries = 0; tries < n_broken; tries++)
    {
      DlTorusLinkAt link = { .port = dl_rng_below (rng, DL_TORUS_N_NETWORK_PORTS) };
      gboolean twice = FALSE;

      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        link.from.at[dim] = dl_rng_below (rng, shape->radix[dim]);
      if (!dl_torus_spec_has_link (&spec, link))
        continue;
      link = dl_torus_spec_cable (&spec, link);
      for (guint i = 0; i < spec.broken_cables->len; i++)
        twice |= dl_torus_link_at_compare (&g_array_index (spec.broken_cables, DlTorusLinkAt, i),
                                           &link)
                 == 0;
      if (!twice)
        g_array_append_val (spec.broken_cables, link);
    }
  g_array_sort (spec.broken_cables, dl_torus_link_at_compare);
  DlTorusNetwork *network = dl_torus_network_new (&spec, &error);
  g_assert_no_error (error);
  dl_torus_spec_clear (&spec);
  return network;
}

static void
random_shape (DlRng *rng, MapShape *shape)
{
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      shape->radix[dim] = 1 + dl_rng_below (rng, dl_rng_below (rng, 3) == 0 ? 20 : 7);
      shape->wrap[dim] = dl_rng_below (rng, 2);
    }
}

/* A map of each kind, axis and some sizes. */
static void
foreach_map_of (const DlTorusNetwork *network, MapFunc func)
{
  static const double sizes[][3] = {
    { 722, 520, 1 }, { 1280, 800, 1 }, { 500.5, 333.25, 2 },
    { 320, 240, 1 }, { 160, 100, 1 },  { 700, 400, 1.25 },
  };

  /* Large networks only in the sizes that differ most. */
  const guint stride = network->n_nodes > 4096 ? 2 : 1;
  for (guint size = 0; size < G_N_ELEMENTS (sizes); size += stride)
    for (guint view = 0; view < 1 + DL_TORUS_N_DIMS; view++)
      {
        const DlMapOptions options = {
          .kind = view == 0 ? DL_MAP_RING_MATRIX : DL_MAP_PLANES,
          .slice = view == 0 ? DL_Z : view - 1,
          .width = sizes[size][0],
          .height = sizes[size][1],
          .scale = sizes[size][2],
        };
        g_autoptr (DlMap) map = dl_map_new (network, &options);
        func (network, map);
      }
}

void
map_foreach (MapFunc func, guint n_random)
{
  DlRng rng;

  dl_rng_init (&rng, 20240717);
  for (guint i = 0; i < MAP_N_SHAPES; i++)
    {
      g_autoptr (DlTorusNetwork) network = map_build (&map_shapes[i], 3, &rng);
      foreach_map_of (network, func);
    }
  for (guint i = 0; i < n_random; i++)
    {
      MapShape shape;
      random_shape (&rng, &shape);
      g_autoptr (DlTorusNetwork) network = map_build (&shape, 3, &rng);
      foreach_map_of (network, func);
    }
}

void
map_foreach_large (MapFunc func)
{
  DlRng rng;

  dl_rng_init (&rng, 7);
  for (guint i = 0; i < MAP_N_LARGE_SHAPES; i++)
    {
      g_autoptr (DlTorusNetwork) network = map_build (&map_large_shapes[i], 20, &rng);
      foreach_map_of (network, func);
    }
}

gboolean
map_has_pixel (const DlMap *map, const DlRect *rect)
{
  const double scale = dl_map_options (map)->scale;

  return rect->width * scale > 1 - 1e-9 && rect->height * scale > 1 - 1e-9;
}
