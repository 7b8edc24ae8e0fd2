/* The session: edits, results, saving and what the user is told. */
#include "dl-session-edits.h"
#include "dl-session.h"

#include "dl-scenario-file.h"
#include "test-files.h"
#include "toggle-fixture.h"

#include <glib/gstdio.h>
#include <math.h>

typedef struct
{
  char *folder;
  char *path;
  DlLibrary *library;
  DlSession *session;
  char *label; /* of the last announcement */
  char *effect;
  char *failure;
  guint n_announced;
} Fixture;

static void
on_announce (DlSession *session, const char *label, const char *effect, Fixture *fixture)
{
  g_free (fixture->label);
  g_free (fixture->effect);
  fixture->label = g_strdup (label);
  fixture->effect = g_strdup (effect);
  fixture->n_announced++;
}

static void
on_failed (DlSession *session, const char *message, Fixture *fixture)
{
  g_free (fixture->failure);
  fixture->failure = g_strdup (message);
}

/* Until nothing is computed, opened or written any more. */
static void
settle (Fixture *fixture)
{
  gboolean busy;

  do
    {
      g_main_context_iteration (NULL, TRUE);
      g_object_get (fixture->session, "busy", &busy, NULL);
    }
  while (busy || dl_session_get_result (fixture->session) == NULL
         || dl_session_get_result (fixture->session)->generation
                != dl_session_get_generation (fixture->session)
         || dl_session_get_save_state (fixture->session) == DL_SAVE_PENDING);
}

static void
open_session (Fixture *fixture)
{
  fixture->library = dl_library_new (fixture->path);
  fixture->session = dl_session_new (fixture->library);
  g_signal_connect (fixture->session, "announce", G_CALLBACK (on_announce), fixture);
  g_signal_connect (fixture->session, "failed", G_CALLBACK (on_failed), fixture);
  settle (fixture);
}

/* Dropped here, and then by the threads that still hold it: nobody may keep it. */
static void
assert_goes_away (gpointer object)
{
  const gint64 end = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;
  GWeakRef weak;

  g_weak_ref_init (&weak, object);
  g_object_unref (object);
  for (;;)
    {
      g_autoptr (GObject) still_there = g_weak_ref_get (&weak);
      if (still_there == NULL)
        break;
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, FALSE);
    }
  g_weak_ref_clear (&weak);
}

static void
close_session (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (dl_library_close (fixture->library, &error));
  g_assert_no_error (error);
  assert_goes_away (fixture->session);
  assert_goes_away (fixture->library);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("dateline-session-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "library.db", NULL);
  open_session (fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  close_session (fixture);
  test_remove_folder (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
  g_free (fixture->label);
  g_free (fixture->effect);
  g_free (fixture->failure);
}

static const DlTorusAnalysis *
analysis (Fixture *fixture)
{
  return dl_evaluation_torus (dl_session_get_result (fixture->session));
}

/* Never start empty: the XT3, analyzed, with the published means. */
static void
test_first_start (Fixture *fixture, gconstpointer data)
{
  g_assert_cmpstr (dl_session_get_scenario (fixture->session)->name, ==, "XT3 11x12x16");
  g_assert_cmpint (dl_session_get_scenario_id (fixture->session), >, 0);
  g_assert_cmpint (dl_session_get_save_state (fixture->session), ==, DL_SAVE_DONE);
  g_assert_cmpfloat_with_epsilon (analysis (fixture)->dims[DL_X].balance_mean, .2667, 5e-5);
  g_assert_cmpfloat_with_epsilon (analysis (fixture)->dims[DL_Y].balance_mean, .2690, 5e-5);
  g_assert_cmpfloat_with_epsilon (analysis (fixture)->dims[DL_Z].balance_mean, .3016, 5e-5);
  g_assert_cmpuint (fixture->n_announced, ==, 0);
}

static void
test_break_and_undo (Fixture *fixture, gconstpointer data)
{
  const DlTorusLinkAt link = { { { 3, 4, 5 } }, DL_TORUS_PORT_X_PLUS };
  const DlEffect *effect = &dl_session_get_result (fixture->session)->effect;

  toggle_link (fixture->session, link, FALSE);
  settle (fixture);
  g_assert_cmpstr (fixture->label, ==, "Broke the cable X+ of (3,4,5)");
  g_assert_cmpuint (analysis (fixture)->network->n_working_links, ==, 12670);
  effect = &dl_session_get_result (fixture->session)->effect;
  g_assert_true (effect->rerouted_known);
  /* At least those that went through it: 2,880 packets in each direction. */
  g_assert_cmpuint (effect->rerouted_pairs, >=, 5760);
  g_assert_cmpfloat (effect->limit_before.channel_load, ==, 4752);
  g_assert_cmpfloat (dl_session_get_result (fixture->session)->limit.channel_load, >, 4752);
  g_assert_nonnull (strstr (fixture->effect, "pairs rerouted"));

  dl_session_undo (fixture->session);
  settle (fixture);
  g_assert_cmpstr (fixture->label, ==, "Undone: Broke the cable X+ of (3,4,5)");
  g_assert_true (dl_session_is_undone (fixture->session));
  g_assert_cmpuint (analysis (fixture)->network->n_working_links, ==, 12672);
  dl_session_redo (fixture->session);
  g_assert_false (dl_session_is_undone (fixture->session));
  toggle_link (fixture->session, link, FALSE);
  settle (fixture);
  g_assert_cmpstr (fixture->label, ==, "Restored the cable X+ of (3,4,5)");
  /* From its other end it has the same name, as in the list of faults. */
  toggle_link (fixture->session, (DlTorusLinkAt) { { { 4, 4, 5 } }, DL_TORUS_PORT_X_MINUS }, FALSE);
  settle (fixture);
  g_assert_cmpstr (fixture->label, ==, "Broke the cable X+ of (3,4,5)");
  dl_session_undo (fixture->session);
  settle (fixture);
}

/* A drag is one step, is not announced, and what it ends with is what is shown. */
static void
test_drag_dateline (Fixture *fixture, gconstpointer data)
{
  for (gint position = 14; position >= 3; position--)
    {
      dl_session_set_number (fixture->session, "torus.datelines", DL_Z, position, TRUE);
      g_main_context_iteration (NULL, FALSE);
    }
  dl_session_seal (fixture->session);
  settle (fixture);
  g_assert_cmpint (analysis (fixture)->routes->spec.dateline[DL_Z], ==, 3);
  g_assert_cmpuint (dl_history_n_steps (dl_session_get_history (fixture->session)), ==, 1);
  g_assert_cmpuint (fixture->n_announced, ==, 0);
  dl_session_undo (fixture->session);
  settle (fixture);
  g_assert_cmpint (analysis (fixture)->routes->spec.dateline[DL_Z], ==, 15);
}

static void
test_reopen (Fixture *fixture, gconstpointer data)
{
  dl_session_set (fixture->session, "torus.vc-policy", "initial", FALSE);
  dl_session_rename (fixture->session, "As it was");
  dl_session_undo (fixture->session);
  settle (fixture);
  close_session (fixture);

  open_session (fixture);
  g_assert_cmpstr (dl_session_get_scenario (fixture->session)->name, ==, "XT3 11x12x16");
  g_assert_cmpfloat_with_epsilon (analysis (fixture)->dims[DL_X].balance_mean, .4242, 5e-5);
  dl_session_redo (fixture->session);
  settle (fixture);
  g_assert_cmpstr (dl_session_get_scenario (fixture->session)->name, ==, "As it was");
}

/* Impossible edits are refused and told, and change nothing. */
static void
test_refused (Fixture *fixture, gconstpointer data)
{
  const guint64 generation = dl_session_get_generation (fixture->session);

  dl_session_set_number (fixture->session, "torus.radix", DL_X, 30000, TRUE);
  g_assert_nonnull (fixture->failure);
  g_assert_nonnull (strstr (fixture->failure, "32768"));
  g_assert_cmpuint (dl_session_get_generation (fixture->session), ==, generation);
  g_assert_cmpuint (dl_torus_options (dl_session_get_scenario (fixture->session))->spec.radix[DL_X],
                    ==, 11);
}

static void
test_switch_scenarios (Fixture *fixture, gconstpointer data)
{
  const gint64 first = dl_session_get_scenario_id (fixture->session);

  toggle_node (fixture->session, (DlTorusCoord) { { 1, 1, 1 } });
  dl_session_open_new (fixture->session, dl_preset_load ("torus-5x5x5", NULL));
  while (dl_session_get_scenario_id (fixture->session) == first)
    g_main_context_iteration (NULL, TRUE);
  settle (fixture);
  g_assert_cmpuint (analysis (fixture)->network->n_nodes, ==, 125);

  dl_session_open (fixture->session, first);
  while (dl_session_get_scenario_id (fixture->session) != first)
    g_main_context_iteration (NULL, TRUE);
  settle (fixture);
  g_assert_cmpuint (analysis (fixture)->network->n_working_nodes, ==, 2111);
}

/* Jobs are no places of ranks, nor the other way about: what cannot stay goes in the same step. */
static void
test_places (Fixture *fixture, gconstpointer data)
{
  const gint64 first = dl_session_get_scenario_id (fixture->session);
  const DlTrafficOptions *traffic;

  dl_session_open_new (fixture->session, dl_preset_load ("cascade-2", NULL));
  while (dl_session_get_scenario_id (fixture->session) == first)
    g_main_context_iteration (NULL, TRUE);
  dl_session_set_pattern (fixture->session, dl_pattern_find ("jobs"));
  dl_session_set (fixture->session, "traffic.placement", "a:8:2", FALSE);
  dl_session_set_pattern (fixture->session, dl_pattern_find ("all-to-all"));
  traffic = &dl_session_get_scenario (fixture->session)->traffic;
  g_assert_cmpstr (traffic->pattern->id, ==, "all-to-all");
  g_assert_cmpstr (traffic->placement, ==, "a:8:2");
  dl_session_set_pattern (fixture->session, dl_pattern_find ("allreduce"));
  traffic = &dl_session_get_scenario (fixture->session)->traffic;
  g_assert_cmpstr (traffic->pattern->id, ==, "allreduce");
  g_assert_cmpstr (traffic->placement, ==, "");
  g_assert_cmpstr (traffic->message_bytes, ==, "64");
  dl_session_undo (fixture->session);
  g_assert_cmpstr (dl_session_get_scenario (fixture->session)->traffic.placement, ==, "a:8:2");
  dl_session_redo (fixture->session);
  dl_session_set (fixture->session, "traffic.placement", "random", FALSE);
  g_assert_cmpstr (dl_session_get_scenario (fixture->session)->traffic.placement, ==, "random");
  dl_session_set_pattern (fixture->session, dl_pattern_find ("jobs"));
  traffic = &dl_session_get_scenario (fixture->session)->traffic;
  g_assert_cmpstr (traffic->pattern->id, ==, "jobs");
  g_assert_cmpstr (traffic->placement, ==, "");
  g_assert_null (fixture->failure);
  settle (fixture);
}

/* A library that cannot be opened does not keep anyone from working, but nothing is said to be
 * saved. */
static void
test_no_library (void)
{
  g_autofree char *folder = g_dir_make_tmp ("dateline-session-XXXXXX", NULL);
  Fixture fixture = { .path = folder };

  open_session (&fixture);
  g_assert_cmpuint (analysis (&fixture)->network->n_nodes, ==, 2112);
  toggle_node (fixture.session, (DlTorusCoord) { { 1, 1, 1 } });
  settle (&fixture);
  g_assert_cmpuint (analysis (&fixture)->network->n_working_nodes, ==, 2111);
  g_assert_cmpint (dl_session_get_save_state (fixture.session), ==, DL_SAVE_FAILED);
  g_assert_nonnull (dl_library_get_problem (fixture.library));
  close_session (&fixture);
  g_rmdir (folder);
  g_free (fixture.label);
  g_free (fixture.effect);
  g_free (fixture.failure);
}

/* A list that is asked for again may come more than once: wait for what is expected. */
static void
wait_for_n_items (DlLibrary *library, guint n)
{
  const gint64 end = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;

  while (g_list_model_get_n_items (G_LIST_MODEL (library)) != n)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, FALSE);
    }
}

static void
test_library_list (Fixture *fixture, gconstpointer data)
{
  const gint64 id = dl_session_get_scenario_id (fixture->session);
  GListModel *list = G_LIST_MODEL (fixture->library);
  g_autoptr (DlLibraryItem) item = NULL;

  dl_library_duplicate (fixture->library, id);
  wait_for_n_items (fixture->library, 2);
  dl_library_set_search (fixture->library, "copy");
  wait_for_n_items (fixture->library, 1);
  item = g_list_model_get_item (list, 0);
  g_assert_cmpint (dl_library_item_get_id (item), !=, id);

  dl_library_remove (fixture->library, dl_library_item_get_id (item));
  wait_for_n_items (fixture->library, 0);
  dl_library_unremove (fixture->library, dl_library_item_get_id (item));
  wait_for_n_items (fixture->library, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add (name, Fixture, NULL, set_up, func, tear_down)
  ADD ("/session/first-start", test_first_start);
  ADD ("/session/break-and-undo", test_break_and_undo);
  ADD ("/session/drag-dateline", test_drag_dateline);
  ADD ("/session/reopen", test_reopen);
  ADD ("/session/refused", test_refused);
  ADD ("/session/switch-scenarios", test_switch_scenarios);
  ADD ("/session/places", test_places);
  ADD ("/session/library-list", test_library_list);
  g_test_add_func ("/session/no-library", test_no_library);
  return g_test_run ();
}
