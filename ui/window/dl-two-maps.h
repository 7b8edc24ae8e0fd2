/* The maps of A and of B beside each other, on one scale: with one cursor and selection for both,
 * zoomed and moved together. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_TWO_MAPS (dl_two_maps_get_type ())
G_DECLARE_FINAL_TYPE (DlTwoMaps, dl_two_maps, DL, TWO_MAPS, GtkWidget)

/* Takes the place of @views in its GtkOverlay, with @views as the maps of A. Those of B are made
 * when they are shown. */
DlTwoMaps *dl_two_maps_insert (GtkStack *views, DlView *view);
/* The map of B that is shown; NULL: only A's is. */
GtkWidget *dl_two_maps_get_second (DlTwoMaps *self);

G_END_DECLS
