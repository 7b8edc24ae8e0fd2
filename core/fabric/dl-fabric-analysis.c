#include "dl-fabric-analysis.h"

#include "dl-fabric-engine.h"
#include "dl-fabric-pass.h"
#include "dl-fabric-spread.h"
#include "dl-memory.h"
#include "dl-progress.h"
#include "dl-rng.h"
#include "dl-steady-state.h"

#include <math.h>
#include <string.h>

typedef struct
{
  const DlFabricRoutes *routes;
  guint32 *hosts; /* (n) working */
  guint n;        /* even */
  guint32 *load;  /* (n_channels) */
  GArray *ways;   /* guint32, channels of all pairs one after the other */
  guint32 *end;   /* (n / 2) of each pair in ways; an empty one is lost */
  guint32 *channels;
  DlRng rng;
} Trial;

static double
run_trial (Trial *t)
{
  const DlGraph *graph = t->routes->fabric->graph;
  const guint n_pairs = t->n / 2;
  double sum = 0;
  guint at = 0;

  for (guint i = t->n; i-- > 1;)
    {
      const guint j = (guint) dl_rng_below (&t->rng, i + 1);
      const guint32 swapped = t->hosts[i];

      t->hosts[i] = t->hosts[j];
      t->hosts[j] = swapped;
    }
  dl_fill (t->load, 0, t->routes->fabric->n_channels * sizeof *t->load);
  g_array_set_size (t->ways, 0);
  for (guint i = 0; i < n_pairs; i++)
    {
      guint n;

      if (dl_fabric_routes_walk (t->routes, t->hosts[i], t->hosts[n_pairs + i],
                                 (guint) (dl_rng_next (&t->rng) >> 33), t->channels, &n, NULL)
          == DL_FABRIC_DELIVERED)
        g_array_append_vals (t->ways, t->channels, n);
      t->end[i] = t->ways->len;
    }
  for (guint i = 0; i < t->ways->len; i++)
    t->load[g_array_index (t->ways, guint32, i)]++;
  for (guint i = 0; i < n_pairs; i++)
    {
      double most = 0;

      for (; at < t->end[i]; at++)
        {
          const guint32 c = g_array_index (t->ways, guint32, at);

          most = MAX (most, t->load[c] / dl_graph_capacity (graph, c));
        }
      sum += most > 0 ? 1 / most : 0;
    }
  return sum / n_pairs;
}

gboolean
dl_fabric_bisection (const DlFabricRoutes *routes, guint n_trials, guint64 seed,
                     DlFabricBisection *bisection, GCancellable *cancellable)
{
  const DlFabric *fabric = routes->fabric;
  Trial t = { .routes = routes };
  double sum = 0, squares = 0;
  gboolean going = TRUE;

  *bisection = (DlFabricBisection) { .mean = NAN, .least = NAN, .sd = NAN, .half = NAN };
  t.hosts = g_new (guint32, fabric->n_hosts);
  for (guint h = 0; h < fabric->n_hosts; h++)
    if (dl_fabric_host_works (fabric, h))
      t.hosts[t.n++] = h;
  t.load = g_new (guint32, fabric->n_channels);
  t.ways = g_array_new (FALSE, FALSE, sizeof (guint32));
  t.end = g_new (guint32, t.n / 2 + 1);
  t.channels = g_new (guint32, 2 * fabric->n_switches + 4);
  dl_rng_init (&t.rng, seed);
  for (guint i = 0; i < n_trials && t.n > 1 && going; i++)
    {
      const guint all = t.n;
      double mean;

      t.n &= ~1u;
      if (all > t.n)
        {
          /* A different one stays out each time. */
          const guint out = (guint) dl_rng_below (&t.rng, all);
          const guint32 swapped = t.hosts[out];

          t.hosts[out] = t.hosts[all - 1];
          t.hosts[all - 1] = swapped;
        }
      mean = run_trial (&t);
      t.n = all;
      sum += mean;
      squares += mean * mean;
      bisection->least = i == 0 ? mean : MIN (bisection->least, mean);
      bisection->n_trials = i + 1;
      going = !g_cancellable_is_cancelled (cancellable);
    }
  if (bisection->n_trials > 0)
    {
      const guint n = bisection->n_trials;

      bisection->mean = sum / n;
      bisection->sd = n > 1 ? sqrt (MAX (squares - sum * sum / n, 0) / (n - 1)) : 0;
      bisection->half = n > 1 ? dl_student_t (n - 1) * bisection->sd / sqrt (n) : NAN;
    }
  g_free (t.hosts);
  g_free (t.load);
  g_array_unref (t.ways);
  g_free (t.end);
  g_free (t.channels);
  return going;
}

/* Share of an analysis that is done when the loads are, of a large network. */
#define COUNTED 0.4

gboolean
dl_fabric_host_works (const DlFabric *fabric, guint host)
{
  const guint32 in = dl_fabric_host_receives (fabric, host);

  return fabric->host_up[host] && fabric->host_switch[host] != DL_FABRIC_NONE
         && fabric->switch_up[fabric->host_switch[host] - fabric->n_hosts]
         && (in == DL_FABRIC_NONE || fabric->switch_up[fabric->channel_from[in] - fabric->n_hosts]);
}

guint
dl_fabric_count_working_hosts (const DlFabric *fabric)
{
  guint n = 0;

  for (guint h = 0; h < fabric->n_hosts; h++)
    n += dl_fabric_host_works (fabric, h);
  return n;
}

static void
fabric_analysis_free (gpointer data)
{
  DlFabricAnalysis *analysis = data;

  for (guint i = 0; analysis->verdicts != NULL && i < analysis->routes->n_layers; i++)
    dl_verdict_unref (analysis->verdicts[i]);
  g_free (analysis->verdicts);
  dl_verdict_unref (analysis->verdict);
  dl_fabric_routes_unref (analysis->routes);
  g_free (analysis->load);
  g_free (analysis->follows);
  g_free (analysis->basis_note);
  g_free (analysis->rails);
  g_free (analysis);
}

/* Flows by destination: those to host d are flows[first[d]] .. */
typedef struct
{
  guint32 *first; /* (n_hosts + 1) */
  DlFlow *flows;
} ByDest;

static void
sort_flows (ByDest *by, const DlDemand *demand, const DlFabric *fabric)
{
  by->first = g_new0 (guint32, fabric->n_hosts + 2);
  by->flows = g_new (DlFlow, demand->flows->len);
  for (guint i = 0; i < demand->flows->len; i++)
    by->first[g_array_index (demand->flows, DlFlow, i).dest + 2]++;
  for (guint h = 0; h < fabric->n_hosts; h++)
    by->first[h + 2] += by->first[h + 1];
  for (guint i = 0; i < demand->flows->len; i++)
    {
      const DlFlow *flow = &g_array_index (demand->flows, DlFlow, i);

      by->flows[by->first[flow->dest + 1]++] = *flow;
    }
}

/* Tables ----------------------------------------------------------------------------------------
 */

typedef struct
{
  DlFabricAnalysis *analysis;
  DlFabricPass pass;
  double hops;
  double *starts;  /* (n_layers x S) destinations that a switch delivers to; by sets (n_layers x
                      entries of from) those of the entry's set */
  guint8 *to_self; /* (n_hosts) gboolean: its own packets would come back to it */
  double *late;    /* (n_hosts) what comes to it in layer 1 of rings */
} Sums;

static inline guint
layer_of (const DlFabricRoutes *routes, guint dest, guint s)
{
  return routes->layer != NULL ? routes->layer[(gsize) dest * routes->fabric->n_switches + s] : 0;
}

/* The same of layers by host: what starts, and what then is on the first channels. */
static void
start_hosts (Sums *sums, guint dest)
{
  const DlFabricGraph *graph = sums->pass.graph;
  const DlFabricRoutes *routes = sums->pass.routes;

  for (guint h = 0; h < routes->fabric->n_hosts; h++)
    if (h != dest && graph->takes[h] != DL_FABRIC_NONE)
      {
        const guint s = graph->takes[h];

        sums->pass.amount[(gsize) dl_fabric_routes_layer (routes, h, s, dest) * graph->S + s] += 1;
      }
}

static void
load_hosts (Sums *sums, guint dest)
{
  const DlFabricGraph *graph = sums->pass.graph;
  const DlFabricRoutes *routes = sums->pass.routes;
  const DlFabric *fabric = routes->fabric;

  for (guint h = 0; h < fabric->n_hosts; h++)
    if (h != dest && graph->takes[h] != DL_FABRIC_NONE && sums->pass.good[graph->takes[h]])
      {
        double *load = sums->analysis->load
                       + (gsize) dl_fabric_routes_layer (routes, h, graph->takes[h], dest)
                             * fabric->n_channels;

        load[dl_fabric_host_sends (fabric, h)] += 1;
        load[dl_fabric_host_receives (fabric, dest)] += 1;
      }
}

/* Every working host sends one packet to @dest. */
static void
add_uniform (Sums *sums, guint dest, guint to)
{
  const DlFabricGraph *graph = sums->pass.graph;
  const DlFabricRoutes *routes = sums->pass.routes;
  DlFabricPass *pass = &sums->pass;
  const guint S = graph->S, own = graph->takes[dest];

  if (routes->host_layer != NULL)
    start_hosts (sums, dest);
  for (guint s = 0; s < S && routes->host_layer == NULL; s++)
    if (graph->n_sources[s] > 0)
      pass->amount[(gsize) layer_of (routes, dest, s) * S + s] = graph->n_sources[s];
  if (routes->host_layer == NULL && own != DL_FABRIC_NONE)
    pass->amount[(gsize) layer_of (routes, dest, own) * S + own] -= 1;
  pass->delivered = 0;
  dl_fabric_pass_run (pass, dest, to, routes->n_layers);
  if (pass->load == NULL)
    return;
  if (routes->host_layer != NULL)
    {
      load_hosts (sums, dest);
      return;
    }
  /* Loads of the last channel and the first ones, by the switches that they lead to. */
  for (guint s = 0; s < S; s++)
    if (pass->good[s])
      sums->starts[(gsize) layer_of (routes, dest, s) * S + s] += 1;
  sums->to_self[dest] = own != DL_FABRIC_NONE && pass->good[own];
}

static void
add_ends (Sums *sums, guint dest, double delivered, const double *by_layer)
{
  const DlFabric *fabric = sums->pass.routes->fabric;
  const guint32 in = dl_fabric_host_receives (fabric, dest);

  for (guint layer = 0; layer < sums->pass.routes->n_layers; layer++)
    sums->analysis->load[(gsize) layer * fabric->n_channels + in]
        += by_layer != NULL ? by_layer[layer] : delivered;
}

/* Packets delivered to @dest, by layer. */
static void
count_layers (const Sums *sums, guint dest, double *by_layer)
{
  const DlFabricGraph *graph = sums->pass.graph;
  const DlFabricRoutes *routes = sums->pass.routes;

  memset (by_layer, 0, routes->n_layers * sizeof *by_layer);
  for (guint s = 0; s < graph->S; s++)
    if (sums->pass.good[s])
      by_layer[layer_of (routes, dest, s)]
          += graph->n_sources[s] - (graph->takes[dest] == s ? 1.0 : 0.0);
}

static void
finish_uniform (Sums *sums)
{
  const DlFabricGraph *graph = sums->pass.graph;
  const DlFabricRoutes *routes = sums->pass.routes;
  const DlFabric *fabric = routes->fabric;

  for (guint h = 0; h < fabric->n_hosts; h++)
    {
      const guint s = graph->takes[h];

      if (s == DL_FABRIC_NONE)
        continue;
      for (guint layer = 0; layer < routes->n_layers; layer++)
        sums->analysis->load[(gsize) layer * fabric->n_channels + dl_fabric_host_sends (fabric, h)]
            += sums->starts[(gsize) layer * graph->S + s]
               - (sums->to_self[h] && layer_of (routes, h, s) == layer ? 1.0 : 0.0);
    }
}

/* The flows to @dest; returns how many are delivered. */
static guint
add_flows (Sums *sums, const ByDest *by, guint dest, guint to)
{
  const DlFabricGraph *graph = sums->pass.graph;
  const DlFabricRoutes *routes = sums->pass.routes;
  const DlFabric *fabric = routes->fabric;
  DlFabricPass *pass = &sums->pass;
  guint n = 0;

  for (guint i = by->first[dest]; i < by->first[dest + 1]; i++)
    {
      const guint s = graph->takes[by->flows[i].source];

      if (s != DL_FABRIC_NONE)
        pass->amount[(gsize) dl_fabric_routes_layer (routes, by->flows[i].source, s, dest)
                         * graph->S
                     + s]
            += by->flows[i].weight;
    }
  dl_fabric_pass_run (pass, dest, to, routes->n_layers);
  for (guint i = by->first[dest]; i < by->first[dest + 1]; i++)
    {
      const guint s = graph->takes[by->flows[i].source];
      double *load = sums->analysis->load;

      if (s == DL_FABRIC_NONE || !pass->good[s])
        continue;
      n++;
      load += (gsize) dl_fabric_routes_layer (routes, by->flows[i].source, s, dest)
              * fabric->n_channels;
      load[dl_fabric_host_sends (fabric, by->flows[i].source)] += by->flows[i].weight;
      load[dl_fabric_host_receives (fabric, dest)] += by->flows[i].weight;
    }
  return n;
}

/* Every other host of its set sends one packet to @dest; returns how many are delivered. */
static guint64
add_set (Sums *sums, const DlFabricSets *sets, guint dest, guint to)
{
  const DlFabricRoutes *routes = sums->pass.routes;
  const DlFabricGraph *graph = sums->pass.graph;
  const guint32 set = sets->demand->set[dest], own = graph->takes[dest];
  const guint first = sets->from.first[set], end = sets->from.first[set + 1];
  const gsize n_entries = sets->from.first[sets->demand->n_sets];
  const guint32 in = dl_fabric_host_receives (routes->fabric, dest);
  DlFabricPass *pass = &sums->pass;
  guint64 delivered = 0;

  for (guint e = first; e < end; e++)
    {
      const guint s = sets->from.at[e];

      pass->amount[(gsize) layer_of (routes, dest, s) * graph->S + s]
          = dl_fabric_sets_sources (sets, graph, e, dest);
    }
  dl_fabric_pass_run (pass, dest, to, routes->n_layers);
  for (guint e = first; e < end; e++)
    {
      const guint s = sets->from.at[e], n = dl_fabric_sets_sources (sets, graph, e, dest);
      const gsize layer = layer_of (routes, dest, s);

      if (!pass->good[s])
        continue;
      delivered += n;
      sums->starts[layer * n_entries + e] += 1;
      sums->analysis->load[layer * routes->fabric->n_channels + in] += n;
    }
  sums->to_self[dest] = own != DL_FABRIC_NONE && pass->good[own];
  return delivered;
}

static void
finish_sets (Sums *sums, const DlFabricSets *sets)
{
  const DlFabricRoutes *routes = sums->pass.routes;
  const DlFabric *fabric = routes->fabric;
  const gsize n_entries = sets->from.first[sets->demand->n_sets];

  for (guint h = 0; h < fabric->n_hosts; h++)
    {
      const guint e = sets->own[h];

      for (guint layer = 0; e != DL_FABRIC_NONE && layer < routes->n_layers; layer++)
        sums->analysis->load[(gsize) layer * fabric->n_channels + dl_fabric_host_sends (fabric, h)]
            += sums->starts[layer * n_entries + e]
               - (sums->to_self[h] && layer_of (routes, h, sets->from.at[e]) == layer ? 1.0 : 0.0);
    }
}

/* The last channels were taken to be in the layer of the first ones. */
static void
move_late (Sums *sums)
{
  const DlFabric *fabric = sums->pass.routes->fabric;

  for (guint h = 0; h < fabric->n_hosts; h++)
    if (sums->late[h] > 0)
      {
        const guint32 in = dl_fabric_host_receives (fabric, h);

        sums->analysis->load[in] -= sums->late[h];
        sums->analysis->load[(gsize) fabric->n_channels + in] += sums->late[h];
      }
}

/* Does anything go to @dest? */
static gboolean
has_sources (const ByDest *by, const DlFabricSets *sets, guint dest)
{
  guint32 set;

  if (sets == NULL)
    return by->first[dest] < by->first[dest + 1];
  set = sets->demand->set[dest];
  return set != DL_NO_SET && sets->demand->set_first[set] + 1 < sets->demand->set_first[set + 1];
}

/* @by: NULL: by sets; @sets: NULL: by flows; both: uniform. */
static gboolean
analyze_tables (DlFabricAnalysis *analysis, const DlFabricGraph *graph, const ByDest *by,
                const DlFabricSets *sets, GCancellable *cancellable)
{
  const gboolean uniform = by == NULL && sets == NULL;
  const DlFabricRoutes *routes = analysis->routes;
  g_autofree double *by_layer = g_new (double, routes->n_layers);
  Sums sums = { .analysis = analysis };
  guint64 delivered = 0, all = 0;
  gboolean going = TRUE;

  dl_fabric_pass_init (&sums.pass, routes, graph);
  sums.starts = g_new0 (
      double,
      (gsize) routes->n_layers *(sets != NULL ? sets->from.first[sets->demand->n_sets] : graph->S));
  sums.to_self = g_new0 (guint8, routes->fabric->n_hosts);
  sums.late = g_new0 (double, routes->fabric->n_hosts);
  for (guint to = 0; to < graph->S && going; to++)
    {
      if (graph->dest_first[to] == graph->dest_first[to + 1])
        continue;
      going = !g_cancellable_is_cancelled (cancellable);
      dl_stage_note (cancellable, (double) to / graph->S);
      dl_fabric_pass_aim (&sums.pass, to);
      for (guint i = graph->dest_first[to]; i < graph->dest_first[to + 1]; i++)
        {
          const guint dest = graph->dests[i];

          sums.pass.follows = analysis->follows;
          sums.pass.load = uniform ? analysis->load : NULL;
          sums.pass.max_hops = uniform ? sums.pass.max_hops : 0;
          sums.pass.hops = 0;
          add_uniform (&sums, dest, to);
          all += (guint64) sums.pass.delivered;
          if (uniform)
            {
              if (routes->n_layers > 1)
                count_layers (&sums, dest, by_layer);
              if (routes->host_layer == NULL)
                add_ends (&sums, dest, sums.pass.delivered, routes->n_layers > 1 ? by_layer : NULL);
              delivered += (guint64) sums.pass.delivered;
              analysis->weight += sums.pass.delivered;
            }
          else if (has_sources (by, sets, dest))
            {
              sums.pass.follows = NULL;
              sums.pass.load = analysis->load;
              sums.pass.hops = sums.pass.delivered = 0;
              sums.pass.max_hops = analysis->max_hops;
              delivered += sets != NULL ? add_set (&sums, sets, dest, to)
                                        : add_flows (&sums, by, dest, to);
              analysis->weight += sums.pass.delivered;
              analysis->max_hops = sums.pass.max_hops;
            }
          else
            continue;
          sums.late[dest] = sums.pass.late;
          sums.hops += sums.pass.hops;
        }
    }
  if (uniform)
    {
      analysis->max_hops = sums.pass.max_hops;
      finish_uniform (&sums);
    }
  else if (sets != NULL)
    finish_sets (&sums, sets);
  move_late (&sums);
  analysis->n_unreachable = analysis->n_pairs - delivered;
  analysis->all_unreachable -= all;
  analysis->mean_hops = sums.hops / analysis->weight;
  g_free (sums.starts);
  g_free (sums.to_self);
  g_free (sums.late);
  dl_fabric_pass_clear (&sums.pass);
  return going;
}

/* Verdicts --------------------------------------------------------------------------------------
 */

typedef struct
{
  const DlFabric *fabric;
  const guint64 *follows; /* of this layer */
  guint n_words;
} Dependencies;

static guint
next_channels (gconstpointer data, guint channel, guint32 *targets)
{
  const Dependencies *d = data;
  const DlFabric *fabric = d->fabric;
  const guint32 first = fabric->port_first[fabric->channel_to[channel]];
  guint n = 0;

  for (guint w = 0; w < d->n_words; w++)
    for (guint64 set = d->follows[(gsize) channel * d->n_words + w]; set != 0; set &= set - 1)
      targets[n++] = fabric->port_leaves[first + 64 * w + (guint) __builtin_ctzll (set)];
  return n;
}

static void
note_layers (DlVerdict *verdict, const DlFabricRoutes *routes)
{
  verdict->layers_unknown = !verdict->deadlock_free && !dl_fabric_routes_layers_known (routes);
}

static DlVerdict *
judge (const DlFabricRoutes *routes, const guint64 *follows, guint n_words,
       GCancellable *cancellable)
{
  const DlFabric *fabric = routes->fabric;
  const Dependencies d = { fabric, follows, n_words };
  const DlCycleGraph graph = {
    .n = fabric->n_channels, .max_next = MAX (fabric->n_ports, 1), .data = &d, .next = next_channels
  };

  DlVerdict *verdict = dl_verdict_new_found (&graph, cancellable);

  if (verdict != NULL)
    note_layers (verdict, routes);
  return verdict;
}

guint
dl_fabric_analysis_cyclic_layer (const DlFabricAnalysis *analysis)
{
  guint best = G_MAXUINT;

  for (guint i = 0; i < analysis->routes->n_layers; i++)
    if (!analysis->verdicts[i]->deadlock_free
        && (best == G_MAXUINT
            || analysis->verdicts[i]->n_cycle < analysis->verdicts[best]->n_cycle))
      best = i;
  return best;
}

static void
join_verdicts (DlFabricAnalysis *analysis)
{
  const guint layer = dl_fabric_analysis_cyclic_layer (analysis);
  const DlVerdict *shortest = layer != G_MAXUINT ? analysis->verdicts[layer] : NULL;
  DlCycles found = { 0 };

  for (guint i = 0; i < analysis->routes->n_layers; i++)
    found.components += analysis->verdicts[i]->cyclic_components;
  if (shortest != NULL)
    {
      found.n = shortest->n_cycle;
      found.cycle = g_new (guint32, found.n);
      for (guint i = 0; i < found.n; i++)
        found.cycle[i] = shortest->cycle[i] * analysis->n_lanes + layer;
    }
  analysis->verdict = dl_verdict_new_of (&found);
  note_layers (analysis->verdict, analysis->routes);
}

static gboolean
find_verdicts (DlFabricAnalysis *analysis, GCancellable *cancellable)
{
  const DlFabricRoutes *routes = analysis->routes;
  const gsize size = (gsize) routes->fabric->n_channels * analysis->n_words;

  analysis->verdicts = g_new0 (DlVerdict *, routes->n_layers);
  analysis->deadlock_free = TRUE;
  for (guint layer = 0; layer < routes->n_layers; layer++)
    {
      const double share = (1 - COUNTED) / routes->n_layers;

      dl_stage_begin (cancellable, COUNTED + layer * share, COUNTED + (layer + 1) * share);
      analysis->verdicts[layer]
          = judge (routes, analysis->follows + layer * size, analysis->n_words, cancellable);
      if (analysis->verdicts[layer] == NULL)
        return FALSE;
      analysis->deadlock_free &= analysis->verdicts[layer]->deadlock_free;
    }
  join_verdicts (analysis);
  return TRUE;
}

/* Channels with their layers, as the verdict has them. */
static guint
next_in_rings (gconstpointer data, guint channel, guint32 *targets)
{
  const DlFabricAnalysis *analysis = data;
  const DlFabricRoutes *routes = analysis->routes;
  const DlFabric *fabric = routes->fabric;
  const guint c = channel / analysis->n_lanes, layer = channel % analysis->n_lanes;
  const Dependencies d
      = { fabric, analysis->follows + (gsize) layer * fabric->n_channels * analysis->n_words,
          analysis->n_words };
  const guint n = layer < routes->n_layers ? next_channels (&d, c, targets) : 0;

  for (guint i = 0; i < n; i++)
    targets[i] = targets[i] * analysis->n_lanes
                 + dl_fabric_routes_next_layer (routes, layer, c, targets[i]);
  return n;
}

static gboolean
judge_rings (DlFabricAnalysis *analysis, GCancellable *cancellable)
{
  const DlFabric *fabric = analysis->routes->fabric;
  const DlCycleGraph graph = { .n = fabric->n_channels * analysis->n_lanes,
                               .max_next = MAX (fabric->n_ports, 1),
                               .data = analysis,
                               .next = next_in_rings };

  dl_stage_begin (cancellable, COUNTED, 1);
  analysis->verdict = dl_verdict_new_found (&graph, cancellable);
  analysis->deadlock_free = analysis->verdict != NULL && analysis->verdict->deadlock_free;
  return analysis->verdict != NULL;
}

DlVerdict *
dl_fabric_management_verdict (const DlFabricRoutes *routes, GCancellable *cancellable)
{
  const DlFabric *fabric = routes->fabric;
  g_autoptr (DlFabricGraph) graph = NULL;
  g_autofree guint64 *follows = NULL;
  DlVerdict *verdict = NULL;
  DlFabricPass pass;

  if (routes->port == NULL || routes->n_rows < fabric->n_vertices)
    return NULL;
  graph = dl_fabric_graph_new (fabric);
  dl_fabric_pass_init (&pass, routes, graph);
  follows = g_new0 (guint64, (gsize) fabric->n_channels * pass.n_words);
  pass.follows = follows;
  for (guint to = 0; to < graph->S && !g_cancellable_is_cancelled (cancellable); to++)
    {
      if (!fabric->switch_up[to])
        continue;
      dl_fabric_pass_aim (&pass, to);
      for (guint i = graph->dest_first[to]; i <= graph->dest_first[to + 1]; i++)
        {
          for (guint s = 0; s < graph->S; s++)
            pass.amount[s] = fabric->switch_up[s];
          dl_fabric_pass_run (
              &pass, i < graph->dest_first[to + 1] ? graph->dests[i] : fabric->n_hosts + to, to, 1);
        }
    }
  if (!g_cancellable_is_cancelled (cancellable))
    verdict = judge (routes, follows, pass.n_words, cancellable);
  dl_fabric_pass_clear (&pass);
  return verdict;
}

/* All of it -------------------------------------------------------------------------------------
 */

/* Arrange sums by layer so that a channel's layers are side by side. */
static void
arrange_by_channel (DlFabricAnalysis *analysis)
{
  const guint L = analysis->n_lanes, C = analysis->routes->fabric->n_channels;
  double *load;

  if (L == 1)
    return;
  load = g_new0 (double, (gsize) C *L);
  for (guint layer = 0; layer < analysis->routes->n_layers; layer++)
    for (guint c = 0; c < C; c++)
      load[(gsize) c * L + layer] = analysis->load[(gsize) layer * C + c];
  g_free (analysis->load);
  analysis->load = load;
}

/* Packets over what a channel takes of them, which is the load. */
static void
weigh_by_rates (DlFabricAnalysis *analysis)
{
  const DlGraph *graph = analysis->routes->fabric->graph;

  for (guint c = 0; graph->link_capacity != NULL && c < graph->n_links; c++)
    for (guint layer = 0; layer < analysis->n_lanes; layer++)
      analysis->load[(gsize) c * analysis->n_lanes + layer] /= graph->link_capacity[c];
}

static void
count_pairs (DlFabricAnalysis *analysis, const DlDemand *demand)
{
  const guint64 n = dl_fabric_count_working_hosts (analysis->routes->fabric);
  const guint64 all = n * (n - MIN (n, 1));

  analysis->n_working = n;
  analysis->n_pairs = demand == NULL                ? all
                      : dl_demand_has_sets (demand) ? dl_demand_count_set_pairs (demand)
                                                    : demand->flows->len;
  analysis->all_unreachable = all; /* until they are found to be reached */
}

/* Weigh the sums for one packet per pair. */
static void
weigh (DlFabricAnalysis *analysis, double weight)
{
  const gsize n = (gsize) analysis->routes->n_layers * analysis->routes->fabric->n_channels;

  for (gsize i = 0; weight != 1 && i < n; i++)
    analysis->load[i] *= weight;
  analysis->weight *= weight;
  analysis->unreachable_weight *= weight;
}

static void
weigh_lost (DlFabricAnalysis *analysis, const DlDemand *demand)
{
  analysis->unreachable_weight = analysis->n_unreachable;
  if (demand == NULL)
    return;
  if (dl_demand_has_sets (demand))
    {
      weigh (analysis, demand->set_weight);
      return;
    }
  analysis->unreachable_weight = -analysis->weight;
  for (guint i = 0; i < demand->flows->len; i++)
    analysis->unreachable_weight += g_array_index (demand->flows, DlFlow, i).weight;
}

DlFabricAnalysis *
dl_fabric_analysis_new (DlFabricRoutes *routes, const DlDemand *asked, GCancellable *cancellable)
{
  g_autoptr (DlFabricAnalysis) analysis = g_new0 (DlFabricAnalysis, 1);
  const DlFabric *fabric = routes->fabric;
  const DlDemand *demand = asked != NULL && !asked->uniform ? asked : NULL;
  const gboolean by_sets = demand != NULL && dl_demand_has_sets (demand);
  g_autoptr (DlFabricGraph) graph = dl_fabric_graph_new (fabric);
  DlFabricSets sets = { 0 };
  ByDest by = { 0 };
  gboolean done;

  dl_shared_init (&analysis->head.shared, fabric_analysis_free);
  analysis->head.routes = analysis->routes = dl_fabric_routes_ref (routes);
  analysis->detour_share = NAN;
  analysis->n_words = (MAX (fabric->n_ports, 1) + 63) / 64;
  analysis->n_lanes = MAX (fabric->n_lanes, routes->n_layers);
  analysis->load = g_new0 (double, (gsize) routes->n_layers * fabric->n_channels);
  analysis->follows
      = g_new0 (guint64, (gsize) routes->n_layers * fabric->n_channels * analysis->n_words);
  count_pairs (analysis, demand);
  if (by_sets)
    dl_fabric_sets_init (&sets, graph, demand);
  else if (demand != NULL)
    sort_flows (&by, demand, fabric);
  dl_stage_begin (cancellable, DL_FABRIC_ROUTED, COUNTED);
  if (routes->kind == DL_FABRIC_TABLES)
    done = analyze_tables (analysis, graph, demand != NULL && !by_sets ? &by : NULL,
                           by_sets ? &sets : NULL, cancellable);
  else
    done = dl_fabric_spread (analysis, graph, demand, by_sets ? &sets : NULL, cancellable);
  weigh_lost (analysis, demand);
  analysis->sent
      = by_sets ? dl_demand_most_of_sets (demand)
                : (analysis->weight + analysis->unreachable_weight) / MAX (analysis->n_working, 1);
  dl_fabric_sets_clear (&sets);
  g_free (by.first);
  g_free (by.flows);
  arrange_by_channel (analysis);
  weigh_by_rates (analysis);
  done = done
         && (routes->ring != NULL ? judge_rings (analysis, cancellable)
                                  : find_verdicts (analysis, cancellable));
  return done ? g_steal_pointer (&analysis) : NULL;
}

double
dl_fabric_analysis_load (const DlFabricAnalysis *analysis, guint channel)
{
  double sum = 0;

  for (guint i = 0; i < analysis->routes->n_layers; i++)
    sum += dl_fabric_analysis_layer_load (analysis, channel, i);
  return sum;
}

gboolean
dl_fabric_engine_is_bound (const DlFabricEngine *engine)
{
  return engine == &dl_fabric_ugal || engine == &dl_fabric_adaptive_up;
}

double
dl_fabric_analysis_full_at (const DlFabricAnalysis *analysis, guint32 *channel)
{
  const DlFabric *fabric = analysis->routes->fabric;
  guint32 full = G_MAXUINT32;
  double most = 0;

  for (guint c = 0; c < fabric->n_channels; c++)
    {
      const double load = dl_fabric_analysis_load (analysis, c);

      /* Between equal loads, prefer a link between switches: it says more. */
      if (load > most
          || (load == most && load > 0 && full != G_MAXUINT32
              && (fabric->channel_from[full] < fabric->n_hosts
                  || fabric->channel_to[full] < fabric->n_hosts)
              && fabric->channel_from[c] >= fabric->n_hosts
              && fabric->channel_to[c] >= fabric->n_hosts))
        {
          most = load;
          full = c;
        }
    }
  if (channel != NULL)
    *channel = full;
  return most > 0 ? MIN (analysis->sent / most, 1) : INFINITY;
}

double
dl_fabric_analysis_max_load (const DlFabricAnalysis *analysis, guint *channel)
{
  const DlFabric *fabric = analysis->routes->fabric;
  double most = 0;

  for (guint c = 0; c < fabric->n_channels; c++)
    {
      const double load = dl_fabric_analysis_load (analysis, c);

      if (fabric->channel_from[c] < fabric->n_hosts || fabric->channel_to[c] < fabric->n_hosts
          || load <= most)
        continue;
      most = load;
      if (channel != NULL)
        *channel = c;
    }
  return most;
}
