/* The page of the checks: all that the papers publish, and the curves of BookSim 2, beside what
 * this program computes, with a verdict and the reason; checks are run from here. */
#pragma once

#include "dl-papers.h"
#include "dl-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_PAPERS_VIEW (dl_papers_view_get_type ())
G_DECLARE_FINAL_TYPE (DlPapersView, dl_papers_view, DL, PAPERS_VIEW, GtkWidget)

/* Actions of the widget:
 *   papers.run (string)   quick, all, curves or this: the checks that take seconds, all of them,
 *                         the curves of BookSim 2, or the one that is selected
 *   papers.cancel         what is done stays
 *   papers.copy (string)  csv or markdown: what is shown, to the clipboard
 *   papers.export         the figure of the check that is selected, if it has one, or its chart
 *   papers.open           the scenario of the check that is selected, as a new one of the library
 * Signals:
 *   told (string message)  something to tell the user in passing
 */

GtkWidget *dl_papers_view_new (DlSession *session);

DlPapers *dl_papers_view_get_papers (DlPapersView *self);
/* Show rows of @paper (DL_N_PAPERS: of all), with @verdict (DL_PAPER_N_VERDICTS: with any), that
 * have @text, in any case, somewhere. */
void dl_papers_view_filter (DlPapersView *self, DlPaper paper, DlPaperVerdict verdict,
                            const char *text);
/* Rows that are shown, headings aside. */
guint dl_papers_view_get_n_rows (DlPapersView *self);
/* Select the first row of @check that is shown; FALSE if there is none. */
gboolean dl_papers_view_select (DlPapersView *self, const DlPaperCheck *check);
/* Text for papers.copy; free with g_free. */
char *dl_papers_view_to_text (DlPapersView *self, const char *format);

/* The chart of the curve that is selected as a figure. Errors: those of dl_figure_export. */
gboolean dl_papers_view_export_chart (DlPapersView *self, const char *path, GError **error);

/* A window that holds one, beside @parent: the one that is there already, or a new one. */
GtkWindow *dl_papers_window_present (GtkWindow *parent, DlSession *session);

G_END_DECLS
