#include "dl-torus.h"

#include "dl-link-changes.h"

#include <glib/gi18n-lib.h>

#include <string.h>

static void
number_nodes (DlTorusNetwork *network, const DlTorusSpec *spec)
{
  DlTorus *torus = &network->torus;
  const guint ky = spec->radix[DL_Y], kz = spec->radix[DL_Z];

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      torus->radix[dim] = spec->radix[dim];
      torus->ring[dim] = dl_torus_spec_is_ring (spec, dim);
    }
  torus->stride[DL_X] = ky * kz;
  torus->stride[DL_Y] = kz;
  torus->stride[DL_Z] = 1;

  torus->region_planes = spec->region_nodes / (ky * kz);
  torus->n_regions = (spec->radix[DL_X] + torus->region_planes - 1) / torus->region_planes;
  torus->region_of_x = g_new (guint8, spec->radix[DL_X]);
  for (guint x = 0; x < spec->radix[DL_X]; x++)
    torus->region_of_x[x] = x / torus->region_planes;
  for (guint r = 0; r < torus->n_regions; r++)
    {
      torus->region_low[r] = r * torus->region_planes;
      torus->region_high[r] = MIN ((r + 1) * torus->region_planes, spec->radix[DL_X]) - 1;
    }

  torus->coord = g_new (DlTorusCoord, network->n_nodes);
  torus->nid = g_new (guint16, network->n_nodes);
  for (guint node = 0; node < network->n_nodes; node++)
    {
      const guint x = node / (ky * kz), y = node / kz % ky, z = node % kz;
      torus->coord[node] = (DlTorusCoord) { { x, y, z } };
      torus->nid[node]
          = torus->region_of_x[x] << 12 | (((x % torus->region_planes) * ky + y) * kz + z);
    }
}

static void
connect_links (DlTorusNetwork *network, const DlTorusSpec *spec)
{
  DlGraph *graph = dl_graph_new (network->n_nodes, network->n_nodes, network->n_links,
                                 DL_TORUS_PORT_PROCESSOR + 1);

  network->graph = graph;
  network->node_up = graph->node_up;
  network->link_state = graph->link_state;
  network->link_to = graph->link_to;
  for (guint node = 0; node < network->n_nodes; node++)
    {
      dl_graph_set_node (graph, node, node, DL_TORUS_PORT_PROCESSOR);
      for (guint port = 0; port < network->n_ports; port++)
        {
          const DlTorusLinkAt at = { network->torus.coord[node], port };
          const guint link = dl_torus_network_link (network, node, port);

          graph->link_from[link] = node;
          graph->link_port[link] = port;
          graph->link_class[link] = dl_torus_port_dim (port);
          if (dl_torus_spec_has_link (spec, at))
            dl_graph_set_link (graph, link, node, port,
                               dl_torus_network_node_at (network, dl_torus_spec_far_end (spec, at)),
                               dl_torus_port_opposite (port));
        }
    }
  dl_graph_index (graph);
}

static void
break_link (DlTorusNetwork *network, guint node, guint port)
{
  guint8 *state = &network->link_state[dl_torus_network_link (network, node, port)];

  if (*state == DL_LINK_UP)
    *state = DL_LINK_BROKEN;
}

static void
break_cable (DlTorusNetwork *network, guint node, guint port)
{
  const guint far = network->link_to[dl_torus_network_link (network, node, port)];

  break_link (network, node, port);
  if (far != DL_NO_NODE)
    break_link (network, far, dl_torus_port_opposite (port));
}

static void
apply_faults (DlTorusNetwork *network, const DlTorusSpec *spec)
{
  for (guint i = 0; i < spec->broken_cables->len; i++)
    {
      const DlTorusLinkAt *link = &g_array_index (spec->broken_cables, DlTorusLinkAt, i);
      break_cable (network, dl_torus_network_node_at (network, link->from), link->port);
    }
  for (guint i = 0; i < spec->broken_channels->len; i++)
    {
      const DlTorusLinkAt *link = &g_array_index (spec->broken_channels, DlTorusLinkAt, i);
      break_link (network, dl_torus_network_node_at (network, link->from), link->port);
    }

  for (guint i = 0; i < spec->broken_nodes->len; i++)
    {
      const guint node
          = dl_torus_network_node_at (network, g_array_index (spec->broken_nodes, DlTorusCoord, i));
      network->node_up[node] = network->graph->router_up[node] = FALSE;
      for (guint port = 0; port < network->n_ports; port++)
        break_cable (network, node, port);
    }

  for (guint node = 0; node < network->n_nodes; node++)
    network->n_working_nodes += network->node_up[node];
  for (guint link = 0; link < network->n_links; link++)
    network->n_working_links += network->link_state[link] == DL_LINK_UP;
}

static void
network_free (gpointer data)
{
  DlTorusNetwork *network = data;

  dl_graph_unref (network->graph);
  g_free (network->torus.coord);
  g_free (network->torus.nid);
  g_free (network->torus.region_of_x);
  g_free (network);
}

gboolean
dl_torus_find_cable (gconstpointer shape, const char *cable, GArray *links, GError **error)
{
  const DlTorusNetwork *network = shape;
  DlTorusLinkAt at;
  guint32 link, back;

  if (!dl_torus_link_at_parse (cable, &at) || !dl_torus_network_has_coord (network, at.from))
    link = DL_NO_LINK;
  else
    link = dl_torus_network_link (network, dl_torus_network_node_at (network, at.from), at.port);
  if (link == DL_NO_LINK || network->link_to[link] == DL_NO_NODE)
    {
      g_set_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_OUTSIDE,
                   _ ("there is no link %s in this network (expected one such as 0,0,0:x+)"),
                   cable);
      return FALSE;
    }
  back = dl_torus_network_link (network, network->link_to[link], dl_torus_port_opposite (at.port));
  g_array_append_val (links, link);
  g_array_append_val (links, back);
  return TRUE;
}

static DlTorusNetwork *
new_even (const DlTorusSpec *spec)
{
  DlTorusNetwork *network = g_new0 (DlTorusNetwork, 1);
  dl_shared_init (&network->head.shared, network_free);
  network->n_nodes = spec->radix[DL_X] * spec->radix[DL_Y] * spec->radix[DL_Z];
  network->n_ports = DL_TORUS_N_NETWORK_PORTS;
  network->n_links = network->n_nodes * network->n_ports;
  number_nodes (network, spec);
  connect_links (network, spec);
  apply_faults (network, spec);
  network->head.net = (DlNet) {
    .shape = network,
    .graph = network->graph,
    .n_vcs = DL_TORUS_VCS,
    .middle = dl_torus_network_node_at (
        network,
        (DlTorusCoord) { { spec->radix[DL_X] / 2, spec->radix[DL_Y] / 2, spec->radix[DL_Z] / 2 } }),
    .routers_are_nodes = TRUE,
  };
  return network;
}

gboolean
dl_torus_spec_check_links (const DlTorusSpec *spec, const char **key, GError **error)
{
  g_autoptr (DlTorusNetwork) network = NULL;

  if (spec->link_rates->len + spec->link_delays->len == 0)
    return TRUE;
  network = new_even (spec);
  return dl_link_changes_set (network->graph, spec->link_rates, spec->link_delays,
                              dl_torus_find_cable, network, key, error);
}

DlTorusNetwork *
dl_torus_network_new (const DlTorusSpec *spec, GError **error)
{
  g_autoptr (DlTorusNetwork) network = NULL;
  const char *key;

  if (!dl_torus_spec_check (spec, error))
    return NULL;
  network = new_even (spec);
  return dl_link_changes_set (network->graph, spec->link_rates, spec->link_delays,
                              dl_torus_find_cable, network, &key, error)
             ? g_steal_pointer (&network)
             : NULL;
}

gboolean
dl_torus_network_has_coord (const DlTorusNetwork *network, DlTorusCoord coord)
{
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (coord.at[dim] >= network->torus.radix[dim])
      return FALSE;
  return TRUE;
}

guint
dl_torus_network_node_at (const DlTorusNetwork *network, DlTorusCoord coord)
{
  guint node = 0;

  g_assert (dl_torus_network_has_coord (network, coord));
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    node += coord.at[dim] * network->torus.stride[dim];
  return node;
}

DlTorusLinkAt
dl_torus_network_link_at (const DlTorusNetwork *network, guint link)
{
  return (DlTorusLinkAt) { network->torus.coord[link / network->n_ports], link % network->n_ports };
}

gboolean
dl_torus_network_same_links (const DlTorusNetwork *a, const DlTorusNetwork *b)
{
  return memcmp (a->torus.radix, b->torus.radix, sizeof a->torus.radix) == 0;
}

static const char *const port_names[] = { "x+", "x-", "y+", "y-", "z+", "z-", "p", "none" };
static const char *const dim_names[] = { "x", "y", "z" };

const char *
dl_torus_port_name (guint port)
{
  g_assert (port < G_N_ELEMENTS (port_names));
  return port_names[port];
}

const char *
dl_torus_dim_name (guint dim)
{
  g_assert (dim < DL_TORUS_N_DIMS);
  return dim_names[dim];
}

/* "x,y,z" at the start of @text; *@end is set past it. */
static gboolean
parse_coord (const char *text, DlTorusCoord *coord, const char **end)
{
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      guint value = 0;
      const char *start = text;

      while (g_ascii_isdigit (*text) && text - start < 6)
        value = value * 10 + (*text++ - '0');
      if (text == start || value > G_MAXUINT16)
        return FALSE;
      coord->at[dim] = value;
      if (dim < DL_Z && *text++ != ',')
        return FALSE;
    }
  *end = text;
  return TRUE;
}

gboolean
dl_torus_coord_parse (const char *text, DlTorusCoord *coord)
{
  const char *end;
  return parse_coord (text, coord, &end) && *end == '\0';
}

gboolean
dl_torus_link_at_parse (const char *text, DlTorusLinkAt *link)
{
  const char *end;

  if (!parse_coord (text, &link->from, &end) || *end++ != ':')
    return FALSE;
  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    if (g_ascii_strcasecmp (end, port_names[port]) == 0)
      {
        link->port = port;
        return TRUE;
      }
  return FALSE;
}

char *
dl_torus_coord_to_string (DlTorusCoord coord)
{
  return g_strdup_printf ("%u,%u,%u", coord.at[DL_X], coord.at[DL_Y], coord.at[DL_Z]);
}

char *
dl_torus_link_at_to_string (DlTorusLinkAt link)
{
  return g_strdup_printf ("%u,%u,%u:%s", link.from.at[DL_X], link.from.at[DL_Y], link.from.at[DL_Z],
                          dl_torus_port_name (link.port));
}

gint
dl_torus_coord_compare (gconstpointer a, gconstpointer b)
{
  const DlTorusCoord *ca = a, *cb = b;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (ca->at[dim] != cb->at[dim])
      return ca->at[dim] < cb->at[dim] ? -1 : 1;
  return 0;
}

gint
dl_torus_link_at_compare (gconstpointer a, gconstpointer b)
{
  const DlTorusLinkAt *la = a, *lb = b;
  const gint order = dl_torus_coord_compare (&la->from, &lb->from);

  return order != 0 ? order : (gint) la->port - (gint) lb->port;
}

void
dl_torus_spec_init (DlTorusSpec *spec)
{
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      spec->radix[dim] = 8;
      spec->wrap[dim] = TRUE;
    }
  spec->broken_cables = g_array_new (FALSE, FALSE, sizeof (DlTorusLinkAt));
  spec->broken_channels = g_array_new (FALSE, FALSE, sizeof (DlTorusLinkAt));
  spec->broken_nodes = g_array_new (FALSE, FALSE, sizeof (DlTorusCoord));
  spec->link_rates = g_array_new (FALSE, FALSE, sizeof (char *));
  spec->link_delays = g_array_new (FALSE, FALSE, sizeof (char *));
  spec->region_nodes = DL_TORUS_REGION_NODES;
}

void
dl_torus_spec_clear (DlTorusSpec *spec)
{
  g_clear_pointer (&spec->broken_cables, g_array_unref);
  g_clear_pointer (&spec->broken_channels, g_array_unref);
  g_clear_pointer (&spec->broken_nodes, g_array_unref);
  g_clear_pointer (&spec->link_rates, g_array_unref);
  g_clear_pointer (&spec->link_delays, g_array_unref);
}

void
dl_torus_spec_copy (const DlTorusSpec *spec, DlTorusSpec *copy)
{
  *copy = *spec;
  copy->broken_cables = g_array_copy (spec->broken_cables);
  copy->broken_channels = g_array_copy (spec->broken_channels);
  copy->broken_nodes = g_array_copy (spec->broken_nodes);
  copy->link_rates = spec->link_rates != NULL ? g_array_copy (spec->link_rates) : NULL;
  copy->link_delays = spec->link_delays != NULL ? g_array_copy (spec->link_delays) : NULL;
}

gboolean
dl_torus_spec_is_ring (const DlTorusSpec *spec, guint dim)
{
  return spec->wrap[dim] && spec->radix[dim] > 2;
}

static gboolean
has_coord (const DlTorusSpec *spec, DlTorusCoord coord)
{
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (coord.at[dim] >= spec->radix[dim])
      return FALSE;
  return TRUE;
}

gboolean
dl_torus_spec_has_link (const DlTorusSpec *spec, DlTorusLinkAt link)
{
  if (link.port >= DL_TORUS_N_NETWORK_PORTS || !has_coord (spec, link.from))
    return FALSE;

  const DlTorusDim dim = dl_torus_port_dim (link.port);
  const guint edge = dl_torus_port_is_minus (link.port) ? 0 : spec->radix[dim] - 1;
  return link.from.at[dim] != edge || dl_torus_spec_is_ring (spec, dim);
}

DlTorusCoord
dl_torus_spec_far_end (const DlTorusSpec *spec, DlTorusLinkAt link)
{
  const DlTorusDim dim = dl_torus_port_dim (link.port);
  const guint k = spec->radix[dim];
  DlTorusCoord far = link.from;

  far.at[dim] = (far.at[dim] + (dl_torus_port_is_minus (link.port) ? k - 1 : 1)) % k;
  return far;
}

DlTorusLinkAt
dl_torus_spec_cable (const DlTorusSpec *spec, DlTorusLinkAt link)
{
  if (dl_torus_port_is_minus (link.port))
    {
      link.from = dl_torus_spec_far_end (spec, link);
      link.port = dl_torus_port_opposite (link.port);
    }
  return link;
}

gboolean
dl_torus_spec_parse_node (const DlTorusSpec *spec, const char *text, DlTorusCoord *coord,
                          GError **error)
{
  if (!dl_torus_coord_parse (text, coord))
    {
      char *end;
      const gboolean hex = g_ascii_strncasecmp (text, "0x", 2) == 0;
      const guint64 nid = g_ascii_strtoull (text, &end, hex ? 16 : 10);
      const guint plane = spec->radix[DL_Y] * spec->radix[DL_Z];
      const guint planes = spec->region_nodes / plane;

      if (!g_ascii_isdigit (*text) || *end != '\0')
        {
          g_set_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_SYNTAX,
                       _ ("“%s” is not a node (expected x,y,z or a NID)"), text);
          return FALSE;
        }

      /* nid = region << 12 | ((x mod planes) ky + y) kz + z (VC paper 2.2) */
      const guint64 in_region = nid & (DL_TORUS_REGION_NODES - 1);
      const guint64 x = (nid >> 12) * planes + in_region / plane;
      if (in_region / plane >= planes || x >= spec->radix[DL_X])
        {
          g_set_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_OUTSIDE,
                       _ ("there is no node with NID %s (the network is %ux%ux%u)"), text,
                       spec->radix[DL_X], spec->radix[DL_Y], spec->radix[DL_Z]);
          return FALSE;
        }
      coord->at[DL_X] = x;
      coord->at[DL_Y] = in_region % plane / spec->radix[DL_Z];
      coord->at[DL_Z] = in_region % spec->radix[DL_Z];
      return TRUE;
    }

  if (!has_coord (spec, *coord))
    {
      g_set_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_OUTSIDE,
                   _ ("node %s is outside the network (expected 0,0,0 to %u,%u,%u)"), text,
                   spec->radix[DL_X] - 1, spec->radix[DL_Y] - 1, spec->radix[DL_Z] - 1);
      return FALSE;
    }
  return TRUE;
}

gboolean
dl_torus_spec_check_shape (const DlTorusSpec *spec, GError **error)
{
  guint64 nodes = 1;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      if (spec->radix[dim] < 1 || spec->radix[dim] > DL_TORUS_MAX_NODES)
        {
          g_set_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_LIMIT,
                       _ ("radix %u in %s is out of range (expected 1 to %u)"), spec->radix[dim],
                       dl_torus_dim_name (dim), DL_TORUS_MAX_NODES);
          return FALSE;
        }
      nodes *= spec->radix[dim];
    }
  if (nodes > DL_TORUS_MAX_NODES)
    {
      g_set_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_LIMIT,
                   _ ("%ux%ux%u has %lu nodes (at most %u)"), spec->radix[DL_X], spec->radix[DL_Y],
                   spec->radix[DL_Z], (gulong) nodes, DL_TORUS_MAX_NODES);
      return FALSE;
    }

  const guint plane = spec->radix[DL_Y] * spec->radix[DL_Z];
  if (plane > spec->region_nodes)
    {
      g_set_error (
          error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_LIMIT,
          _ ("a YZ plane of %ux%u nodes does not fit into a region (y times z at most %u)"),
          spec->radix[DL_Y], spec->radix[DL_Z], spec->region_nodes);
      return FALSE;
    }

  const guint planes = spec->region_nodes / plane;
  const guint regions = (spec->radix[DL_X] + planes - 1) / planes;
  if (regions > DL_TORUS_MAX_REGIONS)
    {
      g_set_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_LIMIT,
                   _ ("%ux%ux%u needs %u regions of whole YZ planes (at most %u, so x at most %u)"),
                   spec->radix[DL_X], spec->radix[DL_Y], spec->radix[DL_Z], regions,
                   DL_TORUS_MAX_REGIONS, DL_TORUS_MAX_REGIONS * planes);
      return FALSE;
    }
  return TRUE;
}

static gboolean
check_links (const DlTorusSpec *spec, const GArray *links, GError **error)
{
  for (guint i = 0; i < links->len; i++)
    {
      const DlTorusLinkAt link = g_array_index (links, DlTorusLinkAt, i);
      g_autofree char *name = dl_torus_link_at_to_string (link);

      if (!has_coord (spec, link.from))
        {
          g_set_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_OUTSIDE,
                       _ ("link %s is outside the network (expected 0,0,0 to %u,%u,%u)"), name,
                       spec->radix[DL_X] - 1, spec->radix[DL_Y] - 1, spec->radix[DL_Z] - 1);
          return FALSE;
        }
      if (!dl_torus_spec_has_link (spec, link))
        {
          g_set_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_OUTSIDE,
                       _ ("there is no link %s (%s is a mesh dimension and ends there)"), name,
                       dl_torus_dim_name (dl_torus_port_dim (link.port)));
          return FALSE;
        }
      if (i > 0
          && dl_torus_link_at_compare (&g_array_index (links, DlTorusLinkAt, i - 1), &link) == 0)
        {
          g_set_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_TWICE,
                       _ ("link %s is broken twice (name it once)"), name);
          return FALSE;
        }
    }
  return TRUE;
}

gboolean
dl_torus_spec_check (const DlTorusSpec *spec, GError **error)
{
  if (!dl_torus_spec_check_shape (spec, error) || !check_links (spec, spec->broken_cables, error)
      || !check_links (spec, spec->broken_channels, error))
    return FALSE;

  for (guint i = 0; i < spec->broken_nodes->len; i++)
    {
      const DlTorusCoord coord = g_array_index (spec->broken_nodes, DlTorusCoord, i);
      g_autofree char *name = dl_torus_coord_to_string (coord);

      if (!has_coord (spec, coord))
        {
          g_set_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_OUTSIDE,
                       _ ("node %s is outside the network (expected 0,0,0 to %u,%u,%u)"), name,
                       spec->radix[DL_X] - 1, spec->radix[DL_Y] - 1, spec->radix[DL_Z] - 1);
          return FALSE;
        }
      if (i > 0
          && dl_torus_coord_compare (&g_array_index (spec->broken_nodes, DlTorusCoord, i - 1),
                                     &coord)
                 == 0)
        {
          g_set_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_TWICE,
                       _ ("node %s is broken twice (name it once)"), name);
          return FALSE;
        }
    }
  return TRUE;
}
