/* A program of messages on a dragonfly: what its ranks (dl-sim-ranks.h) send as packets of a node.
 * Where nobody waits for them, messages without a way are counted and left out. */
#include "dl-aries-private.h"

gboolean
dl_aries_program_packet (DlAriesBlock *block, guint node, DlAriesPacket *packet)
{
  const DlAries *sim = block->sim;
  DlSimCounters *counters = &block->tally->counters;
  DlSimSend send;

  while (dl_sim_ranks_next (sim->ranks, node, block->now, sim->sources_stopped, &send))
    {
      if (send.begun > 0 && !dl_aries_reaches (sim->plan, node, send.dest))
        {
          counters->unreachable += send.begun;
          dl_sim_ranks_skip (sim->ranks, node);
          continue;
        }
      counters->created += send.begun;
      packet->created = send.created;
      packet->dest = send.dest;
      packet->tag = send.tag;
      packet->flits = send.flits;
      packet->payload = send.payload_bytes;
      return TRUE;
    }
  return FALSE;
}

guint64
dl_aries_program_waiting (const DlAries *sim, guint node)
{
  return sim->ranks != NULL ? dl_sim_ranks_waiting (sim->ranks, node) : 0;
}

void
dl_aries_program_forget (DlAries *sim, guint node)
{
  const guint64 waiting = dl_aries_program_waiting (sim, node);

  if (waiting == 0 || dl_aries_reaches (sim->plan, node, dl_sim_ranks_dest (sim->ranks, node)))
    return;
  sim->tallies.of[0].counters.dropped_source += waiting;
  dl_sim_ranks_skip (sim->ranks, node);
}

guint64
dl_aries_completion_cycle (const DlAries *sim)
{
  guint64 in_network = 0, last = 0;

  if (sim->ranks == NULL)
    return G_MAXUINT64;
  for (guint node = 0; node < sim->dragonfly->n_nodes; node++)
    if (!dl_sim_ranks_is_over (sim->ranks, node))
      return G_MAXUINT64;
  for (guint i = 0; i < sim->tallies.n; i++)
    {
      const DlSimCounters *tally = &sim->tallies.of[i].counters;

      in_network += tally->injected - tally->delivered - tally->dropped_link;
      last = MAX (last, sim->tallies.of[i].last_delivery);
    }
  return in_network == 0 ? last : G_MAXUINT64;
}
