/* Places of boxes and bundles of a map by levels, and hit tests. */
#include "dl-levels-map.h"

#include "dl-levels-map-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <stdlib.h>

/* Straight lines into an image, many of them: a tenth of the time that cairo takes for its own
 * strokes, which are for curves, dashes and paper. */

static void
blend (guint32 *pixel, guint32 rgb, double coverage)
{
  const guint32 share = MIN (coverage, 1) * 256 + 0.5, rest = 256 - share;
  const guint32 two = (*pixel & 0xff00ff) * rest + (rgb & 0xff00ff) * share;
  const guint32 green = (*pixel & 0x00ff00) * rest + (rgb & 0x00ff00) * share;

  *pixel = DL_OPAQUE | (two >> 8 & 0xff00ff) | (green >> 8 & 0x00ff00);
}

/* Part between @from and @to of a row or column of @n pixels, @stride apart. */
static void
blend_span (guint32 *pixels, gint n, gsize stride, double from, double to, guint32 rgb)
{
  const gint first = MAX (floor (MAX (from, 0)), 0), end = MIN (ceil (MIN (to, n)), n);

  for (gint i = first; i < end; i++)
    {
      const double coverage = fmin (i + 1, to) - fmax (i, from);

      if (coverage > 0)
        blend (&pixels[i * stride], rgb, coverage);
    }
}

/* @a, @b: along the direction in which the line is longer, of @n lines of pixels @stride apart;
 * @c, @d: across it, of @n_across pixels @stride_across apart. */
static void
raster (guint32 *pixels, gint n, gsize stride, gint n_across, gsize stride_across, double a,
        double c, double b, double d, double width, guint32 rgb)
{
  if (a > b)
    {
      const double a_before = a, c_before = c;

      a = b;
      c = d;
      b = a_before;
      d = c_before;
    }
  const double slope = b > a ? (d - c) / (b - a) : 0;
  const double half = width / 2 * sqrt (1 + slope * slope);
  const gint first = CLAMP (floor (a + 0.5), 0, n), end = CLAMP (floor (b + 0.5), 0, n);

  for (gint i = first; i < end; i++)
    {
      const double middle = c + (i + 0.5 - a) * slope;

      blend_span (pixels + i * stride, n_across, stride_across, middle - half, middle + half, rgb);
    }
}

void
dl_levels_raster_line (cairo_surface_t *image, double x0, double y0, double x1, double y1,
                       double width, const DlColor *color)
{
  const gint columns = cairo_image_surface_get_width (image);
  const gint rows = cairo_image_surface_get_height (image);
  const gsize stride = cairo_image_surface_get_stride (image) / sizeof (guint32);
  guint32 *pixels = (guint32 *) cairo_image_surface_get_data (image);
  const guint32 rgb = dl_color_rgb (color);

  if (fabs (y1 - y0) >= fabs (x1 - x0))
    raster (pixels, rows, stride, columns, 1, y0, x0, y1, x1, width, rgb);
  else
    raster (pixels, columns, 1, rows, stride, x0, y0, x1, y1, width, rgb);
}

/* Smaller maps (thumbnails) have no words. */
#define BARE_WIDTH   260
#define BARE_HEIGHT  150
#define MARGIN       10
#define AXIS_GAP     10
#define BOX_HEIGHT   36.0 /* two lines */
#define HOST_HEIGHT  20.0 /* one */
#define CLOSED_SHARE 8.0  /* ports that a folded block of machines is as wide as, at most */
#define MACHINE_GAP  1.6  /* of a port's width, between machines */
#define LEAST_GAP    26.0 /* between rows */
#define MOST_WIDTH   132.0
#define MOST_ARCS    48 /* above the first row, */
#define FEW_ARCS     12 /* and between others */
#define MOST_LINE    4.5
#define MANY_LINES   64 /* between two rows: not wider than */
#define THIN_LINE    2.0
#define NEAR         5.0 /* of a line, for the pointer */

/* Titles --------------------------------------------------------------------------------------- */

char *
dl_fabric_row_title (const DlFabricRows *rows, guint row)
{
  if (row == rows->n_rows)
    return g_strdup (rows->n_machines > 0 ? _ ("Machines") : _ ("Hosts"));
  if (rows->by_hosts)
    return g_strdup_printf (_ ("Level %u"), rows->n_rows - row);
  if (row == 0)
    return g_strdup (_ ("Root"));
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u hop", "%u hops", row), row);
}

static double
axis_width (const DlLevelsMap *map)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cr = cairo_create (surface);
  double most = 0;

  for (guint row = 0; row < map->n_rows; row++)
    {
      g_autofree char *title = dl_fabric_row_title (map->rows, row);

      most = MAX (most, dl_chart_text_width (cr, title, DL_TEXT_SMALL, TRUE));
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return ceil (most) + AXIS_GAP;
}

/* Boxes ---------------------------------------------------------------------------------------- */

/* Boxes of hosts below the @i-th box of the last row of switches: they have its switches'. */
static guint
count_below (const DlLevelsMap *map, guint i, guint *host)
{
  const DlFabricRows *rows = map->rows;
  const DlFabricBox *box = &map->layout->boxes[i];
  const guint end = rows->host_first[box->first + box->n];
  guint n = 0;

  while (*host < map->layout->n_boxes && map->layout->boxes[*host].first < end)
    {
      ++*host;
      n++;
    }
  return n;
}

static void
place_box (DlLevelsMap *map, guint i, double x, double slot, double y, double height)
{
  const double gap = CLAMP (slot * 0.16, MIN (1.5, slot * 0.3), 14);
  const double width = MIN (slot - gap, MOST_WIDTH);

  map->box[i] = (DlRect) { x + (slot - width) / 2, y, width, height };
}

static void
place_row (DlLevelsMap *map, guint row, double left, double right, double y, double height)
{
  const guint first = map->layout->row_first[row], end = map->layout->row_first[row + 1];
  const double slot = (right - left) / MAX (1, end - first);

  if (map->layout->boxes[first].fold == dl_fabric_rows_top (map->rows))
    {
      /* The width of the row below: its cables are vertical. */
      map->box[first] = (DlRect) { left, y, right - left, height };
      return;
    }
  for (guint i = first; i < end; i++)
    place_box (map, i, left + (i - first) * slot, slot, y, height);
}

/* The last row of switches with their hosts below them: as wide as these need. */
static void
place_leaves (DlLevelsMap *map, double left, double right, double y, double height, double y_hosts,
              double host_height)
{
  const guint last = map->rows->n_rows - 1;
  const guint first = map->layout->row_first[last], end = map->layout->row_first[last + 1];
  guint n_slots = 0, at = 0, host = end;

  for (guint i = first; i < end; i++)
    {
      const guint n = count_below (map, i, &host);

      n_slots += MAX (1, n);
    }
  const double slot = (right - left) / MAX (1, n_slots);

  host = end;
  for (guint i = first; i < end; i++)
    {
      const guint from = host, n = count_below (map, i, &host);

      for (guint h = 0; h < n; h++)
        place_box (map, from + h, left + (at + h) * slot, slot, y_hosts, host_height);
      place_box (map, i, left + at * slot, slot * MAX (1, n), y, height);
      at += MAX (1, n);
    }
}

static gboolean
begins_machine (const DlLevelsMap *map, guint box)
{
  const guint first = map->layout->boxes[box].first;

  return map->rows->machine_first[dl_fabric_rows_machine (map->rows, first)] == first;
}

static double
ports_wide (const DlFabricBox *box)
{
  return box->n > 1 ? MIN (box->n, CLOSED_SHARE) : 1;
}

/* The ports of a machine side by side, with a gap before the next one. */
static void
place_machines (DlLevelsMap *map, double left, double right, double y, double height)
{
  const DlFabricLayout *layout = map->layout;
  const guint first = layout->row_first[map->rows->n_rows];
  double total = 0, x = left;

  for (guint i = first; i < layout->n_boxes; i++)
    total += ports_wide (&layout->boxes[i]) + (i > first && begins_machine (map, i)) * MACHINE_GAP;
  const double each = (right - left) / MAX (total, 1);

  for (guint i = first; i < layout->n_boxes; i++)
    {
      const double width = ports_wide (&layout->boxes[i]) * each;

      if (i > first && begins_machine (map, i))
        x += MACHINE_GAP * each;
      if (layout->boxes[i].n > 1)
        place_box (map, i, x, width, y, height);
      else
        map->box[i] = (DlRect) { x, y, MIN (width, MOST_WIDTH), height };
      x += width;
    }
}

/* Are there arcs above the first row? */
static gboolean
has_arcs_on_top (const DlLevelsMap *map)
{
  const DlFabricLayout *layout = map->layout;
  guint n = 0;

  for (guint i = 0; i < layout->n_bundles; i++)
    n += layout->bundles[i].a != layout->bundles[i].b
         && layout->bundles[i].b < layout->row_first[1];
  return n > 0 && n <= MOST_ARCS;
}

static void
place_boxes (DlLevelsMap *map)
{
  const guint n = map->n_rows, n_switches = map->rows->n_rows;
  const gboolean hosts = n > n_switches;
  const double margin = map->bare ? 3 : MARGIN;
  const double top = has_arcs_on_top (map) ? margin + CLAMP (map->height * 0.16, 8, 110) : margin;
  const double room = map->height - top - margin;
  const double gaps = n > 1 ? n - 1 : 0;
  /* The height of two lines, if that leaves enough of it for cables. */
  double height = map->bare ? 8 : BOX_HEIGHT, host_height = map->bare ? 5 : HOST_HEIGHT;
  const double most = (room - gaps * LEAST_GAP) / (n_switches + (hosts ? 0.6 : 0));
  const double names = map->bare || map->rows->n_machines == 0 ? 0 : DL_LEVELS_MACHINE_NAME;
  double y = top, gap;

  if (height > most)
    {
      height = CLAMP (most, 3, height);
      host_height = MIN (host_height, MAX (height * 0.6, 3));
    }
  gap = gaps > 0 ? MAX (1, (room - n_switches * height - hosts * (host_height + names)) / gaps) : 0;
  if (gaps == 0)
    y = top + MAX (0, (room - height) / 2);
  const double left = map->axis + margin, right = MAX (map->width - margin, left + 1);

  for (guint row = 0; row < n_switches; row++)
    {
      if (hosts && row + 1 == n_switches && map->rows->n_machines > 0)
        {
          place_row (map, row, left, right, y, height);
          place_machines (map, left, right, y + height + gap, host_height);
        }
      else if (hosts && row + 1 == n_switches)
        place_leaves (map, left, right, y, height, y + height + gap, host_height);
      else
        place_row (map, row, left, right, y, height);
      y += height + gap;
    }
}

/* Lines ---------------------------------------------------------------------------------------- */

/* The end of a bundle at an edge of a box. */
typedef struct
{
  guint box, bundle;
  gboolean top;  /* of the box */
  gboolean at_b; /* the bundle's b */
  double far;    /* x of where it goes */
} Port;

static int
compare_ports (gconstpointer a, gconstpointer b)
{
  const Port *x = a, *y = b;

  if (x->box != y->box)
    return x->box < y->box ? -1 : 1;
  if (x->top != y->top)
    return x->top ? -1 : 1;
  if (x->far != y->far)
    return x->far < y->far ? -1 : 1;
  return x->bundle < y->bundle ? -1 : 1;
}

static double
middle_of (const DlRect *box)
{
  return box->x + box->width / 2;
}

static void
shape_lines (DlLevelsMap *map)
{
  const DlFabricLayout *layout = map->layout;
  g_autofree guint *arcs = g_new0 (guint, map->n_rows + 1);

  for (guint i = 0; i < layout->n_bundles; i++)
    {
      const DlFabricBundle *bundle = &layout->bundles[i];

      if (bundle->a != bundle->b && layout->boxes[bundle->a].row == layout->boxes[bundle->b].row)
        arcs[layout->boxes[bundle->a].row]++;
    }
  for (guint i = 0; i < layout->n_bundles; i++)
    {
      const DlFabricBundle *bundle = &layout->bundles[i];
      const guint row = layout->boxes[bundle->a].row;
      DlLevelsLine *line = &map->line[i];

      line->shape = bundle->a == bundle->b                           ? DL_LEVELS_HIDDEN
                    : row != layout->boxes[bundle->b].row            ? DL_LEVELS_LINE
                    : arcs[row] <= (row == 0 ? MOST_ARCS : FEW_ARCS) ? DL_LEVELS_ARC
                                                                     : DL_LEVELS_HIDDEN;
      if (line->shape == DL_LEVELS_HIDDEN)
        map->covers[bundle->a] = map->covers[bundle->b] = TRUE;
      else
        map->row_lines[row]++;
    }
}

/* Width by the number of cables, as far as there is room at both ends. */
static void
widen_line (const DlFabricBundle *bundle, DlLevelsLine *line, double room, double most)
{
  const guint n[2] = { bundle->n_there, bundle->n_back };
  const gboolean both = n[0] > 0 && n[1] > 0;

  for (guint i = 0; i < 2; i++)
    {
      const double full = MIN (1.25 + 0.55 * log2 (MAX (1, n[i])), most);

      line->width[i] = n[i] == 0 ? 0 : CLAMP (full, 0.75, MAX (0.75, both ? room / 2 - 1 : room));
    }
  line->apart = both ? (line->width[0] + line->width[1]) / 4 + CLAMP (room / 8, 0.4, 1.25) : 0;
}

/* Each edge of a box has its lines side by side, in the order of where they go. */
static void
place_lines (DlLevelsMap *map)
{
  const DlFabricLayout *layout = map->layout;
  g_autoptr (GArray) ports = g_array_new (FALSE, FALSE, sizeof (Port));
  double *room = map->room;

  shape_lines (map);
  for (guint i = 0; i < layout->n_bundles; i++)
    {
      const DlFabricBundle *bundle = &layout->bundles[i];
      const DlRect *a = &map->box[bundle->a], *b = &map->box[bundle->b];
      const gboolean arc = map->line[i].shape == DL_LEVELS_ARC;
      const Port port_a = { bundle->a, i, arc, FALSE, middle_of (b) };
      const Port port_b = { bundle->b, i, TRUE, TRUE, middle_of (a) };

      room[i] = INFINITY;
      if (map->line[i].shape == DL_LEVELS_HIDDEN)
        {
          map->line[i].x0 = middle_of (a);
          map->line[i].y0 = a->y;
          map->line[i].x1 = middle_of (b);
          map->line[i].y1 = b->y;
          continue;
        }
      g_array_append_val (ports, port_a);
      g_array_append_val (ports, port_b);
    }
  g_array_sort (ports, compare_ports);
  for (guint i = 0, end; i < ports->len; i = end)
    {
      const Port *first = &g_array_index (ports, Port, i);
      const DlRect *box = &map->box[first->box];

      for (end = i + 1; end < ports->len && first[end - i].box == first->box
                        && first[end - i].top == first->top;)
        end++;
      const double each = box->width / (end - i);

      for (guint k = i; k < end; k++)
        {
          const Port *port = &g_array_index (ports, Port, k);
          DlLevelsLine *line = &map->line[port->bundle];
          const double x = box->x + (k - i + 0.5) * each;
          const double y = port->top ? box->y : dl_rect_bottom (*box);

          room[port->bundle] = fmin (room[port->bundle], each);
          *(port->at_b ? &line->x1 : &line->x0) = x;
          *(port->at_b ? &line->y1 : &line->y0) = y;
        }
    }
  for (guint i = 0; i < layout->n_bundles; i++)
    {
      DlLevelsLine *line = &map->line[i];

      const guint row = layout->boxes[layout->bundles[i].a].row;

      widen_line (&layout->bundles[i], line, isfinite (room[i]) ? room[i] : 8,
                  map->row_lines[row] > MANY_LINES ? THIN_LINE : MOST_LINE);
      if (line->shape != DL_LEVELS_LINE)
        line->rise = MIN (14 + fabs (line->x1 - line->x0) * 0.16, 120);
    }
}

DlLevelsMap *
dl_levels_map_new (const DlFabricRows *rows, const guint8 *open, const DlLevelsMapOptions *options)
{
  DlLevelsMap *map = g_new0 (DlLevelsMap, 1);
  const double labels = options->label_scale, by = dl_map_zoom_by (&options->zoom);

  map->rows = rows;
  map->options = *options;
  map->layout = dl_fabric_layout_new (rows, open);
  const double width = options->width / labels, height = options->height / labels;

  map->width = width * by;
  map->height = height * by;
  map->window = (DlRect) { by > 1 ? CLAMP (options->zoom.x / labels, 0, map->width - width) : 0,
                           by > 1 ? CLAMP (options->zoom.y / labels, 0, map->height - height) : 0,
                           width, height };
  map->bare = width < BARE_WIDTH || height < BARE_HEIGHT;
  map->n_rows = rows->n_rows + (rows->by_hosts && rows->host_first[rows->fabric->n_switches] > 0);
  map->axis = map->bare ? 0 : axis_width (map);
  map->box = g_new0 (DlRect, MAX (1, map->layout->n_boxes));
  map->line = g_new0 (DlLevelsLine, MAX (1, map->layout->n_bundles));
  map->covers = g_new0 (guint8, MAX (1, map->layout->n_boxes));
  map->room = g_new (double, MAX (1, map->layout->n_bundles));
  map->names = g_new0 (DlLevelsNames, 1);
  map->row_lines = g_new0 (guint, map->n_rows + 1);
  place_boxes (map);
  place_lines (map);
  return map;
}

void
dl_levels_map_free (DlLevelsMap *map)
{
  if (map == NULL)
    return;
  dl_fabric_layout_free (map->layout);
  g_free (map->box);
  g_free (map->line);
  g_free (map->covers);
  g_free (map->room);
  g_free (map->row_lines);
  g_clear_pointer (&map->names->image, cairo_surface_destroy);
  g_free (map->names);
  g_free (map);
}

const DlLevelsMapOptions *
dl_levels_map_options (const DlLevelsMap *map)
{
  return &map->options;
}

const DlFabricLayout *
dl_levels_map_layout (const DlLevelsMap *map)
{
  return map->layout;
}

/* Points --------------------------------------------------------------------------------------- */

gboolean
dl_levels_has_line (const DlLevelsMap *map, guint bundle, gboolean back)
{
  return map->line[bundle].shape != DL_LEVELS_HIDDEN && map->line[bundle].width[back != FALSE] > 0;
}

/* The ends of a direction's line, and the rise of an arc. Packets keep to the right: of two arcs to
 * the right the lower one. */
static DlLevelsLine
shifted (const DlLevelsMap *map, guint bundle, gboolean back)
{
  DlLevelsLine line = map->line[bundle];
  const double by = back ? line.apart : -line.apart;

  if (line.shape == DL_LEVELS_LINE)
    {
      line.x0 += by;
      line.x1 += by;
      return line;
    }
  const double outwards = line.x0 < line.x1 ? by : -by;

  line.x0 -= outwards;
  line.x1 += outwards;
  line.rise += by;
  return line;
}

gboolean
dl_levels_ends (const DlLevelsMap *map, guint bundle, gboolean back, DlLevelsLine *line)
{
  *line = shifted (map, bundle, back);
  return line->shape == DL_LEVELS_LINE;
}

void
dl_levels_add_line (const DlLevelsMap *map, cairo_t *cr, guint bundle, gboolean back)
{
  const DlLevelsLine line = shifted (map, bundle, back);

  cairo_move_to (cr, line.x0, line.y0);
  if (line.shape == DL_LEVELS_LINE)
    cairo_line_to (cr, line.x1, line.y1);
  else
    cairo_curve_to (cr, line.x0, line.y0 - line.rise, line.x1, line.y1 - line.rise, line.x1,
                    line.y1);
}

void
dl_levels_point (const DlLevelsMap *map, guint bundle, gboolean back, double t, double *x,
                 double *y)
{
  const DlLevelsLine line = shifted (map, bundle, back);
  const double u = 1 - t;

  if (line.shape == DL_LEVELS_LINE)
    {
      *x = line.x0 * u + line.x1 * t;
      *y = line.y0 * u + line.y1 * t;
      return;
    }
  /* A cubic Bezier curve whose middle points are above its ends. */
  *x = line.x0 * (u * u * u + 3 * u * u * t) + line.x1 * (3 * u * t * t + t * t * t);
  *y = line.y0 * (u * u * u + 3 * u * u * t) + line.y1 * (3 * u * t * t + t * t * t)
       - line.rise * 3 * u * t;
}

static double
distance_to_segment (double x, double y, double x0, double y0, double x1, double y1)
{
  const double dx = x1 - x0, dy = y1 - y0, length = dx * dx + dy * dy;
  const double t = length > 0 ? CLAMP (((x - x0) * dx + (y - y0) * dy) / length, 0, 1) : 0;

  return hypot (x - x0 - t * dx, y - y0 - t * dy);
}

static double
distance_to_line (const DlLevelsMap *map, guint bundle, gboolean back, double x, double y)
{
  const guint pieces = map->line[bundle].shape == DL_LEVELS_LINE ? 1 : 16;
  double best = INFINITY, x0, y0, x1, y1;

  dl_levels_point (map, bundle, back, 0, &x0, &y0);
  for (guint i = 1; i <= pieces; i++, x0 = x1, y0 = y1)
    {
      dl_levels_point (map, bundle, back, (double) i / pieces, &x1, &y1);
      best = fmin (best, distance_to_segment (x, y, x0, y0, x1, y1));
    }
  return best - map->line[bundle].width[back] / 2;
}

DlLevelsHit
dl_levels_map_hit (const DlLevelsMap *map, double x, double y)
{
  const double labels = map->options.label_scale;
  DlLevelsHit hit = { DL_LEVELS_NOTHING, 0, FALSE };
  double best = NEAR;

  if (!(x >= 0 && y >= 0 && x < map->options.width && y < map->options.height))
    return hit;
  x = x / labels + map->window.x;
  y = y / labels + map->window.y;
  for (guint i = 0; i < map->layout->n_boxes; i++)
    if (dl_rect_holds (map->box[i], x, y))
      return (DlLevelsHit) { DL_LEVELS_BOX, i, FALSE };
  for (guint i = 0; i < map->layout->n_bundles; i++)
    for (guint back = 0; back < 2; back++)
      if (dl_levels_has_line (map, i, back))
        {
          const double distance = distance_to_line (map, i, back, x, y);

          if (distance < best)
            {
              best = distance;
              hit = (DlLevelsHit) { DL_LEVELS_BUNDLE, i, back };
            }
        }
  return hit;
}

gboolean
dl_levels_map_rect (const DlLevelsMap *map, DlLevelsHit hit, DlRect *rect)
{
  const double labels = map->options.label_scale;
  DlRect at;

  if (hit.kind == DL_LEVELS_NOTHING)
    return FALSE;
  if (hit.kind == DL_LEVELS_BOX)
    at = map->box[hit.index];
  else if (map->line[hit.index].shape == DL_LEVELS_HIDDEN)
    at = map->box[map->layout->bundles[hit.index].a];
  else
    {
      dl_levels_point (map, hit.index, hit.back, 0.5, &at.x, &at.y);
      at = (DlRect) { at.x - 5, at.y - 5, 10, 10 };
    }
  *rect = (DlRect) { (at.x - map->window.x) * labels, (at.y - map->window.y) * labels,
                     at.width * labels, at.height * labels };
  return TRUE;
}
