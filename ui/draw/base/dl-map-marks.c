#include "dl-map-marks.h"

#include <math.h>

#define CROSS          9    /* of a cross, at least */
#define CROSS_MAX      18   /* and at most */
#define MANY_CROSSES   1500 /* from here on */
#define SQUARE         14   /* one in each of these */
#define CROSSES_A_PATH 32
#define MIN_OUTLINE    9 /* around a cell, however small */

void
dl_map_draw_broken_stroke (cairo_t *cr, double x, double y, double arm, gboolean in_b)
{
  cairo_move_to (cr, x - arm, in_b ? y - arm : y + arm);
  cairo_line_to (cr, x + arm, in_b ? y + arm : y - arm);
}

/* The middle of a mark on a cell, and how far it reaches. */
static double
mark_arm (const DlRect *rect, double *x, double *y)
{
  *x = rect->x + rect->width / 2;
  *y = rect->y + rect->height / 2;
  return CLAMP (MIN (rect->width, rect->height) * 0.6, CROSS, CROSS_MAX) / 2 - 1;
}

typedef void (*AddMark) (cairo_t *cr, const DlRect *rect);

static void
add_cross (cairo_t *cr, const DlRect *rect)
{
  double x, y;
  const double arm = mark_arm (rect, &x, &y);

  dl_map_draw_broken_stroke (cr, x, y, arm, FALSE);
  dl_map_draw_broken_stroke (cr, x, y, arm, TRUE);
}

static void
add_stroke_a (cairo_t *cr, const DlRect *rect)
{
  double x, y;
  const double arm = mark_arm (rect, &x, &y);

  dl_map_draw_broken_stroke (cr, x, y, arm, FALSE);
}

static void
add_stroke_b (cairo_t *cr, const DlRect *rect)
{
  double x, y;
  const double arm = mark_arm (rect, &x, &y);

  dl_map_draw_broken_stroke (cr, x, y, arm, TRUE);
}

static void
add_ring (cairo_t *cr, const DlRect *rect)
{
  double x, y;
  const double arm = mark_arm (rect, &x, &y);

  cairo_new_sub_path (cr);
  cairo_arc (cr, x, y, arm + 1, 0, 2 * G_PI); /* the cell is seen inside */
}

/* Stroke @crosses in paths of a few each: cairo's time grows with the square of a path's length. */
static void
stroke_marks (cairo_t *cr, const GArray *crosses, AddMark add, const DlColor *color, double line)
{
  dl_color_set (cr, color);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_width (cr, line);
  for (guint i = 0; i < crosses->len; i++)
    {
      add (cr, &g_array_index (crosses, DlRect, i));
      if (i % CROSSES_A_PATH == CROSSES_A_PATH - 1)
        cairo_stroke (cr);
    }
  cairo_stroke (cr);
}

/* One cross in each square, where there are too many to be told apart. */
static GArray *
thin_out (const GArray *crosses, double width, double height)
{
  const guint columns = width / SQUARE + 1, rows = height / SQUARE + 1;
  g_autofree guint8 *squares = g_new0 (guint8, (gsize) columns * rows);
  GArray *few = g_array_new (FALSE, FALSE, sizeof (DlRect));

  for (guint i = 0; i < crosses->len; i++)
    {
      const DlRect *rect = &g_array_index (crosses, DlRect, i);
      const guint column = CLAMP ((rect->x + rect->width / 2) / SQUARE, 0, columns - 1.0);
      const guint row = CLAMP ((rect->y + rect->height / 2) / SQUARE, 0, rows - 1.0);
      guint8 *taken = &squares[row * columns + column];

      if (!*taken)
        g_array_append_val (few, *rect);
      *taken = TRUE;
    }
  return few;
}

/* A halo makes them stand out on any color, but hides no other mark. */
static void
draw_marks (cairo_t *cr, const GArray *marks, AddMark add, double width, double height,
            const DlColor *color, double line, double halo, const DlTheme *theme)
{
  g_autoptr (GArray) few = marks->len > MANY_CROSSES ? thin_out (marks, width, height) : NULL;
  const GArray *drawn = few != NULL ? few : marks;

  stroke_marks (cr, drawn, add, &theme->background, line + halo);
  stroke_marks (cr, drawn, add, color, line);
}

void
dl_map_draw_crosses (cairo_t *cr, const GArray *crosses, double width, double height,
                     const DlTheme *theme)
{
  draw_marks (cr, crosses, add_cross, width, height, &theme->broken, 2, 2.5, theme);
}

void
dl_map_draw_contrast (cairo_t *cr, const GArray *broken_a, const GArray *broken_b,
                      const GArray *outliers, double width, double height, const DlTheme *theme)
{
  draw_marks (cr, outliers, add_ring, width, height, &theme->foreground, 1.25, 1, theme);
  draw_marks (cr, broken_a, add_stroke_a, width, height, &theme->broken, 2, 2.5, theme);
  draw_marks (cr, broken_b, add_stroke_b, width, height, &theme->broken, 2, 2.5, theme);
}

void
dl_map_draw_outline (cairo_t *cr, double scale, const DlRect *rect, double line,
                     const DlColor *color, const DlTheme *theme)
{
  const double width = MAX (rect->width, MIN_OUTLINE - 2),
               height = MAX (rect->height, MIN_OUTLINE - 2);
  const double left = floor ((rect->x + (rect->width - width) / 2) * scale + 0.5) / scale;
  const double top = floor ((rect->y + (rect->height - height) / 2) * scale + 0.5) / scale;
  const double x = left - line / 2, y = top - line / 2;

  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  cairo_rectangle (cr, x, y, ceil (width) + line, ceil (height) + line);
  dl_color_set (cr, &theme->background);
  cairo_set_line_width (cr, line + 2);
  cairo_stroke_preserve (cr);
  dl_color_set (cr, color);
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);
}
