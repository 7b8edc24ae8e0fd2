/* Reports, made and written off the main loop. */
#pragma once

#include "dl-job.h"
#include "dl-report.h"

G_BEGIN_DECLS

/* What to make, and where. */
typedef struct
{
  DlComparison *comparison; /* of at least one scenario */
  DlReportOptions options;
  DlSheet sheet;
  char *title, *author, *date, *command, *command_of_texts; /* nullable */
  char *path;
} DlReportRequest;

void dl_report_request_free (DlReportRequest *request);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlReportRequest, dl_report_request_free)

/* @error NULL: it is written. Not called if the job was canceled: then nothing is. */
typedef void (*DlReportDone) (const char *path, const GError *error, gpointer user_data);

/* Find out, draw and write what @request, which is taken, asks for. @user_data as dl_job_start's.
 */
void dl_report_job_start (DlJob *job, DlReportRequest *request, DlReportDone done,
                          gpointer user_data);

G_END_DECLS
