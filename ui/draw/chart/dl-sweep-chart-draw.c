/* A sweep's chart on a cairo context. */
#include "dl-sweep-chart-private.h"

#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

#define RADIUS   3.4
#define N_SHAPES 5
#define CHAR     6.4

typedef struct
{
  cairo_t *cr;
  const DlSweepChart *chart;
  const DlTheme *theme;
  DlSweepLayout layout;
  guint *order; /* (n) of the values from left to right */
} Plot;

static const DlColor *
series_color (const Plot *plot, guint series)
{
  return &plot->theme->series[series % G_N_ELEMENTS (plot->theme->series)];
}

/* Marks ---------------------------------------------------------------------------------------- */

/* Colors and dashes come again after four, shapes after five. */
static void
add_shape (cairo_t *cr, guint series, double x, double y, double r)
{
  cairo_new_path (cr);
  switch (series % N_SHAPES)
    {
    case 0:
      cairo_arc (cr, x, y, r, 0, 2 * G_PI);
      break;
    case 1:
      cairo_rectangle (cr, x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8);
      break;
    case 2:
      cairo_move_to (cr, x, y - r * 1.2);
      cairo_line_to (cr, x + r * 1.15, y + r * 0.9);
      cairo_line_to (cr, x - r * 1.15, y + r * 0.9);
      break;
    case 3:
      cairo_move_to (cr, x, y - r * 1.3);
      cairo_line_to (cr, x + r * 1.3, y);
      cairo_line_to (cr, x, y + r * 1.3);
      cairo_line_to (cr, x - r * 1.3, y);
      break;
    default:
      cairo_move_to (cr, x, y + r * 1.2);
      cairo_line_to (cr, x + r * 1.15, y - r * 0.9);
      cairo_line_to (cr, x - r * 1.15, y - r * 0.9);
    }
  cairo_close_path (cr);
}

static void
draw_mark (const Plot *plot, guint series, double x, double y, gboolean hollow, gboolean saturated)
{
  cairo_t *cr = plot->cr;

  add_shape (cr, series, x, y, RADIUS);
  dl_color_set (cr, hollow ? &plot->theme->background : series_color (plot, series));
  cairo_fill_preserve (cr);
  dl_color_set (cr, series_color (plot, series));
  cairo_set_line_width (cr, 1.4);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_stroke (cr);
  if (!saturated)
    return;
  cairo_arc (cr, x, y, 1.2, 0, 2 * G_PI);
  cairo_fill (cr);
}

static void
draw_reach (const Plot *plot, const DlSweepPanel *panel, guint series, double x,
            const DlSweepCell *it)
{
  cairo_t *cr = plot->cr;
  const double top = panel->plot.y, bottom = dl_rect_bottom (panel->plot);
  const double high = MAX (dl_sweep_panel_y (panel, it->mean + it->reach), top);
  const double low = MIN (dl_sweep_panel_y (panel, it->mean - it->reach), bottom);

  if (isnan (it->reach) || low - high < 2)
    return;
  dl_color_set (cr, series_color (plot, series));
  cairo_set_line_width (cr, 1.1);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_move_to (cr, x, high);
  cairo_line_to (cr, x, low);
  /* No cap where it goes on beyond the axis. */
  if (high > top)
    {
      cairo_move_to (cr, x - 2.5, high);
      cairo_rel_line_to (cr, 5, 0);
    }
  if (low < bottom)
    {
      cairo_move_to (cr, x - 2.5, low);
      cairo_rel_line_to (cr, 5, 0);
    }
  cairo_stroke (cr);
}

static DlSweepCell
cell_of (const Plot *plot, guint panel, guint series, guint value)
{
  return dl_sweep_points_get (plot->chart->points, dl_sweep_chart_cell (plot->chart, series, value),
                              plot->chart->measures[panel]);
}

/* Between categories lies nothing that a line could go through. */
static gboolean
has_lines (const Plot *plot)
{
  return plot->layout.axis.scale != DL_SWEEP_CATEGORIES;
}

static void
draw_line (const Plot *plot, guint id, guint series)
{
  cairo_t *cr = plot->cr;
  const DlSweepPanel *panel = &plot->layout.panels[id];
  const DlSweepAxis *axis = &plot->layout.axis;

  if (!has_lines (plot))
    return;
  cairo_new_path (cr);
  for (guint i = 0; i < axis->n; i++)
    {
      const guint value = plot->order[i];
      const double mean = cell_of (plot, id, series, value).mean;

      if (isfinite (mean))
        cairo_line_to (cr, dl_sweep_panel_x (panel, axis->at[value]),
                       dl_sweep_panel_y (panel, mean));
    }
  dl_chart_set_dash (cr, series);
  dl_color_set (cr, series_color (plot, series));
  cairo_set_line_width (cr, 1.5);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

/* What the mark's value was bought with: a stroke through it where pairs of nodes are lost, dashes
 * around it where the routes can deadlock. */
static void
draw_shortfall (const Plot *plot, double x, double y, DlShortfall shortfall)
{
  cairo_t *cr = plot->cr;
  const double reach = RADIUS + 3.5;

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

static gboolean
is_saturated (const DlSweepCell *it)
{
  return it->n > 0 && it->n_in[DL_SIM_SATURATED] == it->n;
}

static void
draw_points (const Plot *plot, guint id, guint series)
{
  const DlSweepPanel *panel = &plot->layout.panels[id];
  const DlSweepAxis *axis = &plot->layout.axis;

  for (guint value = 0; value < axis->n; value++)
    {
      const DlSweepCell it = cell_of (plot, id, series, value);
      const double x = dl_sweep_panel_x (panel, axis->at[value]);
      const double y = dl_sweep_panel_y (panel, it.mean);

      if (!isfinite (it.mean))
        continue;
      draw_reach (plot, panel, series, x, &it);
      draw_mark (plot, series, x, y, dl_sweep_cell_n_not_converged (&it) > 0, is_saturated (&it));
      draw_shortfall (plot, x, y, it.shortfall);
      if (it.n_deadlocked > 0)
        dl_chart_cross (plot->cr, x, y, RADIUS + 2, &plot->theme->broken);
    }
}

/* A ring around it, and a line through the same value in every panel. */
static void
draw_hovered (const Plot *plot)
{
  cairo_t *cr = plot->cr;
  const DlSweepPlace place = plot->chart->hovered;
  guint value, series;
  DlSweepCell it;

  if (place.panel >= plot->chart->n_measures)
    return;
  value = dl_sweep_points_value_at (plot->chart->points, place.cell, 0);
  series = dl_sweep_chart_n_series (plot->chart) > 1
               ? dl_sweep_points_value_at (plot->chart->points, place.cell, 1)
               : 0;
  dl_color_set (cr, &plot->theme->accent);
  for (guint i = 0; i < plot->chart->n_measures; i++)
    {
      const DlSweepPanel *panel = &plot->layout.panels[i];
      const double x = dl_sweep_panel_x (panel, plot->layout.axis.at[value]);

      it = cell_of (plot, i, series, value);
      cairo_set_line_width (cr, 1);
      cairo_move_to (cr, x, panel->plot.y);
      cairo_line_to (cr, x, dl_rect_bottom (panel->plot));
      cairo_stroke (cr);
      if (!isfinite (it.mean))
        continue;
      cairo_set_line_width (cr, i == place.panel ? 2 : 1);
      cairo_new_path (cr);
      cairo_arc (cr, x, dl_sweep_panel_y (panel, it.mean), RADIUS + 3.5, 0, 2 * G_PI);
      cairo_stroke (cr);
    }
}

/* Axes ----------------------------------------------------------------------------------------- */

static void
draw_title (const Plot *plot, guint id)
{
  const DlSweepPanel *panel = &plot->layout.panels[id];
  const DlMeasure *measure = plot->chart->measures[id];
  const char *unit = dl_measure_unit (measure, plot->chart->points->spec->scenario);
  const double x
      = panel->x
        + dl_chart_text (plot->cr, &plot->theme->foreground, panel->x, panel->title_y,
                         _ (measure->title), DL_TEXT_NORMAL, TRUE, DL_ALIGN_START, panel->width);

  if (unit != NULL && panel->x + panel->width - x > 24)
    dl_chart_text (plot->cr, &plot->theme->muted, x + 6, panel->title_y + 2, unit, DL_TEXT_SMALL,
                   FALSE, DL_ALIGN_START, panel->x + panel->width - x - 6);
}

static void
draw_numbers (const Plot *plot, guint id)
{
  cairo_t *cr = plot->cr;
  const DlSweepPanel *panel = &plot->layout.panels[id];

  cairo_set_line_width (cr, 1);
  cairo_set_dash (cr, NULL, 0, 0);
  for (guint i = 0; i < dl_sweep_panel_n_ticks (panel); i++)
    {
      const double y = dl_sweep_panel_y (panel, panel->low + i * panel->step);
      g_autofree char *text = dl_sweep_panel_tick (panel, plot->chart->measures[id], i);

      dl_color_set (cr, i == 0 ? &plot->theme->muted : &plot->theme->grid);
      dl_chart_rule (cr, plot->theme, panel->plot.x, y, panel->plot.width, 0);
      dl_chart_text (cr, &plot->theme->muted, panel->plot.x - 5, y - DL_LINE_SMALL / 2, text,
                     DL_TEXT_SMALL, FALSE, DL_ALIGN_END, 0);
    }
  if (!panel->is_empty)
    return;
  dl_color_set (cr, &plot->theme->muted);
  dl_chart_rule (cr, plot->theme, panel->plot.x, dl_rect_bottom (panel->plot), panel->plot.width,
                 0);
  dl_chart_message (cr, panel->plot,
                    plot->chart->points->n_known == 0 ? _ ("no points yet") : _ ("no value"),
                    plot->theme);
}

/* A tick at each value, and the values that have room, the first one and every so many. */
static void
draw_values (const Plot *plot, guint id)
{
  cairo_t *cr = plot->cr;
  const DlSweepPanel *panel = &plot->layout.panels[id];
  const DlSweepAxis *axis = &plot->layout.axis;
  const gboolean upright = plot->layout.values_height > DL_LINE_SMALL + 3;
  const double bottom = dl_rect_bottom (panel->plot);
  double free_from = -INFINITY;

  for (guint i = 0; i < axis->n; i++)
    {
      const char *text = axis->texts[plot->order[i]];
      const double x = dl_sweep_panel_x (panel, axis->at[plot->order[i]]);
      const double half = dl_chart_text_width (cr, text, DL_TEXT_SMALL, FALSE) / 2;

      dl_color_set (cr, &plot->theme->muted);
      cairo_set_line_width (cr, 1);
      dl_chart_rule (cr, plot->theme, x, bottom, 0, 3);
      if (upright && x - DL_LINE_SMALL / 2 >= free_from)
        {
          const gsize most = (gsize) ((plot->layout.values_height - 6) / CHAR);
          g_autofree char *cut = (gsize) dl_text_width (text) > most + 1 && most > 2
                                     ? g_utf8_substring (text, 0, most - 1)
                                     : NULL;
          g_autofree char *shown = cut != NULL ? g_strconcat (cut, "…", NULL) : g_strdup (text);
          const double length = dl_chart_text_width (cr, shown, DL_TEXT_SMALL, FALSE);

          dl_chart_text_up (cr, &plot->theme->muted, x, bottom + 5 + length, shown, DL_TEXT_SMALL);
          free_from = x + DL_LINE_SMALL / 2;
        }
      else if (!upright && x - half >= free_from)
        {
          dl_chart_text (cr, &plot->theme->muted, x, bottom + 3, text, DL_TEXT_SMALL, FALSE,
                         DL_ALIGN_CENTER, 0);
          free_from = x + half + 5;
        }
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
      const DlSweepPanel *panel = &plot->layout.panels[i];
      const double x = dl_sweep_panel_x (panel, at);
      const double bottom = dl_rect_bottom (panel->plot);

      dl_color_set (cr, &plot->theme->muted);
      cairo_set_line_width (cr, 1);
      cairo_set_dash (cr, (const double[]) { 2, 3 }, 2, 0);
      dl_chart_rule (cr, plot->theme, x, panel->plot.y, 0, bottom - panel->plot.y);
      cairo_set_dash (cr, NULL, 0, 0);
      cairo_move_to (cr, x, bottom - 7);
      cairo_line_to (cr, x + 4, bottom);
      cairo_line_to (cr, x - 4, bottom);
      cairo_close_path (cr);
      cairo_fill (cr);
    }
}

/* Keys ----------------------------------------------------------------------------------------- */

typedef struct
{
  guint series;
  double y, label_y;
} LineEnd;

static gint
compare_ends (gconstpointer a, gconstpointer b)
{
  const LineEnd *p = a, *q = b;

  return p->y < q->y ? -1 : p->y > q->y ? 1 : (gint) p->series - (gint) q->series;
}

/* Each line's name at its end, pushed apart where they meet; none where there are too many. */
static void
draw_ends (const Plot *plot, guint id)
{
  const guint n_series = dl_sweep_chart_n_series (plot->chart);
  const DlSweepPanel *panel = &plot->layout.panels[id];
  const double right = dl_rect_right (panel->plot);
  const double line = DL_LINE_SMALL - 2;
  g_autofree LineEnd *ends = g_new (LineEnd, n_series);
  guint n = 0;

  if (n_series < 2 || n_series * line > panel->plot.height + line)
    return;
  for (guint series = 0; series < n_series; series++)
    for (guint i = plot->layout.axis.n; i-- > 0;)
      {
        const double mean = cell_of (plot, id, series, plot->order[i]).mean;

        if (!isfinite (mean))
          continue;
        ends[n++] = (LineEnd) { series, dl_sweep_panel_y (panel, mean), 0 };
        break;
      }
  qsort (ends, n, sizeof *ends, compare_ends);
  for (guint i = 0; i < n; i++)
    ends[i].label_y = i > 0 ? MAX (ends[i].y, ends[i - 1].label_y + line) : ends[i].y;
  for (guint i = n; i-- > 0;)
    ends[i].label_y = MIN (ends[i].label_y,
                           i + 1 < n ? ends[i + 1].label_y - line : dl_rect_bottom (panel->plot));
  for (guint i = 0; i < n; i++)
    dl_chart_text (plot->cr, series_color (plot, ends[i].series), right + 7,
                   ends[i].label_y - DL_LINE_SMALL / 2,
                   dl_sweep_chart_series_label (plot->chart, ends[i].series), DL_TEXT_SMALL, FALSE,
                   DL_ALIGN_START, plot->layout.label_width - 5);
}

/* "traffic.load  –●– 0.1  –■– 0.2" */
static void
draw_key (const Plot *plot)
{
  cairo_t *cr = plot->cr;
  const DlRect rect = plot->layout.rect;
  g_autofree char *name = dl_sweep_chart_key_name (dl_sweep_chart_key (plot->chart, 1));
  double x = rect.x + dl_sweep_chart_key_name_width (plot->chart), y = rect.y;

  dl_chart_text (cr, &plot->theme->muted, rect.x, y, name, DL_TEXT_SMALL, FALSE, DL_ALIGN_START,
                 rect.width);
  for (guint i = 0; i < dl_sweep_chart_n_series (plot->chart); i++)
    {
      const double item = dl_sweep_chart_key_item_width (plot->chart, i);

      if (x > rect.x && x + item > dl_rect_right (rect))
        {
          x = rect.x;
          y += DL_LINE_SMALL;
        }
      if (has_lines (plot))
        {
          dl_color_set (cr, series_color (plot, i));
          dl_chart_set_dash (cr, i);
          cairo_set_line_width (cr, 1.5);
          cairo_move_to (cr, x, y + DL_LINE_SMALL / 2);
          cairo_rel_line_to (cr, 26, 0);
          cairo_stroke (cr);
        }
      draw_mark (plot, i, x + 13, y + DL_LINE_SMALL / 2, FALSE, FALSE);
      dl_chart_text (cr, &plot->theme->foreground, x + 32, y,
                     dl_sweep_chart_series_label (plot->chart, i), DL_TEXT_SMALL, FALSE,
                     DL_ALIGN_START, dl_rect_right (rect) - x - 32);
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
  g_autofree char *name = dl_sweep_chart_key_name (dl_sweep_chart_key (chart, 0));
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
  const guint n_series = dl_sweep_chart_n_series (chart);
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
      draw_title (&plot, i);
      draw_numbers (&plot, i);
      draw_values (&plot, i);
    }
  if (!isnan (own))
    draw_own (&plot, own);
  for (guint i = 0; i < chart->n_measures; i++)
    {
      for (guint series = 0; series < n_series; series++)
        draw_line (&plot, i, series);
      for (guint series = 0; series < n_series; series++)
        draw_points (&plot, i, series);
      draw_ends (&plot, i);
    }
  draw_hovered (&plot);
  draw_foot (&plot, !isnan (own));
  g_free (plot.order);
  dl_sweep_layout_clear (&plot.layout);
}
