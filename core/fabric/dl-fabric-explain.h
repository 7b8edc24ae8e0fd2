/* Routes, tables and loads of a fabric in words, as all families show them. */
#pragma once

#include "dl-explained.h"
#include "dl-fabric-analysis.h"
#include "dl-link-flows.h"

G_BEGIN_DECLS

/* The route of the @which-th packet from host @from to host @to, channel by channel, injection and
 * ejection included; links and virtual channels are the fabric's channels and the routes' layers.
 */
DlExplained *dl_fabric_explain (const DlFabricRoutes *routes, guint from, guint to, guint which);

/* Flows of @channel under @demand (nullable: uniform), by hosts, of routes that are tables: faster
 * than by DlNext. NULL if canceled. */
DlLinkFlows *dl_fabric_flows (const DlFabricRoutes *routes, const DlDemand *demand, guint channel,
                              GCancellable *cancellable);

/* Table of switch @s: a row for each host, with the port, and where that leads. */
DlRouterTable *dl_fabric_switch_table (const DlFabricRoutes *routes, guint s);

G_END_DECLS
