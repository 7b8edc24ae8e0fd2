/* The page of sweeps: the varied keys, the progress, and the curves as they fill in. */
#pragma once

#include "dl-session.h"
#include "dl-sweep-chart.h"
#include "dl-sweep-job.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_SWEEP_VIEW (dl_sweep_view_get_type ())
G_DECLARE_FINAL_TYPE (DlSweepView, dl_sweep_view, DL, SWEEP_VIEW, GtkWidget)

/* Actions of the widget:
 *   sweep.open-point (uint32 cell)  its values become the session's, as one step
 *   sweep.pin-point (uint32 cell)   its scenario is pinned as B
 *   sweep.copy                      all points, as CSV
 *   sweep.copy-command              the command line that makes the figure
 *   sweep.export                    the export dialog, with the figure of it
 *   sweep.open-stored (int64)       a sweep of the library
 *   sweep.remove-stored (int64)     out of the library, with an undo
 *   sweep.unremove-stored (int64)
 * Signals:
 *   told (string message)  something to tell the user in passing
 *   removed (int64 id)     a sweep is not in the library any more, unless it is put back
 */

GtkWidget *dl_sweep_view_new (DlSession *session);
DlSweepJob *dl_sweep_view_get_job (DlSweepView *self);
/* Begin with that key (dl_sweep_setup_choose), unless a sweep is under way. */
void dl_sweep_view_choose (DlSweepView *self, const DlField *field, guint part);
void dl_sweep_view_run (DlSweepView *self);
/* The measures that are shown, by their ids; NULL: measures that suit the sweep. */
void dl_sweep_view_show_measures (DlSweepView *self, const char *const *ids);

/* A window that holds one, beside @parent: the one that is there already, or a new one. Its sweep
 * continues when it is closed. */
GtkWindow *dl_sweep_window_present (GtkWindow *parent, DlSession *session);
DlSweepView *dl_sweep_window_get_view (GtkWindow *window);
/* Chart in the window beside @parent; NULL if there is none, or nothing in it. */
const DlSweepChart *dl_sweep_window_get_chart (GtkWindow *parent);

G_END_DECLS
