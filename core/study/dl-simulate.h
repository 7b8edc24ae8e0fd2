/* The simulation of a scenario with its counts and measures, in one call. */
#pragma once

#include "dl-families.h"
#include "dl-flights.h"
#include "dl-progress.h"
#include "dl-sim-observer.h"
#include "dl-sim-tally.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* The scenario's own warm-up: stated; else the default, or found in a run too short for that, or
 * none for a program. */
#define DL_SIMULATE_OWN_WARMUP (G_MAXUINT64 - 1)

/* Completion of a program that did not end, or where there is none. */
#define DL_SIMULATE_NOT_DONE G_MAXUINT64

typedef struct
{
  guint64 seed;
  guint64 cycles; /* of the whole run, warm-up included; at least 1; at most, of a program and
                     with DL_STOP_PRECISION */
  guint64 warmup_cycles; /* less than @cycles, DL_WARMUP_AUTO or DL_SIMULATE_OWN_WARMUP */
  int stop;              /* DlStop */
  double precision;      /* as DlSimulationSpec */
  guint threads;
  gboolean keeps;          /* a canceled run counts as far as it came: DlSimulation.interrupted */
  gpointer routes;         /* nullable: the scenario's, where they are known (dl_scenario_plan) */
  gboolean watches;        /* a router, to be seen from inside at the end: */
  guint watched;           /* a node of it */
  DlProgressFunc progress; /* nullable */
  gpointer progress_data;
} DlSimulateOptions;

/* Options of @scenario. */
DlSimulateOptions dl_simulate_options (const DlScenario *scenario);

/* The warm-up of @scenario's own run if it has so many cycles: DL_SIMULATE_OWN_WARMUP. */
guint64 dl_simulate_own_warmup (const DlScenario *scenario, guint64 cycles);

/* The rank of a program that was done last, or is not done, and where its packets queued. */
typedef struct
{
  guint rank, node;
  DlPlace queue; /* link, or node that they go into, before which they queued longest; DL_NOWHERE:
                    none queued */
  double cycles; /* that heads of packets from and to it were in routers, to go on by that */
  double share;  /* of their cycles in all routers; NAN without any */
} DlSlowestRank;

/* Result of a run. Counts cover the whole run; rates and latencies the time after the warm-up:
 * flits created and delivered in that time, and packets delivered in it, whenever they were
 * created. Leaving out those created before it would leave the slow ones out. */
typedef struct
{
  DlMachinePlan *plan; /* with the routes */
  const DlFamily *family;
  const DlRouterModel *router;
  gpointer run_of_router;    /* counts of only that router: dl_simulation_run_of */
  DlSimulateOptions options; /* with the warm-up as it was or was found (also where a run ended
                                before a stated one was over), and the plan's routes */
  guint64 cycles;            /* simulated: fewer than asked for after a deadlock, when the program
                                was done, when the precision was reached, or when interrupted */
  gboolean interrupted;      /* it was canceled after @cycles, and its options say to keep it */
  gboolean found_warmup;     /* not stated, or not over when the run ended */
  guint64 completion_cycles; /* when its program was done, or DL_SIMULATE_NOT_DONE */
  double packet_flits;       /* mean */
  gboolean program;          /* ranks send, instead of a load */
  guint64 *rank_done;        /* (ranks of the program) cycle in which each was done, or
                                DL_SIMULATE_NOT_DONE; NULL: no program */
  gboolean saturated;        /* no load is offered */
  DlSimCounters counters;    /* of the whole run */
  DlSimCounters measured;    /* after the warm-up */
  DlSimStats stats;
  double offered_load, accepted_load; /* flits per working node and cycle, of a dragonfly in its
                                         unit of load (DlUnits); NAN without cycles */
  DlLinkUse links;                    /* after the warm-up */
  DlLinkCounts link_counts;           /* of the whole run */
  DlLinkCounts measured_counts;       /* after the warm-up: flits, packets, and stalls */
  GArray *flights;                    /* DlFlight: packets at the end; NULL if the network is larger
                                         than DL_FLIGHTS_MOST_ROUTERS */
  DlRouterInside *inside;             /* the watched router at the end; NULL if none was */
  GArray *series;                     /* DlSimPoint: the beginning, and some 200 more, of a run
                                         with DL_STOP_PRECISION up to 1,024 */
  DlSimVerdict verdict;               /* of what came after the warm-up */
  GArray *deadlock;                   /* DlSimWait that wait for each other; NULL if none do */
  DlSlowestRank *slowest;             /* NULL: not sought */
  double elapsed_s;
} DlSimulation;

/* Errors: those of dl_scenario_plan; DL_SIM_ERROR_LIMIT also for a warm-up that leaves nothing;
 * G_IO_ERROR_CANCELLED, with DlSimulateOptions.keeps only before the first cycle. */
DlSimulation *dl_simulate (const DlScenario *scenario, const DlSimulateOptions *options,
                           GCancellable *cancellable, GError **error);
/* The same of @run, which was simulated in @elapsed_s up to where it is, of @scenario with @plan;
 * measurements are those of @observer. @deadlock: nullable. */
DlSimulation *dl_simulation_of_run (const DlScenario *scenario, const DlMachineRun *run,
                                    DlMachinePlan *plan, const DlRunObserver *observer,
                                    GArray *deadlock, double elapsed_s);
void dl_simulation_free (DlSimulation *simulation);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlSimulation, dl_simulation_free)

/* Other counts of a run of @router, such as a DlSeastarRun; NULL of another. */
gconstpointer dl_simulation_run_of (const DlSimulation *simulation, const DlRouterModel *router);

/* Payload delivered after the warm-up, GB/s per node that sends; NAN of routers without such units.
 */
double dl_simulation_bandwidth_GBps (const DlSimulation *simulation);

/* Run the program of @simulation, which is one, once more and look where the packets of its slowest
 * rank are, some 20,000 times: @simulation gets its @slowest. @progress: nullable. FALSE if it was
 * canceled. Errors: G_IO_ERROR_CANCELLED. */
gboolean dl_simulation_find_slowest (DlSimulation *simulation, DlProgressFunc progress,
                                     gpointer progress_data, GCancellable *cancellable,
                                     GError **error);

/* Packets in the network at the end. */
guint64 dl_simulation_in_flight (const DlSimulation *simulation);
/* Packets without a path from their source, including those that would be dropped at a dateline. */
guint64 dl_simulation_dropped (const DlSimulation *simulation);

/* Equation 17 of the age paper, read in three ways (manual, simulation), after the warm-up, in
 * cycles/packet of network port @port: an output's packets leave by it, an input's arrive by it.
 * NAN without packets, and the latter two of routers that count waits instead. */
double dl_simulation_stalled_output (const DlSimulation *simulation, guint port);
double dl_simulation_stalled_input (const DlSimulation *simulation, guint port);
double dl_simulation_head_wait (const DlSimulation *simulation, guint port);

/* Cycles a packet that its flits waited for @wait in all routers, after the warm-up: see
 * DlSimCounters.waits. NAN without packets, and of routers that do not count it. */
double dl_simulation_wait (const DlSimulation *simulation, DlWait wait);

/* After the warm-up: share of the packets that were sent non-minimally for @detour, of all for
 * DL_N_DETOURS; and of the choices judged those that were regretted. NAN where there are none. */
double dl_simulation_detour_share (const DlSimulation *simulation, DlDetour detour);
double dl_simulation_regret_share (const DlSimulation *simulation);

/* Is the same simulated for both? They differ in name, run length and the like at most. */
gboolean dl_simulate_same (const DlScenario *a, const DlScenario *b);

G_END_DECLS
