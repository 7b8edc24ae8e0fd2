/* The figures that are to stand on one page: in which order, and under which titles. */
#pragma once

#include "dl-figure-jobs.h"
#include "dl-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_PANEL_LIST (dl_panel_list_get_type ())
G_DECLARE_FINAL_TYPE (DlPanelList, dl_panel_list, DL, PANEL_LIST, GtkWidget)

/* Signals:
 *   changed ()  another order, title, number of columns or of panels; they are used, or not
 */

/* Collect one more in @session, with which panels are kept until it opens another scenario: of
 * @data's current state, to which a reference is taken. Of @view count metric, dimension and node,
 * slice and planes, group and order, and which of A, B and A - B. Returns how many there are then,
 * or 0 if there were DL_FIGURE_MOST_PANELS. */
guint dl_panels_add (DlSession *session, DlFigureData *data, const DlFigure *figure,
                     const DlFigureInput *view);

/* How many were collected. */
guint dl_panels_count (DlSession *session);

/* Show the panels collected in @session. They are used if one was added since a list showed them
 * last, or when one is added or the user says so. */
void dl_panel_list_set_session (DlPanelList *self, DlSession *session);
/* Like dl_panels_add, for its session. */
void dl_panel_list_add (DlPanelList *self, DlFigureData *data, const DlFigure *figure,
                        const DlFigureInput *view);
/* More is known of the state that panels have as @data: they take references to @complete. */
void dl_panel_list_complete (DlPanelList *self, DlFigureData *data, DlFigureData *complete);

gboolean dl_panel_list_is_full (DlPanelList *self);
/* FALSE: another figure is exported, and the panels are kept for later. After each that is added
 * they are used. */
void dl_panel_list_set_used (DlPanelList *self, gboolean used);

/* Names of panels without a title of their own: shown until the next change. */
void dl_panel_list_show_titles (DlPanelList *self, const char *const *titles);
/* Figures, views and states, until the next change; none while they are not used. */
const DlFigurePanel *dl_panel_list_get (DlPanelList *self, guint *n_panels);
/* 0: as many as there is room for. */
guint dl_panel_list_get_columns (DlPanelList *self);

G_END_DECLS
