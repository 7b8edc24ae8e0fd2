/* The ring matrix: a panel for each direction; a row is a ring, a column a position in it. */
#include "dl-map-private.h"
#include "dl-matrix-map.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* All in units, above the cells. */
#define DL_RINGS_TITLE_Y   2
#define DL_RINGS_NUMBERS_Y 21
#define DL_RINGS_HEADER    48 /* titles, numbers and markers */
#define DL_RINGS_BOTTOM    6  /* below the cells */
#define DL_RINGS_REGIONS   14 /* for the regions' numbers, where there are several */

/* Device pixels. */
typedef struct
{
  gint x, y, width, height;
} DlPanel;

/* Labels of a dimension's rows. */
typedef struct
{
  gint width;       /* device pixels; 0: not at all */
  gboolean by_ring; /* a number for each ring; else one for all rings of the first coordinate */
  guint step;       /* numbers this many apart */
} DlRowLabels;

struct _DlRings
{
  DlPanel panels[DL_TORUS_N_NETWORK_PORTS]; /* width 0: not shown */
  guint rows[DL_TORUS_N_DIMS];
  guint other[DL_TORUS_N_DIMS][2]; /* a ring is known by these coordinates */
  DlRowLabels labels[DL_TORUS_N_DIMS];
  gint caption_x; /* device pixels; -1: no room */
};

/* A dimension of radix 1 has no links, hence no panels. */
static inline gboolean
dl_rings_is_shown (const DlMap *map, guint dim)
{
  return map->radix[dim] > 1;
}

/* Units below the cells for the regions of X. */
static inline guint
dl_rings_region_room (const DlMap *map)
{
  return map->n_regions > 1 ? DL_RINGS_REGIONS : 0;
}

/* The top of the titles and numbers above the cells, which stay in the window. Units. */
static inline double
dl_rings_header_y (const DlMap *map, guint port)
{
  return MAX (map->rings->panels[port].y / map->options.scale - DL_RINGS_HEADER,
              map->dense.top / map->options.scale);
}

static void rings_row_text (const DlMap *map, guint dim, guint row, gboolean by_ring,
                            char text[16]);
static guint rings_node (const DlMap *map, guint dim, guint row, guint column);
static DlRect rings_cell_rect (const DlMap *map, guint port, guint row, guint column);

/* Text and drawings around the ring matrix. */

#define TITLE_ROOM 60 /* units of panels that have their rows' title over them */

/* Title of the row numbers: "y", "y,z". */
static void
row_title (const DlMap *map, guint dim, gboolean by_ring, char text[8])
{
  const guint *other = map->rings->other[dim];

  if (by_ring && map->radix[other[0]] > 1 && map->radix[other[1]] > 1)
    g_snprintf (text, 8, "%s,%s", dl_torus_dim_name (other[0]), dl_torus_dim_name (other[1]));
  else
    g_strlcpy (text, dl_torus_dim_name (map->radix[other[0]] > 1 ? other[0] : other[1]), 8);
}

/* The middle of a column, in units. */
static double
column_x (const DlMap *map, guint port, guint column)
{
  const DlRect rect = rings_cell_rect (map, port, 0, column);

  return rect.x + rect.width / 2;
}

/* The lower edge of what stays above the cells. */
static double
header_bottom (const DlMap *map)
{
  double bottom = dl_map_window (map).y;

  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
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
  const double right = plus->x / scale - DL_MAP_NUMBER_GAP;
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
draw_column_numbers (const DlMap *map, cairo_t *cr, guint port,
                     const gint dateline[DL_TORUS_N_DIMS], const DlTheme *theme)
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

/* Ground over the panels of a zoomed map: behind titles and numbers above, and behind the numbers
 * of rows at the left. */
static void
draw_ground (const DlMap *map, cairo_t *cr, const DlTheme *theme)
{
  const DlRect window = dl_map_window (map);
  const double scale = map->options.scale;

  dl_color_set (cr, &theme->background);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const DlPanel *panel = &map->rings->panels[2 * dim];
      const double width = map->rings->labels[dim].width / scale;

      if (!dl_rings_is_shown (map, dim) || width == 0
          || numbers_right (map, dim) <= panel->x / scale - DL_MAP_NUMBER_GAP)
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
      rings_row_text (map, dim, row, labels->by_ring, text);
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
  if (port == DL_TORUS_PORT_X_PLUS && title_width + 4 < panel->x / scale)
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
  static const char *const titles[DL_TORUS_N_NETWORK_PORTS]
      = { "X+", "X−", "Y+", "Y−", "Z+", "Z−" };
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

static void
rings_draw_axes (const DlMap *map, cairo_t *cr, const gint dateline[DL_TORUS_N_DIMS],
                 const DlTheme *theme)
{
  const DlPanel *first = NULL;

  if (map->bare)
    return;
  if (dl_label_map_is_part (&map->dense))
    draw_ground (map, cr, theme);
  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
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

static void
rings_draw_values (const DlMap *map, cairo_t *cr, const DlOverlay *overlay)
{
  const DlLabelMap *dense = &map->dense;

  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    {
      const guint dim = port >> 1, k = map->radix[dim], rows = map->rings->rows[dim];
      const DlPanel *panel = &map->rings->panels[port];
      guint column, last_column, first_row, last_row;

      if (!dl_rings_is_shown (map, dim))
        continue;
      const DlRect first = rings_cell_rect (map, port, 0, 0);
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
            const guint link = dl_map_link (rings_node (map, dim, row, column), port);
            const DlRect cell = rings_cell_rect (map, port, row, column);

            if (overlay->net->graph->link_state[link] == DL_LINK_UP)
              dl_cell_values_add (values, &cell, overlay->values[link]);
          }
      dl_cell_values_draw (values);
    }
}

static void
rings_draw_datelines (const DlMap *map, cairo_t *cr, const DlOverlay *overlay,
                      const DlDatelines *datelines, const DlTheme *theme)
{
  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    if (dl_map_has_dateline (map, datelines->at, port >> 1))
      {
        const guint dim = port >> 1;
        const DlPanel *panel = &map->rings->panels[port];
        const double scale = map->options.scale;
        const double line = datelines->dragged == (gint) dim ? 3 : 2;
        const DlRect cell = rings_cell_rect (map, port, 0, datelines->at[dim]);
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

/* All in units. */
#define RIGHT           8
#define CAPTION_WIDTH   22 /* "ring (one row each)" on its side */
#define PAIR_GAP        10 /* between X+ and X- */
#define DIM_GAP         20 /* between dimensions */
#define NARROW_PAIR_GAP 6  /* in maps without row numbers */
#define NARROW_DIM_GAP  12
#define MIN_PANEL       26 /* room for a title and a marker */
#define MAX_CELL_W      48
#define MAX_CELL_H      32
#define TALL_CELL_H     64  /* where another dimension has more rings */
#define LABEL_ROOM      13  /* height of a row's number */
#define BLOCK_ROOM      16  /* and of that of many rows */
#define LABELS_FROM     420 /* narrower maps do without row numbers */

/* The text for @row of @dim. */
static void
rings_row_text (const DlMap *map, guint dim, guint row, gboolean by_ring, char text[16])
{
  const guint *other = map->rings->other[dim];
  const guint minor = map->radix[other[1]];

  if (!by_ring)
    g_snprintf (text, 16, "%u", row / minor);
  else if (map->radix[other[0]] == 1 || minor == 1)
    g_snprintf (text, 16, "%u", row);
  else
    g_snprintf (text, 16, "%u,%u", row / minor, row % minor);
}

/* The height that all panels share (rounded so that rows are of one height, if that costs little)
 * and each panel's own, which is less where its cells would be too tall. */
static void
place_rows (DlMap *map)
{
  DlRings *rings = map->rings;
  const gint top = map->bare ? dl_map_px (map, 2) : dl_map_px (map, DL_RINGS_HEADER);
  const gint bottom = dl_map_px (map, map->bare ? 2 : DL_RINGS_BOTTOM + dl_rings_region_room (map));
  const gint room = MAX (map->dense.whole_height - top - bottom, 1);
  guint most = 1;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (dl_rings_is_shown (map, dim))
      most = MAX (most, rings->rows[dim]);

  const gint tallest = MIN (room, (gint64) most * dl_map_px (map, MAX_CELL_H * map->dense.zoom));
  gint height = tallest;
  guint fewest = G_MAXUINT;
  for (gint h = tallest; h > tallest - tallest / 10; h--)
    {
      guint uneven = 0;
      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        if (dl_rings_is_shown (map, dim))
          uneven += h / rings->rows[dim] >= (guint) dl_map_px (map, 4) && h % rings->rows[dim] != 0;
      if (uneven < fewest)
        {
          fewest = uneven;
          height = h;
        }
    }

  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    {
      const guint rows = rings->rows[port >> 1];
      rings->panels[port].y = top + (room - height) / 2;
      rings->panels[port].height
          = MIN (height, (gint64) rows * dl_map_px (map, TALL_CELL_H * map->dense.zoom));
    }
}

/* Choose the rows that are numbered, once their heights are known. */
static void
choose_labels (DlMap *map, cairo_t *measure)
{
  DlRings *rings = map->rings;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      DlRowLabels *labels = &rings->labels[dim];
      const guint *other = rings->other[dim];
      const guint rows = rings->rows[dim], minor = map->radix[other[1]];
      const double pitch = (double) rings->panels[2 * dim].height / rows;
      const double room = dl_map_px (map, LABEL_ROOM);
      double width, height;
      char text[16];

      if (!dl_rings_is_shown (map, dim) || rows == 1 || map->bare
          || map->options.width < LABELS_FROM)
        continue;
      labels->by_ring = pitch >= room || map->radix[other[0]] == 1 || minor == 1;
      labels->step = labels->by_ring
                         ? dl_map_number_step (room, pitch)
                         : dl_map_number_step (dl_map_px (map, BLOCK_ROOM), pitch * minor);
      rings_row_text (map, dim, rows - 1, labels->by_ring, text);
      dl_text_measure (measure, text, DL_TEXT_SMALL, FALSE, &width, &height);
      labels->width = dl_map_px (map, ceil (width));
    }
}

/* The widths of all panels: their radix times one column width, but at least the minimum. */
static void
size_panels (DlMap *map, gint room)
{
  DlRings *rings = map->rings;
  const gint smallest = dl_map_px (map, map->bare ? 2 : MIN_PANEL);
  gboolean fixed[DL_TORUS_N_DIMS] = { FALSE };
  double column = 0;

  for (guint pass = 0; pass < DL_TORUS_N_DIMS; pass++)
    {
      gint left = room;
      guint columns = 0;

      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        if (dl_rings_is_shown (map, dim) && fixed[dim])
          left -= 2 * smallest;
        else if (dl_rings_is_shown (map, dim))
          columns += 2 * map->radix[dim];
      column = columns > 0 ? CLAMP ((double) left / columns, 0,
                                    dl_map_px (map, MAX_CELL_W * map->dense.zoom))
                           : 0;
      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        fixed[dim] |= column * map->radix[dim] < smallest;
    }

  /* Whole pixels, unless that gives away too much. */
  if (column >= 4)
    column = floor (column);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (dl_rings_is_shown (map, dim))
      {
        gint width = fixed[dim] ? smallest : MAX ((gint) (column * map->radix[dim]), 1);
        if (fixed[dim] && width >= 3 * (gint) map->radix[dim])
          width -= width % map->radix[dim];
        rings->panels[2 * dim].width = rings->panels[2 * dim + 1].width = width;
      }
}

static void
place_columns (DlMap *map)
{
  DlRings *rings = map->rings;
  const gint caption = map->bare ? dl_map_px (map, 2) : dl_map_px (map, CAPTION_WIDTH);
  const gint right = dl_map_px (map, map->bare ? 2 : RIGHT);
  const gboolean narrow = map->options.width < LABELS_FROM;
  gint pair_gap = dl_map_px (map, map->bare ? 2 : narrow ? NARROW_PAIR_GAP : PAIR_GAP);
  gint dim_gap = dl_map_px (map, map->bare ? 4 : narrow ? NARROW_DIM_GAP : DIM_GAP);
  gint used = 0;
  guint shown = 0;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (dl_rings_is_shown (map, dim))
      {
        const gint label = rings->labels[dim].width;
        shown++;
        used += pair_gap + label + (label > 0 ? dl_map_px (map, DL_MAP_NUMBER_GAP) : 0);
      }
  if (shown == 0)
    return;
  used += caption + right + (shown - 1) * dim_gap;
  size_panels (map, MAX (map->dense.whole_width - used, 1));
  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    used += rings->panels[port].width;

  /* Pixels left over go between the panels, and the rest to both sides. */
  gint over = MAX (map->dense.whole_width - used, 0);
  const gint unit = MIN (over / (gint) (shown + 2 * (shown - 1)), pair_gap);
  pair_gap += unit;
  dim_gap += 2 * unit;
  over -= unit * (shown + 2 * (shown - 1));

  gint x = caption + over / 2;
  rings->caption_x = map->bare ? -1 : x - caption;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (dl_rings_is_shown (map, dim))
      {
        DlPanel *plus = &rings->panels[2 * dim], *minus = &rings->panels[2 * dim + 1];
        if (rings->labels[dim].width > 0)
          x += rings->labels[dim].width + dl_map_px (map, DL_MAP_NUMBER_GAP);
        plus->x = x;
        minus->x = x + plus->width + pair_gap;
        x = minus->x + minus->width + dim_gap;
      }
}

/* The cells of a panel are as large as this at least. */
static gboolean
cells_reach (const DlMap *map, guint port, gint size)
{
  const DlPanel *panel = &map->rings->panels[port];

  return panel->width / map->radix[port >> 1] >= (guint) size
         && panel->height / map->rings->rows[port >> 1] >= (guint) size;
}

/* The node of a cell. */
static guint
rings_node (const DlMap *map, guint dim, guint row, guint column)
{
  const guint *other = map->rings->other[dim];
  const guint minor = map->radix[other[1]];

  return row / minor * map->stride[other[0]] + row % minor * map->stride[other[1]]
         + column * map->stride[dim];
}

static guint
row_of (const DlMap *map, guint dim, guint node)
{
  const guint *other = map->rings->other[dim];

  return dl_map_at (map, node, other[0]) * map->radix[other[1]] + dl_map_at (map, node, other[1]);
}

static void
fill_panel (DlMap *map, guint port)
{
  const guint dim = port >> 1, k = map->radix[dim], rows = map->rings->rows[dim];
  const DlPanel *panel = &map->rings->panels[port];
  gint left = panel->x, right = panel->x + panel->width;
  gint top = panel->y, bottom = panel->y + panel->height;

  dl_label_map_clip_x (&map->dense, &left, &right);
  dl_label_map_clip_y (&map->dense, &top, &bottom);
  if (left >= right)
    return;

  g_autofree guint32 *offsets = g_new (guint32, right - left);
  for (gint x = left; x < right; x++)
    {
      const guint column = dl_map_index (panel->width, k, x - panel->x);
      const gboolean in_gap = x - panel->x >= dl_map_edge (panel->width, k, column + 1) - map->gap;
      offsets[x - left] = in_gap ? map->no_label : DL_LABEL (column * map->stride[dim], port);
    }
  for (gint y = top; y < bottom; y++)
    {
      const guint row = dl_map_index (panel->height, rows, y - panel->y);
      const guint32 base = DL_LABEL (rings_node (map, dim, row, 0), 0);
      guint32 *labels = dl_label_map_pixel (&map->dense, left, y);

      if (y - panel->y >= dl_map_edge (panel->height, rows, row + 1) - map->gap)
        continue;
      for (gint x = 0; x < right - left; x++)
        if (offsets[x] != map->no_label)
          labels[x] = base + offsets[x];
    }
}

static void
rings_place (DlMap *map, cairo_t *measure)
{
  DlRings *rings = map->rings = g_new0 (DlRings, 1);
  gboolean gaps = TRUE;

  rings->caption_x = -1;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      dl_map_others (dim, &rings->other[dim][0], &rings->other[dim][1]);
      rings->rows[dim] = map->n_nodes / map->radix[dim];
    }
  place_rows (map);
  choose_labels (map, measure);
  place_columns (map);

  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    if (dl_rings_is_shown (map, port >> 1))
      gaps &= cells_reach (map, port, dl_map_px (map, DL_MAP_CELL_GAP_FROM));
  map->gap = gaps ? MAX (dl_map_px (map, 1), 1) : 0;
  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    if (dl_rings_is_shown (map, port >> 1))
      fill_panel (map, port);
}

static void
rings_free (DlMap *map)
{
  g_free (map->rings);
}

/* Units. */
static DlRect
rings_cell_rect (const DlMap *map, guint port, guint row, guint column)
{
  const DlPanel *panel = &map->rings->panels[port];
  const double scale = map->options.scale;
  double x, y, width, height;

  dl_map_cell_extent (panel->width, map->radix[port >> 1], column, map->gap, &x, &width);
  dl_map_cell_extent (panel->height, map->rings->rows[port >> 1], row, map->gap, &y, &height);
  return (DlRect) { (panel->x + x) / scale, (panel->y + y) / scale, width / scale, height / scale };
}

static guint
rings_link_rects (const DlMap *map, guint node, guint port, DlRect rects[2])
{
  const guint dim = port >> 1;

  rects[0] = rings_cell_rect (map, port, row_of (map, dim, node), dl_map_at (map, node, dim));
  return 1;
}

static gboolean
rings_node_rect (const DlMap *map, guint node, DlRect *rect)
{
  return FALSE;
}

/* The columns of a panel that have links: the edge of a mesh has none. */
static void
link_columns (const DlMap *map, guint port, guint *first, guint *last)
{
  const guint dim = port >> 1;

  *first = !map->ring[dim] && (port & 1) ? 1 : 0;
  *last = map->radix[dim] - (!map->ring[dim] && !(port & 1) ? 2 : 1);
}

static guint
rings_first (const DlMap *map)
{
  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    if (dl_rings_is_shown (map, port >> 1))
      {
        guint first, last;
        link_columns (map, port, &first, &last);
        return dl_map_link (rings_node (map, port >> 1, 0, first), port);
      }
  return DL_NO_LINK;
}

/* Across the edge of a panel to the next one, at the same height. */
static guint
rings_step (const DlMap *map, guint link, gint dx, gint dy)
{
  const guint node = link / DL_TORUS_N_NETWORK_PORTS;
  guint port = link % DL_TORUS_N_NETWORK_PORTS, dim = port >> 1;
  guint row = row_of (map, dim, node), column = dl_map_at (map, node, dim), first, last;

  link_columns (map, port, &first, &last);
  if ((dx > 0 && column < last) || (dx < 0 && column > first))
    column += dx;
  else if (dx != 0)
    {
      gint next = port + dx;
      while (next >= 0 && next < DL_TORUS_N_NETWORK_PORTS && !dl_rings_is_shown (map, next >> 1))
        next += dx;
      if (next >= 0 && next < DL_TORUS_N_NETWORK_PORTS)
        {
          const guint next_dim = next >> 1;
          row = ((gint64) 2 * row + 1) * map->rings->rows[next_dim] / (2 * map->rings->rows[dim]);
          port = next;
          dim = next_dim;
          link_columns (map, port, &first, &last);
          column = dx > 0 ? first : last;
        }
    }
  if ((dy > 0 && row + 1 < map->rings->rows[dim]) || (dy < 0 && row > 0))
    row += dy;
  return dl_map_link (rings_node (map, dim, row, column), port);
}

static guint
rings_position_at (const DlMap *map, double x, double y, DlTorusDim dim)
{
  const DlPanel *plus = &map->rings->panels[2 * dim], *minus = &map->rings->panels[2 * dim + 1];
  const double px = x * map->options.scale;

  if (!dl_rings_is_shown (map, dim))
    return 0;
  const DlPanel *panel = px < (plus->x + plus->width + minus->x) / 2.0 ? plus : minus;
  const double column = floor ((px - panel->x) / panel->width * map->radix[dim]);
  return CLAMP (column, 0, map->radix[dim] - 1.0);
}

static void
rings_foreach_handle (const DlMap *map, const gint dateline[DL_TORUS_N_DIMS], DlHandleFunc func,
                      gpointer data)
{
  if (map->bare)
    return;
  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    if (dl_map_has_dateline (map, dateline, port >> 1))
      {
        const guint dim = port >> 1;
        const DlRect cell = rings_cell_rect (map, port, 0, dateline[dim]);
        const double x = cell.x + cell.width / 2, width = MAX (cell.width, DL_MAP_HANDLE);
        const double top = dl_rings_header_y (map, port) + DL_RINGS_NUMBERS_Y;
        const double tip = dl_rings_header_y (map, port) + DL_RINGS_HEADER;
        const DlHandle handle
            = { dim, x, tip - 2, FALSE, { x - width / 2, top, width, tip - top } };
        func (&handle, data);
      }
}

void
dl_map_rings_minimum_size (const guint radix[DL_TORUS_N_DIMS], double *width, double *height)
{
  guint n_nodes = 1, most = 1;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    n_nodes *= radix[dim];
  *width = CAPTION_WIDTH + RIGHT;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (radix[dim] > 1)
      {
        *width += PAIR_GAP + 2 * DIM_GAP + 2 * MAX (MIN_PANEL, 3 * radix[dim]);
        most = MAX (most, n_nodes / radix[dim]);
      }
  *width = CLAMP (*width, 360, 720);
  *height = DL_RINGS_HEADER + DL_RINGS_BOTTOM + CLAMP (most, 120, 320);
}

const DlMapLayout dl_map_rings = {
  .place = rings_place,
  .free = rings_free,
  .link_rects = rings_link_rects,
  .node_rect = rings_node_rect,
  .step = rings_step,
  .first = rings_first,
  .position_at = rings_position_at,
  .foreach_handle = rings_foreach_handle,
  .draw_axes = rings_draw_axes,
  .draw_values = rings_draw_values,
  .draw_datelines = rings_draw_datelines,
};
