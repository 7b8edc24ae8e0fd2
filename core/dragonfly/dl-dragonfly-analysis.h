/* Static analysis of a dragonfly under a routing mode: what its links carry, what follows, and
 * whether it can deadlock (Cascade paper 3 and 4). No randomness. */
#pragma once

#include "dl-dragonfly-choice.h"
#include "dl-dragonfly-demand.h"
#include "dl-dragonfly-loads.h"
#include "dl-dragonfly-modes.h"
#include "dl-dragonfly-path-loads.h"
#include "dl-findings.h"
#include "dl-verdict.h"

G_BEGIN_DECLS

/* Basis of the loads, and so how to read them. */
typedef enum
{
  DL_BASIS_EXACT,       /* each packet draws its route by itself: the mean of any run */
  DL_BASIS_HASHES,      /* each pair of nodes keeps one route, that of its hash */
  DL_BASIS_EXPECTATION, /* likewise, but the mean over all hashes */
  DL_BASIS_EVEN,        /* all minimal paths alike, of which the mode takes the lighter ones */
  DL_BASIS_BOUND,       /* the best single share of non-minimal packets: a bound over modes */
  DL_N_BASES
} DlDragonflyBasis;

/* Immutable once built, shared by reference between threads. */
typedef struct
{
  DlAnalyzed head;
  DlDragonfly *dragonfly;
  DlDragonflyRoutes *routes;
  const DlDragonflyMode *mode;
  DlDragonflyRates rates;
  DlDragonflyBasis basis;
  /* 0 of minimal modes, 1 of Valiant. Of modes that choose between minimal and non-minimal
   * candidates by load it is not the mode's own: the share, one for all pairs, with which the
   * busiest link is least busy (DL_BASIS_BOUND). What their rule leads to only a simulation says.
   */
  double nonminimal_share;
  double *vc_load;           /* (n_links x DL_DRAGONFLY_VCS) packets of delivered pairs */
  guint64 pairs;             /* ordered pairs of working nodes with weight */
  guint64 unreachable_pairs; /* of these */
  double delivered;          /* packets */
  double hops_mean;          /* of delivered packets, between routers; NAN if there are none */
  guint hops_max;            /* of any route that a pair with weight may take */
  DlLinkClassStats classes[DL_N_LINK_CLASSES];
  guint32 *group_links;  /* (n_groups x n_groups) working blue links from one to another */
  double *group_load;    /* likewise, the sum of their loads */
  double bisection_GBps; /* both directions, by the paper's formula (manual, dragonfly); NAN for one
                            group */
  double split_GBps;     /* both directions, of the links between the first half of the groups and
                            the others, of which there may be one more; NAN for one group */
  double global_GBps;    /* a node, raw; 0 for one group */
  guint optical_cables;  /* blue cables with a working link; of the generic shape blue links */
  double node_packets;   /* of the node that sends the most */
  double bound_load;     /* offered load at which the busiest link saturates; INFINITY without
                            traffic. aries: of injection_GBps; generic: flits/node/cycle */
  guint32 bound_link;    /* that link; G_MAXUINT32 */
  double held_load;      /* the same of a virtual channel that is alone in its class, by the time
                            that packets hold it; NAN: none is, or loads do not tell */
  char *basis_note;      /* basis of @bound_load, and other notes on it, translated; NULL: no more
                            than dl_dragonfly_basis_text */
  DlPairCounts all;      /* of all ordered pairs of working nodes, whatever the demand */
  DlVerdict *verdict;    /* on their routes */
  struct _DlSharesCache *shares; /* for an analysis after this one */
} DlDragonflyAnalysis;

/* NULL if canceled. @seed (nullable) is that of a simulation, whose hashes are followed where they
 * are few (dl_dragonfly_loads_can_hash); without it hashes are always averaged. @previous
 * (nullable): of any state before, from which answers are taken over; the result is the same. */
DlDragonflyAnalysis *
dl_dragonfly_analysis_new (DlDragonflyRoutes *routes, const DlDragonflyMode *mode,
                           DlDragonflyDemand *demand, DlDragonflyRates rates, const guint64 *seed,
                           const DlDragonflyAnalysis *previous, GCancellable *cancellable);
DL_SHARED (DlDragonflyAnalysis, dl_dragonfly_analysis)

/* "exact", "hashes", "expectation", "even", "bound"; and a clause on it, translated, for a sentence
 * that begins with “Loads are”. */
const char *dl_dragonfly_basis_id (DlDragonflyBasis basis);
const char *dl_dragonfly_basis_text (DlDragonflyBasis basis);
/* The same with all that there is to say of @analysis. */
const char *dl_dragonfly_analysis_basis (const DlDragonflyAnalysis *analysis);
/* Is the saturation load at most @bound_load? */
gboolean dl_dragonfly_analysis_is_bound (const DlDragonflyAnalysis *analysis);
/* The share of non-minimal packets under the mode's own rule; NAN where nothing static tells it. */
double dl_dragonfly_analysis_own_share (const DlDragonflyAnalysis *analysis);

/* Packets of @link, all virtual channels. */
double dl_dragonfly_analysis_load (const DlDragonflyAnalysis *analysis, guint link);
/* Share of its capacity that @link uses at offered load @load (as bound_load); NAN where it does
 * not work. */
double dl_dragonfly_analysis_use (const DlDragonflyAnalysis *analysis, guint link, double load);
/* The same of the blue links from group @a to @b together; NAN if there are none. */
double dl_dragonfly_analysis_group_use (const DlDragonflyAnalysis *analysis, guint a, guint b,
                                        double load);

/* The loads that adaptive routing would see, as far as the static analysis can tell: flits that
 * wait and flits on their way at a link with such a load. For explaining a route without a
 * simulation.
 *
 * Assumed: packets arrive at a link independently of each other (M/D/1), and wait until the buffers
 * of its virtual channels are full. */

typedef struct
{
  double load; /* offered, as bound_load; INFINITY: an infinite backlog */
  guint packet_flits;
  guint buffer;                          /* flits of a virtual channel */
  double class_flits[DL_N_LINK_CLASSES]; /* on a link that is never idle */
} DlDragonflyTimes;

typedef struct _DlDragonflyExpected DlDragonflyExpected;

DlDragonflyExpected *dl_dragonfly_expected_new (DlDragonflyAnalysis *analysis,
                                                DlDragonflyTimes times);
void dl_dragonfly_expected_free (DlDragonflyExpected *expected);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlDragonflyExpected, dl_dragonfly_expected_free)

/* Load at @link, in flits; a DlDragonflyLoadFunc whose data is a DlDragonflyExpected. Near end:
 * flits that wait for it. Far end: flits on their way over it. Downstream: flits that wait at the
 * links that its packets may take next, weighted by how much these carry. */
DlDragonflyLoad dl_dragonfly_expected_load (guint link, gpointer expected);

/* The share of non-minimal packets with which the busiest link is least busy: what a network whose
 * packets choose by load can come to at best (manual, dragonfly). */

/* The smallest s in [0, 1] that makes the greatest of (1 - s) minimal + s nonminimal over the rate
 * of its link as small as can be. Each is a load of @ways and the load beside it. 0 without
 * traffic. */
double dl_dragonfly_best_share (const DlDragonflyPathLoads *ways, const DlDragonflyLoads *minimal,
                                const DlDragonflyLoads *nonminimal, const DlDragonflyRates *rates);

G_END_DECLS
