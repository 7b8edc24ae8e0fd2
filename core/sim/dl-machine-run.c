#include "dl-machine-run.h"

#include "dl-net.h"

/* Plans ---------------------------------------------------------------------------------------- */

static void
machine_plan_free (gpointer data)
{
  DlMachinePlan *plan = data;

  plan->class->unref_plan (plan->plan);
  g_free (plan);
}

DlMachinePlan *
dl_machine_plan_new (const DlSimClass *class, gpointer plan, gpointer routes)
{
  DlMachinePlan *self = g_new0 (DlMachinePlan, 1);

  dl_shared_init (&self->shared, machine_plan_free);
  self->class = class;
  self->plan = plan;
  self->routes = routes;
  self->shape = ((const DlRouted *) routes)->shape;
  return self;
}

double
dl_machine_plan_link_rate (const DlMachinePlan *plan, guint link)
{
  return plan->class->link_rate (plan->plan, link);
}

guint
dl_machine_plan_link_buffers (const DlMachinePlan *plan, guint link)
{
  return plan->class->link_buffers (plan->plan, link);
}

/* Running -------------------------------------------------------------------------------------- */

DlMachineRun *
dl_machine_run_new (DlMachinePlan *plan)
{
  DlMachineRun *run = g_new0 (DlMachineRun, 1);

  run->plan = dl_machine_plan_ref (plan);
  run->sim = plan->class->new (plan->plan);
  return run;
}

void
dl_machine_run_free (DlMachineRun *run)
{
  if (run == NULL)
    return;
  run->plan->class->free (run->sim);
  dl_machine_plan_unref (run->plan);
  g_free (run);
}

void
dl_machine_run_set_threads (DlMachineRun *run, guint n_threads)
{
  run->plan->class->set_threads (run->sim, n_threads);
}

guint64
dl_machine_run_cycle (const DlMachineRun *run)
{
  return run->plan->class->cycle (run->sim);
}

void
dl_machine_run_go (DlMachineRun *run, guint64 cycles)
{
  run->plan->class->run (run->sim, cycles);
}

guint64
dl_machine_run_completion_cycle (const DlMachineRun *run)
{
  return run->plan->class->done (run->sim);
}

gboolean
dl_machine_run_fits (const DlMachineRun *run, const DlMachinePlan *plan)
{
  return run->plan->class == plan->class && plan->class->fits (run->sim, plan->plan);
}

void
dl_machine_run_change (DlMachineRun *run, DlMachinePlan *plan)
{
  plan->class->change (run->sim, plan->plan);
  dl_machine_plan_ref (plan);
  dl_machine_plan_unref (run->plan);
  run->plan = plan;
}

gboolean
dl_machine_run_is_draining (const DlMachineRun *run)
{
  return run->plan->class->is_draining (run->sim);
}

GArray *
dl_machine_run_find_deadlock (const DlMachineRun *run)
{
  const DlSimClass *class = run->plan->class;

  return class->find_deadlock != NULL ? class->find_deadlock (run->sim) : NULL;
}

void
dl_machine_run_get_point (const DlMachineRun *run, DlSimPoint *point)
{
  run->plan->class->get_point (run->sim, point);
}

void
dl_machine_run_get_flights (const DlMachineRun *run, GArray *flights)
{
  run->plan->class->get_flights (run->sim, flights);
}

gboolean
dl_machine_plan_shows_inside (const DlMachinePlan *plan)
{
  return plan->class->get_inside != NULL;
}

void
dl_machine_run_watch (DlMachineRun *run, guint router)
{
  if (run->plan->class->watch != NULL)
    run->plan->class->watch (run->sim, router);
}

gboolean
dl_machine_run_to_grant (DlMachineRun *run, guint64 cycles)
{
  if (run->plan->class->run_to_grant != NULL)
    return run->plan->class->run_to_grant (run->sim, cycles);
  dl_machine_run_go (run, cycles);
  return FALSE;
}

DlRouterInside *
dl_machine_run_get_inside (const DlMachineRun *run)
{
  const DlSimClass *class = run->plan->class;

  return class->get_inside != NULL ? class->get_inside (run->sim) : NULL;
}

/* Counters ------------------------------------------------------------------------------------- */

static void
set_size (DlLinkCounts *links, guint n_links)
{
  if (links->n_links == n_links)
    return;
  links->n_links = n_links;
  links->flits = g_renew (guint64, links->flits, n_links);
  links->packets = g_renew (guint64, links->packets, n_links);
  links->stalls = g_renew (guint64, links->stalls, n_links);
  links->taken = g_renew (guint32, links->taken, n_links);
  links->sending = g_renew (guint32, links->sending, n_links);
  links->n_vcs = 0;
}

void
dl_link_counts_set_vcs (DlLinkCounts *links, guint n_vcs)
{
  if (links->n_vcs == n_vcs)
    return;
  links->n_vcs = n_vcs;
  links->vc_flits = g_renew (guint64, links->vc_flits, (gsize) links->n_links * n_vcs);
  links->vc_taken = g_renew (guint32, links->vc_taken, (gsize) links->n_links * n_vcs);
}

/* (n) @later without @earlier, which may be NULL. */
static guint64 *
difference (const guint64 *earlier, const guint64 *later, guint n)
{
  guint64 *counts = g_memdup2 (later, n * sizeof *later);

  for (guint i = 0; earlier != NULL && i < n; i++)
    counts[i] -= earlier[i];
  return counts;
}

DlLinkCounts
dl_link_counts_since (const DlLinkCounts *earlier, const DlLinkCounts *later)
{
  const guint n = later->n_links;

  return (DlLinkCounts) {
    .n_links = n,
    .flits = difference (earlier->flits, later->flits, n),
    .packets = difference (earlier->packets, later->packets, n),
    .stalls = difference (earlier->stalls, later->stalls, n),
  };
}

void
dl_link_counts_clear (DlLinkCounts *links)
{
  g_free (links->flits);
  g_free (links->packets);
  g_free (links->stalls);
  g_free (links->taken);
  g_free (links->sending);
  g_free (links->vc_flits);
  g_free (links->vc_taken);
  *links = (DlLinkCounts) { 0 };
}

void
dl_machine_run_get_state (const DlMachineRun *run, DlMachineState *state)
{
  state->cycle = dl_machine_run_cycle (run);
  set_size (&state->links, run->plan->n_links);
  dl_sim_stats_clear (&state->stats);
  run->plan->class->get_state (run->sim, state);
}

void
dl_machine_state_clear (DlMachineState *state)
{
  dl_sim_stats_clear (&state->stats);
  dl_link_counts_clear (&state->links);
  *state = (DlMachineState) { 0 };
}
