/* The jobs of a machine beside its measured counters. */
#include "dl-measured-heat.h"

#include "dl-counters-cascade.h"
#include "dl-dragonfly-flows.h"

DlJobs *
dl_measured_jobs (const DlMeasured *measured, const DlCounters *jobs, GError **error)
{
  return dl_dragonfly_jobs_new_nodes (measured->dragonfly, dl_cascade_counters (jobs)->jobs,
                                      jobs->file_name, error);
}

static DlLinkFlows *
flows_of (const DlDragonflyDemand *demand, const DlEvaluation *result, guint link,
          GCancellable *cancellable)
{
  return dl_dragonfly_flows_new (dl_evaluation_dragonfly (result), demand, result->scenario->seed,
                                 link, DL_NO_NODE, cancellable);
}

static DlLinkFlows *
flows_of_job (const DlJobs *jobs, guint32 job, const DlEvaluation *result, guint link,
              GCancellable *cancellable)
{
  DlDragonfly *dragonfly = dl_evaluation_dragonfly (result)->dragonfly;
  guint32 *set = g_new (guint32, MAX (1, jobs->n_nodes));
  g_autoptr (DlDragonflyDemand) demand = NULL;

  for (guint node = 0; node < jobs->n_nodes; node++)
    set[node] = jobs->job[node] == job ? 0 : DL_NO_SET;
  demand = dl_dragonfly_demand_new_sets (dragonfly, set, 1);
  return flows_of (demand, result, link, cancellable);
}

/* Flows are by routers, which jobs may share: all of them together tell which jobs can be on the
 * link, each of these alone whether it is. */
GArray *
dl_measured_link_jobs (const DlJobs *jobs, const DlEvaluation *result, guint link,
                       GCancellable *cancellable)
{
  DlDragonfly *dragonfly = dl_evaluation_dragonfly (result)->dragonfly;
  g_autoptr (DlDragonflyDemand) demand = dl_dragonfly_jobs_demand (jobs, dragonfly);
  g_autoptr (DlLinkFlows) all = flows_of (demand, result, link, cancellable);
  g_autofree guint8 *sends = g_new0 (guint8, jobs->n_jobs + 1);
  g_autofree guint8 *gets = g_new0 (guint8, jobs->n_jobs + 1);
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (DlJobPart));

  if (all == NULL)
    return NULL;
  for (guint node = 0; node < jobs->n_nodes; node++)
    if (jobs->job[node] != DL_NO_SET)
      {
        const guint router = node / dragonfly->nodes_per_router;

        sends[jobs->job[node]] |= all->by_source[router] > 0;
        gets[jobs->job[node]] |= all->by_dest[router] > 0;
      }
  for (guint32 job = 0; job < jobs->n_jobs; job++)
    if (sends[job] && gets[job])
      {
        g_autoptr (DlLinkFlows) own = flows_of_job (jobs, job, result, link, cancellable);
        const DlJobPart part = { job, own != NULL ? own->packets : 0 };

        if (own == NULL)
          return NULL;
        if (own->packets > 0)
          g_array_append_val (parts, part);
      }
  dl_job_parts_sort (parts);
  return g_steal_pointer (&parts);
}
