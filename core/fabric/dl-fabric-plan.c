/* Analysis and simulation plans of a fabric, from its scenario. */
#include "dl-fabric-plan.h"

#include "dl-fabric-critical.h"
#include "dl-fabric-engine.h"
#include "dl-fabric-family-private.h"
#include "dl-progress.h"
#include "dl-scenario-check.h"
#include "dl-sim-counters.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Virtual channels of a layer. */
typedef struct
{
  guint8 first, n;
} Range;

/* Router's callback data. */
typedef struct
{
  DlFabricRoutes *routes; /* held */
  guint32 *takes, *gives; /* (n_hosts) switches that hosts send to and hear */
  guint unseen;           /* flits on their way to a queue, of adaptive-up: half a buffer */
  Range *range[2];        /* of requests and responses (n_layers) */
  guint16 *hops;       /* of detours: (n_switches x n_switches) by the tables, destination first */
  guint32 *members;    /* (n_switches) switches by their parts, */
  guint32 *part_first; /* (n_switches + 1) */
} Ways;

/* Detour state of a packet. */
typedef struct
{
  guint16 middle;
  guint8 phase;
} Detour;

enum
{
  NOT_DECIDED,
  TO_MIDDLE,
  TO_HOST
};

G_STATIC_ASSERT (sizeof (Detour) <= DL_IQ_STATE);
G_STATIC_ASSERT (DL_FABRIC_MAX_VERTICES <= G_MAXUINT16);
G_STATIC_ASSERT (DL_FABRIC_MAX_CYCLES <= DL_IQ_MAX_DELAY);

/* Routing ---------------------------------------------------------------------------------------
 */

static DlIqChoice
choose (const Ways *ways, const DlIqHead *head, guint port, guint layer)
{
  const Range range = ways->range[head->class][layer];

  return (DlIqChoice) { (guint8) (port - 1), range.first, range.n };
}

/* Its queue counts as queue x @factor + @add. */
static DlSimCandidate
look_at (const DlIqView *view, guint port, guint factor, guint add)
{
  return (DlSimCandidate) { .link = dl_iq_view_link (view, port - 1),
                            .queue = dl_iq_view_queue (view, port - 1),
                            .factor = factor,
                            .add = add };
}

/* The one that counts least, ties to the first. */
static guint
pick_least (const DlIqView *view, const DlSimCandidate *candidates, guint n)
{
  guint best = 0;

  for (guint i = 1; i < n; i++)
    if (dl_sim_candidate_value (&candidates[i], candidates[i].queue)
        < dl_sim_candidate_value (&candidates[best], candidates[best].queue))
      best = i;
  dl_iq_view_tell (view, candidates, n, best);
  return best;
}

/* The shortest queue, ties to the @first, of all @ports (n): all packets of a cycle see the same.
 */
static guint
pick_shortest (const DlIqView *view, const guint8 *ports, guint n, guint first)
{
  DlSimCandidate candidates[DL_IQ_MAX_PORTS];
  guint8 order[DL_IQ_MAX_PORTS];

  for (guint i = 0; i < n; i++)
    {
      order[i] = i == 0 ? first : i - (i <= first);
      candidates[i] = look_at (view, ports[order[i]], 1, 0);
    }
  return order[pick_least (view, candidates, n)];
}

/* One of the ports of @words, by the packet's own bits or the queues there. Packets that all went
 * where the shortest queue is would fill it before they see that: of two ports that each draws for
 * itself a packet leaves the first one only for one that is shorter by more than it cannot see. */
static guint
pick_port (const Ways *ways, const DlIqHead *head, guint router, const guint64 *words,
           const DlIqView *view)
{
  const DlFabricRoutes *routes = ways->routes;
  const guint64 random = dl_rng_mix (head->random, router);
  guint8 ports[DL_IQ_MAX_PORTS];
  guint n = 0, first, second;

  for (guint w = 0; w < routes->n_words; w++)
    for (guint64 set = words[w]; set != 0; set &= set - 1)
      ports[n++] = (guint8) (64 * w + (guint) __builtin_ctzll (set) + 1);
  g_assert (n > 0); /* others are not created */
  first = dl_rng_pick (random, n);
  if (routes->engine != &dl_fabric_adaptive_up || n == 1)
    return ports[first];
  if (routes->compares_all)
    return ports[pick_shortest (view, ports, n, first)];
  second = (first + 1 + dl_rng_pick (dl_rng_mix (random, n), n - 1)) % n;
  const DlSimCandidate two[]
      = { look_at (view, ports[first], 1, 0), look_at (view, ports[second], 1, ways->unseen) };

  return pick_least (view, two, 2) == 0 ? ports[first] : ports[second];
}

static guint
hops_between (const Ways *ways, guint from, guint to)
{
  return ways->hops[(gsize) to * ways->routes->fabric->n_switches + from];
}

/* At the first switch: where the detour goes by, if it is one. */
static void
decide (const Ways *ways, DlIqHead *head, guint router, const DlIqView *view, Detour *detour)
{
  const DlFabricRoutes *routes = ways->routes;
  const DlFabric *fabric = routes->fabric;
  const guint S = fabric->n_switches, last = ways->gives[head->dest];
  const guint32 part = routes->part[router];
  guint direct, around;

  detour->phase = TO_HOST;
  if (part != routes->part[last])
    return;
  detour->middle
      = (guint16)
            ways->members[ways->part_first[part]
                          + dl_rng_pick (dl_rng_mix (head->random, 1), routes->part_size[part])];
  if (detour->middle == router)
    return;
  detour->phase = TO_MIDDLE;
  head->detour = routes->engine != &dl_fabric_ugal ? DL_DETOUR_MODE : DL_DETOUR_QUEUE;
  if (routes->engine != &dl_fabric_ugal)
    return;
  direct = routes->port[(gsize) head->dest * S + router];
  around = routes->port[(gsize) (fabric->n_hosts + detour->middle) * S + router];
  if (router != last)
    {
      DlSimCandidate two[] = { look_at (view, direct, hops_between (ways, router, last), 0),
                               look_at (view, around,
                                        hops_between (ways, router, detour->middle)
                                            + hops_between (ways, detour->middle, last),
                                        0) };

      two[1].nonminimal = TRUE;
      if (pick_least (view, two, 2) == 1)
        return;
    }
  detour->phase = TO_HOST;
  head->detour = DL_DETOUR_NONE;
}

/* Where packets change layers: that of the channel that follows this one. */
static guint
ring_layer (const DlFabricRoutes *routes, const DlIqHead *head, guint router, guint in_port)
{
  const DlFabric *fabric = routes->fabric;
  const guint port = routes->port[(gsize) head->dest * fabric->n_switches + router];

  return dl_fabric_routes_next_layer (
      routes, head->state[0],
      fabric->port_arrives[fabric->port_first[fabric->n_hosts + router] + in_port],
      dl_fabric_port_channel (fabric, fabric->n_hosts + router, port));
}

static guint
route (gconstpointer data, DlIqHead *head, guint router, guint in_port, const DlIqView *view,
       DlIqChoice *choices)
{
  const Ways *ways = data;
  const DlFabricRoutes *routes = ways->routes;
  const DlFabric *fabric = routes->fabric;
  const guint S = fabric->n_switches, last = ways->gives[head->dest];
  guint row = head->dest, layer = 0;

  if (routes->kind == DL_FABRIC_CHOICES)
    {
      const guint64 *words = routes->choices + ((gsize) last * S + router) * routes->n_words;

      *choices = choose (ways, head,
                         router == last
                             ? fabric->channel_from_port[dl_fabric_host_receives (fabric, row)]
                             : pick_port (ways, head, router, words, view),
                         0);
      return 1;
    }
  if (routes->kind == DL_FABRIC_DETOURS)
    {
      Detour detour;

      memcpy (&detour, head->state, sizeof detour);
      if (detour.phase == NOT_DECIDED)
        decide (ways, head, router, view, &detour);
      if (detour.phase == TO_MIDDLE && detour.middle == router)
        detour.phase = TO_HOST;
      memcpy (head->state, &detour, sizeof detour);
      layer = detour.phase == TO_HOST ? 1 : 0;
      if (layer == 0)
        row = fabric->n_hosts + detour.middle;
    }
  else if (routes->ring != NULL)
    layer = head->state[0] = (guint8) ring_layer (routes, head, router, in_port);
  else
    layer = dl_fabric_routes_layer (routes, head->source, ways->takes[head->source], row);
  *choices = choose (ways, head, routes->port[(gsize) row * S + router], layer);
  return 1;
}

static DlIqFate
fate (gconstpointer data, guint source, guint dest)
{
  const Ways *ways = data;
  const DlFabricRoutes *routes = ways->routes;
  const DlFabric *fabric = routes->fabric;
  const guint S = fabric->n_switches;
  guint s = ways->takes[source];

  if (s == DL_FABRIC_NONE || ways->gives[dest] == DL_FABRIC_NONE)
    return DL_IQ_UNREACHABLE;
  if (routes->kind == DL_FABRIC_CHOICES)
    {
      const guint64 *words
          = routes->choices + ((gsize) ways->gives[dest] * S + s) * routes->n_words;
      gboolean any = s == ways->gives[dest];

      for (guint w = 0; w < routes->n_words; w++)
        any |= words[w] != 0;
      return any ? DL_IQ_DELIVERED : DL_IQ_UNREACHABLE;
    }
  for (guint steps = 0; steps <= S; steps++)
    {
      const guint port = routes->port[(gsize) dest * S + s];
      const guint32 c = port != DL_FABRIC_NO_PORT
                            ? dl_fabric_port_channel (fabric, fabric->n_hosts + s, port)
                            : DL_FABRIC_NONE;

      if (c == DL_FABRIC_NONE || fabric->link_state[c] != DL_LINK_UP)
        return DL_IQ_UNREACHABLE;
      if (fabric->channel_to[c] < fabric->n_hosts)
        return fabric->channel_to[c] == dest ? DL_IQ_DELIVERED : DL_IQ_UNREACHABLE;
      s = fabric->channel_to[c] - fabric->n_hosts;
    }
  return DL_IQ_UNREACHABLE;
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

  dl_fabric_routes_unref (ways->routes);
  g_free (ways->takes);
  g_free (ways->gives);
  g_free (ways->range[0]);
  g_free (ways->range[1]);
  g_free (ways->hops);
  g_free (ways->members);
  g_free (ways->part_first);
  g_free (ways);
}

static const DlIqRouting routing
    = { .route = route, .fate = fate, .same = same, .unref = free_ways };

/* Its data --------------------------------------------------------------------------------------
 */

guint
dl_fabric_least_vcs (const DlFabricRoutes *routes, gboolean responses)
{
  return routes->n_layers * (responses ? 2 : 1);
}

/* VCs, of @vcs, that @class shares among its layers. */
static guint
share_of (guint vcs, gboolean responses, guint class)
{
  return !responses ? vcs : class == 0 ? vcs / 2 : vcs - vcs / 2;
}

/* Virtual channels of @vcs that packets of a class, 0 of requests and 1 of responses (if there are
 * any), may use in layer @layer of @n_layers. */
static guint
fabric_count_vcs (guint vcs, gboolean responses, guint class, guint layer, guint n_layers)
{
  const guint share = share_of (vcs, responses, class);

  return (layer + 1) * share / n_layers - layer * share / n_layers;
}

/* Hops of all switches to @to, by following its row from each; unreached switches stay 0. */
static void
count_hops (const DlFabricRoutes *routes, guint to, guint16 *hops)
{
  const DlFabric *fabric = routes->fabric;
  const guint8 *row = routes->port + (gsize) (fabric->n_hosts + to) * fabric->n_switches;

  for (guint from = 0; from < fabric->n_switches; from++)
    {
      guint s = from, n = 0;

      while (s != to && row[s] != DL_FABRIC_NO_PORT)
        {
          s = fabric->channel_to[dl_fabric_port_channel (fabric, fabric->n_hosts + s, row[s])]
              - fabric->n_hosts;
          n++;
        }
      hops[from] = (guint16) n;
    }
}

static void
list_parts (Ways *ways)
{
  const DlFabricRoutes *routes = ways->routes;
  const guint S = routes->fabric->n_switches;

  ways->members = g_new (guint32, S);
  ways->part_first = g_new0 (guint32, S + 1);
  for (guint i = 0; i < S; i++)
    ways->part_first[i + 1] = ways->part_first[i] + routes->part_size[i];
  g_autofree guint32 *at = g_memdup2 (ways->part_first, (S + 1) * sizeof *at);
  for (guint s = 0; s < S; s++)
    if (routes->part[s] != DL_FABRIC_NONE)
      ways->members[at[routes->part[s]]++] = s;
}

static Ways *
make_ways (DlFabricRoutes *routes, const DlIqSpec *spec, gboolean responses)
{
  const guint vcs = spec->vcs;
  const DlFabric *fabric = routes->fabric;
  const guint S = fabric->n_switches, n = routes->n_layers;
  g_autoptr (DlFabricGraph) graph = dl_fabric_graph_new (fabric);
  Ways *ways = g_new0 (Ways, 1);

  ways->routes = dl_fabric_routes_ref (routes);
  ways->unseen = spec->buffer_flits / 2;
  ways->takes = g_steal_pointer (&graph->takes);
  ways->gives = g_steal_pointer (&graph->gives);
  for (guint class = 0; class < 2; class ++)
    {
      const guint begin = responses ? class * vcs / 2 : 0;
      const guint share = share_of (vcs, responses, class);

      ways->range[class] = g_new (Range, n);
      for (guint layer = 0; layer < n; layer++)
        {
          const guint first = begin + layer * share / n;

          ways->range[class][layer]
              = (Range) { (guint8) first,
                          (guint8) fabric_count_vcs (vcs, responses, class, layer, n) };
        }
    }
  if (routes->kind != DL_FABRIC_DETOURS)
    return ways;
  list_parts (ways);
  if (routes->engine == &dl_fabric_ugal)
    {
      ways->hops = g_new0 (guint16, (gsize) S * S);
      for (guint to = 0; to < S; to++)
        count_hops (routes, to, ways->hops + (gsize) to * S);
    }
  return ways;
}

/* The plan ----------------------------------------------------------------------------------- */

gboolean
dl_fabric_iq_options (DlFabricRoutes *routes, DlIqPlanOptions *options, GError **error)
{
  const DlFabric *fabric = routes->fabric;
  const gboolean responses = options->response_share > 0;
  const guint least = dl_fabric_least_vcs (routes, responses);

  if (options->spec.vcs < least)
    {
      g_set_error (error, DL_SIM_ERROR, DL_SIM_ERROR_LIMIT,
                   g_dngettext (GETTEXT_PACKAGE,
                                "input-queued.vcs: %u virtual channel is too few for the layers of "
                                "engine %s (expected %u or more)",
                                "input-queued.vcs: %u virtual channels are too few for the layers "
                                "of engine %s (expected %u or more)",
                                options->spec.vcs),
                   options->spec.vcs, routes->engine->id, least);
      return FALSE;
    }
  for (guint h = 0; h < fabric->n_hosts; h++)
    if (fabric->host_switch[h] == DL_FABRIC_NONE)
      {
        g_set_error (error, DL_SIM_ERROR, DL_SIM_ERROR_UNREACHABLE,
                     _ ("fabric.file: host “%s” does not have a cable (connect it, or leave it "
                        "out)"),
                     dl_fabric_name (fabric, h));
        return FALSE;
      }
  options->graph = fabric->graph;
  options->class_cycles[DL_FABRIC_BETWEEN_SWITCHES] = options->spec.channel_delay;
  options->routing = &routing;
  options->routing_data = make_ways (routes, &options->spec, responses);
  options->most_choices = 1;
  options->tells_routes
      = routes->kind == DL_FABRIC_DETOURS || routes->engine == &dl_fabric_adaptive_up;
  return TRUE;
}

/* Routes and analysis ----------------------------------------------------------------------------
 */

gpointer
dl_fabric_family_route (const DlScenario *scenario, GCancellable *cancellable, GError **error)
{
  const DlFabricOptions *options = dl_fabric_options (scenario);
  const DlFabricWork work = { .cancellable = cancellable };
  g_autoptr (DlFabric) fabric = NULL;
  g_autoptr (GError) why = NULL;
  DlFabricRoutes *routes = NULL;
  const char *key = "source";

  fabric = dl_fabric_options_build (options, &key, &why);
  if (fabric != NULL)
    routes = dl_fabric_options_route (options, fabric, &work, &key, &why);
  if (routes == NULL && (why == NULL || why->domain == G_IO_ERROR))
    dl_scenario_fail_cancelled (g_steal_pointer (&why), _ ("The analysis was canceled"), error);
  else if (routes == NULL)
    {
      g_autofree char *name = g_strconcat ("fabric.", key, NULL);

      dl_scenario_fail (name, NULL, error, "%s", why->message);
    }
  return routes;
}

/* New references. */
static DlFabricRoutes *
routes_for (const DlScenario *scenario, gpointer known, GCancellable *cancellable, GError **error)
{
  return known != NULL ? dl_fabric_routes_ref (known)
                       : dl_fabric_family_route (scenario, cancellable, error);
}

/* Cycles of @channel's virtual channel per packet of @flits that holds it. */
static double
hold_one (const DlScenario *scenario, const DlGraph *graph, guint channel, guint flits)
{
  const double stages = dl_iq_hold_cycles (&scenario->input_queued, flits);

  return graph->link_capacity != NULL ? fmax (stages, flits / graph->link_capacity[channel])
                                      : stages;
}

/* The same, the mean over packets. */
static double
hold_cycles (const DlScenario *scenario, const DlPacketLengths *lengths, const DlGraph *graph,
             guint channel)
{
  double sum = 0, weight = 0;

  if (lengths->n == 0)
    return hold_one (scenario, graph, channel, scenario->traffic.packet_flits);
  for (guint i = 0; i < lengths->n; i++)
    {
      sum += lengths->weight[i] * hold_one (scenario, graph, channel, lengths->flits[i]);
      weight += lengths->weight[i];
    }
  return sum / weight;
}

/* Packets of the busiest virtual channel into a switch that is the only one of its layer, and of
 * its class of requests or responses; *@held: the cycles that each of these holds it. */
static double
find_lone_load (const DlScenario *scenario, const DlFabricAnalysis *analysis, double *held)
{
  const guint vcs = scenario->input_queued.vcs;
  const double response_share = scenario->traffic.response_share;
  const DlFabric *fabric = analysis->routes->fabric;
  const guint n = analysis->routes->n_layers;
  const DlPacketLengths lengths = dl_scenario_packet_lengths (scenario);
  double most = 0;

  *held = 1;
  for (guint class = 0; class < (response_share > 0 ? 2 : 1); class ++)
    for (guint layer = 0; layer < n; layer++)
      {
        const double of_class = response_share == 0 ? 1
                                : class == 0        ? 1 - response_share
                                                    : response_share;

        if (fabric_count_vcs (vcs, response_share > 0, class, layer, n) != 1)
          continue;
        for (guint c = 0; c < fabric->n_channels; c++)
          {
            const double packets = of_class * dl_fabric_analysis_layer_load (analysis, c, layer)
                                   * dl_graph_capacity (fabric->graph, c);
            const double cycles = hold_cycles (scenario, &lengths, fabric->graph, c);

            if (dl_fabric_link_class (fabric, c) != DL_FABRIC_BETWEEN_SWITCHES
                || packets * cycles <= most * *held)
              continue;
            most = packets;
            *held = cycles;
          }
      }
  return most;
}

static void
note_held_load (const DlScenario *scenario, DlFabricAnalysis *analysis)
{
  const DlFabricEngine *engine = analysis->routes->engine;
  double held;
  const double most = find_lone_load (scenario, analysis, &held);

  analysis->held_load = NAN;
  /* Loads of engines that adapt are not what they lead to. */
  if (most == 0 || engine == &dl_fabric_ugal || engine == &dl_fabric_adaptive_up)
    return;
  analysis->held_load = analysis->sent / most * dl_scenario_mean_flits (scenario) / held;
  if (analysis->held_load < dl_fabric_analysis_full_at (analysis, NULL))
    analysis->basis_note = dl_iq_hold_note (engine->expects != NULL ? _ (engine->expects) : NULL,
                                            &scenario->input_queued,
                                            dl_scenario_mean_flits (scenario), analysis->held_load);
  else
    analysis->held_load = NAN;
}

gpointer
dl_fabric_family_analyze (const DlScenario *scenario, gpointer known, gconstpointer before,
                          GCancellable *cancellable, GError **error)
{
  g_autoptr (DlFabricRoutes) routes = NULL;
  g_autoptr (DlDemand) demand = NULL;
  DlFabricAnalysis *analysis;

  dl_stage_begin (cancellable, 0, DL_FABRIC_ROUTED);
  routes = routes_for (scenario, known, cancellable, error);
  if (routes == NULL)
    return NULL;
  demand = dl_scenario_fabric_demand (scenario, routes->fabric, NULL, error);
  if (demand == NULL)
    return NULL;
  analysis = dl_fabric_analysis_new (routes, demand, cancellable);
  if (analysis == NULL)
    dl_scenario_fail_cancelled (NULL, _ ("The analysis was canceled"), error);
  else
    {
      note_held_load (scenario, analysis);
      if (routes->fabric->machines != NULL)
        analysis->rails = dl_fabric_rail_shares (routes->fabric, demand);
    }
  return analysis;
}

/* Pairs of working hosts without a path, whatever the demand. */
static DlPairCounts
count_all_pairs (const DlFabricAnalysis *analysis)
{
  const guint64 n = analysis->n_working;

  return (DlPairCounts) { .pairs = n * (n - MIN (n, 1)), .unreachable = analysis->all_unreachable };
}

void
dl_fabric_find_all (gconstpointer data, DlFindings *findings)
{
  const DlFabricAnalysis *analysis = data;
  const DlFabric *fabric = analysis->routes->fabric;
  guint32 full;
  const double bound = dl_fabric_analysis_full_at (analysis, &full);

  *findings = (DlFindings) {
    .pairs = analysis->n_pairs,
    .unreachable_pairs = analysis->n_unreachable,
    .all = count_all_pairs (analysis),
    .pattern = { .pairs = analysis->n_pairs, .unreachable = analysis->n_unreachable },
    .hops_mean = analysis->mean_hops,
    .hops_max = analysis->max_hops,
    .deadlock_free = analysis->deadlock_free,
    .verdict = analysis->verdict,
    .vc_load = analysis->load,
    .working_nodes = analysis->n_working,
    .working_links = fabric->n_channels - fabric->n_broken,
    .peak_load = full != G_MAXUINT32 ? dl_fabric_analysis_load (analysis, full) : NAN,
    .full_link = full,
    .balance_mean = NAN,
    .bound_load = bound,
    .is_bound = dl_fabric_engine_is_bound (analysis->routes->engine),
    .basis = analysis->basis_note != NULL                ? analysis->basis_note
             : analysis->routes->engine->expects != NULL ? _ (analysis->routes->engine->expects)
                                                         : NULL,
    .class_load_max = { NAN, NAN, NAN },
    .class_balance_mean = { NAN, NAN, NAN },
  };
  for (guint c = 0; c < fabric->n_channels; c++)
    if (fabric->link_state[c] == DL_LINK_UP)
      {
        double *most = &findings->class_load_max[dl_fabric_link_class (fabric, c)];

        *most = fmax (*most, dl_fabric_analysis_load (analysis, c));
      }
}

DlCritical *
dl_fabric_family_critical (const DlScenario *scenario, DlCriticalOptions options,
                           GCancellable *cancellable, GError **error)
{
  g_autoptr (DlFabricAnalysis) analysis
      = dl_fabric_family_analyze (scenario, NULL, NULL, cancellable, error);
  g_autoptr (DlDemand) demand = NULL;
  DlCritical *critical;

  if (analysis == NULL)
    return NULL;
  demand = dl_scenario_fabric_demand (scenario, analysis->routes->fabric, NULL, error);
  if (demand == NULL)
    return NULL;
  critical = dl_fabric_critical (analysis, demand, options, cancellable);
  if (critical == NULL)
    dl_scenario_fail_cancelled (NULL, _ ("The search was canceled"), error);
  return critical;
}

/* Simulation ----------------------------------------------------------------------------------- */

gboolean
dl_fabric_sends (const DlScenario *scenario, gpointer shape, guint64 seed, DlSent *sent,
                 GError **error)
{
  sent->burst = scenario->traffic.burst_messages;
  if (dl_scenario_is_program (scenario))
    sent->workload = dl_fabric_workload (scenario, shape, seed, NULL, error);
  else
    sent->demand = dl_scenario_fabric_sent_demand (scenario, shape, NULL, error);
  return sent->workload != NULL || sent->demand != NULL;
}

gboolean
dl_fabric_queue (const DlScenario *scenario, gpointer routes, DlIqPlanOptions *options,
                 GError **error)
{
  return dl_fabric_iq_options (routes, options, error);
}

guint32
dl_fabric_wait_channel (gconstpointer data, const DlSimWait *wait)
{
  const DlFabricAnalysis *analysis = data;
  const DlFabric *fabric = analysis->routes->fabric;
  const guint32 channel
      = wait->node < fabric->n_switches
            ? dl_fabric_port_channel (fabric, fabric->n_hosts + wait->node, wait->port + 1)
            : DL_FABRIC_NONE;

  return channel != DL_FABRIC_NONE ? channel * analysis->n_lanes : G_MAXUINT32;
}

/* Latency against load ---------------------------------------------------------------------------
 */

static gboolean
has_load (const DlScenario *scenario)
{
  return *scenario->traffic.message_bytes == '\0'
         && (scenario->traffic.pattern->uniform || !scenario->traffic.pattern->program);
}

static double
curve_full_at (const DlScenario *scenario, gconstpointer analysis)
{
  return dl_fabric_analysis_full_at (analysis, NULL);
}

/* Bound of the best engine; one that refuses the fabric has no curve. */
static double
bound (const DlScenario *scenario, GStrv values, gconstpointer analysis, GCancellable *cancellable,
       GError **error)
{
  g_autoptr (DlScenario) other = dl_scenario_copy (scenario);
  double best = 0;

  for (guint i = 0; values[i] != NULL; i++)
    {
      const DlFabricEngine *engine = dl_fabric_engine_find (values[i]);
      g_autoptr (DlFabricAnalysis) found = NULL;
      g_autoptr (GError) why = NULL;

      dl_fabric_options (other)->engine = engine;
      found = engine == dl_fabric_options (scenario)->engine
                  ? dl_fabric_analysis_ref ((DlFabricAnalysis *) analysis)
                  : dl_fabric_family_analyze (other, NULL, NULL, cancellable, &why);
      if (g_error_matches (why, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        {
          g_propagate_error (error, g_steal_pointer (&why));
          return NAN;
        }
      if (found != NULL)
        best = MAX (best, curve_full_at (other, found));
    }
  return MIN (best, 1);
}

static char *
value_of (const DlScenario *scenario)
{
  return g_strdup (dl_fabric_options (scenario)->engine->id);
}

static char *
title (const char *value)
{
  return g_strdup (_ (dl_fabric_engine_find (value)->title));
}

/* Both route any fabric. */
static const char *const engines[] = { "min-hop", "up-down", NULL };

const DlFamilyCurve dl_fabric_curve = {
  .key = "fabric.engine",
  .values = engines,
  .summary = N_ ("Simulates this scenario at rising offered loads under shortest routes, Up*/down* "
                 "and its own routing engine. Shows latency and accepted throughput as the runs "
                 "finish."),
  .columns = "title,engine",
  .n_seeds = 1,
  .cycles = 5000,
  .value = value_of,
  .has_load = has_load,
  .full_at = curve_full_at,
  .bound = bound,
  .title = title,
};
