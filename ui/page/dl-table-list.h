/* The local table of a router as rows: one for each entry that stands for some node. */
#pragma once

#include "dl-rows.h"
#include "dl-tables.h"

G_BEGIN_DECLS

DlRows *dl_table_list_new (void);
/* @tables (nullable), of a router of @network, is taken. */
void dl_table_list_set (DlRows *self, DlTables *tables, DlNetwork *network);
const DlTables *dl_table_list_get (DlRows *self);
/* Of the tables; NULL without any. */
const DlNetwork *dl_table_list_get_network (DlRows *self);
/* A column view of the rows, sorted by whichever column the user says. */
GtkWidget *dl_table_list_new_view (DlRows *self);
/* The entry of one of the rows. */
const DlTableEntry *dl_table_list_entry (const DlRow *row);

/* "X+.1", "here" at the destination, or a dash. */
char *dl_table_entry_text (const DlTableEntry *entry);

G_END_DECLS
