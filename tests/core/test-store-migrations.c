/* Every file gets to today's schema, or stays exactly as it was. */
#include "dl-families.h"
#include "store-fixture.h"

#include <string.h>

#include <glib/gstdio.h>
#include <unistd.h>

/* A history of schemas that never was. */
#define STEP_1 "CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;"
#define STEP_2                                                                                     \
  "CREATE TABLE part (thing_id INTEGER NOT NULL REFERENCES thing (id), n INTEGER) STRICT;"         \
  "INSERT INTO part SELECT id, length (name) FROM thing;"
/* Rebuilds a table that another one refers to. */
#define STEP_4                                                                                     \
  "CREATE TABLE new_thing (id INTEGER PRIMARY KEY, name TEXT NOT NULL, loud TEXT) STRICT;"         \
  "INSERT INTO new_thing SELECT id, name, upper (name) FROM thing;"                                \
  "DROP TABLE thing; ALTER TABLE new_thing RENAME TO thing;"

static const DlMigration steps[] = { { 1, STEP_1 }, { 2, STEP_2 }, { 4, STEP_4 } };
static const DlMigration failing[]
    = { { 1, STEP_1 }, { 2, STEP_2 }, { 4, STEP_4 "INSERT INTO nowhere VALUES (1);" } };
/* Leaves parts of things that are not there. */
static const DlMigration careless[]
    = { { 1, STEP_1 }, { 2, STEP_2 }, { 4, "DELETE FROM thing WHERE id = 2;" } };

static gboolean
migrate (const char *path, const DlMigration *migrations, guint n, char **backup, GError **error)
{
  g_autoptr (DlDatabase) db = dl_database_open (path, FALSE, 100, error);

  return db != NULL && dl_migrations_check (db, migrations, n, FALSE, error)
         && dl_database_make_durable (db, error)
         && dl_migrations_run (db, migrations, n, backup, error);
}

static void
make_version (const char *path, guint n_steps)
{
  g_autofree char *backup = NULL;
  g_autoptr (GError) error = NULL;

  migrate (path, steps, n_steps, &backup, &error);
  g_assert_no_error (error);
  g_assert_null (backup);
  test_sql (path, "INSERT INTO thing (id, name) VALUES (1, 'a'), (2, 'bcd')");
}

static void
new_file (StoreFixture *fixture, gconstpointer data)
{
  make_version (fixture->path, 3);
  g_assert_cmpint (test_sql_int (fixture->path, "PRAGMA user_version"), ==, 4);
  g_assert_cmpint (test_sql_int (fixture->path, "PRAGMA application_id"), ==,
                   DL_STORE_APPLICATION_ID);
  g_assert_cmpint (test_sql_int (fixture->path, "SELECT count(*) FROM part"), ==, 0);
}

static void
step_by_step (StoreFixture *fixture, gconstpointer data)
{
  for (guint from = 1; from < G_N_ELEMENTS (steps); from++)
    {
      g_autofree char *path = g_strdup_printf ("%s.%u", fixture->path, from);
      g_autofree char *expected = g_strdup_printf ("%s.v%u.bak", path, from);
      g_autofree char *backup = NULL;
      g_autofree char *none = NULL;
      g_autoptr (GError) error = NULL;

      make_version (path, from);
      if (from == 2)
        test_sql (path, "INSERT INTO part VALUES (1, 1), (2, 3)");
      migrate (path, steps, G_N_ELEMENTS (steps), &backup, &error);
      g_assert_no_error (error);
      g_assert_cmpint (test_sql_int (path, "PRAGMA user_version"), ==, 4);
      g_assert_cmpint (test_sql_int (path, "SELECT sum(n) FROM part"), ==, 4);
      g_assert_cmpint (test_sql_int (path, "SELECT loud = 'BCD' FROM thing WHERE id = 2"), ==, 1);
      g_assert_cmpint (test_sql_int (path, "PRAGMA foreign_key_check"), ==, -1);

      g_assert_cmpstr (backup, ==, expected);
      g_assert_cmpint (test_sql_int (backup, "PRAGMA user_version"), ==, from);
      g_assert_cmpint (test_sql_int (backup, "SELECT count(*) FROM thing"), ==, 2);
      g_assert_cmpint (test_sql_int (backup, "PRAGMA application_id"), ==, DL_STORE_APPLICATION_ID);

      /* Once is enough. */
      g_assert_true (migrate (path, steps, G_N_ELEMENTS (steps), &none, &error));
      g_assert_null (none);
    }
}

/* An older backup is never overwritten. */
static void
backup_names (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *taken = g_strconcat (fixture->path, ".v1.bak", NULL);
  g_autofree char *expected = g_strconcat (fixture->path, ".v1-2.bak", NULL);
  g_autofree char *kept = NULL;
  g_autofree char *backup = NULL;
  g_autoptr (GError) error = NULL;

  make_version (fixture->path, 1);
  g_assert_true (g_file_set_contents (taken, "precious", -1, NULL));
  g_assert_true (migrate (fixture->path, steps, 3, &backup, &error));
  g_assert_cmpstr (backup, ==, expected);
  g_assert_true (g_file_get_contents (taken, &kept, NULL, NULL));
  g_assert_cmpstr (kept, ==, "precious");
}

static void
check_rolled_back (StoreFixture *fixture, const DlMigration *migrations)
{
  g_autofree char *backup = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_false (migrate (fixture->path, migrations, 3, &backup, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, fixture->path));
  g_test_message ("%s", error->message);
  g_assert_null (backup);
  g_assert_cmpint (test_sql_int (fixture->path, "PRAGMA user_version"), ==, 1);
  g_assert_cmpint (test_sql_int (fixture->path, "SELECT count(*) FROM thing"), ==, 2);
  g_assert_cmpint (
      test_sql_int (fixture->path, "SELECT count(*) FROM sqlite_schema WHERE type = 'table'"), ==,
      1);
}

static void
rolled_back (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  make_version (fixture->path, 1);
  check_rolled_back (fixture, failing);
  check_rolled_back (fixture, careless);
  /* And works once the fault is gone. */
  migrate (fixture->path, steps, 3, NULL, &error);
  g_assert_no_error (error);
}

static void
no_backup_no_migration (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *backup = g_strconcat (fixture->path, ".v1.bak", NULL);
  g_autoptr (GError) error = NULL;

  make_version (fixture->path, 1);
  g_assert_cmpint (symlink ("no/such/folder", backup), ==, 0);
  g_assert_false (migrate (fixture->path, steps, 3, NULL, &error));
  g_assert_nonnull (error);
  g_test_message ("%s", error->message);
  g_assert_cmpint (test_sql_int (fixture->path, "PRAGMA user_version"), ==, 1);
}

static void
assert_unchanged (const char *path, const char *before, gsize length)
{
  g_autofree char *after = NULL;
  g_autofree char *wal = g_strconcat (path, "-wal", NULL);
  GStatBuf info;
  gsize after_length;

  g_assert_true (g_file_get_contents (path, &after, &after_length, NULL));
  g_assert_cmpmem (after, after_length, before, length);
  /* One that only reads may leave an empty log. */
  g_assert_true (g_stat (wal, &info) != 0 || info.st_size == 0);
}

static void
newer (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *content = NULL;
  gsize length;

  dl_store_close (store_fixture_open (fixture));
  test_sql (fixture->path, "PRAGMA user_version = 99");
  g_assert_true (g_file_get_contents (fixture->path, &content, &length, NULL));

  for (int i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlStore) store = i == 0 ? dl_store_open (fixture->path, &error)
                                         : dl_store_open_read_only (fixture->path, &error);

      g_assert_null (store);
      g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NEWER);
      g_assert_nonnull (strstr (error->message, fixture->path));
      g_assert_nonnull (strstr (error->message, "99"));
    }
  assert_unchanged (fixture->path, content, length);
}

static void
foreign (StoreFixture *fixture, gconstpointer data)
{
  static const char *const others[] = {
    "CREATE TABLE moz_places (id INTEGER); INSERT INTO moz_places VALUES (1)",
    "PRAGMA application_id = 252006673; CREATE TABLE blob (rid INTEGER)", /* Fossil */
    "PRAGMA user_version = 1; CREATE TABLE scenario (id INTEGER)",
    "PRAGMA application_id = 7",
    "PRAGMA user_version = 1",
    "PRAGMA application_id = 1148480622; CREATE TABLE scenario (id INTEGER)", /* version 0 */
  };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autofree char *path = g_strdup_printf ("%s.%u", fixture->path, i);
      g_autofree char *content = NULL;
      g_autoptr (GError) error = NULL;
      gsize length;

      test_sql (path, others[i]);
      g_assert_true (g_file_get_contents (path, &content, &length, NULL));
      g_assert_null (dl_store_open (path, &error));
      g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN);
      g_assert_nonnull (strstr (error->message, path));
      assert_unchanged (path, content, length);
    }
}

/* A file marked as a library, without one of its tables. */
static void
incomplete (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  dl_store_close (store_fixture_open (fixture));
  test_sql (fixture->path, "DROP TABLE step");
  g_assert_null (dl_store_open (fixture->path, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN);
}

static void
older_read_only (StoreFixture *fixture, gconstpointer data)
{
  DlStoreOptions options = dl_store_options_default ();
  g_autoptr (GError) error = NULL;

  make_version (fixture->path, 1);
  options.migrations = steps;
  options.n_migrations = 3;
  options.read_only = TRUE;
  g_assert_null (dl_store_open_with (fixture->path, options, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OLDER);
}

/* A library as version 1 left it loses nothing. */
static void
from_version_1 (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *dump = g_test_build_filename (G_TEST_DIST, "data-store", "v1.sql", NULL);
  g_autofree char *sql = NULL;
  g_autoptr (DlStore) store = NULL;
  g_autoptr (TestDocument) document = NULL;
  g_autoptr (GBytes) png = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GPtrArray) found = NULL;
  g_autoptr (DlScenario) base = test_scenario ("Red Storm; \"été\"");
  g_autoptr (GError) error = NULL;
  const DlStoreEntry *entry;

  g_assert_true (g_file_get_contents (dump, &sql, NULL, &error));
  test_sql (fixture->path, sql);
  store = store_fixture_open (fixture);

  entries = dl_store_list (store, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (entries->len, ==, 2);
  entry = entries->pdata[1];
  g_assert_cmpint (entry->id, ==, 1);
  g_assert_cmpint (entry->created_us, ==, 1795303159719095);
  g_assert_cmpint (entry->modified_us, ==, 1795303159722943);
  g_assert_cmpint (entry->opened_us, ==, 1795303159730646);
  g_assert_cmpuint (entry->n_steps, ==, 4);
  g_assert_cmpint (dl_store_last_opened (store), ==, 1);
  g_assert_cmpuint (g_strv_length (entry->tags) + entry->n_runs + entry->n_sweeps, ==, 0);
  g_assert_cmpint (test_sql_int (fixture->path, "PRAGMA user_version"), ==, 4);

  /* The new index finds the old content. */
  found = dl_store_list (store, "STORM ét 2", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (found->len, ==, 1);
  g_assert_cmpint (((const DlStoreEntry *) found->pdata[0])->id, ==, 1);

  document = test_document_load (store, 1);
  g_assert_cmpstr (document->scenario->name, ==, "Red Storm; \"été\"");
  g_assert_cmpstr (dl_torus_options (document->scenario)->routing.vc_policy->id, ==, "initial");
  g_assert_cmpuint (dl_torus_options (document->scenario)->spec.broken_cables->len, ==, 2);
  g_assert_cmpuint (dl_history_position (document->history), ==, 3);
  g_assert_cmpstr (dl_history_step (document->history, 1)->label, ==, "Move dateline Z to 3");
  g_assert_cmpstr (dl_history_step (document->history, 1)->coalesce, ==, "drag");
  g_assert_cmpint (dl_history_step (document->history, 1)->time_us, ==, 1795303159722885);
  g_assert_true (dl_history_redo (document->history, document->scenario));
  g_assert_cmpuint (document->scenario->seed, ==, 7);
  while (dl_history_undo (document->history, document->scenario))
    test_document_write (document, store);
  g_assert_true (dl_scenario_equal (document->scenario, base));
  test_assert_stored (store, document);

  png = dl_store_thumbnail (store, 1, &error);
  g_assert_cmpmem (g_bytes_get_data (png, NULL), g_bytes_get_size (png), "\x89PNG\r\n\x1a\n", 8);
  g_assert_true (dl_store_unremove (store, 3, &error));
  g_assert_no_error (error);
}

/* A library as version 2 left it keeps its runs and its sweep; nothing is said of how they ended.
 */
static void
from_version_2 (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *dump = g_test_build_filename (G_TEST_DIST, "data-store", "v2.sql", NULL);
  g_autofree char *sql = NULL;
  g_autoptr (DlStore) store = NULL;
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (GPtrArray) sweeps = NULL;
  g_autoptr (DlStoreRun) added = dl_store_run_new ("0123456789abcdef0123456789abcdef", 5, "test");
  g_autoptr (DlStoreRun) found = NULL;
  g_autoptr (GError) error = NULL;
  const DlStoreRun *first;

  g_assert_true (g_file_get_contents (dump, &sql, NULL, &error));
  test_sql (fixture->path, sql);
  store = store_fixture_open (fixture);
  g_assert_cmpint (test_sql_int (fixture->path, "PRAGMA user_version"), ==, 4);

  runs = dl_store_list_runs (store, 1, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (runs->len, ==, 2);
  first = runs->pdata[0];
  g_assert_cmpstr (first->digest, ==, "bcf5859a1248c567108bd810909dd980");
  g_assert_cmpstr (first->outcome, ==, "c656df7e8848b358");
  g_assert_cmpfloat (dl_store_run_value (first, "accepted_load"), ==, 0.084375);
  g_assert_null (first->state);
  g_assert_null (first->reason);
  sweeps = dl_store_list_sweeps (store, 1, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (sweeps->len, ==, 1);
  g_assert_cmpuint (((const DlStoreSweep *) sweeps->pdata[0])->n_done, ==, 2);

  added->state = g_strdup ("saturated");
  added->reason = g_strdup ("queues-grow");
  g_assert_true (dl_store_add_runs (store, (const DlStoreRun *const *) &added, 1, &error));
  found = dl_store_find_run (store, added->digest, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (found->state, ==, "saturated");
  g_assert_cmpstr (found->reason, ==, "queues-grow");
}

/* A library as version 3 left it has no recordings, and can have them. */
static void
from_version_3 (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *dump = g_test_build_filename (G_TEST_DIST, "data-store", "v3.sql", NULL);
  g_autofree char *sql = NULL;
  g_autoptr (DlStore) store = NULL;
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (GPtrArray) none = NULL;
  g_autoptr (GPtrArray) one = NULL;
  g_autoptr (DlStoreRecording) recording = dl_store_recording_new (1, 7, "[torus]\nradix=8;1;1\n");
  g_autoptr (GError) error = NULL;
  gint64 id;

  g_assert_true (g_file_get_contents (dump, &sql, NULL, &error));
  test_sql (fixture->path, sql);
  store = store_fixture_open (fixture);
  g_assert_cmpint (test_sql_int (fixture->path, "PRAGMA user_version"), ==, 4);
  runs = dl_store_list_runs (store, 1, &error);
  g_assert_cmpuint (runs->len, ==, 2);
  g_assert_cmpstr (((const DlStoreRun *) runs->pdata[0])->state, ==, "saturated");
  none = dl_store_list_recordings (store, 1, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (none->len, ==, 0);
  recording->end = 100;
  g_assert_true (dl_store_keep_recording (store, recording, 0, &id, &error));
  one = dl_store_list_recordings (store, 1, &error);
  g_assert_cmpuint (one->len, ==, 1);
  g_assert_cmpuint (((const DlStoreRecording *) one->pdata[0])->results, ==, 7);
}

/* A dump is what its version makes: no step of the list has been changed after the fact. */
static void
same_schema (StoreFixture *fixture, gconstpointer data)
{
  const guint version = GPOINTER_TO_UINT (data);
  g_autofree char *name = g_strdup_printf ("v%u.sql", version);
  static const char schema[]
      = "SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'words_%' ORDER BY name";
  g_autofree char *dump = g_test_build_filename (G_TEST_DIST, "data-store", name, NULL);
  g_autofree char *old_path = g_strconcat (fixture->path, ".old", NULL);
  g_autofree char *sql = NULL;
  g_autoptr (DlDatabase) dumped = NULL;
  g_autoptr (DlDatabase) made = NULL;
  g_autoptr (GError) error = NULL;
  guint n_migrations;
  const DlMigration *migrations = dl_migrations (&n_migrations);

  g_assert_true (g_file_get_contents (dump, &sql, NULL, NULL));
  test_sql (old_path, sql);
  g_assert_true (migrate (fixture->path, migrations, version, NULL, &error));
  dumped = dl_database_open (old_path, TRUE, 0, &error);
  made = dl_database_open (fixture->path, TRUE, 0, &error);
  g_assert_no_error (error);
  {
    g_autoptr (DlStatement) a = dl_database_query (dumped, &error, schema, "");
    g_autoptr (DlStatement) b = dl_database_query (made, &error, schema, "");

    while (dl_statement_next (a, &error))
      {
        g_assert_true (dl_statement_next (b, &error));
        g_assert_cmpstr (dl_statement_text (a, 0, NULL), ==, dl_statement_text (b, 0, NULL));
      }
    g_assert_false (dl_statement_next (b, &error));
    g_assert_no_error (error);
  }
}

static gpointer
open_and_add (gpointer path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStore) store = dl_store_open (path, &error);
  g_autoptr (DlScenario) scenario = test_scenario ("Concurrent");
  gint64 id;

  g_assert_no_error (error);
  dl_store_add (store, scenario, &id, &error);
  g_assert_no_error (error);
  return NULL;
}

/* Several instances start at once on a library that is not there yet. */
static void
together (StoreFixture *fixture, gconstpointer data)
{
  for (int round = 0; round < 5; round++)
    {
      g_autofree char *path = g_strdup_printf ("%s.%d", fixture->path, round);
      GThread *threads[6];

      for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
        threads[i] = g_thread_new ("open", open_and_add, path);
      for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
        g_thread_join (threads[i]);
      g_assert_cmpint (test_sql_int (path, "SELECT count(*) FROM scenario"), ==,
                       G_N_ELEMENTS (threads));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  store_test_add ("/store/migrations/new-file", new_file);
  store_test_add ("/store/migrations/step-by-step", step_by_step);
  store_test_add ("/store/migrations/backup-names", backup_names);
  store_test_add ("/store/migrations/rolled-back", rolled_back);
  store_test_add ("/store/migrations/no-backup-no-migration", no_backup_no_migration);
  store_test_add ("/store/migrations/newer", newer);
  store_test_add ("/store/migrations/foreign", foreign);
  store_test_add ("/store/migrations/incomplete", incomplete);
  store_test_add ("/store/migrations/older-read-only", older_read_only);
  store_test_add ("/store/migrations/from-version-1", from_version_1);
  store_test_add ("/store/migrations/from-version-2", from_version_2);
  store_test_add ("/store/migrations/from-version-3", from_version_3);
  for (guint version = 1; version <= 3; version++)
    {
      g_autofree char *name = g_strdup_printf ("/store/migrations/same-schema/%u", version);

      g_test_add (name, StoreFixture, GUINT_TO_POINTER (version), store_fixture_set_up, same_schema,
                  store_fixture_tear_down);
    }
  store_test_add ("/store/migrations/together", together);
  return g_test_run ();
}
