/* Where nodes, links and handles of planes are, and what is where. */
#include "dl-map-planes-private.h"
#include "dl-sizes.h"

#include <math.h>

/* Units. */
#define HANDLE_HEIGHT 24
#define HANDLE_ASIDE  20 /* of one on the side, where the next plane is near */

#define BULGE 0.1 /* of a way from plane to plane, of its length */

/* The part between @from and @to of the lanes behind the @index-th node (-1: before the first), in
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

  const double far = shape->body - shape->margin - (double) shape->port;
  const double x = shape->stub[0] + (double) column * shape->unit + (minus ? shape->margin : far);
  const double y = shape->stub[1] + (double) row * shape->unit + (minus ? far : shape->margin);
  rects[0] = to_units (map, index, x, y, shape->port, shape->port);
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

/* Of nodes that are squares: from middle to middle, or out over one border of the plane and in over
 * the other. @ahead: to the right, or down. */
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
dl_planes_position_at (const DlMap *map, double x, double y, DlDim dim)
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
dl_planes_has_dateline (const DlMap *map, const gint dateline[DL_N_DIMS], guint dim)
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
tell_above (DlDim dim, double tip, double y, DlHandleFunc func, gpointer data)
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
dl_planes_foreach_handle (const DlMap *map, const gint dateline[DL_N_DIMS], DlHandleFunc func,
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
