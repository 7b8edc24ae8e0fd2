/* A simulation from its making to its counters. */
#include "dl-seastar-private.h"

#include <math.h>
#include <string.h>
#include <sys/mman.h>

/* A block's nodes and packets should stay in the cache while it is advanced; there should be enough
 * blocks to share out among threads. */
#define GOOD_BLOCK  64
#define GOOD_BLOCKS 8

#define HUGE_PAGE ((gsize) 1 << 21) /* bytes, as most processors have them */

/* Packets that a node can hold at once, on links towards it included, and packets that have come
 * over a link but may have to be sent again. */
static guint64
node_packets (const DlSeastarPlan *plan)
{
  const guint64 buffered = plan->router.input_buffer / plan->least_flits;
  const guint64 staged = plan->router.staging_buffer / plan->least_flits;
  const guint ejected = 2 + DL_SEASTAR_MAX_FLITS / plan->router.ejection_rate / plan->least_flits;

  return 2 * DL_SEASTAR_STAGED * buffered + DL_N_ROUTER_PORTS * DL_SEASTAR_STAGED * staged
         + ejected;
}

gboolean
dl_seastar_plan_fits (const DlSeastarPlan *plan)
{
  return node_packets (plan) <= DL_SEASTAR_MAX_PACKETS;
}

static guint
good_wheel_size (const DlSeastarPlan *plan)
{
  /* A packet that is being ejected, and the next one. */
  const guint eject = 1 + ceil (DL_SEASTAR_MAX_FLITS / plan->router.ejection_rate);
  /* From the end of a window into a block that is at its beginning: a credit for a packet that
     has still to leave; an answer about a packet. */
  const guint link = 2 * plan->router.link_cycles + DL_SEASTAR_MAX_FLITS;
  const guint longest = MAX (MAX (eject, link), plan->router.crossbar_cycles);
  guint size = 64;

  while (size <= longest)
    size *= 2;
  return size;
}

void
dl_seastar_packets_grow (DlSeastarBlock *block)
{
  DlSeastarPacket *packets;

  g_assert (block->n_packets
            < DL_SEASTAR_MAX_PACKETS); /* dl_seastar_new chose the block's size so */
  block->n_packets
      = MIN (block->n_packets + block->n_packets / 4 + 4 * block->n_nodes, DL_SEASTAR_MAX_PACKETS);
  packets = g_aligned_alloc (block->n_packets, sizeof *packets, DL_SEASTAR_LINE);
  if (block->n_used > 0)
    memcpy (packets, block->packets, block->n_used * sizeof *packets);
  g_aligned_free (block->packets);
  block->packets = packets;
}

void
dl_seastar_set_birth_rate (DlSeastar *sim)
{
  const DlSeastarPlan *plan = sim->plan;

  dl_sim_sources_rates (
      &plan->sources, &sim->rates,
      plan->workload != NULL ? 0 : plan->load / dl_seastar_mean_flits (plan) / plan->burst);
}

void
dl_seastar_node_clear (DlSeastar *sim, guint node)
{
  const DlRouterSpec *router = &sim->plan->router;
  DlSeastarNode *state = &sim->nodes[node];

  state->waiting = 0;
  for (guint queue = 0; queue < DL_SEASTAR_STAGED; queue++)
    dl_seastar_input_queue (state, queue)->first = DL_SEASTAR_NO_PACKET;
  for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
    {
      DlSeastarOutput *output = &state->output[port];

      for (guint queue = 0; queue < DL_SEASTAR_STAGED; queue++)
        {
          output->staged[queue].queue.first = DL_SEASTAR_NO_PACKET;
          *dl_seastar_room (state, queue, port) = router->staging_buffer;
        }
      output->leaving = (DlSeastarLeaving) { 0 };
      for (guint vc = 0; vc < DL_SIM_VCS; vc++)
        output->credits[vc] = router->input_buffer;
    }
}

static void
node_init (DlSeastar *sim, guint node)
{
  const DlTorusNetwork *network = sim->plan->routes->network;

  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    {
      const guint next = network->link_to[dl_torus_network_link (network, node, port)];

      if (next != DL_NO_NODE) /* at the edge of a mesh */
        sim->nodes[node].next[port]
            = (DlSeastarPlace) { sim->block_of[next],
                                 next - dl_seastar_block_of (sim, next)->first_node };
    }
  dl_seastar_node_clear (sim, node);
  dl_age_clock_init (&sim->nodes[node].clock, sim->plan->router.age_clock_period);
  dl_seastar_source_init (sim, node);
  dl_seastar_source_start (sim, node);
}

static void
block_init (DlSeastar *sim, guint i)
{
  DlSeastarBlock *block = &sim->blocks[i];

  block->sim = sim;
  block->first_node = i * sim->block_nodes;
  block->n_nodes = MIN (sim->block_nodes, sim->plan->routes->network->n_nodes - block->first_node);
  block->free_packet = DL_SEASTAR_NO_PACKET;
  dl_sim_wheel_init (&block->wheel, DL_SEASTAR_LANES * sim->wheel_size);
  block->index = i;
  block->router = &sim->plan->router;
  block->nodes = &sim->nodes[block->first_node];
  block->sources.items = g_new (guint16, block->n_nodes);
  block->outputs.items = g_new (guint16, block->n_nodes * DL_N_ROUTER_PORTS);
  block->inputs.items = g_new (guint16, block->n_nodes * DL_N_ROUTER_PORTS);
  for (guint node = 0; node < block->n_nodes; node++)
    sim->block_of[block->first_node + node] = i;
}

/* In few pages: a window touches all of them, more than the processor keeps addresses of small
 * ones. The system may decline. */
static DlSeastarNode *
nodes_new (guint n_nodes)
{
  const gsize bytes = n_nodes * sizeof (DlSeastarNode);
  DlSeastarNode *nodes = g_aligned_alloc (n_nodes, sizeof *nodes, DL_SEASTAR_LINE);
  const gsize before = -(guintptr) nodes % HUGE_PAGE; /* the first whole one begins */

  if (bytes >= before + HUGE_PAGE)
    madvise ((char *) nodes + before, (bytes - before) / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
  return memset (nodes, 0, bytes);
}

DlSeastar *
dl_seastar_new (DlSeastarPlan *plan, guint block_nodes)
{
  const guint n_nodes = plan->routes->network->n_nodes;
  const guint most = DL_SEASTAR_MAX_PACKETS / node_packets (plan);
  DlSeastar *sim = g_new0 (DlSeastar, 1);

  sim->plan = dl_seastar_plan_ref (plan);
  sim->watch.node = DL_NO_NODE;
  if (block_nodes == 0)
    block_nodes = CLAMP (n_nodes / GOOD_BLOCKS, 1, GOOD_BLOCK);
  sim->block_nodes = MIN (MIN (block_nodes, most), n_nodes);
  sim->n_blocks = (n_nodes + sim->block_nodes - 1) / sim->block_nodes;
  sim->wheel_size = good_wheel_size (plan);
  sim->threshold = MIN (DL_SEASTAR_MAX_FLITS, plan->router.input_buffer);
  dl_seastar_set_birth_rate (sim);
  sim->blocks = g_aligned_alloc0 (sim->n_blocks, sizeof *sim->blocks, DL_SIM_APART);
  sim->block_of = g_new (guint16, n_nodes);
  sim->nodes = nodes_new (n_nodes);
  sim->ports = g_new0 (DlSeastarPortRest, n_nodes * DL_N_ROUTER_PORTS);
  if (plan->workload != NULL)
    sim->ranks = dl_sim_ranks_new (plan->workload, n_nodes, 16);
  dl_seastar_links_init (sim);
  for (guint i = 0; i < sim->n_blocks; i++)
    block_init (sim, i);
  for (guint node = 0; node < n_nodes; node++)
    node_init (sim, node);
  dl_sim_post_init (&sim->post, sizeof (DlSeastarMail));
  sim->crew = dl_sim_crew_new ("dl-sim");
  dl_seastar_set_threads (sim, 1);
  return sim;
}

void
dl_seastar_free (DlSeastar *sim)
{
  if (sim == NULL)
    return;
  dl_sim_crew_free (sim->crew);
  dl_sim_post_clear (&sim->post);
  dl_sim_tallies_clear (&sim->tallies);
  dl_seastar_swap_clear (sim);
  for (guint i = 0; i < sim->n_blocks; i++)
    {
      DlSeastarBlock *block = &sim->blocks[i];

      dl_sim_wheel_clear (&block->wheel);
      g_free (block->sources.items);
      g_free (block->outputs.items);
      g_free (block->inputs.items);
      g_aligned_free (block->packets);
    }
  for (guint node = 0; node < sim->plan->routes->network->n_nodes; node++)
    g_free (sim->nodes[node].births.births);
  dl_sim_ranks_free (sim->ranks);
  g_aligned_free (sim->blocks);
  g_free (sim->block_of);
  g_aligned_free (sim->nodes);
  g_free (sim->ports);
  g_free (sim->links);
  g_free (sim->rates.each);
  dl_seastar_plan_unref (sim->plan);
  g_free (sim);
}

guint64
dl_seastar_cycle (const DlSeastar *sim)
{
  return sim->now;
}

void
dl_seastar_stop_sources (DlSeastar *sim)
{
  sim->sources_stopped = TRUE;
}

/* Counters ------------------------------------------------------------------------------------- */

void
dl_seastar_end_times (const DlSeastar *sim, guint node, guint port, DlSeastarPortRest *rest)
{
  const DlSeastarNode *state = &sim->nodes[node];
  const guint blocked = state->output[port].blocked;

  if (blocked != 0)
    dl_sim_count_time (&rest->stalled_output, FALSE, sim->now);
  for (guint vc = 0; vc < DL_SIM_VCS; vc++)
    if (blocked >> vc & 1)
      dl_sim_count_time (&rest->blocked[vc], FALSE, sim->now);
}

void
dl_seastar_get_port_counters (const DlSeastar *sim, guint node, guint port,
                              DlSeastarPortCounters *counters)
{
  const DlSeastarNode *state = &sim->nodes[node];
  const DlSeastarOutput *output = &state->output[port];
  DlSeastarPortRest rest = *dl_seastar_port_rest (sim, node, port);

  dl_seastar_end_times (sim, node, port, &rest); /* times that have not ended count up to now */
  *counters = (DlSeastarPortCounters) {
    .stalled_output = rest.stalled_output,
    .stalled_input = state->input[port].stalled,
    .head_wait = state->input[port].head_wait,
  };
  if (state->input_stalled >> port & 1)
    dl_sim_count_time (&counters->stalled_input, FALSE, sim->now);
  for (guint vc = 0; vc < DL_SIM_VCS; vc++)
    {
      counters->packets[vc] = (guint64) rest.wraps[vc] << 32 | output->packets[vc];
      counters->flits[vc] = counters->packets[vc] * sim->plan->packet_flits - rest.missing[vc];
      counters->blocked[vc] = rest.blocked[vc];
    }
  if (sim->links != NULL && port != DL_SEASTAR_PROCESSOR)
    {
      const DlSeastarLink *link = dl_seastar_link_of (sim, node, port);

      counters->retransmitted_packets = link->retransmitted_packets;
      counters->retransmitted_flits = link->retransmitted_flits;
    }
  if (!dl_seastar_is_dead (sim, node, port)
      && (port == DL_SEASTAR_PROCESSOR
          || dl_torus_network_link_up (sim->plan->routes->network, node, port)))
    {
      const DlSeastarLeaving *leaving = &output->leaving;

      counters->sending
          = leaving->flits - MIN ((guint32) sim->now - leaving->granted, (guint32) leaving->flits);
    }
}

guint
dl_seastar_get_occupancy (const DlSeastar *sim, guint node, guint port)
{
  guint taken = DL_SIM_VCS * sim->plan->router.input_buffer;

  for (guint vc = 0; vc < DL_SIM_VCS; vc++)
    taken -= sim->nodes[node].output[port].credits[vc];
  return taken;
}

void
dl_seastar_add_port (DlSimCounters *counters, guint port, const DlSeastarPortCounters *one)
{
  for (guint vc = 0; vc < DL_SIM_VCS; vc++)
    {
      counters->packets[port][vc] += one->packets[vc];
      counters->flits[port][vc] += one->flits[vc];
      counters->blocked[port][vc] += one->blocked[vc];
    }
  counters->stalled_output[port] += one->stalled_output;
  counters->stalled_input[port] += one->stalled_input;
  counters->head_wait[port] += one->head_wait;
  counters->retransmitted_packets += one->retransmitted_packets;
  counters->retransmitted_flits += one->retransmitted_flits;
}

void
dl_seastar_get_counters (const DlSeastar *sim, DlSimCounters *counters)
{
  dl_sim_tallies_get_counters (&sim->tallies, counters);
  for (guint node = 0; node < sim->plan->routes->network->n_nodes; node++)
    for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
      {
        DlSeastarPortCounters one;

        dl_seastar_get_port_counters (sim, node, port, &one);
        dl_seastar_add_port (counters, port, &one);
      }
}

void
dl_seastar_get_point (const DlSeastar *sim, DlSimPoint *point)
{
  dl_sim_tallies_get_point (&sim->tallies, sim->now, point);
}

void
dl_seastar_get_stats (const DlSeastar *sim, DlSimStats *stats)
{
  dl_sim_tallies_get_stats (&sim->tallies, sim->plan->routes->network->n_nodes, stats);
}

void
dl_seastar_get_all_ports (const DlSeastar *sim, DlSeastarPortCounters *counters)
{
  for (guint node = 0; node < sim->plan->routes->network->n_nodes; node++)
    for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
      dl_seastar_get_port_counters (sim, node, port, &counters[node * DL_N_ROUTER_PORTS + port]);
}

/* Runs ----------------------------------------------------------------------------------------- */

/* Runs: blocks shared out among threads, which meet after each window, and what blocks do to each
 * other. Blocks of the same thread do it at once; what goes to another thread's waits in a mailbox
 * until that one begins its next window. */

void
dl_seastar_mail (DlSeastarBlock *from, DlSeastarPlace place, guint64 cycle, DlSimEvent event)
{
  DlSeastar *sim = from->sim;
  DlSeastarMail *mail
      = dl_sim_post_add (&sim->post, from->parity, from->worker, sim->blocks[place.block].worker);

  *mail = (DlSeastarMail) { .cycle = cycle, .block = place.block, .event = event };
  if (event.kind != DL_SEASTAR_ARRIVE)
    return;
  mail->packet = from->packets[event.packet];
  dl_seastar_packet_give_back (from, event.packet);
}

static void
receive (DlSeastarBlock *block, const DlSeastarMail *mail)
{
  DlSimEvent event = mail->event;

  if (event.kind == DL_SEASTAR_ARRIVE)
    {
      event.packet = dl_seastar_packet_take (block);
      block->packets[event.packet] = mail->packet;
    }
  dl_seastar_schedule (block, mail->cycle, event);
}

static void
take_mail (gpointer data, guint worker, guint parity)
{
  DlSeastar *sim = data;

  for (guint from = 0; from < sim->post.n_threads; from++)
    {
      DlSimMailbox *box = dl_sim_post_box (&sim->post, parity, from, worker);
      const DlSeastarMail *mails = box->items;

      for (guint i = 0; i < box->n; i++)
        receive (&sim->blocks[mails[i].block], &mails[i]);
      box->n = 0;
    }
}

static void
give_block (gpointer data, guint block, guint worker)
{
  DlSeastar *sim = data;

  sim->blocks[block].worker = worker;
  sim->blocks[block].tally = &sim->tallies.of[worker];
}

static void
advance (gpointer data, guint i, guint64 from, guint64 to, guint parity)
{
  DlSeastarBlock *block = &((DlSeastar *) data)->blocks[i];

  block->parity = parity;
  block->plain = block->sim->links == NULL && block->sim->swap.dead == NULL
                 && block->sim->watch.node == DL_NO_NODE;
  block->eager = isinf (block->sim->rates.rate) || block->sim->ranks != NULL;
  block->threshold = block->sim->threshold;
  block->packet_flits = block->sim->plan->packet_flits;
  for (block->now = from; block->now < to; block->now++)
    dl_seastar_block_run_cycle (block);
}

void
dl_seastar_run (DlSeastar *sim, guint64 cycles)
{
  cycles -= dl_seastar_drain (sim, cycles);
  if (cycles > 0)
    dl_seastar_run_cycles (sim, cycles);
}

void
dl_seastar_run_cycles (DlSeastar *sim, guint64 cycles)
{
  const DlSimWork work = {
    .sim = sim,
    .n_blocks = sim->n_blocks,
    .window = sim->plan->router.link_cycles,
    .give = give_block,
    .take_mail = take_mail,
    .advance = advance,
  };

  dl_sim_crew_run (sim->crew, &work, sim->now, sim->now + cycles);
  sim->now += cycles;
}

void
dl_seastar_set_threads (DlSeastar *sim, guint n_threads)
{
  g_assert (n_threads >= 1);
  n_threads = MIN (n_threads, sim->n_blocks); /* more would have nothing to do */
  dl_sim_crew_set_threads (sim->crew, n_threads);
  dl_sim_post_set_threads (&sim->post, n_threads);
  dl_sim_tallies_grow (&sim->tallies, n_threads, sim->plan->routes->network->n_nodes);
}

gboolean
dl_seastar_run_to_grant (DlSeastar *sim, guint64 cycles)
{
  const guint64 before = sim->watch.n_grants;

  g_assert (sim->watch.node != DL_NO_NODE);
  for (; cycles > 0 && sim->watch.n_grants == before; cycles--)
    dl_seastar_run (sim, 1);
  return sim->watch.n_grants != before;
}
