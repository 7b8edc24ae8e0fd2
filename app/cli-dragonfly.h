/* The commands for a scenario of a dragonfly, and what they say alike. */
#pragma once

#include "cli-command.h"
#include "cli-json.h"
#include "dl-dragonfly-analysis.h"
#include "dl-scenario.h"

G_BEGIN_DECLS

CliStatus cli_analyze_dragonfly (Cli *cli, const DlScenario *scenario, GError **error);
CliStatus cli_links_dragonfly (Cli *cli, const DlScenario *scenario, GError **error);
CliStatus cli_route_dragonfly (Cli *cli, const DlScenario *scenario, GError **error);
CliStatus cli_check_dragonfly (Cli *cli, const DlScenario *scenario, GError **error);
CliStatus cli_model_dragonfly (Cli *cli, const DlScenario *scenario, GError **error);

/* Into the current object: the keys from "format" to "dropped_pairs", and from "deadlock_free" to
 * "cyclic_components", as of a torus. */
void cli_json_dragonfly_counts (JsonBuilder *builder, const DlScenario *scenario,
                                const DlDragonflyAnalysis *analysis);
void cli_json_dragonfly_verdict (JsonBuilder *builder, const DlDragonflyAnalysis *analysis);

/* The scenario's name and a line for each key that decides its routes and traffic. */
void cli_append_dragonfly_description (GString *out, const DlScenario *scenario);

G_END_DECLS
