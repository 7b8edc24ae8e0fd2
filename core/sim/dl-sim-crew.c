#include "dl-sim-crew.h"

/* Microseconds that a thread looks whether the others are there, before it sleeps: they share out
 * the work evenly, so it is a matter of a few, and sleeping and waking takes tens. */
#define MOST_SPIN  60
#define LEAST_SPIN 4

/* Shorter runs are not worth waking helpers. */
#define LEAST_CYCLES 4

typedef struct
{
  _Alignas(DL_SIM_APART) DlSimCrew *crew;
  guint number;     /* 0 is the caller of dl_sim_crew_run */
  gint64 most_spin; /* microseconds; less after it was not enough, since then the processors are at
                       other work */
  GThread *thread;  /* of all but that one */
} Worker;

/* Before a run, and after each of its windows, its threads wait for each other. Helpers wait there
 * as well while there is no run. Members that they read while others are written are in cache lines
 * of their own. */
struct _DlSimCrew
{
  const char *name;
  guint most;      /* threads */
  Worker *workers; /* (most) */

  /* Members changed by the caller alone, before it comes to where the helpers wait. */
  const DlSimWork *work; /* of this run; NULL: helpers are to end */
  guint64 begin, end;
  gint n;            /* atomic: threads that there are */
  gboolean may_spin; /* each has a processor */

  _Alignas(DL_SIM_APART) gint here;     /* atomic: threads that wait */
  _Alignas(DL_SIM_APART) gint round;    /* atomic: times that all were there */
  _Alignas(DL_SIM_APART) gint n_asleep; /* atomic */
  GMutex lock;
  GCond all_here;
};

static void
make_workers (DlSimCrew *crew, guint most)
{
  g_aligned_free (crew->workers);
  crew->most = most;
  crew->may_spin = most <= g_get_num_processors ();
  crew->workers = g_aligned_alloc0 (most, sizeof (Worker), DL_SIM_APART);
  for (guint i = 0; i < most; i++)
    crew->workers[i] = (Worker) { .crew = crew, .number = i, .most_spin = MOST_SPIN };
}

DlSimCrew *
dl_sim_crew_new (const char *name)
{
  DlSimCrew *crew = g_aligned_alloc0 (1, sizeof *crew, DL_SIM_APART);

  crew->name = name;
  crew->n = 1;
  make_workers (crew, 1);
  g_mutex_init (&crew->lock);
  g_cond_init (&crew->all_here);
  return crew;
}

static inline void
relax (void)
{
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause ();
#endif
}

/* FALSE if the others are not there after @most microseconds from @begin on. */
static gboolean
spin (const DlSimCrew *crew, gint round, gint64 begin, gint64 most)
{
  do
    for (guint i = 0; i < 32; i++)
      {
        if (g_atomic_int_get (&crew->round) != round)
          return TRUE;
        relax ();
      }
  while (g_get_monotonic_time () - begin < most);
  return FALSE;
}

static void
sleep_until_all_here (DlSimCrew *crew, gint round)
{
  g_mutex_lock (&crew->lock);
  g_atomic_int_inc (&crew->n_asleep); /* then looks at @round; who changes that looks then here */
  while (g_atomic_int_get (&crew->round) == round)
    g_cond_wait (&crew->all_here, &crew->lock);
  g_atomic_int_add (&crew->n_asleep, -1);
  g_mutex_unlock (&crew->lock);
}

static void
wake_all (DlSimCrew *crew)
{
  g_mutex_lock (&crew->lock);
  g_cond_broadcast (&crew->all_here);
  g_mutex_unlock (&crew->lock);
}

static void
wait_for_all (DlSimCrew *crew, Worker *worker)
{
  const gint round = g_atomic_int_get (&crew->round);
  gint64 begin;

  if (g_atomic_int_add (&crew->here, 1) + 1 == g_atomic_int_get (&crew->n))
    {
      g_atomic_int_set (&crew->here, 0);
      g_atomic_int_inc (&crew->round);
      if (g_atomic_int_get (&crew->n_asleep) > 0)
        wake_all (crew);
      return;
    }
  begin = g_get_monotonic_time ();
  if (crew->may_spin && spin (crew, round, begin, worker->most_spin))
    {
      worker->most_spin = MIN (2 * worker->most_spin, MOST_SPIN);
      return;
    }
  sleep_until_all_here (crew, round);
  if (g_get_monotonic_time () - begin < 2 * MOST_SPIN)
    worker->most_spin = MIN (2 * worker->most_spin, MOST_SPIN);
  else
    worker->most_spin = MAX (worker->most_spin / 2, LEAST_SPIN);
}

/* Runs ----------------------------------------------------------------------------------------- */

/* The first block of @worker of @n_workers; of the one past the last: the number of blocks. */
static guint
first_block (const DlSimWork *work, guint worker, guint n_workers)
{
  return (guint64) work->n_blocks * worker / n_workers;
}

/* The blocks of one of @n_workers up to the end of the run. After it has last waited for the
 * others, the caller may be at the next run. */
static void
run_worker (DlSimCrew *crew, Worker *worker, guint n_workers)
{
  const DlSimWork work = *crew->work;
  const guint64 begin = crew->begin, end = crew->end;
  const guint first = first_block (&work, worker->number, n_workers);
  const guint past = first_block (&work, worker->number + 1, n_workers);
  const gboolean has_mail = n_workers > 1 && work.take_mail != NULL;
  guint parity = 0;

  for (guint64 from = begin, to; from < end; from = to)
    {
      to = MIN (from - (work.aligned ? from % work.window : 0) + work.window, end);
      if (has_mail && from > begin)
        work.take_mail (work.sim, worker->number, !parity);
      for (guint i = first; i < past; i++)
        work.advance (work.sim, i, from, to, parity);
      if (n_workers > 1)
        wait_for_all (crew, worker);
      parity = !parity;
    }
  if (!has_mail)
    return;
  work.take_mail (work.sim, worker->number, !parity);
  wait_for_all (crew, worker);
}

static gpointer
help (gpointer data)
{
  Worker *worker = data;
  DlSimCrew *crew = worker->crew;

  for (;;)
    {
      wait_for_all (crew, worker);
      if (crew->work == NULL)
        return NULL;
      run_worker (crew, worker, g_atomic_int_get (&crew->n));
    }
}

/* Where there is no thread to be had, the others do its work. */
static void
start_helpers (DlSimCrew *crew)
{
  gint n = crew->n;

  if (n == (gint) crew->most)
    return;
  /* Helpers that there are wait for one more at least: the caller. */
  for (; n < (gint) crew->most; n++)
    {
      Worker *worker = &crew->workers[n];

      g_atomic_int_set (&crew->n, n + 1);
      worker->thread = g_thread_try_new (crew->name, help, worker, NULL);
      if (worker->thread == NULL)
        break;
    }
  g_atomic_int_set (&crew->n, n);
}

static void
stop_helpers (DlSimCrew *crew)
{
  if (crew->n == 1)
    return;
  crew->work = NULL;
  wait_for_all (crew, &crew->workers[0]);
  for (gint i = 1; i < crew->n; i++)
    g_thread_join (crew->workers[i].thread);
  crew->n = 1;
}

void
dl_sim_crew_set_threads (DlSimCrew *crew, guint n_threads)
{
  if (n_threads == crew->most)
    return;
  stop_helpers (crew);
  make_workers (crew, n_threads);
}

void
dl_sim_crew_free (DlSimCrew *crew)
{
  if (crew == NULL)
    return;
  stop_helpers (crew);
  g_aligned_free (crew->workers);
  g_mutex_clear (&crew->lock);
  g_cond_clear (&crew->all_here);
  g_aligned_free (crew);
}

void
dl_sim_crew_run (DlSimCrew *crew, const DlSimWork *work, guint64 begin, guint64 end)
{
  Worker *self = &crew->workers[0];
  guint n = 1;

  g_assert (crew->most <= work->n_blocks);
  if (end - begin >= LEAST_CYCLES)
    {
      start_helpers (crew);
      n = crew->n;
    }
  for (guint worker = 0; worker < n; worker++)
    for (guint i = first_block (work, worker, n); i < first_block (work, worker + 1, n); i++)
      work->give (work->sim, i, worker);
  crew->work = work;
  crew->begin = begin;
  crew->end = end;
  if (n > 1)
    wait_for_all (crew, self);
  run_worker (crew, self, n);
}

/* Mail ----------------------------------------------------------------------------------------- */

static DlSimMailbox *
boxes_new (guint n)
{
  return g_aligned_alloc0 (n, sizeof (DlSimMailbox), DL_SIM_APART);
}

void
dl_sim_post_init (DlSimPost *post, gsize item_size)
{
  *post = (DlSimPost) { .item_size = item_size, .n_threads = 1 };
  post->boxes = boxes_new (2);
}

void
dl_sim_post_clear (DlSimPost *post)
{
  for (guint i = 0; i < 2 * post->n_threads * post->n_threads; i++)
    g_free (post->boxes[i].items);
  g_clear_pointer (&post->boxes, g_aligned_free);
}

void
dl_sim_post_set_threads (DlSimPost *post, guint n_threads)
{
  if (n_threads == post->n_threads)
    return;
  dl_sim_post_clear (post);
  post->n_threads = n_threads;
  post->boxes = boxes_new (2 * n_threads * n_threads);
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
