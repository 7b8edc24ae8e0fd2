/* What is written and drawn around planes. */
#include "dl-map-planes-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define TITLE_ROOM      40 /* units of a plane that have its title in sight */
#define NODE_NAMES_FROM 40 /* units: bodies of this size have their coordinates in them */
#define WIDE_BARS_FROM  8  /* units: lanes of this length carry wider datelines */

DlRect
dl_planes_title (const DlMap *map, guint index)
{
  const DlPlanes *planes = map->planes;
  const double scale = map->options.scale;
  const DlRect window = dl_map_window (map);
  double x, y;

  dl_planes_origin (planes, index, &x, &y);
  const double right = (x + planes->plane_width) / scale;
  const double bottom = (y + planes->plane_height) / scale;
  DlRect title
      = { x / scale, (y - planes->top) / scale, planes->plane_width / scale, DL_PLANES_TITLE };

  if (!dl_label_map_is_part (&map->dense))
    return title;
  if (right > window.x + TITLE_ROOM)
    title.x = MAX (title.x, window.x + 2);
  if (bottom > window.y + DL_PLANES_TITLE)
    title.y = MAX (title.y, window.y + 2);
  return title;
}

static void
draw_plane_title (const DlMap *map, cairo_t *cr, guint index, const gint dateline[DL_N_DIMS],
                  const DlTheme *theme)
{
  const DlPlanes *planes = map->planes;
  const DlRect at = dl_planes_title (map, index);
  const gboolean marked = dl_planes_has_dateline (map, dateline, planes->slice)
                          && dateline[planes->slice] == (gint) index;
  char text[32];

  g_snprintf (text, sizeof text, "%s = %u", dl_dim_name (planes->slice), index);
  if (dl_label_map_is_part (&map->dense))
    {
      double width, height;

      dl_text_measure (cr, text, DL_TEXT_SMALL, TRUE, &width, &height);
      dl_color_set (cr, &theme->background);
      cairo_rectangle (cr, at.x - 2, at.y, width + 4, at.height);
      cairo_fill (cr);
    }
  dl_color_set (cr, marked ? &theme->accent : &theme->foreground);
  dl_text_draw (cr, at.x, at.y, text, DL_TEXT_SMALL, TRUE, DL_ALIGN_START, 0);
}

/* Where links that wrap around go: beside each stub, but not under a handle. */
static void
draw_wrap_labels (const DlMap *map, cairo_t *cr, guint index, const gint dateline[DL_N_DIMS],
                  const DlTheme *theme)
{
  const DlPlanes *planes = map->planes;
  const double scale = map->options.scale;
  double left, top, width, height;
  char last[16];

  dl_planes_origin (planes, index, &left, &top);
  left /= scale;
  top /= scale;
  const double right = left + planes->plane_width / scale;
  const double bottom = top + planes->plane_height / scale;
  dl_text_measure (cr, "0", DL_TEXT_SMALL, FALSE, &width, &height);
  dl_color_set (cr, &theme->muted);

  g_snprintf (last, sizeof last, "%u", planes->ku - 1);
  for (guint v = 0; map->ring[planes->u] && v < planes->kv; v++)
    {
      const DlRect body = dl_planes_body (planes, 0, v);
      const double y = top + round ((body.y + body.height / 2) / scale - height / 2);
      if (!dl_map_shows (map, (DlRect) { left - 30, y, right - left + 60, height }))
        continue;
      dl_text_draw (cr, right + 3, y, "0", DL_TEXT_SMALL, FALSE, DL_ALIGN_START, 0);
      if (dateline[planes->v] != (gint) v || !map->ring[planes->v])
        dl_text_draw (cr, left - 3, y, last, DL_TEXT_SMALL, FALSE, DL_ALIGN_END, 0);
    }
  g_snprintf (last, sizeof last, "%u", planes->kv - 1);
  for (guint u = 0; map->ring[planes->v] && u < planes->ku; u++)
    {
      const DlRect body = dl_planes_body (planes, u, 0);
      const double x = left + (body.x + body.width / 2) / scale;
      if (!dl_map_shows (map, (DlRect) { x - 15, top - height, 30, bottom - top + 2 * height }))
        continue;
      dl_text_draw (cr, x, bottom, last, DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, 0);
      if (dateline[planes->u] != (gint) u || !map->ring[planes->u])
        dl_text_draw (cr, x, top - height, "0", DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, 0);
    }
}

static void
draw_node_names (const DlMap *map, cairo_t *cr, guint index, const DlTheme *theme)
{
  const DlPlanes *planes = map->planes;
  const double scale = map->options.scale;
  double left, top, width, height;
  char text[16];

  dl_planes_origin (planes, index, &left, &top);
  dl_text_measure (cr, "0", DL_TEXT_SMALL, FALSE, &width, &height);
  dl_color_set (cr, &theme->foreground);
  for (guint u = 0; u < planes->ku; u++)
    for (guint v = 0; v < planes->kv; v++)
      {
        const DlRect body = dl_planes_body (planes, u, v);
        if (!dl_map_shows (map, (DlRect) { (left + body.x) / scale, (top + body.y) / scale,
                                           body.width / scale, body.height / scale }))
          continue;
        g_snprintf (text, sizeof text, "%u,%u", u, v);
        dl_text_draw (cr, (left + body.x + body.width / 2) / scale,
                      round ((top + body.y + body.height / 2) / scale - height / 2), text,
                      DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, body.width / scale);
      }
}

/* Which plane starts a row of the grid, where planes have no titles. */
static void
draw_row_titles (const DlMap *map, cairo_t *cr, const DlTheme *theme)
{
  const DlPlanes *planes = map->planes;
  const double scale = map->options.scale;
  double width, height;

  dl_text_measure (cr, "0", DL_TEXT_SMALL, FALSE, &width, &height);
  const guint step = dl_map_number_step (height, planes->row_height / scale);
  dl_color_set (cr, &theme->muted);
  for (guint row = 0; row < planes->rows; row += step)
    {
      double x, y;
      char text[32];

      const guint index = planes->first + row * planes->columns;

      dl_planes_origin (planes, index, &x, &y);
      g_snprintf (text, sizeof text, "%s = %u", dl_dim_name (planes->slice), index);
      dl_text_draw (cr, x / scale - 4,
                    round ((y + planes->plane_height / 2.0) / scale - height / 2), text,
                    DL_TEXT_SMALL, FALSE, DL_ALIGN_END, 0);
    }
}

/* @piece behind what there is, where both fit on the line. */
static void
add_to_caption (cairo_t *cr, GString *text, const char *piece, double room)
{
  g_autofree char *longer
      = text->len > 0 ? g_strconcat (text->str, " · ", piece, NULL) : g_strdup (piece);
  double width, height;

  dl_text_measure (cr, longer, DL_TEXT_SMALL, FALSE, &width, &height);
  if (text->len == 0 || width <= room)
    g_string_assign (text, longer);
}

static void
draw_caption (const DlMap *map, cairo_t *cr, const DlTheme *theme)
{
  const DlPlanes *planes = map->planes;
  const char *slice = dl_dim_name (planes->slice);
  const double room = map->width - 12;
  /* Translators: how to read a drawing of planes of nodes; %s are axes, x, y or z. */
  g_autofree char *axes = g_strdup_printf (_ ("each square is a node, %s to the right, %s up"),
                                           dl_dim_name (planes->u), dl_dim_name (planes->v));
  g_autofree char *ports
      = g_strdup_printf (_ ("in it %s+ at the top right, %s− at the bottom left"), slice, slice);
  g_autoptr (GString) text = g_string_new (NULL);

  add_to_caption (cr, text, axes, room);
  if (map->node_means)
    add_to_caption (cr, text,
                    _ ("its color is the mean of its links; for critical cables, the most "
                       "critical"),
                    room);
  else if (planes->ks > 1)
    add_to_caption (cr, text, ports, room);
  if (!map->node_means && (map->ring[planes->u] || map->ring[planes->v]))
    add_to_caption (cr, text,
                    planes->level == DL_PLANES_LABELED ? _ ("stubs wrap around to the number")
                                                       : _ ("stubs at the border wrap around"),
                    room);
  dl_color_set (cr, &theme->muted);
  dl_text_draw (cr, map->width / 2, map->height - 23, text->str, DL_TEXT_SMALL, FALSE,
                DL_ALIGN_CENTER, room);
}

/* Anything of the plane and of what is written around it. */
static gboolean
is_in_sight (const DlMap *map, guint index)
{
  const DlPlanes *planes = map->planes;
  const double scale = map->options.scale;
  double x, y;

  dl_planes_origin (planes, index, &x, &y);
  return dl_map_shows (map, (DlRect) { (x - planes->left) / scale, (y - planes->top) / scale,
                                       planes->column_width / scale, planes->row_height / scale });
}

void
dl_planes_draw_axes (const DlMap *map, cairo_t *cr, const gint dateline[DL_N_DIMS],
                     const DlTheme *theme)
{
  const DlPlanes *planes = map->planes;

  if (planes->columns == 0 || map->bare)
    return;
  if (planes->captioned && !dl_label_map_is_part (&map->dense))
    draw_caption (map, cr, theme);
  if (planes->level == DL_PLANES_BARE)
    {
      draw_row_titles (map, cr, theme);
      return;
    }
  for (guint index = planes->first; dl_planes_has (planes, index); index++)
    {
      if (!is_in_sight (map, index))
        continue;
      draw_plane_title (map, cr, index, dateline, theme);
      if (planes->level == DL_PLANES_LABELED)
        draw_wrap_labels (map, cr, index, dateline, theme);
      if (planes->node.body * planes->cell >= dl_map_px (map, NODE_NAMES_FROM))
        draw_node_names (map, cr, index, theme);
    }
}

/* Two lines on both sides of the dateline's nodes, across the plane: a packet that leaves such a
 * node goes on on VC1. */
static void
add_double_bar (const DlMap *map, cairo_t *cr, guint index, guint dim, guint position, double line)
{
  const DlPlanes *planes = map->planes;
  const double scale = map->options.scale;
  const gboolean upright = dim == planes->u;
  const DlRect body
      = upright ? dl_planes_body (planes, position, 0) : dl_planes_body (planes, 0, position);
  double left, top;

  dl_planes_origin (planes, index, &left, &top);
  const double start = upright ? left + body.x : top + body.y;
  const double sides[2] = { dl_map_snap (map, start / scale) - line,
                            dl_map_snap (map, (start + body.width) / scale) };
  for (guint i = 0; i < 2; i++)
    if (upright)
      cairo_rectangle (cr, sides[i], top / scale - 1, line, planes->plane_height / scale + 2);
    else
      cairo_rectangle (cr, left / scale - 1, sides[i], planes->plane_width / scale + 2, line);
}

void
dl_planes_draw_datelines (const DlMap *map, cairo_t *cr, const DlOverlay *overlay,
                          const DlDatelines *datelines, const DlTheme *theme)
{
  const DlPlanes *planes = map->planes;
  const guint dims[2] = { planes->u, planes->v };
  const double scale = map->options.scale;
  const double lane = (planes->node.unit - planes->node.body) * planes->cell / scale;

  dl_color_set (cr, &theme->accent);
  for (guint i = 0; i < 2; i++)
    if (dl_planes_has_dateline (map, datelines->at, dims[i]))
      {
        const gboolean dragged = datelines->dragged == (gint) dims[i];
        const double line = (lane >= WIDE_BARS_FROM ? 2 : 1) + dragged;
        for (guint index = planes->first; dl_planes_has (planes, index); index++)
          add_double_bar (map, cr, index, dims[i], datelines->at[dims[i]], line);
        cairo_fill (cr);
      }

  if (dl_planes_has_dateline (map, datelines->at, planes->slice)
      && dl_planes_has (planes, datelines->at[planes->slice]))
    {
      const guint index = datelines->at[planes->slice];
      const double x = dl_planes_slice_bar_x (map, index);
      const double line = datelines->dragged == (gint) planes->slice ? 2 : 1;
      double left, top;

      dl_planes_origin (planes, index, &left, &top);
      for (gint side = -1; side <= 1; side += 2)
        cairo_rectangle (cr, dl_map_snap (map, x + side * 1.5 - line / 2), top / scale - 1, line,
                         planes->plane_height / scale + 2);
      cairo_fill (cr);
    }
}
