/* Common parts of dateline-cli's commands: options, arguments, and how they end. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Exit statuses (dateline-cli(1)). */
typedef enum
{
  CLI_DONE = 0,
  CLI_DOES_NOT_HOLD = 1, /* check only */
  CLI_BAD_INPUT = 2,     /* usage or input */
  CLI_STOPPED = 3        /* interrupted, disk full, read-only, out of resources */
} CliStatus;

/* Errors of the programs themselves; the message states the problem and, in parentheses, the
 * remedy. */
typedef enum
{
  CLI_ERROR_INPUT,   /* CLI_BAD_INPUT */
  CLI_ERROR_STOPPED, /* CLI_STOPPED */
  CLI_ERROR_PIPE     /* CLI_STOPPED, and the output's reader is gone */
} CliError;

#define CLI_ERROR (cli_error_quark ())
GQuark cli_error_quark (void);

/* All options, each of which some command takes. What the user did not give is NULL or FALSE. */
typedef struct
{
  char **set;
  gboolean json;
  gboolean csv;
  char *output;
  char *database;
  char *from, *to;
  char *width, *dpi;
  char *metric;
  char *counters, *group;
  gboolean sorted;
  char *against;
  char **against_set;
  char *show;
  char *dimension;
  char *node, *port;
  gboolean dump_fts, slurm, yaml;
  char *policies;
  char *planes;
  char *title;
  gboolean no_title, no_legend, no_caption, dark;
  char *font, *text_size, *height;
  char **panels;
  char *columns;
  char *top;
  char *link;
  char *name;
  char *region;
  char *cycles, *warmup, *stop, *precision, *seeds, *threads;
  char *links, *series;
  char **edits;
  char *at;
  char *every, *fps;
  char **vary;
  char *shard;
  char *measures, *base;
  gboolean only_static;
  gboolean markdown, latex;
  gboolean all, quick;
  char *jobs;
  char *script, *hand_in, *student, *language;
  gboolean sources;
  gboolean slowest;
  gboolean switches;
  gboolean simulate;
  char *author, *date, *paper, *sections;
  gboolean load_curve;
  gboolean replace;
  gboolean runs;
  gboolean old_versions, nobodys, removed;
  gboolean datelines, vc, past_faults;
  gboolean help;
  gboolean version;
  char **args;   /* the command's name and its arguments; NULL: none */
  char *unknown; /* the first word that is an option of no command; NULL: none */
} CliOptions;

typedef struct
{
  CliOptions options;
  const char *command; /* its name */
  char **args;         /* (n_args) those of @options, after the command's name */
  guint n_args;
  GCancellable *cancellable; /* canceled by Ctrl+C */
  GString *out;              /* the result; main writes it to standard output or --output */
  char *interruption;        /* nullable; how far it came: cli_interrupt */
} Cli;

/* A command: its result goes to @cli->out. The status counts only where there is no error. */
typedef CliStatus (*CliRun) (Cli *cli, GError **error);

CliStatus cli_list (Cli *cli, GError **error);
CliStatus cli_new (Cli *cli, GError **error);
CliStatus cli_analyze (Cli *cli, GError **error);
CliStatus cli_links (Cli *cli, GError **error);
CliStatus cli_flows (Cli *cli, GError **error);
CliStatus cli_route (Cli *cli, GError **error);
CliStatus cli_tables (Cli *cli, GError **error);
CliStatus cli_check (Cli *cli, GError **error);
CliStatus cli_critical (Cli *cli, GError **error);
CliStatus cli_slow (Cli *cli, GError **error);
CliStatus cli_jobs (Cli *cli, GError **error);
CliStatus cli_model (Cli *cli, GError **error);
CliStatus cli_simulate (Cli *cli, GError **error);
CliStatus cli_goal (Cli *cli, GError **error);
CliStatus cli_record (Cli *cli, GError **error);
CliStatus cli_replay (Cli *cli, GError **error);
CliStatus cli_animate (Cli *cli, GError **error);
CliStatus cli_sweep (Cli *cli, GError **error);
/* Scenarios at most, and rows of them. */
#define CLI_MAX_COMPARED 1000
CliStatus cli_compare (Cli *cli, GError **error);
CliStatus cli_optimize (Cli *cli, GError **error);
CliStatus cli_counters (Cli *cli, GError **error);
CliStatus cli_figure (Cli *cli, GError **error);
CliStatus cli_report (Cli *cli, GError **error);
CliStatus cli_papers (Cli *cli, GError **error);
CliStatus cli_validate (Cli *cli, GError **error);
CliStatus cli_library (Cli *cli, GError **error);
CliStatus cli_library_list (Cli *cli, GError **error);
/* The scenario, or with --json, --csv or --runs what belongs to it. */
CliStatus cli_library_show (Cli *cli, GError **error);
/* The recordings of a scenario, or the one with a number. */
CliStatus cli_library_recordings (Cli *cli, GError **error);
CliStatus cli_library_show_text (Cli *cli, GError **error);
CliStatus cli_lesson (Cli *cli, GError **error);
CliStatus cli_complete (Cli *cli, GError **error);

/* Was the option called @name ("--json") given? */
gboolean cli_is_given (const CliOptions *options, const char *name);
/* Parses @text, the value of @option ("--top"), as a number from @low to @high. @text NULL: @value
 * is unchanged. */
gboolean cli_parse_uint (const char *option, const char *text, guint64 low, guint64 high,
                         guint64 *value, GError **error);
/* The value of --warmup, a number or "auto" (DL_WARMUP_AUTO), likewise. */
gboolean cli_parse_warmup (const char *text, guint64 *cycles, GError **error);
/* Like cli_parse_uint from 1. */
gboolean cli_parse_count (const char *option, const char *text, guint64 high, guint *value,
                          GError **error);

/* For return: FALSE (or CLI_DONE, which is not looked at) with a CLI_ERROR_INPUT. */
gboolean cli_bad_input (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

G_END_DECLS
