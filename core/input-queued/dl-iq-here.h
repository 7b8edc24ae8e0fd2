/* A router's cycle in pieces, inline: routers whose stages take a cycle each and those that work in
 * batches put them together each in their own way. */
#pragma once

#include "dl-iq-private.h"

#include <string.h>

G_BEGIN_DECLS

#define DL_IQ_INLINE static inline __attribute__ ((always_inline))

/* A router in a cycle. */
typedef struct
{
  DlIqBlock *block;
  DlIq *iq;
  guint64 now;
  guint router;
  guint n_ports, vcs; /* iq's */
  DlIqRouter *state;
  DlIqPortState *ports;  /* (n_ports) */
  const DlIqWire *wires; /* (n_ports) */
  DlIqIn *in;            /* (n_ports x vcs) */
  DlIqOut *out;          /* (n_ports x vcs) */
  gboolean at_once;      /* a flit that is granted the switch is sent in the next cycle */
} DlIqHere;

/* @vcs is iq's, which the caller may know at compile time, as @at_once. */
DL_IQ_INLINE DlIqHere
dl_iq_here (DlIqBlock *block, guint router, guint vcs, gboolean at_once)
{
  DlIq *iq = block->iq;
  const guint first = router * iq->n_ports;

  return (DlIqHere) {
    .block = block,
    .iq = iq,
    .now = block->now,
    .router = router,
    .n_ports = iq->n_ports,
    .vcs = vcs,
    .state = &iq->routers[router],
    .ports = &iq->ports[first],
    .wires = &iq->wires[first],
    .in = &iq->in[first * vcs],
    .out = &iq->out[first * vcs],
    .at_once = at_once,
  };
}

#define DL_IQ_BIT(n) (G_GUINT64_CONSTANT (1) << (n))

/* Who is ready ------------------------------------------------------------------------------- */

DL_IQ_INLINE void
dl_iq_set_ready (const DlIqHere *here, guint input, guint vc)
{
  const guint output = here->in[input * here->vcs + vc].port;

  here->ports[input].ready |= 1u << vc;
  here->ports[output].asking |= DL_IQ_BIT (input);
  here->state->asked |= DL_IQ_BIT (output);
}

/* Is another virtual channel of @input ready for @output? */
DL_IQ_INLINE gboolean
dl_iq_still_asks (const DlIqHere *here, guint input, guint output)
{
  guint32 ready = here->ports[input].ready;

  for (; ready != 0; ready &= ready - 1)
    if (here->in[input * here->vcs + __builtin_ctz (ready)].port == output)
      return TRUE;
  return FALSE;
}

DL_IQ_INLINE void
dl_iq_clear_ready (const DlIqHere *here, guint input, guint vc)
{
  const guint output = here->in[input * here->vcs + vc].port;

  here->ports[input].ready &= ~(1u << vc);
  if (dl_iq_still_asks (here, input, output))
    return;
  here->ports[output].asking &= ~DL_IQ_BIT (input);
  if (here->ports[output].asking == 0)
    here->state->asked &= ~DL_IQ_BIT (output);
}

DL_IQ_INLINE void
dl_iq_set_blocked (const DlIqHere *here, guint input, guint vc)
{
  here->ports[input].blocked |= 1u << vc;
  here->state->blocked |= DL_IQ_BIT (input);
  here->state->changed = TRUE;
}

DL_IQ_INLINE void
dl_iq_clear_blocked (const DlIqHere *here, guint input, guint vc)
{
  here->ports[input].blocked &= ~(1u << vc);
  if (here->ports[input].blocked == 0)
    here->state->blocked &= ~DL_IQ_BIT (input);
  here->state->changed = TRUE;
}

/* An input's virtual channel that holds one of an output has a flit. */
DL_IQ_INLINE void
dl_iq_join_switch (const DlIqHere *here, guint input, guint vc)
{
  if (here->out[here->in[input * here->vcs + vc].out].credits > 0)
    dl_iq_set_ready (here, input, vc);
  else
    dl_iq_set_blocked (here, input, vc);
}

/* Outputs for which there is a flit without a credit. */
static inline void
dl_iq_find_blocked (const DlIqHere *here)
{
  here->state->changed = FALSE;
  here->state->blocked_outputs = 0;
  for (guint64 inputs = here->state->blocked; inputs != 0; inputs &= inputs - 1)
    {
      const guint input = __builtin_ctzll (inputs);
      guint32 blocked = here->ports[input].blocked;

      for (; blocked != 0; blocked &= blocked - 1)
        here->state->blocked_outputs
            |= DL_IQ_BIT (here->in[input * here->vcs + __builtin_ctz (blocked)].port);
    }
}

/* Those of them for which nothing is ready: they could send, and have no credit. */
DL_IQ_INLINE void
dl_iq_count_stalls (const DlIqHere *here)
{
  guint64 stalled;

  if (G_UNLIKELY (here->state->changed))
    dl_iq_find_blocked (here);
  stalled = here->state->blocked_outputs & ~here->state->asked;
  for (; stalled != 0; stalled &= stalled - 1)
    here->iq->counts[here->router * here->n_ports + __builtin_ctzll (stalled)].stalls++;
}

/* Arrivals ----------------------------------------------------------------------------------- */

/* The head of the next packet is the first flit of the buffer. */
DL_IQ_INLINE void
dl_iq_begin_packet (const DlIqHere *here, guint input, guint vc)
{
  const DlIq *iq = here->iq;
  DlIqIn *in = &here->in[input * here->vcs + vc];

  in->packet
      = iq->queued[(gsize) (in - iq->in) * (iq->queue_mask + 1) + (in->first & iq->queue_mask)];
  in->left = dl_iq_packet (iq, in->packet)->flits;
  in->fresh = TRUE;
  here->ports[input].routing |= 1u << vc;
  here->state->routing |= DL_IQ_BIT (input);
}

DL_IQ_INLINE void
dl_iq_take_flit (const DlIqHere *here, guint input, guint vc)
{
  DlIqIn *in = &here->in[input * here->vcs + vc];

  in->n++;
  if (in->left == 0)
    dl_iq_begin_packet (here, input, vc);
  else if (in->n == 1)
    dl_iq_join_switch (here, input, vc);
}

DL_IQ_INLINE void
dl_iq_take_credit (const DlIqHere *here, guint output, guint vc)
{
  DlIqOut *out = &here->out[output * here->vcs + vc];
  guint input, of;

  if (G_LIKELY (out->credits++ > 0) || out->owner == DL_IQ_NO_VC)
    return;
  input = out->owner / here->vcs;
  of = out->owner % here->vcs;
  if (!(here->ports[input].blocked >> of & 1))
    return; /* it has nothing to send */
  dl_iq_clear_blocked (here, input, of);
  dl_iq_set_ready (here, input, of);
}

/* Eight bytes of a row, which are 0 then. */
DL_IQ_INLINE guint64
dl_iq_take_word (guint8 *row)
{
  guint64 word;

  memcpy (&word, row, sizeof word);
  if (word != 0)
    memset (row, 0, sizeof word);
  return GUINT64_FROM_LE (word);
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

/* @row is iq's, which the caller may know at compile time. */
DL_IQ_INLINE void
dl_iq_take_arrivals (const DlIqHere *here, guint row)
{
  guint8 *flits = here->block->flits + here->router * row;
  guint8 *credits = here->block->credits + here->router * row;

  for (guint first = 0; first < row; first += 8)
    {
      guint64 word = dl_iq_take_word (flits + first);

      while (word != 0)
        {
          const guint shift = __builtin_ctzll (word) & ~7u;

          dl_iq_take_flit (here, first + shift / 8, (word >> shift & 0xff) - 1);
          word &= ~(G_GUINT64_CONSTANT (0xff) << shift);
        }
      word = dl_iq_take_word (credits + first);
      while (word != 0)
        {
          const guint shift = __builtin_ctzll (word) & ~7u;

          dl_iq_take_credit (here, first + shift / 8, (word >> shift & 0xff) - 1);
          word &= ~(G_GUINT64_CONSTANT (0xff) << shift);
        }
    }
}

/* Route computation -------------------------------------------------------------------------- */

static inline void
dl_iq_route_packets (const DlIqHere *here, guint port, guint32 mask)
{
  const DlIq *iq = here->iq;
  const DlIqPlanOptions *options = &iq->plan->options;
  const DlIqView view = { iq, here->router };

  for (; mask != 0; mask &= mask - 1)
    {
      DlIqIn *in = &here->in[port * here->vcs + __builtin_ctz (mask)];

      in->n_choices = options->routing->route (
          options->routing_data, &dl_iq_packet (iq, in->packet)->head, here->router, port, &view,
          &iq->choices[(gsize) (in - iq->in) * iq->most_choices]);
    }
}

/* VC allocation ------------------------------------------------------------------------------ */

/* Inputs' virtual channels that were given one of an output take part in switch allocation. */
DL_IQ_INLINE void
dl_iq_begin_switching (const DlIqHere *here, const guint16 *winners, guint n_winners)
{
  for (guint i = 0; i < n_winners; i++)
    {
      const guint input = winners[i] / here->vcs, vc = winners[i] % here->vcs;
      DlIqPortState *port = &here->ports[input];

      here->out[here->in[winners[i]].out].owner = winners[i];
      port->waiting &= ~(1u << vc);
      if (port->waiting == 0)
        here->state->waiting &= ~DL_IQ_BIT (input);
      dl_iq_join_switch (here, input, vc);
    }
}

/* Switch allocation -------------------------------------------------------------------------- */

/* The virtual channel of @input that is ready for @output and first in its turn. */
DL_IQ_INLINE guint
dl_iq_requesting_vc (const DlIqHere *here, guint input, guint output)
{
  const DlIqIn *in = &here->in[input * here->vcs];
  guint32 ready = here->ports[input].ready;

  if (G_LIKELY ((ready & (ready - 1)) == 0))
    return __builtin_ctz (ready);
  for (;;)
    {
      const guint vc = dl_iq_first_from (ready, here->ports[input].turn);

      if (in[vc].port == output)
        return vc;
      ready &= ~(1u << vc);
    }
}

DL_IQ_INLINE guint
dl_iq_next_in_round (guint at, guint n)
{
  return at + 1 < n ? at + 1 : 0;
}

/* The pointers move past the winner. */
DL_IQ_INLINE void
dl_iq_move_pointers (const DlIqHere *here, guint input, guint output)
{
  here->ports[output].grant = dl_iq_next_in_round (input, here->n_ports);
  here->ports[input].accept = dl_iq_next_in_round (output, here->n_ports);
}

/* Leaving ------------------------------------------------------------------------------------ */

/* Room in the buffer that a flit left. */
DL_IQ_INLINE void
dl_iq_return_credit (const DlIqHere *here, guint input, guint vc)
{
  DlIq *iq = here->iq;
  const DlIqWire *wire = &here->wires[input];
  DlIqNode *node;

  if (G_LIKELY (wire->node == DL_IQ_NONE))
    {
      here->block->credit_rows[wire->credit_takes][wire->near] = vc + 1;
      return;
    }
  node = &iq->nodes[wire->node];
  iq->node_credits[wire->node * here->vcs + vc]++;
  node->credit_at = here->now;
  node->credit_vc = vc;
}

/* Its flit is sent in cycle @sent. */
DL_IQ_INLINE void
dl_iq_send_over_link (const DlIqHere *here, const DlIqWire *wire, DlIqIn *in, DlIqOut *out,
                      guint vc, guint64 sent)
{
  DlIq *iq = here->iq;
  guint8 *row = here->at_once ? here->block->flit_rows[wire->flit_takes]
                              : dl_iq_flit_row (iq, sent + wire->flit_takes);

  row[wire->far] = vc + 1;
  if (!in->fresh)
    return;
  iq->queued[(gsize) (wire->far_in + vc) * (iq->queue_mask + 1) + (out->next & iq->queue_mask)]
      = in->packet;
  out->next++;
  dl_iq_packet (iq, in->packet)->hops++;
}

/* The node takes it in, and returns its credit, at once. */
DL_IQ_INLINE void
dl_iq_send_to_node (const DlIqHere *here, guint output, const DlIqIn *in, guint vc, guint64 sent)
{
  DlIq *iq = here->iq;

  dl_iq_credit_row (iq, sent + 4 + iq->credit_delay)[here->router * iq->row + output] = vc + 1;
  if (in->left == 0)
    dl_iq_list_add (&here->block->ejected[(sent + 2) & (iq->eject_ring - 1)], in->packet);
}

/* The tail has left: its output's virtual channel is free, and the next packet comes first. */
DL_IQ_INLINE void
dl_iq_end_packet (const DlIqHere *here, guint input, guint vc, DlIqIn *in, DlIqOut *out)
{
  here->ports[in->port].free |= 1u << (in->out - in->port * here->vcs);
  here->iq->counts[here->router * here->n_ports + in->port].packets++;
  out->owner = DL_IQ_NO_VC;
  in->out = DL_IQ_NO_VC;
  in->first++;
  if (in->n > 0)
    dl_iq_begin_packet (here, input, vc);
}

/* The first flit of the input's virtual channel leaves its buffer, and its router in cycle @sent.
 */
DL_IQ_INLINE void
dl_iq_send_flit (const DlIqHere *here, guint input, guint vc, guint64 sent)
{
  DlIqIn *in = &here->in[input * here->vcs + vc];
  DlIqOut *out = &here->out[in->out];
  const guint output = in->port, out_vc = in->out - output * here->vcs;
  const DlIqWire *wire = &here->wires[output];

  in->n--;
  in->left--;
  out->credits--;
  here->ports[output].flits++;
  dl_iq_return_credit (here, input, vc);
  if (G_LIKELY (wire->node == DL_IQ_NONE))
    dl_iq_send_over_link (here, wire, in, out, out_vc, sent);
  else
    dl_iq_send_to_node (here, output, in, out_vc, sent);
  in->fresh = FALSE;
  if (in->left > 0 && in->n > 0 && out->credits > 0)
    return;
  dl_iq_clear_ready (here, input, vc);
  if (in->left == 0)
    dl_iq_end_packet (here, input, vc, in, out);
  else if (in->n > 0)
    dl_iq_set_blocked (here, input, vc);
}

/* Matching ----------------------------------------------------------------------------------- */

/* Outputs that are asked for grant one input each, and inputs accept one: iSLIP, whose
 * pointers move in the first iteration only. Flits that win are sent, or, with @vc, not yet: it
 * gets their virtual channels. Returns the inputs that won. */
DL_IQ_INLINE guint64
dl_iq_match (const DlIqHere *here, guint8 *vc)
{
  DlIqPortState *ports = here->ports;
  guint64 grants[DL_IQ_MAX_PORTS];
  guint64 outputs = here->state->asked, matched = 0;

  for (guint iteration = 0; outputs != 0; iteration++)
    {
      guint64 granted = 0;

      for (guint64 left = outputs; left != 0; left &= left - 1)
        {
          const guint output = __builtin_ctzll (left);
          const guint64 asking = ports[output].asking & ~matched;
          guint input;

          if (asking == 0)
            continue;
          input = dl_iq_first_from (asking, ports[output].grant);
          if (!(granted >> input & 1))
            grants[input] = 0;
          grants[input] |= DL_IQ_BIT (output);
          granted |= DL_IQ_BIT (input);
        }
      for (guint64 left = granted; left != 0; left &= left - 1)
        {
          const guint input = __builtin_ctzll (left);
          const guint output = dl_iq_first_from (grants[input], ports[input].accept);
          const guint of = dl_iq_requesting_vc (here, input, output);

          ports[input].turn = dl_iq_next_in_round (of, here->vcs);
          outputs &= ~DL_IQ_BIT (output);
          if (iteration == 0)
            dl_iq_move_pointers (here, input, output);
          if (vc != NULL)
            vc[input] = of;
          else
            dl_iq_send_flit (here, input, of, here->now + 1);
        }
      matched |= granted;
      if (granted == 0 || iteration + 1 == here->iq->n_iterations)
        break;
    }
  return matched;
}

G_END_DECLS
