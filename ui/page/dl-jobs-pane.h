/* A page of evidence: which jobs run where, by rule or painted by hand, on networks whose family
 * has jobs. */
#pragma once

#include "dl-pane.h"
#include "dl-session-jobs.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_JOBS_PANE (dl_jobs_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlJobsPane, dl_jobs_pane, DL, JOBS_PANE, DlPane)

/* Brushes for the map of jobs: the jobs there are, a new one, or none. */

typedef enum
{
  DL_BRUSH_JOB,
  DL_BRUSH_NEW,
  DL_BRUSH_NONE /* takes nodes from their jobs */
} DlBrush;

#define DL_TYPE_JOB_LIST (dl_job_list_get_type ())
G_DECLARE_FINAL_TYPE (DlJobList, dl_job_list, DL, JOB_LIST, GtkWidget)

/* Signal: chosen ()  another brush. */

/* The brush stays what it is; a job that is gone becomes a new one. Both nullable. */
DlBrush dl_job_list_get_brush (DlJobList *self);
/* Name of the job of DL_BRUSH_JOB, else NULL. */
const char *dl_job_list_get_job (DlJobList *self);
/* @job for DL_BRUSH_JOB, one that need not be there yet. */
void dl_job_list_choose (DlJobList *self, DlBrush brush, const char *job);

/* One more job by a rule: its name, how many nodes, and where. */

#define DL_TYPE_JOB_RULE (dl_job_rule_get_type ())
G_DECLARE_FINAL_TYPE (DlJobRule, dl_job_rule, DL, JOB_RULE, GtkPopover)

/* Signal: added (string item, string name)  the job as dl_jobs_parse reads it. */

G_END_DECLS
