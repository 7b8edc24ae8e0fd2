/* Controls that are one stop of the Tab key, so that widgets after many of them are not far. A form
 * has the keyboard itself first: Enter or Down goes into it, where Tab goes from control to
 * control, and Escape comes back. In a bar the arrow keys go from control to control. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Property bar (gboolean): it is a bar. */
#define DL_TYPE_TAB_GROUP (dl_tab_group_get_type ())
G_DECLARE_FINAL_TYPE (DlTabGroup, dl_tab_group, DL, TAB_GROUP, GtkBox)

/* A form. */
GtkWidget *dl_tab_group_new (void);
/* Go to its first control; FALSE: none takes the keyboard. */
gboolean dl_tab_group_enter (DlTabGroup *self);

G_END_DECLS
