/* The Cascade's configuration arithmetic for a network that was analyzed, and what the analysis
 * finds of it in the network as it is. */
#pragma once

#include "dl-cascade-model.h"
#include "dl-dragonfly-analysis.h"

G_BEGIN_DECLS

/* Of the network's groups, each pair with as many cables as the pair that has the fewest, broken
 * ones too. @whole: the network is just that, of whole groups which are all wired alike. FALSE for
 * a generic dragonfly, of which there is no such arithmetic. */
gboolean dl_cascade_analysis_model (const DlDragonflyAnalysis *analysis, DlCascadeModel *model,
                                    gboolean *whole);
/* What was found of @quantity, faults and all; NAN for one that the analysis does not look at. */
double dl_cascade_analysis_value (const DlDragonflyAnalysis *analysis,
                                  const DlCascadeQuantity *quantity);

G_END_DECLS
