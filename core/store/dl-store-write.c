/* Writing scenarios and what changed in them. */
#include "dl-store-private.h"

#include <glib/gi18n-lib.h>

/* Why did no row with this id and revision turn up? */
static gboolean
fail_conflict (DlStore *store, const DlStoreChange *change, GError **error)
{
  if (!dl_store_has (store, change->id))
    return dl_store_fail_not_found (store, change->id, error);
  g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_CONFLICT,
               _ ("The scenario “%s” was changed by another program: nothing was saved; save "
                  "yours as a copy, or reopen it to see the other version."),
               change->name);
  return FALSE;
}

static gboolean
fail_unfit (DlStore *store, const DlStoreChange *change, GError **error)
{
  g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_DAMAGED,
               _ ("The history of “%s” in the library “%s” does not fit this change: nothing was "
                  "saved; save the scenario as a copy."),
               change->name, dl_database_name (store->db));
  return FALSE;
}

/* The steps that stay must be all there: the caller's history is that of the parent revision. */
static gboolean
check_kept_steps (DlStore *store, const DlStoreChange *change, GError **error)
{
  g_autoptr (DlStatement) row = dl_database_query (
      store->db, error, "SELECT max(seq) FROM step WHERE scenario_id = ?", "i", change->id);
  gint64 n_steps;

  if (row == NULL || !dl_statement_next (row, error))
    return FALSE;
  n_steps = dl_statement_text (row, 0, NULL) != NULL ? dl_statement_int (row, 0) + 1 : 0;
  return n_steps == change->first_changed || fail_unfit (store, change, error);
}

gboolean
dl_store_write_steps (DlStore *store, gint64 id, const DlStoreChange *change, GError **error)
{
  for (guint i = 0; i < change->steps->len; i++)
    {
      const DlStoreStep *step = change->steps->pdata[i];

      if (!dl_database_run (store->db, error,
                            "INSERT INTO step"
                            " (scenario_id, seq, label, coalesce_key, edits, inverse, time_us)"
                            " VALUES (?, ?, ?, ?, ?, ?, ?)",
                            "iissssi", id, (gint64) change->first_changed + i, step->label,
                            step->coalesce, step->edits, step->inverse, step->time_us))
        return FALSE;
    }
  return TRUE;
}

/* Most edits leave name and summary as they are. */
static gboolean
is_indexed (DlStore *store, const DlStoreChange *change)
{
  g_autoptr (DlStatement) row
      = dl_database_query (store->db, NULL, "SELECT 1 FROM scenario WHERE id = ? AND search = ?",
                           "is", change->id, change->search);

  return row != NULL && dl_statement_next (row, NULL);
}

static gboolean
write_change (DlStore *store, const DlStoreChange *change, GError **error)
{
  const gint64 n_steps = (gint64) change->first_changed + change->steps->len;
  const gboolean indexed = is_indexed (store, change);

  if (!dl_database_run (store->db, error,
                        "UPDATE scenario SET name = ?, summary = ?, search = ?, position = ?,"
                        " n_steps = ?, revision = ?, modified_us = ?"
                        " WHERE id = ? AND revision = ? AND removed_us IS NULL",
                        "sssiiiiii", change->name, change->summary, change->search,
                        (gint64) change->position, n_steps, change->revision, g_get_real_time (),
                        change->id, change->parent))
    return FALSE;
  if (dl_database_changes (store->db) == 0)
    return fail_conflict (store, change, error);
  if (!indexed && !dl_store_index (store, change->id, error))
    return FALSE;

  /* What was loaded without its log is the base of the new one. */
  if (g_hash_table_contains (store->broken_logs, &change->id)
      && !dl_database_run (store->db, error,
                           "UPDATE state SET base_text = text WHERE scenario_id = ?", "i",
                           change->id))
    return FALSE;
  if (!dl_database_run (store->db, error, "UPDATE state SET text = ? WHERE scenario_id = ?", "si",
                        change->text, change->id))
    return FALSE;
  if (dl_database_changes (store->db) == 0)
    return fail_unfit (store, change, error);
  return dl_database_run (store->db, error, "DELETE FROM step WHERE scenario_id = ? AND seq >= ?",
                          "ii", change->id, (gint64) change->first_changed)
         && check_kept_steps (store, change, error)
         && dl_store_write_steps (store, change->id, change, error);
}

gboolean
dl_store_write (DlStore *store, const DlStoreChange *change, GError **error)
{
  if (!dl_database_begin (store->db, error)
      || !dl_database_end (store->db, write_change (store, change, error), error))
    return FALSE;
  g_hash_table_remove (store->broken_logs, &change->id);
  return TRUE;
}

gboolean
dl_store_insert (DlStore *store, const DlScenario *scenario, gint64 *id, GError **error)
{
  g_autoptr (DlHistory) history = dl_history_new ();
  g_autoptr (DlStoreChange) change = dl_store_change_new (0, 0, scenario, history, 0);
  const gint64 now = g_get_real_time ();

  if (!dl_database_run (store->db, error,
                        "INSERT INTO scenario (name, summary, search, position, n_steps, revision,"
                        " created_us, modified_us, opened_us) VALUES (?, ?, ?, 0, 0, ?, ?, ?, 0)",
                        "sssiii", change->name, change->summary, change->search, change->revision,
                        now, now))
    return FALSE;
  *id = dl_database_last_id (store->db);
  return dl_database_run (store->db, error,
                          "INSERT INTO state (scenario_id, text, base_text) VALUES (?, ?, ?)",
                          "iss", *id, change->text, change->text)
         && dl_store_index (store, *id, error);
}

gboolean
dl_store_add (DlStore *store, const DlScenario *scenario, gint64 *id, GError **error)
{
  return dl_database_begin (store->db, error)
         && dl_database_end (store->db, dl_store_insert (store, scenario, id, error), error);
}

/* Names ---------------------------------------------------------------------------------------- */

static GPtrArray *
name_edits (const char *name)
{
  GPtrArray *edits = dl_edits_new ();

  dl_edits_add (edits, DL_EDIT_SET, "scenario.name", name);
  return edits;
}

/* @change gets what was written; NULL if there was nothing to change. */
static gboolean
rename_in_transaction (DlStore *store, gint64 id, const char *name, DlStoreChange **change,
                       GError **error)
{
  g_autoptr (DlStoreRecord) record = dl_store_read_record (store, id, error);
  g_autoptr (GPtrArray) edits = NULL;
  g_autofree char *label = NULL;

  if (record == NULL)
    return FALSE;
  if (g_str_equal (record->scenario->name, name))
    return TRUE;
  edits = name_edits (name);
  label = g_strdup_printf (_ ("Rename to “%s”"), name);
  if (!dl_history_do (record->history, record->scenario, edits, label, NULL, NULL, error))
    return FALSE;
  *change = dl_store_change_new (id, record->revision, record->scenario, record->history,
                                 dl_history_first_changed (record->history));
  return write_change (store, *change, error);
}

gboolean
dl_store_rename (DlStore *store, gint64 id, const char *name, GError **error)
{
  g_autoptr (DlStoreChange) change = NULL;

  if (!dl_database_begin (store->db, error)
      || !dl_database_end (store->db, rename_in_transaction (store, id, name, &change, error),
                           error))
    return FALSE;
  if (change != NULL)
    g_hash_table_remove (store->broken_logs, &id);
  return TRUE;
}

gboolean
dl_store_is_taken (DlStore *store, const char *name)
{
  g_autoptr (DlStatement) row = dl_database_query (
      store->db, NULL, "SELECT id FROM scenario WHERE name = ? AND removed_us IS NULL LIMIT 1", "s",
      name);

  return row != NULL && dl_statement_next (row, NULL);
}

static char *
copy_name (DlStore *store, const char *name)
{
  char *copy = g_strdup_printf (_ ("%s (copy)"), name);

  for (guint n = 2; dl_store_is_taken (store, copy); n++)
    {
      g_free (copy);
      copy = g_strdup_printf (_ ("%s (copy %u)"), name, n);
    }
  return copy;
}

static gboolean
duplicate_in_transaction (DlStore *store, gint64 id, const char *name, gint64 *copy_id,
                          GError **error)
{
  g_autoptr (DlStoreRecord) record = dl_store_read_record (store, id, error);
  g_autoptr (GPtrArray) edits = NULL;
  g_autofree char *own_name = NULL;

  if (record == NULL)
    return FALSE;
  own_name = name != NULL ? g_strdup (name) : copy_name (store, record->scenario->name);
  edits = name_edits (own_name);
  return dl_scenario_apply (record->scenario, edits, NULL, NULL, error)
         && dl_store_insert (store, record->scenario, copy_id, error)
         && dl_database_run (store->db, error,
                             "INSERT INTO thumbnail (scenario_id, png)"
                             " SELECT ?, png FROM thumbnail WHERE scenario_id = ?",
                             "ii", *copy_id, id);
}

gboolean
dl_store_duplicate (DlStore *store, gint64 id, const char *name, gint64 *copy_id, GError **error)
{
  return dl_database_begin (store->db, error)
         && dl_database_end (store->db, duplicate_in_transaction (store, id, name, copy_id, error),
                             error);
}
