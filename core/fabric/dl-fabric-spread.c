#include "dl-fabric-spread.h"

#include "dl-fabric-engine.h"
#include "dl-fabric-pass.h"
#include "dl-progress.h"

#include <math.h>
#include <string.h>

/* @at: (n_hosts) the switch of each host, NONE; @own: nullable. */
static void
count_ends (DlFabricSetEnds *ends, const DlDemand *demand, guint S, const guint32 *at, guint32 *own)
{
  const guint n_members = demand->set_first[demand->n_sets];
  g_autofree guint32 *entry_of = g_new (guint32, S);
  guint n = 0;

  ends->first = g_new (guint32, demand->n_sets + 1);
  ends->at = g_new (guint32, MAX (n_members, 1));
  ends->n_hosts = g_new0 (guint32, MAX (n_members, 1));
  for (guint s = 0; s < S; s++)
    entry_of[s] = DL_FABRIC_NONE;
  for (guint set = 0; set < demand->n_sets; set++)
    {
      ends->first[set] = n;
      for (guint i = demand->set_first[set]; i < demand->set_first[set + 1]; i++)
        {
          const guint host = demand->set_node[i], s = at[host];

          if (s == DL_FABRIC_NONE)
            continue;
          /* Entries of an earlier set are below the first of this one. */
          if (entry_of[s] == DL_FABRIC_NONE || entry_of[s] < ends->first[set])
            {
              ends->at[n] = s;
              entry_of[s] = n++;
            }
          ends->n_hosts[entry_of[s]]++;
          if (own != NULL)
            own[host] = entry_of[s];
        }
    }
  ends->first[demand->n_sets] = n;
}

void
dl_fabric_sets_init (DlFabricSets *sets, const DlFabricGraph *graph, const DlDemand *demand)
{
  const guint n_hosts = graph->fabric->n_hosts;

  sets->demand = demand;
  sets->own = g_new (guint32, n_hosts);
  for (guint h = 0; h < n_hosts; h++)
    sets->own[h] = DL_FABRIC_NONE;
  count_ends (&sets->from, demand, graph->S, graph->takes, sets->own);
  count_ends (&sets->to, demand, graph->S, graph->gives, NULL);
}

void
dl_fabric_sets_clear (DlFabricSets *sets)
{
  g_free (sets->from.first);
  g_free (sets->from.at);
  g_free (sets->from.n_hosts);
  g_free (sets->to.first);
  g_free (sets->to.at);
  g_free (sets->to.n_hosts);
  g_free (sets->own);
}

/* Adds to @pairs (S x S, by the destination's switch, then the source's) the pairs of all sets. */
static void
fabric_sets_count (const DlFabricSets *sets, const DlFabricGraph *graph, guint64 *pairs)
{
  const DlDemand *demand = sets->demand;
  const DlFabricSetEnds *from = &sets->from, *to = &sets->to;

  for (guint set = 0; set < demand->n_sets; set++)
    {
      for (guint b = to->first[set]; b < to->first[set + 1]; b++)
        for (guint a = from->first[set]; a < from->first[set + 1]; a++)
          pairs[(gsize) to->at[b] * graph->S + from->at[a]]
              += (guint64) to->n_hosts[b] * from->n_hosts[a];
      /* None to itself. */
      for (guint i = demand->set_first[set]; i < demand->set_first[set + 1]; i++)
        {
          const guint32 a = graph->takes[demand->set_node[i]],
                        b = graph->gives[demand->set_node[i]];

          if (a != DL_FABRIC_NONE && b != DL_FABRIC_NONE)
            pairs[(gsize) b * graph->S + a]--;
        }
    }
}

/* Demand of hosts of switch a to hosts of switch b, by b, then a; all counted by switches, as
 * routes are. */
typedef struct
{
  guint S;
  double *weight; /* (S x S) */
  guint64 *pairs; /* (S x S) */
  guint8 *exist;  /* (S x S) gboolean: of all pairs, whatever the demand */
} BySwitch;

/* @demand: NULL: uniform; @sets: of a demand by sets, else NULL. Likewise below. */
static void
count_by_switch (BySwitch *by, const DlFabricGraph *graph, const DlDemand *demand,
                 const DlFabricSets *sets)
{
  const guint S = by->S = graph->S;
  g_autofree guint64 *all = NULL;

  by->weight = g_new0 (double, (gsize) S *S);
  by->pairs = g_new0 (guint64, (gsize) S * S);
  by->exist = g_new (guint8, (gsize) S * S);
  for (guint i = 0; demand != NULL && i < demand->flows->len; i++)
    {
      const DlFlow *flow = &g_array_index (demand->flows, DlFlow, i);
      const guint32 a = graph->takes[flow->source], b = graph->gives[flow->dest];

      if (a == DL_FABRIC_NONE || b == DL_FABRIC_NONE)
        continue;
      by->weight[(gsize) b * S + a] += flow->weight;
      by->pairs[(gsize) b * S + a]++;
    }
  if (sets != NULL)
    fabric_sets_count (sets, graph, by->pairs);
  all = g_new (guint64, (gsize) S * S);
  for (guint b = 0; b < S; b++)
    for (guint a = 0; a < S; a++)
      all[(gsize) b * S + a]
          = (guint64) graph->n_sources[a] * (graph->dest_first[b + 1] - graph->dest_first[b]);
  for (guint h = 0; h < graph->fabric->n_hosts; h++)
    if (graph->takes[h] != DL_FABRIC_NONE && graph->gives[h] != DL_FABRIC_NONE)
      all[(gsize) graph->gives[h] * S + graph->takes[h]]--;
  for (gsize i = 0; i < (gsize) S * S; i++)
    {
      by->exist[i] = all[i] > 0;
      if (demand == NULL)
        by->pairs[i] = all[i];
      if (demand == NULL || sets != NULL)
        by->weight[i] = (double) by->pairs[i];
    }
}

static void
by_switch_clear (BySwitch *by)
{
  g_free (by->weight);
  g_free (by->pairs);
  g_free (by->exist);
}

/* Pairs of different hosts, whatever the demand, whose switches @reached says reach each other. */
static guint64
count_reached (const DlFabricGraph *graph, const guint8 *reached)
{
  const guint S = graph->S;
  guint64 n = 0;

  for (guint to = 0; to < S; to++)
    for (guint s = 0; s < S; s++)
      if (reached[(gsize) to * S + s])
        n += (guint64) graph->n_sources[s] * (graph->dest_first[to + 1] - graph->dest_first[to]);
  for (guint h = 0; h < graph->fabric->n_hosts; h++)
    if (graph->takes[h] != DL_FABRIC_NONE && graph->gives[h] != DL_FABRIC_NONE
        && reached[(gsize) graph->gives[h] * S + graph->takes[h]])
      n--;
  return n;
}

/* The same of add_ends, by sets. */
static void
add_set_ends (DlFabricAnalysis *analysis, const DlFabricGraph *graph, const DlFabricSets *sets,
              const guint8 *reached, const guint8 *first_layer, guint last_layer)
{
  const DlDemand *demand = sets->demand;
  const DlFabric *fabric = graph->fabric;
  const gsize S = graph->S, C = fabric->n_channels;

  for (guint set = 0; set < demand->n_sets; set++)
    for (guint i = demand->set_first[set]; i < demand->set_first[set + 1]; i++)
      {
        const guint h = demand->set_node[i];
        const guint32 a = graph->takes[h], b = graph->gives[h];

        for (guint e = sets->to.first[set]; a != DL_FABRIC_NONE && e < sets->to.first[set + 1]; e++)
          {
            const gsize at = sets->to.at[e] * S + a;

            if (reached[at])
              analysis->load[(first_layer != NULL ? first_layer[at] : 0) * C
                             + dl_fabric_host_sends (fabric, h)]
                  += sets->to.n_hosts[e] - (sets->to.at[e] == b ? 1.0 : 0.0);
          }
        for (guint e = sets->from.first[set]; b != DL_FABRIC_NONE && e < sets->from.first[set + 1];
             e++)
          if (reached[b * S + sets->from.at[e]])
            analysis->load[last_layer * C + dl_fabric_host_receives (fabric, h)]
                += dl_fabric_sets_sources (sets, graph, e, h);
      }
}

/* Loads of the channels of hosts, of all pairs that @reached (S x S, by destination) says are
 * delivered. @first, @last: the layers of the first and the last channel; G_MAXUINT: of the first
 * channel the layer in @layers. */
static void
add_ends (DlFabricAnalysis *analysis, const DlFabricGraph *graph, const DlDemand *demand,
          const DlFabricSets *sets, const guint8 *reached, const guint8 *first_layer,
          guint last_layer)
{
  const DlFabric *fabric = graph->fabric;
  const guint S = graph->S, C = fabric->n_channels;

  if (sets != NULL)
    add_set_ends (analysis, graph, sets, reached, first_layer, last_layer);
  for (guint i = 0; demand != NULL && i < demand->flows->len; i++)
    {
      const DlFlow *flow = &g_array_index (demand->flows, DlFlow, i);
      const guint32 a = graph->takes[flow->source], b = graph->gives[flow->dest];
      const gsize at = (gsize) b * S + a;

      if (a == DL_FABRIC_NONE || b == DL_FABRIC_NONE || !reached[at])
        continue;
      analysis->load[(gsize) (first_layer != NULL ? first_layer[at] : 0) * C
                     + dl_fabric_host_sends (fabric, flow->source)]
          += flow->weight;
      analysis->load[(gsize) last_layer * C + dl_fabric_host_receives (fabric, flow->dest)]
          += flow->weight;
    }
  for (guint h = 0; demand == NULL && h < fabric->n_hosts; h++)
    for (guint s = 0; s < S; s++)
      {
        const guint32 a = graph->takes[h], b = graph->gives[h];

        if (a != DL_FABRIC_NONE && reached[(gsize) s * S + a])
          analysis->load[(gsize) (first_layer != NULL ? first_layer[(gsize) s * S + a] : 0) * C
                         + dl_fabric_host_sends (fabric, h)]
              += graph->dest_first[s + 1] - graph->dest_first[s] - (b == s ? 1.0 : 0.0);
        if (b != DL_FABRIC_NONE && reached[(gsize) b * S + s])
          analysis->load[(gsize) last_layer * C + dl_fabric_host_receives (fabric, h)]
              += graph->n_sources[s] - (a == s ? 1.0 : 0.0);
      }
}

/* Choices ---------------------------------------------------------------------------------------
 */

typedef struct
{
  double *weight;  /* (S) under way, of the demand */
  guint8 *touched; /* (S) gboolean: packets of some pair come here */
  double *hops;    /* (S) sum over packets under way */
} Flow;

static void
spread_to (DlFabricAnalysis *analysis, const DlFabricGraph *graph, const DlFabricWave *wave,
           guint to, Flow *flow)
{
  const DlFabricRoutes *routes = analysis->routes;
  const guint W = routes->n_words;
  const guint64 *choices = routes->choices + (gsize) to * graph->S * W;

  for (guint i = wave->n; i-- > 1;)
    {
      const guint s = wave->queue[i];
      const guint64 *own = choices + (gsize) s * W;
      guint n = 0;

      if (!flow->touched[s])
        continue;
      for (guint w = 0; w < W; w++)
        n += (guint) __builtin_popcountll (own[w]);
      for (guint e = graph->first[s]; e < graph->first[s + 1]; e++)
        {
          const guint port = graph->port[e] - 1, t = graph->to[e];
          const double share = flow->weight[s] / n;

          if ((own[port / 64] >> port % 64 & 1) == 0)
            continue;
          analysis->load[graph->channel[e]] += share;
          flow->weight[t] += share;
          flow->hops[0] += share;
          flow->touched[t] = TRUE;
          if (t != to)
            for (guint w = 0; w < W; w++)
              analysis->follows[(gsize) graph->channel[e] * W + w] |= choices[(gsize) t * W + w];
        }
    }
}

static gboolean
spread_choices (DlFabricAnalysis *analysis, DlFabricGraph *graph, const DlDemand *demand,
                const DlFabricSets *sets, BySwitch *by, GCancellable *cancellable)
{
  const guint S = graph->S;
  g_autofree guint8 *reached = g_new0 (guint8, (gsize) S * S);
  guint64 delivered = 0;
  double hops = 0;
  DlFabricWave wave;
  Flow flow;

  flow.weight = g_new (double, S);
  flow.touched = g_new (guint8, S);
  flow.hops = &hops;
  graph->key = g_memdup2 (analysis->routes->key, S * sizeof *graph->key);
  dl_fabric_wave_init (&wave, S);
  for (guint to = 0; to < S && !g_cancellable_is_cancelled (cancellable); to++)
    {
      if (graph->dest_first[to] == graph->dest_first[to + 1])
        continue;
      dl_stage_note (cancellable, (double) to / S);
      dl_fabric_wave_legal (&wave, graph, to);
      memset (flow.weight, 0, S * sizeof *flow.weight);
      memset (flow.touched, FALSE, S);
      for (guint i = 0; i < wave.n; i++)
        {
          const guint s = wave.queue[i];
          const gsize at = (gsize) to * S + s;

          reached[at] = TRUE;
          flow.weight[s] = by->weight[at];
          flow.touched[s] = by->exist[at];
          delivered += by->pairs[at];
          analysis->weight += by->weight[at];
          if (by->pairs[at] > 0)
            analysis->max_hops = MAX (analysis->max_hops, wave.hops[s]);
        }
      spread_to (analysis, graph, &wave, to, &flow);
    }
  add_ends (analysis, graph, demand, sets, reached, NULL, 0);
  analysis->n_unreachable = analysis->n_pairs - delivered;
  analysis->all_unreachable -= count_reached (graph, reached);
  analysis->mean_hops = hops / analysis->weight;
  dl_fabric_wave_clear (&wave);
  g_free (flow.weight);
  g_free (flow.touched);
  return !g_cancellable_is_cancelled (cancellable);
}

/* Detours ---------------------------------------------------------------------------------------
 */

/* Loads of one half of the routes. */
typedef struct
{
  double *load; /* (n_channels) */
  double hops;  /* sum over what goes this way */
  guint max_hops;
} Half;

static void
run_half (DlFabricPass *pass, Half *half, guint64 *follows, guint row, guint to)
{
  pass->load = half != NULL ? half->load : NULL;
  pass->follows = follows;
  pass->hops = 0;
  pass->max_hops = 0;
  dl_fabric_pass_run (pass, row, to, 1);
  if (half == NULL)
    return;
  half->hops += pass->hops;
  half->max_hops = MAX (half->max_hops, pass->max_hops);
}

/* By a middle in the part that both ends are in (0, then 1), or directly (2: where the ends are in
 * different parts; 3: where they are in one). */
typedef struct
{
  Half half[4];
  double split; /* weight of pairs that have detours */
  guint64 delivered;
  double weight;
} Detours;

static void
detour_sums (DlFabricAnalysis *analysis, const DlFabricGraph *graph, const BySwitch *by,
             DlFabricPass *pass, Detours *d, guint8 *reached, guint8 *first_layer,
             GCancellable *cancellable)
{
  const DlFabricRoutes *routes = analysis->routes;
  const DlFabric *fabric = routes->fabric;
  const guint S = graph->S;
  g_autofree double *out = g_new0 (double, S);
  g_autofree guint8 *sends = g_new0 (guint8, S);

  for (guint b = 0; b < S; b++)
    for (guint a = 0; a < S; a++)
      if (by->weight[(gsize) b * S + a] > 0 && routes->part[a] == routes->part[b])
        out[a] += by->weight[(gsize) b * S + a];
  for (guint a = 0; a < S; a++)
    for (guint b = 0; b < S && !sends[a]; b++)
      sends[a] = by->exist[(gsize) b * S + a] && routes->part[a] == routes->part[b];
  for (guint to = 0; to < S && !g_cancellable_is_cancelled (cancellable); to++)
    {
      const guint32 part = routes->part[to];
      const guint n_dests = graph->dest_first[to + 1] - graph->dest_first[to];

      if (part == DL_FABRIC_NONE)
        continue;
      dl_fabric_pass_aim (pass, to);
      /* To the middle. */
      for (guint s = 0; s < S; s++)
        if (routes->part[s] == part)
          pass->amount[s] = out[s] / routes->part_size[part];
      run_half (pass, &d->half[0], NULL, fabric->n_hosts + to, to);
      for (guint s = 0; s < S; s++)
        pass->amount[s] = routes->part[s] == part && sends[s];
      run_half (pass, NULL, analysis->follows, fabric->n_hosts + to, to);
      if (n_dests == 0)
        continue;
      for (guint s = 0; s < S; s++)
        {
          const gsize at = (gsize) to * S + s;

          reached[at] = pass->wave.hops[s] != DL_FABRIC_FAR;
          first_layer[at] = routes->part[s] == part ? 0 : 1;
          if (!reached[at])
            continue;
          d->delivered += by->pairs[at];
          d->weight += by->weight[at];
          if (routes->part[s] == part)
            d->split += by->weight[at];
        }
    }
}

/* Packets from @dest's set to it, from @inside of @part or from elsewhere. */
static void
add_direct (const DlFabricSets *sets, const DlFabricGraph *graph, const DlFabricRoutes *routes,
            guint dest, guint32 part, gboolean inside, double *amount)
{
  const guint32 set = sets->demand->set[dest];

  if (set == DL_NO_SET)
    return;
  for (guint e = sets->from.first[set]; e < sets->from.first[set + 1]; e++)
    if ((routes->part[sets->from.at[e]] == part) == inside)
      amount[sets->from.at[e]] = dl_fabric_sets_sources (sets, graph, e, dest);
}

/* From the middle, and directly. @flows: NULL: uniform. */
static void
detour_hosts (DlFabricAnalysis *analysis, const DlFabricGraph *graph, const double *into,
              const guint32 *source_first, const DlFlow *flows, const DlFabricSets *sets,
              DlFabricPass *pass, Detours *d, GCancellable *cancellable)
{
  const DlFabricRoutes *routes = analysis->routes;
  const DlFabric *fabric = routes->fabric;
  const guint S = graph->S;
  guint64 *follows
      = analysis->follows + (gsize) fabric->n_channels * analysis->n_words; /* layer 1 */

  for (guint to = 0; to < S && !g_cancellable_is_cancelled (cancellable); to++)
    {
      const guint32 part = routes->part[to];

      if (graph->dest_first[to] == graph->dest_first[to + 1])
        continue;
      dl_stage_note (cancellable, (double) to / S);
      dl_fabric_pass_aim (pass, to);
      for (guint i = graph->dest_first[to]; i < graph->dest_first[to + 1]; i++)
        {
          const guint dest = graph->dests[i];

          for (guint s = 0; s < S; s++)
            pass->amount[s] = routes->part[s] == part ? into[dest] / routes->part_size[part] : 0;
          run_half (pass, &d->half[1], NULL, dest, to);
          for (guint kind = 2; kind < 4; kind++)
            {
              for (guint f = source_first[dest]; flows != NULL && f < source_first[dest + 1]; f++)
                {
                  const guint32 a = graph->takes[flows[f].source];

                  if (a != DL_FABRIC_NONE && (routes->part[a] == part) == (kind == 3))
                    pass->amount[a] += flows[f].weight;
                }
              if (sets != NULL)
                add_direct (sets, graph, routes, dest, part, kind == 3, pass->amount);
              for (guint s = 0; flows == NULL && s < S; s++)
                if ((routes->part[s] == part) == (kind == 3))
                  pass->amount[s] = graph->n_sources[s] - (graph->takes[dest] == s ? 1.0 : 0.0);
              run_half (pass, &d->half[kind], NULL, dest, to);
            }
          /* All pairs send: packets come from every middle where some host of the part sends, and
           * directly from elsewhere. */
          gboolean any = FALSE;
          for (guint s = 0; s < S && !any; s++)
            any = routes->part[s] == part
                  && graph->n_sources[s] > (graph->takes[dest] == s ? 1u : 0u);
          for (guint s = 0; s < S; s++)
            pass->amount[s] = routes->part[s] == part
                                  ? any
                                  : graph->n_sources[s] > (graph->takes[dest] == s ? 1u : 0u);
          run_half (pass, NULL, follows, dest, to);
        }
    }
}

/* The busiest channel between switches, if a share @x of what may takes a detour. */
static double
busiest (const Detours *d, const DlFabric *fabric, double x)
{
  double most = 0;

  for (guint c = 0; c < fabric->n_channels; c++)
    if (fabric->channel_from[c] >= fabric->n_hosts && fabric->channel_to[c] >= fabric->n_hosts)
      most = MAX (most, x * (d->half[0].load[c] + d->half[1].load[c]) + d->half[2].load[c]
                            + (1 - x) * d->half[3].load[c]);
  return most;
}

/* The share that makes the busiest channel least loaded: the load is convex in it. */
static double
best_share (const Detours *d, const DlFabric *fabric)
{
  double low = 0, high = 1;

  while (high - low > 1e-9)
    {
      const double a = low + (high - low) / 3, b = high - (high - low) / 3;

      if (busiest (d, fabric, a) <= busiest (d, fabric, b))
        high = b;
      else
        low = a;
    }
  return low < 1e-8 ? 0 : high > 1 - 1e-8 ? 1 : (low + high) / 2;
}

static gboolean
spread_detours (DlFabricAnalysis *analysis, DlFabricGraph *graph, const DlDemand *demand,
                const DlFabricSets *sets, BySwitch *by, GCancellable *cancellable)
{
  const DlFabricRoutes *routes = analysis->routes;
  const DlFabric *fabric = routes->fabric;
  const guint S = graph->S, C = fabric->n_channels, H = fabric->n_hosts;
  g_autofree guint8 *reached = g_new0 (guint8, (gsize) S * S);
  g_autofree guint8 *first_layer = g_new0 (guint8, (gsize) S * S);
  g_autofree double *into = g_new0 (double, H);
  g_autofree guint32 *source_first = g_new0 (guint32, H + 2);
  g_autofree DlFlow *flows = NULL;
  DlFabricPass pass;
  Detours d = { 0 };
  double x = 1, hops;

  for (guint i = 0; i < 4; i++)
    d.half[i].load = g_new0 (double, C);
  dl_fabric_pass_init (&pass, routes, graph);
  detour_sums (analysis, graph, by, &pass, &d, reached, first_layer, cancellable);
  if (demand != NULL)
    {
      flows = g_new (DlFlow, MAX (demand->flows->len, 1)); /* not NULL without any */
      for (guint i = 0; i < demand->flows->len; i++)
        source_first[g_array_index (demand->flows, DlFlow, i).dest + 2]++;
      for (guint h = 0; h < H; h++)
        source_first[h + 2] += source_first[h + 1];
      for (guint i = 0; i < demand->flows->len; i++)
        {
          const DlFlow *flow = &g_array_index (demand->flows, DlFlow, i);
          const guint32 a = graph->takes[flow->source], b = graph->gives[flow->dest];

          flows[source_first[flow->dest + 1]++] = *flow;
          if (a != DL_FABRIC_NONE && b != DL_FABRIC_NONE && routes->part[a] == routes->part[b])
            into[flow->dest] += flow->weight;
        }
    }
  for (guint h = 0; sets != NULL && h < H; h++)
    if (sets->demand->set[h] != DL_NO_SET && graph->gives[h] != DL_FABRIC_NONE)
      for (guint e = sets->from.first[sets->demand->set[h]];
           e < sets->from.first[sets->demand->set[h] + 1]; e++)
        if (routes->part[sets->from.at[e]] == routes->part[graph->gives[h]])
          into[h] += dl_fabric_sets_sources (sets, graph, e, h);
  for (guint h = 0; demand == NULL && h < H; h++)
    for (guint s = 0; graph->gives[h] != DL_FABRIC_NONE && s < S; s++)
      if (routes->part[s] == routes->part[graph->gives[h]])
        into[h] += graph->n_sources[s] - (graph->takes[h] == s ? 1.0 : 0.0);
  if (!g_cancellable_is_cancelled (cancellable))
    detour_hosts (analysis, graph, into, source_first, flows, sets, &pass, &d, cancellable);
  if (routes->engine == &dl_fabric_ugal)
    analysis->detour_share = x = best_share (&d, fabric);
  for (guint c = 0; c < C; c++)
    {
      analysis->load[c] = x * d.half[0].load[c];
      analysis->load[C + c]
          = x * d.half[1].load[c] + d.half[2].load[c] + (1 - x) * d.half[3].load[c];
    }
  /* Channels of hosts: detours begin in layer 0, direct routes in layer 1. */
  add_ends (analysis, graph, demand, sets, reached, first_layer, 1);
  hops = x * (d.half[0].hops + d.half[1].hops) + d.half[2].hops + (1 - x) * d.half[3].hops;
  analysis->weight = d.weight;
  analysis->mean_hops = hops / d.weight;
  analysis->max_hops = d.half[0].max_hops + d.half[1].max_hops;
  analysis->max_hops = MAX (analysis->max_hops, MAX (d.half[2].max_hops, d.half[3].max_hops));
  analysis->n_unreachable = analysis->n_pairs - d.delivered;
  analysis->all_unreachable -= count_reached (graph, reached);
  for (guint i = 0; i < 4; i++)
    g_free (d.half[i].load);
  dl_fabric_pass_clear (&pass);
  return !g_cancellable_is_cancelled (cancellable);
}

gboolean
dl_fabric_spread (DlFabricAnalysis *analysis, DlFabricGraph *graph, const DlDemand *demand,
                  const DlFabricSets *sets, GCancellable *cancellable)
{
  BySwitch by;
  gboolean done;

  count_by_switch (&by, graph, demand, sets);
  done = analysis->routes->kind == DL_FABRIC_CHOICES
             ? spread_choices (analysis, graph, demand, sets, &by, cancellable)
             : spread_detours (analysis, graph, demand, sets, &by, cancellable);
  by_switch_clear (&by);
  return done;
}
