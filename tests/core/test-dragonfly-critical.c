/* Critical cables of dragonflies: each against the scenario in which it is broken from the start,
 * analyzed from the beginning. */
#include "dl-dragonfly-name.h"
#include "dl-families.h"
#include "dl-field.h"

#include <math.h>

static void
set_key (DlScenario *scenario, const char *key, const char *value)
{
  g_autoptr (GError) error = NULL;

  dl_field_set (dl_field_find_name (key), scenario, value, &error);
  g_assert_no_error (error);
}

/* A network of few routers, with one of the modes and patterns, and damage. */
static DlScenario *
draw_scenario (guint seed)
{
  static const char *const modes[]
      = { "min-hash", "min-adaptive", "valiant", "adaptive-3", "tuned" };
  static const char *const patterns[] = { "uniform", "group-shift", "random-permutation" };
  static const char *const links[] = { "", "0.0.0-0.0.1#0", "0.0.2-0.1.2#1;0.1.0-0.1.3#0" };
  static const char *const cables[] = { "", "", "0-1#1" };
  DlScenario *scenario = dl_preset_load ("cascade-2", NULL);

  set_key (scenario, "dragonfly.groups", seed % 2 == 0 ? "2" : "3");
  set_key (scenario, "dragonfly.cables-per-pair", "2");
  set_key (scenario, "dragonfly.routing", modes[seed % G_N_ELEMENTS (modes)]);
  set_key (scenario, "traffic.pattern", patterns[seed / 2 % G_N_ELEMENTS (patterns)]);
  set_key (scenario, "dragonfly.broken-links", links[seed / 3 % G_N_ELEMENTS (links)]);
  set_key (scenario, "dragonfly.broken-cables", cables[seed / 5 % G_N_ELEMENTS (cables)]);
  return scenario;
}

static DlCritical *
search (const DlScenario *scenario, guint n_threads)
{
  g_autoptr (GError) error = NULL;
  DlCritical *critical = scenario->family->critical (
      scenario, (DlCriticalOptions) { .n_threads = n_threads }, NULL, &error);

  g_assert_no_error (error);
  return critical;
}

/* Analyzed from the beginning; what it borrows of the analysis is gone. */
static DlFindings
find (const DlScenario *scenario)
{
  g_autoptr (GError) error = NULL;
  gpointer analysis = scenario->family->analyze (scenario, NULL, NULL, NULL, &error);
  DlFindings findings;

  g_assert_no_error (error);
  scenario->family->find (analysis, &findings);
  dl_shared_unref (analysis);
  return findings;
}

/* The scenario without the cable of @link, by the keys. */
static DlFindings
find_without (const DlScenario *scenario, const DlDragonfly *net, guint link)
{
  g_autoptr (DlScenario) broken = dl_scenario_copy (scenario);
  const gboolean blue = net->link_class[link] == DL_LINK_BLUE;
  const char *key = blue ? "dragonfly.broken-cables" : "dragonfly.broken-links";
  g_autofree char *before = dl_field_get (dl_field_find_name (key), scenario);
  g_autofree char *name
      = blue ? g_strdup_printf ("%u-%u#%u", net->router[net->link_from[link]].group,
                                net->router[net->link_to[link]].group, net->link_cable[link])
             : dl_dragonfly_link_to_string (net, link);
  g_autofree char *value
      = *before != '\0' ? g_strdup_printf ("%s;%s", before, name) : g_strdup (name);

  set_key (broken, key, value);
  return find (broken);
}

static void
assert_close (double value, double expected)
{
  if (isfinite (expected))
    g_assert_cmpfloat_with_epsilon (value, expected, 1e-9 * (1 + fabs (expected)));
  else
    g_assert_cmpint (fpclassify (value), ==, fpclassify (expected));
}

static void
check_figures (const DlCriticalFigures *figures, const DlFindings *findings)
{
  g_assert_cmpuint (figures->unreachable_pairs, ==, findings->unreachable_pairs);
  g_assert_cmpint (figures->deadlock_free, ==, findings->deadlock_free);
  assert_close (figures->bound_load, findings->bound_load);
  assert_close (figures->load_max, findings->peak_load);
  assert_close (figures->hops_mean, findings->hops_mean);
}

static guint
count_cables (const DlDragonfly *net)
{
  g_autoptr (GHashTable) blue = g_hash_table_new (NULL, NULL);
  guint n = 0;

  for (guint link = 0; link < net->n_links; link++)
    {
      const guint from = net->router[net->link_from[link]].group;
      const guint to = net->router[net->link_to[link]].group;

      if (net->link_state[link] != DL_LINK_UP || net->link_from[link] > net->link_to[link])
        continue;
      if (net->link_class[link] == DL_LINK_BLUE)
        g_hash_table_add (blue,
                          GUINT_TO_POINTER (1 + (from * 64 + to) * 64 + net->link_cable[link]));
      else
        n++;
    }
  return n + g_hash_table_size (blue);
}

static void
test_by_hand (void)
{
  for (guint seed = 0; seed < 30; seed++)
    {
      g_autoptr (DlScenario) scenario = draw_scenario (seed);
      g_autoptr (DlCritical) critical = search (scenario, 1 + seed % 3);
      const DlFindings now = find (scenario);
      const DlDragonfly *net = critical->net.shape;

      g_test_message ("seed %u: %u cables, %u analyses", seed, critical->n_cables,
                      critical->n_analyses);
      g_assert_cmpuint (critical->n_evaluated, ==, critical->n_cables);
      g_assert_cmpuint (critical->n_cables, ==, count_cables (net));
      check_figures (&critical->base, &now);
      for (guint i = 0; i < critical->n_cables; i++)
        {
          const DlCriticalCable *cable = &critical->cables[i];
          const DlFindings findings = find_without (scenario, net, cable->link);

          check_figures (&cable->figures, &findings);
          g_assert_cmpint (cable->undelivered_more, ==,
                           (gint64) findings.unreachable_pairs - (gint64) now.unreachable_pairs);
          g_assert_true (dl_critical_find (critical, cable->link) == cable);
          g_assert_true (dl_critical_find (critical, net->link_back[cable->link]) == cable);
          if (i > 0)
            g_assert_cmpuint (cable->rank, >=, critical->cables[i - 1].rank);
        }
    }
}

/* Links side by side are looked at once, where no hash tells them apart. */
static void
test_twins (void)
{
  g_autoptr (DlScenario) scenario = draw_scenario (1);
  g_autoptr (DlCritical) alike = search (scenario, 1);

  g_assert_cmpuint (alike->n_analyses, <, alike->n_cables);
  set_key (scenario, "dragonfly.routing", "min-hash");
  set_key (scenario, "traffic.pattern", "random-permutation");
  g_autoptr (DlCritical) hashed = search (scenario, 1);
  g_assert_cmpuint (hashed->n_analyses, ==, hashed->n_cables);
}

/* The result is that of one thread, in every digit. */
static void
test_threads (void)
{
  g_autoptr (DlScenario) scenario = draw_scenario (3);
  g_autoptr (DlCritical) one = search (scenario, 1);
  g_autoptr (DlCritical) four = search (scenario, 4);

  g_assert_cmpuint (one->n_cables, ==, four->n_cables);
  for (guint i = 0; i < one->n_cables; i++)
    {
      g_assert_cmpuint (one->cables[i].number, ==, four->cables[i].number);
      g_assert_cmpuint (one->cables[i].rank, ==, four->cables[i].rank);
      g_assert_cmpfloat (one->cables[i].severity, ==, four->cables[i].severity);
      g_assert_cmpfloat (one->cables[i].figures.bound_load, ==, four->cables[i].figures.bound_load);
    }
}

/* All links of a cable have its severity, broken ones none. */
static void
test_values (void)
{
  g_autoptr (DlScenario) scenario = draw_scenario (14);
  g_autoptr (DlCritical) critical = search (scenario, 2);
  const DlDragonfly *net = critical->net.shape;
  g_autofree float *values = g_new (float, net->n_links);

  dl_critical_values (critical, values);
  for (guint link = 0; link < net->n_links; link++)
    if (net->link_state[link] != DL_LINK_UP)
      g_assert_true (isnan (values[link]));
    else
      g_assert_cmpfloat (values[link], ==, (float) dl_critical_find (critical, link)->severity);
}

typedef struct
{
  GCancellable *cancellable;
  guint n_known; /* when there was a partial result last */
} Follower;

static void
on_progress (double fraction, gpointer data)
{
  if (fraction > 0.3)
    g_cancellable_cancel (((Follower *) data)->cancellable);
}

static void
on_partial (DlCritical *partial, gpointer data)
{
  ((Follower *) data)->n_known = partial->n_evaluated;
}

/* Results known before a cancel stay. */
static void
test_cancel (void)
{
  g_autoptr (DlScenario) scenario = draw_scenario (2);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  Follower follower = { cancellable, 0 };
  const DlCriticalOptions options = {
    .n_threads = 1,
    .progress = on_progress,
    .progress_data = &follower,
    .partial = on_partial,
    .partial_data = &follower,
  };

  g_assert_null (scenario->family->critical (scenario, options, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (follower.n_known, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dragonfly-critical/by-hand", test_by_hand);
  g_test_add_func ("/dragonfly-critical/twins", test_twins);
  g_test_add_func ("/dragonfly-critical/threads", test_threads);
  g_test_add_func ("/dragonfly-critical/values", test_values);
  g_test_add_func ("/dragonfly-critical/cancel", test_cancel);
  return g_test_run ();
}
