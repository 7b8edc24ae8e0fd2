#include "dl-figure-source.h"

#include "dl-figure-family.h"

#include <glib/gi18n-lib.h>

/* B as a figure shows it; zeroed where there is none. */
typedef struct
{
  DlScenario *scenario;
  DlEvaluation *result;
  DlCritical *critical;
  DlSimFigure *simulation;
  DlFigureInput input;
} Against;

struct _DlFigureSource
{
  DlFigureHost host;
  const DlScenario *scenario;
  const DlFigureReader *reader;
  GCancellable *cancellable; /* of the call that fills an input */
  DlEvaluation *result;      /* NULL before a figure needs it */
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
own (DlFigureSource *source, gpointer object, GDestroyNotify free)
{
  Owned *owned = g_new (Owned, 1);

  *owned = (Owned) { object, free };
  g_ptr_array_add (source->owned, owned);
  return object;
}

DlFigureSource *
dl_figure_source_new (const DlScenario *scenario, const DlFigureHost *host)
{
  DlFigureSource *source = g_new0 (DlFigureSource, 1);

  source->host = *host;
  source->scenario = scenario;
  source->reader = dl_figure_family_of (scenario->family)->reader;
  source->counters
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) dl_counters_unref);
  source->owned = g_ptr_array_new_with_free_func (owned_free);
  return source;
}

static void
against_clear (Against *against)
{
  dl_scenario_free (against->scenario);
  dl_evaluation_unref (against->result);
  dl_critical_unref (against->critical);
  dl_sim_figure_unref (against->simulation);
}

void
dl_figure_source_free (DlFigureSource *source)
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

gboolean
dl_figure_source_set_against (DlFigureSource *source, DlScenario *b, GError **error)
{
  g_assert (source->result == NULL);
  dl_scenario_free (source->against.scenario);
  source->against.scenario = b;
  return dl_figure_check_families (source->scenario, b, error);
}

/* Long work ------------------------------------------------------------------------------------ */

static void
begin (DlFigureSource *source)
{
  if (source->host.begin != NULL)
    source->host.begin (source->host.data);
}

static void
end (DlFigureSource *source)
{
  if (source->host.end != NULL)
    source->host.end (source->host.data);
}

/* A run of @scenario with the router of the node @watched seen from inside; NULL on error. */
static DlSimFigure *
simulate (DlFigureSource *source, const DlScenario *scenario, guint watched, GError **error)
{
  DlSimulateOptions options = dl_simulate_options (scenario);
  g_autoptr (DlSimulation) run = NULL;

  options.watches = TRUE;
  options.watched = watched;
  options.progress = source->host.progress;
  options.progress_data = source->host.data;
  begin (source);
  run = dl_simulate (scenario, &options, source->cancellable, error);
  end (source);
  return run != NULL ? dl_sim_figure_new_run (run) : NULL;
}

static DlSimFigure *
simulate_own (DlFigureSource *source, guint watched, GError **error)
{
  if (source->host.simulate != NULL)
    return source->host.simulate (watched, source->cancellable, source->host.data, error);
  return simulate (source, source->scenario, watched, error);
}

static DlCritical *
find_critical (DlFigureSource *source, const DlScenario *scenario, GError **error)
{
  DlCriticalOptions options = dl_critical_options_default ();
  DlCritical *critical;

  options.of = DL_CRITICAL_CABLES;
  options.progress = source->host.progress;
  options.progress_data = source->host.data;
  begin (source);
  critical = scenario->family->critical (scenario, options, source->cancellable, error);
  end (source);
  return critical;
}

/* With the options' seeds, cycles and jobs if they are given. NULL on error. */
static DlLoadCurve *
run_load_curve (DlFigureSource *source, const DlFigureOptions *given, GError **error)
{
  DlLoadSweepOptions options;
  DlLoadCurve *curve;
  guint n_jobs;

  if (!dl_figure_parse_load_curve (given, source->scenario, &options, &n_jobs, error))
    return NULL;
  options.keeps = source->host.take_curve != NULL;
  begin (source);
  curve = dl_load_curve_run (source->result, &options, n_jobs, source->host.progress,
                             source->host.data, source->cancellable, error);
  end (source);
  if (curve != NULL && options.keeps)
    source->host.take_curve (curve, source->host.data);
  return curve;
}

/* B -------------------------------------------------------------------------------------------- */

/* @a is A. */
static gboolean
evaluate_against (DlFigureSource *source, const DlEvaluation *a, GError **error)
{
  Against *against = &source->against;
  const DlScenario *scenario = against->scenario;

  if (scenario == NULL)
    return TRUE;
  against->result = dl_evaluation_new (scenario, 0, NULL, source->cancellable, error);
  if (against->result == NULL)
    return FALSE;
  if (!scenario->family->same_places (a->net.shape, against->result->net.shape))
    return dl_figure_bad_option (
        error,
        _ ("--against: the links of %s and %s cannot be compared (use networks "
           "of the same shape)"),
        scenario->name, a->scenario->name);
  against->input = dl_figure_input_default (scenario, against->result->analysis_of_family);
  return TRUE;
}

/* B's run and critical cables, for figures that need them; once. */
static gboolean
simulate_against (DlFigureSource *source, GError **error)
{
  Against *against = &source->against;

  if (against->simulation == NULL)
    against->simulation = simulate (source, against->scenario, 0, error);
  return against->simulation != NULL;
}

static gboolean
find_critical_against (DlFigureSource *source, GError **error)
{
  Against *against = &source->against;

  if (against->critical == NULL)
    against->critical = find_critical (source, against->scenario, error);
  return against->critical != NULL;
}

/* Options -------------------------------------------------------------------------------------- */

/* Counters of a machine of that kind, for figures and metrics of it. */
static DlCounters *
read_counters (DlFigureSource *source, const DlFigure *figure, const DlFigureOptions *options,
               const DlMetric *metric, GError **error)
{
  DlCounters *counters;

  if (options->counters == NULL)
    {
      if (figure->needs_measured)
        dl_figure_bad_option (error, _ ("figure %s: counters are missing (add --counters FILE)"),
                              figure->id);
      else
        dl_figure_bad_option (error, _ ("--metric %s: counters are missing (add --counters FILE)"),
                              metric->id);
      return NULL;
    }
  counters = g_hash_table_lookup (source->counters, options->counters);
  if (counters != NULL)
    return counters;
  counters = source->host.read_counters (options->counters, source->cancellable, source->host.data,
                                         error);
  if (counters == NULL)
    return NULL;
  g_hash_table_insert (source->counters, g_strdup (options->counters), counters);
  if (counters->kind == source->reader->counters)
    return counters;
  source->reader->refuse_counters (counters->file_name, error);
  return NULL;
}

/* Counters that @figure shows, and their region; @input's metric is known. */
static gboolean
choose_counters (DlFigureSource *source, const DlFigure *figure, const DlFigureOptions *options,
                 DlFigureInput *input, GError **error)
{
  DlCounters *counters;

  if (options->region != NULL && options->counters == NULL)
    return dl_figure_bad_option (error, _ ("--region: counters are missing (add --counters FILE)"));
  if (!figure->needs_measured && !dl_metric_is_measured (input->metric))
    return options->counters == NULL
           || dl_figure_bad_option (
               error,
               _ ("--counters: %s does not show counters (add --metric measured, or "
                  "for a dragonfly measured-flits or measured-stalls, for a fabric measured-data "
                  "or measured-stalls)"),
               input->metric->id);
  counters = read_counters (source, figure, options, input->metric, error);
  if (counters == NULL || !dl_figure_parse_region (options, counters, input, error))
    return FALSE;
  input->counters = counters;
  return TRUE;
}

/* Options that say what of the network is shown: its shape is all that they are of. */
static gboolean
check_view (DlFigureSource *source, const DlFigure *figure, const DlFigureOptions *options,
            GError **error)
{
  const DlScenario *scenario = source->scenario;
  gpointer shape = scenario->family->build (scenario, error);
  DlFigureInput input;
  gboolean fits;

  if (shape == NULL)
    return FALSE;
  input = dl_figure_input_bare (scenario, shape);
  fits = dl_figure_parse_view (options, figure, shape, &input, error)
         && choose_counters (source, figure, options, &input, error);
  dl_shared_unref (shape);
  return fits;
}

gboolean
dl_figure_source_check (DlFigureSource *source, const DlFigure *figure,
                        const DlFigureOptions *options, GError **error)
{
  DlLoadSweepOptions load_sweep;
  guint n_jobs;

  return dl_figure_check_options (options, source->scenario->family, error)
         && dl_figure_check_against (options, figure, error)
         && dl_figure_parse_load_curve (options, source->scenario, &load_sweep, &n_jobs, error)
         && (figure->paper_check != NULL || check_view (source, figure, options, error));
}

/* Inputs --------------------------------------------------------------------------------------- */

/* The analysis, and B's. */
static gboolean
load_scenarios (DlFigureSource *source, GError **error)
{
  if (source->result != NULL)
    return TRUE;
  source->result = dl_evaluation_new (source->scenario, 0, NULL, source->cancellable, error);
  return source->result != NULL && evaluate_against (source, source->result, error);
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
add_simulation (DlFigureSource *source, const DlFigure *figure, DlFigureInput *input,
                GError **error)
{
  if (!figure->needs_simulation && !(figure->uses_metric && dl_metric_is_simulated (input->metric)))
    return TRUE;
  if (source->simulation == NULL)
    source->simulation = simulate_own (source, input->node, error);
  if (source->simulation == NULL)
    return FALSE;
  input->simulation = source->simulation;
  if (watches_other (source->simulation, figure, input->node))
    {
      DlSimFigure *other = simulate_own (source, input->node, error);

      if (other == NULL)
        return FALSE;
      input->simulation = own (source, other, (GDestroyNotify) dl_sim_figure_unref);
    }
  return input->against == NULL || simulate_against (source, error);
}

/* Under each policy; beside a second scenario the two are compared instead. */
static gboolean
add_policies (DlFigureSource *source, const DlFigure *figure, const DlFigureOptions *options,
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
                                       source->cancellable, error);
  if (analyses == NULL)
    return FALSE;
  own (source, analyses, (GDestroyNotify) g_ptr_array_unref);
  input->policies = analyses->pdata;
  input->n_policies = analyses->len;
  return TRUE;
}

static gboolean
add_critical (DlFigureSource *source, const DlFigure *figure, DlFigureInput *input, GError **error)
{
  if (!figure->uses_metric || !dl_metric_is_critical (input->metric))
    return TRUE;
  if (source->critical == NULL)
    source->critical = find_critical (source, source->scenario, error);
  input->critical = source->critical;
  return source->critical != NULL
         && (input->against == NULL || find_critical_against (source, error));
}

static gboolean
add_load_curve (DlFigureSource *source, const DlFigure *figure, const DlFigureOptions *options,
                DlFigureInput *input, GError **error)
{
  if (!figure->needs_load_curve)
    return TRUE;
  if (source->load_curve == NULL)
    source->load_curve = run_load_curve (source, options, error);
  input->load_curve = source->load_curve;
  return source->load_curve != NULL;
}

static gboolean
add_sweep (DlFigureSource *source, const DlFigure *figure, DlFigureInput *input, GError **error)
{
  DlSweepFigure *sweep;

  if (!figure->needs_sweep)
    return TRUE;
  sweep = source->host.sweep (source->cancellable, source->host.data, error);
  if (sweep == NULL)
    return FALSE;
  own (source, sweep, (GDestroyNotify) dl_sweep_figure_unref);
  input->sweep = &sweep->chart;
  return TRUE;
}

static gboolean
add_counters (DlFigureSource *source, const DlFigure *figure, const DlFigureOptions *options,
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
check_paper (DlFigureSource *source, const DlFigure *figure, DlFigureInput *input, GError **error)
{
  g_auto (GStrv) settings = dl_paper_settings (source->scenario);
  const DlPaperOptions options = {
    .settings = (const char *const *) settings,
    .threads = g_get_num_processors (),
    .progress = source->host.progress,
    .progress_data = source->host.data,
  };
  DlPaperResult *result;

  begin (source);
  result = dl_paper_check_run (dl_paper_check_find (figure->paper_check), &options,
                               source->cancellable, error);
  end (source);
  if (result == NULL)
    return FALSE;
  own (source, result, (GDestroyNotify) dl_paper_result_unref);
  *input = dl_figure_input_paper (result);
  return TRUE;
}

/* B as this figure shows it. */
static void
complete_against (DlFigureSource *source, DlFigureInput *input)
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

static gboolean
fill (DlFigureSource *source, const DlFigure *figure, const DlFigureOptions *options,
      DlFigureInput *input, GError **error)
{
  if (figure->paper_check != NULL)
    return check_paper (source, figure, input, error);
  if (!load_scenarios (source, error))
    return FALSE;
  *input = dl_figure_input_default (source->result->scenario, source->result->analysis_of_family);
  if (figure->compares && source->against.scenario != NULL)
    {
      input->against = &source->against.input;
      input->show = DL_SHOW_DIFFERENCE;
    }
  if (!dl_figure_parse_view (options, figure, source->result->net.shape, input, error)
      || !add_counters (source, figure, options, input, error)
      || !add_policies (source, figure, options, input, error)
      || !add_critical (source, figure, input, error)
      || !add_simulation (source, figure, input, error)
      || !add_load_curve (source, figure, options, input, error)
      || !add_sweep (source, figure, input, error))
    return FALSE;
  complete_against (source, input);
  return TRUE;
}

gboolean
dl_figure_source_fill (DlFigureSource *source, const DlFigure *figure,
                       const DlFigureOptions *options, DlFigureInput *input,
                       GCancellable *cancellable, GError **error)
{
  gboolean filled;

  source->cancellable = cancellable;
  filled = fill (source, figure, options, input, error);
  source->cancellable = NULL;
  if (filled)
    input->style = dl_figure_options_style (options);
  return filled;
}
