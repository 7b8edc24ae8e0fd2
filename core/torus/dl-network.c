#include "dl-network.h"

#include <string.h>

#include <glib/gi18n-lib.h>

static void
number_nodes (DlNetwork *network, const DlTorusSpec *spec)
{
  DlTorus *torus = &network->torus;
  const guint ky = spec->radix[DL_Y], kz = spec->radix[DL_Z];

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
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

  torus->coord = g_new (DlCoord, network->n_nodes);
  torus->nid = g_new (guint16, network->n_nodes);
  for (guint node = 0; node < network->n_nodes; node++)
    {
      const guint x = node / (ky * kz), y = node / kz % ky, z = node % kz;
      torus->coord[node] = (DlCoord) { { x, y, z } };
      torus->nid[node]
          = torus->region_of_x[x] << 12 | (((x % torus->region_planes) * ky + y) * kz + z);
    }
}

static void
connect_links (DlNetwork *network, const DlTorusSpec *spec)
{
  DlGraph *graph
      = dl_graph_new (network->n_nodes, network->n_nodes, network->n_links, DL_PORT_PROCESSOR + 1);

  network->graph = graph;
  network->node_up = graph->node_up;
  network->link_state = graph->link_state;
  network->link_to = graph->link_to;
  for (guint node = 0; node < network->n_nodes; node++)
    {
      dl_graph_set_node (graph, node, node, DL_PORT_PROCESSOR);
      for (guint port = 0; port < network->n_ports; port++)
        {
          const DlLinkAt at = { network->torus.coord[node], port };
          const guint link = dl_network_link (network, node, port);

          graph->link_from[link] = node;
          graph->link_port[link] = port;
          graph->link_class[link] = dl_port_dim (port);
          if (dl_torus_spec_has_link (spec, at))
            dl_graph_set_link (graph, link, node, port,
                               dl_network_node_at (network, dl_torus_spec_far_end (spec, at)),
                               dl_port_opposite (port));
        }
    }
  dl_graph_index (graph);
}

static void
break_link (DlNetwork *network, guint node, guint port)
{
  guint8 *state = &network->link_state[dl_network_link (network, node, port)];

  if (*state == DL_LINK_UP)
    *state = DL_LINK_BROKEN;
}

static void
break_cable (DlNetwork *network, guint node, guint port)
{
  const guint far = network->link_to[dl_network_link (network, node, port)];

  break_link (network, node, port);
  if (far != DL_NO_NODE)
    break_link (network, far, dl_port_opposite (port));
}

static void
apply_faults (DlNetwork *network, const DlTorusSpec *spec)
{
  for (guint i = 0; i < spec->broken_cables->len; i++)
    {
      const DlLinkAt *link = &g_array_index (spec->broken_cables, DlLinkAt, i);
      break_cable (network, dl_network_node_at (network, link->from), link->port);
    }
  for (guint i = 0; i < spec->broken_channels->len; i++)
    {
      const DlLinkAt *link = &g_array_index (spec->broken_channels, DlLinkAt, i);
      break_link (network, dl_network_node_at (network, link->from), link->port);
    }

  for (guint i = 0; i < spec->broken_nodes->len; i++)
    {
      const guint node
          = dl_network_node_at (network, g_array_index (spec->broken_nodes, DlCoord, i));
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
  DlNetwork *network = data;

  dl_graph_unref (network->graph);
  g_free (network->torus.coord);
  g_free (network->torus.nid);
  g_free (network->torus.region_of_x);
  g_free (network);
}

DlNetwork *
dl_network_new_torus (const DlTorusSpec *spec, GError **error)
{
  if (!dl_torus_spec_check (spec, error))
    return NULL;

  DlNetwork *network = g_new0 (DlNetwork, 1);
  dl_shared_init (&network->head.shared, network_free);
  network->n_nodes = spec->radix[DL_X] * spec->radix[DL_Y] * spec->radix[DL_Z];
  network->n_ports = DL_N_NETWORK_PORTS;
  network->n_links = network->n_nodes * network->n_ports;
  number_nodes (network, spec);
  connect_links (network, spec);
  apply_faults (network, spec);
  network->head.net = (DlNet) {
    .shape = network,
    .graph = network->graph,
    .n_vcs = DL_TORUS_VCS,
    .middle = dl_network_node_at (
        network,
        (DlCoord) { { spec->radix[DL_X] / 2, spec->radix[DL_Y] / 2, spec->radix[DL_Z] / 2 } }),
    .routers_are_nodes = TRUE,
  };
  return network;
}

gboolean
dl_network_has_coord (const DlNetwork *network, DlCoord coord)
{
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (coord.at[dim] >= network->torus.radix[dim])
      return FALSE;
  return TRUE;
}

guint
dl_network_node_at (const DlNetwork *network, DlCoord coord)
{
  guint node = 0;

  g_assert (dl_network_has_coord (network, coord));
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    node += coord.at[dim] * network->torus.stride[dim];
  return node;
}

DlLinkAt
dl_network_link_at (const DlNetwork *network, guint link)
{
  return (DlLinkAt) { network->torus.coord[link / network->n_ports], link % network->n_ports };
}

gboolean
dl_network_same_links (const DlNetwork *a, const DlNetwork *b)
{
  return memcmp (a->torus.radix, b->torus.radix, sizeof a->torus.radix) == 0;
}
