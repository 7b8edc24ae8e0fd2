/* dateline-cli figure: the window's pictures as files. */
#include "cli-critical.h"
#include "cli-load-curve.h"
#include "cli-progress.h"
#include "cli-scenario.h"
#include "dl-evaluate.h"
#include "dl-figure.h"
#include "dl-value.h"

#include <glib/gi18n.h>

#include <string.h>

#define DEFAULT_SCENARIO "preset:xt3-11x12x16"

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
find_figure (const char *name, GError **error)
{
  const DlFigure *figure = dl_figure_find (name);
  g_autoptr (GString) all = g_string_new (NULL);
  guint n;
  const DlFigure *const *figures = dl_figures (&n);

  if (figure != NULL)
    return figure;
  for (guint i = 0; i < n; i++)
    g_string_append_printf (all, "%s%s", i > 0 ? ", " : "", figures[i]->id);
  cli_bad_input (error, _ ("figure: there is no figure “%s” (%s)"), name, all->str);
  return NULL;
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
parse_metric (const char *text, DlMetric *metric, GError **error)
{
  g_autoptr (GString) all = g_string_new (NULL);

  if (text == NULL || dl_metric_find (text, metric))
    return TRUE;
  for (guint i = 0; i < DL_N_METRICS; i++)
    g_string_append_printf (all, "%s%s", i > 0 ? ", " : "", dl_metric_id (i));
  return cli_bad_input (error, _ ("--metric: there is no “%s” (%s)"), text, all->str);
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

  if (!parse_metric (options->metric, &input->metric, error)
      || !parse_dimension (options->dimension, &input->dim, error))
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

/* NULL on error. */
static DlSimFigure *
simulate (Cli *cli, const DlScenario *scenario, GError **error)
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
  input = dl_figure_input_default (result->scenario, result->analysis);
  input.paper = result;
  return write_figure (cli, figure, &input, paper, error);
}

CliStatus
cli_figure (Cli *cli, GError **error)
{
  g_autoptr (DlScenario) scenario = NULL;
  g_autoptr (DlAnalysis) analysis = NULL;
  g_autoptr (DlCritical) critical = NULL;
  g_autoptr (DlSimFigure) simulation = NULL;
  g_autoptr (DlLoadCurve) load_curve = NULL;
  g_autoptr (GPtrArray) policies = NULL;
  g_auto (Comparison) comparison = { 0 };
  const DlFigure *figure = find_figure (cli->args[0], error);
  DlFigureInput input;
  Paper paper;

  if (figure == NULL || !parse_paper (&cli->options, &paper, error)
      || (policies = parse_policies (cli->options.policies, error)) == NULL)
    return CLI_DONE;
  scenario = cli_scenario_load (cli, cli->n_args > 1 ? cli->args[1] : DEFAULT_SCENARIO, error);
  if (scenario == NULL)
    return CLI_DONE;
  if (figure->paper_check != NULL)
    return write_paper_check (cli, figure, scenario, &paper, error);
  analysis = dl_evaluate (scenario, cli->cancellable, error);
  if (analysis == NULL)
    return CLI_DONE;

  input = dl_figure_input_default (scenario, analysis);
  if (!parse_view (&cli->options, &input, error)
      || (figure->needs_policies
          && !compare_policies (cli, scenario, policies, &comparison, error)))
    return CLI_DONE;
  if (figure->uses_metric && input.metric == DL_METRIC_CRITICAL
      && (critical = cli_find_critical (cli, scenario, error)) == NULL)
    return CLI_DONE;
  if (figure->needs_simulation && (simulation = simulate (cli, scenario, error)) == NULL)
    return CLI_DONE;
  if (figure->needs_load_curve
      && (load_curve = cli_load_curve (cli, scenario, analysis, error)) == NULL)
    return CLI_DONE;
  input.load_curve = load_curve;
  input.critical = critical;
  input.simulation = simulation;
  input.policies = comparison.series;
  input.n_policies = comparison.n;
  return write_figure (cli, figure, &input, &paper, error);
}
