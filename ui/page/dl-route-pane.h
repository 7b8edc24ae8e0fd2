/* The page of evidence that explains a route: two nodes, and hop by hop the port, the virtual
 * channel, the rules that chose them and what was passed over. */
#pragma once

#include "dl-pane.h"

G_BEGIN_DECLS

#define DL_TYPE_ROUTE_PANE (dl_route_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlRoutePane, dl_route_pane, DL, ROUTE_PANE, DlPane)

GtkWidget *dl_route_pane_new (DlView *view);

G_END_DECLS
