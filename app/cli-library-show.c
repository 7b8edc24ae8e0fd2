/* dateline-cli library list, search and show: what there is. */
#include "cli-command.h"
#include "cli-scenario.h"
#include "cli-streams.h"
#include "cli-table.h"
#include "dl-edit.h"
#include "dl-measure.h"
#include "dl-recording-store.h"
#include "dl-store-runs.h"
#include "dl-store-share.h"
#include "dl-store-space.h"

#include <glib/gi18n.h>

#include <math.h>
#include <string.h>

/* Lists ---------------------------------------------------------------------------------------- */

/* "2026-11-22T13:21:04Z" */
static char *
format_time (gint64 time_us)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (time_us / G_USEC_PER_SEC);
  return time != NULL ? g_date_time_format_iso8601 (time) : g_strdup ("");
}

/* Bytes of a scenario; 0 where they were not asked for. */
static guint64
bytes_of (const GPtrArray *uses, gint64 id)
{
  for (guint i = 0; uses != NULL && i < uses->len; i++)
    if (((const DlStoreUse *) g_ptr_array_index (uses, i))->id == id)
      return dl_store_use_bytes (g_ptr_array_index (uses, i));
  return 0;
}

/* A scenario's entry in both commands. */
static void
json_entry (JsonBuilder *builder, const DlStoreEntry *entry)
{
  g_autofree char *created = format_time (entry->created_us);
  g_autofree char *modified = format_time (entry->modified_us);

  cli_json_int (builder, "id", entry->id);
  cli_json_string (builder, "name", entry->name);
  cli_json_string (builder, "summary", entry->summary);
  cli_json_string (builder, "created", created);
  cli_json_string (builder, "modified", modified);
  cli_json_int (builder, "edits", entry->n_steps);
  cli_json_begin_array (builder, "tags");
  for (guint i = 0; entry->tags[i] != NULL; i++)
    json_builder_add_string_value (builder, entry->tags[i]);
  json_builder_end_array (builder);
}

static void
append_list_json (GString *out, const GPtrArray *entries, const GPtrArray *uses)
{
  g_autoptr (JsonBuilder) builder = cli_json_new ();

  cli_json_begin_array (builder, "scenarios");
  for (guint i = 0; i < entries->len; i++)
    {
      const DlStoreEntry *entry = g_ptr_array_index (entries, i);

      json_builder_begin_object (builder);
      json_entry (builder, entry);
      cli_json_int (builder, "sweeps", entry->n_sweeps);
      cli_json_int (builder, "runs", entry->n_runs);
      if (uses != NULL)
        cli_json_int (builder, "bytes", (gint64) bytes_of (uses, entry->id));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

typedef struct
{
  const GPtrArray *entries, *uses;
} List;

static void
fill_entry (DlCells *cells, gconstpointer data, guint row)
{
  const List *list = data;
  const DlStoreEntry *entry = g_ptr_array_index (list->entries, row);

  dl_cells_integer (cells, entry->id);
  dl_cells_text (cells, entry->name);
  dl_cells_text (cells, entry->summary);
  dl_cells_take_text (cells, format_time (entry->created_us));
  dl_cells_take_text (cells, format_time (entry->modified_us));
  dl_cells_integer (cells, entry->n_steps);
  dl_cells_take_text (cells, g_strjoinv (";", entry->tags));
  dl_cells_integer (cells, entry->n_sweeps);
  dl_cells_integer (cells, entry->n_runs);
  dl_cells_integer (cells, bytes_of (list->uses, entry->id));
}

static void
append_list_csv (GString *out, const GPtrArray *entries, const GPtrArray *uses)
{
  const DlTableColumn columns[] = {
    { "id", NULL, DL_COLUMN_INTEGER },
    { "name" },
    { "summary" },
    { "created" },
    { "modified" },
    { "edits", NULL, DL_COLUMN_INTEGER },
    { "tags" },
    { "sweeps", NULL, DL_COLUMN_INTEGER },
    { "runs", NULL, DL_COLUMN_INTEGER },
    { uses != NULL ? "bytes" : NULL, NULL, DL_COLUMN_INTEGER },
  };

  dl_table_append_csv (out,
                       &DL_TABLE (columns, entries->len, fill_entry, (&(List) { entries, uses })));
}

static void
append_list_text (GString *out, const GPtrArray *entries, const GPtrArray *uses)
{
  for (guint i = 0; i < entries->len; i++)
    {
      const DlStoreEntry *entry = g_ptr_array_index (entries, i);
      g_autofree char *name = cli_printable (entry->name);
      g_autofree char *summary = cli_printable (entry->summary);

      g_string_append_printf (out, "%s\t%s", name, summary);
      if (uses != NULL)
        {
          g_autofree char *size = g_format_size (bytes_of (uses, entry->id));
          g_autofree char *sweeps = g_strdup_printf (
              ngettext ("%u sweep", "%u sweeps", entry->n_sweeps), entry->n_sweeps);
          g_autofree char *runs
              = g_strdup_printf (ngettext ("%u run", "%u runs", entry->n_runs), entry->n_runs);

          g_string_append_printf (out, "\t%s\t%s\t%s", sweeps, runs, size);
        }
      /* Names need not be unique: show, export and remove take the number, too. */
      g_string_append_printf (out, _ ("\tnumber %lld"), (long long) entry->id);
      g_string_append_c (out, '\n');
    }
}

/* Whoever has never saved anything has an empty library, not a missing one. */
static gboolean
is_missing (Cli *cli)
{
  g_autofree char *path = dl_store_default_path ();

  return cli->options.database == NULL && !g_file_test (path, G_FILE_TEST_EXISTS);
}

CliStatus
cli_library_list (Cli *cli, GError **error)
{
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GPtrArray) uses = NULL;
  g_autoptr (CliStore) store = NULL;
  g_autofree char *warning = NULL;
  g_autofree char *words = g_strjoinv (" ", cli->args + 1);

  if (is_missing (cli))
    entries = g_ptr_array_new ();
  else
    {
      store = cli_store_open (cli, TRUE, error);
      if (store == NULL)
        return CLI_DONE;
      entries = dl_store_list (store, words, &warning, error);
      if (entries == NULL)
        return CLI_DONE;
    }
  if (warning != NULL)
    cli_complain (_ ("warning: %s"), warning);
  if (cli->options.runs)
    uses = store != NULL ? dl_store_list_use (store, NULL, error) : g_ptr_array_new ();
  if (cli->options.runs && uses == NULL)
    return CLI_DONE;

  if (cli->options.json)
    append_list_json (cli->out, entries, uses);
  else if (cli->options.csv)
    append_list_csv (cli->out, entries, uses);
  else
    append_list_text (cli->out, entries, uses);
  return CLI_DONE;
}

/* Results -------------------------------------------------------------------------------------- */

/* A value that is longer, the contents of a file, is told by its sum. */
#define MAX_VALUE_BYTES 256

/* A run where it stands. */
typedef struct
{
  guint sweep; /* from 1; 0: in none */
  guint point;
  const DlStoreRun *run;
  GHashTable *settings; /* char * -> char *: "traffic.load" -> "0.1" */
} Row;

typedef struct
{
  GPtrArray *sweeps;   /* DlStoreSweep, the first first */
  GPtrArray *placed;   /* GPtrArray of DlStoreRun: those of each sweep */
  GPtrArray *runs;     /* DlStoreRun: all */
  GArray *rows;        /* Row: by sweep and point, then runs outside sweeps */
  GPtrArray *keys;     /* char *: that some of them set */
  GPtrArray *measures; /* char *: that some of them have, known ones first */
} Results;

static void
row_clear (gpointer data)
{
  g_clear_pointer (&((Row *) data)->settings, g_hash_table_unref);
}

static void
results_clear (Results *results)
{
  g_clear_pointer (&results->sweeps, g_ptr_array_unref);
  g_clear_pointer (&results->placed, g_ptr_array_unref);
  g_clear_pointer (&results->runs, g_ptr_array_unref);
  g_clear_pointer (&results->rows, g_array_unref);
  g_clear_pointer (&results->keys, g_ptr_array_unref);
  g_clear_pointer (&results->measures, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Results, results_clear)

/* Gathering */

static void
add_once (GPtrArray *texts, const char *text)
{
  if (!g_ptr_array_find_with_equal_func (texts, text, g_str_equal, NULL))
    g_ptr_array_add (texts, g_strdup (text));
}

static GHashTable *
read_settings (DlStore *store, const DlStoreRun *run, GPtrArray *keys)
{
  GHashTable *settings = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *text = dl_store_run_settings (store, run->id, NULL);
  g_autoptr (GPtrArray) edits = text != NULL ? dl_edits_from_text (text, NULL) : NULL;

  for (guint i = 0; edits != NULL && i < edits->len; i++)
    {
      const DlEdit *edit = g_ptr_array_index (edits, i);
      g_autofree char *key = g_strdup_printf ("%s.%s", edit->field->group, edit->field->key);
      const char *value = edit->value != NULL ? edit->value : "";
      g_autofree char *sum = NULL;

      add_once (keys, key);
      if (strlen (value) > MAX_VALUE_BYTES)
        value = sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, value, -1);
      g_hash_table_insert (settings, g_steal_pointer (&key), g_strdup (value));
    }
  return settings;
}

static void
add_row (DlStore *store, Results *results, guint sweep, guint point, const DlStoreRun *run)
{
  Row row = { sweep, point, run, read_settings (store, run, results->keys) };

  g_array_append_val (results->rows, row);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* In the table's order; what this version does not know comes last. */
static void
gather_measures (Results *results)
{
  g_autoptr (GHashTable) all = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) unknown = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer name;
  guint n;
  const DlMeasure *table = dl_measure_table (&n);

  for (guint i = 0; i < results->runs->len; i++)
    {
      const DlStoreRun *run = g_ptr_array_index (results->runs, i);

      for (guint k = 0; k < run->values->len; k++)
        g_hash_table_add (all, g_array_index (run->values, DlStoreValue, k).measure);
    }
  for (guint i = 0; i < n; i++)
    if (g_hash_table_remove (all, table[i].id))
      g_ptr_array_add (results->measures, g_strdup (table[i].id));
  g_hash_table_iter_init (&iter, all);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_ptr_array_add (unknown, name);
  g_ptr_array_sort (unknown, compare_names);
  for (guint i = 0; i < unknown->len; i++)
    g_ptr_array_add (results->measures, g_strdup (g_ptr_array_index (unknown, i)));
}

static gboolean
gather_sweeps (DlStore *store, gint64 id, Results *results, GHashTable *seen, GError **error)
{
  g_autoptr (GPtrArray) sweeps = dl_store_list_sweeps (store, id, error);

  if (sweeps == NULL)
    return FALSE;
  while (sweeps->len > 0)
    g_ptr_array_add (results->sweeps, g_ptr_array_steal_index (sweeps, sweeps->len - 1));
  for (guint i = 0; i < results->sweeps->len; i++)
    {
      GPtrArray *runs = dl_store_sweep_runs (store, g_ptr_array_index (results->sweeps, i), error);

      if (runs == NULL)
        return FALSE;
      g_ptr_array_add (results->placed, runs);
      for (guint point = 0; point < runs->len; point++)
        {
          DlStoreRun *run = g_ptr_array_index (runs, point);

          if (run == NULL)
            continue;
          g_hash_table_add (seen, &run->id);
          add_row (store, results, i + 1, point, run);
        }
    }
  return TRUE;
}

static gboolean
gather (DlStore *store, gint64 id, Results *results, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_int64_hash, g_int64_equal);

  results->sweeps = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_store_sweep_free);
  results->placed = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  results->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  results->keys = g_ptr_array_new_with_free_func (g_free);
  results->measures = g_ptr_array_new_with_free_func (g_free);
  g_array_set_clear_func (results->rows, row_clear);
  results->runs = dl_store_list_runs (store, id, error);
  if (results->runs == NULL || !gather_sweeps (store, id, results, seen, error))
    return FALSE;
  for (guint i = 0; i < results->runs->len; i++)
    {
      const DlStoreRun *run = g_ptr_array_index (results->runs, i);

      if (!g_hash_table_contains (seen, &run->id))
        add_row (store, results, 0, 0, run);
    }
  gather_measures (results);
  return TRUE;
}

/* Writing */

static void
add_columns (DlRecord *record, const GPtrArray *ids, DlColumnType type)
{
  for (guint i = 0; i < ids->len; i++)
    dl_record_add_columns (record, &(DlTableColumn) { g_ptr_array_index (ids, i), .type = type },
                           1);
}

static void
append_csv (GString *out, const Results *results)
{
  static const DlTableColumn place[]
      = { { "sweep", NULL, DL_COLUMN_INTEGER }, { "point", NULL, DL_COLUMN_INTEGER } };
  static const DlTableColumn seed[] = { { "seed" } };
  static const DlTableColumn end[]
      = { { "state" }, { "reason" }, { "digest" }, { "version" }, { "run" } };
  g_autoptr (DlRecord) record = dl_record_new ();
  DlCells *cells;

  DL_RECORD_ADD (record, place);
  add_columns (record, results->keys, DL_COLUMN_TEXT);
  DL_RECORD_ADD (record, seed);
  add_columns (record, results->measures, DL_COLUMN_REAL);
  DL_RECORD_ADD (record, end);
  cells = dl_record_cells (record);
  for (guint i = 0; i < results->rows->len; i++)
    {
      const Row *row = &g_array_index (results->rows, Row, i);

      dl_cells_integer_if (cells, row->sweep > 0, row->sweep);
      dl_cells_integer_if (cells, row->sweep > 0, row->point);
      for (guint k = 0; k < results->keys->len; k++)
        dl_cells_text (cells,
                       g_hash_table_lookup (row->settings, g_ptr_array_index (results->keys, k)));
      dl_cells_take_text (cells, g_strdup_printf ("%" G_GUINT64_FORMAT, row->run->seed));
      for (guint k = 0; k < results->measures->len; k++)
        dl_cells_real (cells,
                       dl_store_run_value (row->run, g_ptr_array_index (results->measures, k)));
      dl_cells_text (cells, row->run->state);
      dl_cells_text (cells, row->run->reason);
      dl_cells_text (cells, row->run->outcome);
      dl_cells_text (cells, row->run->version);
      dl_cells_text (cells, row->run->digest);
    }
  const DlTable table = dl_record_table (record);
  dl_table_append_csv (out, &table);
}

static void
append_sweep_json (JsonBuilder *builder, const DlStoreSweep *sweep, guint number)
{
  g_autofree char *created = format_time (sweep->created_us);
  g_auto (GStrv) lines = g_strsplit (sweep->varied, "\n", -1);

  json_builder_begin_object (builder);
  cli_json_int (builder, "sweep", number);
  cli_json_string (builder, "state", dl_store_sweep_state_id (sweep->state));
  cli_json_int (builder, "points", sweep->n_points);
  cli_json_int (builder, "done", sweep->n_done);
  cli_json_int (builder, "seeds", sweep->n_seeds);
  cli_json_begin_array (builder, "vary");
  for (guint i = 0; lines[i] != NULL; i++)
    if (lines[i][0] != '\0')
      json_builder_add_string_value (builder, lines[i]);
  json_builder_end_array (builder);
  cli_json_string (builder, "version", sweep->version);
  cli_json_string (builder, "created", created);
  cli_json_string (builder, "key", sweep->key);
  json_builder_end_object (builder);
}

static void
append_run_json (JsonBuilder *builder, const Row *row, const GPtrArray *keys)
{
  g_autofree char *created = format_time (row->run->created_us);
  g_autofree char *seed = g_strdup_printf ("%" G_GUINT64_FORMAT, row->run->seed);

  json_builder_begin_object (builder);
  if (row->sweep > 0)
    {
      cli_json_int (builder, "sweep", row->sweep);
      cli_json_int (builder, "point", row->point);
    }
  else
    {
      cli_json_null (builder, "sweep");
      cli_json_null (builder, "point");
    }
  cli_json_begin_object (builder, "set");
  for (guint i = 0; i < keys->len; i++)
    {
      const char *key = g_ptr_array_index (keys, i);
      const char *value = g_hash_table_lookup (row->settings, key);

      if (value != NULL)
        cli_json_string (builder, key, value);
    }
  json_builder_end_object (builder);
  /* More than 53 bits. */
  cli_json_string (builder, "seed", seed);
  cli_json_begin_object (builder, "values");
  for (guint i = 0; i < row->run->values->len; i++)
    {
      const DlStoreValue *value = &g_array_index (row->run->values, DlStoreValue, i);

      cli_json_double (builder, value->measure, value->value);
    }
  json_builder_end_object (builder);
  cli_json_string (builder, "state", row->run->state);
  cli_json_string (builder, "reason", row->run->reason);
  cli_json_string (builder, "digest", row->run->outcome);
  cli_json_string (builder, "version", row->run->version);
  cli_json_string (builder, "created", created);
  cli_json_string (builder, "run", row->run->digest);
  json_builder_end_object (builder);
}

static gboolean
append_json (Cli *cli, DlStore *store, const DlStoreEntry *entry, const Results *results,
             GError **error)
{
  g_autoptr (JsonBuilder) builder = cli_json_new ();
  g_autofree char *note = dl_store_note (store, entry->id, error);

  if (note == NULL)
    return FALSE;
  json_entry (builder, entry);
  cli_json_string (builder, "note", note);
  cli_json_begin_array (builder, "sweeps");
  for (guint i = 0; i < results->sweeps->len; i++)
    append_sweep_json (builder, g_ptr_array_index (results->sweeps, i), i + 1);
  json_builder_end_array (builder);
  if (cli->options.runs)
    {
      cli_json_begin_array (builder, "runs");
      for (guint i = 0; i < results->rows->len; i++)
        append_run_json (builder, &g_array_index (results->rows, Row, i), results->keys);
      json_builder_end_array (builder);
    }
  json_builder_end_object (builder);
  cli_json_append (cli->out, builder);
  return TRUE;
}

static void
append_text (GString *out, const DlStoreEntry *entry, const Results *results)
{
  g_autoptr (CliTable) table = cli_table_new ("rlrrrll");
  g_autofree char *name = cli_printable (entry->name);
  g_autofree char *summary = cli_printable (entry->summary);
  guint loose = 0;

  g_string_append_printf (out, "%s\n%s\n", name, summary);
  for (guint i = 0; i < results->rows->len; i++)
    loose += g_array_index (results->rows, Row, i).sweep == 0;
  if (results->sweeps->len > 0)
    {
      g_string_append_c (out, '\n');
      cli_table_text (table, _ ("Sweep"));
      cli_table_text (table, _ ("State"));
      cli_table_text (table, _ ("Done"));
      cli_table_text (table, _ ("Points"));
      cli_table_text (table, _ ("Seeds"));
      cli_table_text (table, _ ("Version"));
      cli_table_text (table, _ ("Varied"));
    }
  for (guint i = 0; i < results->sweeps->len; i++)
    {
      const DlStoreSweep *sweep = g_ptr_array_index (results->sweeps, i);
      g_autofree char *varied = g_strdelimit (g_strchomp (g_strdup (sweep->varied)), "\n", ' ');
      g_autofree char *printable = cli_printable (varied);

      cli_table_int (table, i + 1);
      cli_table_text (table, dl_store_sweep_state_title (sweep->state));
      cli_table_int (table, sweep->n_done);
      cli_table_int (table, sweep->n_points);
      cli_table_int (table, sweep->n_seeds);
      cli_table_text (table, sweep->version);
      cli_table_text (table, printable);
    }
  cli_table_append (out, table);
  g_string_append_c (out, '\n');
  g_string_append_printf (out, ngettext ("%u run", "%u runs", results->runs->len),
                          results->runs->len);
  if (loose > 0)
    {
      g_string_append (out, ", ");
      g_string_append_printf (
          out, ngettext ("%u of them in no sweep", "%u of them in no sweep", loose), loose);
    }
  g_string_append_c (out, '\n');
}

/* Sweeps and runs of a scenario. */
static gboolean
show_results (Cli *cli, DlStore *store, const DlStoreEntry *entry, GError **error)
{
  g_auto (Results) results = { NULL };

  if (!gather (store, entry->id, &results, error))
    return FALSE;
  if (cli->options.json)
    return append_json (cli, store, entry, &results, error);
  if (cli->options.csv)
    append_csv (cli->out, &results);
  else
    append_text (cli->out, entry, &results);
  return TRUE;
}

/* recordings ----------------------------------------------------------------------------------- */

static void
fill_recording (DlCells *cells, gconstpointer data, guint row)
{
  const DlStoreRecording *recording = g_ptr_array_index ((GPtrArray *) data, row);

  dl_cells_integer (cells, row + 1);
  dl_cells_take_text (cells, format_time (recording->begun_us));
  dl_cells_take_text (cells, format_time (recording->changed_us));
  dl_cells_integer (cells, recording->end);
  dl_cells_integer (cells, recording->n_edits);
  dl_cells_integer (cells, recording->results);
  dl_cells_take_text (cells, dl_recording_kept_text (recording));
}

static const DlTableColumn recording_columns[] = {
  { "recording", NULL, DL_COLUMN_INTEGER },
  { "begun" },
  { "written" },
  { "end", NULL, DL_COLUMN_INTEGER },
  { "edits", NULL, DL_COLUMN_INTEGER },
  { "results", NULL, DL_COLUMN_INTEGER },
  { "label" },
};

static void
append_recordings_json (GString *out, const GPtrArray *recordings)
{
  g_autoptr (JsonBuilder) builder = cli_json_new ();

  cli_json_begin_array (builder, "recordings");
  for (guint i = 0; i < recordings->len; i++)
    {
      const DlStoreRecording *recording = g_ptr_array_index (recordings, i);
      g_autofree char *begun = format_time (recording->begun_us);
      g_autofree char *written = format_time (recording->changed_us);
      g_autofree char *label = dl_recording_kept_text (recording);

      json_builder_begin_object (builder);
      cli_json_int (builder, "recording", i + 1);
      cli_json_string (builder, "begun", begun);
      cli_json_string (builder, "written", written);
      cli_json_int (builder, "end", (gint64) recording->end);
      cli_json_int (builder, "edits", recording->n_edits);
      cli_json_int (builder, "results", recording->results);
      cli_json_string (builder, "label", label);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

static void
append_recordings_text (GString *out, const GPtrArray *recordings)
{
  for (guint i = 0; i < recordings->len; i++)
    {
      const DlStoreRecording *recording = g_ptr_array_index (recordings, i);
      g_autofree char *written = format_time (recording->changed_us);
      g_autofree char *label = dl_recording_kept_text (recording);
      g_autofree char *printable = cli_printable (label);

      g_string_append_printf (out, "%u\t%s\t", i + 1, written);
      g_string_append_printf (out, ngettext ("%lu cycle", "%lu cycles", (gulong) recording->end),
                              (gulong) recording->end);
      g_string_append_printf (out, "\t%s\n", printable);
    }
}

/* Append a recording, in the form of a file. */
static void
append_recording (Cli *cli, DlStore *store, const GPtrArray *recordings, GError **error)
{
  g_autoptr (DlStoreRecording) kept = NULL;
  g_autoptr (DlRecording) recording = NULL;
  g_autofree char *text = NULL;
  guint number = 0;

  if (!cli_parse_count ("library recordings", cli->args[2], MAX (recordings->len, 1), &number,
                        error))
    return;
  if (recordings->len == 0)
    {
      cli_bad_input (error,
                     _ ("library recordings: “%s” does not have a recording (simulate it in the "
                        "window, or use record)"),
                     cli->args[1]);
      return;
    }
  kept = dl_store_load_recording (
      store, ((const DlStoreRecording *) recordings->pdata[number - 1])->id, error);
  recording = kept != NULL ? dl_recording_from_store (kept, cli->args[1], error) : NULL;
  text = recording != NULL ? dl_recording_to_text (recording) : NULL;
  if (text != NULL)
    g_string_append (cli->out, text);
}

CliStatus
cli_library_recordings (Cli *cli, GError **error)
{
  g_autoptr (CliStore) store = cli_store_open (cli, TRUE, error);
  g_autoptr (GPtrArray) recordings = NULL;
  gint64 id;

  if (store == NULL || !dl_store_find (store, cli->args[1], &id, error))
    return CLI_DONE;
  recordings = dl_store_list_recordings (store, id, error);
  if (recordings == NULL)
    return CLI_DONE;
  if (cli->n_args > 2)
    append_recording (cli, store, recordings, error);
  else if (cli->options.json)
    append_recordings_json (cli->out, recordings);
  else if (cli->options.csv)
    dl_table_append_csv (
        cli->out, &DL_TABLE (recording_columns, recordings->len, fill_recording, recordings));
  else
    append_recordings_text (cli->out, recordings);
  return CLI_DONE;
}

/* show ----------------------------------------------------------------------------------------- */

static const DlStoreEntry *
entry_of (const GPtrArray *entries, gint64 id)
{
  for (guint i = 0; i < entries->len; i++)
    if (((const DlStoreEntry *) g_ptr_array_index (entries, i))->id == id)
      return g_ptr_array_index (entries, i);
  return NULL;
}

CliStatus
cli_library_show (Cli *cli, GError **error)
{
  g_autoptr (CliStore) store = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  const DlStoreEntry *entry;
  gint64 id;

  if (!cli->options.runs && !cli->options.json && !cli->options.csv)
    return cli_library_show_text (cli, error);
  store = cli_store_open (cli, TRUE, error);
  if (store == NULL || !dl_store_find (store, cli->args[1], &id, error))
    return CLI_DONE;
  entries = dl_store_list (store, NULL, NULL, error);
  entry = entries != NULL ? entry_of (entries, id) : NULL;
  if (entry != NULL)
    show_results (cli, store, entry, error);
  return CLI_DONE;
}
