/* Export a figure: which, how wide, in which format, with a preview at its true size. */
#pragma once

#include "dl-figure.h"
#include "dl-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_EXPORT_DIALOG (dl_export_dialog_get_type ())
G_DECLARE_FINAL_TYPE (DlExportDialog, dl_export_dialog, DL, EXPORT_DIALOG, GtkWindow)

/* A modal window over @parent, with the figures of the session's kind of network. @figure_id NULL:
 * the first figure. It reads @view's metric, with critical, counters and measured (nullable,
 * references are taken) for metrics that need them, dimension and node of rings, group and order of
 * a dragonfly, and which of A, B and A - B is shown with the session's pin. The written file is
 * told by the first DlToast inside @parent, and by the dialog's signal exported (string path).
 * Format and width are there again the next time, where the settings' schema is. */
GtkWindow *dl_export_dialog_present (GtkWindow *parent, DlSession *session, const char *figure_id,
                                     const DlFigureInput *view);

/* Show the figure that was asked for alone, and keep the panels that were collected before. */
void dl_export_dialog_show_alone (DlExportDialog *self);

/* Simulation to show: a reference is taken. Without, the figures that need it say so. */
void dl_export_dialog_set_simulation (DlExportDialog *self, DlSimFigure *simulation);

/* The load curve as far as it is known: a reference is taken. Without, the figure of it sweeps one.
 */
void dl_export_dialog_set_load_curve (DlExportDialog *self, DlLoadCurve *load_curve);

/* The current sweep, for the figure of one, whatever scenario it is of: copied. */
void dl_export_dialog_set_sweep (DlExportDialog *self, const DlSweepChart *sweep);

/* Write the chosen figure to @file, like its Export button with the answer of the file dialog.
 * Errors are shown; nothing is done while the figure is not ready. */
void dl_export_dialog_write (DlExportDialog *self, GFile *file);

G_END_DECLS
