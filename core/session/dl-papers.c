#include "dl-papers.h"

#include "dl-job.h"

/* Work under way: shared by the thread and the main context. */
typedef struct
{
  GPtrArray *checks; /* DlPaperCheck */
  guint threads;
  GMutex lock;                 /* of what follows */
  const DlPaperCheck *current; /* NULL before and after */
  GPtrArray *results;          /* DlPaperResult that were not taken yet */
  char *problem;
} Work;

struct _DlPapers
{
  GObject parent;
  DlPaperList *list;
  DlJob *job;
  Work *work; /* NULL if nothing runs */
  const DlPaperCheck *current;
};

enum
{
  RUNNING = 1,
  PROGRESS,
  N_PROPERTIES
};

enum
{
  CHANGED,
  FAILED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DlPapers, dl_papers, G_TYPE_OBJECT)

/* On the thread ---------------------------------------------------------------------------------
 */

static void
work_clear (gpointer data)
{
  Work *work = data;

  g_ptr_array_unref (work->checks);
  g_ptr_array_unref (work->results);
  g_mutex_clear (&work->lock);
  g_free (work->problem);
}

static void
work_release (gpointer work)
{
  g_atomic_rc_box_release_full (work, work_clear);
}

static void
on_begin (const DlPaperCheck *check, gpointer data)
{
  Work *work = data;

  g_mutex_lock (&work->lock);
  work->current = check;
  g_mutex_unlock (&work->lock);
}

static void
on_result (DlPaperResult *result, gpointer data)
{
  Work *work = data;

  g_mutex_lock (&work->lock);
  g_ptr_array_add (work->results, dl_paper_result_ref (result));
  g_mutex_unlock (&work->lock);
}

static gpointer
run_in_thread (gpointer data, DlProgressFunc progress, gpointer progress_data,
               GCancellable *cancellable)
{
  Work *work = data;
  const DlPaperListOptions options = { .threads = work->threads,
                                       .progress = progress,
                                       .progress_data = progress_data,
                                       .on_begin = on_begin,
                                       .on_result = on_result,
                                       .data = work };
  g_autoptr (GError) error = NULL;

  if (!dl_paper_checks_run ((const DlPaperCheck *const *) work->checks->pdata, work->checks->len,
                            &options, cancellable, &error)
      && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_mutex_lock (&work->lock);
      work->problem = g_strdup (error->message);
      g_mutex_unlock (&work->lock);
    }
  return g_atomic_rc_box_acquire (work);
}

/* In the main context ---------------------------------------------------------------------------
 */

/* Collect new results. */
static void
collect (DlPapers *self)
{
  g_autoptr (GPtrArray) results
      = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_paper_result_unref);
  const DlPaperCheck *current;

  if (self->work == NULL)
    return;
  g_mutex_lock (&self->work->lock);
  current = self->work->current;
  g_ptr_array_extend_and_steal (results, g_steal_pointer (&self->work->results));
  self->work->results = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_paper_result_unref);
  g_mutex_unlock (&self->work->lock);
  for (guint i = 0; i < results->len; i++)
    dl_paper_list_set (self->list, g_ptr_array_index (results, i));
  if (results->len == 0 && current == self->current)
    return;
  self->current = current;
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
let_go (DlPapers *self)
{
  g_clear_pointer (&self->work, work_release);
  self->current = NULL;
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
on_done (gpointer result, gpointer user_data)
{
  DlPapers *self = user_data;
  g_autofree char *problem = g_strdup (self->work->problem);

  collect (self);
  let_go (self);
  work_release (result);
  if (problem != NULL)
    g_signal_emit (self, signals[FAILED], 0, problem);
}

static void
on_progress (DlPapers *self)
{
  collect (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROGRESS]);
}

static void
on_running (DlPapers *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[RUNNING]);
}

void
dl_papers_run (DlPapers *self, const DlPaperCheck *const *checks, guint n_checks)
{
  Work *work;

  dl_papers_cancel (self);
  if (n_checks == 0)
    return;
  work = g_atomic_rc_box_new0 (Work);
  g_mutex_init (&work->lock);
  work->checks = g_ptr_array_new ();
  for (guint i = 0; i < n_checks; i++)
    g_ptr_array_add (work->checks, (gpointer) checks[i]);
  work->results = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_paper_result_unref);
  work->threads = MAX (g_get_num_processors () - 1, 1);
  self->work = g_atomic_rc_box_acquire (work);
  dl_job_start (self->job, run_in_thread, work, work_release, work_release, on_done, self);
}

void
dl_papers_cancel (DlPapers *self)
{
  if (self->work == NULL)
    return;
  collect (self);
  dl_job_cancel (self->job);
  let_go (self);
}

gboolean
dl_papers_is_running (DlPapers *self)
{
  return dl_job_is_running (self->job);
}

static double
progress_of (DlPapers *self)
{
  return dl_job_get_progress (self->job);
}

const DlPaperList *
dl_papers_get_list (DlPapers *self)
{
  return self->list;
}

const DlPaperCheck *
dl_papers_get_current (DlPapers *self)
{
  return self->current;
}

DlPapers *
dl_papers_new (void)
{
  return g_object_new (DL_TYPE_PAPERS, NULL);
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DlPapers *self = DL_PAPERS (object);

  switch (id)
    {
    case RUNNING:
      g_value_set_boolean (value, dl_papers_is_running (self));
      break;
    case PROGRESS:
      g_value_set_double (value, progress_of (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
dispose (GObject *object)
{
  DlPapers *self = DL_PAPERS (object);

  if (self->job != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->job, self);
      dl_job_cancel (self->job);
    }
  g_clear_object (&self->job);
  g_clear_pointer (&self->work, work_release);
  G_OBJECT_CLASS (dl_papers_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  dl_paper_list_free (DL_PAPERS (object)->list);
  G_OBJECT_CLASS (dl_papers_parent_class)->finalize (object);
}

static void
dl_papers_class_init (DlPapersClass *class)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  G_OBJECT_CLASS (class)->get_property = get_property;
  G_OBJECT_CLASS (class)->dispose = dispose;
  G_OBJECT_CLASS (class)->finalize = finalize;
  properties[RUNNING] = g_param_spec_boolean ("running", NULL, NULL, FALSE, flags);
  properties[PROGRESS] = g_param_spec_double ("progress", NULL, NULL, 0, 1, 0, flags);
  g_object_class_install_properties (G_OBJECT_CLASS (class), N_PROPERTIES, properties);
  signals[CHANGED] = g_signal_new ("changed", DL_TYPE_PAPERS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
  signals[FAILED] = g_signal_new ("failed", DL_TYPE_PAPERS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
dl_papers_init (DlPapers *self)
{
  self->list = dl_paper_list_new ();
  self->job = dl_job_new ();
  g_signal_connect_swapped (self->job, "notify::progress", G_CALLBACK (on_progress), self);
  g_signal_connect_swapped (self->job, "notify::running", G_CALLBACK (on_running), self);
}
