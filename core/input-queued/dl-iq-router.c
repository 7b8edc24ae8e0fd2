/* The cycle of a router whose stages take a cycle each. */
#include "dl-iq-here.h"

/* All heads that wait for it, to VC allocation. */
DL_IQ_INLINE void
compute_routes (const DlIqHere *here)
{
  for (guint word = 0; word < here->n_words; word++)
    {
      DlIqMasks *masks = &here->masks[word];

      dl_iq_route_packets (here, word, masks->routing);
      masks->waiting |= masks->routing;
      masks->routing = 0;
    }
}

/* What a stage does, the next one sees in the next cycle: from the last one to the first, but that
 * routes are computed before flits leave, since they may look at the queues, and that heads that
 * were given virtual channels wait until the switch has been allocated. */
DL_IQ_INLINE void
run_stages (const DlIqHere *here, guint row)
{
  guint16 winners[DL_IQ_MAX_PORTS * DL_IQ_MAX_VCS];
  guint64 waiting = 0, routing = 0, blocked = 0;
  guint n_winners = 0;

  for (guint word = 0; word < here->n_words; word++)
    {
      waiting |= here->masks[word].waiting;
      routing |= here->masks[word].routing;
      blocked |= dl_iq_blocked (&here->masks[word]);
    }
  if (waiting != 0)
    n_winners = dl_iq_allocate_vcs (here->block, here->router, winners);
  if (routing != 0)
    compute_routes (here);
  if (blocked != 0)
    dl_iq_count_stalls (here);
  dl_iq_match (here, row, NULL);
  dl_iq_begin_switching (here, winners, n_winners);
}

DL_IQ_INLINE void
run_routers (DlIqBlock *block, guint shift, guint row, gboolean one_word)
{
  for (guint i = 0; i < block->n_routers; i++)
    {
      const DlIqHere here = dl_iq_here (block, block->first_router + i, shift, row, one_word, TRUE);

      dl_iq_take_arrivals (&here, row);
      if (!dl_iq_is_idle (&here))
        run_stages (&here, row);
    }
}

/* Compiled once for each of the usual sizes, so that places are shifts. */
DL_IQ_CLONES void
dl_iq_routers_cycle (DlIqBlock *block)
{
  const guint shift = block->iq->shift, row = block->iq->row;

  if (!block->iq->one_word)
    run_routers (block, shift, row, FALSE);
  else if (row == 8 && shift == 2)
    run_routers (block, 2, 8, TRUE);
  else if (row == 8 && shift == 1)
    run_routers (block, 1, 8, TRUE);
  else if (row == 8 && shift == 3)
    run_routers (block, 3, 8, TRUE);
  else if (row == 16 && shift == 1)
    run_routers (block, 1, 16, TRUE);
  else
    run_routers (block, shift, row, TRUE);
}

guint
dl_iq_view_queue (const DlIqView *view, guint port)
{
  const DlIq *iq = view->iq;
  const gsize first = dl_iq_at (iq, view->router * iq->n_ports + port, 0);
  guint queue = iq->vcs * iq->plan->options.spec.buffer_flits;

  for (guint vc = 0; vc < iq->vcs; vc++)
    queue -= dl_iq_n_credits (iq, first + vc);
  return queue;
}
