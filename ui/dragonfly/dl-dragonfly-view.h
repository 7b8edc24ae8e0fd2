/* Maps of a dragonfly in the window: groups by groups, the inside of a group, or the chord. */
#pragma once

#include "dl-canvas.h"

G_BEGIN_DECLS

/* @which: DlDragonflyMapKind. */
GtkWidget *dl_dragonfly_view_new (DlView *view, guint which);

G_END_DECLS
