#include "dl-sim-counters.h"

#include "dl-steady-state.h"

#include <math.h>

/* Steps of each power of 2 from DL_LATENCY_EXACT on. */
#define STEPS (DL_LATENCY_EXACT / 2)

static guint
bin_of (guint64 cycles)
{
  guint shift;

  if (cycles < DL_LATENCY_EXACT)
    return cycles;
  shift = g_bit_nth_msf (cycles, -1) - g_bit_nth_msf (STEPS, -1);
  /* The leading bits, of which the first is always set. */
  return STEPS * shift + (guint) (cycles >> shift);
}

void
dl_latency_bin (guint bin, guint64 *first, guint64 *last)
{
  const guint shift = bin < DL_LATENCY_EXACT ? 0 : bin / STEPS - 1;

  *first = (guint64) (bin - STEPS * shift) << shift;
  *last = *first + ((guint64) 1 << shift) - 1;
}

/* The middle of bin @bin. */
static double
bin_middle (guint bin)
{
  guint64 first, last;

  dl_latency_bin (bin, &first, &last);
  return first + (last - first) / 2.0;
}

void
dl_latency_clear (DlLatency *latency)
{
  g_free (latency->bins);
  *latency = (DlLatency) { 0 };
}

static void
grow (DlLatency *latency, guint n)
{
  guint size = MAX (latency->n_bins, DL_LATENCY_EXACT);

  while (size < n)
    size += STEPS;
  if (size == latency->n_bins)
    return;
  latency->bins = g_renew (guint64, latency->bins, size);
  for (guint bin = latency->n_bins; bin < size; bin++)
    latency->bins[bin] = 0;
  latency->n_bins = size;
}

static void
add_squares (DlLatency *latency, guint64 low, guint64 high)
{
  latency->square_low += low;
  latency->square_high += high + (latency->square_low < low);
}

void
dl_latency_add (DlLatency *latency, guint64 cycles)
{
  const guint bin = bin_of (cycles);
  const guint64 upper = cycles >> 32, lower = cycles & G_MAXUINT32;

  if (bin >= latency->n_bins)
    grow (latency, bin + 1);
  latency->bins[bin]++;
  latency->count++;
  latency->sum += cycles;
  latency->max = MAX (latency->max, cycles);
  add_squares (latency, lower * lower, upper * upper);
  if (upper > 0)
    add_squares (latency, (2 * upper * lower) << 32, (2 * upper * lower) >> 32);
}

void
dl_latency_merge (DlLatency *latency, const DlLatency *other)
{
  grow (latency, other->n_bins);
  for (guint bin = 0; bin < other->n_bins; bin++)
    latency->bins[bin] += other->bins[bin];
  latency->count += other->count;
  latency->sum += other->sum;
  latency->max = MAX (latency->max, other->max);
  add_squares (latency, other->square_low, other->square_high);
}

void
dl_latency_subtract (DlLatency *latency, const DlLatency *earlier)
{
  const guint64 low = latency->square_low;
  guint n;

  for (guint bin = 0; bin < earlier->n_bins; bin++)
    latency->bins[bin] -= earlier->bins[bin];
  latency->count -= earlier->count;
  latency->sum -= earlier->sum;
  latency->square_low -= earlier->square_low;
  latency->square_high -= earlier->square_high + (latency->square_low > low);
  for (n = latency->n_bins; n > 0 && latency->bins[n - 1] == 0; n--)
    ;
  if (n == 0)
    latency->max = 0;
  else if (bin_of (latency->max) != n - 1)
    latency->max = bin_middle (n - 1);
}

double
dl_latency_mean (const DlLatency *latency)
{
  return latency->count > 0 ? (double) latency->sum / latency->count : NAN;
}

double
dl_latency_sd (const DlLatency *latency)
{
  const long double squares = ldexpl (latency->square_high, 64) + latency->square_low;
  const long double sum = latency->sum;

  if (latency->count < 2)
    return NAN;
  return sqrtl (MAX (squares - sum * sum / latency->count, 0) / (latency->count - 1));
}

double
dl_latency_quantile (const DlLatency *latency, double share)
{
  const guint64 wanted = MAX (ceil (share * latency->count), 1);
  guint64 so_far = 0;

  g_assert (share >= 0 && share <= 1);
  for (guint bin = 0; bin < latency->n_bins; bin++)
    {
      so_far += latency->bins[bin];
      if (so_far >= wanted)
        return MIN (bin_middle (bin), latency->max);
    }
  return NAN;
}

/* Several runs --------------------------------------------------------------------------------- */

void
dl_mean_interval (const double *values, guint n, double *mean, double *reach)
{
  double sum = 0, squares = 0;
  guint numbers = 0;

  for (guint i = 0; i < n; i++)
    if (!isnan (values[i]))
      {
        sum += values[i];
        numbers++;
      }
  *mean = numbers > 0 ? sum / numbers : NAN;
  *reach = NAN;
  if (numbers < 2)
    return;
  for (guint i = 0; i < n; i++)
    if (!isnan (values[i]))
      squares += (values[i] - *mean) * (values[i] - *mean);
  *reach = dl_student_t (numbers - 1) * sqrt (squares / (numbers - 1) / numbers);
}

/* The squared standard error of the mean. */
static double
squared_error (const double *values, guint n)
{
  double sum = 0, squares = 0;

  for (guint i = 0; i < n; i++)
    sum += values[i];
  for (guint i = 0; i < n; i++)
    squares += (values[i] - sum / n) * (values[i] - sum / n);
  return squares / (n - 1) / n;
}

/* Between whole degrees of freedom. */
static double
student_t (double freedom)
{
  const guint below = MAX (freedom, 1);
  const double t = dl_student_t (below);

  return t + (dl_student_t (below + 1) - t) * MAX (freedom - below, 0);
}

double
dl_welch_reach (const double *a, guint n_a, const double *b, guint n_b)
{
  double error_a, error_b, sum;

  if (n_a < 2 || n_b < 2)
    return NAN;
  error_a = squared_error (a, n_a);
  error_b = squared_error (b, n_b);
  sum = error_a + error_b;
  if (!(sum > 0))
    return sum; /* 0, or not a number */
  return student_t (sum * sum / (error_a * error_a / (n_a - 1) + error_b * error_b / (n_b - 1)))
         * sqrt (sum);
}

static double
per_node_cycle (double flits, const DlSimPoint *from, const DlSimPoint *to, guint n_nodes)
{
  const double node_cycles = (double) (to->cycle - from->cycle) * n_nodes;

  return node_cycles > 0 ? flits / node_cycles : NAN;
}

double
dl_sim_points_offered (const DlSimPoint *from, const DlSimPoint *to, double packet_flits,
                       guint n_nodes)
{
  return per_node_cycle ((to->created - from->created) * packet_flits, from, to, n_nodes);
}

double
dl_sim_points_accepted (const DlSimPoint *from, const DlSimPoint *to, guint n_nodes)
{
  return per_node_cycle (to->delivered_flits - from->delivered_flits, from, to, n_nodes);
}

double
dl_sim_points_latency (const DlSimPoint *from, const DlSimPoint *to)
{
  const guint64 delivered = to->delivered - from->delivered;

  return delivered > 0 ? (double) (to->latency_sum - from->latency_sum) / delivered : NAN;
}

double
dl_sim_points_waiting (const DlSimPoint *from, const DlSimPoint *to, DlWait wait)
{
  const guint64 cycles = to->cycle - from->cycle;

  return cycles > 0 ? (double) (to->waits[wait] - from->waits[wait]) / cycles : NAN;
}

double
dl_sim_points_detour (const DlSimPoint *from, const DlSimPoint *to, DlDetour detour)
{
  guint64 all = 0;

  for (guint i = 0; i < DL_N_DETOURS; i++)
    all += to->detours[i] - from->detours[i];
  return all > 0 ? (double) (to->detours[detour] - from->detours[detour]) / all : NAN;
}

double
dl_sim_points_regret (const DlSimPoint *from, const DlSimPoint *to)
{
  const guint64 judged = to->judged - from->judged;

  return judged > 0 ? (double) (to->regretted - from->regretted) / judged : NAN;
}

double
dl_sim_points_nonminimal (const DlSimPoint *from, const DlSimPoint *to)
{
  const guint64 injected = to->injected - from->injected;

  return injected > 0 ? (double) (to->nonminimal - from->nonminimal) / injected : NAN;
}

G_DEFINE_QUARK (dl - sim - error - quark, dl_sim_error)

#define SUBTRACT(member) to->member -= from->member

void
dl_sim_counters_subtract (DlSimCounters *to, const DlSimCounters *from)
{
  SUBTRACT (created);
  SUBTRACT (injected);
  SUBTRACT (delivered);
  SUBTRACT (delivered_flits);
  SUBTRACT (unreachable);
  SUBTRACT (at_dateline);
  SUBTRACT (dropped_link);
  SUBTRACT (dropped_deadlock);
  SUBTRACT (dropped_source);
  SUBTRACT (delivered_bytes);
  SUBTRACT (minimal);
  SUBTRACT (nonminimal);
  for (guint detour = 0; detour < DL_N_DETOURS; detour++)
    SUBTRACT (detours[detour]);
  SUBTRACT (choices);
  SUBTRACT (judged);
  SUBTRACT (regretted);
  SUBTRACT (flit_hops);
  SUBTRACT (retransmitted_packets);
  SUBTRACT (retransmitted_flits);
  SUBTRACT (latency_sum);
  SUBTRACT (total_latency_sum);
  for (guint age = 0; age < G_N_ELEMENTS (to->age); age++)
    SUBTRACT (age[age]);
  for (guint wait = 0; wait < DL_N_WAITS; wait++)
    SUBTRACT (waits[wait]);
  for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
    {
      for (guint vc = 0; vc < DL_SIM_VCS; vc++)
        {
          SUBTRACT (packets[port][vc]);
          SUBTRACT (flits[port][vc]);
          SUBTRACT (blocked[port][vc]);
        }
      SUBTRACT (stalled_output[port]);
      SUBTRACT (stalled_input[port]);
      SUBTRACT (head_wait[port]);
    }
}

void
dl_sim_stats_clear (DlSimStats *stats)
{
  dl_latency_clear (&stats->network);
  dl_latency_clear (&stats->total);
  dl_latency_clear (&stats->minimal);
  dl_latency_clear (&stats->nonminimal);
  g_clear_pointer (&stats->sources, g_free);
}

void
dl_sim_stats_subtract (DlSimStats *stats, const DlSimStats *earlier, guint n_sources)
{
  dl_latency_subtract (&stats->network, &earlier->network);
  dl_latency_subtract (&stats->total, &earlier->total);
  dl_latency_subtract (&stats->minimal, &earlier->minimal);
  dl_latency_subtract (&stats->nonminimal, &earlier->nonminimal);
  stats->hops -= earlier->hops;
  if (stats->sources == NULL || earlier->sources == NULL)
    return;
  for (guint node = 0; node < n_sources; node++)
    stats->sources[node] -= earlier->sources[node];
}

const char *
dl_wait_id (DlWait wait)
{
  static const char *const ids[DL_N_WAITS] = { "vc", "credit", "switch" };

  g_assert (wait < DL_N_WAITS);
  return ids[wait];
}

const char *
dl_detour_id (DlDetour detour)
{
  static const char *const ids[DL_N_DETOURS] = { "none", "mode", "queue", "downstream" };

  g_assert (detour < DL_N_DETOURS);
  return ids[detour];
}
