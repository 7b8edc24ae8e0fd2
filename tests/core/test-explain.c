/* A route explained: the known answers of model 3, in words. */
#include "dl-torus-explain.h"

#include <string.h>

/* The 5x5x5 torus, policy output-crossing, ties positive. */
static DlTorusRoutes *
make_routes (const char *cable, const char *node, gint z_dateline, gint datelines)
{
  DlTorusSpec spec;
  DlTorusRoutes *routes;
  DlTorusNetwork *network;
  const DlTorusRouting routing = {
    .engine = dl_torus_engine_find ("xt"),
    .vc_policy = dl_vc_policy_find ("output-crossing"),
    .dateline = { datelines, datelines, z_dateline },
  };

  dl_torus_spec_init (&spec);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    spec.radix[dim] = 5;
  if (cable != NULL)
    {
      DlTorusLinkAt at;
      g_assert_true (dl_torus_link_at_parse (cable, &at));
      g_array_append_val (spec.broken_cables, at);
    }
  if (node != NULL)
    {
      DlTorusCoord at;
      g_assert_true (dl_torus_coord_parse (node, &at));
      g_array_append_val (spec.broken_nodes, at);
    }
  network = dl_torus_network_new (&spec, NULL);
  routes = dl_torus_routes_new (network, &routing);
  dl_torus_network_unref (network);
  dl_torus_spec_clear (&spec);
  return routes;
}

static guint
node_of (const DlTorusRoutes *routes, const char *text)
{
  DlTorusCoord at;

  g_assert_true (dl_torus_coord_parse (text, &at));
  return dl_torus_network_node_at (routes->network, at);
}

static void
follow (const DlTorusRoutes *routes, const char *from, const char *to, DlTorusRoute *route,
        DlTorusTraced *traced)
{
  *traced = (DlTorusTraced) { routes, route, node_of (routes, from), node_of (routes, to) };
  dl_torus_routes_walk (routes, traced->source, traced->dest, route);
}

/* Model 3's table. @crosses: a letter per hop, x where it leaves the dateline node of its
 * dimension, counted by hand. */
static const struct
{
  const char *cable, *node;
  gint z_dateline;
  const char *from, *to;
  const char *line;
  const char *crosses;
  const char *summary;
  guint i; /* a hop, and what was passed over before it */
  const char *rejected;
} known[] = {
  { NULL, NULL, 0, "1,1,1", "3,4,0", "X+.0 X+.0 Y-.0 Y-.1 Z-.1", "...x.",
    "5 hops, 1 change of virtual channel, delivered, legal", 0, "" },
  { NULL, NULL, 0, "4,1,4", "1,2,1", "X+.0 X+.1 Y+.0 Z+.0 Z+.1", ".x..x",
    "5 hops, 3 changes of virtual channel, delivered, legal", 1, "" },
  { "1,2,2:x+", NULL, 0, "0,2,2", "2,2,2", "X+.1 Y+.0 X+.0 Y-.1", "x...",
    "4 hops, 2 changes of virtual channel, delivered, legal", 1,
    "rejected X+: the link is broken (VC paper 2.2.2)" },
  { "2,1,2:y+", NULL, 0, "2,0,2", "2,2,2", "Y+.1 Z+.0 Y+.0 Z-.1", "x...",
    "4 hops, 2 changes of virtual channel, delivered, legal", 1,
    "rejected Y+: the link is broken (VC paper 2.2.3)" },
  { "2,2,1:z+", NULL, 2, "2,2,0", "2,2,2", "Z+.0 Y+.1 Z+.0 Y-.1", "....",
    "4 hops, 3 changes of virtual channel, delivered, legal", 1,
    "rejected Z+: the link is broken (VC paper 2.2.4)" },
  { "2,2,1:z+", NULL, 2, "2,2,2", "2,2,1", "Z+.1 Z+.1 Z+.1 Z+.1", "x...",
    "4 hops, 0 changes of virtual channel, delivered, legal", 0,
    "rejected Z-: a link further along is broken (VC paper 2.2.4)" },
  { NULL, "2,2,2", 0, "1,2,2", "2,1,1", "Y+.0 X+.0 Z+.0 Y-.0 Y-.0 Z-.0 Z-.0", ".......",
    "7 hops, 0 changes of virtual channel, delivered, legal", 2,
    "rejected Y-: the link is broken (VC paper 2.2.3)" },
  { NULL, NULL, 0, "2,2,2", "2,2,2", "", "", "no hops: source and destination are the same node", 0,
    "" },
};

static void
test_known (void)
{
  for (guint k = 0; k < G_N_ELEMENTS (known); k++)
    {
      g_autoptr (DlTorusRoutes) routes
          = make_routes (known[k].cable, known[k].node, known[k].z_dateline, 0);
      g_auto (DlTorusRoute) route = { 0 };
      g_autofree char *line = NULL;
      g_autofree char *summary = NULL;
      g_autofree char *text = NULL;
      g_autofree char *rejected = NULL;
      g_auto (GStrv) lines = NULL;
      DlTorusTraced traced;

      follow (routes, known[k].from, known[k].to, &route, &traced);
      g_assert_null (dl_torus_traced_reason (&traced));
      line = dl_torus_traced_to_line (&traced);
      g_assert_cmpstr (line, ==, known[k].line);
      summary = dl_torus_traced_summary (&traced);
      g_assert_cmpstr (summary, ==, known[k].summary);
      rejected = dl_torus_traced_rejected (&traced, known[k].i);
      g_assert_cmpstr (rejected, ==, known[k].rejected);
      g_assert_cmpuint (dl_torus_traced_n_hops (&traced), ==, strlen (known[k].crosses));
      for (guint i = 0; i < dl_torus_traced_n_hops (&traced); i++)
        {
          g_assert_cmpint (dl_torus_traced_crosses (&traced, i), ==, known[k].crosses[i] == 'x');
          g_assert_cmpint (dl_torus_traced_illegal (&traced, i), ==, DL_TORUS_LEGAL);
        }

      /* The line, then a line per hop, none of which ends in spaces. */
      text = dl_torus_traced_to_text (&traced);
      lines = g_strsplit (text, "\n", -1);
      g_assert_cmpuint (g_strv_length (lines), ==, dl_torus_traced_n_hops (&traced) + 2);
      g_assert_cmpstr (lines[dl_torus_traced_n_hops (&traced) + 1], ==, "");
      if (*known[k].line != '\0')
        g_assert_cmpstr (lines[0], ==, known[k].line);
      for (guint i = 0; lines[i] != NULL; i++)
        g_assert_false (g_str_has_suffix (lines[i], " "));
      g_assert_true (strstr (text, known[k].rejected) != NULL);
    }
}

/* The same cut with the dateline at z=1: where it gives up, and what it tried there. */
static void
test_unreachable (void)
{
  g_autoptr (DlTorusRoutes) routes = make_routes ("2,2,1:z+", NULL, 1, 0);
  g_auto (DlTorusRoute) route = { 0 };
  g_autofree char *text = NULL;
  g_autofree char *summary = NULL;
  DlTorusTraced traced;

  follow (routes, "2,2,0", "2,2,2", &route, &traced);
  text = dl_torus_traced_to_text (&traced);
  g_assert_true (g_str_has_prefix (
      text, "unreachable: at 2,3,1: the rules allow no direction (VC paper 2.2.1); "
            "rejected Y-: Z+ is broken at the next node (VC paper 2.2.3); "
            "rejected Z+: it leaves a dateline node (VC paper 2.2.1)\n"
            "after Z+.0 Y+.1\n"));
  summary = dl_torus_traced_summary (&traced);
  g_assert_cmpstr (summary, ==,
                   "unreachable: at 2,3,1: the rules allow no direction (VC paper 2.2.1); "
                   "after 2 hops, 1 change of virtual channel");
}

static guint
channel_link (const DlTorusRoutes *routes, const char *node, guint port)
{
  return dl_torus_network_link (routes->network, node_of (routes, node), port);
}

/* Each rule of model 3's relation L, and a dependency that breaks it and no other. */
static void
test_illegal (void)
{
  static const struct
  {
    const char *node; /* where both meet */
    guint in, vc_in, out, vc_out;
    DlTorusIllegal why;
  } cases[] = {
    { "2,2,2", DL_TORUS_PORT_X_PLUS, 0, DL_TORUS_PORT_X_PLUS, 0, DL_TORUS_LEGAL },
    { "2,2,2", DL_TORUS_PORT_X_PLUS, 1, DL_TORUS_PORT_Y_MINUS, 0, DL_TORUS_LEGAL },
    { "2,2,2", DL_TORUS_PORT_Y_PLUS, 0, DL_TORUS_PORT_X_MINUS, 1, DL_TORUS_LEGAL },
    { "0,2,2", DL_TORUS_PORT_X_PLUS, 0, DL_TORUS_PORT_X_PLUS, 1, DL_TORUS_LEGAL },
    { "0,2,2", DL_TORUS_PORT_Y_PLUS, 0, DL_TORUS_PORT_X_PLUS, 1, DL_TORUS_LEGAL },
    { "2,2,2", DL_TORUS_PORT_X_PLUS, 0, DL_TORUS_PORT_X_MINUS, 0, DL_TORUS_ILLEGAL_BACK },
    { "2,2,2", DL_TORUS_PORT_Y_MINUS, 0, DL_TORUS_PORT_X_PLUS, 0, DL_TORUS_ILLEGAL_MINUS_HIGHER },
    { "2,2,2", DL_TORUS_PORT_Z_MINUS, 0, DL_TORUS_PORT_Y_PLUS, 0, DL_TORUS_ILLEGAL_MINUS_HIGHER },
    { "2,2,2", DL_TORUS_PORT_Z_MINUS, 0, DL_TORUS_PORT_X_PLUS, 1, DL_TORUS_ILLEGAL_MINUS_HIGHER },
    { "2,2,2", DL_TORUS_PORT_Z_PLUS, 1, DL_TORUS_PORT_Y_MINUS, 0, DL_TORUS_ILLEGAL_VC1_HIGHER },
    { "2,2,2", DL_TORUS_PORT_X_PLUS, 0, DL_TORUS_PORT_X_PLUS, 1, DL_TORUS_ILLEGAL_VC_CHANGE },
    { "2,2,2", DL_TORUS_PORT_X_PLUS, 1, DL_TORUS_PORT_X_PLUS, 0, DL_TORUS_ILLEGAL_VC_CHANGE },
    { "0,2,2", DL_TORUS_PORT_X_MINUS, 1, DL_TORUS_PORT_X_MINUS, 1, DL_TORUS_ILLEGAL_INTO_VC1 },
    { "0,2,2", DL_TORUS_PORT_X_MINUS, 0, DL_TORUS_PORT_X_MINUS, 0, DL_TORUS_ILLEGAL_OUT_OF_VC0 },
    { "0,2,2", DL_TORUS_PORT_Z_PLUS, 0, DL_TORUS_PORT_X_MINUS, 0, DL_TORUS_ILLEGAL_OUT_OF_VC0 },
    { "2,2,0", DL_TORUS_PORT_X_PLUS, 0, DL_TORUS_PORT_Z_MINUS, 0, DL_TORUS_ILLEGAL_OUT_OF_VC0 },
  };
  g_autoptr (DlTorusRoutes) routes = make_routes (NULL, NULL, 0, 0);

  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      /* The link in comes from the node against its direction. */
      const guint back = node_of (routes, cases[k].node) * routes->network->n_ports
                         + dl_torus_port_opposite (cases[k].in);
      const guint in
          = dl_torus_network_link (routes->network, routes->network->link_to[back], cases[k].in);
      const guint out = channel_link (routes, cases[k].node, cases[k].out);

      g_assert_cmpint (dl_torus_routes_legal_why (routes, in, cases[k].vc_in, out, cases[k].vc_out),
                       ==, cases[k].why);
      g_assert_cmpint (dl_torus_routes_legal (routes, in, cases[k].vc_in, out, cases[k].vc_out), ==,
                       cases[k].why == DL_TORUS_LEGAL);
    }
  for (guint why = DL_TORUS_LEGAL; why < DL_TORUS_N_ILLEGAL; why++)
    {
      g_assert_true (g_str_has_prefix (dl_torus_illegal_section (why), "VC paper "));
      g_assert_cmpint (strlen (dl_torus_illegal_text (why)), >, 4);
    }
}

/* Every hop of every route: its crossing is where a dateline node is left, and the text says what
 * the route says. Without datelines nothing crosses. */
static void
test_every_route (void)
{
  for (gint dateline = DL_NO_DATELINE; dateline < 2; dateline++)
    {
      g_autoptr (DlTorusRoutes) routes = make_routes ("2,1,2:y+", "4,4,4", dateline, dateline);
      const DlTorusCoord *coord = routes->network->torus.coord;
      g_auto (DlTorusRoute) route = { 0 };

      for (guint source = 0; source < 125; source += 7)
        for (guint dest = 0; dest < 125; dest += 3)
          {
            DlTorusTraced traced = { routes, &route, source, dest };
            g_autofree char *line = NULL;
            guint at = source;

            if (!routes->network->node_up[source] || !routes->network->node_up[dest])
              continue;
            dl_torus_routes_walk (routes, source, dest, &route);
            if (route.status == DL_TORUS_ROUTE_LOOP)
              {
                g_assert_cmpuint (dl_torus_traced_n_hops (&traced), ==, 0);
                continue;
              }
            line = dl_torus_traced_to_line (&traced);
            g_assert_cmpuint (strlen (line), ==, route.n_hops > 0 ? 5 * route.n_hops - 1 : 0);
            for (guint i = 0; i < route.n_hops; i++)
              {
                const char *word = line + 5 * i;
                const guint dim = g_ascii_tolower (word[0]) - 'x';
                const gint step = word[1] == '+' ? 1 : 4;
                DlTorusCoord next = coord[at];

                g_assert_cmpuint (dl_torus_traced_node (&traced, i), ==, at);
                g_assert_cmpint (dl_torus_traced_crosses (&traced, i), ==,
                                 (gint) coord[at].at[dim] == dateline);
                g_assert_cmpint (dl_torus_traced_illegal (&traced, i) == DL_TORUS_LEGAL, ==,
                                 route.hops[i].legal);
                next.at[dim] = (next.at[dim] + step) % 5;
                at = dl_torus_network_node_at (routes->network, next);
              }
            g_assert_true (at == dest || route.status != DL_TORUS_ROUTE_DELIVERED);
          }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/explain/known", test_known);
  g_test_add_func ("/explain/unreachable", test_unreachable);
  g_test_add_func ("/explain/illegal", test_illegal);
  g_test_add_func ("/explain/every-route", test_every_route);
  return g_test_run ();
}
