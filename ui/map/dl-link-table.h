/* The links as a table: what the maps show, in numbers, sortable. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_LINK_TABLE (dl_link_table_get_type ())
G_DECLARE_FINAL_TYPE (DlLinkTable, dl_link_table, DL, LINK_TABLE, GtkWidget)

/* A table with the columns of the scenario's family. */
GtkWidget *dl_link_table_new (DlView *view);

G_END_DECLS
