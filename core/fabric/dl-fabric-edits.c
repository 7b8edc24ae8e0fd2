/* What breaks in a fabric, by a click, by name and at random. */
#include "dl-fabric-family-private.h"

#include "dl-edit.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define CABLES   "fabric.broken-cables"
#define CHANNELS "fabric.broken-channels"
#define SWITCHES "fabric.broken-switches"
#define HOSTS    "fabric.broken-hosts"

/* By a click ------------------------------------------------------------------------------------
 */

static gboolean
has (const GArray *list, const char *name)
{
  for (guint i = 0; i < list->len; i++)
    if (g_str_equal (g_array_index (list, const char *, i), name))
      return TRUE;
  return FALSE;
}

/* The end by which lists name the cable of @channel. */
static guint
cable_of (const DlFabric *fabric, guint channel)
{
  return MIN (channel, fabric->channel_back[channel]);
}

/* A whole cable. Single directions that are broken come back with it, or become part of it. */
static void
toggle_cable (GPtrArray *edits, const DlFabricOptions *options, const DlFabric *fabric,
              guint channel)
{
  const guint back = fabric->channel_back[channel];
  g_autofree char *cable = dl_fabric_channel_name (fabric, cable_of (fabric, channel));
  g_autofree char *own = dl_fabric_channel_name (fabric, channel);
  g_autofree char *other = back != DL_FABRIC_NONE ? dl_fabric_channel_name (fabric, back) : NULL;
  const gboolean own_broken = has (options->broken_channels, own);

  if (has (options->broken_cables, cable))
    {
      dl_edits_add (edits, DL_EDIT_REMOVE, CABLES, cable);
      return;
    }
  if (own_broken)
    dl_edits_add (edits, DL_EDIT_REMOVE, CHANNELS, own);
  if (other != NULL && has (options->broken_channels, other))
    dl_edits_add (edits, DL_EDIT_REMOVE, CHANNELS, other);
  if (!own_broken)
    dl_edits_add (edits, DL_EDIT_ADD, CABLES, cable);
}

/* One direction: of a broken cable it comes back, and the other stays broken. */
static void
toggle_channel (GPtrArray *edits, const DlFabricOptions *options, const DlFabric *fabric,
                guint channel)
{
  const guint back = fabric->channel_back[channel];
  g_autofree char *cable = dl_fabric_channel_name (fabric, cable_of (fabric, channel));
  g_autofree char *own = dl_fabric_channel_name (fabric, channel);

  if (has (options->broken_channels, own))
    dl_edits_add (edits, DL_EDIT_REMOVE, CHANNELS, own);
  else if (!has (options->broken_cables, cable))
    dl_edits_add (edits, DL_EDIT_ADD, CHANNELS, own);
  else
    {
      dl_edits_add (edits, DL_EDIT_REMOVE, CABLES, cable);
      if (back != DL_FABRIC_NONE)
        {
          g_autofree char *other = dl_fabric_channel_name (fabric, back);

          dl_edits_add (edits, DL_EDIT_ADD, CHANNELS, other);
        }
    }
}

static char *
say (const GPtrArray *edits, const char *broke, const char *restored, const char *name)
{
  return edits->len > 0 ? dl_text_with (dl_edits_breaks (edits) ? broke : restored, name) : NULL;
}

static void
toggle_link (GPtrArray *edits, const DlScenario *scenario, const DlFabric *fabric, guint channel,
             gboolean one_direction, char **label)
{
  const DlFabricOptions *options = dl_fabric_options (scenario);
  g_autofree char *name = one_direction
                              ? dl_fabric_place_label (fabric, dl_place_link (channel))
                              : dl_fabric_cable_label (fabric, cable_of (fabric, channel));
  g_autofree char *cable = dl_fabric_channel_name (fabric, cable_of (fabric, channel));

  if (!one_direction)
    {
      toggle_cable (edits, options, fabric, channel);
      *label = say (edits, _ ("Broke the cable %s"), _ ("Restored the cable %s"), name);
      return;
    }
  /* What is left of a broken cable is broken, not the direction that comes back. */
  const gboolean back = has (options->broken_cables, cable);

  toggle_channel (edits, options, fabric, channel);
  *label = say (edits, back ? _ ("Restored the channel %s") : _ ("Broke the channel %s"),
                _ ("Restored the channel %s"), name);
}

static void
toggle_vertex (GPtrArray *edits, const GArray *list, const char *key, const DlFabric *fabric,
               guint vertex)
{
  g_autofree char *name = dl_fabric_escape (dl_fabric_name (fabric, vertex));

  dl_edits_add (edits, has (list, name) ? DL_EDIT_REMOVE : DL_EDIT_ADD, key, name);
}

/* A link is broken with its cable; @other: this direction only. */
GPtrArray *
dl_fabric_toggle (const DlScenario *scenario, gconstpointer shape, DlPlace place, gboolean other,
                  char **label)
{
  const DlFabricOptions *options = dl_fabric_options (scenario);
  const DlFabric *fabric = shape;
  GPtrArray *edits = dl_edits_new ();
  g_autofree char *name = NULL;

  switch (place.kind)
    {
    case DL_PLACE_LINK:
      toggle_link (edits, scenario, fabric, place.a, other, label);
      break;
    case DL_PLACE_ROUTER:
      toggle_vertex (edits, options->broken_switches, SWITCHES, fabric, fabric->n_hosts + place.a);
      name = dl_fabric_place_label (fabric, place);
      *label = say (edits, _ ("Broke the switch %s"), _ ("Restored the switch %s"), name);
      break;
    case DL_PLACE_NODE:
      toggle_vertex (edits, options->broken_hosts, HOSTS, fabric, place.a);
      name = dl_fabric_place_label (fabric, place);
      *label = say (edits, _ ("Broke the host %s"), _ ("Restored the host %s"), name);
      break;
    default:
      break;
    }
  return edits;
}

/* By name ----------------------------------------------------------------------------------------
 */

static gboolean
find_link (gconstpointer shape, const char *item, DlPlace *place)
{
  guint channel;

  if (!dl_fabric_parse_channel (shape, item, &channel, NULL))
    return FALSE;
  *place = dl_place_link (channel);
  return TRUE;
}

static gboolean
find_vertex (gconstpointer shape, const char *item, DlPlace *place)
{
  const DlNet net = { .shape = shape };

  return dl_fabric_parse_place (&net, item, place, NULL) && place->kind != DL_PLACE_LINK;
}

const DlFaultInfo dl_fabric_faults[DL_FABRIC_N_FAULTS] = {
  { CABLES, "%s", N_ ("The cable at %s is broken, in both directions"),
    N_ ("Restored the cable at %s"), .find = find_link },
  /* Translators: a channel that is broken in one direction only, by the switch and port that it
   * leaves: “L1-0:9 →” */
  { CHANNELS, N_ ("%s →"), N_ ("The channel from %s is broken, in this direction only"),
    N_ ("Restored the channel from %s"), .find = find_link },
  { SWITCHES, N_ ("Switch %s"), N_ ("The switch %s is broken, with all its cables"),
    N_ ("Restored the switch %s"), .find = find_vertex },
  { HOSTS, N_ ("Host %s"), N_ ("The host %s is broken: it sends and receives nothing"),
    N_ ("Restored the host %s"), .find = find_vertex },
};

/* At random --------------------------------------------------------------------------------------
 */

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

/* As vertices. */
static GArray *
working_switches (gconstpointer shape)
{
  const DlFabric *fabric = shape;
  GArray *working = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 vertex = fabric->n_hosts; vertex < fabric->n_vertices; vertex++)
    if (fabric->switch_up[vertex - fabric->n_hosts])
      g_array_append_val (working, vertex);
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
cable_item (const DlScenario *scenario, gconstpointer shape, guint32 channel, GPtrArray *edits)
{
  return dl_fabric_channel_name (shape, channel);
}

static char *
vertex_item (const DlScenario *scenario, gconstpointer shape, guint32 vertex, GPtrArray *edits)
{
  return dl_fabric_escape (dl_fabric_name (shape, vertex));
}

static char *
broke_cables (guint n)
{
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "Broke %u cable at random", "Broke %u cables at random", n), n);
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

const DlBreakable dl_fabric_breakables[DL_FABRIC_N_BREAKABLES] = {
  { "cables", N_ ("C_ables"), N_ ("Whole cables between switches: both directions"), CABLES,
    working_cables, cable_item, broke_cables },
  { "switches", N_ ("S_witches"), N_ ("Switches with all their cables"), SWITCHES, working_switches,
    vertex_item, broke_switches },
  { "hosts", N_ ("_Hosts"), N_ ("Hosts with their cables"), HOSTS, working_hosts, vertex_item,
    broke_hosts },
};
