/* What a router has in its table as rows: one for each entry. */
#pragma once

#include "dl-router-table.h"
#include "dl-rows.h"

G_BEGIN_DECLS

DlRows *dl_table_list_new (void);
/* A column view of the rows, sorted by whichever column the user says. */
GtkWidget *dl_table_list_new_view (DlRows *self);
/* Show @table (nullable), to which a reference is taken, in @view with its columns. */
void dl_table_list_set (DlRows *self, GtkColumnView *view, DlRouterTable *table);
/* NULL without one. */
const DlRouterTable *dl_table_list_get (DlRows *self);
const DlTableRow *dl_table_list_row (const DlRow *row);

G_END_DECLS
