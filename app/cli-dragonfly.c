/* The command line of the dragonfly: its scenario in words, its analysis, checks, routes and
 * tables. */
#include "cli-dragonfly.h"

#include "cli-plain.h"
#include "dl-dragonfly-dependency.h"
#include "dl-dragonfly-explain.h"
#include "dl-dragonfly-name.h"
#include "dl-dragonfly-packet.h"
#include "dl-dragonfly-router-table.h"
#include "dl-value.h"

#include <glib/gi18n.h>

#include <math.h>

static gboolean
takes (const Cli *cli, const char *name, GError **error)
{
  if (!g_str_equal (cli->command, "optimize"))
    return TRUE;
  return cli_plain_refuse (cli, name, _ ("compare routing modes with --set dragonfly.routing=MODE"),
                           error);
}

/* Words ---------------------------------------------------------------------------------------- */

static char *
faults_text (const DlDragonflySpec *spec)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

  if (spec->broken_links->len > 0)
    g_ptr_array_add (parts,
                     g_strdup_printf (ngettext ("%u link", "%u links", spec->broken_links->len),
                                      spec->broken_links->len));
  if (spec->broken_routers->len > 0)
    g_ptr_array_add (
        parts, g_strdup_printf (ngettext ("%u router", "%u routers", spec->broken_routers->len),
                                spec->broken_routers->len));
  if (spec->broken_cables->len > 0)
    g_ptr_array_add (parts,
                     g_strdup_printf (ngettext ("%u cable", "%u cables", spec->broken_cables->len),
                                      spec->broken_cables->len));
  if (parts->len == 0)
    return g_strdup (_ ("nothing"));
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (", ", (char **) parts->pdata);
}

static void
describe (CliTable *table, const DlScenario *scenario)
{
  static const char *const aries[] = { "dragonfly.groups", "dragonfly.chassis", "dragonfly.blades",
                                       "dragonfly.cables-per-pair" };
  static const char *const generic[]
      = { "dragonfly.groups", "dragonfly.routers-per-group", "dragonfly.nodes-per-router",
          "dragonfly.global-per-router" };
  static const char *const both[] = { "dragonfly.routing", "traffic.pattern" };
  const gboolean is_aries = dl_dragonfly_options (scenario)->spec.shape == DL_DRAGONFLY_ARIES;
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();
  g_autofree char *faults = faults_text (&dl_dragonfly_options (scenario)->spec);

  /* The keys of the shape do not count where a machine's own cabling does. */
  for (guint i = 0; i < G_N_ELEMENTS (aries) && dl_dragonfly_options (scenario)->machine == NULL;
       i++)
    g_ptr_array_add (keys, (gpointer) (is_aries ? aries : generic)[i]);
  for (guint i = 0; i < G_N_ELEMENTS (both); i++)
    g_ptr_array_add (keys, (gpointer) both[i]);

  if (dl_dragonfly_options (scenario)->machine != NULL)
    {
      cli_table_text (table, "dragonfly.interconnect");
      cli_table_text (table, _ ("a machine’s own cabling"));
    }
  for (guint i = 0; i < keys->len; i++)
    {
      const char *key = g_ptr_array_index (keys, i);
      g_autofree char *value = dl_field_get (dl_field_find_name (key), scenario);

      cli_table_text (table, key);
      cli_table_text (table, value);
    }
  cli_table_text (table, _ ("broken"));
  cli_table_text (table, faults);
}

/* Analysis: JSON ------------------------------------------------------------------------------- */

/* Value in GB/s; NAN: unknown, as of the generic shape. */
static double
GBps (const DlDragonflyAnalysis *analysis, double value)
{
  return analysis->dragonfly->shape == DL_DRAGONFLY_ARIES && isfinite (value) ? value : NAN;
}

static double
finite_or_nan (double value)
{
  return isfinite (value) ? value : NAN;
}

static void
fill_class (DlCells *cells, gconstpointer data, guint class)
{
  const DlDragonflyAnalysis *analysis = data;
  const DlLinkClassStats *stats = &analysis->classes[class];

  dl_cells_word (cells, dl_link_class_name (class), dl_link_class_title (class));
  dl_cells_integer (cells, stats->links);
  dl_cells_real (cells, analysis->rates.class_GBps[class]);
  dl_cells_real (cells, stats->load_mean);
  dl_cells_real (cells, stats->load_max);
  dl_cells_real (cells, GBps (analysis, analysis->rates.class_GBps[class]));
}

/* In the form of @format: JSON into a JsonBuilder. */
static void
write_classes (gpointer out, DlTableFormat format, const DlDragonflyAnalysis *analysis)
{
  const gboolean aries = analysis->dragonfly->shape == DL_DRAGONFLY_ARIES;
  const DlTableColumn columns[] = {
    { "class", "" },
    { "links", N_ ("links"), DL_COLUMN_INTEGER },
    { NULL, aries ? N_ ("GB/s") : N_ ("flits/cycle"), DL_COLUMN_REAL, 4 },
    { "mean_load", N_ ("mean load"), DL_COLUMN_REAL, 2 },
    { "max_load", N_ ("maximum load"), DL_COLUMN_REAL, 2 },
    { "bandwidth_GBps", NULL, DL_COLUMN_REAL },
  };
  const DlTable classes = DL_TABLE (columns, DL_N_LINK_CLASSES, fill_class, analysis);

  if (format == DL_TABLE_JSON)
    cli_json_rows (out, "classes", &classes);
  else
    cli_append_rows (out, &classes, format == DL_TABLE_CSV);
}

static void
add_groups (JsonBuilder *builder, const DlDragonflyAnalysis *analysis)
{
  const DlDragonfly *net = analysis->dragonfly;

  cli_json_begin_array (builder, "groups");
  for (guint group = 0; group < net->n_groups; group++)
    json_builder_add_int_value (builder, net->group_name[group]);
  json_builder_end_array (builder);
  for (guint matrix = 0; matrix < 2; matrix++)
    {
      cli_json_begin_array (builder, matrix == 0 ? "group_links" : "group_load");
      for (guint a = 0; a < net->n_groups; a++)
        {
          json_builder_begin_array (builder);
          for (guint b = 0; b < net->n_groups; b++)
            if (matrix == 0)
              json_builder_add_int_value (builder, analysis->group_links[a * net->n_groups + b]);
            else
              json_builder_add_double_value (builder, analysis->group_load[a * net->n_groups + b]);
          json_builder_end_array (builder);
        }
      json_builder_end_array (builder);
    }
}

static void
add_analysis (JsonBuilder *builder, const DlEvaluation *result)
{
  const DlDragonflyAnalysis *analysis = dl_evaluation_dragonfly (result);

  cli_json_string (builder, "routing", analysis->mode->id);
  cli_json_double (builder, "response_share", result->scenario->traffic.response_share);
  cli_json_string (builder, "loads_are", dl_dragonfly_basis_id (analysis->basis));
  cli_json_double (builder, "nonminimal_share", dl_dragonfly_analysis_own_share (analysis));
  if (analysis->basis == DL_BASIS_BOUND)
    cli_json_double (builder, "best_nonminimal_share", analysis->nonminimal_share);
  write_classes (builder, DL_TABLE_JSON, analysis);
  add_groups (builder, analysis);
  cli_json_double (builder, "bisection_GBps", GBps (analysis, analysis->bisection_GBps));
  cli_json_double (builder, "split_GBps", GBps (analysis, analysis->split_GBps));
  cli_json_double (builder, "global_GBps_per_node", GBps (analysis, analysis->global_GBps));
  cli_json_int (builder, "optical_cables", analysis->optical_cables);
  cli_json_double (builder, "bound_load", finite_or_nan (analysis->bound_load));
  cli_json_bool (builder, "bound_load_is_upper_bound", dl_dragonfly_analysis_is_bound (analysis));
  cli_json_double (builder, "held_load", analysis->held_load);
  if (analysis->bound_link != G_MAXUINT32)
    {
      g_autofree char *link
          = dl_dragonfly_link_to_string (analysis->dragonfly, analysis->bound_link);
      cli_json_string (builder, "bound_link", link);
    }
  else
    cli_json_null (builder, "bound_link");
}

static void
append_analysis_csv (GString *out, const DlEvaluation *result)
{
  write_classes (out, DL_TABLE_CSV, dl_evaluation_dragonfly (result));
}

/* Analysis: text ------------------------------------------------------------------------------- */

static void
append_shares (CliTable *table, const DlEvaluation *result)
{
  const DlDragonflyAnalysis *analysis = dl_evaluation_dragonfly (result);
  const gboolean bound = analysis->basis == DL_BASIS_BOUND;

  if (result->scenario->traffic.response_share > 0)
    {
      cli_table_number (table, _ ("share of responses, on VC4 to VC7"),
                        result->scenario->traffic.response_share, 4);
    }
  cli_table_number (table, bound ? _ ("best non-minimal share") : _ ("non-minimal share"),
                    analysis->nonminimal_share, 4);
  cli_table_number (table, bound ? _ ("mean hops, at that share") : _ ("mean hops"),
                    analysis->hops_mean, 4);
  cli_table_count (table, _ ("most hops"), analysis->hops_max);
  cli_table_text (table, _ ("saturation load"));
  cli_table_at_most (table, finite_or_nan (analysis->bound_load), 4,
                     dl_dragonfly_analysis_is_bound (analysis));
}

/* Values known in GB/s alone. */
static void
append_bandwidths (CliTable *table, const DlDragonflyAnalysis *analysis)
{
  const DlDragonfly *net = analysis->dragonfly;
  g_autofree char *split = g_strdup_printf (_ ("bisection bandwidth, %u groups to %u, GB/s"),
                                            net->n_groups / 2, (net->n_groups + 1) / 2);

  cli_table_number (table,
                    net->n_groups % 2 == 0 ? _ ("bisection bandwidth, GB/s")
                                           : _ ("bisection bandwidth by the formula, GB/s"),
                    finite_or_nan (analysis->bisection_GBps), 2);
  if (net->n_groups % 2 != 0)
    {
      cli_table_number (table, split, finite_or_nan (analysis->split_GBps), 2);
    }
  cli_table_number (table, _ ("global bandwidth per node, GB/s"), analysis->global_GBps, 2);
}

static void
append_counts (GString *out, const DlEvaluation *result)
{
  const DlDragonflyAnalysis *analysis = dl_evaluation_dragonfly (result);
  const gboolean aries = analysis->dragonfly->shape == DL_DRAGONFLY_ARIES;
  g_autoptr (CliTable) table = cli_table_new ("lr");

  cli_table_count (table, _ ("groups"), analysis->dragonfly->n_groups);
  cli_table_parts (table, result);
  cli_table_count (table, aries ? _ ("optical cables") : _ ("links between groups"),
                   analysis->optical_cables);
  cli_table_pairs (table, result);
  append_shares (table, result);
  if (aries)
    append_bandwidths (table, analysis);
  cli_table_verdict (table, result);
  cli_table_append (out, table);
  g_string_append_printf (out, _ ("\nLoads are %s.\n"), dl_dragonfly_analysis_basis (analysis));
}

/* The pairs of groups with the fewest links, and the most used one. */
static void
append_groups (GString *out, const DlDragonflyAnalysis *analysis)
{
  const DlDragonfly *net = analysis->dragonfly;
  guint fewest = G_MAXUINT, most = 0, from = 0, to = 0;
  double busiest = -1;

  if (net->n_groups < 2)
    return;
  for (guint a = 0; a < net->n_groups; a++)
    for (guint b = 0; b < net->n_groups; b++)
      {
        const double use = a != b ? dl_dragonfly_analysis_group_use (analysis, a, b, 1) : NAN;

        if (a == b)
          continue;
        fewest = MIN (fewest, analysis->group_links[a * net->n_groups + b]);
        most = MAX (most, analysis->group_links[a * net->n_groups + b]);
        if (use > busiest)
          {
            busiest = use;
            from = a;
            to = b;
          }
      }
  g_string_append_printf (out, _ ("\nBlue links from one group to another: %u to %u\n"), fewest,
                          most);
  if (busiest > 0)
    {
      char load[G_ASCII_DTOSTR_BUF_SIZE];

      g_ascii_formatd (load, sizeof load, "%.2f", analysis->group_load[from * net->n_groups + to]);
      g_string_append_printf (out, _ ("The busiest ones: group %u to %u, load %s\n"),
                              net->group_name[from], net->group_name[to], load);
    }
}

static void
append_analysis_text (GString *out, const DlEvaluation *result)
{
  const DlDragonflyAnalysis *analysis = dl_evaluation_dragonfly (result);

  append_counts (out, result);
  g_string_append_printf (out, "\n%s\n\n",
                          _ ("Links by class, counting each direction; load in packets/link"));
  write_classes (out, DL_TABLE_TEXT, analysis);
  append_groups (out, analysis);
}

/* Links ----------------------------------------------------------------------------------------
 *
 * A row per directed link, by the router that it leaves, then its class, the router that it leads
 * to and its number among the parallel ones. */

/* Requests are on the first four virtual channels, responses on the next four, in the same way
 * (Cascade paper 3). */
#define ALL_VCS (2 * DL_DRAGONFLY_VCS)

/* Packets of @link on @vc, of all eight, where @share of them are responses. */
static double
vc_packets (const DlDragonflyAnalysis *analysis, double share, guint link, guint vc)
{
  return analysis->vc_load[(gsize) link * DL_DRAGONFLY_VCS + vc % DL_DRAGONFLY_VCS]
         * (vc < DL_DRAGONFLY_VCS ? 1 - share : share);
}

const DlTableColumn cli_dragonfly_columns_at[] = {
  { NULL, N_ ("link") },     { "from" }, { "to" }, { "index", NULL, DL_COLUMN_INTEGER },
  { "class", N_ ("class") },
};

void
cli_dragonfly_cells_at (DlCells *cells, const DlDragonfly *net, guint link)
{
  dl_cells_take_text (cells, dl_dragonfly_link_to_string (net, link));
  dl_cells_take_text (cells, dl_dragonfly_router_to_string (net, net->link_from[link]));
  dl_cells_take_text (cells, dl_dragonfly_router_to_string (net, net->link_to[link]));
  dl_cells_integer (cells, net->link_parallel[link]);
  dl_cells_word (cells, dl_link_class_name (net->link_class[link]),
                 dl_link_class_title (net->link_class[link]));
}

static void
fill_link (DlCells *cells, gconstpointer data, guint link)
{
  const DlEvaluation *result = data;
  const DlDragonflyAnalysis *analysis = dl_evaluation_dragonfly (result);
  const double share = result->scenario->traffic.response_share;
  const DlDragonfly *net = analysis->dragonfly;
  const gboolean up = net->link_state[link] == DL_LINK_UP;

  cli_dragonfly_cells_at (cells, net, link);
  cli_cells_state (cells, up);
  dl_cells_real (cells, dl_dragonfly_analysis_load (analysis, link));
  if (!up)
    dl_cells_show (cells, "-");
  for (guint vc = 0; vc < ALL_VCS; vc++)
    {
      dl_cells_real (cells, vc_packets (analysis, share, link, vc));
      if (!up)
        dl_cells_show (cells, "-");
    }
}

static void
append_links (GString *out, const DlEvaluation *result, gboolean csv)
{
  /* Without responses their channels are idle. */
  const gboolean responses = result->scenario->traffic.response_share > 0;
  const DlTableColumn columns[] = {
    DL_TABLE_PART (cli_dragonfly_columns_at),
    { "state", N_ ("state") },
    { "load", N_ ("load"), DL_COLUMN_AMOUNT },
    { "vc%u", "VC%u", DL_COLUMN_AMOUNT, .n = DL_DRAGONFLY_VCS },
    { "vc%u", responses ? "VC%u" : NULL, DL_COLUMN_AMOUNT, .n = ALL_VCS - DL_DRAGONFLY_VCS,
      .first = DL_DRAGONFLY_VCS },
  };

  cli_append_rows (out, &DL_TABLE (columns, result->net.graph->n_links, fill_link, result), csv);
}

static const char *
loads_are (const DlEvaluation *result)
{
  return dl_dragonfly_basis_id (dl_evaluation_dragonfly (result)->basis);
}

/* Name of a link; of a blue one, its cable's: groups and number. */
static char *
name_cable (gconstpointer shape, guint link)
{
  const DlDragonfly *net = shape;
  const guint from = net->router[net->link_from[link]].group;
  const guint to = net->router[net->link_to[link]].group;

  if (net->link_class[link] != DL_LINK_BLUE)
    return dl_dragonfly_link_to_string (net, link);
  return dl_cable_at_to_string (dl_cable_at_canonical (
      (DlCableAt) { net->group_name[from], net->group_name[to], net->link_cable[link] }));
}

/* Checks --------------------------------------------------------------------------------------- */

/* Does @demand send from @source to @dest, both of which work? */
static gboolean
sends (const DlDragonflyDemand *demand, guint source, guint dest)
{
  const DlDragonfly *net = demand->dragonfly;

  if (source == dest)
    return FALSE;
  if (demand->groups != NULL)
    return demand->groups[net->router[source / net->nodes_per_router].group * net->n_groups
                          + net->router[dest / net->nodes_per_router].group]
           > 0;
  if (demand->set != NULL)
    return demand->set[source] != DL_NO_SET && demand->set[source] == demand->set[dest];
  for (guint flow = demand->first_flow[source]; flow < demand->first_flow[source + 1]; flow++)
    if (demand->dest[flow] == dest)
      return TRUE;
  return FALSE;
}

/* Two nodes of these routers, of @demand (nullable) those one of which sends to the other. */
static char *
example_of (const DlDragonfly *net, const DlDragonflyDemand *demand, guint from, guint to)
{
  const guint p = net->nodes_per_router;

  for (guint source = from * p; source < (from + 1) * p; source++)
    for (guint dest = to * p; dest < (to + 1) * p; dest++)
      if (demand == NULL || sends (demand, source, dest))
        {
          g_autofree char *a = dl_dragonfly_node_to_string (net, source);
          g_autofree char *b = dl_dragonfly_node_to_string (net, dest);
          return g_strdup_printf (_ ("%s to %s"), a, b);
        }
  return NULL;
}

/* The first pair that is unreachable, and that sends with @demand (nullable); NULL if canceled. */
static char *
find_example (const DlDragonflyRoutes *routes, const DlDragonflyDemand *demand,
              GCancellable *cancellable)
{
  const DlDragonfly *net = routes->dragonfly;

  for (guint from = 0; from < net->n_routers; from++)
    for (guint to = 0; net->router_up[from] && to < net->n_routers; to++)
      {
        char *example;

        if (!net->router_up[to] || dl_dragonfly_reachable (routes, from, to))
          continue;
        if (g_cancellable_is_cancelled (cancellable))
          return NULL;
        example = example_of (net, demand, from, to);
        if (example != NULL)
          return example;
      }
  return NULL;
}

static gboolean
find_examples (const DlEvaluation *result, CliVerdict *verdict, GCancellable *cancellable,
               GError **error)
{
  const DlDragonflyAnalysis *analysis = dl_evaluation_dragonfly (result);
  g_autoptr (DlDragonflyDemand) demand = NULL;

  if (verdict->of_pattern[CLI_REACHABILITY] > 0)
    {
      demand = dl_scenario_dragonfly_demand (result->scenario, analysis->dragonfly, NULL, error);
      if (demand == NULL)
        return FALSE;
    }
  if (verdict->failing[CLI_REACHABILITY] > 0)
    verdict->example[CLI_REACHABILITY] = find_example (analysis->routes, demand, cancellable);
  return TRUE;
}

/* Routes --------------------------------------------------------------------------------------- */

/* JSON */

static void
add_router (JsonBuilder *builder, const char *name, const DlDragonfly *net, guint router)
{
  g_autofree char *text = router != DL_NO_NODE ? dl_dragonfly_router_to_string (net, router) : NULL;

  cli_json_string (builder, name, text);
}

static void
add_link (JsonBuilder *builder, const DlDragonfly *net, guint link)
{
  g_autofree char *text = dl_dragonfly_link_to_string (net, link);

  cli_json_string (builder, "link", text);
}

/* Links rejected before hop @i, in order. */
static void
add_rejected (JsonBuilder *builder, const DlDragonflyTraced *traced, guint i)
{
  DlDragonflyRejected rejected[DL_DRAGONFLY_MAX_REJECTED];
  const guint n = dl_dragonfly_traced_passed (traced, i, rejected);

  cli_json_begin_array (builder, "rejected");
  for (guint j = 0; j < n; j++)
    {
      json_builder_begin_object (builder);
      if (rejected[j].link != G_MAXUINT32)
        add_link (builder, traced->routes->dragonfly, rejected[j].link);
      else
        cli_json_null (builder, "link");
      cli_json_int (builder, "links", rejected[j].link != G_MAXUINT32 ? rejected[j].n : 0);
      cli_json_string (builder, "reason", dl_dragonfly_passed_text (rejected[j].why));
      cli_json_string (builder, "section", dl_dragonfly_passed_section (rejected[j].why));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_candidate (JsonBuilder *builder, const DlDragonflyTraced *traced,
               const DlDragonflyChoice *choice, guint i)
{
  const DlDragonflyCandidate *candidate = &choice->candidates.at[i];
  const DlDragonfly *net = traced->routes->dragonfly;

  json_builder_begin_object (builder);
  cli_json_bool (builder, "minimal", !candidate->nonminimal);
  add_router (builder, "root", net, candidate->hop.root);
  add_link (builder, net, candidate->hop.link);
  cli_json_string (builder, "class", dl_link_class_name (net->link_class[candidate->hop.link]));
  cli_json_int (builder, "hops", choice->hops[i]);
  cli_json_int (builder, "fewest_hops", choice->fewest[i]);
  json_builder_set_member_name (builder, "load");
  json_builder_begin_object (builder);
  cli_json_double (builder, "near_end", choice->load[i].near_end);
  cli_json_double (builder, "far_end", choice->load[i].far_end);
  cli_json_double (builder, "downstream", choice->load[i].downstream);
  json_builder_end_object (builder);
  cli_json_double (builder, "value", choice->value[i]);
  cli_json_bool (builder, "taken", i == choice->winner);
  cli_json_string (builder, "why", dl_dragonfly_choice_why (choice, i));
  json_builder_end_object (builder);
}

static void
add_choice (JsonBuilder *builder, const DlDragonflyTraced *traced, const DlDragonflyChoice *choice)
{
  g_autofree char *summary = dl_dragonfly_choice_summary (choice);

  json_builder_set_member_name (builder, "choice");
  json_builder_begin_object (builder);
  cli_json_string (builder, "rule", summary);
  cli_json_int (builder, "bias_shift", choice->bias.shift);
  cli_json_int (builder, "bias_add", choice->bias.add);
  json_builder_set_member_name (builder, "candidates");
  json_builder_begin_array (builder);
  for (guint i = 0; i < choice->candidates.n; i++)
    add_candidate (builder, traced, choice, i);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static void
add_hop (JsonBuilder *builder, const DlDragonflyTraced *traced, guint i)
{
  const DlDragonfly *net = traced->routes->dragonfly;
  const DlDragonflyStep *step = &traced->route.steps[i];
  g_autofree char *phase = dl_dragonfly_traced_phase (traced, i);
  g_autofree char *rule = dl_dragonfly_traced_rule (traced, i);
  g_autofree char *vc_rule = dl_dragonfly_traced_vc_rule (traced, i);

  json_builder_begin_object (builder);
  add_router (builder, "node", net, net->link_from[step->link]);
  cli_json_string (builder, "port", dl_link_class_name (net->link_class[step->link]));
  add_router (builder, "to", net, net->link_to[step->link]);
  add_link (builder, net, step->link);
  cli_json_int (builder, "vc", step->vc);
  cli_json_string (builder, "rule", rule);
  cli_json_string (builder, "phase", phase);
  cli_json_string (builder, "section", dl_dragonfly_traced_section (traced, i));
  cli_json_string (builder, "vc_rule", vc_rule);
  cli_json_string (builder, "vc_section", dl_dragonfly_traced_vc_section ());
  add_choice (builder, traced, &traced->choices[i]);
  add_rejected (builder, traced, i);
  json_builder_end_object (builder);
}

static void
append_route_json (GString *out, const DlDragonflyTraced *traced)
{
  const DlDragonfly *net = traced->routes->dragonfly;
  g_autofree char *reason = dl_dragonfly_traced_reason (traced);
  g_autoptr (JsonBuilder) builder
      = cli_json_new_route (traced->route.delivered ? "delivered" : "unreachable", reason);

  cli_json_string (builder, "routing", traced->mode->id);
  add_router (builder, "root", net, dl_dragonfly_traced_root (traced));
  cli_json_begin_array (builder, "hops");
  for (guint i = 0; i < traced->route.n_steps; i++)
    add_hop (builder, traced, i);
  json_builder_end_array (builder);
  if (!traced->route.delivered)
    add_rejected (builder, traced, traced->route.n_steps);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

static void
append_route_text (GString *out, const DlScenario *scenario, const DlDragonflyTraced *traced)
{
  g_autofree char *text = dl_dragonfly_traced_to_text (traced);
  g_autofree char *load = NULL;

  g_string_append (out, text);
  if (!traced->mode->by_load || traced->route.n_steps == 0)
    return;
  load = dl_value_format_double (scenario->traffic.load);
  if (scenario->traffic.saturated)
    g_string_append (out, _ ("\nLoads in flits, as expected for this traffic with an infinite "
                             "backlog (assumed: M/D/1 queues).\n"));
  else
    g_string_append_printf (out,
                            _ ("\nLoads in flits, as expected for this traffic at load %s "
                               "(assumed: M/D/1 queues).\n"),
                            load);
}

static gboolean
append_route (Cli *cli, const DlScenario *scenario, gpointer shape, guint from, guint to,
              GError **error)
{
  g_autoptr (DlDragonflyAnalysis) analysis
      = dl_dragonfly_evaluate (scenario, NULL, cli->cancellable, error);
  DlDragonflyTraced traced;

  if (analysis == NULL)
    return FALSE;
  dl_dragonfly_trace_packet (scenario, analysis, from, to, &traced);

  if (cli->options.json)
    append_route_json (cli->out, &traced);
  else
    append_route_text (cli->out, scenario, &traced);
  return TRUE;
}

/* Tables --------------------------------------------------------------------------------------- */

/* JSON */

static void
add_table_port (JsonBuilder *builder, const DlDragonfly *net, const DlTablePort *port)
{
  g_autofree char *to = dl_dragonfly_router_to_string (net, net->link_to[port->link]);

  json_builder_begin_object (builder);
  cli_json_string (builder, "class", dl_link_class_name (net->link_class[port->link]));
  cli_json_string (builder, "to", to);
  cli_json_int (builder, "links", port->n);
  cli_json_double (builder, "share", port->share);
  cli_json_int (builder, "vc", 0);
  json_builder_end_object (builder);
}

static void
add_table_run (JsonBuilder *builder, const DlDragonflyTable *table, const DlTableSpan *run)
{
  const DlDragonfly *net = table->routes->dragonfly;
  g_autofree char *first = dl_dragonfly_router_to_string (net, run->first);
  g_autofree char *last = dl_dragonfly_router_to_string (net, run->last);

  json_builder_begin_object (builder);
  cli_json_string (builder, "first", first);
  cli_json_string (builder, "last", last);
  cli_json_int (builder, "routers", run->n_routers);
  cli_json_bool (builder, "reachable",
                 run->n_ports > 0 || run->third || run->first == table->router);
  cli_json_begin_array (builder, "ports");
  for (guint i = 0; i < run->n_ports; i++)
    add_table_port (builder, net, &run->ports[i]);
  json_builder_end_array (builder);
  cli_json_int (builder, "roots", run->n_roots);
  cli_json_int (builder, "fit", run->n_fit);
  json_builder_end_object (builder);
}

static void
append_table_json (GString *out, const DlScenario *scenario, const DlDragonflyTable *table)
{
  g_autofree char *name = dl_dragonfly_router_to_string (table->routes->dragonfly, table->router);
  g_autoptr (JsonBuilder) builder = cli_json_new_of (scenario);

  cli_json_string (builder, "router", name);
  cli_json_string (builder, "routing", dl_dragonfly_options (scenario)->mode->id);
  cli_json_begin_array (builder, "entries");
  for (guint i = 0; i < table->n_runs; i++)
    add_table_run (builder, table, &table->runs[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

/* Text */

static char *
ports_text (const DlDragonflyTable *table, const DlTableSpan *run)
{
  const DlDragonfly *net = table->routes->dragonfly;
  GString *text = g_string_new (NULL);

  if (run->first == table->router)
    g_string_append (text, _ ("here"));
  else if (run->n_ports == 0)
    g_string_append (text, run->third ? _ ("by a root") : "-");
  for (guint i = 0; i < run->n_ports; i++)
    {
      const DlTablePort *port = &run->ports[i];
      g_autofree char *to = dl_dragonfly_router_to_string (net, net->link_to[port->link]);

      g_string_append_printf (text, "%s%s %s", i > 0 ? ", " : "",
                              dl_link_class_name (net->link_class[port->link]), to);
      if (port->n > 1)
        g_string_append_printf (text, " x%u", port->n);
    }
  return g_string_free (text, FALSE);
}

static void
append_table_text (GString *out, const DlScenario *scenario, const DlDragonflyTable *table)
{
  const DlDragonfly *net = table->routes->dragonfly;
  const DlDragonflyMode *mode = dl_dragonfly_options (scenario)->mode;
  const char *const heads[]
      = { _ ("destination"), _ ("routers"), _ ("roots"), _ ("ports, on VC0") };
  g_autoptr (CliTable) rows = cli_table_new ("lrrl");
  g_autofree char *name = dl_dragonfly_router_to_string (net, table->router);

  g_string_append_printf (out, "%s\n\n", scenario->name);
  g_string_append_printf (out, _ ("router %s"), name);
  if (!net->router_up[table->router])
    g_string_append_printf (out, " (%s)", _ ("broken"));
  g_string_append_printf (out, "\n%s: %s\n\n", _ (mode->title), _ (mode->description));
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    cli_table_text (rows, heads[i]);
  for (guint i = 0; i < table->n_runs; i++)
    {
      const DlTableSpan *run = &table->runs[i];
      g_autofree char *to = dl_table_span_name (table, run);
      g_autofree char *ports = ports_text (table, run);

      cli_table_text (rows, to);
      cli_table_int (rows, run->n_routers);
      cli_table_int (rows, run->n_fit);
      cli_table_text (rows, ports);
    }
  cli_table_append (out, rows);
}

static gboolean
append_tables (Cli *cli, const DlScenario *scenario, GError **error)
{
  g_autoptr (DlDragonflyRoutes) routes
      = scenario->family->route (scenario, cli->cancellable, error);
  g_autoptr (DlDragonflyTable) table = NULL;
  guint node;

  if (routes == NULL)
    return FALSE;
  if (!dl_dragonfly_parse_node (routes->dragonfly, cli->options.node, &node, error))
    {
      g_prefix_error (error, "--node: ");
      return FALSE;
    }
  table = dl_dragonfly_table_new (routes, node / routes->dragonfly->nodes_per_router,
                                  cli->cancellable);
  if (table == NULL)
    return !g_cancellable_set_error_if_cancelled (cli->cancellable, error);
  if (cli->options.json)
    append_table_json (cli->out, scenario, table);
  else if (cli->options.csv)
    {
      g_autofree char *csv = dl_dragonfly_table_to_csv (table);
      g_string_append (cli->out, csv);
    }
  else
    append_table_text (cli->out, scenario, table);
  return TRUE;
}

/* Its row ----------------------------------------------------------------------------------------
 */

static const CliList lists[] = { { "routings", "dragonfly.routing" }, { NULL, NULL } };

const CliFamily cli_dragonfly = {
  .family = &dl_family_dragonfly,
  .takes = takes,
  .describe = describe,
  .lists = lists,
  .add_analysis = add_analysis,
  .append_analysis_csv = append_analysis_csv,
  .append_analysis_text = append_analysis_text,
  .append_links = append_links,
  .find_examples = find_examples,
  .append_route = append_route,
  .append_model = cli_dragonfly_append_model,
  .loads_are = loads_are,
  .append_tables = append_tables,
  .name_cable = name_cable,
  .no_sources = N_ ("--sources is for a torus (a dragonfly has classes of links)"),
  .counters = cli_dragonfly_counters,
  .runs = &cli_dragonfly_runs,
};
