/* Runs: blocks of routers and their nodes, shared out among threads, which meet after each window.
 */
#include "dl-iq-here.h"
#include "dl-iq-watch.h"

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

/* What neighbors have written since may be with another processor, and is fetched line after line
 * where it is needed; here at once. */
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
count_flit_hops (DlIqBlock *block)
{
  block->flit_hops = 0;
  for (guint i = 0; i < block->n_routers; i++)
    {
      const DlIqPortState *ports = dl_iq_router (block->iq, block->first_router + i).ports;

      for (guint port = 0; port < block->iq->n_ports; port++)
        block->flit_hops += ports[port].is_node ? 0 : ports[port].flits;
    }
}

static void
advance (gpointer data, guint i, guint64 from, guint64 to, guint parity)
{
  DlIqBlock *block = &((DlIq *) data)->blocks[i];

  for (block->now = from; block->now < to; block->now++)
    {
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
    count_flit_hops (block);
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
