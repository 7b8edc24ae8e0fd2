/* Conditions of lessons, by what they say and by what is no condition. */
#include "dl-condition.h"
#include "lesson-fixture.h"

#include <string.h>

static void
test_conditions (void)
{
  static const struct
  {
    const char *text;
    DlJudged judged;
  } cases[] = {
    { "radix(x) = 8", DL_JUDGED_YES },
    { "radix(x)=8", DL_JUDGED_YES },
    { "radix(x) != 8", DL_JUDGED_NO },
    { "radix(x) < 8", DL_JUDGED_NO },
    { "radix(x) <= 8", DL_JUDGED_YES },
    { "radix(x) > 7.5", DL_JUDGED_YES },
    { "radix(x) >= 8.5", DL_JUDGED_NO },
    { "hops(0,0,0>3,0,0) > hops(0,0,0>2,0,0)", DL_JUDGED_YES },
    { "hops(0,0,0>3,0,0)>=hops(0,0,0>5,0,0)", DL_JUDGED_YES },
    { "deadlock_free = yes", DL_JUDGED_YES },
    { "deadlock_free != yes", DL_JUDGED_NO },
    { "torus.radix = 8;1;1", DL_JUDGED_YES },
    { "torus.radix = 8; 1; 1;", DL_JUDGED_YES },
    { "torus.radix != 4;1;1", DL_JUDGED_YES },
    { "torus.datelines = 7;-1;-1", DL_JUDGED_YES },
    { "traffic.load = 0.340", DL_JUDGED_YES },
    { "traffic.load < 0.35", DL_JUDGED_YES },
    { "traffic.load = saturated", DL_JUDGED_NO },
    { "traffic.load != saturated", DL_JUDGED_YES },
    { "traffic.pattern = uniform", DL_JUDGED_YES },
    { "router.age-rr-select != 0", DL_JUDGED_YES },
    { "mean_hops = before", DL_JUDGED_NO },
    { "mean_hops < before", DL_JUDGED_YES },
    { "mean_hops > 0.1 * before", DL_JUDGED_YES },
    { "mean_hops = start", DL_JUDGED_NOT_YET },
    { "mean_hops < 2 * mean_hops", DL_JUDGED_YES },
    { "latency_mean > 0", DL_JUDGED_NOT_YET },
    { "latency_mean != 0", DL_JUDGED_NOT_YET },
    { "route(0,0,0>2,0,0) = X+.0 X+.0", DL_JUDGED_YES },
    { "hops(0,0,0>9,0,0) = 1", DL_JUDGED_NOT_YET },
    { "bound_load > 0", DL_JUDGED_NOT_YET },
  };
  const char *const sets[] = { "torus.wrap=false;false;false", NULL };
  g_autoptr (DlScenario) scenario = dl_preset_load ("ring-8", NULL);
  g_autoptr (DlScenario) row = lesson_scenario_with ("ring-8", sets);
  g_autoptr (DlWorld) now = lesson_world_of (scenario);
  g_autoptr (DlWorld) before = lesson_world_of (row);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlCondition) condition = dl_condition_parse (cases[i].text, &error);

      g_assert_no_error (error);
      if (dl_condition_judge (condition, now, before, NULL) != cases[i].judged)
        g_error ("%s is judged otherwise", cases[i].text);
    }
}

static void
test_no_conditions (void)
{
  static const char *const texts[] = { "",
                                       "=",
                                       "radix",
                                       "radix(x)",
                                       "radix(x) =",
                                       "radix(w) = 1",
                                       "radix(x = 1",
                                       "radix() = 1",
                                       "radix(x) == 8",
                                       "radix(x) = eight",
                                       "radix(x) = yes",
                                       "cycle_length(x) = 1",
                                       "nonsense = 1",
                                       "torus.nonsense = 1",
                                       "torus.radix = 1;2",
                                       "torus.radix = before before",
                                       "deadlock_free = 1",
                                       "deadlock_free < yes",
                                       "deadlock_free = radix(x)",
                                       "deadlock_free = 0.5 * before",
                                       "traffic.pattern < uniform",
                                       "traffic.pattern = waves",
                                       "route(0,0,0>1,0,0) < X",
                                       "hops(0,0,0) = 1",
                                       "hops(0,0,0>) = 1",
                                       "uses(0,0,0>1,0,0) = 1",
                                       "uses(0,0,0>1,0,0, x+) = 1",
                                       "uses(0,0,0>1,0,0,:) = 1",
                                       "uses(,1,0,0:x+) = 1",
                                       "vc_on(1,0,0:x+) = 1",
                                       "hops(q>=c) = 1",
                                       "crosses(0,0,0>1,0,0) = 1",
                                       "radix(x) = * before",
                                       "radix(x) = 2 * 3",
                                       "radix(x) = x * before",
                                       "age_share(4) > 0",
                                       "class_links(red) > 0",
                                       "radix(x) = 1e999" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlCondition) condition = dl_condition_parse (texts[i], &error);

      if (condition != NULL)
        g_error ("“%s” is taken for a condition", texts[i]);
      g_assert_nonnull (error);
      g_assert_nonnull (strchr (error->message, '('));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lesson-condition/conditions", test_conditions);
  g_test_add_func ("/lesson-condition/no-conditions", test_no_conditions);
  return g_test_run ();
}
