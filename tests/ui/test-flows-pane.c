/* The page on who loads a link: against the routes of all pairs, in a real session. */
#include "../core/toggle-fixture.h"
#include "dl-flows-pane.h"
#include "dl-ui.h"
#include "ui-fixture.h"

#include <stdlib.h>

#define N_NODES (4 * 4 * 4)

static DlTorusAnalysis *
analysis_of (UiFixture *fixture)
{
  return dl_evaluation_torus (dl_session_get_result (fixture->session));
}

/* Until the pane shows @link of the result of now. */
static void
wait_for (UiFixture *fixture, guint link)
{
  ui_settle (fixture->session);
  while (dl_flows_pane_get_link (DL_FLOWS_PANE (fixture->pane)) != link)
    g_main_context_iteration (NULL, TRUE);
}

static void
set_up (UiFixture *fixture, gconstpointer data)
{
  fixture->session = ui_session_new (4, 4, 4);
  ui_fixture_open_page (fixture, "flows", 0, 0);
}

static void
tear_down (UiFixture *fixture, gconstpointer data)
{
  ui_fixture_close (fixture);
}

static gboolean
are_neighbours (const DlTorusNetwork *network, guint a, guint b)
{
  for (guint port = 0; port < network->n_ports; port++)
    if (network->link_to[a * network->n_ports + port] == b)
      return TRUE;
  return FALSE;
}

/* Packets over @link by source and destination, from the routes of all pairs that send. */
static guint
count (UiFixture *fixture, guint link, guint by_source[N_NODES], guint by_dest[N_NODES])
{
  const DlTorusRoutes *routes = analysis_of (fixture)->routes;
  g_auto (DlTorusRoute) route = { 0 };
  const gboolean uniform = dl_session_get_scenario (fixture->session)->traffic.pattern->uniform;
  guint packets = 0;

  memset (by_source, 0, N_NODES * sizeof *by_source);
  memset (by_dest, 0, N_NODES * sizeof *by_dest);
  for (guint source = 0; source < N_NODES; source++)
    for (guint dest = 0; dest < N_NODES; dest++)
      {
        if (source == dest || (!uniform && !are_neighbours (routes->network, source, dest)))
          continue;
        dl_torus_routes_walk (routes, source, dest, &route);
        for (guint i = 0; route.status == DL_TORUS_ROUTE_DELIVERED && i < route.n_hops; i++)
          if (route.hops[i].link == link)
            {
              by_source[source]++;
              by_dest[dest]++;
              packets++;
            }
      }
  return packets;
}

/* Every row is the next of the nodes with most packets, the first of them where equal. */
static void
check_list (DlFlowList *list, guint counts[N_NODES], guint packets)
{
  guint n_all = 0;

  for (guint node = 0; node < N_NODES; node++)
    n_all += counts[node] > 0;
  for (guint i = 0; i < MIN (n_all, DL_FLOW_LIST_ROWS); i++)
    {
      g_autofree char *text = dl_flow_list_describe (list, i);
      g_autofree char *expected = NULL;
      guint best = 0;

      for (guint node = 1; node < N_NODES; node++)
        if (counts[node] > counts[best])
          best = node;
      expected
          = g_strdup_printf ("(%u,%u,%u) | %u | ", best / 16, best / 4 % 4, best % 4, counts[best]);
      g_assert_nonnull (text);
      if (!g_str_has_prefix (text, expected))
        g_error ("row %u is “%s”, not “%s...”", i, text, expected);
      g_assert_cmpfloat_with_epsilon (atof (text + strlen (expected)),
                                      100.0 * counts[best] / packets, 0.51);
      counts[best] = 0;
    }
  g_assert_null (dl_flow_list_describe (list, MIN (n_all, DL_FLOW_LIST_ROWS)));
  if (n_all > DL_FLOW_LIST_ROWS)
    {
      g_autofree char *more = g_strdup_printf ("and %u more", n_all - DL_FLOW_LIST_ROWS);
      g_assert_true (g_str_has_prefix (dl_flow_list_get_more (list), more));
    }
  else
    g_assert_null (dl_flow_list_get_more (list));
}

static void
check_shown (UiFixture *fixture, guint link)
{
  guint by_source[N_NODES], by_dest[N_NODES];
  guint packets, sources = 0, dests = 0;
  g_autofree char *expected = NULL;

  wait_for (fixture, link);
  packets = count (fixture, link, by_source, by_dest);
  for (guint node = 0; node < N_NODES; node++)
    {
      sources += by_source[node] > 0;
      dests += by_dest[node] > 0;
    }
  expected = g_strdup_printf ("%u packet%s from %u node%s to %u node%s", packets,
                              packets == 1 ? "" : "s", sources, sources == 1 ? "" : "s", dests,
                              dests == 1 ? "" : "s");
  if (packets > 0
      && !g_str_has_prefix (dl_flows_pane_get_summary (DL_FLOWS_PANE (fixture->pane)), expected))
    g_error ("“%s”, not “%s”", dl_flows_pane_get_summary (DL_FLOWS_PANE (fixture->pane)), expected);
  check_list (dl_flows_pane_get_sources (DL_FLOWS_PANE (fixture->pane)), by_source, packets);
  check_list (dl_flows_pane_get_destinations (DL_FLOWS_PANE (fixture->pane)), by_dest, packets);
}

static guint
busiest (UiFixture *fixture)
{
  const DlTorusAnalysis *analysis = analysis_of (fixture);
  guint busiest = 0;

  for (guint link = 1; link < analysis->network->n_links; link++)
    if (dl_torus_analysis_link_load (analysis, link)
        > dl_torus_analysis_link_load (analysis, busiest))
      busiest = link;
  return busiest;
}

/* The pointer before the selection, the selection before the busiest. */
static void
test_follows (UiFixture *fixture, gconstpointer data)
{
  check_shown (fixture, busiest (fixture));
  dl_view_select (fixture->view, dl_place_link (77));
  check_shown (fixture, 77);
  dl_view_hover (fixture->view, dl_place_link (200));
  check_shown (fixture, 200);
  dl_view_hover (fixture->view, dl_place_link (201));
  dl_view_hover (fixture->view, dl_place_link (300)); /* the latest counts */
  check_shown (fixture, 300);
  dl_view_hover (fixture->view, DL_NOWHERE);
  check_shown (fixture, 77);
  dl_view_select (fixture->view, DL_NOWHERE);
  check_shown (fixture, busiest (fixture));
}

/* A row selects its node, and its link stays. */
static void
test_rows (UiFixture *fixture, gconstpointer data)
{
  g_autofree char *text = NULL;
  g_autofree char *name = NULL;
  guint source, dest;
  const DlExplained *route;
  gboolean passes = FALSE;

  dl_view_select (fixture->view, dl_place_link (100));
  wait_for (fixture, 100);
  dl_flow_list_activate (dl_flows_pane_get_destinations (DL_FLOWS_PANE (fixture->pane)), 1);
  text = dl_flow_list_describe (dl_flows_pane_get_destinations (DL_FLOWS_PANE (fixture->pane)), 1);
  name = dl_view_name_node (fixture->view,
                            dl_place_number (dl_view_get_selected (fixture->view), DL_PLACE_NODE));
  g_assert_true (g_str_has_prefix (text, name));
  check_shown (fixture, 100);

  /* A route from a source over the link. */
  g_signal_emit_by_name (dl_flows_pane_get_sources (DL_FLOWS_PANE (fixture->pane)), "explain",
                         dl_place_number (dl_view_get_selected (fixture->view), DL_PLACE_NODE));
  g_assert_null (dl_view_get_route (fixture->view, &source, &dest)); /* it sends nothing there */
  g_signal_emit_by_name (dl_flows_pane_get_sources (DL_FLOWS_PANE (fixture->pane)), "explain",
                         100u / 6);
  route = dl_view_get_route (fixture->view, &source, &dest);
  g_assert_nonnull (route);
  g_assert_cmpuint (source, ==, 100 / 6);
  for (guint i = 0; i < route->n_hops; i++)
    passes |= route->channels[i] / DL_TORUS_VCS == 100;
  g_assert_true (passes);
  check_shown (fixture, 100);
}

/* Every new result: faults, another pattern, another shape. */
static void
test_results (UiFixture *fixture, gconstpointer data)
{
  const DlTorusLinkAt at = { { { 1, 1, 1 } }, DL_TORUS_PORT_X_PLUS };
  const guint link = (1 * 16 + 1 * 4 + 1) * 6 + DL_TORUS_PORT_X_PLUS;

  dl_view_select (fixture->view, dl_place_link (link));
  check_shown (fixture, link);
  toggle_link (fixture->session, at, FALSE);
  ui_settle (fixture->session);
  while (dl_flows_pane_get_link (DL_FLOWS_PANE (fixture->pane)) != link)
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (strstr (dl_flows_pane_get_summary (DL_FLOWS_PANE (fixture->pane)), "broken"));
  dl_view_select (fixture->view, dl_place_link (link + 4)); /* Z+, which detours leave by */
  check_shown (fixture, link + 4);

  dl_session_set_pattern (fixture->session, dl_pattern_find ("nearest-neighbor"));
  check_shown (fixture, link + 4);

  dl_session_set_number (fixture->session, "torus.radix", DL_X, 3, TRUE);
  ui_settle (fixture->session);
  while (dl_flows_pane_get_link (DL_FLOWS_PANE (fixture->pane)) == DL_NO_LINK)
    g_main_context_iteration (NULL, TRUE);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    dl_session_set_number (fixture->session, "torus.radix", dim, 1, TRUE);
  ui_settle (fixture->session);
  g_assert_cmpuint (dl_flows_pane_get_link (DL_FLOWS_PANE (fixture->pane)), ==, DL_NO_LINK);
}

/* A dragonfly in the same page: routers, expected packets and what they rest on, and a route of a
 * source over the link; and back. */
static void
test_dragonfly (UiFixture *fixture, gconstpointer data)
{
  const DlDragonflyAnalysis *analysis;
  const DlExplained *route;
  gboolean passes = FALSE;
  g_autofree char *row = NULL;
  guint link, source, dest;

  dl_session_open_new (fixture->session, dl_preset_load ("cascade-2", NULL));
  ui_settle (fixture->session);
  analysis = dl_evaluation_dragonfly (dl_session_get_result (fixture->session));
  link = analysis->classes[DL_LINK_BLUE].busiest;
  dl_view_select (fixture->view, dl_place_link (link));
  wait_for (fixture, link);
  g_assert_true (ui_says (fixture->pane, " to 8 routers"));
  g_assert_true (ui_says (fixture->pane, dl_dragonfly_basis_text (analysis->basis)));
  row = dl_flow_list_describe (dl_flows_pane_get_sources (DL_FLOWS_PANE (fixture->pane)), 0);
  g_assert_true (g_str_has_prefix (row, "0.") || g_str_has_prefix (row, "1."));

  dl_flow_list_activate (dl_flows_pane_get_sources (DL_FLOWS_PANE (fixture->pane)), 0);
  g_assert_cmpint (dl_view_get_selected (fixture->view).kind, ==, DL_PLACE_ROUTER);
  wait_for (fixture, link);
  g_signal_emit_by_name (dl_flows_pane_get_sources (DL_FLOWS_PANE (fixture->pane)), "explain",
                         dl_view_get_selected (fixture->view).a);
  route = dl_view_get_route (fixture->view, &source, &dest);
  g_assert_nonnull (route);
  g_assert_cmpuint (source / analysis->dragonfly->nodes_per_router, ==,
                    dl_view_get_selected (fixture->view).a);
  for (guint i = 0; i < route->n_hops; i++)
    passes |= route->channels[i] / DL_DRAGONFLY_VCS == link;
  g_assert_true (passes);

  dl_session_open_new (fixture->session, dl_preset_load ("mesh-4x4", NULL));
  ui_settle (fixture->session);
  ui_wait_for (ui_says (fixture->pane, " nodes to ") || ui_says (fixture->pane, " nodes;"));
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
#define ADD(name, func) g_test_add (name, UiFixture, NULL, set_up, func, tear_down)
  ADD ("/flows-pane/follows", test_follows);
  ADD ("/flows-pane/rows", test_rows);
  ADD ("/flows-pane/results", test_results);
  ADD ("/flows-pane/dragonfly", test_dragonfly);
  return g_test_run ();
}
