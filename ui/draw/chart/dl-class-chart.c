#include "dl-class-chart.h"

#include "dl-palette.h"
#include "dl-plot.h"

#include <glib/gi18n-lib.h>

#define LEAST_BAR  2.0  /* however few links it is of */
#define OVER_GAP   10.0 /* before the bar of overload */
#define LAST_VALUE 16.0 /* beyond the end of the axis */

typedef struct
{
  const DlClassChart *chart;
  const DlClassLoad *class;
  DlPlot plot;
  gboolean has_over; /* a bar beyond the axis */
  double pitch;      /* of bars */
} Layout;

DlMetricForm
dl_class_chart_form (const DlClassLoads *loads)
{
  return loads->is_utilization ? DL_FORM_UTILIZATION : DL_FORM_COUNT;
}

/* "Blue links  240 links        mean 14.2%", or "240" where there is no room for more. */
static void
draw_heading (const Layout *layout)
{
  const DlPlot *plot = &layout->plot;
  const DlClassLoad *class = layout->class;
  g_autofree char *count = dl_chart_count (class->n_links);
  g_autofree char *links = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s link", "%s links", class->n_links), count);
  g_autofree char *value
      = dl_metric_form_text (dl_class_chart_form (layout->chart->loads), class->mean);
  /* Translators: the mean of values, one of which follows */
  g_autofree char *mean = g_strdup_printf (_ ("mean %s"), value);
  const double left = plot->rect.x + DL_PLOT_WORDS
                      + dl_chart_text_width (plot->cr, layout->chart->title, DL_TEXT_NORMAL, TRUE);
  const double room
      = dl_plot_heading (plot, plot->rect.y, (DlHeading) { layout->chart->title, .value = mean })
        - left;
  const char *text
      = dl_chart_text_width (plot->cr, links, DL_TEXT_SMALL, FALSE) <= room ? links : count;

  if (dl_chart_text_width (plot->cr, text, DL_TEXT_SMALL, FALSE) <= room)
    dl_chart_text (plot->cr, &plot->theme->muted, left, plot->rect.y + 2, text, DL_TEXT_SMALL,
                   FALSE, DL_ALIGN_START, room);
}

static char *
share_text (const DlAxis *axis, double share)
{
  return g_strdup_printf ("%.0f%%", 100 * share);
}

static void
draw_bar (const Layout *layout, double x, guint n, DlFill fill, const DlColor *color)
{
  const DlPlot *plot = &layout->plot;
  const double least = LEAST_BAR / plot->area.height;
  const DlRect bar = dl_plot_bar (plot, x + 1, x + layout->pitch - 1,
                                  MAX (least, (double) n / layout->class->n_links));

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
over_x (const Layout *layout)
{
  return layout->plot.area.x + DL_CLASS_LOAD_BINS * layout->pitch + OVER_GAP;
}

static void
draw_bars (const Layout *layout)
{
  const DlClassLoads *loads = layout->chart->loads;
  const DlTheme *theme = layout->plot.theme;
  DlScale scale;

  dl_scale_init_kind (&scale, loads->is_utilization ? DL_SCALE_CAPACITY : DL_SCALE_COUNT, theme);
  if (loads->end > 0)
    scale.max = loads->end;
  for (guint bin = 0; bin < DL_CLASS_LOAD_BINS; bin++)
    {
      const DlColor color
          = dl_chart_scale_color (&scale, loads->end * (bin + 0.5) / DL_CLASS_LOAD_BINS);

      draw_bar (layout, layout->plot.area.x + bin * layout->pitch, layout->class->bins[bin],
                DL_FILL_SOLID, &color);
    }
  draw_bar (layout, over_x (layout), layout->class->n_over, DL_FILL_CROSSED, &theme->over);
}

/* Values under the ends and the middle of the axis; the bar beyond it takes the place of its end.
 */
static void
draw_values (const Layout *layout)
{
  const DlClassLoads *loads = layout->chart->loads;
  const DlPlot *plot = &layout->plot;

  for (guint i = 0; i <= 2; i++)
    {
      const double value = loads->end * i / 2;
      const gboolean beyond = i == 2 && layout->has_over;
      g_autofree char *text = !loads->is_utilization
                                  ? dl_chart_count (value)
                                  : g_strdup_printf (beyond ? ">%.0f%%" : "%.0f%%", 100 * value);

      dl_chart_text (plot->cr, &plot->theme->muted,
                     beyond ? over_x (layout) + layout->pitch / 2
                            : plot->area.x + DL_CLASS_LOAD_BINS * layout->pitch * i / 2,
                     dl_rect_bottom (plot->area) + 2, text, DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER,
                     0);
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
  Layout layout = { .chart = chart,
                    .class = &loads->classes[chart->class],
                    .plot = { .cr = cr, .theme = theme, .rect = rect },
                    .has_over = has_over (loads) };
  DlPlot *plot = &layout.plot;

  draw_heading (&layout);
  dl_plot_set_margins (plot, 6 + dl_chart_text_width (cr, "100%", DL_TEXT_SMALL, FALSE),
                       DL_LINE_NORMAL + 6, LAST_VALUE, DL_LINE_SMALL + 4);
  plot->y = (DlAxis) { .high = 1, .step = 0.5, .text = share_text };
  layout.pitch = layout.has_over ? (plot->area.width - OVER_GAP) / (DL_CLASS_LOAD_BINS + 1)
                                 : plot->area.width / DL_CLASS_LOAD_BINS;
  dl_plot_draw_y (plot);
  draw_bars (&layout);
  draw_values (&layout);
}
