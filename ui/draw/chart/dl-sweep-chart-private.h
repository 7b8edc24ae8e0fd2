/* What laying a sweep's chart out and drawing it share. */
#pragma once

#include "dl-plot.h"
#include "dl-sweep-axis.h"
#include "dl-sweep-chart.h"

G_BEGIN_DECLS

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

DlPlotSeries dl_sweep_line_series (const DlSweepLine *line, guint series, const DlTheme *theme);
DlSweepCell dl_sweep_line_cell (const DlSweepLine *line, guint series, guint i);

const DlSweepKey *dl_sweep_chart_key (const DlSweepChart *chart, guint key);
/* Lines: the second key's values, or one. */
guint dl_sweep_chart_n_series (const DlSweepChart *chart);
/* NULL without a second key. */
const char *dl_sweep_chart_series_label (const DlSweepChart *chart, guint series);
guint dl_sweep_chart_cell (const DlSweepChart *chart, guint series, guint value);
/* "router.age-clock-period"; free with g_free. */
char *dl_sweep_chart_key_name (const DlSweepKey *key);
/* What the second key's name, and what one of its lines takes of the chart's key. */
double dl_sweep_chart_key_name_width (const DlSweepChart *chart);
double dl_sweep_chart_key_item_width (const DlSweepChart *chart, guint series);

G_END_DECLS
