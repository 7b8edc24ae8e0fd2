/* Places of a fabric and what they are called: hosts are its nodes, switches its routers, channels
 * its links. */
#include "dl-fabric-family-private.h"

#include <glib/gi18n-lib.h>

#include <string.h>

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

/* A name is of a host or switch as it stands, though it may end like a port. */
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
