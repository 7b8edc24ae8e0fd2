/* The command line of the dragonfly: its functions in the table of families, in the order there. */
#pragma once

#include "cli-families.h"

G_BEGIN_DECLS

gboolean cli_dragonfly_takes (const Cli *cli, const char *name, GError **error);
void cli_dragonfly_describe (CliTable *table, const DlScenario *scenario);
void cli_dragonfly_add_analysis (JsonBuilder *builder, const DlEvaluation *result);
void cli_dragonfly_append_analysis_csv (GString *out, const DlEvaluation *result);
void cli_dragonfly_append_analysis_text (GString *out, const DlEvaluation *result);
void cli_dragonfly_append_links (GString *out, const DlEvaluation *result, gboolean csv);
gboolean cli_dragonfly_find_examples (const DlEvaluation *result, CliVerdict *verdict,
                                      GCancellable *cancellable, GError **error);
gboolean cli_dragonfly_append_route (Cli *cli, const DlScenario *scenario, gpointer shape,
                                     guint from, guint to, GError **error);
gboolean cli_dragonfly_append_model (Cli *cli, const DlEvaluation *result, GError **error);
const char *cli_dragonfly_loads_are (const DlEvaluation *result);
gboolean cli_dragonfly_append_tables (Cli *cli, const DlScenario *scenario, GError **error);
char *cli_dragonfly_name_cable (gconstpointer shape, guint link);
void cli_dragonfly_measure (const DlSimulation *run, double *figures);
void cli_dragonfly_add_figures (JsonBuilder *builder, const CliFigures *figures);
void cli_dragonfly_add_run (JsonBuilder *builder, const DlSimulation *run);
void cli_dragonfly_append_run_text (GString *out, const DlSimulation *run, const double *figures);
gboolean cli_dragonfly_append_units (GString *out, const DlSimulation *run);
void cli_dragonfly_append_run_links (GString *out, const DlSimulation *run);
double cli_dragonfly_series_value (const DlSimPoint *from, const DlSimPoint *to);
CliStatus cli_dragonfly_counters (Cli *cli, DlCounters *counters, guint top, GError **error);
extern const CliFigureFamily cli_dragonfly_figures;

/* A link by its ends, its number there and its class: columns of a table, and its cells. */
extern const DlTableColumn cli_dragonfly_columns_at[5];
void cli_dragonfly_cells_at (DlCells *cells, const DlDragonfly *net, guint link);

G_END_DECLS
