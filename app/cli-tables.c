/* dateline-cli tables: what one router's own routing tables would hold. */
#include "cli-families.h"

#include "cli-scenario.h"

#include <glib/gi18n.h>

CliStatus
cli_tables (Cli *cli, GError **error)
{
  g_autoptr (DlScenario) scenario = NULL;

  if (cli->options.node == NULL)
    return cli_bad_input (error, _ ("tables: --node is missing (add --node NODE)"));
  scenario = cli_scenario_load (cli, cli->args[0], error);
  if (scenario != NULL)
    cli_family_of (scenario)->append_tables (cli, scenario, error);
  return CLI_DONE;
}
