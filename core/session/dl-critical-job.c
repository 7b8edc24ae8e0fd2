#include "dl-critical-job.h"

#include "dl-edit.h"
#include "dl-job.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* What a search and its owner share; it may outlive the owner. */
typedef struct
{
  gatomicrefcount refs;
  DlScenario *scenario;
  GWeakRef owner;
  GMutex lock;
  DlCritical *latest; /* not yet taken over in the main context; nullable */
} Search;

struct _DlCriticalJob
{
  GObject parent;
  DlSession *session;
  DlJob *job;
  Search *search; /* the last one, whose results count; nullable */
  DlCritical *results;
  gboolean stale;
};

enum
{
  RUNNING = 1,
  PROGRESS,
  RESULTS,
  STALE,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_BOXED_TYPE (DlCritical, dl_critical, dl_critical_ref, dl_critical_unref)
G_DEFINE_FINAL_TYPE (DlCriticalJob, dl_critical_job, G_TYPE_OBJECT)

static Search *
search_ref (Search *search)
{
  g_atomic_ref_count_inc (&search->refs);
  return search;
}

static void
search_unref (gpointer data)
{
  Search *search = data;

  if (search == NULL || !g_atomic_ref_count_dec (&search->refs))
    return;
  dl_scenario_free (search->scenario);
  dl_critical_unref (search->latest);
  g_weak_ref_clear (&search->owner);
  g_mutex_clear (&search->lock);
  g_free (search);
}

static void
set_results (DlCriticalJob *self, DlCritical *results)
{
  if (self->results == results)
    return;
  dl_critical_unref (self->results);
  self->results = results != NULL ? dl_critical_ref (results) : NULL;
  g_object_notify_by_pspec (G_OBJECT (self), properties[RESULTS]);
}

/* Results on their way from the search's thread: only the latest counts. */

static gboolean
take_latest (gpointer data)
{
  Search *search = data;
  g_autoptr (DlCriticalJob) self = g_weak_ref_get (&search->owner);
  g_autoptr (DlCritical) latest = NULL;

  g_mutex_lock (&search->lock);
  latest = g_steal_pointer (&search->latest);
  g_mutex_unlock (&search->lock);
  if (latest != NULL && self != NULL && self->search == search)
    set_results (self, latest);
  return G_SOURCE_REMOVE;
}

static void
on_partial (DlCritical *partial, gpointer data)
{
  Search *search = data;
  gboolean first;

  g_mutex_lock (&search->lock);
  first = search->latest == NULL;
  dl_critical_unref (search->latest);
  search->latest = dl_critical_ref (partial);
  g_mutex_unlock (&search->lock);
  if (first)
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, take_latest, search_ref (search), search_unref);
}

static gpointer
run (gpointer data, DlProgressFunc progress, gpointer progress_data, GCancellable *cancellable)
{
  Search *search = data;
  DlCriticalOptions options = dl_critical_options_default ();

  options.progress = progress;
  options.progress_data = progress_data;
  options.partial = on_partial;
  options.partial_data = search;
  return dl_evaluate_critical (search->scenario, options, cancellable, NULL);
}

static void
on_done (gpointer result, gpointer user_data)
{
  DlCriticalJob *self = user_data;
  g_autoptr (DlCritical) results = result;

  g_mutex_lock (&self->search->lock);
  g_clear_pointer (&self->search->latest, dl_critical_unref);
  g_mutex_unlock (&self->search->lock);
  set_results (self, results);
}

void
dl_critical_job_start (DlCriticalJob *self)
{
  Search *search = g_new0 (Search, 1);

  g_atomic_ref_count_init (&search->refs);
  g_mutex_init (&search->lock);
  g_weak_ref_init (&search->owner, self);
  search->scenario = dl_scenario_copy (dl_session_get_scenario (self->session));
  search_unref (self->search);
  self->search = search;
  set_results (self, NULL);
  if (self->stale)
    {
      self->stale = FALSE;
      g_object_notify_by_pspec (G_OBJECT (self), properties[STALE]);
    }
  dl_job_start (self->job, run, search_ref (search), search_unref,
                (GDestroyNotify) dl_critical_unref, on_done, self);
}

void
dl_critical_job_cancel (DlCriticalJob *self)
{
  dl_job_cancel (self->job);
}

gboolean
dl_critical_job_is_running (DlCriticalJob *self)
{
  return dl_job_is_running (self->job);
}

double
dl_critical_job_get_progress (DlCriticalJob *self)
{
  return dl_job_get_progress (self->job);
}

DlCritical *
dl_critical_job_get_results (DlCriticalJob *self)
{
  return self->results;
}

gboolean
dl_critical_job_is_stale (DlCriticalJob *self)
{
  return self->stale;
}

/* Would a search find something else in @b than in @a? */
static gboolean
differs (const DlScenario *a, const DlScenario *b)
{
  g_autoptr (GPtrArray) edits = dl_edits_between (a, b);

  for (guint i = 0; i < edits->len; i++)
    {
      const DlField *field = ((const DlEdit *) g_ptr_array_index (edits, i))->field;

      if (strcmp (field->group, "router") != 0 && strcmp (field->group, "simulation") != 0
          && field != dl_field_find ("scenario", "name")
          && field != dl_field_find ("traffic", "load"))
        return TRUE;
    }
  return FALSE;
}

static void
on_generation (DlCriticalJob *self)
{
  gboolean stale;

  if (self->search == NULL)
    return;
  stale = differs (self->search->scenario, dl_session_get_scenario (self->session));
  if (stale)
    dl_job_cancel (self->job);
  if (stale == self->stale)
    return;
  self->stale = stale;
  g_object_notify_by_pspec (G_OBJECT (self), properties[STALE]);
}

static void
on_job (DlCriticalJob *self, GParamSpec *pspec)
{
  const guint id = g_str_equal (pspec->name, "running") ? RUNNING : PROGRESS;

  g_object_notify_by_pspec (G_OBJECT (self), properties[id]);
}

/* In words ------------------------------------------------------------------------------------- */

/* Takes @part. */
static void
append_part (GString *text, char *part)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", part);
  g_free (part);
}

static void
append_change (GString *text, const char *what, double before, double after, guint digits)
{
  if (!isnan (before) && !isnan (after))
    append_part (text,
                 g_strdup_printf (_ ("%s %'.*f → %'.*f"), what, digits, before, digits, after));
}

char *
dl_critical_cable_to_text (const DlCritical *critical, const DlCriticalCable *cable)
{
  const DlCriticalFigures *before = &critical->base, *after = &cable->figures;
  const gulong cut = MAX (cable->undelivered_more, 0), illegal = after->illegal_pairs;
  GString *text = g_string_new (NULL);

  if (cut > 0)
    append_part (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'lu pair cut off",
                                                     "%'lu pairs cut off", cut),
                                        cut));
  if (!after->deadlock_free)
    append_part (text, g_strdup (_ ("can deadlock")));
  if (illegal > 0)
    append_part (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'lu pair on illegal turns",
                                                     "%'lu pairs on illegal turns", illegal),
                                        illegal));
  if (cable->rerouted_pairs != DL_CRITICAL_NOT_COUNTED)
    append_part (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'lu pair rerouted",
                                                     "%'lu pairs rerouted", cable->rerouted_pairs),
                                        (gulong) cable->rerouted_pairs));
  append_change (text, _ ("peak load"), before->load_max, after->load_max, 0);
  append_change (text, _ ("mean balance"), before->balance_mean, after->balance_mean, 4);
  append_change (text, _ ("mean hops"), before->hops_mean, after->hops_mean, 4);
  return g_string_free (text, FALSE);
}

/* Object --------------------------------------------------------------------------------------- */

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DlCriticalJob *self = DL_CRITICAL_JOB (object);

  switch (id)
    {
    case RUNNING:
      g_value_set_boolean (value, dl_critical_job_is_running (self));
      break;
    case PROGRESS:
      g_value_set_double (value, dl_critical_job_get_progress (self));
      break;
    case RESULTS:
      g_value_set_boxed (value, self->results);
      break;
    case STALE:
      g_value_set_boolean (value, self->stale);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
dispose (GObject *object)
{
  DlCriticalJob *self = DL_CRITICAL_JOB (object);

  if (self->job != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->job, self);
      dl_job_cancel (self->job);
    }
  g_clear_object (&self->job);
  g_clear_object (&self->session);
  g_clear_pointer (&self->search, search_unref);
  g_clear_pointer (&self->results, dl_critical_unref);
  G_OBJECT_CLASS (dl_critical_job_parent_class)->dispose (object);
}

static void
dl_critical_job_class_init (DlCriticalJobClass *class)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = get_property;
  object_class->dispose = dispose;
  properties[RUNNING] = g_param_spec_boolean ("running", NULL, NULL, FALSE, flags);
  properties[PROGRESS] = g_param_spec_double ("progress", NULL, NULL, 0, 1, 0, flags);
  properties[RESULTS] = g_param_spec_boxed ("results", NULL, NULL, DL_TYPE_CRITICAL, flags);
  properties[STALE] = g_param_spec_boolean ("stale", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
dl_critical_job_init (DlCriticalJob *self)
{
  self->job = dl_job_new ();
  g_signal_connect_swapped (self->job, "notify", G_CALLBACK (on_job), self);
}

DlCriticalJob *
dl_critical_job_new (DlSession *session)
{
  DlCriticalJob *self = g_object_new (DL_TYPE_CRITICAL_JOB, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::generation", G_CALLBACK (on_generation), self,
                           G_CONNECT_SWAPPED);
  return self;
}
