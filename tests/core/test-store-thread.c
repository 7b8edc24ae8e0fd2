/* The library's thread: in order, durable before it is acknowledged, nothing lost on the way. */
#include "store-fixture.h"

#include <glib/gstdio.h>

/* A job that holds the thread until it is let go. */
typedef struct
{
  GMutex mutex;
  GCond cond;
  gboolean open;
} Gate;

static gboolean
wait_at_gate (DlStore *store, gpointer data, GError **error)
{
  Gate *gate = data;

  g_mutex_lock (&gate->mutex);
  while (!gate->open)
    g_cond_wait (&gate->cond, &gate->mutex);
  g_mutex_unlock (&gate->mutex);
  return TRUE;
}

static void
open_gate (Gate *gate)
{
  g_mutex_lock (&gate->mutex);
  gate->open = TRUE;
  g_cond_signal (&gate->cond);
  g_mutex_unlock (&gate->mutex);
}

static void
edit (TestDocument *document, DlStoreThread *thread, int value, GAsyncResult **result)
{
  g_autofree char *text = g_strdup_printf ("%d", value);
  g_autoptr (DlStoreChange) change = NULL;

  test_document_set (document, "scenario.seed", text, NULL);
  change = test_document_take_change (document);
  dl_store_thread_write_async (thread, change, test_keep_result, result);
}

static void
assert_success (GAsyncResult *result)
{
  g_autoptr (GError) error = NULL;

  dl_store_thread_finish (result, &error);
  g_assert_no_error (error);
}

static void
assert_failure (GAsyncResult *result, DlStoreError code)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (dl_store_thread_finish (result, &error));
  g_assert_error (error, DL_STORE_ERROR, (int) code);
}

static void
assert_document_stored (StoreFixture *fixture, const TestDocument *document)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);

  test_assert_stored (store, document);
}

/* Every call, once. */
static void
calls (StoreFixture *fixture, gconstpointer data)
{
  DlStoreThread *thread = dl_store_thread_new (fixture->path, NULL, NULL, NULL);
  g_autoptr (TestDocument) document = test_document_add (thread, "Called");
  g_autoptr (GBytes) png = g_bytes_new_static ("png", 3);
  g_autoptr (GError) error = NULL;
  GAsyncResult *results[12] = { NULL };
  DlStoreAnswer *answers[12] = { NULL };
  const gint64 id = document->id;
  guint n = 0;

  dl_store_call_async (thread, DL_STORE_OPEN, (DlStoreArgs) { 0 }, NULL, test_keep_result,
                       &results[n++]);
  dl_store_call_async (thread, DL_STORE_SET_THUMBNAIL, (DlStoreArgs) { .id = id, .png = png }, NULL,
                       test_keep_result, &results[n++]);
  dl_store_call_async (thread, DL_STORE_THUMBNAIL, (DlStoreArgs) { .id = id }, NULL,
                       test_keep_result, &results[n++]);
  dl_store_call_async (thread, DL_STORE_LAST_OPENED, (DlStoreArgs) { 0 }, NULL, test_keep_result,
                       &results[n++]);
  dl_store_call_async (thread, DL_STORE_MARK_OPENED, (DlStoreArgs) { .id = id }, NULL,
                       test_keep_result, &results[n++]);
  dl_store_call_async (thread, DL_STORE_LAST_OPENED, (DlStoreArgs) { 0 }, NULL, test_keep_result,
                       &results[n++]);
  dl_store_call_async (thread, DL_STORE_DUPLICATE, (DlStoreArgs) { .id = id }, NULL,
                       test_keep_result, &results[n++]);
  dl_store_call_async (thread, DL_STORE_REMOVE, (DlStoreArgs) { .id = id }, NULL, test_keep_result,
                       &results[n++]);
  dl_store_call_async (thread, DL_STORE_UNREMOVE, (DlStoreArgs) { .id = id }, NULL,
                       test_keep_result, &results[n++]);
  dl_store_call_async (thread, DL_STORE_PURGE, (DlStoreArgs) { .before_us = G_MAXINT64 }, NULL,
                       test_keep_result, &results[n++]);
  dl_store_call_async (thread, DL_STORE_RENAME, (DlStoreArgs) { .id = id, .text = "Renamed" }, NULL,
                       test_keep_result, &results[n++]);
  dl_store_call_async (thread, DL_STORE_LIST, (DlStoreArgs) { .text = "renamed" }, NULL,
                       test_keep_result, &results[n++]);
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (results));
  test_await (&results[n - 1]);

  for (guint i = 0; i < n; i++)
    {
      answers[i] = dl_store_call_finish (results[i], &error);
      g_assert_no_error (error);
      g_assert_nonnull (answers[i]);
    }
  g_assert_null (answers[0]->text);
  g_assert_true (g_bytes_equal (answers[2]->png, png));
  g_assert_cmpint (answers[3]->id, ==, 0);
  g_assert_cmpint (answers[5]->id, ==, id);
  g_assert_cmpint (answers[6]->id, ==, id + 1);
  g_assert_cmpuint (answers[11]->entries->len, ==, 1);
  g_assert_cmpstr (((DlStoreEntry *) answers[11]->entries->pdata[0])->name, ==, "Renamed");

  for (guint i = 0; i < n; i++)
    {
      dl_store_answer_free (answers[i]);
      g_object_unref (results[i]);
    }
  g_assert_true (dl_store_thread_close (thread, &error));
  g_assert_no_error (error);
}

static void
note_order (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GArray *order = user_data;
  const guint n = order->len;

  assert_success (result);
  g_array_append_val (order, n);
}

static goffset
wal_bytes (StoreFixture *fixture)
{
  g_autofree char *wal = g_strconcat (fixture->path, "-wal", NULL);
  GStatBuf info;

  g_assert_cmpint (g_stat (wal, &info), ==, 0);
  return info.st_size;
}

/* A drag faster than the disk: one commit for all that waits. */
static void
merging (StoreFixture *fixture, gconstpointer data)
{
  DlStoreThread *thread = dl_store_thread_new (fixture->path, NULL, NULL, NULL);
  g_autoptr (TestDocument) document = test_document_add (thread, "Dragged");
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint));
  Gate gate = { .open = FALSE };
  goffset before = wal_bytes (fixture);

  dl_store_thread_run_async (thread, wait_at_gate, &gate, NULL, NULL, NULL, NULL);
  for (int i = 0; i < 200; i++)
    {
      g_autoptr (DlStoreChange) change = NULL;

      test_document_change (document, rand);
      change = test_document_take_change (document);
      dl_store_thread_write_async (thread, change, note_order, order);
    }
  g_main_context_iteration (NULL, FALSE);
  g_assert_cmpuint (order->len, ==, 0);
  open_gate (&gate);
  while (order->len < 200)
    g_main_context_iteration (NULL, TRUE);
  assert_document_stored (fixture, document);
  /* 200 commits would be 200 times three pages at least. */
  g_assert_cmpint (wal_bytes (fixture) - before, <, 200 * 3 * 4096 / 4);
  g_assert_true (dl_store_thread_close (thread, NULL));
}

/* Changes of several scenarios and other jobs between them stay in order. */
static void
ordered (StoreFixture *fixture, gconstpointer data)
{
  DlStoreThread *thread = dl_store_thread_new (fixture->path, NULL, NULL, NULL);
  g_autoptr (TestDocument) a = test_document_add (thread, "A");
  g_autoptr (TestDocument) b = test_document_add (thread, "B");
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  GAsyncResult *results[300] = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      TestDocument *document = g_rand_int_range (rand, 0, 3) == 0 ? b : a;

      if (g_rand_int_range (rand, 0, 10) == 0)
        dl_store_call_async (thread, DL_STORE_MARK_OPENED, (DlStoreArgs) { .id = a->id }, NULL,
                             test_keep_result, &results[i]);
      else
        edit (document, thread, (int) i + 1, &results[i]);
      for (guint k = 1; k <= i; k++)
        g_assert_true (results[k] == NULL || results[k - 1] != NULL);
      if (g_rand_int_range (rand, 0, 4) == 0)
        g_main_context_iteration (NULL, FALSE);
    }
  test_await (&results[G_N_ELEMENTS (results) - 1]);
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      assert_success (results[i]);
      g_object_unref (results[i]);
    }
  assert_document_stored (fixture, a);
  assert_document_stored (fixture, b);
  g_assert_true (dl_store_thread_close (thread, NULL));
}

/* The library is out of reach for a while. */
static void
kept_and_tried_again (StoreFixture *fixture, gconstpointer data)
{
  DlStoreThread *thread = dl_store_thread_new (fixture->path, NULL, NULL, NULL);
  g_autoptr (TestDocument) document = test_document_add (thread, "Kept");
  g_autofree char *away = g_strconcat (fixture->path, ".away", NULL);
  GAsyncResult *results[6] = { NULL };

  g_assert_cmpint (g_rename (fixture->path, away), ==, 0);
  edit (document, thread, 1, &results[0]);
  test_await (&results[0]);
  assert_failure (results[0], DL_STORE_ERROR_OPEN);
  edit (document, thread, 2, &results[1]);
  test_await (&results[1]);
  assert_failure (results[1], DL_STORE_ERROR_OPEN);
  dl_store_call_async (thread, DL_STORE_FLUSH, (DlStoreArgs) { 0 }, NULL, test_keep_result,
                       &results[2]);
  test_await (&results[2]);
  assert_failure (results[2], DL_STORE_ERROR_OPEN);
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));

  /* The next edit takes those before along. */
  g_assert_cmpint (g_rename (away, fixture->path), ==, 0);
  edit (document, thread, 3, &results[3]);
  test_await (&results[3]);
  assert_success (results[3]);
  assert_document_stored (fixture, document);
  g_assert_cmpuint (dl_history_n_steps (document->history), ==, 3);

  /* Or trying again. */
  g_assert_cmpint (g_rename (fixture->path, away), ==, 0);
  edit (document, thread, 4, &results[4]);
  test_await (&results[4]);
  assert_failure (results[4], DL_STORE_ERROR_OPEN);
  g_assert_cmpint (g_rename (away, fixture->path), ==, 0);
  dl_store_call_async (thread, DL_STORE_FLUSH, (DlStoreArgs) { 0 }, NULL, test_keep_result,
                       &results[5]);
  test_await (&results[5]);
  assert_success (results[5]);
  assert_document_stored (fixture, document);

  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    g_object_unref (results[i]);
  g_assert_true (dl_store_thread_close (thread, NULL));
}

/* Looking elsewhere and back loses nothing. */
static void
kept_while_away (StoreFixture *fixture, gconstpointer data)
{
  DlStoreThread *thread = dl_store_thread_new (fixture->path, NULL, NULL, NULL);
  g_autoptr (TestDocument) document = test_document_add (thread, "Kept");
  g_autofree char *away = g_strconcat (fixture->path, ".away", NULL);
  GAsyncResult *results[7] = { NULL };
  guint n = 0;

  for (int forget = 0; forget < 2; forget++)
    {
      g_autoptr (DlStoreAnswer) loaded = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_cmpint (g_rename (fixture->path, away), ==, 0);
      edit (document, thread, forget + 1, &results[n++]);
      dl_store_call_async (thread, DL_STORE_LOAD, (DlStoreArgs) { .id = document->id }, NULL,
                           test_keep_result, &results[n++]);
      test_await (&results[n - 1]);
      assert_failure (results[n - 2], DL_STORE_ERROR_OPEN);
      g_assert_null (dl_store_call_finish (results[n - 1], &error));
      g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN);
      g_clear_error (&error);

      if (forget)
        dl_store_call_async (thread, DL_STORE_FORGET, (DlStoreArgs) { .id = document->id }, NULL,
                             test_keep_result, &results[n++]);
      g_assert_cmpint (g_rename (away, fixture->path), ==, 0);
      dl_store_call_async (thread, DL_STORE_LOAD, (DlStoreArgs) { .id = document->id }, NULL,
                           test_keep_result, &results[n++]);
      test_await (&results[n - 1]);
      loaded = dl_store_call_finish (results[n - 1], &error);
      g_assert_no_error (error);
      g_assert_null (loaded->record->warning);
      g_assert_cmpuint (dl_history_n_steps (loaded->record->history), ==, 1);
    }
  for (guint i = 0; i < n; i++)
    g_object_unref (results[i]);
  g_assert_true (dl_store_thread_close (thread, NULL));
}

/* Closing says what is lost, and saves what can be saved. */
static void
closing_unsaved (StoreFixture *fixture, gconstpointer data)
{
  for (int back = 0; back < 2; back++)
    {
      DlStoreThread *thread = dl_store_thread_new (fixture->path, NULL, NULL, NULL);
      g_autoptr (TestDocument) document = test_document_add (thread, "Closed");
      g_autofree char *away = g_strconcat (fixture->path, ".away", NULL);
      g_autoptr (GAsyncResult) written = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_cmpint (g_rename (fixture->path, away), ==, 0);
      edit (document, thread, 1, &written);
      test_await (&written);
      assert_failure (written, DL_STORE_ERROR_OPEN);
      if (back)
        g_assert_cmpint (g_rename (away, fixture->path), ==, 0);
      dl_store_thread_close (thread, &error);
      if (back)
        {
          g_assert_no_error (error);
          assert_document_stored (fixture, document);
        }
      else
        g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN);
    }
}

/* Another instance was faster: nothing after it is taken either, until it is loaded again. */
static void
conflict (StoreFixture *fixture, gconstpointer data)
{
  DlStoreThread *thread = dl_store_thread_new (fixture->path, NULL, NULL, NULL);
  g_autoptr (TestDocument) mine = test_document_add (thread, "Shared");
  g_autoptr (DlStore) other = store_fixture_open (fixture);
  g_autoptr (TestDocument) theirs = test_document_load (other, mine->id);
  GAsyncResult *results[7] = { NULL };
  g_autoptr (DlStoreAnswer) loaded = NULL;
  g_autoptr (GError) error = NULL;

  test_document_set (theirs, "scenario.seed", "77", NULL);
  test_document_write (theirs, other);
  for (int i = 0; i < 3; i++)
    {
      edit (mine, thread, i + 1, &results[i]);
      if (i == 1)
        test_await (&results[i]);
    }
  test_await (&results[2]);
  for (int i = 0; i < 3; i++)
    assert_failure (results[i], DL_STORE_ERROR_CONFLICT);
  assert_document_stored (fixture, theirs);
  /* Trying again does not pretend; loading gives up, and says so. */
  dl_store_call_async (thread, DL_STORE_FLUSH, (DlStoreArgs) { 0 }, NULL, test_keep_result,
                       &results[3]);
  dl_store_call_async (thread, DL_STORE_LOAD, (DlStoreArgs) { .id = mine->id }, NULL,
                       test_keep_result, &results[4]);
  dl_store_call_async (thread, DL_STORE_FLUSH, (DlStoreArgs) { 0 }, NULL, test_keep_result,
                       &results[5]);
  test_await (&results[5]);
  assert_failure (results[3], DL_STORE_ERROR_CONFLICT);
  loaded = dl_store_call_finish (results[4], &error);
  g_assert_no_error (error);
  g_assert_true (dl_scenario_equal (loaded->record->scenario, theirs->scenario));
  g_assert_nonnull (loaded->record->warning);
  assert_success (results[5]);
  dl_store_call_async (thread, DL_STORE_FORGET, (DlStoreArgs) { .id = mine->id }, NULL,
                       test_keep_result, &results[6]);
  test_await (&results[6]);
  assert_success (results[6]);
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    g_object_unref (results[i]);
  g_assert_true (dl_store_thread_close (thread, NULL));
}

/* A file that is no library: every job says so, until it is gone. */
static void
cannot_open (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *garbage = g_strnfill (5000, 'x');
  DlStoreThread *thread;
  g_autoptr (GAsyncResult) opened = NULL;
  g_autoptr (GAsyncResult) listed = NULL;
  g_autoptr (GAsyncResult) removed = NULL;
  g_autoptr (TestDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (fixture->path, garbage, -1, NULL));
  thread = dl_store_thread_new (fixture->path, NULL, NULL, NULL);
  dl_store_call_async (thread, DL_STORE_OPEN, (DlStoreArgs) { 0 }, NULL, test_keep_result, &opened);
  dl_store_call_async (thread, DL_STORE_LIST, (DlStoreArgs) { 0 }, NULL, test_keep_result, &listed);
  dl_store_call_async (thread, DL_STORE_REMOVE, (DlStoreArgs) { .id = 1 }, NULL, test_keep_result,
                       &removed);
  test_await (&removed);
  g_assert_null (dl_store_call_finish (opened, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN);
  g_clear_error (&error);
  g_assert_null (dl_store_call_finish (listed, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN);
  assert_failure (removed, DL_STORE_ERROR_OPEN);

  g_assert_cmpint (g_unlink (fixture->path), ==, 0);
  document = test_document_add (thread, "New start");
  assert_document_stored (fixture, document);
  g_assert_true (dl_store_thread_close (thread, NULL));
}

/* Files that a killed program left beside the library go when it is opened; files of others
 * stay. */
static void
cleans (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *left = g_strconcat (fixture->path, ".dateline-0123abcd.part", NULL);
  g_autofree char *database = g_strconcat (left, "-db", NULL);
  g_autofree char *mine = g_strconcat (fixture->path, ".part", NULL);
  DlStoreThread *thread;

  g_assert_true (g_file_set_contents (left, "", 0, NULL));
  g_assert_true (g_file_set_contents (database, "pages", -1, NULL));
  g_assert_true (g_file_set_contents (mine, "mine", -1, NULL));
  thread = dl_store_thread_new (fixture->path, NULL, NULL, NULL);
  dl_store_call_async (thread, DL_STORE_OPEN, (DlStoreArgs) { 0 }, NULL, NULL, NULL);
  g_assert_true (dl_store_thread_close (thread, NULL));
  g_assert_false (g_file_test (left, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (database, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (mine, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_unlink (mine), ==, 0);
}

static gboolean
not_run (DlStore *store, gpointer data, GError **error)
{
  g_assert_not_reached ();
}

static void
count (gpointer data)
{
  g_atomic_int_inc ((gint *) data);
}

static void
cancelled (StoreFixture *fixture, gconstpointer data)
{
  DlStoreThread *thread = dl_store_thread_new (fixture->path, NULL, NULL, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  Gate gate = { .open = FALSE };
  gint n_freed = 0;

  dl_store_thread_run_async (thread, wait_at_gate, &gate, NULL, NULL, NULL, NULL);
  dl_store_thread_run_async (thread, not_run, &n_freed, count, cancellable, test_keep_result,
                             &result);
  g_cancellable_cancel (cancellable);
  open_gate (&gate);
  test_await (&result);
  g_assert_false (dl_store_thread_finish (result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_true (dl_store_thread_close (thread, NULL));
  g_assert_cmpint (n_freed, ==, 1);
}

/* A half-written job would be neither done nor undone: writing cannot be canceled. */
static void
writes_go_through (StoreFixture *fixture, gconstpointer data)
{
  if (g_test_subprocess ())
    {
      DlStoreThread *thread = dl_store_thread_new (fixture->path, NULL, NULL, NULL);
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();

      dl_store_call_async (thread, DL_STORE_REMOVE, (DlStoreArgs) { .id = 1 }, cancellable, NULL,
                           NULL);
      return;
    }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_failed ();
  g_test_trap_assert_stderr ("*dl_store_can_cancel*");
}

static gpointer
use_from_thread (gpointer data)
{
  DlStoreThread *thread = data;
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (TestDocument) document = NULL;

  g_main_context_push_thread_default (context);
  document = test_document_add (thread, "From elsewhere");
  for (int i = 0; i < 20; i++)
    {
      g_autoptr (GAsyncResult) result = NULL;

      edit (document, thread, i + 1, &result);
      test_await (&result);
      assert_success (result);
    }
  g_main_context_pop_thread_default (context);
  return NULL;
}

/* Callbacks come to the context that asked. */
static void
contexts (StoreFixture *fixture, gconstpointer data)
{
  DlStoreThread *thread = dl_store_thread_new (fixture->path, NULL, NULL, NULL);
  GThread *users[4];

  for (guint i = 0; i < G_N_ELEMENTS (users); i++)
    users[i] = g_thread_new ("user", use_from_thread, thread);
  for (guint i = 0; i < G_N_ELEMENTS (users); i++)
    g_thread_join (users[i]);
  g_assert_false (g_main_context_pending (NULL));
  g_assert_true (dl_store_thread_close (thread, NULL));
  g_assert_cmpint (test_sql_int (fixture->path, "SELECT sum (n_steps) FROM scenario"), ==, 80);
}

/* Jobs asked for before closing are done before it is closed. */
static void
closing (StoreFixture *fixture, gconstpointer data)
{
  DlStoreThread *thread = dl_store_thread_new (fixture->path, NULL, NULL, NULL);
  g_autoptr (TestDocument) document = test_document_add (thread, "Last words");
  g_autofree char *wal = g_strconcat (fixture->path, "-wal", NULL);
  g_autoptr (GAsyncResult) written = NULL;
  g_autoptr (GError) error = NULL;

  edit (document, thread, 1, &written);
  g_assert_true (dl_store_thread_close (thread, &error));
  g_assert_no_error (error);
  g_assert_null (written);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_nonnull (written);
  assert_success (written);
  /* Closed tidily: the log is written back. */
  g_assert_false (g_file_test (wal, G_FILE_TEST_EXISTS));
  assert_document_stored (fixture, document);

  /* One that was never used. */
  thread = dl_store_thread_new (fixture->path, NULL, NULL, NULL);
  g_assert_true (dl_store_thread_close (thread, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  store_test_add ("/store/thread/calls", calls);
  store_test_add ("/store/thread/merging", merging);
  store_test_add ("/store/thread/ordered", ordered);
  store_test_add ("/store/thread/kept-and-tried-again", kept_and_tried_again);
  store_test_add ("/store/thread/kept-while-away", kept_while_away);
  store_test_add ("/store/thread/closing-unsaved", closing_unsaved);
  store_test_add ("/store/thread/conflict", conflict);
  store_test_add ("/store/thread/cannot-open", cannot_open);
  store_test_add ("/store/thread/cancelled", cancelled);
  store_test_add ("/store/thread/writes-go-through", writes_go_through);
  store_test_add ("/store/thread/contexts", contexts);
  store_test_add ("/store/thread/closing", closing);
  store_test_add ("/store/thread/cleans", cleans);
  return g_test_run ();
}
