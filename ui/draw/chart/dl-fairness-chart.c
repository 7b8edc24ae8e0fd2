#include "dl-fairness-chart.h"

#include "dl-plot.h"

#include <glib/gi18n-lib.h>

#define MOST_STEPS 5
#define BAR_SHARE  0.7 /* of a column's width that its bar takes */
#define MOST_BAR   36  /* width, units */

/* Bars by distance, with the range of the sources at each. */
static void
draw_bars (const DlPlot *plot, const GArray *bars)
{
  const double column = plot->area.width / bars->len;
  const double width = MIN (column * BAR_SHARE, MOST_BAR);
  const guint stride = dl_chart_label_stride (
      column, dl_chart_text_width (plot->cr, "00", DL_TEXT_SMALL, FALSE) + 4);
  const gboolean numbers
      = column >= dl_chart_text_width (plot->cr, "0.00", DL_TEXT_SMALL, FALSE) + 4;
  const DlColor *ink = &plot->theme->foreground;

  for (guint i = 0; i < bars->len; i++)
    {
      const DlFairnessBar *bar = &g_array_index (bars, DlFairnessBar, i);
      const double x = dl_plot_x (plot, i + 0.5);
      g_autofree char *distance = g_strdup_printf ("%u", bar->distance);
      g_autofree char *share = g_strdup_printf ("%.2f", bar->mean);

      dl_chart_fill (plot->cr, dl_plot_bar (plot, x - width / 2, x + width / 2, bar->mean),
                     DL_FILL_SOLID, &plot->theme->series[0]);
      cairo_set_line_width (plot->cr, 1);
      dl_plot_interval (plot, x, bar->least, bar->most, MIN (4, width / 3), ink);
      if (numbers)
        dl_chart_text (plot->cr, ink, x, dl_plot_y (plot, bar->most) - DL_LINE_SMALL, share,
                       DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, 0);
      if (i % stride == 0)
        dl_chart_text (plot->cr, ink, x, dl_rect_bottom (plot->area) + 2, distance, DL_TEXT_SMALL,
                       FALSE, DL_ALIGN_CENTER, 0);
    }
}

/* A staircase: the area below it is that of the equal shares. */
static void
draw_shares (const DlPlot *plot, const GArray *shares)
{
  const double right = dl_rect_right (plot->area), bottom = dl_rect_bottom (plot->area);
  const DlColor *ink = &plot->theme->foreground;
  g_autofree char *last = dl_chart_count (shares->len);

  cairo_move_to (plot->cr, plot->area.x, bottom);
  for (guint i = 0; i < shares->len; i++)
    {
      const double y = dl_plot_y (plot, g_array_index (shares, double, i));

      cairo_line_to (plot->cr, dl_plot_x (plot, i), y);
      cairo_line_to (plot->cr, dl_plot_x (plot, i + 1), y);
    }
  cairo_line_to (plot->cr, right, bottom);
  cairo_close_path (plot->cr);
  dl_color_set (plot->cr, &plot->theme->series[0]);
  cairo_fill (plot->cr);
  dl_chart_text (plot->cr, ink, plot->area.x, bottom + 2, "1", DL_TEXT_SMALL, FALSE, DL_ALIGN_START,
                 0);
  dl_chart_text (plot->cr, ink, right, bottom + 2, last, DL_TEXT_SMALL, FALSE, DL_ALIGN_END, 0);
}

void
dl_fairness_chart_draw (cairo_t *cr, DlRect rect, const DlFairnessChart *chart,
                        const DlTheme *theme)
{
  const gboolean by_distance = chart->bars != NULL;
  const guint n = by_distance ? chart->bars->len : chart->shares->len;
  DlPlot plot = { .cr = cr, .theme = theme, .rect = rect, .x = { .high = n } };
  double most = 1;

  dl_plot_heading (&plot, rect.y,
                   (DlHeading) { _ ("Share of each source"), .note = _ ("equal share = 1") });
  if (n == 0)
    {
      dl_chart_message (cr, rect, _ ("Nothing delivered yet"), theme);
      return;
    }
  for (guint i = 0; i < n; i++)
    most = MAX (most, by_distance ? g_array_index (chart->bars, DlFairnessBar, i).most
                                  : g_array_index (chart->shares, double, i));
  dl_plot_set_margins (&plot, dl_chart_text_width (cr, "0.00", DL_TEXT_SMALL, FALSE) + 6,
                       DL_LINE_NORMAL + (by_distance ? DL_LINE_SMALL : 4), 0,
                       2 * DL_LINE_SMALL + 3);
  plot.y = dl_axis_from_zero (most, dl_plot_most_steps (&plot, MOST_STEPS));
  dl_plot_draw_y (&plot);
  if (by_distance)
    draw_bars (&plot, chart->bars);
  else
    draw_shares (&plot, chart->shares);
  dl_plot_rule_y (&plot, 1, 1, &theme->foreground);
  dl_plot_note (&plot, 1, &theme->muted,
                by_distance ? _ ("hops from the destination") : _ ("sources, largest share first"));
}
