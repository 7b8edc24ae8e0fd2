/* Packets that are alone in the network: how long each pair takes, and how long it should. */
#include "dl-validation-private.h"

#include "dl-iq-machine.h"

#include <glib/gi18n-lib.h>

/* Cycles at a time: often enough to see the packet arrive, before the next one is sent. */
#define SLICE 16
/* As many times the expected latency, and a packet is taken as lost. */
#define PATIENCE 20

/* @delays: (routers + 1) of the channels on its way, from node to node. */
static guint64
cycles_over (const guint16 *delays, guint routers, guint flits, guint buffer_flits)
{
  /* (flits x routers) when a flit is granted the switch of each router on its way. */
  g_autofree guint64 *granted = g_new (guint64, (gsize) flits * routers);
  guint64 sent = 0;

  for (guint flit = 0; flit < flits; flit++)
    {
      guint64 *own = granted + (gsize) flit * routers;
      const guint64 *before = flit > 0 ? own - routers : NULL;
      const guint64 *freed = flit >= buffer_flits ? own - (gsize) buffer_flits * routers : NULL;

      /* The node sends a flit per cycle while it has credits, which take a cycle and their
       * channel's delay. */
      if (flit > 0)
        sent = MAX (sent + 1, freed != NULL ? freed[0] + 1 + delays[0] : 0);
      for (guint i = 0; i < routers; i++)
        {
          const guint next = delays[i + 1];

          /* Received a cycle and the delay after the node sent it, or one more after the router
           * upstream switched it; a head then takes two more stages. */
          own[i] = (i == 0 ? sent + 1 : own[i - 1] + 2) + delays[i] + (flit == 0 ? 2 : 0);
          if (before != NULL)
            own[i] = MAX (own[i], before[i] + 1);
          /* A credit of the next router, or of the node. */
          if (freed != NULL)
            own[i]
                = MAX (own[i], i + 1 < routers ? freed[i + 1] + 1 + next : freed[i] + 3 + 2 * next);
        }
    }
  return granted[(gsize) flits * routers - 1] + 2 + delays[routers];
}

guint64
dl_validation_alone_cycles (guint routers, guint flits, guint buffer_flits)
{
  g_autofree guint16 *delays = g_new (guint16, routers + 1);

  for (guint i = 0; i <= routers; i++)
    delays[i] = 1;
  return cycles_over (delays, routers, flits, buffer_flits);
}

/* @scenario with unit delays and nothing but what is sent by hand. */
static DlScenario *
quiet (const DlScenario *scenario)
{
  DlScenario *other = dl_scenario_copy (scenario);
  DlInputQueuedSpec *spec = &other->input_queued;

  spec->routing_delay = spec->vc_allocation_delay = 1;
  spec->switch_allocation_delay = spec->switch_traversal_delay = 1;
  spec->channel_delay = spec->global_channel_delay = 1;
  spec->credit_delay = 0;
  other->traffic.load = 0;
  return other;
}

/* FALSE: a file states cycles of channels, which stay. */
static gboolean
has_unit_delays (const DlIq *iq)
{
  const DlGraph *graph = dl_iq_graph (iq);
  gboolean unit = TRUE;

  for (guint link = 0; link < graph->n_links; link++)
    unit &= !dl_graph_joins_routers (graph, link) || dl_iq_link_cycles (iq, link) == 1;
  for (guint node = 0; node < graph->n_nodes; node++)
    unit &= graph->node_cycles[node] == 1;
  return unit;
}

/* What each link between routers has sent so far. */
static void
count_sent (const DlIq *iq, guint64 *sent)
{
  const DlGraph *graph = dl_iq_graph (iq);
  DlIqPortCounters counters;

  for (guint link = 0; link < graph->n_links; link++)
    if (dl_graph_joins_routers (graph, link))
      {
        dl_iq_get_port (iq, graph->link_from[link], graph->link_port[link], &counters);
        sent[link] = counters.flits;
      }
}

/* The delays on the way of a packet, as the links tell that have sent since @before. @delays has
 * room for one more than there are routers. */
static void
find_delays (const DlIq *iq, guint source, guint dest, const guint64 *before, guint64 *after,
             guint16 *delays)
{
  const DlGraph *graph = dl_iq_graph (iq);
  guint router = graph->inject_router[source], n = 0;

  count_sent (iq, after);
  delays[n++] = graph->node_cycles[source];
  while (router != graph->eject_router[dest])
    {
      guint link = graph->first_link[router];

      while (after[link] == before[link])
        link++;
      g_assert (n < graph->n_routers && link < graph->first_link[router + 1]);
      delays[n++] = (guint16) dl_iq_link_cycles (iq, link);
      router = graph->link_to[link];
    }
  delays[n] = graph->node_cycles[dest];
}

/* Room for what links have sent, and for delays. */
typedef struct
{
  gboolean unit;           /* no delay is other than 1: nothing else is used */
  guint64 *before, *after; /* (n_links) */
  guint16 *delays;         /* (n_routers + 1) */
} Way;

/* Send a packet, and wait for it: how many cycles it took more or less than expected. */
static double
try_pair (DlIq *iq, guint source, guint dest, guint flits, guint buffer_flits, const Way *way)
{
  DlSimCounters before, after;
  guint64 cycles = 0, expected, took;
  guint routers;

  dl_iq_get_counters (iq, &before);
  if (!way->unit)
    count_sent (iq, way->before);
  dl_iq_send (iq, source, dest);
  do
    {
      dl_iq_run (iq, SLICE);
      dl_iq_get_counters (iq, &after);
      cycles += SLICE;
      if (cycles > PATIENCE * dl_validation_alone_cycles (64, flits, buffer_flits))
        return INFINITY;
    }
  while (after.delivered == before.delivered);
  routers = (after.flit_hops - before.flit_hops) / flits + 1;
  if (!way->unit)
    find_delays (iq, source, dest, way->before, way->after, way->delays);
  expected = way->unit ? dl_validation_alone_cycles (routers, flits, buffer_flits)
                       : cycles_over (way->delays, routers, flits, buffer_flits);
  took = after.latency_sum - before.latency_sum;
  return fabs ((double) took - (double) expected);
}

gboolean
dl_validation_measure_alone (const DlScenario *scenario, double *most, GCancellable *cancellable,
                             GError **error)
{
  g_autoptr (DlScenario) alone = quiet (scenario);
  g_autoptr (DlMachinePlan) plan = dl_scenario_plan (alone, 1, NULL, cancellable, error);
  g_autoptr (DlMachineRun) run = NULL;
  g_autofree guint64 *first = NULL, *second = NULL;
  g_autofree guint16 *delays = NULL;
  const DlGraph *graph;
  DlIq *iq;
  Way way;

  if (plan == NULL)
    return FALSE;
  run = dl_machine_run_new (plan);
  iq = dl_iq_of (run);
  graph = dl_iq_graph (iq);
  way.unit = has_unit_delays (iq);
  way.before = first = g_new0 (guint64, graph->n_links);
  way.after = second = g_new0 (guint64, graph->n_links);
  way.delays = delays = g_new (guint16, graph->n_routers + 1);
  *most = 0;
  for (guint source = 0; source < plan->n_nodes; source++)
    for (guint dest = 0; dest < plan->n_nodes; dest++)
      {
        if (g_cancellable_set_error_if_cancelled (cancellable, error))
          return FALSE;
        *most = MAX (*most, try_pair (iq, source, dest, plan->packet_flits,
                                      alone->input_queued.buffer_flits, &way));
      }
  return TRUE;
}
