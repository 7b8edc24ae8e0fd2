/* The command line of the torus: its functions in the table of families, in the order there. */
#pragma once

#include "cli-families.h"

G_BEGIN_DECLS

void cli_torus_describe (CliTable *table, const DlScenario *scenario);
void cli_torus_add_analysis (JsonBuilder *builder, const DlEvaluation *result);
void cli_torus_append_analysis_csv (GString *out, const DlEvaluation *result);
void cli_torus_append_analysis_text (GString *out, const DlEvaluation *result);
void cli_torus_append_links (GString *out, const DlEvaluation *result, gboolean csv);
gboolean cli_torus_find_examples (const DlEvaluation *result, CliVerdict *verdict,
                                  GCancellable *cancellable, GError **error);
void cli_torus_append_cycle (GString *out, const DlEvaluation *result);
gboolean cli_torus_append_route (Cli *cli, const DlScenario *scenario, gpointer shape, guint from,
                                 guint to, GError **error);
gboolean cli_torus_append_model (Cli *cli, const DlEvaluation *result, GError **error);
extern const CliFlowsFamily cli_torus_flows;
gboolean cli_torus_append_tables (Cli *cli, const DlScenario *scenario, GError **error);
extern const DlTableColumn cli_torus_columns_of_cable[4];
void cli_torus_cells_of_cable (DlCells *cells, gconstpointer shape, guint link);
void cli_torus_measure (const DlSimulation *run, double *figures);
void cli_torus_add_figures (JsonBuilder *builder, const CliFigures *figures);
void cli_torus_add_run (JsonBuilder *builder, const DlSimulation *run);
void cli_torus_append_run_text (GString *out, const DlSimulation *run, const double *figures);
void cli_torus_append_run_links (GString *out, const DlSimulation *run);
void cli_torus_name_wait (const DlSimulation *run, const DlSimWait *wait, CliWait *names);
CliStatus cli_torus_counters (Cli *cli, DlCounters *counters, guint top, GError **error);
extern const CliFigureFamily cli_torus_figures;

/* A link by the node that it leaves and its direction: columns of a table, and its cells. */
extern const DlTableColumn cli_torus_columns_at[5];
void cli_torus_cells_at (DlCells *cells, DlLinkAt at);

/* The node that --node names. */
gboolean cli_torus_parse_node (const DlScenario *scenario, const char *text, DlCoord *coord,
                               GError **error);

G_END_DECLS
