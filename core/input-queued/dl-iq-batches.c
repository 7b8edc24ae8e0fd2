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

static gboolean
any (const DlIqHere *here, gsize offset)
{
  for (guint word = 0; word < here->n_words; word++)
    if (G_STRUCT_MEMBER (guint64, &here->masks[word], offset) != 0)
      return TRUE;
  return FALSE;
}

static void
begin (const DlIqHere *here, DlIqBatches *batches)
{
  const DlIqSpec *spec = &here->iq->plan->options.spec;

  if (batches->vc_end == DL_IQ_NO_BATCH && any (here, offsetof (DlIqMasks, waiting)))
    {
      guint16 winners[DL_IQ_MAX_PORTS * DL_IQ_MAX_VCS];

      dl_iq_allocate_vcs (here->block, here->router, winners);
      batches->vc_end = here->now + spec->vc_allocation_delay - 1;
    }
  if (batches->route_end == DL_IQ_NO_BATCH && any (here, offsetof (DlIqMasks, routing)))
    {
      for (guint word = 0; word < here->n_words; word++)
        batches->routing[word] = here->masks[word].routing;
      batches->route_end = here->now + spec->routing_delay - 1;
    }
  if (!dl_iq_has_contenders (here))
    return;
  dl_iq_count_stalls (here);
  if (batches->switch_end == DL_IQ_NO_BATCH)
    {
      DlIqWon won = { 0, batches->vc };

      dl_iq_match (here, here->iq->row, &won);
      batches->winners = won.inputs;
      batches->switch_end = here->now + spec->switch_allocation_delay - 1;
    }
}

/* Of a batch at work, those that were given something wait for its end only. */
static void
count_waits (const DlIqHere *here, const DlIqBatches *batches)
{
  guint n_given = 0;

  for (guint word = 0; word < here->n_words; word++)
    for (guint64 left = here->masks[word].waiting; left != 0; left &= left - 1)
      n_given += here->hold[word * 64 + __builtin_ctzll (left)].out != DL_IQ_NO_VC;
  dl_iq_count_waits (here->block, here->router, n_given,
                     batches->switch_end != DL_IQ_NO_BATCH ? __builtin_popcountll (batches->winners)
                                                           : 0);
}

static void
end_routing (const DlIqHere *here, DlIqBatches *batches)
{
  batches->route_end = DL_IQ_NO_BATCH;
  for (guint word = 0; word < here->n_words; word++)
    {
      const guint64 mask = batches->routing[word];

      dl_iq_route_packets (here, word, mask);
      here->masks[word].waiting |= mask;
      here->masks[word].routing &= ~mask;
    }
}

static void
end_switch_allocation (const DlIqHere *here, DlIqBatches *batches)
{
  batches->switch_end = DL_IQ_NO_BATCH;
  for (guint64 won = batches->winners; won != 0; won &= won - 1)
    {
      const guint input = __builtin_ctzll (won);
      const guint at = (input << here->shift) + batches->vc[input];

      const guint output = dl_iq_output_of (here, at);

      dl_iq_send_flit (here, at, input, output, cross (here, batches, output));
    }
}

/* Who was given a virtual channel when the batch began. */
static void
end_vc_allocation (const DlIqHere *here, DlIqBatches *batches)
{
  guint16 winners[DL_IQ_MAX_PORTS * DL_IQ_MAX_VCS];
  guint n_winners = 0;

  batches->vc_end = DL_IQ_NO_BATCH;
  for (guint word = 0; word < here->n_words; word++)
    for (guint64 left = here->masks[word].waiting; left != 0; left &= left - 1)
      {
        const guint at = word * 64 + __builtin_ctzll (left);

        if (here->hold[at].out != DL_IQ_NO_VC)
          winners[n_winners++] = at;
      }
  dl_iq_begin_switching (here, winners, n_winners);
}

void
dl_iq_batches_cycle (DlIqBlock *block)
{
  const guint shift = block->iq->shift, row = block->iq->row;

  for (guint i = 0; i < block->n_routers; i++)
    {
      const DlIqHere here
          = dl_iq_here (block, block->first_router + i, shift, row, block->iq->one_word, FALSE);
      DlIqBatches *batches = &block->iq->batches[here.router];

      dl_iq_take_arrivals (&here, row);
      begin (&here, batches);
      if (G_UNLIKELY (block->counts_waits))
        count_waits (&here, batches);
      if (batches->route_end == here.now)
        end_routing (&here, batches);
      if (batches->switch_end == here.now)
        end_switch_allocation (&here, batches);
      if (batches->vc_end == here.now)
        end_vc_allocation (&here, batches);
    }
}
