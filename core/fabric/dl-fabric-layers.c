#include "dl-fabric-layers.h"

#include <string.h>

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
  guint32 *in_place;       /* (n_edges) where an edge is among those that lead to its end */
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
      /* What leads to x takes the first of all their places, what y leads to the others. */
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
