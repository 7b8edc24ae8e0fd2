#include "dl-torus-places.h"

#include "dl-explain.h"
#include "dl-family-general.h"
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

static char *
name_link (DlLinkAt at, DlNameStyle style)
{
  g_autofree char *node = dl_node_label (at.from);

  switch (style)
    {
    case DL_NAME_PEOPLE:
      return dl_link_label (at);
    case DL_NAME_PORT:
      return g_strdup (dl_port_label (at.port));
    case DL_NAME_CABLE:
      return g_strdup_printf ("%s %s", dl_port_label (at.port), node);
    case DL_NAME_FILE:
      break;
    }
  return dl_link_at_to_string (at);
}

char *
dl_torus_name (gconstpointer shape, DlPlace place, DlNameStyle style)
{
  const DlNetwork *network = shape;

  if (place.kind == DL_PLACE_LINK)
    return name_link (dl_network_link_at (network, place.a), style);
  return (style == DL_NAME_FILE ? dl_coord_to_string
                                : dl_node_label) (network->torus.coord[place.a]);
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
dl_torus_parse_place (const DlNet *net, const char *text, DlPlaceKind kind, DlPlace *place,
                      GError **error)
{
  const DlSites sites = dl_sites_of_torus (net->shape);
  const gboolean link = kind == DL_PLACE_LINK;
  DlLinkAt at = { .port = 0 };
  const gboolean reads = link ? dl_link_at_parse (text, &at) : parse_link_words (text, &at);
  guint number;

  if (link || reads)
    {
      if (!look_up_link (net->shape, text, reads, at, &number, error))
        return FALSE;
      *place = dl_place_link (number);
      return TRUE;
    }
  if (!sites.parse (net->shape, text, &number, error))
    return FALSE;
  *place = dl_place_node (number);
  return TRUE;
}

/* What breaks ---------------------------------------------------------------------------------- */

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

/* Cables by their plus ends; one works if both its directions do. */
static GArray *
working_cables (gconstpointer shape)
{
  const DlNetwork *network = shape;
  GArray *cables = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint node = 0; node < network->n_nodes; node++)
    for (guint port = DL_PORT_X_PLUS; port < DL_N_NETWORK_PORTS; port += 2)
      {
        const guint32 link = dl_network_link (network, node, port);

        if (dl_network_link_up (network, node, port)
            && dl_network_link_up (network, network->link_to[link], dl_port_opposite (port)))
          g_array_append_val (cables, link);
      }
  return cables;
}

static GArray *
working_nodes (gconstpointer shape)
{
  const DlNetwork *network = shape;
  GArray *nodes = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 node = 0; node < network->n_nodes; node++)
    if (network->node_up[node])
      g_array_append_val (nodes, node);
  return nodes;
}

static char *
broke_nodes (guint n)
{
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "Broke %u node at random", "Broke %u nodes at random", n), n);
}

/* A link breaks with its cable, or this direction only. */
const DlBreakable dl_torus_breakables[DL_TORUS_N_BREAKABLES] = {
  {
      "torus.broken-links",
      DL_PLACE_LINK,
      .parts_key = "torus.broken-channels",
      .broke = N_ ("Broke the cable %s"),
      .restored = N_ ("Restored the cable %s"),
      .title = "%s",
      .tooltip = N_ ("The cable %s is broken, in both directions"),
      .label = label_of_link,
      .id = "cables",
      .button = N_ ("C_ables"),
      .button_tooltip = N_ ("Whole cables: both directions of a link between two nodes"),
      .working = working_cables,
      .broke_random = dl_general_broke_cables,
  },
  {
      "torus.broken-channels",
      DL_PLACE_LINK,
      .other = TRUE,
      .broke = N_ ("Broke the link %s"),
      .restored = N_ ("Restored the link %s"),
      /* Translators: a link that is broken in one direction only, “X+ of (3,4,5) →” */
      .title = N_ ("%s →"),
      .tooltip = N_ ("The link %s is broken, in this direction only"),
      .label = label_of_link,
  },
  {
      "torus.broken-nodes",
      DL_PLACE_NODE,
      .broke = N_ ("Broke the node %s"),
      .restored = N_ ("Restored the node %s"),
      .title = N_ ("Node %s"),
      .tooltip = N_ ("The node %s is broken, with all its links"),
      .label = label_of_node,
      .id = "nodes",
      .button = N_ ("_Nodes"),
      .button_tooltip = N_ ("Nodes with all their links"),
      .working = working_nodes,
      .broke_random = broke_nodes,
  },
};
