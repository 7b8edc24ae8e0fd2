#include "dl-run-observer.h"

/* What is said to whoever watches is looked at again after so much more of the run. */
#define WATCH_AGAIN 1.05
/* Whether a run may end is looked at again after so much more of it at least, and so many times as
 * much at most: to look at every window and stop at the first interval that is narrow is to stop
 * where it is too narrow by chance. */
#define LOOK_AGAIN  1.25
#define LOOK_BEFORE 4
/* What is estimated to be missing is made so much longer, so that most runs are narrow enough when
 * it has passed, and few are chosen by an interval that is narrow by chance. */
#define LOOK_LATER 1.2

struct _DlRunObserver
{
  DlSimObserver *windows;
  guint64 cut;       /* cycle at which a given warm-up ends, or DL_SIM_CUT_FOUND */
  GPtrArray *marks;  /* DlMachineState, in the order of time */
  guint64 look_at;   /* cycle, of dl_run_observer_is_precise */
  gboolean narrow;   /* it had converged there when it was looked at last */
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
      = { .program = plan->workload != NULL,
          .saturated = plan->saturated,
          .precision = precision,
          .unit_flits = MAX (plan->n_working_nodes, 1) * plan->load_flits,
          .cut = cut };
  DlRunObserver *self = g_new0 (DlRunObserver, 1);
  DlSimPoint start;

  dl_machine_run_get_point (run, &start);
  self->windows = dl_sim_observer_new (&options, &start);
  self->cut = cut;
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
  const guint64 now = dl_machine_run_cycle (run), next = dl_sim_observer_next (self->windows);

  return (now < self->cut ? MIN (next, self->cut) : next) - now;
}

static const DlMachineState *
mark (const DlRunObserver *self, guint i)
{
  return g_ptr_array_index (self->marks, i);
}

static void
keep_marks (DlRunObserver *self, const DlMachineRun *run)
{
  const guint64 now = dl_machine_run_cycle (run);

  for (guint i = self->marks->len; i-- > 0;)
    if (!dl_sim_observer_is_mark (self->windows, mark (self, i)->cycle))
      g_ptr_array_remove_index (self->marks, i);
  if (dl_sim_observer_is_mark (self->windows, now)
      && mark (self, self->marks->len - 1)->cycle < now)
    add_mark (self, run);
}

gboolean
dl_run_observer_follow (DlRunObserver *self, const DlMachineRun *run)
{
  const guint64 now = dl_machine_run_cycle (run);
  const gboolean ends = now == dl_sim_observer_next (self->windows);
  DlSimPoint point;

  if (ends)
    {
      dl_machine_run_get_point (run, &point);
      dl_sim_observer_add (self->windows, &point);
    }
  if (ends || now == self->cut)
    keep_marks (self, run);
  return ends;
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

  /* A given warm-up is over, or a mark was given up in the meantime. */
  if (observed >= WATCH_AGAIN * self->seen_at
      || (points[0].cycle + self->seen_at <= self->cut && points[n - 1].cycle > self->cut)
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
  const gboolean before = self->narrow;
  DlSimVerdict verdict;
  guint n;
  const DlSimPoint *points = dl_run_observer_points (self, &n);
  const guint64 now = points[n - 1].cycle, observed = now - points[0].cycle;

  if (now < self->look_at)
    return FALSE;
  dl_run_observer_judge (self, &verdict);
  self->narrow = verdict.state == DL_SIM_CONVERGED;
  self->look_at = points[0].cycle + (guint64) (LOOK_AGAIN * observed);
  if (verdict.missing != DL_SIM_MISSING_UNKNOWN)
    {
      const double later = MIN (LOOK_LATER * (observed + (double) verdict.missing),
                                (double) LOOK_BEFORE * observed);

      self->look_at = MAX (self->look_at, points[0].cycle + (guint64) later);
    }
  return self->narrow && before;
}

const DlMachineState *
dl_run_observer_first (const DlRunObserver *self)
{
  return mark (self, 0);
}

const DlMachineState *
dl_run_observer_start (const DlRunObserver *self, const DlSimVerdict *verdict)
{
  for (guint i = 0; i < self->marks->len; i++)
    if (mark (self, i)->cycle == verdict->cut)
      return mark (self, i);
  g_assert_not_reached ();
}
