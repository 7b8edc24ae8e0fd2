#include "test-figure-fixture.h"

#include "dl-edit.h"
#include "dl-evaluate.h"
#include "dl-scenario-file.h"

TestFigure *
test_figure_new (const char *preset, const char *const *edits)
{
  g_autoptr (GPtrArray) list = dl_edits_new ();
  g_autoptr (GError) error = NULL;
  TestFigure *test = g_new0 (TestFigure, 1);
  const DlVcPolicy *const *policies = dl_vc_policies (&test->n_policies);

  test->scenario = dl_preset_load (preset, &error);
  g_assert_no_error (error);
  for (guint i = 0; edits != NULL && edits[i] != NULL; i++)
    {
      dl_edits_parse_assignment (list, edits[i], &error);
      g_assert_no_error (error);
    }
  dl_scenario_apply (test->scenario, list, NULL, NULL, &error);
  g_assert_no_error (error);
  test->analysis = dl_evaluate (test->scenario, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < test->n_policies; i++)
    {
      test->policies[i].label = policies[i]->title;
      test->policies[i].analysis = dl_evaluate_policy (test->scenario, policies[i], NULL, &error);
      g_assert_no_error (error);
    }
  return test;
}

void
test_figure_free (TestFigure *test)
{
  for (guint i = 0; i < test->n_policies; i++)
    dl_analysis_unref ((DlAnalysis *) test->policies[i].analysis);
  dl_analysis_unref (test->analysis);
  dl_scenario_free (test->scenario);
  g_free (test);
}

DlFigureInput
test_figure_input (const TestFigure *test, const DlFigure *figure)
{
  DlFigureInput input = dl_figure_input_default (test->scenario, test->analysis);

  if (figure->needs_policies)
    {
      input.policies = test->policies;
      input.n_policies = test->n_policies;
    }
  return input;
}

GBytes *
test_figure_render (const TestFigure *test, const char *name, DlFigureFormat format,
                    double width_in, double dpi)
{
  const DlFigure *figure = dl_figure_find (name);
  const DlFigureInput input = test_figure_input (test, figure);
  g_autoptr (GError) error = NULL;
  GBytes *bytes = dl_figure_render (figure, &input, format, width_in, dpi, &error);

  g_assert_no_error (error);
  g_assert_nonnull (bytes);
  return bytes;
}

TestFigure *
test_figure_new_awkward (void)
{
  const char *const edits[]
      = { "scenario.name=<Müller & \"söhne\"> ]]> 🚀 %s \\", "torus.broken-links=3,0,0:x+", NULL };

  return test_figure_new ("ring-8", edits);
}
