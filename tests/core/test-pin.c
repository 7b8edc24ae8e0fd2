/* Pinned states: which ones, what they are called, and that they stay as they were. */
#include "dl-session-pin.h"

#include "dl-scenario-file.h"
#include "dl-session-edits.h"
#include "test-files.h"
#include "toggle-fixture.h"

#include <math.h>
#include <string.h>

static void
settle (DlSession *session)
{
  gboolean busy;

  do
    {
      while (g_main_context_iteration (NULL, FALSE))
        ;
      g_usleep (1000);
      g_object_get (session, "busy", &busy, NULL);
    }
  while (busy || dl_session_get_result (session) == NULL
         || dl_session_get_result (session)->generation != dl_session_get_generation (session)
         || dl_job_is_running (dl_session_get_pin_job (session)));
}

static DlSession *
session_new (void)
{
  DlSession *session = dl_session_new (NULL);

  for (DlTorusDim dim = DL_X; dim < DL_TORUS_N_DIMS; dim++)
    dl_session_set_number (session, "torus.radix", dim, 4 + dim, TRUE);
  dl_session_seal (session);
  settle (session);
  return session;
}

static void
count (guint *n)
{
  (*n)++;
}

static void
test_now (void)
{
  g_autoptr (DlSession) session = session_new ();
  g_autoptr (DlScenario) before = dl_scenario_copy (dl_session_get_scenario (session));
  guint n_notified = 0;
  DlPin *pin;

  g_assert_null (dl_session_get_pin (session));
  g_signal_connect_swapped (session, "notify::pin", G_CALLBACK (count), &n_notified);
  dl_session_pin_now (session, NULL, NULL);
  g_assert_cmpuint (n_notified, ==, 1); /* at once */
  pin = dl_session_get_pin (session);
  g_assert_true (pin->result == dl_session_get_result (session));
  g_assert_false (pin->simulated);
  g_assert_true (isnan (pin->scalars.accepted));
  g_assert_cmpfloat (pin->scalars.found.hops_mean, ==,
                     dl_evaluation_torus (pin->result)->hops_mean);

  /* It stays as it was, whatever is done afterwards. */
  toggle_node (session, (DlTorusCoord) { { 1, 1, 1 } });
  settle (session);
  g_assert_true (dl_session_get_pin (session) == pin);
  g_assert_true (dl_scenario_equal (pin->result->scenario, before));
  g_assert_null (dl_pin_misfit (dl_session_get_result (session), pin->result));

  /* Another one takes its place; none. */
  dl_session_pin_now (session, NULL, NULL);
  g_assert_true (dl_session_get_pin (session) != pin);
  g_assert_nonnull (strstr (dl_session_get_pin (session)->label, "after"));
  dl_session_set_pin (session, NULL);
  g_assert_null (dl_session_get_pin (session));
  g_assert_cmpuint (n_notified, ==, 3);
}

/* While a result is on its way the state of the scenario is pinned, not the result's. */
static void
test_busy (void)
{
  g_autoptr (DlSession) session = session_new ();

  toggle_node (session, (DlTorusCoord) { { 1, 1, 1 } });
  dl_session_pin_now (session, NULL, NULL);
  g_assert_null (dl_session_get_pin (session));
  settle (session);
  g_assert_true (dl_scenario_equal (dl_session_get_pin (session)->result->scenario,
                                    dl_session_get_scenario (session)));
}

/* Every point of the history is the scenario that was there. */
static void
test_history (void)
{
  g_autoptr (DlSession) session = session_new ();
  g_autoptr (GPtrArray) states = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_scenario_free);
  const guint first = dl_history_position (dl_session_get_history (session));

  for (guint i = 0; i < 4; i++)
    {
      g_ptr_array_add (states, dl_scenario_copy (dl_session_get_scenario (session)));
      toggle_node (session, (DlTorusCoord) { { i, i, i } });
    }
  g_ptr_array_add (states, dl_scenario_copy (dl_session_get_scenario (session)));
  dl_session_undo (session);
  dl_session_undo (session);
  settle (session);
  for (guint i = 0; i < states->len; i++)
    {
      dl_session_pin_step (session, first + i);
      settle (session);
      g_assert_true (dl_scenario_equal (dl_session_get_pin (session)->result->scenario,
                                        g_ptr_array_index (states, i)));
      g_assert_nonnull (strstr (dl_session_get_pin (session)->label, i < 2 ? "before" : "after"));
    }
  /* The open scenario is where it was. */
  g_assert_true (
      dl_scenario_equal (dl_session_get_scenario (session), g_ptr_array_index (states, 2)));
}

static void
on_failed (DlSession *session, const char *message, char **failure)
{
  g_free (*failure);
  *failure = g_strdup (message);
}

static void
test_others (void)
{
  g_autoptr (DlSession) session = session_new ();
  g_autoptr (DlScenario) edison = dl_preset_load ("cascade-8", NULL);
  g_autoptr (DlScenario) ring = dl_preset_load ("ring-8", NULL);
  g_autoptr (DlScenario) bad = dl_scenario_new ();
  g_autofree char *failure = NULL;
  DlPin *pin;

  g_signal_connect (session, "failed", G_CALLBACK (on_failed), &failure);
  dl_session_pin_scenario (session, edison, "cascade");
  settle (session);
  pin = dl_session_get_pin (session);
  g_assert_nonnull (dl_evaluation_dragonfly (pin->result));
  g_assert_nonnull (dl_pin_misfit (dl_session_get_result (session), pin->result));
  dl_session_pin_scenario (session, ring, "ring");
  settle (session);
  pin = dl_session_get_pin (session);
  g_assert_cmpstr (pin->label, ==, "ring");
  g_assert_nonnull (dl_pin_misfit (dl_session_get_result (session), pin->result));

  /* A scenario that cannot be evaluated fails with a reason, and the pin stays. */
  dl_torus_options (bad)->spec.radix[DL_X] = 9999;
  dl_session_pin_scenario (session, bad, "bad");
  settle (session);
  g_assert_nonnull (failure);
  g_assert_true (dl_session_get_pin (session) == pin);

  /* It outlives the scenario beside it, and what is on its way is forgotten with the session. */
  dl_session_open_new (session, dl_scenario_copy (ring));
  settle (session);
  g_assert_true (dl_session_get_pin (session) == pin);
  g_assert_null (dl_pin_misfit (dl_session_get_result (session), pin->result));
  dl_session_pin_scenario (session, edison, "late");
}

static void
test_changes (void)
{
  g_autoptr (DlScenario) a = dl_scenario_new ();
  g_autoptr (DlScenario) b = dl_scenario_copy (a);
  g_autofree char *none = dl_pin_changes (a, b);
  g_autofree char *some = NULL;
  g_autoptr (GPtrArray) edits
      = dl_edits_from_text ("torus.datelines=1;2;3\ntraffic.load=0.2\nscenario.name=B\n", NULL);

  g_assert_cmpstr (none, ==, "");
  g_assert_true (dl_scenario_apply (b, edits, NULL, NULL, NULL));
  some = dl_pin_changes (a, b);
  g_assert_cmpstr (some, ==, "torus.datelines=1;2;3, traffic.load=0.2");
}

/* A scenario of the library, while another one is open; one that is not there says so. */
static void
test_stored (void)
{
  g_autofree char *folder = g_dir_make_tmp ("dateline-pin-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "library.db", NULL);
  g_autofree char *failure = NULL;
  DlLibrary *library = dl_library_new (path);
  DlSession *session = dl_session_new (library);
  g_autoptr (DlScenario) first = NULL;
  gint64 id;

  g_signal_connect (session, "failed", G_CALLBACK (on_failed), &failure);
  settle (session);
  first = dl_scenario_copy (dl_session_get_scenario (session));
  id = dl_session_get_scenario_id (session);
  dl_session_open_new (session, dl_preset_load ("ring-8", NULL));
  while (dl_session_get_scenario_id (session) == id)
    g_main_context_iteration (NULL, TRUE);
  settle (session);
  dl_session_pin_stored (session, id);
  while (dl_session_get_pin (session) == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (dl_scenario_equal (dl_session_get_pin (session)->result->scenario, first));
  g_assert_cmpstr (dl_session_get_pin (session)->label, ==, first->name);
  g_assert_cmpint (dl_session_get_scenario_id (session), !=, id);

  dl_session_pin_stored (session, 987654);
  while (failure == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (dl_session_get_pin (session));

  g_assert_true (dl_library_close (library, NULL));
  settle (session);
  g_object_unref (session);
  g_object_unref (library);
  test_remove_folder (folder);
}

/* Assignments turn A into B, whatever differs: presets of every kind, one into another. */
static void
test_assignments (void)
{
  guint n;
  const DlPreset *presets = dl_presets (&n);

  for (guint from = 0; from < n; from++)
    for (guint to = 0; to < n; to += 3)
      {
        g_autoptr (DlScenario) a = dl_preset_load (presets[from].id, NULL);
        g_autoptr (DlScenario) b = dl_preset_load (presets[to].id, NULL);
        g_auto (GStrv) assignments = dl_pin_assignments (a, b);
        g_autoptr (GPtrArray) edits = dl_edits_new ();
        g_autoptr (GError) error = NULL;

        for (guint i = 0; assignments[i] != NULL; i++)
          g_assert_true (dl_edits_parse_assignment (edits, assignments[i], NULL));
        g_assert_true ((edits->len == 0) == (from == to));
        dl_scenario_apply (a, edits, NULL, NULL, &error);
        g_assert_no_error (error);
        g_assert_true (dl_scenario_same_values (a, b));
      }
}

/* Results of the simulation stay with the pin. */
static void
test_simulated (void)
{
  g_autoptr (DlSession) session = session_new ();
  g_autoptr (DlLive) live = dl_live_new (session);
  const DlLivePicture *picture;
  DlPin *pin;
  float load;

  dl_live_step (live, 3000);
  dl_live_sync (live);
  picture = dl_live_get_picture (live);
  g_assert_nonnull (picture);
  dl_session_pin_now (session, dl_live_get_picture (live), NULL);
  pin = dl_session_get_pin (session);
  g_assert_true (pin->simulated);
  g_assert_cmpuint (pin->links.n_links, ==, dl_evaluation_torus (pin->result)->network->n_links);
  g_assert_cmpuint (pin->to, ==, picture->cycle);
  g_assert_cmpfloat (pin->scalars.accepted, ==, picture->accepted);
  g_assert_cmpfloat (pin->links.load[5], ==, picture->links.load[5]);
  load = pin->links.load[5];
  dl_live_step (live, 3000);
  dl_live_sync (live);
  g_assert_cmpfloat (pin->links.load[5], ==, load);

  /* Another state has not been simulated yet. */
  toggle_node (session, (DlTorusCoord) { { 1, 1, 1 } });
  settle (session);
  picture = dl_live_get_picture (live);
  if (picture->generation != dl_session_get_generation (session))
    {
      dl_session_pin_now (session, dl_live_get_picture (live), NULL);
      g_assert_false (dl_session_get_pin (session)->simulated);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pin/now", test_now);
  g_test_add_func ("/pin/busy", test_busy);
  g_test_add_func ("/pin/history", test_history);
  g_test_add_func ("/pin/others", test_others);
  g_test_add_func ("/pin/stored", test_stored);
  g_test_add_func ("/pin/changes", test_changes);
  g_test_add_func ("/pin/assignments", test_assignments);
  g_test_add_func ("/pin/simulated", test_simulated);
  return g_test_run ();
}
