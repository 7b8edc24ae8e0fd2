#include "dl-map-marks.h"

#include "dl-text.h"

#include <math.h>

#define CROSS          9    /* of a cross, at least */
#define CROSS_MAX      18   /* and at most */
#define MANY_CROSSES   1500 /* from here on */
#define SQUARE         14   /* one in each of these */
#define CROSSES_A_PATH 32
#define MIN_OUTLINE    9 /* around a cell, however small */
#define CHIP_ROUND     4.0

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
dl_map_found_draw (const DlMapFound *found, cairo_t *cr, double width, double height,
                   const DlTheme *theme)
{
  if (found->broken_b == NULL)
    {
      draw_marks (cr, found->broken, add_cross, width, height, &theme->broken, 2, 2.5, theme);
      return;
    }
  draw_marks (cr, found->outliers, add_ring, width, height, &theme->foreground, 1.25, 1, theme);
  draw_marks (cr, found->broken, add_stroke_a, width, height, &theme->broken, 2, 2.5, theme);
  draw_marks (cr, found->broken_b, add_stroke_b, width, height, &theme->broken, 2, 2.5, theme);
}

guint
dl_map_found_marks (const DlMapFound *found)
{
  return (found->broken->len > 0 ? DL_MARK_BROKEN : 0)
         | (found->broken_b != NULL && found->broken_b->len > 0 ? DL_MARK_BROKEN_B : 0)
         | (found->outliers != NULL && found->outliers->len > 0 ? DL_MARK_OUTLIER : 0);
}

void
dl_map_found_clear (DlMapFound *found)
{
  g_clear_pointer (&found->broken, g_array_unref);
  g_clear_pointer (&found->broken_b, g_array_unref);
  g_clear_pointer (&found->outliers, g_array_unref);
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

double
dl_map_chip_width (cairo_t *cr, const char *text)
{
  double width, height;

  dl_text_measure (cr, text, DL_TEXT_SMALL, TRUE, &width, &height);
  return ceil (MAX (width + 7, DL_MAP_CHIP_HEIGHT));
}

void
dl_map_draw_chip (cairo_t *cr, const DlRect *rect, const char *text, gboolean filled,
                  const DlTheme *theme)
{
  double width, height;

  cairo_new_sub_path (cr);
  cairo_arc (cr, rect->x + CHIP_ROUND, rect->y + CHIP_ROUND, CHIP_ROUND, G_PI, 1.5 * G_PI);
  cairo_arc (cr, rect->x + rect->width - CHIP_ROUND, rect->y + CHIP_ROUND, CHIP_ROUND, 1.5 * G_PI,
             2 * G_PI);
  cairo_arc (cr, rect->x + rect->width - CHIP_ROUND, rect->y + rect->height - CHIP_ROUND,
             CHIP_ROUND, 0, 0.5 * G_PI);
  cairo_arc (cr, rect->x + CHIP_ROUND, rect->y + rect->height - CHIP_ROUND, CHIP_ROUND, 0.5 * G_PI,
             G_PI);
  cairo_close_path (cr);
  dl_color_set (cr, filled ? &theme->path : &theme->background);
  cairo_fill_preserve (cr);
  dl_color_set (cr, filled ? &theme->background : &theme->path);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  dl_color_set (cr, filled ? &theme->background : &theme->foreground);
  dl_text_measure (cr, text, DL_TEXT_SMALL, filled, &width, &height);
  dl_text_draw (cr, rect->x + rect->width / 2, rect->y + (rect->height - height) / 2, text,
                DL_TEXT_SMALL, filled, DL_ALIGN_CENTER, 0);
}

/* Where the numbers of the hops at @place go, @width wide; FALSE: nowhere. */
static gboolean
find_chip (const DlOverlayMap *on, gconstpointer map, DlPlace place, double width,
           const GArray *taken, DlRect *chip)
{
  DlRect cell;

  if (on->chip != NULL)
    return on->chip (map, place, width, taken, chip);
  if (!on->rect (map, place, &cell))
    return FALSE;
  *chip = (DlRect) { CLAMP (cell.x + cell.width + 2, 0, on->width - width),
                     CLAMP (cell.y - DL_MAP_CHIP_HEIGHT - 2, 0, on->height - DL_MAP_CHIP_HEIGHT),
                     width, DL_MAP_CHIP_HEIGHT };
  return TRUE;
}

static DlPlace
hop_at (const DlOverlay *overlay, const DlOverlayMap *on, gconstpointer map, guint i)
{
  return on->hop (map, overlay->path->channels[i] / overlay->net->n_vcs);
}

/* The numbers of the hops that have the same place as hop @i; NULL if an earlier one has. *@steps:
 * whether one of them is the step that stands out. */
static char *
numbers_at (const DlOverlay *overlay, const DlOverlayMap *on, gconstpointer map, guint i,
            gboolean *steps)
{
  const DlPlace place = hop_at (overlay, on, map, i);
  g_autoptr (GString) hops = g_string_new (NULL);

  *steps = FALSE;
  for (guint j = 0; j < overlay->path->n; j++)
    if (dl_place_equal (hop_at (overlay, on, map, j), place))
      {
        if (j < i)
          return NULL;
        *steps |= j == overlay->path->step;
        g_string_append_printf (hops, "%s%u", hops->len > 0 ? ", " : "", j + 1);
      }
  return g_string_free (g_steal_pointer (&hops), FALSE);
}

static void
draw_path (const DlOverlay *overlay, const DlOverlayMap *on, gconstpointer map, cairo_t *cr,
           const DlTheme *theme)
{
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (DlRect));

  for (guint i = 0; i < overlay->path->n; i++)
    if (on->trace != NULL)
      on->trace (map, cr, hop_at (overlay, on, map, i), theme);
    else
      on->outline (map, cr, hop_at (overlay, on, map, i), 2, &theme->path, theme);
  for (guint i = 0; i < overlay->path->n && !on->bare; i++)
    {
      gboolean steps;
      g_autofree char *hops = numbers_at (overlay, on, map, i, &steps);
      DlRect chip;

      if (hops == NULL
          || !find_chip (on, map, hop_at (overlay, on, map, i), dl_map_chip_width (cr, hops), taken,
                         &chip))
        continue;
      dl_map_draw_chip (cr, &chip, hops, steps, theme);
      g_array_append_val (taken, chip);
    }
}

void
dl_overlay_draw (const DlOverlay *overlay, const DlOverlayMap *on, gconstpointer map,
                 const DlMapFound *found, cairo_t *cr, const DlTheme *theme)
{
  if (found != NULL)
    dl_map_found_draw (found, cr, on->width, on->height, theme);
  for (guint i = 0; i < overlay->n_marked; i++)
    on->outline (map, cr, overlay->marked[i], 2, &theme->path, theme);
  if (!dl_place_equal (overlay->hovered, overlay->selected))
    on->outline (map, cr, overlay->hovered, 1, &theme->foreground, theme);
  on->outline (map, cr, overlay->selected, overlay->focused ? 3 : 2, &theme->accent, theme);
  if (overlay->path != NULL && on->hop != NULL)
    draw_path (overlay, on, map, cr, theme);
}
