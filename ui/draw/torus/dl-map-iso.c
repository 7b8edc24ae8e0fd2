/* The whole network as a block, with a part cut away: visible links, their places, and hit
 * tests. */
#include "dl-map-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* X runs down to the right, Z down to the left, Y up: the visible faces of the network are those
 * where X, Y and Z are largest. The part beyond the cut is taken away. All in device pixels, and
 * whole ones where links are large enough: lines fall two pixels across by one down, which needs no
 * smoothing. */
struct _DlIso
{
  DlTorusDim slice;
  guint last[DL_TORUS_N_DIMS]; /* of the coordinates that are left */
  double x, y;                 /* node 0 */
  double step_x[DL_TORUS_N_DIMS], step_y[DL_TORUS_N_DIMS];
  double across; /* half of X's and Z's step to the side */
  gint thick;    /* of a link's lane */
  gint gap;      /* between the two lanes of a cable */
  gint body;     /* radius of a node */
  gboolean fine; /* each link has pixels of its own */
};

typedef struct
{
  double x, y;
} DlIsoPoint;

/* Half of a link that wraps around, and the visible part of one that leads into the network, as a
 * share of the distance between nodes. */
#define DL_ISO_STUB 0.44

static DlIsoPoint iso_project (const DlMap *map, double x, double y, double z);

/* Text and drawings around and over the block of an isometric map. */

#define NUMBER_ROOM 16
#define NAME_ASIDE  26 /* of an axis, from its numbers' edge */

/* A place whose coordinate in @dim is @at, in the others @a and @b. */
static DlIsoPoint
at_dim (const DlMap *map, guint dim, double at, double a, double b)
{
  return dim == DL_X   ? iso_project (map, at, a, b)
         : dim == DL_Y ? iso_project (map, a, at, b)
                       : iso_project (map, a, b, at);
}

/* The plane across @dim at @at, from @low to @high of the other coordinates. */
static void
trace_plane (const DlMap *map, cairo_t *cr, guint dim, double at, const double low[2],
             const double high[2])
{
  const double a[4] = { low[0], high[0], high[0], low[0] };
  const double b[4] = { low[1], low[1], high[1], high[1] };

  for (guint i = 0; i < 4; i++)
    {
      const DlIsoPoint point = at_dim (map, dim, at, a[i], b[i]);
      cairo_line_to (cr, point.x, point.y);
    }
  cairo_close_path (cr);
}

/* The other faces step back behind the one that is cut. */
static void
draw_veils (const DlMap *map, cairo_t *cr, const DlTheme *theme)
{
  const guint *last = map->iso->last;

  dl_color_set_alpha (cr, &theme->background, 0.42);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      guint others[2];

      if (dim == map->iso->slice || map->radix[dim] == 1)
        continue;
      dl_map_others (dim, &others[0], &others[1]);
      const double low[2] = { -0.5, -0.5 };
      double high[2];
      for (guint i = 0; i < 2; i++)
        high[i] = last[others[i]] - (others[i] == map->iso->slice ? 0.3 : 0);
      trace_plane (map, cr, dim, last[dim], low, high);
      cairo_fill (cr);
    }
}

/* The edges of the part that is cut away. */
static void
draw_ghost (const DlMap *map, cairo_t *cr, const DlTheme *theme)
{
  const DlIso *iso = map->iso;
  const guint dim = iso->slice;
  const double front = map->radix[dim] - 1.0, cut = iso->last[dim];
  const double low[2] = { 0, 0 };
  const double dash[2] = { 3, 3 };
  guint others[2];

  if (cut >= front)
    return;
  dl_map_others (dim, &others[0], &others[1]);
  const double high[2] = { map->radix[others[0]] - 1.0, map->radix[others[1]] - 1.0 };
  trace_plane (map, cr, dim, front, low, high);
  for (guint corner = 1; corner < 4; corner++)
    {
      const double a = corner & 1 ? high[0] : 0, b = corner & 2 ? high[1] : 0;
      const DlIsoPoint from = at_dim (map, dim, cut, a, b), to = at_dim (map, dim, front, a, b);
      cairo_move_to (cr, from.x, from.y);
      cairo_line_to (cr, to.x, to.y);
    }
  dl_color_set (cr, &theme->node);
  cairo_set_line_width (cr, 1);
  cairo_set_dash (cr, dash, 2, 0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

/* Where the number of node @at on the axis of @dim is written: at the front edges below, and on the
 * right for Y. */
static DlIsoPoint
number_place (const DlMap *map, guint dim, double at)
{
  const double kx = map->radix[DL_X] - 1.0, kz = map->radix[DL_Z] - 1.0;
  const double scale = map->options.scale, aside = map->iso->across / scale;
  DlIsoPoint place;

  if (dim == DL_Y)
    {
      place = iso_project (map, kx, at, 0);
      return (DlIsoPoint) { place.x + aside + 5, place.y };
    }
  place = dim == DL_X ? iso_project (map, at, 0, kz) : iso_project (map, kx, 0, at);
  return (DlIsoPoint) { place.x + (dim == DL_X ? -1 : 1) * (aside * 0.7 + 3),
                        place.y + aside * 0.7 + 6 };
}

static void
draw_axis (const DlMap *map, cairo_t *cr, guint dim, const gint dateline[DL_TORUS_N_DIMS],
           const DlTheme *theme)
{
  static const DlAlign aligns[DL_TORUS_N_DIMS] = { DL_ALIGN_END, DL_ALIGN_START, DL_ALIGN_START };
  const DlIso *iso = map->iso;
  const double scale = map->options.scale;
  const guint k = map->radix[dim];
  const double pitch = dim == DL_Y ? -iso->step_y[dim] / scale : 2 * iso->across / scale;
  const guint step = dl_map_number_step (NUMBER_ROOM, pitch);
  const gboolean marked = dl_map_has_dateline (map, dateline, dim);
  double width, height;
  char text[16];

  dl_text_measure (cr, "0", DL_TEXT_SMALL, FALSE, &width, &height);
  for (guint at = 0; at < k; at++)
    {
      const DlIsoPoint place = number_place (map, dim, at);
      const gboolean is_dateline = marked && (guint) dateline[dim] == at;

      if (!is_dateline
          && (at % step != 0 || (marked && ABS ((gint) at - dateline[dim]) * pitch < NUMBER_ROOM)))
        continue;
      g_snprintf (text, sizeof text, "%u", at);
      dl_color_set (cr, is_dateline                                 ? &theme->accent
                        : dim == iso->slice && at == iso->last[dim] ? &theme->foreground
                                                                    : &theme->muted);
      dl_text_draw (cr, place.x, place.y - height / 2, text, DL_TEXT_SMALL, is_dateline,
                    aligns[dim], 0);
    }

  const DlIsoPoint middle = number_place (map, dim, (k - 1) / 2.0);
  dl_color_set (cr, &theme->foreground);
  dl_text_draw (cr,
                middle.x
                    + (dim == DL_X   ? -NAME_ASIDE
                       : dim == DL_Z ? NAME_ASIDE
                                     : 22),
                middle.y + (dim == DL_Y ? -height / 2 : 2), dl_torus_dim_name (dim), DL_TEXT_NORMAL,
                TRUE, aligns[dim], 0);
}

static void
draw_texts (const DlMap *map, cairo_t *cr, const DlTheme *theme)
{
  const DlIso *iso = map->iso;
  const char *dim = dl_torus_dim_name (iso->slice);
  const gboolean whole = iso->last[iso->slice] == map->radix[iso->slice] - 1;
  const DlRect window = dl_map_window (map);
  g_autofree char *title = g_strdup_printf ("%s = %u", dim, iso->last[iso->slice]);
  g_autoptr (GString) caption = g_string_new (NULL);

  /* Translators: what is left out of a drawing of a block of nodes: "from z = 8 on". */
  if (!whole)
    g_string_printf (caption, _ ("cut open: nodes from %s = %u are hidden"), dim,
                     iso->last[iso->slice] + 1);
  else
    g_string_printf (caption, _ ("whole: nothing is cut off across %s"), dim);
  /* The rest where there is room for it. */
  const gsize needed = caption->len;
  double width, height;
  g_string_append (caption, " · ");
  g_string_append (caption, _ ("short ends lead into the block or wrap around"));
  dl_text_measure (cr, caption->str, DL_TEXT_SMALL, FALSE, &width, &height);
  if (width > window.width - 12)
    g_string_truncate (caption, needed);

  dl_color_set (cr, &theme->foreground);
  dl_text_draw (cr, window.x + 12, window.y + 8, title, DL_TEXT_TITLE, TRUE, DL_ALIGN_START, 0);
  dl_color_set (cr, &theme->muted);
  if (!dl_label_map_is_part (&map->dense))
    dl_text_draw (cr, window.width / 2, window.height - 23, caption->str, DL_TEXT_SMALL, FALSE,
                  DL_ALIGN_CENTER, window.width - 12);
}

static void
iso_draw_axes (const DlMap *map, cairo_t *cr, const gint dateline[DL_TORUS_N_DIMS],
               const DlTheme *theme)
{
  draw_veils (map, cr, theme);
  draw_ghost (map, cr, theme);
  if (map->bare)
    return;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (map->radix[dim] > 1)
      draw_axis (map, cr, dim, dateline, theme);
  draw_texts (map, cr, theme);
}

typedef struct
{
  cairo_t *cr;
  const gint *dateline;
  const DlTheme *theme;
} NamePen;

/* "x = 10" beside a handle. */
static void
draw_name (const DlHandle *handle, gpointer data)
{
  const NamePen *pen = data;
  char text[32];

  g_snprintf (text, sizeof text, "%s = %d", dl_torus_dim_name (handle->dim),
              pen->dateline[handle->dim]);
  dl_color_set (pen->cr, &pen->theme->accent);
  if (handle->from_left)
    dl_text_draw (pen->cr, handle->tip_x - 12, handle->tip_y - 8, text, DL_TEXT_SMALL, TRUE,
                  DL_ALIGN_END, 0);
  else
    dl_text_draw (pen->cr, handle->tip_x, handle->tip_y - 25, text, DL_TEXT_SMALL, TRUE,
                  DL_ALIGN_CENTER, 0);
}

/* Broken links inside the block or taken away: smaller and fainter than those in sight. */
static void
draw_hidden_faults (const DlMap *map, cairo_t *cr, const DlTorusNetwork *network,
                    const DlTheme *theme)
{
  guint n = 0;

  if (network->n_working_links == network->n_links)
    return;
  dl_color_set_alpha (cr, &theme->broken, 0.6);
  cairo_set_line_width (cr, 1.25);
  for (guint link = 0; link < network->n_links; link++)
    {
      const guint node = link / DL_TORUS_N_NETWORK_PORTS, port = link % DL_TORUS_N_NETWORK_PORTS;
      DlRect rects[2];
      DlMapLine lines[2];

      if (network->link_state[link] != DL_LINK_BROKEN
          || map->layout->link_rects (map, node, port, rects) > 0)
        continue;
      map->layout->link_lines (map, node, port, lines);
      const double x = (lines[0].x0 + lines[0].x1) / 2, y = (lines[0].y0 + lines[0].y1) / 2;
      cairo_move_to (cr, x - 2.5, y - 2.5);
      cairo_line_to (cr, x + 2.5, y + 2.5);
      cairo_move_to (cr, x + 2.5, y - 2.5);
      cairo_line_to (cr, x - 2.5, y + 2.5);
      /* A path of many strokes takes more than its share. */
      if (++n % 32 == 0)
        cairo_stroke (cr);
    }
  cairo_stroke (cr);
}

static void
iso_draw_datelines (const DlMap *map, cairo_t *cr, const DlOverlay *overlay,
                    const DlDatelines *datelines, const DlTheme *theme)
{
  NamePen pen = { cr, datelines->at, theme };

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (dl_map_has_dateline (map, datelines->at, dim))
      {
        const gboolean dragged = datelines->dragged == (gint) dim;
        const gboolean taken_away = datelines->at[dim] > (gint) map->iso->last[dim];
        guint others[2];

        dl_map_others (dim, &others[0], &others[1]);
        const double low[2] = { -0.5, -0.5 };
        const double high[2] = { map->radix[others[0]] - 1.0, map->radix[others[1]] - 1.0 };
        trace_plane (map, cr, dim, datelines->at[dim], low, high);
        dl_color_set_alpha (cr, &theme->accent, dragged ? 0.22 : taken_away ? 0.05 : 0.1);
        cairo_fill_preserve (cr);
        dl_color_set_alpha (cr, &theme->accent, 0.85);
        cairo_set_line_width (cr, dragged ? 2 : 1);
        cairo_stroke (cr);
      }
  draw_hidden_faults (map, cr, overlay->net->shape, theme);
  map->layout->foreach_handle (map, datelines->at, draw_name, &pen);
}

/* Units. */
#define LEFT        46 /* a dateline's handle and its name */
#define RIGHT       40 /* numbers and the axis' name */
#define TOP         40 /* handles and names */
#define BOTTOM      42 /* numbers and the caption */
#define LARGEST     24 /* half of X's step to the side */
#define READABLE    3
#define HANDLE      14
#define HANDLE_HIGH 24

/* Device pixels: smaller steps are not rounded. */
#define WHOLE_FROM 2

/* How a link that leaves a visible node is drawn. */
typedef enum
{
  SEEN_NOT,
  SEEN_WHOLE,  /* along a face, to the next node */
  SEEN_BESIDE, /* half, along a face: it wraps around */
  SEEN_INTO    /* a stub: it leads into the block or out of a face */
} Seen;

static gboolean
is_visible (const DlMap *map, guint node)
{
  const guint *last = map->iso->last;
  gboolean on_face = FALSE;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const guint at = dl_map_at (map, node, dim);
      if (at > last[dim])
        return FALSE;
      on_face |= at == last[dim];
    }
  return on_face;
}

static guint
far_end (const DlMap *map, guint node, guint port)
{
  const guint dim = port >> 1, k = map->radix[dim], at = dl_map_at (map, node, dim);
  const guint to = (at + (port & 1 ? k - 1 : 1)) % k;

  return node + (to - at) * map->stride[dim];
}

static gboolean
wraps (const DlMap *map, guint node, guint port)
{
  const guint dim = port >> 1;

  return dl_map_at (map, node, dim) == (port & 1 ? 0 : map->radix[dim] - 1);
}

/* @node is visible, the link is there. */
static Seen
how_seen (const DlMap *map, guint node, guint port)
{
  const guint dim = port >> 1;
  guint a, b;

  dl_map_others (dim, &a, &b);
  const gboolean beside = dl_map_at (map, node, a) == map->iso->last[a]
                          || dl_map_at (map, node, b) == map->iso->last[b];
  if (beside && !wraps (map, node, port) && is_visible (map, far_end (map, node, port)))
    return SEEN_WHOLE;
  return beside && dl_map_at (map, node, dim) != map->iso->last[dim] ? SEEN_BESIDE : SEEN_INTO;
}

/* Lanes ------------------------------------------------------------------------------------------
 */

/* A straight piece of a lane: its first and last pixel along (columns; rows for Y) and where it
 * lies across at the node (@at). */
typedef struct
{
  gint from, to;
  gint mark; /* along: clear of other lanes, which meet at the node */
  gint node_x, node_y;
  gint across; /* first pixel of its width, from the node's middle */
  double slope;
} Lane;

/* Keep to the right: Z+ runs to the left, so that its right is above. */
static gboolean
lies_after (guint port)
{
  return (port >> 1 == DL_Z) == ((port & 1) != 0);
}

static void
node_pixel (const DlMap *map, guint node, gint *x, gint *y)
{
  const DlIso *iso = map->iso;
  double px = iso->x, py = iso->y;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const guint at = dl_map_at (map, node, dim);
      px += iso->step_x[dim] * at;
      py += iso->step_y[dim] * at;
    }
  *x = floor (px);
  *y = floor (py);
}

/* The lane beside @node towards @port; @of is the port whose link it is. */
static Lane
lane_at (const DlMap *map, guint node, guint port, guint of, Seen seen)
{
  const DlIso *iso = map->iso;
  const guint dim = port >> 1;
  const gboolean upright = dim == DL_Y;
  const double step = (upright ? iso->step_y[dim] : iso->step_x[dim]) * (port & 1 ? -1 : 1);
  const double stub = MIN (DL_ISO_STUB * fabs (step), 0.88 * iso->across);
  const double reach = seen == SEEN_WHOLE ? fabs (step) - iso->body
                       : upright          ? stub
                                          : DL_ISO_STUB * fabs (step);
  const gint near = iso->body + 1, far = MAX ((gint) floor (reach), near);
  Lane lane;

  node_pixel (map, node, &lane.node_x, &lane.node_y);
  const gint middle = upright ? lane.node_y : lane.node_x;
  lane.from = step > 0 ? middle + near : middle - far;
  lane.to = step > 0 ? middle + far : middle - near;
  const gint mark = seen == SEEN_WHOLE ? (near + far) / 2 : far - (far - near) / 4;
  lane.mark = step > 0 ? middle + mark : middle - mark;
  lane.slope = upright ? 0 : iso->step_y[dim] / iso->step_x[dim];
  lane.across = seen == SEEN_INTO ? -(iso->thick / 2) : lies_after (of) ? iso->gap : -iso->thick;
  return lane;
}

/* The pixel of @lane at @along, @across of its width. */
static void
lane_pixel (const Lane *lane, gboolean upright, gint along, gint across, gint *x, gint *y)
{
  if (upright)
    {
      *x = lane->node_x + lane->across + across;
      *y = along;
    }
  else
    {
      *x = along;
      *y = lane->node_y + (gint) floor ((along - lane->node_x) * lane->slope + 0.25) + lane->across
           + across;
    }
}

/* Part of the lane in the window: on a zoomed map most lanes are elsewhere. */
static void
fill_lane (DlMap *map, const Lane *lane, gboolean upright, guint32 label)
{
  const DlLabelMap *dense = &map->dense;
  gint from = lane->from, end = lane->to + 1;

  if (upright)
    dl_label_map_clip_y (dense, &from, &end);
  else
    dl_label_map_clip_x (dense, &from, &end);
  for (gint along = from; along < end; along++)
    for (gint across = 0; across < map->iso->thick; across++)
      {
        gint x, y;
        lane_pixel (lane, upright, along, across, &x, &y);
        if (x >= dense->left && y >= dense->top && x < dense->left + dense->width
            && y < dense->top + dense->height)
          *dl_label_map_pixel (dense, x, y) = label;
      }
}

/* A square on the lane, in units. */
static DlRect
lane_rect (const DlMap *map, const Lane *lane, gboolean upright)
{
  const double scale = map->options.scale;
  const gint thick = map->iso->thick;
  /* Where links have no pixels of their own, their rectangles say so. */
  const double size = map->iso->fine ? thick : 0.5;
  gint x, y;

  lane_pixel (lane, upright, lane->mark, thick / 2, &x, &y);
  x = CLAMP (x, 0, map->dense.whole_width - 1);
  y = CLAMP (y, 0, map->dense.whole_height - 1);
  return (DlRect) { MAX (x + 0.5 - size / 2, 0) / scale, MAX (y + 0.5 - size / 2, 0) / scale,
                    size / scale, size / scale };
}

/* Placing ----------------------------------------------------------------------------------------
 */

static void
fill_body (DlMap *map, guint node)
{
  const gint radius = map->iso->body, outer = radius * radius + radius;
  const gint inner = radius > 3 ? (radius - 1) * (radius - 1) + radius - 1 : outer;
  gint x, y;

  node_pixel (map, node, &x, &y);
  gint left = x - radius, right = x + radius + 1, top = y - radius, bottom = y + radius + 1;
  dl_label_map_clip_x (&map->dense, &left, &right);
  dl_label_map_clip_y (&map->dense, &top, &bottom);
  for (gint py = top; py < bottom; py++)
    for (gint px = left; px < right; px++)
      {
        const gint distance = (px - x) * (px - x) + (py - y) * (py - y);
        if (distance <= outer)
          *dl_label_map_pixel (&map->dense, px, py)
              = DL_LABEL (node, distance > inner ? DL_LABEL_FRAME : DL_LABEL_BODY);
      }
}

/* The face where @dim is largest, up to the edges that it shares with the others and half a step
 * beyond the rest. */
static void
fill_face (DlMap *map, guint dim)
{
  const DlIso *iso = map->iso;
  guint a, b;

  dl_map_others (dim, &a, &b);
  const double ax = iso->step_x[a], ay = iso->step_y[a], bx = iso->step_x[b], by = iso->step_y[b];
  const double x = iso->x + iso->step_x[dim] * iso->last[dim];
  const double y = iso->y + iso->step_y[dim] * iso->last[dim];
  const double determinant = ax * by - ay * bx;
  const double rows[4] = {
    y - 0.5 * (ay + by),
    y + iso->last[a] * ay - 0.5 * by,
    y - 0.5 * ay + iso->last[b] * by,
    y + iso->last[a] * ay + iso->last[b] * by,
  };
  double first = rows[0], end = rows[0];

  for (guint i = 1; i < 4; i++)
    {
      first = MIN (first, rows[i]);
      end = MAX (end, rows[i]);
    }
  gint top = floor (first), bottom = ceil (end) + 1;
  dl_label_map_clip_y (&map->dense, &top, &bottom);
  for (gint py = top; py < bottom; py++)
    for (gint px = map->dense.left; px < map->dense.left + map->dense.width; px++)
      {
        const double u = ((px - x) * by - (py - y) * bx) / determinant;
        const double v = ((py - y) * ax - (px - x) * ay) / determinant;
        if (u >= -0.5 && v >= -0.5 && u <= iso->last[a] && v <= iso->last[b])
          *dl_label_map_pixel (&map->dense, px, py) = map->ground;
      }
}

static void
fill_links (DlMap *map, guint node, gboolean whole)
{
  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    {
      const gboolean upright = port >> 1 == DL_Y;

      if (!dl_map_has_link (map, node, port))
        continue;
      const Seen seen = how_seen (map, node, port);
      if ((seen == SEEN_WHOLE) != whole)
        continue;
      Lane lane = lane_at (map, node, port, port, seen);
      fill_lane (map, &lane, upright, DL_LABEL (node, port));
      if (seen != SEEN_BESIDE)
        continue;
      /* And the half that arrives. */
      lane = lane_at (map, node, port, port ^ 1, seen);
      fill_lane (map, &lane, upright, DL_LABEL (far_end (map, node, port), port ^ 1));
    }
}

/* The steps that fit: two across by one down for X and Z, and Y as long as that is to the eye. */
static void
size_steps (DlMap *map, double room_x, double room_y)
{
  DlIso *iso = map->iso;
  const double wide = map->radix[DL_X] + map->radix[DL_Z] - 2.0, high = map->radix[DL_Y] - 1.0;
  double across = MIN (room_x / (2 * wide + 2), room_y / (wide + 2 * high + 2));

  across = MIN (across, dl_map_px (map, LARGEST * map->dense.zoom));
  if (across >= WHOLE_FROM)
    across = floor (across);
  double up = CLAMP ((room_y - across * (wide + 1)) / (high + 1), 2 * across, 2.5 * across);
  if (across >= WHOLE_FROM)
    up = floor (up);
  iso->across = across;
  iso->step_x[DL_X] = 2 * across;
  iso->step_y[DL_X] = across;
  iso->step_x[DL_Z] = -2 * across;
  iso->step_y[DL_Z] = across;
  iso->step_y[DL_Y] = -up;
}

static void
iso_place (DlMap *map, cairo_t *measure)
{
  DlIso *iso = map->iso = g_new0 (DlIso, 1);
  const double margin = map->bare ? 2 : 0;
  const gint left = dl_map_px (map, LEFT * !map->bare + margin);
  const gint right = dl_map_px (map, RIGHT * !map->bare + margin);
  const gint top = dl_map_px (map, TOP * !map->bare + margin);
  const gint bottom = dl_map_px (map, BOTTOM * !map->bare + margin);
  const gint room_x = MAX (map->dense.whole_width - left - right, 1);
  const gint room_y = MAX (map->dense.whole_height - top - bottom, 1);

  iso->slice = map->options.slice;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    iso->last[dim] = map->radix[dim] - 1;
  iso->last[iso->slice] = MIN (map->options.cut, iso->last[iso->slice]);
  size_steps (map, room_x, room_y);

  const double x_extent = map->radix[DL_X] - 1.0, y_extent = map->radix[DL_Y] - 1.0;
  const double z_extent = map->radix[DL_Z] - 1.0;
  const double width = 2 * iso->across * (x_extent + z_extent);
  const double height = iso->across * (x_extent + z_extent) - iso->step_y[DL_Y] * y_extent;
  iso->x = floor (left + (room_x - width) / 2 + 2 * iso->across * z_extent);
  iso->y = floor (top + (room_y - height) / 2 - iso->step_y[DL_Y] * y_extent);
  iso->fine = iso->across >= READABLE;
  iso->thick = CLAMP (floor (iso->across * 0.31 + 0.5), 1, dl_map_px (map, 8 * map->dense.zoom));
  iso->gap = iso->across >= 4 ? 1 : 0;
  iso->body = iso->across >= 2 ? MAX (floor (iso->across * 0.42 + 0.5), 1) : 0;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    fill_face (map, dim);
  for (guint pass = 0; pass < 3; pass++)
    for (guint node = 0; node < map->n_nodes; node++)
      if (is_visible (map, node))
        {
          if (pass < 2)
            fill_links (map, node, pass == 1);
          else if (iso->body > 0)
            fill_body (map, node);
        }
}

static void
iso_free (DlMap *map)
{
  g_free (map->iso);
}

/* Where things are -------------------------------------------------------------------------------
 */

/* A place in coordinates of the network, in units. */
static DlIsoPoint
iso_project (const DlMap *map, double x, double y, double z)
{
  const DlIso *iso = map->iso;
  const double scale = map->options.scale;

  return (DlIsoPoint) {
    (iso->x + 0.5 + iso->step_x[DL_X] * x + iso->step_x[DL_Z] * z) / scale,
    (iso->y + 0.5 + iso->step_y[DL_X] * x + iso->step_y[DL_Y] * y + iso->step_y[DL_Z] * z) / scale,
  };
}

static DlIsoPoint
iso_node (const DlMap *map, guint node)
{
  return iso_project (map, dl_map_at (map, node, DL_X), dl_map_at (map, node, DL_Y),
                      dl_map_at (map, node, DL_Z));
}

static guint
iso_link_rects (const DlMap *map, guint node, guint port, DlRect rects[2])
{
  const guint far = far_end (map, node, port);
  const gboolean upright = port >> 1 == DL_Y;
  guint n = 0;

  if (is_visible (map, node))
    {
      const Lane lane = lane_at (map, node, port, port, how_seen (map, node, port));
      rects[n++] = lane_rect (map, &lane, upright);
    }
  if (wraps (map, node, port) && is_visible (map, far)
      && how_seen (map, far, port ^ 1) == SEEN_BESIDE)
    {
      const Lane lane = lane_at (map, far, port ^ 1, port, SEEN_BESIDE);
      rects[n++] = lane_rect (map, &lane, upright);
    }
  return n;
}

static guint
iso_link_lines (const DlMap *map, guint node, guint port, DlMapLine lines[2])
{
  const DlIso *iso = map->iso;
  const double scale = map->options.scale;
  const guint dim = port >> 1;
  const DlIsoPoint a = iso_node (map, node), b = iso_node (map, far_end (map, node, port));
  const double aside = (iso->gap + iso->thick / 2) * (lies_after (port) ? 1 : -1) / scale;
  const double x = dim == DL_Y ? aside : 0, y = dim == DL_Y ? 0 : aside;
  const double half = 0.5 * (port & 1 ? -1 : 1) / scale;
  const double dx = iso->step_x[dim] * half, dy = iso->step_y[dim] * half;

  if (!wraps (map, node, port))
    {
      lines[0] = (DlMapLine) { a.x + x, a.y + y, b.x + x, b.y + y, 0 };
      return 1;
    }
  lines[0] = (DlMapLine) { a.x + x, a.y + y, a.x + x + dx, a.y + y + dy, 0 };
  lines[1] = (DlMapLine) { b.x + x - dx, b.y + y - dy, b.x + x, b.y + y, 0 };
  return 2;
}

static gboolean
iso_node_rect (const DlMap *map, guint node, DlRect *rect)
{
  const double scale = map->options.scale, size = 2 * map->iso->body + 1;
  const DlIsoPoint at = iso_node (map, node);

  if (!is_visible (map, node))
    return FALSE;
  *rect = (DlRect) { at.x - size / 2 / scale, at.y - size / 2 / scale, size / scale, size / scale };
  return TRUE;
}

/* The nearest link that is more ahead than aside. */
static guint
step_along (const DlMap *map, guint link, gint dx, gint dy)
{
  DlRect here, rects[2];
  double best = G_MAXDOUBLE;
  guint found = link;

  iso_link_rects (map, link / DL_TORUS_N_NETWORK_PORTS, link % DL_TORUS_N_NETWORK_PORTS, rects);
  here = rects[0];
  for (guint node = 0; node < map->n_nodes; node++)
    for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
      {
        if (!dl_map_has_link (map, node, port) || iso_link_rects (map, node, port, rects) == 0)
          continue;
        const double x = rects[0].x - here.x, y = rects[0].y - here.y;
        const double ahead = x * dx + y * dy, aside = fabs (x * dy) + fabs (y * dx);
        if (ahead > 0.25 && ahead >= aside && ahead + 2 * aside < best)
          {
            best = ahead + 2 * aside;
            found = dl_map_link (node, port);
          }
      }
  return found;
}

static guint
iso_step (const DlMap *map, guint link, gint dx, gint dy)
{
  if (dx != 0)
    link = step_along (map, link, dx, 0);
  if (dy != 0)
    link = step_along (map, link, 0, dy);
  return link;
}

/* The first link of the cut plane. */
static guint
iso_first (const DlMap *map)
{
  const guint dim = map->iso->slice;

  for (guint node = 0; node < map->n_nodes; node++)
    for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
      if (dl_map_at (map, node, dim) == map->iso->last[dim] && dl_map_has_link (map, node, port))
        return dl_map_link (node, port);
  return DL_NO_LINK;
}

static guint
iso_position_at (const DlMap *map, double x, double y, DlTorusDim dim)
{
  const DlIso *iso = map->iso;
  const double px = x * map->options.scale, py = y * map->options.scale;
  /* The edges along which the handles lie. */
  const double at = dim != DL_Y ? (px - iso->x) / iso->step_x[dim]
                                : (py - iso->y - iso->step_y[DL_Z] * (map->radix[DL_Z] - 1.0))
                                      / iso->step_y[DL_Y];

  return CLAMP (floor (at + 0.5), 0, map->radix[dim] - 1.0);
}

static void
iso_foreach_handle (const DlMap *map, const gint dateline[DL_TORUS_N_DIMS], DlHandleFunc func,
                    gpointer data)
{
  const double scale = map->options.scale, above = -map->iso->step_y[DL_Y] * 0.5 / scale;
  const double aside = map->iso->across / scale;
  const double top = map->radix[DL_Y] - 1.0;

  if (map->bare)
    return;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (dl_map_has_dateline (map, dateline, dim))
      {
        const double at = dateline[dim];
        const gboolean left = dim == DL_Y;
        const DlIsoPoint edge = dim == DL_X   ? iso_project (map, at, top, 0)
                                : dim == DL_Z ? iso_project (map, 0, top, at)
                                              : iso_project (map, 0, at, map->radix[DL_Z] - 1.0);
        DlHandle handle = { dim, edge.x, edge.y, left, { 0 } };

        if (left)
          {
            handle.tip_x -= aside + 2;
            handle.hit = (DlRect) { handle.tip_x - HANDLE_HIGH, handle.tip_y - HANDLE / 2.0,
                                    HANDLE_HIGH, HANDLE };
          }
        else
          {
            handle.tip_y -= above + 2;
            handle.hit = (DlRect) { handle.tip_x - HANDLE / 2.0, handle.tip_y - HANDLE_HIGH, HANDLE,
                                    HANDLE_HIGH };
          }
        func (&handle, data);
      }
}

void
dl_map_iso_minimum_size (const guint radix[DL_TORUS_N_DIMS], double *width, double *height)
{
  const double wide = radix[DL_X] + radix[DL_Z] - 1.0;

  *width = CLAMP (2 * READABLE * wide + LEFT + RIGHT, 360, 1600);
  *height = CLAMP (READABLE * (wide + 2.0 * radix[DL_Y]) + TOP + BOTTOM, 240, 1200);
}

const DlMapLayout dl_map_iso = {
  .outline_lines = TRUE,
  .place = iso_place,
  .free = iso_free,
  .link_rects = iso_link_rects,
  .link_lines = iso_link_lines,
  .node_rect = iso_node_rect,
  .step = iso_step,
  .first = iso_first,
  .position_at = iso_position_at,
  .foreach_handle = iso_foreach_handle,
  .draw_axes = iso_draw_axes,
  .draw_datelines = iso_draw_datelines,
};
