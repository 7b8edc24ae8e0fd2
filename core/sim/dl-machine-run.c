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
  self->node_rate = 1;
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

guint64
dl_machine_run_rank_done (const DlMachineRun *run, guint rank)
{
  const DlSimClass *class = run->plan->class;

  return class->ranks != NULL ? dl_sim_ranks_done_at (class->ranks (run->sim), rank)
                              : class->rank_done (run->sim, rank);
}

const DlSimProgram *
dl_machine_run_get_program (const DlMachineRun *run)
{
  const DlSimClass *class = run->plan->class;
  const DlSimRanks *ranks = class->ranks != NULL ? class->ranks (run->sim) : NULL;

  return ranks != NULL ? dl_sim_ranks_get_program (ranks) : NULL;
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

static void
walk_run (gpointer data, DlSimWalk *walk)
{
  DlMachineRun *run = data;

  dl_sim_walk_object (walk, (gpointer *) &run->plan);
  run->plan->class->walk (run->sim, walk);
}

DlSimImage *
dl_machine_run_save (const DlMachineRun *run)
{
  return dl_sim_image_new (run, walk_run, dl_machine_run_cycle (run));
}

void
dl_machine_run_load (DlMachineRun *run, const DlSimImage *image)
{
  dl_sim_image_load (image, run, walk_run);
}

DlMachineRun *
dl_machine_run_new_from (const DlSimImage *image)
{
  DlMachineRun *run = dl_machine_run_new (g_ptr_array_index (image->objects, 0));

  dl_machine_run_load (run, image);
  return run;
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
dl_machine_run_list_flights (const DlMachineRun *run, const DlFlightsAt *at, GArray *flights)
{
  run->plan->class->list_flights (run->sim, at, flights);
}

void
dl_machine_run_get_flights (const DlMachineRun *run, GArray *flights)
{
  dl_machine_run_list_flights (run, NULL, flights);
  dl_flights_sort (flights);
}

void
dl_machine_run_get_wait (const DlMachineRun *run, const DlFlight *flight,
                         const DlFlightPassage *out, const DlFlightPassage *crossed,
                         DlFlightWait *wait)
{
  *wait = (DlFlightWait) { .by = DL_HELD_NOT };
  run->plan->class->get_wait (run->sim, flight, out, crossed, wait);
}

void
dl_machine_run_watch_packet (DlMachineRun *run, const DlFlight *packet)
{
  if (run->plan->class->watch_packet != NULL)
    run->plan->class->watch_packet (run->sim, packet);
}

static gint
compare_cycles (gconstpointer a, gconstpointer b)
{
  const DlSimChoice *x = a, *y = b;

  return x->cycle < y->cycle ? -1 : x->cycle > y->cycle;
}

void
dl_machine_run_get_choices (const DlMachineRun *run, DlSimChoiceList *choices)
{
  if (run->plan->class->get_choices == NULL)
    return;
  run->plan->class->get_choices (run->sim, choices);
  g_array_sort (choices->choices, compare_cycles);
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

static gsize
latency_size (const DlLatency *latency)
{
  return latency->n_bins * sizeof *latency->bins;
}

gsize
dl_machine_state_get_size (const DlMachineState *state, guint n_nodes)
{
  const DlSimStats *stats = &state->stats;
  const DlLinkCounts *links = &state->links;
  const gsize per_link = 3 * sizeof *links->flits + 2 * sizeof *links->taken
                         + links->n_vcs * (sizeof *links->vc_flits + sizeof *links->vc_taken);

  return sizeof *state + links->n_links * per_link + latency_size (&stats->network)
         + latency_size (&stats->total) + latency_size (&stats->minimal)
         + latency_size (&stats->nonminimal)
         + (stats->sources != NULL ? n_nodes * sizeof *stats->sources : 0);
}
