#include "dl-dragonfly-map.h"

#include "dl-dragonfly-chord-private.h"
#include "dl-dragonfly-map-private.h"

#include <math.h>
#include <string.h>

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
                     DL_NO_CELL);
  map->width *= map->dense.zoom;
  map->height *= map->dense.zoom;

  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *measure = cairo_create (surface);
  map->layout->place (map, measure);
  cairo_destroy (measure);
  cairo_surface_destroy (surface);

  /* What no cell has is one label after them all. */
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

guint
dl_dragonfly_parallel (const DlDragonfly *dragonfly, guint link, guint *n_broken)
{
  guint n = 0;

  *n_broken = 0;
  for (;
       link + n < dragonfly->n_links && dragonfly->link_from[link + n] == dragonfly->link_from[link]
       && dragonfly->link_to[link + n] == dragonfly->link_to[link];
       n++)
    *n_broken += dragonfly->link_state[link + n] != DL_LINK_UP;
  return n;
}

guint32 *
dl_dragonfly_broken_pairs (const DlDragonfly *dragonfly)
{
  const guint n = dragonfly->n_groups;
  guint32 *broken = NULL;

  for (guint link = 0; link < dragonfly->n_links; link++)
    {
      if (dragonfly->link_state[link] == DL_LINK_UP || dragonfly->link_class[link] != DL_LINK_BLUE)
        continue;
      if (broken == NULL)
        broken = g_new0 (guint32, (gsize) n * n);
      broken[(gsize) dl_dragonfly_link_group (dragonfly, link, FALSE) * n
             + dl_dragonfly_link_group (dragonfly, link, TRUE)]++;
    }
  return broken;
}

DlDragonflyCell
dl_dragonfly_pair_state (const DlDragonflyMap *map, const guint32 *broken,
                         const DlDragonflyValues *values, guint a, guint b, double *value)
{
  const gsize pair = (gsize) a * map->dragonfly->n_groups + b;

  *value = values->group_value[pair];
  if (map->pair_links[pair] == 0)
    return DL_CELL_NONE;
  if (dl_value_is_unknown (*value))
    return DL_CELL_NOT_KNOWN;
  if (broken != NULL && broken[pair] == map->pair_links[pair])
    return DL_CELL_BROKEN;
  return isnan (*value) ? DL_CELL_IDLE : DL_CELL_VALUE;
}
