/* The analysis of a dragonfly under a mode: the mixture that adaptive modes come to, what follows
 * from the loads, and answers that are taken over from an analysis before. */
#include "dl-dragonfly-analysis.h"
#include "dl-dragonfly-dependency.h"
#include "dl-dragonfly-modes.h"
#include "dragonfly-fixture.h"

#include <math.h>
#include <string.h>

#define N_RANDOM 60
#define N_STEPS  8

static DlDragonflyAnalysis *
analyze (DlDragonfly *net, const char *mode, DlDragonflyDemand *demand,
         const DlDragonflyAnalysis *previous)
{
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);

  return dl_dragonfly_analysis_new (routes, dl_dragonfly_mode_find (mode), demand,
                                    dl_dragonfly_rates_for (net), NULL, previous, NULL);
}

/* Mixtures ------------------------------------------------------------------------------------- */

/* How busy the busiest link is with a share @s of the second loads, over its rate. */
static double
busiest (const DlDragonflyAnalysis *minimal, const DlDragonflyAnalysis *valiant, double s)
{
  const DlDragonfly *net = minimal->dragonfly;
  double most = 0;

  for (guint link = 0; link < net->n_links; link++)
    most = MAX (most, ((1 - s) * dl_dragonfly_analysis_load (minimal, link)
                       + s * dl_dragonfly_analysis_load (valiant, link))
                          / minimal->rates.class_GBps[net->link_class[link]]);
  return most;
}

static DlDragonflyDemand *
random_demand (DlDragonfly *net, guint which, DlRng *rng)
{
  double *groups;
  guint32 *set;

  switch (which % 5)
    {
    case 0:
      return dl_dragonfly_demand_new_group_shift (net);
    case 1:
      return dl_dragonfly_demand_new_permutation (net, dl_rng_next (rng));
    case 2:
      set = g_new (guint32, net->n_nodes);
      for (guint node = 0; node < net->n_nodes; node++)
        set[node] = dl_rng_below (rng, 3);
      return dl_dragonfly_demand_new_sets (net, set, 3);
    case 3:
      groups = g_new (double, net->n_groups * net->n_groups);
      for (guint i = 0; i < net->n_groups * net->n_groups; i++)
        groups[i] = dl_rng_below (rng, 4) == 0 ? dl_rng_below (rng, 100) : 0;
      return dl_dragonfly_demand_new_groups (net, groups);
    default:
      return dl_dragonfly_demand_new_uniform (net);
    }
}

static void
test_mixture (void)
{
  guint mixed = 0;
  DlRng rng;

  dl_rng_init (&rng, 3);
  for (guint seed = 0; seed < N_RANDOM; seed++)
    {
      g_autofree char *text = NULL;
      g_autoptr (DlDragonfly) net = fixture_random (seed, seed % 3, &text);
      g_autoptr (DlDragonflyDemand) demand = random_demand (net, seed, &rng);
      g_autoptr (DlDragonflyAnalysis) minimal = analyze (net, "min-adaptive", demand, NULL);
      g_autoptr (DlDragonflyAnalysis) valiant = analyze (net, "valiant", demand, NULL);
      g_autoptr (DlDragonflyAnalysis) adaptive = analyze (net, "adaptive-1", demand, NULL);
      const double s = adaptive->nonminimal_share, least = busiest (minimal, valiant, s);

      g_test_message ("%s: %g", text, s);
      g_assert_cmpfloat (minimal->nonminimal_share, ==, 0);
      g_assert_cmpfloat (valiant->nonminimal_share, ==, 1);
      g_assert_cmpuint (adaptive->hops_max, ==, MAX (minimal->hops_max, valiant->hops_max));
      g_assert_cmpuint (adaptive->unreachable_pairs, ==, minimal->unreachable_pairs);
      for (guint i = 0; i <= 1000; i++)
        {
          g_assert_cmpfloat (least, <=, busiest (minimal, valiant, i / 1000.0) * (1 + 1e-9));
          /* The smallest share of several. */
          if (i / 1000.0 < s - 1e-6)
            g_assert_cmpfloat (least, <, busiest (minimal, valiant, i / 1000.0));
        }
      for (gsize i = 0; i < (gsize) 4 * net->n_links; i++)
        g_assert_cmpfloat_with_epsilon (adaptive->vc_load[i],
                                        (1 - s) * minimal->vc_load[i] + s * valiant->vc_load[i],
                                        1e-9 * (1 + adaptive->vc_load[i]));
      if (isfinite (adaptive->bound_load))
        g_assert_cmpfloat (adaptive->bound_load, >=,
                           MAX (minimal->bound_load, valiant->bound_load) * (1 - 1e-9));
      mixed += s > 0 && s < 1;
    }
  /* Else the search in between was never needed. */
  g_assert_cmpuint (mixed, >, 0);
}

/* Results of the loads ------------------------------------------------------------------------- */

/* Blue links between the halves of a network, both directions, of even groups. */
static double
halves_GBps (const DlDragonfly *net, const DlDragonflyRates *rates)
{
  double GBps = 0;

  for (guint link = 0; link < net->n_links; link++)
    if (net->link_class[link] == DL_LINK_BLUE
        && (net->router[net->link_from[link]].group < net->n_groups / 2)
               != (net->router[net->link_to[link]].group < net->n_groups / 2))
      GBps += rates->class_GBps[DL_LINK_BLUE];
  return GBps;
}

static void
test_bandwidths (void)
{
  static const guint sizes[][2] = { { 2, 240 }, { 4, 7 }, { 8, 34 } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (DlDragonfly) net = fixture_cascade (sizes[i][0], sizes[i][1]);
      g_autoptr (DlDragonflyDemand) demand = dl_dragonfly_demand_new_uniform (net);
      g_autoptr (DlDragonflyAnalysis) analysis = analyze (net, "min-hash", demand, NULL);

      g_assert_cmpfloat_with_epsilon (analysis->bisection_GBps, halves_GBps (net, &analysis->rates),
                                      1e-6);
      g_assert_cmpfloat_with_epsilon (analysis->global_GBps,
                                      (sizes[i][0] - 1) * sizes[i][1] * 4 * 4.6875 / 384, 1e-9);
    }
}

/* Each sum by its definition, on damaged networks. */
static void
test_sums (void)
{
  DlRng rng;

  dl_rng_init (&rng, 4);
  for (guint seed = 0; seed < N_RANDOM; seed++)
    {
      g_autoptr (DlDragonfly) net = fixture_random (900 + seed, seed % 9, NULL);
      g_autoptr (DlDragonflyDemand) demand = random_demand (net, seed, &rng);
      g_autoptr (DlDragonflyAnalysis) a = analyze (net, "adaptive-0", demand, NULL);
      g_autofree double *load = g_new0 (double, net->n_groups * net->n_groups);
      g_autofree guint *links = g_new0 (guint, net->n_groups * net->n_groups);
      double most = 0;

      for (guint link = 0; link < net->n_links; link++)
        {
          const guint pair = net->router[net->link_from[link]].group * net->n_groups
                             + net->router[net->link_to[link]].group;
          const double use = dl_dragonfly_analysis_use (a, link, .5);

          if (net->link_state[link] != DL_LINK_UP)
            {
              g_assert_true (isnan (use));
              g_assert_cmpfloat (dl_dragonfly_analysis_load (a, link), ==, 0);
              continue;
            }
          most = MAX (most, use);
          if (net->link_class[link] == DL_LINK_BLUE)
            {
              links[pair]++;
              load[pair] += dl_dragonfly_analysis_load (a, link);
            }
        }
      if (most > 0)
        {
          /* Half of the offered load uses half; at the bound it is all of that link. */
          g_assert_cmpfloat_with_epsilon (most * a->bound_load, .5, 1e-9);
          g_assert_cmpfloat_with_epsilon (
              dl_dragonfly_analysis_use (a, a->bound_link, a->bound_load), 1, 1e-9);
        }
      else
        {
          g_assert_cmpuint (a->bound_link, ==, G_MAXUINT32);
          g_assert_true (isinf (a->bound_load));
        }
      for (guint pair = 0; pair < net->n_groups * net->n_groups; pair++)
        {
          const guint x = pair / net->n_groups, y = pair % net->n_groups;
          const double use = dl_dragonfly_analysis_group_use (a, x, y, 1);

          g_assert_cmpuint (a->group_links[pair], ==, links[pair]);
          g_assert_cmpfloat_with_epsilon (a->group_load[pair], load[pair], 1e-9 * (1 + load[pair]));
          g_assert_cmpint (isnan (use), ==, links[pair] == 0);
        }
      g_assert_true (a->verdict->deadlock_free);
    }
}

/* Model 5, of BookSim's network: in flits/node/cycle. */
static void
test_generic (void)
{
  g_autoptr (DlDragonfly) net = fixture_generic_33 ();
  g_autoptr (DlDragonflyDemand) shift = dl_dragonfly_demand_new_group_shift (net);
  g_autoptr (DlDragonflyDemand) uniform = dl_dragonfly_demand_new_uniform (net);
  g_autoptr (DlDragonflyAnalysis) minimal = analyze (net, "min-hash", shift, NULL);
  g_autoptr (DlDragonflyAnalysis) valiant = analyze (net, "valiant", shift, NULL);
  g_autoptr (DlDragonflyAnalysis) adaptive = analyze (net, "adaptive-0", shift, NULL);
  g_autoptr (DlDragonflyAnalysis) even = analyze (net, "adaptive-0", uniform, NULL);

  g_assert_cmpfloat_with_epsilon (minimal->bound_load, .03125, 1e-12);
  g_assert_cmpfloat (valiant->bound_load, >, .4);
  /* The 14 of 262 roots in both groups need one blue link, the others two. */
  g_assert_cmpfloat (valiant->bound_load, <=, 1 / (2 - 14 / 262.) + 1e-9);
  /* It follows the better of the two. */
  g_assert_cmpfloat (adaptive->bound_load, >=, valiant->bound_load * (1 - 1e-12));
  g_assert_cmpfloat (adaptive->nonminimal_share, >, .9);
  g_assert_cmpfloat (even->bound_load, >, .9);
  /* One link of each pair of groups. */
  g_assert_cmpuint (even->optical_cables, ==, 33 * 32 / 2);
}

/* The basis of the loads is stated, and a share is a mode's own only if it is. */
static void
test_basis (void)
{
  static const struct
  {
    const char *mode, *basis;
  } all[] = { { "min-hash", "expectation" }, { "min-adaptive", "even" }, { "valiant", "exact" },
              { "adaptive-0", "bound" },     { "adaptive-3", "bound" },  { "tuned", "bound" } };
  g_autoptr (DlDragonfly) net = fixture_cascade (3, 2);
  g_autoptr (DlDragonflyDemand) demand = dl_dragonfly_demand_new_uniform (net);

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autoptr (DlDragonflyAnalysis) analysis = analyze (net, all[i].mode, demand, NULL);

      g_assert_cmpstr (dl_dragonfly_basis_id (analysis->basis), ==, all[i].basis);
      g_assert_cmpuint (strlen (dl_dragonfly_basis_text (analysis->basis)), >, 0);
      g_assert_true (isnan (dl_dragonfly_analysis_own_share (analysis))
                     == (analysis->basis == DL_BASIS_BOUND));
    }
}

/* Few pairs are followed by the hashes that a simulation with that seed has; many are averaged. */
static void
test_hashes (void)
{
  g_autoptr (DlDragonfly) net = fixture_cascade (3, 2);
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
  g_autoptr (DlDragonflyDemand) few = dl_dragonfly_demand_new_permutation (net, 5);
  g_autoptr (DlDragonflyDemand) many = dl_dragonfly_demand_new_uniform (net);
  const DlDragonflyMode *mode = dl_dragonfly_mode_find ("min-hash");
  const DlDragonflyRates rates = dl_dragonfly_rates_for (net);
  g_autofree double *load = g_new0 (double, 4 * net->n_links);
  guint64 seed = 9;
  double mean = 0;

  g_autoptr (DlDragonflyAnalysis) hashed
      = dl_dragonfly_analysis_new (routes, mode, few, rates, &seed, NULL, NULL);
  g_autoptr (DlDragonflyAnalysis) expected
      = dl_dragonfly_analysis_new (routes, mode, few, rates, NULL, NULL, NULL);
  g_autoptr (DlDragonflyAnalysis) averaged
      = dl_dragonfly_analysis_new (routes, mode, many, rates, &seed, NULL, NULL);
  g_assert_cmpint (hashed->basis, ==, DL_BASIS_HASHES);
  g_assert_cmpint (expected->basis, ==, DL_BASIS_EXPECTATION);
  g_assert_cmpint (averaged->basis, ==, DL_BASIS_EXPECTATION);
  for (guint node = 0; node < net->n_nodes; node++)
    {
      const guint dest = few->dest[few->first_flow[node]], p = net->nodes_per_router;
      DlDragonflyRoute route;

      dl_dragonfly_walk (routes, node / p, dest / p, FALSE,
                         dl_dragonfly_header_hash (seed, node, dest), &route);
      for (guint i = 0; i < route.n_steps; i++)
        load[4 * route.steps[i].link + route.steps[i].vc]++;
    }
  for (guint i = 0; i < 4 * net->n_links; i++)
    g_assert_cmpfloat (load[i], ==, hashed->vc_load[i]);
  /* Whole routes collide where their expectation spreads. */
  g_assert_cmpfloat (hashed->bound_load, <, expected->bound_load);
  /* Over many seeds the loads are those expected. */
  for (seed = 0; seed < 400; seed++)
    {
      g_autoptr (DlDragonflyAnalysis) one
          = dl_dragonfly_analysis_new (routes, mode, few, rates, &seed, NULL, NULL);
      mean += dl_dragonfly_analysis_load (one, expected->bound_link) / 400;
    }
  g_assert_cmpfloat_with_epsilon (mean, dl_dragonfly_analysis_load (expected, expected->bound_link),
                                  .3);
}

/* Taken over ----------------------------------------------------------------------------------- */

static void
assert_equal (const DlDragonflyAnalysis *a, const DlDragonflyAnalysis *b)
{
  const DlDragonfly *net = a->dragonfly;

  g_assert_cmpmem (a->vc_load, (gsize) net->n_links * 4 * sizeof *a->vc_load, b->vc_load,
                   (gsize) net->n_links * 4 * sizeof *b->vc_load);
  g_assert_cmpfloat (a->nonminimal_share, ==, b->nonminimal_share);
  g_assert_cmpuint (a->pairs, ==, b->pairs);
  g_assert_cmpuint (a->unreachable_pairs, ==, b->unreachable_pairs);
  g_assert_cmpuint (a->hops_max, ==, b->hops_max);
  g_assert_cmpuint (a->bound_link, ==, b->bound_link);
  g_assert_cmpfloat (a->bound_load, ==, b->bound_load);
  g_assert_cmpint (a->verdict->deadlock_free, ==, b->verdict->deadlock_free);
}

/* An edit after the other, with modes and patterns that change too: as if each were the first. */
static void
test_previous (void)
{
  static const char *const modes[] = { "min-hash", "valiant", "adaptive-0" };
  DlRng rng;

  dl_rng_init (&rng, 5);
  for (guint seed = 0; seed < N_RANDOM / 4; seed++)
    {
      g_autoptr (DlDragonflyAnalysis) previous = NULL;

      for (guint step = 0; step < N_STEPS; step++)
        {
          /* The same shape with other damage, and now and then another shape. */
          g_autoptr (DlDragonfly) net = fixture_random (seed + step / 6, step, NULL);
          g_autoptr (DlDragonflyDemand) demand = random_demand (net, dl_rng_below (&rng, 5), &rng);
          const char *mode = modes[dl_rng_below (&rng, G_N_ELEMENTS (modes))];
          g_autoptr (DlDragonflyAnalysis) fresh = analyze (net, mode, demand, NULL);
          DlDragonflyAnalysis *next = analyze (net, mode, demand, previous);

          assert_equal (next, fresh);
          dl_dragonfly_analysis_unref (previous);
          previous = next;
        }
    }
}

static void
test_cancelled (void)
{
  g_autoptr (DlDragonfly) net = fixture_cascade (3, 5);
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
  g_autoptr (DlDragonflyDemand) demand = dl_dragonfly_demand_new_uniform (net);
  g_autoptr (DlDragonflyDemand) flows = dl_dragonfly_demand_new_permutation (net, 1);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();

  g_cancellable_cancel (cancelled);
  g_assert_null (dl_dragonfly_analysis_new (routes, dl_dragonfly_mode_find ("tuned"), demand,
                                            dl_dragonfly_rates_for (net), NULL, NULL, cancelled));
  g_assert_null (dl_dragonfly_analysis_new (routes, dl_dragonfly_mode_find ("tuned"), flows,
                                            dl_dragonfly_rates_for (net), NULL, NULL, cancelled));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dragonfly-analysis/basis", test_basis);
  g_test_add_func ("/dragonfly-analysis/hashes", test_hashes);
  g_test_add_func ("/dragonfly-analysis/mixture", test_mixture);
  g_test_add_func ("/dragonfly-analysis/bandwidths", test_bandwidths);
  g_test_add_func ("/dragonfly-analysis/sums", test_sums);
  g_test_add_func ("/dragonfly-analysis/generic", test_generic);
  g_test_add_func ("/dragonfly-analysis/previous", test_previous);
  g_test_add_func ("/dragonfly-analysis/cancelled", test_cancelled);
  return g_test_run ();
}
