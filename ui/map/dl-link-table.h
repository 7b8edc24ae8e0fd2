/* The links as a table: what the maps show, in numbers, sortable. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_LINK_TABLE (dl_link_table_get_type ())
G_DECLARE_FINAL_TYPE (DlLinkTable, dl_link_table, DL, LINK_TABLE, GtkWidget)

/* Of networks of @family, while that is the view's. */
GtkWidget *dl_link_table_new (DlView *view, const DlFamily *family);

G_END_DECLS
