/* The library keeps the history of a scenario: what is edited, in batches, in a drag, merged. */
#include "store-fixture.h"

static void
history_round_trip (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Edited");
  g_autoptr (TestDocument) other = test_document_new (store, "Left alone");
  g_autoptr (DlScenario) base = dl_scenario_copy (document->scenario);

  for (int i = 0; i < 400; i++)
    {
      test_document_change (document, rand);
      test_document_write (document, store);
      if (i % 40 == 0)
        {
          dl_store_close (g_steal_pointer (&store));
          store = store_fixture_open (fixture);
        }
      if (i % 8 == 0)
        test_assert_stored (store, document);
      if (i % 100 == 50)
        {
          gint64 id = document->id;

          test_document_free (g_steal_pointer (&document));
          document = test_document_load (store, id);
        }
    }
  g_assert_cmpuint (dl_history_n_steps (document->history), >, 10);
  while (dl_history_undo (document->history, document->scenario))
    test_document_write (document, store);
  g_assert_true (dl_scenario_equal (document->scenario, base));
  test_assert_stored (store, document);
  while (dl_history_redo (document->history, document->scenario))
    ;
  test_document_write (document, store);
  test_assert_stored (store, document);
  test_assert_stored (store, other);
}

/* Many steps in one change, and one that only moves the position. */
static void
batches (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Batches");

  for (int i = 0; i < 30; i++)
    {
      for (int n = g_rand_int_range (rand, 0, 20); n > 0; n--)
        test_document_change (document, rand);
      test_document_write (document, store);
      test_assert_stored (store, document);
    }
}

/* A drag is one step, in the library too; after opening it again a new drag is a new step. */
static void
drag (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Drag");
  gint64 id = document->id;

  for (int i = 1; i < 5; i++)
    {
      g_autofree char *value = g_strdup_printf ("%d;2;3", i);

      test_document_set (document, "torus.datelines", value, "drag");
      test_document_write (document, store);
      test_assert_stored (store, document);
      g_assert_cmpuint (dl_history_n_steps (document->history), ==, 1);
    }
  test_document_free (g_steal_pointer (&document));
  document = test_document_load (store, id);
  test_document_set (document, "torus.datelines", "0;0;0", "drag");
  test_document_write (document, store);
  g_assert_cmpuint (dl_history_n_steps (document->history), ==, 2);
  test_assert_stored (store, document);
}

/* Two changes made one after the other do the same as one. */
static void
merge (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);
  g_autoptr (DlStore) store = store_fixture_open (fixture);
  g_autoptr (TestDocument) document = test_document_new (store, "Merge");
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < 100; i++)
    {
      g_autoptr (DlStoreChange) merged = NULL;

      for (int n = g_rand_int_range (rand, 1, 6); n > 0; n--)
        {
          g_autoptr (DlStoreChange) change = NULL;

          for (int k = g_rand_int_range (rand, 0, 3); k > 0; k--)
            test_document_change (document, rand);
          change = test_document_take_change (document);
          if (merged == NULL)
            merged = g_steal_pointer (&change);
          else
            {
              DlStoreChange *both;

              g_assert_true (dl_store_change_follows (change, merged));
              g_assert_false (dl_store_change_follows (merged, change));
              both = dl_store_change_merge (merged, change);
              dl_store_change_unref (merged);
              merged = both;
            }
        }
      dl_store_write (store, merged, &error);
      g_assert_no_error (error);
      test_assert_stored (store, document);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  store_test_add ("/store-history/history-round-trip", history_round_trip);
  store_test_add ("/store-history/batches", batches);
  store_test_add ("/store-history/drag", drag);
  store_test_add ("/store-history/merge", merge);
  return g_test_run ();
}
