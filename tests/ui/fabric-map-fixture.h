/* Shared by tests of a fabric's maps: fabrics of all kinds, with the loads of their channels. */
#pragma once

#include "dl-fabric-analysis.h"
#include "dl-fabric-engine.h"
#include "dl-levels-map.h"

/* A fabric by name: "tree-1024", "leaf-spine", "hyperx", "slim-fly", "dragonfly-plus", "random",
 * "toy", "tree-11664"; as the file @topology has it where that is given. */
DlFabric *fabric_map_make (const char *name, const char *topology);
/* A copy with @n random cables broken. */
DlFabric *fabric_map_break (DlFabric *fabric, guint n, guint64 seed);
/* Routes and loads of uniform traffic by @engine. */
DlFabricAnalysis *fabric_map_analyze (DlFabric *fabric, const char *engine);
/* (n_channels) of all layers; NAN without load. Free with g_free. */
float *fabric_map_values (const DlFabricAnalysis *analysis, double *max);
