/* A sweep as small multiples: a panel a measure, the values of the first key from left to right, a
 * line per value of the second. */
#pragma once

#include "dl-palette.h"
#include "dl-plot.h"
#include "dl-rect.h"
#include "dl-sweep-work.h"
#include "dl-sweep.h"

G_BEGIN_DECLS

/* The most keys that a picture has room for. */
#define DL_SWEEP_CHART_MOST_KEYS 2

/* The mean of a cell's runs in a panel. */
typedef struct
{
  guint panel, cell;
} DlSweepPlace;

#define DL_NO_SWEEP_PLACE ((DlSweepPlace) { G_MAXUINT, 0 })

typedef struct
{
  const DlSweepPoints *points;      /* as far as they are known, of one key or two */
  const DlMeasure *const *measures; /* (n_measures) */
  guint n_measures;
  const DlScenario *now; /* nullable: where its own values lie is marked */
  DlSweepPlace hovered;  /* or DL_NO_SWEEP_PLACE */
} DlSweepChart;

/* Height needed to be read, in units. */
double dl_sweep_chart_height (const DlSweepChart *chart, double width);
/* Means with 95% intervals, hollow where a run has not converged, a cross where one locked; struck
 * through and ringed where not all is delivered (DlShortfall), on which the foot has a word. Lines
 * join numbers, not categories. */
void dl_sweep_chart_draw (cairo_t *cr, DlRect rect, const DlSweepChart *chart,
                          const DlTheme *theme);
/* The mark that is near (@x, @y), or DL_NO_SWEEP_PLACE. */
DlSweepPlace dl_sweep_chart_hit (DlRect rect, const DlSweepChart *chart, double x, double y);
/* The next one with a value: @right steps along a line, @down to the line below (or above, if they
 * are negative); @panels ahead. From DL_NO_SWEEP_PLACE the first one there is. */
DlSweepPlace dl_sweep_chart_step (const DlSweepChart *chart, DlSweepPlace from, int right, int down,
                                  int panels);
/* "router.age-clock-period 8: Mean latency 148.0 ± 6.8 cycles, 3 runs." Translated; NULL for none.
 * Free with g_free. */
char *dl_sweep_chart_describe (const DlSweepChart *chart, DlSweepPlace place);
/* "Mean latency (cycles)"; free with g_free. */
char *dl_sweep_chart_title (const DlSweepPoints *points, const DlMeasure *measure);

/* A sweep at the time when a figure of it was asked for. */

/* Not changed any more once it is made; shared between threads. */
typedef struct
{
  DlSweepPoints *points;
  const DlMeasure **measures;
  DlSweepChart chart; /* of these, with the swept scenario's own values marked */
} DlSweepFigure;

/* Data of @chart is copied. */
DlSweepFigure *dl_sweep_figure_new (const DlSweepChart *chart);
DlSweepFigure *dl_sweep_figure_ref (DlSweepFigure *figure);
/* NULL-safe. */
void dl_sweep_figure_unref (DlSweepFigure *figure);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlSweepFigure, dl_sweep_figure_unref)

G_END_DECLS
