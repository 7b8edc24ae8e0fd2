/* dateline-cli: the commands, and what the shell is told at the end. */
#include "cli-options.h"
#include "cli-streams.h"
#include "dl-config.h"
#include "dl-memory.h"
#include "dl-names.h"
#include "dl-numerals.h"

#include <glib/gi18n.h>

#include <locale.h>
#include <string.h>

/* One more command is a row here, an option a row in cli-options.c: help, messages and
 * completion follow. The manual page wants its part; a test says which is missing. */
static const CliCommand commands[] = {
  { "list", N_ ("presets|patterns|policies|engines|routings|structures|figures|papers|curves"), 1,
    1, TAKES_OUTPUT, N_ ("The choices: name, tab, description"), cli_list },
  { "new", N_ ("PRESET"), 1, 1, TAKES_SCENARIO,
    N_ ("A scenario file from a preset, or from a figure’s PNG or SVG"), cli_new },
  { "analyze", N_ ("SCENARIO"), 1, 1, TAKES_SCENARIO | TAKES_JSON | TAKES_CSV,
    N_ ("The static analysis: hops, reachability, VC balance, load"), cli_analyze },
  { "links", N_ ("SCENARIO"), 1, 1, TAKES_SCENARIO | TAKES_CSV,
    N_ ("The load of each directed link and virtual channel"), cli_links },
  { "flows", N_ ("SCENARIO"), 1, 1,
    TAKES_SCENARIO | TAKES_JSON | TAKES_CSV | TAKES_LINK | TAKES_TOP,
    N_ ("The flows over a link, by source and destination"), cli_flows },
  { "route", N_ ("SCENARIO"), 1, 1, TAKES_SCENARIO | TAKES_JSON | TAKES_CSV | TAKES_ROUTE,
    N_ ("The route between two nodes, hop by hop, with the rule of each hop"), cli_route },
  { "tables", N_ ("SCENARIO"), 1, 1,
    TAKES_SCENARIO | TAKES_JSON | TAKES_CSV | TAKES_NODE | TAKES_TABLES,
    N_ ("A router’s local and global table, as the hardware would hold them"), cli_tables },
  { "check", N_ ("SCENARIO"), 1, 1, TAKES_SCENARIO | TAKES_JSON,
    N_ ("Check that all packets arrive and none can deadlock; exit status 1 if not"), cli_check },
  { "critical", N_ ("SCENARIO"), 1, 1,
    TAKES_SCENARIO | TAKES_JSON | TAKES_CSV | TAKES_TOP | TAKES_CRITICAL,
    N_ ("The effect of breaking each cable or switch, the most critical first"), cli_critical },
  { "slow", N_ ("SCENARIO"), 1, 1, TAKES_SCENARIO | TAKES_JSON | TAKES_CSV,
    N_ ("Links slower than their neighbors, and the effect of undoing that"), cli_slow },
  { "jobs", N_ ("SCENARIO"), 1, 1, TAKES_SCENARIO | TAKES_JSON | TAKES_CSV,
    N_ ("The completion of each job alone and together, under several placements"), cli_jobs },
  { "optimize", N_ ("SCENARIO"), 1, 1, TAKES_SCENARIO | TAKES_JSON | TAKES_CSV | TAKES_OPTIMIZE,
    N_ ("A better scenario: dateline positions, virtual channels"), cli_optimize },
  { "model", N_ ("SCENARIO"), 1, 1, TAKES_SCENARIO | TAKES_JSON | TAKES_CSV,
    N_ ("The papers' equations: age bias and age clock, or a Cascade’s configuration"), cli_model },
  { "simulate", N_ ("SCENARIO"), 1, 1, TAKES_SCENARIO | TAKES_JSON | TAKES_RUN,
    N_ ("Simulate cycle by cycle: latencies, loads, stalls, packet ages"), cli_simulate },
  { "goal", N_ ("SCENARIO"), 1, 1, TAKES_SCENARIO,
    N_ ("The program of its ranks as GOAL: a collective, a file, or steps"), cli_goal },
  { "record", N_ ("SCENARIO"), 1, 1, TAKES_SCENARIO | TAKES_RECORD,
    N_ ("Simulate with edits on the way, and keep the run as a recording"), cli_record },
  { "replay", N_ ("FILE"), 1, 1, TAKES_OUTPUT | TAKES_DATABASE | TAKES_JSON | TAKES_REPLAY,
    N_ ("The state and statistics of a recording at a cycle"), cli_replay },
  { "animate", N_ ("FILE FIGURE"), 2, 2, TAKES_SCENARIO | TAKES_ANIMATE,
    N_ ("A figure of a recording over its cycles, as a moving picture"), cli_animate },
  { "sweep", N_ ("SCENARIO"), 1, 1, TAKES_SCENARIO | TAKES_SWEEP,
    N_ ("Simulate each combination of values; adds rows to an existing file"), cli_sweep },
  { "compare", N_ ("SCENARIO..."), 1, CLI_MAX_COMPARED,
    TAKES_SCENARIO | TAKES_JSON | TAKES_CSV | TAKES_COMPARE,
    N_ ("Compare scenarios: analysis and simulation in one table"), cli_compare },
  { "figure", N_ ("NAME [SCENARIO]"), 1, 2, TAKES_SCENARIO | TAKES_CSV | TAKES_FIGURE,
    N_ ("A figure as PDF, SVG, PNG or CSV, by the file name extension"), cli_figure },
  { "papers", N_ ("[CHECK...]"), 0, 100, TAKES_OUTPUT | TAKES_JSON | TAKES_CSV | TAKES_PAPERS,
    N_ ("Values from the papers compared with computed ones, with a verdict"), cli_papers },
  { "validate", N_ ("[CURVE...]"), 0, 100,
    TAKES_OUTPUT | TAKES_JSON | TAKES_CSV | TAKES_MARKDOWN | TAKES_VALIDATE,
    N_ ("The input-queued router compared with BookSim 2, curve by curve"), cli_validate },
  { "report", N_ ("SCENARIO..."), 1, CLI_MAX_COMPARED, TAKES_SCENARIO | TAKES_REPORT,
    N_ ("A report on scenarios as PDF: configuration, maps, verdicts, comparison"), cli_report },
  { "counters", N_ ("FILE [SCENARIO]"), 1, 2,
    TAKES_SCENARIO | TAKES_JSON | TAKES_CSV | TAKES_TOP | TAKES_COUNTERS,
    N_ ("Counters measured on a machine, compared with computed values"), cli_counters },
  { "library", N_ ("list|search|show|save|remove|export|import|tag|untag|note|clean [ARGUMENT...]"),
    1, 100001, TAKES_SCENARIO | TAKES_JSON | TAKES_CSV | TAKES_SAVE | TAKES_RESULTS | TAKES_CLEAN,
    N_ ("The scenarios in the library"), cli_library },
  { "lesson", N_ ("list|check|show|facts|run|grade [ARGUMENT...]"), 1, 100001,
    TAKES_OUTPUT | TAKES_JSON | TAKES_CSV | TAKES_MARKDOWN | TAKES_LESSON | TAKES_LANGUAGE,
    N_ ("Lessons: list, check, show, run and grade them"), cli_lesson },
  { "complete", N_ ("-- WORD..."), 0, G_MAXUINT, 0,
    N_ ("Completions of the last word of a command line, for a shell"), cli_complete },
};

/* Names */

const CliCommand *
cli_commands (guint *n_commands)
{
  *n_commands = G_N_ELEMENTS (commands);
  return commands;
}

const CliCommand *
cli_command_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (commands[i].name, name) == 0)
      return &commands[i];
  return NULL;
}

static const CliCommand *
find_command (const char *name, GError **error)
{
  const CliCommand *command = cli_command_find (name);
  g_autofree const char **names = NULL;
  g_autofree char *hint = NULL;

  if (command != NULL)
    return command;
  names = cli_command_names (commands, G_N_ELEMENTS (commands));
  hint = dl_names_hint (name, names);
  cli_bad_input (error, _ ("“%s” is not a command (%s)"), name, hint);
  return NULL;
}

static gboolean
check_args (const CliCommand *command, guint n_args, GError **error)
{
  if (n_args >= command->min_args && n_args <= command->max_args)
    return TRUE;
  return cli_bad_input (error, _ ("%s: %s (dateline-cli %s %s)"), command->name,
                        n_args < command->min_args ? _ ("an argument is missing")
                                                   : _ ("too many arguments"),
                        command->name, _ (command->args));
}

static void
append_general_help (GString *out)
{
  guint width = 0;

  g_string_append (out, _ ("Usage:\n  dateline-cli COMMAND [ARGUMENT...] [OPTION...]\n\n"));
  g_string_append (out, _ ("Analyze supercomputer interconnects.\n\nCommands:\n"));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    width = MAX (width, strlen (commands[i].name));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    g_string_append_printf (out, "  %-*s  %s\n", (int) width, commands[i].name,
                            _ (commands[i].summary));
  g_string_append (
      out, _ ("\nSCENARIO is a scenario file or a figure’s PNG or SVG, preset:NAME, library:NAME "
              "or -\n(standard input). “dateline-cli COMMAND --help” shows a command’s options,\n"
              "“dateline-cli list presets” the presets, --version the version.\n"));
}

/* Running */

/* Outputs at the end of long work can be written. */
static gboolean
check_outputs (const CliOptions *options, GError **error)
{
  const char *const names[] = { options->output, options->links, options->series };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i] != NULL && !cli_check_writable (names[i], error))
      return FALSE;
  return TRUE;
}

/* --help and --version, without @command that of the program. */
static void
append_about (GString *out, const CliOptions *options, const CliCommand *command)
{
  g_autofree char *help = command != NULL ? cli_options_help (command) : NULL;

  if (!options->help)
    g_string_append_printf (out, "dateline-cli %s\n", DL_VERSION);
  else if (command == NULL)
    append_general_help (out);
  else
    g_string_append (out, help);
}

static CliStatus
run_command (Cli *cli, const CliCommand *command, GError **error)
{
  CliOptions *options = &cli->options;

  if (!cli_options_check (options, command, error))
    return CLI_BAD_INPUT;
  if (options->help || options->version)
    {
      append_about (cli->out, options, command);
      g_clear_pointer (&options->output, g_free);
      return CLI_DONE;
    }
  if (options->json && options->csv)
    return cli_bad_input (error, _ ("--json and --csv cannot be combined (choose one)"));

  cli->command = command->name;
  if (!check_args (command, cli->n_args, error))
    return CLI_BAD_INPUT;
  return check_outputs (options, error) ? command->run (cli, error) : CLI_DONE;
}

/* Without a command there is only help. */
static CliStatus
run_bare (Cli *cli, GError **error)
{
  CliOptions *options = &cli->options;
  g_autofree const char **names = cli_command_names (commands, G_N_ELEMENTS (commands));
  g_autofree char *all = g_strjoinv (", ", (char **) names);

  if (!options->help && !options->version && options->unknown != NULL)
    return cli_bad_input (error, _ ("%s is not an option (see dateline-cli --help)"),
                          options->unknown);
  if (!options->help && !options->version)
    return cli_bad_input (error, _ ("a command is missing (expected one of: %s)"), all);
  append_about (cli->out, options, NULL);
  g_clear_pointer (&options->output, g_free);
  return CLI_DONE;
}

/* The first argument; the command has those after it. */
static const char *
take_name (Cli *cli)
{
  cli->n_args--;
  return *cli->args++;
}

static CliStatus
run (Cli *cli, char *const *words, GError **error)
{
  CliOptions *options = &cli->options;
  const CliCommand *command;

  if (!cli_options_parse (words, options, error))
    return CLI_BAD_INPUT;
  cli->args = options->args;
  cli->n_args = cli->args != NULL ? g_strv_length (cli->args) : 0;
  if (cli->n_args > 0 && strcmp (cli->args[0], "help") == 0)
    {
      take_name (cli);
      options->help = TRUE;
    }
  if (cli->n_args == 0)
    return run_bare (cli, error);
  command = find_command (take_name (cli), error);
  return command != NULL ? run_command (cli, command, error) : CLI_BAD_INPUT;
}

int
main (int argc, char **argv)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  Cli cli = { .cancellable = cancellable, .out = out };
  CliStatus status;

  cli_streams_init ();
  cli_memory_init ();
  dl_memory_keep ();
  dl_language_init ();
  /* Output may be read by a program: words are in the user's language, numbers are not. */
  setlocale (LC_NUMERIC, "C");
  g_set_prgname ("dateline-cli");
  cli_signals_init (cancellable);

  status = run (&cli, argv + 1, &error);
  if (error == NULL && cli.interruption != NULL)
    {
      status = CLI_STOPPED;
      cli_complain (_ ("stopped (%s)"), cli.interruption);
      /* A second Ctrl+C stops the writing of what there is. */
      g_cancellable_reset (cancellable);
    }
  if (error == NULL)
    cli_write (cli.options.output != NULL ? cli.options.output : "-", out->str, out->len,
               cancellable, &error);
  if (error != NULL)
    {
      status = cli_status_of (error);
      if (g_cancellable_is_cancelled (cancellable))
        cli_complain (_ ("stopped"));
      else if (!g_error_matches (error, CLI_ERROR, CLI_ERROR_PIPE))
        cli_complain ("%s", error->message);
    }
  cli_options_clear (&cli.options);
  g_free (cli.interruption);
  return status;
}
