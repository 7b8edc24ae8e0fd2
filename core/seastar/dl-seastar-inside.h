/* A router from inside: what its queues hold, who competes at an output, who won and why. For
 * teaching: one router is watched at a time, and its grants are remembered. */
#pragma once

#include "dl-flights.h"
#include "dl-seastar.h"

G_BEGIN_DECLS

/* A packet in a router. */
typedef struct
{
  guint32 source, dest;      /* nodes */
  guint64 created, injected; /* cycles */
  guint8 age;                /* now, 0..255 */
  guint8 epoch;              /* in which it arrived: 0 or 1 */
  guint8 flits;
  guint8 port;  /* output it wants: DlTorusPort, or DL_TORUS_PORT_PROCESSOR */
  guint8 vc;    /* 0..3, that it takes there */
  guint16 hops; /* made */
} DlSeastarPacketInside;

/* The most packets of a queue that are shown. */
#define DL_SEASTAR_QUEUE_SHOWN 16

typedef struct
{
  guint n, flits;                                        /* all of them */
  DlSeastarPacketInside packets[DL_SEASTAR_QUEUE_SHOWN]; /* the first ones */
} DlSeastarInputInside;

typedef struct
{
  guint n, flits;
  DlSeastarPacketInside first; /* if @n > 0 */
  gboolean has_credits;        /* its virtual channel may be granted (the threshold is met) */
} DlSeastarStagedInside;

/* Staging queues of an output, by input port and its virtual channel: DL_SIM_VCS * port + vc. */
#define DL_SEASTAR_N_STAGED (DL_N_ROUTER_PORTS * DL_SIM_VCS)

typedef enum
{
  DL_SEASTAR_GRANT_BY_AGE,   /* AGE_RR_SELECT's bit is 1 */
  DL_SEASTAR_GRANT_BY_TURN,  /* it is 0 */
  DL_SEASTAR_GRANT_INHIBITED /* it is 1, but the old epoch has not drained: round robin */
} DlSeastarGrantRule;

/* Decision of an output. */
typedef struct
{
  guint64 cycle;
  guint8 output;                   /* DlTorusPort, or DL_TORUS_PORT_PROCESSOR */
  guint8 winner;                   /* staging queue */
  guint8 rule;                     /* DlSeastarGrantRule */
  guint8 select;                   /* the bit of AGE_RR_SELECT that was looked at: 0..63 */
  guint32 candidates;              /* bits: staging queues that could be granted */
  guint32 oldest;                  /* bits: of these, those with the highest age */
  guint32 blocked;                 /* bits: staging queues that had no credits */
  guint8 age[DL_SEASTAR_N_STAGED]; /* of the candidates' first packets */
  DlSeastarPacketInside packet;    /* the one that won */
} DlSeastarGrant;

#define DL_SEASTAR_GRANTS_KEPT 32

typedef struct
{
  guint32 node;
  guint64 cycle; /* that is next */

  guint8 timestamp, epoch;
  gboolean inhibited;
  guint32 packet_count[2]; /* by epoch */
  guint32 next_tick;       /* cycles until the age clock's next one; 0 while inhibited */

  DlSeastarInputInside input[DL_SEASTAR_N_STAGED]; /* by port and VC */
  DlSeastarStagedInside staged[DL_N_ROUTER_PORTS][DL_SEASTAR_N_STAGED];
  guint16 credits[DL_N_ROUTER_PORTS][DL_SIM_VCS]; /* flits free downstream of an output; of the
                                                     processor: in its own input buffer */
  guint16 input_buffer, staging_buffer;           /* their sizes, flits */
  guint8 select[DL_N_ROUTER_PORTS];               /* next bit of AGE_RR_SELECT, by output */
  guint waiting;                                  /* packets in the source's queue */

  guint64 n_grants; /* since it is watched */
  guint n_kept;
  DlSeastarGrant grants[DL_SEASTAR_GRANTS_KEPT]; /* (n_kept) the last one first */
} DlSeastarInside;

/* Remember the grants of @node from now on; DL_NO_NODE: of none. Earlier grants are forgotten. */
void dl_seastar_watch (DlSeastar *sim, guint node);
/* The node that is watched, or DL_NO_NODE. */
guint dl_seastar_watched (const DlSeastar *sim);
/* The watched router's current state; one must be watched. */
void dl_seastar_get_inside (const DlSeastar *sim, DlSeastarInside *inside);
/* Simulate, at most @cycles, until the cycle is over in which the watched router grants; FALSE if
 * it did not. One must be watched. */
gboolean dl_seastar_run_to_grant (DlSeastar *sim, guint64 cycles);

/* @inside's own state; NULL if it is not of this kind of router. */
const DlSeastarInside *dl_seastar_inside_of (const DlRouterInside *inside);
/* Implements DlSimClass.get_inside. */
DlRouterInside *dl_seastar_get_router_inside (const DlSeastar *sim);

G_END_DECLS
