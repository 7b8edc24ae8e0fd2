#include "dl-library-item.h"

struct _DlLibraryItem
{
  GObject parent;
  DlStoreThread *thread; /* the library's; not used after it was closed */
  gint64 id;
  char *name;
  char *summary;
  gint64 modified_us;
  GBytes *thumbnail;
  gboolean thumbnail_asked;
  GStrv tags;
  guint n_runs, n_sweeps;
};

enum
{
  ID = 1,
  NAME,
  SUMMARY,
  MODIFIED_US,
  THUMBNAIL,
  TAGS,
  N_RUNS,
  N_SWEEPS,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (DlLibraryItem, dl_library_item, G_TYPE_OBJECT)

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DlLibraryItem *self = DL_LIBRARY_ITEM (object);

  switch (id)
    {
    case ID:
      g_value_set_int64 (value, self->id);
      break;
    case NAME:
      g_value_set_string (value, self->name);
      break;
    case SUMMARY:
      g_value_set_string (value, self->summary);
      break;
    case MODIFIED_US:
      g_value_set_int64 (value, self->modified_us);
      break;
    case THUMBNAIL:
      g_value_set_boxed (value, dl_library_item_get_thumbnail (self));
      break;
    case TAGS:
      g_value_set_boxed (value, self->tags);
      break;
    case N_RUNS:
      g_value_set_uint (value, self->n_runs);
      break;
    case N_SWEEPS:
      g_value_set_uint (value, self->n_sweeps);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
finalize (GObject *object)
{
  DlLibraryItem *self = DL_LIBRARY_ITEM (object);

  g_free (self->name);
  g_free (self->summary);
  g_strfreev (self->tags);
  g_clear_pointer (&self->thumbnail, g_bytes_unref);
  G_OBJECT_CLASS (dl_library_item_parent_class)->finalize (object);
}

static void
dl_library_item_class_init (DlLibraryItemClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = get_property;
  object_class->finalize = finalize;
  properties[ID] = g_param_spec_int64 ("id", NULL, NULL, G_MININT64, G_MAXINT64, 0, flags);
  properties[NAME] = g_param_spec_string ("name", NULL, NULL, NULL, flags);
  properties[SUMMARY] = g_param_spec_string ("summary", NULL, NULL, NULL, flags);
  properties[MODIFIED_US]
      = g_param_spec_int64 ("modified-us", NULL, NULL, G_MININT64, G_MAXINT64, 0, flags);
  properties[THUMBNAIL] = g_param_spec_boxed ("thumbnail", NULL, NULL, G_TYPE_BYTES, flags);
  properties[TAGS] = g_param_spec_boxed ("tags", NULL, NULL, G_TYPE_STRV, flags);
  properties[N_RUNS] = g_param_spec_uint ("n-runs", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[N_SWEEPS] = g_param_spec_uint ("n-sweeps", NULL, NULL, 0, G_MAXUINT, 0, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
dl_library_item_init (DlLibraryItem *self)
{
}

gint64
dl_library_item_get_id (DlLibraryItem *self)
{
  return self->id;
}

const char *
dl_library_item_get_name (DlLibraryItem *self)
{
  return self->name;
}

const char *
dl_library_item_get_summary (DlLibraryItem *self)
{
  return self->summary;
}

gint64
dl_library_item_get_modified_us (DlLibraryItem *self)
{
  return self->modified_us;
}

const char *const *
dl_library_item_get_tags (DlLibraryItem *self)
{
  return (const char *const *) self->tags;
}

guint
dl_library_item_get_n_runs (DlLibraryItem *self)
{
  return self->n_runs;
}

guint
dl_library_item_get_n_sweeps (DlLibraryItem *self)
{
  return self->n_sweeps;
}

static void
on_thumbnail (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlLibraryItem) self = user_data;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, NULL);

  /* A scenario without a picture is not an error worth telling. */
  if (answer == NULL || answer->png == NULL)
    return;
  self->thumbnail = g_steal_pointer (&answer->png);
  g_object_notify_by_pspec (G_OBJECT (self), properties[THUMBNAIL]);
}

GBytes *
dl_library_item_get_thumbnail (DlLibraryItem *self)
{
  if (!self->thumbnail_asked && self->thread != NULL)
    {
      self->thumbnail_asked = TRUE;
      dl_store_call_async (self->thread, DL_STORE_THUMBNAIL, (DlStoreArgs) { .id = self->id }, NULL,
                           on_thumbnail, g_object_ref (self));
    }
  return self->thumbnail;
}

DlLibraryItem *
dl_library_item_new (DlStoreThread *thread, const DlStoreEntry *entry)
{
  DlLibraryItem *self = g_object_new (DL_TYPE_LIBRARY_ITEM, NULL);

  self->thread = thread;
  self->id = entry->id;
  self->name = g_strdup (entry->name);
  self->summary = g_strdup (entry->summary);
  self->modified_us = entry->modified_us;
  self->tags = g_strdupv (entry->tags);
  self->n_runs = entry->n_runs;
  self->n_sweeps = entry->n_sweeps;
  return self;
}

void
dl_library_item_forget_thread (DlLibraryItem *self)
{
  self->thread = NULL;
}
