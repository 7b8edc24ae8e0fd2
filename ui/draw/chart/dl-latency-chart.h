/* Packets by their latency: bars on a logarithmic scale of shares, with the median, the 99th
 * percentile and the maximum. */
#pragma once

#include "dl-palette.h"
#include "dl-rect.h"
#include "dl-sim-counters.h"

G_BEGIN_DECLS

/* A bar of the chart. */
typedef struct
{
  guint64 from, to; /* cycles, both included */
  guint64 packets;
} DlLatencyBar;

/* Bars of @latency, empty ones between others included; a power of 2 wide, so that each counts
 * whole bins. Free with g_array_unref; none without packets. */
GArray *dl_latency_bars (const DlLatency *latency);

/* @reach: cycles that the axis holds, from 0 on, with five decades of shares; 0: both axes are
 * those of @latency. */
void dl_latency_chart_draw (cairo_t *cr, DlRect rect, const DlLatency *latency, double reach,
                            const DlTheme *theme);

G_END_DECLS
