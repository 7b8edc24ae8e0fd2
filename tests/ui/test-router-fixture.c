#include "test-router-fixture.h"

#include "dl-edit.h"
#include "dl-scenario-file.h"

TestRouter *
test_router_new (const char *preset, const char *const *edits, guint node, guint64 cycles)
{
  g_autoptr (GPtrArray) list = dl_edits_new ();
  g_autoptr (DlMachinePlan) plan = NULL;
  g_autoptr (GError) error = NULL;
  TestRouter *test = g_new0 (TestRouter, 1);

  test->scenario = dl_preset_load (preset, &error);
  g_assert_no_error (error);
  for (guint i = 0; edits != NULL && edits[i] != NULL; i++)
    {
      dl_edits_parse_assignment (list, edits[i], &error);
      g_assert_no_error (error);
    }
  dl_scenario_apply (test->scenario, list, NULL, NULL, &error);
  g_assert_no_error (error);
  plan = dl_scenario_plan (test->scenario, 1, NULL, NULL, &error);
  g_assert_no_error (error);
  test->plan = dl_seastar_plan_ref (dl_seastar_plan_of (plan));
  test->sim = dl_seastar_new (test->plan, 0);
  dl_seastar_watch (test->sim, node);
  dl_seastar_run (test->sim, cycles);
  test_router_look (test);
  return test;
}

void
test_router_free (TestRouter *test)
{
  dl_seastar_free (test->sim);
  dl_seastar_plan_unref (test->plan);
  dl_scenario_free (test->scenario);
  g_free (test);
}

void
test_router_look (TestRouter *test)
{
  dl_seastar_get_inside (test->sim, &test->inside);
}
