#include "dl-torus-places.h"

#include "dl-explain.h"
#include "dl-torus-edits.h"
#include "dl-torus-sites.h"

#include <glib/gi18n-lib.h>

char *
dl_node_label (DlCoord node)
{
  return g_strdup_printf ("(%u,%u,%u)", node.at[DL_X], node.at[DL_Y], node.at[DL_Z]);
}

char *
dl_link_label (DlLinkAt link)
{
  /* With a minus sign, not a hyphen. */
  static const char *const ports[] = { "X+", "X−", "Y+", "Y−", "Z+", "Z−" };
  g_autofree char *node = dl_node_label (link.from);
  const char *port = ports[link.port];

  /* Translators: a link by its port and node, as in “X+ of (3,4,5)” */
  return g_strdup_printf (_ ("%s of %s"), port, node);
}

char *
dl_torus_name (gconstpointer shape, DlPlace place)
{
  const DlNetwork *network = shape;

  return place.kind == DL_PLACE_LINK ? dl_link_at_to_string (dl_network_link_at (network, place.a))
                                     : dl_coord_to_string (network->torus.coord[place.a]);
}

char *
dl_torus_label (gconstpointer shape, DlPlace place)
{
  const DlNetwork *network = shape;

  return place.kind == DL_PLACE_LINK ? dl_link_label (dl_network_link_at (network, place.a))
                                     : dl_node_label (network->torus.coord[place.a]);
}

char *
dl_torus_link_port_label (gconstpointer shape, guint link)
{
  return g_strdup (dl_port_label (link % ((const DlNetwork *) shape)->n_ports));
}

/* "x+", as files have it. */
static gboolean
parse_port (const char *text, guint16 *port)
{
  for (*port = 0; *port < DL_N_NETWORK_PORTS; (*port)++)
    if (g_str_equal (text, dl_port_name (*port)))
      return TRUE;
  return FALSE;
}

/* "3,4,5x+" to "3,4,5 x+", as which it is read. */
static char *
part_port (const char *text)
{
  const gsize number = strspn (text, "0123456789,");

  return number > 0 && text[number] != '\0' && strchr ("xyz", text[number]) != NULL
                 && strchr (text, ',') != NULL
             ? g_strdup_printf ("%.*s %s", (int) number, text, text + number)
             : g_strdup (text);
}

/* Port and node in either order, with a word between, "x+ of 3,4,5", or ':'. */
static gboolean
parse_link_words (const char *text, DlLinkAt *at)
{
  g_autofree char *parted = part_port (text);
  g_auto (GStrv) words = g_strsplit_set (parted, " :", 4);
  const guint n = g_strv_length (words);

  if (n != 2 && n != 3)
    return FALSE;
  return n == 2 && dl_coord_parse (words[0], &at->from)
             ? parse_port (words[1], &at->port)
             : parse_port (words[0], &at->port) && dl_coord_parse (words[n - 1], &at->from);
}

/* @at is that of @text, if it @reads. */
static gboolean
look_up_link (const DlNetwork *network, const char *text, gboolean reads, DlLinkAt at, guint *link,
              GError **error)
{
  if (reads && dl_network_has_coord (network, at.from))
    {
      *link = dl_network_link (network, dl_network_node_at (network, at.from), at.port);
      if (network->link_state[*link] != DL_LINK_ABSENT)
        return TRUE;
    }
  g_set_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_OUTSIDE,
               _ ("there is no link %s in this network (expected x,y,z:x+)"), text);
  return FALSE;
}

gboolean
dl_torus_parse_link (const DlNet *net, const char *text, guint *link, GError **error)
{
  DlLinkAt at;
  const gboolean reads = dl_link_at_parse (text, &at);

  return look_up_link (net->shape, text, reads, at, link, error);
}

gboolean
dl_torus_parse_place (const DlNet *net, const char *text, DlPlace *place, GError **error)
{
  const DlSites sites = dl_sites_of_torus (net->shape);
  guint number;
  DlLinkAt at;

  if (parse_link_words (text, &at))
    {
      if (!look_up_link (net->shape, text, TRUE, at, &number, error))
        return FALSE;
      *place = dl_place_link (number);
      return TRUE;
    }
  if (!sites.parse (net->shape, text, &number, error))
    return FALSE;
  *place = dl_place_node (number);
  return TRUE;
}

char *
dl_torus_cable_label (gconstpointer shape, guint link)
{
  const DlLinkAt at = dl_network_link_at (shape, link);
  g_autofree char *node = dl_node_label (at.from);

  return g_strdup_printf ("%s %s", dl_port_label (at.port), node);
}

static GPtrArray *
toggle_link (const DlScenario *scenario, DlLinkAt link, gboolean one_direction, char **label)
{
  GPtrArray *edits = dl_edits_toggle_link (scenario, link, one_direction);

  if (edits->len == 0)
    return edits;
  /* What is left of a broken cable is broken, not the direction that comes back. */
  g_autofree char *own = dl_link_at_to_string (link);
  const DlEdit *last = edits->pdata[edits->len - 1];
  const gboolean broke
      = dl_edits_breaks (edits) && (!one_direction || g_str_equal (last->value, own));
  /* A cable has one name, from whichever end it was chosen: the list of faults has the same. */
  g_autofree char *name = dl_link_label (
      one_direction ? link : dl_torus_spec_cable (&dl_torus_options (scenario)->spec, link));

  if (broke)
    *label = g_strdup_printf (one_direction ? _ ("Broke the link %s") : _ ("Broke the cable %s"),
                              name);
  else
    *label = g_strdup_printf (
        one_direction ? _ ("Restored the link %s") : _ ("Restored the cable %s"), name);
  return edits;
}

static GPtrArray *
toggle_node (const DlScenario *scenario, DlCoord node, char **label)
{
  GPtrArray *edits = dl_edits_toggle_node (scenario, node);

  if (edits->len == 0)
    return edits;
  g_autofree char *name = dl_node_label (node);

  *label = g_strdup_printf (
      dl_edits_breaks (edits) ? _ ("Broke the node %s") : _ ("Restored the node %s"), name);
  return edits;
}

/* A link is broken with its cable; @other: this direction only. */
GPtrArray *
dl_torus_toggle (const DlScenario *scenario, gconstpointer shape, DlPlace place, gboolean other,
                 char **label)
{
  const DlNetwork *network = shape;

  if (place.kind == DL_PLACE_NODE)
    return toggle_node (scenario, network->torus.coord[place.a], label);
  if (place.kind != DL_PLACE_LINK)
    return dl_edits_new ();
  return toggle_link (scenario, dl_network_link_at (network, place.a), other, label);
}

static char *
label_of_link (const char *item)
{
  DlLinkAt at;

  return dl_link_at_parse (item, &at) ? dl_link_label (at) : g_strdup (item);
}

static char *
label_of_node (const char *item)
{
  DlCoord at;

  return dl_coord_parse (item, &at) ? dl_node_label (at) : g_strdup (item);
}

static gboolean
find_link (gconstpointer shape, const char *item, DlPlace *place)
{
  const DlNetwork *network = shape;
  DlLinkAt at;
  guint link;

  if (!dl_link_at_parse (item, &at) || !dl_network_has_coord (network, at.from))
    return FALSE;
  link = dl_network_link (network, dl_network_node_at (network, at.from), at.port);
  *place = dl_place_link (link);
  return network->link_state[link] != DL_LINK_ABSENT;
}

static gboolean
find_node (gconstpointer shape, const char *item, DlPlace *place)
{
  const DlNetwork *network = shape;
  DlCoord at;

  if (!dl_coord_parse (item, &at) || !dl_network_has_coord (network, at))
    return FALSE;
  *place = dl_place_node (dl_network_node_at (network, at));
  return TRUE;
}

const DlFaultInfo dl_torus_faults[DL_TORUS_N_FAULTS] = {
  { "torus.broken-links", "%s", N_ ("The cable %s is broken, in both directions"),
    N_ ("Restored the cable %s"), .label = label_of_link, .find = find_link },
  /* Translators: a link that is broken in one direction only, “X+ of (3,4,5) →” */
  { "torus.broken-channels", N_ ("%s →"), N_ ("The link %s is broken, in this direction only"),
    N_ ("Restored the link %s"), .label = label_of_link, .find = find_link },
  { "torus.broken-nodes", N_ ("Node %s"), N_ ("The node %s is broken, with all its links"),
    N_ ("Restored the node %s"), .label = label_of_node, .find = find_node },
};
