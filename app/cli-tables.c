/* dateline-cli tables: what one router's own routing tables would hold. */
#include "cli-families.h"

#include "cli-scenario.h"

#include <glib/gi18n.h>

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
