#include "dl-torus-analysis.h"

#include "dl-torus-engine.h"
#include "dl-torus-lines.h"
#include "dl-torus-tails.h"
#include "dl-torus-ties.h"
#include "dl-torus-uniform.h"

#include <math.h>

guint
dl_vc_balance_bin (double balance)
{
  return balance <= 0.25 ? 0 : balance <= 0.5 ? 1 : balance <= 0.75 ? 2 : 3;
}

double
dl_torus_analysis_link_balance (const DlTorusAnalysis *analysis, guint link)
{
  if (!dl_vc_has_halves (analysis->routes, dl_torus_port_dim (link % analysis->network->n_ports)))
    return NAN;
  return dl_vc_balance (analysis->vc_load[2 * link], analysis->vc_load[2 * link + 1]);
}

guint
dl_torus_dimension_stats_n_balances (const DlTorusDimensionStats *stats)
{
  guint n = 0;

  for (guint bin = 0; bin < DL_BALANCE_BINS; bin++)
    n += stats->bins[bin];
  return n;
}

double
dl_torus_analysis_channel_load (const DlTorusAnalysis *analysis, guint link, guint vc)
{
  const DlTorusRoutes *routes = analysis->routes;
  const double responses = routes->spec.response_share;
  const guint class = vc >= dl_vc_range (&routes->spec, 0).n ? 1 : 0;
  const DlVcRange range = dl_vc_range (&routes->spec, class);
  const double share = class == 1 ? responses : 1 - responses;
  guint half;

  if (!dl_vc_has_halves (routes, dl_torus_port_dim (link % routes->network->n_ports)))
    return dl_torus_analysis_link_load (analysis, link) * share / range.n;
  half = vc >= dl_vc_range_half (range, 1).first ? 1 : 0;
  return analysis->vc_load[DL_TORUS_VCS * link + half] * share / dl_vc_range_half (range, half).n;
}

double
dl_torus_analysis_balance_mean (const DlTorusAnalysis *analysis)
{
  double sum = 0;
  guint links = 0;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const DlTorusDimensionStats *stats = &analysis->dims[dim];
      const guint n = dl_torus_dimension_stats_n_balances (stats);

      if (n > 0)
        sum += stats->balance_mean * n;
      links += n;
    }
  return links > 0 ? sum / links : NAN;
}

double
dl_torus_analysis_max_channel_load (const DlTorusAnalysis *analysis)
{
  double peak = NAN;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    peak = fmax (peak, analysis->dims[dim].load_max); /* the one that is a number */
  return peak;
}

DlPairCounts
dl_torus_analysis_pattern_counts (const DlTorusAnalysis *analysis)
{
  return (DlPairCounts) { analysis->pairs, analysis->unreachable_pairs, analysis->dropped_pairs,
                          analysis->illegal_pairs };
}

/* Counts while routes are followed. */
typedef struct
{
  DlTorusAnalysis *analysis;
  const DlTorusRoutes *routes; /* one of the variants */
  DlTorusTies *ties;       /* NULL if it is the only one; then pairs are only marked, and counted at
                         the end */
  DlTorusUniform *uniform; /* the undisturbed rest, if any */
  DlTorusTails *tails;     /* routes of detours up to their ends */
  DlTorusTurns *turns;
} Counter;

/* Count @pairs that end with @status; TRUE if they are delivered. */
static gboolean
count_status (DlTorusAnalysis *analysis, DlTorusRouteStatus status, guint64 pairs)
{
  switch (status)
    {
    case DL_TORUS_ROUTE_DELIVERED:
      return TRUE;
    case DL_TORUS_ROUTE_DROPPED:
      analysis->dropped_pairs += pairs;
      return FALSE;
    case DL_TORUS_ROUTE_UNREACHABLE:
    case DL_TORUS_ROUTE_LOOP:
      analysis->unreachable_pairs += pairs;
      return FALSE;
    }
  g_assert_not_reached ();
}

typedef struct
{
  Counter *counter;
  const DlTorusDetour *detour;
} Sources;

/* Take back what one packet loaded on its undisturbed path from @source to the detour. */
static void
withdraw_source (guint source, gpointer data)
{
  const Sources *sources = data;
  const DlTorusDetour *detour = sources->detour;
  DlTorusAnalysis *analysis = sources->counter->analysis;
  guint node = source, from = DL_TORUS_NODE_CHANNELS;

  for (guint dim = 0; dim < detour->dim; dim++)
    if (analysis->network->torus.coord[node].at[dim]
        != analysis->network->torus.coord[detour->dest].at[dim])
      {
        const DlTorusLeg leg
            = dl_torus_line_leg (sources->counter->routes, node, detour->dest, dim);

        dl_torus_leg_add_load (analysis->network, &leg, -1, analysis->vc_load);
        if (from < DL_TORUS_NODE_CHANNELS)
          dl_torus_turns_add (sources->counter->turns, node, from,
                              dl_torus_leg_first_channel (&leg), -1);
        from = dl_torus_leg_last_channel (&leg);
        node = leg.end;
      }
  g_assert (node == detour->entry);
}

/* Call @func for every source whose packets come to @detour. */
static void
foreach_source (Counter *counter, const DlTorusDetour *detour, DlSourceFunc func)
{
  Sources sources = { counter, detour };

  dl_torus_uniform_foreach_source (counter->uniform, detour->entry, detour->dim, func, &sources);
}

static void
mark_failed (guint source, gpointer data)
{
  const Sources *sources = data;

  dl_torus_pair_marks_add (sources->counter->ties->failed, source, sources->detour->dest);
}

static void
judge_source (guint source, gpointer data)
{
  const Sources *sources = data;
  Counter *counter = sources->counter;

  dl_torus_ties_judge (counter->ties, counter->routes, source, sources->detour->dest);
}

/* One packet from @source whose whole route is @tail. */
static void
count_whole (Counter *counter, guint source, guint dest, const DlTorusTail *tail)
{
  DlTorusAnalysis *analysis = counter->analysis;

  if (tail->status != DL_TORUS_ROUTE_DELIVERED)
    {
      if (counter->ties != NULL)
        dl_torus_pair_marks_add (counter->ties->failed, source, dest);
      return;
    }
  analysis->hops_max = MAX (analysis->hops_max, tail->n_hops);
  analysis->illegal_pairs += !tail->legal;
  if (counter->ties != NULL && !tail->legal)
    dl_torus_pair_marks_add (counter->ties->illegal, source, dest);
}

/* @packets that begin at @node: FALSE if they do not arrive, and count as such. */
static gboolean
count_tail (Counter *counter, guint node, guint dest, guint64 packets, DlTorusTail **tail)
{
  *tail = dl_torus_tails_get (counter->tails, node, DL_TORUS_ARRIVAL_INJECTED, dest);
  if (!count_status (counter->analysis, (*tail)->status, packets))
    return FALSE;
  (*tail)->packets += packets;
  return TRUE;
}

static void
count_source (guint source, gpointer data)
{
  const Sources *sources = data;
  DlTorusTail *tail;

  withdraw_source (source, data);
  count_tail (sources->counter, source, sources->detour->dest, 1, &tail);
  count_whole (sources->counter, source, sources->detour->dest, tail);
}

/* Packets that would turn into a disturbed leg: the tail they share with others. */
static void
count_detour (const DlTorusDetour *detour, gpointer data)
{
  Counter *counter = data;
  DlTorusAnalysis *analysis = counter->analysis;
  const DlTorusRoutes *routes = counter->routes;
  const guint64 illegal_before = analysis->illegal_pairs;
  guint begin_here = detour->count;
  DlTorusTail *tail;

  if (routes->spec.engine->scope == DL_TORUS_SUSPECT_ROUTE)
    {
      /* They may take a different path from the source on. */
      foreach_source (counter, detour, count_source);
      return;
    }
  if (!count_tail (counter, detour->entry, detour->dest, detour->count, &tail))
    {
      /* A packet that will not arrive is not sent. */
      foreach_source (counter, detour, withdraw_source);
      if (counter->ties != NULL)
        foreach_source (counter, detour, mark_failed);
      return;
    }
  analysis->hops_max = MAX (analysis->hops_max, detour->prefix_hops + tail->n_hops);
  for (guint from = 0; from < DL_TORUS_NODE_CHANNELS; from++)
    if (detour->arrived[from] > 0)
      {
        const guint to = dl_torus_leg_first_channel (&tail->first);
        const guint last = dl_torus_channel_into (analysis->network, detour->entry, from);
        const gboolean legal
            = tail->legal
              && dl_torus_routes_legal (
                  routes, dl_torus_channel_link (last), dl_torus_channel_vc (last),
                  dl_torus_network_link (analysis->network, detour->entry, to / DL_TORUS_VCS),
                  to % DL_TORUS_VCS);

        dl_torus_turns_add (counter->turns, detour->entry, from, to, detour->arrived[from]);
        analysis->illegal_pairs += legal ? 0 : detour->arrived[from];
        begin_here -= detour->arrived[from];
      }
  analysis->illegal_pairs += tail->legal ? 0 : begin_here;
  if (counter->ties != NULL && analysis->illegal_pairs > illegal_before)
    foreach_source (counter, detour, judge_source);
}

/* One pair hop by hop, each variant with an equal share. */
static void
count_pair (DlTorusAnalysis *analysis, guint source, guint dest, double weight, DlTorusRoute *route)
{
  const DlTorusRoutes *routes = analysis->routes;
  gboolean legal = TRUE;

  analysis->pairs++;
  dl_torus_routes_walk (routes, source, dest, route);
  if (!count_status (analysis,
                     routes->n_variants > 1 ? dl_torus_routes_status (routes, source, dest)
                                            : route->status,
                     1))
    return;
  for (guint v = 0; v < routes->n_variants; v++)
    {
      if (v > 0)
        dl_torus_routes_walk (routes->variants[v], source, dest, route);
      for (guint i = 0; i < route->n_hops; i++)
        analysis->vc_load[DL_TORUS_VCS * route->hops[i].link + route->hops[i].vc]
            += weight / routes->n_variants;
      analysis->hops_max = MAX (analysis->hops_max, route->n_hops);
      legal &= route->legal;
    }
  analysis->delivered += weight;
  analysis->illegal_pairs += !legal;
}

/* Where packets take any virtual channel, each gets as many, and so do the halves. */
static void
share_evenly (DlTorusAnalysis *analysis)
{
  const DlTorusNetwork *network = analysis->network;

  for (guint link = 0; link < network->n_links; link++)
    if (!dl_vc_has_halves (analysis->routes, dl_torus_port_dim (link % network->n_ports)))
      {
        double *load = &analysis->vc_load[DL_TORUS_VCS * link];

        load[0] = load[1] = (load[0] + load[1]) / 2;
      }
}

static void
summarize_link (DlTorusAnalysis *analysis, guint link, DlTorusDimensionStats *stats,
                double *packets)
{
  const double load = dl_torus_analysis_link_load (analysis, link);

  /* The sums first; they become means in summarize. */
  stats->links++;
  stats->load_mean += load;
  *packets += load * dl_graph_capacity (analysis->network->graph, link);
  stats->load_max = MAX (stats->load_max, load);
  if (load > 0)
    {
      const double balance = dl_torus_analysis_link_balance (analysis, link);

      if (isnan (balance))
        return;
      stats->balance_mean += balance;
      stats->bins[dl_vc_balance_bin (balance)]++;
      stats->balanced_links += balance == 0;
    }
  else
    stats->idle_links++;
}

/* Packets over what a link takes of them, which is the load. */
static void
weigh_by_rates (DlTorusAnalysis *analysis)
{
  const DlGraph *graph = analysis->network->graph;

  for (guint link = 0; graph->link_capacity != NULL && link < graph->n_links; link++)
    for (guint vc = 0; vc < DL_TORUS_VCS; vc++)
      analysis->vc_load[DL_TORUS_VCS * link + vc] /= graph->link_capacity[link];
}

static void
summarize (DlTorusAnalysis *analysis)
{
  const DlTorusNetwork *network = analysis->network;
  double packets[DL_TORUS_N_DIMS] = { 0 };
  double hops = 0;

  share_evenly (analysis);
  weigh_by_rates (analysis);
  for (guint node = 0; node < network->n_nodes; node++)
    for (guint port = 0; port < network->n_ports; port++)
      {
        const guint link = dl_torus_network_link (network, node, port);
        if (network->link_state[link] == DL_LINK_UP)
          summarize_link (analysis, link, &analysis->dims[dl_torus_port_dim (port)],
                          &packets[dl_torus_port_dim (port)]);
      }

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      DlTorusDimensionStats *stats = &analysis->dims[dim];
      const guint n = dl_torus_dimension_stats_n_balances (stats);

      hops += packets[dim]; /* a packet on a link is a hop */
      stats->balance_mean = n > 0 ? stats->balance_mean / n : NAN;
      stats->load_mean = stats->links > 0 ? stats->load_mean / stats->links : NAN;
      if (stats->links == 0)
        stats->load_max = NAN;
    }
  analysis->hops_mean = analysis->delivered > 0 ? hops / analysis->delivered : NAN;
}

static void
analysis_free (gpointer data)
{
  DlTorusAnalysis *analysis = data;

  dl_torus_routes_unref (analysis->routes);
  dl_torus_network_unref (analysis->network);
  dl_verdict_unref (analysis->verdict);
  g_free (analysis->vc_load);
  g_free (analysis);
}

static DlTorusAnalysis *
analysis_begin (DlTorusRoutes *routes)
{
  DlTorusAnalysis *analysis = g_new0 (DlTorusAnalysis, 1);

  dl_shared_init (&analysis->head.shared, analysis_free);
  analysis->network = dl_torus_network_ref (routes->network);
  analysis->head.routes = analysis->routes = dl_torus_routes_ref (routes);
  analysis->vc_load = g_new0 (double, DL_TORUS_VCS * routes->network->n_links);
  return analysis;
}

/* Every pair of working nodes, by engines that know no dimension order: destination by destination,
 * so that not all tails are there at once. */
static gboolean
count_by_destination (Counter *counter, GCancellable *cancellable)
{
  DlTorusAnalysis *analysis = counter->analysis;
  const DlTorusNetwork *network = analysis->network;

  for (guint dest = 0; dest < network->n_nodes; dest++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      for (guint source = 0; network->node_up[dest] && source < network->n_nodes; source++)
        {
          DlTorusTail *tail;

          if (source == dest || !network->node_up[source])
            continue;
          count_tail (counter, source, dest, 1, &tail);
          count_whole (counter, source, dest, tail);
        }
      dl_torus_tails_flush (counter->tails, analysis->vc_load, counter->turns);
    }
  return TRUE;
}

/* One packet for each pair, by the routes of one variant. */
static gboolean
count_variant (DlTorusAnalysis *analysis, const DlTorusRoutes *routes, DlTorusTies *ties,
               DlTorusTurns *turns, GCancellable *cancellable)
{
  g_autoptr (DlTorusTails) tails = dl_torus_tails_new (routes);
  Counter counter
      = { .analysis = analysis, .routes = routes, .ties = ties, .tails = tails, .turns = turns };
  DlTorusUniform uniform = {
    .routes = routes,
    .suspect = routes->suspect,
    .node_up = analysis->network->node_up,
    .vc_load = analysis->vc_load,
    .turns = turns,
    .detour = count_detour,
    .detour_data = &counter,
    .cancellable = cancellable,
  };

  if (routes->spec.engine->scope == DL_TORUS_SUSPECT_ALL)
    return count_by_destination (&counter, cancellable);

  counter.uniform = &uniform;
  if (!dl_torus_uniform_run (&uniform))
    return FALSE;
  dl_torus_tails_flush (tails, analysis->vc_load, turns);
  analysis->hops_max = MAX (analysis->hops_max, uniform.hops_max);
  return TRUE;
}

/* The loads and turns are sums over all variants. */
static gboolean
count_uniform (DlTorusAnalysis *analysis, DlTorusTurns *turns, GCancellable *cancellable)
{
  const guint64 nodes = analysis->network->n_working_nodes;
  g_autoptr (DlTorusTies) ties = dl_torus_ties_new (analysis->routes);

  analysis->pairs = nodes * (MAX (nodes, 1) - 1);
  for (guint i = 0; i < analysis->routes->n_variants; i++)
    if (!count_variant (analysis, analysis->routes->variants[i], ties, turns, cancellable))
      return FALSE;
  return ties == NULL || dl_torus_ties_settle (ties, analysis, turns, cancellable);
}

/* Add @packets to every link from @source on to where the route for @dest ends. */
static DlTorusRouteStatus
load_variant (DlTorusAnalysis *analysis, const DlTorusRoutes *routes, guint source, guint dest,
              double packets, gboolean *legal, guint *n_hops)
{
  DlTorusLeg before, leg;
  DlTorusWalker walker;

  dl_torus_walker_init (&walker, routes, source, dest);
  while (dl_torus_walker_next (&walker, &leg))
    {
      dl_torus_leg_add_load (analysis->network, &leg, packets, analysis->vc_load);
      if (walker.n_hops > leg.length)
        *legal &= dl_torus_routes_legal_turn (routes, &before, &leg);
      before = leg;
    }
  *n_hops = MAX (*n_hops, walker.n_hops);
  return walker.status;
}

/* Add @packets to the routes of all variants, an equal share to each. Returns how the first one
 * ends that is not delivered, if any; @n_hops is the longest. */
static DlTorusRouteStatus
load_route (DlTorusAnalysis *analysis, guint source, guint dest, double packets, gboolean *legal,
            guint *n_hops)
{
  const DlTorusRoutes *routes = analysis->routes;
  DlTorusRouteStatus ends = DL_TORUS_ROUTE_DELIVERED;

  *legal = TRUE;
  *n_hops = 0;
  for (guint i = 0; i < routes->n_variants; i++)
    {
      const DlTorusRouteStatus status = load_variant (analysis, routes->variants[i], source, dest,
                                                      packets / routes->n_variants, legal, n_hops);

      if (ends == DL_TORUS_ROUTE_DELIVERED)
        ends = status;
    }
  return ends;
}

static gboolean
count_flows (DlTorusAnalysis *analysis, const DlDemand *demand, GCancellable *cancellable)
{
  for (guint i = 0; i < demand->flows->len; i++)
    {
      const DlFlow *flow = &g_array_index (demand->flows, DlFlow, i);
      gboolean legal;
      guint n_hops;

      if (i % 1024 == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      analysis->pairs++;
      if (count_status (
              analysis,
              load_route (analysis, flow->source, flow->dest, flow->weight, &legal, &n_hops), 1))
        {
          analysis->delivered += flow->weight;
          analysis->hops_max = MAX (analysis->hops_max, n_hops);
          analysis->illegal_pairs += !legal;
        }
      else /* not delivered: not sent */
        load_route (analysis, flow->source, flow->dest, -flow->weight, &legal, &n_hops);
    }
  return TRUE;
}

/* Judge the routes of all pairs, whatever the traffic, by their turns. */
static gboolean
judge (DlTorusAnalysis *analysis, const DlTorusTurns *turns, GCancellable *cancellable)
{
  g_autoptr (DlTorusDependencies) dependencies
      = dl_torus_turns_to_dependencies (turns, analysis->vc_load);

  analysis->verdict = dl_verdict_new (analysis->routes, dependencies, cancellable);
  return analysis->verdict != NULL;
}

static DlTorusAnalysis *
analyze_uniform (DlTorusRoutes *routes, GCancellable *cancellable)
{
  g_autoptr (DlTorusAnalysis) analysis = analysis_begin (routes);
  g_autoptr (DlTorusTurns) turns = dl_torus_turns_new (routes);

  if (!count_uniform (analysis, turns, cancellable) || !judge (analysis, turns, cancellable))
    return NULL;
  for (guint i = 0; routes->n_variants > 1 && i < DL_TORUS_VCS * routes->network->n_links; i++)
    analysis->vc_load[i] /= routes->n_variants;
  analysis->delivered = analysis->pairs - analysis->unreachable_pairs - analysis->dropped_pairs;
  analysis->all = dl_torus_analysis_pattern_counts (analysis);
  return g_steal_pointer (&analysis);
}

/* The verdict and the counts beside it are about all pairs, whatever the traffic. */
static DlTorusAnalysis *
analyze_flows (DlTorusRoutes *routes, const DlDemand *demand, GCancellable *cancellable)
{
  g_autoptr (DlTorusAnalysis) all = analyze_uniform (routes, cancellable);
  g_autoptr (DlTorusAnalysis) analysis = analysis_begin (routes);

  if (all == NULL || !count_flows (analysis, demand, cancellable))
    return NULL;
  analysis->all = all->all;
  analysis->verdict = dl_verdict_ref (all->verdict);
  return g_steal_pointer (&analysis);
}

DlTorusAnalysis *
dl_torus_analysis_new (DlTorusRoutes *routes, const DlDemand *demand, GCancellable *cancellable)
{
  DlTorusAnalysis *analysis = demand->uniform ? analyze_uniform (routes, cancellable)
                                              : analyze_flows (routes, demand, cancellable);

  if (analysis != NULL)
    summarize (analysis);
  return analysis;
}

static void
count_all_pairs (DlTorusAnalysis *analysis, DlTorusRoute *route)
{
  const DlTorusNetwork *network = analysis->network;

  for (guint source = 0; source < network->n_nodes; source++)
    for (guint dest = 0; dest < network->n_nodes; dest++)
      if (source != dest && network->node_up[source] && network->node_up[dest])
        count_pair (analysis, source, dest, 1, route);
}

DlTorusAnalysis *
dl_torus_analysis_new_naive (DlTorusRoutes *routes, const DlDemand *demand)
{
  g_autoptr (DlTorusDependencies) dependencies = dl_torus_dependencies_new_naive (routes, NULL);
  DlTorusAnalysis *analysis = analysis_begin (routes);
  g_autoptr (DlTorusAnalysis) all = analysis_begin (routes);
  g_auto (DlTorusRoute) route = { 0 };

  count_all_pairs (demand->uniform ? analysis : all, &route);
  analysis->all = dl_torus_analysis_pattern_counts (demand->uniform ? analysis : all);
  if (!demand->uniform)
    for (guint i = 0; i < demand->flows->len; i++)
      {
        const DlFlow *flow = &g_array_index (demand->flows, DlFlow, i);
        count_pair (analysis, flow->source, flow->dest, flow->weight, &route);
      }
  analysis->verdict = dl_verdict_new (routes, dependencies, NULL);
  summarize (analysis);
  return analysis;
}

DlTrouble
dl_trouble_find (const DlTorusAnalysis *analysis)
{
  const DlTorusNetwork *network = analysis->network;
  const DlTorusRouting *spec = &analysis->routes->spec;
  DlTrouble trouble = { .deadlock = !analysis->verdict->deadlock_free };
  gboolean broken = network->n_working_nodes < network->n_nodes;

  trouble.any = trouble.deadlock || analysis->all.unreachable > 0 || analysis->all.dropped > 0
                || analysis->all.illegal > 0;
  if (!trouble.any || !spec->engine->needs_datelines)
    return trouble;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    trouble.switch_on |= network->torus.ring[dim] && spec->dateline[dim] == DL_NO_DATELINE;
  for (guint link = 0; link < network->n_links && !broken; link++)
    broken = network->link_state[link] == DL_LINK_BROKEN;
  trouble.past_faults = broken;
  trouble.mesh_z = broken && !network->torus.ring[DL_Z];
  return trouble;
}
