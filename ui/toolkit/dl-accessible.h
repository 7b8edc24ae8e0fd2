/* What assistive technology is told of widgets, where GTK 4.8 leaves it out. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Once in a program. From then on, as widgets are realized: the button inside a drop-down, which is
 * what takes the keyboard, has the drop-down's name and is described by what is chosen; an expander
 * has the name of its heading, and a menu button that of its label or tooltip; names of buttons
 * come without the underline before the letter to press; windows go on showing where the keyboard
 * is. */
void dl_accessible_init (void);

G_END_DECLS
