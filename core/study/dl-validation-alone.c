/* Packets that are alone in the network: how long each pair takes, and how long it should. */
#include "dl-validation-private.h"

#include "dl-iq-machine.h"

#include <glib/gi18n-lib.h>

/* Cycles at a time: often enough to see the packet arrive, before the next one is sent. */
#define SLICE 16
/* As many times the expected latency, and a packet is taken as lost. */
#define PATIENCE 20

guint64
dl_validation_alone_cycles (guint routers, guint flits, guint buffer_flits)
{
  /* (flits x routers) when a flit is granted the switch of each router on its way. */
  g_autofree guint64 *granted = g_new (guint64, (gsize) flits * routers);
  guint64 sent = 0;

  for (guint flit = 0; flit < flits; flit++)
    {
      guint64 *own = granted + (gsize) flit * routers;
      const guint64 *before = flit > 0 ? own - routers : NULL;
      const guint64 *freed = flit >= buffer_flits ? own - (gsize) buffer_flits * routers : NULL;

      /* The node sends a flit per cycle while it has credits, two cycles after they are freed. */
      if (flit > 0)
        sent = MAX (sent + 1, freed != NULL ? freed[0] + 2 : 0);
      for (guint i = 0; i < routers; i++)
        {
          /* Received two cycles after the node sent it, or three after the router upstream switched
           * it; a head then takes two more stages. */
          own[i] = (i == 0 ? sent + 2 : own[i - 1] + 3) + (flit == 0 ? 2 : 0);
          if (before != NULL)
            own[i] = MAX (own[i], before[i] + 1);
          /* A credit of the next router, or of the node. */
          if (freed != NULL)
            own[i] = MAX (own[i], i + 1 < routers ? freed[i + 1] + 2 : freed[i] + 5);
        }
    }
  return granted[(gsize) flits * routers - 1] + 3;
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

/* Send a packet, and wait for it: how many cycles it took more or less than expected. */
static double
try_pair (DlIq *iq, guint source, guint dest, guint flits, guint buffer_flits)
{
  DlSimCounters before, after;
  guint64 cycles = 0, expected, took;
  guint routers;

  dl_iq_get_counters (iq, &before);
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
  expected = dl_validation_alone_cycles (routers, flits, buffer_flits);
  took = after.latency_sum - before.latency_sum;
  return fabs ((double) took - (double) expected);
}

gboolean
dl_validation_measure_alone (const DlScenario *scenario, double *most, GCancellable *cancellable,
                             GError **error)
{
  g_autoptr (DlScenario) alone = quiet (scenario);
  g_autoptr (DlMachinePlan) plan = alone->family->plan (alone, 1, NULL, cancellable, error);
  g_autoptr (DlMachineRun) run = NULL;
  DlIq *iq;

  if (plan == NULL)
    return FALSE;
  run = dl_machine_run_new (plan);
  iq = dl_iq_of (run);
  *most = 0;
  for (guint source = 0; source < plan->n_nodes; source++)
    for (guint dest = 0; dest < plan->n_nodes; dest++)
      {
        if (g_cancellable_set_error_if_cancelled (cancellable, error))
          return FALSE;
        *most = MAX (*most, try_pair (iq, source, dest, plan->packet_flits,
                                      alone->input_queued.buffer_flits));
      }
  return TRUE;
}
