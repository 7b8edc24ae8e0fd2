#include "dl-measured-chart.h"

#include "dl-counters-reader.h"
#include "dl-plot.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define GROUP_SHARE 0.82 /* of a part's width that its bars take */
#define AXIS_WIDTH  30.0
#define KEY_GAP     10.0

/* Shares -------------------------------------------------------------------------------------- */

static const DlFill fills[DL_N_SHARES] = {
  [DL_SHARE_COUNT] = DL_FILL_SOLID,
  [DL_SHARE_STALLS] = DL_FILL_CROSSED,
  [DL_SHARE_ANALYSED] = DL_FILL_RISING,
  [DL_SHARE_SIMULATED] = DL_FILL_LEVEL,
};

const char *
dl_share_title (const DlMeasured *measured, DlShare share)
{
  switch (share)
    {
    case DL_SHARE_COUNT:
      return measured->kind->counts == DL_COUNTS_PACKETS ? _ ("packets, measured")
             : measured->kind->counts == DL_COUNTS_WORDS ? _ ("data, measured")
                                                         : _ ("flits, measured");
    case DL_SHARE_STALLS:
      return _ ("stalls, measured");
    case DL_SHARE_ANALYSED:
      return _ ("load, analyzed");
    case DL_SHARE_SIMULATED:
      return _ ("load, simulated");
    case DL_N_SHARES:
    default:
      g_assert_not_reached ();
    }
}

gboolean
dl_share_is_there (const DlMeasured *measured, DlShare share)
{
  return share == DL_SHARE_STALLS      ? measured->stalled != NULL
         : share == DL_SHARE_SIMULATED ? measured->simulated != NULL
                                       : TRUE;
}

double
dl_share_of_part (const DlMeasured *measured, guint part, DlShare share)
{
  const DlMeasuredPart *it = &measured->parts[part];
  const double shares[DL_N_SHARES] = {
    [DL_SHARE_COUNT] = it->measured,
    [DL_SHARE_STALLS] = it->stalled,
    [DL_SHARE_ANALYSED] = it->analyzed,
    [DL_SHARE_SIMULATED] = it->simulated,
  };

  g_assert (share < DL_N_SHARES);
  return shares[share];
}

/* Bars ----------------------------------------------------------------------------------------- */

/* Names of the lists, on as many lines as they need; returns the height. */
static double
draw_key (const DlPlot *plot, double y, const DlMeasured *measured, const DlShare *shown,
          guint n_shown)
{
  double x = plot->rect.x, top = y;

  for (guint i = 0; i < n_shown; i++)
    {
      const char *title = dl_share_title (measured, shown[i]);
      const double width
          = DL_PLOT_INDENT + dl_chart_text_width (plot->cr, title, DL_TEXT_SMALL, FALSE);

      if (x > plot->rect.x && x + width > dl_rect_right (plot->rect))
        {
          x = plot->rect.x;
          top += DL_LINE_SMALL;
        }
      dl_plot_key_fill (plot, x, top, fills[shown[i]], &plot->theme->series[shown[i]], title,
                        dl_rect_right (plot->rect) - x);
      x += width + KEY_GAP;
    }
  return top + DL_LINE_SMALL - y;
}

void
dl_measured_chart_draw (cairo_t *cr, DlRect rect, const DlMeasured *measured, const DlTheme *theme)
{
  DlPlot plot = { .cr = cr, .theme = theme, .rect = rect };
  DlShare shown[DL_N_SHARES];
  guint n_shown = 0;
  double most = 0, top = DL_LINE_NORMAL + 6;
  DlBars bars;

  for (guint share = 0; share < DL_N_SHARES; share++)
    if (dl_share_is_there (measured, share))
      shown[n_shown++] = share;
  for (guint part = 0; part < measured->n_parts; part++)
    for (guint i = 0; i < n_shown; i++)
      most = fmax (most, dl_share_of_part (measured, part, shown[i]));
  dl_plot_heading (&plot, rect.y, (DlHeading) { _ ("Share of each total, %") });
  if (!theme->no_keys)
    top += draw_key (&plot, rect.y + DL_LINE_NORMAL, measured, shown, n_shown);
  dl_plot_set_margins (&plot, AXIS_WIDTH, top, 0, DL_LINE_SMALL + 3);
  plot.y = dl_axis_from_zero (MAX (100 * most, 1), dl_plot_most_steps (&plot, 5));
  dl_plot_draw_y (&plot);
  bars = dl_plot_bars (&plot, measured->n_parts, n_shown, GROUP_SHARE);
  for (guint part = 0; part < measured->n_parts; part++)
    {
      for (guint i = 0; i < n_shown; i++)
        {
          const double share = dl_share_of_part (measured, part, shown[i]);
          const double x = dl_bars_x (&bars, part, i);

          dl_chart_fill (cr,
                         dl_plot_bar (&plot, x, x + bars.width, isnan (share) ? 0 : 100 * share),
                         fills[shown[i]], &theme->series[shown[i]]);
        }
      dl_plot_column_name (&plot, measured->n_parts, part, &theme->foreground,
                           dl_measured_part_title (measured, part));
    }
}

gboolean
dl_measured_chart_hit (DlRect rect, const DlMeasured *measured, double x, double y, guint *part)
{
  DlPlot plot = { .rect = rect };

  dl_plot_set_margins (&plot, AXIS_WIDTH, 0, 0, 0);
  return dl_rect_holds (rect, x, y) && dl_plot_column_at (&plot, measured->n_parts, x, part);
}

/* Virtual channels ----------------------------------------------------------------------------- */

#define BAR_HEIGHT  15.0
#define PAIR_HEIGHT (2 * BAR_HEIGHT + 10)
#define LABEL_WIDTH 42.0

double
dl_measured_vcs_height (const DlMeasured *measured)
{
  return DL_LINE_NORMAL + 2 * DL_LINE_SMALL + 4 + measured->n_parts * PAIR_HEIGHT;
}

/* Virtual channels of a kind go from its color towards the background. */
static DlColor
vc_color (const DlTheme *theme, guint vc)
{
  const guint half = DL_MEASURED_VCS / 2;

  return dl_chart_mix (&theme->vc[vc / half], &theme->background, 0.19 * (vc % half));
}

/* Shares (n), which add up to 1 or are not known, from left to right. */
static void
draw_stack (cairo_t *cr, DlRect bar, const double *shares, guint n, const DlTheme *theme)
{
  double x = bar.x;

  for (guint vc = 0; vc < n; vc++)
    {
      const double width = isnan (shares[vc]) ? 0 : shares[vc] * bar.width;
      const DlColor color = vc_color (theme, vc), ink = dl_chart_ink (&color);
      g_autofree char *text = g_strdup_printf ("%u", vc);

      if (width <= 0)
        continue;
      dl_color_set (cr, &color);
      cairo_rectangle (cr, x, bar.y, width, bar.height);
      cairo_fill (cr);
      if (width > DL_DIGIT_WIDTH + 4)
        dl_chart_text (cr, &ink, x + width / 2, bar.y, text, DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER,
                       0);
      /* A line between two, whatever their colors. */
      dl_color_set (cr, &theme->background);
      cairo_rectangle (cr, x + width - .5, bar.y, 1, bar.height);
      cairo_fill (cr);
      x += width;
    }
  dl_color_set (cr, &theme->muted);
  cairo_set_line_width (cr, 1);
  cairo_rectangle (cr, bar.x + .5, bar.y + .5, bar.width - 1, bar.height - 1);
  cairo_stroke (cr);
}

static void
draw_class (cairo_t *cr, DlRect rect, const DlMeasured *measured, guint class, const DlTheme *theme)
{
  const DlMeasuredPart *part = &measured->parts[class];
  const DlRect bar = { rect.x + LABEL_WIDTH, rect.y, rect.width - LABEL_WIDTH, BAR_HEIGHT };
  const DlRect below = { bar.x, bar.y + BAR_HEIGHT + 1, bar.width, BAR_HEIGHT };
  double shares[DL_MEASURED_VCS];

  dl_measured_vc_shares (measured, part, shares);
  dl_chart_text (cr, &theme->foreground, rect.x, rect.y, dl_measured_part_title (measured, class),
                 DL_TEXT_SMALL, FALSE, DL_ALIGN_START, LABEL_WIDTH - 4);
  draw_stack (cr, bar, shares, measured->n_vcs, theme);
  /* Requests only: the analysis counts only them. */
  draw_stack (cr, below, part->analyzed_vc, measured->n_analyzed_vcs, theme);
}

static void
draw_vc_key (const DlPlot *plot, double y)
{
  const char *const titles[] = { _ ("requests, VC0 to 3"), _ ("responses, VC4 to 7") };
  double x = plot->rect.x;

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    x += KEY_GAP
         + dl_plot_key_fill (plot, x, y, DL_FILL_SOLID, &plot->theme->vc[i], titles[i],
                             dl_rect_right (plot->rect) - x);
  dl_chart_text (plot->cr, &plot->theme->muted, plot->rect.x, y + DL_LINE_SMALL,
                 _ ("above: measured; below: analyzed load"), DL_TEXT_SMALL, FALSE, DL_ALIGN_START,
                 plot->rect.width);
}

void
dl_measured_vcs_draw (cairo_t *cr, DlRect rect, const DlMeasured *measured, const DlTheme *theme)
{
  const DlPlot plot = { .cr = cr, .theme = theme, .rect = rect };
  const double top = rect.y + DL_LINE_NORMAL + 2 * DL_LINE_SMALL + 4;

  if (!measured->has_vcs)
    {
      dl_chart_message (cr, rect, _ ("virtual channels were not measured"), theme);
      return;
    }
  dl_plot_heading (&plot, rect.y, (DlHeading) { _ ("Flits by virtual channel") });
  if (!theme->no_keys)
    draw_vc_key (&plot, rect.y + DL_LINE_NORMAL);
  for (guint class = 0; class < measured->n_parts; class ++)
    draw_class (cr, (DlRect) { rect.x, top + class * PAIR_HEIGHT, rect.width, PAIR_HEIGHT },
                measured, class, theme);
}
