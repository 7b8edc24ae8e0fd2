/* Invariants of any state of a simulation. */
#include "sim-fixture.h"

#include "dl-seastar-private.h"

/* Flits on their way, by the queue they belong to. */
typedef struct
{
  guint buffered[DL_SEASTAR_STAGED]; /* flits of each input queue, or their credits */
  guint staged[DL_N_ROUTER_PORTS][DL_SEASTAR_STAGED]; /* flits of each staging queue */
  guint packets;                                      /* in the router */
  guint elsewhere;                                    /* on a link to it, or being ejected */
} Tally;

static void
tally_queue (const DlSeastarBlock *block, guint16 first, guint *flits, guint *packets)
{
  for (guint16 i = first; i != DL_SEASTAR_NO_PACKET; i = block->packets[i].next)
    {
      *flits += block->packets[i].flits;
      (*packets)++;
    }
}

static void
tally_event (const DlSeastar *sim, const DlSeastarBlock *block, const DlSimEvent *event,
             Tally *tallies)
{
  const DlTorusNetwork *network = sim->plan->routes->network;
  const guint node = block->first_node + event->node;
  Tally *tally = &tallies[node];

  switch ((DlSeastarEventKind) event->kind)
    {
    case DL_SEASTAR_ARRIVE:
      tally->buffered[DL_SIM_VCS * event->port + event->queue]
          += block->packets[event->packet].flits;
      tally->elsewhere++;
      break;
    case DL_SEASTAR_STAGE:
      tally->staged[event->port][event->queue] += block->packets[event->packet].flits;
      tally->packets++;
      break;
    case DL_SEASTAR_CREDIT:
      if (event->port == DL_SEASTAR_PROCESSOR)
        tally->buffered[DL_SIM_VCS * event->port + event->queue] += event->flits;
      else
        {
          const guint next = network->link_to[dl_torus_network_link (network, node, event->port)];
          tallies[next].buffered[DL_SIM_VCS * dl_torus_port_opposite (event->port) + event->queue]
              += event->flits;
        }
      break;
    case DL_SEASTAR_DELIVER:
      tally->elsewhere++;
      break;
    case DL_SEASTAR_INPUT_DONE:
    case DL_SEASTAR_OUTPUT_DONE:
    case DL_SEASTAR_DISCARDED:
    case DL_SEASTAR_ROOM:
    case DL_SEASTAR_WAKE_SOURCE:
    case DL_SEASTAR_WAKE_INJECTOR:
      break;
    }
}

/* A packet that waits to be sent again has its credits, as if it were on the link. */
static void
tally_held (const DlSeastar *sim, guint node, guint output, Tally *tallies)
{
  const DlTorusNetwork *network = sim->plan->routes->network;
  const DlSeastarBlock *block = dl_seastar_block_of (sim, node);
  const guint next = network->link_to[dl_torus_network_link (network, node, output)];

  for (guint16 i = dl_seastar_link_of (sim, node, output)->held.first; i != DL_SEASTAR_NO_PACKET;
       i = block->packets[i].next)
    {
      tallies[next].buffered[DL_SIM_VCS * dl_torus_port_opposite (output) + block->packets[i].vc]
          += block->packets[i].flits;
      tallies[next].elsewhere++;
    }
}

static void
tally_wheel (const DlSeastar *sim, const DlSeastarBlock *block, Tally *tallies)
{
  const DlSimWheel *wheel = &block->wheel;

  for (guint slot = 0; slot < wheel->size; slot++)
    for (const DlSimChunk *chunk = dl_sim_wheel_first (wheel, slot); chunk != NULL;
         chunk = dl_sim_wheel_next (wheel, chunk))
      for (guint e = 0; e < chunk->n; e++)
        tally_event (sim, block, &chunk->events[e], tallies);
}

static Tally *
take_tallies (const DlSeastar *sim)
{
  const guint n_nodes = sim->plan->routes->network->n_nodes;
  Tally *tallies = g_new0 (Tally, n_nodes);

  for (guint node = 0; node < n_nodes; node++)
    {
      const DlSeastarBlock *block = dl_seastar_block_of (sim, node);
      const DlSeastarNode *state = &sim->nodes[node];
      Tally *tally = &tallies[node];

      for (guint queue = 0; queue < DL_SEASTAR_STAGED; queue++)
        {
          tally_queue (block, dl_seastar_input_first (state, queue), &tally->buffered[queue],
                       &tally->packets);
          for (guint output = 0; output < DL_N_ROUTER_PORTS; output++)
            tally_queue (block, state->output[output].staged[queue].queue.first,
                         &tally->staged[output][queue], &tally->packets);
        }
      for (guint output = 0; output < DL_N_ROUTER_PORTS; output++)
        tally->staged[output][state->output[output].leaving.queue]
            += state->output[output].leaving.flits - state->output[output].leaving.left;
      for (guint output = 0; output < DL_TORUS_N_NETWORK_PORTS && sim->links != NULL; output++)
        tally_held (sim, node, output, tallies);
    }
  for (guint i = 0; i < sim->n_blocks; i++)
    tally_wheel (sim, &sim->blocks[i], tallies);
  return tallies;
}

/* Credits and what they stand for add up to the buffers. */
static char *
check_node (const DlSeastar *sim, guint node, const Tally *tally)
{
  const DlTorusNetwork *network = sim->plan->routes->network;
  const DlRouterSpec *router = &sim->plan->router;
  const DlSeastarNode *state = &sim->nodes[node];

  for (guint queue = 0; queue < DL_SEASTAR_STAGED; queue++)
    {
      const guint port = queue / DL_SIM_VCS, vc = queue % DL_SIM_VCS;
      guint credits;

      for (guint output = 0; output < DL_N_ROUTER_PORTS; output++)
        if (state->input[port].vc[vc].room[output] + tally->staged[output][queue]
            != router->staging_buffer)
          return g_strdup_printf ("node %u: output %u's staging queue %u has %u flits and room for "
                                  "%u",
                                  node, output, queue, tally->staged[output][queue],
                                  state->input[port].vc[vc].room[output]);
      if (port == DL_SEASTAR_PROCESSOR)
        credits = state->output[DL_SEASTAR_PROCESSOR].credits[vc];
      else
        {
          const guint from = network->link_to[dl_torus_network_link (network, node, port)];
          if (from == DL_NO_NODE || dl_seastar_is_dead (sim, from, dl_torus_port_opposite (port)))
            continue;
          credits = sim->nodes[from].output[dl_torus_port_opposite (port)].credits[vc];
        }
      if (credits + tally->buffered[queue] != router->input_buffer)
        return g_strdup_printf ("node %u: input %u VC %u has or is owed %u flits, and credits for "
                                "%u",
                                node, port, vc, tally->buffered[queue], credits);
    }
  if (state->clock.packet_count[0] + state->clock.packet_count[1] != tally->packets)
    return g_strdup_printf ("node %u: %u packets, but %u and %u by epoch", node, tally->packets,
                            state->clock.packet_count[0], state->clock.packet_count[1]);
  return NULL;
}

/* No packet on VC1 is about to go through a dateline. */
static char *
check_datelines (const DlSeastar *sim, guint node)
{
  const DlTorusRoutes *routes = sim->plan->routes;
  const DlSeastarBlock *block = dl_seastar_block_of (sim, node);

  for (guint queue = 0; queue < DL_SEASTAR_STAGED; queue++)
    for (guint16 i = dl_seastar_input_first (&sim->nodes[node], queue); i != DL_SEASTAR_NO_PACKET;
         i = block->packets[i].next)
      {
        const guint in = queue / DL_SIM_VCS, out = block->packets[i].port;

        if (in < DL_SEASTAR_PROCESSOR && out == dl_torus_port_opposite (in)
            && dl_torus_routes_at_dateline (routes, node, dl_torus_port_dim (out)) && (queue & 1))
          return g_strdup_printf ("node %u: a packet on VC%u goes on through the dateline", node,
                                  queue % DL_SIM_VCS);
      }
  return NULL;
}

char *
sim_find_problem (const DlSeastar *sim)
{
  const guint n_nodes = sim->plan->routes->network->n_nodes;
  g_autofree Tally *tallies = take_tallies (sim);
  guint64 in_network = 0, waiting = 0;
  DlSimCounters counters;
  char *problem = NULL;

  for (guint node = 0; node < n_nodes && problem == NULL; node++)
    {
      problem = check_node (sim, node, &tallies[node]);
      if (problem == NULL)
        problem = check_datelines (sim, node);
      in_network += tallies[node].packets + tallies[node].elsewhere;
      waiting += sim->nodes[node].births.n + dl_seastar_program_waiting (sim, node);
    }
  if (problem != NULL)
    return problem;

  dl_seastar_get_counters (sim, &counters);
  if (counters.injected
          != counters.delivered + counters.dropped_link + counters.dropped_deadlock + in_network
      || counters.created != counters.injected + counters.dropped_source + waiting)
    return g_strdup_printf ("%" G_GUINT64_FORMAT " packets created, %" G_GUINT64_FORMAT
                            " injected, %" G_GUINT64_FORMAT " delivered, but %" G_GUINT64_FORMAT
                            " in the network and %" G_GUINT64_FORMAT " at their sources",
                            counters.created, counters.injected, counters.delivered, in_network,
                            waiting);
  return NULL;
}
