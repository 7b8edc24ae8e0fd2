/* The configuration of networks whose family has no panel of its own: a row for each of its keys,
 * then what all families have. */
#pragma once

#include "dl-settings.h"
#include "dl-view.h"

G_BEGIN_DECLS

GtkWidget *dl_plain_panel_new (DlView *view, const DlFamily *family);
/* The same with a box of settings of its own for the keys of the family. */
GtkWidget *dl_plain_panel_new_with (DlView *view, const DlFamily *family, GtkWidget *own);

/* The router's sizes and delays, folded away at first, and how long is simulated. */

#define DL_TYPE_ROUTER_PANEL (dl_router_panel_get_type ())
G_DECLARE_FINAL_TYPE (DlRouterPanel, dl_router_panel, DL, ROUTER_PANEL, DlSettings)

GtkWidget *dl_router_panel_new (void);

G_END_DECLS
