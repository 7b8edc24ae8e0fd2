/* The command line of the torus: its functions in the table of families, in the order there. */
#pragma once

#include "cli-families.h"

G_BEGIN_DECLS

gboolean cli_torus_append_model (Cli *cli, const DlEvaluation *result, GError **error);
gboolean cli_torus_append_tables (Cli *cli, const DlScenario *scenario, GError **error);
extern const DlTableColumn cli_torus_columns_of_cable[4];
void cli_torus_cells_of_cable (DlCells *cells, gconstpointer shape, guint link);
CliStatus cli_torus_counters (Cli *cli, DlCounters *counters, guint top, GError **error);
extern const CliRunFamily cli_torus_runs;

/* The node that --node names. */
gboolean cli_torus_parse_node (const DlScenario *scenario, const char *text, DlTorusCoord *coord,
                               GError **error);

G_END_DECLS
