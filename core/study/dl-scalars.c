#include "dl-scalars.h"

void
dl_scalars_of_result (DlSweepResult *scalars, const DlResult *result)
{
  dl_sweep_result_init (scalars, dl_scenario_kind (result->scenario));
  scalars->seed = result->scenario->seed;
  dl_sweep_result_set_static (scalars, result->analysis, result->dragonfly);
}
