/* Layout of a sweep's chart: its axes, its panels, and the lines of its key. */
#pragma once

#include "dl-sweep-chart.h"

G_BEGIN_DECLS

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

/* An axis of a key's values, which must outlive it. */
void dl_sweep_axis_init (DlSweepAxis *axis, const DlSweepKey *key);
void dl_sweep_axis_clear (DlSweepAxis *axis);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlSweepAxis, dl_sweep_axis_clear)
/* Place of @text, between values or not, 0..1; NAN: off the axis, or not a value of it. */
double dl_sweep_axis_find (const DlSweepAxis *axis, const char *text);
/* (n) the values from left to right; free with g_free. */
guint *dl_sweep_axis_order (const DlSweepAxis *axis);

typedef struct
{
  DlPlot plot;       /* its rectangle begins with its title; x: as DlSweepAxis has it */
  gboolean is_empty; /* there is no value yet */
} DlSweepPanel;

/* Places need no font, so that hit tests find what was drawn. */
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

/* Key number @key of the sweep. */
const DlSweepKey *dl_sweep_chart_key (const DlSweepChart *chart, guint key);
/* Lines: the second key's values, or one. */
guint dl_sweep_chart_n_series (const DlSweepChart *chart);
/* NULL without a second key. */
const char *dl_sweep_chart_series_label (const DlSweepChart *chart, guint series);
guint dl_sweep_chart_cell (const DlSweepChart *chart, guint series, guint value);
/* "router.age-clock-period"; free with g_free. */
char *dl_sweep_key_name (const DlSweepKey *key);
/* Width of the second key's name, and of one of its lines, in the chart's key. */
double dl_sweep_key_name_width (const DlSweepChart *chart);
double dl_sweep_key_item_width (const DlSweepChart *chart, guint series);

G_END_DECLS
