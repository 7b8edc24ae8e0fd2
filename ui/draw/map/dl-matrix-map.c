#include "dl-matrix-map.h"

#include "dl-chart-private.h"
#include "dl-label-map.h"
#include "dl-map-marks.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Units. */
#define VALUES_LINE 15  /* of text */
#define LEAST_LINE  13  /* height that its digits need */
#define ASIDE       5   /* of a number to both edges together */
#define CORNER      8   /* of a mark at least */
#define CORNER_MOST 30  /* and at most */
#define CORNER_PART 0.3 /* of its cell */
#define CORNER_FREE 7.5 /* beside or above a number with a mark */

struct _DlCellValues
{
  const DlScale *scale;
  cairo_t *cr;
  DlNumbers *ink[2]; /* black, white */
};

/* "0.27", "12.5", "2,880" */
static char *
value_text (const DlScale *scale, double value)
{
  const double most = MAX (fabs (scale->min), fabs (scale->max));
  const char *sign = value < 0 ? "−" : "";
  const double size = fabs (value);

  if (most <= 1)
    {
      /* Cells are narrow: ".27". */
      g_autofree char *text = g_strdup_printf ("%.2f", size);
      return g_strconcat (sign, g_str_has_prefix (text, "0.") ? text + 1 : text, NULL);
    }
  return g_strdup_printf ("%s%'.*f", sign, most <= 10 ? 1 : 0, size);
}

static double
text_width (const DlScale *scale)
{
  const double most = MAX (fabs (scale->min), fabs (scale->max));
  g_autofree char *text = value_text (scale, most <= 1 ? 0.88 : most);

  return g_utf8_strlen (text, -1) * DL_DIGIT_WIDTH * 0.85
         + (scale->is_difference ? DL_DIGIT_WIDTH : 0);
}

gboolean
dl_cell_values_fit (const DlScale *scale, const DlRect *cell)
{
  if (scale->kind == DL_SCALE_CRITICAL)
    return FALSE;
  return cell->height >= LEAST_LINE && cell->width >= text_width (scale) + ASIDE;
}

gboolean
dl_cell_values_corner (const DlScale *scale, const DlRect *cell, DlRect *corner)
{
  const double aside = (cell->width - text_width (scale)) / 2,
               above = (cell->height - VALUES_LINE) / 2;
  const double side = CLAMP (MIN (cell->width, cell->height) * CORNER_PART, CORNER, CORNER_MOST);

  if (!dl_cell_values_fit (scale, cell) || MAX (aside, above) < CORNER_FREE)
    return FALSE;
  *corner = (DlRect) { dl_rect_right (*cell) - side - 1, cell->y + 1, side, side };
  return TRUE;
}

DlCellValues *
dl_cell_values_new (cairo_t *cr, const DlScale *scale, double width, double height)
{
  DlCellValues *self;

  if (!dl_cell_values_fit (scale, &(DlRect) { 0, 0, width, height }))
    return NULL;
  self = g_new (DlCellValues, 1);
  *self = (DlCellValues) { scale, cr, { dl_numbers_new (cr, FALSE), dl_numbers_new (cr, FALSE) } };
  return self;
}

void
dl_cell_values_free (DlCellValues *self)
{
  if (self == NULL)
    return;
  dl_numbers_free (self->ink[0]);
  dl_numbers_free (self->ink[1]);
  g_free (self);
}

void
dl_cell_values_add (DlCellValues *self, const DlRect *cell, double value)
{
  if (!isfinite (value))
    return;
  const DlColor fill = dl_chart_scale_color (self->scale, value);
  const DlColor ink = dl_chart_ink (&fill);
  g_autofree char *text = value_text (self->scale, value);

  dl_numbers_add (self->ink[ink.r > 0.5], cell->x + cell->width / 2,
                  cell->y + (cell->height - VALUES_LINE) / 2, text, DL_ALIGN_CENTER);
}

void
dl_cell_values_draw (DlCellValues *self)
{
  for (guint white = 0; white < 2; white++)
    {
      cairo_set_source_rgb (self->cr, white, white, white);
      dl_numbers_draw (self->ink[white]);
    }
}

/* Smaller maps (thumbnails) are cells alone. */
#define BARE_WIDTH  260
#define BARE_HEIGHT 150
#define LINE        15
#define CAPTION     20 /* "from router" on its side */
#define NUMBER_ROOM 13 /* height of a row's number */
#define MAX_CELL    64
#define MOST_ROWS   1500 /* of cells, however large they are */

#define NO_CELL G_MAXUINT32

struct _DlMatrixMap
{
  DlMatrixMapOptions options;
  double width, height; /* of the whole map, in units of the layout: those of the options less
                           label_scale */
  gboolean bare;
  DlLabelMap dense; /* labels below n x n are cells, row by row */
  guint n_routers, n_links;
  guint block;         /* routers a row, and a column */
  guint n;             /* rows, and columns */
  guint32 *cell;       /* (n_links) NO_CELL */
  guint32 *first_link; /* (n x n) of the cell; DL_NO_LINK */
  gint x, y, side;     /* of all cells, device pixels */
  gint gap;
  double number_width; /* units */
  guint32 *rank;       /* (n_routers) NULL: by number */
  DlMatrixBand *bands; /* (n_bands) */
  guint n_bands;
  char *from, *to;
};

/* Layout --------------------------------------------------------------------------------------- */

static gint
px (const DlMatrixMap *map, double value)
{
  return dl_label_map_px (&map->dense, value);
}

/* Width of row names: numbers, or the titles of bands. */
static double
measure_numbers (const DlMatrixMap *map)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cr = cairo_create (surface);
  g_autofree char *widest = g_strdup_printf ("%u", map->n_routers - 1);
  double width = 0, height, most = 0;

  if (map->rank == NULL)
    dl_text_measure (cr, widest, DL_TEXT_SMALL, FALSE, &width, &height);
  for (guint i = 0; i < map->n_bands; i++)
    {
      dl_text_measure (cr, map->bands[i].title, DL_TEXT_SMALL, FALSE, &most, &height);
      width = MAX (width, most);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return ceil (width);
}

/* Place a square of cells, as large as there is room for, in the middle of the rest. */
static void
place_cells (DlMatrixMap *map)
{
  const gint margin = px (map, map->bare ? 2 : DL_MAP_MARGIN);
  gint left = margin, top = margin, room;

  if (!map->bare)
    {
      map->number_width = measure_numbers (map);
      left += px (map, CAPTION + map->number_width + DL_MAP_NUMBER_GAP);
      top += px (map, 2 * LINE + 2);
    }
  room = MAX (1, MIN (map->dense.whole_width - left, map->dense.whole_height - top) - margin);
  map->block = (map->n_routers + room - 1) / room;
  map->block = MAX (map->block, (map->n_routers + MOST_ROWS - 1) / MOST_ROWS);
  map->n = (map->n_routers + map->block - 1) / map->block;
  room = MIN (room, (gint) map->n * px (map, MAX_CELL * map->dense.zoom));
  /* Small cells are not of one size: whole pixels would leave half of the room. */
  map->side = room / (gint) map->n >= px (map, DL_MAP_CELL_GAP_FROM)
                  ? room / (gint) map->n * (gint) map->n
                  : MAX (room, (gint) map->n);
  map->x = left + MAX (0, map->dense.whole_width - left - margin - map->side) / 2;
  map->y = top + MAX (0, map->dense.whole_height - top - margin - map->side) / 2;
  map->gap = map->side / (gint) map->n >= px (map, DL_MAP_CELL_GAP_FROM) ? MAX (px (map, 1), 1) : 0;
}

static void
label_cells (DlMatrixMap *map)
{
  gint left = map->x, right = map->x + map->side, top = map->y, bottom = map->y + map->side;
  g_autofree guint32 *column = g_new (guint32, map->side); /* NO_CELL in the gaps */

  for (gint i = 0; i < map->side; i++)
    {
      const guint at = dl_map_index (map->side, map->n, i);

      column[i] = i < dl_map_edge (map->side, map->n, at + 1) - map->gap ? at : NO_CELL;
    }
  dl_label_map_clip_x (&map->dense, &left, &right);
  dl_label_map_clip_y (&map->dense, &top, &bottom);
  for (gint y = top; y < bottom; y++)
    for (gint x = left; x < right; x++)
      if (column[x - map->x] != NO_CELL && column[y - map->y] != NO_CELL)
        *dl_label_map_pixel (&map->dense, x, y) = column[y - map->y] * map->n + column[x - map->x];
}

static void
assign_links (DlMatrixMap *map, const DlGraph *graph)
{
  const gsize n_cells = (gsize) map->n * map->n;

  map->cell = g_new (guint32, MAX (1, map->n_links));
  map->first_link = g_new (guint32, n_cells);
  for (gsize i = 0; i < n_cells; i++)
    map->first_link[i] = DL_NO_LINK;
  for (guint link = map->n_links; link-- > 0;)
    {
      const guint near = graph->link_from[link], far = graph->link_to[link];
      /* Links of a router's own nodes are on the diagonal. */
      guint from = near != DL_NO_NODE ? near : far, to = far != DL_NO_NODE ? far : near;

      map->cell[link] = NO_CELL;
      if (from == DL_NO_NODE || to == DL_NO_NODE)
        continue;
      if (map->rank != NULL)
        {
          from = map->rank[from];
          to = map->rank[to];
        }
      map->cell[link] = from / map->block * map->n + to / map->block;
      map->first_link[map->cell[link]] = link;
    }
}

static void
copy_order (DlMatrixMap *map, const DlMatrixOrder *order)
{
  map->from = g_strdup (order != NULL ? order->from : _ ("from router"));
  map->to = g_strdup (order != NULL ? order->to : _ ("to router"));
  if (order == NULL)
    return;
  map->rank = g_new (guint32, MAX (1, map->n_routers));
  for (guint i = 0; i < map->n_routers; i++)
    map->rank[order->routers[i]] = i;
  map->n_bands = order->n_bands;
  map->bands = g_new0 (DlMatrixBand, MAX (1, order->n_bands));
  for (guint i = 0; i < order->n_bands; i++)
    map->bands[i] = (DlMatrixBand) { order->bands[i].first, g_strdup (order->bands[i].title),
                                     g_strdup (order->bands[i].brief) };
}

DlMatrixMap *
dl_matrix_map_new (const DlGraph *graph, const DlMatrixMapOptions *options,
                   const DlMatrixOrder *order)
{
  DlMatrixMap *map = g_new0 (DlMatrixMap, 1);
  const double labels = options->label_scale;

  map->options = *options;
  const DlMapZoom zoom = { options->zoom.by, options->zoom.x / labels, options->zoom.y / labels };

  map->width = options->width / labels;
  map->height = options->height / labels;
  map->bare = map->width < BARE_WIDTH || map->height < BARE_HEIGHT;
  map->n_routers = graph->n_routers;
  map->n_links = graph->n_links;
  copy_order (map, order);
  dl_label_map_init (&map->dense, map->width, map->height, options->scale * labels, &zoom,
                     G_MAXUINT32);
  map->width *= map->dense.zoom;
  map->height *= map->dense.zoom;
  place_cells (map);
  label_cells (map);
  assign_links (map, graph);
  /* Pixels without a cell: one label after all. */
  for (gsize i = 0; i < (gsize) map->dense.width * map->dense.height; i++)
    map->dense.labels[i] = MIN (map->dense.labels[i], map->n * map->n);
  return map;
}

void
dl_matrix_map_free (DlMatrixMap *map)
{
  if (map == NULL)
    return;
  dl_label_map_clear (&map->dense);
  g_free (map->cell);
  g_free (map->first_link);
  g_free (map->rank);
  for (guint i = 0; i < map->n_bands; i++)
    {
      g_free (map->bands[i].title);
      g_free (map->bands[i].brief);
    }
  g_free (map->bands);
  g_free (map->from);
  g_free (map->to);
  g_free (map);
}

/* Places --------------------------------------------------------------------------------------- */

static gboolean
has_cell (const DlMatrixMap *map, DlPlace place)
{
  return place.kind == DL_PLACE_LINK && place.a < map->n_links && map->cell[place.a] != NO_CELL;
}

static DlRect
cell_rect (const DlMatrixMap *map, guint32 cell)
{
  const double size = (double) map->side / map->n / map->dense.scale;
  const double gap = map->gap / map->dense.scale;

  return (DlRect) { map->x / map->dense.scale + cell % map->n * size,
                    map->y / map->dense.scale + cell / map->n * size, size - gap, size - gap };
}

/* Area in the window, in units of the layout. */
static DlRect
window_of (const DlMatrixMap *map)
{
  const DlLabelMap *dense = &map->dense;

  return (DlRect) { dense->left / dense->scale, dense->top / dense->scale, map->width / dense->zoom,
                    map->height / dense->zoom };
}

DlPlace
dl_matrix_map_hit (const DlMatrixMap *map, double x, double y)
{
  const double scale = map->options.scale;
  guint32 cell;

  if (!(x >= 0 && y >= 0 && x < map->options.width && y < map->options.height))
    return DL_NOWHERE;
  cell = dl_label_map_at (&map->dense, map->dense.left + (gint) (x * scale),
                          map->dense.top + (gint) (y * scale), G_MAXUINT32);
  return cell < map->n * map->n && map->first_link[cell] != DL_NO_LINK
             ? dl_place_link (map->first_link[cell])
             : DL_NOWHERE;
}

DlPlace
dl_matrix_map_pick (const DlMatrixMap *map, DlPlace place, const guint8 *state, const float *values)
{
  float most = -1;

  if (!has_cell (map, place))
    return place;
  const guint32 cell = map->cell[place.a];

  for (guint link = 0; link < map->n_links; link++)
    {
      const float value = map->cell[link] != cell || state[link] != DL_LINK_UP ? -1
                          : isfinite (values[link]) ? fabsf (values[link])
                                                    : 0;

      if (value > most)
        {
          most = value;
          place = dl_place_link (link);
        }
    }
  return place;
}

gboolean
dl_matrix_map_rect (const DlMatrixMap *map, DlPlace place, DlRect *rect)
{
  const double labels = map->options.label_scale;
  const DlRect window = window_of (map);

  if (!has_cell (map, place))
    return FALSE;
  *rect = cell_rect (map, map->cell[place.a]);
  *rect = (DlRect) { (rect->x - window.x) * labels, (rect->y - window.y) * labels,
                     rect->width * labels, rect->height * labels };
  return TRUE;
}

/* The first in the order of numbers; nothing if no link has a cell. */
static DlPlace
first_place (const DlMatrixMap *map)
{
  for (guint link = 0; link < map->n_links; link++)
    if (map->cell[link] != NO_CELL)
      return dl_place_link (link);
  return DL_NOWHERE;
}

DlPlace
dl_matrix_map_step (const DlMatrixMap *map, DlPlace from, gint dx, gint dy)
{
  gint row, column;

  if (!has_cell (map, from))
    return first_place (map);
  row = (gint) (map->cell[from.a] / map->n);
  column = (gint) (map->cell[from.a] % map->n);
  for (;;)
    {
      row += dy;
      column += dx;
      if ((dx == 0 && dy == 0) || row < 0 || column < 0 || row >= (gint) map->n
          || column >= (gint) map->n)
        return from;
      if (map->first_link[row * (gint) map->n + column] != DL_NO_LINK)
        return dl_place_link (map->first_link[row * (gint) map->n + column]);
    }
}

/* Drawing -------------------------------------------------------------------------------------- */

cairo_surface_t *
dl_matrix_map_paint (const DlMatrixMap *map, const guint8 *state, const float *values,
                     const DlScale *scale, const DlTheme *theme, cairo_surface_t *reuse)
{
  const guint32 background = dl_color_rgb (&theme->background);
  const guint32 absent = dl_color_rgb (&theme->absent);
  const guint32 idle[2] = { dl_color_rgb (&theme->idle[0]), dl_color_rgb (&theme->idle[1]) };
  const gsize n_cells = (gsize) map->n * map->n;
  g_autofree guint32 (*table)[2] = g_malloc_n (n_cells + 1, sizeof *table);
  g_autofree float *most = g_new (float, n_cells);
  gboolean hatched = FALSE;
  cairo_surface_t *surface;

  for (gsize i = 0; i < n_cells; i++)
    {
      most[i] = NAN;
      table[i][0] = table[i][1] = map->first_link[i] == DL_NO_LINK ? absent : background;
    }
  for (guint link = 0; link < map->n_links; link++)
    {
      const guint32 cell = map->cell[link];

      if (state[link] != DL_LINK_UP || cell == NO_CELL)
        continue;
      most[cell] = fmaxf (most[cell], values[link]);
      for (guint on = 0; on < 2; on++)
        table[cell][on] = isnan (most[cell]) ? idle[on]
                          : dl_value_is_unknown (most[cell])
                              ? absent
                              : DL_OPAQUE | dl_scale_rgb (scale, most[cell]);
      hatched |= isnan (most[cell]);
    }
  table[n_cells][0] = table[n_cells][1] = background;
  surface = dl_label_map_paint (&map->dense, (const guint32 (*)[2]) table, hatched, reuse);
  /* Units of the options, whatever the layout's are. */
  cairo_surface_set_device_scale (surface, map->options.scale, map->options.scale);
  return surface;
}

/* Where the numbers of an axis are that the window shows: a cell's size, the corner of the cells,
 * and of these the part in sight. */
typedef struct
{
  double cell, x, y, left, top, right, bottom;
  DlRect window;
} Axes;

static Axes
find_axes (const DlMatrixMap *map)
{
  Axes axes = { .cell = (double) map->side / map->n / map->dense.scale,
                .x = map->x / map->dense.scale,
                .y = map->y / map->dense.scale,
                .window = window_of (map) };
  const double side = axes.cell * map->n;

  axes.left = MAX (axes.x, axes.window.x + CAPTION + map->number_width + DL_MAP_NUMBER_GAP);
  axes.top = MAX (axes.y, axes.window.y + 2 * LINE + 2);
  axes.right = MIN (axes.x + side, dl_rect_right (axes.window));
  axes.bottom = MIN (axes.y + side, dl_rect_bottom (axes.window));
  return axes;
}

static void
draw_numbers (const DlMatrixMap *map, cairo_t *cr, const Axes *axes, const DlTheme *theme)
{
  const guint step = dl_map_number_step (MAX (map->number_width + 5, NUMBER_ROOM), axes->cell);
  g_autoptr (DlNumbers) numbers = dl_numbers_new (cr, FALSE);

  dl_color_set (cr, &theme->muted);
  for (guint i = 0; i < map->n; i += step)
    {
      const double at = (i + 0.5) * axes->cell;
      char text[16];

      g_snprintf (text, sizeof text, "%u", i * map->block);
      if (axes->x + at >= axes->left && axes->x + at <= dl_rect_right (axes->window))
        dl_numbers_add (numbers, axes->x + at, axes->top - LINE - 1, text, DL_ALIGN_CENTER);
      if (axes->y + at >= axes->top && axes->y + at <= dl_rect_bottom (axes->window))
        dl_numbers_add (numbers, axes->left - DL_MAP_NUMBER_GAP, axes->y + at - LINE / 2.0, text,
                        DL_ALIGN_END);
    }
  dl_numbers_draw (numbers);
}

/* The title of a band in the middle of its visible part, or its brief one; nothing where neither
 * has room. */
static void
draw_title (cairo_t *cr, const DlMatrixBand *band, double from, double to, double across,
            gboolean is_row, const DlTheme *theme)
{
  const char *text = band->title;

  if (is_row)
    {
      if (to - from >= NUMBER_ROOM)
        dl_chart_text (cr, &theme->muted, across, (from + to - LINE) / 2, text, DL_TEXT_SMALL,
                       FALSE, DL_ALIGN_END, 0);
      return;
    }
  if (dl_chart_text_width (cr, text, DL_TEXT_SMALL, FALSE) > to - from - 4)
    text = band->brief;
  if (dl_chart_text_width (cr, text, DL_TEXT_SMALL, FALSE) <= to - from - 2)
    dl_chart_text (cr, &theme->muted, (from + to) / 2, across, text, DL_TEXT_SMALL, FALSE,
                   DL_ALIGN_CENTER, 0);
}

/* Titles of bands, and lines between them. */
static void
draw_bands (const DlMatrixMap *map, cairo_t *cr, const Axes *axes, const DlTheme *theme)
{
  const double each = axes->cell / map->block; /* of a router */

  for (guint i = 0; i < map->n_bands; i++)
    {
      const double from = map->bands[i].first * each;
      const double to = (i + 1 < map->n_bands ? map->bands[i + 1].first : map->n_routers) * each;

      draw_title (cr, &map->bands[i], MAX (axes->x + from, axes->left),
                  MIN (axes->x + to, axes->right), axes->top - LINE - 1, FALSE, theme);
      draw_title (cr, &map->bands[i], MAX (axes->y + from, axes->top),
                  MIN (axes->y + to, axes->bottom), axes->left - DL_MAP_NUMBER_GAP, TRUE, theme);
    }
  dl_color_set_alpha (cr, &theme->foreground, 0.35);
  for (guint i = 1; i < map->n_bands; i++)
    {
      const double x = axes->x + map->bands[i].first * each;
      const double y = axes->y + map->bands[i].first * each;

      if (x >= axes->left && x <= axes->right)
        dl_chart_rule (cr, theme, x, axes->top - 4, 0, axes->bottom - axes->top + 4);
      if (y >= axes->top && y <= axes->bottom)
        dl_chart_rule (cr, theme, axes->left - 4, y, axes->right - axes->left + 4, 0);
    }
}

/* Titles of rows and columns, and their numbers: at the cells, or on a zoomed map at the window's
 * edges. */
static void
draw_axes (const DlMatrixMap *map, cairo_t *cr, const DlTheme *theme)
{
  const Axes axes = find_axes (map);
  const DlRect window = axes.window;
  const double title = dl_chart_text_width (cr, map->from, DL_TEXT_SMALL, FALSE);

  if (dl_label_map_is_part (&map->dense))
    {
      dl_color_set (cr, &theme->background);
      cairo_rectangle (cr, window.x, window.y, MAX (axes.left - window.x, 0), window.height);
      cairo_rectangle (cr, window.x, window.y, window.width, MAX (axes.top - window.y, 0));
      cairo_fill (cr);
    }
  dl_chart_text (cr, &theme->foreground, (axes.left + axes.right) / 2, axes.top - 2 * LINE - 2,
                 map->to, DL_TEXT_SMALL, TRUE, DL_ALIGN_CENTER, MAX (axes.right - axes.left, 1));
  dl_chart_text_up (
      cr, &theme->foreground, axes.left - DL_MAP_NUMBER_GAP - map->number_width - CAPTION / 2.0 - 1,
      MIN (axes.bottom, (axes.top + axes.bottom + title) / 2), map->from, DL_TEXT_SMALL);
  if (map->rank == NULL)
    draw_numbers (map, cr, &axes, theme);
  else
    draw_bands (map, cr, &axes, theme);
}

/* The largest value of each cell (n x n); NAN: none. Free with g_free. */
static float *
find_values (const DlMatrixMap *map, const guint8 *state, const float *values)
{
  float *most = g_new (float, (gsize) map->n * map->n);

  for (gsize i = 0; i < (gsize) map->n * map->n; i++)
    most[i] = NAN;
  for (guint link = 0; link < map->n_links; link++)
    if (state[link] == DL_LINK_UP && map->cell[link] != NO_CELL)
      most[map->cell[link]] = fmaxf (most[map->cell[link]], values[link]);
  return most;
}

/* Values of its links, in cells with room for them. */
static void
draw_values (const DlMatrixMap *map, cairo_t *cr, const DlOverlay *overlay)
{
  const DlRect first = cell_rect (map, 0), window = window_of (map);
  g_autoptr (DlCellValues) values
      = dl_cell_values_new (cr, overlay->scale, first.width, first.height);
  g_autofree float *most = NULL;
  g_autofree guint8 *crossed = NULL;
  DlRect corner;

  if (values == NULL)
    return;
  most = find_values (map, overlay->net->graph->link_state, overlay->values);
  crossed = g_new0 (guint8, (gsize) map->n * map->n);
  for (guint link = 0; link < map->n_links; link++)
    if (map->cell[link] != NO_CELL)
      crossed[map->cell[link]] |= overlay->net->graph->link_state[link] == DL_LINK_BROKEN;
  for (guint32 i = 0; i < map->n * map->n; i++)
    {
      const DlRect cell = cell_rect (map, i);

      if (cell.x < dl_rect_right (window) && dl_rect_right (cell) > window.x
          && cell.y < dl_rect_bottom (window) && dl_rect_bottom (cell) > window.y
          && (!crossed[i] || dl_cell_values_corner (overlay->scale, &cell, &corner)))
        dl_cell_values_add (values, &cell, most[i]);
    }
  dl_cell_values_draw (values);
}

/* DlRect, of the cells of links that are broken by @state, where their marks go. */
static GArray *
find_broken (const DlMatrixMap *map, const DlOverlay *overlay, const guint8 *state)
{
  GArray *rects = g_array_new (FALSE, FALSE, sizeof (DlRect));
  g_autofree float *most = NULL;

  for (guint link = 0; link < map->n_links; link++)
    if (state[link] == DL_LINK_BROKEN && map->cell[link] != NO_CELL)
      {
        DlRect rect = cell_rect (map, map->cell[link]), corner;

        if (most == NULL && overlay->values != NULL)
          most = find_values (map, overlay->net->graph->link_state, overlay->values);
        if (most != NULL && isfinite (most[map->cell[link]])
            && dl_cell_values_corner (overlay->scale, &rect, &corner))
          rect = corner;
        g_array_append_val (rects, rect);
      }
  return rects;
}

/* DlRect, of the cells of links whose change stands out. */
static GArray *
find_outliers (const DlMatrixMap *map, const DlDifference *difference)
{
  GArray *rects = g_array_new (FALSE, FALSE, sizeof (DlRect));

  for (guint link = 0; link < map->n_links; link++)
    if (difference->outlier[link] && map->cell[link] != NO_CELL)
      {
        const DlRect rect = cell_rect (map, map->cell[link]);
        g_array_append_val (rects, rect);
      }
  return rects;
}

static DlMapFound
find (const DlMatrixMap *map, const DlOverlay *overlay)
{
  DlMapFound found = { .broken = find_broken (map, overlay, overlay->net->graph->link_state) };

  if (overlay->difference != NULL)
    {
      found.broken_b = find_broken (map, overlay, overlay->against->graph->link_state);
      found.outliers = find_outliers (map, overlay->difference);
    }
  return found;
}

guint
dl_matrix_map_marks (const DlMatrixMap *map, const DlOverlay *overlay)
{
  g_auto (DlMapFound) found = find (map, overlay);
  g_autofree float *most = find_values (map, overlay->net->graph->link_state, overlay->values);
  guint marks = dl_map_found_marks (&found);

  for (guint link = 0; link < map->n_links; link++)
    if (overlay->net->graph->link_state[link] == DL_LINK_UP && map->cell[link] != NO_CELL)
      marks |= dl_scale_marks_of (overlay->scale, DL_LINK_UP, most[map->cell[link]]);
  return marks;
}

/* On the whole map. */
static gboolean
place_rect (gconstpointer data, DlPlace place, DlRect *rect)
{
  const DlMatrixMap *map = data;

  if (!has_cell (map, place))
    return FALSE;
  *rect = cell_rect (map, map->cell[place.a]);
  return TRUE;
}

static void
outline (gconstpointer data, cairo_t *cr, DlPlace place, double line, const DlColor *color,
         const DlTheme *theme)
{
  const DlMatrixMap *map = data;
  DlRect rect;

  if (place_rect (map, place, &rect))
    dl_map_draw_outline (cr, map->dense.scale, &rect, line, color, theme);
}

static DlPlace
hop (gconstpointer data, guint link)
{
  return dl_place_link (link);
}

void
dl_matrix_map_draw_overlay (const DlMatrixMap *map, cairo_t *cr, const DlOverlay *overlay,
                            const DlTheme *theme)
{
  const DlOverlayMap on = {
    .width = map->width, .height = map->height, .outline = outline, .hop = hop, .rect = place_rect
  };
  const double labels = map->options.label_scale;
  const DlRect window = window_of (map);
  g_auto (DlMapFound) found = find (map, overlay);

  cairo_save (cr);
  cairo_scale (cr, labels, labels);
  cairo_translate (cr, -window.x, -window.y);
  if (overlay->values != NULL && !map->bare)
    draw_values (map, cr, overlay);
  dl_overlay_draw (overlay, &on, map, &found, cr, theme);
  if (!map->bare)
    draw_axes (map, cr, theme);
  cairo_restore (cr);
}
