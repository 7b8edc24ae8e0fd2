/* How evenly links are loaded, class by class: against each link's own load, counted by hand. */
#include "dl-edit.h"
#include "dl-evaluate.h"

#include <math.h>

static DlEvaluation *
evaluate (const char *const *settings)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_autoptr (GError) error = NULL;
  DlEvaluation *result;

  for (; *settings != NULL; settings += 2)
    dl_edits_add (edits, DL_EDIT_SET, settings[0], settings[1]);
  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  result = dl_evaluation_new (scenario, 1, NULL, NULL, &error);
  g_assert_no_error (error);
  return result;
}

#define EVALUATE(...) evaluate ((const char *const[]) { __VA_ARGS__, NULL })

/* An axis that is told from its values. */
static double
twice (double max)
{
  return 2 * max;
}

static guint
n_links (const DlClassLoad *class)
{
  guint n = class->n_over;

  for (guint bin = 0; bin < DL_CLASS_LOAD_BINS; bin++)
    n += class->bins[bin];
  return n;
}

/* Packets by dimension; the cable that is broken is in none. */
static void
test_torus (void)
{
  g_autoptr (DlEvaluation) result
      = EVALUATE ("torus.radix", "5;4;1", "torus.broken-links", "1,1,0:x+");
  const DlTorusAnalysis *analysis = dl_evaluation_torus (result);
  DlClassLoads loads;
  double most = 0;

  dl_class_loads_init (&loads, result, twice);
  g_assert_false (loads.is_utilization);
  g_assert_cmpuint (loads.n_classes, ==, 3);
  for (guint dim = 0; dim < 3; dim++)
    {
      const DlClassLoad *class = &loads.classes[dim];

      g_assert_cmpuint (class->n_links, ==, analysis->dims[dim].links);
      g_assert_cmpuint (n_links (class), ==, class->n_links);
      g_assert_cmpuint (class->n_over, ==, 0);
      if (class->n_links == 0)
        {
          g_assert_true (isnan (class->mean) && isnan (class->max));
          continue;
        }
      g_assert_cmpfloat_with_epsilon (class->mean, analysis->dims[dim].load_mean, 1e-9);
      g_assert_cmpfloat_with_epsilon (class->max, analysis->dims[dim].load_max, 1e-9);
      g_assert_cmpfloat_with_epsilon (dl_torus_analysis_link_load (analysis, class->busiest),
                                      class->max, 1e-9);
      g_assert_cmpuint (class->busiest % DL_TORUS_N_NETWORK_PORTS / 2, ==, dim);
      /* All of them are in the lower half of the axis. */
      for (guint bin = DL_CLASS_LOAD_BINS / 2; bin < DL_CLASS_LOAD_BINS; bin++)
        g_assert_cmpuint (class->bins[bin], ==, 0);
      most = fmax (most, class->max);
    }
  g_assert_cmpuint (loads.classes[2].n_links, ==, 0);
  g_assert_cmpuint (loads.classes[0].n_links, ==, 38);
  g_assert_cmpfloat_with_epsilon (loads.end, 2 * most, 1e-9);
  g_assert_cmpfloat_with_epsilon (dl_torus_analysis_link_load (analysis, loads.limit), most, 1e-9);
}

/* Utilization: the link that bounds the load is full at that load, and overloaded beyond it. */
static void
test_dragonfly (void)
{
  g_autoptr (DlEvaluation) result = EVALUATE (
      "scenario.kind", "dragonfly", "dragonfly.shape", "generic", "dragonfly.groups", "5",
      "dragonfly.routers-per-group", "4", "dragonfly.nodes-per-router", "2",
      "dragonfly.global-per-router", "1", "dragonfly.routing", "valiant", "traffic.load", "0.9");
  const DlDragonflyAnalysis *analysis = dl_evaluation_dragonfly (result);
  DlClassLoads loads;
  guint n_over = 0;

  dl_class_loads_init (&loads, result, twice);
  g_assert_true (loads.is_utilization);
  g_assert_cmpfloat (loads.end, ==, 1);
  g_assert_cmpfloat (loads.load, ==, 0.9);
  g_assert_cmpfloat (analysis->bound_load, <, 0.9);
  g_assert_cmpuint (loads.limit, ==, analysis->bound_link);
  for (guint i = 0; i < loads.n_classes; i++)
    {
      const DlClassLoad *class = &loads.classes[i];

      g_assert_cmpuint (class->n_links, ==, analysis->classes[i].links);
      g_assert_cmpuint (n_links (class), ==, class->n_links);
      n_over += class->n_over;
    }
  for (guint link = 0; link < result->net.graph->n_links; link++)
    n_over -= dl_dragonfly_analysis_use (analysis, link, 0.9) > 1;
  g_assert_cmpuint (n_over, ==, 0);
  g_assert_cmpuint (loads.classes[DL_LINK_BLUE].n_over, >, 0);
}

/* Without traffic no link limits the load, and all links are at the lower end. */
static void
test_idle (void)
{
  g_autoptr (DlEvaluation) result
      = EVALUATE ("torus.radix", "2;1;1", "torus.broken-nodes", "1,0,0");
  DlClassLoads loads;

  dl_class_loads_init (&loads, result, twice);
  g_assert_cmpuint (loads.limit, ==, DL_NO_LINK);
  g_assert_cmpfloat (loads.end, ==, 1);
  for (guint i = 0; i < loads.n_classes; i++)
    g_assert_cmpuint (loads.classes[i].n_idle, ==, loads.classes[i].n_links);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/class-loads/torus", test_torus);
  g_test_add_func ("/class-loads/dragonfly", test_dragonfly);
  g_test_add_func ("/class-loads/idle", test_idle);
  return g_test_run ();
}
