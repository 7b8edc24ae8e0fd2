/* Chooses the ring of a torus that is shown: its axis, the coordinates that all its nodes have, and
 * the previous and the next one. Choosing a ring selects the link of it that is where the selected
 * one was. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

GtkWidget *dl_ring_picker_new (DlView *view);

G_END_DECLS
