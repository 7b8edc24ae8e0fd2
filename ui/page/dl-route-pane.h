/* The page of evidence that explains a route: two nodes, and hop by hop the port, the virtual
 * channel, the rules that chose them and the rejected choices. */
#pragma once

#include "dl-pane.h"
#include "dl-shell.h"
#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_ROUTE_PANE (dl_route_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlRoutePane, dl_route_pane, DL, ROUTE_PANE, DlPane)

/* The actions on routes and on the cycle of the verdict: route-from, route-to, explain-route,
 * path-next, path-previous, hide-path and show-cycle. The shown path comes with its page. */

void dl_route_actions_add (DlShell *shell);

/* The hops of the path that the views show, one below the other: selecting one makes it the step
 * that stands out in the maps, and the other way round. */

typedef void (*DlStepFunc) (guint step, DlStepText *text, gpointer user_data);

#define DL_TYPE_STEP_LIST (dl_step_list_get_type ())
G_DECLARE_FINAL_TYPE (DlStepList, dl_step_list, DL, STEP_LIST, GtkWidget)

/* A list for paths of @kind; one of the cycle shows it when a row is selected. @label is for
 * assistive technology; @func writes the rows as they come into sight. */
GtkWidget *dl_step_list_new (DlView *view, DlPathKind kind, const char *label, DlStepFunc func,
                             gpointer user_data);
/* There are other hops now, @n_steps of them. */
void dl_step_list_set_n (DlStepList *self, guint n_steps);
guint dl_step_list_get_n (DlStepList *self);
/* Step of the selected row, or DL_NO_STEP. */
guint dl_step_list_get_selected (DlStepList *self);
/* Text of the row of @step, in one line: for tests and assistive technology. */
char *dl_step_list_describe (DlStepList *self, guint step);

G_END_DECLS
