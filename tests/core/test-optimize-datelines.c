/* The ranking of dateline positions against evaluating each of them. */
#include "datelines-fixture.h"

#include "dl-optimize-datelines.h"
#include "dl-torus-past-faults.h"

#include <math.h>

static void
compare_rankings (const DlDatelineRanking *ranking, const GArray *plain, const char *name)
{
  g_assert_cmpuint (ranking->combinations, ==, plain->len);
  g_assert_cmpuint (ranking->ranked, ==, plain->len);
  g_assert_cmpuint (ranking->evaluated, <=, plain->len);
  for (guint i = 0; i < ranking->n_candidates; i++)
    {
      const DlDatelineCandidate *a = &ranking->candidates[i];
      const PlainDatelines *b = &g_array_index (plain, PlainDatelines, i);

      if (memcmp (a->dateline, b->dateline, sizeof a->dateline) == 0
          && a->unreachable_pairs + a->dropped_pairs == b->undelivered
          && a->illegal_pairs == b->illegal && a->deadlock_free == !b->cyclic
          && (isnan (a->balance_mean) ? b->balance == 0
                                      : fabs (a->balance_mean - b->balance) < 1e-8))
        continue;
      g_test_fail_printf (
          "%s: number %u is %d,%d,%d (%" G_GUINT64_FORMAT " not delivered, %" G_GUINT64_FORMAT
          " illegal, balance %.12g), should be %d,%d,%d (%" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT
          ", %.12g)",
          name, i, a->dateline[0], a->dateline[1], a->dateline[2],
          a->unreachable_pairs + a->dropped_pairs, a->illegal_pairs, a->balance_mean,
          b->dateline[0], b->dateline[1], b->dateline[2], b->undelivered, b->illegal, b->balance);
      return;
    }
}

/* Where the datelines are now, if it is said. */
static void
compare_current (const DlDatelineRanking *ranking, const GArray *plain, const char *name)
{
  guint place = 0;

  for (guint i = 0; i < plain->len; i++)
    if (memcmp (g_array_index (plain, PlainDatelines, i).dateline, ranking->current.dateline,
                sizeof ranking->current.dateline)
        == 0)
      place = i + 1;
  if (place > 0 && place <= ranking->n_candidates)
    g_assert_cmpuint (ranking->current_rank, ==, place);
  else if (ranking->current_rank != 0 && ranking->current_rank != place)
    g_test_fail_printf ("%s: now it is number %u, not %u", name, place, ranking->current_rank);
}

static void
check_ranking (const OracleTorus *torus, const DlTorusEngine *engine, const char *pattern, guint n,
               guint32 seed)
{
  g_autoptr (DlTorusRoutes) built = oracle_torus_build (torus);
  DlTorusRouting spec = built->spec;
  g_autoptr (DlTorusRoutes) at = NULL;
  g_autoptr (DlDemand) demand = datelines_demand (built->network, pattern, seed);
  DlDatelineOptions options = dl_dateline_options_default ();
  g_autoptr (DlDatelineRanking) ranking = NULL;
  g_autoptr (GArray) plain = NULL;
  g_autofree char *text = oracle_torus_to_string (torus);
  g_autofree char *name = g_strdup_printf ("seed %u %s %s %s", seed, engine->id, pattern, text);

  spec.engine = engine;
  at = dl_torus_routes_new (built->network, &spec);
  plain = datelines_rank_plainly (torus, at, demand);
  options.n_candidates = n;
  options.n_threads = 1 + seed % 3;
  options.max_seconds = 1e9;
  ranking = dl_optimize_datelines (built->network, &at->spec, demand, options, NULL);
  g_assert_cmpuint (ranking->n_candidates, ==, MIN (n, plain->len));
  compare_rankings (ranking, plain, name);
  compare_current (ranking, plain, name);
}

static void
test_exhaustive (void)
{
  OracleTorus torus;
  guint n = 0;

  for (guint32 seed = 1; n < DATELINES_N_SCENARIOS; seed++)
    {
      oracle_torus_random (&torus, seed, 3);
      if (!datelines_are_few (&torus))
        continue;
      n++;
      check_ranking (&torus, dl_torus_engine_find ("xt"),
                     n % 3 == 0 ? "random-permutation" : "uniform", n % 4 == 0 ? G_MAXUINT : 5,
                     seed);
    }
}

/* Engines of every scope. */
static void
test_engines (void)
{
  guint n_engines;
  const DlTorusEngine *const *engines = dl_torus_engines (&n_engines);
  OracleTorus torus;

  for (guint i = 0; i < n_engines; i++)
    {
      guint n = 0;

      if (!engines[i]->needs_datelines)
        continue;
      for (guint32 seed = 5001; n < 8; seed++)
        {
          oracle_torus_random (&torus, seed, 2);
          if (!datelines_are_few (&torus))
            continue;
          n++;
          check_ranking (&torus, engines[i], "uniform", 5, seed);
        }
    }
}

/* Under uniform traffic. */
static DlDatelineRanking *
rank (const DlTorusRoutes *routes, const DlTorusRouting *spec, DlDatelineOptions options,
      GCancellable *cancellable)
{
  g_autoptr (DlDemand) demand = datelines_demand (routes->network, "uniform", 1);

  return dl_optimize_datelines (routes->network, spec, demand, options, cancellable);
}

/* With the datelines at the last nodes, and the cable cut that leaves (2,2,1) by @port. */
static OracleTorus
cut_torus (int kx, int ky, int kz, int port)
{
  OracleTorus torus = oracle_torus_of (kx, ky, kz);

  memcpy (torus.dateline, (int[]) { kx - 1, ky - 1, kz - 1 }, sizeof torus.dateline);
  torus.cables[torus.n_cables++] = oracle_link_at (2, 2, 1, port);
  return torus;
}

/* Positions known from others are not analyzed: with one fault a few tell all. */
static void
test_few_analyses (void)
{
  for (int port = 0; port < 6; port += 2)
    {
      const OracleTorus torus = cut_torus (5, 6, 7, port);
      g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
      g_autoptr (DlDatelineRanking) ranking
          = rank (routes, &routes->spec, dl_dateline_options_default (), NULL);

      g_test_message ("%s cable: %u of %u analysed", dl_torus_port_name (port), ranking->evaluated,
                      ranking->combinations);
      g_assert_cmpuint (ranking->ranked, ==, 210);
      g_assert_cmpuint (ranking->evaluated, <=, 40);
    }
}

/* An engine that does without datelines leaves nothing to choose. */
static void
test_no_choice (void)
{
  guint n_engines, n = 0;
  const DlTorusEngine *const *engines = dl_torus_engines (&n_engines);

  for (guint i = 0; i < n_engines; i++)
    if (!engines[i]->needs_datelines)
      {
        const OracleTorus torus = oracle_torus_of (4, 4, 4);
        g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
        DlTorusRouting spec = routes->spec;
        g_autoptr (DlDatelineRanking) ranking = NULL;

        spec.engine = engines[i];
        ranking = rank (routes, &spec, dl_dateline_options_default (), NULL);
        g_assert_cmpuint (ranking->combinations, ==, 1);
        g_assert_cmpuint (ranking->n_candidates, ==, 1);
        n++;
      }
  g_assert_cmpuint (n, >, 0); /* up-down */
}

/* Too little time for all: fewer are ranked, it says so, and nothing gets worse. */
static void
test_restricted (void)
{
  OracleTorus torus = cut_torus (5, 5, 5, DL_TORUS_PORT_Z_PLUS);
  memcpy (torus.dateline, (int[]) { 1, 2, 3 }, sizeof torus.dateline);
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  DlDatelineOptions options = dl_dateline_options_default ();
  g_autoptr (DlDatelineRanking) ranking = NULL;

  options.max_seconds = 1e-3;
  ranking = rank (routes, &routes->spec, options, NULL);
  g_assert_cmpuint (ranking->combinations, ==, 125);
  g_assert_cmpuint (ranking->ranked, <, 125);
  g_assert_cmpuint (ranking->ranked, >=, 8);
  g_assert_false (dl_dateline_ranking_is_exhaustive (ranking));
  g_assert_cmpint (dl_dateline_candidate_compare (&ranking->candidates[0], &ranking->current,
                                                  routes->spec.dateline),
                   <=, 0);
}

static void
note_progress (double fraction, gpointer data)
{
  double *last = data;

  g_assert_cmpfloat (fraction, >=, *last);
  g_assert_cmpfloat (fraction, <=, 1);
  *last = fraction;
}

static void
cancel_on_progress (double fraction, gpointer data)
{
  if (fraction < 1)
    g_cancellable_cancel (data);
}

static void
test_progress (void)
{
  OracleTorus torus = oracle_torus_of (4, 5, 6);
  torus.nodes[torus.n_nodes++] = (OracleNode) { { 1, 1, 1 } };
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  g_autoptr (DlDemand) demand = datelines_demand (routes->network, "uniform", 1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  DlDatelineOptions options = dl_dateline_options_default ();
  g_autoptr (DlDatelineRanking) one = NULL, three = NULL;
  double last = 0;

  options.progress = note_progress;
  options.progress_data = &last;
  options.n_threads = 1;
  one = rank (routes, &routes->spec, options, NULL);
  g_assert_cmpfloat (last, ==, 1);
  options.progress = NULL;
  options.n_threads = 3;
  three = rank (routes, &routes->spec, options, NULL);
  g_assert_cmpmem (one->candidates, one->n_candidates * sizeof *one->candidates, three->candidates,
                   three->n_candidates * sizeof *three->candidates);
  g_assert_cmpuint (one->evaluated, ==, three->evaluated);

  /* On one thread: others may have done all of it before they hear. */
  options.n_threads = 1;
  options.progress = cancel_on_progress;
  options.progress_data = cancellable;
  g_assert_null (rank (routes, &routes->spec, options, cancellable));
  g_assert_null (
      dl_datelines_past_faults (routes->network, &routes->spec, demand, options, cancellable));
}

static void
test_reasons (void)
{
  OracleTorus torus = oracle_torus_of (5, 4, 4);
  torus.region_nodes = 32; /* regions x 0-1, 2-3, 4 */
  memcpy (torus.dateline, (int[]) { 4, 2, 3 }, sizeof torus.dateline);
  torus.channels[torus.n_channels++] = oracle_link_at (2, 1, 2, DL_TORUS_PORT_Y_MINUS);
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  g_autoptr (DlDemand) demand = datelines_demand (routes->network, "uniform", 1);
  g_autoptr (GArray) sites = dl_fault_sites (routes->network);
  DlTorusRouting spec = routes->spec;
  DlDatelineCandidate candidate;

  g_assert_cmpuint (sites->len, ==, 1);
  g_assert_true (dl_dateline_candidate_evaluate (&candidate, routes->network, &spec, demand, NULL));
  g_assert_cmpuint (candidate.reasons, ==,
                    DL_DATELINES_ONE_PLANE_REGION | DL_DATELINES_PAST_FAULT | DL_DATELINES_CURRENT);
  spec.dateline[DL_X] = 3;
  spec.dateline[DL_Y] = 1;
  g_assert_true (dl_dateline_candidate_evaluate (&candidate, routes->network, &spec, demand, NULL));
  g_assert_cmpuint (candidate.reasons, ==, DL_DATELINES_REGION_EDGE | DL_DATELINES_CURRENT);
  for (guint i = 0; i < DL_DATELINES_N_REASONS; i++)
    {
      g_assert_true (g_str_has_prefix (dl_dateline_reason_section (1 << i), "VC paper "));
      g_assert_cmpuint (strlen (dl_dateline_reason_text (1 << i)), >, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/optimize-datelines/exhaustive", test_exhaustive);
  g_test_add_func ("/optimize-datelines/engines", test_engines);
  g_test_add_func ("/optimize-datelines/few-analyses", test_few_analyses);
  g_test_add_func ("/optimize-datelines/no-choice", test_no_choice);
  g_test_add_func ("/optimize-datelines/restricted", test_restricted);
  g_test_add_func ("/optimize-datelines/progress", test_progress);
  g_test_add_func ("/optimize-datelines/reasons", test_reasons);
  return g_test_run ();
}
