#include "dl-torus-dependency.h"

#include "dl-torus-routes.h"
#include "dl-vc-policy.h"

#include <glib/gi18n-lib.h>

#include <stdlib.h>

static void dependencies_join_halves (DlTorusDependencies *dependencies,
                                      const DlTorusRoutes *routes);

/* Channels that leave a node; a channel's index is node * NODE_CHANNELS + bit. */
#define NODE_CHANNELS (DL_TORUS_N_NETWORK_PORTS * DL_TORUS_VCS)

static DlTorusDependencies *
dependencies_new (const DlTorusNetwork *network)
{
  DlTorusDependencies *dependencies = g_new (DlTorusDependencies, 1);

  dependencies->n_channels = network->n_links * DL_TORUS_VCS;
  dependencies->next = g_new0 (guint16, dependencies->n_channels);
  return dependencies;
}

void
dl_torus_dependencies_free (DlTorusDependencies *dependencies)
{
  if (dependencies == NULL)
    return;
  g_free (dependencies->next);
  g_free (dependencies);
}

static void
add_route (DlTorusDependencies *dependencies, const DlTorusNetwork *network,
           const DlTorusRoute *route)
{
  for (guint i = 0; i + 1 < route->n_hops; i++)
    {
      const DlTorusHop *hop = &route->hops[i];

      dependencies->next[dl_torus_channel (hop->link, hop->vc)]
          |= dl_torus_channel_bit (hop[1].link % network->n_ports, hop[1].vc);
    }
}

DlTorusDependencies *
dl_torus_dependencies_new_naive (const DlTorusRoutes *routes, GCancellable *cancellable)
{
  const DlTorusNetwork *network = routes->network;
  g_autoptr (DlTorusDependencies) dependencies = dependencies_new (network);
  g_auto (DlTorusRoute) route = { 0 };

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
              dl_torus_routes_walk (routes->variants[i], source, dest, &route);
              if (route.status == DL_TORUS_ROUTE_DELIVERED
                  && (routes->n_variants == 1
                      || dl_torus_routes_status (routes, source, dest) == DL_TORUS_ROUTE_DELIVERED))
                add_route (dependencies, network, &route);
            }
        }
    }
  dependencies_join_halves (dependencies, routes);
  return g_steal_pointer (&dependencies);
}

/* Make of dependencies between halves what they are where packets take any virtual channel on each
 * hop: of both halves alike (dl_vc_has_halves). */
static void
dependencies_join_halves (DlTorusDependencies *dependencies, const DlTorusRoutes *routes)
{
  const DlTorusNetwork *network = routes->network;
  guint16 joined = 0; /* first halves of the dimensions without halves */

  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    if (!dl_vc_has_halves (routes, dl_torus_port_dim (port)))
      joined |= dl_torus_channel_bit (port, 0);
  for (guint link = 0; joined != 0 && link < network->n_links; link++)
    {
      guint16 *next = &dependencies->next[dl_torus_channel (link, 0)];

      for (guint vc = 0; vc < DL_TORUS_VCS; vc++)
        next[vc] |= (next[vc] & joined) << 1 | (next[vc] >> 1 & joined);
      if ((joined & dl_torus_channel_bit (link % network->n_ports, 0)) != 0)
        next[0] = next[1] = next[0] | next[1];
    }
}

/* The verdict ---------------------------------------------------------------------------------- */

typedef struct
{
  const DlTorusNetwork *network;
  const DlTorusDependencies *dependencies;
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
  return dl_torus_port_dim (channel % NODE_CHANNELS / DL_TORUS_VCS);
}

/* If none leads to a lower dimension, a cycle cannot have one that leads to a higher one. */
static gboolean
find_falling (const DlTorusDependencies *dependencies)
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
  const guint base = channels->network->link_to[dl_torus_channel_link (channel)] * NODE_CHANNELS;
  guint n = 0;

  guint32 bits = channels->dependencies->next[channel];

  if (!channels->falls)
    bits &= below (channel_dim (channel) + 1);
  for (; bits != 0; bits &= bits - 1)
    targets[n++] = base + __builtin_ctz (bits);
  return n;
}

static guint
find_broken_step (const DlTorusRoutes *routes, const DlVerdict *verdict)
{
  guint i;

  for (i = 0; i < verdict->n_cycle; i++)
    {
      const guint a = verdict->cycle[i], b = verdict->cycle[(i + 1) % verdict->n_cycle];
      if (!dl_torus_routes_legal (routes, dl_torus_channel_link (a), dl_torus_channel_vc (a),
                                  dl_torus_channel_link (b), dl_torus_channel_vc (b)))
        break;
    }
  return i;
}

static DlVerdict *
verdict_of_channels (const DlTorusRoutes *routes, const DlTorusDependencies *dependencies,
                     GCancellable *cancellable)
{
  const Channels channels = { routes->network, dependencies, find_falling (dependencies) };
  const DlCycleGraph graph = { dependencies->n_channels, NODE_CHANNELS, &channels, next_channels };
  DlVerdict *verdict = dl_verdict_new_found (&graph, cancellable);

  if (verdict != NULL)
    verdict->broken_step = find_broken_step (routes, verdict);
  return verdict;
}

/* Rings with a bubble -------------------------------------------------------------------------- */

/* Where packets that enter a ring leave room for a packet in it, some packet of the ring can always
 * move on or leaves it (Puente et al. 2001): the cycle of its channels locks nothing, and the whole
 * ring stands for one channel. Where a link of it is broken there is no cycle, and its channels
 * stand for themselves. A packet takes any virtual channel: only VC0 is looked at. */
typedef struct
{
  const DlTorusRoutes *routes;
  const DlTorusDependencies *dependencies;
  guint32 *ring; /* (n_links) its smallest link; where there is no cycle, itself */
} Rings;

static guint
next_link (const DlTorusNetwork *network, guint link)
{
  return network->link_to[link] * network->n_ports + link % network->n_ports;
}

static gboolean
closes (const DlTorusNetwork *network, guint link)
{
  const DlTorusDim dim = dl_torus_port_dim (link % network->n_ports);
  guint at = link;

  for (guint i = 0; i < network->torus.radix[dim]; i++)
    {
      if (!dl_torus_network_link_up (network, at / network->n_ports, at % network->n_ports))
        return FALSE;
      at = next_link (network, at);
    }
  return network->torus.ring[dim] && at == link;
}

static void
find_rings (Rings *rings)
{
  const DlTorusNetwork *network = rings->routes->network;

  rings->ring = g_new (guint32, network->n_links);
  for (guint link = 0; link < network->n_links; link++)
    rings->ring[link] = G_MAXUINT32;
  for (guint link = 0; link < network->n_links; link++)
    if (rings->ring[link] == G_MAXUINT32)
      {
        guint at = link;

        rings->ring[link] = link;
        if (closes (network, link))
          while ((at = next_link (network, at)) != link)
            rings->ring[at] = link;
      }
}

/* Is the next link of its line in the same ring? */
static gboolean
goes_round (const Rings *rings, guint link)
{
  const DlTorusNetwork *network = rings->routes->network;

  return network->link_to[link] != DL_NO_NODE
         && rings->ring[next_link (network, link)] == rings->ring[link];
}

/* Links that packets of @link, on VC0, go on by, as bits by port. */
static guint
ports_after (const Rings *rings, guint link)
{
  const guint bits = rings->dependencies->next[dl_torus_channel (link, 0)];
  guint ports = 0;

  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    ports |= ((bits & dl_torus_channel_bit (port, 0)) != 0) << port;
  return ports;
}

static int
compare_links (gconstpointer a, gconstpointer b)
{
  const guint32 *of_a = a, *of_b = b;

  return (*of_a > *of_b) - (*of_a < *of_b);
}

/* Rings, and links that are none, that the packets of @ring go on to. */
static guint
next_rings (gconstpointer data, guint ring, guint32 *targets)
{
  const Rings *rings = data;
  const DlTorusNetwork *network = rings->routes->network;
  guint link = ring, n = 0, kept = 0;

  if (rings->ring[ring] != ring)
    return 0;
  do
    {
      for (guint ports = ports_after (rings, link); ports != 0; ports &= ports - 1)
        {
          const guint to
              = network->link_to[link] * network->n_ports + (guint) __builtin_ctz (ports);

          if (rings->ring[to] != ring)
            targets[n++] = rings->ring[to];
        }
      link = goes_round (rings, link) ? next_link (network, link) : ring;
    }
  while (link != ring);
  qsort (targets, n, sizeof *targets, compare_links);
  for (guint i = 0; i < n; i++)
    if (kept == 0 || targets[kept - 1] != targets[i])
      targets[kept++] = targets[i];
  return kept;
}

/* The link of ring @from by which its packets come into ring @to, and in @entered theirs there. */
static guint
find_turn (const Rings *rings, guint from, guint to, guint *entered)
{
  const DlTorusNetwork *network = rings->routes->network;
  guint link = from;

  do
    {
      for (guint ports = ports_after (rings, link); ports != 0; ports &= ports - 1)
        {
          *entered = network->link_to[link] * network->n_ports + (guint) __builtin_ctz (ports);
          if (rings->ring[*entered] == to)
            return link;
        }
      link = goes_round (rings, link) ? next_link (network, link) : from;
    }
  while (link != from);
  g_assert_not_reached ();
}

/* The cycle of rings as one of channels, which go round in each ring from where it is entered to
 * where it is left. */
static void
spell_out (const Rings *rings, DlCycles *found)
{
  GArray *channels = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint link, smallest = 0;

  find_turn (rings, found->cycle[found->n - 1], found->cycle[0], &link);
  for (guint i = 0; i < found->n; i++)
    {
      guint entered;
      const guint left
          = find_turn (rings, found->cycle[i], found->cycle[(i + 1) % found->n], &entered);

      for (;; link = next_link (rings->routes->network, link))
        {
          const guint32 channel = dl_torus_channel (link, 0);

          g_array_append_val (channels, channel);
          if (link == left)
            break;
        }
      link = entered;
    }
  g_free (found->cycle);
  found->n = channels->len;
  found->cycle = g_new (guint32, found->n);
  for (guint i = 1; i < found->n; i++)
    if (g_array_index (channels, guint32, i) < g_array_index (channels, guint32, smallest))
      smallest = i;
  for (guint i = 0; i < found->n; i++)
    found->cycle[i] = g_array_index (channels, guint32, (smallest + i) % found->n);
  g_array_unref (channels);
}

static DlVerdict *
verdict_of_rings (const DlTorusRoutes *routes, const DlTorusDependencies *dependencies,
                  GCancellable *cancellable)
{
  const DlTorusNetwork *network = routes->network;
  Rings rings = { routes, dependencies, NULL };
  DlCycleGraph graph = { .n = network->n_links, .data = &rings, .next = next_rings };
  DlCycles found = { 0 };
  DlVerdict *verdict = NULL;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    graph.max_next = MAX (graph.max_next, network->torus.radix[dim] * DL_TORUS_N_NETWORK_PORTS);
  find_rings (&rings);
  if (dl_cycles_find (&graph, &found, cancellable))
    {
      if (found.n > 0)
        spell_out (&rings, &found);
      verdict = dl_verdict_new_of (&found);
      if (verdict->deadlock_free)
        verdict->why
            = N_ ("Each ring keeps a bubble: a packet enters it only with room for two, so "
                  "some packet of the ring can always go on (Puente et al. 2001). No ring "
                  "can wait for itself by way of others.");
    }
  else
    g_free (found.cycle);
  g_free (rings.ring);
  return verdict;
}

DlVerdict *
dl_verdict_new (const DlTorusRoutes *routes, const DlTorusDependencies *dependencies,
                GCancellable *cancellable)
{
  if (routes->spec.vc_policy->bubble && routes->spec.bubble_packets > 1)
    return verdict_of_rings (routes, dependencies, cancellable);
  return verdict_of_channels (routes, dependencies, cancellable);
}

/* Channels that leave a node in one dimension. */
#define DIM_CHANNELS 4
G_STATIC_ASSERT (DL_TORUS_N_DIMS *DIM_CHANNELS == DL_TORUS_NODE_CHANNELS);

DlTorusTurns *
dl_torus_turns_new (const DlTorusRoutes *routes)
{
  const gsize n_channels = (gsize) routes->network->n_links * DL_TORUS_VCS;
  DlTorusTurns *turns = g_new (DlTorusTurns, 1);

  turns->routes = routes;
  turns->turn = g_new0 (guint32, n_channels * DL_TORUS_NODE_CHANNELS);
  turns->ejected = g_new0 (guint32, n_channels);
  return turns;
}

void
dl_torus_turns_free (DlTorusTurns *turns)
{
  if (turns == NULL)
    return;
  g_free (turns->turn);
  g_free (turns->ejected);
  g_free (turns);
}

DlTorusDependencies *
dl_torus_turns_to_dependencies (const DlTorusTurns *turns, const double *vc_load)
{
  const DlTorusRoutes *routes = turns->routes;
  const DlTorusNetwork *network = routes->network;
  DlTorusDependencies *dependencies = dependencies_new (network);

  for (guint channel = 0; channel < dependencies->n_channels; channel++)
    {
      const guint32 *turn = turns->turn + (gsize) channel * DL_TORUS_NODE_CHANNELS;
      guint32 gone = turns->ejected[channel]; /* less than all pairs of nodes */
      guint16 next = 0;

      if (vc_load[channel] == 0)
        continue;
      /* Most turn into few dimensions, if at all. */
      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        {
          const guint begin = dim * DIM_CHANNELS;

          if ((turn[begin] | turn[begin + 1] | turn[begin + 2] | turn[begin + 3]) == 0)
            continue;
          for (guint to = begin; to < begin + DIM_CHANNELS; to++)
            {
              gone += turn[to];
              next |= (turn[to] > 0) << to;
            }
        }
      if (vc_load[channel] > gone)
        {
          const guint link = dl_torus_channel_link (channel), port = link % network->n_ports;
          const gboolean crosses = dl_torus_routes_at_dateline (routes, network->link_to[link],
                                                                dl_torus_port_dim (port));
          next |= dl_torus_channel_bit (port, dl_torus_channel_vc (channel) | crosses);
        }
      dependencies->next[channel] = next;
    }
  dependencies_join_halves (dependencies, routes);
  return dependencies;
}
