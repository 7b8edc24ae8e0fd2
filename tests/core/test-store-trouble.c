/* What goes wrong is said plainly, nothing is pretended to be saved, and the rest is unharmed. */
#include "store-fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gstdio.h>
#include <sqlite3.h>

#define SKIPPED 77

static DlStore *
open_impatient (StoreFixture *fixture, GError **error)
{
  DlStoreOptions options = dl_store_options_default ();

  options.busy_ms = 50;
  return dl_store_open_with (fixture->path, options, error);
}

/* Every message is a sentence that names the file. */
static void
assert_plain (const GError *error, const char *path)
{
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_null (strchr (error->message, '\n'));
  g_assert_true (g_str_has_suffix (error->message, "."));
}

static void
assert_not_written (DlStore *store, TestDocument *document, DlStoreError code)
{
  g_autoptr (DlStoreChange) change = NULL;
  g_autoptr (GError) error = NULL;

  test_document_set (document, "scenario.seed", "4711", NULL);
  change = test_document_take_change (document);
  g_assert_false (dl_store_write (store, change, &error));
  g_assert_error (error, DL_STORE_ERROR, (int) code);
}

/* Run @func in a process of its own, which may lose its rights or its file systems. */
static void
in_child (StoreFixture *fixture, void (*func) (StoreFixture *fixture), const char *why_skipped)
{
  int status = 0;
  pid_t child;

  fflush (NULL);
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      func (fixture);
      fflush (NULL);
      _exit (0);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  if (WIFEXITED (status) && WEXITSTATUS (status) == SKIPPED)
    g_test_skip (why_skipped);
  else
    g_assert_cmpint (status, ==, 0);
}

/* Other instances ------------------------------------------------------------------------------ */

static void
conflict (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) first = store_fixture_open (fixture);
  g_autoptr (DlStore) second = store_fixture_open (fixture);
  g_autoptr (TestDocument) mine = test_document_new (first, "Shared");
  g_autoptr (TestDocument) own = test_document_new (first, "Own");
  g_autoptr (TestDocument) theirs = test_document_load (second, mine->id);
  g_autoptr (DlStoreChange) late = NULL;
  g_autoptr (DlStoreChange) later = NULL;
  g_autoptr (GError) error = NULL;
  gint64 copy = 0;

  test_document_set (theirs, "scenario.seed", "1", NULL);
  test_document_write (theirs, second);
  test_document_set (mine, "scenario.seed", "2", NULL);
  late = test_document_take_change (mine);
  g_assert_false (dl_store_write (first, late, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_CONFLICT);
  g_clear_error (&error);
  /* Nor what follows it. */
  test_document_set (mine, "scenario.seed", "3", NULL);
  later = test_document_take_change (mine);
  g_assert_false (dl_store_write (first, later, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_CONFLICT);
  g_clear_error (&error);
  test_assert_stored (first, theirs);

  /* The ways out: another scenario, a copy, loading it again. */
  test_document_set (own, "scenario.seed", "2", NULL);
  test_document_write (own, first);
  g_assert_true (dl_store_add (first, mine->scenario, &copy, &error));
  test_document_free (g_steal_pointer (&mine));
  mine = test_document_load (first, theirs->id);
  test_document_set (mine, "scenario.seed", "4", NULL);
  test_document_write (mine, first);
  test_assert_stored (second, mine);
  assert_not_written (second, theirs, DL_STORE_ERROR_CONFLICT);
}

static void
locked (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStore) store = open_impatient (fixture, &error);
  g_autoptr (TestDocument) document = test_document_new (store, "Locked");
  g_autoptr (DlStoreChange) change = NULL;
  sqlite3 *other = NULL;

  g_assert_cmpint (sqlite3_open (fixture->path, &other), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (other, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);

  /* Reading goes on. */
  test_assert_stored (store, document);
  test_document_set (document, "scenario.seed", "1", NULL);
  change = test_document_take_change (document);
  g_assert_false (dl_store_write (store, change, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_LOCKED);
  assert_plain (error, fixture->path);
  g_clear_error (&error);

  g_assert_cmpint (sqlite3_exec (other, "COMMIT", NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_true (dl_store_write (store, change, &error));
  g_assert_no_error (error);
  test_assert_stored (store, document);
  dl_store_close (g_steal_pointer (&store));

  /* Another program has it for itself. */
  g_assert_cmpint (sqlite3_exec (other,
                                 "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;"
                                 "UPDATE scenario SET position = position; COMMIT",
                                 NULL, NULL, NULL),
                   ==, SQLITE_OK);
  g_assert_null (open_impatient (fixture, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_LOCKED);
  assert_plain (error, fixture->path);
  sqlite3_close (other);
}

static void
moved (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Moved");
  g_autofree char *away = g_strconcat (fixture->path, ".away", NULL);
  g_autoptr (DlStoreChange) change = NULL;
  g_autoptr (GError) error = NULL;

  test_document_set (document, "scenario.seed", "1", NULL);
  change = test_document_take_change (document);
  g_assert_cmpint (g_rename (fixture->path, away), ==, 0);
  g_assert_false (dl_store_write (store, change, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN);
  assert_plain (error, fixture->path);
  g_clear_error (&error);
  g_assert_true (dl_store_has_moved (store));

  g_assert_cmpint (g_rename (away, fixture->path), ==, 0);
  g_assert_true (dl_store_write (store, change, &error));
  g_assert_no_error (error);
  test_assert_stored (store, document);
}

/* Files that are no library -------------------------------------------------------------------- */

static void
assert_no_library (const char *path)
{
  for (int i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlStore) store
          = i == 0 ? dl_store_open (path, &error) : dl_store_open_read_only (path, &error);

      g_assert_null (store);
      g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN);
      g_assert_nonnull (strstr (error->message, path));
    }
}

static void
no_file (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *below = g_build_filename (fixture->path, "below", "library.db", NULL);
  g_autofree char *pipe_path = g_strconcat (fixture->path, ".pipe", NULL);

  assert_no_library (fixture->folder);
  g_assert_cmpint (mkfifo (pipe_path, 0600), ==, 0);
  assert_no_library (pipe_path);
  assert_no_library ("/dev/null");
  assert_no_library ("/dev/full");
  /* A file where the folder should be. */
  g_assert_true (g_file_set_contents (fixture->path, "x", 1, NULL));
  assert_no_library (below);
}

static void
garbage (StoreFixture *fixture, gconstpointer data)
{
  static const gsize sizes[] = { 1, 15, 16, 17, 99, 100, 101, 511, 512, 513, 4096, 100000 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (int kind = 0; kind < 3; kind++)
      {
        g_autofree char *content = g_malloc0 (sizes[i]);
        g_autofree char *after = NULL;
        gsize length;

        for (gsize at = 0; kind != 0 && at < sizes[i]; at++)
          content[at] = (char) (kind == 1 ? g_rand_int (rand) : 'a' + at % 26);
        g_assert_true (g_file_set_contents (fixture->path, content, (gssize) sizes[i], NULL));
        assert_no_library (fixture->path);
        /* It may be someone's. */
        g_assert_true (g_file_get_contents (fixture->path, &after, &length, NULL));
        g_assert_cmpmem (after, length, content, sizes[i]);
      }
}

static void
empty_file (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = NULL;
  g_autoptr (TestDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (fixture->path, "", 0, NULL));
  g_assert_null (dl_store_open_read_only (fixture->path, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND);
  store = store_fixture_open (fixture);
  document = test_document_new (store, "New");
  test_assert_stored (store, document);
}

/* Rights and space ----------------------------------------------------------------------------- */

/* Root is above permission bits. */
static void
become_nobody (void)
{
  if (geteuid () == 0)
    {
      g_assert_cmpint (setegid (65534), ==, 0);
      g_assert_cmpint (seteuid (65534), ==, 0);
    }
}

static void
assert_read_only (StoreFixture *fixture, gint64 id)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStore) store = dl_store_open (fixture->path, &error);
  g_autoptr (TestDocument) document = NULL;

  g_assert_null (store);
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_READ_ONLY);
  assert_plain (error, fixture->path);
  g_clear_error (&error);

  store = dl_store_open_read_only (fixture->path, &error);
  g_assert_no_error (error);
  document = test_document_load (store, id);
  assert_not_written (store, document, DL_STORE_ERROR_READ_ONLY);
}

/* The window still shows what is there. */
static void
assert_thread_reads (StoreFixture *fixture, gint64 id)
{
  DlStoreThread *thread = dl_store_thread_new (fixture->path);
  g_autoptr (GAsyncResult) opened = NULL;
  g_autoptr (GAsyncResult) listed = NULL;
  g_autoptr (GAsyncResult) loaded = NULL;
  g_autoptr (GAsyncResult) removed = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (DlStoreRecord) record = NULL;
  g_autoptr (GError) error = NULL;

  dl_store_thread_open_async (thread, test_keep_result, &opened);
  dl_store_thread_list_async (thread, NULL, NULL, test_keep_result, &listed);
  dl_store_thread_load_async (thread, id, NULL, test_keep_result, &loaded);
  dl_store_thread_remove_async (thread, id, test_keep_result, &removed);
  test_await (&removed);
  g_assert_false (dl_store_thread_open_finish (opened, NULL, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_READ_ONLY);
  g_clear_error (&error);
  entries = dl_store_thread_list_finish (listed, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (entries->len, ==, 1);
  record = dl_store_thread_load_finish (loaded, &error);
  g_assert_no_error (error);
  g_assert_cmpint (record->id, ==, id);
  g_assert_false (dl_store_thread_finish (removed, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_READ_ONLY);
  g_assert_true (dl_store_thread_close (thread, NULL));
}

static void
check_permissions (StoreFixture *fixture)
{
  g_autofree char *below = g_build_filename (fixture->folder, "new", "library.db", NULL);
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Read only");
  g_autoptr (GError) error = NULL;

  dl_store_close (g_steal_pointer (&store));
  /* File and folder; a writable file in such a folder; a file in a writable folder. */
  g_assert_cmpint (g_chmod (fixture->path, 0444), ==, 0);
  g_assert_cmpint (g_chmod (fixture->folder, 0555), ==, 0);
  become_nobody ();
  assert_read_only (fixture, document->id);
  g_assert_null (dl_store_open (below, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_READ_ONLY);
  assert_plain (error, below);
  g_clear_error (&error);

  g_assert_cmpint (seteuid (getuid ()), ==, 0);
  g_assert_cmpint (g_chmod (fixture->path, 0666), ==, 0);
  become_nobody ();
  assert_read_only (fixture, document->id);

  g_assert_cmpint (seteuid (getuid ()), ==, 0);
  g_assert_cmpint (g_chmod (fixture->path, 0444), ==, 0);
  g_assert_cmpint (g_chmod (fixture->folder, 0777), ==, 0);
  become_nobody ();
  assert_read_only (fixture, document->id);

  g_assert_cmpint (seteuid (getuid ()), ==, 0);
  g_assert_cmpint (g_chmod (fixture->path, 0), ==, 0);
  become_nobody ();
  g_assert_null (dl_store_open (fixture->path, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_READ_ONLY);
  assert_plain (error, fixture->path);
  g_clear_error (&error);
  g_assert_null (dl_store_open_read_only (fixture->path, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN);
  assert_plain (error, fixture->path);
}

static void
permissions (StoreFixture *fixture, gconstpointer data)
{
  in_child (fixture, check_permissions, NULL);
  g_chmod (fixture->folder, 0700);
}

static void
write_text (const char *path, const char *text)
{
  int fd = g_open (path, O_WRONLY | O_CLOEXEC, 0);

  if (fd < 0 || write (fd, text, strlen (text)) < 0)
    _exit (SKIPPED);
  close (fd);
}

/* A small file system of our own on the fixture's folder, seen by this process only. */
static void
mount_small (StoreFixture *fixture, const char *options)
{
  const uid_t user = geteuid ();

  if (unshare (CLONE_NEWNS) != 0)
    {
      g_autofree char *map = g_strdup_printf ("0 %d 1", (int) user);

      if (unshare (CLONE_NEWUSER | CLONE_NEWNS) != 0)
        _exit (SKIPPED);
      write_text ("/proc/self/uid_map", map);
    }
  if (mount ("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0
      || mount ("none", fixture->folder, "tmpfs", 0, options) != 0)
    _exit (SKIPPED);
}

static void
check_read_only_disk (StoreFixture *fixture)
{
  g_autoptr (DlStore) store = NULL;
  g_autoptr (TestDocument) document = NULL;
  gint64 id;

  mount_small (fixture, "size=4m");
  store = store_fixture_open (fixture);
  document = test_document_new (store, "On a disk");
  id = document->id;
  dl_store_close (g_steal_pointer (&store));

  g_assert_cmpint (mount (NULL, fixture->folder, NULL, MS_REMOUNT | MS_RDONLY, NULL), ==, 0);
  assert_read_only (fixture, id);
  assert_thread_reads (fixture, id);
}

static void
read_only_disk (StoreFixture *fixture, gconstpointer data)
{
  in_child (fixture, check_read_only_disk, "may not mount a file system here");
}

/* Leave no space at all. */
static void
fill_disk (const char *path)
{
  char block[4096] = { 0 };
  int fd = g_open (path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

  while (write (fd, block, sizeof block) > 0)
    ;
  while (write (fd, block, 1) > 0)
    ;
  g_assert_cmpint (errno, ==, ENOSPC);
  close (fd);
}

/* Write until it fails; what was acknowledged is there, what failed is not, and goes on later. */
static void
check_full (StoreFixture *fixture, DlStore *store, TestDocument *document,
            void (*make_space) (StoreFixture *fixture, DlStore *store))
{
  g_autoptr (DlStoreChange) change = NULL;
  g_autoptr (DlStore) reader = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *acknowledged = NULL;

  for (int i = 0; i < 10000; i++)
    {
      g_autofree char *value = g_strdup_printf ("%d", i + 1);
      g_autofree char *before = test_describe (document->scenario, document->history);

      test_document_set (document, "scenario.seed", value, NULL);
      g_clear_pointer (&change, dl_store_change_unref);
      change = test_document_take_change (document);
      if (!dl_store_write (store, change, &error))
        {
          acknowledged = g_steal_pointer (&before);
          break;
        }
    }
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_FULL);
  assert_plain (error, fixture->path);
  g_clear_error (&error);
  {
    g_autoptr (TestDocument) stored = test_document_load (store, document->id);
    g_autofree char *found = test_describe (stored->scenario, stored->history);

    g_assert_cmpstr (found, ==, acknowledged);
  }

  make_space (fixture, store);
  g_assert_true (dl_store_write (store, change, &error));
  g_assert_no_error (error);
  test_assert_stored (store, document);
  reader = dl_store_open (fixture->path, &error);
  g_assert_no_error (error);
  test_assert_stored (reader, document);
}

static char *
filler_path (StoreFixture *fixture)
{
  return g_build_filename (fixture->folder, "filler", NULL);
}

static void
remove_filler (StoreFixture *fixture, DlStore *store)
{
  g_autofree char *filler = filler_path (fixture);

  g_assert_cmpint (g_unlink (filler), ==, 0);
}

static void
check_full_disk (StoreFixture *fixture)
{
  g_autofree char *filler = filler_path (fixture);
  g_autoptr (DlStore) store = NULL;
  g_autoptr (TestDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  mount_small (fixture, "size=2m");

  /* No space for a new library. */
  fill_disk (filler);
  g_assert_null (dl_store_open (fixture->path, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_FULL);
  assert_plain (error, fixture->path);
  g_clear_error (&error);
  g_assert_cmpint (g_unlink (filler), ==, 0);
  g_unlink (fixture->path);

  store = store_fixture_open (fixture);
  document = test_document_new (store, "Full");
  fill_disk (filler);
  check_full (fixture, store, document, remove_filler);
  dl_store_close (g_steal_pointer (&store));

  /* One that is there can still be read. */
  fill_disk (filler);
  g_assert_null (dl_store_open (fixture->path, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_FULL);
  store = dl_store_open_read_only (fixture->path, NULL);
  g_assert_nonnull (store);
  test_assert_stored (store, document);
}

static void
full_disk (StoreFixture *fixture, gconstpointer data)
{
  in_child (fixture, check_full_disk, "may not mount a file system here");
}

static void
lift_limit (StoreFixture *fixture, DlStore *store)
{
  g_assert_true (dl_database_exec (store->db, "PRAGMA max_page_count = 1000000", NULL));
}

static void
full_file (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Full");

  g_assert_true (dl_database_exec (store->db, "PRAGMA max_page_count = 20", NULL));
  check_full (fixture, store, document, lift_limit);
}

/* Damage --------------------------------------------------------------------------------------- */

typedef struct
{
  const char *sql; /* done to scenario 1 */
  gboolean keeps_state;
  gboolean keeps_history;
} Damage;

static void
check_damage (StoreFixture *fixture, const Damage *damage)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Damaged");
  g_autoptr (TestDocument) other = test_document_new (store, "Unharmed");
  g_autoptr (DlStoreRecord) record = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GError) error = NULL;

  g_test_message ("%s", damage->sql);
  for (int i = 0; i < 12; i++)
    {
      test_document_change (document, rand);
      test_document_change (other, rand);
    }
  test_document_set (document, "scenario.seed", "12345", NULL);
  test_document_set (document, "torus.radix", "6;5;5", NULL);
  test_document_write (document, store);
  test_document_write (other, store);
  dl_store_close (g_steal_pointer (&store));
  test_sql (fixture->path, damage->sql);
  store = store_fixture_open (fixture);

  record = dl_store_load (store, document->id, &error);
  if (!damage->keeps_state)
    {
      g_assert_null (record);
      g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_DAMAGED);
      assert_plain (error, fixture->path);
      g_clear_error (&error);
    }
  else
    {
      g_assert_no_error (error);
      g_assert_nonnull (record->warning);
      g_test_message ("%s", record->warning);
      g_assert_true (dl_scenario_equal (record->scenario, document->scenario));
      g_assert_cmpuint (dl_history_n_steps (record->history), ==,
                        damage->keeps_history ? dl_history_n_steps (document->history) : 0);

      /* Editing goes on from there, and mends it. */
      g_clear_pointer (&document->scenario, dl_scenario_free);
      g_clear_pointer (&document->history, dl_history_free);
      document->scenario = g_steal_pointer (&record->scenario);
      document->history = g_steal_pointer (&record->history);
      document->revision = record->revision;
      test_document_set (document, "scenario.seed", "54321", NULL);
      test_document_write (document, store);
      test_assert_stored (store, document);
      while (dl_history_undo (document->history, document->scenario))
        ;
      test_document_write (document, store);
      test_assert_stored (store, document);
    }

  test_assert_stored (store, other);
  test_document_set (other, "scenario.seed", "99", NULL);
  test_document_write (other, store);
  test_assert_stored (store, other);
  entries = dl_store_list (store, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (entries->len, ==, 2);
  g_assert_true (dl_store_remove (store, document->id, &error));
}

#define TEXT_BAD "UPDATE state SET text = 'x' || char (1) || '[torus' WHERE scenario_id = 1;"
#define LOG_BAD  "UPDATE step SET edits = 'nonsense' WHERE scenario_id = 1 AND seq = 1;"

static void
damaged_records (StoreFixture *fixture, gconstpointer data)
{
  static const Damage cases[] = {
    { TEXT_BAD, TRUE, TRUE },
    { "UPDATE state SET text = '' WHERE scenario_id = 1", TRUE, TRUE },
    { TEXT_BAD LOG_BAD, FALSE, FALSE },
    { TEXT_BAD "UPDATE state SET base_text = 'z[' WHERE scenario_id = 1", FALSE, FALSE },
    { "DELETE FROM state WHERE scenario_id = 1", FALSE, FALSE },
    { LOG_BAD, TRUE, FALSE },
    { "UPDATE state SET base_text = '' WHERE scenario_id = 1", TRUE, FALSE },
    { "UPDATE step SET edits = 'torus.radix=0;0;0' WHERE scenario_id = 1 AND seq = 2", TRUE,
      FALSE },
    { "UPDATE step SET inverse = 'scenario.seed=777' WHERE scenario_id = 1 AND seq = 0", TRUE,
      FALSE },
    { "UPDATE step SET edits = cast (x'ff00fe' AS TEXT) WHERE scenario_id = 1 AND seq = 1", TRUE,
      FALSE },
    { "DELETE FROM step WHERE scenario_id = 1 AND seq = 1", TRUE, FALSE },
    { "DELETE FROM step WHERE scenario_id = 1 AND seq = (SELECT max (seq) FROM step"
      " WHERE scenario_id = 1)",
      TRUE, FALSE },
    { "DELETE FROM step WHERE scenario_id = 1", TRUE, FALSE },
    { "UPDATE scenario SET position = 1 WHERE id = 1", TRUE, FALSE },
    { "PRAGMA ignore_check_constraints = ON; UPDATE scenario SET position = -3 WHERE id = 1", TRUE,
      FALSE },
    { "PRAGMA ignore_check_constraints = ON; UPDATE scenario SET position = 1 << 62 WHERE id = 1",
      TRUE, FALSE },
    { "UPDATE scenario SET n_steps = 9223372036854775807 WHERE id = 1", TRUE, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      StoreFixture own = { .folder = fixture->folder };

      own.path = g_strdup_printf ("%s.%u", fixture->path, i);
      check_damage (&own, &cases[i]);
      g_free (own.path);
    }
}

/* A scenario from a newer version is not damaged. */
static void
newer_text (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Newer");
  g_autoptr (GError) error = NULL;

  test_sql (fixture->path, "UPDATE state SET text = replace (text, 'format=1', 'format=9'),"
                           " base_text = replace (base_text, 'format=1', 'format=9')");
  g_assert_null (dl_store_load (store, document->id, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NEWER);
  g_test_message ("%s", error->message);
}

/* A library cut off anywhere: refused, or what is there is right. */
static void
truncated (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Cut");
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);
  g_autofree char *content = NULL;
  gsize length;
  guint n_refused = 0, n_lost = 0;

  for (int i = 0; i < 100; i++)
    test_document_change (document, rand);
  test_document_write (document, store);
  dl_store_close (g_steal_pointer (&store));
  g_assert_true (g_file_get_contents (fixture->path, &content, &length, NULL));

  for (int i = 0; i < 60; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlStoreRecord) record = NULL;
      gsize cut = i < 20 ? (gsize) i * 4096 : (gsize) g_rand_int_range (rand, 1, (gint32) length);

      if (cut >= length)
        continue;
      g_assert_true (g_file_set_contents (fixture->path, content, (gssize) cut, NULL));
      store = dl_store_open (fixture->path, &error);
      if (store == NULL)
        {
          g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN);
          n_refused++;
          continue;
        }
      record = dl_store_load (store, document->id, &error);
      if (record == NULL)
        n_lost++;
      else if (record->warning == NULL)
        g_assert_true (dl_scenario_equal (record->scenario, document->scenario));
      dl_store_close (g_steal_pointer (&store));
    }
  g_test_message ("%u refused, %u opened without the scenario", n_refused, n_lost);
}

typedef struct
{
  guint8 *content;
  gsize length;
  GPtrArray *documents; /* TestDocument */
} Master;

static void
make_master (StoreFixture *fixture, Master *master)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (GRand) rand = g_rand_new_with_seed (21);
  g_autofree guint8 *noise = g_malloc0 (6000);
  g_autoptr (GBytes) png = g_bytes_new (noise, 6000);

  master->documents = g_ptr_array_new_with_free_func ((GDestroyNotify) test_document_free);
  for (int i = 0; i < 12; i++)
    {
      g_autofree char *name = g_strdup_printf ("Scenario %d", i);
      TestDocument *document = test_document_new (store, name);

      for (int k = 0; k < i * 8; k++)
        test_document_change (document, rand);
      test_document_write (document, store);
      g_assert_true (dl_store_set_thumbnail (store, document->id, png, NULL));
      if (i % 4 == 3)
        {
          /* Free pages are what a damaged library mixes up. */
          g_assert_true (dl_store_remove (store, document->id, NULL));
          test_document_free (document);
        }
      else
        g_ptr_array_add (master->documents, document);
    }
  g_assert_true (dl_store_purge (store, G_MAXINT64, NULL));
  dl_store_close (g_steal_pointer (&store));
  g_assert_true (
      g_file_get_contents (fixture->path, (char **) &master->content, &master->length, NULL));
}

/* Flip single bytes, overwrite a run, or wipe a page. */
static void
spoil (guint8 *content, gsize length, GRand *rand)
{
  gsize at, n;

  switch (g_rand_int_range (rand, 0, 4))
    {
    case 0:
      n = (gsize) g_rand_int_range (rand, 1, 65);
      at = (gsize) g_rand_int_range (rand, 0, (gint32) (length - n));
      for (gsize i = 0; i < n; i++)
        content[at + i] = (guint8) g_rand_int (rand);
      break;
    case 1:
      at = (gsize) g_rand_int_range (rand, 0, (gint32) (length / 4096)) * 4096;
      memset (content + at, 0, 4096);
      break;
    default:
      for (int i = g_rand_int_range (rand, 1, 9); i > 0; i--)
        content[g_rand_int_range (rand, 0, (gint32) length)] ^= (guint8) (1 << (i - 1));
    }
}

/* What can be loaded without complaint is right. Returns its bits. */
static guint
load_all (DlStore *store, const Master *master)
{
  guint loaded = 0;

  for (guint i = 0; i < master->documents->len; i++)
    {
      const TestDocument *document = master->documents->pdata[i];
      g_autoptr (GError) error = NULL;
      g_autoptr (DlStoreRecord) record = dl_store_load (store, document->id, &error);

      g_assert_true ((record != NULL) != (error != NULL));
      if (record == NULL || record->warning != NULL)
        continue;
      g_assert_true (dl_scenario_equal (record->scenario, document->scenario));
      loaded |= 1u << i;
    }
  return loaded;
}

/* Edit the scenario with the lowest bit in @loaded. Returns whether that worked; it may not, but
 * then it says so. */
static gboolean
edit_one (DlStore *store, const Master *master, guint loaded, const char *path)
{
  TestDocument *original = master->documents->pdata[g_bit_nth_lsf (loaded, -1)];
  g_autoptr (TestDocument) document = test_document_load (store, original->id);
  g_autoptr (DlStoreChange) change = NULL;
  g_autoptr (GError) error = NULL;

  test_document_set (document, "scenario.seed", "424242", NULL);
  change = test_document_take_change (document);
  if (!dl_store_write (store, change, &error))
    {
      g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_DAMAGED);
      return FALSE;
    }
  {
    g_autoptr (GError) load_error = NULL;
    g_autoptr (DlStoreRecord) record = dl_store_load (store, original->id, &load_error);

    g_assert_no_error (load_error);
    g_assert_true (dl_scenario_equal (record->scenario, document->scenario));
  }
  /* And back, for the next look. */
  dl_history_undo (document->history, document->scenario);
  test_document_write (document, store);
  return TRUE;
}

static void
random_damage (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (42);
  Master master = { 0 };
  guint n_refused = 0, n_partial = 0, n_whole = 0, n_edited = 0;

  make_master (fixture, &master);
  for (int round = 0; round < 400; round++)
    {
      g_autofree guint8 *content = g_memdup2 (master.content, master.length);
      g_autoptr (GError) error = NULL;
      g_autoptr (DlStore) store = NULL;
      g_autoptr (GPtrArray) entries = NULL;
      guint before, after;

      spoil (content, master.length, rand);
      g_assert_true (g_file_set_contents_full (fixture->path, (const char *) content,
                                               (gssize) master.length, G_FILE_SET_CONTENTS_NONE,
                                               0600, NULL));
      store = dl_store_open (fixture->path, &error);
      if (store == NULL)
        {
          g_assert_nonnull (error);
          n_refused++;
          continue;
        }
      entries = dl_store_list (store, NULL, NULL, &error);
      g_assert_true ((entries != NULL) != (error != NULL));
      before = load_all (store, &master);
      if (before == (1u << master.documents->len) - 1)
        n_whole++;
      else
        n_partial++;
      if (before != 0 && edit_one (store, &master, before, fixture->path))
        n_edited++;
      after = load_all (store, &master);
      g_assert_cmphex (after & before, ==, before);
      dl_store_close (g_steal_pointer (&store));

      store = dl_store_open (fixture->path, NULL);
      g_assert_nonnull (store);
      after = load_all (store, &master);
      g_assert_cmphex (after & before, ==, before);
    }
  g_test_message ("of 400 damaged libraries %u were refused, %u lost scenarios, %u lost nothing; "
                  "%u could still be edited",
                  n_refused, n_partial, n_whole, n_edited);
  g_ptr_array_unref (master.documents);
  g_free (master.content);
}

static guint32
get_number (const guint8 *at)
{
  return (guint32) at[0] << 24 | (guint32) at[1] << 16 | (guint32) at[2] << 8 | at[3];
}

/* A page that is in use is listed as free: it must not be given to another scenario. */
static void
mixed_up_pages (StoreFixture *fixture, gconstpointer data)
{
  g_autofree guint8 *noise = g_malloc0 (20 * 4096);
  g_autoptr (GBytes) png = g_bytes_new (noise, 20 * 4096);
  Master master = { 0 };
  guint32 first_free;
  guint8 *free_pages;

  make_master (fixture, &master);
  first_free = get_number (master.content + 32);
  g_assert_cmpuint (first_free, >, 0);
  free_pages = master.content + (first_free - 1) * 4096;
  g_assert_cmpuint (get_number (free_pages + 4), >, 0);

  for (guint32 page = 2; page <= master.length / 4096; page++)
    {
      g_autoptr (DlStore) store = NULL;
      g_autoptr (GError) error = NULL;
      const TestDocument *document = master.documents->pdata[0];
      guint before, after;

      free_pages[8 + 2] = (guint8) (page >> 8);
      free_pages[8 + 3] = (guint8) page;
      g_assert_true (g_file_set_contents_full (fixture->path, (const char *) master.content,
                                               (gssize) master.length, G_FILE_SET_CONTENTS_NONE,
                                               0600, NULL));
      store = store_fixture_open (fixture);
      before = load_all (store, &master);
      if (!dl_store_set_thumbnail (store, document->id, png, &error))
        g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_DAMAGED);
      after = load_all (store, &master);
      g_assert_cmphex (after & before, ==, before);
    }
  g_ptr_array_unref (master.documents);
  g_free (master.content);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  store_test_add ("/store/trouble/conflict", conflict);
  store_test_add ("/store/trouble/locked", locked);
  store_test_add ("/store/trouble/moved", moved);
  store_test_add ("/store/trouble/no-file", no_file);
  store_test_add ("/store/trouble/garbage", garbage);
  store_test_add ("/store/trouble/empty-file", empty_file);
  store_test_add ("/store/trouble/permissions", permissions);
  store_test_add ("/store/trouble/read-only-disk", read_only_disk);
  store_test_add ("/store/trouble/full-disk", full_disk);
  store_test_add ("/store/trouble/full-file", full_file);
  store_test_add ("/store/trouble/damaged-records", damaged_records);
  store_test_add ("/store/trouble/newer-text", newer_text);
  store_test_add ("/store/trouble/truncated", truncated);
  store_test_add ("/store/trouble/random-damage", random_damage);
  store_test_add ("/store/trouble/mixed-up-pages", mixed_up_pages);
  return g_test_run ();
}
