/* Age-based arbitration in words and numbers, the same on the command line and in the window. */
#pragma once

#include "dl-aging-model.h"
#include "dl-sim-options.h"

G_BEGIN_DECLS

/* A bias by input port as files have it: "3;2;1;1", or seven values where directions differ. */
char *dl_age_bias_text (const guint8 bias[DL_N_ROUTER_PORTS]);
/* What AGE_RR_SELECT does: "48 of 64 grants by age", translated. */
char *dl_age_select_text (guint64 select);
/* A value of the equations: whole numbers as such, others with four digits, the very small and very
 * large by their exponent, "" for NAN. */
char *dl_aging_value_text (double value);

G_END_DECLS
