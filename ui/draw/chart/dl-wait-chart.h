/* Cycles a packet that flits wait in input-queued routers, by what they wait for
 * (DlSimCounters.waits). */
#pragma once

#include "dl-palette.h"
#include "dl-rect.h"
#include "dl-sim-counters.h"

G_BEGIN_DECLS

/* Definition, in a sentence. */
const char *dl_wait_description (DlWait wait); /* translated */

/* @waits: (DL_N_WAITS) cycles/packet; NAN without packets. The axis holds @reach at least. */
void dl_wait_chart_draw (cairo_t *cr, DlRect rect, const double *waits, double reach,
                         const DlTheme *theme);
/* The bar in whose row a point is; FALSE beside them. */
gboolean dl_wait_chart_hit (DlRect rect, double y, DlWait *wait);

G_END_DECLS
