/* DFSSSP (Domke et al. 2011): shortest routes for each host, which avoid what is loaded so far;
 * then an offline search for layers (IV). All routes start in layer 0. While the dependencies of a
 * layer have a cycle, all routes over the weakest of them, which has the fewest, move to the next
 * layer; then that layer is searched.
 *
 * The search is one depth-first search per layer, which continues after each cycle, as
 * osm_ucast_dfsssp.c of OpenSM has it: dependencies only vanish, so that a channel without a cycle
 * stays without one. Routes are not listed per dependency: tables tell which destinations have
 * routes over it, and from which switches. Where no layer has a cycle, as in a fat tree, all that
 * it costs is a mark for each entry of a table and one search. */
#include "dl-fabric-engine.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define STRIDE 64   /* cycles between two looks at the cancellable */
#define BLOCK  64   /* destinations that are compared at once */
#define NO_OUT 0xff /* past the last channel that leaves a switch */

typedef enum
{
  NOT_VISITED,
  ON_STACK,
  DONE /* no edge from it leads to a cycle */
} Visit;

typedef struct
{
  DlFabricRoutes *routes;
  const DlFabricGraph *graph;
  const DlFabricWork *work;
  DlFabricLightest lightest;
  guint words; /* that hold a bit for each edge that leaves a switch */

  /* The layer that is searched, and the one after it: */
  guint layer;
  guint64 *follows; /* (n_edges x words) which edges of the next switch, counted from its first,
                       some route takes after an edge */
  guint64 *later;   /* likewise */

  /* From the first cycle of a layer on, else NULL: */
  guint32 *bits_before; /* (n_edges x words) bits that are set in words of @follows before it: the
                           number of the first dependency in it */
  guint32 *pairs;       /* (dependencies) pairs of hosts whose routes have it; 0: it has vanished */

  /* From the first cycle of all on, else NULL: */
  guint32 *edge_at; /* (slots of ports) edge */
  guint8 *outs;     /* (S x n_dests) which edge of its switch leads to a host, counted from the
                       first; NO_OUT: none */
  gsize n_dests;    /* hosts, to the next multiple of BLOCK */

  /* The search: */
  guint8 *visit;  /* (n_edges) Visit */
  guint8 *next;   /* (n_edges) the one that follows it on the stack, counted as in follows */
  guint32 *place; /* (n_edges) in stack */
  guint32 *stack; /* (n_edges) each follows the one before it */
  guint n_stack, n_done, n_cycles;
  guint cut;         /* entries of the stack that are still a path, past n_stack: all */
  guint32 *upstream; /* (S) switches */
} Maker;

static void
mark (Maker *m, guint64 *follows, guint32 x, guint32 y)
{
  const guint out = y - m->graph->first[m->graph->from[y]];

  follows[(gsize) x * m->words + out / 64] |= (guint64) 1 << out % 64;
}

/* The number of a dependency that is marked. */
static guint32
number_of (const Maker *m, guint32 x, guint out)
{
  const gsize word = (gsize) x * m->words + out / 64;

  return m->bits_before[word]
         + (guint32) __builtin_popcountll (m->follows[word] & (((guint64) 1 << out % 64) - 1));
}

/* Edges that follow each other on routes to the destination for which edges were chosen. */
static void
mark_chosen (Maker *m)
{
  const DlFabricGraph *graph = m->graph;
  const DlFabricLightest *lightest = &m->lightest;
  const guint to = lightest->wave.queue[0];

  for (guint i = 1; i < lightest->wave.n; i++)
    {
      const guint s = lightest->wave.queue[i], e = lightest->choice[s];

      if (graph->to[e] != to && lightest->through[s] > 0)
        mark (m, m->follows, e, lightest->choice[graph->to[e]]);
    }
}

static void
fill_switch (Maker *m, guint to)
{
  const DlFabricGraph *graph = m->graph;
  const guint H = m->routes->fabric->n_hosts;

  dl_fabric_wave_min (&m->lightest.wave, graph, to);
  for (guint i = graph->dest_first[to]; i < graph->dest_first[to + 1]; i++)
    {
      dl_fabric_lightest_choose (&m->lightest);
      dl_fabric_lightest_add (&m->lightest, 1);
      dl_fabric_lightest_set_ports (&m->lightest,
                                    m->routes->port + (gsize) graph->dests[i] * graph->S);
      mark_chosen (m);
    }
  if (H + to < m->routes->n_rows)
    {
      dl_fabric_lightest_choose (&m->lightest);
      dl_fabric_lightest_set_ports (&m->lightest, m->routes->port + (gsize) (H + to) * graph->S);
    }
}

/* The edge by which switch @s sends to the host of @row, which is at a different switch. */
static guint32
edge_of (const Maker *m, const guint8 *row, guint s)
{
  const DlFabric *fabric = m->routes->fabric;

  return m->edge_at[fabric->port_first[fabric->n_hosts + s] + row[s] - 1];
}

/* The tables by switch, so that one look is at many destinations. */
static void
turn_tables (Maker *m)
{
  const DlFabricGraph *graph = m->graph;
  const DlFabric *fabric = m->routes->fabric;
  const guint S = graph->S, H = fabric->n_hosts;

  m->edge_at = g_new (guint32, fabric->port_first[fabric->n_vertices]);
  for (guint e = 0; e < graph->n_edges; e++)
    m->edge_at[fabric->port_first[H + graph->from[e]] + graph->port[e] - 1] = e;
  m->n_dests = ((gsize) H + BLOCK - 1) / BLOCK * BLOCK;
  m->outs = g_malloc (S * m->n_dests);
  memset (m->outs, NO_OUT, S * m->n_dests);
  for (guint h = 0; h < H; h++)
    {
      const guint8 *row = m->routes->port + (gsize) h * S;

      for (guint s = 0; s < S; s++)
        if (row[s] != DL_FABRIC_NO_PORT && s != graph->gives[h])
          m->outs[s * m->n_dests + h] = (guint8) (edge_of (m, row, s) - graph->first[s]);
    }
}

/* Pairs of hosts over each dependency of the layer, by routes to one host; the wave is that of its
 * switch. */
static void
count_dest (Maker *m, guint dest)
{
  const DlFabricGraph *graph = m->graph;
  const guint8 *row = m->routes->port + (gsize) dest * graph->S;
  const guint8 *layer = m->routes->layer + (gsize) dest * graph->S;
  const DlFabricWave *wave = &m->lightest.wave;
  guint64 *through = m->lightest.through;

  for (guint i = 0; i < wave->n; i++)
    through[wave->queue[i]]
        = layer[wave->queue[i]] == m->layer ? graph->n_sources[wave->queue[i]] : 0;
  for (guint i = wave->n; i-- > 1;)
    {
      const guint s = wave->queue[i];
      guint32 x, y;

      if (through[s] == 0)
        continue;
      x = edge_of (m, row, s);
      if (graph->to[x] == wave->queue[0])
        continue;
      y = edge_of (m, row, graph->to[x]);
      m->pairs[number_of (m, x, y - graph->first[graph->to[x]])] += (guint32) through[s];
      through[graph->to[x]] += through[s];
    }
}

/* FALSE: canceled. */
static gboolean
count_pairs (Maker *m)
{
  const DlFabricGraph *graph = m->graph;
  const gsize n = (gsize) graph->n_edges * m->words;
  guint32 n_bits = 0;

  if (m->outs == NULL)
    turn_tables (m);
  m->bits_before = g_new (guint32, n);
  for (gsize i = 0; i < n; i++)
    {
      m->bits_before[i] = n_bits;
      n_bits += (guint32) __builtin_popcountll (m->follows[i]);
    }
  m->pairs = g_new0 (guint32, n_bits);
  for (guint to = 0; to < graph->S; to++)
    {
      if (graph->dest_first[to + 1] == graph->dest_first[to])
        continue;
      if (g_cancellable_is_cancelled (m->work->cancellable))
        return FALSE;
      dl_fabric_wave_min (&m->lightest.wave, graph, to);
      for (guint i = graph->dest_first[to]; i < graph->dest_first[to + 1]; i++)
        count_dest (m, graph->dests[i]);
    }
  return TRUE;
}

/* The route to @dest from the hosts at switch @s moves to the next layer. */
static void
move_route (Maker *m, guint dest, guint s)
{
  const DlFabricGraph *graph = m->graph;
  const guint8 *row = m->routes->port + (gsize) dest * graph->S;
  const guint to = graph->gives[dest];
  guint32 x = edge_of (m, row, s);

  while (graph->to[x] != to)
    {
      const guint32 y = edge_of (m, row, graph->to[x]);
      guint32 *pairs = &m->pairs[number_of (m, x, y - graph->first[graph->to[x]])];

      *pairs -= graph->n_sources[s];
      if (*pairs == 0 && m->visit[x] == ON_STACK && m->place[x] + 1 < m->n_stack
          && m->stack[m->place[x] + 1] == y)
        m->cut = MIN (m->cut, m->place[x] + 1);
      mark (m, m->later, x, y);
      x = y;
    }
  m->routes->layer[(gsize) dest * graph->S + s]++;
}

/* Move the routes to @dest that pass through switch @s and are in the layer. */
static void
move_upstream (Maker *m, guint dest, guint s)
{
  const DlFabricGraph *graph = m->graph;
  const guint8 *row = m->routes->port + (gsize) dest * graph->S;
  guint n = 0;

  m->upstream[n++] = s;
  while (n > 0)
    {
      const guint t = m->upstream[--n];

      if (graph->n_sources[t] > 0 && m->routes->layer[(gsize) dest * graph->S + t] == m->layer)
        move_route (m, dest, t);
      for (guint i = graph->in_first[t]; i < graph->in_first[t + 1]; i++)
        {
          const guint32 e = graph->in[i];

          if (row[graph->from[e]] == graph->port[e])
            m->upstream[n++] = graph->from[e];
        }
    }
}

/* All routes of the layer on which the edge @out of the next switch follows @x. */
static void
move_routes (Maker *m, guint32 x, guint8 out)
{
  const DlFabricGraph *graph = m->graph;
  const guint s = graph->from[x];
  const guint8 own = (guint8) (x - graph->first[s]);
  const guint8 *outs = m->outs + s * m->n_dests, *next = m->outs + graph->to[x] * m->n_dests;

  for (gsize block = 0; block < m->n_dests; block += BLOCK)
    {
      guint8 any = 0;

      for (guint i = 0; i < BLOCK; i++)
        any |= (guint8) ((outs[block + i] == own) & (next[block + i] == out));
      for (guint i = 0; i < BLOCK && any; i++)
        if (outs[block + i] == own && next[block + i] == out)
          move_upstream (m, (guint) (block + i), s);
    }
}

/* The end of the stack leads to @y, which is on it: break this cycle at its weakest dependency, the
 * first of those from @y on. FALSE: canceled. */
static gboolean
break_cycle (Maker *m, guint32 y)
{
  const DlFabricGraph *graph = m->graph;
  guint32 weakest = DL_FABRIC_NONE, fewest = G_MAXUINT32;

  for (guint i = m->place[y]; i < m->n_stack; i++)
    {
      const guint32 x = m->stack[i];
      const guint32 pairs = m->pairs[number_of (m, x, m->next[x])];

      if (pairs < fewest)
        {
          fewest = pairs;
          weakest = x;
        }
    }
  m->cut = G_MAXUINT;
  move_routes (m, weakest, m->next[weakest]);
  while (m->n_stack > m->cut)
    m->visit[m->stack[--m->n_stack]] = NOT_VISITED;
  if (++m->n_cycles % STRIDE != 0)
    return TRUE;
  /* How many layers there will be is not known: each takes half of the rest. */
  return dl_fabric_work_at (m->work, 1 - (1 - 0.5 * m->n_done / graph->n_edges) / (2 << m->layer));
}

/* Go to an edge that follows @x and is not DONE: of those with the most pairs of hosts, the first;
 * while pairs are not counted, the first from where @x is on. NO_OUT: there is none. */
static guint
next_out (Maker *m, guint32 x)
{
  const DlFabricGraph *graph = m->graph;
  const guint first = graph->first[graph->to[x]];
  guint begin = 0, best = NO_OUT;
  guint32 most = 0;

  if (m->pairs == NULL)
    begin = m->next[x] != NO_OUT ? m->next[x] : 64 * m->words;
  for (guint w = begin / 64; w < m->words; w++)
    {
      const gsize word = (gsize) x * m->words + w;
      guint64 set = m->follows[word];
      guint32 number = m->pairs != NULL ? m->bits_before[word] : 0;

      if (w == begin / 64)
        set &= ~(guint64) 0 << begin % 64;
      for (; set != 0; set &= set - 1, number++)
        {
          const guint out = 64 * w + (guint) __builtin_ctzll (set);

          if (m->visit[first + out] == DONE)
            continue;
          if (m->pairs == NULL)
            return m->next[x] = (guint8) out;
          if (m->pairs[number] <= most)
            continue;
          most = m->pairs[number];
          best = out;
        }
    }
  return m->next[x] = (guint8) best;
}

static void
push (Maker *m, guint32 x)
{
  m->visit[x] = ON_STACK;
  m->place[x] = m->n_stack;
  m->stack[m->n_stack++] = x;
}

/* Break all cycles of the layer; where there is one, pairs are counted first. FALSE: canceled. */
static gboolean
search (Maker *m)
{
  const DlFabricGraph *graph = m->graph;

  memset (m->visit, NOT_VISITED, graph->n_edges);
  memset (m->next, 0, graph->n_edges);
  m->n_stack = m->n_done = 0;
  for (guint32 start = 0; start < graph->n_edges; start++)
    {
      if (m->visit[start] != DONE)
        push (m, start);
      while (m->n_stack > 0)
        {
          const guint32 x = m->stack[m->n_stack - 1];
          const guint out = next_out (m, x);
          const guint32 y = graph->first[graph->to[x]] + out;

          if (out == NO_OUT)
            {
              m->visit[x] = DONE;
              m->n_stack--;
              m->n_done++;
            }
          else if (m->visit[y] == NOT_VISITED)
            push (m, y);
          else if (m->pairs == NULL)
            return count_pairs (m) && search (m);
          else if (!break_cycle (m, y))
            return FALSE;
        }
    }
  return TRUE;
}

/* FALSE: canceled. */
static gboolean
find_layers (Maker *m)
{
  const gsize n = (gsize) m->graph->n_edges * m->words;
  gboolean going = TRUE, moved = TRUE;

  if (m->graph->n_edges == 0)
    return TRUE;
  for (m->layer = 0; moved && going && m->layer < DL_FABRIC_MAX_LAYERS; m->layer++)
    {
      going = search (m) && dl_fabric_work_at (m->work, 1 - 0.5 / (2 << m->layer));
      moved = m->pairs != NULL;
      memcpy (m->follows, m->later, n * sizeof *m->follows);
      memset (m->later, 0, n * sizeof *m->later);
      g_clear_pointer (&m->bits_before, g_free);
      g_clear_pointer (&m->pairs, g_free);
    }
  m->routes->n_layers = m->layer + moved;
  return going;
}

static gboolean
route_dfsssp (DlFabricRoutes *routes, DlFabricGraph *graph, const DlFabricEngineOptions *options,
              const DlFabricWork *work, GError **error)
{
  const guint S = graph->S, n_edges = graph->n_edges;
  Maker m = { .routes = routes, .graph = graph, .work = work };
  gboolean going = TRUE;

  for (guint s = 0; s < S; s++)
    m.words = MAX (m.words, (graph->first[s + 1] - graph->first[s] + 63) / 64);
  routes->layer = g_malloc0 ((gsize) routes->fabric->n_hosts * S);
  dl_fabric_lightest_init (&m.lightest, graph);
  m.follows = g_new0 (guint64, (gsize) n_edges * m.words);
  m.later = g_new0 (guint64, (gsize) n_edges * m.words);
  m.visit = g_new (guint8, n_edges);
  m.next = g_new (guint8, n_edges);
  m.place = g_new (guint32, n_edges);
  m.stack = g_new (guint32, n_edges);
  m.upstream = g_new (guint32, S);
  for (guint to = 0; to < S && going; to++)
    {
      if (dl_fabric_leads_to (routes, graph, to))
        fill_switch (&m, to);
      going = dl_fabric_work_at (work, 0.5 * to / S);
    }
  going = going && find_layers (&m) && dl_fabric_has_layers (routes, options, error);
  dl_fabric_lightest_clear (&m.lightest);
  g_free (m.follows);
  g_free (m.later);
  g_free (m.bits_before);
  g_free (m.pairs);
  g_free (m.edge_at);
  g_free (m.outs);
  g_free (m.visit);
  g_free (m.next);
  g_free (m.place);
  g_free (m.stack);
  g_free (m.upstream);
  return going;
}

const DlFabricEngine dl_fabric_dfsssp = {
  .id = "dfsssp",
  .title = N_ ("DFSSSP"),
  .description
  = N_ ("Shortest routes that avoid loaded cables, in as many layers as keep each without a cycle"),
  .citation = "Domke, Hoefler & Nagel, Deadlock-free oblivious routing for arbitrary topologies, "
              "IPDPS 2011",
  .acyclic = TRUE,
  .route = route_dfsssp,
};
