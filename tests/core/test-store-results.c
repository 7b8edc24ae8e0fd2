/* Results a page at a time, and what is asked of the store's thread about them: nothing twice,
 * nothing left out, and what does not work is said. */
#include "store-results.h"

#include <string.h>

#include "dl-scenario-file.h"
#include "dl-store-share.h"

#include <glib/gstdio.h>

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

static DlStoreAnswer *
answer_of (DlStoreThread *thread, DlStoreOperation operation, DlStoreArgs args)
{
  g_autoptr (GError) error = NULL;
  DlStoreAnswer *answer = test_call (thread, operation, args, &error);

  g_assert_no_error (error);
  return answer;
}

static void
assert_done (DlStoreThread *thread, DlStoreOperation operation, DlStoreArgs args)
{
  dl_store_answer_free (answer_of (thread, operation, args));
}

static void
assert_failure (DlStoreThread *thread, DlStoreOperation operation, DlStoreArgs args,
                DlStoreError code, const char *path)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (test_call (thread, operation, args, &error));
  g_assert_error (error, DL_STORE_ERROR, (int) code);
  if (path != NULL)
    test_assert_plain (error, path);
}

static void
assert_note (DlStoreThread *thread, gint64 id, const char *note)
{
  g_autoptr (DlStoreAnswer) answer = answer_of (thread, DL_STORE_NOTE, (DlStoreArgs) { .id = id });

  g_assert_cmpstr (answer->text, ==, note);
}

static void
assert_tags (DlStoreThread *thread, const char *tags)
{
  g_autoptr (DlStoreAnswer) answer = answer_of (thread, DL_STORE_ALL_TAGS, (DlStoreArgs) { 0 });
  g_autofree char *joined = g_strjoinv (";", answer->tags);

  g_assert_cmpstr (joined, ==, tags);
}

/* Remarks of two instances. */
static void
remarks (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) other = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (other, "Shared");
  const gint64 id = document->id;
  DlStoreThread *thread = dl_store_thread_new (fixture->path, NULL, NULL, NULL);
  g_autofree char *theirs = NULL;

  g_assert_true (dl_store_add_tag (other, id, "theirs", NULL));
  assert_done (thread, DL_STORE_ADD_TAG, (DlStoreArgs) { .id = id, .text = "mine" });
  assert_done (thread, DL_STORE_SET_NOTE, (DlStoreArgs) { .id = id, .text = "Zeile\n" });
  theirs = dl_store_note (other, id, NULL);
  g_assert_cmpstr (theirs, ==, "Zeile\n");
  assert_tags (thread, "mine;theirs");
  assert_done (thread, DL_STORE_REMOVE_TAG, (DlStoreArgs) { .id = id, .text = "THEIRS" });
  assert_tags (thread, "mine");

  /* Impossible remarks fail, and change nothing. */
  assert_failure (thread, DL_STORE_ADD_TAG, (DlStoreArgs) { .id = id, .text = " " },
                  DL_STORE_ERROR_VALUE, NULL);
  assert_failure (thread, DL_STORE_SET_NOTE, (DlStoreArgs) { .id = 4711, .text = "nobody's" },
                  DL_STORE_ERROR_NOT_FOUND, NULL);
  assert_note (thread, id, "Zeile\n");
  g_assert_true (dl_store_thread_close (thread, NULL));
}

static void
results (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) other = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (other, "Shared");
  const gint64 sweep_id = test_sweep (other, document->id, document->scenario, 0, 12, NULL);
  DlStoreThread *thread = dl_store_thread_new (fixture->path, NULL, NULL, NULL);
  g_autoptr (DlStoreAnswer) sweeps = NULL;
  g_autoptr (DlStoreAnswer) points = NULL;
  g_autoptr (DlStoreAnswer) read = NULL;
  g_autoptr (DlStoreAnswer) runs = NULL;
  g_autoptr (DlScenario) expected = NULL;
  g_autoptr (GPtrArray) edits = NULL;
  gint64 run_id;

  sweeps = answer_of (thread, DL_STORE_LIST_SWEEPS, (DlStoreArgs) { .id = document->id });
  g_assert_cmpuint (sweeps->sweeps->len, ==, 1);
  points = answer_of (thread, DL_STORE_PAGE_POINTS, (DlStoreArgs) { .id = sweep_id, .limit = 5 });
  g_assert_cmpuint (points->page->runs->len, ==, 5);
  g_assert_cmpint (points->page->next, ==, 5);

  run_id = ((const DlStoreRun *) points->page->runs->pdata[2])->id;
  read = answer_of (thread, DL_STORE_RUN_SCENARIO, (DlStoreArgs) { .id = run_id });
  expected = dl_store_run_scenario (other, run_id, NULL);
  edits = dl_edits_between (expected, read->scenario);
  g_assert_cmpuint (edits->len, ==, 0);

  assert_done (thread, DL_STORE_REMOVE_SWEEP, (DlStoreArgs) { .id = sweep_id });
  runs = answer_of (thread, DL_STORE_PAGE_RUNS, (DlStoreArgs) { .id = document->id, .limit = 5 });
  g_assert_cmpuint (runs->page->runs->len, ==, 0);
  assert_failure (thread, DL_STORE_RUN_SCENARIO, (DlStoreArgs) { .id = run_id },
                  DL_STORE_ERROR_NOT_FOUND, NULL);
  g_assert_true (dl_store_thread_close (thread, NULL));
}

/* Runs are shared with who hands them in; each digest gets a run, or none in its place. */
static void
found_runs (StoreFixture *fixture, gconstpointer data)
{
  static const char *const digests[]
      = { "00000000000000000000000000000001", "00000000000000000000000000000002", NULL };
  DlStoreThread *thread = dl_store_thread_new (fixture->path, NULL, NULL, NULL);
  g_autoptr (TestDocument) document = test_document_add (thread, "Simulated");
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_store_run_free);
  DlStoreRun *run = dl_store_run_new (digests[1], 7, "0.0.0");
  g_autoptr (DlStoreAnswer) found = NULL;

  run->scenario_id = document->id;
  run->text = dl_scenario_to_text (document->scenario, FALSE);
  run->settings = g_strdup ("");
  g_ptr_array_add (runs, run);
  assert_done (thread, DL_STORE_ADD_RUNS, (DlStoreArgs) { .runs = runs });
  g_assert_cmpuint (run->seed, ==, 7);
  found = answer_of (thread, DL_STORE_FIND_RUNS, (DlStoreArgs) { .digests = digests });
  g_assert_cmpuint (found->runs->len, ==, 2);
  g_assert_null (found->runs->pdata[0]);
  g_assert_cmpuint (((const DlStoreRun *) found->runs->pdata[1])->seed, ==, 7);
  g_assert_true (dl_store_thread_close (thread, NULL));
}

/* Has another program written since this was last asked? */
static void
elsewhere (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) other = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (other, "Shared");
  DlStoreThread *thread = dl_store_thread_new (fixture->path, NULL, NULL, NULL);
  static const gboolean changes[] = { FALSE, TRUE, FALSE };

  assert_done (thread, DL_STORE_CHANGED_ELSEWHERE, (DlStoreArgs) { 0 });
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_autoptr (DlStoreAnswer) answer = NULL;

      if (changes[i])
        g_assert_true (dl_store_set_note (other, document->id, "theirs", NULL));
      answer = answer_of (thread, DL_STORE_CHANGED_ELSEWHERE, (DlStoreArgs) { 0 });
      g_assert_cmpint (answer->changed, ==, changes[i]);
    }
  g_assert_true (dl_store_thread_close (thread, NULL));
}

static void
space (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) other = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (other, "Large");
  DlStoreThread *thread = dl_store_thread_new (fixture->path, NULL, NULL, NULL);
  g_autoptr (DlStoreAnswer) answer = NULL;
  g_autoptr (DlStoreAnswer) cleaned = NULL;
  const DlStoreSpace *found;

  test_sweep (other, document->id, document->scenario, 0, 7, NULL);
  answer = answer_of (thread, DL_STORE_READ_SPACE, (DlStoreArgs) { .text = "99.0" });
  found = answer->space;
  g_assert_null (found->problem);
  g_assert_cmpuint (found->uses->len, ==, 1);
  g_assert_cmpuint (found->file_bytes, >, 0);
  /* In the order of DlStoreClean. */
  g_assert_cmpuint (found->cleaned[0].n_runs, ==, 7);
  g_assert_cmpuint (found->cleaned[0].n_sweeps, ==, 1);
  g_assert_cmpuint (found->cleaned[1].n_runs, ==, 0);
  g_assert_cmpuint (found->cleaned[2].n_scenarios, ==, 0);
  /* To look takes nothing away. */
  g_assert_cmpint (test_sql_int (fixture->path, "SELECT count(*) FROM run"), ==, 7);
  cleaned = answer_of (thread, DL_STORE_CLEAN,
                       (DlStoreArgs) { .clean = DL_STORE_CLEAN_OLD_VERSIONS, .text = "99.0" });
  g_assert_cmpuint (cleaned->cleaned.n_runs, ==, 7);
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
  DlStoreThread *thread = dl_store_thread_new (fixture->path, NULL, NULL, NULL);
  DlStoreThread *copy = dl_store_thread_new (copy_path, NULL, NULL, NULL);
  const DlStoreArgs export = { .id = document->id, .text = file };
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (DlStoreAnswer) answer = NULL;
  g_autoptr (GError) error = NULL;

  test_sweep (other, document->id, document->scenario, 0, 9, NULL);
  g_cancellable_cancel (cancelled);
  dl_store_call_async (thread, DL_STORE_EXPORT, export, cancelled, test_keep_result, &result);
  test_await (&result);
  g_assert_false (dl_store_thread_finish (result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_false (g_file_test (file, G_FILE_TEST_EXISTS));
  assert_done (thread, DL_STORE_EXPORT, export);
  g_assert_true (dl_store_is_library (file));

  answer = answer_of (copy, DL_STORE_IMPORT, (DlStoreArgs) { .text = file });
  g_assert_cmpuint (answer->imported.n_scenarios, ==, 1);
  g_assert_cmpuint (answer->imported.n_runs, ==, 9);
  g_assert_cmpstr (answer->imported.names->pdata[0], ==, "Carried");

  g_assert_true (g_file_set_contents (file, "[scenario]\nname=Nothing of the kind\n", -1, NULL));
  g_assert_false (dl_store_is_library (file));
  g_assert_false (dl_store_is_library (fixture->folder));
  assert_failure (copy, DL_STORE_IMPORT, (DlStoreArgs) { .text = file }, DL_STORE_ERROR_OPEN, file);
  g_assert_true (dl_store_thread_close (thread, NULL));
  g_assert_true (dl_store_thread_close (copy, NULL));
}

/* Another instance is at work on it for long: what it holds is said, and done later. */
static void
held (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) other = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (other, "Held");
  DlStoreThread *thread = dl_store_thread_new (fixture->path, NULL, NULL, NULL);
  const DlStoreArgs note = { .id = document->id, .text = "Waits" };
  g_autoptr (DlStoreAnswer) answer = NULL;

  g_assert_true (dl_database_begin (other->db, NULL));
  assert_failure (thread, DL_STORE_SET_NOTE, note, DL_STORE_ERROR_LOCKED, fixture->path);
  answer = answer_of (thread, DL_STORE_READ_SPACE, (DlStoreArgs) { .text = "99.0" });
  g_assert_cmpuint (answer->space->uses->len, ==, 1);
  g_assert_nonnull (answer->space->problem);
  g_assert_true (dl_database_end (other->db, TRUE, NULL));
  assert_done (thread, DL_STORE_SET_NOTE, note);
  assert_note (thread, document->id, "Waits");
  g_assert_true (dl_store_thread_close (thread, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  store_test_add ("/store-results/pages", pages);
  store_test_add ("/store-results/remarks", remarks);
  store_test_add ("/store-results/results", results);
  store_test_add ("/store-results/found-runs", found_runs);
  store_test_add ("/store-results/elsewhere", elsewhere);
  store_test_add ("/store-results/space", space);
  store_test_add ("/store-results/carry", carry);
  store_test_add ("/store-results/held", held);
  return g_test_run ();
}
