#include "dl-placement.h"

#include "dl-rng.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

G_DEFINE_QUARK (dl - placement - error - quark, dl_placement_error)

static void
placement_free (gpointer data)
{
  DlPlacement *placement = data;

  g_free (placement->node);
  g_free (placement->rank);
  g_free (placement);
}

/* No rank yet, room for one per node. */
static DlPlacement *
placement_begin (guint n_nodes)
{
  DlPlacement *placement = g_new0 (DlPlacement, 1);

  dl_shared_init (&placement->shared, placement_free);
  placement->n_nodes = n_nodes;
  placement->node = g_new (guint32, n_nodes);
  placement->rank = g_new (guint32, n_nodes);
  for (guint node = 0; node < n_nodes; node++)
    placement->rank[node] = DL_NO_RANK;
  return placement;
}

static void
place_next (DlPlacement *placement, guint node)
{
  placement->rank[node] = placement->n_ranks;
  placement->node[placement->n_ranks++] = node;
}

DlPlacement *
dl_placement_new_nodes (guint n_nodes, const guint32 *node, guint n_ranks)
{
  DlPlacement *placement = placement_begin (n_nodes);

  for (guint rank = 0; rank < n_ranks; rank++)
    {
      g_assert (node[rank] < n_nodes && placement->rank[node[rank]] == DL_NO_RANK);
      place_next (placement, node[rank]);
    }
  return placement;
}

/* The number of ranks: @wanted, 0 for all the working nodes; 0 with an error. */
static guint
count_ranks (const DlSites *sites, guint wanted, GError **error)
{
  if (sites->n_working == 0)
    g_set_error (error, DL_PLACEMENT_ERROR, DL_PLACEMENT_ERROR_COUNT,
                 _ ("no node is working (at least one must work)"));
  else if (wanted > sites->n_working)
    g_set_error (error, DL_PLACEMENT_ERROR, DL_PLACEMENT_ERROR_COUNT,
                 _ ("%u ranks need as many working nodes, and there are %u (use fewer ranks)"),
                 wanted, sites->n_working);
  else
    return wanted > 0 ? wanted : sites->n_working;
  return 0;
}

/* The working nodes in @order, NULL for ascending. */
static DlPlacement *
place_in_order (const DlSites *sites, guint n_ranks, const guint32 *order, GError **error)
{
  const guint n = count_ranks (sites, n_ranks, error);
  DlPlacement *placement;

  if (n == 0)
    return NULL;
  placement = placement_begin (sites->n_nodes);
  for (guint i = 0; placement->n_ranks < n; i++)
    {
      const guint node = order != NULL ? order[i] : i;
      if (sites->is_up (sites->network, node))
        place_next (placement, node);
    }
  return placement;
}

DlPlacement *
dl_placement_new_linear_on (const DlSites *sites, guint n_ranks, GError **error)
{
  return place_in_order (sites, n_ranks, NULL, error);
}

DlPlacement *
dl_placement_new_random_on (const DlSites *sites, guint n_ranks, guint64 seed, GError **error)
{
  g_autofree guint32 *order = dl_random_order_new (sites->n_nodes, seed);

  return place_in_order (sites, n_ranks, order, error);
}

static gboolean
place_line (DlPlacement *placement, const DlSites *sites, const DlTextLines *lines,
            const char *line, GError **error)
{
  g_autofree char *excerpt = sites->free_names ? NULL : dl_text_excerpt (line);
  g_autofree char *name = NULL;
  guint node;

  if (!sites->parse (sites->network, excerpt != NULL ? excerpt : line, &node, error))
    {
      g_prefix_error (error, "%s:%u: ", lines->file_name, lines->number);
      return FALSE;
    }
  if (sites->is_up (sites->network, node) && placement->rank[node] == DL_NO_RANK)
    {
      place_next (placement, node);
      return TRUE;
    }
  name = sites->name (sites->network, node);
  if (!sites->is_up (sites->network, node))
    dl_text_lines_error (lines, error, DL_PLACEMENT_ERROR, DL_PLACEMENT_ERROR_BROKEN,
                         _ ("rank %u is on node %s, which is broken (use a working node)"),
                         placement->n_ranks, name);
  else
    dl_text_lines_error (lines, error, DL_PLACEMENT_ERROR, DL_PLACEMENT_ERROR_TWICE,
                         _ ("node %s already has rank %u (use one node per rank)"), name,
                         placement->rank[node]);
  return FALSE;
}

/* A node of a torus or a dragonfly under any of its names, or the rules of jobs. */
static gboolean
may_be_place (const char *line)
{
  static const char node[] = "0123456789(),.-cnsg \t";
  static const char rule[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "(),.:@;_- \t";

  return line[strspn (line, strpbrk (line, ":@") != NULL ? rule : node)] == '\0';
}

gboolean
dl_placement_check_text (const char *text, const char *file_name, GError **error)
{
  g_autoptr (GString) line = g_string_new (NULL);
  DlTextLines lines;

  dl_text_lines_init (&lines, text, -1, file_name);
  while (dl_text_lines_next (&lines, line))
    if (line->len > 0 && line->str[0] != '#' && !may_be_place (line->str))
      {
        dl_text_lines_error (&lines, error, DL_PLACEMENT_ERROR, DL_PLACEMENT_ERROR_TEXT,
                             _ ("this is not a placement (expected one node per line)"));
        return FALSE;
      }
  return TRUE;
}

DlPlacement *
dl_placement_parse_on (const DlSites *sites, guint n_ranks, const char *text, gssize length,
                       const char *file_name, GError **error)
{
  g_autoptr (DlPlacement) placement = placement_begin (sites->n_nodes);
  g_autoptr (GString) line = g_string_new (NULL);
  DlTextLines lines;

  dl_text_lines_init (&lines, text, length, file_name);
  while (dl_text_lines_next (&lines, line))
    if (line->len > 0 && line->str[0] != '#'
        && !place_line (placement, sites, &lines, line->str, error))
      return NULL;
  if (placement->n_ranks < MAX (n_ranks, 1))
    {
      dl_text_lines_error (&lines, error, DL_PLACEMENT_ERROR, DL_PLACEMENT_ERROR_COUNT,
                           _ ("the file ends after %u nodes (expected one node per line for %u "
                              "ranks)"),
                           placement->n_ranks, MAX (n_ranks, 1));
      return NULL;
    }
  while (n_ranks > 0 && placement->n_ranks > n_ranks)
    placement->rank[placement->node[--placement->n_ranks]] = DL_NO_RANK;
  return g_steal_pointer (&placement);
}
