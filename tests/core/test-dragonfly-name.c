/* Names of a dragonfly's places. */
#include "dl-dragonfly-name.h"
#include "dragonfly-fixture.h"

#include <string.h>

/* Texts that are no router, node, link or cable; each wrong in one way. */
static void
test_refused (void)
{
  static const char *const routers[]
      = { "",        "0",         "0.0",     "0.0.4.",         "0.0.4.2",
          " 0.0.4",  "0.0.4 ",    "0.0.-4",  "+0.0.4",         "0,0,4",
          "0..4",    "65536.0.0", "0.256.0", "0.0.256",        "a.b.c",
          "0x1.0.4", ".0.4",      "0.0.4\n", "4294967296.0.0", "99999999999999999999.0.0" };
  static const char *const links[]
      = { "0.0.4-3.0.0", "0.0.4-3.0.0#",   "0.0.4-3.0.0#256", "0.0.4 - 3.0.0#0",
          "0.0.4-3.0#0", "0.0.4-3.0.0#-1", "0.0.4-3.0.0#0 ",  "0.0.4-3.0.0#0.0",
          "0.0.4-",      "-3.0.0#0",       "0.0.4:3.0.0#0" };
  static const char *const cables[]
      = { "0-3", "0-3#", "0-3#65536", "0-65536#0", "-3#2", "0#2", "0-3#2x", "0 -3#2", "0--3#2" };
  DlRouterAt router;
  DlDragonflyLinkAt link;
  DlCableAt cable;

  for (guint i = 0; i < G_N_ELEMENTS (routers); i++)
    g_assert_false (dl_router_at_parse (routers[i], &router));
  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    g_assert_false (dl_dragonfly_link_at_parse (links[i], &link));
  for (guint i = 0; i < G_N_ELEMENTS (cables); i++)
    g_assert_false (dl_cable_at_parse (cables[i], &cable));
}

static DlRouterAt
random_router (DlRng *rng)
{
  /* Few different ones, so that comparing meets equal fields, and some at the limits. */
  return (DlRouterAt) { dl_rng_below (rng, 8) == 0 ? G_MAXUINT16 : dl_rng_below (rng, 3),
                        dl_rng_below (rng, 8) == 0 ? G_MAXUINT8 : dl_rng_below (rng, 3),
                        dl_rng_below (rng, 8) == 0 ? G_MAXUINT8 : dl_rng_below (rng, 3) };
}

static guint64
router_key (DlRouterAt at)
{
  return (guint64) at.group << 16 | (guint64) at.chassis << 8 | at.blade;
}

static guint64
cable_key (DlCableAt at)
{
  return (guint64) at.a << 32 | (guint64) at.b << 16 | at.cable;
}

static gint
order_of (guint64 x, guint64 y)
{
  return x < y ? -1 : x > y;
}

static gint
sign (gint x)
{
  return x < 0 ? -1 : x > 0;
}

/* Whatever is written is read back, and from either end it is the same. */
static void
test_round_trip (void)
{
  DlRng rng;
  DlDragonflyLinkAt last_link = { 0 };
  DlCableAt last_cable = { 0 };

  dl_rng_init (&rng, 5);
  for (guint i = 0; i < 2000; i++)
    {
      const DlRouterAt a = random_router (&rng), b = random_router (&rng);
      const gboolean rising = router_key (a) <= router_key (b);
      const DlDragonflyLinkAt link = { a, b, dl_rng_below (&rng, 256) },
                              back = { b, a, link.parallel };
      const DlCableAt cable = { a.group, b.group, dl_rng_below (&rng, 65536) },
                      cable_back = { b.group, a.group, cable.cable };
      g_autofree char *a_text = dl_router_at_to_string (a);
      g_autofree char *b_text = dl_router_at_to_string (b);
      g_autofree char *link_text = dl_dragonfly_link_at_to_string (link);
      g_autofree char *back_text = dl_dragonfly_link_at_to_string (back);
      g_autofree char *cable_text = dl_cable_at_to_string (cable);
      g_autofree char *cable_back_text = dl_cable_at_to_string (cable_back);
      g_autofree char *expected = g_strdup_printf ("%s-%s#%u", a_text, b_text, link.parallel);
      DlRouterAt router;
      DlDragonflyLinkAt read_link, read_back;
      DlCableAt read_cable, read_cable_back;

      g_assert_true (dl_router_at_parse (a_text, &router));
      g_assert_cmpuint (router_key (router), ==, router_key (a));
      g_assert_cmpstr (link_text, ==, expected);
      g_assert_true (dl_dragonfly_link_at_parse (link_text, &read_link));
      g_assert_true (dl_dragonfly_link_at_parse (back_text, &read_back));
      g_assert_cmpuint (router_key (read_link.a), ==, router_key (rising ? a : b));
      g_assert_cmpuint (router_key (read_link.b), ==, router_key (rising ? b : a));
      g_assert_cmpuint (read_link.parallel, ==, link.parallel);
      g_assert_cmpint (dl_dragonfly_link_at_compare (&read_link, &read_back), ==, 0);
      g_assert_true (dl_cable_at_parse (cable_text, &read_cable));
      g_assert_true (dl_cable_at_parse (cable_back_text, &read_cable_back));
      g_assert_cmpuint (read_cable.a, ==, MIN (a.group, b.group));
      g_assert_cmpuint (read_cable.b, ==, MAX (a.group, b.group));
      g_assert_cmpuint (read_cable.cable, ==, cable.cable);
      g_assert_cmpint (dl_cable_at_compare (&read_cable, &read_cable_back), ==, 0);

      /* Each field before the ones after it. */
      g_assert_cmpint (sign (dl_router_at_compare (&a, &b)), ==,
                       order_of (router_key (a), router_key (b)));
      gint order = order_of (router_key (last_link.a), router_key (link.a));
      if (order == 0)
        order = order_of (router_key (last_link.b), router_key (link.b));
      if (order == 0)
        order = order_of (last_link.parallel, link.parallel);
      g_assert_cmpint (sign (dl_dragonfly_link_at_compare (&last_link, &link)), ==, order);
      order = order_of (cable_key (last_cable), cable_key (cable));
      g_assert_cmpint (sign (dl_cable_at_compare (&last_cable, &cable)), ==, order);
      last_link = link;
      last_cable = cable;
    }
}

/* Every node, router and link of @net by its name, and nodes by number. */
static void
check_network (const DlDragonfly *net)
{
  for (guint node = 0; node < net->n_nodes; node++)
    {
      g_autofree char *name = dl_dragonfly_node_to_string (net, node);
      g_autofree char *number = g_strdup_printf ("%u", node);
      guint found;

      g_assert_true (dl_dragonfly_parse_node (net, name, &found, NULL));
      g_assert_cmpuint (found, ==, node);
      g_assert_true (dl_dragonfly_parse_node (net, number, &found, NULL));
      g_assert_cmpuint (found, ==, node);
    }
  for (guint link = 0; link < net->n_links; link++)
    {
      g_autofree char *name = dl_dragonfly_link_to_string (net, link);
      g_autofree char *from = dl_dragonfly_router_to_string (net, net->link_from[link]);
      guint found;

      g_assert_true (g_str_has_prefix (name, from));
      g_assert_true (dl_dragonfly_parse_link (net, name, &found, NULL));
      g_assert_cmpuint (found, ==, link);
    }
}

static void
test_networks (void)
{
  g_autoptr (DlDragonfly) generic = fixture_generic_33 ();

  check_network (generic);
  for (guint seed = 0; seed < 10; seed++)
    {
      g_autoptr (DlDragonfly) net = fixture_random (seed, seed % 3, NULL);
      check_network (net);
    }
}

/* Groups by their numbers on the machine: Edison has no group 12. */
static void
test_machine_groups (void)
{
  g_autoptr (DlDragonfly) net = fixture_edison ();
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  guint node;

  if (net == NULL)
    return;
  g_assert_true (dl_dragonfly_parse_node (net, "13.2.5.1", &node, NULL));
  g_assert_cmpuint (node, ==, ((12 * 6 + 2) * 16 + 5) * 4 + 1);
  name = dl_dragonfly_node_to_string (net, node);
  g_assert_cmpstr (name, ==, "13.2.5.1");
  g_assert_cmpuint (dl_dragonfly_group_named (net, 12), ==, G_MAXUINT);
  g_assert_false (dl_dragonfly_parse_node (net, "12.0.0.0", &node, &error));
  g_assert_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_OUTSIDE);
}

static void
test_errors (void)
{
  static const struct
  {
    const char *text;
    DlNetworkError code;
    const char *part; /* of the message */
  } cases[] = {
    { "0.0.4", DL_NETWORK_ERROR_SYNTAX, "group.chassis.blade.node" },
    { "0,0,4,2", DL_NETWORK_ERROR_SYNTAX, "“0,0,4,2”" },
    { "-1", DL_NETWORK_ERROR_SYNTAX, "“-1”" },
    { "0.0.4.2.0", DL_NETWORK_ERROR_SYNTAX, "0.0.4.2.0" },
    { "", DL_NETWORK_ERROR_SYNTAX, "“”" },
    { "1152", DL_NETWORK_ERROR_OUTSIDE, "0 to 1151" },
    { "99999999999", DL_NETWORK_ERROR_SYNTAX, "number" },
    { "3.0.0.0", DL_NETWORK_ERROR_OUTSIDE, "3 groups" },
    { "2.6.0.0", DL_NETWORK_ERROR_OUTSIDE, "2.0.0 to 2.5.15" },
    { "2.5.16.0", DL_NETWORK_ERROR_OUTSIDE, "2.0.0 to 2.5.15" },
    { "2.5.15.4", DL_NETWORK_ERROR_OUTSIDE, "nodes 0 to 3" },
  };
  g_autoptr (DlDragonfly) net = fixture_cascade (3, 1);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      guint node;

      g_assert_false (dl_dragonfly_parse_node (net, cases[i].text, &node, &error));
      g_assert_error (error, DL_NETWORK_ERROR, (gint) cases[i].code);
      if (strstr (error->message, cases[i].part) == NULL)
        g_error ("%s: %s", cases[i].text, error->message);
    }
  for (guint i = 0; i < 2; i++)
    {
      static const char *const links[] = { "0.0.0-0.1.1#0", "0.0.0-0.1.0#3" };
      g_autoptr (GError) error = NULL;
      guint link;

      g_assert_false (dl_dragonfly_parse_link (net, links[i], &link, &error));
      g_assert_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_OUTSIDE);
      g_assert_nonnull (strstr (error->message, links[i]));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dragonfly-name/refused", test_refused);
  g_test_add_func ("/dragonfly-name/round-trip", test_round_trip);
  g_test_add_func ("/dragonfly-name/networks", test_networks);
  g_test_add_func ("/dragonfly-name/machine-groups", test_machine_groups);
  g_test_add_func ("/dragonfly-name/errors", test_errors);
  return g_test_run ();
}
