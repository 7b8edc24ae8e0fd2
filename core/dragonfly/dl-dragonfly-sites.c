#include "dl-dragonfly-sites.h"

#include "dl-dragonfly-name.h"

static gboolean
dragonfly_is_up (gconstpointer data, guint node)
{
  const DlDragonfly *dragonfly = data;

  return dragonfly->router_up[node / dragonfly->nodes_per_router];
}

static gboolean
dragonfly_parse (gconstpointer data, const char *text, guint *node, GError **error)
{
  return dl_dragonfly_parse_node (data, text, node, error);
}

static char *
dragonfly_name (gconstpointer data, guint node)
{
  return dl_dragonfly_node_to_string (data, node);
}

static guint32
dragonfly_group (gconstpointer data, guint node)
{
  const DlDragonfly *dragonfly = data;

  return dragonfly->router[node / dragonfly->nodes_per_router].group;
}

DlSites
dl_sites_of_dragonfly (const DlDragonfly *dragonfly)
{
  DlSites sites = {
    .network = dragonfly,
    .n_nodes = dragonfly->n_nodes,
    .is_up = dragonfly_is_up,
    .parse = dragonfly_parse,
    .name = dragonfly_name,
    .n_groups = dragonfly->n_groups,
    .group = dragonfly_group,
  };

  for (guint router = 0; router < dragonfly->n_routers; router++)
    sites.n_working += dragonfly->router_up[router] ? dragonfly->nodes_per_router : 0;
  return sites;
}
