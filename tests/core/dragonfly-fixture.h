/* Small and damaged dragonflies for the tests of their routes. */
#pragma once

#include "dl-dragonfly-demand.h"
#include "dl-dragonfly-loads.h"
#include "dl-rng.h"

G_BEGIN_DECLS

/* Edison's cabling; NULL, with a message, where the file is not there. */
DlDragonfly *fixture_edison (void);
/* @cables per pair, nothing broken. */
DlDragonfly *fixture_cascade (guint groups, guint cables);
/* BookSim's: 33 groups of 8 routers with 4 nodes and 4 global links. */
DlDragonfly *fixture_generic_33 (void);
/* A random shape of 2 to 5 groups, healthy for @damage 0, else with links, routers and cables
 * broken. @text (nullable) says which. Free with g_free. */
DlDragonfly *fixture_random (guint64 seed, guint damage, char **text);
/* The demand in @net, one of FIXTURE_DEMANDS: the patterns, then demands unlike any of them, by
 * groups, by sets, with few and with many flows, and a permutation. */
#define FIXTURE_DEMANDS 8
DlDragonflyDemand *fixture_demand (DlDragonfly *net, guint which, DlRng *rng);
/* Up to @most destinations of each node, some of them with nothing to get. */
DlDragonflyDemand *fixture_flows (DlDragonfly *net, guint most, gboolean weighted, DlRng *rng);
/* Loads of minimal routes, or with @nonminimal of routes through a random root per packet. */
DlDragonflyLoads *fixture_loads (DlDragonflyRoutes *routes, const DlDragonflyDemand *demand,
                                 gboolean nonminimal);

G_END_DECLS
