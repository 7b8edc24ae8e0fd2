/* Children beside each other, and in further rows where they do not fit: for bars whose words grow
 * with the user's text. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Property spacing (int): pixels between children; between rows half of them. A child is as wide as
 * it likes, or as the whole bar where that is narrower; the rest of a row goes to its first child
 * that expands. */
#define DL_TYPE_WRAP_LAYOUT (dl_wrap_layout_get_type ())
G_DECLARE_FINAL_TYPE (DlWrapLayout, dl_wrap_layout, DL, WRAP_LAYOUT, GtkLayoutManager)

GtkLayoutManager *dl_wrap_layout_new (int spacing);

G_END_DECLS
