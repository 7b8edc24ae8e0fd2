/* The page of evidence that shows the selected router's own routing tables, as the hardware would
 * hold them (VC paper 2.2, 3.3), and how much of them is used. */
#pragma once

#include "dl-pane.h"

G_BEGIN_DECLS

#define DL_TYPE_TABLES_PANE (dl_tables_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlTablesPane, dl_tables_pane, DL, TABLES_PANE, DlPane)

GtkWidget *dl_tables_pane_new (DlView *view);

G_END_DECLS
