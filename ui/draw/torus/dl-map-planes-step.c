/* Walking over the cells of planes with the arrow keys. A plane is a lattice of three by three
 * places a node, the body's ports in two by two of them and the lanes behind it in the others; all
 * planes together are one large lattice. */
#include "dl-map-planes-private.h"

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
  const guint node = link / DL_N_NETWORK_PORTS, port = link % DL_N_NETWORK_PORTS;
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

guint
dl_planes_step (const DlMap *map, guint link, gint dx, gint dy)
{
  const Lattice lattice = lattice_of (map);

  if (dx != 0)
    link = step_along (&lattice, link, dx, 0);
  if (dy != 0)
    link = step_along (&lattice, link, 0, dy);
  return link;
}

guint
dl_planes_first (const DlMap *map)
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
