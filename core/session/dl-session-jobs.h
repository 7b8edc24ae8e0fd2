/* Jobs of a session's network, as traffic.placement has them, and what people do to them: each a
 * named step that also makes the traffic that of jobs, unless it is a program of messages, which
 * each job runs then. Failures are told by the session's signal.
 */
#pragma once

#include "dl-session.h"
#include "dl-shared.h"

G_BEGIN_DECLS

/* Sites of jobs. Immutable, shared by reference. */
typedef struct
{
  DlShared shared;
  const DlFamily *family;
  gpointer shape; /* of that family, owned */
  DlSites sites;  /* of @shape, whose words they have */
  DlSiteGrid *grid;
} DlJobSites;

/* Sites of the current scenario: the result's, or built again while that is out of date. NULL if
 * its family has no jobs. */
DlJobSites *dl_session_job_sites (DlSession *self);
DL_SHARED (DlJobSites, dl_job_sites)

/* On @on, which was built from the session's scenario. Errors: those of the family's jobs. */
DlJobs *dl_session_jobs (DlSession *self, const DlJobSites *on, GError **error);

/* Give the nodes of cells @first..@last of the grid to the job called @name (NULL: to none), which
 * begins with it if there is none of that name. Until dl_session_seal a stroke takes the place of
 * the one before it, and all are one step. An invalid placement counts as no jobs. */
void dl_session_paint_jobs (DlSession *self, const DlJobSites *on, guint first, guint last,
                            const char *name);
/* One more job, @item as dl_jobs_parse reads it; @name is for the label. The jobs there are keep
 * their rules. */
void dl_session_add_job (DlSession *self, const DlJobSites *on, const char *item, const char *name);
/* Nothing if there is none of that name. */
void dl_session_remove_job (DlSession *self, const DlJobSites *on, const char *name);
/* Down to no job at all. */
void dl_session_remove_all_jobs (DlSession *self, const DlJobSites *on);

G_END_DECLS
