#include "dateline-private.h"

#include <math.h>

/**
 * DatelineTable:
 *
 * Rows of results in named columns, all made when the table was. A number that is not known is NAN,
 * a text %NULL.
 */
struct _DatelineTable
{
  GObject parent_instance;

  DlRecord *record;
  GArray *columns; /* guint of @record's, those that files have */
};

G_DEFINE_FINAL_TYPE (DatelineTable, dateline_table, G_TYPE_OBJECT)

static void
dateline_table_finalize (GObject *object)
{
  DatelineTable *self = DATELINE_TABLE (object);

  dl_record_unref (self->record);
  g_array_unref (self->columns);
  G_OBJECT_CLASS (dateline_table_parent_class)->finalize (object);
}

static void
dateline_table_class_init (DatelineTableClass *class)
{
  G_OBJECT_CLASS (class)->finalize = dateline_table_finalize;
}

static void
dateline_table_init (DatelineTable *self)
{
  self->columns = g_array_new (FALSE, FALSE, sizeof (guint));
}

DatelineTable *
dl_api_table_new_take (DlRecord *record)
{
  DatelineTable *self = g_object_new (DATELINE_TYPE_TABLE, NULL);

  self->record = record;
  for (guint i = 0; i < dl_record_n_columns (record); i++)
    if (dl_table_column_is_in (dl_record_column (record, i), DL_TABLE_CSV))
      g_array_append_val (self->columns, i);
  return self;
}

static guint
in_record (DatelineTable *self, guint column)
{
  return g_array_index (self->columns, guint, column);
}

static const DlTableColumn *
column_of (DatelineTable *self, guint column)
{
  return dl_record_column (self->record, in_record (self, column));
}

static const DlCell *
cell_of (DatelineTable *self, guint row, guint column)
{
  return dl_record_cell (self->record, row, in_record (self, column));
}

/**
 * dateline_table_get_n_rows:
 * @self: a table
 *
 * Counts the rows.
 *
 * Returns: how many rows it has
 */
guint
dateline_table_get_n_rows (DatelineTable *self)
{
  g_return_val_if_fail (DATELINE_IS_TABLE (self), 0);

  return dl_record_n_rows (self->record);
}

/**
 * dateline_table_get_n_columns:
 * @self: a table
 *
 * Counts the columns.
 *
 * Returns: how many columns it has
 */
guint
dateline_table_get_n_columns (DatelineTable *self)
{
  g_return_val_if_fail (DATELINE_IS_TABLE (self), 0);

  return self->columns->len;
}

/**
 * dateline_table_get_ids:
 * @self: a table
 *
 * Gets the names by which programs find columns. They are part of what is promised.
 *
 * Returns: (transfer full) (array zero-terminated=1): the names of the columns, as CSV has them
 */
char **
dateline_table_get_ids (DatelineTable *self)
{
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();

  g_return_val_if_fail (DATELINE_IS_TABLE (self), NULL);
  for (guint i = 0; i < self->columns->len; i++)
    g_strv_builder_add (ids, dl_record_id (self->record, in_record (self, i)));
  return g_strv_builder_end (ids);
}

/**
 * dateline_table_get_titles:
 * @self: a table
 *
 * Gets the names of columns for people, which can change from version to version.
 *
 * Returns: (transfer full) (array zero-terminated=1): the names of the columns for people
 */
char **
dateline_table_get_titles (DatelineTable *self)
{
  g_autoptr (GStrvBuilder) titles = g_strv_builder_new ();

  g_return_val_if_fail (DATELINE_IS_TABLE (self), NULL);
  for (guint i = 0; i < self->columns->len; i++)
    {
      g_autofree char *title = dl_record_title (self->record, in_record (self, i));

      g_strv_builder_add (titles, title);
    }
  return g_strv_builder_end (titles);
}

static DatelineColumn
type_of (const DlTableColumn *column)
{
  switch (column->type)
    {
    case DL_COLUMN_INTEGER:
      return DATELINE_COLUMN_INTEGER;
    case DL_COLUMN_REAL:
    case DL_COLUMN_AMOUNT:
      return DATELINE_COLUMN_REAL;
    case DL_COLUMN_FLAG:
      return DATELINE_COLUMN_FLAG;
    case DL_COLUMN_TEXT:
    default:
      return DATELINE_COLUMN_TEXT;
    }
}

static gboolean
check_column (DatelineTable *self, guint column, GError **error)
{
  return dl_api_check_index ("column", column, self->columns->len, error);
}

static gboolean
check_cell (DatelineTable *self, guint row, guint column, GError **error)
{
  return check_column (self, column, error)
         && dl_api_check_index ("row", row, dl_record_n_rows (self->record), error);
}

/* Has @column numbers? */
static gboolean
check_numbers (DatelineTable *self, guint column, GError **error)
{
  if (!check_column (self, column, error))
    return FALSE;
  if (type_of (column_of (self, column)) != DATELINE_COLUMN_TEXT)
    return TRUE;
  g_set_error (error, DATELINE_ERROR, DATELINE_ERROR_VALUE,
               "column %u is of texts (get its texts instead)", column);
  return FALSE;
}

/**
 * dateline_table_get_column_type:
 * @self: a table
 * @column: the number of a column
 * @error: return location for an error
 *
 * Gets the type of a column.
 *
 * Returns: the type of its cells; texts with %DATELINE_ERROR_NOT_FOUND where there is none
 */
DatelineColumn
dateline_table_get_column_type (DatelineTable *self, guint column, GError **error)
{
  g_return_val_if_fail (DATELINE_IS_TABLE (self), DATELINE_COLUMN_TEXT);

  return check_column (self, column, error) ? type_of (column_of (self, column))
                                            : DATELINE_COLUMN_TEXT;
}

static gboolean
is_known (const DlCell *cell)
{
  return cell->state == DL_CELL_EXACT || cell->state == DL_CELL_AT_MOST;
}

static char *
text_of (const DlTableColumn *column, const DlCell *cell)
{
  return is_known (cell) ? dl_table_cell_plain (column, cell) : NULL;
}

static double
number_of (const DlTableColumn *column, const DlCell *cell)
{
  if (!is_known (cell))
    return NAN;
  switch (type_of (column))
    {
    case DATELINE_COLUMN_INTEGER:
      return cell->integer;
    case DATELINE_COLUMN_FLAG:
      return cell->flag;
    case DATELINE_COLUMN_REAL:
    case DATELINE_COLUMN_TEXT:
    default:
      return cell->real;
    }
}

/**
 * dateline_table_get_text:
 * @self: a table
 * @row: the number of a row
 * @column: the number of a column
 * @error: return location for an error
 *
 * A cell as CSV has it, numbers with all of their digits.
 *
 * Returns: (nullable) (transfer full): the cell; %NULL if it is not known, or with
 *   %DATELINE_ERROR_NOT_FOUND
 */
char *
dateline_table_get_text (DatelineTable *self, guint row, guint column, GError **error)
{
  g_return_val_if_fail (DATELINE_IS_TABLE (self), NULL);

  if (!check_cell (self, row, column, error))
    return NULL;
  return text_of (column_of (self, column), cell_of (self, row, column));
}

/**
 * dateline_table_get_number:
 * @self: a table
 * @row: the number of a row
 * @column: the number of a column that is not of texts
 * @error: return location for an error
 *
 * Gets a cell as a number.
 *
 * Returns: the cell, flags as 0 and 1; NAN if it is not known, or with %DATELINE_ERROR_NOT_FOUND,
 *   or %DATELINE_ERROR_VALUE of texts
 */
double
dateline_table_get_number (DatelineTable *self, guint row, guint column, GError **error)
{
  g_return_val_if_fail (DATELINE_IS_TABLE (self), NAN);

  if (!check_cell (self, row, column, error) || !check_numbers (self, column, error))
    return NAN;
  return number_of (column_of (self, column), cell_of (self, row, column));
}

/**
 * dateline_table_get_texts:
 * @self: a table
 * @column: the number of a column
 * @error: return location for an error
 *
 * Gets a column as texts.
 *
 * Returns: (transfer full) (array zero-terminated=1): its cells from the first row, as
 *   dateline_table_get_text() has them, "" where one is not known; %NULL with
 *   %DATELINE_ERROR_NOT_FOUND
 */
char **
dateline_table_get_texts (DatelineTable *self, guint column, GError **error)
{
  g_autoptr (GStrvBuilder) texts = g_strv_builder_new ();

  g_return_val_if_fail (DATELINE_IS_TABLE (self), NULL);
  if (!check_column (self, column, error))
    return NULL;
  for (guint row = 0; row < dl_record_n_rows (self->record); row++)
    {
      g_autofree char *text = text_of (column_of (self, column), cell_of (self, row, column));

      g_strv_builder_add (texts, text != NULL ? text : "");
    }
  return g_strv_builder_end (texts);
}

/**
 * dateline_table_get_numbers:
 * @self: a table
 * @column: the number of a column that is not of texts
 * @error: return location for an error
 *
 * Gets a column of numbers.
 *
 * Returns: (transfer full): its cells from the first row, NAN where one is not known, of double
 *   precision; %NULL with %DATELINE_ERROR_NOT_FOUND, or %DATELINE_ERROR_VALUE of texts
 */
DatelineArray *
dateline_table_get_numbers (DatelineTable *self, guint column, GError **error)
{
  double *numbers;
  guint n_rows;

  g_return_val_if_fail (DATELINE_IS_TABLE (self), NULL);
  if (!check_numbers (self, column, error))
    return NULL;
  n_rows = dl_record_n_rows (self->record);
  numbers = g_new (double, n_rows);
  for (guint row = 0; row < n_rows; row++)
    numbers[row] = number_of (column_of (self, column), cell_of (self, row, column));
  return dl_api_array_new_take (numbers, DATELINE_ELEMENT_FLOAT64, n_rows);
}

static char *
written (DatelineTable *self, void (*append) (GString *out, const DlTable *table))
{
  const DlTable table = dl_record_table (self->record);
  GString *out = g_string_new (NULL);

  append (out, &table);
  return g_string_free (out, FALSE);
}

/**
 * dateline_table_to_csv:
 * @self: a table
 *
 * Writes a table for other programs.
 *
 * Returns: (transfer full): the table as CSV (RFC 4180), the names of columns first
 */
char *
dateline_table_to_csv (DatelineTable *self)
{
  g_return_val_if_fail (DATELINE_IS_TABLE (self), NULL);

  return written (self, dl_table_append_csv);
}

/**
 * dateline_table_to_text:
 * @self: a table
 *
 * Writes a table for a terminal.
 *
 * Returns: (transfer full): the table for people, with aligned columns
 */
char *
dateline_table_to_text (DatelineTable *self)
{
  g_return_val_if_fail (DATELINE_IS_TABLE (self), NULL);

  return written (self, dl_table_append_text);
}

/**
 * dateline_table_to_markdown:
 * @self: a table
 *
 * Writes a table for a document.
 *
 * Returns: (transfer full): the table in Markdown
 */
char *
dateline_table_to_markdown (DatelineTable *self)
{
  g_return_val_if_fail (DATELINE_IS_TABLE (self), NULL);

  return written (self, dl_table_append_markdown);
}
