#include "dl-report-data.h"

#include "dl-sweep.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Can @text go unquoted? */
static gboolean
is_plain (const char *text)
{
  for (const char *at = text; *at != '\0'; at++)
    if (!g_ascii_isalnum (*at) && strchr ("-_./:,=+@%", *at) == NULL)
      return FALSE;
  return *text != '\0';
}

static void
append (GString *line, const char *text)
{
  g_autofree char *quoted = is_plain (text) ? g_strdup (text) : g_shell_quote (text);

  g_string_append_printf (line, " %s", quoted);
}

static void
append_option (GString *line, const char *name, const char *value)
{
  if (value == NULL)
    return;
  append (line, name);
  append (line, value);
}

static void
append_options (GString *line, const char *name, const char *const *values)
{
  for (guint i = 0; values != NULL && values[i] != NULL; i++)
    append_option (line, name, values[i]);
}

static void
append_sections (GString *line, guint chosen)
{
  g_autoptr (GString) names = g_string_new (NULL);
  guint n;
  const DlReportPart *parts = dl_report_parts (&n);

  if (chosen == DL_REPORT_DEFAULT)
    return;
  for (guint i = 0; i < n; i++)
    if ((chosen & parts[i].part) != 0)
      g_string_append_printf (names, "%s%s", names->len > 0 ? "," : "", parts[i].id);
  append_option (line, "--sections", names->str);
}

char *
dl_report_command (const DlReportCommand *command)
{
  const DlReportOptions *options = &command->options;
  GString *line = g_string_new ("dateline-cli report");
  g_autofree char *seeds = g_strdup_printf ("%u", options->n_seeds);

  for (guint i = 0; command->scenarios[i] != NULL; i++)
    {
      /* A file whose name looks like an option. */
      g_autofree char *name = command->scenarios[i][0] == '-' && command->scenarios[i][1] != '\0'
                                  ? g_strconcat ("./", command->scenarios[i], NULL)
                                  : g_strdup (command->scenarios[i]);

      append (line, name);
    }
  append_options (line, "--set", command->set);
  append_options (line, "--vary", command->vary);
  append_option (line, "--cycles", command->cycles);
  append_option (line, "--warmup", command->warmup);
  append_option (line, "--database", command->database);
  append_sections (line, options->parts);
  if (options->simulate)
    append (line, "--simulate");
  if (options->load_curve)
    append (line, "--load-curve");
  append_option (line, "--seeds", options->n_seeds > 1 ? seeds : NULL);
  append_option (line, "--title", command->title);
  append_option (line, "--author", command->author);
  append_option (line, "--date", command->date);
  append_option (line, "--paper", command->paper);
  append_option (line, "-o", "report.pdf");
  return g_string_free (line, FALSE);
}

char *
dl_report_command_of_texts (const DlReportCommand *command)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) texts = NULL;
  DlReportCommand other = *command;
  gboolean stored = FALSE;

  for (guint i = 0; command->scenarios[i] != NULL; i++)
    {
      g_autofree char *name = g_strdup_printf ("scenario-%u.dateline", i + 1);

      g_strv_builder_add (names, name);
      stored |= g_str_has_prefix (command->scenarios[i], "library:");
    }
  if (!stored || command->vary != NULL)
    return NULL;
  texts = g_strv_builder_end (names);
  other.scenarios = (const char *const *) texts;
  other.set = NULL;
  other.database = NULL;
  return dl_report_command (&other);
}

static const DlReportPart parts[] = {
  { "configuration", N_ ("Configuration"), DL_REPORT_CONFIGURATION,
    N_ ("The keys of each scenario, changes from the defaults, and faults") },
  { "verdict", N_ ("Deadlock and reachability"), DL_REPORT_VERDICT,
    N_ ("Deadlock of the routes, and undelivered pairs") },
  { "map", N_ ("Maps of the network"), DL_REPORT_MAP,
    N_ ("The rings of a torus, the groups of a dragonfly") },
  { "balance", N_ ("Balance and load of links"), DL_REPORT_BALANCE,
    N_ ("Histograms and tables by dimension, or by class of links") },
  { "equations", N_ ("The equations of the age paper"), DL_REPORT_EQUATIONS,
    N_ ("Results for a torus, with recommended age bias and age clock") },
  { "comparison", N_ ("Comparison"), DL_REPORT_COMPARISON,
    N_ ("All scenarios in one table, with the best values marked") },
  { "differences", N_ ("Maps of differences"), DL_REPORT_DIFFERENCES,
    N_ ("Each scenario minus the first one, link by link, where links are comparable") },
  { "sources", N_ ("The scenarios as files"), DL_REPORT_SOURCES,
    N_ ("Their texts, to reproduce the report") },
};

const DlReportPart *
dl_report_parts (guint *n)
{
  *n = G_N_ELEMENTS (parts);
  return parts;
}

DlReportOptions
dl_report_options_default (void)
{
  return (DlReportOptions) { .parts = DL_REPORT_DEFAULT, .n_seeds = 1, .n_threads = 1 };
}

/* Work that is known to take about so long: one part of the whole for each. */
typedef struct
{
  DlReportData *data;
  DlProgressFunc func; /* nullable */
  gpointer func_data;
  double done, whole; /* weights */
  double step;        /* of the current work */
  GCancellable *cancellable;
} Work;

/* An analysis is quick beside a simulation, and a curve many of these. */
#define WEIGHT_RESULT 1.0
#define WEIGHT_RUN    20.0
#define WEIGHT_CURVE  200.0

static void
note (double fraction, gpointer data)
{
  const Work *work = data;

  if (work->func != NULL)
    work->func (MIN (1, (work->done + fraction * work->step) / work->whole), work->func_data);
}

static void
begin (Work *work, double weight)
{
  work->step = weight;
}

static void
end (Work *work)
{
  note (1, work);
  work->done += work->step;
  work->step = 0;
}

static gboolean
evaluate (Work *work, guint i, GError **error)
{
  DlReportData *data = work->data;
  DlReportItem *item = &data->items[i];
  DlComparisonRow *row = dl_comparison_row (data->comparison, i);

  begin (work, WEIGHT_RESULT);
  item->result = dl_evaluation_new (row->scenario, 0, NULL, work->cancellable, error);
  if (item->result == NULL)
    return FALSE;
  dl_scalars_of_result (&row->state, item->result);
  row->evaluated = TRUE;
  end (work);
  return TRUE;
}

/* After Ctrl+C, if the results so far are to be kept: TRUE, and the error is cleared. */
static gboolean
interrupt (Work *work, GError **error)
{
  DlReportData *data = work->data;

  if (!data->options.keeps || !g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return FALSE;
  g_clear_error (error);
  data->interrupted = TRUE;
  for (guint i = 0; data->options.load_curve && i < data->comparison->rows->len; i++)
    if (data->items[i].load_curve == NULL && data->items[i].curve_problem == NULL)
      data->items[i].curve_problem = g_strdup (_ ("interrupted"));
  return TRUE;
}

/* The first run, of which all is kept; the only one as far as it came. */
static gboolean
simulate (Work *work, guint i, GError **error)
{
  DlReportData *data = work->data;
  DlReportItem *item = &data->items[i];
  DlComparisonRow *row = dl_comparison_row (data->comparison, i);
  DlSimulateOptions options = dl_simulate_options (row->scenario);
  const DlComparisonTask task = { row->id, row->scenario, TRUE, 0 };
  DlSweepResult result;

  begin (work, WEIGHT_RUN);
  options.threads = MAX (1, data->options.n_threads);
  options.progress = note;
  options.progress_data = work;
  options.routes = dl_evaluation_routes (item->result);
  options.keeps = data->options.keeps && data->n_all == 1;
  item->simulation = dl_simulate (row->scenario, &options, work->cancellable, error);
  if (item->simulation == NULL)
    return FALSE;
  dl_sweep_result_init (&result, row->scenario->family);
  dl_sweep_result_set_simulated (&result, row->scenario, item->simulation);
  dl_comparison_take (data->comparison, &task, &result, NULL);
  if (item->simulation->interrupted)
    return !g_cancellable_set_error_if_cancelled (work->cancellable, error);
  data->n_done++;
  end (work);
  return TRUE;
}

/* Outcome of the other runs. */
typedef struct
{
  DlComparison *comparison;
  GCancellable *cancellable; /* of these runs alone */
  GError *error;             /* the first */
  guint n_done;
} Runs;

static void
take (const DlComparisonTask *task, const DlSweepResult *result, const GError *problem,
      gpointer data)
{
  Runs *runs = data;

  dl_comparison_take (runs->comparison, task, result, problem);
  runs->n_done += problem == NULL;
  if (problem == NULL || runs->error != NULL)
    return;
  runs->error = g_error_copy (problem);
  g_prefix_error (&runs->error, "%s: ", dl_comparison_find (runs->comparison, task->id)->name);
  g_cancellable_cancel (runs->cancellable);
}

static void
pass_on (GCancellable *from, GCancellable *to)
{
  g_cancellable_cancel (to);
}

/* All runs but the first of each scenario, several at once. */
static gboolean
repeat (Work *work, GError **error)
{
  DlReportData *data = work->data;
  g_autoptr (GPtrArray) tasks = dl_comparison_tasks (data->comparison, data->options.n_seeds);
  g_autoptr (GCancellable) own = g_cancellable_new ();
  Runs runs = { .comparison = data->comparison, .cancellable = own };
  const DlComparisonOptions options = { .n_jobs = MAX (1, data->options.n_threads),
                                        .on_result = take,
                                        .on_result_data = &runs,
                                        .progress = note,
                                        .progress_data = work };
  gulong connection = 0;

  if (tasks->len == 0)
    return TRUE;
  begin (work, WEIGHT_RUN * tasks->len);
  if (work->cancellable != NULL)
    connection = g_cancellable_connect (work->cancellable, G_CALLBACK (pass_on), own, NULL);
  dl_comparison_run (tasks, &options, own);
  if (work->cancellable != NULL)
    g_cancellable_disconnect (work->cancellable, connection);
  data->n_done += runs.n_done;
  end (work);
  if (runs.error == NULL)
    return !g_cancellable_set_error_if_cancelled (own, error);
  g_propagate_error (error, runs.error);
  return FALSE;
}

static gboolean
sweep (Work *work, guint i, GError **error)
{
  DlReportData *data = work->data;
  DlReportItem *item = &data->items[i];
  const DlScenario *scenario = item->result->scenario;
  DlLoadSweepOptions options = dl_load_sweep_options_for (scenario);
  g_autoptr (GError) problem = NULL;

  begin (work, WEIGHT_CURVE);
  options.n_seeds = MAX (options.n_seeds, data->options.n_seeds);
  options.keeps = data->options.keeps;
  item->load_curve = dl_load_curve_run (item->result, &options, MAX (1, data->options.n_threads),
                                        note, work, work->cancellable, &problem);
  /* A program has none: the report says so. */
  if (g_error_matches (problem, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT))
    item->curve_problem = g_strdup (problem->message);
  else if (problem != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  else if (item->load_curve->n_runs < item->load_curve->n_all_runs)
    return !g_cancellable_set_error_if_cancelled (work->cancellable, error);
  data->n_done++;
  end (work);
  return TRUE;
}

/* Simulate the scenarios one after the other. */
static gboolean
simulate_all (Work *work, GError **error)
{
  DlReportData *data = work->data;
  const DlReportOptions *options = &data->options;
  const guint n = data->comparison->rows->len;

  for (guint i = 0; i < n; i++)
    if ((options->simulate && !simulate (work, i, error))
        || (options->load_curve && !sweep (work, i, error)))
      {
        if (n > 1 && !g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
          g_prefix_error (error, "%s: ", dl_comparison_row (data->comparison, i)->name);
        return FALSE;
      }
  return !options->simulate || repeat (work, error);
}

static gboolean
find_out (Work *work, GError **error)
{
  DlReportData *data = work->data;
  const guint n = data->comparison->rows->len;
  g_autoptr (GError) problem = NULL;

  for (guint i = 0; i < n; i++)
    if (!evaluate (work, i, error))
      {
        if (n > 1)
          g_prefix_error (error, "%s: ", dl_comparison_row (data->comparison, i)->name);
        return FALSE;
      }
  if (simulate_all (work, &problem) || interrupt (work, &problem))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

DlReportData *
dl_report_data_new (DlComparison *comparison, const DlReportOptions *options,
                    DlProgressFunc progress, gpointer progress_data, GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (DlReportData) data = g_new0 (DlReportData, 1);
  const guint n = comparison->rows->len;
  Work work = { .data = data,
                .func = progress,
                .func_data = progress_data,
                .whole = n
                         * (WEIGHT_RESULT + (options->load_curve ? WEIGHT_CURVE : 0)
                            + (options->simulate ? WEIGHT_RUN * MAX (1, options->n_seeds) : 0)),
                .cancellable = cancellable };

  g_assert (n > 0);
  data->options = *options;
  data->n_all
      = n * ((options->simulate ? MAX (1, options->n_seeds) : 0) + (options->load_curve ? 1 : 0));
  data->comparison = comparison;
  data->items = g_new0 (DlReportItem, n);
  return find_out (&work, error) ? g_steal_pointer (&data) : NULL;
}

char *
dl_report_data_how_far (const DlReportData *data)
{
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u of %u simulation is finished",
                                       "%u of %u simulations are finished", data->n_all),
                          data->n_done, data->n_all);
}

static void
line_clear (gpointer data)
{
  DlReportLine *line = data;

  g_free (line->name);
  g_strfreev (line->changes);
  g_array_unref (line->points);
}

GArray *
dl_report_lines_new (void)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (DlReportLine));

  g_array_set_clear_func (lines, line_clear);
  return lines;
}

void
dl_report_data_free (DlReportData *data)
{
  if (data == NULL)
    return;
  for (guint i = 0; i < data->comparison->rows->len; i++)
    {
      DlReportItem *item = &data->items[i];

      g_clear_pointer (&item->result, dl_evaluation_unref);
      dl_simulation_free (item->simulation);
      dl_load_curve_unref (item->load_curve);
      g_free (item->curve_problem);
    }
  g_free (data->items);
  g_clear_pointer (&data->lines, g_array_unref);
  dl_comparison_free (data->comparison);
  g_free (data);
}
