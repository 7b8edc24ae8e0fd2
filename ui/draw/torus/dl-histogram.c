#include "dl-chart.h"
#include "dl-numerals.h"
#include "dl-plot.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define ZERO_GAP 2.0 /* between the exact zeros and the rest of the first bar */

/* Bars of several series, in order; also apart without color; as many as there are policies. The
 * last one has no color of its own: its gray is told from the other level hatch by its lightness.
 */
static const DlFill series_fill[]
    = { DL_FILL_SOLID, DL_FILL_RISING, DL_FILL_LEVEL, DL_FILL_FALLING, DL_FILL_LEVEL };
#define N_FILLS G_N_ELEMENTS (series_fill)

static const DlColor *
series_color (const DlTheme *theme, guint series)
{
  return series % N_FILLS < G_N_ELEMENTS (theme->series) ? &theme->series[series % N_FILLS]
                                                         : &theme->muted;
}

typedef struct
{
  const DlHistogram *histogram;
  DlPlot plot;
  DlBars bars; /* a group a bin */
  DlScale scale;
} Histogram;

static const DlTorusDimensionStats *
stats_of (const DlHistogram *histogram, guint series)
{
  return &histogram->series[series]->dims[histogram->dim];
}

static const char *
title_of (const DlHistogram *histogram, guint series)
{
  return _ (histogram->series[series]->routes->spec.vc_policy->title);
}

/* @links as a share of links that have a balance; 0 without any. */
static double
share_of (const DlTorusDimensionStats *stats, guint links)
{
  const guint n = dl_torus_dimension_stats_n_balances (stats);

  return n > 0 ? (double) links / n : 0;
}

/* Whether the key is a table, or one line for want of room. */
static gboolean
has_table (const Histogram *h)
{
  return !h->plot.theme->no_keys
         && h->plot.rect.height >= dl_histogram_key_height (h->histogram->n_series) + 120;
}

double
dl_histogram_key_height (guint n_series)
{
  return n_series > 1 ? (n_series + 1) * DL_LINE_SMALL + 8 : 0;
}

/* Whether another dimension has another number of links: only then it is said. */
static gboolean
links_differ (const DlHistogram *histogram)
{
  const DlTorusAnalysis *analysis = histogram->series[0];
  const guint n = analysis->dims[histogram->dim].links;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (analysis->dims[dim].links > 0 && analysis->dims[dim].links != n)
      return TRUE;
  return FALSE;
}

/* The mean, and the links left out of the bins. */
static char *
mean_text (const DlHistogram *histogram)
{
  const DlTorusDimensionStats *stats = stats_of (histogram, 0);
  g_autofree char *mean = dl_chart_balance (stats->balance_mean);
  g_autofree char *mean_b
      = histogram->against != NULL
            ? dl_chart_balance (histogram->against->dims[histogram->dim].balance_mean)
            : NULL;

  if (histogram->n_series > 1 || dl_torus_dimension_stats_n_balances (stats) == 0)
    return NULL;
  if (mean_b != NULL)
    return g_strdup_printf (_ ("mean %s, B %s"), mean, mean_b);
  if (stats->idle_links > 0)
    return g_strdup_printf (_ ("%u idle   mean %s"), stats->idle_links, mean);
  return g_strdup_printf (_ ("mean %s"), mean);
}

/* "VC balance, X  240 links        mean 0.27" */
static void
draw_title (const Histogram *h)
{
  const DlHistogram *histogram = h->histogram;
  const guint n = stats_of (histogram, 0)->links;
  g_autofree char *title
      = g_strdup_printf (_ ("VC balance, %s"), dl_chart_dim_name (histogram->dim));
  g_autofree char *mean = mean_text (histogram);
  g_autofree char *count = dl_chart_count (n);
  g_autofree char *links
      = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s link", "%s links", n), count);

  dl_plot_heading (&h->plot, h->plot.rect.y,
                   (DlHeading) { title, links_differ (histogram) ? links : NULL, mean });
}

/* The part of a bar for exact zeros: hollow and crossed, whatever the bar's own fill. */
static void
draw_zeros (cairo_t *cr, DlRect rect, const DlColor *outline, const DlTheme *theme)
{
  dl_color_set (cr, &theme->background);
  cairo_rectangle (cr, rect.x, rect.y, rect.width, rect.height);
  cairo_fill (cr);
  dl_chart_hatch (cr, rect, DL_FILL_CROSSED, 5, outline);
  dl_color_set (cr, outline);
  cairo_set_line_width (cr, 1);
  if (rect.width > 1 && rect.height > 1)
    cairo_rectangle (cr, rect.x + 0.5, rect.y + 0.5, rect.width - 1, rect.height - 1);
  cairo_stroke (cr);
}

static DlColor
bar_color (const Histogram *h, guint series, guint bin)
{
  return h->histogram->n_series == 1 ? dl_chart_scale_color (&h->scale, (bin + 0.5) / 4)
                                     : *series_color (h->plot.theme, series);
}

/* Outline of a bar: its own color, or one that is seen where that melts into the background. */
static DlColor
bar_outline (const Histogram *h, guint series)
{
  return h->histogram->n_series == 1 ? h->plot.theme->muted : *series_color (h->plot.theme, series);
}

typedef enum
{
  COUNTS_LEVEL,
  COUNTS_UPRIGHT, /* reading upwards: the bars are narrow */
  COUNTS_NONE     /* too narrow for that too */
} Counts;

/* B's share of links in a bin; 0 without B. */
static double
outline_of (const Histogram *h, guint bin)
{
  const DlTorusDimensionStats *stats;

  if (h->histogram->against == NULL)
    return 0;
  stats = &h->histogram->against->dims[h->histogram->dim];
  return share_of (stats, stats->bins[bin]);
}

/* B: wider than A's bars, so that both edges are seen. */
static void
draw_outline (const Histogram *h, guint bin)
{
  const DlPlot *plot = &h->plot;
  const double x = dl_bars_x (&h->bars, bin, 0);
  const DlRect bar = dl_plot_bar (plot, x - 3, x + h->bars.width + 3, outline_of (h, bin));

  if (bar.height <= 0)
    return;
  dl_color_set (plot->cr, &plot->theme->foreground);
  cairo_set_line_width (plot->cr, 1.5);
  cairo_set_dash (plot->cr, NULL, 0, 0);
  cairo_move_to (plot->cr, bar.x, dl_rect_bottom (plot->area));
  cairo_rel_line_to (plot->cr, 0, -bar.height);
  cairo_rel_line_to (plot->cr, bar.width, 0);
  cairo_rel_line_to (plot->cr, 0, bar.height);
  cairo_stroke (plot->cr);
}

/* "64%", "<1%" */
static char *
share_text (double share)
{
  return share > 0 && share < 0.005 ? g_strdup (_ ("<1%"))
                                    : g_strdup_printf (_ ("%.0f%%"), 100 * share);
}

static char *
axis_share_text (const DlAxis *axis, double share)
{
  return share_text (share);
}

/* The same scale everywhere, 0 to 100% of the links, so that one chart can be held against another.
 */
static DlAxis
shares_axis (double height)
{
  return (
      DlAxis) { .high = 1, .step = height >= 4 * DL_LINE_SMALL ? 0.5 : 1, .text = axis_share_text };
}

static void
draw_bar (const Histogram *h, guint series, guint bin, Counts counts)
{
  const DlPlot *plot = &h->plot;
  const DlTorusDimensionStats *stats = stats_of (h->histogram, series);
  const DlFill fill = h->histogram->n_series == 1 ? DL_FILL_SOLID : series_fill[series % N_FILLS];
  const DlColor color = bar_color (h, series, bin), outline = bar_outline (h, series);
  const double share = share_of (stats, stats->bins[bin]);
  const double x = dl_bars_x (&h->bars, bin, series), right = x + h->bars.width;
  const DlRect zeros
      = dl_plot_bar (plot, x, right, bin == 0 ? share_of (stats, stats->balanced_links) : 0);
  DlRect upper = dl_plot_bar (plot, x, right, share);
  g_autofree char *count = share_text (share);

  upper.height -= zeros.height;
  if (zeros.height > 0)
    {
      draw_zeros (plot->cr, zeros, &outline, plot->theme);
      if (upper.height > 0)
        upper.height = MAX (1, upper.height - ZERO_GAP);
    }
  if (upper.height > 0)
    {
      dl_chart_fill (plot->cr, upper, fill, &color);
      dl_color_set (plot->cr, &outline);
      cairo_set_line_width (plot->cr, 1);
      cairo_set_dash (plot->cr, NULL, 0, 0);
      if (upper.height > 1)
        cairo_rectangle (plot->cr, x + 0.5, upper.y + 0.5, upper.width - 1, upper.height - 1);
      cairo_stroke (plot->cr);
    }
  /* Numbers stand clear of B's outline. */
  if (counts != COUNTS_NONE)
    dl_plot_bar_text (plot, (x + right) / 2, dl_plot_y (plot, MAX (share, outline_of (h, bin))),
                      count, counts == COUNTS_UPRIGHT);
}

static void
draw_bins_axis (const Histogram *h)
{
  static const char *const ranges[] = { "0–.25", ".25–.5", ".5–.75", ".75–1" };
  static const char *const ends[] = { "0–.25", "–.5", "–.75", "–1" };
  const DlPlot *plot = &h->plot;
  double widest = 0;

  dl_plot_rule_y (plot, 0, 0, &plot->theme->muted);
  for (guint bin = 0; bin < DL_BALANCE_BINS; bin++)
    widest = MAX (widest, dl_chart_text_width (plot->cr, ranges[bin], DL_TEXT_SMALL, FALSE));
  for (guint bin = 0; bin < DL_BALANCE_BINS; bin++)
    {
      g_autofree char *text
          = dl_numerals_show_all (widest + 4 <= h->bars.cell ? ranges[bin] : ends[bin]);

      dl_plot_column_name (plot, DL_BALANCE_BINS, bin, &plot->theme->muted, text);
    }
}

/* A swatch of the exact zeros and what it stands for, under the first bin. */
static void
draw_zeros_label (const Histogram *h)
{
  cairo_t *cr = h->plot.cr;
  const double y = dl_rect_bottom (h->plot.area) + 2 + DL_LINE_SMALL;
  const DlColor outline = h->histogram->n_series == 1 ? bar_outline (h, 0) : h->plot.theme->muted;
  g_autofree char *text = NULL;
  double x = h->plot.area.x, width;

  if (h->histogram->n_series == 1)
    {
      const DlTorusDimensionStats *stats = stats_of (h->histogram, 0);
      g_autofree char *share = share_text (share_of (stats, stats->balanced_links));
      /* Translators: the share of links whose VC balance is exactly 0, a part of the first bin. */
      text = stats->balanced_links > 0 ? g_strdup_printf (_ ("%s exactly 0"), share)
                                       : g_strdup (_ ("none exactly 0"));
    }
  else
    text = g_strdup (_ ("exactly 0"));
  width = 14 + dl_chart_text_width (cr, text, DL_TEXT_SMALL, FALSE);
  x = MAX (x, x + (h->bars.cell - width) / 2);
  draw_zeros (cr, (DlRect) { x, y + 3, 10, 9 }, &outline, h->plot.theme);
  dl_chart_text (cr, &h->plot.theme->foreground, x + 14, y, text, DL_TEXT_SMALL, FALSE,
                 DL_ALIGN_START, h->plot.area.width - (x - h->plot.area.x) - 14);
}

/* One line: each series' fill, name and mean. */
static void
draw_key_line (const Histogram *h, double y)
{
  cairo_t *cr = h->plot.cr;
  const guint n = h->histogram->n_series;
  const double width = h->plot.rect.width / n;

  for (guint i = 0; i < n; i++)
    {
      const double x = h->plot.rect.x + i * width, mean_width = 28;
      g_autofree char *mean = dl_chart_balance (stats_of (h->histogram, i)->balance_mean);
      double used = 0;

      dl_chart_fill (cr, (DlRect) { x, y + 3, 10, 9 }, series_fill[i % N_FILLS],
                     series_color (h->plot.theme, i));
      if (width - 14 - mean_width > 10)
        used = 5
               + dl_chart_text (cr, &h->plot.theme->foreground, x + 14, y,
                                title_of (h->histogram, i), DL_TEXT_SMALL, FALSE, DL_ALIGN_START,
                                width - 14 - mean_width);
      dl_chart_text (cr, &h->plot.theme->foreground, x + 14 + used, y, mean, DL_TEXT_SMALL, TRUE,
                     DL_ALIGN_START, 0);
    }
}

/* A row a series: its fill, name, mean and exact zeros. */
static void
draw_key_table (const Histogram *h, double y)
{
  cairo_t *cr = h->plot.cr;
  const DlHistogram *histogram = h->histogram;
  const DlColor *muted = &h->plot.theme->muted, *foreground = &h->plot.theme->foreground;
  const double mean_width
      = MAX (34, 8 + dl_chart_text_width (cr, _ ("mean"), DL_TEXT_SMALL, FALSE));
  const double zero_width
      = MAX (44, 8 + dl_chart_text_width (cr, _ ("exactly 0"), DL_TEXT_SMALL, FALSE));
  const double width = MIN (h->plot.rect.width, 330);
  const double right = h->plot.rect.x + width;
  const double name_width = width - 18 - mean_width - zero_width;

  dl_chart_text (cr, muted, right - zero_width, y, _ ("mean"), DL_TEXT_SMALL, FALSE, DL_ALIGN_END,
                 mean_width);
  dl_chart_text (cr, muted, right, y, _ ("exactly 0"), DL_TEXT_SMALL, FALSE, DL_ALIGN_END,
                 zero_width);
  for (guint i = 0; i < histogram->n_series; i++)
    {
      const DlTorusDimensionStats *stats = stats_of (histogram, i);
      const DlColor *color = series_color (h->plot.theme, i);
      g_autofree char *mean = dl_chart_balance (stats->balance_mean);
      g_autofree char *zeros = dl_chart_count (stats->balanced_links);

      y += DL_LINE_SMALL;
      dl_chart_fill (cr, (DlRect) { h->plot.rect.x, y + 3, 12, 9 }, series_fill[i % N_FILLS],
                     color);
      if (name_width > 10)
        dl_chart_text (cr, foreground, h->plot.rect.x + 18, y, title_of (histogram, i),
                       DL_TEXT_SMALL, FALSE, DL_ALIGN_START, name_width);
      dl_chart_text (cr, foreground, right - zero_width, y, mean, DL_TEXT_SMALL, TRUE, DL_ALIGN_END,
                     mean_width);
      dl_chart_text (cr, foreground, right, y, zeros, DL_TEXT_SMALL, FALSE, DL_ALIGN_END,
                     zero_width);
    }
}

static double
widest_share (const Histogram *h)
{
  double widest = 0;

  for (guint i = 0; i < h->histogram->n_series; i++)
    for (guint bin = 0; bin < DL_BALANCE_BINS; bin++)
      {
        const DlTorusDimensionStats *stats = stats_of (h->histogram, i);
        g_autofree char *count = share_text (share_of (stats, stats->bins[bin]));
        widest = MAX (widest, dl_chart_text_width (h->plot.cr, count, DL_TEXT_SMALL, FALSE));
      }
  return widest;
}

static void
draw_plot (Histogram *h, double top)
{
  DlPlot *plot = &h->plot;
  const guint n = h->histogram->n_series;
  const double widest = widest_share (h), below = 2 * DL_LINE_SMALL + 3;
  g_autofree char *all = share_text (1);
  const double axis = dl_chart_text_width (plot->cr, all, DL_TEXT_SMALL, FALSE) + 6;
  Counts counts = COUNTS_LEVEL;

  dl_plot_set_margins (plot, axis, top, 0, below);
  /* Three quarters of a bin are bars; there is a little between them only where there are several.
   */
  h->bars = dl_plot_bars (plot, DL_BALANCE_BINS, n, n == 1 ? 0.72 : 0.84);
  if (n == 1)
    h->bars.width = h->bars.pitch;
  if (widest + 3 > (n > 1 ? h->bars.pitch : h->bars.cell))
    counts = COUNTS_UPRIGHT;
  if (counts == COUNTS_UPRIGHT
      && (h->bars.pitch < 9.5 || plot->rect.height - top - below < widest + 45))
    counts = COUNTS_NONE;
  top += counts == COUNTS_LEVEL ? DL_LINE_SMALL : counts == COUNTS_UPRIGHT ? widest + 5 : 2;
  dl_plot_set_margins (plot, axis, top, 0, below);
  plot->y = shares_axis (plot->area.height);
  dl_plot_draw_y (plot);
  for (guint bin = 0; bin < DL_BALANCE_BINS; bin++)
    {
      for (guint i = 0; i < n; i++)
        draw_bar (h, i, bin, counts);
      if (h->histogram->against != NULL)
        draw_outline (h, bin);
    }
  draw_bins_axis (h);
  draw_zeros_label (h);
}

void
dl_histogram_draw_scaled (cairo_t *cr, DlRect rect, const DlHistogram *histogram,
                          const DlTheme *theme)
{
  Histogram h = { .histogram = histogram, .plot = { .cr = cr, .theme = theme, .rect = rect } };
  double top = DL_LINE_NORMAL;
  guint links = 0, loaded = 0, busy = 0;

  for (guint i = 0; i < histogram->n_series; i++)
    {
      links += stats_of (histogram, i)->links;
      loaded += stats_of (histogram, i)->links - stats_of (histogram, i)->idle_links;
      busy += dl_torus_dimension_stats_n_balances (stats_of (histogram, i));
    }
  g_assert (histogram->against == NULL || histogram->n_series == 1);
  draw_title (&h);
  if (busy > 0)
    {
      dl_scale_init_kind (&h.scale, DL_SCALE_BALANCE, theme);
      if (histogram->n_series > 1 && has_table (&h))
        {
          draw_key_table (&h, rect.y + top);
          top += dl_histogram_key_height (histogram->n_series);
        }
      else if (histogram->n_series > 1 && !theme->no_keys)
        {
          draw_key_line (&h, rect.y + top);
          top += DL_LINE_SMALL;
        }
      draw_plot (&h, top);
    }
  else
    dl_chart_message (cr, rect,
                      links == 0    ? _ ("no links")
                      : loaded == 0 ? _ ("no traffic")
                                    : _ ("packets take any VC: no balance"),
                      theme);
}

void
dl_histogram_draw_against (cairo_t *cr, DlRect rect, const DlTorusAnalysis *a,
                           const DlTorusAnalysis *b, DlTorusDim dim, const DlTheme *theme)
{
  const DlHistogram histogram = { .series = &a, .n_series = 1, .dim = dim, .against = b };

  dl_histogram_draw_scaled (cr, rect, &histogram, theme);
}
