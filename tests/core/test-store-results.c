/* Results a page at a time, and what is asked of the store's thread about them: nothing twice,
 * nothing left out, and what does not work is said. */
#include "store-results.h"

#include <string.h>

#include <glib/gstdio.h>

#include "dl-store-results-calls.h"

/* Pages ---------------------------------------------------------------------------------------- */

/* All runs of the scenario but those of its sweeps, the last first: read at once. */
static GPtrArray *
expected_runs (DlStore *store, gint64 id, GPtrArray *sweeps)
{
  g_autoptr (GHashTable) of_sweeps = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) all = dl_store_list_runs (store, id, NULL);
  GPtrArray *digests = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < sweeps->len; i++)
    {
      g_autoptr (GPtrArray) runs = dl_store_sweep_runs (store, sweeps->pdata[i], NULL);

      for (guint point = 0; point < runs->len; point++)
        if (runs->pdata[point] != NULL)
          g_hash_table_add (of_sweeps, g_strdup (((DlStoreRun *) runs->pdata[point])->digest));
    }
  for (guint i = all->len; i-- > 0;)
    {
      const DlStoreRun *run = g_ptr_array_index (all, i);

      if (run->scenario_id == id && !g_hash_table_contains (of_sweeps, run->digest))
        g_ptr_array_add (digests, g_strdup (run->digest));
    }
  return digests;
}

static void
assert_same_run (DlStore *store, const DlStoreRun *run, const char *digest)
{
  g_autoptr (DlStoreRun) found = dl_store_find_run (store, digest, NULL);
  g_autofree char *text = test_describe_run (store, run, TRUE);
  g_autofree char *expected = test_describe_run (store, found, TRUE);

  g_assert_cmpstr (run->digest, ==, digest);
  g_assert_cmpstr (run->settings, ==, found->settings);
  g_assert_cmpstr (text, ==, expected);
}

static void
check_runs (DlStore *store, gint64 id, guint limit, GPtrArray *digests)
{
  gint64 from = 0;
  guint n = 0;

  do
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlStorePage) page = dl_store_page_runs (store, id, from, limit, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (page->runs->len, <=, limit);
      for (guint i = 0; i < page->runs->len; i++, n++)
        {
          g_assert_cmpuint (n, <, digests->len);
          assert_same_run (store, page->runs->pdata[i], digests->pdata[n]);
        }
      from = page->next;
    }
  while (from != 0);
  g_assert_cmpuint (n, ==, digests->len);
}

static void
check_points (DlStore *store, const DlStoreSweep *sweep, guint limit)
{
  g_autoptr (GPtrArray) placed = dl_store_sweep_runs (store, sweep, NULL);
  gint64 from = 0;
  guint n = 0;

  do
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlStorePage) page = dl_store_page_points (store, sweep->id, from, limit, &error);

      g_assert_no_error (error);
      for (guint i = 0; i < page->runs->len; i++, n++)
        {
          const guint point = g_array_index (page->points, guint, i);
          const DlStoreRun *run = placed->pdata[point];

          assert_same_run (store, page->runs->pdata[i], run->digest);
          g_clear_pointer (&placed->pdata[point], dl_store_run_free); /* each once */
        }
      from = page->next;
    }
  while (from != 0);
  g_assert_cmpuint (n, ==, sweep->n_done);
}

static gboolean
not_each_third (guint point)
{
  return point % 3 != 1;
}

static void
pages (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);

  for (guint seed = 1; seed <= 8; seed++)
    {
      g_autofree char *name = g_strdup_printf ("Scenario %u", seed);
      g_autoptr (TestDocument) document = test_document_new (store, name);
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      const guint n_runs = (guint) g_rand_int_range (rand, 0, 40);
      g_autoptr (GPtrArray) sweeps = NULL;
      g_autoptr (GPtrArray) digests = NULL;

      for (guint i = 0; i < n_runs; i++)
        {
          g_autoptr (DlStoreRun) run = test_run (document->scenario, seed * 1000 + i);
          const DlStoreRun *one[] = { run };

          run->scenario_id = document->id;
          g_assert_true (dl_store_add_runs (store, one, 1, NULL));
        }
      /* Some take runs in that are there; the last of the scenarios before have some of these. */
      for (int i = g_rand_int_range (rand, 0, 4); i > 0; i--)
        test_sweep (store, document->id, document->scenario,
                    seed * 1000 + (guint) g_rand_int_range (rand, 0, 60),
                    (guint) g_rand_int_range (rand, 1, 30), i == 1 ? not_each_third : NULL);
      if (seed > 1)
        test_sweep (store, document->id, document->scenario, (seed - 1) * 1000, 5, NULL);
      sweeps = dl_store_list_sweeps (store, document->id, NULL);
      digests = expected_runs (store, document->id, sweeps);
      for (guint limit = 1; limit < 60; limit += limit < 8 ? 1 : 13)
        {
          check_runs (store, document->id, limit, digests);
          for (guint i = 0; i < sweeps->len; i++)
            check_points (store, sweeps->pdata[i], limit);
        }
    }
}

/* Calls ---------------------------------------------------------------------------------------- */

static void
assert_done (GAsyncResult **result)
{
  g_autoptr (GError) error = NULL;

  test_await (result);
  g_assert_true (dl_store_thread_finish (*result, &error));
  g_assert_no_error (error);
  g_clear_object (result);
}

static char *
read_note (DlStoreThread *thread, gint64 id)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  char *note;

  dl_store_thread_note_async (thread, id, NULL, test_keep_result, &result);
  test_await (&result);
  note = dl_store_thread_note_finish (result, &error);
  g_assert_no_error (error);
  return note;
}

static char *
read_tags (DlStoreThread *thread)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_auto (GStrv) tags = NULL;

  dl_store_thread_all_tags_async (thread, NULL, test_keep_result, &result);
  test_await (&result);
  tags = dl_store_thread_all_tags_finish (result, NULL);
  return g_strjoinv (";", tags);
}

/* Of one instance and another. */
static void
remarks (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) other = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (other, "Shared");
  DlStoreThread *thread = dl_store_thread_new (fixture->path);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *tags = NULL;
  g_autofree char *note = NULL;
  g_autofree char *theirs = NULL;

  g_assert_true (dl_store_add_tag (other, document->id, "theirs", &error));
  dl_store_thread_add_tag_async (thread, document->id, "mine", test_keep_result, &result);
  assert_done (&result);
  dl_store_thread_set_note_async (thread, document->id, "Zeile\n", test_keep_result, &result);
  assert_done (&result);
  theirs = dl_store_note (other, document->id, NULL);
  g_assert_cmpstr (theirs, ==, "Zeile\n");
  tags = read_tags (thread);
  g_assert_cmpstr (tags, ==, "mine;theirs");
  dl_store_thread_remove_tag_async (thread, document->id, "THEIRS", test_keep_result, &result);
  assert_done (&result);
  g_free (tags);
  tags = read_tags (thread);
  g_assert_cmpstr (tags, ==, "mine");

  /* What cannot be is said, and changes nothing. */
  dl_store_thread_add_tag_async (thread, document->id, " ", test_keep_result, &result);
  test_await (&result);
  g_assert_false (dl_store_thread_finish (result, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_VALUE);
  g_clear_error (&error);
  g_clear_object (&result);
  dl_store_thread_set_note_async (thread, 4711, "nobody's", test_keep_result, &result);
  test_await (&result);
  g_assert_false (dl_store_thread_finish (result, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND);
  note = read_note (thread, document->id);
  g_assert_cmpstr (note, ==, "Zeile\n");
  g_assert_true (dl_store_thread_close (thread, NULL));
}

static void
results (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) other = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (other, "Shared");
  const gint64 sweep_id = test_sweep (other, document->id, document->scenario, 0, 12, NULL);
  DlStoreThread *thread = dl_store_thread_new (fixture->path);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) sweeps = NULL;
  g_autoptr (DlStorePage) page = NULL;
  g_autoptr (DlScenario) scenario = NULL;
  g_autoptr (DlScenario) expected = NULL;
  g_autoptr (GPtrArray) edits = NULL;
  g_autoptr (GError) error = NULL;
  gint64 run_id;

  dl_store_thread_list_sweeps_async (thread, document->id, NULL, test_keep_result, &result);
  test_await (&result);
  sweeps = dl_store_thread_list_sweeps_finish (result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (sweeps->len, ==, 1);
  g_clear_object (&result);
  dl_store_thread_page_points_async (thread, sweep_id, 0, 5, NULL, test_keep_result, &result);
  test_await (&result);
  page = dl_store_thread_page_finish (result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (page->runs->len, ==, 5);
  g_assert_cmpint (page->next, ==, 5);
  g_clear_object (&result);

  run_id = ((const DlStoreRun *) page->runs->pdata[2])->id;
  dl_store_thread_run_scenario_async (thread, run_id, NULL, test_keep_result, &result);
  test_await (&result);
  scenario = dl_store_thread_run_scenario_finish (result, &error);
  g_assert_no_error (error);
  expected = dl_store_run_scenario (other, run_id, NULL);
  edits = dl_edits_between (expected, scenario);
  g_assert_cmpuint (edits->len, ==, 0);
  g_clear_object (&result);

  dl_store_thread_remove_sweep_async (thread, sweep_id, test_keep_result, &result);
  assert_done (&result);
  dl_store_thread_page_runs_async (thread, document->id, 0, 5, NULL, test_keep_result, &result);
  test_await (&result);
  g_clear_pointer (&page, dl_store_page_free);
  page = dl_store_thread_page_finish (result, &error);
  g_assert_cmpuint (page->runs->len, ==, 0);
  g_clear_object (&result);
  dl_store_thread_run_scenario_async (thread, run_id, NULL, test_keep_result, &result);
  test_await (&result);
  g_assert_null (dl_store_thread_run_scenario_finish (result, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND);
  g_assert_true (dl_store_thread_close (thread, NULL));
}

static void
space (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) other = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (other, "Large");
  DlStoreThread *thread = dl_store_thread_new (fixture->path);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (DlStoreSpace) found = NULL;
  g_autoptr (GError) error = NULL;
  DlStoreCleaned cleaned;

  test_sweep (other, document->id, document->scenario, 0, 7, NULL);
  dl_store_thread_space_async (thread, "99.0", NULL, test_keep_result, &result);
  test_await (&result);
  found = dl_store_thread_space_finish (result, &error);
  g_assert_no_error (error);
  g_assert_null (found->problem);
  g_assert_cmpuint (found->uses->len, ==, 1);
  g_assert_cmpuint (found->file_bytes, >, 0);
  /* In the order of DlStoreClean. */
  g_assert_cmpuint (found->cleaned[0].n_runs, ==, 7);
  g_assert_cmpuint (found->cleaned[0].n_sweeps, ==, 1);
  g_assert_cmpuint (found->cleaned[1].n_runs, ==, 0);
  g_assert_cmpuint (found->cleaned[2].n_scenarios, ==, 0);
  g_clear_object (&result);
  /* To look takes nothing away. */
  g_assert_cmpint (test_sql_int (fixture->path, "SELECT count(*) FROM run"), ==, 7);
  dl_store_thread_clean_async (thread, DL_STORE_CLEAN_OLD_VERSIONS, "99.0", test_keep_result,
                               &result);
  test_await (&result);
  g_assert_true (dl_store_thread_clean_finish (result, &cleaned, &error));
  g_assert_cmpuint (cleaned.n_runs, ==, 7);
  g_assert_cmpint (test_sql_int (fixture->path, "SELECT count(*) FROM run"), ==, 0);
  g_assert_true (dl_store_thread_close (thread, NULL));
}

static void
carry (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) other = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (other, "Carried");
  g_autofree char *file = g_strconcat (fixture->path, ".carried", NULL);
  g_autofree char *copy_path = g_strconcat (fixture->path, ".copy", NULL);
  DlStoreThread *thread = dl_store_thread_new (fixture->path);
  DlStoreThread *copy = dl_store_thread_new (copy_path);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (DlStoreImported) imported = { 0 };
  g_auto (DlStoreImported) nothing = { 0 };

  test_sweep (other, document->id, document->scenario, 0, 9, NULL);
  g_cancellable_cancel (cancelled);
  dl_store_thread_export_async (thread, document->id, file, cancelled, test_keep_result, &result);
  test_await (&result);
  g_assert_false (dl_store_thread_finish (result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_clear_object (&result);
  g_assert_false (g_file_test (file, G_FILE_TEST_EXISTS));
  dl_store_thread_export_async (thread, document->id, file, NULL, test_keep_result, &result);
  assert_done (&result);
  g_assert_true (dl_store_is_library (file));

  dl_store_thread_import_async (copy, file, NULL, test_keep_result, &result);
  test_await (&result);
  g_assert_true (dl_store_thread_import_finish (result, &imported, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (imported.n_scenarios, ==, 1);
  g_assert_cmpuint (imported.n_runs, ==, 9);
  g_assert_cmpstr (imported.names->pdata[0], ==, "Carried");
  g_clear_object (&result);

  g_assert_true (g_file_set_contents (file, "[scenario]\nname=Nothing of the kind\n", -1, NULL));
  g_assert_false (dl_store_is_library (file));
  g_assert_false (dl_store_is_library (fixture->folder));
  dl_store_thread_import_async (copy, file, NULL, test_keep_result, &result);
  test_await (&result);
  g_assert_false (dl_store_thread_import_finish (result, &nothing, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN);
  test_assert_plain (error, file);
  g_assert_true (dl_store_thread_close (thread, NULL));
  g_assert_true (dl_store_thread_close (copy, NULL));
}

/* Another instance is at work on it for long: what it holds is said, and done later. */
static void
held (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) other = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (other, "Held");
  DlStoreThread *thread = dl_store_thread_new (fixture->path);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (DlStoreSpace) found = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *note = NULL;

  g_assert_true (dl_database_begin (other->db, NULL));
  dl_store_thread_set_note_async (thread, document->id, "Waits", test_keep_result, &result);
  test_await (&result);
  g_assert_false (dl_store_thread_finish (result, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_LOCKED);
  test_assert_plain (error, fixture->path);
  g_clear_object (&result);
  dl_store_thread_space_async (thread, "99.0", NULL, test_keep_result, &result);
  test_await (&result);
  found = dl_store_thread_space_finish (result, NULL);
  g_assert_cmpuint (found->uses->len, ==, 1);
  g_assert_nonnull (found->problem);
  g_clear_object (&result);
  g_assert_true (dl_database_end (other->db, TRUE, NULL));
  dl_store_thread_set_note_async (thread, document->id, "Waits", test_keep_result, &result);
  assert_done (&result);
  note = read_note (thread, document->id);
  g_assert_cmpstr (note, ==, "Waits");
  g_assert_true (dl_store_thread_close (thread, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  store_test_add ("/store-results/pages", pages);
  store_test_add ("/store-results/remarks", remarks);
  store_test_add ("/store-results/results", results);
  store_test_add ("/store-results/space", space);
  store_test_add ("/store-results/carry", carry);
  store_test_add ("/store-results/held", held);
  return g_test_run ();
}
