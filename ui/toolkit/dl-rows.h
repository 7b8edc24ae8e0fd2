/* Tables of many rows: a list model whose rows are made as they are looked at, each an index into
 * something that is shared by reference, and a column view of it. The model sorts itself, by the
 * numbers of a column and without rows: 50,000 take a few milliseconds. */
#pragma once

#include "dl-table.h"

#include <glib.h>
#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_ROW (dl_row_get_type ())
G_DECLARE_FINAL_TYPE (DlRow, dl_row, DL, ROW, GObject)

/* Source of the row; it lives as long as the row. */
gconstpointer dl_row_get_source (const DlRow *row);
guint dl_row_get_index (const DlRow *row);

/* A GListModel of DlRow. */
#define DL_TYPE_ROWS (dl_rows_get_type ())
G_DECLARE_FINAL_TYPE (DlRows, dl_rows, DL, ROWS, GObject)

/* How sources are shared; @ref returns what it is given. */
DlRows *dl_rows_new (GBoxedCopyFunc ref, GDestroyNotify unref);
/* Show rows of @source (nullable: none), to which a reference is taken: those of the @n @indices,
 * or if that is NULL the first @n. Nothing is selected then. A view gets the first rows at once,
 * and all when it has painted these; of one that is selected, all. */
void dl_rows_set (DlRows *self, gpointer source, const guint32 *indices, guint n);
/* The source has changed in place: show those @n rows of it, indices as above, again. A row that
 * stays keeps its place, its focus and selection, and in the view, which there must be, one row is
 * always selected: if it goes, the one in its place. */
void dl_rows_refresh (DlRows *self, const guint32 *indices, guint n);
/* Source of the rows; NULL without one. */
gconstpointer dl_rows_get_source (DlRows *self);
/* Select the row of @index in the view and scroll to it; without one of it, select none. */
void dl_rows_select (DlRows *self, guint index);
/* The same without scrolling: for rows that were set again while they are visible. */
void dl_rows_keep_selected (DlRows *self, guint index);

/* The column view of the rows, of which there is one, with nothing selected at first; its model is
 * a GtkSingleSelection of DlRow. The selection stays when the rows are sorted. @columns have
 * getters and live as long as the program; the owner of the view gives a title to a column without
 * one. @label is for assistive technology. */
GtkWidget *dl_rows_new_view (DlRows *self, const DlTableColumn *columns, guint n_columns,
                             const char *label);

/* Column number @column of that view, which has it. */
GtkColumnViewColumn *dl_rows_get_column (DlRows *self, guint column);

/* Cells of a page that need more than a text; the columns of the view have no getters then. */
typedef struct
{
  GtkWidget *(*make) (guint column);
  void (*show) (GtkWidget *cell, guint column, guint index, gpointer page);
  /* Sort key of a row in @column, NAN last in both directions; NULL: no column can be sorted. */
  double (*key) (guint column, guint index, gpointer page);
} DlRowsCells;

/* Before there is a view, which @page has. */
void dl_rows_set_cells (DlRows *self, const DlRowsCells *cells, gpointer page);

/* Rows of a record, of which several can be selected: its model is a GtkMultiSelection. */
DlRows *dl_rows_new_of_record (void);
GtkWidget *dl_rows_new_record_view (DlRows *self);
/* Show @record (nullable: nothing), to which a reference is taken, with its columns; where these
 * are the same as before, order and place stay. */
void dl_rows_set_record (DlRows *self, DlRecord *record);
/* A cell as it is shown there: seven figures of a number, with the locale's point and groups. Free
 * with g_free. */
char *dl_rows_cell_text (const DlTableColumn *column, const DlCell *cell);

/* "–" where there is no number. */
char *dl_number_text (double value, guint digits);
/* The same, "≤ 0.2812" if @value is a bound. */
char *dl_number_text_at_most (double value, guint digits, gboolean bound);

/* A number in a column: it is never cut. Its room grows with its text and does not shrink, so that
 * its neighbors stay. */

/* Room for @min_chars at first; 0: for none. */
GtkWidget *dl_number_new (guint min_chars);
/* Any inscription becomes one. */
void dl_number_show (GtkInscription *number, const char *text);

/* Tables in narrow pages: columns that have no room are left out instead of cut. */

/* Show as many of the first @n_columns of @view, which @scroll scrolls, as there is room for, and
 * at least @n_least. What the others have is told elsewhere, and they come where the page is wide.
 */
void dl_rows_fit (GtkScrolledWindow *scroll, GtkColumnView *view, const DlTableColumn *columns,
                  guint n_columns, guint n_least);

G_END_DECLS
