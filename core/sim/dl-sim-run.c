/* Runs: blocks shared out among threads, which meet after each window. */
#include "dl-sim-private.h"

/* Where all threads of a run wait for each other. */
typedef struct
{
  GMutex lock;
  GCond all_here;
  guint n, here;
  guint round;
} Barrier;

typedef struct
{
  DlSim *sim;
  guint64 begin, end;
  guint n_workers; /* 0: not known yet */
  Barrier barrier;
} Run;

typedef struct
{
  Run *run;
  guint worker;
  GThread *thread;
} Worker;

static void
barrier_wait (Barrier *barrier)
{
  guint round;

  if (barrier->n == 1)
    return;
  g_mutex_lock (&barrier->lock);
  round = barrier->round;
  if (++barrier->here == barrier->n)
    {
      barrier->here = 0;
      barrier->round++;
      g_cond_broadcast (&barrier->all_here);
    }
  else
    while (barrier->round == round)
      g_cond_wait (&barrier->all_here, &barrier->lock);
  g_mutex_unlock (&barrier->lock);
}

/* The first block of @worker; of the one past the last: the number of blocks. */
static guint
first_block (const Run *run, guint worker)
{
  return (guint64) run->sim->n_blocks * worker / run->n_workers;
}

/* The blocks of @worker up to the end of the run. */
static void
run_worker (Run *run, guint worker)
{
  DlSim *sim = run->sim;
  const guint first = first_block (run, worker), end = first_block (run, worker + 1);
  guint parity = 0;

  for (guint64 from = run->begin; from < run->end; from += sim->plan->router.link_cycles)
    {
      /* What a block does to another happens there at least a link's delay later. */
      const guint64 to = MIN (from + sim->plan->router.link_cycles, run->end);

      if (run->n_workers > 1)
        dl_sim_take_mail (sim, worker, !parity);
      for (guint i = first; i < end; i++)
        {
          DlSimBlock *block = &sim->blocks[i];

          block->parity = parity;
          for (block->now = from; block->now < to; block->now++)
            dl_sim_block_run_cycle (block);
        }
      barrier_wait (&run->barrier);
      parity = !parity;
    }
}

static gpointer
help (gpointer data)
{
  Worker *worker = data;
  Run *run = worker->run;

  g_mutex_lock (&run->barrier.lock);
  while (run->n_workers == 0)
    g_cond_wait (&run->barrier.all_here, &run->barrier.lock);
  g_mutex_unlock (&run->barrier.lock);
  run_worker (run, worker->worker);
  return NULL;
}

static void
share_out (Run *run, guint n_workers)
{
  DlSim *sim = run->sim;

  g_mutex_lock (&run->barrier.lock);
  run->n_workers = run->barrier.n = n_workers;
  for (guint worker = 0; worker < n_workers; worker++)
    for (guint i = first_block (run, worker); i < first_block (run, worker + 1); i++)
      {
        sim->blocks[i].worker = worker;
        sim->blocks[i].tally = &sim->tallies[worker];
      }
  g_cond_broadcast (&run->barrier.all_here);
  g_mutex_unlock (&run->barrier.lock);
}

void
dl_sim_run (DlSim *sim, guint64 cycles)
{
  cycles -= dl_sim_drain (sim, cycles);
  if (cycles > 0)
    dl_sim_run_cycles (sim, cycles);
}

void
dl_sim_run_cycles (DlSim *sim, guint64 cycles)
{
  Run run = { .sim = sim, .begin = sim->now, .end = sim->now + cycles };
  /* A few cycles are not worth a thread. */
  const guint wanted
      = cycles <= sim->plan->router.link_cycles ? 1 : MIN (sim->n_threads, sim->n_blocks);
  g_autofree Worker *helpers = g_new0 (Worker, wanted);
  guint n = 1;

  g_mutex_init (&run.barrier.lock);
  g_cond_init (&run.barrier.all_here);
  /* Where there is no thread to be had, the others do its work. */
  for (; n < wanted; n++)
    {
      helpers[n] = (Worker) { .run = &run, .worker = n };
      helpers[n].thread = g_thread_try_new ("dl-sim", help, &helpers[n], NULL);
      if (helpers[n].thread == NULL)
        break;
    }
  share_out (&run, n);
  run_worker (&run, 0);
  for (guint i = 1; i < n; i++)
    g_thread_join (helpers[i].thread);
  for (guint worker = 0; worker < n; worker++)
    for (guint parity = 0; parity < 2; parity++)
      dl_sim_take_mail (sim, worker, parity);
  g_mutex_clear (&run.barrier.lock);
  g_cond_clear (&run.barrier.all_here);
  sim->now = run.end;
}

static void
free_boxes (DlSim *sim)
{
  for (guint i = 0; i < 2 * sim->n_threads * sim->n_threads; i++)
    g_free (sim->boxes[i].mail);
  g_free (sim->boxes);
}

void
dl_sim_threads_init (DlSim *sim, guint n_threads)
{
  sim->n_threads = n_threads;
  sim->boxes = g_new0 (DlSimMailbox, 2 * n_threads * n_threads);
  if (n_threads <= sim->n_tallies)
    return;
  sim->tallies = g_renew (DlSimTally, sim->tallies, n_threads);
  for (guint i = sim->n_tallies; i < n_threads; i++)
    {
      sim->tallies[i] = (DlSimTally) { 0 };
      sim->tallies[i].stats.sources = g_new0 (guint64, sim->plan->routes->network->n_nodes);
    }
  sim->n_tallies = n_threads;
}

void
dl_sim_threads_clear (DlSim *sim)
{
  free_boxes (sim);
  for (guint i = 0; i < sim->n_tallies; i++)
    dl_sim_stats_clear (&sim->tallies[i].stats);
  g_free (sim->tallies);
}

void
dl_sim_set_threads (DlSim *sim, guint n_threads)
{
  g_assert (n_threads >= 1);
  n_threads = MIN (n_threads, sim->n_blocks); /* more would have nothing to do */
  if (n_threads == sim->n_threads)
    return;
  free_boxes (sim);
  dl_sim_threads_init (sim, n_threads);
}
