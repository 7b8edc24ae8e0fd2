/* Maps of a dragonfly: where places are, what is under a point, where the arrow keys go; for
 * machines of all shapes. */
#include "dragonfly-fixture.h"

#include <math.h>

/* A place by any link of a cell is the place of the first of them. */
static gboolean
same_cell (const DlDragonfly *dragonfly, DlPlace a, DlPlace b)
{
  if (a.kind != DL_PLACE_LINK || b.kind != DL_PLACE_LINK)
    return dl_place_equal (a, b);
  return dragonfly->link_from[a.a] == dragonfly->link_from[b.a]
         && dragonfly->link_to[a.a] == dragonfly->link_to[b.a]
         && (a.a == b.a || dragonfly->link_class[a.a] != DL_LINK_BLUE);
}

/* Places ---------------------------------------------------------------------------------------
 */

/* If a place is shown it lies inside the map, and its middle is it. */
static gboolean
check_place (const DlDragonfly *dragonfly, const DlDragonflyMap *map, DlPlace place)
{
  const DlDragonflyMapOptions *options = dl_dragonfly_map_options (map);
  DlRect rect;

  if (!dl_dragonfly_map_rect (map, place, &rect))
    return FALSE;
  g_assert_cmpfloat (rect.width, >, 0);
  g_assert_cmpfloat (rect.height, >, 0);
  g_assert_cmpfloat (rect.x, >=, 0);
  g_assert_cmpfloat (rect.y, >=, 0);
  g_assert_cmpfloat (rect.x + rect.width, <=, options->width + 1e-6);
  g_assert_cmpfloat (rect.y + rect.height, <=, options->height + 1e-6);
  if (dragonfly_has_pixel (map, &rect))
    {
      const DlPlace hit
          = dl_dragonfly_map_hit (map, rect.x + rect.width / 2, rect.y + rect.height / 2);
      g_assert_true (same_cell (dragonfly, hit, place));
    }
  return TRUE;
}

static guint
working_pairs (const DlDragonfly *dragonfly, guint a, guint b)
{
  guint n = 0;

  for (guint link = 0; link < dragonfly->n_links; link++)
    n += dragonfly->link_class[link] == DL_LINK_BLUE
         && dragonfly->router[dragonfly->link_from[link]].group == a
         && dragonfly->router[dragonfly->link_to[link]].group == b;
  return n;
}

static void
check_rects (DlDragonfly *dragonfly, const DlDragonflyMap *map)
{
  const DlDragonflyMapOptions *options = dl_dragonfly_map_options (map);
  const gboolean bare
      = options->width / options->label_scale < 260 || options->height / options->label_scale < 150;
  const guint n = dragonfly->n_groups;

  for (guint a = 0; a < n; a++)
    {
      const gboolean group = check_place (dragonfly, map, dl_place_group (a));
      if (!bare)
        g_assert_true (group == (options->kind != DL_DRAGONFLY_MAP_GROUP));
      for (guint b = 0; b < n; b++)
        {
          const gboolean pair = check_place (dragonfly, map, dl_place_pair (a, b));
          if (options->kind == DL_DRAGONFLY_MAP_CHORD)
            {
              /* All of few groups, those of one of many; a few are looked at one by one. */
              if (n > 32 && a != options->group && b != options->group)
                g_assert_false (pair);
              else if ((a + b) % 9 == 0)
                g_assert_true (pair == (working_pairs (dragonfly, a, b) > 0 && a != b));
            }
          else
            g_assert_true (pair == (options->kind == DL_DRAGONFLY_MAP_GROUPS));
        }
    }
  for (guint router = 0; router < dragonfly->n_routers; router++)
    {
      const gboolean inside = options->kind == DL_DRAGONFLY_MAP_GROUP
                              && dragonfly->router[router].group == options->group;
      g_assert_true (check_place (dragonfly, map, dl_place_router (router)) == (inside && !bare));
      for (guint link = dragonfly->first_link[router]; link < dragonfly->first_link[router + 1];
           link++)
        g_assert_true (check_place (dragonfly, map, dl_place_link (link)) == inside);
    }
}

static void
test_rects (void)
{
  dragonfly_foreach_map (check_rects);
}

/* Whatever is under a point lies there, or beside it in a gap. */
static void
check_hits (DlDragonfly *dragonfly, const DlDragonflyMap *map)
{
  const DlDragonflyMapOptions *options = dl_dragonfly_map_options (map);
  const double slack = 8 * options->label_scale;
  guint seen = 0;

  for (double y = 0.3; y < options->height; y += 7)
    for (double x = 0.3; x < options->width; x += 7)
      {
        const DlPlace hit = dl_dragonfly_map_hit (map, x, y);
        DlRect rect;

        if (hit.kind == DL_PLACE_NOTHING)
          continue;
        seen++;
        g_assert_true (dl_dragonfly_map_rect (map, hit, &rect));
        if (options->kind == DL_DRAGONFLY_MAP_CHORD
            || (options->kind == DL_DRAGONFLY_MAP_GROUPS && hit.kind == DL_PLACE_GROUP))
          continue; /* a place is more than its rectangle */
        g_assert_true (x >= rect.x - 0.5 && x <= rect.x + rect.width + slack);
        g_assert_true (y >= rect.y - 0.5 && y <= rect.y + rect.height + slack);
      }
  g_assert_cmpuint (seen, >=, dragonfly->n_routers == 1 ? 0 : 10);
  g_assert_cmpint (dl_dragonfly_map_hit (map, -1, -1).kind, ==, DL_PLACE_NOTHING);
  g_assert_cmpint (dl_dragonfly_map_hit (map, 1e9, NAN).kind, ==, DL_PLACE_NOTHING);
}

static void
test_hits (void)
{
  dragonfly_foreach_map (check_hits);
}

/* Keyboard -------------------------------------------------------------------------------------
 */

static guint
place_key (const DlDragonfly *dragonfly, DlPlace place)
{
  const guint n = dragonfly->n_groups;

  switch (place.kind)
    {
    case DL_PLACE_PAIR:
      return place.a * n + place.b;
    case DL_PLACE_GROUP:
      return n * n + place.a;
    case DL_PLACE_ROUTER:
      return n * n + n + place.a;
    default:
      return n * n + n + dragonfly->n_routers + place.a;
    }
}

/* All places that the arrow keys reach are shown, and all that are shown are reached. */
static void
check_steps (DlDragonfly *dragonfly, const DlDragonflyMap *map)
{
  static const gint ways[][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
  const DlDragonflyMapOptions *options = dl_dragonfly_map_options (map);
  const guint n = dragonfly->n_groups;
  const guint n_keys = n * n + n + dragonfly->n_routers + dragonfly->n_links;
  g_autofree guint8 *reached = g_new0 (guint8, n_keys);
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (DlPlace));
  const DlPlace nothing = DL_NOWHERE;
  const DlPlace first = dl_dragonfly_map_step (map, nothing, 1, 0);
  DlRect rect;

  if (first.kind == DL_PLACE_NOTHING)
    {
      g_assert_true (options->kind == DL_DRAGONFLY_MAP_GROUP && dragonfly->n_links == 0);
      return;
    }
  g_array_append_val (queue, first);
  reached[place_key (dragonfly, first)] = TRUE;
  for (guint i = 0; i < queue->len; i++)
    for (guint way = 0; way < G_N_ELEMENTS (ways); way++)
      {
        const DlPlace from = g_array_index (queue, DlPlace, i);
        const DlPlace next = dl_dragonfly_map_step (map, from, ways[way][0], ways[way][1]);
        guint8 *seen = &reached[place_key (dragonfly, next)];

        g_assert_true (dl_dragonfly_map_rect (map, next, &rect));
        if (!*seen)
          g_array_append_val (queue, next);
        *seen = TRUE;
      }

  guint shown = 0;
  for (guint a = 0; a < n; a++)
    {
      shown += dl_dragonfly_map_rect (map, dl_place_group (a), &rect);
      for (guint b = 0; b < n; b++)
        shown += dl_dragonfly_map_rect (map, dl_place_pair (a, b), &rect);
    }
  for (guint router = 0; router < dragonfly->n_routers; router++)
    shown += dl_dragonfly_map_rect (map, dl_place_router (router), &rect);
  for (guint link = 0; link < dragonfly->n_links; link++)
    if (dragonfly->link_class[link] == DL_LINK_BLUE || dragonfly->link_parallel[link] == 0)
      shown += dl_dragonfly_map_rect (map, dl_place_link (link), &rect);
  g_assert_cmpuint (queue->len, ==, shown);
}

static void
test_steps (void)
{
  dragonfly_foreach_map (check_steps);
}

/* In the matrix the arrow keys go where they point. */
static void
test_step_directions (void)
{
  g_autoptr (DlDragonfly) dragonfly = dragonfly_aries (15, 0, 6, 0);
  const DlDragonflyMapOptions options
      = { .width = 722, .height = 560, .scale = 1, .label_scale = 1 };
  g_autoptr (DlDragonflyMap) map = dl_dragonfly_map_new (dragonfly, &options, NULL);
  const DlPlace from = dl_place_pair (3, 5);
  const DlPlace down = dl_dragonfly_map_step (map, from, 0, 1);
  const DlPlace left = dl_dragonfly_map_step (map, from, -1, 0);
  const DlPlace edge = dl_place_pair (0, 0);
  const DlPlace last = dl_place_pair (4, 14);
  const DlPlace bar = dl_dragonfly_map_step (map, last, 1, 0);

  g_assert_true (dl_place_equal (down, dl_place_pair (4, 5)));
  g_assert_true (dl_place_equal (left, dl_place_pair (3, 4)));
  g_assert_true (dl_place_equal (dl_dragonfly_map_step (map, edge, -1, -1), edge));
  g_assert_true (dl_place_equal (bar, dl_place_group (4)));
}

/* The largest machines. */
static void
test_large (void)
{
  g_autoptr (DlDragonfly) cascade = dragonfly_aries (241, 0, 1, 0);
  g_autoptr (DlDragonfly) generic = dragonfly_generic (1024, 32, 1, 32, 0);
  DlDragonfly *const machines[] = { cascade, generic };

  for (guint i = 0; i < G_N_ELEMENTS (machines); i++)
    for (guint kind = 0; kind < DL_N_DRAGONFLY_MAPS; kind++)
      {
        const DlDragonflyMapOptions options
            = { .kind = kind, .width = 1280, .height = 800, .scale = 1, .label_scale = 1 };
        g_autoptr (DlDragonflyMap) map = dl_dragonfly_map_new (machines[i], &options, NULL);

        for (guint a = 0; a < machines[i]->n_groups; a++)
          {
            check_place (machines[i], map, dl_place_group (a));
            check_place (machines[i], map, dl_place_pair (0, a));
          }
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dragonfly-map/rects", test_rects);
  g_test_add_func ("/dragonfly-map/hits", test_hits);
  g_test_add_func ("/dragonfly-map/steps", test_steps);
  g_test_add_func ("/dragonfly-map/step-directions", test_step_directions);
  g_test_add_func ("/dragonfly-map/large", test_large);
  return g_test_run ();
}
