/* Figures of the Cascade paper's checks: drawn in every format and width from made-up curves, the
 * same to the byte, and what the CSV has is what the curves have. */
#include "dl-figure.h"
#include "dl-scenario-file.h"

#include <math.h>
#include <string.h>

#define N_POINTS 4

static const char *const names[]
    = { "cascade-9", "cascade-10", "cascade-11", "cascade-12", "cascade-13" };

/* @n_curves with numbers of every size, of which some are not there, and a row of every rule. */
static DlPaperResult *
make_up (const char *check, guint n_curves)
{
  g_autoptr (DlScenario) scenario = dl_preset_load ("cascade-2", NULL);
  DlPaperResult *result = dl_paper_result_new (dl_paper_check_find (check), scenario);

  for (guint c = 0; c < n_curves; c++)
    {
      g_autofree char *label = g_strdup_printf ("Curve \"%u\", made up & <long>", c);
      DlPaperCurve *curve = dl_paper_result_add_curve (result, label);

      for (guint i = 0; i < N_POINTS; i++)
        {
          const DlPaperPoint point
              = { ldexp (64, 4 * i), (c + i) % 5 == 4 ? NAN : 10.0 / (1 + c * i), 1.0 / (1 + i),
                  i == 3 ? NAN : 0.25 };

          g_array_append_val (curve->points, point);
        }
    }
  dl_paper_result_add_limit (result, "made up", 7.5);
  for (guint i = 0; i < 5; i++)
    dl_paper_result_add (result, (DlPaperRow) {
                                     .group = g_strdup_printf ("Made up <%u>", i / 2),
                                     .what = g_strdup ("x"),
                                     .unit = i % 2 == 0 ? "GB/s per node" : "",
                                     .kind = DL_PAPER_PRINTED + i % 3,
                                     .expected = NAN,
                                     .rule = i % 4 == 1 ? DL_PAPER_NO_RULE : i % 4,
                                     .bound = 0.75,
                                     .computed = i == 4 ? NAN : i / 3.0,
                                     .n_seeds = 1,
                                     .why = "It is made up.",
                                 });
  return result;
}

static void
test_registry (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const DlFigure *figure = dl_family_figure_find (&dl_family_dragonfly, names[i]);

      g_assert_nonnull (figure);
      g_assert_cmpstr (figure->paper_check, ==, names[i]);
      g_assert_nonnull (dl_paper_check_find (figure->paper_check));
      g_assert_nonnull (strstr (figure->description, "a shape"));
      g_assert_null (dl_family_figure_find (&dl_family_torus, names[i]));
    }
}

static void
test_formats (void)
{
  static const double widths[] = { DL_WIDTH_COLUMN_IN, DL_WIDTH_PAGE_IN, DL_WIDTH_SLIDE_IN };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint format = DL_FIGURE_PDF; format <= DL_FIGURE_CSV; format++)
      for (guint w = 0; w < G_N_ELEMENTS (widths); w++)
        {
          const DlFigure *figure = dl_family_figure_find (&dl_family_dragonfly, names[i]);
          g_autoptr (DlPaperResult) paper = make_up (names[i], 1 + 2 * i);
          const DlFigureInput input = dl_figure_input_paper (paper);
          g_autoptr (GError) error = NULL;
          g_autoptr (GBytes) bytes
              = dl_figure_render (figure, &input, format, widths[w], 60, &error);
          g_autoptr (GBytes) again = dl_figure_render (figure, &input, format, widths[w], 60, NULL);
          g_autofree char *text = NULL;
          gsize length;
          const guint8 *data;

          g_assert_no_error (error);
          g_assert_true (g_bytes_equal (bytes, again));
          data = g_bytes_get_data (bytes, &length);
          text = dl_figure_read_scenario (data, length, &error);
          g_assert_no_error (error);
          g_assert_nonnull (strstr (text, "kind=dragonfly"));
        }
}

/* In an SVG, a curve more is more to draw, and another value another picture. */
static void
test_draws (void)
{
  const DlFigure *figure = dl_family_figure_find (&dl_family_dragonfly, "cascade-9");
  GBytes *pictures[3] = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    {
      g_autoptr (DlPaperResult) paper = make_up ("cascade-9", i == 1 ? 4 : 3);
      const DlFigureInput input = dl_figure_input_paper (paper);

      if (i == 2)
        g_array_index (dl_paper_result_curve (paper, 1)->points, DlPaperPoint, 2).GBps += 1;
      pictures[i] = dl_figure_render (figure, &input, DL_FIGURE_SVG, 5, 60, NULL);
      g_assert_nonnull (pictures[i]);
    }
  g_assert_cmpuint (g_bytes_get_size (pictures[1]), >, g_bytes_get_size (pictures[0]) + 200);
  g_assert_false (g_bytes_equal (pictures[0], pictures[2]));
  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    g_bytes_unref (pictures[i]);
}

static double
number (const char *field)
{
  return *field != '\0' ? g_ascii_strtod (field, NULL) : NAN;
}

static void
assert_same (double a, double b)
{
  g_assert_true (a == b || (isnan (a) && isnan (b)));
}

static void
test_csv (void)
{
  g_autoptr (DlPaperResult) paper = make_up ("cascade-13", 3);
  const DlFigureInput input = dl_figure_input_paper (paper);
  g_autoptr (GString) csv = g_string_new (NULL);
  g_auto (GStrv) rows = NULL;
  guint row = 1;

  dl_figure_append_csv (csv, dl_family_figure_find (&dl_family_dragonfly, "cascade-13"), &input);
  g_strchomp (csv->str);
  rows = g_strsplit (csv->str, "\n", -1);
  g_assert_cmpstr (rows[0], ==,
                   "kind,group,what,unit,message_bytes,value,share_simulated,nonminimal_share,rule,"
                   "bound,expected_kind,verdict,why");
  g_assert_cmpuint (g_strv_length (rows), ==, 1 + 3 * N_POINTS + 1 + 5);
  for (guint c = 0; c < 3; c++)
    for (guint i = 0; i < N_POINTS; i++)
      {
        const DlPaperPoint *point = dl_paper_curve_point (dl_paper_result_curve (paper, c), i);
        g_autofree char *start
            = g_strdup_printf ("point,\"Curve \"\"%u\"\", made up & <long>\",,GB/s a node,", c);
        g_auto (GStrv) fields = NULL;

        g_assert_true (g_str_has_prefix (rows[row], start));
        fields = g_strsplit (rows[row++] + strlen (start), ",", -1);
        g_assert_cmpuint (g_strv_length (fields), ==, 9);
        assert_same (number (fields[0]), point->bytes);
        assert_same (number (fields[1]), point->GBps);
        assert_same (number (fields[2]), point->share);
        assert_same (number (fields[3]), point->nonminimal);
      }
  g_assert_cmpstr (rows[row++], ==, "limit,made up,,GB/s a node,,7.5,,,,,,,");
  for (guint i = 0; i < 5; i++)
    {
      const DlPaperRow *shape = dl_paper_result_row (paper, i);
      g_auto (GStrv) fields = g_strsplit (rows[row++], ",", -1);

      g_assert_cmpuint (g_strv_length (fields), ==, 13);
      g_assert_cmpstr (fields[0], ==, "shape");
      g_assert_cmpstr (fields[1], ==, shape->group);
      assert_same (number (fields[5]), shape->computed);
      assert_same (number (fields[9]), shape->rule == DL_PAPER_NO_RULE ? NAN : shape->bound);
      g_assert_cmpstr (fields[10], ==, dl_paper_kind_id (shape->kind));
      g_assert_cmpstr (fields[11], ==, dl_paper_verdict_id (shape->verdict));
      g_assert_cmpstr (fields[12], ==, "It is made up.");
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figure-cascade/registry", test_registry);
  g_test_add_func ("/figure-cascade/formats", test_formats);
  g_test_add_func ("/figure-cascade/draws", test_draws);
  g_test_add_func ("/figure-cascade/csv", test_csv);
  return g_test_run ();
}
