/* A map of the network's links on the screen: the ring matrix or the planes. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_MAP_VIEW (dl_map_view_get_type ())
G_DECLARE_FINAL_TYPE (DlMapView, dl_map_view, DL, MAP_VIEW, GtkWidget)

/* Properties: view (DlView), kind (uint, DlMapKind; construct-only). */
GtkWidget *dl_map_view_new (DlMapKind kind);
void dl_map_view_set_view (DlMapView *self, DlView *view);
/* Where a link is in the widget, or, with DL_NO_LINK, a node; FALSE if it is not shown. */
gboolean dl_map_view_locate (DlMapView *self, DlPlace place, DlRect *rect);

G_END_DECLS
