/* Maps made of grids of cells: places of cells, hit tests, steps of the arrow keys, and colors. */
#include "dl-dragonfly-map-private.h"

#include <math.h>

guint
dl_dragonfly_parallel (const DlDragonfly *dragonfly, guint link, guint *n_broken)
{
  guint n = 0;

  *n_broken = 0;
  for (;
       link + n < dragonfly->n_links && dragonfly->link_from[link + n] == dragonfly->link_from[link]
       && dragonfly->link_to[link + n] == dragonfly->link_to[link];
       n++)
    *n_broken += dragonfly->link_state[link + n] != DL_LINK_UP;
  return n;
}

guint32 *
dl_dragonfly_broken_pairs (const DlDragonfly *dragonfly)
{
  const guint n = dragonfly->n_groups;
  guint32 *broken = NULL;

  for (guint link = 0; link < dragonfly->n_links; link++)
    {
      if (dragonfly->link_state[link] == DL_LINK_UP || dragonfly->link_class[link] != DL_LINK_BLUE)
        continue;
      if (broken == NULL)
        broken = g_new0 (guint32, (gsize) n * n);
      broken[(gsize) dl_dragonfly_link_group (dragonfly, link, FALSE) * n
             + dl_dragonfly_link_group (dragonfly, link, TRUE)]++;
    }
  return broken;
}

DlGridState
dl_dragonfly_pair_state (const DlDragonflyMap *map, const guint32 *broken,
                         const DlDragonflyValues *values, guint a, guint b, double *value)
{
  const gsize pair = (gsize) a * map->dragonfly->n_groups + b;

  *value = values->group_value[pair];
  if (map->pair_links[pair] == 0)
    return DL_GRID_NONE;
  if (dl_value_is_unknown (*value))
    return DL_GRID_UNKNOWN;
  if (broken != NULL && broken[pair] == map->pair_links[pair])
    return DL_GRID_BROKEN;
  return isnan (*value) ? DL_GRID_IDLE : DL_GRID_VALUE;
}

const DlGrid *
dl_grids_add (DlDragonflyMap *map, const DlGrid *grid)
{
  DlGrid added = *grid;
  gint left = grid->x, right = grid->x + grid->width;
  gint top = grid->y, bottom = grid->y + grid->height;

  dl_label_map_clip_x (&map->dense, &left, &right);
  dl_label_map_clip_y (&map->dense, &top, &bottom);
  /* A column's offset for each pixel across. */
  g_autofree guint32 *offsets = g_new (guint32, MAX (right - left, 1));
  for (gint x = left; x < right; x++)
    {
      const guint column = dl_map_index (grid->width, grid->columns, x - grid->x);
      const gboolean in_gap
          = x - grid->x >= dl_map_edge (grid->width, grid->columns, column + 1) - grid->gap;
      offsets[x - left] = in_gap ? DL_NO_GRID_CELL : column;
    }

  added.first = map->n_cells;
  map->n_cells += grid->rows * grid->columns;
  g_array_append_val (map->grids, added);
  for (gint y = top; y < bottom && left < right; y++)
    {
      const guint row = dl_map_index (grid->height, grid->rows, y - grid->y);
      const guint32 base = added.first + row * grid->columns;
      guint32 *labels = dl_label_map_pixel (&map->dense, left, y);

      if (y - grid->y >= dl_map_edge (grid->height, grid->rows, row + 1) - grid->gap)
        continue;
      for (gint x = left; x < right; x++)
        if (offsets[x - left] != DL_NO_GRID_CELL)
          labels[x - left] = base + offsets[x - left];
    }
  return &g_array_index (map->grids, DlGrid, map->grids->len - 1);
}

static const DlGrid *
grid_of (const DlDragonflyMap *map, guint32 cell)
{
  guint low = 0, high = map->grids->len;

  while (high - low > 1)
    {
      const guint middle = (low + high) / 2;
      if (g_array_index (map->grids, DlGrid, middle).first <= cell)
        low = middle;
      else
        high = middle;
    }
  return &g_array_index (map->grids, DlGrid, low);
}

DlRect
dl_grid_cell_rect (const DlDragonflyMap *map, const DlGrid *grid, guint row, guint column)
{
  const double scale = map->dense.scale;
  double x, y, width, height;

  dl_map_cell_extent (grid->width, grid->columns, column, grid->gap, &x, &width);
  dl_map_cell_extent (grid->height, grid->rows, row, grid->gap, &y, &height);
  return (DlRect) { (grid->x + x) / scale, (grid->y + y) / scale, width / scale, height / scale };
}

DlRect
dl_grid_rect (const DlDragonflyMap *map, const DlGrid *grid)
{
  const double scale = map->dense.scale;

  return (DlRect) { grid->x / scale, grid->y / scale, (grid->width - grid->gap) / scale,
                    (grid->height - grid->gap) / scale };
}

DlPlace
dl_grids_hit (const DlDragonflyMap *map, double x, double y)
{
  gint px, py;

  if (!dl_label_map_find (0, x * map->dense.scale, &px)
      || !dl_label_map_find (0, y * map->dense.scale, &py))
    return DL_NOWHERE;
  /* The gap after a cell is its own. */
  for (guint i = 0; i < map->grids->len; i++)
    {
      const DlGrid *grid = &g_array_index (map->grids, DlGrid, i);
      const gint in_x = px - grid->x, in_y = py - grid->y;

      if (in_x >= 0 && in_y >= 0 && in_x < grid->width && in_y < grid->height
          && dl_label_map_at (&map->dense, px, py, DL_NO_GRID_CELL) != DL_NO_GRID_CELL)
        return map->layout->cell_place (
            map, grid->first + dl_map_index (grid->height, grid->rows, in_y) * grid->columns
                     + dl_map_index (grid->width, grid->columns, in_x));
    }
  return DL_NOWHERE;
}

gboolean
dl_grids_rect (const DlDragonflyMap *map, DlPlace place, DlRect *rect)
{
  const guint32 cell = map->layout->place_cell (map, place);

  if (cell == DL_NO_GRID_CELL)
    return FALSE;
  const DlGrid *grid = grid_of (map, cell);
  const guint in = cell - grid->first;
  *rect = dl_grid_cell_rect (map, grid, in / grid->columns, in % grid->columns);
  return TRUE;
}

/* How far @to is from @from in direction @dx, @dy: first by the gap between them, then by how far
 * their middles are apart to the side. Below 0 if it does not lie there. */
static double
distance (const DlRect *from, const DlGrid *to, gint dx, gint dy)
{
  const double x = from->x + from->width / 2, y = from->y + from->height / 2;
  const double ahead = dx > 0   ? to->x - (from->x + from->width)
                       : dx < 0 ? from->x - (to->x + to->width)
                       : dy > 0 ? to->y - (from->y + from->height)
                                : from->y - (to->y + to->height);
  const double near = dx != 0 ? CLAMP (y, to->y, to->y + to->height) - y
                              : CLAMP (x, to->x, to->x + to->width) - x;

  return ahead < -1 ? -1 : MAX (ahead, 0) + 3 * fabs (near);
}

/* From a cell over the edge of its grid: the cell of the next grid that is nearest. */
static guint32
cross_over (const DlDragonflyMap *map, const DlGrid *grid, guint row, guint column, gint dx,
            gint dy)
{
  const double scale = map->dense.scale;
  DlRect cell = dl_grid_cell_rect (map, grid, row, column);
  const DlGrid *best = NULL;
  double least = G_MAXDOUBLE;

  cell = (DlRect) { cell.x * scale, cell.y * scale, cell.width * scale, cell.height * scale };
  for (guint i = 0; i < map->grids->len; i++)
    {
      const DlGrid *other = &g_array_index (map->grids, DlGrid, i);
      const double far = other == grid ? -1 : distance (&cell, other, dx, dy);

      if (far >= 0 && far < least)
        {
          least = far;
          best = other;
        }
    }
  if (best == NULL)
    return DL_NO_GRID_CELL;
  const gint x = CLAMP (cell.x + cell.width / 2, best->x, best->x + best->width - 1.0) - best->x;
  const gint y = CLAMP (cell.y + cell.height / 2, best->y, best->y + best->height - 1.0) - best->y;
  row = dy != 0 ? (dy > 0 ? 0 : best->rows - 1) : dl_map_index (best->height, best->rows, y);
  column
      = dx != 0 ? (dx > 0 ? 0 : best->columns - 1) : dl_map_index (best->width, best->columns, x);
  return best->first + row * best->columns + column;
}

static guint32
step_once (const DlDragonflyMap *map, guint32 cell, gint dx, gint dy)
{
  const DlGrid *grid = grid_of (map, cell);
  const guint in = cell - grid->first, row = in / grid->columns, column = in % grid->columns;
  const gint next_row = (gint) row + dy, next_column = (gint) column + dx;

  if (next_row >= 0 && next_row < (gint) grid->rows && next_column >= 0
      && next_column < (gint) grid->columns)
    return grid->first + next_row * grid->columns + next_column;
  return cross_over (map, grid, row, column, dx, dy);
}

/* Past cells that show nothing. */
static guint32
step_along (const DlDragonflyMap *map, guint32 cell, gint dx, gint dy)
{
  guint32 next = cell;

  for (guint i = 0; i < map->n_cells; i++)
    {
      next = step_once (map, next, dx, dy);
      if (next == DL_NO_GRID_CELL)
        return cell;
      if (map->layout->cell_place (map, next).kind != DL_PLACE_NOTHING)
        return next;
    }
  return cell;
}

DlPlace
dl_grids_step (const DlDragonflyMap *map, DlPlace from, gint dx, gint dy)
{
  guint32 cell = map->layout->place_cell (map, from);

  if (cell == DL_NO_GRID_CELL)
    {
      for (cell = 0; cell < map->n_cells; cell++)
        if (map->layout->cell_place (map, cell).kind != DL_PLACE_NOTHING)
          return map->layout->cell_place (map, cell);
      return DL_NOWHERE;
    }
  if (dx != 0)
    cell = step_along (map, cell, dx, 0);
  if (dy != 0)
    cell = step_along (map, cell, 0, dy);
  return map->layout->cell_place (map, cell);
}

/* Painting --------------------------------------------------------------------------------------
 */

DlGridState
dl_grid_link_state (const DlDragonfly *dragonfly, const DlDragonflyValues *shown, guint link,
                    double *value)
{
  const float *values = shown->values;
  guint n_broken, n, n_working = 0, n_unknown = 0;
  gboolean busy = FALSE;
  double sum = 0, most = -INFINITY;

  n = dragonfly->link_class[link] == DL_LINK_BLUE
          ? 1
          : dl_dragonfly_parallel (dragonfly, link, &n_broken);
  for (guint i = 0; i < n; i++)
    {
      if (dragonfly->link_state[link + i] != DL_LINK_UP)
        continue;
      n_working++;
      if (dl_value_is_unknown (values[link + i]))
        {
          n_unknown++;
          continue;
        }
      if (isnan (values[link + i]))
        continue;
      busy = TRUE;
      sum += values[link + i];
      most = MAX (most, values[link + i]);
    }
  *value = shown->is_worst ? most : sum / (n_working - n_unknown);
  return n_working == 0           ? DL_GRID_BROKEN
         : busy                   ? DL_GRID_VALUE
         : n_unknown == n_working ? DL_GRID_UNKNOWN
                                  : DL_GRID_IDLE;
}

cairo_surface_t *
dl_grids_paint (const DlDragonflyMap *map, const DlDragonfly *dragonfly,
                const DlDragonflyValues *values, const DlScale *scale, const DlTheme *theme,
                cairo_surface_t *reuse)
{
  const guint32 background = dl_color_rgb (&theme->background);
  const guint32 absent = dl_color_rgb (&theme->absent);
  const guint32 idle[2] = { dl_color_rgb (&theme->idle[0]), dl_color_rgb (&theme->idle[1]) };
  g_autofree guint32 *colors = g_new (guint32, 2 * ((gsize) map->n_cells + 1));
  guint32 (*table)[2] = (guint32 (*)[2]) colors;
  g_autofree guint32 *broken = dl_dragonfly_broken_pairs (dragonfly);
  gboolean hatched = FALSE;

  for (guint32 cell = 0; cell < map->n_cells; cell++)
    {
      const DlPlace place = map->layout->cell_place (map, cell);
      DlGridState state = DL_GRID_NONE;
      double value = NAN;

      if (place.kind == DL_PLACE_PAIR)
        state = dl_dragonfly_pair_state (map, broken, values, place.a, place.b, &value);
      else if (place.kind == DL_PLACE_LINK)
        state = dl_grid_link_state (dragonfly, values, place.a, &value);
      else if (place.kind == DL_PLACE_GROUP
               || (place.kind == DL_PLACE_ROUTER && !dragonfly->router_up[place.a]))
        state = DL_GRID_BROKEN;
      hatched |= state == DL_GRID_IDLE;
      for (guint on = 0; on < 2; on++)
        table[cell][on] = state == DL_GRID_VALUE    ? DL_OPAQUE | dl_scale_rgb (scale, value)
                          : state == DL_GRID_IDLE   ? idle[on]
                          : state == DL_GRID_BROKEN ? background
                                                    : absent;
    }
  table[map->n_cells][0] = table[map->n_cells][1] = background;
  return dl_label_map_paint (&map->dense, (const guint32 (*)[2]) table, hatched, reuse);
}
