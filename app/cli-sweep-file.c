/* dateline-cli sweep: a point as a row, and the file of rows. */
#include "cli-sweep.h"

#include "cli-streams.h"
#include "cli-table.h"
#include "dl-measure.h"
#include "dl-output.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <sys/file.h>
#include <sys/stat.h>

/* Rows ----------------------------------------------------------------------------------------- */

/* What of a row is no measure. */
typedef enum
{
  SEED,  /* before all measures */
  STATE, /* of the run, and why: behind those that are simulated */
  REASON,
  DIGEST, /* of the run: behind these */
  POINT,  /* last */
  MEASURE,
  HALF /* of the measure's interval within a run */
} ColumnKind;

/* Columns behind the keys. */
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
  g_autofree const DlMeasure **measures = dl_measures (spec->scenario->family, &n);
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
add_row (DlCells *cells, const DlSweepSpec *spec, const DlSweepResult *result, const char *digest)
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

  add_row (dl_record_cells (record), file->spec, result, file->digests[result->point]);
  table = dl_record_table (record);
  dl_table_append_csv_rows (text, &table);
  return g_string_free (text, FALSE);
}

/* Reading what is there ------------------------------------------------------------------------ */

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

/* Nobody else's, from here on. @is_new: it was not there. */
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

/* One that has come to its end since the file was opened may have put another in its place. */
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

CliSweepFile *
cli_sweep_file_open (const char *file_name, const DlSweepSpec *spec, const char *const *digests,
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

const gboolean *
cli_sweep_file_get_known (const CliSweepFile *file)
{
  return file->known;
}

/* Writing -------------------------------------------------------------------------------------- */

guint
cli_sweep_file_n_safe (const CliSweepFile *file)
{
  guint n = 0;

  for (guint i = 0; i < file->n_points; i++)
    n += file->rows[i] != NULL;
  return n;
}

static gboolean
fail_writing (const CliSweepFile *file, int number, GError **error)
{
  return cli_fail_with_points (error, file->name, number, cli_sweep_file_n_safe (file),
                               file->n_points);
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

gboolean
cli_sweep_file_add (CliSweepFile *file, const DlSweepResult *result, GError **error)
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

gboolean
cli_sweep_file_sort (CliSweepFile *file, GCancellable *cancellable, GError **error)
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
  /* The file as it is stays until the sorted one is whole. */
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
