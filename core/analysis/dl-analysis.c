#include "dl-analysis.h"

#include "dl-tails.h"
#include "dl-uniform.h"

#include <math.h>

double
dl_vc_balance (double p0, double p1)
{
  return p0 + p1 > 0 ? fabs (p0 - p1) / (p0 + p1) : NAN;
}

guint
dl_vc_balance_bin (double balance)
{
  return balance <= 0.25 ? 0 : balance <= 0.5 ? 1 : balance <= 0.75 ? 2 : 3;
}

double
dl_analysis_link_balance (const DlAnalysis *analysis, guint link)
{
  return dl_vc_balance (analysis->vc_load[2 * link], analysis->vc_load[2 * link + 1]);
}

/* What is counted while routes are followed. */
typedef struct
{
  DlAnalysis *analysis;
  DlUniform *uniform; /* the undisturbed rest, if any */
  DlTails *tails;     /* what detours come to */
} Counter;

/* Count @pairs that end with @status; TRUE if they are delivered. */
static gboolean
count_status (DlAnalysis *analysis, DlRouteStatus status, guint64 pairs)
{
  switch (status)
    {
    case DL_ROUTE_DELIVERED:
      return TRUE;
    case DL_ROUTE_DROPPED:
      analysis->dropped_pairs += pairs;
      return FALSE;
    case DL_ROUTE_UNREACHABLE:
    case DL_ROUTE_LOOP:
      analysis->unreachable_pairs += pairs;
      return FALSE;
    }
  g_assert_not_reached ();
}

typedef struct
{
  Counter *counter;
  guint entry;
  guint dest;
} Withdrawal;

/* A packet that will not arrive is not sent: take back what the way to its detour loaded. */
static void
withdraw_source (guint source, gpointer data)
{
  const Withdrawal *withdrawal = data;
  DlAnalysis *analysis = withdrawal->counter->analysis;
  DlWalker walker;
  DlRun run;

  dl_walker_init (&walker, analysis->routes, source, withdrawal->dest);
  while (walker.node != withdrawal->entry && dl_walker_next (&walker, &run))
    dl_run_add_load (analysis->network, &run, -1, analysis->vc_load);
}

/* @count packets that turn into a disturbed run at @entry: the run, then the tail they share with
 * others. */
static void
count_detour (guint entry, guint dest, guint dim, guint count, guint prefix_hops, gpointer data)
{
  Counter *counter = data;
  DlAnalysis *analysis = counter->analysis;
  DlRouteStatus status;
  DlTail *tail = NULL;
  DlWalker walker;
  DlRun run;

  dl_walker_init (&walker, analysis->routes, entry, dest);
  if (dl_walker_next (&walker, &run))
    {
      tail = dl_tails_get (counter->tails, run.end, dest);
      status = tail->status;
    }
  else
    status = walker.status;

  if (!count_status (analysis, status, count))
    {
      Withdrawal withdrawal = { counter, entry, dest };
      if (dim > DL_X)
        dl_uniform_foreach_source (counter->uniform, entry, dim, withdraw_source, &withdrawal);
      return;
    }
  g_assert (tail != NULL); /* a detour has hops */
  dl_run_add_load (analysis->network, &run, count, analysis->vc_load);
  tail->packets += count;
  analysis->hops_max = MAX (analysis->hops_max, prefix_hops + run.length + tail->n_hops);
  if (!tail->legal
      || (tail->n_hops > 0 && !dl_routes_legal_turn (analysis->routes, &run, &tail->first)))
    analysis->illegal_pairs += count;
}

/* One pair hop by hop. */
static void
count_pair (DlAnalysis *analysis, guint source, guint dest, DlRoute *route)
{
  analysis->pairs++;
  dl_routes_walk (analysis->routes, source, dest, route);
  if (!count_status (analysis, route->status, 1))
    return;
  for (guint i = 0; i < route->n_hops; i++)
    analysis->vc_load[DL_TORUS_VCS * route->hops[i].link + route->hops[i].vc] += 1;
  analysis->hops_max = MAX (analysis->hops_max, route->n_hops);
  analysis->illegal_pairs += !route->legal;
}

static void
summarize_link (DlAnalysis *analysis, guint link, DlDimensionStats *stats)
{
  const double load = dl_analysis_link_load (analysis, link);

  /* The sums first; they become means in summarize. */
  stats->links++;
  stats->load_mean += load;
  stats->load_max = MAX (stats->load_max, load);
  if (load > 0)
    {
      const double balance = dl_analysis_link_balance (analysis, link);
      stats->balance_mean += balance;
      stats->bins[dl_vc_balance_bin (balance)]++;
      stats->balanced_links += balance == 0;
    }
  else
    stats->idle_links++;
}

static void
summarize (DlAnalysis *analysis)
{
  const DlNetwork *network = analysis->network;
  const guint64 delivered = analysis->pairs - analysis->unreachable_pairs - analysis->dropped_pairs;
  double hops = 0;

  for (guint node = 0; node < network->n_nodes; node++)
    for (guint port = 0; port < network->n_ports; port++)
      {
        const guint link = dl_network_link (network, node, port);
        if (network->link_state[link] == DL_LINK_UP)
          summarize_link (analysis, link, &analysis->dims[dl_port_dim (port)]);
      }

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      DlDimensionStats *stats = &analysis->dims[dim];
      const guint busy = stats->links - stats->idle_links;

      hops += stats->load_mean; /* still a sum: a packet on a link is a hop */
      stats->balance_mean = busy > 0 ? stats->balance_mean / busy : NAN;
      stats->load_mean = stats->links > 0 ? stats->load_mean / stats->links : NAN;
      if (stats->links == 0)
        stats->load_max = NAN;
    }
  analysis->hops_mean = delivered > 0 ? hops / delivered : NAN;
}

static DlAnalysis *
analysis_begin (DlRoutes *routes)
{
  DlAnalysis *analysis = g_new0 (DlAnalysis, 1);

  g_atomic_ref_count_init (&analysis->refs);
  analysis->network = dl_network_ref (routes->network);
  analysis->routes = dl_routes_ref (routes);
  analysis->vc_load = g_new0 (double, DL_TORUS_VCS * routes->network->n_links);
  return analysis;
}

static gboolean
count_uniform (DlAnalysis *analysis, GCancellable *cancellable)
{
  const guint64 nodes = analysis->network->n_working_nodes;
  g_autoptr (DlTails) tails = dl_tails_new (analysis->routes);
  Counter counter = { .analysis = analysis, .tails = tails };
  DlUniform uniform = {
    .routes = analysis->routes,
    .suspect = analysis->routes->suspect,
    .node_up = analysis->network->node_up,
    .vc_load = analysis->vc_load,
    .detour = count_detour,
    .detour_data = &counter,
    .cancellable = cancellable,
  };

  counter.uniform = &uniform;
  analysis->pairs = nodes * (MAX (nodes, 1) - 1);
  if (!dl_uniform_run (&uniform))
    return FALSE;
  dl_tails_add_loads (tails, analysis->vc_load);
  analysis->hops_max = MAX (analysis->hops_max, uniform.hops_max);
  return TRUE;
}

/* Add @packets to every link from @source on to where the route for @dest ends. */
static DlRouteStatus
load_route (DlAnalysis *analysis, guint source, guint dest, double packets, gboolean *legal,
            guint *n_hops)
{
  DlRun before, run;
  DlWalker walker;

  *legal = TRUE;
  dl_walker_init (&walker, analysis->routes, source, dest);
  while (dl_walker_next (&walker, &run))
    {
      dl_run_add_load (analysis->network, &run, packets, analysis->vc_load);
      if (walker.n_hops > run.length)
        *legal &= dl_routes_legal_turn (analysis->routes, &before, &run);
      before = run;
    }
  *n_hops = walker.n_hops;
  return walker.status;
}

static gboolean
count_flows (DlAnalysis *analysis, const DlDemand *demand, GCancellable *cancellable)
{
  for (guint i = 0; i < demand->flows->len; i++)
    {
      const DlFlow *flow = &g_array_index (demand->flows, DlFlow, i);
      gboolean legal;
      guint n_hops;

      if (i % 1024 == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      analysis->pairs++;
      if (count_status (analysis,
                        load_route (analysis, flow->source, flow->dest, 1, &legal, &n_hops), 1))
        {
          analysis->hops_max = MAX (analysis->hops_max, n_hops);
          analysis->illegal_pairs += !legal;
        }
      else /* not delivered: not sent */
        load_route (analysis, flow->source, flow->dest, -1, &legal, &n_hops);
    }
  return TRUE;
}

DlAnalysis *
dl_analysis_new (DlRoutes *routes, const DlDemand *demand, GCancellable *cancellable)
{
  DlAnalysis *analysis = analysis_begin (routes);
  const gboolean done = demand->uniform ? count_uniform (analysis, cancellable)
                                        : count_flows (analysis, demand, cancellable);

  if (!done)
    {
      dl_analysis_unref (analysis);
      return NULL;
    }
  summarize (analysis);
  return analysis;
}

DlAnalysis *
dl_analysis_new_naive (DlRoutes *routes, const DlDemand *demand)
{
  DlAnalysis *analysis = analysis_begin (routes);
  const DlNetwork *network = analysis->network;
  g_auto (DlRoute) route = { 0 };

  if (demand->uniform)
    {
      for (guint source = 0; source < network->n_nodes; source++)
        for (guint dest = 0; dest < network->n_nodes; dest++)
          if (source != dest && network->node_up[source] && network->node_up[dest])
            count_pair (analysis, source, dest, &route);
    }
  else
    for (guint i = 0; i < demand->flows->len; i++)
      {
        const DlFlow *flow = &g_array_index (demand->flows, DlFlow, i);
        count_pair (analysis, flow->source, flow->dest, &route);
      }
  summarize (analysis);
  return analysis;
}

DlAnalysis *
dl_analysis_ref (DlAnalysis *analysis)
{
  g_atomic_ref_count_inc (&analysis->refs);
  return analysis;
}

void
dl_analysis_unref (DlAnalysis *analysis)
{
  if (analysis == NULL || !g_atomic_ref_count_dec (&analysis->refs))
    return;
  dl_routes_unref (analysis->routes);
  dl_network_unref (analysis->network);
  g_free (analysis->vc_load);
  g_free (analysis);
}
