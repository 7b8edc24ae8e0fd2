/* Nodes or routers ranked by the packets that they send over a link, or get over it: each with its
 * share as a bar. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

/* As many as are listed; the others are counted below. */
#define DL_FLOW_LIST_ROWS 12

#define DL_TYPE_FLOW_LIST (dl_flow_list_get_type ())
G_DECLARE_FINAL_TYPE (DlFlowList, dl_flow_list, DL, FLOW_LIST, GtkWidget)

/* Signals:
 *   explain (uint end)  the route of one of its packets is asked for
 */

/* What a list shows: @ends (n_ends <= DL_FLOW_LIST_ROWS), places of @kind in @result, of the @n_all
 * that have packets, the most first, with the packets of each end of the network in @counts and of
 * all in
 * @total. */
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

/* @title is translated; @explains: rows have a button for "explain". A row that is activated
 * selects its place in @view. */
GtkWidget *dl_flow_list_new (DlView *view, const char *title, gboolean explains);
/* What @content points at is not looked at later. */
void dl_flow_list_show (DlFlowList *self, const DlFlowListContent *content);

/* For tests: what row @i says, "(1,2,3) | 24 | 2.1 %", or NULL if there is none, and what is said
 * of those that are not listed. */
char *dl_flow_list_describe (DlFlowList *self, guint i);
const char *dl_flow_list_get_more (DlFlowList *self);
/* As if row @i were activated. */
void dl_flow_list_activate (DlFlowList *self, guint i);

/* "1,104" or "3.25": packets, which may be expected ones; free with g_free. For plural forms, a
 * whole number that is as they are. */
char *dl_flow_number (double packets);
gulong dl_flow_plural (double packets);
/* "3 nodes", "3 routers"; free with g_free. */
char *dl_flow_ends (DlPlaceKind kind, guint n);

G_END_DECLS
