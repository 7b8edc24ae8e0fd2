/* The command line of any network, by what its family's interface says: of families without a row
 * of their own, and of rows for what they have nothing to add to. As CliFamily has them. */
#pragma once

#include "cli-families.h"

G_BEGIN_DECLS

extern const CliFamily cli_plain;

/* Fail: the command does not exist for networks like that of the scenario @name; @instead,
 * translated, names a substitute. FALSE. */
gboolean cli_plain_refuse (const Cli *cli, const char *name, const char *instead, GError **error);
void cli_plain_describe (CliTable *table, const DlScenario *scenario);
gboolean cli_plain_find_examples (const DlEvaluation *result, CliVerdict *verdict,
                                  GCancellable *cancellable, GError **error);
gboolean cli_plain_append_route (Cli *cli, const DlScenario *scenario, gpointer shape, guint from,
                                 guint to, GError **error);
/* Counters of a link of a run: columns of a table, and its cells. */
extern const DlTableColumn cli_columns_run_link[3];
void cli_cells_run_link (DlCells *cells, const DlSimulation *run, guint link);

void cli_plain_append_table (Cli *cli, const DlScenario *scenario, const DlRouterTable *table);

G_END_DECLS
