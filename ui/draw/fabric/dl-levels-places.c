/* Places of the boxes and bundles of a map by levels, and steps of the arrow keys. */
#include "dl-levels-map-private.h"

#include "dl-fabric-machines.h"

#include <glib/gi18n-lib.h>

#include <math.h>

DlLevelsHit
dl_levels_map_find (const DlLevelsMap *map, DlPlace place)
{
  const DlFabric *fabric = map->rows->fabric;
  const DlLevelsHit nothing = { DL_LEVELS_NOTHING, 0, FALSE };
  guint vertex;

  if (place.kind == DL_PLACE_LINK && place.a < fabric->n_channels)
    return (DlLevelsHit) { DL_LEVELS_BUNDLE, map->layout->channel_bundle[place.a],
                           !dl_fabric_layout_is_there (map->layout, fabric, place.a) };
  if (place.kind == DL_PLACE_NODE && place.a < fabric->n_hosts)
    vertex = place.a;
  else if (place.kind == DL_PLACE_ROUTER && place.a < fabric->n_switches)
    vertex = fabric->n_hosts + place.a;
  else
    return nothing;
  if (map->layout->vertex_box[vertex] == DL_FABRIC_NONE)
    return nothing;
  return (DlLevelsHit) { DL_LEVELS_BOX, map->layout->vertex_box[vertex], FALSE };
}

/* The largest, of working ones first; DL_FABRIC_NONE if there are none. */
static guint32
pick_channel (const guint32 *channels, guint n, const DlFabric *fabric, const float *values)
{
  guint32 best = DL_FABRIC_NONE;
  double most = -1;

  for (guint i = 0; i < n; i++)
    {
      const guint32 c = channels[i];
      const double value = fabric->link_state[c] != DL_LINK_UP       ? -1
                           : values == NULL || !isfinite (values[c]) ? 0
                                                                     : fabs (values[c]) + 1;

      if (best == DL_FABRIC_NONE || value > most)
        {
          best = c;
          most = value;
        }
    }
  return best;
}

DlPlace
dl_levels_map_place (const DlLevelsMap *map, DlLevelsHit hit, const DlFabric *fabric,
                     const float *values)
{
  if (hit.kind == DL_LEVELS_BOX)
    {
      const DlFabricBox *box = &map->layout->boxes[hit.index];

      return box->kind == DL_FABRIC_BOX_SWITCH ? dl_place_router (map->rows->order[box->first])
             : box->kind == DL_FABRIC_BOX_HOST ? dl_place_node (map->rows->hosts[box->first])
                                               : DL_NOWHERE;
    }
  if (hit.kind == DL_LEVELS_BUNDLE)
    {
      const DlFabricBundle *bundle = &map->layout->bundles[hit.index];
      const guint32 *there = map->layout->channels + bundle->first;
      const guint32 *back = there + bundle->n_there;
      const gboolean is_back = bundle->n_back > 0 && (hit.back || bundle->n_there == 0);

      return dl_place_link (pick_channel (
          is_back ? back : there, is_back ? bundle->n_back : bundle->n_there, fabric, values));
    }
  return DL_NOWHERE;
}

DlLevelsSum
dl_levels_map_sum (const DlLevelsMap *map, guint bundle, gboolean back, const DlFabric *fabric,
                   const float *values)
{
  const DlFabricBundle *of = &map->layout->bundles[bundle];
  const gboolean inside = of->a == of->b;
  const guint32 *channels = map->layout->channels + of->first + (back && !inside ? of->n_there : 0);
  DlLevelsSum sum = { inside ? of->n_there + of->n_back : back ? of->n_back : of->n_there, 0, NAN };

  for (guint i = 0; i < sum.n; i++)
    {
      const guint32 c = channels[i];

      if (fabric->link_state[c] != DL_LINK_UP)
        sum.n_broken++;
      else if (isfinite (values[c]) && !(fabsf (values[c]) <= fabsf (sum.value)))
        sum.value = values[c];
    }
  return sum;
}

/* Steps ---------------------------------------------------------------------------------------- */

static double
middle_of (const DlRect *box)
{
  return box->x + box->width / 2;
}

/* The most nearly vertical of @box's bundles to other drawn rows, above or below it; FALSE if there
 * are none. */
static gboolean
find_bundle (const DlLevelsMap *map, guint box, gboolean above, DlLevelsHit *hit)
{
  const DlFabricLayout *layout = map->layout;
  double best = INFINITY;

  for (guint i = 0; i < layout->n_bundles; i++)
    {
      const DlLevelsLine *line = &map->line[i];
      const double aside = fabs (line->x1 - line->x0);

      if ((above ? layout->bundles[i].b : layout->bundles[i].a) != box
          || line->shape != DL_LEVELS_LINE || aside >= best)
        continue;
      best = aside;
      *hit = (DlLevelsHit) { DL_LEVELS_BUNDLE, i, line->width[0] == 0 };
    }
  return best < INFINITY;
}

/* Without cables in that direction: the nearest box of the next row. */
static DlLevelsHit
find_box (const DlLevelsMap *map, guint box, gint dy)
{
  const gint row = (gint) map->layout->boxes[box].row + dy;
  guint best = box;
  double least = INFINITY;

  if (row < 0 || row >= (gint) map->n_rows)
    return (DlLevelsHit) { DL_LEVELS_BOX, box, FALSE };
  for (guint i = map->layout->row_first[row]; i < map->layout->row_first[row + 1]; i++)
    {
      const double aside = fabs (middle_of (&map->box[i]) - middle_of (&map->box[box]));

      if (aside < least)
        {
          least = aside;
          best = i;
        }
    }
  return (DlLevelsHit) { DL_LEVELS_BOX, best, FALSE };
}

/* The direction beside @from, of this bundle or of the next one that leaves the same upper box. */
static DlLevelsHit
step_aside (const DlLevelsMap *map, DlLevelsHit from, gint dx)
{
  const DlFabricLayout *layout = map->layout;
  const guint a = layout->bundles[from.index].a;
  gint at = (gint) from.index * 2 + (from.back ? 1 : 0);

  for (;;)
    {
      at += dx;
      if (at < 0 || at >= 2 * (gint) layout->n_bundles || layout->bundles[at / 2].a != a)
        return from;
      if (dl_levels_has_line (map, at / 2, at % 2))
        return (DlLevelsHit) { DL_LEVELS_BUNDLE, at / 2, at % 2 };
    }
}

DlLevelsHit
dl_levels_map_step (const DlLevelsMap *map, DlLevelsHit from, gint dx, gint dy)
{
  const DlFabricLayout *layout = map->layout;
  DlLevelsHit hit;

  if (from.kind == DL_LEVELS_NOTHING)
    return (DlLevelsHit) { layout->n_boxes > 0 ? DL_LEVELS_BOX : DL_LEVELS_NOTHING, 0, FALSE };
  if (dx == 0 && dy == 0)
    return from;
  if (from.kind == DL_LEVELS_BUNDLE)
    {
      const DlFabricBundle *bundle = &layout->bundles[from.index];

      if (dy != 0)
        return (DlLevelsHit) { DL_LEVELS_BOX, dy < 0 ? bundle->a : bundle->b, FALSE };
      return step_aside (map, from, dx);
    }
  if (dy != 0)
    return find_bundle (map, from.index, dy < 0, &hit) ? hit : find_box (map, from.index, dy);
  const guint row = layout->boxes[from.index].row;

  if (dx < 0 ? from.index > layout->row_first[row] : from.index + 1 < layout->row_first[row + 1])
    from.index += dx;
  return from;
}

guint
dl_levels_count_apart (const DlLevelsMap *map, const DlFabricBox *box, guint *aggregators)
{
  const DlFabric *fabric = map->rows->fabric;
  guint n = 0;

  *aggregators = 0;
  for (guint i = box->first; i < box->first + box->n && fabric->n_apart > 0; i++)
    {
      guint of_switch;

      n += dl_fabric_count_apart (fabric, fabric->n_hosts + map->rows->order[i], &of_switch);
      *aggregators += of_switch;
    }
  return n;
}

/* Words ---------------------------------------------------------------------------------------- */

/* Name of a switch, a host, or the host's machine. */
static const char *
name_of (const DlLevelsMap *map, const DlFabric *fabric, guint vertex)
{
  const DlFabricMachines *machines = fabric->machines;

  return map->rows->n_machines > 0 && vertex < fabric->n_hosts
             ? machines->name[machines->machine[vertex]]
             : dl_fabric_name (fabric, vertex);
}

char *
dl_levels_map_box_text (const DlLevelsMap *map, guint box, const DlFabric *fabric)
{
  const DlFabricBox *of = &map->layout->boxes[box];
  const gboolean of_hosts = of->row == map->rows->n_rows;
  const guint32 *members = of_hosts ? map->rows->hosts : map->rows->order;
  const guint shift = of_hosts ? 0 : fabric->n_hosts;
  const char *first = name_of (map, fabric, members[of->first] + shift);
  const char *last = name_of (map, fabric, members[of->first + of->n - 1] + shift);
  g_autoptr (GString) text = g_string_new (NULL);
  guint broken = 0, n_apart, aggregators;

  for (guint i = of->first; i < of->first + of->n; i++)
    broken += of_hosts ? !fabric->host_up[members[i]] : !fabric->switch_up[members[i]];
  if (of->n == 1)
    g_string_append (text, first);
  else if (of_hosts && map->rows->n_machines > 0)
    /* Translators: a number of ports, and the first and last of the machines that have them */
    g_string_append_printf (text, _ ("%'u ports of machines, %s to %s"), of->n, first, last);
  else if (of_hosts)
    /* Translators: a number of hosts, and the first and last of their names */
    g_string_append_printf (text, _ ("%'u hosts, %s to %s"), of->n, first, last);
  else
    /* Translators: a number of switches, and the first and last of their names */
    g_string_append_printf (text, _ ("%'u switches, %s to %s"), of->n, first, last);
  if (!of_hosts && of->n_hosts > 0)
    g_string_append_printf (
        text, g_dngettext (GETTEXT_PACKAGE, ", with %'u host", ", with %'u hosts", of->n_hosts),
        of->n_hosts);
  n_apart = of_hosts ? 0 : dl_levels_count_apart (map, of, &aggregators);
  if (n_apart > 0)
    {
      g_autofree char *apart = dl_fabric_apart_text (n_apart, aggregators);

      g_string_append_printf (text, ", %s", apart);
    }
  if (broken > 0)
    g_string_append_printf (
        text, g_dngettext (GETTEXT_PACKAGE, ", %'u broken", ", %'u broken", broken), broken);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
