/* "Sweep this": a menu at every control of the configuration that sets a key. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Right-click, Menu and Shift+F10 on controls inside @panel, a box. Controls are known by their
 * widget name or that of a parent: the key, or "KEY/..." where a row has that name, such as
 * "torus.radix/x" for one dimension. The menu activates win.sweep-key with that name; an
 * entry has it as the last section of its own menu. */
void dl_sweep_menu_add (GtkWidget *panel);

G_END_DECLS
