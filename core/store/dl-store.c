#include "dl-store-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

G_STATIC_ASSERT (sizeof (gint64) == sizeof (long long));

void
dl_store_entry_free (DlStoreEntry *entry)
{
  if (entry == NULL)
    return;
  g_free (entry->name);
  g_free (entry->summary);
  g_free (entry);
}

char *
dl_store_default_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "dateline", "library.db", NULL);
}

/* Opening -------------------------------------------------------------------------------------- */

DlStoreOptions
dl_store_options_default (void)
{
  DlStoreOptions options = { .busy_ms = DL_DATABASE_BUSY_MS };

  options.migrations = dl_migrations (&options.n_migrations);
  return options;
}

/* Does it have what its version says? Statements that fit the schema can be prepared. */
static gboolean
check_schema (DlDatabase *db, GError **error)
{
  static const char *const probes[] = {
    "SELECT id, name, summary, search, position, n_steps, revision FROM scenario LIMIT 0",
    "SELECT created_us, modified_us, opened_us, removed_us FROM scenario LIMIT 0",
    "SELECT scenario_id, text, base_text FROM state LIMIT 0",
    "SELECT scenario_id, seq, label, coalesce_key, edits, inverse, time_us FROM step LIMIT 0",
    "SELECT scenario_id, png FROM thumbnail LIMIT 0",
  };

  for (guint i = 0; i < G_N_ELEMENTS (probes); i++)
    {
      g_autoptr (GError) local = NULL;

      if (dl_database_exec (db, probes[i], &local))
        continue;
      if (g_error_matches (local, DL_STORE_ERROR, DL_STORE_ERROR_FAILED)
          || g_error_matches (local, DL_STORE_ERROR, DL_STORE_ERROR_DAMAGED))
        g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN,
                     _ ("The library “%s” is damaged and cannot be opened: move it away and a new "
                        "one will be made, or put a backup in its place."),
                     dl_database_name (db));
      else
        g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  return TRUE;
}

static gboolean
prepare (DlStore *store, DlStoreOptions options, GError **error)
{
  g_autofree char *backup = NULL;

  if (!dl_migrations_check (store->db, options.migrations, options.n_migrations, options.read_only,
                            error))
    return FALSE;
  if (options.read_only)
    return TRUE;
  if (!dl_database_make_durable (store->db, error)
      || !dl_migrations_run (store->db, options.migrations, options.n_migrations, &backup, error))
    return FALSE;
  if (backup != NULL)
    {
      g_autofree char *name = g_filename_display_name (backup);

      store->notice = g_strdup_printf (
          _ ("The library was brought up to date; as it was before, it is kept in “%s”."), name);
    }
  return TRUE;
}

DlStore *
dl_store_open_with (const char *path, DlStoreOptions options, GError **error)
{
  g_autoptr (DlStore) store = g_new0 (DlStore, 1);

  store->broken_logs = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  store->db = dl_database_open (path, options.read_only, options.busy_ms, error);
  if (store->db == NULL || !prepare (store, options, error) || !check_schema (store->db, error))
    return NULL;
  dl_store_changed_elsewhere (store);
  return g_steal_pointer (&store);
}

DlStore *
dl_store_open (const char *path, GError **error)
{
  return dl_store_open_with (path, dl_store_options_default (), error);
}

DlStore *
dl_store_open_read_only (const char *path, GError **error)
{
  DlStoreOptions options = dl_store_options_default ();

  options.read_only = TRUE;
  return dl_store_open_with (path, options, error);
}

void
dl_store_close (DlStore *store)
{
  if (store == NULL)
    return;
  dl_database_close (store->db);
  g_hash_table_unref (store->broken_logs);
  g_free (store->notice);
  g_free (store);
}

gboolean
dl_store_has_moved (DlStore *store)
{
  return dl_database_has_moved (store->db);
}

const char *
dl_store_notice (DlStore *store)
{
  return store->notice;
}

/* Looking -------------------------------------------------------------------------------------- */

static gboolean
matches (const char *haystack, char **words)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (strstr (haystack, words[i]) == NULL)
      return FALSE;
  return TRUE;
}

/* Columns: those of LIST_COLUMNS. NULL if it is not what is searched for. */
static DlStoreEntry *
read_entry (DlStatement *row, char **words)
{
  const char *search = dl_statement_text (row, 7, NULL);
  const char *name, *summary;
  DlStoreEntry *entry;

  if (!matches (search != NULL ? search : "", words))
    return NULL;

  name = dl_statement_text (row, 1, NULL);
  summary = dl_statement_text (row, 2, NULL);
  entry = g_new0 (DlStoreEntry, 1);
  entry->id = dl_statement_int (row, 0);
  entry->name = g_utf8_make_valid (name != NULL ? name : "", -1);
  entry->summary = g_utf8_make_valid (summary != NULL ? summary : "", -1);
  entry->created_us = dl_statement_int (row, 3);
  entry->modified_us = dl_statement_int (row, 4);
  entry->opened_us = dl_statement_int (row, 5);
  entry->n_steps = (guint) dl_statement_int (row, 6);
  return entry;
}

#define LIST_COLUMNS "id, name, summary, created_us, modified_us, opened_us, n_steps, search"

static gboolean
list_all (DlStore *store, char **words, GPtrArray *entries, GError **error)
{
  g_autoptr (DlStatement) row = dl_database_query (
      store->db, error, "SELECT " LIST_COLUMNS " FROM scenario WHERE removed_us IS NULL", "");
  g_autoptr (GError) local = NULL;

  if (row == NULL)
    return FALSE;
  while (dl_statement_next (row, &local))
    {
      DlStoreEntry *entry = read_entry (row, words);

      if (entry != NULL)
        g_ptr_array_add (entries, entry);
    }
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/* The damage of a page ends a scan; looked up one by one, what is on other pages is still found. */
#define MAX_SALVAGED_ID 100000

static void
list_one_by_one (DlStore *store, char **words, GPtrArray *entries)
{
  gint64 last = 0, given = 0;

  dl_database_get_int (store->db, "SELECT max(id) FROM scenario", &last, NULL);
  dl_database_get_int (store->db, "SELECT max(seq) FROM sqlite_sequence", &given, NULL);
  last = MIN (MAX (last, given), MAX_SALVAGED_ID);
  for (gint64 id = 1; id <= last; id++)
    {
      g_autoptr (DlStatement) row = dl_database_query (
          store->db, NULL,
          "SELECT " LIST_COLUMNS " FROM scenario WHERE id = ? AND removed_us IS NULL", "i", id);
      DlStoreEntry *entry;

      if (row == NULL || !dl_statement_next (row, NULL) || dl_statement_int (row, 0) != id)
        continue;
      entry = read_entry (row, words);
      if (entry != NULL)
        g_ptr_array_add (entries, entry);
    }
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const DlStoreEntry *first = *(const DlStoreEntry *const *) a;
  const DlStoreEntry *second = *(const DlStoreEntry *const *) b;

  if (first->modified_us != second->modified_us)
    return first->modified_us > second->modified_us ? -1 : 1;
  return (first->id < second->id) - (first->id > second->id);
}

GPtrArray *
dl_store_list (DlStore *store, const char *search, char **warning, GError **error)
{
  g_autoptr (GPtrArray) entries
      = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_store_entry_free);
  g_autoptr (GError) local = NULL;
  g_autofree char *folded = dl_store_fold (search != NULL ? search : "");
  g_auto (GStrv) words = g_strsplit_set (folded, " \t\r\n", -1);

  if (warning != NULL)
    *warning = NULL;
  if (!list_all (store, words, entries, &local))
    {
      if (!g_error_matches (local, DL_STORE_ERROR, DL_STORE_ERROR_DAMAGED))
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return NULL;
        }
      g_ptr_array_set_size (entries, 0);
      list_one_by_one (store, words, entries);
      if (warning != NULL)
        *warning = g_strdup (local->message);
    }
  g_ptr_array_sort (entries, compare_entries);
  return g_steal_pointer (&entries);
}

static gboolean
find_by_name (DlStore *store, const char *name, gint64 *id, guint *n_found, GError **error)
{
  g_autoptr (DlStatement) row = dl_database_query (
      store->db, error, "SELECT id FROM scenario WHERE name = ? AND removed_us IS NULL LIMIT 2",
      "s", name);
  g_autoptr (GError) local = NULL;

  if (row == NULL)
    return FALSE;
  for (*n_found = 0; dl_statement_next (row, &local); (*n_found)++)
    *id = dl_statement_int (row, 0);
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

gboolean
dl_store_has (DlStore *store, gint64 id)
{
  g_autoptr (DlStatement) row = dl_database_query (
      store->db, NULL, "SELECT id FROM scenario WHERE id = ? AND removed_us IS NULL", "i", id);

  return row != NULL && dl_statement_next (row, NULL);
}

gboolean
dl_store_find (DlStore *store, const char *name, gint64 *id, GError **error)
{
  gint64 found = 0;
  guint n_found = 0;

  if (!find_by_name (store, name, &found, &n_found, error))
    return FALSE;
  if (n_found == 0 && g_ascii_string_to_signed (name, 10, 1, G_MAXINT64, &found, NULL)
      && dl_store_has (store, found))
    n_found = 1;
  if (n_found == 1)
    {
      *id = found;
      return TRUE;
    }
  if (n_found == 0)
    g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND,
                 _ ("There is no scenario “%s” in the library “%s”: list the library for the names "
                    "that there are."),
                 name, dl_database_name (store->db));
  else
    g_set_error (
        error, DL_STORE_ERROR, DL_STORE_ERROR_AMBIGUOUS,
        _ ("There are several scenarios “%s” in the library “%s”: name the one you mean by "
           "its number."),
        name, dl_database_name (store->db));
  return FALSE;
}

gint64
dl_store_last_opened (DlStore *store)
{
  g_autoptr (DlStatement) row
      = dl_database_query (store->db, NULL,
                           "SELECT id FROM scenario WHERE removed_us IS NULL AND opened_us > 0"
                           " ORDER BY opened_us DESC, id DESC LIMIT 1",
                           "");

  return row != NULL && dl_statement_next (row, NULL) ? dl_statement_int (row, 0) : 0;
}

gboolean
dl_store_changed_elsewhere (DlStore *store)
{
  gint64 before = store->data_version;

  return dl_database_get_int (store->db, "PRAGMA data_version", &store->data_version, NULL)
         && store->data_version != before;
}

GBytes *
dl_store_thumbnail (DlStore *store, gint64 id, GError **error)
{
  g_autoptr (DlStatement) row = dl_database_query (
      store->db, error, "SELECT png FROM thumbnail WHERE scenario_id = ?", "i", id);

  return row != NULL && dl_statement_next (row, error) ? dl_statement_bytes (row, 0) : NULL;
}

/* Small changes -------------------------------------------------------------------------------- */

gboolean
dl_store_fail_not_found (DlStore *store, gint64 id, GError **error)
{
  g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND,
               _ ("The scenario with the number %ld is not in the library “%s” any more: undo its "
                  "removal, or save a copy of it."),
               (glong) id, dl_database_name (store->db));
  return FALSE;
}

/* After an UPDATE of one row by its id. */
static gboolean
check_found (DlStore *store, gint64 id, GError **error)
{
  return dl_database_changes (store->db) > 0 || dl_store_fail_not_found (store, id, error);
}

gboolean
dl_store_remove (DlStore *store, gint64 id, GError **error)
{
  gboolean ok;

  if (!dl_database_begin (store->db, error))
    return FALSE;
  ok = dl_database_run (store->db, error,
                        "UPDATE scenario SET removed_us = ? WHERE id = ? AND removed_us IS NULL",
                        "ii", g_get_real_time (), id)
       && check_found (store, id, error);
  return dl_database_end (store->db, ok, error);
}

gboolean
dl_store_unremove (DlStore *store, gint64 id, GError **error)
{
  gboolean ok;

  if (!dl_database_begin (store->db, error))
    return FALSE;
  ok = dl_database_run (store->db, error, "UPDATE scenario SET removed_us = NULL WHERE id = ?", "i",
                        id)
       && check_found (store, id, error);
  return dl_database_end (store->db, ok, error);
}

gboolean
dl_store_purge (DlStore *store, gint64 before_us, GError **error)
{
  gboolean ok;

  if (!dl_database_begin (store->db, error))
    return FALSE;
  ok = dl_database_run (store->db, error, "DELETE FROM scenario WHERE removed_us < ?", "i",
                        before_us);
  return dl_database_end (store->db, ok, error);
}

gboolean
dl_store_set_thumbnail (DlStore *store, gint64 id, GBytes *png, GError **error)
{
  gboolean ok;

  if (!dl_database_begin (store->db, error))
    return FALSE;
  if (!dl_store_has (store, id))
    ok = dl_store_fail_not_found (store, id, error);
  else if (png == NULL)
    ok = dl_database_run (store->db, error, "DELETE FROM thumbnail WHERE scenario_id = ?", "i", id);
  else
    ok = dl_database_run (store->db, error,
                          "INSERT INTO thumbnail (scenario_id, png) VALUES (?, ?)"
                          " ON CONFLICT (scenario_id) DO UPDATE SET png = excluded.png",
                          "ib", id, png);
  return dl_database_end (store->db, ok, error);
}

gboolean
dl_store_mark_opened (DlStore *store, gint64 id, GError **error)
{
  gboolean ok;

  if (!dl_database_begin (store->db, error))
    return FALSE;
  ok = dl_database_run (store->db, error,
                        "UPDATE scenario SET opened_us = ? WHERE id = ? AND removed_us IS NULL",
                        "ii", g_get_real_time (), id)
       && check_found (store, id, error);
  return dl_database_end (store->db, ok, error);
}
