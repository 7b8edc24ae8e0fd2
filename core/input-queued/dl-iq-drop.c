/* Packets that come to a link or node that broke. They go on by the old routes while the network
 * drains, and such a packet cannot: its router takes its flits in as they come, returns their
 * credits, and sends them nowhere. A packet whose head is past what broke is not held up: what is
 * behind its head follows, as if it had been on the link already. */
#include "dl-iq-here.h"

/* What broke ---------------------------------------------------------------------------------- */

static gboolean
is_up (const DlGraph *graph, const DlIqPort *port)
{
  if (port->hearer != DL_IQ_NONE)
    return graph->node_up[port->hearer];
  return port->link == DL_IQ_NONE || graph->link_state[port->link] == DL_LINK_UP;
}

static guint64
find_dead (const DlIqPlan *before, const DlGraph *after, guint router)
{
  const guint n_ports = after->n_ports;
  guint64 dead = 0;

  for (guint port = 0; port < n_ports; port++)
    {
      const DlIqPort *of = &before->ports[router * n_ports + port];

      if (is_up (before->options.graph, of) && !is_up (after, of))
        dead |= DL_IQ_BIT (port);
    }
  return dead;
}

/* Who is dropped ------------------------------------------------------------------------------ */

static DlIqHere
here_of (DlIqBlock *block, guint router)
{
  const DlIq *iq = block->iq;

  return dl_iq_here (block, router, iq->shift, iq->row, iq->one_word, iq->batches == NULL);
}

static void
begin_sinking (const DlIqHere *here, guint at)
{
  here->hold[at].fresh = FALSE;
  here->iq->swap.sinking[(gsize) here->router * here->n_words + at / 64] |= DL_IQ_BIT (at % 64);
}

/* FALSE if nothing is left of what the packet may take. */
static gboolean
keep_live_choices (const DlIqHere *here, guint at, guint64 dead)
{
  const DlIq *iq = here->iq;
  DlIqIn *in = &iq->in[here->first + at];
  DlIqChoice *choices = &iq->choices[(here->first + at) * iq->most_choices];
  guint n = 0;

  for (guint i = 0; i < in->n_choices; i++)
    if (!(dead >> choices[i].port & 1))
      choices[n++] = choices[i];
  if (n == 0)
    return FALSE;
  in->n_choices = n;
  return TRUE;
}

/* Heads that wait for a virtual channel; but for those that were given one by a batch. */
static void
drop_waiting (const DlIqHere *here, guint word, guint64 dead)
{
  DlIqMasks *masks = &here->masks[word];

  for (guint64 left = masks->waiting; left != 0; left &= left - 1)
    {
      const guint at = word * 64 + __builtin_ctzll (left);

      if (here->hold[at].out != DL_IQ_NO_VC || keep_live_choices (here, at, dead))
        continue;
      masks->waiting &= ~(left & -left);
      begin_sinking (here, at);
    }
}

/* Has it won the switch, in a batch that is not over? */
static gboolean
has_won (const DlIqHere *here, guint at)
{
  const guint input = at >> here->shift;
  const DlIqBatches *batches;

  if (here->iq->batches == NULL)
    return FALSE;
  batches = &here->iq->batches[here->router];
  return batches->switch_end != DL_IQ_NO_BATCH && (batches->winners >> input & 1)
         && (input << here->shift) + batches->vc[input] == at;
}

/* Heads that have a virtual channel, which they give back. */
static void
drop_holding (const DlIqHere *here, guint word, guint64 dead)
{
  for (guint64 left = here->masks[word].holding; left != 0; left &= left - 1)
    {
      const guint at = word * 64 + __builtin_ctzll (left);
      const guint output = dl_iq_output_of (here, at);

      if (!here->hold[at].fresh || !(dead >> output & 1) || has_won (here, at))
        continue;
      dl_iq_let_go (here, at);
      begin_sinking (here, at);
    }
}

static void
drop_heads (const DlIqHere *here)
{
  const guint64 dead = here->iq->swap.dead[here->router];

  for (guint word = 0; word < here->n_words && dead != 0; word++)
    {
      drop_waiting (here, word, dead);
      drop_holding (here, word, dead);
    }
}

/* Their flits --------------------------------------------------------------------------------- */

static void
drop_tail (const DlIqHere *here, guint at)
{
  const guint64 bit = DL_IQ_BIT (at % 64);
  DlIqIn *in = &here->iq->in[here->first + at];

  here->iq->swap.sinking[(gsize) here->router * here->n_words + at / 64] &= ~bit;
  here->masks[at / 64].current &= ~bit;
  here->block->tally->counters.dropped_link++;
  dl_iq_packet_give_back (here->iq, here->block->worker, in->packet);
  in->first++;
  if (here->n_flits[at] > 0)
    dl_iq_begin_packet (here, at);
}

/* One flit per cycle. Another virtual channel of the input may have sent one in this cycle, and
 * returned its credit. */
static void
drop_flit (const DlIqHere *here, guint at)
{
  const DlIqPortState *from = &here->ports[at >> here->shift];
  const guint vc = at & ((1u << here->shift) - 1);

  if (--here->n_flits[at] == 0)
    here->masks[at / 64].filled &= ~DL_IQ_BIT (at % 64);
  here->block->credit_rows[from->credit_takes][from->near + vc / 8] |= 1u << vc % 8;
  if (--here->hold[at].left == 0)
    drop_tail (here, at);
}

void
dl_iq_drop_cycle (DlIqBlock *block)
{
  for (guint i = 0; i < block->n_routers; i++)
    {
      const DlIqHere here = here_of (block, block->first_router + i);

      for (guint word = 0; word < here.n_words; word++)
        for (guint64 left = block->iq->swap.sinking[(gsize) here.router * here.n_words + word]
                            & here.masks[word].filled;
             left != 0; left &= left - 1)
          drop_flit (&here, word * 64 + __builtin_ctzll (left));
      drop_heads (&here);
    }
}

/* From when to when --------------------------------------------------------------------------- */

void
dl_iq_mark_dead (DlIq *iq, const DlIqPlan *after)
{
  const DlGraph *graph = iq->plan->options.graph;
  g_autofree guint64 *dead = g_new (guint64, graph->n_routers);
  guint64 any = 0;

  for (guint router = 0; router < graph->n_routers; router++)
    any |= dead[router] = find_dead (iq->plan, after->options.graph, router);
  if (any == 0)
    return;
  if (iq->swap.dead == NULL)
    {
      iq->swap.dead = g_new0 (guint64, graph->n_routers);
      iq->swap.sinking = g_new0 (guint64, (gsize) graph->n_routers * iq->n_words);
    }
  for (guint router = 0; router < graph->n_routers; router++)
    {
      DlIqBlock *block = &iq->blocks[router / iq->block_routers];
      const DlIqHere here = here_of (block, router);

      iq->swap.dead[router] |= dead[router];
      drop_heads (&here);
    }
}

void
dl_iq_forget_dead (DlIq *iq)
{
  g_clear_pointer (&iq->swap.dead, g_free);
  g_clear_pointer (&iq->swap.sinking, g_free);
}
