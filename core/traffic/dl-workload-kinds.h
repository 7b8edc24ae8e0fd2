/* The programs that there are; dl-workload.h is how to use them. */
#pragma once

#include "dl-workload.h"

G_BEGIN_DECLS

extern const DlWorkloadKind dl_workload_all_to_all;
extern const DlWorkloadKind dl_workload_allreduce;
extern const DlWorkloadKind dl_workload_fft;
extern const DlWorkloadKind dl_workload_matrix;
/* The all to all of a dragonfly, which is not found by its name. */
extern const DlWorkloadKind dl_workload_shifts;

G_END_DECLS
