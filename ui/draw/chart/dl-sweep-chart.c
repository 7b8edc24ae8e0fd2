#include "dl-sweep-chart.h"

#include "dl-sweep-layout.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

#define NEAR   12.0 /* units from a mark that are on it */
#define RADIUS 3.4

DlSweepFigure *
dl_sweep_figure_new (const DlSweepChart *chart)
{
  DlSweepFigure *self = g_atomic_rc_box_new0 (DlSweepFigure);

  self->points = dl_sweep_points_copy (chart->points);
  self->measures = g_memdup2 (chart->measures, chart->n_measures * sizeof *chart->measures);
  self->chart = (DlSweepChart) { self->points, self->measures, chart->n_measures,
                                 self->points->spec->scenario, DL_NO_SWEEP_PLACE };
  return self;
}

DlSweepFigure *
dl_sweep_figure_ref (DlSweepFigure *figure)
{
  return g_atomic_rc_box_acquire (figure);
}

static void
sweep_figure_clear (DlSweepFigure *self)
{
  dl_sweep_points_unref (self->points);
  g_free (self->measures);
}

void
dl_sweep_figure_unref (DlSweepFigure *figure)
{
  if (figure != NULL)
    g_atomic_rc_box_release_full (figure, (GDestroyNotify) sweep_figure_clear);
}

/* A line in a panel: of each value from left to right a datum. Places need no theme. */
typedef struct
{
  const DlSweepChart *chart;
  const DlSweepLayout *layout;
  const guint *order; /* (layout->axis.n) of the values from left to right */
  guint panel;
} DlSweepLine;

/* Lines ---------------------------------------------------------------------------------------- */

static DlSweepCell
sweep_line_cell (const DlSweepLine *line, guint series, guint i)
{
  return dl_sweep_points_get (line->chart->points,
                              dl_sweep_chart_cell (line->chart, series, line->order[i]),
                              line->chart->measures[line->panel]);
}

static DlDatum
datum (gconstpointer data, guint series, guint i)
{
  const DlSweepLine *line = data;
  const DlSweepCell it = sweep_line_cell (line, series, i);
  DlMarkFlags flags = DL_MARK_FILLED;

  if (dl_sweep_cell_n_not_converged (&it) > 0)
    flags |= DL_MARK_HOLLOW;
  if (it.n > 0 && it.n_in[DL_SIM_SATURATED] == it.n)
    flags |= DL_MARK_DOTTED;
  if (it.n_deadlocked > 0)
    flags |= DL_MARK_CROSSED;
  return (DlDatum) { line->layout->axis.at[line->order[i]], isfinite (it.mean) ? it.mean : NAN,
                     it.reach, flags };
}

/* Colors and dashes come again after four, shapes after seven. Between categories lies nothing that
 * a line could go through. */
static DlPlotSeries
sweep_line_series (const DlSweepLine *line, guint series, const DlTheme *theme)
{
  const DlSweepAxis *axis = &line->layout->axis;

  return (DlPlotSeries) {
    .n = axis->n,
    .get = datum,
    .data = line,
    .series = series,
    .bridged = TRUE,
    .style = { theme != NULL ? &theme->series[series % G_N_ELEMENTS (theme->series)] : NULL, series,
               series, axis->scale != DL_SWEEP_CATEGORIES ? 1.5 : 0, RADIUS },
  };
}

/* Places --------------------------------------------------------------------------------------- */

DlSweepPlace
dl_sweep_chart_hit (DlRect rect, const DlSweepChart *chart, double x, double y)
{
  g_auto (DlSweepLayout) layout = { 0 };
  g_autofree guint *order = NULL;
  DlSweepPlace place = DL_NO_SWEEP_PLACE;
  double near = NEAR;
  guint i;

  dl_sweep_layout_init (&layout, rect, chart, FALSE);
  order = dl_sweep_axis_order (&layout.axis);
  for (guint panel = 0; panel < chart->n_measures; panel++)
    for (guint series = 0; series < dl_sweep_chart_n_series (chart); series++)
      {
        const DlSweepLine line = { chart, &layout, order, panel };
        const DlPlotSeries it = sweep_line_series (&line, series, NULL);

        if (dl_plot_hit (&layout.panels[panel].plot, &it, x, y, &near, &i))
          place = (DlSweepPlace) { panel, dl_sweep_chart_cell (chart, series, order[i]) };
      }
  return place;
}

static gboolean
has_value (const DlSweepChart *chart, DlSweepPlace place)
{
  return place.panel < chart->n_measures && place.cell < dl_sweep_points_n_cells (chart->points)
         && isfinite (
             dl_sweep_points_get (chart->points, place.cell, chart->measures[place.panel]).mean);
}

static DlSweepPlace
first_place (const DlSweepChart *chart)
{
  for (guint panel = 0; panel < chart->n_measures; panel++)
    for (guint cell = 0; cell < dl_sweep_points_n_cells (chart->points); cell++)
      if (has_value (chart, (DlSweepPlace) { panel, cell }))
        return (DlSweepPlace) { panel, cell };
  return DL_NO_SWEEP_PLACE;
}

DlSweepPlace
dl_sweep_chart_step (const DlSweepChart *chart, DlSweepPlace from, int right, int down, int panels)
{
  const guint n_series = dl_sweep_chart_n_series (chart);
  g_auto (DlSweepAxis) axis = { 0 };
  g_autofree guint *order = NULL;
  guint series, rank = 0;
  int r = 0, s, p = 0;

  if (!has_value (chart, from))
    return first_place (chart);
  dl_sweep_axis_init (&axis, dl_sweep_chart_key (chart, 0));
  order = dl_sweep_axis_order (&axis);
  series = n_series > 1 ? dl_sweep_points_value_at (chart->points, from.cell, 1) : 0;
  while (order[rank] != dl_sweep_points_value_at (chart->points, from.cell, 0))
    rank++;
  r = rank;
  s = series;
  p = from.panel;
  /* Past cells that are not known yet, up to the edge. */
  for (;;)
    {
      DlSweepPlace to;

      r += right;
      s += down;
      p += panels;
      if (r < 0 || s < 0 || p < 0 || r >= (int) axis.n || s >= (int) n_series
          || p >= (int) chart->n_measures || (right == 0 && down == 0 && panels == 0))
        return from;
      to = (DlSweepPlace) { p, dl_sweep_chart_cell (chart, s, order[r]) };
      if (has_value (chart, to))
        return to;
    }
}

/* In words ------------------------------------------------------------------------------------- */

char *
dl_sweep_chart_title (const DlSweepPoints *points, const DlMeasure *measure)
{
  const char *unit = dl_measure_unit (measure, points->spec->scenario);

  /* Translators: a measure and its unit */
  return unit != NULL ? g_strdup_printf (_ ("%s (%s)"), _ (measure->title), unit)
                      : g_strdup (_ (measure->title));
}

/* " Not converged. 75 pairs unreachable."; free with g_free. */
static char *
state_of (const DlSweepChart *chart, guint cell, const DlSweepCell *it)
{
  g_autofree char *shortfall = dl_sweep_points_shortfall_to_text (chart->points, cell);
  const char *state = it->n_deadlocked > 0                               ? _ (" Deadlock.")
                      : it->n > 0 && it->n_in[DL_SIM_SATURATED] == it->n ? _ (" Saturated.")
                      : dl_sweep_cell_n_not_converged (it) > 0           ? _ (" Not converged.")
                      : it->bound ? _ (" A bound (manual, dragonfly).")
                                  : "";

  return shortfall != NULL ? g_strdup_printf ("%s %s.", state, shortfall) : g_strdup (state);
}

char *
dl_sweep_chart_describe (const DlSweepChart *chart, DlSweepPlace place)
{
  const DlMeasure *measure;
  g_autofree char *settings = NULL;
  g_autofree char *value = NULL;
  g_autofree char *title = NULL;
  g_autofree char *least = NULL;
  g_autofree char *most = NULL;
  g_autofree char *state = NULL;
  DlSweepCell it;

  if (!has_value (chart, place))
    return NULL;
  measure = chart->measures[place.panel];
  it = dl_sweep_points_get (chart->points, place.cell, measure);
  settings = dl_sweep_points_settings (chart->points, place.cell);
  title = dl_sweep_chart_title (chart->points, measure);
  value = dl_measure_format_interval (measure, it.mean, it.reach, FALSE);
  state = state_of (chart, place.cell, &it);
  if (!measure->simulated || it.n < 2)
    /* Translators: what is set, a measure, its value, and whether the run converged */
    return g_strdup_printf (_ ("%s. %s: %s.%s"), settings, title, value, state);
  least = dl_measure_format (measure, it.least);
  most = dl_measure_format (measure, it.most);
  /* Translators: what is set, a measure, its mean with its interval, the least and the most of the
   * runs, how many these are, and whether they converged */
  return g_strdup_printf (_ ("%s. %s: %s (%s to %s in %u runs).%s"), settings, title, value, least,
                          most, it.n, state);
}

/* A sweep's chart on a cairo context. */

#define CHAR 6.4
#define RING 3.5 /* around a mark */

typedef struct
{
  cairo_t *cr;
  const DlSweepChart *chart;
  const DlTheme *theme;
  DlSweepLayout layout;
  guint *order; /* (n) of the values from left to right */
} Plot;

static const DlPlot *
panel_of (const Plot *plot, guint id)
{
  return &plot->layout.panels[id].plot;
}

static DlSweepLine
line_of (const Plot *plot, guint id)
{
  return (DlSweepLine) { plot->chart, &plot->layout, plot->order, id };
}

/* Marks ---------------------------------------------------------------------------------------- */

/* Drawback of the mark's value: a stroke through it where pairs of nodes are lost, dashes around it
 * where the routes can deadlock. */
static void
draw_shortfall (const Plot *plot, double x, double y, double reach, DlShortfall shortfall)
{
  cairo_t *cr = plot->cr;

  if (shortfall & DL_SHORTFALL_PAIRS)
    /* Twice, with the ground around it, so that it is seen on the mark, too. */
    for (guint i = 0; i < 2; i++)
      {
        dl_color_set (cr, i == 0 ? &plot->theme->background : &plot->theme->broken);
        cairo_set_line_width (cr, i == 0 ? 3.4 : 1.7);
        cairo_move_to (cr, x - reach, y + reach);
        cairo_line_to (cr, x + reach, y - reach);
        cairo_stroke (cr);
      }
  if (shortfall & DL_SHORTFALL_DEADLOCK)
    {
      dl_color_set (cr, &plot->theme->broken);
      cairo_set_line_width (cr, 1.3);
      cairo_set_dash (cr, (const double[]) { 2.6, 2.2 }, 2, 0);
      cairo_new_path (cr);
      cairo_arc (cr, x, y, reach, 0, 2 * G_PI);
      cairo_stroke (cr);
      cairo_set_dash (cr, NULL, 0, 0);
    }
}

/* Lines below marks, and what these are short of over them. */
static void
draw_lines (const Plot *plot, guint id)
{
  const DlPlot *panel = panel_of (plot, id);
  const DlSweepLine line = line_of (plot, id);
  const guint n_series = dl_sweep_chart_n_series (plot->chart);

  for (guint pass = 0; pass < 2; pass++)
    for (guint series = 0; series < n_series; series++)
      {
        const DlPlotSeries it = sweep_line_series (&line, series, plot->theme);

        if (pass == 1)
          dl_plot_points (panel, &it);
        else if (it.style.width > 0)
          dl_plot_line (panel, &it);
        for (guint i = 0; pass == 1 && i < it.n; i++)
          {
            const DlDatum at = it.get (it.data, series, i);

            if (!isnan (at.y))
              draw_shortfall (plot, dl_plot_x (panel, at.x), dl_plot_y (panel, at.y),
                              it.style.radius + RING, sweep_line_cell (&line, series, i).shortfall);
          }
      }
}

/* A ring around it, and a line through the same value in every panel. */
static void
draw_hovered (const Plot *plot)
{
  const DlSweepPlace place = plot->chart->hovered;
  guint rank = 0, series;

  if (place.panel >= plot->chart->n_measures)
    return;
  while (plot->order[rank] != dl_sweep_points_value_at (plot->chart->points, place.cell, 0))
    rank++;
  series = dl_sweep_chart_n_series (plot->chart) > 1
               ? dl_sweep_points_value_at (plot->chart->points, place.cell, 1)
               : 0;
  for (guint i = 0; i < plot->chart->n_measures; i++)
    {
      const DlPlot *panel = panel_of (plot, i);
      const DlSweepLine line = line_of (plot, i);
      const DlPlotSeries it = sweep_line_series (&line, series, plot->theme);
      const DlDatum at = it.get (it.data, series, rank);

      dl_plot_rule_x (panel, at.x, panel->area.y, dl_rect_bottom (panel->area), 0,
                      &plot->theme->accent);
      if (isnan (at.y))
        continue;
      cairo_set_line_width (plot->cr, i == place.panel ? 2 : 1);
      cairo_new_path (plot->cr);
      cairo_arc (plot->cr, dl_plot_x (panel, at.x), dl_plot_y (panel, at.y), it.style.radius + RING,
                 0, 2 * G_PI);
      cairo_stroke (plot->cr);
    }
}

/* Axes ----------------------------------------------------------------------------------------- */

static void
draw_frame (const Plot *plot, guint id)
{
  const DlPlot *panel = panel_of (plot, id);
  const DlMeasure *measure = plot->chart->measures[id];

  dl_plot_heading (panel, panel->rect.y,
                   (DlHeading) { _ (measure->title),
                                 dl_measure_unit (measure, plot->chart->points->spec->scenario) });
  if (!plot->layout.panels[id].is_empty)
    {
      dl_plot_draw_y (panel);
      return;
    }
  dl_plot_rule_y (panel, 0, 0, &plot->theme->muted);
  dl_chart_message (plot->cr, panel->area,
                    plot->chart->points->n_known == 0 ? _ ("no points yet") : _ ("no value"),
                    plot->theme);
}

/* The part of @text that has room where it stands upright; free with g_free. */
static char *
upright_text (const Plot *plot, const char *text)
{
  const gsize most = (gsize) ((plot->layout.values_height - 6) / CHAR);
  g_autofree char *cut = NULL;

  if ((gsize) dl_text_width (text) <= most + 1 || most <= 2)
    return g_strdup (text);
  cut = g_utf8_substring (text, 0, most - 1);
  return g_strconcat (cut, "…", NULL);
}

/* A tick at each value, and the values that have room, the first one and every so many. */
static void
draw_values (const Plot *plot, guint id)
{
  const DlPlot *panel = panel_of (plot, id);
  const DlSweepAxis *axis = &plot->layout.axis;
  const gboolean upright = plot->layout.values_height > DL_LINE_SMALL + 3;
  const double bottom = dl_rect_bottom (panel->area);
  double free_from = -INFINITY;

  for (guint i = 0; i < axis->n; i++)
    {
      const char *text = axis->texts[plot->order[i]];
      const double x = dl_plot_x (panel, axis->at[plot->order[i]]);
      const double half = upright ? DL_LINE_SMALL / 2
                                  : dl_chart_text_width (plot->cr, text, DL_TEXT_SMALL, FALSE) / 2;

      dl_plot_tick (panel, axis->at[plot->order[i]], NULL);
      if (x - half < free_from)
        continue;
      free_from = x + half + (upright ? 0 : 5);
      if (upright)
        {
          g_autofree char *shown = upright_text (plot, text);
          const double length = dl_chart_text_width (plot->cr, shown, DL_TEXT_SMALL, FALSE);

          dl_chart_text_up (plot->cr, &plot->theme->muted, x, bottom + 5 + length, shown,
                            DL_TEXT_SMALL);
        }
      else
        dl_chart_text (plot->cr, &plot->theme->muted, x, bottom + DL_PLOT_TICK, text, DL_TEXT_SMALL,
                       FALSE, DL_ALIGN_CENTER, 0);
    }
}

/* Where the scenario's own value lies; NAN. */
static double
own_value (const Plot *plot)
{
  const DlSweepAxis *axis = &plot->layout.axis;
  const DlField *field = dl_sweep_chart_key (plot->chart, 0)->field;
  g_autofree char *own = NULL;
  double at;

  if (plot->chart->now == NULL)
    return NAN;
  own = dl_field_get (field, plot->chart->now);
  at = dl_sweep_axis_find (axis, own);
  /* It may be written in another way. */
  for (guint i = 0; isnan (at) && axis->scale == DL_SWEEP_CATEGORIES && i < axis->n; i++)
    {
      g_autoptr (DlScenario) scenario = dl_scenario_copy (plot->chart->now);
      g_autofree char *text = dl_field_set (field, scenario, axis->texts[i], NULL)
                                  ? dl_field_get (field, scenario)
                                  : NULL;

      if (g_strcmp0 (own, text) == 0)
        at = axis->at[i];
    }
  return at;
}

static void
draw_own (const Plot *plot, double at)
{
  cairo_t *cr = plot->cr;

  for (guint i = 0; i < plot->chart->n_measures; i++)
    {
      const DlPlot *panel = panel_of (plot, i);
      const double x = dl_plot_x (panel, at), bottom = dl_rect_bottom (panel->area);

      dl_plot_rule_x (panel, at, panel->area.y, bottom, 3, &plot->theme->muted);
      cairo_move_to (cr, x, bottom - 7);
      cairo_line_to (cr, x + 4, bottom);
      cairo_line_to (cr, x - 4, bottom);
      cairo_close_path (cr);
      cairo_fill (cr);
    }
}

/* Keys ----------------------------------------------------------------------------------------- */

/* Each line's name at its end; none where there are too many. */
static void
draw_ends (const Plot *plot, guint id)
{
  const guint n_series = dl_sweep_chart_n_series (plot->chart);
  const DlPlot *panel = panel_of (plot, id);
  const DlSweepLine line = line_of (plot, id);
  const double pitch = DL_LINE_SMALL - 2;
  g_autofree DlLineEnd *ends = g_new (DlLineEnd, n_series);
  guint n = 0;

  if (n_series < 2 || n_series * pitch > panel->area.height + pitch)
    return;
  for (guint series = 0; series < n_series; series++)
    for (guint i = plot->layout.axis.n; i-- > 0;)
      {
        const double mean = sweep_line_cell (&line, series, i).mean;

        if (!isfinite (mean))
          continue;
        ends[n++] = (DlLineEnd) { series, dl_plot_y (panel, mean), 0 };
        break;
      }
  dl_plot_spread (ends, n, pitch, dl_rect_bottom (panel->area));
  for (guint i = 0; i < n; i++)
    dl_chart_text (plot->cr, sweep_line_series (&line, ends[i].series, plot->theme).style.color,
                   dl_rect_right (panel->area) + 7, ends[i].label_y - DL_LINE_SMALL / 2,
                   dl_sweep_chart_series_label (plot->chart, ends[i].series), DL_TEXT_SMALL, FALSE,
                   DL_ALIGN_START, plot->layout.label_width - 5);
}

/* "traffic.load  –●– 0.1  –■– 0.2" */
static void
draw_key (const Plot *plot)
{
  const DlRect rect = plot->layout.rect;
  const DlPlot whole = { .cr = plot->cr, .theme = plot->theme, .rect = rect };
  const DlSweepLine line = line_of (plot, 0);
  g_autofree char *name = dl_sweep_key_name (dl_sweep_chart_key (plot->chart, 1));
  double x = rect.x + dl_sweep_key_name_width (plot->chart), y = rect.y;

  dl_chart_text (plot->cr, &plot->theme->muted, rect.x, y, name, DL_TEXT_SMALL, FALSE,
                 DL_ALIGN_START, rect.width);
  for (guint i = 0; i < dl_sweep_chart_n_series (plot->chart); i++)
    {
      const double item = dl_sweep_key_item_width (plot->chart, i);
      const DlMarkStyle style = sweep_line_series (&line, i, plot->theme).style;

      if (x > rect.x && x + item > dl_rect_right (rect))
        {
          x = rect.x;
          y += DL_LINE_SMALL;
        }
      dl_plot_key_line (&whole, x, y, &style, dl_sweep_chart_series_label (plot->chart, i));
      x += item;
    }
}

/* Takes @note: on the last line, or on another one if it has no room there and there is one. */
static void
add_note (const Plot *plot, GPtrArray *lines, char *note)
{
  GString *line = lines->len > 0 ? g_ptr_array_index (lines, lines->len - 1) : NULL;

  const guint most = (guint) (plot->layout.foot / DL_LINE_SMALL) - 1;

  if (line != NULL
      && (lines->len >= most
          || (dl_text_width (line->str) + dl_text_width (note) + 3) * CHAR
                 <= plot->layout.rect.width))
    g_string_append_printf (line, " · %s", note);
  else
    g_ptr_array_add (lines, g_string_new (note));
  g_free (note);
}

static void
free_line (gpointer line)
{
  g_string_free (line, TRUE);
}

static void
draw_foot (const Plot *plot, gboolean own_is_seen)
{
  const DlSweepChart *chart = plot->chart;
  const DlSweepSpec *spec = chart->points->spec;
  const DlRect rect = plot->layout.rect;
  const double y = dl_rect_bottom (rect) - plot->layout.foot;
  g_autofree char *name = dl_sweep_key_name (dl_sweep_chart_key (chart, 0));
  g_autofree char *factors = NULL;
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (free_line);
  DlShortfall shortfall = DL_SHORTFALL_NONE;
  gboolean hollow = FALSE, saturated = FALSE, locked = FALSE, batches = FALSE;

  for (guint i = 0; i < chart->points->n_points; i++)
    {
      const DlSweepResult *result = &chart->points->results[i];

      if (!chart->points->known[i])
        continue;
      shortfall |= dl_shortfall_of (result);
      hollow = hollow || result->state == DL_SIM_NOT_CONVERGED;
      saturated = saturated || result->state == DL_SIM_SATURATED;
      batches = batches || !isnan (result->accepted_half);
      locked = locked || (result->cycles > 0 && result->deadlocked);
    }
  if (plot->layout.axis.scale == DL_SWEEP_FACTORS)
    /* Translators: the name of an axis */
    factors = g_strdup_printf (_ ("%s, logarithmic"), name);
  dl_chart_text (plot->cr, &plot->theme->foreground, rect.x + rect.width / 2, y,
                 factors != NULL ? factors : name, DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER,
                 rect.width);
  if (spec->n_seeds > 1)
    add_note (plot, lines,
              g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                            "mean of %u run per point, bars: "
                                            "95%% confidence over seeds",
                                            "mean of %u runs per point, bars: "
                                            "95%% confidence over seeds",
                                            spec->n_seeds),
                               spec->n_seeds));
  else if (batches)
    add_note (
        plot, lines,
        g_strdup (/* xgettext:no-c-format */ _ ("bars: 95% confidence over batches of a run")));
  if (hollow)
    add_note (plot, lines, g_strdup (_ ("hollow: not converged")));
  if (saturated)
    add_note (plot, lines, g_strdup (_ ("hollow with a point: saturated")));
  if (locked)
    add_note (plot, lines, g_strdup (_ ("crossed: deadlock")));
  if (shortfall & DL_SHORTFALL_PAIRS)
    add_note (plot, lines, g_strdup (_ ("struck through: pairs unreachable or dropped")));
  if (shortfall & DL_SHORTFALL_DEADLOCK)
    add_note (plot, lines, g_strdup (_ ("dashed ring: can deadlock")));
  if (dl_sweep_points_any_bound (chart->points, chart->measures, chart->n_measures))
    add_note (plot, lines, g_strdup (_ ("analysis of adaptive and hashed modes: a bound")));
  if (own_is_seen)
    add_note (plot, lines, g_strdup (_ ("dotted: the scenario’s own value")));
  if (chart->points->n_known < chart->points->n_points)
    add_note (
        plot, lines,
        g_strdup_printf (_ ("%u of %u points"), chart->points->n_known, chart->points->n_points));
  for (guint i = 0; i < lines->len; i++)
    dl_chart_text (plot->cr, &plot->theme->muted, rect.x + rect.width / 2,
                   y + (i + 1) * DL_LINE_SMALL, ((GString *) g_ptr_array_index (lines, i))->str,
                   DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, rect.width);
}

void
dl_sweep_chart_draw (cairo_t *cr, DlRect rect, const DlSweepChart *chart, const DlTheme *theme)
{
  Plot plot = { .cr = cr, .chart = chart, .theme = theme };
  double own;

  if (chart->n_measures == 0)
    {
      dl_chart_message (cr, rect, _ ("no measure is chosen"), theme);
      return;
    }
  dl_sweep_layout_init (&plot.layout, rect, chart, theme->no_keys);
  plot.order = dl_sweep_axis_order (&plot.layout.axis);
  own = own_value (&plot);
  if (plot.layout.key_lines > 0)
    draw_key (&plot);
  for (guint i = 0; i < chart->n_measures; i++)
    {
      plot.layout.panels[i].plot.cr = cr;
      plot.layout.panels[i].plot.theme = theme;
      draw_frame (&plot, i);
      draw_values (&plot, i);
    }
  if (!isnan (own))
    draw_own (&plot, own);
  for (guint i = 0; i < chart->n_measures; i++)
    {
      draw_lines (&plot, i);
      draw_ends (&plot, i);
    }
  draw_hovered (&plot);
  draw_foot (&plot, !isnan (own));
  g_free (plot.order);
  dl_sweep_layout_clear (&plot.layout);
}
