/* Base of the pages of evidence: a widget with one child for a view, and the pieces that it is put
 * together from. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_PANE (dl_pane_get_type ())
G_DECLARE_DERIVABLE_TYPE (DlPane, dl_pane, DL, PANE, GtkWidget)

struct _DlPaneClass
{
  GtkWidgetClass parent_class;
};

/* A page of @type, which is derived from DlPane. It keeps @view as long as it lives; @label is its
 * name for assistive technology. */
gpointer dl_pane_new (GType type, DlView *view, const char *label);
/* NULL until it is made: not in an instance's init. */
DlView *dl_pane_get_view (DlPane *self);
/* Once, in init or after dl_pane_new; the pane unparents it when it is disposed of. */
void dl_pane_set_child (DlPane *self, GtkWidget *child);
/* Esc in the page hides the route or the cycle that the maps show. */
void dl_pane_hide_path_on_escape (DlPane *self);

/* Pieces; @box is a GtkBox, to whose end they go. */

/* An empty label, at the left; @css_class may be NULL. */
GtkLabel *dl_pane_add_label (GtkWidget *box, const char *css_class, gboolean wrap);
/* @text in a label, which is hidden while that is empty or NULL. */
void dl_pane_show_text (GtkLabel *label, const char *text);
/* A bar for long work, hidden; @label is for assistive technology. */
GtkProgressBar *dl_pane_add_progress (GtkWidget *box, const char *label);
/* Show @bar while work is @running, with the time left once that is known (else NAN). */
void dl_pane_show_progress (GtkProgressBar *bar, gboolean running, double fraction,
                            double seconds_left);
/* A pill with a mnemonic in its @label. */
GtkWidget *dl_pane_add_button (GtkWidget *box, const char *label, const char *tooltip);
/* A picture of @height pixels; its @label is for assistive technology. Where the user's text is
 * large it is drawn larger, as far as there is room, and @draw gets the smaller size. */
GtkWidget *dl_pane_add_chart (GtkWidget *box, int height, GtkDrawingAreaDrawFunc draw,
                              const char *label, gpointer user_data);
void dl_pane_set_chart_height (GtkWidget *chart, int height);
/* Make @chart that high in a narrow page, and higher in a wider one. */
void dl_pane_chart_grows (GtkWidget *chart);
/* Pixels per unit that it draws in, and its place, in units: hit tests divide a pixel's place by
 * the scale. */
double dl_pane_chart_scale (GtkWidget *chart);
DlRect dl_pane_chart_rect (GtkWidget *chart);
/* @child in something that scrolls up and down and takes all the height there is. */
GtkWidget *dl_pane_scrolled (GtkWidget *child);
/* Show the first rows of a long @list with the page, and the others when these are painted, so that
 * the page does not let the window stand. */
void dl_pane_show_later (GtkWidget *list);
/* Children of @box lie side by side where @scroll, which it is in, is wide; else it stands. */
void dl_pane_set_columns (GtkWidget *box, GtkWidget *scroll);
/* The number that a page is about, in large type, with room for @min_chars; see dl-rows.h. */
GtkInscription *dl_pane_add_figure (GtkWidget *box, guint min_chars);

G_END_DECLS
