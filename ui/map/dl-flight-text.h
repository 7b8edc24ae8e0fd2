/* What is said of packets in flight. */
#pragma once

#include "dl-live.h"

G_BEGIN_DECLS

/* "Cycle 120 · 12 packets in flight · 3 wait in routers · 1 waits at its source". @picture has
 * flights. Free with g_free. */
char *dl_flights_summary (const DlLivePicture *picture);
/* One packet's story: from where to where, on which virtual channel, what it does now, how long it
 * has been in the network. Free with g_free. */
char *dl_flight_story (const DlLivePicture *picture, const DlFlight *flight);

G_END_DECLS
