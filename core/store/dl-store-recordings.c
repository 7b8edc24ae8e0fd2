#include "dl-store-recordings.h"

#include "dl-store-private.h"

#include <glib/gi18n-lib.h>

static void
edit_clear (gpointer data)
{
  DlStoreRecordedEdit *edit = data;

  g_free (edit->label);
  g_free (edit->edits);
}

static void
recording_free (gpointer data)
{
  DlStoreRecording *recording = data;

  g_free (recording->text);
  g_free (recording->label);
  g_array_unref (recording->edits);
  g_free (recording);
}

DlStoreRecording *
dl_store_recording_new (gint64 scenario_id, guint results, const char *text)
{
  DlStoreRecording *recording = g_new0 (DlStoreRecording, 1);

  dl_shared_init (&recording->shared, recording_free);
  recording->scenario_id = scenario_id;
  recording->results = results;
  recording->text = g_strdup (text);
  recording->edits = g_array_new (FALSE, FALSE, sizeof (DlStoreRecordedEdit));
  g_array_set_clear_func (recording->edits, edit_clear);
  return recording;
}

void
dl_store_recording_add (DlStoreRecording *recording, guint64 cycle, const char *label,
                        const char *edits)
{
  const DlStoreRecordedEdit edit = { cycle, g_strdup (label), g_strdup (edits) };

  g_array_append_val (recording->edits, edit);
}

/* Reading -------------------------------------------------------------------------------------- */

#define RECORDING                                                                                  \
  "recording.id, scenario_id, results, last_cycle, n_edits, begun_us, changed_us,"                 \
  " (SELECT label FROM recorded_edit WHERE recording_id = recording.id AND seq = 0)"

static DlStoreRecording *
read_recording (DlStatement *row)
{
  DlStoreRecording *recording
      = dl_store_recording_new (dl_statement_int (row, 1), (guint) dl_statement_int (row, 2), NULL);

  recording->id = dl_statement_int (row, 0);
  recording->end = (guint64) MAX (dl_statement_int (row, 3), 0);
  recording->n_edits = (guint) CLAMP (dl_statement_int (row, 4), 0, G_MAXINT);
  recording->begun_us = dl_statement_int (row, 5);
  recording->changed_us = dl_statement_int (row, 6);
  if (!dl_statement_is_null (row, 7))
    recording->label = dl_statement_shown_text (row, 7);
  return recording;
}

GPtrArray *
dl_store_list_recordings (DlStore *store, gint64 scenario_id, GError **error)
{
  g_autoptr (DlStatement) row
      = dl_database_query (store->db, error,
                           "SELECT " RECORDING " FROM recording WHERE scenario_id = ?"
                           " ORDER BY changed_us DESC, id DESC",
                           "i", scenario_id);
  g_autoptr (GPtrArray) recordings = g_ptr_array_new_with_free_func (dl_shared_unref);
  g_autoptr (GError) local = NULL;

  if (row == NULL)
    return NULL;
  while (dl_statement_next (row, &local))
    g_ptr_array_add (recordings, read_recording (row));
  if (local == NULL)
    return g_steal_pointer (&recordings);
  g_propagate_error (error, g_steal_pointer (&local));
  return NULL;
}

static gboolean
fail_no_recording (DlStore *store, gint64 id, GError **error)
{
  g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND,
               _ ("Recording %ld is no longer in the library “%s”: list the recordings of its "
                  "scenario again."),
               (glong) id, dl_database_name (store->db));
  return FALSE;
}

static gboolean
read_edits (DlStore *store, DlStoreRecording *recording, GError **error)
{
  g_autoptr (DlStatement) row
      = dl_database_query (store->db, error,
                           "SELECT cycle, label, edits FROM recorded_edit WHERE recording_id = ?"
                           " ORDER BY seq",
                           "i", recording->id);
  g_autoptr (GError) local = NULL;

  if (row == NULL)
    return FALSE;
  while (dl_statement_next (row, &local))
    {
      g_autofree char *label = dl_statement_valid_text (row, 1);
      g_autofree char *edits = dl_statement_valid_text (row, 2);

      dl_store_recording_add (recording, (guint64) dl_statement_int (row, 0), label, edits);
    }
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

DlStoreRecording *
dl_store_read_recording (DlStore *store, gint64 id, GError **error)
{
  g_autoptr (DlStatement) row
      = dl_database_query (store->db, error,
                           "SELECT " RECORDING ", text FROM recording"
                           " JOIN run_text ON run_text.id = text_id WHERE recording.id = ?",
                           "i", id);
  g_autoptr (DlStoreRecording) recording = NULL;
  g_autoptr (GError) local = NULL;

  if (row == NULL)
    return NULL;
  if (!dl_statement_next (row, &local))
    {
      if (local == NULL)
        fail_no_recording (store, id, error);
      else
        g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  recording = read_recording (row);
  recording->text = dl_statement_valid_text (row, 8);
  return read_edits (store, recording, error) ? g_steal_pointer (&recording) : NULL;
}

DlStoreRecording *
dl_store_load_recording (DlStore *store, gint64 id, GError **error)
{
  DlStoreRecording *recording;

  if (!dl_database_begin_read (store->db, error))
    return NULL;
  recording = dl_store_read_recording (store, id, error);
  dl_database_end (store->db, FALSE, NULL);
  return recording;
}

/* Writing -------------------------------------------------------------------------------------- */

static gboolean
append_edits (DlStore *store, gint64 id, const DlStoreRecording *recording, guint from,
              GError **error)
{
  for (guint i = 0; i < recording->edits->len; i++)
    {
      const DlStoreRecordedEdit *edit = &g_array_index (recording->edits, DlStoreRecordedEdit, i);

      if (!dl_database_run (store->db, error,
                            "INSERT INTO recorded_edit (recording_id, seq, cycle, label, edits)"
                            " VALUES (?, ?, ?, ?, ?)",
                            "iiiss", id, (gint64) from + i, (gint64) edit->cycle, edit->label,
                            edit->edits))
        return FALSE;
    }
  return TRUE;
}

gboolean
dl_store_put_recording (DlStore *store, const DlStoreRecording *recording, gint64 *id,
                        GError **error)
{
  const gint64 now = g_get_real_time ();
  gint64 text_id;

  if (!dl_store_put_text (store, recording->text, &text_id, error)
      || !dl_database_run (store->db, error,
                           "INSERT INTO recording (scenario_id, text_id, results, last_cycle,"
                           " n_edits, begun_us, changed_us) VALUES (?, ?, ?, ?, ?, ?, ?)",
                           "iiiiiii", recording->scenario_id, text_id, (gint64) recording->results,
                           (gint64) recording->end, (gint64) recording->n_edits,
                           recording->begun_us != 0 ? recording->begun_us : now,
                           recording->changed_us != 0 ? recording->changed_us : now))
    return FALSE;
  *id = dl_database_last_id (store->db);
  return append_edits (store, *id, recording, 0, error);
}

gboolean
dl_store_drop_recordings (DlStore *store, gint64 scenario_id, gint64 newest, GError **error)
{
  if (!dl_database_run (store->db, error,
                        "DELETE FROM recording WHERE scenario_id = ?1 AND id NOT IN"
                        " (SELECT id FROM recording WHERE scenario_id = ?1"
                        " ORDER BY id = ?2 DESC, n_edits > 0 DESC, changed_us DESC, id DESC"
                        " LIMIT " G_STRINGIFY (DL_STORE_MOST_RECORDINGS) ")",
                        "ii", scenario_id, newest))
    return FALSE;
  return dl_database_changes (store->db) == 0 || dl_store_drop_texts (store, error);
}

/* @id stays 0 if it has changed since. */
static gboolean
extend (DlStore *store, const DlStoreRecording *recording, guint from, gint64 *id, GError **error)
{
  if (!dl_database_run (store->db, error,
                        "UPDATE recording SET last_cycle = max (last_cycle, ?), n_edits = ?,"
                        " changed_us = ? WHERE id = ? AND scenario_id = ? AND n_edits = ?",
                        "iiiiii", (gint64) recording->end, (gint64) recording->n_edits,
                        g_get_real_time (), recording->id, recording->scenario_id, (gint64) from))
    return FALSE;
  if (dl_database_changes (store->db) == 0)
    return TRUE;
  *id = recording->id;
  return append_edits (store, *id, recording, from, error);
}

static gboolean
keep (DlStore *store, const DlStoreRecording *recording, guint from, gint64 *id, GError **error)
{
  if (!dl_store_has (store, recording->scenario_id))
    return dl_store_fail_not_found (store, recording->scenario_id, error);
  if (recording->id != 0)
    return extend (store, recording, from, id, error);
  return dl_store_put_recording (store, recording, id, error)
         && dl_store_drop_recordings (store, recording->scenario_id, *id, error);
}

gboolean
dl_store_keep_recording (DlStore *store, const DlStoreRecording *recording, guint from, gint64 *id,
                         GError **error)
{
  g_assert (recording->id != 0 || (from == 0 && recording->text != NULL));
  g_assert (recording->n_edits == from + recording->edits->len);
  *id = 0;
  return dl_database_begin (store->db, error)
         && dl_database_end (store->db, keep (store, recording, from, id, error), error);
}
