#include "dl-parallel.h"

typedef struct
{
  const DlParallel *parallel;
  guint n;
  DlPieceFunc func;
  gpointer data;
  gint next; /* atomic */
  gint done; /* atomic */
} Work;

static gboolean
do_piece (Work *work)
{
  const guint i = g_atomic_int_add (&work->next, 1);

  if (i >= work->n || g_cancellable_is_cancelled (work->parallel->cancellable))
    return FALSE;
  work->func (i, work->data);
  g_atomic_int_inc (&work->done);
  return TRUE;
}

static gpointer
help (gpointer data)
{
  while (do_piece (data))
    ;
  return NULL;
}

gboolean
dl_parallel_run (const DlParallel *parallel, guint n, DlPieceFunc func, gpointer data)
{
  Work work = { .parallel = parallel, .n = n, .func = func, .data = data };
  const guint n_helpers = MIN (parallel->n_threads, n) > 1 ? MIN (parallel->n_threads, n) - 1 : 0;
  g_autofree GThread **helpers = g_new0 (GThread *, n_helpers);

  g_assert (parallel->n_threads >= 1);
  /* Where there is no thread to be had, the others do its work. */
  for (guint i = 0; i < n_helpers; i++)
    helpers[i] = g_thread_try_new ("dl-parallel", help, &work, NULL);
  while (do_piece (&work))
    if (parallel->progress != NULL)
      parallel->progress (parallel->from
                              + (parallel->to - parallel->from) * g_atomic_int_get (&work.done) / n,
                          parallel->progress_data);
  for (guint i = 0; i < n_helpers; i++)
    if (helpers[i] != NULL)
      g_thread_join (helpers[i]);
  return (guint) work.done == n;
}
