/* Fabrics for tests, and what is known of any. */
#pragma once

#include "dl-fabric-builder.h"
#include "dl-fabric-options.h"
#include "dl-fabric-plan.h"
#include "dl-rng.h"

/* A generated one; @values: children, parents (and cables) of a fat tree by /, as in "4,4/1,2". */
DlFabric *fabric_tree (const char *values);
/* @tree with a cable more from switch @a to switch @b. */
DlFabric *fabric_with_cable (const DlFabric *tree, guint a, guint b);
DlFabric *fabric_hyperx (guint n, const guint *size, guint cables, guint hosts);
/* A torus of switches, ports 1.. per dimension + and -, then @hosts. */
DlFabric *fabric_torus (guint n, const guint *radix, guint hosts);
/* One of many kinds, some irregular, with hosts; the same for a seed. */
DlFabric *fabric_random (guint64 seed);
/* A copy with @n random faults: cables, directions, switches, hosts. */
DlFabric *fabric_break_some (DlFabric *fabric, guint n, guint64 seed);
/* All that its arrays say of each other. */
void fabric_check (const DlFabric *fabric);
/* The textbook's router: buffers of eight flits, one cycle for each of its stages and channels. */
DlIqSpec fabric_iq_spec (guint vcs);
/* A plan on @routes, of which @options says the rest. */
DlIqPlan *fabric_iq_plan (DlFabricRoutes *routes, DlIqPlanOptions *options, GError **error);
