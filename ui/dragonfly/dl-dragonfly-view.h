/* A map of a dragonfly as a widget: groups by groups, the inside of a group, or the chord. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_DRAGONFLY_VIEW (dl_dragonfly_view_get_type ())
G_DECLARE_FINAL_TYPE (DlDragonflyView, dl_dragonfly_view, DL, DRAGONFLY_VIEW, GtkWidget)

GtkWidget *dl_dragonfly_view_new (DlView *view, DlDragonflyMapKind kind);
/* Where a place is in the widget; FALSE if it is not shown. */
gboolean dl_dragonfly_view_locate (DlDragonflyView *self, DlPlace place, DlRect *rect);

G_END_DECLS
