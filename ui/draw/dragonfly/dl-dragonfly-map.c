#include "dl-dragonfly-map.h"

#include "dl-dragonfly-chord.h"
#include "dl-dragonfly-map-private.h"

#include <math.h>
#include <string.h>

/* Overlay on the dense layer of a dragonfly's map: crosses, a route, selection and pointer. */

#define SWATCH 16 /* of a title */

void
dl_dragonfly_set_frame (cairo_t *cr, DlLinkClass class, const DlTheme *theme)
{
  static const double dashes[] = { 5, 3 };
  static const double dots[] = { 1.5, 2 };

  dl_color_set (cr, &theme->classes[class]);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_width (cr, class == DL_LINK_GREEN ? 1.5 : 1.25);
  cairo_set_dash (cr, class == DL_LINK_BLACK ? dashes : dots,
                  class == DL_LINK_GREEN ? 0 : G_N_ELEMENTS (dashes), 0);
}

void
dl_dragonfly_draw_title (cairo_t *cr, DlLinkClass class, double x, double y, double width,
                         const char *text, const DlTheme *theme)
{
  dl_dragonfly_set_frame (cr, class, theme);
  cairo_rectangle (cr, x + 0.5, y + 3, SWATCH - 4, 9);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  dl_chart_text (cr, &theme->foreground, x + SWATCH + 2, y, text, DL_TEXT_SMALL, TRUE,
                 DL_ALIGN_START, MAX (width - SWATCH - 2, 1));
}

static gboolean
rect_of (gconstpointer data, DlPlace place, DlRect *rect)
{
  const DlDragonflyMap *map = data;

  return (map->layout->rect != NULL ? map->layout->rect : dl_grids_rect) (map, place, rect);
}

/* The place for the cross of a broken part. */
static gboolean
mark_of (const DlDragonflyMap *map, const DlDragonflyDrawn *drawn, DlPlace place, DlRect *rect)
{
  if (!rect_of (map, place, rect))
    return FALSE;
  if (map->layout->mark != NULL)
    *rect = map->layout->mark (map, drawn, place, rect);
  return TRUE;
}

/* DlRect, of every cell with a broken link, and every broken router. */
static GArray *
find_broken (const DlDragonflyMap *map, const DlDragonflyDrawn *drawn, const DlDragonfly *dragonfly)
{
  GArray *broken = g_array_new (FALSE, FALSE, sizeof (DlRect));
  DlPlace last = DL_NOWHERE;
  DlRect rect;

  for (guint link = 0; link < dragonfly->n_links; link++)
    {
      if (dragonfly->link_state[link] == DL_LINK_UP)
        continue;
      if (map->options.kind != DL_DRAGONFLY_MAP_GROUP
          && dragonfly->link_class[link] != DL_LINK_BLUE)
        continue;
      const DlPlace place = map->layout->link_place (map, link);
      if (place.kind == DL_PLACE_NOTHING || dl_place_equal (place, last))
        continue;
      last = place;
      if (mark_of (map, drawn, place, &rect))
        g_array_append_val (broken, rect);
    }
  if (map->options.kind == DL_DRAGONFLY_MAP_GROUP)
    for (guint router = dragonfly->group_first[map->options.group];
         router < dragonfly->group_first[map->options.group + 1]; router++)
      if (!dragonfly->router_up[router] && mark_of (map, drawn, dl_place_router (router), &rect))
        g_array_append_val (broken, rect);
  return broken;
}

/* DlRect, of the cells whose change stands out: links inside a group, else pairs of groups. */
static GArray *
find_outliers (const DlDragonflyMap *map, const DlDifference *links, const DlDifference *pairs)
{
  GArray *outliers = g_array_new (FALSE, FALSE, sizeof (DlRect));
  const gboolean inside = map->options.kind == DL_DRAGONFLY_MAP_GROUP;
  const DlDifference *difference = inside ? links : pairs;
  const guint n_groups = map->dragonfly->n_groups;
  DlRect rect;

  for (guint i = 0; i < difference->n; i++)
    if (difference->outlier[i]
        && rect_of (map,
                    inside ? map->layout->link_place (map, i)
                           : dl_place_pair (i / n_groups, i % n_groups),
                    &rect))
      g_array_append_val (outliers, rect);
  return outliers;
}

static DlMapFound
find (const DlDragonflyMap *map, const DlDragonflyDrawn *drawn, const DlDifference *pairs)
{
  const DlOverlay *over = drawn->over;
  DlMapFound found = { .broken = find_broken (map, drawn, drawn->dragonfly) };

  if (over->difference != NULL)
    {
      found.broken_b = find_broken (map, drawn, over->against->shape);
      found.outliers = find_outliers (map, over->difference, pairs);
    }
  return found;
}

static guint
mark_of_cell (const DlScale *scale, DlGridState state, double value)
{
  return state == DL_GRID_NONE || state == DL_GRID_BROKEN
             ? 0
             : dl_scale_marks_of (scale, DL_LINK_UP,
                                  state == DL_GRID_IDLE      ? NAN
                                  : state == DL_GRID_UNKNOWN ? DL_VALUE_UNKNOWN
                                                             : value);
}

/* Marks of links inside a group. */
static guint
marks_inside (const DlDragonflyMap *map, const DlDragonflyDrawn *drawn)
{
  guint marks = 0;
  DlRect rect;

  for (guint link = 0; link < drawn->dragonfly->n_links; link++)
    {
      const DlPlace place = map->layout->link_place (map, link);
      double value;

      if (place.kind != DL_PLACE_LINK || !rect_of (map, place, &rect))
        continue;
      const DlGridState state
          = dl_grid_link_state (drawn->dragonfly, drawn->values, place.a, &value);
      marks |= mark_of_cell (drawn->colors, state, value);
    }
  return marks;
}

/* Marks of pairs of groups. */
static guint
marks_of_pairs (const DlDragonflyMap *map, const DlDragonflyDrawn *drawn)
{
  const guint n = drawn->dragonfly->n_groups;
  const guint32 *over = drawn->values->pair_over;
  g_autofree guint32 *broken = dl_dragonfly_broken_pairs (drawn->dragonfly);
  guint marks = 0;
  DlRect rect;

  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++)
      {
        double value;

        if (!rect_of (map, dl_place_pair (a, b), &rect))
          continue;
        const DlGridState state
            = dl_dragonfly_pair_state (map, broken, drawn->values, a, b, &value);
        marks |= mark_of_cell (drawn->colors, state, value);
        if (over != NULL && over[(gsize) a * n + b] > 0)
          marks |= DL_MARK_OVER;
      }
  return marks;
}

static DlDragonflyDrawn
drawn_of (const DlOverlay *overlay, const DlDragonflyPicture *picture)
{
  return (DlDragonflyDrawn) { .over = overlay,
                              .dragonfly = overlay->net->shape,
                              .colors = overlay->scale,
                              .values = picture->values,
                              .job = picture->job };
}

guint
dl_dragonfly_map_marks (const DlDragonflyMap *map, const DlOverlay *overlay,
                        const DlDragonflyPicture *picture)
{
  const DlDragonflyDrawn drawn = drawn_of (overlay, picture);
  g_auto (DlMapFound) found = find (map, &drawn, picture->pairs);

  return dl_map_found_marks (&found)
         | (map->options.kind == DL_DRAGONFLY_MAP_GROUP ? marks_inside (map, &drawn)
                                                        : marks_of_pairs (map, &drawn));
}

static void
outline (gconstpointer data, cairo_t *cr, DlPlace place, double line, const DlColor *color,
         const DlTheme *theme)
{
  const DlDragonflyMap *map = data;
  DlRect rect;

  if (map->layout->outline != NULL)
    map->layout->outline (map, cr, place, line, color, theme);
  else if (rect_of (map, place, &rect))
    dl_map_draw_outline (cr, map->dense.scale, &rect, line, color, theme);
}

static DlPlace
hop (gconstpointer data, guint link)
{
  const DlDragonflyMap *map = data;

  return map->layout->link_place (map, link);
}

void
dl_dragonfly_map_draw_overlay (const DlDragonflyMap *map, cairo_t *cr, const DlOverlay *overlay,
                               const DlDragonflyPicture *picture, const DlTheme *theme)
{
  const DlDragonflyDrawn drawn = drawn_of (overlay, picture);
  const DlOverlayMap on = { .width = map->width,
                            .height = map->height,
                            .bare = map->bare,
                            .outline = outline,
                            .hop = hop,
                            .rect = rect_of };
  const double labels = map->options.label_scale;
  const DlRect window = dl_dragonfly_window (map);
  g_auto (DlMapFound) found = find (map, &drawn, picture->pairs);

  g_assert (drawn.dragonfly->n_links == map->dragonfly->n_links);
  cairo_save (cr);
  cairo_scale (cr, labels, labels);
  cairo_translate (cr, -window.x, -window.y);
  map->layout->draw (map, cr, &drawn, theme);
  dl_overlay_draw (overlay, &on, map, &found, cr, theme);
  if (map->layout->draw_axes != NULL)
    map->layout->draw_axes (map, cr, &drawn, theme);
  cairo_restore (cr);
}

/* Smaller maps (thumbnails) are cells alone. */
#define BARE_WIDTH  260
#define BARE_HEIGHT 150

static const DlDragonflyLayout *const layouts[DL_N_DRAGONFLY_MAPS] = {
  [DL_DRAGONFLY_MAP_GROUPS] = &dl_dragonfly_layout_groups,
  [DL_DRAGONFLY_MAP_GROUP] = &dl_dragonfly_layout_inside,
  [DL_DRAGONFLY_MAP_CHORD] = &dl_dragonfly_layout_chord,
};

/* Values ----------------------------------------------------------------------------------------
 */

/* Links that are asked for more than they carry, of each pair of groups, and of each group. */
static void
count_over (guint32 *pair_over, guint n, const DlDragonflyOver *over)
{
  for (guint group = 0; group < n; group++)
    {
      over->out[group] = over->in[group] = 0;
      for (guint other = 0; other < n; other++)
        {
          over->pair[(gsize) group * n + other] = pair_over[(gsize) group * n + other];
          over->out[group] += pair_over[(gsize) group * n + other];
          over->in[group] += pair_over[(gsize) other * n + group];
        }
    }
}

void
dl_dragonfly_values_sum_over (const DlDragonfly *dragonfly, const float *values,
                              const DlDragonflySumRule *rule, float *group_value, float *group_out,
                              float *group_in, const DlDragonflyOver *over)
{
  const guint n = dragonfly->n_groups;
  g_autofree double *sum = g_new0 (double, (gsize) n *n);
  g_autofree guint32 *links = g_new0 (guint32, (gsize) n * n);
  g_autofree guint32 *pair_over = g_new0 (guint32, (gsize) n * n);
  g_autofree guint8 *busy = g_new0 (guint8, (gsize) n * n);
  g_autofree guint8 *known = g_new0 (guint8, (gsize) n * n);
  g_autofree guint8 *unknown = g_new0 (guint8, (gsize) n * n);

  for (guint link = 0; link < dragonfly->n_links; link++)
    {
      if (dragonfly->link_class[link] != DL_LINK_BLUE || dragonfly->link_state[link] != DL_LINK_UP)
        continue;
      const gsize pair = (gsize) dl_dragonfly_link_group (dragonfly, link, FALSE) * n
                         + dl_dragonfly_link_group (dragonfly, link, TRUE);
      if (dl_value_is_unknown (values[link]))
        {
          unknown[pair] = TRUE;
          continue;
        }
      known[pair] = TRUE;
      links[pair] += rule->idle_counts || !isnan (values[link]);
      if (isnan (values[link]))
        continue;
      sum[pair] = rule->worst ? MAX (sum[pair], values[link]) : sum[pair] + values[link];
      pair_over[pair] += values[link] > rule->full;
      busy[pair] = TRUE;
    }

  for (guint group = 0; group < n; group++)
    {
      double out = 0, in = 0;
      guint64 n_out = 0, n_in = 0;
      gboolean any_out = FALSE, any_in = FALSE;

      for (guint other = 0; other < n; other++)
        {
          const gsize to = (gsize) group * n + other, from = (gsize) other * n + group;

          group_value[to] = busy[to]                    ? sum[to] / (rule->worst ? 1 : links[to])
                            : unknown[to] && !known[to] ? DL_VALUE_UNKNOWN
                                                        : NAN;
          out = rule->worst ? MAX (out, sum[to]) : out + sum[to];
          in = rule->worst ? MAX (in, sum[from]) : in + sum[from];
          n_out += links[to];
          n_in += links[from];
          any_out |= busy[to];
          any_in |= busy[from];
        }
      group_out[group] = any_out ? out / (rule->worst ? 1 : n_out) : NAN;
      group_in[group] = any_in ? in / (rule->worst ? 1 : n_in) : NAN;
    }
  if (over != NULL)
    count_over (pair_over, n, over);
}

void
dl_dragonfly_values_sum (const DlDragonfly *dragonfly, const float *values, float *group_value,
                         float *group_out, float *group_in)
{
  dl_dragonfly_values_sum_over (dragonfly, values,
                                &(DlDragonflySumRule) { .idle_counts = TRUE, .full = INFINITY },
                                group_value, group_out, group_in, NULL);
}

static gint
compare_busy (gconstpointer a, gconstpointer b, gpointer data)
{
  const DlDragonflyValues *values = data;
  const guint16 groups[2] = { *(const guint16 *) a, *(const guint16 *) b };
  double busy[2];

  for (guint i = 0; i < 2; i++)
    {
      const double out = values->group_out[groups[i]], in = values->group_in[groups[i]];
      busy[i] = (isfinite (out) ? out : 0) + (isfinite (in) ? in : 0);
    }
  if (busy[0] != busy[1])
    return busy[0] > busy[1] ? -1 : 1;
  return (gint) groups[0] - groups[1];
}

void
dl_dragonfly_values_order (const DlDragonflyValues *values, guint n_groups, guint16 *order)
{
  for (guint i = 0; i < n_groups; i++)
    order[i] = i;
  if (values->group_out != NULL && values->group_in != NULL)
    g_qsort_with_data (order, (gint) n_groups, sizeof *order, compare_busy, (gpointer) values);
}

/* Layout ----------------------------------------------------------------------------------------
 */

static void
order_groups (DlDragonflyMap *map, const guint16 *order)
{
  const guint n = map->dragonfly->n_groups;

  map->order = g_new (guint16, n);
  map->rank = g_new (guint16, n);
  for (guint i = 0; i < n; i++)
    map->order[i] = map->options.sorted && order != NULL ? order[i] : i;
  for (guint i = 0; i < n; i++)
    map->rank[map->order[i]] = i;
}

static void
count_pairs (DlDragonflyMap *map)
{
  const DlDragonfly *dragonfly = map->dragonfly;
  const guint n = dragonfly->n_groups;

  map->pair_links = g_new0 (guint32, (gsize) n * n);
  for (guint link = 0; link < dragonfly->n_links; link++)
    if (dragonfly->link_class[link] == DL_LINK_BLUE)
      map->pair_links[(gsize) dl_dragonfly_link_group (dragonfly, link, FALSE) * n
                      + dl_dragonfly_link_group (dragonfly, link, TRUE)]++;
}

DlDragonflyMap *
dl_dragonfly_map_new (DlDragonfly *dragonfly, const DlDragonflyMapOptions *options,
                      const guint16 *order)
{
  DlDragonflyMap *map = g_new0 (DlDragonflyMap, 1);
  const double labels = options->label_scale;

  g_assert (options->kind < DL_N_DRAGONFLY_MAPS && options->group < dragonfly->n_groups);
  g_assert (options->scale > 0 && labels > 0);
  map->dragonfly = dl_dragonfly_ref (dragonfly);
  map->options = *options;
  map->layout = layouts[options->kind];
  const DlMapZoom zoom = { options->zoom.by, options->zoom.x / labels, options->zoom.y / labels };

  map->width = options->width / labels;
  map->height = options->height / labels;
  map->bare = map->width < BARE_WIDTH || map->height < BARE_HEIGHT;
  map->grids = g_array_new (FALSE, FALSE, sizeof (DlGrid));
  order_groups (map, order);
  count_pairs (map);
  dl_label_map_init (&map->dense, map->width, map->height, options->scale * labels, &zoom,
                     DL_NO_GRID_CELL);
  map->width *= map->dense.zoom;
  map->height *= map->dense.zoom;

  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *measure = cairo_create (surface);
  map->layout->place (map, measure);
  cairo_destroy (measure);
  cairo_surface_destroy (surface);

  /* Pixels without a cell: one label after all. */
  const gsize n_pixels = (gsize) map->dense.width * map->dense.height;
  for (gsize i = 0; i < n_pixels; i++)
    map->dense.labels[i] = MIN (map->dense.labels[i], map->n_cells);
  return map;
}

void
dl_dragonfly_map_free (DlDragonflyMap *map)
{
  if (map == NULL)
    return;
  map->layout->free (map);
  dl_label_map_clear (&map->dense);
  g_array_unref (map->grids);
  g_free (map->order);
  g_free (map->rank);
  g_free (map->pair_links);
  dl_dragonfly_unref (map->dragonfly);
  g_free (map);
}

const DlDragonflyMapOptions *
dl_dragonfly_map_options (const DlDragonflyMap *map)
{
  return &map->options;
}

gboolean
dl_dragonfly_map_shows_group (DlDragonflyMapKind kind, guint n_groups)
{
  return kind == DL_DRAGONFLY_MAP_GROUP
         || (kind == DL_DRAGONFLY_MAP_CHORD && n_groups > DL_CHORD_MOST);
}

void
dl_dragonfly_map_minimum_size (const DlDragonfly *dragonfly, DlDragonflyMapKind kind, double *width,
                               double *height)
{
  if (kind == DL_DRAGONFLY_MAP_GROUP)
    dl_dragonfly_inside_minimum_size (dragonfly, width, height);
  else if (kind == DL_DRAGONFLY_MAP_CHORD)
    dl_dragonfly_chord_minimum_size (width, height);
  else
    dl_dragonfly_groups_minimum_size (dragonfly, width, height);
}

/* Places ----------------------------------------------------------------------------------------
 */

DlPlace
dl_dragonfly_map_hit (const DlDragonflyMap *map, double x, double y)
{
  const double labels = map->options.label_scale;
  const DlRect window = dl_dragonfly_window (map);

  return (map->layout->hit != NULL ? map->layout->hit : dl_grids_hit) (map, window.x + x / labels,
                                                                       window.y + y / labels);
}

gboolean
dl_dragonfly_map_rect (const DlDragonflyMap *map, DlPlace place, DlRect *rect)
{
  const double labels = map->options.label_scale;
  const DlRect window = dl_dragonfly_window (map);

  if (!(map->layout->rect != NULL ? map->layout->rect : dl_grids_rect) (map, place, rect))
    return FALSE;
  *rect = (DlRect) { (rect->x - window.x) * labels, (rect->y - window.y) * labels,
                     rect->width * labels, rect->height * labels };
  return TRUE;
}

DlPlace
dl_dragonfly_map_step (const DlDragonflyMap *map, DlPlace from, gint dx, gint dy)
{
  return (map->layout->step != NULL ? map->layout->step : dl_grids_step) (
      map, from, CLAMP (dx, -1, 1), CLAMP (dy, -1, 1));
}

cairo_surface_t *
dl_dragonfly_map_paint (const DlDragonflyMap *map, const DlDragonfly *dragonfly,
                        const DlDragonflyValues *values, const DlScale *scale, const DlTheme *theme,
                        cairo_surface_t *reuse)
{
  cairo_surface_t *surface;

  g_assert (dragonfly->n_links == map->dragonfly->n_links);
  surface = (map->layout->paint != NULL ? map->layout->paint : dl_grids_paint) (
      map, dragonfly, values, scale, theme, reuse);
  /* Units of the options, whatever the layout's are. */
  cairo_surface_set_device_scale (surface, map->options.scale, map->options.scale);
  return surface;
}

gboolean
dl_dragonfly_map_paint_vectors (const DlDragonflyMap *map, cairo_t *cr,
                                const DlDragonfly *dragonfly, const DlDragonflyValues *values,
                                const DlScale *scale, const DlTheme *theme)
{
  g_assert (dragonfly->n_links == map->dragonfly->n_links);
  if (map->layout->paint_vectors == NULL)
    return FALSE;
  cairo_save (cr);
  cairo_scale (cr, map->options.label_scale, map->options.label_scale);
  map->layout->paint_vectors (map, cr, dragonfly, values, scale, theme);
  cairo_restore (cr);
  return TRUE;
}
