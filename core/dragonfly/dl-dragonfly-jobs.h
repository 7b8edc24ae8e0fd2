/* Jobs on a dragonfly: what traffic.placement says for the pattern `jobs`, items (dl-jobs.h) or a
 * machine's own file of jobs. */
#pragma once

#include "dl-dragonfly-demand.h"
#include "dl-jobs.h"

G_BEGIN_DECLS

/* A node that a job has, as a file of a machine's jobs says. */
typedef struct
{
  DlRouterAt router; /* group by its number on the machine */
  guint8 node;       /* of the router */
  guint line;        /* of the file */
  guint64 job;
} DlJobNode;

/* Items as dl_jobs_parse reads them, or a file of jobs as CSV (g,r,c,n,jobid). @file_name is for
 * messages, FILE:LINE: first; NULL: none. Errors: DL_JOBS_ERROR, DL_COUNTERS_ERROR. */
DlJobs *dl_dragonfly_jobs_parse (const DlDragonfly *dragonfly, const char *text, guint64 seed,
                                 const char *file_name, GError **error);
/* The jobs of @nodes (DlJobNode, by router and node), named by their numbers. @file_name as above.
 * Errors: DL_JOBS_ERROR_OUTSIDE. */
DlJobs *dl_dragonfly_jobs_new_nodes (const DlDragonfly *dragonfly, const GArray *nodes,
                                     const char *file_name, GError **error);
/* Does @text place the ranks of a program instead (dl_jobs_are_ranks)? A file of jobs does not. */
gboolean dl_dragonfly_jobs_are_ranks (const DlDragonfly *dragonfly, const char *text);
/* Every node to all others of its job: the demand's sets are the jobs. */
DlDragonflyDemand *dl_dragonfly_jobs_demand (const DlJobs *jobs, DlDragonfly *dragonfly);

G_END_DECLS
