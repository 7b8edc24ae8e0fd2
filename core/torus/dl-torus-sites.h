/* The nodes of a torus as ranks are placed on them. */
#pragma once

#include "dl-network.h"
#include "dl-sites.h"

G_BEGIN_DECLS

/* By x,y,z or a NID. */
DlSites dl_sites_of_torus (const DlNetwork *network);

G_END_DECLS
