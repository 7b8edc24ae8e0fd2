/* What is written and drawn around the cells of a group's inside. */
#include "dl-cell-values.h"
#include "dl-dragonfly-inside-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define FRAME         2.5 /* around the cells of a class */
#define MIN_JOB_WIDTH 16

/* All numbers of a map, by the color they get in the end. */
typedef struct
{
  cairo_t *cr;
  const DlTheme *theme;
  DlNumbers *plain, *muted, *on_light, *on_dark;
  gboolean named[2]; /* green and black matrices have room for their names */
} Pen;

static DlLinkClass
class_of (const DlGrid *grid)
{
  return grid->what == DL_INSIDE_GREEN   ? DL_LINK_GREEN
         : grid->what == DL_INSIDE_BLACK ? DL_LINK_BLACK
                                         : DL_LINK_BLUE;
}

static void
draw_frames (const DlDragonflyMap *map, cairo_t *cr, const DlTheme *theme)
{
  for (guint i = 0; i < map->grids->len; i++)
    {
      const DlGrid *grid = &g_array_index (map->grids, DlGrid, i);
      const DlRect rect = dl_grid_rect (map, grid);
      const double out = grid->what == DL_INSIDE_PORTS ? 1.5 : FRAME;

      if (grid->what == DL_INSIDE_NAMES)
        continue;
      dl_dragonfly_set_frame (cr, class_of (grid), theme);
      cairo_rectangle (cr, rect.x - out, rect.y - out, rect.width + 2 * out, rect.height + 2 * out);
      cairo_stroke (cr);
    }
  cairo_set_dash (cr, NULL, 0, 0);
}

static void
draw_title (const DlDragonflyMap *map, cairo_t *cr, DlLinkClass class, double y, const char *text,
            const DlTheme *theme)
{
  const double x = dl_grid_rect (map, &g_array_index (map->grids, DlGrid, 0)).x;

  dl_dragonfly_draw_title (cr, class, x, y, map->width - x - 8, text, theme);
}

static void
draw_titles (const DlDragonflyMap *map, cairo_t *cr, const DlTheme *theme)
{
  const DlInsideLayout *inside = map->inside;
  const guint name = map->dragonfly->group_name[map->options.group];
  g_autofree char *blue
      = inside->ports > 0
            ? g_strdup_printf (_ ("Group %u: routers, and their blue links to other groups"), name)
            : g_strdup_printf (_ ("Group %u: routers"), name);
  const gboolean generic = map->dragonfly->shape == DL_DRAGONFLY_GENERIC;

  draw_title (map, cr, DL_LINK_BLUE, inside->band_y[0], blue, theme);
  draw_title (map, cr, DL_LINK_GREEN, inside->band_y[1],
              generic ? _ ("Green links: from router (row) to router (column)")
                      : _ ("Green links of a chassis: from blade (row) to blade (column)"),
              theme);
  if (inside->has_black)
    draw_title (map, cr, DL_LINK_BLACK, inside->band_y[2],
                _ ("Black links of a slot: from chassis (row) to chassis (column)"), theme);
}

static char *
matrix_name (gboolean green, guint index)
{
  return green ? g_strdup_printf (_ ("chassis %u"), index) : g_strdup_printf (_ ("slot %u"), index);
}

/* Has each matrix of a kind room for its name? */
static gboolean
names_fit (const DlDragonflyMap *map, cairo_t *cr, gboolean green)
{
  g_autofree char *longest = matrix_name (green, map->inside->blades - 1);

  for (guint i = 0; i < map->grids->len; i++)
    {
      const DlGrid *grid = &g_array_index (map->grids, DlGrid, i);
      if (grid->what == (green ? DL_INSIDE_GREEN : DL_INSIDE_BLACK))
        return dl_chart_text_width (cr, longest, DL_TEXT_SMALL, FALSE)
               <= dl_grid_rect (map, grid).width + 4;
    }
  return FALSE;
}

/* Above a matrix its name and its columns' numbers, beside the first one its rows' numbers. */
static void
draw_matrix_labels (const DlDragonflyMap *map, const Pen *pen, const DlGrid *grid)
{
  const DlRect rect = dl_grid_rect (map, grid);
  const double cell = rect.width / grid->columns;
  const guint step = dl_map_number_step (DL_INSIDE_NUMBERS + (grid->columns > 10 ? 4 : 0), cell);
  const double numbers_y = rect.y - FRAME - DL_INSIDE_LINE;
  const double y = numbers_y - (map->inside->numbered ? DL_INSIDE_NUMBERS : 0);
  const gboolean green = grid->what == DL_INSIDE_GREEN;
  char text[8];

  g_snprintf (text, sizeof text, "%u", grid->index);
  if (map->dragonfly->shape == DL_DRAGONFLY_ARIES && pen->named[green])
    {
      g_autofree char *name = matrix_name (green, grid->index);
      dl_chart_text (pen->cr, &pen->theme->foreground, rect.x + rect.width / 2, y, name,
                     DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, 0);
    }
  else if (map->dragonfly->shape == DL_DRAGONFLY_ARIES)
    dl_numbers_add (pen->plain, rect.x + rect.width / 2, y, text, DL_ALIGN_CENTER);
  for (guint i = 0; i < grid->columns; i += step)
    {
      const DlRect at = dl_grid_cell_rect (map, grid, i, i);

      g_snprintf (text, sizeof text, "%u", i);
      if (map->inside->numbered && step < grid->columns)
        dl_numbers_add (pen->muted, at.x + at.width / 2, numbers_y, text, DL_ALIGN_CENTER);
      if (grid->index == 0)
        dl_numbers_add (pen->muted, rect.x - FRAME - DL_INSIDE_NUMBER_X,
                        at.y + at.height / 2 - DL_INSIDE_LINE / 2.0, text, DL_ALIGN_END);
    }
}

/* Nothing leads from a router to itself. */
static void
draw_diagonal (const DlDragonflyMap *map, cairo_t *cr, const DlGrid *grid, const DlTheme *theme)
{
  const DlRect first = dl_grid_cell_rect (map, grid, 0, 0);
  const DlRect last = dl_grid_cell_rect (map, grid, grid->rows - 1, grid->columns - 1);

  dl_color_set (cr, &theme->node);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, first.x, first.y);
  cairo_line_to (cr, dl_rect_right (last), dl_rect_bottom (last));
  cairo_stroke (cr);
}

/* Jobs have one of a few colors each; which one it is stands in the line of details. */
static void
draw_jobs (cairo_t *cr, const DlDragonfly *dragonfly, const guint32 *job, guint router, DlRect rect,
           const DlTheme *theme)
{
  const guint n = dragonfly->nodes_per_router;
  const double width = rect.width / n;

  for (guint i = 0; i < n; i++)
    {
      const guint32 of = job[router * n + i];
      const DlRect box = { rect.x + i * width, rect.y, MAX (width - 1, 1), rect.height };

      if (of == G_MAXUINT32)
        {
          dl_color_set (cr, &theme->grid);
          cairo_set_line_width (cr, 1);
          cairo_rectangle (cr, box.x + 0.5, box.y + 0.5, MAX (box.width - 1, 0.5), box.height - 1);
          cairo_stroke (cr);
          continue;
        }
      dl_color_set (cr, &theme->series[of % G_N_ELEMENTS (theme->series)]);
      /* Every other round of colors is half as high. */
      const double height
          = of / G_N_ELEMENTS (theme->series) % 2 == 0 ? box.height : box.height / 2;
      cairo_rectangle (cr, box.x, box.y + box.height - height, box.width, height);
      cairo_fill (cr);
    }
}

static void
draw_router_names (const DlDragonflyMap *map, const Pen *pen, const DlGrid *grid,
                   const DlDragonflyDrawn *drawn)
{
  const DlDragonfly *dragonfly = map->dragonfly;
  const gboolean aries = dragonfly->shape == DL_DRAGONFLY_ARIES;

  const double room
      = dl_chart_text_width (pen->cr, aries ? "0.00" : "00", DL_TEXT_SMALL, FALSE) + 4;
  const guint step
      = dl_map_number_step (room, dl_grid_rect (map, grid).width / MAX (1, grid->columns));

  if (grid->height / map->dense.scale < DL_INSIDE_LINE - 2)
    return;
  for (guint column = 0; column < grid->columns; column++)
    {
      const DlPlace place = map->layout->cell_place (map, grid->first + column);
      const DlRect cell = dl_grid_cell_rect (map, grid, 0, column);
      char text[16];

      if (place.kind != DL_PLACE_ROUTER)
        continue;
      const DlRouterAt at = dragonfly->router[place.a];
      g_snprintf (text, sizeof text, aries ? "%u.%u" : "%.0u%u", aries ? at.chassis : 0, at.blade);
      if (column % step == 0)
        dl_numbers_add (pen->plain, cell.x + cell.width / 2, cell.y, text, DL_ALIGN_CENTER);
      if (drawn->job != NULL && cell.width >= MIN_JOB_WIDTH)
        draw_jobs (pen->cr, dragonfly, drawn->job, place.a,
                   (DlRect) { cell.x + 2, dl_rect_bottom (cell) - DL_INSIDE_NODES - 2,
                              cell.width - 4, DL_INSIDE_NODES },
                   pen->theme);
    }
}

/* The group that a blue link leads to, and below it its value where there is room for both. */
static void
draw_port_labels (const DlDragonflyMap *map, const Pen *pen, const DlGrid *grid,
                  const DlDragonflyDrawn *drawn)
{
  const DlDragonfly *dragonfly = map->dragonfly;
  const DlRect first = dl_grid_cell_rect (map, grid, 0, 0);
  g_autoptr (DlCellValues) values
      = dl_cell_values_new (pen->cr, drawn->colors, first.width, first.height - DL_INSIDE_LINE);

  for (guint i = 0; i < grid->rows * grid->columns; i++)
    {
      const DlPlace place = map->layout->cell_place (map, grid->first + i);
      const DlRect cell = dl_grid_cell_rect (map, grid, i / grid->columns, i % grid->columns);
      char text[8];

      if (place.kind != DL_PLACE_LINK || drawn->dragonfly->link_state[place.a] != DL_LINK_UP
          || !dl_dragonfly_shows (map, cell))
        continue;
      const double middle = cell.y + cell.height / 2;
      const double value = drawn->values->values[place.a];
      const DlColor fill = isfinite (value) ? dl_chart_scale_color (drawn->colors, value)
                           : isnan (value)  ? pen->theme->idle[0]
                                            : pen->theme->absent;
      const DlColor ink = dl_chart_ink (&fill);
      g_snprintf (text, sizeof text, "%u",
                  dragonfly->group_name[dl_dragonfly_link_group (dragonfly, place.a, TRUE)]);
      dl_numbers_add (ink.r > 0.5 ? pen->on_dark : pen->on_light, cell.x + cell.width / 2,
                      values != NULL ? middle - DL_INSIDE_LINE : middle - DL_INSIDE_LINE / 2.0,
                      text, DL_ALIGN_CENTER);
      if (values != NULL)
        dl_cell_values_add (values, &(DlRect) { cell.x, middle, cell.width, DL_INSIDE_LINE },
                            value);
    }
  if (values != NULL)
    dl_cell_values_draw (values);
}

/* What the links of a matrix have, where its cells have room for it. */
static void
draw_matrix_values (const DlDragonflyMap *map, cairo_t *cr, const DlGrid *grid,
                    const DlDragonflyDrawn *drawn)
{
  const DlRect first = dl_grid_cell_rect (map, grid, 0, 0);
  g_autoptr (DlCellValues) values
      = dl_cell_values_new (cr, drawn->colors, first.width, first.height);

  for (guint i = 0; values != NULL && i < grid->rows * grid->columns; i++)
    {
      const DlPlace place = map->layout->cell_place (map, grid->first + i);
      const DlRect cell = dl_grid_cell_rect (map, grid, i / grid->columns, i % grid->columns);
      double value;
      guint n_broken;

      if (place.kind != DL_PLACE_LINK || !dl_dragonfly_shows (map, cell)
          || dl_grid_link_state (drawn->dragonfly, drawn->values, place.a, &value)
                 != DL_GRID_VALUE)
        continue;
      dl_dragonfly_parallel (drawn->dragonfly, place.a, &n_broken);
      if (n_broken == 0)
        dl_cell_values_add (values, &cell, value);
    }
  if (values != NULL)
    dl_cell_values_draw (values);
}

void
dl_inside_draw (const DlDragonflyMap *map, cairo_t *cr, const DlDragonflyDrawn *drawn,
                const DlTheme *theme)
{
  for (guint i = 0; i < map->grids->len; i++)
    {
      const DlGrid *grid = &g_array_index (map->grids, DlGrid, i);

      if (grid->what == DL_INSIDE_GREEN || grid->what == DL_INSIDE_BLACK)
        draw_diagonal (map, cr, grid, theme);
    }
  if (map->bare)
    return;
  const Pen pen = {
    .cr = cr,
    .theme = theme,
    .plain = dl_numbers_new (cr, FALSE),
    .muted = dl_numbers_new (cr, FALSE),
    .on_light = dl_numbers_new (cr, FALSE),
    .on_dark = dl_numbers_new (cr, FALSE),
    .named = { names_fit (map, cr, FALSE), names_fit (map, cr, TRUE) },
  };
  const struct
  {
    DlNumbers *numbers;
    DlColor color;
  } inks[] = { { pen.plain, theme->foreground },
               { pen.muted, theme->muted },
               { pen.on_light, { 0, 0, 0 } },
               { pen.on_dark, { 1, 1, 1 } } };

  draw_frames (map, cr, theme);
  draw_titles (map, cr, theme);
  for (guint i = 0; i < map->grids->len; i++)
    {
      const DlGrid *grid = &g_array_index (map->grids, DlGrid, i);

      if (grid->what == DL_INSIDE_NAMES)
        draw_router_names (map, &pen, grid, drawn);
      else if (grid->what != DL_INSIDE_PORTS)
        {
          draw_matrix_labels (map, &pen, grid);
          draw_matrix_values (map, cr, grid, drawn);
        }
      else if (map->inside->has_labels)
        draw_port_labels (map, &pen, grid, drawn);
    }
  for (guint i = 0; i < G_N_ELEMENTS (inks); i++)
    {
      dl_color_set (cr, &inks[i].color);
      dl_numbers_draw (inks[i].numbers);
      dl_numbers_free (inks[i].numbers);
    }
}
