/* The library does what it is asked: everything but trouble. */
#include "dl-families.h"
#include "dl-store-list.h"
#include "store-fixture.h"

#include <glib/gstdio.h>

static void
add_load (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (DlScenario) scenario = test_scenario ("First = light; [x] \"网\"");
  g_autoptr (DlStoreRecord) record = NULL;
  g_autoptr (GError) error = NULL;
  gint64 id = 0;

  g_assert_true (dl_store_add (store, scenario, &id, &error));
  g_assert_no_error (error);

  /* The state that the next start finds. */
  dl_store_close (g_steal_pointer (&store));
  store = store_fixture_open (fixture);
  record = dl_store_load (store, id, &error);
  g_assert_no_error (error);
  g_assert_true (dl_scenario_equal (record->scenario, scenario));
  g_assert_cmpuint (dl_history_n_steps (record->history), ==, 0);
  g_assert_null (record->warning);
  g_assert_cmpint (record->id, ==, id);

  g_assert_null (dl_store_load (store, id + 1, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND);
}

static DlStoreEntry *
entry_at (GPtrArray *entries, guint index)
{
  g_assert_cmpuint (index, <, entries->len);
  return entries->pdata[index];
}

static GPtrArray *
list (DlStore *store, const char *search)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *warning = NULL;
  GPtrArray *entries = dl_store_list (store, search, &warning, &error);

  g_assert_no_error (error);
  g_assert_null (warning);
  return entries;
}

static void
list_order (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (GPtrArray) empty = list (store, NULL);
  g_autoptr (TestDocument) a = test_document_new (store, "A");
  g_autoptr (TestDocument) b G_GNUC_UNUSED = test_document_new (store, "B");
  g_autoptr (GPtrArray) before = list (store, NULL);
  g_autoptr (GPtrArray) after = NULL;
  const gint64 now = g_get_real_time ();

  g_assert_cmpuint (empty->len, ==, 0);
  g_assert_cmpstr (entry_at (before, 0)->name, ==, "B");
  g_assert_cmpstr (entry_at (before, 1)->name, ==, "A");

  g_usleep (1000);
  test_document_set (a, "torus.broken-links", "1,2,3:x+;0,0,0:z+", NULL);
  test_document_write (a, store);
  after = list (store, "");
  g_assert_cmpuint (after->len, ==, 2);
  g_assert_cmpstr (entry_at (after, 0)->name, ==, "A");
  g_assert_cmpint (entry_at (after, 0)->id, ==, a->id);
  g_assert_cmpuint (entry_at (after, 0)->n_steps, ==, 1);
  g_assert_cmpstr (entry_at (after, 0)->summary, ==, "6x5x4 torus · Output crossing · 2 faults");
  g_assert_cmpint (entry_at (after, 0)->opened_us, ==, 0);
  g_assert_cmpint (ABS (entry_at (after, 0)->created_us - now), <, 60 * G_USEC_PER_SEC);
  g_assert_cmpint (entry_at (after, 0)->modified_us, >, entry_at (after, 0)->created_us);
}

static void
summary (void)
{
  static const struct
  {
    const char *wrap, *broken, *kept, *shown;
  } cases[] = {
    { "true;true;true", NULL, "6x5x4 torus, output-crossing", "6x5x4 torus · Output crossing" },
    { "false;false;true", NULL, "6x5x4 torus in z, output-crossing",
      "6x5x4 torus in z · Output crossing" },
    { "true;false;true", "1,1,1", "6x5x4 torus in x, z, output-crossing, 1 fault",
      "6x5x4 torus in x, z · Output crossing · 1 fault" },
    { "false;false;false", "1,1,1;2,2,2", "6x5x4 mesh, output-crossing, 2 faults",
      "6x5x4 mesh · Output crossing · 2 faults" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DlScenario) scenario = test_scenario ("Summary");
      g_autoptr (GPtrArray) edits = dl_edits_new ();
      g_autoptr (GError) error = NULL;
      g_autofree char *kept = NULL, *shown = NULL, *shown_kept = NULL;

      dl_edits_add (edits, DL_EDIT_SET, "torus.wrap", cases[i].wrap);
      if (cases[i].broken != NULL)
        dl_edits_add (edits, DL_EDIT_SET, "torus.broken-nodes", cases[i].broken);
      dl_scenario_apply (scenario, edits, NULL, NULL, &error);
      g_assert_no_error (error);
      kept = dl_store_summary_kept (scenario);
      shown = dl_store_summary (scenario);
      shown_kept = dl_store_summary_show (kept);
      g_assert_cmpstr (kept, ==, cases[i].kept);
      g_assert_cmpstr (shown, ==, cases[i].shown);
      g_assert_cmpstr (shown_kept, ==, shown);
    }
}

/* The kept summary of every preset is read again, in any language; summaries of earlier versions in
 * the words of another language, and similar text, stay unchanged. */
static void
kept_summaries (void)
{
  static const char *const others[] = { "6x5x4-Torus, output-crossing, 2 Ausfälle",
                                        "6x5x4 torus",
                                        "6x5x4 torus, ",
                                        "6x5x4 torus, output-crossing, 1 faults",
                                        "",
                                        "6x5x4 torus in , initial",
                                        "06x5x4 torus, initial",
                                        "x",
                                        "dragonfly of 1 groups, minimal",
                                        "dragonfly of -1 groups, minimal",
                                        "\xc3\xa4",
                                        "6x5x4 torus in z, x, initial" };
  guint n;
  const DlPreset *presets = dl_presets (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlScenario) scenario = dl_preset_load (presets[i].id, &error);
      g_autofree char *kept = NULL, *shown = NULL, *shown_kept = NULL;

      g_assert_no_error (error);
      kept = dl_store_summary_kept (scenario);
      shown = dl_store_summary (scenario);
      shown_kept = dl_store_summary_show (kept);
      g_assert_cmpstr (shown_kept, ==, shown);
      g_assert_cmpstr (shown_kept, !=, kept);
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autofree char *shown = dl_store_summary_show (others[i]);

      g_assert_cmpstr (shown, ==, others[i]);
    }
}

static void
search (StoreFixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *words;
    guint n_found;
  } cases[] = {
    { "straße", 1 },
    { "STRASSE", 1 },
    { "strasse", 1 },
    { "ÅNGSTRÖM", 1 },
    { "ångström", 1 },
    { "torus", 3 },
    { "6x5x4 red", 1 },
    { "  red   STORM ", 1 },
    { "red ångström", 0 },
    { "%", 0 },
    { "_", 0 },
    { "'", 0 },
    { "\t\n", 3 },
    { "storm torus red output-crossing", 1 },
    { "a\xcc\x8angstro\xcc\x88m", 1 }, /* decomposed */
    { "\xff", 0 },                     /* not UTF-8 */
  };
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) a = test_document_new (store, "Red Storm");
  g_autoptr (TestDocument) b G_GNUC_UNUSED = test_document_new (store, "Straße");
  g_autoptr (TestDocument) c G_GNUC_UNUSED = test_document_new (store, "Ångström");
  g_autoptr (GPtrArray) gone = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) entries = list (store, cases[i].words);

      g_assert_cmpuint (entries->len, ==, cases[i].n_found);
    }

  /* The name that is searched is today's. */
  test_document_set (a, "scenario.name", "Jaguar", NULL);
  test_document_write (a, store);
  gone = list (store, "red");
  g_assert_cmpuint (gone->len, ==, 0);
}

static void
find (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) a = test_document_new (store, "A");
  g_autoptr (TestDocument) b1 = test_document_new (store, "B");
  g_autoptr (TestDocument) b2 = test_document_new (store, "B");
  g_autoptr (TestDocument) number = test_document_new (store, "1");
  g_autofree char *b2_id = g_strdup_printf ("%" G_GINT64_FORMAT, b2->id);
  g_autoptr (GError) error = NULL;
  gint64 id = 0;

  g_assert_true (dl_store_find (store, "A", &id, &error));
  g_assert_cmpint (id, ==, a->id);
  g_assert_true (dl_store_find (store, b2_id, &id, &error));
  g_assert_cmpint (id, ==, b2->id);
  /* A name goes before a number. */
  g_assert_cmpint (a->id, ==, 1);
  g_assert_true (dl_store_find (store, "1", &id, &error));
  g_assert_cmpint (id, ==, number->id);

  g_assert_false (dl_store_find (store, "B", &id, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_AMBIGUOUS);
  g_clear_error (&error);
  g_assert_false (dl_store_find (store, "b", &id, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_false (dl_store_find (store, "99", &id, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_true (dl_store_remove (store, b1->id, &error));
  g_assert_true (dl_store_find (store, "B", &id, &error));
  g_assert_cmpint (id, ==, b2->id);
}

static void
rename_closed (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Old");
  g_autoptr (TestDocument) renamed = NULL;
  g_autoptr (GError) error = NULL;
  gint64 id = document->id;

  test_document_set (document, "torus.radix", "3;3;3", NULL);
  test_document_set (document, "scenario.seed", "5", NULL);
  dl_history_undo (document->history, document->scenario);
  test_document_write (document, store);

  g_assert_true (dl_store_rename (store, id, "New; name", &error));
  g_assert_no_error (error);
  renamed = test_document_load (store, id);
  g_assert_cmpstr (renamed->scenario->name, ==, "New; name");
  g_assert_cmpuint (dl_history_n_steps (renamed->history), ==, 2);
  g_assert_true (dl_history_undo (renamed->history, renamed->scenario));
  g_assert_true (dl_scenario_equal (renamed->scenario, document->scenario));

  /* The same name again is no step. */
  g_assert_true (dl_store_rename (store, id, "New; name", &error));
  g_assert_cmpint (test_sql_int (fixture->path, "SELECT n_steps FROM scenario"), ==, 2);

  /* Whoever has it open is told. */
  {
    g_autoptr (DlStoreChange) change = NULL;

    test_document_set (document, "scenario.seed", "6", NULL);
    change = test_document_take_change (document);
    g_assert_false (dl_store_write (store, change, &error));
    g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_CONFLICT);
    g_clear_error (&error);
  }
  g_assert_false (dl_store_rename (store, 99, "X", &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND);
}

static void
duplicate (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Original");
  g_autoptr (GBytes) png = g_bytes_new_static ("png", 3);
  g_autoptr (GBytes) png_copy = NULL;
  g_autoptr (TestDocument) copy = NULL;
  g_autoptr (TestDocument) second = NULL;
  g_autoptr (TestDocument) named = NULL;
  g_autoptr (GError) error = NULL;
  gint64 id = 0;

  test_document_set (document, "torus.broken-links", "1,1,1:y+", NULL);
  test_document_write (document, store);
  g_assert_true (dl_store_set_thumbnail (store, document->id, png, &error));

  g_assert_true (dl_store_duplicate (store, document->id, NULL, &id, &error));
  g_assert_no_error (error);
  copy = test_document_load (store, id);
  g_assert_cmpstr (copy->scenario->name, ==, "Original (copy)");
  g_assert_cmpuint (dl_torus_options (copy->scenario)->spec.broken_cables->len, ==, 1);
  g_assert_cmpuint (dl_history_n_steps (copy->history), ==, 0);
  png_copy = dl_store_thumbnail (store, id, &error);
  g_assert_true (g_bytes_equal (png, png_copy));

  g_assert_true (dl_store_duplicate (store, document->id, NULL, &id, &error));
  second = test_document_load (store, id);
  g_assert_cmpstr (second->scenario->name, ==, "Original (copy 2)");
  g_assert_true (dl_store_duplicate (store, document->id, "Named", &id, &error));
  named = test_document_load (store, id);
  g_assert_cmpstr (named->scenario->name, ==, "Named");

  /* One does not change with the other. */
  test_document_set (copy, "torus.radix", "4;4;4", NULL);
  test_document_write (copy, store);
  test_assert_stored (store, document);
  g_assert_false (dl_store_duplicate (store, 99, NULL, &id, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND);
}

static void
remove_and_undo (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Gone");
  g_autoptr (TestDocument) other = test_document_new (store, "Here");
  g_autoptr (GBytes) png = g_bytes_new_static ("png", 3);
  g_autoptr (DlStoreChange) change = NULL;
  g_autoptr (GPtrArray) without = NULL;
  g_autoptr (GError) error = NULL;

  test_document_set (document, "scenario.seed", "3", NULL);
  test_document_write (document, store);
  dl_store_set_thumbnail (store, document->id, png, &error);
  g_assert_true (dl_store_mark_opened (store, document->id, &error));
  g_assert_cmpint (dl_store_last_opened (store), ==, document->id);

  g_assert_true (dl_store_remove (store, document->id, &error));
  without = list (store, NULL);
  g_assert_cmpuint (without->len, ==, 1);
  g_assert_cmpint (dl_store_last_opened (store), ==, 0);
  g_assert_null (dl_store_load (store, document->id, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_false (dl_store_remove (store, document->id, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  /* An edit of what is gone is not pretended to be saved. */
  test_document_set (document, "scenario.seed", "4", NULL);
  change = test_document_take_change (document);
  g_assert_false (dl_store_write (store, change, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);

  g_assert_true (dl_store_unremove (store, document->id, &error));
  g_assert_true (dl_store_write (store, change, &error));
  test_assert_stored (store, document);

  g_assert_true (dl_store_remove (store, document->id, &error));
  g_assert_true (dl_store_purge (store, g_get_real_time () - G_USEC_PER_SEC, &error));
  g_assert_true (dl_store_unremove (store, document->id, &error));
  g_assert_true (dl_store_remove (store, document->id, &error));
  g_assert_true (dl_store_purge (store, g_get_real_time () + G_USEC_PER_SEC, &error));
  g_assert_false (dl_store_unremove (store, document->id, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND);
  g_assert_cmpint (test_sql_int (fixture->path, "SELECT count(*) FROM step"), ==, 0);
  g_assert_cmpint (test_sql_int (fixture->path, "SELECT count(*) FROM state"), ==, 1);
  g_assert_cmpint (test_sql_int (fixture->path, "SELECT count(*) FROM thumbnail"), ==, 0);
  test_assert_stored (store, other);
}

static void
thumbnails (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Picture");
  g_autofree guint8 *noise = g_malloc0 (100000);
  g_autoptr (GBytes) small = g_bytes_new ("\x89PNG\0", 5);
  g_autoptr (GBytes) large = g_bytes_new (noise, 100000);
  g_autoptr (GBytes) found = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (dl_store_thumbnail (store, document->id, &error));
  g_assert_no_error (error);
  g_assert_true (dl_store_set_thumbnail (store, document->id, large, &error));
  g_assert_true (dl_store_set_thumbnail (store, document->id, small, &error));
  found = dl_store_thumbnail (store, document->id, &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (found, small));
  g_assert_true (dl_store_set_thumbnail (store, document->id, NULL, &error));
  g_assert_null (dl_store_thumbnail (store, document->id, &error));
  g_assert_false (dl_store_set_thumbnail (store, 99, small, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND);
  /* No edit: the next write fits. */
  test_document_set (document, "scenario.seed", "3", NULL);
  test_document_write (document, store);
}

static void
last_opened (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) a = test_document_new (store, "A");
  g_autoptr (TestDocument) b = test_document_new (store, "B");
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (dl_store_last_opened (store), ==, 0);
  g_assert_true (dl_store_mark_opened (store, b->id, &error));
  g_usleep (1000);
  g_assert_true (dl_store_mark_opened (store, a->id, &error));
  g_assert_cmpint (dl_store_last_opened (store), ==, a->id);
  g_assert_false (dl_store_mark_opened (store, 99, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND);
}

static void
changed_elsewhere (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (DlStore) other = store_fixture_open (fixture);
  g_autoptr (TestDocument) own G_GNUC_UNUSED = test_document_new (store, "Own");
  g_autoptr (TestDocument) foreign = NULL;

  g_assert_false (dl_store_changed_elsewhere (store));
  foreign = test_document_new (other, "Foreign");
  g_assert_true (dl_store_changed_elsewhere (store));
  g_assert_false (dl_store_changed_elsewhere (store));
}

static void
durable (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  static const struct
  {
    const char *sql;
    gint64 value;
  } pragmas[] = {
    { "PRAGMA synchronous", 2 },
    { "PRAGMA foreign_keys", 1 },
    { "PRAGMA trusted_schema", 0 },
    { "PRAGMA cell_size_check", 1 },
    { "PRAGMA busy_timeout", 2000 },
    { "PRAGMA user_version", 4 },
    { "PRAGMA application_id", DL_STORE_APPLICATION_ID },
    { "SELECT count(*) = 0 FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%STRICT%'"
      " AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'words%'",
      1 },
  };
  g_autoptr (DlStatement) mode = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (pragmas); i++)
    {
      gint64 value = -1;

      g_assert_true (dl_database_get_int (store->db, pragmas[i].sql, &value, &error));
      g_test_message ("%s", pragmas[i].sql);
      g_assert_cmpint (value, ==, pragmas[i].value);
    }
  mode = dl_database_query (store->db, &error, "PRAGMA journal_mode", "");
  g_assert_true (dl_statement_next (mode, &error));
  g_assert_cmpstr (dl_statement_text (mode, 0, NULL), ==, "wal");
}

static void
new_folder (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_build_filename (fixture->folder, "a", "b", NULL);
  g_autofree char *path = g_build_filename (folder, "file:odd?name%20.db", NULL);
  g_autofree char *standard = dl_store_default_path ();
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStore) store G_GNUC_UNUSED = dl_store_open (path, &error);
  GStatBuf info;

  g_assert_no_error (error);
  g_assert_cmpint (g_stat (folder, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 0777, ==, 0700);
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_REGULAR));
  g_assert_true (g_str_has_suffix (standard, "/dateline/library.db"));
}

static void
reading_only (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStore) store = dl_store_open_read_only (fixture->path, &error);
  g_autoptr (DlStore) writer = NULL;
  g_autoptr (TestDocument) document = NULL;
  g_autoptr (DlStoreChange) change = NULL;
  gint64 id = 0;

  g_assert_null (store);
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));

  writer = store_fixture_open (fixture);
  document = test_document_new (writer, "Read");
  store = dl_store_open_read_only (fixture->path, &error);
  g_assert_no_error (error);
  test_assert_stored (store, document);
  /* It follows what the other writes. */
  test_document_set (document, "scenario.seed", "3", NULL);
  test_document_write (document, writer);
  test_assert_stored (store, document);

  change = test_document_take_change (document);
  g_assert_false (dl_store_write (store, change, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_READ_ONLY);
  g_clear_error (&error);
  g_assert_false (dl_store_add (store, document->scenario, &id, &error));
  g_assert_error (error, DL_STORE_ERROR, DL_STORE_ERROR_READ_ONLY);
}

static void
large_library (StoreFixture *fixture, gconstpointer data)
{
  const guint n = 10000;
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (DlScenario) scenario = test_scenario ("Large");
  g_autofree guint8 *noise = g_malloc0 (20000);
  g_autoptr (GBytes) png = g_bytes_new (noise, 20000);
  g_autoptr (GError) error = NULL;
  double list_ms, search_ms;
  gint64 id = 0;

  g_assert_true (dl_database_begin (store->db, &error));
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("Scenario %u", i);

      g_free (scenario->name);
      scenario->name = g_steal_pointer (&name);
      g_assert_true (dl_store_insert (store, scenario, &id, &error));
      g_assert_true (dl_database_run (store->db, &error, "INSERT INTO thumbnail VALUES (?, ?)",
                                      "ib", id, png));
    }
  g_assert_true (dl_database_end (store->db, TRUE, &error));
  dl_store_close (g_steal_pointer (&store));
  store = store_fixture_open (fixture);

  for (int i = 0; i < 3; i++)
    {
      g_autoptr (GPtrArray) all = NULL;
      g_autoptr (GPtrArray) found = NULL;

      g_test_timer_start ();
      all = list (store, NULL);
      list_ms = g_test_timer_elapsed () * 1e3;
      g_test_timer_start ();
      found = list (store, "torus 999");
      search_ms = g_test_timer_elapsed () * 1e3;
      g_assert_cmpuint (all->len, ==, n);
      g_assert_cmpuint (found->len, ==, 19);
      g_test_message ("%u scenarios: list %.1f ms, search %.1f ms", n, list_ms, search_ms);
    }
  g_test_minimized_result (list_ms, "list of %u scenarios: %.1f ms", n, list_ms);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  store_test_add ("/store/add-load", add_load);
  store_test_add ("/store/list-order", list_order);
  g_test_add_func ("/store/summary", summary);
  g_test_add_func ("/store/kept-summaries", kept_summaries);
  store_test_add ("/store/search", search);
  store_test_add ("/store/find", find);
  store_test_add ("/store/rename", rename_closed);
  store_test_add ("/store/duplicate", duplicate);
  store_test_add ("/store/remove", remove_and_undo);
  store_test_add ("/store/thumbnails", thumbnails);
  store_test_add ("/store/last-opened", last_opened);
  store_test_add ("/store/changed-elsewhere", changed_elsewhere);
  store_test_add ("/store/durable", durable);
  store_test_add ("/store/new-folder", new_folder);
  store_test_add ("/store/reading-only", reading_only);
  store_test_add ("/store/large-library", large_library);
  return g_test_run ();
}
