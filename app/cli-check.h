/* What the command check says alike of every network. */
#pragma once

#include "cli-json.h"
#include "cli-table.h"
#include "dl-dependency.h"
#include "dl-pair-counts.h"

G_BEGIN_DECLS

/* A row of three columns: what was checked, whether it holds, and @detail. */
void cli_check_append (CliTable *table, const char *check, gboolean holds, const char *detail);
/* Such a row. */
void cli_check_append_deadlock (CliTable *table, const DlVerdict *verdict);
/* Such a row: @all pairs decide, those of the traffic pattern are told beside them. @example
 * (nullable): a pair that is unreachable. */
void cli_check_append_reachability (CliTable *table, const DlPairCounts *all,
                                    const DlPairCounts *pattern, const char *example);
/* The member "all_pairs" of the current object. */
void cli_json_all_pairs (JsonBuilder *builder, const DlPairCounts *all);
/* The line above the channels of the shortest cycle. */
void cli_check_append_cycle_title (GString *out, const DlVerdict *verdict);

G_END_DECLS
