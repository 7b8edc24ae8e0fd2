#include "dl-compare.h"

#include "dl-comparison-job.h"
#include "dl-comparison-write.h"
#include "dl-pin.h"
#include "dl-session.h"

#include <string.h>

/* So many runs of a scenario are looked for when it is added. */
#define LOOK_RUNS 10

/* Where a row is from. */
typedef struct
{
  guint row_id;
  gint64 scenario_id;
  gboolean detached; /* it is a state or a run, and follows no scenario */
} Item;

struct _DlCompare
{
  GObject parent;
  DlSession *session;
  DlComparison *comparison;
  GArray *items;             /* Item, as the comparison's rows */
  GHashTable *loading;       /* gint64 id */
  GCancellable *cancellable; /* of the current reading */
  DlJob *static_job, *run_job;
  DlComparisonWork *static_work, *run_work;
  GPtrArray *fresh;      /* DlStoreRun: on their way to the library */
  GCancellable *looking; /* for runs in the library, before others are made; or NULL */
};

G_DEFINE_FINAL_TYPE (DlCompare, dl_compare, G_TYPE_OBJECT)

enum
{
  SIMULATING = 1,
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

/* Runs ----------------------------------------------------------------------------------------- */

/* NULL: the row is gone. */
static const Item *
item_of_row (DlCompare *self, guint row_id)
{
  for (guint i = 0; i < self->items->len; i++)
    {
      const Item *item = &g_array_index (self->items, Item, i);

      if (item->row_id == row_id)
        return item;
    }
  return NULL;
}

static void
note_fresh (const DlComparisonTask *task, const DlSweepResult *result, const GError *problem,
            gpointer data)
{
  DlCompare *self = data;
  const Item *item = item_of_row (self, task->id);
  DlStoreRun *run = item != NULL ? dl_comparison_store_run (self->comparison, task, result,
                                                            item->detached ? 0 : item->scenario_id)
                                 : NULL;

  if (run != NULL)
    g_ptr_array_add (self->fresh, run);
}

static void
on_kept (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlCompare) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!dl_store_thread_finish (result, &error))
    g_signal_emit (self, signals[FAILED], 0, error->message);
}

static void
keep_fresh (DlCompare *self)
{
  DlStoreThread *thread = dl_session_get_store (self->session);

  if (self->fresh->len > 0 && thread != NULL)
    {
      dl_store_call_async (thread, DL_STORE_ADD_RUNS, (DlStoreArgs) { .runs = self->fresh }, NULL,
                           on_kept, g_object_ref (self));
      g_ptr_array_unref (self->fresh);
      self->fresh = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_store_run_free);
    }
  g_ptr_array_set_size (self->fresh, 0);
}

static void
take_in (DlCompare *self, DlComparisonWork *work)
{
  if (!dl_comparison_work_take (work, self->comparison, note_fresh, self))
    return;
  keep_fresh (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* The static results, of whatever has none. One at a time: a row that changes meanwhile is
 * evaluated after it, in the state it has then. */
static void evaluate (DlCompare *self);

static void
on_evaluated (gpointer result, gpointer user_data)
{
  DlCompare *self = user_data;

  take_in (self, result);
  dl_comparison_work_unref (result);
  evaluate (self);
}

static void
evaluate (DlCompare *self)
{
  if (dl_job_is_running (self->static_job))
    return;
  g_clear_pointer (&self->static_work, dl_comparison_work_unref);
  self->static_work = dl_comparison_work_start (
      self->static_job, dl_comparison_tasks (self->comparison, 0), on_evaluated, self);
}

static void
on_simulated (gpointer result, gpointer user_data)
{
  DlCompare *self = user_data;
  DlLibrary *library = dl_session_get_library (self->session);

  take_in (self, result);
  dl_comparison_work_unref (result);
  if (library != NULL)
    dl_library_results_changed (library);
}

static void
on_progress (DlCompare *self)
{
  if (dl_job_is_running (self->run_job))
    take_in (self, self->run_work);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROGRESS]);
}

static void
on_running (DlCompare *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[SIMULATING]);
}

static void
make_runs (DlCompare *self, guint n_seeds)
{
  self->run_work = dl_comparison_work_start (
      self->run_job, dl_comparison_tasks (self->comparison, n_seeds), on_simulated, self);
}

/* A look for runs in the library. */
typedef struct
{
  DlCompare *compare;
  guint n_seeds; /* that are made if they are not there; 0: none */
} Look;

static void
on_looked (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Look *look = user_data;
  g_autoptr (DlCompare) self = look->compare;
  g_autoptr (GError) error = NULL;
  gboolean any;

  /* Where the library cannot be read, runs are made. */
  dl_comparison_store_look_up_finish (result, self->comparison, &any, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (any)
    g_signal_emit (self, signals[CHANGED], 0);
  if (look->n_seeds == 0)
    return;
  g_clear_object (&self->looking);
  make_runs (self, look->n_seeds);
  on_running (self);
}

static void
look_up (DlCompare *self, GPtrArray *tasks, guint n_seeds, GCancellable *cancellable)
{
  Look *look = g_new (Look, 1);

  *look = (Look) { g_object_ref (self), n_seeds };
  dl_comparison_store_look_up_async (dl_session_get_store (self->session), tasks, cancellable,
                                     on_looked, look);
}

void
dl_compare_simulate (DlCompare *self, guint n_seeds)
{
  g_autoptr (GPtrArray) tasks = NULL;

  dl_compare_cancel (self);
  g_clear_pointer (&self->run_work, dl_comparison_work_unref);
  tasks = dl_comparison_tasks (self->comparison, n_seeds);
  if (tasks->len == 0)
    return;
  if (dl_session_get_store (self->session) == NULL)
    {
      make_runs (self, n_seeds);
      return;
    }
  self->looking = g_cancellable_new ();
  look_up (self, g_steal_pointer (&tasks), n_seeds, self->looking);
  on_running (self);
}

void
dl_compare_cancel (DlCompare *self)
{
  if (self->looking != NULL)
    {
      g_cancellable_cancel (self->looking);
      g_clear_object (&self->looking);
      on_running (self);
    }
  if (!dl_job_is_running (self->run_job))
    return;
  dl_job_cancel (self->run_job);
  take_in (self, self->run_work);
}

gboolean
dl_compare_is_simulating (DlCompare *self)
{
  return self->looking != NULL || dl_job_is_running (self->run_job);
}

/* Rows ----------------------------------------------------------------------------------------- */

const DlComparison *
dl_compare_get_comparison (DlCompare *self)
{
  return self->comparison;
}

DlSession *
dl_compare_get_session (DlCompare *self)
{
  return self->session;
}

gboolean
dl_compare_is_open (DlCompare *self, guint row_id)
{
  const Item *item = item_of_row (self, row_id);

  return item != NULL && !item->detached
         && item->scenario_id == dl_session_get_scenario_id (self->session);
}

guint
dl_compare_find_scenario (DlCompare *self, gint64 id)
{
  for (guint i = 0; i < self->items->len; i++)
    {
      const Item *item = &g_array_index (self->items, Item, i);

      if (!item->detached && item->scenario_id == id)
        return item->row_id;
    }
  return 0;
}

/* Look up a row in the library. */
static void
look_up_row (DlCompare *self, guint row_id)
{
  GPtrArray *tasks;

  if (dl_session_get_store (self->session) == NULL)
    return;
  tasks = dl_comparison_tasks (self->comparison, LOOK_RUNS);
  for (guint i = tasks->len; i-- > 0;)
    if (((const DlComparisonTask *) g_ptr_array_index (tasks, i))->id != row_id)
      g_ptr_array_remove_index (tasks, i);
  look_up (self, tasks, 0, self->cancellable);
}

static void
add (DlCompare *self, const char *name, const char *origin, const DlScenario *scenario, Item item)
{
  item.row_id = dl_comparison_add (self->comparison, name, origin, scenario);
  g_array_append_val (self->items, item);
  g_signal_emit (self, signals[CHANGED], 0);
  look_up_row (self, item.row_id);
  evaluate (self);
}

static void
add_row (DlCompare *self, gint64 id, const DlScenario *scenario)
{
  g_autofree char *origin = id != 0 ? g_strdup_printf ("library:%s", scenario->name) : NULL;

  add (self, scenario->name, origin, scenario, (Item) { .scenario_id = id });
}

/* FALSE if the same stands there under the same name. */
static gboolean
add_detached (DlCompare *self, const char *name, const DlScenario *scenario)
{
  g_autofree char *digest = dl_sweep_digest (scenario, 0);

  for (guint i = 0; i < self->comparison->rows->len; i++)
    {
      const DlComparisonRow *row = dl_comparison_row (self->comparison, i);
      g_autofree char *other = dl_sweep_digest (row->scenario, 0);

      if (strcmp (digest, other) == 0 && strcmp (row->name, name) == 0)
        return FALSE;
    }
  add (self, name, NULL, scenario, (Item) { .detached = TRUE });
  return TRUE;
}

gboolean
dl_compare_add_pinned (DlCompare *self)
{
  const DlPin *pin = dl_session_get_pin (self->session);

  return pin != NULL && add_detached (self, pin->label, pin->result->scenario);
}

/* A run whose scenario is being read. */
typedef struct
{
  DlCompare *compare; /* while it is not canceled */
  char *what;
} LoadingRun;

static void
on_run_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree LoadingRun *loading = user_data;
  g_autofree char *what = loading->what;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, &error);
  g_autofree char *name = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (answer == NULL)
    {
      g_signal_emit (loading->compare, signals[FAILED], 0, error->message);
      return;
    }
  name = dl_leg_name (answer->scenario->name, what);
  add_detached (loading->compare, name, answer->scenario);
}

void
dl_compare_add_run (DlCompare *self, gint64 run_id, const char *what)
{
  LoadingRun *loading;

  if (dl_session_get_store (self->session) == NULL)
    return;
  loading = g_new (LoadingRun, 1);
  *loading = (LoadingRun) { self, g_strdup (what) };
  dl_store_call_async (dl_session_get_store (self->session), DL_STORE_RUN_SCENARIO,
                       (DlStoreArgs) { .id = run_id }, self->cancellable, on_run_loaded, loading);
}

/* A scenario that is being read. */
typedef struct
{
  DlCompare *compare; /* while it is not canceled */
  gint64 id;
} Loading;

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, &error);
  g_autofree Loading *loading = user_data;
  DlCompare *self;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = loading->compare;
  g_hash_table_remove (self->loading, &loading->id);
  if (answer == NULL)
    g_signal_emit (self, signals[FAILED], 0, error->message);
  else if (dl_compare_find_scenario (self, answer->record->id) == 0)
    add_row (self, answer->record->id, answer->record->scenario);
}

void
dl_compare_add (DlCompare *self, gint64 id)
{
  DlStoreThread *store = dl_session_get_store (self->session);
  Loading *loading;

  if (dl_compare_find_scenario (self, id) != 0 || g_hash_table_contains (self->loading, &id))
    return;
  if (id == dl_session_get_scenario_id (self->session))
    {
      add_row (self, id, dl_session_get_scenario (self->session));
      return;
    }
  g_return_if_fail (store != NULL);
  g_hash_table_add (self->loading, g_memdup2 (&id, sizeof id));
  loading = g_new (Loading, 1);
  *loading = (Loading) { self, id };
  dl_store_call_async (store, DL_STORE_LOAD, (DlStoreArgs) { .id = id }, self->cancellable,
                       on_loaded, loading);
}

void
dl_compare_remove (DlCompare *self, guint row_id)
{
  const Item *item = item_of_row (self, row_id);

  if (item == NULL)
    return;
  g_array_remove_index (self->items, (guint) (item - (const Item *) self->items->data));
  dl_comparison_remove (self->comparison, row_id);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* The open one was edited, or renamed. */
static void
on_edited (DlCompare *self)
{
  const guint row_id = dl_compare_find_scenario (self, dl_session_get_scenario_id (self->session));
  const DlScenario *scenario = dl_session_get_scenario (self->session);

  if (row_id == 0)
    return;
  if (dl_comparison_change (self->comparison, row_id, scenario->name, scenario))
    evaluate (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Object --------------------------------------------------------------------------------------- */

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DlCompare *self = DL_COMPARE (object);

  switch (id)
    {
    case SIMULATING:
      g_value_set_boolean (value, dl_compare_is_simulating (self));
      break;
    case PROGRESS:
      g_value_set_double (value, dl_job_get_progress (self->run_job));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
dispose (GObject *object)
{
  DlCompare *self = DL_COMPARE (object);

  g_cancellable_cancel (self->cancellable);
  g_cancellable_cancel (self->looking);
  g_signal_handlers_disconnect_by_data (self->run_job, self);
  dl_job_cancel (self->run_job);
  dl_job_cancel (self->static_job);
  G_OBJECT_CLASS (dl_compare_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  DlCompare *self = DL_COMPARE (object);

  g_clear_object (&self->looking);
  g_ptr_array_unref (self->fresh);
  dl_comparison_work_unref (self->run_work);
  dl_comparison_work_unref (self->static_work);
  g_object_unref (self->run_job);
  g_object_unref (self->static_job);
  g_object_unref (self->cancellable);
  g_hash_table_unref (self->loading);
  g_array_unref (self->items);
  dl_comparison_free (self->comparison);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (dl_compare_parent_class)->finalize (object);
}

static void
dl_compare_class_init (DlCompareClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = get_property;
  object_class->dispose = dispose;
  object_class->finalize = finalize;
  properties[SIMULATING] = g_param_spec_boolean ("simulating", NULL, NULL, FALSE,
                                                 G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROGRESS] = g_param_spec_double ("progress", NULL, NULL, 0, 1, 0,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  signals[CHANGED] = g_signal_new ("changed", DL_TYPE_COMPARE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
  signals[FAILED] = g_signal_new ("failed", DL_TYPE_COMPARE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
dl_compare_init (DlCompare *self)
{
  self->comparison = dl_comparison_new ();
  self->items = g_array_new (FALSE, FALSE, sizeof (Item));
  self->fresh = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_store_run_free);
  self->loading = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->cancellable = g_cancellable_new ();
  self->static_job = dl_job_new ();
  self->run_job = dl_job_new ();
  g_signal_connect_swapped (self->run_job, "notify::progress", G_CALLBACK (on_progress), self);
  g_signal_connect_swapped (self->run_job, "notify::running", G_CALLBACK (on_running), self);
}

DlCompare *
dl_compare_new (DlSession *session)
{
  DlCompare *self = g_object_new (DL_TYPE_COMPARE, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::generation", G_CALLBACK (on_edited), self,
                           G_CONNECT_SWAPPED);
  add_row (self, dl_session_get_scenario_id (session), dl_session_get_scenario (session));
  return self;
}
