/* What is written and drawn around and over the block of an isometric map. */
#include "dl-map-iso-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define NUMBER_ROOM 16
#define NAME_ASIDE  26 /* of an axis, from its numbers' edge */

/* A place whose coordinate in @dim is @at, in the others @a and @b. */
static DlIsoPoint
at_dim (const DlMap *map, guint dim, double at, double a, double b)
{
  return dim == DL_X   ? dl_iso_project (map, at, a, b)
         : dim == DL_Y ? dl_iso_project (map, a, at, b)
                       : dl_iso_project (map, a, b, at);
}

/* The plane across @dim at @at, from @low to @high of the other coordinates. */
static void
trace_plane (const DlMap *map, cairo_t *cr, guint dim, double at, const double low[2],
             const double high[2])
{
  const double a[4] = { low[0], high[0], high[0], low[0] };
  const double b[4] = { low[1], low[1], high[1], high[1] };

  for (guint i = 0; i < 4; i++)
    {
      const DlIsoPoint point = at_dim (map, dim, at, a[i], b[i]);
      cairo_line_to (cr, point.x, point.y);
    }
  cairo_close_path (cr);
}

/* The other faces step back behind the one that is cut. */
static void
draw_veils (const DlMap *map, cairo_t *cr, const DlTheme *theme)
{
  const guint *last = map->iso->last;

  dl_color_set_alpha (cr, &theme->background, 0.42);
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      guint others[2];

      if (dim == map->iso->slice || map->radix[dim] == 1)
        continue;
      dl_map_others (dim, &others[0], &others[1]);
      const double low[2] = { -0.5, -0.5 };
      double high[2];
      for (guint i = 0; i < 2; i++)
        high[i] = last[others[i]] - (others[i] == map->iso->slice ? 0.3 : 0);
      trace_plane (map, cr, dim, last[dim], low, high);
      cairo_fill (cr);
    }
}

/* The edges of what was taken away. */
static void
draw_ghost (const DlMap *map, cairo_t *cr, const DlTheme *theme)
{
  const DlIso *iso = map->iso;
  const guint dim = iso->slice;
  const double front = map->radix[dim] - 1.0, cut = iso->last[dim];
  const double low[2] = { 0, 0 };
  const double dash[2] = { 3, 3 };
  guint others[2];

  if (cut >= front)
    return;
  dl_map_others (dim, &others[0], &others[1]);
  const double high[2] = { map->radix[others[0]] - 1.0, map->radix[others[1]] - 1.0 };
  trace_plane (map, cr, dim, front, low, high);
  for (guint corner = 1; corner < 4; corner++)
    {
      const double a = corner & 1 ? high[0] : 0, b = corner & 2 ? high[1] : 0;
      const DlIsoPoint from = at_dim (map, dim, cut, a, b), to = at_dim (map, dim, front, a, b);
      cairo_move_to (cr, from.x, from.y);
      cairo_line_to (cr, to.x, to.y);
    }
  dl_color_set (cr, &theme->node);
  cairo_set_line_width (cr, 1);
  cairo_set_dash (cr, dash, 2, 0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

/* Where the number of node @at on the axis of @dim is written: at the front edges below, and on the
 * right for Y. */
static DlIsoPoint
number_place (const DlMap *map, guint dim, double at)
{
  const double kx = map->radix[DL_X] - 1.0, kz = map->radix[DL_Z] - 1.0;
  const double scale = map->options.scale, aside = map->iso->across / scale;
  DlIsoPoint place;

  if (dim == DL_Y)
    {
      place = dl_iso_project (map, kx, at, 0);
      return (DlIsoPoint) { place.x + aside + 5, place.y };
    }
  place = dim == DL_X ? dl_iso_project (map, at, 0, kz) : dl_iso_project (map, kx, 0, at);
  return (DlIsoPoint) { place.x + (dim == DL_X ? -1 : 1) * (aside * 0.7 + 3),
                        place.y + aside * 0.7 + 6 };
}

static void
draw_axis (const DlMap *map, cairo_t *cr, guint dim, const gint dateline[DL_N_DIMS],
           const DlTheme *theme)
{
  static const DlAlign aligns[DL_N_DIMS] = { DL_ALIGN_END, DL_ALIGN_START, DL_ALIGN_START };
  const DlIso *iso = map->iso;
  const double scale = map->options.scale;
  const guint k = map->radix[dim];
  const double pitch = dim == DL_Y ? -iso->step_y[dim] / scale : 2 * iso->across / scale;
  const guint step = dl_map_number_step (NUMBER_ROOM, pitch);
  const gboolean marked = dl_map_has_dateline (map, dateline, dim);
  double width, height;
  char text[16];

  dl_text_measure (cr, "0", DL_TEXT_SMALL, FALSE, &width, &height);
  for (guint at = 0; at < k; at++)
    {
      const DlIsoPoint place = number_place (map, dim, at);
      const gboolean is_dateline = marked && (guint) dateline[dim] == at;

      if (!is_dateline
          && (at % step != 0 || (marked && ABS ((gint) at - dateline[dim]) * pitch < NUMBER_ROOM)))
        continue;
      g_snprintf (text, sizeof text, "%u", at);
      dl_color_set (cr, is_dateline                                 ? &theme->accent
                        : dim == iso->slice && at == iso->last[dim] ? &theme->foreground
                                                                    : &theme->muted);
      dl_text_draw (cr, place.x, place.y - height / 2, text, DL_TEXT_SMALL, is_dateline,
                    aligns[dim], 0);
    }

  const DlIsoPoint middle = number_place (map, dim, (k - 1) / 2.0);
  dl_color_set (cr, &theme->foreground);
  dl_text_draw (cr,
                middle.x
                    + (dim == DL_X   ? -NAME_ASIDE
                       : dim == DL_Z ? NAME_ASIDE
                                     : 22),
                middle.y + (dim == DL_Y ? -height / 2 : 2), dl_dim_name (dim), DL_TEXT_NORMAL, TRUE,
                aligns[dim], 0);
}

static void
draw_texts (const DlMap *map, cairo_t *cr, const DlTheme *theme)
{
  const DlIso *iso = map->iso;
  const char *dim = dl_dim_name (iso->slice);
  const gboolean whole = iso->last[iso->slice] == map->radix[iso->slice] - 1;
  const DlRect window = dl_map_window (map);
  g_autofree char *title = g_strdup_printf ("%s = %u", dim, iso->last[iso->slice]);
  g_autoptr (GString) caption = g_string_new (NULL);

  /* Translators: what is left out of a drawing of a block of nodes: "from z = 8 on". */
  if (!whole)
    g_string_printf (caption, _ ("cut open: nodes from %s = %u are hidden"), dim,
                     iso->last[iso->slice] + 1);
  else
    g_string_printf (caption, _ ("whole: nothing is cut off across %s"), dim);
  /* The rest where there is room for it. */
  const gsize needed = caption->len;
  double width, height;
  g_string_append (caption, " · ");
  g_string_append (caption, _ ("short ends lead into the block or wrap around"));
  dl_text_measure (cr, caption->str, DL_TEXT_SMALL, FALSE, &width, &height);
  if (width > window.width - 12)
    g_string_truncate (caption, needed);

  dl_color_set (cr, &theme->foreground);
  dl_text_draw (cr, window.x + 12, window.y + 8, title, DL_TEXT_TITLE, TRUE, DL_ALIGN_START, 0);
  dl_color_set (cr, &theme->muted);
  if (!dl_label_map_is_part (&map->dense))
    dl_text_draw (cr, window.width / 2, window.height - 23, caption->str, DL_TEXT_SMALL, FALSE,
                  DL_ALIGN_CENTER, window.width - 12);
}

void
dl_iso_draw_axes (const DlMap *map, cairo_t *cr, const gint dateline[DL_N_DIMS],
                  const DlTheme *theme)
{
  draw_veils (map, cr, theme);
  draw_ghost (map, cr, theme);
  if (map->bare)
    return;
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (map->radix[dim] > 1)
      draw_axis (map, cr, dim, dateline, theme);
  draw_texts (map, cr, theme);
}

typedef struct
{
  cairo_t *cr;
  const gint *dateline;
  const DlTheme *theme;
} NamePen;

/* "x = 10" beside a handle. */
static void
draw_name (const DlHandle *handle, gpointer data)
{
  const NamePen *pen = data;
  char text[32];

  g_snprintf (text, sizeof text, "%s = %d", dl_dim_name (handle->dim), pen->dateline[handle->dim]);
  dl_color_set (pen->cr, &pen->theme->accent);
  if (handle->from_left)
    dl_text_draw (pen->cr, handle->tip_x - 12, handle->tip_y - 8, text, DL_TEXT_SMALL, TRUE,
                  DL_ALIGN_END, 0);
  else
    dl_text_draw (pen->cr, handle->tip_x, handle->tip_y - 25, text, DL_TEXT_SMALL, TRUE,
                  DL_ALIGN_CENTER, 0);
}

/* Broken links inside the block or taken away: smaller and fainter than those in sight. */
static void
draw_hidden_faults (const DlMap *map, cairo_t *cr, const DlNetwork *network, const DlTheme *theme)
{
  guint n = 0;

  if (network->n_working_links == network->n_links)
    return;
  dl_color_set_alpha (cr, &theme->broken, 0.6);
  cairo_set_line_width (cr, 1.25);
  for (guint link = 0; link < network->n_links; link++)
    {
      const guint node = link / DL_N_NETWORK_PORTS, port = link % DL_N_NETWORK_PORTS;
      DlRect rects[2];
      DlMapLine lines[2];

      if (network->link_state[link] != DL_LINK_BROKEN
          || map->layout->link_rects (map, node, port, rects) > 0)
        continue;
      map->layout->link_lines (map, node, port, lines);
      const double x = (lines[0].x0 + lines[0].x1) / 2, y = (lines[0].y0 + lines[0].y1) / 2;
      cairo_move_to (cr, x - 2.5, y - 2.5);
      cairo_line_to (cr, x + 2.5, y + 2.5);
      cairo_move_to (cr, x + 2.5, y - 2.5);
      cairo_line_to (cr, x - 2.5, y + 2.5);
      /* A path of many strokes takes more than its share. */
      if (++n % 32 == 0)
        cairo_stroke (cr);
    }
  cairo_stroke (cr);
}

void
dl_iso_draw_datelines (const DlMap *map, cairo_t *cr, const DlOverlay *overlay,
                       const DlDatelines *datelines, const DlTheme *theme)
{
  NamePen pen = { cr, datelines->at, theme };

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (dl_map_has_dateline (map, datelines->at, dim))
      {
        const gboolean dragged = datelines->dragged == (gint) dim;
        const gboolean taken_away = datelines->at[dim] > (gint) map->iso->last[dim];
        guint others[2];

        dl_map_others (dim, &others[0], &others[1]);
        const double low[2] = { -0.5, -0.5 };
        const double high[2] = { map->radix[others[0]] - 1.0, map->radix[others[1]] - 1.0 };
        trace_plane (map, cr, dim, datelines->at[dim], low, high);
        dl_color_set_alpha (cr, &theme->accent, dragged ? 0.22 : taken_away ? 0.05 : 0.1);
        cairo_fill_preserve (cr);
        dl_color_set_alpha (cr, &theme->accent, 0.85);
        cairo_set_line_width (cr, dragged ? 2 : 1);
        cairo_stroke (cr);
      }
  draw_hidden_faults (map, cr, overlay->net->shape, theme);
  map->layout->foreach_handle (map, datelines->at, draw_name, &pen);
}
