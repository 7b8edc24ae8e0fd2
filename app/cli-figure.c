/* dateline-cli figure: the window's pictures as files. */
#include "cli-counters.h"
#include "cli-critical.h"
#include "cli-figure-against.h"
#include "cli-load-curve.h"
#include "cli-progress.h"
#include "cli-scenario.h"
#include "cli-streams.h"
#include "dl-evaluate.h"
#include "dl-figure.h"
#include "dl-value.h"

#include <glib/gi18n.h>

#include <string.h>

/* If none is named: the finished machine of either kind. */
#define DEFAULT_TORUS     "preset:xt3-11x12x16"
#define DEFAULT_DRAGONFLY "preset:edison"

typedef struct
{
  double width_in;
  double dpi;
  DlFigureFormat format;
} Paper;

/* The analyses of a figure that compares policies. */
typedef struct
{
  DlSeries *series; /* (n) */
  guint n;
} Comparison;

static void
comparison_clear (Comparison *comparison)
{
  for (guint i = 0; i < comparison->n; i++)
    dl_analysis_unref ((DlAnalysis *) comparison->series[i].analysis);
  g_free (comparison->series);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Comparison, comparison_clear)

/* Options */

static const DlFigure *
find_of (DlKind kind, const char *name)
{
  return kind == DL_KIND_TORUS ? dl_figure_find (name) : dl_dragonfly_figure_find (name);
}

/* "ring-matrix, isometric, ...", but not those that @but (nullable) has, too. */
static void
append_names (GString *names, DlKind kind, const DlKind *but)
{
  guint n;
  const DlFigure *const *figures
      = kind == DL_KIND_TORUS ? dl_figures (&n) : dl_dragonfly_figures (&n);

  for (guint i = 0; i < n; i++)
    if (but == NULL || find_of (*but, figures[i]->id) == NULL)
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", figures[i]->id);
}

static const DlFigure *
find_figure (const char *name, GError **error)
{
  const DlFigure *figure = find_of (DL_KIND_TORUS, name);
  g_autoptr (GString) all = g_string_new (NULL);

  if (figure == NULL)
    figure = find_of (DL_KIND_DRAGONFLY, name);
  if (figure != NULL)
    return figure;
  append_names (all, DL_KIND_TORUS, NULL);
  append_names (all, DL_KIND_DRAGONFLY, &(DlKind) { DL_KIND_TORUS });
  cli_bad_input (error, _ ("figure: there is no figure “%s” (%s)"), name, all->str);
  return NULL;
}

static gboolean
check_kind (const DlFigure *figure, DlKind kind, const char *name, GError **error)
{
  g_autoptr (GString) own = g_string_new (NULL);

  if (find_of (kind, figure->id) != NULL)
    return TRUE;
  append_names (own, kind, NULL);
  return cli_bad_input (
      error,
      kind == DL_KIND_TORUS
          ? _ ("figure: %s is of a dragonfly, and %s is a torus (one of %s; or a dragonfly, such "
               "as preset:edison)")
          : _ ("figure: %s is of a torus, and %s is a dragonfly (one of %s; or a torus, such as "
               "preset:xt3-11x12x16)"),
      figure->id, name, own->str);
}

/* Options that say something only of one kind of network. */
static gboolean
check_options (const CliOptions *options, DlKind kind, GError **error)
{
  const struct
  {
    const char *name;
    DlKind kind;
    gboolean given;
  } table[] = {
    { "--dimension", DL_KIND_TORUS, options->dimension != NULL },
    { "--node", DL_KIND_TORUS, options->node != NULL },
    { "--policies", DL_KIND_TORUS, options->policies != NULL },
    { "--group", DL_KIND_DRAGONFLY, options->group != NULL },
    { "--sorted", DL_KIND_DRAGONFLY, options->sorted },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (table[i].given && table[i].kind != kind)
      return cli_bad_input (error,
                            kind == DL_KIND_TORUS ? _ ("%s is for a dragonfly (without it)")
                                                  : _ ("%s is for a torus (without it)"),
                            table[i].name);
  return TRUE;
}

static gboolean
parse_number (const char *option, const char *text, double low, double high, double *value,
              GError **error)
{
  if (text == NULL || dl_value_parse_double (text, low, high, value, error))
    return TRUE;
  g_prefix_error (error, "%s: ", option);
  return FALSE;
}

static gboolean
parse_paper (const CliOptions *options, Paper *paper, GError **error)
{
  *paper = (Paper) { DL_WIDTH_COLUMN_IN, DL_DPI_DEFAULT, DL_FIGURE_CSV };

  if (!parse_number ("--width", options->width, DL_WIDTH_LEAST_IN, DL_WIDTH_MOST_IN,
                     &paper->width_in, error)
      || !parse_number ("--dpi", options->dpi, DL_DPI_LEAST, DL_DPI_MOST, &paper->dpi, error))
    return FALSE;
  if (options->output == NULL || strcmp (options->output, "-") == 0)
    return options->csv
           || cli_bad_input (error, _ ("figure: no file is named (-o FILE.pdf, .svg, .png or .csv; "
                                       "--csv for standard output)"));
  if (!dl_figure_format_for (options->output, &paper->format, error))
    {
      g_prefix_error (error, "-o ");
      return FALSE;
    }
  if (options->csv && paper->format != DL_FIGURE_CSV)
    return cli_bad_input (error, _ ("-o %s: does not go with --csv (-o FILE.csv)"),
                          options->output);
  return TRUE;
}

static gboolean
parse_metric (const char *text, DlKind kind, DlMetric *metric, GError **error)
{
  g_autoptr (GString) all = g_string_new (NULL);
  guint n = DL_N_METRICS;
  const DlMetric *metrics = kind == DL_KIND_DRAGONFLY ? dl_dragonfly_metrics (&n) : NULL;

  if (text == NULL
      || (metrics != NULL ? dl_dragonfly_metric_find (text, metric)
                          : dl_metric_find (text, metric)))
    return TRUE;
  for (guint i = 0; i < n; i++)
    g_string_append_printf (all, "%s%s", i > 0 ? ", " : "",
                            dl_metric_id (metrics != NULL ? metrics[i] : (DlMetric) i));
  return cli_bad_input (error, _ ("--metric: there is no “%s” (%s)"), text, all->str);
}

/* Groups are called by their number on the machine; NULL leaves @group as it is. */
static gboolean
parse_group (const DlDragonfly *net, const char *text, guint *group, GError **error)
{
  guint64 number;

  if (text == NULL)
    return TRUE;
  if (!dl_value_parse_uint (text, 0, net->group_name[net->n_groups - 1], &number, error))
    {
      g_prefix_error (error, "--group: ");
      return FALSE;
    }
  for (guint i = 0; i < net->n_groups; i++)
    if (net->group_name[i] == number)
      {
        *group = i;
        return TRUE;
      }
  return cli_bad_input (error, _ ("--group: the machine has no group %u (0 to %u, but that one)"),
                        (guint) number, net->group_name[net->n_groups - 1]);
}

/* NULL leaves @dim as it is. */
static gboolean
parse_dimension (const char *text, DlDim *dim, GError **error)
{
  if (text == NULL)
    return TRUE;
  for (guint i = 0; i < DL_N_DIMS; i++)
    if (strcmp (text, dl_dim_name (i)) == 0)
      {
        *dim = i;
        return TRUE;
      }
  return cli_bad_input (error, _ ("--dimension: there is no “%s” (x, y or z)"), text);
}

/* What the options change of a figure's view. */
static gboolean
parse_view (const CliOptions *options, DlFigureInput *input, GError **error)
{
  DlCoord node;

  if (!parse_metric (options->metric, input->scenario->kind, &input->metric, error))
    return FALSE;
  input->sorted = options->sorted;
  if (input->dragonfly != NULL)
    return parse_group (input->dragonfly, options->group, &input->group, error);
  if (!parse_dimension (options->dimension, &input->dim, error))
    return FALSE;
  if (options->node != NULL)
    {
      if (!cli_parse_node (input->scenario, "--node", options->node, &node, error))
        return FALSE;
      input->node = dl_network_node_at (input->analysis->network, node);
    }
  return TRUE;
}

/* The policies that @text lists, or all. */
static GPtrArray *
parse_policies (const char *text, GError **error)
{
  g_autoptr (GPtrArray) chosen = g_ptr_array_new ();
  g_autoptr (GString) all = g_string_new (NULL);
  g_auto (GStrv) names = text != NULL ? g_strsplit (text, ",", -1) : NULL;
  guint n;
  const DlVcPolicy *const *policies = dl_vc_policies (&n);

  for (guint i = 0; i < n; i++)
    {
      if (text == NULL)
        g_ptr_array_add (chosen, (gpointer) policies[i]);
      g_string_append_printf (all, "%s%s", i > 0 ? "," : "", policies[i]->id);
    }
  for (guint i = 0; text != NULL && names[i] != NULL; i++)
    {
      const DlVcPolicy *policy = dl_vc_policy_find (g_strstrip (names[i]));
      if (policy == NULL || g_ptr_array_find (chosen, policy, NULL))
        {
          cli_bad_input (error,
                         policy == NULL ? _ ("--policies: there is no “%s” (some of %s)")
                                        : _ ("--policies: %s is named twice (some of %s)"),
                         names[i], all->str);
          return NULL;
        }
      g_ptr_array_add (chosen, (gpointer) policy);
    }
  return g_steal_pointer (&chosen);
}

static gboolean
compare_policies (Cli *cli, const DlScenario *scenario, const GPtrArray *policies,
                  Comparison *comparison, GError **error)
{
  comparison->series = g_new0 (DlSeries, policies->len);
  for (guint i = 0; i < policies->len; i++)
    {
      const DlVcPolicy *policy = g_ptr_array_index (policies, i);
      DlAnalysis *analysis = dl_evaluate_policy (scenario, policy, cli->cancellable, error);

      if (analysis == NULL)
        return FALSE;
      comparison->series[comparison->n++] = (DlSeries) { _ (policy->title), analysis };
    }
  return TRUE;
}

DlSimFigure *
cli_figure_simulate (Cli *cli, const DlScenario *scenario, GError **error)
{
  DlSimulateOptions options = dl_simulate_options (scenario);
  CliProgress progress;
  g_autoptr (DlSimulation) run = NULL;

  options.progress = cli_progress_set;
  options.progress_data = &progress;
  cli_progress_begin (&progress);
  run = dl_simulate (scenario, &options, cli->cancellable, error);
  cli_progress_end (&progress);
  return run != NULL ? dl_sim_figure_new_run (run) : NULL;
}

/* The paper's networks and traffic are known: @scenario says seed and length alone. */
static DlPaperResult *
check_paper (Cli *cli, const DlFigure *figure, const DlScenario *scenario, GError **error)
{
  g_auto (GStrv) settings = dl_paper_settings (scenario);
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
                               cli->cancellable, error);
  cli_progress_end (&progress);
  return result;
}

static CliStatus
write_figure (Cli *cli, const DlFigure *figure, const DlFigureInput *input, const Paper *paper,
              GError **error)
{
  g_autoptr (GBytes) bytes
      = dl_figure_render (figure, input, paper->format, paper->width_in, paper->dpi, error);
  gconstpointer data;
  gsize length;

  if (bytes == NULL)
    return CLI_DONE;
  data = g_bytes_get_data (bytes, &length);
  g_string_append_len (cli->out, data, length);
  return CLI_DONE;
}

static CliStatus
write_paper_check (Cli *cli, const DlFigure *figure, const DlScenario *scenario, const Paper *paper,
                   GError **error)
{
  g_autoptr (DlPaperResult) result = check_paper (cli, figure, scenario, error);
  DlFigureInput input;

  if (result == NULL)
    return CLI_DONE;
  input = dl_figure_input_paper (result);
  return write_figure (cli, figure, &input, paper, error);
}

/* What was measured on a machine of @kind, for figures and metrics of it; FALSE on error. */
static gboolean
read_counters (Cli *cli, const DlFigure *figure, DlMetric metric, DlKind kind,
               DlCounters **counters, GError **error)
{
  const char *file_name = cli->options.counters;
  g_autofree char *name = file_name != NULL ? cli_display_name (file_name) : NULL;

  if (!figure->needs_measured && !dl_metric_is_measured (metric))
    return file_name == NULL
           || cli_bad_input (error,
                             _ ("--counters: %s shows no counters (with --metric measured, or "
                                "measured-flits or measured-stalls of a dragonfly)"),
                             dl_metric_id (metric));
  if (file_name == NULL && figure->needs_measured)
    return cli_bad_input (error, _ ("figure %s: no counters are named (--counters FILE)"),
                          figure->id);
  if (file_name == NULL)
    return cli_bad_input (error, _ ("--metric %s: no counters are named (--counters FILE)"),
                          dl_metric_id (metric));
  *counters = cli_counters_load (cli, file_name, error);
  if (*counters == NULL)
    return FALSE;
  if ((*counters)->kind == (kind == DL_KIND_TORUS ? DL_COUNTERS_TORUS : DL_COUNTERS_CASCADE))
    return TRUE;
  return cli_bad_input (error,
                        kind == DL_KIND_TORUS
                            ? _ ("%s: has no counters of a torus’ links (--counters FILE)")
                            : _ ("%s: has no counters of a Cascade’s links (--counters FILE)"),
                        name);
}

/* The whole program, where the counters have it. */
static void
set_region (DlFigureInput *input, const DlCounters *counters)
{
  input->has_region = counters != NULL && dl_counters_has_region (counters, DL_COUNTERS_WHOLE);
  input->region = DL_COUNTERS_WHOLE;
}

gboolean
cli_figure_shows_simulation (const DlFigure *figure, const DlFigureInput *input)
{
  return figure->needs_simulation
         || (figure->uses_metric && dl_metric_is_simulated (input->metric));
}

static CliStatus
write_dragonfly (Cli *cli, const DlFigure *figure, const DlScenario *scenario, const Paper *paper,
                 GError **error)
{
  g_autoptr (DlDragonflyAnalysis) analysis
      = dl_evaluate_dragonfly (scenario, NULL, cli->cancellable, error);
  g_autoptr (DlSimFigure) simulation = NULL;
  g_autoptr (DlLoadCurve) load_curve = NULL;
  g_autoptr (DlCounters) counters = NULL;
  g_autoptr (DlMeasured) measured = NULL;
  g_auto (CliAgainst) against = { 0 };
  DlFigureInput input;

  if (analysis == NULL)
    return CLI_DONE;
  input = dl_figure_input_dragonfly (scenario, analysis);
  if (!parse_view (&cli->options, &input, error)
      || !read_counters (cli, figure, input.metric, scenario->kind, &counters, error)
      || (cli_figure_shows_simulation (figure, &input)
          && (simulation = cli_figure_simulate (cli, scenario, error)) == NULL)
      || (figure->needs_load_curve
          && (load_curve = cli_load_curve (cli, scenario, NULL, error)) == NULL))
    return CLI_DONE;
  input.load_curve = load_curve;
  input.simulation = simulation;
  input.dragonfly_use = simulation != NULL ? &simulation->links : NULL;
  input.counters = counters;
  if (figure->needs_measured
      && (measured = dl_measured_new_dragonfly (counters, analysis, NULL, error)) == NULL)
    return CLI_DONE;
  input.measured = measured;
  if (!cli_against_load (cli, figure, &input, &against, error))
    return CLI_DONE;
  return write_figure (cli, figure, &input, paper, error);
}

static CliStatus
write_torus (Cli *cli, const DlFigure *figure, const DlScenario *scenario,
             const GPtrArray *policies, const Paper *paper, GError **error)
{
  g_autoptr (DlAnalysis) analysis = dl_evaluate (scenario, cli->cancellable, error);
  g_autoptr (DlCritical) critical = NULL;
  g_autoptr (DlSimFigure) simulation = NULL;
  g_autoptr (DlLoadCurve) load_curve = NULL;
  g_autoptr (DlCounters) counters = NULL;
  g_autoptr (DlMeasured) measured = NULL;
  g_auto (Comparison) comparison = { 0 };
  g_auto (CliAgainst) against = { 0 };
  DlFigureInput input;

  if (analysis == NULL)
    return CLI_DONE;
  input = dl_figure_input_default (scenario, analysis);
  if (!parse_view (&cli->options, &input, error)
      || !read_counters (cli, figure, input.metric, scenario->kind, &counters, error)
      || (figure->needs_policies
          && !compare_policies (cli, scenario, policies, &comparison, error)))
    return CLI_DONE;
  if (figure->uses_metric && input.metric == DL_METRIC_CRITICAL
      && (critical = cli_find_critical (cli, scenario, error)) == NULL)
    return CLI_DONE;
  if (cli_figure_shows_simulation (figure, &input)
      && (simulation = cli_figure_simulate (cli, scenario, error)) == NULL)
    return CLI_DONE;
  if (figure->needs_load_curve
      && (load_curve = cli_load_curve (cli, scenario, analysis, error)) == NULL)
    return CLI_DONE;
  input.load_curve = load_curve;
  input.critical = critical;
  input.simulation = simulation;
  input.counters = counters;
  set_region (&input, counters);
  if (figure->needs_measured
      && (measured = dl_measured_new (counters, input.has_region ? &input.region : NULL, analysis,
                                      NULL, error))
             == NULL)
    return CLI_DONE;
  input.measured = measured;
  input.policies = comparison.series;
  input.n_policies = comparison.n;
  if (!cli_against_load (cli, figure, &input, &against, error))
    return CLI_DONE;
  return write_figure (cli, figure, &input, paper, error);
}

CliStatus
cli_figure (Cli *cli, GError **error)
{
  const DlFigure *figure = find_figure (cli->args[0], error);
  g_autoptr (DlScenario) scenario = NULL;
  g_autoptr (GPtrArray) policies = NULL;
  const char *name;
  Paper paper;

  if (figure == NULL || !parse_paper (&cli->options, &paper, error)
      || (policies = parse_policies (cli->options.policies, error)) == NULL)
    return CLI_DONE;
  name = cli->n_args > 1                               ? cli->args[1]
         : find_of (DL_KIND_TORUS, figure->id) != NULL ? DEFAULT_TORUS
                                                       : DEFAULT_DRAGONFLY;
  scenario = cli_scenario_load (cli, name, error);
  if (scenario == NULL || !check_kind (figure, scenario->kind, name, error)
      || !check_options (&cli->options, scenario->kind, error)
      || !cli_against_check (&cli->options, figure, error))
    return CLI_DONE;
  if (figure->paper_check != NULL)
    return write_paper_check (cli, figure, scenario, &paper, error);
  if (scenario->kind == DL_KIND_DRAGONFLY)
    return write_dragonfly (cli, figure, scenario, &paper, error);
  return write_torus (cli, figure, scenario, policies, &paper, error);
}
