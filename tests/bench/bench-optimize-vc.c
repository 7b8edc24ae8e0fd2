/* Cost and result of the search for virtual channels, beside one naive analysis of the same
 * machine: the cost of each try that is not computed by difference. Prints processor time on one
 * thread and asserts none. --quick only runs everything once, on a small network. */
#include "dl-families.h"
#include "dl-optimize-vc.h"
#include "dl-torus-analysis.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static double
now_s (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

static DlTorusRoutes *
build (const guint radix[DL_TORUS_N_DIMS], const char *const *cables)
{
  DlTorusRouting routing = { .engine = dl_torus_engine_find ("xt"),
                             .vc_policy = dl_vc_policy_find ("output-crossing") };
  g_autoptr (DlTorusNetwork) network = NULL;
  g_autoptr (GError) error = NULL;
  DlTorusSpec spec;

  dl_torus_spec_init (&spec);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      spec.radix[dim] = radix[dim];
      routing.dateline[dim] = radix[dim] - 1;
    }
  for (; *cables != NULL; cables++)
    {
      DlTorusLinkAt link;
      if (!dl_torus_link_at_parse (*cables, &link))
        g_error ("%s is no cable", *cables);
      g_array_append_val (spec.broken_cables, link);
    }
  network = dl_torus_network_new (&spec, &error);
  if (network == NULL)
    g_error ("%s", error->message);
  dl_torus_spec_clear (&spec);
  return dl_torus_routes_new (network, &routing);
}

static void
measure (const char *title, const guint radix[DL_TORUS_N_DIMS], const char *const *cables,
         const char *pattern)
{
  g_autoptr (DlTorusRoutes) routes = build (radix, cables);
  g_autoptr (DlDemand) demand = dl_torus_demand_new (
      routes->network,
      &(DlTorusTraffic) { .pattern = dl_pattern_find (pattern), .target = -1, .seed = 1 });
  g_autoptr (DlTorusAnalysis) naive = NULL;
  g_autoptr (DlVcOptimum) optimum = NULL;
  double start = now_s (), naive_s, search_s;

  naive = dl_torus_analysis_new_naive (routes, demand);
  naive_s = now_s () - start;
  start = now_s ();
  optimum = dl_optimize_vc (routes, demand, 1, NULL, NULL, NULL);
  search_s = now_s () - start;
  printf ("| %-30s | %8.2f | %5.1f | %.4f | %.4f | %.4f | %9zu |\n", title, search_s,
          search_s / naive_s, optimum->mean_before, optimum->mean_after, optimum->mean_bound,
          strlen (dl_vc_table_text (optimum->table)));
  fflush (stdout);
}

int
main (int argc, char **argv)
{
  static const guint xt3[] = { 11, 12, 16 }, ring[] = { 64, 1, 1 }, small[] = { 5, 4, 3 };
  static const char *const none[] = { NULL };
  static const char *const faults[] = { "1,2,2:x+", "3,8,9:z+", "5,5,5:y+", NULL };
  static const char *const fault[] = { "1,2,2:x+", NULL };

  printf ("| machine, traffic                |  CPU s   | naive | before | after  | bound  | text, "
          "bytes |\n|--|--|--|--|--|--|--|\n");
  if (argc > 1 && strcmp (argv[1], "--quick") == 0)
    {
      measure ("5x4x3", small, none, "uniform");
      measure ("5x4x3, a cable cut", small, fault, "uniform");
      return 0;
    }
  measure ("11x12x16", xt3, none, "uniform");
  measure ("11x12x16, three cables cut", xt3, faults, "uniform");
  measure ("11x12x16, random permutation", xt3, none, "random-permutation");
  measure ("ring of 64", ring, none, "uniform");
  return 0;
}
