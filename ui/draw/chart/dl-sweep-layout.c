#include "dl-sweep-layout.h"

#include "dl-sizes.h"
#include "dl-text-lines.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Lengths of a panel, in units. */
#define LEAST_WIDTH   186.0
#define NATURAL       150.0 /* height */
#define TITLE         (DL_LINE_NORMAL + 3)
#define MOST_COLUMNS  4
#define PITCH         18.0 /* of its numbers */
#define LABEL_MOST    84.0 /* width of a line's label */
#define LETTER_WIDTH  6.1  /* about, of DL_TEXT_SMALL: what lies where needs no font */
#define LABELS_HEIGHT 96.0 /* of values that stand upright, at most */
/* Share of a range of means by which intervals widen the axis; those of two runs might take all of
 * it. */
#define SEEN_REACH 0.5

/* The horizontal axis ---------------------------------------------------------------------------
 */

/* How far apart ratios may be that are the same: whole numbers are rounded. */
#define SAME_RATIO  0.05
#define LEAST_RATIO 1.3
/* Share of the axis beyond its first and last number. */
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

/* Keys ----------------------------------------------------------------------------------------- */

const DlSweepKey *
dl_sweep_chart_key (const DlSweepChart *chart, guint key)
{
  return g_ptr_array_index (chart->points->spec->keys, key);
}

/* Lines: the second key's values, or one. */
guint
dl_sweep_chart_n_series (const DlSweepChart *chart)
{
  return chart->points->spec->keys->len > 1 ? dl_sweep_chart_key (chart, 1)->values->len : 1;
}

/* NULL without a second key. */
const char *
dl_sweep_chart_series_label (const DlSweepChart *chart, guint series)
{
  return chart->points->spec->keys->len > 1
             ? g_ptr_array_index (dl_sweep_chart_key (chart, 1)->values, series)
             : NULL;
}

guint
dl_sweep_chart_cell (const DlSweepChart *chart, guint series, guint value)
{
  return dl_sweep_points_cell_at (chart->points, (const guint[]) { value, series });
}

/* "router.age-clock-period"; free with g_free. */
char *
dl_sweep_key_name (const DlSweepKey *key)
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
  const guint n = dl_sweep_chart_n_series (chart);
  double most = 0;

  if (n < 2)
    return 0;
  for (guint i = 0; i < n; i++)
    most = MAX (most, text_width (dl_sweep_chart_series_label (chart, i)));
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
  const guint fit = (guint) MAX (
      (width + DL_GAP_PLOTS) / (LEAST_WIDTH + label_width (chart) / 2 + DL_GAP_PLOTS), 1);

  const guint n = MAX (chart->n_measures, 1);
  const guint most = CLAMP (fit, 1, MIN (n, MOST_COLUMNS));

  /* Rows as full as possible: two by two for four panels, not three and one. */
  const guint n_rows = (n + most - 1) / most;

  return (n + n_rows - 1) / n_rows;
}

/* The lines of the key: the second key's values, as many to a line as fit. */
static guint
n_key_lines (const DlSweepChart *chart, double width)
{
  const guint n = dl_sweep_chart_n_series (chart);
  double x = 0;
  guint lines = 1;

  if (n < 2)
    return 0;
  x = dl_sweep_key_name_width (chart);
  for (guint i = 0; i < n; i++)
    {
      const double item = dl_sweep_key_item_width (chart, i);

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
double
dl_sweep_key_name_width (const DlSweepChart *chart)
{
  g_autofree char *name = dl_sweep_key_name (dl_sweep_chart_key (chart, 1));

  return text_width (name) * 1.08 + 14;
}

double
dl_sweep_key_item_width (const DlSweepChart *chart, guint series)
{
  return 34 + text_width (dl_sweep_chart_series_label (chart, series)) * 1.08 + 14;
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
  const double each = (width - (layout->n_columns - 1) * DL_GAP_PLOTS) / layout->n_columns;

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
  dl_sweep_axis_init (&layout->axis, dl_sweep_chart_key (chart, 0));
  layout->n_columns = n_columns (chart, rect.width);
  layout->label_width = label_width (chart);
  layout->foot = foot_height (rect.width);
  n_rows = (MAX (n, 1) + layout->n_columns - 1) / layout->n_columns;
  layout->key_lines = without_key ? 0 : n_key_lines (chart, rect.width);
  top = rect.y + layout->key_lines * DL_LINE_SMALL + (layout->key_lines > 0 ? 6 : 0);
  layout->values_height
      = values_height (layout, plot_width_of (layout, rect.width, 6 * LETTER_WIDTH));
  height = (dl_rect_bottom (rect) - layout->foot - top - (n_rows - 1) * DL_GAP_PLOTS) / n_rows
           - TITLE - layout->values_height;
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
      const double each = (rect.width - (layout->n_columns - 1) * DL_GAP_PLOTS) / layout->n_columns;
      const double row = MAX (24, height) + TITLE + layout->values_height;

      plot->rect = (DlRect) { rect.x + i % layout->n_columns * (each + DL_GAP_PLOTS),
                              top + i / layout->n_columns * (row + DL_GAP_PLOTS), each, row };
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
         + n_rows * (NATURAL + TITLE + layout.values_height) + (n_rows - 1) * DL_GAP_PLOTS;
}
