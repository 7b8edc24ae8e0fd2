/* A dragonfly at work whose links break and come back. */
#include "aries-fixture.h"
#include "test-rounds.h"

#define N_SEEDS   TEST_ROUNDS (8)
#define N_CHANGES 6

/* A series of plans on one network with this damage and that. */
typedef struct
{
  char *text;
  DlAriesPlan *plans[N_CHANGES];
  guint64 cycles[N_CHANGES]; /* that each is at work before the next */
} Series;

static DlAriesPlan *
make_plan (DlDragonfly *net, const DlDragonflyMode *mode, double load, guint outstanding)
{
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
  g_autoptr (DlDragonflyDemand) demand = dl_dragonfly_demand_new_uniform (net);
  DlAriesPlanOptions options = aries_options (routes, demand);
  g_autoptr (GError) error = NULL;
  DlAriesPlan *plan;

  options.mode = mode;
  options.load = load;
  options.response_share = 0.25;
  options.router.outstanding = outstanding;
  plan = dl_aries_plan_new (&options, &error);
  g_assert_no_error (error);
  return plan;
}

/* @damage of 1: links only, and few; more: routers and cables too. */
static void
series_init (Series *series, guint64 seed, guint damage)
{
  guint n_modes;
  const DlDragonflyMode *const *modes = dl_dragonfly_modes (&n_modes);
  const DlDragonflyMode *mode = modes[seed % n_modes];

  series->text = NULL;
  for (guint i = 0; i < N_CHANGES; i++)
    {
      /* The same shape whatever the damage; the damage of a shape is one, so it comes and goes. */
      g_autofree char *text = NULL;
      g_autoptr (DlDragonfly) net = fixture_random (seed, i % 2 * (damage + i), &text);

      series->plans[i] = make_plan (net, mode, i == 3 ? 1.5 : 0.3, seed % 2 * 12);
      series->cycles[i] = 40 + 97 * i;
      if (i == 1)
        series->text = g_strdup_printf ("%s; %s", text, mode->id);
    }
}

static void
series_clear (Series *series)
{
  for (guint i = 0; i < N_CHANGES; i++)
    dl_aries_plan_unref (series->plans[i]);
  g_free (series->text);
}

static DlAries *
run_series (const Series *series, guint block, guint threads, gboolean check)
{
  DlAries *sim = dl_aries_new (series->plans[0], block);

  dl_aries_set_threads (sim, threads);
  for (guint i = 0; i < N_CHANGES; i++)
    {
      if (i > 0)
        {
          g_assert_true (dl_aries_fits (sim, series->plans[i]));
          dl_aries_change (sim, series->plans[i]);
          if (check)
            aries_check (sim, series->text);
        }
      for (guint64 cycle = 0; cycle < series->cycles[i]; cycle += 20)
        {
          dl_aries_run (sim, 20);
          if (check)
            aries_check (sim, series->text);
        }
    }
  return sim;
}

static void
test_changes (void)
{
  for (guint seed = 1; seed <= N_SEEDS; seed++)
    for (guint damage = 1; damage <= 4; damage += 3)
      {
        Series series;

        series_init (&series, seed, damage);
        g_autoptr (DlAries) first = run_series (&series, 0, 1, TRUE);
        g_autoptr (DlAries) other = run_series (&series, 1, 2, FALSE);
        g_autoptr (DlAries) third = run_series (&series, 3, 3, FALSE);
        aries_assert_same (first, other, series.text);
        aries_assert_same (first, third, series.text);
        aries_drain (first, series.text);
        series_clear (&series);
      }
}

/* One link or cable less, and every pair with its way: the sources go on. */
static void
check_at_once (const char *mode_id, gboolean expect_drops)
{
  g_autoptr (DlDragonfly) whole = fixture_cascade (3, 2);
  const DlDragonflyMode *mode = dl_dragonfly_mode_find (mode_id);
  g_autoptr (DlAriesPlan) before = make_plan (whole, mode, 0.4, 0);
  DlDragonflySpec spec;
  DlSimCounters at, after;
  guint link = 0;

  while (whole->link_class[link] != DL_LINK_BLUE)
    link++;
  dl_dragonfly_spec_init (&spec);
  spec.groups = 3;
  spec.cables_per_pair = 2;
  g_array_append_vals (spec.broken_links,
                       &(DlDragonflyLinkAt) { whole->router[whole->link_from[link]],
                                              whole->router[whole->link_to[link]],
                                              whole->link_parallel[link] },
                       1);
  g_autoptr (DlDragonfly) broken = dl_dragonfly_new (&spec, NULL);
  dl_dragonfly_spec_clear (&spec);
  g_assert_cmpuint (broken->n_links, ==, whole->n_links);
  g_autoptr (DlAriesPlan) plan = make_plan (broken, mode, 0.4, 0);
  g_autoptr (DlAries) sim = dl_aries_new (before, 0);
  g_autofree guint64 *flits = g_new (guint64, whole->n_links);
  const DlAriesLinkCounters links = { .flits = flits };
  guint64 used;

  dl_aries_run (sim, 500);
  dl_aries_change (sim, plan);
  aries_check (sim, mode_id);
  g_assert_false (dl_aries_is_draining (sim));
  dl_aries_get_links (sim, &links);
  used = flits[link];
  g_assert_cmpuint (used, >, 0);
  dl_aries_get_counters (sim, &at);
  dl_aries_run (sim, 200);
  dl_aries_get_counters (sim, &after);
  g_assert_cmpuint (after.injected, >, at.injected);
  /* Nothing more goes over it, and what was on it is all that is lost. */
  dl_aries_get_links (sim, &links);
  g_assert_cmpuint (flits[link], ==, used);
  g_assert_cmpuint (after.dropped_link, ==, at.dropped_link);
  if (expect_drops)
    g_assert_cmpuint (at.dropped_link, >, 0);
  /* It comes back. */
  dl_aries_change (sim, before);
  g_assert_false (dl_aries_is_draining (sim));
  dl_aries_run (sim, 1000);
  dl_aries_get_links (sim, &links);
  g_assert_cmpuint (flits[link], >, used);
  aries_drain (sim, mode_id);
}

static void
test_at_once (void)
{
  check_at_once ("min-hash", TRUE);
  check_at_once ("valiant", TRUE);
  check_at_once ("adaptive-0", FALSE);
}

/* A router breaks: the sources wait until the network is empty. */
static void
test_drain (void)
{
  g_autoptr (DlDragonfly) whole = fixture_cascade (3, 2);
  const DlDragonflyMode *mode = dl_dragonfly_mode_find ("min-adaptive");
  g_autoptr (DlAriesPlan) before = make_plan (whole, mode, 0.2, 0);
  DlDragonflySpec spec;
  DlSimCounters at, after;

  dl_dragonfly_spec_init (&spec);
  spec.groups = 3;
  spec.cables_per_pair = 2;
  g_array_append_val (spec.broken_routers, whole->router[5]);
  g_autoptr (DlDragonfly) broken = dl_dragonfly_new (&spec, NULL);
  dl_dragonfly_spec_clear (&spec);
  g_autoptr (DlAriesPlan) plan = make_plan (broken, mode, 0.2, 0);
  g_autoptr (DlAries) sim = dl_aries_new (before, 0);
  dl_aries_run (sim, 500);
  dl_aries_get_counters (sim, &at);
  dl_aries_change (sim, plan);
  g_assert_true (dl_aries_is_draining (sim));
  dl_aries_run (sim, 10);
  dl_aries_get_counters (sim, &after);
  g_assert_cmpuint (after.injected, ==, at.injected);
  g_assert_true (dl_aries_is_draining (sim));
  dl_aries_run (sim, 5000);
  aries_check (sim, "drained");
  g_assert_false (dl_aries_is_draining (sim));
  dl_aries_get_counters (sim, &at);
  dl_aries_run (sim, 500);
  dl_aries_get_counters (sim, &after);
  g_assert_cmpuint (after.injected, >, at.injected);
  /* Nothing goes to the broken router, or from it. */
  g_assert_cmpuint (after.dropped_link, ==, at.dropped_link);
  g_assert_cmpuint (after.unreachable, ==, 0);
  aries_drain (sim, "drained");
}

/* Another load or mode on the same routes holds from the next cycle on. */
static void
test_traffic (void)
{
  g_autoptr (DlDragonfly) net = fixture_cascade (3, 2);
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
  g_autoptr (DlDragonflyDemand) demand = dl_dragonfly_demand_new_uniform (net);
  DlAriesPlanOptions options = aries_options (routes, demand);
  DlSimCounters at, after;

  options.load = 0.03; /* as much as two cables carry */
  g_autoptr (DlAries) sim = aries_new (&options, 0, 1);
  options.load = 0;
  options.mode = dl_dragonfly_mode_find ("valiant");
  g_autoptr (DlAriesPlan) none = dl_aries_plan_new (&options, NULL);
  options.load = 0.02;
  g_autoptr (DlAriesPlan) some = dl_aries_plan_new (&options, NULL);
  options.packet_flits++;
  g_autoptr (DlAriesPlan) longer = dl_aries_plan_new (&options, NULL);
  g_assert_false (dl_aries_fits (sim, longer));
  dl_aries_run (sim, 300);
  dl_aries_get_counters (sim, &at);
  dl_aries_change (sim, none);
  dl_aries_run (sim, 300);
  dl_aries_get_counters (sim, &after);
  g_assert_cmpuint (after.created, ==, at.created);
  g_assert_cmpuint (after.delivered, ==, after.created);
  dl_aries_change (sim, some);
  dl_aries_run (sim, 300);
  dl_aries_get_counters (sim, &at);
  g_assert_cmpuint (at.created, >, after.created);
  g_assert_cmpuint (after.nonminimal, ==, 0);
  g_assert_cmpuint (at.nonminimal, >, 0);
  aries_drain (sim, "traffic");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/aries-change/changes", test_changes);
  g_test_add_func ("/aries-change/at-once", test_at_once);
  g_test_add_func ("/aries-change/drain", test_drain);
  g_test_add_func ("/aries-change/traffic", test_traffic);
  return g_test_run ();
}
