/* One more job by a rule: its name, how many nodes, and where. */
#pragma once

#include <gtk/gtk.h>

#include "dl-session-jobs.h"

G_BEGIN_DECLS

#define DL_TYPE_JOB_RULE (dl_job_rule_get_type ())
G_DECLARE_FINAL_TYPE (DlJobRule, dl_job_rule, DL, JOB_RULE, GtkPopover)

/* Signal: added (string item, string name)  the job as dl_jobs_parse reads it. */

GtkWidget *dl_job_rule_new (void);
/* What there is to place on; before it is shown. */
void dl_job_rule_show (DlJobRule *self, const DlJobSites *on, const DlJobs *jobs);

G_END_DECLS
