/* Values measured on a machine beside computed ones, by direction or class of links: shares as bars
 * on one scale, and the virtual channels of a dragonfly's links. */
#pragma once

#include "dl-palette.h"
#include "dl-rect.h"
#include "dl-measured.h"

G_BEGIN_DECLS

/* Lists of shares, in the order of their bars. */
typedef enum
{
  DL_SHARE_COUNT,     /* measured packets or flits */
  DL_SHARE_STALLS,    /* measured */
  DL_SHARE_ANALYSED,  /* load */
  DL_SHARE_SIMULATED, /* load */
  DL_N_SHARES
} DlShare;

/* "flits, measured"; translated. */
const char *dl_share_title (const DlMeasured *measured, DlShare share);
/* Is there such a list? */
gboolean dl_share_is_there (const DlMeasured *measured, DlShare share);
/* Share of a part, 0..1; NAN where nothing is known. */
double dl_share_of_part (const DlMeasured *measured, guint part, DlShare share);

void dl_measured_chart_draw (cairo_t *cr, DlRect rect, const DlMeasured *measured,
                             const DlTheme *theme);
/* The part in whose column a point is; FALSE beside them. */
gboolean dl_measured_chart_hit (DlRect rect, const DlMeasured *measured, double x, double y,
                                guint *part);

/* Flits of each class by virtual channel, requests and responses, above the analyzed load. A line
 * that says so if they were not measured. */
void dl_measured_vcs_draw (cairo_t *cr, DlRect rect, const DlMeasured *measured,
                           const DlTheme *theme);
/* The height in which nothing is cut short. */
double dl_measured_vcs_height (const DlMeasured *measured);

G_END_DECLS
