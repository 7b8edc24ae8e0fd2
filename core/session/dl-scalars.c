#include "dl-scalars.h"

#include <math.h>

static void
add_torus (DlSweepResult *scalars, const DlAnalysis *analysis)
{
  scalars->pairs = analysis->pairs;
  scalars->unreachable_pairs = analysis->unreachable_pairs;
  scalars->illegal_pairs = analysis->illegal_pairs;
  scalars->dropped_pairs = analysis->dropped_pairs;
  scalars->hops_mean = analysis->hops_mean;
  scalars->deadlock_free = analysis->verdict->deadlock_free;
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      scalars->balance_mean[dim] = analysis->dims[dim].balance_mean;
      scalars->load_max[dim] = analysis->dims[dim].load_max;
    }
}

static void
add_dragonfly (DlSweepResult *scalars, const DlDragonflyAnalysis *analysis)
{
  scalars->pairs = analysis->pairs;
  scalars->unreachable_pairs = analysis->unreachable_pairs;
  scalars->hops_mean = analysis->hops_mean;
  scalars->deadlock_free = analysis->verdict->deadlock_free;
  scalars->bound_load = analysis->bound_load;
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    scalars->class_load_max[class] = analysis->classes[class].load_max;
}

void
dl_scalars_of_result (DlSweepResult *scalars, const DlResult *result)
{
  *scalars = (DlSweepResult) {
    .seed = result->scenario->seed,
    .offered = NAN,
    .accepted = NAN,
    .latency_mean = NAN,
    .latency_sd = NAN,
    .latency_p50 = NAN,
    .latency_p99 = NAN,
    .latency_max = NAN,
    .total_latency_mean = NAN,
    .minimal_share = NAN,
    .bandwidth_GBps = NAN,
  };
  if (result->analysis != NULL)
    add_torus (scalars, result->analysis);
  else
    add_dragonfly (scalars, result->dragonfly);
}

void
dl_scalars_add_live (DlSweepResult *scalars, const DlLivePicture *picture)
{
  const double injected = (double) picture->minimal + picture->nonminimal;

  scalars->offered = picture->saturated ? NAN : picture->offered;
  scalars->accepted = picture->accepted;
  scalars->latency_mean = picture->latency_mean;
  scalars->latency_sd = picture->latency_sd;
  scalars->latency_p50 = picture->latency_p50;
  scalars->latency_p99 = picture->latency_p99;
  scalars->latency_max = picture->latency_max;
  scalars->total_latency_mean = picture->total_latency_mean;
  scalars->settled = picture->settled;
  scalars->deadlocked = picture->deadlock != NULL;
  scalars->cycles = picture->cycle;
  scalars->digest = picture->digest;
  if (picture->dragonfly != NULL)
    {
      scalars->minimal_share = injected > 0 ? picture->minimal / injected : NAN;
      scalars->bandwidth_GBps = picture->bandwidth_GBps;
    }
}
