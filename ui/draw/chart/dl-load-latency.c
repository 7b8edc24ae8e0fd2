#include "dl-load-latency.h"

#include "dl-plot.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Fixed, so that hit tests need no font. */

#define TITLE         (DL_LINE_NORMAL + 4)
#define LATENCY_SHARE 0.56 /* of the panels' height */
#define RADIUS        4.6
#define SMALLER       0.7  /* each series than the one before, so that marks on marks are seen */
#define NEAR          11.0 /* units from a point that are on it */
#define N_SHAPES      3
/* Share of a mean by which intervals widen the axis; those of two runs might take all of it. */
#define SEEN_REACH 0.25
/* Shares of the largest load: the end of its axis, and the least end of the axis of accepted
 * throughput, so that it does not jump with each point. */
#define LOAD_ROOM      1.03
#define ACCEPTED_SHARE 0.8

typedef enum
{
  LATENCY,
  ACCEPTED,
  N_PANELS
} PanelId;

typedef struct
{
  const DlLoadLatency *chart;
  DlPlot panels[N_PANELS];
  double max[N_PANELS]; /* that the axes hold */
  gboolean hollow, saturated, locked, bars;
} Layout;

/* Series --------------------------------------------------------------------------------------- */

static const DlLoadPoint *
point_of (const DlLoadCurve *curve, guint series, guint point)
{
  return &g_array_index (curve->series[series].points, DlLoadPoint, point);
}

static DlDatum
datum (const Layout *layout, PanelId panel, guint series, guint i)
{
  const DlLoadPoint *point = point_of (layout->chart->curve, series, i);
  const DlLoadPlace hovered = layout->chart->hovered;
  DlMarkFlags flags = DL_MARK_FILLED;

  if (point->state != DL_SIM_CONVERGED)
    flags |= DL_MARK_HOLLOW;
  if (point->state == DL_SIM_SATURATED)
    flags |= DL_MARK_DOTTED;
  if (point->n_deadlocked > 0)
    flags |= DL_MARK_CROSSED;
  if (hovered.series == series && hovered.point == i)
    flags |= DL_MARK_HOVERED;
  return panel == LATENCY
             ? (DlDatum) { point->load, point->latency, point->latency_reach, flags }
             : (DlDatum) { point->load, point->accepted, point->accepted_reach, flags };
}

static DlDatum
latency_datum (gconstpointer layout, guint series, guint i)
{
  return datum (layout, LATENCY, series, i);
}

static DlDatum
accepted_datum (gconstpointer layout, guint series, guint i)
{
  return datum (layout, ACCEPTED, series, i);
}

/* @theme: nullable, for places alone. */
static DlPlotSeries
series_of (const Layout *layout, PanelId panel, guint series, const DlTheme *theme)
{
  const DlColor *colors = theme != NULL ? theme->series : NULL;

  return (DlPlotSeries) {
    .n = layout->chart->curve->series[series].points->len,
    .get = panel == LATENCY ? latency_datum : accepted_datum,
    .data = layout,
    .series = series,
    .bridged = TRUE,
    .style = { colors != NULL ? &colors[series % G_N_ELEMENTS (theme->series)] : NULL, series,
               series % N_SHAPES, 1.6, RADIUS - SMALLER * series },
  };
}

/* Layout --------------------------------------------------------------------------------------- */

/* Ranges of the axes and entries of the key. */
static void
look_through (Layout *layout)
{
  const DlLoadCurve *curve = layout->chart->curve;

  layout->max[ACCEPTED] = curve->max_load * ACCEPTED_SHARE;
  for (guint series = 0; series < curve->n_series; series++)
    for (guint i = 0; i < curve->series[series].points->len; i++)
      {
        const DlLoadPoint *point = point_of (curve, series, i);

        layout->hollow = layout->hollow || point->state == DL_SIM_NOT_CONVERGED;
        layout->saturated = layout->saturated || point->state == DL_SIM_SATURATED;
        layout->bars = layout->bars || !isnan (point->accepted_reach);
        layout->locked = layout->locked || point->n_deadlocked > 0;
        for (PanelId panel = 0; panel < N_PANELS; panel++)
          {
            const DlDatum it = datum (layout, panel, series, i);

            if (!isnan (it.y))
              layout->max[panel]
                  = fmax (layout->max[panel],
                          it.y + (isnan (it.reach) ? 0 : MIN (it.reach, SEEN_REACH * it.y)));
          }
      }
}

static gboolean
has_marks_key (const Layout *layout)
{
  return layout->hollow || layout->saturated || layout->locked;
}

static void
lay_out (Layout *layout, DlRect rect, gboolean no_key)
{
  const DlLoadCurve *curve = layout->chart->curve;
  const double left = rect.x + MIN (DL_PLOT_LEFT, rect.width / 3);
  const double width = MAX (4, dl_rect_right (rect) - DL_PLOT_RIGHT - left);
  /* Numbers, what they are, how it was measured. */
  const double below = DL_PLOT_TICK + 3 * DL_LINE_SMALL;
  double height, y = rect.y;

  look_through (layout);
  if (!no_key)
    y += (curve->n_series + has_marks_key (layout) + layout->bars) * DL_LINE_SMALL + 6;
  height = MAX (20, dl_rect_bottom (rect) - below - y - 2 * TITLE - DL_GAP_PANELS);
  for (PanelId panel = 0; panel < N_PANELS; panel++)
    {
      DlPlot *plot = &layout->panels[panel];
      const double share = panel == LATENCY ? LATENCY_SHARE : 1 - LATENCY_SHARE;

      plot->rect = rect;
      plot->area = (DlRect) { left, y + TITLE, width, height * share };
      plot->x = dl_axis_between (0, curve->max_load * LOAD_ROOM, curve->max_load,
                                 (guint) CLAMP (width / 36, 2, 12));
      plot->y = dl_axis_from_zero (layout->max[panel], dl_plot_most_steps (plot, 8));
      y = dl_rect_bottom (plot->area) + DL_GAP_PANELS;
    }
}

DlLoadPlace
dl_load_latency_hit (DlRect rect, const DlLoadCurve *curve, double x, double y)
{
  const DlLoadLatency chart = { .curve = curve, .hovered = DL_NO_LOAD_PLACE };
  DlLoadPlace place = DL_NO_LOAD_PLACE;
  Layout layout = { .chart = &chart };
  double near = NEAR;
  guint i;

  lay_out (&layout, rect, FALSE);
  for (guint series = 0; series < curve->n_series; series++)
    for (PanelId panel = 0; panel < N_PANELS; panel++)
      {
        const DlPlotSeries it = series_of (&layout, panel, series, NULL);

        if (dl_plot_hit (&layout.panels[panel], &it, x, y, &near, &i))
          place = (DlLoadPlace) { series, i };
      }
  return place;
}

const DlLoadPoint *
dl_load_latency_at (const DlLoadCurve *curve, DlLoadPlace place)
{
  if (curve == NULL || place.series >= curve->n_series
      || place.point >= curve->series[place.series].points->len)
    return NULL;
  return point_of (curve, place.series, place.point);
}

/* Drawing -------------------------------------------------------------------------------------- */

char *
dl_load_saturation_text (const DlLoadSeries *series)
{
  const double loads[] = { series->carried, series->saturation };
  const double step
      = fabs (remainder (loads[0], 0.01)) + fabs (remainder (loads[1], 0.01)) > 1e-6 ? 0.001 : 0.01;
  g_autofree char *from = dl_chart_tick (loads[0], step);
  g_autofree char *to = dl_chart_tick (loads[1], step);

  /* Translators: a range of loads, from and to */
  return g_strdup_printf (_ ("%s–%s"), from, to);
}

/* Between which loads a curve saturates: a band through both panels, with its mark at the foot. */
static void
draw_saturation (const Layout *layout, guint series)
{
  const DlPlot *plot = &layout->panels[LATENCY];
  const DlLoadSeries *it = &layout->chart->curve->series[series];
  const DlColor *color = series_of (layout, LATENCY, series, plot->theme).style.color;
  const double bottom = dl_rect_bottom (layout->panels[ACCEPTED].area);
  const double to = dl_plot_x (plot, it->saturation), x = (dl_plot_x (plot, it->carried) + to) / 2;
  const double size = 12 - 4 * MIN (series, 2);
  cairo_t *cr = plot->cr;

  if (isnan (it->saturation))
    return;
  dl_plot_band (plot, it->carried, it->saturation, bottom, color, 0.15);
  dl_color_set_alpha (cr, color, 0.6);
  cairo_set_line_width (cr, 1.2);
  cairo_set_dash (cr, (const double[]) { 2, 3 }, 2, series * 2.5);
  cairo_move_to (cr, to, plot->area.y);
  cairo_line_to (cr, to, bottom);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  dl_color_set (cr, color);
  cairo_move_to (cr, x, bottom - size);
  cairo_line_to (cr, x + size * 0.6, bottom);
  cairo_line_to (cr, x - size * 0.6, bottom);
  cairo_close_path (cr);
  cairo_fill (cr);
}

/* Key of marks unlike those of the curves, from left to right. */
static void
draw_marks_key (const Layout *layout, double y)
{
  const DlPlot *plot = &layout->panels[LATENCY];
  const DlMarkStyle style = series_of (layout, LATENCY, 0, plot->theme).style;
  double x = plot->rect.x;

  if (layout->hollow)
    x += dl_plot_key_mark (plot, x, y, &style, DL_MARK_HOLLOW, _ ("not converged"));
  if (layout->saturated)
    x += dl_plot_key_mark (plot, x, y, &style, DL_MARK_HOLLOW | DL_MARK_DOTTED, _ ("saturated"));
  if (layout->locked)
    dl_plot_key_mark (plot, x, y, &style, DL_MARK_HOLLOW | DL_MARK_CROSSED, _ ("deadlock"));
}

/* "–●– Round robin   saturates at 0.32" */
static void
draw_keys (const Layout *layout)
{
  const DlPlot *plot = &layout->panels[LATENCY];
  const DlLoadCurve *curve = layout->chart->curve;
  double y = plot->rect.y;

  for (guint series = 0; series < curve->n_series; series++, y += DL_LINE_SMALL)
    {
      const DlLoadSeries *it = &curve->series[series];
      const DlMarkStyle style = series_of (layout, LATENCY, series, plot->theme).style;
      const double room
          = plot->rect.width - dl_plot_key_line (plot, plot->rect.x, y, &style, it->label);
      g_autofree char *load = dl_load_saturation_text (it);
      g_autofree char *text = g_strdup_printf (_ ("▴ saturates at %s"), load);

      if (!isnan (it->saturation) && room > 26)
        dl_chart_text (plot->cr, style.color, dl_rect_right (plot->rect), y, text, DL_TEXT_SMALL,
                       FALSE, DL_ALIGN_END, room);
    }
  if (has_marks_key (layout))
    {
      draw_marks_key (layout, y);
      y += DL_LINE_SMALL;
    }
  if (layout->bars)
    dl_chart_text (
        plot->cr, &plot->theme->muted, plot->rect.x, y,
        curve->n_seeds > 1
            ? /* xgettext:no-c-format */ _ ("bars: 95% confidence, over seeds")
            : /* xgettext:no-c-format */ _ ("bars: 95% confidence, over batches of a run"),
        DL_TEXT_SMALL, FALSE, DL_ALIGN_START, plot->rect.width);
}

/* Offered loads below the panels, and how they were measured. */
static void
draw_loads (const DlPlot *plot, const DlLoadCurve *curve, const char *unit)
{
  g_autofree char *cycles = dl_chart_count (curve->cycles);
  /* Translators: a load and its unit */
  g_autofree char *offered = g_strdup_printf (_ ("offered load, %s"), unit);
  g_autofree char *runs = NULL;

  if (curve->n_seeds > 1)
    /* Translators: how many runs a point is the mean of, and how long each is */
    runs = g_strdup_printf (_ ("%u × at most %s cycles/point"), curve->n_seeds, cycles);
  else
    runs = g_strdup_printf (_ ("at most %s cycles/point"), cycles);
  dl_plot_draw_x (plot);
  dl_plot_note (plot, 1, &plot->theme->muted, offered);
  dl_plot_note (plot, 2, &plot->theme->muted, runs);
}

/* Throughput if all load were accepted. */
static void
draw_diagonal (const DlPlot *plot)
{
  const double end = MIN (plot->y.high, plot->x.high);

  dl_color_set (plot->cr, &plot->theme->muted);
  cairo_set_line_width (plot->cr, 1);
  cairo_set_dash (plot->cr, (const double[]) { 1, 3 }, 2, 0);
  cairo_move_to (plot->cr, dl_plot_x (plot, 0), dl_plot_y (plot, 0));
  cairo_line_to (plot->cr, dl_plot_x (plot, end), dl_plot_y (plot, end));
  cairo_stroke (plot->cr);
  cairo_set_dash (plot->cr, NULL, 0, 0);
}

void
dl_load_latency_draw (cairo_t *cr, DlRect rect, const DlLoadLatency *chart, const DlTheme *theme)
{
  const DlLoadCurve *curve = chart->curve;
  const char *unit = curve->load_unit != NULL ? _ (curve->load_unit) : _ ("flits/node/cycle");
  const DlHeading headings[N_PANELS] = { [LATENCY] = { _ ("Latency"), _ ("cycles, mean") },
                                         [ACCEPTED] = { _ ("Accepted throughput"), unit } };
  Layout layout = { .chart = chart };

  lay_out (&layout, rect, theme->no_keys);
  for (PanelId id = 0; id < N_PANELS; id++)
    {
      DlPlot *plot = &layout.panels[id];

      plot->cr = cr;
      plot->theme = theme;
      dl_plot_heading (plot, plot->area.y - TITLE, headings[id]);
      dl_plot_draw_y (plot);
    }
  if (!theme->no_keys)
    draw_keys (&layout);
  draw_loads (&layout.panels[ACCEPTED], curve, unit);
  draw_diagonal (&layout.panels[ACCEPTED]);
  for (guint series = 0; series < curve->n_series; series++)
    draw_saturation (&layout, series);
  for (PanelId id = 0; id < N_PANELS; id++)
    for (guint pass = 0; pass < 2; pass++)
      for (guint series = 0; series < curve->n_series; series++)
        {
          const DlPlotSeries it = series_of (&layout, id, series, theme);

          (pass == 0 ? dl_plot_line : dl_plot_points) (&layout.panels[id], &it);
        }
  if (curve->n_runs == 0)
    dl_chart_message (cr, layout.panels[LATENCY].area, _ ("no points yet"), theme);
}
