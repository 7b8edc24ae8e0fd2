/* What reading the packets of a torus and of a dragonfly shares. */
#pragma once

#include "dl-flights.h"

G_BEGIN_DECLS

/* A DlFlight of a packet, whose members both simulators call the same, in @at_router; its links are
 * not known yet. A macro for their two types. */
#define DL_FLIGHT_OF(packet, at_router, at_place, on_vc)                                           \
  ((DlFlight) { .created = (packet)->created,                                                      \
                .injected = (packet)->injected,                                                    \
                .source = (packet)->source,                                                        \
                .dest = (packet)->dest,                                                            \
                .router = at_router,                                                               \
                .in = DL_FLIGHT_NO_LINK,                                                           \
                .out = DL_FLIGHT_NO_LINK,                                                          \
                .place = at_place,                                                                 \
                .vc = on_vc,                                                                       \
                .flits = (packet)->flits })

/* In the order of dl_flight_compare; what is alike there, by where it is. */
void dl_flights_sort (GArray *flights);

G_END_DECLS
