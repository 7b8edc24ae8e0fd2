/* Charts: drawn into a rectangle by cairo, for screen and paper. Each has a hit test. */
#pragma once

#include "dl-map.h"
#include "dl-torus-analysis.h"

G_BEGIN_DECLS

/* Metrics of maps that only a torus has (dl-metric.h). */
extern const DlMetric dl_metrics_torus[];

/* VC_balance histogram of one dimension (VC paper, figure 4): the four bins, exact zeros told apart
 * inside the first: of one analysis, A, as bars and of B as an outline, on one scale. */
void dl_histogram_draw_against (cairo_t *cr, DlRect rect, const DlTorusAnalysis *a,
                                const DlTorusAnalysis *b, DlTorusDim dim, const DlTheme *theme);

/* Channel load: the links of each dimension sorted by load, share of links against packets. */
void dl_load_curve_draw (cairo_t *cr, DlRect rect, const DlTorusAnalysis *analysis,
                         const DlTheme *theme);
/* The same of A on a scale that holds B, too; with @outlined B's curves are beside A's, thin. */
void dl_load_curve_draw_against (cairo_t *cr, DlRect rect, const DlTorusAnalysis *a,
                                 const DlTorusAnalysis *b, gboolean outlined, const DlTheme *theme);

/* One ring (or row of a mesh): packets on VC0 and VC1 as stacked bars for each link, both
 * directions (VC paper, figure 3(b)), with VC_balance as a mark, the dateline and broken links. */
typedef struct
{
  const DlTorusAnalysis *analysis;
  guint node; /* any node of the ring */
  DlTorusDim dim;
  guint32 selected_link; /* DL_NO_LINK */
  guint32 hovered_link;
  const DlMapPath *path; /* nullable: its links in this ring are marked, with their hops' numbers */
  const DlTorusAnalysis
      *against;            /* nullable, of a network of the same shape: the axis holds it, too */
  gboolean outlined;       /* @against is drawn as an outline */
  gboolean holds_dateline; /* it is being moved */
} DlRingChart;

void dl_ring_chart_draw (cairo_t *cr, DlRect rect, const DlRingChart *chart, const DlTheme *theme);
/* The link whose bar is under a point, or DL_NO_LINK. */
guint dl_ring_chart_hit (DlRect rect, const DlRingChart *chart, double x, double y);
/* Where the bar of a link is, or, with DL_NO_LINK, a node on the axis; FALSE if it is in another
 * ring. */
gboolean dl_ring_chart_rect (DlRect rect, const DlRingChart *chart, guint link, guint node,
                             DlRect *place);

/* The working links of @dim, least loaded first. Returns their loads; free with g_free. */
double *dl_chart_sorted_loads (const DlTorusAnalysis *analysis, DlTorusDim dim, guint *n_loads);

/* A histogram with what the public one leaves to it. */
typedef struct
{
  const DlTorusAnalysis *const *series; /* (n_series) each called as its policy */
  guint n_series;
  DlTorusDim dim;
  const DlTorusAnalysis *against; /* of one series: drawn as an outline; nullable */
} DlHistogram;

void dl_histogram_draw_scaled (cairo_t *cr, DlRect rect, const DlHistogram *histogram,
                               const DlTheme *theme);
/* Height of the key of several series where there is room for it. */
double dl_histogram_key_height (guint n_series);

/* The ring of @chart, link by link: position i lies between nodes i and i + 1. */
guint dl_ring_chart_n_positions (const DlRingChart *chart);
guint dl_ring_chart_link (const DlRingChart *chart, guint position, gboolean minus);

G_END_DECLS
