/* dateline-cli counters: what its parts share. */
#pragma once

#include "cli-command.h"
#include "cli-json.h"
#include "dl-measured.h"
#include "dl-simulate.h"

G_BEGIN_DECLS

/* The counters in a file. */
DlCounters *cli_counters_load (Cli *cli, const char *file_name, GError **error);

/* Whether options of a simulation are given only where one is asked for. */
gboolean cli_counters_check_options (const CliOptions *options, GError **error);

/* @scenario with @options, but those that are on the command line. NULL on error. */
DlSimulation *cli_counters_simulate (Cli *cli, const DlScenario *scenario,
                                     DlSimulateOptions options, GError **error);

/* Of @n rows, how many are left out of a list of @top. */
void cli_append_more (GString *out, guint n, guint top);
/* "pearson", "rank" of counters with what was computed. */
void cli_json_likeness (JsonBuilder *builder, const char *name, const DlLikeness *likeness);

G_END_DECLS
