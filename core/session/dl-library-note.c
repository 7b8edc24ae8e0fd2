#include "dl-library-note.h"

#define SAVE_MS 500

struct _DlLibraryNote
{
  GObject parent;
  DlLibrary *library;
  gint64 id;
  char *text; /* nullable */
  char *problem;
  guint save_timeout;
  GCancellable *reading;
  GHashTable *unsaved; /* gint64 id -> char *: what could not be kept */
};

enum
{
  TEXT = 1,
  PROBLEM,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (DlLibraryNote, dl_library_note, G_TYPE_OBJECT)

const char *
dl_library_note_get_text (DlLibraryNote *self)
{
  return self->text;
}

const char *
dl_library_note_get_problem (DlLibraryNote *self)
{
  return self->problem;
}

static void
set_problem (DlLibraryNote *self, const char *problem)
{
  if (g_strcmp0 (self->problem, problem) == 0)
    return;
  g_free (self->problem);
  self->problem = g_strdup (problem);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROBLEM]);
}

static void
set_text (DlLibraryNote *self, const char *text)
{
  g_free (self->text);
  self->text = g_strdup (text);
  g_object_notify_by_pspec (G_OBJECT (self), properties[TEXT]);
}

/* Keeping -------------------------------------------------------------------------------------- */

/* Result of keeping a note, which may arrive after the window is gone: it outlives the note. */
typedef struct
{
  DlLibrary *library;
  GWeakRef note;
  gint64 id;
  char *text;
} Saving;

static void
saving_free (Saving *saving)
{
  g_weak_ref_clear (&saving->note);
  g_object_unref (saving->library);
  g_free (saving->text);
  g_free (saving);
}

static void
on_saved (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Saving *saving = user_data;
  g_autoptr (DlLibraryNote) self = g_weak_ref_get (&saving->note);
  g_autoptr (GError) error = NULL;
  const gboolean saved = dl_store_thread_finish (result, &error);

  if (self != NULL && saved)
    {
      /* An older one that failed is of no use any more. */
      g_hash_table_remove (self->unsaved, &saving->id);
      if (self->id == saving->id)
        set_problem (self, NULL);
    }
  else if (self != NULL)
    {
      g_hash_table_replace (self->unsaved, g_memdup2 (&saving->id, sizeof saving->id),
                            g_strdup (saving->text));
      if (self->id == saving->id)
        set_problem (self, error->message);
    }
  if (!saved && (self == NULL || self->id != saving->id))
    g_signal_emit_by_name (saving->library, "failed", error->message);
  saving_free (saving);
}

static void
save (DlLibraryNote *self, gint64 id, const char *text)
{
  DlStoreThread *thread = dl_library_get_thread (self->library);
  Saving *saving;

  if (thread == NULL)
    return;
  saving = g_new (Saving, 1);
  *saving = (Saving) { .library = g_object_ref (self->library), .id = id, .text = g_strdup (text) };
  g_weak_ref_init (&saving->note, self);
  dl_store_call_async (thread, DL_STORE_SET_NOTE, (DlStoreArgs) { .id = id, .text = text }, NULL,
                       on_saved, saving);
}

static gboolean
on_save_time (gpointer user_data)
{
  DlLibraryNote *self = user_data;

  self->save_timeout = 0;
  save (self, self->id, self->text);
  return G_SOURCE_REMOVE;
}

void
dl_library_note_flush (DlLibraryNote *self)
{
  if (self->save_timeout == 0)
    return;
  g_clear_handle_id (&self->save_timeout, g_source_remove);
  save (self, self->id, self->text);
}

void
dl_library_note_type (DlLibraryNote *self, const char *text)
{
  g_return_if_fail (self->text != NULL);
  if (g_strcmp0 (self->text, text) == 0)
    return;
  g_free (self->text);
  self->text = g_strdup (text);
  if (self->save_timeout == 0)
    self->save_timeout = g_timeout_add (SAVE_MS, on_save_time, self);
}

/* Reading -------------------------------------------------------------------------------------- */

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlLibraryNote) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->reading);
  set_problem (self, error != NULL ? error->message : NULL);
  set_text (self, answer != NULL ? answer->text : NULL);
}

void
dl_library_note_show (DlLibraryNote *self, gint64 id)
{
  DlStoreThread *thread = dl_library_get_thread (self->library);
  const char *kept;

  if (self->id == id)
    return;
  dl_library_note_flush (self);
  g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  self->id = id;
  set_problem (self, NULL);
  kept = g_hash_table_lookup (self->unsaved, &id);
  set_text (self, kept);
  if (kept != NULL)
    save (self, id, kept);
  else if (id != 0 && thread != NULL)
    {
      self->reading = g_cancellable_new ();
      dl_store_call_async (thread, DL_STORE_NOTE, (DlStoreArgs) { .id = id }, self->reading,
                           on_read, g_object_ref (self));
    }
}

/* Object --------------------------------------------------------------------------------------- */

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DlLibraryNote *self = DL_LIBRARY_NOTE (object);

  switch (id)
    {
    case TEXT:
      g_value_set_string (value, self->text);
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
  DlLibraryNote *self = DL_LIBRARY_NOTE (object);

  if (self->library != NULL)
    dl_library_note_flush (self);
  g_cancellable_cancel (self->reading);
  G_OBJECT_CLASS (dl_library_note_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  DlLibraryNote *self = DL_LIBRARY_NOTE (object);

  g_clear_object (&self->reading);
  g_clear_object (&self->library);
  g_hash_table_unref (self->unsaved);
  g_free (self->text);
  g_free (self->problem);
  G_OBJECT_CLASS (dl_library_note_parent_class)->finalize (object);
}

static void
dl_library_note_class_init (DlLibraryNoteClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = get_property;
  object_class->dispose = dispose;
  object_class->finalize = finalize;
  properties[TEXT]
      = g_param_spec_string ("text", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROBLEM] = g_param_spec_string ("problem", NULL, NULL, NULL,
                                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
dl_library_note_init (DlLibraryNote *self)
{
  self->unsaved = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
}

DlLibraryNote *
dl_library_note_new (DlLibrary *library)
{
  DlLibraryNote *self = g_object_new (DL_TYPE_LIBRARY_NOTE, NULL);

  self->library = g_object_ref (library);
  return self;
}
