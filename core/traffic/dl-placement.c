#include "dl-placement.h"

#include "dl-random-order.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

G_DEFINE_QUARK (dl - placement - error - quark, dl_placement_error)

/* No rank yet, room for one a node. */
static DlPlacement *
placement_begin (const DlNetwork *network)
{
  DlPlacement *placement = g_new0 (DlPlacement, 1);

  g_atomic_ref_count_init (&placement->refs);
  placement->n_nodes = network->n_nodes;
  placement->node = g_new (guint32, network->n_nodes);
  placement->rank = g_new (guint32, network->n_nodes);
  for (guint node = 0; node < network->n_nodes; node++)
    placement->rank[node] = DL_NO_RANK;
  return placement;
}

static void
place_next (DlPlacement *placement, guint node)
{
  placement->rank[node] = placement->n_ranks;
  placement->node[placement->n_ranks++] = node;
}

/* As many ranks as @wanted, 0 for all the working nodes; 0 with an error. */
static guint
count_ranks (const DlNetwork *network, guint wanted, GError **error)
{
  if (network->n_working_nodes == 0)
    g_set_error (error, DL_PLACEMENT_ERROR, DL_PLACEMENT_ERROR_COUNT,
                 _ ("no node is working (at least one)"));
  else if (wanted > network->n_working_nodes)
    g_set_error (error, DL_PLACEMENT_ERROR, DL_PLACEMENT_ERROR_COUNT,
                 _ ("%u ranks and %u working nodes (a node of its own for each rank)"), wanted,
                 network->n_working_nodes);
  else
    return wanted > 0 ? wanted : network->n_working_nodes;
  return 0;
}

/* The working nodes in @order, NULL for ascending. */
static DlPlacement *
place_in_order (const DlNetwork *network, guint n_ranks, const guint32 *order, GError **error)
{
  const guint n = count_ranks (network, n_ranks, error);
  DlPlacement *placement;

  if (n == 0)
    return NULL;
  placement = placement_begin (network);
  for (guint i = 0; placement->n_ranks < n; i++)
    {
      const guint node = order != NULL ? order[i] : i;
      if (network->node_up[node])
        place_next (placement, node);
    }
  return placement;
}

DlPlacement *
dl_placement_new_linear (const DlNetwork *network, guint n_ranks, GError **error)
{
  return place_in_order (network, n_ranks, NULL, error);
}

DlPlacement *
dl_placement_new_random (const DlNetwork *network, guint n_ranks, guint64 seed, GError **error)
{
  g_autofree guint32 *order = dl_random_order_new (network->n_nodes, seed);

  return place_in_order (network, n_ranks, order, error);
}

/* The node that a line names. */
static gboolean
parse_node (const DlNetwork *network, const DlTextLines *lines, const char *line, guint *node,
            GError **error)
{
  const DlTorus *torus = &network->torus;
  const guint plane = torus->radix[DL_Y] * torus->radix[DL_Z];
  /* As much of a shape as names of nodes depend on. */
  const DlTorusSpec spec = {
    .radix = { torus->radix[DL_X], torus->radix[DL_Y], torus->radix[DL_Z] },
    .region_nodes = torus->region_planes * plane,
  };
  g_autofree char *name = dl_text_excerpt (line);
  DlCoord coord;

  if (!dl_torus_spec_parse_node (&spec, name, &coord, error))
    {
      g_prefix_error (error, "%s:%u: ", lines->file_name, lines->number);
      return FALSE;
    }
  *node = dl_network_node_at (network, coord);
  return TRUE;
}

static gboolean
place_line (DlPlacement *placement, const DlNetwork *network, const DlTextLines *lines,
            const char *line, GError **error)
{
  g_autofree char *name = NULL;
  guint node;

  if (!parse_node (network, lines, line, &node, error))
    return FALSE;
  if (network->node_up[node] && placement->rank[node] == DL_NO_RANK)
    {
      place_next (placement, node);
      return TRUE;
    }
  name = dl_coord_to_string (network->torus.coord[node]);
  if (!network->node_up[node])
    dl_text_lines_error (lines, error, DL_PLACEMENT_ERROR, DL_PLACEMENT_ERROR_BROKEN,
                         _ ("rank %u is on node %s, which is broken (a working node)"),
                         placement->n_ranks, name);
  else
    dl_text_lines_error (lines, error, DL_PLACEMENT_ERROR, DL_PLACEMENT_ERROR_TWICE,
                         _ ("node %s already has rank %u (a node of its own for each rank)"), name,
                         placement->rank[node]);
  return FALSE;
}

DlPlacement *
dl_placement_parse (const DlNetwork *network, guint n_ranks, const char *text, gssize length,
                    const char *file_name, GError **error)
{
  g_autoptr (DlPlacement) placement = placement_begin (network);
  g_autoptr (GString) line = g_string_new (NULL);
  DlTextLines lines;

  dl_text_lines_init (&lines, text, length, file_name);
  while (dl_text_lines_next (&lines, line))
    if (line->len > 0 && line->str[0] != '#'
        && !place_line (placement, network, &lines, line->str, error))
      return NULL;
  if (placement->n_ranks < MAX (n_ranks, 1))
    {
      dl_text_lines_error (&lines, error, DL_PLACEMENT_ERROR, DL_PLACEMENT_ERROR_COUNT,
                           _ ("the file ends after %u nodes (a node a line for %u ranks)"),
                           placement->n_ranks, MAX (n_ranks, 1));
      return NULL;
    }
  while (n_ranks > 0 && placement->n_ranks > n_ranks)
    placement->rank[placement->node[--placement->n_ranks]] = DL_NO_RANK;
  return g_steal_pointer (&placement);
}

char *
dl_placement_to_text (const DlPlacement *placement, const DlNetwork *network)
{
  GString *text = g_string_new (NULL);

  for (guint rank = 0; rank < placement->n_ranks; rank++)
    {
      g_autofree char *name = dl_coord_to_string (network->torus.coord[placement->node[rank]]);
      g_string_append_printf (text, "%s\n", name);
    }
  return g_string_free (text, FALSE);
}

DlPlacement *
dl_placement_ref (DlPlacement *placement)
{
  g_atomic_ref_count_inc (&placement->refs);
  return placement;
}

void
dl_placement_unref (DlPlacement *placement)
{
  if (placement == NULL || !g_atomic_ref_count_dec (&placement->refs))
    return;
  g_free (placement->node);
  g_free (placement->rank);
  g_free (placement);
}
