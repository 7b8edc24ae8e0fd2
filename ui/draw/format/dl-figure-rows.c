#include "dl-figure-rows.h"

#include "dl-figure-columns.h"
#include "dl-numerals.h"

#include <errno.h>
#include <string.h>

struct _DlFigureRows
{
  DlShared shared;
  GStringChunk *texts;
  GArray *fields; /* (n_rows + 1 x n_columns) const char *: the header first */
  guint n_columns, n_rows;
  gboolean *is_number;            /* (n_columns) */
  const DlFigureColumn **columns; /* (n_columns) what is known of it; NULL: nothing */
};

/* Reading -------------------------------------------------------------------------------------- */

/* One field of @text into @field; where it ends: at a comma, the end of its line or of the text. */
static const char *
read_field (const char *text, GString *field)
{
  gboolean quoted = *text == '"';

  g_string_truncate (field, 0);
  text += quoted;
  for (; *text != '\0'; text++)
    {
      if (quoted && text[0] == '"' && text[1] == '"')
        text++;
      else if (quoted && text[0] == '"')
        {
          quoted = FALSE;
          continue;
        }
      else if (!quoted && (*text == ',' || *text == '\n'))
        break;
      g_string_append_c (field, *text);
    }
  return text;
}

static void
add_field (DlFigureRows *rows, const char *text)
{
  const char *kept = *text != '\0' ? g_string_chunk_insert_const (rows->texts, text) : "";

  g_array_append_val (rows->fields, kept);
}

/* The line at @text; where the next one begins. Fields past the header's are left out. */
static const char *
read_line (DlFigureRows *rows, const char *text, GString *field)
{
  guint n = 0;
  const gboolean is_header = rows->fields->len == 0;

  for (;;)
    {
      text = read_field (text, field);
      if (is_header || n < rows->n_columns)
        add_field (rows, field->str);
      n++;
      if (*text != ',')
        break;
      text++;
    }
  if (is_header)
    rows->n_columns = n;
  else
    rows->n_rows++;
  for (; n < rows->n_columns; n++)
    add_field (rows, "");
  return *text == '\n' ? text + 1 : text;
}

static gboolean
read_number (const char *text, double *value)
{
  char *end;

  *value = g_ascii_strtod (text, &end);
  return end != text && *end == '\0';
}

static gboolean
holds_numbers (const DlFigureRows *rows, guint column)
{
  gboolean any = FALSE;
  double value;

  for (guint row = 0; row < rows->n_rows; row++)
    {
      const char *field = dl_figure_rows_field (rows, row, column);

      if (*field == '\0')
        continue;
      if (!read_number (field, &value))
        return FALSE;
      any = TRUE;
    }
  return any;
}

static void
figure_rows_free (gpointer data)
{
  DlFigureRows *rows = data;

  g_string_chunk_free (rows->texts);
  g_array_unref (rows->fields);
  g_free (rows->is_number);
  g_free (rows->columns);
  g_free (rows);
}

static DlFigureRows *
read_rows (const char *csv, const char *figure)
{
  DlFigureRows *rows = g_new0 (DlFigureRows, 1);
  g_autoptr (GString) field = g_string_new (NULL);

  dl_shared_init (&rows->shared, figure_rows_free);
  rows->texts = g_string_chunk_new (1 << 14);
  rows->fields = g_array_new (FALSE, FALSE, sizeof (const char *));
  while (*csv != '\0')
    if (*csv == '#')
      {
        csv += strcspn (csv, "\n");
        csv += *csv == '\n';
      }
    else
      csv = read_line (rows, csv, field);
  rows->is_number = g_new (gboolean, rows->n_columns + 1);
  rows->columns = g_new0 (const DlFigureColumn *, rows->n_columns + 1);
  for (guint column = 0; column < rows->n_columns; column++)
    {
      rows->is_number[column] = holds_numbers (rows, column);
      if (figure != NULL)
        rows->columns[column] = dl_figure_column_find (figure, dl_figure_rows_title (rows, column));
    }
  return rows;
}

DlFigureRows *
dl_figure_rows_new (const char *csv)
{
  return read_rows (csv, NULL);
}

DlFigureRows *
dl_figure_rows_of (const DlFigure *figure, const DlFigureInput *input)
{
  g_autoptr (GString) csv = g_string_new (NULL);

  figure->write_csv (csv, input);
  return read_rows (csv->str, figure->id);
}

/* What is in them ------------------------------------------------------------------------------ */

guint
dl_figure_rows_n_rows (const DlFigureRows *rows)
{
  return rows->n_rows;
}

guint
dl_figure_rows_n_columns (const DlFigureRows *rows)
{
  return rows->n_columns;
}

const char *
dl_figure_rows_title (const DlFigureRows *rows, guint column)
{
  g_assert (column < rows->n_columns);
  return g_array_index (rows->fields, const char *, column);
}

const char *
dl_figure_rows_field (const DlFigureRows *rows, guint row, guint column)
{
  g_assert (row < rows->n_rows && column < rows->n_columns);
  return g_array_index (rows->fields, const char *, (row + 1) * rows->n_columns + column);
}

gboolean
dl_figure_rows_is_number (const DlFigureRows *rows, guint column)
{
  return rows->is_number[column];
}

double
dl_figure_rows_value (const DlFigureRows *rows, guint row, guint column)
{
  double value;

  return read_number (dl_figure_rows_field (rows, row, column), &value) ? value : NAN;
}

const char *
dl_figure_rows_word (const DlFigureRows *rows, guint row, guint column)
{
  const char *field = dl_figure_rows_field (rows, row, column);

  return rows->columns[column] != NULL ? dl_figure_column_word (rows->columns[column], field)
                                       : field;
}

char *
dl_figure_rows_heading (const DlFigureRows *rows, guint column)
{
  const char *title = dl_figure_rows_title (rows, column);

  return rows->columns[column] != NULL ? dl_figure_column_heading (rows->columns[column], title)
                                       : g_strdup (title);
}

/* Digits alone, which are grouped: 0x10 and 1e3 stay what they are. */
static gboolean
read_count (const char *field, gint64 *value)
{
  char *end;

  errno = 0;
  *value = g_ascii_strtoll (field, &end, 10);
  return end != field && *end == '\0' && errno == 0;
}

char *
dl_figure_rows_text (const DlFigureRows *rows, guint row, guint column)
{
  const char *field = dl_figure_rows_field (rows, row, column);
  const char *word = dl_figure_rows_word (rows, row, column);
  double value;
  gint64 count;

  if (word != field || !rows->is_number[column])
    return g_strdup (word);
  if (read_count (field, &count))
    return g_strdup_printf ("%'" G_GINT64_FORMAT, count);
  if (strpbrk (field, ".eE") == NULL || !read_number (field, &value))
    return g_strdup (field);
  return g_strdup_printf ("%'.7g", value);
}

static char *
clipboard_text (const DlFigureRows *rows, gint row, guint column)
{
  const char *word;

  if (row < 0)
    return dl_figure_rows_heading (rows, column);
  word = dl_figure_rows_word (rows, row, column);
  /* Of numbers, words that stand for one stay as they are: there is no point in them. */
  return rows->is_number[column] ? dl_numerals_show (word) : g_strdup (word);
}

void
dl_figure_rows_append_tabbed (GString *text, const DlFigureRows *rows, gint row)
{
  for (guint column = 0; column < rows->n_columns; column++)
    {
      g_autofree char *shown = clipboard_text (rows, row, column);

      if (column > 0)
        g_string_append_c (text, '\t');
      g_string_append (text, g_strdelimit (shown, "\t\n", ' '));
    }
  g_string_append_c (text, '\n');
}
