/* Writing scenarios and what changed in them. */
#include "dl-store-write.h"

#include "dl-scenario-file.h"
#include "dl-store-list.h"
#include "dl-store-private.h"

#include <glib/gi18n-lib.h>

#include <string.h>

static DlStoreStep *
step_new (const DlStep *step)
{
  DlStoreStep *copy = g_atomic_rc_box_new0 (DlStoreStep);

  copy->label = g_strdup (step->label);
  copy->coalesce = g_strdup (step->coalesce);
  copy->edits = dl_edits_to_text (step->edits);
  copy->inverse = dl_edits_to_text (step->inverse);
  copy->time_us = step->time_us;
  return copy;
}

static void
step_clear (gpointer data)
{
  DlStoreStep *step = data;

  g_free (step->label);
  g_free (step->coalesce);
  g_free (step->edits);
  g_free (step->inverse);
}

static void
step_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, step_clear);
}

static gint64
new_revision (void)
{
  gint64 revision;

  do
    revision = (gint64) (((guint64) g_random_int () << 32 | g_random_int ()) & G_MAXINT64);
  while (revision == 0);
  return revision;
}

static void
store_change_free (gpointer data)
{
  DlStoreChange *change = data;

  g_free (change->text);
  g_free (change->name);
  g_free (change->summary);
  g_free (change->search);
  g_ptr_array_unref (change->steps);
  g_free (change);
}

static DlStoreChange *
change_alloc (void)
{
  DlStoreChange *change = g_new0 (DlStoreChange, 1);

  dl_shared_init (&change->shared, store_change_free);
  change->steps = g_ptr_array_new_with_free_func (step_unref);
  return change;
}

DlStoreChange *
dl_store_change_new (gint64 id, gint64 revision, const DlScenario *scenario,
                     const DlHistory *history, guint first_changed)
{
  DlStoreChange *change = change_alloc ();
  g_autofree char *shown = NULL;
  g_autofree char *searchable = NULL;
  g_autofree char *words = NULL;

  g_assert (first_changed <= dl_history_n_steps (history));

  change->id = id;
  change->parent = revision;
  change->revision = new_revision ();
  change->text = dl_scenario_to_text (scenario, FALSE);
  change->name = g_strdup (scenario->name);
  change->summary = dl_store_summary_kept (scenario);
  shown = dl_store_summary (scenario);
  words = dl_store_summary_words (scenario);
  searchable = g_strconcat (change->name, "\n", change->summary, "\n", shown, "\n", words, NULL);
  change->search = dl_store_fold (searchable);
  change->position = dl_history_position (history);
  change->first_changed = first_changed;
  for (guint i = first_changed; i < dl_history_n_steps (history); i++)
    g_ptr_array_add (change->steps, step_new (dl_history_step (history, i)));
  return change;
}

gboolean
dl_store_change_follows (const DlStoreChange *second, const DlStoreChange *first)
{
  return second->id == first->id && second->parent == first->revision
         && second->first_changed <= first->first_changed + first->steps->len;
}

DlStoreChange *
dl_store_change_merge (const DlStoreChange *first, const DlStoreChange *second)
{
  DlStoreChange *change = change_alloc ();

  g_assert (dl_store_change_follows (second, first));

  change->id = second->id;
  change->parent = first->parent;
  change->revision = second->revision;
  change->text = g_strdup (second->text);
  change->name = g_strdup (second->name);
  change->summary = g_strdup (second->summary);
  change->search = g_strdup (second->search);
  change->position = second->position;
  change->first_changed = MIN (first->first_changed, second->first_changed);
  for (guint i = change->first_changed; i < second->first_changed; i++)
    g_ptr_array_add (change->steps,
                     g_atomic_rc_box_acquire (first->steps->pdata[i - first->first_changed]));
  for (guint i = 0; i < second->steps->len; i++)
    g_ptr_array_add (change->steps, g_atomic_rc_box_acquire (second->steps->pdata[i]));
  return change;
}

char *
dl_store_fold (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *composed = g_utf8_normalize (valid, -1, G_NORMALIZE_ALL);
  g_autofree char *folded = g_utf8_casefold (composed, -1);

  return g_utf8_normalize (folded, -1, G_NORMALIZE_ALL);
}

/* Reading a scenario with its history. Nothing in it is believed before it has been tried. */

void
dl_store_record_free (DlStoreRecord *record)
{
  if (record == NULL)
    return;
  dl_scenario_free (record->scenario);
  dl_history_free (record->history);
  g_free (record->warning);
  g_free (record);
}

/* Stored data ---------------------------------------------------------------------------------- */

typedef struct
{
  char *name;
  gint64 position;
  gint64 n_steps;
  gint64 revision;
  DlScenario *scenario; /* NULL if the text is unreadable */
  DlScenario *base;     /* NULL if the base text is unreadable */
  GError *text_error;
  GPtrArray *steps; /* DlStep; NULL if they cannot all be read */
} Stored;

static void
stored_clear (Stored *stored)
{
  g_free (stored->name);
  dl_scenario_free (stored->scenario);
  dl_scenario_free (stored->base);
  g_clear_error (&stored->text_error);
  g_clear_pointer (&stored->steps, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Stored, stored_clear)

static gboolean
is_damage (const GError *error)
{
  return g_error_matches (error, DL_STORE_ERROR, DL_STORE_ERROR_DAMAGED);
}

static gboolean
read_header (DlStore *store, gint64 id, Stored *stored, GError **error)
{
  g_autoptr (DlStatement) row
      = dl_database_query (store->db, error,
                           "SELECT name, position, n_steps, revision FROM scenario"
                           " WHERE id = ? AND removed_us IS NULL",
                           "i", id);
  g_autoptr (GError) local = NULL;

  if (row == NULL)
    return FALSE;
  if (!dl_statement_next (row, &local))
    {
      if (local == NULL)
        return dl_store_fail_not_found (store, id, error);
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  stored->name = dl_statement_shown_text (row, 0);
  stored->position = dl_statement_int (row, 1);
  stored->n_steps = dl_statement_int (row, 2);
  stored->revision = dl_statement_int (row, 3);
  return TRUE;
}

static DlScenario *
parse_column (DlStatement *row, int column, const char *name, GError **error)
{
  g_autofree char *file_name = g_strconcat ("library:", name, NULL);
  gsize length;
  const char *text = dl_statement_text (row, column, &length);

  return dl_scenario_parse (text != NULL ? text : "", (gssize) length, file_name, NULL, error);
}

/* FALSE only for errors other than damage: the disk, another instance. */
static gboolean
read_state (DlStore *store, gint64 id, Stored *stored, GError **error)
{
  g_autoptr (DlStatement) row = dl_database_query (
      store->db, error, "SELECT text, base_text FROM state WHERE scenario_id = ?", "i", id);
  g_autoptr (GError) local = NULL;

  if (row == NULL)
    return FALSE;
  if (dl_statement_next (row, &local))
    {
      stored->scenario = parse_column (row, 0, stored->name, &stored->text_error);
      stored->base = parse_column (row, 1, stored->name, NULL);
    }
  else if (local != NULL && !is_damage (local))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  return TRUE;
}

/* The edits in a column; NULL if they are no good. */
static GPtrArray *
parse_edits (DlStatement *row, int column)
{
  gsize length;
  const char *text = dl_statement_text (row, column, &length);

  if (text == NULL || strlen (text) != length || !g_utf8_validate (text, -1, NULL))
    return NULL;
  return dl_edits_from_text (text, NULL);
}

static DlStep *
parse_step (DlStatement *row)
{
  g_autoptr (GPtrArray) edits = parse_edits (row, 3);
  g_autoptr (GPtrArray) inverse = parse_edits (row, 4);
  g_autofree char *label = dl_statement_valid_text (row, 1);
  DlStep *step;

  if (edits == NULL || inverse == NULL)
    return NULL;
  step = dl_step_new (label, dl_statement_text (row, 2, NULL), edits, inverse);
  step->time_us = dl_statement_int (row, 5);
  return step;
}

/* FALSE only for errors other than damage. */
static gboolean
read_steps (DlStore *store, gint64 id, Stored *stored, GError **error)
{
  g_autoptr (DlStatement) row
      = dl_database_query (store->db, error,
                           "SELECT seq, label, coalesce_key, edits, inverse, time_us FROM step"
                           " WHERE scenario_id = ? ORDER BY seq",
                           "i", id);
  g_autoptr (GPtrArray) steps = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_step_free);
  g_autoptr (GError) local = NULL;

  if (row == NULL)
    return FALSE;
  while (dl_statement_next (row, &local))
    {
      DlStep *step = dl_statement_int (row, 0) == steps->len ? parse_step (row) : NULL;

      if (step == NULL)
        return TRUE;
      g_ptr_array_add (steps, step);
    }
  if (local != NULL && !is_damage (local))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  if (local == NULL && steps->len == stored->n_steps && stored->position >= 0
      && stored->position <= stored->n_steps)
    stored->steps = g_steal_pointer (&steps);
  return TRUE;
}

/* Does the log tell the truth? ----------------------------------------------------------------- */

/* The state that base and the done steps lead to. NULL if a step, done or undone, does not fit, or
 * if the inverses do not lead back. */
static DlScenario *
replay (const Stored *stored)
{
  g_autoptr (DlScenario) state = NULL;
  g_autoptr (DlScenario) current = NULL;

  if (stored->base == NULL || stored->steps == NULL)
    return NULL;
  state = dl_scenario_copy (stored->base);
  for (guint i = 0; i < stored->steps->len; i++)
    {
      const DlStep *step = stored->steps->pdata[i];

      if (i == stored->position)
        current = dl_scenario_copy (state);
      if (!dl_scenario_apply (state, step->edits, NULL, NULL, NULL))
        return NULL;
    }
  if (current == NULL)
    current = dl_scenario_copy (state);
  for (guint i = stored->steps->len; i > 0; i--)
    {
      const DlStep *step = stored->steps->pdata[i - 1];

      if (!dl_scenario_apply (state, step->inverse, NULL, NULL, NULL))
        return NULL;
    }
  return dl_scenario_equal (state, stored->base) ? g_steal_pointer (&current) : NULL;
}

static DlHistory *
take_history (Stored *stored)
{
  DlHistory *history = dl_history_new ();

  for (guint i = 0; i < stored->steps->len; i++)
    dl_history_restore_step (history, g_steal_pointer (&stored->steps->pdata[i]));
  g_ptr_array_set_size (stored->steps, 0);
  dl_history_restore_position (history, (guint) stored->position);
  dl_history_seal (history);
  dl_history_mark_stored (history);
  return history;
}

static gboolean
fail_damaged (DlStore *store, const Stored *stored, GError **error)
{
  const GError *reason = stored->text_error;

  if (g_error_matches (reason, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_FORMAT))
    g_set_error_literal (error, DL_STORE_ERROR, DL_STORE_ERROR_NEWER, reason->message);
  else if (stored->name != NULL)
    g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_DAMAGED,
                 _ ("The scenario “%s” in the library “%s” is damaged and cannot be opened: "
                    "remove it, or restore a backup of the library; the other scenarios are not "
                    "affected."),
                 stored->name, dl_database_name (store->db));
  else
    g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_DAMAGED,
                 _ ("This scenario in the library “%s” is damaged and cannot be opened: restore a "
                    "backup of the library; the other scenarios are not affected."),
                 dl_database_name (store->db));
  return FALSE;
}

static void
remember_broken_log (DlStore *store, gint64 id)
{
  g_hash_table_add (store->broken_logs, g_memdup2 (&id, sizeof id));
}

DlStoreRecord *
dl_store_read_record (DlStore *store, gint64 id, GError **error)
{
  g_auto (Stored) stored = { 0 };
  g_autoptr (DlStoreRecord) record = NULL;
  g_autoptr (DlScenario) replayed = NULL;
  g_autoptr (GError) local = NULL;

  if (!read_header (store, id, &stored, &local) || !read_state (store, id, &stored, &local)
      || !read_steps (store, id, &stored, &local))
    {
      if (is_damage (local))
        fail_damaged (store, &stored, error);
      else
        g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }

  replayed = replay (&stored);
  if (stored.scenario == NULL && replayed == NULL)
    {
      fail_damaged (store, &stored, error);
      return NULL;
    }

  record = g_new0 (DlStoreRecord, 1);
  record->id = id;
  record->revision = stored.revision;
  g_hash_table_remove (store->broken_logs, &id);
  if (stored.scenario == NULL)
    {
      record->scenario = g_steal_pointer (&replayed);
      record->history = take_history (&stored);
      record->warning = g_strdup_printf (
          _ ("The saved state of “%s” was damaged; it was restored from its history."),
          stored.name);
    }
  else if (replayed != NULL && dl_scenario_equal (replayed, stored.scenario))
    {
      record->scenario = g_steal_pointer (&stored.scenario);
      record->history = take_history (&stored);
    }
  else
    {
      record->scenario = g_steal_pointer (&stored.scenario);
      record->history = dl_history_new ();
      record->warning = g_strdup_printf (_ ("The history of “%s” is damaged: the scenario is in "
                                            "its saved state, but earlier steps cannot be undone."),
                                         stored.name);
      remember_broken_log (store, id);
    }
  return g_steal_pointer (&record);
}

DlStoreRecord *
dl_store_load (DlStore *store, gint64 id, GError **error)
{
  DlStoreRecord *record;

  if (!dl_database_begin_read (store->db, error))
    return NULL;
  record = dl_store_read_record (store, id, error);
  dl_database_end (store->db, FALSE, NULL);
  return record;
}

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

  /* A text loaded without its log is the base of the new one. */
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

/* @change gets the written change; NULL if there was nothing to change. */
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
