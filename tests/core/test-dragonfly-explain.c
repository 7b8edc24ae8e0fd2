/* Routes of dragonflies explained: what each hop's words say is checked against the network, and
 * what was passed over against a count of all links. */
#include "dl-dragonfly-explain.h"
#include "dl-dragonfly-name.h"
#include "dl-rng.h"
#include "dragonfly-fixture.h"

#include <string.h>

typedef struct
{
  guint hops, phases[DL_N_PHASES], rules[DL_N_DRAGONFLY_RULES], passed[DL_N_PASSED], lost;
} Seen;

static DlDragonflyLoad
random_load (guint link, gpointer data)
{
  const guint64 *seed = data;

  return (DlDragonflyLoad) { dl_rng_pick (dl_rng_mix (*seed, link), 30), 0, 1 };
}

/* The words of hop @i, made from the network and the steps alone. */
static void
check_words (const DlDragonflyTraced *traced, guint i)
{
  static const char *const leg_starts[DL_N_PHASES] = {
    "toward the destination",    "up to the root ",  "down from the root",
    "around a fault, first to",  "after the detour", "around a fault, up to ",
    "down from the third group",
  };
  const DlDragonfly *net = traced->routes->dragonfly;
  const DlDragonflyStep *step = &traced->route.steps[i];
  const DlRouterAt from = net->router[net->link_from[step->link]],
                   to = net->router[net->link_to[step->link]];
  g_autofree char *port = dl_dragonfly_traced_port (traced, i);
  g_autofree char *rule = dl_dragonfly_traced_rule (traced, i);
  g_autofree char *phase = dl_dragonfly_traced_phase (traced, i);
  g_autofree char *vc = dl_dragonfly_traced_vc_rule (traced, i);
  g_autofree char *expected = NULL;
  g_autofree char *expected_port = g_strdup_printf (
      "%s to %u.%u.%u#%u", dl_link_class_name (net->link_class[step->link]),
      net->group_name[to.group], to.chassis, to.blade, net->link_parallel[step->link]);
  g_autofree char *expected_vc = NULL;
  guint blue = 0, roots = 0;

  g_assert_cmpstr (port, ==, expected_port);
  if (from.group != to.group)
    expected = g_strdup_printf (traced->rules[i] == DL_DRAGONFLY_BLUE_DAMAGE
                                    ? "a second blue link, to group %u, because of a fault"
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

  g_assert_true (g_str_has_prefix (phase, leg_starts[traced->phases[i]]));
  if (step->root != DL_NO_NODE)
    {
      g_autofree char *root = dl_dragonfly_router_to_string (net, step->root);
      g_assert_nonnull (strstr (phase, root));
    }
  else
    g_assert_true (traced->phases[i] == DL_PHASE_MINIMAL || traced->phases[i] == DL_PHASE_DOWN
                   || traced->phases[i] == DL_PHASE_DETOUR_DOWN
                   || traced->phases[i] == DL_PHASE_THIRD_DOWN);
  for (guint j = 0; j < i; j++)
    {
      blue += net->link_class[traced->route.steps[j].link] == DL_LINK_BLUE;
      roots += net->link_to[traced->route.steps[j].link] == traced->route.steps[j].root;
    }
  expected_vc = g_strdup_printf ("blue links crossed: %u, roots passed: %u; a response takes VC%u",
                                 blue, roots, blue + roots + 4);
  g_assert_cmpstr (vc, ==, expected_vc);
  g_assert_cmpuint (step->vc, ==, blue + roots);
}

/* The limits of section 3, by what the phases say. */
static void
check_limits (const DlDragonflyTraced *traced)
{
  const DlDragonfly *net = traced->routes->dragonfly;
  guint in_leg[DL_N_LINK_CLASSES] = { 0 }, groups_blue = 0;
  gboolean damage = FALSE;
  DlLinkClass last = DL_LINK_BLUE;

  for (guint i = 0; i < traced->route.n_steps; i++)
    {
      const DlLinkClass class = net->link_class[traced->route.steps[i].link];

      /* At most a green and then a black hop, in each group and before and after each root. */
      if (i == 0 || last == DL_LINK_BLUE || traced->phase_from[i] != traced->phase_from[i - 1])
        in_leg[DL_LINK_GREEN] = in_leg[DL_LINK_BLACK] = 0;
      g_assert_cmpuint (++in_leg[class], <=, class == DL_LINK_BLUE ? 2 : 1);
      if (class == DL_LINK_GREEN)
        g_assert_cmpuint (in_leg[DL_LINK_BLACK], ==, 0);
      groups_blue += class == DL_LINK_BLUE;
      damage |= traced->phases[i] >= DL_PHASE_DETOUR_UP;
      last = class;
    }
  if (!traced->route.delivered || damage)
    return;
  if (net->router[traced->source].group == net->router[traced->dest].group)
    {
      g_assert_cmpuint (groups_blue, ==, 0);
      g_assert_cmpuint (traced->route.n_steps, <=,
                        dl_dragonfly_traced_root (traced) == DL_NO_NODE ? 2 : 4);
    }
  else
    {
      const guint root = dl_dragonfly_traced_root (traced);
      const gboolean third = root != DL_NO_NODE
                             && net->router[root].group != net->router[traced->source].group
                             && net->router[root].group != net->router[traced->dest].group;

      g_assert_cmpuint (groups_blue, ==, third ? 2 : 1);
      g_assert_cmpuint (traced->route.n_steps, <=,
                        dl_dragonfly_traced_root (traced) == DL_NO_NODE ? 5 : 10);
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

/* Choices rejected before hop @i. */
static void
check_passed (const DlDragonflyTraced *traced, guint i, Seen *seen)
{
  const DlDragonfly *net = traced->routes->dragonfly;
  DlDragonflyRejected passed[DL_DRAGONFLY_MAX_REJECTED];
  const guint n = dl_dragonfly_traced_passed (traced, i, passed);
  g_autofree char *text = dl_dragonfly_traced_rejected (traced, i);

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
  if (i < traced->route.n_steps)
    g_assert_cmpuint (count_of (passed, n, DL_PASSED_HEAVIER)
                          + count_of (passed, n, DL_PASSED_LATER),
                      ==, traced->choices[i].candidates.n - 1);
}

/* Where a plain phase between groups begins, every blue link between them is one of those that it
 * may take, or passed over. */
static void
check_all_told (const DlDragonflyTraced *traced, guint i)
{
  const DlDragonflyRoutes *routes = traced->routes;
  const DlDragonfly *net = routes->dragonfly;
  const guint from = traced->phase_from[i], to = traced->phase_to[i];
  const guint a = net->router[from].group, b = net->router[to].group;
  DlDragonflyRejected passed[DL_DRAGONFLY_MAX_REJECTED];
  g_autofree guint64 *set = g_new0 (guint64, routes->words);
  guint n, n_runs, all = 0, open = 0, beside = 0;
  const DlBlueBundle *bundles = dl_dragonfly_blue_bundles (routes, a, b, &n_runs);

  if (a == b || (i > 0 && traced->phase_from[i - 1] == from)
      || traced->phases[i] == DL_PHASE_THIRD_UP
      || dl_dragonfly_blue (routes, from, to, set) == DL_DRAGONFLY_FAR)
    return;
  n = dl_dragonfly_traced_passed (traced, i, passed);
  for (guint link = 0; link < net->n_links; link++)
    all += net->router[net->link_from[link]].group == a
           && net->router[net->link_to[link]].group == b;
  for (guint run = 0; run < n_runs; run++)
    if (set[run / 64] >> run % 64 & 1)
      open += bundles[run].links.up;
  if (net->link_class[traced->route.steps[i].link] != DL_LINK_BLUE)
    for (guint link = 0; link < net->n_links; link++)
      beside += net->link_from[link] == net->link_from[traced->route.steps[i].link]
                && net->link_to[link] == net->link_to[traced->route.steps[i].link]
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
check_damage (const DlDragonflyTraced *traced, const DlDragonflyRoutes *twin)
{
  gboolean minimal = traced->route.n_steps > 0, says = FALSE;

  for (guint i = 0; i < traced->route.n_steps; i++)
    {
      minimal &= traced->phases[i] == DL_PHASE_MINIMAL;
      says |= traced->rules[i] == DL_DRAGONFLY_BLUE_DAMAGE;
    }
  if (!minimal)
    return;
  if (g_str_equal (twin->minimal->id, "shortest"))
    g_assert_cmpint (
        says, ==, traced->route.n_steps > dl_dragonfly_cost (twin, traced->source, traced->dest));
  else if (g_str_equal (twin->minimal->id, "direct"))
    g_assert_false (says);
  else if (dl_dragonfly_group (twin, traced->source) != dl_dragonfly_group (twin, traced->dest))
    {
      DlDragonflyRoute healthy;

      dl_dragonfly_walk (twin, traced->source, traced->dest, FALSE, 0, &healthy);
      g_assert_cmpint (says, ==,
                       near_hops (&traced->route, twin->dragonfly)
                           > near_hops (&healthy, twin->dragonfly));
    }
}

static void
check_trip (const DlDragonflyTraced *traced, guint64 hash, const DlDragonflyRoutes *twin,
            Seen *seen)
{
  const DlDragonflyRoutes *routes = traced->routes;
  const DlDragonfly *net = routes->dragonfly;
  g_autofree char *line = dl_dragonfly_traced_to_line (traced);
  g_autofree char *summary = dl_dragonfly_traced_summary (traced);
  g_autofree char *text = dl_dragonfly_traced_to_text (traced);
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  guint at = traced->source;
  DlDragonflyRoute route;

  g_assert_cmpint (traced->route.delivered, ==, strstr (summary, "unreachable") == NULL);
  g_assert_cmpuint (g_strv_length (words), ==, traced->route.n_steps);
  for (guint i = 0; i < traced->route.n_steps; i++)
    {
      const DlDragonflyStep *step = &traced->route.steps[i];
      g_autofree char *word
          = g_strdup_printf ("%s.%u", dl_link_class_name (net->link_class[step->link]), step->vc);

      g_assert_cmpstr (words[i], ==, word);
      g_assert_cmpuint (dl_dragonfly_traced_router (traced, i), ==, at);
      g_assert_cmpuint (net->link_from[step->link], ==, at);
      g_assert_cmpint (net->link_state[step->link], ==, DL_LINK_UP);
      g_assert_cmpuint (traced->choices[i].router, ==, at);
      if (traced->route.delivered)
        {
          const DlDragonflyChoice *choice = &traced->choices[i];
          const guint left = traced->route.n_steps - i;

          g_assert_cmpuint (choice->fewest[choice->winner], <=, left);
          g_assert_cmpuint (choice->hops[choice->winner], >=, left);
          if (g_str_equal (routes->minimal->id, "shortest"))
            g_assert_cmpuint (choice->fewest[choice->winner], ==, left);
        }
      check_words (traced, i);
      check_passed (traced, i, seen);
      check_all_told (traced, i);
      seen->phases[traced->phases[i]]++;
      seen->rules[traced->rules[i]]++;
      seen->hops++;
      at = net->link_to[step->link];
    }
  g_assert_true (at == traced->dest || !traced->route.delivered);
  /* Whether there is a way does not depend on the mode. */
  dl_dragonfly_walk (routes, traced->source, traced->dest, FALSE, 0, &route);
  g_assert_cmpint (route.delivered, ==, traced->route.delivered);
  if (!traced->mode->by_load)
    {
      dl_dragonfly_walk (routes, traced->source, traced->dest, traced->mode->nonminimal > 0, hash,
                         &route);
      g_assert_cmpuint (route.n_steps, ==, traced->route.n_steps);
      for (guint i = 0; i < route.n_steps; i++)
        g_assert_cmpuint (route.steps[i].link, ==, traced->route.steps[i].link);
    }
  check_limits (traced);
  check_damage (traced, twin);
  if (!traced->route.delivered)
    {
      seen->lost++;
      check_passed (traced, traced->route.n_steps, seen);
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
      DlDragonflyTraced traced;

      dl_dragonfly_traced_take (&traced, routes, mode, source, dest, hash,
                                i % 3 > 0 ? random_load : NULL, &load_seed);
      if (damage == 0)
        g_assert_true (traced.route.delivered);
      check_trip (&traced, hash, twin, seen);
    }
}

static void
test_healthy (void)
{
  Seen seen = { 0 };

  for (guint64 seed = 0; seed < 60; seed++)
    check_network (seed, 0, &seen);
  for (guint phase = DL_PHASE_DETOUR_UP; phase < DL_N_PHASES; phase++)
    g_assert_cmpuint (seen.phases[phase], ==, 0);
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
  g_test_message ("%u hops: phases %u %u %u %u %u %u %u, passed over %u %u %u %u %u %u, %u lost",
                  seen.hops, seen.phases[0], seen.phases[1], seen.phases[2], seen.phases[3],
                  seen.phases[4], seen.phases[5], seen.phases[6], seen.passed[0], seen.passed[1],
                  seen.passed[2], seen.passed[3], seen.passed[4], seen.passed[5], seen.lost);
  for (guint phase = 0; phase < DL_N_PHASES; phase++)
    g_assert_cmpuint (seen.phases[phase], >, 20);
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
  g_autofree char *phase = NULL;
  g_autofree char *rejected = NULL;
  g_autofree char *reason = NULL;
  g_autofree char *summary = NULL;
  g_autofree char *text = NULL;
  DlDragonflyTraced traced;

  dl_dragonfly_spec_init (&spec);
  spec.groups = 1;
  spec.chassis = 2;
  spec.blades = 3;
  g_assert_true (dl_dragonfly_link_at_parse ("0.0.0-0.0.1#0", &broken));
  g_array_append_val (spec.broken_links, broken);
  net = dl_dragonfly_new (&spec, NULL);
  routes = dl_dragonfly_routes_new (net, NULL);
  dl_dragonfly_traced_take (&traced, routes, dl_dragonfly_mode_find ("min-hash"), 0, 4, 1, NULL,
                            NULL);
  line = dl_dragonfly_traced_to_line (&traced);
  g_assert_cmpstr (line, ==, "black.0 green.1");
  phase = dl_dragonfly_traced_phase (&traced, 0);
  g_assert_cmpstr (phase, ==, "around a fault, first to 0.1.0");
  rejected = dl_dragonfly_traced_rejected (&traced, 0);
  g_assert_cmpstr (rejected, ==, "rejected 0.0.0-0.0.1#0: broken (Cascade paper 5)");
  reason = dl_dragonfly_traced_reason (&traced);
  g_assert_null (reason);
  summary = dl_dragonfly_traced_summary (&traced);
  g_assert_cmpstr (summary, ==, "2 hops, 0 blue, up to VC1, minimal, around a fault, delivered");
  g_assert_cmpstr (dl_dragonfly_traced_section (&traced, 0), ==, "Cascade paper 5, assumed");
  text = dl_dragonfly_traced_to_text (&traced);
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
                   "the candidate with the lowest load of 4 wins; a non-minimal candidate counts 4 "
                   "times its load plus 64 flits");
  text = dl_dragonfly_choice_to_text (&choice, routes);
  g_assert_nonnull (strstr (text, "first link"));
  g_assert_nonnull (strstr (text, "33.5"));
  g_assert_nonnull (strstr (text, "68"));
  g_assert_cmpstr (dl_dragonfly_choice_why (&choice, 0), ==,
                   "first candidate with the lowest "
                   "load");
  g_assert_cmpstr (dl_dragonfly_choice_why (&choice, 1), ==, "equal load, but drawn later");
  g_assert_cmpstr (dl_dragonfly_choice_why (&choice, 2), ==, "higher load");
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
