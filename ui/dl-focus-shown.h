/* Where the keyboard is stays in sight. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* GTK shows the focus for some seconds after a key and hides it then. In @window it stays, until
 * the pointer is used: who reads longer than that, and has no pointer, would look for it. To be
 * called as often as one likes. */
void dl_focus_shown_keep (GtkWindow *window);

G_END_DECLS
