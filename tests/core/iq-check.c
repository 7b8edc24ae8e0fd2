/* Invariants between any two cycles, counted again from the buffers and the rings. */
#include "iq-fixture.h"

#include "dl-flights.h"
#include "dl-iq-private.h"

/* How often @vc is on its way to @place. */
static guint
count_coming (const DlIq *iq, const guint8 *ring, guint n_rows, guint place, guint vc)
{
  guint n = 0;

  for (guint i = 0; i < n_rows; i++)
    n += dl_iq_row_has (iq, ring + i * iq->row_stride, place, vc);
  return n;
}

static guint
flits_coming (const DlIq *iq, guint place, guint vc)
{
  return count_coming (iq, iq->flits, iq->flit_ring, place, vc);
}

static guint
credits_coming (const DlIq *iq, guint place, guint vc)
{
  return count_coming (iq, iq->credits, iq->credit_ring, place, vc);
}

/* Credits that the node at @place has, and those on their way to it. */
static guint
node_credits (const DlIq *iq, guint place, guint vc)
{
  const DlIqBlock *block = &iq->blocks[place / iq->n_ports / iq->block_routers];
  const guint node = iq->node_place[iq->plan->ports[place].sender] - block->first_node;
  const guint byte = node * iq->port_bytes + vc / 8;
  guint n = block->node_credits[node * iq->span + vc];

  for (guint i = 0; i < iq->node_ring; i++)
    n += block->node_rows[i * block->node_row + byte] >> vc % 8 & 1;
  return n;
}

/* Credits are whole: each is at the output, on its way back, or a flit has it. */
static void
check_credits (const DlIq *iq, guint place, guint vc)
{
  const DlIqPlanOptions *options = &iq->plan->options;
  const DlIqPort *port = &iq->plan->ports[place];
  const gsize at = dl_iq_at (iq, place, vc);
  const guint flits = dl_iq_n_flits (iq, at), credits = dl_iq_n_credits (iq, at);
  const guint buffer = options->spec.buffer_flits;

  g_assert_cmpuint (flits, <=, buffer);
  g_assert_cmpuint (DL_IQ_HAS (iq, filled, at), ==, flits > 0);
  g_assert_cmpuint (DL_IQ_HAS (iq, dry, at), ==, credits == 0);
  if (port->sender != DL_IQ_NONE)
    g_assert_cmpuint (node_credits (iq, place, vc) + flits + flits_coming (iq, place, vc), ==,
                      buffer);
  /* The node takes flits in and returns their credits at once: they are on their way. */
  if (port->hearer != DL_IQ_NONE)
    g_assert_cmpuint (credits + credits_coming (iq, place, vc), ==, buffer);
  else if (port->link != DL_IQ_NONE)
    g_assert_cmpuint (credits + credits_coming (iq, place, vc)
                          + dl_iq_n_flits (iq, dl_iq_at (iq, port->far_port, vc))
                          + flits_coming (iq, port->far_port, vc),
                      ==, buffer);
}

/* Whoever holds a virtual channel of an output, or is given it by a batch that is not over yet, is
 * held by it. */
static void
check_owner (const DlIq *iq, guint place, guint vc)
{
  const gsize at = dl_iq_at (iq, place, vc), base = at / iq->n_places * iq->n_places;
  const guint16 owner = iq->out[at].owner;
  guint n_holders = 0;

  for (guint i = 0; i < iq->n_places; i++)
    if (dl_iq_hold (iq, base + i)->out == at - base)
      {
        n_holders++;
        g_assert_true (owner == i
                       || (owner == DL_IQ_NO_VC && iq->plan->options.spec.vc_allocation_delay > 1));
      }
  g_assert_cmpuint (n_holders, ==, !DL_IQ_HAS (iq, free, at));
  g_assert_true (owner == DL_IQ_NO_VC || n_holders == 1);
}

/* Flits of @packet, the last one of a buffer, that have still to come to it: flits that its node or
 * the router before it has, which must be sending that packet, and nothing else to this buffer. */
static guint
flits_to_come (const DlIq *iq, guint place, guint vc, guint32 packet)
{
  const DlIqPort *port = &iq->plan->ports[place];
  gsize base;
  guint owner;

  if (port->sender != DL_IQ_NONE)
    {
      const DlIqNode *node = &iq->nodes[port->sender];

      return node->left > 0 && node->vc == vc && node->packet == DL_IQ_NO_PACKET ? node->left : 0;
    }
  owner = iq->out[dl_iq_at (iq, port->near_port, vc)].owner;
  if (owner == DL_IQ_NO_VC)
    return 0;
  base = port->near_port / iq->n_ports * iq->n_places;
  if (dl_iq_hold (iq, base + owner)->fresh)
    return 0;
  g_assert_cmpuint (iq->in[base + owner].packet, ==, packet);
  return dl_iq_hold (iq, base + owner)->left;
}

/* The flits in a buffer and on the link to it are those of its packets in their order, whole but
 * for what has left of the first and what has still to come of the last. Each live packet's place
 * in @seen is set. */
static guint
check_order (const DlIq *iq, guint place, guint vc, GHashTable *seen)
{
  const DlIqPort *port = &iq->plan->ports[place];
  const gsize at = dl_iq_at (iq, place, vc);
  const guint left = dl_iq_hold (iq, at)->left;
  const guint filled = port->sender != DL_IQ_NONE ? place : port->near_port;
  const guint n = filled == DL_IQ_NONE
                      ? 0
                      : (guint16) (iq->out[dl_iq_at (iq, filled, vc)].next - iq->in[at].first);
  guint flits = 0;
  guint32 packet = DL_IQ_NO_PACKET;

  g_assert_cmpuint (n, <=, iq->plan->queued_packets);
  for (guint i = 0; i < n; i++)
    {
      packet = *dl_iq_queued (iq, at, (iq->in[at].first + i));
      flits += i == 0 && left > 0 ? left : dl_iq_packet (iq, packet)->flits;
      g_hash_table_add (seen, GUINT_TO_POINTER (packet));
    }
  if (left > 0)
    g_assert_cmpuint (n, >, 0);
  if (left == 0)
    g_assert_cmpuint (dl_iq_n_flits (iq, at), ==, 0);
  if (n == 0)
    g_assert_cmpuint (dl_iq_n_flits (iq, at) + flits_coming (iq, place, vc), ==, 0);
  else
    g_assert_cmpuint (dl_iq_n_flits (iq, at) + flits_coming (iq, place, vc)
                          + flits_to_come (iq, place, vc, packet),
                      ==, flits);
  return n;
}

/* Is its first packet dropped? */
static gboolean
is_sinking (const DlIq *iq, gsize at)
{
  const gsize router = at / iq->n_places, place = at % iq->n_places;

  return iq->swap.dead != NULL
         && (iq->swap.sinking[router * iq->n_words + place / 64] >> place % 64 & 1);
}

/* Each of an input's virtual channels that has a flit is in one stage. */
static void
check_stage (const DlIq *iq, guint place, guint vc)
{
  const gsize at = dl_iq_at (iq, place, vc), base = at / iq->n_places * iq->n_places;
  const guint out = dl_iq_hold (iq, at)->out;
  const guint stages
      = DL_IQ_HAS (iq, routing, at) + DL_IQ_HAS (iq, waiting, at)
        + ((is_sinking (iq, at) || DL_IQ_HAS (iq, holding, at)) && dl_iq_n_flits (iq, at) > 0);

  g_assert_cmpuint (stages, ==, dl_iq_n_flits (iq, at) > 0);
  g_assert_false (is_sinking (iq, at) && DL_IQ_HAS (iq, holding, at));
  g_assert_cmpuint (DL_IQ_HAS (iq, current, at), ==, dl_iq_hold (iq, at)->left > 0);
  if (DL_IQ_HAS (iq, holding, at))
    g_assert_cmpuint (DL_IQ_HAS (iq, funded, at), ==, dl_iq_n_credits (iq, base + out) > 0);
}

/* Flits of an output are those of its virtual channels. */
static void
check_counts (const DlIq *iq, guint place)
{
  DlIqPortCounters port;
  guint64 flits = 0, taken = 0;

  dl_iq_get_port (iq, place / iq->n_ports, place % iq->n_ports, &port);
  for (guint vc = 0; vc < iq->vcs; vc++)
    {
      DlIqVcCounters counters;

      dl_iq_get_vc (iq, place / iq->n_ports, place % iq->n_ports, vc, &counters);
      flits += counters.flits;
      taken += counters.taken;
    }
  g_assert_cmpuint (flits, ==, port.flits);
  g_assert_cmpuint (taken, ==, port.taken);
}

void
iq_check (const DlIq *iq, gboolean drained)
{
  const DlGraph *graph = iq->plan->options.graph;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) flights = g_array_new (FALSE, FALSE, sizeof (DlFlight));
  DlSimCounters counters;
  guint64 gone;
  guint entering = 0;

  for (guint place = 0; place < graph->n_routers * graph->n_ports; place++)
    check_counts (iq, place);
  for (guint place = 0; place < graph->n_routers * graph->n_ports; place++)
    for (guint vc = 0; vc < iq->vcs; vc++)
      {
        check_credits (iq, place, vc);
        check_owner (iq, place, vc);
        check_stage (iq, place, vc);
        check_order (iq, place, vc, seen);
      }
  for (guint i = 0; i < iq->n_blocks; i++)
    for (guint slot = 0; slot < iq->eject_ring; slot++)
      for (guint j = 0; j < iq->blocks[i].ejected[slot].n; j++)
        g_hash_table_add (seen, GUINT_TO_POINTER (iq->blocks[i].ejected[slot].items[j]));
  for (guint node = 0; node < graph->n_nodes; node++)
    entering += iq->nodes[node].left > 0 && iq->nodes[node].packet != DL_IQ_NO_PACKET;
  dl_iq_get_counters (iq, &counters);
  gone = counters.delivered + counters.dropped_link + counters.dropped_deadlock;
  g_assert_cmpuint (counters.injected - gone, ==, g_hash_table_size (seen) + entering);
  dl_iq_get_flights (iq, flights);
  g_assert_cmpuint (flights->len, ==, g_hash_table_size (seen));
  if (drained)
    g_assert_cmpuint (counters.injected, ==, gone);
}

void
iq_be_plain (DlIq *iq)
{
  iq->quick = FALSE;
}
