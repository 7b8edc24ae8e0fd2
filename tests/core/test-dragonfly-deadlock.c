/* The dependencies of a dragonfly's routes, against those of every single route, and the verdict on
 * them. */
#include "channel-name.h"
#include "dl-dragonfly-dependency.h"
#include "dl-dragonfly-scenario.h"
#include "dragonfly-fixture.h"
#include "test-rounds.h"

#include <string.h>

#define N_HEALTHY    TEST_ROUNDS (5)
#define N_DAMAGED    TEST_ROUNDS (10)
#define MAX_CHANNELS 2000

/* Every route of every pair ---------------------------------------------------------------------
 */

typedef struct
{
  const DlDragonfly *net;
  guint n;          /* channels */
  GHashTable *seen; /* guint64: channel << 32 | channel */
} Oracle;

static void
add_route (const DlDragonflyRoute *route, double probability G_GNUC_UNUSED, gpointer data)
{
  Oracle *oracle = data;

  for (guint i = 1; i < route->n_steps; i++)
    {
      const guint64 a = route->steps[i - 1].link * 4 + route->steps[i - 1].vc;
      const guint64 b = route->steps[i].link * 4 + route->steps[i].vc;
      const guint64 edge = a << 32 | b;
      if (!g_hash_table_contains (oracle->seen, &edge))
        g_hash_table_add (oracle->seen, g_memdup2 (&edge, sizeof edge));
    }
}

static void
oracle_init (Oracle *oracle, const DlDragonflyRoutes *routes, const DlDragonflyMode *mode)
{
  const DlDragonfly *net = routes->dragonfly;

  oracle->net = net;
  oracle->n = 4 * net->n_links;
  oracle->seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  for (guint a = 0; a < net->n_routers; a++)
    for (guint b = 0; b < net->n_routers; b++)
      {
        const guint n_roots = mode->nonminimal > 0 ? dl_dragonfly_n_roots (routes, a, b) : 0;
        gboolean minimal = n_roots == 0 || g_str_has_prefix (mode->id, "adaptive");

        if (a == b || !net->router_up[a] || !net->router_up[b])
          continue;
        for (guint i = 0; i < n_roots; i++)
          {
            const guint root = dl_dragonfly_root (routes, a, b, i);

            if (dl_dragonfly_root_fits (routes, a, root, b))
              dl_dragonfly_paths (routes, a, b, root, add_route, oracle);
            else
              minimal = TRUE;
          }
        if (minimal)
          dl_dragonfly_paths (routes, a, b, DL_NO_NODE, add_route, oracle);
      }
}

/* Can all channels be taken away one after the other, each when nothing waits for it? */
static gboolean
oracle_acyclic (const Oracle *oracle)
{
  g_autofree guint *waiting = g_new0 (guint, oracle->n);
  g_autofree GArray **after = g_new (GArray *, oracle->n);
  g_autoptr (GArray) ready = g_array_new (FALSE, FALSE, sizeof (guint));
  GHashTableIter iter;
  gpointer key;
  guint gone = 0;

  for (guint i = 0; i < oracle->n; i++)
    after[i] = g_array_new (FALSE, FALSE, sizeof (guint));
  g_hash_table_iter_init (&iter, oracle->seen);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const guint64 edge = *(const guint64 *) key;
      const guint to = (guint32) edge;
      waiting[to]++;
      g_array_append_val (after[edge >> 32], to);
    }
  for (guint i = 0; i < oracle->n; i++)
    if (waiting[i] == 0)
      g_array_append_val (ready, i);
  for (; gone < ready->len; gone++)
    {
      const GArray *next = after[g_array_index (ready, guint, gone)];
      for (guint i = 0; i < next->len; i++)
        {
          const guint to = g_array_index (next, guint, i);
          if (--waiting[to] == 0)
            g_array_append_val (ready, to);
        }
    }
  for (guint i = 0; i < oracle->n; i++)
    g_array_unref (after[i]);
  return gone == oracle->n;
}

/* The graph against it --------------------------------------------------------------------------
 */

static gboolean
graph_has (const DlDragonflyDependencies *d, guint a, guint b)
{
  const guint port = b / 4 - d->dragonfly->first_link[d->dragonfly->link_from[b / 4]];

  g_assert_cmpuint (d->dragonfly->link_to[a / 4], ==, d->dragonfly->link_from[b / 4]);
  return (dl_dragonfly_dependencies_ports (d, a, b % 4)[port / 64] >> port % 64 & 1) != 0;
}

static guint
count_edges (const DlDragonflyDependencies *d)
{
  guint n = 0;

  for (gsize i = 0; i < (gsize) d->dragonfly->n_links * 16 * d->words; i++)
    n += __builtin_popcountll (d->next[i]);
  return n;
}

/* Every dependency is one of classes of links too, so that no cycle is missed. */
static void
check_quotient (const DlDragonflyDependencies *d, const DlDragonflyQuotient *quotient)
{
  const DlDragonfly *net = d->dragonfly;

  for (guint channel = 0; channel < 4 * net->n_links; channel++)
    for (guint bit = 0; bit < 4 * 64 * d->words; bit++)
      {
        const guint vc = bit % 4, port = bit / 4;
        const guint link = net->first_link[net->link_to[channel / 4]] + port;

        if (dl_dragonfly_dependencies_ports (d, channel, vc)[port / 64] >> port % 64 & 1)
          g_assert_true (quotient->next[4 * net->link_class[channel / 4] + channel % 4]
                         & 1 << (4 * net->link_class[link] + vc));
      }
}

static void
check_mode (const DlDragonflyRoutes *routes, const DlDragonflyMode *mode, gboolean exact)
{
  g_autoptr (DlDragonflyDependencies) d = dl_dragonfly_dependencies_new (routes, mode, NULL);
  g_autoptr (DlVerdict) verdict = dl_dragonfly_verdict_new (d, NULL);
  DlDragonflyQuotient quotient;
  GHashTableIter iter;
  Oracle oracle;
  gpointer key;

  dl_dragonfly_quotient_init (&quotient, routes);
  check_quotient (d, &quotient);
  g_autoptr (DlVerdict) quick = dl_dragonfly_verdict_new_quick (routes, mode, &quotient, NULL);
  g_assert_cmpint (quick->deadlock_free, ==, verdict->deadlock_free);
  oracle_init (&oracle, routes, mode);
  g_hash_table_iter_init (&iter, oracle.seen);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const guint64 edge = *(const guint64 *) key;
      if (!graph_has (d, edge >> 32, (guint32) edge))
        {
          g_autofree char *a = channel_name (&dl_family_dragonfly, routes->dragonfly, edge >> 32);
          g_autofree char *b
              = channel_name (&dl_family_dragonfly, routes->dragonfly, (guint32) edge);
          g_error ("%s: %s to %s is missing", mode->id, a, b);
        }
    }
  if (exact)
    g_assert_cmpuint (count_edges (d), ==, g_hash_table_size (oracle.seen));
  else
    g_assert_cmpuint (count_edges (d), >=, g_hash_table_size (oracle.seen));
  g_assert_true (oracle_acyclic (&oracle));
  g_assert_true (verdict->deadlock_free);
  g_assert_cmpuint (verdict->n_cycle, ==, 0);
  g_hash_table_unref (oracle.seen);
}

static void
check_random (guint n, guint64 first_seed, gboolean damaged)
{
  static const char *const modes[] = { "min-hash", "valiant", "adaptive-0" };
  guint checked = 0;

  for (guint seed = 0; checked < n; seed++)
    {
      g_autofree char *text = NULL;
      g_autoptr (DlDragonfly) net
          = fixture_random (first_seed + seed, damaged ? 1 + seed % 8 : 0, &text);

      if (net->n_links * 4 > MAX_CHANNELS)
        continue;
      g_test_message ("%s", text);
      guint n_minimals;
      const DlDragonflyMinimal *const *minimals = dl_dragonfly_minimals (&n_minimals);
      g_autoptr (DlDragonflyRoutes) routes
          = dl_dragonfly_routes_new (net, minimals[seed % n_minimals]);
      for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
        check_mode (routes, dl_dragonfly_mode_find (modes[i]), !damaged);
      checked++;
    }
}

static void
test_healthy (void)
{
  check_random (N_HEALTHY, 0, FALSE);
}

static void
test_damaged (void)
{
  check_random (N_DAMAGED, 5000, TRUE);
}

/* Networks in their real sizes ------------------------------------------------------------------
 */

static void
check_all_modes (DlDragonfly *net, const char *name)
{
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
  guint n;
  const DlDragonflyMode *const *modes = dl_dragonfly_modes (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (DlDragonflyDependencies) d
          = dl_dragonfly_dependencies_new (routes, modes[i], NULL);
      g_autoptr (DlVerdict) verdict = dl_dragonfly_verdict_new (d, NULL);
      DlDragonflyQuotient quotient;

      dl_dragonfly_quotient_init (&quotient, routes);
      check_quotient (d, &quotient);
      g_assert_true (verdict->deadlock_free);
      g_test_message ("%s, %s: %u dependencies", name, modes[i]->id, count_edges (d));
    }
}

static void
test_real (void)
{
  g_autoptr (DlDragonfly) edison = fixture_edison ();
  g_autoptr (DlDragonfly) eight = fixture_cascade (8, 34);
  g_autoptr (DlDragonfly) generic = fixture_generic_33 ();

  if (edison != NULL)
    check_all_modes (edison, "Edison");
  check_all_modes (eight, "8 groups");
  check_all_modes (generic, "33 groups");
}

/* Edison, damaged at random: links, routers and cables. */
static void
test_damaged_edison (void)
{
  for (guint seed = 0; seed < 1; seed++)
    {
      DlDragonflySpec spec;
      DlRng rng;

      dl_rng_init (&rng, seed);
      dl_dragonfly_spec_init (&spec);
      for (guint i = 0; i < 3; i++)
        {
          const DlRouterAt router
              = { dl_rng_below (&rng, 15), dl_rng_below (&rng, 6), dl_rng_below (&rng, 16) };
          const guint group = dl_rng_below (&rng, 14);
          const guint blade = dl_rng_below (&rng, 15);
          const DlCableAt cable
              = { group, group + 1 + dl_rng_below (&rng, 14 - group), dl_rng_below (&rng, 6) };
          const DlDragonflyLinkAt green = { { group, i, blade }, { group, i, blade + 1 }, 0 };
          g_array_append_val (spec.broken_routers, router);
          g_array_append_val (spec.broken_cables, cable);
          g_array_append_val (spec.broken_links, green);
        }
      g_autoptr (DlDragonfly) net = dl_dragonfly_new (&spec, NULL);
      g_assert_nonnull (net);
      check_all_modes (net, "Edison, damaged");
      dl_dragonfly_spec_clear (&spec);
    }
}

/* Graphs with cycles ----------------------------------------------------------------------------
 */

static void
join (DlDragonflyDependencies *d, const guint *routers, guint n, const guint *vcs)
{
  for (guint i = 0; i < n; i++)
    {
      const guint a = dl_dragonfly_find_link (d->dragonfly, routers[i], routers[(i + 1) % n], 0);
      const guint b
          = dl_dragonfly_find_link (d->dragonfly, routers[(i + 1) % n], routers[(i + 2) % n], 0);
      const guint port = b - d->dragonfly->first_link[d->dragonfly->link_from[b]];

      dl_dragonfly_dependencies_ports (d, a * 4 + vcs[i], vcs[(i + 1) % n])[port / 64]
          |= G_GUINT64_CONSTANT (1) << port % 64;
    }
}

/* Green links from blade to blade in a ring, on one channel and through all four. */
static void
test_cycles (void)
{
  static const guint long_ring[] = { 16, 17, 18, 19, 20, 21 }, ring[] = { 1, 2, 3, 4 };
  static const guint same[] = { 1, 1, 1, 1, 1, 1 }, rising[] = { 0, 1, 2, 3 };
  g_autoptr (DlDragonfly) net = fixture_cascade (3, 10);
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
  g_autoptr (DlDragonflyDependencies) d
      = dl_dragonfly_dependencies_new (routes, dl_dragonfly_mode_find ("tuned"), NULL);

  join (d, long_ring, 6, same);
  g_autoptr (DlVerdict) six = dl_dragonfly_verdict_new (d, NULL);
  g_assert_false (six->deadlock_free);
  g_assert_cmpuint (six->cyclic_components, ==, 1);
  g_assert_cmpuint (six->n_cycle, ==, 6);
  for (guint i = 0; i < 6; i++)
    {
      g_assert_true (graph_has (d, six->cycle[i], six->cycle[(i + 1) % 6]));
      g_assert_cmpuint (six->cycle[i] % 4, ==, 1);
    }
  join (d, ring, 4, rising);
  g_autoptr (DlVerdict) four = dl_dragonfly_verdict_new (d, NULL);
  g_assert_false (four->deadlock_free);
  g_assert_cmpuint (four->n_cycle, <=, 4);
  for (guint i = 0; i < four->n_cycle; i++)
    g_assert_true (graph_has (d, four->cycle[i], four->cycle[(i + 1) % four->n_cycle]));
}

/* A quotient with a cycle says nothing yet: the whole graph decides. */
static void
test_quotient (void)
{
  g_autoptr (DlDragonfly) net = fixture_cascade (3, 10);
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
  const DlDragonflyMode *mode = dl_dragonfly_mode_find ("adaptive-0");
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  DlDragonflyQuotient quotient;

  g_cancellable_cancel (cancelled);
  dl_dragonfly_quotient_init (&quotient, routes);
  /* Black after green on each channel, and never green after black. */
  for (guint vc = 0; vc < 4; vc++)
    {
      const guint green = 4 * DL_LINK_GREEN + vc, black = 4 * DL_LINK_BLACK + vc;

      g_assert_true (quotient.next[green] & 1 << black);
      g_assert_false (quotient.next[black] & 1 << green);
      g_assert_false (quotient.next[green] & 1 << green);
    }
  quotient.next[4 * DL_LINK_BLACK] |= 1 << (4 * DL_LINK_GREEN);
  g_autoptr (DlVerdict) whole = dl_dragonfly_verdict_new_quick (routes, mode, &quotient, NULL);
  g_assert_true (whole->deadlock_free);
  g_assert_null (dl_dragonfly_verdict_new_quick (routes, mode, &quotient, cancelled));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dragonfly-deadlock/healthy", test_healthy);
  g_test_add_func ("/dragonfly-deadlock/damaged", test_damaged);
  g_test_add_func ("/dragonfly-deadlock/real", test_real);
  g_test_add_func ("/dragonfly-deadlock/damaged-edison", test_damaged_edison);
  g_test_add_func ("/dragonfly-deadlock/cycles", test_cycles);
  g_test_add_func ("/dragonfly-deadlock/quotient", test_quotient);
  return g_test_run ();
}
