/* Nodes: when packets are born, where they go, how they enter the network, and how they leave it
 * (trafficmanager.cpp of BookSim 2). */
#include "dl-iq-private.h"

#include <math.h>

#define NO_VC G_MAXUINT8

/* Births ------------------------------------------------------------------------------------- */

static DlIqFate
fate_of (const DlIqPlan *plan, guint source, guint dest)
{
  const DlIqRouting *routing = plan->options.routing;

  if (routing->fate == NULL)
    return DL_IQ_DELIVERED;
  return routing->fate (plan->options.routing_data, source, dest);
}

/* A burst of packets to one destination; FALSE if this node has none. */
static gboolean
create_burst (DlIqBlock *block, guint node)
{
  const DlIqPlan *plan = block->iq->plan;
  DlIqNode *state = &block->iq->nodes[node];
  DlSimCounters *counters = &block->tally->counters;
  const guint dest = dl_sim_sources_draw (&plan->sources, node, &state->rng);
  DlIqFate fate;

  if (dest == DL_IQ_NONE)
    return FALSE;
  fate = fate_of (plan, node, dest);
  dl_sim_births_burst (&state->births, (DlSimBirth) { block->now, dest, 0, 0 },
                       plan->options.sent.burst, &plan->options.lengths,
                       plan->options.response_share, 1, fate != DL_IQ_DELIVERED,
                       fate == DL_IQ_DROPPED       ? &counters->at_dateline
                       : fate == DL_IQ_UNREACHABLE ? &counters->unreachable
                                                   : &counters->created,
                       &state->rng);
  return TRUE;
}

static void
put_in_wheel (DlIqBlock *block, DlIqNode *state, guint node)
{
  const guint64 at = MIN (state->next_birth, block->now + DL_IQ_WHEEL - 1);
  guint32 *slot = &block->wheel[at % DL_IQ_WHEEL];

  if (state->next_birth == G_MAXUINT64)
    return;
  state->next_in_wheel = *slot;
  *slot = node;
}

static void
take_births (DlIqBlock *block)
{
  DlIq *iq = block->iq;
  guint32 *slot = &block->wheel[block->now % DL_IQ_WHEEL];
  guint32 node = *slot;

  *slot = DL_IQ_NONE;
  while (node != DL_IQ_NONE)
    {
      DlIqNode *state = &iq->nodes[node];
      const guint32 next = state->next_in_wheel;

      if (iq->ranks != NULL && state->next_birth <= block->now)
        {
          state->next_birth = G_MAXUINT64;
          dl_iq_node_wake (block, node);
        }
      if (iq->sources_stopped && iq->ranks == NULL)
        state->next_birth = G_MAXUINT64;
      if (state->next_birth == block->now)
        {
          create_burst (block, node);
          state->next_birth = dl_sim_rates_next (&iq->rates, node, &state->rng, block->now);
          dl_iq_node_wake (block, node);
        }
      /* The slot of this cycle would not be read again before the wheel has turned. */
      put_in_wheel (block, state, node);
      node = next;
    }
}

void
dl_iq_set_birth_rate (DlIq *iq)
{
  const DlIqPlan *plan = iq->plan;
  const DlIqPlanOptions *options = &plan->options;

  dl_sim_sources_rates (&plan->sources, &iq->rates,
                        options->sent.workload != NULL
                            ? 0
                            : options->load / dl_iq_mean_flits (options) / options->sent.burst);
}

void
dl_iq_node_init (DlIq *iq, guint node)
{
  DlIqNode *state = &iq->nodes[node];

  dl_rng_init (&state->rng,
               iq->plan->options.seed * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + node);
  state->packet = DL_IQ_NO_PACKET;
  state->last_vc = NO_VC;
  state->takes = (guint16) (1 + iq->plan->options.graph->node_cycles[node]);
}

void
dl_iq_node_start (DlIqBlock *block, guint node)
{
  DlIq *iq = block->iq;
  DlIqNode *state = &iq->nodes[node];

  state->next_birth = G_MAXUINT64;
  if (!iq->plan->options.graph->node_up[node])
    {
      dl_iq_node_rest (block, node);
      return;
    }
  if (iq->ranks != NULL || isinf (iq->rates.rate) || state->births.n > 0)
    dl_iq_node_wake (block, node);
  if (!(iq->rates.rate > 0) || isinf (iq->rates.rate))
    return;
  state->next_birth = dl_sim_rates_next (&iq->rates, node, &state->rng, block->now);
  if (state->next_birth < G_MAXUINT64)
    state->next_birth--; /* this cycle too */
  put_in_wheel (block, state, node);
}

/* Injection ---------------------------------------------------------------------------------- */

/* The rank on @node computes until @due. A node is once in the wheel: where it is there for later,
 * it is looked at in every cycle until then. TRUE if so. */
static gboolean
wait_until (DlIqBlock *block, guint node, guint64 due)
{
  DlIqNode *state = &block->iq->nodes[node];
  const gboolean waits = state->next_birth != G_MAXUINT64;

  if (due >= state->next_birth)
    return FALSE;
  state->next_birth = due;
  if (!waits)
    put_in_wheel (block, state, node);
  return waits;
}

/* Next packet of the rank on @node; FALSE if there is none, with @waits if there may be one soon.
 */
static gboolean
program_packet (DlIqBlock *block, guint node, DlIqPacket *packet, gboolean *waits)
{
  const DlIq *iq = block->iq;
  DlSimSend send;

  if (!dl_sim_ranks_next (iq->ranks, node, block->now, iq->sources_stopped, &send))
    {
      *waits = wait_until (block, node, send.due);
      return FALSE;
    }
  block->tally->counters.created += send.begun;
  packet->created = send.created;
  packet->head.dest = send.dest;
  packet->flits = send.flits;
  packet->tag = send.tag;
  return TRUE;
}

/* The first packet that waits, if any. */
static gboolean
born_packet (DlIqBlock *block, guint node, DlIqPacket *packet)
{
  const DlIq *iq = block->iq;
  DlIqNode *state = &iq->nodes[node];
  const DlSimBirth *birth;

  if (state->births.n == 0 && isinf (iq->rates.rate) && !iq->sources_stopped)
    create_burst (block, node);
  if (state->births.n == 0)
    return FALSE;
  birth = dl_sim_births_at (&state->births, 0);
  packet->created = birth->created;
  packet->head.dest = birth->dest;
  packet->head.class = birth->class;
  packet->flits = birth->flits > 0 ? birth->flits : iq->plan->options.packet_flits;
  return TRUE;
}

/* Credits of @vc at @node. */
static inline guint16 *
credits_of (const DlIqBlock *block, guint node, guint vc)
{
  const DlIq *iq = block->iq;

  return &block->node_credits[((iq->node_place[node] - block->first_node) << iq->shift) + vc];
}

/* Take the credits that arrive in this cycle, for all nodes of the block. */
static void
take_credits (DlIqBlock *block)
{
  const guint span = block->iq->span, n = 8 * MIN (span, 8);
  guint8 *row = block->node_rows + (block->now & (block->iq->node_ring - 1)) * block->node_row;

  for (guint byte = 0; byte < block->node_row; byte += 8)
    {
      const guint64 word = dl_iq_take_word (row + byte);

      if (word != 0)
        dl_iq_add_bits (block->node_credits + byte * MIN (span, 8), dl_iq_gather_bits (word, span),
                        n);
    }
}

/* A virtual channel with a credit: the next one after that of the packet before, or, where
 * @packet's are drawn, one that is drawn in each try. NO_VC if there is none. */
static guint
choose_vc (const DlIqBlock *block, guint node, guint64 random)
{
  const DlIq *iq = block->iq;
  const guint last = iq->nodes[node].last_vc;

  if (iq->plan->options.random_inject_vc)
    {
      const guint vc = dl_rng_pick (dl_rng_mix (random, block->now), iq->vcs);

      return *credits_of (block, node, vc) > 0 ? vc : NO_VC;
    }
  if (last == NO_VC) /* only the first one is tried then, which is free */
    return 0;
  for (guint i = 1; i <= iq->vcs; i++)
    if (*credits_of (block, node, (last + i) % iq->vcs) > 0)
      return (last + i) % iq->vcs;
  return NO_VC;
}

/* Begin to send the first waiting packet. FALSE if there is none; @blocked if it has no room, or
 * may come in any cycle. */
static gboolean
begin_packet (DlIqBlock *block, guint node, gboolean *blocked)
{
  DlIq *iq = block->iq;
  DlIqNode *state = &iq->nodes[node];
  DlIqPacket packet = { .head.source = node, .injected = block->now };
  guint vc;

  if (iq->ranks != NULL ? !program_packet (block, node, &packet, blocked)
                        : !born_packet (block, node, &packet))
    return *blocked;
  packet.head.random = dl_rng_mix (dl_rng_mix (iq->plan->options.seed, node), state->sequence);
  vc = choose_vc (block, node, packet.head.random);
  *blocked = vc == NO_VC;
  if (*blocked)
    return TRUE;
  if (iq->ranks != NULL)
    dl_sim_ranks_sent (iq->ranks, node);
  else
    dl_sim_births_pop (&state->births);
  state->sequence++;
  state->vc = state->last_vc = vc;
  state->left = packet.flits;
  state->packet = dl_iq_packet_take (iq, block->worker);
  *dl_iq_packet (iq, state->packet) = packet;
  block->tally->counters.injected++;
  return TRUE;
}

static void
send_flit (DlIqBlock *block, guint node)
{
  DlIq *iq = block->iq;
  DlIqNode *state = &iq->nodes[node];
  const guint place = iq->plan->inject_port[node];
  const guint router = place / iq->n_ports, port = place % iq->n_ports;
  guint16 *credits = credits_of (block, node, state->vc);
  guint8 *row;

  if (*credits == 0)
    return;
  --*credits;
  if (iq->node_free != NULL && iq->plan->node_interval[node] > 0)
    iq->node_free[node]
        = dl_iq_next_free (iq->node_free[node], block->now, iq->plan->node_interval[node]);
  row = iq->flits + ((block->now + state->takes) & (iq->flit_ring - 1)) * iq->row_stride;
  row[router * iq->row + port * iq->port_bytes + state->vc / 8] = 1u << state->vc % 8;
  if (state->packet != DL_IQ_NO_PACKET)
    {
      const gsize to = dl_iq_at (iq, place, state->vc);

      *dl_iq_queued (iq, to, iq->out[to].next++) = state->packet;
      state->packet = DL_IQ_NO_PACKET;
    }
  state->left--;
}

gboolean
dl_iq_is_draining (const DlIq *iq)
{
  return iq->swap.plan != NULL;
}

/* FALSE if it has nothing to send until it is woken. */
static gboolean
serve_node (DlIqBlock *block, guint node)
{
  const guint64 *free = block->iq->node_free;
  gboolean blocked = FALSE;

  if (free != NULL && free[node] > block->now * DL_IQ_CYCLE)
    return TRUE; /* its link is a slow one, and busy */
  if (block->iq->nodes[node].left == 0 && dl_iq_is_draining (block->iq))
    return TRUE; /* it looks again when the routes are swapped */
  if (block->iq->nodes[node].left == 0 && !begin_packet (block, node, &blocked))
    return FALSE;
  if (!blocked)
    send_flit (block, node);
  return TRUE;
}

void
dl_iq_nodes_cycle (DlIqBlock *block)
{
  const guint32 *order = block->iq->node_order + block->first_node;

  take_credits (block);
  take_births (block);
  for (guint word = 0; word * 64 < block->n_nodes; word++)
    for (guint64 busy = block->busy[word]; busy != 0; busy &= busy - 1)
      {
        const guint bit = __builtin_ctzll (busy);

        if (!serve_node (block, order[word * 64 + bit]))
          block->busy[word] &= ~(G_GUINT64_CONSTANT (1) << bit);
      }
}

void
dl_iq_send (DlIq *iq, guint source, guint dest)
{
  const guint router = iq->plan->inject_port[source] / iq->n_ports;

  dl_sim_births_push (&iq->nodes[source].births, (DlSimBirth) { iq->now, dest, 0 });
  iq->tallies.of[0].counters.created++;
  dl_iq_node_wake (&iq->blocks[router / iq->block_routers], source);
}

/* Ejection ----------------------------------------------------------------------------------- */

static void
deliver (DlIqBlock *block, guint32 index)
{
  DlIq *iq = block->iq;
  const DlIqPacket *packet = dl_iq_packet (iq, index);
  const DlIqHead *head = &packet->head;
  DlSimCounters *counters = &block->tally->counters;
  DlSimStats *stats = &block->tally->stats;
  const guint64 latency = block->now - packet->injected;
  guint64 digest = dl_rng_mix (head->source, head->dest);

  block->tally->last_delivery = block->now;
  counters->delivered++;
  counters->delivered_flits += packet->flits;
  counters->latency_sum += latency;
  counters->total_latency_sum += block->now - packet->created;
  counters->latency_max = MAX (counters->latency_max, latency);
  /* A sum, since the order of deliveries in a cycle is open. */
  digest = dl_rng_mix (dl_rng_mix (digest, packet->created), packet->injected);
  counters->digest += dl_rng_mix (digest, block->now);
  stats->sources[head->source]++;
  dl_latency_add (&stats->network, latency);
  dl_latency_add (&stats->total, block->now - packet->created);
  stats->hops += packet->routers - 1;
  if (iq->plan->options.tells_routes)
    dl_latency_add (head->detour ? &stats->nonminimal : &stats->minimal, latency);
  if (iq->ranks != NULL)
    {
      dl_sim_ranks_receive (iq->ranks, head->dest, head->source, packet->tag, block->now);
      dl_iq_node_wake (block, head->dest);
    }
  dl_iq_packet_give_back (iq, block->worker, index);
}

void
dl_iq_eject (DlIqBlock *block)
{
  DlIqList *list = &block->ejected[block->now & (block->iq->eject_ring - 1)];

  for (guint i = 0; i < list->n; i++)
    deliver (block, list->items[i]);
  list->n = 0;
}
