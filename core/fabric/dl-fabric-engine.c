#include "dl-fabric-engine.h"

#include "dl-progress.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Shortest routes by the cycles of channels, as the anynet of BookSim 2 finds them: each switch
 * keeps the first step of its own shortest paths. Of switches as near the one with the lowest
 * number is settled first, and of paths as short the one that is found first stays, so that of a
 * destination's neighbors on such paths the one settled first decides. */

#define STRIDE 16 /* switches between two looks at the cancellable */
#define FAR    G_MAXUINT32

typedef struct
{
  const DlFabricGraph *graph;
  guint32 *cycles; /* (n_edges) */
  guint32 *hops;   /* (S) cycles from the switch whose paths these are */
  guint8 *port;    /* (S) by which its path begins */
  guint8 *settled; /* (S) gboolean */
  guint64 *heap;   /* (n_edges + 1) cycles and switch, the least one first */
  guint n;         /* in heap */
} Search;

static guint64
entry (guint32 cycles, guint32 s)
{
  return (guint64) cycles << 32 | s;
}

static void
push (Search *search, guint64 what)
{
  guint64 *heap = search->heap;
  guint at = search->n++;

  for (; at > 0 && heap[(at - 1) / 2] > what; at = (at - 1) / 2)
    heap[at] = heap[(at - 1) / 2];
  heap[at] = what;
}

static guint64
pop (Search *search)
{
  guint64 *heap = search->heap;
  const guint64 least = heap[0], last = heap[--search->n];
  guint at = 0;

  for (guint child; (child = 2 * at + 1) < search->n; at = child)
    {
      if (child + 1 < search->n && heap[child + 1] < heap[child])
        child++;
      if (heap[child] >= last)
        break;
      heap[at] = heap[child];
    }
  heap[at] = last;
  return least;
}

/* All paths from @from. */
static void
find_ways (Search *search, guint from)
{
  const DlFabricGraph *graph = search->graph;

  memset (search->hops, 0xff, graph->S * sizeof *search->hops);
  memset (search->settled, FALSE, graph->S);
  search->hops[from] = 0;
  search->n = 0;
  push (search, entry (0, from));
  while (search->n > 0)
    {
      const guint s = (guint32) pop (search);

      if (search->settled[s])
        continue;
      search->settled[s] = TRUE;
      for (guint e = graph->first[s]; e < graph->first[s + 1]; e++)
        {
          const guint t = graph->to[e];
          const guint32 cycles = search->hops[s] + search->cycles[e];

          if (cycles >= search->hops[t])
            continue;
          search->hops[t] = cycles;
          search->port[t] = s == from ? graph->port[e] : search->port[s];
          push (search, entry (cycles, t));
        }
    }
}

/* The table of @from, without its own hosts. */
static void
fill_table (DlFabricRoutes *routes, const Search *search, guint from)
{
  const DlFabricGraph *graph = search->graph;
  const guint S = graph->S, H = routes->fabric->n_hosts;

  for (guint to = 0; to < S; to++)
    {
      if (to == from || search->hops[to] == FAR)
        continue;
      for (guint i = graph->dest_first[to]; i < graph->dest_first[to + 1]; i++)
        routes->port[(gsize) graph->dests[i] * S + from] = search->port[to];
      if (H + to < routes->n_rows)
        routes->port[(gsize) (H + to) * S + from] = search->port[to];
    }
}

static gboolean
route_dijkstra (DlFabricRoutes *routes, DlFabricGraph *graph, const DlFabricEngineOptions *options,
                const DlFabricWork *work, GError **error)
{
  const guint16 *stated = routes->fabric->channel_cycles;
  g_autofree guint32 *cycles = g_new (guint32, MAX (graph->n_edges, 1));
  g_autofree guint32 *hops = g_new (guint32, graph->S);
  g_autofree guint8 *port = g_new (guint8, graph->S), *settled = g_new (guint8, graph->S);
  g_autofree guint64 *heap = g_new (guint64, (gsize) graph->n_edges + 1);
  Search search = { graph, cycles, hops, port, settled, heap, 0 };
  gboolean going = TRUE;

  for (guint e = 0; e < graph->n_edges; e++)
    cycles[e] = stated != NULL ? MAX (stated[graph->channel[e]], 1) : 1;
  for (guint from = 0; from < graph->S && going; from++)
    {
      if (from % STRIDE == 0)
        going = dl_fabric_work_at (work, (double) from / graph->S);
      if (!routes->fabric->switch_up[from])
        continue;
      find_ways (&search, from);
      fill_table (routes, &search, from);
    }
  return going;
}

const DlFabricEngine dl_fabric_dijkstra = {
  .id = "dijkstra",
  .alias = "min",
  .title = N_ ("Dijkstra"),
  .description = N_ ("Shortest routes by cycles, one of them for each destination; can deadlock"),
  .citation = "BookSim 2, min of anynet (src/networks/anynet.cpp); Dijkstra, Numerische Mathematik "
              "1, 1959",
  .route = route_dijkstra,
};

void
dl_fabric_lightest_init (DlFabricLightest *lightest, const DlFabricGraph *graph)
{
  *lightest = (DlFabricLightest) {
    .graph = graph,
    .weight = g_new0 (guint64, graph->n_edges),
    .choice = g_new (guint32, graph->S),
    .through = g_new (guint64, graph->S),
    .sum = g_new (guint64, graph->S),
  };
  dl_fabric_wave_init (&lightest->wave, graph->S);
}

void
dl_fabric_lightest_clear (DlFabricLightest *lightest)
{
  dl_fabric_wave_clear (&lightest->wave);
  g_free (lightest->weight);
  g_free (lightest->choice);
  g_free (lightest->through);
  g_free (lightest->sum);
}

void
dl_fabric_lightest_choose (DlFabricLightest *lightest)
{
  const DlFabricGraph *graph = lightest->graph;
  const DlFabricWave *wave = &lightest->wave;

  lightest->sum[wave->queue[0]] = 0;
  for (guint i = 1; i < wave->n; i++)
    {
      const guint s = wave->queue[i];
      guint64 least = G_MAXUINT64;

      for (guint e = graph->first[s]; e < graph->first[s + 1]; e++)
        {
          guint64 sum;

          if (!dl_fabric_wave_takes (wave, graph, s, e))
            continue;
          sum = lightest->weight[e] + lightest->sum[graph->to[e]];
          if (sum < least)
            {
              least = sum;
              lightest->choice[s] = e;
            }
        }
      lightest->sum[s] = least;
    }
}

void
dl_fabric_lightest_add (DlFabricLightest *lightest, guint times)
{
  const DlFabricGraph *graph = lightest->graph;
  const DlFabricWave *wave = &lightest->wave;

  for (guint i = 0; i < wave->n; i++)
    lightest->through[wave->queue[i]] = (guint64) graph->n_sources[wave->queue[i]] * times;
  for (guint i = wave->n; i-- > 1;)
    {
      const guint s = wave->queue[i], e = lightest->choice[s];

      lightest->weight[e] += lightest->through[s];
      lightest->through[graph->to[e]] += lightest->through[s];
    }
}

void
dl_fabric_lightest_set_ports (const DlFabricLightest *lightest, guint8 *row)
{
  for (guint i = 1; i < lightest->wave.n; i++)
    {
      const guint s = lightest->wave.queue[i];

      row[s] = lightest->graph->port[lightest->choice[s]];
    }
}

/* Dependencies of a layer. */
typedef struct
{
  guint64 *follows; /* (n_edges x words) which edges of the next switch, counted from its first,
                       follow an edge */
  guint64 *leads;   /* likewise, which edges that lead to its first switch, it follows */
  guint32 *place;   /* (n_edges) in a topological order */
} Layer;

struct _DlFabricLayers
{
  const DlFabricGraph *graph;
  guint words;
  guint32 *in_place;       /* (n_edges) place of an edge among the edges that lead to its end */
  GArray *layers;          /* Layer */
  guint32 *stack;          /* (n_edges) */
  guint32 *after, *before; /* (n_edges) edges found by the searches */
  guint32 *places;         /* (2 n_edges) */
  guint8 *seen;            /* (n_edges) gboolean */
  GArray *added;           /* guint32, pairs of edges */
};

DlFabricLayers *
dl_fabric_layers_new (const DlFabricGraph *graph)
{
  DlFabricLayers *layers = g_new0 (DlFabricLayers, 1);
  guint most = 1;

  layers->graph = graph;
  layers->in_place = g_new (guint32, graph->n_edges);
  for (guint s = 0; s < graph->S; s++)
    {
      most = MAX (most, graph->first[s + 1] - graph->first[s]);
      most = MAX (most, graph->in_first[s + 1] - graph->in_first[s]);
      for (guint i = graph->in_first[s]; i < graph->in_first[s + 1]; i++)
        layers->in_place[graph->in[i]] = i - graph->in_first[s];
    }
  layers->words = (most + 63) / 64;
  layers->layers = g_array_new (FALSE, FALSE, sizeof (Layer));
  layers->stack = g_new (guint32, graph->n_edges);
  layers->after = g_new (guint32, graph->n_edges);
  layers->before = g_new (guint32, graph->n_edges);
  layers->places = g_new (guint32, 2 * (gsize) graph->n_edges);
  layers->seen = g_new0 (guint8, graph->n_edges);
  layers->added = g_array_new (FALSE, FALSE, sizeof (guint32));
  return layers;
}

void
dl_fabric_layers_free (DlFabricLayers *layers)
{
  if (layers == NULL)
    return;
  for (guint i = 0; i < layers->layers->len; i++)
    {
      g_free (g_array_index (layers->layers, Layer, i).follows);
      g_free (g_array_index (layers->layers, Layer, i).leads);
      g_free (g_array_index (layers->layers, Layer, i).place);
    }
  g_array_unref (layers->layers);
  g_array_unref (layers->added);
  g_free (layers->in_place);
  g_free (layers->stack);
  g_free (layers->after);
  g_free (layers->before);
  g_free (layers->places);
  g_free (layers->seen);
  g_free (layers);
}

guint
dl_fabric_layers_count (const DlFabricLayers *layers)
{
  return layers->layers->len;
}

static void
add_layer (DlFabricLayers *layers)
{
  const gsize n = (gsize) layers->graph->n_edges * layers->words;
  const Layer layer = { .follows = g_new0 (guint64, n),
                        .leads = g_new0 (guint64, n),
                        .place = g_new (guint32, layers->graph->n_edges) };

  for (guint e = 0; e < layers->graph->n_edges; e++)
    layer.place[e] = e;
  g_array_append_val (layers->layers, layer);
}

static void
flip (DlFabricLayers *layers, Layer *layer, guint32 x, guint32 y)
{
  const DlFabricGraph *graph = layers->graph;
  const guint out = y - graph->first[graph->from[y]], in = layers->in_place[x];

  layer->follows[(gsize) x * layers->words + out / 64] ^= (guint64) 1 << out % 64;
  layer->leads[(gsize) y * layers->words + in / 64] ^= (guint64) 1 << in % 64;
}

static gboolean
has (const DlFabricLayers *layers, const Layer *layer, guint32 x, guint32 y)
{
  const DlFabricGraph *graph = layers->graph;
  const guint out = y - graph->first[graph->from[y]];

  return (layer->follows[(gsize) x * layers->words + out / 64] >> out % 64 & 1) != 0;
}

/* All that @start leads to (or, @back, that leads to it) within the places between it and @limit.
 * Returns how many are in @found, G_MAXUINT if @goal is among them. */
static guint
search (DlFabricLayers *layers, const Layer *layer, guint32 start, guint32 limit, gboolean back,
        guint32 goal, guint32 *found)
{
  const DlFabricGraph *graph = layers->graph;
  const guint64 *sets = back ? layer->leads : layer->follows;
  guint n = 0, n_stack = 0;
  gboolean reached = FALSE;

  layers->stack[n_stack++] = start;
  layers->seen[start] = TRUE;
  found[n++] = start;
  while (n_stack > 0 && !reached)
    {
      const guint32 x = layers->stack[--n_stack];
      const guint first = back ? graph->in_first[graph->from[x]] : graph->first[graph->to[x]];

      for (guint w = 0; w < layers->words; w++)
        for (guint64 set = sets[(gsize) x * layers->words + w]; set != 0; set &= set - 1)
          {
            const guint i = first + 64 * w + (guint) __builtin_ctzll (set);
            const guint32 y = back ? graph->in[i] : i;

            reached |= y == goal;
            if (layers->seen[y] || (back ? layer->place[y] < limit : layer->place[y] > limit))
              continue;
            layers->seen[y] = TRUE;
            layers->stack[n_stack++] = y;
            found[n++] = y;
          }
    }
  for (guint i = 0; i < n; i++)
    layers->seen[found[i]] = FALSE;
  return reached ? G_MAXUINT : n;
}

static gint
by_place (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint32 *place = data;
  const guint32 x = place[*(const guint32 *) a], y = place[*(const guint32 *) b];

  return (x > y) - (x < y);
}

static gint
by_number (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return (x > y) - (x < y);
}

/* Let @y follow @x. FALSE if that closes a cycle; nothing has changed then. */
static gboolean
add_dependency (DlFabricLayers *layers, Layer *layer, guint32 x, guint32 y)
{
  if (x == y)
    return FALSE;
  if (layer->place[y] < layer->place[x])
    {
      const guint n_after = search (layers, layer, y, layer->place[x], FALSE, x, layers->after);
      guint n_before, n;

      if (n_after == G_MAXUINT)
        return FALSE;
      n_before = search (layers, layer, x, layer->place[y], TRUE, DL_FABRIC_NONE, layers->before);
      n = n_after + n_before;
      /* Edges before x take the first of all their places, those after y the others. */
      g_qsort_with_data (layers->before, (gint) n_before, sizeof (guint32), by_place, layer->place);
      g_qsort_with_data (layers->after, (gint) n_after, sizeof (guint32), by_place, layer->place);
      for (guint i = 0; i < n; i++)
        layers->places[i]
            = layer->place[i < n_before ? layers->before[i] : layers->after[i - n_before]];
      g_qsort_with_data (layers->places, (gint) n, sizeof (guint32), by_number, NULL);
      for (guint i = 0; i < n; i++)
        layer->place[i < n_before ? layers->before[i] : layers->after[i - n_before]]
            = layers->places[i];
    }
  flip (layers, layer, x, y);
  return TRUE;
}

guint
dl_fabric_layers_add (DlFabricLayers *layers, const guint32 *edges, guint n)
{
  for (guint l = 0; l < DL_FABRIC_MAX_LAYERS; l++)
    {
      gboolean fits = TRUE;
      Layer *layer;

      if (l == layers->layers->len)
        add_layer (layers);
      layer = &g_array_index (layers->layers, Layer, l);
      g_array_set_size (layers->added, 0);
      for (guint i = 0; i + 1 < n && fits; i++)
        {
          if (has (layers, layer, edges[i], edges[i + 1]))
            continue;
          fits = add_dependency (layers, layer, edges[i], edges[i + 1]);
          if (fits)
            g_array_append_vals (layers->added, &edges[i], 2);
        }
      if (fits)
        return l;
      for (guint i = 0; i < layers->added->len; i += 2)
        flip (layers, layer, g_array_index (layers->added, guint32, i),
              g_array_index (layers->added, guint32, i + 1));
    }
  return DL_FABRIC_MAX_LAYERS;
}

/* One more is a file with a DlFabricEngine (tables, choices or detours, with its source) and a
 * line here. dl-fabric-graph has what engines share, dl-fabric-lightest chooses routes by
 * weights, dl-fabric-layers puts routes into layers without cycles. The tests hold it to
 * dependencies built pair by pair. */
static const DlFabricEngine *const engines[] = {
  &dl_fabric_lft,       &dl_fabric_min_hop,     &dl_fabric_up_down, &dl_fabric_ftree,
  &dl_fabric_dor,       &dl_fabric_lash,        &dl_fabric_dfsssp,  &dl_fabric_dijkstra,
  &dl_fabric_random_up, &dl_fabric_adaptive_up, &dl_fabric_valiant, &dl_fabric_ugal,
  &dl_fabric_dateline,
};

const DlFabricEngine *const *
dl_fabric_engines (guint *n)
{
  *n = G_N_ELEMENTS (engines);
  return engines;
}

const DlFabricEngine *
dl_fabric_engine_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (engines); i++)
    if (g_str_equal (engines[i]->id, id) || g_strcmp0 (engines[i]->alias, id) == 0)
      return engines[i];
  return NULL;
}

DlFabricEngineOptions
dl_fabric_engine_options_default (void)
{
  return (DlFabricEngineOptions) { .layers = 4 };
}

gboolean
dl_fabric_work_at (const DlFabricWork *work, double fraction)
{
  if (work->progress != NULL)
    work->progress (fraction, work->data);
  dl_stage_note (work->cancellable, fraction);
  return !g_cancellable_is_cancelled (work->cancellable);
}

void
dl_fabric_rank_by (DlFabricGraph *graph, const DlFabricEngineOptions *options)
{
  g_autofree guint32 *found = NULL;
  guint n = 0;

  if (options->n_roots == 0)
    {
      found = g_new (guint32, graph->S);
      n = dl_fabric_find_roots (graph->fabric, found);
    }
  dl_fabric_graph_rank (graph, found != NULL ? found : options->roots,
                        found != NULL ? n : options->n_roots);
}

gboolean
dl_fabric_leads_to (const DlFabricRoutes *routes, const DlFabricGraph *graph, guint to)
{
  return routes->fabric->switch_up[to]
         && (graph->dest_first[to + 1] > graph->dest_first[to]
             || routes->n_rows > routes->fabric->n_hosts);
}

gboolean
dl_fabric_has_layers (const DlFabricRoutes *routes, const DlFabricEngineOptions *options,
                      GError **error)
{
  if (routes->n_layers <= options->layers)
    return TRUE;
  if (routes->n_layers > DL_FABRIC_MAX_LAYERS)
    {
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
                   _ ("engine %s needs more than %d layers here (choose another engine)"),
                   routes->engine->id, DL_FABRIC_MAX_LAYERS);
      return FALSE;
    }
  g_set_error (
      error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
      g_dngettext (
          GETTEXT_PACKAGE,
          "engine %s needs %u layer here and has %u (raise layers, or choose another engine)",
          "engine %s needs %u layers here and has %u (raise layers, or choose another engine)",
          routes->n_layers),
      routes->engine->id, routes->n_layers, options->layers);
  return FALSE;
}

/* Entries of the switch itself, and of the hosts at it, which are the same whatever the engine. */
static void
fill_last_hops (DlFabricRoutes *routes, const DlFabricGraph *graph)
{
  const DlFabric *fabric = routes->fabric;

  for (guint h = 0; h < fabric->n_hosts; h++)
    if (graph->gives[h] != DL_FABRIC_NONE)
      routes->port[(gsize) h * graph->S + graph->gives[h]]
          = fabric->channel_from_port[dl_fabric_host_receives (fabric, h)];
  for (guint v = fabric->n_hosts; v < routes->n_rows; v++)
    routes->port[(gsize) v * graph->S + v - fabric->n_hosts] = 0;
}

DlFabricRoutes *
dl_fabric_route (DlFabric *fabric, const DlFabricEngine *engine,
                 const DlFabricEngineOptions *options, const DlFabricWork *work, GError **error)
{
  static const DlFabricWork quiet = { 0 };
  g_autoptr (DlFabricGraph) graph = dl_fabric_graph_new (fabric);
  g_autoptr (DlFabricRoutes) routes = g_new0 (DlFabricRoutes, 1);
  g_autoptr (GError) local = NULL;

  dl_shared_init (&routes->head.shared, dl_fabric_routes_free);
  routes->head.shape = routes->fabric = dl_fabric_ref (fabric);
  routes->engine = engine;
  routes->kind = engine->kind;
  routes->n_layers = 1;
  routes->most_layers = options->layers;
  routes->compares_all = options->compares_all;
  routes->n_roots = options->n_roots;
  routes->roots = g_memdup2 (options->roots, options->n_roots * sizeof *options->roots);
  if (options->tables != NULL)
    routes->tables = dl_fabric_tables_ref (options->tables);
  routes->n_rows = options->to_switches || engine->kind == DL_FABRIC_DETOURS ? fabric->n_vertices
                                                                             : fabric->n_hosts;
  if (engine->kind != DL_FABRIC_CHOICES)
    {
      const gsize size = (gsize) routes->n_rows * fabric->n_switches;

      routes->port = g_malloc (size);
      memset (routes->port, DL_FABRIC_NO_PORT, size);
      if (engine != &dl_fabric_lft)
        fill_last_hops (routes, graph);
    }
  if (engine->route (routes, graph, options, work != NULL ? work : &quiet, &local))
    return g_steal_pointer (&routes);
  if (local != NULL)
    g_propagate_error (error, g_steal_pointer (&local));
  else
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("canceled"));
  return NULL;
}

DlFabricRoutes *
dl_fabric_reroute (const DlFabricRoutes *routes, DlFabric *fabric, const DlFabricWork *work,
                   GError **error)
{
  const DlFabricEngineOptions options = {
    .roots = routes->roots,
    .n_roots = routes->n_roots,
    .layers = routes->most_layers,
    .tables = routes->tables,
    .compares_all = routes->compares_all,
    .to_switches = routes->kind != DL_FABRIC_DETOURS && routes->n_rows > fabric->n_hosts,
  };

  return dl_fabric_route (fabric, routes->engine, &options, work, error);
}

/* Tables that were read stay as they are, whatever breaks. */
static gboolean
route_lft (DlFabricRoutes *routes, DlFabricGraph *graph, const DlFabricEngineOptions *options,
           const DlFabricWork *work, GError **error)
{
  if (options->tables == NULL)
    {
      g_set_error_literal (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER,
                           _ ("there are no tables (open output of dump_fts, or choose another "
                              "engine)"));
      return FALSE;
    }
  if (options->tables->n_vertices != routes->fabric->n_vertices
      || options->tables->n_switches != graph->S)
    {
      g_set_error_literal (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_MISMATCH,
                           _ ("the tables are of a different fabric (open those of this one)"));
      return FALSE;
    }
  if (options->tables->n_layers > options->layers)
    {
      g_set_error (
          error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
          g_dngettext (
              GETTEXT_PACKAGE,
              "the path records of the tables use %u layer and engine %s has %u (raise layers)",
              "the path records of the tables use %u layers and engine %s has %u (raise layers)",
              options->tables->n_layers),
          options->tables->n_layers, routes->engine->id, options->layers);
      return FALSE;
    }
  memcpy (routes->port, options->tables->port, (gsize) routes->n_rows * graph->S);
  if (options->tables->layer != NULL)
    {
      routes->host_layer = g_memdup2 (options->tables->layer,
                                      (gsize) routes->fabric->n_hosts * routes->fabric->n_hosts);
      routes->n_layers = options->tables->n_layers;
    }
  return TRUE;
}

const DlFabricEngine dl_fabric_lft = {
  .id = "lft",
  .title = N_ ("Tables as read"),
  .description = N_ ("The forwarding tables of the machine; after a fault they stay as they are"),
  .citation = "InfiniBand Architecture Specification 1, 18.2.4.3 (linear forwarding tables)",
  .route = route_lft,
};
