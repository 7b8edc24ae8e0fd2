/* Choices of a dragonfly's routing modes among its routes. */
#include "dl-dragonfly-modes.h"
#include "dl-dragonfly-routes.h"
#include "dragonfly-fixture.h"

#include <math.h>
#include <string.h>

/* The same hash takes the same route; hashes spread over the paths as their probabilities say. */
static void
test_hash (void)
{
  enum
  {
    N = 40000
  };
  g_autoptr (DlDragonfly) net = fixture_cascade (8, 34);
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
  g_autofree guint *count = g_new0 (guint, net->n_routers);
  const guint dest = net->group_first[5] + 50, root_of = net->group_first[5];
  DlDragonflyRoute a, b;

  for (guint hash = 0; hash < N; hash++)
    {
      dl_dragonfly_walk (routes, 3, dest, TRUE, hash, &a);
      dl_dragonfly_walk (routes, 3, dest, TRUE, hash, &b);
      g_assert_cmpuint (a.n_steps, ==, b.n_steps);
      for (guint i = 0; i < a.n_steps; i++)
        g_assert_cmpuint (a.steps[i].link, ==, b.steps[i].link);
      count[a.steps[0].root]++;
    }
  for (guint router = 0; router < net->n_routers; router++)
    {
      /* 52 expected, sd 7.2: six of these. The roots are anywhere in the system. */
      if (router == 3 || router == dest)
        g_assert_cmpuint (count[router], ==, 0);
      else
        g_assert_cmpfloat (ABS (count[router] - N / 766.0), <, 6 * 7.3);
    }
  g_assert_cmpuint (dl_dragonfly_n_roots (routes, 3, root_of), ==, 766);
}

/* Ways of @n_runs runs of random width, before as many blue links as it comes. */
static guint
draw_ways (DlRng *rng, guint n_runs, guint most, DlDragonflyNextHop *ways)
{
  guint n = 0;

  for (guint run = 0; run < n_runs; run++)
    {
      const guint beside = 1 + dl_rng_below (rng, most), behind = 1 + dl_rng_below (rng, most);

      for (guint i = 0; i < beside; i++, n++)
        ways[n] = (DlDragonflyNextHop) { { n, DL_NO_NODE }, behind, beside };
    }
  return n;
}

/* All of the uniform numbers, in steps: each way gets the part of them that its weight says, also
 * beside one that is left out, and however many links are side by side. */
static void
test_pick (void)
{
  enum
  {
    STEPS = 1 << 16
  };

  for (guint seed = 0; seed < 80; seed++)
    {
      const guint most = seed % 2 ? 256 : 4;
      DlDragonflyNextHop ways[8 * 256];
      DlRng rng;

      dl_rng_init (&rng, seed);
      const guint n = draw_ways (&rng, 1 + dl_rng_below (&rng, 8), most, ways);
      const guint without = seed % 4 < 2 || n == 1 ? n : dl_rng_below (&rng, n);
      g_autofree guint *count = g_new0 (guint, n);
      double sum = 0;

      for (guint i = 0; i < n; i++)
        sum += i != without ? (double) ways[i].behind / ways[i].beside : 0;
      for (guint64 i = 0; i < STEPS; i++)
        {
          const guint picked
              = dl_dragonfly_pick (ways, n, without, i * (G_MAXUINT64 / STEPS) + G_MAXUINT32);

          g_assert_cmpuint (picked, <, n);
          g_assert_cmpuint (picked, !=, without);
          count[picked]++;
        }
      for (guint i = 0; i < n; i++)
        {
          const double expected
              = i != without ? STEPS * ways[i].behind / (ways[i].beside * sum) : 0;

          g_assert_cmpfloat (fabs (count[i] - expected), <, 2.5);
        }
    }
}

/* Each rule takes what its name says; the first is the default. */
static void
test_rules (void)
{
  static const char *const ids[] = { "nearest-exit", "direct", "shortest" };
  guint n;
  const DlDragonflyMinimal *const *minimals = dl_dragonfly_minimals (&n);

  g_assert_cmpuint (n, ==, G_N_ELEMENTS (ids));
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpstr (minimals[i]->id, ==, ids[i]);
      g_assert_cmpuint (strlen (minimals[i]->title), >, 0);
      g_assert_cmpuint (strlen (minimals[i]->description), >, 0);
    }
  g_assert_true (dl_dragonfly_minimal_default () == minimals[0]);
}

static void
test_modes (void)
{
  guint n;
  const DlDragonflyMode *const *modes = dl_dragonfly_modes (&n);

  g_assert_cmpuint (n, ==, 10);
  for (guint i = 0; i < n; i++)
    {
      g_assert_true (dl_dragonfly_mode_find (modes[i]->id) == modes[i]);
      g_assert_cmpuint (strlen (modes[i]->title), >, 0);
      g_assert_cmpuint (strlen (modes[i]->description), >, 0);
      g_assert_cmpuint (modes[i]->minimal + modes[i]->nonminimal, >, 0);
      /* Between one route of each kind UGAL chooses; Valiant takes the non-minimal one. */
      g_assert_true (modes[i]->by_load
                     == (modes[i]->minimal > 1 || strcmp (modes[i]->id, "ugal") == 0));
    }
  g_assert_null (dl_dragonfly_mode_find ("adaptive-4"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dragonfly-modes/hash", test_hash);
  g_test_add_func ("/dragonfly-modes/pick", test_pick);
  g_test_add_func ("/dragonfly-modes/rules", test_rules);
  g_test_add_func ("/dragonfly-modes/modes", test_modes);
  return g_test_run ();
}
