/* What breaks in a fabric, by a click, by name and at random. */
#include "dl-fabric-family-private.h"

#include "dl-family-general.h"

#include <glib/gi18n-lib.h>

#define CABLES   "fabric.broken-cables"
#define CHANNELS "fabric.broken-channels"
#define SWITCHES "fabric.broken-switches"
#define HOSTS    "fabric.broken-hosts"

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

/* A link breaks with its cable, or this direction only. */
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
};
