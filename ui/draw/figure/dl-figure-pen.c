#include "dl-figure-pen.h"

void
dl_pen_text (const DlPen *pen, const DlColor *color, double x, const char *text, gboolean bold,
             DlAlign align, double width)
{
  if (pen->theme != NULL)
    dl_chart_text (pen->cr, color, x, pen->y, text, DL_TEXT_SMALL, bold, align, MAX (1, width));
}

double
dl_pen_wrapped (const DlPen *pen, const DlColor *color, double x, const char *text, double width)
{
  if (*text == '\0')
    return 0;
  width = MAX (1, width);
  if (pen->theme == NULL)
    return dl_text_wrapped_height (pen->cr, text, DL_TEXT_SMALL, width);
  dl_color_set (pen->cr, color);
  return dl_text_draw_wrapped (pen->cr, x, pen->y, text, DL_TEXT_SMALL, width);
}

void
dl_pen_rule (const DlPen *pen)
{
  if (pen->theme == NULL)
    return;
  dl_color_set (pen->cr, &pen->theme->grid);
  cairo_rectangle (pen->cr, pen->x, pen->y - 1, pen->width, 0.8);
  cairo_fill (pen->cr);
}

const DlColor *
dl_pen_foreground (const DlPen *pen)
{
  return pen->theme != NULL ? &pen->theme->foreground : NULL;
}

const DlColor *
dl_pen_muted (const DlPen *pen)
{
  return pen->theme != NULL ? &pen->theme->muted : NULL;
}

double
dl_pen_measure (double width, DlPenFunc draw, gconstpointer data)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  DlPen pen = { .cr = cairo_create (surface), .width = width };

  draw (&pen, data);
  cairo_destroy (pen.cr);
  cairo_surface_destroy (surface);
  return pen.y;
}
