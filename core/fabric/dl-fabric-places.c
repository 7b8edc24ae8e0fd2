/* Places of a fabric and what they are called: hosts are its nodes, switches its routers, channels
 * its links. */
#include "dl-fabric-places.h"

#include "dl-fabric-analysis.h"
#include "dl-fabric-family-private.h"
#include "dl-fabric-layout.h"
#include "dl-fabric-machines.h"
#include "dl-fabric-private.h"
#include "dl-family-general.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <stdlib.h>
#include <string.h>

/* Hosts as jobs are placed on them: by leaf switch, and by subtree where there are such. */

/* Hosts in a row of the map: no more than are seen side by side in a narrow page, */
#define MOST_COLUMNS    96
#define MACHINE_COLUMNS 8 /* machines side by side */
/* and no more than so many times as many as a leaf switch has on average. */
#define MOST_UNEVEN 2
/* Leaf switches of a subtree, on average, and how much fewer than the largest one has: else
 * subtrees are more gap than map. */
#define LEAST_LEAVES 2
#define MOST_GAPS    3

/* Words ---------------------------------------------------------------------------------------- */

static char *
count_hosts (const char *count, guint n)
{
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s host", "%s hosts", n), count);
}

static char *
count_leaves (guint n)
{
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u leaf switch", "%u leaf switches", n),
                          n);
}

static const guint spreads[] = { 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 0 };

static const DlSiteWords words = {
  .nodes = count_hosts,
  .groups = count_leaves,
  .spreads = spreads,
  .unit = "leaf",
  .by_unit = N_ ("By leaf switch"),
  .syntax = N_ ("“%s” is not a job (expected job:384:48 for 384 hosts over 48 leaf switches, "
                "job:384:random, job:384:linear or job@0-383,NAME)"),
  .few_in_groups = N_ ("%2$u leaf switches do not have %1$u free hosts (at most %3$u; use more "
                       "leaf switches or fewer hosts)"),
  .few_nodes = N_ ("job “%s” needs %lu hosts and only %u are left (use fewer hosts)"),
  .few_groups
  = N_ ("job “%s” needs %lu leaf switches and there are only %u (use fewer leaf switches)"),
  .many_groups = N_ ("job “%s” needs %lu leaf switches but has only %lu hosts (use at least one "
                     "host per leaf switch)"),
  .taken = N_ ("host %u (%s) already has job “%s” (use one job per host)"),
  .outside = N_ ("there is no host %lu (expected 0 to %u)"),
  .painted = N_ ("Hosts for job %s"),
  .erased = N_ ("Hosts without a job"),
  .heading = N_ ("Hosts of each job"),
  .map = N_ ("Jobs of all hosts, by leaf switch"),
  .traffic = N_ ("The traffic is now “%s”. Placing a job here changes it to the traffic of jobs: "
                 "each host to all others of its job."),
  .paint = N_ ("Each row is a leaf switch. Drag over hosts to give them to the selected job, or "
               "hold Shift with the arrow keys; Delete frees one."),
  .rule = N_ ("A number of hosts at a number of leaf switches, at random or in order"),
  .remove = N_ ("Remove the selected job; its hosts become free"),
  .clear = N_ ("Remove all jobs; all hosts become free"),
  .number = N_ ("H_osts"),
  .one_group = N_ ("All hosts at one leaf switch"),
  .spread = N_ ("As many hosts at each leaf switch"),
  .random = N_ ("Drawn among the free hosts with the scenario’s seed"),
  .linear = N_ ("The next free hosts, in the order of their numbers"),
};

/* Sites ---------------------------------------------------------------------------------------- */

static gboolean
is_up (gconstpointer network, guint node)
{
  return dl_fabric_host_works (network, node);
}

static gboolean
parse (gconstpointer network, const char *text, guint *node, GError **error)
{
  const DlFabric *fabric = network;

  if (!dl_fabric_parse_vertex (fabric, text, node, NULL) || !dl_fabric_is_host (fabric, *node))
    {
      if (dl_fabric_fail_apart (fabric, text, strlen (text), error))
        return FALSE;
      g_autofree char *excerpt = dl_text_excerpt (text);

      g_set_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_OUTSIDE,
                   _ ("the fabric does not have host “%s” (expected a host’s name or GUID)"),
                   excerpt);
      return FALSE;
    }
  return TRUE;
}

static char *
name (gconstpointer network, guint node)
{
  return dl_fabric_escape (dl_fabric_name (network, node));
}

static guint32
leaf_of (gconstpointer network, guint node)
{
  const DlFabric *fabric = network;
  const guint32 vertex = fabric->host_switch[node];

  return vertex != DL_FABRIC_NONE ? vertex - fabric->n_hosts : DL_NO_GROUP;
}

static char *
leaf_name (gconstpointer network, guint32 group)
{
  const DlFabric *fabric = network;

  return g_strdup (dl_fabric_name (fabric, fabric->n_hosts + group));
}

static char *
tell (gconstpointer network, guint node)
{
  const DlFabric *fabric = network;
  const guint32 leaf = leaf_of (network, node);
  const char *host = dl_fabric_name (fabric, node);

  g_autofree char *port = dl_fabric_machine_port_name (fabric->machines, node);

  if (port != NULL && leaf != DL_NO_GROUP)
    /* Translators: a machine and its rail, a host and its switch, by their names */
    return g_strdup_printf (_ ("%s · host %s · switch %s"), port, host,
                            dl_fabric_name (fabric, fabric->n_hosts + leaf));
  if (leaf == DL_NO_GROUP)
    return g_strdup_printf (_ ("Host %s"), host);
  /* Translators: a host and its switch, by their names */
  return g_strdup_printf (_ ("Host %s · switch %s"), host,
                          dl_fabric_name (fabric, fabric->n_hosts + leaf));
}

static guint32
rail_of (gconstpointer network, guint host)
{
  return ((const DlFabric *) network)->machines->rail[host];
}

/* The same where cells are machines. */
static const DlSiteWords *
words_of (const DlFabric *fabric)
{
  static DlSiteWords of_machines;
  static gsize made;

  if (g_once_init_enter (&made))
    {
      of_machines = words;
      of_machines.map = N_ ("Jobs of all machines, by their leaf switches");
      of_machines.paint
          = N_ ("Each cell is a machine, beside those with the same leaf switches. Drag over "
                "machines to give their ports to the selected job, or hold Shift with the arrow "
                "keys; Delete frees one.");
      g_once_init_leave (&made, 1);
    }
  return fabric->machines != NULL ? &of_machines : &words;
}

DlSites
dl_fabric_sites (const DlFabric *fabric)
{
  DlSites sites = {
    .network = fabric,
    .n_nodes = fabric->n_hosts,
    .is_up = is_up,
    .parse = parse,
    .name = name,
    .n_groups = fabric->n_switches,
    .group = leaf_of,
    .group_name = leaf_name,
    .tell = tell,
    .n_rails = fabric->machines != NULL ? fabric->machines->n_rails : 0,
    .rail = rail_of,
    .words = words_of (fabric),
    .free_names = TRUE,
  };

  for (guint h = 0; h < fabric->n_hosts; h++)
    sites.n_working += dl_fabric_host_works (fabric, h);
  return sites;
}

/* The map -------------------------------------------------------------------------------------- */

/* A switch with hosts. */
typedef struct
{
  guint32 block; /* by the least switch with hosts in it */
  guint32 s, n_hosts;
} Leaf;

static int
compare_leaves (gconstpointer a, gconstpointer b)
{
  const Leaf *x = a, *y = b;

  if (x->block != y->block)
    return x->block < y->block ? -1 : 1;
  return x->s < y->s ? -1 : x->s > y->s;
}

/* *@largest: the most leaves of one. */
static guint
count_blocks (const Leaf *leaves, guint n, guint *largest)
{
  guint blocks = 0, first = 0;

  *largest = 0;
  for (guint i = 0; i < n; i++)
    {
      if (i == 0 || leaves[i].block != leaves[first].block)
        {
          blocks++;
          first = i;
        }
      *largest = MAX (*largest, i - first + 1);
    }
  return blocks;
}

/* Puts @leaves (n) in order by subtree, if there are some that are worth it. Returns how many there
 * are, 0 for none. */
static guint
find_blocks (const DlFabricRows *rows, Leaf *leaves, guint n)
{
  const guint S = rows->fabric->n_switches;
  g_autofree guint32 *block = g_new0 (guint32, S);
  g_autofree guint32 *order = g_new (guint32, S);
  g_autoptr (GArray) bands = dl_fabric_rows_sort (rows, DL_FABRIC_BY_SUBTREE, NULL, order);
  guint blocks, largest;

  for (guint i = 0; i < bands->len; i++)
    {
      const DlFabricBand *band = &g_array_index (bands, DlFabricBand, i);
      guint32 least = DL_FABRIC_NONE;

      if (band->kind != DL_FABRIC_BY_SUBTREE)
        return 0;
      for (guint k = band->first; k < band->first + band->n; k++)
        if (rows->host_first[rows->place[order[k]] + 1] > rows->host_first[rows->place[order[k]]])
          least = MIN (least, order[k]);
      for (guint k = band->first; k < band->first + band->n; k++)
        block[order[k]] = least;
    }
  for (guint i = 0; i < n; i++)
    leaves[i].block = block[leaves[i].s];
  qsort (leaves, n, sizeof *leaves, compare_leaves);
  blocks = count_blocks (leaves, n, &largest);
  if (blocks >= 2 && blocks * LEAST_LEAVES <= n && blocks * largest <= MOST_GAPS * n)
    return blocks;
  for (guint i = 0; i < n; i++)
    leaves[i].block = 0;
  qsort (leaves, n, sizeof *leaves, compare_leaves);
  return 0;
}

/* Hosts of a leaf switch side by side, in rows of about the same length where they are many. */
static guint
columns_of (guint n_hosts, guint most)
{
  const guint n_rows = (n_hosts + most - 1) / most;

  return (n_hosts + n_rows - 1) / n_rows;
}

/* The next unit has the @n cells from @cell on, so many in a row at most. */
static void
fill_unit (DlSiteGrid *grid, guint unit, guint cell, guint n, guint most)
{
  const guint columns = columns_of (n, most);

  grid->unit_first[unit] = cell;
  grid->unit_first[unit + 1] = cell + n;
  for (guint i = 0; i < n; i++)
    {
      grid->cell_unit[cell + i] = unit;
      grid->column[cell + i] = i % columns;
      grid->row[cell + i] = i / columns;
    }
}

static void
fill_units (DlSiteGrid *grid, const Leaf *leaves, guint32 *next)
{
  const guint mean = (grid->n_cells + grid->n_units - 1) / grid->n_units;
  const guint most = MIN (MOST_UNEVEN * mean, MOST_COLUMNS);
  guint cell = 0, n_blocks = 0;

  for (guint unit = 0; unit < grid->n_units; unit++)
    {
      if (grid->n_blocks > 0 && (unit == 0 || leaves[unit].block != leaves[unit - 1].block))
        grid->block_first[n_blocks++] = unit;
      next[leaves[unit].s] = cell;
      fill_unit (grid, unit, cell, leaves[unit].n_hosts, most);
      cell += leaves[unit].n_hosts;
    }
  for (guint i = 0; i <= cell; i++)
    grid->node_first[i] = i;
  if (grid->n_blocks > 0)
    grid->block_first[n_blocks] = grid->n_units;
}

/* Machines of several ports, those at the same switches together. */
static DlSiteGrid *
machine_grid (const DlFabricRows *rows)
{
  const guint n = rows->n_machines;
  DlSiteGrid *grid = dl_site_grid_new (n, rows->machine_first[n], rows->n_blocks, 0);

  memcpy (grid->node_first, rows->machine_first, (n + 1) * sizeof *grid->node_first);
  memcpy (grid->nodes, rows->hosts, rows->machine_first[n] * sizeof *grid->nodes);
  for (guint block = 0; block < rows->n_blocks; block++)
    fill_unit (grid, block, rows->block_first[block],
               rows->block_first[block + 1] - rows->block_first[block], MACHINE_COLUMNS);
  return grid;
}

DlSiteGrid *
dl_fabric_site_grid (DlFabric *fabric)
{
  g_autoptr (DlFabricRows) rows = dl_fabric_rows_new (fabric);
  const guint S = fabric->n_switches;
  g_autofree Leaf *leaves = g_new0 (Leaf, S);
  g_autofree guint32 *count = g_new0 (guint32, S);
  g_autofree guint32 *next = g_new0 (guint32, S);
  DlSiteGrid *grid = NULL;
  guint n = 0, n_hosts = 0;

  if (rows->n_machines > 0)
    return machine_grid (rows);
  for (guint h = 0; h < fabric->n_hosts; h++)
    if (leaf_of (fabric, h) != DL_NO_GROUP)
      {
        count[leaf_of (fabric, h)]++;
        n_hosts++;
      }
  for (guint s = 0; s < S; s++)
    if (count[s] > 0)
      leaves[n++] = (Leaf) { 0, s, count[s] };
  if (n == 0)
    return dl_site_grid_new (0, 0, 0, 0);
  grid = dl_site_grid_new (n_hosts, n_hosts, n, find_blocks (rows, leaves, n));
  fill_units (grid, leaves, next);
  for (guint h = 0; h < fabric->n_hosts; h++)
    if (leaf_of (fabric, h) != DL_NO_GROUP)
      grid->nodes[next[leaf_of (fabric, h)]++] = h;
  return grid;
}

/* Faults of a fabric, by a click, by name and at random. */

#define CABLES   "fabric.broken-cables"
#define CHANNELS "fabric.broken-channels"
#define SWITCHES "fabric.broken-switches"
#define HOSTS    "fabric.broken-hosts"
#define MACHINES "fabric.broken-machines"
#define RAILS    "fabric.broken-rails"

/* The end by which lists name the cable of @channel. */
static guint
cable_of (const DlFabric *fabric, guint channel)
{
  return MIN (channel, fabric->channel_back[channel]);
}

static char *
name_cable (gconstpointer shape, DlPlace place, gboolean broke)
{
  return dl_fabric_place_name (shape, dl_place_link (cable_of (shape, place.a)), DL_NAME_CABLE);
}

static char *
name_place (gconstpointer shape, DlPlace place, gboolean broke)
{
  return dl_fabric_place_name (shape, place, DL_NAME_PEOPLE);
}

/* Cables between switches both of whose directions work. */
static GArray *
working_cables (gconstpointer shape)
{
  const DlFabric *fabric = shape;
  GArray *working = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 c = 0; c < fabric->n_channels; c++)
    {
      const guint32 back = fabric->channel_back[c];

      if (fabric->channel_from[c] >= fabric->n_hosts && fabric->channel_to[c] >= fabric->n_hosts
          && cable_of (fabric, c) == c && fabric->link_state[c] == DL_LINK_UP
          && (back == DL_FABRIC_NONE || fabric->link_state[back] == DL_LINK_UP))
        g_array_append_val (working, c);
    }
  return working;
}

static GArray *
working_switches (gconstpointer shape)
{
  const DlFabric *fabric = shape;
  GArray *working = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 s = 0; s < fabric->n_switches; s++)
    if (fabric->switch_up[s])
      g_array_append_val (working, s);
  return working;
}

static GArray *
working_hosts (gconstpointer shape)
{
  const DlFabric *fabric = shape;
  GArray *working = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 h = 0; h < fabric->n_hosts; h++)
    if (dl_fabric_host_works (fabric, h))
      g_array_append_val (working, h);
  return working;
}

static char *
broke_switches (guint n)
{
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "Broke %u switch at random", "Broke %u switches at random", n),
      n);
}

static char *
broke_hosts (guint n)
{
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "Broke %u host at random", "Broke %u hosts at random", n), n);
}

/* Machines and rails, at any of their hosts. */

static char *
machine_item (gconstpointer shape, DlPlace place)
{
  const DlFabricMachines *machines = ((const DlFabric *) shape)->machines;

  return machines != NULL ? dl_fabric_escape (machines->name[machines->machine[place.a]]) : NULL;
}

static char *
name_machine (gconstpointer shape, DlPlace place, gboolean broke)
{
  const DlFabricMachines *machines = ((const DlFabric *) shape)->machines;

  return g_strdup (machines->name[machines->machine[place.a]]);
}

static gboolean
find_machine (gconstpointer shape, const char *item, DlPlace *place)
{
  const DlFabric *fabric = shape;
  const guint machine = dl_fabric_machine_of_item (fabric, item);

  if (machine == DL_FABRIC_NONE)
    return FALSE;
  *place = dl_place_node (fabric->machines->hosts[fabric->machines->first[machine]]);
  return TRUE;
}

static char *
rail_item (gconstpointer shape, DlPlace place)
{
  const DlFabricMachines *machines = ((const DlFabric *) shape)->machines;

  return machines != NULL ? g_strdup_printf ("%u", machines->rail[place.a]) : NULL;
}

static gboolean
find_rail (gconstpointer shape, const char *item, DlPlace *place)
{
  const DlFabric *fabric = shape;
  const guint rail = (guint) g_ascii_strtoull (item, NULL, 10);

  for (guint h = 0; fabric->machines != NULL && h < fabric->n_hosts; h++)
    if (fabric->machines->rail[h] == rail)
      {
        *place = dl_place_node (h);
        return TRUE;
      }
  return FALSE;
}

/* A link breaks with its cable, or this direction only; a host alone, or with its machine. */
const DlBreakable dl_fabric_breakables[DL_FABRIC_N_BREAKABLES] = {
  {
      CABLES,
      DL_PLACE_LINK,
      .parts_key = CHANNELS,
      .broke = N_ ("Broke the cable %s"),
      .restored = N_ ("Restored the cable %s"),
      .name = name_cable,
      .title = "%s",
      .tooltip = N_ ("The cable at %s is broken, in both directions"),
      .restored_item = N_ ("Restored the cable at %s"),
      .id = "cables",
      .button = N_ ("C_ables"),
      .button_tooltip = N_ ("Whole cables between switches: both directions"),
      .working = working_cables,
      .broke_random = dl_general_broke_cables,
  },
  {
      CHANNELS,
      DL_PLACE_LINK,
      .other = TRUE,
      .broke = N_ ("Broke the channel %s"),
      .restored = N_ ("Restored the channel %s"),
      .name = name_place,
      /* Translators: a channel that is broken in one direction only, by the switch and port that
       * it leaves: “L1-0:9 →” */
      .title = N_ ("%s →"),
      .tooltip = N_ ("The channel from %s is broken, in this direction only"),
      .restored_item = N_ ("Restored the channel from %s"),
  },
  {
      SWITCHES,
      DL_PLACE_ROUTER,
      .broke = N_ ("Broke the switch %s"),
      .restored = N_ ("Restored the switch %s"),
      .name = name_place,
      .title = N_ ("Switch %s"),
      .tooltip = N_ ("The switch %s is broken, with all its cables"),
      .id = "switches",
      .button = N_ ("S_witches"),
      .button_tooltip = N_ ("Switches with all their cables"),
      .working = working_switches,
      .broke_random = broke_switches,
  },
  {
      HOSTS,
      DL_PLACE_NODE,
      .broke = N_ ("Broke the host %s"),
      .restored = N_ ("Restored the host %s"),
      .name = name_place,
      .title = N_ ("Host %s"),
      .tooltip = N_ ("The host %s is broken: it sends and receives nothing"),
      .id = "hosts",
      .button = N_ ("_Hosts"),
      .button_tooltip = N_ ("Hosts with their cables"),
      .working = working_hosts,
      .broke_random = broke_hosts,
  },
  {
      MACHINES,
      DL_PLACE_NODE,
      .other = TRUE,
      .item = machine_item,
      .find = find_machine,
      .broke = N_ ("Broke the machine %s"),
      .restored = N_ ("Restored the machine %s"),
      .name = name_machine,
      .title = N_ ("Machine %s"),
      .tooltip = N_ ("The machine %s is broken, with all its ports"),
      .restored_item = N_ ("Restored the machine %s"),
  },
  {
      RAILS,
      DL_PLACE_GROUP, /* not clicked: by its name */
      .item = rail_item,
      .find = find_rail,
      .broke = N_ ("Broke the rail %s"),
      .restored = N_ ("Restored the rail %s"),
      .title = N_ ("Rail %s"),
      .tooltip = N_ ("The rail %s is broken, with the ports of all machines on it"),
  },
};

/* Names that are read -------------------------------------------------------------------------- */

/* In whatever case. */
static gboolean
find_vertex (const DlFabric *fabric, const char *text, guint *vertex)
{
  if (dl_fabric_parse_vertex (fabric, text, vertex, NULL))
    return TRUE;
  for (*vertex = 0; *vertex < fabric->n_vertices; (*vertex)++)
    if (g_ascii_strcasecmp (dl_fabric_name (fabric, *vertex), text) == 0)
      return TRUE;
  return FALSE;
}

/* "L1-0 port 9 → L2-0" and "H0 → L1-0", as labels have them, up to the arrow. */
static gboolean
read_label (const DlFabric *fabric, const char *text, guint *channel)
{
  const char *arrow = strstr (text, " → ");
  const char *port = arrow != NULL ? g_strrstr_len (text, arrow - text, " port ") : NULL;
  g_autofree char *name = NULL;
  guint vertex;

  if (arrow == NULL)
    return FALSE;
  name = g_strndup (text, (port != NULL ? port : arrow) - text);
  if (!find_vertex (fabric, name, &vertex))
    return FALSE;
  *channel = port != NULL ? dl_fabric_port_channel (
                 fabric, vertex, (guint) g_ascii_strtoull (port + strlen (" port "), NULL, 10))
             : dl_fabric_is_host (fabric, vertex) ? dl_fabric_host_sends (fabric, vertex)
                                                  : DL_FABRIC_NONE;
  return *channel != DL_FABRIC_NONE;
}

/* A whole name can be a host's or switch's, though it may end like a port. */
gboolean
dl_fabric_parse_place (const DlNet *net, const char *text, DlPlaceKind kind, DlPlace *place,
                       GError **error)
{
  const DlFabric *fabric = net->shape;
  const gboolean link = kind == DL_PLACE_LINK;
  guint number;

  if (!link && find_vertex (fabric, text, &number))
    *place = dl_fabric_is_host (fabric, number) ? dl_place_node (number)
                                                : dl_place_router (number - fabric->n_hosts);
  else if (!link && read_label (fabric, text, &number))
    *place = dl_place_link (number);
  else if (!link && strchr (text, ':') == NULL)
    return dl_fabric_parse_vertex (fabric, text, &number, error);
  else if (dl_fabric_parse_channel (fabric, text, &number, error))
    *place = dl_place_link (number);
  else
    return FALSE;
  return TRUE;
}

/* Names that are shown ------------------------------------------------------------------------- */

static char *
name_link (const DlFabric *fabric, guint channel, DlNameStyle style)
{
  const guint from = fabric->channel_from[channel], port = fabric->channel_from_port[channel];
  const char *name = dl_fabric_name (fabric, from);
  const char *to = dl_fabric_name (fabric, fabric->channel_to[channel]);

  switch (style)
    {
    case DL_NAME_PEOPLE:
      if (dl_fabric_is_host (fabric, from))
        return g_strdup_printf ("%s → %s", name, to);
      /* Translators: a channel: the switch that it leaves, its port there, and where it leads */
      return g_strdup_printf (_ ("%s port %u → %s"), name, port, to);
    case DL_NAME_PORT:
      return g_strdup_printf ("%u", port);
    case DL_NAME_CABLE:
      /* Translators: a cable, by its two ends: a switch and its port there each */
      return g_strdup_printf (_ ("%s port %u – %s port %u"), name, port, to,
                              fabric->channel_to_port[channel]);
    case DL_NAME_FILE:
      break;
    }
  return dl_fabric_channel_name (fabric, channel);
}

char *
dl_fabric_place_name (gconstpointer shape, DlPlace place, DlNameStyle style)
{
  const DlFabric *fabric = shape;
  const char *name;

  if (place.kind == DL_PLACE_LINK)
    return name_link (fabric, place.a, style);
  name = dl_fabric_name (fabric,
                         place.kind == DL_PLACE_ROUTER ? fabric->n_hosts + place.a : place.a);
  return style == DL_NAME_FILE ? dl_fabric_escape (name) : g_strdup (name);
}
