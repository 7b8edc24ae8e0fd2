/* The cycle of a router whose stages take a cycle each. */
#include "dl-iq-here.h"

/* Packets that come to a link or node that broke. They follow the old routes while the network
 * drains, and such a packet cannot: its router takes its flits in as they come, returns their
 * credits, and sends them nowhere. A packet whose head is past the broken part is not held up: its
 * other flits follow, as if they had been on the link already. */

/* Broken parts -------------------------------------------------------------------------------- */

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

/* Dropped packets ----------------------------------------------------------------------------- */

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

/* Heads that wait for a virtual channel, except heads that a batch gave one. */
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

/* Apart from the cycle's loops, which it would make slower in all cycles. */
G_GNUC_NO_INLINE void
dl_iq_count_waits (DlIqBlock *block, guint router, guint n_given, guint n_sent)
{
  const DlIqMasks *masks = dl_iq_router (block->iq, router).masks;

  for (guint word = 0; word < block->iq->n_words; word++)
    {
      block->waits[DL_WAIT_VC] += __builtin_popcountll (masks[word].waiting);
      block->waits[DL_WAIT_CREDIT] += __builtin_popcountll (dl_iq_blocked (&masks[word]));
      block->waits[DL_WAIT_SWITCH] += __builtin_popcountll (dl_iq_ready (&masks[word]));
    }
  block->waits[DL_WAIT_VC] -= n_given;
  block->waits[DL_WAIT_SWITCH] -= n_sent;
}

/* The stages before the switch's; how many won VC allocation. @counts, here and below: what flits
 * wait for, too (known when compiled: in most cycles it costs nothing). */
DL_IQ_INLINE guint
run_first_stages (const DlIqHere *here, guint16 *winners, gboolean counts)
{
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
  if (counts)
    dl_iq_count_waits (here->block, here->router, n_winners, 0);
  if (routing != 0)
    compute_routes (here);
  if (blocked != 0)
    dl_iq_count_stalls (here);
  return n_winners;
}

/* Flits that the outputs of @router were given so far. */
static guint64
count_sent (const DlIq *iq, guint router)
{
  const DlIqPortState *ports = dl_iq_router (iq, router).ports;
  guint64 n = 0;

  for (guint port = 0; port < iq->n_ports; port++)
    n += ports[port].flits;
  return n;
}

/* Run the stages from last to first, so that each acts one cycle later; but routes are computed
 * before flits leave, since they may look at the queues, and heads that were given virtual channels
 * wait until the switch has been allocated. */
DL_IQ_INLINE void
run_routers (DlIqBlock *block, guint shift, guint row, gboolean one_word, gboolean counts)
{
  guint16 winners[DL_IQ_MAX_PORTS * DL_IQ_MAX_VCS];

  for (guint i = 0; i < block->n_routers; i++)
    {
      const DlIqHere here = dl_iq_here (block, block->first_router + i, shift, row, one_word, TRUE);
      guint n_winners;

      dl_iq_take_arrivals (&here, row);
      if (dl_iq_is_idle (&here))
        continue;
      n_winners = run_first_stages (&here, winners, counts);
      if (counts)
        block->waits[DL_WAIT_SWITCH] += count_sent (block->iq, here.router);
      dl_iq_match (&here, row, NULL);
      if (counts)
        block->waits[DL_WAIT_SWITCH] -= count_sent (block->iq, here.router);
      dl_iq_begin_switching (&here, winners, n_winners);
    }
}

/* Places of 32 bits --------------------------------------------------------------------------- */

/* The same in three passes over the block: all that outputs grant, then flit by flit what inputs
 * accept, then heads and tails. How many a router has of them is by chance, and a loop for each
 * router would be a wrong guess of the processor's for most. */

/* Find the grants of all routers; returns how many routers have any. Heads that were given a
 * virtual channel come after the grants, which do not see them, and do not affect the flits
 * sent. */
DL_IQ_INLINE guint
find_grants (DlIqBlock *block, guint shift, guint row, gboolean counts)
{
  guint16 winners[DL_IQ_MAX_PORTS * DL_IQ_MAX_VCS];
  DlIqGrants *grants = block->worker->grants;
  guint n = 0;

  for (guint i = 0; i < block->n_routers; i++)
    {
      const DlIqHere here = dl_iq_here (block, block->first_router + i, shift, row, TRUE, TRUE);
      guint n_winners;
      guint32 ready;

      dl_iq_take_arrivals (&here, row);
      if (dl_iq_is_idle (&here))
        continue;
      n_winners = run_first_stages (&here, winners, counts);
      ready = dl_iq_ready (here.masks);
      if (G_UNLIKELY (block->iq->slow != NULL))
        ready &= ~(guint32) dl_iq_busy_places (&here);
      grants[n] = (DlIqGrants) { here.router, dl_iq_grant (&here, row, ready), ready };
      n += grants[n].granted != 0;
      dl_iq_begin_switching (&here, winners, n_winners);
    }
  return n;
}

/* The inputs of @n routers, one after the other, accept and send; how many heads and tails. */
DL_IQ_INLINE guint
send_granted (DlIqBlock *block, guint n, guint shift, guint row, gboolean counts)
{
  const guint32 of_input = (1u << (1u << shift)) - 1;
  const DlIqGrants *grants = block->worker->grants;
  guint32 *ends = block->worker->ends;
  guint32 left = grants->granted;
  guint n_ends = 0, n_sent = 0;

  for (guint i = 0; i < n;)
    {
      const DlIqHere here = dl_iq_here (block, grants[i].router, shift, row, TRUE, TRUE);
      const guint input = __builtin_ctz (left) >> shift, first = input << shift;
      const guint output = dl_iq_accept (&here, input, first, left >> first & of_input);
      const guint32 mine
          = ((guint32) here.rounds[output].holders & grants[i].ready) >> first & of_input;
      const guint at = first + dl_iq_first_from (mine, here.ports[input].turn);

      dl_iq_move_pointers (&here, at, input, output, TRUE);
      ends[n_ends] = here.router << 5 | at;
      if (G_UNLIKELY (block->iq->slow != NULL))
        dl_iq_occupy (&here, output);
      n_ends += dl_iq_move_flit (&here, at, input, output, here.now + 1);
      n_sent++;
      left &= ~(of_input << first);
      i += left == 0;
      left |= grants[i].granted & -(guint32) (left == 0); /* no branch */
    }
  if (counts)
    block->waits[DL_WAIT_SWITCH] -= n_sent;
  return n_ends;
}

DL_IQ_INLINE void
run_small_routers (DlIqBlock *block, guint shift, guint row, gboolean counts)
{
  const guint n = find_grants (block, shift, row, counts);
  const guint n_ends = send_granted (block, n, shift, row, counts);

  for (guint i = 0; i < n_ends; i++)
    {
      const guint32 end = block->worker->ends[i];
      const DlIqHere here = dl_iq_here (block, end >> 5, shift, row, TRUE, TRUE);

      dl_iq_send_end (&here, end & 31, &here.hold[end & 31], here.now + 1);
    }
}

/* Once for each of the usual sizes, so that places are shifts; with DL_IQ_ANY_SIZE, once for all.
 */
DL_IQ_INLINE void
run_cycle (DlIqBlock *block, gboolean counts)
{
  const guint shift = block->iq->shift, row = block->iq->row;
  const gboolean small = dl_iq_places (shift, row) <= 32 && block->iq->n_iterations == 1
                         && G_BYTE_ORDER == G_LITTLE_ENDIAN; /* as its vectors are */

  if (!block->iq->one_word)
    run_routers (block, shift, row, FALSE, counts);
#ifdef DL_IQ_ANY_SIZE
  else if (small && row >= 8 && shift > 0)
    run_small_routers (block, shift, row, counts);
#else
  else if (small && row == 8 && shift == 2)
    run_small_routers (block, 2, 8, counts);
  else if (small && row == 8 && shift == 1)
    run_small_routers (block, 1, 8, counts);
  else if (small && row == 16 && shift == 1)
    run_small_routers (block, 1, 16, counts);
  else if (row == 8 && shift == 2)
    run_routers (block, 2, 8, TRUE, counts);
  else if (row == 8 && shift == 3)
    run_routers (block, 3, 8, TRUE, counts);
  else if (row == 16 && shift == 1)
    run_routers (block, 1, 16, TRUE, counts);
#endif
  else
    run_routers (block, shift, row, TRUE, counts);
}

#ifdef DL_IQ_ANY_SIZE
void
dl_iq_routers_cycle (DlIqBlock *block)
{
  run_cycle (block, block->counts_waits);
}

gboolean
dl_iq_may_be_quick (void)
{
  return FALSE;
}
#else
static void
run_plain (DlIqBlock *block)
{
  run_cycle (block, FALSE);
}

/* Runs few cycles, and so is not compiled for quicker processors. */
static void
run_counted (DlIqBlock *block)
{
  run_cycle (block, TRUE);
}

/* Compiled again for processors with quicker shifts. It does the same. */
#ifdef __x86_64__
static __attribute__ ((target ("avx2,bmi,bmi2"))) void
run_quick (DlIqBlock *block)
{
  run_cycle (block, FALSE);
}

gboolean
dl_iq_may_be_quick (void)
{
  return __builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("bmi")
         && __builtin_cpu_supports ("bmi2");
}
#else
#define run_quick run_plain

gboolean
dl_iq_may_be_quick (void)
{
  return FALSE;
}
#endif

void
dl_iq_routers_cycle (DlIqBlock *block)
{
  if (G_UNLIKELY (block->counts_waits))
    run_counted (block);
  else if (block->iq->quick)
    run_quick (block);
  else
    run_plain (block);
}
#endif

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

static gboolean
is_watched (const DlSimChoices *choices, const DlIqPacket *packet)
{
  const DlFlight it = { .created = packet->created,
                        .injected = packet->injected,
                        .source = packet->head.source,
                        .dest = packet->head.dest };

  return dl_flight_compare (&choices->packet, &it) == 0;
}

guint
dl_iq_view_link (const DlIqView *view, guint port)
{
  return view->iq->plan->ports[view->router * view->iq->n_ports + port].link;
}

void
dl_iq_view_tell (const DlIqView *view, const DlSimCandidate *candidates, guint n, guint taken)
{
  DlIqBlock *block = view->block;
  const DlIqPacket *packet = view->packet;
  const DlSimChoice choice
      = { .cycle = block->now,
          .router = view->router,
          .n = n,
          .taken = taken,
          .later = taken,
          .flits = packet->flits,
          .counted = dl_sim_choices_count (packet->head.random),
          .watched = block->choices.watches && is_watched (&block->choices, packet) };

  block->tally->counters.choices++;
  if (choice.counted || choice.watched)
    dl_sim_choices_add (&block->choices, &choice, candidates);
}
