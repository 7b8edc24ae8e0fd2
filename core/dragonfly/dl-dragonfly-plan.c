/* Analysis and simulation plans of a dragonfly, from its scenario. */
#include "dl-dragonfly-plan.h"

#include "dl-dragonfly-choice.h"
#include "dl-dragonfly-demand.h"
#include "dl-dragonfly-family-private.h"
#include "dl-dragonfly-flows.h"
#include "dl-dragonfly-name.h"
#include "dl-machine.h"
#include "dl-rng.h"
#include "dl-scenario-check.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

#define MANY G_MAXUINT8 /* ways, or none */

/* Router's callback data. */
typedef struct
{
  DlDragonflyRoutes *routes;
  const DlDragonflyMode *mode;
  guint8 *only;    /* (n_routers x n_routers) port of the only minimal path from a router to
                      another; MANY: several, or none; NULL if the table would be too large */
  guint class_vcs; /* virtual channels of a class of requests or responses */
  gboolean undamaged;
} Ways;

/* Packet state. By phases (BookSim's modes): the phase, and the intermediate node of phase 0; else
 * as DlDragonflyPacket. */
typedef struct
{
  guint32 root;
  guint8 vc; /* or phase */
  guint8 turn;
  guint8 begun; /* gboolean */
} State;

G_STATIC_ASSERT (sizeof (State) <= DL_IQ_STATE);

static const DlDragonfly *
net_of (const Ways *ways)
{
  return ways->routes->dragonfly;
}

static guint
router_of (const Ways *ways, guint node)
{
  return node / net_of (ways)->nodes_per_router;
}

static guint
port_of_link (const Ways *ways, guint link)
{
  return net_of (ways)->graph->link_port[link];
}

static gboolean
is_blue (const Ways *ways, guint router, guint port)
{
  const DlDragonfly *net = net_of (ways);

  return port >= net->nodes_per_router
         && net->link_class[net->first_link[router] + port - net->nodes_per_router] == DL_LINK_BLUE;
}

/* BookSim's modes: by phases ------------------------------------------------------------------ */

/* The output towards @node, by a minimal path; one of several by the packet's own bits. */
static guint
port_towards (const Ways *ways, guint router, guint node, guint64 random)
{
  const DlDragonfly *net = net_of (ways);
  const guint to = router_of (ways, node);
  const DlDragonflyPacket stand = { to, DL_NO_NODE, 0, DL_TURN_NONE };
  DlDragonflyNextHop *found;
  guint n;

  if (to == router)
    return node % net->nodes_per_router;
  if (ways->only != NULL && ways->only[router * net->n_routers + to] != MANY)
    return ways->only[router * net->n_routers + to];
  found = g_newa (DlDragonflyNextHop, ways->routes->max_candidates);
  n = dl_dragonfly_next (ways->routes, router, &stand, found);
  g_assert (n > 0); /* others are not created */
  return port_of_link (ways, found[dl_dragonfly_pick (found, n, n, random)].hop.link);
}

/* Bias of the decision towards minimal routes (dragonfly.cpp, ugal_dragonflynew). */
#define ADAPTIVE_THRESHOLD 30

/* The phase at the source: 2 inside the group; 1 minimally to another group; 0 first to the
 * intermediate node. */
static guint
choose_phase (const Ways *ways, const DlIqHead *head, guint router, const DlIqView *view,
              State *state)
{
  const DlDragonfly *net = net_of (ways);
  const guint group = dl_dragonfly_group (ways->routes, router);
  const guint dest = router_of (ways, head->dest);
  guint through, minimal, other, phase;

  if (dl_dragonfly_group (ways->routes, dest) == group)
    return 2;
  state->root = dl_rng_pick (dl_rng_mix (head->random, 1), net->n_nodes);
  through = router_of (ways, state->root);
  if (dl_dragonfly_group (ways->routes, through) == group)
    return 1;
  if (!ways->undamaged && !dl_dragonfly_root_fits (ways->routes, router, through, dest))
    return 1;
  minimal = port_towards (ways, router, head->dest, head->random);
  other = port_towards (ways, router, state->root, head->random);
  const DlSimCandidate told[] = {
    { dl_iq_view_link (view, minimal), dl_iq_view_queue (view, minimal), .factor = 1 },
    { dl_iq_view_link (view, other), dl_iq_view_queue (view, other), .factor = 2,
      .add = ADAPTIVE_THRESHOLD, .nonminimal = TRUE },
  };
  phase = dl_sim_candidate_value (&told[0], told[0].queue)
                  <= dl_sim_candidate_value (&told[1], told[1].queue)
              ? 1
              : 0;
  dl_iq_view_tell (view, told, 2, 1 - phase);
  return phase;
}

/* One virtual channel for each phase: of the first of @phases, packets may go on to a second
 * group by a blue link; that and all that follows is the last's. Also at the destination. */
static guint
route_by_phase (const Ways *ways, DlIqHead *head, guint router, gboolean injected,
                const DlIqView *view, DlIqChoice *choices)
{
  const guint last = ways->mode->phases - 1;
  State state;
  guint port;

  memcpy (&state, head->state, sizeof state);
  if (injected)
    {
      state.vc = last == 1 ? 0 : choose_phase (ways, head, router, view, &state);
      head->detour = last == 2 && state.vc == 0 ? DL_DETOUR_QUEUE : DL_DETOUR_NONE;
    }
  if (last == 2 && state.vc == 0 && router == router_of (ways, state.root))
    state.vc = 1;
  port = port_towards (ways, router, last == 2 && state.vc == 0 ? state.root : head->dest,
                       head->random);
  if (state.vc == last - 1 && is_blue (ways, router, port))
    state.vc = last;
  memcpy (head->state, &state, sizeof state);
  *choices = (DlIqChoice) { port, head->class * ways->mode->phases + state.vc, 1 };
  return 1;
}

/* The Cascade's modes ------------------------------------------------------------------------- */

/* The lightest candidate, by what each first link's credits are short of here. */
static const DlDragonflyCandidate *
take_lightest (const Ways *ways, const DlDragonflyCandidates *candidates, DlDragonflyBias bias,
               guint router, const DlIqView *view)
{
  DlSimCandidate told[DL_DRAGONFLY_CANDIDATES];
  double loads[DL_DRAGONFLY_CANDIDATES];
  guint best;

  g_assert (candidates->n > 0); /* others are not created */
  for (guint i = 0; i < candidates->n; i++)
    {
      loads[i] = dl_iq_view_queue (view, port_of_link (ways, candidates->at[i].hop.link));
      told[i] = dl_dragonfly_told (bias, &candidates->at[i], loads[i]);
    }
  best = dl_dragonfly_candidates_lightest (candidates, bias, loads);
  if (candidates->n > 1)
    dl_iq_view_tell (view, told, candidates->n, best);
  return &candidates->at[best];
}

static guint
route_by_mode (const Ways *ways, DlIqHead *head, guint router, const DlIqView *view,
               DlIqChoice *choices)
{
  const guint dest = router_of (ways, head->dest);
  const guint base = head->class * DL_DRAGONFLY_VCS;
  DlDragonflyBias bias = { 0 };
  DlDragonflyCandidates candidates;
  const DlDragonflyCandidate *taken;
  DlDragonflyPacket stand = { dest, DL_NO_NODE, 0, DL_TURN_NONE };
  State state;

  memcpy (&state, head->state, sizeof state);
  if (state.begun)
    stand = (DlDragonflyPacket) { dest, state.root, state.vc, state.turn };
  if (router == dest && stand.root == DL_NO_NODE)
    {
      *choices = (DlIqChoice) { head->dest % net_of (ways)->nodes_per_router,
                                base * ways->class_vcs, DL_DRAGONFLY_VCS * ways->class_vcs };
      return 1;
    }
  if (state.begun)
    dl_dragonfly_candidates_draw_next (ways->routes, ways->mode, router, &stand,
                                       dl_rng_mix (head->random, state.begun), &candidates);
  else
    {
      bias = dl_dragonfly_bias (ways->routes, ways->mode, router, dest);
      dl_dragonfly_candidates_draw (ways->routes, ways->mode, router, dest, head->random,
                                    &candidates);
    }
  taken = take_lightest (ways, &candidates, bias, router, view);
  if (!state.begun)
    head->detour = !taken->nonminimal    ? DL_DETOUR_NONE
                   : ways->mode->by_load ? DL_DETOUR_QUEUE
                                         : DL_DETOUR_MODE;
  *choices = (DlIqChoice) { port_of_link (ways, taken->hop.link),
                            (base + stand.vc) * ways->class_vcs, ways->class_vcs };
  dl_dragonfly_move (ways->routes, taken->hop, &stand);
  state = (State) { stand.root, stand.vc, stand.turn, state.begun + 1 };
  memcpy (head->state, &state, sizeof state);
  return 1;
}

static guint
route (gconstpointer data, DlIqHead *head, guint router, guint in_port, const DlIqView *view,
       DlIqChoice *choices)
{
  const Ways *ways = data;

  if (ways->mode->phases == 0)
    return route_by_mode (ways, head, router, view, choices);
  return route_by_phase (ways, head, router, in_port < net_of (ways)->nodes_per_router, view,
                         choices);
}

static DlIqFate
fate (gconstpointer data, guint source, guint dest)
{
  const Ways *ways = data;
  const guint from = router_of (ways, source), to = router_of (ways, dest);

  if (ways->undamaged || from == to)
    return DL_IQ_DELIVERED;
  /* Phases have no virtual channel for a detour. */
  if (ways->mode->phases > 0 ? dl_dragonfly_plain (ways->routes, from, to)
                             : dl_dragonfly_reachable (ways->routes, from, to))
    return DL_IQ_DELIVERED;
  return DL_IQ_UNREACHABLE;
}

static gboolean
same (gconstpointer a, gconstpointer b)
{
  const Ways *x = a, *y = b;

  return x->routes == y->routes && x->mode->phases == y->mode->phases;
}

static void
free_ways (gpointer data)
{
  Ways *ways = data;

  dl_dragonfly_routes_unref (ways->routes);
  g_free (ways->only);
  g_free (ways);
}

static const DlIqRouting routing
    = { .route = route, .fate = fate, .same = same, .unref = free_ways };

/* Their data ---------------------------------------------------------------------------------- */

/* Most that fit in cache. */
#define MAX_KEPT_ROUTERS 512

static guint8
find_only (const Ways *ways, guint router, guint to, DlDragonflyNextHop *found)
{
  const DlDragonflyPacket stand = { to, DL_NO_NODE, 0, DL_TURN_NONE };
  const guint n = router != to ? dl_dragonfly_next (ways->routes, router, &stand, found) : 0;

  return n == 1 && found[0].hop.root == DL_NO_NODE ? port_of_link (ways, found[0].hop.link) : MANY;
}

static void
keep_only_ports (Ways *ways)
{
  const guint n = net_of (ways)->n_routers;
  g_autofree DlDragonflyNextHop *found = g_new (DlDragonflyNextHop, ways->routes->max_candidates);

  if (ways->mode->phases == 0 || n > MAX_KEPT_ROUTERS)
    return;
  ways->only = g_new (guint8, n * n);
  for (guint router = 0; router < n; router++)
    for (guint to = 0; to < n; to++)
      ways->only[router * n + to] = find_only (ways, router, to, found);
}

static gboolean
is_undamaged (const DlDragonflyRoutes *routes)
{
  for (guint a = 0; a < routes->dragonfly->n_groups; a++)
    for (guint b = 0; b < routes->dragonfly->n_groups; b++)
      if (!dl_dragonfly_plain_groups (routes, a, b))
        return FALSE;
  return TRUE;
}

static guint
n_classes (const DlDragonflyMode *mode)
{
  return mode->phases > 0 ? mode->phases : DL_DRAGONFLY_VCS;
}

guint
dl_dragonfly_least_vcs (const DlScenario *scenario)
{
  return n_classes (dl_dragonfly_options (scenario)->mode)
         * (scenario->traffic.response_share > 0 ? 2 : 1);
}

static Ways *
make_ways (const DlScenario *scenario, DlDragonflyRoutes *routes)
{
  Ways *ways = g_new0 (Ways, 1);

  ways->routes = dl_dragonfly_routes_ref (routes);
  ways->mode = dl_dragonfly_options (scenario)->mode;
  ways->class_vcs = scenario->input_queued.vcs / dl_dragonfly_least_vcs (scenario);
  ways->undamaged = is_undamaged (routes);
  keep_only_ports (ways);
  return ways;
}

/* Traffic ------------------------------------------------------------------------------------ */

static guint
draw (gconstpointer data, guint source, DlRng *rng)
{
  return dl_dragonfly_demand_draw (data, source, rng);
}

static double
sent_by (gconstpointer data, guint source)
{
  return dl_dragonfly_demand_sent (data, source);
}

static const DlSimTraffic traffic_of_demand = { .draw = draw, .sent = sent_by };

static DlDemand *
uniform_demand (void)
{
  DlDemand *demand = g_new0 (DlDemand, 1);

  demand->uniform = TRUE;
  demand->flows = g_array_new (FALSE, FALSE, sizeof (DlFlow));
  return demand;
}

gboolean
dl_dragonfly_sends (const DlScenario *scenario, gpointer shape, guint64 seed, DlSent *sent,
                    GError **error)
{
  DlDragonflyDemand *demand = dl_scenario_dragonfly_demand (scenario, shape, NULL, error);

  if (demand == NULL)
    return FALSE;
  *sent = (DlSent) { .traffic = &traffic_of_demand, .traffic_data = demand, .burst = 1 };
  if (dl_scenario_is_program (scenario))
    {
      sent->workload = dl_scenario_dragonfly_workload (scenario, shape, demand, seed, error);
      return sent->workload != NULL;
    }
  if (scenario->traffic.pattern->uniform)
    sent->demand = uniform_demand ();
  return TRUE;
}

/* The plan ----------------------------------------------------------------------------------- */

gboolean
dl_dragonfly_queue (const DlScenario *scenario, gpointer data, DlIqPlanOptions *options,
                    GError **error)
{
  DlDragonflyRoutes *routes = data;

  options->graph = routes->dragonfly->graph;
  options->class_cycles[DL_LINK_BLUE] = options->spec.global_channel_delay;
  options->routing = &routing;
  options->routing_data = make_ways (scenario, routes);
  options->tells_routes = TRUE;
  options->random_inject_vc = dl_dragonfly_options (scenario)->mode->phases > 0;
  return TRUE;
}

static DlDragonflyRoutes *
make_routes (const DlScenario *scenario, GError **error)
{
  g_autoptr (DlDragonfly) dragonfly = dl_scenario_dragonfly (scenario, error);

  return dragonfly != NULL
             ? dl_dragonfly_routes_new (dragonfly, dl_dragonfly_options (scenario)->minimal)
             : NULL;
}

/* Analysis ------------------------------------------------------------------------------------- */

DlDragonflyRates
dl_dragonfly_rates_of (const DlScenario *scenario, const DlDragonfly *dragonfly)
{
  DlDragonflyRates rates = dl_dragonfly_rates_for (dragonfly);

  if (dragonfly->shape == DL_DRAGONFLY_ARIES)
    rates.efficiency = dl_aries_options (scenario)->efficiency;
  rates.alike |= dl_scenario_is_input_queued (scenario);
  return rates;
}

/* A router's blue links to a group, of which some are broken. */
static guint
count_lost (const DlDragonfly *net, guint router, guint group, guint *n_left)
{
  guint n_lost = 0;

  *n_left = 0;
  for (guint link = net->first_link[router]; link < net->first_link[router + 1]; link++)
    if (net->link_class[link] == DL_LINK_BLUE && net->router[net->link_to[link]].group == group)
      {
        *n_left += net->link_state[link] == DL_LINK_UP;
        n_lost += net->link_state[link] != DL_LINK_UP;
      }
  return n_lost;
}

/* Where the busiest link leaves a router that has lost another one to the same group, and packets
 * leave by the exit that is nearest to them: why the loss of one link can cost more than that of
 * the whole cable, with which the exit is gone. */
static void
note_lost_exit (DlDragonflyAnalysis *analysis)
{
  const DlDragonfly *net = analysis->dragonfly;
  const guint link = analysis->bound_link;
  g_autofree char *router = NULL;
  guint from, group, n_lost, n_left;

  if (link == G_MAXUINT32 || net->link_class[link] != DL_LINK_BLUE
      || !analysis->routes->minimal->counts_near)
    return;
  from = net->link_from[link];
  group = net->router[net->link_to[link]].group;
  n_lost = count_lost (net, from, group, &n_left);
  if (n_lost == 0)
    return;
  router = dl_dragonfly_router_to_string (net, from);
  analysis->basis_note = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE,
                   /* Translators: what loads are (“exact: …”); a router; links that are left, and
                    * of how many; a group; a rule of routing, “nearest-exit” */
                   "%s; router %s has %u of its %u blue links to group %u left, and all traffic "
                   "that is nearest to this router leaves by that one (%s), so that one broken "
                   "link can cost more than its whole cable",
                   "%s; router %s has %u of its %u blue links to group %u left, and all traffic "
                   "that is nearest to this router leaves by those (%s), so that one broken link "
                   "can cost more than its whole cable",
                   n_left),
      dl_dragonfly_basis_text (analysis->basis), router, n_left, n_left + n_lost, group,
      analysis->routes->minimal->id);
}

/* Has a class of the input-queued router one virtual channel? Those of BookSim's modes always. */
static gboolean
has_lone_vcs (const DlScenario *scenario)
{
  return dl_scenario_is_input_queued (scenario)
         && (dl_dragonfly_options (scenario)->mode->phases > 0
             || scenario->input_queued.vcs / dl_dragonfly_least_vcs (scenario) == 1);
}

/* Offered load at which the busiest virtual channel is full; NAN unless each is alone in its class
 * and loads are those of the mode itself. */
static double
find_held_load (const DlScenario *scenario, const DlDragonflyAnalysis *analysis)
{
  const DlTrafficOptions *traffic = &scenario->traffic;
  const gsize n = (gsize) analysis->dragonfly->n_links * DL_DRAGONFLY_VCS;
  const double flits = dl_scenario_mean_flits (scenario);
  const double share = flits / dl_iq_hold_cycles (&scenario->input_queued, flits);
  /* Requests and responses have classes of their own. */
  const double of_class = fmax (traffic->response_share, 1 - traffic->response_share);
  double most = 0;

  if (!has_lone_vcs (scenario) || analysis->bound_link == G_MAXUINT32
      || analysis->basis == DL_BASIS_BOUND || analysis->basis == DL_BASIS_EVEN)
    return NAN;
  /* Packets, of a slower link each for as long as it takes its flits. */
  for (gsize i = 0; i < n; i++)
    {
      const double capacity
          = dl_graph_capacity (analysis->dragonfly->graph, (guint) (i / DL_DRAGONFLY_VCS));

      most = fmax (most, analysis->vc_load[i] * fmax (capacity, capacity < 1 ? share : 1));
    }
  return analysis->bound_load * share * dl_dragonfly_analysis_load (analysis, analysis->bound_link)
         / (most * of_class);
}

static void
note_held_load (const DlScenario *scenario, DlDragonflyAnalysis *analysis)
{
  g_autofree char *basis = analysis->basis_note;

  analysis->held_load = find_held_load (scenario, analysis);
  if (!(analysis->held_load < analysis->bound_load))
    {
      analysis->basis_note = g_steal_pointer (&basis);
      return;
    }
  analysis->basis_note = dl_iq_hold_note (
      basis != NULL ? basis : dl_dragonfly_basis_text (analysis->basis), &scenario->input_queued,
      dl_scenario_mean_flits (scenario), analysis->held_load);
}

DlDragonflyAnalysis *
dl_dragonfly_analyze (const DlScenario *scenario, DlDragonflyRoutes *known,
                      const DlDragonflyAnalysis *previous, GCancellable *cancellable,
                      GError **error)
{
  g_autoptr (DlDragonflyRoutes) routes
      = known != NULL ? dl_dragonfly_routes_ref (known) : make_routes (scenario, error);
  g_autoptr (DlDragonflyDemand) demand = NULL;
  DlDragonflyAnalysis *analysis;

  if (routes == NULL)
    return NULL;
  demand = dl_scenario_dragonfly_demand (scenario, routes->dragonfly, NULL, error);
  if (demand == NULL)
    return NULL;
  analysis = dl_dragonfly_analysis_new (routes, dl_dragonfly_options (scenario)->mode, demand,
                                        dl_dragonfly_rates_of (scenario, routes->dragonfly),
                                        &scenario->seed, previous, cancellable);
  if (analysis == NULL)
    {
      dl_scenario_fail_cancelled (NULL, _ ("The analysis was canceled"), error);
      return NULL;
    }
  note_lost_exit (analysis);
  note_held_load (scenario, analysis);
  return analysis;
}

gpointer
dl_dragonfly_family_analyze (const DlScenario *scenario, gpointer routes, gconstpointer before,
                             GCancellable *cancellable, GError **error)
{
  return dl_dragonfly_analyze (scenario, routes, before, cancellable, error);
}

DlLinkFlows *
dl_dragonfly_family_flows (const DlScenario *scenario, gconstpointer data, guint link,
                           GCancellable *cancellable)
{
  const DlDragonflyAnalysis *analysis = data;
  g_autoptr (DlDragonflyDemand) demand
      = dl_scenario_dragonfly_demand (scenario, analysis->dragonfly, NULL, NULL);

  g_assert (demand != NULL); /* @analysis is of it */
  DlLinkFlows *flows
      = dl_dragonfly_flows_new (analysis, demand, scenario->seed, link, DL_NO_NODE, cancellable);

  if (flows != NULL)
    dl_link_flows_weigh (flows, dl_graph_capacity (analysis->dragonfly->graph, link));
  return flows;
}

static double
peak_load (const DlDragonflyAnalysis *analysis)
{
  double peak = NAN;

  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    peak = fmax (peak, analysis->classes[class].load_max);
  return peak;
}

void
dl_dragonfly_find (gconstpointer data, DlFindings *findings)
{
  const DlDragonflyAnalysis *analysis = data;
  const DlDragonfly *dragonfly = analysis->dragonfly;

  *findings = (DlFindings) {
    .pairs = analysis->pairs,
    .unreachable_pairs = analysis->unreachable_pairs,
    .all = analysis->all,
    .pattern = { analysis->pairs, analysis->unreachable_pairs, 0, 0 },
    .hops_mean = analysis->hops_mean,
    .hops_max = analysis->hops_max,
    .deadlock_free = analysis->verdict->deadlock_free,
    .verdict = analysis->verdict,
    .vc_load = analysis->vc_load,
    .peak_load = peak_load (analysis),
    .full_link = analysis->bound_link,
    .balance_mean = NAN,
    .bound_load = analysis->bound_load,
    .is_bound = dl_dragonfly_analysis_is_bound (analysis),
    .basis = dl_dragonfly_analysis_basis (analysis),
  };
  for (guint router = 0; router < dragonfly->n_routers; router++)
    findings->working_nodes += dragonfly->router_up[router] ? dragonfly->nodes_per_router : 0;
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    {
      findings->working_links += analysis->classes[class].links;
      findings->class_load_max[class] = analysis->classes[class].load_max;
      findings->class_balance_mean[class] = NAN;
    }
}

/* Simulation ----------------------------------------------------------------------------------- */

static gboolean
check_delay (const DlScenario *scenario, const DlAriesRouter *router, GError **error)
{
  if (router->link_cycles <= DL_ARIES_MAX_LINK_CYCLES)
    return TRUE;
  g_set_error (error, DL_SIM_ERROR, DL_SIM_ERROR_LIMIT,
               _ ("%s: a link delay of %u cycles is too long (at "
                  "most %u)"),
               dl_dragonfly_options (scenario)->spec.shape == DL_DRAGONFLY_ARIES
                   ? "router.aries-hop-ns"
                   : "router.link-cycles",
               router->link_cycles, DL_ARIES_MAX_LINK_CYCLES);
  return FALSE;
}

DlAriesPlan *
dl_dragonfly_plan_new (const DlScenario *scenario, guint64 seed, DlDragonflyRoutes *routes,
                       GCancellable *cancellable, GError **error)
{
  const DlTrafficOptions *traffic = &scenario->traffic;
  const DlUnits units = dl_units (scenario);
  g_autoptr (DlDragonflyRoutes) own = NULL;
  g_auto (DlSent) sent = { 0 };
  DlAriesPlanOptions options = {
    .mode = dl_dragonfly_options (scenario)->mode,
    .router = dl_units_router (scenario),
    .packet_flits = traffic->packet_flits,
    .lengths = dl_scenario_packet_lengths (scenario),
    .payload_bytes = dl_aries_options (scenario)->payload_bytes,
    .header_flits = units.header_flits,
    .load = traffic->saturated ? INFINITY : traffic->load * units.load_flits,
    .response_share = traffic->response_share,
    .seed = seed,
  };

  if (!dl_scenario_check_bytes (scenario, error) || !check_delay (scenario, &options.router, error))
    return NULL;
  own = routes != NULL ? dl_dragonfly_routes_ref (routes) : make_routes (scenario, error);
  if (own == NULL || g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (!dl_dragonfly_sends (scenario, own->dragonfly, seed, &sent, error))
    return NULL;
  options.routes = own;
  options.demand = sent.traffic_data;
  options.workload = sent.workload;
  return dl_aries_plan_new (&options, error);
}

gpointer
dl_dragonfly_route (const DlScenario *scenario, GCancellable *cancellable, GError **error)
{
  return make_routes (scenario, error);
}
