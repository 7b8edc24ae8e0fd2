/* dateline-cli tables: what one router's own routing tables would hold. */
#include "cli-plain.h"

#include "cli-scenario.h"

#include <glib/gi18n.h>

static void
fill_row (DlCells *cells, gconstpointer data, guint row)
{
  const DlRouterTable *table = data;

  for (guint column = 0; column < DL_TABLE_COLUMNS; column++)
    dl_cells_text (cells, table->rows[row].cells[column]);
}

void
cli_plain_append_table (Cli *cli, const DlScenario *scenario, const DlRouterTable *table)
{
  DlTableColumn columns[DL_TABLE_COLUMNS] = { 0 };
  const DlTable rows = DL_TABLE (columns, table->n_rows, fill_row, table);

  for (guint i = 0; i < DL_TABLE_COLUMNS; i++)
    columns[i].id = columns[i].title = table->columns[i];
  if (cli->options.json)
    {
      g_autoptr (JsonBuilder) builder = cli_json_new_of (scenario);

      cli_json_string (builder, "router", table->title);
      cli_json_rows (builder, "entries", &rows);
      json_builder_end_object (builder);
      cli_json_append (cli->out, builder);
    }
  else if (cli->options.csv)
    g_string_append (cli->out, table->csv);
  else
    {
      g_string_append_printf (cli->out, "%s\n\n%s\n%s\n\n", scenario->name, table->title,
                              table->summary);
      dl_table_append_text (cli->out, &rows);
    }
}

CliStatus
cli_tables (Cli *cli, GError **error)
{
  const gboolean all = cli->options.dump_fts || cli->options.slurm;
  g_autoptr (DlScenario) scenario = NULL;

  if (cli->options.node == NULL && !all)
    return cli_bad_input (error, _ ("tables: --node is missing (add --node NODE)"));
  scenario = cli_scenario_load (cli, cli->args[0], error);
  if (scenario == NULL)
    return CLI_DONE;
  if (all && !cli_family_of (scenario)->all_tables)
    return cli_bad_input (error, _ ("tables: %s is for a fabric (use --node NODE)"),
                          cli->options.dump_fts ? "--dump-fts" : "--slurm");
  cli_family_of (scenario)->append_tables (cli, scenario, error);
  return CLI_DONE;
}
