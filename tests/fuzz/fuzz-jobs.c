/* Placements of jobs on a dragonfly, and on a fabric, where they name hosts: whatever the text,
 * jobs that hold together and are written and read back as they are, or one line that says why not.
 */
#include "dl-dragonfly-jobs.h"

#include "dl-counters.h"
#include "dl-fabric-builder.h"
#include "dl-fabric-places.h"

#include "fuzz-target.h"

#include <string.h>

/* Three groups, the last one smaller, with a router broken. */
static DlDragonfly *
build (void)
{
  const DlRouterAt broken = { .group = 1, .chassis = 0, .blade = 2 };
  g_autoptr (GError) error = NULL;
  DlDragonfly *dragonfly;
  DlDragonflySpec spec;

  dl_dragonfly_spec_init (&spec);
  spec.groups = 3;
  spec.chassis = 2;
  spec.blades = 4;
  spec.last_chassis = 1;
  spec.cables_per_pair = 1;
  g_array_append_val (spec.broken_routers, broken);
  dragonfly = dl_dragonfly_new (&spec, &error);
  g_assert_no_error (error);
  dl_dragonfly_spec_clear (&spec);
  return dragonfly;
}

static void
check_refusal (const GError *error)
{
  g_assert_nonnull (error);
  g_assert_true (error->domain == DL_JOBS_ERROR || error->domain == DL_COUNTERS_ERROR);
  g_assert_true (g_str_has_prefix (error->message, "fuzz:"));
  g_assert_null (strchr (error->message, '\n'));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

static void
check_sound (const DlJobs *jobs)
{
  g_autofree guint *n = g_new0 (guint, jobs->n_jobs + 1);

  for (guint node = 0; node < jobs->n_nodes; node++)
    {
      g_assert_true (jobs->job[node] == DL_NO_SET || jobs->job[node] < jobs->n_jobs);
      n[MIN (jobs->job[node], jobs->n_jobs)]++;
    }
  for (guint i = 0; i < jobs->n_jobs; i++)
    {
      g_assert_cmpuint (n[i], >=, 1);
      g_assert_cmpuint (jobs->jobs[i].n_nodes, ==, n[i]);
      g_assert_true (g_utf8_validate (jobs->jobs[i].name, -1, NULL));
      g_assert_cmpuint (dl_jobs_find (jobs, jobs->jobs[i].name), ==, i);
    }
}

/* Two leaves, hosts of any name, one of them without a cable. */
static DlFabric *
build_fabric (void)
{
  static const char *const names[] = { "a", "a b", "c,d", "e;f", "g\\h", "i@j", "1", "2-3", "k:l" };
  g_autoptr (DlFabricBuilder) builder = dl_fabric_builder_new ();
  g_autoptr (GError) error = NULL;
  DlFabric *fabric;

  for (guint i = 0; i < 2; i++)
    dl_fabric_builder_add_switch (builder, NULL, 0, 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const guint host = dl_fabric_builder_add_host (builder, names[i], i);

      if (i > 0)
        dl_fabric_builder_add_cable (builder, (DlFabricEnd) { host, TRUE, 0 },
                                     (DlFabricEnd) { i % 2, FALSE, 0 }, &error);
      g_assert_no_error (error);
    }
  fabric = dl_fabric_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return fabric;
}

static void
parse_on_fabric (const char *text)
{
  g_autoptr (DlFabric) fabric = build_fabric ();
  const DlSites sites = dl_fabric_sites (fabric);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlJobs) jobs = dl_jobs_parse (&sites, text, 1, "fuzz", &error);
  g_autoptr (DlJobs) again = NULL;
  g_autoptr (DlDemand) demand = NULL;
  g_autofree guint *n_leaves = NULL;
  g_autofree char *written = NULL;

  dl_jobs_are_ranks (&sites, text);
  if (jobs == NULL)
    {
      check_refusal (error);
      return;
    }
  g_assert_no_error (error);
  check_sound (jobs);
  written = dl_jobs_to_text (jobs);
  again = dl_jobs_parse (&sites, written, 2, "fuzz", &error);
  g_assert_no_error (error);
  g_assert_cmpmem (again->job, again->n_nodes * sizeof *again->job, jobs->job,
                   jobs->n_nodes * sizeof *jobs->job);
  n_leaves = dl_jobs_count_groups (jobs, &sites);
  for (guint i = 0; i < jobs->n_jobs; i++)
    g_assert_cmpuint (n_leaves[i], <=, 2);
  demand = dl_jobs_demand (jobs, &sites);
  g_assert_cmpuint (demand->n_sets, ==, jobs->n_jobs);
}

static void
parse_on_dragonfly (const char *text)
{
  g_autoptr (DlDragonfly) dragonfly = build ();
  g_autoptr (GError) error = NULL;
  g_autoptr (DlJobs) jobs = dl_dragonfly_jobs_parse (dragonfly, text, 1, "fuzz", &error);
  g_autoptr (DlJobs) again = NULL;
  g_autoptr (DlDragonflyDemand) demand = NULL;
  g_autofree char *written = NULL;

  if (jobs == NULL)
    {
      check_refusal (error);
      return;
    }
  g_assert_no_error (error);
  check_sound (jobs);
  written = dl_jobs_to_text (jobs);
  again = dl_dragonfly_jobs_parse (dragonfly, written, 2, "fuzz", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (again->n_jobs, ==, jobs->n_jobs);
  g_assert_cmpmem (again->job, again->n_nodes * sizeof *again->job, jobs->job,
                   jobs->n_nodes * sizeof *jobs->job);
  demand = dl_dragonfly_jobs_demand (jobs, dragonfly);
  g_assert_cmpuint (demand->n_sets, ==, jobs->n_jobs);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);

  parse_on_dragonfly (text);
  parse_on_fabric (text);
  return 0;
}
