/* Where to put the datelines (VC paper 3.5): all positions under the traffic and faults that there
 * are, ranked. */
#pragma once

#include "dl-progress.h"
#include "dl-torus-analysis.h"

G_BEGIN_DECLS

/* Reasons for a position; a set of bits. */
typedef enum
{
  DL_DATELINES_BEST_BALANCE = 1 << 0,     /* no position that was ranked has a better one */
  DL_DATELINES_ONE_PLANE_REGION = 1 << 1, /* X: in a region of one YZ plane (3.5) */
  DL_DATELINES_REGION_EDGE = 1 << 2,      /* X: on the edge of a larger region (3.5) */
  DL_DATELINES_PAST_FAULT = 1 << 3,       /* Y and Z: one past a fault (2.2) */
  DL_DATELINES_CURRENT = 1 << 4           /* where they are now */
} DlDatelineReasons;

#define DL_DATELINES_N_REASONS 5

/* One sentence, translatable, and the paper's section, for a single bit. */
const char *dl_dateline_reason_text (DlDatelineReasons reason);
const char *dl_dateline_reason_section (DlDatelineReasons reason);

/* A position of all three datelines and what comes of it. */
typedef struct
{
  gint dateline[DL_TORUS_N_DIMS]; /* node coordinate; DL_NO_DATELINE in a mesh dimension */
  guint reasons;                  /* DlDatelineReasons */
  guint64 pairs;
  guint64 unreachable_pairs;
  guint64 dropped_pairs;
  guint64 illegal_pairs;
  gboolean deadlock_free;
  guint n_cycle;                            /* channels of the shortest cycle; 0: deadlock-free */
  double balance_mean;                      /* over all links with traffic; NAN if there are none */
  double dim_balance_mean[DL_TORUS_N_DIMS]; /* of a dimension's */
  double load_max;                          /* packets on the busiest link; NAN without links */
  double hops_mean;                         /* NAN without delivered pairs */
} DlDatelineCandidate;

typedef struct
{
  guint n_candidates; /* to be given, at most */
  guint n_threads;    /* the result does not depend on it */
  double max_seconds; /* of one core, by an estimate that is the same everywhere; beyond it not all
                         combinations are ranked */
  DlProgressFunc progress; /* nullable */
  gpointer progress_data;
} DlDatelineOptions;

DlDatelineOptions dl_dateline_options_default (void);

typedef struct
{
  DlDatelineCandidate current;     /* where the datelines are now */
  DlDatelineCandidate *candidates; /* (n_candidates) the best first */
  guint n_candidates;
  guint current_rank; /* of @current among those ranked, 1 for the best; 0 if it is not among them
                         or too little is known of those before it */
  guint combinations; /* positions that there are */
  guint ranked;       /* of them: all if the search was exhaustive */
  guint evaluated;    /* of them, by a full analysis; results of the others follow from the links
                         that packets take, dimension by dimension, exactly */
} DlDatelineRanking;

/* Rank the positions of the datelines of @spec on @network under @demand: fewest pairs that are not
 * delivered, then free of deadlock, then fewest illegal pairs, then lowest mean VC balance, then
 * 3.5's advice, then fewest moved, then by coordinates. NULL if @cancellable was canceled. */
DlDatelineRanking *dl_optimize_datelines (DlTorusNetwork *network, const DlTorusRouting *spec,
                                          const DlDemand *demand, DlDatelineOptions options,
                                          GCancellable *cancellable);
void dl_dateline_ranking_free (DlDatelineRanking *ranking);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlDatelineRanking, dl_dateline_ranking_free)

/* Did it rank every position there is? Then the first is the best. */
static inline gboolean
dl_dateline_ranking_is_exhaustive (const DlDatelineRanking *ranking)
{
  return ranking->ranked == ranking->combinations;
}

/* The order of the ranking: negative if @a comes first. @current: (DL_TORUS_N_DIMS) positions now.
 */
gint dl_dateline_candidate_compare (const DlDatelineCandidate *a, const DlDatelineCandidate *b,
                                    const gint *current);
/* The figures of the datelines of @spec; FALSE if canceled. */
gboolean dl_dateline_candidate_evaluate (DlDatelineCandidate *candidate, DlTorusNetwork *network,
                                         const DlTorusRouting *spec, const DlDemand *demand,
                                         GCancellable *cancellable);

/* The nodes with faults: broken ones, and nodes that a broken link leaves (by their plus end where
 * both directions are broken). Array of DlTorusCoord, sorted, none twice. */
GArray *dl_fault_sites (const DlTorusNetwork *network);

G_END_DECLS
