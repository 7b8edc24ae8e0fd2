#include "dl-load-latency.h"

#include "dl-chart-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Fixed, so that what is under a point needs no font. */
#define LEFT  44.0
#define RIGHT 10.0

#define TITLE         (DL_LINE_NORMAL + 4)
#define PANEL_GAP     8.0
#define LATENCY_SHARE 0.56 /* of the panels' height */
#define RADIUS        3.6
#define SMALLER       0.7  /* each series than the one before, so that marks on marks are seen */
#define NEAR          11.0 /* units from a point that are on it */
/* Of a mean: how far intervals widen the axis, which those of two runs might take all of. */
#define SEEN_REACH 0.25
/* Of the largest load: how far the axis goes, and what is accepted of it at least on an axis that
 * is not to jump with each point. */
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
  DlChartPanel panels[N_PANELS];
  double title_y[N_PANELS];
  double load_max, load_step;
  double axis_y; /* where the numbers of the loads are */
  gboolean hollow, saturated, locked, bars;
} Layout;

typedef struct
{
  cairo_t *cr;
  const DlLoadLatency *chart;
  const DlTheme *theme;
  DlRect rect;
  Layout layout;
} Plot;

/* Places --------------------------------------------------------------------------------------- */

static const DlLoadPoint *
point_of (const DlLoadCurve *curve, guint series, guint point)
{
  return &g_array_index (curve->series[series].points, DlLoadPoint, point);
}

static double
value_of (const DlLoadPoint *point, PanelId panel)
{
  return panel == LATENCY ? point->latency : point->accepted;
}

static double
reach_of (const DlLoadPoint *point, PanelId panel)
{
  return panel == LATENCY ? point->latency_reach : point->accepted_reach;
}

static void
fit (Layout *layout, const DlLoadCurve *curve)
{
  double max[N_PANELS] = { 0, curve->max_load * ACCEPTED_SHARE };

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
            const double value = value_of (point, panel);
            const double reach = reach_of (point, panel);

            if (isnan (value))
              continue;
            max[panel] = MAX (max[panel], value);
            if (!isnan (reach))
              max[panel] = MAX (max[panel], value + MIN (reach, SEEN_REACH * value));
          }
      }
  for (PanelId panel = 0; panel < N_PANELS; panel++)
    dl_chart_panel_fit (&layout->panels[panel], max[panel], 8);
  layout->load_max = curve->max_load * LOAD_ROOM;
  dl_chart_axis_end (curve->max_load, (guint) CLAMP (layout->panels[0].plot.width / 36, 2, 12),
                     &layout->load_step);
}

static gboolean
has_marks_key (const Layout *layout)
{
  return layout->hollow || layout->saturated || layout->locked;
}

/* Lines of the key: the curves, the marks that are there, and what the bars are. */
static guint
n_key_lines (const DlLoadCurve *curve, const Layout *layout)
{
  return curve->n_series + has_marks_key (layout) + layout->bars;
}

static void
lay_out (Layout *layout, DlRect rect, const DlLoadCurve *curve)
{
  const double left = rect.x + MIN (LEFT, rect.width / 3);
  const double width = MAX (4, dl_rect_right (rect) - RIGHT - left);
  const double below = 3 + 3 * DL_LINE_SMALL; /* numbers, what they are, how it was measured */
  double height, y;

  *layout = (Layout) { .load_max = 1, .load_step = 1 };
  layout->panels[LATENCY].plot = (DlRect) { left, 0, width, 100 };
  fit (layout, curve); /* for what the key has to say */
  y = rect.y + n_key_lines (curve, layout) * DL_LINE_SMALL + 6;
  height = MAX (20, dl_rect_bottom (rect) - below - y - 2 * TITLE - PANEL_GAP);
  for (PanelId panel = 0; panel < N_PANELS; panel++)
    {
      DlRect *plot = &layout->panels[panel].plot;

      layout->title_y[panel] = y;
      *plot = (DlRect) { left, y + TITLE, width,
                         height * (panel == LATENCY ? LATENCY_SHARE : 1 - LATENCY_SHARE) };
      y = dl_rect_bottom (*plot) + PANEL_GAP;
    }
  layout->axis_y = dl_rect_bottom (layout->panels[N_PANELS - 1].plot);
  fit (layout, curve);
}

static double
load_x (const Layout *layout, double load)
{
  const DlRect r = layout->panels[0].plot;

  return r.x + load / layout->load_max * r.width;
}

DlLoadPlace
dl_load_latency_hit (DlRect rect, const DlLoadCurve *curve, double x, double y)
{
  DlLoadPlace place = DL_NO_LOAD_PLACE;
  double nearest = NEAR;
  Layout layout;

  lay_out (&layout, rect, curve);
  for (guint series = 0; series < curve->n_series; series++)
    for (guint i = 0; i < curve->series[series].points->len; i++)
      for (PanelId panel = 0; panel < N_PANELS; panel++)
        {
          const DlLoadPoint *point = point_of (curve, series, i);
          const double dx = load_x (&layout, point->load) - x;
          const double dy = dl_chart_panel_y (&layout.panels[panel], value_of (point, panel)) - y;

          if (hypot (dx, dy) < nearest)
            {
              nearest = hypot (dx, dy);
              place = (DlLoadPlace) { series, i };
            }
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

/* Marks ---------------------------------------------------------------------------------------- */

static const DlColor *
series_color (const DlTheme *theme, guint series)
{
  return &theme->series[series % G_N_ELEMENTS (theme->series)];
}

/* A shape a curve. */
static void
add_mark (cairo_t *cr, guint series, double x, double y, double radius)
{
  cairo_new_path (cr);
  switch (series % 3)
    {
    case 0:
      cairo_arc (cr, x, y, radius, 0, 2 * G_PI);
      break;
    case 1:
      cairo_rectangle (cr, x - radius * 0.9, y - radius * 0.9, radius * 1.8, radius * 1.8);
      break;
    default:
      cairo_move_to (cr, x, y - radius * 1.2);
      cairo_line_to (cr, x + radius * 1.15, y + radius * 0.9);
      cairo_line_to (cr, x - radius * 1.15, y + radius * 0.9);
    }
  cairo_close_path (cr);
}

static void
draw_mark (const Plot *plot, guint series, double x, double y, DlSimState state)
{
  cairo_t *cr = plot->cr;
  const gboolean hollow = state != DL_SIM_CONVERGED;

  add_mark (cr, series, x, y, RADIUS + 1 - SMALLER * series);
  dl_color_set (cr, hollow ? &plot->theme->background : series_color (plot->theme, series));
  cairo_fill_preserve (cr);
  dl_color_set (cr, series_color (plot->theme, series));
  cairo_set_line_width (cr, 1.5);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_stroke (cr);
  if (state != DL_SIM_SATURATED)
    return;
  cairo_arc (cr, x, y, 1.5, 0, 2 * G_PI);
  cairo_fill (cr);
}

static void
draw_reach (const Plot *plot, const DlChartPanel *panel, guint series, double x, double value,
            double reach)
{
  cairo_t *cr = plot->cr;
  const double top = dl_rect_bottom (panel->plot) - panel->plot.height;
  const double high = MAX (dl_chart_panel_y (panel, value + reach), top);
  const double low = MIN (dl_chart_panel_y (panel, value - reach), dl_rect_bottom (panel->plot));

  if (isnan (reach) || low - high < 2)
    return;
  dl_color_set (cr, series_color (plot->theme, series));
  cairo_set_line_width (cr, 1.2);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_move_to (cr, x, high);
  cairo_line_to (cr, x, low);
  /* No cap where it goes on beyond the axis. */
  if (high > top)
    {
      cairo_move_to (cr, x - 3, high);
      cairo_rel_line_to (cr, 6, 0);
    }
  if (low < dl_rect_bottom (panel->plot))
    {
      cairo_move_to (cr, x - 3, low);
      cairo_rel_line_to (cr, 6, 0);
    }
  cairo_stroke (cr);
}

static void
draw_line (const Plot *plot, const DlChartPanel *panel, PanelId id, guint series)
{
  cairo_t *cr = plot->cr;
  const GArray *points = plot->chart->curve->series[series].points;

  cairo_new_path (cr);
  for (guint i = 0; i < points->len; i++)
    {
      const DlLoadPoint *point = point_of (plot->chart->curve, series, i);
      const double value = value_of (point, id);

      if (!isnan (value))
        cairo_line_to (cr, load_x (&plot->layout, point->load), dl_chart_panel_y (panel, value));
    }
  dl_chart_set_dash (cr, series);
  dl_color_set (cr, series_color (plot->theme, series));
  cairo_set_line_width (cr, 1.6);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (cr);
}

static void
draw_points (const Plot *plot, const DlChartPanel *panel, PanelId id, guint series)
{
  const GArray *points = plot->chart->curve->series[series].points;
  const DlLoadPlace hovered = plot->chart->hovered;

  for (guint i = 0; i < points->len; i++)
    {
      const DlLoadPoint *point = point_of (plot->chart->curve, series, i);
      const double x = load_x (&plot->layout, point->load);
      const double value = value_of (point, id), y = dl_chart_panel_y (panel, value);

      if (isnan (value))
        continue;
      draw_reach (plot, panel, series, x, value, reach_of (point, id));
      draw_mark (plot, series, x, y, point->state);
      if (point->n_deadlocked > 0)
        dl_chart_cross (plot->cr, x, y, RADIUS + 2, &plot->theme->broken);
      if (hovered.series == series && hovered.point == i)
        {
          dl_color_set (plot->cr, &plot->theme->accent);
          cairo_set_line_width (plot->cr, 2);
          cairo_new_path (plot->cr);
          cairo_arc (plot->cr, x, y, RADIUS + 4, 0, 2 * G_PI);
          cairo_stroke (plot->cr);
        }
    }
}

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
draw_saturation (const Plot *plot, guint series)
{
  cairo_t *cr = plot->cr;
  const DlLoadSeries *it = &plot->chart->curve->series[series];
  const double from = load_x (&plot->layout, it->carried);
  const double to = load_x (&plot->layout, it->saturation);
  const double x = (from + to) / 2, top = plot->layout.panels[LATENCY].plot.y;
  const double bottom = plot->layout.axis_y;
  const double size = 12 - 4 * MIN (series, 2);

  if (isnan (it->saturation))
    return;
  dl_color_set_alpha (cr, series_color (plot->theme, series), 0.15);
  cairo_rectangle (cr, from, top, to - from, bottom - top);
  cairo_fill (cr);
  dl_color_set_alpha (cr, series_color (plot->theme, series), 0.6);
  cairo_set_line_width (cr, 1.2);
  cairo_set_dash (cr, (const double[]) { 2, 3 }, 2, series * 2.5);
  cairo_move_to (cr, to, top);
  cairo_line_to (cr, to, bottom);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  dl_color_set (cr, series_color (plot->theme, series));
  cairo_move_to (cr, x, bottom - size);
  cairo_line_to (cr, x + size * 0.6, bottom);
  cairo_line_to (cr, x - size * 0.6, bottom);
  cairo_close_path (cr);
  cairo_fill (cr);
}

/* Of offered and accepted loads. */
static const char *
load_unit (const Plot *plot)
{
  const char *unit = plot->chart->curve->load_unit;

  return unit != NULL ? _ (unit) : _ ("flits/node/cycle");
}

/* Axes and text -------------------------------------------------------------------------------- */

static void
draw_loads_axis (const Plot *plot)
{
  cairo_t *cr = plot->cr;
  const Layout *layout = &plot->layout;
  const double middle = plot->rect.x + plot->rect.width / 2;
  const DlLoadCurve *curve = plot->chart->curve;
  g_autofree char *cycles = dl_chart_count (curve->cycles);
  g_autofree char *offered = NULL;
  g_autofree char *runs = NULL;

  for (guint i = 0; i * layout->load_step <= layout->load_max * (1 + 1e-9); i++)
    {
      const double x = load_x (layout, i * layout->load_step);
      g_autofree char *text = dl_chart_tick (i * layout->load_step, layout->load_step);
      const double half = dl_chart_text_width (cr, text, DL_TEXT_SMALL, FALSE) / 2;

      dl_color_set (cr, &plot->theme->muted);
      cairo_set_line_width (cr, 1);
      cairo_set_dash (cr, NULL, 0, 0);
      dl_chart_rule (cr, plot->theme, x, layout->axis_y, 0, 3);
      dl_chart_text (cr, &plot->theme->muted, MIN (x, dl_rect_right (plot->rect) - half),
                     layout->axis_y + 3, text, DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, 0);
    }
  /* Translators: a load and its unit */
  offered = g_strdup_printf (_ ("offered load, %s"), load_unit (plot));
  dl_chart_text (cr, &plot->theme->muted, middle, layout->axis_y + 3 + DL_LINE_SMALL, offered,
                 DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, plot->rect.width);
  if (curve->n_seeds > 1)
    /* Translators: how many runs a point is the mean of, and how long each is */
    runs = g_strdup_printf (_ ("%u × at most %s cycles/point"), curve->n_seeds, cycles);
  else
    runs = g_strdup_printf (_ ("at most %s cycles/point"), cycles);
  dl_chart_text (cr, &plot->theme->muted, middle, layout->axis_y + 3 + 2 * DL_LINE_SMALL, runs,
                 DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, plot->rect.width);
}

static void
draw_title (const Plot *plot, PanelId id)
{
  static const char *const titles[N_PANELS]
      = { [LATENCY] = N_ ("Latency"), [ACCEPTED] = N_ ("Accepted throughput") };
  const char *unit = id == LATENCY ? _ ("cycles, mean") : load_unit (plot);
  const DlRect r = plot->rect;
  const double y = plot->layout.title_y[id];
  const double x = r.x
                   + dl_chart_text (plot->cr, &plot->theme->foreground, r.x, y, _ (titles[id]),
                                    DL_TEXT_NORMAL, TRUE, DL_ALIGN_START, r.width);

  if (dl_rect_right (r) - x > 28)
    dl_chart_text (plot->cr, &plot->theme->muted, x + 8, y + 2, unit, DL_TEXT_SMALL, FALSE,
                   DL_ALIGN_START, dl_rect_right (r) - x - 8);
}

/* "–●– Round robin   saturates at .32" */
static void
draw_key (const Plot *plot, guint series, double y)
{
  cairo_t *cr = plot->cr;
  const DlLoadSeries *it = &plot->chart->curve->series[series];
  const double x = plot->rect.x, right = dl_rect_right (plot->rect);
  double used;

  dl_color_set (cr, series_color (plot->theme, series));
  dl_chart_set_dash (cr, series);
  cairo_set_line_width (cr, 1.6);
  cairo_move_to (cr, x, y + DL_LINE_SMALL / 2);
  cairo_rel_line_to (cr, 24, 0);
  cairo_stroke (cr);
  draw_mark (plot, series, x + 12, y + DL_LINE_SMALL / 2, DL_SIM_CONVERGED);
  used = 30
         + dl_chart_text (cr, &plot->theme->foreground, x + 30, y, it->label, DL_TEXT_SMALL, FALSE,
                          DL_ALIGN_START, right - x - 30);
  if (!isnan (it->saturation) && right - x - used > 40)
    {
      g_autofree char *load = dl_load_saturation_text (it);
      g_autofree char *text = g_strdup_printf (_ ("▴ saturates at %s"), load);

      dl_chart_text (cr, series_color (plot->theme, series), right, y, text, DL_TEXT_SMALL, FALSE,
                     DL_ALIGN_END, right - x - used - 8);
    }
}

/* A mark with what it means, from @x on; returns where the next one begins. */
static double
draw_state_key (const Plot *plot, double x, double y, DlSimState state, const char *text)
{
  draw_mark (plot, 0, x + 6, y + DL_LINE_SMALL / 2, state);
  return x + 30
         + dl_chart_text (plot->cr, &plot->theme->muted, x + 16, y, text, DL_TEXT_SMALL, FALSE,
                          DL_ALIGN_START, dl_rect_right (plot->rect) - x - 16);
}

static void
draw_marks_key (const Plot *plot, double y)
{
  const Layout *layout = &plot->layout;
  const double right = dl_rect_right (plot->rect);
  double x = plot->rect.x;

  if (layout->hollow)
    x = draw_state_key (plot, x, y, DL_SIM_NOT_CONVERGED, _ ("not converged"));
  if (layout->saturated && right - x > 40)
    x = draw_state_key (plot, x, y, DL_SIM_SATURATED, _ ("saturated"));
  if (layout->locked && right - x > 40)
    {
      dl_chart_cross (plot->cr, x + 5, y + DL_LINE_SMALL / 2, RADIUS, &plot->theme->broken);
      dl_chart_text (plot->cr, &plot->theme->muted, x + 14, y, _ ("deadlock"), DL_TEXT_SMALL, FALSE,
                     DL_ALIGN_START, right - x - 14);
    }
}

static void
draw_bars_key (const Plot *plot, double y)
{
  const char *text
      = plot->chart->curve->n_seeds > 1
            ? /* xgettext:no-c-format */ _ ("bars: 95% confidence, over seeds")
            : /* xgettext:no-c-format */ _ ("bars: 95% confidence, over batches of a run");

  dl_chart_text (plot->cr, &plot->theme->muted, plot->rect.x, y, text, DL_TEXT_SMALL, FALSE,
                 DL_ALIGN_START, plot->rect.width);
}

/* What would be accepted if everything were. */
static void
draw_diagonal (const Plot *plot)
{
  cairo_t *cr = plot->cr;
  const DlChartPanel *panel = &plot->layout.panels[ACCEPTED];
  const double end = MIN (panel->max, plot->layout.load_max);

  dl_color_set (cr, &plot->theme->muted);
  cairo_set_line_width (cr, 1);
  cairo_set_dash (cr, (const double[]) { 1, 3 }, 2, 0);
  cairo_move_to (cr, load_x (&plot->layout, 0), dl_chart_panel_y (panel, 0));
  cairo_line_to (cr, load_x (&plot->layout, end), dl_chart_panel_y (panel, end));
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

void
dl_load_latency_draw (cairo_t *cr, DlRect rect, const DlLoadLatency *chart, const DlTheme *theme)
{
  Plot plot = { .cr = cr, .chart = chart, .theme = theme, .rect = rect };
  const guint n_series = chart->curve->n_series;

  lay_out (&plot.layout, rect, chart->curve);
  if (theme->no_keys)
    {
      /* The panels take its place. */
      const double key = n_key_lines (chart->curve, &plot.layout) * DL_LINE_SMALL + 6;

      rect.y -= key;
      rect.height += key;
      lay_out (&plot.layout, rect, chart->curve);
    }
  for (guint series = 0; series < n_series && !theme->no_keys; series++)
    draw_key (&plot, series, rect.y + series * DL_LINE_SMALL);
  if (has_marks_key (&plot.layout) && !theme->no_keys)
    draw_marks_key (&plot, rect.y + n_series * DL_LINE_SMALL);
  if (plot.layout.bars && !theme->no_keys)
    draw_bars_key (&plot, rect.y + (n_series + has_marks_key (&plot.layout)) * DL_LINE_SMALL);
  draw_loads_axis (&plot);
  for (PanelId id = 0; id < N_PANELS; id++)
    {
      draw_title (&plot, id);
      dl_chart_panel_draw_axis (cr, &plot.layout.panels[id], theme);
    }
  draw_diagonal (&plot);
  for (guint series = 0; series < n_series; series++)
    draw_saturation (&plot, series);
  for (PanelId id = 0; id < N_PANELS; id++)
    {
      for (guint series = 0; series < n_series; series++)
        draw_line (&plot, &plot.layout.panels[id], id, series);
      for (guint series = 0; series < n_series; series++)
        draw_points (&plot, &plot.layout.panels[id], id, series);
    }
  if (chart->curve->n_runs == 0)
    dl_chart_message (cr, plot.layout.panels[LATENCY].plot, _ ("no points yet"), theme);
}
