/* Each family's texts on its places, in random networks of it with random faults: their names lead
 * back to them, what breaks there comes back, and routes are explained as they are walked. */
#include "dl-break.h"
#include "dl-evaluate.h"
#include "dl-rng.h"
#include "test-scenario-random.h"

#include <string.h>

#define N_ROUNDS 40

static const char *const presets[] = { "torus-5x5x5", "mesh-4x4", "cascade-2", "generic-33" };

/* A preset, or the default scenario of the family of that name. */
static DlScenario *
scenario_of (const char *name)
{
  DlScenario *scenario;

  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    if (g_str_equal (presets[i], name))
      return dl_preset_new_scenario (name);
  scenario = dl_scenario_new ();
  g_assert_true (dl_field_set (dl_field_find_name ("scenario.kind"), scenario, name, NULL));
  return scenario;
}

static guint
count_of (const DlNet *net, DlPlaceKind kind)
{
  return kind == DL_PLACE_NODE     ? net->graph->n_nodes
         : kind == DL_PLACE_ROUTER ? net->graph->n_routers
         : kind == DL_PLACE_LINK   ? net->graph->n_links
                                   : net->n_groups;
}

/* A random place of a kind that the network has. */
static DlPlace
random_place (const DlNet *net, DlRng *rng)
{
  DlPlace place;

  do
    {
      place.kind = DL_PLACE_NODE + dl_rng_below (rng, DL_PLACE_PAIR - DL_PLACE_NODE + 1);
      place.a = dl_rng_below (rng, MAX (1, count_of (net, place.kind)));
      place.b = place.kind == DL_PLACE_PAIR ? dl_rng_below (rng, MAX (1, net->n_groups)) : 0;
    }
  while (!dl_net_has_place (net, place));
  return place;
}

/* One of a network that @scenario gets by breaking what is at some places. */
static DlScenario *
random_faults (const char *preset, DlRng *rng)
{
  DlScenario *scenario = scenario_of (preset);
  const DlFamily *family = scenario->family;

  for (guint i = dl_rng_below (rng, 5); i > 0; i--)
    {
      const gpointer shape = family->build (scenario, NULL);
      g_autofree char *label = NULL;
      DlNet net;

      net = *dl_shape_net (shape);
      g_autoptr (GPtrArray) edits = dl_break_toggle (scenario, shape, random_place (&net, rng),
                                                     dl_rng_below (rng, 2), &label);
      g_assert_cmpint (edits->len > 0, ==, label != NULL);
      if (edits->len > 0)
        g_assert_true (dl_scenario_apply (scenario, edits, NULL, NULL, NULL));
      dl_shared_unref (shape);
    }
  return scenario;
}

/* Is @place, or what it is of, as it works in @net? */
static gboolean
is_up (const DlFamily *family, const DlNet *net, DlPlace place)
{
  const DlSites sites = family->sites (net->shape);

  return place.kind == DL_PLACE_LINK     ? net->graph->link_state[place.a] == DL_LINK_UP
         : place.kind == DL_PLACE_ROUTER ? net->graph->router_up[place.a]
                                         : sites.is_up (sites.network, place.a);
}

/* A step does what its label says: @place breaks or works again, and nothing does the opposite.
 * Only @place and its parts change among routers and nodes, unless @more was asked for (a
 * dragonfly's chassis of the router). */
static void
check_change (const DlFamily *family, const DlNet *net, const DlNet *after, DlPlace place,
              gboolean more, gboolean broke)
{
  const DlPlace router = dl_shape_router_at (net->shape, place);
  const DlSites sites = family->sites (net->shape), now = family->sites (after->shape);
  const gboolean of_link = place.kind == DL_PLACE_LINK || place.kind == DL_PLACE_PAIR;

  if (place.kind == DL_PLACE_LINK && broke)
    g_assert_cmpuint (after->graph->link_state[place.a], ==, DL_LINK_BROKEN);
  if (place.kind == DL_PLACE_ROUTER || place.kind == DL_PLACE_NODE)
    g_assert_cmpint (is_up (family, after, place), ==, !broke);
  for (guint link = 0; link < net->graph->n_links; link++)
    if (broke)
      g_assert_cmpuint (after->graph->link_state[link], <=, net->graph->link_state[link]);
    else
      g_assert_cmpuint (after->graph->link_state[link], >=, net->graph->link_state[link]);
  for (guint i = 0; i < net->graph->n_routers; i++)
    {
      const gboolean own
          = dl_place_equal (dl_shape_router_at (net->shape, dl_place_router (i)), router);

      if (of_link || (!own && !more))
        g_assert_cmpint (after->graph->router_up[i], ==, net->graph->router_up[i]);
      else
        g_assert_true (after->graph->router_up[i] == net->graph->router_up[i]
                       || after->graph->router_up[i] == !broke);
    }
  for (guint node = 0; node < net->graph->n_nodes; node++)
    {
      const gboolean before = sites.is_up (sites.network, node) != FALSE;
      const gboolean up = now.is_up (now.network, node) != FALSE;
      const gboolean own
          = dl_place_equal (dl_shape_router_at (net->shape, dl_place_node (node)), router);

      if (of_link || (!own && !more))
        g_assert_cmpint (up, ==, before);
      else
        g_assert_true (up == before || up == !broke);
    }
}

/* @place is toggled; undone, and toggled again: the states of all links are as they were. */
static void
check_toggle (const DlScenario *scenario, gpointer shape, DlPlace place, gboolean other)
{
  const DlFamily *family = scenario->family;
  g_autoptr (DlScenario) changed = dl_scenario_copy (scenario);
  g_autofree char *label = NULL;
  g_autoptr (GPtrArray) edits = dl_break_toggle (scenario, shape, place, other, &label);
  g_autoptr (GPtrArray) undo = NULL;
  DlNet net, after;

  if (edits->len == 0)
    return;
  g_assert_nonnull (label);
  g_assert_true (dl_scenario_apply (changed, edits, &undo, NULL, NULL));
  const gpointer built = family->build (changed, NULL);

  net = *dl_shape_net (shape);
  after = *dl_shape_net (built);
  g_assert_true (family->same_places (shape, built));
  g_assert_cmpuint (after.graph->n_links, ==, net.graph->n_links);
  check_change (family, &net, &after, place, other, g_str_has_prefix (label, "Broke"));
  dl_shared_unref (built);

  g_assert_true (dl_scenario_apply (changed, undo, NULL, NULL, NULL));
  test_assert_equal (changed, scenario);
}

/* @text leads to @place, or to the node of that router where they are the same. */
static void
check_typed (const DlFamily *family, const DlNet *net, const char *text, DlPlace place)
{
  g_autoptr (GError) error = NULL;
  DlPlace typed;

  if (place.kind == DL_PLACE_LINK && net->graph->link_state[place.a] == DL_LINK_ABSENT)
    {
      g_assert_false (dl_family_parse_place (family, net, text, &typed, &error));
      g_assert_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_OUTSIDE);
      return;
    }
  dl_family_parse_place (family, net, text, &typed, &error);
  g_assert_no_error (error);
  if (place.kind == DL_PLACE_ROUTER)
    {
      typed = dl_shape_router_at (net->shape, typed);
      place = dl_shape_router_at (net->shape, place);
    }
  g_assert_true (dl_place_equal (typed, place));
}

/* A place is found by its name in files and for people, however it is typed. */
static void
check_typed_names (const DlFamily *family, const DlNet *net, DlPlace place)
{
  g_autofree char *plain = family->name (net->shape, place, DL_NAME_FILE);
  g_autofree char *name
      = place.kind == DL_PLACE_GROUP ? g_strconcat ("Group ", plain, NULL) : g_strdup (plain);
  g_autofree char *upper = g_ascii_strup (name, -1);
  g_autofree char *blanks = g_strdup_printf ("  %s ", name);
  g_autofree char *label = family->name (net->shape, place, DL_NAME_PEOPLE);

  check_typed (family, net, name, place);
  check_typed (family, net, upper, place);
  check_typed (family, net, blanks, place);
  if (place.kind != DL_PLACE_GROUP) /* a number alone is a node's */
    check_typed (family, net, label, place);
}

static void
check_names (const DlScenario *scenario, gconstpointer shape, DlPlace place)
{
  const DlFamily *family = scenario->family;
  const DlSites sites = family->sites (shape);
  const guint node = dl_shape_node_at (shape, place);
  const DlPlace router = dl_shape_router_at (shape, place);
  g_autofree char *label = family->name (shape, place, DL_NAME_PEOPLE);
  DlNet net;

  net = *dl_shape_net (shape);
  g_assert_cmpstr (label, !=, "");
  if (node != DL_NO_NODE)
    {
      g_autofree char *name = sites.name (shape, node);
      guint again;

      g_assert_cmpuint (node, <, net.graph->n_nodes);
      g_assert_true (sites.parse (shape, name, &again, NULL));
      g_assert_cmpuint (again, ==, node);
    }
  if (place.kind == DL_PLACE_LINK && net.graph->link_state[place.a] != DL_LINK_ABSENT)
    {
      g_autofree char *name = family->name (shape, place, DL_NAME_FILE);
      guint again;

      g_assert_true (dl_family_parse_link (family, &net, name, &again, NULL));
      g_assert_cmpuint (again, ==, place.a);
      g_assert_cmpuint (net.graph->link_from[place.a], <, net.graph->n_routers);
      g_assert_cmpuint (net.graph->link_to[place.a], <, net.graph->n_routers);
    }
  if (router.kind != DL_PLACE_NOTHING)
    {
      g_assert_true (dl_net_has_place (&net, router));
      g_assert_true (dl_place_equal (dl_shape_router_at (shape, router), router));
      g_assert_true (dl_place_equal (
          dl_shape_router_at (shape, dl_place_node (dl_shape_node_at (shape, router))), router));
    }
  if (family->has_groups)
    g_assert_cmpuint (dl_shape_group_at (shape, place), <, net.n_groups);
  check_typed_names (family, &net, place);
}

/* Each example is a place that there is, and there is one for a link and for a group. */
static void
check_examples (const DlScenario *scenario, gconstpointer shape)
{
  const DlFamily *family = scenario->family;
  gboolean shown[DL_PLACE_PAIR + 1] = { FALSE };
  DlNet net;

  net = *dl_shape_net (shape);
  g_auto (GStrv) examples = dl_family_place_examples (family, &net);

  for (guint i = 0; examples[i] != NULL; i++)
    {
      DlPlace place;

      g_assert_true (dl_family_parse_place (family, &net, examples[i], &place, NULL));
      g_assert_true (dl_net_has_place (&net, place));
      shown[place.kind] = TRUE;
    }
  g_assert_true (shown[DL_PLACE_NODE] && shown[DL_PLACE_LINK]);
  g_assert_cmpint (shown[DL_PLACE_GROUP], ==, net.n_groups > 0);
}

static void
test_places (gconstpointer preset)
{
  DlRng rng;

  dl_rng_init (&rng, 20);
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      g_autoptr (DlScenario) scenario = random_faults (preset, &rng);
      const gpointer shape = scenario->family->build (scenario, NULL);
      DlNet net;

      net = *dl_shape_net (shape);
      check_examples (scenario, shape);
      for (guint i = 0; i < 10; i++)
        {
          const DlPlace place = random_place (&net, &rng);

          check_names (scenario, shape, place);
          check_toggle (scenario, shape, place, dl_rng_below (&rng, 2));
        }
      dl_shared_unref (shape);
    }
}

/* Typed text and the name of the place that it leads to; NULL: an error. */
static const struct
{
  const char *preset, *text, *name;
  DlPlaceKind kind;
  DlNetworkError error;
} typed[] = {
  { "torus-5x5x5", "3,4,4 x+", "3,4,4:x+", DL_PLACE_LINK },
  { "torus-5x5x5", "3,4,4x-", "3,4,4:x-", DL_PLACE_LINK },
  { "torus-5x5x5", "(3, 4, 4) Z−", "3,4,4:z-", DL_PLACE_LINK },
  { "torus-5x5x5", "Y+ of (3,4,4)", "3,4,4:y+", DL_PLACE_LINK },
  { "torus-5x5x5", "x+ 3,4,4", "3,4,4:x+", DL_PLACE_LINK },
  { "torus-5x5x5", "3 , 4 , 4", "3,4,4", DL_PLACE_NODE },
  { "torus-5x5x5", "0x7", "0,1,2", DL_PLACE_NODE },
  { "torus-5x5x5", "124", "4,4,4", DL_PLACE_NODE },
  { "torus-5x5x5", "5,0,0", NULL, 0, DL_NETWORK_ERROR_OUTSIDE },
  { "torus-5x5x5", "5,0,0 x+", NULL, 0, DL_NETWORK_ERROR_OUTSIDE },
  { "torus-5x5x5", "125", NULL, 0, DL_NETWORK_ERROR_OUTSIDE },
  { "torus-5x5x5", "group 1", NULL, 0, DL_NETWORK_ERROR_SYNTAX },
  { "torus-5x5x5", "3,4,4 w+", NULL, 0, DL_NETWORK_ERROR_SYNTAX },
  { "torus-5x5x5", "x+ of x+ of 3,4,4", NULL, 0, DL_NETWORK_ERROR_SYNTAX },
  { "torus-5x5x5", "load curve", NULL, 0, DL_NETWORK_ERROR_SYNTAX },
  { "torus-5x5x5", " ", NULL, 0, DL_NETWORK_ERROR_SYNTAX },
  { "torus-5x5x5", "\xff", NULL, 0, DL_NETWORK_ERROR_SYNTAX },
  { "mesh-4x4", "3,0,0 x+", NULL, 0, DL_NETWORK_ERROR_OUTSIDE },
  { "cascade-2", "0.0.1.3", "0.0.1.3", DL_PLACE_NODE },
  { "cascade-2", "7", "0.0.1.3", DL_PLACE_NODE },
  { "cascade-2", "1.1.3", "1.1.3", DL_PLACE_ROUTER },
  { "cascade-2", "0.0.1 - 0.0.2", "0.0.1-0.0.2#0", DL_PLACE_LINK },
  { "cascade-2", "0.0.1-0.0.2#0", "0.0.1-0.0.2#0", DL_PLACE_LINK },
  { "cascade-2", "0-1", "0 → 1", DL_PLACE_PAIR },
  { "cascade-2", "1 → 0", "1 → 0", DL_PLACE_PAIR },
  { "cascade-2", "GROUP 1", "1", DL_PLACE_GROUP },
  { "cascade-2", "group 2", NULL, 0, DL_NETWORK_ERROR_OUTSIDE },
  { "cascade-2", "0-2", NULL, 0, DL_NETWORK_ERROR_OUTSIDE },
  { "cascade-2", "0-1#9999", NULL, 0, DL_NETWORK_ERROR_OUTSIDE },
  { "cascade-2", "0.0.0-0.0.0", NULL, 0, DL_NETWORK_ERROR_OUTSIDE },
  { "cascade-2", "9.9.9", NULL, 0, DL_NETWORK_ERROR_OUTSIDE },
  { "cascade-2", "the 5", NULL, 0, DL_NETWORK_ERROR_SYNTAX },
  { "cascade-2", "3,4,4", NULL, 0, DL_NETWORK_ERROR_SYNTAX },
};

static void
test_typed (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (typed); i++)
    {
      g_autoptr (DlScenario) scenario = dl_preset_new_scenario (typed[i].preset);
      const DlFamily *family = scenario->family;
      const gpointer shape = family->build (scenario, NULL);
      g_autoptr (GError) error = NULL;
      DlPlace place;
      DlNet net;

      g_autofree char *text = g_strescape (typed[i].text, NULL);

      g_test_message ("%s: %s", typed[i].preset, text);
      net = *dl_shape_net (shape);
      if (dl_family_parse_place (family, &net, typed[i].text, &place, &error))
        {
          g_autofree char *name = family->name (shape, place, DL_NAME_FILE);

          g_assert_cmpstr (name, ==, typed[i].name);
          g_assert_cmpint (place.kind, ==, typed[i].kind);
        }
      else
        {
          g_assert_null (typed[i].name);
          g_assert_error (error, DL_NETWORK_ERROR, (gint) typed[i].error);
        }
      dl_shared_unref (shape);
    }
}

/* A blue cable is one between its groups, with that number. */
static void
test_cable (void)
{
  g_autoptr (DlScenario) scenario = dl_preset_new_scenario ("edison");
  const DlFamily *family = scenario->family;
  const gpointer shape = family->build (scenario, NULL);
  DlPlace place;
  DlNet net;

  net = *dl_shape_net (shape);
  g_assert_true (dl_family_parse_place (family, &net, "3-0#2", &place, NULL));
  g_assert_cmpint (place.kind, ==, DL_PLACE_LINK);
  g_autofree char *name = family->name (shape, place, DL_NAME_FILE);
  g_autofree char *cable = family->name (shape, dl_place_link (place.a), DL_NAME_CABLE);

  g_assert_true (g_str_has_prefix (name, "3."));
  g_assert_nonnull (strstr (name, "-0."));
  g_assert_nonnull (strstr (cable, "0-3#2"));
  dl_shared_unref (shape);
}

/* Where packets of a pair go one way, what is explained is what is followed; where they do not, it
 * is one of the ways. Each hop has its words, and a channel of a link that works. */
static void
check_explained (const DlEvaluation *result, guint from, guint to)
{
  const DlFamily *family = result->scenario->family;
  g_autoptr (DlExplained) explained
      = family->explain (result->scenario, result->analysis_of_family, from, to, 0);
  const DlGraph *graph = result->net.graph;
  DlPairRoute pair = { .line = NULL };

  for (guint i = 0; i < explained->n_hops; i++)
    {
      g_assert_nonnull (explained->steps[i].title);
      g_assert_nonnull (explained->steps[i].place);
      g_assert_cmpuint (explained->channels[i], <, result->net.graph->n_links * result->net.n_vcs);
      g_assert_cmpuint (result->net.graph->link_state[explained->channels[i] / result->net.n_vcs],
                        ==, DL_LINK_UP);
      if (i > 0) /* each begins where the one before ended */
        g_assert_cmpuint (graph->link_from[explained->channels[i] / result->net.n_vcs], ==,
                          graph->link_to[explained->channels[i - 1] / result->net.n_vcs]);
    }
  g_assert_nonnull (explained->summary);
  g_assert_nonnull (strstr (explained->text, explained->line));
  if (family->routes_vary || !family->follow (result->analysis_of_family, from, to, &pair))
    return;
  g_assert_cmpuint (explained->n_hops, ==, pair.n_hops);
  if (pair.n_hops > 0)
    g_assert_cmpstr (explained->line, ==, pair.line);
  g_free (pair.line);
}

static void
test_explained (gconstpointer preset)
{
  DlRng rng;

  dl_rng_init (&rng, 21);
  for (guint round = 0; round < N_ROUNDS / 4; round++)
    {
      g_autoptr (DlScenario) scenario = random_faults (preset, &rng);
      g_autoptr (DlEvaluation) result = dl_evaluation_new (scenario, 0, NULL, NULL, NULL);
      const DlSites sites = scenario->family->sites (result->net.shape);

      for (guint i = 0; i < 50; i++)
        {
          const guint from = dl_rng_below (&rng, result->net.graph->n_nodes);
          const guint to = dl_rng_below (&rng, result->net.graph->n_nodes);

          if (from != to && sites.is_up (sites.network, from) && sites.is_up (sites.network, to))
            check_explained (result, from, to);
        }
    }
}

static void
add (const char *name)
{
  g_autofree char *places = g_strdup_printf ("/family-places/%s", name);
  g_autofree char *explained = g_strdup_printf ("/family-places/explained/%s", name);

  g_test_add_data_func (places, name, test_places);
  g_test_add_data_func (explained, name, test_explained);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  guint n;
  const DlFamily *const *families = dl_families (&n);

  for (guint i = 0; i < n; i++)
    if (families[i]->n_presets == 0)
      add (families[i]->id);
  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    add (presets[i]);
  g_test_add_func ("/family-places/typed", test_typed);
  g_test_add_func ("/family-places/cable", test_cable);
  return g_test_run ();
}
