#include "dl-store-copy.h"

#include "dl-scenario-file.h"
#include "dl-store-share.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Which scenario of the library is this one? Names tell scenarios apart, so one whose name is taken
 * by another gets a number. */

static gboolean
set_name (DlScenario *scenario, const char *name, GError **error)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();

  dl_edits_add (edits, DL_EDIT_SET, "scenario.name", name);
  return dl_scenario_apply (scenario, edits, NULL, NULL, error);
}

/* Is @text the same scenario as @scenario, by whatever name? One that cannot be read is none. */
static gboolean
is_same (const char *text, gsize length, const DlScenario *scenario)
{
  g_autoptr (DlScenario) other = dl_scenario_parse (text, (gssize) length, "", NULL, NULL);

  return other != NULL && set_name (other, scenario->name, NULL)
         && dl_scenario_equal (other, scenario);
}

/* @taken: there are scenarios of that name; @id: the one that is the same, or 0. */
static gboolean
adopt_look_up (DlStore *store, const DlScenario *scenario, const char *name, gboolean *taken,
               gint64 *id, GError **error)
{
  g_autoptr (DlStatement) row
      = dl_database_query (store->db, error,
                           "SELECT scenario.id, text FROM scenario"
                           " LEFT JOIN state ON state.scenario_id = scenario.id"
                           " WHERE name = ? AND removed_us IS NULL",
                           "s", name);
  g_autoptr (GError) local = NULL;

  *taken = FALSE;
  *id = 0;
  if (row == NULL)
    return FALSE;
  while (*id == 0 && dl_statement_next (row, &local))
    {
      gsize length;
      const char *text = dl_statement_text (row, 1, &length);

      *taken = TRUE;
      if (text != NULL && is_same (text, length, scenario))
        *id = dl_statement_int (row, 0);
    }
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/* Which scenario is @scenario under its name or its name with a number? If there is none, @id is 0
 * and @name (to be freed) the first that is free. */
static gboolean
store_match (DlStore *store, const DlScenario *scenario, gint64 *id, char **name, GError **error)
{
  g_autoptr (DlScenario) named = dl_scenario_copy (scenario);
  gboolean taken;

  /* The default's name is not a difference. */
  if (!set_name (named, scenario->name, error))
    return FALSE;
  *name = g_strdup (scenario->name);
  for (guint n = 2; adopt_look_up (store, named, *name, &taken, id, error); n++)
    {
      if (*id != 0 || !taken)
        return TRUE;
      g_free (*name);
      *name = g_strdup_printf ("%s (%u)", scenario->name, n);
    }
  g_clear_pointer (name, g_free);
  return FALSE;
}

static gboolean
adopt (DlStore *store, const DlScenario *scenario, gint64 *id, GError **error)
{
  g_autoptr (DlScenario) renamed = NULL;
  g_autofree char *name = NULL;

  if (!store_match (store, scenario, id, &name, error))
    return FALSE;
  if (*id != 0)
    return TRUE;
  renamed = dl_scenario_copy (scenario);
  return set_name (renamed, name, error) && dl_store_insert (store, renamed, id, error);
}

gboolean
dl_store_adopt (DlStore *store, const DlScenario *scenario, gint64 *id, GError **error)
{
  return dl_database_begin (store->db, error)
         && dl_database_end (store->db, adopt (store, scenario, id, error), error);
}

static gboolean
add_unique (DlStore *store, DlScenario *scenario, gint64 *id, GError **error)
{
  g_autofree char *name = g_strdup (scenario->name);
  g_autofree char *base = g_strdup (scenario->name);

  for (guint n = 2; dl_store_is_taken (store, name); n++)
    {
      g_free (name);
      name = g_strdup_printf ("%s (%u)", base, n);
    }
  return (strcmp (name, base) == 0 || set_name (scenario, name, error))
         && dl_store_insert (store, scenario, id, error);
}

gboolean
dl_store_add_unique (DlStore *store, DlScenario *scenario, gint64 *id, GError **error)
{
  return dl_database_begin (store->db, error)
         && dl_database_end (store->db, add_unique (store, scenario, id, error), error);
}

#define MAX_NAME_CHARS 64
#define MAX_LINE_BYTES (1024 * 1024)

void
dl_store_copy_init (DlStoreCopy *copy, DlStore *from, DlStore *to, GCancellable *cancellable,
                    DlStoreImported *imported)
{
  *copy = (DlStoreCopy) {
    .from = from,
    .to = to,
    .cancellable = cancellable,
    .scenarios = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free),
    .texts = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free),
    .runs = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free),
    .imported = imported,
  };
}

void
dl_store_copy_clear (DlStoreCopy *copy)
{
  g_clear_pointer (&copy->scenarios, g_hash_table_unref);
  g_clear_pointer (&copy->texts, g_hash_table_unref);
  g_clear_pointer (&copy->runs, g_hash_table_unref);
}

gboolean
dl_store_copy_fail (DlStoreCopy *copy, const char *what, GError **error)
{
  g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN,
               _ ("The library “%s” is damaged or not from Dateline (%s): nothing was imported; "
                  "get a different copy."),
               dl_database_name (copy->from->db), what);
  return FALSE;
}

static void
note_pair (GHashTable *table, gint64 there, gint64 here)
{
  g_hash_table_insert (table, g_memdup2 (&there, sizeof there), g_memdup2 (&here, sizeof here));
}

/* 0: none. */
static gint64
look_up (GHashTable *table, gint64 there)
{
  const gint64 *here = g_hash_table_lookup (table, &there);

  return here != NULL ? *here : 0;
}

/* Checks of rows ------------------------------------------------------------------------------- */

static gboolean
is_hexadecimal (const char *text, gsize length)
{
  return text != NULL && strlen (text) == length && strspn (text, "0123456789abcdef") == length;
}

static gboolean
is_name (const char *text)
{
  const gsize length = text != NULL ? strlen (text) : 0;

  return length > 0 && length <= MAX_NAME_CHARS
         && strspn (text, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-.+~") == length;
}

static gboolean
is_text (const char *text)
{
  return text != NULL && strlen (text) <= MAX_LINE_BYTES && g_utf8_validate (text, -1, NULL);
}

static gboolean
is_settings (const char *text)
{
  g_autoptr (GPtrArray) edits
      = text != NULL && g_utf8_validate (text, -1, NULL) ? dl_edits_from_text (text, NULL) : NULL;

  return edits != NULL;
}

/* The text with that number; it is a scenario. */
static const char *
find_text (DlStoreCopy *copy, gint64 id, GError **error)
{
  const char *known = g_hash_table_lookup (copy->texts, &id);
  g_autoptr (DlStatement) row = NULL;
  g_autoptr (DlScenario) scenario = NULL;
  char *text;

  if (known != NULL)
    return known;
  row = dl_database_query (copy->from->db, error, "SELECT text FROM run_text WHERE id = ?", "i",
                           id);
  if (row == NULL)
    return NULL;
  if (dl_statement_next (row, error))
    {
      gsize length;
      const char *found = dl_statement_text (row, 0, &length);

      scenario = found != NULL && strlen (found) == length
                     ? dl_scenario_parse (found, -1, dl_database_name (copy->from->db), NULL, NULL)
                     : NULL;
      if (scenario != NULL)
        {
          text = g_strdup (found);
          g_hash_table_insert (copy->texts, g_memdup2 (&id, sizeof id), text);
          return text;
        }
    }
  if (error == NULL || *error == NULL)
    dl_store_copy_fail (copy, _ ("the scenario of a result cannot be read"), error);
  return NULL;
}

/* Scenarios ------------------------------------------------------------------------------------ */

/* The state that the done steps of @record start from. */
static char *
base_text_of (const DlStoreRecord *record, const DlScenario *now)
{
  g_autoptr (DlScenario) base = dl_scenario_copy (now);

  for (guint i = dl_history_position (record->history); i > 0; i--)
    if (!dl_scenario_apply (base, dl_history_step (record->history, i - 1)->inverse, NULL, NULL,
                            NULL))
      g_assert_not_reached (); /* reading the record has tried it */
  return dl_scenario_to_text (base, FALSE);
}

static gboolean
insert_record (DlStoreCopy *copy, DlStoreRecord *record, const gint64 times[2], gint64 *id,
               GError **error)
{
  g_autoptr (DlStoreChange) change
      = dl_store_change_new (0, 0, record->scenario, record->history, 0);
  g_autofree char *base = base_text_of (record, record->scenario);
  DlDatabase *db = copy->to->db;

  if (!dl_database_run (db, error,
                        "INSERT INTO scenario (name, summary, search, position, n_steps, revision,"
                        " created_us, modified_us, opened_us) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)",
                        "sssiiiii", change->name, change->summary, change->search,
                        (gint64) change->position, (gint64) change->steps->len, change->revision,
                        times[0], times[1]))
    return FALSE;
  *id = dl_database_last_id (db);
  return dl_database_run (db, error,
                          "INSERT INTO state (scenario_id, text, base_text) VALUES (?, ?, ?)",
                          "iss", *id, change->text, base)
         && dl_store_write_steps (copy->to, *id, change, error)
         && dl_store_index (copy->to, *id, error);
}

/* Renaming is a step of its own: steps that were undone cannot be redone after it. */
static gboolean
rename_record (DlStoreRecord *record, const char *name, GError **error)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *label = g_strdup_printf (_ ("Rename to “%s”"), name);

  if (strcmp (record->scenario->name, name) == 0)
    return TRUE;
  dl_edits_add (edits, DL_EDIT_SET, "scenario.name", name);
  return dl_history_do (record->history, record->scenario, edits, label, NULL, NULL, error);
}

static gboolean
read_times (DlStoreCopy *copy, gint64 id, gint64 times[2], GError **error)
{
  g_autoptr (DlStatement) row = dl_database_query (
      copy->from->db, error, "SELECT created_us, modified_us FROM scenario WHERE id = ?", "i", id);

  if (row == NULL || !dl_statement_next (row, error))
    return FALSE;
  times[0] = dl_statement_int (row, 0);
  times[1] = dl_statement_int (row, 1);
  return TRUE;
}

static gboolean
copy_remarks (DlStoreCopy *copy, gint64 there, gint64 here, GError **error)
{
  g_autofree char *note = dl_store_note (copy->from, there, error);
  g_autofree char *own = note != NULL ? dl_store_note (copy->to, here, error) : NULL;
  g_auto (GStrv) tags = own != NULL ? dl_store_tags (copy->from, there, error) : NULL;

  if (tags == NULL)
    return FALSE;
  if (!dl_store_check_note (note, NULL))
    return dl_store_copy_fail (copy, _ ("a note is not text"), error);
  if (note[0] != '\0' && own[0] == '\0' && !dl_store_put_note (copy->to, here, note, error))
    return FALSE;
  for (guint i = 0; tags[i] != NULL; i++)
    {
      if (!dl_store_check_tag (tags[i], NULL))
        return dl_store_copy_fail (copy, _ ("a tag is not a line of text"), error);
      if (!dl_store_put_tag (copy->to, here, tags[i], error))
        return FALSE;
    }
  return TRUE;
}

gboolean
dl_store_copy_scenario (DlStoreCopy *copy, gint64 id, GError **error)
{
  g_autoptr (DlStoreRecord) record = dl_store_read_record (copy->from, id, error);
  g_autofree char *name = NULL;
  gint64 times[2], here;

  if (record == NULL || !store_match (copy->to, record->scenario, &here, &name, error))
    return FALSE;
  if (here == 0)
    {
      if (!rename_record (record, name, error) || !read_times (copy, id, times, error)
          || !insert_record (copy, record, times, &here, error))
        return FALSE;
      if (copy->imported != NULL)
        copy->imported->n_scenarios++;
    }
  note_pair (copy->scenarios, id, here);
  if (copy->imported != NULL)
    {
      if (copy->imported->first == 0)
        copy->imported->first = here;
      g_ptr_array_add (copy->imported->names, g_steal_pointer (&name));
    }
  return copy_remarks (copy, id, here, error);
}

/* Results -------------------------------------------------------------------------------------- */

static gboolean
check_run (DlStoreCopy *copy, const DlStoreRun *run, GError **error)
{
  gboolean good = is_hexadecimal (run->digest, DL_STORE_DIGEST_CHARS) && is_name (run->version)
                  && (run->outcome == NULL || is_hexadecimal (run->outcome, strlen (run->outcome)))
                  && (run->state == NULL || is_name (run->state))
                  && (run->reason == NULL || is_name (run->reason)) && is_settings (run->settings);

  for (guint i = 0; good && i < run->values->len; i++)
    good = is_name (g_array_index (run->values, DlStoreValue, i).measure);
  for (guint i = 0; good && i < run->arrays->len; i++)
    good = is_name (g_array_index (run->arrays, DlStoreArray, i).name);
  return good || dl_store_copy_fail (copy, _ ("a result is not from Dateline"), error);
}

/* Columns: id, digest, scenario_id, text_id, settings, seed, version, outcome, created_us,
 * state, reason. */
static gboolean
copy_run (DlStoreCopy *copy, DlStatement *row, GError **error)
{
  const char *digest = dl_statement_text (row, 1, NULL);
  const char *version = dl_statement_text (row, 6, NULL);
  const gint64 there = dl_statement_int (row, 0);
  g_autoptr (DlStoreRun) run
      = dl_store_run_new (digest != NULL ? digest : "", (guint64) dl_statement_int (row, 5),
                          version != NULL ? version : "");
  const char *text = find_text (copy, dl_statement_int (row, 3), error);
  gboolean known;
  gint64 here;

  if (text == NULL)
    return FALSE;
  run->text = g_strdup (text);
  run->settings = g_strdup (dl_statement_text (row, 4, NULL));
  run->outcome = g_strdup (dl_statement_text (row, 7, NULL));
  run->created_us = dl_statement_int (row, 8);
  run->state = g_strdup (dl_statement_text (row, 9, NULL));
  run->reason = g_strdup (dl_statement_text (row, 10, NULL));
  run->scenario_id = look_up (copy->scenarios, dl_statement_int (row, 2));
  if (!dl_store_read_values (copy->from, there, run, error)
      || !dl_store_read_arrays (copy->from, there, run, error) || !check_run (copy, run, error)
      || !dl_store_put_run (copy->to, run, &here, &known, error))
    return FALSE;
  note_pair (copy->runs, there, here);
  if (!known && copy->imported != NULL)
    copy->imported->n_runs++;
  return TRUE;
}

/* Each row of @row by @func, until one fails or the user has had enough. */
static gboolean
for_each (DlStoreCopy *copy, DlStatement *row,
          gboolean (*func) (DlStoreCopy *, DlStatement *, GError **), GError **error)
{
  g_autoptr (GError) local = NULL;

  if (row == NULL)
    return FALSE;
  while (dl_statement_next (row, &local))
    if (g_cancellable_set_error_if_cancelled (copy->cancellable, &local)
        || !func (copy, row, &local))
      break;
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

gboolean
dl_store_copy_runs (DlStoreCopy *copy, gint64 id, GError **error)
{
  g_autoptr (DlStatement) row = dl_database_query (
      copy->from->db, error,
      "SELECT id, digest, scenario_id, text_id, settings, seed, version, outcome, created_us,"
      " state, reason FROM run WHERE ?1 = 0 OR scenario_id = ?1 OR id IN (SELECT run_id FROM "
      "sweep_point"
      " JOIN sweep ON sweep.id = sweep_id WHERE sweep.scenario_id = ?1) ORDER BY id",
      "i", id);

  return for_each (copy, row, copy_run, error);
}

static gboolean
copy_points (DlStoreCopy *copy, gint64 there, gint64 here, guint n_points, GError **error)
{
  g_autoptr (DlStatement) row
      = dl_database_query (copy->from->db, error,
                           "SELECT point, run_id FROM sweep_point WHERE sweep_id = ?", "i", there);
  g_autoptr (GError) local = NULL;

  if (row == NULL)
    return FALSE;
  while (dl_statement_next (row, &local))
    {
      const gint64 point = dl_statement_int (row, 0);
      const gint64 run = look_up (copy->runs, dl_statement_int (row, 1));

      if (point < 0 || point >= n_points || run == 0)
        return dl_store_copy_fail (copy, _ ("a sweep has impossible points"), error);
      if (!dl_store_put_point (copy->to, here, (guint) point, run, error))
        return FALSE;
    }
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/* Columns: id, scenario_id, key, text_id, varied, n_seeds, n_points, version, created_us, state. */
static gboolean
copy_sweep (DlStoreCopy *copy, DlStatement *row, GError **error)
{
  const gint64 n_seeds = dl_statement_int (row, 5), n_points = dl_statement_int (row, 6);
  g_autoptr (DlStoreSweep) sweep = g_new0 (DlStoreSweep, 1);
  const char *text;
  gboolean known;

  sweep->scenario_id = look_up (copy->scenarios, dl_statement_int (row, 1));
  if (sweep->scenario_id == 0)
    return TRUE;
  text = find_text (copy, dl_statement_int (row, 3), error);
  if (text == NULL)
    return FALSE;
  sweep->key = g_strdup (dl_statement_text (row, 2, NULL));
  sweep->text = g_strdup (text);
  sweep->varied = g_strdup (dl_statement_text (row, 4, NULL));
  sweep->version = g_strdup (dl_statement_text (row, 7, NULL));
  sweep->created_us = dl_statement_int (row, 8);
  if (!is_hexadecimal (sweep->key, DL_STORE_DIGEST_CHARS) || !is_text (sweep->varied)
      || !is_name (sweep->version) || n_points < 1 || n_points > DL_STORE_MAX_POINTS || n_seeds < 1
      || n_seeds > n_points
      || !dl_store_parse_state (dl_statement_text (row, 9, NULL), &sweep->state))
    return dl_store_copy_fail (copy, _ ("a sweep is not from Dateline"), error);
  sweep->n_seeds = (guint) n_seeds;
  sweep->n_points = (guint) n_points;
  /* Nobody runs it here. */
  if (sweep->state == DL_STORE_SWEEP_RUNNING)
    sweep->state = DL_STORE_SWEEP_STOPPED;
  if (!dl_store_put_sweep (copy->to, sweep, &sweep->id, &known, error)
      || !copy_points (copy, dl_statement_int (row, 0), sweep->id, sweep->n_points, error))
    return FALSE;
  if (!known && copy->imported != NULL)
    copy->imported->n_sweeps++;
  return dl_store_mark_sweep_done (copy->to, sweep->id, error);
}

gboolean
dl_store_copy_sweeps (DlStoreCopy *copy, gint64 id, GError **error)
{
  g_autoptr (DlStatement) row
      = dl_database_query (copy->from->db, error,
                           "SELECT id, scenario_id, key, text_id, varied, n_seeds, n_points,"
                           " version, created_us, state FROM sweep"
                           " WHERE ?1 = 0 OR scenario_id = ?1 ORDER BY id",
                           "i", id);

  return for_each (copy, row, copy_sweep, error);
}

/* Recordings ----------------------------------------------------------------------------------- */

/* In order, up to the end, and of edits. */
static gboolean
check_recording (DlStoreCopy *copy, const DlStoreRecording *recording, GError **error)
{
  guint64 before = 0;
  gboolean good = recording->n_edits == recording->edits->len && recording->end <= G_MAXINT64;

  for (guint i = 0; good && i < recording->edits->len; i++)
    {
      const DlStoreRecordedEdit *edit = &g_array_index (recording->edits, DlStoreRecordedEdit, i);

      good = edit->cycle >= before && edit->cycle <= recording->end && is_text (edit->label)
             && is_settings (edit->edits);
      before = edit->cycle;
    }
  return good || dl_store_copy_fail (copy, _ ("a recording is not from Dateline"), error);
}

/* Is it there, or a longer one that began as it did? */
static gboolean
find_recording (DlStoreCopy *copy, const DlStoreRecording *recording, gint64 *shorter,
                gboolean *found, GError **error)
{
  g_autoptr (DlStatement) row
      = dl_database_query (copy->to->db, error,
                           "SELECT id, last_cycle, n_edits FROM recording WHERE scenario_id = ?"
                           " AND begun_us = ?",
                           "ii", recording->scenario_id, recording->begun_us);
  g_autoptr (GError) local = NULL;

  *shorter = 0;
  *found = FALSE;
  if (row == NULL)
    return FALSE;
  if (dl_statement_next (row, &local))
    {
      *found = dl_statement_int (row, 1) >= (gint64) recording->end
               && dl_statement_int (row, 2) >= recording->n_edits;
      *shorter = dl_statement_int (row, 0);
    }
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/* Columns: id, scenario_id, text_id. */
static gboolean
copy_recording (DlStoreCopy *copy, DlStatement *row, GError **error)
{
  const gint64 here = look_up (copy->scenarios, dl_statement_int (row, 1));
  g_autoptr (DlStoreRecording) recording = NULL;
  gboolean found;
  gint64 id;

  if (here == 0)
    return TRUE;
  if (find_text (copy, dl_statement_int (row, 2), error) == NULL)
    return FALSE;
  recording = dl_store_read_recording (copy->from, dl_statement_int (row, 0), error);
  if (recording == NULL || !check_recording (copy, recording, error))
    return FALSE;
  recording->scenario_id = here;
  if (!find_recording (copy, recording, &id, &found, error))
    return FALSE;
  if (found)
    return TRUE;
  return (id == 0
          || dl_database_run (copy->to->db, error, "DELETE FROM recording WHERE id = ?", "i", id))
         && dl_store_put_recording (copy->to, recording, &id, error)
         && dl_store_drop_recordings (copy->to, here, 0, error);
}

gboolean
dl_store_copy_recordings (DlStoreCopy *copy, gint64 id, GError **error)
{
  g_autoptr (DlStatement) row = dl_database_query (copy->from->db, error,
                                                   "SELECT id, scenario_id, text_id FROM recording"
                                                   " WHERE ?1 = 0 OR scenario_id = ?1 ORDER BY id",
                                                   "i", id);

  return for_each (copy, row, copy_recording, error);
}
