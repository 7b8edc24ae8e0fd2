/* The command line of fabrics: analysis, links, routes and tables. */
#include "cli-fabric.h"

#include "cli-plain.h"
#include "cli-streams.h"
#include "dl-fabric-analysis.h"
#include "dl-fabric-engine.h"
#include "dl-fabric-explain.h"
#include "dl-fabric-machines.h"
#include "dl-fabric-patterns.h"
#include "dl-fabric-rails.h"
#include "dl-families.h"
#include "dl-figure-options.h"
#include "dl-slow-links.h"
#include "dl-verdict-text.h"

#include <glib/gi18n.h>

#include <math.h>

/* Bisections of which the effective bandwidth is the mean. */
#define N_BISECTIONS 100

static const DlFabricAnalysis *
analysis_of (const DlEvaluation *result)
{
  return dl_evaluation_fabric (result);
}

static const DlFabric *
fabric_of (const DlEvaluation *result)
{
  return analysis_of (result)->routes->fabric;
}

static gboolean
takes (const Cli *cli, const char *name, GError **error)
{
  if (g_str_equal (cli->command, "optimize"))
    return cli_plain_refuse (cli, name,
                             _ ("compare routing engines with --set fabric.engine=ENGINE"), error);
  if (g_str_equal (cli->command, "model"))
    return cli_plain_refuse (cli, name, _ ("use “analyze”"), error);
  return TRUE; /* counters say themselves of which networks they are */
}

/* Analysis ------------------------------------------------------------------------------------- */

typedef struct
{
  const DlEvaluation *result;
  guint working_switches, diameter, n_layers;
  DlFabricBisection bisection;
  DlVerdict *management; /* nullable */
  guint links[2];        /* by class, working */
  double mean[2];        /* load of these; NAN without any */
} Facts;

static void
find_facts (const DlEvaluation *result, Facts *facts)
{
  const DlFabricAnalysis *analysis = analysis_of (result);
  const DlFabric *fabric = fabric_of (result);

  GCancellable *cancellable = g_cancellable_get_current (); /* of the command */

  *facts = (Facts) { .result = result, .n_layers = analysis->routes->n_layers };
  facts->diameter = dl_fabric_diameter (fabric, NULL);
  dl_fabric_bisection (analysis->routes, N_BISECTIONS, result->scenario->seed, &facts->bisection,
                       cancellable);
  facts->management = dl_fabric_management_verdict (analysis->routes, cancellable);
  for (guint s = 0; s < fabric->n_switches; s++)
    facts->working_switches += fabric->switch_up[s];
  for (guint c = 0; c < fabric->n_channels; c++)
    if (fabric->link_state[c] == DL_LINK_UP)
      {
        const DlFabricLinkClass class = dl_fabric_link_class (fabric, c);

        facts->links[class]++;
        facts->mean[class] += dl_fabric_analysis_load (analysis, c);
      }
  for (guint class = 0; class < 2; class ++)
    facts->mean[class] /= facts->links[class];
}

static void
facts_clear (Facts *facts)
{
  dl_verdict_unref (facts->management);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Facts, facts_clear)

static void
fill_class (DlCells *cells, gconstpointer data, guint class)
{
  const Facts *facts = data;

  dl_cells_text (cells, facts->result->scenario->family->classes[class].id);
  dl_cells_integer (cells, facts->links[class]);
  dl_cells_real (cells, facts->mean[class]);
  dl_cells_real (cells, facts->result->findings.class_load_max[class]);
}

static DlTable
classes_of (const Facts *facts)
{
  static const DlTableColumn columns[] = {
    { "class" },
    { "links", NULL, DL_COLUMN_INTEGER },
    { "mean_load", NULL, DL_COLUMN_REAL },
    { "max_load", NULL, DL_COLUMN_REAL },
  };

  return DL_TABLE (columns, G_N_ELEMENTS (facts->links), fill_class, facts);
}

static void
add_slow_links (JsonBuilder *builder, const DlEvaluation *result)
{
  g_autoptr (DlRecord) record = dl_slow_links_record (result);
  const DlTable table = dl_record_table (record);

  cli_json_rows (builder, "slow_links", &table);
}

/* A few of them, a line each. */
static void
append_slow_links (GString *out, const DlEvaluation *result)
{
  enum
  {
    MOST = 5
  };
  const GArray *slow = result->slow;

  for (guint i = 0; i < MIN (slow->len, MOST); i++)
    {
      g_autofree char *text = dl_slow_link_text (result, &g_array_index (slow, DlSlowLink, i));

      g_string_append_printf (out, "%s\n", text);
    }
  if (slow->len > MOST)
    g_string_append_printf (
        out,
        ngettext ("%u more cable is slower than its neighbors (“slow” lists all).\n",
                  "%u more cables are slower than their neighbors (“slow” lists all).\n",
                  slow->len - MOST),
        slow->len - MOST);
}

static void
add_machines (JsonBuilder *builder, const DlEvaluation *result)
{
  const DlFabricShares shares
      = dl_fabric_shares_sum (fabric_of (result), analysis_of (result)->rails);
  g_autoptr (DlRecord) rails
      = dl_fabric_rails_record (fabric_of (result), analysis_of (result)->rails);
  const DlTable table = dl_record_table (rails);

  cli_json_int (builder, "machines", fabric_of (result)->machines->n_machines);
  cli_json_int (builder, "rails", fabric_of (result)->machines->n_rails);
  cli_json_double (builder, "leaf_share", shares.at_leaf / shares.all);
  cli_json_double (builder, "rail_share", shares.on_rail / shares.all);
  cli_json_double (builder, "machine_share", shares.at_machine / shares.all);
  cli_json_double (builder, "spine_share", shares.crosses / shares.all);
  cli_json_rows (builder, "by_rail", &table);
}

static void
append_share (CliTable *table, const char *label, double part, double all)
{
  g_autofree char *text = all > 0 ? g_strdup_printf ("%.1f%%", 100 * part / all) : g_strdup ("-");

  cli_table_text (table, label);
  cli_table_text (table, text);
}

static void
append_machines (CliTable *table, const DlEvaluation *result)
{
  const DlFabricMachines *machines = fabric_of (result)->machines;
  const DlFabricShares shares
      = dl_fabric_shares_sum (fabric_of (result), analysis_of (result)->rails);

  cli_table_count (table, _ ("machines"), machines->n_machines);
  cli_table_count (table, _ ("rails"), machines->n_rails);
  append_share (table, _ ("packets that stay at a leaf switch"), shares.at_leaf, shares.all);
  append_share (table, _ ("packets that stay on a rail"), shares.on_rail, shares.all);
  append_share (table, _ ("packets inside a machine"), shares.at_machine, shares.all);
  append_share (table, _ ("packets that cross the spines"), shares.crosses, shares.all);
}

static void
add_analysis (JsonBuilder *builder, const DlEvaluation *result)
{
  const DlFabric *fabric = fabric_of (result);
  g_auto (Facts) facts;
  const DlTable classes = classes_of (&facts);

  find_facts (result, &facts);
  cli_json_int (builder, "switches", facts.working_switches);
  cli_json_int (builder, "apart", fabric->n_apart);
  if (fabric->machines != NULL)
    add_machines (builder, result);
  cli_json_int (builder, "levels", fabric->n_levels);
  cli_json_int (builder, "diameter", facts.diameter);
  cli_json_int (builder, "layers", facts.n_layers);
  cli_json_bool (builder, "layers_known",
                 dl_fabric_routes_layers_known (analysis_of (result)->routes));
  if (facts.management != NULL)
    cli_json_bool (builder, "management_deadlock_free", facts.management->deadlock_free);
  cli_json_double (builder, "effective_bisection", facts.bisection.mean);
  cli_json_double (builder, "effective_bisection_half_width_95", facts.bisection.half);
  cli_json_double (builder, "bound_load", result->findings.bound_load);
  cli_json_double (builder, "held_load", analysis_of (result)->held_load);
  cli_json_rows (builder, "classes", &classes);
  add_slow_links (builder, result);
}

static void
append_analysis_csv (GString *out, const DlEvaluation *result)
{
  g_auto (Facts) facts;
  const DlTable classes = classes_of (&facts);

  find_facts (result, &facts);
  dl_table_append_csv (out, &classes);
}

static void
add_row (CliTable *table, const char *label, const char *value)
{
  cli_table_text (table, label);
  cli_table_text (table, value);
}

static void
append_verdict (CliTable *table, const DlEvaluation *result, const Facts *facts)
{
  const gboolean known = dl_fabric_routes_layers_known (analysis_of (result)->routes);

  cli_table_verdict (table, result);
  if (!known && !result->findings.deadlock_free)
    add_row (table, _ ("layers"), _ ("not in the tables; one is assumed"));
  else
    {
      cli_table_count (table, _ ("layers"), facts->n_layers);
    }
  if (facts->management != NULL)
    add_row (table, _ ("deadlock with management packets"), cli_deadlock_word (facts->management));
}

/* Endpoints that are not hosts, a line each kind. */
static void
append_apart (GString *out, const DlFabric *fabric)
{
  guint n[2];

  n[1] = dl_fabric_count_apart (fabric, DL_FABRIC_NONE, &n[0]);
  n[1] -= n[0];
  for (guint i = 0; i < G_N_ELEMENTS (n); i++)
    if (n[i] > 0)
      {
        g_string_append_printf (
            out,
            i == 0 ? ngettext ("%u aggregation node inside a switch is not a host",
                               "%u aggregation nodes inside switches are not hosts", n[i])
                   : ngettext ("%u endpoint is not a host", "%u endpoints are not hosts", n[i]),
            n[i]);
        g_string_append (out, ".\n");
      }
}

static void
append_analysis_text (GString *out, const DlEvaluation *result)
{
  const DlFamily *family = result->scenario->family;
  const DlFabric *fabric = fabric_of (result);
  g_autoptr (CliTable) table = cli_table_new ("lr");
  g_autofree char *bisection = NULL;
  g_auto (Facts) facts;

  find_facts (result, &facts);
  cli_table_count (table, _ ("working switches"), facts.working_switches);
  cli_table_parts (table, result);
  if (fabric->machines != NULL)
    append_machines (table, result);
  cli_table_count (table, _ ("levels"), fabric->n_levels);
  cli_table_count (table, _ ("diameter"), facts.diameter);
  cli_table_pairs (table, result);
  cli_table_number (table, _ ("mean hops"), result->findings.hops_mean, 4);
  cli_table_count (table, _ ("most hops"), result->findings.hops_max);
  for (guint i = 0; i < family->n_classes; i++)
    {
      cli_table_number (table, _ (family->classes[i].load_title),
                        result->findings.class_load_max[i], 2);
    }
  if (result->findings.full_link != G_MAXUINT32)
    {
      g_autofree char *name = family->name (
          result->net.shape, dl_place_link (result->findings.full_link), DL_NAME_PEOPLE);

      add_row (table, _ ("busiest channel"), name);
    }
  cli_table_text (table, _ ("saturation load"));
  cli_table_at_most (table, result->findings.bound_load, 4, result->findings.is_bound);
  bisection = isnan (facts.bisection.half)
                  ? g_strdup_printf ("%.4f", facts.bisection.mean)
                  : g_strdup_printf ("%.4f ± %.4f", facts.bisection.mean, facts.bisection.half);
  add_row (table, _ ("effective bisection bandwidth"),
           isnan (facts.bisection.mean) ? "-" : bisection);
  append_verdict (table, result, &facts);
  cli_table_append (out, table);
  g_string_append_printf (out,
                          ngettext ("\nEffective bisection bandwidth: share of a link’s bandwidth, "
                                    "mean of %u random bisection.\n",
                                    "\nEffective bisection bandwidth: share of a link’s bandwidth, "
                                    "mean of %u random bisections with its 95%% confidence "
                                    "interval (Student’s t).\n",
                                    N_BISECTIONS),
                          N_BISECTIONS);
  if (dl_verdict_caution (result->findings.verdict) != NULL)
    g_string_append_printf (out, "%s.\n", dl_verdict_caution (result->findings.verdict));
  if (result->findings.basis != NULL)
    g_string_append_printf (out, _ ("Loads are %s.\n"), result->findings.basis);
  append_apart (out, fabric);
  append_slow_links (out, result);
}

/* Links ---------------------------------------------------------------------------------------- */

/* Both ends of a channel: columns of a table, and its cells. */
static const DlTableColumn ends[] = {
  { "from", N_ ("from") },
  { "from_port", N_ ("port"), DL_COLUMN_INTEGER },
  { "to", N_ ("to") },
  { "to_port", N_ ("port"), DL_COLUMN_INTEGER },
};

static void
cells_of_ends (DlCells *cells, const DlFabric *fabric, guint channel)
{
  dl_cells_text (cells, dl_fabric_name (fabric, fabric->channel_from[channel]));
  dl_cells_integer (cells, fabric->channel_from_port[channel]);
  dl_cells_text (cells, dl_fabric_name (fabric, fabric->channel_to[channel]));
  dl_cells_integer (cells, fabric->channel_to_port[channel]);
}

/* The rate of a channel, where any has one or is slower. */
static const DlTableColumn rates[] = { { "rate", N_ ("rate") } };

static guint
count_rates (const DlFabric *fabric)
{
  return fabric->graph->link_rate != NULL || fabric->graph->link_capacity != NULL;
}

static void
cells_of_rate (DlCells *cells, const DlFabric *fabric, guint channel)
{
  if (count_rates (fabric) > 0)
    dl_cells_take_text (cells, dl_link_rate_text (fabric->graph, channel));
}

/* In CSV a row for each layer in use. */
static void
fill_layer (DlCells *cells, gconstpointer data, guint row)
{
  const DlFabricAnalysis *analysis = data;
  const guint channel = row / analysis->routes->n_layers, layer = row % analysis->routes->n_layers;

  cells_of_ends (cells, analysis->routes->fabric, channel);
  dl_cells_integer (cells, layer);
  cli_cells_state (cells, analysis->routes->fabric->link_state[channel] == DL_LINK_UP);
  dl_cells_real (cells, dl_fabric_analysis_layer_load (analysis, channel, layer));
  cells_of_rate (cells, analysis->routes->fabric, channel);
}

static void
fill_link (DlCells *cells, gconstpointer data, guint channel)
{
  const DlFabricAnalysis *analysis = data;
  const gboolean up = analysis->routes->fabric->link_state[channel] == DL_LINK_UP;

  cells_of_ends (cells, analysis->routes->fabric, channel);
  cli_cells_state (cells, up);
  for (guint layer = 0; layer < analysis->routes->n_layers; layer++)
    dl_cells_real (cells, up ? dl_fabric_analysis_layer_load (analysis, channel, layer) : NAN);
  cells_of_rate (cells, analysis->routes->fabric, channel);
}

static void
append_links (GString *out, const DlEvaluation *result, gboolean csv)
{
  const DlFabricAnalysis *analysis = analysis_of (result);
  const guint n = fabric_of (result)->n_channels, n_layers = analysis->routes->n_layers;
  const DlTableColumn by_layer[] = {
    DL_TABLE_PART (ends),
    { "layer", NULL, DL_COLUMN_INTEGER },
    { "state" },
    { "load", NULL, DL_COLUMN_REAL },
    { .part = rates, .n = count_rates (fabric_of (result)) },
  };
  const DlTableColumn by_link[] = {
    DL_TABLE_PART (ends),
    { NULL, N_ ("state") },
    { NULL, n_layers > 1 ? N_ ("layer %u") : N_ ("load"), DL_COLUMN_REAL, 2, .n = n_layers },
    { .part = rates, .n = count_rates (fabric_of (result)) },
  };

  if (csv)
    dl_table_append_csv (out, &DL_TABLE (by_layer, n * n_layers, fill_layer, analysis));
  else
    dl_table_append_text (out, &DL_TABLE (by_link, n, fill_link, analysis));
}

/* Checks and routes ------------------------------------------------------------------------------
 */

/* A credit loop, in the words of InfiniBand. */
static void
append_cycle (GString *out, const DlEvaluation *result)
{
  const DlFabricAnalysis *analysis = analysis_of (result);
  const DlFabric *fabric = fabric_of (result);
  const DlVerdict *verdict = analysis->verdict;

  for (guint i = 0; i < verdict->n_cycle; i++)
    {
      const guint channel = verdict->cycle[i] / analysis->n_lanes;
      const guint layer = verdict->cycle[i] % analysis->n_lanes;
      g_autofree char *label
          = dl_family_fabric.name (fabric, dl_place_link (channel), DL_NAME_PEOPLE);

      g_string_append_printf (out, "  %s", label);
      if (analysis->routes->n_layers > 1)
        g_string_append_printf (out, _ (", layer %u"), layer);
      g_string_append_c (out, '\n');
    }
  if (dl_fabric_routes_caveat (analysis->routes) != NULL)
    g_string_append_printf (out, "%s\n", dl_fabric_routes_caveat (analysis->routes));
}

typedef struct
{
  const DlFabric *fabric;
  const DlExplained *route;
  guint n_lanes;
} Hops;

static void
fill_hop (DlCells *cells, gconstpointer data, guint row)
{
  const Hops *hops = data;

  dl_cells_integer (cells, row + 1);
  cells_of_ends (cells, hops->fabric, hops->route->channels[row] / hops->n_lanes);
  dl_cells_integer (cells, hops->route->channels[row] % hops->n_lanes);
}

static gboolean
append_route (Cli *cli, const DlScenario *scenario, gpointer shape, guint from, guint to,
              GError **error)
{
  static const DlTableColumn columns[] = {
    { "hop", NULL, DL_COLUMN_INTEGER },
    DL_TABLE_PART (ends),
    { "layer", NULL, DL_COLUMN_INTEGER },
  };
  g_autoptr (DlFabricRoutes) routes = NULL;
  g_autoptr (DlExplained) route = NULL;
  Hops hops = { .fabric = shape };

  if (!cli->options.csv)
    return cli_plain_append_route (cli, scenario, shape, from, to, error);
  if (from == to)
    return cli_bad_input (error, _ ("route: --from and --to are the same node (expected two "
                                    "nodes)"));
  routes = scenario->family->route (scenario, cli->cancellable, error);
  if (routes == NULL)
    return FALSE;
  hops.route = route = dl_fabric_explain (routes, from, to, 0);
  hops.n_lanes = MAX (hops.fabric->n_lanes, routes->n_layers);
  dl_table_append_csv (cli->out, &DL_TABLE (columns, route->n_hops, fill_hop, &hops));
  return TRUE;
}

/* Tables -----------------------------------------------------------------------------------------
 */

/* All tables as dump_fts prints them, or the switches as Slurm wants them. */
static gboolean
append_all (Cli *cli, const DlScenario *scenario, GError **error)
{
  g_autoptr (DlFabricRoutes) routes = scenario->family->route (scenario, cli->cancellable, error);
  g_autoptr (DlFabricTables) tables = NULL;
  g_autofree char *text = NULL;
  gsize length;

  if (routes == NULL)
    return FALSE;
  if (cli->options.slurm)
    {
      g_auto (GStrv) left_out = NULL;

      text = dl_fabric_slurm_write (routes->fabric, cli->options.yaml, &left_out, error);
      for (guint i = 0; left_out != NULL && left_out[i] != NULL; i++)
        cli_complain (_ ("warning: left out: %s"), left_out[i]);
    }
  else
    {
      tables = dl_fabric_routes_tables (routes);
      if (tables == NULL)
        return cli_bad_input (error,
                              _ ("tables: packets choose their routes with engine %s (use one with "
                                 "tables, such as min-hop)"),
                              routes->engine->id);
      text = dl_fabric_tables_write (routes->fabric, tables, &length);
    }
  if (text == NULL)
    return FALSE;
  g_string_append (cli->out, text);
  return TRUE;
}

static gboolean
append_tables (Cli *cli, const DlScenario *scenario, GError **error)
{
  g_autoptr (DlFabricRoutes) routes = NULL;
  g_autoptr (DlRouterTable) table = NULL;
  guint router;

  if (cli->options.dump_fts || cli->options.slurm)
    return append_all (cli, scenario, error);
  routes = scenario->family->route (scenario, cli->cancellable, error);
  if (routes == NULL)
    return FALSE;
  if (!dl_figure_parse_router (scenario->family, routes->fabric, cli->options.node, &router, error))
    return FALSE;
  table = dl_fabric_switch_table (routes, router);
  cli_plain_append_table (cli, scenario, table);
  return TRUE;
}

/* Simulations ------------------------------------------------------------------------------------
 */

static void
fill_run_link (DlCells *cells, gconstpointer data, guint channel)
{
  const DlSimulation *run = data;

  cells_of_ends (cells, run->plan->shape, channel);
  cli_cells_run_link (cells, run, channel);
}

static void
append_run_links (GString *out, const DlSimulation *run)
{
  static const DlTableColumn columns[]
      = { DL_TABLE_PART (ends), DL_TABLE_PART (cli_columns_run_link) };

  dl_table_append_csv (out, &DL_TABLE (columns, run->links.n_links, fill_run_link, run));
}

static void
name_wait (const DlSimulation *run, const DlSimWait *wait, CliWait *names)
{
  const DlFabric *fabric = run->plan->shape;
  g_autofree char *name = dl_fabric_escape (dl_fabric_name (fabric, fabric->n_hosts + wait->node));

  names->channel = g_strdup_printf ("%s:%u.%u", name, wait->port + 1, wait->vc);
  names->source = dl_fabric_escape (dl_fabric_name (fabric, wait->source));
  names->dest = dl_fabric_escape (dl_fabric_name (fabric, wait->dest));
}

/* Its row ----------------------------------------------------------------------------------------
 */

static const CliList lists[]
    = { { "engines", "fabric.engine" }, { "structures", "fabric.source" }, { NULL, NULL } };

static const CliRunFamily runs = { .append_links = append_run_links, .name_wait = name_wait };

const CliFamily cli_fabric = {
  .family = &dl_family_fabric,
  .takes = takes,
  .describe = cli_plain_describe,
  .lists = lists,
  .add_analysis = add_analysis,
  .append_analysis_csv = append_analysis_csv,
  .append_analysis_text = append_analysis_text,
  .append_links = append_links,
  .find_examples = cli_plain_find_examples,
  .append_cycle = append_cycle,
  .append_route = append_route,
  .append_tables = append_tables,
  .all_tables = TRUE,
  .no_sources = N_ ("--sources is for a torus (other networks have links)"),
  .runs = &runs,
  .counters = cli_fabric_counters,
};
