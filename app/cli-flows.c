/* dateline-cli flows: who loads a link, by source and destination. */
#include "cli-families.h"

#include "cli-scenario.h"

#include <glib/gi18n.h>

#include <math.h>

/* Rows of a table that people read, unless they ask for more. */
#define TOP_ROWS 20

typedef struct
{
  const DlEvaluation *result;
  const CliFamily *family;
  const DlLinkFlows *flows;
  guint top; /* rows of a list, at most */
} Flows;

static guint
link_of (const Flows *flows)
{
  return flows->flows->link;
}

/* The virtual channels of the link that are told apart. */
static guint
n_vcs (const Flows *flows)
{
  const CliFlowsFamily *own = flows->family->flows;

  return own != NULL ? own->n_vcs (flows->result) : flows->result->net.n_vcs;
}

static double
vc_packets (const Flows *flows, guint vc)
{
  const CliFlowsFamily *own = flows->family->flows;
  const gsize channel = (gsize) link_of (flows) * flows->result->net.n_vcs + vc;

  return own != NULL ? own->vc_packets (flows->result, link_of (flows), vc)
                     : flows->result->findings.vc_load[channel];
}

static char *
name_of_link (const Flows *flows)
{
  return flows->result->scenario->family->name (flows->result->net.shape,
                                                dl_place_link (link_of (flows)), DL_NAME_FILE);
}

/* The end of the link, where its name does not say it. Free with g_free. */
static char *
name_of_end (const Flows *flows)
{
  const DlNet *net = &flows->result->net;

  return flows->family->flows != NULL ? flows->result->scenario->family->name (
             net->shape, dl_place_router (net->graph->link_to[link_of (flows)]), DL_NAME_FILE)
                                      : NULL;
}

static gboolean
is_up (const Flows *flows)
{
  return flows->result->net.graph->link_state[link_of (flows)] == DL_LINK_UP;
}

/* One of the two lists, the most packets first. */
typedef struct
{
  const Flows *flows;
  const char *name; /* in JSON */
  const char *role; /* in CSV */
  const double *counts;
  guint n;       /* that have packets */
  guint32 *ends; /* (n) */
} Ends;

static void
ends_init (Ends *ends, const Flows *flows, gboolean sources)
{
  *ends = (Ends) {
    .flows = flows,
    .name = sources ? "sources" : "destinations",
    .role = sources ? "source" : "destination",
    .counts = sources ? flows->flows->by_source : flows->flows->by_dest,
    .ends = g_new (guint32, flows->flows->n_ends),
  };
  ends->n = dl_link_flows_top (flows->flows, ends->counts, flows->flows->n_ends, ends->ends);
}

static void
fill_end (DlCells *cells, gconstpointer data, guint row)
{
  const Ends *ends = data;
  const Flows *flows = ends->flows;
  const CliFlowsFamily *own = flows->family->flows;
  const guint end = ends->ends[row];
  const DlPlace place = { flows->flows->ends, end, 0 };

  dl_cells_text (cells, ends->role);
  dl_cells_integer (cells, row + 1);
  if (own != NULL)
    own->cells_of_node (cells, flows->result, end);
  dl_cells_take_text (
      cells, flows->result->scenario->family->name (flows->result->net.shape, place, DL_NAME_FILE));
  dl_cells_real (cells, ends->counts[end]);
  dl_cells_real (cells, ends->counts[end] / flows->flows->packets);
}

typedef enum
{
  IN_TEXT,
  IN_CSV,
  IN_CSV_BELOW, /* without heads */
  IN_JSON
} Form;

/* Into @out, a GString or a JsonBuilder. */
static void
write_ends (gpointer out, Form form, const Ends *ends)
{
  const CliFlowsFamily *own = ends->flows->family->flows;
  const gboolean nodes = ends->flows->flows->ends == DL_PLACE_NODE;
  const guint in_json = own != NULL ? DL_TABLE_TEXT | DL_TABLE_JSON : 0;
  const DlTableColumn columns[] = {
    { "role", .in = DL_TABLE_CSV },
    { "rank", "", DL_COLUMN_INTEGER, .in = DL_TABLE_CSV | DL_TABLE_TEXT },
    { .part = own != NULL ? own->node_columns : columns,
      .n = own != NULL ? own->n_node_columns : 0 },
    { nodes ? "node" : "router", *ends->role == 's' ? N_ ("source") : N_ ("destination"),
      .in = in_json },
    { "packets", N_ ("packets"), own != NULL ? DL_COLUMN_AMOUNT : DL_COLUMN_REAL, 2 },
    { "share", N_ ("share, %"), DL_COLUMN_REAL, 2, .percent = TRUE },
  };
  const DlTable table = DL_TABLE (columns, MIN (ends->n, ends->flows->top), fill_end, ends);

  if (form == IN_JSON)
    cli_json_rows (out, ends->name, &table);
  else if (form == IN_TEXT)
    dl_table_append_text (out, &table);
  else
    (form == IN_CSV ? dl_table_append_csv : dl_table_append_csv_rows) (out, &table);
}

/* The link itself, and its lists. */
typedef struct
{
  const Flows *flows;
  Ends sources, dests;
} Told;

static void
told_clear (Told *told)
{
  g_free (told->sources.ends);
  g_free (told->dests.ends);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Told, told_clear)

static void
fill_link (DlCells *cells, gconstpointer data, guint row)
{
  const Told *told = data;
  const Flows *flows = told->flows;
  const CliFamily *family = flows->family;

  dl_cells_take_text (cells, name_of_link (flows));
  if (family->flows != NULL)
    dl_cells_take_text (cells, name_of_end (flows));
  else
    dl_cells_absent (cells);
  cli_cells_state (cells, is_up (flows));
  if (family->loads_are != NULL)
    dl_cells_text (cells, family->loads_are (flows->result));
  else
    dl_cells_absent (cells);
  dl_cells_real (cells, flows->flows->packets);
  for (guint vc = 0; vc < n_vcs (flows); vc++)
    dl_cells_real (cells, vc_packets (flows, vc));
  if (family->flows != NULL)
    dl_cells_real (cells, family->flows->balance (flows->result, link_of (flows)));
  else
    dl_cells_absent (cells);
  dl_cells_integer (cells, told->sources.n);
  dl_cells_integer (cells, told->dests.n);
}

static void
append_json (GString *out, const Told *told, const DlTable *link)
{
  g_autoptr (JsonBuilder) builder = cli_json_new_of (told->flows->result->scenario);

  cli_json_row (builder, link, 0);
  write_ends (builder, IN_JSON, &told->sources);
  write_ends (builder, IN_JSON, &told->dests);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

static void
append_list (GString *out, const Ends *ends)
{
  g_string_append_c (out, '\n');
  write_ends (out, IN_TEXT, ends);
  cli_append_more (out, ends->n, ends->flows->top);
}

static void
append_text (GString *out, const Told *told, const DlTable *link)
{
  const Flows *flows = told->flows;
  g_autofree char *name = name_of_link (flows);
  g_autofree char *end = name_of_end (flows);

  g_string_append_printf (out, "%s\n\n", flows->result->scenario->name);
  if (end != NULL)
    /* Translators: a link and the node at its end */
    g_string_append_printf (out, _ ("Link %s to %s"), name, end);
  else
    g_string_append_printf (out, _ ("Link %s"), name);
  if (!is_up (flows) || flows->flows->packets == 0)
    {
      g_string_append_printf (out, ": %s\n", is_up (flows) ? _ ("no packet passes") : _ ("broken"));
      return;
    }
  g_string_append (out, "\n\n");
  dl_table_append_facts (out, link);
  append_list (out, &told->sources);
  append_list (out, &told->dests);
  if (flows->family->flows == NULL && flows->result->findings.basis != NULL)
    g_string_append_printf (out, _ ("\nLoads are %s.\n"), flows->result->findings.basis);
}

static void
write_flows (Cli *cli, const Flows *flows)
{
  const gboolean own = flows->family->flows != NULL;
  const DlColumnType amount = own ? DL_COLUMN_AMOUNT : DL_COLUMN_REAL;
  const DlTableColumn columns[] = {
    { "link" },
    { "to" },
    { "state" },
    { "loads_are" },
    { "packets", N_ ("packets"), amount, 2 },
    /* Loads of channels stay doubles where a link's load is in shares. */
    { "vc%u", "VC%u", DL_COLUMN_REAL, own ? DL_DIGITS_SHORTEST : 2, .n = n_vcs (flows),
      .list = own ? NULL : "vcs" },
    { "vc_balance", N_ ("balance"), DL_COLUMN_REAL, 4 },
    { "n_sources", N_ ("sources"), DL_COLUMN_INTEGER },
    { "n_destinations", N_ ("destinations"), DL_COLUMN_INTEGER },
  };
  g_auto (Told) told = { .flows = flows };
  const DlTable link = DL_TABLE (columns, 1, fill_link, &told);

  ends_init (&told.sources, flows, TRUE);
  ends_init (&told.dests, flows, FALSE);
  if (cli->options.json)
    append_json (cli->out, &told, &link);
  else if (!cli->options.csv)
    append_text (cli->out, &told, &link);
  else
    {
      write_ends (cli->out, IN_CSV, &told.sources);
      write_ends (cli->out, IN_CSV_BELOW, &told.dests);
    }
}

/* The link that --link names, before anything is analyzed, which may take long. */
static gboolean
parse_link (Cli *cli, const DlScenario *scenario, guint *link, GError **error)
{
  const CliFlowsFamily *own = cli_family_of (scenario)->flows;
  g_autoptr (DlShape) shape = scenario->family->build (scenario, error);

  if (shape == NULL)
    return FALSE;
  if (own != NULL)
    return own->parse_link (&shape->net, cli->options.link, link, error);
  if (dl_family_parse_link (scenario->family, &shape->net, cli->options.link, link, error))
    return TRUE;
  g_prefix_error (error, "--link: ");
  return FALSE;
}

static void
append_flows (Cli *cli, const DlScenario *scenario, guint top, GError **error)
{
  g_autoptr (DlEvaluation) result = NULL;
  g_autoptr (DlLinkFlows) counted = NULL;
  guint link;

  if (!parse_link (cli, scenario, &link, error))
    return;
  result = dl_evaluation_new (scenario, 0, NULL, cli->cancellable, error);
  if (result == NULL)
    return;
  counted = scenario->family->flows (result->scenario, result->analysis_of_family, link,
                                     cli->cancellable);
  if (counted != NULL)
    write_flows (cli, &(Flows) { result, cli_family_of (scenario), counted, top });
  else
    g_cancellable_set_error_if_cancelled (cli->cancellable, error);
}

/* Links are called in each kind of network otherwise: one of @scenario says how. */
static CliStatus
refuse_missing (const DlScenario *scenario, GError **error)
{
  const DlFamily *family = scenario->family;
  gpointer shape = family->build (scenario, error);
  g_autofree char *name = NULL;
  DlNet net;
  guint link = 0;

  if (shape == NULL)
    return CLI_DONE;
  net = *dl_shape_net (shape);
  while (link < net.graph->n_links && net.graph->link_state[link] == DL_LINK_ABSENT)
    link++;
  name = link < net.graph->n_links ? family->name (shape, dl_place_link (link), DL_NAME_FILE)
                                   : g_strdup ("LINK");
  dl_shared_unref (shape);
  return cli_bad_input (error, _ ("flows: %s is missing (add a link, such as --link %s)"), "--link",
                        name);
}

CliStatus
cli_flows (Cli *cli, GError **error)
{
  const gboolean for_programs = cli->options.json || cli->options.csv;
  guint64 top = for_programs ? G_MAXUINT : TOP_ROWS;
  g_autoptr (DlScenario) scenario = NULL;

  if (!cli_parse_uint ("--top", cli->options.top, 1, G_MAXUINT, &top, error))
    return CLI_BAD_INPUT;
  scenario = cli_scenario_load (cli, cli->args[0], error);
  if (scenario == NULL)
    return CLI_DONE;
  if (cli->options.link == NULL)
    return refuse_missing (scenario, error);
  append_flows (cli, scenario, top, error);
  return CLI_DONE;
}
