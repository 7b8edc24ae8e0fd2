/* A router's cycle in pieces, inline: routers whose stages take a cycle each, and routers that work
 * in batches, combine them differently. */
#pragma once

#include "dl-iq-private.h"

G_BEGIN_DECLS

#define DL_IQ_INLINE static inline __attribute__ ((always_inline))

/* A router in a cycle. */
typedef struct
{
  DlIqBlock *block;
  DlIq *iq;
  guint64 now;
  guint router;
  gsize first;                        /* place among all */
  guint n_ports, vcs, shift, n_words; /* iq's */
  DlIqMasks *masks;                   /* see DlIqRouter */
  DlIqRound *rounds;
  guint16 *n_flits, *n_credits;
  DlIqHold *hold;
  DlIqPortState *ports;
  guint8 *const *flit_rows, *const *credit_rows; /* the block's */
  gboolean one_word;                             /* iq's */
  gboolean at_once; /* a flit that is granted the switch is sent in the next cycle */
} DlIqHere;

/* @shift, @row and @one_word are iq's, which the caller may know at compile time, as @at_once. */
DL_IQ_INLINE DlIqHere
dl_iq_here (DlIqBlock *block, guint router, guint shift, guint row, gboolean one_word,
            gboolean at_once)
{
  DlIq *iq = block->iq;
  const guint n_places = dl_iq_places (shift, row);
  const DlIqRouter state
      = dl_iq_router_at (iq->routers + router * dl_iq_router_bytes (shift, row), shift, row);

  return (DlIqHere) {
    .block = block,
    .iq = iq,
    .now = block->now,
    .router = router,
    .first = (gsize) router * n_places,
    .n_ports = iq->n_ports,
    .vcs = iq->vcs,
    .shift = shift,
    .n_words = (n_places + 63) / 64,
    .masks = state.masks,
    .rounds = state.rounds,
    .n_flits = state.n_flits,
    .n_credits = state.n_credits,
    .hold = state.hold,
    .ports = state.ports,
    .flit_rows = block->flit_rows,
    .credit_rows = block->credit_rows,
    .one_word = one_word,
    .at_once = at_once,
  };
}

#define DL_IQ_BIT(n) (G_GUINT64_CONSTANT (1) << (n))

/* A place's word of masks, and its bit there. Both know that there may be only one word. */
DL_IQ_INLINE DlIqMasks *
dl_iq_masks_of (const DlIqHere *here, guint at)
{
  return here->n_words == 1 ? here->masks : &here->masks[at / 64];
}

/* Contenders --------------------------------------------------------------------------------- */

DL_IQ_INLINE guint64
dl_iq_ready (const DlIqMasks *masks)
{
  return masks->filled & masks->holding & masks->funded;
}

DL_IQ_INLINE guint64
dl_iq_blocked (const DlIqMasks *masks)
{
  return masks->filled & masks->holding & ~masks->funded;
}

/* Outputs of slower links that still send their last flit. */
static inline guint64
dl_iq_busy_outputs (const DlIqHere *here)
{
  const guint64 *free = here->iq->port_free + (gsize) here->router * here->n_ports;
  guint64 busy = 0;

  for (guint64 left = here->iq->slow[here->router]; left != 0; left &= left - 1)
    if (free[__builtin_ctzll (left)] > here->now * DL_IQ_CYCLE)
      busy |= left & -left;
  return busy;
}

/* Places that hold a virtual channel of one of these; of routers of one word. */
static inline guint64
dl_iq_busy_places (const DlIqHere *here)
{
  guint64 places = 0;

  for (guint64 left = dl_iq_busy_outputs (here); left != 0; left &= left - 1)
    places |= here->rounds[__builtin_ctzll (left)].holders;
  return places;
}

/* The output sends a flit: if its link is a slow one, it is busy from now on. */
static inline void
dl_iq_occupy (const DlIqHere *here, guint output)
{
  const gsize place = (gsize) here->router * here->n_ports + output;
  guint64 *free = &here->iq->port_free[place];

  if (here->iq->slow[here->router] >> output & 1)
    *free = dl_iq_next_free (*free, here->now, here->iq->plan->port_interval[place]);
}

/* The output whose virtual channel the place holds. */
DL_IQ_INLINE guint
dl_iq_output_of (const DlIqHere *here, guint at)
{
  return (guint) here->hold[at].out >> here->shift;
}

/* Is there a flit whose packet has a virtual channel of an output? */
DL_IQ_INLINE gboolean
dl_iq_has_contenders (const DlIqHere *here)
{
  guint64 any = 0;

  for (guint word = 0; word < here->n_words; word++)
    any |= here->masks[word].filled & here->masks[word].holding;
  return any != 0;
}

/* Outputs that could send, and have no credit: for none of their flits. */
DL_IQ_INLINE void
dl_iq_count_stalls (const DlIqHere *here)
{
  guint64 stalled = 0;

  for (guint word = 0; word < here->n_words; word++)
    for (guint64 left = dl_iq_blocked (&here->masks[word]); left != 0; left &= left - 1)
      stalled |= DL_IQ_BIT (dl_iq_output_of (here, word * 64 + __builtin_ctzll (left)));
  for (guint word = 0; word < here->n_words && stalled != 0; word++)
    for (guint64 left = dl_iq_ready (&here->masks[word]); left != 0; left &= left - 1)
      stalled &= ~DL_IQ_BIT (dl_iq_output_of (here, word * 64 + __builtin_ctzll (left)));
  for (; stalled != 0; stalled &= stalled - 1)
    here->iq->counts[(gsize) here->router * here->n_ports + __builtin_ctzll (stalled)].stalls++;
}

/* Arrivals ----------------------------------------------------------------------------------- */

/* The head of the next packet is the first flit of the buffer. */
DL_IQ_INLINE void
dl_iq_begin_packet (const DlIqHere *here, guint at)
{
  const DlIq *iq = here->iq;
  const gsize number = here->first + at;
  DlIqIn *in = &iq->in[number];
  DlIqMasks *masks = dl_iq_masks_of (here, at);

  in->packet = *dl_iq_queued (iq, number, in->first);
  here->hold[at].left = dl_iq_packet (iq, in->packet)->flits;
  here->hold[at].fresh = TRUE;
  masks->current |= DL_IQ_BIT (at % 64);
  masks->routing |= DL_IQ_BIT (at % 64);
}

/* An output's virtual channel has a credit again. */
DL_IQ_INLINE void
dl_iq_fund_owner (const DlIqHere *here, guint at)
{
  const guint owner = here->iq->out[here->first + at].owner;

  if (owner != DL_IQ_NO_VC)
    dl_iq_masks_of (here, owner)->funded |= DL_IQ_BIT (owner % 64);
}

/* The rows of cycle @cycle, all routers'. */
DL_IQ_INLINE guint8 *
dl_iq_flit_row (const DlIq *iq, guint64 cycle)
{
  return iq->flits + (cycle & (iq->flit_ring - 1)) * iq->row_stride;
}

DL_IQ_INLINE guint8 *
dl_iq_credit_row (const DlIq *iq, guint64 cycle)
{
  return iq->credits + (cycle & (iq->credit_ring - 1)) * iq->row_stride;
}

/* Bits of 64 places from the @bytes of them in a row. */
DL_IQ_INLINE guint64
dl_iq_take_bits (guint8 *row, guint bytes, guint shift)
{
  const guint span = 1u << shift;
  guint64 bits = 0;

  for (guint byte = 0; byte < bytes; byte += 8)
    bits |= dl_iq_gather_bits (dl_iq_take_word (row + byte), span) << (byte * span) % 64;
  return bits;
}

/* @row is iq's, which the caller may know at compile time. */
DL_IQ_INLINE void
dl_iq_take_arrivals (const DlIqHere *here, guint row)
{
  const guint word_bytes = 64 >> MIN (here->shift, 3);

  for (guint word = 0; word < here->n_words; word++)
    {
      const guint begin = word * word_bytes, bytes = MIN (word_bytes, row - begin);
      const guint n = bytes << MIN (here->shift, 3);
      DlIqMasks *masks = &here->masks[word];
      const guint64 flits = dl_iq_take_bits (
          here->block->flits + (gsize) here->router * row + begin, bytes, here->shift);
      const guint64 credits = dl_iq_take_bits (
          here->block->credits + (gsize) here->router * row + begin, bytes, here->shift);
      guint64 bits;

      if ((flits | credits) == 0)
        continue;
      dl_iq_add_bits (here->n_flits + word * 64, flits, n);
      dl_iq_add_bits (here->n_credits + word * 64, credits, n);
      masks->filled |= flits;
      for (bits = flits & ~masks->current; bits != 0; bits &= bits - 1)
        dl_iq_begin_packet (here, word * 64 + __builtin_ctzll (bits));
      bits = credits & masks->dry;
      masks->dry &= ~credits;
      for (; bits != 0; bits &= bits - 1)
        dl_iq_fund_owner (here, word * 64 + __builtin_ctzll (bits));
    }
}

/* Is there nothing to do? */
DL_IQ_INLINE gboolean
dl_iq_is_idle (const DlIqHere *here)
{
  guint64 any = 0;

  for (guint word = 0; word < here->n_words; word++)
    {
      const DlIqMasks *masks = &here->masks[word];

      any |= masks->routing | masks->waiting | (masks->filled & masks->holding);
    }
  return any == 0;
}

/* Route computation -------------------------------------------------------------------------- */

/* The packet's first route is known. */
static inline void
dl_iq_count_route (const DlIqHere *here, const DlIqPacket *packet)
{
  if (packet->routers <= 1)
    here->block->tally->counters.detours[packet->head.detour]++;
}

/* Route the packets at places of @word with a bit of @mask. */
DL_IQ_INLINE void
dl_iq_route_packets (const DlIqHere *here, guint word, guint64 mask)
{
  const DlIq *iq = here->iq;
  const DlIqPlanOptions *options = &iq->plan->options;

  for (; mask != 0; mask &= mask - 1)
    {
      const guint at = word * 64 + __builtin_ctzll (mask);
      const gsize number = here->first + at;
      DlIqPacket *packet = dl_iq_packet (iq, iq->in[number].packet);
      const DlIqView view = { iq, here->router, here->block, packet };

      packet->routers++;
      iq->in[number].n_choices = options->routing->route (options->routing_data, &packet->head,
                                                          here->router, at >> here->shift, &view,
                                                          &iq->choices[number * iq->most_choices]);
      if (options->tells_routes)
        dl_iq_count_route (here, packet);
    }
}

/* VC allocation ------------------------------------------------------------------------------ */

/* Inputs' virtual channels that were given one of an output take part in switch allocation. */
DL_IQ_INLINE void
dl_iq_begin_switching (const DlIqHere *here, const guint16 *winners, guint n_winners)
{
  for (guint i = 0; i < n_winners; i++)
    {
      const guint at = winners[i], out = here->hold[at].out;
      const guint64 bit = DL_IQ_BIT (at % 64);
      DlIqMasks *masks = dl_iq_masks_of (here, at);

      here->iq->out[here->first + out].owner = at;
      masks->waiting &= ~bit;
      masks->holding |= bit;
      if (here->one_word)
        here->rounds[out >> here->shift].holders |= bit;
      if (here->n_credits[out] > 0)
        masks->funded |= bit;
      else
        masks->funded &= ~bit;
    }
}

/* Leaving ------------------------------------------------------------------------------------ */

/* The virtual channel of an output that an input's holds is free. */
DL_IQ_INLINE void
dl_iq_let_go (const DlIqHere *here, guint at)
{
  const guint out = here->hold[at].out;

  dl_iq_masks_of (here, out)->free |= DL_IQ_BIT (out % 64);
  here->iq->out[here->first + out].owner = DL_IQ_NO_VC;
  here->hold[at].out = DL_IQ_NO_VC;
  dl_iq_masks_of (here, at)->holding &= ~DL_IQ_BIT (at % 64);
  if (here->one_word)
    here->rounds[out >> here->shift].holders &= ~DL_IQ_BIT (at);
}

/* The tail has left: its output's virtual channel is free, and the next packet comes first. */
DL_IQ_INLINE void
dl_iq_end_packet (const DlIqHere *here, guint at)
{
  const guint output = dl_iq_output_of (here, at);

  here->iq->counts[(gsize) here->router * here->n_ports + output].packets++;
  dl_iq_let_go (here, at);
  dl_iq_masks_of (here, at)->current &= ~DL_IQ_BIT (at % 64);
  here->iq->in[here->first + at].first++;
  if (here->n_flits[at] > 0)
    dl_iq_begin_packet (here, at);
}

/* The flit that left is a head or a tail. Its router sends it in cycle @sent. */
DL_IQ_INLINE void
dl_iq_send_end (const DlIqHere *here, guint at, DlIqHold *hold, guint64 sent)
{
  DlIq *iq = here->iq;
  const gsize first = here->first;
  const guint output = hold->out >> here->shift, vc = hold->out - (output << here->shift);
  const DlIqPortState *port = &here->ports[output];
  const guint32 packet = iq->in[first + at].packet;

  if (hold->fresh)
    {
      DlIqOut *out = &iq->out[first + hold->out];

      hold->fresh = FALSE;
      out->flits += hold->left + 1;
      if (!port->is_node)
        {
          const gsize far = iq->far_in[(gsize) here->router * here->n_ports + output] + vc;

          *dl_iq_queued (iq, far, out->next) = packet;
          out->next++;
        }
    }
  if (hold->left > 0)
    return;
  if (port->is_node)
    {
      const guint64 arrives = sent + 1 + port->flit_takes - iq->node_takes;

      dl_iq_list_add (&here->block->ejected[arrives & (iq->eject_ring - 1)], packet);
    }
  dl_iq_end_packet (here, at);
}

/* Where flits that @output sends in cycle @sent arrive, or for flits that a node takes in at once,
 * their credits. */
DL_IQ_INLINE guint8 *
dl_iq_arrival_row (const DlIqHere *here, const DlIqPortState *output, guint64 sent)
{
  if (here->at_once)
    return here->flit_rows[output->flit_takes];
  if (output->is_node)
    return dl_iq_credit_row (here->iq, sent + 2 + 2 * (output->flit_takes - here->iq->node_takes)
                                           + here->iq->credit_delay);
  return dl_iq_flit_row (here->iq, sent + output->flit_takes);
}

/* The first flit of the input's virtual channel leaves its buffer, and its router in cycle @sent.
 * Is it a head or a tail? Then dl_iq_send_end is still to come. */
DL_IQ_INLINE gboolean
dl_iq_move_flit (const DlIqHere *here, guint at, guint input, guint output, guint64 sent)
{
  const guint of_port = (1u << here->shift) - 1;
  DlIqHold *hold = &here->hold[at];
  const guint out = hold->out, vc = at & of_port, out_vc = out & of_port;
  const DlIqPortState *from = &here->ports[input];
  DlIqPortState *to = &here->ports[output];
  DlIqMasks *masks = dl_iq_masks_of (here, at);
  const guint64 emptied = --here->n_flits[at] == 0, spent = --here->n_credits[out] == 0;

  masks->filled &= ~(emptied << at % 64);
  masks->funded &= ~(spent << at % 64);
  dl_iq_masks_of (here, out)->dry |= spent << out % 64;
  to->flits++;
  here->credit_rows[from->credit_takes][from->near + vc / 8] = 1u << vc % 8;
  dl_iq_arrival_row (here, to, sent)[to->far + out_vc / 8] = 1u << out_vc % 8;
  hold->left--;
  return hold->fresh | (hold->left == 0);
}

DL_IQ_INLINE void
dl_iq_send_flit (const DlIqHere *here, guint at, guint input, guint output, guint64 sent)
{
  if (dl_iq_move_flit (here, at, input, output, sent))
    dl_iq_send_end (here, at, &here->hold[at], sent);
}

/* Switch allocation -------------------------------------------------------------------------- */

/* Virtual channels that won the switch; NULL: they send at once. */
typedef struct
{
  guint64 inputs;
  guint8 *vc; /* (n_ports) */
} DlIqWon;

/* The virtual channel at @at has won: its turn is over. Pointers @move past the winner, where a
 * round that would begin after the last begins with the first one. */
DL_IQ_INLINE void
dl_iq_move_pointers (const DlIqHere *here, guint at, guint input, guint output, gboolean move)
{
  here->ports[input].turn = (at & ((1u << here->shift) - 1)) + 1;
  if (!move)
    return;
  here->ports[input].accept = (output + 1) % DL_IQ_MAX_PORTS;
  if (here->one_word)
    here->rounds[output].round = -(G_GUINT64_CONSTANT (2) << (at | ((1u << here->shift) - 1)));
  else
    here->ports[output].grant = (input + 1) % DL_IQ_MAX_PORTS;
}

/* And may send. */
DL_IQ_INLINE void
dl_iq_win (const DlIqHere *here, guint at, guint input, guint output, gboolean move, DlIqWon *won)
{
  dl_iq_move_pointers (here, at, input, output, move);
  if (G_UNLIKELY (here->iq->slow != NULL))
    dl_iq_occupy (here, output);
  if (won == NULL)
    {
      dl_iq_send_flit (here, at, input, output, here->now + 1);
      return;
    }
  won->inputs |= DL_IQ_BIT (input);
  won->vc[input] = at & ((1u << here->shift) - 1);
}

/* iSLIP: outputs that are asked for grant one input each, and inputs accept one; of its virtual
 * channels for that output it sends of the first in its turn. Pointers move in the first iteration
 * only. This one is for any router, the next one for those of one word. */
DL_IQ_INLINE void
dl_iq_match_words (const DlIqHere *here, DlIqWon *won)
{
  const DlIqPortState *ports = here->ports;
  guint64 asking[DL_IQ_MAX_PORTS] = { 0 }; /* inputs, by output */
  const guint64 busy = G_UNLIKELY (here->iq->slow != NULL) ? dl_iq_busy_outputs (here) : 0;
  guint64 outputs = 0, matched = 0;

  for (guint word = 0; word < here->n_words; word++)
    for (guint64 left = dl_iq_ready (&here->masks[word]); left != 0; left &= left - 1)
      {
        const guint at = word * 64 + __builtin_ctzll (left), output = dl_iq_output_of (here, at);

        if (busy >> output & 1)
          continue;
        asking[output] |= DL_IQ_BIT (at >> here->shift);
        outputs |= DL_IQ_BIT (output);
      }
  for (guint iteration = 0; outputs != 0 && iteration < here->iq->n_iterations; iteration++)
    {
      guint64 grants[DL_IQ_MAX_PORTS] = { 0 }; /* of outputs, by input */
      guint64 granted = 0;

      for (guint64 left = outputs; left != 0; left &= left - 1)
        {
          const guint output = __builtin_ctzll (left);
          const guint64 from = asking[output] & ~matched;
          guint input;

          if (from == 0)
            continue;
          input = dl_iq_first_from (from, ports[output].grant);
          grants[input] |= DL_IQ_BIT (output);
          granted |= DL_IQ_BIT (input);
        }
      for (guint64 left = granted; left != 0; left &= left - 1)
        {
          const guint input = __builtin_ctzll (left), first = input << here->shift;
          const guint output = dl_iq_first_from (grants[input], ports[input].accept);
          guint64 mine = dl_iq_ready (&here->masks[first / 64]) >> first % 64
                         & (DL_IQ_BIT (1u << here->shift) - 1);
          guint vc = dl_iq_first_from (mine, ports[input].turn);

          while (dl_iq_output_of (here, first + vc) != output)
            {
              mine &= ~DL_IQ_BIT (vc);
              vc = dl_iq_first_from (mine, ports[input].turn);
            }
          outputs &= ~DL_IQ_BIT (output);
          dl_iq_win (here, first + vc, input, output, iteration == 0, won);
        }
      matched |= granted;
      if (granted == 0)
        break;
    }
}

/* Cleared by a few stores where an array would be by a call. */
typedef guint32 DlIqZeros __attribute__ ((vector_size (16), may_alias));

/* The same where places are bits of one word: without a branch but for winners. Outputs without
 * requests grant the last place, which belongs to no input. */
DL_IQ_INLINE void
dl_iq_match_word (const DlIqHere *here, guint row, DlIqWon *won)
{
  const guint64 busy = G_UNLIKELY (here->iq->slow != NULL) ? dl_iq_busy_places (here) : 0;
  const guint64 ready = dl_iq_ready (here->masks) & ~busy;
  const guint64 of_input = DL_IQ_BIT (1u << here->shift) - 1;
  guint64 left = ready; /* of inputs that have not won yet, for outputs that have not granted */

  for (guint iteration = 0; left != 0 && iteration < here->iq->n_iterations; iteration++)
    {
      DlIqZeros zeros[8];
      guint32 *grants = (guint32 *) zeros; /* of outputs, by input */
      guint64 granted = 0;

      for (guint i = 0; i < G_N_ELEMENTS (zeros); i++)
        if (4 * i < 64u >> here->shift) /* known when compiled, as the loop's length */
          zeros[i] = (DlIqZeros) { 0 };
#pragma GCC unroll 16
      for (guint output = 0; output < dl_iq_ports_of_row (here->shift, row); output++)
        {
          const guint64 from = here->rounds[output].holders & left;
          const guint64 after = from & here->rounds[output].round;
          const guint64 first
              = __builtin_expect_with_probability (after != 0, TRUE, 0.5) ? after : from;
          const guint input = __builtin_ctzll (first | DL_IQ_BIT (63)) >> here->shift;

          grants[input] |= 1u << output;
          granted |= DL_IQ_BIT (input);
        }
      for (granted &= DL_IQ_BIT (here->n_ports) - 1; granted != 0; granted &= granted - 1)
        {
          const guint input = __builtin_ctzll (granted), first = input << here->shift;
          const guint output = dl_iq_first_from (grants[input], here->ports[input].accept);
          const guint64 holders = here->rounds[output].holders;
          const guint64 mine = (holders & ready) >> first & of_input;

          left &= ~(of_input << first | holders);
          dl_iq_win (here, first + dl_iq_first_from (mine, here->ports[input].turn), input, output,
                     iteration == 0, won);
        }
    }
}

/* Places that are bits of 32: four outputs at once. */
typedef guint32 DlIqLanes4 __attribute__ ((vector_size (16), may_alias));

/* Places that four outputs from @rounds on grant, as bits. */
DL_IQ_INLINE DlIqLanes4
dl_iq_grant_lanes (const DlIqRound *rounds, guint32 ready)
{
  /* Per output: holders and round, the low half of each first. */
  const DlIqLanes4 *pairs = (const DlIqLanes4 *) rounds;
  const DlIqLanes4 ab = __builtin_shufflevector (pairs[0], pairs[1], 0, 4, 2, 6);
  const DlIqLanes4 cd = __builtin_shufflevector (pairs[2], pairs[3], 0, 4, 2, 6);
  const DlIqLanes4 from = __builtin_shufflevector (ab, cd, 0, 1, 4, 5) & ready;
  const DlIqLanes4 after = from & __builtin_shufflevector (ab, cd, 2, 3, 6, 7);
  const DlIqLanes4 first = after | (from & (DlIqLanes4) (after == 0));

  return first & -first;
}

DL_IQ_INLINE guint32
dl_iq_any_lane (DlIqLanes4 lanes)
{
  const DlIqLanes4 half = lanes | __builtin_shufflevector (lanes, lanes, 2, 3, 0, 1);

  return (half | __builtin_shufflevector (half, half, 1, 0, 3, 2))[0];
}

/* The output that @input accepts, among outputs that granted @places of it, bits from @first on. */
DL_IQ_INLINE guint
dl_iq_accept (const DlIqHere *here, guint input, guint first, guint32 places)
{
  guint64 outputs = 0;

  if (G_LIKELY ((places & (places - 1)) == 0))
    return dl_iq_output_of (here, first + __builtin_ctz (places));
  for (; places != 0; places &= places - 1)
    outputs |= DL_IQ_BIT (dl_iq_output_of (here, first + __builtin_ctz (places)));
  return dl_iq_first_from (outputs, here->ports[input].accept);
}

/* The same in one iteration, where places are bits of 32, in two parts. Of the outputs' grants only
 * the places matter, each of which holds a virtual channel of one. */
DL_IQ_INLINE guint32
dl_iq_grant (const DlIqHere *here, guint row, guint32 ready)
{
  DlIqLanes4 lanes = { 0 };

#pragma GCC unroll 4
  for (guint output = 0; output < dl_iq_ports_of_row (here->shift, row); output += 4)
    lanes |= dl_iq_grant_lanes (&here->rounds[output], ready);
  return dl_iq_any_lane (lanes);
}

/* @row is iq's, which the caller may know at compile time. */
DL_IQ_INLINE void
dl_iq_match (const DlIqHere *here, guint row, DlIqWon *won)
{
  if (here->one_word)
    dl_iq_match_word (here, row, won);
  else
    dl_iq_match_words (here, won);
}

G_END_DECLS
