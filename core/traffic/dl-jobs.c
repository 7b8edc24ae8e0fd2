#include "dl-jobs-private.h"

#include <string.h>

/* Says that there is no job, where an empty text would be one of all nodes. */
#define NO_JOBS "# no jobs\n"

static void
jobs_free (gpointer data)
{
  DlJobs *jobs = data;

  for (guint i = 0; i < jobs->n_jobs; i++)
    g_free (jobs->jobs[i].name);
  g_free (jobs->jobs);
  g_free (jobs->job);
  g_free (jobs);
}

DlJobs *
dl_jobs_new_take (GPtrArray *names, guint32 *job, guint n_nodes)
{
  DlJobs *jobs = g_new0 (DlJobs, 1);
  g_autofree guint *count = g_new0 (guint, names->len + 1);
  g_autofree guint32 *to = g_new (guint32, names->len + 1);

  dl_shared_init (&jobs->shared, jobs_free);
  jobs->n_nodes = n_nodes;
  jobs->job = job;
  jobs->jobs = g_new0 (DlJobEntry, names->len + 1);
  for (guint node = 0; node < n_nodes; node++)
    if (job[node] != DL_NO_SET)
      count[job[node]]++;
  for (guint i = 0; i < names->len; i++)
    {
      to[i] = jobs->n_jobs;
      if (count[i] > 0)
        jobs->jobs[jobs->n_jobs++] = (DlJobEntry) { g_strdup (names->pdata[i]), count[i] };
    }
  for (guint node = 0; node < n_nodes; node++)
    if (job[node] != DL_NO_SET)
      job[node] = to[job[node]];
  g_ptr_array_unref (names);
  return jobs;
}

guint32
dl_jobs_find (const DlJobs *jobs, const char *name)
{
  for (guint i = 0; i < jobs->n_jobs; i++)
    if (strcmp (jobs->jobs[i].name, name) == 0)
      return i;
  return DL_NO_SET;
}

char *
dl_jobs_new_name (const DlJobs *jobs)
{
  for (guint i = jobs->n_jobs + 1;; i++)
    {
      g_autofree char *name = g_strdup_printf ("job-%u", i);

      if (dl_jobs_find (jobs, name) == DL_NO_SET)
        return g_steal_pointer (&name);
    }
}

void
dl_jobs_list_groups (const DlSites *sites, guint32 **first, guint32 **node)
{
  g_autofree guint32 *next = NULL;

  *first = g_new0 (guint32, sites->n_groups + 1);
  *node = g_new (guint32, sites->n_nodes);
  for (guint i = 0; sites->n_groups > 0 && i < sites->n_nodes; i++)
    if (sites->group (sites->network, i) != DL_NO_GROUP)
      (*first)[sites->group (sites->network, i) + 1]++;
  for (guint group = 0; group < sites->n_groups; group++)
    (*first)[group + 1] += (*first)[group];
  next = g_memdup2 (*first, (sites->n_groups + 1) * sizeof **first);
  for (guint i = 0; sites->n_groups > 0 && i < sites->n_nodes; i++)
    if (sites->group (sites->network, i) != DL_NO_GROUP)
      (*node)[next[sites->group (sites->network, i)]++] = i;
}

guint *
dl_jobs_count_groups (const DlJobs *jobs, const DlSites *sites)
{
  guint *n_groups = g_new0 (guint, jobs->n_jobs + 1);
  g_autofree guint *last = g_new (guint, jobs->n_jobs + 1);
  g_autofree guint32 *first = NULL, *node = NULL;

  g_assert (jobs->n_nodes == sites->n_nodes);
  dl_jobs_list_groups (sites, &first, &node);
  for (guint i = 0; i < jobs->n_jobs; i++)
    last[i] = G_MAXUINT;
  for (guint group = 0; group < sites->n_groups; group++)
    for (guint i = first[group]; i < first[group + 1]; i++)
      {
        const guint32 job = jobs->job[node[i]];

        if (job != DL_NO_SET && last[job] != group)
          {
            last[job] = group;
            n_groups[job]++;
          }
      }
  return n_groups;
}

/* Nodes of each job as "@0-3,7,9-10". */
static void
append_range (GString *text, guint first, guint last, gboolean is_first)
{
  g_string_append_c (text, is_first ? '@' : ',');
  g_string_append_printf (text, first == last ? "%u" : "%u-%u", first, last);
}

char *
dl_jobs_to_text (const DlJobs *jobs)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  GString *text = g_string_new (jobs->n_jobs == 0 ? NO_JOBS : NULL);

  for (guint i = 0; i < jobs->n_jobs; i++)
    g_ptr_array_add (items, g_string_new (NULL));
  for (guint first = 0, last; first < jobs->n_nodes; first = last + 1)
    {
      GString *item;

      for (last = first; last + 1 < jobs->n_nodes && jobs->job[last + 1] == jobs->job[first];)
        last++;
      if (jobs->job[first] == DL_NO_SET)
        continue;
      item = items->pdata[jobs->job[first]];
      append_range (item, first, last, item->len == 0);
    }
  for (guint i = 0; i < jobs->n_jobs; i++)
    {
      GString *item = items->pdata[i];

      g_string_append_printf (text, "%s%s\n", jobs->jobs[i].name, item->str);
      g_string_free (item, TRUE);
    }
  return g_string_free (text, FALSE);
}

static GPtrArray *
copy_names (const DlJobs *jobs)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < jobs->n_jobs; i++)
    g_ptr_array_add (names, g_strdup (jobs->jobs[i].name));
  return names;
}

DlJobs *
dl_jobs_painted (const DlJobs *jobs, const guint32 *nodes, guint n, guint32 job, const char *name)
{
  GPtrArray *names = copy_names (jobs);
  guint32 *painted = g_memdup2 (jobs->job, jobs->n_nodes * sizeof *jobs->job);

  g_assert (n > 0);
  g_assert (job == DL_NO_SET || job <= jobs->n_jobs);
  if (job == jobs->n_jobs)
    {
      g_assert (dl_jobs_find (jobs, name) == DL_NO_SET);
      g_ptr_array_add (names, g_strdup (name));
    }
  for (guint i = 0; i < n; i++)
    {
      g_assert (nodes[i] < jobs->n_nodes);
      painted[nodes[i]] = job;
    }
  return dl_jobs_new_take (names, painted, jobs->n_nodes);
}

DlJobs *
dl_jobs_without (const DlJobs *jobs, guint32 job)
{
  guint32 *left = g_memdup2 (jobs->job, jobs->n_nodes * sizeof *jobs->job);

  g_assert (job < jobs->n_jobs);
  for (guint node = 0; node < jobs->n_nodes; node++)
    if (left[node] == job)
      left[node] = DL_NO_SET;
  return dl_jobs_new_take (copy_names (jobs), left, jobs->n_nodes);
}

DlDemand *
dl_jobs_demand (const DlJobs *jobs, const DlSites *sites)
{
  guint32 *set = g_memdup2 (jobs->job, jobs->n_nodes * sizeof *jobs->job);

  g_assert (jobs->n_nodes == sites->n_nodes);
  for (guint node = 0; node < jobs->n_nodes; node++)
    if (!sites->is_up (sites->network, node))
      set[node] = DL_NO_SET;
  return dl_demand_new_sets (set, jobs->n_nodes, jobs->n_jobs, 1);
}
