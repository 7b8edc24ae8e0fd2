/* Who loads a link: the packets of a demand that pass it, by where they come from and where they
 * go. */
#pragma once

#include <gio/gio.h>

#include "dl-pattern.h"
#include "dl-routes.h"

G_BEGIN_DECLS

typedef struct
{
  guint link;
  guint64 packets; /* that pass it: its load */
  guint n_nodes;
  guint64 *by_source; /* (n_nodes) of them, from each node */
  guint64 *by_dest;   /* (n_nodes) of them, to each node */
} DlLinkFlows;

/* Count the delivered packets of @demand that pass @link. NULL if cancelled. */
DlLinkFlows *dl_link_flows_new (const DlRoutes *routes, const DlDemand *demand, guint link,
                                GCancellable *cancellable);
/* The same by following every pair's route: the oracle. */
DlLinkFlows *dl_link_flows_new_naive (const DlRoutes *routes, const DlDemand *demand, guint link);
void dl_link_flows_free (DlLinkFlows *flows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlLinkFlows, dl_link_flows_free)

/* The nodes that send (or get, as @counts says) most, most first and the smaller node among equals;
 * at most @n, none without packets. Returns how many; @nodes has room for @n. */
guint dl_link_flows_top (const DlLinkFlows *flows, const guint64 *counts, guint n, guint32 *nodes);

/* An example of what @source sends over the link: of the nodes that its packets pass the link for,
 * the one that gets most over it; DL_NO_NODE if there is none. @routes and @demand are those that
 * were counted. */
guint dl_link_flows_partner (const DlLinkFlows *flows, const DlRoutes *routes,
                             const DlDemand *demand, guint source);

G_END_DECLS
