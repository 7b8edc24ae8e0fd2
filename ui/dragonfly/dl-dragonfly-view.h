/* Maps of a dragonfly in the window: groups by groups, the inside of a group, or the chord. */
#pragma once

#include "dl-canvas.h"
#include "dl-view.h"

G_BEGIN_DECLS

/* @which: DlDragonflyMapKind. */
GtkWidget *dl_dragonfly_view_new (DlView *view, guint which);

/* Chooses the group of a dragonfly that is shown, where maps show one: the previous and the next
 * one, and a list of all, which can be searched by number. */

#define DL_TYPE_GROUP_PICKER (dl_group_picker_get_type ())
G_DECLARE_FINAL_TYPE (DlGroupPicker, dl_group_picker, DL, GROUP_PICKER, GtkWidget)

/* A picker that follows and sets "group" of @view. */
GtkWidget *dl_group_picker_new (DlView *view);

G_END_DECLS
