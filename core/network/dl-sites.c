#include "dl-sites.h"

#include <string.h>

static void
site_grid_free (gpointer data)
{
  DlSiteGrid *grid = data;

  g_free (grid->node_first);
  g_free (grid->nodes);
  g_free (grid->cell_unit);
  g_free (grid->column);
  g_free (grid->row);
  g_free (grid->unit_first);
  g_free (grid->block_first);
  g_free (grid);
}

DlSiteGrid *
dl_site_grid_new (guint n_cells, guint n_nodes, guint n_units, guint n_blocks)
{
  DlSiteGrid *grid = g_new0 (DlSiteGrid, 1);

  dl_shared_init (&grid->shared, site_grid_free);
  grid->n_cells = n_cells;
  grid->n_nodes = n_nodes;
  grid->n_units = n_units;
  grid->n_blocks = n_blocks;
  grid->node_first = g_new0 (guint32, n_cells + 1);
  grid->nodes = g_new0 (guint32, n_nodes + 1);
  grid->cell_unit = g_new0 (guint32, n_cells + 1);
  grid->column = g_new0 (guint16, n_cells + 1);
  grid->row = g_new0 (guint16, n_cells + 1);
  grid->unit_first = g_new0 (guint32, n_units + 1);
  grid->block_first = g_new0 (guint32, n_blocks + 1);
  return grid;
}

#define SAME(a, b, array, n) (memcmp ((a)->array, (b)->array, (n) * sizeof *(a)->array) == 0)

gboolean
dl_site_grid_equal (const DlSiteGrid *a, const DlSiteGrid *b)
{
  return a->n_cells == b->n_cells && a->n_nodes == b->n_nodes && a->n_units == b->n_units
         && a->n_blocks == b->n_blocks && SAME (a, b, node_first, a->n_cells + 1)
         && SAME (a, b, nodes, a->n_nodes) && SAME (a, b, column, a->n_cells)
         && SAME (a, b, row, a->n_cells) && SAME (a, b, unit_first, a->n_units + 1)
         && SAME (a, b, block_first, a->n_blocks + 1);
}
