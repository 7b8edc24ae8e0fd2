/* The sweep of a figure. */
#pragma once

#include "cli-command.h"
#include "dl-sweep-chart.h"

G_BEGIN_DECLS

/* Run what --vary, --seeds and --static ask for of @scenario, but for the points that the library
 * has. NULL on error. */
DlSweepChart *cli_figure_sweep (Cli *cli, const DlScenario *scenario, GError **error);
void cli_figure_sweep_free (gpointer chart);

G_END_DECLS
