/* Base of views of a router from inside while it is simulated: the selected router is watched while
 * a view is visible, and the views are updated no more often than one can follow. */
#pragma once

#include "dl-pane.h"

G_BEGIN_DECLS

/* Brings the widget up to date with the latest picture. */
typedef void (*DlRouterLookUpdate) (GtkWidget *widget);

/* For @widget, with which it ends. @run_button runs or pauses the simulation, and says which. */
void dl_router_look_add (GtkWidget *widget, DlView *view, GtkButton *run_button,
                         DlRouterLookUpdate update);

/* Widgets of such a view. */
typedef struct
{
  GtkBox *toolbar; /* with Step, Next Grant and Run */
  GtkButton *run_button;
  GtkStack *pages; /* "router" or "nothing" */

  GtkBox *page; /* "router": the chart, its story, and what follows below */
  GtkScrolledWindow *scroll;
  GtkWidget *chart; /* a GtkDrawingArea */
  GtkLabel *story;

  GtkLabel *hint, *problem; /* "nothing": why, and a button to begin with */
  GtkWidget *begin;
} DlRouterFrame;

/* Button tooltips, translatable, and the chart's functions: draw as GtkDrawingArea's, motion
 * (@pane, x, y), leave (@pane), and the signals of a click and of keys. */
typedef struct
{
  const char *grant_tip, *begin_tip;
  GtkDrawingAreaDrawFunc draw;
  GCallback motion, leave, pressed, key_pressed;
} DlRouterFrameKind;

/* Put it into @pane, which is the data of @kind's functions. */
void dl_router_frame_init (DlRouterFrame *self, DlPane *pane, const DlRouterFrameKind *kind);

G_END_DECLS
