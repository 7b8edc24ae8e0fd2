/* Where packets stand on the picture of a small network. */
#include "dl-flight-map-private.h"

#include <math.h>

/* Between packets that wait, in radii. */
#define QUEUE_PITCH 2.15
/* Outside at a router, at most. */
#define HOME_ROOM 3
/* At an output, inside the router. */
#define OUTPUT_ROOM 2

/* How many wait where, so far: in the queue beside each link's end, outside each router, at each
 * link's beginning, and in each router's middle. */
typedef struct
{
  guint *coming, *going;   /* (n_links) */
  guint *at_home, *inside; /* (n_routers) */
} Queues;

static void
put (DlFlightSpot *spot, DlPoint at)
{
  spot->x = at.x;
  spot->y = at.y;
}

static void
add_more (GArray *more, DlPoint at)
{
  for (guint i = 0; i < more->len; i++)
    {
      DlFlightMore *known = &g_array_index (more, DlFlightMore, i);

      if (known->x == at.x && known->y == at.y)
        {
          known->n++;
          return;
        }
    }
  const DlFlightMore first = { at.x, at.y, 1 };
  g_array_append_val (more, first);
}

/* The @nth in a queue that begins at @first and goes on to @unit, with room for @room: the last
 * place is for a number if there are more. */
static void
queue_up (const DlFlightMap *map, DlFlightSpot *spot, DlPoint first, DlPoint unit, guint nth,
          guint room, GArray *more)
{
  const double pitch = QUEUE_PITCH * map->packet_radius;

  put (spot, dl_point_add (first, unit, MIN (nth, room) * pitch));
  spot->hidden = nth >= room;
  if (spot->hidden)
    add_more (more, dl_point_add (first, unit, room * pitch));
}

/* Beside the end of the lane that it came by, on the outside. */
static void
wait_beside (const DlFlightMap *map, DlFlightSpot *spot, const DlLane *lane, guint nth,
             GArray *more)
{
  const DlPoint back = dl_point_unit (lane->d, lane->c);
  const double r = map->packet_radius,
               length = hypot (lane->d.x - lane->c.x, lane->d.y - lane->c.y);
  const DlPoint first = dl_point_add (dl_point_add (lane->d, back, r), lane->side, 2.1 * r);
  const guint room = MAX (floor (length / (QUEUE_PITCH * r)), 1);

  queue_up (map, spot, first, back, nth, room, more);
}

double
dl_flight_home_reach (const DlFlightMap *map)
{
  return map->router_radius + (1.2 + HOME_ROOM * QUEUE_PITCH + 1) * map->packet_radius;
}

static void
wait_at_home (const DlFlightMap *map, DlFlightSpot *spot, guint router, guint nth, GArray *more)
{
  const DlPoint first = dl_point_add (map->router[router], map->home[router],
                                      map->router_radius + 1.2 * map->packet_radius);

  queue_up (map, spot, first, map->home[router], nth, HOME_ROOM, more);
}

/* Inside the disc, where the packet came in and where it goes out. */
static DlPoint
entrance (const DlFlightMap *map, const DlFlight *flight)
{
  const DlPoint centre = map->router[flight->router];

  if (flight->in == DL_FLIGHT_NO_LINK)
    return dl_point_add (centre, map->home[flight->router], map->router_radius * 0.6);
  return dl_point_toward (centre, map->lane[flight->in].d, 0.6);
}

static DlPoint
way_out (const DlFlightMap *map, const DlFlight *flight)
{
  const DlPoint centre = map->router[flight->router];

  return flight->out == DL_FLIGHT_NO_LINK ? centre
                                          : dl_point_toward (centre, map->lane[flight->out].a, 0.7);
}

static void
place_one (const DlFlightMap *map, const DlFlight *flight, DlFlightSpot *spot, Queues *queues,
           GArray *more)
{
  const double done = flight->of > 0 ? (double) (flight->of - flight->left) / flight->of : 0;

  *spot = (DlFlightSpot) { .lane = DL_NO_LINK };
  switch ((DlFlightPlace) flight->place)
    {
    case DL_FLIGHT_LINK:
      spot->lane = flight->out;
      spot->along = done;
      put (spot, dl_lane_at (&map->lane[flight->out], done));
      break;
    case DL_FLIGHT_INPUT:
      if (flight->in == DL_FLIGHT_NO_LINK)
        wait_at_home (map, spot, flight->router, queues->at_home[flight->router]++, more);
      else
        wait_beside (map, spot, &map->lane[flight->in], queues->coming[flight->in]++, more);
      break;
    case DL_FLIGHT_CROSSBAR:
      put (spot, dl_point_toward (entrance (map, flight), way_out (map, flight), done));
      break;
    case DL_FLIGHT_OUTPUT:
      {
        const DlPoint centre = map->router[flight->router], out = way_out (map, flight);
        guint *n = flight->out == DL_FLIGHT_NO_LINK ? &queues->inside[flight->router]
                                                    : &queues->going[flight->out];

        queue_up (map, spot, out, dl_point_unit (out, centre), (*n)++, OUTPUT_ROOM, more);
        break;
      }
    case DL_FLIGHT_EJECTED:
      queue_up (map, spot, map->router[flight->router],
                (DlPoint) { -map->home[flight->router].x, -map->home[flight->router].y },
                queues->inside[flight->router]++, OUTPUT_ROOM, more);
      break;
    case DL_N_FLIGHT_PLACES:
      g_assert_not_reached ();
    }
}

/* Those of a queue one after the other, its virtual channels first by first. */
static gint
compare_ranks (gconstpointer a, gconstpointer b, gpointer data)
{
  const GArray *flights = data;
  const guint i = *(const guint *) a, j = *(const guint *) b;
  const DlFlight *x = &g_array_index (flights, DlFlight, i);
  const DlFlight *y = &g_array_index (flights, DlFlight, j);

  return x->rank != y->rank ? x->rank - y->rank : x->vc != y->vc ? x->vc - y->vc : (gint) (i - j);
}

void
dl_flight_map_place (const DlFlightMap *map, const GArray *flights, GArray *spots, GArray *more)
{
  Queues queues = {
    g_new0 (guint, map->n_links),
    g_new0 (guint, map->n_links),
    g_new0 (guint, map->n_routers),
    g_new0 (guint, map->n_routers),
  };
  g_autofree guint *order = g_new (guint, flights->len);

  g_array_set_size (spots, flights->len);
  g_array_set_size (more, 0);
  for (guint i = 0; i < flights->len; i++)
    order[i] = i;
  g_qsort_with_data (order, flights->len, sizeof *order, compare_ranks, (gpointer) flights);
  for (guint i = 0; i < flights->len; i++)
    place_one (map, &g_array_index (flights, DlFlight, order[i]),
               &g_array_index (spots, DlFlightSpot, order[i]), &queues, more);
  g_free (queues.coming);
  g_free (queues.going);
  g_free (queues.at_home);
  g_free (queues.inside);
}

/* Along the lane if it stays on it: one that is cut is not left. */
static void
blend (const DlFlightMap *map, const DlFlightSpot *before, DlFlightSpot *spot, double share)
{
  if (spot->lane != DL_NO_LINK && spot->lane == before->lane)
    {
      spot->along = before->along + (spot->along - before->along) * share;
      put (spot, dl_lane_at (&map->lane[spot->lane], spot->along));
    }
  else if (spot->lane == DL_NO_LINK || before->lane == DL_NO_LINK)
    put (spot, dl_point_toward ((DlPoint) { before->x, before->y }, (DlPoint) { spot->x, spot->y },
                                share));
}

void
dl_flight_map_blend (const DlFlightMap *map, const GArray *flights_before,
                     const GArray *spots_before, const GArray *flights, GArray *spots, double share)
{
  guint j = 0;

  for (guint i = 0; i < flights->len; i++)
    {
      const DlFlight *flight = &g_array_index (flights, DlFlight, i);
      gint order = -1;

      while (j < flights_before->len
             && (order = dl_flight_compare (&g_array_index (flights_before, DlFlight, j), flight))
                    < 0)
        j++;
      if (j < flights_before->len && order == 0)
        blend (map, &g_array_index (spots_before, DlFlightSpot, j),
               &g_array_index (spots, DlFlightSpot, i), share);
    }
}

guint
dl_flight_map_hit_packet (const DlFlightMap *map, const GArray *spots, double x, double y)
{
  guint best = G_MAXUINT;
  double nearest = map->packet_radius + 2;

  for (guint i = 0; i < spots->len; i++)
    {
      const DlFlightSpot *spot = &g_array_index (spots, DlFlightSpot, i);
      const double away = hypot (spot->x - x, spot->y - y);

      if (!spot->hidden && away < nearest)
        {
          nearest = away;
          best = i;
        }
    }
  return best;
}
