/* Programs by steps (dl-workload.h) as programs of messages, to be written as GOAL. */
#pragma once

#include "dl-workload.h"

G_BEGIN_DECLS

/* The program of @workload: its own, or what its steps send, wait for, and wait with. A new
 * reference. Errors: DL_PROGRAM_ERROR_LIMIT. */
DlProgram *dl_program_of_workload (const DlWorkload *workload, GError **error);

G_END_DECLS
