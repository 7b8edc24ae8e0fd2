/* Shared by tests of maps: networks of all shapes, and a map of each kind of them. */
#pragma once

#include "dl-map.h"
#include "dl-rng.h"

typedef struct
{
  guint radix[DL_TORUS_N_DIMS];
  gboolean wrap[DL_TORUS_N_DIMS];
} MapShape;

#define MAP_N_SHAPES       11
#define MAP_N_LARGE_SHAPES 7

extern const MapShape map_shapes[MAP_N_SHAPES];
/* The largest networks. */
extern const MapShape map_large_shapes[MAP_N_LARGE_SHAPES];

/* With at most @n_broken broken cables. */
DlTorusNetwork *map_build (const MapShape *shape, guint n_broken, DlRng *rng);

typedef void (*MapFunc) (const DlTorusNetwork *network, const DlMap *map);

/* For a map of each kind, axis and some sizes of each shape, and of @n_random other ones. */
void map_foreach (MapFunc func, guint n_random);
void map_foreach_large (MapFunc func);

/* Has the cell a pixel of its own? */
gboolean map_has_pixel (const DlMap *map, const DlRect *rect);
