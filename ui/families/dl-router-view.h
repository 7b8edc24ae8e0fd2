/* The view of a router from inside: each kind of router that is shown has a view of its own, and
 * the scenario's is there. */
#pragma once

#include "dl-inside-contest.h"
#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_ROUTER_VIEW (dl_router_view_get_type ())
G_DECLARE_FINAL_TYPE (DlRouterView, dl_router_view, DL, ROUTER_VIEW, GtkWidget)

GtkWidget *dl_router_view_new (DlView *view);
/* The output or grant that is explained, where the router shown has any to explain. */
DlInsideLook dl_router_view_get_look (DlRouterView *self);

G_END_DECLS
