#include "dl-jobs-map.h"

#include "dl-label-map.h"
#include "dl-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Of a group without chassis, routers a row: as many as a chassis has blades. */
#define ROW      DL_CASCADE_BLADES
#define LABEL    13.0 /* a group's number, above it */
#define GAP_X    8.0
#define GAP_Y    4.0
#define MARGIN   2.0
#define CELL_MAX 10
#define CELL_MIN 2
#define CELL_GAP 5 /* from that size on, cells have a line between them */
#define NO_LABEL G_MAXUINT32

typedef struct
{
  guint columns, rows; /* of a group */
  gint cell;
  guint per_row; /* groups */
  double pitch_x, pitch_y;
  double height;
} Layout;

struct _DlJobsMap
{
  DlDragonfly *net;
  double width;
  Layout layout;
  DlLabelMap labels; /* nodes */
};

static void
place_of (const DlDragonfly *net, guint router, guint *column, guint *row)
{
  const DlRouterAt at = net->router[router];

  if (net->shape == DL_DRAGONFLY_GENERIC)
    {
      *column = at.blade % ROW;
      *row = at.blade / ROW;
      return;
    }
  *column = at.blade;
  *row = at.chassis;
}

static void
layout_with (const DlDragonfly *net, double width, gint cell, Layout *layout)
{
  const double block = (double) layout->columns * cell;

  layout->cell = cell;
  layout->pitch_x = block + GAP_X;
  layout->pitch_y = LABEL + (double) layout->rows * cell + GAP_Y;
  layout->per_row = MAX ((width - 2 * MARGIN + GAP_X) / layout->pitch_x, 1);
  layout->height = (net->n_groups + layout->per_row - 1) / layout->per_row * layout->pitch_y;
}

/* The largest cells with which it is at most @most high. */
static void
lay_out (const DlDragonfly *net, double width, double most, Layout *layout)
{
  gint cell = CELL_MAX;

  *layout = (Layout) { 0 };
  for (guint router = 0; router < net->n_routers; router++)
    {
      guint column, row;

      place_of (net, router, &column, &row);
      layout->columns = MAX (layout->columns, column + 1);
      layout->rows = MAX (layout->rows, row + 1);
    }
  do
    layout_with (net, width, cell, layout);
  while ((layout->height > most || layout->columns * cell > width - 2 * MARGIN)
         && --cell >= CELL_MIN);
}

static void
corner_of (const DlJobsMap *map, guint group, double *x, double *y)
{
  *x = MARGIN + group % map->layout.per_row * map->layout.pitch_x;
  *y = group / map->layout.per_row * map->layout.pitch_y + LABEL;
}

void
dl_jobs_map_rect (const DlJobsMap *map, guint router, DlRect *rect)
{
  guint column, row;
  double x, y;

  place_of (map->net, router, &column, &row);
  corner_of (map, map->net->router[router].group, &x, &y);
  *rect = (DlRect) { x + column * map->layout.cell, y + row * map->layout.cell, map->layout.cell,
                     map->layout.cell };
}

/* The nodes of a router in its cell, in rows that are about as many as columns. */
static void
label_router (DlJobsMap *map, guint router)
{
  const guint p = map->net->nodes_per_router;
  const guint columns = ceil (sqrt (p)), rows = (p + columns - 1) / columns;
  DlLabelMap *labels = &map->labels;
  DlRect rect;
  gint left, top, width, height;

  dl_jobs_map_rect (map, router, &rect);
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
        const guint node = y * rows / height * columns + x * columns / width;

        labels->labels[(gsize) (top + y) * labels->width + left + x]
            = router * p + MIN (node, p - 1);
      }
}

DlJobsMap *
dl_jobs_map_new (DlDragonfly *dragonfly, double width, double most, double scale)
{
  DlJobsMap *map = g_new0 (DlJobsMap, 1);

  map->net = dl_dragonfly_ref (dragonfly);
  map->width = width;
  lay_out (dragonfly, width, most, &map->layout);
  dl_label_map_init (&map->labels, width, map->layout.height, scale, NULL, NO_LABEL);
  for (guint router = 0; router < dragonfly->n_routers; router++)
    label_router (map, router);
  return map;
}

void
dl_jobs_map_free (DlJobsMap *map)
{
  if (map == NULL)
    return;
  dl_label_map_clear (&map->labels);
  dl_dragonfly_unref (map->net);
  g_free (map);
}

double
dl_jobs_map_width (const DlJobsMap *map)
{
  return map->width;
}

double
dl_jobs_map_height (const DlJobsMap *map)
{
  return map->layout.height;
}

double
dl_jobs_map_scale (const DlJobsMap *map)
{
  return map->labels.scale;
}

double
dl_jobs_map_measure (const DlDragonfly *dragonfly, double width, double most)
{
  Layout layout;

  lay_out (dragonfly, width, most, &layout);
  return layout.height;
}

/* What is where */

/* The router of @group at that place, or DL_NO_NODE. */
static guint
router_at (const DlJobsMap *map, guint group, gint column, gint row)
{
  if (column < 0 || column >= (gint) map->layout.columns || row < 0
      || row >= (gint) map->layout.rows)
    return DL_NO_NODE;
  return dl_dragonfly_router_at (map->net, map->net->shape == DL_DRAGONFLY_GENERIC
                                               ? (DlRouterAt) { group, 0, row * ROW + column }
                                               : (DlRouterAt) { group, row, column });
}

/* The same, or where there is none the next one before it: in its row, then in those above. */
static guint
router_before (const DlJobsMap *map, guint group, gint column, gint row)
{
  for (gint r = row; r >= 0; r--)
    for (gint c = column; c >= 0; c--)
      if (router_at (map, group, c, r) != DL_NO_NODE)
        return router_at (map, group, c, r);
  return map->net->group_first[group];
}

static double
distance (double at, double start, double extent)
{
  return at < start ? start - at : MAX (at - start - extent, 0);
}

guint
dl_jobs_map_nearest (const DlJobsMap *map, double x, double y)
{
  const DlDragonfly *net = map->net;
  const Layout *layout = &map->layout;
  const double width = (double) layout->columns * layout->cell;
  const double height = (double) layout->rows * layout->cell;
  double best = INFINITY, left, top;
  guint group = 0;

  for (guint g = 0; g < net->n_groups; g++)
    {
      double dx, dy;

      corner_of (map, g, &left, &top);
      dx = distance (x, left, width);
      dy = distance (y, top, height);
      if (dx * dx + dy * dy < best)
        {
          best = dx * dx + dy * dy;
          group = g;
        }
    }
  corner_of (map, group, &left, &top);
  return router_before (map, group, CLAMP ((x - left) / layout->cell, 0, layout->columns - 1),
                        CLAMP ((y - top) / layout->cell, 0, layout->rows - 1));
}

guint
dl_jobs_map_hit (const DlJobsMap *map, double x, double y)
{
  const guint router = dl_jobs_map_nearest (map, x, y);
  DlRect rect;

  dl_jobs_map_rect (map, router, &rect);
  return distance (x, rect.x, rect.width) > 0 || distance (y, rect.y, rect.height) > 0
                 || x == rect.x + rect.width || y == rect.y + rect.height
             ? DL_NO_NODE
             : router;
}

guint
dl_jobs_map_step (const DlJobsMap *map, guint router, gint dx, gint dy)
{
  const gint per_row = map->layout.per_row, n_groups = map->net->n_groups;
  const gint group = map->net->router[router].group;
  const gint to = group + dx + dy * per_row;
  guint column, row, next;

  place_of (map->net, router, &column, &row);
  next = router_at (map, group, (gint) column + dx, (gint) row + dy);
  if (next != DL_NO_NODE)
    return next;
  if (to < 0 || to >= n_groups || (dx != 0 && to / per_row != group / per_row))
    return router;
  if (dx != 0)
    return router_before (map, to, dx < 0 ? (gint) map->layout.columns - 1 : 0, row);
  return router_before (map, to, column, dy < 0 ? (gint) map->layout.rows - 1 : 0);
}

/* How it looks */

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

static void
draw_groups (const DlJobsMap *map, cairo_t *cr, const DlTheme *theme)
{
  dl_color_set (cr, &theme->muted);
  for (guint group = 0; group < map->net->n_groups; group++)
    {
      char name[16];
      double x, y;

      g_snprintf (name, sizeof name, "%u", map->net->group_name[group]);
      corner_of (map, group, &x, &y);
      dl_text_draw (cr, x, y - LABEL, name, DL_TEXT_SMALL, FALSE, DL_ALIGN_START,
                    map->layout.pitch_x);
    }
}

static void
draw_broken (const DlJobsMap *map, cairo_t *cr, const DlDragonfly *net, const DlTheme *theme)
{
  dl_color_set (cr, &theme->broken);
  cairo_set_line_width (cr, 1);
  for (guint router = 0; router < net->n_routers; router++)
    {
      DlRect rect;

      if (net->router_up[router])
        continue;
      dl_jobs_map_rect (map, router, &rect);
      cairo_move_to (cr, rect.x, rect.y);
      cairo_line_to (cr, rect.x + rect.width - 1, rect.y + rect.height - 1);
      cairo_move_to (cr, rect.x + rect.width - 1, rect.y);
      cairo_line_to (cr, rect.x, rect.y + rect.height - 1);
    }
  cairo_stroke (cr);
}

static void
draw_frame (const DlJobsMap *map, cairo_t *cr, guint router, double width, const DlColor *color)
{
  const double gap = map->layout.cell >= CELL_GAP ? 1 : 0;
  DlRect rect;

  dl_jobs_map_rect (map, router, &rect);
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
  draw_groups (map, cr, theme);
  draw_broken (map, cr, look->dragonfly, theme);
  if (look->hovered != DL_NO_NODE)
    draw_frame (map, cr, look->hovered, 1, &theme->foreground);
  if (look->cursor != DL_NO_NODE && look->focused)
    draw_frame (map, cr, look->cursor, 2, &theme->accent);
}

const char *
dl_jobs_title (const DlJobs *jobs, guint job)
{
  const char *name = jobs->jobs[job].name;

  return strcmp (name, "all") == 0 ? _ ("all") : name;
}
