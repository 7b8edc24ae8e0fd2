/* Ranks at work on a program (dl-workload.h): what each has sent and received, and how far it is.
 * What a rank does depends on its own node only: it goes on when its message has left and when what
 * it waits for has arrived there. */
#include "dl-sim-private.h"

/* Of the messages with a tag. */
typedef struct
{
  guint32 tag;
  guint32 n;
} Received;

struct _DlSimRank
{
  guint32 rank;      /* DL_NO_RANK: none runs on this node */
  guint32 i_step;    /* that it is at */
  gboolean begun;    /* the step's message has been handed over to be sent */
  guint64 begun_at;  /* cycle in which that was */
  guint64 packet;    /* of the message: the one that is next */
  guint64 n_packets; /* of the message; 0 if there is none */
  guint64 done_at;   /* cycle; G_MAXUINT64: it is not at its end */
  DlWorkloadStep step;
  /* Tags that came so far: few at a time matter, and the one that came last comes next. */
  guint n_tags, size;
  Received *received; /* (size) */
};

static void
load_step (const DlWorkload *workload, DlSimRank *rank, guint64 now)
{
  rank->begun = FALSE;
  rank->packet = rank->n_packets = 0;
  if (!dl_workload_step (workload, rank->rank, rank->i_step, &rank->step))
    rank->done_at = now;
}

void
dl_sim_program_init (DlSim *sim)
{
  const DlWorkload *workload = sim->plan->workload;
  const guint n_nodes = sim->plan->routes->network->n_nodes;

  if (workload == NULL)
    return;
  sim->ranks = g_new0 (DlSimRank, n_nodes);
  for (guint node = 0; node < n_nodes; node++)
    {
      DlSimRank *rank = &sim->ranks[node];

      rank->rank = workload->spec.placement->rank[node];
      rank->done_at = G_MAXUINT64;
      if (rank->rank >= workload->n_ranks)
        rank->rank = DL_NO_RANK;
      else
        load_step (workload, rank, 0);
    }
}

void
dl_sim_program_clear (DlSim *sim)
{
  if (sim->ranks == NULL)
    return;
  for (guint node = 0; node < sim->plan->routes->network->n_nodes; node++)
    g_free (sim->ranks[node].received);
  g_clear_pointer (&sim->ranks, g_free);
}

/* Receiving ------------------------------------------------------------------------------------ */

static guint
n_received (const DlSimRank *rank, guint32 tag)
{
  for (guint i = rank->n_tags; i-- > 0;)
    if (rank->received[i].tag == tag)
      return rank->received[i].n;
  return 0;
}

void
dl_sim_program_receive (DlSimBlock *block, guint node, guint tag)
{
  DlSimRank *rank = &block->sim->ranks[node];
  guint i = rank->n_tags;

  while (i > 0 && rank->received[i - 1].tag != tag)
    i--;
  if (i > 0)
    rank->received[i - 1].n++;
  else
    {
      if (rank->n_tags == rank->size)
        {
          rank->size = MAX (2 * rank->size, 2);
          rank->received = g_renew (Received, rank->received, rank->size);
        }
      rank->received[rank->n_tags++] = (Received) { tag, 1 };
    }
  block->sim->nodes[node].inject = TRUE;
}

/* Sending -------------------------------------------------------------------------------------- */

/* The message is created, all of it, however long it waits to be sent. */
static void
begin (DlSimBlock *block, DlSimRank *rank)
{
  rank->begun = TRUE;
  rank->begun_at = block->now;
  if (rank->step.send_to == DL_NO_RANK)
    return;
  rank->n_packets = dl_workload_packets (block->sim->plan->workload, rank->step.bytes);
  block->tally->counters.created += rank->n_packets;
}

gboolean
dl_sim_program_packet (DlSimBlock *block, guint node, DlSimPacket *packet)
{
  const DlSim *sim = block->sim;
  const DlWorkload *workload = sim->plan->workload;
  DlSimRank *rank = &sim->ranks[node];

  if (rank->rank == DL_NO_RANK)
    return FALSE;
  while (rank->done_at == G_MAXUINT64)
    {
      if (!rank->begun)
        {
          if (sim->sources_stopped)
            return FALSE;
          begin (block, rank);
        }
      if (rank->packet < rank->n_packets)
        {
          packet->created = rank->begun_at;
          packet->dest = dl_workload_node (workload, rank->step.send_to);
          packet->flits = dl_workload_packet_flits (workload, rank->step.bytes, rank->packet);
          packet->tag = rank->step.tag;
          packet->last = rank->packet + 1 == rank->n_packets;
          return TRUE;
        }
      if (n_received (rank, rank->step.tag) < rank->step.n_wait)
        return FALSE;
      rank->i_step++;
      load_step (workload, rank, block->now);
    }
  return FALSE;
}

void
dl_sim_program_sent (DlSimBlock *block, guint node)
{
  block->sim->ranks[node].packet++;
}

guint64
dl_sim_program_waiting (const DlSim *sim, guint node)
{
  return sim->ranks != NULL ? sim->ranks[node].n_packets - sim->ranks[node].packet : 0;
}

/* How far it is -------------------------------------------------------------------------------- */

guint64
dl_sim_program_rank_done (const DlSim *sim, guint rank)
{
  return sim->ranks[dl_workload_node (sim->plan->workload, rank)].done_at;
}

guint
dl_sim_program_rank_step (const DlSim *sim, guint rank)
{
  return sim->ranks[dl_workload_node (sim->plan->workload, rank)].i_step;
}

guint64
dl_sim_program_done (const DlSim *sim)
{
  guint64 last = 0;

  if (sim->ranks == NULL)
    return G_MAXUINT64;
  for (guint rank = 0; rank < sim->plan->workload->n_ranks; rank++)
    last = MAX (last, dl_sim_program_rank_done (sim, rank));
  return last;
}
