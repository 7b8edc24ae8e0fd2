/* The command line of fabrics: its functions in the table of families, in the order there. */
#pragma once

#include "cli-families.h"

G_BEGIN_DECLS

gboolean cli_fabric_takes (const Cli *cli, const char *name, GError **error);
void cli_fabric_add_analysis (JsonBuilder *builder, const DlEvaluation *result);
void cli_fabric_append_analysis_csv (GString *out, const DlEvaluation *result);
void cli_fabric_append_analysis_text (GString *out, const DlEvaluation *result);
void cli_fabric_append_links (GString *out, const DlEvaluation *result, gboolean csv);
void cli_fabric_append_cycle (GString *out, const DlEvaluation *result);
gboolean cli_fabric_append_route (Cli *cli, const DlScenario *scenario, gpointer shape, guint from,
                                  guint to, GError **error);
gboolean cli_fabric_append_tables (Cli *cli, const DlScenario *scenario, GError **error);
void cli_fabric_append_run_links (GString *out, const DlSimulation *run);
void cli_fabric_name_wait (const DlSimulation *run, const DlSimWait *wait, CliWait *names);

G_END_DECLS
