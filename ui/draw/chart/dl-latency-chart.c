#include "dl-latency-chart.h"

#include "dl-chart-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define MOST_BARS  64
#define LEFT       34.0 /* of the plot: shares */
#define RIGHT      10.0
#define MARKS_ROOM (3 * DL_LINE_SMALL + 4)

GArray *
dl_latency_bars (const DlLatency *latency)
{
  GArray *bars = g_array_new (FALSE, TRUE, sizeof (DlLatencyBar));
  guint64 first = G_MAXUINT64, width = 1, low, high;

  for (guint bin = 0; bin < latency->n_bins && first == G_MAXUINT64; bin++)
    if (latency->bins[bin] > 0)
      dl_latency_bin (bin, &first, &high);
  if (first == G_MAXUINT64)
    return bars;
  while (latency->max / width - first / width >= MOST_BARS)
    width *= 2;
  first = first / width * width;
  g_array_set_size (bars, (guint) ((latency->max - first) / width) + 1);
  for (guint i = 0; i < bars->len; i++)
    g_array_index (bars, DlLatencyBar, i)
        = (DlLatencyBar) { first + i * width, first + (i + 1) * width - 1, 0 };
  for (guint bin = 0; bin < latency->n_bins; bin++)
    if (latency->bins[bin] > 0)
      {
        dl_latency_bin (bin, &low, &high);
        g_array_index (bars, DlLatencyBar, MIN ((low - first) / width, bars->len - 1)).packets
            += latency->bins[bin];
      }
  return bars;
}

/* Drawing -------------------------------------------------------------------------------------- */

typedef struct
{
  cairo_t *cr;
  const DlTheme *theme;
  const DlLatency *latency;
  const GArray *bars;
  DlRect rect, plot;
  guint decades;
} LatencyPlot;

static const DlLatencyBar *
bar_at (const LatencyPlot *plot, guint i)
{
  return &g_array_index (plot->bars, DlLatencyBar, i);
}

static double
cycle_x (const LatencyPlot *plot, double cycle)
{
  const double from = bar_at (plot, 0)->from;
  const double to = (double) bar_at (plot, plot->bars->len - 1)->to + 1;

  return plot->plot.x + plot->plot.width * (cycle - from) / (to - from);
}

static double
share_y (const LatencyPlot *plot, guint64 packets)
{
  const double decades
      = packets > 0 ? -log10 ((double) packets / (double) plot->latency->count) : plot->decades;

  return plot->plot.y + plot->plot.height * MIN (decades / plot->decades, 1);
}

/* A whole decade more than needed rather than a bar without height. */
static guint
count_decades (const LatencyPlot *plot)
{
  guint64 least = plot->latency->count;

  for (guint i = 0; i < plot->bars->len; i++)
    if (bar_at (plot, i)->packets > 0)
      least = MIN (least, bar_at (plot, i)->packets);
  return CLAMP ((guint) floor (log10 ((double) plot->latency->count / (double) least)) + 1, 2,
                DL_CHART_MOST_DECADES);
}

static void
draw_bars (const LatencyPlot *plot)
{
  const double bottom = dl_rect_bottom (plot->plot);

  for (guint i = 0; i < plot->bars->len; i++)
    {
      const DlLatencyBar *bar = bar_at (plot, i);
      const double x = cycle_x (plot, bar->from), y = share_y (plot, bar->packets);
      const double width = cycle_x (plot, (double) bar->to + 1) - x;

      cairo_rectangle (plot->cr, x, y, MAX (width - MIN (1, width / 4), 0.5), bottom - y);
    }
  dl_color_set (plot->cr, &plot->theme->series[0]);
  cairo_fill (plot->cr);
}

static void
draw_cycles (const LatencyPlot *plot)
{
  cairo_t *cr = plot->cr;
  const double from = bar_at (plot, 0)->from;
  const double to = (double) bar_at (plot, plot->bars->len - 1)->to + 1;
  const double bottom = dl_rect_bottom (plot->plot);
  double step;

  dl_chart_axis_end (to - from, (guint) CLAMP (plot->plot.width / 60, 1, 8), &step);
  step = MAX (1, step);
  cairo_set_line_width (cr, 1);
  dl_color_set (cr, &plot->theme->muted);
  dl_chart_rule (cr, plot->theme, plot->plot.x, bottom, plot->plot.width, 0);
  for (double cycle = ceil (from / step) * step; cycle <= to; cycle += step)
    {
      g_autofree char *text = dl_chart_count (cycle);

      dl_color_set (cr, &plot->theme->muted);
      dl_chart_rule (cr, plot->theme, cycle_x (plot, cycle), bottom, 0, 3);
      dl_chart_text (cr, &plot->theme->muted, cycle_x (plot, cycle), bottom + 3, text,
                     DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, 0);
    }
}

/* A line with its name and value on one of the lines above the plot, on the side with more room. */
static void
draw_mark (const LatencyPlot *plot, guint row, const char *name, double cycles)
{
  cairo_t *cr = plot->cr;
  const double x = cycle_x (plot, cycles + 0.5);
  const double y = plot->plot.y - MARKS_ROOM + row * DL_LINE_SMALL;
  const gboolean left = x > plot->plot.x + plot->plot.width * 0.6;
  g_autofree char *count = dl_chart_count (cycles);
  g_autofree char *text = g_strdup_printf ("%s %s", name, count);

  dl_color_set (cr, &plot->theme->foreground);
  cairo_set_line_width (cr, 1);
  dl_chart_set_dash (cr, row);
  cairo_move_to (cr, x, y + 2);
  cairo_line_to (cr, x, dl_rect_bottom (plot->plot));
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  dl_chart_text (cr, &plot->theme->foreground, left ? x - 4 : x + 4, y, text, DL_TEXT_SMALL, FALSE,
                 left ? DL_ALIGN_END : DL_ALIGN_START, 0);
}

static void
draw_heading (const LatencyPlot *plot)
{
  const DlRect r = plot->rect;
  g_autofree char *count = dl_chart_count ((double) plot->latency->count);
  g_autofree char *text = g_strdup_printf (_ ("share of %s packets"), count);
  double x = r.x;

  if (!plot->theme->no_titles)
    x += 8
         + dl_chart_text (plot->cr, &plot->theme->foreground, r.x, r.y, _ ("Network latency"),
                          DL_TEXT_NORMAL, TRUE, DL_ALIGN_START, r.width);
  dl_chart_text (plot->cr, &plot->theme->muted, x, r.y + 2, text, DL_TEXT_SMALL, FALSE,
                 DL_ALIGN_START, MAX (1, dl_rect_right (r) - x));
}

void
dl_latency_chart_draw (cairo_t *cr, DlRect rect, const DlLatency *latency, const DlTheme *theme)
{
  g_autoptr (GArray) bars = dl_latency_bars (latency);
  LatencyPlot plot = { .cr = cr, .theme = theme, .latency = latency, .bars = bars, .rect = rect };

  cairo_save (cr);
  draw_heading (&plot);
  if (bars->len == 0)
    {
      dl_chart_message (cr, rect, _ ("no packet was delivered"), theme);
      cairo_restore (cr);
      return;
    }
  plot.plot = (DlRect) { rect.x + MIN (LEFT, rect.width / 3),
                         rect.y + DL_LINE_NORMAL + 2 + MARKS_ROOM, 0, 0 };
  plot.plot.width = MAX (4, dl_rect_right (rect) - RIGHT - plot.plot.x);
  plot.plot.height = MAX (4, dl_rect_bottom (rect) - 2 * DL_LINE_SMALL - 3 - plot.plot.y);
  plot.decades = count_decades (&plot);
  dl_chart_draw_decades (cr, plot.plot, plot.decades, theme);
  draw_bars (&plot);
  draw_cycles (&plot);
  draw_mark (&plot, 0, _ ("maximum"), (double) latency->max);
  draw_mark (&plot, 1, _ ("99% within"), dl_latency_quantile (latency, 0.99));
  draw_mark (&plot, 2, _ ("median"), dl_latency_quantile (latency, 0.5));
  dl_chart_text (cr, &theme->muted, plot.plot.x + plot.plot.width / 2,
                 dl_rect_bottom (rect) - DL_LINE_SMALL,
                 _ ("cycles from the source queue to the last flit"), DL_TEXT_SMALL, FALSE,
                 DL_ALIGN_CENTER, rect.width);
  cairo_restore (cr);
}
