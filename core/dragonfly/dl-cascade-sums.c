#include "dl-cascade-sums.h"

#include "dl-cabling.h"
#include "dl-counters-reader.h"
#include "dl-dragonfly-name.h"
#include "dl-dragonfly-scenario.h"
#include "dl-findings.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* Coverage of whole groups needs no notes. */
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

/* Links */

double
dl_stalls_per_flit (guint64 flits, guint64 stalls)
{
  return flits > 0 ? (double) stalls / flits : NAN;
}

guint64
dl_vc_half (const guint64 vc_flits[DL_ARIES_VCS], gboolean responses)
{
  const guint first = responses ? DL_ARIES_VCS / 2 : 0;
  guint64 flits = 0;

  for (guint vc = first; vc < first + DL_ARIES_VCS / 2; vc++)
    flits += vc_flits[vc];
  return flits;
}

double
dl_cascade_balance (const guint64 vc_flits[DL_ARIES_VCS])
{
  return dl_vc_balance (dl_vc_half (vc_flits, FALSE), dl_vc_half (vc_flits, TRUE));
}

double
dl_vc_largest_share (const double *vc_flits, guint n)
{
  double sum = 0, most = 0;

  for (guint vc = 0; vc < n; vc++)
    {
      sum += vc_flits[vc];
      most = MAX (most, vc_flits[vc]);
    }
  return sum > 0 ? most / sum : NAN;
}

void
dl_cascade_sums_add (DlCascadeSums *sums, const DlCascadeCount *count)
{
  const double balance = dl_cascade_balance (count->vc_flits);

  sums->links++;
  sums->idle_links += count->flits == 0;
  sums->flits += count->flits;
  sums->stalls += count->stalls;
  for (guint vc = 0; vc < DL_ARIES_VCS; vc++)
    {
      sums->vc_flits[vc] += count->vc_flits[vc];
      sums->vc_stalls[vc] += count->vc_stalls[vc];
    }
  if (isnan (balance))
    return;
  sums->balance_sum += balance;
  sums->balance_links++;
}

double
dl_cascade_sums_balance_mean (const DlCascadeSums *sums)
{
  return sums->balance_links > 0 ? sums->balance_sum / sums->balance_links : NAN;
}

void
dl_cascade_sums_of_class (const DlCounters *counters, DlLinkClass class, DlCascadeSums *sums)
{
  const GArray *links = dl_cascade_counters (counters)->links;

  *sums = (DlCascadeSums) { .links = 0 };
  for (guint i = 0; i < links->len; i++)
    {
      const DlCascadeCount *count = &g_array_index (links, DlCascadeCount, i);
      if (count->class == class)
        dl_cascade_sums_add (sums, count);
    }
}

static gint
compare_groups (gconstpointer a, gconstpointer b)
{
  const DlGroupSums *x = a, *y = b;

  if (x->sums.flits != y->sums.flits)
    return x->sums.flits > y->sums.flits ? -1 : 1;
  return (gint) x->group - (gint) y->group;
}

GArray *
dl_group_sums_new (const DlCounters *counters)
{
  const GArray *links = dl_cascade_counters (counters)->links;
  GArray *groups = g_array_new (FALSE, TRUE, sizeof (DlGroupSums));

  /* Links are in the order of their sources. */
  for (guint i = 0; i < links->len; i++)
    {
      const DlCascadeCount *count = &g_array_index (links, DlCascadeCount, i);
      DlGroupSums *last
          = groups->len > 0 ? &g_array_index (groups, DlGroupSums, groups->len - 1) : NULL;

      if (last == NULL || last->group != count->from.group)
        {
          g_array_set_size (groups, groups->len + 1);
          last = &g_array_index (groups, DlGroupSums, groups->len - 1);
          last->group = count->from.group;
        }
      dl_cascade_sums_add (&last->sums, count);
    }
  g_array_sort (groups, compare_groups);
  return groups;
}

static gint
compare_busy (gconstpointer a, gconstpointer b, gpointer data)
{
  const GArray *links = data;
  const guint32 i = *(const guint32 *) a, j = *(const guint32 *) b;
  const guint64 x = g_array_index (links, DlCascadeCount, i).flits;
  const guint64 y = g_array_index (links, DlCascadeCount, j).flits;

  return x != y ? (x > y ? -1 : 1) : (i > j) - (i < j);
}

guint32 *
dl_cascade_busiest (const DlCounters *counters)
{
  GArray *links = dl_cascade_counters (counters)->links;
  const guint n = links->len;
  guint32 *order = g_new (guint32, n);

  for (guint i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, n, sizeof *order, compare_busy, links);
  return order;
}

/* Jobs */

static void
job_sums_free (gpointer data)
{
  DlJobSums *sums = data;

  g_array_unref (sums->groups);
  g_free (sums);
}

static gint
compare_jobs (gconstpointer a, gconstpointer b)
{
  const DlJobSums *x = *(const DlJobSums *const *) a, *y = *(const DlJobSums *const *) b;

  if (x->nodes != y->nodes)
    return x->nodes > y->nodes ? -1 : 1;
  return x->job < y->job ? -1 : x->job > y->job;
}

static gboolean
same_router (const DlJobNode *a, const DlJobNode *b)
{
  return a->router.group == b->router.group && a->router.chassis == b->router.chassis
         && a->router.blade == b->router.blade;
}

/* Nodes first..end - 1 are of one router. */
static void
add_router (GHashTable *by_job, const DlJobNode *nodes, guint first, guint end)
{
  gboolean shared = FALSE;

  for (guint i = first + 1; i < end; i++)
    shared |= nodes[i].job != nodes[first].job;
  for (guint i = first; i < end; i++)
    {
      DlJobSums *sums = g_hash_table_lookup (by_job, &nodes[i].job);
      const guint16 group = nodes[i].router.group;
      gboolean again = FALSE;

      sums->nodes++;
      for (guint j = first; j < i; j++)
        again |= nodes[j].job == nodes[i].job;
      sums->routers += !again;
      sums->shared_routers += !again && shared;
      if (sums->groups->len == 0
          || g_array_index (sums->groups, guint16, sums->groups->len - 1) != group)
        g_array_append_val (sums->groups, group);
    }
}

GPtrArray *
dl_job_sums_new (const DlCounters *counters)
{
  const GArray *jobs = dl_cascade_counters (counters)->jobs;
  const DlJobNode *nodes = (const DlJobNode *) (gpointer) jobs->data;
  const guint n = jobs->len;
  GPtrArray *all = g_ptr_array_new_with_free_func (job_sums_free);
  g_autoptr (GHashTable) by_job = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < n; i++)
    if (g_hash_table_lookup (by_job, &nodes[i].job) == NULL)
      {
        DlJobSums *sums = g_new0 (DlJobSums, 1);

        sums->job = nodes[i].job;
        sums->groups = g_array_new (FALSE, FALSE, sizeof (guint16));
        g_ptr_array_add (all, sums);
        g_hash_table_insert (by_job, &sums->job, sums);
      }
  /* Nodes are in the order of their routers. */
  for (guint first = 0, end; first < n; first = end)
    {
      for (end = first + 1; end < n && same_router (&nodes[end], &nodes[first]); end++)
        ;
      add_router (by_job, nodes, first, end);
    }
  g_ptr_array_sort (all, compare_jobs);
  return all;
}
