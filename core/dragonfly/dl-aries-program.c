/* All to all by a rotating shift: step after step each node sends a message to the one so many
 * places behind it in its set, round and round (Cascade paper 6, figure 9). The shifts rise, or
 * come in an order drawn at random. */
#include "dl-aries-private.h"

/* Whom @node sends to in the step at that place of the order. */
static guint
partner (const DlAriesPlan *plan, guint node, guint place)
{
  const guint set = plan->team[node], first = plan->team_first[set];
  const guint n = plan->team_first[set + 1] - first;
  const guint shift = plan->team_shift != NULL ? plan->team_shift[first + place] : place;

  return plan->team_node[first + (plan->team_at[node] + shift) % n];
}

guint
dl_aries_plan_steps (const DlAriesPlan *plan, guint node)
{
  const DlAriesPlanOptions *options = &plan->options;
  guint n, all;

  if (plan->team == NULL || plan->team[node] == DL_NO_SET)
    return 0;
  n = plan->team_first[plan->team[node] + 1] - plan->team_first[plan->team[node]];
  all = n > options->first_shift ? n - options->first_shift : 0;
  return options->n_shifts > 0 ? MIN (options->n_shifts, all) : all;
}

void
dl_aries_program_init (DlAries *sim, guint node)
{
  sim->nodes[node].program.n_steps = dl_aries_plan_steps (sim->plan, node);
}

static guint64
packets_of (const DlAriesPlanOptions *options, guint64 bytes)
{
  return (bytes + options->payload_bytes - 1) / options->payload_bytes;
}

/* The next message that has a way. FALSE at the end. */
static gboolean
begin_message (DlAriesBlock *block, guint node)
{
  DlAries *sim = block->sim;
  const DlAriesPlanOptions *options = &sim->plan->options;
  DlAriesProgram *program = &sim->nodes[node].program;
  const guint64 packets = packets_of (options, options->message_bytes);

  while (program->step < program->n_steps && !sim->sources_stopped)
    {
      program->dest = partner (sim->plan, node, options->first_shift + program->step++);
      if (!dl_aries_reaches (sim->plan, node, program->dest))
        {
          block->tally->counters.unreachable += packets;
          continue;
        }
      program->left = options->message_bytes;
      program->begun_at = block->now;
      block->tally->counters.created += packets;
      return TRUE;
    }
  return FALSE;
}

gboolean
dl_aries_program_packet (DlAriesBlock *block, guint node, DlAriesPacket *packet)
{
  const DlAriesPlanOptions *options = &block->sim->plan->options;
  DlAriesProgram *program = &block->sim->nodes[node].program;

  if (program->left == 0 && !begin_message (block, node))
    return FALSE;
  packet->created = program->begun_at;
  packet->dest = program->dest;
  packet->payload = MIN (program->left, options->payload_bytes);
  packet->flits = dl_aries_plan_flits (&block->sim->plan->options, packet->payload);
  return TRUE;
}

void
dl_aries_program_sent (DlAriesBlock *block, guint node, const DlAriesPacket *packet)
{
  block->sim->nodes[node].program.left -= packet->payload;
}

guint64
dl_aries_program_waiting (const DlAries *sim, guint node)
{
  return packets_of (&sim->plan->options, sim->nodes[node].program.left);
}

void
dl_aries_program_forget (DlAries *sim, guint node)
{
  DlAriesProgram *program = &sim->nodes[node].program;

  if (program->left == 0 || dl_aries_reaches (sim->plan, node, program->dest))
    return;
  sim->tallies[0].counters.dropped_source += dl_aries_program_waiting (sim, node);
  program->left = 0;
}

guint64
dl_aries_done (const DlAries *sim)
{
  guint64 in_network = 0, last = 0;

  if (sim->plan->options.kind != DL_ARIES_ALL_TO_ALL)
    return G_MAXUINT64;
  for (guint node = 0; node < sim->dragonfly->n_nodes; node++)
    {
      const DlAriesProgram *program = &sim->nodes[node].program;
      if (program->left > 0 || program->step < program->n_steps)
        return G_MAXUINT64;
    }
  for (guint i = 0; i < sim->n_tallies; i++)
    {
      const DlSimCounters *tally = &sim->tallies[i].counters;

      in_network += tally->injected - tally->delivered - tally->dropped_link;
      last = MAX (last, sim->tallies[i].last_delivery);
    }
  return in_network == 0 ? last : G_MAXUINT64;
}
