/* What traffic.placement says for the pattern `jobs`: items, or a machine's own file of jobs. */
#pragma once

#include "dl-jobs.h"

G_BEGIN_DECLS

/* Items as dl_jobs_parse_items reads them, or a file of jobs as CSV (g,r,c,n,jobid). @file_name is
 * for messages, FILE:LINE: first; NULL: none. Errors: DL_JOBS_ERROR, DL_COUNTERS_ERROR. */
DlJobs *dl_jobs_parse (const DlDragonfly *dragonfly, const char *text, guint64 seed,
                       const char *file_name, GError **error);
/* Does @text place the ranks of a program instead, node by node or by rule (dl-placement.h)? */
gboolean dl_jobs_are_ranks (const char *text);

G_END_DECLS
