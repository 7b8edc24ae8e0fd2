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
  guint32 out;      /* link that it takes next, or is on; DL_FLIGHT_NO_LINK: to its node */
  guint16 left, of; /* DL_FLIGHT_LINK and CROSSBAR: cycles, of so many, until its head arrives */
  guint16 rank;     /* DL_FLIGHT_INPUT and OUTPUT: packets before it in its queue; a dragonfly's
                       inputs have a queue for each virtual channel that packets go on by */
  guint8 place;     /* DlFlightPlace */
  guint8 vc;        /* virtual channel: of the link or buffer that it is in; after that, of @out */
  guint8 flits;
} DlFlight;

/* Compare by source, cycle of injection, destination and cycle of creation: 0 for the same
 * packet. */
gint dl_flight_compare (gconstpointer a, gconstpointer b);

/* Reason why a packet stays where it is for a cycle. */
typedef enum
{
  DL_HELD_NOT,    /* nothing: it goes through the router's stages */
  DL_HELD_QUEUE,  /* a packet before it in its queue */
  DL_HELD_ROOM,   /* no room where its output stages packets; of a torus only */
  DL_HELD_VC,     /* a head: no virtual channel of the output is free; of input queues only */
  DL_HELD_CREDIT, /* the buffer downstream is full */
  DL_HELD_SWITCH, /* it could go, but another packet was granted the crossbar or the output */
  DL_HELD_ERROR,  /* the receiver discarded it: it is sent again in its turn */
  DL_N_HELD
} DlFlightHeld;

typedef struct
{
  DlFlightHeld by;
  gboolean has_other; /* a packet that was granted what it asked for, or that is before it: */
  DlFlight other;     /* of this only what dl_flight_compare looks at */
} DlFlightWait;

/* A packet that went by a link or into a node, or from an input into the crossbar. */
typedef struct
{
  gboolean known;
  guint64 cycle;   /* in which it did */
  DlFlight packet; /* where it was after that */
} DlFlightPassage;

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

/* The packet, whose members are called so, as DlFlightWait.other. */
#define DL_FLIGHT_KNOWN(packet)                                                                    \
  ((DlFlight) { .created = (packet)->created,                                                      \
                .injected = (packet)->injected,                                                    \
                .source = (packet)->source,                                                        \
                .dest = (packet)->dest })

/* Reason why a packet waited in @cycle, which has just ended, for an output that passes whole
 * packets, and which packet went instead. @last went by it the last time; @busy: it sends that one
 * still. @credits: those of its virtual channel @vc now, of which it needs @threshold; G_MAXUINT:
 * it needs none. */
void dl_flight_wait_at_output (DlFlightWait *wait, const DlFlightPassage *last, guint64 cycle,
                               gboolean busy, guint vc, guint credits, guint threshold);
/* The other one is @last, if it is known. */
void dl_flight_wait_for (DlFlightWait *wait, const DlFlightPassage *last);

/* Routers, of which alone the packets are looked for: that are in them, or have left them by a link
 * or are on the way to them. */
#define DL_FLIGHTS_AT 3
typedef struct
{
  guint32 routers[DL_FLIGHTS_AT]; /* DL_FLIGHT_NO_LINK: none */
} DlFlightsAt;

/* @at: nullable, all. */
static inline gboolean
dl_flights_at (const DlFlightsAt *at, guint router)
{
  return at == NULL || router == at->routers[0] || router == at->routers[1]
         || router == at->routers[2];
}

/* In the order of dl_flight_compare; equal ones by their place. */
void dl_flights_sort (GArray *flights);

/* A router seen from inside between two cycles, whatever its kind: each kind has a struct of its
 * own for what it shows. */

/* Kind of router, known by its address, and how its inside is freed. */
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
