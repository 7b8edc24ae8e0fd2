/* The XT's rules to the letter beside those decided for safety (model 3; VC paper 2.2): what is
 * published about both, and where they part. */
#include "oracle.h"

#include "dl-analysis.h"

#include <math.h>
#include <string.h>

static OracleTorus
torus_of (int kx, int ky, int kz, int engine)
{
  return (OracleTorus) { .radix = { kx, ky, kz },
                         .wrap = { TRUE, TRUE, TRUE },
                         .engine = engine,
                         .policy = ORACLE_OUTPUT_CROSSING,
                         .region_nodes = DL_TORUS_REGION_NODES };
}

static OracleLink
link_at (int x, int y, int z, int port)
{
  return (OracleLink) { { { x, y, z } }, port };
}

static guint
node_at (const DlRoutes *routes, const char *text)
{
  DlCoord at;

  g_assert_true (dl_coord_parse (text, &at));
  return dl_network_node_at (routes->network, at);
}

static DlAnalysis *
analyze (const OracleTorus *torus)
{
  g_autoptr (DlRoutes) routes = oracle_torus_build (torus);
  g_autoptr (DlDemand) demand = dl_demand_new (
      routes->network, &(DlTrafficSpec) { .pattern = dl_pattern_find ("uniform"), .target = -1 });

  return dl_analysis_new (routes, demand, NULL);
}

/* ---- The rules, one by one ---- */

/* What @engine does at a node: its port, its rule, and what it passed over, as "y+ broken". */
static void
check_decision (const OracleTorus *torus, int engine, const char *from, const char *to,
                guint expected_port, DlRule rule, const char *rejected)
{
  static const char *const reasons[DL_N_REJECTED]
      = { [DL_REJECTED_ABSENT] = "absent",         [DL_REJECTED_BROKEN] = "broken",
          [DL_REJECTED_UNSAFE] = "unsafe",         [DL_REJECTED_BOXED_IN] = "boxed-in",
          [DL_REJECTED_LOOK_AHEAD] = "look-ahead", [DL_REJECTED_WAY_BROKEN] = "way-broken" };
  OracleTorus with = *torus;
  g_auto (DlRoute) route = { 0 };
  g_autoptr (GString) text = g_string_new (NULL);
  DlTrace trace;

  with.engine = engine;
  g_autoptr (DlRoutes) routes = oracle_torus_build (&with);
  const guint source = node_at (routes, from), dest = node_at (routes, to);
  const DlDecision decision = dl_routes_first (routes, source, dest);
  dl_routes_trace (routes, &route, source, dest, 0, &trace);
  for (guint i = 0; i < trace.n; i++)
    g_string_append_printf (text, "%s%s %s", i > 0 ? ", " : "",
                            dl_port_name (trace.rejected[i].port),
                            reasons[trace.rejected[i].reason]);
  if (decision.port != expected_port || decision.rule != rule || strcmp (text->str, rejected) != 0)
    g_error ("%s, %s to %s: %s by rule %u, passed over: %s; should be %s by rule %u, %s",
             routes->spec.engine->id, from, to, dl_port_name (decision.port), decision.rule,
             text->str, dl_port_name (expected_port), rule, rejected);
}

/* 2.2.2: Y+ may cross a dateline to the letter, Z+ may not. */
static void
test_x_broken (void)
{
  OracleTorus torus = torus_of (5, 5, 5, ORACLE_XT);

  torus.cables[torus.n_cables++] = link_at (1, 0, 2, DL_PORT_X_PLUS);
  check_decision (&torus, ORACLE_XT, "1,0,2", "3,0,2", DL_PORT_Z_PLUS, DL_RULE_X_BROKEN_Z,
                  "x+ broken, y+ unsafe");
  check_decision (&torus, ORACLE_XT_LITERAL, "1,0,2", "3,0,2", DL_PORT_Y_PLUS, DL_RULE_X_BROKEN_Y,
                  "x+ broken");

  torus.channels[torus.n_channels++] = link_at (1, 0, 2, DL_PORT_Y_PLUS);
  check_decision (&torus, ORACLE_XT_LITERAL, "1,0,2", "3,0,2", DL_PORT_Z_PLUS, DL_RULE_X_BROKEN_Z,
                  "x+ broken, y+ broken");
  torus.dateline[DL_Z] = 2;
  check_decision (&torus, ORACLE_XT_LITERAL, "1,0,2", "3,0,2", DL_PORT_NONE, DL_RULE_UNREACHABLE,
                  "x+ broken, y+ broken, z+ unsafe");
}

/* 2.2.2: the early detour is not the one whose Z+ "must not cross a dateline". */
static void
test_early_detour (void)
{
  OracleTorus torus = torus_of (4, 4, 4, ORACLE_XT);

  torus.wrap[DL_Y] = FALSE;
  torus.dateline[DL_Z] = 1;
  torus.channels[torus.n_channels++] = link_at (2, 3, 1, DL_PORT_Z_PLUS);
  check_decision (&torus, ORACLE_XT, "1,3,1", "3,3,1", DL_PORT_X_PLUS, DL_RULE_DIMENSION_ORDER, "");
  check_decision (&torus, ORACLE_XT_LITERAL, "1,3,1", "3,3,1", DL_PORT_Z_PLUS,
                  DL_RULE_X_EARLY_DETOUR, "x+ boxed-in");

  /* Without a Z+ there is no detour to consider. */
  torus.channels[torus.n_channels++] = link_at (1, 3, 1, DL_PORT_Z_PLUS);
  check_decision (&torus, ORACLE_XT_LITERAL, "1,3,1", "3,3,1", DL_PORT_X_PLUS,
                  DL_RULE_DIMENSION_ORDER, "");
}

/* 2.2.3 */
static void
test_look_ahead (void)
{
  OracleTorus torus = torus_of (5, 5, 5, ORACLE_XT);

  /* Z+ at the dateline is no way out, but to the letter it is. */
  torus.cables[torus.n_cables++] = link_at (2, 2, 1, DL_PORT_Z_PLUS);
  torus.dateline[DL_Z] = 1;
  check_decision (&torus, ORACLE_XT, "2,3,1", "2,2,2", DL_PORT_NONE, DL_RULE_UNREACHABLE,
                  "y- look-ahead, z+ unsafe");
  check_decision (&torus, ORACLE_XT_LITERAL, "2,3,1", "2,2,2", DL_PORT_Z_PLUS, DL_RULE_Y_LOOK_AHEAD,
                  "y- look-ahead");

  /* Z+ broken here as well: unreachable, or the Y link after all. */
  torus.dateline[DL_Z] = 4;
  torus.channels[torus.n_channels++] = link_at (2, 3, 1, DL_PORT_Z_PLUS);
  check_decision (&torus, ORACLE_XT, "2,3,1", "2,2,2", DL_PORT_NONE, DL_RULE_UNREACHABLE,
                  "y- look-ahead, z+ broken");
  check_decision (&torus, ORACLE_XT_LITERAL, "2,3,1", "2,2,2", DL_PORT_Y_MINUS,
                  DL_RULE_DIMENSION_ORDER, "z+ broken");

  /* The next node's minimal direction is Z-, which 2.2.4 turns: to the letter that is not looked
   * at. */
  torus = torus_of (5, 5, 5, ORACLE_XT);
  torus.channels[torus.n_channels++] = link_at (2, 2, 2, DL_PORT_Z_PLUS);
  torus.channels[torus.n_channels++] = link_at (2, 2, 2, DL_PORT_Z_MINUS);
  check_decision (&torus, ORACLE_XT, "2,1,2", "2,2,1", DL_PORT_Z_PLUS, DL_RULE_Y_LOOK_AHEAD,
                  "y+ look-ahead");
  check_decision (&torus, ORACLE_XT_LITERAL, "2,1,2", "2,2,1", DL_PORT_Y_PLUS,
                  DL_RULE_DIMENSION_ORDER, "");

  /* A broken Y link: Z+ at the dateline is there. */
  torus = torus_of (5, 5, 5, ORACLE_XT);
  torus.channels[torus.n_channels++] = link_at (2, 1, 0, DL_PORT_Y_PLUS);
  check_decision (&torus, ORACLE_XT, "2,1,0", "2,2,0", DL_PORT_NONE, DL_RULE_UNREACHABLE,
                  "y+ broken, z+ unsafe");
  check_decision (&torus, ORACLE_XT_LITERAL, "2,1,0", "2,2,0", DL_PORT_Z_PLUS, DL_RULE_Y_BROKEN_Z,
                  "y+ broken");
}

/* 2.2.4 is the same for both. */
static void
test_z_broken (void)
{
  OracleTorus torus = torus_of (5, 5, 5, ORACLE_XT);

  torus.channels[torus.n_channels++] = link_at (2, 2, 2, DL_PORT_Z_PLUS);
  torus.channels[torus.n_channels++] = link_at (2, 2, 1, DL_PORT_Z_MINUS);
  for (int engine = ORACLE_XT; engine <= ORACLE_XT_LITERAL; engine++)
    {
      check_decision (&torus, engine, "2,2,2", "2,2,3", DL_PORT_Y_PLUS, DL_RULE_Z_BROKEN_Y_PLUS,
                      "z+ broken");
      check_decision (&torus, engine, "2,2,3", "2,2,0", DL_PORT_Z_PLUS, DL_RULE_DIMENSION_ORDER,
                      "");
      check_decision (&torus, engine, "2,2,3", "2,2,1", DL_PORT_Z_MINUS, DL_RULE_DIMENSION_ORDER,
                      "");
      check_decision (&torus, engine, "2,2,1", "2,2,0", DL_PORT_Z_PLUS, DL_RULE_Z_LONG_WAY,
                      "z- way-broken");
    }
}

/* ---- Known answers (model 3) ---- */

static gboolean
all_delivered_and_legal (const DlAnalysis *analysis)
{
  return analysis->unreachable_pairs == 0 && analysis->dropped_pairs == 0
         && analysis->illegal_pairs == 0;
}

/* Cable (2,2,1)Z+ cut with the dateline at z=1: all delivered, 75 illegal pairs. */
static void
test_known_illegal (void)
{
  OracleTorus torus = torus_of (5, 5, 5, ORACLE_XT_LITERAL);

  torus.cables[torus.n_cables++] = link_at (2, 2, 1, DL_PORT_Z_PLUS);
  torus.dateline[DL_Z] = 1;
  g_autoptr (DlAnalysis) analysis = analyze (&torus);
  g_assert_cmpuint (analysis->pairs, ==, 15500);
  g_assert_cmpuint (analysis->unreachable_pairs, ==, 0);
  g_assert_cmpuint (analysis->dropped_pairs, ==, 0);
  g_assert_cmpuint (analysis->illegal_pairs, ==, 75);
}

/* Single cable cuts of a 5x5x5 torus at fixed datelines. */
static void
test_single_cuts (void)
{
  for (int dateline = 0; dateline < 5; dateline++)
    {
      guint good = 0, delivered = 0;

      for (int i = 0; i < 375; i++)
        {
          OracleTorus torus = torus_of (5, 5, 5, ORACLE_XT_LITERAL);
          for (guint dim = 0; dim < DL_N_DIMS; dim++)
            torus.dateline[dim] = dateline;
          torus.n_cables = 1;
          torus.cables[0] = link_at (i / 75, i / 15 % 5, i / 3 % 5, 2 * (i % 3));
          g_autoptr (DlAnalysis) analysis = analyze (&torus);
          good += all_delivered_and_legal (analysis);
          delivered += analysis->unreachable_pairs + analysis->dropped_pairs == 0;
        }
      g_test_message ("dateline %d: %u good, %u delivered", dateline, good, delivered);
      g_assert_cmpfloat (round (100. * good / 375), ==, 73);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine-xt/x-broken", test_x_broken);
  g_test_add_func ("/engine-xt/early-detour", test_early_detour);
  g_test_add_func ("/engine-xt/look-ahead", test_look_ahead);
  g_test_add_func ("/engine-xt/z-broken", test_z_broken);
  g_test_add_func ("/engine-xt/known/illegal", test_known_illegal);
  g_test_add_func ("/engine-xt/single-cuts", test_single_cuts);
  return g_test_run ();
}
