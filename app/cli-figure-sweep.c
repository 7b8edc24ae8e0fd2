/* dateline-cli figure: sweeps and load curves. */
#include "cli-figure.h"

#include "cli-scenario.h"
#include "cli-streams.h"
#include "cli-sweep.h"
#include "dl-names.h"
#include "dl-sweep-store.h"
#include "dl-value.h"

#include <glib/gi18n.h>

#include <string.h>

/* Measures ------------------------------------------------------------------------------------- */

static const DlMeasure *
find_measure (const DlSweepSpec *spec, const char *name, GError **error)
{
  guint n_all, n = 0;
  g_autofree const DlMeasure **all = dl_measures (spec->scenario->family, &n_all);
  g_autofree const char **names = g_new0 (const char *, n_all + 1);
  g_autofree char *quoted = dl_value_quote (name);
  g_autofree char *hint = NULL;

  for (guint i = 0; i < n_all; i++)
    if (!spec->only_static || !all[i]->simulated)
      {
        names[n++] = all[i]->id;
        if (strcmp (all[i]->id, name) == 0)
          return all[i];
      }
  hint = dl_names_hint (name, names);
  cli_bad_input (error, _ ("--measures: %s is not a measure (%s)"), quoted, hint);
  return NULL;
}

/* Those that --measures names, in that order; free with g_free. */
static const DlMeasure **
read_measures (Cli *cli, const DlSweepSpec *spec, guint *n, GError **error)
{
  g_auto (GStrv) names = NULL;
  g_autofree const DlMeasure **measures = NULL;

  names = g_strsplit (cli->options.measures, ",", -1);
  measures = g_new (const DlMeasure *, MAX (g_strv_length (names), 1));
  *n = 0;
  for (char **name = names; *name != NULL; name++)
    {
      measures[*n] = find_measure (spec, g_strstrip (*name), error);
      if (measures[(*n)++] == NULL)
        return NULL;
    }
  return g_steal_pointer (&measures);
}

/* Points --------------------------------------------------------------------------------------- */

/* The library to look into; NULL without an error if there is none. */
static DlStore *
open_library (Cli *cli, GError **error)
{
  g_autofree char *path = dl_store_default_path ();

  if (cli->options.database != NULL)
    return cli_store_open (cli, TRUE, error);
  return g_file_test (path, G_FILE_TEST_EXISTS) ? dl_store_open_read_only (path, NULL) : NULL;
}

static gboolean
take_known (Cli *cli, DlSweepPoints *points, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (CliStore) store = open_library (cli, &local);
  g_auto (GStrv) digests = store != NULL ? dl_sweep_digests (points->spec) : NULL;

  for (guint i = 0; store != NULL && local == NULL && i < points->n_points; i++)
    {
      g_autoptr (DlStoreRun) run = dl_store_find_run (store, digests[i], &local);
      DlSweepResult result;

      if (run == NULL)
        continue;
      dl_sweep_store_result (run, points->spec->scenario->family, i, &result);
      dl_sweep_points_add (points, &result);
    }
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static gboolean
take_result (const DlSweepResult *result, gpointer data, GError **error)
{
  dl_sweep_points_add (data, result);
  return TRUE;
}

/* TRUE also after Ctrl+C (cli_interrupt), if there is any. */
static gboolean
run_rest (Cli *cli, DlSweepPoints *points, guint n_jobs, GError **error)
{
  g_autofree gboolean *known = g_memdup2 (points->known, points->n_points * sizeof *points->known);
  CliProgress progress;
  const DlSweepOptions options = { .n_jobs = n_jobs,
                                   .skip = known,
                                   .on_point = take_result,
                                   .on_point_data = points,
                                   .progress = cli_progress_set,
                                   .progress_data = &progress };
  g_autoptr (GError) problem = NULL;

  cli_progress_begin (&progress);
  dl_sweep_run (points->spec, &options, cli->cancellable, &problem);
  cli_progress_end (&progress);
  if (problem == NULL
      || (points->n_known > 0
          && cli_interrupt (cli, dl_sweep_runs_finished (points->n_known, points->n_points),
                            &problem)))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

static gboolean
check_options (const CliOptions *options, GError **error)
{
  if (options->vary == NULL)
    return cli_bad_input (error,
                          _ ("figure sweep: no key is varied (add --vary GROUP.KEY=VALUES)"));
  if (g_strv_length (options->vary) > DL_SWEEP_CHART_MOST_KEYS)
    return cli_bad_input (error, _ ("figure sweep: too many keys (at most two --vary)"));
  if (options->only_static && options->seeds != NULL)
    return cli_bad_input (error, _ ("figure sweep: a static analysis has no seeds (choose "
                                    "--static or --seeds)"));
  return TRUE;
}

/* What the options ask for; NULL on error. */
static DlSweepSpec *
read_options (Cli *cli, const DlScenario *scenario, guint *n_jobs, const DlMeasure ***measures,
              guint *n_measures, GError **error)
{
  g_autoptr (DlSweepSpec) spec = NULL;

  *n_jobs = cli_sweep_default_jobs ();
  if (!check_options (&cli->options, error)
      || !cli_parse_count ("--jobs", cli->options.jobs, CLI_MAX_JOBS, n_jobs, error)
      || (spec = cli_sweep_spec_of (cli, scenario, error)) == NULL)
    return NULL;
  spec->only_static = cli->options.only_static;
  if (cli->options.measures != NULL
      && (*measures = read_measures (cli, spec, n_measures, error)) == NULL)
    return NULL;
  return g_steal_pointer (&spec);
}

gboolean
cli_figure_sweep_check (Cli *cli, const DlScenario *scenario, GError **error)
{
  g_autofree const DlMeasure **measures = NULL;
  guint n_jobs, n_measures;
  g_autoptr (DlSweepSpec) spec
      = read_options (cli, scenario, &n_jobs, &measures, &n_measures, error);

  return spec != NULL;
}

DlSweepFigure *
cli_figure_sweep (Cli *cli, const DlScenario *scenario, GError **error)
{
  g_autofree const DlMeasure **measures = NULL;
  guint n_jobs, n_measures;
  g_autoptr (DlSweepSpec) spec
      = read_options (cli, scenario, &n_jobs, &measures, &n_measures, error);
  g_autoptr (DlSweepPoints) points = NULL;

  if (spec == NULL)
    return NULL;
  points = dl_sweep_points_new (spec);
  if (!take_known (cli, points, error) || !run_rest (cli, points, n_jobs, error))
    return NULL;
  if (measures == NULL)
    measures = dl_sweep_points_measures (points, &n_measures);
  return dl_sweep_figure_new (
      &(DlSweepChart) { .points = points, .measures = measures, .n_measures = n_measures });
}

/* Load curves ---------------------------------------------------------------------------------- */

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
cli_load_curve (Cli *cli, const DlEvaluation *result, GError **error)
{
  DlLoadSweepOptions options;
  CliProgress progress;
  g_autoptr (GError) interruption = NULL;
  DlLoadCurve *curve;
  guint n_jobs;

  if (!cli_load_curve_options (cli, result->scenario, &options, &n_jobs, error))
    return NULL;
  options.keeps = TRUE;
  cli_progress_begin (&progress);
  curve = dl_load_curve_run (result, &options, n_jobs, cli_progress_set, &progress,
                             cli->cancellable, error);
  cli_progress_end (&progress);
  if (curve != NULL && curve->n_runs < curve->n_all_runs
      && g_cancellable_set_error_if_cancelled (cli->cancellable, &interruption))
    cli_interrupt (cli, dl_sweep_runs_finished (curve->n_runs, curve->n_all_runs), &interruption);
  return curve;
}
