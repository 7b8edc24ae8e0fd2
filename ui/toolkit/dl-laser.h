/* A dot over a window that follows the pointer and takes no clicks, for presentations. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_LASER (dl_laser_get_type ())
G_DECLARE_FINAL_TYPE (DlLaser, dl_laser, DL, LASER, GtkWidget)

GtkWidget *dl_laser_new (void);
/* Where the dot is, in the widget's own coordinates; a negative x: nowhere. */
void dl_laser_move (DlLaser *self, double x, double y);

G_END_DECLS
