#include "dl-sweep-axis.h"

#include "dl-value.h"

#include <math.h>
#include <string.h>

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
