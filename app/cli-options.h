/* The options of all commands: one table, from which parsing, help and messages follow. */
#pragma once

#include "cli-command.h"

G_BEGIN_DECLS

/* Options that a command takes, as bits. */
typedef enum
{
  TAKES_SET = 1 << 0,
  TAKES_DATABASE = 1 << 1,
  TAKES_OUTPUT = 1 << 2,
  TAKES_JSON = 1 << 3,
  TAKES_CSV = 1 << 4,
  TAKES_MARKDOWN = 1 << 5,
  TAKES_ROUTE = 1 << 6,
  TAKES_FIGURE = 1 << 7,
  TAKES_PANEL = 1 << 8,
  TAKES_NODE = 1 << 9,
  TAKES_SAVE = 1 << 10,
  TAKES_TOP = 1 << 11,
  TAKES_OPTIMIZE = 1 << 12,
  TAKES_LINK = 1 << 13,
  TAKES_RUN = 1 << 14,
  TAKES_SWEEP = 1 << 15,
  TAKES_COUNTERS = 1 << 16,
  TAKES_COMPARE = 1 << 17,
  TAKES_RESULTS = 1 << 18,
  TAKES_CLEAN = 1 << 19,
  TAKES_PAPERS = 1 << 20,
  TAKES_REPORT = 1 << 21,
  TAKES_LESSON = 1 << 22,
  TAKES_LANGUAGE = 1 << 23,
  TAKES_VALIDATE = 1 << 24,
  TAKES_ALWAYS = 1 << 25,
  TAKES_TABLES = 1 << 26,
  TAKES_CRITICAL = 1 << 27,
  TAKES_RECORD = 1 << 28,
  TAKES_REPLAY = 1 << 29,
  TAKES_ANIMATE = 1 << 30,
  TAKES_SCENARIO = TAKES_SET | TAKES_DATABASE | TAKES_OUTPUT
} CliTakes;

typedef struct
{
  const char *name;
  const char *args; /* as in the usage line, translatable; of an action with its name */
  guint min_args, max_args;
  guint takes;         /* CliTakes */
  const char *summary; /* one line, translatable */
  CliRun run;
} CliCommand;

/* All of them, in the order of the help. */
const CliCommand *cli_commands (guint *n_commands);
/* NULL where there is none. */
const CliCommand *cli_command_find (const char *name);

/* The names of @commands (n), NULL at the end; free with g_free. */
const char **cli_command_names (const CliCommand *commands, guint n);
/* Run the one of @actions (n) that the first of @cli's arguments names; it has that argument, too.
 */
CliStatus cli_run_action (Cli *cli, const CliCommand *actions, guint n, GError **error);

/* Parse @words, without the program's name; any option is known, wherever it stands. Clear
 * @options, also after an error. */
gboolean cli_options_parse (char *const *words, CliOptions *options, GError **error);
/* Whether @command takes all options that were given. */
gboolean cli_options_check (const CliOptions *options, const CliCommand *command, GError **error);
void cli_options_clear (CliOptions *options);

/* The help of @command. */
char *cli_options_help (const CliCommand *command);

/* Name, with "--", and help, translated, of each option that @command (NULL: any) takes. */
typedef void (*CliOptionVisit) (const char *name, const char *help, gpointer user_data);
void cli_options_visit (const CliCommand *command, CliOptionVisit visit, gpointer user_data);

/* A command line that is being written, and its last word. */
typedef struct
{
  CliOptions options; /* of the words before it; clear them */
  const char *option; /* the option that it belongs to, without "--"; NULL: none */
  const char *value;  /* that value as help shows it, "FILE", untranslated */
  const char *text;   /* of the last word: the value itself, or all of it */
  gboolean is_option; /* an option's name */
} CliPlace;

/* @n_words is one or more. @place points into @words. */
void cli_options_place (char *const *words, guint n_words, CliPlace *place);

G_END_DECLS
