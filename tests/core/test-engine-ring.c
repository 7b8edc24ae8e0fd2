/* The other direction around the ring (model 3): what it serves, what it does not, and how it
 * decides. */
#include "oracle.h"

#include "dl-torus-analysis.h"

#include <string.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define DATELINE_STEP 4
#else
#define DATELINE_STEP 1
#endif

static OracleTorus
torus_of (int kx, int ky, int kz)
{
  OracleTorus torus = oracle_torus_of (kx, ky, kz);

  torus.engine = ORACLE_RING;
  return torus;
}

/* ---- Single routes ---- */

/* The route as "X-.1 ...", an asterisk at the hops that go the long way; "-" where it gets stuck.
 */
static void
check_route (const OracleTorus *torus, const char *from, const char *to, const char *expected)
{
  static const char *const ports[] = { "X+", "X-", "Y+", "Y-", "Z+", "Z-" };
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (torus);
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (DlTorusRoute) route = { 0 };

  dl_torus_routes_walk (routes, oracle_core_node (routes, from), oracle_core_node (routes, to),
                        &route);
  g_assert_true (route.legal);
  for (guint i = 0; i < route.n_hops; i++)
    g_string_append_printf (text, "%s%s.%u%s", text->len > 0 ? " " : "",
                            ports[route.hops[i].link % DL_TORUS_N_NETWORK_PORTS], route.hops[i].vc,
                            route.hops[i].rule == DL_TORUS_RULE_RING_LONG_PATH ? "*" : "");
  if (route.status == DL_TORUS_ROUTE_UNREACHABLE)
    g_string_append (text, text->len > 0 ? " -" : "-");
  else
    g_assert_cmpint (route.status, ==, DL_TORUS_ROUTE_DELIVERED);
  if (strcmp (text->str, expected) != 0)
    g_error ("%s to %s: %s, should be %s", from, to, text->str, expected);
}

static void
test_known (void)
{
  OracleTorus torus = torus_of (5, 5, 5);

  /* Model 3: X- X- X-. Past half way round, the long way is the shorter one. */
  torus.cables[torus.n_cables++] = oracle_link_at (1, 2, 2, DL_TORUS_PORT_X_PLUS);
  check_route (&torus, "0,2,2", "2,2,2", "X-.1* X-.1 X-.1");
  check_route (&torus, "1,2,2", "2,2,2", "X-.0* X-.1* X-.1 X-.1");
  check_route (&torus, "2,2,2", "1,2,2", "X+.0* X+.0* X+.0 X+.1");
  check_route (&torus, "1,2,2", "2,3,2", "X-.0* X-.1* X-.1 X-.1 Y+.1");
  /* Other rows, and other ways in this one, are what they were. */
  check_route (&torus, "1,1,2", "2,1,2", "X+.0");
  check_route (&torus, "1,2,2", "0,2,2", "X-.1");

  /* One direction lost is only one way lost. */
  torus.n_cables = 0;
  torus.channels[torus.n_channels++] = oracle_link_at (2, 2, 1, DL_TORUS_PORT_Z_PLUS);
  check_route (&torus, "2,2,1", "2,2,2", "Z-.0* Z-.1* Z-.1 Z-.1");
  check_route (&torus, "2,2,2", "2,2,1", "Z-.1");
}

/* Two cables in one ring cut it in two; each part is still served. */
static void
test_cut_ring (void)
{
  OracleTorus torus = torus_of (6, 1, 1);

  torus.dateline[DL_X] = 4;
  torus.cables[torus.n_cables++] = oracle_link_at (0, 0, 0, DL_TORUS_PORT_X_PLUS);
  torus.cables[torus.n_cables++] = oracle_link_at (3, 0, 0, DL_TORUS_PORT_X_PLUS);
  check_route (&torus, "0,0,0", "1,0,0", "-");
  check_route (&torus, "5,0,0", "3,0,0", "-");
  check_route (&torus, "1,0,0", "3,0,0", "X+.0 X+.0");
  check_route (&torus, "0,0,0", "4,0,0", "X-.0 X-.0");
  g_autoptr (DlTorusAnalysis) analysis = oracle_torus_analyze (&torus);
  g_assert_cmpuint (analysis->unreachable_pairs, ==, 2 * 3 * 3);
  g_assert_cmpuint (analysis->illegal_pairs + analysis->dropped_pairs, ==, 0);
}

/* A mesh has no other way round. */
static void
test_mesh (void)
{
  OracleTorus torus = torus_of (4, 2, 1);

  torus.wrap[DL_X] = FALSE;
  torus.cables[torus.n_cables++] = oracle_link_at (1, 0, 0, DL_TORUS_PORT_X_PLUS);
  check_route (&torus, "0,0,0", "2,0,0", "-");
  check_route (&torus, "0,0,0", "2,1,0", "-");
  check_route (&torus, "0,1,0", "2,0,0", "X+.1 X+.1 Y-.1");
  g_autoptr (DlTorusAnalysis) analysis = oracle_torus_analyze (&torus);
  /* In the row with the cut, 2 x 2 either way, for either row of the destination. */
  g_assert_cmpuint (analysis->unreachable_pairs, ==, 2 * 2 * 2 * 2);
}

/* Without the lost node's own coordinate nothing on its lines is lost. */
static void
test_lost_node (void)
{
  OracleTorus torus = torus_of (5, 5, 5);

  torus.nodes[torus.n_nodes++] = (OracleNode) { { 2, 2, 2 } };
  check_route (&torus, "1,2,2", "3,2,2", "X-.0* X-.1 X-.1");
  check_route (&torus, "1,2,2", "2,1,1", "-");
  check_route (&torus, "1,1,2", "2,2,1", "X+.0 -");
  check_route (&torus, "1,1,1", "2,2,3", "X+.0 Y+.0 Z-.0* Z-.1 Z-.1");
}

/* A router in region 1 of 3 goes round through the others to reach its own region again; between
 * regions the whole way to the destination counts, not the way to its region's edge. */
static void
test_regions (void)
{
  OracleTorus torus = torus_of (6, 2, 2);

  torus.region_nodes = 8;
  torus.cables[torus.n_cables++] = oracle_link_at (2, 0, 0, DL_TORUS_PORT_X_PLUS);
  check_route (&torus, "2,0,0", "3,0,0", "X-.0* X-.0* X-.1* X-.1 X-.1");
  check_route (&torus, "3,0,0", "2,0,0", "X+.0* X+.0* X+.0* X+.1 X+.1");
  check_route (&torus, "1,0,0", "2,0,0", "X+.0");
  check_route (&torus, "1,0,0", "3,0,0", "X-.0* X-.1* X-.1 X-.1");
  check_route (&torus, "0,0,0", "3,0,0", "X-.1* X-.1 X-.1");
  g_autoptr (DlTorusAnalysis) analysis = oracle_torus_analyze (&torus);
  g_assert_cmpuint (analysis->unreachable_pairs + analysis->illegal_pairs + analysis->dropped_pairs,
                    ==, 0);
}

static void
test_trace (void)
{
  static const struct
  {
    const char *from, *to;
    guint port;
    struct
    {
      guint port, reason;
    } rejected[2];
  } cases[] = {
    { "1,0,0",
      "2,0,0",
      DL_TORUS_PORT_X_MINUS,
      { { DL_TORUS_PORT_X_PLUS, DL_TORUS_REJECTED_BROKEN } } },
    { "0,0,0",
      "2,0,0",
      DL_TORUS_PORT_X_MINUS,
      { { DL_TORUS_PORT_X_PLUS, DL_TORUS_REJECTED_BROKEN_AHEAD } } },
    { "0,0,0", "1,0,0", DL_TORUS_PORT_X_PLUS, { { DL_TORUS_PORT_NONE } } },
    { "1,1,0",
      "1,2,0",
      DL_TORUS_PORT_NONE,
      { { DL_TORUS_PORT_Y_PLUS, DL_TORUS_REJECTED_BROKEN },
        { DL_TORUS_PORT_Y_MINUS, DL_TORUS_REJECTED_DEAD_END } } },
    { "1,0,0",
      "1,2,0",
      DL_TORUS_PORT_NONE,
      { { DL_TORUS_PORT_Y_PLUS, DL_TORUS_REJECTED_BROKEN_AHEAD },
        { DL_TORUS_PORT_Y_MINUS, DL_TORUS_REJECTED_ABSENT } } },
    { "3,0,1",
      "3,0,2",
      DL_TORUS_PORT_NONE,
      { { DL_TORUS_PORT_Z_PLUS, DL_TORUS_REJECTED_BROKEN },
        { DL_TORUS_PORT_Z_MINUS, DL_TORUS_REJECTED_BROKEN_AHEAD } } },
  };
  OracleTorus torus = torus_of (5, 4, 5);

  torus.wrap[DL_Y] = FALSE;
  torus.cables[torus.n_cables++] = oracle_link_at (1, 0, 0, DL_TORUS_PORT_X_PLUS);
  torus.cables[torus.n_cables++] = oracle_link_at (1, 1, 0, DL_TORUS_PORT_Y_PLUS);
  torus.cables[torus.n_cables++] = oracle_link_at (3, 0, 1, DL_TORUS_PORT_Z_PLUS);
  torus.cables[torus.n_cables++] = oracle_link_at (3, 0, 3, DL_TORUS_PORT_Z_PLUS);
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const guint source = oracle_core_node (routes, cases[i].from),
                  dest = oracle_core_node (routes, cases[i].to);
      const guint n = (cases[i].rejected[0].port != DL_TORUS_PORT_NONE)
                      + (cases[i].port == DL_TORUS_PORT_NONE);
      g_auto (DlTorusRoute) route = { 0 };
      DlTorusTrace trace;

      g_assert_cmpuint (dl_torus_routes_first (routes, source, dest).port, ==, cases[i].port);
      dl_torus_routes_trace (routes, &route, source, dest, 0, &trace);
      g_assert_cmpuint (trace.n, ==, n);
      for (guint j = 0; j < n; j++)
        {
          g_assert_cmpuint (trace.rejected[j].port, ==, cases[i].rejected[j].port);
          g_assert_cmpuint (trace.rejected[j].reason, ==, cases[i].rejected[j].reason);
        }
    }
}

/* ---- Every single cable at any dateline ---- */

static void
check_cable (OracleTorus *torus, OracleLink cable)
{
  torus->n_cables = 1;
  torus->cables[0] = cable;
  g_autoptr (DlTorusAnalysis) analysis = oracle_torus_analyze (torus);
  if (analysis->unreachable_pairs + analysis->dropped_pairs + analysis->illegal_pairs > 0
      || !analysis->verdict->deadlock_free)
    {
      g_autofree char *text = oracle_torus_to_string (torus);
      g_error ("%s: %" G_GUINT64_FORMAT " unreachable, %" G_GUINT64_FORMAT
               " dropped, %" G_GUINT64_FORMAT " illegal, %u cycles",
               text, analysis->unreachable_pairs, analysis->dropped_pairs, analysis->illegal_pairs,
               analysis->verdict->cyclic_components);
    }
}

/* Delivered, legal and acyclic, wherever the datelines are. */
static void
test_every_cable (gconstpointer data)
{
  const int *k = data;
  const int n = k[0] * k[1] * k[2];
  OracleTorus torus = torus_of (k[0], k[1], k[2]);

  for (int dateline = 0; dateline < n; dateline += DATELINE_STEP)
    {
      torus.dateline[DL_X] = dateline / (k[1] * k[2]);
      torus.dateline[DL_Y] = dateline / k[2] % k[1];
      torus.dateline[DL_Z] = dateline % k[2];
      for (int i = 0; i < 3 * n; i++)
        check_cable (&torus, oracle_link_at (i / (3 * k[1] * k[2]), i / (3 * k[2]) % k[1],
                                             i / 3 % k[2], 2 * (i % 3)));
    }
}

/* Rings of 3 need no dateline, one hop per packet, nor do some with a break; but with all packets
 * in one direction the cycle is closed. */
static void
test_datelines_off (void)
{
  OracleTorus torus = torus_of (3, 3, 3);

  for (int dim = 0; dim < 3; dim++)
    torus.dateline[dim] = -1;
  g_autoptr (DlTorusAnalysis) whole = oracle_torus_analyze (&torus);
  g_assert_true (whole->verdict->deadlock_free);
  torus.channels[torus.n_channels++] = oracle_link_at (0, 0, 0, DL_TORUS_PORT_X_PLUS);
  g_autoptr (DlTorusAnalysis) broken = oracle_torus_analyze (&torus);
  g_assert_true (broken->verdict->deadlock_free);
  torus.channels[torus.n_channels++] = oracle_link_at (1, 0, 0, DL_TORUS_PORT_X_PLUS);
  torus.channels[torus.n_channels++] = oracle_link_at (2, 0, 0, DL_TORUS_PORT_X_PLUS);
  g_autoptr (DlTorusAnalysis) circle = oracle_torus_analyze (&torus);
  g_assert_cmpuint (circle->unreachable_pairs, ==, 0);
  g_assert_false (circle->verdict->deadlock_free);
  g_assert_cmpuint (circle->verdict->n_cycle, ==, 3);
}

int
main (int argc, char **argv)
{
  static const int sizes[][3] = { { 4, 4, 4 }, { 5, 5, 5 }, { 3, 4, 6 } };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine-ring/known", test_known);
  g_test_add_func ("/engine-ring/cut-ring", test_cut_ring);
  g_test_add_func ("/engine-ring/mesh", test_mesh);
  g_test_add_func ("/engine-ring/lost-node", test_lost_node);
  g_test_add_func ("/engine-ring/regions", test_regions);
  g_test_add_func ("/engine-ring/trace", test_trace);
  g_test_add_func ("/engine-ring/datelines-off", test_datelines_off);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *name = g_strdup_printf ("/engine-ring/every-cable/%dx%dx%d", sizes[i][0],
                                               sizes[i][1], sizes[i][2]);
      g_test_add_data_func (name, sizes[i], test_every_cable);
    }
  return g_test_run ();
}
