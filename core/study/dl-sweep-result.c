#include "dl-sweep.h"

#include <glib/gi18n-lib.h>

#include <math.h>

void
dl_sweep_result_init (DlSweepResult *result, const DlFamily *family)
{
  *result = (DlSweepResult) {
    .family = family,
    .offered = NAN,
    .accepted = NAN,
    .latency_mean = NAN,
    .latency_sd = NAN,
    .latency_p50 = NAN,
    .latency_p99 = NAN,
    .latency_max = NAN,
    .total_latency_mean = NAN,
    .accepted_half = NAN,
    .latency_half = NAN,
    .total_latency_half = NAN,
    .minimal_share = NAN,
    .bandwidth_GBps = NAN,
    .found = { .hops_mean = NAN, .peak_load = NAN, .balance_mean = NAN, .bound_load = NAN },
  };
  for (guint class = 0; class < DL_MAX_LINK_CLASSES; class ++)
    result->found.class_load_max[class] = result->found.class_balance_mean[class] = NAN;
}

void
dl_scalars_of_result (DlSweepResult *scalars, const DlEvaluation *result)
{
  dl_sweep_result_init (scalars, result->scenario->family);
  scalars->seed = result->scenario->seed;
  scalars->found = result->findings;
}

void
dl_sweep_result_set_verdict (DlSweepResult *result, const DlSimVerdict *verdict)
{
  result->state = verdict->state;
  result->reason = verdict->reason;
  result->converged = verdict->state == DL_SIM_CONVERGED;
  result->warmup_cycles = verdict->cut;
  result->accepted_half = verdict->throughput.half_width;
  /* What grows without limit has no mean to be sure of. */
  result->latency_half = verdict->latency_grows ? NAN : verdict->network.half_width;
  result->total_latency_half = verdict->latency_grows ? NAN : verdict->latency.half_width;
}

void
dl_sweep_result_set_simulated (DlSweepResult *result, const DlSimulation *simulation)
{
  const double minimal = simulation->measured.minimal;
  const double ways = minimal + simulation->measured.nonminimal;
  const DlLatency *latency = &simulation->stats.network;

  result->seed = simulation->options.seed;
  result->offered = simulation->offered_load;
  result->accepted = simulation->accepted_load;
  result->latency_mean = dl_latency_mean (latency);
  result->latency_sd = dl_latency_sd (latency);
  result->latency_p50 = dl_latency_quantile (latency, 0.5);
  result->latency_p99 = dl_latency_quantile (latency, 0.99);
  result->latency_max = latency->count > 0 ? (double) latency->max : NAN;
  result->total_latency_mean = dl_latency_mean (&simulation->stats.total);
  dl_sweep_result_set_verdict (result, &simulation->verdict);
  result->warmup_cycles = simulation->options.warmup_cycles;
  result->deadlocked = simulation->deadlock != NULL;
  result->cycles = simulation->cycles;
  result->digest = simulation->counters.digest;
  result->minimal_share = ways > 0 ? minimal / ways : NAN;
  result->bandwidth_GBps = dl_simulation_bandwidth_GBps (simulation);
}

char *
dl_sweep_runs_finished (guint n_done, guint n)
{
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u of %u run is finished", "%u of %u runs are finished", n),
      n_done, n);
}

DlSimState
dl_sweep_results_state (const DlSweepResult *const *results, guint n, DlSimReason *reason)
{
  *reason = results[0]->reason;
  for (guint i = 1; i < n; i++)
    if (results[i]->state != results[0]->state)
      {
        *reason = DL_SIM_REASON_RUNS_DIFFER;
        return DL_SIM_NOT_CONVERGED;
      }
  return results[0]->state;
}
