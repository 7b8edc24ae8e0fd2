/* What the nodes of one router send to those of another, a row or a column at a time. */
#pragma once

#include "dl-dragonfly-demand.h"

G_BEGIN_DECLS

typedef struct _DlRouterDemand DlRouterDemand;

/* @demand is kept by whoever keeps this. */
DlRouterDemand *dl_router_demand_new (const DlDragonflyDemand *demand);
void dl_router_demand_free (DlRouterDemand *demand);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlRouterDemand, dl_router_demand_free)

/* The packets of all pairs of nodes from @source to each other router, or to @dest from each other
 * one, into @packets (n_routers). None to itself. */
void dl_router_demand_row (const DlRouterDemand *demand, guint source, double *packets);
void dl_router_demand_column (const DlRouterDemand *demand, guint dest, double *packets);

G_END_DECLS
