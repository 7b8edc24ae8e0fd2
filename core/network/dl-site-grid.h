/* Nodes in the order and the places in which a map shows them: cells of nodes, which are in rows
 * and columns of a unit, units in blocks. It has no sizes: whoever draws it has. Immutable once
 * filled, shared by reference. */
#pragma once

#include "dl-shared.h"

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  DlShared shared;
  guint n_cells; /* that are painted as one: a router, a host */
  guint n_nodes; /* in them */
  guint n_units; /* a group, a leaf switch */
  /* Side by side, each of units below each other. 0: units are all alike, and as many are put below
   * each other as suits the picture. */
  guint n_blocks;
  guint32 *node_first;  /* (n_cells + 1) into nodes */
  guint32 *nodes;       /* (n_nodes) */
  guint32 *cell_unit;   /* (n_cells) */
  guint16 *column;      /* (n_cells) in its unit, where some may be without a cell; */
  guint16 *row;         /* (n_cells) cells are ordered by unit, then row, then column */
  guint32 *unit_first;  /* (n_units + 1) into cells; none is empty */
  guint32 *block_first; /* (n_blocks + 1) into units; none is empty */
} DlSiteGrid;

/* All zero, to be filled. */
DlSiteGrid *dl_site_grid_new (guint n_cells, guint n_nodes, guint n_units, guint n_blocks);
DL_SHARED (DlSiteGrid, dl_site_grid)

gboolean dl_site_grid_equal (const DlSiteGrid *a, const DlSiteGrid *b);

static inline guint
dl_site_grid_count (const DlSiteGrid *grid, guint cell)
{
  return grid->node_first[cell + 1] - grid->node_first[cell];
}

/* The nodes of @cell: (dl_site_grid_count) of them. */
static inline const guint32 *
dl_site_grid_nodes (const DlSiteGrid *grid, guint cell)
{
  return grid->nodes + grid->node_first[cell];
}

G_END_DECLS
