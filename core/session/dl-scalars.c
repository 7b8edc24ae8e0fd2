#include "dl-scalars.h"

#include <math.h>

void
dl_scalars_of_result (DlSweepResult *scalars, const DlResult *result)
{
  dl_sweep_result_init (scalars, result->scenario->kind);
  scalars->seed = result->scenario->seed;
  dl_sweep_result_set_static (scalars, result->analysis, result->dragonfly);
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
