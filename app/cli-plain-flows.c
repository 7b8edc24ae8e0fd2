/* Who loads a link of any network, and what a router has in its table: dateline-cli flows, tables.
 */
#include "cli-plain.h"

#include "cli-scenario.h"
#include "dl-safe-text.h"

#include <glib/gi18n.h>

typedef struct
{
  const DlEvaluation *result;
  const DlLinkFlows *flows;
  char *link;
  guint top; /* rows of a list, at most */
} Flows;

/* One of the two lists, the most packets first. */
typedef struct
{
  const char *name;  /* in JSON */
  const char *role;  /* in CSV */
  const char *title; /* translated */
  const double *counts;
  guint n;       /* that have packets */
  guint32 *ends; /* (n) */
} Ends;

static void
ends_init (Ends *ends, const Flows *flows, gboolean sources)
{
  *ends = (Ends) {
    .name = sources ? "sources" : "destinations",
    .role = sources ? "source" : "destination",
    .title = sources ? _ ("source") : _ ("destination"),
    .counts = sources ? flows->flows->by_source : flows->flows->by_dest,
    .ends = g_new (guint32, flows->flows->n_ends),
  };
  ends->n = dl_link_flows_top (flows->flows, ends->counts, flows->flows->n_ends, ends->ends);
}

static void
ends_clear (Ends *ends)
{
  g_free (ends->ends);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Ends, ends_clear)

static char *
name_of (const Flows *flows, guint end)
{
  const DlPlace place = { flows->flows->ends, end, 0 };

  return flows->result->scenario->family->name (flows->result->net.shape, place);
}

static gboolean
is_up (const Flows *flows)
{
  return flows->result->net.graph->link_state[flows->flows->link] == DL_LINK_UP;
}

/* (n_vcs) of the link. */
static const double *
vc_load (const Flows *flows)
{
  return flows->result->findings.vc_load + (gsize) flows->flows->link * flows->result->net.n_vcs;
}

/* What its ends are, in names of columns. */
static const char *
end_kind (const Flows *flows)
{
  return flows->flows->ends == DL_PLACE_NODE ? "node" : "router";
}

static void
add_ends (JsonBuilder *builder, const Flows *flows, const Ends *ends)
{
  cli_json_begin_array (builder, ends->name);
  for (guint i = 0; i < MIN (ends->n, flows->top); i++)
    {
      const double packets = ends->counts[ends->ends[i]];
      g_autofree char *name = name_of (flows, ends->ends[i]);

      json_builder_begin_object (builder);
      cli_json_string (builder, end_kind (flows), name);
      cli_json_double (builder, "packets", packets);
      cli_json_double (builder, "share", packets / flows->flows->packets);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
append_json (GString *out, const Flows *flows, const Ends *sources, const Ends *dests)
{
  g_autoptr (JsonBuilder) builder = cli_json_new_of (flows->result->scenario);

  cli_json_string (builder, "link", flows->link);
  cli_json_string (builder, "state", is_up (flows) ? "up" : "broken");
  if (cli_family_of (flows->result->scenario)->loads_are != NULL)
    cli_json_string (builder, "loads_are",
                     cli_family_of (flows->result->scenario)->loads_are (flows->result));
  cli_json_double (builder, "packets", flows->flows->packets);
  cli_json_begin_array (builder, "vcs");
  for (guint i = 0; i < flows->result->net.n_vcs; i++)
    json_builder_add_double_value (builder, vc_load (flows)[i]);
  json_builder_end_array (builder);
  cli_json_int (builder, "n_sources", sources->n);
  cli_json_int (builder, "n_destinations", dests->n);
  add_ends (builder, flows, sources);
  add_ends (builder, flows, dests);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

static void
append_csv (GString *out, const Flows *flows, const Ends *ends)
{
  for (guint i = 0; i < MIN (ends->n, flows->top); i++)
    {
      const double packets = ends->counts[ends->ends[i]];
      g_autofree char *name = name_of (flows, ends->ends[i]);

      g_string_append_printf (out, "%s,%u,", ends->role, i + 1);
      dl_csv_append (out, name);
      g_string_append_c (out, ',');
      cli_append_csv_double (out, packets);
      g_string_append_c (out, ',');
      cli_append_csv_double (out, packets / flows->flows->packets);
      g_string_append_c (out, '\n');
    }
}

static void
append_list (GString *out, const Flows *flows, const Ends *ends)
{
  g_autoptr (CliTable) table = cli_table_new ("rlrr");

  g_string_append_c (out, '\n');
  cli_table_text (table, "");
  cli_table_text (table, ends->title);
  cli_table_text (table, _ ("packets"));
  cli_table_text (table, _ ("share, %"));
  for (guint i = 0; i < MIN (ends->n, flows->top); i++)
    {
      const double packets = ends->counts[ends->ends[i]];
      g_autofree char *name = name_of (flows, ends->ends[i]);

      cli_table_int (table, i + 1);
      cli_table_text (table, name);
      cli_table_double (table, packets, 2);
      cli_table_double (table, 100 * packets / flows->flows->packets, 2);
    }
  cli_table_append (out, table);
  if (ends->n > flows->top)
    g_string_append_printf (out, _ ("and %u more (--top N shows them)\n"), ends->n - flows->top);
}

static void
append_text (GString *out, const Flows *flows, const Ends *sources, const Ends *dests)
{
  g_autoptr (CliTable) table = cli_table_new ("lr");

  g_string_append_printf (out, "%s\n\n", flows->result->scenario->name);
  g_string_append_printf (out, _ ("Link %s"), flows->link);
  if (!is_up (flows) || flows->flows->packets == 0)
    {
      g_string_append_printf (out, ": %s\n", is_up (flows) ? _ ("no packet passes") : _ ("broken"));
      return;
    }
  g_string_append (out, "\n\n");
  cli_table_text (table, _ ("packets"));
  cli_table_double (table, flows->flows->packets, 2);
  for (guint i = 0; i < flows->result->net.n_vcs; i++)
    {
      g_autofree char *name = g_strdup_printf ("VC%u", i);

      cli_table_text (table, name);
      cli_table_double (table, vc_load (flows)[i], 2);
    }
  cli_table_text (table, _ ("sources"));
  cli_table_int (table, sources->n);
  cli_table_text (table, _ ("destinations"));
  cli_table_int (table, dests->n);
  cli_table_append (out, table);
  append_list (out, flows, sources);
  append_list (out, flows, dests);
  if (flows->result->findings.basis != NULL)
    g_string_append_printf (out, _ ("\nLoads are %s.\n"), flows->result->findings.basis);
}

gboolean
cli_plain_append_flows (Cli *cli, const DlScenario *scenario, guint top, GError **error)
{
  const DlFamily *family = scenario->family;
  g_autoptr (DlEvaluation) result = NULL;
  g_autoptr (DlLinkFlows) counted = NULL;
  g_autofree char *name = NULL;
  Flows flows = { .top = top };
  guint link;

  flows.result = result = dl_evaluation_new (scenario, 0, NULL, cli->cancellable, error);
  if (result == NULL)
    return FALSE;
  if (!family->parse_link (&result->net, cli->options.link, &link, error))
    {
      g_prefix_error (error, "--link: ");
      return FALSE;
    }
  flows.link = name = family->name (result->net.shape, dl_place_link (link));
  flows.flows = counted
      = family->flows (result->scenario, result->analysis_of_family, link, cli->cancellable);
  if (counted == NULL)
    return !g_cancellable_set_error_if_cancelled (cli->cancellable, error);

  g_auto (Ends) sources;
  g_auto (Ends) dests;

  ends_init (&sources, &flows, TRUE);
  ends_init (&dests, &flows, FALSE);
  if (cli->options.json)
    append_json (cli->out, &flows, &sources, &dests);
  else if (cli->options.csv)
    {
      g_string_append_printf (cli->out, "role,rank,%s,packets,share\n", end_kind (&flows));
      append_csv (cli->out, &flows, &sources);
      append_csv (cli->out, &flows, &dests);
    }
  else
    append_text (cli->out, &flows, &sources, &dests);
  return TRUE;
}

/* Tables -----------------------------------------------------------------------------------------
 */

static void
append_table_json (GString *out, const DlScenario *scenario, const DlRouterTable *table)
{
  g_autoptr (JsonBuilder) builder = cli_json_new_of (scenario);

  cli_json_string (builder, "router", table->title);
  cli_json_begin_array (builder, "entries");
  for (guint i = 0; i < table->n_rows; i++)
    {
      json_builder_begin_object (builder);
      for (guint column = 0; column < DL_TABLE_COLUMNS; column++)
        if (table->columns[column] != NULL)
          cli_json_string (builder, table->columns[column], table->rows[i].cells[column]);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

static void
append_table_text (GString *out, const DlScenario *scenario, const DlRouterTable *table)
{
  g_autoptr (CliTable) rows = cli_table_new ("lll");

  g_string_append_printf (out, "%s\n\n%s\n%s\n\n", scenario->name, table->title, table->summary);
  for (guint column = 0; column < DL_TABLE_COLUMNS; column++)
    cli_table_text (rows, table->columns[column] != NULL ? table->columns[column] : "");
  for (guint i = 0; i < table->n_rows; i++)
    for (guint column = 0; column < DL_TABLE_COLUMNS; column++)
      cli_table_text (rows,
                      table->rows[i].cells[column] != NULL ? table->rows[i].cells[column] : "");
  cli_table_append (out, rows);
}

void
cli_plain_append_table (Cli *cli, const DlScenario *scenario, const DlRouterTable *table)
{
  if (cli->options.json)
    append_table_json (cli->out, scenario, table);
  else if (cli->options.csv)
    g_string_append (cli->out, table->csv);
  else
    append_table_text (cli->out, scenario, table);
}
