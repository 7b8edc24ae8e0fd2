/* Jobs of a session's dragonfly, as traffic.placement has them, and what people do to them: each a
 * named step that also makes the traffic that of jobs. Failures are told by the session's signal.
 */
#pragma once

#include "dl-dragonfly-jobs.h"
#include "dl-session.h"

G_BEGIN_DECLS

/* On @net, which was built from the session's scenario. Errors: those of dl_dragonfly_jobs_parse.
 */
DlJobs *dl_session_jobs (DlSession *self, const DlDragonfly *net, GError **error);

/* Give nodes @first..@last to the job called @name (NULL: to none), which begins with it if there
 * is none of that name. Until dl_session_seal a stroke takes the place of the one before it, and
 * all are one step. A placement that is none is as good as no job. */
void dl_session_paint_jobs (DlSession *self, const DlDragonfly *net, guint first, guint last,
                            const char *name);
/* One more job, @item as dl_jobs_parse reads it; @name is for the label. The jobs there are keep
 * their rules. */
void dl_session_add_job (DlSession *self, const DlDragonfly *net, const char *item,
                         const char *name);
/* Nothing if there is none of that name. */
void dl_session_remove_job (DlSession *self, const DlDragonfly *net, const char *name);
/* Down to no job at all. */
void dl_session_remove_all_jobs (DlSession *self, const DlDragonfly *net);

G_END_DECLS
