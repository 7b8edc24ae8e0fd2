/* A sweep as small multiples: a panel a measure, the values of the first key from left to right, a
 * line a value of the second. */
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
/* Means with 95 % intervals, hollow where a run has not converged, a cross where one locked; struck
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

/* The horizontal axis of a sweep: where the values of its first key lie. */

typedef enum
{
  DL_SWEEP_NUMBERS,   /* each at its number */
  DL_SWEEP_FACTORS,   /* at its logarithm: each value so many times the one before */
  DL_SWEEP_CATEGORIES /* words, if only one: in the order they were given, all as far apart, with
                         nothing between them */
} DlSweepScale;

typedef struct
{
  DlSweepScale scale;
  guint n;
  const char *const *texts; /* (n) of the key */
  double *at;               /* (n) 0..1 */
  double low, high;         /* of the numbers, or of their logarithms, at 0 and at 1 */
} DlSweepAxis;

/* Of a key's values, which must outlive it. */
void dl_sweep_axis_init (DlSweepAxis *axis, const DlSweepKey *key);
void dl_sweep_axis_clear (DlSweepAxis *axis);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlSweepAxis, dl_sweep_axis_clear)
/* Where @text lies, between values or not, 0..1; NAN: off the axis, or it is no value of it. */
double dl_sweep_axis_find (const DlSweepAxis *axis, const char *text);
/* (n) the values from left to right; free with g_free. */
guint *dl_sweep_axis_order (const DlSweepAxis *axis);

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

/* Internals of a sweep's chart: its layout and drawing. */

typedef struct
{
  DlPlot plot;       /* its rectangle begins with its title; x: as DlSweepAxis has it */
  gboolean is_empty; /* there is no value yet */
} DlSweepPanel;

/* Places need no font, so that what is under a point is where it was drawn. */
typedef struct
{
  DlRect rect;
  DlSweepAxis axis;
  DlSweepPanel *panels; /* (n_measures) */
  guint n_columns, key_lines;
  double label_width, values_height, foot;
} DlSweepLayout;

void dl_sweep_layout_init (DlSweepLayout *layout, DlRect rect, const DlSweepChart *chart,
                           gboolean without_key);
void dl_sweep_layout_clear (DlSweepLayout *layout);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlSweepLayout, dl_sweep_layout_clear)

/* A line in a panel: of each value from left to right a datum. Places need no theme. */
typedef struct
{
  const DlSweepChart *chart;
  const DlSweepLayout *layout;
  const guint *order; /* (layout->axis.n) of the values from left to right */
  guint panel;
} DlSweepLine;

G_END_DECLS
