/* dateline-cli flows: who loads a link, by source and destination. */
#include "cli-families.h"

#include "cli-scenario.h"

#include <glib/gi18n.h>

/* Rows of a table that people read, unless they ask for more. */
#define TOP_ROWS 20

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
  name = link < net.graph->n_links ? family->name (shape, dl_place_link (link)) : g_strdup ("LINK");
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
  cli_family_of (scenario)->append_flows (cli, scenario, top, error);
  return CLI_DONE;
}
