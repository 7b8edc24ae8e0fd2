/* A figure as a command line. */
#pragma once

#include "dl-figure-jobs.h"
#include "dl-figure.h"
#include "dl-movie-job.h"
#include "dl-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The dateline-cli command that writes @figure of @scenario ("library:NAME" or a file name) to the
 * file @output, in the format of its ending; options that are the default are left out. It reads
 * the parts of @view that the figure uses; its analysis and dragonfly may be NULL, which leaves
 * ring and group to the default. @stored is the scenario that @scenario names: the swept one may be
 * different; NULL: it is not. */
char *dl_figure_command (const DlFigure *figure, const DlFigureInput *view, const char *scenario,
                         const DlScenario *stored, const char *output, double width_in, double dpi);
/* Name of the session's scenario there: "FILE.dateline" where no library has it. Free with
 * g_free. */
char *dl_figure_command_scenario (DlSession *session);

/* The dateline-cli command that makes the same animation of the recordings FILE.dateline and (B)
 * B.dateline, and writes it to the file @output. Of a single figure @drawn (nullable) is what its
 * view is of. */
char *dl_movie_command (const DlMovieRequest *request, const DlFigureInput *drawn,
                        const char *output);

/* A figure on a white page, at its true size or smaller so that all of it shows. */

#define DL_TYPE_FIGURE_PAGE (dl_figure_page_get_type ())
G_DECLARE_FINAL_TYPE (DlFigurePage, dl_figure_page, DL, FIGURE_PAGE, GtkDrawingArea)

/* NULL: nothing. */
void dl_figure_page_set (DlFigurePage *self, DlFigureDrawing *drawing, double width_in);
/* The page's height in inches. */
double dl_figure_page_get_height_in (DlFigurePage *self);
/* Pixels an inch of the screen that it is on, as that says itself; 96 where it does not. */
double dl_figure_page_get_dpi (DlFigurePage *self);
/* Zoom factor, 1 for its true size; it changes with GtkDrawingArea::resize. */
double dl_figure_page_get_zoom (DlFigurePage *self);

G_END_DECLS
