/* The ring matrix: a panel for each direction; a row is a ring, a column a position in it. */
#include "dl-map-rings-private.h"
#include "dl-sizes.h"

#include <math.h>

/* All in units. */
#define RIGHT           8
#define CAPTION_WIDTH   22 /* "ring (one row each)" on its side */
#define PAIR_GAP        10 /* between X+ and X- */
#define DIM_GAP         20 /* between dimensions */
#define NARROW_PAIR_GAP 6  /* in maps without row numbers */
#define NARROW_DIM_GAP  12
#define MIN_PANEL       26 /* room for a title and a marker */
#define MAX_CELL_W      48
#define MAX_CELL_H      32
#define TALL_CELL_H     64  /* where another dimension has more rings */
#define GAP_FROM        6   /* cells from this size on have a gap of a pixel */
#define LABEL_ROOM      13  /* height of a row's number */
#define BLOCK_ROOM      16  /* and of that of many rows */
#define LABELS_FROM     420 /* narrower maps do without row numbers */

/* The text for @row of @dim. */
void
dl_rings_row_text (const DlMap *map, guint dim, guint row, gboolean by_ring, char text[16])
{
  const guint *other = map->rings->other[dim];
  const guint minor = map->radix[other[1]];

  if (!by_ring)
    g_snprintf (text, 16, "%u", row / minor);
  else if (map->radix[other[0]] == 1 || minor == 1)
    g_snprintf (text, 16, "%u", row);
  else
    g_snprintf (text, 16, "%u,%u", row / minor, row % minor);
}

/* The height that all panels share (rounded so that rows are of one height, if that costs little)
 * and each panel's own, which is less where its cells would be too tall. */
static void
place_rows (DlMap *map)
{
  DlRings *rings = map->rings;
  const gint top = map->bare ? dl_map_px (map, 2) : dl_map_px (map, DL_RINGS_HEADER);
  const gint bottom = dl_map_px (map, map->bare ? 2 : DL_RINGS_BOTTOM + dl_rings_region_room (map));
  const gint room = MAX (map->dense.whole_height - top - bottom, 1);
  guint most = 1;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (dl_rings_is_shown (map, dim))
      most = MAX (most, rings->rows[dim]);

  const gint tallest = MIN (room, (gint64) most * dl_map_px (map, MAX_CELL_H * map->dense.zoom));
  gint height = tallest;
  guint fewest = G_MAXUINT;
  for (gint h = tallest; h > tallest - tallest / 10; h--)
    {
      guint uneven = 0;
      for (guint dim = 0; dim < DL_N_DIMS; dim++)
        if (dl_rings_is_shown (map, dim))
          uneven += h / rings->rows[dim] >= (guint) dl_map_px (map, 4) && h % rings->rows[dim] != 0;
      if (uneven < fewest)
        {
          fewest = uneven;
          height = h;
        }
    }

  for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
    {
      const guint rows = rings->rows[port >> 1];
      rings->panels[port].y = top + (room - height) / 2;
      rings->panels[port].height
          = MIN (height, (gint64) rows * dl_map_px (map, TALL_CELL_H * map->dense.zoom));
    }
}

/* Which rows are numbered, after their heights are known. */
static void
choose_labels (DlMap *map, cairo_t *measure)
{
  DlRings *rings = map->rings;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      DlRowLabels *labels = &rings->labels[dim];
      const guint *other = rings->other[dim];
      const guint rows = rings->rows[dim], minor = map->radix[other[1]];
      const double pitch = (double) rings->panels[2 * dim].height / rows;
      const double room = dl_map_px (map, LABEL_ROOM);
      double width, height;
      char text[16];

      if (!dl_rings_is_shown (map, dim) || rows == 1 || map->bare
          || map->options.width < LABELS_FROM)
        continue;
      labels->by_ring = pitch >= room || map->radix[other[0]] == 1 || minor == 1;
      labels->step = labels->by_ring
                         ? dl_map_number_step (room, pitch)
                         : dl_map_number_step (dl_map_px (map, BLOCK_ROOM), pitch * minor);
      dl_rings_row_text (map, dim, rows - 1, labels->by_ring, text);
      dl_text_measure (measure, text, DL_TEXT_SMALL, FALSE, &width, &height);
      labels->width = dl_map_px (map, ceil (width));
    }
}

/* The widths of all panels: their radix times one column width, but at least the minimum. */
static void
size_panels (DlMap *map, gint room)
{
  DlRings *rings = map->rings;
  const gint smallest = dl_map_px (map, map->bare ? 2 : MIN_PANEL);
  gboolean fixed[DL_N_DIMS] = { FALSE };
  double column = 0;

  for (guint pass = 0; pass < DL_N_DIMS; pass++)
    {
      gint left = room;
      guint columns = 0;

      for (guint dim = 0; dim < DL_N_DIMS; dim++)
        if (dl_rings_is_shown (map, dim) && fixed[dim])
          left -= 2 * smallest;
        else if (dl_rings_is_shown (map, dim))
          columns += 2 * map->radix[dim];
      column = columns > 0 ? CLAMP ((double) left / columns, 0,
                                    dl_map_px (map, MAX_CELL_W * map->dense.zoom))
                           : 0;
      for (guint dim = 0; dim < DL_N_DIMS; dim++)
        fixed[dim] |= column * map->radix[dim] < smallest;
    }

  /* Whole pixels, unless that gives away too much. */
  if (column >= 4)
    column = floor (column);
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (dl_rings_is_shown (map, dim))
      {
        gint width = fixed[dim] ? smallest : MAX ((gint) (column * map->radix[dim]), 1);
        if (fixed[dim] && width >= 3 * (gint) map->radix[dim])
          width -= width % map->radix[dim];
        rings->panels[2 * dim].width = rings->panels[2 * dim + 1].width = width;
      }
}

static void
place_columns (DlMap *map)
{
  DlRings *rings = map->rings;
  const gint caption = map->bare ? dl_map_px (map, 2) : dl_map_px (map, CAPTION_WIDTH);
  const gint right = dl_map_px (map, map->bare ? 2 : RIGHT);
  const gboolean narrow = map->options.width < LABELS_FROM;
  gint pair_gap = dl_map_px (map, map->bare ? 2 : narrow ? NARROW_PAIR_GAP : PAIR_GAP);
  gint dim_gap = dl_map_px (map, map->bare ? 4 : narrow ? NARROW_DIM_GAP : DIM_GAP);
  gint used = 0;
  guint shown = 0;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (dl_rings_is_shown (map, dim))
      {
        const gint label = rings->labels[dim].width;
        shown++;
        used += pair_gap + label + (label > 0 ? dl_map_px (map, DL_RINGS_LABEL_GAP) : 0);
      }
  if (shown == 0)
    return;
  used += caption + right + (shown - 1) * dim_gap;
  size_panels (map, MAX (map->dense.whole_width - used, 1));
  for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
    used += rings->panels[port].width;

  /* What whole pixels leave over goes between the panels, and the rest to both sides. */
  gint over = MAX (map->dense.whole_width - used, 0);
  const gint unit = MIN (over / (gint) (shown + 2 * (shown - 1)), pair_gap);
  pair_gap += unit;
  dim_gap += 2 * unit;
  over -= unit * (shown + 2 * (shown - 1));

  gint x = caption + over / 2;
  rings->caption_x = map->bare ? -1 : x - caption;
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (dl_rings_is_shown (map, dim))
      {
        DlPanel *plus = &rings->panels[2 * dim], *minus = &rings->panels[2 * dim + 1];
        if (rings->labels[dim].width > 0)
          x += rings->labels[dim].width + dl_map_px (map, DL_RINGS_LABEL_GAP);
        plus->x = x;
        minus->x = x + plus->width + pair_gap;
        x = minus->x + minus->width + dim_gap;
      }
}

/* The cells of a panel are as large as this at least. */
static gboolean
cells_reach (const DlMap *map, guint port, gint size)
{
  const DlPanel *panel = &map->rings->panels[port];

  return panel->width / map->radix[port >> 1] >= (guint) size
         && panel->height / map->rings->rows[port >> 1] >= (guint) size;
}

guint
dl_rings_node (const DlMap *map, guint dim, guint row, guint column)
{
  const guint *other = map->rings->other[dim];
  const guint minor = map->radix[other[1]];

  return row / minor * map->stride[other[0]] + row % minor * map->stride[other[1]]
         + column * map->stride[dim];
}

static guint
row_of (const DlMap *map, guint dim, guint node)
{
  const guint *other = map->rings->other[dim];

  return dl_map_at (map, node, other[0]) * map->radix[other[1]] + dl_map_at (map, node, other[1]);
}

static void
fill_panel (DlMap *map, guint port)
{
  const guint dim = port >> 1, k = map->radix[dim], rows = map->rings->rows[dim];
  const DlPanel *panel = &map->rings->panels[port];
  gint left = panel->x, right = panel->x + panel->width;
  gint top = panel->y, bottom = panel->y + panel->height;

  dl_label_map_clip_x (&map->dense, &left, &right);
  dl_label_map_clip_y (&map->dense, &top, &bottom);
  if (left >= right)
    return;

  g_autofree guint32 *offsets = g_new (guint32, right - left);
  for (gint x = left; x < right; x++)
    {
      const guint column = dl_map_index (panel->width, k, x - panel->x);
      const gboolean in_gap = x - panel->x >= dl_map_edge (panel->width, k, column + 1) - map->gap;
      offsets[x - left] = in_gap ? map->no_label : DL_LABEL (column * map->stride[dim], port);
    }
  for (gint y = top; y < bottom; y++)
    {
      const guint row = dl_map_index (panel->height, rows, y - panel->y);
      const guint32 base = DL_LABEL (dl_rings_node (map, dim, row, 0), 0);
      guint32 *labels = dl_label_map_pixel (&map->dense, left, y);

      if (y - panel->y >= dl_map_edge (panel->height, rows, row + 1) - map->gap)
        continue;
      for (gint x = 0; x < right - left; x++)
        if (offsets[x] != map->no_label)
          labels[x] = base + offsets[x];
    }
}

static void
rings_place (DlMap *map, cairo_t *measure)
{
  DlRings *rings = map->rings = g_new0 (DlRings, 1);
  gboolean gaps = TRUE;

  rings->caption_x = -1;
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      dl_map_others (dim, &rings->other[dim][0], &rings->other[dim][1]);
      rings->rows[dim] = map->n_nodes / map->radix[dim];
    }
  place_rows (map);
  choose_labels (map, measure);
  place_columns (map);

  for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
    if (dl_rings_is_shown (map, port >> 1))
      gaps &= cells_reach (map, port, dl_map_px (map, GAP_FROM));
  map->gap = gaps ? MAX (dl_map_px (map, 1), 1) : 0;
  for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
    if (dl_rings_is_shown (map, port >> 1))
      fill_panel (map, port);
}

static void
rings_free (DlMap *map)
{
  g_free (map->rings);
}

DlRect
dl_rings_cell_rect (const DlMap *map, guint port, guint row, guint column)
{
  const DlPanel *panel = &map->rings->panels[port];
  const double scale = map->options.scale;
  double x, y, width, height;

  dl_map_cell_extent (panel->width, map->radix[port >> 1], column, map->gap, &x, &width);
  dl_map_cell_extent (panel->height, map->rings->rows[port >> 1], row, map->gap, &y, &height);
  return (DlRect) { (panel->x + x) / scale, (panel->y + y) / scale, width / scale, height / scale };
}

static guint
rings_link_rects (const DlMap *map, guint node, guint port, DlRect rects[2])
{
  const guint dim = port >> 1;

  rects[0] = dl_rings_cell_rect (map, port, row_of (map, dim, node), dl_map_at (map, node, dim));
  return 1;
}

static gboolean
rings_node_rect (const DlMap *map, guint node, DlRect *rect)
{
  return FALSE;
}

/* The columns of a panel that have links: the edge of a mesh has none. */
static void
link_columns (const DlMap *map, guint port, guint *first, guint *last)
{
  const guint dim = port >> 1;

  *first = !map->ring[dim] && (port & 1) ? 1 : 0;
  *last = map->radix[dim] - (!map->ring[dim] && !(port & 1) ? 2 : 1);
}

static guint
rings_first (const DlMap *map)
{
  for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
    if (dl_rings_is_shown (map, port >> 1))
      {
        guint first, last;
        link_columns (map, port, &first, &last);
        return dl_map_link (dl_rings_node (map, port >> 1, 0, first), port);
      }
  return DL_NO_LINK;
}

/* Across the edge of a panel to the next one, at the same height. */
static guint
rings_step (const DlMap *map, guint link, gint dx, gint dy)
{
  const guint node = link / DL_N_NETWORK_PORTS;
  guint port = link % DL_N_NETWORK_PORTS, dim = port >> 1;
  guint row = row_of (map, dim, node), column = dl_map_at (map, node, dim), first, last;

  link_columns (map, port, &first, &last);
  if ((dx > 0 && column < last) || (dx < 0 && column > first))
    column += dx;
  else if (dx != 0)
    {
      gint next = port + dx;
      while (next >= 0 && next < DL_N_NETWORK_PORTS && !dl_rings_is_shown (map, next >> 1))
        next += dx;
      if (next >= 0 && next < DL_N_NETWORK_PORTS)
        {
          const guint next_dim = next >> 1;
          row = ((gint64) 2 * row + 1) * map->rings->rows[next_dim] / (2 * map->rings->rows[dim]);
          port = next;
          dim = next_dim;
          link_columns (map, port, &first, &last);
          column = dx > 0 ? first : last;
        }
    }
  if ((dy > 0 && row + 1 < map->rings->rows[dim]) || (dy < 0 && row > 0))
    row += dy;
  return dl_map_link (dl_rings_node (map, dim, row, column), port);
}

static guint
rings_position_at (const DlMap *map, double x, double y, DlDim dim)
{
  const DlPanel *plus = &map->rings->panels[2 * dim], *minus = &map->rings->panels[2 * dim + 1];
  const double px = x * map->options.scale;

  if (!dl_rings_is_shown (map, dim))
    return 0;
  const DlPanel *panel = px < (plus->x + plus->width + minus->x) / 2.0 ? plus : minus;
  const double column = floor ((px - panel->x) / panel->width * map->radix[dim]);
  return CLAMP (column, 0, map->radix[dim] - 1.0);
}

static void
rings_foreach_handle (const DlMap *map, const gint dateline[DL_N_DIMS], DlHandleFunc func,
                      gpointer data)
{
  if (map->bare)
    return;
  for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
    if (dl_map_has_dateline (map, dateline, port >> 1))
      {
        const guint dim = port >> 1;
        const DlRect cell = dl_rings_cell_rect (map, port, 0, dateline[dim]);
        const double x = cell.x + cell.width / 2, width = MAX (cell.width, DL_MAP_HANDLE);
        const double top = dl_rings_header_y (map, port) + DL_RINGS_NUMBERS_Y;
        const double tip = dl_rings_header_y (map, port) + DL_RINGS_HEADER;
        const DlHandle handle
            = { dim, x, tip - 2, FALSE, { x - width / 2, top, width, tip - top } };
        func (&handle, data);
      }
}

void
dl_map_rings_minimum_size (const guint radix[DL_N_DIMS], double *width, double *height)
{
  guint n_nodes = 1, most = 1;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    n_nodes *= radix[dim];
  *width = CAPTION_WIDTH + RIGHT;
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (radix[dim] > 1)
      {
        *width += PAIR_GAP + 2 * DIM_GAP + 2 * MAX (MIN_PANEL, 3 * radix[dim]);
        most = MAX (most, n_nodes / radix[dim]);
      }
  *width = CLAMP (*width, 360, 720);
  *height = DL_RINGS_HEADER + DL_RINGS_BOTTOM + CLAMP (most, 120, 320);
}

const DlMapLayout dl_map_rings = {
  .place = rings_place,
  .free = rings_free,
  .link_rects = rings_link_rects,
  .node_rect = rings_node_rect,
  .step = rings_step,
  .first = rings_first,
  .position_at = rings_position_at,
  .foreach_handle = rings_foreach_handle,
  .draw_axes = dl_rings_draw_axes,
  .draw_values = dl_rings_draw_values,
  .draw_datelines = dl_rings_draw_datelines,
};
