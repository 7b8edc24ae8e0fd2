#include "dl-sweep.h"

#include <math.h>

void
dl_sweep_result_init (DlSweepResult *result, DlKind kind)
{
  *result = (DlSweepResult) {
    .kind = kind,
    .offered = NAN,
    .accepted = NAN,
    .latency_mean = NAN,
    .latency_sd = NAN,
    .latency_p50 = NAN,
    .latency_p99 = NAN,
    .latency_max = NAN,
    .total_latency_mean = NAN,
    .hops_mean = NAN,
    .minimal_share = NAN,
    .bandwidth_GBps = NAN,
    .bound_load = NAN,
  };
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    result->balance_mean[dim] = result->load_max[dim] = NAN;
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    result->class_load_max[class] = NAN;
}

static void
set_torus (DlSweepResult *result, const DlAnalysis *analysis)
{
  result->pairs = analysis->pairs;
  result->unreachable_pairs = analysis->unreachable_pairs;
  result->illegal_pairs = analysis->illegal_pairs;
  result->dropped_pairs = analysis->dropped_pairs;
  result->hops_mean = analysis->hops_mean;
  result->deadlock_free = analysis->verdict->deadlock_free;
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      result->balance_mean[dim] = analysis->dims[dim].balance_mean;
      result->load_max[dim] = analysis->dims[dim].load_max;
    }
}

static void
set_dragonfly (DlSweepResult *result, const DlDragonflyAnalysis *analysis)
{
  result->pairs = analysis->pairs;
  result->unreachable_pairs = analysis->unreachable_pairs;
  result->hops_mean = analysis->hops_mean;
  result->deadlock_free = analysis->verdict->deadlock_free;
  result->bound_load = analysis->bound_load;
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    result->class_load_max[class] = analysis->classes[class].load_max;
}

void
dl_sweep_result_set_static (DlSweepResult *result, const DlAnalysis *analysis,
                            const DlDragonflyAnalysis *dragonfly)
{
  g_assert ((analysis != NULL) == (result->kind == DL_KIND_TORUS));
  if (analysis != NULL)
    set_torus (result, analysis);
  else
    set_dragonfly (result, dragonfly);
}

void
dl_sweep_result_set_simulated (DlSweepResult *result, const DlSimulation *simulation)
{
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
  result->settled = simulation->settled;
  result->deadlocked = simulation->deadlock != NULL;
  result->cycles = simulation->cycles;
  result->digest = simulation->counters.digest;
  if (simulation->dragonfly != NULL)
    {
      const double minimal = simulation->measured.minimal;
      const double all = minimal + simulation->measured.nonminimal;

      result->minimal_share = all > 0 ? minimal / all : NAN;
      result->bandwidth_GBps = simulation->dragonfly->bandwidth_GBps;
    }
}
