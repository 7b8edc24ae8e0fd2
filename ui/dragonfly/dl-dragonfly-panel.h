/* The configuration of a dragonfly: topology, routing, faults, traffic, router and simulation. */
#pragma once

#include "dl-settings.h"
#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_DRAGONFLY_PANEL (dl_dragonfly_panel_get_type ())
G_DECLARE_FINAL_TYPE (DlDragonflyPanel, dl_dragonfly_panel, DL, DRAGONFLY_PANEL, DlSettings)

/* Of the session of @view. */
GtkWidget *dl_dragonfly_panel_new (DlView *view);

G_END_DECLS
