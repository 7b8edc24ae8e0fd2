#include "critical-fixture.h"

#include "dl-families.h"

#include <math.h>

void
critical_random_torus (OracleTorus *torus, guint32 seed)
{
  do
    {
      oracle_torus_random (torus, seed, 3);
      seed += 100003;
    }
  while (torus->radix[0] * torus->radix[1] * torus->radix[2] > 60);
}

DlDemand *
critical_demand (const DlTorusNetwork *network, const char *pattern)
{
  return dl_torus_demand_new (
      network, &(DlTorusTraffic) { dl_pattern_find (pattern), network->n_nodes / 2, 7 });
}

DlCritical *
critical_evaluate_pattern (const OracleTorus *torus, const char *pattern, DlCriticalOptions options,
                           GCancellable *cancellable)
{
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (torus);
  g_autoptr (DlDemand) demand = NULL;
  DlCritical *critical;
  DlTorusSpec spec;

  if (!routes->network->node_up[routes->network->n_nodes / 2])
    pattern = "uniform"; /* no target for those that need one */
  demand = critical_demand (routes->network, pattern);
  oracle_torus_to_spec (torus, &spec);
  critical = dl_torus_critical_new (&spec, routes, demand, options, cancellable);
  dl_torus_spec_clear (&spec);
  return critical;
}

DlCritical *
critical_evaluate (const OracleTorus *torus, guint n_threads)
{
  return critical_evaluate_pattern (torus, "uniform",
                                    (DlCriticalOptions) { .n_threads = n_threads }, NULL);
}

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

void
critical_check_ranking (const DlCritical *critical)
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
