/* Random ties: what to count of pairs whose routes by different coins do not end alike. A pair
 * sends nothing if any of its routes does not arrive, and is illegal if any of them is. */
#pragma once

#include "dl-torus-analysis.h"
#include "dl-torus-dependency.h"
#include "dl-torus-reroute.h"

G_BEGIN_DECLS

typedef struct
{
  const DlTorusRoutes *routes; /* all variants */
  DlTorusPairMarks *failed;    /* pairs that some variant does not deliver */
  DlTorusPairMarks *illegal;   /* pairs that some variant delivers outside the legality relation */
} DlTorusTies;

/* NULL if there is one variant: nothing can differ. */
DlTorusTies *dl_torus_ties_new (const DlTorusRoutes *routes);
void dl_torus_ties_free (DlTorusTies *ties);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlTorusTies, dl_torus_ties_free)

/* Mark as illegal what the route of @routes, one of the variants, is from @source. */
void dl_torus_ties_judge (DlTorusTies *ties, const DlTorusRoutes *routes, guint source, guint dest);

/* @analysis and @turns hold the sums over all variants of one packet for each pair that a variant
 * delivers. Take back the packets of the failed pairs, and set the counts of pairs and the longest
 * route. FALSE if canceled. */
gboolean dl_torus_ties_settle (const DlTorusTies *ties, DlTorusAnalysis *analysis,
                               DlTorusTurns *turns, GCancellable *cancellable);

G_END_DECLS
