#include "dl-sweep-chart.h"

#include "dl-sizes.h"
#include "dl-text-lines.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

static double key_name_width (const DlSweepChart *chart);
static double key_item_width (const DlSweepChart *chart, guint series);

/* How far apart ratios may be that are the same: whole numbers are rounded. */
#define SAME_RATIO  0.05
#define LEAST_RATIO 1.3
/* Of the axis, beyond the first and the last number. */
#define MARGIN 0.04

static gboolean
parse (const char *text, double *number)
{
  return dl_value_parse_double (text, -G_MAXDOUBLE, G_MAXDOUBLE, number, NULL);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Three numbers or more, each about so many times the one before. */
static gboolean
are_factors (const double *numbers, guint n)
{
  g_autofree double *sorted = g_memdup2 (numbers, n * sizeof *numbers);
  double ratio;

  qsort (sorted, n, sizeof *sorted, compare);
  if (n < 3 || sorted[0] <= 0)
    return FALSE;
  ratio = pow (sorted[n - 1] / sorted[0], 1.0 / (n - 1));
  for (guint i = 1; i < n; i++)
    if (fabs (sorted[i] / sorted[i - 1] / ratio - 1) > SAME_RATIO)
      return FALSE;
  return ratio >= LEAST_RATIO;
}

static double
place (const DlSweepAxis *axis, double number)
{
  const double on = axis->scale == DL_SWEEP_FACTORS ? log (number) : number;

  return (on - axis->low) / (axis->high - axis->low);
}

static void
spread (DlSweepAxis *axis, const double *numbers)
{
  const gboolean factors = axis->scale == DL_SWEEP_FACTORS;
  double low = INFINITY, high = -INFINITY, margin;

  for (guint i = 0; i < axis->n; i++)
    {
      const double on = factors ? log (numbers[i]) : numbers[i];

      low = MIN (low, on);
      high = MAX (high, on);
    }
  margin = high > low ? MARGIN * (high - low) : MAX (fabs (high), 1) / 2;
  axis->low = low - margin;
  axis->high = high + margin;
  for (guint i = 0; i < axis->n; i++)
    axis->at[i] = place (axis, numbers[i]);
}

void
dl_sweep_axis_init (DlSweepAxis *axis, const DlSweepKey *key)
{
  const guint n = key->values->len;
  g_autofree double *numbers = g_new (double, n);
  gboolean are_numbers = dl_field_is_number (key->field);

  *axis = (DlSweepAxis) {
    .n = n, .texts = (const char *const *) key->values->pdata, .at = g_new (double, n), .high = 1
  };
  for (guint i = 0; i < n; i++)
    are_numbers = are_numbers && parse (axis->texts[i], &numbers[i]);
  axis->scale = !are_numbers               ? DL_SWEEP_CATEGORIES
                : are_factors (numbers, n) ? DL_SWEEP_FACTORS
                                           : DL_SWEEP_NUMBERS;
  if (are_numbers)
    spread (axis, numbers);
  else
    for (guint i = 0; i < n; i++)
      axis->at[i] = (i + 0.5) / n;
}

void
dl_sweep_axis_clear (DlSweepAxis *axis)
{
  g_free (axis->at);
}

double
dl_sweep_axis_find (const DlSweepAxis *axis, const char *text)
{
  double number, at = NAN;

  for (guint i = 0; i < axis->n; i++)
    if (strcmp (axis->texts[i], text) == 0)
      return axis->at[i];
  if (axis->scale != DL_SWEEP_CATEGORIES && parse (text, &number)
      && (axis->scale == DL_SWEEP_NUMBERS || number > 0))
    at = place (axis, number);
  return at >= 0 && at <= 1 ? at : NAN;
}

guint *
dl_sweep_axis_order (const DlSweepAxis *axis)
{
  guint *order = g_new (guint, axis->n);

  /* They come in order nearly always. */
  for (guint i = 0; i < axis->n; i++)
    {
      guint to = i;

      for (; to > 0 && axis->at[order[to - 1]] > axis->at[i]; to--)
        order[to] = order[to - 1];
      order[to] = i;
    }
  return order;
}

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

/* Of a panel, in units. */
#define LEAST_WIDTH   186.0
#define LEAST_HEIGHT  120.0
#define NATURAL       150.0 /* height */
#define GAP           16.0
#define TITLE         (DL_LINE_NORMAL + 3)
#define MOST_COLUMNS  4
#define PITCH         18.0 /* of its numbers */
#define LABEL_MOST    84.0 /* width of a line's label */
#define LETTER_WIDTH  6.1  /* about, of DL_TEXT_SMALL: what lies where needs no font */
#define NEAR          12.0 /* units from a mark that are on it */
#define RADIUS        3.4
#define LABELS_HEIGHT 96.0 /* of values that stand upright, at most */
/* Of a range of means: how far intervals widen the axis, which those of two runs might take all of.
 */
#define SEEN_REACH 0.5

/* Keys ----------------------------------------------------------------------------------------- */

static const DlSweepKey *
sweep_chart_key (const DlSweepChart *chart, guint key)
{
  return g_ptr_array_index (chart->points->spec->keys, key);
}

/* Lines: the second key's values, or one. */
static guint
sweep_chart_n_series (const DlSweepChart *chart)
{
  return chart->points->spec->keys->len > 1 ? sweep_chart_key (chart, 1)->values->len : 1;
}

/* NULL without a second key. */
static const char *
series_label (const DlSweepChart *chart, guint series)
{
  return chart->points->spec->keys->len > 1
             ? g_ptr_array_index (sweep_chart_key (chart, 1)->values, series)
             : NULL;
}

static guint
sweep_chart_cell (const DlSweepChart *chart, guint series, guint value)
{
  return dl_sweep_points_cell_at (chart->points, (const guint[]) { value, series });
}

/* "router.age-clock-period"; free with g_free. */
static char *
key_name (const DlSweepKey *key)
{
  const char *title = dl_field_title (key->field), *unit = dl_field_unit (key->field);

  if (title == NULL)
    return g_strdup_printf ("%s.%s", key->field->group, key->field->key);
  return unit != NULL ? g_strdup_printf (_ ("%s (%s)"), title, unit) : g_strdup (title);
}

/* Panels --------------------------------------------------------------------------------------- */

static gboolean
is_share (const DlMeasure *measure)
{
  return measure->type == DL_MEASURE_SHARE;
}

/* Range of the panel's axis. */
static gboolean
find_range (const DlSweepChart *chart, const DlMeasure *measure, double *low, double *high)
{
  const guint n = dl_sweep_points_n_cells (chart->points);
  double range;

  *low = INFINITY;
  *high = -INFINITY;
  for (guint cell = 0; cell < n; cell++)
    {
      const DlSweepCell it = dl_sweep_points_get (chart->points, cell, measure);

      if (!isfinite (it.mean))
        continue;
      *low = MIN (*low, it.mean);
      *high = MAX (*high, it.mean);
    }
  if (*low > *high)
    return FALSE;
  /* Exact values differ by the rounding of sums. */
  if (*high - *low < 1e-9 * fabs (*high))
    *low = *high;
  range = MAX (*high - *low, 0.05 * fabs (*high));
  for (guint cell = 0; cell < n; cell++)
    {
      const DlSweepCell it = dl_sweep_points_get (chart->points, cell, measure);
      const double reach = isnan (it.reach) ? 0 : MIN (it.reach, SEEN_REACH * range);

      if (!isfinite (it.mean))
        continue;
      if (reach > 0)
        {
          *low = MIN (*low, MAX (it.mean - reach, 0));
          *high = MAX (*high, it.mean + reach);
        }
    }
  return TRUE;
}

/* "148", "0.02", "40%", "yes" */
static char *
tick_text (const DlAxis *axis, double value)
{
  const DlMeasure *measure = axis->data;
  int decimals;

  if (measure->type == DL_MEASURE_FLAG)
    return g_strdup (value == 0 ? _ ("no") : _ ("yes"));
  if (is_share (measure))
    {
      g_autofree char *number = g_strdup_printf ("%.4g", 100 * value);
      return g_strdup_printf (_ ("%s%%"), number);
    }
  if (fabs (value) >= 10000 && axis->step >= 1)
    return dl_chart_count (round (value));
  decimals = CLAMP ((int) ceil (-log10 (axis->step) - 1e-6), 0, 9);
  /* Steps of 2.5 and 0.025 have a digit more. */
  if (fabs (axis->step * pow (10, decimals) - round (axis->step * pow (10, decimals))) > 1e-6)
    decimals++;
  return g_strdup_printf ("%.*f", decimals, value);
}

/* Pleasant numbers around the range; from 0 if that is not far. */
static void
fit (DlSweepPanel *panel, const DlSweepChart *chart, const DlMeasure *measure)
{
  const guint n_most = (guint) CLAMP (panel->plot.area.height / PITCH, 2, 8);
  const double unit = is_share (measure) ? 0.01 : 1;
  DlAxis *axis = &panel->plot.y;
  double low, high;

  *axis = (DlAxis) { .high = 1, .step = 1, .text = tick_text, .data = measure };
  panel->is_empty = !find_range (chart, measure, &low, &high);
  if (panel->is_empty || measure->type == DL_MEASURE_FLAG)
    return;
  if (low >= 0 && low < 0.5 * high)
    low = 0;
  if (high <= low)
    {
      low = MIN (low, 0);
      high = MAX (high, 0);
    }
  if (high <= low)
    high = 1;
  low /= unit;
  high /= unit;
  dl_chart_axis_end (high - low, n_most, &axis->step);
  axis->low = floor (low / axis->step * (1 + 1e-9)) * axis->step;
  axis->high = ceil (high / axis->step * (1 - 1e-9)) * axis->step;
  if (axis->high <= axis->low)
    axis->high = axis->low + axis->step;
  axis->low *= unit;
  axis->high *= unit;
  axis->step *= unit;
}

/* Layout --------------------------------------------------------------------------------------- */

static double
text_width (const char *text)
{
  return dl_text_width (text) * LETTER_WIDTH;
}

static double
widest_value (const DlSweepAxis *axis)
{
  double most = 0;

  for (guint i = 0; i < axis->n; i++)
    most = MAX (most, text_width (axis->texts[i]));
  return most;
}

static double
label_width (const DlSweepChart *chart)
{
  const guint n = sweep_chart_n_series (chart);
  double most = 0;

  if (n < 2)
    return 0;
  for (guint i = 0; i < n; i++)
    most = MAX (most, text_width (series_label (chart, i)));
  return MIN (most, LABEL_MOST) + 10;
}

static double
tick_width (const DlSweepPanel *panel)
{
  const DlAxis *axis = &panel->plot.y;
  const guint n = panel->is_empty ? 0 : (guint) round ((axis->high - axis->low) / axis->step) + 1;
  double most = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = tick_text (axis, axis->low + i * axis->step);
      most = MAX (most, text_width (text));
    }
  return most;
}

static guint
n_columns (const DlSweepChart *chart, double width)
{
  const guint fit = (guint) MAX ((width + GAP) / (LEAST_WIDTH + label_width (chart) / 2 + GAP), 1);

  const guint n = MAX (chart->n_measures, 1);
  const guint most = CLAMP (fit, 1, MIN (n, MOST_COLUMNS));

  /* As full rows as there can be: four panels are no three and one. */
  const guint n_rows = (n + most - 1) / most;

  return (n + n_rows - 1) / n_rows;
}

/* The lines of the key: the second key's values, as many to a line as fit. */
static guint
n_key_lines (const DlSweepChart *chart, double width)
{
  const guint n = sweep_chart_n_series (chart);
  double x = 0;
  guint lines = 1;

  if (n < 2)
    return 0;
  x = key_name_width (chart);
  for (guint i = 0; i < n; i++)
    {
      const double item = key_item_width (chart, i);

      if (x > 0 && x + item > width)
        {
          x = 0;
          lines++;
        }
      x += item;
    }
  return lines;
}

/* Width of the second key's name, and of one of its lines, in the chart's key. */
static double
key_name_width (const DlSweepChart *chart)
{
  g_autofree char *name = key_name (sweep_chart_key (chart, 1));

  return text_width (name) * 1.08 + 14;
}

static double
key_item_width (const DlSweepChart *chart, guint series)
{
  return 34 + text_width (series_label (chart, series)) * 1.08 + 14;
}

/* Numbers or words below a panel; upright where they do not fit side by side. */
static double
values_height (const DlSweepLayout *layout, double plot_width)
{
  const DlSweepAxis *axis = &layout->axis;
  const double widest = widest_value (axis);

  if (axis->scale == DL_SWEEP_CATEGORIES && widest + 6 > plot_width / MAX (axis->n, 1))
    return MIN (widest, LABELS_HEIGHT) + 6;
  return DL_LINE_SMALL + 3;
}

/* Below all panels: the key's name, and what the marks say, which may take two lines. */
static double
foot_height (double width)
{
  return (width < 620 ? 3 : 2) * DL_LINE_SMALL + 3;
}

static double
plot_width_of (const DlSweepLayout *layout, double width, double left)
{
  const double each = (width - (layout->n_columns - 1) * GAP) / layout->n_columns;

  return MAX (20, each - left - MAX (layout->label_width, DL_PLOT_RIGHT) - 2);
}

void
dl_sweep_layout_init (DlSweepLayout *layout, DlRect rect, const DlSweepChart *chart,
                      gboolean without_key)
{
  const guint n = chart->n_measures;
  double left = 0, height, top;
  guint n_rows;

  *layout = (DlSweepLayout) { .rect = rect, .panels = g_new0 (DlSweepPanel, MAX (n, 1)) };
  dl_sweep_axis_init (&layout->axis, sweep_chart_key (chart, 0));
  layout->n_columns = n_columns (chart, rect.width);
  layout->label_width = label_width (chart);
  layout->foot = foot_height (rect.width);
  n_rows = (MAX (n, 1) + layout->n_columns - 1) / layout->n_columns;
  layout->key_lines = without_key ? 0 : n_key_lines (chart, rect.width);
  top = rect.y + layout->key_lines * DL_LINE_SMALL + (layout->key_lines > 0 ? 6 : 0);
  layout->values_height
      = values_height (layout, plot_width_of (layout, rect.width, 6 * LETTER_WIDTH));
  height = (dl_rect_bottom (rect) - layout->foot - top - (n_rows - 1) * GAP) / n_rows - TITLE
           - layout->values_height;
  /* How high a plot is says how many numbers it has, and these how wide it is. */
  for (guint i = 0; i < n; i++)
    {
      layout->panels[i].plot.area.height = MAX (24, height);
      fit (&layout->panels[i], chart, chart->measures[i]);
      left = MAX (left, tick_width (&layout->panels[i]) + 8);
    }
  left = MAX (left, 24);
  for (guint i = 0; i < n; i++)
    {
      DlPlot *plot = &layout->panels[i].plot;
      const double each = (rect.width - (layout->n_columns - 1) * GAP) / layout->n_columns;
      const double row = MAX (24, height) + TITLE + layout->values_height;

      plot->rect = (DlRect) { rect.x + i % layout->n_columns * (each + GAP),
                              top + i / layout->n_columns * (row + GAP), each, row };
      plot->area.x = plot->rect.x + left;
      plot->area.y = plot->rect.y + TITLE;
      plot->area.width = plot_width_of (layout, rect.width, left);
      plot->x = (DlAxis) { .high = 1 };
    }
}

void
dl_sweep_layout_clear (DlSweepLayout *layout)
{
  dl_sweep_axis_clear (&layout->axis);
  g_free (layout->panels);
}

double
dl_sweep_chart_height (const DlSweepChart *chart, double width)
{
  g_auto (DlSweepLayout) layout = { 0 };
  guint n_rows;

  dl_sweep_layout_init (&layout, (DlRect) { 0, 0, width, 1000 }, chart, FALSE);
  n_rows = (MAX (chart->n_measures, 1) + layout.n_columns - 1) / layout.n_columns;
  return layout.key_lines * DL_LINE_SMALL + (layout.key_lines > 0 ? 6 : 0) + layout.foot
         + n_rows * (NATURAL + TITLE + layout.values_height) + (n_rows - 1) * GAP;
}

/* Lines ---------------------------------------------------------------------------------------- */

static DlSweepCell
sweep_line_cell (const DlSweepLine *line, guint series, guint i)
{
  return dl_sweep_points_get (line->chart->points,
                              sweep_chart_cell (line->chart, series, line->order[i]),
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
    for (guint series = 0; series < sweep_chart_n_series (chart); series++)
      {
        const DlSweepLine line = { chart, &layout, order, panel };
        const DlPlotSeries it = sweep_line_series (&line, series, NULL);

        if (dl_plot_hit (&layout.panels[panel].plot, &it, x, y, &near, &i))
          place = (DlSweepPlace) { panel, sweep_chart_cell (chart, series, order[i]) };
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
  const guint n_series = sweep_chart_n_series (chart);
  g_auto (DlSweepAxis) axis = { 0 };
  g_autofree guint *order = NULL;
  guint series, rank = 0;
  int r = 0, s, p = 0;

  if (!has_value (chart, from))
    return first_place (chart);
  dl_sweep_axis_init (&axis, sweep_chart_key (chart, 0));
  order = dl_sweep_axis_order (&axis);
  series = n_series > 1 ? dl_sweep_points_value_at (chart->points, from.cell, 1) : 0;
  while (order[rank] != dl_sweep_points_value_at (chart->points, from.cell, 0))
    rank++;
  r = rank;
  s = series;
  p = from.panel;
  /* Over what is not there yet, up to the edge. */
  for (;;)
    {
      DlSweepPlace to;

      r += right;
      s += down;
      p += panels;
      if (r < 0 || s < 0 || p < 0 || r >= (int) axis.n || s >= (int) n_series
          || p >= (int) chart->n_measures || (right == 0 && down == 0 && panels == 0))
        return from;
      to = (DlSweepPlace) { p, sweep_chart_cell (chart, s, order[r]) };
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
  const guint n_series = sweep_chart_n_series (plot->chart);

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
  series = sweep_chart_n_series (plot->chart) > 1
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

/* As much of @text as has room where it stands upright; free with g_free. */
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
  const DlField *field = sweep_chart_key (plot->chart, 0)->field;
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
  const guint n_series = sweep_chart_n_series (plot->chart);
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
                   series_label (plot->chart, ends[i].series), DL_TEXT_SMALL, FALSE, DL_ALIGN_START,
                   plot->layout.label_width - 5);
}

/* "traffic.load  –●– 0.1  –■– 0.2" */
static void
draw_key (const Plot *plot)
{
  const DlRect rect = plot->layout.rect;
  const DlPlot whole = { .cr = plot->cr, .theme = plot->theme, .rect = rect };
  const DlSweepLine line = line_of (plot, 0);
  g_autofree char *name = key_name (sweep_chart_key (plot->chart, 1));
  double x = rect.x + key_name_width (plot->chart), y = rect.y;

  dl_chart_text (plot->cr, &plot->theme->muted, rect.x, y, name, DL_TEXT_SMALL, FALSE,
                 DL_ALIGN_START, rect.width);
  for (guint i = 0; i < sweep_chart_n_series (plot->chart); i++)
    {
      const double item = key_item_width (plot->chart, i);
      const DlMarkStyle style = sweep_line_series (&line, i, plot->theme).style;

      if (x > rect.x && x + item > dl_rect_right (rect))
        {
          x = rect.x;
          y += DL_LINE_SMALL;
        }
      dl_plot_key_line (&whole, x, y, &style, series_label (plot->chart, i));
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
  g_autofree char *name = key_name (sweep_chart_key (chart, 0));
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
