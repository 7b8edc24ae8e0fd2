#include "dl-age-chart.h"

#include "dl-chart-private.h"
#include "dl-numerals.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Fixed, so that what is under a point needs no font. */
#define LEFT  34.0
#define RIGHT 5.0 /* room for the last bin, which is never thinner than that */

#define GROUP_AGES (DL_N_AGES / DL_N_AGE_GROUPS)
#define FULL       (DL_N_AGES - 1)

#define MOST_DECADES  8
#define LEAST_DECADES 3

typedef struct
{
  cairo_t *cr;
  const DlAgeChart *chart;
  const DlTheme *theme;
  DlRect rect;
  DlRect plot;
  guint64 total, reference_total;
  guint decades; /* that the scale spans below 1 */
} AgePlot;

guint64
dl_age_total (const guint64 *age)
{
  guint64 total = 0;

  for (guint group = 0; group < DL_N_AGE_GROUPS; group++)
    total += dl_age_group (age, group);
  return total;
}

guint64
dl_age_group (const guint64 *age, guint group)
{
  guint64 sum = 0;

  g_assert (group < DL_N_AGE_GROUPS);
  for (guint i = 0; i < GROUP_AGES; i++)
    sum += age[group * GROUP_AGES + i];
  return sum;
}

const char *
dl_age_group_name (guint group)
{
  static const char *const names[DL_N_AGE_GROUPS] = { "0–63", "64–127", "128–191", "192–255" };

  g_assert (group < DL_N_AGE_GROUPS);
  return names[group];
}

char *
dl_share_text (guint64 part, guint64 whole)
{
  const double percent = whole > 0 ? 100.0 * part / whole : NAN;
  g_autofree char *digits = NULL;

  if (whole == 0)
    return g_strdup ("–");
  if (part == 0 || part == whole)
    return g_strdup_printf (_ ("%s%%"), part == 0 ? "0" : "100");
  if (percent < 0.01)
    {
      digits = g_strdup_printf ("%.2f", 0.01);
      return g_strdup_printf (_ ("< %s%%"), digits);
    }
  /* One that is not whole does not look like it. */
  digits = g_strdup_printf ("%.*f", percent < 1 ? 2 : 1, MIN (percent, 99.9));
  return g_strdup_printf (_ ("%s%%"), digits);
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

static double
age_x (const AgePlot *plot, guint age)
{
  return plot->plot.x + plot->plot.width * age / DL_N_AGES;
}

/* The lower edge of the plot for nothing at all. */
static double
share_y (const AgePlot *plot, guint64 count, guint64 total)
{
  const double decades = count > 0 ? -log10 ((double) count / total) : plot->decades;

  return plot->plot.y + plot->plot.height * MIN (decades / plot->decades, 1);
}

gint
dl_age_chart_hit (DlRect rect, double x, double y)
{
  const DlRect bins = { plot_left (rect), rect.y + DL_LINE_NORMAL, plot_width (rect) + RIGHT,
                        rect.height - DL_LINE_NORMAL };

  if (!dl_rect_holds (bins, x, y))
    return -1;
  return (gint) MIN ((x - bins.x) / plot_width (rect) * DL_N_AGES, FULL);
}

/* The scale ------------------------------------------------------------------------------------ */

static double
least_share (const guint64 *age, guint64 total)
{
  guint64 least = total;

  for (guint i = 0; i < DL_N_AGES; i++)
    if (age[i] > 0)
      least = MIN (least, age[i]);
  return (double) least / total;
}

static guint
count_decades (const AgePlot *plot)
{
  const DlAgeChart *chart = plot->chart;
  double least = plot->total > 0 ? least_share (chart->age, plot->total) : 1;

  if (plot->reference_total > 0)
    least = MIN (least, least_share (chart->reference, plot->reference_total));
  /* A whole decade more than needed rather than a bar without height. */
  return CLAMP (floor (-log10 (least)) + 1, LEAST_DECADES, MOST_DECADES);
}

static void
draw_share_axis (const AgePlot *plot)
{
  DlRect rect = plot->plot;

  rect.width += RIGHT;
  dl_chart_draw_decades (plot->cr, rect, plot->decades, plot->theme);
}

static void
draw_age_axis (const AgePlot *plot)
{
  static const guint ticks[] = { 0, 64, 128, 192, 255 };
  cairo_t *cr = plot->cr;
  const double bottom = dl_rect_bottom (plot->plot);
  const guint step = plot->plot.width < 110 ? 2 : 1;

  dl_color_set (cr, &plot->theme->muted);
  cairo_set_line_width (cr, 1);
  cairo_set_dash (cr, NULL, 0, 0);
  for (guint i = 0; i < G_N_ELEMENTS (ticks); i += step)
    {
      dl_chart_rule (cr, plot->theme, age_x (plot, ticks[i]), bottom, 0, 4);
    }
  dl_chart_rule (cr, plot->theme, plot->plot.x, bottom, plot->plot.width + RIGHT, 0);
  for (guint i = 0; i < G_N_ELEMENTS (ticks); i += step)
    {
      g_autofree char *text = g_strdup_printf ("%u", ticks[i]);
      const gboolean last = ticks[i] == FULL;
      /* The two that have a meaning of their own stand out. */
      const gboolean marked = ticks[i] == DL_N_AGES / 2 || last;
      dl_chart_text (cr, marked ? &plot->theme->foreground : &plot->theme->muted,
                     last ? dl_rect_right (plot->rect) : age_x (plot, ticks[i]), bottom + 3, text,
                     DL_TEXT_SMALL, marked, last ? DL_ALIGN_END : DL_ALIGN_CENTER, 0);
    }
}

/* What is in the plot -------------------------------------------------------------------------- */

/* The hardware's groups: every other one shaded, its range and its share on top. */
static void
draw_bands (const AgePlot *plot, double top)
{
  cairo_t *cr = plot->cr;
  const DlAgeChart *chart = plot->chart;
  const DlRect r = plot->plot;
  const double width = r.width / DL_N_AGE_GROUPS;

  for (guint group = 0; group < DL_N_AGE_GROUPS; group++)
    {
      const double x = r.x + group * width, middle = x + width / 2;
      g_autofree char *share = dl_share_text (dl_age_group (chart->age, group), plot->total);

      if (group % 2 == 1)
        {
          dl_color_set (cr, &plot->theme->absent);
          cairo_rectangle (cr, x, top, width + (group == DL_N_AGE_GROUPS - 1 ? RIGHT : 0),
                           dl_rect_bottom (r) - top);
          cairo_fill (cr);
        }
      dl_chart_text (cr, &plot->theme->muted, middle, top, dl_age_group_name (group), DL_TEXT_SMALL,
                     FALSE, DL_ALIGN_CENTER, width);
      dl_chart_text (cr, &plot->theme->foreground, middle, top + DL_LINE_SMALL, share,
                     DL_TEXT_SMALL, TRUE, DL_ALIGN_CENTER, width);
      if (plot->reference_total > 0)
        {
          g_autofree char *was
              = dl_share_text (dl_age_group (chart->reference, group), plot->reference_total);
          dl_chart_text (cr, &plot->theme->muted, middle, top + 2 * DL_LINE_SMALL, was,
                         DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, width);
        }
    }
}

/* The upper edge of the bins up to @end, as a path from the first one's lower left corner. */
static void
add_steps (const AgePlot *plot, const guint64 *age, guint64 total, guint end)
{
  cairo_move_to (plot->cr, age_x (plot, 0), dl_rect_bottom (plot->plot));
  for (guint i = 0; i < end; i++)
    {
      const double start = age_x (plot, i), y = share_y (plot, age[i], total);

      /* Equal neighbors, as in a long empty tail, are one step. */
      while (i + 1 < end && age[i + 1] == age[i])
        i++;
      cairo_line_to (plot->cr, start, y);
      cairo_line_to (plot->cr, age_x (plot, i + 1), y);
    }
}

static void
draw_bins (const AgePlot *plot)
{
  cairo_t *cr = plot->cr;
  const DlAgeChart *chart = plot->chart;
  const double bottom = dl_rect_bottom (plot->plot);
  const double full_y = share_y (plot, chart->age[FULL], plot->total);
  const DlRect full = { age_x (plot, FULL), full_y,
                        dl_rect_right (plot->plot) + RIGHT - age_x (plot, FULL), bottom - full_y };

  cairo_new_path (cr);
  add_steps (plot, chart->age, plot->total, FULL);
  cairo_line_to (cr, age_x (plot, FULL), bottom);
  cairo_close_path (cr);
  dl_color_set (cr, &plot->theme->series[0]);
  cairo_fill (cr);
  dl_chart_fill (cr, full, DL_FILL_CROSSED, &plot->theme->series[1]);
}

static void
draw_reference (const AgePlot *plot)
{
  cairo_t *cr = plot->cr;
  const guint64 *age = plot->chart->reference;

  cairo_new_path (cr);
  add_steps (plot, age, plot->reference_total, DL_N_AGES);
  cairo_line_to (cr, dl_rect_right (plot->plot) + RIGHT,
                 share_y (plot, age[FULL], plot->reference_total));
  dl_color_set (cr, &plot->theme->foreground);
  cairo_set_line_width (cr, 1.2);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_stroke (cr);
}

static void
draw_mark (const AgePlot *plot, guint age, const DlColor *color, guint dash)
{
  cairo_t *cr = plot->cr;

  dl_color_set (cr, color);
  cairo_set_line_width (cr, 1);
  dl_chart_set_dash (cr, dash);
  dl_chart_rule (cr, plot->theme, age_x (plot, age), plot->plot.y, 0, plot->plot.height);
  cairo_set_dash (cr, NULL, 0, 0);
}

/* Text around it ------------------------------------------------------------------------------- */

static void
draw_title (const AgePlot *plot)
{
  cairo_t *cr = plot->cr;
  const DlRect r = plot->rect;
  double right = dl_rect_right (r), left;

  left = r.x;
  if (!plot->theme->no_titles)
    left += 8
            + dl_chart_text (cr, &plot->theme->foreground, r.x, r.y, _ ("Age when granted"),
                             DL_TEXT_NORMAL, TRUE, DL_ALIGN_START, r.width);
  if (plot->total == 0)
    return;
  if (right - left > 30)
    {
      g_autofree char *share = dl_share_text (plot->chart->age[FULL], plot->total);
      /* Translators: so many grants were of packets whose age counter is full */
      g_autofree char *text = g_strdup_printf (_ ("saturated %s"), share);
      const double used = dl_chart_text (cr, &plot->theme->foreground, right, r.y + 2, text,
                                         DL_TEXT_SMALL, FALSE, DL_ALIGN_END, right - left);
      dl_chart_fill (cr, (DlRect) { right - used - 14, r.y + 5, 10, 9 }, DL_FILL_CROSSED,
                     &plot->theme->series[1]);
    }
}

/* Under the axis: what it is, or what is under the pointer. */
static void
draw_footer (const AgePlot *plot)
{
  cairo_t *cr = plot->cr;
  const DlAgeChart *chart = plot->chart;
  const double y = dl_rect_bottom (plot->rect) - DL_LINE_SMALL;
  const double middle = plot->rect.x + plot->rect.width / 2;

  if (chart->hovered >= 0 && chart->hovered <= FULL)
    {
      g_autofree char *count = dl_chart_count (chart->age[chart->hovered]);
      g_autofree char *share = dl_share_text (chart->age[chart->hovered], plot->total);
      g_autofree char *text
          = g_strdup_printf (_ ("age %d: %s grants, %s"), chart->hovered, count, share);
      dl_chart_text (cr, &plot->theme->foreground, middle, y, text, DL_TEXT_SMALL, FALSE,
                     DL_ALIGN_CENTER, plot->rect.width);
    }
  else if (plot->reference_total > 0)
    {
      const char *label = chart->reference_label;
      const double width
          = MIN (dl_chart_text_width (cr, label, DL_TEXT_SMALL, FALSE) + 22, plot->rect.width);

      dl_color_set (cr, &plot->theme->foreground);
      cairo_set_line_width (cr, 1.2);
      cairo_move_to (cr, middle - width / 2, y + DL_LINE_SMALL / 2);
      cairo_rel_line_to (cr, 16, 0);
      cairo_stroke (cr);
      dl_chart_text (cr, &plot->theme->muted, middle - width / 2 + 22, y, label, DL_TEXT_SMALL,
                     FALSE, DL_ALIGN_START, MAX (1, width - 22));
    }
  else
    {
      g_autofree char *count = dl_chart_count (plot->total);
      g_autofree char *text = g_strdup_printf (_ ("age; share of %s grants"), count);
      dl_chart_text (cr, &plot->theme->muted, middle, y, text, DL_TEXT_SMALL, FALSE,
                     DL_ALIGN_CENTER, plot->rect.width);
    }
}

void
dl_age_chart_draw (cairo_t *cr, DlRect rect, const DlAgeChart *chart, const DlTheme *theme)
{
  AgePlot plot = { .cr = cr, .chart = chart, .theme = theme, .rect = rect };
  const double top = rect.y + DL_LINE_NORMAL + 2;
  double head;

  plot.total = dl_age_total (chart->age);
  plot.reference_total = chart->reference != NULL ? dl_age_total (chart->reference) : 0;
  cairo_save (cr);
  draw_title (&plot);
  if (plot.total == 0 && plot.reference_total == 0)
    {
      dl_chart_message (cr, rect, _ ("no grants yet"), theme);
      cairo_restore (cr);
      return;
    }
  head = (plot.reference_total > 0 ? 3 : 2) * DL_LINE_SMALL + 2;
  plot.plot = (DlRect) { plot_left (rect), top + head, plot_width (rect), 0 };
  plot.plot.height = MAX (4, dl_rect_bottom (rect) - 2 * DL_LINE_SMALL - 4 - plot.plot.y);
  plot.decades = count_decades (&plot);
  draw_bands (&plot, top);
  draw_share_axis (&plot);
  if (plot.total > 0)
    draw_bins (&plot);
  if (plot.reference_total > 0)
    draw_reference (&plot);
  draw_mark (&plot, DL_N_AGES / 2, &theme->foreground, 1);
  draw_mark (&plot, FULL, &theme->foreground, 1);
  if (chart->hovered >= 0 && chart->hovered <= FULL)
    draw_mark (&plot, chart->hovered, &theme->accent, 0);
  draw_age_axis (&plot);
  draw_footer (&plot);
  cairo_restore (cr);
}
