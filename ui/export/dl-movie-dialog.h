/* Export an animation: a figure, or several, over cycles of the run, in one of the formats of
 * moving pictures. The current run continues: the film is simulated again, by itself. */
#pragma once

#include "dl-figure-jobs.h"
#include "dl-live.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_MOVIE_DIALOG (dl_movie_dialog_get_type ())
G_DECLARE_FINAL_TYPE (DlMovieDialog, dl_movie_dialog, DL, MOVIE_DIALOG, GtkWindow)

/* A modal window over @parent with the figures of @live's network that show a simulation: of the
 * line that is shown, up to its cycle, and of B; without a run, of the scenario's own. Collected
 * panels make a page. Figure @figure_id (nullable) is chosen, if it is one of them. It reads
 * @view's metric, dimension and node, router and look, slice, group and order; @data (nullable, a
 * reference is taken) is the current simulation, for a preview. The written file is told by the
 * first DlToast inside @parent, and by the dialog's signal exported (string path). */
GtkWindow *dl_movie_dialog_present (GtkWindow *parent, DlLive *live, const char *figure_id,
                                    const DlFigureInput *view, DlFigureData *data);

/* Write the chosen film to @file, like its Export button with the answer of the file dialog. Errors
 * are shown. */
void dl_movie_dialog_write (DlMovieDialog *self, GFile *file);

G_END_DECLS
