/* Sweeps: which runs belong together, and in which order. */
#include "dl-store-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

static const struct
{
  const char *id;
  const char *title;
} states[] = {
  [DL_STORE_SWEEP_RUNNING] = { "running", N_ ("Running") },
  [DL_STORE_SWEEP_PAUSED] = { "paused", N_ ("Paused") },
  [DL_STORE_SWEEP_STOPPED] = { "stopped", N_ ("Stopped") },
  [DL_STORE_SWEEP_DONE] = { "done", N_ ("Done") },
  [DL_STORE_SWEEP_UNFINISHED] = { "unfinished", N_ ("Not finished") },
};

const char *
dl_store_sweep_state_title (DlStoreSweepState state)
{
  return _ (states[state].title);
}

const char *
dl_store_sweep_state_id (DlStoreSweepState state)
{
  return states[state].id;
}

gboolean
dl_store_parse_state (const char *text, DlStoreSweepState *state)
{
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    if (g_strcmp0 (states[i].id, text) == 0)
      {
        *state = i;
        return TRUE;
      }
  return FALSE;
}

void
dl_store_sweep_free (DlStoreSweep *sweep)
{
  if (sweep == NULL)
    return;
  g_free (sweep->key);
  g_free (sweep->text);
  g_free (sweep->varied);
  g_free (sweep->version);
  g_free (sweep);
}

/* Reading -------------------------------------------------------------------------------------- */

#define SWEEP                                                                                      \
  "sweep.id, scenario_id, key, varied, n_seeds, n_points, version, created_us, state,"             \
  " (SELECT count(*) FROM sweep_point WHERE sweep_id = sweep.id)"

/* Columns: those of SWEEP. */
static DlStoreSweep *
read_sweep (DlStore *store, DlStatement *row)
{
  DlStoreSweep *sweep = g_new0 (DlStoreSweep, 1);

  sweep->id = dl_statement_int (row, 0);
  sweep->scenario_id = dl_statement_int (row, 1);
  sweep->key = dl_statement_valid_text (row, 2);
  sweep->varied = dl_statement_valid_text (row, 3);
  sweep->n_seeds = (guint) CLAMP (dl_statement_int (row, 4), 0, DL_STORE_MAX_POINTS);
  sweep->n_points = (guint) CLAMP (dl_statement_int (row, 5), 0, DL_STORE_MAX_POINTS);
  sweep->version = dl_statement_valid_text (row, 6);
  sweep->created_us = dl_statement_int (row, 7);
  sweep->n_done = (guint) CLAMP (dl_statement_int (row, 9), 0, sweep->n_points);
  /* An unreadable state counts as stopped. */
  sweep->state = DL_STORE_SWEEP_STOPPED;
  dl_store_parse_state (dl_statement_text (row, 8, NULL), &sweep->state);
  if (sweep->state == DL_STORE_SWEEP_DONE)
    return sweep;
  /* Another program may still work on a sweep that this one stopped. */
  if (dl_store_sweep_is_held (store, sweep->id))
    sweep->state = DL_STORE_SWEEP_RUNNING;
  else if (sweep->state == DL_STORE_SWEEP_RUNNING)
    sweep->state = DL_STORE_SWEEP_UNFINISHED;
  return sweep;
}

GPtrArray *
dl_store_list_sweeps (DlStore *store, gint64 scenario_id, GError **error)
{
  g_autoptr (DlStatement) row = dl_database_query (
      store->db, error, "SELECT " SWEEP " FROM sweep WHERE scenario_id = ? ORDER BY id DESC", "i",
      scenario_id);
  g_autoptr (GPtrArray) sweeps
      = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_store_sweep_free);
  g_autoptr (GError) local = NULL;

  if (row == NULL)
    return NULL;
  while (dl_statement_next (row, &local))
    g_ptr_array_add (sweeps, read_sweep (store, row));
  if (local == NULL)
    return g_steal_pointer (&sweeps);
  g_propagate_error (error, g_steal_pointer (&local));
  return NULL;
}

static gboolean
fail_no_sweep (DlStore *store, gint64 id, GError **error)
{
  g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND,
               _ ("Sweep %ld is no longer in the library “%s”: list its sweeps again."), (glong) id,
               dl_database_name (store->db));
  return FALSE;
}

DlStoreSweep *
dl_store_load_sweep (DlStore *store, gint64 id, GError **error)
{
  g_autoptr (DlStatement) row
      = dl_database_query (store->db, error,
                           "SELECT " SWEEP ", text FROM sweep"
                           " JOIN run_text ON run_text.id = text_id WHERE sweep.id = ?",
                           "i", id);
  g_autoptr (GError) local = NULL;
  DlStoreSweep *sweep;

  if (row == NULL)
    return NULL;
  if (dl_statement_next (row, &local))
    {
      sweep = read_sweep (store, row);
      sweep->text = dl_statement_valid_text (row, 10);
      return sweep;
    }
  if (local == NULL)
    fail_no_sweep (store, id, error);
  else
    g_propagate_error (error, g_steal_pointer (&local));
  return NULL;
}

/* Writing -------------------------------------------------------------------------------------- */

gboolean
dl_store_put_sweep (DlStore *store, const DlStoreSweep *sweep, gint64 *id, gboolean *known,
                    GError **error)
{
  g_autoptr (DlStatement) row = dl_database_query (
      store->db, error, "SELECT id FROM sweep WHERE scenario_id = ? AND key = ?", "is",
      sweep->scenario_id, sweep->key);
  g_autoptr (GError) local = NULL;
  gint64 text_id = 0;

  if (row == NULL)
    return FALSE;
  *known = dl_statement_next (row, &local);
  if (*known)
    {
      *id = dl_statement_int (row, 0);
      return TRUE;
    }
  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  if (!dl_store_put_text (store, sweep->text, &text_id, error)
      || !dl_database_run (store->db, error,
                           "INSERT INTO sweep (scenario_id, key, text_id, varied, n_seeds,"
                           " n_points, version, created_us, state)"
                           " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                           "isisiisis", sweep->scenario_id, sweep->key, text_id, sweep->varied,
                           (gint64) sweep->n_seeds, (gint64) sweep->n_points, sweep->version,
                           sweep->created_us != 0 ? sweep->created_us : g_get_real_time (),
                           states[sweep->state].id))
    return FALSE;
  *id = dl_database_last_id (store->db);
  return TRUE;
}

gboolean
dl_store_put_point (DlStore *store, gint64 sweep_id, guint point, gint64 run_id, GError **error)
{
  return dl_database_run (store->db, error,
                          "INSERT INTO sweep_point (sweep_id, point, run_id) VALUES (?, ?, ?)"
                          " ON CONFLICT DO UPDATE SET run_id = excluded.run_id",
                          "iii", sweep_id, (gint64) point, run_id);
}

gboolean
dl_store_mark_sweep_done (DlStore *store, gint64 id, GError **error)
{
  return dl_database_run (store->db, error,
                          "UPDATE sweep SET state = 'done' WHERE id = ?"
                          " AND n_points = (SELECT count(*) FROM sweep_point"
                          " WHERE sweep_id = sweep.id)",
                          "i", id);
}

static gboolean
put_state (DlStore *store, gint64 id, DlStoreSweepState state, GError **error)
{
  return dl_database_run (store->db, error, "UPDATE sweep SET state = ? WHERE id = ?", "si",
                          states[state].id, id)
         && (dl_database_changes (store->db) > 0 || fail_no_sweep (store, id, error))
         && dl_store_mark_sweep_done (store, id, error);
}

/* Always TRUE, for return. */
static gboolean
note_state (DlStore *store, gint64 id, DlStoreSweepState state)
{
  if (state == DL_STORE_SWEEP_RUNNING)
    dl_store_hold_sweep (store, id);
  else
    dl_store_release_sweep (store, id);
  return TRUE;
}

static gboolean
begin_sweep (DlStore *store, const DlStoreSweep *sweep, const char *const *digests, gint64 *id,
             gboolean *known, GError **error)
{
  gboolean is_old;
  gint64 run_id;

  if (!dl_store_has (store, sweep->scenario_id))
    return dl_store_fail_not_found (store, sweep->scenario_id, error);
  if (!dl_store_put_sweep (store, sweep, id, &is_old, error))
    return FALSE;
  for (guint i = 0; i < sweep->n_points; i++)
    {
      if (!dl_store_look_up_run (store, digests[i], &run_id, error))
        return FALSE;
      known[i] = run_id != 0;
      if (known[i] && !dl_store_put_point (store, *id, i, run_id, error))
        return FALSE;
    }
  return put_state (store, *id, DL_STORE_SWEEP_RUNNING, error);
}

gboolean
dl_store_begin_sweep (DlStore *store, const DlStoreSweep *sweep, const char *const *digests,
                      gint64 *id, gboolean *known, GError **error)
{
  return dl_database_begin (store->db, error)
         && dl_database_end (store->db, begin_sweep (store, sweep, digests, id, known, error),
                             error)
         && note_state (store, *id, DL_STORE_SWEEP_RUNNING);
}

gboolean
dl_store_take_point (DlStore *store, gint64 sweep_id, guint point, const char *digest,
                     gboolean *known, GError **error)
{
  gint64 run_id;

  *known = FALSE;
  if (!dl_store_look_up_run (store, digest, &run_id, error))
    return FALSE;
  if (run_id == 0)
    return TRUE;
  *known = dl_database_begin (store->db, error)
           && dl_database_end (store->db,
                               dl_store_put_point (store, sweep_id, point, run_id, error), error);
  return *known;
}

gboolean
dl_store_add_point (DlStore *store, gint64 sweep_id, guint point, const DlStoreRun *run,
                    GError **error)
{
  gboolean ok;
  gint64 run_id;

  if (!dl_database_begin (store->db, error))
    return FALSE;
  ok = dl_store_put_run (store, run, &run_id, NULL, error)
       && dl_store_put_point (store, sweep_id, point, run_id, error);
  return dl_database_end (store->db, ok, error);
}

gboolean
dl_store_end_sweep (DlStore *store, gint64 id, DlStoreSweepState state, GError **error)
{
  gboolean ok;

  if (!dl_database_begin (store->db, error))
    return FALSE;
  ok = put_state (store, id, state, error);
  note_state (store, id, state);
  return dl_database_end (store->db, ok, error);
}

gboolean
dl_store_remove_sweep (DlStore *store, gint64 id, GError **error)
{
  gboolean ok;

  if (!dl_database_begin (store->db, error))
    return FALSE;
  ok = dl_database_run (store->db, error,
                        "DELETE FROM run WHERE id IN (SELECT run_id FROM sweep_point"
                        " WHERE sweep_id = ?1) AND id NOT IN (SELECT run_id FROM sweep_point"
                        " WHERE sweep_id <> ?1)",
                        "i", id)
       && dl_database_run (store->db, error, "DELETE FROM sweep WHERE id = ?", "i", id)
       && (dl_database_changes (store->db) > 0 || fail_no_sweep (store, id, error));
  return dl_database_end (store->db, ok, error);
}
