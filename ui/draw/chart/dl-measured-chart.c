#include "dl-measured-chart.h"

#include "dl-chart-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define GROUP_SHARE 0.82 /* of a part's width that its bars take */
#define AXIS_WIDTH  30.0
#define KEY_SIZE    10.0
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
      return measured->network != NULL ? _ ("packets, measured") : _ ("flits, measured");
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
    [DL_SHARE_ANALYSED] = it->analysed,
    [DL_SHARE_SIMULATED] = it->simulated,
  };

  g_assert (share < DL_N_SHARES);
  return shares[share];
}

const char *
dl_measured_part_label (const DlMeasured *measured, guint part)
{
  return measured->network != NULL ? dl_chart_port_name (part) : dl_link_class_title (part);
}

/* Bars ----------------------------------------------------------------------------------------- */

typedef struct
{
  cairo_t *cr;
  const DlMeasured *measured;
  const DlTheme *theme;
  DlRect rect;
  DlChartPanel panel;
  DlShare shown[DL_N_SHARES];
  guint n_shown;
} Bars;

static double
cell_width (DlRect rect, const DlMeasured *measured)
{
  return (rect.width - AXIS_WIDTH) / measured->n_parts;
}

/* Names of the lists, on as many lines as they need; returns the height, and draws with a theme. */
static double
lay_key (const Bars *bars, double y, gboolean draw)
{
  double x = bars->rect.x, top = y;

  for (guint i = 0; i < bars->n_shown; i++)
    {
      const char *title = dl_share_title (bars->measured, bars->shown[i]);
      const double width
          = KEY_SIZE + 4 + dl_chart_text_width (bars->cr, title, DL_TEXT_SMALL, FALSE);

      if (x > bars->rect.x && x + width > dl_rect_right (bars->rect))
        {
          x = bars->rect.x;
          top += DL_LINE_SMALL;
        }
      if (draw)
        {
          dl_chart_fill (bars->cr, (DlRect) { x, top + 3, KEY_SIZE, KEY_SIZE - 1 },
                         fills[bars->shown[i]], &bars->theme->series[bars->shown[i]]);
          dl_chart_text (bars->cr, &bars->theme->foreground, x + KEY_SIZE + 4, top, title,
                         DL_TEXT_SMALL, FALSE, DL_ALIGN_START,
                         dl_rect_right (bars->rect) - x - KEY_SIZE - 4);
        }
      x += width + KEY_GAP;
    }
  return top + DL_LINE_SMALL - y;
}

static void
draw_part (const Bars *bars, guint part)
{
  const double cell = cell_width (bars->rect, bars->measured);
  const double pitch = cell * GROUP_SHARE / bars->n_shown, gap = MIN (2, pitch * 0.15);
  const double left = bars->panel.plot.x + part * cell, bottom = dl_rect_bottom (bars->panel.plot);

  for (guint i = 0; i < bars->n_shown; i++)
    {
      const double share = 100 * dl_share_of_part (bars->measured, part, bars->shown[i]);
      const double top = dl_chart_panel_y (&bars->panel, isnan (share) ? 0 : share);
      const double x = left + cell * (1 - GROUP_SHARE) / 2 + i * pitch + gap / 2;

      if (bottom - top > 0)
        dl_chart_fill (bars->cr, (DlRect) { x, top, pitch - gap, bottom - top },
                       fills[bars->shown[i]], &bars->theme->series[bars->shown[i]]);
    }
  dl_chart_text (bars->cr, &bars->theme->foreground, left + cell / 2, bottom + 2,
                 dl_measured_part_label (bars->measured, part), DL_TEXT_SMALL, FALSE,
                 DL_ALIGN_CENTER, cell);
}

void
dl_measured_chart_draw (cairo_t *cr, DlRect rect, const DlMeasured *measured, const DlTheme *theme)
{
  Bars bars = { .cr = cr, .measured = measured, .theme = theme, .rect = rect };
  double most = 0, top = rect.y + DL_LINE_NORMAL;

  cairo_save (cr);
  for (guint share = 0; share < DL_N_SHARES; share++)
    if (dl_share_is_there (measured, share))
      bars.shown[bars.n_shown++] = share;
  for (guint part = 0; part < measured->n_parts; part++)
    for (guint i = 0; i < bars.n_shown; i++)
      {
        const double share = dl_share_of_part (measured, part, bars.shown[i]);
        most = share > most ? share : most; /* NAN is not */
      }
  dl_chart_text (cr, &theme->foreground, rect.x, rect.y, _ ("Share of each total, %"),
                 DL_TEXT_NORMAL, TRUE, DL_ALIGN_START, rect.width);
  top += (theme->no_keys ? 0 : lay_key (&bars, top, TRUE)) + 6;
  bars.panel.plot = (DlRect) { rect.x + AXIS_WIDTH, top, rect.width - AXIS_WIDTH,
                               MAX (4, dl_rect_bottom (rect) - DL_LINE_SMALL - 3 - top) };
  dl_chart_panel_fit (&bars.panel, MAX (100 * most, 1), 5);
  dl_chart_panel_draw_axis (cr, &bars.panel, theme);
  for (guint part = 0; part < measured->n_parts; part++)
    draw_part (&bars, part);
  cairo_restore (cr);
}

gboolean
dl_measured_chart_hit (DlRect rect, const DlMeasured *measured, double x, double y, guint *part)
{
  const double cell = cell_width (rect, measured), left = rect.x + AXIS_WIDTH;

  if (!dl_rect_holds (rect, x, y) || x < left || cell <= 0)
    return FALSE;
  *part = MIN ((guint) ((x - left) / cell), measured->n_parts - 1);
  return TRUE;
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
  const guint half = DL_ARIES_VCS / 2;

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
  const double all
      = dl_vc_half (part->sums.vc_flits, FALSE) + dl_vc_half (part->sums.vc_flits, TRUE);
  double shares[DL_ARIES_VCS];

  for (guint vc = 0; vc < DL_ARIES_VCS; vc++)
    shares[vc] = all > 0 ? part->sums.vc_flits[vc] / all : NAN;
  dl_chart_text (cr, &theme->foreground, rect.x, rect.y, dl_measured_part_label (measured, class),
                 DL_TEXT_SMALL, FALSE, DL_ALIGN_START, LABEL_WIDTH - 4);
  draw_stack (cr, bar, shares, DL_ARIES_VCS, theme);
  /* Of requests alone, which is what the analysis counts. */
  draw_stack (cr, below, part->analysed_vc, DL_DRAGONFLY_VCS, theme);
}

static void
draw_vc_key (cairo_t *cr, DlRect rect, double y, const DlTheme *theme)
{
  const char *const titles[] = { _ ("requests, VC0 to 3"), _ ("responses, VC4 to 7") };
  double x = rect.x;

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    {
      dl_color_set (cr, &theme->vc[i]);
      cairo_rectangle (cr, x, y + 3, KEY_SIZE, KEY_SIZE - 1);
      cairo_fill (cr);
      x += KEY_SIZE + 4;
      x += dl_chart_text (cr, &theme->foreground, x, y, titles[i], DL_TEXT_SMALL, FALSE,
                          DL_ALIGN_START, MAX (dl_rect_right (rect) - x, 1))
           + KEY_GAP;
    }
  dl_chart_text (cr, &theme->muted, rect.x, y + DL_LINE_SMALL,
                 _ ("above: measured; below: analyzed load"), DL_TEXT_SMALL, FALSE, DL_ALIGN_START,
                 rect.width);
}

void
dl_measured_vcs_draw (cairo_t *cr, DlRect rect, const DlMeasured *measured, const DlTheme *theme)
{
  double top = rect.y + DL_LINE_NORMAL;

  if (!measured->has_vcs)
    {
      dl_chart_message (cr, rect, _ ("virtual channels were not measured"), theme);
      return;
    }
  cairo_save (cr);
  dl_chart_text (cr, &theme->foreground, rect.x, rect.y, _ ("Flits by virtual channel"),
                 DL_TEXT_NORMAL, TRUE, DL_ALIGN_START, rect.width);
  if (!theme->no_keys)
    draw_vc_key (cr, rect, top, theme);
  top += 2 * DL_LINE_SMALL + 4;
  for (guint class = 0; class < measured->n_parts; class ++)
    draw_class (cr, (DlRect) { rect.x, top + class * PAIR_HEIGHT, rect.width, PAIR_HEIGHT },
                measured, class, theme);
  cairo_restore (cr);
}
