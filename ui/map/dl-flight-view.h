/* The view of packets: a small network drawn large, and each packet of the live simulation on its
 * way through it. Its story is that of the packet under the pointer, or else of the marked one. */
#pragma once

#include "dl-canvas.h"
#include "dl-live.h"

G_BEGIN_DECLS

GtkWidget *dl_flight_view_new (DlView *view);
/* The button beside it that colors packets by their ages. */
GtkWidget *dl_flight_ages_new (DlView *view);
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

/* Texts on packets in flight. */

/* "Cycle 120 · 12 packets in flight · 3 wait in routers · 1 waits at its source". @picture has
 * flights. Free with g_free. */
char *dl_flights_summary (const DlLivePicture *picture);
/* One packet's story: from where to where, on which virtual channel, what it does now, how long it
 * has been in the network. Free with g_free. */
char *dl_flight_story (const DlLivePicture *picture, const DlFlight *flight);

G_END_DECLS
