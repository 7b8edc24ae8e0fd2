/* One router watched from inside. */
#include "dl-sim-inside.h"

#include "dl-sim-private.h"

G_STATIC_ASSERT (DL_SIM_N_STAGED == DL_SIM_STAGED);

/* The clock as it is in the next cycle. */
static DlAgeClock
clock_now (const DlSim *sim, const DlSimNode *state)
{
  DlAgeClock clock = state->clock;

  dl_age_clock_advance (&clock, sim->plan->router.age_clock_period, sim->now);
  return clock;
}

static DlSimPacketInside
look_at (const DlSimBlock *block, guint16 index, const DlAgeClock *clock)
{
  const DlSimPacket *packet = &block->packets[index];
  const guint64 now = block->now;

  return (DlSimPacketInside) {
    .source = packet->source,
    .dest = packet->dest,
    .created = dl_sim_whole_cycle (now, packet->created),
    .injected = dl_sim_whole_cycle (now, packet->injected),
    .age = dl_age_now (clock, packet->head),
    .epoch = DL_HEAD_EPOCH (packet->head),
    .flits = packet->flits,
    .port = packet->port,
    .vc = packet->vc,
    .hops = packet->hops - packet->left,
  };
}

void
dl_sim_watch (DlSim *sim, guint node)
{
  g_assert (node == DL_NO_NODE || node < sim->plan->routes->network->n_nodes);
  sim->watch.node = node;
  sim->watch.n_grants = 0;
}

guint
dl_sim_watched (const DlSim *sim)
{
  return sim->watch.node;
}

/* Where the next grant is kept: outputs decide in any order, but in a cycle they are kept in that
 * of their ports. */
static DlSimGrant *
make_room (DlSimWatch *watch, guint64 cycle, guint output)
{
  guint64 at = watch->n_grants++;

  for (; at > 0; at--)
    {
      const DlSimGrant *before = &watch->grants[(at - 1) % DL_SIM_GRANTS_KEPT];

      if (before->cycle != cycle || before->output < output)
        break;
      watch->grants[at % DL_SIM_GRANTS_KEPT] = *before;
    }
  return &watch->grants[at % DL_SIM_GRANTS_KEPT];
}

void
dl_sim_note_grant (DlSimBlock *block, const DlSimNode *state, const DlSimDecision *decision)
{
  DlSimWatch *watch = &block->sim->watch;
  DlSimGrant *grant = make_room (watch, block->now, decision->output);
  const DlSimOutput *out = &state->output[decision->output];
  guint32 wanting = 0;

  *grant = (DlSimGrant) {
    .cycle = block->now,
    .output = decision->output,
    .winner = decision->winner,
    .rule = decision->rule,
    .select = decision->select,
    .candidates = decision->candidates,
    .packet = look_at (block, out->staged[decision->winner].queue.first, &state->clock),
  };
  for (guint vc = 0; vc < DL_SIM_VCS; vc++)
    wanting |= out->want[vc];
  grant->blocked = wanting & ~decision->candidates;
  for (guint32 rest = decision->candidates, best = 0; rest != 0; rest &= rest - 1)
    {
      const guint queue = __builtin_ctz (rest);

      grant->age[queue] = dl_age_now (&state->clock, out->staged[queue].key);
      if (grant->oldest == 0 || grant->age[queue] > best)
        {
          best = grant->age[queue];
          grant->oldest = 0;
        }
      if (grant->age[queue] == best)
        grant->oldest |= 1u << queue;
    }
}

static void
look_at_input (const DlSimBlock *block, guint16 first, const DlAgeClock *clock,
               DlSimInputInside *input)
{
  for (guint16 i = first; i != DL_SIM_NO_PACKET; i = block->packets[i].next)
    {
      if (input->n < DL_SIM_QUEUE_SHOWN)
        input->packets[input->n] = look_at (block, i, clock);
      input->n++;
      input->flits += block->packets[i].flits;
    }
}

static void
look_at_staged (const DlSimBlock *block, const DlSimNode *state, guint output, guint queue,
                const DlAgeClock *clock, DlSimStagedInside *staged)
{
  guint16 i = state->output[output].staged[queue].queue.first;

  if (i == DL_SIM_NO_PACKET)
    return;
  staged->first = look_at (block, i, clock);
  staged->has_credits
      = output == DL_SIM_PROCESSOR
        || state->output[output].credits[block->packets[i].vc] >= block->sim->threshold;
  for (; i != DL_SIM_NO_PACKET; i = block->packets[i].next)
    {
      staged->n++;
      staged->flits += block->packets[i].flits;
    }
}

void
dl_sim_get_inside (const DlSim *sim, DlSimInside *inside)
{
  const guint node = sim->watch.node;
  const DlSimBlock *block = dl_sim_block_of (sim, node);
  const DlSimNode *state = &sim->nodes[node];
  const DlAgeClock clock = clock_now (sim, state);
  const gboolean inhibited = dl_age_clock_inhibited (&clock, sim->now);

  *inside = (DlSimInside) {
    .node = node,
    .cycle = sim->now,
    .timestamp = clock.timestamp,
    .epoch = clock.epoch,
    .inhibited = inhibited,
    .packet_count = { clock.packet_count[0], clock.packet_count[1] },
    .next_tick = inhibited ? 0 : clock.next_cycle - sim->now,
    .input_buffer = sim->plan->router.input_buffer,
    .staging_buffer = sim->plan->router.staging_buffer,
    .waiting = state->births.n + dl_sim_program_waiting (sim, node),
    .n_grants = sim->watch.n_grants,
    .n_kept = MIN (sim->watch.n_grants, DL_SIM_GRANTS_KEPT),
  };
  for (guint queue = 0; queue < DL_SIM_STAGED; queue++)
    {
      look_at_input (block, dl_sim_input_first (state, queue), &clock, &inside->input[queue]);
      for (guint output = 0; output < DL_N_ROUTER_PORTS; output++)
        look_at_staged (block, state, output, queue, &clock, &inside->staged[output][queue]);
    }
  for (guint output = 0; output < DL_N_ROUTER_PORTS; output++)
    {
      inside->select[output] = state->output[output].grants;
      for (guint vc = 0; vc < DL_SIM_VCS; vc++)
        inside->credits[output][vc] = state->output[output].credits[vc];
    }
  for (guint i = 0; i < inside->n_kept; i++)
    inside->grants[i] = sim->watch.grants[(sim->watch.n_grants - 1 - i) % DL_SIM_GRANTS_KEPT];
}

gboolean
dl_sim_run_to_grant (DlSim *sim, guint64 cycles)
{
  const guint64 before = sim->watch.n_grants;

  g_assert (sim->watch.node != DL_NO_NODE);
  for (; cycles > 0 && sim->watch.n_grants == before; cycles--)
    dl_sim_run (sim, 1);
  return sim->watch.n_grants != before;
}

/* As any router's ------------------------------------------------------------------------------ */

static const DlInsideKind seastar = { g_free };

const DlSimInside *
dl_sim_inside_of (const DlRouterInside *inside)
{
  return dl_router_inside_get (inside, &seastar);
}

DlRouterInside *
dl_sim_get_router_inside (const DlSim *sim)
{
  DlSimInside *inside;

  if (sim->watch.node == DL_NO_NODE)
    return NULL;
  inside = g_new (DlSimInside, 1);
  dl_sim_get_inside (sim, inside);
  return dl_router_inside_new (&seastar, inside->node, inside->cycle, inside);
}
