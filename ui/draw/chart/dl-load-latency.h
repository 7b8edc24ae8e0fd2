/* Latency and accepted load against offered load: a curve an arbitration. */
#pragma once

#include "dl-palette.h"
#include "dl-rect.h"
#include "dl-load-sweep.h"

G_BEGIN_DECLS

/* A point of the curve. */
typedef struct
{
  guint series, point;
} DlLoadPlace;

#define DL_NO_LOAD_PLACE ((DlLoadPlace) { G_MAXUINT, 0 })

typedef struct
{
  const DlLoadCurve *curve; /* as far as it is known */
  DlLoadPlace hovered;      /* or DL_NO_LOAD_PLACE */
} DlLoadLatency;

/* Means with 95% confidence intervals, hollow where a run has not converged, with a point in it
 * where they are saturated, a cross where one locked, and a band where each curve saturates. */
void dl_load_latency_draw (cairo_t *cr, DlRect rect, const DlLoadLatency *chart,
                           const DlTheme *theme);
/* The point that is near (@x, @y), or DL_NO_LOAD_PLACE. */
DlLoadPlace dl_load_latency_hit (DlRect rect, const DlLoadCurve *curve, double x, double y);
/* "0.4–0.45": the largest load that was carried, and the smallest that was not. Free with g_free.
 */
char *dl_load_saturation_text (const DlLoadSeries *series);
/* NULL for none. */
const DlLoadPoint *dl_load_latency_at (const DlLoadCurve *curve, DlLoadPlace place);

G_END_DECLS
