/* Any fabric as a family of networks. */
#include "dl-counters-fabric.h"
#include "dl-fabric-explain.h"
#include "dl-fabric-family-private.h"
#include "dl-fabric-patterns.h"
#include "dl-fabric-places.h"
#include "dl-general.h"
#include "dl-memory.h"
#include "dl-path-records.h"
#include "dl-scenario-check.h"

#include <glib/gi18n-lib.h>

#include <stdio.h>
#include <string.h>

/* A host may be called anything but nothing, in UTF-8; whether there is one of that name depends on
 * the fabric. What looks like a node of another kind of network is one. */
static gboolean
reads_node (const char *text)
{
  return *text != '\0' && g_utf8_validate (text, -1, NULL) && g_ascii_isalpha (*text);
}

/* The network ---------------------------------------------------------------------------------- */

static gpointer
build (const DlScenario *scenario, GError **error)
{
  return dl_fabric_options_build (dl_fabric_options (scenario), NULL, error);
}

/* Routes are followed by destination and switch. */
static DlCost
cost (const DlScenario *scenario)
{
  const DlFabricWhole *whole = dl_fabric_options (scenario)->whole;
  const guint64 hosts = whole != NULL ? whole->fabric->n_hosts : 0;

  return (DlCost) { hosts, hosts > 0 ? hosts * whole->fabric->n_switches : 0 };
}

static DlSites
sites (gconstpointer shape)
{
  return dl_fabric_sites (shape);
}

static DlJobs *
jobs (const DlScenario *scenario, gconstpointer shape, GError **error)
{
  const DlSites of = dl_fabric_sites (shape);

  return dl_scenario_read_jobs (scenario, &of, error);
}

static DlSiteGrid *
site_grid (gpointer shape)
{
  return dl_fabric_site_grid (shape);
}

/* Have both the same places by the same numbers? */
static gboolean
same_places (gconstpointer shape, gconstpointer other)
{
  const DlFabric *a = shape, *b = other;
  const DlFabric *x = a->whole != NULL ? a->whole : a, *y = b->whole != NULL ? b->whole : b;

  if (x == y)
    return TRUE;
  if (x->n_hosts != y->n_hosts || x->n_switches != y->n_switches || x->n_channels != y->n_channels
      || !dl_same_bytes (x->channel_from, y->channel_from, x->n_channels * sizeof *x->channel_from)
      || !dl_same_bytes (x->channel_to, y->channel_to, x->n_channels * sizeof *x->channel_to))
    return FALSE;
  for (guint vertex = 0; vertex < x->n_vertices; vertex++)
    if (strcmp (dl_fabric_name (x, vertex), dl_fabric_name (y, vertex)) != 0)
      return FALSE;
  return TRUE;
}

/* In one line -----------------------------------------------------------------------------------
 */

static char *
show_line (const DlFabricGenerator *source, guint hosts)
{
  if (source == &dl_fabric_from_file)
    return g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "Fabric of %'u host", "Fabric of %'u hosts", hosts), hosts);
  /* Translators: a structure and its size, as in “Fat tree of 1,024 hosts” */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s of %'u host", "%s of %'u hosts", hosts),
                          _ (source->title), hosts);
}

static char *
write_line (const DlFabricGenerator *source, guint hosts)
{
  return g_strdup_printf ("fabric %s of %u host%s", source->id, hosts, hosts != 1 ? "s" : "");
}

static char *
line (const DlScenario *scenario, gboolean shown)
{
  return (shown ? show_line : write_line) (dl_fabric_options (scenario)->source,
                                           (guint) cost (scenario).nodes);
}

static const char *
read_line (const char *text, char **shown)
{
  g_autofree char *same = NULL;
  const DlFabricGenerator *source;
  char id[20];
  guint hosts;

  if (sscanf (text, "fabric %19s of %9u host", id, &hosts) != 2)
    return NULL;
  source = g_str_equal (id, dl_fabric_from_file.id) ? &dl_fabric_from_file
                                                    : dl_fabric_generator_find (id);
  if (source == NULL)
    return NULL;
  same = write_line (source, hosts);
  if (!g_str_has_prefix (text, same))
    return NULL;
  *shown = show_line (source, hosts);
  return text + strlen (same);
}

/* Its analysis --------------------------------------------------------------------------------- */

static DlNext
next (const DlScenario *scenario, gconstpointer routes)
{
  return dl_fabric_next (routes);
}

static DlExplained *
explain (const DlScenario *scenario, gpointer data, guint from, guint to, guint which)
{
  return dl_fabric_explain (((const DlFabricAnalysis *) data)->routes, from, to, which);
}

static gboolean
follow (gconstpointer data, guint from, guint to, DlPairRoute *pair)
{
  const DlFabricRoutes *routes = ((const DlFabricAnalysis *) data)->routes;
  g_autoptr (DlExplained) explained = NULL;

  if (from == to || !dl_fabric_host_works (routes->fabric, from)
      || !dl_fabric_host_works (routes->fabric, to))
    return FALSE;
  explained = dl_fabric_explain (routes, from, to, 0);
  /* Hops between switches, as everywhere: channels of hosts are not counted. */
  *pair = (DlPairRoute) { .delivered = explained->good,
                          .n_hops
                          = explained->n_hops - MIN (explained->n_hops, explained->good ? 2 : 1) };
  if (explained->n_hops > 0)
    pair->line = g_strdup (explained->line);
  return TRUE;
}

static DlLinkFlows *
flows (const DlScenario *scenario, gconstpointer data, guint link, GCancellable *cancellable)
{
  const DlFabricAnalysis *analysis = data;
  g_autoptr (DlDemand) demand
      = dl_scenario_fabric_demand (scenario, analysis->routes->fabric, NULL, NULL);

  const DlNext question = dl_fabric_next (analysis->routes);

  g_assert (demand != NULL); /* @analysis is of it */
  DlLinkFlows *flows = analysis->routes->kind == DL_FABRIC_TABLES
                           ? dl_fabric_flows (analysis->routes, demand, link, cancellable)
                           : dl_general_flows (&question, demand, link, cancellable);

  if (flows != NULL)
    dl_link_flows_weigh (flows, dl_graph_capacity (analysis->routes->fabric->graph, link));
  return flows;
}

/* Paths of a pair searched for one over a link, at most. */
#define MOST_WAYS 64

static gboolean
goes_over (const DlFabricRoutes *routes, guint from, guint to, guint which, guint link,
           guint32 *channels)
{
  guint n;

  dl_fabric_routes_walk (routes, from, to, which, channels, &n, NULL);
  for (guint i = 0; i < n; i++)
    if (channels[i] == link)
      return TRUE;
  return FALSE;
}

/* Find a route from @source over the link, to any destination whose packets take it. */
static gboolean
flow_route (const DlScenario *scenario, gpointer data, const DlLinkFlows *known, guint source,
            guint *from, guint *to, guint *which)
{
  const DlFabricRoutes *routes = ((const DlFabricAnalysis *) data)->routes;
  g_autofree guint32 *channels = g_new (guint32, 2 * routes->fabric->n_switches + 4);

  *from = source;
  for (*to = 0; *to < routes->fabric->n_hosts; (*to)++)
    for (*which = 0; *to != source && known->by_dest[*to] > 0
                     && *which < (routes->kind == DL_FABRIC_TABLES ? 1 : MOST_WAYS);
         (*which)++)
      if (goes_over (routes, source, *to, *which, known->link, channels))
        return TRUE;
  return FALSE;
}

static DlRouterTable *
router_table (const DlScenario *scenario, gconstpointer data, guint router,
              GCancellable *cancellable)
{
  return router != DL_NO_NODE
             ? dl_fabric_switch_table (((const DlFabricAnalysis *) data)->routes, router)
             : NULL;
}

/* Packets of a pair are counted as other routes where any of them changes. */
static gboolean
count_rerouted (const DlScenario *scenario, gconstpointer before, gconstpointer after,
                guint64 *pairs, GCancellable *cancellable)
{
  const DlFabricRoutes *was = ((const DlFabricAnalysis *) before)->routes;
  const DlFabricRoutes *is = ((const DlFabricAnalysis *) after)->routes;

  return same_places (was->fabric, is->fabric)
         && dl_fabric_count_rerouted (was, is, pairs, cancellable);
}

static gboolean
is_bound (const DlScenario *scenario)
{
  return dl_fabric_engine_is_bound (dl_fabric_options (scenario)->engine);
}

static double
utilization (gconstpointer data, guint link, double load)
{
  const DlFabricAnalysis *analysis = data;

  if (analysis->routes->fabric->link_state[link] != DL_LINK_UP)
    return NAN;
  return analysis->sent > 0 ? load * dl_fabric_analysis_load (analysis, link) / analysis->sent : 0;
}

/* The row -------------------------------------------------------------------------------------- */

static const char *const missing[]
    = { "minimal_share", "bandwidth_GBps_per_node", "illegal_pairs", "dropped_pairs", NULL };

static const DlLinkClassDef classes[] = {
  [DL_FABRIC_BETWEEN_SWITCHES]
  = { "switches", N_ ("Links between switches"), N_ ("Maximum load between switches"), NULL },
  [DL_FABRIC_OF_HOSTS] = { "hosts", N_ ("Links of hosts"), N_ ("Maximum load at hosts"), NULL },
};
G_STATIC_ASSERT (G_N_ELEMENTS (classes) <= DL_MAX_LINK_CLASSES);

static const DlCountersKind *const counters[] = { &dl_counters_kind_ports, NULL };

/* Any network of these machines is routed by shortest paths, until one says otherwise. */
static const char *const of_topologies[]
    = { "fabric.source=file",        "fabric.engine=min-hop",
        "traffic.load=0.2",          "simulation.warmup-cycles=auto",
        "simulation.stop=precision", NULL };
static const char *const of_tables[] = { "fabric.engine=lft", NULL };

/* Lists of edges look like any text, and are opened from a scenario. */
static gboolean
is_topology (const char *text, gsize length)
{
  return dl_fabric_format_probe (text, length) != &dl_fabric_edges;
}

static GStrv
irregular (const DlScenario *scenario, guint most)
{
  const DlFabricReport *report = &dl_fabric_options (scenario)->whole->report;
  g_autoptr (GStrvBuilder) lines = g_strv_builder_new ();

  for (guint i = 0; report->notes != NULL && i < MIN (report->notes->len, most); i++)
    {
      g_autofree char *line = dl_fabric_report_line (report, i, _ ("topology"));

      g_strv_builder_add (lines, line);
    }
  return g_strv_builder_end (lines);
}

static const DlMachineFile machine_files[] = {
  { "fabric.tables", dl_fabric_tables_probe, DL_FABRIC_MAX_BYTES, of_tables, TRUE,
    .title = N_ ("forwarding tables of dump_fts") },
  { "fabric.tables", dl_path_records_begin, DL_FABRIC_MAX_BYTES, of_tables, TRUE,
    .title = N_ ("path records") },
  { "fabric.file", is_topology, DL_FABRIC_MAX_BYTES, of_topologies, FALSE, irregular,
    .title = dl_fabric_formats },
};

/* Each states its documented values and their source, and its assumptions. */
static const DlPreset presets[] = {
  { "fat-tree-1024", N_ ("Fat tree 1,024 hosts"),
    N_ ("Three levels of 320 switches with full bisection. Documented (Zahavi 2010): the structure "
        "PGFT(3; 8,8,16; 1,8,8; 1,1,1) and its routing, D-Mod-K. Assumed: names, numbers of "
        "ports, and one cable per pair of switches.") },
  { "leaf-spine-648", N_ ("Leaf and spine 648 hosts"),
    N_ ("36 leaf switches with 18 hosts each and 9 spine switches, tapered 2:1. Documented: a leaf "
        "and spine network is PGFT(2; 18,36; 1,9; 1,1). Assumed: the size and the taper.") },
  { "rails-32x8", N_ ("Rails 32x8"),
    N_ ("32 machines of 8 ports, a leaf switch per rail and 4 spine switches. Documented "
        "(NVIDIA’s rail-optimized fat trees): ports of one rail share leaf switches. Assumed: the "
        "sizes, 8 cables per leaf and spine, and all cables at 4xNDR.") },
  { "hyperx-8x8x8", N_ ("HyperX 8x8x8"),
    N_ ("512 switches, each with 21 cables and 8 hosts; diameter 3. Documented (Ahn et al. 2009): "
        "the lattice and its routing by dimension order. Assumed: 8 hosts per switch and one cable "
        "per pair.") },
  { "slim-fly-17", N_ ("Slim Fly q = 17"),
    N_ ("578 switches of diameter 2, each with 25 cables and 13 hosts. Documented (Besta & Hoefler "
        "2014): 2 q² switches of degree (3 q − 1) / 2, half as many hosts per switch. Assumed: "
        "names and numbers of ports.") },
  { "dragonfly-plus-9", N_ ("Dragonfly+ 9 groups"),
    N_ ("9 groups of 8 leaf and 8 spine switches with 8 hosts per leaf. Documented (Shpiner et al. "
        "2017): links between groups leave at spine switches only. Assumed: the sizes, and which "
        "spine has which link.") },
  { "butterfly-64", N_ ("Butterfly 64 hosts"),
    N_ ("Three stages of 16 switches with 4 inputs and 4 outputs each. Documented (Dally & Towles "
        "2004, 4.1): the 4-ary 3-fly and its one route per pair. Assumed: names and numbers of "
        "ports.") },
  { "twisted-8x4x4", N_ ("Twisted torus 8x4x4"),
    N_ ("128 switches with a host each; the wraps of both short dimensions lead 4 along the long "
        "one. Documented (Cámara et al. 2010; Jouppi et al. 2023): the structure, and its size as "
        "a "
        "slice of TPU v4. Assumed: routing by dimension order with datelines, and one host per "
        "switch.") },
  { "fat-tree-16", N_ ("Fat tree 16 hosts"),
    N_ ("Four leaf and four root switches with four hosts per leaf, small enough to follow a "
        "packet. Documented: nothing, it is made for teaching.") },
};

static const DlToy toys[] = {
  { "fat-tree-16", N_ ("_Fat Tree of 16 Hosts"), "fat-tree-16", "0.05" },
};

static const char *const pages[]
    = { "jobs",     "engines", "tables", "simulation", "curve", "fairness",
        "workload", "rates",   "rails",  "measured",   NULL };
static const char *const views[]
    = { "levels", "switches", "switch", "table", "router", "packets", NULL };
static const char *const actions[]
    = { "break-direction", "find-worst", "explain-route", "show-cycle", NULL };

const DlFamily dl_family_fabric = {
  .id = "fabric",
  .title = N_ ("Fabric"),
  .description = N_ ("Switches and hosts in any structure: fat trees, HyperX, machines as read"),
  .plural = N_ ("Fabrics"),
  .fields = dl_fabric_fields,
  .after_group = "simulation",
  .options_size = sizeof (DlFabricOptions),
  .held = G_STRUCT_OFFSET (DlFabricOptions, whole),
  .ignores = dl_fabric_ignores,
  .reads_node = reads_node,
  .node_form = N_ ("in a fabric a host’s name or GUID"),
  .free_names = TRUE,
  .normalize = dl_fabric_normalize,
  .check = dl_fabric_check,
  .add_warnings = dl_fabric_add_warnings,
  .build = build,
  .cost = cost,
  .sites = sites,
  .jobs = jobs,
  .site_grid = site_grid,
  .parse_place = dl_fabric_parse_place,
  .name = dl_fabric_place_name,
  .same_places = same_places,
  .reshape = dl_fabric_reshape,
  .line = line,
  .read_line = read_line,
  .rules_key = "fabric.engine",
  .engine_key = "fabric.engine",
  .cables_key = "fabric.broken-cables",
  .nodes_key = "fabric.broken-switches",
  .rates_key = "fabric.link-rates",
  .delays_key = "fabric.link-delays",
  .breakables = dl_fabric_breakables,
  .n_lists = DL_FABRIC_N_BREAKABLES,
  .n_breakables = DL_FABRIC_N_BREAKABLES,
  .route = dl_fabric_family_route,
  .next = next,
  .analyze = dl_fabric_family_analyze,
  .find = dl_fabric_find_all,
  .explain = explain,
  .routes_vary = TRUE,
  .follow = follow,
  .flows = flows,
  .flow_route = flow_route,
  .critical = dl_fabric_family_critical,
  .critical_routers = TRUE,
  .router_table = router_table,
  .tables_hint = N_ ("Select a switch or host to see the table of the switch."),
  .count_rerouted = count_rerouted,
  .is_bound = is_bound,
  .missing = missing,
  .classes = classes,
  .n_classes = G_N_ELEMENTS (classes),
  .utilization = utilization,
  .sends = dl_fabric_sends,
  .queue = dl_fabric_queue,
  .wait_channel = dl_fabric_wait_channel,
  .curve = &dl_fabric_curve,
  .patterns = dl_fabric_patterns,
  .counters = counters,
  .machine_files = machine_files,
  .n_machine_files = G_N_ELEMENTS (machine_files),
  .presets = presets,
  .n_presets = G_N_ELEMENTS (presets),
  .toys = toys,
  .n_toys = G_N_ELEMENTS (toys),
  .features = {
    [DL_FEATURE_PAGE] = pages,
    [DL_FEATURE_VIEW] = views,
    [DL_FEATURE_ACTION] = actions,
  },
};
