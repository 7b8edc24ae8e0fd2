#include "dl-comparison-chart.h"

#include "dl-plot.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define PANEL_LEAST 240.0 /* units that a panel should be wide */
#define NAMES_SHARE 0.36  /* of a panel's width, at most for the names of its rows */
#define NAMES_MOST  200.0
#define ROW         20.0
#define CAP         3.5 /* half the end of an interval */
#define AXIS        18.0
#define END_GAP     12.0 /* right of the axis, for half a number */
#define MOST_TICKS  5

/* Panels with a number in any row. */
static guint
list_panels (const DlComparisonChart *chart, const DlMeasure **panels)
{
  guint n = 0;

  for (guint i = 0; i < chart->n_measures; i++)
    {
      const DlMeasure *measure = chart->measures[i];
      gboolean any = FALSE;

      for (guint row = 0; row < chart->comparison->rows->len && !any; row++)
        any = isfinite (
            dl_comparison_get (dl_comparison_row (chart->comparison, row), measure).mean);
      if (any && measure->type != DL_MEASURE_FLAG)
        panels[n++] = measure;
    }
  return n;
}

static guint
count_columns (double width, guint n_panels)
{
  return CLAMP ((guint) ((width + DL_GAP_PLOTS) / (PANEL_LEAST + DL_GAP_PLOTS)), 1,
                MAX (n_panels, 1));
}

static double
panel_height (const DlComparisonChart *chart)
{
  return DL_LINE_NORMAL + chart->comparison->rows->len * ROW + AXIS;
}

double
dl_comparison_chart_height (const DlComparisonChart *chart, double width)
{
  g_autofree const DlMeasure **panels = g_new (const DlMeasure *, MAX (chart->n_measures, 1));
  const guint n = chart->comparison->rows->len > 0 ? list_panels (chart, panels) : 0;
  const guint n_columns = count_columns (width, n);
  const guint n_rows = (n + n_columns - 1) / n_columns;

  return n == 0 ? 0 : n_rows * (panel_height (chart) + DL_GAP_PLOTS) - DL_GAP_PLOTS;
}

typedef struct
{
  const DlComparisonChart *chart;
  const DlMeasure *measure;
  DlPlot plot; /* x: values; y: rows from the top */
} Panel;

static double
row_y (const Panel *panel, guint row)
{
  return panel->plot.area.y + (row + 0.5) * ROW;
}

static double
reach_of (const DlEstimate *estimate)
{
  return isfinite (estimate->reach) ? estimate->reach : 0;
}

/* From 0, unless values that differ lie close together far from it. */
static DlAxis
fit_axis (const Panel *panel)
{
  const DlComparison *comparison = panel->chart->comparison;
  double least = INFINITY, most = -INFINITY;
  DlAxis axis;

  for (guint row = 0; row < comparison->rows->len; row++)
    {
      const DlEstimate it = dl_comparison_get (dl_comparison_row (comparison, row), panel->measure);

      if (!isfinite (it.mean))
        continue;
      least = MIN (least, it.mean - reach_of (&it));
      most = MAX (most, it.mean + reach_of (&it));
    }
  if (least >= 0 && (most - least > least / 2 || most <= least))
    least = 0;
  axis = dl_axis_between (0, 0, most - least, MOST_TICKS);
  axis.low = floor (least / axis.step + 1e-9) * axis.step;
  axis.high = MAX (axis.low + axis.step, ceil (most / axis.step - 1e-9) * axis.step);
  return axis;
}

static void
draw_axis (const DlPlot *plot)
{
  const DlAxis *axis = &plot->x;
  const guint n = (guint) round ((axis->high - axis->low) / axis->step);
  double end = -INFINITY;

  for (guint i = 0; i <= n; i++)
    {
      const double value = axis->low + i * axis->step, x = dl_plot_x (plot, value);
      g_autofree char *text = dl_chart_tick (value, axis->step);
      const double half = dl_chart_text_width (plot->cr, text, DL_TEXT_SMALL, FALSE) / 2;
      const double middle = MIN (x, dl_rect_right (plot->rect) - half);

      dl_plot_rule_x (plot, value, plot->area.y, dl_rect_bottom (plot->area), 0,
                      &plot->theme->grid);
      if (middle - half < end + 6)
        continue;
      end = middle + half;
      dl_plot_number (plot, value, text);
    }
}

/* The base's value through all rows. */
static void
draw_base (const Panel *panel)
{
  const DlPlot *plot = &panel->plot;
  const DlComparisonRow *base = dl_comparison_find (panel->chart->comparison, panel->chart->base);
  const double mean = base != NULL ? dl_comparison_get (base, panel->measure).mean : NAN;

  if (isfinite (mean))
    dl_plot_rule_x (plot, mean, plot->area.y, dl_rect_bottom (plot->area), 1, &plot->theme->muted);
}

static void
draw_interval (const DlPlot *plot, const DlEstimate *it, double y, const DlColor *color)
{
  const double ends[]
      = { dl_plot_x (plot, it->mean - it->reach), dl_plot_x (plot, it->mean + it->reach) };

  dl_color_set (plot->cr, color);
  cairo_set_line_width (plot->cr, 1.4);
  cairo_move_to (plot->cr, ends[0], y);
  cairo_line_to (plot->cr, ends[1], y);
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      cairo_move_to (plot->cr, ends[i], y - CAP);
      cairo_rel_line_to (plot->cr, 0, 2 * CAP);
    }
  cairo_stroke (plot->cr);
}

/* Filled where it has an interval or is exact; of one run alone it is hollow. */
static void
draw_row (const Panel *panel, guint row)
{
  const DlPlot *plot = &panel->plot;
  const DlComparisonRow *it = dl_comparison_row (panel->chart->comparison, row);
  const DlEstimate estimate = dl_comparison_get (it, panel->measure);
  const DlColor *color = &plot->theme->series[it->id == panel->chart->base];
  const DlMarkStyle style = { .color = color, .radius = DL_DOT_RADIUS };
  const double y = row_y (panel, row);
  const gboolean single = panel->measure->simulated && isnan (estimate.reach);

  if (!isfinite (estimate.mean))
    {
      dl_chart_text (plot->cr, &plot->theme->muted, plot->area.x + 4, y - DL_LINE_SMALL / 2, "–",
                     DL_TEXT_SMALL, FALSE, DL_ALIGN_START, 0);
      return;
    }
  if (reach_of (&estimate) > 0)
    draw_interval (plot, &estimate, y, color);
  dl_plot_mark (plot, &style, dl_plot_x (plot, estimate.mean), y, single ? DL_MARK_HOLLOW : 0);
}

static double
names_width (cairo_t *cr, const DlComparison *comparison, double width)
{
  double widest = 0;

  for (guint row = 0; row < comparison->rows->len; row++)
    widest = MAX (widest, dl_chart_text_width (cr, dl_comparison_row (comparison, row)->name,
                                               DL_TEXT_SMALL, FALSE));
  return MIN (MIN (ceil (widest), NAMES_MOST), width * NAMES_SHARE);
}

static void
draw_panel (cairo_t *cr, DlRect rect, const DlComparisonChart *chart, const DlMeasure *measure,
            const DlTheme *theme)
{
  const DlComparison *comparison = chart->comparison;
  Panel panel
      = { .chart = chart, .measure = measure, .plot = { .cr = cr, .theme = theme, .rect = rect } };
  const double names = names_width (cr, comparison, rect.width);
  g_autofree char *title = dl_comparison_title (comparison, measure);

  dl_plot_set_margins (&panel.plot, names + 8, DL_LINE_NORMAL, END_GAP, AXIS);
  panel.plot.x = fit_axis (&panel);
  dl_chart_text (cr, &theme->foreground, rect.x, rect.y, title, DL_TEXT_SMALL, TRUE, DL_ALIGN_START,
                 rect.width);
  draw_axis (&panel.plot);
  draw_base (&panel);
  for (guint row = 0; row < comparison->rows->len; row++)
    {
      dl_chart_text (
          cr, &theme->foreground, rect.x + names, row_y (&panel, row) - DL_LINE_SMALL / 2,
          dl_comparison_row (comparison, row)->name, DL_TEXT_SMALL, FALSE, DL_ALIGN_END, names);
      draw_row (&panel, row);
    }
}

void
dl_comparison_chart_draw (cairo_t *cr, DlRect rect, const DlComparisonChart *chart,
                          const DlTheme *theme)
{
  g_autofree const DlMeasure **panels = g_new (const DlMeasure *, MAX (chart->n_measures, 1));
  const guint n = chart->comparison->rows->len > 0 ? list_panels (chart, panels) : 0;
  const guint n_columns = count_columns (rect.width, n);
  const double width = (rect.width - (n_columns - 1) * DL_GAP_PLOTS) / n_columns;

  if (n == 0)
    dl_chart_message (cr, rect, _ ("no numbers to compare yet"), theme);
  for (guint i = 0; i < n; i++)
    draw_panel (cr,
                (DlRect) { rect.x + i % n_columns * (width + DL_GAP_PLOTS),
                           rect.y + i / n_columns * (panel_height (chart) + DL_GAP_PLOTS), width,
                           panel_height (chart) },
                chart, panels[i], theme);
}
