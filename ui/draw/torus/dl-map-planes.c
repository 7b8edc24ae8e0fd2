/* Planes across an axis, each node with its ports in both directions: how large they are and where
 * they stand. */
#include "dl-map-planes-private.h"

#include <math.h>

/* Units. */
#define MAX_PITCH      96 /* of nodes */
#define LABELED_PITCH  24
#define COLUMN_GAP     6
#define ROW_GAP        4
#define MAX_SPREAD     24 /* what may be added to these where there is room */
#define RIGHT          4
#define RIGHT_BAR      15 /* with the slice axis' double bar */
#define CAPTION        18
#define READABLE_PITCH 6
#define CAPTION_FROM   240 /* lower maps have none */
#define MARGIN         6
#define ROW_TITLES     52 /* left of planes without titles */

#define TITLE_WIDTH 64 /* of what is clicked */

/* Device pixels per node: whole ones from here on, so that nodes are alike; none is larger than
 * that. */
#define WHOLE_PITCH   2
#define LARGEST_PITCH 1024

/* The grid with the fewest empty places. */
static void
choose_grid (DlPlanes *planes, gint most_columns, gint most_rows)
{
  guint best = G_MAXUINT;

  for (gint columns = most_columns; columns >= 1; columns--)
    {
      const guint rows = (planes->n + columns - 1) / columns;
      if (rows > (guint) most_rows)
        break;
      if (columns * rows - planes->n < best)
        {
          best = columns * rows - planes->n;
          planes->columns = columns;
          planes->rows = rows;
        }
    }
}

/* Lay out with nodes @unit template cells wide of @cell pixels each: whether it fits. */
static gboolean
try_layout (DlMap *map, cairo_t *measure, guint unit, double cell, DlPlanesLevel level)
{
  DlPlanes *planes = map->planes;
  const gboolean ring_u = map->ring[planes->u], ring_v = map->ring[planes->v];
  gint right = 0, bottom = 0, column_gap, row_gap, title = 0;

  planes->level = level;
  planes->cell = cell;
  dl_planes_size_node (map, &planes->node, unit);
  planes->plane_width
      = MAX (ceil (dl_planes_extent (&planes->node, planes->ku, 0) * cell - 1e-6), 1);
  planes->plane_height
      = MAX (ceil (dl_planes_extent (&planes->node, planes->kv, 1) * cell - 1e-6), 1);
  planes->left = planes->top = 0;
  column_gap = row_gap = unit * cell < 1 ? 0 : MAX (dl_map_px (map, 2), 1);
  if (level != DL_PLANES_BARE)
    {
      const double handle = DL_PLANES_HANDLE + 3;
      double label = 0, text_width, text_height;
      char text[32];

      g_snprintf (text, sizeof text, "%s = %u", dl_dim_name (planes->slice), planes->ks - 1);
      dl_text_measure (measure, text, DL_TEXT_SMALL, TRUE, &text_width, &text_height);
      title = dl_map_px (map, text_width + 4);
      if (level == DL_PLANES_LABELED && ring_u)
        {
          g_snprintf (text, sizeof text, "%u", planes->ku - 1);
          dl_text_measure (measure, text, DL_TEXT_SMALL, FALSE, &label, &text_height);
          label += 4;
        }
      planes->left = dl_map_px (map, MAX (ring_v ? handle : 2, label));
      right = dl_map_px (map, (map->ring[planes->slice] ? RIGHT_BAR : RIGHT) + label);
      planes->top = dl_map_px (map, DL_PLANES_TITLE);
      if (level == DL_PLANES_LABELED && ring_v)
        {
          planes->top += dl_map_px (map, DL_PLANES_LABEL_HEIGHT);
          bottom = dl_map_px (map, DL_PLANES_LABEL_HEIGHT);
        }
      else if (ring_u || map->ring[planes->slice])
        planes->top += dl_map_px (map, DL_PLANES_HANDLE);
      column_gap = dl_map_px (map, COLUMN_GAP);
      row_gap = dl_map_px (map, ROW_GAP);
    }
  planes->column_width = MAX (planes->left + planes->plane_width + right, title) + column_gap;
  planes->row_height = planes->top + planes->plane_height + bottom + row_gap;

  const gint margin = dl_map_px (map, map->bare ? 2 : MARGIN);
  const gint titles = level == DL_PLANES_BARE && !map->bare ? dl_map_px (map, ROW_TITLES) : 0;
  const gint caption = planes->captioned ? dl_map_px (map, CAPTION) : 0;
  const gint room_x = map->dense.whole_width - 2 * margin - titles,
             room_y = map->dense.whole_height - 2 * margin - caption;
  const gint most_columns = MIN ((room_x + column_gap) / planes->column_width, (gint) planes->n);
  const gint most_rows = MIN ((room_y + row_gap) / planes->row_height, (gint) planes->n);
  if (most_columns < 1 || most_rows < 1 || (gint64) most_columns * most_rows < (gint64) planes->n)
    return FALSE;
  if (planes->keeps_grid)
    {
      if (planes->columns > (guint) most_columns || planes->rows > (guint) most_rows)
        return FALSE;
    }
  else
    choose_grid (planes, most_columns, most_rows);

  /* In the middle, and further apart where there is room. */
  gint over_x = room_x + column_gap - (gint) planes->columns * planes->column_width;
  gint over_y = room_y + row_gap - (gint) planes->rows * planes->row_height;
  if (level != DL_PLANES_BARE)
    {
      const gint spread = dl_map_px (map, MAX_SPREAD);
      const gint spread_x = MIN (over_x / (gint) planes->columns, spread);
      const gint spread_y = MIN (over_y / (gint) planes->rows, spread);
      planes->column_width += spread_x;
      planes->row_height += spread_y;
      over_x -= spread_x * ((gint) planes->columns - 1);
      over_y -= spread_y * ((gint) planes->rows - 1);
    }
  planes->x = margin + titles + over_x / 2;
  planes->y = margin + over_y / 2;
  return TRUE;
}

/* The largest nodes that fit, in whole pixels; tiny ones fill whole planes instead. Labels may cost
 * a quarter of their size. */
static gboolean
choose_layout (DlMap *map, cairo_t *measure, gboolean bare)
{
  const DlPlanesLevel level = bare ? DL_PLANES_BARE : DL_PLANES_TITLED;
  gint pitch = dl_map_px (map, MAX_PITCH);

  while (pitch >= WHOLE_PITCH && !try_layout (map, measure, pitch, 1, level))
    pitch--;
  if (pitch >= WHOLE_PITCH)
    {
      const gint least = bare ? pitch + 1 : MAX (dl_map_px (map, LABELED_PITCH), pitch * 3 / 4);
      for (gint labeled = pitch; labeled >= least; labeled--)
        if (try_layout (map, measure, labeled, 1, DL_PLANES_LABELED))
          return TRUE;
      return try_layout (map, measure, pitch, 1, level);
    }
  for (double tiny = WHOLE_PITCH * 0.97; tiny >= (bare ? 0.001 : 1); tiny *= 0.97)
    if (try_layout (map, measure, 1, tiny, level))
      return TRUE;
  return FALSE;
}

/* The largest nodes that fit the grid that is chosen, of @least pixels or more; 0: none. */
static gint
largest_pitch (DlMap *map, cairo_t *measure, gint least, DlPlanesLevel level)
{
  gint low = least - 1, high = MIN (dl_map_px (map, MAX_PITCH * map->dense.zoom), LARGEST_PITCH);

  while (low < high)
    {
      const gint middle = (low + high + 1) / 2;
      if (try_layout (map, measure, middle, 1, level))
        low = middle;
      else
        high = middle - 1;
    }
  return low >= least ? low : 0;
}

/* Planes stay in their rows and columns, however large they are. */
static gboolean
enlarge_layout (DlMap *map, cairo_t *measure)
{
  const DlPlanesLevel levels[] = { DL_PLANES_TITLED, DL_PLANES_BARE };

  map->planes->keeps_grid = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    {
      const gint pitch = largest_pitch (map, measure, WHOLE_PITCH, levels[i]);
      if (pitch == 0)
        continue;
      const gint least = MAX (dl_map_px (map, LABELED_PITCH), pitch * 3 / 4);
      const gint labeled = i == 0 ? largest_pitch (map, measure, least, DL_PLANES_LABELED) : 0;
      return labeled > 0 ? try_layout (map, measure, labeled, 1, DL_PLANES_LABELED)
                         : try_layout (map, measure, pitch, 1, levels[i]);
    }
  for (double tiny = WHOLE_PITCH * 0.97; tiny >= 0.001; tiny *= 0.97)
    if (try_layout (map, measure, 1, tiny, DL_PLANES_BARE))
      return TRUE;
  return FALSE;
}

/* For the window alone, without what is zoomed. */
static gboolean
choose_for_window (DlMap *map, cairo_t *measure)
{
  DlLabelMap *dense = &map->dense;
  const DlLabelMap zoomed = *dense;
  gboolean fits;

  dense->whole_width = dense->width;
  dense->whole_height = dense->height;
  dense->zoom = 1;
  fits = (!map->bare && choose_layout (map, measure, FALSE)) || choose_layout (map, measure, TRUE);
  *dense = zoomed;
  return fits;
}

void
dl_planes_origin (const DlPlanes *planes, guint index, double *x, double *y)
{
  const guint place = index - planes->first;

  *x = planes->x + (gint) (place % planes->columns) * planes->column_width + planes->left;
  *y = planes->y + (gint) (place / planes->columns) * planes->row_height + planes->top;
}

gboolean
dl_planes_has (const DlPlanes *planes, guint index)
{
  return index >= planes->first && index < planes->first + planes->n;
}

static void
planes_place (DlMap *map, cairo_t *measure)
{
  DlPlanes *planes = map->planes = g_new0 (DlPlanes, 1);
  guint u, v;

  dl_map_others (map->options.slice, &u, &v);
  planes->slice = map->options.slice;
  planes->u = u;
  planes->v = v;
  planes->ku = map->radix[u];
  planes->kv = map->radix[v];
  planes->ks = map->radix[planes->slice];
  planes->first = MIN (map->options.first_plane, planes->ks - 1);
  planes->n = planes->ks - planes->first;
  if (map->options.n_planes > 0)
    planes->n = MIN (planes->n, map->options.n_planes);
  planes->captioned = !map->bare && map->options.height >= CAPTION_FROM;
  if (!choose_for_window (map, measure)
      || (dl_label_map_is_part (&map->dense) && !enlarge_layout (map, measure)))
    {
      planes->columns = 0; /* no room for anything */
      return;
    }
  map->node_means = planes->node.is_mean;
  dl_planes_fill (map);
}

static void
planes_free (DlMap *map)
{
  g_free (map->planes->node.cells);
  g_free (map->planes);
}

static gboolean
planes_plane_at (const DlMap *map, double x, double y, guint *plane, gboolean *title)
{
  const DlPlanes *planes = map->planes;
  const double px = x * map->options.scale, py = y * map->options.scale;

  for (guint index = planes->first; planes->columns > 0 && dl_planes_has (planes, index); index++)
    {
      const gboolean titled = planes->level != DL_PLANES_BARE && !map->bare;
      double left, top;

      dl_planes_origin (planes, index, &left, &top);
      const DlRect at = dl_planes_title (map, index);
      const gboolean is_title
          = titled && x >= at.x && y >= at.y && x < at.x + TITLE_WIDTH && y < at.y + at.height;
      if (!is_title
          && (px < left || py < top || px >= left + planes->plane_width
              || py >= top + planes->plane_height))
        continue;
      *plane = index;
      if (title != NULL)
        *title = is_title;
      return TRUE;
    }
  return FALSE;
}

void
dl_map_planes_minimum_size (const guint radix[DL_N_DIMS], DlDim slice, double *width,
                            double *height)
{
  guint u, v;

  dl_map_others (slice, &u, &v);
  const double column = READABLE_PITCH * radix[u] + DL_PLANES_HANDLE + RIGHT_BAR + 2 * COLUMN_GAP;
  const double row = READABLE_PITCH * radix[v] + DL_PLANES_TITLE + DL_PLANES_HANDLE + 2 * ROW_GAP;
  /* About as wide as windows are. */
  const double columns
      = CLAMP (ceil (sqrt (radix[slice] * row * 1.4 / column)), 1, (double) radix[slice]);

  *width = CLAMP (columns * column + 2 * MARGIN, 360, 1600);
  *height = CLAMP (ceil (radix[slice] / columns) * row + 2 * MARGIN + CAPTION, 240, 1200);
}

const DlMapLayout dl_map_planes = {
  .place = planes_place,
  .free = planes_free,
  .link_rects = dl_planes_link_rects,
  .link_lines = dl_planes_link_lines,
  .node_rect = dl_planes_node_rect,
  .step = dl_planes_step,
  .first = dl_planes_first,
  .position_at = dl_planes_position_at,
  .plane_at = planes_plane_at,
  .foreach_handle = dl_planes_foreach_handle,
  .draw_axes = dl_planes_draw_axes,
  .draw_datelines = dl_planes_draw_datelines,
};
