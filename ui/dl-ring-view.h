/* One ring of the torus: packets on VC0 and VC1 for each of its links, both directions. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_RING_VIEW (dl_ring_view_get_type ())
G_DECLARE_FINAL_TYPE (DlRingView, dl_ring_view, DL, RING_VIEW, GtkWidget)

GtkWidget *dl_ring_view_new (void);
void dl_ring_view_set_view (DlRingView *self, DlView *view);

G_END_DECLS
