/* The SeaStar router and its network, cycle by cycle (age paper 1.2 and 2, VC paper 2.1):
 * packets of 1 to 9 flits under virtual cut-through on the same routes as the analysis. What
 * happens is the same for a plan, whatever the size of the blocks and the number of threads. */
#pragma once

#include "dl-flights.h"
#include "dl-pattern.h"
#include "dl-shared.h"
#include "dl-sim-births.h"
#include "dl-sim-counters.h"
#include "dl-sim-image.h"
#include "dl-torus-legs.h"
#include "dl-torus-routes.h"
#include "dl-workload.h"

G_BEGIN_DECLS

/* The most flits of a packet. */
#define DL_SEASTAR_MAX_FLITS 9

/* Simulated system: immutable, shared by reference between runs and threads. */
typedef struct
{
  DlShared shared;
  DlTorusRoutes *routes;
  DlRouterSpec router;
  guint packet_flits; /* 1..9, of a full packet */
  DlPacketLengths lengths;
  guint least_flits;     /* of any packet: the last one of a message may be shorter */
  guint burst;           /* packets in a row to the same destination, at least 1 */
  double load;           /* offered, flits/node/cycle, the mean over working nodes: each sends in
                            proportion to its pairs' weights; INFINITY: always one more */
  double response_share; /* of the packets, on VC2 and VC3 */
  guint64 seed;
  gboolean all_reachable; /* every pair, known without a look */
  DlTorusLegMemo *legs;   /* nullable: all legs */
  DlSimSources sources;
  DlWorkload *workload; /* nullable: instead of a load, what ranks send */
} DlSeastarPlan;

/* Mean length of the packets that sources draw. */
static inline double
dl_seastar_mean_flits (const DlSeastarPlan *plan)
{
  return dl_packet_lengths_mean (&plan->lengths, plan->packet_flits);
}

typedef struct
{
  DlTorusRoutes *routes;
  DlSent sent; /* borrowed; a workload of as many flits per packet */
  DlRouterSpec router;
  guint packet_flits;
  DlPacketLengths lengths;
  double load;
  double response_share;
  guint64 seed;
} DlSeastarPlanOptions;

/* Errors: DL_SIM_ERROR. */
DlSeastarPlan *dl_seastar_plan_new (const DlSeastarPlanOptions *options, GError **error);
DL_SHARED (DlSeastarPlan, dl_seastar_plan)

/* A network at work; owned by one thread. */
typedef struct _DlSeastar DlSeastar;

/* @block_nodes: nodes that are advanced together; 0: a good number. The result does not depend on
 * it. */
DlSeastar *dl_seastar_new (DlSeastarPlan *plan, guint block_nodes);
void dl_seastar_free (DlSeastar *sim);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlSeastar, dl_seastar_free)

/* Share the next runs out among @n_threads, at least 1; the caller's is one of them. */
void dl_seastar_set_threads (DlSeastar *sim, guint n_threads);
/* The cycle that is next. */
guint64 dl_seastar_cycle (const DlSeastar *sim);
/* Simulate @cycles more. */
void dl_seastar_run (DlSeastar *sim, guint64 cycles);
/* No more packets are created, or messages begun; traffic under way continues. */
void dl_seastar_stop_sources (DlSeastar *sim);

/* Programs. The cycle in which the last rank ended, everything sent and received: G_MAXUINT64 until
 * then (and without a workload). */
guint64 dl_seastar_program_done (const DlSeastar *sim);

/* Changing it while it runs. @plan must be of a network of the same shape, with the same buffers,
 * delays, ejection rate, error rate and packets. */
gboolean dl_seastar_fits (const DlSeastar *sim, const DlSeastarPlan *plan);
/* Go on by @plan, which fits: it is the next cycle's if it shares the routes (the same
 * DlTorusRoutes). If not, the tables have to be swapped: from now on no packet enters the network,
 * what comes to a link or router that @plan has broken is dropped, and @plan takes over in the
 * first cycle, divisible by 64, in which the network is empty; packets that wait for each other for
 * ever are dropped for it. The last of several plans counts. */
void dl_seastar_change (DlSeastar *sim, DlSeastarPlan *plan);
/* Do sources wait for the tables to be swapped? */
gboolean dl_seastar_is_draining (const DlSeastar *sim);

/* Since cycle 0. */
void dl_seastar_get_counters (const DlSeastar *sim, DlSimCounters *counters);

/* The same as a point of a series: packets in the network are @injected without @delivered and
 * @dropped. */
void dl_seastar_get_point (const DlSeastar *sim, DlSimPoint *point);

/* The same of one port of one node. */
typedef struct
{
  guint64 packets[DL_SIM_VCS], flits[DL_SIM_VCS]; /* granted by the output, whole packets */
  guint64 sending;                                /* flits that are still to leave */
  guint64 blocked[DL_SIM_VCS];
  guint64 stalled_output, stalled_input, head_wait;
  guint64 retransmitted_packets, retransmitted_flits; /* by the output */
} DlSeastarPortCounters;

void dl_seastar_get_port_counters (const DlSeastar *sim, guint node, guint port,
                                   DlSeastarPortCounters *counters);

/* All ports', (n_nodes x DL_N_ROUTER_PORTS); @counters is that large. */
void dl_seastar_get_all_ports (const DlSeastar *sim, DlSeastarPortCounters *counters);

/* Flits that are taken, at this moment, in the buffers downstream of an output of a node, or on
 * their way to them: of all virtual channels, 0 .. DL_SIM_VCS * input_buffer. */
guint dl_seastar_get_occupancy (const DlSeastar *sim, guint node, guint port);

/* Statistics of all packets delivered so far, whenever they were created. */
void dl_seastar_get_stats (const DlSeastar *sim, DlSimStats *stats);

/* Packets that wait for each other in a cycle and will for ever: (DlSimWait) each stands in the way
 * of the one before, and the first in that of the last. NULL if there are none such. */
GArray *dl_seastar_find_deadlock (const DlSeastar *sim);

/* Walk the whole state of @sim, between runs. */
void dl_seastar_walk (DlSeastar *sim, DlSimWalk *walk);

/* The packets that are in the network now (DlFlight), as dl_machine_run_get_flights. */
void dl_seastar_get_flights (const DlSeastar *sim, GArray *flights);
/* Packets at some routers (nullable: all), in any order. */
void dl_seastar_list_flights (const DlSeastar *sim, const DlFlightsAt *at, GArray *flights);
/* The reason why one of them waits, for dl_machine_run_get_wait. */
void dl_seastar_get_wait (const DlSeastar *sim, const DlFlight *flight, const DlFlightPassage *out,
                          const DlFlightPassage *crossed, DlFlightWait *wait);

G_END_DECLS
