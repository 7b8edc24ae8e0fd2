/* The command line of the torus: its scenario in words, and its analysis. */
#include "cli-torus.h"

#include "cli-analyze.h"
#include "dl-value.h"

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

void
cli_torus_describe (CliTable *table, const DlScenario *scenario)
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
cli_torus_parse_node (const DlScenario *scenario, const char *text, DlCoord *coord, GError **error)
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
  const DlDimensionStats *stats = &((const DlAnalysis *) data)->dims[dim];

  dl_cells_text (cells, dl_dim_name (dim));
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
  return DL_TABLE (columns, DL_N_DIMS, fill_dimension, dl_evaluation_torus (result));
}

void
cli_torus_add_analysis (JsonBuilder *builder, const DlEvaluation *result)
{
  const DlTable dimensions = dimensions_of (result);

  cli_json_rows (builder, "dimensions", &dimensions);
}

void
cli_torus_append_analysis_csv (GString *out, const DlEvaluation *result)
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
  cli_table_text (table, _ ("mean hops"));
  cli_table_double (table, result->findings.hops_mean, 4);
  cli_table_text (table, _ ("most hops"));
  cli_table_int (table, result->findings.hops_max);
  cli_table_verdict (table, result);
  cli_table_append (out, table);
}

void
cli_torus_append_analysis_text (GString *out, const DlEvaluation *result)
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
 * A row a link, by x, y, z, then x+, x-, y+, y-, z+, z-: the order of the network's link slots. */

const DlTableColumn cli_torus_columns_at[] = {
  { "x", NULL, DL_COLUMN_INTEGER, .in = DL_TABLE_CSV },
  { "y", NULL, DL_COLUMN_INTEGER, .in = DL_TABLE_CSV },
  { "z", NULL, DL_COLUMN_INTEGER, .in = DL_TABLE_CSV },
  { NULL, N_ ("node") },
  { "direction", N_ ("port"), .in = DL_TABLE_CSV | DL_TABLE_TEXT },
};

void
cli_torus_cells_at (DlCells *cells, DlLinkAt at)
{
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    dl_cells_integer (cells, at.from.at[dim]);
  dl_cells_take_text (cells, dl_coord_to_string (at.from));
  dl_cells_text (cells, dl_port_name (at.port));
}

typedef struct
{
  const DlAnalysis *analysis;
  const guint32 *links;
  guint n_vcs;
} Links;

static void
fill_link (DlCells *cells, gconstpointer data, guint row)
{
  const Links *links = data;
  const DlAnalysis *analysis = links->analysis;
  const DlNetwork *network = analysis->network;
  const guint link = links->links[row];
  const gboolean up = network->link_state[link] == DL_LINK_UP;
  const DlLinkAt at = dl_network_link_at (network, link);

  cli_torus_cells_at (cells, at);
  dl_cells_take_text (cells, dl_coord_to_string (network->torus.coord[network->link_to[link]]));
  cli_cells_state (cells, up);
  for (guint vc = 0; vc < links->n_vcs; vc++)
    dl_cells_real (cells, up ? dl_analysis_channel_load (analysis, link, vc) : NAN);
  for (guint vc = 0; vc < DL_TORUS_VCS; vc++)
    dl_cells_real (cells, dl_analysis_channel_load (analysis, link, vc));
  dl_cells_real (cells, up ? dl_analysis_link_balance (analysis, link) : NAN);
  for (guint vc = DL_TORUS_VCS; vc < links->n_vcs; vc++)
    dl_cells_real (cells, dl_analysis_channel_load (analysis, link, vc));
}

void
cli_torus_append_links (GString *out, const DlEvaluation *result, gboolean csv)
{
  const DlAnalysis *analysis = dl_evaluation_torus (result);
  const guint n_vcs = dl_analysis_n_vcs (analysis);
  const DlTableColumn columns[] = {
    DL_TABLE_PART (cli_torus_columns_at),
    { NULL, N_ ("to") },
    { "state", N_ ("state") },
    { NULL, "VC%u", DL_COLUMN_AMOUNT, .n = n_vcs },
    { "vc%u", NULL, DL_COLUMN_AMOUNT, .n = DL_TORUS_VCS },
    { "vc_balance", N_ ("balance"), DL_COLUMN_REAL, 4 },
    /* What came later follows what was there. */
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
  const DlLinkAt at = dl_network_link_at (shape, link);

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    dl_cells_integer (cells, at.from.at[dim]);
  dl_cells_text (cells, dl_port_name (at.port));
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
  const DlAnalysis *analysis = dl_evaluation_torus (result);

  if (analysis->routes->spec.vcs == 0)
    return analysis->vc_load[DL_TORUS_VCS * link + vc];
  return vc < dl_analysis_n_vcs (analysis) ? dl_analysis_channel_load (analysis, link, vc) : 0;
}

static double
flow_balance (const DlEvaluation *result, guint link)
{
  return dl_analysis_link_balance (dl_evaluation_torus (result), link);
}

static void
cells_of_node (DlCells *cells, const DlEvaluation *result, guint node)
{
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    dl_cells_integer (cells, dl_evaluation_torus (result)->network->torus.coord[node].at[dim]);
}

static gboolean
parse_link (const DlNet *net, const char *text, guint *link, GError **error)
{
  const DlNetwork *network = net->shape;
  const guint *radix = network->torus.radix;
  DlLinkAt at;

  if (!dl_link_at_parse (text, &at))
    return cli_bad_input (error,
                          _ ("--link: “%s” is not a link (expected x,y,z:PORT, as in "
                             "1,2,3:x+)"),
                          text);
  if (!dl_network_has_coord (network, at.from))
    return cli_bad_input (error,
                          _ ("--link: “%s” is outside the network (expected 0,0,0 to "
                             "%u,%u,%u)"),
                          text, radix[DL_X] - 1, radix[DL_Y] - 1, radix[DL_Z] - 1);
  *link = dl_network_link (network, dl_network_node_at (network, at.from), at.port);
  if (network->link_state[*link] == DL_LINK_ABSENT)
    return cli_bad_input (error,
                          _ ("--link: there is no link %s (it would leave the edge of a "
                             "mesh)"),
                          text);
  return TRUE;
}

const CliFlowsFamily cli_torus_flows = {
  .node_columns = cli_torus_columns_at,
  .n_node_columns = DL_N_DIMS,
  .cells_of_node = cells_of_node,
  .n_vcs = n_flow_vcs,
  .vc_packets = flow_vc_packets,
  .balance = flow_balance,
  .parse_link = parse_link,
};
