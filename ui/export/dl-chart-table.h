/* The way from a chart to its numbers: its menu, and a key. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Let @chart, a picture of @figure (dl_figure_find), show it as a table: by the menu that a right
 * click, Menu and Shift+F10 open, and by Enter. Tab then stops at it. */
void dl_chart_give_table (GtkWidget *chart, const char *figure);
/* Without Enter: where that does something else. */
void dl_chart_give_table_menu (GtkWidget *chart, const char *figure);

G_END_DECLS
