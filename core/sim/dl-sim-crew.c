#include "dl-sim-crew.h"

/* Microseconds that a thread looks whether the others are there, before it sleeps: they share out
 * the work evenly, so it is a matter of a few, and sleeping and waking takes tens. */
#define MOST_SPIN 40

/* Where all threads of a run wait for each other. */
typedef struct
{
  gint n, here, round; /* atomic */
  gboolean may_spin;   /* each thread has a processor */
  GMutex lock;
  GCond all_here;
  guint n_asleep;
} Barrier;

typedef struct
{
  const DlSimCrew *crew;
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

static inline void
relax (void)
{
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause ();
#endif
}

/* FALSE if the others are not there after @most microseconds. */
static gboolean
spin (const Barrier *barrier, gint round, gint64 most)
{
  const gint64 begin = g_get_monotonic_time ();

  do
    for (guint i = 0; i < 32; i++)
      {
        if (g_atomic_int_get (&barrier->round) != round)
          return TRUE;
        relax ();
      }
  while (g_get_monotonic_time () - begin < most);
  return FALSE;
}

static void
sleep_until_all_here (Barrier *barrier, gint round)
{
  g_mutex_lock (&barrier->lock);
  barrier->n_asleep++;
  while (g_atomic_int_get (&barrier->round) == round)
    g_cond_wait (&barrier->all_here, &barrier->lock);
  barrier->n_asleep--;
  g_mutex_unlock (&barrier->lock);
}

/* @most_spin: the thread's own; less after it was not enough, since then the processors are at
 * other work. */
static void
barrier_wait (Barrier *barrier, gint64 *most_spin)
{
  const gint round = g_atomic_int_get (&barrier->round);

  if (barrier->n == 1)
    return;
  if (g_atomic_int_add (&barrier->here, 1) + 1 == barrier->n)
    {
      g_atomic_int_set (&barrier->here, 0);
      g_atomic_int_inc (&barrier->round);
      g_mutex_lock (&barrier->lock);
      if (barrier->n_asleep > 0)
        g_cond_broadcast (&barrier->all_here);
      g_mutex_unlock (&barrier->lock);
    }
  else if (barrier->may_spin && spin (barrier, round, *most_spin))
    *most_spin = MIN (2 * *most_spin, MOST_SPIN);
  else
    {
      *most_spin = MAX (*most_spin / 2, 1);
      sleep_until_all_here (barrier, round);
    }
}

/* The first block of @worker; of the one past the last: the number of blocks. */
static guint
first_block (const Run *run, guint worker)
{
  return (guint64) run->crew->n_blocks * worker / run->n_workers;
}

/* The blocks of @worker up to the end of the run. */
static void
run_worker (Run *run, guint worker)
{
  const DlSimCrew *crew = run->crew;
  const guint first = first_block (run, worker), end = first_block (run, worker + 1);
  gint64 most_spin = MOST_SPIN;
  guint parity = 0;

  for (guint64 from = run->begin, to; from < run->end; from = to)
    {
      to = MIN (from - (crew->aligned ? from % crew->window : 0) + crew->window, run->end);
      if (run->n_workers > 1)
        crew->take_mail (crew->sim, worker, !parity);
      for (guint i = first; i < end; i++)
        crew->advance (crew->sim, i, from, to, parity);
      barrier_wait (&run->barrier, &most_spin);
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
  g_mutex_lock (&run->barrier.lock);
  run->n_workers = run->barrier.n = n_workers;
  run->barrier.may_spin = n_workers <= g_get_num_processors ();
  for (guint worker = 0; worker < n_workers; worker++)
    for (guint i = first_block (run, worker); i < first_block (run, worker + 1); i++)
      run->crew->give (run->crew->sim, i, worker);
  g_cond_broadcast (&run->barrier.all_here);
  g_mutex_unlock (&run->barrier.lock);
}

void
dl_sim_crew_run (const DlSimCrew *crew, guint n_threads, guint64 begin, guint64 end)
{
  Run run = { .crew = crew, .begin = begin, .end = end };
  /* A few cycles are not worth a thread. */
  const guint wanted = end - begin <= crew->window ? 1 : MIN (n_threads, crew->n_blocks);
  g_autofree Worker *helpers = g_new0 (Worker, wanted);
  guint n = 1;

  g_mutex_init (&run.barrier.lock);
  g_cond_init (&run.barrier.all_here);
  /* Where there is no thread to be had, the others do its work. */
  for (; n < wanted; n++)
    {
      helpers[n] = (Worker) { .run = &run, .worker = n };
      helpers[n].thread = g_thread_try_new (crew->name, help, &helpers[n], NULL);
      if (helpers[n].thread == NULL)
        break;
    }
  share_out (&run, n);
  run_worker (&run, 0);
  for (guint i = 1; i < n; i++)
    g_thread_join (helpers[i].thread);
  for (guint worker = 0; worker < n; worker++)
    for (guint parity = 0; parity < 2; parity++)
      crew->take_mail (crew->sim, worker, parity);
  g_mutex_clear (&run.barrier.lock);
  g_cond_clear (&run.barrier.all_here);
}

/* Mail ----------------------------------------------------------------------------------------- */

void
dl_sim_post_init (DlSimPost *post, gsize item_size)
{
  *post = (DlSimPost) { .item_size = item_size, .n_threads = 1 };
  post->boxes = g_new0 (DlSimMailbox, 2);
}

void
dl_sim_post_clear (DlSimPost *post)
{
  for (guint i = 0; i < 2 * post->n_threads * post->n_threads; i++)
    g_free (post->boxes[i].items);
  g_clear_pointer (&post->boxes, g_free);
}

void
dl_sim_post_set_threads (DlSimPost *post, guint n_threads)
{
  if (n_threads == post->n_threads)
    return;
  dl_sim_post_clear (post);
  post->n_threads = n_threads;
  post->boxes = g_new0 (DlSimMailbox, 2 * n_threads * n_threads);
}

gpointer
dl_sim_post_add (DlSimPost *post, guint parity, guint from, guint to)
{
  DlSimMailbox *box = dl_sim_post_box (post, parity, from, to);

  if (box->n == box->size)
    {
      box->size = MAX (2 * box->size, 64);
      box->items = g_realloc_n (box->items, box->size, post->item_size);
    }
  return (guint8 *) box->items + post->item_size * box->n++;
}
