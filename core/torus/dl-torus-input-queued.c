#include "dl-torus-input-queued.h"

#include "dl-torus-routes.h"
#include "dl-torus-scenario.h"
#include "dl-unguarded.h"

#include <string.h>

/* Router's callback data. */
typedef struct
{
  DlTorusRoutes *routes;                          /* held */
  const DlTorusRoutes *by_coins[DL_MAX_VARIANTS]; /* its variants */
  gboolean all_reachable;
  gboolean
      halves[DL_TORUS_N_DIMS]; /* virtual channels of legs in this dimension are in two halves */
  DlVcRange all[2];            /* of requests and responses, */
  DlVcRange half[2][2];        /* and of these, of VC0 and VC1 */
  guint enter_room, stay_room; /* flits that must be free to enter a ring, and to go on in it; 0:
                                  any */
} Ways;

/* State of a packet: its leg. */
typedef struct
{
  guint16 left;        /* hops of it that are still to come */
  guint16 to_dateline; /* of these, before the one that leaves the dateline node */
  guint8 port;
  guint8 vc;      /* half that it starts on */
  guint8 crossed; /* gboolean: it has left the dateline node */
} Leg;

G_STATIC_ASSERT (sizeof (Leg) <= DL_IQ_STATE);

/* Routing ------------------------------------------------------------------------------------ */

static const DlTorusRoutes *
routes_of (const Ways *ways, const DlIqHead *head)
{
  return ways->by_coins[head->random % DL_MAX_VARIANTS];
}

/* FALSE at the end of the route. */
static gboolean
begin_leg (const DlTorusRoutes *routes, const DlIqHead *head, guint router, guint in_port, Leg *leg)
{
  const DlTorusArrival arrival
      = in_port == DL_TORUS_PORT_PROCESSOR
            ? DL_TORUS_ARRIVAL_INJECTED
            : (DlTorusArrival) { dl_torus_port_opposite (in_port), leg->crossed };
  DlTorusWalker walker;
  DlTorusLeg next;

  dl_torus_walker_init_at (&walker, routes, router, arrival, head->dest);
  if (!dl_torus_walker_next (&walker, &next))
    {
      g_assert (walker.status == DL_TORUS_ROUTE_DELIVERED); /* others are not created */
      return FALSE;
    }
  *leg = (Leg) {
    .left = next.length, .to_dateline = next.to_dateline, .port = next.port, .vc = next.vc
  };
  return TRUE;
}

/* Flits that must be free downstream of @port for a packet that came by @in_port. */
static guint
room_for (const Ways *ways, guint in_port, guint port)
{
  const gboolean goes_on
      = in_port != DL_TORUS_PORT_PROCESSOR && dl_torus_port_opposite (in_port) == port;

  return !goes_on && ways->routes->network->torus.ring[dl_torus_port_dim (port)] ? ways->enter_room
                                                                                 : ways->stay_room;
}

DL_UNGUARDED static guint
route (gconstpointer data, DlIqHead *head, guint router, guint in_port, const DlIqView *view,
       DlIqChoice *choices)
{
  const Ways *ways = data;
  DlVcRange range = ways->all[head->class];
  Leg leg;

  memcpy (&leg, head->state, sizeof leg);
  if (leg.left == 0 && !begin_leg (routes_of (ways, head), head, router, in_port, &leg))
    {
      *choices = (DlIqChoice) { DL_TORUS_PORT_PROCESSOR, range.first, range.n, 0 };
      return 1;
    }
  if (ways->halves[dl_torus_port_dim (leg.port)])
    range = ways->half[head->class][leg.to_dateline == 0 ? 1 : leg.vc];
  leg.left--;
  if (leg.to_dateline > 0)
    leg.to_dateline--;
  else
    leg.crossed = TRUE;
  memcpy (head->state, &leg, sizeof leg);
  *choices = (DlIqChoice) { leg.port, range.first, range.n, room_for (ways, in_port, leg.port) };
  return 1;
}

static DlIqFate
fate (gconstpointer data, guint source, guint dest)
{
  const Ways *ways = data;

  if (ways->all_reachable)
    return DL_IQ_DELIVERED;
  switch (dl_torus_routes_status (ways->routes, source, dest))
    {
    case DL_TORUS_ROUTE_DELIVERED:
      return DL_IQ_DELIVERED;
    case DL_TORUS_ROUTE_DROPPED:
      return DL_IQ_DROPPED;
    case DL_TORUS_ROUTE_UNREACHABLE:
    case DL_TORUS_ROUTE_LOOP:
      return DL_IQ_UNREACHABLE;
    }
  g_assert_not_reached ();
}

static gboolean
same (gconstpointer a, gconstpointer b)
{
  return ((const Ways *) a)->routes == ((const Ways *) b)->routes;
}

static void
free_ways (gpointer data)
{
  Ways *ways = data;

  dl_torus_routes_unref (ways->routes);
  g_free (ways);
}

static const DlIqRouting routing
    = { .route = route, .fate = fate, .same = same, .unref = free_ways };

/* Its data ----------------------------------------------------------------------------------- */

gboolean
dl_torus_needs_halves (const DlScenario *scenario)
{
  const DlTorusSpec *torus = &dl_torus_options (scenario)->spec;
  const DlTorusRouting spec = dl_torus_routing (scenario);

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (dl_torus_spec_is_ring (torus, dim) && dl_vc_needs_halves (&spec))
      return TRUE;
  return FALSE;
}

guint
dl_torus_least_vcs (const DlScenario *scenario)
{
  const guint classes = dl_torus_routing (scenario).response_share > 0 ? 2 : 1;

  return dl_torus_needs_halves (scenario) ? 2 * classes : classes;
}

static Ways *
make_ways (DlTorusRoutes *routes)
{
  Ways *ways = g_new0 (Ways, 1);

  ways->routes = dl_torus_routes_ref (routes);
  for (guint coins = 0; coins < DL_MAX_VARIANTS; coins++)
    ways->by_coins[coins] = dl_torus_routes_variant (routes, coins);
  ways->all_reachable = dl_torus_routes_are_undisturbed (routes);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    ways->halves[dim] = dl_vc_has_halves (routes, dim);
  for (guint class = 0; class < 2; class ++)
    {
      ways->all[class] = dl_vc_range (&routes->spec, class);
      for (guint half = 0; half < 2; half++)
        ways->half[class][half] = dl_vc_range_half (ways->all[class], half);
    }
  return ways;
}

/* The plan ----------------------------------------------------------------------------------- */

gboolean
dl_torus_queue (const DlScenario *scenario, gpointer data, DlIqPlanOptions *options, GError **error)
{
  DlTorusRoutes *routes = data;
  Ways *ways;

  g_assert (routes->spec.vcs == options->spec.vcs);
  options->graph = routes->network->graph;
  options->response_share = routes->spec.response_share;
  options->routing = &routing;
  ways = make_ways (routes);
  if (routes->spec.vc_policy->bubble)
    {
      options->whole_packets = TRUE;
      ways->stay_room = options->packet_flits;
      ways->enter_room = routes->spec.bubble_packets * options->packet_flits;
    }
  options->routing_data = ways;
  return TRUE;
}
