/* What the searches of dateline-cli optimize share. */
#pragma once

#include "cli-json.h"
#include "cli-scenario.h"
#include "cli-streams.h"
#include "dl-optimize-datelines.h"

G_BEGIN_DECLS

/* A scenario to be improved, and what it is made of. */
typedef struct
{
  Cli *cli;
  DlScenario *scenario;
  DlNetwork *network;
  DlRoutingSpec spec;
  DlDemand *demand;
  GPtrArray *edits; /* DlEdit: what improves the scenario */
  CliProgress progress;
} CliProblem;

/* Each appends its result to the output and its edits to @problem. FALSE with
 * G_IO_ERROR_CANCELLED. */
gboolean cli_optimize_datelines (CliProblem *problem, GError **error);
gboolean cli_optimize_past_faults (CliProblem *problem, GError **error);
gboolean cli_optimize_vc (CliProblem *problem, GError **error);

/* FALSE, with G_IO_ERROR_CANCELLED. */
gboolean cli_optimize_stopped (GError **error);
/* A result's object, with the keys that all have; @what is the option. */
JsonBuilder *cli_optimize_begin_json (const CliProblem *problem, const char *what);
void cli_optimize_end_json (CliProblem *problem, JsonBuilder *builder);

G_END_DECLS
