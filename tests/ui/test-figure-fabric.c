/* Figures of fabrics: drawn in every format, the same to the byte; of A and B, and sorted; and what
 * the CSV has is what the analysis has. */
#include "dl-evaluate.h"
#include "dl-fabric-scenario.h"
#include "dl-figure.h"
#include "dl-scenario-file.h"
#include "metric-fixture.h"

#include <math.h>
#include <string.h>

static DlEvaluation *
evaluate (const char *preset, const char *edit)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) scenario = dl_preset_load (preset, &error);
  DlEvaluation *result;

  g_assert_no_error (error);
  if (edit != NULL)
    dl_edits_parse_assignment (edits, edit, &error);
  g_assert_no_error (error);
  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  result = dl_evaluation_new (scenario, 1, NULL, NULL, &error);
  g_assert_no_error (error);
  return result;
}

static DlEvaluation *
evaluate_all (const char *preset, GStrv assignments)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) scenario = dl_preset_load (preset, &error);
  DlEvaluation *result;

  for (guint i = 0; assignments[i] != NULL; i++)
    dl_edits_parse_assignment (edits, assignments[i], &error);
  g_assert_no_error (error);
  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  result = dl_evaluation_new (scenario, 1, NULL, NULL, &error);
  g_assert_no_error (error);
  return result;
}

static DlFigureInput
input_of (const DlEvaluation *result)
{
  return dl_figure_input_default (result->scenario, result->analysis_of_family);
}

static GBytes *
render (const char *figure, const DlFigureInput *input, DlFigureFormat format, double width)
{
  g_autoptr (GError) error = NULL;
  GBytes *bytes = dl_figure_render (dl_family_figure_find (&dl_family_fabric, figure), input,
                                    format, width, 60, &error);

  g_assert_no_error (error);
  return bytes;
}

static void
test_formats (gconstpointer preset)
{
  static const double widths[] = { DL_WIDTH_COLUMN_IN, DL_WIDTH_PAGE_IN, DL_WIDTH_SLIDE_IN };
  guint n;
  const DlFigure *const *figures = dl_family_figures (&dl_family_fabric, &n);
  g_autoptr (DlEvaluation) result = evaluate (preset, NULL);

  g_assert_cmpstr (figures[0]->id, ==, "levels");
  g_assert_cmpstr (figures[1]->id, ==, "switches");
  for (guint i = 0; i < n; i++)
    for (guint format = DL_FIGURE_PDF; format <= DL_FIGURE_CSV; format++)
      /* All widths in one format: the others are the same drawing. */
      for (guint w = 0; w < (format == DL_FIGURE_PDF ? G_N_ELEMENTS (widths) : 1); w++)
        {
          DlFigureInput input = input_of (result);

          input.sorted = w == 1;
          g_autoptr (GBytes) bytes = render (figures[i]->id, &input, format, widths[w]);
          g_autoptr (GBytes) again = render (figures[i]->id, &input, format, widths[w]);
          g_autoptr (GError) error = NULL;
          gsize length;
          const guint8 *data = g_bytes_get_data (bytes, &length);
          const double height = dl_figure_height (figures[i], &input, widths[w] * 72);
          g_autofree char *text = dl_figure_read_scenario (data, length, &error);

          g_assert_no_error (error);
          g_assert_nonnull (strstr (text, "kind=fabric"));
          g_assert_true (g_bytes_equal (bytes, again));
          g_assert_cmpfloat (height, <=, w == 2 ? 7.5 * 72 : 9 * 72);
        }
}

/* Does the caption that an SVG carries say @words? */
static gboolean
tells (const DlFigureInput *input, const char *words)
{
  g_autoptr (GBytes) bytes = render ("levels", input, DL_FIGURE_SVG, DL_WIDTH_PAGE_IN);
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);

  return g_strstr_len (text, (gssize) length, words) != NULL;
}

/* The map alone. */
static GBytes *
render_map (const char *figure, DlFigureInput input)
{
  input.style = (DlFigureStyle) { .no_title = TRUE, .no_legend = TRUE, .no_caption = TRUE };
  return render (figure, &input, DL_FIGURE_PNG, DL_WIDTH_PAGE_IN);
}

/* A map of A, of B, of A - B, and sorted, is of different pixels. */
static void
test_compared (void)
{
  static const char *const figures[] = { "levels", "switches" };
  g_autoptr (DlEvaluation) a = evaluate ("fat-tree-1024", "fabric.broken-cables=L1-0:9;L2-5:12");
  g_autoptr (DlEvaluation) b = evaluate ("fat-tree-1024", NULL);
  DlFigureInput input = input_of (a);
  const DlFigureInput other = input_of (b);

  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      g_autoptr (GPtrArray) maps = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

      input.against = &other;
      for (guint show = DL_SHOW_A; show <= DL_SHOW_DIFFERENCE; show++)
        {
          input.show = show;
          g_ptr_array_add (maps, render_map (figures[i], input));
        }
      input.against = NULL;
      if (dl_family_figure_find (&dl_family_fabric, figures[i])->uses_order)
        {
          input.sorted = TRUE;
          g_ptr_array_add (maps, render_map (figures[i], input));
          input.sorted = FALSE;
        }
      for (guint x = 0; x < maps->len; x++)
        for (guint y = 0; y < x; y++)
          g_assert_false (g_bytes_equal (maps->pdata[x], maps->pdata[y]));
    }
}

/* A row per channel, with its load. */
static void
test_csv (void)
{
  g_autoptr (DlEvaluation) result = evaluate ("fat-tree-16", "fabric.broken-cables=L1-0:5");
  const DlFabricAnalysis *analysis = result->analysis_of_family;
  const DlFabric *fabric = analysis->routes->fabric;
  DlFigureInput input = input_of (result);
  g_autoptr (GString) csv = g_string_new (NULL);
  g_auto (GStrv) rows = NULL;

  input.metric = metric_in (&dl_family_fabric, "load");
  dl_figure_append_csv (csv, dl_family_figure_find (&dl_family_fabric, "levels"), &input);
  rows = g_strsplit (g_strchomp (csv->str), "\n", -1);
  g_assert_cmpuint (g_strv_length (rows), ==, fabric->n_channels + 1);
  g_assert_cmpstr (rows[0], ==, "link,state,load");
  for (guint c = 0; c < fabric->n_channels; c++)
    {
      g_auto (GStrv) fields = g_strsplit (rows[c + 1], ",", -1);
      g_autofree char *name = dl_fabric_channel_name (fabric, c);
      const double load = dl_fabric_analysis_load (analysis, c);
      const gboolean works = fabric->link_state[c] == DL_LINK_UP;

      g_assert_cmpstr (fields[0], ==, name);
      g_assert_cmpstr (fields[1], ==, works ? "up" : "broken");
      if (works && load > 0)
        g_assert_cmpfloat_with_epsilon (g_ascii_strtod (fields[2], NULL), load, 1e-3);
      else
        g_assert_cmpstr (fields[2], ==, "");
    }
}

/* The marks of a map are those that its picture has, broken or idle, and the legend has room for
 * all of them at any width. */
static void
test_legend (void)
{
  static const struct
  {
    const char *edit;
    guint marks;
  } states[] = {
    { NULL, 0 },
    { "fabric.broken-cables=L1-0:1", DL_MARK_BROKEN },
    { "traffic.pattern=all-to-one;traffic.target=H0", DL_MARK_IDLE },
  };
  static const char *const figures[] = { "levels", "switches" };

  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    for (guint f = 0; f < G_N_ELEMENTS (figures); f++)
      {
        g_auto (GStrv) edits = g_strsplit (states[i].edit != NULL ? states[i].edit : "", ";", -1);
        g_autoptr (DlEvaluation) result = evaluate_all ("fat-tree-16", edits);
        const DlFigureInput input = input_of (result);
        const DlFigure *figure = dl_family_figure_find (&dl_family_fabric, figures[f]);
        const DlScale scale = figure->scale (&input, dl_theme_paper ());
        double last = INFINITY;

        /* Traffic around a broken cable can leave other links idle. */
        g_assert_cmpuint (scale.marks
                              & (states[i].marks == DL_MARK_BROKEN ? DL_MARK_BROKEN
                                                                   : DL_MARK_BROKEN | DL_MARK_IDLE),
                          ==, states[i].marks);
        for (double width = 40; width < 800; width += 20)
          {
            const double height = dl_scale_legend_height (&scale, width);

            g_assert_cmpfloat (height, <=, last);
            last = height;
          }
      }
}

/* A caption tells each key that the preset does not have so, and how far a search came. */
static void
test_caption (void)
{
  g_autoptr (DlEvaluation) plain = evaluate ("fat-tree-16", NULL);
  g_autoptr (DlEvaluation) longer = evaluate ("fat-tree-16", "traffic.packet-flits=5");
  g_autoptr (DlEvaluation) tapered = evaluate ("fat-tree-16", "fabric.parents=1;2");
  DlFigureInput input = input_of (plain);
  DlCritical *critical = plain->scenario->family->critical (
      plain->scenario, (DlCriticalOptions) { .n_threads = 1 }, NULL, NULL);

  g_assert_false (tells (&input, "Parents"));
  input = input_of (tapered);
  g_assert_true (tells (&input, "Parents by level: 1;2"));
  input = input_of (longer);
  g_assert_false (tells (&input, "Packet length")); /* of simulations alone */
  input = input_of (plain);
  input.metric = metric_in (&dl_family_fabric, "critical");
  input.critical = critical;
  g_assert_false (tells (&input, "search canceled"));
  critical->n_evaluated = 3;
  g_assert_true (tells (&input, "search canceled after 3 of "));
  critical->n_evaluated = critical->n_cables;
  dl_critical_unref (critical);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/figure-fabric/formats/tree", "fat-tree-1024", test_formats);
  g_test_add_data_func ("/figure-fabric/formats/dragonfly-plus", "dragonfly-plus-9", test_formats);
  g_test_add_data_func ("/figure-fabric/formats/toy", "fat-tree-16", test_formats);
  g_test_add_func ("/figure-fabric/compared", test_compared);
  g_test_add_func ("/figure-fabric/csv", test_csv);
  g_test_add_func ("/figure-fabric/legend", test_legend);
  g_test_add_func ("/figure-fabric/caption", test_caption);
  return g_test_run ();
}
