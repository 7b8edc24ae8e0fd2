/* A small dragonfly and the packets in it: groups side by side, or around a circle, each with its
 * routers around one. */
#include "dl-flight-map.h"

#include "dl-chart-private.h"
#include "dl-dragonfly-name.h"
#include "dl-dragonfly-routes.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define PACKETS_OF_GROUP 1.15 /* only a group's neighbors are so near */

/* The middle of a group, and the half axes of the ellipse that its routers stand on. */
static void
place_group (const DlFlightMap *map, guint group, guint n_groups, DlPoint *centre, DlPoint *axes)
{
  const double wide = map->width - 2 * DL_FLIGHT_MARGIN;
  const double high = map->height - DL_FLIGHT_TOP - DL_FLIGHT_BOTTOM - DL_FLIGHT_MARGIN;
  const DlPoint middle = { map->width / 2, DL_FLIGHT_TOP + high / 2 };
  double radius;

  if (n_groups <= 2)
    {
      const double own = wide / n_groups;

      *centre = (DlPoint) { DL_FLIGHT_MARGIN + own * (group + 0.5), middle.y };
      *axes = (DlPoint) { own * 0.33, high * 0.38 };
      return;
    }
  radius = MIN (wide, high) / 2;
  /* Circles side by side around a larger one. */
  const double share = sin (G_PI / n_groups) / (1 + sin (G_PI / n_groups));
  const double angle = 2 * G_PI * group / n_groups - G_PI / 2;
  const double out = radius * (1 - share);

  *centre = (DlPoint) { middle.x + out * cos (angle) * MIN (wide / high, DL_FLIGHT_MOST_STRETCH),
                        middle.y + out * sin (angle) };
  *axes = (DlPoint) { radius * share * 0.7, radius * share * 0.7 };
}

/* The place of router @i of a group of @n around its circle: chassis one after the other, to and
 * fro, so that the same slots of two neighbors are near each other. */
static guint
place_in_group (const DlDragonfly *net, guint first, guint i, guint n)
{
  const guint chassis = net->router[first + i].chassis;
  guint begin = i, end = i;

  while (begin > 0 && net->router[first + begin - 1].chassis == chassis)
    begin--;
  while (end + 1 < n && net->router[first + end + 1].chassis == chassis)
    end++;
  return chassis % 2 == 0 ? i : begin + end - i;
}

static void
lay_groups (DlFlightMap *map, const DlDragonfly *net)
{
  double pitch = G_MAXDOUBLE;

  for (guint group = 0; group < net->n_groups; group++)
    {
      const guint first = net->group_first[group], n = net->group_first[group + 1] - first;
      /* The second of two is the mirror image: their first chassis face each other. */
      const double mirrored = net->n_groups == 2 && group == 1 ? -1 : 1;
      DlPoint centre, axes;

      place_group (map, group, net->n_groups, &centre, &axes);
      for (guint i = 0; i < n; i++)
        {
          /* Turned a little, so that the two sides are not at the same heights. */
          const double angle = 2 * G_PI * (place_in_group (net, first, i, n) + 0.25) / n - G_PI / 2;
          const DlPoint out = { mirrored * cos (angle), sin (angle) };

          map->home[first + i] = out;
          map->router[first + i]
              = n > 1 ? (DlPoint) { centre.x + axes.x * out.x, centre.y + axes.y * out.y } : centre;
          for (guint k = 0; k < i; k++)
            pitch = MIN (pitch, hypot (map->router[first + i].x - map->router[first + k].x,
                                       map->router[first + i].y - map->router[first + k].y));
        }
      if (n == 1)
        pitch = MIN (pitch, axes.x * 2);
    }
  dl_flight_map_set_sizes (map, MAX (pitch, 8) * PACKETS_OF_GROUP);
}

/* How many links there are from the router of @link to where it leads. */
static guint
count_parallel (const DlDragonfly *net, guint link)
{
  const guint from = net->link_from[link];
  guint n = 0;

  for (guint other = net->first_link[from]; other < net->first_link[from + 1]; other++)
    n += net->link_to[other] == net->link_to[link];
  return n;
}

static DlFlightMap *
lay (gconstpointer shape, double width, double height)
{
  const DlDragonfly *dragonfly = shape;
  DlFlightMap *map = dl_flight_map_new (dragonfly->n_routers, dragonfly->n_links, width, height);

  lay_groups (map, dragonfly);
  for (guint link = 0; link < map->n_links; link++)
    map->lane[link] = dl_flight_map_lane (
        map, map->router[dragonfly->link_from[link]], map->router[dragonfly->link_to[link]],
        dragonfly->link_parallel[link], count_parallel (dragonfly, link));
  return map;
}

/* Drawing -------------------------------------------------------------------------------------- */

static const DlColor *
vc_color (const DlTheme *theme, guint vc)
{
  return &theme->series[vc];
}

static DlColor
lane_color (gconstpointer shape, guint link, gboolean crowded, const DlTheme *theme)
{
  const DlDragonfly *dragonfly = shape;

  return dl_chart_mix (&theme->classes[dragonfly->link_class[link]], &theme->background, 0.35);
}

static char *
router_text (gconstpointer shape, guint router)
{
  return dl_dragonfly_router_to_string (shape, router);
}

static char *
node_text (gconstpointer shape, guint node)
{
  return dl_dragonfly_node_to_string (shape, node);
}

const DlFlightKind dl_flight_dragonfly = {
  .lay = lay,
  .n_requests = DL_DRAGONFLY_VCS,
  .key = N_ ("beside a lane: waiting"),
  .vc_color = vc_color,
  .lane_color = lane_color,
  .router_label = router_text,
  .router_text = router_text,
  .node_text = node_text,
};
