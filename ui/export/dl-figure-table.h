/* The table twin of a chart or map: the numbers of a figure, sorted by a click on a column's
 * head, and copied. */
#pragma once

#include "dl-table.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_FIGURE_TABLE (dl_figure_table_get_type ())
G_DECLARE_FINAL_TYPE (DlFigureTable, dl_figure_table, DL, FIGURE_TABLE, GtkWidget)

GtkWidget *dl_figure_table_new (void);
/* Show the rows of @record (nullable: none), to which a reference is taken. @label is its name for
 * assistive technology. Where the columns are the same, order and place stay. */
void dl_figure_table_set (DlFigureTable *self, DlRecord *record, const char *label);
/* The rows that are selected, or all if none is, with their header and as they are sorted, with
 * tabs between fields. Ctrl+C puts this on the clipboard. Free with g_free. */
char *dl_figure_table_get_text (DlFigureTable *self);
void dl_figure_table_copy (DlFigureTable *self);

G_END_DECLS
