/* A program of messages on a torus: what its ranks (dl-sim-ranks.h) send as packets of a node. */
#include "dl-sim-private.h"

void
dl_sim_program_receive (DlSimBlock *block, guint node, guint tag)
{
  dl_sim_ranks_receive (block->sim->ranks, node, tag);
  dl_sim_ready_source (block, &block->sim->nodes[node], node - block->first_node);
}

gboolean
dl_sim_program_packet (DlSimBlock *block, guint node, DlSimPacket *packet)
{
  const DlSim *sim = block->sim;
  DlSimSend send;

  if (!dl_sim_ranks_next (sim->ranks, node, block->now, sim->sources_stopped, &send))
    return FALSE;
  block->tally->counters.created += send.begun;
  packet->created = send.created;
  packet->dest = send.dest;
  packet->flits = send.flits;
  packet->tag = send.tag;
  return TRUE;
}

guint64
dl_sim_program_waiting (const DlSim *sim, guint node)
{
  return sim->ranks != NULL ? dl_sim_ranks_waiting (sim->ranks, node) : 0;
}

guint64
dl_sim_program_done (const DlSim *sim)
{
  return sim->ranks != NULL ? dl_sim_ranks_all_done_at (sim->ranks) : G_MAXUINT64;
}
