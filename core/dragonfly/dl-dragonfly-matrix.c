#include "dl-dragonfly-matrix.h"

#include <glib/gi18n-lib.h>

DlDragonflyDemand *
dl_dragonfly_demand_new_matrix (DlDragonfly *dragonfly, const DlPlacement *placement,
                                const DlMatrix *matrix, guint payload_bytes, GError **error)
{
  const guint n = dragonfly->n_nodes;
  guint32 *first, *dest;
  double *weight;

  g_assert (placement->n_nodes == n && payload_bytes > 0);
  if (matrix->n_ranks > placement->n_ranks)
    {
      g_set_error (error, DL_PLACEMENT_ERROR, DL_PLACEMENT_ERROR_COUNT,
                   _ ("the matrix has %u ranks and the placement %u (a node for each rank)"),
                   matrix->n_ranks, placement->n_ranks);
      return NULL;
    }
  first = g_new (guint32, n + 1);
  dest = g_new (guint32, MAX (matrix->n_entries, 1));
  weight = g_new (double, MAX (matrix->n_entries, 1));
  first[0] = 0;
  for (guint node = 0; node < n; node++)
    {
      const guint rank = placement->rank[node];

      first[node + 1] = first[node];
      if (rank == DL_NO_RANK || rank >= matrix->n_ranks)
        continue;
      for (guint i = matrix->first[rank]; i < matrix->first[rank + 1]; i++)
        {
          const guint at = first[node + 1]++;

          dest[at] = placement->node[matrix->dest[i]];
          weight[at] = (matrix->bytes[i] + payload_bytes - 1) / payload_bytes;
        }
    }
  return dl_dragonfly_demand_new_flows (dragonfly, first, dest, weight);
}
