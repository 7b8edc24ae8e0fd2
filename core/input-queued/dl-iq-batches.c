/* The cycle of a router some of whose stages take several. They work in batches (iq_router.cpp:
 * Evaluate ends at the first entry of its list that is in progress): who comes while a batch is at
 * work waits until it is over. */
#include "dl-iq-here.h"

/* The cycle in which a flit that is granted the switch now is sent by @output. */
static guint64
cross (const DlIqHere *here, DlIqBatches *batches, guint output)
{
  const guint delay = here->iq->cross_delay;
  guint64 sent;

  if (batches->cross_begin <= here->now)
    {
      batches->cross_begin = MAX (here->now + 1, batches->cross_free);
      batches->cross_free = batches->cross_begin + delay;
    }
  /* Of several that have crossed, one is sent per cycle. */
  sent = MAX (batches->cross_begin + delay - 1, batches->sent[output] + 1);
  batches->sent[output] = sent;
  return sent;
}

static void
begin (const DlIqHere *here, DlIqBatches *batches)
{
  const DlIqSpec *spec = &here->iq->plan->options.spec;
  const DlIqRouter *state = here->state;

  if (batches->vc_end == DL_IQ_NO_BATCH && state->waiting != 0)
    {
      guint16 winners[DL_IQ_MAX_PORTS * DL_IQ_MAX_VCS];

      dl_iq_allocate_vcs (here->block, here->router, winners);
      batches->vc_end = here->now + spec->vc_allocation_delay - 1;
    }
  if (batches->route_end == DL_IQ_NO_BATCH && state->routing != 0)
    {
      for (guint port = 0; port < here->n_ports; port++)
        batches->routing[port] = here->ports[port].routing;
      batches->route_end = here->now + spec->routing_delay - 1;
    }
  if ((state->asked | state->blocked) == 0)
    return;
  dl_iq_count_stalls (here);
  if (batches->switch_end != DL_IQ_NO_BATCH)
    return;
  batches->winners = dl_iq_match (here, batches->vc);
  batches->switch_end = here->now + spec->switch_allocation_delay - 1;
}

static void
end_routing (const DlIqHere *here, DlIqBatches *batches)
{
  batches->route_end = DL_IQ_NO_BATCH;
  for (guint port = 0; port < here->n_ports; port++)
    {
      const guint32 mask = batches->routing[port];
      DlIqPortState *input = &here->ports[port];

      if (mask == 0)
        continue;
      dl_iq_route_packets (here, port, mask);
      input->waiting |= mask;
      here->state->waiting |= DL_IQ_BIT (port);
      input->routing &= ~mask;
      if (input->routing == 0)
        here->state->routing &= ~DL_IQ_BIT (port);
    }
}

static void
end_switch_allocation (const DlIqHere *here, DlIqBatches *batches)
{
  batches->switch_end = DL_IQ_NO_BATCH;
  for (guint64 won = batches->winners; won != 0; won &= won - 1)
    {
      const guint input = __builtin_ctzll (won), vc = batches->vc[input];
      const guint output = here->in[input * here->vcs + vc].port;

      dl_iq_send_flit (here, input, vc, cross (here, batches, output));
    }
}

/* Who was given a virtual channel when the batch began. */
static void
end_vc_allocation (const DlIqHere *here, DlIqBatches *batches)
{
  guint16 winners[DL_IQ_MAX_PORTS * DL_IQ_MAX_VCS];
  guint n_winners = 0;

  batches->vc_end = DL_IQ_NO_BATCH;
  for (guint64 left = here->state->waiting; left != 0; left &= left - 1)
    {
      const guint port = __builtin_ctzll (left);
      guint32 waiting = here->ports[port].waiting;

      for (; waiting != 0; waiting &= waiting - 1)
        {
          const guint number = port * here->vcs + __builtin_ctz (waiting);

          if (here->in[number].out != DL_IQ_NO_VC)
            winners[n_winners++] = number;
        }
    }
  dl_iq_begin_switching (here, winners, n_winners);
}

void
dl_iq_batches_cycle (DlIqBlock *block)
{
  for (guint router = 0; router < block->n_routers; router++)
    {
      const DlIqHere here = dl_iq_here (block, block->first_router + router, block->iq->vcs, FALSE);
      DlIqBatches *batches = &block->iq->batches[here.router];

      dl_iq_take_arrivals (&here, block->iq->row);
      begin (&here, batches);
      if (batches->route_end == here.now)
        end_routing (&here, batches);
      if (batches->switch_end == here.now)
        end_switch_allocation (&here, batches);
      if (batches->vc_end == here.now)
        end_vc_allocation (&here, batches);
    }
}
