#include "dl-simulate-dragonfly.h"

#include <math.h>

/* Of the largest set of nodes: steps it makes, and those there would be. */
static void
count_shifts (DlSimulationDragonfly *self, const DlAriesPlan *plan)
{
  for (guint team = 0; team < plan->n_teams; team++)
    {
      const guint n = plan->team_first[team + 1] - plan->team_first[team];

      if (n <= self->all_shifts)
        continue;
      self->all_shifts = n - 1;
      self->n_shifts = dl_aries_plan_steps (plan, plan->team_node[plan->team_first[team]]);
    }
}

DlSimulationDragonfly *
dl_simulation_dragonfly_new (const DlScenario *scenario, const DlAriesPlan *plan)
{
  DlSimulationDragonfly *self = g_new0 (DlSimulationDragonfly, 1);

  self->network = plan->options.routes->dragonfly;
  self->units = dl_units (scenario);
  count_shifts (self, plan);
  return self;
}

void
dl_simulation_dragonfly_free (DlSimulationDragonfly *self)
{
  if (self == NULL)
    return;
  dl_link_counts_clear (&self->links);
  dl_link_counts_clear (&self->measured_links);
  g_free (self->vc_flits);
  g_free (self);
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

void
dl_simulation_dragonfly_take (DlSimulationDragonfly *self, const DlMachinePlan *plan,
                              DlMachineState *state, const DlMachineState *warmup)
{
  const guint n_links = state->links.n_links;

  self->links = state->links;
  state->links = (DlLinkCounts) { 0 };
  self->measured_links = (DlLinkCounts) {
    .n_links = n_links,
    .flits = difference (self->links.flits, warmup->links.flits, n_links),
    .packets = difference (self->links.packets, warmup->links.packets, n_links),
    .stalls = difference (self->links.stalls, warmup->links.stalls, n_links),
  };
  self->bandwidth_GBps
      = plan->n_senders > 0
            ? dl_units_GBps (&self->units,
                             (state->counters.delivered_bytes - warmup->counters.delivered_bytes)
                                 / (double) plan->n_senders,
                             state->cycle - warmup->cycle)
            : NAN;
}

void
dl_simulation_dragonfly_take_channels (DlSimulationDragonfly *self, const DlAries *sim)
{
  const DlAriesLinkCounters channels
      = { .vc_flits = self->vc_flits
          = g_new (guint64, (gsize) self->links.n_links * DL_ARIES_SIM_VCS) };

  dl_aries_get_links (sim, &channels);
}
