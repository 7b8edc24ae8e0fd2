/* Words are found wherever they are, in whatever case, with the index and without it. */
#include "dl-store-list.h"
#include "store-fixture.h"

#include <string.h>

#include <sqlite3.h>

/* Options of SQLite that the index needs. */
static void
compiled_in (void)
{
  g_assert_true (sqlite3_compileoption_used ("ENABLE_FTS5"));
}

static const char *const syllables[] = { "Red", "STORM", "é", "網", "ß", "\"", "-x", "11x12",
                                         "OR",  "NEAR(", "*", "4",  "a", "%",  "_" };

static char *
random_name (GRand *rand, int max_words)
{
  GString *name = g_string_new (NULL);

  for (int i = g_rand_int_range (rand, 1, max_words + 1); i > 0; i--)
    {
      for (int k = g_rand_int_range (rand, 1, 4); k > 0; k--)
        g_string_append (name,
                         syllables[g_rand_int_range (rand, 0, (gint32) G_N_ELEMENTS (syllables))]);
      if (i > 1)
        g_string_append_c (name, ' ');
    }
  return g_string_free (name, FALSE);
}

/* The naive way: every word of all texts, one by one. */
static guint
count_naively (DlStore *store, const GPtrArray *all, const char *search)
{
  g_autofree char *folded = dl_store_fold (search);
  g_auto (GStrv) words = g_strsplit_set (folded, " ", -1);
  g_autoptr (DlScenario) same = dl_scenario_new (); /* but for the name */
  g_autofree char *kept = dl_store_summary_words (same);
  guint n = 0;

  for (guint i = 0; i < all->len; i++)
    {
      const DlStoreEntry *entry = all->pdata[i];
      g_autofree char *text = g_strconcat (entry->name, "\n", entry->summary, "\n", kept, NULL);
      g_autofree char *haystack = dl_store_fold (text);
      gboolean has = TRUE;

      for (guint k = 0; words[k] != NULL; k++)
        has = has && strstr (haystack, words[k]) != NULL;
      n += has;
    }
  return n;
}

static guint
count (DlStore *store, const char *search)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) entries = dl_store_list (store, search, NULL, &error);

  g_assert_no_error (error);
  return entries->len;
}

static void
as_naively (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  g_autoptr (GPtrArray) all = NULL;
  guint n_found = 0;

  for (int i = 0; i < 60; i++)
    {
      g_autofree char *name = random_name (rand, 4);
      g_autoptr (TestDocument) document = test_document_new (store, name);

      /* Names that were are not found. */
      if (i % 3 == 0)
        {
          g_autofree char *other = random_name (rand, 3);

          test_document_set (document, "scenario.name", other, NULL);
          test_document_write (document, store);
        }
      if (i % 7 == 0)
        g_assert_true (dl_store_remove (store, document->id, NULL));
    }
  g_assert_true (dl_store_purge (store, G_MAXINT64, NULL));
  all = dl_store_list (store, NULL, NULL, NULL);
  for (int i = 0; i < 400; i++)
    {
      g_autofree char *words = random_name (rand, 2);
      const guint n = count_naively (store, all, words);

      g_test_message ("%s: %u", words, n);
      g_assert_cmpuint (count (store, words), ==, n);
      n_found += n > 0;
    }
  g_assert_cmpuint (n_found, >, 50);
}

/* The index may be wrong or gone to pieces: what it is made of is found without it, and the next
 * change mends it. */
static void
mended (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) first = test_document_new (store, "Thunderbird");
  g_autoptr (TestDocument) second = test_document_new (store, "Red Storm");

  dl_store_close (g_steal_pointer (&store));
  test_sql (fixture->path, "UPDATE words_data SET block = zeroblob (length (block))");
  store = store_fixture_open (fixture);
  g_assert_cmpuint (count (store, "thunder"), ==, 1);
  test_document_set (second, "scenario.name", "Blue Thunder", NULL);
  test_document_write (second, store);
  g_assert_cmpuint (count (store, "thunder"), ==, 2);
  g_assert_cmpuint (count (store, "storm"), ==, 0);
  g_assert_cmpint (test_sql_int (fixture->path, "SELECT count(*) FROM words"
                                                " WHERE words MATCH '\"thunder\"'"),
                   ==, 2);
}

/* A sweep's keys and the modes it goes through, and the traffic, lead to their scenario. */
static void
sweeps (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) swept = test_document_new (store, "Thunderbird");
  g_autoptr (TestDocument) other = test_document_new (store, "Red Storm");
  g_autofree char *sql = g_strdup_printf (
      "INSERT INTO run_text (sum, text) VALUES ('made up', '');"
      "INSERT INTO sweep (scenario_id, key, text_id, varied, n_seeds, n_points, version,"
      " created_us, state) VALUES (%" G_GINT64_FORMAT
      ", '0123456789abcdef0123456789abcdef', last_insert_rowid (), "
      "'torus.vc-policy=initial,neighbors', 1, 2, '1', 1, 'done')",
      swept->id);

  g_assert_cmpuint (count (store, "neighbors"), ==, 0);
  dl_store_close (g_steal_pointer (&store));
  test_sql (fixture->path, sql);
  store = store_fixture_open (fixture);
  g_assert_cmpuint (count (store, "torus.vc-policy"), ==, 1);
  g_assert_cmpuint (count (store, "NEIGHBORS thunder"), ==, 1);
  g_assert_cmpuint (count (store, "neighbors storm"), ==, 0);
  g_assert_cmpuint (count (store, "storm"), ==, 1);
  g_assert_cmpuint (count (store, "uniform"), ==, 2);
  g_assert_nonnull (other);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/store/search/compiled-in", compiled_in);
  store_test_add ("/store/search/sweeps", sweeps);
  store_test_add ("/store/search/as-naively", as_naively);
  store_test_add ("/store/search/mended", mended);
  return g_test_run ();
}
