/* Routes of dragonflies explained: what each hop's words say is checked against the network, and
 * what was passed over against a count of all links. */
#include "dl-dragonfly-explain.h"
#include "dl-dragonfly-name.h"
#include "dl-dragonfly-rejected.h"
#include "dl-rng.h"
#include "dragonfly-fixture.h"

#include <string.h>

typedef struct
{
  guint hops, legs[DL_N_LEGS], rules[DL_N_DRAGONFLY_RULES], passed[DL_N_PASSED], lost;
} Seen;

static DlDragonflyLoad
random_load (guint link, gpointer data)
{
  const guint64 *seed = data;

  return (DlDragonflyLoad) { dl_rng_pick (dl_rng_mix (*seed, link), 30), 0, 1 };
}

/* The words of hop @i, made from the network and the steps alone. */
static void
check_words (const DlDragonflyTrip *trip, guint i)
{
  static const char *const leg_starts[DL_N_LEGS] = {
    "towards the destination",   "up to the root ",     "down from the root",
    "around damage, first to",   "on after the detour", "around damage, up to ",
    "down from the third group",
  };
  const DlDragonfly *net = trip->routes->dragonfly;
  const DlDragonflyStep *step = &trip->route.steps[i];
  const DlRouterAt from = net->router[net->link_from[step->link]],
                   to = net->router[net->link_to[step->link]];
  g_autofree char *port = dl_dragonfly_trip_port (trip, i);
  g_autofree char *rule = dl_dragonfly_trip_rule (trip, i);
  g_autofree char *leg = dl_dragonfly_trip_leg (trip, i);
  g_autofree char *vc = dl_dragonfly_trip_vc_rule (trip, i);
  g_autofree char *expected = NULL;
  g_autofree char *expected_port = g_strdup_printf (
      "%s to %u.%u.%u#%u", dl_link_class_name (net->link_class[step->link]),
      net->group_name[to.group], to.chassis, to.blade, net->link_parallel[step->link]);
  g_autofree char *expected_vc = NULL;
  guint blue = 0, roots = 0;

  g_assert_cmpstr (port, ==, expected_port);
  if (from.group != to.group)
    expected = g_strdup_printf (trip->rules[i] == DL_DRAGONFLY_BLUE_DAMAGE
                                    ? "another blue link to group %u, because of damage"
                                    : "the one blue hop, to group %u",
                                net->group_name[to.group]);
  else if (from.blade == to.blade)
    expected = g_strdup_printf ("black, to chassis %u", to.chassis);
  else
    expected
        = g_strdup_printf (net->shape == DL_DRAGONFLY_ARIES ? "green first, to blade %u"
                                                            : "green, to router %u of the group",
                           to.blade);
  g_assert_cmpstr (rule, ==, expected);

  g_assert_true (g_str_has_prefix (leg, leg_starts[trip->legs[i]]));
  if (step->root != DL_NO_NODE)
    {
      g_autofree char *root = dl_dragonfly_router_to_string (net, step->root);
      g_assert_nonnull (strstr (leg, root));
    }
  else
    g_assert_true (trip->legs[i] == DL_LEG_MINIMAL || trip->legs[i] == DL_LEG_DOWN
                   || trip->legs[i] == DL_LEG_DETOUR_DOWN || trip->legs[i] == DL_LEG_THIRD_DOWN);
  for (guint j = 0; j < i; j++)
    {
      blue += net->link_class[trip->route.steps[j].link] == DL_LINK_BLUE;
      roots += net->link_to[trip->route.steps[j].link] == trip->route.steps[j].root;
    }
  expected_vc = g_strdup_printf ("blue links crossed: %u, roots passed: %u; a response takes VC%u",
                                 blue, roots, blue + roots + 4);
  g_assert_cmpstr (vc, ==, expected_vc);
  g_assert_cmpuint (step->vc, ==, blue + roots);
}

/* The limits of section 3, by what the legs say. */
static void
check_limits (const DlDragonflyTrip *trip)
{
  const DlDragonfly *net = trip->routes->dragonfly;
  guint in_leg[DL_N_LINK_CLASSES] = { 0 }, groups_blue = 0;
  gboolean damage = FALSE;
  DlLinkClass last = DL_LINK_BLUE;

  for (guint i = 0; i < trip->route.n_steps; i++)
    {
      const DlLinkClass class = net->link_class[trip->route.steps[i].link];

      /* At most a green and then a black hop, in each group and before and after each root. */
      if (i == 0 || last == DL_LINK_BLUE || trip->leg_from[i] != trip->leg_from[i - 1])
        in_leg[DL_LINK_GREEN] = in_leg[DL_LINK_BLACK] = 0;
      g_assert_cmpuint (++in_leg[class], <=, class == DL_LINK_BLUE ? 2 : 1);
      if (class == DL_LINK_GREEN)
        g_assert_cmpuint (in_leg[DL_LINK_BLACK], ==, 0);
      groups_blue += class == DL_LINK_BLUE;
      damage |= trip->legs[i] >= DL_LEG_DETOUR_UP;
      last = class;
    }
  if (!trip->route.delivered || damage)
    return;
  if (net->router[trip->source].group == net->router[trip->dest].group)
    {
      g_assert_cmpuint (groups_blue, ==, 0);
      g_assert_cmpuint (trip->route.n_steps, <=,
                        dl_dragonfly_trip_root (trip) == DL_NO_NODE ? 2 : 4);
    }
  else
    {
      const guint root = dl_dragonfly_trip_root (trip);
      const gboolean third = root != DL_NO_NODE
                             && net->router[root].group != net->router[trip->source].group
                             && net->router[root].group != net->router[trip->dest].group;

      g_assert_cmpuint (groups_blue, ==, third ? 2 : 1);
      g_assert_cmpuint (trip->route.n_steps, <=,
                        dl_dragonfly_trip_root (trip) == DL_NO_NODE ? 5 : 10);
    }
}

/* @passed of kind @why: links, or roots. */
static guint
count_of (const DlDragonflyRejected *passed, guint n, DlDragonflyPassed why)
{
  guint count = 0;

  for (guint i = 0; i < n; i++)
    if (passed[i].why == why)
      count += passed[i].n;
  return count;
}

/* What was passed over before hop @i. */
static void
check_passed (const DlDragonflyTrip *trip, guint i, Seen *seen)
{
  const DlDragonfly *net = trip->routes->dragonfly;
  DlDragonflyRejected passed[DL_DRAGONFLY_MAX_REJECTED];
  const guint n = dl_dragonfly_trip_passed (trip, i, passed);
  g_autofree char *text = dl_dragonfly_trip_rejected (trip, i);

  g_assert_cmpint (*text != '\0', ==, n > 0);
  for (guint j = 0; j < n; j++)
    {
      seen->passed[passed[j].why] += passed[j].n;
      if (passed[j].why == DL_PASSED_UNFIT)
        continue;
      g_assert_cmpuint (passed[j].link, <, net->n_links);
      if (passed[j].why == DL_PASSED_BROKEN)
        g_assert_cmpint (net->link_state[passed[j].link], ==, DL_LINK_BROKEN);
      else if (passed[j].why != DL_PASSED_LONGER && passed[j].why != DL_PASSED_FARTHER)
        g_assert_cmpint (net->link_state[passed[j].link], ==, DL_LINK_UP);
      if (passed[j].why == DL_PASSED_CUT_OFF || passed[j].why == DL_PASSED_LONGER
          || passed[j].why == DL_PASSED_FARTHER)
        g_assert_cmpint (net->link_class[passed[j].link], ==, DL_LINK_BLUE);
    }
  if (i < trip->route.n_steps)
    g_assert_cmpuint (count_of (passed, n, DL_PASSED_HEAVIER)
                          + count_of (passed, n, DL_PASSED_LATER),
                      ==, trip->choices[i].candidates.n - 1);
}

/* Where a plain leg between groups begins, every blue link between them is one of those that it may
 * take, or passed over. */
static void
check_all_told (const DlDragonflyTrip *trip, guint i)
{
  const DlDragonflyRoutes *routes = trip->routes;
  const DlDragonfly *net = routes->dragonfly;
  const guint from = trip->leg_from[i], to = trip->leg_to[i];
  const guint a = net->router[from].group, b = net->router[to].group;
  DlDragonflyRejected passed[DL_DRAGONFLY_MAX_REJECTED];
  g_autofree guint64 *set = g_new0 (guint64, routes->words);
  guint n, n_runs, all = 0, open = 0, beside = 0;
  const DlBlueRun *runs = dl_dragonfly_blue_runs (routes, a, b, &n_runs);

  if (a == b || (i > 0 && trip->leg_from[i - 1] == from) || trip->legs[i] == DL_LEG_THIRD_UP
      || dl_dragonfly_blue (routes, from, to, set) == DL_DRAGONFLY_FAR)
    return;
  n = dl_dragonfly_trip_passed (trip, i, passed);
  for (guint link = 0; link < net->n_links; link++)
    all += net->router[net->link_from[link]].group == a
           && net->router[net->link_to[link]].group == b;
  for (guint run = 0; run < n_runs; run++)
    if (set[run / 64] >> run % 64 & 1)
      open += runs[run].links.up;
  if (net->link_class[trip->route.steps[i].link] != DL_LINK_BLUE)
    for (guint link = 0; link < net->n_links; link++)
      beside += net->link_from[link] == net->link_from[trip->route.steps[i].link]
                && net->link_to[link] == net->link_to[trip->route.steps[i].link]
                && net->link_state[link] == DL_LINK_BROKEN;
  g_assert_cmpuint (count_of (passed, n, DL_PASSED_BROKEN) + count_of (passed, n, DL_PASSED_CUT_OFF)
                        + count_of (passed, n, DL_PASSED_LONGER)
                        + count_of (passed, n, DL_PASSED_FARTHER) - beside,
                    ==, all - open);
}

/* Hops before the first blue link. */
static guint
near_hops (const DlDragonflyRoute *route, const DlDragonfly *net)
{
  guint n = 0;

  while (n < route->n_steps && net->link_class[route->steps[n].link] != DL_LINK_BLUE)
    n++;
  return n;
}

/* Plain minimal routes say that damage made them longer, in what their rule counts, where it did.
 * @twin: without damage. */
static void
check_damage (const DlDragonflyTrip *trip, const DlDragonflyRoutes *twin)
{
  gboolean minimal = trip->route.n_steps > 0, says = FALSE;

  for (guint i = 0; i < trip->route.n_steps; i++)
    {
      minimal &= trip->legs[i] == DL_LEG_MINIMAL;
      says |= trip->rules[i] == DL_DRAGONFLY_BLUE_DAMAGE;
    }
  if (!minimal)
    return;
  if (g_str_equal (twin->minimal->id, "shortest"))
    g_assert_cmpint (says, ==,
                     trip->route.n_steps > dl_dragonfly_cost (twin, trip->source, trip->dest));
  else if (g_str_equal (twin->minimal->id, "direct"))
    g_assert_false (says);
  else if (dl_dragonfly_group (twin, trip->source) != dl_dragonfly_group (twin, trip->dest))
    {
      DlDragonflyRoute healthy;

      dl_dragonfly_walk (twin, trip->source, trip->dest, FALSE, 0, &healthy);
      g_assert_cmpint (says, ==,
                       near_hops (&trip->route, twin->dragonfly)
                           > near_hops (&healthy, twin->dragonfly));
    }
}

static void
check_trip (const DlDragonflyTrip *trip, guint64 hash, const DlDragonflyRoutes *twin, Seen *seen)
{
  const DlDragonflyRoutes *routes = trip->routes;
  const DlDragonfly *net = routes->dragonfly;
  g_autofree char *line = dl_dragonfly_trip_to_line (trip);
  g_autofree char *summary = dl_dragonfly_trip_summary (trip);
  g_autofree char *text = dl_dragonfly_trip_to_text (trip);
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  guint at = trip->source;
  DlDragonflyRoute route;

  g_assert_cmpint (trip->route.delivered, ==, strstr (summary, "unreachable") == NULL);
  g_assert_cmpuint (g_strv_length (words), ==, trip->route.n_steps);
  for (guint i = 0; i < trip->route.n_steps; i++)
    {
      const DlDragonflyStep *step = &trip->route.steps[i];
      g_autofree char *word
          = g_strdup_printf ("%s.%u", dl_link_class_name (net->link_class[step->link]), step->vc);

      g_assert_cmpstr (words[i], ==, word);
      g_assert_cmpuint (dl_dragonfly_trip_router (trip, i), ==, at);
      g_assert_cmpuint (net->link_from[step->link], ==, at);
      g_assert_cmpint (net->link_state[step->link], ==, DL_LINK_UP);
      g_assert_cmpuint (trip->choices[i].router, ==, at);
      if (trip->route.delivered)
        {
          const DlDragonflyChoice *choice = &trip->choices[i];
          const guint left = trip->route.n_steps - i;

          g_assert_cmpuint (choice->fewest[choice->winner], <=, left);
          g_assert_cmpuint (choice->hops[choice->winner], >=, left);
          if (g_str_equal (routes->minimal->id, "shortest"))
            g_assert_cmpuint (choice->fewest[choice->winner], ==, left);
        }
      check_words (trip, i);
      check_passed (trip, i, seen);
      check_all_told (trip, i);
      seen->legs[trip->legs[i]]++;
      seen->rules[trip->rules[i]]++;
      seen->hops++;
      at = net->link_to[step->link];
    }
  g_assert_true (at == trip->dest || !trip->route.delivered);
  /* Whether there is a way does not depend on the mode. */
  dl_dragonfly_walk (routes, trip->source, trip->dest, FALSE, 0, &route);
  g_assert_cmpint (route.delivered, ==, trip->route.delivered);
  if (!trip->mode->by_load)
    {
      dl_dragonfly_walk (routes, trip->source, trip->dest, trip->mode->nonminimal > 0, hash,
                         &route);
      g_assert_cmpuint (route.n_steps, ==, trip->route.n_steps);
      for (guint i = 0; i < route.n_steps; i++)
        g_assert_cmpuint (route.steps[i].link, ==, trip->route.steps[i].link);
    }
  check_limits (trip);
  check_damage (trip, twin);
  if (!trip->route.delivered)
    {
      seen->lost++;
      check_passed (trip, trip->route.n_steps, seen);
    }
}

static void
check_network (guint64 seed, guint damage, Seen *seen)
{
  g_autoptr (DlDragonfly) net = fixture_random (seed, damage, NULL);
  g_autoptr (DlDragonfly) whole = fixture_random (seed, 0, NULL);
  guint n_modes, n_minimals;
  const DlDragonflyMinimal *const *minimals = dl_dragonfly_minimals (&n_minimals);
  const DlDragonflyMinimal *minimal = minimals[seed % n_minimals];
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, minimal);
  g_autoptr (DlDragonflyRoutes) twin = dl_dragonfly_routes_new (whole, minimal);
  const DlDragonflyMode *const *modes = dl_dragonfly_modes (&n_modes);
  DlRng rng;

  dl_rng_init (&rng, seed);
  for (guint i = 0; i < 150; i++)
    {
      const DlDragonflyMode *mode = modes[dl_rng_below (&rng, n_modes)];
      const guint64 hash = dl_rng_next (&rng);
      const guint source = dl_rng_below (&rng, net->n_routers);
      const guint dest = dl_rng_below (&rng, net->n_routers);
      guint64 load_seed = i;
      DlDragonflyTrip trip;

      dl_dragonfly_trip_take (&trip, routes, mode, source, dest, hash,
                              i % 3 > 0 ? random_load : NULL, &load_seed);
      if (damage == 0)
        g_assert_true (trip.route.delivered);
      check_trip (&trip, hash, twin, seen);
    }
}

static void
test_healthy (void)
{
  Seen seen = { 0 };

  for (guint64 seed = 0; seed < 60; seed++)
    check_network (seed, 0, &seen);
  for (guint leg = DL_LEG_DETOUR_UP; leg < DL_N_LEGS; leg++)
    g_assert_cmpuint (seen.legs[leg], ==, 0);
  g_assert_cmpuint (seen.rules[DL_DRAGONFLY_BLUE_DAMAGE], ==, 0);
  g_assert_cmpuint (seen.passed[DL_PASSED_BROKEN] + seen.passed[DL_PASSED_CUT_OFF]
                        + seen.passed[DL_PASSED_UNFIT],
                    ==, 0);
  g_assert_cmpuint (seen.lost, ==, 0);
}

/* Everything that can happen does. */
static void
test_damaged (void)
{
  Seen seen = { 0 };

  for (guint64 seed = 0; seed < 240; seed++)
    check_network (seed, 1 + seed % 12, &seen);
  g_test_message ("%u hops: legs %u %u %u %u %u %u %u, passed over %u %u %u %u %u %u, %u lost",
                  seen.hops, seen.legs[0], seen.legs[1], seen.legs[2], seen.legs[3], seen.legs[4],
                  seen.legs[5], seen.legs[6], seen.passed[0], seen.passed[1], seen.passed[2],
                  seen.passed[3], seen.passed[4], seen.passed[5], seen.lost);
  for (guint leg = 0; leg < DL_N_LEGS; leg++)
    g_assert_cmpuint (seen.legs[leg], >, 20);
  for (guint rule = 0; rule < DL_N_DRAGONFLY_RULES; rule++)
    g_assert_cmpuint (seen.rules[rule], >, 20);
  for (guint why = 0; why < DL_N_PASSED; why++)
    g_assert_cmpuint (seen.passed[why], >, 20);
  g_assert_cmpuint (seen.lost, >, 20);
}

/* By hand: one group of 2 chassis and 3 blades, the green link 0.0.0-0.0.1 broken. From 0.0.0 to
 * 0.1.1 green first does not go, so black first: to 0.1.0, a root, then green. */
static void
test_black_first (void)
{
  DlDragonflySpec spec;
  DlDragonflyLinkAt broken;
  g_autoptr (DlDragonfly) net = NULL;
  g_autoptr (DlDragonflyRoutes) routes = NULL;
  g_autofree char *line = NULL;
  g_autofree char *leg = NULL;
  g_autofree char *rejected = NULL;
  g_autofree char *reason = NULL;
  g_autofree char *summary = NULL;
  g_autofree char *text = NULL;
  DlDragonflyTrip trip;

  dl_dragonfly_spec_init (&spec);
  spec.groups = 1;
  spec.chassis = 2;
  spec.blades = 3;
  g_assert_true (dl_dragonfly_link_at_parse ("0.0.0-0.0.1#0", &broken));
  g_array_append_val (spec.broken_links, broken);
  net = dl_dragonfly_new (&spec, NULL);
  routes = dl_dragonfly_routes_new (net, NULL);
  dl_dragonfly_trip_take (&trip, routes, dl_dragonfly_mode_find ("min-hash"), 0, 4, 1, NULL, NULL);
  line = dl_dragonfly_trip_to_line (&trip);
  g_assert_cmpstr (line, ==, "black.0 green.1");
  leg = dl_dragonfly_trip_leg (&trip, 0);
  g_assert_cmpstr (leg, ==, "around damage, first to 0.1.0");
  rejected = dl_dragonfly_trip_rejected (&trip, 0);
  g_assert_cmpstr (rejected, ==, "not 0.0.0-0.0.1#0: broken (Cascade paper 5)");
  reason = dl_dragonfly_trip_reason (&trip);
  g_assert_null (reason);
  summary = dl_dragonfly_trip_summary (&trip);
  g_assert_cmpstr (summary, ==, "2 hops, 0 blue, up to VC1, minimal, around damage, delivered");
  g_assert_cmpstr (dl_dragonfly_trip_section (&trip, 0), ==, "Cascade paper 5, assumed");
  text = dl_dragonfly_trip_to_text (&trip);
  g_assert_true (g_str_has_prefix (text, "black.0 green.1\n0.0.0  black to 0.1.0#"));
  dl_dragonfly_spec_clear (&spec);
}

/* By hand: the choice, whose loads are given. */
static DlDragonflyLoad
blue_load (guint link, gpointer data)
{
  const DlDragonfly *net = data;

  return net->link_class[link] == DL_LINK_BLUE ? (DlDragonflyLoad) { 10, 20, 3.5 }
                                               : (DlDragonflyLoad) { 1, 0, 0 };
}

static void
test_choice_words (void)
{
  g_autoptr (DlDragonfly) net = fixture_cascade (4, 1);
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
  g_autofree char *summary = NULL;
  g_autofree char *text = NULL;
  DlDragonflyChoice choice;

  /* Router 0 has two blue links to group 1, in its only cable, and nothing else to choose from. */
  dl_dragonfly_choose (routes, dl_dragonfly_mode_find ("adaptive-3"), 0,
                       net->link_to[net->first_link[1] - 1], 7, blue_load, net, &choice);
  g_assert_cmpuint (choice.candidates.n, ==, 4);
  summary = dl_dragonfly_choice_summary (&choice);
  g_assert_cmpstr (summary, ==,
                   "the lightest of 4 candidates wins; a non-minimal one counts 4 times its load "
                   "and 64 flits");
  text = dl_dragonfly_choice_to_text (&choice, routes);
  g_assert_nonnull (strstr (text, "first link"));
  g_assert_nonnull (strstr (text, "33.5"));
  g_assert_nonnull (strstr (text, "68"));
  g_assert_cmpstr (dl_dragonfly_choice_why (&choice, 0), ==, "the first of the lightest");
  g_assert_cmpstr (dl_dragonfly_choice_why (&choice, 1), ==, "as light, but drawn later");
  g_assert_cmpstr (dl_dragonfly_choice_why (&choice, 2), ==, "heavier");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dragonfly-explain/healthy", test_healthy);
  g_test_add_func ("/dragonfly-explain/damaged", test_damaged);
  g_test_add_func ("/dragonfly-explain/black-first", test_black_first);
  g_test_add_func ("/dragonfly-explain/choice-words", test_choice_words);
  return g_test_run ();
}
