/* What several commands say of an analysis, whatever its network. */
#pragma once

#include "cli-families.h"

G_BEGIN_DECLS

/* A result's object that is begun: the keys that all have, to "dropped_pairs". */
JsonBuilder *cli_json_new_counts (const DlEvaluation *result);
/* In a table: "impossible", "POSSIBLE", or that it is not known; translated. */
const char *cli_deadlock_word (const DlVerdict *verdict);
/* Into the current object: "deadlock_free", "cycle" and "cyclic_components". */
void cli_json_verdict (JsonBuilder *builder, const DlEvaluation *result);

/* The scenario's name and a line for each key that decides its routes and traffic. */
void cli_append_description (GString *out, const DlScenario *scenario);
/* Rows of two columns: working nodes and links; pairs, and those that are not delivered; cyclic
 * components and deadlock. */
void cli_table_parts (CliTable *table, const DlEvaluation *result);
void cli_table_pairs (CliTable *table, const DlEvaluation *result);
void cli_table_verdict (CliTable *table, const DlEvaluation *result);

G_END_DECLS
