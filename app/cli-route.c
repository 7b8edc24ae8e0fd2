/* dateline-cli route: the way of one packet, hop by hop, and why. */
#include "cli-route.h"

#include "cli-families.h"
#include "cli-scenario.h"
#include "dl-numerals.h"

#include <glib/gi18n.h>

JsonBuilder *
cli_json_new_route (const char *status, const char *reason)
{
  JsonBuilder *builder = json_builder_new ();

  json_builder_begin_object (builder);
  cli_json_bool (builder, "delivered", reason == NULL);
  cli_json_string (builder, "status", status);
  cli_json_string (builder, "reason", reason);
  return builder;
}

static gboolean
parse_node (const DlSites *sites, const char *option, const char *text, guint *node, GError **error)
{
  if (sites->parse (sites->network, text, node, error))
    return TRUE;
  g_prefix_error (error, "%s: ", option);
  return FALSE;
}

static void
append_route (Cli *cli, const DlScenario *scenario, gpointer shape, GError **error)
{
  const DlSites sites = scenario->family->sites (shape);
  guint from, to;

  if (parse_node (&sites, "--from", cli->options.from, &from, error)
      && parse_node (&sites, "--to", cli->options.to, &to, error))
    cli_family_of (scenario)->append_route (cli, scenario, shape, from, to, error);
}

CliStatus
cli_route (Cli *cli, GError **error)
{
  g_autoptr (DlPlainNumerals) plain = NULL;
  g_autoptr (DlScenario) scenario = NULL;
  gpointer shape;

  /* The rules' sentences are data here. */
  if (cli->options.json)
    plain = dl_plain_text_new ();
  if (cli->options.from == NULL || cli->options.to == NULL)
    return cli_bad_input (error, _ ("route: %s is missing (add --from NODE --to NODE)"),
                          cli->options.from == NULL ? "--from" : "--to");
  scenario = cli_scenario_load (cli, cli->args[0], error);
  shape = scenario != NULL ? scenario->family->build (scenario, error) : NULL;
  if (shape == NULL)
    return CLI_DONE;
  append_route (cli, scenario, shape, error);
  dl_shared_unref (shape);
  return CLI_DONE;
}
