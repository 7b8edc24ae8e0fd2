/* What is drawn over a map by levels: what is broken, pointed at and selected, a way. */
#include "dl-levels-map-private.h"

#include <math.h>

#define BROKEN_RECT 18.0 /* that a cross on a line is made for */

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

/* The bundles of a box stand out, those that are not drawn otherwise, too. */
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

/* A box's outline, or a bundle's line. */
static void
outline (const DlLevelsMap *map, cairo_t *cr, DlLevelsHit hit, double line, const DlColor *color,
         const DlOverlay *overlay, const DlTheme *theme)
{
  if (hit.kind == DL_LEVELS_BUNDLE
      && map->layout->bundles[hit.index].a == map->layout->bundles[hit.index].b)
    hit = (DlLevelsHit) { DL_LEVELS_BOX, map->layout->bundles[hit.index].a, FALSE };
  if (hit.kind == DL_LEVELS_BOX)
    dl_map_draw_outline (cr, map->options.scale * map->options.label_scale, &map->box[hit.index],
                         line, color, theme);
  else if (hit.kind == DL_LEVELS_BUNDLE)
    draw_bundle (map, cr, hit, line * 2 + 1, color, overlay, theme);
}

/* A way -------------------------------------------------------------------------------------- */

/* The hops, by number, that have the same line as hop @i; NULL if an earlier one has. */
static char *
hops_at (const DlLevelsMap *map, const DlOverlay *overlay, guint i, DlLevelsHit hit)
{
  g_autoptr (GString) hops = g_string_new (NULL);

  for (guint j = 0; j < overlay->path->n; j++)
    {
      const DlLevelsHit other = dl_levels_map_find (
          map, dl_place_link (overlay->path->channels[j] / overlay->net->n_vcs));

      if (other.kind != hit.kind || other.index != hit.index || other.back != hit.back)
        continue;
      if (j < i)
        return NULL;
      g_string_append_printf (hops, "%s%u", hops->len > 0 ? ", " : "", j + 1);
    }
  return g_string_free (g_steal_pointer (&hops), FALSE);
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
static DlRect
place_chip (const DlLevelsMap *map, DlLevelsHit hit, double width, const GArray *taken)
{
  static const double tries[] = { 0.5, 0.35, 0.65, 0.22, 0.78 };
  const DlFabricBundle *bundle = &map->layout->bundles[hit.index];
  DlRect chip = { 0, 0, width, DL_MAP_CHIP_HEIGHT };

  if (bundle->a == bundle->b)
    {
      const DlRect *box = &map->box[bundle->a];

      chip.x = box->x;
      chip.y = box->y - DL_MAP_CHIP_HEIGHT / 2;
      while (overlaps (taken, &chip) && chip.x < dl_rect_right (*box))
        chip.x += width + 1;
      return chip;
    }
  for (guint i = 0; i < G_N_ELEMENTS (tries); i++)
    {
      double x, y;

      dl_levels_point (map, hit.index, hit.back, tries[i], &x, &y);
      chip.x = CLAMP (x - width / 2, 0, MAX (0, map->width - width));
      chip.y = CLAMP (y - DL_MAP_CHIP_HEIGHT / 2, 0, MAX (0, map->height - DL_MAP_CHIP_HEIGHT));
      if (!overlaps (taken, &chip))
        break;
    }
  return chip;
}

#define MOST_NUMBERED 400 /* hops: more are not followed by eye */

static void
draw_path (const DlLevelsMap *map, cairo_t *cr, const DlOverlay *overlay, const DlTheme *theme)
{
  const DlMapPath *path = overlay->path;
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (DlRect));

  for (guint i = 0; i < path->n; i++)
    {
      const DlLevelsHit hit
          = dl_levels_map_find (map, dl_place_link (path->channels[i] / overlay->net->n_vcs));

      if (hit.kind == DL_LEVELS_NOTHING)
        continue;
      if (map->layout->bundles[hit.index].a == map->layout->bundles[hit.index].b)
        {
          outline (map, cr, hit, 2, &theme->path, overlay, theme);
          continue;
        }
      dl_levels_stroke (map, cr, hit.index, hit.back, FALSE, 4.5, &theme->background);
      dl_levels_stroke (map, cr, hit.index, hit.back, FALSE, 2, &theme->path);
      dl_levels_draw_arrow (map, cr, hit.index, hit.back, 6, &theme->path);
    }
  for (guint i = 0; i < path->n && path->n <= MOST_NUMBERED && !map->bare; i++)
    {
      const DlLevelsHit hit
          = dl_levels_map_find (map, dl_place_link (path->channels[i] / overlay->net->n_vcs));
      g_autofree char *hops = hit.kind == DL_LEVELS_NOTHING ? NULL : hops_at (map, overlay, i, hit);

      if (hops == NULL)
        continue;
      const DlRect chip = place_chip (map, hit, dl_map_chip_width (cr, hops), taken);

      dl_map_draw_chip (cr, &chip, hops, i == path->step, theme);
      g_array_append_val (taken, chip);
    }
}

void
dl_levels_map_draw_overlay (const DlLevelsMap *map, cairo_t *cr, const DlOverlay *overlay,
                            const DlLevelsPointed *pointed, const DlTheme *theme)
{
  const DlLevelsHit selected
      = pointed != NULL ? pointed->selected : dl_levels_map_find (map, overlay->selected);
  const DlLevelsHit hovered
      = pointed != NULL ? pointed->hovered : dl_levels_map_find (map, overlay->hovered);
  const double labels = map->options.label_scale;
  g_auto (DlMapFound) found = find (map, overlay);
  const gboolean same = hovered.kind == selected.kind && hovered.index == selected.index
                        && hovered.back == selected.back;

  cairo_save (cr);
  cairo_scale (cr, labels, labels);
  cairo_translate (cr, -map->window.x, -map->window.y);
  if (selected.kind == DL_LEVELS_BOX)
    draw_bundles_of (map, cr, selected.index, overlay, theme);
  if (hovered.kind == DL_LEVELS_BOX && !same)
    draw_bundles_of (map, cr, hovered.index, overlay, theme);
  dl_map_found_draw (&found, cr, map->width, map->height, theme);
  if (!same)
    outline (map, cr, hovered, 1, &theme->foreground, overlay, theme);
  outline (map, cr, selected, overlay->focused ? 3 : 2, &theme->accent, overlay, theme);
  if (overlay->path != NULL)
    draw_path (map, cr, overlay, theme);
  if (!map->bare)
    dl_levels_draw_axis (map, cr, theme);
  cairo_restore (cr);
}
