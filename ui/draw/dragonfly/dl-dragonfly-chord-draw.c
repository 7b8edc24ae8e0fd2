/* What is drawn round and over the ribbons of a chord. */
#include "dl-dragonfly-chord-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

#define MARGIN      8
#define NUMBER_AWAY 9  /* of a group's number from its arc, units */
#define NUMBER_ROOM 14 /* between numbers one above the other */

/* Is @group one end of what is selected or under the pointer? */
static gboolean
stands_out (const DlDragonflyDrawn *drawn, guint group)
{
  const DlPlace places[] = { drawn->over->selected, drawn->over->hovered };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if ((places[i].kind == DL_PLACE_PAIR && (places[i].a == group || places[i].b == group))
        || (places[i].kind == DL_PLACE_GROUP && places[i].a == group))
      return TRUE;
  return FALSE;
}

static void
add_arc (const DlDragonflyMap *map, cairo_t *cr, guint group, double inner, double outer)
{
  const DlChordLayout *chord = map->chord;
  const double scale = map->dense.scale;
  const DlArc arc = chord->arcs[group];

  /* cairo's angles begin at the right. */
  cairo_new_sub_path (cr);
  cairo_arc (cr, chord->x / scale, chord->y / scale, outer / scale, arc.start - G_PI / 2,
             arc.end - G_PI / 2);
  cairo_arc_negative (cr, chord->x / scale, chord->y / scale, inner / scale, arc.end - G_PI / 2,
                      arc.start - G_PI / 2);
  cairo_close_path (cr);
}

static double
rim_inner (const DlChordLayout *chord)
{
  return chord->radius + chord->stem + chord->rim_gap;
}

static void
draw_arcs (const DlDragonflyMap *map, cairo_t *cr, const DlDragonflyDrawn *drawn,
           const DlTheme *theme)
{
  const DlChordLayout *chord = map->chord;

  for (guint i = 0; i < chord->n_arcs; i++)
    {
      add_arc (map, cr, chord->arc_group[i], rim_inner (chord), rim_inner (chord) + chord->rim);
      dl_color_set (cr,
                    stands_out (drawn, chord->arc_group[i]) ? &theme->foreground : &theme->node);
      cairo_fill (cr);
    }
}

static void
draw_numbers (const DlDragonflyMap *map, cairo_t *cr, const DlDragonflyDrawn *drawn,
              const DlTheme *theme)
{
  const DlChordLayout *chord = map->chord;
  const double scale = map->dense.scale;
  const double radius = rim_inner (chord) + chord->rim + NUMBER_AWAY * scale;
  double taken[1024];
  guint n_taken = 0;

  /* Those that stand out first, then round the circle as many as there is room for. */
  for (guint pass = 0; pass < 2; pass++)
    {
      const gboolean bold = pass == 0;
      g_autoptr (DlNumbers) numbers = dl_numbers_new (cr, bold);

      for (guint i = 0; i < chord->n_arcs; i++)
        {
          const guint group = chord->arc_group[i];
          const DlArc arc = chord->arcs[group];
          const double angle = (arc.start + arc.end) / 2, side = sin (angle);
          gboolean free = bold == stands_out (drawn, group);
          double x, y;
          char text[8];

          g_snprintf (text, sizeof text, "%u", map->dragonfly->group_name[group]);
          /* Radians: at the top and the bottom they stand side by side. */
          const double width = DL_DIGIT_WIDTH * strlen (text) + 5;
          const double room = MAX (NUMBER_ROOM, fabs (cos (angle)) * width) * scale / radius;
          for (guint t = 0; t < n_taken && free; t++)
            free = fabs (remainder (angle - taken[t], 2 * G_PI)) >= room;
          if (!free || n_taken == G_N_ELEMENTS (taken))
            continue;
          taken[n_taken++] = angle;
          dl_chord_point (chord, angle, radius, &x, &y);
          /* Beside the circle they begin or end at it. */
          dl_numbers_add (numbers, x / scale - (fabs (side) > 0.5 ? side * NUMBER_AWAY / 2 : 0),
                          y / scale - DL_LINE_SMALL / 2, text,
                          side > 0.5    ? DL_ALIGN_START
                          : side < -0.5 ? DL_ALIGN_END
                                        : DL_ALIGN_CENTER);
        }
      dl_color_set (cr,
                    bold || chord->n_arcs <= DL_CHORD_MOST ? &theme->foreground : &theme->muted);
      dl_numbers_draw (numbers);
    }
}

static void
draw_titles (const DlDragonflyMap *map, cairo_t *cr, const DlTheme *theme)
{
  const guint name = map->dragonfly->group_name[map->options.group];
  g_autofree char *one = g_strdup_printf (_ ("Blue links of group %u"), name);
  const gboolean all = map->dragonfly->n_groups <= DL_CHORD_MOST;

  const char *hint = _ ("wide at the source, pointed at the destination");
  const double right = map->width - MARGIN;

  dl_dragonfly_draw_title (cr, DL_LINK_BLUE, MARGIN, 2, map->width - 2 * MARGIN,
                           all ? _ ("Blue links between groups") : one, theme);
  if (dl_chart_text_width (cr, hint, DL_TEXT_SMALL, FALSE) <= right - map->width / 2)
    dl_chart_text (cr, &theme->muted, right, 2, hint, DL_TEXT_SMALL, FALSE, DL_ALIGN_END, 0);
}

/* Where ribbons leave that have links which are asked for more than they carry. */
static void
draw_overload (const DlDragonflyMap *map, cairo_t *cr, const DlDragonflyDrawn *drawn)
{
  const DlChordLayout *chord = map->chord;
  const double scale = map->dense.scale;
  const double radius = chord->radius + chord->stem - DL_OVERLOAD_SIZE * scale;
  const guint n = map->dragonfly->n_groups;

  for (guint ribbon = 0; ribbon < 2 * chord->bands->len; ribbon++)
    {
      const DlChordBand *band = &g_array_index (chord->bands, DlChordBand, ribbon / 2);
      const DlArc arc = ribbon % 2 == 0 ? band->at_a : band->at_b;
      const double size = MIN (DL_OVERLOAD_SIZE, (arc.end - arc.start) * radius / scale);
      double x, y;
      guint from, to;

      dl_chord_ends (chord, ribbon, &from, &to);
      if (drawn->values->pair_over[(gsize) from * n + to] == 0)
        continue;
      const DlColor fill
          = dl_chart_scale_color (drawn->colors, drawn->values->group_value[(gsize) from * n + to]);
      const DlColor ink = dl_chart_ink (&fill);

      dl_chord_point (chord, (arc.start + arc.end) / 2, radius, &x, &y);
      dl_color_set (cr, &ink);
      dl_dragonfly_add_overload (cr, x / scale, y / scale, size, FALSE, FALSE);
      cairo_fill (cr);
    }
}

void
dl_chord_draw (const DlDragonflyMap *map, cairo_t *cr, const DlDragonflyDrawn *drawn,
               const DlTheme *theme)
{
  draw_arcs (map, cr, drawn, theme);
  if (drawn->values->pair_over != NULL)
    draw_overload (map, cr, drawn);
  if (map->bare)
    return;
  draw_titles (map, cr, theme);
  draw_numbers (map, cr, drawn, theme);
}

void
dl_chord_outline_place (const DlDragonflyMap *map, cairo_t *cr, DlPlace place, double line,
                        const DlColor *color, const DlTheme *theme)
{
  const DlChordLayout *chord = map->chord;
  const double scale = map->dense.scale;

  if (place.kind == DL_PLACE_PAIR)
    {
      const guint32 ribbon = dl_chord_ribbon (map, place.a, place.b);
      guint n;

      if (ribbon == G_MAXUINT32)
        return;
      g_autofree double *points = dl_chord_outline (chord, ribbon, &n);
      for (guint i = 0; i < n; i++)
        cairo_line_to (cr, points[2 * i] / scale, points[2 * i + 1] / scale);
      cairo_close_path (cr);
    }
  else if (place.kind == DL_PLACE_GROUP && place.a < map->dragonfly->n_groups)
    add_arc (map, cr, place.a, rim_inner (chord), rim_inner (chord) + chord->rim);
  else
    return;
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  dl_color_set (cr, &theme->background);
  cairo_set_line_width (cr, line + 2);
  cairo_stroke_preserve (cr);
  dl_color_set (cr, color);
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);
}
