/* The full mesh as a family of networks. */
#include "dl-edit.h"
#include "dl-faults.h"
#include "dl-field-type.h"
#include "dl-iq-machine.h"
#include "dl-iq-next.h"
#include "dl-mesh.h"
#include "dl-rng.h"
#include "dl-scenario-check.h"
#include "dl-value.h"

#include <math.h>
#include <stdio.h>

#define KIND "full-mesh"

/* Keys ----------------------------------------------------------------------------------------- */

static gboolean
parse_pair (const char *text, DlMeshCable *cable)
{
  int end = -1;

  return sscanf (text, "%u-%u%n", &cable->a, &cable->b, &end) == 2 && text[end] == '\0';
}

static gboolean
parse_cable (const char *text, gpointer item)
{
  return parse_pair (text, item);
}

static char *
format_cable (gconstpointer item)
{
  const DlMeshCable *cable = item;

  return g_strdup_printf ("%u-%u", cable->a, cable->b);
}

static int
compare_cables (gconstpointer a, gconstpointer b)
{
  const DlMeshCable *x = a, *y = b;

  return x->a != y->a ? (x->a > y->a) - (x->a < y->a) : (x->b > y->b) - (x->b < y->b);
}

static void
canonize_cable (gconstpointer options, gpointer item)
{
  DlMeshCable *cable = item;

  *cable = (DlMeshCable) { MIN (cable->a, cable->b), MAX (cable->a, cable->b) };
}

static const DlFaultKind cables = {
  .item_size = sizeof (DlMeshCable),
  .max_items = 1 << 16,
  .remedy = "a cable is written as two routers, such as 0-3",
  .parse = parse_cable,
  .format = format_cable,
  .compare = compare_cables,
  .canonize = canonize_cable,
};

static const DlFieldType type_cables = DL_FIELD_TYPE_FAULTS (cables);
static const char *const detours[] = { "next-vc", "same-vc", NULL };

static const DlField fields[] = {
  { DL_KEY (KIND, "routers"), "Routers", NULL, &dl_field_type_uint,
    G_STRUCT_OFFSET (DlMeshOptions, routers), "8", 2, 256, .routed = TRUE, .topic = "about#about",
    .reported = DL_REPORTED_ALWAYS },
  { DL_KEY (KIND, "detours"), "Detours", NULL, &dl_field_type_choice,
    G_STRUCT_OFFSET (DlMeshOptions, same_vc), "next-vc", .choices = detours, .routed = TRUE,
    .topic = "about#about", .reported = DL_REPORTED_ALWAYS },
  { DL_KEY (KIND, "broken-cables"), "Broken cables", NULL, &type_cables,
    G_STRUCT_OFFSET (DlMeshOptions, broken), "", .routed = TRUE, .topic = "about#about" },
  { NULL },
};

static void
init_options (gpointer options)
{
  ((DlMeshOptions *) options)->broken = g_array_new (FALSE, FALSE, sizeof (DlMeshCable));
}

static void
copy_options (gconstpointer from, gpointer to)
{
  ((DlMeshOptions *) to)->broken = g_array_copy (((const DlMeshOptions *) from)->broken);
}

static void
clear_options (gpointer options)
{
  g_array_unref (((DlMeshOptions *) options)->broken);
}

static gboolean
reads_node (const char *text)
{
  guint64 number;

  return dl_value_parse_uint (text, 0, G_MAXINT32, &number, NULL);
}

static gboolean
settle (DlScenario *scenario, const DlField **field, GError **error)
{
  DlMeshOptions *options = dl_scenario_options (scenario, scenario->family);
  GArray *canonical = dl_faults_canonical (&cables, options, options->broken);

  g_array_unref (options->broken);
  options->broken = canonical;
  return TRUE;
}

static guint
least_vcs (const DlScenario *scenario)
{
  return DL_MESH_VCS * (scenario->traffic.response_share > 0 ? 2 : 1);
}

static gboolean
check (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlMeshOptions *options = dl_mesh_options (scenario);
  const char *key = KIND ".broken-cables";
  guint64 target;

  for (guint i = 0; i < options->broken->len; i++)
    {
      const DlMeshCable *cable = &g_array_index (options->broken, DlMeshCable, i);

      if (cable->b >= options->routers || cable->a == cable->b)
        return dl_scenario_fail (key, field, error, "there is no cable %u-%u (0 to %u)", cable->a,
                                 cable->b, options->routers - 1);
    }
  if (scenario->input_queued.vcs < least_vcs (scenario))
    return dl_scenario_fail ("input-queued.vcs", field, error,
                             "%u are too few (expected %u or more)", scenario->input_queued.vcs,
                             least_vcs (scenario));
  if (dl_faults_find_twin (&cables, options->broken) < options->broken->len)
    return dl_scenario_fail (key, field, error, "a cable is named twice (name it once)");
  if (scenario->traffic.pattern->needs_target
      && !dl_value_parse_uint (scenario->traffic.target, 0, options->routers - 1, &target, NULL))
    return dl_scenario_fail ("traffic.target", field, error, "the pattern needs a node (0 to %u)",
                             options->routers - 1);
  return TRUE;
}

/* The network ---------------------------------------------------------------------------------- */

static gpointer
build (const DlScenario *scenario, GError **error)
{
  return dl_mesh_new (dl_mesh_options (scenario));
}

static gpointer
ref_shape (gpointer shape)
{
  return dl_mesh_ref (shape);
}

static void
unref_shape (gpointer shape)
{
  dl_mesh_unref (shape);
}

static const DlGraph *
graph (gconstpointer shape)
{
  return ((const DlMesh *) shape)->graph;
}

static void
view (gconstpointer shape, DlNet *net)
{
  const DlMesh *mesh = shape;

  *net = (DlNet) {
    .shape = mesh,
    .graph = mesh->graph,
    .n_vcs = DL_MESH_VCS,
  };
}

static gconstpointer
analysis_shape (gconstpointer analysis)
{
  return ((const DlMeshAnalysis *) analysis)->mesh;
}

static guint64
count_nodes (const DlScenario *scenario)
{
  return dl_mesh_options (scenario)->routers;
}

static guint64
count_hops (const DlScenario *scenario)
{
  return count_nodes (scenario) * count_nodes (scenario);
}

static gboolean
is_up (gconstpointer network, guint node)
{
  return TRUE;
}

static gboolean
parse_node (gconstpointer network, const char *text, guint *node, GError **error)
{
  guint64 number;

  if (!dl_value_parse_uint (text, 0, ((const DlMesh *) network)->n - 1, &number, error))
    return FALSE;
  *node = number;
  return TRUE;
}

static char *
name_node (gconstpointer network, guint node)
{
  return g_strdup_printf ("%u", node);
}

static DlSites
sites (gconstpointer shape)
{
  const DlMesh *mesh = shape;

  return (DlSites) { mesh, mesh->n, mesh->n, is_up, parse_node, name_node };
}

static guint
middle_node (gconstpointer shape)
{
  return ((const DlMesh *) shape)->n / 2;
}

/* Places --------------------------------------------------------------------------------------- */

static gboolean
parse_link (const DlNet *net, const char *text, guint *link, GError **error)
{
  const DlMesh *mesh = net->shape;
  DlMeshCable ends;

  if (parse_pair (text, &ends) && ends.a < mesh->n && ends.b < mesh->n && ends.a != ends.b)
    {
      *link = dl_mesh_link (mesh, ends.a, ends.b);
      return TRUE;
    }
  g_set_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_OUTSIDE,
               "there is no link %s in this network (two routers, as 0-3)", text);
  return FALSE;
}

static gboolean
parse_place (const DlNet *net, const char *text, DlPlace *place, GError **error)
{
  const gboolean pair = strchr (text, '-') != NULL;
  guint number;

  if (!(pair ? parse_link (net, text, &number, error)
             : parse_node (net->shape, text, &number, error)))
    return FALSE;
  *place = pair ? dl_place_link (number) : dl_place_node (number);
  return TRUE;
}

static char *
name (gconstpointer shape, DlPlace place)
{
  if (place.kind != DL_PLACE_LINK)
    return g_strdup_printf ("%u", place.a);
  return g_strdup_printf ("%u-%u", graph (shape)->link_from[place.a],
                          graph (shape)->link_to[place.a]);
}

static gboolean
same_places (gconstpointer shape, gconstpointer other)
{
  return ((const DlMesh *) shape)->n == ((const DlMesh *) other)->n;
}

static guint
node_at (gconstpointer shape, DlPlace place)
{
  return place.kind == DL_PLACE_LINK     ? graph (shape)->link_from[place.a]
         : place.kind == DL_PLACE_ROUTER ? place.a
                                         : dl_place_number (place, DL_PLACE_NODE);
}

/* No router breaks. */
static DlPlace
router_at (gconstpointer shape, DlPlace place)
{
  const guint node = node_at (shape, place);

  return node != DL_NO_LINK ? dl_place_router (node) : DL_NOWHERE;
}

static GPtrArray *
toggle (const DlScenario *scenario, gconstpointer shape, DlPlace place, gboolean other,
        char **label)
{
  const DlMesh *mesh = shape;
  GPtrArray *edits = dl_edits_new ();
  DlMeshCable cable;
  gboolean broken;

  if (place.kind != DL_PLACE_LINK)
    return edits;
  cable.a = mesh->graph->link_from[place.a];
  cable.b = mesh->graph->link_to[place.a];
  canonize_cable (NULL, &cable);
  g_autofree char *text = format_cable (&cable);
  broken = mesh->graph->link_state[place.a] == DL_LINK_BROKEN;
  dl_edits_add (edits, broken ? DL_EDIT_REMOVE : DL_EDIT_ADD, KIND ".broken-cables", text);
  *label = g_strdup_printf (broken ? "Restored the cable %s" : "Broke the cable %s", text);
  return edits;
}

static gboolean
find_cable (gconstpointer shape, const char *item, DlPlace *place)
{
  const DlNet net = { .shape = shape };
  guint link;

  if (!parse_link (&net, item, &link, NULL))
    return FALSE;
  *place = dl_place_link (link);
  return TRUE;
}

static const DlFaultInfo faults[] = {
  { KIND ".broken-cables", "%s", "The cable %s is broken, in both directions",
    "Restored the cable %s", .find = find_cable },
};

static const DlBreakable breakables[] = {
  { "cables", "C_ables", "Whole cables: both directions of a link between two routers" },
};

static guint
count_breakable (gconstpointer shape, guint i)
{
  const DlMesh *mesh = shape;
  guint n = 0;

  for (guint link = 0; link < mesh->n_links; link++)
    n += mesh->graph->link_state[link] == DL_LINK_UP;
  return n / 2;
}

static GPtrArray *
break_random (const DlScenario *scenario, gconstpointer shape, guint i, guint n, guint64 seed)
{
  const DlMesh *mesh = shape;
  g_autoptr (GPtrArray) left = g_ptr_array_new_with_free_func (g_free);
  GPtrArray *edits = dl_edits_new ();
  DlRng rng;

  dl_rng_init (&rng, seed);
  for (guint a = 0; a < mesh->n; a++)
    for (guint b = a + 1; b < mesh->n; b++)
      if (mesh->graph->link_state[dl_mesh_link (mesh, a, b)] == DL_LINK_UP)
        g_ptr_array_add (left, g_strdup_printf ("%u-%u", a, b));
  for (; n > 0 && left->len > 0; n--)
    {
      g_autofree char *text = g_ptr_array_steal_index_fast (left, dl_rng_below (&rng, left->len));

      dl_edits_add (edits, DL_EDIT_ADD, KIND ".broken-cables", text);
    }
  return edits;
}

static char *
broke (guint i, guint n)
{
  return g_strdup_printf ("Broke %u cables at random", n);
}

static char *
line (const DlScenario *scenario, gboolean shown)
{
  return g_strdup_printf (KIND " of %u", dl_mesh_options (scenario)->routers);
}

static const char *
read_line (const char *text, char **shown)
{
  guint routers;
  int end = -1;

  if (sscanf (text, KIND " of %u%n", &routers, &end) != 1)
    return NULL;
  *shown = g_strndup (text, end);
  return text + end;
}

/* Routes and analysis -------------------------------------------------------------------------- */

static gpointer
route (const DlScenario *scenario, GCancellable *cancellable, GError **error)
{
  return build (scenario, error);
}

/* Routes are the mesh: it answers by itself. */
static gpointer
analyze (const DlScenario *scenario, gpointer routes, gconstpointer before,
         GCancellable *cancellable, GError **error)
{
  DlMesh *mesh = routes != NULL ? dl_mesh_ref (routes) : build (scenario, NULL);
  DlMeshAnalysis *analysis = dl_mesh_analyze (scenario, mesh, cancellable);

  dl_mesh_unref (mesh);
  if (analysis == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");
  return analysis;
}

static void
unref_analysis (gpointer analysis)
{
  dl_mesh_analysis_unref (analysis);
}

static DlNext
next (const DlScenario *scenario, gconstpointer routes)
{
  return dl_mesh_next (routes);
}

static gpointer
analysis_routes (gconstpointer analysis)
{
  return ((const DlMeshAnalysis *) analysis)->mesh;
}

static void
find (gconstpointer data, DlFindings *findings)
{
  dl_general_find (((const DlMeshAnalysis *) data)->general, findings);
}

static DlExplained *
explain (const DlScenario *scenario, gpointer data, guint from, guint to, guint which)
{
  const DlNext next = dl_mesh_next (analysis_routes (data));
  g_autoptr (GArray) channels = g_array_new (FALSE, FALSE, sizeof (guint32));
  const gboolean good = dl_next_walk (&next, from, to, which, channels);
  DlExplained *explained = dl_explained_new (channels->len);
  GString *line = g_string_new (NULL);

  memcpy (explained->channels, channels->data, channels->len * sizeof (guint32));
  for (guint i = 0; i < channels->len; i++)
    {
      const guint link = explained->channels[i] / DL_MESH_VCS;
      g_autofree char *text = name (next.routes, dl_place_link (link));

      explained->steps[i].title
          = g_strdup_printf ("%s.%u", text, explained->channels[i] % DL_MESH_VCS);
      explained->steps[i].place = name_node (next.routes, next.graph->link_from[link]);
      explained->steps[i].detail
          = g_strdup (channels->len == 1 ? "straight to the destination" : "round a broken cable");
      g_string_append_printf (line, "%s%s", i > 0 ? " " : "", explained->steps[i].title);
    }
  explained->good = good;
  explained->summary = g_strdup (!good                ? "no way"
                                 : channels->len == 1 ? "1 hop"
                                                      : "2 hops, a detour");
  explained->line = g_string_free (line, FALSE);
  explained->text = g_strdup_printf ("%s\n%s\n", explained->line, explained->summary);
  return explained;
}

static gboolean
follow (gconstpointer data, guint from, guint to, DlPairRoute *pair)
{
  g_autoptr (DlExplained) explained = NULL;

  if (from == to)
    return FALSE;
  explained = explain (NULL, (gpointer) data, from, to, 0);
  *pair = (DlPairRoute) { .delivered = explained->good, .n_hops = explained->n_hops };
  if (pair->n_hops > 0)
    pair->line = g_strdup (explained->line);
  return TRUE;
}

/* What is simulated ---------------------------------------------------------------------------- */

static gboolean
is_program (const DlScenario *scenario)
{
  return FALSE;
}

static DlMachinePlan *
plan (const DlScenario *scenario, guint64 seed, gpointer routes, GCancellable *cancellable,
      GError **error)
{
  const DlTrafficOptions *traffic = &scenario->traffic;
  DlMesh *mesh = routes != NULL ? dl_mesh_ref (routes) : build (scenario, NULL);
  g_autoptr (DlDemand) demand = dl_mesh_demand (scenario, mesh);
  const DlNext next = dl_mesh_next (mesh);
  DlIqPlanOptions options = {
    .class_cycles = { scenario->input_queued.channel_delay },
    .spec = scenario->input_queued,
    .demand = demand,
    .self = traffic->self,
    .packet_flits = traffic->packet_flits,
    .burst = 1,
    .load = traffic->saturated ? INFINITY : traffic->load,
    .response_share = traffic->response_share,
    .seed = seed,
  };
  DlIqPlan *made;

  dl_iq_options_route (&options, &next, mesh, unref_shape);
  made = dl_iq_plan_new (&options, error);
  return made != NULL ? dl_iq_plan_to_machine (made, mesh) : NULL;
}

static gpointer
plan_routes (const DlMachinePlan *plan)
{
  return dl_iq_next_routes (dl_iq_plan_of (plan));
}

/* A run has nothing of its own. */
static gpointer
run_new (const DlScenario *scenario, const DlMachinePlan *plan)
{
  return NULL;
}

static void
run_take (gpointer own, const DlMachineRun *run, DlMachineState *end, const DlMachineState *warmup)
{
}

static void
run_free (gpointer own)
{
}

static guint32
wait_channel (gconstpointer analysis, const DlSimWait *wait)
{
  const DlMesh *mesh = analysis_routes (analysis);

  return wait->node < mesh->n && wait->port < mesh->n && wait->port != wait->node
             ? dl_mesh_link (mesh, wait->node, wait->port) * DL_MESH_VCS
             : G_MAXUINT32;
}

static char *
curve_value (const DlScenario *scenario)
{
  return g_strdup (detours[dl_mesh_options (scenario)->same_vc]);
}

static gboolean
curve_has_load (const DlScenario *scenario)
{
  return TRUE;
}

static double
curve_bound (const DlScenario *scenario, GStrv values, gconstpointer analysis,
             GCancellable *cancellable, GError **error)
{
  return 1;
}

/* Each link carries a flit a cycle, and each node sends so many. */
static double
curve_full_at (const DlScenario *scenario, gconstpointer data)
{
  const DlMeshAnalysis *analysis = data;
  DlFindings findings;

  find (data, &findings);
  return findings.peak_load > 0
             ? MIN (1, (double) findings.pattern.pairs / analysis->mesh->n / findings.peak_load)
             : INFINITY;
}

static char *
curve_title (const char *value)
{
  return g_strdup (value);
}

static const DlFamilyCurve curve = {
  .key = KIND ".detours",
  .values = detours,
  .summary = "Latency against offered load",
  .columns = "detours",
  .n_seeds = 1,
  .cycles = 10000,
  .value = curve_value,
  .has_load = curve_has_load,
  .full_at = curve_full_at,
  .bound = curve_bound,
  .title = curve_title,
};

static const DlPattern *
pattern (guint i)
{
  static const DlPattern *const patterns[]
      = { &dl_pattern_uniform, &dl_pattern_random_permutation, &dl_pattern_all_to_one };

  return i < G_N_ELEMENTS (patterns) ? patterns[i] : NULL;
}

/* The row -------------------------------------------------------------------------------------- */

static const char *const lacks[] = { "minimal_share",
                                     "bandwidth_GBps_per_node",
                                     "deadlocked",
                                     "illegal_pairs",
                                     "dropped_pairs",
                                     "bound_load",
                                     NULL };
static const DlLinkClassDef classes[] = { { "mesh", "Links", "Largest load of a link", NULL } };
static const DlCountersKind *const counters[] = { NULL };
static const char *const pages[] = { "load", "route", "deadlock", "difference", NULL };
static const char *const views[] = { "matrix", "table", NULL };
static const char *const metrics[] = { "load", "vc-share", NULL };
static const char *const actions[] = { "explain-route", "show-cycle", NULL };

const DlFamily dl_family_mesh = {
  .id = KIND,
  .title = "Full mesh",
  .description = "Routers each of which has a link to each other one",
  .plural = "Full meshes",
  .fields = fields,
  .after_group = "simulation",
  .options_size = sizeof (DlMeshOptions),
  .init_options = init_options,
  .copy_options = copy_options,
  .clear_options = clear_options,
  .reads_node = reads_node,
  .node_form = "in a full mesh a number",
  .normalize = settle,
  .check = check,
  .build = build,
  .ref_shape = ref_shape,
  .unref_shape = unref_shape,
  .view = view,
  .analysis_shape = analysis_shape,
  .count_nodes = count_nodes,
  .count_hops = count_hops,
  .sites = sites,
  .middle_node = middle_node,
  .parse_link = parse_link,
  .parse_place = parse_place,
  .name = name,
  .label = name,
  .graph = graph,
  .same_places = same_places,
  .node_at = node_at,
  .router_at = router_at,
  .toggle = toggle,
  .line = line,
  .read_line = read_line,
  .rules_key = KIND ".detours",
  .cables_key = KIND ".broken-cables",
  .nodes_key = KIND ".broken-cables",
  .faults = faults,
  .n_faults = G_N_ELEMENTS (faults),
  .breakables = breakables,
  .n_breakables = G_N_ELEMENTS (breakables),
  .count_breakable = count_breakable,
  .break_random = break_random,
  .broke = broke,
  .route = route,
  .unref_routes = unref_shape,
  .next = next,
  .analyse = analyze,
  .unref_analysis = unref_analysis,
  .analysis_routes = analysis_routes,
  .find = find,
  .explain = explain,
  .follow = follow,
  .lacks = lacks,
  .classes = classes,
  .n_classes = G_N_ELEMENTS (classes),
  .is_program = is_program,
  .plan = plan,
  .plan_routes = plan_routes,
  .run_new = run_new,
  .run_take = run_take,
  .run_free = run_free,
  .wait_channel = wait_channel,
  .curve = &curve,
  .pattern = pattern,
  .counters = counters,
  .features = {
    [DL_FEATURE_PAGE] = pages,
    [DL_FEATURE_VIEW] = views,
    [DL_FEATURE_METRIC] = metrics,
    [DL_FEATURE_ACTION] = actions,
  },
};
