/* The page of evidence on who loads a link: the packets that pass it, by source and destination.
 * Of the link under the pointer, else of the selected one, else of the busiest. */
#pragma once

#include "dl-pane.h"
#include "dl-view.h"

G_BEGIN_DECLS

/* Nodes or routers ranked by the packets that they send over a link, or get over it: each with its
 * share as a bar. */

/* Rows that are listed; the others are counted below. */
#define DL_FLOW_LIST_ROWS 12

#define DL_TYPE_FLOW_LIST (dl_flow_list_get_type ())
G_DECLARE_FINAL_TYPE (DlFlowList, dl_flow_list, DL, FLOW_LIST, GtkWidget)

/* Signals:
 *   explain (uint end)  the route of one of its packets is asked for
 */

/* Content of a list: @ends (n_ends <= DL_FLOW_LIST_ROWS), places of @kind in @result, of the @n_all
 * that have packets, the most first, with the packets of each end of the network in @counts and of
 * all in @total. */
typedef struct
{
  const DlEvaluation *result;
  DlPlaceKind kind;
  const guint32 *ends;
  guint n_ends;
  guint n_all;
  const double *counts;
  double total;
} DlFlowListContent;

/* For tests: text of row @i, "(1,2,3) | 24 | 2.1 %", or NULL if there is none, and the text on ends
 * that are not listed. */
char *dl_flow_list_describe (DlFlowList *self, guint i);
const char *dl_flow_list_get_more (DlFlowList *self);
/* Activate row @i. */
void dl_flow_list_activate (DlFlowList *self, guint i);

#define DL_TYPE_FLOWS_PANE (dl_flows_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlFlowsPane, dl_flows_pane, DL, FLOWS_PANE, DlPane)

/* For tests: the link whose packets are shown, DL_NO_LINK while none are; the sentence about them;
 * and the lists. */
guint dl_flows_pane_get_link (DlFlowsPane *self);
const char *dl_flows_pane_get_summary (DlFlowsPane *self);
DlFlowList *dl_flows_pane_get_sources (DlFlowsPane *self);
DlFlowList *dl_flows_pane_get_destinations (DlFlowsPane *self);

G_END_DECLS
