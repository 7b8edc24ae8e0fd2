#include "dateline-library.h"

#include "dateline-private.h"
#include "dl-store.h"

/**
 * DatelineLibrary:
 *
 * Scenarios with their history, in one SQLite file, which the window and the command line use at
 * the same time. What was saved is durable when the call returns.
 */
struct _DatelineLibrary
{
  GObject parent_instance;

  GMutex lock;    /* of the next: a store is one thread's at a time */
  DlStore *store; /* NULL: closed */
};

G_DEFINE_FINAL_TYPE (DatelineLibrary, dateline_library, G_TYPE_OBJECT)

static void
dateline_library_finalize (GObject *object)
{
  DatelineLibrary *self = DATELINE_LIBRARY (object);

  dl_store_close (self->store);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (dateline_library_parent_class)->finalize (object);
}

static void
dateline_library_class_init (DatelineLibraryClass *class)
{
  G_OBJECT_CLASS (class)->finalize = dateline_library_finalize;
}

static void
dateline_library_init (DatelineLibrary *self)
{
  g_mutex_init (&self->lock);
}

/**
 * dateline_library_open:
 * @file_name: (nullable) (type filename): a library; %NULL for the user's own
 * @error: return location for an error
 *
 * Opens a library, or makes one. An older one is brought up to date, with a copy beside it.
 *
 * Returns: (transfer full): the library; %NULL with %DATELINE_ERROR_LIBRARY
 */
DatelineLibrary *
dateline_library_open (const char *file_name, GError **error)
{
  g_autofree char *path = file_name != NULL ? g_strdup (file_name) : dl_store_default_path ();
  GError *inner = NULL;
  DlStore *store = dl_store_open (path, &inner);
  DatelineLibrary *self;

  if (store == NULL)
    {
      dl_api_take_error (error, inner);
      return NULL;
    }
  self = g_object_new (DATELINE_TYPE_LIBRARY, NULL);
  self->store = store;
  return self;
}

/**
 * dateline_library_close:
 * @self: a library
 *
 * Closes it; all other calls fail from then on. It is closed by itself when nobody has it any more.
 */
void
dateline_library_close (DatelineLibrary *self)
{
  g_return_if_fail (DATELINE_IS_LIBRARY (self));

  g_mutex_lock (&self->lock);
  g_clear_pointer (&self->store, dl_store_close);
  g_mutex_unlock (&self->lock);
}

static gboolean
lock (DatelineLibrary *self, GError **error)
{
  g_mutex_lock (&self->lock);
  if (self->store != NULL)
    return TRUE;
  g_mutex_unlock (&self->lock);
  g_set_error_literal (error, DATELINE_ERROR, DATELINE_ERROR_LIBRARY,
                       "this library is closed (open it again)");
  return FALSE;
}

static DatelineTable *
list (DlStore *store, const char *words, GError **error)
{
  static const DlTableColumn columns[] = {
    { "id", "id", DL_COLUMN_INTEGER },
    { "name", "name" },
    { "summary", "summary" },
    { "steps", "steps", DL_COLUMN_INTEGER },
    { "modified_us", "modified", DL_COLUMN_INTEGER },
  };
  g_autoptr (GPtrArray) entries = dl_store_list (store, words, NULL, error);
  DlRecord *record;
  DlCells *cells;

  if (entries == NULL)
    return NULL;
  record = dl_record_new ();
  cells = DL_RECORD_BEGIN (record, columns);
  for (guint i = 0; i < entries->len; i++)
    {
      const DlStoreEntry *entry = entries->pdata[i];

      dl_cells_integer (cells, entry->id);
      dl_cells_text (cells, entry->name);
      dl_cells_text (cells, entry->summary);
      dl_cells_integer (cells, entry->n_steps);
      dl_cells_integer (cells, entry->modified_us);
    }
  return dl_api_table_new_take (record);
}

/**
 * dateline_library_list:
 * @self: a library
 * @words: (nullable): words that a scenario's name, summary, note or tags must have
 * @error: return location for an error
 *
 * Lists the scenarios, or those in which words are found.
 *
 * Returns: (transfer full): a row for each scenario, the last modified first: `id`, `name`,
 *   `summary`, `steps` of its history, `modified_us` since 1970; %NULL with
 *   %DATELINE_ERROR_LIBRARY
 */
DatelineTable *
dateline_library_list (DatelineLibrary *self, const char *words, GError **error)
{
  DatelineTable *table;
  GError *inner = NULL;

  g_return_val_if_fail (DATELINE_IS_LIBRARY (self), NULL);
  if (!lock (self, error))
    return NULL;
  table = list (self->store, words, &inner);
  g_mutex_unlock (&self->lock);
  dl_api_take_error (error, inner);
  return table;
}

static DlScenario *
load (DlStore *store, const char *name, GError **error)
{
  g_autoptr (DlStoreRecord) record = NULL;
  gint64 id;

  if (!dl_store_find (store, name, &id, error))
    return NULL;
  record = dl_store_load (store, id, error);
  return record != NULL ? g_steal_pointer (&record->scenario) : NULL;
}

/**
 * dateline_library_load:
 * @self: a library
 * @name: the name of a scenario, or its number
 * @error: return location for an error
 *
 * Loads a scenario by its name.
 *
 * Returns: (transfer full): the scenario in its last state; %NULL with %DATELINE_ERROR_NOT_FOUND or
 *   %DATELINE_ERROR_LIBRARY
 */
DatelineScenario *
dateline_library_load (DatelineLibrary *self, const char *name, GError **error)
{
  DlScenario *scenario;
  GError *inner = NULL;

  g_return_val_if_fail (DATELINE_IS_LIBRARY (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);
  if (!lock (self, error))
    return NULL;
  scenario = load (self->store, name, &inner);
  g_mutex_unlock (&self->lock);
  dl_api_take_error (error, inner);
  return dl_api_scenario_new_take (scenario);
}

/**
 * dateline_library_save:
 * @self: a library
 * @scenario: a scenario
 * @error: return location for an error
 *
 * Adds a scenario, whether or not there is one of that name.
 *
 * Returns: %TRUE if it is kept; %FALSE with %DATELINE_ERROR_LIBRARY
 */
gboolean
dateline_library_save (DatelineLibrary *self, DatelineScenario *scenario, GError **error)
{
  GError *inner = NULL;
  gboolean done;
  gint64 id;

  g_return_val_if_fail (DATELINE_IS_LIBRARY (self), FALSE);
  g_return_val_if_fail (DATELINE_IS_SCENARIO (scenario), FALSE);
  if (!lock (self, error))
    return FALSE;
  done = dl_store_add (self->store, dl_api_scenario_peek (scenario), &id, &inner);
  g_mutex_unlock (&self->lock);
  return done || dl_api_take_error (error, inner);
}

/**
 * dateline_library_remove:
 * @self: a library
 * @name: the name of a scenario, or its number
 * @error: return location for an error
 *
 * Removes a scenario; the window can bring it back for a while.
 *
 * Returns: %TRUE if it is removed; %FALSE with %DATELINE_ERROR_NOT_FOUND or %DATELINE_ERROR_LIBRARY
 */
gboolean
dateline_library_remove (DatelineLibrary *self, const char *name, GError **error)
{
  GError *inner = NULL;
  gboolean done;
  gint64 id;

  g_return_val_if_fail (DATELINE_IS_LIBRARY (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);
  if (!lock (self, error))
    return FALSE;
  done
      = dl_store_find (self->store, name, &id, &inner) && dl_store_remove (self->store, id, &inner);
  g_mutex_unlock (&self->lock);
  return done || dl_api_take_error (error, inner);
}
