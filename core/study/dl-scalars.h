/* The scalars of a state as a sweep has them of its points, for whatever compares the two. */
#pragma once

#include "dl-evaluate.h"
#include "dl-sweep.h"

G_BEGIN_DECLS

/* Those of the static analysis; NAN for all that is simulated. */
void dl_scalars_of_result (DlSweepResult *scalars, const DlEvaluation *result);

G_END_DECLS
