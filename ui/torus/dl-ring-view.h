/* One ring of the torus: packets on VC0 and VC1 for each of its links, both directions. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_RING_VIEW (dl_ring_view_get_type ())
G_DECLARE_FINAL_TYPE (DlRingView, dl_ring_view, DL, RING_VIEW, GtkWidget)

GtkWidget *dl_ring_view_new (void);
void dl_ring_view_set_view (DlRingView *self, DlView *view);
/* Where a link is in the widget, or, with DL_NO_LINK, a node; FALSE if it is in another ring. */
gboolean dl_ring_view_locate (DlRingView *self, DlPlace place, DlRect *rect);
/* The link whose bar is at a pixel; DL_NO_LINK. */
guint dl_ring_view_hit (DlRingView *self, double x, double y);

G_END_DECLS
