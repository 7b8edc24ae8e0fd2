/* A figure on a white page, at its true size or smaller so that all of it shows. */
#pragma once

#include "dl-figure-jobs.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_FIGURE_PAGE (dl_figure_page_get_type ())
G_DECLARE_FINAL_TYPE (DlFigurePage, dl_figure_page, DL, FIGURE_PAGE, GtkDrawingArea)

/* NULL: nothing. */
void dl_figure_page_set (DlFigurePage *self, DlFigureDrawing *drawing, double width_in);
/* The page's height in inches. */
double dl_figure_page_get_height_in (DlFigurePage *self);
/* Pixels an inch of the screen that it is on, as that says itself; 96 where it does not. */
double dl_figure_page_get_dpi (DlFigurePage *self);
/* What it is shown at, 1 for its true size; it changes with GtkDrawingArea::resize. */
double dl_figure_page_get_zoom (DlFigurePage *self);

G_END_DECLS
