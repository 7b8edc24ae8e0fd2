/* A scenario with all its results goes into a file and comes back the same; files from anybody are
 * taken as a whole or not at all. */
#include "dl-families.h"
#include "store-results.h"

#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "dl-store-share.h"
#include "test-rounds.h"

/* Everything in the library, by name. */
static char *
describe_library (DlStore *store, gboolean with_times)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) entries = dl_store_list (store, NULL, NULL, &error);
  g_autoptr (GPtrArray) runs = dl_store_list_runs (store, 0, &error);
  GString *all = g_string_new (NULL);

  g_assert_no_error (error);
  for (gint64 id = 1; id < 1000; id++)
    for (guint i = 0; i < entries->len; i++)
      if (((const DlStoreEntry *) entries->pdata[i])->id == id)
        {
          g_autofree char *text = test_describe_all (store, id, with_times);

          g_string_append (all, text);
        }
  g_string_append (all, "nobody's\n");
  for (guint i = 0; i < runs->len; i++)
    {
      g_autofree char *text = test_describe_run (store, runs->pdata[i], with_times);

      g_string_append (all, text);
    }
  return g_string_free (all, FALSE);
}

static gint64
make_scenario (DlStore *store, guint seed)
{
  g_autofree char *name = g_strdup_printf ("Scenario %u; \"é\"", seed);
  g_autoptr (TestDocument) document = test_document_new (store, name);
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (DlStoreRun) run = test_run (document->scenario, seed * 1000 + 999);
  const DlStoreRun *one[] = { run };
  g_autoptr (GError) error = NULL;

  for (int i = g_rand_int_range (rand, 0, 30); i > 0; i--)
    test_document_change (document, rand);
  test_document_write (document, store);
  for (int i = g_rand_int_range (rand, 0, 3); i > 0; i--)
    test_sweep (store, document->id, document->scenario, seed * 1000 + (guint) i * 100,
                (guint) g_rand_int_range (rand, 1, 20), NULL);
  run->scenario_id = document->id;
  g_assert_true (dl_store_add_runs (store, one, 1, &error));
  for (int i = g_rand_int_range (rand, 0, 4); i > 0; i--)
    test_recording (store, document->id, document->scenario, (guint) g_rand_int_range (rand, 0, 5),
                    (guint64) g_rand_int_range (rand, 1, 100000));
  if (g_rand_boolean (rand))
    g_assert_true (dl_store_set_note (store, document->id, "Ein Satz.\nNoch einer.", &error));
  if (g_rand_boolean (rand))
    g_assert_true (dl_store_add_tag (store, document->id, "Tag \"2\"", &error));
  return document->id;
}

static void
import (DlStore *store, const char *path, guint n_scenarios, guint n_runs)
{
  g_auto (DlStoreImported) imported = { 0 };
  g_autoptr (GError) error = NULL;

  dl_store_import (store, path, NULL, &imported, &error);
  g_assert_no_error (error);
  if (n_scenarios != G_MAXUINT)
    {
      g_assert_cmpuint (imported.n_scenarios, ==, n_scenarios);
      g_assert_cmpuint (imported.n_runs, ==, n_runs);
    }
}

static void
identity (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autofree char *all_path = g_strconcat (fixture->path, ".all", NULL);
  g_autoptr (DlStore) all = dl_store_open (all_path, NULL);

  for (guint seed = 1; seed <= TEST_ROUNDS (12); seed++)
    {
      const gint64 id = make_scenario (store, seed);
      g_autofree char *file = g_strdup_printf ("%s.%u", fixture->path, seed);
      g_autofree char *copy_path = g_strdup_printf ("%s.copy-%u", fixture->path, seed);
      g_autofree char *expected = test_describe_all (store, id, TRUE);
      g_autofree char *found = NULL;
      g_autofree char *again = NULL;
      g_autofree char *wal = g_strconcat (file, "-wal", NULL);
      g_autoptr (DlStore) copy = NULL;
      g_autoptr (GError) error = NULL;

      dl_store_export (store, id, file, NULL, &error);
      g_assert_no_error (error);
      g_assert_false (g_file_test (wal, G_FILE_TEST_EXISTS));
      copy = dl_store_open (copy_path, &error);
      g_assert_no_error (error);
      import (copy, file, G_MAXUINT, 0);
      found = test_describe_all (copy, 1, TRUE);
      g_assert_cmpstr (found, ==, expected);
      /* Once is enough. */
      import (copy, file, 0, 0);
      g_clear_pointer (&found, g_free);
      found = describe_library (copy, TRUE);
      g_assert_true (g_str_has_prefix (found, expected));
      g_assert_cmpuint (strlen (found), ==, strlen (expected) + strlen ("nobody's\n"));
      /* The file is a library itself. */
      again = g_steal_pointer (&found);
      dl_store_close (g_steal_pointer (&copy));
      copy = dl_store_open_read_only (file, &error);
      g_assert_no_error (error);
      found = describe_library (copy, TRUE);
      g_assert_cmpstr (found, ==, again);
      import (all, file, 1, (guint) test_sql_int (file, "SELECT count(*) FROM run"));
    }
  {
    g_autofree char *expected = describe_library (store, TRUE);
    g_autofree char *found = describe_library (all, TRUE);

    g_assert_cmpstr (found, ==, expected);
  }
  /* And a whole library. */
  {
    g_autofree char *path = g_strconcat (fixture->path, ".whole", NULL);
    g_autoptr (DlStore) whole = dl_store_open (path, NULL);
    g_autofree char *expected = describe_library (store, TRUE);
    g_autofree char *found = NULL;

    import (whole, fixture->path, G_MAXUINT, 0);
    found = describe_library (whole, TRUE);
    g_assert_cmpstr (found, ==, expected);
  }
}

static gboolean
is_first (guint point)
{
  return point % 3 == 0;
}
static gboolean
is_second (guint point)
{
  return point % 3 == 1;
}
static gboolean
is_third (guint point)
{
  return point % 3 == 2;
}

/* Shards put together are the whole, in whatever order they come. */
static void
shards (StoreFixture *fixture, gconstpointer data)
{
  static gboolean (*const wanted[]) (guint) = { NULL, is_first, is_second, is_third };
  g_autoptr (DlScenario) scenario = test_scenario ("Sharded");
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *expected = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      char *path = g_strdup_printf ("%s.%u", fixture->path, i);
      g_autoptr (DlStore) store = dl_store_open (path, &error);
      gint64 id = 0;

      g_ptr_array_add (paths, path);
      g_assert_true (dl_store_adopt (store, scenario, &id, &error));
      test_sweep (store, id, scenario, 0, 17, wanted[i]);
      if (wanted[i] == NULL)
        expected = describe_library (store, FALSE);
    }
  for (guint order = 0; order < 3; order++)
    {
      g_autofree char *path = g_strdup_printf ("%s.merged-%u", fixture->path, order);
      g_autoptr (DlStore) store = dl_store_open (path, &error);
      g_autofree char *found = NULL;

      for (guint i = 0; i < 3; i++)
        import (store, paths->pdata[1 + (i + order) % 3], i == 0, (17 + 2 - (i + order) % 3) / 3);
      found = describe_library (store, FALSE);
      g_assert_cmpstr (found, ==, expected);
    }
}

static void
conflicts (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_strconcat (fixture->path, ".other", NULL);
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (DlStore) other = dl_store_open (path, NULL);
  g_autoptr (TestDocument) ours = test_document_new (store, "Ring");
  g_autoptr (TestDocument) theirs = test_document_new (other, "Ring");
  g_autoptr (TestDocument) renamed = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  g_autofree char *note = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (dl_store_set_note (store, ours->id, "Mine.", &error));
  g_assert_true (dl_store_set_note (other, theirs->id, "Theirs.", &error));
  g_assert_true (dl_store_add_tag (other, theirs->id, "new", &error));
  /* The same: only what is missing comes. */
  import (store, path, 0, 0);
  note = dl_store_note (store, ours->id, &error);
  g_assert_cmpstr (note, ==, "Mine.");
  test_document_set (theirs, "torus.vc-policy", "initial", NULL);
  test_document_set (theirs, "scenario.seed", "9", NULL);
  dl_history_undo (theirs->history, theirs->scenario);
  test_document_write (theirs, other);
  test_sweep (other, theirs->id, theirs->scenario, 50, 3, NULL);
  import (store, path, 1, 3);
  import (store, path, 0, 0);
  entries = dl_store_list (store, "ring (2)", NULL, &error);
  g_assert_cmpuint (entries->len, ==, 1);
  renamed = test_document_load (store, ((const DlStoreEntry *) entries->pdata[0])->id);
  g_assert_cmpstr (renamed->scenario->name, ==, "Ring (2)");
  g_assert_cmpstr (dl_torus_options (renamed->scenario)->routing.vc_policy->id, ==, "initial");
  /* Its history is there, and its new name is a step. */
  g_assert_cmpuint (dl_history_n_steps (renamed->history), ==, 2);
  g_assert_true (dl_history_undo (renamed->history, renamed->scenario));
  g_assert_true (dl_history_undo (renamed->history, renamed->scenario));
  g_assert_true (dl_scenario_equal (renamed->scenario, ours->scenario));
}

/* Files that lie ------------------------------------------------------------------------------- */

static void
refuse (DlStore *store, const char *path, const char *sql)
{
  g_autofree char *before = describe_library (store, TRUE);
  g_autofree char *after = NULL;
  g_auto (DlStoreImported) imported = { 0 };
  g_autoptr (GError) error = NULL;

  g_test_message ("%s", sql);
  g_assert_false (dl_store_import (store, path, NULL, &imported, &error));
  g_assert_true (error->domain == DL_STORE_ERROR);
  test_assert_plain (error, path);
  after = describe_library (store, TRUE);
  g_assert_cmpstr (after, ==, before);
}

static void
untrusted (StoreFixture *fixture, gconstpointer data)
{
  static const char *const lies[] = {
    /* Traps in the schema. */
    "CREATE TRIGGER trap AFTER INSERT ON run BEGIN DELETE FROM run; END",
    "CREATE VIEW trap AS SELECT * FROM run",
    "CREATE TABLE trap (x INTEGER) STRICT",
    "CREATE VIRTUAL TABLE trap USING fts5 (x)",
    "CREATE INDEX trap ON run (length (digest))",
    "DROP INDEX run_of_scenario",
    "DROP TABLE words",
    "ALTER TABLE run RENAME TO gone; CREATE VIEW run AS SELECT * FROM gone",
    "ALTER TABLE run ADD COLUMN trap INTEGER AS (length (zeroblob (1000000000)))",
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace (sql, 'seed INTEGER',"
    " 'seed INTEGER CHECK (random () > 0)') WHERE name = 'run'",
    /* Rows that cannot be. */
    "UPDATE run SET digest = '0123456789abcdef0123456789ABCDEF' WHERE id = 1",
    "UPDATE run SET digest = '../../../../../../../etc/passwd/' WHERE id = 1",
    "PRAGMA ignore_check_constraints = ON; UPDATE run SET digest = 'short' WHERE id = 1",
    "UPDATE run SET settings = 'nonsense' WHERE id = 1",
    "UPDATE run SET settings = 'torus.nothing=1' WHERE id = 1",
    "UPDATE run SET settings = cast (x'ff00fe' AS TEXT) WHERE id = 1",
    "UPDATE run SET version = char (27) || '[31m' WHERE id = 1",
    "UPDATE run SET outcome = 'zz' WHERE id = 1",
    "UPDATE run_text SET text = 'x' || char (0) || '[torus'",
    "UPDATE run_text SET text = '[torus]' || char (10) || 'radix=0;0;0'",
    "UPDATE run_value SET measure = 'a,b' || char (10) WHERE run_id = 1 AND measure = 'cycles'",
    "UPDATE run_value SET measure = printf ('%.*c', 65, 'x') WHERE measure = 'cycles'",
    "UPDATE run_array SET name = '../x'",
    "UPDATE sweep SET key = 'ABCDEF89012345678901234567890123'",
    "UPDATE sweep SET n_points = 9223372036854775807",
    "UPDATE sweep SET n_points = 0",
    "UPDATE sweep SET n_seeds = -1",
    "UPDATE sweep SET state = 'on fire'",
    "UPDATE sweep SET varied = cast (x'ff' AS TEXT)",
    "UPDATE sweep_point SET point = -1 WHERE point = 1",
    "UPDATE sweep_point SET point = 1000 WHERE point = 1",
    "UPDATE recording SET last_cycle = -1",
    "UPDATE recording SET n_edits = 2",
    "UPDATE recorded_edit SET cycle = 1000000 WHERE seq = 1",
    "UPDATE recorded_edit SET cycle = -5 WHERE seq = 0",
    "UPDATE recorded_edit SET seq = -1 WHERE seq = 2", /* out of order */
    "UPDATE recorded_edit SET edits = 'torus.nothing=1' WHERE seq = 1",
    "CREATE TRIGGER trap AFTER INSERT ON recording BEGIN DELETE FROM run; END",
    "UPDATE tag SET tag = 'a' || char (10) || 'b'",
    "PRAGMA foreign_keys = OFF; DELETE FROM run_text",
    "PRAGMA foreign_keys = OFF; UPDATE sweep_point SET run_id = 12345",
    "UPDATE state SET text = '', base_text = ''",
    "PRAGMA user_version = 99",
    "PRAGMA application_id = 7",
  };
  g_autofree char *file = g_strconcat (fixture->path, ".file", NULL);
  g_autofree char *content = NULL;
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Shared");
  g_autoptr (GError) error = NULL;
  gsize length;

  test_sweep (store, document->id, document->scenario, 0, 8, NULL);
  test_recording (store, document->id, document->scenario, 3, 1000);
  g_assert_true (dl_store_set_note (store, document->id, "A note.", &error));
  g_assert_true (dl_store_add_tag (store, document->id, "tagged", &error));
  g_assert_true (dl_store_export (store, document->id, file, NULL, &error));
  g_assert_true (g_file_get_contents (file, &content, &length, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (lies); i++)
    {
      g_autofree char *path = g_strdup_printf ("%s.%u", fixture->path, i);
      g_autofree char *target_path = g_strdup_printf ("%s.to-%u", fixture->path, i);
      g_autoptr (DlStore) target = dl_store_open (target_path, &error);

      g_assert_true (g_file_set_contents (path, content, (gssize) length, NULL));
      test_sql (path, lies[i]);
      refuse (target, path, lies[i]);
      /* The same file without the lie is fine. */
      if (i == 0)
        import (target, file, 1, 8);
    }
}

/* Damaged at random: all of it or nothing, and a library that is sound. */
static void
damaged (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *file = g_strconcat (fixture->path, ".file", NULL);
  g_autofree guint8 *content = NULL;
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (GRand) rand = g_rand_new_with_seed (12);
  const gint64 id = make_scenario (store, 2);
  g_autoptr (GError) error = NULL;
  guint n_taken = 0;
  gsize length;

  g_assert_true (dl_store_export (store, id, file, NULL, &error));
  g_assert_true (g_file_get_contents (file, (char **) &content, &length, NULL));
  for (int round = 0; round < TEST_ROUNDS (200); round++)
    {
      g_autofree char *path = g_strdup_printf ("%s.to-%d", fixture->path, round % 4);
      g_autofree guint8 *spoilt = g_memdup2 (content, length);
      g_autoptr (DlStore) target = NULL;
      g_autofree char *before = NULL;
      g_autofree char *after = NULL;
      g_auto (DlStoreImported) imported = { 0 };
      g_autoptr (GError) refusal = NULL;
      gsize cut = length;

      for (int i = g_rand_int_range (rand, 1, 12); i > 0; i--)
        spoilt[g_rand_int_range (rand, 0, (gint32) length)] ^= (guint8) (1 << (i % 8));
      if (round % 5 == 0)
        cut = (gsize) g_rand_int_range (rand, 0, (gint32) length);
      g_assert_true (g_file_set_contents (file, (const char *) spoilt, (gssize) cut, NULL));
      target = dl_store_open (path, &error);
      g_assert_no_error (error);
      before = describe_library (target, TRUE);
      if (dl_store_import (target, file, NULL, &imported, &refusal))
        n_taken++;
      else
        {
          g_assert_nonnull (refusal);
          after = describe_library (target, TRUE);
          g_assert_cmpstr (after, ==, before);
        }
      g_assert_cmpint (test_sql_int (path, "SELECT count(*) FROM pragma_integrity_check"
                                           " WHERE integrity_check <> 'ok'"),
                       ==, 0);
    }
  g_test_message ("%u of 200 were taken", n_taken);
  g_assert_cmpuint (n_taken, >, TEST_ROUNDS (5));
  g_assert_cmpuint (n_taken, <, 195);
}

static void
older (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *dump = g_test_build_filename (G_TEST_DIST, "data-store", "v1.sql", NULL);
  g_autofree char *path = g_strconcat (fixture->path, ".old", NULL);
  g_autofree char *sql = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = NULL;
  gsize length, after_length;

  g_assert_true (g_file_get_contents (dump, &sql, NULL, NULL));
  test_sql (path, sql);
  g_assert_true (g_file_get_contents (path, &before, &length, NULL));
  import (store, path, 2, 0);
  document = test_document_load (store, 1);
  g_assert_cmpuint (dl_history_n_steps (document->history), ==, 4);
  g_assert_cmpuint (dl_history_position (document->history), ==, 3);
  g_assert_true (g_file_get_contents (path, &after, &after_length, NULL));
  g_assert_cmpmem (after, after_length, before, length);
}

static void
cancelled (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *file = g_strconcat (fixture->path, ".file", NULL);
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GDir) dir = NULL;
  g_auto (DlStoreImported) imported = { 0 };
  g_autoptr (GError) error = NULL;
  const gint64 id = make_scenario (store, 3);

  g_cancellable_cancel (cancellable);
  g_assert_false (dl_store_export (store, id, file, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  dir = g_dir_open (fixture->folder, 0, NULL);
  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    g_assert_true (g_str_has_prefix (name, "library.db") && strstr (name, "part") == NULL
                   && strstr (name, "file") == NULL);
  g_assert_true (dl_store_export (store, id, file, NULL, &error));
  g_assert_false (dl_store_import (store, file, cancellable, &imported, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* A file in the place of a library would take all that is in it along. */
static void
in_place (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *link = g_strconcat (fixture->path, ".link", NULL);
  g_autofree char *other_path = g_strconcat (fixture->path, ".other", NULL);
  g_autofree char *other_log = g_strconcat (other_path, "-wal", NULL);
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (DlStore) other = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autoptr (GError) error = NULL;
  const gint64 id = make_scenario (store, 4);

  make_scenario (store, 5);
  before = describe_library (store, TRUE);
  g_assert_cmpint (symlink (fixture->path, link), ==, 0);
  g_assert_false (dl_store_export (store, id, fixture->path, NULL, &error));
  test_assert_plain (error, fixture->path);
  g_clear_error (&error);
  g_assert_false (dl_store_export (store, id, link, NULL, &error));
  test_assert_plain (error, link);
  g_clear_error (&error);

  other = dl_store_open (other_path, &error);
  g_assert_no_error (error);
  make_scenario (other, 6);
  g_assert_true (g_file_test (other_log, G_FILE_TEST_EXISTS));
  g_assert_false (dl_store_export (store, id, other_path, NULL, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_LOCKED);
  g_clear_error (&error);
  g_assert_false (dl_store_has_moved (other));

  /* One that nobody has open is a file as any other. */
  g_clear_pointer (&other, dl_store_close);
  g_assert_true (dl_store_export (store, id, other_path, NULL, &error));
  after = describe_library (store, TRUE);
  g_assert_cmpstr (after, ==, before);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  store_test_add ("/store/share/identity", identity);
  store_test_add ("/store/share/shards", shards);
  store_test_add ("/store/share/conflicts", conflicts);
  store_test_add ("/store/share/untrusted", untrusted);
  store_test_add ("/store/share/damaged", damaged);
  store_test_add ("/store/share/older", older);
  store_test_add ("/store/share/cancelled", cancelled);
  store_test_add ("/store/share/in-place", in_place);
  return g_test_run ();
}
