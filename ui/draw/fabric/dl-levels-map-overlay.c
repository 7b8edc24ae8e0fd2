/* Overlay of a map by levels: broken, pointed-at and selected parts, a route, values. */
#include "dl-levels-map-private.h"
#include "dl-matrix-map.h"

#include <math.h>

#define BROKEN_RECT 18.0 /* that a cross on a line is made for */
#define MANY_VALUES 64   /* lines between two rows: these have none */

/* Marks ---------------------------------------------------------------------------------------- */

static void
add_middle (const DlLevelsMap *map, GArray *rects, guint bundle, gboolean back)
{
  DlRect rect = { 0, 0, BROKEN_RECT, BROKEN_RECT };

  dl_levels_point (map, bundle, back, 0.5, &rect.x, &rect.y);
  rect.x -= BROKEN_RECT / 2;
  rect.y -= BROKEN_RECT / 2;
  g_array_append_val (rects, rect);
}

/* DlRect, on lines with broken channels and boxes with broken switches and hosts, and on boxes that
 * hide broken channels. */
static GArray *
find_broken (const DlLevelsMap *map, const DlFabric *fabric)
{
  const DlFabricLayout *layout = map->layout;
  GArray *rects = g_array_new (FALSE, FALSE, sizeof (DlRect));
  g_autofree guint8 *marked = g_new0 (guint8, MAX (1, 2 * layout->n_bundles));
  g_autofree guint8 *boxes = g_new0 (guint8, MAX (1, layout->n_boxes));

  for (guint c = 0; c < fabric->n_channels && fabric->n_broken > 0; c++)
    {
      const guint bundle = layout->channel_bundle[c];
      const gboolean back = !dl_fabric_layout_is_there (layout, fabric, c);

      if (fabric->link_state[c] == DL_LINK_UP || marked[2 * bundle + back])
        continue;
      marked[2 * bundle + back] = TRUE;
      if (dl_levels_has_line (map, bundle, back))
        add_middle (map, rects, bundle, back);
      else
        boxes[layout->vertex_box[fabric->channel_from[c]]] = TRUE;
    }
  for (guint v = 0; v < fabric->n_vertices; v++)
    if ((dl_fabric_is_host (fabric, v) ? !fabric->host_up[v]
                                       : !fabric->switch_up[v - fabric->n_hosts])
        && layout->vertex_box[v] != DL_FABRIC_NONE)
      boxes[layout->vertex_box[v]] = TRUE;
  for (guint i = 0; i < layout->n_boxes; i++)
    if (boxes[i])
      {
        /* At the right: the name is in the middle. */
        const DlRect *box = &map->box[i];
        const double size = MIN (BROKEN_RECT, MIN (box->width, box->height));
        const DlRect rect = { dl_rect_right (*box) - size, box->y, size, size };

        g_array_append_val (rects, rect);
      }
  return rects;
}

static GArray *
find_outliers (const DlLevelsMap *map, const DlDifference *difference)
{
  GArray *rects = g_array_new (FALSE, FALSE, sizeof (DlRect));
  g_autofree guint8 *marked = g_new0 (guint8, MAX (1, 2 * map->layout->n_bundles));

  for (guint c = 0; c < difference->n; c++)
    {
      const guint bundle = map->layout->channel_bundle[c];
      const gboolean back = !dl_fabric_layout_is_there (map->layout, map->rows->fabric, c);

      if (!difference->outlier[c] || marked[2 * bundle + back]
          || !dl_levels_has_line (map, bundle, back))
        continue;
      marked[2 * bundle + back] = TRUE;
      add_middle (map, rects, bundle, back);
    }
  return rects;
}

static DlMapFound
find (const DlLevelsMap *map, const DlOverlay *overlay)
{
  DlMapFound found = { .broken = find_broken (map, overlay->net->shape) };

  if (overlay->difference != NULL)
    {
      found.broken_b = find_broken (map, overlay->against->shape);
      found.outliers = find_outliers (map, overlay->difference);
    }
  return found;
}

guint
dl_levels_map_marks (const DlLevelsMap *map, const DlOverlay *overlay)
{
  g_auto (DlMapFound) found = find (map, overlay);
  guint marks = dl_map_found_marks (&found);

  for (guint i = 0; i < map->layout->n_bundles; i++)
    for (guint back = 0; back < 2; back++)
      {
        const DlLevelsSum sum
            = dl_levels_map_sum (map, i, back, overlay->net->shape, overlay->values);

        if (dl_levels_has_line (map, i, back) && sum.n_broken < sum.n)
          marks |= dl_scale_marks_of (overlay->scale, DL_LINK_UP, sum.value);
      }
  return marks;
}

/* Pointer and selection ------------------------------------------------------------------------ */

/* The bundles of a box stand out, including bundles that are not drawn otherwise. */
static void
draw_bundles_of (const DlLevelsMap *map, cairo_t *cr, guint box, const DlOverlay *overlay,
                 const DlTheme *theme)
{
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < map->layout->n_bundles; i++)
      {
        const DlFabricBundle *bundle = &map->layout->bundles[i];

        if (bundle->a == bundle->b || (bundle->a != box && bundle->b != box))
          continue;
        for (guint back = 0; back < 2; back++)
          {
            const DlLevelsSum sum
                = dl_levels_map_sum (map, i, back, overlay->net->shape, overlay->values);
            const DlColor color = dl_levels_color (&sum, overlay->scale, theme);

            if (sum.n == 0)
              continue;
            dl_levels_stroke (map, cr, i, back, pass == 1 && sum.n_broken == sum.n,
                              pass == 0 ? 2.5 : 0.5, pass == 0 ? &theme->foreground : &color);
          }
      }
}

static void
draw_bundle (const DlLevelsMap *map, cairo_t *cr, DlLevelsHit hit, double more,
             const DlColor *color, const DlOverlay *overlay, const DlTheme *theme)
{
  const DlLevelsSum sum
      = dl_levels_map_sum (map, hit.index, hit.back, overlay->net->shape, overlay->values);
  const DlColor own = dl_levels_color (&sum, overlay->scale, theme);

  dl_levels_stroke (map, cr, hit.index, hit.back, FALSE, more + 3, &theme->background);
  dl_levels_stroke (map, cr, hit.index, hit.back, FALSE, more, color);
  dl_levels_stroke (map, cr, hit.index, hit.back, sum.n_broken == sum.n, 0.5, &own);
  dl_levels_draw_arrow (map, cr, hit.index, hit.back, more / 2 + 3, color);
}

/* A map, and the overlay that is drawn over it. */
typedef struct
{
  const DlLevelsMap *map;
  const DlOverlay *overlay;
} Over;

DlPlace
dl_levels_item (DlLevelsHit hit)
{
  return hit.kind == DL_LEVELS_BOX      ? dl_place_group (hit.index)
         : hit.kind == DL_LEVELS_BUNDLE ? dl_place_pair (hit.index, hit.back)
                                        : DL_NOWHERE;
}

static DlLevelsHit
hit_of (const DlLevelsMap *map, DlPlace place)
{
  if (place.kind == DL_PLACE_GROUP && place.a < map->layout->n_boxes)
    return (DlLevelsHit) { DL_LEVELS_BOX, place.a, FALSE };
  if (place.kind == DL_PLACE_PAIR && place.a < map->layout->n_bundles)
    return (DlLevelsHit) { DL_LEVELS_BUNDLE, place.a, place.b != 0 };
  return dl_levels_map_find (map, place);
}

/* The same, but of a bundle inside a box that box. */
static DlLevelsHit
drawn_of (const DlLevelsMap *map, DlPlace place)
{
  const DlLevelsHit hit = hit_of (map, place);
  const DlFabricBundle *bundles = map->layout->bundles;

  return hit.kind == DL_LEVELS_BUNDLE && bundles[hit.index].a == bundles[hit.index].b
             ? (DlLevelsHit) { DL_LEVELS_BOX, bundles[hit.index].a, FALSE }
             : hit;
}

/* A box's outline, or a bundle's line. */
static void
outline (gconstpointer data, cairo_t *cr, DlPlace place, double line, const DlColor *color,
         const DlTheme *theme)
{
  const Over *over = data;
  const DlLevelsMap *map = over->map;
  const DlLevelsHit hit = drawn_of (map, place);

  if (hit.kind == DL_LEVELS_BOX)
    dl_map_draw_outline (cr, map->options.scale * map->options.label_scale, &map->box[hit.index],
                         line, color, theme);
  else if (hit.kind == DL_LEVELS_BUNDLE)
    draw_bundle (map, cr, hit, line * 2 + 1, color, over->overlay, theme);
}

/* A way -------------------------------------------------------------------------------------- */

static DlPlace
hop (gconstpointer data, guint link)
{
  return dl_levels_item (dl_levels_map_find (((const Over *) data)->map, dl_place_link (link)));
}

static void
trace (gconstpointer data, cairo_t *cr, DlPlace place, const DlTheme *theme)
{
  const DlLevelsMap *map = ((const Over *) data)->map;
  const DlLevelsHit hit = drawn_of (map, place);

  if (hit.kind != DL_LEVELS_BUNDLE)
    {
      outline (data, cr, place, 2, &theme->path, theme);
      return;
    }
  dl_levels_stroke (map, cr, hit.index, hit.back, FALSE, 4.5, &theme->background);
  dl_levels_stroke (map, cr, hit.index, hit.back, FALSE, 2, &theme->path);
  dl_levels_draw_arrow (map, cr, hit.index, hit.back, 6, &theme->path);
}

static gboolean
overlaps (const GArray *taken, const DlRect *rect)
{
  for (guint i = 0; i < taken->len; i++)
    {
      const DlRect *other = &g_array_index (taken, DlRect, i);

      if (rect->x < dl_rect_right (*other) && other->x < dl_rect_right (*rect)
          && rect->y < dl_rect_bottom (*other) && other->y < dl_rect_bottom (*rect))
        return TRUE;
    }
  return FALSE;
}

/* On the line, where there is room for it. */
static gboolean
place_chip (gconstpointer data, DlPlace place, double width, const GArray *taken, DlRect *chip)
{
  static const double tries[] = { 0.5, 0.35, 0.65, 0.22, 0.78 };
  const DlLevelsMap *map = ((const Over *) data)->map;
  const DlLevelsHit hit = drawn_of (map, place);

  *chip = (DlRect) { 0, 0, width, DL_MAP_CHIP_HEIGHT };
  if (hit.kind == DL_LEVELS_BOX)
    {
      const DlRect *box = &map->box[hit.index];

      chip->x = box->x;
      chip->y = box->y - DL_MAP_CHIP_HEIGHT / 2;
      while (overlaps (taken, chip) && chip->x < dl_rect_right (*box))
        chip->x += width + 1;
    }
  for (guint i = 0; i < G_N_ELEMENTS (tries) && hit.kind == DL_LEVELS_BUNDLE; i++)
    {
      double x, y;

      dl_levels_point (map, hit.index, hit.back, tries[i], &x, &y);
      chip->x = CLAMP (x - width / 2, 0, MAX (0, map->width - width));
      chip->y = CLAMP (y - DL_MAP_CHIP_HEIGHT / 2, 0, MAX (0, map->height - DL_MAP_CHIP_HEIGHT));
      if (!overlaps (taken, chip))
        break;
    }
  return hit.kind != DL_LEVELS_NOTHING;
}

/* Values --------------------------------------------------------------------------------------- */

#define VALUE_HEIGHT 15.0
#define VALUE_WIDTH  44.0 /* at most */
#define VALUE_AT     0.24 /* of a line, from its source: crosses and arrows are past it */
#define VALUE_GAP    64.0 /* between rows that have room for values */
#define STRAIGHT     24.0 /* how far aside a line leads that crosses no other */

/* Width of the values of the lines below each row, (n_rows + 1): of all of them or of none, so 0
 * where one has no room or would cover others. */
static double *
find_room (const DlLevelsMap *map)
{
  double *room = g_new (double, map->n_rows + 1);

  for (guint row = 0; row <= map->n_rows; row++)
    room[row] = map->bare || map->row_lines[row] > MANY_VALUES ? 0 : VALUE_WIDTH;
  for (guint i = 0; i < map->layout->n_bundles; i++)
    {
      const DlLevelsLine *line = &map->line[i];
      double *of_row = &room[map->layout->boxes[map->layout->bundles[i].a].row];

      if (line->shape == DL_LEVELS_HIDDEN)
        continue;
      if (line->shape != DL_LEVELS_LINE || fabs (line->y1 - line->y0) < VALUE_GAP
          || fabs (line->x1 - line->x0) > STRAIGHT)
        *of_row = 0;
      *of_row = MIN (*of_row, map->room[i] - 2);
    }
  return room;
}

/* Where the value of a direction is written, @room wide. */
static gboolean
place_value (const DlLevelsMap *map, guint bundle, gboolean back, double room, DlRect *cell)
{
  const DlLevelsLine *line = &map->line[bundle];

  if (!dl_levels_has_line (map, bundle, back) || line->shape != DL_LEVELS_LINE)
    return FALSE;
  const double t = back ? 1 - VALUE_AT : VALUE_AT;

  *cell = (DlRect) { line->x0 + (line->x1 - line->x0) * t - room / 2,
                     line->y0 + (line->y1 - line->y0) * t - VALUE_HEIGHT / 2, room, VALUE_HEIGHT };
  return TRUE;
}

/* The values of lines that have room for them, each in a cell of its color; those of bundles from
 * @first up to @end. */
static void
draw_values (const DlLevelsMap *map, cairo_t *cr, const DlOverlay *overlay, guint first, guint end,
             const DlTheme *theme)
{
  g_autoptr (DlCellValues) values
      = dl_cell_values_new (cr, overlay->scale, VALUE_WIDTH, VALUE_HEIGHT);
  g_autofree double *room = find_room (map);

  for (guint i = first; i < end && values != NULL; i++)
    for (guint back = 0; back < 2; back++)
      {
        DlRect cell;

        const guint row = map->layout->boxes[map->layout->bundles[i].a].row;

        if (!place_value (map, i, back, room[row], &cell)
            || !dl_cell_values_fit (overlay->scale, &cell))
          continue;
        const DlLevelsSum sum
            = dl_levels_map_sum (map, i, back, overlay->net->shape, overlay->values);
        if (sum.n_broken == sum.n || !isfinite (sum.value))
          continue;
        const DlColor color = dl_levels_color (&sum, overlay->scale, theme);

        /* Apart from the line of the other direction. */
        cairo_rectangle (cr, cell.x - 1, cell.y - 1, cell.width + 2, cell.height + 2);
        dl_color_set (cr, &theme->background);
        cairo_fill (cr);
        cairo_rectangle (cr, cell.x, cell.y, cell.width, cell.height);
        dl_color_set (cr, &color);
        cairo_fill (cr);
        dl_cell_values_add (values, &cell, sum.value);
      }
  if (values != NULL)
    dl_cell_values_draw (values);
}

#define MOST_NUMBERED 400 /* hops: more are not followed by eye */

/* Titles --------------------------------------------------------------------------------------- */

/* The rows' titles. */
static void
draw_axis (const DlLevelsMap *map, cairo_t *cr, const DlTheme *theme)
{
  const DlFabricLayout *layout = map->layout;
  const DlRect window = map->window;

  if (map->width > window.width)
    {
      dl_color_set (cr, &theme->background);
      cairo_rectangle (cr, window.x, window.y, map->axis, window.height);
      cairo_fill (cr);
    }
  for (guint row = 0; row < map->n_rows; row++)
    {
      g_autofree char *title = dl_fabric_row_title (map->rows, row);
      const DlRect *box = &map->box[layout->row_first[row]];
      const guint n = row == map->rows->n_rows && map->rows->n_machines > 0 ? map->rows->n_machines
                      : row == map->rows->n_rows
                          ? map->rows->host_first[map->rows->fabric->n_switches]
                          : map->rows->row_first[row + 1] - map->rows->row_first[row];
      g_autofree char *count = g_strdup_printf ("%'u", n);
      const double y = box->y + box->height / 2 - DL_LINE_SMALL;

      dl_chart_text (cr, &theme->foreground, window.x + 4, y, title, DL_TEXT_SMALL, TRUE,
                     DL_ALIGN_START, 0);
      dl_chart_text (cr, &theme->muted, window.x + 4, y + DL_LINE_SMALL - 1, count, DL_TEXT_SMALL,
                     FALSE, DL_ALIGN_START, 0);
    }
}

/* All of it ------------------------------------------------------------------------------------ */

void
dl_levels_map_draw_overlay (const DlLevelsMap *map, cairo_t *cr, const DlOverlay *overlay,
                            const DlTheme *theme)
{
  const DlLevelsHit selected = hit_of (map, overlay->selected);
  const DlLevelsHit hovered = hit_of (map, overlay->hovered);
  const double labels = map->options.label_scale;
  DlOverlay placed = *overlay;
  const Over over = { map, overlay };
  const DlOverlayMap on = {
    .width = map->width,
    .height = map->height,
    .bare = map->bare || (overlay->path != NULL && overlay->path->n > MOST_NUMBERED),
    .outline = outline,
    .hop = hop,
    .trace = trace,
    .chip = place_chip,
  };
  g_auto (DlMapFound) found = find (map, overlay);

  placed.selected = dl_levels_item (selected);
  placed.hovered = dl_levels_item (hovered);
  cairo_save (cr);
  cairo_scale (cr, labels, labels);
  cairo_translate (cr, -map->window.x, -map->window.y);
  if (overlay->values != NULL)
    draw_values (map, cr, overlay, 0, map->layout->n_bundles, theme);
  if (selected.kind == DL_LEVELS_BOX)
    draw_bundles_of (map, cr, selected.index, overlay, theme);
  if (hovered.kind == DL_LEVELS_BOX && !dl_place_equal (placed.hovered, placed.selected))
    draw_bundles_of (map, cr, hovered.index, overlay, theme);
  dl_overlay_draw (&placed, &on, &over, &found, cr, theme);
  /* No line lies on a number. */
  if (overlay->values != NULL && selected.kind == DL_LEVELS_BUNDLE)
    draw_values (map, cr, overlay, selected.index, selected.index + 1, theme);
  if (overlay->values != NULL && hovered.kind == DL_LEVELS_BUNDLE)
    draw_values (map, cr, overlay, hovered.index, hovered.index + 1, theme);
  if (!map->bare)
    draw_axis (map, cr, theme);
  cairo_restore (cr);
}
