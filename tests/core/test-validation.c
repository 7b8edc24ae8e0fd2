/* Curves that are held to BookSim 2: the files are read strictly, and what is read is what they
 * say; packets alone take what the textbook's formula and BookSim say; verdicts follow their rules;
 * a check runs, is the same for any number of threads, and can be stopped. */
#include "dl-edit.h"
#include "dl-field-type.h"
#include "dl-paper-list.h"
#include "dl-scenario-file.h"
#include "dl-sim-counters.h"
#include "dl-validation.h"

#include <math.h>
#include <string.h>

#define CURVES_HEAD                                                                                \
  "name\tgroup\twarmup_cycles\tlatency_cycles\tthroughput_cycles\tdateline\tbooksim\t"             \
  "booksim_commit\n"
#define ROWS_HEAD "name\tkind\tload\tpacket_latency\tnetwork_latency\taccepted\thops\n"
#define CURVE     "a\tmesh\t1000\t2000\t3000\ttorus.radix=4;4;1 x.y=1\tk=4 n=2\tabc\n"
#define FIVE      "1 2 3 4 5"
#define ROW(name, kind, load)                                                                      \
  name "\t" kind "\t" load "\t" FIVE "\t" FIVE "\t0.1 0.2 0.3 0.4 0.5\t" FIVE "\n"
#define ROWS ROW ("a", "latency", "0.1") ROW ("a", "saturation", "0.5")

/* The files ------------------------------------------------------------------------------------ */

static void
test_read (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) curves = dl_booksim_parse (
      CURVES_HEAD CURVE, ROWS_HEAD ROWS ROW ("a", "refused", "0.505") ROW ("a", "past", "0.9"),
      &error);
  const DlBooksimCurve *curve;
  const DlBooksimRow *row;

  g_assert_no_error (error);
  g_assert_cmpuint (curves->len, ==, 1);
  curve = g_ptr_array_index (curves, 0);
  g_assert_cmpstr (curve->name, ==, "a");
  g_assert_cmpstr (curve->group, ==, "mesh");
  g_assert_cmpuint (curve->warmup_cycles, ==, 1000);
  g_assert_cmpuint (curve->latency_cycles, ==, 2000);
  g_assert_cmpuint (curve->throughput_cycles, ==, 3000);
  g_assert_cmpuint (g_strv_length (curve->settings), ==, 2);
  g_assert_cmpstr (curve->settings[0], ==, "torus.radix=4;4;1");
  g_assert_cmpstr (curve->booksim[1], ==, "n=2");
  g_assert_cmpstr (curve->commit, ==, "abc");
  g_assert_cmpuint (curve->rows->len, ==, 4);
  row = dl_booksim_saturation (curve);
  g_assert_cmpfloat (row->load, ==, 0.5);
  g_assert_cmpfloat (row->packet_latency[4], ==, 5);
  g_assert_cmpfloat (row->accepted[1], ==, 0.2);
}

static void
test_bad (void)
{
  static const struct
  {
    const char *curves, *rows, *message;
  } cases[] = {
    { "", ROWS_HEAD ROWS, "curves.tsv:*the first line does not name the columns*" },
    { CURVES_HEAD CURVE CURVE, ROWS_HEAD ROWS, "curves.tsv:3: a second curve “a”*" },
    { CURVES_HEAD "a\tmesh\t1000\n", ROWS_HEAD ROWS, "curves.tsv:2: 3 fields (expected 8*" },
    { CURVES_HEAD "a\tmesh\t0\t2\t3\tx=1\ty=2\tc\n", ROWS_HEAD ROWS,
      "curves.tsv:2: “0” is not a number of cycles" },
    { CURVES_HEAD "a\tmesh\t1\t2\t3\tx\ty=2\tc\n", ROWS_HEAD ROWS,
      "curves.tsv:2: “x” is not a setting*" },
    { CURVES_HEAD "a\tmesh\t1\t2\t3\t\ty=2\tc\n", ROWS_HEAD ROWS, "curves.tsv:2: *setting*" },
    { CURVES_HEAD "\tmesh\t1\t2\t3\tx=1\ty=2\tc\n", ROWS_HEAD ROWS, "curves.tsv:2: *" },
    { CURVES_HEAD "a\tanynet\t1\t2\t3\tx=torus.anynet\ty=2\tc\n", ROWS_HEAD ROWS,
      "curves.tsv:2: the network files of both programs differ*" },
    { CURVES_HEAD "a\tanynet\t1\t2\t3\tx=1\ty=torus.anynet\tc\n", ROWS_HEAD ROWS,
      "curves.tsv:2: the network files of both programs differ*" },
    { CURVES_HEAD "a\tanynet\t1\t2\t3\tx=torus.anynet\ty=cycles.anynet\tc\n", ROWS_HEAD ROWS,
      "curves.tsv:2: the network files of both programs differ*" },
    { CURVES_HEAD "a\tanynet\t1\t2\t3\tx=no.anynet\ty=no.anynet\tc\n", ROWS_HEAD ROWS,
      "curves.tsv:2: “no.anynet” is not a network file of tests/validation" },
    { CURVES_HEAD CURVE, ROWS, "booksim.tsv:1: the first line does not name the columns*" },
    { CURVES_HEAD CURVE, ROWS_HEAD, "booksim.tsv:*: no saturation load of a" },
    { CURVES_HEAD CURVE, ROWS_HEAD ROW ("b", "latency", "0.1"),
      "booksim.tsv:2: “b” is not a curve of curves.tsv" },
    { CURVES_HEAD CURVE, ROWS_HEAD ROW ("a", "warm", "0.1"),
      "booksim.tsv:2: “warm” is not a kind*" },
    { CURVES_HEAD CURVE, ROWS_HEAD ROW ("a", "latency", "x"),
      "booksim.tsv:2: “x” is not a number above 0" },
    { CURVES_HEAD CURVE, ROWS_HEAD ROW ("a", "latency", "-0.1"), "booksim.tsv:2: *" },
    { CURVES_HEAD CURVE, ROWS_HEAD ROW ("a", "latency", "nan"), "booksim.tsv:2: *" },
    { CURVES_HEAD CURVE, ROWS_HEAD ROW ("a", "latency", "1.5"),
      "booksim.tsv:2: load 1.5 is above*" },
    { CURVES_HEAD CURVE, ROWS_HEAD "a\tlatency\t0.1\t1 2 3\t" FIVE "\t" FIVE "\t" FIVE "\n",
      "booksim.tsv:2: 3 seeds in field 4 (expected 5)" },
    { CURVES_HEAD CURVE, ROWS_HEAD ROW ("a", "saturation", "0.5"),
      "booksim.tsv:2: a curve begins with its latencies" },
    { CURVES_HEAD CURVE, ROWS_HEAD ROW ("a", "latency", "0.2") ROW ("a", "latency", "0.1"),
      "booksim.tsv:3: rows of a curve are in the order*" },
    { CURVES_HEAD CURVE, ROWS_HEAD ROWS ROW ("a", "saturation", "0.6"),
      "booksim.tsv:4: a second row of this kind" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (dl_booksim_parse (cases[i].curves, cases[i].rows, &error));
      g_assert_error (error, DL_BOOKSIM_ERROR, DL_BOOKSIM_ERROR_SYNTAX);
      if (!g_pattern_match_simple (cases[i].message, error->message))
        g_error ("case %u: %s", i, error->message);
    }
}

/* Alone ---------------------------------------------------------------------------------------- */

/* Cycles that BookSim 2 prints for lone packets on a mesh 8x8 with buffers of 2 flits: 5 h + 8 with
 * 4 flits, 5 h + 22 with 9; and the formula where the buffers hold the packet. */
static void
test_alone (void)
{
  for (guint h = 1; h < 20; h++)
    {
      for (guint flits = 1; flits <= 16; flits++)
        g_assert_cmpuint (dl_validation_alone_cycles (h, flits, flits), ==, 5 * h + 1 + flits);
      g_assert_cmpuint (dl_validation_alone_cycles (h, 4, 2), ==, 5 * h + 8);
      g_assert_cmpuint (dl_validation_alone_cycles (h, 9, 2), ==, 5 * h + 22);
    }
}

/* Networks ---------------------------------------------------------------------------------------
 */

/* A curve of a network file is a scenario with that network; opened elsewhere, the same file with
 * the same settings is of the curve. */
static void
test_network (void)
{
  g_autoptr (GBytes) bytes = dl_booksim_network ("cycles.anynet");
  g_autoptr (GError) error = NULL;
  const DlPaperCheck *check = dl_validation_find ("anynet-cycles");
  g_autoptr (DlPaperResult) plan = dl_paper_check_plan (check);
  gsize length;
  gconstpointer text = g_bytes_get_data (bytes, &length);
  g_autoptr (GByteArray) copy = g_byte_array_append (g_byte_array_new (), text, (guint) length);
  const DlField *field = dl_field_find_name ("fabric.file");
  g_autofree char *content = field->type->take_in (field, copy, "cycles.anynet", &error);
  g_autofree char *kept = dl_field_get (field, plan->scenario);

  g_assert_no_error (error);
  g_assert_cmpstr (kept, ==, content);
  g_assert_true (dl_booksim_match (plan->scenario) == dl_validation_curve (check));
  g_assert_true (dl_booksim_is_network ("cycles.anynet"));
  g_assert_false (dl_booksim_is_network ("torus.radix=4;4;1"));
  g_assert_null (dl_booksim_network ("no.anynet"));
}

/* Intervals ------------------------------------------------------------------------------------ */

/* Worked by hand: means 2 and 4, variances 1 and 4 of 3 each, standard error sqrt (5 / 3), 50 / 17
 * degrees of freedom. */
static void
test_welch (void)
{
  const double a[] = { 1, 2, 3 }, b[] = { 2, 4, 6 }, same[] = { 2, 2, 2 };
  double mean, reach;

  g_assert_cmpfloat_with_epsilon (dl_welch_reach (a, 3, b, 3), 4.186, 0.04);
  g_assert_cmpfloat (dl_welch_reach (a, 3, b, 3), ==, dl_welch_reach (b, 3, a, 3));
  g_assert_cmpfloat (dl_welch_reach (same, 3, same, 3), ==, 0);
  g_assert_true (isnan (dl_welch_reach (a, 1, b, 3)));
  /* Against a number that is certain, it is the interval of the other. */
  dl_mean_interval (a, 3, &mean, &reach);
  g_assert_cmpfloat_with_epsilon (dl_welch_reach (a, 3, same, 3), reach, 1e-9);
}

/* Checks --------------------------------------------------------------------------------------- */

/* Every curve that the program carries is a scenario, and a check that says what it will compare.
 */
static void
test_checks (void)
{
  const GPtrArray *curves = dl_booksim_curves ();
  guint n;
  const DlPaperCheck *const *checks = dl_validation_checks (&n);

  g_assert_cmpuint (n, ==, curves->len);
  g_assert_cmpuint (n, >=, 24);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (DlPaperResult) plan = dl_paper_check_plan (checks[i]);
      const DlBooksimCurve *curve = g_ptr_array_index (curves, i);

      g_assert_true (dl_validation_curve (checks[i]) == curve);
      g_assert_true (dl_validation_find (curve->name) == checks[i]);
      g_assert_null (dl_paper_check_find (curve->name));
      g_assert_cmpstr (dl_paper_check_id (checks[i]), ==, curve->name);
      g_assert_cmpint (dl_paper_check_paper (checks[i]), ==, DL_PAPER_BOOKSIM);
      g_assert_cmpuint (plan->rows->len, >=, 8);
      g_assert_cmpuint (dl_paper_result_count (plan, DL_PAPER_NOT_RUN), ==, plan->rows->len);
      g_assert_cmpuint (plan->loads->n_series, ==, 1);
      g_assert_cmpfloat (plan->loads->series[0].carried, ==, dl_booksim_saturation (curve)->load);
      g_assert_true (dl_scenario_is_input_queued (plan->scenario));
      g_assert_cmpstr (dl_validation_group_title (curve->group), !=, curve->group);
    }
  g_assert_null (dl_validation_find ("mesh-9x9"));
}

static void
test_rules (void)
{
  DlPaperRow row = { .kind = DL_PAPER_REFERENCE,
                     .rule = DL_PAPER_JOINT,
                     .expected = 100,
                     .expected_reach = 1,
                     .precision = 1,
                     .joint = 3,
                     .computed = 102.9,
                     .reach = 0.1 };

  g_assert_cmpint (dl_paper_verdict (&row), ==, DL_PAPER_AGREES);
  row.computed = 103.1;
  g_assert_cmpint (dl_paper_verdict (&row), ==, DL_PAPER_DIFFERS);
  row.joint = 0.5;
  row.computed = 100.9;
  g_assert_cmpint (dl_paper_verdict (&row), ==, DL_PAPER_AGREES);
  row.computed = 98.9;
  g_assert_cmpint (dl_paper_verdict (&row), ==, DL_PAPER_DIFFERS);
  /* No interval helps where a share is asked for. */
  row.rule = DL_PAPER_WITHIN;
  row.joint = row.reach = row.expected_reach = 50;
  g_assert_cmpint (dl_paper_verdict (&row), ==, DL_PAPER_DIFFERS);
  row.computed = 99.1;
  g_assert_cmpint (dl_paper_verdict (&row), ==, DL_PAPER_AGREES);
  row.computed = NAN;
  g_assert_cmpint (dl_paper_verdict (&row), ==, DL_PAPER_NOT_COMPARED);
}

/* The textbook's mesh, opened as a preset, is one of the curves, whatever its load: its own load
 * curve shows BookSim's points. Another network is none. */
static void
test_match (void)
{
  g_autoptr (DlScenario) mesh = dl_preset_load ("mesh-8x8", NULL);
  g_autoptr (DlScenario) torus = dl_preset_load ("torus-5x5x5", NULL);
  const DlBooksimCurve *curve = dl_booksim_match (mesh);
  DlLoadSeries series = { NULL };

  g_assert_nonnull (curve);
  g_assert_cmpstr (curve->name, ==, "mesh-8x8");
  mesh->traffic.load = 0.3;
  g_assert_true (dl_booksim_match (mesh) == curve);
  g_assert_null (dl_booksim_match (torus));
  dl_booksim_fill_series (curve, 0.5, &series);
  g_assert_cmpuint (series.points->len, ==, 6);
  for (guint i = 0; i < series.points->len; i++)
    {
      const DlLoadPoint *point = &g_array_index (series.points, DlLoadPoint, i);

      g_assert_cmpfloat (point->load, <=, 0.5);
      g_assert_cmpfloat (point->latency, <=, point->total_latency);
      g_assert_cmpfloat (point->latency_reach, >, 0);
    }
  g_array_unref (series.points);
  g_free (series.value);
  g_free (series.label);
  /* A changed router has no curve. */
  mesh->input_queued.vcs++;
  g_assert_null (dl_booksim_match (mesh));
}

/* Runs ----------------------------------------------------------------------------------------- */

static DlPaperResult *
run (const char *name, guint threads, const char *const *settings)
{
  const DlPaperOptions options = { .settings = settings, .threads = threads };
  g_autoptr (GError) error = NULL;
  DlPaperResult *result = dl_paper_check_run (dl_validation_find (name), &options, NULL, &error);

  g_assert_no_error (error);
  return result;
}

/* Short ones: whatever the verdicts, the same with any number of threads. */
static void
test_threads (void)
{
  static const char *const brief[]
      = { "simulation.warmup-cycles=200", "simulation.cycles=700", NULL };
  g_autoptr (DlPaperResult) one = run ("mesh-4x4-shallow", 1, brief);
  g_autoptr (DlPaperResult) three = run ("mesh-4x4-shallow", 3, brief);

  g_assert_cmpuint (one->rows->len, ==, three->rows->len);
  for (guint i = 0; i < one->rows->len; i++)
    {
      const DlPaperRow *a = dl_paper_result_row (one, i), *b = dl_paper_result_row (three, i);

      g_assert_true (isfinite (a->computed));
      g_assert_cmpfloat (a->computed, ==, b->computed);
      g_assert_cmpfloat (a->reach, ==, b->reach);
      g_assert_cmpint (a->verdict, ==, b->verdict);
      g_assert_true (g_str_has_suffix (a->why, "."));
    }
  g_assert_cmpuint (one->loads->n_series, ==, 2);
  g_assert_cmpuint (one->loads->series[1].points->len, ==, one->loads->series[0].points->len);
}

/* The length of BookSim's runs: all agree. */
static void
test_agrees (gconstpointer name)
{
  g_autoptr (DlPaperResult) result = run (name, 2, NULL);

  for (guint i = 0; i < result->rows->len; i++)
    {
      const DlPaperRow *row = dl_paper_result_row (result, i);
      g_autofree char *title = dl_paper_row_title (row);

      if (row->verdict != DL_PAPER_AGREES)
        g_error ("%s, %s: %g instead of %g", (const char *) name, title, row->computed,
                 row->expected);
    }
}

/* With a router that is not the one of the curve, most of it differs: nothing agrees by itself. */
static void
test_differs (void)
{
  static const char *const slower[] = { "input-queued.routing-delay=2", NULL };
  g_autoptr (DlPaperResult) result = run ("ring-9", 2, slower);

  g_assert_cmpuint (dl_paper_result_count (result, DL_PAPER_DIFFERS), >=, 7);
}

typedef struct
{
  GCancellable *cancellable;
  double last;
} Stopper;

static void
stop_at_half (double fraction, gpointer data)
{
  Stopper *stopper = data;

  g_assert_cmpfloat (fraction, >=, stopper->last - 1e-9);
  g_assert_cmpfloat (fraction, <=, 1);
  stopper->last = fraction;
  if (fraction > 0.5)
    g_cancellable_cancel (stopper->cancellable);
}

static void
test_cancel (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  Stopper stopper = { cancellable, 0 };
  const DlPaperOptions options
      = { .threads = 2, .progress = stop_at_half, .progress_data = &stopper };

  g_assert_null (
      dl_paper_check_run (dl_validation_find ("torus-4x4-shallow"), &options, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpfloat (stopper.last, >, 0.5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/validation/read", test_read);
  g_test_add_func ("/validation/bad", test_bad);
  g_test_add_func ("/validation/alone", test_alone);
  g_test_add_func ("/validation/network", test_network);
  g_test_add_func ("/validation/welch", test_welch);
  g_test_add_func ("/validation/checks", test_checks);
  g_test_add_func ("/validation/rules", test_rules);
  g_test_add_func ("/validation/match", test_match);
  g_test_add_func ("/validation/threads", test_threads);
  g_test_add_data_func ("/validation/agrees/mesh", "mesh-4x4-complement", test_agrees);
  g_test_add_data_func ("/validation/agrees/torus", "torus-4x4-transpose", test_agrees);
  g_test_add_data_func ("/validation/agrees/fat-tree", "fat-tree-4-2-complement", test_agrees);
  g_test_add_data_func ("/validation/agrees/anynet", "anynet-cycles", test_agrees);
  g_test_add_func ("/validation/differs", test_differs);
  g_test_add_func ("/validation/cancel", test_cancel);
  return g_test_run ();
}
