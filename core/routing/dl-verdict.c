#include "dl-verdict.h"

#include "dl-memory.h"
#include "dl-progress.h"

/* Nodes still in question, and how many of these lead to each. */
typedef struct
{
  const DlCycleGraph *given;
  guint n;
  guint32 *waiting; /* (n) alive nodes that lead to this one */
  guint8 *alive;    /* (n) gboolean */
  guint32 *stack;   /* (n) */
  guint32 *targets; /* (given->max_next) */
  guint32 *first;   /* (n + 1) the rest after peeling, as lists */
  guint32 *next;    /* (first[n]) */
  GCancellable *cancellable;
} Graph;

static void
graph_init (Graph *graph, const DlCycleGraph *given, GCancellable *cancellable)
{
  graph->given = given;
  graph->n = given->n;
  graph->cancellable = cancellable;
  graph->waiting = g_new0 (guint32, graph->n);
  graph->alive = g_new (guint8, graph->n);
  graph->stack = g_new (guint32, graph->n);
  graph->targets = g_new (guint32, given->max_next);
  graph->first = NULL;
  graph->next = NULL;
  dl_fill (graph->alive, TRUE, graph->n);
  for (guint node = 0; node < graph->n; node++)
    {
      const guint n = given->next (given->data, node, graph->targets);
      for (guint i = 0; i < n; i++)
        graph->waiting[graph->targets[i]]++;
    }
}

static void
graph_clear (Graph *graph)
{
  g_free (graph->waiting);
  g_free (graph->alive);
  g_free (graph->stack);
  g_free (graph->targets);
  g_free (graph->first);
  g_free (graph->next);
}

/* Take out @node and all that nothing alive leads to any more. Returns how many. */
static guint
graph_remove (Graph *graph, guint node)
{
  const DlCycleGraph *given = graph->given;
  guint n_stack = 1, removed = 0;

  graph->stack[0] = node;
  graph->alive[node] = FALSE;
  while (n_stack > 0)
    {
      const guint gone = graph->stack[--n_stack];
      const guint32 *targets = graph->targets;
      guint n;

      if (graph->first != NULL)
        {
          targets = graph->next + graph->first[gone];
          n = graph->first[gone + 1] - graph->first[gone];
        }
      else
        n = given->next (given->data, gone, graph->targets);
      removed++;
      for (guint i = 0; i < n; i++)
        if (--graph->waiting[targets[i]] == 0 && graph->alive[targets[i]])
          {
            graph->alive[targets[i]] = FALSE;
            graph->stack[n_stack++] = targets[i];
          }
    }
  return removed;
}

/* Take out what cannot be on a cycle because none leads to it. Returns how many are left. */
static guint
graph_peel (Graph *graph)
{
  guint left = graph->n;

  for (guint node = 0; node < graph->n; node++)
    if (graph->alive[node] && graph->waiting[node] == 0)
      left -= graph_remove (graph, node);
  return left;
}

/* From here on only live channels count, and is looked at often: keep it as lists. */
static void
graph_keep (Graph *graph)
{
  const DlCycleGraph *given = graph->given;
  guint n_edges = 0;

  graph->first = g_new (guint32, graph->n + 1);
  for (guint pass = 0; pass < 2; pass++)
    {
      n_edges = 0;
      for (guint node = 0; node < graph->n; node++)
        {
          const guint n = graph->alive[node] ? given->next (given->data, node, graph->targets) : 0;

          graph->first[node] = n_edges;
          for (guint i = 0; i < n; i++)
            if (graph->alive[graph->targets[i]])
              {
                if (pass == 1)
                  graph->next[n_edges] = graph->targets[i];
                n_edges++;
              }
        }
      graph->first[graph->n] = n_edges;
      if (pass == 0)
        graph->next = g_new (guint32, MAX (n_edges, 1));
    }
}

/* Tarjan's strongly connected components, without recursion. */
typedef struct
{
  Graph *graph;
  guint32 *index;    /* (n) order of discovery from 1; 0: not yet */
  guint32 *low;      /* (n) */
  guint32 *followed; /* (n) edges already followed, as a place in graph->next */
  guint32 *path;     /* (n) the path down */
  guint32 *open;     /* (n) found, but in no component yet */
  guint n_path, n_open, n_found;
  guint n_cyclic;
} Tarjan;

/* The component that @root closes: alone and not leading to itself, it has no cycle and is taken
 * out of the graph. */
static void
close_component (Tarjan *t, guint root)
{
  const Graph *graph = t->graph;
  guint members = 0, node;

  do
    {
      node = t->open[--t->n_open];
      t->index[node] = G_MAXUINT32; /* in a component */
      members++;
    }
  while (node != root);

  if (members > 1)
    {
      t->n_cyclic++;
      return;
    }
  for (guint i = graph->first[root]; i < graph->first[root + 1]; i++)
    if (graph->next[i] == root)
      {
        t->n_cyclic++;
        return;
      }
  t->graph->alive[root] = FALSE;
}

static void
discover (Tarjan *t, guint node)
{
  t->index[node] = t->low[node] = ++t->n_found;
  t->followed[node] = t->graph->first[node];
  t->path[t->n_path++] = node;
  t->open[t->n_open++] = node;
}

static void
search_from (Tarjan *t, guint start)
{
  const Graph *graph = t->graph;

  discover (t, start);
  while (t->n_path > 0)
    {
      const guint node = t->path[t->n_path - 1];

      if (t->followed[node] < graph->first[node + 1])
        {
          const guint target = graph->next[t->followed[node]++];

          if (!graph->alive[target] || t->index[target] == G_MAXUINT32)
            continue;
          if (t->index[target] == 0)
            discover (t, target);
          else
            t->low[node] = MIN (t->low[node], t->index[target]);
          continue;
        }
      t->n_path--;
      if (t->n_path > 0)
        {
          const guint parent = t->path[t->n_path - 1];
          t->low[parent] = MIN (t->low[parent], t->low[node]);
        }
      if (t->low[node] == t->index[node])
        close_component (t, node);
    }
}

/* Count the components with a cycle; only their nodes stay alive. */
static guint
count_components (Graph *graph)
{
  const guint n = graph->n;
  Tarjan t = {
    .graph = graph,
    .index = g_new0 (guint32, n),
    .low = g_new (guint32, n),
    .followed = g_new (guint32, n),
    .path = g_new (guint32, n),
    .open = g_new (guint32, n),
  };

  for (guint node = 0; node < n; node++)
    if (graph->alive[node] && t.index[node] == 0)
      search_from (&t, node);
  g_free (t.index);
  g_free (t.low);
  g_free (t.followed);
  g_free (t.path);
  g_free (t.open);
  return t.n_cyclic;
}

/* A search for the shortest path from a node back to it. */
typedef struct
{
  const Graph *graph;
  guint32 *back_first, *back; /* (n + 1), (first[n]) the nodes that lead to each */
  guint32 *from;              /* (n) the path back */
  guint32 *seen;              /* (n) by the search from this node, from 1 */
  guint32 *last;              /* (n) likewise: it leads to the start */
  guint32 *queue;             /* (n) */
} Search;

static void
search_init (Search *search, const Graph *graph)
{
  const guint n = graph->n;

  search->graph = graph;
  search->from = g_new (guint32, n);
  search->seen = g_new0 (guint32, n);
  search->last = g_new0 (guint32, n);
  search->queue = g_new (guint32, n);
  search->back_first = g_new0 (guint32, n + 2);
  search->back = g_new (guint32, MAX (graph->first[n], 1));
  for (guint i = 0; i < graph->first[n]; i++)
    search->back_first[graph->next[i] + 2]++;
  for (guint node = 0; node < n; node++)
    search->back_first[node + 2] += search->back_first[node + 1];
  for (guint node = 0; node < n; node++)
    for (guint i = graph->first[node]; i < graph->first[node + 1]; i++)
      search->back[search->back_first[graph->next[i] + 1]++] = node;
}

static void
search_clear (Search *search)
{
  g_free (search->back_first);
  g_free (search->back);
  g_free (search->from);
  g_free (search->seen);
  g_free (search->last);
  g_free (search->queue);
}

/* Breadth first from @start back to it among alive nodes, in fewer than @limit steps. Nodes that
 * lead to it are known beforehand, so that the last step, which costs more than all before, is not
 * searched. Returns the steps, 0 if there is no such path; @from tells the path back. */
static guint
way_back (Search *search, guint start, guint limit)
{
  const Graph *graph = search->graph;
  guint head = 0, tail = 0, level_end;

  for (guint i = search->back_first[start]; i < search->back_first[start + 1]; i++)
    search->last[search->back[i]] = start + 1;
  search->from[start] = start;
  if (search->last[start] == start + 1)
    return limit > 1 ? 1 : 0;
  search->queue[tail++] = start;
  /* A node found in @steps steps that leads to the start makes a cycle of one more. */
  for (guint steps = 1; head < tail && steps + 1 < limit; steps++)
    for (level_end = tail; head < level_end; head++)
      {
        const guint at = search->queue[head];

        for (guint i = graph->first[at]; i < graph->first[at + 1]; i++)
          {
            const guint target = graph->next[i];

            if (search->seen[target] == start + 1 || !graph->alive[target])
              continue;
            search->seen[target] = start + 1;
            search->from[target] = at;
            if (search->last[target] == start + 1)
              {
                search->from[start] = target;
                return steps + 1;
              }
            search->queue[tail++] = target;
          }
      }
  return 0;
}

/* A shortest cycle among the alive nodes, of which there is one. Each node is tried and then taken
 * out, together with all that is on no cycle without it. */
static gboolean
find_shortest (Graph *graph, DlCycles *found)
{
  const guint n = graph->n;
  gboolean going = TRUE;
  Search search;

  search_init (&search, graph);
  dl_fill (graph->waiting, 0, n * sizeof *graph->waiting);
  for (guint node = 0; node < n; node++)
    if (graph->alive[node])
      for (guint i = graph->first[node]; i < graph->first[node + 1]; i++)
        graph->waiting[graph->next[i]]++;

  for (guint start = 0; start < n && going; start++)
    {
      if (!graph->alive[start])
        continue;
      going = !g_cancellable_is_cancelled (graph->cancellable);
      dl_stage_note (graph->cancellable, (double) start / n);

      const guint limit = found->n > 0 ? found->n : G_MAXUINT;
      const guint steps = way_back (&search, start, limit);
      if (steps > 0)
        {
          g_free (found->cycle);
          found->n = steps;
          found->cycle = g_new (guint32, steps);
          /* All smaller nodes have been tried: this one is the smallest. */
          for (guint i = steps, node = start; i > 0; i--)
            {
              node = search.from[node];
              found->cycle[i - 1] = node;
            }
        }
      graph_remove (graph, start);
    }
  search_clear (&search);
  return going;
}

gboolean
dl_cycles_find (const DlCycleGraph *given, DlCycles *found, GCancellable *cancellable)
{
  gboolean done = TRUE;
  Graph graph;

  graph_init (&graph, given, cancellable);
  if (graph_peel (&graph) > 0)
    {
      graph_keep (&graph);
      found->components = count_components (&graph);
    }
  if (found->components > 0)
    done = find_shortest (&graph, found);
  graph_clear (&graph);
  return done;
}

static void
verdict_free (gpointer data)
{
  DlVerdict *verdict = data;

  g_free (verdict->cycle);
  g_free (verdict);
}

DlVerdict *
dl_verdict_new_of (const DlCycles *found)
{
  DlVerdict *verdict = g_new0 (DlVerdict, 1);

  dl_shared_init (&verdict->shared, verdict_free);
  verdict->cyclic_components = found->components;
  verdict->deadlock_free = found->components == 0;
  verdict->n_cycle = found->n;
  verdict->cycle = found->cycle;
  verdict->broken_step = found->n;
  return verdict;
}

DlVerdict *
dl_verdict_new_found (const DlCycleGraph *graph, GCancellable *cancellable)
{
  DlCycles found = { 0 };

  if (!dl_cycles_find (graph, &found, cancellable))
    {
      g_free (found.cycle);
      return NULL;
    }
  return dl_verdict_new_of (&found);
}
