#include "dl-plot.h"

#include <math.h>
#include <stdlib.h>

#define TICK_PITCH 20.0 /* of the numbers of an upright axis, at least */
#define LEAST      4.0  /* of an area's width and height */
#define LEAST_ROOM 20.0 /* for a word of a heading or a key */
#define OUTLINE    1.5  /* of a mark */
#define DOT        1.5  /* radius */
#define CAP        3.0  /* half the end of an interval */

/* Axes ----------------------------------------------------------------------------------------- */

DlAxis
dl_axis_from_zero (double max, guint n_most)
{
  DlAxis axis = { .kind = DL_AXIS_LINEAR };

  axis.high = dl_chart_axis_end (max, n_most, &axis.step);
  return axis;
}

DlAxis
dl_axis_between (double low, double high, double max, guint n_most)
{
  DlAxis axis = { .kind = DL_AXIS_LINEAR, .low = low, .high = high };

  dl_chart_axis_end (max, n_most, &axis.step);
  return axis;
}

DlAxis
dl_axis_shares (double least, guint fewest, guint most)
{
  return (DlAxis) { .kind = DL_AXIS_DECADES,
                    .high = CLAMP (floor (-log10 (least)) + 1, fewest, most),
                    .step = 1 };
}

/* Places --------------------------------------------------------------------------------------- */

void
dl_plot_set_margins (DlPlot *plot, double left, double top, double right, double bottom)
{
  const DlRect r = plot->rect;

  plot->area = (DlRect) { r.x + left, r.y + top, MAX (LEAST, r.width - left - right),
                          MAX (LEAST, r.height - top - bottom) };
}

guint
dl_plot_most_steps (const DlPlot *plot, guint n_most)
{
  return (guint) CLAMP (plot->area.height / TICK_PITCH, 1, n_most);
}

double
dl_plot_x (const DlPlot *plot, double value)
{
  return plot->area.x + plot->area.width * (value - plot->x.low) / (plot->x.high - plot->x.low);
}

/* On an axis of shares, 0 is at the foot. */
double
dl_plot_y (const DlPlot *plot, double value)
{
  if (plot->y.kind == DL_AXIS_DECADES)
    return plot->area.y
           + plot->area.height
                 * MIN ((value > 0 ? -log10 (value) : plot->y.high) / plot->y.high, 1);
  return dl_rect_bottom (plot->area)
         - (value - plot->y.low) / (plot->y.high - plot->y.low) * plot->area.height;
}

gboolean
dl_plot_column_at (const DlPlot *plot, guint n, double x, guint *column)
{
  const double at = (x - plot->area.x) / plot->area.width * n;

  if (!(at >= 0) || n == 0 || x >= dl_rect_right (plot->area))
    return FALSE;
  *column = MIN ((guint) at, n - 1);
  return TRUE;
}

/* The frame ------------------------------------------------------------------------------------ */

double
dl_plot_heading (const DlPlot *plot, double y, DlHeading heading)
{
  const DlRect r = plot->rect;
  const char *end = heading.value != NULL ? heading.value : heading.note;
  const DlColor *ink = heading.value != NULL ? &plot->theme->foreground : &plot->theme->muted;
  double left = r.x, right = dl_rect_right (r);

  if (heading.title != NULL)
    left += DL_PLOT_WORDS
            + dl_chart_text (plot->cr, &plot->theme->foreground, left, y, heading.title,
                             DL_TEXT_NORMAL, TRUE, DL_ALIGN_START, r.width);
  if (end != NULL && right - left > LEAST_ROOM)
    right -= DL_PLOT_WORDS
             + dl_chart_text (plot->cr, ink, right, y + 2, end, DL_TEXT_SMALL, FALSE, DL_ALIGN_END,
                              right - left);
  if (heading.unit != NULL && right - left > LEAST_ROOM)
    dl_chart_text (plot->cr, &plot->theme->muted, left, y + 2, heading.unit, DL_TEXT_SMALL, FALSE,
                   DL_ALIGN_START, right - left);
  return right;
}

/* "1", "10⁻³" */
static char *
decade_text (guint decade)
{
  static const char *const digits[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸" };

  G_STATIC_ASSERT (G_N_ELEMENTS (digits) == DL_AXIS_MOST_DECADES + 1);
  g_assert (decade < G_N_ELEMENTS (digits));
  return decade == 0 ? g_strdup ("1") : g_strconcat ("10⁻", digits[decade], NULL);
}

static char *
axis_text (const DlAxis *axis, double value)
{
  return axis->text != NULL ? axis->text (axis, value) : dl_chart_tick (value, axis->step);
}

static void
draw_number (const DlPlot *plot, double y, const DlColor *rule, const char *text)
{
  const DlRect r = plot->area;

  dl_color_set (plot->cr, rule);
  dl_chart_rule (plot->cr, plot->theme, r.x, y, r.width, 0);
  dl_chart_text (plot->cr, &plot->theme->muted, r.x - DL_PLOT_NUMBERS, y - DL_LINE_SMALL / 2, text,
                 DL_TEXT_SMALL, FALSE, DL_ALIGN_END, 0);
}

static void
draw_decades (const DlPlot *plot)
{
  const guint decades = (guint) plot->y.high;
  const guint stride
      = MAX (1, (guint) ceil (decades * DL_LINE_SMALL / MAX (plot->area.height, 1) - 1e-9));

  for (guint decade = 0; decade <= decades; decade += stride)
    {
      g_autofree char *text = decade_text (decade);

      draw_number (plot, plot->area.y + plot->area.height * decade / decades, &plot->theme->grid,
                   text);
    }
}

void
dl_plot_draw_y (const DlPlot *plot)
{
  const DlAxis *axis = &plot->y;

  cairo_set_dash (plot->cr, NULL, 0, 0);
  if (axis->kind == DL_AXIS_DECADES)
    {
      draw_decades (plot);
      return;
    }
  for (guint i = 0; axis->low + i * axis->step <= axis->high + 1e-6 * axis->step; i++)
    {
      const double value = axis->low + i * axis->step;
      g_autofree char *text = axis_text (axis, value);

      draw_number (plot, dl_plot_y (plot, value), i == 0 ? &plot->theme->muted : &plot->theme->grid,
                   text);
    }
}

void
dl_plot_number (const DlPlot *plot, double value, const char *text)
{
  const double half = dl_chart_text_width (plot->cr, text, DL_TEXT_SMALL, FALSE) / 2;

  dl_chart_text (plot->cr, &plot->theme->muted,
                 MIN (dl_plot_x (plot, value), dl_rect_right (plot->rect) - half),
                 dl_rect_bottom (plot->area) + DL_PLOT_TICK, text, DL_TEXT_SMALL, FALSE,
                 DL_ALIGN_CENTER, 0);
}

void
dl_plot_tick (const DlPlot *plot, double value, const char *text)
{
  cairo_set_dash (plot->cr, NULL, 0, 0);
  dl_color_set (plot->cr, &plot->theme->muted);
  dl_chart_rule (plot->cr, plot->theme, dl_plot_x (plot, value), dl_rect_bottom (plot->area), 0,
                 DL_PLOT_TICK);
  if (text != NULL)
    dl_plot_number (plot, value, text);
}

void
dl_plot_draw_x (const DlPlot *plot)
{
  const DlAxis *axis = &plot->x;
  const double first = ceil (axis->low / axis->step - 1e-9);

  for (guint i = 0; (first + i) * axis->step <= axis->high * (1 + 1e-9); i++)
    {
      g_autofree char *text = axis_text (axis, (first + i) * axis->step);

      dl_plot_tick (plot, (first + i) * axis->step, text);
    }
}

void
dl_plot_note (const DlPlot *plot, double line, const DlColor *color, const char *text)
{
  dl_chart_text (plot->cr, color, plot->rect.x + plot->rect.width / 2,
                 dl_rect_bottom (plot->area) + DL_PLOT_TICK + line * DL_LINE_SMALL, text,
                 DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, plot->rect.width);
}

/* Series --------------------------------------------------------------------------------------- */

double
dl_plot_series_max (const DlPlotSeries *series)
{
  double max = 0;

  for (guint i = 0; i < series->n; i++)
    max = fmax (max, series->get (series->data, series->series, i).y);
  return max;
}

static void
set_line (const DlPlot *plot, const DlMarkStyle *style)
{
  dl_chart_set_dash (plot->cr, style->dash);
  dl_color_set (plot->cr, style->color);
  cairo_set_line_width (plot->cr, style->width);
  cairo_set_line_join (plot->cr, CAIRO_LINE_JOIN_ROUND);
}

void
dl_plot_line (const DlPlot *plot, const DlPlotSeries *series)
{
  cairo_new_path (plot->cr);
  for (guint i = 0; i < series->n; i++)
    {
      const DlDatum it = series->get (series->data, series->series, i);

      if (isfinite (it.y))
        cairo_line_to (plot->cr, dl_plot_x (plot, it.x), dl_plot_y (plot, it.y));
      else if (!series->bridged)
        cairo_new_sub_path (plot->cr);
    }
  set_line (plot, &series->style);
  cairo_stroke (plot->cr);
  cairo_set_dash (plot->cr, NULL, 0, 0);
}

static void
add_polygon (cairo_t *cr, guint corners, double x, double y, double r)
{
  for (guint i = 0; i < corners; i++)
    {
      const double angle = 2 * G_PI * i / corners;

      cairo_line_to (cr, x + r * sin (angle), y - r * cos (angle));
    }
}

static void
add_shape (cairo_t *cr, guint shape, double x, double y, double r)
{
  cairo_new_path (cr);
  switch (shape % DL_N_SHAPES)
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
    case 4:
      cairo_move_to (cr, x, y + r * 1.2);
      cairo_line_to (cr, x + r * 1.15, y - r * 0.9);
      cairo_line_to (cr, x - r * 1.15, y - r * 0.9);
      break;
    default:
      add_polygon (cr, shape % DL_N_SHAPES, x, y, r * 1.1);
    }
  cairo_close_path (cr);
}

void
dl_plot_mark (const DlPlot *plot, const DlMarkStyle *style, double x, double y, DlMarkFlags flags)
{
  cairo_t *cr = plot->cr;

  add_shape (cr, style->shape, x, y, style->radius);
  dl_color_set (cr, flags & DL_MARK_HOLLOW ? &plot->theme->background : style->color);
  cairo_fill_preserve (cr);
  dl_color_set (cr, style->color);
  cairo_set_line_width (cr, OUTLINE);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_stroke (cr);
  if (flags & DL_MARK_DOTTED)
    {
      cairo_arc (cr, x, y, DOT, 0, 2 * G_PI);
      cairo_fill (cr);
    }
  if (flags & DL_MARK_CROSSED)
    dl_chart_cross (cr, x, y, style->radius + 1, &plot->theme->broken);
  if (flags & DL_MARK_HOVERED)
    {
      dl_color_set (cr, &plot->theme->accent);
      cairo_set_line_width (cr, 2);
      cairo_new_path (cr);
      cairo_arc (cr, x, y, style->radius + 3, 0, 2 * G_PI);
      cairo_stroke (cr);
    }
}

void
dl_plot_points (const DlPlot *plot, const DlPlotSeries *series)
{
  for (guint i = 0; i < series->n; i++)
    {
      const DlDatum it = series->get (series->data, series->series, i);
      const double x = dl_plot_x (plot, it.x);

      if (!isfinite (it.y))
        continue;
      cairo_set_line_width (plot->cr, 1.2);
      if (isfinite (it.reach))
        dl_plot_interval (plot, x, it.y - it.reach, it.y + it.reach, CAP, series->style.color);
      dl_plot_mark (plot, &series->style, x, dl_plot_y (plot, it.y), it.flags);
    }
}

gboolean
dl_plot_hit (const DlPlot *plot, const DlPlotSeries *series, double x, double y, double *near,
             guint *at)
{
  gboolean found = FALSE;

  for (guint i = 0; i < series->n; i++)
    {
      const DlDatum it = series->get (series->data, series->series, i);
      const double distance = hypot (dl_plot_x (plot, it.x) - x, dl_plot_y (plot, it.y) - y);

      if (!(distance < *near))
        continue;
      *near = distance;
      *at = i;
      found = TRUE;
    }
  return found;
}

static gint
compare_ends (gconstpointer a, gconstpointer b)
{
  const DlLineEnd *p = a, *q = b;

  return p->y < q->y ? -1 : p->y > q->y ? 1 : (gint) p->series - (gint) q->series;
}

void
dl_plot_spread (DlLineEnd *ends, guint n, double pitch, double foot)
{
  qsort (ends, n, sizeof *ends, compare_ends);
  for (guint i = 0; i < n; i++)
    ends[i].label_y = i > 0 ? MAX (ends[i].y, ends[i - 1].label_y + pitch) : ends[i].y;
  for (guint i = n; i-- > 0;)
    ends[i].label_y
        = MIN (ends[i].label_y, i + 1 < n ? ends[i + 1].label_y - pitch : MAX (foot, ends[i].y));
}

/* Single marks --------------------------------------------------------------------------------- */

DlRect
dl_plot_bar (const DlPlot *plot, double from_x, double to_x, double value)
{
  const double top = dl_plot_y (plot, value);

  return (DlRect) { from_x, top, to_x - from_x, MAX (dl_rect_bottom (plot->area) - top, 0) };
}

void
dl_plot_interval (const DlPlot *plot, double x, double low, double high, double half,
                  const DlColor *color)
{
  const double ends[] = { MAX (dl_plot_y (plot, high), plot->area.y),
                          MIN (dl_plot_y (plot, low), dl_rect_bottom (plot->area)) };

  if (!(ends[1] - ends[0] >= 2))
    return;
  dl_color_set (plot->cr, color);
  cairo_set_dash (plot->cr, NULL, 0, 0);
  cairo_move_to (plot->cr, x, ends[0]);
  cairo_line_to (plot->cr, x, ends[1]);
  /* No cap where it extends beyond the axis. */
  for (guint i = 0; i < 2; i++)
    if (i == 0 ? dl_plot_y (plot, high) >= plot->area.y
               : dl_plot_y (plot, low) <= dl_rect_bottom (plot->area))
      {
        cairo_move_to (plot->cr, x - half, ends[i]);
        cairo_rel_line_to (plot->cr, 2 * half, 0);
      }
  cairo_stroke (plot->cr);
}

static void
draw_rule (const DlPlot *plot, double x, double y, double width, double height, guint dash,
           const DlColor *color)
{
  dl_color_set (plot->cr, color);
  dl_chart_set_dash (plot->cr, dash);
  dl_chart_rule (plot->cr, plot->theme, x, y, width, height);
  cairo_set_dash (plot->cr, NULL, 0, 0);
}

void
dl_plot_rule_y (const DlPlot *plot, double value, guint dash, const DlColor *color)
{
  draw_rule (plot, plot->area.x, dl_plot_y (plot, value), plot->area.width, 0, dash, color);
}

void
dl_plot_rule_x (const DlPlot *plot, double value, double top, double bottom, guint dash,
                const DlColor *color)
{
  draw_rule (plot, dl_plot_x (plot, value), top, 0, bottom - top, dash, color);
}

void
dl_plot_band (const DlPlot *plot, double from, double to, double bottom, const DlColor *color,
              double alpha)
{
  const double x0 = dl_plot_x (plot, from), x1 = dl_plot_x (plot, to);
  const double width = MAX (1, x1 - x0);

  dl_color_set_alpha (plot->cr, color, alpha);
  cairo_rectangle (plot->cr, (x0 + x1 - width) / 2, plot->area.y, width, bottom - plot->area.y);
  cairo_fill (plot->cr);
}

DlBars
dl_plot_bars (const DlPlot *plot, guint n_groups, guint n_bars, double share)
{
  const double cell = plot->area.width / n_groups, pitch = cell * share / n_bars;

  return (DlBars) { plot->area.x + (cell - n_bars * pitch) / 2, cell, pitch,
                    pitch - MIN (2, pitch * 0.15) };
}

void
dl_plot_bar_text (const DlPlot *plot, double x, double y, const char *text, gboolean upright)
{
  const DlColor *ink = &plot->theme->foreground;

  if (upright)
    dl_chart_text_up (plot->cr, ink, x, y - 3, text, DL_TEXT_SMALL);
  else
    dl_chart_text (plot->cr, ink, x, y - DL_LINE_SMALL, text, DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER,
                   0);
}

void
dl_plot_column_name (const DlPlot *plot, guint n, guint column, const DlColor *color,
                     const char *text)
{
  const double width = plot->area.width / n;

  dl_chart_text (plot->cr, color, plot->area.x + (column + 0.5) * width,
                 dl_rect_bottom (plot->area) + 2, text, DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER,
                 width);
}

/* Keys ----------------------------------------------------------------------------------------- */

static double
key_text (const DlPlot *plot, double x, double y, const DlColor *color, const char *text)
{
  return DL_PLOT_INDENT
         + dl_chart_text (plot->cr, color, x, y, text, DL_TEXT_SMALL, FALSE, DL_ALIGN_START,
                          MAX (1, dl_rect_right (plot->rect) - x));
}

static gboolean
has_room (const DlPlot *plot, double x)
{
  return dl_rect_right (plot->rect) - x > LEAST_ROOM;
}

double
dl_plot_key_line (const DlPlot *plot, double x, double y, const DlMarkStyle *style,
                  const char *text)
{
  const double middle = y + DL_LINE_SMALL / 2, indent = DL_PLOT_SAMPLE + 6;

  if (!has_room (plot, x + indent))
    return 0;
  if (style->width > 0)
    {
      set_line (plot, style);
      cairo_move_to (plot->cr, x, middle);
      cairo_rel_line_to (plot->cr, DL_PLOT_SAMPLE, 0);
      cairo_stroke (plot->cr);
      cairo_set_dash (plot->cr, NULL, 0, 0);
    }
  if (style->radius > 0)
    dl_plot_mark (plot, style, x + DL_PLOT_SAMPLE / 2, middle, DL_MARK_FILLED);
  return indent + key_text (plot, x + indent, y, &plot->theme->foreground, text);
}

double
dl_plot_key_mark (const DlPlot *plot, double x, double y, const DlMarkStyle *style,
                  DlMarkFlags flags, const char *text)
{
  const double indent = 16;

  if (!has_room (plot, x + indent))
    return 0;
  dl_plot_mark (plot, style, x + 6, y + DL_LINE_SMALL / 2, flags);
  return indent + key_text (plot, x + indent, y, &plot->theme->muted, text);
}

double
dl_plot_key_fill (const DlPlot *plot, double x, double y, DlFill fill, const DlColor *color,
                  const char *text, double max_width)
{
  dl_chart_fill (plot->cr, (DlRect) { x, y + 3, DL_PLOT_SWATCH, DL_PLOT_SWATCH - 1 }, fill, color);
  if (max_width <= DL_PLOT_INDENT + DL_PLOT_SWATCH)
    return DL_PLOT_SWATCH;
  return DL_PLOT_INDENT
         + dl_chart_text (plot->cr, &plot->theme->foreground, x + DL_PLOT_INDENT, y, text,
                          DL_TEXT_SMALL, FALSE, DL_ALIGN_START, max_width - DL_PLOT_INDENT);
}
