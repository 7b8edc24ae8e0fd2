/* A pane at the side of the main child, and over it where large text has no room for both. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The first child is the main one, the last a revealer with the side, which is drawn at the start.
 * Property narrow (gboolean, read-only): the side lies over the main child where it is shown. */
#define DL_TYPE_SIDE_LAYOUT (dl_side_layout_get_type ())
G_DECLARE_FINAL_TYPE (DlSideLayout, dl_side_layout, DL, SIDE_LAYOUT, GtkLayoutManager)

gboolean dl_side_layout_is_narrow (DlSideLayout *self);

G_END_DECLS
