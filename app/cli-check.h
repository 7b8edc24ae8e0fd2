/* What the command check says alike of every network. */
#pragma once

#include "cli-table.h"
#include "dl-dependency.h"

G_BEGIN_DECLS

/* A row of three columns: what was checked, whether it holds, and @detail. */
void cli_check_append (CliTable *table, const char *check, gboolean holds, const char *detail);
/* Such a row. */
void cli_check_append_deadlock (CliTable *table, const DlVerdict *verdict);
/* The line above the channels of the shortest cycle. */
void cli_check_append_cycle_title (GString *out, const DlVerdict *verdict);

G_END_DECLS
