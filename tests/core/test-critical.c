/* Critical links: every cable against a network in which it is broken from the start, walked pair
 * by pair by the oracle. */
#include "critical-fixture.h"

#include <math.h>

/* Mean VC balance and largest load, from the oracle's loads. */
static void
summarize (const Oracle *oracle, const OracleLoads *loads, double *balance_mean, double *load_max)
{
  double sum = 0;
  int n = 0;

  *load_max = NAN;
  for (int link = 0; link < oracle->n_nodes * 6; link++)
    {
      const double p0 = loads->load[2 * link], p1 = loads->load[2 * link + 1];

      if (!oracle->link_up[link])
        continue;
      *load_max = fmax (*load_max, p0 + p1);
      if (p0 + p1 > 0)
        {
          sum += fabs (p0 - p1) / (p0 + p1);
          n++;
        }
    }
  *balance_mean = n > 0 ? sum / n : NAN;
}

static gboolean
is_close (double a, double b)
{
  return isnan (a) || isnan (b) ? isnan (a) && isnan (b) : fabs (a - b) <= 1e-9 * (1 + fabs (b));
}

static void
compare_figures (const DlCriticalFigures *figures, const OracleTorus *torus, const char *name)
{
  g_autoptr (Oracle) oracle = oracle_new (torus);
  g_autoptr (OracleLoads) loads = oracle_loads_uniform (oracle);
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (torus);
  g_autoptr (DlTorusDependencies) dependencies = dl_torus_dependencies_new_naive (routes, NULL);
  g_autoptr (DlVerdict) verdict = dl_verdict_new (routes, dependencies, NULL);
  double balance_mean, load_max;

  summarize (oracle, loads, &balance_mean, &load_max);
  if (figures->unreachable_pairs != loads->unreachable || figures->dropped_pairs != loads->dropped
      || figures->illegal_pairs != loads->illegal
      || !is_close (figures->hops_mean, loads->hops_mean) || !is_close (figures->load_max, load_max)
      || !is_close (figures->balance_mean, balance_mean)
      || !!figures->deadlock_free != !!verdict->deadlock_free)
    {
      g_autofree char *text = oracle_torus_to_string (torus);
      g_error ("%s of %s: unreachable %lu %lu, dropped %lu %lu, illegal %lu %lu, hops %g %g, "
               "peak %g %g, balance %g %g, free %d %d",
               name, text, (gulong) figures->unreachable_pairs, (gulong) loads->unreachable,
               (gulong) figures->dropped_pairs, (gulong) loads->dropped,
               (gulong) figures->illegal_pairs, (gulong) loads->illegal, figures->hops_mean,
               loads->hops_mean, figures->load_max, load_max, figures->balance_mean, balance_mean,
               figures->deadlock_free, verdict->deadlock_free);
    }
}

/* How many pairs of nodes take other ports with @after than with @before. */
static guint64
count_rerouted (const OracleTorus *before, const OracleTorus *after)
{
  g_autoptr (Oracle) a = oracle_new (before);
  g_autoptr (Oracle) b = oracle_new (after);
  g_auto (OracleRoute) ra = { 0 }, rb = { 0 };
  guint64 n = 0;

  for (int source = 0; source < a->n_nodes; source++)
    for (int dest = 0; dest < a->n_nodes; dest++)
      {
        gboolean same;

        if (source == dest || !a->node_up[source] || !a->node_up[dest])
          continue;
        oracle_walk (a, oracle_node (a, source), oracle_node (a, dest), &ra);
        oracle_walk (b, oracle_node (b, source), oracle_node (b, dest), &rb);
        if (ra.status != ORACLE_DELIVERED && rb.status != ORACLE_DELIVERED)
          continue;
        same = ra.status == rb.status && ra.hops->len == rb.hops->len;
        for (guint i = 0; same && i < ra.hops->len; i++)
          same = g_array_index (ra.hops, OracleHop, i).port
                 == g_array_index (rb.hops, OracleHop, i).port;
        n += !same;
      }
  return n;
}

/* Add the cable of @link, which leaves by a plus port, to the broken ones. */
static void
break_cable (OracleTorus *torus, const DlTorusNetwork *network, guint link)
{
  const DlTorusLinkAt at = dl_torus_network_link_at (network, link);

  g_assert_false (dl_torus_port_is_minus (at.port));
  g_assert_cmpint (torus->n_cables, <, ORACLE_MAX_FAULTS);
  torus->cables[torus->n_cables++]
      = (OracleLink) { { { at.from.at[0], at.from.at[1], at.from.at[2] } }, at.port };
}

/* The expected number of cables: one for each two directions of which one works. */
static guint
count_cables (const DlTorusNetwork *network)
{
  guint n = 0;

  for (guint link = 0; link < network->n_links; link++)
    if (network->link_to[link] != DL_NO_NODE)
      {
        const guint back = dl_torus_network_link (network, network->link_to[link],
                                                  dl_torus_port_opposite (link % network->n_ports));
        g_assert_cmpuint (network->link_to[back], ==, link / network->n_ports);
        n += link < back
             && (network->link_state[link] == DL_LINK_UP
                 || network->link_state[back] == DL_LINK_UP);
      }
  return n;
}

static void
test_oracle (void)
{
  guint seen[DL_N_CRITICAL] = { 0 };

  for (guint32 seed = 1; seed <= CRITICAL_N_SCENARIOS; seed++)
    {
      g_autoptr (DlCritical) critical = NULL;
      g_autofree guint8 *named = NULL;
      OracleTorus torus;

      critical_random_torus (&torus, seed);
      critical = critical_evaluate (&torus, 1);
      g_assert_nonnull (critical);
      compare_figures (&critical->base, &torus, "no change");
      g_assert_cmpuint (critical->n_cables, ==, count_cables (critical->net.shape));
      g_assert_cmpuint (critical->n_evaluated, ==, critical->n_cables);
      named = g_new0 (guint8, critical->net.graph->n_links);
      for (guint i = 0; i < critical->n_evaluated; i++)
        {
          const DlCriticalCable *cable = &critical->cables[i];
          const DlTorusNetwork *network = critical->net.shape;
          g_autofree char *name
              = dl_torus_link_at_to_string (dl_torus_network_link_at (network, cable->link));
          OracleTorus after = torus;

          g_assert_cmpuint (network->link_to[cable->link], ==, cable->back / network->n_ports);
          g_assert_cmpuint (network->link_to[cable->back], ==, cable->link / network->n_ports);
          g_assert_false (named[cable->link]++);
          break_cable (&after, network, cable->link);
          compare_figures (&cable->figures, &after, name);
          g_assert_cmpint (
              cable->undelivered_more, ==,
              (gint64) (cable->figures.unreachable_pairs + cable->figures.dropped_pairs)
                  - (gint64) (critical->base.unreachable_pairs + critical->base.dropped_pairs));
          if (i % 5 == 0)
            g_assert_cmpuint (cable->rerouted_pairs, ==, count_rerouted (&torus, &after));
          seen[cable->class]++;
        }
    }
  g_test_message ("mild %u, load %u, illegal %u, deadlock %u, cut %u", seen[0], seen[1], seen[2],
                  seen[3], seen[4]);
  for (guint class = 0; class < DL_N_CRITICAL; class ++)
    g_assert_cmpuint (seen[class], >, 0);
}

/* Traffic other than uniform: the loads and reach of its own pairs, the verdict of all. */
static void
test_patterns (void)
{
  static const char *const patterns[]
      = { "all-to-one", "transpose", "nearest-neighbor", "bit-complement" };

  for (guint32 seed = 1; seed <= CRITICAL_N_SCENARIOS / 3; seed++)
    {
      const char *pattern = patterns[seed % G_N_ELEMENTS (patterns)];
      g_autoptr (DlCritical) critical = NULL;
      g_autoptr (DlCritical) uniform = NULL;
      g_autofree guint8 *is_free = NULL;
      OracleTorus torus;

      critical_random_torus (&torus, seed);
      critical = critical_evaluate_pattern (&torus, pattern, (DlCriticalOptions) { .n_threads = 1 },
                                            NULL);
      uniform = critical_evaluate (&torus, 1);
      critical_check_ranking (critical);
      g_assert_cmpuint (critical->n_evaluated, ==, uniform->n_evaluated);
      is_free = g_new0 (guint8, critical->net.graph->n_links);
      for (guint i = 0; i < uniform->n_evaluated; i++)
        is_free[uniform->cables[i].link] = !!uniform->cables[i].figures.deadlock_free;
      for (guint i = 0; i < critical->n_evaluated; i++)
        {
          const DlCriticalCable *cable = &critical->cables[i];
          OracleTorus after = torus;

          g_assert_cmpint (!!cable->figures.deadlock_free, ==, is_free[cable->link]);
          break_cable (&after, critical->net.shape, cable->link);
          g_autoptr (Oracle) oracle = oracle_new (&after);
          g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&after);
          const gboolean target = routes->network->node_up[routes->network->n_nodes / 2];
          g_autoptr (DlDemand) demand
              = critical_demand (routes->network, target ? pattern : "uniform");
          if (demand->uniform)
            continue;
          g_autoptr (OracleLoads) loads
              = oracle_loads (oracle, (const DlFlow *) demand->flows->data, demand->flows->len);
          double balance_mean, load_max;

          summarize (oracle, loads, &balance_mean, &load_max);
          g_assert_cmpuint (cable->figures.unreachable_pairs, ==, loads->unreachable);
          g_assert_cmpuint (cable->figures.dropped_pairs, ==, loads->dropped);
          g_assert_cmpuint (cable->figures.illegal_pairs, ==, loads->illegal);
          g_assert_true (is_close (cable->figures.load_max, load_max));
          g_assert_true (is_close (cable->figures.balance_mean, balance_mean));
          g_assert_true (is_close (cable->figures.hops_mean, loads->hops_mean));
        }
    }
}

/* The known answer of model 3: cable (2,2,1)Z+ of 5x5x5 with the dateline at z=1. */
static void
test_known (void)
{
  static const struct
  {
    const char *engine;
    gint64 undelivered;
    guint64 illegal;
    DlCriticalClass class;
  } cases[] = {
    { "xt", 75, 0, DL_CRITICAL_CUT },
    { "xt-literal", 0, 75, DL_CRITICAL_DEADLOCK },
    { "ring", 0, 0, DL_CRITICAL_LOAD },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const DlTorusRouting routing = {
        .engine = dl_torus_engine_find (cases[i].engine),
        .vc_policy = dl_vc_policy_find ("output-crossing"),
        .dateline = { 0, 0, 1 },
      };
      gboolean found = FALSE;
      DlTorusSpec spec;

      dl_torus_spec_init (&spec);
      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        spec.radix[dim] = 5;
      g_autoptr (DlTorusNetwork) network = dl_torus_network_new (&spec, NULL);
      g_autoptr (DlTorusRoutes) routes = dl_torus_routes_new (network, &routing);
      g_autoptr (DlDemand) demand = critical_demand (network, "uniform");
      g_autoptr (DlCritical) critical
          = dl_torus_critical_new (&spec, routes, demand, dl_critical_options_default (), NULL);

      g_assert_cmpuint (critical->n_cables, ==, 375);
      g_assert_true (critical->base.deadlock_free);
      for (guint j = 0; j < critical->n_evaluated; j++)
        {
          const DlCriticalCable *cable = &critical->cables[j];
          const DlTorusLinkAt at = dl_torus_network_link_at (network, cable->link);

          if (at.from.at[0] == 2 && at.from.at[1] == 2 && at.from.at[2] == 1
              && at.port == DL_TORUS_PORT_Z_PLUS)
            {
              found = TRUE;
              g_assert_cmpint (cable->undelivered_more, ==, cases[i].undelivered);
              g_assert_cmpuint (cable->figures.illegal_pairs, ==, cases[i].illegal);
              g_assert_cmpint (cable->class, ==, cases[i].class);
              g_assert_cmpuint (cable->rerouted_pairs, >, 0);
            }
        }
      g_assert_true (found);
      dl_torus_spec_clear (&spec);
    }
}

static void
test_values (void)
{
  for (guint32 seed = 1; seed <= 10; seed++)
    {
      OracleTorus torus;
      guint n = 0;

      critical_random_torus (&torus, seed);
      g_autoptr (DlCritical) critical = critical_evaluate (&torus, 1);
      const DlTorusNetwork *network = critical->net.shape;
      g_autofree float *values = g_new (float, network->n_links);

      dl_critical_values (critical, values);
      for (guint link = 0; link < network->n_links; link++)
        g_assert_cmpint (isnan (values[link]) != 0, ==, network->link_state[link] != DL_LINK_UP);
      for (guint i = 0; i < critical->n_evaluated; i++)
        for (guint side = 0; side < 2; side++)
          {
            const guint link = side ? critical->cables[i].back : critical->cables[i].link;

            g_assert_true (dl_critical_find (critical, link) == &critical->cables[i]);
            if (network->link_state[link] == DL_LINK_UP)
              {
                g_assert_cmpfloat (values[link], ==, (float) critical->cables[i].severity);
                n++;
              }
          }
      g_assert_cmpuint (n, ==, network->n_working_links);
      g_assert_null (dl_critical_find (critical, network->n_links));
    }
}

/* A torus of nothing but its shape. */
static OracleTorus
plain (int x, int y, int z, gboolean wrap)
{
  return (OracleTorus) {
    .radix = { x, y, z },
    .wrap = { wrap, wrap, wrap },
    .dateline = { wrap && x > 2 ? 0 : -1, wrap && y > 2 ? 0 : -1, wrap && z > 2 ? 0 : -1 },
    .engine = ORACLE_XT,
    .policy = ORACLE_OUTPUT_CROSSING,
    .region_nodes = 4096,
  };
}

static void
test_edges (void)
{
  /* One node: no cable. */
  OracleTorus torus = plain (1, 1, 1, TRUE);
  g_autoptr (DlCritical) one = critical_evaluate (&torus, 2);
  g_assert_cmpuint (one->n_cables, ==, 0);
  g_assert_true (isnan (one->base.load_max));

  /* Two nodes, one of them broken: no cable that works. */
  torus = plain (2, 1, 1, FALSE);
  torus.nodes[torus.n_nodes++] = (OracleNode) { { 1, 0, 0 } };
  g_autoptr (DlCritical) lonely = critical_evaluate (&torus, 2);
  g_assert_cmpuint (lonely->n_cables, ==, 0);

  /* The only cable: both pairs go. */
  torus.n_nodes = 0;
  g_autoptr (DlCritical) bridge = critical_evaluate (&torus, 2);
  g_assert_cmpuint (bridge->n_cables, ==, 1);
  g_assert_cmpint (bridge->cables[0].undelivered_more, ==, 2);
  g_assert_cmpint (bridge->cables[0].class, ==, DL_CRITICAL_CUT);
  g_assert_cmpfloat_with_epsilon (bridge->cables[0].severity, 0.998, 1e-12);

  /* One direction of the cable is broken already. */
  torus.channels[torus.n_channels++] = (OracleLink) { { { 0, 0, 0 } }, DL_TORUS_PORT_X_PLUS };
  g_autoptr (DlCritical) half = critical_evaluate (&torus, 2);
  g_assert_cmpuint (half->n_cables, ==, 1);
  g_assert_cmpuint (half->cables[0].link, ==, DL_TORUS_PORT_X_PLUS);
  g_assert_cmpint (half->cables[0].undelivered_more, ==, 1);
  g_assert_cmpuint (dl_critical_working_link (half, &half->cables[0]), ==, half->cables[0].back);
  g_assert_cmpuint (dl_critical_working_link (bridge, &bridge->cables[0]), ==,
                    bridge->cables[0].link);

  /* A line: the middle cable is worst, and the ends alike. */
  torus = plain (4, 1, 1, FALSE);
  g_autoptr (DlCritical) line = critical_evaluate (&torus, 2);
  g_assert_cmpuint (line->n_cables, ==, 3);
  g_assert_cmpuint (line->cables[0].link, ==, 6);
  g_assert_cmpint (line->cables[0].undelivered_more, ==, 8);
  g_assert_cmpint (line->cables[1].undelivered_more, ==, 6);
  g_assert_cmpuint (line->cables[0].rank, ==, 1);
  g_assert_cmpuint (line->cables[2].class, ==, DL_CRITICAL_CUT);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/critical/oracle", test_oracle);
  g_test_add_func ("/critical/patterns", test_patterns);
  g_test_add_func ("/critical/known", test_known);
  g_test_add_func ("/critical/values", test_values);
  g_test_add_func ("/critical/edges", test_edges);
  return g_test_run ();
}
