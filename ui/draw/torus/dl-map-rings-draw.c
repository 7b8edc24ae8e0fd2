/* What is written and drawn around the ring matrix. */
#include "dl-map-rings-private.h"

#include "dl-cell-values.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define TITLE_ROOM 60 /* units of panels that have their rows' title over them */

/* What the numbers of rows are: "y", "y,z". */
static void
row_title (const DlMap *map, guint dim, gboolean by_ring, char text[8])
{
  const guint *other = map->rings->other[dim];

  if (by_ring && map->radix[other[0]] > 1 && map->radix[other[1]] > 1)
    g_snprintf (text, 8, "%s,%s", dl_dim_name (other[0]), dl_dim_name (other[1]));
  else
    g_strlcpy (text, dl_dim_name (map->radix[other[0]] > 1 ? other[0] : other[1]), 8);
}

/* The middle of a column, in units. */
static double
column_x (const DlMap *map, guint port, guint column)
{
  const DlRect rect = dl_rings_cell_rect (map, port, 0, column);

  return rect.x + rect.width / 2;
}

/* The lower edge of what stays above the cells. */
static double
header_bottom (const DlMap *map)
{
  double bottom = dl_map_window (map).y;

  for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
    if (dl_rings_is_shown (map, port >> 1))
      bottom = MAX (bottom, dl_rings_header_y (map, port) + DL_RINGS_HEADER);
  return bottom;
}

/* Where the numbers of rows end: left of the panels of @dim, or while those are in sight at the
 * window's edge. */
static double
numbers_right (const DlMap *map, guint dim)
{
  const DlPanel *plus = &map->rings->panels[2 * dim], *minus = &map->rings->panels[2 * dim + 1];
  const double scale = map->options.scale, width = map->rings->labels[dim].width / scale;
  const double right = plus->x / scale - DL_RINGS_LABEL_GAP;
  const double end = (minus->x + minus->width) / scale;

  return MAX (right, MIN (dl_map_window (map).x + width + 4, end));
}

/* Numbers above columns: the dateline's first, which stands out, then the ends, then round ones. */
typedef struct
{
  const DlMap *map;
  cairo_t *cr;
  guint port;
  double y;
  GArray *taken; /* double pairs: from, to */
} ColumnNumbers;

static gboolean
draw_column_number (ColumnNumbers *numbers, guint column, gboolean bold)
{
  const DlPanel *panel = &numbers->map->rings->panels[numbers->port];
  const double scale = numbers->map->options.scale, overhang = 1;
  const double low = panel->x / scale - overhang;
  const double high = (panel->x + panel->width) / scale + overhang;
  char text[16];
  double width, height;

  g_snprintf (text, sizeof text, "%u", column);
  dl_text_measure (numbers->cr, text, DL_TEXT_SMALL, bold, &width, &height);
  const double x = CLAMP (column_x (numbers->map, numbers->port, column) - width / 2, low,
                          MAX (low, high - width));
  /* The numbers of rows stay in sight. */
  if (x < numbers_right (numbers->map, numbers->port >> 1)
      && dl_label_map_is_part (&numbers->map->dense))
    return FALSE;
  for (guint i = 0; i + 1 < numbers->taken->len; i += 2)
    if (x < g_array_index (numbers->taken, double, i + 1) + 4
        && g_array_index (numbers->taken, double, i) < x + width + 4)
      return FALSE;
  const double span[2] = { x, x + width };
  g_array_append_vals (numbers->taken, span, 2);
  dl_text_draw (numbers->cr, x, numbers->y, text, DL_TEXT_SMALL, bold, DL_ALIGN_START, 0);
  return TRUE;
}

static void
draw_column_numbers (const DlMap *map, cairo_t *cr, guint port, const gint dateline[DL_N_DIMS],
                     const DlTheme *theme)
{
  const guint dim = port >> 1, k = map->radix[dim];
  const DlPanel *panel = &map->rings->panels[port];
  const double scale = map->options.scale;
  ColumnNumbers numbers = { map, cr, port, dl_rings_header_y (map, port) + DL_RINGS_NUMBERS_Y,
                            g_array_new (FALSE, FALSE, sizeof (double)) };
  char text[16];
  double width, height;

  if (dl_map_has_dateline (map, dateline, dim))
    {
      dl_color_set (cr, &theme->accent);
      draw_column_number (&numbers, dateline[dim], TRUE);
    }
  dl_color_set (cr, &theme->muted);
  draw_column_number (&numbers, 0, FALSE);
  draw_column_number (&numbers, k - 1, FALSE);
  g_snprintf (text, sizeof text, "%u", k - 1);
  dl_text_measure (cr, text, DL_TEXT_SMALL, FALSE, &width, &height);
  const guint step = dl_map_number_step (width + 8, panel->width / scale / k);
  for (guint column = step; column < k - 1; column += step)
    draw_column_number (&numbers, column, FALSE);
  g_array_unref (numbers.taken);
}

/* What the panels give way to on a map that is zoomed: behind titles and numbers above, and behind
 * the numbers of rows at the left. */
static void
draw_ground (const DlMap *map, cairo_t *cr, const DlTheme *theme)
{
  const DlRect window = dl_map_window (map);
  const double scale = map->options.scale;

  dl_color_set (cr, &theme->background);
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      const DlPanel *panel = &map->rings->panels[2 * dim];
      const double width = map->rings->labels[dim].width / scale;

      if (!dl_rings_is_shown (map, dim) || width == 0
          || numbers_right (map, dim) <= panel->x / scale - DL_RINGS_LABEL_GAP)
        continue;
      cairo_rectangle (cr, numbers_right (map, dim) - width - 4, panel->y / scale, width + 8,
                       panel->height / scale);
    }
  cairo_rectangle (cr, window.x, window.y, window.width, header_bottom (map) - window.y);
  cairo_fill (cr);
}

static void
draw_row_numbers (const DlMap *map, cairo_t *cr, guint dim, const DlTheme *theme)
{
  const DlRings *rings = map->rings;
  const DlRowLabels *labels = &rings->labels[dim];
  const DlPanel *panel = &rings->panels[2 * dim];
  const guint minor = labels->by_ring ? 1 : map->radix[rings->other[dim][1]];
  const guint n = rings->rows[dim] / minor;
  const double scale = map->options.scale;
  const double right = numbers_right (map, dim), top = panel->y / scale;
  const double header = dl_rings_header_y (map, 2 * dim) + DL_RINGS_HEADER - 2;
  double width, height;
  char text[16], title[8];

  row_title (map, dim, labels->by_ring, title);
  dl_text_measure (cr, "0", DL_TEXT_SMALL, FALSE, &width, &height);
  dl_color_set (cr, &theme->foreground);
  if (right <= panel->x / scale || right + TITLE_ROOM < (panel->x + panel->width) / scale)
    dl_text_draw (cr, right, dl_rings_header_y (map, 2 * dim) + DL_RINGS_NUMBERS_Y, title,
                  DL_TEXT_SMALL, FALSE, DL_ALIGN_END, 0);
  dl_color_set (cr, &theme->muted);
  for (guint i = 0; i < n; i += labels->step)
    {
      const guint row = i * minor;
      const double from = dl_map_edge (panel->height, rings->rows[dim], row) / scale;
      const double to = dl_map_edge (panel->height, rings->rows[dim], row + minor) / scale;

      if (!dl_map_shows (map, (DlRect) { right - 1, top + from, 1, to - from })
          || top + (from + to - height) / 2 < header)
        continue;
      dl_rings_row_text (map, dim, row, labels->by_ring, text);
      dl_text_draw (cr, right, top + round ((from + to - height) / 2), text, DL_TEXT_SMALL, FALSE,
                    DL_ALIGN_END, 0);
    }
  if (labels->by_ring || dl_label_map_is_part (&map->dense))
    return;

  /* A tick where the first coordinate changes. */
  dl_color_set (cr, &theme->muted);
  cairo_set_line_width (cr, 1);
  for (guint i = labels->step; i < n; i += labels->step)
    {
      const double y = top + dl_map_edge (panel->height, rings->rows[dim], i * minor) / scale;
      cairo_move_to (cr, panel->x / scale - 4, y + 0.5);
      cairo_line_to (cr, panel->x / scale - 1, y + 0.5);
    }
  cairo_stroke (cr);
}

/* Where a packet in X leaves one region for the next (VC paper 2.1): a line between the columns,
 * and the regions' numbers below them. */
static void
draw_regions (const DlMap *map, cairo_t *cr, guint port, const DlTheme *theme)
{
  const DlPanel *panel = &map->rings->panels[port];
  const double scale = map->options.scale;
  const double top = panel->y / scale, bottom = (panel->y + panel->height) / scale;
  const guint k = map->radix[DL_X];
  double title_width, title_height;

  dl_text_measure (cr, _ ("region"), DL_TEXT_SMALL, FALSE, &title_width, &title_height);
  if (port == DL_PORT_X_PLUS && title_width + 4 < panel->x / scale)
    {
      dl_color_set (cr, &theme->foreground);
      dl_text_draw (cr, panel->x / scale - 4, bottom + 2, _ ("region"), DL_TEXT_SMALL, FALSE,
                    DL_ALIGN_END, 0);
    }
  for (guint region = 0; region < map->n_regions; region++)
    {
      const guint low = region * map->region_planes, high = MIN (low + map->region_planes, k);
      const double from = (panel->x + dl_map_edge (panel->width, k, low)) / scale;
      const double to = (panel->x + dl_map_edge (panel->width, k, high)) / scale;
      char text[16];
      double width, height;

      if (region > 0)
        {
          const double x = dl_map_snap (map, from) - (map->gap > 0 ? map->gap / scale / 2 : 0);

          /* Light on dark and dark on light, whatever the cells' colors. */
          cairo_set_line_width (cr, 3);
          dl_color_set (cr, &theme->background);
          cairo_move_to (cr, x, top - 3);
          cairo_line_to (cr, x, bottom + 5);
          cairo_stroke (cr);
          cairo_set_line_width (cr, 1);
          dl_color_set (cr, &theme->foreground);
          cairo_move_to (cr, x, top - 3);
          cairo_line_to (cr, x, bottom + 5);
          cairo_stroke (cr);
        }
      g_snprintf (text, sizeof text, "%u", region);
      dl_text_measure (cr, text, DL_TEXT_SMALL, FALSE, &width, &height);
      if (width > to - from)
        continue;
      dl_color_set (cr, &theme->muted);
      dl_text_draw (cr, round ((from + to - width) / 2), bottom + 2, text, DL_TEXT_SMALL, FALSE,
                    DL_ALIGN_START, 0);
    }
}

static void
draw_title (const DlMap *map, cairo_t *cr, guint port, const DlTheme *theme)
{
  static const char *const titles[DL_N_NETWORK_PORTS] = { "X+", "X−", "Y+", "Y−", "Z+", "Z−" };
  const DlPanel *panel = &map->rings->panels[port];
  const double scale = map->options.scale;
  const double y = dl_rings_header_y (map, port) + DL_RINGS_TITLE_Y;
  double x = panel->x / scale, width, height, mesh_width, mesh_height;

  /* In sight as long as the panel is, and never over the next one's. */
  dl_text_measure (cr, titles[port], DL_TEXT_TITLE, TRUE, &width, &height);
  if (dl_label_map_is_part (&map->dense))
    x = MAX (x, MIN (dl_map_window (map).x + 2, x + panel->width / scale - width));
  dl_color_set (cr, &theme->foreground);
  dl_text_draw (cr, x, y, titles[port], DL_TEXT_TITLE, TRUE, DL_ALIGN_START, 0);
  if (map->ring[port >> 1])
    return;
  dl_text_measure (cr, _ ("mesh"), DL_TEXT_SMALL, FALSE, &mesh_width, &mesh_height);
  if (width + 6 + mesh_width > panel->width / scale + 4)
    return;
  dl_color_set (cr, &theme->muted);
  dl_text_draw (cr, x + width + 6, y + (height - mesh_height) / 2 + 1, _ ("mesh"), DL_TEXT_SMALL,
                FALSE, DL_ALIGN_START, 0);
}

static void
draw_caption (const DlMap *map, cairo_t *cr, const DlPanel *panel, const DlTheme *theme)
{
  const char *text = _ ("ring (one row each)");
  const double scale = map->options.scale;
  double width, height;

  dl_text_measure (cr, text, DL_TEXT_SMALL, FALSE, &width, &height);
  if (width > panel->height / scale || dl_label_map_is_part (&map->dense))
    return;
  cairo_save (cr);
  cairo_translate (cr, map->rings->caption_x / scale + 2,
                   round ((panel->y + panel->height / 2.0) / scale + width / 2));
  cairo_rotate (cr, -G_PI / 2);
  dl_color_set (cr, &theme->muted);
  dl_text_draw (cr, 0, 0, text, DL_TEXT_SMALL, FALSE, DL_ALIGN_START, 0);
  cairo_restore (cr);
}

void
dl_rings_draw_axes (const DlMap *map, cairo_t *cr, const gint dateline[DL_N_DIMS],
                    const DlTheme *theme)
{
  const DlPanel *first = NULL;

  if (map->bare)
    return;
  if (dl_label_map_is_part (&map->dense))
    draw_ground (map, cr, theme);
  for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
    if (dl_rings_is_shown (map, port >> 1))
      {
        const DlPanel *panel = &map->rings->panels[port];
        const double scale = map->options.scale;

        if (!(port & 1) && map->rings->labels[port >> 1].width > 0)
          draw_row_numbers (map, cr, port >> 1, theme);
        if (!dl_map_shows (
                map, (DlRect) { panel->x / scale, dl_map_window (map).y, panel->width / scale, 1 }))
          continue;
        if (first == NULL || map->rings->panels[port].height > first->height)
          first = &map->rings->panels[port];
        draw_title (map, cr, port, theme);
        draw_column_numbers (map, cr, port, dateline, theme);
        if (port >> 1 == DL_X && map->n_regions > 1)
          draw_regions (map, cr, port, theme);
      }
  if (first != NULL)
    draw_caption (map, cr, first, theme);
  else
    {
      dl_color_set (cr, &theme->muted);
      dl_text_draw (cr, map->options.width / 2, map->options.height / 2 - 8,
                    _ ("A single node has no links"), DL_TEXT_NORMAL, FALSE, DL_ALIGN_CENTER,
                    map->options.width);
    }
}

/* From where to where the window shows the @n cells along @extent pixels from @start on. */
static void
cells_in_sight (gint start, gint extent, guint n, gint from, gint to, guint *first, guint *end)
{
  const double cell = (double) extent / n;

  *first = CLAMP (floor ((from - start) / cell), 0, (double) n);
  *end = CLAMP (ceil ((to - start) / cell), 0, (double) n);
}

void
dl_rings_draw_values (const DlMap *map, cairo_t *cr, const DlOverlay *overlay)
{
  const DlLabelMap *dense = &map->dense;

  for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
    {
      const guint dim = port >> 1, k = map->radix[dim], rows = map->rings->rows[dim];
      const DlPanel *panel = &map->rings->panels[port];
      guint column, last_column, first_row, last_row;

      if (!dl_rings_is_shown (map, dim))
        continue;
      const DlRect first = dl_rings_cell_rect (map, port, 0, 0);
      g_autoptr (DlCellValues) values
          = dl_cell_values_new (cr, overlay->scale, first.width, first.height);
      if (values == NULL)
        continue;
      cells_in_sight (panel->x, panel->width, k, dense->left, dense->left + dense->width, &column,
                      &last_column);
      cells_in_sight (panel->y, panel->height, rows, dense->top, dense->top + dense->height,
                      &first_row, &last_row);
      for (; column < last_column; column++)
        for (guint row = first_row; row < last_row; row++)
          {
            const guint link = dl_map_link (dl_rings_node (map, dim, row, column), port);
            const DlRect cell = dl_rings_cell_rect (map, port, row, column);

            if (overlay->net->graph->link_state[link] == DL_LINK_UP)
              dl_cell_values_add (values, &cell, overlay->values[link]);
          }
      dl_cell_values_draw (values);
    }
}

void
dl_rings_draw_datelines (const DlMap *map, cairo_t *cr, const DlOverlay *overlay,
                         const DlDatelines *datelines, const DlTheme *theme)
{
  for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
    if (dl_map_has_dateline (map, datelines->at, port >> 1))
      {
        const guint dim = port >> 1;
        const DlPanel *panel = &map->rings->panels[port];
        const double scale = map->options.scale;
        const double line = datelines->dragged == (gint) dim ? 3 : 2;
        const DlRect cell = dl_rings_cell_rect (map, port, 0, datelines->at[dim]);
        const double height = panel->height / scale - map->gap / scale;

        if (datelines->dragged == (gint) dim)
          {
            dl_color_set_alpha (cr, &theme->accent, 0.2);
            cairo_rectangle (cr, cell.x, cell.y, cell.width, height);
            cairo_fill (cr);
          }
        /* Around the column, not over it. */
        dl_color_set (cr, &theme->accent);
        cairo_set_line_width (cr, line);
        cairo_rectangle (cr, cell.x - line / 2, cell.y - line / 2, cell.width + line,
                         height + line);
        cairo_stroke (cr);
      }
}
