/* The nodes of a dragonfly as ranks are placed on them. */
#pragma once

#include "dl-dragonfly.h"
#include "dl-sites.h"

G_BEGIN_DECLS

/* By group.chassis.blade.node, or its index. */
DlSites dl_sites_of_dragonfly (const DlDragonfly *dragonfly);

G_END_DECLS
