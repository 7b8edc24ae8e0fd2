/* The channel dependency graph and its verdict, against a graph of every pair's route and another
 * algorithm for its components. */
#include "channel-name.h"
#include "dl-torus-analysis.h"
#include "dl-torus-scenario.h"
#include "oracle.h"
#include "test-rounds.h"

#define N_RANDOM  TEST_ROUNDS (300)
#define MAX_NODES 150
#define NOT_YET   G_MAXUINT
#define NO_CYCLE  G_MAXUINT

/* Channels as numbers link * 2 + vc; who follows whom on some packet's way. */
typedef struct
{
  guint n;
  GArray **after;  /* (n) guint */
  GArray **before; /* (n) guint */
} Graph;

static void
graph_free (Graph *graph)
{
  for (guint i = 0; i < graph->n; i++)
    {
      g_array_unref (graph->after[i]);
      g_array_unref (graph->before[i]);
    }
  g_free (graph->after);
  g_free (graph->before);
  g_free (graph);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Graph, graph_free)

static gboolean
graph_has (const Graph *graph, guint a, guint b)
{
  for (guint i = 0; i < graph->after[a]->len; i++)
    if (g_array_index (graph->after[a], guint, i) == b)
      return TRUE;
  return FALSE;
}

static Graph *
graph_of_routes (const DlTorusRoutes *routes)
{
  const DlTorusNetwork *network = routes->network;
  g_auto (DlTorusRoute) route = { 0 };
  Graph *graph = g_new (Graph, 1);

  graph->n = 2 * network->n_links;
  graph->after = g_new (GArray *, graph->n);
  graph->before = g_new (GArray *, graph->n);
  for (guint i = 0; i < graph->n; i++)
    {
      graph->after[i] = g_array_new (FALSE, FALSE, sizeof (guint));
      graph->before[i] = g_array_new (FALSE, FALSE, sizeof (guint));
    }
  for (guint source = 0; source < network->n_nodes; source++)
    for (guint dest = 0; dest < network->n_nodes; dest++)
      {
        if (source == dest || !network->node_up[source] || !network->node_up[dest])
          continue;
        dl_torus_routes_walk (routes, source, dest, &route);
        for (guint i = 1; route.status == DL_TORUS_ROUTE_DELIVERED && i < route.n_hops; i++)
          {
            const guint a = 2 * route.hops[i - 1].link + route.hops[i - 1].vc;
            const guint b = 2 * route.hops[i].link + route.hops[i].vc;
            if (graph_has (graph, a, b))
              continue;
            g_array_append_val (graph->after[a], b);
            g_array_append_val (graph->before[b], a);
          }
      }
  return graph;
}

/* Kosaraju: depth first forwards for the order of leaving, then backwards in the reverse of it. */
static void
leave_forwards (const Graph *graph, guint at, guint8 *seen, GArray *order)
{
  seen[at] = TRUE;
  for (guint i = 0; i < graph->after[at]->len; i++)
    {
      const guint next = g_array_index (graph->after[at], guint, i);
      if (!seen[next])
        leave_forwards (graph, next, seen, order);
    }
  g_array_append_val (order, at);
}

static void
mark_backwards (const Graph *graph, guint at, guint component, guint *component_of)
{
  component_of[at] = component;
  for (guint i = 0; i < graph->before[at]->len; i++)
    {
      const guint next = g_array_index (graph->before[at], guint, i);
      if (component_of[next] == NOT_YET)
        mark_backwards (graph, next, component, component_of);
    }
}

/* @component_of gets each channel's component. */
static guint
cyclic_components (const Graph *graph, guint *component_of)
{
  g_autofree guint8 *seen = g_new0 (guint8, graph->n);
  g_autofree guint *size = g_new0 (guint, graph->n);
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint));
  guint cyclic = 0;

  for (guint i = 0; i < graph->n; i++)
    {
      component_of[i] = NOT_YET;
      if (!seen[i])
        leave_forwards (graph, i, seen, order);
    }
  for (guint i = order->len; i > 0; i--)
    {
      const guint at = g_array_index (order, guint, i - 1);
      if (component_of[at] == NOT_YET)
        mark_backwards (graph, at, at, component_of);
    }
  for (guint i = 0; i < graph->n; i++)
    size[component_of[i]]++;
  for (guint i = 0; i < graph->n; i++)
    cyclic += size[i] > 1 || (size[i] == 1 && graph_has (graph, i, i));
  return cyclic;
}

/* The shortest path from a channel back to itself, over all channels that are on one. */
static guint
shortest_cycle (const Graph *graph, const guint *component_of)
{
  g_autofree guint *distance = g_new (guint, graph->n);
  g_autofree guint *queue = g_new (guint, graph->n);
  guint shortest = NO_CYCLE;

  for (guint start = 0; start < graph->n; start++)
    {
      guint head = 0, tail = 0;

      for (guint i = 0; i < graph->n; i++)
        distance[i] = NOT_YET;
      distance[start] = 0;
      queue[tail++] = start;
      while (head < tail)
        {
          const guint at = queue[head++];
          for (guint i = 0; i < graph->after[at]->len; i++)
            {
              const guint next = g_array_index (graph->after[at], guint, i);
              if (next == start)
                shortest = MIN (shortest, distance[at] + 1);
              if (distance[next] != NOT_YET || component_of[next] != component_of[start])
                continue;
              distance[next] = distance[at] + 1;
              queue[tail++] = next;
            }
        }
    }
  return shortest;
}

static void
check_verdict (const DlTorusRoutes *routes, const DlVerdict *verdict, const Graph *graph,
               const char *message)
{
  g_autofree guint *component_of = g_new (guint, graph->n);
  const guint cyclic = cyclic_components (graph, component_of);

  if (verdict->cyclic_components != cyclic || verdict->deadlock_free != (cyclic == 0)
      || (cyclic == 0) != (verdict->n_cycle == 0))
    g_error ("%u cyclic components, not %u: %s", verdict->cyclic_components, cyclic, message);
  if (cyclic == 0)
    return;
  if (verdict->n_cycle != shortest_cycle (graph, component_of))
    g_error ("a cycle of %u, not %u: %s", verdict->n_cycle, shortest_cycle (graph, component_of),
             message);
  for (guint i = 0; i < verdict->n_cycle; i++)
    {
      const guint a = verdict->cycle[i], b = verdict->cycle[(i + 1) % verdict->n_cycle];
      const gboolean legal
          = dl_torus_routes_legal (routes, dl_torus_channel_link (a), dl_torus_channel_vc (a),
                                   dl_torus_channel_link (b), dl_torus_channel_vc (b));

      if (!graph_has (graph, a, b))
        g_error ("step %u of the cycle is no dependency: %s", i, message);
      g_assert_cmpuint (verdict->cycle[0], <=, a);
      g_assert_true (i > verdict->broken_step || legal == (i < verdict->broken_step));
    }
}

static DlTorusRoutes *
build (const OracleTorus *torus, const DlTorusEngine *engine)
{
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (torus);
  DlTorusRouting spec = routes->spec;

  spec.engine = engine;
  return dl_torus_routes_new (routes->network, &spec);
}

/* The fast graph, the graph of all walks and its verdict, and the oracle. */
static gboolean
check_routes (DlTorusRoutes *routes, const char *message)
{
  const DlDemand uniform = { .uniform = TRUE };
  g_autoptr (DlTorusAnalysis) fast = dl_torus_analysis_new (routes, &uniform, NULL);
  g_autoptr (DlTorusAnalysis) naive = dl_torus_analysis_new_naive (routes, &uniform);
  g_autoptr (Graph) graph = graph_of_routes (routes);

  check_verdict (routes, fast->verdict, graph, message);
  check_verdict (routes, naive->verdict, graph, message);
  if (memcmp (fast->vc_load, naive->vc_load, graph->n * sizeof (double)) != 0
      || fast->unreachable_pairs != naive->unreachable_pairs
      || fast->illegal_pairs != naive->illegal_pairs || fast->hops_max != naive->hops_max)
    g_error ("the fast analysis is not the naive one: %s", message);
  return fast->verdict->deadlock_free;
}

static void
test_random (gconstpointer data)
{
  const DlTorusEngine *engine = data;
  guint cyclic = 0;

  for (guint seed = 0; seed < N_RANDOM; seed++)
    {
      OracleTorus torus;

      /* Small ones have the faults that matter, and are walked quickly. */
      for (guint32 draw = 4000 + seed;; draw += N_RANDOM)
        {
          oracle_torus_random (&torus, draw, seed % 8);
          if (torus.radix[0] * torus.radix[1] * torus.radix[2] <= MAX_NODES)
            break;
        }

      g_autofree char *text = oracle_torus_to_string (&torus);
      g_autofree char *message = g_strdup_printf ("%s, %s", engine->id, text);
      g_autoptr (DlTorusRoutes) routes = build (&torus, engine);
      cyclic += !check_routes (routes, message);
    }
  g_test_message ("%s: %u of %u can deadlock", engine->id, cyclic, N_RANDOM);
  /* Both verdicts were put to the test, but for routes in a tree, which need no datelines. */
  if (g_str_equal (engine->id, "up-down"))
    g_assert_cmpuint (cyclic, ==, 0);
  else
    {
      g_assert_cmpuint (cyclic, >, N_RANDOM / 20);
      g_assert_cmpuint (cyclic, <, N_RANDOM / 2);
    }
}

static OracleTorus
torus_of (int kx, int ky, int kz, int dateline)
{
  OracleTorus torus = oracle_torus_of (kx, ky, kz);

  for (int dim = 0; dim < 3; dim++)
    torus.dateline[dim] = dateline;
  return torus;
}

static DlVerdict *
verdict_of (DlTorusRoutes *routes)
{
  const DlDemand uniform = { .uniform = TRUE };
  g_autoptr (DlTorusAnalysis) analysis = dl_torus_analysis_new (routes, &uniform, NULL);

  return dl_verdict_ref (analysis->verdict);
}

/* Model 3: datelines off, ties positive. */
static void
test_datelines_off (void)
{
  const struct
  {
    int k[3];
    guint components, shortest;
  } cases[] = { { { 4, 4, 4 }, 80, 4 }, { { 5, 5, 5 }, 200, 5 }, { { 11, 12, 16 }, 2000, 11 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const OracleTorus torus = torus_of (cases[i].k[0], cases[i].k[1], cases[i].k[2], -1);
      g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
      g_autoptr (DlVerdict) verdict = verdict_of (routes);

      g_assert_cmpuint (verdict->cyclic_components, ==, cases[i].components);
      g_assert_cmpuint (verdict->n_cycle, ==, cases[i].shortest);
      g_assert_cmpuint (verdict->broken_step, ==, verdict->n_cycle);
    }

  /* With ties by parity k = 4 needs no datelines (model 1). */
  OracleTorus parity = torus_of (4, 4, 4, -1);
  parity.tie_parity = TRUE;
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&parity);
  g_autoptr (DlVerdict) verdict = verdict_of (routes);
  g_assert_true (verdict->deadlock_free);
}

/* Model 3: a cable cut with the dateline right at it. */
static void
test_cut_at_dateline (void)
{
  OracleTorus torus = torus_of (5, 5, 5, 0);

  torus.dateline[DL_Z] = 1;
  torus.n_cables = 1;
  torus.cables[0] = (OracleLink) { { { 2, 2, 1 } }, DL_TORUS_PORT_Z_PLUS };
  g_autoptr (DlTorusRoutes) xt = build (&torus, dl_torus_engine_find ("xt"));
  g_autoptr (DlVerdict) safe = verdict_of (xt);
  g_assert_true (safe->deadlock_free);

  g_autoptr (DlTorusRoutes) literal = build (&torus, dl_torus_engine_find ("xt-literal"));
  g_autoptr (DlVerdict) verdict = verdict_of (literal);
  g_autoptr (Graph) graph = graph_of_routes (literal);
  g_autofree guint *component_of = g_new (guint, graph->n);
  guint channels = 0;

  g_assert_cmpuint (verdict->cyclic_components, ==, 1);
  g_assert_cmpuint (verdict->n_cycle, ==, 7);
  g_assert_cmpuint (verdict->broken_step, <, verdict->n_cycle);
  cyclic_components (graph, component_of);
  for (guint i = 0; i < graph->n; i++)
    channels += component_of[i] == component_of[verdict->cycle[0]];
  g_assert_cmpuint (channels, ==, 8);
  check_verdict (literal, verdict, graph, "the model's example");
}

/* Model 3, single cable cuts of a 5x5x5 torus at fixed datelines: 80% acyclic by the letter, 93% by
 * xt, all around the ring and by the legal engines. */
static void
test_single_cuts (void)
{
  guint n_engines, n_cuts = 0;
  const DlTorusEngine *const *engines = dl_torus_engines (&n_engines);
  g_autofree guint *acyclic = g_new0 (guint, n_engines);

  for (int node = 0; node < 125; node++)
    for (int port = 0; port < 6; port += 2, n_cuts++)
      {
        OracleTorus torus = torus_of (5, 5, 5, 0);
        torus.n_cables = 1;
        torus.cables[0] = (OracleLink) { { { node / 25, node / 5 % 5, node % 5 } }, port };
        for (guint e = 0; e < n_engines; e++)
          {
            g_autoptr (DlTorusRoutes) routes = build (&torus, engines[e]);
            g_autoptr (DlVerdict) verdict = verdict_of (routes);
            acyclic[e] += verdict->deadlock_free;
          }
      }

  g_assert_cmpuint (n_cuts, ==, 375);
  for (guint e = 0; e < n_engines; e++)
    {
      g_test_message ("%s: %u of %u cuts leave no cycle", engines[e]->id, acyclic[e], n_cuts);
      if (g_str_equal (engines[e]->id, "xt"))
        g_assert_cmpuint (acyclic[e], ==, 350);
      else if (g_str_equal (engines[e]->id, "xt-literal"))
        g_assert_cmpuint (acyclic[e], ==, 300);
      else
        g_assert_cmpuint (acyclic[e], ==, n_cuts);
    }
}

/* Nothing to deadlock, and nothing to crash on. */
static void
test_nobody (void)
{
  guint n_engines;
  const DlTorusEngine *const *engines = dl_torus_engines (&n_engines);

  for (guint e = 0; e < n_engines; e++)
    {
      const OracleTorus one = torus_of (1, 1, 1, 0);
      OracleTorus lonely = torus_of (3, 1, 1, 0);
      lonely.n_nodes = 3;
      for (int x = 0; x < 3; x++)
        lonely.nodes[x] = (OracleNode) { { x, 0, 0 } };

      g_autoptr (DlTorusRoutes) a = build (&one, engines[e]);
      g_autoptr (DlTorusRoutes) b = build (&lonely, engines[e]);
      g_assert_true (check_routes (a, "one node"));
      g_assert_true (check_routes (b, "all nodes broken"));
    }
}

static void
test_channel_name (void)
{
  const OracleTorus torus = torus_of (5, 5, 5, 0);
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  g_autofree char *name
      = channel_name (&dl_family_torus, routes->network,
                      dl_torus_channel ((2 * 25 + 2 * 5) * 6 + DL_TORUS_PORT_Z_PLUS, 0));

  g_assert_cmpstr (name, ==, "2,2,0:z+.0");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  oracle_add_engine_tests ("/dependency/random", test_random);
  g_test_add_func ("/dependency/datelines-off", test_datelines_off);
  g_test_add_func ("/dependency/cut-at-dateline", test_cut_at_dateline);
  g_test_add_func ("/dependency/single-cuts", test_single_cuts);
  g_test_add_func ("/dependency/nobody", test_nobody);
  g_test_add_func ("/dependency/channel-name", test_channel_name);
  return g_test_run ();
}
