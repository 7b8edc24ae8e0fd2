/* Building jobs: dl-jobs.c and what reads them. */
#pragma once

#include "dl-jobs.h"

G_BEGIN_DECLS

/* Between items, beside the ends of lines. */
#define DL_JOBS_SEPARATORS " \t\r;"

/* Takes @names (char *, owned) and @job (@n_nodes, indices into them or DL_NO_SET); names without
 * nodes go. */
DlJobs *dl_jobs_new_take (GPtrArray *names, guint32 *job, guint n_nodes);

G_END_DECLS
