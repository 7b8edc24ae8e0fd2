/* Tables of many rows: a list model whose rows are made as they are looked at, each an index into
 * something that is shared by reference, and a column view of it. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_ROW (dl_row_get_type ())
G_DECLARE_FINAL_TYPE (DlRow, dl_row, DL, ROW, GObject)

/* What the row is of; it lives as long as the row. */
gconstpointer dl_row_get_source (const DlRow *row);
guint dl_row_get_index (const DlRow *row);

/* A GListModel of DlRow. */
#define DL_TYPE_ROWS (dl_rows_get_type ())
G_DECLARE_FINAL_TYPE (DlRows, dl_rows, DL, ROWS, GObject)

/* How sources are shared; @ref returns what it is given. */
DlRows *dl_rows_new (GBoxedCopyFunc ref, GDestroyNotify unref);
/* Show rows of @source (nullable: none), to which a reference is taken: those of the @n @indices,
 * or if that is NULL the first @n. */
void dl_rows_set (DlRows *self, gpointer source, const guint32 *indices, guint n);
/* What the rows are of; NULL without one. */
gconstpointer dl_rows_get_source (DlRows *self);

typedef struct
{
  const char *title;                                   /* translatable */
  double (*value) (gconstpointer source, guint index); /* sorted by, NAN last; NULL: not at all */
  char *(*text) (gconstpointer source, guint index);   /* NULL: the value with @digits */
  guint digits;
  gboolean number; /* at the right of its column */
  guint min_chars; /* below which the table is scrolled sideways; 0: a few */
  guint nat_chars; /* where there is room; 0: no more than that */
} DlColumn;

/* A column view of the rows, with nothing selected at first; its model is a GtkSingleSelection of
 * DlRow. @columns live as long as the program; @label is for assistive technology. */
GtkWidget *dl_rows_new_view (DlRows *self, const DlColumn *columns, guint n_columns,
                             const char *label);
/* "–" where there is no number. */
char *dl_number_text (double value, guint digits);

G_END_DECLS
