/* What GTK 4.8 leaves to be done for a window, of whatever kind. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The focus stays in sight until the pointer is used: GTK hides it some seconds after a key, and
 * who reads longer than that, and has no pointer, would look for it. And a window that is destroyed
 * lets its parent go: it may be held by the event that closed both, and would ask the parent, gone
 * by then, for its handlers. @window is realized; to be called as often as it is. */
void dl_window_care (GtkWindow *window);

G_END_DECLS
