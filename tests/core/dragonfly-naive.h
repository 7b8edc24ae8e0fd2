/* Loads of a dragonfly, counted naively. */
#pragma once

#include "dl-dragonfly-loads.h"

/* As fixture_loads, whose oracle it is, by following all routes of every pair
 * through every root. */
DlDragonflyLoads *dragonfly_naive_loads (DlDragonflyRoutes *routes, const DlDragonflyDemand *demand,
                                         gboolean nonminimal);
