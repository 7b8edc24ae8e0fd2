/* dateline-cli critical: what breaking each cable, or each switch, would do, the worst first. */
#include "cli-families.h"

#include "cli-scenario.h"
#include "cli-streams.h"

#include <glib/gi18n.h>

/* Rows of the table that people read, unless they ask for more. */
#define TOP_ROWS 20

static DlCritical *
find (Cli *cli, const DlScenario *scenario, DlCriticalOf of, GError **error)
{
  DlCriticalOptions options = dl_critical_options_default ();
  CliProgress progress;
  DlCritical *critical;

  options.of = of;
  cli_progress_begin (&progress);
  options.progress = cli_progress_set;
  options.progress_data = &progress;
  critical = scenario->family->critical (scenario, options, cli->cancellable, error);
  cli_progress_end (&progress);
  return critical;
}

DlCritical *
cli_find_critical (Cli *cli, const DlScenario *scenario, GError **error)
{
  return find (cli, scenario, DL_CRITICAL_CABLES, error);
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
  if (cli->options.switches && !scenario->family->critical_routers)
    return cli_bad_input (error, _ ("critical --switches: only a fabric has switches (leave it "
                                    "out)"));
  critical = find (cli, scenario, cli->options.switches ? DL_CRITICAL_ROUTERS : DL_CRITICAL_CABLES,
                   error);
  if (critical != NULL)
    cli_family_of (scenario)->append_critical (cli, scenario, critical,
                                               MIN (top, critical->n_cables));
  return CLI_DONE;
}
