/* A dragonfly at work, cycle by cycle: packets under virtual cut-through on the same routes as the
 * analysis, minimal, Valiant or adaptive (Cascade paper 3). What happens is the same for a
 * plan, whatever the size of the blocks and the number of threads. */
#pragma once

#include "dl-dragonfly-demand.h"
#include "dl-dragonfly-modes.h"
#include "dl-dragonfly-routes.h"
#include "dl-flights.h"
#include "dl-machine-run.h"
#include "dl-shared.h"
#include "dl-sim-counters.h"
#include "dl-sim-image.h"
#include "dl-workload.h"

G_BEGIN_DECLS

/* Four of requests, four of responses. */
#define DL_ARIES_SIM_VCS   (2 * DL_DRAGONFLY_VCS)
#define DL_ARIES_MAX_FLITS 9
/* Between routers, at most. */
#define DL_ARIES_MAX_LINK_CYCLES 4096

/* The router in cycles and flits. A cycle is the time in which a green link carries a flit. */
typedef struct
{
  guint input_buffer; /* flits, of a virtual channel at an input port */
  guint link_cycles;  /* from router to router: through the router and over the wire, at least 1 */
  double rate[DL_N_LINK_CLASSES]; /* flits/cycle that a link carries, above 0 and at most 1 */
  double node_rate;               /* flits/cycle that a node can send, and take; may be above 1 */
  guint outstanding;              /* packets of a node in the network at most; 0: any number */
} DlAriesRouter;

typedef struct
{
  DlDragonflyRoutes *routes;
  const DlDragonflyMode *mode;
  DlDragonflyDemand *demand; /* packets at random; of a workload: all that it sends */
  DlWorkload *workload;      /* a program instead of a load, of the same packets; nullable */
  DlAriesRouter router;
  guint packet_flits;      /* 1..9, of a full packet */
  DlPacketLengths lengths; /* of packets at random */
  guint payload_bytes;     /* of a full packet */
  guint header_flits;      /* of any packet, without payload */
  double load;             /* flits/node/cycle; INFINITY: always one more */
  double response_share;   /* of the packets, on the virtual channels of responses */
  guint64 seed;
} DlAriesPlanOptions;

/* Mean length of the packets that sources draw. */
static inline double
dl_aries_mean_flits (const DlAriesPlanOptions *options)
{
  return dl_packet_lengths_mean (&options->lengths, options->packet_flits);
}

/* Payload bytes of a packet of @flits. */
static inline guint
dl_aries_payload (const DlAriesPlanOptions *options, guint flits)
{
  const guint header = MIN (options->header_flits, options->packet_flits - 1);

  return options->payload_bytes * (MAX (flits, header) - header) / (options->packet_flits - header);
}

/* Immutable, shared by reference between runs and threads. */
typedef struct
{
  DlShared shared;
  DlAriesPlanOptions options; /* with references of its own */
  gboolean all_reachable;     /* every pair, known without a look */
} DlAriesPlan;

/* Errors: DL_SIM_ERROR. */
DlAriesPlan *dl_aries_plan_new (const DlAriesPlanOptions *options, GError **error);
DL_SHARED (DlAriesPlan, dl_aries_plan)

/* A network at work; owned by one thread. */
typedef struct _DlAries DlAries;

/* @block_routers: routers that are advanced together; 0: a good number. */
DlAries *dl_aries_new (DlAriesPlan *plan, guint block_routers);
void dl_aries_free (DlAries *sim);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlAries, dl_aries_free)

/* The same functions as of DlSeastar (dl-seastar.h). */
void dl_aries_set_threads (DlAries *sim, guint n_threads);
guint64 dl_aries_cycle (const DlAries *sim);
void dl_aries_run (DlAries *sim, guint64 cycles);
void dl_aries_stop_sources (DlAries *sim);
/* The cycle in which the last packet of a program had arrived; G_MAXUINT64: not yet. */
guint64 dl_aries_program_done (const DlAries *sim);

/* Continue with @plan, of a network of the same shape with the same router and packets. If only
 * links broke or came back and every pair that sends still has a path, adaptive modes stop using
 * them at once and continue; minimal and Valiant routes are those of the new tables from the next
 * cycle on, also for packets under way if they have a path with the virtual channels that are left.
 * Packets on a broken link, or without a path, are dropped and counted. If a pair lost its
 * connectivity, or a router broke, the tables have to be swapped: injection stops, the network
 * drains, then @plan takes over (as dl_seastar_change). */
gboolean dl_aries_fits (const DlAries *sim, const DlAriesPlan *plan);
void dl_aries_change (DlAries *sim, DlAriesPlan *plan);
gboolean dl_aries_is_draining (const DlAries *sim);

/* Since cycle 0; dropped_link: whatever was lost in the network. */
void dl_aries_get_counters (const DlAries *sim, DlSimCounters *counters);

/* Counts by link, (n_links) each; cumulative. Any may be NULL. */
typedef struct
{
  guint64 *flits;    /* granted, whole packets */
  guint64 *packets;  /* likewise */
  guint32 *sending;  /* of these, those still to leave; 0 where the link is broken */
  guint64 *stalls;   /* cycles in which it could have sent, but no packet's virtual channel had
                        the credits */
  guint64 *vc_flits; /* (n_links x DL_ARIES_SIM_VCS) */
  guint32 *taken;    /* flits in the downstream buffers, now */
} DlAriesLinkCounters;

void dl_aries_get_links (const DlAries *sim, const DlAriesLinkCounters *counters);

/* Counts by node, (n_nodes) each: cumulative packets that it sent and received. Any may be NULL. */
void dl_aries_get_nodes (const DlAries *sim, guint64 *injected, guint64 *delivered);

/* Statistics of all packets delivered so far, whenever they were created. */
void dl_aries_get_stats (const DlAries *sim, DlSimStats *stats);

/* Walk the whole state of @sim, between runs. */
void dl_aries_walk (DlAries *sim, DlSimWalk *walk);

/* The packets that are in the network now (DlFlight), as dl_machine_run_get_flights. */
void dl_aries_get_flights (const DlAries *sim, GArray *flights);
/* Packets at some routers (nullable: all), in any order. */
void dl_aries_list_flights (const DlAries *sim, const DlFlightsAt *at, GArray *flights);
/* The reason why one of them waits, for dl_machine_run_get_wait. */
void dl_aries_get_wait (const DlAries *sim, const DlFlight *flight, const DlFlightPassage *out,
                        DlFlightWait *wait);

/* The Aries' simulation (dl-aries.h) as a DlSimClass. */

/* Counts of a run which only an Aries has. */
typedef struct
{
  DlShared shared;
  guint64 *vc_flits; /* (n_links x DL_ARIES_SIM_VCS) of the whole run */
  double
      bandwidth_GBps; /* payload that was delivered after the warm-up, per node that sends; NAN */
} DlAriesRun;

/* Takes @plan, whose cycle is so long; NAN: no time belongs to it. */
DlMachinePlan *dl_aries_plan_to_machine (DlAriesPlan *plan, double cycle_ns);
/* NULL if it is another kind's. */
DlAriesPlan *dl_aries_plan_of (const DlMachinePlan *plan);
DlAries *dl_aries_of (const DlMachineRun *run);

G_END_DECLS
