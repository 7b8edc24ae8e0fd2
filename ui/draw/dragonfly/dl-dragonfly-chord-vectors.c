/* The ribbons of a chord as vectors, for files: in the order and colors of those in pixels
 * (dl-dragonfly-chord-paint.c). */
#include "dl-dragonfly-chord-private.h"

void
dl_chord_paint_vectors (const DlDragonflyMap *map, cairo_t *cr, const DlDragonfly *dragonfly,
                        const DlDragonflyValues *values, const DlScale *scale, const DlTheme *theme)
{
  const guint n_ribbons = 2 * map->chord->bands->len;
  g_autofree DlChordShown *shown = dl_chord_shown (map, dragonfly, values, scale);

  dl_color_set (cr, &theme->background);
  cairo_rectangle (cr, 0, 0, map->width, map->height);
  cairo_fill (cr);
  for (guint i = 0; i < n_ribbons; i++)
    {
      if (shown[i].state != DL_GRID_VALUE)
        continue;
      const guint32 rgb = dl_scale_rgb (scale, shown[i].value);

      dl_chord_trace (map, cr, shown[i].ribbon);
      cairo_set_source_rgb (cr, (rgb >> 16 & 0xff) / 255.0, (rgb >> 8 & 0xff) / 255.0,
                            (rgb & 0xff) / 255.0);
      cairo_fill (cr);
    }
}
