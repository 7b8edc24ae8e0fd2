/* What analyze and check say alike. */
#pragma once

#include "cli-json.h"
#include "dl-analysis.h"
#include "dl-scenario.h"

G_BEGIN_DECLS

/* Into the current object: the keys from "format" to "dropped_pairs". */
void cli_json_counts (JsonBuilder *builder, const DlScenario *scenario, const DlAnalysis *analysis);
/* Into the current object: "deadlock_free", "cycle" and "cyclic_components". */
void cli_json_verdict (JsonBuilder *builder, const DlAnalysis *analysis);

/* The scenario's name and a line for each key that decides its routes and traffic. */
void cli_append_description (GString *out, const DlScenario *scenario);

G_END_DECLS
