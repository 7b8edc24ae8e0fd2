#include "dl-fairness-chart.h"

#include "dl-chart-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define MOST_STEPS 5
#define BAR_SHARE  0.7 /* of a column's width that its bar takes */
#define MOST_BAR   36  /* width, units */

typedef struct
{
  cairo_t *cr;
  const DlFairnessChart *chart;
  const DlTheme *theme;
  DlChartPanel panel;
  double column; /* width of one */
} Plot;

static Plot
lay_out (cairo_t *cr, DlRect rect, const DlFairnessChart *chart, const DlTheme *theme)
{
  const guint n = chart->bars != NULL ? chart->bars->len : chart->shares->len;
  const double left = dl_chart_text_width (cr, "0.00", DL_TEXT_SMALL, FALSE) + 6;
  const double top = DL_LINE_NORMAL + (chart->bars != NULL ? DL_LINE_SMALL : 4);
  Plot plot = { .cr = cr, .chart = chart, .theme = theme };
  double most = 1;

  for (guint i = 0; i < n; i++)
    most = MAX (most, chart->bars != NULL ? g_array_index (chart->bars, DlFairnessBar, i).most
                                          : g_array_index (chart->shares, double, i));
  plot.panel.plot = (DlRect) { rect.x + left, rect.y + top, MAX (1, rect.width - left),
                               MAX (4, rect.height - top - 2 * DL_LINE_SMALL - 3) };
  dl_chart_panel_fit (&plot.panel, most, MOST_STEPS);
  plot.column = plot.panel.plot.width / MAX (n, 1);
  return plot;
}

/* Drawing -------------------------------------------------------------------------------------- */

/* From the least to the most of the sources at one distance. */
static void
draw_range (const Plot *plot, double x, const DlFairnessBar *bar, double half)
{
  const double top = dl_chart_panel_y (&plot->panel, bar->most);
  const double bottom = dl_chart_panel_y (&plot->panel, bar->least);

  if (bottom - top < 3)
    return;
  dl_color_set (plot->cr, &plot->theme->foreground);
  cairo_move_to (plot->cr, x, top);
  cairo_line_to (plot->cr, x, bottom);
  cairo_move_to (plot->cr, x - half, top);
  cairo_rel_line_to (plot->cr, 2 * half, 0);
  cairo_move_to (plot->cr, x - half, bottom);
  cairo_rel_line_to (plot->cr, 2 * half, 0);
  cairo_stroke (plot->cr);
}

static void
draw_bars (const Plot *plot)
{
  const GArray *bars = plot->chart->bars;
  const DlRect area = plot->panel.plot;
  const double width = MIN (plot->column * BAR_SHARE, MOST_BAR);
  const guint stride = dl_chart_label_stride (
      plot->column, dl_chart_text_width (plot->cr, "00", DL_TEXT_SMALL, FALSE) + 4);
  const gboolean numbers
      = plot->column >= dl_chart_text_width (plot->cr, "0.00", DL_TEXT_SMALL, FALSE) + 4;

  for (guint i = 0; i < bars->len; i++)
    {
      const DlFairnessBar *bar = &g_array_index (bars, DlFairnessBar, i);
      const double x = area.x + (i + 0.5) * plot->column;
      const double y = dl_chart_panel_y (&plot->panel, bar->mean);
      g_autofree char *distance = g_strdup_printf ("%u", bar->distance);
      g_autofree char *share = g_strdup_printf ("%.2f", bar->mean);

      dl_chart_fill (plot->cr,
                     (DlRect) { x - width / 2, y, width, MAX (dl_rect_bottom (area) - y, 0) },
                     DL_FILL_SOLID, &plot->theme->series[0]);
      draw_range (plot, x, bar, MIN (4, width / 3));
      if (numbers)
        dl_chart_text (plot->cr, &plot->theme->foreground, x,
                       dl_chart_panel_y (&plot->panel, bar->most) - DL_LINE_SMALL, share,
                       DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, 0);
      if (i % stride == 0)
        dl_chart_text (plot->cr, &plot->theme->foreground, x, dl_rect_bottom (area) + 2, distance,
                       DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, 0);
    }
}

/* A staircase: the area below it is that of the equal shares. */
static void
draw_shares (const Plot *plot)
{
  const GArray *shares = plot->chart->shares;
  const DlRect area = plot->panel.plot;
  g_autofree char *last = dl_chart_count (shares->len);

  dl_color_set (plot->cr, &plot->theme->series[0]);
  cairo_move_to (plot->cr, area.x, dl_rect_bottom (area));
  for (guint i = 0; i < shares->len; i++)
    {
      const double y = dl_chart_panel_y (&plot->panel, g_array_index (shares, double, i));

      cairo_line_to (plot->cr, area.x + i * plot->column, y);
      cairo_line_to (plot->cr, area.x + (i + 1) * plot->column, y);
    }
  cairo_line_to (plot->cr, dl_rect_right (area), dl_rect_bottom (area));
  cairo_close_path (plot->cr);
  cairo_fill (plot->cr);
  dl_chart_text (plot->cr, &plot->theme->foreground, area.x, dl_rect_bottom (area) + 2, "1",
                 DL_TEXT_SMALL, FALSE, DL_ALIGN_START, 0);
  dl_chart_text (plot->cr, &plot->theme->foreground, dl_rect_right (area),
                 dl_rect_bottom (area) + 2, last, DL_TEXT_SMALL, FALSE, DL_ALIGN_END, 0);
}

static void
draw_equal (const Plot *plot)
{
  static const double dashes[] = { 5, 3 };
  const DlRect area = plot->panel.plot;
  const double y = dl_chart_panel_y (&plot->panel, 1);

  dl_color_set (plot->cr, &plot->theme->foreground);
  cairo_set_dash (plot->cr, dashes, G_N_ELEMENTS (dashes), 0);
  dl_chart_rule (plot->cr, plot->theme, area.x, y, area.width, 0);
  cairo_set_dash (plot->cr, NULL, 0, 0);
}

void
dl_fairness_chart_draw (cairo_t *cr, DlRect rect, const DlFairnessChart *chart,
                        const DlTheme *theme)
{
  const gboolean by_distance = chart->bars != NULL;
  const guint n = by_distance ? chart->bars->len : chart->shares->len;
  double left = rect.width;

  cairo_save (cr);
  cairo_set_line_width (cr, 1);
  left -= dl_chart_text (cr, &theme->foreground, rect.x, rect.y, _ ("Share of each source"),
                         DL_TEXT_NORMAL, TRUE, DL_ALIGN_START, rect.width)
          + 8;
  if (left > 20)
    dl_chart_text (cr, &theme->muted, dl_rect_right (rect), rect.y + 2, _ ("equal share = 1"),
                   DL_TEXT_SMALL, FALSE, DL_ALIGN_END, left);
  if (n == 0)
    {
      dl_chart_message (cr, rect, _ ("Nothing delivered yet"), theme);
      cairo_restore (cr);
      return;
    }
  const Plot plot = lay_out (cr, rect, chart, theme);
  const DlRect area = plot.panel.plot;

  dl_chart_panel_draw_axis (cr, &plot.panel, theme);
  if (by_distance)
    draw_bars (&plot);
  else
    draw_shares (&plot);
  draw_equal (&plot);
  dl_chart_text (cr, &theme->muted, area.x + area.width / 2,
                 dl_rect_bottom (area) + DL_LINE_SMALL + 2,
                 by_distance ? _ ("hops from the destination") : _ ("sources, largest share first"),
                 DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, rect.width);
  cairo_restore (cr);
}
