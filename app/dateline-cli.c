/* dateline-cli: the commands, their options, and what the shell is told at the end. */
#include "cli-command.h"
#include "cli-streams.h"
#include "dl-config.h"
#include "dl-value.h"

#include <glib/gi18n.h>

#include <locale.h>
#include <stdio.h>
#include <string.h>

/* Which options a command takes. */
enum
{
  TAKES_SET = 1 << 0,
  TAKES_DATABASE = 1 << 1,
  TAKES_OUTPUT = 1 << 2,
  TAKES_JSON = 1 << 3,
  TAKES_CSV = 1 << 4,
  TAKES_ROUTE = 1 << 5,
  TAKES_FIGURE = 1 << 6,
  TAKES_SAVE = 1 << 7,
  TAKES_SCENARIO = TAKES_SET | TAKES_DATABASE | TAKES_OUTPUT,
  TAKES_ALWAYS = 1 << 8
};

typedef struct
{
  const char *name;
  const char *args; /* as in the usage line */
  guint min_args, max_args;
  guint takes;
  const char *summary;
  CliRun run; /* NULL: comes with a later version */
} Command;

static const Command commands[] = {
  { "list", N_ ("presets|patterns|policies|engines|figures|routings"), 1, 1, TAKES_OUTPUT,
    N_ ("What there is to choose from: name, tab, description"), cli_list },
  { "new", N_ ("PRESET"), 1, 1, TAKES_SCENARIO,
    N_ ("A scenario file from a preset, or from a figure's PNG or SVG"), cli_new },
  { "analyze", N_ ("SCENARIO"), 1, 1, TAKES_SCENARIO | TAKES_JSON | TAKES_CSV,
    N_ ("The static analysis: hops, reach, balance of virtual channels, load"), cli_analyze },
  { "links", N_ ("SCENARIO"), 1, 1, TAKES_SCENARIO | TAKES_CSV,
    N_ ("What each directed link and virtual channel carries"), cli_links },
  { "route", N_ ("SCENARIO"), 1, 1, TAKES_SCENARIO | TAKES_JSON | TAKES_ROUTE,
    N_ ("The route between two nodes, hop by hop, with its rules"), cli_route },
  { "check", N_ ("SCENARIO"), 1, 1, TAKES_SCENARIO | TAKES_JSON,
    N_ ("Whether all packets arrive on legal routes; status 1 if not"), cli_check },
  { "figure", N_ ("NAME [SCENARIO]"), 1, 2, TAKES_SCENARIO | TAKES_CSV | TAKES_FIGURE,
    N_ ("A figure as PDF, SVG, PNG or CSV, by the ending of its file"), cli_figure },
  { "library", N_ ("list|show|save|remove|export|import [ARGUMENT]"), 1, 2,
    TAKES_SCENARIO | TAKES_JSON | TAKES_SAVE, N_ ("The scenarios in the library"), cli_library },
  { "model", .run = NULL },
  { "simulate", .run = NULL },
  { "optimize", .run = NULL },
  { "sweep", .run = NULL },
  { "counters", .run = NULL },
};

typedef struct
{
  guint takes;
  GOptionArg type; /* NONE, FILENAME (any bytes) or FILENAME_ARRAY */
  const char *name;
  char letter;
  gsize offset; /* in CliOptions; for TAKES_ALWAYS, in Common */
  const char *help;
  const char *value;
} Option;

/* Options that every command takes. */
typedef struct
{
  gboolean help;
  gboolean version;
} Common;

#define AT(member) G_STRUCT_OFFSET (CliOptions, member)

static const Option options[] = {
  { TAKES_JSON, G_OPTION_ARG_NONE, "json", 0, AT (json), N_ ("The result as JSON") },
  { TAKES_CSV, G_OPTION_ARG_NONE, "csv", 0, AT (csv), N_ ("The result as CSV") },
  { TAKES_ROUTE, G_OPTION_ARG_FILENAME, "from", 0, AT (from), N_ ("Where the packet starts"),
    N_ ("NODE") },
  { TAKES_ROUTE, G_OPTION_ARG_FILENAME, "to", 0, AT (to), N_ ("Where it goes"), N_ ("NODE") },
  { TAKES_FIGURE, G_OPTION_ARG_FILENAME, "width", 0, AT (width),
    N_ ("Width in inches: 3.5 (a column, the default), 7.16 (a page), 13.333 (a slide), ..."),
    N_ ("IN") },
  { TAKES_FIGURE, G_OPTION_ARG_FILENAME, "dpi", 0, AT (dpi),
    N_ ("Dots an inch of a PNG (default 300)"), N_ ("N") },
  { TAKES_FIGURE, G_OPTION_ARG_FILENAME, "metric", 0, AT (metric),
    N_ ("What a map shows: balance (the default), signed or load"), N_ ("METRIC") },
  { TAKES_FIGURE, G_OPTION_ARG_FILENAME, "dimension", 0, AT (dimension),
    N_ ("The dimension of a ring: x, y or z (the default)"), N_ ("x|y|z") },
  { TAKES_FIGURE, G_OPTION_ARG_FILENAME, "node", 0, AT (node),
    N_ ("A node of the ring (default 0,0,0)"), N_ ("NODE") },
  { TAKES_FIGURE, G_OPTION_ARG_FILENAME, "policies", 0, AT (policies),
    N_ ("The policies that a figure compares (default all)"), N_ ("A,B,...") },
  { TAKES_SAVE, G_OPTION_ARG_FILENAME, "name", 0, AT (name),
    N_ ("save, import: the name in the library"), N_ ("NAME") },
  { TAKES_SAVE, G_OPTION_ARG_NONE, "replace", 0, AT (replace),
    N_ ("save, import: change the scenario of that name, as an edit that can be undone") },
  { TAKES_SET, G_OPTION_ARG_FILENAME_ARRAY, "set", 0, AT (set),
    N_ ("Change a value of the scenario first; any number of times"), N_ ("GROUP.KEY=VALUE") },
  { TAKES_OUTPUT, G_OPTION_ARG_FILENAME, "output", 'o', AT (output),
    N_ ("Write to FILE, which appears whole or not at all"), N_ ("FILE") },
  { TAKES_DATABASE, G_OPTION_ARG_FILENAME, "database", 0, AT (database),
    N_ ("Another library than the user's own"), N_ ("FILE") },
  { TAKES_ALWAYS, G_OPTION_ARG_NONE, "help", 'h', G_STRUCT_OFFSET (Common, help),
    N_ ("Show this help") },
  { TAKES_ALWAYS, G_OPTION_ARG_NONE, "version", 0, G_STRUCT_OFFSET (Common, version),
    N_ ("Show the version") },
};

/* Names */

/* The option that @arg ("--name", "--name=value", "-o", "-ofile") names, or NULL. */
static const Option *
find_option (const char *arg)
{
  const gboolean is_long = g_str_has_prefix (arg, "--");
  const gsize length = strcspn (arg + 2, "=");

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    if (is_long
            ? strlen (options[i].name) == length && strncmp (options[i].name, arg + 2, length) == 0
            : options[i].letter != 0 && options[i].letter == arg[1])
      return &options[i];
  return NULL;
}

static gboolean
is_option (const char *arg)
{
  return arg[0] == '-' && arg[1] != '\0';
}

/* Whether the argument after @arg belongs to it. */
static gboolean
takes_next (const Option *option, const char *arg)
{
  return option->type != G_OPTION_ARG_NONE
         && (arg[1] == '-' ? strchr (arg, '=') == NULL : arg[2] == '\0');
}

/* The index of the command's name in @args, which options may precede; 0 if there is none. */
static guint
find_command_arg (char **args)
{
  for (guint i = 1; args[i] != NULL; i++)
    {
      const Option *option;

      if (!is_option (args[i]))
        return i;
      if (strcmp (args[i], "--") == 0)
        return args[i + 1] != NULL ? i + 1 : 0;
      option = find_option (args[i]);
      if (option != NULL && takes_next (option, args[i]) && args[i + 1] != NULL)
        i++;
    }
  return 0;
}

static char *
join_commands (void)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (commands[i].run != NULL)
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", commands[i].name);
  return g_string_free (g_steal_pointer (&names), FALSE);
}

static const Command *
find_command (const char *name, GError **error)
{
  const char *names[G_N_ELEMENTS (commands) + 1] = { NULL };
  g_autofree char *all = join_commands ();
  const char *near;

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      if (strcmp (commands[i].name, name) == 0)
        {
          if (commands[i].run != NULL)
            return &commands[i];
          cli_bad_input (error, _ ("%s comes with a later version (this one has %s)"), name, all);
          return NULL;
        }
      names[i] = commands[i].name;
    }
  near = dl_value_nearest (name, names);
  if (near != NULL)
    cli_bad_input (error, _ ("there is no command “%s” (did you mean %s?)"), name, near);
  else
    cli_bad_input (error, _ ("there is no command “%s” (%s)"), name, all);
  return NULL;
}

/* Before GOption, which only says that an option is unknown. */
static gboolean
check_options (const Command *command, char **args, GError **error)
{
  const guint takes = command->takes | TAKES_ALWAYS;
  const char *names[G_N_ELEMENTS (options) + 1] = { NULL };
  g_autoptr (GString) all = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    if ((options[i].takes & takes) != 0)
      {
        names[n++] = options[i].name;
        g_string_append_printf (all, "%s--%s", n > 1 ? ", " : "", options[i].name);
      }

  for (guint i = 1; args[i] != NULL && strcmp (args[i], "--") != 0; i++)
    {
      const Option *option;
      g_autofree char *name = NULL;
      const char *near;

      if (!is_option (args[i]))
        continue;
      option = find_option (args[i]);
      if (option != NULL && (option->takes & takes) != 0)
        {
          if (option->type == G_OPTION_ARG_NONE && strchr (args[i], '=') != NULL)
            return cli_bad_input (error, _ ("--%s takes no value (--%s)"), option->name,
                                  option->name);
          if (takes_next (option, args[i]))
            {
              if (args[i + 1] == NULL)
                return cli_bad_input (error, _ ("--%s: its value is missing (--%s %s)"),
                                      option->name, option->name, _ (option->value));
              i++;
            }
          continue;
        }

      name = g_strndup (args[i], strcspn (args[i], "="));
      near = g_str_has_prefix (name, "--") ? dl_value_nearest (name + 2, names) : NULL;
      if (near != NULL && option == NULL)
        return cli_bad_input (error, _ ("%s has no option %s (did you mean --%s?)"), command->name,
                              name, near);
      return cli_bad_input (error, _ ("%s has no option %s (%s)"), command->name, name, all->str);
    }
  return TRUE;
}

/* Parsing */

static GOptionContext *
new_context (const Command *command, CliOptions *values, Common *common, char ***rest)
{
  g_autofree char *usage = g_strdup_printf ("%s %s", command->name, _ (command->args));
  GOptionContext *context = g_option_context_new (usage);
  GOptionEntry entries[G_N_ELEMENTS (options) + 2] = { { NULL } };
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      const Option *option = &options[i];
      const gboolean always = option->takes == TAKES_ALWAYS;

      if (always || (option->takes & command->takes) != 0)
        entries[n++] = (GOptionEntry) {
          .long_name = option->name,
          .short_name = option->letter,
          .arg = option->type,
          .arg_data = (char *) (always ? (gpointer) common : (gpointer) values) + option->offset,
          .description = option->help,
          .arg_description = option->value,
        };
    }
  entries[n] = (GOptionEntry) { .long_name = G_OPTION_REMAINING,
                                .arg = G_OPTION_ARG_FILENAME_ARRAY,
                                .arg_data = rest };
  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_set_summary (context, _ (command->summary));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  return context;
}

static gboolean
check_args (const Command *command, guint n_args, GError **error)
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
  g_string_append (out, _ ("Analyse supercomputer interconnects.\n\nCommands:\n"));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    width = MAX (width, strlen (commands[i].name));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (commands[i].run != NULL)
      g_string_append_printf (out, "  %-*s  %s\n", (int) width, commands[i].name,
                              _ (commands[i].summary));
  g_string_append (
      out, _ ("\nSCENARIO is a scenario file or a figure's PNG or SVG, preset:NAME, library:NAME "
              "or -\n(standard input). “dateline-cli COMMAND --help” shows a command's options,\n"
              "“dateline-cli list presets” the presets, --version the version.\n"));
}

/* Running */

/* The command's name taken out of @args, and the rest understood. */
static CliStatus
run_command (Cli *cli, const Command *command, char **args, GError **error)
{
  g_auto (GStrv) copy = g_strdupv (args);
  g_auto (GStrv) rest = NULL;
  g_autoptr (GOptionContext) context = NULL;
  Common common = { FALSE, FALSE };
  CliStatus status;

  if (!check_options (command, args, error))
    return CLI_BAD_INPUT;
  context = new_context (command, &cli->options, &common, &rest);
  if (!g_option_context_parse_strv (context, &copy, error))
    return CLI_BAD_INPUT;
  if (common.help)
    {
      g_autofree char *help = g_option_context_get_help (context, TRUE, NULL);
      g_string_append (cli->out, help);
      g_clear_pointer (&cli->options.output, g_free);
      return CLI_DONE;
    }
  if (common.version)
    {
      g_string_append_printf (cli->out, "dateline-cli %s\n", DL_VERSION);
      g_clear_pointer (&cli->options.output, g_free);
      return CLI_DONE;
    }
  if (cli->options.json && cli->options.csv)
    {
      cli_bad_input (error, _ ("--json and --csv do not go together (one of them)"));
      return CLI_BAD_INPUT;
    }

  cli->args = rest;
  cli->n_args = rest != NULL ? g_strv_length (rest) : 0;
  if (!check_args (command, cli->n_args, error))
    return CLI_BAD_INPUT;
  status = command->run (cli, error);
  cli->args = NULL;
  return status;
}

/* Without a command there is only help. */
static CliStatus
run_bare (Cli *cli, char **args, GError **error)
{
  g_autofree char *all = join_commands ();

  for (guint i = 1; args[i] != NULL; i++)
    {
      if (strcmp (args[i], "--help") == 0 || strcmp (args[i], "-h") == 0)
        {
          append_general_help (cli->out);
          return CLI_DONE;
        }
      if (strcmp (args[i], "--version") == 0)
        {
          g_string_append_printf (cli->out, "dateline-cli %s\n", DL_VERSION);
          return CLI_DONE;
        }
    }
  for (guint i = 1; args[i] != NULL; i++)
    if (is_option (args[i]) && find_option (args[i]) == NULL)
      return cli_bad_input (error, _ ("there is no option %s (dateline-cli --help)"), args[i]);
  return cli_bad_input (error, _ ("a command is missing (%s)"), all);
}

static CliStatus
run (Cli *cli, char **args, GError **error)
{
  const guint index = find_command_arg (args);
  g_autoptr (GPtrArray) others = g_ptr_array_new ();
  const Command *command;
  const char *name;

  if (index == 0)
    return run_bare (cli, args, error);
  name = args[index];
  for (guint i = 0; args[i] != NULL; i++)
    if (i != index && !(i == index - 1 && strcmp (args[i], "--") == 0))
      g_ptr_array_add (others, args[i]);

  if (strcmp (name, "help") == 0)
    {
      if (others->len < 2)
        {
          append_general_help (cli->out);
          return CLI_DONE;
        }
      name = g_ptr_array_index (others, 1);
      others->pdata[1] = (char *) "--help";
    }
  g_ptr_array_add (others, NULL);
  command = find_command (name, error);
  return command != NULL ? run_command (cli, command, (char **) others->pdata, error) : CLI_DONE;
}

static void
options_clear (CliOptions *values)
{
  g_strfreev (values->set);
  g_free (values->output);
  g_free (values->database);
  g_free (values->from);
  g_free (values->to);
  g_free (values->width);
  g_free (values->dpi);
  g_free (values->metric);
  g_free (values->dimension);
  g_free (values->node);
  g_free (values->policies);
  g_free (values->name);
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
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, DL_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_set_prgname ("dateline-cli");
  cli_signals_init (cancellable);

  status = run (&cli, argv, &error);
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
  options_clear (&cli.options);
  return status;
}
