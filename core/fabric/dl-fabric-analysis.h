/* Analysis of a fabric's routes: loads of channels, pairs that are lost, hops, and whether routes
 * can deadlock. Immutable once made, shared by reference. */
#pragma once

#include "dl-fabric-graph.h"
#include "dl-fabric-rails.h"
#include "dl-pattern.h"
#include "dl-verdict.h"

G_BEGIN_DECLS

typedef struct
{
  DlAnalyzed head;
  DlFabricRoutes *routes;

  /* Packets by channel over its capacity, for the weights of the demand; of the pairs that are
   * delivered. Of choices and detours the expectation or bound that their engine states. */
  guint n_lanes;                     /* at least as many as there are layers */
  double *load;                      /* (n_channels x n_lanes) */
  guint n_working;                   /* hosts */
  guint64 n_pairs;                   /* ordered, of working hosts, with weight */
  guint64 n_unreachable;             /* of these */
  guint64 all_unreachable;           /* of all ordered pairs of working hosts */
  double weight, unreachable_weight; /* delivered, and not */
  /* Weight that a working host sends whose load is the offered one: of sets a host of the largest,
   * else the mean host; 0 without any. */
  double sent;
  double mean_hops;    /* channels between switches, of delivered pairs, weighted; NAN: none */
  guint max_hops;      /* of delivered pairs; of detours a bound */
  double detour_share; /* of ugal: at which its bound is reached; else NAN */
  double held_load;    /* offered load at which a virtual channel that is alone in its layer has a
                          packet in each cycle; NAN: none is */
  char *basis_note;    /* basis of the bounds, translated; NULL: the engine's expectation */
  DlFabricShares
      *rails; /* (n_rails) of the scenario's demand; NULL: no machine has several ports */

  /* Dependencies of routes between hosts, all pairs whatever the demand, as far as packets come:
   * the output ports, of the switch that a channel leads to, that follow it. Channels of hosts are
   * left out: injection channels follow none, and none follows ejection channels. */
  guint n_words;          /* 64 ports each */
  guint64 *follows;       /* (n_layers x n_channels x n_words) bit port - 1 */
  DlVerdict **verdicts;   /* (n_layers) whose channels are those of the fabric; NULL where packets
                             change layers at datelines, as their dependencies do: @verdict has
                             all */
  gboolean deadlock_free; /* all of them */
  DlVerdict *verdict;     /* of all layers, with the shortest cycle; channel * n_lanes + layer */
} DlFabricAnalysis;

/* Share of an analysis that is done when the routes are, of a large network (dl-progress.h). */
#define DL_FABRIC_ROUTED 0.1

/* @demand: nullable: uniform, weight 1 for each ordered pair of working hosts. NULL if canceled. */
DlFabricAnalysis *dl_fabric_analysis_new (DlFabricRoutes *routes, const DlDemand *demand,
                                          GCancellable *cancellable);
DL_SHARED (DlFabricAnalysis, dl_fabric_analysis)

/* The layer with the shortest cycle; G_MAXUINT if there is none. */
guint dl_fabric_analysis_cyclic_layer (const DlFabricAnalysis *analysis);
/* Load of @channel in @layer, from 0; and the sum over layers. */
static inline double
dl_fabric_analysis_layer_load (const DlFabricAnalysis *analysis, guint channel, guint layer)
{
  return analysis->load[(gsize) channel * analysis->n_lanes + layer];
}

double dl_fabric_analysis_load (const DlFabricAnalysis *analysis, guint channel);
/* The largest of these of channels between switches, and (nullable) where. 0 without any. */
double dl_fabric_analysis_max_load (const DlFabricAnalysis *analysis, guint *channel);
/* The offered load at which the busiest of all channels, those of hosts too, has a flit in each
 * cycle: at most 1, INFINITY without traffic. *@channel (nullable): that one, of equals one between
 * switches, which says more; G_MAXUINT32: none. */
double dl_fabric_analysis_full_at (const DlFabricAnalysis *analysis, guint32 *channel);
/* Do loads depend on what engines see when they choose: they are what these aim at, and the network
 * saturates at dl_fabric_analysis_full_at at most? */
gboolean dl_fabric_engine_is_bound (const DlFabricEngine *engine);

/* The verdict on routes from and to switches (management) together with those between hosts, of
 * tables with rows for switches; NULL if canceled, or if there are no such rows. All of them are in
 * one layer, as management packets are. */
DlVerdict *dl_fabric_management_verdict (const DlFabricRoutes *routes, GCancellable *cancellable);

/* Hosts that work: not broken themselves, at switches that work. */
gboolean dl_fabric_host_works (const DlFabric *fabric, guint host);
guint dl_fabric_count_working_hosts (const DlFabric *fabric);

/* Effective bisection bandwidth (Hoefler, Schneider & Lumsdaine, Multistage switches are not
 * crossbars, CLUSTER 2008). */

typedef struct
{
  double mean;      /* share of a cable's bandwidth that a pair gets, of the reference rate; 0 for
                       pairs that are lost */
  double least, sd; /* of the means of bisections */
  double half;      /* of the 95% interval of the mean, by Student's t; NAN for one bisection */
  guint n_trials;   /* bisections */
} DlFabricBisection;

/* @n_trials times: the working hosts, but one if their number is odd, are halved at random, each
 * host of one half sends to one of the other, all at the same time; a pair gets 1 over the load
 * of the busiest channel of its route, those of hosts included. Where packets choose,
 * each draws its route. FALSE if canceled. */
gboolean dl_fabric_bisection (const DlFabricRoutes *routes, guint n_trials, guint64 seed,
                              DlFabricBisection *bisection, GCancellable *cancellable);

G_END_DECLS
