/* dateline-cli optimize: a better scenario, by one of three searches. */
#include "cli-optimize-torus.h"

#include "cli-streams.h"
#include "dl-edit.h"

#include <glib/gi18n.h>

static void
problem_clear (CliProblem *problem)
{
  g_clear_pointer (&problem->scenario, dl_scenario_free);
  g_clear_pointer (&problem->network, dl_network_unref);
  g_clear_pointer (&problem->demand, dl_demand_free);
  g_clear_pointer (&problem->edits, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliProblem, problem_clear)

static gboolean
problem_init (CliProblem *problem, Cli *cli, GError **error)
{
  problem->cli = cli;
  problem->scenario = cli_scenario_load (cli, cli->args[0], error);
  if (problem->scenario == NULL)
    return FALSE;
  problem->network = dl_network_new_torus (&dl_torus_options (problem->scenario)->spec, error);
  if (problem->network == NULL)
    return FALSE;
  problem->spec = dl_scenario_routing (problem->scenario);
  problem->demand = dl_scenario_demand (problem->scenario, problem->network);
  problem->edits = dl_edits_new ();
  return TRUE;
}

gboolean
cli_optimize_stopped (GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The search was canceled"));
  return FALSE;
}

JsonBuilder *
cli_optimize_begin_json (const CliProblem *problem, const char *what)
{
  JsonBuilder *builder = cli_json_new_of (problem->scenario);

  cli_json_string (builder, "optimize", what);
  return builder;
}

void
cli_optimize_end_json (CliProblem *problem, JsonBuilder *builder)
{
  json_builder_end_object (builder);
  cli_json_append (problem->cli->out, builder);
}

/* The improved scenario to --output. To standard output it goes alone: it is to be read by a
 * program. */
static gboolean
write_scenario (CliProblem *problem, GError **error)
{
  Cli *cli = problem->cli;
  g_autofree char *file_name = g_steal_pointer (&cli->options.output);
  g_autofree char *text = NULL;

  if (file_name == NULL)
    return TRUE;
  if (!dl_scenario_apply (problem->scenario, problem->edits, NULL, NULL, error))
    return FALSE;
  text = dl_scenario_to_text (problem->scenario, FALSE);
  if (g_str_equal (file_name, "-"))
    {
      g_string_assign (cli->out, text);
      return TRUE;
    }
  return cli_write (file_name, text, strlen (text), cli->cancellable, error);
}

CliStatus
cli_optimize (Cli *cli, GError **error)
{
  const CliOptions *options = &cli->options;
  g_auto (CliProblem) problem = { 0 };
  gboolean done;

  if (options->datelines + options->vc + options->past_faults != 1)
    {
      cli_bad_input (error, _ ("optimize: %s (choose --datelines, --vc or --past-faults)"),
                     options->datelines + options->vc + options->past_faults == 0
                         ? _ ("the kind of search is missing")
                         : _ ("only one search at a time is possible"));
      return CLI_BAD_INPUT;
    }
  if (!problem_init (&problem, cli, error))
    return CLI_BAD_INPUT;
  cli_progress_begin (&problem.progress);
  done = options->datelines ? cli_optimize_datelines (&problem, error)
         : options->vc      ? cli_optimize_vc (&problem, error)
                            : cli_optimize_past_faults (&problem, error);
  cli_progress_end (&problem.progress);
  if (done)
    write_scenario (&problem, error);
  return CLI_DONE;
}
