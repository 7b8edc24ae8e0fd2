/* A - B, link by link: against a slow and plain oracle, over random values and random networks. */
#include "dl-break.h"
#include "dl-difference.h"

#include "dl-edit.h"
#include "dl-evaluate.h"
#include "dl-machine.h"
#include "dl-rng.h"

#include <math.h>
#include <stdlib.h>

/* A side that owns its arrays. */
typedef struct
{
  guint8 *state;
  float *values;
} Side;

static void
side_clear (Side *side)
{
  g_free (side->state);
  g_free (side->values);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Side, side_clear)

static DlDifferenceSide
plain (const Side *side)
{
  return (DlDifferenceSide) { side->state, side->values };
}

/* The oracle: nothing shared with what it judges ------------------------------------------------
 */

static double
oracle_median (const double *values, guint n)
{
  /* The value with as many below as above: quadratic, without sorting. */
  double low = NAN, high = NAN;

  for (guint i = 0; i < n; i++)
    {
      guint below = 0, equal = 0;

      for (guint j = 0; j < n; j++)
        {
          below += values[j] < values[i];
          equal += values[j] == values[i];
        }
      if (below <= (n - 1) / 2 && (n - 1) / 2 < below + equal)
        low = values[i];
      if (below <= n / 2 && n / 2 < below + equal)
        high = values[i];
    }
  return (low + high) / 2;
}

static void
check (guint n, const Side *a, const Side *b, gboolean idle_is_zero)
{
  g_autoptr (DlDifference) difference = dl_difference_new (n, plain (a), plain (b), idle_is_zero);
  g_autofree double *changes = g_new (double, n + 1);
  g_autofree double *distances = g_new (double, n + 1);
  double most = 0, extent = 0, middle = NAN, spread = NAN;
  guint n_changed = 0, n_compared = 0, only_a = 0, only_b = 0, n_outliers = 0;

  for (guint i = 0; i < n; i++)
    {
      if (isfinite (a->values[i]) && fabs (a->values[i]) > most)
        most = fabs (a->values[i]);
      if (isfinite (b->values[i]) && fabs (b->values[i]) > most)
        most = fabs (b->values[i]);
    }
  for (guint i = 0; i < n; i++)
    {
      const gboolean up_a = a->state[i] == DL_LINK_UP, up_b = b->state[i] == DL_LINK_UP;
      const gboolean silent_a = isnan (a->values[i]), silent_b = isnan (b->values[i]);
      DlChange change;
      double value = NAN;

      if (up_a != up_b)
        change = up_a ? DL_CHANGE_ONLY_A : DL_CHANGE_ONLY_B;
      else if (!up_a)
        change = a->state[i] == DL_LINK_ABSENT && b->state[i] == DL_LINK_ABSENT ? DL_CHANGE_ABSENT
                                                                                : DL_CHANGE_BROKEN;
      else if (silent_a && silent_b)
        change = DL_CHANGE_IDLE;
      else if (isinf (a->values[i]) || isinf (b->values[i])
               || (!idle_is_zero && (silent_a || silent_b)))
        change = DL_CHANGE_UNKNOWN;
      else
        {
          change = DL_CHANGE_VALUE;
          value = (silent_a ? 0 : (double) a->values[i]) - (silent_b ? 0 : (double) b->values[i]);
          if (fabs (value) <= most * DL_DIFFERENCE_NOISE)
            value = 0;
          value = (float) value;
          n_compared++;
          if (value != 0)
            changes[n_changed++] = value;
          if (fabs (value) > extent)
            extent = fabs (value);
        }
      only_a += change == DL_CHANGE_ONLY_A;
      only_b += change == DL_CHANGE_ONLY_B;
      g_assert_cmpint (difference->change[i], ==, change);
      if (change == DL_CHANGE_VALUE)
        g_assert_cmpfloat (difference->values[i], ==, value);
      else
        g_assert_true (isnan (difference->values[i]));
    }
  g_assert_cmpuint (difference->n_compared, ==, n_compared);
  g_assert_cmpuint (difference->n_changed, ==, n_changed);
  g_assert_cmpuint (difference->n_only[0], ==, only_a);
  g_assert_cmpuint (difference->n_only[1], ==, only_b);
  g_assert_cmpfloat (difference->extent, ==, extent);

  if (n_changed > 0)
    {
      middle = oracle_median (changes, n_changed);
      for (guint i = 0; i < n_changed; i++)
        distances[i] = fabs (changes[i] - middle);
      spread = 1.4826 * oracle_median (distances, n_changed);
      g_assert_cmpfloat_with_epsilon (difference->middle, middle, 1e-9 * (1 + extent));
      g_assert_cmpfloat_with_epsilon (difference->spread, spread, 1e-9 * (1 + extent));
    }
  else
    g_assert_true (isnan (difference->middle) && isnan (difference->spread));
  for (guint i = 0; i < n; i++)
    {
      const double value = difference->values[i];
      const gboolean outlier = n_changed >= 8 && isfinite (value) && value != 0
                               && fabs (value - middle) > 6 * spread
                               && fabs (value - middle) > most * DL_DIFFERENCE_NOISE;

      g_assert_cmpint (difference->outlier[i], ==, outlier);
      n_outliers += outlier;
    }
  g_assert_cmpuint (difference->n_outliers, ==, n_outliers);
}

/* The largest, by looking at all pairs. */
static void
check_largest (const DlDifference *difference, guint want)
{
  g_autofree guint32 *links = g_new (guint32, want + 1);
  const guint got = dl_difference_largest (difference, want, links);

  g_assert_cmpuint (got, ==, MIN (want, difference->n_changed));
  for (guint i = 0; i < got; i++)
    {
      guint before = 0;

      for (guint other = 0; other < difference->n; other++)
        {
          const double mine = fabs (difference->values[links[i]]);
          const double its = fabs (difference->values[other]);

          before += its > mine || (its == mine && other < links[i]);
        }
      g_assert_cmpuint (before, ==, i);
    }
}

/* Random values ---------------------------------------------------------------------------------
 */

static Side
random_side (DlRng *rng, guint n, guint style)
{
  Side side = { g_new (guint8, n + 1), g_new (float, n + 1) };

  for (guint i = 0; i < n; i++)
    {
      const guint kind = dl_rng_below (rng, 20);

      side.state[i] = kind == 0 ? DL_LINK_ABSENT : kind == 1 ? DL_LINK_BROKEN : DL_LINK_UP;
      /* Many alike, as those of symmetric networks are; some far out. */
      side.values[i] = side.state[i] != DL_LINK_UP || kind == 2 ? NAN
                       : kind == 3 && style == 2                ? -INFINITY
                       : kind == 4                              ? 1e4f * dl_rng_below (rng, 9)
                       : style == 0                             ? (float) dl_rng_below (rng, 3)
                                                                : dl_rng_below (rng, 1000) / 7.0f;
    }
  return side;
}

static void
test_random (void)
{
  DlRng rng;

  dl_rng_init (&rng, 20061107);
  for (guint round = 0; round < 400; round++)
    {
      const guint n = round < 5 ? round : dl_rng_below (&rng, 120);
      g_auto (Side) a = random_side (&rng, n, round % 3);
      g_auto (Side) b = random_side (&rng, n, round % 3);

      if (round % 4 == 0) /* mostly alike */
        for (guint i = 0; i < n; i++)
          if (dl_rng_below (&rng, 8) != 0)
            {
              b.state[i] = a.state[i];
              b.values[i] = a.values[i];
            }
      for (guint idle = 0; idle < 2; idle++)
        {
          g_autoptr (DlDifference) difference
              = dl_difference_new (n, plain (&a), plain (&b), idle == 1);

          check (n, &a, &b, idle == 1);
          check_largest (difference, 0);
          check_largest (difference, 1);
          check_largest (difference, 17);
          check_largest (difference, n + 1);
        }
    }
}

/* The rule in words: further from the middle than six robust standard deviations, and never one of
 * a few. */
static void
test_outliers (void)
{
  guint8 state[40];
  float a[40], b[40];

  for (guint i = 0; i < 40; i++)
    {
      state[i] = DL_LINK_UP;
      a[i] = 100;
      b[i] = i < 20 ? 100 : 100 + (i % 5) - 2 + 10; /* half of them change, by 8 to 12 */
    }
  b[30] = 10; /* against all others */
  b[31] = 130;
  const DlDifferenceSide now = { state, b }, before = { state, a };
  g_autoptr (DlDifference) difference = dl_difference_new (40, now, before, TRUE);
  guint32 most[3];

  g_assert_cmpuint (difference->n_changed, ==, 20);
  g_assert_cmpfloat (difference->middle, ==, 10);
  g_assert_cmpuint (difference->n_outliers, ==, 2);
  g_assert_true (difference->outlier[30] && difference->outlier[31]);
  g_assert_cmpuint (dl_difference_largest (difference, 3, most), ==, 3);
  g_assert_cmpuint (most[0], ==, 30);
  g_assert_cmpuint (most[1], ==, 31);

  for (guint i = 27; i < 40; i++)
    b[i] = 100;
  b[26] = 1000;
  g_autoptr (DlDifference) few = dl_difference_new (40, now, before, TRUE);
  g_assert_cmpuint (few->n_changed, ==, 7);
  g_assert_cmpuint (few->n_outliers, ==, 0);
}

/* Networks --------------------------------------------------------------------------------------
 */

static DlScenario *
random_scenario (DlRng *rng, const guint radix[DL_TORUS_N_DIMS])
{
  static const char *const policies[] = { "initial", "neighbors", "output-crossing" };
  DlScenario *scenario = dl_scenario_new ();
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *text = g_strdup_printf ("%u;%u;%u", radix[0], radix[1], radix[2]);
  guint dateline[DL_TORUS_N_DIMS];
  g_autofree char *datelines = NULL;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    dateline[dim] = dl_rng_below (rng, radix[dim]);
  datelines = g_strdup_printf ("%u;%u;%u", dateline[0], dateline[1], dateline[2]);
  dl_edits_add (edits, DL_EDIT_SET, "torus.radix", text);
  dl_edits_add (edits, DL_EDIT_SET, "torus.datelines", datelines);
  dl_edits_add (edits, DL_EDIT_SET, "torus.vc-policy",
                policies[dl_rng_below (rng, G_N_ELEMENTS (policies))]);
  g_assert_true (dl_scenario_apply (scenario, edits, NULL, NULL, NULL));
  if (dl_rng_below (rng, 2) == 0)
    {
      g_autoptr (GPtrArray) broken
          = dl_break_at_random (scenario, NULL, dl_rng_below (rng, 3) == 0 ? "nodes" : "cables",
                                1 + dl_rng_below (rng, 3), dl_rng_below (rng, 99));
      g_assert_true (dl_scenario_apply (scenario, broken, NULL, NULL, NULL));
    }
  return scenario;
}

static Side
side_of (const DlTorusAnalysis *analysis, gboolean balance)
{
  const guint n = analysis->network->n_links;
  Side side = { g_memdup2 (analysis->network->link_state, n), g_new (float, n) };

  for (guint link = 0; link < n; link++)
    {
      const double load = dl_torus_analysis_link_load (analysis, link);

      side.values[link] = side.state[link] != DL_LINK_UP || load <= 0 ? NAN
                          : balance ? dl_torus_analysis_link_balance (analysis, link)
                                    : load;
    }
  return side;
}

static void
test_scenarios (void)
{
  DlRng rng;

  dl_rng_init (&rng, 7);
  for (guint round = 0; round < 40; round++)
    {
      const guint radix[DL_TORUS_N_DIMS]
          = { 3 + dl_rng_below (&rng, 3), 3 + dl_rng_below (&rng, 3), 3 + dl_rng_below (&rng, 3) };
      g_autoptr (DlScenario) scenario_a = random_scenario (&rng, radix);
      g_autoptr (DlScenario) scenario_b = random_scenario (&rng, radix);
      g_autoptr (DlTorusAnalysis) a = dl_torus_evaluate (scenario_a, NULL, NULL);
      g_autoptr (DlTorusAnalysis) b = dl_torus_evaluate (scenario_b, NULL, NULL);

      g_assert_true (dl_torus_network_same_links (a->network, b->network));
      for (guint balance = 0; balance < 2; balance++)
        {
          g_auto (Side) side_a = side_of (a, balance);
          g_auto (Side) side_b = side_of (b, balance);
          g_autoptr (DlDifference) itself
              = dl_difference_new (a->network->n_links, plain (&side_a), plain (&side_a), !balance);
          g_autoptr (DlDifference) forth
              = dl_difference_new (a->network->n_links, plain (&side_a), plain (&side_b), !balance);
          g_autoptr (DlDifference) back
              = dl_difference_new (a->network->n_links, plain (&side_b), plain (&side_a), !balance);

          check (a->network->n_links, &side_a, &side_b, !balance);
          check_largest (forth, 12);
          g_assert_cmpuint (itself->n_changed, ==, 0);
          g_assert_cmpfloat (itself->extent, ==, 0);
          /* B - A is A - B with the other sign, link by link. */
          g_assert_cmpfloat (forth->extent, ==, back->extent);
          for (guint link = 0; link < forth->n; link++)
            if (forth->change[link] == DL_CHANGE_VALUE)
              g_assert_cmpfloat (forth->values[link], ==, -back->values[link]);
        }
    }
}

/* Networks that number their links alike. */
static void
test_same_links (void)
{
  g_autoptr (DlScenario) small = dl_scenario_new ();
  g_autoptr (DlScenario) mesh = dl_scenario_new ();
  g_autoptr (DlScenario) large = dl_scenario_new ();
  g_autoptr (GPtrArray) to_small = dl_edits_from_text ("torus.radix=4;4;4\n", NULL);
  g_autoptr (GPtrArray) to_mesh
      = dl_edits_from_text ("torus.radix=4;4;4\ntorus.wrap=true;false;true\n", NULL);
  g_autoptr (GPtrArray) to_large = dl_edits_from_text ("torus.radix=4;4;5\n", NULL);

  g_assert_true (dl_scenario_apply (small, to_small, NULL, NULL, NULL));
  g_assert_true (dl_scenario_apply (mesh, to_mesh, NULL, NULL, NULL));
  g_assert_true (dl_scenario_apply (large, to_large, NULL, NULL, NULL));
  g_autoptr (DlTorusAnalysis) a = dl_torus_evaluate (small, NULL, NULL);
  g_autoptr (DlTorusAnalysis) b = dl_torus_evaluate (mesh, NULL, NULL);
  g_autoptr (DlTorusAnalysis) c = dl_torus_evaluate (large, NULL, NULL);
  g_assert_true (dl_torus_network_same_links (a->network, b->network));
  g_assert_false (dl_torus_network_same_links (a->network, c->network));

  DlDragonflySpec spec;
  dl_dragonfly_spec_init (&spec);
  spec.groups = 3;
  g_autoptr (DlDragonfly) three = dl_dragonfly_new (&spec, NULL);
  g_autoptr (DlDragonfly) again = dl_dragonfly_new (&spec, NULL);
  spec.cables_per_pair++;
  g_autoptr (DlDragonfly) more = dl_dragonfly_new (&spec, NULL);
  spec.groups = 4;
  g_autoptr (DlDragonfly) four = dl_dragonfly_new (&spec, NULL);
  g_assert_true (dl_dragonfly_same_links (three, again));
  g_assert_false (dl_dragonfly_same_links (three, more));
  g_assert_false (dl_dragonfly_same_links (more, four));
  dl_dragonfly_spec_clear (&spec);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/difference/random", test_random);
  g_test_add_func ("/difference/outliers", test_outliers);
  g_test_add_func ("/difference/scenarios", test_scenarios);
  g_test_add_func ("/difference/same-links", test_same_links);
  return g_test_run ();
}
