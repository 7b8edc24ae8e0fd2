#include "dl-dragonfly-jobs.h"

#include "dl-counters-cascade.h"
#include "dl-dragonfly-sites.h"
#include "dl-rng.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* The patterns of a dragonfly that need no file (dateline-scenario(5)). */

DlDragonflyDemand *
dl_dragonfly_demand_new_uniform (DlDragonfly *dragonfly)
{
  const guint n = dragonfly->n_groups;
  double *groups = g_new (double, (gsize) n *n);

  for (guint i = 0; i < n * n; i++)
    groups[i] = 1;
  return dl_dragonfly_demand_new_groups (dragonfly, groups);
}

/* Every node of a group to each of the group @shift further. */
static DlDragonflyDemand *
new_shift (DlDragonfly *dragonfly, guint shift)
{
  const guint n = dragonfly->n_groups;
  double *groups = g_new0 (double, (gsize) n *n);

  for (guint group = 0; group < n; group++)
    groups[(gsize) group * n + (group + shift) % n] = 1;
  return dl_dragonfly_demand_new_groups (dragonfly, groups);
}

DlDragonflyDemand *
dl_dragonfly_demand_new_group_shift (DlDragonfly *dragonfly)
{
  return new_shift (dragonfly, 1);
}

DlDragonflyDemand *
dl_dragonfly_demand_new_in_group (DlDragonfly *dragonfly)
{
  return new_shift (dragonfly, 0);
}

/* @to (n_nodes): the one that each node sends to, itself for none. */
static DlDragonflyDemand *
new_one_each (DlDragonfly *dragonfly, const guint32 *to)
{
  const guint n = dragonfly->n_nodes;
  guint32 *first = g_new (guint32, n + 1), *dest = g_new (guint32, n);

  first[0] = 0;
  for (guint node = 0; node < n; node++)
    {
      first[node + 1] = first[node];
      if (to[node] != node)
        dest[first[node + 1]++] = to[node];
    }
  return dl_dragonfly_demand_new_flows (dragonfly, first, dest, NULL);
}

DlDragonflyDemand *
dl_dragonfly_demand_new_permutation (DlDragonfly *dragonfly, guint64 seed)
{
  const guint n = dragonfly->n_nodes;
  g_autofree guint32 *order = dl_random_order_new (n, seed);
  g_autofree guint32 *to = g_new (guint32, n);

  /* Each cycle of the permutation closes over broken nodes: the rest is a permutation of the
   * working nodes, and a node that breaks changes one destination. */
  for (guint node = 0; node < n; node++)
    {
      to[node] = node;
      if (dl_dragonfly_node_up (dragonfly, node))
        do
          to[node] = order[to[node]];
        while (!dl_dragonfly_node_up (dragonfly, to[node]));
    }
  return new_one_each (dragonfly, to);
}

DlDragonflyDemand *
dl_dragonfly_demand_new_to_one (DlDragonfly *dragonfly, guint target)
{
  g_autofree guint32 *to = g_new (guint32, dragonfly->n_nodes);

  g_assert (target < dragonfly->n_nodes && dl_dragonfly_node_up (dragonfly, target));
  for (guint node = 0; node < dragonfly->n_nodes; node++)
    to[node] = dl_dragonfly_node_up (dragonfly, node) ? target : node;
  return new_one_each (dragonfly, to);
}

/* A file has a header of names between commas, where items have other signs. */
static gboolean
is_file (const char *text)
{
  g_autoptr (GString) line = g_string_new (NULL);
  DlTextLines lines;

  dl_text_lines_init (&lines, text, -1, NULL);
  return dl_text_lines_next (&lines, line) && line->str[0] != '#' && strchr (line->str, ',') != NULL
         && strpbrk (line->str, ":@") == NULL;
}

/* A machine's file of jobs -----------------------------------------------------------------------
 */

static void
fail (const char *file_name, guint line, DlJobsError code, const char *why, GError **error)
{
  const DlTextLines lines = { .file_name = file_name, .number = line };

  if (file_name != NULL)
    dl_text_lines_error (&lines, error, DL_JOBS_ERROR, code, "%s", why);
  else
    g_set_error_literal (error, DL_JOBS_ERROR, code, why);
}

static gint
compare_job (gconstpointer a, gconstpointer b)
{
  const guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}

/* The jobs of @nodes in the order of their numbers, as names. */
static GArray *
list_jobs (GPtrArray *names, const GArray *nodes)
{
  g_autoptr (GArray) sorted = g_array_new (FALSE, FALSE, sizeof (guint64));
  GArray *jobs = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint i = 0; i < nodes->len; i++)
    g_array_append_val (sorted, g_array_index (nodes, DlJobNode, i).job);
  g_array_sort (sorted, compare_job);
  for (guint i = 0; i < sorted->len; i++)
    {
      const guint64 job = g_array_index (sorted, guint64, i);

      if (i > 0 && job == g_array_index (sorted, guint64, i - 1))
        continue;
      g_array_append_val (jobs, job);
      g_ptr_array_add (names, g_strdup_printf ("%" G_GUINT64_FORMAT, job));
    }
  return jobs;
}

/* DL_NO_NODE if the network has no such node. */
static guint
node_at (const DlDragonfly *net, const DlJobNode *at)
{
  DlRouterAt router = at->router;
  guint index;

  if (dl_dragonfly_group_named (net, router.group) == G_MAXUINT
      || at->node >= net->nodes_per_router)
    return DL_NO_NODE;
  router.group = dl_dragonfly_group_named (net, router.group);
  index = dl_dragonfly_router_at (net, router);
  return index == DL_NO_NODE ? DL_NO_NODE : index * net->nodes_per_router + at->node;
}

DlJobs *
dl_dragonfly_jobs_new_nodes (const DlDragonfly *dragonfly, const GArray *nodes,
                             const char *file_name, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) jobs = list_jobs (names, nodes);
  g_autofree guint32 *job = g_new (guint32, dragonfly->n_nodes);

  memset (job, 0xff, dragonfly->n_nodes * sizeof *job); /* DL_NO_SET */
  for (guint i = 0; i < nodes->len; i++)
    {
      const DlJobNode *at = &g_array_index (nodes, DlJobNode, i);
      const guint node = node_at (dragonfly, at);
      guint index = 0;

      if (node == DL_NO_NODE)
        {
          g_autofree char *why = g_strdup_printf (
              _ ("node %u.%u.%u.%u is not in this network (use the jobs of this machine)"),
              at->router.group, at->router.chassis, at->router.blade, at->node);

          fail (file_name, at->line, DL_JOBS_ERROR_OUTSIDE, why, error);
          return NULL;
        }
      g_array_binary_search (jobs, &at->job, compare_job, &index);
      job[node] = index;
    }
  return dl_jobs_new_take (g_steal_pointer (&names), g_steal_pointer (&job), dragonfly->n_nodes);
}

static DlJobs *
read_file (const DlDragonfly *dragonfly, const char *text, const char *file_name, GError **error)
{
  g_autoptr (DlCounters) counters
      = dl_counters_read (text, -1, file_name != NULL ? file_name : _ ("placement"), error);

  if (counters == NULL)
    return NULL;
  if (counters->kind == &dl_counters_kind_jobs)
    return dl_dragonfly_jobs_new_nodes (dragonfly, dl_cascade_counters (counters)->jobs, file_name,
                                        error);
  fail (file_name, 1, DL_JOBS_ERROR_SYNTAX,
        _ ("these are counters of links (expected a file of jobs: g,r,c,n,jobid)"), error);
  return NULL;
}

/* All ------------------------------------------------------------------------------------------ */

DlJobs *
dl_dragonfly_jobs_parse (const DlDragonfly *dragonfly, const char *text, guint64 seed,
                         const char *file_name, GError **error)
{
  const DlSites sites = dl_sites_of_dragonfly (dragonfly);

  return is_file (text) ? read_file (dragonfly, text, file_name, error)
                        : dl_jobs_parse (&sites, text, seed, file_name, error);
}

gboolean
dl_dragonfly_jobs_are_ranks (const DlDragonfly *dragonfly, const char *text)
{
  const DlSites sites = dl_sites_of_dragonfly (dragonfly);

  return !is_file (text) && dl_jobs_are_ranks (&sites, text);
}

DlDragonflyDemand *
dl_dragonfly_jobs_demand (const DlJobs *jobs, DlDragonfly *dragonfly)
{
  g_assert (jobs->n_nodes == dragonfly->n_nodes);
  return dl_dragonfly_demand_new_sets (
      dragonfly, g_memdup2 (jobs->job, jobs->n_nodes * sizeof *jobs->job), jobs->n_jobs);
}
