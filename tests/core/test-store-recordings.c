/* Recordings of the library: a row that grows by edits and cycles, as many as are kept, and what
 * becomes of them with their scenario. */
#include "store-results.h"

#include <string.h>

#include "dl-recording-store.h"
#include "dl-store-space.h"

static GPtrArray *
list (DlStore *store, gint64 id)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *recordings = dl_store_list_recordings (store, id, &error);

  g_assert_no_error (error);
  return recordings;
}

static guint
count (DlStore *store, gint64 id)
{
  g_autoptr (GPtrArray) recordings = list (store, id);

  return recordings->len;
}

static gint64
row_at (DlStore *store, gint64 id, guint i)
{
  g_autoptr (GPtrArray) recordings = list (store, id);

  return ((const DlStoreRecording *) recordings->pdata[i])->id;
}

/* The edits from @from on, and the end, of @recording as row @row. */
static gint64
keep (DlStore *store, const DlRecording *recording, gint64 id, gint64 row, guint from)
{
  g_autoptr (DlStoreRecording) kept = dl_recording_to_store (recording, id, from);
  g_autoptr (GError) error = NULL;
  gint64 now;

  kept->id = row;
  dl_store_keep_recording (store, kept, from, &now, &error);
  g_assert_no_error (error);
  return now;
}

static void
add_edit (DlRecording *recording, guint64 cycle, const char *key, const char *value)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *label = g_strdup_printf ("%s: “%s”", key, value);

  dl_edits_add (edits, DL_EDIT_SET, key, value);
  dl_recording_add (recording, cycle, label, edits);
}

static void
assert_same (DlStore *store, gint64 row, const DlRecording *recording)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreRecording) kept = dl_store_load_recording (store, row, &error);
  g_autoptr (DlRecording) found = NULL;
  g_autofree char *expected = dl_recording_to_text (recording);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  found = dl_recording_from_store (kept, "It", &error);
  g_assert_no_error (error);
  text = dl_recording_to_text (found);
  g_assert_cmpstr (text, ==, expected);
}

/* A recording grows by its new edits, and is whole after each step. */
static void
grows (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Grows");
  g_autoptr (DlRecording) recording = dl_recording_new (document->scenario);
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  gint64 row = 0;
  guint kept = 0;

  for (guint i = 0; i < 40; i++)
    {
      const guint n = (guint) g_rand_int_range (rand, 0, 3);

      recording->end += (guint64) g_rand_int_range (rand, 1, 1000);
      for (guint k = 0; k < n; k++)
        {
          g_autofree char *load = g_strdup_printf ("0.%d", g_rand_int_range (rand, 1, 9));

          add_edit (recording, recording->end, "traffic.load", load);
        }
      row = keep (store, recording, document->id, row, kept);
      kept = recording->edits->len;
      if (i == 20)
        {
          dl_store_close (g_steal_pointer (&store));
          store = store_fixture_open (fixture);
        }
      assert_same (store, row, recording);
    }
  g_assert_cmpuint (count (store, document->id), ==, 1);
  /* Its end does not fall. */
  recording->end -= 1;
  keep (store, recording, document->id, row, kept);
  recording->end += 1;
  assert_same (store, row, recording);
}

/* Two programs at one recording: who comes second begins one of his own. */
static void
shared (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Shared");
  g_autoptr (DlRecording) ours = dl_recording_new (document->scenario);
  g_autoptr (DlRecording) theirs = NULL;
  gint64 row;

  add_edit (ours, 100, "traffic.load", "0.1");
  row = keep (store, ours, document->id, 0, 0);
  theirs = dl_recording_copy (ours);
  add_edit (ours, 200, "traffic.load", "0.2");
  add_edit (theirs, 150, "traffic.load", "0.3");
  g_assert_cmpint (keep (store, ours, document->id, row, 1), ==, row);
  g_assert_cmpint (keep (store, theirs, document->id, row, 1), ==, 0);
  assert_same (store, row, ours);
  assert_same (store, keep (store, theirs, document->id, 0, 0), theirs);
  assert_same (store, row, ours);
  /* A number is never somebody else's later. */
  test_sql (fixture->path, "DELETE FROM recording");
  g_assert_cmpint (keep (store, ours, document->id, row, 2), ==, 0);
  g_assert_cmpint (keep (store, ours, document->id, 0, 0), >, row + 1);
}

/* The newest stays in any case, then those with edits. */
static void
limit (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Limit");
  g_autoptr (TestDocument) other = test_document_new (store, "Other");
  gint64 edited[DL_STORE_MOST_RECORDINGS], row, last;

  test_recording (store, other->id, other->scenario, 0, 10);
  for (guint i = 0; i < DL_STORE_MOST_RECORDINGS; i++)
    edited[i] = test_recording (store, document->id, document->scenario, i + 1, 1000);
  g_assert_cmpuint (count (store, document->id), ==, DL_STORE_MOST_RECORDINGS);
  row = test_recording (store, document->id, document->scenario, 0, 10);
  g_assert_cmpuint (count (store, document->id), ==, DL_STORE_MOST_RECORDINGS);
  g_assert_cmpint (row_at (store, document->id, 0), ==, row);
  g_assert_cmpint (row_at (store, document->id, DL_STORE_MOST_RECORDINGS - 1), ==, edited[1]);
  last = test_recording (store, document->id, document->scenario, 0, 20);
  g_assert_cmpint (row_at (store, document->id, 0), ==, last);
  g_assert_cmpint (row_at (store, document->id, 1), ==, edited[DL_STORE_MOST_RECORDINGS - 1]);
  g_assert_cmpint (test_sql_int (fixture->path, "SELECT count(*) FROM recorded_edit WHERE"
                                                " recording_id NOT IN (SELECT id FROM recording)"),
                   ==, 0);
  g_assert_cmpuint (count (store, other->id), ==, 1);
}

static void
assert_no_scenario (DlStore *store, const DlRecording *recording, gint64 id)
{
  g_autoptr (DlStoreRecording) kept = dl_recording_to_store (recording, id, 0);
  g_autoptr (GError) error = NULL;
  gint64 row;

  g_assert_false (dl_store_keep_recording (store, kept, 0, &row, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND);
  g_assert_null (dl_store_load_recording (store, 12345, NULL));
}

/* Recordings stay as long as their scenario can be restored; removing them frees their space. */
static void
removed (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Removed");
  g_autoptr (DlRecording) recording = dl_recording_new (document->scenario);
  g_autoptr (GError) error = NULL;
  DlStoreCleaned cleaned;
  guint64 bytes;

  {
    g_autoptr (GPtrArray) uses = dl_store_list_use (store, NULL, &error);

    bytes = dl_store_use_bytes (uses->pdata[0]);
  }
  test_recording (store, document->id, document->scenario, 50, 1000);
  {
    g_autoptr (GPtrArray) uses = dl_store_list_use (store, NULL, &error);
    const DlStoreUse *use = uses->pdata[0];

    g_assert_cmpuint (use->n_recordings, ==, 1);
    g_assert_cmpuint (dl_store_use_bytes (use), >, bytes + 50 * strlen ("Load"));
  }
  g_assert_true (dl_store_remove (store, document->id, &error));
  assert_no_scenario (store, recording, document->id);
  g_assert_true (dl_store_unremove (store, document->id, &error));
  g_assert_cmpuint (count (store, document->id), ==, 1);
  /* Nothing of it is cleaned up, for nobody else has it. */
  g_assert_true (dl_store_clean (store, DL_STORE_CLEAN_NOBODYS | DL_STORE_CLEAN_OLD_VERSIONS, "99",
                                 &cleaned, &error));
  assert_no_scenario (store, recording, 777);
  g_assert_cmpint (test_sql_int (fixture->path, "SELECT count(*) FROM run_text"), ==, 1);
  g_assert_true (dl_store_remove (store, document->id, &error));
  g_assert_true (dl_store_purge (store, G_MAXINT64, &error));
  g_assert_no_error (error);
  g_assert_cmpint (test_sql_int (fixture->path, "SELECT count(*) FROM recording"), ==, 0);
  g_assert_cmpint (test_sql_int (fixture->path, "SELECT count(*) FROM recorded_edit"), ==, 0);
  g_assert_cmpint (test_sql_int (fixture->path, "SELECT count(*) FROM run_text"), ==, 0);
}

/* A longer one comes in the place of the shorter that it was, not the other way around. */
static void
travels (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Travels");
  g_autoptr (DlRecording) recording = dl_recording_new (document->scenario);
  g_autofree char *early = g_strconcat (fixture->path, ".early", NULL);
  g_autofree char *late = g_strconcat (fixture->path, ".late", NULL);
  g_autofree char *other_path = g_strconcat (fixture->path, ".other", NULL);
  g_autoptr (DlStore) other = dl_store_open (other_path, NULL);
  static const guint order[] = { 0, 0, 1, 0, 1 };
  g_autoptr (GError) error = NULL;
  gint64 row;

  add_edit (recording, 100, "traffic.load", "0.1");
  row = keep (store, recording, document->id, 0, 0);
  g_assert_true (dl_store_export (store, document->id, early, NULL, &error));
  add_edit (recording, 200, "traffic.load", "0.2");
  keep (store, recording, document->id, row, 1);
  g_assert_true (dl_store_export (store, document->id, late, NULL, &error));
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      g_auto (DlStoreImported) imported = { 0 };

      g_assert_true (
          dl_store_import (other, order[i] == 0 ? early : late, NULL, &imported, &error));
      g_assert_cmpuint (count (other, imported.first), ==, 1);
      if (i >= 2)
        assert_same (other, row_at (other, imported.first, 0), recording);
    }
}

/* Nothing of it is written, or all; and it goes on when there is space. */
static void
full (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Full");
  g_autoptr (DlRecording) recording = dl_recording_new (document->scenario);
  g_autoptr (DlRecording) kept = NULL;
  g_autoptr (GError) error = NULL;
  gint64 row, now;

  row = keep (store, recording, document->id, 0, 0);
  g_assert_true (dl_database_exec (store->db, "PRAGMA max_page_count = 40", NULL));
  for (guint i = 0; error == NULL; i++)
    {
      g_autoptr (DlStoreRecording) more = NULL;

      dl_recording_free (kept);
      kept = dl_recording_copy (recording);
      add_edit (recording, 100 * i, "traffic.load", "0.1");
      more = dl_recording_to_store (recording, document->id, i);
      more->id = row;
      dl_store_keep_recording (store, more, i, &now, &error);
    }
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_FULL);
  assert_same (store, row, kept);
  g_assert_true (dl_database_exec (store->db, "PRAGMA max_page_count = 1000000", NULL));
  g_assert_cmpint (keep (store, recording, document->id, row, kept->edits->len), ==, row);
  assert_same (store, row, recording);
}

/* Damaged recordings are reported. */
static void
damaged (StoreFixture *fixture, gconstpointer data)
{
  static const char *const lies[] = {
    "UPDATE recording SET n_edits = 2",
    "UPDATE recording SET last_cycle = 10",
    "UPDATE recording SET last_cycle = 1000000000000000000",
    "UPDATE recorded_edit SET cycle = 999 WHERE seq = 0",
    "UPDATE recorded_edit SET cycle = -1 WHERE seq = 0",
    "UPDATE recorded_edit SET edits = '' WHERE seq = 1",
    "UPDATE recorded_edit SET edits = 'torus.nothing=1' WHERE seq = 1",
    "UPDATE recorded_edit SET edits = 'torus.radix=0;0;0' WHERE seq = 1",
    "DELETE FROM recorded_edit WHERE seq = 1",
    "UPDATE run_text SET text = '[torus'",
  };

  for (guint i = 0; i < G_N_ELEMENTS (lies); i++)
    {
      g_autofree char *path = g_strdup_printf ("%s.%u", fixture->path, i);
      g_autoptr (GError) error = NULL;
      g_autoptr (DlStore) store = dl_store_open (path, &error);
      g_autoptr (TestDocument) document = test_document_new (store, "Damaged");
      const gint64 row = test_recording (store, document->id, document->scenario, 3, 1000);
      g_autoptr (DlStoreRecording) kept = NULL;

      test_sql (path, lies[i]);
      g_test_message ("%s", lies[i]);
      kept = dl_store_load_recording (store, row, &error);
      g_assert_no_error (error);
      g_assert_null (dl_recording_from_store (kept, "Damaged", &error));
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, "Damaged"));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  store_test_add ("/store/recordings/grows", grows);
  store_test_add ("/store/recordings/shared", shared);
  store_test_add ("/store/recordings/limit", limit);
  store_test_add ("/store/recordings/removed", removed);
  store_test_add ("/store/recordings/travels", travels);
  store_test_add ("/store/recordings/full", full);
  store_test_add ("/store/recordings/damaged", damaged);
  return g_test_run ();
}
