/* Maps: where cells lie, what is under a point, where the arrow keys go, for shapes of all kinds.
 */
#include "map-fixture.h"

#include <math.h>

static const gint map_no_dateline[DL_TORUS_N_DIMS]
    = { DL_NO_DATELINE, DL_NO_DATELINE, DL_NO_DATELINE };

static gboolean
is_there (const DlTorusNetwork *network, guint link)
{
  return network->link_state[link] != DL_LINK_ABSENT;
}

/* Cells ------------------------------------------------------------------------------------------
 */

/* Each link that is there has a cell inside the map, whose middle is that link. */
static void
check_rects (const DlTorusNetwork *network, const DlMap *map)
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
      if (map_has_pixel (map, &rect))
        {
          const DlHit hit = dl_map_hit (map, rect.x + rect.width / 2, rect.y + rect.height / 2,
                                        map_no_dateline);
          g_assert_cmpint (hit.kind, ==, dl_map_has_node_means (map) ? DL_HIT_NODE : DL_HIT_LINK);
          if (hit.kind == DL_HIT_LINK)
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
  map_foreach (check_rects, 20);
}

static void
test_rects_large (void)
{
  map_foreach_large (check_rects);
}

static guint64 links_seen;

/* Whatever a pixel shows lies there: its cell, or the other half of one that wraps around. */
static void
check_labels (const DlTorusNetwork *network, const DlMap *map)
{
  const DlMapOptions *options = dl_map_options (map);
  const gboolean planes = options->kind == DL_MAP_PLANES;
  const double pixel = 1 / options->scale, slack = 2.5 * pixel;

  for (double y = pixel / 2; y < options->height; y += 5 * pixel)
    for (double x = pixel / 2; x < options->width; x += 5 * pixel)
      {
        const DlHit hit = dl_map_hit (map, x, y, map_no_dateline);
        DlRect rect;

        g_assert_cmpint (hit.kind, !=, DL_HIT_DATELINE);
        if (hit.kind == DL_HIT_NODE)
          {
            links_seen += dl_map_has_node_means (map);
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
        if (hit.kind == DL_HIT_LINK && planes && dl_torus_port_dim (hit.link % 6) == options->slice)
          {
            /* Small bodies are all port: the rectangle is the larger part of it. */
            g_assert_true (dl_map_node_rect (map, hit.node, &rect));
            g_assert_true (x >= rect.x - slack && x <= rect.x + rect.width + slack);
            g_assert_true (y >= rect.y - slack && y <= rect.y + rect.height + slack);
            continue;
          }
        /* The other half, beside the link's far end. */
        g_assert_true (planes && hit.kind == DL_HIT_LINK);
        const guint dim = dl_torus_port_dim (hit.link % 6), far = network->link_to[hit.link];
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
  map_foreach (check_labels, 8);
  g_assert_cmpuint (links_seen, >, 100000);
}

static void
test_labels_large (void)
{
  links_seen = 0;
  map_foreach_large (check_labels);
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
  const MapShape shape = { { 8, 8, 8 }, { TRUE, TRUE, TRUE } };
  g_autoptr (DlTorusNetwork) network = map_build (&shape, 0, &rng);
  const DlMapOptions options = { DL_MAP_RING_MATRIX, DL_Z, 1000, 700, 1 };
  g_autoptr (DlMap) map = dl_map_new (network, &options);

  for (guint i = 0; i < G_N_ELEMENTS (ordered); i++)
    {
      DlRect rects[3];
      for (guint j = 0; j < 3; j++)
        {
          DlTorusLinkAt at;
          g_assert_true (dl_torus_link_at_parse (ordered[i][j], &at));
          const guint link = dl_torus_network_link (
              network, dl_torus_network_node_at (network, at.from), at.port);
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
  const MapShape shape = { { 5, 5, 5 }, { TRUE, TRUE, TRUE } };
  g_autoptr (DlTorusNetwork) network = map_build (&shape, 0, &rng);
  const DlMapOptions options = { DL_MAP_RING_MATRIX, DL_Z, 722, 520, 1 };
  g_autoptr (DlMap) map = dl_map_new (network, &options);
  DlRect a, b;

  g_assert_true (
      dl_map_link_rect (map, dl_torus_network_link (network, 0, DL_TORUS_PORT_Z_PLUS), &a));
  g_assert_true (
      dl_map_link_rect (map, dl_torus_network_link (network, 1, DL_TORUS_PORT_Z_PLUS), &b));
  g_assert_cmpfloat (b.x, ==, a.x + a.width + 1);
  g_assert_cmpuint (dl_map_hit (map, a.x + a.width + 0.5, a.y + 1, map_no_dateline).link, ==,
                    dl_torus_network_link (network, 0, DL_TORUS_PORT_Z_PLUS));
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
  for (guint i = 0; i < MAP_N_SHAPES; i++)
    {
      DlRng rng;
      g_autoptr (DlTorusNetwork) network = map_build (&map_shapes[i], 0, &rng);
      const DlTorus *torus = &network->torus;
      const DlMapOptions options = { DL_MAP_RING_MATRIX, DL_Z, 1000, 600, 1 };
      g_autoptr (DlMap) map = dl_map_new (network, &options);

      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        for (guint at = 0; at < torus->radix[dim] && torus->radix[dim] > 1; at++)
          for (guint minus = 0; minus < 2; minus++)
            {
              const guint node = at * torus->stride[dim];
              const guint link = dl_torus_network_link (network, node, 2 * dim + minus);
              gint dateline[DL_TORUS_N_DIMS] = { -1, -1, -1 };
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
check_handles_clear (const DlTorusNetwork *network, const DlMap *map)
{
  gint dateline[DL_TORUS_N_DIMS];

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
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
  map_foreach (check_handles_clear, 15);
}

/* Planes: each plane has the handles of its dimensions, the slice axis one; dragging one to where
 * it is moves nothing. */
static void
test_plane_handles (void)
{
  const DlMapOptions options = { DL_MAP_PLANES, DL_Z, 722, 520, 1 };
  const gint dateline[DL_TORUS_N_DIMS] = { 3, 0, 7 };
  DlRng rng;
  g_autoptr (DlTorusNetwork) network = map_build (&map_shapes[0], 0, &rng);
  g_autoptr (DlMap) map = dl_map_new (network, &options);
  guint pixels[DL_TORUS_N_DIMS] = { 0 };

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
check_positions (const DlTorusNetwork *network, const DlMap *map)
{
  const DlMapOptions *options = dl_map_options (map);

  for (guint node = 0; node < network->n_nodes; node += 1 + network->n_nodes / 500)
    {
      DlRect rect;
      if (!dl_map_node_rect (map, node, &rect) || rect.width * options->scale < 2)
        continue;
      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        g_assert_cmpuint (
            dl_map_position_at (map, rect.x + rect.width / 2, rect.y + rect.height / 2, dim), ==,
            network->torus.coord[node].at[dim]);
    }
  /* Anywhere is somewhere. */
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    for (double x = -1e5; x <= 1e5; x += 333)
      g_assert_cmpuint (dl_map_position_at (map, x, x / 2, dim), <, network->torus.radix[dim]);
}

static void
test_positions (void)
{
  map_foreach (check_positions, 15);
}

/* Arrow keys -----------------------------------------------------------------------------------
 */

/* All cells can be reached from the first. */
static void
check_steps (const DlTorusNetwork *network, const DlMap *map)
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
  map_foreach (check_steps, 15);
}

/* A step goes where its arrow points; where links of a node are one square, it may stay there. */
static void
check_step_directions (const DlTorusNetwork *network, const DlMap *map)
{
  const double least = dl_map_has_node_means (map) ? -1e-6 : 0;

  for (guint link = 0; link < network->n_links; link += 1 + network->n_links / 2000)
    for (gint d = -1; d <= 1; d += 2)
      {
        DlRect from, to;

        if (!is_there (network, link) || !dl_map_link_rect (map, link, &from))
          continue;
        const guint across = dl_map_step (map, link, d, 0), along = dl_map_step (map, link, 0, d);
        g_assert_true (dl_map_link_rect (map, across, &to));
        if (across != link)
          g_assert_cmpfloat (d * (to.x + to.width / 2 - from.x - from.width / 2), >, least);
        g_assert_true (dl_map_link_rect (map, along, &to));
        if (along != link)
          g_assert_cmpfloat (d * (to.y + to.height / 2 - from.y - from.height / 2), >, least);
      }
}

static void
test_step_directions (void)
{
  map_foreach (check_step_directions, 8);
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
  return g_test_run ();
}
