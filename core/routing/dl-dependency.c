#include "dl-dependency.h"

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
          dl_routes_walk (routes, source, dest, &route);
          if (route.status == DL_ROUTE_DELIVERED)
            add_route (dependencies, network, &route);
        }
    }
  return g_steal_pointer (&dependencies);
}

char *
dl_channel_to_string (const DlNetwork *network, guint channel)
{
  const DlLinkAt at = dl_network_link_at (network, dl_channel_link (channel));
  g_autofree char *link = dl_link_at_to_string (at);

  return g_strdup_printf ("%s.%u", link, dl_channel_vc (channel));
}

/* The verdict ---------------------------------------------------------------------------------- */

/* Channels still in question, and how many of these depend on each. */
typedef struct
{
  const DlNetwork *network;
  const guint16 *next; /* (n_channels) */
  guint n_channels;
  guint32 *waiting; /* (n_channels) alive channels with a dependency on this one */
  guint8 *alive;    /* (n_channels) gboolean */
  guint32 *stack;   /* (n_channels) */
  GCancellable *cancellable;
} Graph;

/* Visit the channels that @channel depends on. */
#define FOREACH_NEXT(graph, channel, target)                                                       \
  for (guint32 bits_ = (graph)->next[channel],                                                     \
               base_ = (graph)->network->link_to[dl_channel_link (channel)] * NODE_CHANNELS,       \
               target = 0;                                                                         \
       bits_ != 0 && (target = base_ + __builtin_ctz (bits_), TRUE); bits_ &= bits_ - 1)

static void
graph_init (Graph *graph, const DlRoutes *routes, const DlDependencies *dependencies)
{
  graph->network = routes->network;
  graph->next = dependencies->next;
  graph->n_channels = dependencies->n_channels;
  graph->waiting = g_new0 (guint32, graph->n_channels);
  graph->alive = g_new (guint8, graph->n_channels);
  graph->stack = g_new (guint32, graph->n_channels);
  memset (graph->alive, TRUE, graph->n_channels);
  for (guint channel = 0; channel < graph->n_channels; channel++)
    FOREACH_NEXT (graph, channel, target)
  graph->waiting[target]++;
}

static void
graph_clear (Graph *graph)
{
  g_free (graph->waiting);
  g_free (graph->alive);
  g_free (graph->stack);
}

/* Take out @channel and all that nothing alive waits for any more. Returns how many. */
static guint
graph_remove (Graph *graph, guint channel)
{
  guint n_stack = 1, removed = 0;

  graph->stack[0] = channel;
  graph->alive[channel] = FALSE;
  while (n_stack > 0)
    {
      const guint gone = graph->stack[--n_stack];

      removed++;
      FOREACH_NEXT (graph, gone, target)
      if (--graph->waiting[target] == 0 && graph->alive[target])
        {
          graph->alive[target] = FALSE;
          graph->stack[n_stack++] = target;
        }
    }
  return removed;
}

/* Take out what cannot be on a cycle because none leads to it. Returns how many are left. */
static guint
graph_peel (Graph *graph)
{
  guint left = graph->n_channels;

  for (guint channel = 0; channel < graph->n_channels; channel++)
    if (graph->alive[channel] && graph->waiting[channel] == 0)
      left -= graph_remove (graph, channel);
  return left;
}

/* Tarjan's strongly connected components, without recursion. */
typedef struct
{
  Graph *graph;
  guint32 *index; /* (n_channels) order of discovery from 1; 0: not yet */
  guint32 *low;   /* (n_channels) */
  guint16 *bits;  /* (n_channels) dependencies still to be followed */
  guint32 *path;  /* (n_channels) the way down */
  guint32 *open;  /* (n_channels) found, but in no component yet */
  guint n_path, n_open, n_found;
  guint n_cyclic;
} Tarjan;

/* The component that @root closes: alone and without a dependency on itself, it has no cycle and is
 * taken out of the graph. */
static void
close_component (Tarjan *t, guint root)
{
  guint members = 0, channel;

  do
    {
      channel = t->open[--t->n_open];
      t->index[channel] = G_MAXUINT32; /* in a component */
      members++;
    }
  while (channel != root);

  if (members > 1)
    {
      t->n_cyclic++;
      return;
    }
  FOREACH_NEXT (t->graph, root, target)
  if (target == root)
    {
      t->n_cyclic++;
      return;
    }
  t->graph->alive[root] = FALSE;
}

static void
discover (Tarjan *t, guint channel)
{
  t->index[channel] = t->low[channel] = ++t->n_found;
  t->bits[channel] = t->graph->next[channel];
  t->path[t->n_path++] = channel;
  t->open[t->n_open++] = channel;
}

static void
search_from (Tarjan *t, guint start)
{
  const Graph *graph = t->graph;

  discover (t, start);
  while (t->n_path > 0)
    {
      const guint channel = t->path[t->n_path - 1];

      if (t->bits[channel] != 0)
        {
          const guint bit = __builtin_ctz (t->bits[channel]);
          const guint target
              = graph->network->link_to[dl_channel_link (channel)] * NODE_CHANNELS + bit;

          t->bits[channel] &= t->bits[channel] - 1;
          if (!graph->alive[target] || t->index[target] == G_MAXUINT32)
            continue;
          if (t->index[target] == 0)
            discover (t, target);
          else
            t->low[channel] = MIN (t->low[channel], t->index[target]);
          continue;
        }
      t->n_path--;
      if (t->n_path > 0)
        {
          const guint parent = t->path[t->n_path - 1];
          t->low[parent] = MIN (t->low[parent], t->low[channel]);
        }
      if (t->low[channel] == t->index[channel])
        close_component (t, channel);
    }
}

/* Count the components with a cycle; only their channels stay alive. */
static guint
count_components (Graph *graph)
{
  const guint n = graph->n_channels;
  Tarjan t = {
    .graph = graph,
    .index = g_new0 (guint32, n),
    .low = g_new (guint32, n),
    .bits = g_new (guint16, n),
    .path = g_new (guint32, n),
    .open = g_new (guint32, n),
  };

  for (guint channel = 0; channel < n; channel++)
    if (graph->alive[channel] && t.index[channel] == 0)
      search_from (&t, channel);
  g_free (t.index);
  g_free (t.low);
  g_free (t.bits);
  g_free (t.path);
  g_free (t.open);
  return t.n_cyclic;
}

/* Breadth first from @start back to it along alive channels, in fewer than @limit steps. Returns
 * the steps, 0 if there is no such way; @from tells the way back. */
static guint
way_back (const Graph *graph, guint start, guint limit, guint32 *from, guint32 *seen,
          guint32 *queue)
{
  guint head = 0, tail = 0, level_end, steps = 0;

  queue[tail++] = start;
  while (head < tail && steps + 1 < limit)
    {
      steps++;
      for (level_end = tail; head < level_end; head++)
        FOREACH_NEXT (graph, queue[head], target)
        {
          if (target == start)
            {
              from[start] = queue[head];
              return steps;
            }
          if (!graph->alive[target] || seen[target] == start + 1)
            continue;
          seen[target] = start + 1;
          from[target] = queue[head];
          queue[tail++] = target;
        }
    }
  return 0;
}

/* A shortest cycle among the alive channels, of which there is one. Each channel is tried and then
 * taken out, together with all that is on no cycle without it. */
static gboolean
find_shortest (Graph *graph, DlVerdict *verdict)
{
  const guint n = graph->n_channels;
  g_autofree guint32 *from = g_new (guint32, n);
  g_autofree guint32 *seen = g_new0 (guint32, n);
  g_autofree guint32 *queue = g_new (guint32, n);

  memset (graph->waiting, 0, n * sizeof *graph->waiting);
  for (guint channel = 0; channel < n; channel++)
    if (graph->alive[channel])
      FOREACH_NEXT (graph, channel, target)
  graph->waiting[target]++;

  for (guint start = 0; start < n; start++)
    {
      if (!graph->alive[start])
        continue;
      if (g_cancellable_is_cancelled (graph->cancellable))
        return FALSE;

      const guint limit = verdict->n_cycle > 0 ? verdict->n_cycle : G_MAXUINT;
      const guint steps = way_back (graph, start, limit, from, seen, queue);
      if (steps > 0)
        {
          g_free (verdict->cycle);
          verdict->n_cycle = steps;
          verdict->cycle = g_new (guint32, steps);
          /* All smaller channels have been tried: this one is the smallest. */
          for (guint i = steps, channel = start; i > 0; i--)
            {
              channel = from[channel];
              verdict->cycle[i - 1] = channel;
            }
        }
      graph_remove (graph, start);
    }
  return TRUE;
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
  g_autoptr (DlVerdict) verdict = g_new0 (DlVerdict, 1);
  Graph graph = { .cancellable = cancellable };
  gboolean done = TRUE;

  g_atomic_ref_count_init (&verdict->refs);
  graph_init (&graph, routes, dependencies);
  if (graph_peel (&graph) > 0)
    verdict->cyclic_components = count_components (&graph);
  verdict->deadlock_free = verdict->cyclic_components == 0;
  if (!verdict->deadlock_free)
    done = find_shortest (&graph, verdict);
  verdict->broken_step = find_broken_step (routes, verdict);
  graph_clear (&graph);
  return done ? g_steal_pointer (&verdict) : NULL;
}

DlVerdict *
dl_verdict_ref (DlVerdict *verdict)
{
  g_atomic_ref_count_inc (&verdict->refs);
  return verdict;
}

void
dl_verdict_unref (DlVerdict *verdict)
{
  if (verdict == NULL || !g_atomic_ref_count_dec (&verdict->refs))
    return;
  g_free (verdict->cycle);
  g_free (verdict);
}
