#include "dl-stall-chart.h"

#include "dl-chart-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define GROUP_SHARE 0.86 /* of a direction's width that its bars take */

static const struct
{
  const char *title;
  const char *description;
  DlFill fill;
} readings[DL_N_STALLS] = {
  [DL_STALL_OUTPUT]
  = { N_ ("output idle"),
      N_ ("The output could send, and a packet was staged for it, but credits were missing"),
      DL_FILL_SOLID },
  [DL_STALL_INPUT]
  = { N_ ("input idle"),
      N_ ("The input could send, but no packet at the head of a queue had space past the crossbar"),
      DL_FILL_RISING },
  [DL_STALL_HEAD_WAIT]
  = { N_ ("wait at head"), N_ ("A packet was the first of its queue and waited for the crossbar"),
      DL_FILL_LEVEL },
};

const char *
dl_stall_title (DlStall stall)
{
  g_assert (stall < DL_N_STALLS);
  return _ (readings[stall].title);
}

const char *
dl_stall_description (DlStall stall)
{
  g_assert (stall < DL_N_STALLS);
  return _ (readings[stall].description);
}

char *
dl_stall_text (double cycles)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (cycles) || cycles >= 100)
    return dl_chart_count (round (cycles));
  g_snprintf (digits, sizeof digits, "%.*f", cycles < 10 ? 2 : 1, cycles);
  return g_strdup (digits);
}

/* Places --------------------------------------------------------------------------------------- */

typedef struct
{
  DlStall first;
  guint n;      /* readings */
  double cell;  /* width of a direction */
  double pitch; /* of its bars */
  double offset;
} Bars;

static Bars
lay_bars (DlRect rect, const DlStallChart *chart)
{
  const gboolean all = chart->reading >= DL_N_STALLS;
  Bars bars = { .first = all ? 0 : chart->reading, .n = all ? DL_N_STALLS : 1 };

  bars.cell = rect.width / DL_N_NETWORK_PORTS;
  bars.pitch = bars.cell * (all ? GROUP_SHARE : 0.62) / bars.n;
  bars.offset = (bars.cell - bars.n * bars.pitch) / 2;
  return bars;
}

gboolean
dl_stall_chart_hit (DlRect rect, const DlStallChart *chart, double x, double y, guint *port,
                    DlStall *stall)
{
  const Bars bars = lay_bars (rect, chart);
  DlRect plot = rect;
  double within;

  plot.y += DL_LINE_NORMAL;
  plot.height -= DL_LINE_NORMAL;
  if (!dl_rect_holds (plot, x, y))
    return FALSE;
  *port = MIN ((guint) ((x - rect.x) / bars.cell), DL_N_NETWORK_PORTS - 1);
  within = x - rect.x - *port * bars.cell - bars.offset;
  *stall = bars.first + (DlStall) CLAMP (floor (within / bars.pitch), 0, bars.n - 1);
  return TRUE;
}

/* Drawing -------------------------------------------------------------------------------------- */

typedef struct
{
  cairo_t *cr;
  const DlStallChart *chart;
  const DlTheme *theme;
  DlRect rect, plot;
  Bars bars;
  double max;
  double widest; /* number */
  gboolean upright;
} StallPlot;

static void
find_extent (StallPlot *plot)
{
  for (guint i = 0; i < plot->bars.n; i++)
    for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
      {
        const double value = plot->chart->stalls[plot->bars.first + i][port];
        g_autofree char *text = dl_stall_text (value);

        plot->widest
            = MAX (plot->widest, dl_chart_text_width (plot->cr, text, DL_TEXT_SMALL, FALSE));
        if (value > plot->max)
          plot->max = value;
      }
}

static void
draw_bar (const StallPlot *plot, guint port, DlStall stall)
{
  cairo_t *cr = plot->cr;
  const Bars *bars = &plot->bars;
  const double value = plot->chart->stalls[stall][port];
  const double gap = MIN (2, bars->pitch * 0.15);
  const double height = value > 0 && plot->max > 0 ? value / plot->max * plot->plot.height : 0;
  const double bottom = dl_rect_bottom (plot->plot);
  const double x = plot->rect.x + port * bars->cell + bars->offset
                   + (stall - bars->first) * bars->pitch + gap / 2;
  const double middle = x + (bars->pitch - gap) / 2;
  g_autofree char *text = dl_stall_text (value);

  if (height > 0)
    dl_chart_fill (cr, (DlRect) { x, bottom - height, bars->pitch - gap, height },
                   readings[stall].fill, &plot->theme->series[stall]);
  if (!plot->upright)
    dl_chart_text (cr, &plot->theme->foreground, middle, bottom - height - DL_LINE_SMALL, text,
                   DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, 0);
  else if (bars->pitch >= 9.5)
    dl_chart_text_up (cr, &plot->theme->foreground, middle, bottom - height - 3, text,
                      DL_TEXT_SMALL);
}

static void
draw_axis (const StallPlot *plot)
{
  cairo_t *cr = plot->cr;
  const double bottom = dl_rect_bottom (plot->plot);

  dl_color_set (cr, &plot->theme->muted);
  cairo_set_line_width (cr, 1);
  cairo_set_dash (cr, NULL, 0, 0);
  dl_chart_rule (cr, plot->theme, plot->plot.x, bottom, plot->plot.width, 0);
  for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
    dl_chart_text (cr, &plot->theme->foreground, plot->rect.x + (port + 0.5) * plot->bars.cell,
                   bottom + 2, dl_chart_port_name (port), DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER,
                   plot->bars.cell);
}

static void
draw_key (const StallPlot *plot, double y)
{
  const double width = plot->rect.width / plot->bars.n;

  for (guint i = 0; i < plot->bars.n; i++)
    {
      const DlStall stall = plot->bars.first + i;
      const double x = plot->rect.x + i * width;

      dl_chart_fill (plot->cr, (DlRect) { x, y + 3, 10, 9 }, readings[stall].fill,
                     &plot->theme->series[stall]);
      if (width > 24)
        dl_chart_text (plot->cr, &plot->theme->foreground, x + 14, y, dl_stall_title (stall),
                       DL_TEXT_SMALL, FALSE, DL_ALIGN_START, width - 18);
    }
}

void
dl_stall_chart_draw (cairo_t *cr, DlRect rect, const DlStallChart *chart, const DlTheme *theme)
{
  StallPlot plot
      = { .cr = cr, .chart = chart, .theme = theme, .rect = rect, .bars = lay_bars (rect, chart) };
  double top = rect.y + DL_LINE_NORMAL + (theme->no_keys ? 0 : DL_LINE_SMALL) + 4;

  cairo_save (cr);
  if (theme->no_titles)
    dl_chart_text (cr, &theme->muted, rect.x, rect.y + 2, _ ("cycles/packet"), DL_TEXT_SMALL, FALSE,
                   DL_ALIGN_START, rect.width);
  else
    dl_chart_text (cr, &theme->foreground, rect.x, rect.y, _ ("Stalled cycles per packet"),
                   DL_TEXT_NORMAL, TRUE, DL_ALIGN_START, rect.width);
  if (!theme->no_keys)
    draw_key (&plot, rect.y + DL_LINE_NORMAL);
  find_extent (&plot);
  plot.upright = plot.widest + 3 > (plot.bars.n == 1 ? plot.bars.cell : plot.bars.pitch);
  top += plot.upright ? plot.widest + 5 : DL_LINE_SMALL;
  plot.plot = (DlRect) { rect.x, top, rect.width,
                         MAX (4, dl_rect_bottom (rect) - DL_LINE_SMALL - 3 - top) };
  for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
    for (guint i = 0; i < plot.bars.n; i++)
      draw_bar (&plot, port, plot.bars.first + i);
  draw_axis (&plot);
  cairo_restore (cr);
}
