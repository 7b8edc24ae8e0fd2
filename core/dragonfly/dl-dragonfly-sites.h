/* The nodes of a dragonfly as ranks are placed on them. */
#pragma once

#include "dl-dragonfly.h"
#include "dl-sites.h"

G_BEGIN_DECLS

/* Nodes of @dragonfly, named by group.chassis.blade.node or index. */
DlSites dl_sites_of_dragonfly (const DlDragonfly *dragonfly);
/* A cell is a router, in a row its chassis, or 16 of a group without chassis; a unit and a block is
 * a group. Unref with dl_site_grid_unref. */
DlSiteGrid *dl_dragonfly_site_grid (const DlDragonfly *dragonfly);

G_END_DECLS
