/* Reading a scenario with its history. Nothing in it is believed before it has been tried. */
#include "dl-store-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "dl-scenario-file.h"

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

/* What is stored ------------------------------------------------------------------------------- */

typedef struct
{
  char *name;
  gint64 position;
  gint64 n_steps;
  gint64 revision;
  DlScenario *scenario; /* NULL if the text is no good */
  DlScenario *base;     /* NULL if the base text is no good */
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

/* FALSE only for what is not damage: the disk, another instance. */
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

/* FALSE only for what is not damage. */
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
