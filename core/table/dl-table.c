#include "dl-table.h"

#include "dl-output.h"
#include "dl-text-lines.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Cells ---------------------------------------------------------------------------------------- */

static guint
column_cells (const DlTableColumn *column)
{
  const char *name = column->id != NULL ? column->id : column->title;
  guint n = 0;

  if (column->part == NULL)
    return name != NULL && strstr (name, "%u") != NULL ? column->n : 1;
  for (guint i = 0; i < column->n; i++)
    n += column_cells (&column->part[i]);
  return n;
}

static char *
numbered (const char *name, guint number)
{
  GString *text = g_string_new (name);
  char digits[16];

  g_snprintf (digits, sizeof digits, "%u", number);
  g_string_replace (text, "%u", digits, 1);
  return g_string_free (text, FALSE);
}

static char *
name_in_files (const DlTableColumn *column, guint number)
{
  g_autofree char *name = numbered (column->id, column->first + number);

  return column->side == '\0' ? g_steal_pointer (&name)
                              : g_strdup_printf ("%s_%c", name, g_ascii_tolower (column->side));
}

/* The cells of @column, from the @at-th: the next one. */
static guint
place (DlCells *cells, const DlTableColumn *column, guint at)
{
  const guint n = column_cells (column);

  for (guint i = 0; column->part != NULL && i < column->n; i++)
    at = place (cells, &column->part[i], at);
  for (guint number = 0; column->part == NULL && number < n; number++, at++)
    {
      cells->columns[at] = column;
      cells->numbers[at] = number;
      if (column->id != NULL)
        cells->ids[at] = name_in_files (column, number);
    }
  return at;
}

DlCells *
dl_cells_new (const DlTable *table)
{
  const DlTableColumn all = { .part = table->columns, .n = table->n_columns };
  DlCells *cells = g_new0 (DlCells, 1);

  cells->table = table;
  cells->n_cells = column_cells (&all);
  cells->cells = g_new0 (DlCell, cells->n_cells);
  cells->columns = g_new (const DlTableColumn *, cells->n_cells);
  cells->numbers = g_new (guint, cells->n_cells);
  cells->ids = g_new0 (char *, cells->n_cells);
  place (cells, &all, 0);
  return cells;
}

static gboolean
is_text (const DlTableColumn *column, const DlCell *cell)
{
  return column->type == DL_COLUMN_TEXT && cell->state == DL_CELL_EXACT;
}

static void
clear_cell (const DlTableColumn *column, DlCell *cell)
{
  if (is_text (column, cell))
    g_free (cell->text);
  g_clear_pointer (&cell->shown, g_free);
}

static void
clear (DlCells *cells)
{
  for (guint i = 0; i < cells->n_filled; i++)
    clear_cell (cells->columns[i], &cells->cells[i]);
  cells->n_filled = 0;
  for (guint i = 0; cells->kept != NULL && i < cells->kept->len; i++)
    clear_cell (cells->columns[i % cells->n_cells], &g_array_index (cells->kept, DlCell, i));
  g_clear_pointer (&cells->kept, g_array_unref);
}

void
dl_cells_free (DlCells *cells)
{
  if (cells == NULL)
    return;
  clear (cells);
  for (guint i = 0; i < cells->n_cells; i++)
    g_free (cells->ids[i]);
  g_free (cells->ids);
  g_free (cells->cells);
  g_free (cells->columns);
  g_free (cells->numbers);
  g_free (cells);
}

void
dl_cells_fill (DlCells *cells, guint row)
{
  clear (cells);
  cells->table->fill (cells, cells->table->data, row);
  g_assert (cells->n_filled == cells->n_cells);
}

static DlCell *
last (DlCells *cells)
{
  return cells->kept != NULL ? &g_array_index (cells->kept, DlCell, cells->kept->len - 1)
                             : &cells->cells[cells->n_filled - 1];
}

static DlCell *
next (DlCells *cells, DlCellState state)
{
  if (cells->kept != NULL)
    g_array_set_size (cells->kept, cells->kept->len + 1);
  else
    g_assert (cells->n_filled++ < cells->n_cells);
  last (cells)->state = state;
  last (cells)->look = 0;
  return last (cells);
}

void
dl_cells_take_text (DlCells *cells, char *text)
{
  next (cells, text != NULL ? DL_CELL_EXACT : DL_CELL_UNKNOWN)->text = text;
}

void
dl_cells_text (DlCells *cells, const char *text)
{
  dl_cells_take_text (cells, g_strdup (text));
}

void
dl_cells_show (DlCells *cells, const char *text)
{
  DlCell *cell = last (cells);

  g_free (cell->shown);
  cell->shown = g_strdup (text);
}

void
dl_cells_look (DlCells *cells, guint look)
{
  last (cells)->look = look;
}

void
dl_cells_word (DlCells *cells, const char *id, const char *title)
{
  dl_cells_text (cells, id);
  dl_cells_show (cells, title);
}

void
dl_cells_integer (DlCells *cells, gint64 value)
{
  next (cells, DL_CELL_EXACT)->integer = value;
}

void
dl_cells_integer_if (DlCells *cells, gboolean known, gint64 value)
{
  next (cells, known ? DL_CELL_EXACT : DL_CELL_UNKNOWN)->integer = value;
}

void
dl_cells_at_most (DlCells *cells, double value, gboolean bound)
{
  next (cells, isnan (value) ? DL_CELL_UNKNOWN
               : bound       ? DL_CELL_AT_MOST
                             : DL_CELL_EXACT)
      ->real
      = value;
}

void
dl_cells_real (DlCells *cells, double value)
{
  dl_cells_at_most (cells, value, FALSE);
}

void
dl_cells_finite (DlCells *cells, double value)
{
  dl_cells_real (cells, isfinite (value) ? value + 0.0 : NAN);
}

void
dl_cells_flag (DlCells *cells, gboolean flag)
{
  next (cells, DL_CELL_EXACT)->flag = flag;
}

void
dl_cells_absent (DlCells *cells)
{
  next (cells, DL_CELL_ABSENT);
}

/* Records -------------------------------------------------------------------------------------- */

struct _DlRecord
{
  DlShared shared;
  GStringChunk *names;
  GArray *columns; /* DlTableColumn */
  DlTable table;   /* of these */
  DlCells *cells;  /* of all rows; NULL until the first is needed */
};

static void
record_free (gpointer object)
{
  DlRecord *record = object;

  dl_cells_free (record->cells);
  g_array_unref (record->columns);
  g_string_chunk_free (record->names);
  g_free (record);
}

DlRecord *
dl_record_new (void)
{
  DlRecord *record = g_new0 (DlRecord, 1);

  dl_shared_init (&record->shared, record_free);
  record->names = g_string_chunk_new (256);
  record->columns = g_array_new (FALSE, FALSE, sizeof (DlTableColumn));
  return record;
}

static const char *
keep_name (DlRecord *record, const char *name)
{
  return name != NULL ? g_string_chunk_insert_const (record->names, name) : NULL;
}

void
dl_record_add_columns (DlRecord *record, const DlTableColumn *columns, guint n_columns)
{
  g_assert (record->cells == NULL);
  for (guint i = 0; i < n_columns; i++)
    {
      DlTableColumn column = columns[i];

      column.id = keep_name (record, column.id);
      column.title = keep_name (record, column.title);
      g_array_append_val (record->columns, column);
    }
}

/* Row @row of the kept cells. */
static void
fill_kept (DlCells *cells, gconstpointer data, guint row)
{
  DlRecord *record = (DlRecord *) data;

  for (guint i = 0; i < record->cells->n_cells; i++)
    {
      DlCell cell = *dl_record_cell (record, row, i);

      if (is_text (record->cells->columns[i], &cell))
        cell.text = g_strdup (cell.text);
      cell.shown = g_strdup (cell.shown);
      *next (cells, cell.state) = cell;
    }
}

DlCells *
dl_record_cells (DlRecord *record)
{
  if (record->cells != NULL)
    return record->cells;
  record->table = (DlTable) { (DlTableColumn *) record->columns->data, record->columns->len, 0,
                              fill_kept, record };
  record->cells = dl_cells_new (&record->table);
  record->cells->kept = g_array_new (FALSE, TRUE, sizeof (DlCell));
  return record->cells;
}

guint
dl_record_n_columns (DlRecord *record)
{
  return dl_record_cells (record)->n_cells;
}

guint
dl_record_n_rows (DlRecord *record)
{
  const DlCells *cells = dl_record_cells (record);

  g_assert (cells->n_cells == 0 || cells->kept->len % cells->n_cells == 0);
  return cells->n_cells > 0 ? cells->kept->len / cells->n_cells : 0;
}

const DlTableColumn *
dl_record_column (DlRecord *record, guint column)
{
  return dl_record_cells (record)->columns[column];
}

const char *
dl_record_id (DlRecord *record, guint column)
{
  return dl_record_cells (record)->ids[column];
}

/* Title of the column's cell @number, translated. */
static char *
title_of (const DlTableColumn *column, guint number)
{
  /* The translation of nothing is about the catalog. */
  const char *text = *column->title != '\0' ? _ (column->title) : "";
  g_autofree char *title
      = column->n > 0 ? numbered (text, column->first + number) : g_strdup (text);

  return column->side == '\0' ? g_steal_pointer (&title)
                              : g_strdup_printf ("%c: %s", column->side, title);
}

char *
dl_record_title (DlRecord *record, guint column)
{
  const DlCells *cells = dl_record_cells (record);

  return cells->columns[column]->title != NULL
             ? title_of (cells->columns[column], cells->numbers[column])
             : g_strdup (cells->ids[column]);
}

const DlCell *
dl_record_cell (DlRecord *record, guint row, guint column)
{
  const DlCells *cells = record->cells;

  return &g_array_index (cells->kept, DlCell, (gsize) row * cells->n_cells + column);
}

DlTable
dl_record_table (DlRecord *record)
{
  DlTable table;

  dl_record_cells (record);
  table = record->table;
  table.n_rows = dl_record_n_rows (record);
  return table;
}

/* Columns -------------------------------------------------------------------------------------- */

gboolean
dl_table_column_is_in (const DlTableColumn *column, DlTableFormat format)
{
  return (column->in == 0 || (column->in & format) != 0)
         && (format == DL_TABLE_TEXT ? column->title : column->id) != NULL;
}

static char
alignment (const DlTableColumn *column)
{
  const gboolean left = column->type == DL_COLUMN_TEXT || column->type == DL_COLUMN_FLAG;

  return left && !column->right ? 'l' : 'r';
}

/* Text ----------------------------------------------------------------------------------------- */

static char *
real_text (const DlTableColumn *column, const DlCell *cell)
{
  const double value = column->percent ? 100 * cell->real : cell->real;
  char format[8], buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (column->digits == DL_DIGITS_SHORTEST)
    return dl_value_format_double (value);
  g_snprintf (format, sizeof format, "%%.%uf", MIN (column->digits, 9));
  return g_strconcat (cell->state == DL_CELL_AT_MOST ? "≤ " : "",
                      g_ascii_formatd (buffer, sizeof buffer, format, value), NULL);
}

char *
dl_table_cell_text (const DlTableColumn *column, const DlCell *cell)
{
  if (cell->shown != NULL || cell->state == DL_CELL_ABSENT)
    return g_strdup (cell->shown != NULL ? cell->shown : "");
  if (cell->state == DL_CELL_UNKNOWN)
    return g_strdup ("-");
  switch (column->type)
    {
    case DL_COLUMN_TEXT:
      return g_strdup (cell->text);
    case DL_COLUMN_INTEGER:
      return g_strdup_printf ("%" G_GINT64_FORMAT, cell->integer);
    case DL_COLUMN_AMOUNT:
      return dl_value_format_double (cell->real);
    case DL_COLUMN_FLAG:
      return g_strdup (cell->flag ? _ ("yes") : _ ("no"));
    case DL_COLUMN_REAL:
    default:
      return real_text (column, cell);
    }
}

void
dl_cells_digits (DlCells *cells, guint digits)
{
  const DlTableColumn column = { .type = DL_COLUMN_REAL, .digits = digits };

  last (cells)->shown = dl_table_cell_text (&column, last (cells));
}

void
dl_cells_real_with (DlCells *cells, double value, guint digits)
{
  dl_cells_real (cells, value);
  dl_cells_digits (cells, digits);
}

static gsize
text_width (const GPtrArray *cells, guint i)
{
  return dl_text_width (g_ptr_array_index (cells, i));
}

void
dl_table_align (GString *out, const GPtrArray *cells, const char *columns)
{
  const guint n_columns = strlen (columns);
  g_autofree guint *widths = g_new0 (guint, n_columns);

  g_assert (cells->len % n_columns == 0);
  for (guint i = 0; i < cells->len; i++)
    widths[i % n_columns] = MAX (widths[i % n_columns], text_width (cells, i));

  for (guint i = 0; i < cells->len; i++)
    {
      const char *text = g_ptr_array_index (cells, i);
      const guint column = i % n_columns;
      const guint padding = widths[column] - text_width (cells, i);
      const gboolean last = column == n_columns - 1;

      if (columns[column] == 'r')
        g_string_append_printf (out, "%*s%s", (int) padding, "", text);
      else if (last)
        g_string_append (out, text);
      else
        g_string_append_printf (out, "%s%*s", text, (int) padding, "");
      if (!last)
        {
          g_string_append (out, "  ");
          continue;
        }
      while (out->len > 0 && out->str[out->len - 1] == ' ')
        g_string_truncate (out, out->len - 1);
      g_string_append_c (out, '\n');
    }
}

/* For people: the cells of all rows (char *) after their titles, and their @columns as
 * dl_table_align has them. */
static GPtrArray *
texts_of (const DlTable *table, GString *columns)
{
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (DlCells) cells = dl_cells_new (table);

  for (guint i = 0; i < cells->n_cells; i++)
    if (dl_table_column_is_in (cells->columns[i], DL_TABLE_TEXT))
      {
        g_string_append_c (columns, alignment (cells->columns[i]));
        g_ptr_array_add (texts, title_of (cells->columns[i], cells->numbers[i]));
      }
  for (guint row = 0; row < table->n_rows; row++)
    {
      dl_cells_fill (cells, row);
      for (guint i = 0; i < cells->n_cells; i++)
        if (dl_table_column_is_in (cells->columns[i], DL_TABLE_TEXT))
          g_ptr_array_add (texts, dl_table_cell_text (cells->columns[i], &cells->cells[i]));
    }
  return texts;
}

void
dl_table_append_text (GString *out, const DlTable *table)
{
  g_autoptr (GString) columns = g_string_new (NULL);
  g_autoptr (GPtrArray) texts = texts_of (table, columns);

  dl_table_align (out, texts, columns->str);
}

void
dl_table_append_markdown (GString *out, const DlTable *table)
{
  g_autoptr (GString) columns = g_string_new (NULL);
  g_autoptr (GPtrArray) texts = texts_of (table, columns);

  for (guint i = 0; i < texts->len; i++)
    {
      g_string_append (out, "| ");
      for (const char *at = g_ptr_array_index (texts, i); *at != '\0'; at++)
        {
          if (strchr ("\\|*_`<>[]#", *at) != NULL)
            g_string_append_c (out, '\\');
          g_string_append_c (out, *at);
        }
      g_string_append (out, (i + 1) % columns->len > 0 ? " " : " |\n");
      if (i + 1 != columns->len)
        continue;
      for (const char *column = columns->str; *column != '\0'; column++)
        g_string_append (out, *column == 'r' ? "| ---: " : "| --- ");
      g_string_append (out, "|\n");
    }
}

void
dl_table_append_facts (GString *out, const DlTable *table)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (DlCells) cells = dl_cells_new (table);

  dl_cells_fill (cells, 0);
  for (guint i = 0; i < cells->n_cells; i++)
    if (dl_table_column_is_in (cells->columns[i], DL_TABLE_TEXT)
        && cells->cells[i].state != DL_CELL_ABSENT)
      {
        g_ptr_array_add (texts, title_of (cells->columns[i], cells->numbers[i]));
        g_ptr_array_add (texts, dl_table_cell_text (cells->columns[i], &cells->cells[i]));
      }
  dl_table_align (out, texts, "lr");
}

/* CSV ------------------------------------------------------------------------------------------ */

static char *
single_text (float value)
{
  char format[8], digits[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint precision = 6; precision <= 9; precision++)
    {
      g_snprintf (format, sizeof format, "%%.%ug", precision);
      g_ascii_formatd (digits, sizeof digits, format, value);
      if ((float) g_ascii_strtod (digits, NULL) == value)
        break;
    }
  return g_strdup (digits);
}

char *
dl_table_cell_plain (const DlTableColumn *column, const DlCell *cell)
{
  if (cell->state == DL_CELL_UNKNOWN || cell->state == DL_CELL_ABSENT)
    return g_strdup ("");
  switch (column->type)
    {
    case DL_COLUMN_TEXT:
      return g_strdup (cell->text);
    case DL_COLUMN_INTEGER:
      return g_strdup_printf ("%" G_GINT64_FORMAT, cell->integer);
    case DL_COLUMN_FLAG:
      return g_strdup (cell->flag ? "true" : "false");
    case DL_COLUMN_AMOUNT:
    case DL_COLUMN_REAL:
    default:
      return column->single ? single_text ((float) cell->real)
                            : dl_value_format_double (cell->real);
    }
}

static void
append_csv_cell (GString *out, const DlTableColumn *column, const DlCell *cell)
{
  g_autofree char *text = dl_table_cell_plain (column, cell);

  if (column->type == DL_COLUMN_TEXT && !column->verbatim)
    dl_csv_append (out, text);
  else if (strpbrk (text, ",\"\r\n") == NULL)
    g_string_append (out, text);
  else
    {
      g_auto (GStrv) parts = g_strsplit (text, "\"", -1);
      g_autofree char *doubled = g_strjoinv ("\"\"", parts);

      g_string_append_printf (out, "\"%s\"", doubled);
    }
}

/* Behind the last cell of the line. */
static void
end_csv_line (GString *out)
{
  if (out->len > 0 && out->str[out->len - 1] == ',')
    out->str[out->len - 1] = '\n';
}

void
dl_table_append_csv_rows (GString *out, const DlTable *table)
{
  g_autoptr (DlCells) cells = dl_cells_new (table);

  for (guint row = 0; row < table->n_rows; row++)
    {
      dl_cells_fill (cells, row);
      for (guint i = 0; i < cells->n_cells; i++)
        if (dl_table_column_is_in (cells->columns[i], DL_TABLE_CSV))
          {
            append_csv_cell (out, cells->columns[i], &cells->cells[i]);
            g_string_append_c (out, ',');
          }
      end_csv_line (out);
    }
}

void
dl_table_append_csv (GString *out, const DlTable *table)
{
  g_autoptr (DlCells) cells = dl_cells_new (table);

  for (guint i = 0; i < cells->n_cells; i++)
    if (dl_table_column_is_in (cells->columns[i], DL_TABLE_CSV))
      g_string_append_printf (out, "%s,", cells->ids[i]);
  end_csv_line (out);
  dl_table_append_csv_rows (out, table);
}
