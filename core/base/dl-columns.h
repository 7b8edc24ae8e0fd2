/* Texts in columns, as explanations for a terminal have them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A line a row of @cells (n_rows x n_columns), each column but the last as wide as its widest cell
 * and two blanks; no blanks at the end of a line. */
void dl_columns_append (GString *text, char *const *cells, guint n_rows, guint n_columns);

G_END_DECLS
