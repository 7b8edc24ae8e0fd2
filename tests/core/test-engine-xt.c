/* The XT's rules to the letter beside those decided for safety (model 3; VC paper 2.2): what is
 * published about both, and where they part. */
#include "channel-name.h"
#include "dl-torus-scenario.h"
#include "oracle.h"

#include "dl-torus-analysis.h"

#include <math.h>
#include <string.h>

static OracleTorus
torus_of (int kx, int ky, int kz, int engine)
{
  OracleTorus torus = oracle_torus_of (kx, ky, kz);

  torus.engine = engine;
  return torus;
}

/* ---- The rules, one by one ---- */

/* Decision of @engine at a node: its port, its rule, and what it passed over, as "y+ broken". */
static void
check_decision (const OracleTorus *torus, int engine, const char *from, const char *to,
                guint expected_port, DlTorusRule rule, const char *rejected)
{
  static const char *const reasons[DL_TORUS_N_REJECTED] = {
    [DL_TORUS_REJECTED_ABSENT] = "absent",         [DL_TORUS_REJECTED_BROKEN] = "broken",
    [DL_TORUS_REJECTED_UNSAFE] = "unsafe",         [DL_TORUS_REJECTED_BOXED_IN] = "boxed-in",
    [DL_TORUS_REJECTED_LOOK_AHEAD] = "look-ahead", [DL_TORUS_REJECTED_BROKEN_AHEAD] = "way-broken"
  };
  OracleTorus with = *torus;
  g_auto (DlTorusRoute) route = { 0 };
  g_autoptr (GString) text = g_string_new (NULL);
  DlTorusTrace trace;

  with.engine = engine;
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&with);
  const guint source = oracle_core_node (routes, from), dest = oracle_core_node (routes, to);
  const DlTorusDecision decision = dl_torus_routes_first (routes, source, dest);
  dl_torus_routes_trace (routes, &route, source, dest, 0, &trace);
  for (guint i = 0; i < trace.n; i++)
    g_string_append_printf (text, "%s%s %s", i > 0 ? ", " : "",
                            dl_torus_port_name (trace.rejected[i].port),
                            reasons[trace.rejected[i].reason]);
  if (decision.port != expected_port || decision.rule != rule || strcmp (text->str, rejected) != 0)
    g_error ("%s, %s to %s: %s by rule %u, passed over: %s; should be %s by rule %u, %s",
             routes->spec.engine->id, from, to, dl_torus_port_name (decision.port), decision.rule,
             text->str, dl_torus_port_name (expected_port), rule, rejected);
}

/* 2.2.2: Y+ may cross a dateline to the letter, Z+ may not. */
static void
test_x_broken (void)
{
  OracleTorus torus = torus_of (5, 5, 5, ORACLE_XT);

  torus.cables[torus.n_cables++] = oracle_link_at (1, 0, 2, DL_TORUS_PORT_X_PLUS);
  check_decision (&torus, ORACLE_XT, "1,0,2", "3,0,2", DL_TORUS_PORT_Z_PLUS,
                  DL_TORUS_RULE_X_BROKEN_Z, "x+ broken, y+ unsafe");
  check_decision (&torus, ORACLE_XT_LITERAL, "1,0,2", "3,0,2", DL_TORUS_PORT_Y_PLUS,
                  DL_TORUS_RULE_X_BROKEN_Y, "x+ broken");

  torus.channels[torus.n_channels++] = oracle_link_at (1, 0, 2, DL_TORUS_PORT_Y_PLUS);
  check_decision (&torus, ORACLE_XT_LITERAL, "1,0,2", "3,0,2", DL_TORUS_PORT_Z_PLUS,
                  DL_TORUS_RULE_X_BROKEN_Z, "x+ broken, y+ broken");
  torus.dateline[DL_Z] = 2;
  check_decision (&torus, ORACLE_XT_LITERAL, "1,0,2", "3,0,2", DL_TORUS_PORT_NONE,
                  DL_TORUS_RULE_UNREACHABLE, "x+ broken, y+ broken, z+ unsafe");
}

/* 2.2.2: the early detour is not the one whose Z+ "must not cross a dateline". */
static void
test_early_detour (void)
{
  OracleTorus torus = torus_of (4, 4, 4, ORACLE_XT);

  torus.wrap[DL_Y] = FALSE;
  torus.dateline[DL_Z] = 1;
  torus.channels[torus.n_channels++] = oracle_link_at (2, 3, 1, DL_TORUS_PORT_Z_PLUS);
  check_decision (&torus, ORACLE_XT, "1,3,1", "3,3,1", DL_TORUS_PORT_X_PLUS,
                  DL_TORUS_RULE_DIMENSION_ORDER, "");
  check_decision (&torus, ORACLE_XT_LITERAL, "1,3,1", "3,3,1", DL_TORUS_PORT_Z_PLUS,
                  DL_TORUS_RULE_X_EARLY_DETOUR, "x+ boxed-in");

  /* Without a Z+ there is no detour to consider. */
  torus.channels[torus.n_channels++] = oracle_link_at (1, 3, 1, DL_TORUS_PORT_Z_PLUS);
  check_decision (&torus, ORACLE_XT_LITERAL, "1,3,1", "3,3,1", DL_TORUS_PORT_X_PLUS,
                  DL_TORUS_RULE_DIMENSION_ORDER, "");
}

/* 2.2.3 */
static void
test_look_ahead (void)
{
  OracleTorus torus = torus_of (5, 5, 5, ORACLE_XT);

  /* Z+ at the dateline is no way out, but to the letter it is. */
  torus.cables[torus.n_cables++] = oracle_link_at (2, 2, 1, DL_TORUS_PORT_Z_PLUS);
  torus.dateline[DL_Z] = 1;
  check_decision (&torus, ORACLE_XT, "2,3,1", "2,2,2", DL_TORUS_PORT_NONE,
                  DL_TORUS_RULE_UNREACHABLE, "y- look-ahead, z+ unsafe");
  check_decision (&torus, ORACLE_XT_LITERAL, "2,3,1", "2,2,2", DL_TORUS_PORT_Z_PLUS,
                  DL_TORUS_RULE_Y_LOOK_AHEAD, "y- look-ahead");

  /* Z+ broken here as well: unreachable, or the Y link after all. */
  torus.dateline[DL_Z] = 4;
  torus.channels[torus.n_channels++] = oracle_link_at (2, 3, 1, DL_TORUS_PORT_Z_PLUS);
  check_decision (&torus, ORACLE_XT, "2,3,1", "2,2,2", DL_TORUS_PORT_NONE,
                  DL_TORUS_RULE_UNREACHABLE, "y- look-ahead, z+ broken");
  check_decision (&torus, ORACLE_XT_LITERAL, "2,3,1", "2,2,2", DL_TORUS_PORT_Y_MINUS,
                  DL_TORUS_RULE_DIMENSION_ORDER, "z+ broken");

  /* The next node's minimal direction is Z-, which 2.2.4 turns: to the letter that is not looked
   * at. */
  torus = torus_of (5, 5, 5, ORACLE_XT);
  torus.channels[torus.n_channels++] = oracle_link_at (2, 2, 2, DL_TORUS_PORT_Z_PLUS);
  torus.channels[torus.n_channels++] = oracle_link_at (2, 2, 2, DL_TORUS_PORT_Z_MINUS);
  check_decision (&torus, ORACLE_XT, "2,1,2", "2,2,1", DL_TORUS_PORT_Z_PLUS,
                  DL_TORUS_RULE_Y_LOOK_AHEAD, "y+ look-ahead");
  check_decision (&torus, ORACLE_XT_LITERAL, "2,1,2", "2,2,1", DL_TORUS_PORT_Y_PLUS,
                  DL_TORUS_RULE_DIMENSION_ORDER, "");

  /* A broken Y link: Z+ at the dateline is there. */
  torus = torus_of (5, 5, 5, ORACLE_XT);
  torus.channels[torus.n_channels++] = oracle_link_at (2, 1, 0, DL_TORUS_PORT_Y_PLUS);
  check_decision (&torus, ORACLE_XT, "2,1,0", "2,2,0", DL_TORUS_PORT_NONE,
                  DL_TORUS_RULE_UNREACHABLE, "y+ broken, z+ unsafe");
  check_decision (&torus, ORACLE_XT_LITERAL, "2,1,0", "2,2,0", DL_TORUS_PORT_Z_PLUS,
                  DL_TORUS_RULE_Y_BROKEN_Z, "y+ broken");
}

/* 2.2.4 is the same for both. */
static void
test_z_broken (void)
{
  OracleTorus torus = torus_of (5, 5, 5, ORACLE_XT);

  torus.channels[torus.n_channels++] = oracle_link_at (2, 2, 2, DL_TORUS_PORT_Z_PLUS);
  torus.channels[torus.n_channels++] = oracle_link_at (2, 2, 1, DL_TORUS_PORT_Z_MINUS);
  for (int engine = ORACLE_XT; engine <= ORACLE_XT_LITERAL; engine++)
    {
      check_decision (&torus, engine, "2,2,2", "2,2,3", DL_TORUS_PORT_Y_PLUS,
                      DL_TORUS_RULE_Z_BROKEN_Y_PLUS, "z+ broken");
      check_decision (&torus, engine, "2,2,3", "2,2,0", DL_TORUS_PORT_Z_PLUS,
                      DL_TORUS_RULE_DIMENSION_ORDER, "");
      check_decision (&torus, engine, "2,2,3", "2,2,1", DL_TORUS_PORT_Z_MINUS,
                      DL_TORUS_RULE_DIMENSION_ORDER, "");
      check_decision (&torus, engine, "2,2,1", "2,2,0", DL_TORUS_PORT_Z_PLUS,
                      DL_TORUS_RULE_Z_LONG_PATH, "z- way-broken");
    }
}

/* ---- Known answers (model 3) ---- */

/* Is there a dependency from one channel to the next? The second leaves where the first ends. */
static gboolean
depends (const DlTorusNetwork *network, const DlTorusDependencies *dependencies, guint from,
         guint to)
{
  const guint to_link = dl_torus_channel_link (to);

  return network->link_to[dl_torus_channel_link (from)] == to_link / network->n_ports
         && (dependencies->next[from]
             & dl_torus_channel_bit (to_link % network->n_ports, dl_torus_channel_vc (to)))
                != 0;
}

/* Can one get from @from back to it? Visits what can be reached, one channel after the other. */
static gboolean
is_on_cycle (const DlTorusNetwork *network, const DlTorusDependencies *dependencies, guint from)
{
  g_autofree gboolean *seen = g_new0 (gboolean, dependencies->n_channels);
  g_autoptr (GArray) reached = g_array_new (FALSE, FALSE, sizeof (guint));

  g_array_append_val (reached, from);
  for (guint i = 0; i < reached->len; i++)
    {
      const guint at = g_array_index (reached, guint, i);
      const guint node = network->link_to[dl_torus_channel_link (at)];

      for (guint j = 0; node != DL_NO_NODE && j < DL_TORUS_VCS * network->n_ports; j++)
        {
          const guint next = DL_TORUS_VCS * network->n_ports * node + j;

          if (!depends (network, dependencies, at, next))
            continue;
          if (next == from)
            return TRUE;
          if (!seen[next])
            g_array_append_val (reached, next);
          seen[next] = TRUE;
        }
    }
  return FALSE;
}

/* Cable (2,2,1)Z+ cut with the dateline at z=1: all delivered, 75 illegal pairs, one cyclic
 * component of 8 channels, shortest cycle 7. */
static void
test_known_cycle (void)
{
  static const char *const cycle[] = { "2,2,0:z+.0", "2,2,1:y+.1", "2,3,1:z+.1", "2,3,2:y-.0",
                                       "2,2,2:z+.0", "2,2,3:z+.0", "2,2,4:z+.0" };
  OracleTorus torus = torus_of (5, 5, 5, ORACLE_XT_LITERAL);
  guint on_cycles = 0;

  torus.cables[torus.n_cables++] = oracle_link_at (2, 2, 1, DL_TORUS_PORT_Z_PLUS);
  torus.dateline[DL_Z] = 1;
  g_autoptr (DlTorusAnalysis) analysis = oracle_torus_analyze (&torus);
  g_assert_cmpuint (analysis->pairs, ==, 15500);
  g_assert_cmpuint (analysis->unreachable_pairs, ==, 0);
  g_assert_cmpuint (analysis->dropped_pairs, ==, 0);
  g_assert_cmpuint (analysis->illegal_pairs, ==, 75);

  const DlVerdict *verdict = analysis->verdict;
  const DlTorusNetwork *network = analysis->network;
  g_autoptr (DlTorusDependencies) dependencies
      = dl_torus_dependencies_new_naive (analysis->routes, NULL);
  g_assert_false (verdict->deadlock_free);
  g_assert_cmpuint (verdict->cyclic_components, ==, 1);
  g_assert_cmpuint (verdict->n_cycle, ==, G_N_ELEMENTS (cycle));
  for (guint i = 0; i < verdict->n_cycle; i++)
    {
      g_autofree char *text = channel_name (&dl_family_torus, network, verdict->cycle[i]);

      g_assert_true (depends (network, dependencies, verdict->cycle[i],
                              verdict->cycle[(i + 1) % verdict->n_cycle]));
      g_assert_cmpstr (text, ==, cycle[i]);
    }
  for (guint channel = 0; channel < dependencies->n_channels; channel++)
    on_cycles += is_on_cycle (network, dependencies, channel);
  g_assert_cmpuint (on_cycles, ==, 8);

  torus.engine = ORACLE_XT;
  g_autoptr (DlTorusAnalysis) safe = oracle_torus_analyze (&torus);
  g_assert_cmpuint (safe->unreachable_pairs, ==, 75);
  g_assert_true (safe->verdict->deadlock_free);
}

/* ---- What they reach (model 3, measured) ---- */

static gboolean
all_delivered_and_legal (const DlTorusAnalysis *analysis)
{
  return analysis->unreachable_pairs == 0 && analysis->dropped_pairs == 0
         && analysis->illegal_pairs == 0;
}

/* Count over the 375 single cable cuts of a 5x5x5 torus, with all three datelines at the same
 * place. */
static void
check_single_cuts (int engine, int dateline, guint n_good, guint n_acyclic)
{
  guint good = 0, acyclic = 0;

  for (int i = 0; i < 375; i++)
    {
      OracleTorus torus = torus_of (5, 5, 5, engine);
      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        torus.dateline[dim] = dateline;
      torus.cables[torus.n_cables++] = oracle_link_at (i / 75, i / 15 % 5, i / 3 % 5, 2 * (i % 3));
      g_autoptr (DlTorusAnalysis) analysis = oracle_torus_analyze (&torus);
      good += all_delivered_and_legal (analysis) && analysis->verdict->deadlock_free;
      acyclic += analysis->verdict->deadlock_free;
    }
  g_assert_cmpuint (good, ==, n_good);
  g_assert_cmpuint (acyclic, ==, n_acyclic);
}

/* Delivered, legal and acyclic: 73 % to the letter, 79 % for safety; acyclic: 80 % and 93 %.
 *
 * To the letter the second figure depends on where the datelines are. A cut Y cable at the Z
 * dateline makes a packet leave the dateline by Z+ and turn into Y. That closes a cycle if VC0 is
 * in use all around the Z ring, hop after hop, which takes two-hop runs on VC0 from each node
 * behind the dateline to the one before it. Those that wrap from 3 to 0 and from 4 to 1 have ends
 * of different parity in a ring of 5 and are on VC1, unless they start right behind the dateline or
 * cross it: with datelines 0 to 2 one of them is left and breaks the cycle, with 3 and 4 none
 * is. */
static void
test_single_cuts (void)
{
  for (int dateline = 0; dateline < 5; dateline++)
    {
      check_single_cuts (ORACLE_XT_LITERAL, dateline, 275, dateline < 3 ? 300 : 275);
      check_single_cuts (ORACLE_XT, dateline, 295, 350);
    }
}

static void
check_fault (const OracleTorus *torus)
{
  g_autoptr (DlTorusAnalysis) analysis = oracle_torus_analyze (torus);

  if (!all_delivered_and_legal (analysis) || !analysis->verdict->deadlock_free)
    {
      g_autofree char *text = oracle_torus_to_string (torus);
      g_error ("%s: %" G_GUINT64_FORMAT " unreachable, %" G_GUINT64_FORMAT " illegal, %u cycles",
               text, analysis->unreachable_pairs, analysis->illegal_pairs,
               analysis->verdict->cyclic_components);
    }
}

/* "With the datelines put one past the fault (the node at y+1, z+1) 100 % for every single cable,
 * directed link and node." */
static void
test_datelines_past_fault (gconstpointer data)
{
  const int *k = data;

  for (int i = 0; i < k[0] * k[1] * k[2]; i++)
    {
      const int x = i / (k[1] * k[2]), y = i / k[2] % k[1], z = i % k[2];
      OracleTorus torus = torus_of (k[0], k[1], k[2], ORACLE_XT);

      torus.dateline[DL_Y] = (y + 1) % k[1];
      torus.dateline[DL_Z] = (z + 1) % k[2];
      for (int port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
        {
          torus.channels[0] = oracle_link_at (x, y, z, port);
          torus.n_channels = 1;
          check_fault (&torus);
          torus.n_channels = 0;
          if (dl_torus_port_is_minus (port))
            continue;
          torus.cables[0] = torus.channels[0];
          torus.n_cables = 1;
          check_fault (&torus);
          torus.n_cables = 0;
        }
      torus.nodes[torus.n_nodes++] = (OracleNode) { { x, y, z } };
      check_fault (&torus);
    }
}

int
main (int argc, char **argv)
{
  static const int sizes[][3] = { { 4, 4, 4 }, { 5, 5, 5 }, { 3, 4, 6 } };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine-xt/x-broken", test_x_broken);
  g_test_add_func ("/engine-xt/early-detour", test_early_detour);
  g_test_add_func ("/engine-xt/look-ahead", test_look_ahead);
  g_test_add_func ("/engine-xt/z-broken", test_z_broken);
  g_test_add_func ("/engine-xt/known-cycle", test_known_cycle);
  g_test_add_func ("/engine-xt/single-cuts", test_single_cuts);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *name = g_strdup_printf ("/engine-xt/datelines-past-fault/%dx%dx%d",
                                               sizes[i][0], sizes[i][1], sizes[i][2]);
      g_test_add_data_func (name, sizes[i], test_datelines_past_fault);
    }
  return g_test_run ();
}
