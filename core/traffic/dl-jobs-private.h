/* What dl-jobs.c and dl-jobs-parse.c share. */
#pragma once

#include "dl-jobs.h"

G_BEGIN_DECLS

/* Between items, beside the ends of lines. */
#define DL_JOBS_SEPARATORS " \t\r;"

/* The nodes of each group, rising: those of group g are (*node)[(*first)[g]] up to first[g + 1].
 * Free both with g_free. */
void dl_jobs_list_groups (const DlSites *sites, guint32 **first, guint32 **node);

G_END_DECLS
