/* The dragonfly as a family of networks. */
#include "dl-counters-cascade.h"
#include "dl-dragonfly-analysis.h"
#include "dl-dragonfly-curve.h"
#include "dl-dragonfly-edits.h"
#include "dl-dragonfly-explain.h"
#include "dl-dragonfly-family-private.h"
#include "dl-dragonfly-name.h"
#include "dl-dragonfly-packet.h"
#include "dl-dragonfly-plan.h"
#include "dl-dragonfly-sites.h"
#include "dl-dragonfly-router-table.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <stdio.h>
#include <string.h>

/* Each shape has keys of its own for its size and its routers, a machine's cabling says the size.
 */
static gboolean
ignores (const DlScenario *scenario, const DlField *field)
{
  static const char *const never[] = { "traffic.burst-messages", "traffic.source-vc", NULL };
  static const char *const of_aries[] = { "router.aries-buffer",        "router.aries-hop-ns",
                                          "router.aries-payload-bytes", "router.aries-outstanding",
                                          "router.payload-efficiency",  "dragonfly.chassis",
                                          "dragonfly.last-chassis",     "dragonfly.blades",
                                          "dragonfly.cables-per-pair",  NULL };
  static const char *const of_generic[]
      = { "router.input-buffer",         "router.link-cycles",
          "dragonfly.routers-per-group", "dragonfly.nodes-per-router",
          "dragonfly.global-per-router", NULL };
  static const char *const generated[] = { "dragonfly.shape",
                                           "dragonfly.groups",
                                           "dragonfly.chassis",
                                           "dragonfly.last-chassis",
                                           "dragonfly.blades",
                                           "dragonfly.cables-per-pair",
                                           "dragonfly.routers-per-group",
                                           "dragonfly.nodes-per-router",
                                           "dragonfly.global-per-router",
                                           NULL };
  const DlDragonflyOptions *options = dl_dragonfly_options (scenario);
  const gboolean aries = options->spec.shape == DL_DRAGONFLY_ARIES;

  return g_strv_contains (never, field->name)
         || g_strv_contains (aries ? of_generic : of_aries, field->name)
         || (options->machine != NULL && g_strv_contains (generated, field->name));
}

/* "group.chassis.blade.node", or a number. */
static gboolean
reads_node (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ".", 5);
  guint64 number;

  if (dl_value_parse_uint (text, 0, G_MAXINT32, &number, NULL))
    return TRUE;
  if (g_strv_length (parts) != 4)
    return FALSE;
  for (guint i = 0; i < 4; i++)
    if (*parts[i] == '\0' || strspn (parts[i], "0123456789") != strlen (parts[i]))
      return FALSE;
  return TRUE;
}

/* The network ---------------------------------------------------------------------------------- */

static gpointer
build (const DlScenario *scenario, GError **error)
{
  return dl_scenario_dragonfly (scenario, error);
}

/* No analysis follows its pairs, and few hops are the most. */
static DlCost
cost (const DlScenario *scenario)
{
  const DlDragonflySpec *spec = &dl_dragonfly_options (scenario)->spec;
  const guint64 nodes
      = spec->shape == DL_DRAGONFLY_GENERIC
            ? (guint64) spec->groups * spec->routers * spec->nodes
            : (guint64) spec->groups * spec->chassis * spec->blades * DL_CASCADE_NODES;

  return (DlCost) { nodes, nodes * nodes };
}

static DlSites
sites (gconstpointer shape)
{
  return dl_sites_of_dragonfly (shape);
}

static DlJobs *
jobs (const DlScenario *scenario, gconstpointer shape, GError **error)
{
  return dl_scenario_jobs (scenario, shape, error);
}

static DlSiteGrid *
site_grid (gpointer shape)
{
  return dl_dragonfly_site_grid (shape);
}

static char *
show_groups (guint groups)
{
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "dragonfly of %u group", "dragonfly of %u groups", groups),
      groups);
}

static char *
write_groups (guint groups)
{
  return g_strdup_printf ("dragonfly of %u group%s", groups, groups != 1 ? "s" : "");
}

static char *
line (const DlScenario *scenario, gboolean shown)
{
  const DlDragonflyOptions *options = dl_dragonfly_options (scenario);
  const DlMachine *machine = options->machine;

  return (shown ? show_groups : write_groups) (machine != NULL && machine->network != NULL
                                                   ? machine->network->n_groups
                                                   : options->spec.groups);
}

static const char *
read_line (const char *text, char **shown)
{
  g_autofree char *same = NULL;
  guint groups;

  if (sscanf (text, "dragonfly of %9u group", &groups) != 1)
    return NULL;
  same = write_groups (groups);
  if (!g_str_has_prefix (text, same))
    return NULL;
  *shown = show_groups (groups);
  return text + strlen (same);
}

/* Route of a packet on an idle network: where packets choose, the minimal one. */
static gboolean
follow (gconstpointer data, guint from, guint to, DlPairRoute *pair)
{
  const DlDragonflyAnalysis *analysis = data;
  const DlDragonfly *dragonfly = analysis->dragonfly;
  const guint source = from / dragonfly->nodes_per_router, dest = to / dragonfly->nodes_per_router;
  DlDragonflyTraced traced;

  if (!dragonfly->router_up[source] || !dragonfly->router_up[dest])
    return FALSE;
  dl_dragonfly_traced_take (&traced, analysis->routes, analysis->mode, source, dest, 0, NULL, NULL);
  *pair = (DlPairRoute) { .delivered = traced.route.delivered, .n_hops = traced.route.n_steps };
  if (pair->n_hops > 0)
    pair->line = dl_dragonfly_traced_to_line (&traced);
  return TRUE;
}

/* Its analysis --------------------------------------------------------------------------------- */

static DlNext
next (const DlScenario *scenario, gconstpointer routes)
{
  return dl_dragonfly_next_of (routes, dl_dragonfly_options (scenario)->mode);
}

static gboolean
is_bound (const DlScenario *scenario)
{
  const DlDragonflyOptions *options = dl_dragonfly_options (scenario);
  const DlDragonflySpec *spec = &options->spec;
  const DlDragonflyMode *mode = options->mode;
  const DlPattern *pattern = scenario->traffic.pattern;

  if (dl_dragonfly_mode_mixes (mode))
    return TRUE;
  /* Hashes choose nothing where one link joins each pair of groups. */
  if (spec->shape == DL_DRAGONFLY_GENERIC
      && spec->routers * spec->globals < 2 * (spec->groups - MIN (spec->groups, 1)))
    return FALSE;
  /* An expected value over hashes, but where each node has few destinations, whose hashes are
   * followed. */
  return !mode->by_load && mode->nonminimal == 0 && pattern != &dl_pattern_random_permutation
         && pattern != &dl_pattern_all_to_one;
}

static const char *const missing[] = { "deadlocked", "illegal_pairs", "dropped_pairs", NULL };

static const DlLinkClassDef classes[] = {
  { "green", N_ ("Green links"), N_ ("Maximum load of the green links") },
  { "black", N_ ("Black links"), N_ ("Maximum load of the black links") },
  { "blue", N_ ("Blue links"), N_ ("Maximum load of the blue links") },
};
G_STATIC_ASSERT (G_N_ELEMENTS (classes) <= DL_MAX_LINK_CLASSES);

static double
utilization (gconstpointer analysis, guint link, double load)
{
  return dl_dragonfly_analysis_use (analysis, link, load);
}

static const DlCountersKind *const counters[]
    = { &dl_counters_kind_cascade, &dl_counters_kind_jobs, NULL };

/* Less than such machines carry of uniform traffic, so that there is something to see. */
static const char *const of_machines[] = { "traffic.load=0.2", NULL };

static GStrv
irregular (const DlScenario *scenario, guint most)
{
  return dl_machine_warnings (dl_dragonfly_options (scenario)->machine, most);
}

static const DlMachineFile machine_files[] = {
  { "dragonfly.interconnect", dl_cabling_probe, DL_CABLING_MAX_BYTES, of_machines, FALSE, irregular,
    .title = N_ ("the cabling of a Cray Cascade") },
};

/* Each states its documented values and their source, and its assumptions. */
static const DlPreset presets[] = {
  { "edison", N_ ("Edison 15 groups"),
    N_ ("A Cray Cascade of 15 groups and 5,760 nodes, cabled like Edison at NERSC. Documented "
        "(its cabling and the Cascade paper): groups of 6 chassis with 16 Aries, 6 blue cables "
        "per pair of groups and their ends. Assumed: all nodes are present and working; the "
        "machine’s own group numbers have a gap.") },
  { "theta-sized", N_ ("Theta-sized 9 groups"),
    N_ ("A Cray Cascade of 9 groups and 3,456 nodes, the size of Theta at Argonne. Documented "
        "(its cabling): 12 blue cables per pair of groups. Assumed: all groups are complete.") },
  { "cascade-8", N_ ("Cascade 8 groups"),
    N_ ("8 groups and 3,072 nodes: the network of figures 9 to 12 of the Cascade paper. "
        "Documented: the size. Assumed: the maximum of 34 blue cables per pair of groups.") },
  { "cascade-64", N_ ("Cascade 64 groups"),
    N_ ("64 groups and 24,576 nodes: the largest network of figure 13 of the Cascade paper. "
        "Documented: the size. Assumed: the maximum of 3 blue cables per pair of groups.") },
  { "cascade-241", N_ ("Cascade 241 groups"),
    N_ ("241 groups and 92,544 nodes: the maximum that 240 blue cables per group can connect. "
        "Documented (Cascade paper, section 2): this limit.") },
  { "cascade-2", N_ ("Cascade 2 small groups"),
    N_ ("Two groups of 2 chassis with 4 blades, small enough to follow a packet. Documented: "
        "nothing, it is made for teaching. Assumed: the wiring rule, for fewer chassis.") },
  { "generic-33", N_ ("Dragonfly 33 groups"),
    N_ ("The balanced dragonfly of network simulators: 33 groups of 8 routers, each with 4 nodes "
        "and 4 global links; one link per pair of groups; 1,056 nodes.") },
};

static const DlToy toys[] = {
  { "cascade-2", N_ ("_Dragonfly of 2 Groups"), "cascade-2", "0.01" },
};

static const char *const pages[] = { "sizes", "jobs",     "engines", "tables",   "simulation",
                                     "curve", "workload", "rates",   "measured", NULL };
static const char *const actions[] = { "find-worst", "explain-route", "show-cycle", NULL };
static const char *const views[]
    = { "groups", "group", "chord", "table", "router", "packets", NULL };

const DlFamily dl_family_dragonfly = {
  .id = "dragonfly",
  .title = N_ ("Dragonfly"),
  .description = N_ ("Groups of routers with links between all groups, as in the Cray Cascade"),
  .plural = N_ ("Dragonflies"),
  .fields = dl_dragonfly_fields,
  .after_group = "simulation",
  .options_size = sizeof (DlDragonflyOptions),
  .ignores = ignores,
  .has_groups = TRUE,
  .reads_node = reads_node,
  .node_form = N_ ("in a dragonfly group.chassis.blade.node or its number"),
  .normalize = dl_dragonfly_normalize,
  .check = dl_dragonfly_check,
  .build = build,
  .cost = cost,
  .sites = sites,
  .jobs = jobs,
  .site_grid = site_grid,
  .parse_place = dl_dragonfly_parse_place,
  .name = dl_dragonfly_place_name,
  .same_places = dl_dragonfly_same_places,
  .reshape = dl_edits_reshape_dragonfly,
  .line = line,
  .read_line = read_line,
  .rules_key = "dragonfly.routing",
  .engine_key = "dragonfly.routing",
  .cables_key = "dragonfly.broken-cables",
  .breakables = dl_dragonfly_breakables,
  .n_lists = DL_DRAGONFLY_N_LISTS,
  .n_breakables = DL_DRAGONFLY_N_BREAKABLES,
  .nodes_key = "dragonfly.broken-routers",
  .rates_key = "dragonfly.link-rates",
  .delays_key = "dragonfly.link-delays",
  .explain = dl_dragonfly_explain,
  .routes_vary = TRUE,
  .follow = follow,
  .flows = dl_dragonfly_family_flows,
  .flow_route = dl_dragonfly_flow_route,
  .critical = dl_dragonfly_critical,
  .router_table = dl_dragonfly_router_table,
  .tables_hint = N_ ("Select a router or a link in the map to see the ports for each destination "
                     "(Cascade paper 3)."),
  .route = dl_dragonfly_route,
  .next = next,
  .analyze = dl_dragonfly_family_analyze,
  .find = dl_dragonfly_find,
  .why_deadlock_free
  = N_ ("No channel can wait for itself. The channel dependency graph of all routes has no cycle, "
        "because each link between groups and each root increases the virtual channel (Cascade "
        "paper 3)."),
  .is_bound = is_bound,
  .missing = missing,
  .classes = classes,
  .n_classes = G_N_ELEMENTS (classes),
  .utilization = utilization,
  .sends = dl_dragonfly_sends,
  .queue = dl_dragonfly_queue,
  .curve = &dl_dragonfly_curve,
  .patterns = dl_dragonfly_patterns,
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
