/* Reports: nothing is outside the margins or on top of something else, the contents tell the truth,
 * the numbers are those of the analysis, and the same scenarios give the same bytes. */
#include "dl-document.h"
#include "dl-evaluate.h"
#include "dl-field.h"
#include "dl-report-command.h"
#include "dl-report.h"
#include "dl-rng.h"
#include "dl-scenario-file.h"

#include <glib/gstdio.h>

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

/* Reading a PDF -------------------------------------------------------------------------------- */

static gboolean
have (const char *program)
{
  g_autofree char *path = g_find_program_in_path (program);
  g_autofree char *why = g_strdup_printf ("%s is not there (package poppler-utils)", program);

  if (path == NULL)
    g_test_skip (why);
  return path != NULL;
}

/* What @program says of @bytes, with its arguments before the file's name. */
static char *
ask (const char *program, const char *const *arguments, GBytes *bytes)
{
  g_autofree char *file = g_build_filename (g_get_tmp_dir (), "dateline-report-XXXXXX.pdf", NULL);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  char *out = NULL;
  gsize length;
  gconstpointer data = g_bytes_get_data (bytes, &length);
  const gint fd = g_mkstemp (file);
  int status;

  g_assert_cmpint (fd, >=, 0);
  g_close (fd, NULL);
  g_assert_true (g_file_set_contents (file, data, (gssize) length, NULL));
  g_ptr_array_add (argv, (gpointer) program);
  for (guint i = 0; arguments[i] != NULL; i++)
    g_ptr_array_add (argv, (gpointer) arguments[i]);
  g_ptr_array_add (argv, file);
  if (g_str_equal (program, "pdftotext"))
    g_ptr_array_add (argv, (gpointer) "-");
  g_ptr_array_add (argv, NULL);
  g_spawn_sync (NULL, (char **) argv->pdata, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, NULL,
                &status, &error);
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, NULL));
  g_unlink (file);
  return out;
}

/* The text of each page, every run of blanks one blank. */
static GStrv
pages_of (GBytes *bytes)
{
  static const char *const arguments[] = { "-layout", "-enc", "UTF-8", NULL };
  g_autofree char *text = ask ("pdftotext", arguments, bytes);
  g_autoptr (GRegex) blanks = g_regex_new ("[ \u00a0\n]+", 0, 0, NULL);
  g_autofree char *plain = g_regex_replace_literal (blanks, text, -1, 0, " ", 0, NULL);

  return g_strsplit (plain, "\f", -1);
}

static char *
squeeze (const char *text)
{
  g_autoptr (GRegex) blanks = g_regex_new ("[ \u00a0\n]+", 0, 0, NULL);

  return g_regex_replace_literal (blanks, text, -1, 0, " ", 0, NULL);
}

static gboolean
has_text (const char *page, const char *text)
{
  g_autofree char *plain = squeeze (text);

  return strstr (page, plain) != NULL;
}

static void
assert_somewhere (const char *const *pages, const char *text)
{
  for (guint i = 0; pages[i] != NULL; i++)
    if (has_text (pages[i], text))
      return;
  g_error ("“%s” is on no page", text);
}

/* Where things are ----------------------------------------------------------------------------- */

#define SLACK   0.01
#define BEARING 1.0 /* points by which the ink of a letter may reach over its place */

static gboolean
overlap (const DlRect *a, const DlRect *b)
{
  return a->x + a->width > b->x + BEARING && b->x + b->width > a->x + BEARING
         && a->y + a->height > b->y + SLACK && b->y + b->height > a->y + SLACK;
}

/* All boxes are inside the margins, and no two of those that are read or looked at overlap. */
static void
check_places (const DlDocument *document)
{
  const DlRect body = dl_document_body (document);
  const guint n = dl_document_n_boxes (document);
  guint first = 0;

  g_assert_cmpuint (n, >, 0);
  for (guint i = 0; i < n; i++)
    {
      const DlDocumentBox box = dl_document_box (document, i);

      if (box.rect.x < body.x - BEARING || box.rect.y < body.y - SLACK
          || box.rect.x + box.rect.width > body.x + body.width + BEARING
          || box.rect.y + box.rect.height > body.y + body.height + SLACK)
        g_error ("page %u: “%s” at %g,%g, %g x %g, is outside the margins", box.page + 1,
                 box.text != NULL ? box.text : "a figure or rule", box.rect.x, box.rect.y,
                 box.rect.width, box.rect.height);
      if (dl_document_box (document, first).page != box.page)
        {
          g_assert_cmpuint (box.page, ==, dl_document_box (document, first).page + 1);
          first = i;
        }
      if (box.text == NULL && !box.is_figure)
        continue;
      for (guint j = first; j < i; j++)
        {
          const DlDocumentBox other = dl_document_box (document, j);

          if ((other.text != NULL || other.is_figure) && overlap (&box.rect, &other.rect))
            g_error ("page %u: “%s” is on top of “%s”", box.page + 1,
                     box.text != NULL ? box.text : "a figure",
                     other.text != NULL ? other.text : "a figure");
        }
    }
}

/* The ink itself stays out of the margins at both sides, as a program that knows nothing of the
 * layout draws it. */
static void
check_ink (GBytes *bytes, double margin_pt)
{
  static const char *const arguments[] = { "-r", "36", "-gray", NULL };
  g_autofree char *out = NULL;
  g_autofree char *root = g_build_filename (g_get_tmp_dir (), "dateline-ink-XXXXXX", NULL);
  gsize length;
  gconstpointer data = g_bytes_get_data (bytes, &length);
  g_autofree char *file = NULL;
  g_autoptr (GDir) dir = NULL;
  const char *name;
  guint n_pages = 0;

  g_assert_nonnull (g_mkdtemp (root));
  file = g_build_filename (root, "a.pdf", NULL);
  g_assert_true (g_file_set_contents (file, data, (gssize) length, NULL));
  {
    g_autofree char *prefix = g_build_filename (root, "p", NULL);
    const char *const argv[]
        = { "pdftoppm", arguments[0], arguments[1], arguments[2], file, prefix, NULL };
    int status;

    g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                                 NULL, &status, NULL));
    g_assert_true (g_spawn_check_wait_status (status, NULL));
  }
  g_unlink (file);
  dir = g_dir_open (root, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (root, name, NULL);
      g_autofree char *picture = NULL;
      guint width, height, most;
      int header;

      g_assert_true (g_file_get_contents (path, &picture, &length, NULL));
      g_assert_cmpint (sscanf (picture, "P5 %u %u %u%n", &width, &height, &most, &header), ==, 3);
      g_assert_cmpuint (length, ==, (gsize) header + 1 + (gsize) width * height);
      for (guint y = 0; y < height; y++)
        for (guint x = 0; x < (guint) (margin_pt / 2) - 1; x++)
          {
            const guint8 *row = (const guint8 *) picture + header + 1 + (gsize) y * width;

            if (row[x] < 250 || row[width - 1 - x] < 250)
              g_error ("%s: ink in the margin, line %u", name, y);
          }
      g_unlink (path);
      n_pages++;
    }
  g_rmdir (root);
  g_assert_cmpuint (n_pages, >, 0);
}

/* Letters that are written from the left, and that there is a font for everywhere: of the others no
 * two programs have the same order. */
static gboolean
is_plain (const char *text)
{
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    if (g_utf8_get_char (at) >= 0x590 && g_utf8_get_char (at) < 0x2000)
      return FALSE;
    else if (g_utf8_get_char (at) >= 0x2e80)
      return FALSE;
  return TRUE;
}

/* Every heading is on the page that the contents name. */
static void
check_contents (const DlDocument *document, const char *const *pages)
{
  const guint n = dl_document_n_headings (document);
  g_autoptr (GString) front = g_string_new (NULL);
  guint first = G_MAXUINT;

  for (guint i = 0; i < n; i++)
    first = MIN (first, dl_document_heading (document, i).page);
  g_assert_cmpuint (first, >, 0);
  for (guint page = 0; page < first; page++)
    g_string_append (front, pages[page]);
  for (guint i = 0; i < n; i++)
    {
      const DlDocumentHeading heading = dl_document_heading (document, i);
      g_autofree char *plain = squeeze (heading.text);
      g_autofree char *entry = g_strdup_printf ("%s %u ", plain, heading.page + 1);

      if (!is_plain (heading.text))
        continue;
      if (heading.level == 1 || n <= 70)
        if (strstr (front->str, entry) == NULL)
          g_error ("the contents do not say “%s”", entry);
      if (!has_text (pages[heading.page], heading.text))
        g_error ("“%s” is not on page %u", heading.text, heading.page + 1);
    }
}

static void
check_fonts (GBytes *bytes)
{
  static const char *const none[] = { NULL };
  g_autofree char *out = ask ("pdffonts", none, bytes);
  g_auto (GStrv) lines = g_strsplit (g_strchomp (out), "\n", -1);
  const char *head = strstr (lines[0], "emb");

  g_assert_nonnull (head);
  g_assert_cmpuint (g_strv_length (lines), >, 2);
  for (guint i = 2; lines[i] != NULL; i++)
    if (strncmp (lines[i] + (head - lines[0]), "yes", 3) != 0)
      g_error ("not embedded: %s", lines[i]);
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
  g_autoptr (DlAnalysis) analysis = NULL;
  g_autoptr (DlDragonflyAnalysis) dragonfly = NULL;

  if (scenario->kind == DL_KIND_TORUS)
    {
      analysis = dl_evaluate (scenario, NULL, NULL);
      for (guint dim = 0; dim < DL_N_DIMS; dim++)
        {
          const DlDimensionStats *stats = &analysis->dims[dim];
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
            assert_somewhere (pages, row);
        }
      g_autofree char *hops = fixed (analysis->hops_mean, 4);
      g_autofree char *facts = g_strdup_printf ("Mean hops %s", hops);
      g_autofree char *unreachable
          = g_strdup_printf ("Unreachable pairs %lu", (gulong) analysis->unreachable_pairs);

      assert_somewhere (pages, facts);
      assert_somewhere (pages, unreachable);
      assert_somewhere (pages, analysis->verdict->deadlock_free ? "Routes cannot deadlock"
                                                                : "Routes can deadlock");
      return;
    }
  dragonfly = dl_evaluate_dragonfly (scenario, NULL, NULL, NULL);
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    {
      const DlLinkClassStats *stats = &dragonfly->classes[class];
      g_autofree char *mean = fixed (stats->load_mean, 2);
      g_autofree char *most = fixed (stats->load_max, 2);
      g_autofree char *rate = fixed (dragonfly->rates.class_GBps[class], 4);
      g_autofree char *row = g_strdup_printf ("%u %s %s %s ", stats->links, rate, mean, most);

      if (stats->links > 0)
        assert_somewhere (pages, row);
    }
  g_autofree char *bound = fixed (dragonfly->bound_load, 4);

  assert_somewhere (pages, bound);
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

  check_places (document);
  g_assert_true (g_bytes_equal (bytes, second));
  read = dl_figure_read_scenario (start, length, NULL);
  g_assert_cmpstr (read, ==, expected);
  if (!have ("pdftotext"))
    return g_steal_pointer (&bytes);
  pages = pages_of (bytes);
  check_contents (document, (const char *const *) pages);
  if ((options.parts & DL_REPORT_BALANCE) != 0 && (options.parts & DL_REPORT_VERDICT) != 0)
    for (guint i = 0; i < data->comparison->rows->len; i++)
      check_numbers (dl_comparison_row (data->comparison, i)->scenario,
                     (const char *const *) pages);
  check_fonts (bytes);
  check_ink (bytes, dl_document_body (document).x);
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
  if (!have ("pdftotext"))
    return;
  pages = pages_of (bytes);
  assert_somewhere ((const char *const *) pages, "Broken cables, both directions (100): ");
  assert_somewhere ((const char *const *) pages, " and 40 more.");
}

static void
test_thirty (void)
{
  DlComparison *comparison = dl_comparison_new ();
  g_autoptr (GBytes) bytes = NULL;

  for (guint i = 0; i < 30; i++)
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

/* What the report says is what comparing the same scenarios by themselves says, however many
 * threads there are. */
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
  if (!have ("pdftotext"))
    return;
  pages = pages_of (bytes);
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

        assert_somewhere ((const char *const *) pages, row);
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
  if (!have ("pdftotext"))
    return;
  pages = pages_of (bytes);
  assert_somewhere ((const char *const *) pages, "Latency against offered load");
  assert_somewhere ((const char *const *) pages, "There is no load curve: ");
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

/* Documents ------------------------------------------------------------------------------------ */

static GBytes *
render_document (DlDocument *document)
{
  const DlDocumentNotes notes = { .title = "t" };
  g_autoptr (GError) error = NULL;
  GBytes *bytes = dl_document_render (document, &notes, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return bytes;
}

static guint
count (const char *text, const char *needle)
{
  guint n = 0;

  for (const char *at = text; (at = strstr (at, needle)) != NULL; at += strlen (needle))
    n++;
  return n;
}

/* Every row and every line is there once, in order; heads are repeated on each page. */
static void
test_long (void)
{
  g_autoptr (DlDocument) document = dl_document_new (DL_SHEET_A4, "running");
  DlDocumentTable *table = dl_document_table_new ();
  g_autoptr (GString) lines = g_string_new (NULL);
  g_autoptr (GBytes) bytes = NULL;
  g_auto (GStrv) pages = NULL;
  g_autofree char *all = NULL;
  const char *at;
  guint n_pages, with_rows = 0;

  dl_document_table_add_column (table, "HEAD", DL_ALIGN_START, 1);
  dl_document_table_add_column (table, "", DL_ALIGN_END, 0);
  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *row = g_strdup_printf ("row%u.", i);

      dl_document_table_add (table, row, DL_CELL_PLAIN);
      dl_document_table_add (table, i % 7 == 0 ? "two lines, as the column is narrow" : "",
                             DL_CELL_CODE);
      g_string_append_printf (lines, "line%u.\n", i);
    }
  dl_document_add_heading (document, 1, "Table");
  dl_document_add_table (document, table);
  dl_document_add_heading (document, 1, "Lines");
  dl_document_add_text (document, DL_PARAGRAPH_CODE, lines->str);
  n_pages = dl_document_lay (document);
  check_places (document);
  bytes = render_document (document);
  if (!have ("pdftotext"))
    return;
  pages = pages_of (bytes);
  g_assert_cmpuint (g_strv_length (pages), >=, n_pages);
  for (guint i = 0; i < n_pages; i++)
    {
      const gboolean rows = strstr (pages[i], "row") != NULL;

      g_assert_cmpuint (count (pages[i], "HEAD"), ==, rows);
      with_rows += rows;
    }
  g_assert_cmpuint (with_rows, >, 2);
  all = g_strjoinv (" ", pages);
  at = all;
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < 200; i++)
      {
        g_autofree char *text = g_strdup_printf (pass == 0 ? "row%u." : "line%u.", i);

        g_assert_cmpuint (count (all, text), ==, 1);
        at = strstr (at, text);
        g_assert_nonnull (at);
      }
}

static char *
random_text (DlRng *rng, guint most)
{
  static const char *const words[] = { "a",
                                       "link",
                                       "virtual channel",
                                       "שלום",
                                       "中文字",
                                       "dateline",
                                       "0123456789012345678901234567890123456789",
                                       "é̂",
                                       "\t",
                                       "−.5",
                                       "(",
                                       "%s",
                                       "x_y=z;" };
  GString *text = g_string_new (NULL);
  const guint n = dl_rng_below (rng, most + 1);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", words[dl_rng_below (rng, G_N_ELEMENTS (words))],
                            dl_rng_below (rng, 5) > 0 ? " " : "");
  return g_string_free (text, FALSE);
}

static void
add_random_table (DlDocument *document, DlRng *rng)
{
  DlDocumentTable *table = dl_document_table_new ();
  const guint n_columns = 1 + dl_rng_below (rng, 8);
  const guint n_rows = dl_rng_below (rng, 60);

  for (guint i = 0; i < n_columns; i++)
    {
      g_autofree char *title = random_text (rng, 4);

      dl_document_table_add_column (table, title, dl_rng_below (rng, 3), dl_rng_below (rng, 3));
    }
  for (guint i = 0; i < n_rows * n_columns; i++)
    {
      g_autofree char *text = random_text (rng, dl_rng_below (rng, 10) == 0 ? 80 : 5);

      dl_document_table_add (table, text, dl_rng_below (rng, 8));
    }
  dl_document_add_table (document, table);
}

/* Whatever is in them, documents keep to their margins. */
static void
test_random (void)
{
  for (guint seed = 0; seed < 40; seed++)
    {
      DlRng rng;
      g_autoptr (DlDocument) document = dl_document_new (seed % 2, "running head");

      dl_rng_init (&rng, seed);
      dl_document_add_contents (document);
      for (guint i = dl_rng_below (&rng, 30); i > 0; i--)
        {
          g_autofree char *text = random_text (&rng, dl_rng_below (&rng, 4) == 0 ? 900 : 20);

          switch (dl_rng_below (&rng, 5))
            {
            case 0:
              dl_document_add_heading (document, dl_rng_below (&rng, 3), text);
              break;
            case 1:
              add_random_table (document, &rng);
              break;
            case 2:
              dl_document_add_page_break (document);
              break;
            default:
              dl_document_add_text (document, dl_rng_below (&rng, DL_PARAGRAPH_CODE + 1), text);
            }
        }
      dl_document_add_text (document, DL_PARAGRAPH_NORMAL, "The end.");
      g_assert_cmpuint (dl_document_lay (document), >, 0);
      check_places (document);
      g_bytes_unref (render_document (document));
    }
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

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report/one", test_one);
  g_test_add_func ("/report/mixed", test_mixed);
  g_test_add_func ("/report/faults", test_faults);
  g_test_add_func ("/report/thirty", test_thirty);
  g_test_add_func ("/report/parts", test_parts);
  g_test_add_func ("/report/simulated", test_simulated);
  g_test_add_func ("/report/load-curve", test_load_curve);
  g_test_add_func ("/report/cancel", test_cancel);
  g_test_add_func ("/report/command", test_command);
  g_test_add_func ("/document/long", test_long);
  g_test_add_func ("/document/random", test_random);
  return g_test_run ();
}
