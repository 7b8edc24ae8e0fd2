/* How much larger than its window a map is laid out, and which part of it the window shows. Cells
 * grow, text does not. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  double by;   /* times as wide and as high as the window; 0: 1, all of it is shown */
  double x, y; /* the window's top left corner on the larger map, in units of the map's options */
} DlMapZoom;

static inline double
dl_map_zoom_by (const DlMapZoom *zoom)
{
  return zoom->by > 1 ? zoom->by : 1;
}

static inline gboolean
dl_map_zoom_equal (const DlMapZoom *a, const DlMapZoom *b)
{
  return dl_map_zoom_by (a) == dl_map_zoom_by (b) && a->x == b->x && a->y == b->y;
}

G_END_DECLS
