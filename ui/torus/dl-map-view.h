/* Maps of a torus in the window: the ring matrix, the planes and the block cut open, and a ring. */
#pragma once

#include "dl-canvas.h"
#include "dl-map.h"

G_BEGIN_DECLS

/* @which: DlMapKind. */
GtkWidget *dl_map_view_new (DlView *view, guint which);
/* Packets on VC0 and VC1 of each link of a ring, in both directions. */
GtkWidget *dl_ring_view_new (DlView *view);

G_END_DECLS
