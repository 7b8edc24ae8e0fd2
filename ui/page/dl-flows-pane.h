/* The page of evidence on who loads a link: the packets that pass it, by source and destination.
 * Of the link under the pointer, else of the selected one, else of the busiest. */
#pragma once

#include "dl-flow-list.h"
#include "dl-pane.h"

G_BEGIN_DECLS

#define DL_TYPE_FLOWS_PANE (dl_flows_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlFlowsPane, dl_flows_pane, DL, FLOWS_PANE, DlPane)

GtkWidget *dl_flows_pane_new (DlView *view);

/* For tests: the link whose packets are shown, DL_NO_LINK while none are; the sentence about them;
 * and the lists. */
guint dl_flows_pane_get_link (DlFlowsPane *self);
const char *dl_flows_pane_get_summary (DlFlowsPane *self);
DlFlowList *dl_flows_pane_get_sources (DlFlowsPane *self);
DlFlowList *dl_flows_pane_get_destinations (DlFlowsPane *self);

G_END_DECLS
