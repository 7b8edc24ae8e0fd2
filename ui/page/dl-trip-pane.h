/* The way of a packet through a dragonfly: what it chose from at its source, its hops, and why. */
#pragma once

#include "dl-pane.h"

G_BEGIN_DECLS

#define DL_TYPE_TRIP_PANE (dl_trip_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlTripPane, dl_trip_pane, DL, TRIP_PANE, DlPane)

GtkWidget *dl_trip_pane_new (DlView *view);

G_END_DECLS
