/* SCENARIO on the command line: a file, preset:NAME, library:NAME or -, with --set applied. */
#pragma once

#include "cli-command.h"
#include "dl-evaluate.h"
#include "dl-scenario-file.h"
#include "dl-store.h"

G_BEGIN_DECLS

/* The scenario called @name, with every --set. Warnings go to standard error. A command gets only
 * networks that it is for. */
DlScenario *cli_scenario_load (Cli *cli, const char *name, GError **error);
/* The same, and what it comes to. */
DlEvaluation *cli_evaluate (Cli *cli, const char *name, GError **error);
/* The same of any network, or a copy of @other where @name is NULL, changed by @settings
 * (nullable), each GROUP.KEY=VALUE as @option gives them. */
DlScenario *cli_scenario_load_or_copy (Cli *cli, const char *name, const DlScenario *other,
                                       const char *option, char **settings, GError **error);
/* Change @scenario by @settings (nullable), each GROUP.KEY=VALUE as @option gives them, all at
 * once: values that need each other may come in any order. */
gboolean cli_scenario_apply (DlScenario *scenario, const char *option, char **settings,
                             GError **error);

/* "OPTION KEY: " before an error's message, but the key, which @assignment (GROUP.KEY=VALUE) names,
 * only once. */
void cli_place_error (GError **error, const char *option, const char *assignment);

/* A library that says when it is closed that another file has taken its place. */
typedef DlStore CliStore;
void cli_store_close (CliStore *store);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliStore, cli_store_close)

/* The library that --database names, or the user's own. */
DlStore *cli_store_open (Cli *cli, gboolean read_only, GError **error);
/* A scenario of the library, in its last state. */
DlScenario *cli_store_load (DlStore *store, const char *name, GError **error);

G_END_DECLS
