/* The command line of the dragonfly: its functions in the table of families, in the order there. */
#pragma once

#include "cli-families.h"

G_BEGIN_DECLS

gboolean cli_dragonfly_append_model (Cli *cli, const DlEvaluation *result, GError **error);
CliStatus cli_dragonfly_counters (Cli *cli, DlCounters *counters, guint top, GError **error);
extern const CliRunFamily cli_dragonfly_runs;

/* A link by its ends, its number there and its class: columns of a table, and its cells. */
extern const DlTableColumn cli_dragonfly_columns_at[5];
void cli_dragonfly_cells_at (DlCells *cells, const DlDragonfly *net, guint link);

G_END_DECLS
