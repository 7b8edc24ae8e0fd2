/* dateline-cli new: a scenario file from a preset, a figure or any other scenario. */
#include "cli-scenario.h"

CliStatus
cli_new (Cli *cli, GError **error)
{
  g_autoptr (DlScenario) scenario = cli_scenario_load_or_preset (cli, cli->args[0], error);
  g_autofree char *text = NULL;

  if (scenario == NULL)
    return CLI_DONE;
  text = dl_scenario_to_text (scenario, TRUE);
  g_string_append (cli->out, text);
  return CLI_DONE;
}
