/* Children in one row, whatever its width: what does not fit is left out, and a button that opens a
 * menu with everything stands at the end then. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Property spacing (int): pixels between children. The rest goes to the first child that
 * expands. */
#define DL_TYPE_ROW_LAYOUT (dl_row_layout_get_type ())
G_DECLARE_FINAL_TYPE (DlRowLayout, dl_row_layout, DL, ROW_LAYOUT, GtkLayoutManager)

/* Left out only when rows in the row have given way. */
#define DL_ROW_LATE 100

/* Properties of each child:
 *   drop (uint)     0: it is never left out, but gets less than it likes, the last one first;
 *                   else when it is left out: 1 before 2. A button that is pressed never is,
 *                   nor what has the keyboard.
 *   rest (boolean)  it is there only while another one is left out, or a child that is a row itself
 *                   has less than it likes
 */
#define DL_TYPE_ROW_LAYOUT_CHILD (dl_row_layout_child_get_type ())
G_DECLARE_FINAL_TYPE (DlRowLayoutChild, dl_row_layout_child, DL, ROW_LAYOUT_CHILD, GtkLayoutChild)

G_END_DECLS
