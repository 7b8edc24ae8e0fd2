/* Flows of a link of a torus. */
#pragma once

#include <gio/gio.h>

#include "dl-link-flows.h"
#include "dl-pattern.h"
#include "dl-torus-routes.h"

G_BEGIN_DECLS

/* Count the delivered packets of @demand that pass @link, by nodes; with random ties the expected
 * ones: of each pair the share of its routes that have the link. NULL if canceled. */
DlLinkFlows *dl_torus_flows_new (const DlTorusRoutes *routes, const DlDemand *demand, guint link,
                                 GCancellable *cancellable);
/* The same by following every pair's route: the oracle. */
DlLinkFlows *dl_torus_flows_new_naive (const DlTorusRoutes *routes, const DlDemand *demand,
                                       guint link);

/* An example of @source's packets over the link: the destination that gets most of them over it;
 * DL_NO_NODE if there is none. @routes and @demand are those of the flows. */
guint dl_torus_flows_partner (const DlLinkFlows *flows, const DlTorusRoutes *routes,
                              const DlDemand *demand, guint source);

/* A route from @source to @dest that has the link: the @which of dl_torus_route_choices_pick. */
guint dl_torus_flows_which (const DlLinkFlows *flows, const DlTorusRoutes *routes, guint source,
                            guint dest, guint64 seed);

G_END_DECLS
