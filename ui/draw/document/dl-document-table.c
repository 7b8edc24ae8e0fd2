/* Tables of a document: how wide their columns are, and their rows on pages. */
#include "dl-document-private.h"

#include <math.h>
#include <string.h>

/* Points. */
#define PAD_X       4.0 /* on both sides of a cell's text */
#define PAD_Y       2.2
#define RULE        0.5
#define HEAD_RULE   1.0
#define LEAST       28.0 /* of a column in a table as wide as the text */
#define MOST_LINES  12   /* of a cell: longer text belongs into a paragraph */
#define MOST_NEEDED 0.7  /* of the width, at most, for a column that does not break its lines */
#define FIRST_ROWS  2    /* that stay with the head */

/* How a column is laid out, padding included. */
typedef struct
{
  char *title;
  DlAlign align;
  double share;
  double needed; /* without a share: for all of its cells on one line */
  double word;   /* for the longest word of its head */
  double width;  /* as it is laid out */
} Column;

struct _DlDocumentTable
{
  DlRecord *record;
  GArray *columns;  /* Column */
  GPtrArray *texts; /* char *: of the cells, row by row */
  double width;     /* that the columns are measured for; 0: not yet */
};

static void
column_clear (gpointer data)
{
  g_free (((Column *) data)->title);
}

static char *
cell_text (const DlTableColumn *column, const DlCell *cell)
{
  if (cell->state == DL_CELL_UNKNOWN)
    return g_strdup ("–");
  if (cell->state != DL_CELL_ABSENT && column->type == DL_COLUMN_REAL && isinf (cell->real))
    return g_strdup ("∞");
  return dl_table_cell_text (column, cell);
}

static void
add_column (DlDocumentTable *table, guint at)
{
  const DlTableColumn *of = dl_record_column (table->record, at);
  g_autofree char *title = dl_record_title (table->record, at);
  const Column column
      = { dl_document_clean (title, FALSE),
          of->right || of->type != DL_COLUMN_TEXT ? DL_ALIGN_END : DL_ALIGN_START, of->share };

  g_array_append_val (table->columns, column);
}

DlDocumentTable *
dl_document_table_new (DlRecord *record)
{
  DlDocumentTable *table = g_new0 (DlDocumentTable, 1);
  const guint n_columns = dl_record_n_columns (record);

  table->record = record;
  table->columns = g_array_new (FALSE, TRUE, sizeof (Column));
  g_array_set_clear_func (table->columns, column_clear);
  for (guint i = 0; i < n_columns; i++)
    add_column (table, i);
  table->texts = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < dl_record_n_rows (record) * n_columns; i++)
    {
      g_autofree char *text = cell_text (dl_record_column (record, i % n_columns),
                                         dl_record_cell (record, i / n_columns, i % n_columns));

      g_ptr_array_add (table->texts, dl_document_clean (text, FALSE));
    }
  return table;
}

void
dl_document_table_free (DlDocumentTable *table)
{
  if (table == NULL)
    return;
  dl_record_unref (table->record);
  g_array_unref (table->columns);
  g_ptr_array_unref (table->texts);
  g_free (table);
}

/* Widths --------------------------------------------------------------------------------------- */

static Column *
column_at (const DlDocumentTable *table, guint column)
{
  return &g_array_index (table->columns, Column, column);
}

static const char *
text_at (const DlDocumentTable *table, guint row, guint column)
{
  return g_ptr_array_index (table->texts, row * table->columns->len + column);
}

static guint
look_at (const DlDocumentTable *table, guint row, guint column)
{
  return dl_record_column (table->record, column)->look
         | dl_record_cell (table->record, row, column)->look;
}

static DlFace
face_of (guint look)
{
  return (look & DL_CELL_CODE) != 0   ? DL_FACE_CELL_CODE
         : (look & DL_CELL_BOLD) != 0 ? DL_FACE_CELL_BOLD
                                      : DL_FACE_CELL;
}

static double
natural_width (const DlDocument *self, DlFace face, const char *text)
{
  g_autoptr (PangoLayout) layout = dl_document_layout (self, face, text, 0, DL_ALIGN_START);

  /* Text in a width exactly its own may break all the same. */
  return ceil (dl_layout_width (layout) + 0.5);
}

/* Width of a head's longest word: words are not broken. */
static double
word_width (const DlDocument *self, const char *title)
{
  g_auto (GStrv) words = g_strsplit (title, " ", -1);
  double width = 0;

  for (char **word = words; *word != NULL; word++)
    width = MAX (width, natural_width (self, DL_FACE_CELL_BOLD, *word));
  return ceil (width);
}

/* A head has two lines at most, unless its words are long. */
static double
head_width (const DlDocument *self, const char *title)
{
  const double lines = strchr (title, ' ') != NULL ? 0.6 : 1;

  return ceil (
      MAX (natural_width (self, DL_FACE_CELL_BOLD, title) * lines, word_width (self, title)));
}

/* Width of @column, all of its cells on one line. */
static double
needed_width (const DlDocument *self, const DlDocumentTable *table, guint column)
{
  double width = head_width (self, column_at (table, column)->title);

  for (guint row = 0; row < dl_record_n_rows (table->record); row++)
    width = MAX (width, natural_width (self, face_of (look_at (table, row, column)),
                                       text_at (table, row, column)));
  return width + 2 * PAD_X;
}

/* Width of all columns together. */
static double
table_width (const DlDocumentTable *table)
{
  double width = 0;

  for (guint i = 0; i < table->columns->len; i++)
    width += column_at (table, i)->width;
  return width;
}

/* Least width of a column. */
static double
least_width (const Column *column)
{
  return MAX (column->share > 0 ? LEAST : MIN (LEAST, column->needed), column->word);
}

static double
spare_width (const Column *column)
{
  return column->width - least_width (column);
}

/* No column is narrower than that: what it lacks comes from the one that has most to spare. */
static void
widen (DlDocumentTable *table)
{
  const guint n = table->columns->len;

  for (guint i = 0; i < n; i++)
    {
      Column *column = column_at (table, i);

      for (guint turn = 0; turn < n && spare_width (column) < 0; turn++)
        {
          Column *donor = column_at (table, 0);
          double given;

          for (guint j = 1; j < n; j++)
            if (spare_width (column_at (table, j)) > spare_width (donor))
              donor = column_at (table, j);
          given = CLAMP (-spare_width (column), 0, MAX (spare_width (donor), 0));
          donor->width -= given;
          column->width += given;
        }
    }
}

/* Columns that do not break have what they need, the others share the rest; where no column shares
 * it, the table is narrower than the text. */
static void
measure (const DlDocument *self, DlDocumentTable *table)
{
  const double all = dl_document_width (self);
  const guint n = table->columns->len;
  double fixed = 0, shares = 0, left;

  if (table->width > 0)
    return;
  table->width = all;
  for (guint i = 0; i < n; i++)
    {
      Column *column = column_at (table, i);

      shares += column->share;
      column->word = word_width (self, column->title) + 2 * PAD_X;
      if (column->share > 0)
        continue;
      column->needed = needed_width (self, table, i);
      column->width = MIN (column->needed, all * MOST_NEEDED);
      fixed += column->width;
    }
  left = all - (shares > 0 ? MAX (LEAST * n, all * (1 - MOST_NEEDED)) : 0);
  if (fixed > left)
    for (guint i = 0; i < n; i++)
      if (column_at (table, i)->share == 0)
        column_at (table, i)->width *= left / fixed;
  left = all - MIN (fixed, left);
  for (guint i = 0; i < n; i++)
    if (column_at (table, i)->share > 0)
      column_at (table, i)->width = left * column_at (table, i)->share / shares;
  if (table_width (table) > all - 1)
    widen (table);
}

/* Rows ----------------------------------------------------------------------------------------- */

static PangoLayout *
cell_layout (const DlDocument *self, const DlDocumentTable *table, guint column, DlFace face,
             const char *text)
{
  PangoLayout *layout
      = dl_document_layout (self, face, text, column_at (table, column)->width - 2 * PAD_X,
                            column_at (table, column)->align);

  pango_layout_set_auto_dir (layout, FALSE);
  pango_layout_set_height (layout, -MOST_LINES);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  return layout;
}

/* The cells of @row, or of the head for -1. Free with g_ptr_array_unref. */
static GPtrArray *
row_layouts (const DlDocument *self, const DlDocumentTable *table, gint row)
{
  GPtrArray *layouts = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < table->columns->len; i++)
    {
      const DlFace face = row >= 0 ? face_of (look_at (table, row, i)) : DL_FACE_CELL_BOLD;

      g_ptr_array_add (
          layouts, cell_layout (self, table, i, face,
                                row >= 0 ? text_at (table, row, i) : column_at (table, i)->title));
    }
  return layouts;
}

static double
baseline_of (PangoLayout *layout)
{
  return (double) pango_layout_get_baseline (layout) / PANGO_SCALE;
}

/* First lines stand on one baseline. */
static double
row_baseline (const GPtrArray *layouts)
{
  double baseline = 0;

  for (guint i = 0; i < layouts->len; i++)
    baseline = MAX (baseline, baseline_of (g_ptr_array_index (layouts, i)));
  return baseline;
}

static double
row_height (const GPtrArray *layouts)
{
  const double baseline = row_baseline (layouts);
  double height = 0;

  for (guint i = 0; i < layouts->len; i++)
    {
      PangoLayout *layout = g_ptr_array_index (layouts, i);

      height = MAX (height, baseline - baseline_of (layout) + dl_layout_height (layout));
    }
  return height + 2 * PAD_Y;
}

/* Without titles there is no head, but a rule. */
static gboolean
has_head (const DlDocumentTable *table)
{
  for (guint i = 0; i < table->columns->len; i++)
    if (*column_at (table, i)->title != '\0')
      return TRUE;
  return FALSE;
}

static double
height_of (const DlDocument *self, const DlDocumentTable *table, gint row)
{
  if (row < 0 && !has_head (table))
    return HEAD_RULE;

  g_autoptr (GPtrArray) layouts = row_layouts (self, table, row);
  return row_height (layouts);
}

static void
put_row (DlDocument *self, const DlDocumentTable *table, gint row)
{
  g_autoptr (GPtrArray) layouts = row_layouts (self, table, row);
  const gboolean headless = row < 0 && !has_head (table);
  const double height = headless ? HEAD_RULE : row_height (layouts), width = table_width (table);
  const double baseline = row_baseline (layouts);
  double x = DL_DOCUMENT_MARGIN_X;

  if (row < 0 && !headless)
    dl_document_put_rule (self, (DlRect) { x, self->y, width, height }, DL_INK_HEAD);
  for (guint i = 0; i < layouts->len; i++)
    {
      PangoLayout *layout = g_ptr_array_index (layouts, i);
      const gboolean muted = row >= 0 && (look_at (table, row, i) & DL_CELL_MUTED) != 0;
      /* Heads stand on the row's lower edge. */
      const double top = row < 0 ? height - PAD_Y - dl_layout_height (layout)
                                 : PAD_Y + baseline - baseline_of (layout);

      if (*pango_layout_get_text (layout) != '\0')
        dl_document_put_text (self, g_object_ref (layout), x + PAD_X, self->y + top,
                              muted ? DL_INK_MUTED : DL_INK_TEXT);
      x += column_at (table, i)->width;
    }
  self->y += height;
  dl_document_put_rule (self,
                        (DlRect) { DL_DOCUMENT_MARGIN_X, self->y - (row < 0 ? HEAD_RULE : RULE),
                                   width, row < 0 ? HEAD_RULE : RULE },
                        row < 0 ? DL_INK_MUTED : DL_INK_RULE);
}

double
dl_document_table_least (DlDocument *self, DlDocumentTable *table)
{
  const guint n_rows = dl_record_n_rows (table->record);
  double height;

  measure (self, table);
  height = height_of (self, table, -1);
  for (guint row = 0; row < MIN (FIRST_ROWS, n_rows); row++)
    height += height_of (self, table, (gint) row);
  return height;
}

void
dl_document_table_lay (DlDocument *self, DlDocumentTable *table)
{
  const gint n_rows = (gint) dl_record_n_rows (table->record);

  if (!dl_document_at_top (self)
      && self->y + dl_document_table_least (self, table) > dl_document_bottom (self))
    dl_document_next_page (self);
  measure (self, table);
  put_row (self, table, -1);
  for (gint row = 0; row < n_rows; row++)
    {
      /* The last two stay together. */
      const double needed = height_of (self, table, row)
                            + (row == n_rows - 2 ? height_of (self, table, row + 1) : 0);

      if (self->y + needed > dl_document_bottom (self))
        {
          dl_document_next_page (self);
          put_row (self, table, -1);
        }
      put_row (self, table, row);
    }
}
