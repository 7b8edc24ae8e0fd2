/* The list of all that the papers publish: every row has its place, its reason and the verdict that
 * its rule gives, and its number comes from computing. The checks that take minutes are not run
 * here, only planned: test-paper-check and test-paper-cascade run them on small networks. */
#include "dl-paper-list.h"
#include "dl-validation.h"

#include <math.h>
#include <string.h>

static const char *const paper_names[DL_N_PAPERS] = {
  [DL_PAPER_VC] = "VC paper",   [DL_PAPER_XT_BOOK] = "Book excerpt",
  [DL_PAPER_AGE] = "Age paper", [DL_PAPER_CASCADE] = "Cascade paper",
  [DL_PAPER_BOOKSIM] = "", /* a network instead of a section */
};

static DlPaperResult *
run_check (const char *id, const char *const *settings)
{
  const DlPaperOptions options = { .settings = settings, .threads = 2 };
  g_autoptr (GError) error = NULL;
  DlPaperResult *result = dl_paper_check_run (dl_paper_check_find (id), &options, NULL, &error);

  g_assert_no_error (error);
  return result;
}

/* The row that @title names. */
static const DlPaperRow *
find_row (const DlPaperResult *result, const char *title)
{
  for (guint i = 0; i < result->rows->len; i++)
    {
      g_autofree char *own = dl_paper_row_title (dl_paper_result_row (result, i));

      if (strcmp (own, title) == 0)
        return dl_paper_result_row (result, i);
    }
  g_error ("no row “%s”", title);
}

/* Checks and plans -------------------------------------------------------------------------------
 */

static void
check_place (const DlPaperResult *result, const DlPaperRow *row)
{
  const char *name = paper_names[dl_paper_check_paper (result->check)];

  g_assert_true (g_str_has_prefix (dl_paper_result_section (result, row), name));
  g_assert_cmpuint (strlen (row->group), >, 0);
  g_assert_cmpuint (strlen (row->what), >, 0);
  g_assert_nonnull (row->unit);
}

static void
test_plans (void)
{
  g_autoptr (DlPaperList) list = dl_paper_list_new ();
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);
  guint counts[DL_PAPER_N_VERDICTS], n, n_curves, n_of[DL_N_PAPERS] = { 0 };

  dl_validation_checks (&n_curves);
  dl_paper_checks (&n);
  g_assert_cmpuint (list->entries->len, ==, n + n_curves);
  for (guint i = 0; i < list->entries->len; i++)
    {
      const DlPaperEntry *entry = dl_paper_list_entry (list, i);
      const DlPaperCheck *check = entry->check;

      g_assert_false (entry->done);
      g_assert_true (g_hash_table_add (ids, (char *) dl_paper_check_id (check)));
      g_assert_true ((i < n ? dl_paper_check_find : dl_validation_find) (dl_paper_check_id (check))
                     == check);
      g_assert_cmpuint (strlen (dl_paper_check_title (check)), >, 0);
      g_assert_cmpuint (strlen (dl_paper_check_choices (check)), >, 0);
      g_assert_cmpuint (dl_paper_check_seconds (check), >=, 1);
      g_assert_cmpuint (entry->result->rows->len, >, 0);
      n_of[dl_paper_check_paper (check)]++;
      for (guint j = 0; j < entry->result->rows->len; j++)
        {
          const DlPaperRow *row = dl_paper_result_row (entry->result, j);

          check_place (entry->result, row);
          g_assert_true (isnan (row->computed));
          g_assert_cmpint (row->verdict, ==,
                           row->beyond ? DL_PAPER_NOT_COMPARED : DL_PAPER_NOT_RUN);
          g_assert_true ((row->why != NULL) == row->beyond);
        }
    }
  for (guint paper = 0; paper < DL_N_PAPERS; paper++)
    g_assert_cmpuint (n_of[paper], >, 0);
  dl_paper_list_count (list, counts);
  g_assert_cmpuint (counts[DL_PAPER_AGREES] + counts[DL_PAPER_DIFFERS], ==, 0);
  g_assert_cmpuint (counts[DL_PAPER_NOT_RUN], >, 0);
}

/* The quick ones, run ----------------------------------------------------------------------------
 */

/* The rule, written a second time. */
static DlPaperVerdict
expected_verdict (const DlPaperRow *row)
{
  const double low = row->computed - row->reach, high = row->computed + row->reach;

  if (row->kind == DL_PAPER_INPUT && isfinite (row->computed))
    return DL_PAPER_IS_INPUT;
  if (row->rule == DL_PAPER_NO_RULE || isnan (row->computed))
    return DL_PAPER_NOT_COMPARED;
  if (row->rule == DL_PAPER_ABOVE)
    return low > row->bound ? DL_PAPER_AGREES : DL_PAPER_DIFFERS;
  if (row->rule == DL_PAPER_BELOW)
    return high < row->bound ? DL_PAPER_AGREES : DL_PAPER_DIFFERS;
  return (low <= row->expected && row->expected <= high)
                 || fabs (row->expected - row->computed) <= row->precision
             ? DL_PAPER_AGREES
             : DL_PAPER_DIFFERS;
}

static void
check_row (const DlPaperResult *result, const DlPaperRow *row)
{
  check_place (result, row);
  g_assert_cmpint (row->verdict, ==, expected_verdict (row));
  g_assert_true (isnan (row->computed) == row->beyond);
  g_assert_true (row->rule != DL_PAPER_VALUE || isfinite (row->expected));
  g_assert_true (row->n_seeds == 0 || dl_paper_check_is_simulated (result->check));
  g_assert_nonnull (row->why);
  g_assert_true (g_str_has_suffix (row->why, "."));
  if (row->verdict == DL_PAPER_DIFFERS)
    /* More than that it does. */
    g_assert_cmpuint (strlen (row->why), >, 40);
}

typedef struct
{
  DlPaperList *list;
  guint last_seconds, n_begun, n_done;
  double progress;
} Taker;

static void
on_begin (const DlPaperCheck *check, gpointer data)
{
  Taker *taker = data;

  g_assert_cmpuint (dl_paper_check_seconds (check), >=, taker->last_seconds);
  taker->last_seconds = dl_paper_check_seconds (check);
  taker->n_begun++;
}

static void
on_result (DlPaperResult *result, gpointer data)
{
  Taker *taker = data;

  g_assert_cmpuint (++taker->n_done, ==, taker->n_begun);
  dl_paper_list_set (taker->list, result);
}

static void
on_progress (double fraction, gpointer data)
{
  Taker *taker = data;

  g_assert_cmpfloat (fraction, >=, taker->progress - 1e-9);
  g_assert_cmpfloat (fraction, <=, 1 + 1e-9);
  taker->progress = fraction;
}

static GPtrArray *
quick_checks (void)
{
  GPtrArray *quick = g_ptr_array_new ();
  guint n;
  const DlPaperCheck *const *checks = dl_paper_checks (&n);

  for (guint i = 0; i < n; i++)
    if (dl_paper_check_is_quick (checks[i]))
      g_ptr_array_add (quick, (gpointer) checks[i]);
  return quick;
}

static DlPaperList *
run_quick (void)
{
  g_autoptr (GPtrArray) quick = quick_checks ();
  Taker taker = { .list = dl_paper_list_new () };
  const DlPaperListOptions options = { .threads = 2,
                                       .progress = on_progress,
                                       .progress_data = &taker,
                                       .on_begin = on_begin,
                                       .on_result = on_result,
                                       .data = &taker };
  g_autoptr (GError) error = NULL;

  dl_paper_checks_run ((const DlPaperCheck *const *) quick->pdata, quick->len, &options, NULL,
                       &error);
  g_assert_no_error (error);
  g_assert_cmpuint (taker.n_done, ==, quick->len);
  g_assert_cmpfloat_with_epsilon (taker.progress, 1, 1e-9);
  return taker.list;
}

static void
test_quick (void)
{
  g_autoptr (DlPaperList) list = run_quick (), plans = dl_paper_list_new ();
  g_autofree char *summary = dl_paper_list_summary (list);
  guint n_differ = 0;

  for (guint i = 0; i < list->entries->len; i++)
    {
      const DlPaperEntry *entry = dl_paper_list_entry (list, i);
      const DlPaperResult *plan = dl_paper_list_entry (plans, i)->result;

      g_assert_true (entry->done == dl_paper_check_is_quick (entry->check));
      /* The plan has the rows that there will be. */
      g_assert_cmpuint (entry->result->rows->len, ==, plan->rows->len);
      if (!entry->done)
        continue;
      for (guint j = 0; j < entry->result->rows->len; j++)
        {
          const DlPaperRow *row = dl_paper_result_row (entry->result, j);

          check_row (entry->result, row);
          g_assert_cmpstr (row->what, ==, dl_paper_result_row (plan, j)->what);
          n_differ += row->verdict == DL_PAPER_DIFFERS;
        }
    }
  g_test_message ("%u values differ: %s", n_differ, summary);
  /* A list in which all is well would have been made to be. */
  g_assert_cmpuint (n_differ, >, 0);
}

/* Numbers of model.md, which an independent prototype found, and the same laws of the paper's
 * misprint and loose sentence, worked out by hand. */
static void
test_known (void)
{
  static const struct
  {
    const char *check, *title;
    double value, precision;
  } known[] = {
    { "vc-balance", "Mean VC balance, initial policy: X", .4242, 5e-5 },
    { "vc-balance", "Mean VC balance, initial policy: Y", .4167, 5e-5 },
    { "vc-balance", "Mean VC balance, initial policy: Z", .4127, 5e-5 },
    { "vc-balance", "Mean VC balance, version 3: X", .2667, 5e-5 },
    { "vc-balance", "Mean VC balance, version 3: Y", .2690, 5e-5 },
    { "vc-balance", "Mean VC balance, version 3: Z", .3016, 5e-5 },
    { "vc-balance", "Mean VC balance improved by: the same for 25×16×24, X", 1 - .4129 / .6478,
      2e-4 },
    { "vc-balance", "Links in the first bin, version 3: X", 2688. / (2688 + 768 + 384 + 384),
      1e-9 },
    { "vc-balance", "VC balance as a metric: one channel twice the other", 1 / 3., 1e-9 },
    { "vc-routing", "Cycles without datelines: radix 5", 200, 0 },
    { "vc-routing", "Cycles without datelines: radix 4, ties positive", 80, 0 },
    { "vc-routing", "Single cuts of 5×5×5: no deadlock, safe reading of the rules", 350 / 375.,
      1e-9 },
    { "vc-routing", "Single cuts of 5×5×5: and every pair delivered", 295 / 375., 1e-9 },
    { "vc-routing", "Busiest link relative to the mean: Z, ties positive",
      4752 / ((4752 + 4752. * 7 / 9) / 2), 1e-9 },
    { "age-equations", "Hops of the example, 11×12×16: mean over the routes of all pairs", 9.7319,
      5e-5 },
    { "age-equations", "Printed and exact: Q at load 0.34, compared with M/D/1",
      1 + .34 / (2 * .66), 1e-9 },
    { "age-router", "The age of a packet: line 8 as printed is right", .67, .005 },
    { "cascade-sizes", "System: most nodes", 92544, 0 },
    { "cascade-bandwidth", "Global bandwidth per node: raw, full network", 960 * 4.6875 / 384,
      1e-9 },
    { "cascade-routing", "Non-minimal routes: longest between groups", 10, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      g_autoptr (DlPaperResult) result = run_check (known[i].check, NULL);

      g_assert_cmpfloat_with_epsilon (find_row (result, known[i].title)->computed, known[i].value,
                                      known[i].precision + 1e-12);
    }
}

/* A number that is computed is another for another machine; a constant would not be. */
static void
test_computed (void)
{
  static const struct
  {
    const char *check, *setting, *title;
    gboolean small; /* of few groups: there must be room for their cables */
  } others[] = {
    { "vc-balance", "torus.radix=8;8;8", "Mean VC balance, version 3: X" },
    { "vc-balance", "torus.radix=8;8;8", "Links in the first bin, initial policy: Z" },
    { "vc-routing", "torus.engine=ring", "Single cuts of 5×5×5: and every pair delivered" },
    { "vc-routing", "torus.datelines=-1;-1;-1", "Routes of 11×12×16: cycles, with datelines" },
    { "vc-router", "router.input-buffer=20",
      "The SeaStar router: input buffer relative to a round trip" },
    { "vc-router", "torus.wrap=false;false;false", "The SeaStar router: network ports" },
    { "age-equations", "torus.radix=8;8;8",
      "Hops of the example, 11×12×16: mean over the routes of all pairs" },
    { "age-equations", "router.input-buffer=48", "Age clock of the example: age clock period" },
    { "age-equations", "router.link-cycles=40", "Rates: t_r, a hop without queueing" },
    { "age-router", "torus.radix=5;1;1", "Inputs that feed an output: processor" },
    { "cascade-sizes", "dragonfly.chassis=3", "Group: nodes", TRUE },
    { "cascade-sizes", "dragonfly.blades=8", "Group: stays at the router, of green traffic", TRUE },
    { "cascade-routing", "dragonfly.routing=min-hash",
      "Non-minimal routes: longest between groups" },
    { "cascade-routing", "router.aries-hop-ns=200", "Hop time: longest minimal route" },
    { "cascade-bandwidth", "router.payload-efficiency=0.5",
      "Global bandwidth per node: payload, full network" },
    { "cascade-bandwidth", "dragonfly.groups=8", "Global bandwidth per node: raw, full network" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      const char *const settings[]
          = { others[i].setting, others[i].small ? "dragonfly.groups=6" : NULL,
              "dragonfly.cables-per-pair=1", NULL };
      g_autoptr (DlPaperResult) own = run_check (others[i].check, NULL);
      g_autoptr (DlPaperResult) other = run_check (others[i].check, settings);
      const double a = find_row (own, others[i].title)->computed;
      const double b = find_row (other, others[i].title)->computed;

      g_test_message ("%s: %s: %g, %g", others[i].setting, others[i].title, a, b);
      g_assert_true (isfinite (a));
      g_assert_true (a != b);
    }
}

/* The number of threads makes no difference. */
static void
test_threads (void)
{
  g_autoptr (GPtrArray) quick = quick_checks ();

  for (guint i = 0; i < quick->len; i++)
    {
      const DlPaperOptions one = { .threads = 1 }, three = { .threads = 3 };
      const DlPaperCheck *check = g_ptr_array_index (quick, i);
      g_autoptr (DlPaperResult) a = dl_paper_check_run (check, &one, NULL, NULL);
      g_autoptr (DlPaperResult) b = dl_paper_check_run (check, &three, NULL, NULL);

      for (guint row = 0; row < a->rows->len; row++)
        {
          const double x = dl_paper_result_row (a, row)->computed;
          const double y = dl_paper_result_row (b, row)->computed;

          g_assert_true (x == y || (isnan (x) && isnan (y)));
        }
    }
}

/* Cancelling, and errors -------------------------------------------------------------------------
 */

static void
cancel_at_second (const DlPaperCheck *check, gpointer data)
{
  static guint n_begun;

  if (++n_begun == 2)
    g_cancellable_cancel (data);
}

static void
test_cancel (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const DlPaperListOptions options
      = { .threads = 1, .on_begin = cancel_at_second, .data = cancellable };
  const DlPaperCheck *checks[]
      = { dl_paper_check_find ("xt-book"), dl_paper_check_find ("vc-balance") };
  g_autoptr (GError) error = NULL;

  g_assert_false (dl_paper_checks_run (checks, 2, &options, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_bad_setting (void)
{
  static const char *const settings[] = { "torus.radix=99;99;99", NULL };
  const DlPaperListOptions options = { .settings = settings, .threads = 1 };
  const DlPaperCheck *check = dl_paper_check_find ("vc-balance");
  g_autoptr (GError) error = NULL;

  g_assert_false (dl_paper_checks_run (&check, 1, &options, NULL, &error));
  g_assert_nonnull (error);
  g_assert_true (g_str_has_prefix (error->message, "vc-balance: "));
}

/* Texts ------------------------------------------------------------------------------------------
 */

static void
test_numbers (void)
{
  static const struct
  {
    DlPaperRow row;
    const char *published, *computed, *rule;
  } cases[] = {
    { { .expected = .44, .precision = .005, .rule = DL_PAPER_VALUE, .computed = .424242 },
      ".44",
      "0.4242",
      "within 0.005" },
    { { .expected = 92544, .rule = DL_PAPER_VALUE, .computed = 92544 },
      "92544",
      "92544",
      "the same" },
    { { .expected = 1 / 6., .rule = DL_PAPER_VALUE, .computed = 1 / 6. },
      "0.1667",
      "0.1667",
      "the same" },
    { { .expected = 50, .precision = 2.5, .rule = DL_PAPER_VALUE, .computed = 50 },
      "50",
      "50",
      "within 2.5" },
    { { .expected = 43,
        .precision = .05,
        .rule = DL_PAPER_VALUE,
        .computed = 12.123,
        .reach = .3456,
        .n_seeds = 3 },
      "43.0",
      "12.12 ± 0.35",
      "within 0.05, or inside the confidence interval" },
    { { .expected = NAN, .rule = DL_PAPER_ABOVE, .bound = .75, .computed = NAN },
      "above 0.75",
      "–",
      "above 0.75" },
    { { .expected = NAN, .rule = DL_PAPER_NO_RULE, .computed = 1234.5 }, "–", "1234", "no rule" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *published = dl_paper_row_expected (&cases[i].row);
      g_autofree char *computed = dl_paper_row_computed (&cases[i].row);
      g_autofree char *rule = dl_paper_row_rule (&cases[i].row);

      g_assert_true (g_str_has_suffix (published, cases[i].published));
      g_assert_cmpstr (computed, ==, cases[i].computed);
      g_assert_cmpstr (rule, ==, cases[i].rule);
    }
}

/* Fields of a line of CSV, whose quotes may hold commas. */
static guint
count_fields (const char *line)
{
  gboolean quoted = FALSE;
  guint n = 1;

  for (; *line != '\0'; line++)
    {
      if (*line == '"')
        quoted = !quoted;
      n += *line == ',' && !quoted;
    }
  return n;
}

static GArray *
list_lines (const DlPaperList *list)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (DlPaperLine));

  for (guint i = 0; i < list->entries->len; i++)
    {
      const DlPaperResult *result = dl_paper_list_entry (list, i)->result;

      for (guint row = 0; row < result->rows->len; row++)
        {
          const DlPaperLine line = { result, dl_paper_result_row (result, row) };

          g_array_append_val (lines, line);
        }
    }
  return lines;
}

static void
test_texts (void)
{
  g_autoptr (DlPaperList) list = run_quick ();
  g_autoptr (GArray) lines = list_lines (list);
  g_autofree char *csv = dl_paper_lines_to_csv ((DlPaperLine *) lines->data, lines->len);
  g_autofree char *markdown = dl_paper_lines_to_markdown ((DlPaperLine *) lines->data, lines->len);
  g_auto (GStrv) rows = g_strsplit (csv, "\n", -1);

  g_assert_cmpuint (g_strv_length (rows), ==, 1 + lines->len + 1);
  for (guint i = 0; i <= lines->len; i++)
    g_assert_cmpuint (count_fields (rows[i]), ==, count_fields (rows[0]));
  g_assert_nonnull (strstr (markdown, "| 0.4242 | differs |"));
  g_assert_nonnull (strstr (markdown, "not run yet"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/paper-list/plans", test_plans);
  g_test_add_func ("/paper-list/quick", test_quick);
  g_test_add_func ("/paper-list/known", test_known);
  g_test_add_func ("/paper-list/computed", test_computed);
  g_test_add_func ("/paper-list/threads", test_threads);
  g_test_add_func ("/paper-list/cancel", test_cancel);
  g_test_add_func ("/paper-list/bad-setting", test_bad_setting);
  g_test_add_func ("/paper-list/numbers", test_numbers);
  g_test_add_func ("/paper-list/texts", test_texts);
  return g_test_run ();
}
