/* Tables in narrow pages: columns that have no room are left out instead of cut. */
#pragma once

#include "dl-rows.h"

G_BEGIN_DECLS

/* Show as many of the first @n_columns of @view, which @scroll scrolls, as there is room for, and
 * at least @n_least. What the others have is told elsewhere, and they come where the page is wide.
 */
void dl_rows_fit (GtkScrolledWindow *scroll, GtkColumnView *view, const DlTableColumn *columns,
                  guint n_columns, guint n_least);

G_END_DECLS
