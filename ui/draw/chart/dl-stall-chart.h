/* Stalled cycles per packet by direction (age paper, equation 17 and table 5), in the three
 * readings of model 4. */
#pragma once

#include "dl-palette.h"
#include "dl-rect.h"
#include "dl-live.h"

G_BEGIN_DECLS

#define DL_ALL_STALLS DL_N_STALLS

typedef struct
{
  const double (*stalls)[DL_N_LINK_PORTS]; /* (DL_N_STALLS x DL_N_LINK_PORTS) cycles/packet, NAN
                                              without packets */
  double reach;                            /* least end of the axis */
  guint reading;                           /* DlStall, or DL_ALL_STALLS side by side */
} DlStallChart;

/* "output idle" */
const char *dl_stall_title (DlStall stall); /* translated */
/* "12.3", with as many digits as one reads. Free with g_free. */
char *dl_stall_text (double cycles);
/* Definition, in a sentence. */
const char *dl_stall_description (DlStall stall); /* translated */

void dl_stall_chart_draw (cairo_t *cr, DlRect rect, const DlStallChart *chart,
                          const DlTheme *theme);
/* The bar in whose column a point is; FALSE beside them. */
gboolean dl_stall_chart_hit (DlRect rect, const DlStallChart *chart, double x, double y,
                             guint *port, DlStall *stall);

G_END_DECLS
