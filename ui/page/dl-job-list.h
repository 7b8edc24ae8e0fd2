/* What one paints with on the map of jobs: the jobs there are, a new one, or none. */
#pragma once

#include <gtk/gtk.h>

#include "dl-session-jobs.h"

G_BEGIN_DECLS

typedef enum
{
  DL_BRUSH_JOB,
  DL_BRUSH_NEW,
  DL_BRUSH_NONE /* takes nodes from their jobs */
} DlBrush;

#define DL_TYPE_JOB_LIST (dl_job_list_get_type ())
G_DECLARE_FINAL_TYPE (DlJobList, dl_job_list, DL, JOB_LIST, GtkWidget)

/* Signal: chosen ()  another brush. */

GtkWidget *dl_job_list_new (void);
/* The brush stays what it is; a job that is gone becomes a new one. Both nullable. */
void dl_job_list_show (DlJobList *self, DlJobSites *on, DlJobs *jobs);
DlBrush dl_job_list_get_brush (DlJobList *self);
/* Of DL_BRUSH_JOB, else NULL. */
const char *dl_job_list_get_job (DlJobList *self);
/* @job for DL_BRUSH_JOB, one that need not be there yet. */
void dl_job_list_choose (DlJobList *self, DlBrush brush, const char *job);

G_END_DECLS
