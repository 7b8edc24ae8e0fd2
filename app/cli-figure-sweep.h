/* The sweep of a figure. */
#pragma once

#include "cli-command.h"
#include "dl-sweep-figure.h"

G_BEGIN_DECLS

/* Whether the options ask for a sweep that there is, before anything takes its time. */
gboolean cli_figure_sweep_check (Cli *cli, const DlScenario *scenario, GError **error);
/* Run what --vary, --seeds and --static ask for of @scenario, but for the points that the library
 * has. NULL on error. */
DlSweepFigure *cli_figure_sweep (Cli *cli, const DlScenario *scenario, GError **error);

G_END_DECLS
