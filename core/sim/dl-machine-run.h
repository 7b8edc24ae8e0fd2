/* The simulation of a torus or of a dragonfly, for those who need not know which: DlSim (dl-sim.h)
 * and DlAries (dl-aries.h) by the same words. */
#pragma once

#include "dl-aries.h"
#include "dl-sim.h"

G_BEGIN_DECLS

/* What is simulated: immutable, shared by reference. */
typedef struct
{
  gatomicrefcount refs;
  DlSimPlan *torus;       /* one of these two, the other is NULL */
  DlAriesPlan *dragonfly; /* likewise */
  guint n_nodes, n_working_nodes, n_links;
  guint n_senders; /* nodes of a dragonfly that send; of a torus the working ones */
  guint packet_flits;
  guint64 seed;
  gboolean program;   /* what ranks send, instead of a load */
  gboolean saturated; /* no load is offered: a program, or always one more */
  double load_flits;  /* flits a node a cycle that a load of 1 is */
} DlMachinePlan;

/* Take the plan. */
DlMachinePlan *dl_machine_plan_new_torus (DlSimPlan *plan);
DlMachinePlan *dl_machine_plan_new_dragonfly (DlAriesPlan *plan);
DlMachinePlan *dl_machine_plan_ref (DlMachinePlan *plan);
void dl_machine_plan_unref (DlMachinePlan *plan);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlMachinePlan, dl_machine_plan_unref)

/* Flits a cycle that @link carries at most, and flits that the buffers behind it hold. */
double dl_machine_plan_link_rate (const DlMachinePlan *plan, guint link);
guint dl_machine_plan_link_buffers (const DlMachinePlan *plan);

/* A network at work; owned by one thread. */
typedef struct
{
  DlMachinePlan *plan; /* the latest, for which it may still be draining */
  DlSim *torus;        /* one of these two, for what only it has; the other is NULL */
  DlAries *dragonfly;  /* likewise */
} DlMachineRun;

DlMachineRun *dl_machine_run_new (DlMachinePlan *plan);
void dl_machine_run_free (DlMachineRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlMachineRun, dl_machine_run_free)

/* As dl-sim.h and dl-aries.h have them. */
void dl_machine_run_set_threads (DlMachineRun *run, guint n_threads);
void dl_machine_run_measure_from (DlMachineRun *run, guint64 cycle);
guint64 dl_machine_run_cycle (const DlMachineRun *run);
void dl_machine_run_go (DlMachineRun *run, guint64 cycles);
/* The cycle in which a program came to its end; G_MAXUINT64: not yet, or there is none. */
guint64 dl_machine_run_done (const DlMachineRun *run);
/* FALSE too if @plan is of the other kind. */
gboolean dl_machine_run_fits (const DlMachineRun *run, const DlMachinePlan *plan);
void dl_machine_run_change (DlMachineRun *run, DlMachinePlan *plan);
gboolean dl_machine_run_is_draining (const DlMachineRun *run);
/* DlSimWait; of a dragonfly NULL, whose virtual channels leave no circle. */
GArray *dl_machine_run_find_deadlock (const DlMachineRun *run);
void dl_machine_run_get_point (const DlMachineRun *run, DlSimPoint *point);

/* By link, since cycle 0; @taken: flits in the buffers behind it now; @sending: of @flits, those
 * that are still to leave. */
typedef struct
{
  guint n_links;
  guint64 *flits, *packets, *stalls; /* (n_links) as DlAriesLinkCounters; stalls of the output */
  guint32 *taken, *sending;          /* (n_links) */
} DlLinkCounts;

void dl_link_counts_clear (DlLinkCounts *links);

/* All that was counted since cycle 0. Start zeroed, fill again and again, clear at the end. */
typedef struct
{
  guint64 cycle;          /* that was next */
  DlSimCounters counters; /* of a dragonfly all but ages and ports; dropped_link: whatever was
                             dropped in the network */
  DlAriesCounters aries;  /* of a dragonfly, else 0 */
  DlSimStats stats;       /* what was measured; no sources of a dragonfly */
  DlLatency minimal_latency, nonminimal_latency; /* of a dragonfly */
  DlLinkCounts links;
} DlMachineState;

void dl_machine_run_get_state (const DlMachineRun *run, DlMachineState *state);
void dl_machine_state_clear (DlMachineState *state);

G_END_DECLS
