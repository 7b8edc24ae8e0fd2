#include "dl-paper-curves.h"

#include "dl-plot.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define LEFT      26.0
#define RIGHT     12.0
#define KEY_WIDTH 176.0 /* that an entry needs */
#define TITLE     (DL_LINE_SMALL + 5)
#define RADIUS    2.6

typedef struct
{
  const DlPaperResult *paper;
  DlPlot plot;              /* x: log2 of the lengths */
  guint n_columns, n_lines; /* of the curves' key; those of the limits have a line each */
  double key_height;
} Layout;

/* Series --------------------------------------------------------------------------------------- */

static DlDatum
datum (gconstpointer data, guint curve, guint i)
{
  const DlPaperPoint *point = dl_paper_curve_point (dl_paper_result_curve (data, curve), i);

  return (DlDatum) { log2 (point->bytes), point->GBps, NAN, DL_MARK_FILLED };
}

/* With its color, dashes and shape none is like another among 7. */
static DlPlotSeries
series_of (const Layout *layout, guint curve)
{
  const guint n_colors = G_N_ELEMENTS (layout->plot.theme->series);

  return (DlPlotSeries) {
    .n = dl_paper_result_curve (layout->paper, curve)->points->len,
    .get = datum,
    .data = layout->paper,
    .series = curve,
    .bridged = TRUE,
    .style = { &layout->plot.theme->series[curve % n_colors], curve + curve / n_colors, curve, 1.5,
               RADIUS },
  };
}

static DlMarkStyle
limit_style (const Layout *layout, guint limit)
{
  return (DlMarkStyle) { .color = &layout->plot.theme->muted, .dash = 1 + 2 * limit, .width = 1 };
}

static const DlPaperLimit *
limit_of (const Layout *layout, guint i)
{
  return &g_array_index (layout->paper->limits, DlPaperLimit, i);
}

/* The key has its place above whatever is drawn. */
static void
lay_out (Layout *layout)
{
  const DlPaperResult *paper = layout->paper;
  DlPlot *plot = &layout->plot;
  double low = INFINITY, high = 0, most = 0;

  dl_plot_set_margins (plot, LEFT, TITLE, RIGHT, DL_PLOT_TICK + 2 * DL_LINE_SMALL);
  plot->area.height = MAX (20, plot->area.height);
  for (guint curve = 0; curve < paper->curves->len; curve++)
    {
      const DlPlotSeries series = series_of (layout, curve);

      most = MAX (most, dl_plot_series_max (&series));
      for (guint i = 0; i < series.n; i++)
        {
          low = MIN (low, datum (paper, curve, i).x);
          high = MAX (high, datum (paper, curve, i).x);
        }
    }
  for (guint i = 0; i < paper->limits->len; i++)
    most = MAX (most, limit_of (layout, i)->GBps);
  layout->n_columns = MAX (1, (guint) (plot->area.width / KEY_WIDTH));
  layout->n_lines = (paper->curves->len + layout->n_columns - 1) / layout->n_columns;
  layout->key_height = (layout->n_lines + paper->limits->len) * DL_LINE_SMALL + 4;
  plot->x = dl_axis_between (low, high > low ? high : low + 1, 1, 1);
  plot->y = dl_axis_from_zero (MAX (most, 1e-3) * plot->area.height
                                   / MAX (20, plot->area.height - layout->key_height - 4),
                               dl_plot_most_steps (plot, 10));
}

/* Drawing -------------------------------------------------------------------------------------- */

/* Ticks at the powers of two, and the lengths that were simulated. */
static void
draw_lengths (const Layout *layout)
{
  const DlPlot *plot = &layout->plot;
  const GArray *points = dl_paper_result_curve (layout->paper, 0)->points;

  for (gint power = (gint) ceil (plot->x.low); power <= plot->x.high; power++)
    dl_plot_tick (plot, power, NULL);
  for (guint i = 0; i < points->len; i++)
    {
      const double bytes = g_array_index (points, DlPaperPoint, i).bytes;
      g_autofree char *text = dl_paper_bytes_text (bytes);

      dl_plot_number (plot, log2 (bytes), text);
    }
  dl_plot_note (plot, 1, &plot->theme->muted, _ ("length of a message"));
}

static void
draw_key (const Layout *layout)
{
  const DlPaperResult *paper = layout->paper;
  const DlPlot *plot = &layout->plot;
  const DlRect r = plot->area;
  double y = r.y + 2 + layout->n_lines * DL_LINE_SMALL;

  /* Covers the rules of the axis. */
  dl_color_set_alpha (plot->cr, &plot->theme->background, 0.85);
  cairo_rectangle (plot->cr, r.x + 2, r.y + 1, r.width - 2, layout->key_height);
  cairo_fill (plot->cr);
  for (guint i = 0; i < paper->curves->len; i++)
    {
      const DlMarkStyle style = series_of (layout, i).style;

      dl_plot_key_line (plot, r.x + 4 + i / layout->n_lines * r.width / layout->n_columns,
                        r.y + 2 + i % layout->n_lines * DL_LINE_SMALL, &style,
                        dl_paper_result_curve (paper, i)->label);
    }
  for (guint i = 0; i < paper->limits->len; i++, y += DL_LINE_SMALL)
    {
      const DlMarkStyle style = limit_style (layout, i);
      g_autofree char *GBps = dl_chart_count (limit_of (layout, i)->GBps);
      g_autofree char *text = g_strdup_printf ("%s %s", GBps, limit_of (layout, i)->label);

      dl_plot_key_line (plot, r.x + 4, y, &style, text);
    }
}

void
dl_paper_curves_draw (cairo_t *cr, DlRect rect, const DlPaperResult *paper, const DlTheme *theme)
{
  Layout layout = { .paper = paper, .plot = { .cr = cr, .theme = theme, .rect = rect } };
  const DlPlot *plot = &layout.plot;

  g_assert (paper->curves->len > 0);
  lay_out (&layout);
  dl_chart_text (cr, &theme->muted, rect.x, rect.y, _ ("payload, GB/s per node"), DL_TEXT_SMALL,
                 FALSE, DL_ALIGN_START, rect.width);
  dl_plot_draw_y (plot);
  if (!theme->no_keys)
    draw_key (&layout);
  draw_lengths (&layout);
  for (guint i = 0; i < paper->limits->len; i++)
    dl_plot_rule_y (plot, limit_of (&layout, i)->GBps, limit_style (&layout, i).dash,
                    &theme->muted);
  for (guint i = 0; i < paper->curves->len; i++)
    {
      const DlPlotSeries series = series_of (&layout, i);

      dl_plot_line (plot, &series);
      dl_plot_points (plot, &series);
    }
}
