#include "store-fixture.h"

#include <string.h>

#include <sqlite3.h>

#include "break-fixture.h"
#include "dl-scenario-file.h"
#include "test-files.h"

void
store_fixture_set_up (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("dl-store-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->path = g_build_filename (fixture->folder, "library.db", NULL);
}

void
store_fixture_tear_down (StoreFixture *fixture, gconstpointer data)
{
  test_remove_folder (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
}

DlStore *
store_fixture_open (StoreFixture *fixture)
{
  g_autoptr (GError) error = NULL;
  DlStore *store = dl_store_open (fixture->path, &error);

  g_assert_no_error (error);
  g_assert_nonnull (store);
  return store;
}

DlScenario *
test_scenario (const char *name)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_scenario_new ();

  dl_edits_add (edits, DL_EDIT_SET, "scenario.name", name);
  dl_edits_add (edits, DL_EDIT_SET, "torus.radix", "6;5;4");
  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  return scenario;
}

TestDocument *
test_document_new (DlStore *store, const char *name)
{
  g_autoptr (DlScenario) scenario = test_scenario (name);
  g_autoptr (GError) error = NULL;
  gint64 id = 0;

  dl_store_add (store, scenario, &id, &error);
  g_assert_no_error (error);
  g_assert_cmpint (id, >, 0);
  return test_document_load (store, id);
}

TestDocument *
test_document_load (DlStore *store, gint64 id)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreRecord) record = dl_store_load (store, id, &error);
  TestDocument *document = g_new0 (TestDocument, 1);

  g_assert_no_error (error);
  g_assert_null (record->warning);
  document->id = id;
  document->revision = record->revision;
  document->scenario = g_steal_pointer (&record->scenario);
  document->history = g_steal_pointer (&record->history);
  return document;
}

void
test_document_free (TestDocument *document)
{
  if (document == NULL)
    return;
  dl_scenario_free (document->scenario);
  dl_history_free (document->history);
  g_free (document);
}

static void
do_edits (TestDocument *document, GPtrArray *edits, const char *label, const char *coalesce)
{
  g_autoptr (GError) error = NULL;

  dl_history_do (document->history, document->scenario, edits, label, coalesce, NULL, &error);
  g_assert_no_error (error);
}

void
test_document_set (TestDocument *document, const char *name, const char *value,
                   const char *coalesce)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();

  dl_edits_add (edits, DL_EDIT_SET, name, value);
  do_edits (document, edits, name, coalesce);
}

static void
set_number (TestDocument *document, const char *name, int value, const char *coalesce)
{
  g_autofree char *text = g_strdup_printf ("%d", value);

  test_document_set (document, name, text, coalesce);
}

static void
toggle_something (TestDocument *document, GRand *rand)
{
  g_autoptr (GPtrArray) edits = NULL;
  DlTorusCoord node = { 0 };

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    node.at[dim] = (guint16) g_rand_int_range (
        rand, 0, (gint32) dl_torus_options (document->scenario)->spec.radix[dim]);
  if (g_rand_int_range (rand, 0, 3) == 0)
    edits = toggle_node_edits (document->scenario, node);
  else
    {
      DlTorusLinkAt link = { .from = node };

      link.port = (guint16) g_rand_int_range (rand, 0, DL_TORUS_N_NETWORK_PORTS);
      edits = toggle_link_edits (document->scenario, link, g_rand_boolean (rand));
    }
  do_edits (document, edits, "Toggle", NULL);
}

void
test_document_change (TestDocument *document, GRand *rand)
{
  static const char *const policies[]
      = { "initial", "neighbors", "global-table", "output-crossing" };
  g_autofree char *name = NULL;

  switch (g_rand_int_range (rand, 0, 10))
    {
    case 0:
    case 1:
      dl_history_undo (document->history, document->scenario);
      break;
    case 2:
      dl_history_redo (document->history, document->scenario);
      break;
    case 3:
    case 4:
      set_number (document, "scenario.seed", g_rand_int_range (rand, 0, 1000), "drag-seed");
      break;
    case 5:
      dl_history_seal (document->history);
      set_number (document, "simulation.cycles", g_rand_int_range (rand, 1, 100000), NULL);
      break;
    case 6:
      test_document_set (document, "torus.vc-policy", policies[g_rand_int_range (rand, 0, 4)],
                         NULL);
      break;
    case 7:
      name = g_strdup_printf ("Näme; \\ \"%d\" 網", g_rand_int_range (rand, 0, 1000));
      test_document_set (document, "scenario.name", name, NULL);
      break;
    default:
      toggle_something (document, rand);
    }
}

DlStoreChange *
test_document_take_change (TestDocument *document)
{
  DlStoreChange *change
      = dl_store_change_new (document->id, document->revision, document->scenario,
                             document->history, dl_history_first_changed (document->history));

  dl_history_mark_stored (document->history);
  document->revision = change->revision;
  return change;
}

void
test_document_write (TestDocument *document, DlStore *store)
{
  g_autoptr (DlStoreChange) change = test_document_take_change (document);
  g_autoptr (GError) error = NULL;

  dl_store_write (store, change, &error);
  g_assert_no_error (error);
}

char *
test_describe (const DlScenario *scenario, const DlHistory *history)
{
  g_autofree char *text = dl_scenario_to_text (scenario, FALSE);
  GString *all = g_string_new (text);

  g_string_append_printf (all, "--- %u of %u\n", dl_history_position (history),
                          dl_history_n_steps (history));
  for (guint i = 0; i < dl_history_n_steps (history); i++)
    {
      const DlStep *step = dl_history_step (history, i);
      g_autofree char *edits = dl_edits_to_text (step->edits);
      g_autofree char *inverse = dl_edits_to_text (step->inverse);

      g_string_append_printf (all, "%s|%s|%" G_GINT64_FORMAT "\n%s\n%s\n", step->label,
                              step->coalesce != NULL ? step->coalesce : "(none)", step->time_us,
                              edits, inverse);
    }
  return g_string_free (all, FALSE);
}

void
test_assert_stored (DlStore *store, const TestDocument *document)
{
  g_autoptr (TestDocument) stored = test_document_load (store, document->id);
  g_autofree char *expected = test_describe (document->scenario, document->history);
  g_autofree char *found = test_describe (stored->scenario, stored->history);

  g_assert_cmpstr (found, ==, expected);
  g_assert_cmpint (stored->revision, ==, document->revision);
  g_assert_true (dl_scenario_equal (stored->scenario, document->scenario));
}

void
test_sql (const char *path, const char *sql)
{
  sqlite3 *db = NULL;
  char *message = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sqlite3_busy_timeout (db, 20000); /* the store may just be writing */
  sqlite3_exec (db, sql, NULL, NULL, &message);
  g_assert_cmpstr (message, ==, NULL);
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
}

static int
keep_int (void *data, int n_columns, char **values, char **names)
{
  *(gint64 *) data = values[0] != NULL ? g_ascii_strtoll (values[0], NULL, 10) : 0;
  return 0;
}

gint64
test_sql_int (const char *path, const char *sql)
{
  sqlite3 *db = NULL;
  char *message = NULL;
  gint64 value = -1;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sqlite3_exec (db, sql, keep_int, &value, &message);
  g_assert_cmpstr (message, ==, NULL);
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
  return value;
}

void
test_keep_result (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GAsyncResult **kept = user_data;

  g_assert_null (*kept);
  *kept = g_object_ref (result);
}

void
test_await (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (g_main_context_get_thread_default (), TRUE);
}

DlStoreAnswer *
test_call (DlStoreThread *thread, DlStoreOperation operation, DlStoreArgs args, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  dl_store_call_async (thread, operation, args, NULL, test_keep_result, &result);
  test_await (&result);
  return dl_store_call_finish (result, error);
}

TestDocument *
test_document_add (DlStoreThread *thread, const char *name)
{
  g_autoptr (DlScenario) scenario = test_scenario (name);
  g_autoptr (DlStoreAnswer) added = NULL;
  g_autoptr (DlStoreAnswer) loaded = NULL;
  g_autoptr (GError) error = NULL;
  TestDocument *document = g_new0 (TestDocument, 1);

  added = test_call (thread, DL_STORE_ADD, (DlStoreArgs) { .scenario = scenario }, &error);
  g_assert_no_error (error);
  document->id = added->id;
  loaded = test_call (thread, DL_STORE_LOAD, (DlStoreArgs) { .id = document->id }, &error);
  g_assert_no_error (error);
  document->revision = loaded->record->revision;
  document->scenario = g_steal_pointer (&loaded->record->scenario);
  document->history = g_steal_pointer (&loaded->record->history);
  return document;
}

void
test_assert_plain (const GError *error, const char *path)
{
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_null (strchr (error->message, '\n'));
  g_assert_true (g_str_has_suffix (error->message, "."));
}
