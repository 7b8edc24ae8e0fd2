/* dateline-cli flows: who loads a link, by source and destination. */
#include "cli-families.h"

#include "cli-scenario.h"

#include <glib/gi18n.h>

/* Rows of a table that people read, unless they ask for more. */
#define TOP_ROWS 20

CliStatus
cli_flows (Cli *cli, GError **error)
{
  const gboolean for_programs = cli->options.json || cli->options.csv;
  guint64 top = for_programs ? G_MAXUINT : TOP_ROWS;
  g_autoptr (DlScenario) scenario = NULL;

  if (cli->options.link == NULL)
    return cli_bad_input (error, _ ("flows: %s is missing (add --link x,y,z:PORT)"), "--link");
  if (!cli_parse_uint ("--top", cli->options.top, 1, G_MAXUINT, &top, error))
    return CLI_BAD_INPUT;
  scenario = cli_scenario_load (cli, cli->args[0], error);
  if (scenario != NULL)
    cli_family_of (scenario)->append_flows (cli, scenario, top, error);
  return CLI_DONE;
}
