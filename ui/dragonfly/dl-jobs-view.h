/* The map of jobs as a widget, to paint on: a stroke goes from a router to another one, and takes
 * all nodes between them as marking text does. */
#pragma once

#include <gtk/gtk.h>

#include "dl-jobs-map.h"

G_BEGIN_DECLS

#define DL_TYPE_JOBS_VIEW (dl_jobs_view_get_type ())
G_DECLARE_FINAL_TYPE (DlJobsView, dl_jobs_view, DL, JOBS_VIEW, GtkWidget)

/* Signals:
 *   stroke (uint first, uint last)  nodes that the stroke takes now, instead of those of before
 *   erase (uint first, uint last)   likewise, to be nobody's
 *   settled ()                      the end of a stroke
 *   pointed ()                      another router is under the pointer or the cursor
 */

GtkWidget *dl_jobs_view_new (void);
/* Both nullable. */
void dl_jobs_view_show (DlJobsView *self, DlDragonfly *dragonfly, DlJobs *jobs);
/* What is under the pointer, or else at the cursor; NULL for nothing. */
char *dl_jobs_view_describe (DlJobsView *self);
/* Where a router's cell is, for tests. */
void dl_jobs_view_get_cell (DlJobsView *self, guint router, DlRect *cell);

G_END_DECLS
