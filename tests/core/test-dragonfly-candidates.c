/* Candidates of a packet: drawn uniformly, different, and the lightest is taken. */
#include "dl-dragonfly-choice.h"
#include "dl-rng.h"
#include "dragonfly-fixture.h"

#include <math.h>

#define N_DRAWS 60000

/* Are @n counts of @total draws what @weights (NULL: all alike) give? Five deviations of
 * chi-square: of fixed seeds, so that it holds or does not. */
static void
check_counts (const guint *counts, const double *weights, guint n, guint total)
{
  double chi = 0, sum = 0;

  for (guint i = 0; i < n; i++)
    sum += weights != NULL ? weights[i] : 1;
  for (guint i = 0; i < n; i++)
    {
      const double expected = total * (weights != NULL ? weights[i] : 1) / sum;

      chi += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
  g_test_message ("chi-square %.1f of %u values", chi, n);
  g_assert_cmpfloat (chi, <, n - 1 + 5 * sqrt (2.0 * (n - 1)) + 1);
}

/* Index among the minimal first links, or n. */
static guint
place_of (const DlDragonflyNextHop *ways, guint n, DlDragonflyHop hop)
{
  guint i = 0;

  while (i < n && (ways[i].hop.link != hop.link || ways[i].hop.root != hop.root))
    i++;
  return i;
}

/* How many blue links a way stands for. */
static double
weight_of (const DlDragonflyNextHop *way)
{
  return (double) way->behind / way->beside;
}

/* From @source to @dest: pairs of minimal first links, of roots, and the first link to a root. */
static void
check_draws (const DlDragonflyRoutes *routes, guint source, guint dest)
{
  const DlDragonflyMode *mode = dl_dragonfly_mode_find ("adaptive-0");
  const guint n_routers = routes->dragonfly->n_routers;
  const guint n_roots = dl_dragonfly_n_roots (routes, source, dest);
  const DlDragonflyPacket packet = { dest, DL_NO_NODE, 0, DL_TURN_NONE };
  g_autofree DlDragonflyNextHop *ways = g_new (DlDragonflyNextHop, routes->max_candidates);
  const guint n = dl_dragonfly_next (routes, source, &packet, ways);
  const double all = dl_dragonfly_sum_behind (ways, n);
  g_autofree double *weights = g_new0 (double, n *n);
  g_autofree DlDragonflyNextHop *root_ways = g_new (DlDragonflyNextHop, routes->max_candidates);
  g_autofree double *root_weights = g_new (double, routes->max_candidates);
  g_autofree guint *pairs = g_new0 (guint, n * n);
  g_autofree guint *ordered = g_new0 (guint, n * n);
  g_autofree guint *roots = g_new0 (guint, 2 * n_routers);
  g_autofree guint *compact = g_new0 (guint, n_roots);
  g_autofree guint *gaps = g_new0 (guint, n_roots - 1);
  g_autofree guint *index = g_new0 (guint, n_routers);
  g_autofree guint *to_root = g_new0 (guint, routes->max_candidates);
  guint n_to_root = 0, to_root_total = 0, k = 0;

  g_assert_cmpuint (n, >=, 2);
  for (guint i = 0; i < n_roots; i++)
    index[dl_dragonfly_root (routes, source, dest, i)] = i;
  for (guint i = 0; i < N_DRAWS; i++)
    {
      DlDragonflyCandidates c;

      dl_dragonfly_candidates_draw (routes, mode, source, dest, dl_rng_mix (17, i), &c);
      g_assert_cmpuint (c.n, ==, 4);
      g_assert_cmpuint (c.n_ways, ==, n);
      g_assert_cmpuint (c.n_roots, ==, n_roots);
      g_assert_cmpuint (c.n_unfit, ==, 0);
      g_assert_false (c.at[0].nonminimal || c.at[1].nonminimal);
      g_assert_true (c.at[2].nonminimal && c.at[3].nonminimal);
      const guint a = place_of (ways, n, c.at[0].hop), b = place_of (ways, n, c.at[1].hop);
      g_assert_cmpuint (MAX (a, b), <, n);
      g_assert_cmpuint (a, !=, b);
      pairs[a * n + b]++;
      g_assert_cmpuint (c.at[2].hop.root, !=, c.at[3].hop.root);
      for (guint j = 0; j < 2; j++)
        roots[j * n_routers + c.at[2 + j].hop.root]++;
      /* Two different ones, each distance around the list as likely. */
      gaps[(index[c.at[3].hop.root] + n_roots - index[c.at[2].hop.root]) % n_roots - 1]++;
      /* One root's own first links. */
      if (c.at[3].hop.root == dl_dragonfly_root (routes, source, dest, n_roots / 2))
        {
          const DlDragonflyPacket up = { dest, c.at[3].hop.root, 0, DL_TURN_NONE };

          n_to_root = dl_dragonfly_next (routes, source, &up, root_ways);
          to_root[place_of (root_ways, n_to_root, c.at[3].hop)]++;
          to_root_total++;
        }
    }
  for (guint i = 0; i < n * n; i++)
    if (i / n != i % n)
      {
        const double first = weight_of (&ways[i / n]), second = weight_of (&ways[i % n]);

        weights[k] = first * second / (all - first);
        ordered[k++] = pairs[i];
      }
  check_counts (ordered, weights, k, N_DRAWS);
  for (guint j = 0; j < 2; j++)
    {
      for (guint i = 0; i < n_roots; i++)
        compact[i] = roots[j * n_routers + dl_dragonfly_root (routes, source, dest, i)];
      check_counts (compact, NULL, n_roots, N_DRAWS);
    }
  check_counts (gaps, NULL, n_roots - 1, N_DRAWS);
  g_assert_cmpuint (to_root_total, >, 10 * n_to_root);
  for (guint i = 0; i < n_to_root; i++)
    root_weights[i] = weight_of (&root_ways[i]);
  if (n_to_root > 1)
    check_counts (to_root, root_weights, n_to_root, to_root_total);
}

static void
test_uniform (void)
{
  g_autoptr (DlDragonfly) cascade = fixture_cascade (4, 12);
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (cascade, NULL);

  /* Between groups: from a router without a link of its own there, and inside a group by three
   * parallel links. */
  for (guint dest = 96; dest < 384; dest += 97)
    {
      const DlDragonflyPacket packet = { dest, DL_NO_NODE, 0, DL_TURN_NONE };
      g_autofree DlDragonflyNextHop *ways = g_new (DlDragonflyNextHop, routes->max_candidates);
      guint source = 0;

      while (dl_dragonfly_next (routes, source, &packet, ways) < 4)
        source++;
      check_draws (routes, source, dest);
    }
  check_draws (routes, 3, 3 + 2 * 16);
}

/* A mode that does not look at the load goes on as dl_dragonfly_walk, with damage too. */
static void
test_by_hash (void)
{
  for (guint seed = 0; seed < 60; seed++)
    {
      g_autoptr (DlDragonfly) net = fixture_random (seed, seed % 8, NULL);
      g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
      DlRng rng;

      dl_rng_init (&rng, seed);
      for (guint i = 0; i < 100; i++)
        {
          const gboolean nonminimal = i % 2;
          const DlDragonflyMode *mode
              = dl_dragonfly_mode_find (nonminimal ? "valiant" : "min-hash");
          const guint source = dl_rng_below (&rng, net->n_routers);
          const guint dest = dl_rng_below (&rng, net->n_routers);
          const guint64 hash = dl_rng_next (&rng);
          DlDragonflyPacket packet = { dest, DL_NO_NODE, 0, DL_TURN_NONE };
          DlDragonflyRoute route;
          DlDragonflyCandidates c;

          dl_dragonfly_walk (routes, source, dest, nonminimal, hash, &route);
          dl_dragonfly_candidates_draw (routes, mode, source, dest, hash, &c);
          for (guint step = 0; step < route.n_steps; step++)
            {
              g_assert_cmpuint (c.n, ==, 1);
              g_assert_cmpuint (c.at[0].hop.link, ==, route.steps[step].link);
              g_assert_cmpuint (c.at[0].hop.root, ==, route.steps[step].root);
              g_assert_cmpuint (packet.vc, ==, route.steps[step].vc);
              dl_dragonfly_move (routes, c.at[0].hop, &packet);
              dl_dragonfly_candidates_draw_next (routes, mode, net->link_to[c.at[0].hop.link],
                                                 &packet, dl_rng_mix (hash, 2 + step), &c);
            }
          g_assert_cmpuint (c.n, ==, 0);
        }
    }
}

/* A load for each link that only the seed knows; small, so that some are the same. */
static DlDragonflyLoad
random_load (guint link, gpointer data)
{
  const guint64 *seed = data;

  return (DlDragonflyLoad) { dl_rng_pick (dl_rng_mix (*seed, 3 * link), 20),
                             dl_rng_pick (dl_rng_mix (*seed, 3 * link + 1), 20),
                             dl_rng_pick (dl_rng_mix (*seed, 3 * link + 2), 20) };
}

/* The weight that model 5's modes give a load, written a second time. */
static double
expected_value (const char *mode, gboolean local, gboolean nonminimal, double load)
{
  if (!nonminimal || g_str_equal (mode, "adaptive-0"))
    return load;
  if (g_str_equal (mode, "adaptive-1") || (g_str_equal (mode, "tuned") && !local))
    return 2 * load;
  if (g_str_equal (mode, "adaptive-2"))
    return 2 * load + 16;
  return 4 * load + 64;
}

/* The winner counts least; of equals it was drawn first; and damage leaves only routes that there
 * are. */
static void
test_lightest (void)
{
  static const char *const modes[]
      = { "min-adaptive", "adaptive-0", "adaptive-1", "adaptive-2", "adaptive-3", "tuned" };
  guint n_unfit = 0, wins[2] = { 0 }, ties = 0;

  for (guint seed = 0; seed < 80; seed++)
    {
      g_autoptr (DlDragonfly) net = fixture_random (seed, seed % 6, NULL);
      g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
      guint64 load_seed = seed;
      DlRng rng;

      dl_rng_init (&rng, seed);
      for (guint k = 0; k < 200; k++)
        {
          const char *id = modes[dl_rng_below (&rng, G_N_ELEMENTS (modes))];
          const DlDragonflyMode *mode = dl_dragonfly_mode_find (id);
          const guint source = dl_rng_below (&rng, net->n_routers);
          const guint dest = dl_rng_below (&rng, net->n_routers);
          const gboolean local = net->router[source].group == net->router[dest].group;
          DlDragonflyChoice choice;
          DlDragonflyRoute route;
          guint best = 0;

          dl_dragonfly_choose (routes, mode, source, dest, dl_rng_next (&rng), random_load,
                               &load_seed, &choice);
          dl_dragonfly_walk (routes, source, dest, FALSE, 0, &route);
          g_assert_cmpint (choice.candidates.n > 0, ==, route.n_steps > 0);
          n_unfit += choice.candidates.n_unfit;
          for (guint i = 0; i < choice.candidates.n; i++)
            {
              const DlDragonflyCandidate *candidate = &choice.candidates.at[i];
              const DlDragonflyLoad load = random_load (candidate->hop.link, &load_seed);
              const double value = expected_value (id, local, candidate->nonminimal,
                                                   load.near_end + load.far_end + load.downstream);

              g_assert_cmpfloat (choice.value[i], ==, value);
              g_assert_cmpint (net->link_state[candidate->hop.link], ==, DL_LINK_UP);
              g_assert_cmpuint (net->link_from[candidate->hop.link], ==, source);
              g_assert_true (mode->nonminimal > 0 || !candidate->nonminimal);
              if (value < choice.value[best])
                best = i;
              if (i > 0)
                g_assert_true (choice.candidates.at[i - 1].nonminimal <= candidate->nonminimal);
            }
          if (choice.candidates.n == 0)
            continue;
          g_assert_cmpuint (choice.winner, ==, best);
          g_assert_cmpint (choice.why == DL_CHOICE_ONLY, ==, choice.candidates.n == 1);
          wins[choice.candidates.at[best].nonminimal]++;
          ties += choice.why == DL_CHOICE_FIRST;
        }
    }
  g_test_message ("%u minimal and %u non-minimal ones won, %u of them first of equals; %u roots "
                  "did not fit",
                  wins[0], wins[1], ties, n_unfit);
  g_assert_cmpuint (MIN (wins[0], wins[1]), >, 100);
  g_assert_cmpuint (ties, >, 10);
  g_assert_cmpuint (n_unfit, >, 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dragonfly-candidates/uniform", test_uniform);
  g_test_add_func ("/dragonfly-candidates/by-hash", test_by_hash);
  g_test_add_func ("/dragonfly-candidates/lightest", test_lightest);
  return g_test_run ();
}
