/* Maps: where cells lie, what is under a point, what is painted, for shapes of all kinds. */
#include "dl-map.h"
#include "dl-rng.h"

#include <math.h>

typedef struct
{
  guint radix[DL_N_DIMS];
  gboolean wrap[DL_N_DIMS];
} Shape;

#define TORUS                                                                                      \
  {                                                                                                \
    TRUE, TRUE, TRUE                                                                               \
  }
#define MESH                                                                                       \
  {                                                                                                \
    FALSE, FALSE, FALSE                                                                            \
  }

static const Shape shapes[] = {
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

/* As large as a network may be. */
static const Shape large_shapes[] = {
  { { 32, 32, 32 }, TORUS },    { { 32768, 1, 1 }, TORUS }, { { 1, 1, 4096 }, TORUS },
  { { 1, 4096, 1 }, MESH },     { { 8, 4096, 1 }, TORUS },  { { 4096, 2, 4 }, TORUS },
  { { 64, 8, 64 }, { FALSE } },
};

static DlNetwork *
build (const Shape *shape, guint n_broken, DlRng *rng)
{
  g_autoptr (GError) error = NULL;
  DlTorusSpec spec;

  dl_torus_spec_init (&spec);
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      spec.radix[dim] = shape->radix[dim];
      spec.wrap[dim] = shape->wrap[dim];
    }
  for (guint tries = 0; tries < n_broken; tries++)
    {
      DlLinkAt link = { .port = dl_rng_below (rng, DL_N_NETWORK_PORTS) };
      gboolean twice = FALSE;

      for (guint dim = 0; dim < DL_N_DIMS; dim++)
        link.from.at[dim] = dl_rng_below (rng, shape->radix[dim]);
      if (!dl_torus_spec_has_link (&spec, link))
        continue;
      link = dl_torus_spec_cable (&spec, link);
      for (guint i = 0; i < spec.broken_cables->len; i++)
        twice |= dl_link_at_compare (&g_array_index (spec.broken_cables, DlLinkAt, i), &link) == 0;
      if (!twice)
        g_array_append_val (spec.broken_cables, link);
    }
  g_array_sort (spec.broken_cables, dl_link_at_compare);
  DlNetwork *network = dl_network_new_torus (&spec, &error);
  g_assert_no_error (error);
  dl_torus_spec_clear (&spec);
  return network;
}

static void
random_shape (DlRng *rng, Shape *shape)
{
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      shape->radix[dim] = 1 + dl_rng_below (rng, dl_rng_below (rng, 3) == 0 ? 20 : 7);
      shape->wrap[dim] = dl_rng_below (rng, 2);
    }
}

static const gint no_dateline[DL_N_DIMS] = { DL_NO_DATELINE, DL_NO_DATELINE, DL_NO_DATELINE };

typedef void (*MapFunc) (const DlNetwork *network, const DlMap *map);

/* A map of each kind, axis and some sizes. */
static void
foreach_map_of (const DlNetwork *network, MapFunc func)
{
  static const double sizes[][3] = {
    { 722, 520, 1 }, { 1280, 800, 1 }, { 500.5, 333.25, 2 },
    { 320, 240, 1 }, { 160, 100, 1 },  { 700, 400, 1.25 },
  };

  /* Large networks only in the sizes that differ most. */
  const guint stride = network->n_nodes > 4096 ? 2 : 1;
  for (guint size = 0; size < G_N_ELEMENTS (sizes); size += stride)
    for (guint view = 0; view < 1 + DL_N_DIMS; view++)
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

static void
foreach_map (MapFunc func, guint n_random)
{
  DlRng rng;

  dl_rng_init (&rng, 20240717);
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      g_autoptr (DlNetwork) network = build (&shapes[i], 3, &rng);
      foreach_map_of (network, func);
    }
  for (guint i = 0; i < n_random; i++)
    {
      Shape shape;
      random_shape (&rng, &shape);
      g_autoptr (DlNetwork) network = build (&shape, 3, &rng);
      foreach_map_of (network, func);
    }
}

static void
foreach_large_map (MapFunc func)
{
  DlRng rng;

  dl_rng_init (&rng, 7);
  for (guint i = 0; i < G_N_ELEMENTS (large_shapes); i++)
    {
      g_autoptr (DlNetwork) network = build (&large_shapes[i], 20, &rng);
      foreach_map_of (network, func);
    }
}

static gboolean
is_there (const DlNetwork *network, guint link)
{
  return network->link_state[link] != DL_LINK_ABSENT;
}

/* The cell has a pixel of its own. */
static gboolean
has_pixel (const DlMap *map, const DlRect *rect)
{
  const double scale = dl_map_options (map)->scale;

  return rect->width * scale > 1 - 1e-9 && rect->height * scale > 1 - 1e-9;
}

/* Cells ------------------------------------------------------------------------------------------
 */

/* Each link that is there has a cell inside the map, whose middle is that link. */
static void
check_rects (const DlNetwork *network, const DlMap *map)
{
  const DlMapOptions *options = dl_map_options (map);
  guint shown = 0, present = 0;

  for (guint link = 0; link < network->n_links; link++)
    {
      DlRect rect;

      if (!is_there (network, link))
        {
          g_assert_false (dl_map_link_rect (map, link, &rect));
          continue;
        }
      present++;
      if (!dl_map_link_rect (map, link, &rect))
        continue;
      shown++;
      g_assert_cmpfloat (rect.width, >, 0);
      g_assert_cmpfloat (rect.height, >, 0);
      g_assert_cmpfloat (rect.x, >=, 0);
      g_assert_cmpfloat (rect.y, >=, 0);
      g_assert_cmpfloat (rect.x + rect.width, <=, options->width + 1e-6);
      g_assert_cmpfloat (rect.y + rect.height, <=, options->height + 1e-6);
      if (has_pixel (map, &rect))
        {
          const DlHit hit
              = dl_map_hit (map, rect.x + rect.width / 2, rect.y + rect.height / 2, no_dateline);
          g_assert_cmpint (hit.kind, ==, DL_HIT_LINK);
          g_assert_cmpuint (hit.link, ==, link);
          g_assert_cmpuint (hit.node, ==, link / network->n_ports);
        }
    }
  g_assert_true (shown == 0 || shown == present);
  if (options->width >= 260 && options->height >= 150)
    g_assert_cmpuint (shown, ==, present);
}

static void
test_rects (void)
{
  foreach_map (check_rects, 20);
}

static void
test_rects_large (void)
{
  foreach_large_map (check_rects);
}

static guint64 links_seen;

/* Whatever a pixel shows lies there: its cell, or the other half of one that wraps around. */
static void
check_labels (const DlNetwork *network, const DlMap *map)
{
  const DlMapOptions *options = dl_map_options (map);
  const gboolean planes = options->kind == DL_MAP_PLANES;
  const double pixel = 1 / options->scale, slack = 2.5 * pixel;

  for (double y = pixel / 2; y < options->height; y += 5 * pixel)
    for (double x = pixel / 2; x < options->width; x += 5 * pixel)
      {
        const DlHit hit = dl_map_hit (map, x, y, no_dateline);
        DlRect rect;

        g_assert_cmpint (hit.kind, !=, DL_HIT_DATELINE);
        if (hit.kind == DL_HIT_NODE)
          {
            g_assert_true (planes);
            g_assert_true (dl_map_node_rect (map, hit.node, &rect));
          }
        else if (hit.kind == DL_HIT_LINK)
          {
            links_seen++;
            g_assert_true (is_there (network, hit.link));
            g_assert_true (dl_map_link_rect (map, hit.link, &rect));
          }
        else
          continue;
        const gboolean inside = x >= rect.x - slack && x <= rect.x + rect.width + slack
                                && y >= rect.y - slack && y <= rect.y + rect.height + slack;
        if (inside)
          continue;
        if (hit.kind == DL_HIT_LINK && planes && dl_port_dim (hit.link % 6) == options->slice)
          {
            /* Small bodies are all port: the rectangle is the larger part of it. */
            g_assert_true (dl_map_node_rect (map, hit.node, &rect));
            g_assert_true (x >= rect.x - slack && x <= rect.x + rect.width + slack);
            g_assert_true (y >= rect.y - slack && y <= rect.y + rect.height + slack);
            continue;
          }
        /* The other half, beside the link's far end. */
        g_assert_true (planes && hit.kind == DL_HIT_LINK);
        const guint dim = dl_port_dim (hit.link % 6), far = network->link_to[hit.link];
        g_assert_true (network->torus.ring[dim]);
        g_assert_true (dl_map_node_rect (map, far, &rect));
        g_assert_cmpfloat (hypot (x - rect.x - rect.width / 2, y - rect.y - rect.height / 2), <=,
                           2 * rect.width + 3 * slack);
      }
}

static void
test_labels (void)
{
  links_seen = 0;
  foreach_map (check_labels, 8);
  g_assert_cmpuint (links_seen, >, 100000);
}

static void
test_labels_large (void)
{
  links_seen = 0;
  foreach_large_map (check_labels);
  g_assert_cmpuint (links_seen, >, 50000);
}

/* Rows of the ring matrix are rings in the order of the other two coordinates. */
static void
test_rings_order (void)
{
  static const char *const ordered[][3] = {
    /* earlier row, later row, same row */
    { "0,0,3:x+", "0,1,0:x+", "7,0,3:x+" },
    { "2,0,5:y-", "3,0,0:y-", "2,7,5:y-" },
    { "4,3,1:z+", "4,4,0:z+", "4,3,0:z+" },
  };
  DlRng rng;
  const Shape shape = { { 8, 8, 8 }, TORUS };
  g_autoptr (DlNetwork) network = build (&shape, 0, &rng);
  const DlMapOptions options = { DL_MAP_RING_MATRIX, DL_Z, 1000, 700, 1 };
  g_autoptr (DlMap) map = dl_map_new (network, &options);

  for (guint i = 0; i < G_N_ELEMENTS (ordered); i++)
    {
      DlRect rects[3];
      for (guint j = 0; j < 3; j++)
        {
          DlLinkAt at;
          g_assert_true (dl_link_at_parse (ordered[i][j], &at));
          const guint link
              = dl_network_link (network, dl_network_node_at (network, at.from), at.port);
          g_assert_true (dl_map_link_rect (map, link, &rects[j]));
        }
      g_assert_cmpfloat (rects[0].y, <, rects[1].y);
      g_assert_cmpfloat (rects[0].y, ==, rects[2].y);
      g_assert_cmpfloat (rects[0].x, !=, rects[2].x);
    }
}

/* Cells of six pixels and more have a gap of one between them, which is theirs all the same. */
static void
test_gaps (void)
{
  DlRng rng;
  const Shape shape = { { 5, 5, 5 }, TORUS };
  g_autoptr (DlNetwork) network = build (&shape, 0, &rng);
  const DlMapOptions options = { DL_MAP_RING_MATRIX, DL_Z, 722, 520, 1 };
  g_autoptr (DlMap) map = dl_map_new (network, &options);
  DlRect a, b;

  g_assert_true (dl_map_link_rect (map, dl_network_link (network, 0, DL_PORT_Z_PLUS), &a));
  g_assert_true (dl_map_link_rect (map, dl_network_link (network, 1, DL_PORT_Z_PLUS), &b));
  g_assert_cmpfloat (b.x, ==, a.x + a.width + 1);
  g_assert_cmpuint (dl_map_hit (map, a.x + a.width + 0.5, a.y + 1, no_dateline).link, ==,
                    dl_network_link (network, 0, DL_PORT_Z_PLUS));
  g_assert_cmpfloat (a.x, ==, floor (a.x));
  g_assert_cmpfloat (a.y, ==, floor (a.y));
  g_assert_cmpfloat (a.width, ==, floor (a.width));
}

/* Datelines ------------------------------------------------------------------------------------
 */

/* At each position of each ring there is a handle of at least 12 by 24. */
static void
test_ring_handles (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      DlRng rng;
      g_autoptr (DlNetwork) network = build (&shapes[i], 0, &rng);
      const DlTorus *torus = &network->torus;
      const DlMapOptions options = { DL_MAP_RING_MATRIX, DL_Z, 1000, 600, 1 };
      g_autoptr (DlMap) map = dl_map_new (network, &options);

      for (guint dim = 0; dim < DL_N_DIMS; dim++)
        for (guint at = 0; at < torus->radix[dim] && torus->radix[dim] > 1; at++)
          for (guint minus = 0; minus < 2; minus++)
            {
              const guint node = at * torus->stride[dim];
              const guint link = dl_network_link (network, node, 2 * dim + minus);
              gint dateline[DL_N_DIMS] = { -1, -1, -1 };
              DlRect rect;

              if (!is_there (network, link))
                continue;
              g_assert_true (dl_map_link_rect (map, link, &rect));
              dateline[dim] = at;
              for (double dy = -0.5; dy > -24; dy -= 1)
                for (gint dx = -1; dx <= 1; dx++)
                  {
                    const DlHit hit = dl_map_hit (map, rect.x + rect.width / 2 + 5.9 * dx,
                                                  rect.y + dy, dateline);
                    g_assert_cmpint (hit.kind, ==,
                                     torus->ring[dim] ? DL_HIT_DATELINE : DL_HIT_NOTHING);
                    if (torus->ring[dim])
                      g_assert_cmpint (hit.dim, ==, dim);
                  }
              /* Where it is dragged to. */
              g_assert_cmpuint (dl_map_position_at (map, rect.x + rect.width / 2, rect.y - 5, dim),
                                ==, at);
              g_assert_cmpuint (dl_map_position_at (map, rect.x + rect.width / 2, 1e6, dim), ==,
                                at);
            }
    }
}

/* The cells themselves are never under a handle. */
static void
check_handles_clear (const DlNetwork *network, const DlMap *map)
{
  gint dateline[DL_N_DIMS];

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    dateline[dim] = network->torus.radix[dim] / 2;
  for (guint link = 0; link < network->n_links; link += 1 + network->n_links / 3000)
    {
      DlRect rect;
      if (is_there (network, link) && dl_map_link_rect (map, link, &rect))
        g_assert_cmpint (
            dl_map_hit (map, rect.x + rect.width / 2, rect.y + rect.height / 2, dateline).kind, !=,
            DL_HIT_DATELINE);
    }
}

static void
test_handles_clear (void)
{
  foreach_map (check_handles_clear, 15);
}

/* Planes: each plane has the handles of its dimensions, the slice axis one; dragging one to where
 * it is moves nothing. */
static void
test_plane_handles (void)
{
  const DlMapOptions options = { DL_MAP_PLANES, DL_Z, 722, 520, 1 };
  const gint dateline[DL_N_DIMS] = { 3, 0, 7 };
  DlRng rng;
  g_autoptr (DlNetwork) network = build (&shapes[0], 0, &rng);
  g_autoptr (DlMap) map = dl_map_new (network, &options);
  guint pixels[DL_N_DIMS] = { 0 };

  for (double y = 0.5; y < options.height; y++)
    for (double x = 0.5; x < options.width; x++)
      {
        const DlHit hit = dl_map_hit (map, x, y, dateline);
        if (hit.kind != DL_HIT_DATELINE)
          continue;
        pixels[hit.dim]++;
      }
  g_assert_cmpuint (pixels[DL_X], >=, 16 * 12 * 12);
  g_assert_cmpuint (pixels[DL_Y], >=, 16 * 12 * 12);
  g_assert_cmpuint (pixels[DL_Z], >=, 12 * 20);
}

/* A node's middle is at the node's coordinates, also where it is dragged from. */
static void
check_positions (const DlNetwork *network, const DlMap *map)
{
  const DlMapOptions *options = dl_map_options (map);

  for (guint node = 0; node < network->n_nodes; node += 1 + network->n_nodes / 500)
    {
      DlRect rect;
      if (!dl_map_node_rect (map, node, &rect) || rect.width * options->scale < 2)
        continue;
      for (guint dim = 0; dim < DL_N_DIMS; dim++)
        g_assert_cmpuint (
            dl_map_position_at (map, rect.x + rect.width / 2, rect.y + rect.height / 2, dim), ==,
            network->torus.coord[node].at[dim]);
    }
  /* Anywhere is somewhere. */
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    for (double x = -1e5; x <= 1e5; x += 333)
      g_assert_cmpuint (dl_map_position_at (map, x, x / 2, dim), <, network->torus.radix[dim]);
}

static void
test_positions (void)
{
  foreach_map (check_positions, 15);
}

/* Arrow keys -----------------------------------------------------------------------------------
 */

/* All cells can be reached from the first. */
static void
check_steps (const DlNetwork *network, const DlMap *map)
{
  static const gint ways[4][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
  g_autofree guint8 *reached = NULL;
  g_autofree guint32 *queue = NULL;
  guint n = 0, present = 0;
  DlRect rect;

  if (network->n_links > 20000 || dl_map_options (map)->scale != 1)
    return;
  const guint first = dl_map_step (map, DL_NO_LINK, 0, 1);
  for (guint link = 0; link < network->n_links; link++)
    present += is_there (network, link) && dl_map_link_rect (map, link, &rect);
  if (present == 0)
    {
      g_assert_cmpuint (first, ==, DL_NO_LINK);
      return;
    }

  reached = g_new0 (guint8, network->n_links);
  queue = g_new (guint32, network->n_links);
  g_assert_cmpuint (first, <, network->n_links);
  reached[first] = TRUE;
  queue[n++] = first;
  for (guint i = 0; i < n; i++)
    {
      g_assert_true (is_there (network, queue[i]));
      g_assert_cmpuint (dl_map_step (map, queue[i], 0, 0), ==, queue[i]);
      for (guint way = 0; way < 4; way++)
        {
          const guint next = dl_map_step (map, queue[i], ways[way][0], ways[way][1]);
          g_assert_cmpuint (next, <, network->n_links);
          if (!reached[next])
            {
              reached[next] = TRUE;
              queue[n++] = next;
            }
        }
    }
  g_assert_cmpuint (n, ==, present);
}

static void
test_steps (void)
{
  foreach_map (check_steps, 15);
}

/* A step goes where its arrow points. */
static void
check_step_directions (const DlNetwork *network, const DlMap *map)
{
  for (guint link = 0; link < network->n_links; link += 1 + network->n_links / 2000)
    for (gint d = -1; d <= 1; d += 2)
      {
        DlRect from, to;

        if (!is_there (network, link) || !dl_map_link_rect (map, link, &from))
          continue;
        const guint across = dl_map_step (map, link, d, 0), along = dl_map_step (map, link, 0, d);
        g_assert_true (dl_map_link_rect (map, across, &to));
        if (across != link)
          g_assert_cmpfloat (d * (to.x + to.width / 2 - from.x - from.width / 2), >, 0);
        g_assert_true (dl_map_link_rect (map, along, &to));
        if (along != link)
          g_assert_cmpfloat (d * (to.y + to.height / 2 - from.y - from.height / 2), >, 0);
      }
}

static void
test_step_directions (void)
{
  foreach_map (check_step_directions, 8);
}

/* Painting -------------------------------------------------------------------------------------
 */

static guint32
pixel_at (cairo_surface_t *surface, double x, double y)
{
  double scale_x, scale_y;

  cairo_surface_get_device_scale (surface, &scale_x, &scale_y);
  const guchar *row = cairo_image_surface_get_data (surface)
                      + (gsize) (y * scale_y) * cairo_image_surface_get_stride (surface);
  return ((const guint32 *) row)[(gsize) (x * scale_x)];
}

static guint32
rgb_of (DlColor color)
{
  return (guint32) (color.r * 255 + 0.5) << 16 | (guint32) (color.g * 255 + 0.5) << 8
         | (guint32) (color.b * 255 + 0.5);
}

/* Values in all of the scale, each third link idle. */
static float *
make_values (const DlNetwork *network)
{
  float *values = g_new (float, network->n_links);

  for (guint link = 0; link < network->n_links; link++)
    values[link] = link % 3 == 0 ? NAN : link % 257 / 256.0f;
  return values;
}

static void
check_colors (const DlNetwork *network, const DlMap *map)
{
  const DlTheme *theme = dl_theme_dark ();
  g_autofree float *values = make_values (network);
  const DlMapOptions *options = dl_map_options (map);
  DlScale scale;

  dl_scale_init (&scale, DL_METRIC_BALANCE, 0);
  cairo_surface_t *image = dl_map_paint (map, network, values, &scale, theme, NULL);
  g_assert_cmpint (cairo_image_surface_get_width (image), ==,
                   ceil (options->width * options->scale));
  g_assert_cmpint (cairo_image_surface_get_height (image), ==,
                   ceil (options->height * options->scale));
  for (guint link = 0; link < network->n_links; link++)
    {
      DlRect rect;
      if (!dl_map_link_rect (map, link, &rect) || !has_pixel (map, &rect))
        continue;
      const guint32 pixel = pixel_at (image, rect.x + rect.width / 2, rect.y + rect.height / 2);
      const guint32 rgb = pixel & 0xffffff;

      g_assert_cmphex (pixel >> 24, ==, 0xff);
      if (network->link_state[link] == DL_LINK_BROKEN)
        g_assert_cmphex (rgb, ==, rgb_of (theme->background));
      else if (isnan (values[link]))
        g_assert_true (rgb == rgb_of (theme->idle[0]) || rgb == rgb_of (theme->idle[1]));
      else
        g_assert_cmphex (rgb, ==, dl_scale_rgb (&scale, values[link]));
    }
  cairo_surface_destroy (image);
}

static void
test_colors (void)
{
  foreach_map (check_colors, 8);
}

static void
test_colors_large (void)
{
  foreach_large_map (check_colors);
}

/* Large idle areas show both colours of the hatching. */
static void
test_hatching (void)
{
  const DlMapOptions options = { DL_MAP_RING_MATRIX, DL_Z, 722, 520, 1 };
  const DlTheme *theme = dl_theme_light ();
  DlRng rng;
  g_autoptr (DlNetwork) network = build (&shapes[1], 0, &rng);
  g_autoptr (DlMap) map = dl_map_new (network, &options);
  g_autofree float *values = g_new (float, network->n_links);
  DlScale scale;
  DlRect rect;

  for (guint link = 0; link < network->n_links; link++)
    values[link] = NAN;
  dl_scale_init (&scale, DL_METRIC_LOAD, 0);
  cairo_surface_t *image = dl_map_paint (map, network, values, &scale, theme, NULL);
  for (guint link = 0; link < network->n_links; link++)
    {
      guint seen[2] = { 0 };

      g_assert_true (dl_map_link_rect (map, link, &rect));
      for (double y = rect.y + 0.5; y < rect.y + rect.height; y++)
        for (double x = rect.x + 0.5; x < rect.x + rect.width; x++)
          {
            const guint32 rgb = pixel_at (image, x, y) & 0xffffff;
            for (guint i = 0; i < 2; i++)
              seen[i] += rgb == rgb_of (theme->idle[i]);
          }
      g_assert_cmpuint (seen[0], >, 20);
      g_assert_cmpuint (seen[1], >, 20);
      g_assert_cmpuint (seen[0] + seen[1], ==, rect.width * rect.height);
    }
  cairo_surface_destroy (image);
}

static void
test_reuse (void)
{
  DlRng rng;
  g_autoptr (DlNetwork) network = build (&shapes[1], 0, &rng);
  const DlMapOptions options = { DL_MAP_PLANES, DL_X, 400, 300, 1 };
  const DlMapOptions other_options = { DL_MAP_PLANES, DL_X, 400, 301, 1 };
  g_autoptr (DlMap) map = dl_map_new (network, &options);
  g_autoptr (DlMap) other = dl_map_new (network, &other_options);
  g_autofree float *values = make_values (network);
  DlScale scale;

  dl_scale_init (&scale, DL_METRIC_SIGNED, 0);
  cairo_surface_t *image = dl_map_paint (map, network, values, &scale, dl_theme_dark (), NULL);
  g_assert_true (dl_map_paint (map, network, values, &scale, dl_theme_light (), image) == image);
  g_assert_cmphex (pixel_at (image, 0, 0), ==, 0xffffffff);
  image = dl_map_paint (other, network, values, &scale, dl_theme_light (), image);
  g_assert_cmpint (cairo_image_surface_get_height (image), ==, 301);
  cairo_surface_destroy (image);
}

/* The overlay ----------------------------------------------------------------------------------
 */

static DlMapOverlay
overlay_for (const DlNetwork *network)
{
  DlMapOverlay overlay = {
    .network = network,
    .dragged_dateline = -1,
    .selected_link = DL_NO_LINK,
    .selected_node = DL_NO_NODE,
    .hovered_link = DL_NO_LINK,
  };

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    overlay.dateline[dim] = network->torus.ring[dim] ? (gint) network->torus.radix[dim] - 1 : -1;
  return overlay;
}

/* Nothing is drawn past the map's edge. */
static void
check_inside (const DlNetwork *network, const DlMap *map)
{
  const DlMapOptions *options = dl_map_options (map);
  DlMapOverlay overlay = overlay_for (network);
  double x, y, width, height, minimum_width, minimum_height;

  dl_map_minimum_size (network, options->kind, &minimum_width, &minimum_height);
  if (options->slice != DL_Z || options->width < minimum_width || options->height < minimum_height)
    return;
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
  cairo_t *cr = cairo_create (surface);
  dl_map_draw_overlay (map, cr, &overlay, dl_theme_light ());
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_recording_surface_ink_extents (surface, &x, &y, &width, &height);
  if (width > 0)
    {
      g_assert_cmpfloat (x, >=, -1);
      g_assert_cmpfloat (y, >=, -1);
      g_assert_cmpfloat (x + width, <=, options->width + 1);
      g_assert_cmpfloat (y + height, <=, options->height + 1);
    }
  cairo_surface_destroy (surface);
}

static void
test_inside (void)
{
  foreach_map (check_inside, 15);
}

/* A cross is seen on each broken link, also where its cell is less than a pixel. */
static void
check_crosses (const DlNetwork *network, const DlMap *map)
{
  const DlMapOptions *options = dl_map_options (map);
  const DlTheme *theme = dl_theme_light ();
  DlMapOverlay overlay = overlay_for (network);
  cairo_surface_t *surface
      = cairo_image_surface_create (CAIRO_FORMAT_RGB24, ceil (options->width * options->scale),
                                    ceil (options->height * options->scale));
  cairo_surface_set_device_scale (surface, options->scale, options->scale);
  cairo_t *cr = cairo_create (surface);

  dl_map_draw_overlay (map, cr, &overlay, theme);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  for (guint link = 0; link < network->n_links; link++)
    {
      DlRect rect;
      if (network->link_state[link] != DL_LINK_BROKEN || !dl_map_link_rect (map, link, &rect))
        continue;
      const guint32 rgb
          = pixel_at (surface, rect.x + rect.width / 2, rect.y + rect.height / 2) & 0xffffff;
      for (guint shift = 0; shift < 24; shift += 8)
        g_assert_cmpint (
            ABS ((gint) (rgb >> shift & 255) - (gint) (rgb_of (theme->broken) >> shift & 255)), <,
            64);
    }
  cairo_surface_destroy (surface);
}

static void
test_crosses (void)
{
  foreach_map (check_crosses, 10);
}

static void
test_crosses_large (void)
{
  foreach_large_map (check_crosses);
}

/* Every selection can be drawn, whether it is there or not. */
static void
check_selection (const DlNetwork *network, const DlMap *map)
{
  DlMapOverlay overlay = overlay_for (network);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 100, 100);
  cairo_t *cr = cairo_create (surface);

  overlay.focused = TRUE;
  for (guint i = 0; i < 4; i++)
    {
      overlay.selected_link = i == 3 ? G_MAXUINT32 - 1 : network->n_links * i / 3;
      overlay.hovered_link = network->n_links - 1;
      overlay.selected_node = network->n_nodes * i / 3;
      overlay.dragged_dateline = i - 1;
      overlay.dateline[DL_X] = network->torus.radix[DL_X] + i; /* outside */
      dl_map_draw_overlay (map, cr, &overlay, dl_theme_dark ());
    }
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_selection (void)
{
  foreach_map (check_selection, 5);
}

/* Extremes ------------------------------------------------------------------------------------- */

static void
test_extremes (void)
{
  static const double sizes[][3] = {
    { 0, 0, 1 },     { 1, 1, 1 },     { 0.5, 1000, 1 }, { 1000, 3, 2 },    { 40, 40, 1 },
    { 262, 152, 3 }, { 3000, 20, 1 }, { 20, 3000, 1 },  { 300, 160, 0.3 },
  };
  DlRng rng;

  for (guint i = 0; i < G_N_ELEMENTS (shapes) + G_N_ELEMENTS (large_shapes); i++)
    {
      const Shape *shape
          = i < G_N_ELEMENTS (shapes) ? &shapes[i] : &large_shapes[i - G_N_ELEMENTS (shapes)];
      dl_rng_init (&rng, i);
      g_autoptr (DlNetwork) network = build (shape, 5, &rng);
      g_autofree float *values = make_values (network);
      DlScale scale;

      dl_scale_init (&scale, DL_METRIC_LOAD, 1);
      for (guint size = 0; size < G_N_ELEMENTS (sizes); size++)
        for (guint kind = 0; kind < 2; kind++)
          {
            const DlMapOptions options
                = { kind, i % DL_N_DIMS, sizes[size][0], sizes[size][1], sizes[size][2] };
            g_autoptr (DlMap) map = dl_map_new (network, &options);
            cairo_surface_t *image
                = dl_map_paint (map, network, values, &scale, dl_theme_light (), NULL);

            check_selection (network, map);
            cairo_surface_destroy (image);
            dl_map_step (map, DL_NO_LINK, 1, 1);
            dl_map_step (map, network->n_links, 1, 0);
            g_assert_cmpint (dl_map_hit (map, NAN, 5, no_dateline).kind, ==, DL_HIT_NOTHING);
            g_assert_cmpint (dl_map_hit (map, 1e300, -1e300, no_dateline).kind, ==, DL_HIT_NOTHING);
            g_assert_cmpint (dl_map_hit (map, -5, -5, no_dateline).kind, ==, DL_HIT_NOTHING);
          }
    }
}

static void
test_minimum_size (void)
{
  DlRng rng;

  for (guint i = 0; i < G_N_ELEMENTS (large_shapes); i++)
    for (guint kind = 0; kind < 2; kind++)
      {
        g_autoptr (DlNetwork) network = build (&large_shapes[i], 0, &rng);
        double width, height;

        dl_map_minimum_size (network, kind, &width, &height);
        g_assert_cmpfloat (width, >=, 260);
        g_assert_cmpfloat (height, >=, 150);
        g_assert_cmpfloat (width, <=, 1600);
        g_assert_cmpfloat (height, <=, 1200);
      }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/map/rects", test_rects);
  g_test_add_func ("/map/rects-large", test_rects_large);
  g_test_add_func ("/map/labels", test_labels);
  g_test_add_func ("/map/labels-large", test_labels_large);
  g_test_add_func ("/map/rings-order", test_rings_order);
  g_test_add_func ("/map/gaps", test_gaps);
  g_test_add_func ("/map/ring-handles", test_ring_handles);
  g_test_add_func ("/map/handles-clear", test_handles_clear);
  g_test_add_func ("/map/plane-handles", test_plane_handles);
  g_test_add_func ("/map/positions", test_positions);
  g_test_add_func ("/map/steps", test_steps);
  g_test_add_func ("/map/step-directions", test_step_directions);
  g_test_add_func ("/map/colors", test_colors);
  g_test_add_func ("/map/colors-large", test_colors_large);
  g_test_add_func ("/map/hatching", test_hatching);
  g_test_add_func ("/map/reuse", test_reuse);
  g_test_add_func ("/map/inside", test_inside);
  g_test_add_func ("/map/crosses", test_crosses);
  g_test_add_func ("/map/crosses-large", test_crosses_large);
  g_test_add_func ("/map/selection", test_selection);
  g_test_add_func ("/map/extremes", test_extremes);
  g_test_add_func ("/map/minimum-size", test_minimum_size);
  return g_test_run ();
}
