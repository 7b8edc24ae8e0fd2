/* A small picture of a scenario for lists. */
#pragma once

#include "dl-dragonfly-analysis.h"
#include "dl-map.h"

G_BEGIN_DECLS

/* The VC balance of every link, without text, as a PNG of width x height pixels. */
GBytes *dl_map_thumbnail (const DlAnalysis *analysis, guint width, guint height);
/* The same of a dragonfly: its groups, at the load that fills its busiest link. */
GBytes *dl_dragonfly_map_thumbnail (const DlDragonflyAnalysis *analysis, guint width, guint height);

G_END_DECLS
