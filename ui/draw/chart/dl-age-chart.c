#include "dl-age-chart.h"

#include "dl-plot.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Fixed, so that hit tests need no font. */
#define RIGHT 5.0 /* room for the last bin, which is never thinner than that */

#define GROUP_AGES (DL_N_AGES / DL_N_AGE_GROUPS)
#define FULL       (DL_N_AGES - 1)

#define LEAST_DECADES 3
#define REFERENCE     1.2 /* width of its line */

typedef struct
{
  const DlAgeChart *chart;
  DlPlot plot; /* its area is without the room for the last bin */
  guint64 total, reference_total;
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

static DlPlot
plot_of (DlRect rect)
{
  DlPlot plot = { .rect = rect, .x = { .high = DL_N_AGES } };

  dl_plot_set_margins (&plot, MIN (DL_PLOT_LEFT_SHARES, rect.width / 3), DL_LINE_NORMAL, RIGHT, 0);
  return plot;
}

gint
dl_age_chart_hit (DlRect rect, double x, double y)
{
  const DlPlot plot = plot_of (rect);
  DlRect bins = plot.area;

  bins.width += RIGHT;
  if (!dl_rect_holds (bins, x, y))
    return -1;
  return (gint) MIN ((x - bins.x) / plot.area.width * DL_N_AGES, FULL);
}

/* The scale ------------------------------------------------------------------------------------ */

static double
least_share (const guint64 *age, guint64 total)
{
  guint64 least = total;

  for (guint i = 0; i < DL_N_AGES; i++)
    if (age[i] > 0)
      least = MIN (least, age[i]);
  return total > 0 ? (double) least / total : 1;
}

static double
share_y (const AgePlot *age, guint64 count, guint64 total)
{
  return dl_plot_y (&age->plot, (double) count / total);
}

static void
draw_age_axis (const AgePlot *age)
{
  static const guint ticks[] = { 0, 64, 128, 192, 255 };
  const DlPlot *plot = &age->plot;
  const double bottom = dl_rect_bottom (plot->area);
  const guint step = plot->area.width < 110 ? 2 : 1;

  for (guint i = 0; i < G_N_ELEMENTS (ticks); i += step)
    {
      g_autofree char *text = g_strdup_printf ("%u", ticks[i]);
      const gboolean last = ticks[i] == FULL;
      /* The two that have a meaning of their own stand out. */
      const gboolean marked = ticks[i] == DL_N_AGES / 2 || last;

      dl_plot_tick (plot, ticks[i], NULL);
      dl_chart_text (plot->cr, marked ? &plot->theme->foreground : &plot->theme->muted,
                     last ? dl_rect_right (plot->rect) : dl_plot_x (plot, ticks[i]),
                     bottom + DL_PLOT_TICK, text, DL_TEXT_SMALL, marked,
                     last ? DL_ALIGN_END : DL_ALIGN_CENTER, 0);
    }
}

/* Plot contents -------------------------------------------------------------------------------- */

/* The hardware's groups: every other one shaded, its range and its share on top. */
static void
draw_bands (const AgePlot *age, double top)
{
  cairo_t *cr = age->plot.cr;
  const DlAgeChart *chart = age->chart;
  const DlRect r = age->plot.area;
  const double width = r.width / DL_N_AGE_GROUPS;

  for (guint group = 0; group < DL_N_AGE_GROUPS; group++)
    {
      const double x = r.x + group * width, middle = x + width / 2;
      g_autofree char *share = dl_share_text (dl_age_group (chart->age, group), age->total);

      if (group % 2 == 1)
        {
          dl_color_set (cr, &age->plot.theme->absent);
          cairo_rectangle (cr, x, top, width + (group == DL_N_AGE_GROUPS - 1 ? RIGHT : 0),
                           dl_rect_bottom (r) - top);
          cairo_fill (cr);
        }
      dl_chart_text (cr, &age->plot.theme->muted, middle, top, dl_age_group_name (group),
                     DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, width);
      dl_chart_text (cr, &age->plot.theme->foreground, middle, top + DL_LINE_SMALL, share,
                     DL_TEXT_SMALL, TRUE, DL_ALIGN_CENTER, width);
      if (age->reference_total > 0)
        {
          g_autofree char *was
              = dl_share_text (dl_age_group (chart->reference, group), age->reference_total);
          dl_chart_text (cr, &age->plot.theme->muted, middle, top + 2 * DL_LINE_SMALL, was,
                         DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, width);
        }
    }
}

/* The upper edge of the bins up to @end, as a path from the first one's lower left corner. */
static void
add_steps (const AgePlot *age, const guint64 *bins, guint64 total, guint end)
{
  const DlPlot *plot = &age->plot;

  cairo_new_path (plot->cr);
  cairo_move_to (plot->cr, dl_plot_x (plot, 0), dl_rect_bottom (plot->area));
  for (guint i = 0; i < end; i++)
    {
      const double start = dl_plot_x (plot, i), y = share_y (age, bins[i], total);

      /* Equal neighbors, as in a long empty tail, are one step. */
      while (i + 1 < end && bins[i + 1] == bins[i])
        i++;
      cairo_line_to (plot->cr, start, y);
      cairo_line_to (plot->cr, dl_plot_x (plot, i + 1), y);
    }
}

static void
draw_bins (const AgePlot *age)
{
  const DlPlot *plot = &age->plot;
  const guint64 *bins = age->chart->age;
  const double full_x = dl_plot_x (plot, FULL);

  add_steps (age, bins, age->total, FULL);
  cairo_line_to (plot->cr, full_x, dl_rect_bottom (plot->area));
  cairo_close_path (plot->cr);
  dl_color_set (plot->cr, &plot->theme->series[0]);
  cairo_fill (plot->cr);
  dl_chart_fill (plot->cr,
                 dl_plot_bar (plot, full_x, dl_rect_right (plot->area) + RIGHT,
                              (double) bins[FULL] / age->total),
                 DL_FILL_CROSSED, &plot->theme->series[1]);
}

static void
draw_reference (const AgePlot *age)
{
  cairo_t *cr = age->plot.cr;
  const guint64 *bins = age->chart->reference;

  add_steps (age, bins, age->reference_total, DL_N_AGES);
  cairo_line_to (cr, dl_rect_right (age->plot.area) + RIGHT,
                 share_y (age, bins[FULL], age->reference_total));
  dl_color_set (cr, &age->plot.theme->foreground);
  cairo_set_line_width (cr, REFERENCE);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_stroke (cr);
}

static void
draw_mark (const DlPlot *plot, guint age, const DlColor *color, guint dash)
{
  dl_plot_rule_x (plot, age, plot->area.y, dl_rect_bottom (plot->area), dash, color);
}

/* Text around it ------------------------------------------------------------------------------- */

static void
draw_title (const AgePlot *age)
{
  const DlPlot *plot = &age->plot;
  const DlRect r = plot->rect;
  g_autofree char *share = dl_share_text (age->chart->age[FULL], age->total);
  /* Translators: so many grants were of packets whose age counter is full */
  g_autofree char *text = g_strdup_printf (_ ("saturated %s"), share);
  const double right
      = dl_plot_heading (plot, r.y,
                         (DlHeading) { plot->theme->no_titles ? NULL : _ ("Age when granted"),
                                       .value = age->total > 0 ? text : NULL });

  /* With the fill of its bin. */
  if (right < dl_rect_right (r))
    dl_chart_fill (plot->cr, (DlRect) { right - 6, r.y + 5, DL_PLOT_SWATCH, DL_PLOT_SWATCH - 1 },
                   DL_FILL_CROSSED, &plot->theme->series[1]);
}

static gboolean
is_read (const DlAgeChart *chart)
{
  return chart->hovered >= 0 && chart->hovered <= FULL;
}

/* Under the axis: its title, or the bin under the pointer. */
static void
draw_footer (const AgePlot *age)
{
  const DlPlot *plot = &age->plot;
  const DlAgeChart *chart = age->chart;
  g_autofree char *text = NULL;

  if (is_read (chart))
    {
      g_autofree char *count = dl_chart_count (chart->age[chart->hovered]);
      g_autofree char *share = dl_share_text (chart->age[chart->hovered], age->total);

      text = g_strdup_printf (_ ("age %d: %s grants, %s"), chart->hovered, count, share);
      dl_plot_note (plot, 1, &plot->theme->foreground, text);
    }
  else if (age->reference_total > 0)
    {
      const DlMarkStyle style = { .color = &plot->theme->foreground, .width = REFERENCE };
      const double width
          = 30 + dl_chart_text_width (plot->cr, chart->reference_label, DL_TEXT_SMALL, FALSE);

      dl_plot_key_line (plot, plot->rect.x + MAX (0, plot->rect.width - width) / 2,
                        dl_rect_bottom (plot->area) + DL_PLOT_TICK + DL_LINE_SMALL, &style,
                        chart->reference_label);
    }
  else
    {
      g_autofree char *count = dl_chart_count (age->total);

      text = g_strdup_printf (_ ("age; share of %s grants"), count);
      dl_plot_note (plot, 1, &plot->theme->muted, text);
    }
}

/* The last bin is never thinner than RIGHT. */
static DlPlot
with_last_bin (const DlPlot *plot)
{
  DlPlot wide = *plot;

  wide.area.width += RIGHT;
  return wide;
}

void
dl_age_chart_draw (cairo_t *cr, DlRect rect, const DlAgeChart *chart, const DlTheme *theme)
{
  AgePlot age = { .chart = chart, .plot = plot_of (rect), .total = dl_age_total (chart->age) };
  DlPlot *plot = &age.plot, wide;
  double head;

  plot->cr = cr;
  plot->theme = theme;
  age.reference_total = chart->reference != NULL ? dl_age_total (chart->reference) : 0;
  draw_title (&age);
  if (age.total == 0 && age.reference_total == 0)
    {
      dl_chart_message (cr, rect, _ ("no grants yet"), theme);
      return;
    }
  head = DL_LINE_NORMAL + (age.reference_total > 0 ? 3 : 2) * DL_LINE_SMALL + 4;
  dl_plot_set_margins (plot, MIN (DL_PLOT_LEFT_SHARES, rect.width / 3), head, RIGHT,
                       2 * DL_LINE_SMALL + 4);
  plot->y = dl_axis_shares (
      MIN (chart->reach > 0 ? 1 / chart->reach : least_share (chart->age, age.total),
           chart->reference != NULL ? least_share (chart->reference, age.reference_total) : 1),
      LEAST_DECADES, DL_AXIS_MOST_DECADES);
  wide = with_last_bin (plot);
  draw_bands (&age, rect.y + DL_LINE_NORMAL + 2);
  dl_plot_draw_y (&wide);
  if (age.total > 0)
    draw_bins (&age);
  if (age.reference_total > 0)
    draw_reference (&age);
  draw_mark (plot, DL_N_AGES / 2, &theme->foreground, 1);
  draw_mark (plot, FULL, &theme->foreground, 1);
  if (is_read (chart))
    draw_mark (plot, chart->hovered, &theme->accent, 0);
  draw_age_axis (&age);
  dl_plot_rule_y (&wide, 0, 0, &theme->muted);
  draw_footer (&age);
}
