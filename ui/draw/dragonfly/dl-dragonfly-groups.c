/* Groups by groups: a cell is the blue links from its row's group to its column's; bars beside it
 * say what each group sends and gets. */
#include "dl-dragonfly-map-private.h"
#include "dl-matrix-map.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* All in units. */
#define LINE          15   /* of text */
#define CAPTION       20   /* "from group" on its side */
#define NUMBER_ROOM   13   /* height of a row's number */
#define BAR_GAP       10   /* between cells and bars */
#define BAR_OUTLINED  10   /* units that a bar is thick */
#define BAR_SHARE     0.13 /* of the map that bars take */
#define BAR_LEAST     44
#define BAR_MOST      150
#define MAX_CELL      130
#define MAX_ASPECT    1.35 /* cells may be wider than high */
#define OVERLOAD_FROM 6    /* cells from this size on have it */
#define MATRIX        0    /* grids */
#define BARS_OUT      1
#define BARS_IN       2

struct _DlGroupsLayout
{
  guint step;          /* numbers this many apart, in both directions */
  double number_width; /* units */
};

static const DlGrid *
grid_of (const DlDragonflyMap *map, guint what)
{
  return &g_array_index (map->grids, DlGrid, what);
}

static void
group_text (const DlDragonflyMap *map, guint group, char text[8])
{
  g_snprintf (text, 8, "%u", map->dragonfly->group_name[group]);
}

/* Small figures on paper have axes, but no bars. */
static gboolean
has_axes (const DlDragonflyMap *map)
{
  return !map->bare || map->options.square;
}

/* The widest number. */
static double
measure_numbers (const DlDragonflyMap *map, cairo_t *measure)
{
  double widest = 0, width, height;
  guint most = 0;
  char text[8];

  for (guint group = 0; group < map->dragonfly->n_groups; group++)
    if (map->dragonfly->group_name[group] > map->dragonfly->group_name[most])
      most = group;
  group_text (map, most, text);
  dl_text_measure (measure, text, DL_TEXT_SMALL, FALSE, &width, &height);
  widest = MAX (widest, width);
  return ceil (widest);
}

/* Whole pixels, unless that gives away too much. */
static double
round_cell (double cell)
{
  return floor (cell) >= cell * 0.93 ? floor (cell) : cell;
}

static void
size_cells (const DlDragonflyMap *map, gint room_x, gint room_y, gint *width, gint *height)
{
  const guint n = map->dragonfly->n_groups;
  const double most = dl_dragonfly_px (map, MAX_CELL * map->dense.zoom);
  const double aspect = map->options.square ? 1 : MAX_ASPECT;
  double cell_h = MIN ((double) MAX (room_y, 1) / n, most);
  double cell_w = MIN (MIN ((double) MAX (room_x, 1) / n, most), cell_h * aspect);

  cell_h = MIN (cell_h, cell_w * aspect);
  *width = MAX (round_cell (cell_w) * n, 1);
  *height = MAX (round_cell (cell_h) * n, 1);
}

static void
groups_place (DlDragonflyMap *map, cairo_t *measure)
{
  DlGroupsLayout *layout = map->groups = g_new0 (DlGroupsLayout, 1);
  const guint n = map->dragonfly->n_groups;
  const gint margin = dl_dragonfly_px (map, has_axes (map) ? DL_MAP_MARGIN : 2);
  gint left = margin, top = margin, bar_w = 0, bar_h = 0, gap = 0, width, height;

  if (has_axes (map))
    {
      layout->number_width = measure_numbers (map, measure);
      left += dl_dragonfly_px (map, CAPTION + layout->number_width + DL_MAP_NUMBER_GAP);
      top += dl_dragonfly_px (map, 2 * LINE + 2);
    }
  if (!map->bare)
    {
      gap = dl_dragonfly_px (map, BAR_GAP);
      bar_w = dl_dragonfly_px (map, CLAMP (map->width * BAR_SHARE, BAR_LEAST, BAR_MOST));
      bar_h = dl_dragonfly_px (map, CLAMP (map->height * BAR_SHARE, BAR_LEAST, BAR_MOST));
    }
  size_cells (map, map->dense.whole_width - left - gap - bar_w - margin,
              map->dense.whole_height - top - gap - bar_h - margin, &width, &height);

  /* Spare room goes to both sides. */
  left += MAX (0, map->dense.whole_width - left - width - gap - bar_w - margin) / 2;
  top += MAX (0, map->dense.whole_height - top - height - gap - bar_h - margin) / 2;

  const gint cell = MIN (width, height) / (gint) n;
  const gint between
      = cell >= dl_dragonfly_px (map, DL_MAP_CELL_GAP_FROM) ? MAX (dl_dragonfly_px (map, 1), 1) : 0;
  dl_grids_add (map, &(DlGrid) { left, top, width, height, n, n, between, 0, MATRIX });
  if (!map->bare)
    {
      dl_grids_add (
          map, &(DlGrid) { left + width + gap, top, bar_w, height, n, 1, between, 0, BARS_OUT });
      dl_grids_add (
          map, &(DlGrid) { left, top + height + gap, width, bar_h, 1, n, between, 0, BARS_IN });
    }
  const double pitch
      = MIN ((double) width / n / (layout->number_width + 5), (double) height / n / NUMBER_ROOM)
        / map->dense.scale;
  layout->step = dl_map_number_step (1, pitch);
}

static void
groups_free (DlDragonflyMap *map)
{
  g_free (map->groups);
}

static DlPlace
groups_cell_place (const DlDragonflyMap *map, guint32 cell)
{
  const guint n = map->dragonfly->n_groups;

  if (cell < n * n)
    return dl_place_pair (map->order[cell / n], map->order[cell % n]);
  return dl_place_group (map->order[(cell - n * n) % n]);
}

static guint32
groups_place_cell (const DlDragonflyMap *map, DlPlace place)
{
  const guint n = map->dragonfly->n_groups;

  if (place.kind == DL_PLACE_PAIR && place.a < n && place.b < n)
    return map->rank[place.a] * n + map->rank[place.b];
  if (place.kind == DL_PLACE_GROUP && place.a < n && !map->bare)
    return n * n + map->rank[place.a];
  return DL_NO_GRID_CELL;
}

/* Links inside a group are seen on the diagonal. */
static DlPlace
groups_link_place (const DlDragonflyMap *map, guint link)
{
  return dl_place_pair (dl_dragonfly_link_group (map->dragonfly, link, FALSE),
                        dl_dragonfly_link_group (map->dragonfly, link, TRUE));
}

void
dl_dragonfly_groups_minimum_size (const DlDragonfly *dragonfly, double *width, double *height)
{
  const double cells = CLAMP (3.0 * dragonfly->n_groups, 160, 480);

  *width = DL_MAP_MARGIN * 2 + CAPTION + 24 + DL_MAP_NUMBER_GAP + cells + BAR_GAP + BAR_LEAST;
  *height = DL_MAP_MARGIN * 2 + 2 * LINE + cells + BAR_GAP + BAR_LEAST;
}

/* Drawing ---------------------------------------------------------------------------------------
 */

/* Is the number of the row or column at @rank written? */
static gboolean
is_numbered (const DlDragonflyMap *map, guint rank)
{
  const guint step = map->groups->step;

  return (map->options.sorted ? rank : map->dragonfly->group_name[map->order[rank]]) % step == 0;
}

/* Whether @group stands out as a row or as a column. */
static gboolean
stands_out (const DlDragonflyDrawn *drawn, guint group, gboolean column)
{
  const DlPlace places[] = { drawn->over->selected, drawn->over->hovered };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if ((places[i].kind == DL_PLACE_PAIR && (column ? places[i].b : places[i].a) == group)
        || (places[i].kind == DL_PLACE_GROUP && places[i].a == group))
      return TRUE;
  return FALSE;
}

/* The cells begin there, or rather the window, with room for numbers and titles. */
static DlRect
number_edges (const DlDragonflyMap *map)
{
  const DlRect cells = dl_grid_rect (map, grid_of (map, MATRIX));
  const DlRect window = dl_dragonfly_window (map);

  return (
      DlRect) { MAX (cells.x, window.x + CAPTION + map->groups->number_width + DL_MAP_NUMBER_GAP),
                MAX (cells.y, window.y + 2 * LINE + 2), 0, 0 };
}

/* Numbers of the rows at the left, or of the columns above. Numbers that stand out go first, and
 * the others give way to them. */
static void
draw_numbers (const DlDragonflyMap *map, cairo_t *cr, const DlDragonflyDrawn *drawn,
              gboolean columns, const DlTheme *theme)
{
  const DlGrid *grid = grid_of (map, MATRIX);
  const guint n = map->dragonfly->n_groups;
  const double room = columns ? map->groups->number_width + 3 : NUMBER_ROOM - 1;
  double taken[4];
  guint n_taken = 0;

  /* The bars' scale begins there with a number of its own. */
  const double end
      = map->bare ? map->width : dl_grid_rect (map, grid_of (map, BARS_OUT)).x - DL_MAP_NUMBER_GAP;
  const DlRect edges = number_edges (map), window = dl_dragonfly_window (map);

  for (guint pass = 0; pass < 2; pass++)
    {
      g_autoptr (DlNumbers) numbers = dl_numbers_new (cr, pass == 0);

      dl_color_set (cr, pass == 0 ? &theme->foreground : &theme->muted);
      for (guint rank = 0; rank < n; rank++)
        {
          const DlRect cell = dl_grid_cell_rect (map, grid, columns ? 0 : rank, columns ? rank : 0);
          const double at = columns ? cell.x + cell.width / 2 : cell.y + cell.height / 2;
          const gboolean bold = stands_out (drawn, map->order[rank], columns);
          gboolean free = TRUE;
          char text[8];

          if (columns ? at < edges.x || at > dl_rect_right (window)
                      : at < edges.y || at > dl_rect_bottom (window))
            continue;
          if (bold != (pass == 0) || (!bold && !is_numbered (map, rank)))
            continue;
          if (!bold && columns && at + map->groups->number_width / 2 > end)
            continue;
          for (guint i = 0; i < n_taken; i++)
            free &= fabs (taken[i] - at) >= room;
          if (!free)
            continue;
          if (bold && n_taken < G_N_ELEMENTS (taken))
            taken[n_taken++] = at;
          group_text (map, map->order[rank], text);
          dl_numbers_add (numbers, columns ? at : edges.x - DL_MAP_NUMBER_GAP,
                          columns ? edges.y - LINE - 1 : at - LINE / 2.0, text,
                          columns ? DL_ALIGN_CENTER : DL_ALIGN_END);
        }
      dl_numbers_draw (numbers);
    }
}

static void
draw_titles (const DlDragonflyMap *map, cairo_t *cr, const DlDragonflyDrawn *drawn,
             const DlTheme *theme)
{
  const gboolean is_worst = drawn->values->is_worst;
  const DlRect cells = dl_grid_rect (map, grid_of (map, MATRIX));
  const DlRect edges = number_edges (map), window = dl_dragonfly_window (map);
  /* Visible part of the cells. */
  const double right = MIN (dl_rect_right (cells), dl_rect_right (window));
  const double bottom = MIN (dl_rect_bottom (cells), dl_rect_bottom (window));
  DlRect out, in;
  double width, height;

  dl_chart_text (cr, &theme->foreground, (edges.x + right) / 2, edges.y - 2 * LINE - 2,
                 _ ("to group"), DL_TEXT_SMALL, TRUE, DL_ALIGN_CENTER, MAX (right - edges.x, 1));
  dl_text_measure (cr, _ ("from group"), DL_TEXT_SMALL, FALSE, &width, &height);
  dl_chart_text_up (cr, &theme->foreground,
                    edges.x - DL_MAP_NUMBER_GAP - map->groups->number_width - CAPTION / 2.0 - 1,
                    MIN (bottom, (edges.y + bottom + width) / 2), _ ("from group"), DL_TEXT_SMALL);
  if (map->bare)
    return;
  out = dl_grid_rect (map, grid_of (map, BARS_OUT));
  in = dl_grid_rect (map, grid_of (map, BARS_IN));
  dl_chart_text (cr, &theme->foreground, out.x, out.y - 2 * LINE - 2,
                 is_worst ? _ ("out, worst") : _ ("out, mean"), DL_TEXT_SMALL, TRUE, DL_ALIGN_START,
                 out.width + DL_MAP_MARGIN);
  dl_chart_text (cr, &theme->foreground, out.x, in.y + in.height / 2 - LINE / 2.0,
                 is_worst ? _ ("in, worst") : _ ("in, mean"), DL_TEXT_SMALL, TRUE, DL_ALIGN_START,
                 out.width + DL_MAP_MARGIN);
}

/* From where to where the bars' scale goes, with its two ends' numbers; ranks have none. */
static void
draw_bar_axes (const DlDragonflyMap *map, cairo_t *cr, const DlScale *colors, const DlTheme *theme)
{
  const DlRect out = dl_grid_rect (map, grid_of (map, BARS_OUT));
  const DlRect in = dl_grid_rect (map, grid_of (map, BARS_IN));
  g_autofree char *least = dl_chart_count (colors->min);
  g_autofree char *most = dl_chart_count (colors->max);
  const double line = 1 / map->dense.scale;

  dl_color_set (cr, &theme->grid);
  cairo_set_line_width (cr, line);
  for (guint end = 0; end < 2; end++)
    {
      const double x = dl_label_map_snap (&map->dense, out.x + end * out.width) + line / 2;
      const double y = dl_label_map_snap (&map->dense, in.y + end * in.height) + line / 2;

      cairo_move_to (cr, x, out.y);
      cairo_line_to (cr, x, dl_rect_bottom (out));
      cairo_move_to (cr, in.x, y);
      cairo_line_to (cr, dl_rect_right (in), y);
    }
  cairo_stroke (cr);
  if (colors->kind == DL_SCALE_CRITICAL)
    return;
  dl_chart_text (cr, &theme->muted, out.x, out.y - LINE - 1, least, DL_TEXT_SMALL, FALSE,
                 DL_ALIGN_START, 0);
  dl_chart_text (cr, &theme->muted, dl_rect_right (out), out.y - LINE - 1, most, DL_TEXT_SMALL,
                 FALSE, DL_ALIGN_END, 0);
  dl_chart_text (cr, &theme->muted, dl_rect_right (in) + 4, in.y - LINE / 2.0 + 2, least,
                 DL_TEXT_SMALL, FALSE, DL_ALIGN_START, 0);
  dl_chart_text (cr, &theme->muted, dl_rect_right (in) + 4, dl_rect_bottom (in) - LINE + 3, most,
                 DL_TEXT_SMALL, FALSE, DL_ALIGN_START, 0);
}

/* Bars that touch overlap by a little: on paper there would be a seam between them. */
static double
seam_of (const DlDragonflyMap *map, const DlGrid *grid, gboolean columns)
{
  const DlRect a = dl_grid_cell_rect (map, grid, 0, 0);
  const DlRect b = dl_grid_cell_rect (map, grid, columns ? 0 : 1, columns ? 1 : 0);
  const double gap = columns ? b.x - dl_rect_right (a) : b.y - dl_rect_bottom (a);

  return gap < 0.01 ? 0.5 / map->dense.scale : 0;
}

/* A bar from 0, or the scale's lower end, in its color. */
static void
draw_bars (const DlDragonflyMap *map, cairo_t *cr, const float *values, gboolean columns,
           const DlScale *colors, const DlTheme *theme)
{
  const DlGrid *grid = grid_of (map, columns ? BARS_IN : BARS_OUT);
  const double from = CLAMP (0, colors->min, colors->max), range = colors->max - colors->min;
  const double seam = map->dragonfly->n_groups > 1 ? seam_of (map, grid, columns) : 0;
  const DlRect all = dl_grid_rect (map, grid);
  const gboolean outlined
      = (columns ? all.width : all.height) / map->dragonfly->n_groups >= BAR_OUTLINED;

  for (guint rank = 0; rank < map->dragonfly->n_groups; rank++)
    {
      const double value = values[map->order[rank]];
      DlRect bar = dl_grid_cell_rect (map, grid, columns ? 0 : rank, columns ? rank : 0);

      if (!isfinite (value))
        continue;
      const double shown = CLAMP (value, colors->min, colors->max);
      const double start = (MIN (from, shown) - colors->min) / range;
      const double length = fabs (shown - from) / range;
      const DlColor color = dl_chart_scale_color (colors, value);

      if (columns)
        bar = (DlRect) { bar.x, bar.y + start * bar.height, bar.width,
                         MAX (length * bar.height, 1) };
      else
        bar = (DlRect) { bar.x + start * bar.width, bar.y, MAX (length * bar.width, 1),
                         bar.height };
      cairo_rectangle (cr, bar.x, bar.y, bar.width + (columns ? seam : 0),
                       bar.height + (columns ? 0 : seam));
      dl_color_set (cr, &color);
      cairo_fill (cr);
      if (!outlined || MIN (bar.width, bar.height) < 2)
        continue;
      /* Pale ones are seen too. */
      dl_color_set (cr, &theme->node);
      cairo_set_line_width (cr, 1 / map->dense.scale);
      cairo_rectangle (cr, bar.x + 0.5 / map->dense.scale, bar.y + 0.5 / map->dense.scale,
                       bar.width - 1 / map->dense.scale, bar.height - 1 / map->dense.scale);
      cairo_stroke (cr);
    }
}

void
dl_dragonfly_add_overload (cairo_t *cr, double x, double y, double size, gboolean right,
                           gboolean down)
{
  const double half = size / 2, tip = down ? -half : half;

  if (right)
    {
      cairo_move_to (cr, x - half, y - half);
      cairo_line_to (cr, x + half, y);
      cairo_line_to (cr, x - half, y + half);
    }
  else
    {
      cairo_move_to (cr, x - half, y + tip);
      cairo_line_to (cr, x, y - tip);
      cairo_line_to (cr, x + half, y + tip);
    }
  cairo_close_path (cr);
}

/* Past the end of the scale of bars: links that are asked for more than they carry. */
static void
draw_bar_overload (const DlDragonflyMap *map, cairo_t *cr, const guint32 *over, gboolean columns,
                   const DlTheme *theme)
{
  const DlGrid *grid = grid_of (map, columns ? BARS_IN : BARS_OUT);

  dl_color_set (cr, &theme->foreground);
  for (guint rank = 0; rank < map->dragonfly->n_groups; rank++)
    {
      const DlRect bar = dl_grid_cell_rect (map, grid, columns ? 0 : rank, columns ? rank : 0);
      const double size = MIN (columns ? bar.width : bar.height, DL_OVERLOAD_SIZE);

      if (over[map->order[rank]] == 0)
        continue;
      if (columns)
        dl_dragonfly_add_overload (cr, bar.x + bar.width / 2,
                                   dl_rect_bottom (bar) + DL_OVERLOAD_SIZE / 2 + 1, size, FALSE,
                                   TRUE);
      else
        dl_dragonfly_add_overload (cr, dl_rect_right (bar) + DL_OVERLOAD_SIZE / 2 + 1,
                                   bar.y + bar.height / 2, size, TRUE, FALSE);
    }
  cairo_fill (cr);
}

/* In a corner of the cells of pairs that are. */
static void
draw_cell_overload (const DlDragonflyMap *map, cairo_t *cr, const DlDragonflyDrawn *drawn)
{
  const DlGrid *grid = grid_of (map, MATRIX);
  const guint n = map->dragonfly->n_groups;
  const DlRect first = dl_grid_cell_rect (map, grid, 0, 0);
  const double size = MIN (DL_OVERLOAD_SIZE, MIN (first.width, first.height) / 2);

  if (MIN (first.width, first.height) < OVERLOAD_FROM)
    return;
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++)
      {
        const DlRect cell = dl_grid_cell_rect (map, grid, map->rank[a], map->rank[b]);

        if (a == b || drawn->values->pair_over[(gsize) a * n + b] == 0)
          continue;
        const DlColor fill
            = dl_chart_scale_color (drawn->colors, drawn->values->group_value[a * n + b]);
        const DlColor ink = dl_chart_ink (&fill);

        dl_color_set (cr, &ink);
        dl_dragonfly_add_overload (cr, cell.x + size / 2 + 2, cell.y + size / 2 + 2, size, FALSE,
                                   FALSE);
        cairo_fill (cr);
      }
}

/* A stroke through each cell of the diagonal: no blue links are there. */
static void
draw_diagonal (const DlDragonflyMap *map, cairo_t *cr, const DlTheme *theme)
{
  const DlGrid *grid = grid_of (map, MATRIX);
  const guint n = map->dragonfly->n_groups;

  dl_color_set (cr, &theme->node);
  cairo_set_line_width (cr, 1);
  for (guint i = 0; i < n; i++)
    {
      const DlRect cell = dl_grid_cell_rect (map, grid, i, i);
      cairo_move_to (cr, cell.x, cell.y);
      cairo_line_to (cr, dl_rect_right (cell), dl_rect_bottom (cell));
      if (i % 32 == 31)
        cairo_stroke (cr);
    }
  cairo_stroke (cr);
}

/* Beside the value, where there is one. */
static DlRect
groups_mark (const DlDragonflyMap *map, const DlDragonflyDrawn *drawn, DlPlace place,
             const DlRect *rect)
{
  const guint n = map->dragonfly->n_groups;
  DlRect corner;

  return !map->bare && place.kind == DL_PLACE_PAIR
                 && isfinite (drawn->values->group_value[place.a * n + place.b])
                 && dl_cell_values_corner (drawn->colors, rect, &corner)
             ? corner
             : *rect;
}

/* The values themselves, where cells have room for them. */
static void
draw_values (const DlDragonflyMap *map, cairo_t *cr, const DlDragonflyDrawn *drawn)
{
  const DlGrid *grid = grid_of (map, MATRIX);
  const guint n = map->dragonfly->n_groups;
  const DlRect first = dl_grid_cell_rect (map, grid, 0, 0);
  g_autofree guint32 *broken = dl_dragonfly_broken_pairs (drawn->dragonfly);
  g_autoptr (DlCellValues) values
      = dl_cell_values_new (cr, drawn->colors, first.width, first.height);
  DlRect corner;

  if (values == NULL)
    return;
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++)
      {
        const DlRect cell = dl_grid_cell_rect (map, grid, map->rank[a], map->rank[b]);
        const gboolean crossed = broken != NULL && broken[(gsize) a * n + b] > 0;

        if (a != b && dl_dragonfly_shows (map, cell)
            && (!crossed || dl_cell_values_corner (drawn->colors, &cell, &corner)))
          dl_cell_values_add (values, &cell, drawn->values->group_value[a * n + b]);
      }
  dl_cell_values_draw (values);
}

static void
groups_draw (const DlDragonflyMap *map, cairo_t *cr, const DlDragonflyDrawn *drawn,
             const DlTheme *theme)
{
  const gboolean overloaded = drawn->values->pair_over != NULL;

  draw_diagonal (map, cr, theme);
  if (!has_axes (map))
    return;
  if (overloaded)
    draw_cell_overload (map, cr, drawn);
  draw_values (map, cr, drawn);
  if (map->bare)
    return;
  draw_bar_axes (map, cr, drawn->colors, theme);
  if (drawn->values->group_out != NULL)
    draw_bars (map, cr, drawn->values->group_out, FALSE, drawn->colors, theme);
  if (drawn->values->group_in != NULL)
    draw_bars (map, cr, drawn->values->group_in, TRUE, drawn->colors, theme);
  if (overloaded)
    {
      draw_bar_overload (map, cr, drawn->values->out_over, FALSE, theme);
      draw_bar_overload (map, cr, drawn->values->in_over, TRUE, theme);
    }
}

/* On a map that is zoomed, over the cells at the window's edges. */
static void
groups_draw_axes (const DlDragonflyMap *map, cairo_t *cr, const DlDragonflyDrawn *drawn,
                  const DlTheme *theme)
{
  const DlRect window = dl_dragonfly_window (map);
  const DlRect numbers = number_edges (map);

  if (!has_axes (map))
    return;
  if (dl_label_map_is_part (&map->dense))
    {
      dl_color_set (cr, &theme->background);
      cairo_rectangle (cr, window.x, window.y, MAX (numbers.x - window.x, 0), window.height);
      cairo_rectangle (cr, window.x, window.y, window.width, MAX (numbers.y - window.y, 0));
      cairo_fill (cr);
    }
  draw_titles (map, cr, drawn, theme);
  draw_numbers (map, cr, drawn, FALSE, theme);
  draw_numbers (map, cr, drawn, TRUE, theme);
}

const DlDragonflyLayout dl_dragonfly_layout_groups = {
  .place = groups_place,
  .free = groups_free,
  .cell_place = groups_cell_place,
  .place_cell = groups_place_cell,
  .link_place = groups_link_place,
  .draw = groups_draw,
  .draw_axes = groups_draw_axes,
  .mark = groups_mark,
};
