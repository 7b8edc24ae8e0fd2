/* The inside of a group: its routers with their blue ports, the green links of each chassis from
 * blade to blade, the black links of each slot from chassis to chassis. */
#include "dl-dragonfly-inside-private.h"

#include <math.h>

/* All in units. */
#define MARGIN       8
#define NUMBER_WIDTH 20 /* of the rows' numbers */
#define BAND_GAP     10
#define NAME_HEIGHT  (DL_INSIDE_LINE + DL_INSIDE_NODES)
#define ROW_LEAST    (NAME_HEIGHT + 10) /* of routers */
#define ROW_ALONE    (NAME_HEIGHT + 34) /* where they are in few rows */
#define ROW_MOST     (NAME_HEIGHT + 46)
#define ROW_GAP      6
#define COLUMN_GAP   6
#define MATRIX_GAP   7 /* at least, between matrices */
#define GAP_MOST     40
#define MAX_CELL     36
#define COLUMNS_MOST 16  /* of routers of a generic group */
#define GAP_FROM     5   /* cells from this size on have a gap of a pixel */
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
  return cell >= dl_dragonfly_px (map, GAP_FROM) ? MAX (dl_dragonfly_px (map, 1), 1) : 0;
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
  const gint gap = dl_dragonfly_px (map, map->bare ? 1 : COLUMN_GAP);
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
  gint over;        /* what is left above and below */
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

/* Of parallel links that share a cell the first. */
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
  .draw = dl_inside_draw,
};
