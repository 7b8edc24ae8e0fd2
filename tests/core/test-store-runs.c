/* Runs and sweeps of the library, what is said of scenarios, and what can go. */
#include "store-results.h"

#include <math.h>
#include <string.h>

#include "dl-scenario-file.h"
#include "dl-store-space.h"

static void
add_runs (DlStore *store, const DlScenario *scenario, gint64 id, guint first, guint n)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_store_run_free);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n; i++)
    {
      DlStoreRun *run = test_run (scenario, first + i);

      run->scenario_id = id;
      g_ptr_array_add (runs, run);
    }
  dl_store_add_runs (store, (const DlStoreRun *const *) runs->pdata, runs->len, &error);
  g_assert_no_error (error);
}

static guint
count_runs (DlStore *store, gint64 id)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) runs = dl_store_list_runs (store, id, &error);

  g_assert_no_error (error);
  return runs->len;
}

/* Stored runs are read back. */
static void
runs (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Run");
  g_autoptr (GPtrArray) listed = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *missing = test_digest ("none", 0);

  add_runs (store, document->scenario, document->id, 0, 12);
  add_runs (store, document->scenario, 0, 12, 3);
  dl_store_close (g_steal_pointer (&store));
  store = store_fixture_open (fixture);
  g_assert_cmpuint (count_runs (store, 0), ==, 3);
  listed = dl_store_list_runs (store, document->id, &error);
  g_assert_cmpuint (listed->len, ==, 12);
  for (guint n = 0; n < 12; n++)
    {
      const DlStoreRun *run = listed->pdata[n];
      g_autoptr (DlStoreRun) expected = test_run (document->scenario, n);
      g_autoptr (DlStoreRun) found = dl_store_find_run (store, expected->digest, &error);
      g_autoptr (DlScenario) scenario = dl_store_run_scenario (store, run->id, &error);
      g_autoptr (GPtrArray) edits = dl_edits_from_text (expected->settings, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (run->digest, ==, expected->digest);
      g_assert_cmpstr (found->outcome, ==, expected->outcome);
      g_assert_cmpstr (found->version, ==, TEST_VERSION);
      g_assert_cmpuint (found->seed, ==, expected->seed);
      g_assert_cmpint (found->scenario_id, ==, document->id);
      g_assert_true (dl_scenario_apply (document->scenario, edits, NULL, NULL, &error));
      g_assert_true (dl_scenario_same_values (scenario, document->scenario));
      for (guint i = 0; i < expected->values->len; i++)
        {
          const DlStoreValue *value = &g_array_index (expected->values, DlStoreValue, i);
          const double of_list = dl_store_run_value (run, value->measure);
          const double of_found = dl_store_run_value (found, value->measure);

          g_assert_true (isnan (value->value)
                             ? isnan (of_list) && isnan (of_found)
                             : of_list == value->value && of_found == value->value);
        }
      g_assert_cmpuint (found->arrays->len, ==, expected->arrays->len);
      if (found->arrays->len > 0)
        g_assert_true (g_bytes_equal (g_array_index (found->arrays, DlStoreArray, 0).data,
                                      g_array_index (expected->arrays, DlStoreArray, 0).data));
    }
  g_assert_true (isnan (dl_store_run_value (listed->pdata[0], "nothing")));
  g_assert_null (dl_store_find_run (store, missing, &error));
  g_assert_no_error (error);
  g_assert_null (dl_store_run_scenario (store, 12345, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND);
  /* One text for all. */
  g_assert_cmpint (test_sql_int (fixture->path, "SELECT count(*) FROM run_text"), ==, 1);
}

/* A known run is not written again, but finds its scenario. */
static void
known (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) first = test_document_new (store, "First");
  g_autoptr (TestDocument) second = test_document_new (store, "Second");
  g_autoptr (DlStoreRun) changed = test_run (first->scenario, 3);
  const DlStoreRun *one[] = { changed };
  g_autoptr (DlStoreRun) found = NULL;
  g_autoptr (GError) error = NULL;

  add_runs (store, first->scenario, 0, 0, 5);
  add_runs (store, first->scenario, first->id, 3, 4);
  add_runs (store, first->scenario, second->id, 0, 7);
  g_assert_cmpuint (count_runs (store, first->id), ==, 4);
  g_assert_cmpuint (count_runs (store, second->id), ==, 3);
  g_assert_cmpuint (count_runs (store, 0), ==, 0);
  changed->seed = 77;
  g_assert_true (dl_store_add_runs (store, one, 1, &error));
  found = dl_store_find_run (store, changed->digest, &error);
  g_assert_cmpuint (found->seed, !=, 77);
}

static gboolean
is_even (guint point)
{
  return point % 2 == 0;
}

static void
sweeps (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Swept");
  g_autoptr (TestDocument) other = test_document_new (store, "Swept too");
  g_autoptr (GPtrArray) listed = NULL;
  g_autoptr (GPtrArray) found = NULL;
  g_autoptr (GError) error = NULL;
  const DlStoreSweep *sweep;
  gint64 id;

  /* Half of it, and the rest later, though some of that has been run by another sweep. */
  id = test_sweep (store, document->id, document->scenario, 100, 20, is_even);
  listed = dl_store_list_sweeps (store, document->id, &error);
  g_assert_cmpuint (listed->len, ==, 1);
  sweep = listed->pdata[0];
  g_assert_cmpuint (sweep->n_done, ==, 10);
  g_assert_cmpint (sweep->state, ==, DL_STORE_SWEEP_PAUSED);
  found = dl_store_sweep_runs (store, sweep, &error);
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *digest = test_digest ("run", 100 + i);

      if (is_even (i))
        g_assert_cmpstr (((const DlStoreRun *) found->pdata[i])->digest, ==, digest);
      else
        g_assert_null (found->pdata[i]);
    }
  test_sweep (store, other->id, other->scenario, 110, 20, NULL);
  g_assert_cmpint (test_sql_int (fixture->path, "SELECT count(*) FROM run"), ==, 25);
  g_assert_cmpuint (count_runs (store, other->id), ==, 20);
  g_assert_cmpint (test_sweep (store, document->id, document->scenario, 100, 20, NULL), ==, id);
  g_assert_cmpint (test_sql_int (fixture->path, "SELECT count(*) FROM run"), ==, 30);
  g_ptr_array_unref (g_steal_pointer (&listed));
  listed = dl_store_list_sweeps (store, document->id, &error);
  g_assert_cmpuint (listed->len, ==, 1);
  sweep = listed->pdata[0];
  g_assert_cmpuint (sweep->n_done, ==, 20);
  g_assert_cmpint (sweep->state, ==, DL_STORE_SWEEP_DONE);

  /* One's own runs go with it, and those of others stay. */
  g_assert_true (dl_store_remove_sweep (store, id, &error));
  g_assert_cmpint (test_sql_int (fixture->path, "SELECT count(*) FROM run"), ==, 20);
  g_assert_cmpuint (count_runs (store, other->id), ==, 20);
  g_assert_false (dl_store_remove_sweep (store, id, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND);
}

static void
adopted (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (DlScenario) scenario = test_scenario ("Ring");
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GError) error = NULL;
  gint64 first = 0, again = 0, changed = 0, changed_again = 0;

  g_assert_true (dl_store_adopt (store, scenario, &first, &error));
  g_assert_true (dl_store_adopt (store, scenario, &again, &error));
  g_assert_cmpint (again, ==, first);
  dl_edits_add (edits, DL_EDIT_SET, "scenario.seed", "3");
  g_assert_true (dl_scenario_apply (scenario, edits, NULL, NULL, &error));
  g_assert_true (dl_store_adopt (store, scenario, &changed, &error));
  g_assert_cmpint (changed, !=, first);
  g_assert_true (dl_store_adopt (store, scenario, &changed_again, &error));
  g_assert_cmpint (changed_again, ==, changed);
  entries = dl_store_list (store, "ring 2)", NULL, &error);
  g_assert_cmpuint (entries->len, ==, 1);
  g_assert_cmpstr (((const DlStoreEntry *) entries->pdata[0])->name, ==, "Ring (2)");
}

static void
assert_found (DlStore *store, const char *search, const char *names)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) entries = dl_store_list (store, search, NULL, &error);
  g_autoptr (GString) found = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < entries->len; i++)
    g_string_append_printf (found, "%s;", ((const DlStoreEntry *) entries->pdata[i])->name);
  g_assert_cmpstr (found->str, ==, names);
}

static void
remarks (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) a = test_document_new (store, "Alpha");
  g_autoptr (TestDocument) b = test_document_new (store, "Beta");
  g_autofree char *note = NULL;
  g_autofree char *long_tag = g_strnfill (65, 'x');
  g_auto (GStrv) tags = NULL;
  g_auto (GStrv) all = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (dl_store_set_note (store, a->id, "Für den Bericht:\nthe third table", &error));
  g_assert_true (dl_store_add_tag (store, a->id, " poster ", &error));
  g_assert_true (dl_store_add_tag (store, a->id, "Poster", &error));
  g_assert_true (dl_store_add_tag (store, a->id, "x", &error));
  g_assert_true (dl_store_add_tag (store, b->id, "zwölf", &error));
  tags = dl_store_tags (store, a->id, &error);
  g_assert_cmpuint (g_strv_length (tags), ==, 2);
  g_assert_cmpstr (tags[0], ==, "Poster");
  all = dl_store_all_tags (store, &error);
  g_assert_cmpuint (g_strv_length (all), ==, 3);
  note = dl_store_note (store, a->id, &error);
  g_assert_cmpstr (note, ==, "Für den Bericht:\nthe third table");
  entries = dl_store_list (store, "beta", NULL, &error);
  g_assert_cmpstr (((const DlStoreEntry *) entries->pdata[0])->tags[0], ==, "zwölf");

  /* Words anywhere, short and long. */
  assert_found (store, "FÜR third", "Alpha;");
  assert_found (store, "alpha table", "Alpha;");
  assert_found (store, "ZWÖ", "Beta;");
  assert_found (store, "6x5x4 x", "Beta;Alpha;");
  assert_found (store, "beta third", "");
  test_document_set (a, "scenario.name", "Gamma", NULL);
  test_document_write (a, store);
  assert_found (store, "poster gam", "Gamma;");
  g_assert_true (dl_store_remove_tag (store, a->id, "POSTER", &error));
  g_assert_true (dl_store_set_note (store, a->id, "", &error));
  assert_found (store, "poster", "");
  assert_found (store, "third", "");

  g_assert_false (dl_store_add_tag (store, a->id, "  ", &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_VALUE);
  g_clear_error (&error);
  g_assert_false (dl_store_add_tag (store, a->id, "two\nlines", &error));
  g_clear_error (&error);
  g_assert_false (dl_store_add_tag (store, a->id, long_tag, &error));
  g_clear_error (&error);
  g_assert_false (dl_store_set_note (store, 99, "nobody's", &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND);
}

static const DlStoreUse *
use_of (const GPtrArray *uses, gint64 id)
{
  for (guint i = 0; i < uses->len; i++)
    if (((const DlStoreUse *) uses->pdata[i])->id == id)
      return uses->pdata[i];
  return NULL;
}

static void
space (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Large");
  g_autoptr (TestDocument) plain = test_document_new (store, "Plain");
  g_autofree guint8 *noise = g_malloc0 (300000);
  g_autoptr (GBytes) bytes = g_bytes_new (noise, 300000);
  g_autoptr (DlStoreRun) large = test_run (document->scenario, 1);
  const DlStoreRun *one[] = { large };
  g_autoptr (GPtrArray) uses = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = dl_scenario_to_text (plain->scenario, FALSE);
  const DlStoreUse *use;
  guint64 file_bytes, sum = 0;

  dl_store_run_add_array (large, "big", bytes);
  large->scenario_id = document->id;
  g_assert_true (dl_store_add_runs (store, one, 1, &error));
  test_sweep (store, document->id, document->scenario, 10, 5, NULL);
  test_document_set (document, "scenario.seed", "8", NULL);
  test_document_write (document, store);
  uses = dl_store_list_use (store, &file_bytes, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (uses->len, ==, 2);
  g_assert_true (use_of (uses, document->id) == uses->pdata[0]);
  use = uses->pdata[0];
  g_assert_cmpuint (use->n_runs, ==, 6);
  g_assert_cmpuint (use->n_sweeps, ==, 1);
  g_assert_cmpuint (use->array_bytes, >=, 300000);
  g_assert_cmpuint (use->array_bytes, <, 302000);
  use = use_of (uses, plain->id);
  g_assert_cmpuint (use->text_bytes, ==, strlen (text));
  g_assert_cmpuint (use->history_bytes, ==, strlen (text));
  g_assert_cmpuint (use->run_bytes + use->array_bytes, ==, 0);
  for (guint i = 0; i < uses->len; i++)
    sum += dl_store_use_bytes (uses->pdata[i]);
  g_assert_cmpuint (sum, <, file_bytes);
}

static void
clean (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Kept");
  g_autoptr (TestDocument) removed = test_document_new (store, "Removed");
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autoptr (GError) error = NULL;
  DlStoreCleaned cleaned;

  add_runs (store, document->scenario, document->id, 0, 4);
  test_sweep (store, document->id, document->scenario, 30, 6, NULL);
  before = test_describe_all (store, document->id, TRUE);
  add_runs (store, document->scenario, document->id, 200, 30);
  test_sql (fixture->path, "UPDATE run SET version = '0.5.12' WHERE seed < -200;"
                           "UPDATE run SET version = '0.10' WHERE digest = (SELECT digest FROM run"
                           " ORDER BY id LIMIT 1)");
  add_runs (store, document->scenario, 0, 300, 7);
  /* Runs 30 to 35 belong to the other one, too. */
  test_sweep (store, removed->id, removed->scenario, 30, 12, NULL);
  g_assert_true (dl_store_remove (store, removed->id, &error));

  g_assert_true (
      dl_store_preview_clean (store, DL_STORE_CLEAN_OLD_VERSIONS, TEST_VERSION, &cleaned, &error));
  g_assert_cmpuint (cleaned.n_runs, ==, 30);
  g_assert_cmpint (test_sql_int (fixture->path, "SELECT count(*) FROM run"), ==, 53);
  g_assert_true (dl_store_clean (
      store, DL_STORE_CLEAN_OLD_VERSIONS | DL_STORE_CLEAN_NOBODYS | DL_STORE_CLEAN_REMOVED,
      TEST_VERSION, &cleaned, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (cleaned.n_runs, ==, 30 + 7 + 6);
  g_assert_cmpuint (cleaned.n_sweeps, ==, 1);
  g_assert_cmpuint (cleaned.n_scenarios, ==, 1);
  g_assert_cmpuint (cleaned.bytes, >, 0);
  test_sql (fixture->path, "UPDATE run SET version = '" TEST_VERSION "'");
  after = test_describe_all (store, document->id, TRUE);
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpint (test_sql_int (fixture->path, "SELECT count(*) FROM run_text"), ==, 1);
  g_assert_cmpint (test_sql_int (fixture->path, "SELECT count(*) FROM words"), ==, 1);
  g_assert_cmpint (test_sql_int (fixture->path, "PRAGMA freelist_count"), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  store_test_add ("/store/runs/runs", runs);
  store_test_add ("/store/runs/known", known);
  store_test_add ("/store/runs/sweeps", sweeps);
  store_test_add ("/store/runs/adopted", adopted);
  store_test_add ("/store/runs/remarks", remarks);
  store_test_add ("/store/runs/space", space);
  store_test_add ("/store/runs/clean", clean);
  return g_test_run ();
}
