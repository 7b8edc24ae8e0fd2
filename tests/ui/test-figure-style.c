/* Texts around figures, several of them on one page, and invariants of all figures: the same bytes
 * at any time and place, fonts inside, the scenario inside. */
#include "test-figure-fixture.h"

#include "dl-evaluate.h"
#include "dl-scenario-file.h"

#include <glib/gstdio.h>

#include <locale.h>
#include <math.h>
#include <string.h>

/* A torus and a dragonfly with something for each of their figures. */
typedef struct
{
  TestFigure *torus;
  DlScenario *scenario;
  DlDragonflyAnalysis *dragonfly;
} Both;

static void
set_up (Both *both, gconstpointer data)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;

  both->torus = test_figure_new ("torus-5x5x5", NULL);
  both->scenario = dl_preset_load ("cascade-2", &error);
  g_assert_no_error (error);
  dl_edits_parse_assignment (edits, "traffic.pattern=jobs", &error);
  dl_edits_parse_assignment (edits, "traffic.placement=one:30:2;two:20:random", &error);
  dl_scenario_apply (both->scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  both->dragonfly = dl_dragonfly_evaluate (both->scenario, NULL, NULL, &error);
  g_assert_no_error (error);
}

static void
tear_down (Both *both, gconstpointer data)
{
  test_figure_free (both->torus);
  dl_dragonfly_analysis_unref (both->dragonfly);
  dl_scenario_free (both->scenario);
}

/* Every figure of each kind of network, with what it shows. */
static GArray *
all_panels (const Both *both)
{
  GArray *panels = g_array_new (FALSE, FALSE, sizeof (DlFigurePanel));
  guint n;
  const DlFigure *const *figures = dl_family_figures (&dl_family_torus, &n);

  for (guint i = 0; i < n; i++)
    {
      const DlFigurePanel panel = { figures[i], test_figure_input (both->torus, figures[i]) };

      /* Without curves there is nothing to leave out: test-papers-view draws them. */
      if (strcmp (figures[i]->id, "booksim") != 0)
        g_array_append_val (panels, panel);
    }
  figures = dl_family_figures (&dl_family_dragonfly, &n);
  for (guint i = 0; i < n; i++)
    {
      DlFigurePanel panel
          = { figures[i], dl_figure_input_default (both->scenario, both->dragonfly) };

      if (figures[i]->paper_check != NULL || figures[i]->needs_load_curve)
        continue; /* with networks of their own, as those of the torus */
      if (figures[i]->needs_simulation)
        panel.input.simulation = &both->torus->simulation;
      g_array_append_val (panels, panel);
    }
  return panels;
}

static GBytes *
render (const DlFigure *figure, const DlFigureInput *input, DlFigureFormat format, double width_in)
{
  g_autoptr (GError) error = NULL;
  GBytes *bytes = dl_figure_render (figure, input, format, width_in, 60, &error);

  g_assert_no_error (error);
  return bytes;
}

static gboolean
holds (GBytes *bytes, const char *text)
{
  return g_strstr_len (g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), text)
         != NULL;
}

/* Scenario, seed and version are there, whatever is drawn. */
static void
assert_notes (const DlFigureInput *input, GBytes *svg)
{
  g_autoptr (GError) error = NULL;
  gsize length;
  const guint8 *data = g_bytes_get_data (svg, &length);
  g_autofree char *scenario = dl_figure_read_scenario (data, length, &error);
  g_autofree char *expected = dl_scenario_to_text (input->scenario, FALSE);
  g_autofree char *seed = g_strdup_printf ("seed %lu", (gulong) input->scenario->seed);

  g_assert_no_error (error);
  g_assert_cmpstr (scenario, ==, expected);
  g_assert_true (holds (svg, seed));
  g_assert_true (holds (svg, "Dateline "));
}

/* Each part that is left out makes another picture, none of them a higher one. */
static void
test_parts (Both *both, gconstpointer data)
{
  static const DlFigureStyle styles[] = {
    { .no_caption = TRUE },
    { .no_title = TRUE },
    { .no_legend = TRUE },
    { .no_caption = TRUE, .no_title = TRUE, .no_legend = TRUE },
  };
  g_autoptr (GArray) panels = all_panels (both);

  for (guint i = 0; i < panels->len; i++)
    {
      const DlFigurePanel *panel = &g_array_index (panels, DlFigurePanel, i);
      const double width = DL_WIDTH_COLUMN_IN * 72;
      const double whole = dl_figure_height (panel->figure, &panel->input, width);
      g_autoptr (GBytes) plain
          = render (panel->figure, &panel->input, DL_FIGURE_SVG, DL_WIDTH_COLUMN_IN);

      for (guint j = 0; j < G_N_ELEMENTS (styles); j++)
        {
          DlFigureInput input = panel->input;
          g_autoptr (GBytes) bytes = NULL;
          double height;

          input.style = styles[j];
          height = dl_figure_height (panel->figure, &input, width);
          bytes = render (panel->figure, &input, DL_FIGURE_SVG, DL_WIDTH_COLUMN_IN);
          assert_notes (&input, bytes);
          g_assert_cmpfloat (height, <=, whole);
          if (styles[j].no_caption)
            g_assert_cmpfloat (height, <, whole);
          if (styles[j].no_caption || (panel->figure->uses_metric && !styles[j].no_caption))
            g_assert_false (g_bytes_equal (bytes, plain));
          if (panel->figure->uses_metric)
            g_assert_cmpfloat (height, <, whole);
        }
    }
}

/* A title of one's own stands above each of them, in as many lines as it needs. */
static void
test_titles (Both *both, gconstpointer data)
{
  g_autoptr (GArray) panels = all_panels (both);
  g_autofree char *lines = g_strnfill (200, 'w');

  for (guint i = 0; i < 200; i += 10)
    lines[i] = ' ';
  for (guint i = 0; i < panels->len; i++)
    {
      const DlFigurePanel *panel = &g_array_index (panels, DlFigurePanel, i);
      const double width = DL_WIDTH_COLUMN_IN * 72;
      DlFigureInput input = panel->input;
      g_autoptr (GBytes) titled = NULL;
      double none, one, many;

      input.style.no_title = TRUE;
      none = dl_figure_height (panel->figure, &input, width);
      input.style = (DlFigureStyle) { .title = "<One> & \"line\"" };
      one = dl_figure_height (panel->figure, &input, width);
      titled = render (panel->figure, &input, DL_FIGURE_SVG, DL_WIDTH_COLUMN_IN);
      g_assert_true (holds (titled, "<title>&lt;One&gt; &amp; &quot;line&quot;: "));
      input.style.title = lines;
      many = dl_figure_height (panel->figure, &input, width);
      g_assert_cmpfloat (one, >, none);
      g_assert_cmpfloat (many, >, one + 2 * 10);
      g_bytes_unref (render (panel->figure, &input, DL_FIGURE_PDF, DL_WIDTH_LEAST_IN));
    }
}

/* A figure's rows do not depend on the text around it. */
static void
test_rows (Both *both, gconstpointer data)
{
  g_autoptr (GArray) panels = all_panels (both);

  for (guint i = 0; i < panels->len; i++)
    {
      const DlFigurePanel *panel = &g_array_index (panels, DlFigurePanel, i);
      DlFigureInput input = panel->input;
      g_autoptr (GString) plain = g_string_new (NULL);
      g_autoptr (GString) bare = g_string_new (NULL);

      input.style = (DlFigureStyle) { .no_title = TRUE, .no_legend = TRUE, .no_caption = TRUE };
      dl_figure_append_csv (plain, panel->figure, &panel->input);
      dl_figure_append_csv (bare, panel->figure, &input);
      g_assert_cmpstr (plain->str, ==, bare->str);
    }
}

/* A second later, elsewhere, among people who write other numbers. */
static void
test_reproducible (Both *both, gconstpointer data)
{
  static const char *const names[] = { "de_DE.UTF-8", "fr_FR.UTF-8", "C" };
  g_autoptr (GArray) panels = all_panels (both);
  g_autoptr (GPtrArray) first = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autofree char *zone = g_strdup (g_getenv ("TZ"));
  g_autofree char *locale = g_strdup (setlocale (LC_ALL, NULL));
  const gint64 begin = g_get_real_time ();
  const char *found = NULL;

  g_setenv ("TZ", "UTC", TRUE);
  for (guint i = 0; i < panels->len; i++)
    {
      const DlFigurePanel *panel = &g_array_index (panels, DlFigurePanel, i);
      g_ptr_array_add (first,
                       render (panel->figure, &panel->input, DL_FIGURE_PDF, DL_WIDTH_COLUMN_IN));
    }
  /* Into another second. */
  while (g_get_real_time () / G_USEC_PER_SEC == begin / G_USEC_PER_SEC)
    g_usleep (50000);
  g_setenv ("TZ", "Pacific/Auckland", TRUE);
  tzset ();
  for (guint i = 0; i < G_N_ELEMENTS (names) && found == NULL; i++)
    found = setlocale (LC_ALL, names[i]);
  g_test_message ("the second time in the locale %s", found);
  for (guint i = 0; i < panels->len; i++)
    {
      const DlFigurePanel *panel = &g_array_index (panels, DlFigurePanel, i);
      g_autoptr (GBytes) again
          = render (panel->figure, &panel->input, DL_FIGURE_PDF, DL_WIDTH_COLUMN_IN);

      if (!g_bytes_equal (again, g_ptr_array_index (first, i)))
        g_error ("%s is another file later", panel->figure->id);
    }
  setlocale (LC_ALL, locale);
  if (zone != NULL)
    g_setenv ("TZ", zone, TRUE);
  else
    g_unsetenv ("TZ");
}

/* Output of pdffonts for each font: embedded and a part of it. */
static void
assert_fonts (const char *pdffonts, const char *name, GBytes *pdf)
{
  g_autofree char *file = NULL;
  g_autofree char *output = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) lines = NULL;
  const int fd = g_file_open_tmp ("figure-XXXXXX.pdf", &file, &error);
  char *argv[] = { (char *) pdffonts, file, NULL };
  int status;

  g_assert_no_error (error);
  g_close (fd, NULL);
  g_file_set_contents (file, g_bytes_get_data (pdf, NULL), (gssize) g_bytes_get_size (pdf), &error);
  g_assert_no_error (error);
  g_spawn_sync (NULL, argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, &error));
  g_unlink (file);
  lines = g_strsplit (output, "\n", -1);
  g_test_message ("%s: %u fonts", name, g_strv_length (lines) - 3);
  g_assert_cmpuint (g_strv_length (lines), >, 3);
  for (guint line = 2; lines[line] != NULL; line++)
    /* name, type, encoding, then: embedded, subset, unicode */
    g_assert_true (lines[line][0] == '\0' || strstr (lines[line], " yes yes yes ") != NULL);
}

static void
test_fonts (Both *both, gconstpointer data)
{
  g_autofree char *pdffonts = g_find_program_in_path ("pdffonts");
  g_autoptr (GArray) panels = all_panels (both);
  DlFigureInput page;
  g_autoptr (GBytes) pages = NULL;

  if (pdffonts == NULL)
    {
      g_test_skip ("pdffonts (poppler-utils) is not installed");
      return;
    }
  for (guint i = 0; i < panels->len; i++)
    {
      const DlFigurePanel *panel = &g_array_index (panels, DlFigurePanel, i);
      g_autoptr (GBytes) pdf
          = render (panel->figure, &panel->input, DL_FIGURE_PDF, DL_WIDTH_COLUMN_IN);

      assert_fonts (pdffonts, panel->figure->id, pdf);
    }
  page = dl_figure_input_panels ((const DlFigurePanel *) (gpointer) panels->data, 6, 3);
  pages = render (&dl_figure_panels, &page, DL_FIGURE_PDF, DL_WIDTH_PAGE_IN);
  assert_fonts (pdffonts, "panels", pages);
}

/* Panels --------------------------------------------------------------------------------------- */

/* A page is as high as its rows, and these as their highest panels. */
static void
test_grid (Both *both, gconstpointer data)
{
  g_autoptr (GArray) panels = all_panels (both);
  const DlFigurePanel *first = (const DlFigurePanel *) (gpointer) panels->data;
  const double width = DL_WIDTH_PAGE_IN * 72;

  for (guint n = 1; n <= 7; n++)
    for (guint columns = 1; columns <= 4; columns++)
      {
        DlFigureInput page = dl_figure_input_panels (first, n, columns);
        const double cell = width / MIN (columns, n);
        double rows = 0, most = 0, height;

        page.style.no_caption = TRUE;
        page.style.no_legend = TRUE; /* legends that panels share are the page's */
        for (guint i = 0; i < n; i++)
          {
            DlFigureInput input = first[i].input;

            input.style = (DlFigureStyle) {
              .label = "(x)", .name = first[i].figure->title, .no_legend = TRUE, .no_caption = TRUE
            };
            most = MAX (most, dl_figure_height (first[i].figure, &input, cell));
            if (i % MIN (columns, n) == MIN (columns, n) - 1 || i == n - 1)
              {
                rows += most;
                most = 0;
              }
          }
        height = dl_figure_panels.height (&page, width);
        g_assert_cmpfloat_with_epsilon (height, rows, 0.01);
        g_bytes_unref (render (&dl_figure_panels, &page, DL_FIGURE_PNG, DL_WIDTH_PAGE_IN));
      }
}

/* The rows of each, after a line that names it, and one scenario at the end. */
static void
test_panel_rows (Both *both, gconstpointer data)
{
  g_autoptr (GArray) panels = all_panels (both);
  DlFigurePanel *first = (DlFigurePanel *) (gpointer) panels->data;
  g_autoptr (GString) expected = g_string_new (NULL);
  g_autoptr (GBytes) csv = NULL;
  DlFigureInput page;

  first[1].input.style.title = "Mine,\nand \"yours\"";
  for (guint i = 0; i < 5; i++)
    {
      g_string_append_printf (expected, "# Panel (%c): %s, %s\n", 'a' + (gint) i,
                              first[i].figure->id,
                              i == 1 ? "Mine, and \"yours\"" : first[i].figure->title);
      dl_figure_append_csv (expected, first[i].figure, &first[i].input);
    }
  page = dl_figure_input_panels (first, 5, 0);
  csv = render (&dl_figure_panels, &page, DL_FIGURE_CSV, DL_WIDTH_PAGE_IN);
  g_assert_true (g_str_has_prefix (g_bytes_get_data (csv, NULL), expected->str));
  for (DlFigureFormat format = DL_FIGURE_PDF; format <= DL_FIGURE_CSV; format++)
    {
      g_autoptr (GBytes) bytes = render (&dl_figure_panels, &page, format, DL_WIDTH_PAGE_IN);
      g_autoptr (GBytes) again = render (&dl_figure_panels, &page, format, DL_WIDTH_PAGE_IN);
      g_autoptr (GError) error = NULL;
      g_autofree char *scenario = dl_figure_read_scenario (g_bytes_get_data (bytes, NULL),
                                                           g_bytes_get_size (bytes), &error);
      g_autofree char *text = dl_scenario_to_text (both->torus->scenario, FALSE);

      g_assert_no_error (error);
      g_assert_cmpstr (scenario, ==, text);
      g_assert_true (g_bytes_equal (bytes, again));
    }
}

/* Every panel at every width, and as many as there may be. */
static void
test_many_panels (Both *both, gconstpointer data)
{
  static const double widths[]
      = { DL_WIDTH_LEAST_IN, DL_WIDTH_COLUMN_IN, DL_WIDTH_SLIDE_IN, DL_WIDTH_MOST_IN };
  g_autoptr (GArray) panels = all_panels (both);
  g_autoptr (GArray) most = g_array_new (FALSE, FALSE, sizeof (DlFigurePanel));

  for (guint i = 0; i < DL_FIGURE_MOST_PANELS; i++)
    g_array_append_val (most, g_array_index (panels, DlFigurePanel, i % 8));
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    for (guint columns = 0; columns <= DL_FIGURE_MOST_COLUMNS; columns += 3)
      {
        const DlFigureInput page = dl_figure_input_panels (
            (const DlFigurePanel *) (gpointer) most->data, most->len, columns);
        g_bytes_unref (render (&dl_figure_panels, &page, DL_FIGURE_PDF, widths[i]));
      }
}

/* Printed, lines of a grid are as far apart as the values that they stand for. */
static void
test_grid_spacing (Both *both, gconstpointer data)
{
  static const char *const figures[] = { "channel-load", "load-latency", "throughput" };
  static const double widths[] = { DL_WIDTH_COLUMN_IN, DL_WIDTH_PAGE_IN };

  for (guint i = 0; i < G_N_ELEMENTS (figures) * G_N_ELEMENTS (widths); i++)
    {
      g_autoptr (GBytes) bytes
          = test_figure_render (both->torus, figures[i / 2], DL_FIGURE_SVG, widths[i % 2], 0);
      g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
      g_auto (GStrv) paths = g_strsplit (text, "<path ", -1);
      double last_x = NAN, last_y = NAN, spacing = NAN;
      guint n_compared = 0;

      for (guint path = 1; paths[path] != NULL; path++)
        {
          const char *shape = strstr (paths[path], " d=\"");
          double x, y, end_x, end_y;

          /* The paper's grid: stroke:rgb(... in a style, since cairo 1.18 an attribute. */
          if (strstr (paths[path], "rgb(79.2") == NULL || shape == NULL
              || sscanf (shape, " d=\"M %lf %lf L %lf %lf", &x, &y, &end_x, &end_y) != 4
              || y != end_y)
            continue;
          if (x != last_x || y > last_y) /* another panel */
            spacing = NAN;
          else if (isnan (spacing))
            spacing = last_y - y;
          else
            {
              g_assert_cmpfloat_with_epsilon (last_y - y, spacing, 0.01);
              n_compared++;
            }
          last_x = x;
          last_y = y;
        }
      g_test_message ("%s: %u", figures[i / 2], n_compared);
      g_assert_cmpuint (n_compared, >=, 1);
    }
}

/* Each figure on the dark background, as large as on white, and nothing in the ink of paper. */
static void
test_dark (Both *both, gconstpointer data)
{
  static const char background[] = "rgb(11.764706%", ink[] = "rgb(7.843137%";
  g_autoptr (GArray) panels = all_panels (both);

  for (guint i = 0; i < panels->len; i++)
    {
      const DlFigurePanel *panel = &g_array_index (panels, DlFigurePanel, i);
      DlFigureInput dark = panel->input;
      g_autoptr (GBytes) white
          = render (panel->figure, &panel->input, DL_FIGURE_SVG, DL_WIDTH_COLUMN_IN);
      g_autoptr (GBytes) svg = NULL;

      g_test_message ("%s", panel->figure->id);
      dark.style.dark = TRUE;
      svg = render (panel->figure, &dark, DL_FIGURE_SVG, DL_WIDTH_COLUMN_IN);
      g_assert_true (holds (white, ink));
      g_assert_false (holds (white, background));
      g_assert_true (holds (svg, background));
      g_assert_false (holds (svg, ink));
      assert_notes (&dark, svg);
      g_assert_cmpfloat (dl_figure_height (panel->figure, &dark, 252), ==,
                         dl_figure_height (panel->figure, &panel->input, 252));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add ("/figure-style/" name, Both, NULL, set_up, func, tear_down)
  ADD ("grid-spacing", test_grid_spacing);
  ADD ("parts", test_parts);
  ADD ("dark", test_dark);
  ADD ("titles", test_titles);
  ADD ("rows", test_rows);
  ADD ("reproducible", test_reproducible);
  ADD ("fonts", test_fonts);
  ADD ("panels/grid", test_grid);
  ADD ("panels/rows", test_panel_rows);
  ADD ("panels/many", test_many_panels);
#undef ADD
  return g_test_run ();
}
