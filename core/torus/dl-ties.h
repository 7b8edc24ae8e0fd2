/* Random ties: what to count of pairs whose routes by different coins do not end alike. A pair
 * sends nothing if any of its routes does not arrive, and is illegal if any of them is. */
#pragma once

#include "dl-analysis.h"
#include "dl-pair-marks.h"
#include "dl-turns.h"

G_BEGIN_DECLS

typedef struct
{
  const DlRoutes *routes; /* all variants */
  DlPairMarks *failed;    /* pairs that some variant does not deliver */
  DlPairMarks *illegal;   /* pairs that some variant delivers outside the legality relation */
} DlTies;

/* NULL if there is one variant: nothing can differ. */
DlTies *dl_ties_new (const DlRoutes *routes);
void dl_ties_free (DlTies *ties);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlTies, dl_ties_free)

/* Mark as illegal what the route of @routes, one of the variants, is from @source. */
void dl_ties_judge (DlTies *ties, const DlRoutes *routes, guint source, guint dest);

/* @analysis and @turns hold the sums over all variants of one packet for each pair that a variant
 * delivers. Take back the packets of the failed pairs, and set the counts of pairs and the longest
 * route. FALSE if canceled. */
gboolean dl_ties_settle (const DlTies *ties, DlAnalysis *analysis, DlTurns *turns,
                         GCancellable *cancellable);

G_END_DECLS
