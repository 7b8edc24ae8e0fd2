/* The local table of a router as a list: a row an entry that stands for some node. */
#pragma once

#include <gtk/gtk.h>

#include "dl-tables.h"

G_BEGIN_DECLS

#define DL_TYPE_TABLE_ROW (dl_table_row_get_type ())
G_DECLARE_FINAL_TYPE (DlTableRow, dl_table_row, DL, TABLE_ROW, GObject)

const DlTableEntry *dl_table_row_get_entry (DlTableRow *row);

/* A GListModel of DlTableRow. */
#define DL_TYPE_TABLE_LIST (dl_table_list_get_type ())
G_DECLARE_FINAL_TYPE (DlTableList, dl_table_list, DL, TABLE_LIST, GObject)

DlTableList *dl_table_list_new (void);
/* @tables (nullable), of a router of @network, is taken. */
void dl_table_list_set (DlTableList *self, DlTables *tables, DlNetwork *network);
const DlTables *dl_table_list_get (DlTableList *self);
/* Of the tables; NULL without any. */
const DlNetwork *dl_table_list_get_network (DlTableList *self);
/* A column view of the rows, sorted by whichever column the user says. */
GtkWidget *dl_table_list_new_view (DlTableList *self);

/* "X+.1", "here" at the destination, or a dash. */
char *dl_table_entry_text (const DlTableEntry *entry);

G_END_DECLS
