#include "dl-class-chart.h"

#include "dl-chart-private.h"
#include "dl-metric-text.h"

#include <glib/gi18n-lib.h>

#define LEAST_BAR  2.0  /* however few links it is of */
#define OVER_GAP   10.0 /* before the bar of what is offered too much */
#define LAST_VALUE 16.0

typedef struct
{
  cairo_t *cr;
  const DlClassChart *chart;
  const DlClassLoad *class;
  const DlTheme *theme;
  DlRect plot;
  gboolean has_over; /* a bar beyond the axis */
  double pitch;      /* of bars */
  DlScale scale;
} Plot;

DlMetric
dl_class_chart_metric (const DlClassLoads *loads)
{
  return loads->is_utilization ? DL_METRIC_USE : DL_METRIC_LOAD;
}

static gboolean
fits (const Plot *plot, const char *text, double width)
{
  double wide, high;

  dl_text_measure (plot->cr, text, DL_TEXT_SMALL, FALSE, &wide, &high);
  return wide <= width;
}

/* "Blue links  240 links        mean 14.2%", or "240" where there is no room for more. */
static void
draw_heading (const Plot *plot, DlRect rect)
{
  const DlClassLoad *class = plot->class;
  g_autofree char *count = dl_chart_count (class->n_links);
  g_autofree char *links = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s link", "%s links", class->n_links), count);
  g_autofree char *value
      = dl_metric_value_text (dl_class_chart_metric (plot->chart->loads), class->mean);
  /* Translators: the mean of values, one of which follows */
  g_autofree char *mean = g_strdup_printf (_ ("mean %s"), value);
  const double title
      = dl_chart_text (plot->cr, &plot->theme->foreground, rect.x, rect.y, plot->chart->title,
                       DL_TEXT_NORMAL, TRUE, DL_ALIGN_START, rect.width)
        + 8;
  double left = rect.width - title;

  if (left > 20)
    left -= dl_chart_text (plot->cr, &plot->theme->foreground, dl_rect_right (rect), rect.y + 2,
                           mean, DL_TEXT_SMALL, FALSE, DL_ALIGN_END, left)
            + 8;
  if (fits (plot, count, left))
    dl_chart_text (plot->cr, &plot->theme->muted, rect.x + title, rect.y + 2,
                   fits (plot, links, left) ? links : count, DL_TEXT_SMALL, FALSE, DL_ALIGN_START,
                   left);
}

/* Lines at no, half and all of the links. */
static void
draw_shares (const Plot *plot)
{
  static const char *const labels[] = { "0%", "50%", "100%" };

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      const double y = dl_rect_bottom (plot->plot) - plot->plot.height * i / 2;

      dl_color_set (plot->cr, i == 0 ? &plot->theme->muted : &plot->theme->grid);
      cairo_set_line_width (plot->cr, 1);
      cairo_set_dash (plot->cr, NULL, 0, 0);
      dl_chart_rule (plot->cr, plot->theme, plot->plot.x, y, plot->plot.width, 0);
      dl_chart_text (plot->cr, &plot->theme->muted, plot->plot.x - 5, y - DL_LINE_SMALL / 2,
                     labels[i], DL_TEXT_SMALL, FALSE, DL_ALIGN_END, 0);
    }
}

static void
draw_bar (const Plot *plot, double x, guint n, DlFill fill, const DlColor *color)
{
  const double height = MAX (LEAST_BAR, plot->plot.height * n / plot->class->n_links);
  const DlRect bar = { x + 1, dl_rect_bottom (plot->plot) - height, plot->pitch - 2, height };

  if (n == 0)
    return;
  dl_chart_fill (plot->cr, bar, fill, color);
  dl_color_set (plot->cr, &plot->theme->muted);
  cairo_set_line_width (plot->cr, 1);
  if (bar.height > 1 && bar.width > 1)
    cairo_rectangle (plot->cr, bar.x + 0.5, bar.y + 0.5, bar.width - 1, bar.height - 1);
  cairo_stroke (plot->cr);
}

/* Where the bar is of links that are offered more than they carry. */
static double
over_x (const Plot *plot)
{
  return plot->plot.x + DL_CLASS_LOAD_BINS * plot->pitch + OVER_GAP;
}

static void
draw_bars (const Plot *plot)
{
  const DlClassLoads *loads = plot->chart->loads;

  for (guint bin = 0; bin < DL_CLASS_LOAD_BINS; bin++)
    {
      const DlColor color
          = dl_chart_scale_color (&plot->scale, loads->end * (bin + 0.5) / DL_CLASS_LOAD_BINS);

      draw_bar (plot, plot->plot.x + bin * plot->pitch, plot->class->bins[bin], DL_FILL_SOLID,
                &color);
    }
  draw_bar (plot, over_x (plot), plot->class->n_over, DL_FILL_CROSSED, &plot->theme->over);
}

/* Values under the ends and the middle of the axis; the bar beyond it takes the place of its end.
 */
static void
draw_values (const Plot *plot)
{
  const DlClassLoads *loads = plot->chart->loads;
  const double y = dl_rect_bottom (plot->plot) + 2;

  for (guint i = 0; i <= 2; i++)
    {
      const double value = loads->end * i / 2;
      const gboolean beyond = i == 2 && plot->has_over;
      g_autofree char *text = !loads->is_utilization
                                  ? dl_chart_count (value)
                                  : g_strdup_printf (beyond ? ">%.0f%%" : "%.0f%%", 100 * value);

      dl_chart_text (plot->cr, &plot->theme->muted,
                     beyond ? over_x (plot) + plot->pitch / 2
                            : plot->plot.x + DL_CLASS_LOAD_BINS * plot->pitch * i / 2,
                     y, text, DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, 0);
    }
}

/* In any class: all of them have one axis. */
static gboolean
has_over (const DlClassLoads *loads)
{
  guint n = 0;

  for (guint i = 0; i < loads->n_classes; i++)
    n += loads->classes[i].n_over;
  return n > 0;
}

void
dl_class_chart_draw (cairo_t *cr, DlRect rect, const DlClassChart *chart, const DlTheme *theme)
{
  const DlClassLoads *loads = chart->loads;
  Plot plot = { .cr = cr, .chart = chart, .class = &loads->classes[chart->class], .theme = theme };
  const double left = 6 + dl_chart_text_width (cr, "100%", DL_TEXT_SMALL, FALSE);

  plot.has_over = has_over (loads);
  draw_heading (&plot, rect);
  plot.plot.x = rect.x + left;
  plot.plot.y = rect.y + DL_LINE_NORMAL + 6;
  /* The last value goes beyond the end of the axis. */
  plot.plot.width = MAX (10, rect.width - left - LAST_VALUE);
  plot.plot.height = MAX (10, dl_rect_bottom (rect) - plot.plot.y - DL_LINE_SMALL - 4);
  plot.pitch = plot.has_over ? (plot.plot.width - OVER_GAP) / (DL_CLASS_LOAD_BINS + 1)
                             : plot.plot.width / DL_CLASS_LOAD_BINS;
  dl_scale_init (&plot.scale, dl_class_chart_metric (loads), loads->end, theme);
  draw_shares (&plot);
  draw_bars (&plot);
  draw_values (&plot);
}
