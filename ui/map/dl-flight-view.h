/* The view of packets: a small network drawn large, and each packet of the live simulation on its
 * way through it. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_FLIGHT_VIEW (dl_flight_view_get_type ())
G_DECLARE_FINAL_TYPE (DlFlightView, dl_flight_view, DL, FLIGHT_VIEW, GtkWidget)

/* Signals:
 *   note-changed ()  dl_flight_view_get_note has another answer
 */

GtkWidget *dl_flight_view_new (DlView *view);
/* Whether @result, what a session found out last, is of a network that is small enough. */
gboolean dl_flight_view_suits (DlEvaluation *result);
/* The story of the packet under the pointer, or else of the marked one; NULL if there is none. */
const char *dl_flight_view_get_note (DlFlightView *self);

G_END_DECLS
