/* A marker, and beside it a text that wraps in the width that is left.
 *
 * A GtkBox asks a child how wide it has to be for a height. A label answers that too large where
 * its lines are not equally high (code, digits between Chinese), and is cut off. Here the width
 * comes first. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Layout for a widget with two children, the first of which may be hidden. */
#define DL_TYPE_MARKER_LAYOUT (dl_marker_layout_get_type ())
G_DECLARE_FINAL_TYPE (DlMarkerLayout, dl_marker_layout, DL, MARKER_LAYOUT, GtkLayoutManager)

/* Properties:
 *   spacing (int)  pixels between the two; write-only
 */

GtkLayoutManager *dl_marker_layout_new (int spacing);

G_END_DECLS
