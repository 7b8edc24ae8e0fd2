/* Places of nodes, links and handles of planes, and hit tests. */
#include "dl-map-planes-private.h"
#include "dl-sizes.h"

#include <math.h>
#include <string.h>

/* Look of a plane's node, cell by cell, and all planes made of it. */

/* Units: larger bodies are frames around their ports. */
#define FRAMED_PITCH 28
#define VALUE_WIDTH  32 /* of ports */

/* Template cells: a label of the node itself, or one of these. */
#define CELL_RIGHT 8  /* + port: of the neighbor to the right */
#define CELL_BELOW 16 /* + port: of the neighbor below */
#define CELL_EMPTY 32

void
dl_planes_size_node (const DlMap *map, DlNodeTemplate *node, guint unit)
{
  const guint dims[2] = { map->planes->u, map->planes->v };

  if (unit < DL_PLANES_DETAILED)
    {
      *node = (DlNodeTemplate) { .unit = unit, .body = unit, .width = unit, .is_mean = TRUE };
      return;
    }
  node->is_mean = FALSE;
  node->unit = unit;
  /* Only large bodies are frames around their ports. Small ones are filled by them and their lanes
   * fill their side: an even one, so that the lanes are alike. */
  const gboolean large = unit >= (guint) dl_map_px (map, FRAMED_PITCH);
  const guint link = large ? unit * 3 / 8 : unit & 1 ? 2 * (unit / 6) + 1 : 2 * ((unit + 3) / 6);
  node->body = unit - link;
  const guint between = large                                       ? MAX (2, node->body / 12)
                        : node->body >= (guint) dl_map_px (map, 10) ? 2
                                                                    : 0;
  node->width = large ? (node->body * 17 + 25) / 50 : (node->body - between) / 2;
  node->lane[0] = (node->body - 2 * node->width - between) / 2;
  node->lane[1] = node->body - node->lane[0] - node->width;
  node->gap = link >= (guint) dl_map_px (map, 7) ? MAX (dl_map_px (map, 1), 1) : 0;
  node->frame
      = large || (map->planes->ks == 1 && node->body >= 6) ? MAX (dl_map_px (map, 1), 1) : 0;
  node->margin = large ? node->frame + node->body / 12 : 0;
  node->port = map->planes->ks > 1
                   ? MIN ((node->body - 3 * node->margin) / 2, (guint) MAX (dl_map_px (map, 16), 1))
                   : 0;
  node->port_width = MAX (node->port, MIN (node->body - 2 * node->margin - node->port / 2,
                                           (guint) MAX (dl_map_px (map, VALUE_WIDTH), 1)));
  if (!large)
    node->port_width = node->port;
  /* A stub is half a link, where a half can be seen. */
  for (guint i = 0; i < 2; i++)
    node->stub[i] = !map->ring[dims[i]]                  ? 0
                    : link <= (guint) dl_map_px (map, 6) ? link
                                                         : (link * 3 + 4) / 5;
}

/* Lanes are arrows where they are wide enough: a pixel in from the end for each from the middle. */
static guint
tip_cut (guint width, guint across)
{
  const gint off_middle = 2 * (gint) across - ((gint) width - 1);

  return width >= 5 ? ABS (off_middle) / 2 : 0;
}

/* The slice axis' ports: plus at the top right, minus at the bottom left. */
static void
fill_ports (const DlPlanes *planes, DlNodeTemplate *node)
{
  const guint right = node->body - node->margin - node->port_width;
  const guint low = node->body - node->margin - node->port;

  for (guint y = 0; y < node->port; y++)
    {
      memset (node->cells + (node->margin + y) * node->unit + right, 2 * planes->slice,
              node->port_width);
      memset (node->cells + (low + y) * node->unit + node->margin, 2 * planes->slice + 1,
              node->port_width);
    }
}

/* The same for small nodes, all of whose body they fill but for its center: empty pixels would wash
 * out the colors. */
static void
split_body (const DlPlanes *planes, DlNodeTemplate *node)
{
  const guint n = node->body;
  const guint centre = n < 5 ? 0 : n / 3 + (n - n / 3) % 2, from = (n - centre) / 2;

  for (guint y = 0; y < n; y++)
    for (guint x = 0; x < n; x++)
      {
        const gboolean in_centre = MIN (x, y) >= from && MAX (x, y) < from + centre;
        const gboolean minus = x == y ? x >= (n + 1) / 2 : x < y;
        node->cells[y * node->unit + x] = in_centre ? DL_LABEL_BODY : 2 * planes->slice + minus;
      }
}

static void
fill_node (const DlPlanes *planes, DlNodeTemplate *node)
{
  const guint n = node->unit, u_plus = 2 * planes->u, v_plus = 2 * planes->v;
  const guint from = node->body + node->gap, to = n - node->gap;

  node->cells = g_malloc (n * n);
  memset (node->cells, CELL_EMPTY, n * n);
  for (guint y = 0; y < node->body; y++)
    for (guint x = 0; x < node->body; x++)
      {
        const gboolean inside = MIN (x, y) >= node->frame && MAX (x, y) < node->body - node->frame;
        node->cells[y * n + x] = inside ? DL_LABEL_BODY : DL_LABEL_FRAME;
      }
  if (node->frame > 0)
    fill_ports (planes, node);
  else if (node->port > 0)
    split_body (planes, node);
  for (guint across = 0; across < node->width; across++)
    {
      const guint cut = MIN (tip_cut (node->width, across), to - from);
      const guint minus = node->lane[0] + across, plus = node->lane[1] + across;

      for (guint along = from; along < to; along++)
        {
          if (along < to - cut)
            {
              node->cells[plus * n + along] = u_plus;
              node->cells[along * n + minus] = v_plus + 1;
            }
          if (along >= from + cut)
            {
              node->cells[minus * n + along] = CELL_RIGHT + u_plus + 1;
              node->cells[along * n + plus] = CELL_BELOW + v_plus;
            }
        }
    }
}

guint
dl_planes_extent (const DlNodeTemplate *node, guint k, guint axis)
{
  return 2 * node->stub[axis] + k * node->unit - (node->unit - node->body);
}

/* For each pixel along an axis of a plane: the nodes there and after it, as parts of a label, and
 * the template's cell. */
typedef struct
{
  guint32 *own, *next;
  guint *cell;
} Axis;

static void
fill_axis (const DlMap *map, Axis *axis, guint which, gint extent)
{
  const DlPlanes *planes = map->planes;
  const DlNodeTemplate *node = &planes->node;
  const guint dim = which == 0 ? planes->u : planes->v;
  const gint k = map->radix[dim], unit = node->unit;

  axis->own = g_new (guint32, extent);
  axis->next = g_new (guint32, extent);
  axis->cell = g_new (guint, extent);
  for (gint pixel = 0; pixel < extent; pixel++)
    {
      const gint at = (gint) ((pixel + 0.5) / planes->cell) - (gint) node->stub[which] + unit;
      const gint index = CLAMP (at / unit - 1, -1, k - 1);
      /* v runs up, so that the node behind is the one below. */
      const gint own = which == 0 ? (index + k) % k : (2 * k - 1 - index) % k;
      const gint next = which == 0 ? (index + 1) % k : (2 * k - 2 - index) % k;

      axis->own[pixel] = DL_LABEL (own * map->stride[dim], 0);
      axis->next[pixel] = DL_LABEL (next * map->stride[dim], 0);
      axis->cell[pixel] = at % unit;
    }
}

static void
clear_axis (Axis *axis)
{
  g_free (axis->own);
  g_free (axis->next);
  g_free (axis->cell);
}

/* A row of pixels of a plane from @left on: only nonempty pixels. @first is the label of its first
 * node. */
static void
fill_row (const DlPlanes *planes, const Axis *across, const Axis *down, gint y, gint left, gint n,
          guint32 first, guint32 *labels)
{
  const guint8 *cells = planes->node.cells + (gsize) down->cell[y] * planes->node.unit;
  const guint32 own = first + down->own[y], below = first + down->next[y];

  for (gint i = 0; i < n; i++)
    {
      const gint x = left + i;
      const guint cell = cells[across->cell[x]];

      if (cell != CELL_EMPTY)
        labels[i] = (cell & 7)
                    + (cell & CELL_RIGHT   ? across->next[x] + own
                       : cell & CELL_BELOW ? across->own[x] + below
                                           : across->own[x] + own);
    }
}

/* All planes are alike but for the number of their first node. */
void
dl_planes_fill (DlMap *map)
{
  DlPlanes *planes = map->planes;
  const gint width = planes->plane_width, height = planes->plane_height;
  Axis across, down;

  fill_node (planes, &planes->node);
  fill_axis (map, &across, 0, width);
  fill_axis (map, &down, 1, height);
  for (guint index = planes->first; dl_planes_has (planes, index); index++)
    {
      const guint32 first = DL_LABEL (index * map->stride[planes->slice], 0);
      double x, y;

      dl_planes_origin (planes, index, &x, &y);
      gint left = x, right = left + width, top = y, bottom = top + height;
      dl_label_map_clip_x (&map->dense, &left, &right);
      dl_label_map_clip_y (&map->dense, &top, &bottom);
      for (gint py = top; py < bottom && left < right; py++)
        fill_row (planes, &across, &down, py - (gint) y, left - (gint) x, right - left, first,
                  dl_label_map_pixel (&map->dense, left, py));
    }
  clear_axis (&across);
  clear_axis (&down);
}

/* Units. */
#define HANDLE_HEIGHT 24
#define HANDLE_ASIDE  20 /* of one on the side, where the next plane is near */

#define BULGE 0.1 /* of a way from plane to plane, of its length */

/* The part between @from and @to of the lanes after the @index-th node (-1: before the first), in
 * template cells; FALSE if nothing of it is inside the plane. */
static gboolean
lane_part (const DlNodeTemplate *node, guint axis, guint k, gint index, double *from, double *to)
{
  const double start = (gint) node->stub[axis] + index * (gint) node->unit;

  *from = MAX (start + node->body + node->gap, 0);
  *to = MIN (start + node->unit - node->gap, (double) dl_planes_extent (node, k, axis));
  return *to > *from;
}

/* From template cells in a plane to units in the map. */
static DlRect
to_units (const DlMap *map, guint index, double x, double y, double width, double height)
{
  const DlPlanes *planes = map->planes;
  const double scale = map->options.scale, cell = planes->cell;
  double left, top;

  dl_planes_origin (planes, index, &left, &top);
  return (DlRect) { (left + x * cell) / scale, (top + y * cell) / scale, width * cell / scale,
                    height * cell / scale };
}

static guint
lane_rects (const DlMap *map, guint index, guint axis, guint at, guint beside, gboolean minus,
            DlRect rects[2])
{
  const DlPlanes *planes = map->planes;
  const DlNodeTemplate *node = &planes->node;
  const guint k = axis == 0 ? planes->ku : planes->kv;
  const double across
      = node->stub[!axis] + (double) beside * node->unit + node->lane[axis == 0 ? !minus : minus];
  /* Where it leaves, and if it wraps around where it arrives. */
  const gint leaves = minus ? (gint) at - 1 : (gint) at;
  const gint arrives = leaves == -1 ? (gint) k - 1 : leaves == (gint) k - 1 ? -1 : leaves;
  const gint parts[2] = { leaves, arrives };
  guint n = 0;

  for (guint i = 0; i < 2 && (i == 0 || arrives != leaves); i++)
    {
      double from, to;
      if (!lane_part (node, axis, k, parts[i], &from, &to))
        continue;
      rects[n++] = axis == 0 ? to_units (map, index, from, across, to - from, node->width)
                             : to_units (map, index, across, from, node->width, to - from);
    }
  return n;
}

guint
dl_planes_link_rects (const DlMap *map, guint node, guint port, DlRect rects[2])
{
  const DlPlanes *planes = map->planes;
  const DlNodeTemplate *shape = &planes->node;
  const guint index = dl_map_at (map, node, planes->slice);
  const guint column = dl_map_at (map, node, planes->u);
  const guint row = planes->kv - 1 - dl_map_at (map, node, planes->v);
  const gboolean minus = port & 1;

  if (planes->columns == 0 || !dl_planes_has (planes, index))
    return 0;
  if (shape->is_mean)
    return dl_planes_node_rect (map, node, rects);
  /* Down the screen v goes down: its minus direction is the one away from the first row. */
  if (port >> 1 == planes->u)
    return lane_rects (map, index, 0, column, row, minus, rects);
  if (port >> 1 == planes->v)
    return lane_rects (map, index, 1, row, column, !minus, rects);

  const double right = shape->body - shape->margin - (double) shape->port_width;
  const double low = shape->body - shape->margin - (double) shape->port;
  const double x = shape->stub[0] + (double) column * shape->unit + (minus ? shape->margin : right);
  const double y = shape->stub[1] + (double) row * shape->unit + (minus ? low : shape->margin);
  rects[0] = to_units (map, index, x, y, shape->port_width, shape->port);
  return 1;
}

DlRect
dl_planes_body (const DlPlanes *planes, guint u, guint v)
{
  const DlNodeTemplate *node = &planes->node;
  const double cell = planes->cell;
  const double x = node->stub[0] + (double) u * node->unit;
  const double y = node->stub[1] + (double) (planes->kv - 1 - v) * node->unit;

  return (DlRect) { x * cell, y * cell, node->body * cell, node->body * cell };
}

gboolean
dl_planes_node_rect (const DlMap *map, guint node, DlRect *rect)
{
  const DlPlanes *planes = map->planes;
  const double scale = map->options.scale;
  double x, y;

  if (planes->columns == 0 || !dl_planes_has (planes, dl_map_at (map, node, planes->slice)))
    return FALSE;
  dl_planes_origin (planes, dl_map_at (map, node, planes->slice), &x, &y);
  *rect
      = dl_planes_body (planes, dl_map_at (map, node, planes->u), dl_map_at (map, node, planes->v));
  *rect = (DlRect) { (x + rect->x) / scale, (y + rect->y) / scale, rect->width / scale,
                     rect->height / scale };
  return TRUE;
}

/* Lines between nodes that are squares: from middle to middle, or out over one border of the plane
 * and in over the other. @ahead: to the right, or down. */
static guint
square_lines (gboolean across, gboolean ahead, gboolean wraps, const DlRect *from, const DlRect *to,
              DlMapLine lines[2])
{
  const double x0 = from->x + from->width / 2, y0 = from->y + from->height / 2;
  const double x1 = to->x + to->width / 2, y1 = to->y + to->height / 2;
  const double half_x = across ? (ahead ? from->width : -from->width) / 2 : 0;
  const double half_y = across ? 0 : (ahead ? from->height : -from->height) / 2;

  lines[0] = (DlMapLine) { x0, y0, wraps ? x0 + half_x : x1, wraps ? y0 + half_y : y1, 0 };
  lines[1] = (DlMapLine) { x1 - half_x, y1 - half_y, x1, y1, 0 };
  return wraps ? 2 : 1;
}

/* Along the middle of the lane, from body to body; between planes from middle to middle in a curve,
 * so that both directions are apart. */
guint
dl_planes_link_lines (const DlMap *map, guint node, guint port, DlMapLine lines[2])
{
  const DlPlanes *planes = map->planes;
  const guint dim = port >> 1, k = map->radix[dim], at = dl_map_at (map, node, dim);
  const guint to = (at + (port & 1 ? k - 1 : 1)) % k;
  DlRect lanes[2], from_body, to_body;

  if (!dl_planes_node_rect (map, node, &from_body)
      || !dl_planes_node_rect (map, node + (to - at) * map->stride[dim], &to_body))
    return 0;
  const double x0 = from_body.x + from_body.width / 2, y0 = from_body.y + from_body.height / 2;
  const double x1 = to_body.x + to_body.width / 2, y1 = to_body.y + to_body.height / 2;
  if (dim == planes->slice)
    {
      lines[0] = (DlMapLine) { x0, y0, x1, y1, BULGE };
      return 1;
    }

  const gboolean wraps = (port & 1) ? at == 0 : at == k - 1;
  if (planes->node.is_mean)
    return square_lines (dim == planes->u, !(port & 1) == (dim == planes->u), wraps, &from_body,
                         &to_body, lines);

  const guint n = dl_planes_link_rects (map, node, port, lanes);
  if (n == 0)
    return 0;
  const DlRect *leaves = &lanes[0], *arrives = &lanes[n - 1];
  if (dim == planes->u)
    {
      const double y = leaves->y + leaves->height / 2;
      const double out = leaves->x + (leaves->x > x0 ? leaves->width : 0);
      const double in = arrives->x + (arrives->x > x1 ? arrives->width : 0);
      lines[0] = (DlMapLine) { x0, y, wraps ? out : x1, y, 0 };
      lines[1] = (DlMapLine) { in, y, x1, y, 0 };
    }
  else
    {
      const double x = leaves->x + leaves->width / 2;
      const double out = leaves->y + (leaves->y > y0 ? leaves->height : 0);
      const double in = arrives->y + (arrives->y > y1 ? arrives->height : 0);
      lines[0] = (DlMapLine) { x, y0, x, wraps ? out : y1, 0 };
      lines[1] = (DlMapLine) { x, in, x, y1, 0 };
    }
  return wraps ? n : 1;
}

/* The plane whose place in the grid is nearest. */
static guint
plane_at (const DlMap *map, double px, double py)
{
  const DlPlanes *planes = map->planes;
  const double column
      = CLAMP (floor ((px - planes->x) / planes->column_width), 0, planes->columns - 1.0);
  const double row = CLAMP (floor ((py - planes->y) / planes->row_height), 0, planes->rows - 1.0);

  return planes->first + MIN ((guint) row * planes->columns + (guint) column, planes->n - 1);
}

guint
dl_planes_position_at (const DlMap *map, double x, double y, DlTorusDim dim)
{
  const DlPlanes *planes = map->planes;
  const DlNodeTemplate *node = &planes->node;
  const double px = x * map->options.scale, py = y * map->options.scale;
  double left, top;

  if (planes->columns == 0)
    return 0;
  const guint index = plane_at (map, px, py);
  if (dim == planes->slice)
    return index;

  /* Half of the lanes on either side belongs to a node. */
  dl_planes_origin (planes, index, &left, &top);
  const guint axis = dim == planes->u ? 0 : 1, k = map->radix[dim];
  const double cells = (axis == 0 ? px - left : py - top) / planes->cell - node->stub[axis];
  const double at = floor ((cells + (node->unit - node->body) / 2.0) / node->unit);
  const guint position = CLAMP (at, 0, k - 1.0);
  return axis == 0 ? position : k - 1 - position;
}

gboolean
dl_planes_has_dateline (const DlMap *map, const gint dateline[DL_TORUS_N_DIMS], guint dim)
{
  return map->planes->columns > 0 && dl_map_has_dateline (map, dateline, dim);
}

double
dl_planes_slice_bar_x (const DlMap *map, guint index)
{
  const DlPlanes *planes = map->planes;
  const double scale = map->options.scale;
  double x, y;

  dl_planes_origin (planes, index, &x, &y);
  if (planes->level == DL_PLANES_BARE)
    return (x + planes->plane_width) / scale + 1;

  const gint labels = planes->level == DL_PLANES_LABELED && map->ring[planes->u] ? planes->left : 0;
  return dl_map_snap (map, (x + planes->plane_width) / scale + DL_PLANES_SLICE_BAR)
         + dl_map_snap (map, labels / scale / 2);
}

/* The one above a plane whose top is @y, at @tip. */
static void
tell_above (DlTorusDim dim, double tip, double y, DlHandleFunc func, gpointer data)
{
  const DlHandle handle
      = { dim,
          tip,
          y - 1,
          FALSE,
          { tip - DL_MAP_HANDLE / 2, y - HANDLE_HEIGHT, DL_MAP_HANDLE, HANDLE_HEIGHT } };

  func (&handle, data);
}

void
dl_planes_foreach_handle (const DlMap *map, const gint dateline[DL_TORUS_N_DIMS], DlHandleFunc func,
                          gpointer data)
{
  const DlPlanes *planes = map->planes;
  const double scale = map->options.scale;
  double left, top;

  if (planes->columns == 0 || planes->level == DL_PLANES_BARE)
    return;
  for (guint index = planes->first; dl_planes_has (planes, index); index++)
    {
      dl_planes_origin (planes, index, &left, &top);
      const double x = left / scale, y = top / scale;

      if (dl_planes_has_dateline (map, dateline, planes->u))
        {
          const DlRect body = dl_planes_body (planes, dateline[planes->u], 0);
          tell_above (planes->u, x + (body.x + body.width / 2) / scale, y, func, data);
        }
      if (dl_planes_has_dateline (map, dateline, planes->v))
        {
          const DlRect body = dl_planes_body (planes, 0, dateline[planes->v]);
          const double tip = y + (body.y + body.height / 2) / scale;
          const DlHandle handle
              = { planes->v,
                  x - 1,
                  tip,
                  TRUE,
                  { x - HANDLE_ASIDE, tip - DL_MAP_HANDLE / 2, HANDLE_ASIDE, DL_MAP_HANDLE } };
          func (&handle, data);
        }
    }
  if (dl_planes_has_dateline (map, dateline, planes->slice)
      && dl_planes_has (planes, dateline[planes->slice]))
    {
      const guint index = dateline[planes->slice];

      dl_planes_origin (planes, index, &left, &top);
      tell_above (planes->slice, dl_planes_slice_bar_x (map, index), top / scale, func, data);
    }
}
