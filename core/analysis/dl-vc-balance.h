/* How evenly two virtual channels share a link. */
#pragma once

#include <glib.h>

#include <math.h>

/* VC_balance = |P0 - P1| / (P0 + P1), VC paper section 4; NAN for a link without traffic. */
static inline double
dl_vc_balance (double p0, double p1)
{
  return p0 + p1 > 0 ? fabs (p0 - p1) / (p0 + p1) : NAN;
}
