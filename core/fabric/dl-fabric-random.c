/* Random regular graphs of switches (Jellyfish; Singla et al. 2012, 3): simple, connected, seeded.
 * Free ports are joined at random; where none are left that may be joined, a cable is taken out and
 * its ends are joined to switches that have ports left. */
#include "dl-fabric-builder.h"
#include "dl-fabric-options.h"
#include "dl-rng.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define MAX_SWITCHES 8192 /* the graph is kept as a matrix of bits */

static gboolean
check (const DlFabricSpec *spec, const char **key, GError **error)
{
  const guint64 n = spec->switches, degree = spec->degree;

  *key = "switches";
  if (n < 1 || n > MAX_SWITCHES || n * (spec->hosts_per_switch + 1ull) > DL_FABRIC_MAX_VERTICES)
    {
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
                   g_dngettext (GETTEXT_PACKAGE,
                                "%u random switch with hosts-per-switch=%u is not supported "
                                "(expected 1 to %d, and at most %d of both)",
                                "%u random switches with hosts-per-switch=%u are not supported "
                                "(expected 1 to %d, and at most %d of both)",
                                spec->switches),
                   spec->switches, spec->hosts_per_switch, MAX_SWITCHES, DL_FABRIC_MAX_VERTICES);
      return FALSE;
    }
  *key = "hosts-per-switch";
  if (spec->hosts_per_switch < 1 || spec->hosts_per_switch + degree > DL_FABRIC_MAX_PORTS)
    {
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
                   _ ("a switch with hosts-per-switch=%u and degree=%u is not supported (expected "
                      "1 host or more, and at most %d ports)"),
                   spec->hosts_per_switch, spec->degree, DL_FABRIC_MAX_PORTS);
      return FALSE;
    }
  *key = "degree";
  if (degree >= n || n * degree % 2 != 0 || (n > 2 && degree < 2) || (n == 2 && degree < 1))
    {
      const char *why = degree >= n           ? _ ("a switch has a cable to each other one at most")
                        : n * degree % 2 != 0 ? _ ("each cable has two ends")
                                              : _ ("it would be in pieces");

      g_set_error (
          error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER,
          g_dngettext (GETTEXT_PACKAGE,
                       "%u switch with degree=%u does not make a connected graph: %s (expected %s)",
                       "%u switches with degree=%u do not make a connected graph: %s (expected %s)",
                       spec->switches),
          spec->switches, spec->degree, why,
          n % 2 != 0 ? _ ("an even degree below the number of switches")
                     : _ ("a degree below the number of switches"));
      return FALSE;
    }
  return TRUE;
}

typedef struct
{
  guint n, degree;
  guint64 *bits; /* (n x words) adjacency */
  guint words;
  guint32 *a, *b; /* (n_edges) ends of edges, in no order */
  guint n_edges;
  guint16 *left; /* (n) free ports */
  DlRng rng;
} Graph;

static gboolean
joined (const Graph *graph, guint a, guint b)
{
  return (graph->bits[(gsize) a * graph->words + b / 64] >> b % 64 & 1) != 0;
}

static void
flip (Graph *graph, guint a, guint b)
{
  graph->bits[(gsize) a * graph->words + b / 64] ^= (guint64) 1 << b % 64;
  graph->bits[(gsize) b * graph->words + a / 64] ^= (guint64) 1 << a % 64;
}

static void
join (Graph *graph, guint a, guint b)
{
  flip (graph, a, b);
  graph->a[graph->n_edges] = a;
  graph->b[graph->n_edges++] = b;
  graph->left[a]--;
  graph->left[b]--;
}

static void
take_out (Graph *graph, guint edge)
{
  const guint a = graph->a[edge], b = graph->b[edge];

  flip (graph, a, b);
  graph->a[edge] = graph->a[--graph->n_edges];
  graph->b[edge] = graph->b[graph->n_edges];
  graph->left[a]++;
  graph->left[b]++;
}

/* Join @p and @r, or @p twice, to the ends of an edge that is taken out for it. FALSE if none is
 * found. */
static gboolean
squeeze_in (Graph *graph, guint p, guint r)
{
  for (guint tries = 0; graph->n_edges > 0 && tries < 64 * graph->n_edges; tries++)
    {
      const guint edge = (guint) dl_rng_below (&graph->rng, graph->n_edges);
      const gboolean turned = dl_rng_next (&graph->rng) >> 63;
      const guint x = turned ? graph->b[edge] : graph->a[edge];
      const guint y = turned ? graph->a[edge] : graph->b[edge];

      if (x == p || y == r || x == r || y == p || joined (graph, p, x) || joined (graph, r, y))
        continue;
      take_out (graph, edge);
      join (graph, p, x);
      join (graph, r, y);
      return TRUE;
    }
  return FALSE;
}

/* Join all free ports. FALSE if some are left that cannot be joined, as happens in tiny graphs. */
static gboolean
fill (Graph *graph)
{
  g_autofree guint32 *open = g_new (guint32, graph->n);

  for (;;)
    {
      guint n_open = 0, tries = 0, a = 0, b = 0;

      for (guint s = 0; s < graph->n; s++)
        if (graph->left[s] > 0)
          open[n_open++] = s;
      if (n_open == 0)
        return TRUE;
      /* A round of random pairs; then look whether any pair is left. */
      while (tries++ < 4 * graph->n && n_open > 1)
        {
          a = open[dl_rng_below (&graph->rng, n_open)];
          b = open[dl_rng_below (&graph->rng, n_open)];
          if (a != b && graph->left[a] > 0 && graph->left[b] > 0 && !joined (graph, a, b))
            join (graph, a, b);
        }
      n_open = 0;
      for (guint s = 0; s < graph->n; s++)
        if (graph->left[s] > 0)
          open[n_open++] = s;
      gboolean stuck = TRUE;
      for (guint i = 0; i < n_open && stuck; i++)
        for (guint j = i + 1; j < n_open && stuck; j++)
          stuck = joined (graph, open[i], open[j]);
      if (n_open == 0 || !stuck)
        continue;
      a = open[0];
      b = graph->left[a] > 1 ? a : n_open > 1 ? open[1] : a;
      if (!squeeze_in (graph, a, b))
        return FALSE;
    }
}

/* Number the pieces of the graph (n); returns how many there are. */
static guint
find_pieces (const Graph *graph, guint32 *piece)
{
  g_autofree guint32 *first = g_new0 (guint32, graph->n + 1);
  g_autofree guint32 *next = g_new (guint32, 2 * graph->n_edges + 1);
  g_autofree guint32 *stack = g_new (guint32, graph->n);
  guint n_pieces = 0;

  for (guint e = 0; e < graph->n_edges; e++)
    {
      first[graph->a[e] + 1]++;
      first[graph->b[e] + 1]++;
    }
  for (guint s = 0; s < graph->n; s++)
    first[s + 1] += first[s];
  g_autofree guint32 *at = g_memdup2 (first, graph->n * sizeof *first);
  for (guint e = 0; e < graph->n_edges; e++)
    {
      next[at[graph->a[e]]++] = graph->b[e];
      next[at[graph->b[e]]++] = graph->a[e];
    }
  memset (piece, 0xff, graph->n * sizeof *piece);
  for (guint s = 0; s < graph->n; s++)
    {
      guint n_stack = 0;

      if (piece[s] != G_MAXUINT32)
        continue;
      piece[s] = n_pieces;
      stack[n_stack++] = s;
      while (n_stack > 0)
        {
          const guint node = stack[--n_stack];

          for (guint i = first[node]; i < first[node + 1]; i++)
            if (piece[next[i]] == G_MAXUINT32)
              {
                piece[next[i]] = n_pieces;
                stack[n_stack++] = next[i];
              }
        }
      n_pieces++;
    }
  return n_pieces;
}

/* Swap ends between edges of different pieces until there is one: of degree 2 and more, each piece
 * has an edge on a cycle, whose piece stays whole without it. */
static void
connect_pieces (Graph *graph)
{
  g_autofree guint32 *piece = g_new (guint32, graph->n);
  guint n_pieces = find_pieces (graph, piece);

  while (n_pieces > 1)
    {
      const guint e = (guint) dl_rng_below (&graph->rng, graph->n_edges);
      const guint f = (guint) dl_rng_below (&graph->rng, graph->n_edges);
      const guint a = graph->a[e], b = graph->b[e], c = graph->a[f], d = graph->b[f];

      if (piece[a] == piece[c])
        continue;
      take_out (graph, MAX (e, f));
      take_out (graph, MIN (e, f));
      join (graph, a, c);
      join (graph, b, d);
      n_pieces = find_pieces (graph, piece);
    }
}

static DlFabric *
make (const DlFabricSpec *spec, GError **error)
{
  g_autoptr (DlFabricBuilder) builder = dl_fabric_builder_new ();
  const guint n = spec->switches;
  /* With more than half of the others as neighbors, draw the pairs that are left out. */
  const gboolean inverse = 2 * spec->degree > n - 1;
  Graph graph = { .n = n, .degree = inverse ? n - 1 - spec->degree : spec->degree };
  gboolean laid = TRUE;

  graph.words = (n + 63) / 64;
  graph.a = g_new (guint32, (gsize) n * graph.degree / 2 + 1);
  graph.b = g_new (guint32, (gsize) n * graph.degree / 2 + 1);
  graph.left = g_new (guint16, n);
  graph.bits = g_new (guint64, (gsize) n * graph.words);
  dl_rng_init (&graph.rng, spec->seed);
  do
    {
      graph.n_edges = 0;
      memset (graph.bits, 0, (gsize) n * graph.words * sizeof *graph.bits);
      for (guint s = 0; s < n; s++)
        graph.left[s] = (guint16) graph.degree;
    }
  while (!fill (&graph));
  if (!inverse)
    connect_pieces (&graph);
  for (guint s = 0; s < n; s++)
    {
      dl_fabric_builder_add_switch (builder, NULL, 0, 0);
      for (guint h = 0; laid && h < spec->hosts_per_switch; h++)
        laid = dl_fabric_builder_add_cable (
            builder, (DlFabricEnd) { s, FALSE, h + 1 },
            (DlFabricEnd) { dl_fabric_builder_add_host (builder, NULL, 0), TRUE, 1 }, error);
    }
  for (guint a = 0; a < n; a++)
    for (guint b = a + 1; laid && b < n; b++)
      if (joined (&graph, a, b) != inverse)
        laid = dl_fabric_builder_add_cable (builder, (DlFabricEnd) { a, FALSE, 0 },
                                            (DlFabricEnd) { b, FALSE, 0 }, error);
  g_free (graph.a);
  g_free (graph.b);
  g_free (graph.left);
  g_free (graph.bits);
  return laid ? dl_fabric_builder_finish (builder, NULL, error) : NULL;
}

const DlFabricGenerator dl_fabric_random_regular = {
  .id = "random-regular",
  .title = N_ ("Random regular"),
  .description = N_ ("Switches joined at random, each with the same number of cables"),
  .citation = "Singla et al., Jellyfish: networking data centers randomly, NSDI 2012",
  .keys = "switches;degree;hosts-per-switch",
  .usual_engine = "up-down",
  .check = check,
  .make = make,
};
