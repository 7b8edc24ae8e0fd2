#include "dl-counters-private.h"

#include <glib/gi18n-lib.h>

/* The router of a machine that @at names, with the machine's own number for its group. */
static guint
find_router (const DlDragonfly *machine, DlRouterAt at)
{
  for (guint group = 0; group < machine->n_groups; group++)
    if (machine->group_name[group] == at.group)
      return dl_dragonfly_router_at (machine, (DlRouterAt) { group, at.chassis, at.blade });
  return DL_NO_NODE;
}

static gboolean
has_link (const DlDragonfly *machine, const DlCascadeCount *count)
{
  const guint from = find_router (machine, count->from), to = find_router (machine, count->to);
  guint link;

  if (from == DL_NO_NODE || to == DL_NO_NODE)
    return FALSE;
  link = dl_dragonfly_find_link (machine, from, to, count->parallel);
  return link != G_MAXUINT32 && machine->link_class[link] == count->class;
}

static void
cover_links (DlCounters *counters, const DlDragonfly *machine, DlCountersCoverage *coverage)
{
  for (guint i = 0; i < counters->cascade->len; i++)
    {
      const DlCascadeCount *count = &g_array_index (counters->cascade, DlCascadeCount, i);

      if (machine == NULL || has_link (machine, count))
        {
          coverage->links[count->class]++;
          continue;
        }
      coverage->n_outside++;
      dl_counters_note (counters, count->line,
                        /* Translators: green, black or blue; group, row, column of both ends */
                        _ ("the machine has no such %s link from %u,%u,%u to %u,%u,%u"),
                        dl_link_class_name (count->class), count->from.group, count->from.chassis,
                        count->from.blade, count->to.group, count->to.chassis, count->to.blade);
    }
}

static void
cover_nodes (DlCounters *counters, const DlDragonfly *machine, DlCountersCoverage *coverage)
{
  for (guint i = 0; i < counters->jobs->len; i++)
    {
      const DlJobNode *node = &g_array_index (counters->jobs, DlJobNode, i);

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
  const guint routers = counters->groups->len * DL_CASCADE_CHASSIS * DL_CASCADE_BLADES;

  coverage->machine[DL_LINK_GREEN] = routers * DL_CASCADE_GREEN_PORTS;
  coverage->machine[DL_LINK_BLACK] = routers * DL_CASCADE_BLACK_PORTS;
  coverage->machine_nodes = routers * DL_CASCADE_NODES;
}

gboolean
dl_counters_cover (DlCounters *counters, const DlDragonfly *machine, DlCountersCoverage *coverage,
                   GError **error)
{
  const guint n = counters->cascade->len + counters->jobs->len;

  g_assert (counters->kind != DL_COUNTERS_TORUS);
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
               _ ("%s: these are of another machine, which has none of the same links or nodes"),
               counters->file_name);
  return FALSE;
}
