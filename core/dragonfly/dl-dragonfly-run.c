/* What a run of a dragonfly has beside what all runs have. */
#include "dl-dragonfly-run.h"

#include "dl-aries-machine.h"
#include "dl-dragonfly-family-private.h"
#include "dl-dragonfly-plan.h"
#include "dl-iq-machine.h"

#include <math.h>

/* Of the largest team: steps it makes, and those there would be. */
static void
count_shifts (DlDragonflyRun *self, const DlWorkload *workload)
{
  const DlWorkloadTeams *teams = &workload->spec.teams;

  for (guint team = 0; team < teams->n_teams; team++)
    {
      const guint n = teams->first[team + 1] - teams->first[team];

      if (n <= self->all_shifts)
        continue;
      self->all_shifts = n - 1;
      self->n_shifts = dl_workload_n_steps (workload, teams->first[team]);
    }
}

static void
run_free (gpointer data)
{
  DlDragonflyRun *self = data;

  dl_link_counts_clear (&self->links);
  dl_link_counts_clear (&self->measured_links);
  g_free (self->vc_flits);
  g_free (self);
}

/* Nullable: it sends a load. */
static const DlWorkload *
workload_of (const DlMachinePlan *plan)
{
  const DlIqPlan *input_queued = dl_iq_plan_of (plan);

  return input_queued != NULL ? dl_iq_plan_workload (input_queued)
                              : dl_aries_plan_of (plan)->options.workload;
}

/* (n) @to without @from, which may be NULL. */
static guint64 *
difference (const guint64 *to, const guint64 *from, guint n)
{
  guint64 *counts = g_memdup2 (to, n * sizeof *to);

  for (guint i = 0; from != NULL && i < n; i++)
    counts[i] -= from[i];
  return counts;
}

/* The input-queued router may have more virtual channels than the Aries: what has no place of its
 * own is the last one's. */
static void
add_vc_flits (DlDragonflyRun *self)
{
  const DlLinkCounts *links = &self->links;

  for (guint link = 0; link < links->n_links; link++)
    for (guint vc = 0; vc < links->n_vcs; vc++)
      self->vc_flits[link * DL_ARIES_SIM_VCS + MIN (vc, DL_ARIES_SIM_VCS - 1)]
          += links->vc_flits[(gsize) link * links->n_vcs + vc];
}

gpointer
dl_dragonfly_count_run (const DlScenario *scenario, const DlMachineRun *run, DlMachineState *end,
                        const DlMachineState *warmup)
{
  const DlMachinePlan *plan = run->plan;
  DlDragonflyRun *self = g_new0 (DlDragonflyRun, 1);
  const guint n_links = end->links.n_links;
  DlAriesLinkCounters channels
      = { .vc_flits = g_new0 (guint64, (gsize) n_links * DL_ARIES_SIM_VCS) };

  dl_shared_init (&self->shared, run_free);
  self->network = plan->shape;
  self->units = dl_units (scenario);
  if (workload_of (plan) != NULL)
    count_shifts (self, workload_of (plan));
  self->links = end->links;
  end->links = (DlLinkCounts) { 0 };
  self->measured_links = (DlLinkCounts) {
    .n_links = n_links,
    .flits = difference (self->links.flits, warmup->links.flits, n_links),
    .packets = difference (self->links.packets, warmup->links.packets, n_links),
    .stalls = difference (self->links.stalls, warmup->links.stalls, n_links),
  };
  self->bandwidth_GBps
      = plan->n_senders > 0
            ? dl_units_GBps (&self->units,
                             (end->counters.delivered_bytes - warmup->counters.delivered_bytes)
                                 / (double) plan->n_senders,
                             end->cycle - warmup->cycle)
            : NAN;
  self->vc_flits = channels.vc_flits;
  if (dl_aries_of (run) != NULL)
    dl_aries_get_links (dl_aries_of (run), &channels);
  else
    add_vc_flits (self);
  return self;
}
