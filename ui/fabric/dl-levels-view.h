/* A fabric by levels, to be folded and unfolded, pointed at and broken. */
#pragma once

#include "dl-levels-map.h"
#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_LEVELS_VIEW (dl_levels_view_get_type ())
G_DECLARE_FINAL_TYPE (DlLevelsView, dl_levels_view, DL, LEVELS_VIEW, GtkWidget)

GtkWidget *dl_levels_view_new (DlView *view);
/* The map as it is drawn now; NULL before it is. */
const DlLevelsMap *dl_levels_view_get_map (DlLevelsView *self);
/* Open what box @box of the map has folded, or fold it with its like; nothing where there is
 * nothing to fold. */
void dl_levels_view_turn (DlLevelsView *self, guint box);
/* As it is at first. */
void dl_levels_view_fold_all (DlLevelsView *self);

G_END_DECLS
