/* The search for critical links: how they are ranked, on several threads, followed, canceled. */
#include "critical-fixture.h"

#include <math.h>

static void
test_ranking (void)
{
  for (guint32 seed = 1; seed <= CRITICAL_N_SCENARIOS; seed++)
    {
      OracleTorus torus;

      critical_random_torus (&torus, seed);
      g_autoptr (DlCritical) critical = critical_evaluate (&torus, 1);
      critical_check_ranking (critical);
    }
}

static void
assert_same (const DlCritical *a, const DlCritical *b)
{
  g_assert_cmpuint (a->n_cables, ==, b->n_cables);
  g_assert_cmpuint (a->n_evaluated, ==, b->n_evaluated);
  for (guint i = 0; i < a->n_evaluated; i++)
    {
      const DlCriticalCable *x = &a->cables[i], *y = &b->cables[i];

      g_assert_cmpuint (x->link, ==, y->link);
      g_assert_cmpuint (x->rank, ==, y->rank);
      g_assert_cmpfloat (x->severity, ==, y->severity);
      g_assert_cmpuint (x->rerouted_pairs, ==, y->rerouted_pairs);
      g_assert_cmpuint (x->figures.illegal_pairs, ==, y->figures.illegal_pairs);
      g_assert_true (x->figures.balance_mean == y->figures.balance_mean
                     || (isnan (x->figures.balance_mean) && isnan (y->figures.balance_mean)));
      g_assert_true (x->figures.load_max == y->figures.load_max
                     || (isnan (x->figures.load_max) && isnan (y->figures.load_max)));
    }
}

static void
test_threads (void)
{
  for (guint32 seed = 1; seed <= CRITICAL_N_SCENARIOS / 3; seed++)
    {
      OracleTorus torus;

      critical_random_torus (&torus, seed);
      g_autoptr (DlCritical) one = critical_evaluate (&torus, 1);
      for (guint n = 2; n <= 5; n += 3)
        {
          g_autoptr (DlCritical) several = critical_evaluate (&torus, n);
          assert_same (one, several);
        }
    }
}

/* Progress of a search. */
typedef struct
{
  double last;
  guint n_progress, n_partial;
  guint cancel_at; /* calls of progress; 0: never */
  GCancellable *cancellable;
  DlCritical *partial;
} Follower;

static void
on_progress (double fraction, gpointer data)
{
  Follower *follower = data;

  g_assert_cmpfloat (fraction, >=, follower->last);
  g_assert_cmpfloat (fraction, <=, 1);
  follower->last = fraction;
  if (++follower->n_progress == follower->cancel_at)
    g_cancellable_cancel (follower->cancellable);
}

static void
on_partial (DlCritical *partial, gpointer data)
{
  Follower *follower = data;

  follower->n_partial++;
  critical_check_ranking (partial);
  dl_critical_unref (follower->partial);
  follower->partial = dl_critical_ref (partial);
}

static void
test_progress (void)
{
  OracleTorus torus;
  Follower follower = { 0 };
  const DlCriticalOptions options = { .n_threads = 1,
                                      .progress = on_progress,
                                      .progress_data = &follower,
                                      .partial = on_partial,
                                      .partial_data = &follower };

  critical_random_torus (&torus, 5);
  g_autoptr (DlCritical) critical = critical_evaluate_pattern (&torus, "uniform", options, NULL);
  g_assert_nonnull (critical);
  g_assert_cmpuint (critical->n_cables, >, 0);
  g_assert_cmpuint (follower.n_progress, ==, critical->n_analyses);
  g_assert_cmpfloat (follower.last, ==, 1);
  dl_critical_unref (follower.partial);
}

static void
test_cancel (void)
{
  OracleTorus torus;

  critical_random_torus (&torus, 5);
  g_autoptr (DlCritical) all = critical_evaluate (&torus, 1);
  g_assert_cmpuint (all->n_cables, >, 10);
  for (guint n_threads = 1; n_threads <= 3; n_threads++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      Follower follower = { .cancel_at = 4, .cancellable = cancellable };
      const DlCriticalOptions options = { .n_threads = n_threads,
                                          .progress = on_progress,
                                          .progress_data = &follower,
                                          .partial = on_partial,
                                          .partial_data = &follower };

      /* The other threads may have done the whole of it meanwhile. */
      g_autoptr (DlCritical) critical
          = critical_evaluate_pattern (&torus, "uniform", options, cancellable);
      if (n_threads == 1)
        {
          g_assert_null (critical);
          g_assert_cmpuint (follower.partial->n_evaluated, ==, 4);
        }
      if (critical != NULL)
        assert_same (critical, all);
      else
        {
          g_assert_cmpuint (follower.n_partial, >=, 1);
          g_assert_cmpuint (follower.partial->n_cables, ==, all->n_cables);
          /* The part known so far is the same as in the whole. */
          for (guint i = 0; i < follower.partial->n_evaluated; i++)
            for (guint j = 0; j < all->n_evaluated; j++)
              if (follower.partial->cables[i].link == all->cables[j].link)
                {
                  g_assert_cmpint (follower.partial->cables[i].class, ==, all->cables[j].class);
                  g_assert_cmpuint (follower.partial->cables[i].figures.illegal_pairs, ==,
                                    all->cables[j].figures.illegal_pairs);
                }
        }
      g_clear_pointer (&follower.partial, dl_critical_unref);

      /* Canceled before it begins. */
      g_cancellable_cancel (cancellable);
      g_assert_null (critical_evaluate_pattern (
          &torus, "uniform", (DlCriticalOptions) { .n_threads = 1 }, cancellable));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/critical-search/ranking", test_ranking);
  g_test_add_func ("/critical-search/threads", test_threads);
  g_test_add_func ("/critical-search/progress", test_progress);
  g_test_add_func ("/critical-search/cancel", test_cancel);
  return g_test_run ();
}
