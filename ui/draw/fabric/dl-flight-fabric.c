/* A small fabric and the packets in it: switches in rows by their levels, each row as wide as the
 * others; without levels round an ellipse, where no cable is behind another. Packets of hosts wait
 * at their switch. */
#include "dl-flight-map.h"

#include "dl-fabric-layout.h"

#include "dl-rng.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define MOST_PITCH 130.0 /* of two switches of a row */
/* Exchanges of two places round an ellipse that are tried: a moment. */
#define MOST_EXCHANGES 100000

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

/* Round an ellipse ------------------------------------------------------------------------------
 */

/* Where the places are, while switches are given theirs. */
typedef struct
{
  guint n;
  DlPoint *at;          /* (n) */
  guint8 *covered;      /* (n x n) gboolean: a cable between two places is behind a switch */
  guint32 *place;       /* (n) of a switch */
  guint32 *switches;    /* (n) at a place */
  guint32 *first, *far; /* (n + 1) into far: the switches that a switch has cables to */
} Round;

static double
away_from (DlPoint point, DlPoint a, DlPoint b)
{
  const DlPoint unit = dl_point_unit (a, b);
  const double along = (point.x - a.x) * unit.x + (point.y - a.y) * unit.y;

  return hypot (point.x - a.x - along * unit.x, point.y - a.y - along * unit.y);
}

/* Cables do not touch the discs between their ends, with room for both lanes: beside an end that is
 * first to happen. */
static void
find_covered (Round *round, double reach)
{
  const guint n = round->n;

  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++)
      {
        const guint beside[] = { (a + 1) % n, (a + n - 1) % n, (b + 1) % n, (b + n - 1) % n };

        for (guint i = 0; i < G_N_ELEMENTS (beside) && a != b; i++)
          if (beside[i] != a && beside[i] != b
              && away_from (round->at[beside[i]], round->at[a], round->at[b]) < reach)
            round->covered[a * n + b] = TRUE;
      }
}

/* How many of the switch's cables are behind others, if it is at @place. */
static guint
count_covered (const Round *round, guint s, guint place)
{
  guint n = 0;

  for (guint i = round->first[s]; i < round->first[s + 1]; i++)
    n += round->covered[place * round->n + round->place[round->far[i]]];
  return n;
}

static void
exchange (Round *round, guint a, guint b)
{
  const guint32 s = round->switches[a], t = round->switches[b];

  round->switches[a] = t;
  round->switches[b] = s;
  round->place[s] = b;
  round->place[t] = a;
}

/* Switches are in the order of their numbers, but where that would hide cables: two exchange their
 * places for as long as it hides fewer, always in the same way. */
static void
uncover (Round *round)
{
  DlRng rng;

  dl_rng_init (&rng, 1);
  for (guint i = 0; i < MOST_EXCHANGES; i++)
    {
      const guint a = (guint) dl_rng_below (&rng, round->n),
                  b = (guint) dl_rng_below (&rng, round->n);
      const guint32 s = round->switches[a], t = round->switches[b];
      const guint before = count_covered (round, s, a) + count_covered (round, t, b);

      if (before == 0)
        continue;
      exchange (round, a, b);
      if (count_covered (round, s, b) + count_covered (round, t, a) > before)
        exchange (round, a, b);
    }
}

static void
list_far (Round *round, const DlFabric *fabric)
{
  const guint H = fabric->n_hosts;
  guint n = 0;

  for (guint s = 0; s < round->n; s++)
    {
      round->first[s] = n;
      for (guint c = fabric->first[H + s]; c < fabric->first[H + s + 1]; c++)
        if (!dl_fabric_is_host (fabric, fabric->channel_to[c]))
          round->far[n++] = fabric->channel_to[c] - H;
    }
  round->first[round->n] = n;
}

/* The nearest that two places are with these half axes. */
static double
place_round (DlPoint *at, guint n, DlPoint middle, double wide, double high)
{
  double pitch = G_MAXDOUBLE;

  for (guint i = 0; i < n; i++)
    {
      const double angle = 2 * G_PI * (i + 0.5) / n - G_PI / 2;

      at[i] = (DlPoint) { middle.x + wide * cos (angle), middle.y + high * sin (angle) };
      if (i > 0)
        pitch = MIN (pitch, hypot (at[i].x - at[i - 1].x, at[i].y - at[i - 1].y));
    }
  return MIN (pitch, MOST_PITCH);
}

static void
lay_round (DlFlightMap *map, const DlFabric *fabric)
{
  const guint n = fabric->n_switches;
  const double high = (map->height - DL_FLIGHT_TOP - DL_FLIGHT_BOTTOM - DL_FLIGHT_MARGIN) / 2;
  const double wide = MIN (map->width / 2 - DL_FLIGHT_MARGIN, high * DL_FLIGHT_MOST_STRETCH);
  const DlPoint middle = { map->width / 2, DL_FLIGHT_TOP + high };
  g_autofree DlPoint *at = g_new (DlPoint, n);
  g_autofree guint8 *covered = g_new0 (guint8, (gsize) n * n);
  g_autofree guint32 *place = g_new (guint32, n), *switches = g_new (guint32, n);
  g_autofree guint32 *first = g_new (guint32, n + 1),
                     *far = g_new (guint32, fabric->n_channels + 1);
  Round round = { n, at, covered, place, switches, first, far };

  /* With room for the packets that wait outside. */
  dl_flight_map_set_sizes (map, place_round (at, n, middle, wide, high));
  const double reach = MIN (dl_flight_home_reach (map), high / 3);
  dl_flight_map_set_sizes (map, place_round (at, n, middle, wide - reach, high - reach));
  for (guint s = 0; s < n; s++)
    place[s] = switches[s] = s;
  list_far (&round, fabric);
  find_covered (&round, map->router_radius + 2 * map->packet_radius);
  uncover (&round);
  for (guint s = 0; s < n; s++)
    {
      map->router[s] = at[place[s]];
      map->home[s] = dl_point_unit (middle, at[place[s]]);
    }
}

/* All of it ------------------------------------------------------------------------------------ */

/* Index of @channel among the *@n channels from its switch to the same next one. */
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
  DlFlightMap *map = dl_flight_map_new (fabric->n_switches, fabric->n_channels, width, height);

  if (fabric->leveled)
    {
      g_autoptr (DlFabricRows) rows = dl_fabric_rows_new ((DlFabric *) fabric);

      lay_rows (map, rows);
    }
  else
    lay_round (map, fabric);
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
  .key = N_ ("beside a lane: waiting · outside at a switch: its hosts’ packets"),
  .vc_color = vc_color,
  .lane_color = lane_color,
  .router_label = router_text,
  .router_text = router_text,
  .node_text = node_text,
};
