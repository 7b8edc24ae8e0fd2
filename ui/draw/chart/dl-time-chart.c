#include "dl-time-chart.h"

#include "dl-plot.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Fixed, so that hit tests need no font. */
#define RIGHT 6.0

#define TITLE      (DL_LINE_NORMAL + 8)
#define MARK_ROOM  7.0 /* of the triangles of changes, above the first panel */
#define LEAST_STEP 2.0 /* units of the axis that an interval covers when it is drawn */

typedef enum
{
  ACCEPTED,
  OFFERED,
  LATENCY,
  MINIMAL,
  MODE,
  QUEUE,
  DOWNSTREAM,
  REGRET,
  N_CURVES
} Curve;

/* In a key, if it has one; and its color and line. */
static const struct
{
  const char *name;
  guint8 color, dash;
} curves[N_CURVES] = {
  [ACCEPTED] = { N_ ("accepted"), 0, 0 },
  [OFFERED] = { N_ ("offered"), 1, 1 },
  [LATENCY] = { NULL, 2, 0 },
  [MINIMAL] = { NULL, 0, 0 },
  [MODE] = { N_ ("by the mode"), 2, 2 },
  [QUEUE] = { N_ ("by queues"), 0, 0 },
  [DOWNSTREAM] = { N_ ("by queues downstream"), 1, 1 },
  [REGRET] = { NULL, 2, 0 },
};

/* Panels, and the curves in each. */
typedef struct
{
  const char *title, *unit;
  Curve first, last;
} Kind;

static const Kind of_load[] = { { N_ ("Throughput"), NULL, ACCEPTED, OFFERED },
                                { N_ ("Network latency"), N_ ("cycles, mean"), LATENCY, LATENCY },
                                { N_ ("Minimal packets"), N_ ("share of all"), MINIMAL, MINIMAL } };
static const Kind of_choices[]
    = { { N_ ("Non-minimal packets"), N_ ("share of all"), MODE, DOWNSTREAM },
        { N_ ("Regretted choices"), N_ ("share of all"), REGRET, REGRET } };

typedef struct
{
  const DlTimeChart *chart;
  GArray *ends;      /* guint: points at which stretches end, and the first point */
  const Kind *kinds; /* (n_panels) */
  DlPlot panels[G_N_ELEMENTS (of_load)];
  guint n_panels;
} Layout;

/* Values --------------------------------------------------------------------------------------- */

static DlTimeValues
values_between (const DlTimeChart *chart, guint from, guint to)
{
  const DlSimPoint *a = &chart->points[from], *b = &chart->points[to];
  const double unit = chart->load_flits > 0 ? chart->load_flits : 1;

  DlTimeValues values = {
    .from = a->cycle,
    .to = b->cycle,
    .offered = chart->saturated
                   ? NAN
                   : dl_sim_points_offered (a, b, chart->packet_flits, chart->n_nodes) / unit,
    .accepted = dl_sim_points_accepted (a, b, chart->n_nodes) / unit,
    .latency = dl_sim_points_latency (a, b),
    .minimal = 1 - dl_sim_points_nonminimal (a, b),
    .regret = dl_sim_points_regret (a, b),
  };

  for (DlDetour detour = 0; detour < DL_N_DETOURS; detour++)
    values.detours[detour] = dl_sim_points_detour (a, b, detour);
  return values;
}

DlTimeValues
dl_time_chart_values (const DlTimeChart *chart, guint interval)
{
  g_assert (interval + 1 < chart->n_points);
  return values_between (chart, interval, interval + 1);
}

static double
curve_value (const DlTimeValues *values, Curve curve)
{
  return curve == OFFERED    ? values->offered
         : curve == ACCEPTED ? values->accepted
         : curve == LATENCY  ? values->latency
         : curve == MINIMAL  ? values->minimal
         : curve == REGRET   ? values->regret
                             : values->detours[DL_DETOUR_MODE + (curve - MODE)];
}

gboolean
dl_time_chart_has_choices (const DlTimeChart *chart)
{
  const DlSimPoint *last = chart->n_points > 0 ? &chart->points[chart->n_points - 1] : NULL;
  guint64 n = last != NULL ? last->judged : 0;

  for (DlDetour detour = DL_DETOUR_NONE + 1; last != NULL && detour < DL_N_DETOURS; detour++)
    n += last->detours[detour];
  return n > 0;
}

/* Places --------------------------------------------------------------------------------------- */

static gboolean
has_time (const DlTimeChart *chart)
{
  return chart->n_points >= 2 && chart->points[chart->n_points - 1].cycle > chart->points[0].cycle;
}

/* A plot with its axis of cycles, as high as the chart. */
static DlPlot
plot_of (DlRect rect, const DlTimeChart *chart)
{
  const double last = chart->points[chart->n_points - 1].cycle;
  DlPlot plot = { .rect = rect };

  dl_plot_set_margins (&plot, MIN (DL_PLOT_LEFT, rect.width / 3), DL_LINE_NORMAL, RIGHT, 0);
  plot.x = dl_axis_between (chart->points[0].cycle, last, last,
                            (guint) CLAMP (plot.area.width / 55, 1, 8));
  return plot;
}

guint
dl_time_chart_hit (DlRect rect, const DlTimeChart *chart, double x, double y)
{
  guint low = 0, high = chart->n_points - 1;
  DlPlot plot;

  if (!has_time (chart))
    return DL_NO_INTERVAL;
  plot = plot_of (rect, chart);
  if (!dl_rect_holds (plot.area, x, y))
    return DL_NO_INTERVAL;
  /* The last point that is not to the right. */
  while (high - low > 1)
    {
      const guint middle = low + (high - low) / 2;

      if (dl_plot_x (&plot, chart->points[middle].cycle) <= x)
        low = middle;
      else
        high = middle;
    }
  return low;
}

static guint64
end_cycle (const DlTimeChart *chart, const GArray *ends, guint back)
{
  return chart->points[g_array_index (ends, guint, ends->len - back)].cycle;
}

/* A rate over the few cycles since the last whole interval says what chance does. */
static void
join_short_end (const DlTimeChart *chart, GArray *ends)
{
  if (ends->len >= 3
      && 2 * (end_cycle (chart, ends, 1) - end_cycle (chart, ends, 2))
             < end_cycle (chart, ends, 2) - end_cycle (chart, ends, 3))
    g_array_remove_index (ends, ends->len - 2);
}

/* Intervals taken together until each is wide enough to be seen; rates of the whole are exact. */
static GArray *
find_stretches (const DlTimeChart *chart, const DlPlot *plot)
{
  const double cycles = (plot->x.high - plot->x.low) * LEAST_STEP / plot->area.width;
  GArray *ends = g_array_new (FALSE, FALSE, sizeof (guint));
  guint from = 0;

  g_array_append_val (ends, from);
  for (guint i = 1; i < chart->n_points; i++)
    if (chart->points[i].cycle - chart->points[from].cycle >= cycles || i + 1 == chart->n_points)
      {
        g_array_append_val (ends, i);
        from = i;
      }
  join_short_end (chart, ends);
  return ends;
}

static DlTimeValues
stretch_values (const Layout *layout, guint i)
{
  return values_between (layout->chart, g_array_index (layout->ends, guint, i),
                         g_array_index (layout->ends, guint, i + 1));
}

static gboolean
has_value (const Layout *layout, guint curve, guint i)
{
  const DlTimeValues values = stretch_values (layout, i);

  return !isnan (curve_value (&values, curve));
}

/* Three of each stretch: a line goes through its middle, and is flat to an end that nothing
 * follows. */
static DlDatum
datum (gconstpointer data, guint curve, guint i)
{
  const Layout *layout = data;
  const guint stretch = i / 3, n = layout->ends->len - 1;
  const DlTimeValues values = stretch_values (layout, stretch);
  const double middle = (values.from + values.to) / 2.0;
  double x = middle;

  if (i % 3 == 0 && (stretch == 0 || !has_value (layout, curve, stretch - 1)))
    x = values.from;
  if (i % 3 == 2 && (stretch + 1 == n || !has_value (layout, curve, stretch + 1)))
    x = values.to;
  return (DlDatum) { x, curve_value (&values, curve), NAN, 0 };
}

static DlPlotSeries
series_of (const Layout *layout, Curve curve)
{
  const DlColor *colors = layout->panels[0].theme->series;

  return (DlPlotSeries) { .n = 3 * (layout->ends->len - 1),
                          .get = datum,
                          .data = layout,
                          .series = curve,
                          .style = { &colors[curves[curve].color], curves[curve].dash, 0, 1.8 } };
}

/* Nothing is offered by saturated sources, and causes that there are not at all are left out. */
static gboolean
is_drawn (const Layout *layout, Curve curve)
{
  const DlPlotSeries series = series_of (layout, curve);

  if (curve == OFFERED)
    return !layout->chart->saturated;
  return (curve != MODE && curve != DOWNSTREAM) || dl_plot_series_max (&series) > 0;
}

/* Panels of one height below each other, the first one below the key. */
static void
lay_out (Layout *layout, cairo_t *cr, DlRect rect, const DlTheme *theme)
{
  const double key = theme->no_keys ? 0 : DL_LINE_SMALL;
  const guint n = layout->chart->ways && !layout->chart->choices ? 3 : 2;
  const double below = DL_PLOT_TICK + 2 * DL_LINE_SMALL + 1;
  const double height
      = MAX (4, (rect.height - key - n * TITLE - (n - 1) * DL_GAP_PANELS - below) / n);
  DlPlot plot = plot_of (rect, layout->chart);

  plot.cr = cr;
  plot.theme = theme;
  plot.area.height = height;
  layout->n_panels = n;
  layout->kinds = layout->chart->choices ? of_choices : of_load;
  layout->ends = find_stretches (layout->chart, &plot);
  for (guint i = 0; i < n; i++)
    layout->panels[i] = plot;
  for (guint i = 0; i < n; i++)
    {
      double max = 0;

      layout->panels[i].area.y = rect.y + key + TITLE + i * (height + TITLE + DL_GAP_PANELS);
      for (Curve curve = layout->kinds[i].first; curve <= layout->kinds[i].last; curve++)
        {
          const DlPlotSeries series = series_of (layout, curve);

          max = MAX (max, dl_plot_series_max (&series));
        }
      layout->panels[i].y = dl_axis_from_zero (max, dl_plot_most_steps (&plot, 6));
    }
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

/* Label of the change at @x, after the mark, or else before, where that is free. */
static double
draw_mark_label (const DlPlot *plot, const char *label, double x, double y, double free_from,
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
draw_marks (const Layout *layout, double bottom)
{
  const DlTimeChart *chart = layout->chart;
  const DlPlot *plot = &layout->panels[0];
  const double right = dl_rect_right (plot->rect), top = plot->area.y - MARK_ROOM;
  double last_x = -INFINITY, free_from = plot->rect.x;

  for (guint i = 0; i < chart->n_marks; i++)
    {
      const double x = dl_plot_x (plot, chart->marks[i].cycle);
      const double free_to
          = i + 1 < chart->n_marks ? dl_plot_x (plot, chart->marks[i + 1].cycle) : right;

      if (chart->marks[i].cycle <= chart->points[0].cycle || x > right || x < last_x + 2)
        continue;
      /* A knob that is dragged makes many in the same place: the last says to what. */
      if (free_to < x + 2 && free_to < right)
        continue;
      dl_plot_rule_x (plot, chart->marks[i].cycle, top, bottom, 3, &plot->theme->accent);
      draw_triangle (plot->cr, x, top);
      free_from = draw_mark_label (plot, chart->marks[i].label, x, top + 8, free_from, free_to);
      last_x = x;
    }
}

static gboolean
has_cut (const DlTimeChart *chart)
{
  return chart->cut_to > MAX (chart->cut_from, chart->points[0].cycle);
}

/* Text around it ------------------------------------------------------------------------------- */

static gboolean
is_read (const DlTimeChart *chart)
{
  return chart->hovered != DL_NO_INTERVAL && chart->hovered + 1 < chart->n_points;
}

const DlTimeMark *
dl_time_chart_mark (const DlTimeChart *chart, guint interval)
{
  for (guint i = chart->n_marks; i > 0; i--)
    if (chart->marks[i - 1].cycle > chart->points[interval].cycle
        && chart->marks[i - 1].cycle <= chart->points[interval + 1].cycle)
      return &chart->marks[i - 1];
  return NULL;
}

/* The last change in the interval that is read, or of all. */
static const DlTimeMark *
find_mark (const DlTimeChart *chart)
{
  if (is_read (chart))
    return dl_time_chart_mark (chart, chart->hovered);
  return chart->n_marks > 0 ? &chart->marks[chart->n_marks - 1] : NULL;
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

/* "― accepted 0.340" */
static void
draw_keys (const Layout *layout, const DlTimeValues *read)
{
  const DlPlot *plot = &layout->panels[0];
  double x = plot->rect.x;

  for (Curve curve = layout->kinds[0].first; curve <= layout->kinds[0].last; curve++)
    {
      const char *name = _ (curves[curve].name);
      const double value = read != NULL ? curve_value (read, curve) : NAN;
      const DlMarkStyle style = series_of (layout, curve).style;
      g_autofree char *number = dl_chart_count (value);
      g_autofree char *text
          = isnan (value) ? g_strdup (name) : g_strconcat (name, " ", number, NULL);

      if (is_drawn (layout, curve))
        x += dl_plot_key_line (plot, x, plot->rect.y + DL_LINE_NORMAL, &style, text);
    }
}

/* Heading, axis, and what means leave out. */
static void
draw_frame (const Layout *layout, guint i, const DlTimeValues *read)
{
  const DlTimeChart *chart = layout->chart;
  const Kind *kind = &layout->kinds[i];
  const char *unit = kind->unit != NULL         ? _ (kind->unit)
                     : chart->load_unit != NULL ? chart->load_unit
                                                : _ ("flits/node/cycle");
  const DlPlot *plot = &layout->panels[i];
  const double value = i > 0 && read != NULL ? curve_value (read, kind->first) : NAN;
  g_autofree char *number = isnan (value) ? NULL : dl_chart_count (value);

  dl_plot_heading (plot, i == 0 ? plot->rect.y : plot->area.y - TITLE,
                   (DlHeading) { _ (kind->title), unit, number });
  dl_plot_draw_y (plot);
  if (has_cut (chart))
    dl_plot_band (plot, MAX (chart->cut_from, plot->x.low), MIN (chart->cut_to, plot->x.high),
                  dl_rect_bottom (plot->area), &plot->theme->muted, 0.2);
}

static void
draw_panels (const Layout *layout)
{
  const DlTimeChart *chart = layout->chart;
  const DlPlot *first = &layout->panels[0], *last = &layout->panels[layout->n_panels - 1];
  const DlTheme *theme = first->theme;
  const double bottom = dl_rect_bottom (last->area);
  const gboolean plain = !is_read (chart) && !chart->draining;
  const DlTimeValues values
      = is_read (chart) ? dl_time_chart_values (chart, chart->hovered) : (DlTimeValues) { 0 };
  const DlTimeValues *read = is_read (chart) ? &values : NULL;
  g_autofree char *footer = footer_text (chart);

  for (guint i = 0; i < layout->n_panels; i++)
    draw_frame (layout, i, read);
  if (!theme->no_keys)
    draw_keys (layout, read);
  if (read != NULL)
    dl_plot_band (first, read->from, read->to, bottom, &theme->accent, 0.4);
  for (guint i = 0; i < layout->n_panels; i++)
    for (Curve curve = layout->kinds[i].first; curve <= layout->kinds[i].last; curve++)
      {
        const DlPlotSeries series = series_of (layout, curve);

        if (is_drawn (layout, curve))
          dl_plot_line (&layout->panels[i], &series);
      }
  draw_marks (layout, bottom);
  dl_plot_draw_x (last);
  dl_plot_note (last, 1, plain ? &theme->muted : &theme->foreground, footer);
}

void
dl_time_chart_draw (cairo_t *cr, DlRect rect, const DlTimeChart *chart, const DlTheme *theme)
{
  Layout layout = { .chart = chart };

  if (has_time (chart))
    {
      lay_out (&layout, cr, rect, theme);
      draw_panels (&layout);
      g_array_unref (layout.ends);
    }
  else
    {
      const DlPlot plot = { .cr = cr, .theme = theme, .rect = rect };

      dl_plot_heading (&plot, rect.y,
                       chart->choices ? (DlHeading) { _ (of_choices[0].title), _ ("share of all") }
                                      : (DlHeading) { _ ("Throughput"), _ ("flits/node/cycle") });
      dl_chart_message (cr, rect, _ ("nothing measured yet"), theme);
    }
}
