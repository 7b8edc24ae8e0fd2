/* What a node of a plane looks like, cell by cell, and all planes made of it. */
#include "dl-map-planes-private.h"

#include <string.h>

/* Units: larger bodies are frames around their ports. */
#define FRAMED_PITCH 28

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
  const guint far = node->body - node->margin - node->port;

  for (guint y = 0; y < node->port; y++)
    {
      memset (node->cells + (node->margin + y) * node->unit + far, 2 * planes->slice, node->port);
      memset (node->cells + (far + y) * node->unit + node->margin, 2 * planes->slice + 1,
              node->port);
    }
}

/* The same for small nodes, all of whose body they fill but for its centre: what is empty would
 * wash out the colors. */
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

/* For each pixel along an axis of a plane: the nodes there and behind it, as parts of a label, and
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

/* A row of pixels of a plane from @left on: those that are not empty. @first is the label of its
 * first node. */
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
