/* The input-queued router of the textbooks (Dally & Towles 2004, chapters 16 to 19), flit by flit,
 * for any network of routers, ports and nodes: four stages, credits, iSLIP (McKeown 1999), as
 * BookSim 2 has it in its router iq (Jiang et al. 2013). Each simulated step is held to that
 * program's source: what it does in a cycle, in which order, and what its allocators see. What
 * happens is the same for a plan, whatever the size of the blocks and the number of threads. */
#pragma once

#include "dl-flights.h"
#include "dl-graph.h"
#include "dl-shared.h"
#include "dl-sim-births.h"
#include "dl-sim-choices.h"
#include "dl-sim-counters.h"
#include "dl-sim-image.h"

G_BEGIN_DECLS

#define DL_IQ_MAX_FLITS   64   /* of a packet */
#define DL_IQ_MAX_VCS     32   /* of a port */
#define DL_IQ_MAX_PORTS   64   /* of a router */
#define DL_IQ_MAX_STAGE   100  /* cycles, of a stage of the router */
#define DL_IQ_MAX_DELAY   1000 /* cycles, of a channel or of credits */
#define DL_IQ_MAX_BUFFER  4096 /* flits, of a virtual channel */
#define DL_IQ_MAX_CLASSES 4    /* of links */
#define DL_IQ_STATE       8    /* bytes of routing state that a packet carries */
#define DL_IQ_NONE        G_MAXUINT32
/* One cycle of so many is looked at for what flits wait for (DlSimCounters.waits). */
#define DL_IQ_WAIT_CYCLES 32

/* Packet as routing sees it. */
typedef struct
{
  guint64 random;            /* the packet's own uniform bits, the same all the way */
  guint32 source, dest;      /* nodes */
  guint8 state[DL_IQ_STATE]; /* zero when it is injected, then as routing left it */
  guint8 class;              /* 0 request, 1 response */
  guint8 detour; /* DlDetour: why at its source routing chose a way that is not minimal; only where
                    the plan tells ways apart */
} DlIqHead;

/* Virtual channels of an output that a packet may take. */
typedef struct
{
  guint8 port;
  guint8 first_vc, n_vcs;
  guint16 room; /* flits that must be free in the downstream buffer; 0: any, its flits wait for
                   credits one by one */
} DlIqChoice;

typedef struct _DlIqView DlIqView; /* the router that asks, at this moment */

/* Flits sent by output @port whose credits are not back yet, of all its virtual channels. */
guint dl_iq_view_queue (const DlIqView *view, guint port);
/* The link that leaves by output @port. */
guint dl_iq_view_link (const DlIqView *view, guint port);
/* The packet chose the @taken of @candidates (n, at least 2) by such queues: it is counted, and
 * kept to be judged. */
void dl_iq_view_tell (const DlIqView *view, const DlSimCandidate *candidates, guint n, guint taken);

typedef enum
{
  DL_IQ_DELIVERED,
  DL_IQ_UNREACHABLE,
  DL_IQ_DROPPED /* on its way: such a packet is counted, and not created */
} DlIqFate;

/* Routes of a family. Called by several threads at once. */
typedef struct
{
  /* Where the packet whose head is first in the buffer of input @in_port of @router may go: at
   * least one choice is written to @choices, at most as many as the plan's options promised; their
   * number. Called once per packet and router, in the cycle in which route computation ends. A
   * packet at its destination is given its node's port. */
  guint (*route) (gconstpointer data, DlIqHead *head, guint router, guint in_port,
                  const DlIqView *view, DlIqChoice *choices);
  /* Fate of packets of this pair. Nullable: all are delivered. */
  DlIqFate (*fate) (gconstpointer data, guint source, guint dest);
  /* Are both the same routes, so that one may follow the other at once? */
  gboolean (*same) (gconstpointer a, gconstpointer b);
  void (*unref) (gpointer data); /* nullable */
} DlIqRouting;

/* The router's parameters, [input-queued]; see dl-sim-counters.h. */
typedef DlInputQueuedSpec DlIqSpec;

/* Simulation plan: immutable, shared by reference between runs and threads. */
typedef struct _DlIqPlan DlIqPlan;

typedef struct
{
  DlGraph *graph; /* borrowed; a node's ports are not those of links */
  /* Cycles of links that do not state theirs, by their class, at least 1. */
  guint16 class_cycles[DL_IQ_MAX_CLASSES];
  const DlIqRouting *routing;
  gpointer routing_data;  /* taken over, also on errors */
  guint most_choices;     /* that route writes, at least 1 */
  gboolean tells_routes;  /* routes may follow queues, or leave the minimal ones: packets that go
                             minimally are counted apart from the others */
  gboolean whole_packets; /* route asks for room of whole packets: all must have the same length */
  gboolean random_inject_vc; /* the virtual channel at injection is drawn in each try, instead of
                                taken in turn (BookSim's dragonflynew) */
  DlIqSpec spec;
  DlSent sent;        /* borrowed */
  gboolean self;      /* uniform: to the own node, too */
  guint packet_flits; /* 1..DL_IQ_MAX_FLITS, of a full packet */
  DlPacketLengths lengths;
  double load; /* flits/node/cycle, the mean over working nodes; INFINITY: always one more */
  double response_share;
  guint64 seed;
} DlIqPlanOptions;

/* Mean length of the packets that sources draw. */
static inline double
dl_iq_mean_flits (const DlIqPlanOptions *options)
{
  return dl_packet_lengths_mean (&options->lengths, options->packet_flits);
}

/* Errors: DL_SIM_ERROR, each message beginning with the key to change. */
DlIqPlan *dl_iq_plan_new (const DlIqPlanOptions *options, GError **error);
DL_SHARED (DlIqPlan, dl_iq_plan)

/* The bound on the offered load that follows from a virtual channel instead of a link. */

/* Cycles from one packet of @flits (or so many in the mean) to the next through a virtual channel
 * of an input. The next one is looked at when the tail before it has left the buffer, and then
 * takes the stages of the router (Dally & Towles 2004, 16.1): route computation, VC allocation, and
 * for each flit switch allocation. Switch traversal and channels do not count, since the flit has
 * left the buffer. */
double dl_iq_hold_cycles (const DlIqSpec *spec, double flits);

/* Basis of the bound, and of this one, as a clause for people: @basis (nullable: exact) is that of
 * the links, @load the offered load at which a virtual channel that is alone in its class has a
 * packet in each of its cycles. Free with g_free. */
char *dl_iq_hold_note (const char *basis, const DlIqSpec *spec, double flits, double load);

/* A network at work; owned by one thread. */
typedef struct _DlIq DlIq;

/* @block_routers: routers that are advanced together; 0: a good number. */
DlIq *dl_iq_new (DlIqPlan *plan, guint block_routers);
void dl_iq_free (DlIq *iq);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlIq, dl_iq_free)

/* The same functions as of DlSeastar (dl-seastar.h). */
void dl_iq_set_threads (DlIq *iq, guint n_threads);
guint64 dl_iq_cycle (const DlIq *iq);
void dl_iq_run (DlIq *iq, guint64 cycles);
/* No more packets are created; traffic under way continues. */
void dl_iq_stop_sources (DlIq *iq);
/* The cycle in which the last rank of a program ended and the last packet arrived, even if no rank
 * waited for it; G_MAXUINT64: not yet. */
guint64 dl_iq_program_done (const DlIq *iq);
/* A packet more from @source to @dest, first in line there in the next cycle at the latest. */
void dl_iq_send (DlIq *iq, guint source, guint dest);

/* Changing it while it runs. @plan must be of a network with the same links, the same router and
 * packets, no program. It is followed from the next cycle on if its routes are the same; else from
 * the first cycle, divisible by 64, in which the network is empty: until then no packet enters it,
 * and those in it go by the old routes. A packet whose head comes to a link or node that works by
 * the old plan and not by the new one is dropped there; of one whose head is past it all follows.
 * Packets that wait for each other for ever are dropped, too. The last of several plans counts. */
gboolean dl_iq_fits (const DlIq *iq, const DlIqPlan *plan);
void dl_iq_change (DlIq *iq, DlIqPlan *plan);
gboolean dl_iq_is_draining (const DlIq *iq);

/* Packets that wait for each other in a cycle and will for ever: (DlSimWait) each stands in the way
 * of the one before. NULL if there are none such. */
GArray *dl_iq_find_deadlock (const DlIq *iq);
/* Walk the whole state of @iq, between runs. */
void dl_iq_walk (DlIq *iq, DlSimWalk *walk);

/* The packets that are in the network now (DlFlight), as dl_machine_run_get_flights. */
void dl_iq_get_flights (const DlIq *iq, GArray *flights);
/* Packets at some routers (nullable: all), in any order. */
void dl_iq_list_flights (const DlIq *iq, const DlFlightsAt *at, GArray *flights);

void dl_iq_get_counters (const DlIq *iq, DlSimCounters *counters);
void dl_iq_get_point (const DlIq *iq, DlSimPoint *point);
void dl_iq_get_stats (const DlIq *iq, DlSimStats *stats);

const DlGraph *dl_iq_graph (const DlIq *iq);          /* of its plan */
guint dl_iq_link_cycles (const DlIq *iq, guint link); /* between two routers */

/* Counts of output @port of @router since cycle 0. */
typedef struct
{
  guint64 flits, packets; /* granted in the switch; whole packets */
  guint64 stalls;         /* cycles in which a flit was there for it, and no credit for any */
  guint32 taken;          /* flits sent whose credits are not back, of all virtual channels */
} DlIqPortCounters;

void dl_iq_get_port (const DlIq *iq, guint router, guint port, DlIqPortCounters *counters);

/* The part of these counts that belongs to virtual channel @vc. */
typedef struct
{
  guint64 flits;
  guint32 taken;
} DlIqVcCounters;

void dl_iq_get_vc (const DlIq *iq, guint router, guint port, guint vc, DlIqVcCounters *counters);

G_END_DECLS
