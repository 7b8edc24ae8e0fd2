/* A simulation from its making to its counters. */
#include "dl-aries-private.h"

#include <math.h>

/* A block's routers should stay in the cache while it is advanced; there should be enough blocks to
 * share out among threads. */
#define GOOD_BLOCK  16
#define GOOD_BLOCKS 16

static guint64
flit_time (double rate)
{
  return (guint64) nearbyint (ldexp (1 / rate, DL_ARIES_FRACTION));
}

static guint
good_wheel_size (const DlAries *sim)
{
  guint64 slowest = 0;
  guint packet, longest, size = 64;

  for (guint class = 0; class < G_N_ELEMENTS (sim->flit_time); class ++)
    slowest = MAX (slowest, sim->flit_time[class]);
  /* Until a tail has left; an answer; and from the end of a window into a block that is at its
   * beginning. */
  packet = 2 + dl_aries_ceil (sim->plan->options.packet_flits * slowest) + sim->link_cycles;
  longest = MAX (packet, DL_DRAGONFLY_MAX_HOPS * sim->link_cycles) + sim->link_cycles;
  while (size <= longest)
    size *= 2;
  return size;
}

/* The node that sends the most offers the load, others in proportion to what they send, as in the
 * analysis. */
static void
set_node_rates (DlAries *sim)
{
  const DlDragonflyDemand *demand = sim->plan->options.demand;
  const guint n_nodes = sim->dragonfly->n_nodes;
  double most = 0;
  gboolean same = TRUE;

  g_clear_pointer (&sim->node_log_none, g_free);
  if (sim->birth_rate == 0 || isinf (sim->birth_rate))
    return;
  for (guint node = 0; node < n_nodes; node++)
    most = MAX (most, dl_dragonfly_demand_sent (demand, node));
  for (guint node = 0; node < n_nodes && same; node++)
    {
      const double sent = dl_dragonfly_demand_sent (demand, node);
      same = sent == 0 || sent == most; /* who sends nothing has no births */
    }
  if (same)
    return;
  sim->node_log_none = g_new (double, n_nodes);
  for (guint node = 0; node < n_nodes; node++)
    sim->node_log_none[node]
        = dl_sim_births_log_none (sim->birth_rate * dl_dragonfly_demand_sent (demand, node) / most);
}

void
dl_aries_take_rates (DlAries *sim)
{
  const DlAriesPlanOptions *options = &sim->plan->options;
  const double rate = options->workload == NULL ? options->load / options->packet_flits : 0;

  /* One packet can be born in a slot. */
  sim->slot_bits = 0;
  while (!isinf (rate) && rate > 1 << sim->slot_bits)
    sim->slot_bits++;
  sim->birth_rate = rate / (1 << sim->slot_bits);
  sim->birth_log_none = dl_sim_births_log_none (sim->birth_rate);
  set_node_rates (sim);
}

static void
routers_init (DlAries *sim)
{
  const DlDragonfly *net = sim->dragonfly;

  sim->routers = g_aligned_alloc0 (net->n_routers, sizeof *sim->routers, sizeof *sim->routers);
  sim->n_ports = 0;
  sim->words = 1;
  for (guint router = 0; router < net->n_routers; router++)
    {
      DlAriesRouterState *state = &sim->routers[router];

      state->first_port = sim->n_ports;
      state->n_links = net->first_link[router + 1] - net->first_link[router];
      state->n_ports = state->n_links + net->nodes_per_router;
      state->n_words = (state->n_ports + 63) / 64;
      sim->words = MAX (sim->words, state->n_words);
      sim->n_ports += state->n_ports;
    }
}

static void
ports_init (DlAries *sim)
{
  const gsize n = (gsize) sim->n_ports * DL_ARIES_SIM_VCS;

  sim->ports = g_aligned_alloc0 (sim->n_ports, sizeof *sim->ports, sizeof *sim->ports);
  sim->outgoing = g_aligned_alloc0 (n * (1 + sim->words), sizeof *sim->outgoing, 64);
  sim->queues = g_aligned_alloc (n, sizeof *sim->queues, 64);
  for (gsize i = 0; i < n; i++)
    sim->queues[i].first = DL_ARIES_NO_PACKET;
  for (guint port = 0; port < sim->n_ports; port++)
    {
      sim->ports[port].alone = DL_ARIES_NO_PACKET;
      for (guint vc = 0; vc < DL_ARIES_SIM_VCS; vc++)
        sim->ports[port].credits[vc] = sim->plan->options.router.input_buffer;
    }
}

static void
wires_init (DlAries *sim)
{
  const DlDragonfly *net = sim->dragonfly;

  sim->wires = g_new0 (DlAriesWire, sim->n_ports);
  for (guint port = 0; port < sim->n_ports; port++)
    sim->wires[port].class = DL_N_LINK_CLASSES;
  for (guint link = 0; link < net->n_links; link++)
    sim->wires[dl_aries_port_of_link (sim, link)]
        = (DlAriesWire) { .router = net->link_to[link],
                          .port = dl_aries_link_port (sim, net->link_back[link]),
                          .class = net->link_class[link] };
}

static void
blocks_init (DlAries *sim, guint block_routers)
{
  const guint n_routers = sim->dragonfly->n_routers;

  if (block_routers == 0)
    block_routers = CLAMP (n_routers / GOOD_BLOCKS, 1, GOOD_BLOCK);
  /* Events number a block's routers by 16 bits. */
  sim->block_routers = MIN (MIN (block_routers, G_MAXUINT16), n_routers);
  sim->n_blocks = (n_routers + sim->block_routers - 1) / sim->block_routers;
  sim->blocks = g_aligned_alloc0 (sim->n_blocks, sizeof *sim->blocks, DL_SIM_APART);
  sim->block_of = g_new (guint32, n_routers);
  for (guint i = 0; i < sim->n_blocks; i++)
    {
      DlAriesBlock *block = &sim->blocks[i];

      block->sim = sim;
      block->first_router = i * sim->block_routers;
      block->n_routers = MIN (sim->block_routers, n_routers - block->first_router);
      block->free_packet = DL_ARIES_NO_PACKET;
      block->published = sim->published[0];
      for (guint w = 0; w < DL_ARIES_WHEELS; w++)
        dl_sim_wheel_init (&block->wheels[w], sim->wheel_size);
      block->active = g_new (guint16, block->n_routers + 1);
      for (guint r = 0; r < block->n_routers; r++)
        sim->block_of[block->first_router + r] = i;
    }
}

DlAries *
dl_aries_new (DlAriesPlan *plan, guint block_routers)
{
  DlAries *sim = g_new0 (DlAries, 1);

  sim->plan = dl_aries_plan_ref (plan);
  sim->routes = plan->options.routes;
  sim->dragonfly = sim->routes->dragonfly;
  sim->link_cycles = plan->options.router.link_cycles;
  sim->threshold = plan->options.packet_flits;
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    sim->flit_time[class] = flit_time (plan->options.router.rate[class]);
  sim->flit_time[DL_N_LINK_CLASSES] = flit_time (plan->options.router.node_rate);
  sim->wheel_size = good_wheel_size (sim);
  dl_aries_take_rates (sim);
  routers_init (sim);
  ports_init (sim);
  wires_init (sim);
  dl_aries_ways_init (sim);
  for (guint i = 0; i < 2; i++)
    sim->published[i] = g_new0 (guint32, sim->dragonfly->n_routers);
  blocks_init (sim, block_routers);
  sim->nodes = g_aligned_alloc0 (sim->dragonfly->n_nodes, sizeof *sim->nodes, 64);
  if (plan->options.workload != NULL)
    sim->ranks = dl_sim_ranks_new (plan->options.workload, sim->dragonfly->n_nodes);
  for (guint node = 0; node < sim->dragonfly->n_nodes; node++)
    {
      dl_aries_source_init (sim, node);
      dl_aries_source_start (sim, node);
    }
  dl_sim_post_init (&sim->post, sizeof (DlAriesMail));
  sim->crew = dl_sim_crew_new ("dl-aries");
  dl_aries_set_threads (sim, 1);
  return sim;
}

void
dl_aries_free (DlAries *sim)
{
  if (sim == NULL)
    return;
  dl_sim_crew_free (sim->crew);
  dl_sim_post_clear (&sim->post);
  dl_sim_tallies_clear (&sim->tallies);
  dl_aries_swap_clear (sim);
  for (guint i = 0; i < sim->n_blocks; i++)
    {
      DlAriesBlock *block = &sim->blocks[i];

      for (guint w = 0; w < DL_ARIES_WHEELS; w++)
        dl_sim_wheel_clear (&block->wheels[w]);
      g_free (block->active);
      g_aligned_free (block->packets);
    }
  for (guint node = 0; node < sim->dragonfly->n_nodes; node++)
    g_free (sim->nodes[node].births.births);
  dl_sim_ranks_free (sim->ranks);
  for (guint i = 0; i < 2; i++)
    g_free (sim->published[i]);
  g_free (sim->node_log_none);
  g_aligned_free (sim->blocks);
  g_free (sim->block_of);
  g_aligned_free (sim->routers);
  g_aligned_free (sim->ports);
  g_free (sim->wires);
  g_free (sim->only_way);
  g_aligned_free (sim->outgoing);
  g_aligned_free (sim->queues);
  g_aligned_free (sim->nodes);
  dl_aries_plan_unref (sim->plan);
  g_free (sim);
}

guint64
dl_aries_cycle (const DlAries *sim)
{
  return sim->now;
}

void
dl_aries_run (DlAries *sim, guint64 cycles)
{
  cycles -= dl_aries_drain (sim, cycles);
  if (cycles > 0)
    dl_aries_run_cycles (sim, cycles);
}

void
dl_aries_stop_sources (DlAries *sim)
{
  sim->sources_stopped = TRUE;
}

/* Counters ------------------------------------------------------------------------------------- */

void
dl_aries_get_counters (const DlAries *sim, DlSimCounters *counters)
{
  dl_sim_tallies_get_counters (&sim->tallies, counters);
}

void
dl_aries_get_point (const DlAries *sim, DlSimPoint *point)
{
  dl_sim_tallies_get_point (&sim->tallies, sim->now, point);
}

void
dl_aries_get_links (const DlAries *sim, const DlAriesLinkCounters *counters)
{
  for (guint link = 0; link < sim->dragonfly->n_links; link++)
    {
      const guint port = dl_aries_port_of_link (sim, link);
      guint64 flits = 0;

      for (guint vc = 0; vc < DL_ARIES_SIM_VCS; vc++)
        {
          const guint64 one = *dl_aries_vc_flits (sim, port, vc);

          flits += one;
          if (counters->vc_flits != NULL)
            counters->vc_flits[(gsize) link * DL_ARIES_SIM_VCS + vc] = one;
        }
      if (counters->flits != NULL)
        counters->flits[link] = flits;
      if (counters->packets != NULL)
        counters->packets[link] = sim->ports[port].packets;
      if (counters->stalls != NULL)
        {
          /* What has not ended counts up to now. */
          counters->stalls[link] = sim->ports[port].stalls;
          if (sim->ports[port].stalled)
            dl_sim_count_time (&counters->stalls[link], FALSE, sim->now);
        }
      if (counters->taken != NULL)
        counters->taken[link] = sim->ports[port].taken;
      if (counters->sending != NULL)
        {
          const guint64 each = sim->flit_time[sim->wires[port].class];
          const guint64 now = dl_aries_time (sim->now), free = sim->ports[port].free;

          const gboolean broken
              = dl_aries_link_is_dead (sim, link) || sim->dragonfly->link_state[link] != DL_LINK_UP;

          counters->sending[link] = free > now && !broken ? (free - now + each - 1) / each : 0;
        }
    }
}

void
dl_aries_get_nodes (const DlAries *sim, guint64 *injected, guint64 *delivered)
{
  for (guint node = 0; node < sim->dragonfly->n_nodes; node++)
    {
      if (injected != NULL)
        injected[node] = sim->nodes[node].serial;
      if (delivered != NULL)
        delivered[node] = sim->nodes[node].received;
    }
}
