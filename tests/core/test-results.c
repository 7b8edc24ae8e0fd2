/* The library's results, notes and tags as the window has them: read in the background, in pages,
 * and nothing is lost that was typed or removed by mistake. */
#include "store-results.h"

#include "dl-library-note.h"
#include "dl-results.h"

typedef struct
{
  StoreFixture store;
  DlLibrary *library;
  TestDocument *document;
  TestDocument *other;
  DlStore *elsewhere; /* another program */
} Fixture;

#define wait_for(condition)                                                                        \
  G_STMT_START                                                                                     \
  {                                                                                                \
    const gint64 end = g_get_monotonic_time () + 20 * G_TIME_SPAN_SECOND;                          \
    while (!(condition) && g_get_monotonic_time () < end)                                          \
      if (!g_main_context_iteration (NULL, FALSE))                                                 \
        g_usleep (1000);                                                                           \
    g_assert_true (condition);                                                                     \
  }                                                                                                \
  G_STMT_END

static void
set_up (Fixture *fixture, gconstpointer data)
{
  store_fixture_set_up (&fixture->store, data);
  fixture->elsewhere = store_fixture_open (&fixture->store);
  fixture->document = test_document_new (fixture->elsewhere, "First");
  fixture->other = test_document_new (fixture->elsewhere, "Second");
  fixture->library = dl_library_new (fixture->store.path);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_assert_true (dl_library_close (fixture->library, NULL));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_finalize_object (fixture->library);
  test_document_free (fixture->document);
  test_document_free (fixture->other);
  dl_store_close (fixture->elsewhere);
  store_fixture_tear_down (&fixture->store, data);
}

static guint
n_items (gpointer model)
{
  return g_list_model_get_n_items (G_LIST_MODEL (model));
}

static void
add_runs (Fixture *fixture, guint first, guint n)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_store_run_free);

  for (guint i = 0; i < n; i++)
    {
      DlStoreRun *run = test_run (fixture->document->scenario, first + i);

      run->scenario_id = fixture->document->id;
      g_ptr_array_add (runs, run);
    }
  g_assert_true (
      dl_store_add_runs (fixture->elsewhere, (const DlStoreRun *const *) runs->pdata, n, NULL));
}

static gint64
add_sweep (Fixture *fixture, guint first, guint n)
{
  return test_sweep (fixture->elsewhere, fixture->document->id, fixture->document->scenario, first,
                     n, NULL);
}

/* Sweeps and runs as text, in their order: "sweep 3", "run DIGEST". */
static char *
describe (DlResults *results)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < n_items (results); i++)
    {
      g_autoptr (DlResultItem) item = g_list_model_get_item (G_LIST_MODEL (results), i);
      const DlStoreSweep *sweep = dl_result_item_get_sweep (item);

      if (sweep != NULL)
        g_string_append_printf (all, "sweep %ld %u\n", (glong) sweep->id, sweep->n_done);
      else
        g_string_append_printf (all, "run %s\n", dl_result_item_get_run (item)->digest);
    }
  return g_string_free (all, FALSE);
}

/* A new list, all of it. */
static char *
describe_anew (Fixture *fixture)
{
  g_autoptr (DlResults) results = dl_results_new (fixture->library, fixture->document->id);

  wait_for (!dl_results_is_loading (results));
  return describe (results);
}

/* Every run once, the last first, although they come in pages as they are looked at. */
static void
test_pages (Fixture *fixture, gconstpointer data)
{
  const guint n = 1234;
  g_autoptr (DlResults) results = NULL;
  guint seen = 0;

  add_runs (fixture, 0, n);
  results = dl_results_new (fixture->library, fixture->document->id);
  g_assert_true (dl_results_is_loading (results));
  wait_for (!dl_results_is_loading (results));
  /* Not all before anybody looks. */
  g_assert_cmpuint (n_items (results), <, n);
  g_assert_cmpuint (n_items (results), >, 0);
  while (seen < n)
    {
      g_autoptr (DlResultItem) item = NULL;
      g_autofree char *digest = test_digest ("run", n - 1 - seen);

      wait_for (seen < n_items (results));
      item = g_list_model_get_item (G_LIST_MODEL (results), seen++);
      g_assert_cmpstr (dl_result_item_get_run (item)->digest, ==, digest);
    }
  g_assert_cmpuint (n_items (results), ==, n);
}

static void
count_change (GListModel *model, guint position, guint removed, guint added, guint *n)
{
  *n += removed + added;
}

static void
count_call (guint *n)
{
  ++*n;
}

/* Results of another program come in; earlier items stay the same objects. */
static void
test_elsewhere (Fixture *fixture, gconstpointer data)
{
  g_autoptr (DlResults) results = NULL;
  g_autoptr (DlResultItem) first = NULL;
  g_autofree char *found = NULL;
  g_autofree char *expected = NULL;
  guint n_changed = 0, n_updates = 0;
  gint64 sweep_id;

  add_runs (fixture, 0, 5);
  sweep_id = add_sweep (fixture, 100, 4);
  results = dl_results_new (fixture->library, fixture->document->id);
  wait_for (!dl_results_is_loading (results));
  g_assert_cmpuint (n_items (results), ==, 6);
  first = g_list_model_get_item (G_LIST_MODEL (results), 0);
  g_signal_connect (results, "items-changed", G_CALLBACK (count_change), &n_changed);
  g_signal_connect_swapped (first, "changed", G_CALLBACK (count_call), &n_updates);

  add_runs (fixture, 50, 2);
  dl_library_look_elsewhere (fixture->library);
  wait_for (n_items (results) == 8);
  g_assert_cmpuint (n_changed, ==, 2); /* no more than is new */
  g_assert_cmpuint (n_updates, ==, 0);

  g_assert_true (dl_store_end_sweep (fixture->elsewhere, sweep_id, DL_STORE_SWEEP_DONE, NULL));
  test_sql (fixture->store.path, "DELETE FROM sweep_point WHERE point = 3");
  test_sql (fixture->store.path, "UPDATE sweep SET state = 'stopped'");
  dl_library_look_elsewhere (fixture->library);
  wait_for (n_updates == 1);
  g_assert_cmpint (dl_result_item_get_sweep (first)->state, ==, DL_STORE_SWEEP_STOPPED);
  g_assert_cmpuint (dl_result_item_get_sweep (first)->n_done, ==, 3);

  /* Whatever changes, it is what a new list would be. */
  for (guint round = 0; round < 12; round++)
    {
      g_autofree char *sql = g_strdup_printf ("DELETE FROM run WHERE id %% 5 = %u", round % 5);

      if (round % 3 == 0)
        add_sweep (fixture, 200 + 10 * round, 1 + round);
      else if (round % 3 == 1)
        add_runs (fixture, 1000 + 10 * round, round);
      else
        test_sql (fixture->store.path, sql);
      g_clear_pointer (&expected, g_free);
      expected = describe_anew (fixture);
      dl_library_look_elsewhere (fixture->library);
      do
        {
          g_main_context_iteration (NULL, TRUE);
          g_clear_pointer (&found, g_free);
          found = describe (results);
        }
      while (g_strcmp0 (found, expected) != 0);
    }
}

static void
test_hidden (Fixture *fixture, gconstpointer data)
{
  const gint64 first = add_sweep (fixture, 0, 3);
  const gint64 second = add_sweep (fixture, 10, 3);
  g_autofree char *before = describe_anew (fixture);
  g_autofree char *hidden = NULL;
  g_autofree char *after = NULL;

  dl_library_hide_sweep (fixture->library, first);
  g_assert_true (dl_library_is_hidden (fixture->library, first));
  hidden = describe_anew (fixture);
  g_assert_cmpstr (hidden, !=, before);
  /* Nothing has gone yet. */
  g_assert_cmpint (test_sql_int (fixture->store.path, "SELECT count(*) FROM sweep"), ==, 2);
  dl_library_unhide_sweep (fixture->library, first);
  after = describe_anew (fixture);
  g_assert_cmpstr (after, ==, before);

  dl_library_hide_sweep (fixture->library, first);
  dl_library_hide_sweep (fixture->library, second);
  dl_library_unhide_sweep (fixture->library, second);
  g_assert_true (dl_library_close (fixture->library, NULL));
  g_assert_cmpint (test_sql_int (fixture->store.path, "SELECT count(*) FROM sweep"), ==, 1);
  g_assert_cmpint (test_sql_int (fixture->store.path, "SELECT id FROM sweep"), ==, second);
  g_assert_cmpint (test_sql_int (fixture->store.path, "SELECT count(*) FROM run"), ==, 3);
}

static void
on_failed (DlLibrary *library, const char *message, char **kept)
{
  g_free (*kept);
  *kept = g_strdup (message);
}

static gboolean
is_stored (Fixture *fixture, const TestDocument *document, const char *note)
{
  g_autofree char *stored = dl_store_note (fixture->elsewhere, document->id, NULL);

  return g_strcmp0 (stored, note) == 0;
}

static void
test_note (Fixture *fixture, gconstpointer data)
{
  DlLibraryNote *note = dl_library_note_new (fixture->library);

  g_assert_true (dl_store_set_note (fixture->elsewhere, fixture->document->id, "Before", NULL));
  dl_library_note_show (note, fixture->document->id);
  g_assert_null (dl_library_note_get_text (note));
  wait_for (dl_library_note_get_text (note) != NULL);
  g_assert_cmpstr (dl_library_note_get_text (note), ==, "Before");
  /* It is kept without being told to. */
  dl_library_note_type (note, "Now");
  wait_for (is_stored (fixture, fixture->document, "Now"));
  /* And when another one is shown, or when all ends. */
  dl_library_note_type (note, "Now and then");
  dl_library_note_show (note, fixture->other->id);
  wait_for (dl_library_note_get_text (note) != NULL);
  g_assert_cmpstr (dl_library_note_get_text (note), ==, "");
  dl_library_note_type (note, "Another");
  g_object_unref (note);
  g_assert_true (dl_library_close (fixture->library, NULL));
  g_assert_true (is_stored (fixture, fixture->document, "Now and then"));
  g_assert_true (is_stored (fixture, fixture->other, "Another"));
}

/* Another program holds the library: what was typed is not forgotten, and kept later. */
static void
test_note_held (Fixture *fixture, gconstpointer data)
{
  g_autoptr (DlLibraryNote) note = dl_library_note_new (fixture->library);
  g_autofree char *failed = NULL;

  g_signal_connect (fixture->library, "failed", G_CALLBACK (on_failed), &failed);
  dl_library_note_show (note, fixture->document->id);
  wait_for (dl_library_note_get_text (note) != NULL);
  g_assert_true (dl_database_begin (fixture->elsewhere->db, NULL));
  dl_library_note_type (note, "Kept");
  wait_for (dl_library_note_get_problem (note) != NULL);
  g_assert_null (failed); /* it is said where it was typed */
  dl_library_note_type (note, "Kept later");
  dl_library_note_show (note, fixture->other->id);
  wait_for (failed != NULL); /* there is no other place any more */
  g_assert_null (dl_library_note_get_problem (note));
  dl_database_end (fixture->elsewhere->db, FALSE, NULL);
  wait_for (dl_library_note_get_text (note) != NULL);

  dl_library_note_show (note, fixture->document->id);
  g_assert_cmpstr (dl_library_note_get_text (note), ==, "Kept later");
  wait_for (is_stored (fixture, fixture->document, "Kept later"));
}

static gboolean
has_tags (Fixture *fixture, guint position, const char *const *tags)
{
  g_autoptr (DlLibraryItem) item
      = g_list_model_get_item (G_LIST_MODEL (fixture->library), position);

  return item != NULL && g_strv_equal (dl_library_item_get_tags (item), tags);
}

static void
test_tags (Fixture *fixture, gconstpointer data)
{
  static const char *const both[] = { "draft", "Paper", NULL };
  static const char *const one[] = { "draft", NULL };
  g_autofree char *failed = NULL;

  g_signal_connect (fixture->library, "failed", G_CALLBACK (on_failed), &failed);
  dl_library_add_tag (fixture->library, fixture->document->id, "Paper");
  dl_library_add_tag (fixture->library, fixture->document->id, "draft");
  wait_for (has_tags (fixture, 0, both) || has_tags (fixture, 1, both));
  dl_library_set_tag (fixture->library, "PAPER");
  wait_for (n_items (fixture->library) == 1);
  g_assert_true (has_tags (fixture, 0, both));
  dl_library_set_tag (fixture->library, "pape"); /* no part of one */
  wait_for (n_items (fixture->library) == 0);
  dl_library_set_tag (fixture->library, NULL);
  wait_for (n_items (fixture->library) == 2);
  dl_library_remove_tag (fixture->library, fixture->document->id, "paper");
  wait_for (has_tags (fixture, 0, one) || has_tags (fixture, 1, one));
  g_assert_null (failed);
  dl_library_add_tag (fixture->library, fixture->document->id, "two\nlines");
  wait_for (failed != NULL);
}

/* Texts of runs and sweeps. */
static void
test_words (Fixture *fixture, gconstpointer data)
{
  g_autoptr (DlResults) results = NULL;
  g_autoptr (DlResults) points = NULL;
  g_autoptr (DlResultItem) sweep = NULL;
  g_autoptr (DlResultItem) point = NULL;
  g_autofree char *title = NULL;
  g_autofree char *detail = NULL;
  g_autofree char *of_point = NULL;
  g_autofree char *values = NULL;
  const gint64 sweep_id = add_sweep (fixture, 0, 3);

  test_sql (fixture->store.path, "UPDATE sweep SET varied = 'traffic.load=1,2,3,4,5,6\n'");
  test_sql (fixture->store.path, "UPDATE run SET settings = 'traffic.load=0.25\n'");
  test_sql (fixture->store.path,
            "UPDATE run_value SET value = 12.5 WHERE measure = 'latency_mean'");
  results = dl_results_new (fixture->library, fixture->document->id);
  points = dl_results_new_points (fixture->library, sweep_id);
  wait_for (!dl_results_is_loading (results) && !dl_results_is_loading (points));
  sweep = g_list_model_get_item (G_LIST_MODEL (results), 0);
  point = g_list_model_get_item (G_LIST_MODEL (points), 0);
  title = dl_result_item_title (sweep);
  detail = dl_result_item_detail (sweep);
  of_point = dl_result_item_title (point);
  values = dl_result_item_values (point);
  g_assert_cmpstr (title, ==, "traffic.load = 1, 2, … 6");
  g_assert_true (g_str_has_prefix (detail, "3 points · 1 seed · Done · "));
  g_assert_cmpstr (of_point, ==, "traffic.load = 0.25 · seed 18446744073709551615");
  g_assert_true (g_str_has_prefix (values, "Mean network latency 12.50 cycles"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add ("/results/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("pages", test_pages);
  ADD ("elsewhere", test_elsewhere);
  ADD ("hidden", test_hidden);
  ADD ("note", test_note);
  ADD ("note-held", test_note_held);
  ADD ("tags", test_tags);
  ADD ("words", test_words);
#undef ADD
  return g_test_run ();
}
