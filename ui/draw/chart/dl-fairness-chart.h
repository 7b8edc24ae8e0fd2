/* How evenly sources are served: their shares by distance from the destination, or all of them, the
 * largest first; a line is at an equal share. */
#pragma once

#include "dl-palette.h"
#include "dl-rect.h"
#include "dl-sim-tally.h"

G_BEGIN_DECLS

typedef struct
{
  const GArray *bars;   /* DlFairnessBar by distance; NULL: @shares are drawn */
  const GArray *shares; /* doubles, the largest first; nullable beside @bars */
} DlFairnessChart;

void dl_fairness_chart_draw (cairo_t *cr, DlRect rect, const DlFairnessChart *chart,
                             const DlTheme *theme);

G_END_DECLS
