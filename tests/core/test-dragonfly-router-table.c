/* The table of a dragonfly's router: against where the routes of all its pairs begin. */
#include "dl-dragonfly-router-table.h"
#include "dragonfly-fixture.h"

#include <math.h>

#define N_NETWORKS  40
#define MAX_ROUTERS 30

typedef struct
{
  const DlDragonfly *net;
  double *begun; /* (n_links) part of the packets that a route begins with it */
} Begins;

static void
note (const DlDragonflyRoute *route, double probability, gpointer data)
{
  Begins *begins = data;

  if (route->n_steps > 0)
    {
      begins->begun[route->steps[0].link] += probability;
      g_assert_cmpuint (route->steps[0].vc, ==, 0);
    }
}

/* The run that @dest is in. */
static const DlTableSpan *
run_of (const DlDragonflyTable *table, guint dest)
{
  for (guint i = 0; i < table->n_runs; i++)
    if (table->runs[i].first <= dest && dest <= table->runs[i].last)
      return &table->runs[i];
  g_assert_not_reached ();
}

static void
check_pair (const DlDragonflyTable *table, guint dest)
{
  const DlDragonflyRoutes *routes = table->routes;
  const DlDragonfly *net = routes->dragonfly;
  const DlTableSpan *run = run_of (table, dest);
  g_autofree double *begun = g_new0 (double, net->n_links);
  Begins begins = { net, begun };
  const gboolean reachable = dl_dragonfly_reachable (routes, table->router, dest);
  guint fit = 0;

  g_assert_cmpint (run->n_ports > 0 || run->third, ==, reachable);
  if (run->n_ports > 0)
    dl_dragonfly_paths (routes, table->router, dest, DL_NO_NODE, note, &begins);
  for (guint i = 0; i < run->n_ports; i++)
    for (guint link = run->ports[i].link, left = run->ports[i].n; left > 0; link++)
      {
        if (net->link_state[link] != DL_LINK_UP)
          continue;
        g_assert_cmpuint (net->link_to[link], ==, net->link_to[run->ports[i].link]);
        g_assert_cmpfloat_with_epsilon (begun[link], run->ports[i].share / run->ports[i].n, 1e-9);
        begun[link] = 0;
        left--;
      }
  for (guint link = 0; link < net->n_links; link++)
    g_assert_cmpfloat (begun[link], ==, 0); /* no other */
  for (guint i = 0; i < dl_dragonfly_n_roots (routes, table->router, dest); i++)
    fit += dl_dragonfly_root_fits (routes, table->router,
                                   dl_dragonfly_root (routes, table->router, dest, i), dest);
  g_assert_cmpuint (run->n_fit, ==, fit);
  g_assert_cmpuint (run->n_roots, ==, dl_dragonfly_n_roots (routes, table->router, dest));
}

static void
check_router (const DlDragonflyRoutes *routes, guint router)
{
  g_autoptr (DlDragonflyTable) table = dl_dragonfly_table_new (routes, router, NULL);
  const DlDragonfly *net = routes->dragonfly;
  guint n = 0, listed = 0;

  for (guint dest = 0; dest < net->n_routers && net->router_up[router]; dest++)
    if (net->router_up[dest])
      {
        n++;
        if (dest != router)
          check_pair (table, dest);
      }
  for (guint i = 0; i < table->n_runs; i++)
    {
      listed += table->runs[i].n_routers;
      g_assert_cmpuint (net->router[table->runs[i].first].group, ==,
                        net->router[table->runs[i].last].group);
    }
  g_assert_cmpuint (listed, ==, n);
}

static void
test_random (gconstpointer damage)
{
  guint checked = 0, n_minimals;
  const DlDragonflyMinimal *const *minimals = dl_dragonfly_minimals (&n_minimals);

  for (guint seed = 0; checked < N_NETWORKS; seed++)
    {
      g_autofree char *text = NULL;
      g_autoptr (DlDragonfly) net
          = fixture_random (4100 + seed, damage != NULL ? 1 + seed % 8 : 0, &text);
      g_autoptr (DlDragonflyRoutes) routes = NULL;

      if (net->n_routers > MAX_ROUTERS)
        continue;
      g_test_message ("%s", text);
      routes = dl_dragonfly_routes_new (net, minimals[checked++ % n_minimals]);
      for (guint router = 0; router < net->n_routers; router++)
        check_router (routes, router);
    }
}

/* The nearest exit depends on nothing but the group: a row for each of the others. */
static void
test_groups (void)
{
  g_autoptr (DlDragonfly) net = fixture_cascade (5, 6);
  g_autoptr (DlDragonflyRoutes) routes
      = dl_dragonfly_routes_new (net, dl_dragonfly_minimal_default ());
  g_autoptr (DlDragonflyTable) table = dl_dragonfly_table_new (routes, 100, NULL);
  guint others = 0;

  for (guint i = 0; i < table->n_runs; i++)
    others += net->router[table->runs[i].first].group != net->router[100].group;
  g_assert_cmpuint (others, ==, 4);
}

static void
test_cancel (void)
{
  g_autoptr (DlDragonfly) net = fixture_cascade (2, 4);
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_assert_null (dl_dragonfly_table_new (routes, 0, cancellable));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/dragonfly-router-table/healthy", NULL, test_random);
  g_test_add_data_func ("/dragonfly-router-table/damaged", "damaged", test_random);
  g_test_add_func ("/dragonfly-router-table/groups", test_groups);
  g_test_add_func ("/dragonfly-router-table/cancel", test_cancel);
  return g_test_run ();
}
