/* The nodes of a torus as ranks are placed on them. */
#pragma once

#include "dl-sites.h"
#include "dl-torus.h"

G_BEGIN_DECLS

/* Nodes of @network, named by x,y,z or NID. */
DlSites dl_sites_of_torus (const DlTorusNetwork *network);

G_END_DECLS
