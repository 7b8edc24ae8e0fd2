/* Where each packet in the network is between two cycles: for those who watch packets move. It is
 * read from the queues and events as they are; nothing is kept for it while a simulation runs. */
#pragma once

#include "dl-shared.h"

#include <glib.h>

G_BEGIN_DECLS

#define DL_FLIGHT_NO_LINK G_MAXUINT32
/* Packets are drawn in networks of at most so many routers. */
#define DL_FLIGHTS_MOST_ROUTERS 128

typedef enum
{
  DL_FLIGHT_LINK,     /* its head is on a link, or its tail has still to follow */
  DL_FLIGHT_INPUT,    /* it waits in the input buffer of a router */
  DL_FLIGHT_CROSSBAR, /* on its way from there to its output; of a torus only */
  DL_FLIGHT_OUTPUT,   /* it is staged at its output, or waits there to be sent again; likewise */
  DL_FLIGHT_EJECTED,  /* its node takes it in */
  DL_N_FLIGHT_PLACES
} DlFlightPlace;

typedef struct
{
  guint64 created, injected; /* cycles */
  guint32 source, dest;      /* nodes */
  guint32 router;            /* that it is in, or has left by a link */
  guint32 in; /* link by which it came to @router, DL_FLIGHT_NO_LINK: from its node, or not known */
  guint32 out;      /* link that it goes on by, or is on; DL_FLIGHT_NO_LINK: to its node */
  guint16 left, of; /* DL_FLIGHT_LINK and CROSSBAR: cycles, of so many, until its head arrives */
  guint16 rank;     /* DL_FLIGHT_INPUT and OUTPUT: packets before it in its queue; a dragonfly's
                       inputs have a queue for each virtual channel that packets go on by */
  guint8 place;     /* DlFlightPlace */
  guint8 vc;        /* virtual channel: of the link or buffer that it is in; after that, of @out */
  guint8 flits;
} DlFlight;

/* By source, cycle of injection, destination and cycle of creation: 0 for the same packet. */
gint dl_flight_compare (gconstpointer a, gconstpointer b);

/* Shared parts of reading a torus' and a dragonfly's packets. */

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

/* A router seen from inside between two cycles, whatever its kind: each kind has a struct of its
 * own for what it shows. */

/* Of a kind of router: how what it shows is freed. Known by its address. */
typedef struct
{
  GDestroyNotify free;
} DlInsideKind;

/* Immutable once made, shared by reference, also between threads. */
typedef struct
{
  DlShared shared;
  const DlInsideKind *kind;
  guint router;
  guint64 cycle; /* that is next */
  gpointer data; /* of @kind, owned */
} DlRouterInside;

/* Takes @data over. */
DlRouterInside *dl_router_inside_new (const DlInsideKind *kind, guint router, guint64 cycle,
                                      gpointer data);
/* NULL-safe. */
DL_SHARED (DlRouterInside, dl_router_inside)

/* Content, borrowed, if it is of @kind; else NULL, as of NULL. */
gconstpointer dl_router_inside_get (const DlRouterInside *inside, const DlInsideKind *kind);

G_END_DECLS
