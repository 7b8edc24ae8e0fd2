#include "dateline-private.h"

/**
 * DatelineNetwork:
 *
 * Nodes, routers and directed links, each numbered from 0, as arrays over these numbers; and their
 * names, as files have them. It does not change.
 *
 * A link of an array may be without a cable, such as those at the edge of a mesh: it has no target
 * then (4294967295) and does not work.
 */
struct _DatelineNetwork
{
  GObject parent_instance;

  const DlFamily *family;
  DlNet net;
  gpointer owner;
  GDestroyNotify unref;
};

G_DEFINE_FINAL_TYPE (DatelineNetwork, dateline_network, G_TYPE_OBJECT)

static void
dateline_network_finalize (GObject *object)
{
  DatelineNetwork *self = DATELINE_NETWORK (object);

  self->unref (self->owner);
  G_OBJECT_CLASS (dateline_network_parent_class)->finalize (object);
}

static void
dateline_network_class_init (DatelineNetworkClass *class)
{
  G_OBJECT_CLASS (class)->finalize = dateline_network_finalize;
}

static void
dateline_network_init (DatelineNetwork *self)
{
}

DatelineNetwork *
dl_api_network_new_of (const DlFamily *family, const DlNet *net, gpointer owner,
                       GDestroyNotify unref)
{
  DatelineNetwork *self = g_object_new (DATELINE_TYPE_NETWORK, NULL);

  self->family = family;
  self->net = *net;
  self->owner = owner;
  self->unref = unref;
  return self;
}

/**
 * dateline_network_new:
 * @scenario: a scenario
 * @error: return location for an error
 *
 * Builds the network of a scenario, without its routes.
 *
 * Returns: (transfer full): the network; %NULL with a #DatelineError
 */
DatelineNetwork *
dateline_network_new (DatelineScenario *scenario, GError **error)
{
  const DlScenario *inside;
  GError *inner = NULL;
  gpointer shape;

  g_return_val_if_fail (DATELINE_IS_SCENARIO (scenario), NULL);
  inside = dl_api_scenario_peek (scenario);
  shape = inside->family->build (inside, &inner);
  if (shape != NULL)
    return dl_api_network_new_of (inside->family, dl_shape_net (shape), shape, dl_shared_unref);
  dl_api_take_error (error, inner);
  return NULL;
}

/* Numbers -------------------------------------------------------------------------------------- */

/**
 * dateline_network_get_n_nodes:
 * @self: a network
 *
 * Counts the nodes: whatever sends and receives packets.
 *
 * Returns: how many nodes it has, broken ones included
 */
guint
dateline_network_get_n_nodes (DatelineNetwork *self)
{
  g_return_val_if_fail (DATELINE_IS_NETWORK (self), 0);

  return self->net.graph->n_nodes;
}

/**
 * dateline_network_get_n_routers:
 * @self: a network
 *
 * Counts the routers, or switches.
 *
 * Returns: how many routers it has, broken ones included
 */
guint
dateline_network_get_n_routers (DatelineNetwork *self)
{
  g_return_val_if_fail (DATELINE_IS_NETWORK (self), 0);

  return self->net.graph->n_routers;
}

/**
 * dateline_network_get_n_links:
 * @self: a network
 *
 * Counts the links. A cable is two of them, one for each direction.
 *
 * Returns: how many directed links it has, broken and absent ones included
 */
guint
dateline_network_get_n_links (DatelineNetwork *self)
{
  g_return_val_if_fail (DATELINE_IS_NETWORK (self), 0);

  return self->net.graph->n_links;
}

/**
 * dateline_network_get_n_vcs:
 * @self: a network
 *
 * Counts the virtual channels.
 *
 * Returns: how many virtual channels, or layers, a link has in the analysis
 */
guint
dateline_network_get_n_vcs (DatelineNetwork *self)
{
  g_return_val_if_fail (DATELINE_IS_NETWORK (self), 0);

  return self->net.n_vcs;
}

/**
 * dateline_network_get_n_groups:
 * @self: a network
 *
 * Counts the groups.
 *
 * Returns: how many groups of routers it has; 0 if it has none
 */
guint
dateline_network_get_n_groups (DatelineNetwork *self)
{
  g_return_val_if_fail (DATELINE_IS_NETWORK (self), 0);

  return self->net.n_groups;
}

/* Arrays --------------------------------------------------------------------------------------- */

/* @data of the graph, (n); NULL: all are 0. The network lives as long as the array. */
static DatelineArray *
array_of (DatelineNetwork *self, gconstpointer data, DatelineElement element, gsize n)
{
  return dl_api_array_new_of (data, element, &n, 1, g_object_ref (self), g_object_unref);
}

/**
 * dateline_network_get_link_from:
 * @self: a network
 *
 * Gets the upstream ends of links.
 *
 * Returns: (transfer full): (n_links) the router that each link leaves, as uint32
 */
DatelineArray *
dateline_network_get_link_from (DatelineNetwork *self)
{
  const DlGraph *graph;

  g_return_val_if_fail (DATELINE_IS_NETWORK (self), NULL);
  graph = self->net.graph;

  return array_of (self, graph->link_from, DATELINE_ELEMENT_UINT32, graph->n_links);
}

/**
 * dateline_network_get_link_to:
 * @self: a network
 *
 * Gets the downstream ends of links.
 *
 * Returns: (transfer full): (n_links) the router that each link leads to, as uint32
 */
DatelineArray *
dateline_network_get_link_to (DatelineNetwork *self)
{
  const DlGraph *graph;

  g_return_val_if_fail (DATELINE_IS_NETWORK (self), NULL);
  graph = self->net.graph;

  return array_of (self, graph->link_to, DATELINE_ELEMENT_UINT32, graph->n_links);
}

/**
 * dateline_network_get_link_port:
 * @self: a network
 *
 * Gets the ports of links.
 *
 * Returns: (transfer full): (n_links) the port by which each link leaves its router, as uint16
 */
DatelineArray *
dateline_network_get_link_port (DatelineNetwork *self)
{
  const DlGraph *graph;

  g_return_val_if_fail (DATELINE_IS_NETWORK (self), NULL);
  graph = self->net.graph;

  return array_of (self, graph->link_port, DATELINE_ELEMENT_UINT16, graph->n_links);
}

/**
 * dateline_network_get_link_class:
 * @self: a network
 *
 * Gets the classes of links.
 *
 * Returns: (transfer full): (n_links) each link's class, as uint8:
 *   dateline_network_get_class_names() has their names
 */
DatelineArray *
dateline_network_get_link_class (DatelineNetwork *self)
{
  const DlGraph *graph;

  g_return_val_if_fail (DATELINE_IS_NETWORK (self), NULL);
  graph = self->net.graph;

  return array_of (self, graph->link_class, DATELINE_ELEMENT_UINT8, graph->n_links);
}

/**
 * dateline_network_get_link_works:
 * @self: a network
 *
 * Gets which links work.
 *
 * Returns: (transfer full): (n_links) 1 for each link that works, 0 for broken and absent ones, as
 *   uint8
 */
DatelineArray *
dateline_network_get_link_works (DatelineNetwork *self)
{
  const DlGraph *graph;
  guint8 *works;

  g_return_val_if_fail (DATELINE_IS_NETWORK (self), NULL);
  graph = self->net.graph;
  works = g_new (guint8, graph->n_links);
  for (guint link = 0; link < graph->n_links; link++)
    works[link] = graph->link_state[link] == DL_LINK_UP;
  return dl_api_array_new_take (works, DATELINE_ELEMENT_UINT8, graph->n_links);
}

/**
 * dateline_network_get_link_capacity:
 * @self: a network
 *
 * Gets how much each link carries at most.
 *
 * Returns: (transfer full): (n_links) flits a cycle that each link carries, at most 1, as float64
 */
DatelineArray *
dateline_network_get_link_capacity (DatelineNetwork *self)
{
  const DlGraph *graph;
  double *capacity;

  g_return_val_if_fail (DATELINE_IS_NETWORK (self), NULL);
  graph = self->net.graph;
  if (graph->link_capacity != NULL)
    return array_of (self, graph->link_capacity, DATELINE_ELEMENT_FLOAT64, graph->n_links);
  capacity = g_new (double, graph->n_links);
  for (guint link = 0; link < graph->n_links; link++)
    capacity[link] = 1;
  return dl_api_array_new_take (capacity, DATELINE_ELEMENT_FLOAT64, graph->n_links);
}

/**
 * dateline_network_get_node_router:
 * @self: a network
 *
 * Gets where nodes are.
 *
 * Returns: (transfer full): (n_nodes) the router that each node sends to, as uint32; 4294967295
 *   without a cable
 */
DatelineArray *
dateline_network_get_node_router (DatelineNetwork *self)
{
  const DlGraph *graph;

  g_return_val_if_fail (DATELINE_IS_NETWORK (self), NULL);
  graph = self->net.graph;

  return array_of (self, graph->inject_router, DATELINE_ELEMENT_UINT32, graph->n_nodes);
}

/**
 * dateline_network_get_node_works:
 * @self: a network
 *
 * Gets which nodes work.
 *
 * Returns: (transfer full): (n_nodes) 1 for each node that works, as uint8
 */
DatelineArray *
dateline_network_get_node_works (DatelineNetwork *self)
{
  const DlGraph *graph;

  g_return_val_if_fail (DATELINE_IS_NETWORK (self), NULL);
  graph = self->net.graph;

  return array_of (self, graph->node_up, DATELINE_ELEMENT_UINT8, graph->n_nodes);
}

/**
 * dateline_network_get_router_works:
 * @self: a network
 *
 * Gets which routers work.
 *
 * Returns: (transfer full): (n_routers) 1 for each router that works, as uint8
 */
DatelineArray *
dateline_network_get_router_works (DatelineNetwork *self)
{
  const DlGraph *graph;

  g_return_val_if_fail (DATELINE_IS_NETWORK (self), NULL);
  graph = self->net.graph;

  return array_of (self, graph->router_up, DATELINE_ELEMENT_UINT8, graph->n_routers);
}

/**
 * dateline_network_get_router_group:
 * @self: a network
 *
 * Gets the groups of routers.
 *
 * Returns: (transfer full): (n_routers) each router's group, as uint32; all 0 without groups
 */
DatelineArray *
dateline_network_get_router_group (DatelineNetwork *self)
{
  const DlGraph *graph;

  g_return_val_if_fail (DATELINE_IS_NETWORK (self), NULL);
  graph = self->net.graph;

  if (graph->router_group == NULL)
    return dl_api_array_new_take (g_new0 (guint32, graph->n_routers), DATELINE_ELEMENT_UINT32,
                                  graph->n_routers);
  return array_of (self, graph->router_group, DATELINE_ELEMENT_UINT32, graph->n_routers);
}

/* Names ---------------------------------------------------------------------------------------- */

/**
 * dateline_network_get_class_names:
 * @self: a network
 *
 * Gets what links are told apart by.
 *
 * Returns: (transfer full) (array zero-terminated=1): the names of the classes of links, such as
 * the dimensions of a torus, by their numbers
 */
char **
dateline_network_get_class_names (DatelineNetwork *self)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  g_return_val_if_fail (DATELINE_IS_NETWORK (self), NULL);

  for (guint i = 0; i < self->family->n_classes; i++)
    g_strv_builder_add (names, self->family->classes[i].id);
  return g_strv_builder_end (names);
}

static char *
name_of (DatelineNetwork *self, DlPlace place)
{
  return self->family->name (self->net.shape, place, DL_NAME_FILE);
}

/**
 * dateline_network_get_node_name:
 * @self: a network
 * @node: the number of a node
 * @error: return location for an error
 *
 * Names a node as messages and keys do, such as `3,4,5`.
 *
 * Returns: (transfer full): its name; %NULL with %DATELINE_ERROR_NOT_FOUND
 */
char *
dateline_network_get_node_name (DatelineNetwork *self, guint node, GError **error)
{
  g_return_val_if_fail (DATELINE_IS_NETWORK (self), NULL);

  if (!dl_api_check_index ("node", node, self->net.graph->n_nodes, error))
    return NULL;
  return name_of (self, dl_place_node (node));
}

/**
 * dateline_network_get_router_name:
 * @self: a network
 * @router: the number of a router
 * @error: return location for an error
 *
 * Names a router as messages and keys do.
 *
 * Returns: (transfer full): its name; %NULL with %DATELINE_ERROR_NOT_FOUND
 */
char *
dateline_network_get_router_name (DatelineNetwork *self, guint router, GError **error)
{
  g_return_val_if_fail (DATELINE_IS_NETWORK (self), NULL);

  if (!dl_api_check_index ("router", router, self->net.graph->n_routers, error))
    return NULL;
  return name_of (self,
                  self->net.routers_are_nodes ? dl_place_node (router) : dl_place_router (router));
}

/**
 * dateline_network_get_link_name:
 * @self: a network
 * @link: the number of a link
 * @error: return location for an error
 *
 * Names a link as messages and keys do, such as `3,4,5:x+`.
 *
 * Returns: (transfer full): its name; %NULL with %DATELINE_ERROR_NOT_FOUND
 */
char *
dateline_network_get_link_name (DatelineNetwork *self, guint link, GError **error)
{
  g_return_val_if_fail (DATELINE_IS_NETWORK (self), NULL);

  if (!dl_api_check_index ("link", link, self->net.graph->n_links, error))
    return NULL;
  return name_of (self, dl_place_link (link));
}

/* A family's own errors of names mean that its network has nothing of that name. Always FALSE. */
static gboolean
take_name_error (GError **error, GError *inner)
{
  if (inner->domain == DL_NETWORK_ERROR)
    return dl_api_take_error (error, inner);
  g_set_error_literal (error, DATELINE_ERROR, DATELINE_ERROR_NOT_FOUND, inner->message);
  g_error_free (inner);
  return FALSE;
}

/**
 * dateline_network_find_node:
 * @self: a network
 * @name: the name of a node, as files have it
 * @node: (out): its number
 * @error: return location for an error
 *
 * Finds a node by its name, as dateline_network_get_node_name() has it.
 *
 * Returns: %TRUE if there is one; %FALSE with %DATELINE_ERROR_SYNTAX or %DATELINE_ERROR_NOT_FOUND
 */
gboolean
dateline_network_find_node (DatelineNetwork *self, const char *name, guint *node, GError **error)
{
  GError *inner = NULL;

  g_return_val_if_fail (DATELINE_IS_NETWORK (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  const DlSites sites = self->family->sites (self->net.shape);
  return sites.parse (sites.network, name, node, &inner) || take_name_error (error, inner);
}

/**
 * dateline_network_find_link:
 * @self: a network
 * @name: the name of a link, as files have it
 * @link: (out): its number
 * @error: return location for an error
 *
 * Finds a link by its name, as dateline_network_get_link_name() has it.
 *
 * Returns: %TRUE if there is one; %FALSE with %DATELINE_ERROR_SYNTAX or %DATELINE_ERROR_NOT_FOUND
 */
gboolean
dateline_network_find_link (DatelineNetwork *self, const char *name, guint *link, GError **error)
{
  GError *inner = NULL;

  g_return_val_if_fail (DATELINE_IS_NETWORK (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  return dl_family_parse_link (self->family, &self->net, name, link, &inner)
         || take_name_error (error, inner);
}
