/* A switch from inside: its ports, what is under a point, where keys lead, destinations by port as
 * a walk from there finds them, and that all of it can be drawn. */
#include "fabric-map-fixture.h"

#include "dl-rng.h"
#include "dl-switch-map.h"
#include "metric-fixture.h"

#include <math.h>

static const struct
{
  const char *name, *engine;
} fabrics[] = {
  { "toy", "ftree" },        { "toy", "random-up" },      { "tree-1024", "ftree" },
  { "slim-fly", "min-hop" }, { "leaf-spine", "up-down" }, { "random", "min-hop" },
};

static const DlSwitchMapOptions sizes[] = {
  { 320, 200, 1, FALSE, { 0 } },
  { 722, 560, 1, TRUE, { 0 } },
  { 1280, 760, 2, FALSE, { 0 } },
  { 640, 440, 1, FALSE, { 3, 400, 200 } },
};

/* Do packets for @to at switch @s go out by @port? 0: by none. Any of the choices counts. */
static gboolean
goes_out (const DlFabricRoutes *routes, guint s, guint to, guint port)
{
  const DlFabric *fabric = routes->fabric;
  const guint vertex = fabric->n_hosts + s;

  /* The channel that a packet of a host of this switch takes, if there is one. */
  for (guint c = fabric->first[vertex]; c < fabric->first[vertex + 1]; c++)
    {
      const guint32 from = fabric->channel_to[c];

      if (!dl_fabric_is_host (fabric, from) || from == to)
        continue;
      for (guint pick = 0; pick < 16; pick++)
        {
          guint32 channels[64];
          guint n;

          if (dl_fabric_routes_walk (routes, from, to, pick, channels, &n, NULL)
                  == DL_FABRIC_DELIVERED
              && fabric->channel_from_port[channels[1]] == port)
            return TRUE;
        }
      return FALSE;
    }
  return FALSE;
}

static void
check_ports (const DlSwitchMap *map, const DlFabricRoutes *routes, guint s)
{
  const DlFabric *fabric = routes->fabric;
  const guint vertex = fabric->n_hosts + s;
  guint n_hosts = 0;

  for (guint c = fabric->first[vertex]; c < fabric->first[vertex + 1]; c++)
    n_hosts += dl_fabric_is_host (fabric, fabric->channel_to[c]);
  g_assert_cmpuint (dl_switch_map_count (map), ==,
                    fabric->first[vertex + 1] - fabric->first[vertex]);
  for (guint i = 0; i < dl_switch_map_count (map); i++)
    {
      guint32 leaves, arrives;
      const guint port = dl_switch_map_port (map, i, &leaves, &arrives);
      guint n = 0;

      g_assert_cmpuint (leaves, ==, dl_fabric_port_channel (fabric, vertex, port));
      g_assert_cmpuint (arrives, ==, fabric->channel_back[leaves]);
      if (n_hosts < 2 || fabric->n_hosts > 100 || fabric->n_broken > 0)
        continue;
      for (guint to = 0; to < fabric->n_hosts; to++)
        n += goes_out (routes, s, to, port);
      g_assert_cmpuint (dl_switch_map_destinations (map, i), ==, n);
    }
}

/* Each channel's cell is at its own middle; keys reach all. */
static void
check_places (const DlSwitchMap *map)
{
  const guint n = dl_switch_map_count (map);
  g_autoptr (GHashTable) reached = g_hash_table_new (NULL, NULL);
  guint32 at = dl_switch_map_step (map, DL_FABRIC_NONE, 0, 0);

  for (guint i = 0; i < n; i++)
    {
      guint32 channels[2];

      dl_switch_map_port (map, i, &channels[0], &channels[1]);
      for (guint which = 0; which < 2; which++)
        {
          DlRect rect;

          g_assert_true (dl_switch_map_rect (map, channels[which], &rect));
          g_assert_cmpuint (
              dl_switch_map_hit (map, rect.x + rect.width / 2, rect.y + rect.height / 2), ==,
              channels[which]);
        }
    }
  for (guint tries = 0; tries < 4 * n + 8; tries++)
    {
      guint32 down = at;

      for (guint row = 0; row < n; row++, down = dl_switch_map_step (map, down, 0, 1))
        g_hash_table_add (reached, GUINT_TO_POINTER (down));
      at = dl_switch_map_step (map, at, 1, 0);
    }
  g_assert_cmpuint (g_hash_table_size (reached), ==, 2 * n);
  g_assert_cmpuint (dl_switch_map_hit (map, -1e6, -1e6), ==, DL_FABRIC_NONE);
}

static void
draw (const DlSwitchMap *map, const DlFabric *fabric, const float *values)
{
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 200, 200);
  cairo_t *cr = cairo_create (image);
  DlScale scale;

  dl_scale_init (&scale, metric_in (&dl_family_fabric, "load"), 100, dl_theme_light ());
  /* A route comes in and goes out here. */
  const DlNet *net = dl_shape_net (fabric);
  guint32 hops[2] = { 0 };
  if (dl_switch_map_count (map) > 0)
    dl_switch_map_port (map, 0, &hops[1], &hops[0]);
  const guint32 channels[] = { hops[0] * net->n_vcs, hops[1] * net->n_vcs };
  const DlMapPath path = { .channels = channels, .n = 2, .broken_step = DL_NO_STEP };
  const DlOverlay overlay = {
    .net = net, .values = values, .scale = &scale, .selected = dl_place_link (0), .path = &path
  };
  dl_switch_map_draw (map, cr, &overlay, dl_theme_light ());
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (image);
}

static void
test_maps (void)
{
  DlRng rng;

  dl_rng_init (&rng, 1);
  for (guint i = 0; i < G_N_ELEMENTS (fabrics); i++)
    {
      g_autoptr (DlFabric) whole = fabric_map_make (fabrics[i].name, NULL);
      g_autoptr (DlFabric) fabric
          = i % 3 != 2 ? dl_fabric_ref (whole) : fabric_map_break (whole, 2, i);
      g_autoptr (DlFabricAnalysis) analysis = fabric_map_analyze (fabric, fabrics[i].engine);
      double max;
      g_autofree float *values = fabric_map_values (analysis, &max);

      for (guint k = 0; k < 12; k++)
        {
          const guint s = dl_rng_below (&rng, fabric->n_switches);
          g_autoptr (DlSwitchMap) map
              = dl_switch_map_new (analysis->routes, s, &sizes[k % G_N_ELEMENTS (sizes)]);

          g_assert_cmpuint (dl_switch_map_switch (map), ==, s);
          check_ports (map, analysis->routes, s);
          check_places (map);
          draw (map, fabric, values);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/switch-map/maps", test_maps);
  return g_test_run ();
}
