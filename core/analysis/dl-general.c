#include "dl-general.h"

#include <math.h>

/* Pairs ---------------------------------------------------------------------------------------- */

typedef void (*PairFunc) (guint from, guint to, double weight, gpointer data);

typedef struct
{
  const DlGraph *graph;
  const DlDemand *demand;
  PairFunc func;
  gpointer data;
} Pairs;

static void
offer (const Pairs *pairs, guint from, guint to, double weight)
{
  if (from != to && pairs->graph->node_up[from] && pairs->graph->node_up[to])
    pairs->func (from, to, weight, pairs->data);
}

/* Pairs of working nodes that send, those of source @from. @flow: the first of its flows, of a
 * demand that has them, then that of the source after it. */
static void
offer_from (const Pairs *pairs, guint from, guint *flow)
{
  const DlDemand *demand = pairs->demand;

  if (demand->uniform)
    for (guint to = 0; to < pairs->graph->n_nodes; to++)
      offer (pairs, from, to, 1);
  else if (dl_demand_has_sets (demand))
    {
      const guint set = demand->set[from];

      for (guint i = set != DL_NO_SET ? demand->set_first[set] : 0;
           set != DL_NO_SET && i < demand->set_first[set + 1]; i++)
        offer (pairs, from, demand->set_node[i], demand->set_weight);
    }
  else
    for (; *flow < demand->flows->len; (*flow)++)
      {
        const DlFlow *of = &g_array_index (demand->flows, DlFlow, *flow);

        if (of->source != from)
          break;
        offer (pairs, from, of->dest, of->weight);
      }
}

/* FALSE if canceled. */
static gboolean
offer_all (const Pairs *pairs, GCancellable *cancellable)
{
  guint flow = 0;

  for (guint from = 0; from < pairs->graph->n_nodes; from++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      offer_from (pairs, from, &flow);
    }
  return TRUE;
}

/* Loads ---------------------------------------------------------------------------------------- */

typedef struct
{
  DlGeneral *general;
  DlSpread spread;
  double hops, sent;
} Loads;

static void
add_loads (guint from, guint to, double weight, gpointer data)
{
  Loads *loads = data;
  DlGeneral *general = loads->general;

  general->pattern.pairs++;
  if (!dl_spread_pair (&loads->spread, from, to))
    {
      general->pattern.unreachable++;
      return;
    }
  for (guint i = 0; i < loads->spread.passed->len; i++)
    {
      const DlPassed *passed = &g_array_index (loads->spread.passed, DlPassed, i);

      general->vc_load[passed->channel] += weight * passed->share;
    }
  loads->hops += weight * loads->spread.hops_mean;
  loads->sent += weight;
  general->hops_max = MAX (general->hops_max, loads->spread.hops_max);
}

static void
count_pair (guint from, guint to, double weight, gpointer data)
{
  Loads *loads = data;

  loads->general->all.pairs++;
  loads->general->all.unreachable += !dl_spread_pair (&loads->spread, from, to);
}

static void
general_free (gpointer data)
{
  DlGeneral *general = data;

  dl_graph_unref (general->graph);
  dl_shared_unref (general->head.routes);
  g_clear_pointer (&general->verdict, dl_verdict_unref);
  g_free (general->vc_load);
  g_free (general);
}

/* Packets over what a link takes of them, which is the load. */
static void
weigh_by_rates (DlGeneral *general)
{
  const double *capacity = general->graph->link_capacity;

  for (guint link = 0; capacity != NULL && link < general->graph->n_links; link++)
    for (guint vc = 0; vc < general->n_vcs; vc++)
      general->vc_load[(gsize) link * general->n_vcs + vc] /= capacity[link];
}

DlGeneral *
dl_general_new (const DlNext *next, const DlDemand *demand, GCancellable *cancellable)
{
  static const DlDemand everybody = { .uniform = TRUE };
  g_autoptr (DlGeneral) general = g_new0 (DlGeneral, 1);
  Loads loads = { .general = general };
  const Pairs all = { next->graph, &everybody, count_pair, &loads };
  const Pairs sent = { next->graph, demand, add_loads, &loads };
  gboolean done;

  dl_shared_init (&general->head.shared, general_free);
  general->head.routes = dl_shared_ref (next->routes);
  general->next = *next;
  general->graph = dl_graph_ref ((DlGraph *) next->graph);
  general->n_vcs = next->n_vcs;
  general->vc_load = g_new0 (double, (gsize) next->graph->n_links * next->n_vcs);
  dl_spread_init (&loads.spread, next);
  done = offer_all (&all, cancellable) && offer_all (&sent, cancellable);
  dl_spread_clear (&loads.spread);
  weigh_by_rates (general);
  general->hops_mean = loads.sent > 0 ? loads.hops / loads.sent : NAN;
  if (done)
    general->verdict = dl_next_judge (next, cancellable);
  return general->verdict != NULL ? g_steal_pointer (&general) : NULL;
}

double
dl_general_link_load (const DlGeneral *general, guint link)
{
  double load = 0;

  for (guint vc = 0; vc < general->n_vcs; vc++)
    load += general->vc_load[(gsize) link * general->n_vcs + vc];
  return load;
}

void
dl_general_find (const DlGeneral *general, DlFindings *findings)
{
  const DlGraph *graph = general->graph;

  *findings = (DlFindings) {
    .pairs = general->pattern.pairs,
    .unreachable_pairs = general->pattern.unreachable,
    .all = general->all,
    .pattern = general->pattern,
    .hops_mean = general->hops_mean,
    .hops_max = general->hops_max,
    .deadlock_free = general->verdict->deadlock_free,
    .verdict = general->verdict,
    .vc_load = general->vc_load,
    .peak_load = NAN,
    .full_link = G_MAXUINT32,
    .balance_mean = NAN,
    .bound_load = NAN,
    .class_load_max = { NAN, NAN, NAN },
    .class_balance_mean = { NAN, NAN, NAN },
  };
  for (guint node = 0; node < graph->n_nodes; node++)
    findings->working_nodes += graph->node_up[node];
  for (guint link = 0; link < graph->n_links; link++)
    {
      const double load = dl_general_link_load (general, link);

      if (graph->link_state[link] != DL_LINK_UP)
        continue;
      findings->working_links++;
      if (load > 0 && !(load <= findings->peak_load))
        findings->full_link = link;
      findings->peak_load = fmax (findings->peak_load, load); /* of NAN and a number the number */
    }
  findings->class_load_max[0] = findings->peak_load;
}

/* Flows ---------------------------------------------------------------------------------------- */

typedef struct
{
  DlSpread spread;
  DlLinkFlows *flows;
} Flows;

static void
add_flow (guint from, guint to, double weight, gpointer data)
{
  Flows *of = data;
  double share = 0;

  if (!dl_spread_pair (&of->spread, from, to))
    return;
  for (guint i = 0; i < of->spread.passed->len; i++)
    {
      const DlPassed *passed = &g_array_index (of->spread.passed, DlPassed, i);

      if (passed->channel / of->spread.next->n_vcs == of->flows->link)
        share += passed->share;
    }
  if (share > 0)
    dl_link_flows_add (of->flows, from, to, weight * share);
}

DlLinkFlows *
dl_general_flows (const DlNext *next, const DlDemand *demand, guint link, GCancellable *cancellable)
{
  g_autoptr (DlLinkFlows) flows = dl_link_flows_new (link, DL_PLACE_NODE, next->graph->n_nodes);
  Flows of = { .flows = flows };
  const Pairs pairs = { next->graph, demand, add_flow, &of };
  gboolean done;

  dl_spread_init (&of.spread, next);
  done = offer_all (&pairs, cancellable);
  dl_spread_clear (&of.spread);
  return done ? g_steal_pointer (&flows) : NULL;
}

/* Rerouted ------------------------------------------------------------------------------------- */

static gboolean
same_passed (const GArray *a, const GArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    {
      const DlPassed *x = &g_array_index (a, DlPassed, i), *y = &g_array_index (b, DlPassed, i);

      if (x->channel != y->channel || x->before != y->before || x->share != y->share)
        return FALSE;
    }
  return TRUE;
}

static gboolean
goes_another_way (DlSpread *before, DlSpread *after, guint from, guint to)
{
  const gboolean arrived = dl_spread_pair (before, from, to);
  const gboolean arrives = dl_spread_pair (after, from, to);

  return arrived != arrives || (arrives && !same_passed (before->passed, after->passed));
}

gboolean
dl_general_count_rerouted (const DlNext *before, const DlNext *after, guint64 *pairs,
                           GCancellable *cancellable)
{
  const DlGraph *a = before->graph, *b = after->graph;
  g_auto (DlSpread) first = { 0 }, second = { 0 };

  dl_spread_init (&first, before);
  dl_spread_init (&second, after);
  *pairs = 0;
  for (guint from = 0; from < a->n_nodes; from++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      for (guint to = 0; to < a->n_nodes; to++)
        if (from != to && a->node_up[from] && a->node_up[to] && b->node_up[from] && b->node_up[to])
          *pairs += goes_another_way (&first, &second, from, to);
    }
  return TRUE;
}
