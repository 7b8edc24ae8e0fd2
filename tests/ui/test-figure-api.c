/* libdateline-figure as programs see it: every figure of every family, in every format, beside what
 * the figures themselves give; options, errors, and each function. */
#include "dateline-figure.h"

#include "dl-evaluate.h"
#include "dl-figure-source.h"
#include "dl-figure.h"
#include "dl-scenario-file.h"
#include "dl-simulate.h"

#include <math.h>
#include <string.h>

#include <glib/gstdio.h>

/* A small one of each family, and one of a family's machines. */
static const char *const presets[] = { "torus-5x5x5", "cascade-2", "fat-tree-16" };

static DatelineScenario *
open_preset (const char *preset)
{
  g_autoptr (GError) error = NULL;
  DatelineScenario *scenario = dateline_scenario_new_preset (preset, &error);

  g_assert_no_error (error);
  g_assert_true (dateline_scenario_set (scenario, "simulation.cycles", "1500", &error));
  g_assert_no_error (error);
  return scenario;
}

static DatelineFigurePicture *
new_picture (DatelineScenario *scenario, const char *figure)
{
  g_autoptr (GError) error = NULL;
  DatelineFigurePicture *picture = dateline_figure_picture_new (scenario, figure, &error);

  g_assert_no_error (error);
  g_assert_nonnull (picture);
  return picture;
}

static void
set (DatelineFigurePicture *picture, const char *option, const char *value)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (dateline_figure_picture_set (picture, option, value, &error));
  g_assert_no_error (error);
}

static void
fails (gboolean done, GError **error, gint code, const char *part)
{
  g_assert_false (done);
  g_assert_error (*error, DATELINE_ERROR, code);
  if (strstr ((*error)->message, part) == NULL)
    g_error ("“%s” does not say “%s”", (*error)->message, part);
  g_assert_null (strstr ((*error)->message, "--"));
  g_clear_error (error);
}

static void
refuses (DatelineFigurePicture *picture, const char *option, const char *value, gint code,
         const char *part)
{
  GError *error = NULL;

  fails (dateline_figure_picture_set (picture, option, value, &error), &error, code, part);
}

/* Every figure ----------------------------------------------------------------------------------
 */

/* The scenario with what a figure shows of it, made without the library. */
typedef struct
{
  DlScenario *scenario;
  DlEvaluation *result;
  DlSimFigure *simulation;
} Known;

static void
known_init (Known *known, DatelineScenario *scenario)
{
  g_autofree char *text = dateline_scenario_to_text (scenario);
  DlSimulateOptions options;
  g_autoptr (DlSimulation) run = NULL;
  g_autoptr (GError) error = NULL;

  known->scenario = dl_scenario_parse (text, -1, "text", NULL, &error);
  g_assert_no_error (error);
  known->result = dl_evaluation_new (known->scenario, 0, NULL, NULL, &error);
  g_assert_no_error (error);
  options = dl_simulate_options (known->scenario);
  options.watches = TRUE;
  run = dl_simulate (known->scenario, &options, NULL, &error);
  g_assert_no_error (error);
  known->simulation = dl_sim_figure_new_run (run);
}

static void
known_clear (Known *known)
{
  dl_sim_figure_unref (known->simulation);
  dl_evaluation_unref (known->result);
  dl_scenario_free (known->scenario);
}

static gboolean
is_of_scenario (const DlFigure *figure)
{
  return !figure->needs_sweep && !figure->needs_measured && !figure->needs_load_curve
         && !figure->needs_policies && figure->paper_check == NULL;
}

static GBytes *
expected (const Known *known, const DlFigure *figure, DlFigureFormat format, double width)
{
  DlFigureInput input
      = dl_figure_input_default (known->scenario, known->result->analysis_of_family);
  g_autoptr (GError) error = NULL;
  GBytes *bytes;

  if (figure->needs_simulation)
    input.simulation = known->simulation;
  bytes = dl_figure_render (figure, &input, format, width, 72, &error);
  g_assert_no_error (error);
  return bytes;
}

static void
same (GBytes *is, GBytes *should)
{
  g_assert_cmpmem (g_bytes_get_data (is, NULL), g_bytes_get_size (is),
                   g_bytes_get_data (should, NULL), g_bytes_get_size (should));
}

static void
same_text (char *is, GBytes *should)
{
  g_autoptr (GBytes) bytes = NULL;

  g_assert_nonnull (is);
  bytes = g_bytes_new_take (is, strlen (is));
  same (bytes, should);
}

static void
check_figure (const Known *known, DatelineScenario *scenario, const DlFigure *figure)
{
  g_autoptr (DatelineFigurePicture) picture = new_picture (scenario, figure->id);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) svg = expected (known, figure, DL_FIGURE_SVG, 7.16);
  g_autoptr (GBytes) png = expected (known, figure, DL_FIGURE_PNG, 7.16);
  g_autoptr (GBytes) csv = expected (known, figure, DL_FIGURE_CSV, 7.16);
  g_autoptr (GBytes) drawn = NULL;

  g_assert_cmpstr (dateline_figure_picture_get_figure (picture), ==, figure->id);
  set (picture, "width", "7.16");
  set (picture, "dpi", "72");
  same_text (dateline_figure_picture_to_svg (picture, &error), svg);
  g_assert_no_error (error);
  drawn = dateline_figure_picture_to_png (picture, &error);
  g_assert_no_error (error);
  same (drawn, png);
  same_text (dateline_figure_picture_to_csv (picture, &error), csv);
  g_assert_no_error (error);
}

static void
test_every_figure (gconstpointer preset)
{
  g_autoptr (DatelineScenario) scenario = open_preset (preset);
  Known known;
  const DlFigure *const *figures;
  guint n, n_checked = 0;

  known_init (&known, scenario);
  figures = dl_family_figures (known.scenario->family, &n);
  for (guint i = 0; i < n; i++)
    if (is_of_scenario (figures[i]))
      {
        check_figure (&known, scenario, figures[i]);
        n_checked++;
      }
  g_assert_cmpuint (n_checked, >=, 6);
  known_clear (&known);
}

static guint
find_row (DatelineTable *table, const char *name)
{
  for (guint row = 0; row < dateline_table_get_n_rows (table); row++)
    {
      g_autofree char *cell = dateline_table_get_text (table, row, 0, NULL);

      if (g_str_equal (cell, name))
        return row;
    }
  g_assert_not_reached ();
}

static void
test_list (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DatelineTable) all = dateline_figure_list (NULL, &error);
  g_autoptr (DatelineTable) own = NULL;
  g_autofree char *needs = NULL;
  guint n;

  g_assert_no_error (error);
  dl_figures (&n);
  g_assert_cmpuint (dateline_table_get_n_rows (all), ==, n);
  needs = dateline_table_get_text (all, find_row (all, "load-latency"), 3, NULL);
  g_assert_cmpstr (needs, ==, "load-curve");
  own = dateline_figure_list ("fabric", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (dateline_table_get_n_rows (own), <, n);
  g_assert_null (dateline_figure_list ("tours", &error));
  fails (FALSE, &error, DATELINE_ERROR_NOT_FOUND, "did you mean torus?");
}

/* Options ---------------------------------------------------------------------------------------
 */

static void
test_names (void)
{
  g_autoptr (DatelineScenario) scenario = open_preset ("ring-8");
  GError *error = NULL;

  g_assert_null (dateline_figure_picture_new (scenario, "ring-matriks", &error));
  fails (FALSE, &error, DATELINE_ERROR_VALUE, "did you mean ring-matrix?");
  g_assert_null (dateline_figure_picture_new (scenario, "groups", &error));
  fails (FALSE, &error, DATELINE_ERROR_VALUE, "groups is for a dragonfly");
  g_assert_null (dateline_figure_picture_new (scenario, "sweep", &error));
  fails (FALSE, &error, DATELINE_ERROR_VALUE, "of a sweep");
  g_assert_null (dateline_figure_picture_new (scenario, "panels", &error));
  fails (FALSE, &error, DATELINE_ERROR_VALUE, "a page");
}

static void
test_options (void)
{
  g_autoptr (DatelineScenario) scenario = open_preset ("torus-5x5x5");
  g_autoptr (DatelineFigurePicture) picture = new_picture (scenario, "ring-matrix");
  g_autoptr (DatelineTable) options = dateline_figure_picture_list_options (picture);
  g_autoptr (GError) error = NULL;
  g_autofree char *plain = dateline_figure_picture_to_svg (picture, NULL);
  g_autofree char *changed = NULL, *again = NULL, *value = NULL;

  find_row (options, "metric");
  refuses (picture, "metrc", "load", DATELINE_ERROR_NOT_FOUND, "did you mean metric?");
  refuses (picture, "metric", "laod", DATELINE_ERROR_VALUE, "did you mean load?");
  refuses (picture, "group", "3", DATELINE_ERROR_VALUE, "group is for a dragonfly");
  refuses (picture, "dark", "yes", DATELINE_ERROR_VALUE, "expected true or false");
  refuses (picture, "width", "99", DATELINE_ERROR_VALUE, "out of range");
  refuses (picture, "font", "comic", DATELINE_ERROR_VALUE, "sans or serif");
  refuses (picture, "dimension", "w", DATELINE_ERROR_VALUE, "x, y or z");
  refuses (picture, "jobs", "0", DATELINE_ERROR_VALUE, "out of range");
  refuses (picture, "title", "\xff", DATELINE_ERROR_VALUE, "UTF-8");
  again = dateline_figure_picture_to_svg (picture, NULL);
  g_assert_cmpstr (again, ==, plain);

  set (picture, "metric", "load");
  set (picture, "--text-size", "9");
  set (picture, "no_caption", "true");
  value = dateline_figure_picture_get (picture, "no-caption", &error);
  g_assert_cmpstr (value, ==, "true");
  g_assert_null (dateline_figure_picture_get (picture, "dark", &error));
  g_assert_no_error (error);
  g_assert_null (dateline_figure_picture_get (picture, "drak", &error));
  fails (FALSE, &error, DATELINE_ERROR_NOT_FOUND, "did you mean dark?");
  changed = dateline_figure_picture_to_svg (picture, NULL);
  g_assert_cmpstr (changed, !=, plain);

  set (picture, "metric", NULL);
  set (picture, "text-size", NULL);
  set (picture, "no-caption", NULL);
  g_free (again);
  again = dateline_figure_picture_to_svg (picture, NULL);
  g_assert_cmpstr (again, ==, plain);
}

/* What an option needs beside it is told when it is drawn, and nothing is lost. */
static void
test_missing (void)
{
  g_autoptr (DatelineScenario) scenario = open_preset ("torus-5x5x5");
  g_autoptr (DatelineFigurePicture) picture = new_picture (scenario, "ring-matrix");
  g_autofree char *svg = NULL;
  GError *error = NULL;

  set (picture, "metric", "measured");
  fails (dateline_figure_picture_compute (picture, NULL, NULL, NULL, &error), &error,
         DATELINE_ERROR_VALUE, "counters are missing");
  set (picture, "counters", "no-such-file");
  g_assert_false (dateline_figure_picture_compute (picture, NULL, NULL, NULL, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_clear_error (&error);
  set (picture, "counters", NULL);
  set (picture, "metric", NULL);
  set (picture, "show", "a");
  fails (dateline_figure_picture_compute (picture, NULL, NULL, NULL, &error), &error,
         DATELINE_ERROR_VALUE, "second scenario");
  set (picture, "show", NULL);
  svg = dateline_figure_picture_to_svg (picture, &error);
  g_assert_no_error (error);
  g_assert_nonnull (svg);
}

static void
test_against (void)
{
  g_autoptr (DatelineScenario) a = open_preset ("torus-5x5x5");
  g_autoptr (DatelineScenario) b = dateline_scenario_copy (a);
  g_autoptr (DatelineScenario) other = open_preset ("cascade-2");
  g_autoptr (DatelineScenario) ring = open_preset ("ring-8");
  g_autoptr (DatelineFigurePicture) picture = new_picture (a, "ring-matrix");
  g_autoptr (DatelineFigurePicture) lone = new_picture (a, "latency");
  g_autofree char *plain = dateline_figure_picture_to_svg (picture, NULL);
  g_autofree char *difference = NULL, *shown = NULL, *again = NULL;
  GError *error = NULL;

  fails (dateline_figure_picture_set_against (lone, b, &error), &error, DATELINE_ERROR_VALUE,
         "shows only one scenario");
  fails (dateline_figure_picture_set_against (picture, other, &error), &error, DATELINE_ERROR_VALUE,
         "against: ");
  g_assert_true (dateline_scenario_set (b, "torus.datelines", "1;1;1", &error));
  g_assert_true (dateline_figure_picture_set_against (picture, b, &error));
  difference = dateline_figure_picture_to_svg (picture, &error);
  set (picture, "show", "b");
  set (picture, "metric", "sim-load");
  shown = dateline_figure_picture_to_svg (picture, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (difference, !=, plain);
  g_assert_cmpstr (difference, !=, shown);
  g_assert_true (dateline_figure_picture_set_against (picture, ring, &error));
  g_assert_null (dateline_figure_picture_to_svg (picture, &error));
  fails (FALSE, &error, DATELINE_ERROR_VALUE, "cannot be compared");
  g_assert_true (dateline_figure_picture_set_against (picture, NULL, &error));
  set (picture, "show", NULL);
  set (picture, "metric", NULL);
  again = dateline_figure_picture_to_svg (picture, &error);
  g_assert_cmpstr (again, ==, plain);
}

/* Data ------------------------------------------------------------------------------------------
 */

static void
note_progress (double fraction, gpointer data)
{
  double *told = data;

  g_assert_cmpfloat (fraction, >=, *told);
  *told = fraction;
}

static void
test_load_curve (void)
{
  g_autoptr (DatelineScenario) scenario = open_preset ("ring-8");
  g_autoptr (DatelineFigurePicture) picture = new_picture (scenario, "load-latency");
  g_autoptr (GCancellable) canceled = g_cancellable_new ();
  g_autoptr (DatelineTable) table = NULL;
  GError *error = NULL;
  double told = 0;

  set (picture, "cycles", "300");
  set (picture, "seeds", "1");
  g_cancellable_cancel (canceled);
  g_assert_false (dateline_figure_picture_compute (picture, canceled, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_true (dateline_figure_picture_compute (picture, NULL, note_progress, &told, &error));
  g_assert_cmpfloat (told, ==, 1);
  table = dateline_figure_picture_to_table (picture, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (dateline_table_get_n_rows (table), >, 4);
}

static void
test_sweep (void)
{
  static const char *const values[] = { "2", "8", NULL };
  g_autoptr (DatelineScenario) scenario = open_preset ("ring-8");
  g_autoptr (DatelineSweep) sweep = dateline_sweep_new (scenario);
  g_autoptr (DatelineFigurePicture) before = NULL, after = NULL;
  g_autoptr (DatelineTable) results = NULL;
  g_autofree char *a = NULL, *b = NULL, *c = NULL;
  GError *error = NULL;

  g_assert_null (dateline_figure_picture_new_of_sweep (sweep, &error));
  fails (FALSE, &error, DATELINE_ERROR_CONFLICT, "vary one or two");
  g_assert_true (dateline_sweep_vary (sweep, "router.age-clock-period", values, &error));
  before = dateline_figure_picture_new_of_sweep (sweep, &error);
  g_assert_no_error (error);
  a = dateline_figure_picture_to_svg (before, &error);
  results = dateline_sweep_run (sweep, 1, NULL, NULL, NULL, &error);
  after = dateline_figure_picture_new_of_sweep (sweep, &error);
  b = dateline_figure_picture_to_svg (after, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (a, ==, b);
  refuses (after, "measures", "latency_men", DATELINE_ERROR_VALUE, "did you mean latency_mean?");
  set (after, "measures", "latency_mean");
  c = dateline_figure_picture_to_svg (after, &error);
  g_assert_cmpstr (b, !=, c);
}

static void
test_simulation (void)
{
  g_autoptr (DatelineScenario) scenario = open_preset ("torus-5x5x5");
  g_autoptr (GError) error = NULL;
  g_autoptr (DatelineSimulation) run = dateline_simulation_new (scenario, &error);
  g_autoptr (DatelineFigurePicture) early = NULL, late = NULL, router = NULL, twin = NULL;
  g_autofree char *a = NULL, *b = NULL, *c = NULL, *d = NULL, *e = NULL;

  g_assert_true (dateline_simulation_run (run, 1000, NULL, NULL, NULL, &error));
  early = dateline_figure_picture_new_of_simulation (run, "latency", &error);
  router = dateline_figure_picture_new_of_simulation (run, "router", &error);
  g_assert_true (dateline_simulation_run (run, 1000, NULL, NULL, NULL, &error));
  late = dateline_figure_picture_new_of_simulation (run, "latency", &error);
  g_assert_no_error (error);
  a = dateline_figure_picture_to_csv (early, &error);
  b = dateline_figure_picture_to_csv (late, &error);
  g_assert_cmpstr (a, !=, b);

  /* The same cycle again is the same picture, whatever was kept meanwhile. */
  dateline_simulation_set_memory (run, 0);
  g_assert_true (dateline_simulation_seek (run, 1000, NULL, &error));
  twin = dateline_figure_picture_new_of_simulation (run, "router", &error);
  set (router, "node", "1,1,1");
  set (twin, "node", "1,1,1");
  c = dateline_figure_picture_to_svg (router, &error);
  d = dateline_figure_picture_to_svg (twin, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (c, ==, d);
  set (twin, "node", "2,2,2");
  e = dateline_figure_picture_to_svg (twin, &error);
  g_assert_cmpstr (d, !=, e);
  g_assert_null (dateline_figure_picture_new_of_simulation (run, "chord", &error));
  fails (FALSE, &error, DATELINE_ERROR_VALUE, "chord");
}

static void
on_computed (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (
      dateline_figure_picture_compute_finish (DATELINE_FIGURE_PICTURE (object), result, &error));
  g_assert_no_error (error);
  g_main_loop_quit (data);
}

static void
test_async (void)
{
  g_autoptr (DatelineScenario) scenario = open_preset ("ring-8");
  g_autoptr (DatelineFigurePicture) picture = new_picture (scenario, "throughput");
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);

  dateline_figure_picture_compute_async (picture, NULL, on_computed, loop);
  g_main_loop_run (loop);
}

static void
test_page (void)
{
  g_autoptr (DatelineScenario) scenario = open_preset ("torus-5x5x5");
  g_autoptr (DatelineFigurePicture) map = new_picture (scenario, "ring-matrix");
  g_autoptr (DatelineFigurePicture) chart = new_picture (scenario, "latency");
  DatelineFigurePicture *both[] = { map, chart, map };
  g_autoptr (DatelineFigurePicture) page = NULL;
  g_autoptr (DatelineTable) options = NULL;
  g_autofree char *before = NULL, *after = NULL;
  GError *error = NULL;
  double told = 0;

  g_assert_null (dateline_figure_picture_new_page (both, 0, 0, &error));
  fails (FALSE, &error, DATELINE_ERROR_VALUE, "expected 1 to 26");
  g_assert_null (dateline_figure_picture_new_page (both, 3, 0, &error));
  fails (FALSE, &error, DATELINE_ERROR_VALUE, "twice");
  g_assert_null (dateline_figure_picture_new_page (both, 2, 7, &error));
  fails (FALSE, &error, DATELINE_ERROR_VALUE, "at most 6");
  page = dateline_figure_picture_new_page (both, 2, 2, &error);
  g_assert_no_error (error);
  both[0] = page;
  g_assert_null (dateline_figure_picture_new_page (both, 2, 0, &error));
  fails (FALSE, &error, DATELINE_ERROR_VALUE, "cannot be on a page");

  refuses (page, "metric", "load", DATELINE_ERROR_VALUE, "not an option of a page");
  fails (dateline_figure_picture_set_against (page, scenario, &error), &error, DATELINE_ERROR_VALUE,
         "a page has no scenario");
  g_assert_null (dateline_figure_picture_to_table (page, &error));
  fails (FALSE, &error, DATELINE_ERROR_VALUE, "as many tables as pictures");
  options = dateline_figure_picture_list_options (page);
  g_assert_cmpuint (dateline_table_get_n_rows (options), ==, 10);
  g_assert_cmpstr (dateline_figure_picture_get_figure (page), ==, "panels");

  g_assert_true (dateline_figure_picture_compute (page, NULL, note_progress, &told, &error));
  g_assert_cmpfloat (told, ==, 1);
  set (page, "width", "7.16");
  before = dateline_figure_picture_to_svg (page, &error);
  set (map, "metric", "load");
  after = dateline_figure_picture_to_svg (page, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (before, !=, after);
}

/* Output ----------------------------------------------------------------------------------------
 */

static void
test_draw (void)
{
  g_autoptr (DatelineScenario) scenario = open_preset ("torus-5x5x5");
  g_autoptr (DatelineFigurePicture) picture = new_picture (scenario, "ring-matrix");
  GError *error = NULL;
  const double height = dateline_figure_picture_get_height (picture, 252, &error);
  cairo_surface_t *image
      = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 252, (int) ceil (height));
  cairo_t *cr = cairo_create (image);
  const guint8 *pixels;
  guint n_dark = 0;

  g_assert_no_error (error);
  g_assert_true (dateline_figure_picture_draw (picture, cr, 252, 0, &error));
  g_assert_no_error (error);
  cairo_surface_flush (image);
  pixels = cairo_image_surface_get_data (image);
  g_assert_cmpuint (pixels[0], ==, 255); /* the background */
  for (int i = 0; i < cairo_image_surface_get_stride (image) * (int) height; i++)
    n_dark += pixels[i] < 64;
  g_assert_cmpuint (n_dark, >, 100);

  g_assert_true (isnan (dateline_figure_picture_get_height (picture, 5, &error)));
  fails (FALSE, &error, DATELINE_ERROR_LIMIT, "wide");
  fails (dateline_figure_picture_draw (picture, cr, NAN, 0, &error), &error, DATELINE_ERROR_LIMIT,
         "wide");
  cairo_restore (cr); /* nothing was saved */
  fails (dateline_figure_picture_draw (picture, cr, 252, 100, &error), &error,
         DATELINE_ERROR_FAILED, "cannot draw");
  cairo_destroy (cr);
  cairo_surface_destroy (image);
}

static void
test_save (void)
{
  g_autoptr (DatelineScenario) scenario = open_preset ("ring-8");
  g_autoptr (DatelineFigurePicture) picture = new_picture (scenario, "ring-matrix");
  g_autoptr (GBytes) pdf = NULL;
  g_autofree char *folder = g_dir_make_tmp ("dateline-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "x.pdf", NULL);
  g_autofree char *other = g_build_filename (folder, "x.gif", NULL);
  g_autofree char *away = g_build_filename (folder, "no", "x.svg", NULL);
  g_autofree char *content = NULL;
  GError *error = NULL;
  gsize length;

  pdf = dateline_figure_picture_to_pdf (picture, &error);
  g_assert_no_error (error);
  g_assert_true (dateline_figure_picture_save (picture, file, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (file, &content, &length, NULL));
  g_assert_cmpmem (content, length, g_bytes_get_data (pdf, NULL), g_bytes_get_size (pdf));
  fails (dateline_figure_picture_save (picture, other, &error), &error, DATELINE_ERROR_VALUE,
         "expected .pdf");
  g_assert_false (dateline_figure_picture_save (picture, away, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_clear_error (&error);
  set (picture, "width", "40");
  set (picture, "dpi", "1200");
  g_assert_null (dateline_figure_picture_to_png (picture, &error));
  fails (FALSE, &error, DATELINE_ERROR_LIMIT, "pixels");
  g_unlink (file);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    {
      g_autofree char *path = g_strconcat ("/figure-api/every-figure/", presets[i], NULL);

      g_test_add_data_func (path, presets[i], test_every_figure);
    }
  g_test_add_func ("/figure-api/list", test_list);
  g_test_add_func ("/figure-api/names", test_names);
  g_test_add_func ("/figure-api/options", test_options);
  g_test_add_func ("/figure-api/missing", test_missing);
  g_test_add_func ("/figure-api/against", test_against);
  g_test_add_func ("/figure-api/load-curve", test_load_curve);
  g_test_add_func ("/figure-api/sweep", test_sweep);
  g_test_add_func ("/figure-api/simulation", test_simulation);
  g_test_add_func ("/figure-api/async", test_async);
  g_test_add_func ("/figure-api/page", test_page);
  g_test_add_func ("/figure-api/draw", test_draw);
  g_test_add_func ("/figure-api/save", test_save);
  return g_test_run ();
}
