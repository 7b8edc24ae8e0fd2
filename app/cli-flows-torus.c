/* Who loads a link of a torus, by source and destination: dateline-cli flows. */
#include "cli-torus.h"

#include "cli-scenario.h"
#include "dl-torus-flows.h"
#include "dl-value.h"

#include <glib/gi18n.h>

/* A link's two lists, the most packets first. */
typedef struct
{
  const DlScenario *scenario;
  DlAnalysis *analysis;
  DlLinkFlows *flows;
  guint32 *sources;
  guint32 *dests;
  guint n_sources, n_dests; /* that have packets */
  guint top;                /* to be listed, at most */
} Flows;

static void
flows_clear (Flows *flows)
{
  dl_analysis_unref (flows->analysis);
  dl_link_flows_free (flows->flows);
  g_free (flows->sources);
  g_free (flows->dests);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Flows, flows_clear)

static double
share_of (const Flows *flows, double packets)
{
  return packets / flows->flows->packets;
}

/* Virtual channels of the link that are told apart: of the SeaStar, requests and responses as one.
 */
static guint
n_vcs (const Flows *flows)
{
  return MAX (flows->analysis->routes->spec.vcs, DL_TORUS_VCS);
}

static double
vc_packets (const Flows *flows, guint vc)
{
  const guint link = flows->flows->link;

  if (flows->analysis->routes->spec.vcs == 0)
    return flows->analysis->vc_load[DL_TORUS_VCS * link + vc];
  return vc < dl_analysis_n_vcs (flows->analysis)
             ? dl_analysis_channel_load (flows->analysis, link, vc)
             : 0;
}

static const char *
state_name (const Flows *flows)
{
  return flows->analysis->network->link_state[flows->flows->link] == DL_LINK_UP ? "up" : "broken";
}

/* JSON */

/* A whole number but where random ties share packets out. */
static void
json_packets (JsonBuilder *builder, const char *name, double packets)
{
  if (packets == (gint64) packets)
    cli_json_int (builder, name, packets);
  else
    cli_json_double (builder, name, packets);
}

static void
json_nodes (JsonBuilder *builder, const char *name, const Flows *flows, const guint32 *nodes,
            guint n, const double *counts)
{
  const DlCoord *coord = flows->analysis->network->torus.coord;

  cli_json_begin_array (builder, name);
  for (guint i = 0; i < MIN (n, flows->top); i++)
    {
      g_autofree char *node = dl_coord_to_string (coord[nodes[i]]);

      json_builder_begin_object (builder);
      cli_json_string (builder, "node", node);
      json_packets (builder, "packets", counts[nodes[i]]);
      cli_json_double (builder, "share", share_of (flows, counts[nodes[i]]));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
append_json (GString *out, const Flows *flows)
{
  const DlNetwork *network = flows->analysis->network;
  const guint link = flows->flows->link;
  g_autofree char *name = dl_link_at_to_string (dl_network_link_at (network, link));
  g_autofree char *to = dl_coord_to_string (network->torus.coord[network->link_to[link]]);
  g_autoptr (JsonBuilder) builder = cli_json_new_of (flows->scenario);

  cli_json_string (builder, "link", name);
  cli_json_string (builder, "to", to);
  cli_json_string (builder, "state", state_name (flows));
  json_packets (builder, "packets", flows->flows->packets);
  for (guint vc = 0; vc < n_vcs (flows); vc++)
    {
      g_autofree char *key = g_strdup_printf ("vc%u", vc);
      cli_json_double (builder, key, vc_packets (flows, vc));
    }
  cli_json_double (builder, "vc_balance", dl_analysis_link_balance (flows->analysis, link));
  cli_json_int (builder, "n_sources", flows->n_sources);
  cli_json_int (builder, "n_destinations", flows->n_dests);
  json_nodes (builder, "sources", flows, flows->sources, flows->n_sources, flows->flows->by_source);
  json_nodes (builder, "destinations", flows, flows->dests, flows->n_dests, flows->flows->by_dest);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

/* CSV */

static void
csv_nodes (GString *out, const char *role, const Flows *flows, const guint32 *nodes, guint n,
           const double *counts)
{
  for (guint i = 0; i < MIN (n, flows->top); i++)
    {
      const DlCoord *at = &flows->analysis->network->torus.coord[nodes[i]];

      g_autofree char *packets = dl_value_format_double (counts[nodes[i]]);

      g_string_append_printf (out, "%s,%u,%u,%u,%u,%s,", role, i + 1, at->at[DL_X], at->at[DL_Y],
                              at->at[DL_Z], packets);
      cli_append_csv_double (out, share_of (flows, counts[nodes[i]]));
      g_string_append_c (out, '\n');
    }
}

static void
append_csv (GString *out, const Flows *flows)
{
  g_string_append (out, "role,rank,x,y,z,packets,share\n");
  csv_nodes (out, "source", flows, flows->sources, flows->n_sources, flows->flows->by_source);
  csv_nodes (out, "destination", flows, flows->dests, flows->n_dests, flows->flows->by_dest);
}

/* Text */

static void
text_nodes (GString *out, const char *head, const Flows *flows, const guint32 *nodes, guint n,
            const double *counts)
{
  g_autoptr (CliTable) table = cli_table_new ("rlrr");

  g_string_append_c (out, '\n');
  cli_table_text (table, "");
  cli_table_text (table, head);
  cli_table_text (table, _ ("packets"));
  cli_table_text (table, _ ("share, %"));
  for (guint i = 0; i < MIN (n, flows->top); i++)
    {
      g_autofree char *node = dl_coord_to_string (flows->analysis->network->torus.coord[nodes[i]]);
      g_autofree char *packets = dl_value_format_double (counts[nodes[i]]);

      cli_table_int (table, i + 1);
      cli_table_text (table, node);
      cli_table_text (table, packets);
      cli_table_double (table, 100 * share_of (flows, counts[nodes[i]]), 2);
    }
  cli_table_append (out, table);
  if (n > flows->top)
    g_string_append_printf (out, _ ("and %u more (--top N shows them)\n"), n - flows->top);
}

static void
append_text (GString *out, const Flows *flows)
{
  const DlNetwork *network = flows->analysis->network;
  const guint link = flows->flows->link;
  g_autofree char *name = dl_link_at_to_string (dl_network_link_at (network, link));
  g_autofree char *to = dl_coord_to_string (network->torus.coord[network->link_to[link]]);
  g_autofree char *packets = dl_value_format_double (flows->flows->packets);
  g_autoptr (CliTable) table = cli_table_new ("lr");

  g_string_append_printf (out, "%s\n\n", flows->scenario->name);
  /* Translators: a link and the node at its end */
  g_string_append_printf (out, _ ("Link %s to %s"), name, to);
  if (network->link_state[link] != DL_LINK_UP)
    {
      g_string_append_printf (out, ": %s\n", _ ("broken"));
      return;
    }
  if (flows->flows->packets == 0)
    {
      g_string_append_printf (out, ": %s\n", _ ("no packet passes"));
      return;
    }
  g_string_append (out, "\n\n");
  cli_table_text (table, _ ("packets"));
  cli_table_text (table, packets);
  for (guint vc = 0; vc < n_vcs (flows); vc++)
    {
      g_autofree char *head = g_strdup_printf ("VC%u", vc);
      g_autofree char *load = dl_value_format_double (vc_packets (flows, vc));

      cli_table_text (table, head);
      cli_table_text (table, load);
    }
  cli_table_text (table, _ ("balance"));
  cli_table_double (table, dl_analysis_link_balance (flows->analysis, link), 4);
  cli_table_text (table, _ ("sources"));
  cli_table_int (table, flows->n_sources);
  cli_table_text (table, _ ("destinations"));
  cli_table_int (table, flows->n_dests);
  cli_table_append (out, table);
  text_nodes (out, _ ("source"), flows, flows->sources, flows->n_sources, flows->flows->by_source);
  text_nodes (out, _ ("destination"), flows, flows->dests, flows->n_dests, flows->flows->by_dest);
}

static gboolean
parse_link (const DlScenario *scenario, const DlNetwork *network, const char *text, guint *link,
            GError **error)
{
  const guint *radix = dl_torus_options (scenario)->spec.radix;
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

static gboolean
count (Cli *cli, Flows *flows, GError **error)
{
  g_autoptr (DlNetwork) network
      = dl_network_new_torus (&dl_torus_options (flows->scenario)->spec, error);
  g_autoptr (DlDemand) demand = NULL;
  guint link = 0;

  if (network == NULL || !parse_link (flows->scenario, network, cli->options.link, &link, error))
    return FALSE;
  flows->analysis = dl_torus_evaluate (flows->scenario, cli->cancellable, error);
  if (flows->analysis == NULL)
    return FALSE;
  demand = dl_scenario_demand (flows->scenario, flows->analysis->network);
  flows->flows = dl_torus_flows_new (flows->analysis->routes, demand, link, cli->cancellable);
  if (flows->flows == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                           _ ("The analysis was canceled"));
      return FALSE;
    }
  flows->sources = g_new (guint32, flows->flows->n_ends);
  flows->dests = g_new (guint32, flows->flows->n_ends);
  flows->n_sources = dl_link_flows_top (flows->flows, flows->flows->by_source, flows->flows->n_ends,
                                        flows->sources);
  flows->n_dests
      = dl_link_flows_top (flows->flows, flows->flows->by_dest, flows->flows->n_ends, flows->dests);
  return TRUE;
}

gboolean
cli_torus_append_flows (Cli *cli, const DlScenario *scenario, guint top, GError **error)
{
  g_auto (Flows) flows = { .scenario = scenario, .top = top };

  if (!count (cli, &flows, error))
    return FALSE;
  if (cli->options.json)
    append_json (cli->out, &flows);
  else if (cli->options.csv)
    append_csv (cli->out, &flows);
  else
    append_text (cli->out, &flows);
  return TRUE;
}
