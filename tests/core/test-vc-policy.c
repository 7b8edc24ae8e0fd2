/* Model 2: virtual channels by policy, and the balance that the VC paper and model.md report. */
#include "dl-families.h"
#include "dl-torus-analysis.h"

#include <math.h>
#include <string.h>

typedef struct
{
  guint radix[DL_TORUS_N_DIMS];
  gint dateline[DL_TORUS_N_DIMS];
  guint region_nodes;
  const char *mesh;      /* letters of the mesh dimensions, or NULL */
  const char *cables[2]; /* broken ones */
} Machine;

static DlTorusRoutes *
build (const Machine *machine, const char *policy)
{
  DlTorusRouting routing = { .engine = dl_torus_engine_find ("xt"),
                             .vc_policy = dl_vc_policy_find (policy),
                             .tie = DL_TORUS_TIE_POSITIVE };
  g_autoptr (DlTorusNetwork) network = NULL;
  g_autoptr (GError) error = NULL;
  DlTorusSpec spec;

  g_assert_nonnull (routing.vc_policy);
  dl_torus_spec_init (&spec);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      spec.radix[dim] = machine->radix[dim];
      spec.wrap[dim] = machine->mesh == NULL || strchr (machine->mesh, "xyz"[dim]) == NULL;
      routing.dateline[dim] = machine->dateline[dim];
    }
  if (machine->region_nodes > 0)
    spec.region_nodes = machine->region_nodes;
  for (guint i = 0; i < G_N_ELEMENTS (machine->cables) && machine->cables[i] != NULL; i++)
    {
      DlTorusLinkAt link;
      g_assert_true (dl_torus_link_at_parse (machine->cables[i], &link));
      g_array_append_val (spec.broken_cables, link);
    }
  network = dl_torus_network_new (&spec, &error);
  g_assert_no_error (error);
  dl_torus_spec_clear (&spec);
  return dl_torus_routes_new (network, &routing);
}

static DlTorusAnalysis *
analyze (const Machine *machine, const char *policy)
{
  g_autoptr (DlTorusRoutes) routes = build (machine, policy);
  g_autoptr (DlDemand) demand = dl_torus_demand_new (
      routes->network, &(DlTorusTraffic) { .pattern = dl_pattern_find ("uniform"), .target = -1 });

  return dl_torus_analysis_new (routes, demand, NULL);
}

static const Machine xt3 = { .radix = { 11, 12, 16 }, .dateline = { 10, 11, 15 } };
static const Machine titan = { .radix = { 25, 16, 24 }, .dateline = { 24, 15, 23 } };

static void
check_means (const Machine *machine, const char *policy, double x, double y, double z,
             double epsilon)
{
  g_autoptr (DlTorusAnalysis) analysis = analyze (machine, policy);
  const double means[] = { x, y, z };

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (fabs (analysis->dims[dim].balance_mean - means[dim]) > epsilon)
      g_error ("%s, dimension %s: mean balance %g, should be %g", policy, dl_torus_dim_name (dim),
               analysis->dims[dim].balance_mean, means[dim]);
  g_assert_cmpuint (analysis->illegal_pairs, ==, 0);
  g_assert_cmpuint (analysis->dropped_pairs, ==, 0);
  g_assert_cmpuint (analysis->unreachable_pairs, ==, 0);
}

/* Model 2's first table, the rows marked (measured). With one region, global-table is neighbors. */
static void
test_xt3_measured (void)
{
  check_means (&xt3, "initial", .4242, .4167, .4127, 5e-5);
  check_means (&xt3, "neighbors", .3576, .3524, .3562, 5e-5);
  check_means (&xt3, "global-table", .3576, .3524, .3562, 5e-5);
  check_means (&xt3, "output-crossing", .2667, .2690, .3016, 5e-5);
}

/* The same table's rows (paper): VC paper section 4 has two digits, and its simulation need not
 * have had these datelines; it is met within 0.02. */
static void
test_xt3_paper (void)
{
  check_means (&xt3, "initial", .44, .42, .42, .02);
  check_means (&xt3, "output-crossing", .27, .28, .30, .02);
}

static void
check_bins (const DlTorusDimensionStats *stats, const guint *bins)
{
  for (guint bin = 0; bin < DL_BALANCE_BINS; bin++)
    g_assert_cmpuint (stats->bins[bin], ==, bins[bin]);
}

static void
test_xt3_bins (void)
{
  g_autoptr (DlTorusAnalysis) analysis = analyze (&xt3, "output-crossing");
  static const guint bins[DL_TORUS_N_DIMS][DL_BALANCE_BINS]
      = { { 2688, 768, 384, 384 }, { 2640, 880, 352, 352 }, { 2508, 924, 396, 396 } };
  static const double load_max[DL_TORUS_N_DIMS] = { 2880, 3696, 4752 };

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      g_assert_cmpuint (analysis->dims[dim].links, ==, 4224);
      g_assert_cmpuint (analysis->dims[dim].idle_links, ==, 0);
      check_bins (&analysis->dims[dim], bins[dim]);
      g_assert_cmpfloat (analysis->dims[dim].load_max, ==, load_max[dim]);
    }
  g_assert_cmpuint (analysis->pairs, ==, 4458432);
  g_assert_cmpfloat_with_epsilon (analysis->hops_mean, 9.7319, 5e-5);
  g_assert_cmpuint (analysis->hops_max, ==, 5 + 6 + 8);
}

/* The example of `analyze --json` in interface.md. */
static void
test_xt3_json (void)
{
  g_autoptr (DlTorusAnalysis) analysis = analyze (&xt3, "initial");
  const DlTorusDimensionStats *x = &analysis->dims[DL_X];

  g_assert_cmpuint (x->links, ==, 4224);
  g_assert_cmpuint (x->idle_links, ==, 0);
  g_assert_cmpuint (x->balanced_links, ==, 384);
  g_assert_cmpfloat_with_epsilon (x->balance_mean, .4242, 5e-5);
  check_bins (x, (guint[]) { 1920, 768, 768, 768 });
  g_assert_cmpfloat (x->load_mean, ==, 2880);
  g_assert_cmpfloat (x->load_max, ==, 2880);
}

/* Several regions (10, 10 and 5 planes): the four policies in turn. */
static void
test_titan (void)
{
  check_means (&titan, "initial", .6554, .3958, .3858, 5e-5);
  check_means (&titan, "neighbors", .6478, .3413, .3470, 5e-5);
  check_means (&titan, "global-table", .4129, .3413, .3470, 5e-5);
  check_means (&titan, "output-crossing", .3215, .2788, .3089, 5e-5);

  g_autoptr (DlTorusAnalysis) analysis = analyze (&titan, "output-crossing");
  g_assert_cmpfloat_with_epsilon (analysis->hops_mean, 16.5297, 5e-5);
}

/* A route as "X+.0 X+.1", and the rule that chose the first hop's VC. */
static char *
route_text (const DlTorusRoutes *routes, const char *from, const char *to, DlVcRule *rule)
{
  static const char *const ports[] = { "X+", "X-", "Y+", "Y-", "Z+", "Z-" };
  GString *text = g_string_new (NULL);
  g_auto (DlTorusRoute) route = { 0 };
  DlTorusCoord source, dest;

  g_assert_true (dl_torus_coord_parse (from, &source));
  g_assert_true (dl_torus_coord_parse (to, &dest));
  dl_torus_routes_walk (routes, dl_torus_network_node_at (routes->network, source),
                        dl_torus_network_node_at (routes->network, dest), &route);
  g_assert_cmpint (route.status, ==, DL_TORUS_ROUTE_DELIVERED);
  g_assert_true (route.legal);
  for (guint i = 0; i < route.n_hops; i++)
    g_string_append_printf (text, "%s%s.%u", i > 0 ? " " : "",
                            ports[route.hops[i].link % DL_TORUS_N_NETWORK_PORTS], route.hops[i].vc);
  *rule = route.hops[0].vc_rule;
  return g_string_free (text, FALSE);
}

typedef struct
{
  const Machine *machine;
  const char *policies; /* a digit each: 0 initial ... 3 output-crossing */
  const char *from, *to;
  const char *route;
  DlVcRule rule; /* of the first run */
} Case;

static void
check_cases (const Case *cases, guint n_cases)
{
  static const char *const ids[] = { "initial", "neighbors", "global-table", "output-crossing" };

  for (guint i = 0; i < n_cases; i++)
    for (const char *policy = cases[i].policies; *policy != '\0'; policy++)
      {
        const char *id = ids[*policy - '0'];
        g_autoptr (DlTorusRoutes) routes = build (cases[i].machine, id);
        DlVcRule rule;
        g_autofree char *text = route_text (routes, cases[i].from, cases[i].to, &rule);

        if (strcmp (text, cases[i].route) != 0 || rule != cases[i].rule)
          g_error ("case %u, %s, %s to %s: %s (%s), should be %s (%s)", i, id, cases[i].from,
                   cases[i].to, text, dl_vc_rule_text (rule), cases[i].route,
                   dl_vc_rule_text (cases[i].rule));
      }
}

/* One ring of 8 with its dateline at 3; the NID's bottom bit is z. */
static void
test_ring (void)
{
  static const Machine ring = { .radix = { 1, 1, 8 }, .dateline = { -1, -1, 3 } };
  static const Machine off = { .radix = { 1, 1, 8 }, .dateline = { -1, -1, -1 } };
  static const Machine mesh = { .radix = { 1, 1, 8 }, .dateline = { -1, -1, 3 }, .mesh = "z" };
  static const Case cases[] = {
    /* From the dateline: VC1, either way. */
    { &ring, "0123", "0,0,3", "0,0,5", "Z+.1 Z+.1", DL_VC_RULE_FROM_DATELINE },
    { &ring, "0123", "0,0,3", "0,0,1", "Z-.1 Z-.1", DL_VC_RULE_FROM_DATELINE },
    /* Across it: VC0, and VC1 from the dateline node on. */
    { &ring, "0123", "0,0,1", "0,0,4", "Z+.0 Z+.0 Z+.1", DL_VC_RULE_CROSSES },
    { &ring, "0123", "0,0,5", "0,0,2", "Z-.0 Z-.0 Z-.1", DL_VC_RULE_CROSSES },
    /* Up to it: crossing until version 3 (3.4), free from then on. */
    { &ring, "012", "0,0,2", "0,0,3", "Z+.0", DL_VC_RULE_CROSSES },
    { &ring, "3", "0,0,2", "0,0,3", "Z+.1", DL_VC_RULE_PARITY },
    { &ring, "012", "0,0,6", "0,0,3", "Z-.0 Z-.0 Z-.0", DL_VC_RULE_CROSSES },
    { &ring, "3", "0,0,6", "0,0,3", "Z-.1 Z-.1 Z-.1", DL_VC_RULE_PARITY },
    /* The first neighbor downstream, from version 1 on (3.2). */
    { &ring, "0", "0,0,4", "0,0,5", "Z+.1", DL_VC_RULE_PARITY },
    { &ring, "123", "0,0,4", "0,0,5", "Z+.0", DL_VC_RULE_NEIGHBOR },
    { &ring, "0", "0,0,2", "0,0,1", "Z-.1", DL_VC_RULE_PARITY },
    { &ring, "123", "0,0,2", "0,0,1", "Z-.0", DL_VC_RULE_NEIGHBOR },
    { &ring, "0", "0,0,2", "0,0,7", "Z-.1 Z-.1 Z-.1", DL_VC_RULE_PARITY },
    { &ring, "123", "0,0,2", "0,0,7", "Z-.0 Z-.0 Z-.0", DL_VC_RULE_NEIGHBOR },
    /* Free: both bottom bits, xor (3.1). */
    { &ring, "0123", "0,0,5", "0,0,6", "Z+.1", DL_VC_RULE_PARITY },
    { &ring, "0123", "0,0,5", "0,0,7", "Z+.0 Z+.0", DL_VC_RULE_PARITY },
    { &ring, "0123", "0,0,1", "0,0,6", "Z-.1 Z-.1 Z-.1", DL_VC_RULE_PARITY },
    /* Without a dateline, and in a mesh, every run is free. */
    { &off, "0123", "0,0,1", "0,0,4", "Z+.1 Z+.1 Z+.1", DL_VC_RULE_PARITY },
    { &off, "0123", "0,0,3", "0,0,4", "Z+.1", DL_VC_RULE_PARITY },
    { &off, "0123", "0,0,7", "0,0,1", "Z+.0 Z+.0", DL_VC_RULE_PARITY },
    { &mesh, "0123", "0,0,1", "0,0,4", "Z+.1 Z+.1 Z+.1", DL_VC_RULE_PARITY },
    { &mesh, "0123", "0,0,3", "0,0,4", "Z+.1", DL_VC_RULE_PARITY },
  };

  check_cases (cases, G_N_ELEMENTS (cases));
}

/* Four regions of three planes: x 0-2, 3-5, 6-8, 9-11; the NID's bottom bit is y. */
static void
test_global (void)
{
  static const Machine at_2 = { { 12, 2, 1 }, { 2, -1, -1 }, 6 };
  static const Machine at_3 = { { 12, 2, 1 }, { 3, -1, -1 }, 6 };
  static const Machine at_4 = { { 12, 2, 1 }, { 4, -1, -1 }, 6 };
  static const Machine at_5 = { { 12, 2, 1 }, { 5, -1, -1 }, 6 };
  static const Machine at_8 = { { 12, 2, 1 }, { 8, -1, -1 }, 6 };
  static const Machine at_11 = { { 12, 2, 1 }, { 11, -1, -1 }, 6 };
  static const Machine off = { { 12, 2, 1 }, { -1, -1, -1 }, 6 };
  static const Machine mesh = { { 12, 2, 1 }, { 4, -1, -1 }, 6, .mesh = "x" };
  static const Case cases[] = {
    /* Nothing in the way: VC0 in versions 0 and 1, then the destination's bottom bit (3.3),
     * whatever the source's is. */
    { &at_8, "01", "0,1,0", "3,1,0", "X+.0 X+.0 X+.0", DL_VC_RULE_GLOBAL_ZERO },
    { &at_8, "23", "0,1,0", "3,1,0", "X+.1 X+.1 X+.1", DL_VC_RULE_GLOBAL_PARITY },
    { &at_8, "23", "0,0,0", "3,0,0", "X+.0 X+.0 X+.0", DL_VC_RULE_GLOBAL_PARITY },
    { &off, "01", "0,1,0", "3,1,0", "X+.0 X+.0 X+.0", DL_VC_RULE_GLOBAL_ZERO },
    { &off, "23", "0,1,0", "3,1,0", "X+.1 X+.1 X+.1", DL_VC_RULE_GLOBAL_PARITY },
    /* "This change also affects systems in which there is no torus in the X dimension." */
    { &mesh, "01", "3,1,0", "6,1,0", "X+.0 X+.0 X+.0", DL_VC_RULE_GLOBAL_ZERO },
    { &mesh, "23", "3,1,0", "6,1,0", "X+.1 X+.1 X+.1", DL_VC_RULE_GLOBAL_PARITY },
    /* Passed before the region. */
    { &at_2, "0123", "1,1,0", "3,1,0", "X+.0 X+.1", DL_VC_RULE_CROSSES },
    { &at_11, "123", "0,1,0", "3,1,0", "X+.0 X+.0 X+.0", DL_VC_RULE_NEIGHBOR },
    /* In the region, but not at its far edge: the global table cannot tell. */
    { &at_4, "0123", "2,1,0", "3,1,0", "X+.0", DL_VC_RULE_GLOBAL_ZERO },
    { &at_3, "012", "2,1,0", "3,1,0", "X+.0", DL_VC_RULE_CROSSES },
    { &at_3, "3", "2,1,0", "3,1,0", "X+.0", DL_VC_RULE_GLOBAL_ZERO },
    /* At the far edge, in the direction of travel: free from version 3 on (3.4). */
    { &at_5, "012", "2,1,0", "3,1,0", "X+.0", DL_VC_RULE_GLOBAL_ZERO },
    { &at_5, "3", "2,1,0", "3,1,0", "X+.1", DL_VC_RULE_GLOBAL_PARITY },
    { &at_5, "3", "2,1,0", "5,1,0", "X+.1 X+.1 X+.1", DL_VC_RULE_GLOBAL_PARITY },
    { &at_5, "012", "2,1,0", "5,1,0", "X+.0 X+.0 X+.0", DL_VC_RULE_CROSSES },
    { &at_3, "3", "7,1,0", "5,1,0", "X-.1 X-.1", DL_VC_RULE_GLOBAL_PARITY },
    { &at_5, "3", "7,1,0", "5,1,0", "X-.0 X-.0", DL_VC_RULE_GLOBAL_ZERO },
    /* Inside a region: both bottom bits as ever. */
    { &at_8, "0123", "3,0,0", "5,1,0", "X+.1 X+.1 Y+.1", DL_VC_RULE_PARITY },
    { &at_8, "0123", "3,1,0", "5,1,0", "X+.0 X+.0", DL_VC_RULE_PARITY },
    /* The nearest edge, and a tie there: from 1 to 6-8 it is 5 either way. */
    { &off, "23", "1,1,0", "8,1,0", "X+.1 X+.1 X+.1 X+.1 X+.1 X+.1 X+.1",
      DL_VC_RULE_GLOBAL_PARITY },
    { &off, "23", "0,1,0", "6,1,0", "X-.1 X-.1 X-.1 X-.1 X-.1 X-.1", DL_VC_RULE_GLOBAL_PARITY },
  };

  check_cases (cases, G_N_ELEMENTS (cases));
}

/* A region of one plane has its dateline on both edges (3.4). */
static void
test_one_plane (void)
{
  static const Machine machine = { { 8, 2, 1 }, { 3, -1, -1 }, 2 };
  static const Case cases[] = {
    { &machine, "012", "1,1,0", "3,1,0", "X+.0 X+.0", DL_VC_RULE_CROSSES },
    { &machine, "3", "1,1,0", "3,1,0", "X+.1 X+.1", DL_VC_RULE_GLOBAL_PARITY },
    { &machine, "3", "6,1,0", "3,1,0", "X-.1 X-.1 X-.1", DL_VC_RULE_GLOBAL_PARITY },
    /* "Of course traffic passing through will cross the dateline." */
    { &machine, "0123", "1,1,0", "4,1,0", "X+.0 X+.0 X+.1", DL_VC_RULE_CROSSES },
  };

  check_cases (cases, G_N_ELEMENTS (cases));
}

/* Additions by detours. */
static void
test_detours (void)
{
  /* One region, a mesh in Y, bottom bit z: the rule for a turn to a higher dimension holds in a
   * mesh too, where Y+ would otherwise be free. */
  static const Machine local = { { 5, 2, 2 }, { 4, -1, -1 }, .cables = { "1,0,0:x+" } };
  /* Four regions as above, but bottom bit z. */
  static const Machine between
      = { { 12, 2, 2 }, { 8, -1, -1 }, 12, .cables = { "1,0,0:x+", "1,1,0:x+" } };
  /* The dateline at 2 lies between the entry and the region 3-5, but the run ends before it. */
  static const Machine cut_short = { { 12, 2, 1 }, { 2, -1, -1 }, 6, .cables = { "1,0,0:x+" } };
  static const Case cases[] = {
    { &local, "0123", "1,0,0", "2,0,1", "Y+.0 X+.1 Y-.1 Z+.1", DL_VC_RULE_TO_HIGHER },
    { &local, "0123", "1,0,1", "2,0,0", "X+.1 Z-.1", DL_VC_RULE_PARITY },
    /* Y+ between regions, followed by Z+: VC0, though the bottom bits differ. */
    { &between, "01", "1,0,0", "3,0,1", "Y+.0 Z+.0 X+.0 X+.0 Y-.0", DL_VC_RULE_GLOBAL_ZERO },
    { &between, "23", "1,0,0", "3,0,1", "Y+.0 Z+.0 X+.1 X+.1 Y-.0", DL_VC_RULE_GLOBAL_ZERO },
    { &cut_short, "0123", "0,0,0", "3,1,0", "X+.0 Y+.0 X+.0 X+.1", DL_VC_RULE_GLOBAL_ZERO },
  };

  check_cases (cases, G_N_ELEMENTS (cases));
}

static void
test_table (void)
{
  static const struct
  {
    const char *id;
    gboolean neighbors, global_entries, output_crossing;
  } expected[] = { { "initial", FALSE, FALSE, FALSE },
                   { "neighbors", TRUE, FALSE, FALSE },
                   { "global-table", TRUE, TRUE, FALSE },
                   { "output-crossing", TRUE, TRUE, TRUE } };
  guint n_policies;
  const DlVcPolicy *const *policies = dl_vc_policies (&n_policies);

  g_assert_cmpuint (n_policies, >=, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const DlVcPolicy *policy = dl_vc_policy_find (expected[i].id);
      g_assert_true (policy == policies[i]);
      g_assert_true (policy->neighbors == expected[i].neighbors);
      g_assert_true (policy->global_entries == expected[i].global_entries);
      g_assert_true (policy->output_crossing == expected[i].output_crossing);
    }
  g_assert_null (dl_vc_policy_find ("Initial"));
  for (guint rule = 0; rule < DL_N_VC_RULES; rule++)
    {
      g_assert_cmpstr (dl_vc_rule_text (rule), !=, "");
      g_assert_true (g_str_has_prefix (dl_vc_rule_section (rule),
                                       rule == DL_VC_RULE_WRAP || rule == DL_VC_RULE_ANY
                                           ? "BookSim 2, "
                                       : rule == DL_VC_RULE_BUBBLE ? "Puente"
                                                                   : "VC paper "));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vc-policy/table", test_table);
  g_test_add_func ("/vc-policy/ring", test_ring);
  g_test_add_func ("/vc-policy/global", test_global);
  g_test_add_func ("/vc-policy/one-plane", test_one_plane);
  g_test_add_func ("/vc-policy/detours", test_detours);
  g_test_add_func ("/vc-policy/xt3-measured", test_xt3_measured);
  g_test_add_func ("/vc-policy/xt3-paper", test_xt3_paper);
  g_test_add_func ("/vc-policy/xt3-bins", test_xt3_bins);
  g_test_add_func ("/vc-policy/xt3-json", test_xt3_json);
  g_test_add_func ("/vc-policy/titan", test_titan);
  return g_test_run ();
}
