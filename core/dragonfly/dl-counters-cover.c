#include "dl-counters-cascade.h"

#include "dl-counters-reader.h"

#include <glib/gi18n-lib.h>

/* The router of a machine that @at names, with the machine's own number for its group. */
static guint
find_router (const DlDragonfly *machine, DlRouterAt at)
{
  const guint group = dl_dragonfly_group_named (machine, at.group);

  return group != G_MAXUINT
             ? dl_dragonfly_router_at (machine, (DlRouterAt) { group, at.chassis, at.blade })
             : DL_NO_NODE;
}

guint32 *
dl_counters_find_links (const DlCounters *counters, const DlDragonfly *machine)
{
  const GArray *rows = dl_cascade_counters (counters)->links;
  guint32 *links = g_new (guint32, MAX (1, rows->len));

  for (guint i = 0; i < rows->len; i++)
    {
      const DlCascadeCount *count = &g_array_index (rows, DlCascadeCount, i);
      const guint from = find_router (machine, count->from), to = find_router (machine, count->to);

      links[i] = from == DL_NO_NODE || to == DL_NO_NODE
                     ? G_MAXUINT32
                     : dl_dragonfly_find_link (machine, from, to, count->parallel);
      if (links[i] != G_MAXUINT32 && machine->link_class[links[i]] != count->class)
        links[i] = G_MAXUINT32;
    }
  return links;
}

static void
cover_links (DlCounters *counters, const DlDragonfly *machine, DlCountersCoverage *coverage)
{
  const GArray *rows = dl_cascade_counters (counters)->links;
  g_autofree guint32 *links = machine != NULL ? dl_counters_find_links (counters, machine) : NULL;

  for (guint i = 0; i < rows->len; i++)
    {
      const DlCascadeCount *count = &g_array_index (rows, DlCascadeCount, i);

      if (links == NULL || links[i] != G_MAXUINT32)
        {
          coverage->links[count->class]++;
          continue;
        }
      coverage->n_outside++;
      dl_counters_note (counters, count->line,
                        /* Translators: green, black or blue; group, row, column of both ends */
                        _ ("the machine has no %s link from %u,%u,%u to %u,%u,%u"),
                        dl_link_class_title (count->class), count->from.group, count->from.chassis,
                        count->from.blade, count->to.group, count->to.chassis, count->to.blade);
    }
}

static void
cover_nodes (DlCounters *counters, const DlDragonfly *machine, DlCountersCoverage *coverage)
{
  const GArray *rows = dl_cascade_counters (counters)->jobs;

  for (guint i = 0; i < rows->len; i++)
    {
      const DlJobNode *node = &g_array_index (rows, DlJobNode, i);

      if (machine == NULL
          || (node->node < machine->nodes_per_router
              && find_router (machine, node->router) != DL_NO_NODE))
        {
          coverage->nodes++;
          continue;
        }
      coverage->n_outside++;
      dl_counters_note (counters, node->line,
                        /* Translators: group, row, column */
                        _ ("the machine has no node %u at %u,%u,%u"), node->node,
                        node->router.group, node->router.chassis, node->router.blade);
    }
}

/* Of whole groups nothing has to be told. */
static void
count_whole_groups (const DlCounters *counters, DlCountersCoverage *coverage)
{
  const guint routers
      = dl_cascade_counters (counters)->groups->len * DL_CASCADE_CHASSIS * DL_CASCADE_BLADES;

  coverage->machine[DL_LINK_GREEN] = routers * DL_CASCADE_GREEN_PORTS;
  coverage->machine[DL_LINK_BLACK] = routers * DL_CASCADE_BLACK_PORTS;
  coverage->machine_nodes = routers * DL_CASCADE_NODES;
}

gboolean
dl_counters_cover (DlCounters *counters, const DlDragonfly *machine, DlCountersCoverage *coverage,
                   GError **error)
{
  const DlCascadeCounters *data = dl_cascade_counters (counters);
  const guint n = data->links->len + data->jobs->len;

  *coverage = (DlCountersCoverage) { .n_outside = 0 };
  if (machine == NULL)
    count_whole_groups (counters, coverage);
  else
    {
      for (guint link = 0; link < machine->n_links; link++)
        coverage->machine[machine->link_class[link]]++;
      coverage->machine_nodes = machine->n_nodes;
    }
  cover_links (counters, machine, coverage);
  cover_nodes (counters, machine, coverage);
  if (coverage->n_outside < n)
    return TRUE;
  g_set_error (error, DL_COUNTERS_ERROR, DL_COUNTERS_ERROR_MACHINE,
               _ ("%s: these counters are from a different machine: it has none of these links or "
                  "nodes"),
               counters->file_name);
  return FALSE;
}
