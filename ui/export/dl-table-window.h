/* A window beside the main one with the numbers of a chart or map in a table. */
#pragma once

#include "dl-figure-jobs.h"
#include "dl-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Data to show now, for a window whose main window is @parent; NULL while there is no result. @view
 * gets the content of the maps. */
typedef DlFigureData *(*DlTableSource) (GtkWindow *parent, DlFigureInput *view);

/* The one of @parent, made if there is none, with the figures of the session's kind of network;
 * @figure_id, one of those, is shown. It follows the session's result; a running simulation is
 * shown in its earlier state until F5 asks for it again. */
GtkWindow *dl_table_window_present (GtkWindow *parent, DlSession *session, const char *figure_id,
                                    DlTableSource source);

/* The way from a chart to its numbers: its menu, and a key. */

/* Let @chart, a picture of @figure (dl_figure_find), show it as a table: by the menu that a right
 * click, Menu and Shift+F10 open, and by Enter. Tab then stops at it. */
void dl_chart_give_table (GtkWidget *chart, const char *figure);
/* The same without the Enter key, for charts where that does something else. */
void dl_chart_give_table_menu (GtkWidget *chart, const char *figure);
/* Adds to the menu that opens at a point of a chart. */
typedef void (*DlChartAsk) (gpointer data, double x, double y, GMenu *menu);
/* @data lives as long as @chart, which has a menu. */
void dl_chart_set_ask (GtkWidget *chart, DlChartAsk ask, gpointer data);

G_END_DECLS
