/* Another file takes the place of a library that is open ("mv backup.db library.db", as sync tools
 * do it): nothing of either is lost. SQLite by itself applies the log that the old file left to the
 * new one. */
#include "store-fixture.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gstdio.h>
#include <sqlite3.h>

#include "test-files.h"

#define N_IN_BACKUP 40

/* A good library of 40 scenarios beside the fixture's. */
static char *
make_backup (StoreFixture *fixture)
{
  char *path = g_build_filename (fixture->folder, "backup.db", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStore) store = dl_store_open (path, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < N_IN_BACKUP; i++)
    {
      g_autofree char *name = g_strdup_printf ("Backup %u", i);
      g_autoptr (TestDocument) document = test_document_new (store, name);

      test_document_set (document, "scenario.seed", "17", NULL);
      test_document_write (document, store);
    }
  return path;
}

static guint
count_named (DlStore *store, const char *start)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) entries = dl_store_list (store, NULL, NULL, &error);
  guint n = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < entries->len; i++)
    {
      const DlStoreEntry *entry = entries->pdata[i];
      g_autoptr (DlStoreRecord) record = dl_store_load (store, entry->id, &error);

      g_assert_no_error (error);
      n += g_str_has_prefix (entry->name, start);
    }
  return n;
}

/* All that was in the backup is at @path, and it is sound: seen by the store, and by SQLite. */
static void
assert_backup_at (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStore) store = dl_store_open_read_only (path, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (count_named (store, "Backup "), ==, N_IN_BACKUP);
  g_clear_pointer (&store, dl_store_close);
  g_assert_cmpint (test_sql_int (path, "SELECT count(*) FROM scenario WHERE name LIKE 'Backup %'"),
                   ==, N_IN_BACKUP);
  g_assert_cmpint (test_sql_int (path, "SELECT count(*) FROM pragma_integrity_check()"
                                       " WHERE integrity_check <> 'ok'"),
                   ==, 0);
}

/* The one file in the fixture's folder whose name has @start and @end; NULL if there is none. */
static char *
find_file (StoreFixture *fixture, const char *start, const char *end)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  const char *name;
  char *found = NULL;

  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, start) && g_str_has_suffix (name, end))
      {
        g_assert_null (found);
        found = g_build_filename (fixture->folder, name, NULL);
      }
  return found;
}

/* The content of the replaced library is in @path. */
static void
assert_earlier_at (const char *path, const TestDocument *document)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStore) store = NULL;

  g_assert_nonnull (path);
  store = dl_store_open (path, &error);
  g_assert_no_error (error);
  test_assert_stored (store, document);
}

static void
assert_earlier_kept (StoreFixture *fixture, const TestDocument *document)
{
  g_autofree char *kept = find_file (fixture, "library-replaced-", ".db");

  assert_earlier_at (kept, document);
}

/* A library with an edit that only its log has, replaced by the backup. */
static DlStore *
open_and_replace (StoreFixture *fixture, TestDocument **document)
{
  g_autofree char *backup = make_backup (fixture);
  DlStore *store = store_fixture_open (fixture);

  *document = test_document_new (store, "Mine");
  test_document_set (*document, "scenario.seed", "23", NULL);
  test_document_write (*document, store);
  g_assert_cmpint (g_rename (backup, fixture->path), ==, 0);
  return store;
}

/* "dateline-cli library list", and all that reads or writes, beside the open one. */
static void
opened_elsewhere (StoreFixture *fixture, gconstpointer read_only)
{
  g_autoptr (TestDocument) document = NULL;
  g_autoptr (TestDocument) other = NULL;
  g_autoptr (DlStore) store = open_and_replace (fixture, &document);
  g_autoptr (DlStore) elsewhere = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *notice = NULL;

  elsewhere = read_only != NULL ? dl_store_open_read_only (fixture->path, &error)
                                : dl_store_open (fixture->path, &error);
  g_assert_no_error (error);
  g_assert_nonnull (dl_store_notice (elsewhere));
  g_assert_cmpuint (count_named (elsewhere, "Backup "), ==, N_IN_BACKUP);
  g_assert_cmpuint (count_named (elsewhere, "Mine"), ==, 0);
  if (read_only == NULL)
    other = test_document_new (elsewhere, "Other");

  /* The log of the new file is in use now, and stays. */
  notice = dl_store_leave (g_steal_pointer (&store));
  g_assert_nonnull (notice);
  g_assert_nonnull (strstr (notice, "library-replaced-"));
  if (read_only == NULL)
    {
      g_autofree char *log = g_strconcat (fixture->path, "-wal", NULL);

      g_assert_true (g_file_test (log, G_FILE_TEST_EXISTS));
      test_document_set (other, "scenario.seed", "5", NULL);
      test_document_write (other, elsewhere);
      test_assert_stored (elsewhere, other);
    }
  g_clear_pointer (&elsewhere, dl_store_close);
  assert_backup_at (fixture->path);
  assert_earlier_kept (fixture, document);
}

static void
closed (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (TestDocument) document = NULL;
  g_autoptr (DlStore) store = open_and_replace (fixture, &document);
  g_autofree char *notice = dl_store_leave (g_steal_pointer (&store));
  g_autofree char *log = g_strconcat (fixture->path, "-wal", NULL);

  g_assert_nonnull (notice);
  g_assert_nonnull (strstr (notice, fixture->path));
  g_assert_false (g_file_test (log, G_FILE_TEST_EXISTS));
  assert_backup_at (fixture->path);
  assert_earlier_kept (fixture, document);
}

/* A window that was only looked at leaves nothing over when it closes. */
static void
closed_without_change (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (TestDocument) document = NULL;
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autofree char *backup = make_backup (fixture);
  g_autofree char *kept = NULL;
  g_autoptr (GDir) dir = NULL;

  document = test_document_new (store, "Mine");
  dl_store_close (store);
  store = store_fixture_open (fixture);
  g_assert_cmpint (g_rename (backup, fixture->path), ==, 0);
  g_clear_pointer (&store, dl_store_close);
  assert_backup_at (fixture->path);
  kept = find_file (fixture, "library-replaced-", "");
  g_assert_null (kept);
}

static void
keep_message (const char *message, gpointer data)
{
  *(char **) data = g_strdup (message);
}

/* The next edit in the window, and what is read there. */
static void
edited (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *backup = make_backup (fixture);
  g_autofree char *message = NULL;
  DlStoreThread *thread = dl_store_thread_new (fixture->path, keep_message, &message, NULL);
  g_autoptr (TestDocument) document = test_document_add (thread, "Mine");
  g_autoptr (GAsyncResult) written = NULL;
  g_autoptr (DlStoreAnswer) listed = NULL;
  g_autoptr (DlStoreChange) change = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *before = test_describe (document->scenario, document->history);

  g_assert_cmpint (g_rename (backup, fixture->path), ==, 0);
  test_document_set (document, "scenario.seed", "99", NULL);
  change = test_document_take_change (document);
  dl_store_thread_write_async (thread, change, test_keep_result, &written);
  test_await (&written);
  g_assert_false (dl_store_thread_finish (written, &error));
  /* The scenario with that number is another one there. */
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_CONFLICT);
  g_clear_error (&error);
  listed = test_call (thread, DL_STORE_LIST, (DlStoreArgs) { 0 }, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (listed->entries->len, ==, N_IN_BACKUP);
  g_assert_false (dl_store_thread_close (thread, &error));
  g_assert_nonnull (message);
  g_assert_nonnull (strstr (message, "library-replaced-"));

  assert_backup_at (fixture->path);
  {
    g_autofree char *kept = find_file (fixture, "library-replaced-", ".db");
    g_autoptr (DlStore) earlier = dl_store_open (kept, NULL);
    g_autoptr (TestDocument) there = test_document_load (earlier, document->id);
    g_autofree char *after = test_describe (there->scenario, there->history);

    g_assert_cmpstr (after, ==, before);
  }
}

/* Overwritten: the file stays, its content is another one's
 * ----------------------------------------
 */

static void
run_command (const char *command, const char *from, const char *to)
{
  const char *const argv[] = { command, from, to, NULL };
  int status;

  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                               NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
}

/* The log of the replaced file is put aside, and nothing of it gets into the new file. */
static void
assert_overwritten (StoreFixture *fixture, DlStore *store)
{
  g_autofree char *log = g_strconcat (fixture->path, "-wal", NULL);
  g_autofree char *notice = NULL;
  g_autofree char *aside = NULL;

  notice = dl_store_leave (store);
  g_assert_nonnull (notice);
  g_assert_nonnull (strstr (notice, "library.db-wal-replaced-"));
  aside = find_file (fixture, "library.db-wal-replaced-", "");
  g_assert_nonnull (aside);
  g_assert_false (g_file_test (log, G_FILE_TEST_EXISTS));
  assert_backup_at (fixture->path);
}

/* "cp backup.db library.db", then an edit. */
static void
overwritten (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *backup = make_backup (fixture);
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Mine");
  g_autoptr (DlStoreChange) change = NULL;
  g_autoptr (GError) error = NULL;

  run_command ("cp", backup, fixture->path);
  test_document_set (document, "scenario.seed", "23", NULL);
  change = test_document_take_change (document);
  g_assert_true (dl_store_has_moved (store));
  g_assert_false (dl_store_write (store, change, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN);
  g_assert_nonnull (strstr (error->message, "was replaced by another file while it was open"));
  assert_overwritten (fixture, g_steal_pointer (&store));
}

/* Closed without an edit: SQLite would write its log into the backup. */
static void
overwritten_and_closed (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *backup = make_backup (fixture);
  DlStore *store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Mine");

  run_command ("cp", backup, fixture->path);
  assert_overwritten (fixture, store);
}

/* A backup of the very library has all its names. */
static void
overwritten_by_itself (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *backup = g_build_filename (fixture->folder, "backup.db", NULL);
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < N_IN_BACKUP; i++)
    {
      g_autofree char *name = g_strdup_printf ("Backup %u", i);
      g_autoptr (TestDocument) one = test_document_new (store, name);
    }
  g_clear_pointer (&store, dl_store_close);
  run_command ("cp", fixture->path, backup);
  store = store_fixture_open (fixture);
  document = test_document_new (store, "Mine");
  /* All of it is in the file now. */
  g_assert_cmpint (test_sql_int (fixture->path, "PRAGMA wal_checkpoint(PASSIVE)"), ==, 0);
  test_document_set (document, "scenario.seed", "5", NULL);
  test_document_write (document, store);
  run_command ("cp", backup, fixture->path);
  g_assert_true (dl_store_has_moved (store));
  assert_overwritten (fixture, g_steal_pointer (&store));
}

/* Checkpoints, this program's and another one's, and a new time are not overwriting. */
static void
only_written (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Mine");
  g_autofree char *aside = NULL;
  g_autofree char *notice = NULL;
  GStatBuf first, last;

  g_assert_cmpint (g_stat (fixture->path, &first), ==, 0);
  for (guint i = 0; i < 400; i++)
    {
      g_autofree char *seed = g_strdup_printf ("%u", i + 2);

      test_document_set (document, "scenario.seed", seed, NULL);
      test_document_write (document, store);
      if (i % 100 == 50)
        g_assert_cmpint (test_sql_int (fixture->path, "PRAGMA wal_checkpoint(TRUNCATE)"), ==, 0);
      if (i % 100 == 70)
        run_command ("touch", fixture->path, NULL);
      g_assert_false (dl_store_has_moved (store));
    }
  g_assert_cmpint (g_stat (fixture->path, &last), ==, 0);
  g_assert_cmpint (last.st_mtim.tv_sec * 1000 + last.st_mtim.tv_nsec / 1000000, >,
                   first.st_mtim.tv_sec * 1000 + first.st_mtim.tv_nsec / 1000000);
  notice = dl_store_leave (g_steal_pointer (&store));
  g_assert_null (notice);
  aside = find_file (fixture, "library.db-wal-replaced-", "");
  g_assert_null (aside);
  store = store_fixture_open (fixture);
  test_assert_stored (store, document);
}

/* Another program writes into the same library and makes checkpoints all the time. */
static void
written_by_both (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Mine");
  g_autofree char *notice = NULL;
  int status;
  pid_t child;

  fflush (NULL);
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      sqlite3 *other = NULL;

      if (sqlite3_open (fixture->path, &other) != SQLITE_OK)
        _exit (1);
      sqlite3_busy_timeout (other, 10000);
      sqlite3_exec (other, "CREATE TABLE other (x)", NULL, NULL, NULL);
      for (guint i = 0; i < 300; i++)
        {
          sqlite3_exec (other, "INSERT INTO other VALUES (randomblob (20000))", NULL, NULL, NULL);
          sqlite3_exec (other,
                        i % 3 == 0 ? "PRAGMA wal_checkpoint(TRUNCATE)"
                                   : "PRAGMA wal_checkpoint(PASSIVE)",
                        NULL, NULL, NULL);
        }
      _exit (0); /* as one that was killed: the connection is not closed */
    }
  for (guint i = 0; waitpid (child, &status, WNOHANG) == 0; i++)
    {
      g_autofree char *seed = g_strdup_printf ("%u", i + 2);

      test_document_set (document, "scenario.seed", seed, NULL);
      test_document_write (document, store);
      g_assert_false (dl_store_has_moved (store));
    }
  g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 0);
  notice = dl_store_leave (g_steal_pointer (&store));
  g_assert_null (notice);
  store = store_fixture_open (fixture);
  test_assert_stored (store, document);
}

/* Killed ----------------------------------------------------------------------------------------
 */

/* A process with the library open and an edit in its log, until it is killed. */
static void
edit_and_kill (StoreFixture *fixture)
{
  int status, ready[2];
  char byte;
  pid_t child;

  g_assert_cmpint (pipe (ready), ==, 0);
  fflush (NULL);
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      DlStore *store = store_fixture_open (fixture);

      test_document_new (store, "Mine");
      if (write (ready[1], "x", 1) == 1)
        pause ();
      _exit (1);
    }
  g_assert_cmpint (read (ready[0], &byte, 1), ==, 1);
  kill (child, SIGKILL);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  close (ready[0]);
  close (ready[1]);
}

static void
killed (StoreFixture *fixture, gconstpointer read_only)
{
  g_autofree char *backup = make_backup (fixture);
  g_autofree char *log = g_strconcat (fixture->path, "-wal", NULL);
  g_autofree char *aside = NULL;
  g_autofree char *index_aside = NULL;
  g_autoptr (DlStore) store = NULL;
  g_autoptr (GError) error = NULL;
  GStatBuf of_log, of_aside;

  edit_and_kill (fixture);
  g_assert_cmpint (g_stat (log, &of_log), ==, 0);
  g_assert_cmpint (of_log.st_size, >, 0);
  g_assert_cmpint (g_rename (backup, fixture->path), ==, 0);
  store = read_only != NULL ? dl_store_open_read_only (fixture->path, &error)
                            : dl_store_open (fixture->path, &error);
  g_assert_no_error (error);
  g_assert_nonnull (dl_store_notice (store));
  g_assert_cmpuint (count_named (store, "Backup "), ==, N_IN_BACKUP);
  g_clear_pointer (&store, dl_store_close);
  assert_backup_at (fixture->path);

  aside = find_file (fixture, "library.db-wal-replaced-", "");
  g_assert_nonnull (aside);
  g_assert_cmpint (g_stat (aside, &of_aside), ==, 0);
  g_assert_cmpint (of_aside.st_ino, ==, of_log.st_ino);
  g_assert_cmpint (of_aside.st_size, ==, of_log.st_size);
}

/* mv library.db old.db; mv backup.db library.db: the log follows the file that it belongs to. */
static void
killed_and_renamed (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *backup = make_backup (fixture);
  g_autofree char *old = g_build_filename (fixture->folder, "old.db", NULL);
  g_autoptr (DlStore) store = NULL;
  g_autoptr (GError) error = NULL;

  edit_and_kill (fixture);
  g_assert_cmpint (g_rename (fixture->path, old), ==, 0);
  g_assert_cmpint (g_rename (backup, fixture->path), ==, 0);
  store = store_fixture_open (fixture);
  g_assert_nonnull (strstr (dl_store_notice (store), "old.db"));
  g_clear_pointer (&store, dl_store_close);
  assert_backup_at (fixture->path);

  store = dl_store_open (old, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count_named (store, "Mine"), ==, 1);
}

/* The same with the library still open: its content is not copied, as it is all there. */
static void
renamed (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *backup = make_backup (fixture);
  g_autofree char *old = g_build_filename (fixture->folder, "old.db", NULL);
  g_autofree char *copy = NULL;
  g_autofree char *notice = NULL;
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Mine");

  g_assert_cmpint (g_rename (fixture->path, old), ==, 0);
  g_assert_cmpint (g_rename (backup, fixture->path), ==, 0);
  notice = dl_store_leave (g_steal_pointer (&store));
  g_assert_nonnull (strstr (notice, "old.db"));
  copy = find_file (fixture, "library-replaced-", "");
  g_assert_null (copy);
  assert_backup_at (fixture->path);
  assert_earlier_at (old, document);
}

/* A folder that was copied after a crash has the same owner file, and its log is good. */
static void
copied (StoreFixture *fixture, gconstpointer data)
{
  static const char *const suffixes[] = { "", "-wal", "-shm", "-owner" };
  g_autofree char *copy = g_build_filename (fixture->folder, "copied.db", NULL);
  g_autoptr (DlStore) store = NULL;
  g_autoptr (GError) error = NULL;

  edit_and_kill (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *from = g_strconcat (fixture->path, suffixes[i], NULL);
      g_autofree char *to = g_strconcat (copy, suffixes[i], NULL);
      g_autofree char *content = NULL;
      gsize length;

      g_assert_true (g_file_get_contents (from, &content, &length, NULL));
      g_assert_true (g_file_set_contents (to, content, (gssize) length, NULL));
    }
  store = dl_store_open (copy, &error);
  g_assert_no_error (error);
  g_assert_null (dl_store_notice (store));
  g_assert_cmpuint (count_named (store, "Mine"), ==, 1);
}

/* Gone ----------------------------------------------------------------------------------------- */

static void
restored (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *owner = g_strconcat (fixture->path, "-owner", NULL);
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Mine");
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_test (owner, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_unlink (fixture->path), ==, 0);
  g_assert_true (dl_store_restore (store, &error));
  g_assert_no_error (error);
  g_clear_pointer (&store, dl_store_close);
  store = store_fixture_open (fixture);
  test_assert_stored (store, document);
  test_document_set (document, "scenario.seed", "7", NULL);
  test_document_write (document, store);

  /* Never in the place of a file that has come meanwhile. */
  g_clear_pointer (&store, dl_store_close);
  g_assert_false (g_file_test (owner, G_FILE_TEST_EXISTS));
  store = store_fixture_open (fixture);
  {
    g_autofree char *backup = make_backup (fixture);

    g_assert_cmpint (g_rename (backup, fixture->path), ==, 0);
  }
  g_assert_false (dl_store_restore (store, &error));
  g_assert_nonnull (error);
  g_clear_pointer (&store, dl_store_close);
  assert_backup_at (fixture->path);
}

/* A library that is made new where a log has been left over does not take it for its own. */
static void
made_anew (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *aside = NULL;
  g_autoptr (DlStore) store = NULL;

  edit_and_kill (fixture);
  g_assert_cmpint (g_unlink (fixture->path), ==, 0);
  store = store_fixture_open (fixture);
  g_assert_cmpuint (count_named (store, ""), ==, 0);
  aside = find_file (fixture, "library.db-wal-replaced-", "");
  g_assert_nonnull (aside);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  store_test_add ("/store/replaced/opened-elsewhere", opened_elsewhere);
  g_test_add ("/store/replaced/read-elsewhere", StoreFixture, "read-only", store_fixture_set_up,
              opened_elsewhere, store_fixture_tear_down);
  store_test_add ("/store/replaced/closed", closed);
  store_test_add ("/store/replaced/closed-without-change", closed_without_change);
  store_test_add ("/store/replaced/edited", edited);
  store_test_add ("/store/overwritten/edited", overwritten);
  store_test_add ("/store/overwritten/closed", overwritten_and_closed);
  store_test_add ("/store/overwritten/by-itself", overwritten_by_itself);
  store_test_add ("/store/overwritten/only-written", only_written);
  store_test_add ("/store/overwritten/written-by-both", written_by_both);
  store_test_add ("/store/replaced/killed", killed);
  g_test_add ("/store/replaced/killed-and-read", StoreFixture, "read-only", store_fixture_set_up,
              killed, store_fixture_tear_down);
  store_test_add ("/store/replaced/killed-and-renamed", killed_and_renamed);
  store_test_add ("/store/replaced/renamed", renamed);
  store_test_add ("/store/replaced/copied", copied);
  store_test_add ("/store/replaced/restored", restored);
  store_test_add ("/store/replaced/made-anew", made_anew);
  return g_test_run ();
}
