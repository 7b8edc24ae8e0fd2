/* Scenarios beside each other as small multiples: a panel per measure, a row per scenario, a dot
 * for the mean of its runs and a bar for its 95% confidence interval. */
#pragma once

#include "dl-palette.h"
#include "dl-rect.h"
#include "dl-comparison.h"

G_BEGIN_DECLS

typedef struct _DlComparisonChart
{
  const DlComparison *comparison;
  const DlMeasure *const *measures; /* (n_measures) those without a number are left out */
  guint n_measures;
  guint base; /* id of the row whose value is a line through the others; 0: none */
} DlComparisonChart;

/* Height needed to be read, in units; 0 where there is nothing to draw. */
double dl_comparison_chart_height (const DlComparisonChart *chart, double width);
void dl_comparison_chart_draw (cairo_t *cr, DlRect rect, const DlComparisonChart *chart,
                               const DlTheme *theme);

/* The input's comparison as a figure, and its numbers as CSV. */
extern const struct _DlFigure dl_figure_comparison;

G_END_DECLS
