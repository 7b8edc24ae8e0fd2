/* What must hold between any two cycles, counted anew from the buffers and the rings. */
#include "iq-fixture.h"

#include "dl-flights.h"
#include "dl-iq-private.h"

/* How often @vc is on its way to @place. */
static guint
count_coming (const DlIq *iq, const guint8 *ring, guint n_rows, guint place, guint vc)
{
  const gsize at = place / iq->n_ports * iq->row + place % iq->n_ports;
  guint n = 0;

  for (guint i = 0; i < n_rows; i++)
    n += ring[i * iq->row_stride + at] == vc + 1;
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

/* Credits are whole: each is at the output, on its way back, or a flit has it. */
static void
check_credits (const DlIq *iq, guint place, guint vc)
{
  const DlIqPlanOptions *options = &iq->plan->options;
  const DlIqPort *port = &options->net.ports[place];
  const DlIqIn *in = &iq->in[place * iq->vcs + vc];
  const DlIqOut *out = &iq->out[place * iq->vcs + vc];
  const guint buffer = options->spec.buffer_flits;

  g_assert_cmpuint (in->n, <=, buffer);
  if (port->node != DL_IQ_NONE)
    {
      /* The node takes flits in and returns their credits at once: they are on their way. */
      g_assert_cmpuint (out->credits + credits_coming (iq, place, vc), ==, buffer);
      g_assert_cmpuint (iq->node_credits[port->node * iq->vcs + vc] + in->n
                            + flits_coming (iq, place, vc),
                        ==, buffer);
    }
  else if (port->link != DL_IQ_NONE)
    g_assert_cmpuint (out->credits + credits_coming (iq, place, vc)
                          + iq->in[port->far_port * iq->vcs + vc].n
                          + flits_coming (iq, port->far_port, vc),
                      ==, buffer);
}

/* Whoever holds a virtual channel of an output, or is given it by a batch that is not over yet, is
 * held by it. */
static void
check_owner (const DlIq *iq, guint place, guint vc)
{
  const guint base = place / iq->n_ports * iq->n_ports * iq->vcs;
  const guint out = place * iq->vcs + vc - base;
  const guint16 owner = iq->out[base + out].owner;
  guint n_holders = 0;

  for (guint i = 0; i < iq->n_ports * iq->vcs; i++)
    if (iq->in[base + i].out == out)
      {
        n_holders++;
        g_assert_true (owner == i
                       || (owner == DL_IQ_NO_VC && iq->plan->options.spec.vc_allocation_delay > 1));
      }
  g_assert_cmpuint (n_holders, ==, !(iq->ports[place].free >> vc & 1));
  g_assert_true (owner == DL_IQ_NO_VC || n_holders == 1);
}

/* What of @packet, the last one of a buffer, has still to come to it: flits that its node or the
 * router before it has, which must be sending that packet, and nothing else to this buffer. */
static guint
flits_to_come (const DlIq *iq, guint place, guint vc, guint32 packet)
{
  const DlIqPort *port = &iq->plan->options.net.ports[place];
  const DlIqIn *in;
  guint owner;

  if (port->node != DL_IQ_NONE)
    {
      const DlIqNode *node = &iq->nodes[port->node];

      return node->left > 0 && node->vc == vc && node->packet == DL_IQ_NO_PACKET ? node->left : 0;
    }
  owner = iq->out[port->near_port * iq->vcs + vc].owner;
  if (owner == DL_IQ_NO_VC)
    return 0;
  in = &iq->in[port->near_port / iq->n_ports * iq->n_ports * iq->vcs + owner];
  if (in->fresh)
    return 0;
  g_assert_cmpuint (in->packet, ==, packet);
  return in->left;
}

/* The flits in a buffer and on the link to it are those of its packets in their order, whole but
 * for what has left of the first and what has still to come of the last. Each live packet's place
 * in @seen is set. */
static guint
check_order (const DlIq *iq, guint place, guint vc, GHashTable *seen)
{
  const DlIqPort *port = &iq->plan->options.net.ports[place];
  const DlIqIn *in = &iq->in[place * iq->vcs + vc];
  const guint filled = port->node != DL_IQ_NONE ? place : port->near_port;
  const guint n
      = filled == DL_IQ_NONE ? 0 : (guint16) (iq->out[filled * iq->vcs + vc].next - in->first);
  guint flits = 0;
  guint32 packet = DL_IQ_NO_PACKET;

  g_assert_cmpuint (n, <=, iq->plan->queued_packets);
  for (guint i = 0; i < n; i++)
    {
      packet = iq->queued[(place * iq->vcs + vc) * (iq->queue_mask + 1)
                          + ((in->first + i) & iq->queue_mask)];
      flits += i == 0 && in->left > 0 ? in->left : dl_iq_packet (iq, packet)->flits;
      g_hash_table_add (seen, GUINT_TO_POINTER (packet));
    }
  if (in->left > 0)
    g_assert_cmpuint (n, >, 0);
  if (in->left == 0)
    g_assert_cmpuint (in->n, ==, 0);
  if (n == 0)
    g_assert_cmpuint (in->n + flits_coming (iq, place, vc), ==, 0);
  else
    g_assert_cmpuint (in->n + flits_coming (iq, place, vc) + flits_to_come (iq, place, vc, packet),
                      ==, flits);
  return n;
}

/* Each of an input's virtual channels that has a flit is in one stage. */
static void
check_stage (const DlIq *iq, guint place, guint vc)
{
  const DlIqPortState *port = &iq->ports[place];
  const DlIqIn *in = &iq->in[place * iq->vcs + vc];
  const guint stages = (port->routing >> vc & 1) + (port->waiting >> vc & 1)
                       + (port->ready >> vc & 1) + (port->blocked >> vc & 1);

  g_assert_cmpuint (stages, ==, in->n > 0);
}

/* An output is asked by the inputs with a virtual channel that is ready for it. */
static void
check_asking (const DlIq *iq, guint router)
{
  guint64 asked = 0;

  for (guint output = 0; output < iq->n_ports; output++)
    {
      guint64 asking = 0;

      for (guint input = 0; input < iq->n_ports; input++)
        for (guint vc = 0; vc < iq->vcs; vc++)
          {
            const guint place = router * iq->n_ports + input;

            if (iq->ports[place].ready >> vc & 1 && iq->in[place * iq->vcs + vc].port == output)
              asking |= G_GUINT64_CONSTANT (1) << input;
          }
      g_assert_cmpuint (iq->ports[router * iq->n_ports + output].asking, ==, asking);
      asked |= (guint64) (asking != 0) << output;
    }
  g_assert_cmpuint (iq->routers[router].asked, ==, asked);
}

void
iq_check (const DlIq *iq, gboolean drained)
{
  const DlIqNet *net = &iq->plan->options.net;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) flights = g_array_new (FALSE, FALSE, sizeof (DlFlight));
  DlSimCounters counters;
  guint entering = 0;

  for (guint place = 0; place < net->n_routers * net->n_ports; place++)
    for (guint vc = 0; vc < iq->vcs; vc++)
      {
        check_credits (iq, place, vc);
        check_owner (iq, place, vc);
        check_stage (iq, place, vc);
        check_order (iq, place, vc, seen);
      }
  for (guint router = 0; router < net->n_routers; router++)
    check_asking (iq, router);
  for (guint i = 0; i < iq->n_blocks; i++)
    for (guint slot = 0; slot < iq->eject_ring; slot++)
      for (guint j = 0; j < iq->blocks[i].ejected[slot].n; j++)
        g_hash_table_add (seen, GUINT_TO_POINTER (iq->blocks[i].ejected[slot].items[j]));
  for (guint node = 0; node < net->n_nodes; node++)
    entering += iq->nodes[node].left > 0 && iq->nodes[node].packet != DL_IQ_NO_PACKET;
  dl_iq_get_counters (iq, &counters);
  g_assert_cmpuint (counters.injected - counters.delivered, ==,
                    g_hash_table_size (seen) + entering);
  dl_iq_get_flights (iq, flights);
  g_assert_cmpuint (flights->len, ==, g_hash_table_size (seen));
  if (drained)
    g_assert_cmpuint (counters.injected, ==, counters.delivered);
}
