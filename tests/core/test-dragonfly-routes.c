/* Routes of dragonflies, against a search of all ways that the rules of model 5 allow. */
#include "dl-dragonfly-routes.h"
#include "dragonfly-fixture.h"
#include "test-rounds.h"

#include <math.h>
#include <string.h>

#define N_HEALTHY TEST_ROUNDS (60)
#define N_DAMAGED TEST_ROUNDS (240)
#define FAR       G_MAXUINT

/* The oracle ----------------------------------------------------------------------------------- */

/* A packet on its way: any route is a walk through these. */
typedef struct
{
  guint router;
  guint turn;      /* 0: nothing yet, 1: green, 2: black, since it came or since its root */
  gboolean rooted; /* in this group */
  gboolean blue;   /* crossed */
} State;

static guint
state_number (const DlDragonfly *net, State s)
{
  return ((s.blue * 2 + s.rooted) * 3 + s.turn) * net->n_routers + s.router;
}

/* One working link on, towards @dest's group; FALSE if the rules do not allow it. */
static gboolean
take (const DlDragonfly *net, State *s, guint link, guint dest)
{
  const guint to = net->link_to[link];

  if (net->link_state[link] != DL_LINK_UP)
    return FALSE;
  switch ((DlLinkClass) net->link_class[link])
    {
    case DL_LINK_GREEN:
      if (s->turn > 0)
        return FALSE;
      s->turn = 1;
      break;
    case DL_LINK_BLACK:
      if (s->turn > 1)
        return FALSE;
      s->turn = 2;
      break;
    default:
      if (s->blue || net->router[to].group != net->router[dest].group)
        return FALSE;
      s->turn = 0;
      s->rooted = FALSE;
      s->blue = TRUE;
    }
  s->router = to;
  return TRUE;
}

/* Costs of all paths from @source to @dest with at most one root in each group: 16 a root, 1 a hop,
 * by a search with a bucket a cost. Blue links only between groups. */
static guint
oracle_cost (const DlDragonfly *net, guint source, guint dest)
{
  const guint n = 12 * net->n_routers;
  g_autofree guint *best = g_new (guint, n);
  GArray *buckets[64];
  const gboolean local = net->router[source].group == net->router[dest].group;
  const State start = { .router = source, .blue = local };
  guint found = FAR;

  for (guint i = 0; i < 64; i++)
    buckets[i] = g_array_new (FALSE, FALSE, sizeof (State));
  for (guint i = 0; i < n; i++)
    best[i] = FAR;
  if (net->router_up[source] && net->router_up[dest])
    g_array_append_val (buckets[0], start);
  for (guint cost = 0; cost + 17 < 64 && found == FAR; cost++)
    for (guint i = 0; i < buckets[cost]->len; i++)
      {
        const State s = g_array_index (buckets[cost], State, i);
        State rooted = s;

        if (best[state_number (net, s)] <= cost)
          continue;
        best[state_number (net, s)] = cost;
        if (s.router == dest)
          {
            found = cost;
            break;
          }
        if (!s.rooted && s.turn > 0)
          {
            rooted.rooted = TRUE;
            rooted.turn = 0;
            g_array_append_val (buckets[cost + 16], rooted);
          }
        for (guint link = net->first_link[s.router]; link < net->first_link[s.router + 1]; link++)
          {
            State moved = s;
            if (take (net, &moved, link, dest))
              g_array_append_val (buckets[cost + 1], moved);
          }
      }
  for (guint i = 0; i < 64; i++)
    g_clear_pointer (&buckets[i], g_array_unref);
  return found;
}

static gboolean
oracle_plain (const DlDragonfly *net, guint source, guint dest)
{
  return oracle_cost (net, source, dest) < 16;
}

/* A plain path from end to end. */
typedef struct
{
  guint32 links[8];
  guint n, near, far; /* hops in all, before its blue link and after it */
} Way;

/* All plain paths from @s, where @so_far has been done. */
static void
list_plain (const DlDragonfly *net, State s, guint dest, Way so_far, GArray *ways)
{
  if (s.router == dest && s.blue)
    {
      g_array_append_val (ways, so_far);
      return;
    }
  for (guint link = net->first_link[s.router]; link < net->first_link[s.router + 1]; link++)
    {
      State moved = s;
      Way way = so_far;

      if (!take (net, &moved, link, dest))
        continue;
      way.links[way.n++] = link;
      if (s.blue)
        way.far++;
      else if (!moved.blue)
        way.near++;
      list_plain (net, moved, dest, way, ways);
    }
}

/* Rank of @way by a rule of minimal routes, in the words of its key. */
static guint
rank_of (const char *rule, const Way *way)
{
  return g_str_equal (rule, "shortest")       ? way->n
         : g_str_equal (rule, "nearest-exit") ? way->near
                                              : 0;
}

/* Paths of the lowest rank. */
static GArray *
minimal_ways (const DlDragonflyRoutes *routes, guint source, guint dest)
{
  const DlDragonfly *net = routes->dragonfly;
  const gboolean local = net->router[source].group == net->router[dest].group;
  const char *rule = routes->minimal->id;
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Way));
  GArray *ways = g_array_new (FALSE, FALSE, sizeof (Way));
  guint lowest = FAR;

  list_plain (net, (State) { .router = source, .blue = local }, dest, (Way) { .n = 0 }, all);
  for (guint i = 0; i < all->len; i++)
    lowest = MIN (lowest, rank_of (rule, &g_array_index (all, Way, i)));
  for (guint i = 0; i < all->len; i++)
    if (rank_of (rule, &g_array_index (all, Way, i)) == lowest)
      g_array_append_val (ways, g_array_index (all, Way, i));
  return ways;
}

/* The blue link of a way between groups; inside a group 0. */
static guint
blue_of (const DlDragonfly *net, const Way *way)
{
  for (guint i = 0; i < way->n; i++)
    if (net->link_class[way->links[i]] == DL_LINK_BLUE)
      return way->links[i];
  return 0;
}

/* The probability of each: all blue links are as likely, and all ways over one of them. */
static GHashTable *
share_ways (const DlDragonfly *net, const GArray *ways)
{
  GHashTable *table
      = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, g_free);
  g_autofree guint *over = g_new0 (guint, net->n_links + 1);
  guint n_blue = 0;

  for (guint i = 0; i < ways->len; i++)
    n_blue += over[blue_of (net, &g_array_index (ways, Way, i))]++ == 0;
  for (guint i = 0; i < ways->len; i++)
    {
      const Way *way = &g_array_index (ways, Way, i);
      const double probability = 1.0 / n_blue / over[blue_of (net, way)];

      g_hash_table_insert (table, g_bytes_new (way->links, way->n * sizeof *way->links),
                           g_memdup2 (&probability, sizeof probability));
    }
  return table;
}

static guint
longest_way (const DlDragonflyRoutes *routes, guint source, guint dest)
{
  g_autoptr (GArray) ways = minimal_ways (routes, source, dest);
  guint most = 0;

  for (guint i = 0; i < ways->len; i++)
    most = MAX (most, g_array_index (ways, Way, i).n);
  return most;
}

/* How many ways from @s cost exactly @cost. @memo (12 n_routers x 64) starts as NAN. */
static double
count_ways (const DlDragonfly *net, State s, guint dest, guint cost, double *memo)
{
  double *known = &memo[state_number (net, s) * 64 + cost], n = 0;

  if (!isnan (*known))
    return *known;
  if (cost == 0)
    return *known = s.router == dest;
  if (cost >= 16 && !s.rooted && s.turn > 0)
    {
      State rooted = s;
      rooted.rooted = TRUE;
      rooted.turn = 0;
      n += count_ways (net, rooted, dest, cost - 16, memo);
    }
  for (guint link = net->first_link[s.router]; link < net->first_link[s.router + 1]; link++)
    {
      State moved = s;
      if (take (net, &moved, link, dest))
        n += count_ways (net, moved, dest, cost - 1, memo);
    }
  return *known = n;
}

/* The ways of a pair that needs a detour: a root in the source's group only if there is no way of
 * that cost without one. */
static double
count_detours (const DlDragonfly *net, guint source, guint dest, guint cost)
{
  const gboolean local = net->router[source].group == net->router[dest].group;
  const guint n = 12 * net->n_routers * 64;
  g_autofree double *memo = g_new (double, n);
  double ways = 0;

  for (guint i = 0; i < n; i++)
    memo[i] = NAN;
  if (!local)
    ways = count_ways (net, (State) { .router = source, .rooted = TRUE }, dest, cost, memo);
  return ways > 0 ? ways
                  : count_ways (net, (State) { .router = source, .blue = local }, dest, cost, memo);
}

/* Invariants of any route ---------------------------------------------------------------------- */

static guint
check_route (const DlDragonfly *net, const DlDragonflyRoute *route, guint source, guint dest)
{
  guint at = source, in_group = 0, turn = 0, vc = 0, roots = 0;

  g_assert_true (route->delivered);
  for (guint i = 0; i < route->n_steps; i++)
    {
      const DlDragonflyStep *step = &route->steps[i];

      g_assert_cmpuint (net->link_from[step->link], ==, at);
      g_assert_cmpuint (net->link_state[step->link], ==, DL_LINK_UP);
      g_assert_cmpuint (step->vc, ==, vc);
      g_assert_cmpuint (vc, <=, 3);
      at = net->link_to[step->link];
      switch ((DlLinkClass) net->link_class[step->link])
        {
        case DL_LINK_GREEN:
          g_assert_cmpuint (turn, ==, 0);
          turn = 1;
          in_group++;
          break;
        case DL_LINK_BLACK:
          g_assert_cmpuint (turn, <, 2);
          turn = 2;
          in_group++;
          break;
        default:
          turn = in_group = 0;
          vc++;
        }
      g_assert_cmpuint (in_group, <=, 4);
      if (step->root == at)
        {
          turn = 0;
          vc++;
          roots++;
        }
    }
  g_assert_cmpuint (at, ==, dest);
  g_assert_cmpuint (route->n_steps, <=, 10);
  return roots;
}

typedef struct
{
  const DlDragonfly *net;
  guint source, dest;
  guint cost;       /* of each path; FAR: whatever it is */
  GHashTable *ways; /* nullable: those that are expected */
  double probability;
  guint n;
} Check;

static void
check_path (const DlDragonflyRoute *route, double probability, gpointer data)
{
  Check *check = data;
  const guint roots = check_route (check->net, route, check->source, check->dest);

  if (check->cost != FAR)
    g_assert_cmpuint (roots * 16 + route->n_steps, ==, check->cost);
  if (check->ways != NULL)
    {
      guint32 links[DL_DRAGONFLY_MAX_HOPS];
      double *expected;

      for (guint i = 0; i < route->n_steps; i++)
        links[i] = route->steps[i].link;
      g_autoptr (GBytes) key = g_bytes_new (links, route->n_steps * sizeof *links);
      expected = g_hash_table_lookup (check->ways, key);
      g_assert_nonnull (expected);
      g_assert_cmpfloat_with_epsilon (probability, *expected, 1e-12);
    }
  check->probability += probability;
  check->n++;
}

/* A pair: the cost, all paths, and walks of either kind. */
static void
check_pair (const DlDragonflyRoutes *routes, guint source, guint dest)
{
  const DlDragonfly *net = routes->dragonfly;
  const guint cost = oracle_cost (net, source, dest);
  const guint n_roots = dl_dragonfly_n_roots (routes, source, dest);
  const gboolean local = net->router[source].group == net->router[dest].group;
  const gboolean shortest = g_str_equal (routes->minimal->id, "shortest");
  Check check = { .net = net, .source = source, .dest = dest, .cost = cost };
  DlDragonflyRoute route;
  gboolean reached, reachable = cost != FAR;

  g_assert_true (dl_dragonfly_plain (routes, source, dest) == (cost < 16));
  if (cost < 16)
    {
      g_autoptr (GArray) ways = minimal_ways (routes, source, dest);

      check.ways = share_ways (net, ways);
      check.cost = FAR;
      g_assert_cmpuint (dl_dragonfly_cost (routes, source, dest), ==,
                        longest_way (routes, source, dest));
    }
  else if (shortest || cost == FAR)
    g_assert_cmpuint (dl_dragonfly_cost (routes, source, dest), ==, MIN (cost, 0xff));
  else
    {
      check.cost = FAR;
      g_assert_cmpuint (dl_dragonfly_cost (routes, source, dest), >=, cost);
      g_assert_cmpuint (dl_dragonfly_cost (routes, source, dest), <, 0xff);
    }
  for (guint i = 0; !reachable && !local && i < n_roots; i++)
    {
      const guint root = dl_dragonfly_root (routes, source, dest, i);
      reachable = net->router_up[source] && net->router_up[dest] && oracle_plain (net, source, root)
                  && oracle_plain (net, root, dest);
    }
  reached = dl_dragonfly_paths (routes, source, dest, DL_NO_NODE, check_path, &check);
  g_assert_true (reached == reachable);
  if (reached)
    g_assert_cmpfloat_with_epsilon (check.probability, 1, 1e-9);
  if (check.ways != NULL)
    g_assert_cmpuint (check.n, ==, g_hash_table_size (check.ways));
  g_clear_pointer (&check.ways, g_hash_table_unref);
  if (cost >= 16 && cost != FAR && shortest)
    g_assert_cmpfloat (check.n, ==, count_detours (net, source, dest, cost));
  for (guint hash = 0; hash < 12; hash++)
    {
      dl_dragonfly_walk (routes, source, dest, hash & 1, hash * 77777 + dest, &route);
      g_assert_true (route.delivered == reachable);
      if (reachable)
        check_route (net, &route, source, dest);
    }
}

/* Routers that roots are drawn from, and routes through each. */
static void
check_roots (const DlDragonflyRoutes *routes, guint source, guint dest)
{
  const DlDragonfly *net = routes->dragonfly;
  const guint n = dl_dragonfly_n_roots (routes, source, dest);
  const guint a = net->router[source].group, b = net->router[dest].group;
  guint i = 0;

  for (guint router = 0; router < net->n_routers; router++)
    {
      const guint group = net->router[router].group;
      Check check = { .net = net, .source = source, .dest = dest, .cost = FAR };

      if (!net->router_up[router] || router == source || router == dest || (a == b && group != a))
        continue;
      g_assert_cmpuint (i, <, n);
      g_assert_cmpuint (dl_dragonfly_root (routes, source, dest, i++), ==, router);
      if (!dl_dragonfly_root_fits (routes, source, router, dest))
        continue;
      if (g_str_equal (routes->minimal->id, "shortest"))
        check.cost = 16 + oracle_cost (net, source, router) + oracle_cost (net, router, dest);
      g_assert_true (dl_dragonfly_paths (routes, source, dest, router, check_path, &check));
      g_assert_cmpfloat_with_epsilon (check.probability, 1, 1e-9);
    }
  g_assert_cmpuint (i, ==, n);
}

/* Under one of the rules of minimal routes, by @seed. */
static const DlDragonflyMinimal *
rule_of (guint64 seed)
{
  guint n;
  const DlDragonflyMinimal *const *minimals = dl_dragonfly_minimals (&n);

  return minimals[seed % n];
}

static void
check_network (DlDragonfly *net, guint64 seed, guint n_pairs)
{
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, rule_of (seed));
  DlRng rng;

  dl_rng_init (&rng, seed);
  for (guint i = 0; i < n_pairs; i++)
    {
      const guint source = dl_rng_below (&rng, net->n_routers);
      const guint dest = dl_rng_below (&rng, net->n_routers);

      check_pair (routes, source, dest);
      if (i < 4 && net->router_up[source] && net->router_up[dest] && source != dest)
        check_roots (routes, source, dest);
    }
}

static void
test_healthy (void)
{
  for (guint seed = 0; seed < N_HEALTHY; seed++)
    {
      g_autofree char *text = NULL;
      g_autoptr (DlDragonfly) net = fixture_random (seed, 0, &text);

      g_test_message ("%s", text);
      check_network (net, seed, 60);
    }
}

static void
test_damaged (void)
{
  guint detours = 0, thirds = 0, lost = 0;

  for (guint seed = 0; seed < N_DAMAGED; seed++)
    {
      g_autofree char *text = NULL;
      g_autoptr (DlDragonfly) net = fixture_random (1000 + seed, 1 + seed % 12, &text);
      g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, rule_of (seed));

      g_test_message ("%s", text);
      check_network (net, seed, 200);
      for (guint a = 0; a < net->n_routers; a++)
        for (guint b = 0; b < net->n_routers; b++)
          {
            DlDragonflyRoute route;

            if (!net->router_up[a] || !net->router_up[b])
              continue;
            const guint cost = dl_dragonfly_cost (routes, a, b);
            dl_dragonfly_walk (routes, a, b, FALSE, a + b, &route);
            detours += cost >= 16 && cost != 0xff;
            thirds += cost == 0xff && route.delivered;
            lost += !route.delivered;
            if (route.delivered)
              check_route (net, &route, a, b);
          }
    }
  /* The damage must have been enough to matter. */
  g_test_message ("%u pairs with a detour, %u through a third group, %u unreachable", detours,
                  thirds, lost);
  g_assert_cmpuint (detours, >, 0);
  g_assert_cmpuint (thirds, >, 0);
  g_assert_cmpuint (lost, >, 0);
}

/* Shapes in their real sizes. */
static void
test_real (void)
{
  g_autoptr (DlDragonfly) edison = fixture_edison ();
  g_autoptr (DlDragonfly) eight = fixture_cascade (8, 34);
  g_autoptr (DlDragonfly) two = fixture_cascade (2, 240);
  g_autoptr (DlDragonfly) generic = fixture_generic_33 ();

  if (edison != NULL)
    check_network (edison, 1, 30);
  check_network (eight, 2, 20);
  check_network (two, 3, 20);
  check_network (generic, 4, 40);
}

/* A way that is broken: another blue link, black first, a third group, none. */
static void
test_detours (void)
{
  const DlDragonflyLinkAt green = { { 0, 0, 0 }, { 0, 0, 5 }, 0 };
  g_autoptr (GError) error = NULL;
  DlDragonflySpec spec;
  DlDragonflyRoute route;

  dl_dragonfly_spec_init (&spec);
  spec.groups = 3;
  spec.cables_per_pair = 2;
  g_array_append_val (spec.broken_links, green);
  for (guint cable = 0; cable < 2; cable++)
    {
      const DlCableAt at = { 1, 2, cable };
      g_array_append_val (spec.broken_cables, at);
    }
  g_autoptr (DlDragonfly) net = dl_dragonfly_new (&spec, &error);
  g_assert_no_error (error);
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
  const guint from = dl_dragonfly_router_at (net, (DlRouterAt) { 0, 0, 0 });
  const guint to = dl_dragonfly_router_at (net, (DlRouterAt) { 0, 3, 5 });
  dl_dragonfly_walk (routes, from, to, FALSE, 1, &route);
  g_assert_true (route.delivered);
  g_assert_cmpuint (route.n_steps, ==, 2);
  g_assert_cmpuint (net->link_class[route.steps[0].link], ==, DL_LINK_BLACK);
  g_assert_cmpuint (net->link_class[route.steps[1].link], ==, DL_LINK_GREEN);
  g_assert_cmpuint (route.steps[0].vc, ==, 0);
  g_assert_cmpuint (route.steps[1].vc, ==, 1);
  /* Groups 1 and 2 have no blue link any more: group 0 is between them. */
  dl_dragonfly_walk (routes, net->group_first[1] + 7, net->group_first[2] + 9, FALSE, 1, &route);
  g_assert_true (route.delivered);
  g_assert_cmpuint (check_route (net, &route, net->group_first[1] + 7, net->group_first[2] + 9), ==,
                    1);
  dl_dragonfly_spec_clear (&spec);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dragonfly-routes/healthy", test_healthy);
  g_test_add_func ("/dragonfly-routes/damaged", test_damaged);
  g_test_add_func ("/dragonfly-routes/real", test_real);
  g_test_add_func ("/dragonfly-routes/detours", test_detours);
  return g_test_run ();
}
