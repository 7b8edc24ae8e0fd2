#include "dl-sim-observer.h"

#include <math.h>

/* State shown to observers is updated after so much more of the run. */
#define WATCH_AGAIN 1.05
/* Whether a run may end is looked at again after so much more of it at least, and so many times as
 * much at most: to look at every window and stop at the first interval that is narrow is to stop
 * where it is too narrow by chance. */
#define LOOK_AGAIN  1.25
#define LOOK_BEFORE 4
/* Factor on the part estimated to be missing, so that most runs are narrow enough when it has
 * passed, and few are chosen by an interval that is narrow by chance. */
#define LOOK_LATER 1.2

struct _DlRunObserver
{
  DlSimObserver *windows;
  guint64 cut;       /* cycle at which a given warm-up ends, or DL_SIM_CUT_FOUND */
  GPtrArray *marks;  /* DlMachineState, shared by copies (g_atomic_rc_box), in the order of time */
  guint64 look_at;   /* cycle, of dl_run_observer_is_precise */
  gboolean narrow;   /* it had converged there when it was looked at last */
  guint64 seen_at;   /* cycles observed when @seen was judged */
  DlSimVerdict seen; /* for display */
};

static void
state_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, (GDestroyNotify) dl_machine_state_clear);
}

static void
add_mark (DlRunObserver *self, const DlMachineRun *run)
{
  DlMachineState *state = g_atomic_rc_box_new0 (DlMachineState);

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
  self->marks = g_ptr_array_new_with_free_func (state_unref);
  add_mark (self, run);
  return self;
}

static gpointer
state_ref (gconstpointer data, gpointer user_data)
{
  return g_atomic_rc_box_acquire ((gpointer) data);
}

DlRunObserver *
dl_run_observer_copy (const DlRunObserver *self)
{
  DlRunObserver *copy = g_memdup2 (self, sizeof *self);

  copy->windows = dl_sim_observer_copy (self->windows);
  copy->marks = g_ptr_array_copy (self->marks, state_ref, NULL);
  return copy;
}

gsize
dl_run_observer_get_size (const DlRunObserver *self, guint n_nodes, GHashTable *seen)
{
  gsize size = sizeof *self + dl_sim_observer_get_size (self->windows);

  for (guint i = 0; i < self->marks->len; i++)
    if (g_hash_table_add (seen, self->marks->pdata[i]))
      size += dl_machine_state_get_size (self->marks->pdata[i], n_nodes);
  return size;
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

/* Cycles of the first windows. */
#define WINDOW_CYCLES 16
#define MAX_WINDOWS   1024
/* Marks before this part of the run are given up: cutting off so little more costs nothing. */
#define MARK_SHARE 32
/* Windows are put together until each has so many packets, as long as so many windows remain. */
#define LEAST_PACKETS 4
#define LEAST_WINDOWS 256
/* Windows without which nothing is said: MSER-5 looks at 20 means of 5. */
#define LEAST_JUDGED 100
/* After the warm-up a run is at least so many times as long as packets are under way, on average:
 * near saturation the number of packets in the network changes so slowly that a shorter run looks
 * steady by chance. Fewer are enough where many batches show that it changes fast. */
#define LEAST_LATENCIES      100
#define LEAST_LATENCIES_MANY 30
#define MANY_BATCHES         16
/* Source queues that grow by a larger share of the offered load show a saturated network, and
 * delivered packets may differ by as much from the created ones. */
#define GROWTH 0.01
/* Source queues fill up at first. Their growth is judged after so many times the mean latency in
 * the network, in which it reaches the offered load. */
#define GROWTH_LATENCIES 2

struct _DlSimObserver
{
  DlSimObserverOptions options;
  guint64 since;
  guint64 window; /* cycles */
  GArray *points; /* DlSimPoint: the start, and the end of each window */
};

/* Windows put together, and what they are observed by. */
typedef struct
{
  guint n;
  guint64 cycles;                                                          /* of each */
  double *latency, *network, *delivered, *flits, *growth, *created, *ones; /* (n) */
  double *all;
} Windows;

DlSimObserver *
dl_sim_observer_new (const DlSimObserverOptions *options, const DlSimPoint *start)
{
  DlSimObserver *self = g_new0 (DlSimObserver, 1);

  self->options = *options;
  self->options.cut = MAX (options->cut, start->cycle);
  self->since = start->cycle;
  self->window = WINDOW_CYCLES;
  self->points = g_array_sized_new (FALSE, FALSE, sizeof (DlSimPoint), MAX_WINDOWS + 1);
  g_array_append_vals (self->points, start, 1);
  return self;
}

DlSimObserver *
dl_sim_observer_copy (const DlSimObserver *self)
{
  DlSimObserver *copy = g_memdup2 (self, sizeof *self);

  copy->points = g_array_copy (self->points);
  return copy;
}

gsize
dl_sim_observer_get_size (const DlSimObserver *self)
{
  return sizeof *self + self->points->len * sizeof (DlSimPoint);
}

void
dl_sim_observer_free (DlSimObserver *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->points);
  g_free (self);
}

static const DlSimPoint *
point (const DlSimObserver *self, guint i)
{
  return &g_array_index (self->points, DlSimPoint, i);
}

/* Cycles observed so far. */
static guint64
elapsed (const DlSimObserver *self)
{
  return (self->points->len - 1) * self->window;
}

guint64
dl_sim_observer_next (const DlSimObserver *self)
{
  return self->since + elapsed (self) + self->window;
}

/* Each two windows become one. */
static void
thin_out (DlSimObserver *self)
{
  for (guint i = 1; 2 * i < self->points->len; i++)
    g_array_index (self->points, DlSimPoint, i) = *point (self, 2 * i);
  g_array_set_size (self->points, (self->points->len + 1) / 2);
  self->window *= 2;
}

void
dl_sim_observer_add (DlSimObserver *self, const DlSimPoint *next)
{
  g_assert (next->cycle == dl_sim_observer_next (self));
  g_array_append_vals (self->points, next, 1);
  if (self->points->len > MAX_WINDOWS)
    thin_out (self);
}

const DlSimPoint *
dl_sim_observer_points (const DlSimObserver *self, guint *n_points)
{
  *n_points = self->points->len;
  return point (self, 0);
}

/* Marks ---------------------------------------------------------------------------------------- */

/* 0, and 2^i and 3 * 2^i of the first windows: as long as they are needed, windows begin there. */
static gboolean
is_mark_after (guint64 cycles)
{
  guint64 windows = cycles / WINDOW_CYCLES;

  if (cycles % WINDOW_CYCLES != 0)
    return FALSE;
  while (windows > 3 && windows % 2 == 0)
    windows /= 2;
  return windows <= 3;
}

static gboolean
is_needed (const DlSimObserver *self, guint64 mark)
{
  return mark * MARK_SHARE >= elapsed (self);
}

/* Is a given warm-up over? */
static gboolean
is_given (const DlSimObserver *self)
{
  return self->options.cut < self->since + elapsed (self);
}

gboolean
dl_sim_observer_is_mark (const DlSimObserver *self, guint64 cycle)
{
  const guint64 after = cycle - self->since;

  if (cycle == self->options.cut)
    return TRUE;
  if (is_given (self) || self->options.program)
    return after == 0;
  return cycle >= self->since && is_mark_after (after) && (after == 0 || is_needed (self, after));
}

/* The first mark at @after cycles or later, in cycles after the beginning. */
static guint64
next_mark (const DlSimObserver *self, guint64 after)
{
  if (after == 0)
    return 0;
  for (guint64 power = WINDOW_CYCLES;; power *= 2)
    {
      const guint64 between = power / 2 * 3;

      if (power >= after && is_needed (self, power))
        return power;
      if (power > WINDOW_CYCLES && between >= after && is_needed (self, between))
        return between;
    }
}

/* The last mark in the first half. */
static guint64
last_mark (const DlSimObserver *self)
{
  guint64 mark = 0;

  for (guint64 next = next_mark (self, 1); 2 * next <= elapsed (self);
       next = next_mark (self, next + 1))
    mark = next;
  return mark;
}

/* Windows -------------------------------------------------------------------------------------- */

/* How many windows are put together: so that few are without packets. */
static guint
windows_together (const DlSimObserver *self)
{
  const guint n = self->points->len - 1;
  const double delivered = point (self, n)->delivered - point (self, 0)->delivered;
  guint together = 1;

  while (n / (2 * together) >= LEAST_WINDOWS && delivered * together / n < LEAST_PACKETS)
    together *= 2;
  return together;
}

static void
windows_init (Windows *windows, const DlSimObserver *self)
{
  const guint together = windows_together (self);
  const guint n = (self->points->len - 1) / together;
  double *all = g_new (double, 7 * n + 1);

  *windows = (Windows) { .n = n,
                         .cycles = together * self->window,
                         .latency = all,
                         .network = all + n,
                         .delivered = all + 2 * n,
                         .flits = all + 3 * n,
                         .growth = all + 4 * n,
                         .created = all + 5 * n,
                         .ones = all + 6 * n,
                         .all = all };
  for (guint i = 0; i < n; i++)
    {
      const DlSimPoint *from = point (self, i * together), *to = point (self, (i + 1) * together);
      const guint64 injected = to->injected - from->injected;

      windows->latency[i] = to->total_latency_sum - from->total_latency_sum;
      windows->network[i] = to->latency_sum - from->latency_sum;
      windows->delivered[i] = to->delivered - from->delivered;
      windows->flits[i] = to->delivered_flits - from->delivered_flits;
      windows->created[i] = to->created - from->created;
      windows->growth[i] = windows->created[i] - (double) injected;
      windows->ones[i] = 1;
    }
}

static void
windows_clear (Windows *windows)
{
  g_free (windows->all);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Windows, windows_clear)

/* The first window at @after cycles or later; all of them at most. */
static guint
window_at (const Windows *windows, guint64 after)
{
  return MIN ((after + windows->cycles - 1) / windows->cycles, windows->n);
}

static void
means_from (const Windows *windows, guint64 after, const double *sums, const double *weights,
            DlBatchMeans *means)
{
  const guint first = window_at (windows, after);

  dl_batch_means (sums + first, weights + first, windows->n - first, means);
}

/* In the long run as many packets leave as come, so that throughput varies by chance like the
 * number of created packets. The number of packets in the network changes slowly, and hides that
 * from short runs: the interval of @throughput becomes at least as wide, for its size, as that of
 * the packets created. */
static void
widen_as_created (const Windows *windows, guint64 cut, DlBatchMeans *throughput)
{
  DlBatchMeans created;
  double error;

  means_from (windows, cut, windows->created, windows->ones, &created);
  error = created.standard_error / created.mean * throughput->mean;
  if (!(error > throughput->standard_error) || isnan (throughput->half_width)
      || isnan (created.half_width))
    return;
  throughput->standard_error = error;
  throughput->half_width = created.half_width / created.mean * throughput->mean;
  throughput->n_batches = created.n_batches;
  throughput->batch = created.batch;
}

/* @means per cycle and unit, which are of windows. */
static void
scale (DlBatchMeans *means, double by)
{
  means->mean *= by;
  means->standard_error *= by;
  means->half_width *= by;
}

/* The judgment --------------------------------------------------------------------------------- */

/* Cycles after the beginning at which the warm-up ends, and whether it does. */
static guint64
find_cut (const DlSimObserver *self, const Windows *windows, const double *sums,
          const double *weights, gboolean *found)
{
  guint cut;

  *found = dl_mser_5 (sums, weights, windows->n, &cut);
  return *found ? next_mark (self, cut * windows->cycles) : last_mark (self);
}

/* Do queues grow? Needs enough packets and windows. */
static gboolean
queues_grow (const DlSimObserver *self, const Windows *windows, guint64 cut, DlSimVerdict *verdict)
{
  const DlSimPoint *first = point (self, 0), *last = point (self, self->points->len - 1);
  const double latency = dl_sim_points_latency (first, last);

  means_from (windows, cut, windows->growth, windows->created, &verdict->growth);
  return elapsed (self) - cut >= GROWTH_LATENCIES * latency
         && dl_batch_means_exceed (&verdict->growth, GROWTH);
}

static void
take_means (const DlSimObserver *self, const Windows *windows, guint64 cut, DlSimVerdict *verdict)
{
  means_from (windows, cut, windows->latency, windows->delivered, &verdict->latency);
  means_from (windows, cut, windows->network, windows->delivered, &verdict->network);
  means_from (windows, cut, windows->flits, windows->ones, &verdict->throughput);
  if (!verdict->latency_grows && !self->options.program)
    widen_as_created (windows, cut, &verdict->throughput);
  scale (&verdict->throughput, 1 / (windows->cycles * self->options.unit_flits));
  verdict->cut = self->since + cut;
}

/* How often the cycles after the warm-up are needed until delivered and created packets are as
 * alike as wanted: the number of packets under way does not grow. */
static double
delivery_missing (const Windows *windows, guint64 cut)
{
  double created = 0, delivered = 0;

  for (guint i = window_at (windows, cut); i < windows->n; i++)
    {
      created += windows->created[i];
      delivered += windows->delivered[i];
    }
  return created > 0 ? fabs (created - delivered) / (GROWTH * created) : 0;
}

/* The same of batches: until there are many, if there are too few. */
static double
batches_missing (const DlBatchMeans *means)
{
  return means->correlated ? (double) MANY_BATCHES / MAX (means->n_batches, 1) : 0;
}

/* The same of an interval: it narrows with the square root of the time. */
static double
interval_missing (const DlBatchMeans *means, double precision)
{
  const double lacks = means->half_width / (precision * means->mean);

  return lacks * lacks;
}

/* Cycles after the warm-up without which a run has not converged. */
static double
least_cycles (const DlSimVerdict *verdict)
{
  const gboolean many = verdict->latency.n_batches >= MANY_BATCHES;

  return (many ? LEAST_LATENCIES_MANY : LEAST_LATENCIES) * verdict->network.mean;
}

static DlSimReason
reason_not_converged (const DlSimObserver *self, const Windows *windows, guint64 cut,
                      DlSimVerdict *verdict, double *lacks)
{
  const double precision = self->options.precision;
  const DlBatchMeans *latency = &verdict->latency, *throughput = &verdict->throughput;

  *lacks = 2;
  if (isnan (latency->mean))
    return DL_SIM_REASON_NOTHING_DELIVERED;
  if (windows->n < LEAST_JUDGED || throughput->n_batches == 0)
    return DL_SIM_REASON_TOO_SHORT;
  if (!verdict->found)
    return DL_SIM_REASON_WARM_UP;
  *lacks = least_cycles (verdict) / (elapsed (self) - cut);
  if (*lacks > 1 && !verdict->latency_grows)
    return DL_SIM_REASON_TOO_SHORT;
  *lacks = delivery_missing (windows, cut);
  if (*lacks > 1 && !verdict->latency_grows)
    return DL_SIM_REASON_DELIVERY;
  *lacks = batches_missing (throughput);
  if (!verdict->latency_grows)
    *lacks = MAX (*lacks, batches_missing (latency));
  if (*lacks > 1)
    return DL_SIM_REASON_CORRELATED;
  *lacks = interval_missing (throughput, precision);
  if (!verdict->latency_grows)
    *lacks = MAX (*lacks, interval_missing (latency, precision));
  if (*lacks <= 1)
    return DL_SIM_REASON_PRECISE;
  return *lacks > interval_missing (throughput, precision) ? DL_SIM_REASON_LATENCY
                                                           : DL_SIM_REASON_THROUGHPUT;
}

static guint64
missing_cycles (const DlSimObserver *self, guint64 cut, double lacks)
{
  const double measured = elapsed (self) - cut;

  return measured > 0 && lacks < 1e9 ? (guint64) ceil (MAX (lacks - 1, 0) * measured)
                                     : DL_SIM_MISSING_UNKNOWN;
}

/* Where the warm-up ends, and whether the network is saturated after it. */
static guint64
cut_off (const DlSimObserver *self, const Windows *windows, DlSimVerdict *verdict)
{
  const gboolean given = is_given (self);
  gboolean found = TRUE;
  guint64 cut, other;

  if (given)
    cut = self->options.cut - self->since;
  else
    cut = find_cut (self, windows, windows->flits, windows->ones, &verdict->found);
  if (given)
    verdict->found = TRUE;
  verdict->latency_grows = self->options.saturated || queues_grow (self, windows, cut, verdict);
  /* After an edit, a saturated network changes from one state to another while as many packets
   * leave it as before. */
  if (verdict->latency_grows && !given && self->since > 0)
    return MAX (cut, last_mark (self));
  if (given || verdict->latency_grows)
    return cut;
  other = find_cut (self, windows, windows->latency, windows->delivered, &found);
  verdict->found = verdict->found && found;
  return MAX (cut, other);
}

void
dl_sim_observer_judge (const DlSimObserver *self, DlSimVerdict *verdict)
{
  g_auto (Windows) windows = { 0 };
  guint64 cut;
  double lacks;

  *verdict = (DlSimVerdict) { .cut = self->since, .missing = DL_SIM_MISSING_UNKNOWN };
  windows_init (&windows, self);
  if (self->options.program)
    {
      take_means (self, &windows, is_given (self) ? self->options.cut - self->since : 0, verdict);
      verdict->found = TRUE;
      return;
    }
  cut = cut_off (self, &windows, verdict);
  take_means (self, &windows, cut, verdict);
  verdict->reason = reason_not_converged (self, &windows, cut, verdict, &lacks);
  verdict->missing = missing_cycles (self, cut, lacks);
  verdict->state = DL_SIM_NOT_CONVERGED;
  if (verdict->latency_grows)
    {
      verdict->state = DL_SIM_SATURATED;
      verdict->reason
          = self->options.saturated ? DL_SIM_REASON_SATURATED_LOAD : DL_SIM_REASON_QUEUES_GROW;
    }
  else if (verdict->reason == DL_SIM_REASON_PRECISE)
    verdict->state = DL_SIM_CONVERGED;
}

void
dl_sim_verdict_set_deadlock (DlSimVerdict *verdict)
{
  if (verdict->state == DL_SIM_STATE_NONE)
    return;
  if (verdict->reason != DL_SIM_REASON_SATURATED_LOAD)
    verdict->state = DL_SIM_NOT_CONVERGED;
  verdict->reason = DL_SIM_REASON_DEADLOCK;
  verdict->missing = DL_SIM_MISSING_UNKNOWN;
}
