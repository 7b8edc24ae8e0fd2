#include "dl-stall-chart.h"

#include "dl-plot.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Share of a direction's width that its bars take: several, or one alone. */
#define GROUP_SHARE  0.86
#define SINGLE_SHARE 0.62
#define LEAST_PITCH  9.5 /* of bars with numbers that stand upright */

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
  const DlStallChart *chart;
  DlPlot plot;
  DlBars bars;
  DlStall first;
  guint n; /* readings */
} Layout;

static Layout
lay_out (DlRect rect, const DlStallChart *chart)
{
  const gboolean all = chart->reading >= DL_N_STALLS;
  Layout layout = { .chart = chart,
                    .plot = { .rect = rect },
                    .first = all ? 0 : chart->reading,
                    .n = all ? DL_N_STALLS : 1 };

  dl_plot_set_margins (&layout.plot, 0, DL_LINE_NORMAL, 0, 0);
  layout.bars
      = dl_plot_bars (&layout.plot, DL_N_LINK_PORTS, layout.n, all ? GROUP_SHARE : SINGLE_SHARE);
  return layout;
}

gboolean
dl_stall_chart_hit (DlRect rect, const DlStallChart *chart, double x, double y, guint *port,
                    DlStall *stall)
{
  const Layout layout = lay_out (rect, chart);
  const DlBars *bars = &layout.bars;

  if (!dl_rect_holds (layout.plot.area, x, y)
      || !dl_plot_column_at (&layout.plot, DL_N_LINK_PORTS, x, port))
    return FALSE;
  *stall = layout.first
           + (DlStall) CLAMP (floor ((x - bars->left - *port * bars->cell) / bars->pitch), 0,
                              layout.n - 1);
  return TRUE;
}

/* Drawing -------------------------------------------------------------------------------------- */

static double
value_of (const Layout *layout, guint port, guint i)
{
  return layout->chart->stalls[layout->first + i][port];
}

/* The axis, which is not drawn: each bar has its number. Returns whether these stand upright. */
static gboolean
fit (Layout *layout)
{
  DlPlot *plot = &layout->plot;
  const double room = layout->n == 1 ? layout->bars.cell : layout->bars.pitch;
  const double top = DL_LINE_NORMAL + (plot->theme->no_keys ? 0 : DL_LINE_SMALL) + 4;
  double max = layout->chart->reach, widest = 0;

  for (guint i = 0; i < layout->n; i++)
    for (guint port = 0; port < DL_N_LINK_PORTS; port++)
      {
        g_autofree char *text = dl_stall_text (value_of (layout, port, i));

        widest = MAX (widest, dl_chart_text_width (plot->cr, text, DL_TEXT_SMALL, FALSE));
        max = fmax (max, value_of (layout, port, i));
      }
  dl_plot_set_margins (plot, 0, top + (widest + 3 > room ? widest + 5 : DL_LINE_SMALL), 0,
                       DL_LINE_SMALL + 3);
  plot->y.high = max > 0 ? max : 1;
  return widest + 3 > room;
}

static void
draw_bar (const Layout *layout, guint port, guint i, gboolean upright)
{
  const DlPlot *plot = &layout->plot;
  const double value = value_of (layout, port, i), x = dl_bars_x (&layout->bars, port, i);
  const double width = layout->bars.width;
  const DlRect bar = dl_plot_bar (plot, x, x + width, value > 0 ? value : 0);
  g_autofree char *text = dl_stall_text (value);

  dl_chart_fill (plot->cr, bar, readings[layout->first + i].fill,
                 &plot->theme->series[layout->first + i]);
  if (!upright || layout->bars.pitch >= LEAST_PITCH)
    dl_plot_bar_text (plot, x + width / 2, bar.y, text, upright);
}

static void
draw_key (const Layout *layout, double y)
{
  const DlPlot *plot = &layout->plot;
  const double width = plot->rect.width / layout->n;

  for (guint i = 0; i < layout->n; i++)
    dl_plot_key_fill (plot, plot->rect.x + i * width, y, readings[layout->first + i].fill,
                      &plot->theme->series[layout->first + i], dl_stall_title (layout->first + i),
                      width - 4);
}

void
dl_stall_chart_draw (cairo_t *cr, DlRect rect, const DlStallChart *chart, const DlTheme *theme)
{
  Layout layout = lay_out (rect, chart);
  DlPlot *plot = &layout.plot;
  gboolean upright;

  plot->cr = cr;
  plot->theme = theme;
  dl_plot_heading (plot, rect.y,
                   theme->no_titles ? (DlHeading) { .unit = _ ("cycles/packet") }
                                    : (DlHeading) { _ ("Stalled cycles per packet") });
  if (!theme->no_keys)
    draw_key (&layout, rect.y + DL_LINE_NORMAL);
  upright = fit (&layout);
  for (guint port = 0; port < DL_N_LINK_PORTS; port++)
    for (guint i = 0; i < layout.n; i++)
      draw_bar (&layout, port, i, upright);
  dl_plot_rule_y (plot, 0, 0, &theme->muted);
  for (guint port = 0; port < DL_N_LINK_PORTS; port++)
    dl_plot_column_name (plot, DL_N_LINK_PORTS, port, &theme->foreground,
                         dl_chart_port_name (port));
}
