/* How long it takes to rank all positions of the datelines, beside a full analysis of each. Prints
 * a table in s of one core; asserts no time, but that both find the same position. --quick only
 * runs everything once, on a small network. */
#include "dl-families.h"
#include "dl-optimize-datelines.h"
#include "dl-torus-past-faults.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

typedef struct
{
  const char *name;
  const char *cable; /* or NULL */
  const char *node;  /* or NULL */
} Fault;

static const Fault faults[] = {
  { "nothing broken", NULL, NULL },  { "an X cable", "1,2,2:x+", NULL },
  { "a Y cable", "1,2,2:y+", NULL }, { "a Z cable", "1,2,2:z+", NULL },
  { "a node lost", NULL, "1,2,2" },
};

static double
now_s (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

static DlTorusNetwork *
build (const guint *radix, const Fault *fault)
{
  g_autoptr (GError) error = NULL;
  DlTorusNetwork *network;
  DlTorusSpec spec;

  dl_torus_spec_init (&spec);
  memcpy (spec.radix, radix, sizeof spec.radix);
  if (fault->cable != NULL)
    {
      DlTorusLinkAt link;
      g_assert_true (dl_torus_link_at_parse (fault->cable, &link));
      g_array_append_val (spec.broken_cables, link);
    }
  if (fault->node != NULL)
    {
      DlTorusCoord node;
      g_assert_true (dl_torus_coord_parse (fault->node, &node));
      g_array_append_val (spec.broken_nodes, node);
    }
  network = dl_torus_network_new (&spec, &error);
  g_assert_no_error (error);
  dl_torus_spec_clear (&spec);
  return network;
}

/* The best position by a full analysis of each. */
static DlDatelineCandidate
rank_each (DlTorusNetwork *network, const DlTorusRouting *at, const DlDemand *demand)
{
  const guint *radix = network->torus.radix;
  DlDatelineCandidate best;
  gboolean found = FALSE;

  for (guint x = 0; x < radix[DL_X]; x++)
    for (guint y = 0; y < radix[DL_Y]; y++)
      for (guint z = 0; z < radix[DL_Z]; z++)
        {
          DlTorusRouting spec = *at;
          DlDatelineCandidate candidate;

          spec.dateline[DL_X] = x;
          spec.dateline[DL_Y] = y;
          spec.dateline[DL_Z] = z;
          dl_dateline_candidate_evaluate (&candidate, network, &spec, demand, NULL);
          if (!found || dl_dateline_candidate_compare (&candidate, &best, at->dateline) < 0)
            best = candidate;
          found = TRUE;
        }
  return best;
}

static void
measure (const guint *radix, const Fault *fault)
{
  g_autoptr (DlTorusNetwork) network = build (radix, fault);
  g_autoptr (DlDemand) demand = dl_torus_demand_new (
      network, &(DlTorusTraffic) { .pattern = dl_pattern_find ("uniform"), .target = -1 });
  const DlTorusRouting spec = {
    .engine = dl_torus_engine_find ("xt"),
    .vc_policy = dl_vc_policy_find ("output-crossing"),
    .dateline = { radix[DL_X] - 1, radix[DL_Y] - 1, radix[DL_Z] - 1 },
  };
  DlDatelineOptions options = dl_dateline_options_default ();
  g_autoptr (DlDatelineRanking) ranking = NULL;
  g_autoptr (DlTorusPastFaults) past = NULL;
  double from, ranked_s, past_s, each_s;
  DlDatelineCandidate best;

  options.n_threads = 1;
  from = now_s ();
  ranking = dl_optimize_datelines (network, &spec, demand, options, NULL);
  ranked_s = now_s () - from;
  from = now_s ();
  past = dl_datelines_past_faults (network, &spec, demand, options, NULL);
  past_s = now_s () - from;
  from = now_s ();
  best = rank_each (network, &spec, demand);
  each_s = now_s () - from;

  g_assert_cmpmem (best.dateline, sizeof best.dateline, ranking->candidates[0].dateline,
                   sizeof best.dateline);
  printf ("| %-14s | %9u | %9u | %8.3f | %8.3f | %7.1f | %8.3f |\n", fault->name,
          ranking->combinations, ranking->evaluated, ranked_s, each_s, each_s / ranked_s, past_s);
  fflush (stdout);
}

int
main (int argc, char **argv)
{
  const gboolean quick = argc > 1 && strcmp (argv[1], "--quick") == 0;
  const guint xt3[DL_TORUS_N_DIMS] = { 11, 12, 16 }, small[DL_TORUS_N_DIMS] = { 4, 4, 4 };
  const guint *radix = quick ? small : xt3;

  printf ("%ux%ux%u, uniform traffic, engine xt, one core\n\n", radix[DL_X], radix[DL_Y],
          radix[DL_Z]);
  printf ("| %-14s | %9s | %9s | %8s | %8s | %7s | %8s |\n", "", "positions", "analysed",
          "ranked s", "each s", "times", "past s");
  printf (
      "| -------------- | --------: | --------: | -------: | -------: | ------: | -------: |\n");
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    measure (radix, &faults[i]);
  return 0;
}
