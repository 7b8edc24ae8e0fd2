/* Every figure of many networks in every format, width and again: drawn, of the right size, the
 * same to the byte. */
#include "test-figure-fixture.h"

#include "dl-scenario-file.h"

#include <glib/gstdio.h>

#include <locale.h>
#include <math.h>
#include <string.h>

static const DlFigureFormat formats[]
    = { DL_FIGURE_PDF, DL_FIGURE_SVG, DL_FIGURE_PNG, DL_FIGURE_CSV };
static const char *const endings[] = { "pdf", "svg", "png", "csv" };

static void
test_registry (void)
{
  static const char *const names[]
      = { "ring-matrix",   "planes",        "isometric", "ring-balance", "balance-histograms",
          "channel-load",  "age-histogram", "stalls",    "latency",      "throughput",
          "router",        "packets",       "age-bias",  "equations",    "load-latency",
          "measured",      "paper-4a",      "paper-4b",  "paper-5",      "paper-table-5",
          "paper-table-6", "paper-checks",  "booksim",   "sweep",        "waits" };
  guint n;
  const DlFigure *const *figures = dl_family_figures (&dl_family_torus, &n);

  g_assert_cmpuint (n, ==, G_N_ELEMENTS (names));
  for (guint i = 0; i < n; i++)
    {
      g_assert_true (dl_family_figure_find (&dl_family_torus, names[i]) != NULL);
      g_assert_true (dl_family_figure_find (&dl_family_torus, figures[i]->id) == figures[i]);
      g_assert_cmpuint (strlen (figures[i]->title), >, 0);
      g_assert_null (strchr (figures[i]->description, '\n'));
    }
  g_assert_null (dl_family_figure_find (&dl_family_torus, "no such figure"));
}

static void
test_format_for (void)
{
  static const char *const refused[] = { "", "figure", ".png", "png", "a.pdf.txt", "a.jpeg", "a." };
  DlFigureFormat format;

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *name = g_strdup_printf ("dir.svg/a.b.%s", endings[i]);
      g_autofree char *loud = g_ascii_strup (name, -1);

      g_assert_true (dl_figure_format_for (name, &format, NULL));
      g_assert_cmpint (format, ==, formats[i]);
      g_assert_true (dl_figure_format_for (loud, &format, NULL));
      g_assert_cmpint (format, ==, formats[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (dl_figure_format_for (refused[i], &format, &error));
      g_assert_error (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_FORMAT);
      for (guint j = 0; j < G_N_ELEMENTS (endings); j++)
        g_assert_nonnull (strstr (error->message, endings[j]));
    }
}

static guint32
big_endian (const guint8 *bytes)
{
  return (guint32) bytes[0] << 24 | (guint32) bytes[1] << 16 | (guint32) bytes[2] << 8 | bytes[3];
}

static void
check_rendering (const DlFigure *figure, const DlFigureInput *input, DlFigureFormat format,
                 double width_in, double dpi, GBytes *bytes)
{
  const double height = dl_figure_height (figure, input, width_in * 72);
  gsize length;
  const guint8 *data = g_bytes_get_data (bytes, &length);
  g_autofree char *expected = NULL;

  g_assert_cmpfloat (height, >, 0);
  switch (format)
    {
    case DL_FIGURE_PDF:
      g_assert_true (g_str_has_prefix ((const char *) data, "%PDF-1."));
      break;
    case DL_FIGURE_SVG:
      g_assert_true (g_utf8_validate_len ((const char *) data, length, NULL));
      g_assert_nonnull (g_strstr_len ((const char *) data, (gssize) length, "<title>"));
      /* Text is outlines, not letters of a font that others may not have. */
      g_assert_null (g_strstr_len ((const char *) data, (gssize) length, "<text"));
      break;
    case DL_FIGURE_PNG:
      g_assert_cmpuint (big_endian (data + 16), ==, lround (width_in * dpi));
      g_assert_cmpfloat (fabs (big_endian (data + 20) - height / 72 * dpi), <, 0.501);
      break;
    case DL_FIGURE_CSV:
      g_assert_true (g_utf8_validate_len ((const char *) data, length, NULL));
      g_assert_true (g_ascii_isalpha (data[0]));
      break;
    }
}

/* Each figure; with @twice, the same to the byte again. */
static void
render_figures (const TestFigure *test, DlFigureFormat format, double width_in, double dpi,
                gboolean twice)
{
  guint n_figures;
  const DlFigure *const *figures = dl_family_figures (&dl_family_torus, &n_figures);

  for (guint i = 0; i < n_figures; i++)
    {
      const DlFigureInput input = test_figure_input (test, figures[i]);
      g_autoptr (GBytes) bytes = test_figure_render (test, figures[i]->id, format, width_in, dpi);

      check_rendering (figures[i], &input, format, width_in, dpi, bytes);
      if (twice)
        {
          g_autoptr (GBytes) again
              = test_figure_render (test, figures[i]->id, format, width_in, dpi);
          g_assert_true (g_bytes_equal (bytes, again));
        }
    }
}

static void
test_presets (gconstpointer preset)
{
  static const double widths[] = { DL_WIDTH_COLUMN_IN, DL_WIDTH_PAGE_IN, DL_WIDTH_SLIDE_IN };
  g_autoptr (TestFigure) test = test_figure_new (preset, NULL);

  /* All widths in one format: the others are the same drawing. */
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    for (guint j = 0; j < (formats[i] == DL_FIGURE_PDF ? G_N_ELEMENTS (widths) : 1); j++)
      render_figures (test, formats[i], widths[j], 60, formats[i] == DL_FIGURE_PDF && j == 0);
}

static void
test_odd_networks (void)
{
  static const char *const cases[][5] = {
    { "torus.radix=1;1;1" },
    { "torus.radix=2;1;1" },
    { "torus.radix=2;2;2" },
    { "torus.radix=1;3;1" },
    { "torus.radix=1000;1;1" },
    { "torus.radix=1;1;500", "torus.broken-links=0,0,7:z+;0,0,300:z+" },
    { "torus.datelines=-1;-1;-1" },
    { "torus.datelines=0;0;0", "torus.tie=parity" },
    { "torus.broken-nodes=0,0,0;2,2,2", "torus.broken-channels=0,1,1:x+;1,0,0:y-" },
    { "traffic.pattern=transpose" },
    { "traffic.pattern=all-to-one", "traffic.target=1,1,1" },
    { "torus.wrap=false;true;false", "torus.broken-links=1,2,2:x+;2,1,2:y+" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TestFigure) test = test_figure_new ("torus-5x5x5", cases[i]);

      g_test_message ("%s", cases[i][0]);
      /* SVG is the same drawing. */
      render_figures (test, DL_FIGURE_PDF, DL_WIDTH_COLUMN_IN, 60, FALSE);
      render_figures (test, DL_FIGURE_CSV, DL_WIDTH_COLUMN_IN, 60, FALSE);
      /* One end of the widths for each. */
      render_figures (test, DL_FIGURE_PNG, i % 2 == 0 ? DL_WIDTH_LEAST_IN : DL_WIDTH_MOST_IN, 30,
                      FALSE);
    }
}

static void
test_awkward_name (void)
{
  g_autoptr (TestFigure) test = test_figure_new_awkward ();

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    render_figures (test, formats[i], DL_WIDTH_COLUMN_IN, 60, TRUE);
}

/* One series stands for itself; none, for the scenario's own. */
static void
test_one_policy (void)
{
  g_autoptr (TestFigure) test = test_figure_new ("torus-5x5x5", NULL);
  const DlFigure *figure = dl_family_figure_find (&dl_family_torus, "balance-histograms");
  const gpointer own = test->analysis;
  DlFigureInput input = dl_figure_input_default (test->scenario, test->analysis);
  g_autoptr (GBytes) none = dl_figure_render (figure, &input, DL_FIGURE_CSV, 3.5, 300, NULL);
  g_autoptr (GBytes) one = NULL;

  g_assert_cmpstr (test->analysis->routes->spec.vc_policy->title, ==, "Output crossing");
  input.policies = &own;
  input.n_policies = 1;
  one = dl_figure_render (figure, &input, DL_FIGURE_CSV, 3.5, 300, NULL);
  g_assert_true (g_bytes_equal (none, one));
}

static void
test_sizes (void)
{
  static const struct
  {
    double width_in, dpi;
    DlFigureFormat format;
    gboolean fits;
  } cases[] = {
    { 1, 30, DL_FIGURE_PNG, TRUE },      { 3.5, 1200, DL_FIGURE_PNG, TRUE },
    { 0.99, 300, DL_FIGURE_PNG, FALSE }, { 0, 300, DL_FIGURE_PDF, FALSE },
    { -3, 300, DL_FIGURE_SVG, FALSE },   { 40.1, 300, DL_FIGURE_CSV, FALSE },
    { NAN, 300, DL_FIGURE_PDF, FALSE },  { INFINITY, 300, DL_FIGURE_PDF, FALSE },
    { 3.5, 29, DL_FIGURE_PNG, FALSE },   { 3.5, 1201, DL_FIGURE_PNG, FALSE },
    { 3.5, NAN, DL_FIGURE_PNG, FALSE },  { 40, 1200, DL_FIGURE_PNG, FALSE }, /* pixels */
    { 3.5, 0, DL_FIGURE_PDF, TRUE },                                         /* has no dots */
    { 40, 0, DL_FIGURE_SVG, TRUE },
  };
  g_autoptr (TestFigure) test = test_figure_new ("ring-8", NULL);
  const DlFigure *figure = dl_family_figure_find (&dl_family_torus, "channel-load");
  const DlFigureInput input = test_figure_input (test, figure);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) bytes = dl_figure_render (figure, &input, cases[i].format,
                                                   cases[i].width_in, cases[i].dpi, &error);

      g_assert_true ((bytes != NULL) == cases[i].fits);
      if (!cases[i].fits)
        {
          g_test_message ("%s", error->message);
          g_assert_error (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_SIZE);
        }
    }
}

/* Numbers have a point wherever the program runs. */
static void
test_locale (void)
{
  static const char *const names[]
      = { "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "ru_RU.UTF-8", "pl_PL.UTF-8" };
  g_autoptr (TestFigure) test = test_figure_new ("xt3-11x12x16", NULL);
  g_autoptr (GBytes) here = NULL, there = NULL;
  g_autofree char *old = g_strdup (setlocale (LC_NUMERIC, NULL));
  const char *found = NULL;

  here = test_figure_render (test, "balance-histograms", DL_FIGURE_CSV, 3.5, 300);
  for (guint i = 0; i < G_N_ELEMENTS (names) && found == NULL; i++)
    found = setlocale (LC_NUMERIC, names[i]);
  if (found == NULL)
    {
      g_test_skip ("no locale with a decimal comma is installed");
      return;
    }
  there = test_figure_render (test, "balance-histograms", DL_FIGURE_CSV, 3.5, 300);
  g_assert_true (g_bytes_equal (here, there));
  g_clear_pointer (&here, g_bytes_unref);
  g_clear_pointer (&there, g_bytes_unref);
  there = test_figure_render (test, "balance-histograms", DL_FIGURE_PDF, 3.5, 300);
  setlocale (LC_NUMERIC, old);
  here = test_figure_render (test, "balance-histograms", DL_FIGURE_PDF, 3.5, 300);
  g_assert_true (g_bytes_equal (here, there));
}

/* The output of @program on @data as a file, or NULL with a reason printed. */
static char *
ask (const char *program, GBytes *data)
{
  g_autofree char *path = g_find_program_in_path (program);
  g_autofree char *name = NULL;
  g_autoptr (GError) error = NULL;
  char *output = NULL;
  int status, fd;

  if (path == NULL)
    {
      g_test_message ("%s is not installed: not checked with it", program);
      return NULL;
    }
  fd = g_file_open_tmp ("figure-XXXXXX.pdf", &name, &error);
  g_assert_no_error (error);
  g_close (fd, NULL);
  g_file_set_contents (name, g_bytes_get_data (data, NULL), (gssize) g_bytes_get_size (data),
                       &error);
  g_assert_no_error (error);
  {
    char *argv[] = { path, name, NULL };
    g_spawn_sync (NULL, argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, NULL, &status, &error);
  }
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, &error));
  g_unlink (name);
  return output;
}

static void
test_pdf (void)
{
  g_autoptr (TestFigure) test = test_figure_new ("xt3-11x12x16", NULL);
  guint n;
  const DlFigure *const *figures = dl_family_figures (&dl_family_torus, &n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GBytes) pdf
          = test_figure_render (test, figures[i]->id, DL_FIGURE_PDF, DL_WIDTH_COLUMN_IN, 300);
      g_autofree char *fonts = ask ("pdffonts", pdf);
      g_autofree char *info = ask ("pdfinfo", pdf);
      g_auto (GStrv) lines = fonts != NULL ? g_strsplit (fonts, "\n", -1) : NULL;

      for (guint line = 2; lines != NULL && lines[line] != NULL; line++)
        if (lines[line][0] != '\0')
          /* name, type, encoding, then: embedded, subset, unicode */
          g_assert_nonnull (strstr (lines[line], " yes yes yes "));
      if (lines != NULL)
        g_assert_cmpuint (g_strv_length (lines), >, 3);
      if (info == NULL)
        continue;
      g_assert_nonnull (strstr (info, "XT3 11x12x16"));
      g_assert_nonnull (strstr (info, "seed 1"));
      g_assert_nonnull (strstr (info, "[torus]"));
      g_assert_nonnull (strstr (info, "252 x "));
      g_assert_null (strstr (info, "CreationDate"));
      g_assert_null (strstr (info, "Author"));
    }
}

/* A page has room for each, and a slide, but for a table that is as long as it is. */
static void
test_heights (void)
{
  g_autoptr (TestFigure) test = test_figure_new ("xt3-11x12x16", NULL);
  guint n;
  const DlFigure *const *figures = dl_family_figures (&dl_family_torus, &n);

  for (guint i = 0; i < n; i++)
    {
      const DlFigureInput input = test_figure_input (test, figures[i]);

      g_assert_cmpfloat (dl_figure_height (figures[i], &input, DL_WIDTH_PAGE_IN * 72), <, 9 * 72);
      if (strcmp (figures[i]->id, "equations") == 0)
        continue;
      g_assert_cmpfloat (dl_figure_height (figures[i], &input, DL_WIDTH_COLUMN_IN * 72), <, 9 * 72);
      g_assert_cmpfloat (dl_figure_height (figures[i], &input, DL_WIDTH_SLIDE_IN * 72), <=,
                         7.5 * 72);
    }
}

static void
test_export (void)
{
  g_autoptr (TestFigure) test = test_figure_new ("ring-8", NULL);
  const DlFigure *figure = dl_family_figure_find (&dl_family_torus, "ring-balance");
  const DlFigureInput input = test_figure_input (test, figure);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("figures-XXXXXX", &error);
  g_autofree char *nowhere = g_build_filename (folder, "none", "a.pdf", NULL);
  g_autofree char *a_folder = g_build_filename (folder, "folder.png", NULL);
  g_autofree char *below_file = g_build_filename (folder, "a.pdf", "b.pdf", NULL);
  g_autofree char *unknown = g_build_filename (folder, "a.gif", NULL);
  const struct
  {
    const char *name;
    GQuark domain;
    int code;
  } bad[] = {
    { nowhere, G_FILE_ERROR, G_FILE_ERROR_NOENT },
    { a_folder, G_FILE_ERROR, G_FILE_ERROR_ISDIR },
    { below_file, G_FILE_ERROR, G_FILE_ERROR_NOTDIR },
    { unknown, DL_FIGURE_ERROR, DL_FIGURE_ERROR_FORMAT },
  };

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *base = g_strconcat ("a.", endings[i], NULL);
      g_autofree char *name = g_build_filename (folder, base, NULL);
      g_autoptr (GBytes) expected = dl_figure_render (figure, &input, formats[i], 3.5, 100, &error);
      g_autofree char *data = NULL;
      gsize length;

      /* Twice: over a file that is there. */
      for (guint j = 0; j < 2; j++)
        {
          g_assert_true (dl_figure_export (figure, &input, name, 3.5, 100, &error));
          g_assert_no_error (error);
        }
      g_assert_true (g_file_get_contents (name, &data, &length, NULL));
      g_assert_cmpmem (data, length, g_bytes_get_data (expected, NULL),
                       g_bytes_get_size (expected));
    }
  g_assert_cmpint (g_mkdir (a_folder, 0700), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_assert_false (dl_figure_export (figure, &input, bad[i].name, 3.5, 100, &error));
      g_assert_error (error, bad[i].domain, bad[i].code);
      g_test_message ("%s", error->message);
      g_assert_true (g_str_has_prefix (error->message, bad[i].name));
      g_clear_error (&error);
    }
  g_rmdir (a_folder);
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *base = g_strconcat ("a.", endings[i], NULL);
      g_autofree char *name = g_build_filename (folder, base, NULL);
      g_unlink (name);
    }
  /* No temporary file is left. */
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* Packets that were injected and not delivered, each in a line; in a large network none are
 * known. */
static void
test_packets (void)
{
  static const char *const presets[] = { "ring-8", "torus-5x5x5", "cascade-2", "generic-33" };

  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlScenario) scenario = dl_preset_load (presets[i], &error);
      DlSimulateOptions options = dl_simulate_options (scenario);
      g_autoptr (DlSimulation) run = NULL;
      DlFigureInput input = { .scenario = scenario };
      g_autoptr (GString) csv = g_string_new (NULL);
      g_auto (GStrv) lines = NULL;
      DlSimFigure *figure;

      options.cycles = 300;
      options.warmup_cycles = 0;
      run = dl_simulate (scenario, &options, NULL, &error);
      g_assert_no_error (error);
      figure = dl_sim_figure_new_run (run);
      input.simulation = figure;
      dl_figure_append_csv (csv, dl_family_figure_find (&dl_family_torus, "packets"), &input);
      lines = g_strsplit (g_strchomp (csv->str), "\n", -1);
      if (g_str_equal (presets[i], "generic-33"))
        g_assert_cmpuint (g_strv_length (lines), ==, 1);
      else
        g_assert_cmpuint (g_strv_length (lines) - 1, ==,
                          run->counters.injected - run->counters.delivered);
      g_assert_true (g_str_equal (presets[i], "generic-33") || g_strv_length (lines) > 10);
      dl_sim_figure_unref (figure);
    }
}

int
main (int argc, char *argv[])
{
  static const char *const presets[]
      = { "xt3-11x12x16", "ring-8", "mesh-4x4", "torus-5x5x5", "red-storm-27x16x24" };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figure/registry", test_registry);
  g_test_add_func ("/figure/packets", test_packets);
  g_test_add_func ("/figure/format-for", test_format_for);
  g_test_add_func ("/figure/sizes", test_sizes);
  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    {
      g_autofree char *path = g_strconcat ("/figure/presets/", presets[i], NULL);
      g_test_add_data_func (path, presets[i], test_presets);
    }
  g_test_add_func ("/figure/odd-networks", test_odd_networks);
  g_test_add_func ("/figure/awkward-name", test_awkward_name);
  g_test_add_func ("/figure/one-policy", test_one_policy);
  g_test_add_func ("/figure/locale", test_locale);
  g_test_add_func ("/figure/pdf", test_pdf);
  g_test_add_func ("/figure/heights", test_heights);
  g_test_add_func ("/figure/export", test_export);
  return g_test_run ();
}
