/* A simulation, whatever the network and the router: each kind of router is a table of functions.
 */
#pragma once

#include "dl-flights.h"
#include "dl-shared.h"
#include "dl-sim-choices.h"
#include "dl-sim-counters.h"
#include "dl-sim-image.h"
#include "dl-sim-program.h"
#include "dl-workload.h"

#include <glib.h>

G_BEGIN_DECLS

/* Version of what simulators give for a scenario, a seed and edits: another one may give other
 * numbers. */
#define DL_SIM_RESULTS 1

/* Counts by link, since cycle 0; @taken: flits in the downstream buffers now; @sending: the part of
 * @flits that is still to leave. */
typedef struct
{
  guint n_links;
  guint64 *flits, *packets, *stalls; /* (n_links) granted, whole packets; cycles in which the output
                                        could have sent, but had no credits */
  guint32 *taken, *sending;          /* (n_links) */
  guint n_vcs;                       /* 0: not told of each virtual channel */
  guint64 *vc_flits;                 /* (n_links x n_vcs) of @flits */
  guint32 *vc_taken;                 /* (n_links x n_vcs) of @taken */
} DlLinkCounts;

/* For a router that tells of @n_vcs virtual channels. */
void dl_link_counts_set_vcs (DlLinkCounts *links, guint n_vcs);
void dl_link_counts_clear (DlLinkCounts *links);
/* Grants and stalls after @earlier, which may be zeroed, up to @later: the others are NULL. */
DlLinkCounts dl_link_counts_since (const DlLinkCounts *earlier, const DlLinkCounts *later);

/* All that was counted since cycle 0. Start zeroed, fill again and again, clear at the end. */
typedef struct
{
  guint64 cycle; /* that was next */
  DlSimCounters counters;
  DlSimStats stats; /* of the packets delivered */
  DlLinkCounts links;
} DlMachineState;

void dl_machine_state_clear (DlMachineState *state);
/* Bytes that it takes, of a network of @n_nodes. */
gsize dl_machine_state_get_size (const DlMachineState *state, guint n_nodes);

/* A kind of router at work. A plan is immutable, shared by reference; a simulation is owned by one
 * thread. */
typedef struct
{
  gboolean counts_waits; /* DlSimCounters.waits */
  void (*unref_plan) (gpointer plan);
  double (*link_rate) (gconstpointer plan, guint link);
  guint (*link_buffers) (gconstpointer plan, guint link);

  gpointer (*new) (gpointer plan);
  void (*free) (gpointer sim);
  void (*set_threads) (gpointer sim, guint n_threads);
  guint64 (*cycle) (gconstpointer sim);
  void (*run) (gpointer sim, guint64 cycles);
  guint64 (*done) (gconstpointer sim);
  const DlSimRanks *(*ranks) (gconstpointer sim); /* NULL: it keeps its own, and tells */
  guint64 (*rank_done) (gconstpointer sim, guint rank);
  gboolean (*fits) (gconstpointer sim, gconstpointer plan);
  void (*change) (gpointer sim, gpointer plan);
  gboolean (*is_draining) (gconstpointer sim);
  DlSimWalkFunc walk;
  GArray *(*find_deadlock) (gconstpointer sim); /* NULL: its virtual channels leave no cycle */
  void (*get_point) (gconstpointer sim, DlSimPoint *point);
  /* @state has room for the links; its stats are empty. */
  void (*get_state) (gconstpointer sim, DlMachineState *state);
  void (*list_flights) (gconstpointer sim, const DlFlightsAt *at, GArray *flights);
  /* Implements dl_machine_run_get_wait. */
  void (*get_wait) (gconstpointer sim, const DlFlight *flight, const DlFlightPassage *out,
                    const DlFlightPassage *crossed, DlFlightWait *wait);
  /* Choices of a packet: they implement dl_machine_run_watch_packet and _get_choices; NULL both:
   * there are none. */
  void (*watch_packet) (gpointer sim, const DlFlight *packet);
  void (*get_choices) (gconstpointer sim, DlSimChoiceList *choices);
  /* One router watched from inside; all or none of these, which is of a kind that is not shown.
   * They implement dl_machine_run_watch and so on. */
  void (*watch) (gpointer sim, guint router);
  gboolean (*run_to_grant) (gpointer sim, guint64 cycles);
  DlRouterInside *(*get_inside) (gconstpointer sim);
} DlSimClass;

/* Functions of a simulator by its own types, as in DlSimClass: @prefix_new (plan, 0) and so on. */
#define DL_SIM_CLASS_FORWARD(prefix)                                                               \
  static gpointer sim_new (gpointer plan)                                                          \
  {                                                                                                \
    return prefix##_new (plan, 0);                                                                 \
  }                                                                                                \
  static void sim_free (gpointer sim)                                                              \
  {                                                                                                \
    prefix##_free (sim);                                                                           \
  }                                                                                                \
  static void set_threads (gpointer sim, guint n)                                                  \
  {                                                                                                \
    prefix##_set_threads (sim, n);                                                                 \
  }                                                                                                \
  static guint64 cycle (gconstpointer sim)                                                         \
  {                                                                                                \
    return prefix##_cycle (sim);                                                                   \
  }                                                                                                \
  static void run (gpointer sim, guint64 cycles)                                                   \
  {                                                                                                \
    prefix##_run (sim, cycles);                                                                    \
  }                                                                                                \
  static guint64 done (gconstpointer sim)                                                          \
  {                                                                                                \
    return prefix##_program_done (sim);                                                            \
  }                                                                                                \
  static gboolean fits (gconstpointer sim, gconstpointer plan)                                     \
  {                                                                                                \
    return prefix##_fits (sim, plan);                                                              \
  }                                                                                                \
  static void change (gpointer sim, gpointer plan)                                                 \
  {                                                                                                \
    prefix##_change (sim, plan);                                                                   \
  }                                                                                                \
  static gboolean is_draining (gconstpointer sim)                                                  \
  {                                                                                                \
    return prefix##_is_draining (sim);                                                             \
  }                                                                                                \
  static void walk (gpointer sim, DlSimWalk *walk)                                                 \
  {                                                                                                \
    prefix##_walk (sim, walk);                                                                     \
  }

/* Simulation plan: immutable, shared by reference. */
typedef struct
{
  DlShared shared;
  const DlSimClass *class;
  gpointer plan;   /* of @class, owned */
  gpointer routes; /* the family's (DlRouted), which the plan holds */
  gpointer shape;  /* their network */
  guint n_nodes, n_routers, n_working_nodes, n_links;
  guint n_senders;     /* working nodes that send */
  double packet_flits; /* mean of what sources draw */
  guint64 seed;
  const DlWorkload *workload; /* (nullable) what ranks send, instead of a load; of @plan */
  gboolean saturated;         /* no load is offered: a program, or always one more */
  gboolean chooses;           /* DlSimCounters.detours and choices are counted */
  double load_flits;          /* flits/node/cycle that a load of 1 is */
  double node_rate;           /* flits a cycle that a node sends, or takes, at most */
  double cycle_ns;            /* NAN: no time belongs to a cycle */
} DlMachinePlan;

/* Takes @plan over; its counts are 0, for its router to fill in. */
DlMachinePlan *dl_machine_plan_new (const DlSimClass *class, gpointer plan, gpointer routes);
DL_SHARED (DlMachinePlan, dl_machine_plan)

/* The most flits/cycle that @link carries, and the flits that its downstream buffers hold. */
double dl_machine_plan_link_rate (const DlMachinePlan *plan, guint link);
guint dl_machine_plan_link_buffers (const DlMachinePlan *plan, guint link);

/* A network at work; owned by one thread. */
typedef struct
{
  DlMachinePlan *plan; /* the latest, for which it may still be draining */
  gpointer sim;        /* of the plan's class */
} DlMachineRun;

DlMachineRun *dl_machine_run_new (DlMachinePlan *plan);
void dl_machine_run_free (DlMachineRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlMachineRun, dl_machine_run_free)

/* The same functions as of DlSeastar (dl-seastar.h). */
void dl_machine_run_set_threads (DlMachineRun *run, guint n_threads);
guint64 dl_machine_run_cycle (const DlMachineRun *run);
void dl_machine_run_go (DlMachineRun *run, guint64 cycles);
/* The cycle in which a program ended; G_MAXUINT64: not yet, or there is none. */
guint64 dl_machine_run_completion_cycle (const DlMachineRun *run);
/* The same of @rank of the program. */
guint64 dl_machine_run_rank_done (const DlMachineRun *run, guint rank);
/* Progress of ranks that run a program of messages, in this cycle; owned by the run. NULL: there
 * are none, or it is not told. */
const DlSimProgram *dl_machine_run_get_program (const DlMachineRun *run);
/* FALSE too if @plan is of another class. */
gboolean dl_machine_run_fits (const DlMachineRun *run, const DlMachinePlan *plan);
void dl_machine_run_change (DlMachineRun *run, DlMachinePlan *plan);
gboolean dl_machine_run_is_draining (const DlMachineRun *run);
/* Save the whole state of @run, the plans included; and restore @image, of a run of any plan that
 * fits @run: @run continues from there like that run. */
DlSimImage *dl_machine_run_save (const DlMachineRun *run);
void dl_machine_run_load (DlMachineRun *run, const DlSimImage *image);
/* A run that begins with @image. */
DlMachineRun *dl_machine_run_new_from (const DlSimImage *image);
/* DlSimWait that wait for each other in a cycle, each in the way of the one before; NULL if there
 * are none such. */
GArray *dl_machine_run_find_deadlock (const DlMachineRun *run);
void dl_machine_run_get_point (const DlMachineRun *run, DlSimPoint *point);
void dl_machine_run_get_state (const DlMachineRun *run, DlMachineState *state);
/* All packets that are in the network now, in the order of their sources and of when they were
 * injected: whatever the blocks and threads. @flights (DlFlight) is emptied first. */
void dl_machine_run_get_flights (const DlMachineRun *run, GArray *flights);
/* Packets at some routers (nullable: all), in any order, which takes less time. */
void dl_machine_run_list_flights (const DlMachineRun *run, const DlFlightsAt *at, GArray *flights);

/* Reason why @flight, in its state before the cycle that has just ended, has not moved. @out: the
 * last one that went by the same output; @crossed: that went from the same input into the crossbar.
 * A router that is shown from inside was watched in that cycle. */
void dl_machine_run_get_wait (const DlMachineRun *run, const DlFlight *flight,
                              const DlFlightPassage *out, const DlFlightPassage *crossed,
                              DlFlightWait *wait);

/* From now on keep the choices of the packet that is called as @packet (dl_flight_compare); NULL:
 * of none. */
void dl_machine_run_watch_packet (DlMachineRun *run, const DlFlight *packet);
/* Add its choices so far to @choices, in the order of cycles. */
void dl_machine_run_get_choices (const DlMachineRun *run, DlSimChoiceList *choices);

/* Are routers of this kind shown from inside? Nothing is watched otherwise. */
gboolean dl_machine_plan_shows_inside (const DlMachinePlan *plan);
/* Watch @router, which is of the network, from now on; DL_NO_NODE: none. */
void dl_machine_run_watch (DlMachineRun *run, guint router);
/* Simulate, at most @cycles, until the cycle is over in which the watched router grants a packet
 * something; FALSE if it did not. One must be watched where routers are shown from inside;
 * elsewhere it runs for @cycles. */
gboolean dl_machine_run_to_grant (DlMachineRun *run, guint64 cycles);
/* A new reference to the watched router's current state; NULL if none is watched. */
DlRouterInside *dl_machine_run_get_inside (const DlMachineRun *run);

G_END_DECLS
