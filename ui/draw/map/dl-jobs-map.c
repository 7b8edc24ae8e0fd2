#include "dl-jobs-map.h"

#include "dl-label-map.h"
#include "dl-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define LABEL    13.0 /* a block's name, above it */
#define GAP_X    8.0
#define GAP_Y    4.0
#define UNIT_GAP 1 /* between units of a block */
#define MARGIN   2.0
#define CELL_MAX 10
#define CELL_MIN 2
#define CELL_GAP 5 /* from that size on, cells have a line between them */
#define NO_LABEL G_MAXUINT32

/* Units below each other. */
typedef struct
{
  guint first, n;        /* units */
  guint columns, rows;   /* of cells */
  double x, y;           /* of its first cell */
  double width, height;  /* of its cells and the gaps between units */
  guint32 first_of_rows; /* in the map's table of cells */
} Block;

typedef struct
{
  gint cell;
  guint columns;   /* of the widest block */
  guint per_line;  /* blocks */
  GArray *blocks;  /* Block, line by line */
  guint32 *row;    /* (n_units) the first row of each in its block */
  guint32 *n_rows; /* (n_units) */
  double height;
} Layout;

struct _DlJobsMap
{
  DlSiteGrid *grid;
  Layout layout;
  guint32 *unit_block; /* (n_units) */
  guint32 *cells;      /* (rows of all blocks x columns) DL_NO_CELL: none */
  DlLabelMap labels;   /* nodes */
};

/* Layout --------------------------------------------------------------------------------------- */

static guint
columns_of (const DlSiteGrid *grid, guint unit)
{
  guint columns = 0;

  for (guint cell = grid->unit_first[unit]; cell < grid->unit_first[unit + 1]; cell++)
    columns = MAX (columns, grid->column[cell] + 1u);
  return columns;
}

static void
add_block (const DlSiteGrid *grid, Layout *layout, guint first, guint n)
{
  Block block = { .first = first, .n = n };

  for (guint unit = first; unit < first + n; unit++)
    {
      layout->row[unit] = block.rows;
      block.rows += layout->n_rows[unit];
      block.columns = MAX (block.columns, columns_of (grid, unit));
    }
  g_array_append_val (layout->blocks, block);
}

/* The blocks that the grid has, or as many as are side by side, about equally high. */
static void
add_blocks (const DlSiteGrid *grid, Layout *layout)
{
  guint total = 0, high, first = 0, rows = 0;

  g_array_set_size (layout->blocks, 0);
  for (guint i = 0; i < grid->n_blocks; i++)
    add_block (grid, layout, grid->block_first[i], grid->block_first[i + 1] - grid->block_first[i]);
  if (grid->n_blocks > 0)
    return;
  for (guint unit = 0; unit < grid->n_units; unit++)
    total += layout->n_rows[unit];
  high = (total + layout->per_line - 1) / layout->per_line;
  for (guint unit = 0; unit < grid->n_units; unit++)
    {
      if (unit > first && rows + layout->n_rows[unit] > high)
        {
          add_block (grid, layout, first, unit - first);
          first = unit;
          rows = 0;
        }
      rows += layout->n_rows[unit];
    }
  if (grid->n_units > 0)
    add_block (grid, layout, first, grid->n_units - first);
}

/* Lines of blocks, each as high as its highest one. */
static void
place_blocks (Layout *layout)
{
  double y = 0, high = 0;

  for (guint i = 0; i < layout->blocks->len; i++)
    {
      Block *block = &g_array_index (layout->blocks, Block, i);

      if (i % layout->per_line == 0)
        {
          y += high;
          high = 0;
        }
      block->width = (double) block->columns * layout->cell;
      block->height = (double) block->rows * layout->cell + (block->n - 1) * UNIT_GAP;
      block->x = MARGIN + i % layout->per_line * ((double) layout->columns * layout->cell + GAP_X);
      block->y = y + LABEL;
      high = MAX (high, LABEL + block->height + GAP_Y);
    }
  layout->height = y + high;
}

static void
layout_with (const DlSiteGrid *grid, double width, gint cell, Layout *layout)
{
  const double pitch = (double) layout->columns * cell + GAP_X;

  layout->cell = cell;
  layout->per_line = MAX ((width - 2 * MARGIN + GAP_X) / pitch, 1);
  add_blocks (grid, layout);
  place_blocks (layout);
}

static void
layout_clear (Layout *layout)
{
  g_clear_pointer (&layout->blocks, g_array_unref);
  g_clear_pointer (&layout->row, g_free);
  g_clear_pointer (&layout->n_rows, g_free);
}

/* The largest cells with which it is at most @most high. Clear with layout_clear. */
static void
lay_out (const DlSiteGrid *grid, double width, double most, Layout *layout)
{
  gint cell = CELL_MAX;

  *layout = (Layout) { .columns = 1,
                       .blocks = g_array_new (FALSE, FALSE, sizeof (Block)),
                       .row = g_new0 (guint32, grid->n_units + 1),
                       .n_rows = g_new0 (guint32, grid->n_units + 1) };
  for (guint unit = 0; unit < grid->n_units; unit++)
    {
      layout->columns = MAX (layout->columns, columns_of (grid, unit));
      layout->n_rows[unit] = grid->row[grid->unit_first[unit + 1] - 1] + 1u;
    }
  do
    layout_with (grid, width, cell, layout);
  while ((layout->height > most || layout->columns * cell > width - 2 * MARGIN)
         && --cell >= CELL_MIN);
}

static guint
count_blocks (const DlJobsMap *map)
{
  return map->layout.blocks->len;
}

static const Block *
block_at (const DlJobsMap *map, guint block)
{
  return &g_array_index (map->layout.blocks, Block, block);
}

static const Block *
block_of (const DlJobsMap *map, guint cell)
{
  return block_at (map, map->unit_block[map->grid->cell_unit[cell]]);
}

/* In its block. */
static guint
row_of (const DlJobsMap *map, guint cell)
{
  return map->layout.row[map->grid->cell_unit[cell]] + map->grid->row[cell];
}

void
dl_jobs_map_rect (const DlJobsMap *map, guint cell, DlRect *rect)
{
  const Block *block = block_of (map, cell);
  const gint size = map->layout.cell;
  const guint gaps = map->grid->cell_unit[cell] - block->first;

  *rect = (DlRect) { block->x + map->grid->column[cell] * size,
                     block->y + row_of (map, cell) * size + gaps * UNIT_GAP, size, size };
}

/* The nodes of a cell, in rows that are about as many as columns. */
static void
label_cell (DlJobsMap *map, guint cell)
{
  const guint p = dl_site_grid_count (map->grid, cell);
  const guint32 *nodes = dl_site_grid_nodes (map->grid, cell);
  const guint columns = ceil (sqrt (p)), rows = (p + columns - 1) / columns;
  DlLabelMap *labels = &map->labels;
  DlRect rect;
  gint left, top, width, height;

  dl_jobs_map_rect (map, cell, &rect);
  left = dl_label_map_px (labels, rect.x);
  top = dl_label_map_px (labels, rect.y);
  width = dl_label_map_px (labels, rect.x + rect.width) - left;
  height = dl_label_map_px (labels, rect.y + rect.height) - top;
  if (map->layout.cell >= CELL_GAP)
    {
      const gint gap = MAX (labels->scale, 1);

      width -= gap;
      height -= gap;
    }
  for (gint y = 0; y < height && top + y < labels->height; y++)
    for (gint x = 0; x < width && left + x < labels->width; x++)
      {
        const guint i = y * rows / height * columns + x * columns / width;

        labels->labels[(gsize) (top + y) * labels->width + left + x] = nodes[MIN (i, p - 1)];
      }
}

/* Fill the table of cells by row and column of their block. */
static void
fill_table (DlJobsMap *map)
{
  const DlSiteGrid *grid = map->grid;
  guint32 rows = 0;

  map->unit_block = g_new0 (guint32, grid->n_units + 1);
  for (guint i = 0; i < count_blocks (map); i++)
    {
      Block *block = &g_array_index (map->layout.blocks, Block, i);

      block->first_of_rows = rows;
      rows += block->rows;
      for (guint unit = block->first; unit < block->first + block->n; unit++)
        map->unit_block[unit] = i;
    }
  map->cells = g_malloc_n ((gsize) rows * map->layout.columns + 1, sizeof *map->cells);
  memset (map->cells, 0xff, (gsize) rows * map->layout.columns * sizeof *map->cells);
  for (guint cell = 0; cell < grid->n_cells; cell++)
    map->cells[(gsize) (block_of (map, cell)->first_of_rows + row_of (map, cell))
                   * map->layout.columns
               + grid->column[cell]]
        = cell;
}

DlJobsMap *
dl_jobs_map_new (DlSiteGrid *grid, double width, double most, double scale)
{
  DlJobsMap *map = g_new0 (DlJobsMap, 1);

  map->grid = dl_site_grid_ref (grid);
  lay_out (grid, width, most, &map->layout);
  fill_table (map);
  dl_label_map_init (&map->labels, width, MAX (map->layout.height, 1), scale, NULL, NO_LABEL);
  for (guint cell = 0; cell < grid->n_cells; cell++)
    label_cell (map, cell);
  return map;
}

void
dl_jobs_map_free (DlJobsMap *map)
{
  if (map == NULL)
    return;
  dl_label_map_clear (&map->labels);
  layout_clear (&map->layout);
  g_free (map->unit_block);
  g_free (map->cells);
  dl_site_grid_unref (map->grid);
  g_free (map);
}

double
dl_jobs_map_height (const DlJobsMap *map)
{
  return map->layout.height;
}

double
dl_jobs_map_measure (const DlSiteGrid *grid, double width, double most)
{
  Layout layout;
  double height;

  lay_out (grid, width, most, &layout);
  height = layout.height;
  layout_clear (&layout);
  return height;
}

/* Cells ---------------------------------------------------------------------------------------- */

/* The cell of @block at that place, or DL_NO_CELL. */
static guint
cell_at (const DlJobsMap *map, const Block *block, gint column, gint row)
{
  if (column < 0 || column >= (gint) map->layout.columns || row < 0 || row >= (gint) block->rows)
    return DL_NO_CELL;
  return map->cells[(gsize) (block->first_of_rows + row) * map->layout.columns + column];
}

/* The same, or where there is none the next one before it in its row. */
static guint
cell_in_row (const DlJobsMap *map, const Block *block, gint column, gint row)
{
  for (gint c = MIN (column, (gint) map->layout.columns - 1); c >= 0; c--)
    if (cell_at (map, block, c, row) != DL_NO_CELL)
      return cell_at (map, block, c, row);
  return DL_NO_CELL;
}

/* The same, or else in those above it. */
static guint
cell_before (const DlJobsMap *map, const Block *block, gint column, gint row)
{
  for (gint r = MIN (row, (gint) block->rows - 1); r >= 0; r--)
    if (cell_in_row (map, block, column, r) != DL_NO_CELL)
      return cell_in_row (map, block, column, r);
  return map->grid->unit_first[block->first];
}

static double
distance (double at, double start, double extent)
{
  return at < start ? start - at : MAX (at - start - extent, 0);
}

static const Block *
nearest_block (const DlJobsMap *map, double x, double y)
{
  double best = INFINITY;
  guint found = 0;

  for (guint i = 0; i < count_blocks (map); i++)
    {
      const Block *block = block_at (map, i);
      const double dx = distance (x, block->x, block->width);
      const double dy = distance (y, block->y, block->height);

      if (dx * dx + dy * dy < best)
        {
          best = dx * dx + dy * dy;
          found = i;
        }
    }
  return block_at (map, found);
}

/* The row of @block at @y from its top; in the gap between two units the one above. */
static guint
row_at (const DlJobsMap *map, const Block *block, double y)
{
  const Layout *layout = &map->layout;

  for (guint unit = block->first; unit < block->first + block->n; unit++)
    {
      const double high = (double) layout->n_rows[unit] * layout->cell;

      if (y < high + UNIT_GAP || unit + 1 == block->first + block->n)
        return layout->row[unit] + CLAMP (y / layout->cell, 0, layout->n_rows[unit] - 1);
      y -= high + UNIT_GAP;
    }
  return 0;
}

guint
dl_jobs_map_nearest (const DlJobsMap *map, double x, double y)
{
  const Block *block;

  if (map->grid->n_cells == 0)
    return DL_NO_CELL;
  block = nearest_block (map, x, y);
  return cell_before (map, block, CLAMP ((x - block->x) / map->layout.cell, 0, block->columns - 1),
                      row_at (map, block, y - block->y));
}

guint
dl_jobs_map_hit (const DlJobsMap *map, double x, double y)
{
  const guint cell = dl_jobs_map_nearest (map, x, y);
  DlRect rect;

  if (cell == DL_NO_CELL)
    return DL_NO_CELL;
  dl_jobs_map_rect (map, cell, &rect);
  return distance (x, rect.x, rect.width) > 0 || distance (y, rect.y, rect.height) > 0
                 || x == rect.x + rect.width || y == rect.y + rect.height
             ? DL_NO_CELL
             : cell;
}

guint
dl_jobs_map_step (const DlJobsMap *map, guint cell, gint dx, gint dy)
{
  const Block *block = block_of (map, cell), *next_block;
  const gint per_line = map->layout.per_line, n_blocks = count_blocks (map);
  const gint at = map->unit_block[map->grid->cell_unit[cell]], to = at + dx + dy * per_line;
  const gint column = map->grid->column[cell], row = row_of (map, cell);
  const guint next = dy == 0 ? cell_at (map, block, column + dx, row)
                             : cell_in_row (map, block, column, row + dy);

  if (next != DL_NO_CELL)
    return next;
  if (to < 0 || to >= n_blocks || (dx != 0 && to / per_line != at / per_line))
    return cell;
  next_block = block_at (map, to);
  if (dx != 0)
    return cell_before (map, next_block, dx < 0 ? (gint) next_block->columns - 1 : 0, row);
  return cell_before (map, next_block, column, dy < 0 ? (gint) next_block->rows - 1 : 0);
}

guint
dl_jobs_map_page (const DlJobsMap *map, guint cell, gint by)
{
  const gint at = (gint) map->unit_block[map->grid->cell_unit[cell]] + by;
  const Block *block = block_at (map, CLAMP (at, 0, (gint) count_blocks (map) - 1));

  return map->grid->unit_first[block->first];
}

/* How it looks --------------------------------------------------------------------------------- */

static guint32
pixel_of (const DlColor *color, const DlColor *behind, double alpha)
{
  const guint r = (color->r * alpha + behind->r * (1 - alpha)) * 255 + 0.5;
  const guint g = (color->g * alpha + behind->g * (1 - alpha)) * 255 + 0.5;
  const guint b = (color->b * alpha + behind->b * (1 - alpha)) * 255 + 0.5;

  return 0xff000000 | r << 16 | g << 8 | b;
}

/* Is the pixel in the paler half of a pattern? */
static gboolean
is_pale (guint pattern, gint x, gint y)
{
  switch (pattern)
    {
    case 0:
      return FALSE;
    case 1:
      return ((x + y) & 3) >= 2;
    case 2:
      return (y & 3) >= 2;
    default:
      return ((x >> 1) + (y >> 1)) & 1;
    }
}

/* Four colors and four patterns: no two of the first four share either, no two of 16 both. */
guint32
dl_jobs_pixel (guint32 job, gint x, gint y, const DlTheme *theme)
{
  const guint n = G_N_ELEMENTS (theme->series);

  if (job == DL_NO_SET)
    return pixel_of (&theme->muted, &theme->background, 0.25);
  return pixel_of (&theme->series[job % n], &theme->background,
                   is_pale ((job + job / n) % 4, x, y) ? 0.5 : 1);
}

void
dl_jobs_swatch_draw (cairo_t *cr, DlRect rect, double scale, guint32 job, const DlTheme *theme)
{
  cairo_surface_t *surface = NULL;
  DlLabelMap map;

  dl_label_map_init (&map, rect.width, rect.height, scale, NULL, 0);
  surface = dl_label_map_surface (&map, NULL);
  for (gint y = 0; y < map.height; y++)
    {
      guint32 *row = (guint32 *) (cairo_image_surface_get_data (surface)
                                  + (gsize) y * cairo_image_surface_get_stride (surface));

      for (gint x = 0; x < map.width; x++)
        row[x] = dl_jobs_pixel (job, x / scale, y / scale, theme);
    }
  cairo_surface_mark_dirty (surface);
  cairo_set_source_surface (cr, surface, rect.x, rect.y);
  /* Cells stay sharp on paper. */
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_surface_destroy (surface);
  dl_label_map_clear (&map);
}

/* All nodes, each pixel on its own: the time does not depend on how many there are. */
static void
draw_nodes (const DlJobsMap *map, cairo_t *cr, const DlJobsMapLook *look, const DlTheme *theme)
{
  const DlLabelMap *labels = &map->labels;
  const guint32 behind = pixel_of (&theme->background, &theme->background, 1);
  cairo_surface_t *surface = dl_label_map_surface (labels, NULL);

  for (gint y = 0; y < labels->height; y++)
    {
      const guint32 *label = labels->labels + (gsize) y * labels->width;
      guint32 *row = (guint32 *) (cairo_image_surface_get_data (surface)
                                  + (gsize) y * cairo_image_surface_get_stride (surface));

      for (gint x = 0; x < labels->width; x++)
        row[x] = label[x] == NO_LABEL
                     ? behind
                     : dl_jobs_pixel (look->jobs != NULL ? look->jobs->job[label[x]] : DL_NO_SET,
                                      x / labels->scale, y / labels->scale, theme);
    }
  cairo_surface_mark_dirty (surface);
  cairo_set_source_surface (cr, surface, 0, 0);
  /* Cells stay sharp on paper. */
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_surface_destroy (surface);
}

/* Name of the first group in a block. */
static void
draw_names (const DlJobsMap *map, cairo_t *cr, const DlSites *sites, const DlTheme *theme)
{
  dl_color_set (cr, &theme->muted);
  for (guint i = 0; i < count_blocks (map); i++)
    {
      const Block *block = block_at (map, i);
      const guint cell = map->grid->unit_first[block->first];
      const guint node = *dl_site_grid_nodes (map->grid, cell);
      g_autofree char *name
          = sites->group_name (sites->network, sites->group (sites->network, node));

      dl_text_draw (cr, block->x, block->y - LABEL, name, DL_TEXT_SMALL, FALSE, DL_ALIGN_START,
                    (double) map->layout.columns * map->layout.cell + GAP_X);
    }
}

static void
draw_broken (const DlJobsMap *map, cairo_t *cr, const DlSites *sites, const DlTheme *theme)
{
  dl_color_set (cr, &theme->broken);
  cairo_set_line_width (cr, 1);
  for (guint cell = 0; cell < map->grid->n_cells; cell++)
    {
      DlRect rect;

      if (sites->is_up (sites->network, *dl_site_grid_nodes (map->grid, cell)))
        continue;
      dl_jobs_map_rect (map, cell, &rect);
      cairo_move_to (cr, rect.x, rect.y);
      cairo_line_to (cr, rect.x + rect.width - 1, rect.y + rect.height - 1);
      cairo_move_to (cr, rect.x + rect.width - 1, rect.y);
      cairo_line_to (cr, rect.x, rect.y + rect.height - 1);
    }
  cairo_stroke (cr);
}

static void
draw_frame (const DlJobsMap *map, cairo_t *cr, guint cell, double width, const DlColor *color)
{
  const double gap = map->layout.cell >= CELL_GAP ? 1 : 0;
  DlRect rect;

  dl_jobs_map_rect (map, cell, &rect);
  dl_color_set (cr, color);
  cairo_set_line_width (cr, width);
  cairo_rectangle (cr, rect.x - width / 2, rect.y - width / 2, rect.width - gap + width,
                   rect.height - gap + width);
  cairo_stroke (cr);
}

void
dl_jobs_map_draw (const DlJobsMap *map, cairo_t *cr, const DlJobsMapLook *look,
                  const DlTheme *theme)
{
  draw_nodes (map, cr, look, theme);
  draw_names (map, cr, look->sites, theme);
  draw_broken (map, cr, look->sites, theme);
  if (look->hovered != DL_NO_CELL)
    draw_frame (map, cr, look->hovered, 1, &theme->foreground);
  if (look->cursor != DL_NO_CELL && look->focused)
    draw_frame (map, cr, look->cursor, 2, &theme->accent);
}

const char *
dl_jobs_title (const DlJobs *jobs, guint job)
{
  const char *name = jobs->jobs[job].name;

  return strcmp (name, "all") == 0 ? _ ("all") : name;
}
