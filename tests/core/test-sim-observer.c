/* Verdicts on a run, held to a queue whose mean wait is known: a single output that packets reach
 * at random, Geo/D/1. Also windows, marks and words. */
#include "dl-rng.h"
#include "dl-sim-observer.h"

#include <math.h>

#define FLITS 9
#define SEEDS 1000

/* The queue ------------------------------------------------------------------------------------ */

/* In each cycle a packet of FLITS flits comes with probability load / FLITS. The output takes a
 * flit per cycle. A packet counts as delivered when its first flit leaves: its packet latency is
 * its wait, and its network latency a constant.
 */
typedef struct
{
  DlRng rng;
  double load;
  guint64 arrival;  /* of the next packet */
  guint64 free_at;  /* the output has sent all before */
  GArray *arrivals; /* guint64: of packets that have come */
  guint n_sent;     /* of these */
  DlSimPoint now;
} Queue;

static void
next_arrival (Queue *queue)
{
  const double random = (dl_rng_next (&queue->rng) >> 11) * 0x1p-53;

  queue->arrival += 1 + (guint64) floor (log1p (-random) / log1p (-queue->load / FLITS));
}

static void
queue_init (Queue *queue, double load, guint64 seed)
{
  *queue = (Queue) { .load = load };
  queue->arrivals = g_array_new (FALSE, FALSE, sizeof (guint64));
  dl_rng_init (&queue->rng, seed);
  next_arrival (queue);
}

static void
queue_clear (Queue *queue)
{
  g_array_unref (queue->arrivals);
}

static void
send (Queue *queue, guint64 arrival, guint64 departure)
{
  DlSimPoint *now = &queue->now;

  queue->n_sent++;
  queue->free_at = departure + FLITS;
  now->injected++;
  now->delivered++;
  now->delivered_flits += FLITS;
  now->total_latency_sum += departure - arrival;
  now->latency_sum += FLITS;
}

/* Up to the cycle that is next. */
static void
queue_run (Queue *queue, guint64 cycle)
{
  for (;;)
    {
      const gboolean waits = queue->n_sent < queue->arrivals->len;
      const guint64 first = waits ? g_array_index (queue->arrivals, guint64, queue->n_sent) : 0;
      const guint64 departure = waits ? MAX (first, queue->free_at) : G_MAXUINT64;

      if (MIN (queue->arrival, departure) >= cycle)
        break;
      if (departure < queue->arrival)
        {
          send (queue, first, departure);
          continue;
        }
      g_array_append_val (queue->arrivals, queue->arrival);
      queue->now.created++;
      next_arrival (queue);
    }
  queue->now.cycle = cycle;
}

static DlSimObserver *
observe (double load, guint64 seed, guint64 cycles, double precision, guint64 cut)
{
  const DlSimObserverOptions options = { .precision = precision, .unit_flits = 1, .cut = cut };
  Queue queue;
  DlSimObserver *observer;

  queue_init (&queue, load, seed);
  observer = dl_sim_observer_new (&options, &queue.now);
  while (dl_sim_observer_next (observer) <= cycles)
    {
      queue_run (&queue, dl_sim_observer_next (observer));
      dl_sim_observer_add (observer, &queue.now);
    }
  queue_clear (&queue);
  return observer;
}

/* Mean wait: the discrete form of Pollaczek and Khinchine. */
static double
known_wait (double load)
{
  return load * (FLITS - 1) / (2 * (1 - load));
}

/* The queue itself, over a time that leaves little to chance. */
static void
test_queue (void)
{
  static const double loads[] = { 0.1, 0.3, 0.5 };

  for (guint i = 0; i < G_N_ELEMENTS (loads); i++)
    {
      Queue queue;
      double wait, throughput;

      queue_init (&queue, loads[i], 7);
      queue_run (&queue, 20000000);
      wait = (double) queue.now.total_latency_sum / queue.now.delivered;
      throughput = queue.now.delivered_flits / 20000000.0;
      g_assert_cmpfloat_with_epsilon (wait, known_wait (loads[i]), 0.01 * known_wait (loads[i]));
      g_assert_cmpfloat_with_epsilon (throughput, loads[i], 0.005 * loads[i]);
      queue_clear (&queue);
    }
}

/* Coverage ------------------------------------------------------------------------------------- */

static void
assert_covers (const char *what, double load, guint held, guint n)
{
  g_test_message ("%s at %g: %u of %u intervals hold it", what, load, held, n);
  g_assert_cmpuint (n, >=, 0.9 * SEEDS);
  g_assert_cmpfloat ((double) held / n, >=, 0.93);
  g_assert_cmpfloat ((double) held / n, <=, 0.97);
}

/* 1,000 runs of a fixed length from an empty queue, their warm-up found. */
static void
test_coverage (gconstpointer data)
{
  const double load = GPOINTER_TO_INT (data) / 10.0;
  guint n = 0, held = 0, n_throughput = 0, held_throughput = 0;

  for (guint seed = 1; seed <= SEEDS; seed++)
    {
      g_autoptr (DlSimObserver) observer = observe (load, seed, 400000, 0.02, DL_SIM_CUT_FOUND);
      DlSimVerdict verdict;

      dl_sim_observer_judge (observer, &verdict);
      g_assert_cmpint (verdict.state, !=, DL_SIM_SATURATED);
      if (!verdict.found)
        continue;
      if (!isnan (verdict.latency.half_width))
        {
          n++;
          held += fabs (verdict.latency.mean - known_wait (load)) <= verdict.latency.half_width;
        }
      if (!isnan (verdict.throughput.half_width))
        {
          n_throughput++;
          held_throughput += fabs (verdict.throughput.mean - load) <= verdict.throughput.half_width;
        }
    }
  assert_covers ("the wait", load, held, n);
  assert_covers ("throughput", load, held_throughput, n_throughput);
}

/* The words ------------------------------------------------------------------------------------ */

static DlSimVerdict
verdict_of (double load, guint64 cycles, double precision, guint64 cut)
{
  g_autoptr (DlSimObserver) observer = observe (load, 3, cycles, precision, cut);
  DlSimVerdict verdict;

  dl_sim_observer_judge (observer, &verdict);
  return verdict;
}

static void
test_words (void)
{
  DlSimVerdict verdict = verdict_of (0.5, 4000000, 0.05, DL_SIM_CUT_FOUND);

  g_assert_cmpint (verdict.state, ==, DL_SIM_CONVERGED);
  g_assert_cmpint (verdict.reason, ==, DL_SIM_REASON_PRECISE);
  g_assert_cmpuint (verdict.missing, ==, 0);
  g_assert_true (verdict.found && !verdict.latency_grows);
  g_assert_cmpuint (verdict.cut, <=, 2000000);

  /* Too wide: the cycles that are missing would make it as narrow as wanted. */
  verdict = verdict_of (0.5, 200000, 0.01, DL_SIM_CUT_FOUND);
  g_assert_cmpint (verdict.state, ==, DL_SIM_NOT_CONVERGED);
  g_assert_cmpint (verdict.reason, ==, DL_SIM_REASON_LATENCY);
  {
    const double lacks = verdict.latency.half_width / (0.01 * verdict.latency.mean);
    /* Windows end at most a window before the run. */
    g_assert_cmpfloat_with_epsilon (verdict.missing, (lacks * lacks - 1) * (200000.0 - verdict.cut),
                                    0.01 * verdict.missing);
  }

  /* More comes than can leave: saturated, which is cut off by its throughput and has no latency. */
  verdict = verdict_of (1.1, 100000, 0.02, DL_SIM_CUT_FOUND);
  g_assert_cmpint (verdict.state, ==, DL_SIM_SATURATED);
  g_assert_cmpint (verdict.reason, ==, DL_SIM_REASON_QUEUES_GROW);
  g_assert_true (verdict.latency_grows);
  g_assert_cmpfloat_with_epsilon (verdict.throughput.mean, 1, 0.001);
  g_assert_cmpfloat_with_epsilon (verdict.growth.mean, 1 - 1 / 1.1, 0.02);

  /* A few windows give no verdict, and none give none. */
  verdict = verdict_of (0.5, 1000, 0.02, DL_SIM_CUT_FOUND);
  g_assert_cmpint (verdict.reason, ==, DL_SIM_REASON_TOO_SHORT);
  verdict = verdict_of (0.5, 1, 0.02, DL_SIM_CUT_FOUND);
  g_assert_cmpint (verdict.reason, ==, DL_SIM_REASON_NOTHING_DELIVERED);
  g_assert_cmpuint (verdict.cut, ==, 0);

  /* A given warm-up is taken as it is. */
  verdict = verdict_of (0.5, 200000, 0.2, 50000);
  g_assert_cmpuint (verdict.cut, ==, 50000);
  g_assert_cmpint (verdict.state, ==, DL_SIM_CONVERGED);
}

/* A load that gets through is rarely called saturated, and one that is 5% too much nearly always.
 */
static void
test_saturation (void)
{
  guint n_wrong = 0, n_missed = 0;

  for (guint seed = 1; seed <= 200; seed++)
    {
      g_autoptr (DlSimObserver) below = observe (0.8, seed, 100000, 0.02, DL_SIM_CUT_FOUND);
      g_autoptr (DlSimObserver) above = observe (1.05, seed, 100000, 0.02, DL_SIM_CUT_FOUND);
      DlSimVerdict verdict;

      dl_sim_observer_judge (below, &verdict);
      n_wrong += verdict.state == DL_SIM_SATURATED;
      dl_sim_observer_judge (above, &verdict);
      n_missed += verdict.state != DL_SIM_SATURATED;
    }
  g_test_message ("%u wrong, %u missed", n_wrong, n_missed);
  g_assert_cmpuint (n_wrong, <=, 4);
  g_assert_cmpuint (n_missed, <=, 4);
}

/* Given warm-ups and lengths. */
static void
test_given (void)
{
  DlSimObserverOptions options = { .precision = 0.02, .unit_flits = 1, .cut = DL_SIM_CUT_FOUND };
  DlSimPoint point = { 0 };
  DlSimVerdict verdict;

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (DlSimObserver) observer = NULL;

      options.saturated = i == 0;
      options.program = i == 1;
      point = (DlSimPoint) { 0 };
      observer = dl_sim_observer_new (&options, &point);
      for (guint window = 0; window < 400; window++)
        {
          point.cycle = dl_sim_observer_next (observer);
          point.created += 20;
          point.injected += 20;
          point.delivered += 19 + window % 3;
          point.delivered_flits += 9 * (19 + window % 3);
          point.latency_sum += 19 * 100;
          point.total_latency_sum += 19 * 200;
          dl_sim_observer_add (observer, &point);
        }
      dl_sim_observer_judge (observer, &verdict);
      g_assert_cmpint (verdict.state, ==, i == 0 ? DL_SIM_SATURATED : DL_SIM_STATE_NONE);
      g_assert_cmpint (verdict.reason, ==,
                       i == 0 ? DL_SIM_REASON_SATURATED_LOAD : DL_SIM_REASON_NONE);
      dl_sim_verdict_set_deadlock (&verdict);
      g_assert_cmpint (verdict.state, ==, i == 0 ? DL_SIM_SATURATED : DL_SIM_STATE_NONE);
    }
}

static void
test_ids (void)
{
  for (DlSimState state = DL_SIM_NOT_CONVERGED; state <= DL_SIM_SATURATED; state++)
    g_assert_cmpint (dl_sim_state_find (dl_sim_state_id (state)), ==, state);
  for (DlSimReason reason = DL_SIM_REASON_PRECISE; reason <= DL_SIM_REASON_RUNS_DIFFER; reason++)
    {
      g_assert_cmpint (dl_sim_reason_find (dl_sim_reason_id (reason)), ==, reason);
      g_assert_true (g_str_has_suffix (dl_sim_reason_text (reason), "."));
    }
  g_assert_cmpint (dl_sim_state_find (NULL), ==, DL_SIM_STATE_NONE);
  g_assert_cmpint (dl_sim_reason_find ("settled"), ==, DL_SIM_REASON_NONE);
}

/* Windows and marks ---------------------------------------------------------------------------- */

/* However long the run, there are at most 1,023 windows, and what they say together is the whole.
 * The warm-up ends at a mark that was one when it passed, and has stayed one. */
static void
test_windows (void)
{
  const DlSimObserverOptions options
      = { .precision = 0.02, .unit_flits = 1, .cut = DL_SIM_CUT_FOUND };
  g_autoptr (GHashTable) marks = g_hash_table_new (NULL, NULL);
  g_autoptr (DlSimObserver) observer = NULL;
  const DlSimPoint *points;
  Queue queue;
  guint n;

  queue_init (&queue, 0.4, 11);
  queue_run (&queue, 1000);
  observer = dl_sim_observer_new (&options, &queue.now);
  g_hash_table_add (marks, GUINT_TO_POINTER (1000));
  while (queue.now.cycle < 3000000)
    {
      GHashTableIter iter;
      gpointer mark;
      DlSimVerdict verdict;

      queue_run (&queue, dl_sim_observer_next (observer));
      dl_sim_observer_add (observer, &queue.now);
      g_hash_table_iter_init (&iter, marks);
      while (g_hash_table_iter_next (&iter, &mark, NULL))
        if (!dl_sim_observer_is_mark (observer, GPOINTER_TO_UINT (mark)))
          g_hash_table_iter_remove (&iter);
      if (dl_sim_observer_is_mark (observer, queue.now.cycle))
        g_hash_table_add (marks, GUINT_TO_POINTER (queue.now.cycle));
      g_assert_cmpuint (g_hash_table_size (marks), <=, 12);
      points = dl_sim_observer_points (observer, &n);
      g_assert_cmpuint (n, <=, 1024);
      if (n % 50 != 0)
        continue;
      dl_sim_observer_judge (observer, &verdict);
      g_assert_true (g_hash_table_contains (marks, GUINT_TO_POINTER (verdict.cut)));
      g_assert_cmpuint (verdict.cut - 1000, <=, 0.8 * (queue.now.cycle - 1000));
    }
  points = dl_sim_observer_points (observer, &n);
  g_assert_cmpuint (points[0].cycle, ==, 1000);
  g_assert_cmpmem (&points[n - 1], sizeof *points, &queue.now, sizeof *points);
  for (guint i = 1; i < n; i++)
    g_assert_cmpuint (points[i].cycle - points[i - 1].cycle, ==, points[1].cycle - 1000);
  queue_clear (&queue);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim-observer/queue", test_queue);
  g_test_add_data_func ("/sim-observer/coverage/1", GINT_TO_POINTER (1), test_coverage);
  g_test_add_data_func ("/sim-observer/coverage/3", GINT_TO_POINTER (3), test_coverage);
  g_test_add_data_func ("/sim-observer/coverage/5", GINT_TO_POINTER (5), test_coverage);
  g_test_add_func ("/sim-observer/words", test_words);
  g_test_add_func ("/sim-observer/saturation", test_saturation);
  g_test_add_func ("/sim-observer/given", test_given);
  g_test_add_func ("/sim-observer/ids", test_ids);
  g_test_add_func ("/sim-observer/windows", test_windows);
  return g_test_run ();
}
