/* Which group of a dragonfly is shown, where maps show one: the previous and the next one, and a
 * list of all, which can be searched by number. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_GROUP_PICKER (dl_group_picker_get_type ())
G_DECLARE_FINAL_TYPE (DlGroupPicker, dl_group_picker, DL, GROUP_PICKER, GtkWidget)

/* It follows and sets "group" of the view. */
GtkWidget *dl_group_picker_new (DlView *view);

G_END_DECLS
