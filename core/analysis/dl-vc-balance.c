#include "dl-vc-balance.h"

#include <math.h>

double
dl_vc_balance (double p0, double p1)
{
  return p0 + p1 > 0 ? fabs (p0 - p1) / (p0 + p1) : NAN;
}
