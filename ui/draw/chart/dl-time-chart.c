#include "dl-time-chart.h"

#include "dl-chart-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Fixed, so that what is under a point needs no font. */
#define LEFT  44.0
#define RIGHT 6.0

#define PANEL_GAP  6.0
#define LEAST_STEP 2.0 /* units of the axis that an interval covers when it is drawn */

/* Points that are @to - @from intervals. */
typedef struct
{
  guint from, to;
} Stretch;

typedef struct
{
  cairo_t *cr;
  const DlTimeChart *chart;
  const DlTheme *theme;
  DlRect rect;
  GArray *stretches; /* Stretch */
} TimePlot;

/* Values --------------------------------------------------------------------------------------- */

static DlTimeValues
values_between (const DlTimeChart *chart, guint from, guint to)
{
  const DlSimPoint *a = &chart->points[from], *b = &chart->points[to];
  const double unit = chart->load_flits > 0 ? chart->load_flits : 1;

  return (DlTimeValues) {
    .from = a->cycle,
    .to = b->cycle,
    .offered = chart->saturated
                   ? NAN
                   : dl_sim_points_offered (a, b, chart->packet_flits, chart->n_nodes) / unit,
    .accepted = dl_sim_points_accepted (a, b, chart->n_nodes) / unit,
    .latency = dl_sim_points_latency (a, b),
    .minimal = 1 - dl_sim_points_nonminimal (a, b),
  };
}

DlTimeValues
dl_time_chart_values (const DlTimeChart *chart, guint interval)
{
  g_assert (interval + 1 < chart->n_points);
  return values_between (chart, interval, interval + 1);
}

/* Places --------------------------------------------------------------------------------------- */

static double
plot_left (DlRect rect)
{
  return rect.x + MIN (LEFT, rect.width / 3);
}

static double
plot_width (DlRect rect)
{
  return MAX (4, dl_rect_right (rect) - RIGHT - plot_left (rect));
}

static gboolean
has_time (const DlTimeChart *chart)
{
  return chart->n_points >= 2 && chart->points[chart->n_points - 1].cycle > chart->points[0].cycle;
}

static guint64
n_cycles (const DlTimeChart *chart)
{
  return chart->points[chart->n_points - 1].cycle - chart->points[0].cycle;
}

static double
cycle_x (DlRect rect, const DlTimeChart *chart, guint64 cycle)
{
  return plot_left (rect)
         + plot_width (rect) * ((double) cycle - (double) chart->points[0].cycle)
               / n_cycles (chart);
}

guint
dl_time_chart_hit (DlRect rect, const DlTimeChart *chart, double x, double y)
{
  const DlRect plot = { plot_left (rect), rect.y + DL_LINE_NORMAL, plot_width (rect),
                        rect.height - DL_LINE_NORMAL };
  guint low = 0, high = chart->n_points - 1;

  if (!has_time (chart) || !dl_rect_holds (plot, x, y))
    return DL_NO_INTERVAL;
  /* The last point that is not to the right. */
  while (high - low > 1)
    {
      const guint middle = low + (high - low) / 2;

      if (cycle_x (rect, chart, chart->points[middle].cycle) <= x)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/* Intervals taken together until each is wide enough to be seen; rates of the whole are exact. */
static GArray *
find_stretches (DlRect rect, const DlTimeChart *chart)
{
  const double cycles = n_cycles (chart) * LEAST_STEP / plot_width (rect);
  GArray *stretches = g_array_new (FALSE, FALSE, sizeof (Stretch));
  Stretch stretch = { 0, 0 };

  for (guint i = 1; i < chart->n_points; i++)
    {
      stretch.to = i;
      if (chart->points[i].cycle - chart->points[stretch.from].cycle < cycles
          && i + 1 < chart->n_points)
        continue;
      g_array_append_val (stretches, stretch);
      stretch.from = i;
    }
  return stretches;
}

/* A panel -------------------------------------------------------------------------------------- */

typedef enum
{
  OFFERED,
  ACCEPTED,
  LATENCY,
  MINIMAL
} Curve;

static double
curve_value (const DlTimeValues *values, Curve curve)
{
  return curve == OFFERED    ? values->offered
         : curve == ACCEPTED ? values->accepted
         : curve == LATENCY  ? values->latency
                             : values->minimal;
}

static const DlColor *
curve_color (const DlTheme *theme, Curve curve)
{
  return &theme->series[curve == OFFERED ? 1 : curve == LATENCY ? 2 : 0];
}

static void
fit_panel (const TimePlot *plot, DlChartPanel *panel, Curve first, Curve last)
{
  double max = 0;

  for (guint i = 0; i < plot->stretches->len; i++)
    {
      const Stretch *stretch = &g_array_index (plot->stretches, Stretch, i);
      const DlTimeValues values = values_between (plot->chart, stretch->from, stretch->to);

      for (Curve curve = first; curve <= last; curve++)
        if (curve_value (&values, curve) > max)
          max = curve_value (&values, curve);
    }
  dl_chart_panel_fit (panel, max, 6);
}

/* Through the middle of each stretch, flat to both ends. Nothing where there is no value. */
static void
draw_curve (const TimePlot *plot, const DlChartPanel *panel, Curve curve)
{
  cairo_t *cr = plot->cr;
  const DlTimeChart *chart = plot->chart;
  const guint n = plot->stretches->len;
  double last_x = 0, last_y = NAN;

  cairo_new_path (cr);
  for (guint i = 0; i < n; i++)
    {
      const Stretch *stretch = &g_array_index (plot->stretches, Stretch, i);
      const DlTimeValues values = values_between (chart, stretch->from, stretch->to);
      const double from = cycle_x (plot->rect, chart, values.from);
      const double to = cycle_x (plot->rect, chart, values.to);
      const double y = dl_chart_panel_y (panel, curve_value (&values, curve));

      if (!isnan (last_y) && isnan (y))
        cairo_line_to (cr, last_x, last_y);
      if (!isnan (y))
        {
          if (isnan (last_y))
            cairo_move_to (cr, from, y);
          cairo_line_to (cr, (from + to) / 2, y);
          if (i + 1 == n)
            cairo_line_to (cr, to, y);
        }
      last_x = to;
      last_y = y;
    }
  dl_chart_set_dash (cr, curve == OFFERED ? 1 : 0);
  dl_color_set (cr, curve_color (plot->theme, curve));
  cairo_set_line_width (cr, 1.8);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (cr);
}

/* Marks ---------------------------------------------------------------------------------------- */

static void
draw_triangle (cairo_t *cr, double x, double y)
{
  cairo_new_path (cr);
  cairo_move_to (cr, x - 4, y);
  cairo_line_to (cr, x + 4, y);
  cairo_line_to (cr, x, y + 6);
  cairo_close_path (cr);
  cairo_fill (cr);
}

/* What was changed at @x, beside the mark: after it, or else before, where that is free. */
static double
draw_mark_label (const TimePlot *plot, const char *label, double x, double y, double free_from,
                 double free_to)
{
  const double width = dl_chart_text_width (plot->cr, label, DL_TEXT_SMALL, FALSE);
  double from = x + 4;

  if (from + width > free_to)
    from = x - 4 - width;
  if (from < free_from)
    return x;
  dl_color_set_alpha (plot->cr, &plot->theme->background, 0.8);
  cairo_rectangle (plot->cr, from - 1, y, width + 2, DL_LINE_SMALL);
  cairo_fill (plot->cr);
  dl_chart_text (plot->cr, &plot->theme->foreground, from, y, label, DL_TEXT_SMALL, FALSE,
                 DL_ALIGN_START, 0);
  return MAX (x, from + width + 4);
}

static void
draw_marks (const TimePlot *plot, double top, double bottom)
{
  cairo_t *cr = plot->cr;
  const DlTimeChart *chart = plot->chart;
  const double right = dl_rect_right (plot->rect);
  double last_x = -INFINITY, free_from = plot->rect.x;

  cairo_set_line_width (cr, 1);
  for (guint i = 0; i < chart->n_marks; i++)
    {
      const double x = cycle_x (plot->rect, chart, chart->marks[i].cycle);
      double free_to = right;

      /* A knob that is dragged makes many in the same place: the last says to what. */
      if (chart->marks[i].cycle <= chart->points[0].cycle || x > right)
        continue;
      if (i + 1 < chart->n_marks)
        {
          free_to = cycle_x (plot->rect, chart, chart->marks[i + 1].cycle);
          if (free_to < x + 2 && free_to < right)
            continue;
        }
      if (x < last_x + 2)
        continue;
      dl_color_set (cr, &plot->theme->accent);
      dl_chart_set_dash (cr, 3);
      dl_chart_rule (cr, plot->theme, x, top, 0, bottom - top);
      cairo_set_dash (cr, NULL, 0, 0);
      draw_triangle (cr, x, top);
      free_from = draw_mark_label (plot, chart->marks[i].label, x, top + 8, free_from, free_to);
      last_x = x;
    }
}

static gboolean
has_cut (const DlTimeChart *chart)
{
  return chart->cut_to > MAX (chart->cut_from, chart->points[0].cycle);
}

/* What means leave out. */
static void
draw_cut (const TimePlot *plot, const DlChartPanel *panel)
{
  const DlTimeChart *chart = plot->chart;
  const guint64 first = chart->points[0].cycle, last = first + n_cycles (chart);
  const double from = cycle_x (plot->rect, chart, MAX (chart->cut_from, first));
  const double to = cycle_x (plot->rect, chart, MIN (chart->cut_to, last));

  if (!has_cut (chart))
    return;
  dl_color_set_alpha (plot->cr, &plot->theme->muted, 0.2);
  cairo_rectangle (plot->cr, from, panel->plot.y, MAX (to - from, 1), panel->plot.height);
  cairo_fill (plot->cr);
}

static void
draw_hovered (const TimePlot *plot, double top, double bottom)
{
  const DlTimeValues values = dl_time_chart_values (plot->chart, plot->chart->hovered);
  const double from = cycle_x (plot->rect, plot->chart, values.from);
  const double to = cycle_x (plot->rect, plot->chart, values.to);
  const double width = MAX (1, to - from);

  dl_color_set_alpha (plot->cr, &plot->theme->accent, 0.4);
  cairo_rectangle (plot->cr, (from + to - width) / 2, top, width, bottom - top);
  cairo_fill (plot->cr);
}

/* Text around it ------------------------------------------------------------------------------- */

/* "― accepted .340" */
static double
draw_key (const TimePlot *plot, double x, double y, Curve curve, const char *name, double value)
{
  cairo_t *cr = plot->cr;
  g_autofree char *number = dl_chart_count (value);
  g_autofree char *text = isnan (value) ? g_strdup (name) : g_strconcat (name, " ", number, NULL);
  const double room = dl_rect_right (plot->rect) - x - 22;

  if (room < 10)
    return x;
  dl_color_set (cr, &plot->theme->series[curve == OFFERED ? 1 : 0]);
  dl_chart_set_dash (cr, curve == OFFERED ? 1 : 0);
  cairo_set_line_width (cr, 1.8);
  cairo_move_to (cr, x, y + DL_LINE_SMALL / 2);
  cairo_rel_line_to (cr, 17, 0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  return x + 22 + 12
         + dl_chart_text (cr, &plot->theme->foreground, x + 22, y, text, DL_TEXT_SMALL, FALSE,
                          DL_ALIGN_START, room);
}

/* "Throughput  flits/node/cycle        468" */
static void
draw_title (const TimePlot *plot, double y, const char *title, const char *unit, double value)
{
  cairo_t *cr = plot->cr;
  const DlRect r = plot->rect;
  double right = dl_rect_right (r), left;

  left = r.x + 8
         + dl_chart_text (cr, &plot->theme->foreground, r.x, y, title, DL_TEXT_NORMAL, TRUE,
                          DL_ALIGN_START, r.width);
  if (!isnan (value) && right - left > 20)
    {
      g_autofree char *text = dl_chart_count (value);
      right -= 8
               + dl_chart_text (cr, &plot->theme->foreground, right, y + 2, text, DL_TEXT_SMALL,
                                FALSE, DL_ALIGN_END, right - left);
    }
  if (right - left > 20)
    dl_chart_text (cr, &plot->theme->muted, left, y + 2, unit, DL_TEXT_SMALL, FALSE, DL_ALIGN_START,
                   right - left);
}

static void
draw_time_axis (const TimePlot *plot, double y)
{
  cairo_t *cr = plot->cr;
  const DlTimeChart *chart = plot->chart;
  const double first = chart->points[0].cycle, last = first + n_cycles (chart);
  double step;

  dl_chart_axis_end (last, (guint) CLAMP (plot_width (plot->rect) / 55, 1, 8), &step);
  dl_color_set (cr, &plot->theme->muted);
  cairo_set_line_width (cr, 1);
  cairo_set_dash (cr, NULL, 0, 0);
  for (double cycle = ceil (first / step) * step; cycle <= last; cycle += step)
    {
      const double x = cycle_x (plot->rect, chart, cycle);
      g_autofree char *text = dl_chart_count (cycle);
      const double half = dl_chart_text_width (cr, text, DL_TEXT_SMALL, FALSE) / 2;

      dl_color_set (cr, &plot->theme->muted);
      dl_chart_rule (cr, plot->theme, x, y, 0, 3);
      dl_chart_text (cr, &plot->theme->muted, MIN (x, dl_rect_right (plot->rect) - half), y + 3,
                     text, DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, 0);
    }
}

static gboolean
is_read (const DlTimeChart *chart)
{
  return chart->hovered != DL_NO_INTERVAL && chart->hovered + 1 < chart->n_points;
}

/* The last change in the interval that is read, or of all. */
static const DlTimeMark *
find_mark (const DlTimeChart *chart)
{
  for (guint i = chart->n_marks; i > 0; i--)
    {
      const DlTimeMark *mark = &chart->marks[i - 1];

      if (!is_read (chart))
        return mark;
      if (mark->cycle > chart->points[chart->hovered].cycle
          && mark->cycle <= chart->points[chart->hovered + 1].cycle)
        return mark;
    }
  return NULL;
}

static char *
footer_text (const DlTimeChart *chart)
{
  const DlTimeMark *mark = find_mark (chart);

  if (is_read (chart))
    {
      g_autofree char *from = dl_chart_count (chart->points[chart->hovered].cycle);
      g_autofree char *to = dl_chart_count (chart->points[chart->hovered + 1].cycle);
      /* Translators: from one cycle of the simulation to another */
      g_autofree char *text = g_strdup_printf (_ ("cycles %s to %s"), from, to);

      return mark != NULL ? g_strconcat (text, " ▾ ", mark->label, NULL) : g_steal_pointer (&text);
    }
  if (chart->draining)
    return g_strdup (_ ("draining: sources wait for new tables"));
  if (has_cut (chart) && mark != NULL)
    /* Translators: the last change of the scenario, such as “Round robin” */
    return g_strdup_printf (_ ("cycles; gray: warm-up, left out; ▾ %s"), mark->label);
  if (has_cut (chart))
    return g_strdup (_ ("cycles; gray: warm-up, left out"));
  if (mark != NULL)
    /* Translators: the last change of the scenario, such as “Round robin” */
    return g_strdup_printf (_ ("cycles; ▾ %s"), mark->label);
  return g_strdup (_ ("cycles"));
}

static void
draw_footer (const TimePlot *plot)
{
  const DlTimeChart *chart = plot->chart;
  const double y = dl_rect_bottom (plot->rect) - DL_LINE_SMALL;
  const double middle = plot->rect.x + plot->rect.width / 2;
  const gboolean plain = !is_read (chart) && !chart->draining;
  g_autofree char *text = footer_text (chart);

  dl_chart_text (plot->cr, plain ? &plot->theme->muted : &plot->theme->foreground, middle, y, text,
                 DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, plot->rect.width);
}

/* The one below @above: its title at @title_y, and the plot. */
static DlChartPanel
panel_below (const DlChartPanel *above, double *title_y)
{
  *title_y = dl_rect_bottom (above->plot) + PANEL_GAP;
  return (DlChartPanel) { .plot = { above->plot.x, *title_y + DL_LINE_NORMAL + 8, above->plot.width,
                                    above->plot.height } };
}

static void
draw_axis (const TimePlot *plot, DlChartPanel *panel, Curve first, Curve last)
{
  fit_panel (plot, panel, first, last);
  dl_chart_panel_draw_axis (plot->cr, panel, plot->theme);
}

static void
draw_panels (TimePlot *plot)
{
  const DlTimeChart *chart = plot->chart;
  const DlRect r = plot->rect;
  const guint n_panels = chart->ways ? 3 : 2;
  const double key = plot->theme->no_keys ? 0 : DL_LINE_SMALL;
  const double heads = key + n_panels * (DL_LINE_NORMAL + 8) + (n_panels - 1) * PANEL_GAP;
  const double height = MAX (4, (r.height - heads - 2 * DL_LINE_SMALL - 4) / n_panels);
  const double x = plot_left (r), width = plot_width (r);
  DlChartPanel load = { .plot = { x, r.y + DL_LINE_NORMAL + key + 8, width, height } };
  double latency_y, ways_y;
  DlChartPanel latency = panel_below (&load, &latency_y), ways = panel_below (&latency, &ways_y);
  const double bottom = dl_rect_bottom (chart->ways ? ways.plot : latency.plot);
  DlTimeValues read = { .offered = NAN, .accepted = NAN, .latency = NAN, .minimal = NAN };
  double key_x = r.x;

  if (is_read (chart))
    read = dl_time_chart_values (chart, chart->hovered);
  draw_title (plot, r.y, _ ("Throughput"),
              chart->load_unit != NULL ? chart->load_unit : _ ("flits/node/cycle"), NAN);
  if (!plot->theme->no_keys)
    key_x = draw_key (plot, key_x, r.y + DL_LINE_NORMAL, ACCEPTED, _ ("accepted"), read.accepted);
  if (!chart->saturated && !plot->theme->no_keys)
    draw_key (plot, key_x, r.y + DL_LINE_NORMAL, OFFERED, _ ("offered"), read.offered);
  draw_title (plot, latency_y, _ ("Network latency"), _ ("cycles, mean"), read.latency);
  if (chart->ways)
    draw_title (plot, ways_y, _ ("Minimal packets"), _ ("share of all"), read.minimal);

  draw_axis (plot, &load, OFFERED, ACCEPTED);
  draw_axis (plot, &latency, LATENCY, LATENCY);
  if (chart->ways)
    draw_axis (plot, &ways, MINIMAL, MINIMAL);
  draw_cut (plot, &load);
  draw_cut (plot, &latency);
  if (chart->ways)
    draw_cut (plot, &ways);
  if (is_read (chart))
    draw_hovered (plot, load.plot.y, bottom);
  draw_curve (plot, &load, ACCEPTED);
  draw_curve (plot, &load, OFFERED);
  draw_curve (plot, &latency, LATENCY);
  if (chart->ways)
    draw_curve (plot, &ways, MINIMAL);
  draw_marks (plot, load.plot.y - 7, bottom);
  draw_time_axis (plot, bottom);
  draw_footer (plot);
}

void
dl_time_chart_draw (cairo_t *cr, DlRect rect, const DlTimeChart *chart, const DlTheme *theme)
{
  TimePlot plot = { .cr = cr, .chart = chart, .theme = theme, .rect = rect };

  cairo_save (cr);
  if (has_time (chart))
    {
      plot.stretches = find_stretches (rect, chart);
      draw_panels (&plot);
      g_array_unref (plot.stretches);
    }
  else
    {
      draw_title (&plot, rect.y, _ ("Throughput"), _ ("flits/node/cycle"), NAN);
      dl_chart_message (cr, rect, _ ("nothing measured yet"), theme);
    }
  cairo_restore (cr);
}
