/* The sweep of a load curve, for a figure. */
#pragma once

#include "cli-command.h"
#include "dl-load-sweep.h"

G_BEGIN_DECLS

/* What --seeds, --cycles and --jobs ask for, before anything takes its time. */
gboolean cli_load_curve_options (Cli *cli, const DlScenario *scenario, DlLoadSweepOptions *options,
                                 guint *n_jobs, GError **error);
/* Run it, with --seeds, --cycles and --jobs if they are given. NULL on error. */
DlLoadCurve *cli_load_curve (Cli *cli, const DlScenario *scenario, const DlAnalysis *analysis,
                             GError **error);

G_END_DECLS
