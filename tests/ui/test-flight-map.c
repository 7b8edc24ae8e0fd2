/* A network with its packets as it is drawn: where routers, links and packets are, and what is said
 * of them. */
#include "dl-fabric-options.h"
#include "dl-families.h"
#include "dl-flight-map.h"
#include "dl-flight-view.h"

#include <math.h>
#include <string.h>

static DlTorusNetwork *
network_of (guint x, guint y, guint z, gboolean wrap)
{
  DlTorusSpec spec;
  DlTorusNetwork *network;

  dl_torus_spec_init (&spec);
  spec.radix[DL_X] = x;
  spec.radix[DL_Y] = y;
  spec.radix[DL_Z] = z;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    spec.wrap[dim] = wrap;
  network = dl_torus_network_new (&spec, NULL);
  dl_torus_spec_clear (&spec);
  return network;
}

/* Routers lie apart, inside, and nothing else is under their middle; each lane leads from the one's
 * edge to the other's, and is what is under its own points. */
static void
check_layout (const DlFlightMap *map, guint n_routers, double width, double height)
{
  const double radius = dl_flight_map_router_radius (map);

  for (guint i = 0; i < n_routers; i++)
    {
      double x, y;

      dl_flight_map_router_at (map, i, &x, &y);
      g_assert_cmpfloat (x, >=, radius);
      g_assert_cmpfloat (x, <=, width - radius);
      g_assert_cmpfloat (y, >=, radius);
      g_assert_cmpfloat (y, <=, height - radius);
      g_assert_cmpuint (dl_flight_map_hit_router (map, x, y), ==, i);
      for (guint k = 0; k < i; k++)
        {
          double other_x, other_y;

          dl_flight_map_router_at (map, k, &other_x, &other_y);
          g_assert_cmpfloat (hypot (x - other_x, y - other_y), >, 1.9 * radius);
        }
    }
}

static void
test_layout (void)
{
  static const guint shapes[][DL_TORUS_N_DIMS] = { { 8, 1, 1 }, { 1, 5, 1 }, { 4, 4, 1 },
                                                   { 3, 1, 6 }, { 5, 5, 5 }, { 2, 3, 4 },
                                                   { 1, 1, 1 } };
  static const double sizes[][2] = { { 720, 560 }, { 380, 480 }, { 1400, 900 } };

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (guint k = 0; k < 2 * G_N_ELEMENTS (sizes); k++)
      {
        g_autoptr (DlTorusNetwork) network
            = network_of (shapes[i][0], shapes[i][1], shapes[i][2], k % 2);
        g_autoptr (DlFlightMap) map
            = dl_flight_torus.lay (network, sizes[k / 2][0], sizes[k / 2][1]);

        check_layout (map, network->n_nodes, sizes[k / 2][0], sizes[k / 2][1]);
      }
  for (guint k = 0; k < G_N_ELEMENTS (sizes); k++)
    {
      g_autoptr (DlScenario) scenario = dl_preset_load ("cascade-2", NULL);
      g_autoptr (DlDragonfly) net = dl_scenario_dragonfly (scenario, NULL);
      g_autoptr (DlFlightMap) map = dl_flight_dragonfly.lay (net, sizes[k][0], sizes[k][1]);

      check_layout (map, net->n_routers, sizes[k][0], sizes[k][1]);
    }
}

static GArray *
new_array (gsize size)
{
  return g_array_new (FALSE, TRUE, size);
}

/* Packets that wait at a router, and the number of further ones, are inside the picture, also at
 * the edges of a row in a narrow view: that of lesson 9. */
static void
test_queues_inside (void)
{
  static const guint shapes[][3] = { { 8, 1, 1 }, { 4, 4, 1 }, { 5, 5, 5 }, { 2, 3, 4 } };
  static const double sizes[][2] = { { 398, 590 }, { 720, 560 }, { 1400, 900 } };

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (guint k = 0; k < G_N_ELEMENTS (sizes); k++)
      {
        const double width = sizes[k][0], height = sizes[k][1];
        g_autoptr (DlTorusNetwork) network
            = network_of (shapes[i][0], shapes[i][1], shapes[i][2], FALSE);
        g_autoptr (DlFlightMap) map = dl_flight_torus.lay (network, width, height);
        g_autoptr (GArray) flights = new_array (sizeof (DlFlight));
        g_autoptr (GArray) spots = new_array (sizeof (DlFlightSpot));
        g_autoptr (GArray) more = new_array (sizeof (DlFlightMore));

        for (guint n = 0; n < 6 * network->n_nodes; n++)
          {
            const DlFlight flight = { .router = n / 6,
                                      .rank = n % 6,
                                      .place = DL_FLIGHT_INPUT,
                                      .out = DL_FLIGHT_NO_LINK,
                                      .in = DL_FLIGHT_NO_LINK };
            g_array_append_val (flights, flight);
          }
        dl_flight_map_place (map, flights, spots, more);
        for (guint n = 0; n < spots->len; n++)
          {
            const DlFlightSpot *spot = &g_array_index (spots, DlFlightSpot, n);

            g_assert_cmpfloat (spot->x, >=, 3);
            g_assert_cmpfloat (spot->y, <=, height - 3);
          }
        g_assert_cmpuint (more->len, ==, network->n_nodes);
        for (guint n = 0; n < more->len; n++)
          g_assert_cmpfloat (g_array_index (more, DlFlightMore, n).x, >=, 8);
        for (guint n = 0; n < network->n_nodes; n++)
          {
            double x, y;

            dl_flight_map_router_at (map, n, &x, &y);
            g_assert_cmpfloat (x, <=, width);
          }
      }
}

/* A packet on a link goes from the one router to the other, on the right; half-way it is half-way.
 * What waits beside the link's end is near it, the first nearest; each has a place of its own. */
static void
test_places (void)
{
  g_autoptr (DlTorusNetwork) network = network_of (8, 1, 1, TRUE);
  g_autoptr (DlFlightMap) map = dl_flight_torus.lay (network, 720, 560);
  g_autoptr (GArray) flights = new_array (sizeof (DlFlight));
  g_autoptr (GArray) spots = new_array (sizeof (DlFlightSpot));
  g_autoptr (GArray) more = new_array (sizeof (DlFlightMore));
  const double radius = dl_flight_map_router_radius (map);
  guint n_hidden = 0, n_more = 0;
  double x0, y0, x1, y1, before = -1;

  dl_flight_map_router_at (map, 2, &x0, &y0);
  dl_flight_map_router_at (map, 3, &x1, &y1);
  for (guint left = 0; left <= 18; left += 9)
    {
      const DlFlight flight = { .router = 2,
                                .place = DL_FLIGHT_LINK,
                                .out = 2 * network->n_ports,
                                .in = DL_FLIGHT_NO_LINK,
                                .left = 18 - left,
                                .of = 18 };
      g_array_set_size (flights, 0);
      g_array_append_val (flights, flight);
      dl_flight_map_place (map, flights, spots, more);
      const DlFlightSpot spot = g_array_index (spots, DlFlightSpot, 0);
      const double along = hypot (spot.x - x0, spot.y - y0);

      g_assert_cmpuint (spot.lane, ==, 2 * network->n_ports);
      g_assert_cmpfloat_with_epsilon (spot.along, left / 18.0, 1e-9);
      g_assert_cmpfloat (along, >, before);
      before = along;
      g_assert_cmpuint (dl_flight_map_hit_packet (map, spots, spot.x, spot.y), ==, 0);
      if (left == 9)
        {
          g_assert_cmpuint (dl_flight_map_hit_link (map, spot.x, spot.y), ==, 2 * network->n_ports);
          g_assert_cmpfloat_with_epsilon (hypot (spot.x - x1, spot.y - y1), along, 1e-6);
          /* On the right of the way, where y goes down. */
          g_assert_cmpfloat ((x1 - x0) * (spot.y - y0) - (y1 - y0) * (spot.x - x0), >, 0);
        }
    }
  g_assert_cmpfloat (hypot (x1 - x0, y1 - y0) - before, <, 1.1 * radius);

  g_array_set_size (flights, 0);
  for (guint i = 0; i < 12; i++)
    {
      const DlFlight flight = { .source = i,
                                .router = 3,
                                .place = DL_FLIGHT_INPUT,
                                .in = 2 * network->n_ports,
                                .out = DL_FLIGHT_NO_LINK,
                                .rank = i };
      g_array_append_val (flights, flight);
    }
  dl_flight_map_place (map, flights, spots, more);
  before = 0;
  for (guint i = 0; i < 12; i++)
    {
      const DlFlightSpot *spot = &g_array_index (spots, DlFlightSpot, i);
      const double away = hypot (spot->x - x1, spot->y - y1);

      if (spot->hidden)
        {
          n_hidden++;
          continue;
        }
      g_assert_cmpuint (n_hidden, ==, 0);
      g_assert_cmpfloat (away, >, before);
      before = away;
    }
  for (guint i = 0; i < more->len; i++)
    n_more += g_array_index (more, DlFlightMore, i).n;
  g_assert_cmpuint (n_hidden, >, 0);
  g_assert_cmpuint (n_hidden, <, 11);
  g_assert_cmpuint (n_more, ==, n_hidden);
}

/* Between two cycles each packet is on the straight way, or on its lane; at the end where it is. */
static void
test_blend (void)
{
  g_autoptr (DlTorusNetwork) network = network_of (4, 4, 1, TRUE);
  g_autoptr (DlFlightMap) map = dl_flight_torus.lay (network, 720, 560);
  g_autoptr (GArray) before = new_array (sizeof (DlFlight));
  g_autoptr (GArray) now = new_array (sizeof (DlFlight));
  g_autoptr (GArray) from = new_array (sizeof (DlFlightSpot));
  g_autoptr (GArray) spots = new_array (sizeof (DlFlightSpot));
  g_autoptr (GArray) shown = new_array (sizeof (DlFlightSpot));
  g_autoptr (GArray) more = new_array (sizeof (DlFlightMore));
  /* Round the edge: node 12 is the last of its row. */
  DlFlight flight = { .source = 1,
                      .router = 12,
                      .place = DL_FLIGHT_LINK,
                      .in = DL_FLIGHT_NO_LINK,
                      .out = 12 * network->n_ports + DL_TORUS_PORT_X_PLUS,
                      .left = 10,
                      .of = 18 };
  const DlFlight other = { .source = 0,
                           .router = 5,
                           .place = DL_FLIGHT_INPUT,
                           .in = DL_FLIGHT_NO_LINK,
                           .out = DL_FLIGHT_NO_LINK };
  g_array_append_val (before, flight);
  flight.left = 8;
  g_array_append_val (now, other); /* it has just come */
  g_array_append_val (now, flight);
  dl_flight_map_place (map, before, from, more);
  dl_flight_map_place (map, now, spots, more);
  for (guint i = 0; i <= 4; i++)
    {
      const DlFlightSpot *due = &g_array_index (spots, DlFlightSpot, 1);
      const DlFlightSpot *spot;

      g_array_set_size (shown, 0);
      g_array_append_vals (shown, spots->data, spots->len);
      dl_flight_map_blend (map, before, from, now, shown, i / 4.0);
      spot = &g_array_index (shown, DlFlightSpot, 1);
      g_assert_cmpfloat_with_epsilon (spot->along, (8 + i / 2.0) / 18, 1e-9);
      if (i == 4)
        g_assert_cmpfloat_with_epsilon (hypot (spot->x - due->x, spot->y - due->y), 0, 1e-6);
      spot = &g_array_index (shown, DlFlightSpot, 0);
      due = &g_array_index (spots, DlFlightSpot, 0);
      g_assert_true (spot->x == due->x && spot->y == due->y);
    }
}

/* How many pixels of @color there are within @radius of a point. */
static guint
count_pixels (cairo_surface_t *surface, double x, double y, double radius, const DlColor *color)
{
  const guint8 *data = cairo_image_surface_get_data (surface);
  const int stride = cairo_image_surface_get_stride (surface);
  const guint r = color->r * 255 + 0.5, g = color->g * 255 + 0.5, b = color->b * 255 + 0.5;
  guint n = 0;

  for (int py = MAX (y - radius, 0);
       py <= y + radius && py < cairo_image_surface_get_height (surface); py++)
    for (int px = MAX (x - radius, 0);
         px <= x + radius && px < cairo_image_surface_get_width (surface); px++)
      {
        const guint32 pixel = ((const guint32 *) (gconstpointer) (data + py * stride))[px];

        n += (pixel & 0xffffff) == (r << 16 | g << 8 | b);
      }
  return n;
}

/* At a known cycle of a known run each packet is seen where it is, in the color of its channel. */
static void
test_drawn (void)
{
  const DlTheme *theme = dl_theme_light ();
  g_autoptr (DlScenario) scenario = dl_toy_new_scenario (dl_toy_find ("ring-8"), NULL);
  g_autoptr (DlMachinePlan) plan = dl_scenario_plan (scenario, scenario->seed, NULL, NULL, NULL);
  g_autoptr (DlMachineRun) run = dl_machine_run_new (plan);
  DlTorusNetwork *network = dl_seastar_plan_of (plan)->routes->network;
  g_autoptr (DlFlightMap) map = dl_flight_torus.lay (network, 720, 560);
  g_autoptr (GArray) flights = new_array (sizeof (DlFlight));
  g_autoptr (GArray) spots = new_array (sizeof (DlFlightSpot));
  g_autoptr (GArray) more = new_array (sizeof (DlFlightMore));
  guint n_seen[2] = { 0 };

  for (guint i = 0; i < 40; i++)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 720, 560);
      cairo_t *cr = cairo_create (surface);
      DlFlightScene scene = { .kind = &dl_flight_torus,
                              .scenario = scenario,
                              .selected_link = DL_NO_LINK,
                              .hovered_link = DL_NO_LINK,
                              .selected_router = DL_NO_NODE,
                              .flights = flights,
                              .spots = spots,
                              .more = more,
                              .marked = G_MAXUINT };

      scene.net = *dl_shape_net (network);
      dl_machine_run_go (run, 11);
      dl_machine_run_get_flights (run, flights);
      dl_flight_map_place (map, flights, spots, more);
      dl_flight_map_draw_network (map, cr, &scene, theme);
      dl_flight_map_draw_packets (map, cr, &scene, theme);
      cairo_surface_flush (surface);
      for (guint k = 0; k < flights->len; k++)
        {
          const DlFlight *flight = &g_array_index (flights, DlFlight, k);
          const DlFlightSpot *spot = &g_array_index (spots, DlFlightSpot, k);

          if (flight->place != DL_FLIGHT_LINK)
            continue; /* others may be partly over each other */
          g_assert_cmpuint (count_pixels (surface, spot->x, spot->y,
                                          dl_flight_map_packet_radius (map),
                                          &theme->vc[flight->vc]),
                            >, 60);
          n_seen[flight->vc]++;
        }
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
  g_assert_cmpuint (n_seen[0], >, 10);
  g_assert_cmpuint (n_seen[1], >, 5);
}

/* Cables of a fabric without levels that are drawn behind a switch that they do not lead to, so
 * that one looks like two. */
static guint
count_covered (const DlFlightMap *map, const DlFabric *fabric)
{
  const guint H = fabric->n_hosts;
  guint n = 0;

  for (guint c = 0; c < fabric->n_channels; c++)
    {
      const guint from = fabric->channel_from[c] - H, to = fabric->channel_to[c] - H;
      gboolean covered = FALSE;
      double ax, ay, bx, by;

      if (dl_fabric_link_class (fabric, c) == DL_FABRIC_OF_HOSTS || from > to)
        continue;
      dl_flight_map_router_at (map, from, &ax, &ay);
      dl_flight_map_router_at (map, to, &bx, &by);
      for (guint s = 0; s < fabric->n_switches; s++)
        {
          double x, y, along;

          dl_flight_map_router_at (map, s, &x, &y);
          along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay))
                  / ((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
          covered |= s != from && s != to && along > 0 && along < 1
                     && hypot (ax + along * (bx - ax) - x, ay + along * (by - ay) - y)
                            < dl_flight_map_router_radius (map);
        }
      n += covered;
    }
  return n;
}

static void
test_fabric (void)
{
  static const struct
  {
    const char *id;
    DlFabricSpec spec;
    guint n_cables;
  } graphs[] = {
    { "slim-fly", { .q = 5, .hosts_per_switch = 1 }, 175 },
    { "random-regular", { .switches = 40, .degree = 5, .hosts_per_switch = 1, .seed = 1 }, 100 },
    { "dragonfly-plus",
      { .groups = 5, .leaves = 4, .spines = 4, .hosts_per_switch = 1 },
      5 * 16 + 40 },
  };
  static const double sizes[][2] = { { 700, 560 }, { 1100, 760 } };

  for (guint i = 0; i < G_N_ELEMENTS (graphs); i++)
    for (guint k = 0; k < G_N_ELEMENTS (sizes); k++)
      {
        g_autoptr (DlFabric) fabric = dl_fabric_generate (graphs[i].id, &graphs[i].spec, NULL);
        g_autoptr (DlFlightMap) map = dl_flight_fabric.lay (fabric, sizes[k][0], sizes[k][1]);
        guint n = 0;

        for (guint c = 0; c < fabric->n_channels; c++)
          n += dl_fabric_link_class (fabric, c) == DL_FABRIC_BETWEEN_SWITCHES;
        g_assert_cmpuint (n, ==, 2 * graphs[i].n_cables);
        check_layout (map, fabric->n_switches, sizes[k][0], sizes[k][1]);
        g_assert_cmpuint (count_covered (map, fabric), ==, 0);
      }
}

/* Texts state the counted values. */
static void
test_text (void)
{
  g_autoptr (GArray) flights = new_array (sizeof (DlFlight));
  g_autoptr (DlTorusNetwork) network = network_of (8, 1, 1, TRUE);
  const DlFlight on_link = { .injected = 100,
                             .source = 1,
                             .dest = 4,
                             .place = DL_FLIGHT_LINK,
                             .left = 7,
                             .of = 18,
                             .vc = 1,
                             .flits = 9 };
  const DlFlight waiting = { .place = DL_FLIGHT_INPUT, .rank = 2, .injected = 119 };
  const DlLivePicture picture = {
    .family = &dl_family_torus, .shape = network, .cycle = 120, .flights = flights, .waiting = 5
  };
  g_autofree char *summary = NULL;
  g_autofree char *story = NULL;

  g_array_append_val (flights, on_link);
  g_array_append_val (flights, waiting);
  summary = dl_flights_summary (&picture);
  g_assert_cmpstr (
      summary, ==,
      "Cycle 120 · 2 packets in flight · 1 waits in a router · 5 wait at their sources");
  story = dl_flight_story (&picture, &on_link);
  g_assert_cmpstr (
      story, ==,
      "Packet (1,0,0) → (4,0,0), VC1 · on a link, 7 cycles from its end · 20 cycles in "
      "the network · 9 flits");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flight-map/layout", test_layout);
  g_test_add_func ("/flight-map/queues-inside", test_queues_inside);
  g_test_add_func ("/flight-map/places", test_places);
  g_test_add_func ("/flight-map/blend", test_blend);
  g_test_add_func ("/flight-map/drawn", test_drawn);
  g_test_add_func ("/flight-map/fabric", test_fabric);
  g_test_add_func ("/flight-map/text", test_text);
  return g_test_run ();
}
