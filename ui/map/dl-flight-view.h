/* The view of packets: a small network drawn large, and each packet of the live simulation on its
 * way through it. Its story is that of the packet under the pointer, or else of the marked one. */
#pragma once

#include "dl-canvas.h"

G_BEGIN_DECLS

GtkWidget *dl_flight_view_new (DlView *view);
/* Whether @result, what a session found out last, is of a network that is small enough. */
gboolean dl_flight_view_suits (DlEvaluation *result);

/* For tests: the packets of which cycle are shown, and whether they still move there. */
typedef struct
{
  guint64 cycle;
  guint n_packets;
  gint64 duration_us; /* of the motion; 0: they jump */
  gboolean moves;
} DlFlightLook;

DlFlightLook dl_flight_view_look (DlCanvas *canvas);

G_END_DECLS
