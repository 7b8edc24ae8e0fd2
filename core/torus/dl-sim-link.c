/* Links that make errors, and go-back-N: the receiver discards a packet in error and all that comes
 * after it until that one comes again. Its answer is at the sender when the packet's last flit has
 * come over the link and the answer has gone back; until then the sender grants on, and keeps what
 * it sends; then it sends all of it again, in order and without gaps, before it grants anything
 * new. Such a packet has its credits, and may be in error again. */
#include "dl-sim-private.h"

#include <math.h>

void
dl_sim_links_init (DlSim *sim)
{
  const guint n_nodes = sim->plan->routes->network->n_nodes;
  const double rate = sim->plan->router.link_error_rate;

  if (rate == 0)
    return;
  for (guint flits = 0; flits <= DL_SIM_MAX_FLITS; flits++)
    sim->intact[flits] = pow (1 - rate, flits);
  sim->links = g_new0 (DlSimLink, n_nodes * DL_N_NETWORK_PORTS);
  for (guint node = 0; node < n_nodes; node++)
    for (guint output = 0; output < DL_N_NETWORK_PORTS; output++)
      /* Apart from the sources' seeds, which are below 2^56 away from each other. */
      dl_rng_init (&dl_sim_link_of (sim, node, output)->rng,
                   (sim->plan->seed * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + node)
                       ^ (guint64) (output + 1) << 56);
  dl_sim_links_clear (sim);
}

void
dl_sim_links_clear (DlSim *sim)
{
  if (sim->links == NULL)
    return;
  for (guint i = 0; i < sim->plan->routes->network->n_nodes * DL_N_NETWORK_PORTS; i++)
    {
      sim->links[i].held.first = sim->links[i].resend = DL_SIM_NO_PACKET;
      sim->links[i].failed = FALSE;
    }
}

/* The next packet that the receiver waits for. */
static gboolean
arrives_intact (const DlSim *sim, DlSimLink *link, guint flits)
{
  return (dl_rng_next (&link->rng) >> 11) * 0x1p-53 < sim->intact[flits];
}

/* The packet, the first that is held, is in error. */
static void
fail (DlSimBlock *block, DlSimLink *link, guint node, guint output)
{
  const guint flits = block->packets[link->held.first].flits;
  const guint64 cycle = block->now + flits + 2 * block->sim->plan->router.link_cycles;

  link->failed = TRUE;
  dl_sim_schedule (
      block, cycle,
      (DlSimEvent) { .kind = DL_SIM_DISCARDED, .node = node - block->first_node, .port = output });
}

void
dl_sim_link_send (DlSimBlock *block, guint node, guint output, guint16 index, guint age)
{
  DlSimLink *link = dl_sim_link_of (block->sim, node, output);

  if (!link->failed && arrives_intact (block->sim, link, block->packets[index].flits))
    {
      dl_sim_cross_link (block, &block->sim->nodes[node], output, index, age);
      return;
    }
  block->packets[index].head = age;
  if (dl_sim_queue_push (block, &link->held, index))
    fail (block, link, node, output);
}

guint
dl_sim_link_resend (DlSimBlock *block, guint node, guint output)
{
  DlSimLink *link = dl_sim_link_of (block->sim, node, output);
  const guint16 index = link->resend;
  const guint flits = block->packets[index].flits;

  link->resend = block->packets[index].next;
  link->retransmitted_packets++;
  link->retransmitted_flits += flits;
  if (link->failed)
    return flits;
  /* Then all before it have arrived, so that it is the first. */
  if (arrives_intact (block->sim, link, flits))
    {
      dl_sim_queue_pop (block, &link->held);
      dl_sim_cross_link (block, &block->sim->nodes[node], output, index,
                         block->packets[index].head);
    }
  else
    fail (block, link, node, output);
  return flits;
}

void
dl_sim_link_discarded (DlSim *sim, guint node, guint output)
{
  DlSimLink *link = dl_sim_link_of (sim, node, output);

  link->failed = FALSE;
  link->resend = link->held.first;
}
