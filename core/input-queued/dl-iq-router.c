/* The cycle of a router whose stages take a cycle each. */
#include "dl-iq-here.h"

/* All heads that wait for it, to VC allocation. */
DL_IQ_INLINE void
compute_routes (const DlIqHere *here)
{
  DlIqRouter *state = here->state;

  state->waiting |= state->routing;
  for (; state->routing != 0; state->routing &= state->routing - 1)
    {
      const guint port = __builtin_ctzll (state->routing);
      DlIqPortState *input = &here->ports[port];

      dl_iq_route_packets (here, port, input->routing);
      input->waiting |= input->routing;
      input->routing = 0;
    }
}

/* What a stage does, the next one sees in the next cycle: from the last one to the first, but that
 * routes are computed before flits leave, since they may look at the queues, and that heads that
 * were given virtual channels wait until the switch has been allocated. */
DL_IQ_INLINE void
run_stages (const DlIqHere *here)
{
  const DlIqRouter *state = here->state;
  guint16 winners[DL_IQ_MAX_PORTS * DL_IQ_MAX_VCS];
  guint n_winners = 0;

  if (state->waiting != 0)
    n_winners = dl_iq_allocate_vcs (here->block, here->router, winners);
  if (state->routing != 0)
    compute_routes (here);
  if ((state->blocked | state->changed) != 0)
    dl_iq_count_stalls (here);
  if (state->asked != 0)
    dl_iq_match (here, NULL);
  dl_iq_begin_switching (here, winners, n_winners);
}

DL_IQ_INLINE void
run_routers (DlIqBlock *block, guint vcs, guint row)
{
  for (guint router = 0; router < block->n_routers; router++)
    {
      const DlIqHere here = dl_iq_here (block, block->first_router + router, vcs, TRUE);

      dl_iq_take_arrivals (&here, row);
      if ((here.state->routing | here.state->waiting | here.state->asked | here.state->blocked)
          != 0)
        run_stages (&here);
    }
}

/* Compiled once for each of the usual sizes, so that places are shifts. */
void
dl_iq_routers_cycle (DlIqBlock *block)
{
  const guint vcs = block->iq->vcs, row = block->iq->row;

  if (row == 8 && vcs == 4)
    run_routers (block, 4, 8);
  else if (row == 8 && vcs == 2)
    run_routers (block, 2, 8);
  else if (row == 8 && vcs == 8)
    run_routers (block, 8, 8);
  else if (row == 16 && vcs == 2)
    run_routers (block, 2, 16);
  else
    run_routers (block, vcs, row);
}

guint
dl_iq_view_queue (const DlIqView *view, guint port)
{
  const DlIq *iq = view->iq;
  const DlIqOut *out = &iq->out[(view->router * iq->n_ports + port) * iq->vcs];
  guint queue = iq->vcs * iq->plan->options.spec.buffer_flits;

  for (guint vc = 0; vc < iq->vcs; vc++)
    queue -= out[vc].credits;
  return queue;
}
