/* Deadlock as it is, not as it could be: packets that wait for each other in a circle. */
#include "dl-sim-private.h"

/* A queue's first packet waits for at most one other queue to move: an input queue for the staging
 * queue that it goes to, a staging queue for the input buffer behind its output. Queues are
 * numbered (n_nodes x DL_SIM_STAGED) input queues, then (n_nodes x outputs x DL_SIM_STAGED) staging
 * queues. Only what stands in a queue counts as in the way: what is under way may yet make room, so
 * that a circle of such waits cannot come apart. */

#define NOTHING G_MAXUINT32

static guint32
staged_number (const DlSim *sim, guint node, guint output, guint queue)
{
  return (sim->plan->routes->network->n_nodes + node * DL_N_ROUTER_PORTS + output) * DL_SIM_STAGED
         + queue;
}

static guint
queued_flits (const DlSimBlock *block, guint16 first)
{
  guint flits = 0;

  for (guint16 i = first; i != DL_SIM_NO_PACKET; i = block->packets[i].next)
    flits += block->packets[i].flits;
  return flits;
}

static guint32
input_waits_for (const DlSim *sim, guint node, guint queue)
{
  const DlSimBlock *block = dl_sim_block_of (sim, node);
  const DlSimNode *state = &sim->nodes[node];
  const DlSimPacket *packet;

  if (dl_sim_input_first (state, queue) == DL_SIM_NO_PACKET)
    return NOTHING;
  packet = &block->packets[dl_sim_input_first (state, queue)];
  if (queued_flits (block, state->output[packet->port].staged[queue].queue.first) + packet->flits
      <= sim->plan->router.staging_buffer)
    return NOTHING;
  return staged_number (sim, node, packet->port, queue);
}

static guint32
staged_waits_for (const DlSim *sim, guint node, guint output, guint queue)
{
  const DlNetwork *network = sim->plan->routes->network;
  const DlSimBlock *block = dl_sim_block_of (sim, node);
  const DlSimNode *state = &sim->nodes[node];
  guint next, behind;

  if (output == DL_SIM_PROCESSOR || dl_sim_is_dead (sim, node, output)
      || state->output[output].staged[queue].queue.first == DL_SIM_NO_PACKET)
    return NOTHING;
  next = network->link_to[dl_network_link (network, node, output)];
  behind = DL_SIM_VCS * dl_port_opposite (output)
           + block->packets[state->output[output].staged[queue].queue.first].vc;
  if (queued_flits (dl_sim_block_of (sim, next), dl_sim_input_first (&sim->nodes[next], behind))
          + sim->threshold
      <= sim->plan->router.input_buffer)
    return NOTHING;
  return next * DL_SIM_STAGED + behind;
}

static guint32
waits_for (const DlSim *sim, guint32 number)
{
  const guint n_inputs = sim->plan->routes->network->n_nodes * DL_SIM_STAGED;
  const guint queue = number % DL_SIM_STAGED;

  if (number < n_inputs)
    return input_waits_for (sim, number / DL_SIM_STAGED, queue);
  number = (number - n_inputs) / DL_SIM_STAGED;
  return staged_waits_for (sim, number / DL_N_ROUTER_PORTS, number % DL_N_ROUTER_PORTS, queue);
}

/* The packets that are first in the staging queues of the circle through @start. */
static GArray *
list_waits (const DlSim *sim, guint32 start)
{
  const guint n_inputs = sim->plan->routes->network->n_nodes * DL_SIM_STAGED;
  GArray *waits = g_array_new (FALSE, FALSE, sizeof (DlSimWait));
  guint32 number = start;

  do
    {
      if (number >= n_inputs)
        {
          const guint router_output = (number - n_inputs) / DL_SIM_STAGED;
          const guint node = router_output / DL_N_ROUTER_PORTS;
          const guint output = router_output % DL_N_ROUTER_PORTS;
          const DlSimOutput *out = &sim->nodes[node].output[output];
          const guint16 first = out->staged[number % DL_SIM_STAGED].queue.first;
          const DlSimPacket *packet = &dl_sim_block_of (sim, node)->packets[first];
          const DlSimWait wait = { node,
                                   output,
                                   packet->vc,
                                   packet->source,
                                   packet->dest,
                                   dl_sim_whole_cycle (sim->now, packet->created),
                                   dl_sim_whole_cycle (sim->now, packet->injected) };
          g_array_append_val (waits, wait);
        }
      number = waits_for (sim, number);
    }
  while (number != start);
  return waits;
}

GArray *
dl_sim_find_deadlock (const DlSim *sim)
{
  const guint n_nodes = sim->plan->routes->network->n_nodes;
  const guint n = n_nodes * (1 + DL_N_ROUTER_PORTS) * DL_SIM_STAGED;
  g_autofree guint32 *seen = g_new0 (guint32, n); /* by which walk, from 1; 0: by none */

  for (guint32 start = 0; start < n_nodes * DL_SIM_STAGED; start++)
    {
      guint32 number = start;

      while (number != NOTHING && seen[number] == 0)
        {
          seen[number] = start + 1;
          number = waits_for (sim, number);
        }
      if (number != NOTHING && seen[number] == start + 1)
        return list_waits (sim, number);
    }
  return NULL;
}
