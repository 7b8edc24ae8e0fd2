/* Nodes ranked by the packets that they send over a link, or get over it: each with its share as a
 * bar. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

/* As many as are listed; the others are counted below. */
#define DL_FLOW_LIST_ROWS 12

#define DL_TYPE_FLOW_LIST (dl_flow_list_get_type ())
G_DECLARE_FINAL_TYPE (DlFlowList, dl_flow_list, DL, FLOW_LIST, GtkWidget)

/* Signals:
 *   explain (uint node)  the route of one of its packets is asked for
 */

/* What a list shows: @nodes (n_nodes <= DL_FLOW_LIST_ROWS) of the @n_all that have packets, the
 * most first, with the packets of each node of the network in @counts and of all in @total. */
typedef struct
{
  const guint32 *nodes;
  guint n_nodes;
  guint n_all;
  const guint64 *counts;
  guint64 total;
} DlFlowListContent;

/* @title is translated; @explains: rows have a button for "explain". A row that is activated
 * selects its node in @view. */
GtkWidget *dl_flow_list_new (DlView *view, const char *title, gboolean explains);
/* What @content points at is not looked at later. */
void dl_flow_list_show (DlFlowList *self, const DlFlowListContent *content);

/* For tests: what row @i says, "(1,2,3) | 24 | 2.1 %", or NULL if there is none, and what is said
 * of the nodes that are not listed. */
char *dl_flow_list_describe (DlFlowList *self, guint i);
const char *dl_flow_list_get_more (DlFlowList *self);
/* As if row @i were activated. */
void dl_flow_list_activate (DlFlowList *self, guint i);

G_END_DECLS
