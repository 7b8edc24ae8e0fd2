/* The options of all commands: one table, from which parsing, help and messages follow. */
#pragma once

#include "cli-command.h"

G_BEGIN_DECLS

/* Which options a command takes. */
typedef enum
{
  TAKES_SET = 1 << 0,
  TAKES_DATABASE = 1 << 1,
  TAKES_OUTPUT = 1 << 2,
  TAKES_JSON = 1 << 3,
  TAKES_CSV = 1 << 4,
  TAKES_ROUTE = 1 << 5,
  TAKES_FIGURE = 1 << 6,
  TAKES_NODE = 1 << 11,
  TAKES_SAVE = 1 << 7,
  TAKES_SCENARIO = TAKES_SET | TAKES_DATABASE | TAKES_OUTPUT,
  TAKES_ALWAYS = 1 << 8,
  TAKES_TOP = 1 << 9,
  TAKES_OPTIMIZE = 1 << 10,
  TAKES_LINK = 1 << 12,
  TAKES_RUN = 1 << 13,
  TAKES_SWEEP = 1 << 14,
  TAKES_COUNTERS = 1 << 15,
  TAKES_COMPARE = 1 << 16,
  TAKES_LIBRARY = 1 << 17,
  TAKES_REPORT = 1 << 20,
  TAKES_LESSON = 1 << 21,
  TAKES_PANEL = 1 << 18,
  TAKES_PAPERS = 1 << 19
} CliTakes;

typedef struct
{
  const char *name;
  const char *args; /* as in the usage line; translatable */
  guint min_args, max_args;
  guint takes;         /* CliTakes */
  const char *summary; /* one line, translatable */
  CliRun run;          /* NULL: comes with a later version */
  const char *instead; /* of a command for tori: what there is for a dragonfly, translatable; NULL:
                          takes both */
} CliCommand;

/* All of them, in the order of the help. */
const CliCommand *cli_commands (guint *n_commands);
const CliCommand *cli_command_find (const char *name);

/* Where in @args, after its first, the command's name is, which options may precede; 0 if there is
 * none. */
guint cli_options_find_command (char **args);
/* Is @arg an option that no command has? */
gboolean cli_options_is_unknown (const char *arg);

/* Parse @args, the program's without the command's name. */
gboolean cli_options_parse (const CliCommand *command, char **args, CliOptions *options,
                            GError **error);
void cli_options_clear (CliOptions *options);

/* The help of @command. */
char *cli_options_help (const CliCommand *command);

/* Name, with "--", and help, translated, of each option that @command (NULL: any) takes. */
typedef void (*CliOptionVisit) (const char *name, const char *help, gpointer user_data);
void cli_options_visit (const CliCommand *command, CliOptionVisit visit, gpointer user_data);

/* A command line that is being written: what is its last argument? */
typedef struct
{
  GPtrArray *args;     /* const char *, those before it that are no options: the command first */
  const char *option;  /* whose value it is, without "--"; NULL: none's */
  const char *value;   /* that value as help shows it, "FILE", untranslated */
  const char *text;    /* of the last argument: the value itself, or all of it */
  gboolean is_literal; /* after "--": whatever it begins with, it is no option */
} CliPlace;

/* @args, the program's, is not empty behind its first. @place points into it; free its args. */
void cli_options_place (char **args, CliPlace *place);

G_END_DECLS
