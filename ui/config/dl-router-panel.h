/* The router's sizes and delays, folded away at first, and how long is simulated. */
#pragma once

#include "dl-settings.h"

G_BEGIN_DECLS

#define DL_TYPE_ROUTER_PANEL (dl_router_panel_get_type ())
G_DECLARE_FINAL_TYPE (DlRouterPanel, dl_router_panel, DL, ROUTER_PANEL, DlSettings)

GtkWidget *dl_router_panel_new (void);

G_END_DECLS
