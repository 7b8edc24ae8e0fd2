/* Effects of many dateline positions on the packets that a fault disturbs. All others take the same
 * links whatever the positions, and arrive: only the disturbed ones need a look for each position,
 * and that without counting loads. */
#pragma once

#include "dl-optimize-datelines.h"
#include "dl-pattern.h"
#include "dl-torus-routes.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct
{
  guint64 undelivered; /* pairs of the demand, unreachable or dropped */
  guint64 illegal;     /* pairs of the demand, delivered but outside the legality relation */
  guint64 routes;      /* fingerprint of the links all packets take: among positions with the same
                          one, a dimension's loads depend on that dimension's dateline alone */
} DlScreening;

typedef struct _DlDatelineScreen DlDatelineScreen;

/* Can positions for @engine be screened: are only the runs past its suspects disturbed? */
gboolean dl_dateline_screen_serves (const DlTorusEngine *engine);

/* @suspect (n_links): the links that are suspect for any of the positions to be screened.
 * NULL if @cancellable was canceled. */
DlDatelineScreen *dl_dateline_screen_new (const DlTorusRoutes *routes, const DlDemand *demand,
                                          const guint8 *suspect, GCancellable *cancellable);
void dl_dateline_screen_free (DlDatelineScreen *screen);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlDatelineScreen, dl_dateline_screen_free)

/* Routes that are followed for each position. */
guint dl_dateline_screen_n_walks (const DlDatelineScreen *screen);

/* Screen the positions of @routes, on the same network. From any thread. FALSE if a link is suspect
 * that was not said to be; @screening is not known then. */
gboolean dl_dateline_screen_look (const DlDatelineScreen *screen, const DlTorusRoutes *routes,
                                  DlScreening *screening);

/* Internals of searches for dateline positions. */

/* VC balance of one dimension's links with traffic: their number, and the sum of the balances. */
typedef struct
{
  double sum;
  guint links;
} DlBalanceSum;

/* Figures and @sums (DL_TORUS_N_DIMS) from @analysis, but neither positions nor reasons. */
void dl_dateline_candidate_read (DlDatelineCandidate *candidate, const DlTorusAnalysis *analysis,
                                 DlBalanceSum *sums);
/* Like dl_dateline_candidate_evaluate, but counts all pairs, whatever the demand. */
gboolean dl_dateline_candidate_evaluate_all (DlDatelineCandidate *candidate,
                                             DlTorusNetwork *network, const DlTorusRouting *spec,
                                             const DlDemand *demand, GCancellable *cancellable);
/* The mean over all links of @sums (DL_TORUS_N_DIMS); NAN without any. */
double dl_dateline_candidate_mean (const DlBalanceSum *sums);

/* All reasons but that of the best balance. */
void dl_dateline_candidate_give_reasons (DlDatelineCandidate *candidate, const DlTorus *torus,
                                         const GArray *sites, const gint *current);
/* The order by figures alone. */
gint dl_dateline_candidate_compare_merit (const DlDatelineCandidate *a,
                                          const DlDatelineCandidate *b);

G_END_DECLS
