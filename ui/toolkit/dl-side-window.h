/* A window beside the main one: a view with its messages over it, closed by Escape. The keys of the
 * application are its own, too. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* That of @parent with this name, hidden ones too; NULL if there is none. */
GtkWindow *dl_side_window_find (GtkWindow *parent, const char *name);
/* Not presented yet. @name is the widget's. */
GtkWindow *dl_side_window_new (GtkWindow *parent, const char *name, const char *title, int width,
                               int height, GtkWidget *view);
GtkWidget *dl_side_window_get_view (GtkWindow *window);
/* Show @message over @view; a handler of the signals by which views tell something. */
void dl_side_window_tell (GtkWidget *view, const char *message);

G_END_DECLS
