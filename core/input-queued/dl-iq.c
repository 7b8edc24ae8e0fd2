/* A simulation from its making to its counters. */
#include "dl-iq.h"

#include "dl-iq-here.h"
#include "dl-iq-inside.h"
#include "dl-iq-private.h"
#include "dl-iq-watch.h"

#include <math.h>
#include <string.h>

/* Runs: blocks of routers and their nodes, shared out among threads, which meet after each window.
 */

static void
give_block (gpointer data, guint block, guint worker)
{
  DlIq *iq = data;

  iq->blocks[block].worker = &iq->workers[worker];
  iq->blocks[block].tally = &iq->tallies.of[worker];
}

static void
find_rows (DlIqBlock *block)
{
  const DlIq *iq = block->iq;

  block->flits = dl_iq_flit_row (iq, block->now);
  block->credits = dl_iq_credit_row (iq, block->now);
  for (guint i = 0; i < iq->n_takes; i++)
    {
      block->flit_rows[iq->takes[i]] = dl_iq_flit_row (iq, block->now + 1 + iq->takes[i]);
      block->credit_rows[iq->takes[i]] = dl_iq_credit_row (iq, block->now + iq->takes[i]);
    }
  /* A node takes flits in a cycle and the channel's delay after they are sent, and its credits are
   * back as many cycles later. */
  for (guint delay = 1; delay <= iq->node_delay; delay++)
    {
      block->flit_rows[iq->node_takes + delay]
          = dl_iq_credit_row (iq, block->now + 3 + 2 * delay + iq->credit_delay);
      block->credit_rows[iq->node_takes + delay]
          = block->node_rows + ((block->now + 1 + delay) & (iq->node_ring - 1)) * block->node_row;
    }
}

/* Prefetch rows at once: neighbors may have written them on another processor, which would else be
 * fetched line by line. */
static void
prefetch_rows (const DlIqBlock *block)
{
  const gsize first = (gsize) block->first_router * block->iq->row;
  const gsize end = first + (gsize) block->n_routers * block->iq->row;

  for (gsize byte = first; byte < end; byte += DL_IQ_LINE)
    {
      __builtin_prefetch (block->flits + byte, 1);
      __builtin_prefetch (block->credits + byte, 1);
    }
}

/* Each output counts its flits; here those over links. By the thread that has the routers, since
 * all of them are looked at: another one would have to give them back. */
static void
run_count_flit_hops (DlIqBlock *block)
{
  block->flit_hops = 0;
  for (guint i = 0; i < block->n_routers; i++)
    {
      const DlIqPortState *ports = dl_iq_router (block->iq, block->first_router + i).ports;

      for (guint port = 0; port < block->iq->n_ports; port++)
        block->flit_hops += ports[port].is_node ? 0 : ports[port].flits;
    }
}

/* Queue that routing sees of the link now; @data is the simulation. */
static guint
queue_of (gconstpointer data, guint link)
{
  const DlIq *iq = data;
  const DlGraph *graph = iq->plan->options.graph;
  const DlIqView view = { .iq = iq, .router = graph->link_from[link] };

  return dl_iq_view_queue (&view, graph->link_port[link]);
}

static void
advance (gpointer data, guint i, guint64 from, guint64 to, guint parity)
{
  DlIqBlock *block = &((DlIq *) data)->blocks[i];

  for (block->now = from; block->now < to; block->now++)
    {
      dl_sim_choices_judge (&block->choices, block->now, queue_of, block->iq,
                            &block->tally->counters);
      block->counts_waits = block->now % DL_IQ_WAIT_CYCLES == 0;
      find_rows (block);
      prefetch_rows (block);
      dl_iq_eject (block);
      dl_iq_nodes_cycle (block);
      if (block->iq->batches == NULL)
        dl_iq_routers_cycle (block);
      else
        dl_iq_batches_cycle (block);
      if (G_UNLIKELY (block->iq->swap.dead != NULL))
        dl_iq_drop_cycle (block);
    }
  if (to == block->iq->end)
    run_count_flit_hops (block);
}

void
dl_iq_run_cycles (DlIq *iq, guint64 cycles)
{
  const DlSimWork work = {
    .sim = iq,
    .n_blocks = iq->n_blocks,
    .window = iq->window,
    .give = give_block, /* and no mail: what routers do to each other is in the rings */
    .advance = advance,
  };

  iq->end = iq->now + cycles;
  dl_sim_crew_run (iq->crew, &work, iq->now, iq->end);
  iq->now = iq->end;
}

static void
run_on (DlIq *iq, guint64 cycles)
{
  cycles -= dl_iq_drain (iq, cycles);
  if (cycles > 0)
    dl_iq_run_cycles (iq, cycles);
}

void
dl_iq_run (DlIq *iq, guint64 cycles)
{
  const guint64 seen = iq->watch != NULL ? MIN (cycles, dl_iq_watch_cycles (iq)) : 0;

  run_on (iq, cycles - seen);
  for (guint64 i = 0; i < seen; i++)
    {
      dl_iq_watch_before (iq);
      run_on (iq, 1);
      dl_iq_watch_after (iq);
    }
}

static void
worker_init (DlIq *iq, DlIqWorker *worker)
{
  const guint n = iq->n_places;

  *worker = (DlIqWorker) { 0 };
  worker->granted_by = g_new (guint16, n);
  worker->requested = g_new (guint16, n);
  worker->grants = g_new0 (DlIqGrants, iq->block_routers + 1);
  worker->ends = g_new (guint32, iq->block_routers * iq->n_ports + 1);
  for (guint i = 0; i < n; i++)
    worker->granted_by[i] = DL_IQ_NO_VC;
}

void
dl_iq_set_threads (DlIq *iq, guint n_threads)
{
  g_assert (n_threads >= 1);
  n_threads = MIN (n_threads, iq->n_blocks); /* more would have nothing to do */
  dl_sim_crew_set_threads (iq->crew, n_threads);
  if (n_threads > iq->n_workers)
    {
      DlIqWorker *workers = g_aligned_alloc (n_threads, sizeof *workers, DL_SIM_APART);

      if (iq->n_workers > 0)
        memcpy (workers, iq->workers, iq->n_workers * sizeof *workers);
      g_aligned_free (iq->workers);
      iq->workers = workers;
      for (; iq->n_workers < n_threads; iq->n_workers++)
        worker_init (iq, &iq->workers[iq->n_workers]);
    }
  for (guint i = n_threads; i < iq->n_workers; i++)
    {
      DlIqList *list = &iq->workers[i].free_packets;

      while (list->n > 0)
        dl_iq_list_add (&iq->spare_packets, list->items[--list->n]);
    }
  iq->n_threads = n_threads;
  dl_sim_tallies_grow (&iq->tallies, n_threads, iq->plan->options.graph->n_nodes);
}

/* A block's routers should stay in the cache while it is advanced; there should be enough blocks to
 * share out among threads, but not of so few routers that there is little to do in a cycle. */
#define GOOD_BLOCK   64
#define LEAST_BLOCK  16
#define GOOD_BLOCKS  8
#define MOST_THREADS 256

/* Packets ------------------------------------------------------------------------------------ */

void
dl_iq_chunk_add (DlIq *iq)
{
  g_assert (iq->n_chunks < iq->most_chunks);
  iq->chunks[iq->n_chunks++] = g_aligned_alloc (DL_IQ_CHUNK, sizeof (DlIqPacket), DL_IQ_LINE);
}

static void
add_chunk (DlIq *iq, DlIqList *list)
{
  const guint32 first = iq->n_chunks * DL_IQ_CHUNK;

  dl_iq_chunk_add (iq);
  for (guint i = DL_IQ_CHUNK; i-- > 0;)
    dl_iq_list_add (list, first + i);
}

static void
move_packets (DlIqList *from, DlIqList *to, guint n)
{
  for (n = MIN (n, from->n); n > 0; n--)
    dl_iq_list_add (to, from->items[--from->n]);
}

void
dl_iq_packets_fetch (DlIq *iq, DlIqWorker *worker)
{
  g_mutex_lock (&iq->lock);
  if (iq->spare_packets.n == 0)
    add_chunk (iq, &worker->free_packets);
  else
    move_packets (&iq->spare_packets, &worker->free_packets, DL_IQ_CHUNK);
  g_mutex_unlock (&iq->lock);
}

void
dl_iq_packets_return (DlIq *iq, DlIqWorker *worker)
{
  g_mutex_lock (&iq->lock);
  move_packets (&worker->free_packets, &iq->spare_packets, DL_IQ_CHUNK);
  g_mutex_unlock (&iq->lock);
}

/* Making ------------------------------------------------------------------------------------- */

static guint
power_above (guint n)
{
  guint size = 4;

  while (size <= n)
    size *= 2;
  return size;
}

/* Rows of the rings: from the cycle in which something is done to the latest in which it arrives,
 * and a window more, by which blocks are apart. Of several flits that cross in a batch the last one
 * is sent as many cycles later. */
static void
set_rings (DlIq *iq)
{
  const DlIqPlanOptions *options = &iq->plan->options;
  const DlGraph *graph = options->graph;
  const guint sent
      = options->spec.switch_traversal_delay > 1 ? 1 + 3 * options->spec.switch_traversal_delay : 1;
  guint most = 1, least = DL_IQ_MAX_DELAY;

  for (guint i = 0; i < graph->n_routers * graph->n_ports; i++)
    if (iq->plan->ports[i].link != DL_IQ_NONE)
      {
        most = MAX (most, iq->plan->ports[i].delay);
        least = MIN (least, iq->plan->ports[i].delay);
      }
  /* A credit, and a flit that is granted the switch. */
  iq->window = MIN (1 + least + iq->credit_delay, 2 + least);
  for (guint node = 0; node < graph->n_nodes; node++)
    iq->node_delay = MAX (iq->node_delay, graph->node_cycles[node]);
  iq->flit_ring = power_above (sent + 1 + MAX (most, iq->node_delay) + iq->window);
  iq->credit_ring
      = power_above (MAX (1 + most, sent + 2 + 2 * iq->node_delay) + iq->credit_delay + iq->window);
  iq->eject_ring = power_above (sent + 1 + iq->node_delay);
  iq->node_ring = power_above (iq->node_delay);
}

/* Where a router's port begins in a row of the rings. */
static guint32
byte_of (const DlIq *iq, guint32 place)
{
  return place / iq->n_ports * iq->row + place % iq->n_ports * iq->port_bytes;
}

/* Set a port's links; nodes are told when the blocks are known. */
static void
set_port (DlIq *iq, guint place)
{
  const DlIqPort *port = &iq->plan->ports[place];
  DlIqPortState *state = dl_iq_port (iq, place);

  state->is_node = port->hearer != DL_IQ_NONE;
  if (port->link != DL_IQ_NONE)
    {
      state->far = byte_of (iq, port->far_port);
      iq->far_in[place] = dl_iq_at (iq, port->far_port, 0);
      state->flit_takes = 1 + port->delay;
    }
  if (port->near_port != DL_IQ_NONE)
    {
      state->near = byte_of (iq, port->near_port);
      state->credit_takes = 1 + iq->plan->ports[port->near_port].delay + iq->credit_delay;
    }
}

/* Times of flits and credits, each value once. */
static void
list_takes (DlIq *iq)
{
  const DlGraph *graph = iq->plan->options.graph;
  g_autofree guint8 *there = NULL;

  for (guint i = 0; i < graph->n_routers * graph->n_ports; i++)
    {
      const DlIqPortState *port = dl_iq_port (iq, i);

      iq->most_takes = MAX (iq->most_takes, MAX (port->flit_takes, port->credit_takes));
    }
  there = g_new0 (guint8, iq->most_takes + 1);
  for (guint i = 0; i < graph->n_routers * graph->n_ports; i++)
    there[dl_iq_port (iq, i)->flit_takes] = there[dl_iq_port (iq, i)->credit_takes] = TRUE;
  iq->takes = g_new (guint16, iq->most_takes + 1);
  for (guint takes = 1; takes <= iq->most_takes; takes++)
    if (there[takes])
      iq->takes[iq->n_takes++] = takes;
  iq->node_takes = iq->most_takes;
}

static void
make_batches (DlIq *iq)
{
  const DlIqSpec *spec = &iq->plan->options.spec;
  const guint n_routers = iq->plan->options.graph->n_routers;

  if (MAX (MAX (spec->routing_delay, spec->vc_allocation_delay),
           MAX (spec->switch_allocation_delay, spec->switch_traversal_delay))
      == 1)
    return;
  iq->batches = g_new0 (DlIqBatches, n_routers);
  for (guint router = 0; router < n_routers; router++)
    {
      DlIqBatches *batches = &iq->batches[router];

      batches->routing = g_new0 (guint64, iq->n_words);
      batches->vc = g_new0 (guint8, iq->n_ports);
      batches->sent = g_new0 (guint64, iq->n_ports);
    }
}

static void
make_slow (DlIq *iq)
{
  const DlIqPlan *plan = iq->plan;
  const gsize n_routers = plan->options.graph->n_routers;

  if (plan->node_interval != NULL)
    iq->node_free = g_new0 (guint64, plan->options.graph->n_nodes);
  if (plan->port_interval == NULL)
    return;
  iq->slow = g_new0 (guint64, n_routers);
  iq->port_free = g_new0 (guint64, n_routers * iq->n_ports);
  for (gsize place = 0; place < n_routers * iq->n_ports; place++)
    if (plan->port_interval[place] > 0)
      iq->slow[place / iq->n_ports] |= G_GUINT64_CONSTANT (1) << place % iq->n_ports;
}

static void
clear_batches (DlIq *iq)
{
  for (guint router = 0; iq->batches != NULL && router < iq->plan->options.graph->n_routers;
       router++)
    {
      DlIqBatches *batches = &iq->batches[router];

      batches->route_end = batches->vc_end = batches->switch_end = DL_IQ_NO_BATCH;
      batches->cross_begin = batches->cross_free = 0;
    }
}

/* Bits of the virtual channels that there are, of 64 places from @first on. */
static guint64
existing (const DlIq *iq, guint first)
{
  guint64 bits = 0;

  for (guint at = first; at < MIN (first + 64, iq->n_ports << iq->shift); at++)
    if ((at & (iq->span - 1)) < iq->vcs)
      bits |= G_GUINT64_CONSTANT (1) << (at - first);
  return bits;
}

/* Flits are counted for whole packets, when their heads are sent: here without flits that are still
 * to follow. */
static guint64
count_vc_flits (const DlIq *iq, gsize at)
{
  const guint owner = iq->out[at].owner;
  const DlIqHold *hold;

  if (owner == DL_IQ_NO_VC)
    return iq->out[at].flits;
  hold = dl_iq_hold (iq, at / iq->n_places * iq->n_places + owner);
  return iq->out[at].flits - (hold->fresh ? 0 : hold->left);
}

/* Counters, and the pointers of allocators, stay. */
static void
clear_router (DlIq *iq, guint index)
{
  const DlIqRouter router = dl_iq_router (iq, index);
  const gsize first = (gsize) index * iq->n_places;

  for (guint word = 0; word < iq->n_words; word++)
    router.masks[word] = (DlIqMasks) { .free = existing (iq, word * 64) };
  for (guint port = 0; port < iq->n_ports; port++)
    router.rounds[port].holders = 0;
  /* Flits sent of packets that are gone; their senders are forgotten below. */
  for (guint at = 0; at < iq->n_places; at++)
    {
      iq->out[first + at].flits = count_vc_flits (iq, first + at);
      iq->out[first + at].owner = DL_IQ_NO_VC;
    }
  for (guint at = 0; at < iq->n_places; at++)
    {
      router.n_flits[at] = 0;
      router.n_credits[at] = iq->plan->options.spec.buffer_flits;
      router.hold[at] = (DlIqHold) { .out = DL_IQ_NO_VC };
      iq->in[first + at] = (DlIqIn) { .accept = iq->in[first + at].accept };
      iq->out[first + at].next = 0;
    }
}

static void
clear_nodes (DlIq *iq)
{
  for (guint node = 0; iq->nodes != NULL && node < iq->plan->options.graph->n_nodes; node++)
    {
      iq->nodes[node].left = 0;
      iq->nodes[node].packet = DL_IQ_NO_PACKET;
    }
  for (guint i = 0; i < iq->n_blocks; i++)
    {
      DlIqBlock *block = &iq->blocks[i];

      for (guint j = 0; j < block->node_row << MIN (iq->shift, 3); j++)
        block->node_credits[j] = iq->plan->options.spec.buffer_flits;
      if (block->node_row > 0) /* there may be routers without nodes */
        memset (block->node_rows, 0, iq->node_ring * block->node_row);
    }
}

void
dl_iq_clear_routers (DlIq *iq)
{
  const guint n_routers = iq->plan->options.graph->n_routers;

  memset (iq->flits, 0, iq->flit_ring * iq->row_stride);
  memset (iq->credits, 0, iq->credit_ring * iq->row_stride);
  for (guint router = 0; router < n_routers; router++)
    clear_router (iq, router);
  clear_nodes (iq);
  clear_batches (iq);
}

static void
make_routers (DlIq *iq)
{
  const DlIqPlanOptions *options = &iq->plan->options;
  const gsize n_routers = options->graph->n_routers;
  const gsize n_ports = n_routers * iq->n_ports, n = n_routers * iq->n_places;

  iq->router_bytes = dl_iq_router_bytes (iq->shift, iq->row);
  iq->routers = g_aligned_alloc0 (n_routers, iq->router_bytes, DL_IQ_LINE);
  iq->flits = g_aligned_alloc0 (iq->flit_ring, iq->row_stride, DL_IQ_LINE);
  iq->credits = g_aligned_alloc0 (iq->credit_ring, iq->row_stride, DL_IQ_LINE);
  iq->in = g_new0 (DlIqIn, n);
  iq->out = g_new0 (DlIqOut, n);
  for (gsize i = 0; i < n; i++)
    iq->out[i].owner = DL_IQ_NO_VC;
  iq->far_in = g_new0 (guint32, n_ports);
  iq->counts = g_new0 (DlIqCounts, n_ports);
  iq->queued = g_new (guint32, n * iq->plan->queued_packets);
  iq->choices = g_new0 (DlIqChoice, n * options->most_choices);
  for (gsize place = 0; place < n_ports; place++)
    set_port (iq, place);
  list_takes (iq);
  make_batches (iq);
  make_slow (iq);
}

/* Nodes in the order of their routers, and a block's among them. */
static void
order_nodes (DlIq *iq)
{
  const DlGraph *graph = iq->plan->options.graph;
  g_autofree guint32 *n_before = g_new0 (guint32, graph->n_routers + 1);

  for (guint node = 0; node < graph->n_nodes; node++)
    n_before[iq->plan->inject_port[node] / graph->n_ports + 1]++;
  for (guint router = 0; router < graph->n_routers; router++)
    n_before[router + 1] += n_before[router];
  for (guint i = 0; i < iq->n_blocks; i++)
    {
      DlIqBlock *block = &iq->blocks[i];

      block->first_node = n_before[block->first_router];
      block->n_nodes = n_before[block->first_router + block->n_routers] - block->first_node;
    }
  iq->node_order = g_new (guint32, graph->n_nodes);
  iq->node_place = g_new (guint32, graph->n_nodes);
  for (guint node = 0; node < graph->n_nodes; node++)
    {
      const guint place = n_before[iq->plan->inject_port[node] / graph->n_ports]++;

      iq->node_order[place] = node;
      iq->node_place[node] = place;
    }
}

/* Credits for nodes, and where their ports' flits and credits go. */
static void
set_node_ports (DlIq *iq, DlIqBlock *block)
{
  block->node_row = (block->n_nodes * iq->port_bytes + 7) / 8 * 8;
  block->node_rows = g_malloc0 (iq->node_ring * block->node_row);
  block->node_credits
      = g_aligned_alloc0 (block->node_row << MIN (iq->shift, 3), sizeof (guint16), DL_IQ_LINE);
  for (guint i = 0; i < block->n_nodes; i++)
    {
      const DlGraph *graph = iq->plan->options.graph;
      const guint node = iq->node_order[block->first_node + i];
      const guint32 out = iq->plan->eject_port[node];
      DlIqPortState *from = dl_iq_port (iq, iq->plan->inject_port[node]);
      DlIqPortState *to = dl_iq_port (iq, out);

      from->near = i * iq->port_bytes;
      to->far = byte_of (iq, out);
      from->credit_takes = to->flit_takes = iq->node_takes + graph->node_cycles[node];
    }
}

/* Do all nodes hear the router that they send to? */
static gboolean
hear_at_home (const DlIqPlan *plan)
{
  const DlGraph *graph = plan->options.graph;

  for (guint node = 0; node < graph->n_nodes; node++)
    if (plan->inject_port[node] / graph->n_ports != plan->eject_port[node] / graph->n_ports)
      return FALSE;
  return TRUE;
}

static void
make_blocks (DlIq *iq, guint block_routers)
{
  const guint n_routers = iq->plan->options.graph->n_routers;

  if (block_routers == 0)
    block_routers = CLAMP (n_routers / GOOD_BLOCKS, LEAST_BLOCK, GOOD_BLOCK);
  /* A rank may send in the cycle in which it hears, which is less than a window between blocks. */
  if (iq->plan->options.sent.workload != NULL && !hear_at_home (iq->plan))
    block_routers = n_routers;
  iq->block_routers = MIN (block_routers, n_routers);
  iq->n_blocks = (n_routers + iq->block_routers - 1) / iq->block_routers;
  iq->blocks = g_aligned_alloc0 (iq->n_blocks, sizeof *iq->blocks, DL_SIM_APART);
  for (guint i = 0; i < iq->n_blocks; i++)
    {
      iq->blocks[i].iq = iq;
      dl_sim_choices_init (&iq->blocks[i].choices);
      iq->blocks[i].first_router = i * iq->block_routers;
      iq->blocks[i].n_routers = MIN (iq->block_routers, n_routers - i * iq->block_routers);
    }
  order_nodes (iq);
  for (guint i = 0; i < iq->n_blocks; i++)
    {
      DlIqBlock *block = &iq->blocks[i];

      block->busy = g_new0 (guint64, block->n_nodes / 64 + 1);
      block->flit_rows = g_new0 (guint8 *, iq->node_takes + iq->node_delay + 1);
      block->credit_rows = g_new0 (guint8 *, iq->node_takes + iq->node_delay + 1);
      block->wheel = g_new (guint32, DL_IQ_WHEEL);
      block->ejected = g_new0 (DlIqList, iq->eject_ring);
      for (guint slot = 0; slot < DL_IQ_WHEEL; slot++)
        block->wheel[slot] = DL_IQ_NONE;
      set_node_ports (iq, block);
    }
}

static void
make_nodes (DlIq *iq)
{
  const DlIqPlanOptions *options = &iq->plan->options;
  const gsize n = options->graph->n_nodes;

  iq->nodes = g_new0 (DlIqNode, n);
  if (options->sent.workload != NULL)
    iq->ranks = dl_sim_ranks_new (options->sent.workload, n, 32);
  dl_iq_set_birth_rate (iq);
  for (guint i = 0; i < iq->n_blocks; i++)
    for (guint place = 0; place < iq->blocks[i].n_nodes; place++)
      {
        const guint node = iq->node_order[iq->blocks[i].first_node + place];

        dl_iq_node_init (iq, node);
        dl_iq_node_start (&iq->blocks[i], node);
      }
}

/* Packets that there can be at once: each is in a ring or on its way to its node, and threads keep
 * some. */
static guint
most_packets (const DlIq *iq)
{
  const DlGraph *graph = iq->plan->options.graph;
  const guint64 queued = (guint64) graph->n_routers * iq->n_places * iq->plan->queued_packets;
  const guint64 most
      = queued + (guint64) graph->n_nodes * (iq->eject_ring + 1) + 4 * MOST_THREADS * DL_IQ_CHUNK;

  return MIN (most, G_MAXUINT32 - 2 * DL_IQ_CHUNK);
}

static void
set_places (DlIq *iq)
{
  iq->shift = 1;
  while (1u << iq->shift < iq->vcs)
    iq->shift++;
  iq->span = 1u << iq->shift;
  iq->port_bytes = MAX (iq->span / 8, 1);
  iq->row = (iq->n_ports * iq->port_bytes + 7) / 8 * 8;
  iq->n_places = iq->row << MIN (iq->shift, 3);
  iq->n_words = (iq->n_places + 63) / 64;
  iq->one_word = iq->n_ports << iq->shift < 64;
}

DlIq *
dl_iq_new (DlIqPlan *plan, guint block_routers)
{
  const DlIqPlanOptions *options = &plan->options;
  DlIq *iq = g_new0 (DlIq, 1);

  iq->plan = dl_iq_plan_ref (plan);
  iq->n_ports = options->graph->n_ports;
  iq->vcs = options->spec.vcs;
  set_places (iq);
  iq->quick = dl_iq_may_be_quick ();
  iq->row_stride = (gsize) options->graph->n_routers * iq->row;
  iq->n_iterations = options->spec.allocator_iterations;
  iq->credit_delay = options->spec.credit_delay;
  iq->cross_delay = options->spec.switch_traversal_delay;
  iq->most_choices = options->most_choices;
  iq->queue_shift = g_bit_nth_msf (plan->queued_packets, -1);
  g_mutex_init (&iq->lock);
  set_rings (iq);
  make_routers (iq);
  make_blocks (iq, block_routers);
  make_nodes (iq);
  dl_iq_clear_routers (iq);
  iq->most_chunks = most_packets (iq) / DL_IQ_CHUNK + 1;
  iq->chunks = g_new0 (DlIqPacket *, iq->most_chunks);
  iq->crew = dl_sim_crew_new ("dl-iq");
  dl_iq_set_threads (iq, 1);
  return iq;
}

static void
free_blocks (DlIq *iq)
{
  for (guint i = 0; i < iq->n_blocks; i++)
    {
      DlIqBlock *block = &iq->blocks[i];

      for (guint slot = 0; slot < iq->eject_ring; slot++)
        g_free (block->ejected[slot].items);
      g_free (block->ejected);
      g_free (block->node_rows);
      g_aligned_free (block->node_credits);
      g_free (block->flit_rows);
      g_free (block->credit_rows);
      g_free (block->wheel);
      g_free (block->busy);
      dl_sim_choices_clear (&block->choices);
    }
  g_aligned_free (iq->blocks);
}

static void
free_batches (DlIq *iq)
{
  for (guint router = 0; iq->batches != NULL && router < iq->plan->options.graph->n_routers;
       router++)
    {
      g_free (iq->batches[router].routing);
      g_free (iq->batches[router].vc);
      g_free (iq->batches[router].sent);
    }
  g_free (iq->batches);
}

void
dl_iq_free (DlIq *iq)
{
  if (iq == NULL)
    return;
  dl_sim_crew_free (iq->crew);
  for (guint i = 0; i < iq->n_workers; i++)
    {
      g_free (iq->workers[i].free_packets.items);
      g_free (iq->workers[i].granted_by);
      g_free (iq->workers[i].requested);
      g_free (iq->workers[i].grants);
      g_free (iq->workers[i].ends);
    }
  g_aligned_free (iq->workers);
  free_blocks (iq);
  free_batches (iq);
  for (guint i = 0; i < iq->n_chunks; i++)
    g_aligned_free (iq->chunks[i]);
  g_free (iq->chunks);
  g_free (iq->spare_packets.items);
  for (guint node = 0; node < iq->plan->options.graph->n_nodes; node++)
    g_free (iq->nodes[node].births.births);
  g_free (iq->nodes);
  g_free (iq->node_order);
  g_free (iq->node_place);
  g_free (iq->rates.each);
  g_aligned_free (iq->routers);
  g_aligned_free (iq->flits);
  g_aligned_free (iq->credits);
  g_free (iq->slow);
  g_free (iq->port_free);
  g_free (iq->node_free);
  g_free (iq->far_in);
  g_free (iq->counts);
  g_free (iq->takes);
  g_free (iq->in);
  g_free (iq->out);
  g_free (iq->queued);
  g_free (iq->choices);
  dl_sim_ranks_free (iq->ranks);
  dl_sim_tallies_clear (&iq->tallies);
  dl_iq_watch (iq, DL_IQ_NONE);
  dl_iq_forget_dead (iq);
  dl_iq_plan_unref (iq->swap.plan);
  dl_iq_plan_unref (iq->plan);
  g_mutex_clear (&iq->lock);
  g_free (iq);
}

guint64
dl_iq_cycle (const DlIq *iq)
{
  return iq->now;
}

void
dl_iq_stop_sources (DlIq *iq)
{
  iq->sources_stopped = TRUE;
}

guint64
dl_iq_program_done (const DlIq *iq)
{
  guint64 done, in_network = 0;

  if (iq->ranks == NULL)
    return G_MAXUINT64;
  done = dl_sim_ranks_all_done_at (iq->ranks);
  for (guint i = 0; i < iq->tallies.n; i++)
    {
      const DlSimCounters *tally = &iq->tallies.of[i].counters;

      in_network
          += tally->injected - tally->delivered - tally->dropped_link - tally->dropped_deadlock;
      done = MAX (done, iq->tallies.of[i].last_delivery);
    }
  return in_network == 0 ? done : G_MAXUINT64;
}

/* Counters ----------------------------------------------------------------------------------- */

void
dl_iq_get_vc (const DlIq *iq, guint router, guint port, guint vc, DlIqVcCounters *counters)
{
  const gsize at = dl_iq_at (iq, router * iq->n_ports + port, vc);

  *counters = (DlIqVcCounters) {
    .flits = count_vc_flits (iq, at),
    .taken = iq->plan->options.spec.buffer_flits - dl_iq_n_credits (iq, at),
  };
}

static guint64
count_flit_hops (const DlIq *iq)
{
  guint64 flits = 0;

  for (guint i = 0; i < iq->n_blocks; i++)
    flits += iq->blocks[i].flit_hops;
  return flits;
}

static void
sum_waits (const DlIq *iq, guint64 *waits)
{
  for (guint wait = 0; wait < DL_N_WAITS; wait++)
    {
      waits[wait] = 0;
      for (guint i = 0; i < iq->n_blocks; i++)
        waits[wait] += DL_IQ_WAIT_CYCLES * iq->blocks[i].waits[wait];
    }
}

void
dl_iq_get_counters (const DlIq *iq, DlSimCounters *counters)
{
  dl_sim_tallies_get_counters (&iq->tallies, counters);
  counters->flit_hops = count_flit_hops (iq);
  sum_waits (iq, counters->waits);
}

void
dl_iq_get_point (const DlIq *iq, DlSimPoint *point)
{
  dl_sim_tallies_get_point (&iq->tallies, iq->now, point);
  point->flit_hops = count_flit_hops (iq);
  sum_waits (iq, point->waits);
}

void
dl_iq_get_stats (const DlIq *iq, DlSimStats *stats)
{
  dl_sim_tallies_get_stats (&iq->tallies, iq->plan->options.graph->n_nodes, stats);
}

const DlGraph *
dl_iq_graph (const DlIq *iq)
{
  return iq->plan->options.graph;
}

guint
dl_iq_link_cycles (const DlIq *iq, guint link)
{
  const DlGraph *graph = iq->plan->options.graph;

  return iq->plan->ports[graph->link_from[link] * graph->n_ports + graph->link_port[link]].delay;
}

void
dl_iq_get_port (const DlIq *iq, guint router, guint port, DlIqPortCounters *counters)
{
  const guint place = router * iq->n_ports + port;
  const DlIqView view = { .iq = iq, .router = router };

  *counters = (DlIqPortCounters) {
    .flits = dl_iq_port (iq, place)->flits,
    .packets = iq->counts[place].packets,
    .stalls = iq->counts[place].stalls,
    .taken = dl_iq_view_queue (&view, port),
  };
}
