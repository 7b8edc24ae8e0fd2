/* The SeaStar router and its network, cycle by cycle (age paper 1.2 and 2, VC paper 2.1, model 4):
 * packets of 1 to 9 flits under virtual cut-through on the same routes as the analysis. What
 * happens is the same for a plan, whatever the size of the blocks. */
#pragma once

#include "dl-pattern.h"
#include "dl-routes.h"
#include "dl-sim-options.h"

G_BEGIN_DECLS

/* Request VC0/VC1 and response VC2/VC3. */
#define DL_SIM_VCS 4
/* Of a packet, at most. */
#define DL_SIM_MAX_FLITS 9

/* What is simulated: immutable, shared by reference between runs and threads. */
typedef struct
{
  gatomicrefcount refs;
  DlRoutes *routes;
  DlRouterSpec router;
  guint packet_flits;      /* 1..9 */
  guint burst;             /* packets in a row to the same destination, at least 1 */
  double load;             /* offered, flits a node a cycle; INFINITY: always one more */
  double response_share;   /* of the packets, on VC2 and VC3 */
  gboolean source_vc_zero; /* runs that no rule binds start on VC0 */
  guint64 seed;
  gboolean uniform;    /* to any other working node; else: */
  guint32 *first_dest; /* (n_nodes + 1) where each source's destinations begin in @dest */
  guint32 *dest;       /* each as likely */
} DlSimPlan;

typedef struct
{
  DlRoutes *routes;
  const DlDemand *demand;
  DlRouterSpec router;
  guint packet_flits;
  guint burst;
  double load;
  double response_share;
  gboolean source_vc_zero;
  guint64 seed;
} DlSimPlanOptions;

DlSimPlan *dl_sim_plan_new (const DlSimPlanOptions *options);
DlSimPlan *dl_sim_plan_ref (DlSimPlan *plan);
void dl_sim_plan_unref (DlSimPlan *plan);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlSimPlan, dl_sim_plan_unref)

/* A network at work; owned by one thread. */
typedef struct _DlSim DlSim;

/* @block_nodes: nodes that are advanced together; 0: a good number. The result does not depend on
 * it. */
DlSim *dl_sim_new (DlSimPlan *plan, guint block_nodes);
void dl_sim_free (DlSim *sim);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlSim, dl_sim_free)

/* The cycle that is next. */
guint64 dl_sim_cycle (const DlSim *sim);
/* Simulate @cycles more. */
void dl_sim_run (DlSim *sim, guint64 cycles);
/* No more packets are created; what is under way goes on. */
void dl_sim_stop_sources (DlSim *sim);

/* What was counted since cycle 0. */
typedef struct
{
  guint64 created;     /* packets, in source queues and beyond */
  guint64 injected;    /* packets that left their source queue */
  guint64 delivered;   /* packets */
  guint64 unreachable; /* packets not created, since there is no way */
  guint64 flit_hops;   /* flits over links between routers */
  guint64 latency_sum; /* cycles from leaving the source queue to the tail's ejection */
  guint64 latency_max;
  guint64 age[256]; /* packets by their age when an output granted them */
} DlSimCounters;

void dl_sim_get_counters (const DlSim *sim, DlSimCounters *counters);

/* What must hold in any state; the message of the first that does not, NULL if all do. For tests.
 */
char *dl_sim_check (const DlSim *sim);

G_END_DECLS
