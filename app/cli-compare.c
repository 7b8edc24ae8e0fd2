/* dateline-cli compare: scenarios beside each other; and jobs: those of one under placements. */
#include "cli-sweep.h"

#include "cli-scenario.h"
#include "cli-streams.h"
#include "cli-table.h"
#include "dl-job-placements.h"
#include "dl-names.h"
#include "dl-numerals.h"
#include "dl-value.h"

#include <glib/gi18n.h>

#include <math.h>
#include <string.h>

/* Request, beside the rows. */
typedef struct
{
  const DlMeasure **measures; /* (n_measures) */
  guint n_measures;
  gboolean simulate; /* any of them */
  guint base;        /* G_MAXUINT: none */
} Request;

static void
request_clear (Request *request)
{
  g_free (request->measures);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

/* Rows ----------------------------------------------------------------------------------------- */

/* "XT3 11x12x16, torus.vc-policy=initial", without the name where all rows have it. */
static char *
row_name (const Cli *cli, const DlSweepSpec *spec, guint point)
{
  GString *name
      = g_string_new (cli->n_args > 1 || spec->keys->len == 0 ? spec->scenario->name : "");

  for (guint key = 0; key < spec->keys->len; key++)
    {
      const DlField *field = ((const DlSweepKey *) g_ptr_array_index (spec->keys, key))->field;

      g_string_append_printf (name, "%s%s.%s=%s", name->len > 0 ? ", " : "", field->group,
                              field->key, dl_sweep_value (spec, point, key));
    }
  return g_string_free (name, FALSE);
}

gboolean
cli_comparison_add (Cli *cli, DlComparison *comparison, const char *arg, guint most, guint *n_seeds,
                    GError **error)
{
  g_autoptr (DlSweepSpec) spec = cli_sweep_spec (cli, arg, error);
  g_autofree char *origin = cli_display_name (arg);

  if (spec == NULL)
    return FALSE;
  *n_seeds = spec->n_seeds;
  for (guint point = 0; point < dl_sweep_n_points (spec); point += spec->n_seeds)
    {
      g_autoptr (DlScenario) scenario = dl_sweep_point (spec, point, NULL, error);
      g_autofree char *name = row_name (cli, spec, point);

      if (scenario == NULL)
        return FALSE;
      if (comparison->rows->len == most)
        return cli_bad_input (error,
                              _ ("%s: too many scenarios (at most %u; “sweep” has no such limit)"),
                              cli->command, most);
      dl_comparison_add (comparison, name, origin, scenario);
    }
  return TRUE;
}

/* Measures ------------------------------------------------------------------------------------- */

static gboolean
refuse_measure (Cli *cli, const DlComparison *comparison, const char *name, GError **error)
{
  g_autofree char *quoted = dl_value_quote (name);
  guint n;
  g_autofree const DlMeasure **all
      = dl_comparison_measures (comparison, !cli->options.only_static, &n);
  g_autofree const char **names = g_new0 (const char *, n + 1);
  g_autofree char *hint = NULL;

  for (guint i = 0; i < n; i++)
    names[i] = all[i]->id;
  hint = dl_names_hint (name, names);
  return cli_bad_input (error, _ ("--measures: %s is not a measure (%s)"), quoted, hint);
}

static gboolean
is_among (const Request *request, const DlMeasure *measure)
{
  for (guint i = 0; i < request->n_measures; i++)
    if (request->measures[i] == measure)
      return TRUE;
  return FALSE;
}

/* Measures of --measures, in that order. */
static gboolean
choose_measures (Cli *cli, const DlComparison *comparison, Request *request, GError **error)
{
  guint n;
  g_autofree const DlMeasure **all
      = dl_comparison_measures (comparison, !cli->options.only_static, &n);
  g_auto (GStrv) names = NULL;

  if (cli->options.measures == NULL)
    {
      request->measures = g_steal_pointer (&all);
      request->n_measures = n;
      return TRUE;
    }
  names = g_strsplit (cli->options.measures, ",", -1);
  request->measures = g_new (const DlMeasure *, MAX (g_strv_length (names), 1));
  for (char **name = names; *name != NULL; name++)
    {
      const DlMeasure *measure = NULL;

      g_strstrip (*name);
      for (guint i = 0; i < n; i++)
        if (strcmp (all[i]->id, *name) == 0)
          measure = all[i];
      if (measure == NULL)
        return refuse_measure (cli, comparison, *name, error);
      if (!is_among (request, measure))
        request->measures[request->n_measures++] = measure;
    }
  return request->n_measures > 0 || refuse_measure (cli, comparison, "", error);
}

static gboolean
read_request (Cli *cli, const DlComparison *comparison, Request *request, GError **error)
{
  const CliOptions *given = &cli->options;
  guint base = 0;

  if (!choose_measures (cli, comparison, request, error)
      || !cli_parse_count ("--base", given->base, comparison->rows->len, &base, error))
    return FALSE;
  request->base = base > 0 ? base - 1 : G_MAXUINT;
  for (guint i = 0; i < request->n_measures; i++)
    request->simulate = request->simulate || request->measures[i]->simulated;
  return TRUE;
}

/* Running -------------------------------------------------------------------------------------- */

typedef struct
{
  DlComparison *comparison;
  GCancellable *cancellable; /* of this run: the user's, or a problem's */
  guint n_done;              /* tasks */
  GError *error;             /* the first */
} Run;

static void
take (const DlComparisonTask *task, const DlSweepResult *result, const GError *problem,
      gpointer data)
{
  Run *run = data;

  dl_comparison_take (run->comparison, task, result, problem);
  run->n_done += result != NULL;
  if (problem == NULL || run->error != NULL)
    return;
  run->error = g_error_copy (problem);
  if (run->comparison->rows->len > 1)
    g_prefix_error (&run->error, "%s: ", dl_comparison_find (run->comparison, task->id)->name);
  g_cancellable_cancel (run->cancellable);
}

static char *
describe_part (guint n, guint n_all)
{
  return g_strdup_printf (ngettext ("%u of %u analysis or simulation is finished",
                                    "%u of %u analyses and simulations are finished", n_all),
                          n, n_all);
}

/* TRUE also after Ctrl+C (cli_interrupt): rows then have the finished runs. */
static gboolean
find_out (Cli *cli, DlComparison *comparison, guint n_seeds, GError **error)
{
  g_autoptr (GPtrArray) tasks = dl_comparison_tasks (comparison, n_seeds);
  g_autoptr (GCancellable) own = g_cancellable_new ();
  Run run = { .comparison = comparison, .cancellable = own };
  CliProgress progress;
  DlComparisonOptions options = { .n_jobs = cli_sweep_default_jobs (),
                                  .on_result = take,
                                  .on_result_data = &run,
                                  .progress = cli_progress_set,
                                  .progress_data = &progress };
  gulong connection;
  gboolean done;

  if (!cli_parse_count ("--jobs", cli->options.jobs, DL_SWEEP_MAX_JOBS, &options.n_jobs, error))
    return FALSE;
  connection = g_cancellable_connect (cli->cancellable, G_CALLBACK (cli_pass_on), own, NULL);
  cli_progress_begin (&progress);
  done = dl_comparison_run (tasks, &options, own);
  cli_progress_end (&progress);
  g_cancellable_disconnect (cli->cancellable, connection);
  if (run.error == NULL && (done || run.n_done == tasks->len))
    return TRUE;
  if (run.error == NULL)
    g_cancellable_set_error_if_cancelled (own, &run.error);
  if (run.n_done > 0 && cli_interrupt (cli, describe_part (run.n_done, tasks->len), &run.error))
    return TRUE;
  g_propagate_error (error, run.error);
  return FALSE;
}

/* Measures of shortfalls come after the measures that were asked for, where the scenarios differ in
 * them. */
static void
add_shortfalls (const DlComparison *comparison, Request *request)
{
  guint n;
  g_autofree const DlMeasure **all = dl_comparison_measures (comparison, FALSE, &n);

  request->measures = g_renew (const DlMeasure *, request->measures, request->n_measures + n);
  for (guint i = 0; i < n; i++)
    if (dl_comparison_must_show (comparison, all[i]) && !is_among (request, all[i]))
      request->measures[request->n_measures++] = all[i];
}

/* Writing -------------------------------------------------------------------------------------- */

static void
add_measures (JsonBuilder *json, const Request *request)
{
  static const char *const better[]
      = { [DL_BETTER_HIGHER] = "higher", [DL_BETTER_LOWER] = "lower" };

  cli_json_begin_array (json, "measures");
  for (guint i = 0; i < request->n_measures; i++)
    {
      const DlMeasure *measure = request->measures[i];

      json_builder_begin_object (json);
      cli_json_string (json, "id", measure->id);
      cli_json_string (json, "title", _ (measure->title));
      cli_json_bool (json, "simulated", measure->simulated);
      if (measure->better == DL_BETTER_NEITHER)
        cli_json_null (json, "better");
      else
        cli_json_string (json, "better", better[measure->better]);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
add_difference (JsonBuilder *json, const DlRowDifference *difference)
{
  cli_json_begin_object (json, "difference");
  cli_json_double (json, "absolute", difference->absolute);
  cli_json_double (json, "interval", difference->reach);
  cli_json_double (json, "relative", difference->relative);
  if (difference->differs == DL_DIFFERS_UNKNOWN)
    cli_json_null (json, "differs");
  else
    cli_json_bool (json, "differs", difference->differs == DL_DIFFERS_YES);
  json_builder_end_object (json);
}

static void
add_value (JsonBuilder *json, const DlComparison *comparison, const DlComparisonRow *row,
           const DlMeasure *measure, guint base)
{
  const DlEstimate estimate = dl_comparison_get (row, measure);

  cli_json_begin_object (json, measure->id);
  cli_json_double (json, "value", estimate.mean);
  if (measure->simulated)
    {
      cli_json_double (json, "interval", estimate.reach);
      if (isfinite (estimate.reach))
        cli_json_string (json, "over", estimate.n > 1 ? "seeds" : "batches");
      cli_json_begin_array (json, "runs");
      for (guint i = 0; i < row->runs->len; i++)
        {
          const double value
              = dl_measure_get (measure, &g_array_index (row->runs, DlSweepResult, i));

          if (isfinite (value))
            json_builder_add_double_value (json, value);
          else
            json_builder_add_null_value (json);
        }
      json_builder_end_array (json);
    }
  if (base != G_MAXUINT)
    {
      const DlRowDifference difference
          = dl_comparison_difference (row, dl_comparison_row (comparison, base), measure);

      add_difference (json, &difference);
    }
  json_builder_end_object (json);
}

/* Add the state of a row that is simulated, without a program. */
static void
add_state (JsonBuilder *json, const DlComparisonRow *row)
{
  DlSimReason reason;
  const DlSimState state = dl_comparison_state (row, &reason);

  if (state == DL_SIM_STATE_NONE)
    return;
  cli_json_string (json, "state", dl_sim_state_id (state));
  cli_json_string (json, "reason", dl_sim_reason_id (reason));
}

static void
write_json (Cli *cli, const DlComparison *comparison, const Request *request)
{
  g_autoptr (DlPlainNumerals) plain = dl_plain_text_new ();
  g_autoptr (JsonBuilder) json = cli_json_new ();

  if (cli->interruption != NULL)
    cli_json_bool (json, "interrupted", TRUE);
  if (request->base != G_MAXUINT)
    cli_json_int (json, "base", request->base + 1);
  add_measures (json, request);
  cli_json_begin_array (json, "scenarios");
  for (guint i = 0; i < comparison->rows->len; i++)
    {
      const DlComparisonRow *row = dl_comparison_row (comparison, i);

      json_builder_begin_object (json);
      cli_json_string (json, "name", row->name);
      cli_json_string (json, "from", row->origin);
      cli_json_string (json, "kind", row->scenario->family->id);
      add_state (json, row);
      cli_json_begin_object (json, "values");
      for (guint j = 0; j < request->n_measures; j++)
        if (dl_measure_is_for (request->measures[j], row->scenario->family))
          add_value (json, comparison, row, request->measures[j], request->base);
      json_builder_end_object (json);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  json_builder_end_object (json);
  cli_json_append (cli->out, json);
}

static void
write_result (Cli *cli, const DlComparison *comparison, const Request *request)
{
  const CliOptions *given = &cli->options;
  /* Rows that are called after what varies are all of one scenario. */
  const gboolean one = cli->n_args == 1 && given->vary != NULL;
  const DlComparisonWrite write
      = { request->measures, request->n_measures, request->base,
          one ? dl_comparison_row (comparison, 0)->scenario->name : NULL };
  g_autofree char *text = NULL;

  if (given->json)
    {
      write_json (cli, comparison, request);
      return;
    }
  text = given->csv        ? dl_comparison_to_csv (comparison, &write)
         : given->markdown ? dl_comparison_to_markdown (comparison, &write)
         : given->latex    ? dl_comparison_to_latex (comparison, &write)
                           : dl_comparison_to_text (comparison, &write);
  g_string_append (cli->out, text);
  if (cli->interruption == NULL || given->csv)
    return;
  g_string_append (cli->out, given->latex ? "% " : given->markdown ? "\n" : "");
  cli_append_interruption (cli->out, cli);
}

CliStatus
cli_compare (Cli *cli, GError **error)
{
  g_autoptr (DlComparison) comparison = dl_comparison_new ();
  g_auto (Request) request = { .base = G_MAXUINT };
  const CliOptions *given = &cli->options;
  guint n_seeds = 1;

  if (given->json + given->csv + given->markdown + given->latex > 1)
    return cli_bad_input (
        error, _ ("--json, --csv, --markdown and --latex cannot be combined (choose one)"));
  for (guint i = 0; i < cli->n_args; i++)
    if (!cli_comparison_add (cli, comparison, cli->args[i], CLI_MAX_COMPARED, &n_seeds, error))
      return CLI_BAD_INPUT;
  if (read_request (cli, comparison, &request, error)
      && find_out (cli, comparison, request.simulate ? n_seeds : 0, error))
    {
      add_shortfalls (comparison, &request);
      write_result (cli, comparison, &request);
    }
  return CLI_DONE;
}

/* Jobs alone and together, by placement ------------------------------------------------------- */

static void
append_jobs_json (GString *out, const DlScenario *scenario, const DlTable *table)
{
  g_autoptr (JsonBuilder) builder = cli_json_new_of (scenario);

  cli_json_rows (builder, "jobs", table);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

CliStatus
cli_jobs (Cli *cli, GError **error)
{
  g_autoptr (DlScenario) scenario = cli_scenario_load (cli, cli->args[0], error);
  g_autoptr (DlJobPlacements) placements = NULL;
  CliProgress progress;
  DlTable table;

  if (scenario == NULL)
    return CLI_DONE;
  cli_progress_begin (&progress);
  placements = dl_job_placements_new (scenario, cli_progress_set, &progress, NULL, NULL,
                                      cli->cancellable, error);
  cli_progress_end (&progress);
  if (placements == NULL)
    return CLI_DONE;
  table = dl_job_placements_table (placements);
  if (cli->options.json)
    append_jobs_json (cli->out, scenario, &table);
  else if (cli->options.csv)
    dl_table_append_csv (cli->out, &table);
  else
    {
      g_string_append_printf (cli->out, "%s\n\n", scenario->name);
      dl_table_append_text (cli->out, &table);
    }
  return CLI_DONE;
}
