#include "dl-results.h"

/* Runs that are read at once, and how near to the end a look makes it read more. */
#define PAGE_RUNS 200
#define NEAR_RUNS 100

struct _DlResults
{
  GObject parent;
  DlLibrary *library;
  gint64 scenario_id; /* 0: of a sweep */
  gint64 sweep_id;
  GPtrArray *items;      /* DlResultItem */
  GPtrArray *fresh;      /* likewise, while all is read again: what it will be; nullable */
  gint64 next;           /* where the next page of runs begins; 0: there is none */
  GCancellable *reading; /* what is being read, or NULL */
  gboolean loading;
  char *problem;
};

enum
{
  LOADING = 1,
  PROBLEM,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

static void list_model_init (GListModelInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (DlResults, dl_results, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

gboolean
dl_results_is_loading (DlResults *self)
{
  return self->loading;
}

const char *
dl_results_get_problem (DlResults *self)
{
  return self->problem;
}

static void
set_problem (DlResults *self, const char *problem)
{
  if (g_strcmp0 (self->problem, problem) == 0)
    return;
  g_free (self->problem);
  self->problem = g_strdup (problem);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROBLEM]);
}

static void
set_loading (DlResults *self, gboolean loading)
{
  if (self->loading == loading)
    return;
  self->loading = loading;
  g_object_notify_by_pspec (G_OBJECT (self), properties[LOADING]);
}

/* @error (nullable) ends the reading. FALSE if @self is not to go on. */
static gboolean
check_reading (DlResults *self, const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return FALSE;
  g_clear_object (&self->reading);
  if (error == NULL)
    return TRUE;
  self->next = 0;
  g_clear_pointer (&self->fresh, g_ptr_array_unref);
  set_problem (self, error->message);
  set_loading (self, FALSE);
  return FALSE;
}

/* Those that are there already stay, whatever is expanded or selected with them; what lies between
 * the first that is new and the last goes. */
static void
take_fresh (DlResults *self)
{
  g_autoptr (GPtrArray) fresh = g_steal_pointer (&self->fresh);
  const guint n_old = self->items->len, n_new = fresh->len;
  guint head = 0, tail = 0;

  while (head < n_old && head < n_new
         && dl_result_item_update (self->items->pdata[head], fresh->pdata[head]))
    head++;
  while (tail < n_old - head && tail < n_new - head
         && dl_result_item_update (self->items->pdata[n_old - 1 - tail],
                                   fresh->pdata[n_new - 1 - tail]))
    tail++;
  if (n_old > head + tail)
    g_ptr_array_remove_range (self->items, head, n_old - head - tail);
  for (guint i = head; i < n_new - tail; i++)
    g_ptr_array_insert (self->items, (gint) i, g_object_ref (fresh->pdata[i]));
  if (n_old != head + tail || n_new != head + tail)
    g_list_model_items_changed (G_LIST_MODEL (self), head, n_old - head - tail,
                                n_new - head - tail);
}

static void
on_page (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlResults) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, &error);
  const guint before = self->items->len;
  GPtrArray *items = self->fresh != NULL ? self->fresh : self->items;
  GPtrArray *runs;

  if (!check_reading (self, error))
    return;
  runs = answer->page->runs;
  for (guint i = 0; i < runs->len; i++)
    g_ptr_array_add (
        items, dl_result_item_new (NULL, g_steal_pointer (&runs->pdata[i]), self->sweep_id != 0));
  self->next = answer->page->next;
  if (self->fresh != NULL)
    take_fresh (self);
  else if (self->items->len > before)
    g_list_model_items_changed (G_LIST_MODEL (self), before, 0, self->items->len - before);
  set_loading (self, FALSE);
}

static void
read_page (DlResults *self, gint64 from, guint limit)
{
  DlStoreThread *thread = dl_library_get_thread (self->library);
  const gboolean of_sweep = self->sweep_id != 0;

  if (thread == NULL || self->reading != NULL)
    return;
  self->reading = g_cancellable_new ();
  dl_store_call_async (thread, of_sweep ? DL_STORE_PAGE_POINTS : DL_STORE_PAGE_RUNS,
                       (DlStoreArgs) { .id = of_sweep ? self->sweep_id : self->scenario_id,
                                       .from = from,
                                       .limit = limit },
                       self->reading, on_page, g_object_ref (self));
}

/* As many as there were: who has scrolled far stays there. */
static void
read_first_page (DlResults *self)
{
  read_page (self, 0, MAX (PAGE_RUNS, self->items->len));
}

static void
on_sweeps (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlResults) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, &error);
  GPtrArray *sweeps;

  if (!check_reading (self, error))
    return;
  sweeps = answer->sweeps;
  for (guint i = 0; i < sweeps->len; i++)
    if (!dl_library_is_hidden (self->library, ((DlStoreSweep *) sweeps->pdata[i])->id))
      g_ptr_array_add (self->fresh,
                       dl_result_item_new (g_steal_pointer (&sweeps->pdata[i]), NULL, FALSE));
  read_first_page (self);
}

/* From the beginning. */
static void
reload (DlResults *self)
{
  DlStoreThread *thread = dl_library_get_thread (self->library);

  g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  g_clear_pointer (&self->fresh, g_ptr_array_unref);
  self->next = 0;
  if (thread == NULL)
    return;
  self->fresh = g_ptr_array_new_with_free_func (g_object_unref);
  set_problem (self, NULL);
  set_loading (self, self->items->len == 0);
  if (self->sweep_id != 0)
    {
      read_first_page (self);
      return;
    }
  self->reading = g_cancellable_new ();
  dl_store_call_async (thread, DL_STORE_LIST_SWEEPS, (DlStoreArgs) { .id = self->scenario_id },
                       self->reading, on_sweeps, g_object_ref (self));
}

static GType
get_item_type (GListModel *model)
{
  return DL_TYPE_RESULT_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  return DL_RESULTS (model)->items->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  DlResults *self = DL_RESULTS (model);

  if (position >= self->items->len)
    return NULL;
  if (self->next != 0 && position + NEAR_RUNS >= self->items->len)
    read_page (self, self->next, PAGE_RUNS);
  return g_object_ref (self->items->pdata[position]);
}

static void
list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DlResults *self = DL_RESULTS (object);

  switch (id)
    {
    case LOADING:
      g_value_set_boolean (value, self->loading);
      break;
    case PROBLEM:
      g_value_set_string (value, self->problem);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
dispose (GObject *object)
{
  g_cancellable_cancel (DL_RESULTS (object)->reading);
  G_OBJECT_CLASS (dl_results_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  DlResults *self = DL_RESULTS (object);

  g_clear_object (&self->reading);
  g_clear_object (&self->library);
  g_clear_pointer (&self->fresh, g_ptr_array_unref);
  g_ptr_array_unref (self->items);
  g_free (self->problem);
  G_OBJECT_CLASS (dl_results_parent_class)->finalize (object);
}

static void
dl_results_class_init (DlResultsClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = get_property;
  object_class->dispose = dispose;
  object_class->finalize = finalize;
  properties[LOADING] = g_param_spec_boolean ("loading", NULL, NULL, FALSE,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROBLEM] = g_param_spec_string ("problem", NULL, NULL, NULL,
                                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
dl_results_init (DlResults *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
}

static DlResults *
results_new (DlLibrary *library, gint64 scenario_id, gint64 sweep_id)
{
  DlResults *self = g_object_new (DL_TYPE_RESULTS, NULL);

  self->library = g_object_ref (library);
  self->scenario_id = scenario_id;
  self->sweep_id = sweep_id;
  g_signal_connect_object (library, "results-changed", G_CALLBACK (reload), self,
                           G_CONNECT_SWAPPED);
  reload (self);
  return self;
}

DlResults *
dl_results_new (DlLibrary *library, gint64 scenario_id)
{
  return results_new (library, scenario_id, 0);
}

DlResults *
dl_results_new_points (DlLibrary *library, gint64 sweep_id)
{
  return results_new (library, 0, sweep_id);
}
