/* What views of a router from inside share while it is simulated: the selected router is watched as
 * long as somebody looks, and what they show is brought up to date no more often than one can
 * follow. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

/* Brings the widget up to date with the latest picture. */
typedef void (*DlRouterLookUpdate) (GtkWidget *widget);

/* For @widget, with which it ends. @run_button runs or pauses the simulation, and says which. */
void dl_router_look_add (GtkWidget *widget, DlView *view, GtkButton *run_button,
                         DlRouterLookUpdate update);

G_END_DECLS
