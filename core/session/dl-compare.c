#include "dl-compare.h"

#include "dl-comparison-job.h"

struct _DlCompareItem
{
  GObject parent;
  guint row_id;
  gint64 scenario_id;
};

G_DEFINE_FINAL_TYPE (DlCompareItem, dl_compare_item, G_TYPE_OBJECT)

struct _DlCompare
{
  GObject parent;
  DlSession *session;
  DlComparison *comparison;
  GPtrArray *items;          /* DlCompareItem, as the comparison's rows */
  GHashTable *loading;       /* gint64 id */
  GCancellable *cancellable; /* of what is read */
  DlJob *static_job, *run_job;
  DlComparisonWork *static_work, *run_work;
};

static void list_model_init (GListModelInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (DlCompare, dl_compare, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

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

/* What has come so far. */
static void
take_in (DlCompare *self, DlComparisonWork *work)
{
  if (dl_comparison_work_take (work, self->comparison))
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
  take_in (user_data, result);
  dl_comparison_work_unref (result);
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

void
dl_compare_simulate (DlCompare *self, guint n_seeds)
{
  dl_compare_cancel (self);
  g_clear_pointer (&self->run_work, dl_comparison_work_unref);
  self->run_work = dl_comparison_work_start (
      self->run_job, dl_comparison_tasks (self->comparison, n_seeds), on_simulated, self);
}

void
dl_compare_cancel (DlCompare *self)
{
  if (!dl_job_is_running (self->run_job))
    return;
  dl_job_cancel (self->run_job);
  take_in (self, self->run_work);
}

gboolean
dl_compare_is_simulating (DlCompare *self)
{
  return dl_job_is_running (self->run_job);
}

/* Rows ----------------------------------------------------------------------------------------- */

guint
dl_compare_item_get_row_id (DlCompareItem *self)
{
  return self->row_id;
}

gint64
dl_compare_item_get_scenario_id (DlCompareItem *self)
{
  return self->scenario_id;
}

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
dl_compare_is_open (DlCompare *self, DlCompareItem *item)
{
  return item->scenario_id == dl_session_get_scenario_id (self->session);
}

DlCompareItem *
dl_compare_find_scenario (DlCompare *self, gint64 id)
{
  for (guint i = 0; i < self->items->len; i++)
    {
      DlCompareItem *item = g_ptr_array_index (self->items, i);

      if (item->scenario_id == id)
        return item;
    }
  return NULL;
}

static void
add_row (DlCompare *self, gint64 id, const DlScenario *scenario)
{
  DlCompareItem *item = g_object_new (DL_TYPE_COMPARE_ITEM, NULL);
  g_autofree char *origin = id != 0 ? g_strdup_printf ("library:%s", scenario->name) : NULL;

  item->scenario_id = id;
  item->row_id = dl_comparison_add (self->comparison, scenario->name, origin, scenario);
  g_ptr_array_add (self->items, item);
  g_list_model_items_changed (G_LIST_MODEL (self), self->items->len - 1, 0, 1);
  g_signal_emit (self, signals[CHANGED], 0);
  evaluate (self);
}

/* A scenario that is being read. */
typedef struct
{
  DlCompare *compare; /* while it is not cancelled */
  gint64 id;
} Loading;

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreRecord) record = dl_store_thread_load_finish (result, &error);
  g_autofree Loading *loading = user_data;
  DlCompare *self;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = loading->compare;
  g_hash_table_remove (self->loading, &loading->id);
  if (record == NULL)
    g_signal_emit (self, signals[FAILED], 0, error->message);
  else if (dl_compare_find_scenario (self, record->id) == NULL)
    add_row (self, record->id, record->scenario);
}

void
dl_compare_add (DlCompare *self, gint64 id)
{
  DlLibrary *library = dl_session_get_library (self->session);
  Loading *loading;

  if (dl_compare_find_scenario (self, id) != NULL || g_hash_table_contains (self->loading, &id))
    return;
  if (id == dl_session_get_scenario_id (self->session))
    {
      add_row (self, id, dl_session_get_scenario (self->session));
      return;
    }
  g_return_if_fail (library != NULL);
  g_hash_table_add (self->loading, g_memdup2 (&id, sizeof id));
  loading = g_new (Loading, 1);
  *loading = (Loading) { self, id };
  dl_store_thread_load_async (dl_library_get_thread (library), id, self->cancellable, on_loaded,
                              loading);
}

void
dl_compare_remove (DlCompare *self, DlCompareItem *item)
{
  guint position;

  if (!g_ptr_array_find (self->items, item, &position))
    return;
  dl_comparison_remove (self->comparison, item->row_id);
  g_ptr_array_remove_index (self->items, position);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* The open one was edited, or renamed. */
static void
on_edited (DlCompare *self)
{
  DlCompareItem *item = dl_compare_find_scenario (self, dl_session_get_scenario_id (self->session));
  const DlScenario *scenario = dl_session_get_scenario (self->session);

  if (item == NULL)
    return;
  if (dl_comparison_change (self->comparison, item->row_id, scenario->name, scenario))
    evaluate (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* GListModel ----------------------------------------------------------------------------------- */

static GType
get_item_type (GListModel *model)
{
  return DL_TYPE_COMPARE_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  return DL_COMPARE (model)->items->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  DlCompare *self = DL_COMPARE (model);

  return position < self->items->len ? g_object_ref (g_ptr_array_index (self->items, position))
                                     : NULL;
}

static void
list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
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
  g_signal_handlers_disconnect_by_data (self->run_job, self);
  dl_job_cancel (self->run_job);
  dl_job_cancel (self->static_job);
  G_OBJECT_CLASS (dl_compare_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  DlCompare *self = DL_COMPARE (object);

  dl_comparison_work_unref (self->run_work);
  dl_comparison_work_unref (self->static_work);
  g_object_unref (self->run_job);
  g_object_unref (self->static_job);
  g_object_unref (self->cancellable);
  g_hash_table_unref (self->loading);
  g_ptr_array_unref (self->items);
  dl_comparison_free (self->comparison);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (dl_compare_parent_class)->finalize (object);
}

static void
dl_compare_item_class_init (DlCompareItemClass *class)
{
}

static void
dl_compare_item_init (DlCompareItem *self)
{
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
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
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
