/* The isometric map: what is seen of the block, where it lies, and that it bears any shape. */
#include "dl-map.h"
#include "dl-rng.h"
#include "metric-fixture.h"

#include <math.h>

static const gint no_dateline[DL_TORUS_N_DIMS] = { DL_NO_DATELINE, DL_NO_DATELINE, DL_NO_DATELINE };

static DlTorusNetwork *
build (guint x, guint y, guint z, gboolean wrap, gboolean fault)
{
  g_autoptr (GError) error = NULL;
  const guint radix[DL_TORUS_N_DIMS] = { x, y, z };
  DlTorusSpec spec;

  dl_torus_spec_init (&spec);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      spec.radix[dim] = radix[dim];
      spec.wrap[dim] = wrap;
    }
  const DlTorusLinkAt broken = { { { 0, 0, 0 } }, DL_TORUS_PORT_X_PLUS };
  if (fault && dl_torus_spec_has_link (&spec, broken))
    {
      const DlTorusLinkAt cable = dl_torus_spec_cable (&spec, broken);
      g_array_append_val (spec.broken_cables, cable);
    }
  DlTorusNetwork *network = dl_torus_network_new (&spec, &error);
  g_assert_no_error (error);
  dl_torus_spec_clear (&spec);
  return network;
}

static DlMap *
map_of (const DlTorusNetwork *network, DlTorusDim slice, guint cut, double width, double height,
        double scale)
{
  const DlMapOptions options = { .kind = DL_MAP_ISOMETRIC,
                                 .slice = slice,
                                 .width = width,
                                 .height = height,
                                 .scale = scale,
                                 .cut = cut };

  return dl_map_new (network, &options);
}

static gboolean
is_there (const DlTorusNetwork *network, guint link)
{
  return network->link_state[link] != DL_LINK_ABSENT;
}

/* Said again, from the description: a node that is left and on one of the three faces. */
static gboolean
is_in_sight (const DlTorusNetwork *network, guint node, guint slice, guint cut)
{
  const DlTorusCoord at = network->torus.coord[node];
  gboolean on_face = FALSE;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const guint last = dim == slice ? cut : network->torus.radix[dim] - 1;
      if (at.at[dim] > last)
        return FALSE;
      on_face |= at.at[dim] == last;
    }
  return on_face;
}

/* All links that leave a node in sight have a place inside the map, where they are found. */
static void
check_rects (const DlTorusNetwork *network, const DlMap *map, gboolean fine)
{
  const DlMapOptions *options = dl_map_options (map);
  const guint cut = MIN (options->cut, network->torus.radix[options->slice] - 1);

  for (guint link = 0; link < network->n_links; link++)
    {
      const guint node = link / DL_TORUS_N_NETWORK_PORTS;
      const gboolean in_sight = is_in_sight (network, node, options->slice, cut);
      DlRect rect;

      if (!is_there (network, link))
        {
          g_assert_false (dl_map_link_rect (map, link, &rect));
          continue;
        }
      if (!dl_map_link_rect (map, link, &rect))
        {
          g_assert_false (in_sight);
          continue;
        }
      /* The other links show the half that arrives. */
      g_assert_true (in_sight
                     || is_in_sight (network, network->link_to[link], options->slice, cut));
      g_assert_cmpfloat (rect.width, >, 0);
      g_assert_cmpfloat (rect.height, >, 0);
      g_assert_cmpfloat (rect.x, >=, 0);
      g_assert_cmpfloat (rect.y, >=, 0);
      g_assert_cmpfloat (rect.x + rect.width, <=, options->width + 1e-6);
      g_assert_cmpfloat (rect.y + rect.height, <=, options->height + 1e-6);
      if (!fine)
        continue;
      const DlHit hit
          = dl_map_hit (map, rect.x + rect.width / 2, rect.y + rect.height / 2, no_dateline);
      g_assert_cmpint (hit.kind, ==, DL_HIT_LINK);
      g_assert_cmpuint (hit.link, ==, link);
      g_assert_cmpuint (hit.node, ==, node);
    }
}

/* Whatever is under a point is there and in sight; every link of the cut plane is under some. */
static void
check_scan (const DlTorusNetwork *network, const DlMap *map)
{
  const DlMapOptions *options = dl_map_options (map);
  const double pixel = 1 / options->scale;
  const guint cut = MIN (options->cut, network->torus.radix[options->slice] - 1);
  g_autofree guint8 *seen = g_new0 (guint8, network->n_links);

  for (double y = pixel / 2; y < options->height; y += pixel)
    for (double x = pixel / 2; x < options->width; x += pixel)
      {
        const DlHit hit = dl_map_hit (map, x, y, no_dateline);

        if (hit.kind == DL_HIT_LINK)
          {
            g_assert_true (is_there (network, hit.link));
            seen[hit.link] = TRUE;
          }
        else if (hit.kind == DL_HIT_NODE)
          g_assert_true (is_in_sight (network, hit.node, options->slice, cut));
      }
  for (guint link = 0; link < network->n_links; link++)
    {
      const guint node = link / DL_TORUS_N_NETWORK_PORTS;
      if (is_there (network, link) && network->torus.coord[node].at[options->slice] == cut)
        g_assert_true (seen[link]);
    }
}

static void
test_xt3 (void)
{
  g_autoptr (DlTorusNetwork) network = build (11, 12, 16, TRUE, TRUE);

  for (guint slice = 0; slice < DL_TORUS_N_DIMS; slice++)
    for (guint cut = 0; cut < network->torus.radix[slice]; cut += slice == DL_Z ? 5 : 1)
      {
        g_autoptr (DlMap) map = map_of (network, slice, cut, 722, 520, 1);
        check_rects (network, map, TRUE);
        check_scan (network, map);
      }
}

/* Dense and small screens, odd sizes. */
static void
test_scales (void)
{
  static const double sizes[][3] = {
    { 722, 520, 2 }, { 500.5, 433.25, 2 }, { 480, 400, 1 }, { 700, 500, 1.25 }, { 1600, 1200, 1 }
  };
  g_autoptr (DlTorusNetwork) torus = build (5, 5, 5, TRUE, TRUE);
  g_autoptr (DlTorusNetwork) mesh = build (4, 6, 3, FALSE, TRUE);
  g_autoptr (DlTorusNetwork) ring = build (8, 1, 1, TRUE, TRUE);
  const DlTorusNetwork *const networks[] = { torus, mesh, ring };

  for (guint i = 0; i < G_N_ELEMENTS (networks); i++)
    for (guint size = 0; size < G_N_ELEMENTS (sizes); size++)
      for (guint slice = 0; slice < DL_TORUS_N_DIMS; slice++)
        for (guint cut = 0; cut < 3; cut++)
          {
            g_autoptr (DlMap) map
                = map_of (networks[i], slice, cut, sizes[size][0], sizes[size][1], sizes[size][2]);
            check_rects (networks[i], map, TRUE);
            check_scan (networks[i], map);
          }
}

static void
draw_overlay (const DlTorusNetwork *network, const DlMap *map, cairo_surface_t *surface)
{
  DlOverlay overlay = { .net = dl_shape_net (network),
                        .selected = dl_place_link (network->n_links - 1),
                        .hovered = dl_place_link (0),
                        .focused = TRUE };
  DlDatelines datelines = { .dragged = DL_Y };
  cairo_t *cr = cairo_create (surface);

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    datelines.at[dim] = (gint) network->torus.radix[dim] - 1;
  dl_map_draw_overlay (map, cr, &overlay, &datelines, dl_theme_dark ());
  overlay.selected = dl_place_node (network->n_nodes - 1);
  dl_map_draw_overlay (map, cr, &overlay, &datelines, dl_theme_dark ());
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
}

/* Shapes and sizes of all kinds are borne, however cramped. */
static void
test_extremes (void)
{
  static const guint shapes[][DL_TORUS_N_DIMS]
      = { { 1, 1, 1 },     { 2, 2, 2 },    { 1, 2, 1 },    { 8, 1, 1 },
          { 1, 8, 1 },     { 1, 1, 8 },    { 2, 8, 512 },  { 32, 32, 32 },
          { 32768, 1, 1 }, { 1, 4096, 1 }, { 8, 4096, 1 }, { 4096, 2, 4 } };
  static const double sizes[][3]
      = { { 0, 0, 1 },     { 1, 1, 1 },     { 0.5, 1000, 1 }, { 1000, 3, 2 },
          { 40, 40, 1 },   { 160, 100, 1 }, { 262, 152, 3 },  { 3000, 20, 1 },
          { 20, 3000, 1 }, { 722, 520, 1 }, { 300, 160, 0.3 } };
  DlScale scale;

  dl_scale_init (&scale, torus_metric ("balance"), 0, dl_theme_light ());
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      g_autoptr (DlTorusNetwork) network
          = build (shapes[i][0], shapes[i][1], shapes[i][2], i % 3 != 1, TRUE);
      g_autofree float *values = g_new (float, MAX (network->n_links, 1));

      for (guint link = 0; link < network->n_links; link++)
        values[link] = link % 5 == 0 ? NAN : 0.5f;
      for (guint size = 0; size < G_N_ELEMENTS (sizes); size++)
        {
          g_autoptr (DlMap) map = map_of (network, i % DL_TORUS_N_DIMS, size % 2 ? G_MAXUINT : size,
                                          sizes[size][0], sizes[size][1], sizes[size][2]);
          cairo_surface_t *image
              = dl_map_paint (map, network, values, &scale, dl_theme_dark (), NULL);

          draw_overlay (network, map, image);
          cairo_surface_destroy (image);
          dl_map_step (map, DL_NO_LINK, 1, 1);
          dl_map_step (map, network->n_links, 1, 0);
          g_assert_cmpint (dl_map_hit (map, NAN, 5, no_dateline).kind, ==, DL_HIT_NOTHING);
          g_assert_cmpint (dl_map_hit (map, 1e300, -1e300, no_dateline).kind, ==, DL_HIT_NOTHING);
          if (sizes[size][0] > 1 && sizes[size][1] > 1)
            check_rects (network, map, FALSE);
        }
    }
}

static void
test_random (void)
{
  DlRng rng;

  dl_rng_init (&rng, 31);
  for (guint i = 0; i < 40; i++)
    {
      const guint x = 1 + dl_rng_below (&rng, 9), y = 1 + dl_rng_below (&rng, 9);
      const guint z = 1 + dl_rng_below (&rng, 9), slice = dl_rng_below (&rng, DL_TORUS_N_DIMS);
      g_autoptr (DlTorusNetwork) network = build (x, y, z, dl_rng_below (&rng, 2), TRUE);
      g_autoptr (DlMap) map = map_of (network, slice, dl_rng_below (&rng, 9), 640, 480, 1);

      check_rects (network, map, TRUE);
      check_scan (network, map);
    }
}

/* Nothing is drawn past the map's edge where it has the room that it asks for. */
static void
test_inside (void)
{
  static const guint shapes[][DL_TORUS_N_DIMS]
      = { { 11, 12, 16 }, { 5, 5, 5 }, { 32, 32, 32 }, { 8, 1, 1 }, { 1, 1, 1 }, { 2, 40, 2 } };

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (guint slice = 0; slice < DL_TORUS_N_DIMS; slice++)
      {
        g_autoptr (DlTorusNetwork) network
            = build (shapes[i][0], shapes[i][1], shapes[i][2], TRUE, TRUE);
        cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
        double x, y, width, height;

        dl_map_minimum_size (network, DL_MAP_ISOMETRIC, &width, &height);
        g_assert_cmpfloat (width, >=, 260);
        g_assert_cmpfloat (height, >=, 150);
        g_assert_cmpfloat (width, <=, 1600);
        g_assert_cmpfloat (height, <=, 1200);
        g_autoptr (DlMap) map = map_of (network, slice, 1, width, height, 1);
        check_rects (network, map, TRUE);
        draw_overlay (network, map, surface);
        cairo_recording_surface_ink_extents (surface, &x, &y, &width, &height);
        g_assert_cmpfloat (x, >=, -1);
        g_assert_cmpfloat (y, >=, -1);
        g_assert_cmpfloat (x + width, <=, dl_map_options (map)->width + 1);
        g_assert_cmpfloat (y + height, <=, dl_map_options (map)->height + 1);
        cairo_surface_destroy (surface);
      }
}

/* A dateline's handle is found at each position, and dragging it to where it is moves nothing. */
static void
test_handles (void)
{
  g_autoptr (DlTorusNetwork) network = build (11, 12, 16, TRUE, FALSE);

  for (guint slice = 0; slice < DL_TORUS_N_DIMS; slice++)
    {
      g_autoptr (DlMap) map = map_of (network, slice, 4, 722, 520, 1);

      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        for (guint at = 0; at < network->torus.radix[dim]; at++)
          {
            gint dateline[DL_TORUS_N_DIMS] = { -1, -1, -1 };
            double sum_x = 0, sum_y = 0;
            guint n = 0;

            dateline[dim] = (gint) at;
            for (double y = 0.5; y < 520; y++)
              for (double x = 0.5; x < 722; x++)
                if (dl_map_hit (map, x, y, dateline).kind == DL_HIT_DATELINE)
                  {
                    g_assert_cmpint (dl_map_hit (map, x, y, dateline).dim, ==, dim);
                    sum_x += x;
                    sum_y += y;
                    n++;
                  }
            g_assert_cmpuint (n, >=, 12 * 20);
            g_assert_cmpuint (dl_map_position_at (map, sum_x / n, sum_y / n, dim), ==, at);
          }
      g_assert_cmpuint (dl_map_position_at (map, -1e6, 1e6, DL_X), ==, 0);
    }
}

/* The arrow keys go where they point and reach all that is in sight. */
static void
test_steps (void)
{
  static const gint ways[4][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
  g_autoptr (DlTorusNetwork) network = build (5, 4, 6, TRUE, FALSE);
  g_autoptr (DlMap) map = map_of (network, DL_Z, 3, 722, 520, 1);
  g_autofree guint8 *reached = g_new0 (guint8, network->n_links);
  g_autofree guint *queue = g_new (guint, network->n_links);
  guint n = 0, shown = 0;

  queue[n++] = dl_map_step (map, DL_NO_LINK, 0, 0);
  g_assert_cmpuint (queue[0], <, network->n_links);
  g_assert_cmpuint (network->torus.coord[queue[0] / DL_TORUS_N_NETWORK_PORTS].at[DL_Z], ==, 3);
  reached[queue[0]] = TRUE;
  for (guint i = 0; i < n; i++)
    for (guint way = 0; way < 4; way++)
      {
        const guint next = dl_map_step (map, queue[i], ways[way][0], ways[way][1]);
        DlRect from, to;

        g_assert_true (dl_map_link_rect (map, queue[i], &from));
        g_assert_true (dl_map_link_rect (map, next, &to));
        if (next != queue[i])
          g_assert_cmpfloat ((to.x - from.x) * ways[way][0] + (to.y - from.y) * ways[way][1], >, 0);
        if (!reached[next])
          queue[n++] = next;
        reached[next] = TRUE;
      }
  for (guint link = 0; link < network->n_links; link++)
    {
      DlRect rect;
      shown += dl_map_link_rect (map, link, &rect);
    }
  g_assert_cmpuint (n, ==, shown);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/map-iso/xt3", test_xt3);
  g_test_add_func ("/map-iso/scales", test_scales);
  g_test_add_func ("/map-iso/extremes", test_extremes);
  g_test_add_func ("/map-iso/random", test_random);
  g_test_add_func ("/map-iso/inside", test_inside);
  g_test_add_func ("/map-iso/handles", test_handles);
  g_test_add_func ("/map-iso/steps", test_steps);
  return g_test_run ();
}
