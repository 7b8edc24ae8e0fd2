/* Edits of a session's jobs, on each family that has jobs: strokes, rules and removals, each one
 * step that is undone. */
#include "dl-session-jobs.h"

#include "dl-scenario-file.h"
#include "dl-session-edits.h"

#include <string.h>

typedef struct
{
  const char *preset;
  DlPlace broken;                /* breaks nodes, */
  guint broken_first, n_broken;  /* cells side by side in the grid */
  const char *painted, *erased;  /* labels */
  const char *stroke, *backward; /* placements of cells 2..5, then 8..9 too */
} Case;

typedef struct
{
  DlSession *session;
  DlJobSites *on;
} Fixture;

static void
settle (DlSession *session)
{
  const gint64 end = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;
  const DlEvaluation *result;
  gboolean busy;

  do
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, FALSE);
      result = dl_session_get_result (session);
      g_object_get (session, "busy", &busy, NULL);
    }
  while (busy || result == NULL || result->generation != dl_session_get_generation (session));
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  const Case *of = data;
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_preset_load (of->preset, &error);

  g_assert_no_error (error);
  fixture->session = dl_session_new (NULL);
  settle (fixture->session);
  dl_session_open_new (fixture->session, scenario);
  settle (fixture->session);
  fixture->on = dl_session_job_sites (fixture->session);
  g_assert_nonnull (fixture->on);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  dl_job_sites_unref (fixture->on);
  g_object_unref (fixture->session);
}

static const char *
placement (Fixture *fixture)
{
  return dl_session_get_scenario (fixture->session)->traffic.placement;
}

static void
assert_undo (Fixture *fixture, const char *label)
{
  g_autofree char *is = NULL;

  g_object_get (fixture->session, "undo-label", &is, NULL);
  g_assert_cmpstr (is, ==, label);
}

static void
test_strokes (Fixture *fixture, gconstpointer data)
{
  const Case *of = data;
  g_autofree char *before = g_strdup (placement (fixture));
  const char *pattern = dl_session_get_scenario (fixture->session)->traffic.pattern->id;

  dl_session_remove_all_jobs (fixture->session, fixture->on);
  assert_undo (fixture, "Removed all jobs");
  g_assert_cmpstr (placement (fixture), ==, "# no jobs\n");
  g_assert_cmpstr (dl_session_get_scenario (fixture->session)->traffic.pattern->id, ==, "jobs");
  /* Too far and back. */
  dl_session_paint_jobs (fixture->session, fixture->on, 2, 14, "a");
  dl_session_paint_jobs (fixture->session, fixture->on, 2, 5, "a");
  dl_session_seal (fixture->session);
  g_assert_cmpstr (placement (fixture), ==, of->stroke);
  assert_undo (fixture, of->painted);
  dl_session_paint_jobs (fixture->session, fixture->on, 8, 9, "a");
  dl_session_seal (fixture->session);
  g_assert_cmpstr (placement (fixture), ==, of->backward);
  dl_session_paint_jobs (fixture->session, fixture->on, 8, 9, NULL);
  dl_session_seal (fixture->session);
  g_assert_cmpstr (placement (fixture), ==, of->stroke);
  assert_undo (fixture, of->erased);
  dl_session_undo (fixture->session);
  g_assert_cmpstr (placement (fixture), ==, of->backward);
  dl_session_undo (fixture->session);
  g_assert_cmpstr (placement (fixture), ==, of->stroke);
  dl_session_undo (fixture->session);
  g_assert_cmpstr (placement (fixture), ==, "# no jobs\n");
  dl_session_undo (fixture->session);
  g_assert_cmpstr (placement (fixture), ==, before);
  g_assert_cmpstr (dl_session_get_scenario (fixture->session)->traffic.pattern->id, ==, pattern);
  assert_undo (fixture, NULL);
}

/* Rules stay rules until nodes are painted; a file of ranks is none. */
static void
test_rules (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlJobs) jobs = NULL;

  dl_session_add_job (fixture->session, fixture->on, "a:4:2", "a");
  assert_undo (fixture, "Added job a");
  dl_session_add_job (fixture->session, fixture->on, "b:3:linear", "b");
  g_assert_cmpstr (placement (fixture), ==, "a:4:2\nb:3:linear\n");
  jobs = dl_session_jobs (fixture->session, fixture->on, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (jobs->n_jobs, ==, 2);
  g_assert_cmpuint (jobs->jobs[0].n_nodes, ==, 4);
  /* More than there are: the session says so, and has no step. */
  dl_session_add_job (fixture->session, fixture->on, "c:100000:random", "c");
  g_assert_cmpstr (placement (fixture), ==, "a:4:2\nb:3:linear\n");
  dl_session_remove_job (fixture->session, fixture->on, "none");
  dl_session_remove_job (fixture->session, fixture->on, "a");
  assert_undo (fixture, "Removed job a");
  g_assert_true (g_str_has_prefix (placement (fixture), "b@"));
  dl_session_undo (fixture->session);
  dl_session_undo (fixture->session);
  g_assert_cmpstr (placement (fixture), ==, "a:4:2\n");
  dl_session_redo (fixture->session);
  g_assert_cmpstr (placement (fixture), ==, "a:4:2\nb:3:linear\n");
}

/* A rule chooses among nodes that work, and what breaks later keeps its job. */
static void
test_broken (Fixture *fixture, gconstpointer data)
{
  const Case *of = data;
  g_autoptr (DlJobs) jobs = NULL, filled = NULL;
  guint n = 0;

  dl_session_remove_all_jobs (fixture->session, fixture->on);
  dl_session_paint_jobs (fixture->session, fixture->on, of->broken_first, of->broken_first, "kept");
  dl_session_seal (fixture->session);
  dl_session_toggle (fixture->session, of->broken, FALSE);
  settle (fixture->session);
  g_autoptr (DlJobSites) on = dl_session_job_sites (fixture->session);
  g_assert_true (dl_site_grid_equal (on->grid, fixture->on->grid));
  for (guint cell = 0; cell < on->grid->n_cells; cell++)
    {
      const gboolean up = on->sites.is_up (on->shape, *dl_site_grid_nodes (on->grid, cell));

      g_assert_cmpint (up, !=, cell >= of->broken_first && cell < of->broken_first + of->n_broken);
      n += !up;
    }
  g_assert_cmpuint (n, ==, of->n_broken);
  jobs = dl_session_jobs (fixture->session, on, NULL);
  g_assert_cmpstr (jobs->jobs[jobs->job[*dl_site_grid_nodes (on->grid, of->broken_first)]].name, ==,
                   "kept");
  dl_session_add_job (fixture->session, on, "rest:4:linear", "rest");
  filled = dl_session_jobs (fixture->session, on, NULL);
  for (guint node = 0; node < filled->n_nodes; node++)
    if (filled->job[node] == dl_jobs_find (filled, "rest"))
      g_assert_true (on->sites.is_up (on->shape, node));
}

/* A torus has none. */
static void
test_none (void)
{
  DlSession *session = dl_session_new (NULL);

  settle (session);
  g_assert_null (dl_session_job_sites (session));
  g_object_unref (session);
}

int
main (int argc, char **argv)
{
  static const Case cases[] = {
    { "cascade-2",
      { DL_PLACE_ROUTER, .a = 1 },
      1,
      1,
      "Nodes for job a",
      "Nodes without a job",
      "a@8-23\n",
      "a@8-23,32-39\n" },
    { "fat-tree-16",
      { DL_PLACE_ROUTER, .a = 1 },
      4,
      4,
      "Hosts for job a",
      "Hosts without a job",
      "a@2-5\n",
      "a@2-5,8-9\n" },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
#define ADD(name)                                                                                  \
  do                                                                                               \
    {                                                                                              \
      g_autofree char *path = g_strdup_printf ("/session-jobs/%s/" #name, cases[i].preset);        \
                                                                                                   \
      g_test_add (path, Fixture, &cases[i], set_up, test_##name, tear_down);                       \
    }                                                                                              \
  while (FALSE)
      ADD (strokes);
      ADD (rules);
      ADD (broken);
    }
  g_test_add_func ("/session-jobs/none", test_none);
  return g_test_run ();
}
