/* A window beside the main one: a view with its messages over it, closed by Escape. The keys of the
 * application are its own, too. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Side window of @parent with this name, also a hidden one; NULL if there is none. */
GtkWindow *dl_side_window_find (GtkWindow *parent, const char *name);
/* Not presented yet. @name is the widget's. */
GtkWindow *dl_side_window_new (GtkWindow *parent, const char *name, const char *title, int width,
                               int height, GtkWidget *view);
GtkWidget *dl_side_window_get_view (GtkWindow *window);
/* Show @message over @view; a handler of the signals by which views tell something. */
void dl_side_window_tell (GtkWidget *view, const char *message);
/* FALSE without an error: there is nothing to export any more. */
typedef gboolean (*DlExportFunc) (GtkWidget *view, const char *path, GError **error);
/* Let the user choose a file, @name at first, export the chart of @view, and tell how that went. */
void dl_side_window_export (GtkWidget *view, const char *name, DlExportFunc func);

/* Work that GTK 4.8 leaves to be done for any kind of window. */

/* The focus stays in sight until the pointer is used: GTK hides it some seconds after a key, and
 * who reads longer than that, and has no pointer, would look for it. And a window that is destroyed
 * lets its parent go: it may be held by the event that closed both, and would ask the parent, gone
 * by then, for its handlers. @window is realized; to be called as often as it is. */
void dl_window_care (GtkWindow *window);

G_END_DECLS
