/* Where a machine was hot, against sums over its links one by one; and the jobs on a link, against
 * all routes of each job. */
#include "dl-measured.h"

#include "dl-dragonfly-flows.h"
#include "dl-dragonfly-name.h"
#include "dl-evaluate.h"
#include "dl-rng.h"
#include "dl-scenario-file.h"

#include <math.h>
#include <string.h>

/* Two jobs in a group each, one in both, which shares a router with another; a node of nobody. */
#define JOBS                                                                                       \
  "g,r,c,n,jobid\n0,0,0,0,7\n0,0,0,1,7\n0,0,1,0,7\n0,0,1,1,9\n0,1,2,0,9\n1,0,3,0,9\n1,1,0,0,8\n"   \
  "1,1,0,1,8\n1,1,1,3,8\n"

typedef struct
{
  DlEvaluation *result;
  DlDragonfly *net; /* the result's */
  DlMeasured *measured;
  DlJobs *jobs;
} Fixture;

static DlCounters *
read_good (const char *text)
{
  g_autoptr (GError) error = NULL;
  DlCounters *counters = dl_counters_read (text, -1, "file", &error);

  g_assert_no_error (error);
  return counters;
}

/* Every other link, with counts that are drawn; some without flits. */
static char *
draw_counters (const DlDragonfly *net)
{
  static const char colors[DL_N_LINK_CLASSES] = { 'g', 'k', 'b' };
  GString *text = g_string_new ("sg,sr,sc,dg,dr,dc,color,flits,stalls\n");
  DlRng rng;

  dl_rng_init (&rng, 5);
  for (guint link = 0; link < net->n_links; link++)
    {
      const DlRouterAt a = net->router[net->link_from[link]], b = net->router[net->link_to[link]];
      const guint flits = dl_rng_below (&rng, 4) == 0 ? 0 : dl_rng_below (&rng, 1000);

      if (net->link_parallel[link] == 0 && (a.blade + b.blade) % 3 != 0)
        g_string_append_printf (text, "%u,%u,%u,%u,%u,%u,%c,%u,%u\n", a.group, a.chassis, a.blade,
                                b.group, b.chassis, b.blade, colors[net->link_class[link]], flits,
                                flits * (guint) dl_rng_below (&rng, 9));
    }
  return g_string_free (text, FALSE);
}

static void
set_up (Fixture *fixture, gconstpointer mode)
{
  g_autofree char *text
      = g_strdup_printf ("[scenario]\nkind=dragonfly\n[dragonfly]\ngroups=2\nchassis=2\nblades=4\n"
                         "cables-per-pair=1\nrouting=%s\n",
                         (const char *) mode);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) scenario = dl_scenario_parse (text, -1, "scenario", NULL, &error);
  g_autoptr (DlCounters) counters = NULL, jobs = read_good (JOBS);
  g_autofree char *rows = NULL;

  g_assert_no_error (error);
  fixture->result = dl_evaluation_new (scenario, 0, NULL, NULL, &error);
  g_assert_no_error (error);
  fixture->net = dl_evaluation_dragonfly (fixture->result)->dragonfly;
  rows = draw_counters (fixture->net);
  counters = read_good (rows);
  fixture->measured
      = dl_measured_new (counters, NULL, dl_evaluation_dragonfly (fixture->result), NULL, &error);
  g_assert_no_error (error);
  fixture->jobs = dl_measured_jobs (fixture->measured, jobs, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (fixture->jobs->n_jobs, ==, 3);
}

static void
tear_down (Fixture *fixture, gconstpointer mode)
{
  dl_jobs_unref (fixture->jobs);
  dl_measured_unref (fixture->measured);
  dl_evaluation_unref (fixture->result);
}

static gboolean
is_of_job (const Fixture *fixture, guint router, guint job)
{
  const guint n = fixture->net->nodes_per_router;

  for (guint node = router * n; node < (router + 1) * n; node++)
    if (fixture->jobs->job[node] == job)
      return TRUE;
  return FALSE;
}

/* Is the link of place @i one of those that row @row sums up? */
static gboolean
belongs (const Fixture *fixture, DlHeatLevel level, const DlHeatRow *row, guint i)
{
  const guint router = fixture->net->link_from[fixture->measured->link[i]];

  switch (level)
    {
    case DL_HEAT_GROUPS:
      return fixture->net->router[router].group == row->number;
    case DL_HEAT_ROUTERS:
      return router == row->number;
    case DL_HEAT_LINKS:
      return i == row->number;
    default:
      return is_of_job (fixture, router, row->number);
    }
}

static void
test_sums (Fixture *fixture, gconstpointer mode)
{
  for (DlHeatLevel level = 0; level < DL_N_HEAT_LEVELS; level++)
    {
      g_autoptr (DlHeat) heat = dl_heat_new (fixture->measured, fixture->jobs, level);

      g_assert_cmpuint (heat->n, >, level == DL_HEAT_LINKS ? 40 : 1);
      for (guint i = 0; i < heat->n; i++)
        {
          const DlHeatRow *row = &heat->rows[i];
          guint links = 0;
          guint64 count = 0, stalls = 0;

          for (guint j = 0; j < fixture->measured->n; j++)
            if (belongs (fixture, level, row, j))
              {
                links++;
                count += fixture->measured->count[j];
                stalls += fixture->measured->stalls[j];
              }
          g_assert_cmpuint (row->links, ==, links);
          g_assert_cmpuint (row->count, ==, count);
          g_assert_cmpuint (row->stalls, ==, stalls);
          if (count > 0)
            g_assert_cmpfloat (dl_heat_ratio (heat, i), ==, (double) stalls / count);
          else
            g_assert_true (isnan (dl_heat_ratio (heat, i)));
          if (i > 0 && count > 0)
            g_assert_cmpfloat (dl_heat_ratio (heat, i - 1), >=, dl_heat_ratio (heat, i));
        }
    }
}

/* Jobs of a group and of a router. */
static void
test_jobs (Fixture *fixture, gconstpointer mode)
{
  for (DlHeatLevel level = DL_HEAT_GROUPS; level <= DL_HEAT_ROUTERS; level++)
    {
      g_autoptr (DlHeat) heat = dl_heat_new (fixture->measured, fixture->jobs, level);

      for (guint i = 0; i < heat->n; i++)
        {
          g_autoptr (GArray) parts = dl_heat_jobs_at (heat, i);
          const guint per_router = fixture->net->nodes_per_router;
          guint n_nodes = 0, n_of_jobs = 0, n_in_parts = 0;

          for (guint node = 0; node < fixture->jobs->n_nodes; node++)
            {
              const guint router = node / per_router;

              if ((level == DL_HEAT_GROUPS ? fixture->net->router[router].group : router)
                  != heat->rows[i].number)
                continue;
              n_nodes++;
              n_of_jobs += fixture->jobs->job[node] != DL_NO_SET;
            }
          for (guint j = 0; j < parts->len; j++)
            n_in_parts += g_array_index (parts, DlJobPart, j).part;
          g_assert_cmpuint (heat->rows[i].nodes, ==, n_nodes);
          g_assert_cmpuint (n_in_parts, ==, n_of_jobs);
          g_assert_cmpuint (heat->rows[i].job, ==,
                            parts->len > 0 ? g_array_index (parts, DlJobPart, 0).job : DL_NO_SET);
          if (parts->len > 0)
            g_assert_cmpfloat (heat->rows[i].job_nodes, ==,
                               g_array_index (parts, DlJobPart, 0).part);
        }
    }
}

/* Routers and groups of a job, each once. */
static void
test_places (Fixture *fixture, gconstpointer mode)
{
  g_autoptr (DlHeat) heat = dl_heat_new (fixture->measured, fixture->jobs, DL_HEAT_JOBS);
  const guint32 job = dl_jobs_find (fixture->jobs, "9");
  g_autoptr (GArray) places = dl_heat_job_places (heat, job);
  guint n_routers = 0, n_groups = 0;

  for (guint i = 0; i < places->len; i++)
    {
      const DlPlace place = g_array_index (places, DlPlace, i);

      if (place.kind == DL_PLACE_ROUTER)
        g_assert_true (is_of_job (fixture, place.a, job));
      n_routers += place.kind == DL_PLACE_ROUTER;
      n_groups += place.kind == DL_PLACE_GROUP;
    }
  g_assert_cmpuint (n_routers, ==, 3);
  g_assert_cmpuint (n_groups, ==, 2);
  for (guint i = 0; i < heat->n; i++)
    if (heat->rows[i].number == job)
      {
        g_assert_cmpuint (heat->rows[i].nodes, ==, 3);
        g_assert_cmpuint (heat->rows[i].n_groups, ==, 2);
      }
}

static double
packets_of_job (const Fixture *fixture, guint32 job, guint link)
{
  guint32 *set = g_new (guint32, fixture->jobs->n_nodes);
  g_autoptr (DlDragonflyDemand) demand = NULL;
  g_autoptr (DlLinkFlows) flows = NULL;

  for (guint node = 0; node < fixture->jobs->n_nodes; node++)
    set[node] = fixture->jobs->job[node] == job ? 0 : DL_NO_SET;
  demand = dl_dragonfly_demand_new_sets (fixture->net, set, 1);
  flows = dl_dragonfly_flows_new_naive (dl_evaluation_dragonfly (fixture->result), demand, link);
  return flows->packets;
}

static void
test_link_jobs (Fixture *fixture, gconstpointer mode)
{
  guint n_found = 0;

  for (guint link = 0; link < fixture->net->n_links; link++)
    {
      g_autoptr (GArray) parts = dl_measured_link_jobs (
          fixture->measured->kind, fixture->jobs, fixture->result->scenario,
          fixture->result->analysis_of_family, link, NULL);

      for (guint32 job = 0; job < fixture->jobs->n_jobs; job++)
        {
          const double packets = packets_of_job (fixture, job, link);
          double found = 0;

          for (guint i = 0; i < parts->len; i++)
            if (g_array_index (parts, DlJobPart, i).job == job)
              found = g_array_index (parts, DlJobPart, i).part;
          g_assert_cmpfloat_with_epsilon (found, packets, 1e-9);
        }
      n_found += parts->len;
    }
  g_assert_cmpuint (n_found, >, 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, mode, func) g_test_add (path, Fixture, mode, set_up, func, tear_down)
  ADD ("/measured-heat/sums", "adaptive-0", test_sums);
  ADD ("/measured-heat/jobs", "adaptive-0", test_jobs);
  ADD ("/measured-heat/places", "adaptive-0", test_places);
  ADD ("/measured-heat/link-jobs/minimal", "min-adaptive", test_link_jobs);
  ADD ("/measured-heat/link-jobs/adaptive", "valiant", test_link_jobs);
  return g_test_run ();
}
