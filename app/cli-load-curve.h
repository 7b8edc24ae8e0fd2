/* The sweep of a load curve, for a figure. */
#pragma once

#include "cli-command.h"
#include "dl-load-sweep.h"

G_BEGIN_DECLS

/* Run it, with --seeds, --cycles and --jobs if they are given. NULL on error. */
DlLoadCurve *cli_load_curve (Cli *cli, const DlScenario *scenario, const DlAnalysis *analysis,
                             GError **error);

G_END_DECLS
