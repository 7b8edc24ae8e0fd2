/* dateline-cli sweep: runs of all combinations, into a file or a library. */
#include "cli-sweep.h"

#include "cli-scenario.h"
#include "cli-streams.h"
#include "cli-table.h"
#include "dl-measure.h"
#include "dl-output.h"
#include "dl-store-error.h"
#include "dl-sweep-store.h"
#include "dl-value.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* dateline-cli sweep: a point as a row, and the file of rows. */

/* Rows ----------------------------------------------------------------------------------------- */

/* Columns beside the keys. */
typedef enum
{
  SEED,  /* before all measures */
  STATE, /* of the run, and why: after the simulated columns */
  REASON,
  DIGEST, /* of the run: after these */
  POINT,  /* last */
  MEASURE,
  HALF /* of the measure's interval within a run */
} ColumnKind;

/* Columns after the keys. */
typedef struct
{
  ColumnKind kind;
  const DlMeasure *measure;
} Column;

static GArray *
columns_of (const DlSweepSpec *spec)
{
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (Column));
  guint n;
  g_autofree const DlMeasure **measures = dl_sweep_spec_measures (spec, &n);
  Column column = { SEED, NULL };

  g_array_append_val (columns, column);
  for (guint i = 0; i < n; i++)
    {
      if (measures[i]->simulated && spec->only_static)
        continue;
      if (!spec->only_static && i > 0 && measures[i - 1]->simulated && !measures[i]->simulated)
        for (ColumnKind kind = STATE; kind <= DIGEST; kind++)
          {
            column = (Column) { kind, NULL };
            g_array_append_val (columns, column);
          }
      column = (Column) { MEASURE, measures[i] };
      g_array_append_val (columns, column);
      column.kind = HALF;
      if (measures[i]->half != 0)
        g_array_append_val (columns, column);
    }
  column = (Column) { POINT, NULL };
  g_array_append_val (columns, column);
  return columns;
}

static DlColumnType
type_of (const Column *column)
{
  if (column->kind == HALF)
    return DL_COLUMN_REAL;
  if (column->kind != MEASURE)
    return DL_COLUMN_TEXT;
  return column->measure->type == DL_MEASURE_WHOLE || column->measure->type == DL_MEASURE_FLAG
             ? DL_COLUMN_INTEGER
             : DL_COLUMN_REAL;
}

static char *
name_of (const Column *column)
{
  static const char *const names[] = {
    [SEED] = "seed", [STATE] = "state", [REASON] = "reason", [DIGEST] = "digest", [POINT] = "point"
  };

  if (column->kind == HALF)
    return dl_measure_half_id (column->measure);
  return g_strdup (column->kind == MEASURE ? column->measure->id : names[column->kind]);
}

/* The columns of a sweep's rows: the keys that are varied, what came of the point, the static
 * analysis, and last its digest, by which it is known again. */
static DlRecord *
record_new (const DlSweepSpec *spec)
{
  DlRecord *record = dl_record_new ();
  g_autoptr (GArray) columns = columns_of (spec);

  for (guint i = 0; i < spec->keys->len; i++)
    {
      const DlSweepKey *key = g_ptr_array_index (spec->keys, i);
      g_autofree char *name = g_strdup_printf ("%s.%s", key->field->group, key->field->key);
      const DlTableColumn column = { name };

      dl_record_add_columns (record, &column, 1);
    }
  for (guint i = 0; i < columns->len; i++)
    {
      const Column *of = &g_array_index (columns, Column, i);
      g_autofree char *name = name_of (of);
      const DlTableColumn column = { name, .type = type_of (of) };

      dl_record_add_columns (record, &column, 1);
    }
  return record;
}

static void
add_cell (DlCells *cells, const Column *column, const DlSweepResult *result, const char *digest)
{
  switch (column->kind)
    {
    case SEED:
      dl_cells_take_text (cells, g_strdup_printf ("%" G_GUINT64_FORMAT, result->seed));
      break;
    case STATE:
      dl_cells_text (cells, dl_sim_state_id (result->state));
      break;
    case REASON:
      dl_cells_text (cells, dl_sim_reason_id (result->reason));
      break;
    case DIGEST:
      dl_cells_take_text (cells, g_strdup_printf ("%016" G_GINT64_MODIFIER "x", result->digest));
      break;
    case POINT:
      dl_cells_text (cells, digest);
      break;
    case MEASURE:
      if (type_of (column) == DL_COLUMN_INTEGER)
        dl_cells_integer (cells, (gint64) dl_measure_get (column->measure, result));
      else
        dl_cells_real (cells, dl_measure_get (column->measure, result));
      break;
    case HALF:
      dl_cells_real (cells, dl_measure_half_width (column->measure, result));
      break;
    }
}

static void
add_result_row (DlCells *cells, const DlSweepSpec *spec, const DlSweepResult *result,
                const char *digest)
{
  g_autoptr (GArray) columns = columns_of (spec);

  for (guint key = 0; key < spec->keys->len; key++)
    dl_cells_text (cells, dl_sweep_value (spec, result->point, key));
  for (guint i = 0; i < columns->len; i++)
    add_cell (cells, &g_array_index (columns, Column, i), result, digest);
}

/* The file ------------------------------------------------------------------------------------- */

#define DIGEST_CHARS 32

struct _CliSweepFile
{
  const DlSweepSpec *spec;
  const char *const *digests; /* (n_points) */
  guint n_points;
  char *path;
  char *name; /* for messages */
  char *header;
  int fd;
  gboolean is_new; /* it goes if nothing comes into it */
  goffset length;  /* of whole lines */
  gboolean *known; /* (n_points) */
  char **rows;     /* (n_points) nullable */
  guint n_columns;
  GString *others; /* rows of other points, which stay where they are: at the beginning */
  gboolean in_order;
  gint last; /* point whose row is the last of the file; -1 for none */
};

static char *
make_header (const DlSweepSpec *spec)
{
  g_autoptr (DlRecord) record = record_new (spec);
  const DlTable table = dl_record_table (record);
  GString *text = g_string_new (NULL);

  dl_table_append_csv (text, &table);
  return g_string_free (text, FALSE);
}

static char *
make_row (const CliSweepFile *file, const DlSweepResult *result)
{
  g_autoptr (DlRecord) record = record_new (file->spec);
  GString *text = g_string_new (NULL);
  DlTable table;

  add_result_row (dl_record_cells (record), file->spec, result, file->digests[result->point]);
  table = dl_record_table (record);
  dl_table_append_csv_rows (text, &table);
  return g_string_free (text, FALSE);
}

/* Reading earlier results ---------------------------------------------------------------------- */

/* Cells in a line, commas in quotes apart. */
static guint
count_cells (const char *line, gsize length)
{
  gboolean quoted = FALSE;
  guint n = 1;

  for (gsize i = 0; i < length; i++)
    if (line[i] == '"')
      quoted = !quoted;
    else if (line[i] == ',' && !quoted)
      n++;
  return n;
}

/* A row of the points at hand, of others, or FALSE for none. @length with its newline. */
static gboolean
take_row (CliSweepFile *file, GHashTable *points, const char *line, gsize length)
{
  g_autofree char *digest = NULL;
  gpointer point;

  if (length < DIGEST_CHARS + 2 || line[length - DIGEST_CHARS - 2] != ','
      || count_cells (line, length) != file->n_columns)
    return FALSE;
  digest = g_strndup (line + length - 1 - DIGEST_CHARS, DIGEST_CHARS);
  if (strspn (digest, "0123456789abcdef") != DIGEST_CHARS)
    return FALSE;
  if (!g_hash_table_lookup_extended (points, digest, NULL, &point)
      || file->known[GPOINTER_TO_UINT (point)])
    {
      file->in_order = file->in_order && file->last < 0;
      g_string_append_len (file->others, line, length);
      return TRUE;
    }
  file->in_order = file->in_order && file->last < (gint) GPOINTER_TO_UINT (point);
  file->last = GPOINTER_TO_UINT (point);
  file->known[file->last] = TRUE;
  file->rows[file->last] = g_strndup (line, length);
  return TRUE;
}

static gboolean
refuse_line (const CliSweepFile *file, guint line, GError **error)
{
  if (line == 1)
    return cli_bad_input (error,
                          _ ("%s:1: these are not the columns of this sweep (use a different "
                             "file, or vary the same keys in the same order)"),
                          file->name);
  return cli_bad_input (error, _ ("%s:%u: this is not a row of a sweep (use a different file)"),
                        file->name, line);
}

/* Everything up to the last newline; what comes after it was being written. */
static gboolean
take_content (CliSweepFile *file, const char *content, gsize length, GError **error)
{
  g_autoptr (GHashTable) points = g_hash_table_new (g_str_hash, g_str_equal);
  const gsize header_length = strlen (file->header);
  guint line = 2;

  if (length < header_length)
    /* A torn header, or nothing. */
    return memcmp (content, file->header, length) == 0 || refuse_line (file, 1, error);
  if (memcmp (content, file->header, header_length) != 0)
    return refuse_line (file, 1, error);
  for (guint i = 0; i < file->n_points; i++)
    g_hash_table_insert (points, (gpointer) file->digests[i], GUINT_TO_POINTER (i));
  file->length = header_length;
  for (const char *end; (gsize) file->length < length; line++)
    {
      const char *start = content + file->length;

      end = memchr (start, '\n', length - file->length);
      if (end == NULL)
        break;
      if (!take_row (file, points, start, end + 1 - start))
        return refuse_line (file, line, error);
      file->length = end + 1 - content;
    }
  return TRUE;
}

static gboolean
read_content (CliSweepFile *file, gsize size, GError **error)
{
  g_autofree char *content = g_malloc (size + 1);
  gsize length = 0;

  while (length < size)
    {
      const gssize n = pread (file->fd, content + length, size - length, length);

      if (n < 0 && errno != EINTR)
        return cli_fail_errno (error, FALSE, file->name, errno);
      if (n == 0)
        break;
      length += MAX (n, 0);
    }
  return take_content (file, content, length, error);
}

static gboolean
check_ending (const CliSweepFile *file, GError **error)
{
  if (g_str_has_suffix (file->name, ".csv"))
    return TRUE;
  return cli_bad_input (error,
                        _ ("-o %s: unknown file name extension (expected FILE.csv or "
                           "FILE.db)"),
                        file->name);
}

/* Open the file and lock it against other programs. @is_new: it did not exist. */
static gboolean
lock_file (CliSweepFile *file, gboolean *is_new, struct stat *info, GError **error)
{
  *is_new = FALSE;
  file->fd = g_open (file->path, O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0);
  if (file->fd < 0 && errno == ENOENT)
    {
      *is_new = TRUE;
      file->fd = g_open (file->path, O_RDWR | O_APPEND | O_CLOEXEC | O_CREAT, 0666);
    }
  if (file->fd < 0 || fstat (file->fd, info) != 0)
    return cli_fail_errno (error, TRUE, file->name, errno);
  if (!S_ISREG (info->st_mode))
    return cli_bad_input (error, _ ("-o %s: this is not a regular file (expected FILE.csv)"),
                          file->name);
  if (flock (file->fd, LOCK_EX | LOCK_NB) == 0)
    /* The size could have changed before that. */
    return fstat (file->fd, info) == 0 || cli_fail_errno (error, TRUE, file->name, errno);
  if (errno != EWOULDBLOCK)
    return cli_fail_errno (error, TRUE, file->name, errno);
  g_set_error (error, CLI_ERROR, CLI_ERROR_STOPPED,
               _ ("%s: this file is in use by another sweep (wait for it, or use a different "
                  "file)"),
               file->name);
  return FALSE;
}

/* A program that has ended since the file was opened may have put another in its place. */
static gboolean
is_in_place (const CliSweepFile *file, const struct stat *info)
{
  struct stat there;

  return stat (file->path, &there) == 0 && there.st_dev == info->st_dev
         && there.st_ino == info->st_ino;
}

static gboolean
open_file (CliSweepFile *file, GError **error)
{
  struct stat info;
  gboolean is_new;

  if (!check_ending (file, error))
    return FALSE;
  for (;;)
    {
      if (!lock_file (file, &is_new, &info, error))
        return FALSE;
      if (is_in_place (file, &info))
        break;
      close (file->fd);
      file->fd = -1;
    }
  file->is_new = is_new;
  return read_content (file, info.st_size, error);
}

/* Open @file_name or make it, in the format that its ending says. @digests: (n_points) of @spec.
 * Errors: CLI_ERROR for a file that holds anything else. */
static CliSweepFile *
file_open (const char *file_name, const DlSweepSpec *spec, const char *const *digests,
           GError **error)
{
  g_autoptr (CliSweepFile) file = g_new0 (CliSweepFile, 1);

  file->spec = spec;
  file->digests = digests;
  file->n_points = dl_sweep_n_points (spec);
  file->path = g_strdup (file_name);
  file->name = cli_display_name (file_name);
  file->header = make_header (spec);
  file->n_columns = count_cells (file->header, strlen (file->header));
  file->fd = -1;
  file->known = g_new0 (gboolean, file->n_points);
  file->rows = g_new0 (char *, file->n_points);
  file->others = g_string_new (NULL);
  file->in_order = TRUE;
  file->last = -1;
  return open_file (file, error) ? g_steal_pointer (&file) : NULL;
}

/* (n_points) Which points it has. */
static const gboolean *
file_get_known (const CliSweepFile *file)
{
  return file->known;
}

/* Writing -------------------------------------------------------------------------------------- */

/* How many points have a row. */
static guint
file_n_safe (const CliSweepFile *file)
{
  guint n = 0;

  for (guint i = 0; i < file->n_points; i++)
    n += file->rows[i] != NULL;
  return n;
}

static gboolean
fail_writing (const CliSweepFile *file, int number, GError **error)
{
  return cli_fail_with_points (error, file->name, number, file_n_safe (file), file->n_points);
}

/* In the place of a line that was torn, if there is one. */
static gboolean
append (CliSweepFile *file, const char *text, GError **error)
{
  const gsize length = strlen (text);

  if (ftruncate (file->fd, file->length) != 0)
    return fail_writing (file, errno, error);
  for (gsize done = 0; done < length;)
    {
      const gssize n = write (file->fd, text + done, length - done);

      if (n < 0 && errno != EINTR)
        {
          const int number = errno;

          if (ftruncate (file->fd, file->length) != 0)
            errno = 0; /* It is torn then, which does no harm. */
          return fail_writing (file, number, error);
        }
      done += MAX (n, 0);
    }
  file->length += length;
  return TRUE;
}

/* Add a row, whole or not at all. */
static gboolean
file_add (CliSweepFile *file, const DlSweepResult *result, GError **error)
{
  g_autofree char *row = make_row (file, result);
  g_autofree char *text = g_strconcat (file->length == 0 ? file->header : "", row, NULL);

  if (!append (file, text, error))
    return FALSE;
  file->in_order = file->in_order && file->last < (gint) result->point;
  file->last = result->point;
  file->rows[result->point] = g_steal_pointer (&row);
  return TRUE;
}

/* All points of the shard are there: bring their rows into the points' order. */
static gboolean
file_sort (CliSweepFile *file, GCancellable *cancellable, GError **error)
{
  g_autoptr (GString) text = NULL;
  int number;

  if (file->in_order)
    return append (file, "", error);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  text = g_string_new (file->header);
  g_string_append_len (text, file->others->str, file->others->len);
  for (guint i = 0; i < file->n_points; i++)
    if (file->rows[i] != NULL)
      g_string_append (text, file->rows[i]);
  /* The current file stays until the sorted one is whole. */
  number = dl_output_write (file->path, text->str, text->len, FALSE);
  return number == 0 || fail_writing (file, number, error);
}

void
cli_sweep_file_close (CliSweepFile *file)
{
  if (file == NULL)
    return;
  if (file->is_new && file->fd >= 0 && file->length == 0)
    g_unlink (file->path);
  if (file->fd >= 0)
    close (file->fd);
  for (guint i = 0; i < file->n_points; i++)
    g_free (file->rows[i]);
  g_string_free (file->others, TRUE);
  g_free (file->rows);
  g_free (file->known);
  g_free (file->header);
  g_free (file->name);
  g_free (file->path);
  g_free (file);
}

/* Asking for it -------------------------------------------------------------------------------- */

guint
cli_sweep_default_jobs (void)
{
  return MIN (g_get_num_processors (), DL_SWEEP_MAX_JOBS);
}

/* --cycles and --warmup are keys of the scenario by another name; a run of so many cycles does not
 * end before them. */
static gboolean
set_length (DlScenario *scenario, const char *option, const char *text, const char *key,
            GError **error)
{
  if (text == NULL || dl_field_set (dl_field_find ("simulation", key), scenario, text, error))
    return TRUE;
  g_prefix_error (error, "%s: ", option);
  return FALSE;
}

DlSweepSpec *
cli_sweep_spec_of (Cli *cli, const DlScenario *scenario, GError **error)
{
  const CliOptions *given = &cli->options;
  g_autoptr (DlSweepSpec) spec = dl_sweep_spec_new (scenario);
  const DlField *field = NULL;

  if (!set_length (spec->scenario, "--cycles", given->cycles, "cycles", error)
      || !set_length (spec->scenario, "--cycles", given->cycles != NULL ? "cycles" : NULL, "stop",
                      error)
      || !set_length (spec->scenario, "--warmup", given->warmup, "warmup-cycles", error))
    return NULL;
  if (!cli_parse_count ("--seeds", given->seeds, DL_SWEEP_MAX_SEEDS, &spec->n_seeds, error))
    return NULL;
  for (char **vary = given->vary; vary != NULL && *vary != NULL; vary++)
    {
      if (!g_utf8_validate (*vary, -1, NULL))
        {
          cli_bad_input (error, _ ("--vary: the text is not UTF-8 (use UTF-8)"));
          return NULL;
        }
      if (!dl_sweep_spec_vary (spec, *vary, error))
        {
          cli_place_error (error, "--vary", *vary);
          return NULL;
        }
    }
  if (!dl_sweep_spec_check (spec, &field, error))
    {
      g_prefix_error (error, field != NULL ? "--vary " : "--vary: ");
      return NULL;
    }
  return g_steal_pointer (&spec);
}

DlSweepSpec *
cli_sweep_spec (Cli *cli, const char *name, GError **error)
{
  g_autoptr (DlScenario) scenario = cli_scenario_load (cli, name, error);

  return scenario != NULL ? cli_sweep_spec_of (cli, scenario, error) : NULL;
}

/* Shards --------------------------------------------------------------------------------------- */

static gboolean
is_in_shard (CliShard shard, guint point)
{
  return point % shard.of == shard.number - 1;
}

static gboolean
parse_shard (const char *text, CliShard *shard, GError **error)
{
  g_auto (GStrv) parts = NULL;
  guint64 number, of;

  *shard = (CliShard) { 1, 1 };
  if (text == NULL)
    return TRUE;
  parts = g_strsplit (text, "/", 3);
  if (g_strv_length (parts) != 2
      || !dl_value_parse_uint (parts[1], 1, DL_SWEEP_MAX_POINTS, &of, NULL)
      || !dl_value_parse_uint (parts[0], 1, of, &number, NULL))
    {
      g_autofree char *quoted = dl_value_quote (text);

      return cli_bad_input (error,
                            _ ("--shard: %s is not a shard (expected I/N, with I from 1 to "
                               "N)"),
                            quoted);
    }
  *shard = (CliShard) { (guint) number, (guint) of };
  return TRUE;
}

/* Running -------------------------------------------------------------------------------------- */

/* Tell how much of a continued sweep is done. */
static void
say_known (const char *file_name, CliShard shard, const gboolean *known, guint n)
{
  g_autofree char *name = cli_display_name (file_name);
  guint there = 0, of_shard = 0;

  for (guint i = 0; i < n; i++)
    if (is_in_shard (shard, i))
      {
        of_shard++;
        there += known[i];
      }
  if (there > 0)
    cli_complain (_ ("%s: %u of %u points are already done"), name, there, of_shard);
}

/* Run the points of @shard that are not @known (n_points); @options has the receiver of results. */
static gboolean
run_sweep (Cli *cli, const DlSweepSpec *spec, CliShard shard, const char *name,
           const gboolean *known, DlSweepOptions *options, GError **error)
{
  const guint n = dl_sweep_n_points (spec);
  g_autofree gboolean *skip = g_new (gboolean, n);
  CliProgress progress;
  gboolean done;

  for (guint i = 0; i < n; i++)
    skip[i] = known[i] || !is_in_shard (shard, i);
  say_known (name, shard, known, n);
  options->skip = skip;
  options->progress = cli_progress_set;
  options->progress_data = &progress;
  cli_progress_begin (&progress);
  done = dl_sweep_run (spec, options, cli->cancellable, error);
  cli_progress_end (&progress);
  options->skip = NULL;
  return done;
}

/* Ctrl+C ended a sweep of which @n_safe of @n_points are saved: main says so (cli_interrupt). */
static gboolean
interrupt (Cli *cli, guint n_safe, guint n_points, GError **error)
{
  return cli_interrupt (cli,
                        g_strdup_printf (ngettext ("%u of %u point is saved; repeat the command "
                                                   "to continue",
                                                   "%u of %u points are saved; repeat the "
                                                   "command to continue",
                                                   n_points),
                                         n_safe, n_points),
                        error);
}

/* Into a library ------------------------------------------------------------------------------- */

typedef struct
{
  const DlSweepSpec *spec;
  const char *const *digests;
  DlStore *store;
  gint64 scenario_id, sweep_id;
  guint n_safe; /* points that are there */
} Target;

static gboolean
add_point (const DlSweepResult *result, gpointer data, GError **error)
{
  Target *target = data;
  g_autoptr (DlStoreRun) run
      = dl_sweep_store_run (target->spec, target->digests, target->scenario_id, result);

  if (!dl_store_add_point (target->store, target->sweep_id, result->point, run, error))
    return FALSE;
  target->n_safe++;
  return TRUE;
}

/* The library speaks of what it was given last, and not of the points before. */
static void
tell_points (const Target *target, const char *file_name, GError **error)
{
  const guint n = dl_sweep_n_points (target->spec);
  g_autofree char *name = cli_display_name (file_name);

  if (error == NULL || !g_error_matches (*error, DL_STORE_ERROR, DL_STORE_ERROR_FULL))
    return;
  g_clear_error (error);
  g_set_error (error, CLI_ERROR, CLI_ERROR_STOPPED,
               ngettext ("%s: the disk is full or has failed; %u of %u point is saved (free some "
                         "space, then repeat the command to continue)",
                         "%s: the disk is full or has failed; %u of %u points are saved (free "
                         "some space, then repeat the command to continue)",
                         n),
               name, target->n_safe, n);
}

/* Another program may have been faster; if that cannot be told, the point is run. */
static gboolean
is_wanted (guint point, gpointer data)
{
  Target *target = data;
  gboolean known = FALSE;

  dl_store_take_point (target->store, target->sweep_id, point, target->digests[point], &known,
                       NULL);
  return !known;
}

static gboolean
begin (Target *target, gboolean *known, GError **error)
{
  g_autoptr (DlStoreSweep) sweep = NULL;

  if (!dl_store_adopt (target->store, target->spec->scenario, &target->scenario_id, error))
    return FALSE;
  sweep = dl_sweep_store_new (target->spec, target->digests, target->scenario_id);
  return dl_store_begin_sweep (target->store, sweep, target->digests, &target->sweep_id, known,
                               error);
}

/* The points that an earlier run left, where the sweep cannot begin. */
static void
count_safe (Target *target)
{
  const guint n = dl_sweep_n_points (target->spec);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (DlStoreRun) run = dl_store_find_run (target->store, target->digests[i], NULL);

      target->n_safe += run != NULL;
    }
}

/* The points of @shard as runs of the library @file_name, which is made if it is not there, below
 * the scenario. */
static gboolean
to_library (Cli *cli, const DlSweepSpec *spec, CliShard shard, const char *file_name,
            DlSweepOptions *options, GError **error)
{
  const guint n = dl_sweep_n_points (spec);
  g_auto (GStrv) digests = dl_sweep_digests (spec);
  g_autofree gboolean *known = g_new0 (gboolean, n);
  g_autoptr (CliStore) store = dl_store_open (file_name, error);
  Target target = { .spec = spec, .digests = (const char *const *) digests, .store = store };
  gboolean done;

  if (store == NULL)
    return FALSE;
  if (dl_store_notice (store) != NULL)
    cli_complain ("%s", dl_store_notice (store));
  if (!begin (&target, known, error))
    {
      count_safe (&target);
      tell_points (&target, file_name, error);
      dl_store_drop_unused (store);
      return FALSE;
    }
  for (guint i = 0; i < n; i++)
    target.n_safe += known[i];
  options->on_point = add_point;
  options->on_point_data = &target;
  options->wanted = is_wanted;
  options->wanted_data = &target;
  done = run_sweep (cli, spec, shard, file_name, known, options, error);
  /* Finished runs are kept in any case. */
  done = dl_store_end_sweep (store, target.sweep_id, DL_STORE_SWEEP_STOPPED, done ? error : NULL)
         && done;
  if (!done)
    tell_points (&target, file_name, error);
  return done || interrupt (cli, target.n_safe, n, error);
}

/* Into a file ---------------------------------------------------------------------------------- */

static gboolean
add_row (const DlSweepResult *result, gpointer data, GError **error)
{
  return file_add (data, result, error);
}

static gboolean
to_file (Cli *cli, const DlSweepSpec *spec, CliShard shard, const char *file_name,
         DlSweepOptions *options, GError **error)
{
  g_auto (GStrv) digests = dl_sweep_digests (spec);
  g_autoptr (CliSweepFile) file = file_open (file_name, spec, (const char *const *) digests, error);

  if (file == NULL)
    return FALSE;
  options->on_point = add_row;
  options->on_point_data = file;
  return (run_sweep (cli, spec, shard, file_name, file_get_known (file), options, error)
          && file_sort (file, cli->cancellable, error))
         || interrupt (cli, file_n_safe (file), dl_sweep_n_points (spec), error);
}

CliStatus
cli_sweep (Cli *cli, GError **error)
{
  g_autofree char *file_name = g_steal_pointer (&cli->options.output); /* it is not the file of one
                                                                          result */
  g_autoptr (DlSweepSpec) spec = NULL;
  DlSweepOptions options = { .n_jobs = cli_sweep_default_jobs () };
  CliShard shard;

  if (file_name == NULL)
    return cli_bad_input (error, _ ("sweep: the file is missing (add -o FILE.csv or FILE.db)"));
  if (cli->options.only_static && cli->options.seeds != NULL)
    return cli_bad_input (error, _ ("sweep: a static analysis has no seeds (choose --static or "
                                    "--seeds)"));
  if (!cli_parse_count ("--jobs", cli->options.jobs, DL_SWEEP_MAX_JOBS, &options.n_jobs, error)
      || !parse_shard (cli->options.shard, &shard, error)
      || (spec = cli_sweep_spec (cli, cli->args[0], error)) == NULL)
    return CLI_BAD_INPUT;
  spec->only_static = cli->options.only_static;
  if (g_str_has_suffix (file_name, ".db"))
    to_library (cli, spec, shard, file_name, &options, error);
  else
    to_file (cli, spec, shard, file_name, &options, error);
  return CLI_DONE;
}
