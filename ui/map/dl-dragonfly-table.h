/* All links of a dragonfly in numbers, sortable: the maps for those who read. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_DRAGONFLY_TABLE (dl_dragonfly_table_get_type ())
G_DECLARE_FINAL_TYPE (DlDragonflyTable, dl_dragonfly_table, DL, DRAGONFLY_TABLE, GtkWidget)

GtkWidget *dl_dragonfly_table_new (DlView *view);

G_END_DECLS
