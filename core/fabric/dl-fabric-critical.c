#include "dl-fabric-critical.h"

#include "dl-fabric-engine.h"
#include "dl-fabric-graph.h"
#include "dl-fabric-scenario.h"
#include "dl-memory.h"

#include <math.h>
#include <string.h>

/* How many pairs of hosts take a different path than before. */

/* Result for the path from a switch to one destination. */
enum
{
  UNKNOWN,
  SAME, /* or being followed: what comes back to a switch goes round, in both */
  DIFFERS
};

typedef struct
{
  const DlFabricRoutes *before, *after;
  guint8 *differs; /* (S) of the above */
  guint32 *path;   /* (S) */
} Ways;

static void
compare_row (Ways *ways, guint row)
{
  const DlFabric *fabric = ways->after->fabric;

  memset (ways->differs, 0, fabric->n_switches);
  for (guint start = 0; start < fabric->n_switches; start++)
    {
      guint s = start, n = 0;
      guint8 found = UNKNOWN;

      while (found == UNKNOWN && ways->differs[s] == UNKNOWN)
        {
          const guint32 was = dl_fabric_next_channel (ways->before, row, s);
          const guint32 is = dl_fabric_next_channel (ways->after, row, s);

          ways->path[n++] = s;
          ways->differs[s] = SAME;
          if (was != is)
            found = DIFFERS;
          else if (is == DL_FABRIC_NONE || dl_fabric_is_host (fabric, fabric->channel_to[is]))
            found = SAME;
          else
            s = fabric->channel_to[is] - fabric->n_hosts;
        }
      if (found == UNKNOWN)
        found = ways->differs[s];
      while (n > 0)
        ways->differs[ways->path[--n]] = found;
    }
}

/* Compare choices: do the ports for switch @to differ at a switch, or at any that follows it? */
static void
compare_choices (Ways *ways, guint to)
{
  const DlFabric *fabric = ways->after->fabric;
  const guint S = fabric->n_switches, W = ways->after->n_words;
  const guint64 *was = ways->before->choices + (gsize) to * S * W;
  const guint64 *is = ways->after->choices + (gsize) to * S * W;
  gboolean changed = TRUE;

  for (guint s = 0; s < S; s++)
    ways->differs[s]
        = memcmp (was + (gsize) s * W, is + (gsize) s * W, W * sizeof *is) != 0 ? DIFFERS : SAME;
  /* Until nothing more is found: as many rounds as the longest path has hops. */
  while (changed)
    {
      changed = FALSE;
      for (guint s = 0; s < S; s++)
        for (guint w = 0; w < W && ways->differs[s] == SAME; w++)
          for (guint64 set = is[(gsize) s * W + w]; set != 0; set &= set - 1)
            {
              const guint port = 64 * w + (guint) __builtin_ctzll (set) + 1;
              const guint32 c = dl_fabric_port_channel (fabric, fabric->n_hosts + s, port);

              if (ways->differs[fabric->channel_to[c] - fabric->n_hosts] == DIFFERS)
                {
                  ways->differs[s] = DIFFERS;
                  changed = TRUE;
                }
            }
    }
}

static guint64
count_pairs (const Ways *ways, const DlFabricGraph *graph, guint host)
{
  guint64 n = 0;

  for (guint s = 0; s < graph->S; s++)
    if (ways->differs[s] == DIFFERS)
      n += graph->n_sources[s] - (graph->takes[host] == s ? 1 : 0);
  return n;
}

gboolean
dl_fabric_count_rerouted (const DlFabricRoutes *before, const DlFabricRoutes *after, guint64 *pairs,
                          GCancellable *cancellable)
{
  const guint S = after->fabric->n_switches;
  g_autoptr (DlFabricGraph) graph = NULL;
  Ways ways = { .before = before, .after = after };

  if (before->kind != after->kind || after->kind == DL_FABRIC_DETOURS
      || (after->kind == DL_FABRIC_CHOICES && before->n_words != after->n_words))
    return FALSE;
  graph = dl_fabric_graph_new (after->fabric);
  ways.differs = g_new0 (guint8, S);
  ways.path = g_new (guint32, S);
  *pairs = 0;
  for (guint to = 0; to < S && !g_cancellable_is_cancelled (cancellable); to++)
    {
      if (graph->dest_first[to] == graph->dest_first[to + 1])
        continue;
      if (after->kind == DL_FABRIC_CHOICES)
        compare_choices (&ways, to);
      for (guint i = graph->dest_first[to]; i < graph->dest_first[to + 1]; i++)
        {
          if (after->kind != DL_FABRIC_CHOICES)
            compare_row (&ways, graph->dests[i]);
          *pairs += count_pairs (&ways, graph, graph->dests[i]);
        }
    }
  g_free (ways.differs);
  g_free (ways.path);
  return !g_cancellable_is_cancelled (cancellable);
}

/* The figures of an analysis. */
static DlCriticalFigures
fabric_figures (const DlFabricAnalysis *analysis)
{
  return (DlCriticalFigures) {
    .unreachable_pairs = analysis->n_unreachable,
    .deadlock_free = analysis->deadlock_free,
    .bound_load = dl_fabric_analysis_full_at (analysis, NULL),
    .is_bound = dl_fabric_engine_is_bound (analysis->routes->engine),
    .load_max = dl_fabric_analysis_max_load (analysis, NULL),
    .balance_mean = NAN,
    .hops_mean = analysis->mean_hops,
  };
}

/* All that is broken now, and @more. */
static DlFabric *
break_more (DlFabric *fabric, const DlFabricFaults *more)
{
  g_autofree guint32 *channels = g_new (guint32, fabric->n_channels + 2 * more->n_channels);
  g_autofree guint32 *switches = g_new (guint32, fabric->n_switches + more->n_switches);
  g_autofree guint32 *hosts = g_new (guint32, fabric->n_hosts + more->n_hosts);
  DlFabricFaults all = { .channels = channels, .switches = switches, .hosts = hosts };

  for (guint c = 0; c < fabric->n_channels; c++)
    if (fabric->link_state[c] != DL_LINK_UP)
      channels[all.n_channels++] = c;
  for (guint s = 0; s < fabric->n_switches; s++)
    if (!fabric->switch_up[s])
      switches[all.n_switches++] = s;
  for (guint h = 0; h < fabric->n_hosts; h++)
    if (!fabric->host_up[h])
      hosts[all.n_hosts++] = h;
  for (guint i = 0; i < more->n_channels; i++)
    {
      const guint32 c = more->channels[i], back = fabric->channel_back[c];

      channels[all.n_channels++] = c;
      if (more->whole_cables && back != DL_FABRIC_NONE)
        channels[all.n_channels++] = back;
    }
  for (guint i = 0; i < more->n_switches; i++)
    switches[all.n_switches++] = more->switches[i];
  for (guint i = 0; i < more->n_hosts; i++)
    hosts[all.n_hosts++] = more->hosts[i];
  return dl_fabric_new_broken (fabric, &all);
}

static DlDemand *
still_in_sets (const DlDemand *demand, const DlFabric *fabric)
{
  guint32 *set = g_memdup2 (demand->set, fabric->n_hosts * sizeof *set);

  for (guint h = 0; h < fabric->n_hosts; h++)
    if (!dl_fabric_host_works (fabric, h))
      set[h] = DL_NO_SET;
  return dl_demand_new_sets (set, fabric->n_hosts, demand->n_sets, demand->set_weight);
}

static DlDemand *
still_sent (const DlDemand *demand, const DlFabric *fabric)
{
  DlDemand *left;

  if (demand == NULL || demand->uniform)
    return NULL;
  if (dl_demand_has_sets (demand))
    return still_in_sets (demand, fabric);
  left = g_new0 (DlDemand, 1);
  left->flows = g_array_new (FALSE, FALSE, sizeof (DlFlow));
  for (guint i = 0; i < demand->flows->len; i++)
    {
      const DlFlow *flow = &g_array_index (demand->flows, DlFlow, i);

      if (dl_fabric_host_works (fabric, flow->source) && dl_fabric_host_works (fabric, flow->dest))
        g_array_append_vals (left->flows, flow, 1);
    }
  return left;
}

static guint
count_working (const DlFabric *fabric)
{
  guint n = 0;

  for (guint h = 0; h < fabric->n_hosts; h++)
    n += dl_fabric_host_works (fabric, h);
  return n;
}

gboolean
dl_fabric_figures_without (const DlFabricAnalysis *analysis, const DlDemand *demand,
                           const DlFabricFaults *more, DlCriticalFigures *figures,
                           GCancellable *cancellable)
{
  g_autoptr (DlFabric) broken = break_more (analysis->routes->fabric, more);
  g_autoptr (DlDemand) left = still_sent (demand, broken);
  const DlFabricWork work = { .cancellable = cancellable };
  g_autoptr (DlFabricRoutes) routes = dl_fabric_reroute (analysis->routes, broken, &work, NULL);
  const guint nodes_lost = count_working (analysis->routes->fabric) - count_working (broken);
  g_autoptr (DlFabricAnalysis) after = NULL;

  if (routes == NULL)
    {
      *figures = (DlCriticalFigures) { .unreachable_pairs = analysis->n_pairs,
                                       .nodes_lost = nodes_lost,
                                       .deadlock_free = TRUE,
                                       .bound_load = NAN,
                                       .load_max = NAN,
                                       .balance_mean = NAN,
                                       .hops_mean = NAN };
      return !g_cancellable_is_cancelled (cancellable);
    }
  after = dl_fabric_analysis_new (routes, left, cancellable);
  if (after == NULL)
    return FALSE;
  *figures = fabric_figures (after);
  figures->nodes_lost = nodes_lost;
  return TRUE;
}

/* Cables and switches --------------------------------------------------------------------------
 */

typedef struct
{
  const DlFabricAnalysis *analysis;
  const DlDemand *demand;
  DlCriticalOf of;
  guint n;
  guint32 *link, *back; /* (n) as DlCriticalTask */
  guint32 *cable_of;
} Parts;

static gboolean
evaluate (gpointer data, guint part, DlCriticalFigures *figures, guint64 *rerouted,
          gboolean *speaks, GCancellable *cancellable)
{
  const Parts *parts = data;
  DlFabricFaults more = { 0 };

  if (parts->of == DL_CRITICAL_ROUTERS)
    more = (DlFabricFaults) { .switches = &parts->link[part], .n_switches = 1 };
  else
    more = (DlFabricFaults) { .channels = &parts->link[part],
                              .n_channels = 1,
                              .whole_cables = TRUE };
  *rerouted = DL_CRITICAL_NOT_COUNTED;
  if (speaks != NULL)
    *speaks = TRUE;
  return dl_fabric_figures_without (parts->analysis, parts->demand, &more, figures, cancellable);
}

static void
find_cables (Parts *parts)
{
  const DlFabric *fabric = parts->analysis->routes->fabric;
  const guint C = fabric->n_channels;

  parts->link = g_new (guint32, C);
  parts->back = g_new (guint32, C);
  parts->cable_of = g_new (guint32, C);
  dl_fill (parts->cable_of, 0xff, C * sizeof *parts->cable_of);
  for (guint c = 0; c < C; c++)
    {
      const guint32 back = fabric->channel_back[c];

      if (fabric->channel_from[c] < fabric->n_hosts || fabric->channel_to[c] < fabric->n_hosts
          || parts->cable_of[c] != G_MAXUINT32
          || (fabric->link_state[c] != DL_LINK_UP
              && (back == DL_FABRIC_NONE || fabric->link_state[back] != DL_LINK_UP)))
        continue;
      parts->link[parts->n] = c;
      parts->back[parts->n] = back != DL_FABRIC_NONE ? back : c;
      parts->cable_of[c] = parts->cable_of[parts->back[parts->n]] = parts->n;
      parts->n++;
    }
}

static void
find_switches (Parts *parts)
{
  const DlFabric *fabric = parts->analysis->routes->fabric;

  parts->link = g_new (guint32, fabric->n_switches);
  for (guint s = 0; s < fabric->n_switches; s++)
    if (fabric->switch_up[s])
      parts->link[parts->n++] = s;
  parts->back = g_memdup2 (parts->link, parts->n * sizeof *parts->link);
}

DlCritical *
dl_fabric_critical (const DlFabricAnalysis *analysis, const DlDemand *demand,
                    DlCriticalOptions options, GCancellable *cancellable)
{
  DlFabric *fabric = analysis->routes->fabric;
  Parts parts = { .analysis = analysis, .demand = demand, .of = options.of };
  DlCritical *critical;

  if (options.of == DL_CRITICAL_ROUTERS)
    find_switches (&parts);
  else
    find_cables (&parts);
  critical = dl_critical_new (
      &(DlCriticalTask) { .family = &dl_family_fabric,
                          .net
                          = { .shape = fabric, .graph = fabric->graph, .n_vcs = analysis->n_lanes },
                          .of = options.of,
                          .base = fabric_figures (analysis),
                          .n_cables = parts.n,
                          .link = parts.link,
                          .back = parts.back,
                          .cable_of = parts.cable_of,
                          .evaluate = evaluate,
                          .data = &parts },
      options, cancellable);
  g_free (parts.link);
  g_free (parts.back);
  g_free (parts.cable_of);
  return critical;
}
