#include "dl-chart-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

#define MOST_DIGITS 6 /* of a number of an axis */

/* The part inside @rect of a diagonal that meets its lower edge at @x (rising: to the right of it,
 * falling: to the left). Cut here and not by a clip, which would cost ten times the drawing. */
static void
add_diagonal (cairo_t *cr, DlRect rect, double x, gboolean rising)
{
  const double direction = rising ? 1 : -1;
  const double start = MAX (0, rising ? rect.x - x : x - dl_rect_right (rect));
  const double end = MIN (rect.height, rising ? dl_rect_right (rect) - x : x - rect.x);

  if (start >= end)
    return;
  cairo_move_to (cr, x + direction * start, dl_rect_bottom (rect) - start);
  cairo_line_to (cr, x + direction * end, dl_rect_bottom (rect) - end);
}

void
dl_chart_hatch (cairo_t *cr, DlRect rect, DlFill fill, double pitch, const DlColor *color)
{
  if (fill == DL_FILL_SOLID || rect.width <= 0 || rect.height <= 0)
    return;
  cairo_save (cr);
  if (fill == DL_FILL_LEVEL)
    for (double y = dl_rect_bottom (rect) - pitch / 2; y > rect.y; y -= pitch * 0.75)
      {
        cairo_move_to (cr, rect.x, y);
        cairo_rel_line_to (cr, rect.width, 0);
      }
  if (fill == DL_FILL_RISING || fill == DL_FILL_CROSSED)
    for (double x = rect.x - rect.height + pitch / 2; x < dl_rect_right (rect); x += pitch)
      add_diagonal (cr, rect, x, TRUE);
  if (fill == DL_FILL_FALLING || fill == DL_FILL_CROSSED)
    for (double x = rect.x + pitch / 2; x < dl_rect_right (rect) + rect.height; x += pitch)
      add_diagonal (cr, rect, x, FALSE);
  dl_color_set (cr, color);
  cairo_set_line_width (cr, 1);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_stroke (cr);
  cairo_restore (cr);
}

void
dl_chart_fill (cairo_t *cr, DlRect rect, DlFill fill, const DlColor *color)
{
  const DlColor ink = dl_chart_ink (color);
  const DlColor line = dl_chart_mix (color, &ink, 0.42);

  if (rect.width <= 0 || rect.height <= 0)
    return;
  dl_color_set (cr, color);
  cairo_rectangle (cr, rect.x, rect.y, rect.width, rect.height);
  cairo_fill (cr);
  dl_chart_hatch (cr, rect, fill, 5, &line);
}

void
dl_chart_cross (cairo_t *cr, double x, double y, double radius, const DlColor *color)
{
  dl_color_set (cr, color);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_set_line_width (cr, MAX (1, radius / 3));
  cairo_move_to (cr, x - radius, y - radius);
  cairo_line_to (cr, x + radius, y + radius);
  cairo_move_to (cr, x - radius, y + radius);
  cairo_line_to (cr, x + radius, y - radius);
  cairo_stroke (cr);
}

double
dl_chart_text (cairo_t *cr, const DlColor *color, double x, double y, const char *text,
               DlTextSize size, gboolean bold, DlAlign align, double max_width)
{
  dl_color_set (cr, color);
  return dl_text_draw (cr, x, y, text, size, bold, align, max_width);
}

void
dl_chart_text_up (cairo_t *cr, const DlColor *color, double x, double y, const char *text,
                  DlTextSize size)
{
  double width, height;

  dl_text_measure (cr, text, size, FALSE, &width, &height);
  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_rotate (cr, -G_PI / 2);
  dl_chart_text (cr, color, 0, -height / 2, text, size, FALSE, DL_ALIGN_START, 0);
  cairo_restore (cr);
}

double
dl_chart_text_width (cairo_t *cr, const char *text, DlTextSize size, gboolean bold)
{
  double width, height;

  dl_text_measure (cr, text, size, bold, &width, &height);
  return width;
}

void
dl_chart_message (cairo_t *cr, DlRect rect, const char *text, const DlTheme *theme)
{
  dl_chart_text (cr, &theme->muted, rect.x + rect.width / 2,
                 rect.y + rect.height / 2 - DL_LINE_SMALL / 2, text, DL_TEXT_SMALL, FALSE,
                 DL_ALIGN_CENTER, rect.width);
}

/* The middle of whole pixels next to @at, both in device space; @pixels is how many the rule is
 * thick. */
static double
pixel_middle (double at, double pixels)
{
  return floor (at - pixels / 2 + 0.5) + pixels / 2;
}

void
dl_chart_rule (cairo_t *cr, const DlTheme *theme, double x, double y, double width, double height)
{
  double x0 = x, y0 = y, scale_x = 1, scale_y = 1, dx = 1, dy = 0;

  cairo_save (cr);
  if (!theme->is_paper)
    {
      cairo_surface_get_device_scale (cairo_get_target (cr), &scale_x, &scale_y);
      cairo_user_to_device_distance (cr, &dx, &dy);
      const double unit = hypot (dx, dy) * scale_x, pixels = MAX (1, round (unit));

      cairo_user_to_device (cr, &x0, &y0);
      if (height == 0)
        y0 = pixel_middle (y0 * scale_y, pixels) / scale_y;
      else
        x0 = pixel_middle (x0 * scale_x, pixels) / scale_x;
      cairo_device_to_user (cr, &x0, &y0);
      cairo_set_line_width (cr, pixels / unit);
    }
  else
    cairo_set_line_width (cr, 1);
  cairo_new_path (cr);
  cairo_move_to (cr, x0, y0);
  cairo_rel_line_to (cr, width, height);
  cairo_stroke (cr);
  cairo_restore (cr);
}

static double
linear_light (double c)
{
  return c <= 0.04045 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4);
}

DlColor
dl_chart_ink (const DlColor *fill)
{
  const double luminance = 0.2126 * linear_light (fill->r) + 0.7152 * linear_light (fill->g)
                           + 0.0722 * linear_light (fill->b);

  /* Equal contrast with black and white is at sqrt (1.05 x 0.05) - 0.05. */
  return luminance > 0.179 ? (DlColor) { 0, 0, 0 } : (DlColor) { 1, 1, 1 };
}

DlColor
dl_chart_mix (const DlColor *a, const DlColor *b, double share_of_b)
{
  return (DlColor) {
    a->r + (b->r - a->r) * share_of_b,
    a->g + (b->g - a->g) * share_of_b,
    a->b + (b->b - a->b) * share_of_b,
  };
}

DlColor
dl_chart_scale_color (const DlScale *scale, double value)
{
  const guint32 rgb = dl_scale_rgb (scale, value);

  return (DlColor) { (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0 };
}

char *
dl_chart_count (double value)
{
  if (!isfinite (value))
    return g_strdup ("–");
  return value != floor (value) && fabs (value) < 100 ? g_strdup_printf ("%.3g", value)
                                                      : g_strdup_printf ("%'.0f", value);
}

char *
dl_chart_tick (double value, double step)
{
  guint digits = 0;

  while (digits < MOST_DIGITS
         && fabs (step * pow (10, digits) - round (step * pow (10, digits))) > 1e-6)
    digits++;
  if (value == 0)
    return g_strdup ("0");
  return g_strdup_printf ("%s%'.*f", value < 0 ? "−" : "", (int) digits, fabs (value));
}

char *
dl_chart_balance (double balance)
{
  if (isnan (balance))
    return g_strdup ("–");
  if (balance == 0 || balance == 1)
    return g_strdup (balance == 0 ? "0" : "1");
  return g_strdup_printf ("%.2f", balance);
}

const char *
dl_chart_dim_name (guint dim)
{
  static const char *const names[] = { "X", "Y", "Z" };

  g_assert (dim < G_N_ELEMENTS (names));
  return names[dim];
}

const char *
dl_chart_port_name (guint port)
{
  static const char *const names[DL_N_LINK_PORTS] = { "X+", "X−", "Y+", "Y−", "Z+", "Z−" };

  g_assert (port < DL_N_LINK_PORTS);
  return names[port];
}

double
dl_chart_axis_end (double max, guint n_most, double *step)
{
  static const double mantissas[] = { 1, 2, 2.5, 5, 10 };
  const double least = max / MAX (n_most, 1);
  const double power = least > 0 ? pow (10, floor (log10 (least))) : 1;

  *step = least > 0 ? 10 * power : 1;
  for (guint i = 0; i < G_N_ELEMENTS (mantissas) && least > 0; i++)
    {
      const double candidate = mantissas[i] * power;
      /* Packets are whole: no ticks of 2.5 unless there are hardly any. */
      if (candidate >= least * (1 - 1e-9) && (candidate == floor (candidate) || max < 4))
        {
          *step = candidate;
          break;
        }
    }
  return MAX (*step, ceil (max / *step * (1 - 1e-9)) * *step);
}

void
dl_chart_set_dash (cairo_t *cr, guint series)
{
  static const double dashes[] = { 6, 3 };
  static const double dots[] = { 1.5, 2.5 };
  static const double both[] = { 7, 2.5, 1.5, 2.5 };

  switch (series % 4)
    {
    case 0:
      cairo_set_dash (cr, NULL, 0, 0);
      break;
    case 1:
      cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
      break;
    case 2:
      cairo_set_dash (cr, both, G_N_ELEMENTS (both), 0);
      break;
    default:
      cairo_set_dash (cr, dots, G_N_ELEMENTS (dots), 0);
    }
}

guint
dl_chart_label_stride (double pitch, double width)
{
  static const guint steps[] = { 1, 2, 4, 5, 8 };

  if (!(pitch > 0))
    return 1;
  for (guint power = 1; power <= 1000000; power *= 10)
    for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
      if (steps[i] * power * pitch >= width)
        return steps[i] * power;
  return G_MAXUINT / 2;
}
