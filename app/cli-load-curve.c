#include "cli-load-curve.h"

#include "cli-progress.h"
#include "cli-sweep.h"
#include "dl-value.h"

static gboolean
add_result (const DlSweepResult *result, gpointer data, GError **error)
{
  g_array_append_val ((GArray *) data, *result);
  return TRUE;
}

static gboolean
parse_cycles (const char *text, guint64 *cycles, GError **error)
{
  if (text == NULL || dl_value_parse_uint (text, 1, G_MAXINT64, cycles, error))
    return TRUE;
  g_prefix_error (error, "--cycles: ");
  return FALSE;
}

DlLoadCurve *
cli_load_curve (Cli *cli, const DlScenario *scenario, const DlAnalysis *analysis, GError **error)
{
  const CliOptions *given = &cli->options;
  DlLoadSweepOptions options = dl_load_sweep_options_default ();
  g_autoptr (GArray) results = g_array_new (FALSE, FALSE, sizeof (DlSweepResult));
  g_autoptr (DlSweepSpec) spec = NULL;
  CliProgress progress;
  DlSweepOptions run = { .n_jobs = cli_sweep_default_jobs (),
                         .on_point = add_result,
                         .on_point_data = results,
                         .progress = cli_progress_set,
                         .progress_data = &progress };
  gboolean done;

  if (!cli_parse_count ("--seeds", given->seeds, DL_SWEEP_MAX_SEEDS, &options.n_seeds, error)
      || !cli_parse_count ("--jobs", given->jobs, CLI_MAX_JOBS, &run.n_jobs, error)
      || !parse_cycles (given->cycles, &options.cycles, error)
      || (spec = dl_load_sweep_new (scenario, analysis, &options, error)) == NULL)
    return NULL;
  cli_progress_begin (&progress);
  done = dl_sweep_run (spec, &run, cli->cancellable, error);
  cli_progress_end (&progress);
  return done ? dl_load_curve_new (spec, results) : NULL;
}
