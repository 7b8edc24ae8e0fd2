#include "dl-switch-map.h"

#include "dl-chart-private.h"
#include "dl-palette.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define MARGIN 14.0
#define TITLE  30.0 /* the switch */
#define HEADS  20.0 /* over columns */
#define ROW    22.0
#define GAP    4.0
#define NUMBER 30.0  /* of a port */
#define LOAD   64.0  /* of a direction */
#define LEAST  250.0 /* of a column of ports with the names of where they lead, */
#define MOST   380.0

struct _DlSwitchMap
{
  DlSwitchMapOptions options;
  DlFabricRoutes *routes;
  guint s, n, n_apart;
  guint8 *port;                 /* (n + n_apart) with ports of nodes set apart at the end */
  guint32 *leaves, *arrives;    /* (n) */
  guint32 *destinations;        /* (n) */
  guint n_columns, n_rows;      /* of ports */
  double width, height, column; /* in units of the usual text, at zoom 1 */
};

/* The ports ------------------------------------------------------------------------------------ */

static void
list_ports (DlSwitchMap *map)
{
  const DlFabric *fabric = map->routes->fabric;
  const guint vertex = fabric->n_hosts + map->s;
  const guint n_ports = dl_fabric_count_ports (fabric, vertex);

  map->port = g_new (guint8, n_ports);
  map->leaves = g_new (guint32, n_ports);
  map->arrives = g_new (guint32, n_ports);
  map->destinations = g_new0 (guint32, n_ports);
  for (guint port = 1; port <= n_ports; port++)
    {
      const guint32 slot = fabric->port_first[vertex] + port - 1;

      if (fabric->port_leaves[slot] == DL_FABRIC_NONE
          && fabric->port_arrives[slot] == DL_FABRIC_NONE)
        continue;
      map->port[map->n] = (guint8) port;
      map->leaves[map->n] = fabric->port_leaves[slot];
      map->arrives[map->n++] = fabric->port_arrives[slot];
    }
  for (guint i = 0; i < fabric->n_apart; i++)
    if (fabric->apart[i].at == vertex)
      map->port[map->n + map->n_apart++] = fabric->apart[i].port;
}

/* Does the table, or a choice, send packets for @host out by @port? */
static gboolean
sends (const DlFabricRoutes *routes, guint s, guint host, guint port)
{
  const DlFabric *fabric = routes->fabric;
  const guint32 in = dl_fabric_host_receives (fabric, host);
  guint last;

  if (routes->kind != DL_FABRIC_CHOICES)
    return routes->port[(gsize) host * fabric->n_switches + s] == port;
  if (in == DL_FABRIC_NONE || fabric->link_state[in] != DL_LINK_UP)
    return FALSE;
  last = fabric->channel_from[in] - fabric->n_hosts;
  if (last == s)
    return fabric->channel_from_port[in] == port;
  return routes->choices[((gsize) last * fabric->n_switches + s) * routes->n_words
                         + (port - 1) / 64]
             >> (port - 1) % 64
         & 1;
}

static void
count_destinations (DlSwitchMap *map)
{
  for (guint i = 0; i < map->n; i++)
    for (guint host = 0; host < map->routes->fabric->n_hosts; host++)
      map->destinations[i] += sends (map->routes, map->s, host, map->port[i]);
}

/* Height above the ports. */
static double
top (const DlSwitchMap *map)
{
  return MARGIN + (map->options.no_title ? 0 : TITLE) + HEADS;
}

/* Take the fewest columns that fit the height, or as many as fit the width. */
static void
lay (DlSwitchMap *map)
{
  const double high = map->height - top (map) - MARGIN;
  const double wide = map->width - 2 * MARGIN;
  const guint fit = (guint) CLAMP (high / ROW, 1, 1000);
  const guint most = (guint) CLAMP (wide / LEAST, 1, 8);

  const guint n = map->n + map->n_apart;

  map->n_columns = CLAMP ((n + fit - 1) / fit, 1, most);
  map->n_rows = (n + map->n_columns - 1) / map->n_columns;
  map->column = MIN (wide / map->n_columns, MOST);
}

DlSwitchMap *
dl_switch_map_new (DlFabricRoutes *routes, guint s, const DlSwitchMapOptions *options)
{
  DlSwitchMap *map = g_new0 (DlSwitchMap, 1);

  map->options = *options;
  map->routes = dl_fabric_routes_ref (routes);
  map->s = s;
  map->width = options->width / options->label_scale;
  map->height = options->height / options->label_scale;
  list_ports (map);
  count_destinations (map);
  lay (map);
  return map;
}

void
dl_switch_map_free (DlSwitchMap *map)
{
  if (map == NULL)
    return;
  dl_fabric_routes_unref (map->routes);
  g_free (map->port);
  g_free (map->leaves);
  g_free (map->arrives);
  g_free (map->destinations);
  g_free (map);
}

double
dl_switch_map_needs (const DlSwitchMap *map)
{
  return (top (map) + ROW * map->n_rows + MARGIN) * map->options.label_scale;
}

guint
dl_switch_map_switch (const DlSwitchMap *map)
{
  return map->s;
}

guint
dl_switch_map_count (const DlSwitchMap *map)
{
  return map->n;
}

guint
dl_switch_map_port (const DlSwitchMap *map, guint i, guint32 *leaves, guint32 *arrives)
{
  *leaves = map->leaves[i];
  *arrives = map->arrives[i];
  return map->port[i];
}

guint
dl_switch_map_destinations (const DlSwitchMap *map, guint i)
{
  return map->destinations[i];
}

/* Places --------------------------------------------------------------------------------------- */

/* The cell of port @i for traffic that leaves (0) or arrives (1), in units at zoom 1. */
static DlRect
cell (const DlSwitchMap *map, guint i, guint which)
{
  const double x = MARGIN + map->column * (i / map->n_rows);

  return (DlRect) { x + NUMBER + which * (LOAD + GAP), top (map) + ROW * (i % map->n_rows), LOAD,
                    ROW - GAP };
}

static double
times (const DlSwitchMap *map)
{
  return map->options.label_scale * dl_map_zoom_by (&map->options.zoom);
}

static gboolean
find (const DlSwitchMap *map, guint32 channel, guint *i, guint *which)
{
  for (*i = 0; *i < map->n && channel != DL_FABRIC_NONE; (*i)++)
    for (*which = 0; *which < 2; (*which)++)
      if ((*which == 0 ? map->leaves : map->arrives)[*i] == channel)
        return TRUE;
  return FALSE;
}

guint32
dl_switch_map_hit (const DlSwitchMap *map, double x, double y)
{
  const double px = (x + map->options.zoom.x) / times (map);
  const double py = (y + map->options.zoom.y) / times (map);

  for (guint i = 0; i < map->n; i++)
    for (guint which = 0; which < 2; which++)
      {
        const DlRect rect = cell (map, i, which);

        if (px >= rect.x && px < rect.x + rect.width && py >= rect.y && py < rect.y + rect.height)
          return (which == 0 ? map->leaves : map->arrives)[i];
      }
  return DL_FABRIC_NONE;
}

gboolean
dl_switch_map_rect (const DlSwitchMap *map, guint32 channel, DlRect *rect)
{
  guint i, which;

  if (!find (map, channel, &i, &which))
    return FALSE;
  *rect = cell (map, i, which);
  *rect = (DlRect) { rect->x * times (map) - map->options.zoom.x,
                     rect->y * times (map) - map->options.zoom.y, rect->width * times (map),
                     rect->height * times (map) };
  return TRUE;
}

guint32
dl_switch_map_step (const DlSwitchMap *map, guint32 channel, gint dx, gint dy)
{
  guint i, which;
  gint row, column;

  if (map->n == 0)
    return DL_FABRIC_NONE;
  if (!find (map, channel, &i, &which))
    return map->leaves[0] != DL_FABRIC_NONE ? map->leaves[0] : map->arrives[0];
  row = CLAMP ((gint) (i % map->n_rows) + dy, 0, (gint) map->n_rows - 1);
  column
      = CLAMP (2 * (gint) (i / map->n_rows) + (gint) which + dx, 0, 2 * (gint) map->n_columns - 1);
  i = MIN ((guint) (column / 2) * map->n_rows + (guint) row, map->n - 1);
  const guint32 next = (column % 2 == 0 ? map->leaves : map->arrives)[i];

  return next != DL_FABRIC_NONE ? next : channel;
}

/* Drawing -------------------------------------------------------------------------------------- */

typedef struct
{
  const DlSwitchMap *map;
  cairo_t *cr;
  const DlFabric *fabric;
  const float *values;
  const DlScale *scale;
  const DlTheme *theme;
  gboolean blank; /* cells are painted elsewhere */
} Drawing;

/* Broken: a cross; none: hatched; else its color and its value. */
static void
draw_cell (const Drawing *d, DlRect rect, guint32 channel)
{
  const gboolean broken = channel == DL_FABRIC_NONE || d->fabric->link_state[channel] != DL_LINK_UP;
  const double value = channel != DL_FABRIC_NONE ? d->values[channel] : NAN;
  const gboolean blank = d->blank && channel != DL_FABRIC_NONE;
  const DlColor fill
      = broken || isnan (value) ? d->theme->idle[0] : dl_chart_scale_color (d->scale, value);
  g_autofree char *text = NULL;

  if (blank)
    return;
  cairo_rectangle (d->cr, rect.x, rect.y, rect.width, rect.height);
  dl_color_set (d->cr, &fill);
  cairo_fill (d->cr);
  if (channel == DL_FABRIC_NONE)
    text = g_strdup (C_ ("port", "none"));
  else if (broken)
    text = g_strdup (_ ("✗ broken"));
  else if (isnan (value))
    text = g_strdup (_ ("idle"));
  else
    text = (d->scale->is_difference ? dl_metric_difference_text
                                    : dl_metric_value_text) (d->scale->metric, value);
  const DlColor words = broken ? d->theme->broken : dl_chart_ink (&fill);

  dl_color_set (d->cr, &words);
  dl_text_draw (d->cr, rect.x + rect.width / 2, rect.y + 2, text, DL_TEXT_SMALL, FALSE,
                DL_ALIGN_CENTER, rect.width - 4);
}

static const char *
far_name (const DlFabric *fabric, guint32 leaves, guint32 arrives)
{
  return dl_fabric_name (fabric, leaves != DL_FABRIC_NONE ? fabric->channel_to[leaves]
                                                          : fabric->channel_from[arrives]);
}

static void
draw_port (const Drawing *d, guint i)
{
  const DlSwitchMap *map = d->map;
  const DlRect out = cell (map, i, 0), in = cell (map, i, 1);
  const double end = out.x - NUMBER + map->column, name = in.x + in.width + 2 * GAP;
  g_autofree char *number = g_strdup_printf ("%u", map->port[i]);
  g_autofree char *count = g_strdup_printf ("%'u", map->destinations[i]);
  double wide, high;

  dl_color_set (d->cr, &d->theme->foreground);
  dl_text_draw (d->cr, out.x - 2 * GAP, out.y + 2, number, DL_TEXT_NORMAL, TRUE, DL_ALIGN_END, 0);
  draw_cell (d, out, map->leaves[i]);
  draw_cell (d, in, map->arrives[i]);
  dl_color_set (d->cr, &d->theme->muted);
  dl_text_draw (d->cr, end - 2 * GAP, out.y + 2, count, DL_TEXT_SMALL, FALSE, DL_ALIGN_END, 0);
  dl_text_measure (d->cr, count, DL_TEXT_SMALL, FALSE, &wide, &high);
  dl_color_set (d->cr, &d->theme->foreground);
  dl_text_draw (d->cr, name, out.y + 2, far_name (d->fabric, map->leaves[i], map->arrives[i]),
                DL_TEXT_NORMAL, FALSE, DL_ALIGN_START, MAX (end - wide - 4 * GAP - name, 10));
}

/* A port of a node that is set apart: no traffic, so neither values nor destinations. */
static void
draw_apart (const Drawing *d, guint i)
{
  const DlSwitchMap *map = d->map;
  const DlRect out = cell (map, i, 0);
  const DlFabricApart *apart
      = dl_fabric_apart_at (d->fabric, d->fabric->n_hosts + map->s, map->port[i]);
  const double name = cell (map, i, 1).x + LOAD + 2 * GAP;
  g_autofree char *number = g_strdup_printf ("%u", map->port[i]);

  dl_color_set (d->cr, &d->theme->muted);
  dl_text_draw (d->cr, out.x - 2 * GAP, out.y + 2, number, DL_TEXT_NORMAL, TRUE, DL_ALIGN_END, 0);
  dl_text_draw (d->cr, out.x + LOAD + GAP / 2, out.y + 2, _ ("not a host"), DL_TEXT_SMALL, FALSE,
                DL_ALIGN_CENTER, 2 * LOAD);
  dl_text_draw (d->cr, name, out.y + 2, apart->name, DL_TEXT_NORMAL, FALSE, DL_ALIGN_START,
                MAX (out.x - NUMBER + map->column - name - 2 * GAP, 10));
}

static void
draw_heads (const Drawing *d)
{
  const DlSwitchMap *map = d->map;

  dl_color_set (d->cr, &d->theme->muted);
  for (guint column = 0; column < map->n_columns && column * map->n_rows < map->n + map->n_apart;
       column++)
    {
      const DlRect out = cell (map, column * map->n_rows, 0);
      const double y = top (map) - HEADS, end = out.x - NUMBER + map->column;

      dl_text_draw (d->cr, out.x - 2 * GAP, y, _ ("port"), DL_TEXT_SMALL, FALSE, DL_ALIGN_END, 0);
      dl_text_draw (d->cr, out.x + LOAD / 2, y, C_ ("port", "out"), DL_TEXT_SMALL, FALSE,
                    DL_ALIGN_CENTER, LOAD);
      dl_text_draw (d->cr, out.x + LOAD + GAP + LOAD / 2, y, C_ ("port", "in"), DL_TEXT_SMALL,
                    FALSE, DL_ALIGN_CENTER, LOAD);
      dl_text_draw (d->cr, out.x + 2 * (LOAD + GAP) + GAP, y, _ ("leads to"), DL_TEXT_SMALL, FALSE,
                    DL_ALIGN_START, 60);
      dl_text_draw (d->cr, end - 2 * GAP, y, C_ ("port", "hosts"), DL_TEXT_SMALL, FALSE,
                    DL_ALIGN_END, 80);
    }
}

static void
outline (gconstpointer map, cairo_t *cr, DlPlace place, double line, const DlColor *color,
         const DlTheme *theme)
{
  DlRect rect;

  if (dl_switch_map_rect (map, dl_place_number (place, DL_PLACE_LINK), &rect))
    dl_map_draw_outline (cr, 1, &rect, line, color, theme);
}

static DlPlace
hop (gconstpointer map, guint link)
{
  return dl_place_link (link);
}

/* Over the edge of its cell, where no words are. */
static gboolean
chip (gconstpointer map, DlPlace place, double width, const GArray *taken, DlRect *chip)
{
  DlRect rect;

  if (!dl_switch_map_rect (map, place.a, &rect))
    return FALSE;
  *chip = (DlRect) { rect.x - width / 2, rect.y + (rect.height - DL_MAP_CHIP_HEIGHT) / 2, width,
                     DL_MAP_CHIP_HEIGHT };
  return TRUE;
}

void
dl_switch_map_draw (const DlSwitchMap *map, cairo_t *cr, const DlOverlay *overlay,
                    const DlTheme *theme)
{
  const DlFabric *fabric = overlay->net->shape;
  const Drawing d = { map, cr, fabric, overlay->values, overlay->scale, theme, overlay->blank };
  const DlOverlayMap on = { .outline = outline, .hop = hop, .chip = chip };
  const gboolean up = fabric->switch_up[map->s];
  g_autofree char *title = g_strdup_printf (up ? _ ("Switch %s") : _ ("Switch %s · broken"),
                                            dl_fabric_name (fabric, fabric->n_hosts + map->s));

  cairo_save (cr);
  cairo_translate (cr, -map->options.zoom.x, -map->options.zoom.y);
  cairo_scale (cr, times (map), times (map));
  dl_color_set (cr, up ? &theme->foreground : &theme->broken);
  if (!map->options.no_title)
    dl_text_draw (cr, MARGIN, MARGIN, title, DL_TEXT_TITLE, TRUE, DL_ALIGN_START,
                  map->width - 2 * MARGIN);
  draw_heads (&d);
  for (guint i = 0; i < map->n; i++)
    draw_port (&d, i);
  for (guint i = 0; i < map->n_apart; i++)
    draw_apart (&d, map->n + i);
  cairo_restore (cr);
  /* Broken links say so. */
  dl_overlay_draw (overlay, &on, map, NULL, cr, theme);
}
