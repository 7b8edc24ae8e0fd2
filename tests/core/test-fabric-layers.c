/* Layers of engine dfsssp: its tables, found again by walking every pair; what the offline search
 * promises of any fabric; and a search for cycles that shares nothing with it, which agrees on each
 * route where the rule leaves no choice. */
#include "dl-fabric-engine.h"
#include "fabric-fixture.h"
#include "fabric-naive.h"

#include <string.h>

#define SEEDS      350
#define MOST       64 /* layers */
#define RING_SEEDS 400

/* Route from the hosts at a switch to a host at a different one. */
typedef struct
{
  guint dest, s;
  guint n_hosts; /* that send it */
  guint n;
  guint32 *channels; /* (n) between switches */
  guint layer;
} Route;

static void
clear_route (gpointer data)
{
  g_free (((Route *) data)->channels);
}

static DlFabricRoutes *
route (DlFabric *fabric, guint layers, const DlFabricWork *work, GError **error)
{
  const DlFabricEngineOptions options = { .layers = layers };

  return dl_fabric_route (fabric, &dl_fabric_dfsssp, &options, work, error);
}

/* Routes of all switches with hosts, by the walk of one of these. */
static GArray *
list_routes (const DlFabricRoutes *routes)
{
  const DlFabric *fabric = routes->fabric;
  const guint H = fabric->n_hosts, S = fabric->n_switches;
  GArray *all = g_array_new (FALSE, TRUE, sizeof (Route));
  g_autofree guint32 *channels = g_new (guint32, 2 * S + 4);
  g_autofree guint *at = g_new (guint, S);

  g_array_set_clear_func (all, clear_route);
  for (guint dest = 0; dest < H; dest++)
    {
      memset (at, 0xff, S * sizeof *at);
      for (guint from = 0; from < H; from++)
        {
          Route new = { .dest = dest, .n_hosts = 1 };

          if (from == dest
              || dl_fabric_routes_walk (routes, from, dest, 0, channels, &new.n, &new.layer)
                     != DL_FABRIC_DELIVERED
              || new.n == 2)
            continue;
          new.n -= 2;
          new.s = fabric->channel_to[channels[0]] - H;
          if (at[new.s] != G_MAXUINT)
            {
              g_array_index (all, Route, at[new.s]).n_hosts++;
              continue;
            }
          at[new.s] = all->len;
          new.channels = g_memdup2 (channels + 1, new.n * sizeof *channels);
          g_array_append_val (all, new);
        }
    }
  return all;
}

static gboolean
has (const Route *route, guint32 x, guint32 y)
{
  for (guint i = 0; i + 1 < route->n; i++)
    if (route->channels[i] == x && route->channels[i + 1] == y)
      return TRUE;
  return FALSE;
}

/* Pairs of hosts that have each dependency of a layer (C x C). */
static void
count (const GArray *all, const guint *layer, guint l, guint C, guint *pairs)
{
  memset (pairs, 0, (gsize) C * C * sizeof *pairs);
  for (guint r = 0; r < all->len; r++)
    {
      const Route *route = &g_array_index (all, Route, r);

      for (guint i = 0; layer[r] == l && i + 1 < route->n; i++)
        pairs[route->channels[i] * C + route->channels[i + 1]] += route->n_hosts;
    }
}

/* Take away channels that nothing follows, or that follow nothing, until there are none. What is
 * left (C, gboolean) has all the cycles. Returns how many are left; *@disjoint: these are cycles
 * that have nothing in common, and no others. */
static guint
peel (const guint *pairs, guint C, guint8 *left, gboolean *disjoint)
{
  guint n = C;
  gboolean changed = TRUE;

  memset (left, TRUE, C);
  while (changed)
    {
      changed = FALSE;
      *disjoint = TRUE;
      for (guint x = 0; x < C; x++)
        {
          guint n_out = 0, n_in = 0;

          for (guint y = 0; y < C && left[x]; y++)
            {
              n_out += left[y] && pairs[x * C + y] > 0;
              n_in += left[y] && pairs[y * C + x] > 0;
            }
          if (!left[x])
            continue;
          *disjoint &= n_out == 1 && n_in == 1;
          if (n_out > 0 && n_in > 0)
            continue;
          left[x] = FALSE;
          changed = TRUE;
          n--;
        }
    }
  return n;
}

/* Follow what is left from channel @x until a cycle closes; its weakest dependency. Returns whether
 * no other of it is as weak. */
static gboolean
find_weakest (const guint *pairs, guint C, const guint8 *left, guint x, guint *from, guint *to)
{
  g_autofree guint8 *seen = g_new0 (guint8, C);
  guint fewest = G_MAXUINT, start = G_MAXUINT;
  gboolean only = TRUE;

  for (;;)
    {
      guint y = 0;

      while (!left[y] || pairs[x * C + y] == 0)
        y++;
      if (x == start)
        return only;
      if (start == G_MAXUINT && seen[x])
        start = x;
      seen[x] = TRUE;
      if (start != G_MAXUINT)
        {
          if (pairs[x * C + y] < fewest)
            {
              fewest = pairs[x * C + y];
              *from = x;
              *to = y;
              only = TRUE;
            }
          else
            only &= pairs[x * C + y] > fewest;
        }
      x = y;
    }
}

/* Does any route over x, y have a dependency of a different cycle of what is left? Cycles are
 * disjoint. */
static gboolean
meets_other (const GArray *all, const guint *layer, guint l, const guint *pairs, guint C,
             const guint8 *left, guint x, guint y)
{
  g_autofree guint8 *own = g_new0 (guint8, C);

  for (guint at = x; !own[at];)
    {
      guint next = 0;

      own[at] = TRUE;
      while (!left[next] || pairs[at * C + next] == 0)
        next++;
      at = next;
    }
  for (guint r = 0; r < all->len; r++)
    {
      const Route *route = &g_array_index (all, Route, r);

      for (guint i = 0; layer[r] == l && has (route, x, y) && i + 1 < route->n; i++)
        if (left[route->channels[i]] && !own[route->channels[i]] && left[route->channels[i + 1]])
          return TRUE;
    }
  return FALSE;
}

/* The rule, by brute force: while there is a cycle, the routes over its weakest dependency move to
 * the next layer. Returns how many layers there are, and in @layer which one each route is in.
 * *@determined: the order of cycles, and of what is as weak, makes no difference. */
static guint
layer_naively (const GArray *all, guint C, guint *layer, gboolean *determined)
{
  g_autofree guint *pairs = g_new (guint, (gsize) C * C);
  g_autofree guint8 *left = g_new (guint8, C);

  *determined = TRUE;
  if (all->len > 0)
    memset (layer, 0, all->len * sizeof *layer);
  for (guint l = 0;; l++)
    {
      gboolean disjoint, moved = FALSE;

      count (all, layer, l, C, pairs);
      while (peel (pairs, C, left, &disjoint) > 0)
        {
          const guint8 *first = memchr (left, TRUE, C);
          guint x = 0, y = 0;
          const gboolean only = find_weakest (pairs, C, left, (guint) (first - left), &x, &y);

          *determined = *determined && disjoint && only
                        && !meets_other (all, layer, l, pairs, C, left, x, y);
          for (guint r = 0; r < all->len; r++)
            if (layer[r] == l && has (&g_array_index (all, Route, r), x, y))
              layer[r]++;
          moved = TRUE;
          count (all, layer, l, C, pairs);
        }
      if (!moved)
        return l + 1;
    }
}

/* Some routes of layer @l moved on if and only if it had a cycle: each over a dependency all of
 * whose routes did. The routes that stay have no cycle. */
static void
check_layer (const GArray *all, guint l, guint C)
{
  g_autofree guint *before = g_new (guint, (gsize) C * C), *after = g_new (guint, (gsize) C * C);
  g_autofree guint8 *left = g_new (guint8, C);
  g_autofree guint *was = g_new (guint, all->len), *is = g_new (guint, all->len);
  guint n_stay = 0, n_moved = 0;
  gboolean disjoint;

  for (guint r = 0; r < all->len; r++)
    {
      const guint layer = g_array_index (all, Route, r).layer;

      was[r] = MIN (layer, l);
      is[r] = layer;
      n_stay += layer == l;
      n_moved += layer > l;
    }
  count (all, was, l, C, before);
  count (all, is, l, C, after);
  g_assert_cmpuint (n_stay, >, 0);
  g_assert_cmpuint (peel (after, C, left, &disjoint), ==, 0);
  g_assert_cmpint (peel (before, C, left, &disjoint) > 0, ==, n_moved > 0);
  for (guint r = 0; r < all->len; r++)
    {
      const Route *route = &g_array_index (all, Route, r);
      gboolean over = FALSE;

      for (guint i = 0; route->layer > l && i + 1 < route->n; i++)
        over |= after[route->channels[i] * C + route->channels[i + 1]] == 0;
      g_assert_true (over == (route->layer > l));
    }
}

/* Each route in one layer, and nothing in a layer that is not a route. */
static void
check_table (const DlFabricRoutes *routes, const GArray *all)
{
  const guint n = routes->fabric->n_hosts * routes->fabric->n_switches;
  g_autofree guint8 *layer = g_memdup2 (routes->layer, n);

  for (guint r = 0; r < all->len; r++)
    {
      const Route *route = &g_array_index (all, Route, r);

      g_assert_cmpuint (route->layer, <, routes->n_layers);
      layer[route->dest * routes->fabric->n_switches + route->s] = 0;
    }
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (layer[i], ==, 0);
}

/* Shortest routes with the least sum of weights, by one route after the other: layers changed no
 * entry. */
static void
check_ports (const DlFabricRoutes *routes)
{
  const DlFabric *fabric = routes->fabric;
  const guint H = fabric->n_hosts, S = fabric->n_switches;
  g_autofree guint *hops = naive_hops (fabric);
  g_autofree guint64 *weight = g_new0 (guint64, fabric->n_channels), *sum = g_new (guint64, S);
  g_autofree guint32 *choice = g_new (guint32, S);

  for (guint to = 0; to < S; to++)
    for (guint dest = 0; dest < H; dest++)
      {
        const guint32 in = dl_fabric_host_receives (fabric, dest);

        if (in == DL_FABRIC_NONE || fabric->link_state[in] != DL_LINK_UP
            || fabric->channel_from[in] != H + to)
          continue;
        memset (sum, 0xff, S * sizeof *sum);
        memset (choice, 0xff, S * sizeof *choice);
        sum[to] = 0;
        for (guint far = 1; far < S; far++)
          for (guint c = 0; c < fabric->n_channels; c++)
            {
              const guint s = fabric->channel_from[c] - H, t = fabric->channel_to[c] - H;

              if (fabric->link_state[c] != DL_LINK_UP || fabric->channel_from[c] < H
                  || fabric->channel_to[c] < H || hops[s * S + to] != far
                  || hops[t * S + to] != far - 1 || weight[c] + sum[t] >= sum[s])
                continue;
              sum[s] = weight[c] + sum[t];
              choice[s] = c;
            }
        for (guint s = 0; s < S; s++)
          g_assert_cmpuint (routes->port[(gsize) dest * S + s], ==,
                            s == to                       ? fabric->channel_from_port[in]
                            : choice[s] != DL_FABRIC_NONE ? fabric->channel_from_port[choice[s]]
                                                          : DL_FABRIC_NO_PORT);
        for (guint from = 0; from < H; from++)
          {
            const guint32 out = dl_fabric_host_sends (fabric, from);

            if (out == DL_FABRIC_NONE || fabric->link_state[out] != DL_LINK_UP)
              continue;
            for (guint s = fabric->channel_to[out] - H; choice[s] != DL_FABRIC_NONE;
                 s = fabric->channel_to[choice[s]] - H)
              weight[choice[s]]++;
          }
      }
}

static void
test_random (void)
{
  guint n_cyclic = 0, n_layers = 0, n_naive_layers = 0, n_determined = 0;

  for (guint64 seed = 0; seed < SEEDS; seed++)
    {
      g_autoptr (DlFabric) fabric = fabric_random (seed);
      g_autoptr (DlFabric) broken = fabric_break_some (fabric, seed % 7, seed);
      g_autoptr (DlFabricRoutes) routes = route (broken, MOST, NULL, NULL);
      g_autoptr (DlFabricRoutes) again = route (broken, MOST, NULL, NULL);
      g_autoptr (GArray) all = list_routes (routes);
      g_autofree guint *layer = g_new (guint, all->len);
      gboolean determined;
      guint n;

      check_table (routes, all);
      check_ports (routes);
      for (guint l = 0; l < routes->n_layers && all->len > 0; l++)
        check_layer (all, l, broken->n_channels);
      n = layer_naively (all, broken->n_channels, layer, &determined);
      g_assert_cmpint (n == 1, ==, routes->n_layers == 1);
      for (guint r = 0; determined && r < all->len; r++)
        g_assert_cmpuint (layer[r], ==, g_array_index (all, Route, r).layer);
      n_determined += determined && n > 1;
      n_cyclic += n > 1;
      n_layers += n > 1 ? routes->n_layers : 0;
      n_naive_layers += n > 1 ? n : 0;
      g_assert_cmpmem (routes->layer, broken->n_hosts * broken->n_switches, again->layer,
                       broken->n_hosts * broken->n_switches);
    }
  g_test_message ("%u of %u fabrics have cycles: %u layers, %u by brute force; %u leave no choice",
                  n_cyclic, SEEDS, n_layers, n_naive_layers, n_determined);
  g_assert_cmpuint (n_cyclic, >, SEEDS / 10);
}

/* A ring of switches, trees of switches at it, and hosts at random: the only cycles are the two
 * directions of the ring, whose weakest dependencies decide everything, unless two are as weak. */
static DlFabric *
ring_with_trees (DlRng *rng)
{
  g_autoptr (DlFabricBuilder) builder = dl_fabric_builder_new ();
  const guint n_ring = 4 + (guint) dl_rng_below (rng, 5), n_trees = (guint) dl_rng_below (rng, 6);

  for (guint s = 0; s < n_ring + n_trees; s++)
    dl_fabric_builder_add_switch (builder, NULL, 0, 0);
  for (guint s = 0; s < n_ring + n_trees; s++)
    {
      const guint to = s < n_ring ? (s + 1) % n_ring : (guint) dl_rng_below (rng, s);

      g_assert_true (dl_fabric_builder_add_cable (builder, (DlFabricEnd) { s, FALSE, 0 },
                                                  (DlFabricEnd) { to, FALSE, 0 }, NULL));
      for (guint h = (s == 0) + (guint) dl_rng_below (rng, 4); h > 0; h--)
        {
          const guint host = dl_fabric_builder_add_host (builder, NULL, 0);

          g_assert_true (dl_fabric_builder_add_cable (builder, (DlFabricEnd) { s, FALSE, 0 },
                                                      (DlFabricEnd) { host, TRUE, 1 }, NULL));
        }
    }
  return dl_fabric_builder_finish (builder, NULL, NULL);
}

static void
test_rings (void)
{
  guint n_determined = 0;
  DlRng rng;

  dl_rng_init (&rng, 1);
  for (guint i = 0; i < RING_SEEDS; i++)
    {
      g_autoptr (DlFabric) fabric = ring_with_trees (&rng);
      g_autoptr (DlFabricRoutes) routes = route (fabric, MOST, NULL, NULL);
      g_autoptr (GArray) all = list_routes (routes);
      g_autofree guint *layer = g_new (guint, all->len);
      gboolean determined;
      const guint n = layer_naively (all, fabric->n_channels, layer, &determined);

      g_assert_cmpint (n == 1, ==, routes->n_layers == 1);
      if (!determined || n == 1)
        continue;
      n_determined++;
      g_assert_cmpuint (routes->n_layers, ==, n);
      for (guint r = 0; r < all->len; r++)
        g_assert_cmpuint (layer[r], ==, g_array_index (all, Route, r).layer);
    }
  g_test_message ("%u of %u rings leave no choice", n_determined, RING_SEEDS);
  g_assert_cmpuint (n_determined, >, RING_SEEDS / 10);
}

/* Shortest routes of a fat tree go up, then down: one layer. */
static void
test_trees (void)
{
  static const char *const trees[] = { "4,4/1,4", "3,3,3/1,3,3", "6,4,2/1,3,4/1,2,2" };

  for (guint i = 0; i < G_N_ELEMENTS (trees); i++)
    {
      g_autoptr (DlFabric) fabric = fabric_tree (trees[i]);
      g_autoptr (DlFabricRoutes) routes = route (fabric, 1, NULL, NULL);

      g_assert_nonnull (routes);
      g_assert_cmpuint (routes->n_layers, ==, 1);
    }
}

/* Too few layers are refused; with as many as it asked for, it routes. */
static void
test_refusal (void)
{
  g_autoptr (DlFabric) torus = fabric_torus (2, (const guint[]) { 6, 6 }, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlFabricRoutes) all = route (torus, MOST, NULL, NULL);
  g_autoptr (DlFabricRoutes) none = route (torus, all->n_layers - 1, NULL, &error);
  g_autoptr (DlFabricRoutes) enough = route (torus, all->n_layers, NULL, NULL);
  g_autofree char *needed = g_strdup_printf ("%u layers", all->n_layers);

  g_assert_cmpuint (all->n_layers, >, 1);
  g_assert_null (none);
  g_assert_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, needed));
  g_assert_cmpuint (enough->n_layers, ==, all->n_layers);
}

typedef struct
{
  GCancellable *cancellable;
  double at, cancel_at;
  guint n;
} Watch;

static void
watch (double fraction, gpointer data)
{
  Watch *w = data;

  g_assert_true (fraction >= w->at && fraction <= 1);
  w->at = fraction;
  w->n++;
  if (fraction >= w->cancel_at)
    g_cancellable_cancel (w->cancellable);
}

/* Progress only grows, also while cycles are broken; a search can be canceled at any time. */
static void
test_cancel (void)
{
  static const double at[] = { 0, 0.3, 0.5, 0.6, 0.76, 0.9, 2 };
  g_autoptr (DlFabric) torus = fabric_torus (3, (const guint[]) { 4, 5, 5 }, 2);

  for (guint i = 0; i < G_N_ELEMENTS (at); i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      Watch w = { cancellable, 0, at[i], 0 };
      const DlFabricWork work = { watch, &w, cancellable };
      g_autoptr (GError) error = NULL;
      g_autoptr (DlFabricRoutes) routes = route (torus, MOST, &work, &error);

      if (at[i] > 1)
        {
          g_assert_no_error (error);
          g_assert_cmpuint (routes->n_layers, >, 2);
          g_assert_cmpuint (w.n, >, torus->n_switches + routes->n_layers);
          g_assert_cmpfloat (w.at, >, 0.9);
          continue;
        }
      g_assert_null (routes);
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fabric-layers/random", test_random);
  g_test_add_func ("/fabric-layers/rings", test_rings);
  g_test_add_func ("/fabric-layers/trees", test_trees);
  g_test_add_func ("/fabric-layers/refusal", test_refusal);
  g_test_add_func ("/fabric-layers/cancel", test_cancel);
  return g_test_run ();
}
