/* Planes across an axis, each node with its ports in both directions: how large they are and where
 * they stand. */
#include "dl-map-planes-private.h"
#include "dl-matrix-map.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Walking over the cells of planes with the arrow keys. A plane is a lattice of three by three
 * places per node, the body's ports in two by two of them and the lanes after it in the others; all
 * planes together are one large lattice. */

/* Places between planes. */
#define BETWEEN 1
/* How far aside the next cell may lie. */
#define ASIDE 3

typedef struct
{
  const DlMap *map;
  guint width, height; /* places of a plane */
  gint columns, rows;  /* places of all */
} Lattice;

static Lattice
lattice_of (const DlMap *map)
{
  const DlPlanes *planes = map->planes;
  const guint width = 3 * planes->ku + 1, height = 3 * planes->kv + 1;

  return (Lattice) { map, width, height, planes->columns * (width + BETWEEN),
                     planes->rows * (height + BETWEEN) };
}

static guint
node_at (const DlMap *map, guint index, gint column, gint row)
{
  const DlPlanes *planes = map->planes;

  return index * map->stride[planes->slice] + column * map->stride[planes->u]
         + (planes->kv - 1 - row) * map->stride[planes->v];
}

/* The link at a place of one plane: the half that leaves. */
static guint
link_in_plane (const DlMap *map, guint index, guint x, guint y)
{
  const DlPlanes *planes = map->planes;
  /* The first place is a lane before the first node. */
  gint column = (gint) (x + 2) / 3 - 1, row = (gint) (y + 2) / 3 - 1;
  const guint part_x = (x + 2) % 3, part_y = (y + 2) % 3;
  guint port;

  if (part_x < 2 && part_y < 2)
    {
      if (part_x == part_y || planes->ks == 1)
        return DL_NO_LINK;
      port = 2 * planes->slice + (part_y == 1);
    }
  else if (part_x == 2 && part_y == 2)
    return DL_NO_LINK;
  else if (part_x == 2)
    {
      port = 2 * planes->u + (part_y == 0);
      column += part_y == 0; /* minus leaves the node behind */
    }
  else
    {
      port = 2 * planes->v + (part_x == 0);
      row += part_x == 1; /* up leaves the node below */
    }
  if (column < 0 || row < 0 || column >= (gint) planes->ku || row >= (gint) planes->kv)
    return DL_NO_LINK;

  const guint node = node_at (map, index, column, row);
  return dl_map_has_link (map, node, port) ? dl_map_link (node, port) : DL_NO_LINK;
}

static guint
link_at (const Lattice *lattice, gint x, gint y)
{
  const DlPlanes *planes = lattice->map->planes;

  if (x < 0 || y < 0 || x >= lattice->columns || y >= lattice->rows)
    return DL_NO_LINK;
  const guint column = x / (lattice->width + BETWEEN), in_x = x % (lattice->width + BETWEEN);
  const guint row = y / (lattice->height + BETWEEN), in_y = y % (lattice->height + BETWEEN);
  const guint index = row * planes->columns + column;
  if (index >= planes->n || in_x >= lattice->width || in_y >= lattice->height)
    return DL_NO_LINK;
  return link_in_plane (lattice->map, planes->first + index, in_x, in_y);
}

static void
find_link (const Lattice *lattice, guint link, gint *x, gint *y)
{
  const DlMap *map = lattice->map;
  const DlPlanes *planes = map->planes;
  const guint node = link / DL_TORUS_N_NETWORK_PORTS, port = link % DL_TORUS_N_NETWORK_PORTS;
  const guint index = dl_map_at (map, node, planes->slice) - planes->first;
  const gboolean minus = port & 1;
  gint part_x, part_y;

  if (port >> 1 == planes->u)
    {
      part_x = minus ? -1 : 2;
      part_y = minus ? 0 : 1;
    }
  else if (port >> 1 == planes->v)
    {
      part_x = minus ? 0 : 1;
      part_y = minus ? 2 : -1;
    }
  else
    {
      part_x = minus ? 0 : 1;
      part_y = minus ? 1 : 0;
    }
  *x = index % planes->columns * (lattice->width + BETWEEN) + 3 * dl_map_at (map, node, planes->u)
       + 1 + part_x;
  *y = index / planes->columns * (lattice->height + BETWEEN)
       + 3 * (planes->kv - 1 - dl_map_at (map, node, planes->v)) + 1 + part_y;
}

/* The nearest cell between @near and @far places ahead and up to @aside off the line. */
static guint
look_ahead (const Lattice *lattice, gint x, gint y, gint dx, gint dy, gint near, gint far,
            gint aside)
{
  for (gint ahead = near; ahead <= far; ahead++)
    for (gint off = 0; off <= MIN (aside, ahead); off++)
      for (gint side = -off; side <= off; side += MAX (2 * off, 1))
        {
          const guint link
              = link_at (lattice, x + dx * ahead + dy * side, y + dy * ahead + dx * side);
          if (link != DL_NO_LINK)
            return link;
        }
  return DL_NO_LINK;
}

/* One of @dx and @dy is 0. Straight on inside the neighborhood, else to a cell that is a little
 * off, else straight on or nearly so to wherever there is one. */
static guint
step_along (const Lattice *lattice, guint link, gint dx, gint dy)
{
  const gint far = MAX (lattice->columns, lattice->rows);
  gint x, y;
  guint next;

  find_link (lattice, link, &x, &y);
  next = look_ahead (lattice, x, y, dx, dy, 1, 3, 0);
  if (next == DL_NO_LINK)
    next = look_ahead (lattice, x, y, dx, dy, 1, 2, 2);
  if (next == DL_NO_LINK)
    next = look_ahead (lattice, x, y, dx, dy, 1, far, 0);
  if (next == DL_NO_LINK)
    next = look_ahead (lattice, x, y, dx, dy, 1, far, ASIDE);
  return next != DL_NO_LINK ? next : link;
}

static guint
planes_step (const DlMap *map, guint link, gint dx, gint dy)
{
  const Lattice lattice = lattice_of (map);

  if (dx != 0)
    link = step_along (&lattice, link, dx, 0);
  if (dy != 0)
    link = step_along (&lattice, link, 0, dy);
  return link;
}

static guint
planes_first (const DlMap *map)
{
  const Lattice lattice = lattice_of (map);

  for (gint y = 0; y < lattice.rows; y++)
    for (gint x = 0; x < lattice.columns; x++)
      {
        const guint link = link_at (&lattice, x, y);
        if (link != DL_NO_LINK)
          return link;
      }
  return DL_NO_LINK;
}

/* Text and drawings around planes. */

#define TITLE_ROOM      40 /* units of a plane that have its title in sight */
#define NODE_NAMES_FROM 40 /* units: bodies of this size have their coordinates in them */
#define VALUES_FROM     40 /* units of a node with values */
#define WIDE_BARS_FROM  8  /* units: lanes of this length carry wider datelines */

/* Where its title is, which stays in the window as long as the plane does. Units; the width is that
 * of the plane. */
static DlRect
planes_title (const DlMap *map, guint index)
{
  const DlPlanes *planes = map->planes;
  const double scale = map->options.scale;
  const DlRect window = dl_map_window (map);
  double x, y;

  dl_planes_origin (planes, index, &x, &y);
  const double right = (x + planes->plane_width) / scale;
  const double bottom = (y + planes->plane_height) / scale;
  DlRect title
      = { x / scale, (y - planes->top) / scale, planes->plane_width / scale, DL_PLANES_TITLE };

  if (!dl_label_map_is_part (&map->dense))
    return title;
  if (right > window.x + TITLE_ROOM)
    title.x = MAX (title.x, window.x + 2);
  if (bottom > window.y + DL_PLANES_TITLE)
    title.y = MAX (title.y, window.y + 2);
  return title;
}

static void
draw_plane_title (const DlMap *map, cairo_t *cr, guint index, const gint dateline[DL_TORUS_N_DIMS],
                  const DlTheme *theme)
{
  const DlPlanes *planes = map->planes;
  const DlRect at = planes_title (map, index);
  const gboolean marked = dl_planes_has_dateline (map, dateline, planes->slice)
                          && dateline[planes->slice] == (gint) index;
  char text[32];

  g_snprintf (text, sizeof text, "%s = %u", dl_torus_dim_name (planes->slice), index);
  if (dl_label_map_is_part (&map->dense))
    {
      double width, height;

      dl_text_measure (cr, text, DL_TEXT_SMALL, TRUE, &width, &height);
      dl_color_set (cr, &theme->background);
      cairo_rectangle (cr, at.x - 2, at.y, width + 4, at.height);
      cairo_fill (cr);
    }
  dl_color_set (cr, marked ? &theme->accent : &theme->foreground);
  dl_text_draw (cr, at.x, at.y, text, DL_TEXT_SMALL, TRUE, DL_ALIGN_START, 0);
}

/* Where links that wrap around go: beside each stub, but not under a handle. */
static void
draw_wrap_labels (const DlMap *map, cairo_t *cr, guint index, const gint dateline[DL_TORUS_N_DIMS],
                  const DlTheme *theme)
{
  const DlPlanes *planes = map->planes;
  const double scale = map->options.scale;
  double left, top, width, height;
  char last[16];

  dl_planes_origin (planes, index, &left, &top);
  left /= scale;
  top /= scale;
  const double right = left + planes->plane_width / scale;
  const double bottom = top + planes->plane_height / scale;
  dl_text_measure (cr, "0", DL_TEXT_SMALL, FALSE, &width, &height);
  dl_color_set (cr, &theme->muted);

  g_snprintf (last, sizeof last, "%u", planes->ku - 1);
  for (guint v = 0; map->ring[planes->u] && v < planes->kv; v++)
    {
      const DlRect body = dl_planes_body (planes, 0, v);
      const double y = top + round ((body.y + body.height / 2) / scale - height / 2);
      if (!dl_map_shows (map, (DlRect) { left - 30, y, right - left + 60, height }))
        continue;
      dl_text_draw (cr, right + 3, y, "0", DL_TEXT_SMALL, FALSE, DL_ALIGN_START, 0);
      if (dateline[planes->v] != (gint) v || !map->ring[planes->v])
        dl_text_draw (cr, left - 3, y, last, DL_TEXT_SMALL, FALSE, DL_ALIGN_END, 0);
    }
  g_snprintf (last, sizeof last, "%u", planes->kv - 1);
  for (guint u = 0; map->ring[planes->v] && u < planes->ku; u++)
    {
      const DlRect body = dl_planes_body (planes, u, 0);
      const double x = left + (body.x + body.width / 2) / scale;
      if (!dl_map_shows (map, (DlRect) { x - 15, top - height, 30, bottom - top + 2 * height }))
        continue;
      dl_text_draw (cr, x, bottom, last, DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, 0);
      if (dateline[planes->u] != (gint) u || !map->ring[planes->u])
        dl_text_draw (cr, x, top - height, "0", DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, 0);
    }
}

static void
draw_node_names (const DlMap *map, cairo_t *cr, guint index, const DlTheme *theme)
{
  const DlPlanes *planes = map->planes;
  const double scale = map->options.scale;
  double left, top, width, height;
  char text[16];

  dl_planes_origin (planes, index, &left, &top);
  dl_text_measure (cr, "0", DL_TEXT_SMALL, FALSE, &width, &height);
  dl_color_set (cr, &theme->foreground);
  for (guint u = 0; u < planes->ku; u++)
    for (guint v = 0; v < planes->kv; v++)
      {
        const DlRect body = dl_planes_body (planes, u, v);
        if (!dl_map_shows (map, (DlRect) { (left + body.x) / scale, (top + body.y) / scale,
                                           body.width / scale, body.height / scale }))
          continue;
        g_snprintf (text, sizeof text, "%u,%u", u, v);
        dl_text_draw (cr, (left + body.x + body.width / 2) / scale,
                      round ((top + body.y + body.height / 2) / scale - height / 2), text,
                      DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, body.width / scale);
      }
}

/* Title of the first plane of each row of the grid, where planes have no titles. */
static void
draw_row_titles (const DlMap *map, cairo_t *cr, const DlTheme *theme)
{
  const DlPlanes *planes = map->planes;
  const double scale = map->options.scale;
  double width, height;

  dl_text_measure (cr, "0", DL_TEXT_SMALL, FALSE, &width, &height);
  const guint step = dl_map_number_step (height, planes->row_height / scale);
  dl_color_set (cr, &theme->muted);
  for (guint row = 0; row < planes->rows; row += step)
    {
      double x, y;
      char text[32];

      const guint index = planes->first + row * planes->columns;

      dl_planes_origin (planes, index, &x, &y);
      g_snprintf (text, sizeof text, "%s = %u", dl_torus_dim_name (planes->slice), index);
      dl_text_draw (cr, x / scale - 4,
                    round ((y + planes->plane_height / 2.0) / scale - height / 2), text,
                    DL_TEXT_SMALL, FALSE, DL_ALIGN_END, 0);
    }
}

/* Append @piece to @text where both fit on the line. */
static void
add_to_caption (cairo_t *cr, GString *text, const char *piece, double room)
{
  g_autofree char *longer
      = text->len > 0 ? g_strconcat (text->str, " · ", piece, NULL) : g_strdup (piece);
  double width, height;

  dl_text_measure (cr, longer, DL_TEXT_SMALL, FALSE, &width, &height);
  if (text->len == 0 || width <= room)
    g_string_assign (text, longer);
}

static void
draw_caption (const DlMap *map, cairo_t *cr, const DlTheme *theme)
{
  const DlPlanes *planes = map->planes;
  const char *slice = dl_torus_dim_name (planes->slice);
  const double room = map->width - 12;
  /* Translators: how to read a drawing of planes of nodes; %s are axes, x, y or z. */
  g_autofree char *axes
      = g_strdup_printf (_ ("each square is a node, %s to the right, %s up"),
                         dl_torus_dim_name (planes->u), dl_torus_dim_name (planes->v));
  g_autofree char *ports
      = g_strdup_printf (_ ("in it %s+ at the top right, %s− at the bottom left"), slice, slice);
  g_autoptr (GString) text = g_string_new (NULL);

  add_to_caption (cr, text, axes, room);
  if (map->node_means)
    add_to_caption (cr, text,
                    _ ("its color is the mean of its links; for critical cables, the most "
                       "critical"),
                    room);
  else if (planes->ks > 1)
    add_to_caption (cr, text, ports, room);
  if (!map->node_means && (map->ring[planes->u] || map->ring[planes->v]))
    add_to_caption (cr, text,
                    planes->level == DL_PLANES_LABELED ? _ ("stubs wrap around to the number")
                                                       : _ ("stubs at the border wrap around"),
                    room);
  dl_color_set (cr, &theme->muted);
  dl_text_draw (cr, map->width / 2, map->height - 23, text->str, DL_TEXT_SMALL, FALSE,
                DL_ALIGN_CENTER, room);
}

/* Anything of the plane and of the text around it. */
static gboolean
is_in_sight (const DlMap *map, guint index)
{
  const DlPlanes *planes = map->planes;
  const double scale = map->options.scale;
  double x, y;

  dl_planes_origin (planes, index, &x, &y);
  return dl_map_shows (map, (DlRect) { (x - planes->left) / scale, (y - planes->top) / scale,
                                       planes->column_width / scale, planes->row_height / scale });
}

static void
planes_draw_axes (const DlMap *map, cairo_t *cr, const gint dateline[DL_TORUS_N_DIMS],
                  const DlTheme *theme)
{
  const DlPlanes *planes = map->planes;

  if (planes->columns == 0 || map->bare)
    return;
  if (planes->captioned && !dl_label_map_is_part (&map->dense))
    draw_caption (map, cr, theme);
  if (planes->level == DL_PLANES_BARE)
    {
      draw_row_titles (map, cr, theme);
      return;
    }
  for (guint index = planes->first; dl_planes_has (planes, index); index++)
    {
      if (!is_in_sight (map, index))
        continue;
      draw_plane_title (map, cr, index, dateline, theme);
      if (planes->level == DL_PLANES_LABELED)
        draw_wrap_labels (map, cr, index, dateline, theme);
      if (planes->node.body * planes->cell >= dl_map_px (map, NODE_NAMES_FROM))
        draw_node_names (map, cr, index, theme);
    }
}

/* The cell of a link where a value has room: the half that leaves. */
static gboolean
value_cell (const DlMap *map, const DlOverlay *overlay, guint node, guint port, DlRect *cell)
{
  DlRect rects[2];

  if (!dl_map_has_link (map, node, port)
      || overlay->net->graph->link_state[dl_map_link (node, port)] != DL_LINK_UP
      || dl_planes_link_rects (map, node, port, rects) == 0)
    return FALSE;
  *cell = rects[0];
  return dl_map_shows (map, *cell);
}

/* Along lanes that go up values are written upwards. */
static void
draw_values_of (const DlMap *map, cairo_t *cr, const DlOverlay *overlay, gboolean upright)
{
  g_autoptr (DlCellValues) values = NULL;

  cairo_save (cr);
  if (upright)
    cairo_rotate (cr, -G_PI / 2);
  values = dl_cell_values_new (cr, overlay->scale, G_MAXINT, G_MAXINT);
  for (guint node = 0; node < map->n_nodes && values != NULL; node++)
    for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
      {
        DlRect cell;

        if ((port >> 1 == map->planes->v) != upright
            || !value_cell (map, overlay, node, port, &cell))
          continue;
        if (upright)
          cell = (DlRect) { -dl_rect_bottom (cell), cell.x, cell.height, cell.width };
        if (dl_cell_values_fit (overlay->scale, &cell))
          dl_cell_values_add (values, &cell, overlay->values[dl_map_link (node, port)]);
      }
  if (values != NULL)
    dl_cell_values_draw (values);
  cairo_restore (cr);
}

static void
planes_draw_values (const DlMap *map, cairo_t *cr, const DlOverlay *overlay)
{
  const DlPlanes *planes = map->planes;

  if (planes->columns == 0 || map->bare || planes->node.is_mean
      || planes->node.unit < (guint) dl_map_px (map, VALUES_FROM))
    return;
  draw_values_of (map, cr, overlay, FALSE);
  draw_values_of (map, cr, overlay, TRUE);
}

/* Two lines on both sides of the dateline's nodes, across the plane: a packet that leaves such a
 * node continues on VC1. */
static void
add_double_bar (const DlMap *map, cairo_t *cr, guint index, guint dim, guint position, double line)
{
  const DlPlanes *planes = map->planes;
  const double scale = map->options.scale;
  const gboolean upright = dim == planes->u;
  const DlRect body
      = upright ? dl_planes_body (planes, position, 0) : dl_planes_body (planes, 0, position);
  double left, top;

  dl_planes_origin (planes, index, &left, &top);
  const double start = upright ? left + body.x : top + body.y;
  const double sides[2] = { dl_map_snap (map, start / scale) - line,
                            dl_map_snap (map, (start + body.width) / scale) };
  for (guint i = 0; i < 2; i++)
    if (upright)
      cairo_rectangle (cr, sides[i], top / scale - 1, line, planes->plane_height / scale + 2);
    else
      cairo_rectangle (cr, left / scale - 1, sides[i], planes->plane_width / scale + 2, line);
}

static void
planes_draw_datelines (const DlMap *map, cairo_t *cr, const DlOverlay *overlay,
                       const DlDatelines *datelines, const DlTheme *theme)
{
  const DlPlanes *planes = map->planes;
  const guint dims[2] = { planes->u, planes->v };
  const double scale = map->options.scale;
  const double lane = (planes->node.unit - planes->node.body) * planes->cell / scale;

  dl_color_set (cr, &theme->accent);
  for (guint i = 0; i < 2; i++)
    if (dl_planes_has_dateline (map, datelines->at, dims[i]))
      {
        const gboolean dragged = datelines->dragged == (gint) dims[i];
        const double line = (lane >= WIDE_BARS_FROM ? 2 : 1) + dragged;
        for (guint index = planes->first; dl_planes_has (planes, index); index++)
          add_double_bar (map, cr, index, dims[i], datelines->at[dims[i]], line);
        cairo_fill (cr);
      }

  if (dl_planes_has_dateline (map, datelines->at, planes->slice)
      && dl_planes_has (planes, datelines->at[planes->slice]))
    {
      const guint index = datelines->at[planes->slice];
      const double x = dl_planes_slice_bar_x (map, index);
      const double line = datelines->dragged == (gint) planes->slice ? 2 : 1;
      double left, top;

      dl_planes_origin (planes, index, &left, &top);
      for (gint side = -1; side <= 1; side += 2)
        cairo_rectangle (cr, dl_map_snap (map, x + side * 1.5 - line / 2), top / scale - 1, line,
                         planes->plane_height / scale + 2);
      cairo_fill (cr);
    }
}

/* Units. */
#define MAX_PITCH      96 /* of nodes */
#define LABELED_PITCH  24
#define ROW_GAP        4
#define MAX_SPREAD     24 /* that may be added to these where there is room */
#define RIGHT          4
#define RIGHT_BAR      15 /* with the slice axis' double bar */
#define CAPTION        18
#define READABLE_PITCH 6
#define CAPTION_FROM   240 /* lower maps have none */
#define ROW_TITLES     52  /* left of planes without titles */

#define TITLE_WIDTH 64 /* of the clickable title */

/* Device pixels per node: whole ones from here on, so that nodes are alike; none is larger than
 * that. */
#define WHOLE_PITCH   2
#define LARGEST_PITCH 1024

/* The grid with the fewest empty places. */
static void
choose_grid (DlPlanes *planes, gint most_columns, gint most_rows)
{
  guint best = G_MAXUINT;

  for (gint columns = most_columns; columns >= 1; columns--)
    {
      const guint rows = (planes->n + columns - 1) / columns;
      if (rows > (guint) most_rows)
        break;
      if (columns * rows - planes->n < best)
        {
          best = columns * rows - planes->n;
          planes->columns = columns;
          planes->rows = rows;
        }
    }
}

/* Lay out with nodes @unit template cells wide of @cell pixels each: whether it fits. */
static gboolean
try_layout (DlMap *map, cairo_t *measure, guint unit, double cell, DlPlanesLevel level)
{
  DlPlanes *planes = map->planes;
  const gboolean ring_u = map->ring[planes->u], ring_v = map->ring[planes->v];
  gint right = 0, bottom = 0, column_gap, row_gap, title = 0;

  planes->level = level;
  planes->cell = cell;
  dl_planes_size_node (map, &planes->node, unit);
  planes->plane_width
      = MAX (ceil (dl_planes_extent (&planes->node, planes->ku, 0) * cell - 1e-6), 1);
  planes->plane_height
      = MAX (ceil (dl_planes_extent (&planes->node, planes->kv, 1) * cell - 1e-6), 1);
  planes->left = planes->top = 0;
  column_gap = row_gap = unit * cell < 1 ? 0 : MAX (dl_map_px (map, 2), 1);
  if (level != DL_PLANES_BARE)
    {
      const double handle = DL_PLANES_HANDLE + 3;
      double label = 0, text_width, text_height;
      char text[32];

      g_snprintf (text, sizeof text, "%s = %u", dl_torus_dim_name (planes->slice), planes->ks - 1);
      dl_text_measure (measure, text, DL_TEXT_SMALL, TRUE, &text_width, &text_height);
      title = dl_map_px (map, text_width + 4);
      if (level == DL_PLANES_LABELED && ring_u)
        {
          g_snprintf (text, sizeof text, "%u", planes->ku - 1);
          dl_text_measure (measure, text, DL_TEXT_SMALL, FALSE, &label, &text_height);
          label += 4;
        }
      planes->left = dl_map_px (map, MAX (ring_v ? handle : 2, label));
      right = dl_map_px (map, (map->ring[planes->slice] ? RIGHT_BAR : RIGHT) + label);
      planes->top = dl_map_px (map, DL_PLANES_TITLE);
      if (level == DL_PLANES_LABELED && ring_v)
        {
          planes->top += dl_map_px (map, DL_PLANES_LABEL_HEIGHT);
          bottom = dl_map_px (map, DL_PLANES_LABEL_HEIGHT);
        }
      else if (ring_u || map->ring[planes->slice])
        planes->top += dl_map_px (map, DL_PLANES_HANDLE);
      column_gap = dl_map_px (map, DL_MAP_BLOCK_GAP);
      row_gap = dl_map_px (map, ROW_GAP);
    }
  planes->column_width = MAX (planes->left + planes->plane_width + right, title) + column_gap;
  planes->row_height = planes->top + planes->plane_height + bottom + row_gap;

  const gint margin = dl_map_px (map, map->bare ? 2 : DL_MAP_MARGIN);
  const gint titles = level == DL_PLANES_BARE && !map->bare ? dl_map_px (map, ROW_TITLES) : 0;
  const gint caption = planes->captioned ? dl_map_px (map, CAPTION) : 0;
  const gint room_x = map->dense.whole_width - 2 * margin - titles,
             room_y = map->dense.whole_height - 2 * margin - caption;
  const gint most_columns = MIN ((room_x + column_gap) / planes->column_width, (gint) planes->n);
  const gint most_rows = MIN ((room_y + row_gap) / planes->row_height, (gint) planes->n);
  if (most_columns < 1 || most_rows < 1 || (gint64) most_columns * most_rows < (gint64) planes->n)
    return FALSE;
  if (planes->keeps_grid)
    {
      if (planes->columns > (guint) most_columns || planes->rows > (guint) most_rows)
        return FALSE;
    }
  else
    choose_grid (planes, most_columns, most_rows);

  /* In the middle, and further apart where there is room. */
  gint over_x = room_x + column_gap - (gint) planes->columns * planes->column_width;
  gint over_y = room_y + row_gap - (gint) planes->rows * planes->row_height;
  if (level != DL_PLANES_BARE)
    {
      const gint spread = dl_map_px (map, MAX_SPREAD);
      const gint spread_x = MIN (over_x / (gint) planes->columns, spread);
      const gint spread_y = MIN (over_y / (gint) planes->rows, spread);
      planes->column_width += spread_x;
      planes->row_height += spread_y;
      over_x -= spread_x * ((gint) planes->columns - 1);
      over_y -= spread_y * ((gint) planes->rows - 1);
    }
  planes->x = margin + titles + over_x / 2;
  planes->y = margin + over_y / 2;
  return TRUE;
}

/* The largest nodes that fit, in whole pixels; tiny ones fill whole planes instead. Labels may cost
 * a quarter of their size. */
static gboolean
choose_layout (DlMap *map, cairo_t *measure, gboolean bare)
{
  const DlPlanesLevel level = bare ? DL_PLANES_BARE : DL_PLANES_TITLED;
  gint pitch = dl_map_px (map, MAX_PITCH);

  while (pitch >= WHOLE_PITCH && !try_layout (map, measure, pitch, 1, level))
    pitch--;
  if (pitch >= WHOLE_PITCH)
    {
      const gint least = bare ? pitch + 1 : MAX (dl_map_px (map, LABELED_PITCH), pitch * 3 / 4);
      for (gint labeled = pitch; labeled >= least; labeled--)
        if (try_layout (map, measure, labeled, 1, DL_PLANES_LABELED))
          return TRUE;
      return try_layout (map, measure, pitch, 1, level);
    }
  for (double tiny = WHOLE_PITCH * 0.97; tiny >= (bare ? 0.001 : 1); tiny *= 0.97)
    if (try_layout (map, measure, 1, tiny, level))
      return TRUE;
  return FALSE;
}

/* The largest nodes that fit the grid that is chosen, of @least pixels or more; 0: none. */
static gint
largest_pitch (DlMap *map, cairo_t *measure, gint least, DlPlanesLevel level)
{
  gint low = least - 1, high = MIN (dl_map_px (map, MAX_PITCH * map->dense.zoom), LARGEST_PITCH);

  while (low < high)
    {
      const gint middle = (low + high + 1) / 2;
      if (try_layout (map, measure, middle, 1, level))
        low = middle;
      else
        high = middle - 1;
    }
  return low >= least ? low : 0;
}

/* Planes stay in their rows and columns, however large they are. */
static gboolean
enlarge_layout (DlMap *map, cairo_t *measure)
{
  const DlPlanesLevel levels[] = { DL_PLANES_TITLED, DL_PLANES_BARE };

  map->planes->keeps_grid = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    {
      const gint pitch = largest_pitch (map, measure, WHOLE_PITCH, levels[i]);
      if (pitch == 0)
        continue;
      const gint least = MAX (dl_map_px (map, LABELED_PITCH), pitch * 3 / 4);
      const gint labeled = i == 0 ? largest_pitch (map, measure, least, DL_PLANES_LABELED) : 0;
      return labeled > 0 ? try_layout (map, measure, labeled, 1, DL_PLANES_LABELED)
                         : try_layout (map, measure, pitch, 1, levels[i]);
    }
  for (double tiny = WHOLE_PITCH * 0.97; tiny >= 0.001; tiny *= 0.97)
    if (try_layout (map, measure, 1, tiny, DL_PLANES_BARE))
      return TRUE;
  return FALSE;
}

/* For the visible part alone, when zoomed. */
static gboolean
choose_for_window (DlMap *map, cairo_t *measure)
{
  DlLabelMap *dense = &map->dense;
  const DlLabelMap zoomed = *dense;
  gboolean fits;

  dense->whole_width = dense->width;
  dense->whole_height = dense->height;
  dense->zoom = 1;
  fits = (!map->bare && choose_layout (map, measure, FALSE)) || choose_layout (map, measure, TRUE);
  *dense = zoomed;
  return fits;
}

void
dl_planes_origin (const DlPlanes *planes, guint index, double *x, double *y)
{
  const guint place = index - planes->first;

  *x = planes->x + (gint) (place % planes->columns) * planes->column_width + planes->left;
  *y = planes->y + (gint) (place / planes->columns) * planes->row_height + planes->top;
}

gboolean
dl_planes_has (const DlPlanes *planes, guint index)
{
  return index >= planes->first && index < planes->first + planes->n;
}

static void
planes_place (DlMap *map, cairo_t *measure)
{
  DlPlanes *planes = map->planes = g_new0 (DlPlanes, 1);
  guint u, v;

  dl_map_others (map->options.slice, &u, &v);
  planes->slice = map->options.slice;
  planes->u = u;
  planes->v = v;
  planes->ku = map->radix[u];
  planes->kv = map->radix[v];
  planes->ks = map->radix[planes->slice];
  planes->first = MIN (map->options.first_plane, planes->ks - 1);
  planes->n = planes->ks - planes->first;
  if (map->options.n_planes > 0)
    planes->n = MIN (planes->n, map->options.n_planes);
  planes->captioned = !map->bare && map->options.height >= CAPTION_FROM;
  if (!choose_for_window (map, measure)
      || (dl_label_map_is_part (&map->dense) && !enlarge_layout (map, measure)))
    {
      planes->columns = 0; /* no room for anything */
      return;
    }
  map->node_means = planes->node.is_mean;
  dl_planes_fill (map);
}

static void
planes_free (DlMap *map)
{
  g_free (map->planes->node.cells);
  g_free (map->planes);
}

static gboolean
planes_plane_at (const DlMap *map, double x, double y, guint *plane, gboolean *title)
{
  const DlPlanes *planes = map->planes;
  const double px = x * map->options.scale, py = y * map->options.scale;

  for (guint index = planes->first; planes->columns > 0 && dl_planes_has (planes, index); index++)
    {
      const gboolean titled = planes->level != DL_PLANES_BARE && !map->bare;
      double left, top;

      dl_planes_origin (planes, index, &left, &top);
      const DlRect at = planes_title (map, index);
      const gboolean is_title
          = titled && x >= at.x && y >= at.y && x < at.x + TITLE_WIDTH && y < at.y + at.height;
      if (!is_title
          && (px < left || py < top || px >= left + planes->plane_width
              || py >= top + planes->plane_height))
        continue;
      *plane = index;
      if (title != NULL)
        *title = is_title;
      return TRUE;
    }
  return FALSE;
}

void
dl_map_planes_minimum_size (const guint radix[DL_TORUS_N_DIMS], DlTorusDim slice, double *width,
                            double *height)
{
  guint u, v;

  dl_map_others (slice, &u, &v);
  const double column
      = READABLE_PITCH * radix[u] + DL_PLANES_HANDLE + RIGHT_BAR + 2 * DL_MAP_BLOCK_GAP;
  const double row = READABLE_PITCH * radix[v] + DL_PLANES_TITLE + DL_PLANES_HANDLE + 2 * ROW_GAP;
  /* About as wide as windows are. */
  const double columns
      = CLAMP (ceil (sqrt (radix[slice] * row * 1.4 / column)), 1, (double) radix[slice]);

  *width = CLAMP (columns * column + 2 * DL_MAP_MARGIN, 360, 1600);
  *height = CLAMP (ceil (radix[slice] / columns) * row + 2 * DL_MAP_MARGIN + CAPTION, 240, 1200);
}

const DlMapLayout dl_map_planes = {
  .place = planes_place,
  .free = planes_free,
  .link_rects = dl_planes_link_rects,
  .link_lines = dl_planes_link_lines,
  .node_rect = dl_planes_node_rect,
  .step = planes_step,
  .first = planes_first,
  .position_at = dl_planes_position_at,
  .plane_at = planes_plane_at,
  .foreach_handle = dl_planes_foreach_handle,
  .draw_axes = planes_draw_axes,
  .draw_values = planes_draw_values,
  .draw_datelines = planes_draw_datelines,
};
