/* The torus and mesh as a family of networks. */
#include "dl-counters-torus.h"
#include "dl-torus-analysis.h"
#include "dl-torus-explain.h"
#include "dl-torus-flows.h"
#include "dl-torus-input-queued.h"
#include "dl-torus-places.h"
#include "dl-torus-plan.h"
#include "dl-torus-private.h"
#include "dl-torus-routes.h"
#include "dl-torus-sites.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

/* An NID is a number. */
static gboolean
reads_node (const char *text)
{
  DlTorusCoord coord;
  guint64 number;

  return dl_torus_coord_parse (text, &coord)
         || dl_value_parse_uint (text, 0, G_MAXINT32, &number, NULL);
}

/* The network ---------------------------------------------------------------------------------- */

static gpointer
build (const DlScenario *scenario, GError **error)
{
  return dl_torus_network_new (&dl_torus_options (scenario)->spec, error);
}

/* Rings are gone half way round at most, rows from end to end. */
static DlCost
cost (const DlScenario *scenario)
{
  const DlTorusSpec *spec = &dl_torus_options (scenario)->spec;
  guint64 nodes = 1, mean = 0;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      nodes *= spec->radix[dim];
      mean += spec->radix[dim] / (dl_torus_spec_is_ring (spec, dim) ? 4 : 3);
    }
  return (DlCost) { nodes, nodes * nodes * MAX (mean, 1) };
}

static DlSites
sites (gconstpointer shape)
{
  return dl_sites_of_torus (shape);
}

static gboolean
same_places (gconstpointer shape, gconstpointer other)
{
  return dl_torus_network_same_links (shape, other);
}

static gboolean
follow (gconstpointer data, guint from, guint to, DlPairRoute *pair)
{
  const DlTorusAnalysis *analysis = data;
  g_auto (DlTorusRoute) route = { 0 };
  DlTorusTraced traced = { .route = &route, .source = from, .dest = to };
  DlTorusRouteChoices choices;

  if (from == to || !analysis->network->node_up[from] || !analysis->network->node_up[to])
    return FALSE;
  /* The one that decides whether the pair sends anything; otherwise any. */
  dl_torus_route_choices (analysis->routes, from, to, &choices);
  traced.routes = analysis->routes->variants[choices.variant[choices.failed % choices.n]];
  dl_torus_routes_walk (traced.routes, from, to, &route);
  *pair = (DlPairRoute) {
    .delivered = route.status == DL_TORUS_ROUTE_DELIVERED,
    .n_hops = dl_torus_traced_n_hops (&traced),
  };
  if (pair->n_hops > 0)
    pair->line = dl_torus_traced_to_line (&traced);
  return TRUE;
}

static DlLinkFlows *
flows_of (const DlScenario *scenario, gconstpointer data, guint link, GCancellable *cancellable)
{
  const DlTorusAnalysis *analysis = data;
  g_autoptr (DlDemand) demand = dl_torus_demand (scenario, analysis->network);

  DlLinkFlows *flows = dl_torus_flows_new (analysis->routes, demand, link, cancellable);

  if (flows != NULL)
    dl_link_flows_weigh (flows, dl_graph_capacity (analysis->network->graph, link));
  return flows;
}

static gboolean
flow_route (const DlScenario *scenario, gpointer data, const DlLinkFlows *flows, guint source,
            guint *from, guint *to, guint *which)
{
  const DlTorusAnalysis *analysis = data;
  g_autoptr (DlDemand) demand = dl_torus_demand (scenario, analysis->network);

  *from = source;
  *to = dl_torus_flows_partner (flows, analysis->routes, demand, source);
  *which = 0;
  if (*to != DL_NO_NODE)
    *which = dl_torus_flows_which (flows, analysis->routes, source, *to, scenario->seed);
  return *to != DL_NO_NODE;
}

static guint32
wait_channel (gconstpointer analysis, const DlSimWait *wait)
{
  const DlTorusRoutes *routes = ((const DlTorusAnalysis *) analysis)->routes;
  const DlTorusNetwork *network = routes->network;
  const guint link = dl_torus_network_link (network, wait->node, wait->port);

  if (link >= network->n_links)
    return G_MAXUINT32;
  return link * DL_TORUS_VCS + dl_vc_half_of (routes, dl_torus_port_dim (wait->port), wait->vc);
}

/* Its analysis --------------------------------------------------------------------------------- */

static DlNext
next (const DlScenario *scenario, gconstpointer routes)
{
  return dl_torus_next (routes);
}

#define HAS_DIM(name, dim)                                                                         \
  static gboolean has_##name (const DlScenario *scenario)                                          \
  {                                                                                                \
    return dl_torus_options (scenario)->spec.radix[dim] > 1;                                       \
  }
HAS_DIM (x, DL_X)
HAS_DIM (y, DL_Y)
HAS_DIM (z, DL_Z)

static const char *const missing[]
    = { "minimal_share", "bandwidth_GBps_per_node", "bound_load", NULL };

static const DlLinkClassDef classes[] = {
  { "x", N_ ("Links in X"), N_ ("Maximum channel load in X"), N_ ("Mean VC balance in X"), has_x },
  { "y", N_ ("Links in Y"), N_ ("Maximum channel load in Y"), N_ ("Mean VC balance in Y"), has_y },
  { "z", N_ ("Links in Z"), N_ ("Maximum channel load in Z"), N_ ("Mean VC balance in Z"), has_z },
};
G_STATIC_ASSERT (G_N_ELEMENTS (classes) <= DL_MAX_LINK_CLASSES);

static const DlCountersKind *const counters[] = { &dl_counters_kind_torus, NULL };

/* Each states its documented values and their source, and its assumptions. */
static const DlPreset presets[] = {
  { "xt3-11x12x16", "XT3 11x12x16",
    N_ ("The Cray XT3 of the Pittsburgh Supercomputing Center: 2,112 nodes. Documented (VC paper, "
        "sections 1 and 4): the size, a torus in all three dimensions, the four VC policies. "
        "Assumed: datelines at the last node of each dimension, ties going positive, no faults, "
        "service nodes like all others.") },
  { "red-storm-27x16x24", "Red Storm 27x16x24",
    N_ ("Red Storm of Sandia National Laboratories: 10,368 nodes in three regions. Documented "
        "(Sandia): the size of its compute section, a mesh in X and Y, a torus in Z. Assumed: "
        "the whole mesh switched together, no service nodes at its ends, dateline at z = 23, no "
        "faults.") },
  { "xt4-21x16x24", "XT4 21x16x24",
    N_ ("Jaguar of Oak Ridge National Laboratory as a Cray XT4: 8,064 nodes in three regions. "
        "Documented (Oak Ridge): the size, a torus in all three dimensions. Assumed: datelines at "
        "the last node of each dimension, no faults, service nodes like all others.") },
  { "titan-25x16x24", N_ ("Titan-sized 25x16x24"),
    N_ ("A network the size of Titan at Oak Ridge National Laboratory: 9,600 routers in three "
        "regions. Documented (Oak Ridge): the size, a torus in all three dimensions, Gemini "
        "routers with two nodes each. Assumed here, unlike Titan: one node per router, routing "
        "and links of the Cray XT, the same in all dimensions; also datelines at the last node of "
        "each dimension.") },
  { "torus-32x32x32", "Torus 32x32x32",
    N_ ("32,768 nodes in eight regions, the maximum for the 15-bit destination of the Cray XT. "
        "Documented (VC paper, sections 1 and 2): this limit. Assumed: the shape, which no real "
        "machine has, and datelines at the last node of each dimension.") },
  { "ring-8", N_ ("Ring of 8"),
    N_ ("One ring of 8 nodes, to see the effect of a dateline. Documented: nothing, it is made "
        "for teaching. Assumed: the dateline at x = 7.") },
  { "mesh-4x4", N_ ("Mesh 4x4"),
    N_ ("A plane of 4 by 4 nodes without rings and therefore without datelines: every leg may use "
        "either virtual channel. Documented: nothing, it is made for teaching.") },
  { "mesh-8x8", N_ ("Mesh 8x8"),
    N_ ("The plane of 8 by 8 nodes of the textbooks, with their input-queued router: four virtual "
        "channels of 8 flits each, packets of one flit. Documented (Dally and Towles 2004, "
        "chapters "
        "16 to 19; BookSim 2): the router. Assumed: nothing else, it is made for teaching.") },
  { "torus-5x5x5", "Torus 5x5x5",
    N_ ("125 nodes: the smallest torus with detours of every kind, for faults and deadlock. "
        "Documented: nothing, it is made for teaching. Assumed: datelines at the last node of "
        "each dimension.") },
};

static const DlToy toys[] = {
  { "torus-4x4", N_ ("_Torus 4×4"), "mesh-4x4", "0.1", "torus.wrap", "true;true;true",
    "Torus 4x4" },
  { "mesh-4x4", N_ ("_Mesh 4×4"), "mesh-4x4", "0.1" },
  { "ring-8", N_ ("_Ring of 8"), "ring-8", "0.1" },
  { "torus-5x5x5", N_ ("Torus _5×5×5"), "torus-5x5x5", "0.02" },
};

static const char *const pages[]
    = { "evidence", "engines", "tables", "simulation", "curve",    "fairness",
        "workload", "model",   "rates",  "search",     "measured", NULL };
static const char *const views[]
    = { "ring-matrix", "planes", "isometric", "ring", "table", "router", "packets", NULL };
static const char *const actions[]
    = { "break-direction", "find-worst", "explain-route", "show-cycle", NULL };

const DlFamily dl_family_torus = {
  .id = "torus",
  .title = N_ ("Torus"),
  .description = N_ ("Torus or mesh of three dimensions, as in the Cray XT"),
  .plural = N_ ("Tori and meshes"),
  .fields = dl_torus_fields,
  .after_group = "scenario",
  .options_size = sizeof (DlTorusOptions),
  .initial = &(const DlTorusOptions) { .spec = { .region_nodes = DL_TORUS_REGION_NODES } },
  .reads_node = reads_node,
  .node_form = N_ ("x,y,z or an NID"),
  .normalize = dl_torus_normalize,
  .check = dl_torus_check,
  .add_warnings = dl_torus_add_warnings,
  .build = build,
  .cost = cost,
  .sites = sites,
  .parse_place = dl_torus_parse_place,
  .name = dl_torus_name,
  .same_places = same_places,
  .reshape = dl_torus_reshape,
  .line = dl_torus_line,
  .read_line = dl_torus_read_line,
  .rules_key = "torus.vc-policy",
  .engine_key = "torus.engine",
  .cables_key = "torus.broken-links",
  .breakables = dl_torus_breakables,
  .n_lists = DL_TORUS_N_BREAKABLES,
  .n_breakables = DL_TORUS_N_BREAKABLES,
  .nodes_key = "torus.broken-nodes",
  .rates_key = "torus.link-rates",
  .delays_key = "torus.link-delays",
  .explain = dl_torus_explain,
  .follow = follow,
  .flows = flows_of,
  .flow_route = flow_route,
  .critical = dl_torus_critical,
  .router_table = dl_torus_router_table,
  .tables_hint = N_ ("Select a node or a link in the map to see its router’s tables: one entry "
                     "per node of its own region and two per other region (VC paper 2.2, 3.3)."),
  .route = dl_torus_route,
  .next = next,
  .analyze = dl_torus_family_analyze,
  .find = dl_torus_find,
  .count_rerouted = dl_torus_count_rerouted,
  .missing = missing,
  .classes = classes,
  .n_classes = G_N_ELEMENTS (classes),
  .sends = dl_torus_sends,
  .queue = dl_torus_queue,
  .wait_channel = wait_channel,
  .curve = &dl_torus_curve,
  .patterns = dl_torus_patterns,
  .counters = counters,
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
