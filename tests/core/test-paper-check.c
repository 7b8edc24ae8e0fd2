/* The age paper's checks: figure 4(a) in full, the others on small networks for their shape;
 * verdicts by the rule that is stated. */
#include "dl-field.h"
#include "dl-paper-check.h"

#include <math.h>
#include <string.h>

static DlPaperResult *
run_check (const char *id, const char *const *settings, guint threads)
{
  const DlPaperOptions options = { .settings = settings, .threads = threads };
  g_autoptr (GError) error = NULL;
  DlPaperResult *result = dl_paper_check_run (dl_paper_check_find (id), &options, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (result);
  return result;
}

/* Small enough to be run here; programs are given fewer ranks with the network. */
static const char *const small_load[]
    = { "torus.radix=5;4;4", "traffic.load=saturated", "simulation.warmup-cycles=500",
        "simulation.cycles=2500", NULL };
static const char *const small_program[]
    = { "torus.radix=4;3;2", "traffic.placement=linear", NULL };
static const char *const short_ring[]
    = { "simulation.warmup-cycles=20000", "simulation.cycles=60000", NULL };

static const struct
{
  const char *id;
  const char *const *settings;
  guint n_rows;
} cases[] = {
  { "paper-4a", short_ring, 7 },
  { "paper-4b", short_ring, 7 + 7 + 2 },
  { "paper-5", small_load, 5 * 4 + 8 },
  { "paper-table-5", small_load, 36 + 6 + 3 + 2 },
  { "paper-table-6", small_program, 8 + 4 },
};

static void
test_registry (void)
{
  /* All of them: test-paper-list. */
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const DlPaperCheck *check = dl_paper_check_find (cases[i].id);

      g_assert_nonnull (check);
      g_assert_cmpstr (dl_paper_check_id (check), ==, cases[i].id);
      g_assert_true (dl_paper_check_is_simulated (check));
      g_assert_nonnull (strstr (dl_paper_check_section (check), "Age paper"));
    }
  g_assert_null (dl_paper_check_find ("paper-6"));
}

/* Half of what arrives, and half of the rest, and so on: exactly, but for a packet at either end of
 * the run. */
static void
test_4a (void)
{
  g_autoptr (DlPaperResult) result = run_check ("paper-4a", NULL, 1);

  g_assert_cmpuint (result->rows->len, ==, 7);
  g_assert_cmpuint (dl_paper_result_count (result, DL_PAPER_AGREES), ==, 7);
  for (guint i = 0; i < 7; i++)
    {
      const DlPaperRow *row = dl_paper_result_row (result, i);
      const double expected = ldexp (1, -(int) MIN (i + 1, 6));
      g_autofree char *what = g_strdup_printf ("P%u", 6 - i);

      g_assert_cmpstr (row->what, ==, what);
      g_assert_cmpfloat (row->expected, ==, expected);
      g_assert_cmpfloat_with_epsilon (row->computed, expected, 1e-3 * expected + 1e-4);
    }
}

/* The rule, written a second time. */
static DlPaperVerdict
expected_verdict (const DlPaperRow *row)
{
  const double low = row->computed - row->reach, high = row->computed + row->reach;
  gboolean agrees;

  if (row->rule == DL_PAPER_NO_RULE || !isfinite (low) || !isfinite (high))
    return DL_PAPER_NOT_COMPARED;
  if (row->rule == DL_PAPER_VALUE)
    agrees = (low <= row->expected && row->expected <= high)
             || fabs (row->expected - row->computed) <= row->precision;
  else
    agrees = row->rule == DL_PAPER_ABOVE ? low > row->bound : high < row->bound;
  return agrees ? DL_PAPER_AGREES : DL_PAPER_DIFFERS;
}

static void
check_row (const DlPaperRow *row)
{
  g_test_message ("%s: %s: %g, %g ± %g: %s", row->group, row->what, row->expected, row->computed,
                  row->reach, dl_paper_verdict_id (row->verdict));
  g_assert_cmpuint (strlen (row->group), >, 0);
  g_assert_cmpuint (strlen (row->what), >, 0);
  g_assert_nonnull (row->unit);
  g_assert_true (isfinite (row->computed));
  g_assert_true (isfinite (row->reach));
  g_assert_cmpfloat (row->reach, >=, 0);
  g_assert_cmpuint (row->n_seeds, >=, 1);
  g_assert_cmpint (row->verdict, ==, expected_verdict (row));
  /* Whatever the verdict, it has its reason. */
  g_assert_nonnull (row->why);
  g_assert_cmpuint (strlen (row->why), >, 0);
  g_assert_true (g_str_has_suffix (row->why, "."));
  g_assert_true (row->rule != DL_PAPER_VALUE || (isfinite (row->expected) && row->precision >= 0));
}

static void
test_rows (gconstpointer data)
{
  const guint i = GPOINTER_TO_UINT (data);
  g_autoptr (DlPaperResult) result = run_check (cases[i].id, cases[i].settings, 1);

  g_assert_cmpuint (result->rows->len, ==, cases[i].n_rows);
  for (guint row = 0; row < result->rows->len; row++)
    check_row (dl_paper_result_row (result, row));
  g_assert_cmpuint (dl_paper_result_count (result, DL_PAPER_AGREES)
                        + dl_paper_result_count (result, DL_PAPER_DIFFERS)
                        + dl_paper_result_count (result, DL_PAPER_NOT_COMPARED),
                    ==, cases[i].n_rows);
}

/* The number of runs at once makes no difference. */
static void
test_threads (void)
{
  g_autoptr (DlPaperResult) one = run_check ("paper-table-5", small_load, 1);
  g_autoptr (DlPaperResult) three = run_check ("paper-table-5", small_load, 3);

  for (guint i = 0; i < one->rows->len; i++)
    {
      const DlPaperRow *a = dl_paper_result_row (one, i), *b = dl_paper_result_row (three, i);

      g_assert_cmpfloat (a->computed, ==, b->computed);
      g_assert_cmpfloat (a->reach, ==, b->reach);
    }
}

/* Rows that are said not to be random are the same with any seed, the others are not. */
static void
test_seeds (gconstpointer data)
{
  const guint i = GPOINTER_TO_UINT (data);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) settings = NULL;
  g_autoptr (DlPaperResult) one = run_check (cases[i].id, cases[i].settings, 1), other = NULL;
  guint n_same = 0, n_random = 0;

  g_strv_builder_addv (builder, (const char **) cases[i].settings);
  g_strv_builder_add (builder, "scenario.seed=77");
  settings = g_strv_builder_end (builder);
  other = run_check (cases[i].id, (const char *const *) settings, 1);
  for (guint row = 0; row < one->rows->len; row++)
    {
      const DlPaperRow *a = dl_paper_result_row (one, row), *b = dl_paper_result_row (other, row);

      if (a->n_seeds == 1)
        {
          g_assert_cmpfloat (a->reach, ==, 0);
          g_assert_cmpfloat (a->computed, ==, b->computed);
          continue;
        }
      n_random++;
      n_same += a->computed == b->computed;
    }
  /* Shares of empty groups, and of full ones, may be the same. */
  g_assert_true (n_random == 0 || n_same < n_random);
}

static void
test_verdicts (void)
{
  static const struct
  {
    DlPaperRow row;
    DlPaperVerdict verdict;
  } rows[] = {
    { { .expected = 10, .precision = 0.5, .rule = DL_PAPER_VALUE, .computed = 10.4 },
      DL_PAPER_AGREES },
    { { .expected = 10, .precision = 0.5, .rule = DL_PAPER_VALUE, .computed = 10.6 },
      DL_PAPER_DIFFERS },
    { { .expected = 10, .rule = DL_PAPER_VALUE, .computed = 14, .reach = 4.5 }, DL_PAPER_AGREES },
    { { .expected = 10, .rule = DL_PAPER_VALUE, .computed = 6, .reach = 3.9 }, DL_PAPER_DIFFERS },
    { { .expected = 43, .precision = 0.05, .rule = DL_PAPER_VALUE, .computed = 1e6, .reach = 1 },
      DL_PAPER_DIFFERS },
    { { .expected = NAN, .rule = DL_PAPER_VALUE, .computed = 1 }, DL_PAPER_NOT_COMPARED },
    { { .expected = 1, .rule = DL_PAPER_VALUE, .computed = NAN }, DL_PAPER_NOT_COMPARED },
    { { .expected = 1, .rule = DL_PAPER_VALUE, .computed = 1, .reach = NAN },
      DL_PAPER_NOT_COMPARED },
    { { .expected = 1, .rule = DL_PAPER_NO_RULE, .computed = 1 }, DL_PAPER_NOT_COMPARED },
    { { .rule = DL_PAPER_ABOVE, .bound = 1, .computed = 1.5, .reach = 0.4 }, DL_PAPER_AGREES },
    { { .rule = DL_PAPER_ABOVE, .bound = 1, .computed = 1.5, .reach = 0.6 }, DL_PAPER_DIFFERS },
    { { .rule = DL_PAPER_ABOVE, .bound = 1, .computed = INFINITY }, DL_PAPER_NOT_COMPARED },
    { { .rule = DL_PAPER_BELOW, .bound = 1, .computed = 0.5, .reach = 0.4 }, DL_PAPER_AGREES },
    { { .rule = DL_PAPER_BELOW, .bound = 1, .computed = 1.1 }, DL_PAPER_DIFFERS },
  };
  g_autoptr (DlPaperResult) result = run_check ("paper-4a", short_ring, 1);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      DlPaperRow row = rows[i].row;

      g_assert_cmpint (dl_paper_verdict (&row), ==, rows[i].verdict);
      row.kind = DL_PAPER_DERIVED;
      row.group = g_strdup ("made up");
      row.what = g_strdup ("made up");
      row.unit = "";
      dl_paper_result_add (result, row);
      g_assert_cmpint (dl_paper_result_row (result, 7 + i)->verdict, ==, rows[i].verdict);
    }
}

static void
cancel_soon (double fraction, gpointer cancellable)
{
  if (fraction > 0.1)
    g_cancellable_cancel (cancellable);
}

static void
test_cancel (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const DlPaperOptions options
      = { .threads = 2, .progress = cancel_soon, .progress_data = cancellable };
  g_autoptr (GError) error = NULL;

  g_assert_null (
      dl_paper_check_run (dl_paper_check_find ("paper-4b"), &options, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* A program that is not done has no time, and no verdict. */
static void
test_unfinished (void)
{
  static const char *const settings[]
      = { "torus.radix=4;4;4", "traffic.placement=linear", "simulation.cycles=100", NULL };
  g_autoptr (DlPaperResult) result = run_check ("paper-table-6", settings, 1);

  for (guint i = 0; i < result->rows->len; i++)
    {
      const DlPaperRow *row = dl_paper_result_row (result, i);

      g_assert_true (isnan (row->computed));
      g_assert_cmpint (row->verdict, ==, DL_PAPER_NOT_COMPARED);
      g_assert_nonnull (row->why);
    }
}

static void
test_bad_settings (void)
{
  static const char *const bad[][2]
      = { { "torus.radix=0;0;0" }, { "no such key" }, { "traffic.target=9,9,9" } };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      const DlPaperOptions options = { .settings = bad[i], .threads = 1 };
      g_autoptr (GError) error = NULL;

      g_assert_null (dl_paper_check_run (dl_paper_check_find ("paper-4a"), &options, NULL, &error));
      g_assert_nonnull (error);
      g_test_message ("%s", error->message);
    }
}

/* Only seed and length of a scenario count; a length alone brings a warm-up that fits. */
static void
test_settings (void)
{
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_auto (GStrv) none = dl_paper_settings (scenario), some = NULL;
  g_autofree char *text = NULL;

  g_assert_cmpuint (g_strv_length (none), ==, 0);
  dl_field_set (dl_field_find_name ("torus.radix"), scenario, "3;3;3", NULL);
  dl_field_set (dl_field_find_name ("scenario.seed"), scenario, "5", NULL);
  dl_field_set (dl_field_find_name ("simulation.cycles"), scenario, "1000", NULL);
  some = dl_paper_settings (scenario);
  text = g_strjoinv (" ", some);
  g_assert_cmpstr (text, ==, "scenario.seed=5 simulation.cycles=1000 simulation.warmup-cycles=300");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/paper-check/registry", test_registry);
  g_test_add_func ("/paper-check/4a", test_4a);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *rows = g_strconcat ("/paper-check/rows/", cases[i].id, NULL);
      g_autofree char *seeds = g_strconcat ("/paper-check/seeds/", cases[i].id, NULL);

      g_test_add_data_func (rows, GUINT_TO_POINTER (i), test_rows);
      g_test_add_data_func (seeds, GUINT_TO_POINTER (i), test_seeds);
    }
  g_test_add_func ("/paper-check/threads", test_threads);
  g_test_add_func ("/paper-check/verdicts", test_verdicts);
  g_test_add_func ("/paper-check/cancel", test_cancel);
  g_test_add_func ("/paper-check/unfinished", test_unfinished);
  g_test_add_func ("/paper-check/bad-settings", test_bad_settings);
  g_test_add_func ("/paper-check/settings", test_settings);
  return g_test_run ();
}
