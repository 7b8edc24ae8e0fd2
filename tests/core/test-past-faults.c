/* Datelines past the faults, against the oracle and the best of all positions. */
#include "datelines-fixture.h"

#include "dl-torus-past-faults.h"

static DlTorusPastFaults *
find_past (const OracleTorus *torus)
{
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (torus);
  g_autoptr (DlDemand) demand = datelines_demand (routes->network, "uniform", 1);

  return dl_datelines_past_faults (routes->network, &routes->spec, demand,
                                   dl_dateline_options_default (), NULL);
}

/* With the datelines one past its node the XT serves whatever single fault there is; X stays. */
static void
check_single (const OracleTorus *torus, OracleNode at, gboolean with_oracle)
{
  g_autoptr (DlTorusPastFaults) past = find_past (torus);
  g_autofree char *text = oracle_torus_to_string (torus);

  if (!past->served || past->best.unreachable_pairs + past->best.dropped_pairs > 0
      || past->best.illegal_pairs > 0 || !past->best.deadlock_free)
    g_test_fail_printf ("%s is not served", text);
  if (past->tried > 2)
    g_test_fail_printf ("%s takes a search", text);
  if (dl_torus_past_faults_moves (past)
      && (past->best.dateline[0] != torus->dateline[0]
          || past->best.dateline[1] != (at.at[1] + 1) % torus->radix[1]
          || past->best.dateline[2] != (at.at[2] + 1) % torus->radix[2]))
    g_test_fail_printf ("%s: %d,%d,%d is not one past the fault", text, past->best.dateline[0],
                        past->best.dateline[1], past->best.dateline[2]);
  if (with_oracle)
    {
      OracleTorus moved = *torus;
      g_autoptr (Oracle) oracle = NULL;
      g_autoptr (OracleLoads) loads = NULL;

      /* One past the fault also where the datelines could stay. */
      moved.dateline[1] = (at.at[1] + 1) % torus->radix[1];
      moved.dateline[2] = (at.at[2] + 1) % torus->radix[2];
      oracle = oracle_new (&moved);
      loads = oracle_loads_uniform (oracle);
      if (loads->unreachable + loads->dropped + loads->illegal > 0)
        g_test_fail_printf ("%s: the oracle does not find it served", text);
    }
}

static void
check_single_faults (int kx, int ky, int kz, gboolean with_oracle)
{
  for (int node = 0; node < kx * ky * kz; node++)
    {
      const OracleNode at = { { node / (ky * kz), node / kz % ky, node % kz } };
      /* Now at the fault: about as bad as it gets. */
      OracleTorus whole = oracle_torus_of (kx, ky, kz);
      OracleTorus torus;

      memcpy (whole.dateline, (int[]) { node % kx, at.at[1], at.at[2] }, sizeof whole.dateline);
      whole.tie_parity = node % 2;
      torus = whole;
      torus.n_nodes = 1;
      torus.nodes[0] = at;
      check_single (&torus, at, with_oracle);
      for (int port = 0; port < 6; port++)
        {
          torus = whole;
          torus.n_channels = 1;
          torus.channels[0] = (OracleLink) { at, port };
          check_single (&torus, at, with_oracle);
          if (port % 2 == 1)
            continue;
          torus = whole;
          torus.n_cables = 1;
          torus.cables[0] = (OracleLink) { at, port };
          check_single (&torus, at, with_oracle);
        }
    }
}

static void
test_single_faults (void)
{
  check_single_faults (4, 4, 4, TRUE);
  check_single_faults (3, 4, 6, TRUE);
  check_single_faults (5, 5, 5, FALSE);
}

/* 5x5x5 with the cable (2,2,1)Z+ cut, Z a ring or not, and datelines at @x, @x, @z. */
static OracleTorus
cut_at_221 (gboolean ring, int x, int z)
{
  OracleTorus torus = oracle_torus_of (5, 5, 5);

  torus.wrap[DL_Z] = ring;
  torus.dateline[DL_X] = torus.dateline[DL_Y] = x;
  torus.dateline[DL_Z] = z;
  torus.cables[torus.n_cables++] = oracle_link_at (2, 2, 1, DL_TORUS_PORT_Z_PLUS);
  return torus;
}

/* Model 3's case: 75 pairs unreachable with dateline z=1. */
static void
test_known (void)
{
  const OracleTorus torus = cut_at_221 (TRUE, 0, 1);
  g_autoptr (DlTorusPastFaults) past = find_past (&torus);
  g_autofree char *text = dl_torus_past_faults_to_text (past);

  g_assert_cmpuint (past->current.unreachable_pairs, ==, 75);
  g_assert_true (past->current.deadlock_free);
  g_assert_true (past->served);
  g_assert_true (dl_torus_past_faults_moves (past));
  g_assert_cmpint (past->best.dateline[DL_X], ==, 0);
  g_assert_cmpint (past->best.dateline[DL_Y], ==, 3);
  g_assert_cmpint (past->best.dateline[DL_Z], ==, 2);
  g_assert_cmpuint (past->best.reasons & DL_DATELINES_PAST_FAULT, !=, 0);
  g_assert_null (past->engine);
  g_assert_nonnull (strstr (text, "0;3;2"));
}

/* The best position where none serves every pair: the first of those that are asked whether they
 * can deadlock which cannot, else the first. */
static const PlainDatelines *
best_of (const GArray *plain)
{
  for (guint i = 0; i < MIN (plain->len, 128); i++)
    if (!g_array_index (plain, PlainDatelines, i).cyclic)
      return &g_array_index (plain, PlainDatelines, i);
  return &g_array_index (plain, PlainDatelines, 0);
}

/* Several faults: as good as the best of all positions, and if that is not good enough, the first
 * engine of the table that is. */
static void
test_several (void)
{
  guint n_engines, n_served = 0, n_moved = 0, n = 0;
  const DlTorusEngine *const *engines = dl_torus_engines (&n_engines);
  OracleTorus torus;

  for (guint32 seed = 20001; n < DATELINES_N_SCENARIOS / 4; seed++)
    {
      oracle_torus_random (&torus, seed, 4);
      if (!datelines_are_few (&torus))
        continue;
      n++;

      g_autoptr (DlTorusPastFaults) past = find_past (&torus);
      g_autoptr (DlTorusRoutes) at = oracle_torus_build (&torus);
      g_autoptr (DlDemand) demand = datelines_demand (at->network, "uniform", 1);
      g_autoptr (GArray) plain = datelines_rank_plainly (&torus, at, demand);
      const PlainDatelines *best = best_of (plain);
      g_autofree char *text = oracle_torus_to_string (&torus);
      g_autofree char *words = dl_torus_past_faults_to_text (past);
      const DlTorusEngine *engine = NULL;

      n_served += past->served;
      n_moved += dl_torus_past_faults_moves (past);
      g_assert_cmpuint (strlen (words), >, 0);
      if (past->served != (best->undelivered == 0 && best->illegal == 0 && !best->cyclic))
        g_test_fail_printf ("seed %u, %s: served %d", seed, text, past->served);
      if (past->served)
        continue;
      if (past->best.unreachable_pairs + past->best.dropped_pairs != best->undelivered
          || past->best.illegal_pairs != best->illegal || past->best.deadlock_free == best->cyclic)
        g_test_fail_printf ("seed %u, %s: not the best", seed, text);
      for (guint i = 0; i < n_engines && engine == NULL; i++)
        {
          DlTorusRouting spec = at->spec;
          g_autoptr (DlTorusRoutes) routes = NULL;
          g_autoptr (DlTorusAnalysis) analysis = NULL;

          if (engines[i] == spec.engine)
            continue;
          for (int dim = 0; dim < 3; dim++)
            if (torus.wrap[dim] && torus.radix[dim] > 2 && spec.dateline[dim] < 0)
              spec.dateline[dim] = torus.radix[dim] - 1;
          spec.engine = engines[i];
          routes = dl_torus_routes_new (at->network, &spec);
          analysis = dl_torus_analysis_new_naive (routes, demand);
          if (analysis->unreachable_pairs + analysis->dropped_pairs == 0
              && analysis->verdict->deadlock_free)
            engine = engines[i];
        }
      if (past->engine != engine)
        g_test_fail_printf ("seed %u, %s: engine %s, should be %s", seed, text,
                            past->engine != NULL ? past->engine->id : "none",
                            engine != NULL ? engine->id : "none");
    }
  g_assert_cmpuint (n_served, >, 0);
  g_assert_cmpuint (n_served, <, n);
  g_assert_cmpuint (n_moved, >, 0);
}

/* Nine cables, of which the search cannot serve all pairs. */
static OracleTorus
nine_faults (const char *cables)
{
  OracleTorus torus = oracle_torus_of (5, 5, 5);
  g_auto (GStrv) words = g_strsplit (cables, " ", -1);

  for (int dim = 0; dim < 3; dim++)
    torus.dateline[dim] = 4;
  for (guint i = 0; words[i] != NULL; i++)
    {
      const char *word = words[i]; /* "000z": x, y, z and the plus direction */
      torus.cables[torus.n_cables++]
          = oracle_link_at (word[0] - '0', word[1] - '0', word[2] - '0', 2 * (word[3] - 'x'));
    }
  g_assert_cmpint (torus.n_cables, ==, 9);
  return torus;
}

/* From where nothing can deadlock the datelines do not go where something can, however many pairs
 * are delivered there: as 25 pairs on illegal turns at 4;1;2, all reachable. */
static void
test_stays_acyclic (void)
{
  const OracleTorus torus = nine_faults ("014z 030y 114x 134y 323z 401z 420y 423y 444y");
  g_autoptr (DlTorusPastFaults) past = find_past (&torus);
  g_autofree char *text = dl_torus_past_faults_to_text (past);

  g_assert_true (past->current.deadlock_free);
  g_assert_cmpuint (past->current.unreachable_pairs, ==, 385);
  g_assert_false (past->served);
  g_assert_true (dl_torus_past_faults_moves (past));
  g_assert_true (past->best.deadlock_free);
  g_assert_cmpuint (past->best.n_cycle, ==, 0);
  g_assert_cmpuint (past->best.unreachable_pairs, ==, 85);
  g_assert_nonnull (strstr (text, "85 pairs are unreachable"));
  g_assert_nonnull (strstr (text, "Try the routing engine ring"));
}

/* Where every position can deadlock, the text says how. */
static void
test_says_cycle (void)
{
  const OracleTorus torus = nine_faults ("031z 121z 122z 132x 202z 331y 340x 343z 434z");
  g_autoptr (DlTorusPastFaults) past = find_past (&torus);
  g_autofree char *text = dl_torus_past_faults_to_text (past);

  g_assert_false (past->served);
  g_assert_false (past->best.deadlock_free);
  g_assert_cmpuint (past->best.n_cycle, ==, 7);
  g_assert_nonnull (
      strstr (text, "The shortest cycle has 7 channels. Try the routing engine up-down"));
}

/* All pairs count, not only those of the traffic. */
static void
test_all_pairs (void)
{
  const OracleTorus torus = cut_at_221 (TRUE, 4, 1);
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  g_autoptr (DlDemand) demand = datelines_demand (routes->network, "transpose", 1);
  g_autoptr (DlTorusPastFaults) past = dl_datelines_past_faults (
      routes->network, &routes->spec, demand, dl_dateline_options_default (), NULL);

  g_assert_cmpuint (past->current.pairs, ==, 125 * 124);
  g_assert_cmpuint (past->current.unreachable_pairs, ==, 75);
  g_assert_true (past->served);
  g_assert_true (dl_torus_past_faults_moves (past));
  g_assert_cmpuint (past->best.unreachable_pairs, ==, 0);
}

static void
test_mesh (void)
{
  const OracleTorus torus = cut_at_221 (FALSE, 4, -1);
  g_autoptr (DlTorusPastFaults) past = find_past (&torus);
  g_autofree char *text = dl_torus_past_faults_to_text (past);

  g_assert_false (past->served);
  g_assert_cmpuint (past->obstacles, ==, DL_TORUS_OBSTACLE_MESH_Z);
  g_assert_nonnull (strstr (text, "Z is a mesh"));
  if (past->engine != NULL)
    g_assert_nonnull (strstr (text, past->engine->id));
}

static void
test_nothing_broken (void)
{
  OracleTorus torus = oracle_torus_of (4, 4, 4);
  g_autoptr (DlTorusPastFaults) fine = find_past (&torus);
  g_autoptr (DlTorusPastFaults) off = NULL;

  g_assert_true (fine->served);
  g_assert_false (dl_torus_past_faults_moves (fine));
  g_assert_cmpuint (fine->obstacles, ==, DL_TORUS_OBSTACLE_NOTHING_BROKEN);

  /* No datelines at all: any will do. */
  for (int dim = 0; dim < 3; dim++)
    torus.dateline[dim] = -1;
  off = find_past (&torus);
  g_assert_false (off->current.deadlock_free);
  g_assert_true (off->served);
  g_assert_true (dl_torus_past_faults_moves (off));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/past-faults/single-faults", test_single_faults);
  g_test_add_func ("/past-faults/known", test_known);
  g_test_add_func ("/past-faults/several", test_several);
  g_test_add_func ("/past-faults/stays-acyclic", test_stays_acyclic);
  g_test_add_func ("/past-faults/says-cycle", test_says_cycle);
  g_test_add_func ("/past-faults/all-pairs", test_all_pairs);
  g_test_add_func ("/past-faults/mesh", test_mesh);
  g_test_add_func ("/past-faults/nothing-broken", test_nothing_broken);
  return g_test_run ();
}
