/* dateline-cli figure: what figures of a scenario show, with what the command line alone has: names
 * of scenarios, points that the library knows, progress on a terminal. */
#include "cli-figure.h"

#include "cli-families.h"
#include "cli-scenario.h"
#include "cli-streams.h"
#include "cli-sweep.h"
#include "dl-figure-source.h"
#include "dl-sweep-store.h"

#include <glib/gi18n.h>

/* Sweeps --------------------------------------------------------------------------------------- */

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
check_sweep_options (const CliOptions *options, GError **error)
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

/* Sweep of the options; NULL on error. */
static DlSweepSpec *
read_options (Cli *cli, const DlScenario *scenario, guint *n_jobs, const DlMeasure ***measures,
              guint *n_measures, GError **error)
{
  const DlFigureOptions options = cli_figure_options (cli, &cli->options);
  g_autoptr (DlSweepSpec) spec = NULL;

  if (!check_sweep_options (&cli->options, error) || !dl_figure_parse_jobs (&options, n_jobs, error)
      || (spec = cli_sweep_spec_of (cli, scenario, error)) == NULL)
    return NULL;
  spec->only_static = cli->options.only_static;
  if (cli->options.measures != NULL
      && (*measures = dl_figure_parse_measures (&options, spec, n_measures, error)) == NULL)
    return NULL;
  return g_steal_pointer (&spec);
}

/* Whether the options ask for a sweep that there is, before anything takes its time. */
static gboolean
check_sweep (Cli *cli, const DlScenario *scenario, GError **error)
{
  g_autofree const DlMeasure **measures = NULL;
  guint n_jobs, n_measures;
  g_autoptr (DlSweepSpec) spec
      = read_options (cli, scenario, &n_jobs, &measures, &n_measures, error);

  return spec != NULL;
}

/* Run what --vary, --seeds and --static ask for of @scenario, but for the points that the library
 * has. NULL on error. */
static DlSweepFigure *
run_sweep (Cli *cli, const DlScenario *scenario, GError **error)
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

/* Sources -------------------------------------------------------------------------------------- */

struct _CliFigureSource
{
  Cli *cli;
  const DlScenario *scenario;
  DlFigureSource *source;
  gboolean has_against;
  CliProgress progress;
};

static DlCounters *
read_counters (const char *file_name, GCancellable *cancellable, gpointer data, GError **error)
{
  return cli_counters_load (((CliFigureSource *) data)->cli, file_name, error);
}

static void
begin (gpointer data)
{
  cli_progress_begin (&((CliFigureSource *) data)->progress);
}

static void
set_progress (double fraction, gpointer data)
{
  cli_progress_set (fraction, &((CliFigureSource *) data)->progress);
}

static void
end (gpointer data)
{
  cli_progress_end (&((CliFigureSource *) data)->progress);
}

static DlSweepFigure *
show_sweep (GCancellable *cancellable, gpointer data, GError **error)
{
  CliFigureSource *source = data;

  return run_sweep (source->cli, source->scenario, error);
}

/* A part of it is shown, too. */
static void
take_curve (const DlLoadCurve *curve, gpointer data)
{
  Cli *cli = ((CliFigureSource *) data)->cli;
  g_autoptr (GError) interruption = NULL;

  if (curve->n_runs < curve->n_all_runs
      && g_cancellable_set_error_if_cancelled (cli->cancellable, &interruption))
    cli_interrupt (cli, dl_sweep_runs_finished (curve->n_runs, curve->n_all_runs), &interruption);
}

CliFigureSource *
cli_figure_source_new (Cli *cli, const DlScenario *scenario)
{
  CliFigureSource *source = g_new0 (CliFigureSource, 1);
  const DlFigureHost host = { .data = source,
                              .read_counters = read_counters,
                              .begin = begin,
                              .progress = set_progress,
                              .end = end,
                              .sweep = show_sweep,
                              .take_curve = take_curve };

  source->cli = cli;
  source->scenario = scenario;
  source->source = dl_figure_source_new (scenario, &host);
  return source;
}

void
cli_figure_source_free (CliFigureSource *source)
{
  if (source == NULL)
    return;
  dl_figure_source_free (source->source);
  g_free (source);
}

const DlFamily *
cli_figure_source_family (const CliFigureSource *source)
{
  return source->scenario->family;
}

/* Options -------------------------------------------------------------------------------------- */

/* Whether @options name a B. */
static gboolean
is_given (const CliOptions *options)
{
  return options->against != NULL || options->against_set != NULL;
}

DlFigureOptions
cli_figure_options (const Cli *cli, const CliOptions *options)
{
  const CliOptions *all = &cli->options;

  return (DlFigureOptions) { .metric = options->metric,
                             .counters = options->counters,
                             .region = options->region,
                             .show = options->show,
                             .dimension = options->dimension,
                             .node = options->node,
                             .planes = options->planes,
                             .port = options->port,
                             .policies = options->policies,
                             .group = options->group,
                             .sorted = options->sorted,
                             .title = options->title,
                             .no_title = options->no_title,
                             .no_legend = options->no_legend,
                             .no_caption = options->no_caption,
                             .dark = options->dark,
                             .font = options->font,
                             .text_size = options->text_size,
                             .width = options->width,
                             .height = options->height,
                             .dpi = options->dpi,
                             .cycles = all->cycles,
                             .seeds = all->seeds,
                             .jobs = all->jobs,
                             .measures = all->measures,
                             .against = is_given (all),
                             .on_page = all->panels != NULL };
}

/* B as the options of the command name it, once; nothing where they name none. */
static gboolean
load_against (CliFigureSource *source, GError **error)
{
  Cli *cli = source->cli;
  DlScenario *b;

  if (!is_given (&cli->options) || source->has_against)
    return TRUE;
  b = cli_scenario_load_or_copy (cli, cli->options.against, source->scenario, "--against-set",
                                 cli->options.against_set, error);
  source->has_against = b != NULL && dl_figure_source_set_against (source->source, b, error);
  return source->has_against;
}

gboolean
cli_figure_source_check (CliFigureSource *source, const DlFigure *figure, const CliOptions *options,
                         GError **error)
{
  const DlFigureOptions read = cli_figure_options (source->cli, options);

  return dl_figure_source_check (source->source, figure, &read, error)
         && (figure->paper_check != NULL
             || ((!figure->needs_sweep || check_sweep (source->cli, source->scenario, error))
                 && load_against (source, error)));
}

gboolean
cli_figure_source_fill (CliFigureSource *source, const DlFigure *figure, const CliOptions *options,
                        DlFigureInput *input, GError **error)
{
  const DlFigureOptions read = cli_figure_options (source->cli, options);

  return dl_figure_source_fill (source->source, figure, &read, input, source->cli->cancellable,
                                error);
}
