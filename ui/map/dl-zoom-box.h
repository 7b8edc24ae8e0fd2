/* The buttons that zoom the map that is shown, and say how large it is. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Its buttons have the actions of dl-zoom-actions.h. */
#define DL_TYPE_ZOOM_BOX (dl_zoom_box_get_type ())
G_DECLARE_FINAL_TYPE (DlZoomBox, dl_zoom_box, DL, ZOOM_BOX, GtkBox)

/* @level: times as large as all of it fits; 0: what is shown cannot be zoomed. */
void dl_zoom_box_show_level (DlZoomBox *self, double level);

G_END_DECLS
