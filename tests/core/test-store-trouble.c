/* Failures are told plainly, nothing is pretended to be saved, and the rest is unharmed. */
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
  test_assert_plain (error, fixture->path);
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
  test_assert_plain (error, fixture->path);
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
  test_assert_plain (error, fixture->path);
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

/* A library that was made, and is not used: it goes only if nothing is in it, and nobody has it. */
static void
unused (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *target = g_build_filename (fixture->folder, "target.db", NULL);
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (DlStore) other = NULL;
  g_autoptr (TestDocument) document = NULL;

  dl_store_close (g_steal_pointer (&store));
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
  /* It was there before. */
  store = store_fixture_open (fixture);
  dl_store_drop_unused (store);
  dl_store_close (g_steal_pointer (&store));
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_unlink (fixture->path), ==, 0);

  /* Somebody else has it, and saves something. */
  store = store_fixture_open (fixture);
  other = store_fixture_open (fixture);
  dl_store_drop_unused (store);
  dl_store_close (g_steal_pointer (&store));
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
  document = test_document_new (other, "Theirs");
  dl_store_close (g_steal_pointer (&other));
  store = store_fixture_open (fixture);
  test_assert_stored (store, document);
  dl_store_close (g_steal_pointer (&store));
  g_assert_cmpint (g_unlink (fixture->path), ==, 0);

  /* It has something itself. */
  store = store_fixture_open (fixture);
  dl_store_drop_unused (store);
  g_clear_pointer (&document, test_document_free);
  document = test_document_new (store, "Own");
  dl_store_close (g_steal_pointer (&store));
  store = store_fixture_open (fixture);
  test_assert_stored (store, document);
  dl_store_close (g_steal_pointer (&store));
  g_assert_cmpint (g_unlink (fixture->path), ==, 0);

  /* The target of a link goes, and the link stays. */
  g_assert_cmpint (symlink ("target.db", fixture->path), ==, 0);
  store = store_fixture_open (fixture);
  g_assert_true (g_file_test (target, G_FILE_TEST_EXISTS));
  dl_store_drop_unused (store);
  dl_store_close (g_steal_pointer (&store));
  g_assert_false (g_file_test (target, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_IS_SYMLINK));
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
  test_assert_plain (error, fixture->path);
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
  DlStoreThread *thread = dl_store_thread_new (fixture->path, NULL, NULL, NULL);
  g_autoptr (GAsyncResult) opened = NULL;
  g_autoptr (GAsyncResult) listed = NULL;
  g_autoptr (GAsyncResult) loaded = NULL;
  g_autoptr (GAsyncResult) removed = NULL;
  g_autoptr (DlStoreAnswer) list = NULL;
  g_autoptr (DlStoreAnswer) load = NULL;
  g_autoptr (GError) error = NULL;

  dl_store_call_async (thread, DL_STORE_OPEN, (DlStoreArgs) { 0 }, NULL, test_keep_result, &opened);
  dl_store_call_async (thread, DL_STORE_LIST, (DlStoreArgs) { 0 }, NULL, test_keep_result, &listed);
  dl_store_call_async (thread, DL_STORE_LOAD, (DlStoreArgs) { .id = id }, NULL, test_keep_result,
                       &loaded);
  dl_store_call_async (thread, DL_STORE_REMOVE, (DlStoreArgs) { .id = id }, NULL, test_keep_result,
                       &removed);
  test_await (&removed);
  g_assert_null (dl_store_call_finish (opened, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_READ_ONLY);
  g_clear_error (&error);
  list = dl_store_call_finish (listed, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (list->entries->len, ==, 1);
  load = dl_store_call_finish (loaded, &error);
  g_assert_no_error (error);
  g_assert_cmpint (load->record->id, ==, id);
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
  test_assert_plain (error, below);
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
  test_assert_plain (error, fixture->path);
  g_clear_error (&error);
  g_assert_null (dl_store_open_read_only (fixture->path, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN);
  test_assert_plain (error, fixture->path);
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
  int fd = g_open (path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);

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
  test_assert_plain (error, fixture->path);
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
assert_nothing_but (StoreFixture *fixture, const char *name)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  const char *there;

  while ((there = g_dir_read_name (dir)) != NULL)
    g_assert_cmpstr (there, ==, name);
}

/* A new library where there is space for some of its pages: none, or all of them. */
static void
check_little_space (StoreFixture *fixture, const char *filler)
{
  guint n_failed = 0;

  for (guint pages = 1; pages < 100; pages += 3)
    {
      g_autoptr (DlStore) store = NULL;
      g_autoptr (GError) error = NULL;
      GStatBuf info;

      g_assert_cmpint (g_stat (filler, &info), ==, 0);
      g_assert_cmpint (truncate (filler, info.st_size - pages * 4096), ==, 0);
      store = dl_store_open (fixture->path, &error);
      if (store != NULL)
        {
          dl_store_drop_unused (store);
          dl_store_close (g_steal_pointer (&store));
        }
      else
        {
          g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_FULL);
          n_failed++;
        }
      assert_nothing_but (fixture, "filler");
      fill_disk (filler);
    }
  g_assert_cmpuint (n_failed, >, 4);
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
  test_assert_plain (error, fixture->path);
  g_clear_error (&error);
  assert_nothing_but (fixture, "filler");
  check_little_space (fixture, filler);
  g_assert_cmpint (g_unlink (filler), ==, 0);

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
  store_test_add ("/store/trouble/unused", unused);
  store_test_add ("/store/trouble/permissions", permissions);
  store_test_add ("/store/trouble/read-only-disk", read_only_disk);
  store_test_add ("/store/trouble/full-disk", full_disk);
  store_test_add ("/store/trouble/full-file", full_file);
  return g_test_run ();
}
