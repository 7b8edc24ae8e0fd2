/* Damaged libraries: never a crash, never a wrong scenario, never worse for the others. */
#include "store-results.h"
#include "test-rounds.h"

#include <string.h>

#define ROUNDS (TEST_SANITIZED ? 80 : 250)

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
      test_assert_plain (error, fixture->path);
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
  g_assert_cmpuint (n_refused, >, 0);
  g_assert_cmpuint (n_lost, >, 0);
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
      g_assert_true (dl_store_add_tag (store, document->id, "damaged", NULL));
      test_sweep (store, document->id, document->scenario, (guint) i * 100, (guint) i, NULL);
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

/* Entries that load without complaint are right. Returns their bits. */
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

/* Results are read or not, and what says that it belongs to a digest is a run. */
static void
look_at_results (DlStore *store, const Master *master)
{
  for (guint i = 0; i < master->documents->len; i++)
    {
      const TestDocument *document = master->documents->pdata[i];
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) runs = dl_store_list_runs (store, document->id, &error);

      g_assert_true ((runs != NULL) != (error != NULL));
      for (guint k = 0; runs != NULL && k < runs->len; k++)
        {
          const DlStoreRun *listed = runs->pdata[k];
          g_autoptr (GError) run_error = NULL;
          g_autoptr (DlStoreRun) run = dl_store_find_run (store, listed->digest, &run_error);
          g_autoptr (DlScenario) scenario = dl_store_run_scenario (store, listed->id, NULL);

          if (run != NULL)
            g_assert_cmpstr (run->digest, ==, listed->digest);
        }
    }
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
  for (int round = 0; round < ROUNDS; round++)
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
      look_at_results (store, &master);
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
  g_test_message ("of %d damaged libraries %u were refused, %u lost scenarios, %u lost nothing; "
                  "%u could still be edited",
                  ROUNDS, n_refused, n_partial, n_whole, n_edited);
  g_assert_cmpuint (MIN (MIN (n_refused, n_partial), MIN (n_whole, n_edited)), >, ROUNDS / 50);
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
  store_test_add ("/store/damage/damaged-records", damaged_records);
  store_test_add ("/store/damage/newer-text", newer_text);
  store_test_add ("/store/damage/truncated", truncated);
  store_test_add ("/store/damage/random-damage", random_damage);
  store_test_add ("/store/damage/mixed-up-pages", mixed_up_pages);
  return g_test_run ();
}
