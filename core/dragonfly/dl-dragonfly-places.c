/* Places of a dragonfly, and what breaks there. */
#include "dl-dragonfly-family-private.h"
#include "dl-dragonfly-name.h"
#include "dl-family-general.h"

#include <glib/gi18n-lib.h>

/* There are no words in it, but for a cable's color. */
char *
dl_dragonfly_place_name (gconstpointer shape, DlPlace place, DlNameStyle style)
{
  const DlDragonfly *net = shape;

  if (style == DL_NAME_PORT)
    return NULL;
  if (style == DL_NAME_CABLE)
    return dl_dragonfly_cable_label (net, place.a);
  switch (place.kind)
    {
    case DL_PLACE_NODE:
      return dl_dragonfly_node_to_string (net, place.a);
    case DL_PLACE_ROUTER:
      return dl_dragonfly_router_to_string (net, place.a);
    case DL_PLACE_LINK:
      return dl_dragonfly_link_to_string (net, place.a);
    case DL_PLACE_GROUP:
      return g_strdup_printf ("%u", net->group_name[place.a]);
    case DL_PLACE_PAIR:
      return g_strdup_printf ("%u → %u", net->group_name[place.a], net->group_name[place.b]);
    case DL_PLACE_NOTHING:
      break;
    }
  return g_strdup ("");
}

gboolean
dl_dragonfly_same_places (gconstpointer shape, gconstpointer other)
{
  return dl_dragonfly_same_links (shape, other);
}

/* Faults --------------------------------------------------------------------------------------- */

#define LINKS   "dragonfly.broken-links"
#define ROUTERS "dragonfly.broken-routers"
#define CABLES  "dragonfly.broken-cables"

/* Only of a blue link. */
static char *
cable_item (gconstpointer shape, DlPlace place)
{
  const DlDragonfly *net = shape;
  const guint a = net->router[net->link_from[place.a]].group;
  const guint b = net->router[net->link_to[place.a]].group;

  return net->link_class[place.a] == DL_LINK_BLUE ? dl_cable_at_to_string (dl_cable_at_canonical (
             (DlCableAt) { net->group_name[a], net->group_name[b], net->link_cable[place.a] }))
                                                  : NULL;
}

/* The first of a cable's links. */
static gboolean
find_cable (gconstpointer shape, const char *item, DlPlace *place)
{
  return dl_dragonfly_parse_place (dl_shape_net (shape), item, DL_PLACE_NOTHING, place, NULL)
         && place->kind == DL_PLACE_LINK;
}

/* The links from group @a to @b, of @cable or of all (G_MAXUINT), each cable's once: links that
 * leave @a. */
static GArray *
links_between (const DlDragonfly *net, guint a, guint b, guint cable)
{
  GArray *links = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 link = net->first_link[net->group_first[a]];
       link < net->first_link[net->group_first[a + 1]]; link++)
    if (net->link_class[link] == DL_LINK_BLUE && net->router[net->link_to[link]].group == b
        && (cable == G_MAXUINT || net->link_cable[link] == cable))
      g_array_append_val (links, link);
  return links;
}

static GArray *
links_of_cable (gconstpointer shape, guint link)
{
  const DlDragonfly *net = shape;

  return links_between (net, net->router[net->link_from[link]].group,
                        net->router[net->link_to[link]].group, net->link_cable[link]);
}

/* A link of the next cable between two groups that still works in part; if none does, a link of
 * each. */
static GArray *
next_cables (gconstpointer shape, DlPlace pair)
{
  const DlDragonfly *net = shape;
  g_autoptr (GArray) links = links_between (net, pair.a, pair.b, G_MAXUINT);
  GArray *places = g_array_new (FALSE, FALSE, sizeof (DlPlace));
  guint next = G_MAXUINT, n_cables = 0;

  for (guint i = 0; i < links->len; i++)
    {
      const guint link = g_array_index (links, guint32, i);

      n_cables = MAX (n_cables, net->link_cable[link] + 1u);
      if (net->link_state[link] == DL_LINK_UP)
        next = MIN (next, net->link_cable[link]);
    }
  for (guint cable = 0; cable < n_cables; cable++)
    for (guint i = 0; i < links->len; i++)
      {
        const guint link = g_array_index (links, guint32, i);

        if (net->link_cable[link] == cable && (next == G_MAXUINT || next == cable))
          {
            const DlPlace place = dl_place_link (link);

            g_array_append_val (places, place);
            break;
          }
      }
  return places;
}

static char *
name_pair (gconstpointer shape, DlPlace pair, gboolean broke)
{
  const DlDragonfly *net = shape;
  g_autoptr (GArray) places = next_cables (shape, pair);

  return broke
             ? cable_item (shape, g_array_index (places, DlPlace, 0))
             : g_strdup_printf (_ ("%u and %u"), net->group_name[pair.a], net->group_name[pair.b]);
}

/* The routers of a chassis that work, or all if none does. */
static GArray *
routers_of_chassis (gconstpointer shape, DlPlace place)
{
  const DlDragonfly *net = shape;
  const DlRouterAt at = net->router[place.a];
  GArray *places = g_array_new (FALSE, FALSE, sizeof (DlPlace));

  for (guint pass = 0; pass < 2 && places->len == 0; pass++)
    for (guint router = net->group_first[at.group]; router < net->group_first[at.group + 1];
         router++)
      {
        const DlPlace one = dl_place_router (router);

        if (net->router[router].chassis == at.chassis && (net->router_up[router] || pass == 1))
          g_array_append_val (places, one);
      }
  return places;
}

static char *
name_chassis (gconstpointer shape, DlPlace place, gboolean broke)
{
  const DlDragonfly *net = shape;
  const DlRouterAt at = net->router[place.a];

  return g_strdup_printf ("%u.%u", net->group_name[at.group], at.chassis);
}

static char *
count_cables (guint n)
{
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'u blue cable", "%'u blue cables", n), n);
}

static char *
count_links (guint n)
{
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'u single link", "%'u single links", n),
                          n);
}

static char *
count_routers (guint n)
{
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'u router", "%'u routers", n), n);
}

/* One link stands for its cable: the first of them that works. */
static GArray *
working_cables (gconstpointer shape)
{
  const DlDragonfly *net = shape;
  g_autoptr (GArray) links = dl_general_working_cables (shape);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GArray *cables = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < links->len; i++)
    {
      const guint32 link = g_array_index (links, guint32, i);
      char *item = cable_item (net, dl_place_link (link));

      if (item != NULL && g_hash_table_add (seen, item))
        g_array_append_val (cables, link);
    }
  return cables;
}

static GArray *
working_routers (gconstpointer shape)
{
  const DlDragonfly *net = shape;
  GArray *routers = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 router = 0; router < net->n_routers; router++)
    if (net->router_up[router])
      g_array_append_val (routers, router);
  return routers;
}

/* The first router that works stands for its chassis. */
static GArray *
working_chassis (gconstpointer shape)
{
  const DlDragonfly *net = shape;
  GArray *routers = working_routers (shape);
  guint n = 0;

  for (guint i = 0; i < routers->len; i++)
    {
      const guint32 router = g_array_index (routers, guint32, i);
      const DlRouterAt at = net->router[router];
      const DlRouterAt last = net->router[g_array_index (routers, guint32, n > 0 ? n - 1 : 0)];

      if (n == 0 || at.group != last.group || at.chassis != last.chassis)
        g_array_index (routers, guint32, n++) = router;
    }
  g_array_set_size (routers, n);
  return routers;
}

static char *
broke_links (guint n)
{
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "Broke %u link at random", "Broke %u links at random", n), n);
}

static char *
broke_routers (guint n)
{
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "Broke %u router at random", "Broke %u routers at random", n),
      n);
}

static char *
broke_chassis (guint n)
{
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Broke chassis at random: %u router",
                                       "Broke chassis at random: %u routers", n),
                          n);
}

/* A link breaks alone, or with its blue cable; a router alone, or with its chassis; of two groups
 * the next cable. */
const DlBreakable dl_dragonfly_breakables[DL_DRAGONFLY_N_BREAKABLES] = {
  {
      CABLES,
      DL_PLACE_LINK,
      .other = TRUE,
      .item = cable_item,
      .find = find_cable,
      .parts_key = LINKS,
      .parts = links_of_cable,
      .by_state = TRUE,
      .broke = N_ ("Broke the cable %s"),
      .restored = N_ ("Restored the cable %s"),
      .title = N_ ("Cable %s"),
      .tooltip = N_ ("Blue cable %s (two groups and the number of their cable) is broken with its "
                     "four links"),
      .count = count_cables,
      .id = "cables",
      .button = N_ ("C_ables"),
      .button_tooltip = N_ ("Whole blue cables with all their links"),
      .working = working_cables,
      .broke_random = dl_general_broke_cables,
  },
  {
      LINKS,
      DL_PLACE_LINK,
      .by_state = TRUE,
      .broke = N_ ("Broke the link %s"),
      .restored = N_ ("Restored the link %s"),
      .title = "%s",
      .tooltip = N_ ("The link %s is broken, in both directions"),
      .count = count_links,
      .id = "links",
      .button = N_ ("_Links"),
      .button_tooltip = N_ ("Single links: green, black or blue, both directions"),
      .working = dl_general_working_cables,
      .broke_random = broke_links,
  },
  {
      ROUTERS,
      DL_PLACE_ROUTER,
      .broke = N_ ("Broke the router %s"),
      .restored = N_ ("Restored the router %s"),
      .title = N_ ("Router %s"),
      .tooltip = N_ ("The router %s is broken, with its nodes and all its links"),
      .count = count_routers,
      .id = "routers",
      .button = N_ ("_Routers"),
      .button_tooltip = N_ ("Routers with their nodes and all their links"),
      .working = working_routers,
      .broke_random = broke_routers,
  },
  {
      ROUTERS,
      DL_PLACE_ROUTER,
      .other = TRUE,
      .places = routers_of_chassis,
      .broke = N_ ("Broke the chassis %s"),
      .restored = N_ ("Restored the chassis %s"),
      .name = name_chassis,
      .id = "chassis",
      .button = N_ ("C_hassis"),
      .button_tooltip = N_ ("Whole chassis with all their routers"),
      .working = working_chassis,
      .broke_random = broke_chassis,
  },
  {
      CABLES,
      DL_PLACE_PAIR,
      .places = next_cables,
      .broke = N_ ("Broke the cable %s"),
      .restored = N_ ("Restored the cables of groups %s"),
      .name = name_pair,
  },
};
