/* Shared by tests of the store: a library in a folder of its own, scenarios, edits at random. */
#pragma once

#include "dl-store-private.h"
#include "dl-store-thread.h"

typedef struct
{
  char *folder;
  char *path; /* of the library in it; not made yet */
} StoreFixture;

void store_fixture_set_up (StoreFixture *fixture, gconstpointer data);
void store_fixture_tear_down (StoreFixture *fixture, gconstpointer data);

/* Adds a test with a StoreFixture. */
#define store_test_add(name, func)                                                                 \
  g_test_add (name, StoreFixture, NULL, store_fixture_set_up, func, store_fixture_tear_down)

DlStore *store_fixture_open (StoreFixture *fixture);

/* A scenario that is open: what a session holds. */
typedef struct
{
  gint64 id;
  gint64 revision;
  DlScenario *scenario;
  DlHistory *history;
} TestDocument;

DlScenario *test_scenario (const char *name);
TestDocument *test_document_new (DlStore *store, const char *name);
TestDocument *test_document_load (DlStore *store, gint64 id);
void test_document_free (TestDocument *document);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TestDocument, test_document_free)

/* group.key = value as a step. */
void test_document_set (TestDocument *document, const char *name, const char *value,
                        const char *coalesce);
/* A step, an undo, a redo or a bit of a drag. */
void test_document_change (TestDocument *document, GRand *rand);
/* The change since the last one. */
DlStoreChange *test_document_take_change (TestDocument *document);
void test_document_write (TestDocument *document, DlStore *store);

/* The scenario and every step as text, to compare. */
char *test_describe (const DlScenario *scenario, const DlHistory *history);
void test_assert_stored (DlStore *store, const TestDocument *document);

/* SQL on the file with a connection of its own. */
void test_sql (const char *path, const char *sql);
gint64 test_sql_int (const char *path, const char *sql);

/* Ask for it and wait: the answer, NULL on error. */
DlStoreAnswer *test_call (DlStoreThread *thread, DlStoreOperation operation, DlStoreArgs args,
                          GError **error);
/* A scenario that is added and loaded by the thread. */
TestDocument *test_document_add (DlStoreThread *thread, const char *name);

/* A GAsyncReadyCallback that keeps the result in a GAsyncResult *, and waiting for it. */
void test_keep_result (GObject *source, GAsyncResult *result, gpointer user_data);
void test_await (GAsyncResult **result);

/* Every message is a sentence that names the file. */
void test_assert_plain (const GError *error, const char *path);
