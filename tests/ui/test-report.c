/* Reports: nothing is outside the margins or on top of something else, the contents tell the truth,
 * the numbers are those of the analysis, and the same scenarios give the same bytes. */
#include "dl-document.h"
#include "dl-evaluate.h"
#include "dl-edit.h"
#include "dl-field.h"
#include "dl-live.h"
#include "dl-report-data.h"
#include "dl-report.h"
#include "dl-scenario-file.h"
#include "document-fixture.h"

#include <locale.h>
#include <math.h>
#include <string.h>

/* Scenarios ------------------------------------------------------------------------------------ */

static DlScenario *
new_scenario (const char *preset, const char *const *assignments)
{
  DlScenario *scenario = dl_preset_load (preset, NULL);

  g_assert_nonnull (scenario);
  for (guint i = 0; assignments != NULL && assignments[i] != NULL; i++)
    {
      const char *value = strchr (assignments[i], '=');
      g_autofree char *key = g_strndup (assignments[i], value - assignments[i]);
      const DlField *field = dl_field_find_name (key);

      g_assert_true (dl_field_set (field, scenario, value + 1, NULL));
    }
  return scenario;
}

static void
add (DlComparison *comparison, const char *preset, const char *const *assignments,
     const char *row_name)
{
  g_autoptr (DlScenario) scenario = new_scenario (preset, assignments);
  g_autofree char *origin = g_strdup_printf ("preset:%s", preset);

  dl_comparison_add (comparison, row_name != NULL ? row_name : scenario->name, origin, scenario);
}

/* 100 broken cables of an 11x12x16 torus. */
static char *
many_faults (void)
{
  GString *text = g_string_new ("torus.broken-links=");

  for (guint i = 0; i < 100; i++)
    g_string_append_printf (text, "%s%u,%u,%u:%c+", i > 0 ? ";" : "", i % 11, (i * 5) % 12,
                            (i * 7) % 16, "xyz"[i % 3]);
  return g_string_free (text, FALSE);
}

static DlReportData *
find_out (DlComparison *comparison, DlReportOptions options)
{
  g_autoptr (GError) error = NULL;
  DlReportData *data = dl_report_data_new (comparison, &options, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return data;
}

static GBytes *
render (const DlReport *report)
{
  g_autoptr (GError) error = NULL;
  GBytes *bytes = dl_report_render (report, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return bytes;
}

/* Reports -------------------------------------------------------------------------------------- */

static const DlReportLook plain_look = { .command = "dateline-cli report x -o report.pdf" };

static char *
fixed (double value, guint digits)
{
  char format[8], buffer[64];

  g_snprintf (format, sizeof format, "%%.%uf", digits);
  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, format, value));
}

/* The numbers of an analysis of its own. */
static void
check_numbers (const DlScenario *scenario, const char *const *pages)
{
  g_autoptr (DlTorusAnalysis) analysis = NULL;
  g_autoptr (DlDragonflyAnalysis) dragonfly = NULL;

  if (scenario->family == &dl_family_torus)
    {
      analysis = dl_torus_evaluate (scenario, NULL, NULL);
      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        {
          const DlTorusDimensionStats *stats = &analysis->dims[dim];
          g_autofree char *balance
              = isnan (stats->balance_mean) ? g_strdup ("–") : fixed (stats->balance_mean, 4);
          g_autofree char *mean = fixed (stats->load_mean, 2);
          g_autofree char *most = fixed (stats->load_max, 2);
          g_autofree char *row = g_strdup_printf (
              "%s %u %u %s %u %u %u %u %u %s %s ",
              dim == 0   ? "X"
              : dim == 1 ? "Y"
                         : "Z",
              stats->links, stats->idle_links, balance, stats->balanced_links, stats->bins[0],
              stats->bins[1], stats->bins[2], stats->bins[3], mean, most);

          if (stats->links > 0)
            pdf_assert_has (pages, row);
        }
      g_autofree char *hops = fixed (analysis->hops_mean, 4);
      g_autofree char *facts = g_strdup_printf ("Mean hops %s", hops);
      g_autofree char *unreachable
          = g_strdup_printf ("Unreachable pairs %lu", (gulong) analysis->unreachable_pairs);

      pdf_assert_has (pages, facts);
      pdf_assert_has (pages, unreachable);
      pdf_assert_has (pages, analysis->verdict->deadlock_free ? "Routes cannot deadlock"
                                                              : "Routes can deadlock");
      return;
    }
  dragonfly = dl_dragonfly_evaluate (scenario, NULL, NULL, NULL);
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    {
      const DlLinkClassStats *stats = &dragonfly->classes[class];
      g_autofree char *mean = fixed (stats->load_mean, 2);
      g_autofree char *most = fixed (stats->load_max, 2);
      g_autofree char *rate = fixed (dragonfly->rates.class_GBps[class], 4);
      g_autofree char *row = g_strdup_printf ("%u %s %s %s ", stats->links, rate, mean, most);

      if (stats->links > 0)
        pdf_assert_has (pages, row);
    }
  g_autofree char *bound = fixed (dragonfly->bound_load, 4);

  pdf_assert_has (pages, bound);
}

/* Everything that holds of every report. Returns the bytes. */
static GBytes *
check_report (DlComparison *comparison, DlReportOptions options, const DlReportLook *look)
{
  g_autoptr (DlReportData) data = find_out (comparison, options);
  g_autoptr (DlReport) report = dl_report_new (data, look);
  g_autoptr (DlReport) again = dl_report_new (data, look);
  const DlDocument *document = dl_report_get_document (report);
  g_autoptr (GBytes) bytes = render (report);
  g_autoptr (GBytes) second = render (again);
  const DlScenario *first = dl_comparison_row (data->comparison, 0)->scenario;
  g_autofree char *expected = dl_scenario_to_text (first, FALSE);
  g_autofree char *read = NULL;
  g_auto (GStrv) pages = NULL;
  gsize length;
  const guint8 *start = g_bytes_get_data (bytes, &length);

  document_check_places (document);
  g_assert_true (g_bytes_equal (bytes, second));
  read = dl_figure_read_scenario (start, length, NULL);
  g_assert_cmpstr (read, ==, expected);
  if (!pdf_have ("pdftotext"))
    return g_steal_pointer (&bytes);
  pages = pdf_pages (bytes);
  document_check_contents (document, (const char *const *) pages);
  if ((options.parts & DL_REPORT_BALANCE) != 0 && (options.parts & DL_REPORT_VERDICT) != 0)
    for (guint i = 0; i < data->comparison->rows->len; i++)
      check_numbers (dl_comparison_row (data->comparison, i)->scenario,
                     (const char *const *) pages);
  pdf_check_fonts (bytes);
  pdf_check_ink (bytes, dl_document_body (document).x);
  return g_steal_pointer (&bytes);
}

static void
test_one (void)
{
  static const char *const presets[]
      = { "ring-8", "mesh-4x4", "torus-5x5x5", "xt3-11x12x16", "cascade-2", "generic-33" };

  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    {
      DlComparison *comparison = dl_comparison_new ();

      add (comparison, presets[i], NULL, NULL);
      g_bytes_unref (check_report (comparison, dl_report_options_default (), &plain_look));
    }
}

/* Both kinds, deadlock, unreachable pairs, names that no format takes lightly, on both papers. */
static void
test_mixed (void)
{
  static const char *const cut[] = { "torus.broken-links=2,2,1:z+", "torus.datelines=4;4;1",
                                     "scenario.name=(\\ <&> %s", NULL };
  static const char *const no_datelines[]
      = { "torus.datelines=-1;-1;-1", "scenario.name=שלום עולם 中文 名称", NULL };
  static const char *const longest[]
      = { "scenario.name=A name that is very long, so long that it takes more than one line in a "
          "heading, in the contents, at the head of each page and in each of the tables of this "
          "report, with_a_word_that_is_as_long_as_that_and_cannot_be_broken_between_words_at_all",
          NULL };
  const DlReportLook looks[] = {
    { .title = "", .sheet = DL_SHEET_LETTER },
    { .title = "עברית 中文", .author = "A. “B” <c>", .date = "2026-11-22", .command = "x" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
    {
      DlComparison *comparison = dl_comparison_new ();
      DlReportOptions options = dl_report_options_default ();

      options.parts |= DL_REPORT_EQUATIONS;
      add (comparison, "torus-5x5x5", cut, NULL);
      add (comparison, "torus-5x5x5", no_datelines, NULL);
      add (comparison, "torus-5x5x5", longest, NULL);
      add (comparison, "cascade-2", NULL, NULL);
      g_bytes_unref (check_report (comparison, options, &looks[i]));
    }
}

static gboolean
says (char *const *pages, const char *text)
{
  for (guint i = 0; pages[i] != NULL; i++)
    if (pdf_page_has (pages[i], text))
      return TRUE;
  return FALSE;
}

/* A comparison of two Edisons, analyzed alone, a setting each. */
static GStrv
compare_edisons (const char *a, const char *b)
{
  const char *const first[] = { a, NULL }, *const second[] = { b, NULL };
  DlComparison *comparison = dl_comparison_new ();
  DlReportOptions options = dl_report_options_default ();
  g_autoptr (GBytes) bytes = NULL;

  options.parts = DL_REPORT_COMPARISON;
  add (comparison, "edison", first, "first");
  add (comparison, "edison", second, "second");
  bytes = check_report (comparison, options, &plain_look);
  return pdf_pages (bytes);
}

/* For adaptive modes the analysis has a bound over shares, which is stated, and is not a reason to
 * call scenarios the same. */
static void
test_bounds (void)
{
  static const char silent[] = "The static analysis does not tell these scenarios apart. A "
                               "simulation may.";
  static const char bound[] = "§ A bound. ";
  g_autoptr (GString) broken = g_string_new ("dragonfly.broken-cables=");
  g_auto (GStrv) modes = NULL;
  g_auto (GStrv) faults = NULL;
  g_auto (GStrv) exact = NULL;

  if (!pdf_have ("pdftotext"))
    return;
  modes = compare_edisons ("dragonfly.routing=adaptive-0", "dragonfly.routing=adaptive-3");
  g_assert_true (says (modes, silent));
  g_assert_true (says (modes, bound));
  g_assert_true (says (modes, "Saturation load 0.2812 of 10 GB/s of payload per node §"));
  g_assert_false (says (modes, "The scenarios do not differ in any measure."));

  /* 40 cables of different pairs of groups: the preset is adaptive. */
  for (guint a = 0, n = 0; n < 40; a++)
    for (guint b = a + 1; b < 15 && n < 40; b++, n++)
      g_string_append_printf (broken, "%s%u-%u#0", n > 0 ? ";" : "", a, b);
  faults = compare_edisons ("dragonfly.broken-cables=", broken->str);
  g_assert_false (says (faults, silent));
  g_assert_true (says (faults, bound));
  g_assert_true (says (faults, "0.2343 §"));

  exact = compare_edisons ("dragonfly.routing=min-adaptive", "dragonfly.routing=valiant");
  g_assert_false (says (exact, silent));
  g_assert_false (says (exact, "§"));
}

static void
test_faults (void)
{
  g_autofree char *faults = many_faults ();
  const char *const broken[] = { faults, NULL };
  DlComparison *comparison = dl_comparison_new ();
  g_autoptr (GBytes) bytes = NULL;
  g_auto (GStrv) pages = NULL;

  add (comparison, "xt3-11x12x16", broken, NULL);
  bytes = check_report (comparison, dl_report_options_default (), &plain_look);
  if (!pdf_have ("pdftotext"))
    return;
  pages = pdf_pages (bytes);
  pdf_assert_has ((const char *const *) pages, "Broken cables, both directions (100): ");
  pdf_assert_has ((const char *const *) pages, " and 40 more.");
}

static void
test_dozen (void)
{
  DlComparison *comparison = dl_comparison_new ();
  g_autoptr (GBytes) bytes = NULL;

  for (guint i = 0; i < 12; i++)
    {
      g_autofree char *dateline = g_strdup_printf ("torus.datelines=%u;%u;%u", i % 5, i / 5 % 5, 4);
      const char *const values[] = { dateline, NULL };

      add (comparison, "torus-5x5x5", values, dateline);
    }
  bytes = check_report (comparison, dl_report_options_default (), &plain_look);
}

/* Each part alone, and none of them. */
static void
test_parts (void)
{
  guint n;
  const DlReportPart *parts = dl_report_parts (&n);

  for (guint i = 0; i <= n; i++)
    {
      DlComparison *comparison = dl_comparison_new ();
      DlReportOptions options = dl_report_options_default ();

      options.parts = i < n ? parts[i].part : 0;
      add (comparison, "ring-8", NULL, NULL);
      add (comparison, "mesh-4x4", NULL, NULL);
      g_bytes_unref (check_report (comparison, options, &plain_look));
    }
}

/* Simulated ------------------------------------------------------------------------------------ */

static void
note_rising (double fraction, gpointer data)
{
  double *last = data;

  g_assert_cmpfloat (fraction, >=, *last - 1e-9);
  g_assert_cmpfloat (fraction, <=, 1);
  *last = fraction;
}

static DlComparison *
new_simulated (void)
{
  static const char *const slow[]
      = { "simulation.cycles=1500", "simulation.warmup-cycles=300", "traffic.load=0.1", NULL };
  static const char *const fast[]
      = { "simulation.cycles=1500", "simulation.warmup-cycles=300", "traffic.load=0.2", NULL };
  static const char *const program[]
      = { "traffic.pattern=allreduce", "traffic.message-bytes=64", "simulation.cycles=3000", NULL };
  DlComparison *comparison = dl_comparison_new ();

  add (comparison, "torus-5x5x5", slow, "slow");
  add (comparison, "torus-5x5x5", fast, "fast");
  add (comparison, "ring-8", program, NULL);
  return comparison;
}

static void
ignore (const DlComparisonTask *task, const DlSweepResult *result, const GError *problem,
        gpointer data)
{
  g_assert_no_error (problem);
  dl_comparison_take (data, task, result, problem);
}

/* The report states the results of comparing the same scenarios, however many threads there are. */
static void
test_simulated (void)
{
  DlReportOptions options = dl_report_options_default ();
  g_autoptr (DlComparison) oracle = new_simulated ();
  const guint id = dl_comparison_row (oracle, 1)->id;
  g_autoptr (GPtrArray) tasks = dl_comparison_tasks (oracle, 3);
  const DlComparisonOptions run = { .n_jobs = 1, .on_result = ignore, .on_result_data = oracle };
  g_autoptr (DlReportData) data = NULL;
  g_autoptr (DlReport) report = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GBytes) single = NULL;
  g_auto (GStrv) pages = NULL;
  double last = 0;

  g_assert_true (dl_comparison_run (tasks, &run, NULL));
  options.simulate = TRUE;
  options.n_seeds = 3;
  options.n_threads = 2;
  bytes = check_report (new_simulated (), options, &plain_look);
  options.n_threads = 1;
  data = dl_report_data_new (new_simulated (), &options, note_rising, &last, NULL, NULL);
  g_assert_cmpfloat_with_epsilon (last, 1, 1e-9);
  report = dl_report_new (data, &plain_look);
  single = render (report);
  g_assert_true (g_bytes_equal (bytes, single));
  if (!pdf_have ("pdftotext"))
    return;
  pages = pdf_pages (bytes);
  {
    static const char *const ids[]
        = { "accepted_load", "latency_mean", "latency_p99", "latency_max" };

    for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
      {
        const DlMeasure *measure = dl_measure_find (ids[i]);
        const DlEstimate estimate = dl_comparison_get (dl_comparison_find (oracle, id), measure);
        g_autofree char *value
            = dl_measure_format_interval (measure, estimate.mean, estimate.reach, TRUE);
        g_autofree char *row = g_strdup_printf (
            "%s %s %s", measure->title, value,
            dl_measure_unit (measure, dl_comparison_find (oracle, id)->scenario));

        pdf_assert_has ((const char *const *) pages, row);
      }
  }
}

static void
test_load_curve (void)
{
  static const char *const quick[]
      = { "simulation.cycles=400", "simulation.warmup-cycles=100", NULL };
  static const char *const program[]
      = { "traffic.pattern=allreduce", "traffic.message-bytes=64", NULL };
  DlReportOptions options = dl_report_options_default ();
  DlComparison *comparison = dl_comparison_new ();
  g_autoptr (GBytes) bytes = NULL;
  g_auto (GStrv) pages = NULL;

  options.load_curve = TRUE;
  options.parts = 0;
  add (comparison, "ring-8", quick, NULL);
  add (comparison, "ring-8", program, "program");
  bytes = check_report (comparison, options, &plain_look);
  if (!pdf_have ("pdftotext"))
    return;
  pages = pdf_pages (bytes);
  pdf_assert_has ((const char *const *) pages, "Latency against offered load");
  pdf_assert_has ((const char *const *) pages, "There is no load curve: ");
}

static void
test_cancel (void)
{
  DlReportOptions options = dl_report_options_default ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) drawing = NULL;
  g_autoptr (DlReportData) data = NULL;
  g_autoptr (DlReport) report = NULL;

  g_cancellable_cancel (cancellable);
  options.simulate = TRUE;
  g_assert_null (dl_report_data_new (new_simulated (), &options, NULL, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  options.simulate = FALSE;
  data = find_out (new_simulated (), options);
  report = dl_report_new (data, &plain_look);
  g_assert_null (dl_report_render (report, NULL, NULL, cancellable, &drawing));
  g_assert_error (drawing, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* The command -------------------------------------------------------------------------------- */

static void
test_command (void)
{
  static const char *const scenarios[]
      = { "preset:ring-8", "library:It's “mine”", "-x.dateline", NULL };
  static const char *const vary[] = { "torus.datelines=1\\,2", NULL };
  DlReportCommand command
      = { .scenarios = scenarios, .vary = vary, .title = "a b", .paper = "letter" };
  g_autofree char *plain = NULL;
  g_autofree char *full = NULL;
  g_auto (GStrv) argv = NULL;
  static const char *const expected[] = { "dateline-cli",
                                          "report",
                                          "preset:ring-8",
                                          "library:It's “mine”",
                                          "./-x.dateline",
                                          "--vary",
                                          "torus.datelines=1\\,2",
                                          "--sections",
                                          "map",
                                          "--simulate",
                                          "--seeds",
                                          "4",
                                          "--title",
                                          "a b",
                                          "--paper",
                                          "letter",
                                          "-o",
                                          "report.pdf",
                                          NULL };

  command.options = dl_report_options_default ();
  plain = dl_report_command (&command);
  g_assert_null (strstr (plain, "--sections"));
  command.options.parts = DL_REPORT_MAP;
  command.options.simulate = TRUE;
  command.options.n_seeds = 4;
  full = dl_report_command (&command);
  g_assert_true (g_shell_parse_argv (full, NULL, &argv, NULL));
  g_assert_true (g_strv_equal ((const char *const *) argv, expected));
}

static void
edit_run (DlSession *session, const char *key, const char *value, const char *label)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();

  dl_edits_add (edits, DL_EDIT_SET, key, value);
  g_assert_true (dl_session_edit (session, edits, label, NULL, NULL));
}

static void
catch_up (DlLive *live)
{
  dl_live_sync (live);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  dl_live_sync (live);
}

/* Lines of a run in the window: their names, where they left, changes, ends, and a chart. */
static void
test_lines (void)
{
  g_autoptr (DlSession) session = dl_session_new (NULL);
  g_autoptr (DlLive) live = NULL;
  DlComparison *comparison = dl_comparison_new ();
  g_autoptr (DlReportData) data = NULL;
  g_autoptr (DlReport) report = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_auto (GStrv) pages = NULL;
  const DlLiveLine *lines;
  guint n;

  dl_session_open_new (session, dl_preset_load ("torus-5x5x5", NULL));
  live = dl_live_new (session);
  dl_live_step (live, 1000);
  catch_up (live);
  edit_run (session, "torus.broken-links", "1,2,3:x+", "Broke it");
  dl_live_step (live, 1500);
  catch_up (live);
  dl_live_seek (live, 800);
  catch_up (live);
  edit_run (session, "traffic.load", "0.05", "Less of it");
  catch_up (live);
  dl_live_step (live, 700);
  catch_up (live);
  lines = dl_live_get_lines (live, &n);
  g_assert_cmpuint (n, ==, 2);
  add (comparison, "torus-5x5x5", NULL, NULL);
  data = find_out (comparison, dl_report_options_default ());
  data->lines = dl_live_lines_report (lines, n);
  report = dl_report_new (data, &plain_look);
  document_check_places (dl_report_get_document (report));
  bytes = render (report);
  if (!pdf_have ("pdftotext"))
    return;
  pages = pdf_pages (bytes);
  pdf_assert_has ((const char *const *) pages, "Lines of the run");
  pdf_assert_has ((const char *const *) pages, "Cycle 1000: Broke it");
  pdf_assert_has ((const char *const *) pages, "Cycle 800: Less of it");
  pdf_assert_has ((const char *const *) pages, "1 800 1500 ");
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *latency = fixed (lines[i].at_end.latency_mean, 2);

      g_assert_cmpuint (lines[i].at_end.cycles, ==, i == 0 ? 2500 : 1500);
      pdf_assert_has ((const char *const *) pages, latency);
    }
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report/one", test_one);
  g_test_add_func ("/report/mixed", test_mixed);
  g_test_add_func ("/report/bounds", test_bounds);
  g_test_add_func ("/report/faults", test_faults);
  g_test_add_func ("/report/dozen", test_dozen);
  g_test_add_func ("/report/parts", test_parts);
  g_test_add_func ("/report/simulated", test_simulated);
  g_test_add_func ("/report/load-curve", test_load_curve);
  g_test_add_func ("/report/cancel", test_cancel);
  g_test_add_func ("/report/command", test_command);
  g_test_add_func ("/report/lines", test_lines);
  return g_test_run ();
}
