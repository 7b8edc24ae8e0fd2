/* Places of a dragonfly, and what breaks there. */
#include "dl-dragonfly-edits.h"
#include "dl-dragonfly-family-private.h"
#include "dl-dragonfly-name.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

char *
dl_dragonfly_label (gconstpointer shape, DlPlace place)
{
  const DlDragonfly *net = shape;

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

/* @edits, with a label that has the name @name, which is taken, of what they broke or restored. */
static GPtrArray *
labelled (GPtrArray *edits, const char *broke, const char *restored, char *name, char **label)
{
  if (edits->len > 0)
    *label = dl_text_with (dl_edits_breaks (edits) ? broke : restored, name);
  g_free (name);
  return edits;
}

/* What the last of @edits names, as it is kept: a link has one name, from whichever end it was
 * chosen. */
static char *
kept_name (const GPtrArray *edits)
{
  return edits->len > 0 ? g_strdup (((const DlEdit *) edits->pdata[edits->len - 1])->value) : NULL;
}

/* What is left of a broken cable is broken, not the link that comes back. */
static GPtrArray *
toggle_link (const DlScenario *scenario, const DlDragonfly *net, guint link, char **label)
{
  GPtrArray *edits = dl_edits_toggle_dragonfly_link (scenario, net, link);
  g_autofree char *direction = dl_dragonfly_link_to_string (net, link);
  g_autofree char *kept = kept_name (edits);
  DlDragonflyLinkAt at;

  if (edits->len == 0 || !dl_dragonfly_link_at_parse (direction, &at))
    return edits;
  g_autofree char *name = dl_dragonfly_link_at_to_string (at);
  const gboolean broke = dl_edits_breaks (edits) && g_str_equal (kept, name);

  *label = dl_text_with (broke ? _ ("Broke the link %s") : _ ("Restored the link %s"), name);
  return edits;
}

static GPtrArray *
toggle_cable (const DlScenario *scenario, const DlDragonfly *net, guint link, char **label)
{
  const guint a = net->router[net->link_from[link]].group;
  const guint b = net->router[net->link_to[link]].group;
  const guint cable = net->link_cable[link];

  return labelled (dl_edits_toggle_blue_cable (scenario, net, a, b, cable),
                   _ ("Broke the cable %s"), _ ("Restored the cable %s"),
                   dl_cable_at_to_string (dl_cable_at_canonical (
                       (DlCableAt) { net->group_name[a], net->group_name[b], cable })),
                   label);
}

static GPtrArray *
toggle_chassis (const DlScenario *scenario, const DlDragonfly *net, guint router, char **label)
{
  const DlRouterAt at = net->router[router];

  return labelled (dl_edits_toggle_chassis (scenario, net, at.group, at.chassis),
                   _ ("Broke the chassis %s"), _ ("Restored the chassis %s"),
                   g_strdup_printf ("%u.%u", net->group_name[at.group], at.chassis), label);
}

static GPtrArray *
toggle_pair (const DlScenario *scenario, const DlDragonfly *net, DlPlace pair, char **label)
{
  GPtrArray *edits = dl_edits_break_next_cable (scenario, net, pair.a, pair.b);
  char *name
      = edits->len == 0 || dl_edits_breaks (edits)
            ? kept_name (edits)
            : g_strdup_printf (_ ("%u and %u"), net->group_name[pair.a], net->group_name[pair.b]);

  return labelled (edits, _ ("Broke the cable %s"), _ ("Restored the cables of groups %s"), name,
                   label);
}

/* @other: of a blue link its whole cable, of a router its chassis. Of a pair of groups the next
 * cable. */
GPtrArray *
dl_dragonfly_toggle (const DlScenario *scenario, gconstpointer shape, DlPlace place, gboolean other,
                     char **label)
{
  const DlDragonfly *net = shape;

  if (place.kind == DL_PLACE_ROUTER)
    return other ? toggle_chassis (scenario, net, place.a, label)
                 : labelled (dl_edits_toggle_router (scenario, net, place.a),
                             _ ("Broke the router %s"), _ ("Restored the router %s"),
                             dl_dragonfly_router_to_string (net, place.a), label);
  if (place.kind == DL_PLACE_PAIR && place.a != place.b)
    return toggle_pair (scenario, net, place, label);
  if (place.kind != DL_PLACE_LINK)
    return dl_edits_new ();
  if (other && net->link_class[place.a] == DL_LINK_BLUE)
    return toggle_cable (scenario, net, place.a, label);
  return toggle_link (scenario, net, place.a, label);
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

static gboolean
find_link (gconstpointer shape, const char *item, DlPlace *place)
{
  guint link;

  if (!dl_dragonfly_parse_link (shape, item, &link, NULL))
    return FALSE;
  *place = dl_place_link (link);
  return TRUE;
}

static gboolean
find_router (gconstpointer shape, const char *item, DlPlace *place)
{
  guint router;

  if (!dl_dragonfly_parse_router (shape, item, &router, NULL))
    return FALSE;
  *place = dl_place_router (router);
  return TRUE;
}

/* The first of a cable's links. */
static gboolean
find_cable (gconstpointer shape, const char *item, DlPlace *place)
{
  const DlDragonfly *net = shape;
  guint a, b;
  DlCableAt at;

  if (!dl_cable_at_parse (item, &at))
    return FALSE;
  a = dl_dragonfly_group_named (net, at.a);
  b = dl_dragonfly_group_named (net, at.b);
  if (a == G_MAXUINT || b == G_MAXUINT)
    return FALSE;
  for (guint link = net->first_link[net->group_first[a]];
       link < net->first_link[net->group_first[a + 1]]; link++)
    if (net->link_class[link] == DL_LINK_BLUE && net->link_cable[link] == at.cable
        && net->router[net->link_to[link]].group == b)
      {
        *place = dl_place_link (link);
        return TRUE;
      }
  return FALSE;
}

const DlFaultInfo dl_dragonfly_faults[DL_DRAGONFLY_N_FAULTS] = {
  { "dragonfly.broken-cables", N_ ("Cable %s"),
    N_ ("Blue cable %s (two groups and the number of their cable) is broken with its four links"),
    N_ ("Restored the cable %s"), .count = count_cables, .find = find_cable },
  { "dragonfly.broken-links", "%s", N_ ("The link %s is broken, in both directions"),
    N_ ("Restored the link %s"), .count = count_links, .find = find_link },
  { "dragonfly.broken-routers", N_ ("Router %s"),
    N_ ("The router %s is broken, with its nodes and all its links"), N_ ("Restored the router %s"),
    .count = count_routers, .find = find_router },
};
