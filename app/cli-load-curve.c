#include "cli-load-curve.h"

#include "cli-progress.h"
#include "cli-sweep.h"

gboolean
cli_load_curve_options (Cli *cli, const DlScenario *scenario, DlLoadSweepOptions *options,
                        guint *n_jobs, GError **error)
{
  const CliOptions *given = &cli->options;

  *options = dl_load_sweep_options_for (scenario);
  *n_jobs = cli_sweep_default_jobs ();
  return cli_parse_count ("--seeds", given->seeds, DL_SWEEP_MAX_SEEDS, &options->n_seeds, error)
         && cli_parse_count ("--jobs", given->jobs, CLI_MAX_JOBS, n_jobs, error)
         && cli_parse_uint ("--cycles", given->cycles, 1, G_MAXINT64, &options->cycles, error);
}

DlLoadCurve *
cli_load_curve (Cli *cli, const DlScenario *scenario, const DlAnalysis *analysis, GError **error)
{
  DlLoadSweepOptions options;
  CliProgress progress;
  DlLoadCurve *curve;
  guint n_jobs;

  if (!cli_load_curve_options (cli, scenario, &options, &n_jobs, error))
    return NULL;
  cli_progress_begin (&progress);
  curve = dl_load_curve_run (scenario, analysis, &options, n_jobs, cli_progress_set, &progress,
                             cli->cancellable, error);
  cli_progress_end (&progress);
  return curve;
}
