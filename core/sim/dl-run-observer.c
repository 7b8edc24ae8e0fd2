#include "dl-run-observer.h"

/* Intervals are looked at again after so much more of the run: not at every window, in one of which
 * they might be narrow by chance. */
#define JUDGE_AGAIN 1.05

struct _DlRunObserver
{
  DlSimObserver *windows;
  GPtrArray *marks;  /* DlMachineState, in the order of time; NULL: none are kept */
  guint64 judged_at; /* cycle, by dl_run_observer_is_precise */
  guint64 seen_at;   /* cycles observed when @seen was judged */
  DlSimVerdict seen; /* by whoever watches */
};

static void
state_free (gpointer data)
{
  DlMachineState *state = data;

  dl_machine_state_clear (state);
  g_free (state);
}

static void
add_mark (DlRunObserver *self, const DlMachineRun *run)
{
  DlMachineState *state = g_new0 (DlMachineState, 1);

  dl_machine_run_get_state (run, state);
  g_ptr_array_add (self->marks, state);
}

DlRunObserver *
dl_run_observer_new (const DlMachineRun *run, double precision, guint64 cut)
{
  const DlMachinePlan *plan = run->plan;
  const DlSimObserverOptions options
      = { .program = plan->program,
          .saturated = plan->saturated,
          .precision = precision,
          .unit_flits = MAX (plan->n_working_nodes, 1) * plan->load_flits,
          .cut = cut };
  DlRunObserver *self = g_new0 (DlRunObserver, 1);
  DlSimPoint start;

  dl_machine_run_get_point (run, &start);
  self->windows = dl_sim_observer_new (&options, &start);
  if (cut != DL_SIM_CUT_FOUND || plan->program)
    return self;
  self->marks = g_ptr_array_new_with_free_func (state_free);
  add_mark (self, run);
  return self;
}

void
dl_run_observer_free (DlRunObserver *self)
{
  if (self == NULL)
    return;
  dl_sim_observer_free (self->windows);
  g_clear_pointer (&self->marks, g_ptr_array_unref);
  g_free (self);
}

guint64
dl_run_observer_due (const DlRunObserver *self, const DlMachineRun *run)
{
  return dl_sim_observer_next (self->windows) - dl_machine_run_cycle (run);
}

static const DlMachineState *
mark (const DlRunObserver *self, guint i)
{
  return g_ptr_array_index (self->marks, i);
}

static void
keep_marks (DlRunObserver *self, const DlMachineRun *run)
{
  for (guint i = self->marks->len; i-- > 0;)
    if (!dl_sim_observer_is_mark (self->windows, mark (self, i)->cycle))
      g_ptr_array_remove_index (self->marks, i);
  if (dl_sim_observer_is_mark (self->windows, dl_machine_run_cycle (run)))
    add_mark (self, run);
}

gboolean
dl_run_observer_follow (DlRunObserver *self, const DlMachineRun *run)
{
  DlSimPoint point;

  if (dl_run_observer_due (self, run) > 0)
    return FALSE;
  dl_machine_run_get_point (run, &point);
  dl_sim_observer_add (self->windows, &point);
  if (self->marks != NULL)
    keep_marks (self, run);
  return TRUE;
}

const DlSimPoint *
dl_run_observer_points (const DlRunObserver *self, guint *n_points)
{
  return dl_sim_observer_points (self->windows, n_points);
}

void
dl_run_observer_judge (const DlRunObserver *self, DlSimVerdict *verdict)
{
  dl_sim_observer_judge (self->windows, verdict);
}

void
dl_run_observer_watch (DlRunObserver *self, DlSimVerdict *verdict)
{
  guint n;
  const DlSimPoint *points = dl_run_observer_points (self, &n);
  const guint64 observed = points[n - 1].cycle - points[0].cycle;

  /* A mark may be given up in the meantime. */
  if (observed >= JUDGE_AGAIN * self->seen_at
      || !dl_sim_observer_is_mark (self->windows, self->seen.cut))
    {
      dl_run_observer_judge (self, &self->seen);
      self->seen_at = observed;
    }
  *verdict = self->seen;
}

gboolean
dl_run_observer_is_precise (DlRunObserver *self)
{
  DlSimVerdict verdict;
  guint n;
  const DlSimPoint *points = dl_run_observer_points (self, &n);
  const guint64 now = points[n - 1].cycle;

  if (now < JUDGE_AGAIN * self->judged_at)
    return FALSE;
  self->judged_at = now;
  dl_run_observer_judge (self, &verdict);
  return verdict.state == DL_SIM_CONVERGED;
}

const DlMachineState *
dl_run_observer_start (const DlRunObserver *self, const DlSimVerdict *verdict)
{
  for (guint i = 0; self->marks != NULL && i < self->marks->len; i++)
    if (mark (self, i)->cycle == verdict->cut)
      return mark (self, i);
  g_assert (self->marks == NULL);
  return NULL;
}
