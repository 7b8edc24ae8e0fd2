/* dateline-cli figure: what figures of a scenario show, computed when the first of them needs it.
 */
#include "cli-figure.h"

#include "cli-counters.h"
#include "cli-families.h"
#include "cli-streams.h"

#include <glib/gi18n.h>

struct _CliFigureSource
{
  Cli *cli;
  const DlScenario *scenario;
  const CliFigureFamily *figures;
  DlEvaluation *result; /* NULL before a figure needs it */
  /* What only some of them need; NULL before one does. */
  DlCritical *critical;
  DlSimFigure *simulation;
  DlLoadCurve *load_curve;
  CliAgainst against;
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

gpointer
cli_figure_source_own (CliFigureSource *source, gpointer object, GDestroyNotify free)
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
  cli_against_clear (&source->against);
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
                          .no_caption = options->no_caption };

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
  const CliFamily *families = cli_families (&n);

  for (guint i = 0; i < n; i++)
    for (const char *const *option = families[i].figures->options; *option != NULL; option++)
      if (!g_strv_contains (source->figures->options, *option) && cli_is_given (options, *option))
        return families[i].figures->refuse_option (*option, error);
  return TRUE;
}

/* What was measured on a machine of that kind, for figures and metrics of it. */
static DlCounters *
read_counters (CliFigureSource *source, const DlFigure *figure, const CliOptions *options,
               DlMetric metric, GError **error)
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
                       dl_metric_id (metric));
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

/* Those that @figure shows, and of which region; @input's metric is known. */
static gboolean
choose_counters (CliFigureSource *source, const DlFigure *figure, const CliOptions *options,
                 DlFigureInput *input, GError **error)
{
  DlCounters *counters;

  if (options->region != NULL && options->counters == NULL)
    return cli_bad_input (error, _ ("--region: counters are missing (add --counters FILE)"));
  if (!figure->needs_measured && !dl_metric_is_measured (input->metric))
    return options->counters == NULL
           || cli_bad_input (error,
                             _ ("--counters: %s does not show counters (add --metric measured, or "
                                "for a dragonfly measured-flits or measured-stalls)"),
                             dl_metric_id (input->metric));
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
  input = source->figures->input (scenario, shape, NULL);
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
         && cli_against_check (&cli->options, options->show, figure, error)
         && cli_load_curve_options (cli, source->scenario, &load_sweep, &n_jobs, error)
         && (figure->paper_check != NULL
             || (check_view (source, figure, options, error)
                 && (!figure->needs_sweep || cli_figure_sweep_check (cli, source->scenario, error))
                 && cli_against_load (cli, source->scenario, &source->against, error)));
}

/* What figures need ---------------------------------------------------------------------------- */

/* The analysis, and B's. */
static gboolean
load_scenarios (CliFigureSource *source, GError **error)
{
  if (source->result != NULL)
    return TRUE;
  source->result = dl_evaluation_new (source->scenario, 0, NULL, source->cli->cancellable, error);
  return source->result != NULL
         && cli_against_evaluate (source->cli, source->result, &source->against, error);
}

DlSimFigure *
cli_figure_simulate (Cli *cli, const DlScenario *scenario, guint watched, GError **error)
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
    source->simulation = cli_figure_simulate (source->cli, source->scenario, input->node, error);
  if (source->simulation == NULL)
    return FALSE;
  input->simulation = source->simulation;
  if (watches_other (source->simulation, figure, input->node))
    {
      DlSimFigure *other = cli_figure_simulate (source->cli, source->scenario, input->node, error);

      if (other == NULL)
        return FALSE;
      input->simulation
          = cli_figure_source_own (source, other, (GDestroyNotify) dl_sim_figure_unref);
    }
  return input->against == NULL || cli_against_simulate (source->cli, &source->against, error);
}

static gboolean
add_critical (CliFigureSource *source, const DlFigure *figure, DlFigureInput *input, GError **error)
{
  if (!figure->uses_metric || input->metric != DL_METRIC_CRITICAL)
    return TRUE;
  if (source->critical == NULL)
    source->critical = source->figures->find_critical (source->cli, source->scenario, error);
  input->critical = source->critical;
  return source->critical != NULL
         && (input->against == NULL
             || cli_against_find_critical (source->cli, &source->against, error));
}

static gboolean
add_load_curve (CliFigureSource *source, const DlFigure *figure, DlFigureInput *input,
                GError **error)
{
  if (!figure->needs_load_curve)
    return TRUE;
  if (source->load_curve == NULL)
    source->load_curve = cli_load_curve (source->cli, source->result, error);
  input->load_curve = source->load_curve;
  return source->load_curve != NULL;
}

static gboolean
add_sweep (CliFigureSource *source, const DlFigure *figure, DlFigureInput *input, GError **error)
{
  DlSweepFigure *sweep;

  if (!figure->needs_sweep)
    return TRUE;
  sweep = cli_figure_sweep (source->cli, source->scenario, error);
  if (sweep == NULL)
    return FALSE;
  cli_figure_source_own (source, sweep, (GDestroyNotify) dl_sweep_figure_unref);
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
  measured = source->figures->measure (input, error);
  if (measured == NULL)
    return FALSE;
  input->measured = cli_figure_source_own (source, measured, (GDestroyNotify) dl_measured_unref);
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
  cli_figure_source_own (source, result, (GDestroyNotify) dl_paper_result_unref);
  *input = dl_figure_input_paper (result);
  return TRUE;
}

/* What of B this figure shows. */
static void
complete_against (CliFigureSource *source, DlFigureInput *input)
{
  const CliAgainst *against = &source->against;
  DlFigureInput *b;

  if (input->against == NULL)
    return;
  b = cli_figure_source_own (source, g_memdup2 (&against->input, sizeof against->input), g_free);
  b->critical = against->critical;
  b->simulation = against->simulation;
  /* What was measured on the machine is the same whatever is computed beside it. */
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
      || (source->figures->add_analyses != NULL
          && !source->figures->add_analyses (source, figure, options, input,
                                             source->cli->cancellable, error))
      || !add_critical (source, figure, input, error)
      || !add_simulation (source, figure, input, error)
      || !add_load_curve (source, figure, input, error)
      || !add_sweep (source, figure, input, error))
    return FALSE;
  complete_against (source, input);
  return TRUE;
}
