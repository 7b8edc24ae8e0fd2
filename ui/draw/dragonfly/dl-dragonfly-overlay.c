/* What is drawn over the dense layer of a dragonfly's map: crosses, a route, selection and pointer.
 */
#include "dl-dragonfly-map-private.h"

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
rect_of (const DlDragonflyMap *map, DlPlace place, DlRect *rect)
{
  return (map->layout->rect != NULL ? map->layout->rect : dl_grids_rect) (map, place, rect);
}

/* Where the cross of what is broken goes. */
static gboolean
mark_of (const DlDragonflyMap *map, const DlDragonflyMapOverlay *overlay, DlPlace place,
         DlRect *rect)
{
  if (!rect_of (map, place, rect))
    return FALSE;
  if (map->layout->mark != NULL)
    *rect = map->layout->mark (map, overlay, place, rect);
  return TRUE;
}

/* DlRect, of every cell with a broken link, and every broken router. */
static GArray *
find_broken (const DlDragonflyMap *map, const DlDragonflyMapOverlay *overlay,
             const DlDragonfly *dragonfly)
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
      if (mark_of (map, overlay, place, &rect))
        g_array_append_val (broken, rect);
    }
  if (map->options.kind == DL_DRAGONFLY_MAP_GROUP)
    for (guint router = dragonfly->group_first[map->options.group];
         router < dragonfly->group_first[map->options.group + 1]; router++)
      if (!dragonfly->router_up[router] && mark_of (map, overlay, dl_place_router (router), &rect))
        g_array_append_val (broken, rect);
  return broken;
}

/* DlRect, of the cells whose change stands out: links inside a group, else pairs of groups. */
static GArray *
find_outliers (const DlDragonflyMap *map, const DlDragonflyMapOverlay *overlay)
{
  GArray *outliers = g_array_new (FALSE, FALSE, sizeof (DlRect));
  const gboolean inside = map->options.kind == DL_DRAGONFLY_MAP_GROUP;
  const DlDifference *difference = inside ? overlay->links : overlay->pairs;
  const guint n_groups = overlay->dragonfly->n_groups;
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
find (const DlDragonflyMap *map, const DlDragonflyMapOverlay *overlay)
{
  DlMapFound found = { .broken = find_broken (map, overlay, overlay->dragonfly) };

  if (overlay->links != NULL)
    {
      found.broken_b = find_broken (map, overlay, overlay->against);
      found.outliers = find_outliers (map, overlay);
    }
  return found;
}

static guint
mark_of_cell (const DlScale *scale, DlDragonflyCell state, double value)
{
  return state == DL_CELL_NONE || state == DL_CELL_BROKEN
             ? 0
             : dl_scale_marks_of (scale, DL_LINK_UP,
                                  state == DL_CELL_IDLE        ? NAN
                                  : state == DL_CELL_NOT_KNOWN ? DL_VALUE_UNKNOWN
                                                               : value);
}

/* Of links inside a group. */
static guint
marks_inside (const DlDragonflyMap *map, const DlDragonflyMapOverlay *overlay)
{
  guint marks = 0;
  DlRect rect;

  for (guint link = 0; link < overlay->dragonfly->n_links; link++)
    {
      const DlPlace place = map->layout->link_place (map, link);
      double value;

      if (place.kind != DL_PLACE_LINK || !rect_of (map, place, &rect))
        continue;
      const DlDragonflyCell state
          = dl_grid_link_state (overlay->dragonfly, overlay->values, place.a, &value);
      marks |= mark_of_cell (overlay->colors, state, value);
    }
  return marks;
}

/* Of pairs of groups. */
static guint
marks_of_pairs (const DlDragonflyMap *map, const DlDragonflyMapOverlay *overlay)
{
  const guint n = overlay->dragonfly->n_groups;
  const guint32 *over = overlay->values->pair_over;
  g_autofree guint32 *broken = dl_dragonfly_broken_pairs (overlay->dragonfly);
  guint marks = 0;
  DlRect rect;

  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++)
      {
        double value;

        if (!rect_of (map, dl_place_pair (a, b), &rect))
          continue;
        const DlDragonflyCell state
            = dl_dragonfly_pair_state (map, broken, overlay->values, a, b, &value);
        marks |= mark_of_cell (overlay->colors, state, value);
        if (over != NULL && over[(gsize) a * n + b] > 0)
          marks |= DL_MARK_OVER;
      }
  return marks;
}

guint
dl_dragonfly_map_marks (const DlDragonflyMap *map, const DlDragonflyMapOverlay *overlay)
{
  g_auto (DlMapFound) found = find (map, overlay);

  return dl_map_found_marks (&found)
         | (map->options.kind == DL_DRAGONFLY_MAP_GROUP ? marks_inside (map, overlay)
                                                        : marks_of_pairs (map, overlay));
}

static void
outline (const DlDragonflyMap *map, cairo_t *cr, DlPlace place, double line, const DlColor *color,
         const DlTheme *theme)
{
  DlRect rect;

  if (map->layout->outline != NULL)
    map->layout->outline (map, cr, place, line, color, theme);
  else if (rect_of (map, place, &rect))
    dl_map_draw_outline (cr, map->dense.scale, &rect, line, color, theme);
}

/* Each hop's cell, and the hops' numbers at it. */
static void
draw_path (const DlDragonflyMap *map, cairo_t *cr, const DlDragonflyMapOverlay *overlay,
           const DlTheme *theme)
{
  for (guint i = 0; i < overlay->n_path; i++)
    outline (map, cr, map->layout->link_place (map, overlay->path[i]), 2, &theme->path, theme);
  for (guint i = 0; i < overlay->n_path && !map->bare; i++)
    {
      const DlPlace place = map->layout->link_place (map, overlay->path[i]);
      g_autoptr (GString) hops = g_string_new (NULL);
      gboolean again = FALSE;
      DlRect rect;

      for (guint j = 0; j < overlay->n_path; j++)
        if (dl_place_equal (map->layout->link_place (map, overlay->path[j]), place))
          {
            again |= j < i;
            g_string_append_printf (hops, "%s%u", hops->len > 0 ? ", " : "", j + 1);
          }
      if (again || !rect_of (map, place, &rect))
        continue;
      dl_map_draw_hops (cr, &rect, hops->str, FALSE, map->width, map->height, theme);
    }
}

void
dl_dragonfly_map_draw_overlay (const DlDragonflyMap *map, cairo_t *cr,
                               const DlDragonflyMapOverlay *overlay, const DlTheme *theme)
{
  const double labels = map->options.label_scale;
  const DlRect window = dl_dragonfly_window (map);
  g_auto (DlMapFound) found = find (map, overlay);

  g_assert (overlay->dragonfly->n_links == map->dragonfly->n_links);
  cairo_save (cr);
  cairo_scale (cr, labels, labels);
  cairo_translate (cr, -window.x, -window.y);
  map->layout->draw (map, cr, overlay, theme);
  dl_map_found_draw (&found, cr, map->width, map->height, theme);
  for (guint i = 0; i < overlay->n_marked; i++)
    outline (map, cr, overlay->marked[i], 2, &theme->path, theme);
  if (!dl_place_equal (overlay->hovered, overlay->selected))
    outline (map, cr, overlay->hovered, 1, &theme->foreground, theme);
  outline (map, cr, overlay->selected, overlay->focused ? 3 : 2, &theme->accent, theme);
  draw_path (map, cr, overlay, theme);
  if (map->layout->draw_axes != NULL)
    map->layout->draw_axes (map, cr, overlay, theme);
  cairo_restore (cr);
}
