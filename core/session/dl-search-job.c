#include "dl-search-job.h"

#include "dl-edit.h"
#include "dl-job.h"

#include <string.h>

/* State of a search, shared with its owner, whom it may outlive. */
typedef struct
{
  DlSearchTask run; /* first, so that a post finds the rest */
  gatomicrefcount refs;
  DlSearchJobClass *class;
  GWeakRef owner;
  GMutex lock;     /* of what follows */
  gpointer latest; /* not yet taken over in the main context; nullable */
  char *problem;   /* nullable */
} Shared;

typedef struct
{
  DlSession *session;
  DlJob *job;
  Shared *last; /* the search whose results count; nullable */
  gpointer results;
  char *problem;
  gboolean stale;
} DlSearchJobPrivate;

enum
{
  RUNNING = 1,
  PROGRESS,
  STALE,
  PROBLEM,
  N_PROPERTIES,
  RESULTS = N_PROPERTIES /* of each class */
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (DlSearchJob, dl_search_job, G_TYPE_OBJECT)

static DlSearchJobPrivate *
private_of (DlSearchJob *self)
{
  return dl_search_job_get_instance_private (self);
}

static Shared *
shared_ref (Shared *shared)
{
  g_atomic_ref_count_inc (&shared->refs);
  return shared;
}

static void
shared_unref (gpointer data)
{
  Shared *shared = data;

  if (shared == NULL || !g_atomic_ref_count_dec (&shared->refs))
    return;
  dl_scenario_free (shared->run.scenario);
  shared->class->unref (shared->latest);
  g_free (shared->run.options);
  g_free (shared->problem);
  g_weak_ref_clear (&shared->owner);
  g_mutex_clear (&shared->lock);
  g_free (shared);
}

static void
notify (DlSearchJob *self, guint property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

static void
set_results (DlSearchJob *self, gpointer results)
{
  DlSearchJobPrivate *priv = private_of (self);
  DlSearchJobClass *class = DL_SEARCH_JOB_GET_CLASS (self);

  if (priv->results == results)
    return;
  class->unref (priv->results);
  priv->results = results != NULL ? class->ref (results) : NULL;
  g_object_notify_by_pspec (G_OBJECT (self), class->results);
}

static void
set_problem (DlSearchJob *self, const char *problem)
{
  DlSearchJobPrivate *priv = private_of (self);

  if (g_strcmp0 (priv->problem, problem) == 0)
    return;
  g_free (priv->problem);
  priv->problem = g_strdup (problem);
  notify (self, PROBLEM);
}

static void
set_stale (DlSearchJob *self, gboolean stale)
{
  DlSearchJobPrivate *priv = private_of (self);

  if (priv->stale == stale)
    return;
  priv->stale = stale;
  notify (self, STALE);
}

/* On their way from the search's threads: only the latest counts. */

static gboolean
take_latest (gpointer data)
{
  Shared *shared = data;
  g_autoptr (DlSearchJob) self = g_weak_ref_get (&shared->owner);
  gpointer latest = NULL;
  g_autofree char *problem = NULL;

  g_mutex_lock (&shared->lock);
  latest = g_steal_pointer (&shared->latest);
  problem = g_steal_pointer (&shared->problem);
  g_mutex_unlock (&shared->lock);
  if (self != NULL && private_of (self)->last == shared)
    {
      if (latest != NULL)
        set_results (self, latest);
      if (problem != NULL)
        set_problem (self, problem);
    }
  shared->class->unref (latest);
  return G_SOURCE_REMOVE;
}

static void
look_soon (Shared *shared)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, take_latest, shared_ref (shared), shared_unref);
}

void
dl_search_task_post (DlSearchTask *run, gpointer results)
{
  Shared *shared = (Shared *) run;
  gpointer before;

  g_mutex_lock (&shared->lock);
  before = shared->latest;
  shared->latest = results;
  g_mutex_unlock (&shared->lock);
  if (before == NULL)
    look_soon (shared);
  shared->class->unref (before);
}

static gpointer
run_in_thread (gpointer data, DlProgressFunc progress, gpointer progress_data,
               GCancellable *cancellable)
{
  Shared *shared = data;
  g_autoptr (GError) error = NULL;
  gpointer results;

  shared->run.progress = progress;
  shared->run.progress_data = progress_data;
  shared->run.cancellable = cancellable;
  results = shared->class->search (&shared->run, &error);
  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_mutex_lock (&shared->lock);
      shared->problem = g_strdup (error->message);
      g_mutex_unlock (&shared->lock);
      look_soon (shared);
    }
  return results;
}

static void
on_done (gpointer results, gpointer user_data)
{
  DlSearchJob *self = user_data;
  Shared *shared = private_of (self)->last;

  g_mutex_lock (&shared->lock);
  g_clear_pointer (&shared->latest, shared->class->unref);
  g_mutex_unlock (&shared->lock);
  set_results (self, results);
  shared->class->unref (results);
}

void
dl_search_job_start (DlSearchJob *self, gpointer options)
{
  DlSearchJobPrivate *priv = private_of (self);
  Shared *shared = g_new0 (Shared, 1);

  g_atomic_ref_count_init (&shared->refs);
  g_mutex_init (&shared->lock);
  g_weak_ref_init (&shared->owner, self);
  shared->class = DL_SEARCH_JOB_GET_CLASS (self);
  shared->run.scenario = dl_scenario_copy (dl_session_get_scenario (priv->session));
  shared->run.options = options;
  shared_unref (priv->last);
  priv->last = shared;
  set_results (self, NULL);
  set_problem (self, NULL);
  set_stale (self, FALSE);
  dl_job_start (priv->job, run_in_thread, shared_ref (shared), shared_unref, shared->class->unref,
                on_done, self);
}

void
dl_search_job_cancel (DlSearchJob *self)
{
  dl_job_cancel (private_of (self)->job);
}

gboolean
dl_search_job_is_running (DlSearchJob *self)
{
  return dl_job_is_running (private_of (self)->job);
}

double
dl_search_job_get_progress (DlSearchJob *self)
{
  return dl_job_get_progress (private_of (self)->job);
}

double
dl_search_job_get_seconds_left (DlSearchJob *self)
{
  return dl_job_get_seconds_left (private_of (self)->job);
}

gpointer
dl_search_job_get_results (DlSearchJob *self)
{
  return private_of (self)->results;
}

gboolean
dl_search_job_is_stale (DlSearchJob *self)
{
  return private_of (self)->stale;
}

gboolean
dl_search_differs (gboolean (*depends_on) (const DlField *, const DlScenario *, const DlScenario *),
                   const DlScenario *a, const DlScenario *b)
{
  g_autoptr (GPtrArray) edits = dl_edits_between (a, b);

  for (guint i = 0; i < edits->len; i++)
    {
      const DlField *field = ((const DlEdit *) g_ptr_array_index (edits, i))->field;

      if (strcmp (field->group, "simulation") != 0 && field != dl_field_find ("scenario", "name")
          && field != dl_field_find ("traffic", "load") && depends_on (field, a, b))
        return TRUE;
    }
  return FALSE;
}

static void
on_generation (DlSearchJob *self)
{
  DlSearchJobPrivate *priv = private_of (self);
  gboolean stale;

  if (priv->last == NULL)
    return;
  stale = dl_search_differs (priv->last->class->depends_on, priv->last->run.scenario,
                             dl_session_get_scenario (priv->session));
  if (stale)
    dl_job_cancel (priv->job);
  set_stale (self, stale);
}

static void
on_job (DlSearchJob *self, GParamSpec *pspec)
{
  notify (self, g_str_equal (pspec->name, "running") ? RUNNING : PROGRESS);
}

/* Object --------------------------------------------------------------------------------------- */

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DlSearchJob *self = DL_SEARCH_JOB (object);

  switch (id)
    {
    case RUNNING:
      g_value_set_boolean (value, dl_search_job_is_running (self));
      break;
    case PROGRESS:
      g_value_set_double (value, dl_search_job_get_progress (self));
      break;
    case STALE:
      g_value_set_boolean (value, dl_search_job_is_stale (self));
      break;
    case PROBLEM:
      g_value_set_string (value, private_of (self)->problem);
      break;
    case RESULTS:
      g_value_set_boxed (value, dl_search_job_get_results (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
dispose (GObject *object)
{
  DlSearchJobPrivate *priv = private_of (DL_SEARCH_JOB (object));

  if (priv->job != NULL)
    {
      g_signal_handlers_disconnect_by_data (priv->job, object);
      dl_job_cancel (priv->job);
    }
  g_clear_object (&priv->job);
  g_clear_object (&priv->session);
  g_clear_pointer (&priv->last, shared_unref);
  g_clear_pointer (&priv->results, DL_SEARCH_JOB_GET_CLASS (object)->unref);
  g_clear_pointer (&priv->problem, g_free);
  G_OBJECT_CLASS (dl_search_job_parent_class)->dispose (object);
}

#define FLAGS (G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY)

static void
dl_search_job_class_init (DlSearchJobClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = get_property;
  object_class->dispose = dispose;
  properties[RUNNING] = g_param_spec_boolean ("running", NULL, NULL, FALSE, FLAGS);
  properties[PROGRESS] = g_param_spec_double ("progress", NULL, NULL, 0, 1, 0, FLAGS);
  properties[STALE] = g_param_spec_boolean ("stale", NULL, NULL, FALSE, FLAGS);
  properties[PROBLEM] = g_param_spec_string ("problem", NULL, NULL, NULL, FLAGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

void
dl_search_job_class_install_results (DlSearchJobClass *class, const char *name, GType type,
                                     GBoxedCopyFunc ref, GBoxedFreeFunc unref)
{
  class->ref = ref;
  class->unref = unref;
  class->results = g_param_spec_boxed (name, NULL, NULL, type, FLAGS);
  G_OBJECT_CLASS (class)->get_property = get_property; /* which classes do not inherit */
  g_object_class_install_property (G_OBJECT_CLASS (class), RESULTS, class->results);
}

static void
dl_search_job_init (DlSearchJob *self)
{
  DlSearchJobPrivate *priv = private_of (self);

  priv->job = dl_job_new ();
  g_signal_connect_swapped (priv->job, "notify", G_CALLBACK (on_job), self);
}

gpointer
dl_search_job_new (GType type, DlSession *session)
{
  DlSearchJob *self = g_object_new (type, NULL);

  private_of (self)->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::generation", G_CALLBACK (on_generation), self,
                           G_CONNECT_SWAPPED);
  return self;
}
