/* Static analysis: exact expected packets per link and virtual channel for a traffic pattern, and
 * what follows from them. No randomness. */
#pragma once

#include <gio/gio.h>

#include "dl-findings.h"
#include "dl-pattern.h"
#include "dl-torus-dependency.h"
#include "dl-torus-routes.h"

G_BEGIN_DECLS

#define DL_BALANCE_BINS 4

/* Bin of a balance: [0, 0.25], (0.25, 0.5], (0.5, 0.75], (0.75, 1]. */
guint dl_vc_balance_bin (double balance);

/* Traffic of one dimension's links. */
typedef struct
{
  guint links;          /* working, both directions */
  guint idle_links;     /* working, without traffic */
  guint balanced_links; /* balance exactly 0 */
  guint bins[DL_BALANCE_BINS];
  double balance_mean; /* over links that have one (dl_torus_analysis_link_balance); NAN: there are
                          none */
  double load_mean;    /* packets a working link; NAN if there are none */
  double load_max;     /* NAN if there are no links */
} DlTorusDimensionStats;

/* Immutable once built, shared by reference between threads. */
typedef struct _DlTorusAnalysis
{
  DlAnalyzed head;
  DlTorusNetwork *network;
  DlTorusRoutes *routes;
  double *vc_load; /* (n_links x DL_TORUS_VCS) packets of delivered pairs, with random ties
                      the expected ones: on VC0 and VC2, and on VC1 and VC3; with an
                      input-queued router on both halves (dl_torus_analysis_channel_load) */
  guint64 pairs;   /* ordered pairs of working nodes with weight */
  guint64 unreachable_pairs; /* loops included */
  guint64 dropped_pairs;
  guint64 illegal_pairs; /* delivered, but outside the legality relation */
  double delivered;      /* packets: the weights of the delivered pairs */
  double hops_mean;      /* of delivered packets; NAN if there are none */
  guint hops_max;
  DlTorusDimensionStats dims[DL_TORUS_N_DIMS];
  DlPairCounts all;   /* of all ordered pairs of working nodes, whatever the demand */
  DlVerdict *verdict; /* on their routes */
} DlTorusAnalysis;

/* Analyze @demand on @routes: the fast way where the engine's suspects allow it, exact always.
 * NULL if @cancellable was canceled. */
DlTorusAnalysis *dl_torus_analysis_new (DlTorusRoutes *routes, const DlDemand *demand,
                                        GCancellable *cancellable);
/* The same by following every pair's route on its own: the oracle and the benchmark's baseline. */
DlTorusAnalysis *dl_torus_analysis_new_naive (DlTorusRoutes *routes, const DlDemand *demand);
DL_SHARED (DlTorusAnalysis, dl_torus_analysis)

static inline double
dl_torus_analysis_link_load (const DlTorusAnalysis *analysis, guint link)
{
  return analysis->vc_load[2 * link] + analysis->vc_load[2 * link + 1];
}

/* Virtual channels of a link that packets take: VC0 and VC1, with responses VC2 and VC3 too; those
 * of an input-queued router. */
static inline guint
dl_torus_analysis_n_vcs (const DlTorusAnalysis *analysis)
{
  return dl_vc_count (&analysis->routes->spec);
}

/* Packets of @link on @vc, one of dl_torus_analysis_n_vcs: requests on the first ones, responses on
 * the others. Where packets may take any of several, an equal share of them. */
double dl_torus_analysis_channel_load (const DlTorusAnalysis *analysis, guint link, guint vc);

/* Links that have a VC balance: those with traffic, in a dimension that has halves. */
guint dl_torus_dimension_stats_n_balances (const DlTorusDimensionStats *stats);
/* VC_balance of @link, NAN without traffic, and where packets take any virtual channel
 * (dl_vc_has_halves): of VC0 against VC1. As responses choose as requests do, that of VC2 against
 * VC3 is the same. */
double dl_torus_analysis_link_balance (const DlTorusAnalysis *analysis, guint link);
/* Mean VC_balance over the links of all dimensions that have one, NAN without any. */
double dl_torus_analysis_balance_mean (const DlTorusAnalysis *analysis);
/* How the routes of the demand's pairs end. */
DlPairCounts dl_torus_analysis_pattern_counts (const DlTorusAnalysis *analysis);
/* Load of the busiest link, packets; NAN without links. */
double dl_torus_analysis_max_channel_load (const DlTorusAnalysis *analysis);

/* Pairs of @demand (that of @after) whose route, its links and not its virtual channels, differs
 * between two analyses, one that only one of them delivers included. Pairs of a node that is broken
 * in either do not count. FALSE if that is not known: the networks differ in shape or in what
 * dimension order means, or @cancellable was canceled. */
gboolean dl_torus_analysis_rerouted_pairs (const DlTorusAnalysis *before,
                                           const DlTorusAnalysis *after, const DlDemand *demand,
                                           guint64 *pairs, GCancellable *cancellable);

/* Faults of the routes of all pairs, and possible remedies. */
DlTrouble dl_trouble_find (const DlTorusAnalysis *analysis);

G_END_DECLS
