#include "dl-dependency.h"

#include "dl-vc-range.h"

/* Channels that leave a node; a channel's index is node * NODE_CHANNELS + bit. */
#define NODE_CHANNELS (DL_N_NETWORK_PORTS * DL_TORUS_VCS)

DlDependencies *
dl_dependencies_new (const DlNetwork *network)
{
  DlDependencies *dependencies = g_new (DlDependencies, 1);

  dependencies->n_channels = network->n_links * DL_TORUS_VCS;
  dependencies->next = g_new0 (guint16, dependencies->n_channels);
  return dependencies;
}

void
dl_dependencies_free (DlDependencies *dependencies)
{
  if (dependencies == NULL)
    return;
  g_free (dependencies->next);
  g_free (dependencies);
}

static void
add_route (DlDependencies *dependencies, const DlNetwork *network, const DlRoute *route)
{
  for (guint i = 0; i + 1 < route->n_hops; i++)
    {
      const DlHop *hop = &route->hops[i];

      dependencies->next[dl_channel (hop->link, hop->vc)]
          |= dl_channel_bit (hop[1].link % network->n_ports, hop[1].vc);
    }
}

DlDependencies *
dl_dependencies_new_naive (const DlRoutes *routes, GCancellable *cancellable)
{
  const DlNetwork *network = routes->network;
  g_autoptr (DlDependencies) dependencies = dl_dependencies_new (network);
  g_auto (DlRoute) route = { 0 };

  for (guint source = 0; source < network->n_nodes; source++)
    {
      if (!network->node_up[source])
        continue;
      if (g_cancellable_is_cancelled (cancellable))
        return NULL;
      for (guint dest = 0; dest < network->n_nodes; dest++)
        {
          if (dest == source || !network->node_up[dest])
            continue;
          for (guint i = 0; i < routes->n_variants; i++)
            {
              dl_routes_walk (routes->variants[i], source, dest, &route);
              if (route.status == DL_ROUTE_DELIVERED
                  && (routes->n_variants == 1
                      || dl_routes_status (routes, source, dest) == DL_ROUTE_DELIVERED))
                add_route (dependencies, network, &route);
            }
        }
    }
  dl_dependencies_join_halves (dependencies, routes);
  return g_steal_pointer (&dependencies);
}

void
dl_dependencies_join_halves (DlDependencies *dependencies, const DlRoutes *routes)
{
  const DlNetwork *network = routes->network;
  guint16 joined = 0; /* first halves of the dimensions without halves */

  for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
    if (!dl_vc_has_halves (routes, dl_port_dim (port)))
      joined |= dl_channel_bit (port, 0);
  for (guint link = 0; joined != 0 && link < network->n_links; link++)
    {
      guint16 *next = &dependencies->next[dl_channel (link, 0)];

      for (guint vc = 0; vc < DL_TORUS_VCS; vc++)
        next[vc] |= (next[vc] & joined) << 1 | (next[vc] >> 1 & joined);
      if ((joined & dl_channel_bit (link % network->n_ports, 0)) != 0)
        next[0] = next[1] = next[0] | next[1];
    }
}

/* The verdict ---------------------------------------------------------------------------------- */

typedef struct
{
  const DlNetwork *network;
  const DlDependencies *dependencies;
  gboolean falls; /* some dependency leads to a lower dimension */
} Channels;

/* Channels of a node in dimensions below @dim, as bits. */
static guint16
below (guint dim)
{
  return (1 << 2 * DL_TORUS_VCS * dim) - 1;
}

static guint
channel_dim (guint channel)
{
  return dl_port_dim (channel % NODE_CHANNELS / DL_TORUS_VCS);
}

/* If none leads to a lower dimension, a cycle cannot have one that leads to a higher one. */
static gboolean
find_falling (const DlDependencies *dependencies)
{
  for (guint channel = 0; channel < dependencies->n_channels; channel++)
    if ((dependencies->next[channel] & below (channel_dim (channel))) != 0)
      return TRUE;
  return FALSE;
}

static guint
next_channels (gconstpointer data, guint channel, guint32 *targets)
{
  const Channels *channels = data;
  const guint base = channels->network->link_to[dl_channel_link (channel)] * NODE_CHANNELS;
  guint n = 0;

  guint32 bits = channels->dependencies->next[channel];

  if (!channels->falls)
    bits &= below (channel_dim (channel) + 1);
  for (; bits != 0; bits &= bits - 1)
    targets[n++] = base + __builtin_ctz (bits);
  return n;
}

static guint
find_broken_step (const DlRoutes *routes, const DlVerdict *verdict)
{
  guint i;

  for (i = 0; i < verdict->n_cycle; i++)
    {
      const guint a = verdict->cycle[i], b = verdict->cycle[(i + 1) % verdict->n_cycle];
      if (!dl_routes_legal (routes, dl_channel_link (a), dl_channel_vc (a), dl_channel_link (b),
                            dl_channel_vc (b)))
        break;
    }
  return i;
}

DlVerdict *
dl_verdict_new (const DlRoutes *routes, const DlDependencies *dependencies,
                GCancellable *cancellable)
{
  const Channels channels = { routes->network, dependencies, find_falling (dependencies) };
  const DlCycleGraph graph = { dependencies->n_channels, NODE_CHANNELS, &channels, next_channels };
  DlVerdict *verdict = dl_verdict_new_found (&graph, cancellable);

  if (verdict != NULL)
    verdict->broken_step = find_broken_step (routes, verdict);
  return verdict;
}
