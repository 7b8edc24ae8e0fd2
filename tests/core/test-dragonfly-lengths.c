/* Lengths of routes, against every route of every pair through every root. */
#include "dl-dragonfly-loads-roots.h"
#include "dragonfly-fixture.h"

#include <math.h>

#define N_NETWORKS  40
#define MAX_ROUTERS 30

typedef struct
{
  double *share, weight;
  guint least, most;
} Count;

static void
count_path (const DlDragonflyRoute *route, double probability, gpointer data)
{
  Count *count = data;

  count->share[route->n_steps] += probability * count->weight;
  count->least = MIN (count->least, route->n_steps);
  count->most = MAX (count->most, route->n_steps);
}

static void
count_naively (const DlDragonflyRoutes *routes, DlDragonflyLengths *lengths)
{
  const DlDragonfly *net = routes->dragonfly;

  *lengths = (DlDragonflyLengths) { .spread = 0 };
  for (guint a = 0; a < net->n_routers; a++)
    for (guint b = 0; b < net->n_routers; b++)
      {
        const guint n_roots = dl_dragonfly_n_roots (routes, a, b);
        Count count = { lengths->minimal, 1, G_MAXUINT, 0 };

        if (!net->router_up[a] || !net->router_up[b]
            || dl_dragonfly_group (routes, a) == dl_dragonfly_group (routes, b))
          continue;
        if (dl_dragonfly_plain (routes, a, b))
          {
            dl_dragonfly_paths (routes, a, b, DL_NO_NODE, count_path, &count);
            lengths->spread = MAX (lengths->spread, count.most - count.least);
          }
        count.share = lengths->nonminimal;
        for (guint i = 0; i < n_roots; i++)
          {
            const guint root = dl_dragonfly_root (routes, a, b, i);

            if (dl_dragonfly_root_fits (routes, a, root, b))
              dl_dragonfly_paths (routes, a, b, root, count_path, &count);
          }
      }
}

static void
check_same (const double *share, const double *counted)
{
  double sum = 0;

  for (guint h = 0; h <= DL_DRAGONFLY_MAX_HOPS; h++)
    sum += counted[h];
  for (guint h = 0; h <= DL_DRAGONFLY_MAX_HOPS; h++)
    g_assert_cmpfloat (fabs (share[h] - (sum > 0 ? counted[h] / sum : 0)), <, 1e-9);
}

static void
test_random (void)
{
  guint n_minimals, checked = 0;
  const DlDragonflyMinimal *const *minimals = dl_dragonfly_minimals (&n_minimals);

  for (guint seed = 0; checked < N_NETWORKS; seed++)
    {
      g_autofree char *text = NULL;
      g_autoptr (DlDragonfly) net = fixture_random (seed, seed % 4, &text);
      DlDragonflyLengths lengths, naive;

      if (net->n_routers > MAX_ROUTERS)
        continue;
      g_test_message ("%s", text);
      g_autoptr (DlDragonflyRoutes) routes
          = dl_dragonfly_routes_new (net, minimals[checked++ % n_minimals]);
      g_assert_true (dl_dragonfly_lengths (routes, &lengths, NULL));
      count_naively (routes, &naive);
      check_same (lengths.minimal, naive.minimal);
      check_same (lengths.nonminimal, naive.nonminimal);
      g_assert_cmpuint (lengths.spread, ==, naive.spread);
    }
}

/* Both sentences of section III of the Cascade paper, of which the default was chosen. */
static void
test_sentences (void)
{
  static const guint sizes[][2] = { { 15, 6 }, { 9, 12 }, { 8, 34 } };
  guint n_minimals;
  const DlDragonflyMinimal *const *minimals = dl_dragonfly_minimals (&n_minimals);

  for (guint rule = 0; rule < n_minimals; rule++)
    {
      gboolean most = TRUE, differ = TRUE;

      for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
        {
          g_autoptr (DlDragonfly) net = fixture_cascade (sizes[i][0], sizes[i][1]);
          g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, minimals[rule]);
          DlDragonflyLengths lengths;

          dl_dragonfly_lengths (routes, &lengths, NULL);
          most &= lengths.nonminimal[6] + lengths.nonminimal[7] > .5;
          differ &= lengths.spread > 0;
        }
      g_assert_cmpint (most && differ, ==, minimals[rule] == dl_dragonfly_minimal_default ());
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dragonfly-lengths/random", test_random);
  g_test_add_func ("/dragonfly-lengths/sentences", test_sentences);
  return g_test_run ();
}
