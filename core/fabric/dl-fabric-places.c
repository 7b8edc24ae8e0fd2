/* Places of a fabric and what they are called: hosts are its nodes, switches its routers, channels
 * its links. */
#include "dl-fabric-family-private.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Names of files ------------------------------------------------------------------------------- */

static guint
vertex_of (const DlFabric *fabric, DlPlace place)
{
  return place.kind == DL_PLACE_ROUTER ? fabric->n_hosts + place.a : place.a;
}

char *
dl_fabric_place_name (gconstpointer shape, DlPlace place)
{
  const DlFabric *fabric = shape;

  return place.kind == DL_PLACE_LINK
             ? dl_fabric_channel_name (fabric, place.a)
             : dl_fabric_escape (dl_fabric_name (fabric, vertex_of (fabric, place)));
}

gboolean
dl_fabric_parse_link (const DlNet *net, const char *text, guint *link, GError **error)
{
  return dl_fabric_parse_channel (net->shape, text, link, error);
}

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

/* A name is of a host or switch as it stands, though it may end like a port. */
gboolean
dl_fabric_parse_place (const DlNet *net, const char *text, DlPlace *place, GError **error)
{
  const DlFabric *fabric = net->shape;
  guint number;

  if (find_vertex (fabric, text, &number))
    *place = dl_fabric_is_host (fabric, number) ? dl_place_node (number)
                                                : dl_place_router (number - fabric->n_hosts);
  else if (read_label (fabric, text, &number))
    *place = dl_place_link (number);
  else if (strchr (text, ':') == NULL)
    return dl_fabric_parse_vertex (fabric, text, &number, error);
  else if (dl_fabric_parse_channel (fabric, text, &number, error))
    *place = dl_place_link (number);
  else
    return FALSE;
  return TRUE;
}

/* Names for people ----------------------------------------------------------------------------- */

char *
dl_fabric_place_label (gconstpointer shape, DlPlace place)
{
  const DlFabric *fabric = shape;

  if (place.kind != DL_PLACE_LINK)
    return g_strdup (dl_fabric_name (fabric, vertex_of (fabric, place)));
  const char *from = dl_fabric_name (fabric, fabric->channel_from[place.a]);
  const char *to = dl_fabric_name (fabric, fabric->channel_to[place.a]);

  if (dl_fabric_is_host (fabric, fabric->channel_from[place.a]))
    return g_strdup_printf ("%s → %s", from, to);
  /* Translators: a channel: the switch that it leaves, its port there, and where it leads */
  return g_strdup_printf (_ ("%s port %u → %s"), from, fabric->channel_from_port[place.a], to);
}

char *
dl_fabric_cable_label (gconstpointer shape, guint link)
{
  const DlFabric *fabric = shape;

  /* Translators: a cable, by its two ends: a switch and its port there each */
  return g_strdup_printf (
      _ ("%s port %u – %s port %u"), dl_fabric_name (fabric, fabric->channel_from[link]),
      fabric->channel_from_port[link], dl_fabric_name (fabric, fabric->channel_to[link]),
      fabric->channel_to_port[link]);
}

char *
dl_fabric_port_label (gconstpointer shape, guint link)
{
  const DlFabric *fabric = shape;

  return g_strdup_printf ("%u", fabric->channel_from_port[link]);
}

/* What lies where ------------------------------------------------------------------------------ */
