#include "dl-scalars.h"

void
dl_scalars_of_result (DlSweepResult *scalars, const DlEvaluation *result)
{
  dl_sweep_result_init (scalars, result->scenario->family);
  scalars->seed = result->scenario->seed;
  scalars->found = result->findings;
}
