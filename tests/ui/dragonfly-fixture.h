/* Shared by tests of a dragonfly's maps: machines of all shapes, and values for their links. */
#pragma once

#include "dl-dragonfly-map.h"
#include "dl-rng.h"

/* Each pair of groups with the cables that are asked for, or as many as there can be (0). */
DlDragonfly *dragonfly_aries (guint groups, guint last_chassis, guint cables, guint n_broken);
DlDragonfly *dragonfly_generic (guint groups, guint routers, guint nodes, guint globals,
                                guint n_broken);

/* A machine of each of these. */
#define DRAGONFLY_N_MACHINES 12
DlDragonfly *dragonfly_machine (guint i);

/* Values of links with their sums. */
typedef struct
{
  float *values, *group_value, *group_out, *group_in;
  DlDragonflyValues sums;
} DragonflyValues;

/* Values of links, 0..1, some idle: busier from each group to the next one. */
DragonflyValues *dragonfly_values_new (const DlDragonfly *dragonfly);
void dragonfly_values_free (DragonflyValues *values);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DragonflyValues, dragonfly_values_free)

/* A map of each kind and some sizes of each machine, sorted or not, with labels of both sizes. */
typedef void (*DragonflyMapFunc) (DlDragonfly *dragonfly, const DlDragonflyMap *map);
void dragonfly_foreach_map (DragonflyMapFunc func);
/* Is @rect as large as a pixel, so that one can be told to be its? */
gboolean dragonfly_has_pixel (const DlDragonflyMap *map, const DlRect *rect);
