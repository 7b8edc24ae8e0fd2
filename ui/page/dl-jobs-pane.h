/* A page of evidence: which jobs run where, by rule or painted by hand, on networks whose family
 * has jobs. */
#pragma once

#include "dl-pane.h"

G_BEGIN_DECLS

#define DL_TYPE_JOBS_PANE (dl_jobs_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlJobsPane, dl_jobs_pane, DL, JOBS_PANE, DlPane)

/* Every stroke, rule and removal is one step of the session. */
GtkWidget *dl_jobs_pane_new (DlView *view);

G_END_DECLS
