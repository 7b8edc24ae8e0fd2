/* Pixels of a picture. */
#pragma once

#include "dl-palette.h"

/* ARGB at a place in units. */
static inline guint32
pixel_at (cairo_surface_t *surface, double x, double y)
{
  double scale_x, scale_y;

  cairo_surface_get_device_scale (surface, &scale_x, &scale_y);
  const guchar *row = cairo_image_surface_get_data (surface)
                      + (gsize) (y * scale_y) * cairo_image_surface_get_stride (surface);
  return ((const guint32 *) row)[(gsize) (x * scale_x)];
}

static inline guint32
rgb_of (DlColor color)
{
  return (guint32) (color.r * 255 + 0.5) << 16 | (guint32) (color.g * 255 + 0.5) << 8
         | (guint32) (color.b * 255 + 0.5);
}
