#include "dl-difference.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

DlShortfall
dl_shortfall_of (const DlSweepResult *result)
{
  DlShortfall shortfall = DL_SHORTFALL_NONE;

  if (result->found.unreachable_pairs > 0 || result->found.dropped_pairs > 0)
    shortfall |= DL_SHORTFALL_PAIRS;
  if (!result->found.deadlock_free || result->deadlocked)
    shortfall |= DL_SHORTFALL_DEADLOCK;
  return shortfall;
}

const char *
dl_shortfall_mark (DlShortfall shortfall)
{
  static const char *const marks[] = { "", "†", "‡", "†‡" };

  return marks[shortfall];
}

char *
dl_shortfall_notes (DlShortfall shortfall)
{
  GString *text = g_string_new (NULL);

  if (shortfall & DL_SHORTFALL_PAIRS)
    g_string_append (text, _ ("† Some pairs are unreachable or dropped."));
  if (shortfall & DL_SHORTFALL_DEADLOCK)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", _ ("‡ Routes can deadlock."));
  if (shortfall != DL_SHORTFALL_NONE)
    g_string_append_printf (text, " %s", _ ("A marked scenario is never the best."));
  return g_string_free (text, FALSE);
}

/* Takes @part. */
static void
append (GString *text, char *part)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", part);
  g_free (part);
}

char *
dl_shortfall_to_text (const DlSweepResult *result)
{
  const gulong unreachable = result->found.unreachable_pairs, dropped = result->found.dropped_pairs;
  GString *text;

  if (dl_shortfall_of (result) == DL_SHORTFALL_NONE)
    return NULL;
  text = g_string_new (NULL);
  if (unreachable > 0)
    append (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'lu pair unreachable",
                                                "%'lu pairs unreachable", unreachable),
                                   unreachable));
  if (dropped > 0)
    append (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'lu pair dropped at a dateline",
                                                "%'lu pairs dropped at a dateline", dropped),
                                   dropped));
  if (result->deadlocked)
    append (text, g_strdup (_ ("deadlocked")));
  else if (!result->found.deadlock_free)
    append (text, g_strdup (_ ("can deadlock")));
  return g_string_free (text, FALSE);
}

/* From the median distance to the standard deviation of a normal distribution. */
#define NORMAL_MAD 1.4826

static float
value_of (const DlDifferenceSide *side, guint link, gboolean idle_is_zero)
{
  return idle_is_zero && isnan (side->values[link]) ? 0 : side->values[link];
}

/* Largest value that may be rounding alone. */
static double
noise_of (const DlDifferenceSide *sides, guint n)
{
  double most = 0;

  for (guint side = 0; side < 2; side++)
    for (guint link = 0; link < n; link++)
      if (isfinite (sides[side].values[link]))
        most = MAX (most, fabs (sides[side].values[link]));
  return most * DL_DIFFERENCE_NOISE;
}

static void
compare_link (DlDifference *self, guint link, const DlDifferenceSide *sides, gboolean idle_is_zero,
              double noise)
{
  const guint8 state[2] = { sides[0].state[link], sides[1].state[link] };
  const float a = value_of (&sides[0], link, idle_is_zero);
  const float b = value_of (&sides[1], link, idle_is_zero);

  self->values[link] = NAN;
  if (state[0] != DL_LINK_UP && state[1] != DL_LINK_UP)
    self->change[link] = state[0] == DL_LINK_BROKEN || state[1] == DL_LINK_BROKEN
                             ? DL_CHANGE_BROKEN
                             : DL_CHANGE_ABSENT;
  else if (state[0] != DL_LINK_UP || state[1] != DL_LINK_UP)
    {
      const guint only = state[0] == DL_LINK_UP ? 0 : 1;

      self->change[link] = only == 0 ? DL_CHANGE_ONLY_A : DL_CHANGE_ONLY_B;
      self->n_only[only]++;
    }
  else if (isnan (sides[0].values[link]) && isnan (sides[1].values[link]))
    self->change[link] = DL_CHANGE_IDLE;
  else if (!isfinite (a) || !isfinite (b))
    self->change[link] = DL_CHANGE_UNKNOWN;
  else
    {
      const double change = (double) a - b;

      self->change[link] = DL_CHANGE_VALUE;
      self->values[link] = fabs (change) <= noise ? 0 : change;
      self->n_compared++;
      self->n_changed += self->values[link] != 0;
      self->extent = MAX (self->extent, fabs (self->values[link]));
    }
}

static int
compare_double (const void *a, const void *b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* Median of @values (n), which it sorts. */
static double
median (double *values, guint n)
{
  qsort (values, n, sizeof *values, compare_double);
  return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

/* Only changes count: most links of most edits do not change at all, and would make every change
 * stand out. */
static void
find_outliers (DlDifference *self, double noise)
{
  g_autofree double *changes = g_new (double, MAX (self->n_changed, 1));
  guint n = 0;

  self->middle = self->spread = NAN;
  if (self->n_changed == 0)
    return;
  for (guint link = 0; link < self->n; link++)
    if (self->change[link] == DL_CHANGE_VALUE && self->values[link] != 0)
      changes[n++] = self->values[link];
  self->middle = median (changes, n);
  for (guint i = 0; i < n; i++)
    changes[i] = fabs (changes[i] - self->middle);
  self->spread = NORMAL_MAD * median (changes, n);
  for (guint link = 0; link < self->n && n >= DL_DIFFERENCE_LEAST; link++)
    if (self->change[link] == DL_CHANGE_VALUE && self->values[link] != 0
        && fabs (self->values[link] - self->middle)
               > MAX (DL_DIFFERENCE_OUTLIER * self->spread, noise))
      {
        self->outlier[link] = TRUE;
        self->n_outliers++;
      }
}

DlDifference *
dl_difference_new (guint n, DlDifferenceSide a, DlDifferenceSide b, gboolean idle_is_zero)
{
  const DlDifferenceSide sides[2] = { a, b };
  DlDifference *self = g_new0 (DlDifference, 1);
  const double noise = noise_of (sides, n);

  self->n = n;
  self->change = g_new0 (guint8, MAX (n, 1));
  self->values = g_new0 (float, MAX (n, 1));
  self->outlier = g_new0 (guint8, MAX (n, 1));
  for (guint link = 0; link < n; link++)
    compare_link (self, link, sides, idle_is_zero, noise);
  find_outliers (self, noise);
  return self;
}

void
dl_difference_free (DlDifference *difference)
{
  if (difference == NULL)
    return;
  g_free (difference->change);
  g_free (difference->values);
  g_free (difference->outlier);
  g_free (difference);
}

guint
dl_difference_largest (const DlDifference *difference, guint n, guint32 *links)
{
  guint found = 0;

  for (guint link = 0; link < difference->n && n > 0; link++)
    {
      const float value = fabsf (difference->values[link]);
      guint at;

      if (difference->change[link] != DL_CHANGE_VALUE || value == 0
          || (found == n && value <= fabsf (difference->values[links[n - 1]])))
        continue;
      at = found < n ? found++ : n - 1;
      for (; at > 0 && fabsf (difference->values[links[at - 1]]) < value; at--)
        links[at] = links[at - 1];
      links[at] = link;
    }
  return found;
}
