#include "dl-store-space.h"

#include "dl-store-private.h"

#include <string.h>

#include <glib/gstdio.h>

void
dl_store_use_free (DlStoreUse *use)
{
  if (use == NULL)
    return;
  g_free (use->name);
  g_free (use);
}

guint64
dl_store_use_bytes (const DlStoreUse *use)
{
  return use->text_bytes + use->history_bytes + use->run_bytes + use->array_bytes;
}

/* Counting ------------------------------------------------------------------------------------- */

#define BYTES(column) "coalesce (length (CAST (" column " AS BLOB)), 0)"
/* Bytes of a row beside its texts, about. */
#define ROW "24"

/* Each gives a scenario's number (0: none), rows and bytes; a member gets each. */
static const struct
{
  const char *sql;
  gsize count; /* of a guint; 0: none */
  gsize bytes; /* of a guint64 */
} queries[] = {
#define AT(member) G_STRUCT_OFFSET (DlStoreUse, member)
  { "SELECT scenario_id, 1, " BYTES ("text") " FROM state", 0, AT (text_bytes) },
  { "SELECT scenario_id, 1, " BYTES ("note") " FROM remark", 0, AT (text_bytes) },
  { "SELECT scenario_id, 1, length (png) FROM thumbnail", 0, AT (text_bytes) },
  { "SELECT scenario_id, 1, " BYTES ("base_text") " FROM state", 0, AT (history_bytes) },
  { "SELECT scenario_id, 1, sum (" BYTES ("label") " + " BYTES ("edits") " + " BYTES (
        "inverse") " + " ROW ") FROM step GROUP BY 1",
    0, AT (history_bytes) },
  { "SELECT coalesce (scenario_id, 0), count (*), sum (" BYTES (
        "settings") " + length (digest)"
                    " + length (version) + " ROW ") FROM run GROUP BY 1",
    AT (n_runs), AT (run_bytes) },
  { "SELECT coalesce (scenario_id, 0), 1, sum (length (measure) + 12)"
    " FROM run_value JOIN run ON run.id = run_id GROUP BY 1",
    0, AT (run_bytes) },
  { "SELECT owner, 1, sum (" BYTES (
        "text") ") FROM (SELECT coalesce (scenario_id, 0)"
                " AS owner, text_id FROM run UNION SELECT scenario_id, text_id FROM recording)"
                " JOIN run_text ON run_text.id = text_id GROUP BY 1",
    0, AT (run_bytes) },
  { "SELECT coalesce (scenario_id, 0), 1, sum (length (data))"
    " FROM run_array JOIN run ON run.id = run_id GROUP BY 1",
    0, AT (array_bytes) },
  { "SELECT scenario_id, count (*), sum (" BYTES ("varied") " + " ROW ") FROM sweep GROUP BY 1",
    AT (n_sweeps), AT (run_bytes) },
  { "SELECT scenario_id, count (*), count (*) * " ROW " FROM recording GROUP BY 1",
    AT (n_recordings), AT (run_bytes) },
  { "SELECT scenario_id, 1, sum (" BYTES ("label") " + " BYTES (
        "edits") " + " ROW ")"
                 " FROM recorded_edit JOIN recording ON recording.id = recording_id GROUP BY 1",
    0, AT (run_bytes) },
#undef AT
};

static gboolean
add_scenarios (DlStore *store, GPtrArray *uses, GError **error)
{
  g_autoptr (DlStatement) row = dl_database_query (
      store->db, error, "SELECT id, name, removed_us IS NOT NULL FROM scenario", "");
  g_autoptr (GError) local = NULL;

  if (row == NULL)
    return FALSE;
  g_ptr_array_add (uses, g_new0 (DlStoreUse, 1));
  while (dl_statement_next (row, &local))
    {
      DlStoreUse *use = g_new0 (DlStoreUse, 1);

      use->id = dl_statement_int (row, 0);
      use->name = dl_statement_shown_text (row, 1);
      use->removed = dl_statement_int (row, 2) != 0;
      g_ptr_array_add (uses, use);
    }
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static gboolean
add_use (DlStore *store, guint query, GHashTable *by_id, GError **error)
{
  g_autoptr (DlStatement) row = dl_database_query (store->db, error, queries[query].sql, "");
  g_autoptr (GError) local = NULL;

  if (row == NULL)
    return FALSE;
  while (dl_statement_next (row, &local))
    {
      const gint64 id = dl_statement_int (row, 0);
      DlStoreUse *use = g_hash_table_lookup (by_id, &id);

      if (use == NULL)
        continue;
      if (queries[query].count != 0)
        G_STRUCT_MEMBER (guint, use, queries[query].count) += (guint) dl_statement_int (row, 1);
      G_STRUCT_MEMBER (guint64, use, queries[query].bytes)
          += (guint64) MAX (dl_statement_int (row, 2), 0);
    }
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static int
compare_use (gconstpointer a, gconstpointer b)
{
  const DlStoreUse *first = *(const DlStoreUse *const *) a;
  const DlStoreUse *second = *(const DlStoreUse *const *) b;
  const guint64 bytes = dl_store_use_bytes (first), others = dl_store_use_bytes (second);

  if (bytes != others)
    return bytes > others ? -1 : 1;
  return (first->id > second->id) - (first->id < second->id);
}

static guint64
file_bytes_of (DlStore *store)
{
  gint64 n_pages = 0, page_bytes = 0;

  dl_database_get_int (store->db, "PRAGMA page_count", &n_pages, NULL);
  dl_database_get_int (store->db, "PRAGMA page_size", &page_bytes, NULL);
  return (guint64) (n_pages * page_bytes);
}

static gboolean
list_use (DlStore *store, GPtrArray *uses, GError **error)
{
  g_autoptr (GHashTable) by_id = g_hash_table_new (g_int64_hash, g_int64_equal);

  if (!add_scenarios (store, uses, error))
    return FALSE;
  for (guint i = 0; i < uses->len; i++)
    g_hash_table_insert (by_id, &((DlStoreUse *) uses->pdata[i])->id, uses->pdata[i]);
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    if (!add_use (store, i, by_id, error))
      return FALSE;
  return TRUE;
}

GPtrArray *
dl_store_list_use (DlStore *store, guint64 *file_bytes, GError **error)
{
  g_autoptr (GPtrArray) uses = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_store_use_free);
  gboolean ok;

  if (!dl_database_begin_read (store->db, error))
    return NULL;
  ok = list_use (store, uses, error);
  if (file_bytes != NULL)
    *file_bytes = file_bytes_of (store);
  dl_database_end (store->db, FALSE, NULL);
  if (!ok)
    return NULL;
  if (dl_store_use_bytes (uses->pdata[0]) == 0)
    g_ptr_array_remove_index (uses, 0);
  g_ptr_array_sort (uses, compare_use);
  return g_steal_pointer (&uses);
}

/* Cleaning up ---------------------------------------------------------------------------------- */

/* Is version @a before @b? Numbers between points; "1.2" is before "1.2.1". */
static gboolean
is_before (const char *a, const char *b)
{
  g_auto (GStrv) of_a = g_strsplit (a, ".", -1);
  g_auto (GStrv) of_b = g_strsplit (b, ".", -1);

  for (guint i = 0; of_b[i] != NULL; i++)
    {
      guint64 number, other;

      if (of_a[i] == NULL)
        return TRUE;
      number = g_ascii_strtoull (of_a[i], NULL, 10);
      other = g_ascii_strtoull (of_b[i], NULL, 10);
      if (number != other)
        return number < other;
    }
  return FALSE;
}

static GPtrArray *
old_versions (DlStore *store, const char *version, GError **error)
{
  g_autoptr (DlStatement) row = dl_database_query (
      store->db, error, "SELECT version FROM run UNION SELECT version FROM sweep", "");
  g_autoptr (GPtrArray) versions = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) local = NULL;

  if (row == NULL)
    return NULL;
  while (dl_statement_next (row, &local))
    {
      const char *other = dl_statement_text (row, 0, NULL);

      if (other != NULL && is_before (other, version))
        g_ptr_array_add (versions, g_strdup (other));
    }
  if (local == NULL)
    return g_steal_pointer (&versions);
  g_propagate_error (error, g_steal_pointer (&local));
  return NULL;
}

static gboolean
run_counting (DlStore *store, guint *count, const char *sql, GError **error)
{
  if (!dl_database_run (store->db, error, sql, ""))
    return FALSE;
  *count += (guint) dl_database_changes (store->db);
  return TRUE;
}

static gboolean
delete_version (DlStore *store, const char *version, DlStoreCleaned *cleaned, GError **error)
{
  if (!dl_database_run (store->db, error, "DELETE FROM run WHERE version = ?", "s", version))
    return FALSE;
  cleaned->n_runs += (guint) dl_database_changes (store->db);
  if (!dl_database_run (store->db, error, "DELETE FROM sweep WHERE version = ?", "s", version))
    return FALSE;
  cleaned->n_sweeps += (guint) dl_database_changes (store->db);
  return TRUE;
}

/* Sweeps go with their scenario, unseen by sqlite3_changes. Runs that another scenario's sweep
 * has stay. */
static gboolean
delete_removed (DlStore *store, DlStoreCleaned *cleaned, GError **error)
{
  return run_counting (store, &cleaned->n_runs,
                       "DELETE FROM run WHERE scenario_id IN (SELECT id FROM scenario"
                       " WHERE removed_us IS NOT NULL) AND id NOT IN (SELECT run_id"
                       " FROM sweep_point JOIN sweep ON sweep.id = sweep_id"
                       " JOIN scenario ON scenario.id = sweep.scenario_id"
                       " WHERE removed_us IS NULL)",
                       error)
         && run_counting (store, &cleaned->n_sweeps,
                          "DELETE FROM sweep WHERE scenario_id IN (SELECT id FROM scenario"
                          " WHERE removed_us IS NOT NULL)",
                          error)
         && run_counting (store, &cleaned->n_scenarios,
                          "DELETE FROM scenario WHERE removed_us IS NOT NULL", error)
         && dl_store_index_purge (store, error);
}

static gboolean
delete_all (DlStore *store, guint clean, const char *version, DlStoreCleaned *cleaned,
            GError **error)
{
  if ((clean & DL_STORE_CLEAN_REMOVED) != 0 && !delete_removed (store, cleaned, error))
    return FALSE;
  if ((clean & DL_STORE_CLEAN_OLD_VERSIONS) != 0)
    {
      g_autoptr (GPtrArray) versions = old_versions (store, version, error);

      if (versions == NULL)
        return FALSE;
      for (guint i = 0; i < versions->len; i++)
        if (!delete_version (store, versions->pdata[i], cleaned, error))
          return FALSE;
    }
  if ((clean & DL_STORE_CLEAN_NOBODYS) != 0
      && !run_counting (store, &cleaned->n_runs,
                        "DELETE FROM run WHERE scenario_id IS NULL"
                        " AND id NOT IN (SELECT run_id FROM sweep_point)",
                        error))
    return FALSE;
  return dl_store_drop_texts (store, error);
}

gboolean
dl_store_preview_clean (DlStore *store, guint clean, const char *version, DlStoreCleaned *cleaned,
                        GError **error)
{
  gboolean ok;

  *cleaned = (DlStoreCleaned) { 0 };
  if (!dl_database_begin (store->db, error))
    return FALSE;
  ok = delete_all (store, clean, version, cleaned, error);
  dl_database_end (store->db, FALSE, NULL);
  return ok;
}

gboolean
dl_store_clean (DlStore *store, guint clean, const char *version, DlStoreCleaned *cleaned,
                GError **error)
{
  const guint64 before = file_bytes_of (store);
  guint64 after;

  *cleaned = (DlStoreCleaned) { 0 };
  if (!dl_database_begin (store->db, error)
      || !dl_database_end (store->db, delete_all (store, clean, version, cleaned, error), error))
    return FALSE;
  dl_database_run (store->db, NULL, "VACUUM", "");
  dl_database_run (store->db, NULL, "PRAGMA wal_checkpoint(TRUNCATE)", "");
  after = file_bytes_of (store);
  cleaned->bytes = before > after ? before - after : 0;
  return TRUE;
}

/* Both together -------------------------------------------------------------------------------- */

void
dl_store_space_free (DlStoreSpace *space)
{
  if (space == NULL)
    return;
  g_clear_pointer (&space->uses, g_ptr_array_unref);
  g_free (space->problem);
  g_free (space);
}

DlStoreSpace *
dl_store_read_space (DlStore *store, const char *version, GError **error)
{
  g_autoptr (DlStoreSpace) space = g_new0 (DlStoreSpace, 1);
  g_autoptr (GError) problem = NULL;

  space->uses = dl_store_list_use (store, &space->file_bytes, error);
  if (space->uses == NULL)
    return NULL;
  for (guint i = 0; problem == NULL && i < DL_STORE_N_CLEAN; i++)
    dl_store_preview_clean (store, 1u << i, version, &space->cleaned[i], &problem);
  if (problem != NULL)
    space->problem = g_strdup (problem->message);
  return g_steal_pointer (&space);
}
