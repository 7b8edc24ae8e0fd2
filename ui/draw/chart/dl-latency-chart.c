#include "dl-latency-chart.h"

#include "dl-plot.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Where an axis that is the same for several distributions ends: five decades. */
#define REACH_SHARE 2e-5
#define MOST_BARS   64
#define MARKS_ROOM  (3 * DL_LINE_SMALL + 4)

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

static void
draw_bars (const DlPlot *plot, const DlLatency *latency, const GArray *bars)
{
  for (guint i = 0; i < bars->len; i++)
    {
      const DlLatencyBar *bar = &g_array_index (bars, DlLatencyBar, i);
      const double x = dl_plot_x (plot, bar->from);
      const double width = dl_plot_x (plot, (double) bar->to + 1) - x;
      const DlRect r = dl_plot_bar (plot, x, x + MAX (width - MIN (1, width / 4), 0.5),
                                    (double) bar->packets / (double) latency->count);

      cairo_rectangle (plot->cr, r.x, r.y, r.width, r.height);
    }
  dl_color_set (plot->cr, &plot->theme->series[0]);
  cairo_fill (plot->cr);
}

/* A line with its name and value on one of the lines above the plot, on the side with more room. */
static void
draw_mark (const DlPlot *plot, guint row, const char *name, double cycles)
{
  const double x = dl_plot_x (plot, cycles + 0.5);
  const double y = plot->area.y - MARKS_ROOM + row * DL_LINE_SMALL;
  const gboolean left = x > plot->area.x + plot->area.width * 0.6;
  g_autofree char *count = dl_chart_count (cycles);
  g_autofree char *text = g_strdup_printf ("%s %s", name, count);

  dl_plot_rule_x (plot, cycles + 0.5, y + 2, dl_rect_bottom (plot->area), row,
                  &plot->theme->foreground);
  dl_chart_text (plot->cr, &plot->theme->foreground, left ? x - 4 : x + 4, y, text, DL_TEXT_SMALL,
                 FALSE, left ? DL_ALIGN_END : DL_ALIGN_START, 0);
}

static void
set_axes (DlPlot *plot, const DlLatency *latency, const GArray *bars, double reach)
{
  const double last = (double) g_array_index (bars, DlLatencyBar, bars->len - 1).to + 1;
  const double from = reach > 0 ? 0 : g_array_index (bars, DlLatencyBar, 0).from;
  const double to = fmax (last, reach);
  guint64 least = latency->count;

  for (guint i = 0; i < bars->len; i++)
    if (g_array_index (bars, DlLatencyBar, i).packets > 0)
      least = MIN (least, g_array_index (bars, DlLatencyBar, i).packets);
  plot->x = dl_axis_between (from, to, to - from, (guint) CLAMP (plot->area.width / 60, 1, 8));
  plot->x.step = MAX (1, plot->x.step);
  plot->y = dl_axis_shares (reach > 0 ? REACH_SHARE : (double) least / (double) latency->count, 2,
                            DL_AXIS_MOST_DECADES);
}

void
dl_latency_chart_draw (cairo_t *cr, DlRect rect, const DlLatency *latency, double reach,
                       const DlTheme *theme)
{
  g_autoptr (GArray) bars = dl_latency_bars (latency);
  g_autofree char *count = dl_chart_count ((double) latency->count);
  g_autofree char *unit = g_strdup_printf (_ ("share of %s packets"), count);
  DlPlot plot = { .cr = cr, .theme = theme, .rect = rect };

  dl_plot_heading (&plot, rect.y,
                   (DlHeading) { theme->no_titles ? NULL : _ ("Network latency"), unit });
  if (bars->len == 0)
    {
      dl_chart_message (cr, rect, _ ("no packet was delivered"), theme);
      return;
    }
  dl_plot_set_margins (&plot, MIN (DL_PLOT_LEFT_SHARES, rect.width / 3),
                       DL_LINE_NORMAL + 2 + MARKS_ROOM, DL_PLOT_RIGHT, 2 * DL_LINE_SMALL + 3);
  set_axes (&plot, latency, bars, reach);
  dl_plot_draw_y (&plot);
  draw_bars (&plot, latency, bars);
  dl_plot_rule_y (&plot, 0, 0, &theme->muted);
  dl_plot_draw_x (&plot);
  draw_mark (&plot, 0, _ ("maximum"), (double) latency->max);
  draw_mark (&plot, 1, _ ("99% within"), dl_latency_quantile (latency, 0.99));
  draw_mark (&plot, 2, _ ("median"), dl_latency_quantile (latency, 0.5));
  dl_plot_note (&plot, 1, &theme->muted, _ ("cycles from the source queue to the last flit"));
}
