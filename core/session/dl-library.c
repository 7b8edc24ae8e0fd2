#include "dl-library.h"

/* How long a scenario that was deleted can be brought back. */
#define KEEP_REMOVED_US (30 * G_TIME_SPAN_DAY)

/* Between the library's thread and the list, which may go first. */
typedef struct
{
  char *message;      /* to be told; exchanged atomically */
  DlLibrary *library; /* NULL: closed. Of the main thread */
} Notices;

struct _DlLibrary
{
  GObject parent;
  DlStoreThread *thread;
  Notices *notices; /* NULL if it has an owner */
  char *path;
  GPtrArray *items; /* DlLibraryItem */
  char *search;
  char *tag; /* nullable */
  char *problem;
  GCancellable *listing; /* the list being read */
  GHashTable *hidden;    /* gint64 id of sweeps */
  GPtrArray *lists;      /* DlLibrary: others of the same library, which they do not own */
  DlLibrary *owner;      /* of whose thread it is another list; NULL: its own */
};

enum
{
  SEARCH = 1,
  TAG,
  PROBLEM,
  N_PROPERTIES
};

enum
{
  FAILED,
  NOTICE,
  REPLACED,
  RESULTS_CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

static GType
get_item_type (GListModel *model)
{
  return DL_TYPE_LIBRARY_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  return DL_LIBRARY (model)->items->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  DlLibrary *self = DL_LIBRARY (model);
  return position < self->items->len ? g_object_ref (self->items->pdata[position]) : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (DlLibrary, dl_library, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DlLibrary *self = DL_LIBRARY (object);

  switch (id)
    {
    case SEARCH:
      g_value_set_string (value, self->search);
      break;
    case TAG:
      g_value_set_string (value, self->tag);
      break;
    case PROBLEM:
      g_value_set_string (value, self->problem);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case SEARCH:
      dl_library_set_search (DL_LIBRARY (object), g_value_get_string (value));
      break;
    case TAG:
      dl_library_set_tag (DL_LIBRARY (object), g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

/* Nothing asks it for anything from here on. */
static void
forget_thread (DlLibrary *self)
{
  g_cancellable_cancel (self->listing);
  for (guint i = 0; i < self->items->len; i++)
    dl_library_item_forget_thread (self->items->pdata[i]);
  self->thread = NULL;
}

static void
notices_clear (gpointer data)
{
  g_free (((Notices *) data)->message);
}

static void
notices_release (gpointer data)
{
  g_atomic_rc_box_release_full (data, notices_clear);
}

static void
finalize (GObject *object)
{
  DlLibrary *self = DL_LIBRARY (object);

  g_assert (self->thread == NULL || self->owner != NULL); /* dl_library_close */
  if (self->owner != NULL)
    {
      g_ptr_array_remove_fast (self->owner->lists, self);
      forget_thread (self);
      g_object_unref (self->owner);
    }
  g_clear_pointer (&self->notices, notices_release);
  g_free (self->path);
  g_ptr_array_unref (self->lists);
  g_ptr_array_unref (self->items);
  g_clear_object (&self->listing);
  g_hash_table_unref (self->hidden);
  g_free (self->search);
  g_free (self->tag);
  g_free (self->problem);
  G_OBJECT_CLASS (dl_library_parent_class)->finalize (object);
}

static void
dl_library_class_init (DlLibraryClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = get_property;
  object_class->set_property = set_property;
  object_class->finalize = finalize;
  properties[SEARCH]
      = g_param_spec_string ("search", NULL, NULL, "",
                             G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[TAG]
      = g_param_spec_string ("tag", NULL, NULL, NULL,
                             G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROBLEM] = g_param_spec_string ("problem", NULL, NULL, NULL,
                                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  signals[FAILED] = g_signal_new ("failed", DL_TYPE_LIBRARY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[NOTICE] = g_signal_new ("notice", DL_TYPE_LIBRARY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[REPLACED] = g_signal_new ("replaced", DL_TYPE_LIBRARY, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                    NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[RESULTS_CHANGED] = g_signal_new ("results-changed", DL_TYPE_LIBRARY, G_SIGNAL_RUN_LAST, 0,
                                           NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
dl_library_init (DlLibrary *self)
{
  self->hidden = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  self->lists = g_ptr_array_new ();
  self->search = g_strdup ("");
}

static void
set_problem (DlLibrary *self, const char *problem)
{
  if (g_strcmp0 (self->problem, problem) == 0)
    return;
  g_free (self->problem);
  self->problem = g_strdup (problem);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROBLEM]);
}

/* @callback (nullable) gets a reference to @self. */
static void
ask (DlLibrary *self, DlStoreOperation operation, DlStoreArgs args, GAsyncReadyCallback callback)
{
  if (self->thread != NULL)
    dl_store_call_async (self->thread, operation, args, NULL, callback,
                         callback != NULL ? g_object_ref (self) : NULL);
}

static void
on_opened (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlLibrary) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, &error);

  if (answer == NULL)
    set_problem (self, error->message);
  else if (answer->text != NULL)
    g_signal_emit (self, signals[NOTICE], 0, answer->text);
}

/* The library now is another file. */
static gboolean
tell_notice (gpointer data)
{
  Notices *notices = data;
  g_autofree char *message = g_atomic_pointer_exchange (&notices->message, NULL);

  if (notices->library != NULL && message != NULL)
    {
      g_signal_emit (notices->library, signals[REPLACED], 0, message);
      dl_library_results_changed (notices->library);
    }
  return G_SOURCE_REMOVE;
}

static void
on_thread_notice (const char *message, gpointer data)
{
  Notices *notices = data;

  g_free (g_atomic_pointer_exchange (&notices->message, g_strdup (message)));
  g_idle_add_full (G_PRIORITY_DEFAULT, tell_notice, g_atomic_rc_box_acquire (notices),
                   notices_release);
}

DlLibrary *
dl_library_new (const char *path)
{
  DlLibrary *self = g_object_new (DL_TYPE_LIBRARY, NULL);

  self->path = path != NULL ? g_strdup (path) : dl_store_default_path ();
  self->notices = g_atomic_rc_box_new0 (Notices);
  self->notices->library = self;
  self->thread = dl_store_thread_new (self->path, on_thread_notice,
                                      g_atomic_rc_box_acquire (self->notices), notices_release);
  ask (self, DL_STORE_OPEN, (DlStoreArgs) { 0 }, on_opened);
  /* Only housekeeping: problems of the library are told when it is opened. */
  ask (self, DL_STORE_PURGE, (DlStoreArgs) { .before_us = g_get_real_time () - KEEP_REMOVED_US },
       NULL);
  return self;
}

const char *
dl_library_get_path (DlLibrary *self)
{
  return self->path;
}

DlLibrary *
dl_library_new_list (DlLibrary *library)
{
  DlLibrary *self = g_object_new (DL_TYPE_LIBRARY, NULL);

  self->path = g_strdup (library->path);
  self->owner = g_object_ref (library);
  self->thread = library->thread;
  g_ptr_array_add (library->lists, self);
  return self;
}

gboolean
dl_library_close (DlLibrary *self, GError **error)
{
  DlStoreThread *thread = self->thread;
  gboolean ok;

  g_return_val_if_fail (self->owner == NULL, FALSE);
  if (thread == NULL)
    return TRUE;
  dl_library_delete_hidden (self);
  for (guint i = 0; i < self->lists->len; i++)
    forget_thread (self->lists->pdata[i]);
  forget_thread (self);
  ok = dl_store_thread_close (thread, error);
  tell_notice (self->notices);
  self->notices->library = NULL;
  return ok;
}

DlStoreThread *
dl_library_get_thread (DlLibrary *self)
{
  return self->thread;
}

const char *
dl_library_get_search (DlLibrary *self)
{
  return self->search;
}

const char *
dl_library_get_problem (DlLibrary *self)
{
  return self->problem;
}

void
dl_library_set_search (DlLibrary *self, const char *search)
{
  if (search == NULL)
    search = "";
  if (strcmp (self->search, search) == 0)
    return;
  g_free (self->search);
  self->search = g_strdup (search);
  g_object_notify_by_pspec (G_OBJECT (self), properties[SEARCH]);
  dl_library_refresh (self);
}

const char *
dl_library_get_tag (DlLibrary *self)
{
  return self->tag;
}

void
dl_library_set_tag (DlLibrary *self, const char *tag)
{
  if (g_strcmp0 (self->tag, tag) == 0)
    return;
  g_free (self->tag);
  self->tag = g_strdup (tag);
  g_object_notify_by_pspec (G_OBJECT (self), properties[TAG]);
  dl_library_refresh (self);
}

/* Tags that differ in case alone are the same. */
static gboolean
is_wanted (DlLibrary *self, const DlStoreEntry *entry)
{
  g_autofree char *folded = NULL;

  if (self->tag == NULL)
    return TRUE;
  folded = dl_store_fold (self->tag);
  for (char **tag = entry->tags; *tag != NULL; tag++)
    {
      g_autofree char *other = dl_store_fold (*tag);

      if (strcmp (folded, other) == 0)
        return TRUE;
    }
  return FALSE;
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlLibrary) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->thread == NULL)
    return;
  set_problem (self, error != NULL ? error->message : NULL);
  if (error != NULL)
    return;
  if (answer->text != NULL)
    g_signal_emit (self, signals[NOTICE], 0, answer->text);

  GPtrArray *entries = answer->entries;
  const guint removed = self->items->len;
  g_ptr_array_set_size (self->items, 0);
  for (guint i = 0; i < entries->len; i++)
    if (is_wanted (self, entries->pdata[i]))
      g_ptr_array_add (self->items, dl_library_item_new (self->thread, entries->pdata[i]));
  g_list_model_items_changed (G_LIST_MODEL (self), 0, removed, self->items->len);
}

void
dl_library_refresh (DlLibrary *self)
{
  if (self->thread == NULL)
    return;
  g_cancellable_cancel (self->listing);
  g_clear_object (&self->listing);
  self->listing = g_cancellable_new ();
  dl_store_call_async (self->thread, DL_STORE_LIST, (DlStoreArgs) { .text = self->search },
                       self->listing, on_listed, g_object_ref (self));
}

static void
on_looked (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlLibrary) self = user_data;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, NULL);

  if (answer != NULL && answer->changed)
    dl_library_results_changed (self);
}

void
dl_library_look_elsewhere (DlLibrary *self)
{
  ask (self, DL_STORE_CHANGED_ELSEWHERE, (DlStoreArgs) { 0 }, on_looked);
}

/* The end of what changes the list. */
static void
on_changed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlLibrary) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!dl_store_thread_finish (result, &error))
    g_signal_emit (self, signals[FAILED], 0, error->message);
  dl_library_refresh (self);
}

void
dl_library_rename (DlLibrary *self, gint64 id, const char *name)
{
  ask (self, DL_STORE_RENAME, (DlStoreArgs) { .id = id, .text = name }, on_changed);
}

void
dl_library_duplicate (DlLibrary *self, gint64 id)
{
  ask (self, DL_STORE_DUPLICATE, (DlStoreArgs) { .id = id }, on_changed);
}

void
dl_library_remove (DlLibrary *self, gint64 id)
{
  ask (self, DL_STORE_REMOVE, (DlStoreArgs) { .id = id }, on_changed);
}

void
dl_library_unremove (DlLibrary *self, gint64 id)
{
  ask (self, DL_STORE_UNREMOVE, (DlStoreArgs) { .id = id }, on_changed);
}

void
dl_library_add_tag (DlLibrary *self, gint64 id, const char *tag)
{
  ask (self, DL_STORE_ADD_TAG, (DlStoreArgs) { .id = id, .text = tag }, on_changed);
}

void
dl_library_remove_tag (DlLibrary *self, gint64 id, const char *tag)
{
  ask (self, DL_STORE_REMOVE_TAG, (DlStoreArgs) { .id = id, .text = tag }, on_changed);
}

/* Sweeps that are hidden ----------------------------------------------------------------------- */

void
dl_library_results_changed (DlLibrary *self)
{
  g_signal_emit (self, signals[RESULTS_CHANGED], 0);
  dl_library_refresh (self);
}

void
dl_library_hide_sweep (DlLibrary *self, gint64 sweep_id)
{
  if (g_hash_table_add (self->hidden, g_memdup2 (&sweep_id, sizeof sweep_id)))
    g_signal_emit (self, signals[RESULTS_CHANGED], 0);
}

void
dl_library_unhide_sweep (DlLibrary *self, gint64 sweep_id)
{
  if (g_hash_table_remove (self->hidden, &sweep_id))
    g_signal_emit (self, signals[RESULTS_CHANGED], 0);
}

gboolean
dl_library_is_hidden (DlLibrary *self, gint64 sweep_id)
{
  return g_hash_table_contains (self->hidden, &sweep_id);
}

/* One that could not be deleted is there again. */
static void
on_sweep_deleted (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlLibrary) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!dl_store_thread_finish (result, &error))
    g_signal_emit (self, signals[FAILED], 0, error->message);
  dl_library_results_changed (self);
}

void
dl_library_delete_hidden (DlLibrary *self)
{
  GHashTableIter iter;
  gpointer id;

  if (self->thread == NULL)
    return;
  g_hash_table_iter_init (&iter, self->hidden);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    {
      ask (self, DL_STORE_REMOVE_SWEEP, (DlStoreArgs) { .id = *(gint64 *) id }, on_sweep_deleted);
      g_hash_table_iter_remove (&iter);
    }
}

void
dl_library_set_thumbnail (DlLibrary *self, gint64 id, GBytes *png)
{
  /* A picture that could not be kept is made again the next time. */
  ask (self, DL_STORE_SET_THUMBNAIL, (DlStoreArgs) { .id = id, .png = png }, NULL);
}
