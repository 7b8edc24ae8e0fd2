/* The measured counters of a Cascade beside computed values, and the jobs of a machine. */
#include "dl-cascade-sums.h"

#include "dl-correlation.h"
#include "dl-dragonfly-analysis.h"
#include "dl-dragonfly-flows.h"
#include "dl-dragonfly-scenario.h"
#include "dl-measured.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

G_STATIC_ASSERT (DL_ARIES_VCS <= DL_MEASURED_VCS && DL_N_LINK_CLASSES <= DL_MEASURED_PARTS);

/* The row that each link was measured in, G_MAXUINT32 for unmeasured ones; (n_links). */
static guint32 *
rows_by_link (DlMeasured *measured, const DlDragonfly *dragonfly, const DlCounters *counters)
{
  const guint n = dragonfly->n_links;
  g_autofree guint32 *links = dl_counters_find_links (counters, dragonfly);
  guint32 *rows = g_new (guint32, MAX (1, n));

  for (guint link = 0; link < n; link++)
    rows[link] = G_MAXUINT32;
  for (guint row = 0; row < dl_cascade_counters (counters)->links->len; row++)
    if (links[row] == G_MAXUINT32)
      measured->n_outside++;
    else
      rows[links[row]] = row;
  return rows;
}

static const DlCascadeCount *
row_of (const DlCounters *counters, const guint32 *rows, guint link)
{
  return rows[link] != G_MAXUINT32
             ? &g_array_index (dl_cascade_counters (counters)->links, DlCascadeCount, rows[link])
             : NULL;
}

/* Virtual channels ----------------------------------------------------------------------------- */

static void
sum_vcs (DlMeasured *measured, const DlCounters *counters, const guint32 *rows,
         const DlDragonflyAnalysis *analysis)
{
  guint measured_links[DL_N_LINK_CLASSES] = { 0 }, analyzed_links[DL_N_LINK_CLASSES] = { 0 };
  DlCascadeSums sums[DL_N_LINK_CLASSES] = { 0 };

  for (guint i = 0; i < measured->n; i++)
    {
      const guint link = measured->link[i], class = measured->part[i];
      const DlCascadeCount *count = row_of (counters, rows, link);
      const double *load = analysis->vc_load + (gsize) link * DL_DRAGONFLY_VCS;
      DlMeasuredPart *part = &measured->parts[class];
      double flits[DL_ARIES_VCS], share;

      dl_cascade_sums_add (&sums[class], count);
      for (guint vc = 0; vc < DL_ARIES_VCS; vc++)
        flits[vc] = count->vc_flits[vc];
      share = dl_vc_largest_share (flits, DL_ARIES_VCS);
      if (!isnan (share))
        {
          part->vc_share += share;
          measured_links[class]++;
        }
      for (guint vc = 0; vc < DL_DRAGONFLY_VCS; vc++)
        part->analyzed_vc[vc] += load[vc];
      share = dl_vc_largest_share (load, DL_DRAGONFLY_VCS);
      if (!isnan (share))
        {
          part->analyzed_vc_share += share;
          analyzed_links[class]++;
        }
    }
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    {
      DlMeasuredPart *part = &measured->parts[class];

      memcpy (part->vc_count, sums[class].vc_flits, sizeof sums[class].vc_flits);
      part->vc_balance = dl_cascade_sums_balance_mean (&sums[class]);
      part->vc_share = measured_links[class] > 0 ? part->vc_share / measured_links[class] : NAN;
      part->analyzed_vc_share
          = analyzed_links[class] > 0 ? part->analyzed_vc_share / analyzed_links[class] : NAN;
      dl_normalize (part->analyzed_vc, DL_DRAGONFLY_VCS);
    }
}

/* Pairs of groups ------------------------------------------------------------------------------ */

static guint
group_of (const DlDragonfly *dragonfly, guint router)
{
  return dragonfly->router[router].group;
}

static gint
compare_pairs (gconstpointer a, gconstpointer b)
{
  const DlMeasuredPair *x = a, *y = b;

  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  return x->a != y->a ? (gint) x->a - (gint) y->a : (gint) x->b - (gint) y->b;
}

static void
sum_pairs (DlMeasured *measured)
{
  const DlDragonfly *dragonfly = measured->shape;
  const guint n = dragonfly->n_groups;
  g_autofree DlMeasuredPair *pairs = g_new0 (DlMeasuredPair, (gsize) n * n);

  for (guint link = 0; link < dragonfly->n_links; link++)
    if (dragonfly->link_class[link] == DL_LINK_BLUE)
      pairs[(gsize) group_of (dragonfly, dragonfly->link_from[link]) * n
            + group_of (dragonfly, dragonfly->link_to[link])]
          .machine++;
  for (guint i = 0; i < measured->n; i++)
    {
      const guint link = measured->link[i];
      const guint a = group_of (dragonfly, dragonfly->link_from[link]);
      const guint b = group_of (dragonfly, dragonfly->link_to[link]);
      DlMeasuredPair *pair = &pairs[(gsize) a * n + b];

      if (dragonfly->link_class[link] != DL_LINK_BLUE)
        continue;
      pair->a = a;
      pair->b = b;
      pair->links++;
      pair->count += measured->count[i];
      pair->measured += measured->measured[i];
      pair->analyzed += measured->analyzed[i];
      pair->simulated += measured->simulated != NULL ? measured->simulated[i] : NAN;
      pair->stalls += measured->stalls != NULL ? measured->stalls[i] : 0;
      pair->stalled += measured->stalled != NULL ? measured->stalled[i] : NAN;
    }
  measured->pairs = g_array_new (FALSE, FALSE, sizeof (DlMeasuredPair));
  for (gsize i = 0; i < (gsize) n * n; i++)
    if (pairs[i].links > 0)
      g_array_append_val (measured->pairs, pairs[i]);
  g_array_sort (measured->pairs, compare_pairs);
}

/* All together --------------------------------------------------------------------------------- */

static guint
class_of (gconstpointer shape, guint link)
{
  return ((const DlDragonfly *) shape)->link_class[link];
}

static void
fill (DlMeasured *measured, const DlCounters *counters, const guint32 *rows,
      const DlDragonflyAnalysis *analysis, const DlLinkUse *simulated)
{
  const DlDragonfly *dragonfly = measured->shape;
  const guint n = dragonfly->n_links;
  g_autofree guint8 *covered = g_new (guint8, MAX (1, n));
  g_autofree guint64 *flits = g_new0 (guint64, MAX (1, n)), *stalls = g_new0 (guint64, MAX (1, n));
  g_autofree double *loads = g_new (double, MAX (1, n)), *capacity = g_new (double, MAX (1, n));

  for (guint link = 0; link < n; link++)
    {
      const DlCascadeCount *count = row_of (counters, rows, link);
      const guint class = dragonfly->link_class[link];

      measured->parts[class].machine++;
      capacity[link] = analysis->rates.class_GBps[class];
      loads[link] = dl_dragonfly_analysis_load (analysis, link);
      covered[link] = count != NULL;
      if (count == NULL)
        continue;
      flits[link] = count->flits;
      stalls[link] = count->stalls;
    }
  dl_measured_fill (
      measured,
      &(DlMeasuredLinks) { .n = n,
                           .covered = covered,
                           .counts = flits,
                           .stalls = dl_cascade_counters (counters)->has_stalls ? stalls : NULL,
                           .loads = loads,
                           .simulated = simulated,
                           .capacity = capacity,
                           .part = class_of });
}

DlMeasured *
dl_cascade_measure (const DlCounters *counters, const gint32 *region, gconstpointer own,
                    const DlLinkUse *simulated, GError **error)
{
  const DlDragonflyAnalysis *analysis = own;
  const DlDragonfly *dragonfly = analysis->dragonfly;
  g_autoptr (DlMeasured) measured = dl_measured_alloc (counters, &dl_family_dragonfly, dragonfly);
  g_autofree guint32 *rows = NULL;

  g_assert (simulated == NULL || simulated->n_links == dragonfly->n_links);
  measured->n_machine = dragonfly->n_links;
  measured->n_parts = DL_N_LINK_CLASSES;
  measured->n_vcs = DL_ARIES_VCS;
  measured->n_analyzed_vcs = DL_DRAGONFLY_VCS;
  measured->has_vcs = dl_cascade_counters (counters)->has_vc_flits;
  rows = rows_by_link (measured, dragonfly, counters);
  if (measured->n_outside == dl_cascade_counters (counters)->links->len)
    {
      g_set_error (error, DL_COUNTERS_ERROR, DL_COUNTERS_ERROR_MACHINE,
                   _ ("%s: counters of a different dragonfly, without any link of the scenario’s "
                      "network"),
                   counters->file_name);
      return NULL;
    }
  fill (measured, counters, rows, analysis, simulated);
  sum_vcs (measured, counters, rows, analysis);
  sum_pairs (measured);
  return g_steal_pointer (&measured);
}

/* Jobs ----------------------------------------------------------------------------------------- */

DlJobs *
dl_cascade_place_jobs (const DlCounters *jobs, gconstpointer shape, GError **error)
{
  return dl_dragonfly_jobs_new_nodes (shape, dl_cascade_counters (jobs)->jobs, jobs->file_name,
                                      error);
}

static DlLinkFlows *
flows_of (const DlDragonflyDemand *demand, const DlScenario *scenario,
          const DlDragonflyAnalysis *analysis, guint link, GCancellable *cancellable)
{
  return dl_dragonfly_flows_new (analysis, demand, scenario->seed, link, DL_NO_NODE, cancellable);
}

static DlLinkFlows *
flows_of_job (const DlJobs *jobs, guint32 job, const DlScenario *scenario,
              const DlDragonflyAnalysis *analysis, guint link, GCancellable *cancellable)
{
  guint32 *set = g_new (guint32, MAX (1, jobs->n_nodes));
  g_autoptr (DlDragonflyDemand) demand = NULL;

  for (guint node = 0; node < jobs->n_nodes; node++)
    set[node] = jobs->job[node] == job ? 0 : DL_NO_SET;
  demand = dl_dragonfly_demand_new_sets (analysis->dragonfly, set, 1);
  return flows_of (demand, scenario, analysis, link, cancellable);
}

/* Flows are by routers, which jobs may share: all of them together tell which jobs can be on the
 * link, each of these alone whether it is. */
GArray *
dl_cascade_link_jobs (const DlJobs *jobs, const DlScenario *scenario, gconstpointer analyzed,
                      guint link, GCancellable *cancellable)
{
  const DlDragonflyAnalysis *analysis = analyzed;
  DlDragonfly *dragonfly = analysis->dragonfly;
  g_autoptr (DlDragonflyDemand) demand = dl_dragonfly_jobs_demand (jobs, dragonfly);
  g_autoptr (DlLinkFlows) all = flows_of (demand, scenario, analysis, link, cancellable);
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
        g_autoptr (DlLinkFlows) own
            = flows_of_job (jobs, job, scenario, analysis, link, cancellable);
        const DlJobPart part = { job, own != NULL ? own->packets : 0 };

        if (own == NULL)
          return NULL;
        if (own->packets > 0)
          g_array_append_val (parts, part);
      }
  dl_job_parts_sort (parts);
  return g_steal_pointer (&parts);
}
