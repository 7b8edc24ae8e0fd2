/* Edits of a dragonfly that look at its network: whatever is toggled, applied to random scenarios,
 * does what it says, and its inverse brings back what was. */
#include "dl-break.h"
#include "dl-families.h"
#include "dl-edit.h"

#include "dl-dragonfly-name.h"
#include "dl-rng.h"
#include "dl-scenario-file.h"

static DlScenario *
new_scenario (const char *keys)
{
  g_autofree char *text
      = g_strdup_printf ("[scenario]\nformat=1\nkind=dragonfly\n[dragonfly]\n%s", keys);
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_scenario_parse (text, -1, "test", NULL, &error);

  g_assert_no_error (error);
  return scenario;
}

static DlDragonfly *
network_of (const DlScenario *scenario)
{
  g_autoptr (GError) error = NULL;
  DlDragonfly *net = dl_scenario_dragonfly (scenario, &error);

  g_assert_no_error (error);
  return net;
}

/* Apply @edits, and see that their inverse undoes them. */
static void
apply (DlScenario *scenario, GPtrArray *edits)
{
  g_autoptr (DlScenario) before = dl_scenario_copy (scenario);
  g_autoptr (DlScenario) back = NULL;
  g_autoptr (GPtrArray) inverse = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (dl_scenario_apply (scenario, edits, &inverse, NULL, &error));
  g_assert_no_error (error);
  back = dl_scenario_copy (scenario);
  g_assert_true (dl_scenario_apply (back, inverse, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (dl_scenario_equal (back, before));
}

/* Links whose state is another one than before, both directions counted. */
static guint
n_changed (const DlDragonfly *before, const DlDragonfly *after)
{
  guint n = 0;

  g_assert_cmpuint (before->n_links, ==, after->n_links);
  for (guint link = 0; link < before->n_links; link++)
    n += before->link_state[link] != after->link_state[link];
  return n;
}

static gboolean
at_broken_router (const DlDragonfly *net, guint link)
{
  return !net->router_up[net->link_from[link]] || !net->router_up[net->link_to[link]];
}

static void
toggle_link (DlScenario *scenario, DlRng *rng)
{
  g_autoptr (DlDragonfly) before = network_of (scenario);
  const guint link = dl_rng_below (rng, before->n_links);
  g_autoptr (GPtrArray) edits
      = dl_break_toggle (scenario, before, dl_place_link (link), FALSE, NULL);
  g_autoptr (DlDragonfly) after = NULL;

  if (edits->len > 0)
    apply (scenario, edits);
  after = network_of (scenario);
  if (at_broken_router (before, link))
    {
      /* It comes back with the router only. */
      g_assert_cmpint (after->link_state[link], ==, DL_LINK_BROKEN);
      g_assert_cmpuint (n_changed (before, after), ==, 0);
      return;
    }
  g_assert_cmpint (after->link_state[link], !=, before->link_state[link]);
  g_assert_cmpuint (n_changed (before, after), ==, 2);
}

static void
toggle_router (DlScenario *scenario, DlRng *rng)
{
  g_autoptr (DlDragonfly) before = network_of (scenario);
  const guint router = dl_rng_below (rng, before->n_routers);
  g_autoptr (GPtrArray) edits
      = dl_break_toggle (scenario, before, dl_place_router (router), FALSE, NULL);
  g_autoptr (DlDragonfly) after = NULL;

  apply (scenario, edits);
  after = network_of (scenario);
  for (guint i = 0; i < before->n_routers; i++)
    g_assert_cmpint (before->router_up[i] != after->router_up[i], ==, i == router);
}

static void
toggle_chassis (DlScenario *scenario, DlRng *rng)
{
  g_autoptr (DlDragonfly) before = network_of (scenario);
  const guint at = dl_rng_below (rng, before->n_routers);
  const guint group = before->router[at].group, chassis = before->router[at].chassis;
  g_autoptr (GPtrArray) edits
      = dl_break_toggle (scenario, before, dl_place_router (at), TRUE, NULL);
  g_autoptr (DlDragonfly) after = NULL;
  guint up_before = 0, up_after = 0, n = 0;

  apply (scenario, edits);
  after = network_of (scenario);
  for (guint i = 0; i < before->n_routers; i++)
    if (before->router[i].group == group && before->router[i].chassis == chassis)
      {
        n++;
        up_before += before->router_up[i];
        up_after += after->router_up[i];
      }
    else
      g_assert_cmpint (before->router_up[i], ==, after->router_up[i]);
  g_assert_cmpuint (up_after, ==, up_before > 0 ? 0 : n);
}

/* Working links of a cable, one direction. */
static guint
cable_up (const DlDragonfly *net, guint a, guint b, guint cable)
{
  guint n = 0;

  for (guint link = 0; link < net->n_links; link++)
    n += net->link_class[link] == DL_LINK_BLUE && net->link_cable[link] == cable
         && net->router[net->link_from[link]].group == a
         && net->router[net->link_to[link]].group == b && net->link_state[link] == DL_LINK_UP;
  return n;
}

static DlPlace
link_of_cable (const DlDragonfly *net, guint a, guint b, guint cable)
{
  guint link = 0;

  while (net->link_class[link] != DL_LINK_BLUE || net->link_cable[link] != cable
         || net->router[net->link_from[link]].group != a
         || net->router[net->link_to[link]].group != b)
    link++;
  return dl_place_link (link);
}

static void
toggle_cable (DlScenario *scenario, DlRng *rng)
{
  g_autoptr (DlDragonfly) before = network_of (scenario);
  const guint a = dl_rng_below (rng, before->n_groups);
  const guint b = (a + 1 + dl_rng_below (rng, before->n_groups - 1)) % before->n_groups;
  const guint cable
      = dl_rng_below (rng, dl_dragonfly_spec_cables (&dl_dragonfly_options (scenario)->spec, a, b));
  const guint up = cable_up (before, a, b, cable);
  g_autoptr (GPtrArray) edits
      = dl_break_toggle (scenario, before, link_of_cable (before, a, b, cable), TRUE, NULL);
  g_autoptr (DlDragonfly) after = NULL;

  if (edits->len == 0)
    {
      g_assert_cmpuint (up, ==, 0); /* its routers are broken */
      return;
    }
  apply (scenario, edits);
  after = network_of (scenario);
  if (up > 0 && cable_up (after, a, b, cable) > 0)
    g_error ("cable %u-%u#%u is broken in part only", a, b, cable);
}

static void
break_next (DlScenario *scenario, DlRng *rng)
{
  g_autoptr (DlDragonfly) before = network_of (scenario);
  const guint a = dl_rng_below (rng, before->n_groups);
  const guint b = (a + 1 + dl_rng_below (rng, before->n_groups - 1)) % before->n_groups;
  g_autoptr (GPtrArray) edits
      = dl_break_toggle (scenario, before, dl_place_pair (a, b), FALSE, NULL);
  g_autoptr (DlDragonfly) after = NULL;
  const guint n = dl_dragonfly_spec_cables (&dl_dragonfly_options (scenario)->spec, a, b);
  guint with_before = 0, with_after = 0;

  if (edits->len > 0)
    apply (scenario, edits);
  after = network_of (scenario);
  for (guint cable = 0; cable < n; cable++)
    {
      with_before += cable_up (before, a, b, cable) > 0;
      with_after += cable_up (after, a, b, cable) > 0;
    }
  if (with_before > 0)
    g_assert_cmpuint (with_after, ==, with_before - 1);
  else
    g_assert_cmpuint (with_after, >=, with_before);
}

static void
break_random (DlScenario *scenario, DlRng *rng)
{
  g_autoptr (DlDragonfly) before = network_of (scenario);
  static const char *const ids[] = { "links", "cables", "routers" };
  const guint kind = dl_rng_below (rng, G_N_ELEMENTS (ids));
  const guint n = 1 + dl_rng_below (rng, 5);
  g_autoptr (GPtrArray) edits
      = dl_break_at_random (scenario, before, ids[kind], n, dl_rng_next (rng));
  g_autoptr (DlDragonfly) after = NULL;

  if (edits->len == 0)
    return;
  apply (scenario, edits);
  after = network_of (scenario);
  if (kind == 0)
    g_assert_cmpuint (n_changed (before, after), <=, 2 * n);
  g_assert_true (n_changed (before, after) > 0 || kind == 2);
}

static void
test_random (void)
{
  static const char *const shapes[] = {
    "groups=4\nchassis=2\nblades=4\ncables-per-pair=3\n",
    "groups=3\nchassis=3\nlast-chassis=1\nblades=4\ncables-per-pair=2\n",
    "groups=2\nchassis=1\nblades=2\ncables-per-pair=5\n",
    "shape=generic\ngroups=9\nrouters-per-group=4\nnodes-per-router=2\nglobal-per-router=2\n",
  };
  static void (*const steps[]) (DlScenario * scenario, DlRng * rng)
      = { toggle_link,  toggle_link,  toggle_router, toggle_chassis,
          toggle_cable, toggle_cable, break_next,    break_random };
  DlRng rng;

  dl_rng_init (&rng, 5);
  for (guint shape = 0; shape < G_N_ELEMENTS (shapes); shape++)
    {
      g_autoptr (DlScenario) scenario = new_scenario (shapes[shape]);
      g_autoptr (DlScenario) whole = dl_scenario_copy (scenario);
      g_autoptr (GPtrArray) edits = NULL;

      for (guint i = 0; i < 150; i++)
        steps[dl_rng_below (&rng, G_N_ELEMENTS (steps))](scenario, &rng);
      edits = dl_edits_restore_all (scenario);
      if (edits->len > 0)
        apply (scenario, edits);
      g_assert_true (dl_scenario_same_values (scenario, whole));
    }
}

/* A link of a broken cable comes back alone: the others stay broken one by one. */
static void
test_link_of_cable (void)
{
  g_autoptr (DlScenario) scenario
      = new_scenario ("groups=3\nchassis=2\nblades=4\ncables-per-pair=3\nbroken-cables=1-0#2\n");
  g_autoptr (DlDragonfly) before = network_of (scenario);
  g_autoptr (DlDragonfly) after = NULL;
  g_autoptr (GPtrArray) edits = NULL;
  guint link = 0;

  while (before->link_class[link] != DL_LINK_BLUE || before->link_state[link] == DL_LINK_UP)
    link++;
  g_assert_cmpuint (cable_up (before, 0, 1, 2), ==, 0);
  edits = dl_break_toggle (scenario, before, dl_place_link (link), FALSE, NULL);
  apply (scenario, edits);
  after = network_of (scenario);
  g_assert_cmpuint (cable_up (after, 0, 1, 2), ==, 1);
  g_assert_cmpuint (dl_dragonfly_options (scenario)->spec.broken_cables->len, ==, 0);
  g_assert_cmpuint (dl_dragonfly_options (scenario)->spec.broken_links->len, ==, 3);
}

static void
reshape (DlScenario *scenario, const char *key, const char *value)
{
  g_autoptr (GPtrArray) edits
      = dl_edits_reshape_dragonfly (scenario, dl_field_find ("dragonfly", key), value, NULL);

  apply (scenario, edits);
}

/* Faults and jobs outside a new shape go; the others stay. */
static void
test_reshape (void)
{
  g_autoptr (DlScenario) scenario
      = new_scenario ("groups=15\nbroken-routers=14.5.3;2.0.0\nbroken-cables=0-14#5;0-2#1\n"
                      "broken-links=3.1.2-3.1.4#0;3.0.2-3.5.2#2\n[traffic]\npattern=jobs\n"
                      "placement=A:5000:15\n");
  g_autoptr (GPtrArray) edits = NULL;
  g_autoptr (GError) error = NULL;

  reshape (scenario, "groups", "9");
  g_assert_cmpuint (dl_dragonfly_options (scenario)->spec.broken_routers->len, ==, 1);
  g_assert_cmpuint (dl_dragonfly_options (scenario)->spec.broken_cables->len, ==, 1);
  g_assert_cmpuint (dl_dragonfly_options (scenario)->spec.broken_links->len, ==, 2);
  g_assert_cmpstr (scenario->traffic.placement, ==, ""); /* 5,000 nodes there are no more */
  g_assert_cmpuint (dl_dragonfly_options (scenario)->spec.cables_per_pair, ==, 6);
  reshape (scenario, "chassis", "2");
  g_assert_cmpuint (dl_dragonfly_options (scenario)->spec.broken_links->len, ==, 1);
  reshape (scenario, "groups", "40");
  g_assert_cmpuint (dl_dragonfly_options (scenario)->spec.cables_per_pair, ==, 80 / 39);
  edits = dl_edits_reshape_dragonfly (scenario, dl_field_find ("dragonfly", "groups"), "242", NULL);
  g_assert_false (dl_scenario_apply (scenario, edits, NULL, NULL, &error));
  g_assert_nonnull (strstr (error->message, "242"));
}

/* Every link that the network has is one that the shape says it has, and no other: the check of a
 * scenario does not build the network. */
static void
test_spec_knows (void)
{
  static const char *const shapes[] = {
    "groups=5\nchassis=3\nblades=6\ncables-per-pair=4\n",
    "groups=4\nchassis=2\nlast-chassis=1\nblades=4\ncables-per-pair=3\n",
    "shape=generic\ngroups=7\nrouters-per-group=4\nnodes-per-router=2\nglobal-per-router=3\n",
  };

  for (guint shape = 0; shape < G_N_ELEMENTS (shapes); shape++)
    {
      g_autoptr (DlScenario) scenario = new_scenario (shapes[shape]);
      g_autoptr (DlDragonfly) net = network_of (scenario);
      const DlDragonflySpec *spec = &dl_dragonfly_options (scenario)->spec;

      for (guint a = 0; a < net->n_routers; a++)
        for (guint b = 0; b < net->n_routers; b++)
          {
            guint n = 0;

            for (guint link = net->first_link[a]; link < net->first_link[a + 1]; link++)
              n += net->link_to[link] == b;
            g_assert_cmpuint (dl_dragonfly_spec_links (spec, net->router[a], net->router[b]), ==,
                              n);
          }
    }
}

/* A matrix is between the nodes where its ranks are. */
static void
test_matrix (void)
{
  g_autoptr (DlScenario) scenario
      = new_scenario ("groups=2\nchassis=1\nblades=2\ncables-per-pair=1\n[traffic]\n"
                      "pattern=matrix\nmatrix=0,3,640\\n3,1,65\\n\n"
                      "placement=1.0.0.2\\n0.0.0.0\\n0.0.0.1\\n1.0.1.3\\n\n");
  g_autoptr (DlDragonfly) net = network_of (scenario);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlDragonflyDemand) demand = dl_scenario_dragonfly_demand (scenario, net, NULL, &error);
  const DlField *field = NULL;

  g_assert_no_error (error);
  g_assert_cmpfloat (dl_dragonfly_demand_sent (demand, 8 + 2), ==, 10); /* rank 0 */
  g_assert_cmpfloat (dl_dragonfly_demand_sent (demand, 8 + 7), ==, 2);  /* rank 3 */
  g_assert_cmpfloat (dl_dragonfly_demand_sent (demand, 0), ==, 0);

  g_assert_true (
      dl_field_set (dl_field_find ("traffic", "placement"), scenario, "1.0.0.2\n", NULL));
  g_assert_false (dl_scenario_check (scenario, &field, &error));
  g_assert_true (field == dl_field_find ("traffic", "matrix"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/edit-dragonfly/random", test_random);
  g_test_add_func ("/edit-dragonfly/link-of-cable", test_link_of_cable);
  g_test_add_func ("/edit-dragonfly/reshape", test_reshape);
  g_test_add_func ("/edit-dragonfly/spec-knows", test_spec_knows);
  g_test_add_func ("/edit-dragonfly/matrix", test_matrix);
  return g_test_run ();
}
