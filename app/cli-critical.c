/* dateline-cli critical: what breaking each cable would do, the worst first. */
#include "cli-families.h"

#include "cli-scenario.h"
#include "cli-streams.h"

/* Rows of the table that people read, unless they ask for more. */
#define TOP_ROWS 20

DlCritical *
cli_find_critical (Cli *cli, const DlScenario *scenario, GError **error)
{
  DlCriticalOptions options = dl_critical_options_default ();
  CliProgress progress;
  DlCritical *critical;

  cli_progress_begin (&progress);
  options.progress = cli_progress_set;
  options.progress_data = &progress;
  critical = scenario->family->critical (scenario, options, cli->cancellable, error);
  cli_progress_end (&progress);
  return critical;
}

CliStatus
cli_critical (Cli *cli, GError **error)
{
  const gboolean for_programs = cli->options.json || cli->options.csv;
  guint64 top = for_programs ? G_MAXUINT : TOP_ROWS;
  g_autoptr (DlScenario) scenario = NULL;
  g_autoptr (DlCritical) critical = NULL;

  if (!cli_parse_uint ("--top", cli->options.top, 1, G_MAXUINT, &top, error))
    return CLI_BAD_INPUT;
  scenario = cli_scenario_load (cli, cli->args[0], error);
  if (scenario == NULL)
    return CLI_DONE;
  critical = cli_find_critical (cli, scenario, error);
  if (critical != NULL)
    cli_family_of (scenario)->append_critical (cli, scenario, critical,
                                               MIN (top, critical->n_cables));
  return CLI_DONE;
}
