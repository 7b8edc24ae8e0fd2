/* The command line of the torus: its scenario in words, its analysis, checks and routes. */
#include "cli-torus.h"

#include "dl-torus-explain.h"

#include <glib/gi18n.h>

#include <math.h>

/* Words ---------------------------------------------------------------------------------------- */

static void
append_fault_count (GString *line, guint n, const char *text)
{
  if (n > 0)
    g_string_append_printf (line, "%s%u %s", line->len > 0 ? ", " : "", n, text);
}

static void
append_key (CliTable *table, const DlScenario *scenario, const char *key)
{
  g_autofree char *value = dl_field_get (dl_field_find_name (key), scenario);

  cli_table_text (table, key);
  cli_table_text (table, value);
}

static void
describe (CliTable *table, const DlScenario *scenario)
{
  static const char *const keys[]
      = { "torus.radix",     "torus.wrap",   "torus.datelines", "torus.tie",
          "torus.vc-policy", "torus.engine", "traffic.pattern" };
  const DlTorusSpec *torus = &dl_torus_options (scenario)->spec;
  g_autoptr (GString) faults = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    append_key (table, scenario, keys[i]);
  if (scenario->traffic.source_vc_zero)
    append_key (table, scenario, "traffic.source-vc");
  if (scenario->traffic.response_share > 0)
    append_key (table, scenario, "traffic.response-share");
  append_fault_count (faults, torus->broken_cables->len,
                      ngettext ("cable", "cables", torus->broken_cables->len));
  append_fault_count (faults, torus->broken_channels->len,
                      ngettext ("channel", "channels", torus->broken_channels->len));
  append_fault_count (faults, torus->broken_nodes->len,
                      ngettext ("node", "nodes", torus->broken_nodes->len));
  cli_table_text (table, _ ("broken"));
  cli_table_text (table, faults->len > 0 ? faults->str : _ ("nothing"));
}

gboolean
cli_torus_parse_node (const DlScenario *scenario, const char *text, DlTorusCoord *coord,
                      GError **error)
{
  if (dl_torus_spec_parse_node (&dl_torus_options (scenario)->spec, text, coord, error))
    return TRUE;
  g_prefix_error (error, "--node: ");
  return FALSE;
}

/* Analysis ------------------------------------------------------------------------------------- */

static void
fill_dimension (DlCells *cells, gconstpointer data, guint dim)
{
  const DlTorusDimensionStats *stats = &((const DlTorusAnalysis *) data)->dims[dim];

  dl_cells_text (cells, dl_torus_dim_name (dim));
  dl_cells_integer (cells, stats->links);
  dl_cells_integer (cells, stats->idle_links);
  dl_cells_integer (cells, stats->balanced_links);
  dl_cells_real (cells, stats->balance_mean);
  dl_cells_integer (cells, stats->balanced_links);
  for (guint bin = 0; bin < DL_BALANCE_BINS; bin++)
    dl_cells_integer (cells, stats->bins[bin]);
  dl_cells_real (cells, stats->load_mean);
  dl_cells_real (cells, stats->load_max);
}

static DlTable
dimensions_of (const DlEvaluation *result)
{
  static const char bins[] = "vc_balance_bins";
  static const DlTableColumn columns[] = {
    { "dimension", "" },
    { "links", N_ ("links"), DL_COLUMN_INTEGER },
    { "idle_links", N_ ("idle"), DL_COLUMN_INTEGER },
    { "balanced_links", NULL, DL_COLUMN_INTEGER },
    { "vc_balance_mean", N_ ("mean balance"), DL_COLUMN_REAL, 4 },
    { NULL, N_ ("exactly 0"), DL_COLUMN_INTEGER },
    { "vc_balance_bin_0", "[0, .25]", DL_COLUMN_INTEGER, .list = bins },
    { "vc_balance_bin_1", "(.25, .5]", DL_COLUMN_INTEGER, .list = bins },
    { "vc_balance_bin_2", "(.5, .75]", DL_COLUMN_INTEGER, .list = bins },
    { "vc_balance_bin_3", "(.75, 1]", DL_COLUMN_INTEGER, .list = bins },
    { "mean_load", N_ ("mean load"), DL_COLUMN_REAL, 2 },
    { "max_load", N_ ("maximum load"), DL_COLUMN_REAL, 2 },
  };

  G_STATIC_ASSERT (DL_BALANCE_BINS == 4);
  return DL_TABLE (columns, DL_TORUS_N_DIMS, fill_dimension, dl_evaluation_torus (result));
}

static void
add_analysis (JsonBuilder *builder, const DlEvaluation *result)
{
  const DlTable dimensions = dimensions_of (result);

  cli_json_rows (builder, "dimensions", &dimensions);
}

static void
append_analysis_csv (GString *out, const DlEvaluation *result)
{
  const DlTable dimensions = dimensions_of (result);

  dl_table_append_csv (out, &dimensions);
}

static void
append_counts (GString *out, const DlEvaluation *result)
{
  g_autoptr (CliTable) table = cli_table_new ("lr");

  cli_table_parts (table, result);
  cli_table_pairs (table, result);
  cli_table_number (table, _ ("mean hops"), result->findings.hops_mean, 4);
  cli_table_count (table, _ ("most hops"), result->findings.hops_max);
  cli_table_verdict (table, result);
  cli_table_append (out, table);
}

static void
append_analysis_text (GString *out, const DlEvaluation *result)
{
  const DlTable dimensions = dimensions_of (result);

  append_counts (out, result);
  g_string_append_printf (
      out, "\n%s\n\n",
      _ ("VC balance |VC0 - VC1| / (VC0 + VC1): links exactly 0 and in each bin; load in "
         "packets/link"));
  dl_table_append_text (out, &dimensions);
}

/* Links ----------------------------------------------------------------------------------------
 *
 * A row per link, by x, y, z, then x+, x-, y+, y-, z+, z-: the order of the network's link
 * slots. */

/* A link by the node that it leaves and its direction. */
static const DlTableColumn columns_at[] = {
  { "x", NULL, DL_COLUMN_INTEGER, .in = DL_TABLE_CSV },
  { "y", NULL, DL_COLUMN_INTEGER, .in = DL_TABLE_CSV },
  { "z", NULL, DL_COLUMN_INTEGER, .in = DL_TABLE_CSV },
  { NULL, N_ ("node") },
  { "direction", N_ ("port"), .in = DL_TABLE_CSV | DL_TABLE_TEXT },
};

static void
cells_at (DlCells *cells, DlTorusLinkAt at)
{
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    dl_cells_integer (cells, at.from.at[dim]);
  dl_cells_take_text (cells, dl_torus_coord_to_string (at.from));
  dl_cells_text (cells, dl_torus_port_name (at.port));
}

typedef struct
{
  const DlTorusAnalysis *analysis;
  const guint32 *links;
  guint n_vcs;
} Links;

static void
fill_link (DlCells *cells, gconstpointer data, guint row)
{
  const Links *links = data;
  const DlTorusAnalysis *analysis = links->analysis;
  const DlTorusNetwork *network = analysis->network;
  const guint link = links->links[row];
  const gboolean up = network->link_state[link] == DL_LINK_UP;
  const DlTorusLinkAt at = dl_torus_network_link_at (network, link);

  cells_at (cells, at);
  dl_cells_take_text (cells,
                      dl_torus_coord_to_string (network->torus.coord[network->link_to[link]]));
  cli_cells_state (cells, up);
  for (guint vc = 0; vc < links->n_vcs; vc++)
    dl_cells_real (cells, up ? dl_torus_analysis_channel_load (analysis, link, vc) : NAN);
  for (guint vc = 0; vc < DL_TORUS_VCS; vc++)
    dl_cells_real (cells, dl_torus_analysis_channel_load (analysis, link, vc));
  dl_cells_real (cells, up ? dl_torus_analysis_link_balance (analysis, link) : NAN);
  for (guint vc = DL_TORUS_VCS; vc < links->n_vcs; vc++)
    dl_cells_real (cells, dl_torus_analysis_channel_load (analysis, link, vc));
}

static void
append_links (GString *out, const DlEvaluation *result, gboolean csv)
{
  const DlTorusAnalysis *analysis = dl_evaluation_torus (result);
  const guint n_vcs = dl_torus_analysis_n_vcs (analysis);
  const DlTableColumn columns[] = {
    DL_TABLE_PART (columns_at),
    { NULL, N_ ("to") },
    { "state", N_ ("state") },
    { NULL, "VC%u", DL_COLUMN_AMOUNT, .n = n_vcs },
    { "vc%u", NULL, DL_COLUMN_AMOUNT, .n = DL_TORUS_VCS },
    { "vc_balance", N_ ("balance"), DL_COLUMN_REAL, 4 },
    /* Columns added later come last. */
    { "vc%u", NULL, DL_COLUMN_AMOUNT, .n = MAX (n_vcs, DL_TORUS_VCS) - DL_TORUS_VCS,
      .first = DL_TORUS_VCS },
  };
  guint n;
  g_autofree guint32 *links = cli_present_links (analysis->network->graph, &n);

  cli_append_rows (out, &DL_TABLE (columns, n, fill_link, (&(Links) { analysis, links, n_vcs })),
                   csv);
}

/* Cables --------------------------------------------------------------------------------------- */

const DlTableColumn cli_torus_columns_of_cable[] = {
  { "x", NULL, DL_COLUMN_INTEGER, .in = DL_TABLE_CSV },
  { "y", NULL, DL_COLUMN_INTEGER, .in = DL_TABLE_CSV },
  { "z", NULL, DL_COLUMN_INTEGER, .in = DL_TABLE_CSV },
  { "direction", .in = DL_TABLE_CSV },
};

void
cli_torus_cells_of_cable (DlCells *cells, gconstpointer shape, guint link)
{
  const DlTorusLinkAt at = dl_torus_network_link_at (shape, link);

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    dl_cells_integer (cells, at.from.at[dim]);
  dl_cells_text (cells, dl_torus_port_name (at.port));
}

/* Flows ---------------------------------------------------------------------------------------- */

/* Virtual channels of a link that are told apart: of the SeaStar, requests and responses as one. */
static guint
n_flow_vcs (const DlEvaluation *result)
{
  return MAX (dl_evaluation_torus (result)->routes->spec.vcs, DL_TORUS_VCS);
}

static double
flow_vc_packets (const DlEvaluation *result, guint link, guint vc)
{
  const DlTorusAnalysis *analysis = dl_evaluation_torus (result);

  if (analysis->routes->spec.vcs == 0)
    return analysis->vc_load[DL_TORUS_VCS * link + vc];
  return vc < dl_torus_analysis_n_vcs (analysis)
             ? dl_torus_analysis_channel_load (analysis, link, vc)
             : 0;
}

static double
flow_balance (const DlEvaluation *result, guint link)
{
  return dl_torus_analysis_link_balance (dl_evaluation_torus (result), link);
}

static void
cells_of_node (DlCells *cells, const DlEvaluation *result, guint node)
{
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    dl_cells_integer (cells, dl_evaluation_torus (result)->network->torus.coord[node].at[dim]);
}

static gboolean
parse_link (const DlNet *net, const char *text, guint *link, GError **error)
{
  const DlTorusNetwork *network = net->shape;
  const guint *radix = network->torus.radix;
  DlTorusLinkAt at;

  if (!dl_torus_link_at_parse (text, &at))
    return cli_bad_input (error,
                          _ ("--link: “%s” is not a link (expected x,y,z:PORT, as in "
                             "1,2,3:x+)"),
                          text);
  if (!dl_torus_network_has_coord (network, at.from))
    return cli_bad_input (error,
                          _ ("--link: “%s” is outside the network (expected 0,0,0 to "
                             "%u,%u,%u)"),
                          text, radix[DL_X] - 1, radix[DL_Y] - 1, radix[DL_Z] - 1);
  *link = dl_torus_network_link (network, dl_torus_network_node_at (network, at.from), at.port);
  if (network->link_state[*link] == DL_LINK_ABSENT)
    return cli_bad_input (error,
                          _ ("--link: there is no link %s (it would leave the edge of a "
                             "mesh)"),
                          text);
  return TRUE;
}

static const CliFlowsFamily flows_family = {
  .node_columns = columns_at,
  .n_node_columns = DL_TORUS_N_DIMS,
  .cells_of_node = cells_of_node,
  .n_vcs = n_flow_vcs,
  .vc_packets = flow_vc_packets,
  .balance = flow_balance,
  .parse_link = parse_link,
};

/* Checks --------------------------------------------------------------------------------------- */

/* How many routes are followed, at most, to show an example of what fails: about a second. */
#define MAX_WALKS 4000000

/* Failed check of @route, or CLI_N_CHECKS. */
static CliCheck
failure_of (const DlTorusRoute *route)
{
  switch (route->status)
    {
    case DL_TORUS_ROUTE_DELIVERED:
      return route->legal ? CLI_N_CHECKS : CLI_LEGALITY;
    case DL_TORUS_ROUTE_DROPPED:
      return CLI_DROPS;
    default:
      return CLI_REACHABILITY;
    }
}

static gboolean
any_of_pattern (const CliVerdict *verdict)
{
  for (guint i = 0; i < CLI_N_CHECKS; i++)
    if (verdict->of_pattern[i] > 0)
      return TRUE;
  return FALSE;
}

/* Keep the pair as an example if there is none yet. Returns whether more are wanted. */
static gboolean
consider (CliVerdict *verdict, const DlTorusAnalysis *analysis, guint source, guint dest,
          DlTorusRoute *route)
{
  const DlTorusCoord *coord = analysis->network->torus.coord;
  CliCheck failure;

  dl_torus_routes_walk (analysis->routes, source, dest, route);
  failure = failure_of (route);
  if (failure < CLI_N_CHECKS && verdict->example[failure] == NULL)
    {
      g_autofree char *from = dl_torus_coord_to_string (coord[source]);
      g_autofree char *to = dl_torus_coord_to_string (coord[dest]);
      verdict->example[failure] = g_strdup_printf (_ ("%s to %s"), from, to);
    }
  for (guint i = 0; i < CLI_N_CHECKS; i++)
    if (verdict->failing[i] > 0 && verdict->example[i] == NULL)
      return TRUE;
  return FALSE;
}

/* Follow routes one by one until there is a pair for whatever fails, one of the pattern's if there
 * is one. */
static void
walk_examples (CliVerdict *verdict, const DlScenario *scenario, const DlTorusAnalysis *analysis,
               GCancellable *cancellable)
{
  const DlTorusNetwork *network = analysis->network;
  g_autoptr (DlDemand) demand = dl_torus_demand (scenario, network);
  g_auto (DlTorusRoute) route = { 0 };
  guint walks = 0;

  for (guint i = 0; any_of_pattern (verdict) && i < demand->flows->len; i++)
    {
      const DlFlow *flow = &g_array_index (demand->flows, DlFlow, i);
      if (walks++ >= MAX_WALKS || g_cancellable_is_cancelled (cancellable)
          || !consider (verdict, analysis, flow->source, flow->dest, &route))
        return;
    }
  for (guint source = 0; source < network->n_nodes; source++)
    for (guint dest = 0; network->node_up[source] && dest < network->n_nodes; dest++)
      if (source != dest && network->node_up[dest]
          && (walks++ >= MAX_WALKS || g_cancellable_is_cancelled (cancellable)
              || !consider (verdict, analysis, source, dest, &route)))
        return;
}

static gboolean
find_examples (const DlEvaluation *result, CliVerdict *verdict, GCancellable *cancellable,
               GError **error)
{
  walk_examples (verdict, result->scenario, dl_evaluation_torus (result), cancellable);
  return TRUE;
}

/* Rings without a dateline that close a cycle all of whose steps are legal. */
static void
append_missing_datelines (GString *out, const DlTorusAnalysis *analysis)
{
  const DlVerdict *verdict = analysis->verdict;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      gboolean met = FALSE;

      for (guint i = 0; i < verdict->n_cycle; i++)
        met |= dl_torus_port_dim (dl_torus_channel_link (verdict->cycle[i])
                                  % analysis->network->n_ports)
               == dim;
      if (met && analysis->network->torus.ring[dim]
          && analysis->routes->spec.dateline[dim] == DL_NO_DATELINE)
        g_string_append_printf (out, _ ("The %s ring has no dateline (VC paper 3).\n"),
                                dl_torus_dim_name (dim));
    }
}

/* The shortest cycle, a channel a line, each waiting for the next and the last for the first. */
static void
append_cycle (GString *out, const DlEvaluation *result)
{
  const DlTorusAnalysis *analysis = dl_evaluation_torus (result);
  const DlVerdict *verdict = analysis->verdict;
  const guint n = verdict->n_cycle;
  g_autoptr (CliTable) table = cli_table_new ("lll");

  for (guint i = 0; i < n; i++)
    {
      const guint from = verdict->cycle[i], to = verdict->cycle[(i + 1) % n];
      g_autofree char *channel = dl_family_channel_name (&dl_family_torus, &result->net, from);
      g_autofree char *next = dl_family_channel_name (&dl_family_torus, &result->net, to);
      g_autofree char *note = NULL;

      if (i == verdict->broken_step)
        {
          const DlTorusIllegal why = dl_torus_routes_legal_why (
              analysis->routes, dl_torus_channel_link (from), dl_torus_channel_vc (from),
              dl_torus_channel_link (to), dl_torus_channel_vc (to));
          note = g_strdup_printf (_ ("outside the legality relation, to %s: %s (%s)"), next,
                                  dl_torus_illegal_text (why), dl_torus_illegal_section (why));
        }
      cli_table_text (table, "");
      cli_table_text (table, channel);
      cli_table_text (table, note != NULL ? note : "");
    }
  cli_table_append (out, table);
  append_missing_datelines (out, analysis);
}

/* Routes --------------------------------------------------------------------------------------- */

/* A route and what there is to say about its end. */
typedef struct
{
  DlTorusRoutes *routes;
  DlTorusRoutes *variant; /* of @routes, whose route it is */
  DlTorusRouteChoices choices;
  guint at; /* the one of @choices */
  DlTorusRoute route;
  guint source;
  guint dest;
  gboolean broken_end; /* @reason says which; there is no route then */
  char *reason;        /* why it is not delivered, or NULL */
} Traced;

static void
traced_clear (Traced *traced)
{
  dl_torus_route_clear (&traced->route);
  dl_torus_routes_unref (traced->routes);
  g_free (traced->reason);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Traced, traced_clear)

/* "unreachable" or "dropped", for people and for scripts. */
static const char *
status_name (const Traced *traced)
{
  if (traced->broken_end)
    return "unreachable";
  switch (traced->route.status)
    {
    case DL_TORUS_ROUTE_DELIVERED:
      return "delivered";
    case DL_TORUS_ROUTE_DROPPED:
      return "dropped";
    default:
      return "unreachable";
    }
}

static DlTorusTraced
explained (const Traced *traced)
{
  return (DlTorusTraced) { traced->variant, &traced->route, traced->source, traced->dest };
}

static void
trip_walk (Traced *traced, const DlScenario *scenario, DlTorusNetwork *network, guint from,
           guint to)
{
  const DlTorusRouting spec = dl_torus_routing (scenario);
  DlTorusTraced explain;

  traced->routes = dl_torus_routes_new (network, &spec);
  traced->source = from;
  traced->dest = to;
  traced->broken_end = !network->node_up[from] || !network->node_up[to];
  if (traced->broken_end)
    {
      g_autofree char *name
          = dl_torus_coord_to_string (network->torus.coord[network->node_up[from] ? to : from]);
      traced->reason = g_strdup_printf (_ ("node %s is broken"), name);
      return;
    }

  dl_torus_route_choices (traced->routes, from, to, &traced->choices);
  traced->at = dl_torus_route_choices_pick (&traced->choices, scenario->seed, 0);
  traced->variant = traced->routes->variants[traced->choices.variant[traced->at]];
  dl_torus_routes_walk (traced->variant, from, to, &traced->route);
  explain = explained (traced);
  traced->reason = dl_torus_traced_reason (&explain);
}

static void
append_route_text (GString *out, const Traced *traced)
{
  const DlTorusTraced explain = explained (traced);
  g_autofree char *text = NULL;
  g_autofree char *share = NULL;

  if (traced->broken_end)
    text = g_strdup_printf ("%s: %s\n", _ ("unreachable"), traced->reason);
  else
    {
      text = dl_torus_traced_to_text (&explain);
      share = dl_torus_route_choices_text (&traced->choices, traced->at);
    }
  g_string_append (out, text);
  if (share != NULL)
    g_string_append_printf (out, "%s\n", share);
}

/* JSON */

/* Ports rejected before hop @i, in order. */
static void
add_rejected (JsonBuilder *builder, const DlTorusTraced *explain, guint i)
{
  DlTorusTrace trace;

  dl_torus_routes_trace (explain->routes, explain->route, explain->source, explain->dest, i,
                         &trace);
  cli_json_begin_array (builder, "rejected");
  for (guint j = 0; j < trace.n; j++)
    {
      json_builder_begin_object (builder);
      cli_json_string (builder, "port", dl_torus_port_name (trace.rejected[j].port));
      cli_json_string (builder, "reason", dl_torus_rejected_text (trace.rejected[j].reason));
      cli_json_string (
          builder, "section",
          dl_torus_rejected_section (trace.rejected[j].reason, trace.rejected[j].port));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_hop (JsonBuilder *builder, const DlTorusTraced *explain, guint i)
{
  const DlTorusHop *hop = &explain->route->hops[i];
  const DlTorusLinkAt at = dl_torus_network_link_at (explain->routes->network, hop->link);
  const DlTorusIllegal why = dl_torus_traced_illegal (explain, i);
  g_autofree char *node = dl_torus_coord_to_string (at.from);

  json_builder_begin_object (builder);
  cli_json_string (builder, "node", node);
  cli_json_string (builder, "port", dl_torus_port_name (at.port));
  if (dl_torus_traced_takes_any_vc (explain, i))
    cli_json_null (builder, "vc");
  else
    cli_json_int (builder, "vc", hop->vc);
  cli_json_string (builder, "rule", dl_torus_rule_text (hop->rule));
  cli_json_string (builder, "section", dl_torus_rule_section (hop->rule));
  cli_json_string (builder, "vc_rule", dl_vc_rule_text (hop->vc_rule));
  cli_json_string (builder, "vc_section", dl_vc_rule_section (hop->vc_rule));
  cli_json_bool (builder, "legal", hop->legal);
  if (why != DL_TORUS_LEGAL)
    {
      cli_json_string (builder, "illegal", dl_torus_illegal_text (why));
      cli_json_string (builder, "illegal_section", dl_torus_illegal_section (why));
    }
  cli_json_bool (builder, "crosses_dateline", dl_torus_traced_crosses (explain, i));
  add_rejected (builder, explain, i);
  json_builder_end_object (builder);
}

static void
append_route_json (GString *out, const Traced *traced)
{
  const DlTorusTraced explain = explained (traced);
  g_autoptr (JsonBuilder) builder = cli_json_new_route (status_name (traced), traced->reason);

  cli_json_begin_array (builder, "hops");
  for (guint i = 0; !traced->broken_end && i < dl_torus_traced_n_hops (&explain); i++)
    add_hop (builder, &explain, i);
  json_builder_end_array (builder);
  if (!traced->broken_end && traced->choices.n > 1)
    {
      cli_json_int (builder, "routes", traced->choices.n);
      cli_json_double (builder, "share",
                       (double) traced->choices.coins[traced->at] / traced->choices.n_coins);
    }
  if (!traced->broken_end && traced->route.status == DL_TORUS_ROUTE_UNREACHABLE)
    add_rejected (builder, &explain, traced->route.n_hops);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

static gboolean
append_route (Cli *cli, const DlScenario *scenario, gpointer shape, guint from, guint to,
              GError **error)
{
  g_auto (Traced) traced = { 0 };

  trip_walk (&traced, scenario, shape, from, to);
  (cli->options.json ? append_route_json : append_route_text) (cli->out, &traced);
  return TRUE;
}

/* Its row ----------------------------------------------------------------------------------------
 */

static const CliList lists[]
    = { { "policies", "torus.vc-policy" }, { "engines", "torus.engine" }, { NULL, NULL } };

const CliFamily cli_torus = {
  .family = &dl_family_torus,
  .describe = describe,
  .lists = lists,
  .add_analysis = add_analysis,
  .append_analysis_csv = append_analysis_csv,
  .append_analysis_text = append_analysis_text,
  .append_links = append_links,
  .find_examples = find_examples,
  .append_cycle = append_cycle,
  .append_route = append_route,
  .append_model = cli_torus_append_model,
  .flows = &flows_family,
  .append_tables = cli_torus_append_tables,
  .cable_columns = cli_torus_columns_of_cable,
  .n_cable_columns = G_N_ELEMENTS (cli_torus_columns_of_cable),
  .cells_of_cable = cli_torus_cells_of_cable,
  .counters = cli_torus_counters,
  .runs = &cli_torus_runs,
};
