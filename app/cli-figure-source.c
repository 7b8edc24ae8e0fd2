/* dateline-cli figure: what figures of a scenario show, computed when the first of them needs it: a
 * second scenario beside it, sweeps, and all else. */
#include "cli-figure.h"

#include "cli-families.h"
#include "cli-scenario.h"
#include "cli-streams.h"
#include "cli-sweep.h"
#include "dl-figure-family.h"
#include "dl-names.h"
#include "dl-sweep-store.h"
#include "dl-value.h"

#include <glib/gi18n.h>

#include <string.h>

/* B -------------------------------------------------------------------------------------------- */

/* B as a figure shows it; zeroed where there is none. */
typedef struct
{
  DlScenario *scenario;
  DlEvaluation *result;
  DlCritical *critical;
  DlSimFigure *simulation;
  DlFigureInput input;
} Against;

static void
against_clear (Against *against)
{
  dl_scenario_free (against->scenario);
  dl_evaluation_unref (against->result);
  dl_critical_unref (against->critical);
  dl_sim_figure_unref (against->simulation);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Against, against_clear)

/* Whether @options name a B. */
static gboolean
is_given (const CliOptions *options)
{
  return options->against != NULL || options->against_set != NULL;
}

/* "ring-matrix, isometric, ..." */
static char *
comparing_figures (void)
{
  GString *names = g_string_new (NULL);
  guint n;
  const DlFigure *const *figures = dl_figures (&n);

  for (guint i = 0; i < n; i++)
    if (figures[i]->compares)
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", figures[i]->id);
  return g_string_free (names, FALSE);
}

/* Whether --against and --against-set fit @figure, and @show, of --show (nullable), fits both. */
static gboolean
check_against (const CliOptions *options, const char *show, const DlFigure *figure, GError **error)
{
  const gboolean of_panels = figure == &dl_figure_panels;
  g_autofree char *names = NULL;
  DlShow known;

  if (show != NULL && !dl_show_find (show, &known))
    return cli_bad_input (error, _ ("--show: “%s” cannot be shown (expected a, b or difference)"),
                          show);
  if (show != NULL && !is_given (options))
    return cli_bad_input (error, _ ("--show needs a second scenario (add --against SCENARIO)"));
  /* Beside panels that compare there may be others. */
  if (!is_given (options) || figure->compares || of_panels
      || (options->panels != NULL && show == NULL))
    return TRUE;
  names = comparing_figures ();
  return cli_bad_input (error, _ ("--against: %s shows only one scenario (expected one of: %s)"),
                        figure->id, names);
}

static gboolean
check_families_of (const DlScenario *a, const DlScenario *b, GError **error)
{
  return b->family == a->family
         || cli_figures_that_refuse (b->family, a->family)
                ->refuse_against (b->name, a->name, error);
}

/* The same evaluated; @a is A. */
static gboolean
evaluate_against (Cli *cli, const DlEvaluation *a, Against *against, GError **error)
{
  const DlScenario *scenario = against->scenario;

  if (scenario == NULL)
    return TRUE;
  against->result = dl_evaluation_new (scenario, 0, NULL, cli->cancellable, error);
  if (against->result == NULL)
    return FALSE;
  if (!scenario->family->same_places (a->net.shape, against->result->net.shape))
    return cli_bad_input (error,
                          _ ("--against: the links of %s and %s cannot be compared (use networks "
                             "of the same shape)"),
                          scenario->name, a->scenario->name);
  against->input = cli_figure_input (against->result);
  return TRUE;
}

/* B as the options of @cli name it, once; nothing where they name none. */
static gboolean
load_against (Cli *cli, const DlScenario *a, Against *against, GError **error)
{
  const CliOptions *options = &cli->options;

  if (!is_given (options) || against->scenario != NULL)
    return TRUE;
  against->scenario = cli_scenario_load_or_copy (cli, options->against, a, "--against-set",
                                                 options->against_set, error);
  return against->scenario != NULL && check_families_of (a, against->scenario, error);
}

/* A run of @scenario, in a torus with the router @watched seen from inside; NULL on error. */
static DlSimFigure *
simulate (Cli *cli, const DlScenario *scenario, guint watched, GError **error)
{
  DlSimulateOptions options = dl_simulate_options (scenario);
  CliProgress progress;
  g_autoptr (DlSimulation) run = NULL;

  options.watches = TRUE;
  options.watched = watched;
  options.progress = cli_progress_set;
  options.progress_data = &progress;
  cli_progress_begin (&progress);
  run = dl_simulate (scenario, &options, cli->cancellable, error);
  cli_progress_end (&progress);
  return run != NULL ? dl_sim_figure_new_run (run) : NULL;
}

/* B's run and critical cables, for figures that need them; once. */
static gboolean
simulate_against (Cli *cli, Against *against, GError **error)
{
  if (against->simulation == NULL)
    against->simulation = simulate (cli, against->scenario, 0, error);
  return against->simulation != NULL;
}

static gboolean
find_critical_against (Cli *cli, Against *against, GError **error)
{
  if (against->critical == NULL)
    against->critical
        = cli_family_of (against->scenario)->figures->find_critical (cli, against->scenario, error);
  return against->critical != NULL;
}

/* Sweeps: measures ----------------------------------------------------------------------------- */

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

/* Measures of --measures, in that order; free with g_free. */
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
  g_autoptr (DlSweepSpec) spec = NULL;

  *n_jobs = cli_sweep_default_jobs ();
  if (!check_sweep_options (&cli->options, error)
      || !cli_parse_count ("--jobs", cli->options.jobs, CLI_MAX_JOBS, n_jobs, error)
      || (spec = cli_sweep_spec_of (cli, scenario, error)) == NULL)
    return NULL;
  spec->only_static = cli->options.only_static;
  if (cli->options.measures != NULL
      && (*measures = read_measures (cli, spec, n_measures, error)) == NULL)
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

/* Load curves ---------------------------------------------------------------------------------- */

/* Parse --seeds, --cycles and --jobs, before anything takes its time. */
static gboolean
parse_load_curve (Cli *cli, const DlScenario *scenario, DlLoadSweepOptions *options, guint *n_jobs,
                  GError **error)
{
  const CliOptions *given = &cli->options;

  *options = dl_load_sweep_options_for (scenario);
  *n_jobs = cli_sweep_default_jobs ();
  return cli_parse_count ("--seeds", given->seeds, DL_SWEEP_MAX_SEEDS, &options->n_seeds, error)
         && cli_parse_count ("--jobs", given->jobs, CLI_MAX_JOBS, n_jobs, error)
         && cli_parse_uint ("--cycles", given->cycles, 1, G_MAXINT64, &options->cycles, error);
}

/* Run it of @result, with --seeds, --cycles and --jobs if they are given. NULL on error. */
static DlLoadCurve *
run_load_curve (Cli *cli, const DlEvaluation *result, GError **error)
{
  DlLoadSweepOptions options;
  CliProgress progress;
  g_autoptr (GError) interruption = NULL;
  DlLoadCurve *curve;
  guint n_jobs;

  if (!parse_load_curve (cli, result->scenario, &options, &n_jobs, error))
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

/* Sources -------------------------------------------------------------------------------------- */

struct _CliFigureSource
{
  Cli *cli;
  const DlScenario *scenario;
  const CliFigureFamily *figures;
  DlEvaluation *result; /* NULL before a figure needs it */
  /* Data that only some need; NULL before one does. */
  DlCritical *critical;
  DlSimFigure *simulation;
  DlLoadCurve *load_curve;
  Against against;
  GHashTable *counters; /* DlCounters by the names of their files */
  GPtrArray *owned;     /* of Owned: what belongs to one figure alone */
};

typedef struct
{
  gpointer object;
  GDestroyNotify free;
} Owned;

static void
owned_free (gpointer data)
{
  Owned *owned = data;

  owned->free (owned->object);
  g_free (owned);
}

/* Frees @object with the source. Returns it. */
static gpointer
own (CliFigureSource *source, gpointer object, GDestroyNotify free)
{
  Owned *owned = g_new (Owned, 1);

  *owned = (Owned) { object, free };
  g_ptr_array_add (source->owned, owned);
  return object;
}

CliFigureSource *
cli_figure_source_new (Cli *cli, const DlScenario *scenario)
{
  CliFigureSource *source = g_new0 (CliFigureSource, 1);

  source->cli = cli;
  source->scenario = scenario;
  source->figures = cli_family_of (scenario)->figures;
  source->counters
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) dl_counters_unref);
  source->owned = g_ptr_array_new_with_free_func (owned_free);
  return source;
}

void
cli_figure_source_free (CliFigureSource *source)
{
  if (source == NULL)
    return;
  g_ptr_array_unref (source->owned);
  g_hash_table_unref (source->counters);
  against_clear (&source->against);
  dl_load_curve_unref (source->load_curve);
  dl_sim_figure_unref (source->simulation);
  dl_critical_unref (source->critical);
  dl_evaluation_unref (source->result);
  g_free (source);
}

const DlFamily *
cli_figure_source_family (const CliFigureSource *source)
{
  return source->scenario->family;
}

/* Options -------------------------------------------------------------------------------------- */

DlFigureStyle
cli_figure_style (const CliOptions *options)
{
  DlFigureStyle style = { .title = options->title,
                          .no_title = options->no_title,
                          .no_legend = options->no_legend,
                          .no_caption = options->no_caption,
                          .dark = options->dark };

  if (options->font != NULL)
    dl_font_find (options->font, &style.typeface.font);
  if (options->text_size != NULL)
    style.typeface.points = g_ascii_strtod (options->text_size, NULL);
  if (options->height != NULL)
    style.height = g_ascii_strtod (options->height, NULL) * 72;
  return style;
}

/* Options of other families' figures. */
static gboolean
check_options (const CliFigureSource *source, const CliOptions *options, GError **error)
{
  guint n;
  const CliFamily *const *families = cli_families (&n);

  for (guint i = 0; i < n; i++)
    for (const char *const *option = families[i]->figures->options; *option != NULL; option++)
      if (!g_strv_contains (source->figures->options, *option) && cli_is_given (options, *option))
        return families[i]->figures->refuse_option (*option, error);
  return TRUE;
}

/* Counters of a machine of that kind, for figures and metrics of it. */
static DlCounters *
read_counters (CliFigureSource *source, const DlFigure *figure, const CliOptions *options,
               const DlMetric *metric, GError **error)
{
  g_autofree char *name = NULL;
  DlCounters *counters;

  if (options->counters == NULL)
    {
      if (figure->needs_measured)
        cli_bad_input (error, _ ("figure %s: counters are missing (add --counters FILE)"),
                       figure->id);
      else
        cli_bad_input (error, _ ("--metric %s: counters are missing (add --counters FILE)"),
                       metric->id);
      return NULL;
    }
  counters = g_hash_table_lookup (source->counters, options->counters);
  if (counters != NULL)
    return counters;
  counters = cli_counters_load (source->cli, options->counters, error);
  if (counters == NULL)
    return NULL;
  g_hash_table_insert (source->counters, g_strdup (options->counters), counters);
  if (counters->kind == source->figures->counters)
    return counters;
  name = cli_display_name (options->counters);
  source->figures->refuse_counters (name, error);
  return NULL;
}

/* Counters that @figure shows, and their region; @input's metric is known. */
static gboolean
choose_counters (CliFigureSource *source, const DlFigure *figure, const CliOptions *options,
                 DlFigureInput *input, GError **error)
{
  DlCounters *counters;

  if (options->region != NULL && options->counters == NULL)
    return cli_bad_input (error, _ ("--region: counters are missing (add --counters FILE)"));
  if (!figure->needs_measured && !dl_metric_is_measured (input->metric))
    return options->counters == NULL
           || cli_bad_input (
               error,
               _ ("--counters: %s does not show counters (add --metric measured, or "
                  "for a dragonfly measured-flits or measured-stalls, for a fabric measured-data "
                  "or measured-stalls)"),
               input->metric->id);
  counters = read_counters (source, figure, options, input->metric, error);
  if (counters == NULL || !cli_figure_parse_region (options, counters, input, error))
    return FALSE;
  input->counters = counters;
  return TRUE;
}

/* Options that say what of the network is shown: its shape is all that they are of. */
static gboolean
check_view (CliFigureSource *source, const DlFigure *figure, const CliOptions *options,
            GError **error)
{
  const DlScenario *scenario = source->scenario;
  gpointer shape = scenario->family->build (scenario, error);
  DlFigureInput input;
  gboolean fits;

  if (shape == NULL)
    return FALSE;
  input = dl_figure_input_bare (scenario, shape);
  fits = cli_figure_parse_view (options, figure, shape, &input, error)
         && choose_counters (source, figure, options, &input, error);
  dl_shared_unref (shape);
  return fits;
}

gboolean
cli_figure_source_check (CliFigureSource *source, const DlFigure *figure, const CliOptions *options,
                         GError **error)
{
  Cli *cli = source->cli;
  DlLoadSweepOptions load_sweep;
  guint n_jobs;

  return check_options (source, options, error)
         && check_against (&cli->options, options->show, figure, error)
         && parse_load_curve (cli, source->scenario, &load_sweep, &n_jobs, error)
         && (figure->paper_check != NULL
             || (check_view (source, figure, options, error)
                 && (!figure->needs_sweep || check_sweep (cli, source->scenario, error))
                 && load_against (cli, source->scenario, &source->against, error)));
}

/* Inputs of figures ---------------------------------------------------------------------------- */

/* The analysis, and B's. */
static gboolean
load_scenarios (CliFigureSource *source, GError **error)
{
  if (source->result != NULL)
    return TRUE;
  source->result = dl_evaluation_new (source->scenario, 0, NULL, source->cli->cancellable, error);
  return source->result != NULL
         && evaluate_against (source->cli, source->result, &source->against, error);
}

/* A router has to be watched from the beginning: figures of several take a run each. */
static gboolean
watches_other (const DlSimFigure *simulation, const DlFigure *figure, guint node)
{
  return figure->needs_inside && simulation->inside != NULL
         && dl_shape_router_at (simulation->shape, dl_place_node (node)).a
                != simulation->inside->router;
}

static gboolean
add_simulation (CliFigureSource *source, const DlFigure *figure, DlFigureInput *input,
                GError **error)
{
  if (!figure->needs_simulation && !(figure->uses_metric && dl_metric_is_simulated (input->metric)))
    return TRUE;
  if (source->simulation == NULL)
    source->simulation = simulate (source->cli, source->scenario, input->node, error);
  if (source->simulation == NULL)
    return FALSE;
  input->simulation = source->simulation;
  if (watches_other (source->simulation, figure, input->node))
    {
      DlSimFigure *other = simulate (source->cli, source->scenario, input->node, error);

      if (other == NULL)
        return FALSE;
      input->simulation = own (source, other, (GDestroyNotify) dl_sim_figure_unref);
    }
  return input->against == NULL || simulate_against (source->cli, &source->against, error);
}

/* Under each policy; beside a second scenario the two are compared instead. */
static gboolean
add_policies (CliFigureSource *source, const DlFigure *figure, const CliOptions *options,
              DlFigureInput *input, GError **error)
{
  const DlFigureFamily *family = dl_figure_family_of (source->scenario->family);
  g_auto (GStrv) names = NULL;
  GPtrArray *analyses;

  if (!figure->needs_policies || input->against != NULL)
    return TRUE;
  if (options->policies != NULL)
    names = g_strsplit (options->policies, ",", -1);
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    g_strstrip (names[i]);
  analyses = family->analyze_policies (source->scenario, (const char *const *) names,
                                       source->cli->cancellable, error);
  if (analyses == NULL)
    return FALSE;
  own (source, analyses, (GDestroyNotify) g_ptr_array_unref);
  input->policies = analyses->pdata;
  input->n_policies = analyses->len;
  return TRUE;
}

static gboolean
add_critical (CliFigureSource *source, const DlFigure *figure, DlFigureInput *input, GError **error)
{
  if (!figure->uses_metric || !dl_metric_is_critical (input->metric))
    return TRUE;
  if (source->critical == NULL)
    source->critical = source->figures->find_critical (source->cli, source->scenario, error);
  input->critical = source->critical;
  return source->critical != NULL
         && (input->against == NULL
             || find_critical_against (source->cli, &source->against, error));
}

static gboolean
add_load_curve (CliFigureSource *source, const DlFigure *figure, DlFigureInput *input,
                GError **error)
{
  if (!figure->needs_load_curve)
    return TRUE;
  if (source->load_curve == NULL)
    source->load_curve = run_load_curve (source->cli, source->result, error);
  input->load_curve = source->load_curve;
  return source->load_curve != NULL;
}

static gboolean
add_sweep (CliFigureSource *source, const DlFigure *figure, DlFigureInput *input, GError **error)
{
  DlSweepFigure *sweep;

  if (!figure->needs_sweep)
    return TRUE;
  sweep = run_sweep (source->cli, source->scenario, error);
  if (sweep == NULL)
    return FALSE;
  own (source, sweep, (GDestroyNotify) dl_sweep_figure_unref);
  input->sweep = &sweep->chart;
  return TRUE;
}

static gboolean
add_counters (CliFigureSource *source, const DlFigure *figure, const CliOptions *options,
              DlFigureInput *input, GError **error)
{
  DlMeasured *measured;

  if (!choose_counters (source, figure, options, input, error))
    return FALSE;
  if (!figure->needs_measured)
    return TRUE;
  measured = dl_measured_new (input->counters, input->has_region ? &input->region : NULL,
                              input->analysis, NULL, error);
  if (measured == NULL)
    return FALSE;
  input->measured = own (source, measured, (GDestroyNotify) dl_measured_unref);
  return TRUE;
}

/* The paper's networks and traffic are known: the scenario says seed and length alone. */
static gboolean
check_paper (CliFigureSource *source, const DlFigure *figure, DlFigureInput *input, GError **error)
{
  g_auto (GStrv) settings = dl_paper_settings (source->scenario);
  CliProgress progress;
  const DlPaperOptions options = {
    .settings = (const char *const *) settings,
    .threads = g_get_num_processors (),
    .progress = cli_progress_set,
    .progress_data = &progress,
  };
  DlPaperResult *result;

  cli_progress_begin (&progress);
  result = dl_paper_check_run (dl_paper_check_find (figure->paper_check), &options,
                               source->cli->cancellable, error);
  cli_progress_end (&progress);
  if (result == NULL)
    return FALSE;
  own (source, result, (GDestroyNotify) dl_paper_result_unref);
  *input = dl_figure_input_paper (result);
  return TRUE;
}

/* B as this figure shows it. */
static void
complete_against (CliFigureSource *source, DlFigureInput *input)
{
  const Against *against = &source->against;
  DlFigureInput *b;

  if (input->against == NULL)
    return;
  b = own (source, g_memdup2 (&against->input, sizeof against->input), g_free);
  b->critical = against->critical;
  b->simulation = against->simulation;
  /* Counters of the machine are the same whatever is computed beside them. */
  b->counters = input->counters;
  b->has_region = input->has_region;
  b->region = input->region;
  input->against = b;
}

gboolean
cli_figure_source_fill (CliFigureSource *source, const DlFigure *figure, const CliOptions *options,
                        DlFigureInput *input, GError **error)
{
  if (figure->paper_check != NULL)
    {
      if (!check_paper (source, figure, input, error))
        return FALSE;
      input->style = cli_figure_style (options);
      return TRUE;
    }
  if (!load_scenarios (source, error))
    return FALSE;
  *input = cli_figure_input (source->result);
  input->style = cli_figure_style (options);
  if (figure->compares && source->against.scenario != NULL)
    {
      input->against = &source->against.input;
      input->show = DL_SHOW_DIFFERENCE;
    }
  if (!cli_figure_parse_view (options, figure, source->result->net.shape, input, error)
      || !add_counters (source, figure, options, input, error)
      || !add_policies (source, figure, options, input, error)
      || !add_critical (source, figure, input, error)
      || !add_simulation (source, figure, input, error)
      || !add_load_curve (source, figure, input, error)
      || !add_sweep (source, figure, input, error))
    return FALSE;
  complete_against (source, input);
  return TRUE;
}
