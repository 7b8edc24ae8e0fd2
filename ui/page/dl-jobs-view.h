/* The map of jobs as a widget, to paint on: a stroke goes from a cell, a router or host, to another
 * one, and takes all between them as marking text does. */
#pragma once

#include <gtk/gtk.h>

#include "dl-jobs-map.h"
#include "dl-session-jobs.h"

G_BEGIN_DECLS

#define DL_TYPE_JOBS_VIEW (dl_jobs_view_get_type ())
G_DECLARE_FINAL_TYPE (DlJobsView, dl_jobs_view, DL, JOBS_VIEW, GtkWidget)

/* Signals:
 *   stroke (uint first, uint last)  cells that the stroke takes now, instead of those of before
 *   erase (uint first, uint last)   likewise, to be nobody's
 *   settled ()                      the end of a stroke
 *   pointed ()                      another cell is under the pointer or the cursor
 */

GtkWidget *dl_jobs_view_new (void);
/* Both nullable. */
void dl_jobs_view_show (DlJobsView *self, DlJobSites *on, DlJobs *jobs);
/* Text of the cell pointed at, or else at the cursor; NULL for none. */
char *dl_jobs_view_describe (DlJobsView *self);
/* Where a cell is, for tests. */
void dl_jobs_view_get_cell (DlJobsView *self, guint cell, DlRect *rect);

G_END_DECLS
