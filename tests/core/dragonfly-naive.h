/* Loads of a dragonfly, counted naively. */
#pragma once

#include "dl-dragonfly-loads.h"

/* The oracle of fixture_loads: follows all routes of every pair through every root. */
DlDragonflyLoads *dragonfly_naive_loads (DlDragonflyRoutes *routes, const DlDragonflyDemand *demand,
                                         gboolean nonminimal);
