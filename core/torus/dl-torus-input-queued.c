#include "dl-torus-input-queued.h"

#include "dl-scenario-check.h"
#include "dl-torus-scenario.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* A coin for each dimension. */
#define N_COINS (1 << DL_N_DIMS)

/* Virtual channels from @first on. */
typedef struct
{
  guint8 first, n;
} Range;

/* What the router asks for. */
typedef struct
{
  DlRoutes *routes[N_COINS]; /* by the coins; without random ties all the same */
  gboolean all_reachable;
  gboolean halves[DL_N_DIMS]; /* virtual channels of legs in this dimension are in two halves */
  Range all[2];               /* of requests and responses, */
  Range half[2][2];           /* and of these, of VC0 and VC1 */
} Ways;

/* What a packet carries: its leg. */
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

static const DlRoutes *
routes_of (const Ways *ways, const DlIqHead *head)
{
  return ways->routes[head->random % N_COINS];
}

/* FALSE at the end of the route. */
static gboolean
begin_leg (const DlRoutes *routes, const DlIqHead *head, guint router, guint in_port, Leg *leg)
{
  const DlArrival arrival = in_port == DL_PORT_PROCESSOR
                                ? DL_ARRIVAL_INJECTED
                                : (DlArrival) { dl_port_opposite (in_port), leg->crossed };
  DlWalker walker;
  DlLeg next;

  dl_walker_init_at (&walker, routes, router, arrival, head->dest);
  if (!dl_walker_next (&walker, &next))
    {
      g_assert (walker.status == DL_ROUTE_DELIVERED); /* others are not created */
      return FALSE;
    }
  *leg = (Leg) {
    .left = next.length, .to_dateline = next.to_dateline, .port = next.port, .vc = next.vc
  };
  return TRUE;
}

static guint
route (gconstpointer data, DlIqHead *head, guint router, guint in_port, const DlIqView *view,
       DlIqChoice *choices)
{
  const Ways *ways = data;
  Range range = ways->all[head->class];
  Leg leg;

  memcpy (&leg, head->state, sizeof leg);
  if (leg.left == 0 && !begin_leg (routes_of (ways, head), head, router, in_port, &leg))
    {
      *choices = (DlIqChoice) { DL_PORT_PROCESSOR, range.first, range.n };
      return 1;
    }
  if (ways->halves[dl_port_dim (leg.port)])
    range = ways->half[head->class][leg.to_dateline == 0 ? 1 : leg.vc];
  leg.left--;
  if (leg.to_dateline > 0)
    leg.to_dateline--;
  else
    leg.crossed = TRUE;
  memcpy (head->state, &leg, sizeof leg);
  *choices = (DlIqChoice) { leg.port, range.first, range.n };
  return 1;
}

static DlIqFate
fate (gconstpointer data, guint source, guint dest)
{
  const Ways *ways = data;

  if (ways->all_reachable)
    return DL_IQ_DELIVERED;
  /* Of random ties, each must be possible. */
  for (guint coins = 0; coins < N_COINS; coins++)
    {
      DlRouteStatus status;

      if (coins > 0 && ways->routes[coins] == ways->routes[0])
        continue;
      status = dl_routes_status (ways->routes[coins], source, dest);
      if (status != DL_ROUTE_DELIVERED)
        return status == DL_ROUTE_DROPPED ? DL_IQ_DROPPED : DL_IQ_UNREACHABLE;
    }
  return DL_IQ_DELIVERED;
}

static gboolean
same (gconstpointer a, gconstpointer b)
{
  return ((const Ways *) a)->routes[0] == ((const Ways *) b)->routes[0];
}

static void
free_ways (gpointer data)
{
  Ways *ways = data;

  for (guint coins = 0; coins < N_COINS; coins++)
    dl_routes_unref (ways->routes[coins]);
  g_free (ways);
}

static const DlIqRouting routing
    = { .route = route, .fate = fate, .same = same, .unref = free_ways };

/* Its data ----------------------------------------------------------------------------------- */

/* Whether legs in a ring must keep to halves: not where nothing is asked of virtual channels. */
static gboolean
needs_halves (const DlRoutingSpec *spec)
{
  return spec->engine->needs_datelines || spec->vc_policy->wrap_partition;
}

guint
dl_torus_least_vcs (const DlScenario *scenario)
{
  const DlTorusSpec *torus = &dl_torus_options (scenario)->spec;
  const DlRoutingSpec spec = dl_scenario_routing (scenario);
  guint least = spec.response_share > 0 ? 2 : 1;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (dl_torus_spec_is_ring (torus, dim) && needs_halves (&spec))
      return 2 * least;
  return least;
}

static void
set_ranges (Ways *ways, guint vcs)
{
  const DlRoutes *routes = ways->routes[0];
  const gboolean responses = routes->spec.response_share > 0;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    ways->halves[dim] = routes->network->torus.ring[dim] && needs_halves (&routes->spec);
  for (guint class = 0; class < 2; class ++)
    {
      const guint first = responses && class == 1 ? vcs - vcs / 2 : 0;
      const guint n = !responses ? vcs : class == 1 ? vcs / 2 : vcs - vcs / 2;

      ways->all[class] = (Range) { first, n };
      ways->half[class][0] = (Range) { first, n - n / 2 };
      ways->half[class][1] = (Range) { first + n - n / 2, n / 2 };
    }
}

/* NULL if canceled. */
static Ways *
make_ways (DlRoutes *routes, guint vcs, GCancellable *cancellable)
{
  Ways *ways = g_new0 (Ways, 1);

  for (guint coins = 0; coins < N_COINS; coins++)
    {
      DlRoutingSpec spec = routes->spec;

      spec.tie_minus = coins;
      if (coins == 0 || spec.tie != DL_TIE_RANDOM)
        ways->routes[coins] = dl_routes_ref (routes);
      else
        ways->routes[coins] = dl_routes_new_from (routes->network, &spec, NULL, cancellable);
      if (ways->routes[coins] == NULL)
        {
          free_ways (ways);
          return NULL;
        }
    }
  ways->all_reachable = dl_routes_are_undisturbed (routes);
  set_ranges (ways, vcs);
  return ways;
}

/* The network -------------------------------------------------------------------------------- */

static DlIqPort *
make_ports (const DlNetwork *network, guint delay)
{
  DlIqPort *ports = g_new (DlIqPort, network->n_nodes * DL_N_ROUTER_PORTS);

  for (guint node = 0; node < network->n_nodes; node++)
    for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
      {
        DlIqPort *to = &ports[node * DL_N_ROUTER_PORTS + port];
        const guint link = dl_network_link (network, node, port);
        const guint far = port < network->n_ports ? network->link_to[link] : DL_NO_NODE;

        *to = (DlIqPort) { DL_IQ_NONE, DL_IQ_NONE, DL_IQ_NONE, DL_IQ_NONE, delay };
        if (port == DL_PORT_PROCESSOR)
          to->node = node;
        if (far == DL_NO_NODE)
          continue;
        to->link = link;
        to->far_port = to->near_port = far * DL_N_ROUTER_PORTS + dl_port_opposite (port);
      }
  return ports;
}

static DlIqPlan *
make_plan (DlIqPlanOptions *options, const DlNetwork *network, GError **error)
{
  const guint n = network->n_nodes;
  g_autofree DlIqPort *ports = make_ports (network, options->spec.channel_delay);
  g_autofree guint32 *node_port = g_new (guint32, n);
  g_autofree guint8 *link_up = g_new (guint8, network->n_links);

  for (guint link = 0; link < network->n_links; link++)
    link_up[link] = network->link_state[link] == DL_LINK_UP;
  for (guint node = 0; node < n; node++)
    node_port[node] = node * DL_N_ROUTER_PORTS + DL_PORT_PROCESSOR;
  options->net = (DlIqNet) {
    .n_routers = n,
    .n_nodes = n,
    .n_links = network->n_links,
    .n_ports = DL_N_ROUTER_PORTS,
    .ports = ports,
    .node_port = node_port,
    .node_up = network->node_up,
    .link_up = link_up,
  };
  return dl_iq_plan_new (options, error);
}

DlMachinePlan *
dl_torus_input_queued (const DlScenario *scenario, guint64 seed, DlRoutes *routes,
                       GCancellable *cancellable, GError **error)
{
  const DlTrafficOptions *traffic = &scenario->traffic;
  g_autoptr (DlDemand) demand = NULL;
  g_autoptr (DlWorkload) workload = NULL;
  DlIqPlanOptions options = {
    .routing = &routing,
    .most_choices = 1,
    .spec = scenario->input_queued,
    .self = traffic->self,
    .packet_flits = traffic->packet_flits,
    .burst = traffic->burst_messages,
    .load = traffic->saturated ? INFINITY : traffic->load,
    .response_share = routes->spec.response_share,
    .seed = seed,
  };
  DlIqPlan *plan;

  if (!traffic->pattern->program)
    options.demand = demand = dl_scenario_sent_demand (scenario, routes->network);
  else
    {
      if (!dl_scenario_check_bytes (scenario, error))
        return NULL;
      options.workload = workload = dl_torus_workload (scenario, routes->network, seed, error);
      if (workload == NULL)
        return NULL;
    }
  options.routing_data = make_ways (routes, options.spec.vcs, cancellable);
  if (options.routing_data == NULL)
    {
      dl_scenario_fail_cancelled (NULL, _ ("The simulation was canceled"), error);
      return NULL;
    }
  plan = make_plan (&options, routes->network, error);
  return plan != NULL ? dl_iq_plan_to_machine (plan, routes->network) : NULL;
}

DlRoutes *
dl_torus_input_queued_routes (const DlIqPlan *plan)
{
  return ((const Ways *) dl_iq_plan_routing (plan))->routes[0];
}
