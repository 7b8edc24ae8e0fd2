#include "dl-names.h"
#include "dl-output.h"
#include "dl-store-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

G_STATIC_ASSERT (sizeof (gint64) == sizeof (long long));

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
    "SELECT id, sum, text FROM run_text LIMIT 0",
    "SELECT id, digest, scenario_id, text_id, settings, seed, version FROM run LIMIT 0",
    "SELECT outcome, created_us, state, reason FROM run LIMIT 0",
    "SELECT run_id, measure, value FROM run_value LIMIT 0",
    "SELECT run_id, name, data FROM run_array LIMIT 0",
    "SELECT id, scenario_id, key, text_id, varied, n_seeds, n_points FROM sweep LIMIT 0",
    "SELECT version, created_us, state FROM sweep LIMIT 0",
    "SELECT sweep_id, point, run_id FROM sweep_point LIMIT 0",
    "SELECT id, scenario_id, text_id, results, last_cycle, n_edits FROM recording LIMIT 0",
    "SELECT begun_us, changed_us FROM recording LIMIT 0",
    "SELECT recording_id, seq, cycle, label, edits FROM recorded_edit LIMIT 0",
    "SELECT scenario_id, folded, tag FROM tag LIMIT 0",
    "SELECT scenario_id, note, search FROM remark LIMIT 0",
    "SELECT rowid, main, more FROM words LIMIT 0",
  };

  for (guint i = 0; i < G_N_ELEMENTS (probes); i++)
    {
      g_autoptr (GError) local = NULL;

      if (dl_database_exec (db, probes[i], &local))
        continue;
      if (g_error_matches (local, DL_STORE_ERROR, DL_STORE_ERROR_FAILED)
          || g_error_matches (local, DL_STORE_ERROR, DL_STORE_ERROR_DAMAGED))
        g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN,
                     _ ("The library “%s” is damaged and cannot be opened: move it to have a new "
                        "one created, or replace it with a backup."),
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
      g_autofree char *name = dl_file_name_show (backup);

      store->notice = g_strdup_printf (
          _ ("The library was updated; the previous version is kept in “%s”."), name);
    }
  return TRUE;
}

DlStore *
dl_store_open_with (const char *path, DlStoreOptions options, GError **error)
{
  g_autoptr (DlStore) store = g_new0 (DlStore, 1);

  store->broken_logs = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  store->sweeps_fd = -1;
  store->db = dl_database_open (path, options.read_only, options.busy_ms, error);
  if (store->db == NULL || !prepare (store, options, error)
      || (!options.foreign && !check_schema (store->db, error)))
    return NULL;
  if (store->notice == NULL)
    store->notice = g_strdup (dl_database_notice (store->db));
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

char *
dl_store_leave (DlStore *store)
{
  char *notice;

  if (store == NULL)
    return NULL;
  dl_store_release_sweeps (store);
  notice = dl_database_leave (store->db);
  g_hash_table_unref (store->broken_logs);
  g_free (store->notice);
  g_free (store);
  return notice;
}

void
dl_store_close (DlStore *store)
{
  g_free (dl_store_leave (store));
}

void
dl_store_drop_unused (DlStore *store)
{
  dl_database_set_used (store->db, "SELECT EXISTS (SELECT 1 FROM scenario)"
                                   " OR EXISTS (SELECT 1 FROM run)");
}

gboolean
dl_store_restore (DlStore *store, GError **error)
{
  return dl_database_restore (store->db, error);
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

/* Find a name as lists show it, without its characters that hide. */
static gboolean
find_by_shown_name (DlStore *store, const char *name, gint64 *id, guint *n_found, GError **error)
{
  g_autoptr (DlStatement) row = dl_database_query (
      store->db, error, "SELECT id, name FROM scenario WHERE removed_us IS NULL", "");
  g_autoptr (GError) local = NULL;

  if (row == NULL)
    return FALSE;
  while (*n_found < 2 && dl_statement_next (row, &local))
    {
      g_autofree char *shown = dl_statement_shown_text (row, 1);

      if (strcmp (shown, name) != 0)
        continue;
      *id = dl_statement_int (row, 0);
      ++*n_found;
    }
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/* Names that are near to one that is not there, as a question; NULL: none is. */
static char *
find_meant (DlStore *store, const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (DlStatement) row = dl_database_query (
      store->db, NULL, "SELECT DISTINCT name FROM scenario WHERE removed_us IS NULL", "");

  while (row != NULL && dl_statement_next (row, NULL))
    g_ptr_array_add (names, dl_statement_shown_text (row, 0));
  g_ptr_array_add (names, NULL);
  return dl_names_meant (name, (const char *const *) names->pdata, "");
}

gboolean
dl_store_find (DlStore *store, const char *name, gint64 *id, GError **error)
{
  g_autofree char *meant = NULL;
  gint64 found = 0;
  guint n_found = 0;

  if (!find_by_name (store, name, &found, &n_found, error)
      || (n_found == 0 && !find_by_shown_name (store, name, &found, &n_found, error)))
    return FALSE;
  if (n_found == 0 && g_ascii_string_to_signed (name, 10, 1, G_MAXINT64, &found, NULL)
      && dl_store_has (store, found))
    n_found = 1;
  if (n_found == 1)
    {
      *id = found;
      return TRUE;
    }
  if (n_found == 0 && (meant = find_meant (store, name)) != NULL)
    g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND,
                 /* Translators: a name, a file, and “did you mean XT3?” */
                 _ ("There is no scenario “%s” in the library “%s” (%s)."), name,
                 dl_database_name (store->db), meant);
  else if (n_found == 0)
    g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND,
                 _ ("There is no scenario “%s” in the library “%s”: list the library to see all "
                    "names."),
                 name, dl_database_name (store->db));
  else
    g_set_error (
        error, DL_STORE_ERROR, DL_STORE_ERROR_AMBIGUOUS,
        _ ("There are several scenarios “%s” in the library “%s”: use the number of one of them."),
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
               _ ("Scenario %ld is no longer in the library “%s”: undo its removal, or save a "
                  "copy of it."),
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
  if (ok && dl_database_changes (store->db) > 0)
    ok = dl_store_drop_texts (store, error);
  ok = ok && dl_store_index_purge (store, error);
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
