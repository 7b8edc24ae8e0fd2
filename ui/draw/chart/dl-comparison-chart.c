#include "dl-comparison-chart.h"

#include "dl-chart-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define PANEL_LEAST 240.0 /* units that a panel should be wide */
#define PANEL_GAP   22.0
#define NAMES_SHARE 0.36 /* of a panel's width, at most for the names of its rows */
#define NAMES_MOST  200.0
#define ROW         20.0
#define DOT         3.5 /* radius */
#define CAP         3.5 /* half the end of an interval */
#define AXIS        18.0
#define END_GAP     12.0 /* right of the axis, for half a number */
#define MOST_TICKS  5

/* Those with a number in some row. */
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
  return CLAMP ((guint) ((width + PANEL_GAP) / (PANEL_LEAST + PANEL_GAP)), 1, MAX (n_panels, 1));
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

  return n == 0 ? 0 : n_rows * (panel_height (chart) + PANEL_GAP) - PANEL_GAP;
}

typedef struct
{
  cairo_t *cr;
  const DlComparisonChart *chart;
  const DlMeasure *measure;
  const DlTheme *theme;
  DlRect plot;
  double least, most, step; /* of the axis */
} Panel;

static double
value_x (const Panel *panel, double value)
{
  return panel->plot.x + (value - panel->least) / (panel->most - panel->least) * panel->plot.width;
}

static double
row_y (const Panel *panel, guint row)
{
  return panel->plot.y + (row + 0.5) * ROW;
}

static double
reach_of (const DlEstimate *estimate)
{
  return isfinite (estimate->reach) ? estimate->reach : 0;
}

/* From 0, unless values that differ lie close together far from it. */
static void
fit_axis (Panel *panel)
{
  const DlComparison *comparison = panel->chart->comparison;
  double least = INFINITY, most = -INFINITY;

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
  dl_chart_axis_end (most - least, MOST_TICKS, &panel->step);
  panel->least = floor (least / panel->step + 1e-9) * panel->step;
  panel->most = ceil (most / panel->step - 1e-9) * panel->step;
  if (!(panel->most > panel->least))
    panel->most = panel->least + panel->step;
}

static void
draw_axis (const Panel *panel)
{
  const guint n = (guint) round ((panel->most - panel->least) / panel->step);
  const double bottom = dl_rect_bottom (panel->plot);
  double end = -INFINITY;

  cairo_set_line_width (panel->cr, 1);
  for (guint i = 0; i <= n; i++)
    {
      const double value = panel->least + i * panel->step;
      const double x = value_x (panel, value);
      g_autofree char *text = dl_chart_tick (value, panel->step);
      const double width = dl_chart_text_width (panel->cr, text, DL_TEXT_SMALL, FALSE);
      const double middle = MIN (x, dl_rect_right (panel->plot) + END_GAP - width / 2);

      dl_color_set (panel->cr, &panel->theme->grid);
      dl_chart_rule (panel->cr, panel->theme, x, panel->plot.y, 0, bottom - panel->plot.y);
      if (middle - width / 2 < end + 6)
        continue;
      end = middle + width / 2;
      dl_chart_text (panel->cr, &panel->theme->muted, middle, bottom + 2, text, DL_TEXT_SMALL,
                     FALSE, DL_ALIGN_CENTER, 0);
    }
}

/* The base's value through all rows. */
static void
draw_base (const Panel *panel)
{
  const DlComparisonRow *base = dl_comparison_find (panel->chart->comparison, panel->chart->base);
  const double mean = base != NULL ? dl_comparison_get (base, panel->measure).mean : NAN;
  static const double dashes[] = { 4, 3 };

  if (!isfinite (mean))
    return;
  dl_color_set (panel->cr, &panel->theme->muted);
  cairo_set_dash (panel->cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_move_to (panel->cr, value_x (panel, mean), panel->plot.y);
  cairo_line_to (panel->cr, value_x (panel, mean), dl_rect_bottom (panel->plot));
  cairo_stroke (panel->cr);
  cairo_set_dash (panel->cr, NULL, 0, 0);
}

static void
draw_interval (const Panel *panel, const DlEstimate *it, double y)
{
  const double from = value_x (panel, it->mean - it->reach);
  const double to = value_x (panel, it->mean + it->reach);

  cairo_set_line_width (panel->cr, 1.4);
  cairo_move_to (panel->cr, from, y);
  cairo_line_to (panel->cr, to, y);
  for (guint end = 0; end < 2; end++)
    {
      cairo_move_to (panel->cr, end == 0 ? from : to, y - CAP);
      cairo_rel_line_to (panel->cr, 0, 2 * CAP);
    }
  cairo_stroke (panel->cr);
}

/* Filled where it has an interval or is exact; of one run alone it is hollow. */
static void
draw_row (const Panel *panel, guint row)
{
  const DlComparisonRow *it = dl_comparison_row (panel->chart->comparison, row);
  const DlEstimate estimate = dl_comparison_get (it, panel->measure);
  const DlColor *color
      = it->id == panel->chart->base ? &panel->theme->series[1] : &panel->theme->series[0];
  const double y = row_y (panel, row);
  const gboolean single = panel->measure->simulated && isnan (estimate.reach);

  if (!isfinite (estimate.mean))
    {
      dl_chart_text (panel->cr, &panel->theme->muted, panel->plot.x + 4, y - DL_LINE_SMALL / 2, "–",
                     DL_TEXT_SMALL, FALSE, DL_ALIGN_START, 0);
      return;
    }
  dl_color_set (panel->cr, color);
  if (isfinite (estimate.reach) && estimate.reach > 0)
    draw_interval (panel, &estimate, y);
  cairo_new_sub_path (panel->cr);
  cairo_arc (panel->cr, value_x (panel, estimate.mean), y, DOT, 0, 2 * G_PI);
  if (single)
    {
      dl_color_set (panel->cr, &panel->theme->background);
      cairo_fill_preserve (panel->cr);
      dl_color_set (panel->cr, color);
      cairo_set_line_width (panel->cr, 1.4);
      cairo_stroke (panel->cr);
    }
  else
    cairo_fill (panel->cr);
}

static double
names_width (const Panel *panel, double width)
{
  const DlComparison *comparison = panel->chart->comparison;
  double widest = 0;

  for (guint row = 0; row < comparison->rows->len; row++)
    widest = MAX (widest, dl_chart_text_width (panel->cr, dl_comparison_row (comparison, row)->name,
                                               DL_TEXT_SMALL, FALSE));
  return MIN (MIN (ceil (widest), NAMES_MOST), width * NAMES_SHARE);
}

static void
draw_panel (cairo_t *cr, DlRect rect, const DlComparisonChart *chart, const DlMeasure *measure,
            const DlTheme *theme)
{
  const DlComparison *comparison = chart->comparison;
  Panel panel = { .cr = cr, .chart = chart, .measure = measure, .theme = theme };
  const double names = names_width (&panel, rect.width);
  g_autofree char *title = dl_comparison_title (comparison, measure);

  panel.plot = (DlRect) { rect.x + names + 8, rect.y + DL_LINE_NORMAL,
                          MAX (10, rect.width - names - 8 - END_GAP), comparison->rows->len * ROW };
  fit_axis (&panel);
  dl_chart_text (cr, &theme->foreground, rect.x, rect.y, title, DL_TEXT_SMALL, TRUE, DL_ALIGN_START,
                 rect.width);
  draw_axis (&panel);
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
  const double width = (rect.width - (n_columns - 1) * PANEL_GAP) / n_columns;

  if (n == 0)
    dl_chart_message (cr, rect, _ ("no numbers to compare yet"), theme);
  for (guint i = 0; i < n; i++)
    draw_panel (cr,
                (DlRect) { rect.x + i % n_columns * (width + PANEL_GAP),
                           rect.y + i / n_columns * (panel_height (chart) + PANEL_GAP), width,
                           panel_height (chart) },
                chart, panels[i], theme);
}
