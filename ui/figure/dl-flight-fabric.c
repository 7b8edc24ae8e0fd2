/* A small fabric and the packets in it: switches in rows by their levels, each row as wide as the
 * others. Packets of hosts wait at their switch. */
#include "dl-flight-map-private.h"

#include "dl-fabric-layout.h"

#include <glib/gi18n-lib.h>

#define MOST_PITCH 130.0 /* of two switches of a row */

/* The middle of row @row, the top one first. */
static double
row_height (const DlFlightMap *map, guint row, guint n_rows)
{
  const double high = map->height - DL_FLIGHT_TOP - DL_FLIGHT_BOTTOM - DL_FLIGHT_MARGIN;

  return DL_FLIGHT_TOP + high * (row + 0.5) / n_rows;
}

static void
lay_rows (DlFlightMap *map, const DlFabricRows *rows)
{
  const double wide = map->width - 2 * DL_FLIGHT_MARGIN;
  double least = rows->n_rows > 1
                     ? row_height (map, 1, rows->n_rows) - row_height (map, 0, rows->n_rows)
                     : MOST_PITCH;

  for (guint row = 0; row < rows->n_rows; row++)
    {
      const guint first = rows->row_first[row], n = rows->row_first[row + 1] - first;
      const double pitch = wide / MAX (n, 1);

      least = MIN (least, pitch);
      for (guint i = 0; i < n; i++)
        {
          const guint s = rows->order[first + i];

          map->router[s] = (DlPoint) { DL_FLIGHT_MARGIN + pitch * (i + 0.5),
                                       row_height (map, row, rows->n_rows) };
          /* Away from the cables: down from the lowest row, up from the others. */
          map->home[s] = (DlPoint) { 0, row + 1 == rows->n_rows ? 1 : -1 };
        }
    }
  dl_flight_map_set_sizes (map, MIN (least, MOST_PITCH));
}

/* Which of the channels from its switch to the next this is, and how many there are. */
static guint
place_among (const DlFabric *fabric, guint channel, guint *n)
{
  const guint from = fabric->channel_from[channel];
  guint nth = 0;

  *n = 0;
  for (guint c = fabric->first[from]; c < fabric->first[from + 1]; c++)
    if (fabric->channel_to[c] == fabric->channel_to[channel])
      {
        nth += c < channel;
        (*n)++;
      }
  return nth;
}

static DlFlightMap *
lay (gconstpointer shape, double width, double height)
{
  const DlFabric *fabric = shape;
  g_autoptr (DlFabricRows) rows = dl_fabric_rows_new ((DlFabric *) fabric);
  DlFlightMap *map = dl_flight_map_new (fabric->n_switches, fabric->n_channels, width, height);

  lay_rows (map, rows);
  for (guint c = 0; c < fabric->n_channels; c++)
    {
      guint nth, n;

      map->absent[c] = dl_fabric_link_class (fabric, c) == DL_FABRIC_OF_HOSTS;
      if (map->absent[c])
        continue;
      nth = place_among (fabric, c, &n);
      map->lane[c]
          = dl_flight_map_lane (map, map->router[fabric->channel_from[c] - fabric->n_hosts],
                                map->router[fabric->channel_to[c] - fabric->n_hosts], nth, n);
    }
  return map;
}

/* Drawing -------------------------------------------------------------------------------------- */

static const DlColor *
vc_color (const DlTheme *theme, guint vc)
{
  return &theme->series[vc];
}

static DlColor
lane_color (gconstpointer shape, guint link, gboolean crowded, const DlTheme *theme)
{
  return crowded ? theme->grid : theme->node;
}

static char *
router_text (gconstpointer shape, guint router)
{
  const DlFabric *fabric = shape;

  return g_strdup (dl_fabric_name (fabric, fabric->n_hosts + router));
}

static char *
node_text (gconstpointer shape, guint node)
{
  return g_strdup (dl_fabric_name (shape, node));
}

const DlFlightKind dl_flight_fabric = {
  .lay = lay,
  .n_requests = 4,
  .key = N_ ("beside a lane: waiting · above or below a switch: its hosts’ packets"),
  .vc_color = vc_color,
  .lane_color = lane_color,
  .router_label = router_text,
  .router_text = router_text,
  .node_text = node_text,
};
