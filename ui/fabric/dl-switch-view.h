/* A switch from inside: its ports, loads, and how many destinations its table sends out by each. */
#pragma once

#include "dl-switch-map.h"
#include "dl-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_SWITCH_VIEW (dl_switch_view_get_type ())
G_DECLARE_FINAL_TYPE (DlSwitchView, dl_switch_view, DL, SWITCH_VIEW, GtkWidget)

GtkWidget *dl_switch_view_new (DlView *view);
/* For tests: what is drawn; NULL before there is a result. */
const DlSwitchMap *dl_switch_view_get_map (DlSwitchView *self);

G_END_DECLS
