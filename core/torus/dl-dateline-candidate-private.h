/* What the searches for dateline positions share. */
#pragma once

#include "dl-optimize-datelines.h"

G_BEGIN_DECLS

/* VC balance of one dimension's links with traffic: their number, and the sum of the balances. */
typedef struct
{
  double sum;
  guint links;
} DlBalanceSum;

/* Figures and @sums (DL_N_DIMS) from @analysis, but neither positions nor reasons. */
void dl_dateline_candidate_read (DlDatelineCandidate *candidate, const DlAnalysis *analysis,
                                 DlBalanceSum *sums);
/* As dl_dateline_candidate_evaluate, but numbers of pairs are of all, whatever the demand. */
gboolean dl_dateline_candidate_evaluate_all (DlDatelineCandidate *candidate, DlNetwork *network,
                                             const DlRoutingSpec *spec, const DlDemand *demand,
                                             GCancellable *cancellable);
/* The mean over all links of @sums (DL_N_DIMS); NAN without any. */
double dl_dateline_candidate_mean (const DlBalanceSum *sums);

/* All reasons but that of the best balance. */
void dl_dateline_candidate_give_reasons (DlDatelineCandidate *candidate, const DlTorus *torus,
                                         const GArray *sites, const gint *current);
/* The order by figures alone. */
gint dl_dateline_candidate_compare_merit (const DlDatelineCandidate *a,
                                          const DlDatelineCandidate *b);

G_END_DECLS
