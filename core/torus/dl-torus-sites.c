#include "dl-torus-sites.h"

static gboolean
torus_is_up (gconstpointer data, guint node)
{
  const DlTorusNetwork *network = data;

  return network->node_up[node];
}

static gboolean
torus_parse (gconstpointer data, const char *text, guint *node, GError **error)
{
  const DlTorusNetwork *network = data;
  const DlTorus *torus = &network->torus;
  const guint plane = torus->radix[DL_Y] * torus->radix[DL_Z];
  /* The part of a shape that names of nodes depend on. */
  const DlTorusSpec spec = {
    .radix = { torus->radix[DL_X], torus->radix[DL_Y], torus->radix[DL_Z] },
    .region_nodes = torus->region_planes * plane,
  };
  DlTorusCoord coord;

  if (!dl_torus_spec_parse_node (&spec, text, &coord, error))
    return FALSE;
  *node = dl_torus_network_node_at (network, coord);
  return TRUE;
}

static char *
torus_name (gconstpointer data, guint node)
{
  const DlTorusNetwork *network = data;

  return dl_torus_coord_to_string (network->torus.coord[node]);
}

DlSites
dl_sites_of_torus (const DlTorusNetwork *network)
{
  return (DlSites) {
    .network = network,
    .n_nodes = network->n_nodes,
    .n_working = network->n_working_nodes,
    .is_up = torus_is_up,
    .parse = torus_parse,
    .name = torus_name,
  };
}
