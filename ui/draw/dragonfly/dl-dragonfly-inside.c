/* The inside of a group: its routers with their blue ports, the green links of each chassis from
 * blade to blade, the black links of each slot from chassis to chassis. */
#include "dl-dragonfly-map-private.h"
#include "dl-matrix-map.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Content of a grid. */
typedef enum
{
  DL_INSIDE_NAMES, /* routers of a row; index: the row */
  DL_INSIDE_PORTS, /* blue ports; index: the router's position in the group */
  DL_INSIDE_GREEN, /* index: the chassis */
  DL_INSIDE_BLACK  /* index: the slot */
} DlInsideGrid;

#define DL_INSIDE_LINE     15 /* of text, in units */
#define DL_INSIDE_NUMBERS  13 /* of the columns' numbers */
#define DL_INSIDE_NODES    4  /* of the jobs under a router's name */
#define DL_INSIDE_NUMBER_X 4  /* between a row's number and its cells */

struct _DlInsideLayout
{
  guint first, n;        /* the group's routers */
  guint rows, columns;   /* they are in */
  guint chassis, blades; /* of the group; generic: 1 and n */
  guint ports;           /* most blue ports that a router has */
  gboolean has_black;
  gboolean numbered;   /* columns of the matrices */
  gboolean has_labels; /* ports say which group they lead to */
  double band_y[3];    /* units, of the titles: blue, green, black; below 0: not shown */
  guint32 first_link;  /* that leaves the group */
  guint32 n_links;
  guint32 *link_cell;   /* (n_links) */
  guint32 *router_cell; /* (n) */
  GArray *places;       /* DlPlace, by cell */
};

/* Text and drawings around the cells of a group's inside. */

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

      if (place.kind != DL_PLACE_LINK || drawn->over->blank
          || drawn->dragonfly->link_state[place.a] != DL_LINK_UP || !dl_dragonfly_shows (map, cell))
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

/* Values of the links of a matrix, where its cells have room. */
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
          || dl_grid_link_state (drawn->dragonfly, drawn->values, place.a, &value) != DL_GRID_VALUE)
        continue;
      dl_dragonfly_parallel (drawn->dragonfly, place.a, &n_broken);
      if (n_broken == 0)
        dl_cell_values_add (values, &cell, value);
    }
  if (values != NULL)
    dl_cell_values_draw (values);
}

static void
inside_draw (const DlDragonflyMap *map, cairo_t *cr, const DlDragonflyDrawn *drawn,
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

/* All in units. */
#define MARGIN       8  /* half of a number that stands at the edge */
#define NUMBER_WIDTH 20 /* of the rows' numbers */
#define BAND_GAP     10
#define NAME_HEIGHT  (DL_INSIDE_LINE + DL_INSIDE_NODES)
#define ROW_LEAST    (NAME_HEIGHT + 10) /* of routers */
#define ROW_ALONE    (NAME_HEIGHT + 34) /* where they are in few rows */
#define ROW_MOST     (NAME_HEIGHT + 46)
#define MATRIX_GAP   7 /* at least, between matrices */
#define GAP_MOST     40
#define MAX_CELL     36
#define COLUMNS_MOST 16  /* of routers of a generic group */
#define NUMBERS_FROM 540 /* lower maps do without columns' numbers */
#define LABEL_HEIGHT 12

/* Where a matrix is to be, in device pixels. */
typedef struct
{
  gint left, right, top;
} Band;

static guint
chassis_of (const DlDragonflyMap *map, guint router)
{
  return map->dragonfly->router[router].chassis;
}

static guint
blade_of (const DlDragonflyMap *map, guint router)
{
  return map->dragonfly->router[router].blade;
}

static guint
router_at (const DlDragonflyMap *map, guint chassis, guint blade)
{
  const DlRouterAt at = { map->options.group, chassis, blade };

  return dl_dragonfly_router_at (map->dragonfly, at);
}

/* The router in a row and column of the routers. */
static guint
router_in (const DlDragonflyMap *map, guint row, guint column)
{
  const DlInsideLayout *inside = map->inside;

  if (map->dragonfly->shape == DL_DRAGONFLY_ARIES)
    return router_at (map, row, column);
  return row * inside->columns + column < inside->n ? inside->first + row * inside->columns + column
                                                    : DL_NO_NODE;
}

static guint
blue_ports (const DlDragonfly *dragonfly, guint router, guint *first)
{
  guint n = 0;

  for (guint link = dragonfly->first_link[router]; link < dragonfly->first_link[router + 1]; link++)
    if (dragonfly->link_class[link] == DL_LINK_BLUE && n++ == 0)
      *first = link;
  return n;
}

static void
measure_group (DlDragonflyMap *map)
{
  const DlDragonfly *dragonfly = map->dragonfly;
  DlInsideLayout *inside = map->inside;
  guint first;

  inside->first = dragonfly->group_first[map->options.group];
  inside->n = dragonfly->group_first[map->options.group + 1] - inside->first;
  inside->first_link = dragonfly->first_link[inside->first];
  inside->n_links = dragonfly->first_link[inside->first + inside->n] - inside->first_link;
  for (guint router = inside->first; router < inside->first + inside->n; router++)
    {
      inside->chassis = MAX (inside->chassis, chassis_of (map, router) + 1);
      inside->blades = MAX (inside->blades, blade_of (map, router) + 1);
      inside->ports = MAX (inside->ports, blue_ports (dragonfly, router, &first));
    }
  inside->rows = inside->chassis;
  inside->columns = inside->blades;
  if (dragonfly->shape == DL_DRAGONFLY_GENERIC)
    {
      inside->columns = MIN (inside->n, COLUMNS_MOST);
      inside->rows = (inside->n + inside->columns - 1) / inside->columns;
    }
  inside->has_black = dragonfly->shape == DL_DRAGONFLY_ARIES && inside->chassis > 1;
}

/* Filling -------------------------------------------------------------------------------------- */

static void
add_place (DlDragonflyMap *map, DlPlace place)
{
  DlInsideLayout *inside = map->inside;
  const guint32 cell = inside->places->len;

  g_array_append_val (inside->places, place);
  if (place.kind == DL_PLACE_ROUTER)
    inside->router_cell[place.a - inside->first] = cell;
  if (place.kind == DL_PLACE_LINK)
    inside->link_cell[place.a - inside->first_link] = cell;
}

static void
add_names (DlDragonflyMap *map, DlGrid grid, guint row)
{
  grid.rows = 1;
  grid.columns = map->inside->columns;
  grid.what = DL_INSIDE_NAMES;
  grid.index = row;
  dl_grids_add (map, &grid);
  for (guint column = 0; column < grid.columns; column++)
    {
      const guint router = router_in (map, row, column);
      add_place (map, router != DL_NO_NODE ? dl_place_router (router) : DL_NOWHERE);
    }
}

static void
add_ports (DlDragonflyMap *map, DlGrid grid, guint router)
{
  guint first = 0;
  const guint n = blue_ports (map->dragonfly, router, &first);

  grid.what = DL_INSIDE_PORTS;
  grid.index = router - map->inside->first;
  dl_grids_add (map, &grid);
  for (guint i = 0; i < grid.rows * grid.columns; i++)
    add_place (map, i < n ? dl_place_link (first + i) : DL_NOWHERE);
}

/* From each of some routers to each: green ones of a chassis, or black ones of a slot. */
static void
add_matrix (DlDragonflyMap *map, DlGrid grid, DlInsideGrid what, guint index)
{
  const gboolean green = what == DL_INSIDE_GREEN;
  const guint n = green ? map->inside->blades : map->inside->chassis;

  grid.rows = grid.columns = n;
  grid.what = what;
  grid.index = index;
  dl_grids_add (map, &grid);
  for (guint from = 0; from < n; from++)
    for (guint to = 0; to < n; to++)
      {
        const guint a = green ? router_at (map, index, from) : router_at (map, from, index);
        const guint b = green ? router_at (map, index, to) : router_at (map, to, index);
        const guint link = a == b || a == DL_NO_NODE || b == DL_NO_NODE
                               ? G_MAXUINT32
                               : dl_dragonfly_find_link (map->dragonfly, a, b, 0);
        add_place (map, link != G_MAXUINT32 ? dl_place_link (link) : DL_NOWHERE);
      }
}

static gint
cell_gap (const DlDragonflyMap *map, gint cell)
{
  return cell >= dl_dragonfly_px (map, DL_MAP_CELL_GAP_FROM) ? MAX (dl_dragonfly_px (map, 1), 1)
                                                             : 0;
}

static gint
matrix_side (guint size, double cell)
{
  return MAX (size * cell, 1);
}

/* A row of @n matrices of @size x @size cells, from the left edge to the right one. */
static void
place_matrices (DlDragonflyMap *map, Band band, DlInsideGrid what, guint n, guint size, double cell)
{
  const gint side = matrix_side (size, cell);
  const gint between = n > 1 ? (gint) n - 1 : 1;
  const gint room
      = MIN (band.right - band.left - (gint) n * side, between * dl_dragonfly_px (map, GAP_MOST));

  for (guint i = 0; i < n; i++)
    add_matrix (map,
                (DlGrid) { .x = band.left + (gint) i * side + MAX (room, 0) * (gint) i / between,
                           .y = band.top,
                           .width = side,
                           .height = side,
                           .gap = cell_gap (map, cell) },
                what, i);
}

/* In how many rows a router's ports stand: so that each has room for its label, or is about
 * square. */
static guint
port_rows (DlDragonflyMap *map, double width, double height, double label)
{
  const guint n = map->inside->ports;
  double best = G_MAXDOUBLE;
  guint rows = 1;

  map->inside->has_labels = FALSE;
  for (guint r = 1; r <= n; r++)
    {
      const guint columns = (n + r - 1) / r;
      const double w = width / columns, h = height / r;
      const double odd = fabs (log (w / h));

      if (w >= label + 3 && h >= LABEL_HEIGHT && !map->bare)
        {
          map->inside->has_labels = TRUE;
          return r;
        }
      if (odd < best && columns * (r - 1) < n)
        {
          best = odd;
          rows = r;
        }
    }
  return rows;
}

static void
place_routers (DlDragonflyMap *map, Band band, gint row_height, gint name, cairo_t *measure)
{
  DlInsideLayout *inside = map->inside;
  const DlDragonfly *dragonfly = map->dragonfly;
  const gint gap = dl_dragonfly_px (map, map->bare ? 1 : DL_MAP_BLOCK_GAP);
  const gint pitch = (band.right - band.left + gap) / (gint) inside->columns;
  const gint width = MAX (MIN (pitch - gap, dl_dragonfly_px (map, 240)), 1);
  const gint height = MAX (row_height - name - MIN (gap, (row_height - name) / 3), 1);
  const guint widest = dragonfly->group_name[dragonfly->n_groups - 1];
  double label, text_height;
  char text[8];

  g_snprintf (text, sizeof text, "%u", widest);
  dl_text_measure (measure, text, DL_TEXT_SMALL, FALSE, &label, &text_height);
  const guint rows = inside->ports > 0 ? port_rows (map, width / map->dense.scale,
                                                    height / map->dense.scale, label)
                                       : 0;
  const guint columns = inside->ports > 0 ? (inside->ports + rows - 1) / rows : 0;

  for (guint row = 0; row < inside->rows; row++)
    {
      const gint top = band.top + (gint) row * row_height;

      if (!map->bare)
        add_names (map,
                   (DlGrid) { .x = band.left,
                              .y = top,
                              .width = (gint) inside->columns * (width + gap),
                              .height = name,
                              .gap = gap },
                   row);
      for (guint column = 0; column < inside->columns && inside->ports > 0; column++)
        {
          const guint router = router_in (map, row, column);
          if (router != DL_NO_NODE)
            add_ports (map,
                       (DlGrid) { .x = band.left + (gint) column * (width + gap),
                                  .y = top + name,
                                  .width = width,
                                  .height = height,
                                  .rows = rows,
                                  .columns = columns,
                                  .gap = cell_gap (
                                      map, MIN (width / (gint) columns, height / (gint) rows)) },
                       router);
        }
    }
}

/* How high everything is, in device pixels. */
typedef struct
{
  gint title, head; /* of a band; of its matrices */
  gint gap;         /* between bands */
  gint row, name;   /* of routers; of their names */
  double cell;      /* whole pixels where it has one at all */
  gint over;        /* height left above and below */
} Heights;

static Heights
find_heights (const DlDragonflyMap *map, Band band)
{
  const DlInsideLayout *inside = map->inside;
  const gboolean aries = map->dragonfly->shape == DL_DRAGONFLY_ARIES;
  const guint black = inside->has_black ? inside->chassis : 0;
  const gint n_bands = inside->has_black ? 3 : 2;
  Heights heights = { .gap = dl_dragonfly_px (map, map->bare ? 2 : BAND_GAP) };

  if (!map->bare)
    {
      heights.title = dl_dragonfly_px (map, DL_INSIDE_LINE + 4);
      heights.head = dl_dragonfly_px (map, (aries ? DL_INSIDE_LINE : 0)
                                               + (inside->numbered ? DL_INSIDE_NUMBERS : 0));
    }
  const double room = MAX (map->dense.whole_height - 2 * band.top - (n_bands - 1) * heights.gap
                               - n_bands * heights.title - (n_bands - 1) * heights.head,
                           1);
  const double least = dl_dragonfly_px (map, map->bare          ? 4
                                             : inside->rows < 3 ? ROW_ALONE
                                                                : ROW_LEAST);
  const double gap = dl_dragonfly_px (map, map->bare ? 1 : MATRIX_GAP);
  const double wide = band.right - band.left;

  /* Green matrices and black ones have cells of one size: as many of them are side by side. */
  double cell = MAX (room - inside->rows * least, room / 3) / (inside->blades + black);
  cell = MIN (cell, MAX (wide - (inside->chassis - 1) * gap, wide / 2)
                        / (inside->chassis * inside->blades));
  if (inside->has_black)
    cell = MIN (cell, MAX (wide - (inside->blades - 1) * gap, wide / 2)
                          / (inside->blades * inside->chassis));
  cell = MIN (cell, dl_dragonfly_px (map, MAX_CELL * map->dense.zoom));
  heights.cell = cell >= 1 ? floor (cell) : cell;

  const gint left_over = room - heights.cell * (inside->blades + black);
  heights.row = CLAMP (
      left_over / (gint) inside->rows, 1,
      dl_dragonfly_px (map, (inside->ports > 0 ? ROW_MOST : NAME_HEIGHT + 6) * map->dense.zoom));
  if (!map->bare)
    heights.name = MIN (dl_dragonfly_px (map, NAME_HEIGHT), heights.row * 2 / 3);
  heights.over = MAX (0, left_over - heights.row * (gint) inside->rows);
  return heights;
}

static void
inside_place (DlDragonflyMap *map, cairo_t *measure)
{
  DlInsideLayout *inside = map->inside = g_new0 (DlInsideLayout, 1);
  const gint margin = dl_dragonfly_px (map, map->bare ? 2 : MARGIN);
  Band band = { .left = margin, .right = map->dense.whole_width - margin, .top = margin };

  measure_group (map);
  inside->places = g_array_new (FALSE, FALSE, sizeof (DlPlace));
  inside->link_cell = g_new (guint32, MAX (inside->n_links, 1));
  inside->router_cell = g_new (guint32, inside->n);
  for (guint i = 0; i < inside->n_links; i++)
    inside->link_cell[i] = DL_NO_GRID_CELL;
  for (guint i = 0; i < inside->n; i++)
    inside->router_cell[i] = DL_NO_GRID_CELL;
  inside->numbered = !map->bare && map->height >= NUMBERS_FROM;
  if (!map->bare)
    band.left += dl_dragonfly_px (map, NUMBER_WIDTH);

  const Heights heights = find_heights (map, band);
  band.top += heights.over / 2;
  inside->band_y[0] = band.top / map->dense.scale;
  band.top += heights.title;
  place_routers (map, band, heights.row, heights.name, measure);
  band.top += heights.row * (gint) inside->rows + heights.gap;
  inside->band_y[1] = band.top / map->dense.scale;
  band.top += heights.title + heights.head;
  place_matrices (map, band, DL_INSIDE_GREEN, inside->chassis, inside->blades, heights.cell);
  band.top += matrix_side (inside->blades, heights.cell) + heights.gap;
  inside->band_y[2] = inside->has_black ? band.top / map->dense.scale : -1;
  band.top += heights.title + heights.head;
  if (inside->has_black)
    place_matrices (map, band, DL_INSIDE_BLACK, inside->blades, inside->chassis, heights.cell);
}

static void
inside_free (DlDragonflyMap *map)
{
  g_array_unref (map->inside->places);
  g_free (map->inside->link_cell);
  g_free (map->inside->router_cell);
  g_free (map->inside);
}

/* Places --------------------------------------------------------------------------------------- */

static DlPlace
inside_cell_place (const DlDragonflyMap *map, guint32 cell)
{
  return g_array_index (map->inside->places, DlPlace, cell);
}

/* The place of a link; the first one of parallel links that share a cell. */
static DlPlace
inside_link_place (const DlDragonflyMap *map, guint link)
{
  const DlInsideLayout *inside = map->inside;
  const DlDragonfly *dragonfly = map->dragonfly;

  if (link < inside->first_link || link >= inside->first_link + inside->n_links)
    return DL_NOWHERE;
  if (dragonfly->link_class[link] != DL_LINK_BLUE)
    while (link > inside->first_link && dragonfly->link_from[link - 1] == dragonfly->link_from[link]
           && dragonfly->link_to[link - 1] == dragonfly->link_to[link])
      link--;
  return dl_place_link (link);
}

static guint32
inside_place_cell (const DlDragonflyMap *map, DlPlace place)
{
  const DlInsideLayout *inside = map->inside;

  if (place.kind == DL_PLACE_ROUTER && place.a >= inside->first
      && place.a < inside->first + inside->n)
    return inside->router_cell[place.a - inside->first];
  if (place.kind == DL_PLACE_LINK)
    place = inside_link_place (map, place.a);
  return place.kind == DL_PLACE_LINK ? inside->link_cell[place.a - inside->first_link]
                                     : DL_NO_GRID_CELL;
}

void
dl_dragonfly_inside_minimum_size (const DlDragonfly *dragonfly, double *width, double *height)
{
  const gboolean aries = dragonfly->shape == DL_DRAGONFLY_ARIES;

  *width = aries ? 560 : 360;
  *height = aries ? 420 : 320;
}

const DlDragonflyLayout dl_dragonfly_layout_inside = {
  .place = inside_place,
  .free = inside_free,
  .cell_place = inside_cell_place,
  .place_cell = inside_place_cell,
  .link_place = inside_link_place,
  .draw = inside_draw,
};
