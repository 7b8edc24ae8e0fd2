/* The ribbons of a chord as vectors, for files: in the order and colours of those in pixels
 * (dl-dragonfly-chord-paint.c). */
#include "dl-dragonfly-chord-private.h"

#include <math.h>

/* Strokes through the whole circle, where those of a label map are: clipped to what is idle they
 * run across all ribbons, and are there once. */
static void
stroke_hatching (const DlDragonflyMap *map, cairo_t *cr, const DlColor *color)
{
  const DlChordLayout *chord = map->chord;
  const double radius = chord->radius + chord->stem;
  /* Pixels at x + y = k reach from there to k + 2: strokes are around the middle. */
  const double middle = chord->x + chord->y - 1;
  gint period, stroke;

  dl_label_map_hatch (&map->dense, &period, &stroke);
  cairo_save (cr);
  cairo_scale (cr, 1 / map->dense.scale, 1 / map->dense.scale);
  const double first = floor ((middle - radius * G_SQRT2) / period) * period + (stroke - 1) / 2.0;
  for (double sum = first; sum < middle + radius * G_SQRT2; sum += period)
    {
      const double away = (sum - middle) / G_SQRT2;
      const double half = sqrt (MAX (radius * radius - away * away, 0)) / G_SQRT2;

      if (half <= 0)
        continue;
      cairo_move_to (cr, chord->x + (sum - middle) / 2 - half,
                     chord->y + (sum - middle) / 2 + half);
      cairo_rel_line_to (cr, 2 * half, -2 * half);
    }
  dl_color_set (cr, color);
  cairo_set_line_width (cr, stroke / G_SQRT2);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* Idle ribbons lie below all others, and have the same colours: they are one area. */
static void
paint_idle (const DlDragonflyMap *map, cairo_t *cr, const DlChordShown *shown, guint n,
            const DlTheme *theme)
{
  gboolean any = FALSE;

  cairo_new_path (cr);
  for (guint i = 0; i < n; i++)
    if (shown[i].state == DL_CELL_IDLE)
      {
        dl_chord_trace (map, cr, shown[i].ribbon);
        any = TRUE;
      }
  if (!any)
    return;
  cairo_save (cr);
  cairo_set_fill_rule (cr, CAIRO_FILL_RULE_WINDING);
  dl_color_set (cr, &theme->idle[0]);
  cairo_fill_preserve (cr);
  cairo_clip (cr);
  stroke_hatching (map, cr, &theme->idle[1]);
  cairo_restore (cr);
}

void
dl_chord_paint_vectors (const DlDragonflyMap *map, cairo_t *cr, const DlDragonfly *dragonfly,
                        const DlDragonflyValues *values, const DlScale *scale, const DlTheme *theme)
{
  const guint n_ribbons = 2 * map->chord->bands->len;
  g_autofree DlChordShown *shown = dl_chord_shown (map, dragonfly, values, scale);

  dl_color_set (cr, &theme->background);
  cairo_rectangle (cr, 0, 0, map->dense.width / map->dense.scale,
                   map->dense.height / map->dense.scale);
  cairo_fill (cr);
  paint_idle (map, cr, shown, n_ribbons, theme);
  for (guint i = 0; i < n_ribbons; i++)
    {
      if (shown[i].state != DL_CELL_VALUE)
        continue;
      const guint32 rgb = dl_scale_rgb (scale, shown[i].value);

      dl_chord_trace (map, cr, shown[i].ribbon);
      cairo_set_source_rgb (cr, (rgb >> 16 & 0xff) / 255.0, (rgb >> 8 & 0xff) / 255.0,
                            (rgb & 0xff) / 255.0);
      cairo_fill (cr);
    }
}
