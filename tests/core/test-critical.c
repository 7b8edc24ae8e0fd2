/* Critical links: every cable against a network in which it is broken from the start, walked pair
 * by pair by the oracle; the ranking against its definition. */
#include "oracle.h"

#include "dl-critical.h"

#include <math.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define N_SCENARIOS 15
#else
#define N_SCENARIOS 60
#endif

/* The shape and the faults of @torus as core/ takes them. */
static void
spec_of (const OracleTorus *torus, DlTorusSpec *spec)
{
  dl_torus_spec_init (spec);
  spec->region_nodes = torus->region_nodes;
  for (int dim = 0; dim < 3; dim++)
    {
      spec->radix[dim] = torus->radix[dim];
      spec->wrap[dim] = torus->wrap[dim];
    }
  for (int i = 0; i < torus->n_cables; i++)
    {
      const int *at = torus->cables[i].from.at;
      const DlLinkAt cable = { { { at[0], at[1], at[2] } }, torus->cables[i].port };
      g_array_append_val (spec->broken_cables, cable);
    }
  for (int i = 0; i < torus->n_channels; i++)
    {
      const int *at = torus->channels[i].from.at;
      const DlLinkAt channel = { { { at[0], at[1], at[2] } }, torus->channels[i].port };
      g_array_append_val (spec->broken_channels, channel);
    }
  for (int i = 0; i < torus->n_nodes; i++)
    {
      const int *at = torus->nodes[i].at;
      const DlCoord node = { { at[0], at[1], at[2] } };
      g_array_append_val (spec->broken_nodes, node);
    }
  g_array_sort (spec->broken_cables, dl_link_at_compare);
  g_array_sort (spec->broken_channels, dl_link_at_compare);
  g_array_sort (spec->broken_nodes, dl_coord_compare);
}

/* A small network: every cable of it is broken, and every pair walked. */
static void
random_torus (OracleTorus *torus, guint32 seed)
{
  do
    {
      oracle_torus_random (torus, seed, 3);
      seed += 100003;
    }
  while (torus->radix[0] * torus->radix[1] * torus->radix[2] > 60);
}

static DlDemand *
new_demand (const DlNetwork *network, const char *pattern)
{
  return dl_demand_new (network,
                        &(DlTrafficSpec) { dl_pattern_find (pattern), network->n_nodes / 2, 7 });
}

static DlCritical *
evaluate_pattern (const OracleTorus *torus, const char *pattern, DlCriticalOptions options,
                  GCancellable *cancellable)
{
  g_autoptr (DlRoutes) routes = oracle_torus_build (torus);
  g_autoptr (DlDemand) demand = NULL;
  DlCritical *critical;
  DlTorusSpec spec;

  if (!routes->network->node_up[routes->network->n_nodes / 2])
    pattern = "uniform"; /* no target for those that need one */
  demand = new_demand (routes->network, pattern);
  spec_of (torus, &spec);
  critical = dl_critical_new (&spec, routes, demand, options, cancellable);
  dl_torus_spec_clear (&spec);
  return critical;
}

static DlCritical *
evaluate (const OracleTorus *torus, guint n_threads)
{
  return evaluate_pattern (torus, "uniform", (DlCriticalOptions) { .n_threads = n_threads }, NULL);
}

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
  g_autoptr (DlRoutes) routes = oracle_torus_build (torus);
  g_autoptr (DlDependencies) dependencies = dl_dependencies_new_naive (routes, NULL);
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
break_cable (OracleTorus *torus, const DlNetwork *network, guint link)
{
  const DlLinkAt at = dl_network_link_at (network, link);

  g_assert_false (dl_port_is_minus (at.port));
  g_assert_cmpint (torus->n_cables, <, ORACLE_MAX_FAULTS);
  torus->cables[torus->n_cables++]
      = (OracleLink) { { { at.from.at[0], at.from.at[1], at.from.at[2] } }, at.port };
}

/* What the list of cables should be: one for each two directions of which one works. */
static guint
count_cables (const DlNetwork *network)
{
  guint n = 0;

  for (guint link = 0; link < network->n_links; link++)
    if (network->link_to[link] != DL_NO_NODE)
      {
        const guint back = dl_network_link (network, network->link_to[link],
                                            dl_port_opposite (link % network->n_ports));
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

  for (guint32 seed = 1; seed <= N_SCENARIOS; seed++)
    {
      g_autoptr (DlCritical) critical = NULL;
      g_autofree guint8 *named = NULL;
      OracleTorus torus;

      random_torus (&torus, seed);
      critical = evaluate (&torus, 1);
      g_assert_nonnull (critical);
      compare_figures (&critical->base, &torus, "as it is");
      g_assert_cmpuint (critical->n_cables, ==, count_cables (critical->network));
      g_assert_cmpuint (critical->n_evaluated, ==, critical->n_cables);
      named = g_new0 (guint8, critical->network->n_links);
      for (guint i = 0; i < critical->n_evaluated; i++)
        {
          const DlCriticalCable *cable = &critical->cables[i];
          const DlNetwork *network = critical->network;
          g_autofree char *name = dl_link_at_to_string (dl_network_link_at (network, cable->link));
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

/* The ranking, as the header says it. */

typedef struct
{
  double key[5]; /* more is worse */
} Effect;

static double
number (double value)
{
  return isnan (value) ? 0 : value;
}

static Effect
effect_of (const DlCriticalCable *cable, const DlCriticalFigures *base)
{
  const DlCriticalFigures *f = &cable->figures;

  return (Effect) { {
      MAX ((double) f->unreachable_pairs + f->dropped_pairs - base->unreachable_pairs
               - base->dropped_pairs,
           0),
      f->deadlock_free ? 0 : 1,
      MAX ((double) f->illegal_pairs - base->illegal_pairs, 0),
      number (f->load_max),
      number (f->balance_mean),
  } };
}

/* 1 if @a is worse. */
static int
compare_effects (Effect a, Effect b)
{
  for (int i = 0; i < 5; i++)
    if (fabs (a.key[i] - b.key[i]) > 1e-8)
      return a.key[i] > b.key[i] ? 1 : -1;
  return 0;
}

static DlCriticalClass
class_of (Effect effect, const DlCriticalFigures *base)
{
  if (effect.key[0] > 0)
    return DL_CRITICAL_CUT;
  if (effect.key[1] > 0)
    return DL_CRITICAL_DEADLOCK;
  if (effect.key[2] > 0)
    return DL_CRITICAL_ILLEGAL;
  return effect.key[3] > number (base->load_max) ? DL_CRITICAL_LOAD : DL_CRITICAL_MILD;
}

static void
check_ranking (const DlCritical *critical)
{
  for (guint i = 0; i < critical->n_evaluated; i++)
    {
      const DlCriticalCable *cable = &critical->cables[i];
      const Effect effect = effect_of (cable, &critical->base);
      guint worse = 0, in_class = 0, not_worse = 0;

      g_assert_cmpint (cable->class, ==, class_of (effect, &critical->base));
      for (guint j = 0; j < critical->n_evaluated; j++)
        {
          const int order
              = compare_effects (effect_of (&critical->cables[j], &critical->base), effect);

          worse += order > 0;
          if (critical->cables[j].class == cable->class)
            {
              in_class++;
              not_worse += order <= 0;
            }
          if (order == 0 && j != i)
            g_assert_true ((critical->cables[j].link < cable->link) == (j < i));
        }
      g_assert_cmpuint (cable->rank, ==, worse + 1);
      g_assert_cmpfloat_with_epsilon (
          cable->severity, (cable->class + 0.01 + 0.98 * not_worse / in_class) / 5, 1e-12);
      g_assert_cmpfloat (cable->severity, >, cable->class / 5.0);
      g_assert_cmpfloat (cable->severity, <, (cable->class + 1) / 5.0);
      if (i > 0)
        g_assert_cmpuint (cable->rank, >=, critical->cables[i - 1].rank);
    }
}

static void
test_ranking (void)
{
  for (guint32 seed = 1; seed <= N_SCENARIOS; seed++)
    {
      OracleTorus torus;

      random_torus (&torus, seed);
      g_autoptr (DlCritical) critical = evaluate (&torus, 1);
      check_ranking (critical);
    }
}

/* Traffic other than uniform: the loads and reach of its own pairs, the verdict of all. */
static void
test_patterns (void)
{
  static const char *const patterns[]
      = { "all-to-one", "transpose", "nearest-neighbor", "bit-complement" };

  for (guint32 seed = 1; seed <= N_SCENARIOS / 3; seed++)
    {
      const char *pattern = patterns[seed % G_N_ELEMENTS (patterns)];
      g_autoptr (DlCritical) critical = NULL;
      g_autoptr (DlCritical) uniform = NULL;
      g_autofree guint8 *is_free = NULL;
      OracleTorus torus;

      random_torus (&torus, seed);
      critical = evaluate_pattern (&torus, pattern, (DlCriticalOptions) { .n_threads = 1 }, NULL);
      uniform = evaluate (&torus, 1);
      check_ranking (critical);
      g_assert_cmpuint (critical->n_evaluated, ==, uniform->n_evaluated);
      is_free = g_new0 (guint8, critical->network->n_links);
      for (guint i = 0; i < uniform->n_evaluated; i++)
        is_free[uniform->cables[i].link] = !!uniform->cables[i].figures.deadlock_free;
      for (guint i = 0; i < critical->n_evaluated; i++)
        {
          const DlCriticalCable *cable = &critical->cables[i];
          OracleTorus after = torus;

          g_assert_cmpint (!!cable->figures.deadlock_free, ==, is_free[cable->link]);
          break_cable (&after, critical->network, cable->link);
          g_autoptr (Oracle) oracle = oracle_new (&after);
          g_autoptr (DlRoutes) routes = oracle_torus_build (&after);
          const gboolean target = routes->network->node_up[routes->network->n_nodes / 2];
          g_autoptr (DlDemand) demand = new_demand (routes->network, target ? pattern : "uniform");
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
      const DlRoutingSpec routing = {
        .engine = dl_engine_find (cases[i].engine),
        .vc_policy = dl_vc_policy_find ("output-crossing"),
        .dateline = { 0, 0, 1 },
      };
      gboolean found = FALSE;
      DlTorusSpec spec;

      dl_torus_spec_init (&spec);
      for (guint dim = 0; dim < DL_N_DIMS; dim++)
        spec.radix[dim] = 5;
      g_autoptr (DlNetwork) network = dl_network_new_torus (&spec, NULL);
      g_autoptr (DlRoutes) routes = dl_routes_new (network, &routing);
      g_autoptr (DlDemand) demand = new_demand (network, "uniform");
      g_autoptr (DlCritical) critical
          = dl_critical_new (&spec, routes, demand, dl_critical_options_default (), NULL);

      g_assert_cmpuint (critical->n_cables, ==, 375);
      g_assert_true (critical->base.deadlock_free);
      for (guint j = 0; j < critical->n_evaluated; j++)
        {
          const DlCriticalCable *cable = &critical->cables[j];
          const DlLinkAt at = dl_network_link_at (network, cable->link);

          if (at.from.at[0] == 2 && at.from.at[1] == 2 && at.from.at[2] == 1
              && at.port == DL_PORT_Z_PLUS)
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
assert_same (const DlCritical *a, const DlCritical *b)
{
  g_assert_cmpuint (a->n_cables, ==, b->n_cables);
  g_assert_cmpuint (a->n_evaluated, ==, b->n_evaluated);
  for (guint i = 0; i < a->n_evaluated; i++)
    {
      const DlCriticalCable *x = &a->cables[i], *y = &b->cables[i];

      g_assert_cmpuint (x->link, ==, y->link);
      g_assert_cmpuint (x->rank, ==, y->rank);
      g_assert_cmpfloat (x->severity, ==, y->severity);
      g_assert_cmpuint (x->rerouted_pairs, ==, y->rerouted_pairs);
      g_assert_cmpuint (x->figures.illegal_pairs, ==, y->figures.illegal_pairs);
      g_assert_true (x->figures.balance_mean == y->figures.balance_mean
                     || (isnan (x->figures.balance_mean) && isnan (y->figures.balance_mean)));
      g_assert_true (x->figures.load_max == y->figures.load_max
                     || (isnan (x->figures.load_max) && isnan (y->figures.load_max)));
    }
}

static void
test_threads (void)
{
  for (guint32 seed = 1; seed <= N_SCENARIOS / 3; seed++)
    {
      OracleTorus torus;

      random_torus (&torus, seed);
      g_autoptr (DlCritical) one = evaluate (&torus, 1);
      for (guint n = 2; n <= 5; n += 3)
        {
          g_autoptr (DlCritical) several = evaluate (&torus, n);
          assert_same (one, several);
        }
    }
}

/* Who follows it. */
typedef struct
{
  double last;
  guint n_progress, n_partial;
  guint cancel_at; /* calls of progress; 0: never */
  GCancellable *cancellable;
  DlCritical *partial;
} Follower;

static void
on_progress (double fraction, gpointer data)
{
  Follower *follower = data;

  g_assert_cmpfloat (fraction, >=, follower->last);
  g_assert_cmpfloat (fraction, <=, 1);
  follower->last = fraction;
  if (++follower->n_progress == follower->cancel_at)
    g_cancellable_cancel (follower->cancellable);
}

static void
on_partial (DlCritical *partial, gpointer data)
{
  Follower *follower = data;

  follower->n_partial++;
  check_ranking (partial);
  dl_critical_unref (follower->partial);
  follower->partial = dl_critical_ref (partial);
}

static void
test_progress (void)
{
  OracleTorus torus;
  Follower follower = { 0 };
  const DlCriticalOptions options = { .n_threads = 1,
                                      .progress = on_progress,
                                      .progress_data = &follower,
                                      .partial = on_partial,
                                      .partial_data = &follower };

  random_torus (&torus, 5);
  g_autoptr (DlCritical) critical = evaluate_pattern (&torus, "uniform", options, NULL);
  g_assert_nonnull (critical);
  g_assert_cmpuint (critical->n_cables, >, 0);
  g_assert_cmpuint (follower.n_progress, ==, critical->n_cables);
  g_assert_cmpfloat (follower.last, ==, 1);
  dl_critical_unref (follower.partial);
}

static void
test_cancel (void)
{
  OracleTorus torus;

  random_torus (&torus, 5);
  g_autoptr (DlCritical) all = evaluate (&torus, 1);
  g_assert_cmpuint (all->n_cables, >, 10);
  for (guint n_threads = 1; n_threads <= 3; n_threads++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      Follower follower = { .cancel_at = 4, .cancellable = cancellable };
      const DlCriticalOptions options = { .n_threads = n_threads,
                                          .progress = on_progress,
                                          .progress_data = &follower,
                                          .partial = on_partial,
                                          .partial_data = &follower };

      /* The other threads may have done the whole of it meanwhile. */
      g_autoptr (DlCritical) critical = evaluate_pattern (&torus, "uniform", options, cancellable);
      if (n_threads == 1)
        {
          g_assert_null (critical);
          g_assert_cmpuint (follower.partial->n_evaluated, ==, 4);
        }
      if (critical != NULL)
        assert_same (critical, all);
      else
        {
          g_assert_cmpuint (follower.n_partial, >=, 1);
          g_assert_cmpuint (follower.partial->n_cables, ==, all->n_cables);
          /* What is known is as it is in the whole. */
          for (guint i = 0; i < follower.partial->n_evaluated; i++)
            for (guint j = 0; j < all->n_evaluated; j++)
              if (follower.partial->cables[i].link == all->cables[j].link)
                {
                  g_assert_cmpint (follower.partial->cables[i].class, ==, all->cables[j].class);
                  g_assert_cmpuint (follower.partial->cables[i].figures.illegal_pairs, ==,
                                    all->cables[j].figures.illegal_pairs);
                }
        }
      g_clear_pointer (&follower.partial, dl_critical_unref);

      /* Cancelled before it begins. */
      g_cancellable_cancel (cancellable);
      g_assert_null (evaluate_pattern (&torus, "uniform", (DlCriticalOptions) { .n_threads = 1 },
                                       cancellable));
    }
}

static void
test_values (void)
{
  for (guint32 seed = 1; seed <= 10; seed++)
    {
      OracleTorus torus;
      guint n = 0;

      random_torus (&torus, seed);
      g_autoptr (DlCritical) critical = evaluate (&torus, 1);
      const DlNetwork *network = critical->network;
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
  g_autoptr (DlCritical) one = evaluate (&torus, 2);
  g_assert_cmpuint (one->n_cables, ==, 0);
  g_assert_true (isnan (one->base.load_max));

  /* Two nodes, one of them broken: no cable that works. */
  torus = plain (2, 1, 1, FALSE);
  torus.nodes[torus.n_nodes++] = (OracleNode) { { 1, 0, 0 } };
  g_autoptr (DlCritical) lonely = evaluate (&torus, 2);
  g_assert_cmpuint (lonely->n_cables, ==, 0);

  /* The only cable: both pairs go. */
  torus.n_nodes = 0;
  g_autoptr (DlCritical) bridge = evaluate (&torus, 2);
  g_assert_cmpuint (bridge->n_cables, ==, 1);
  g_assert_cmpint (bridge->cables[0].undelivered_more, ==, 2);
  g_assert_cmpint (bridge->cables[0].class, ==, DL_CRITICAL_CUT);
  g_assert_cmpfloat_with_epsilon (bridge->cables[0].severity, 0.998, 1e-12);

  /* Of which one direction is broken already. */
  torus.channels[torus.n_channels++] = (OracleLink) { { { 0, 0, 0 } }, DL_PORT_X_PLUS };
  g_autoptr (DlCritical) half = evaluate (&torus, 2);
  g_assert_cmpuint (half->n_cables, ==, 1);
  g_assert_cmpuint (half->cables[0].link, ==, DL_PORT_X_PLUS);
  g_assert_cmpint (half->cables[0].undelivered_more, ==, 1);
  g_assert_cmpuint (dl_critical_working_link (half, &half->cables[0]), ==, half->cables[0].back);
  g_assert_cmpuint (dl_critical_working_link (bridge, &bridge->cables[0]), ==,
                    bridge->cables[0].link);

  /* A line: the middle cable is worst, and the ends alike. */
  torus = plain (4, 1, 1, FALSE);
  g_autoptr (DlCritical) line = evaluate (&torus, 2);
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
  g_test_add_func ("/critical/ranking", test_ranking);
  g_test_add_func ("/critical/patterns", test_patterns);
  g_test_add_func ("/critical/known", test_known);
  g_test_add_func ("/critical/threads", test_threads);
  g_test_add_func ("/critical/progress", test_progress);
  g_test_add_func ("/critical/cancel", test_cancel);
  g_test_add_func ("/critical/values", test_values);
  g_test_add_func ("/critical/edges", test_edges);
  return g_test_run ();
}
