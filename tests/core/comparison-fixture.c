#include "comparison-fixture.h"

#include "dl-edit.h"

DlScenario *
comparison_make (const char *const *settings)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  DlScenario *scenario = dl_scenario_new ();
  g_autoptr (GError) error = NULL;

  dl_edits_add (edits, DL_EDIT_SET, "torus.radix", "4;3;2");
  dl_edits_add (edits, DL_EDIT_SET, "simulation.cycles", "700");
  dl_edits_add (edits, DL_EDIT_SET, "simulation.warmup-cycles", "100");
  for (; *settings != NULL; settings += 2)
    dl_edits_add (edits, DL_EDIT_SET, settings[0], settings[1]);
  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  return scenario;
}

void
comparison_add (DlComparison *comparison, const char *name, DlScenario *scenario)
{
  dl_comparison_add (comparison, name, "test", scenario);
  dl_scenario_free (scenario);
}

static void
take (const DlComparisonTask *task, const DlSweepResult *result, const GError *problem,
      gpointer data)
{
  ComparisonTaken *taken = data;

  g_assert_true ((result == NULL) == (problem != NULL));
  if (result == NULL)
    taken->n_problems++;
  else if (task->simulate)
    taken->n_runs++;
  else
    taken->n_static++;
  dl_comparison_take (taken->comparison, task, result, problem);
  if (taken->n_runs + taken->n_static == taken->cancel_after)
    g_cancellable_cancel (taken->cancellable);
}

static void
on_progress (double fraction, gpointer data)
{
  ComparisonTaken *taken = data;

  taken->fell = taken->fell || fraction < taken->progress - 1e-9 || fraction > 1;
  taken->progress = fraction;
}

gboolean
comparison_run (ComparisonTaken *taken, guint n_seeds, guint n_jobs)
{
  g_autoptr (GPtrArray) tasks = dl_comparison_tasks (taken->comparison, n_seeds);
  const DlComparisonOptions options = { n_jobs, take, taken, on_progress, taken };
  gboolean done;

  taken->n_static = taken->n_runs = taken->n_problems = 0;
  taken->progress = 0;
  done = dl_comparison_run (tasks, &options, taken->cancellable);
  g_assert_false (taken->fell);
  if (done && tasks->len > 0)
    g_assert_cmpfloat_with_epsilon (taken->progress, 1, 1e-9);
  return done;
}

void
comparison_complete (DlComparison *comparison, guint n_seeds)
{
  ComparisonTaken taken = { .comparison = comparison };

  g_assert_true (comparison_run (&taken, n_seeds, 2));
  g_assert_cmpuint (taken.n_problems, ==, 0);
}
