/* A session that leaves its scenario for a while: it comes back to just what it left. */
#include "dl-scenario-file.h"
#include "dl-session-edits.h"
#include "dl-session.h"
#include "test-files.h"
#include "toggle-fixture.h"

typedef struct
{
  char *folder;
  DlLibrary *library; /* nullable */
  DlSession *session;
} Fixture;

static gboolean
is_busy (DlSession *session)
{
  const DlEvaluation *result = dl_session_get_result (session);
  gboolean busy;

  g_object_get (session, "busy", &busy, NULL);
  return busy || result == NULL || result->generation != dl_session_get_generation (session)
         || dl_session_get_save_state (session) == DL_SAVE_PENDING;
}

static void
settle (Fixture *fixture)
{
  const gint64 end = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;

  do
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, FALSE);
    }
  while (is_busy (fixture->session));
}

static void
wait_for_name (Fixture *fixture, const char *name)
{
  const gint64 end = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;

  while (!g_str_equal (dl_session_get_scenario (fixture->session)->name, name))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, FALSE);
    }
  settle (fixture);
}

static void
open_library (Fixture *fixture)
{
  g_autofree char *path = g_build_filename (fixture->folder, "library.db", NULL);

  fixture->library = dl_library_new (path);
  fixture->session = dl_session_new (fixture->library);
  settle (fixture);
}

static void
close_library (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (dl_library_close (fixture->library, &error));
  g_assert_no_error (error);
  g_clear_object (&fixture->session);
  g_clear_object (&fixture->library);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("dateline-visit-XXXXXX", NULL);
  open_library (fixture);
  dl_session_open_new (fixture->session, dl_preset_load ("torus-5x5x5", NULL));
  wait_for_name (fixture, "Torus 5x5x5");
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  close_library (fixture);
  test_remove_folder (fixture->folder);
  g_free (fixture->folder);
}

static void
visit (Fixture *fixture, const char *preset)
{
  dl_session_visit (fixture->session, dl_preset_load (preset, NULL));
  settle (fixture);
}

/* All that a session says of its history, in words. */
static char *
describe_history (Fixture *fixture)
{
  const DlHistory *history = dl_session_get_history (fixture->session);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "at %u:", dl_history_position (history));
  for (guint i = 0; i < dl_history_n_steps (history); i++)
    g_string_append_printf (text, " %s;", dl_history_step (history, i)->label);
  return g_string_free (text, FALSE);
}

static void
assert_left_name (Fixture *fixture, const char *expected)
{
  g_autofree char *name = NULL;

  g_object_get (fixture->session, "left-name", &name, NULL);
  g_assert_cmpstr (name, ==, expected);
}

/* There and back: scenario, history, its place in the library, its result; and nothing of the toy
 * is anywhere. */
static void
test_identity (Fixture *fixture, gconstpointer data)
{
  DlSession *session = fixture->session;
  const gint64 id = dl_session_get_scenario_id (session);
  g_autoptr (DlScenario) before = NULL;
  g_autofree char *history = NULL;
  g_autofree char *after = NULL;
  const DlTorusAnalysis *analysis;

  toggle_node (session, (DlTorusCoord) { { 1, 1, 1 } });
  dl_session_set (session, "traffic.load", "0.2", FALSE);
  dl_session_set (session, "torus.vc-policy", "initial", FALSE);
  dl_session_undo (session);
  settle (fixture);
  before = dl_scenario_copy (dl_session_get_scenario (session));
  history = describe_history (fixture);
  analysis = dl_evaluation_torus (dl_session_get_result (session));
  assert_left_name (fixture, NULL);

  visit (fixture, "ring-8");
  assert_left_name (fixture, "Torus 5x5x5");
  g_assert_true (dl_scenario_equal (dl_session_get_left (session), before));
  g_assert_cmpint (dl_session_get_scenario_id (session), ==, 0);
  g_assert_cmpuint (dl_history_n_steps (dl_session_get_history (session)), ==, 0);
  g_assert_cmpuint (dl_evaluation_torus (dl_session_get_result (session))->network->n_nodes, ==, 8);
  toggle_node (session, (DlTorusCoord) { { 1, 0, 0 } });
  settle (fixture);
  g_assert_cmpuint (dl_evaluation_torus (dl_session_get_result (session))->network->n_working_nodes,
                    ==, 7);
  dl_session_undo (session);
  settle (fixture);
  dl_session_undo (session); /* not into what was left */
  settle (fixture);
  g_assert_cmpuint (dl_evaluation_torus (dl_session_get_result (session))->network->n_nodes, ==, 8);

  dl_session_return (session);
  assert_left_name (fixture, NULL);
  g_assert_null (dl_session_get_left (session));
  /* At once: nothing need be computed for it. */
  g_assert_true (dl_evaluation_torus (dl_session_get_result (session)) == analysis);
  settle (fixture);
  after = describe_history (fixture);
  g_assert_true (dl_scenario_equal (dl_session_get_scenario (session), before));
  g_assert_cmpstr (after, ==, history);
  g_assert_cmpint (dl_session_get_scenario_id (session), ==, id);
  g_assert_cmpint (dl_session_get_save_state (session), ==, DL_SAVE_DONE);
  dl_session_redo (session);
  settle (fixture);
  g_assert_false (dl_scenario_equal (dl_session_get_scenario (session), before));
  g_assert_false (dl_history_position (dl_session_get_history (session))
                  < dl_history_n_steps (dl_session_get_history (session)));
  dl_session_return (session); /* nothing is left: nothing happens */
  assert_left_name (fixture, NULL);
}

/* Edits after the return are durable, like those before the visit; and the library has nothing
 * new. */
static void
test_saved (Fixture *fixture, gconstpointer data)
{
  const gint64 id = dl_session_get_scenario_id (fixture->session);

  for (guint i = 0; i < 5; i++)
    {
      toggle_node (fixture->session, (DlTorusCoord) { { i, 1, 1 } });
      visit (fixture, i % 2 ? "ring-8" : "mesh-4x4"); /* while it is written */
      dl_session_set (fixture->session, "traffic.load", "0.1", FALSE);
      dl_session_return (fixture->session);
      toggle_node (fixture->session, (DlTorusCoord) { { i, 2, 2 } });
    }
  settle (fixture);
  visit (fixture, "ring-8");
  close_library (fixture);
  open_library (fixture);
  wait_for_name (fixture, "Torus 5x5x5");
  g_assert_cmpint (dl_session_get_scenario_id (fixture->session), ==, id);
  g_assert_cmpuint (dl_history_n_steps (dl_session_get_history (fixture->session)), ==, 10);
  g_assert_cmpuint (
      dl_torus_options (dl_session_get_scenario (fixture->session))->spec.broken_nodes->len, ==,
      10);
  dl_library_refresh (fixture->library);
  for (guint i = 0; i < 50; i++)
    {
      g_usleep (2000);
      g_main_context_iteration (NULL, FALSE);
    }
  /* The XT3 of the first start, and this one. */
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->library)), ==, 2);
}

/* From toy to toy it is still the first one that waits; opening another for good ends the visit. */
static void
test_several (Fixture *fixture, gconstpointer data)
{
  visit (fixture, "ring-8");
  visit (fixture, "cascade-2");
  assert_left_name (fixture, "Torus 5x5x5");
  g_assert_nonnull (dl_evaluation_dragonfly (dl_session_get_result (fixture->session)));
  dl_session_return (fixture->session);
  settle (fixture);
  g_assert_cmpuint (
      dl_evaluation_torus (dl_session_get_result (fixture->session))->network->n_nodes, ==, 125);

  visit (fixture, "ring-8");
  dl_session_open_new (fixture->session, dl_preset_load ("mesh-4x4", NULL));
  wait_for_name (fixture, "Mesh 4x4");
  assert_left_name (fixture, NULL);
}

/* Left before it is analyzed: what is shown of it is not the toy's, in which other places are
 * selected. */
static void
test_busy (Fixture *fixture, gconstpointer data)
{
  toggle_node (fixture->session, (DlTorusCoord) { { 1, 1, 1 } });
  visit (fixture, "ring-8");
  g_assert_cmpuint (
      dl_evaluation_torus (dl_session_get_result (fixture->session))->network->n_nodes, ==, 8);
  dl_session_return (fixture->session);
  g_assert_cmpuint (
      dl_evaluation_torus (dl_session_get_result (fixture->session))->network->n_nodes, ==, 125);
  settle (fixture);
  g_assert_cmpuint (
      dl_evaluation_torus (dl_session_get_result (fixture->session))->network->n_working_nodes, ==,
      124);
}

/* Before the program has opened what it begins with, it comes back to that. */
static void
test_not_open_yet (Fixture *fixture, gconstpointer data)
{
  const gint64 id = dl_session_get_scenario_id (fixture->session);
  g_autofree char *path = g_build_filename (fixture->folder, "library.db", NULL);

  for (guint for_good = 0; for_good < 2; for_good++)
    {
      close_library (fixture);
      fixture->library = dl_library_new (path);
      fixture->session = dl_session_new (fixture->library);
      visit (fixture, "ring-8");
      if (for_good)
        dl_session_open (fixture->session, id);
      else
        dl_session_return (fixture->session);
      wait_for_name (fixture, "Torus 5x5x5");
      g_assert_cmpint (dl_session_get_scenario_id (fixture->session), ==, id);
      assert_left_name (fixture, NULL);
    }
}

/* Edits that could not be written after it was left wait, whatever is opened. */
static void
test_not_saved (Fixture *fixture, gconstpointer data)
{
  Fixture other = { .folder = fixture->folder };

  open_library (&other);
  /* By its number: that it was opened last may not be written yet. */
  dl_session_open (other.session, dl_session_get_scenario_id (fixture->session));
  wait_for_name (&other, "Torus 5x5x5");
  toggle_node (other.session, (DlTorusCoord) { { 3, 3, 3 } });
  settle (&other);
  close_library (&other);

  toggle_node (fixture->session, (DlTorusCoord) { { 1, 1, 1 } });
  visit (fixture, "ring-8");
  dl_session_open_new (fixture->session, dl_preset_load ("mesh-4x4", NULL));
  wait_for_name (fixture, "Mesh 4x4");
  assert_left_name (fixture, "Torus 5x5x5");
  dl_session_return (fixture->session);
  settle (fixture);
  g_assert_cmpuint (
      dl_torus_options (dl_session_get_scenario (fixture->session))->spec.broken_nodes->len, ==, 1);
  while (dl_session_get_save_state (fixture->session) != DL_SAVE_FAILED)
    g_main_context_iteration (NULL, TRUE);
  dl_session_keep_as_new (fixture->session);
  while (dl_session_get_save_state (fixture->session) != DL_SAVE_DONE)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (
      dl_torus_options (dl_session_get_scenario (fixture->session))->spec.broken_nodes->len, ==, 1);
}

/* Without a library what waits is nowhere else: it waits on. */
static void
test_no_library (void)
{
  Fixture fixture = { .session = dl_session_new (NULL) };

  toggle_node (fixture.session, (DlTorusCoord) { { 1, 1, 1 } });
  settle (&fixture);
  visit (&fixture, "ring-8");
  dl_session_open_new (fixture.session, dl_preset_load ("mesh-4x4", NULL));
  settle (&fixture);
  assert_left_name (&fixture, "XT3 11x12x16");
  dl_session_return (fixture.session);
  settle (&fixture);
  g_assert_cmpuint (
      dl_evaluation_torus (dl_session_get_result (fixture.session))->network->n_working_nodes, ==,
      2111);
  dl_session_undo (fixture.session);
  settle (&fixture);
  g_assert_cmpuint (
      dl_evaluation_torus (dl_session_get_result (fixture.session))->network->n_working_nodes, ==,
      2112);
  g_clear_object (&fixture.session);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add (name, Fixture, NULL, set_up, func, tear_down)
  ADD ("/visit/identity", test_identity);
  ADD ("/visit/saved", test_saved);
  ADD ("/visit/several", test_several);
  ADD ("/visit/busy", test_busy);
  ADD ("/visit/not-open-yet", test_not_open_yet);
  ADD ("/visit/not-saved", test_not_saved);
  g_test_add_func ("/visit/no-library", test_no_library);
  return g_test_run ();
}
