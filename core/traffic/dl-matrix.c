#include "dl-matrix.h"

#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

#define BANNER "%%MatrixMarket"
/* A line's fields, and one more to find that there are too many. */
#define MAX_FIELDS 6

G_DEFINE_QUARK (dl - matrix - error - quark, dl_matrix_error)

typedef struct
{
  guint32 source, dest;
  guint64 bytes;
} Entry;

typedef struct
{
  DlTextLines lines;
  GString *line;
  char *field[MAX_FIELDS]; /* of the line, in it */
  guint n_fields;
  GArray *entries;  /* Entry, in the file's order; a symmetric one both ways */
  guint64 n_read;   /* entries in the file */
  guint n_ranks;    /* announced, or the highest named and one */
  guint first_rank; /* 0 or 1: what the file counts from */
  gboolean symmetric;
  gboolean has_fractions;
  guint n_columns; /* of a file of commas: 3, or 2 without bytes */
} Reader;

static void G_GNUC_PRINTF (4, 5)
    fail (const Reader *reader, GError **error, DlMatrixError code, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  dl_text_lines_error (&reader->lines, error, DL_MATRIX_ERROR, code, "%s", message);
}

static void
split_blanks (Reader *reader)
{
  reader->n_fields = dl_text_split_blanks (reader->line->str, reader->field, MAX_FIELDS);
}

static gboolean
parse_rank (const Reader *reader, const char *text, guint n_ranks, guint32 *rank, GError **error)
{
  const guint first = reader->first_rank;
  g_autofree char *excerpt = NULL;
  guint64 value;

  if (dl_text_to_uint (text, n_ranks - 1 + first, &value) && value >= first)
    {
      *rank = value - first;
      return TRUE;
    }
  excerpt = dl_text_excerpt (text);
  if (*text != '\0' && strspn (text, "0123456789") == strlen (text))
    fail (reader, error, DL_MATRIX_ERROR_OUTSIDE, _ ("there is no rank %s (expected %u to %u)"),
          excerpt, first, n_ranks - 1 + first);
  else
    fail (reader, error, DL_MATRIX_ERROR_SYNTAX, _ ("“%s” is not a rank (expected %u to %u)"),
          excerpt, first, n_ranks - 1 + first);
  return FALSE;
}

/* Not a number and infinity are words that strtod would take, as are hexadecimal digits. */
static gboolean
parse_bytes (Reader *reader, const char *text, guint64 *bytes, GError **error)
{
  g_autofree char *excerpt = NULL;
  char *end;
  double value;

  if (*text == '\0' || strspn (text, "0123456789+-.eE") != strlen (text)
      || (value = g_ascii_strtod (text, &end), end == text || *end != '\0'))
    {
      excerpt = dl_text_excerpt (text);
      fail (reader, error, DL_MATRIX_ERROR_VALUE,
            _ ("“%s” is not a number of bytes (expected 0 or more, with a decimal point)"),
            excerpt);
      return FALSE;
    }
  if (value < 0)
    {
      excerpt = dl_text_excerpt (text);
      fail (reader, error, DL_MATRIX_ERROR_VALUE, _ ("%s bytes are negative (expected 0 or more)"),
            excerpt);
      return FALSE;
    }
  if (!(value <= DL_MATRIX_MAX_BYTES))
    {
      excerpt = dl_text_excerpt (text);
      fail (reader, error, DL_MATRIX_ERROR_LIMIT,
            _ ("%s bytes are too many (at most %lu from one rank to another)"), excerpt,
            (gulong) DL_MATRIX_MAX_BYTES);
      return FALSE;
    }
  reader->has_fractions |= value != floor (value);
  *bytes = ceil (value);
  return TRUE;
}

static void
keep (Reader *reader, guint32 source, guint32 dest, guint64 bytes)
{
  const Entry entry = { source, dest, bytes };

  if (source != dest && bytes > 0)
    g_array_append_val (reader->entries, entry);
}

/* The three fields of an entry. */
static gboolean
read_entry (Reader *reader, guint n_ranks, Entry *entry, GError **error)
{
  if (reader->n_read++ >= DL_MATRIX_MAX_ENTRIES
      || reader->entries->len + (reader->symmetric ? 1 : 0) >= DL_MATRIX_MAX_ENTRIES)
    {
      fail (reader, error, DL_MATRIX_ERROR_LIMIT, _ ("too many entries (at most %u)"),
            DL_MATRIX_MAX_ENTRIES);
      return FALSE;
    }
  return parse_rank (reader, reader->field[0], n_ranks, &entry->source, error)
         && parse_rank (reader, reader->field[1], n_ranks, &entry->dest, error)
         && parse_bytes (reader, reader->n_fields > 2 ? reader->field[2] : "1", &entry->bytes,
                         error);
}

/* Matrix Market */

static gboolean
has_field (const Reader *reader, guint i, const char *word)
{
  return i < reader->n_fields && g_ascii_strcasecmp (reader->field[i], word) == 0;
}

static gboolean
read_banner (Reader *reader, GError **error)
{
  split_blanks (reader);
  reader->symmetric = has_field (reader, 4, "symmetric");
  if (reader->n_fields == 5 && has_field (reader, 0, BANNER) && has_field (reader, 1, "matrix")
      && has_field (reader, 2, "coordinate")
      && (has_field (reader, 3, "real") || has_field (reader, 3, "integer"))
      && (reader->symmetric || has_field (reader, 4, "general")))
    return TRUE;
  fail (reader, error, DL_MATRIX_ERROR_FORMAT,
        _ ("a Matrix Market file of a different kind (expected matrix coordinate, real or "
           "integer, general or symmetric)"));
  return FALSE;
}

/* The next line that says something. */
static gboolean
next_line (Reader *reader, char comment)
{
  while (dl_text_lines_next (&reader->lines, reader->line))
    if (reader->line->len > 0 && reader->line->str[0] != comment)
      return TRUE;
  return FALSE;
}

static gboolean
read_sizes (Reader *reader, guint64 *n_entries, GError **error)
{
  guint64 size[3];

  if (!next_line (reader, '%'))
    {
      fail (reader, error, DL_MATRIX_ERROR_COUNT,
            _ ("the line of sizes is missing (expected rows columns entries)"));
      return FALSE;
    }
  split_blanks (reader);
  for (guint i = 0; i < 3; i++)
    if (reader->n_fields != 3 || !dl_text_to_uint (reader->field[i], G_MAXINT64, &size[i]))
      {
        fail (reader, error, DL_MATRIX_ERROR_SYNTAX,
              _ ("not a line of sizes (expected rows columns entries)"));
        return FALSE;
      }
  if (size[0] != size[1])
    {
      fail (reader, error, DL_MATRIX_ERROR_FORMAT,
            _ ("%lu rows and %lu columns differ (each rank has a row and a column)"),
            (gulong) size[0], (gulong) size[1]);
      return FALSE;
    }
  if (size[0] < 1 || size[0] > DL_MATRIX_MAX_RANKS)
    {
      fail (reader, error, DL_MATRIX_ERROR_LIMIT,
            _ ("%lu ranks are not possible (expected 1 to "
               "%u)"),
            (gulong) size[0], DL_MATRIX_MAX_RANKS);
      return FALSE;
    }
  if (size[2] > DL_MATRIX_MAX_ENTRIES)
    {
      fail (reader, error, DL_MATRIX_ERROR_LIMIT, _ ("%lu entries are too many (at most %u)"),
            (gulong) size[2], DL_MATRIX_MAX_ENTRIES);
      return FALSE;
    }
  reader->n_ranks = size[0];
  *n_entries = size[2];
  return TRUE;
}

static gboolean
read_matrix_market (Reader *reader, GError **error)
{
  guint64 n_entries;
  Entry entry;

  reader->first_rank = 1;
  if (!read_banner (reader, error) || !read_sizes (reader, &n_entries, error))
    return FALSE;
  while (next_line (reader, '%'))
    {
      split_blanks (reader);
      if (reader->n_fields != 3)
        {
          fail (reader, error, DL_MATRIX_ERROR_SYNTAX,
                _ ("not an entry (expected row column "
                   "bytes)"));
          return FALSE;
        }
      if (reader->n_read == n_entries)
        {
          fail (reader, error, DL_MATRIX_ERROR_COUNT, _ ("more entries than announced (%lu)"),
                (gulong) n_entries);
          return FALSE;
        }
      if (!read_entry (reader, reader->n_ranks, &entry, error))
        return FALSE;
      if (reader->symmetric && entry.dest > entry.source)
        {
          fail (reader, error, DL_MATRIX_ERROR_OUTSIDE,
                _ ("an entry above the diagonal of a symmetric matrix (use row not below column, "
                   "or change symmetric to general in the first line)"));
          return FALSE;
        }
      keep (reader, entry.source, entry.dest, entry.bytes);
      if (reader->symmetric)
        keep (reader, entry.dest, entry.source, entry.bytes);
    }
  if (reader->n_read < n_entries)
    {
      fail (reader, error, DL_MATRIX_ERROR_COUNT,
            _ ("the file ends after %lu entries (expected %lu)"), (gulong) reader->n_read,
            (gulong) n_entries);
      return FALSE;
    }
  return TRUE;
}

/* src,dst,bytes */

static gboolean
read_csv_line (Reader *reader, gboolean first, GError **error)
{
  Entry entry;

  reader->n_fields = dl_text_split_commas (reader->line->str, reader->field, MAX_FIELDS);
  if (first)
    reader->n_columns = reader->n_fields == 2 ? 2 : 3;
  if (first && has_field (reader, 0, "src") && has_field (reader, 1, "dst")
      && (reader->n_fields == 2 || (reader->n_fields == 3 && has_field (reader, 2, "bytes"))))
    return TRUE;
  if (reader->n_fields != reader->n_columns)
    {
      fail (reader, error, DL_MATRIX_ERROR_SYNTAX,
            first ? _ ("not a communication matrix (expected lines of src,dst,bytes or a Matrix "
                       "Market file)")
            : reader->n_columns == 2 ? _ ("not a pair (expected src,dst, as above)")
                                     : _ ("not an entry (expected src,dst,bytes)"));
      return FALSE;
    }
  if (first && g_ascii_isalpha (reader->field[0][0]))
    {
      fail (reader, error, DL_MATRIX_ERROR_SYNTAX,
            _ ("a header with different names or order (expected src,dst,bytes)"));
      return FALSE;
    }
  if (!read_entry (reader, DL_MATRIX_MAX_RANKS, &entry, error))
    return FALSE;
  reader->n_ranks = MAX (reader->n_ranks, MAX (entry.source, entry.dest) + 1);
  keep (reader, entry.source, entry.dest, entry.bytes);
  return TRUE;
}

static gboolean
read_csv (Reader *reader, gboolean is_line, GError **error)
{
  for (gboolean first = TRUE; is_line; first = FALSE, is_line = next_line (reader, '#'))
    if (!read_csv_line (reader, first, error))
      return FALSE;
  if (reader->n_read == 0)
    {
      fail (reader, error, DL_MATRIX_ERROR_COUNT,
            _ ("no entries (expected lines of src,dst,bytes or a Matrix Market file)"));
      return FALSE;
    }
  return TRUE;
}

/* Rows */

static gint
compare_dest (gconstpointer a, gconstpointer b)
{
  const Entry *ea = a, *eb = b;

  return ea->dest < eb->dest ? -1 : ea->dest > eb->dest;
}

/* The entries row by row: @first (n_ranks + 1) where each row begins in the array returned. */
static Entry *
sort_into_rows (const GArray *entries, guint n_ranks, guint32 *first)
{
  Entry *rows = g_new (Entry, entries->len);
  g_autofree guint32 *next = NULL;

  for (guint i = 0; i < entries->len; i++)
    first[g_array_index (entries, Entry, i).source + 1]++;
  for (guint rank = 0; rank < n_ranks; rank++)
    first[rank + 1] += first[rank];
  next = g_memdup2 (first, n_ranks * sizeof *first);
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);
      rows[next[entry->source]++] = *entry;
    }
  for (guint rank = 0; rank < n_ranks; rank++)
    if (first[rank + 1] - first[rank] > 1)
      qsort (rows + first[rank], first[rank + 1] - first[rank], sizeof *rows, compare_dest);
  return rows;
}

/* FALSE if the sums are past the limits, of a pair or of all. */
static gboolean
add_up (DlMatrix *matrix, const Entry *rows, const guint32 *first)
{
  for (guint rank = 0; rank < matrix->n_ranks; rank++)
    {
      matrix->first[rank] = matrix->n_entries;
      for (guint i = first[rank]; i < first[rank + 1]; i++)
        {
          const gboolean again = i > first[rank] && rows[i].dest == rows[i - 1].dest;
          const guint at = again ? matrix->n_entries - 1 : matrix->n_entries++;

          matrix->dest[at] = rows[i].dest;
          matrix->bytes[at] = (again ? matrix->bytes[at] : 0) + rows[i].bytes;
          matrix->total += rows[i].bytes;
          if (matrix->bytes[at] > DL_MATRIX_MAX_BYTES || matrix->total > DL_MATRIX_MAX_TOTAL)
            return FALSE;
        }
    }
  matrix->first[matrix->n_ranks] = matrix->n_entries;
  return TRUE;
}

static void
matrix_free (gpointer data)
{
  DlMatrix *matrix = data;

  g_free (matrix->first);
  g_free (matrix->dest);
  g_free (matrix->bytes);
  g_free (matrix);
}

static DlMatrix *
build (const Reader *reader, GError **error)
{
  const guint n = reader->n_ranks;
  g_autofree guint32 *first = g_new0 (guint32, n + 1);
  g_autofree Entry *rows = sort_into_rows (reader->entries, n, first);
  g_autoptr (DlMatrix) matrix = g_new0 (DlMatrix, 1);

  dl_shared_init (&matrix->shared, matrix_free);
  matrix->n_ranks = n;
  matrix->has_fractions = reader->has_fractions;
  matrix->first = g_new (guint32, n + 1);
  matrix->dest = g_new (guint32, reader->entries->len);
  matrix->bytes = g_new (guint64, reader->entries->len);
  if (!add_up (matrix, rows, first))
    {
      fail (reader, error, DL_MATRIX_ERROR_LIMIT,
            _ ("the entries add up to too many bytes (at most %lu from one rank to another, %lu "
               "in total)"),
            (gulong) DL_MATRIX_MAX_BYTES, (gulong) DL_MATRIX_MAX_TOTAL);
      return NULL;
    }
  return g_steal_pointer (&matrix);
}

DlMatrix *
dl_matrix_parse (const char *text, gssize length, const char *file_name, GError **error)
{
  Reader reader = {
    .line = g_string_new (NULL),
    .entries = g_array_new (FALSE, FALSE, sizeof (Entry)),
  };
  DlMatrix *matrix = NULL;
  gboolean is_line, is_market, done;

  dl_text_lines_init (&reader.lines, text, length, file_name);
  is_line = next_line (&reader, '#');
  is_market = is_line && g_ascii_strncasecmp (reader.line->str, BANNER, strlen (BANNER)) == 0;
  done = is_market ? read_matrix_market (&reader, error) : read_csv (&reader, is_line, error);
  if (done)
    matrix = build (&reader, error);
  g_array_unref (reader.entries);
  g_string_free (reader.line, TRUE);
  return matrix;
}
