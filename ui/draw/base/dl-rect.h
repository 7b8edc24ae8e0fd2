/* A rectangle of a drawing, whose x and y are its left and its top. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  double x, y;
} DlPoint;

typedef struct
{
  double x, y, width, height;
} DlRect;

static inline double
dl_rect_right (DlRect rect)
{
  return rect.x + rect.width;
}

static inline double
dl_rect_bottom (DlRect rect)
{
  return rect.y + rect.height;
}

static inline gboolean
dl_rect_holds (DlRect rect, double x, double y)
{
  return x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
}

G_END_DECLS
