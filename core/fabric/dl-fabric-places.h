/* The hosts of a fabric as ranks and jobs are placed on them. */
#pragma once

#include "dl-fabric.h"
#include "dl-sites.h"

G_BEGIN_DECLS

/* Vertices of @fabric by name or GUID. A group is a switch with hosts, a leaf switch, by the number
 * of the switch. */
DlSites dl_fabric_sites (const DlFabric *fabric);
/* A cell is a host, a unit a leaf switch, with its hosts in one row unless they are many, and a
 * block a subtree, or the last dimension's slice of a HyperX; without subtrees, there are no
 * blocks. All in the order of their numbers. Hosts without a cable are not there. Unref with
 * dl_site_grid_unref. */
DlSiteGrid *dl_fabric_site_grid (DlFabric *fabric);

G_END_DECLS
