/* dateline-cli optimize: a better scenario, by one of three searches. */
#include "cli-families.h"
#include "cli-scenario.h"
#include "cli-streams.h"
#include "cli-table.h"
#include "dl-edit.h"
#include "dl-optimize-datelines.h"
#include "dl-optimize-vc.h"
#include "dl-torus-past-faults.h"

#include <glib/gi18n.h>

#include <math.h>

/* A scenario to be improved, and what it is made of. */
typedef struct
{
  Cli *cli;
  DlScenario *scenario;
  DlTorusNetwork *network;
  DlTorusRouting spec;
  DlDemand *demand;
  GPtrArray *edits; /* DlEdit: what improves the scenario */
  CliProgress progress;
} Problem;

static void
problem_clear (Problem *problem)
{
  g_clear_pointer (&problem->scenario, dl_scenario_free);
  g_clear_pointer (&problem->network, dl_torus_network_unref);
  g_clear_pointer (&problem->demand, dl_demand_free);
  g_clear_pointer (&problem->edits, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Problem, problem_clear)

static gboolean
problem_init (Problem *problem, Cli *cli, GError **error)
{
  problem->cli = cli;
  problem->scenario = cli_scenario_load (cli, cli->args[0], error);
  if (problem->scenario == NULL)
    return FALSE;
  problem->network = dl_torus_network_new (&dl_torus_options (problem->scenario)->spec, error);
  if (problem->network == NULL)
    return FALSE;
  problem->spec = dl_torus_routing (problem->scenario);
  problem->demand = dl_torus_demand (problem->scenario, problem->network);
  problem->edits = dl_edits_new ();
  return TRUE;
}

/* FALSE, with G_IO_ERROR_CANCELLED. */
static gboolean
stopped (GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The search was canceled"));
  return FALSE;
}

/* A result's object, with the keys that all have; @what is the option. */
static JsonBuilder *
begin_json (const Problem *problem, const char *what)
{
  JsonBuilder *builder = cli_json_new_of (problem->scenario);

  cli_json_string (builder, "optimize", what);
  return builder;
}

static void
end_json (Problem *problem, JsonBuilder *builder)
{
  json_builder_end_object (builder);
  cli_json_append (problem->cli->out, builder);
}

/* --vc ----------------------------------------------------------------------------------------- */

static void
cells_of_balance (DlCells *cells, double before, double after, double bound)
{
  dl_cells_real (cells, before);
  dl_cells_real (cells, after);
  dl_cells_real (cells, bound);
}

static void
fill_mean_balance (DlCells *cells, gconstpointer data, guint row)
{
  const DlVcOptimum *optimum = data;

  cells_of_balance (cells, optimum->mean_before, optimum->mean_after, optimum->mean_bound);
}

/* A row per dimension, then all of them. */
static void
fill_balance (DlCells *cells, gconstpointer data, guint dim)
{
  const DlVcOptimum *optimum = data;

  dl_cells_text (cells, dim < DL_TORUS_N_DIMS ? dl_torus_dim_name (dim) : _ ("all"));
  if (dim == DL_TORUS_N_DIMS)
    fill_mean_balance (cells, data, 0);
  else
    cells_of_balance (cells, optimum->balance_before[dim], optimum->balance_after[dim],
                      optimum->bound[dim]);
}

static void
append_optimum_json (Problem *problem, const DlVcOptimum *optimum, const DlTable *dimensions)
{
  /* Mean over all dimensions, without a name. */
  const DlTable all = { dimensions->columns + 1, 3, 1, fill_mean_balance, optimum };
  g_autoptr (JsonBuilder) builder = begin_json (problem, "vc");

  cli_json_bool (builder, "deadlock_free", optimum->deadlock_free);
  cli_json_row (builder, &all, 0);
  cli_json_rows (builder, "dimensions", dimensions);
  end_json (problem, builder);
}

static void
append_optimum_text (Problem *problem, const DlVcOptimum *optimum, const DlTable *dimensions)
{
  GString *out = problem->cli->out;

  cli_append_description (out, problem->scenario);
  g_string_append_printf (out, "\n%s\n\n",
                          _ ("Mean VC balance of the policy, of the search, and a lower bound of "
                             "all assignments (VC paper 3.6):"));
  dl_table_append_text (out, dimensions);
  g_string_append (out, optimum->deadlock_free
                            ? _ ("\nDeadlock stays impossible.\n")
                            : _ ("\nDeadlock is POSSIBLE: the routes themselves are cyclic.\n"));
}

static void
write_optimum (Problem *problem, const DlVcOptimum *optimum)
{
  const CliOptions *given = &problem->cli->options;
  const DlTableColumn columns[] = {
    { "dimension", "" },
    { "vc_balance_before", problem->spec.vc_policy->id, DL_COLUMN_REAL, 4 },
    { "vc_balance_after", "optimized", DL_COLUMN_REAL, 4 },
    { "bound", N_ ("bound"), DL_COLUMN_REAL, 4 },
  };
  const guint n = given->json || given->csv ? DL_TORUS_N_DIMS : DL_TORUS_N_DIMS + 1;
  const DlTable dimensions = DL_TABLE (columns, n, fill_balance, optimum);

  if (given->json)
    append_optimum_json (problem, optimum, &dimensions);
  else if (given->csv)
    dl_table_append_csv (problem->cli->out, &dimensions);
  else
    append_optimum_text (problem, optimum, &dimensions);
}

static gboolean
optimize_vc (Problem *problem, GError **error)
{
  Cli *cli = problem->cli;
  g_autoptr (DlVcOptimum) optimum = NULL;
  g_autoptr (DlTorusRoutes) routes = NULL;

  if (problem->spec.source_vc_zero)
    return cli_bad_input (error,
                          _ ("optimize --vc: traffic.source-vc=0 puts all unconstrained packets "
                             "on VC0, so there is nothing to choose (use --set "
                             "traffic.source-vc=policy, or --datelines)"));
  if (problem->spec.tie == DL_TORUS_TIE_RANDOM)
    return cli_bad_input (error,
                          _ ("optimize --vc: with random ties a pair has several routes, which "
                             "this search does not support (use --set torus.tie=positive, or "
                             "--datelines)"));
  if (dl_demand_is_weighted (problem->demand))
    return cli_bad_input (error,
                          _ ("optimize --vc: pattern %s has pairs of unequal weight, which this "
                             "search does not support (use a different pattern, or --datelines)"),
                          problem->scenario->traffic.pattern->id);
  routes = dl_torus_routes_new_from (problem->network, &problem->spec, NULL, cli->cancellable);
  if (routes != NULL)
    optimum = dl_optimize_vc (routes, problem->demand, problem->scenario->seed, cli_progress_set,
                              &problem->progress, cli->cancellable);
  if (optimum == NULL)
    return stopped (error);
  dl_edits_add (problem->edits, DL_EDIT_SET, "torus.vc-policy", "optimized");
  dl_edits_add (problem->edits, DL_EDIT_SET, "torus.vc-table", dl_vc_table_text (optimum->table));
  write_optimum (problem, optimum);
  return TRUE;
}

/* --datelines and --past-faults ---------------------------------------------------------------- */

/* In the order of the bits of DlDatelineReasons. */
static const char *const reason_names[DL_DATELINES_N_REASONS]
    = { "best-balance", "one-plane-region", "region-edge", "past-fault", "current" };

/* In the order of the bits of DlTorusObstacles. */
static const char *const obstacle_names[]
    = { "mesh-x", "mesh-y", "mesh-z", "no-datelines", "nothing-broken" };

static DlDatelineOptions
options_for (Problem *problem)
{
  DlDatelineOptions options = dl_dateline_options_default ();

  options.progress = cli_progress_set;
  options.progress_data = &problem->progress;
  return options;
}

/* The datelines of @candidate into the scenario; what it says of a mesh dimension stays. */
static void
add_edits (Problem *problem, const DlDatelineCandidate *candidate)
{
  const gboolean stated = dl_field_is_set (dl_field_find ("torus", "datelines"), problem->scenario);
  g_autoptr (GString) value = g_string_new (NULL);
  gboolean moved = FALSE;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      gint dateline = candidate->dateline[dim];

      moved |= dateline != problem->spec.dateline[dim];
      if (!problem->network->torus.ring[dim] && stated)
        dateline = dl_torus_options (problem->scenario)->routing.dateline[dim];
      g_string_append_printf (value, "%s%d", dim > 0 ? ";" : "", dateline);
    }
  if (moved)
    dl_edits_add (problem->edits, DL_EDIT_SET, "torus.datelines", value->str);
}

/* A candidate by what it is called: its rank, or "now". */
typedef struct
{
  char *name; /* owned */
  const DlDatelineCandidate *candidate;
} Named;

static void
named_clear (gpointer named)
{
  g_free (((Named *) named)->name);
}

static GArray *
new_names (void)
{
  GArray *names = g_array_new (FALSE, FALSE, sizeof (Named));

  g_array_set_clear_func (names, named_clear);
  return names;
}

static void
add_name (GArray *names, char *name, const DlDatelineCandidate *candidate)
{
  const Named named = { name, candidate };

  g_array_append_val (names, named);
}

static void
add_ranks (GArray *names, const DlDatelineRanking *ranking)
{
  for (guint i = 0; i < ranking->n_candidates; i++)
    add_name (names, g_strdup_printf ("%u", i + 1), &ranking->candidates[i]);
}

/* Free with g_free. */
static char *
join_reasons (const DlDatelineCandidate *candidate)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < DL_DATELINES_N_REASONS; i++)
    if ((candidate->reasons & 1u << i) != 0)
      g_string_append_printf (text, "%s%s", text->len > 0 ? ";" : "", reason_names[i]);
  return g_string_free (text, FALSE);
}

static void
fill_candidate (DlCells *cells, gconstpointer data, guint row)
{
  const Named *named = &g_array_index ((const GArray *) data, Named, row);
  const DlDatelineCandidate *candidate = named->candidate;

  dl_cells_text (cells, named->name);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    dl_cells_integer (cells, candidate->dateline[dim]);
  dl_cells_take_text (cells,
                      g_strdup_printf ("%d;%d;%d", candidate->dateline[DL_X],
                                       candidate->dateline[DL_Y], candidate->dateline[DL_Z]));
  dl_cells_integer (cells, candidate->unreachable_pairs);
  dl_cells_integer (cells, candidate->dropped_pairs);
  dl_cells_integer (cells, candidate->illegal_pairs);
  dl_cells_flag (cells, candidate->deadlock_free);
  dl_cells_show (cells, candidate->deadlock_free ? _ ("impossible") : _ ("POSSIBLE"));
  dl_cells_real (cells, candidate->balance_mean);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    dl_cells_real (cells, candidate->dim_balance_mean[dim]);
  dl_cells_real (cells, candidate->load_max);
  dl_cells_real (cells, candidate->hops_mean);
  dl_cells_take_text (cells, join_reasons (candidate));
}

static const char datelines[] = "datelines";
static const DlTableColumn candidate_columns[] = {
  { "rank", "", .in = DL_TABLE_CSV | DL_TABLE_TEXT },
  { "x", NULL, DL_COLUMN_INTEGER, .list = datelines },
  { "y", NULL, DL_COLUMN_INTEGER, .list = datelines },
  { "z", NULL, DL_COLUMN_INTEGER, .list = datelines },
  { NULL, N_ ("datelines") },
  { "unreachable_pairs", N_ ("unreachable"), DL_COLUMN_INTEGER },
  { "dropped_pairs", N_ ("dropped"), DL_COLUMN_INTEGER },
  { "illegal_pairs", N_ ("illegal"), DL_COLUMN_INTEGER },
  { "deadlock_free", N_ ("deadlock"), DL_COLUMN_FLAG },
  { "vc_balance_mean", N_ ("mean balance"), DL_COLUMN_REAL, 4 },
  { "vc_balance_x", "x", DL_COLUMN_REAL, 4, .in = DL_TABLE_CSV | DL_TABLE_TEXT },
  { "vc_balance_y", "y", DL_COLUMN_REAL, 4, .in = DL_TABLE_CSV | DL_TABLE_TEXT },
  { "vc_balance_z", "z", DL_COLUMN_REAL, 4, .in = DL_TABLE_CSV | DL_TABLE_TEXT },
  { "max_load", N_ ("maximum load"), DL_COLUMN_REAL, 2, .in = DL_TABLE_CSV | DL_TABLE_TEXT },
  { "mean_hops", NULL, DL_COLUMN_REAL, .in = DL_TABLE_CSV },
  { "reasons", NULL, .in = DL_TABLE_CSV },
};

static DlTable
candidates_of (const GArray *names)
{
  return DL_TABLE (candidate_columns, names->len, fill_candidate, names);
}

static void
json_candidate (JsonBuilder *builder, const DlDatelineCandidate *candidate)
{
  g_autoptr (GArray) names = new_names ();
  DlTable table;

  add_name (names, NULL, candidate);
  table = candidates_of (names);
  json_builder_begin_object (builder);
  cli_json_row (builder, &table, 0);
  cli_json_begin_array (builder, "dimensions");
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      json_builder_begin_object (builder);
      cli_json_string (builder, "dimension", dl_torus_dim_name (dim));
      cli_json_double (builder, "vc_balance_mean", candidate->dim_balance_mean[dim]);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  cli_json_double (builder, "max_load", candidate->load_max);
  cli_json_double (builder, "mean_hops", candidate->hops_mean);
  cli_json_begin_array (builder, "reasons");
  for (guint i = 0; i < DL_DATELINES_N_REASONS; i++)
    if ((candidate->reasons & 1u << i) != 0)
      json_builder_add_string_value (builder, reason_names[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static void
named_candidate (JsonBuilder *builder, const char *name, const DlDatelineCandidate *candidate)
{
  json_builder_set_member_name (builder, name);
  json_candidate (builder, candidate);
}

static void
append_reasons (GString *out, const DlDatelineCandidate *candidate)
{
  for (guint i = 0; i < DL_DATELINES_N_REASONS; i++)
    if ((candidate->reasons & 1u << i) != 0)
      g_string_append_printf (out, "  %s (%s)\n", dl_dateline_reason_text (1u << i),
                              dl_dateline_reason_section (1u << i));
}

static void
append_ranking_json (Problem *problem, const DlDatelineRanking *ranking)
{
  g_autoptr (JsonBuilder) builder = begin_json (problem, "datelines");
  const gboolean exhaustive = dl_dateline_ranking_is_exhaustive (ranking);

  cli_json_int (builder, "combinations", ranking->combinations);
  cli_json_int (builder, "ranked", ranking->ranked);
  cli_json_int (builder, "evaluated", ranking->evaluated);
  cli_json_bool (builder, "exhaustive", exhaustive);
  /* Nothing balances better, if everything was looked at. */
  if (exhaustive)
    cli_json_double (builder, "bound", ranking->candidates[0].balance_mean);
  else
    cli_json_null (builder, "bound");
  named_candidate (builder, "current", &ranking->current);
  cli_json_begin_array (builder, "candidates");
  for (guint i = 0; i < ranking->n_candidates; i++)
    json_candidate (builder, &ranking->candidates[i]);
  json_builder_end_array (builder);
  end_json (problem, builder);
}

static void
append_ranking_csv (GString *out, const DlDatelineRanking *ranking)
{
  g_autoptr (GArray) names = new_names ();
  DlTable table;

  add_ranks (names, ranking);
  table = candidates_of (names);
  dl_table_append_csv (out, &table);
}

static void
append_ranking_text (Problem *problem, const DlDatelineRanking *ranking)
{
  GString *out = problem->cli->out;
  g_autoptr (GArray) names = new_names ();
  DlTable table;

  cli_append_description (out, problem->scenario);
  g_string_append_c (out, '\n');
  add_name (names, g_strdup (_ ("now")), &ranking->current);
  add_ranks (names, ranking);
  table = candidates_of (names);
  dl_table_append_text (out, &table);
  g_string_append (out, _ ("\nReasons for the first:\n"));
  append_reasons (out, &ranking->candidates[0]);
  g_string_append_c (out, '\n');
  if (ranking->combinations == 1)
    g_string_append (out, _ ("There is no other position.\n"));
  else if (dl_dateline_ranking_is_exhaustive (ranking))
    g_string_append_printf (out, _ ("Proven: all %u positions were ranked; none is better.\n"),
                            ranking->combinations);
  else
    g_string_append_printf (out,
                            _ ("Not proven: only %u of %u positions were ranked, the most "
                               "promising in each dimension.\n"),
                            ranking->ranked, ranking->combinations);
}

static gboolean
optimize_datelines (Problem *problem, GError **error)
{
  Cli *cli = problem->cli;
  g_autoptr (DlDatelineRanking) ranking = dl_optimize_datelines (
      problem->network, &problem->spec, problem->demand, options_for (problem), cli->cancellable);

  if (ranking == NULL)
    return stopped (error);
  add_edits (problem, &ranking->candidates[0]);
  if (cli->options.json)
    append_ranking_json (problem, ranking);
  else if (cli->options.csv)
    append_ranking_csv (cli->out, ranking);
  else
    append_ranking_text (problem, ranking);
  return TRUE;
}

static void
append_past_json (Problem *problem, const DlTorusPastFaults *past)
{
  g_autoptr (JsonBuilder) builder = begin_json (problem, "past-faults");
  g_autofree char *message = dl_torus_past_faults_to_text (past);

  cli_json_bool (builder, "served", past->served);
  cli_json_bool (builder, "moved", dl_torus_past_faults_moves (past));
  cli_json_string (builder, "message", message);
  cli_json_begin_array (builder, "obstacles");
  for (guint i = 0; i < G_N_ELEMENTS (obstacle_names); i++)
    if ((past->obstacles & 1u << i) != 0)
      json_builder_add_string_value (builder, obstacle_names[i]);
  json_builder_end_array (builder);
  cli_json_int (builder, "combinations", past->combinations);
  cli_json_int (builder, "tried", past->tried);
  named_candidate (builder, "current", &past->current);
  named_candidate (builder, "best", &past->best);
  cli_json_int (builder, "shortest_cycle", past->best.n_cycle);
  if (past->engine != NULL)
    {
      cli_json_string (builder, "engine", past->engine->id);
      named_candidate (builder, "with_engine", &past->with_engine);
    }
  else
    {
      cli_json_null (builder, "engine");
      cli_json_null (builder, "with_engine");
    }
  end_json (problem, builder);
}

static void
append_past_csv (GString *out, const DlTorusPastFaults *past)
{
  g_autoptr (GArray) names = new_names ();
  DlTable table;

  add_name (names, g_strdup ("current"), &past->current);
  add_name (names, g_strdup ("best"), &past->best);
  table = candidates_of (names);
  dl_table_append_csv (out, &table);
}

static void
append_past_text (Problem *problem, const DlTorusPastFaults *past)
{
  GString *out = problem->cli->out;
  g_autofree char *message = dl_torus_past_faults_to_text (past);
  g_autoptr (GArray) names = new_names ();
  DlTable table;

  cli_append_description (out, problem->scenario);
  g_string_append_printf (out, "\n%s\n\n", message);
  add_name (names, g_strdup (_ ("now")), &past->current);
  if (dl_torus_past_faults_moves (past))
    add_name (names, g_strdup (past->served ? _ ("past the faults") : _ ("best")), &past->best);
  if (past->engine != NULL)
    add_name (names, g_strdup_printf (_ ("routing engine %s"), past->engine->id),
              &past->with_engine);
  table = candidates_of (names);
  dl_table_append_text (out, &table);
}

static gboolean
optimize_past_faults (Problem *problem, GError **error)
{
  Cli *cli = problem->cli;
  g_autoptr (DlTorusPastFaults) past = dl_datelines_past_faults (
      problem->network, &problem->spec, problem->demand, options_for (problem), cli->cancellable);

  if (past == NULL)
    return stopped (error);
  add_edits (problem, &past->best);
  if (cli->options.json)
    append_past_json (problem, past);
  else if (cli->options.csv)
    append_past_csv (cli->out, past);
  else
    append_past_text (problem, past);
  return TRUE;
}

/* The command ---------------------------------------------------------------------------------- */

/* The improved scenario to --output. To standard output it goes alone: it is to be read by a
 * program. */
static gboolean
write_scenario (Problem *problem, GError **error)
{
  Cli *cli = problem->cli;
  g_autofree char *file_name = g_steal_pointer (&cli->options.output);
  g_autofree char *text = NULL;

  if (file_name == NULL)
    return TRUE;
  if (!dl_scenario_apply (problem->scenario, problem->edits, NULL, NULL, error))
    return FALSE;
  text = dl_scenario_to_text (problem->scenario, FALSE);
  if (g_str_equal (file_name, "-"))
    {
      g_string_assign (cli->out, text);
      return TRUE;
    }
  return cli_write (file_name, text, strlen (text), cli->cancellable, error);
}

CliStatus
cli_optimize (Cli *cli, GError **error)
{
  const CliOptions *options = &cli->options;
  g_auto (Problem) problem = { 0 };
  gboolean done;

  if (options->datelines + options->vc + options->past_faults != 1)
    {
      cli_bad_input (error, _ ("optimize: %s (choose --datelines, --vc or --past-faults)"),
                     options->datelines + options->vc + options->past_faults == 0
                         ? _ ("the kind of search is missing")
                         : _ ("only one search at a time is possible"));
      return CLI_BAD_INPUT;
    }
  if (!problem_init (&problem, cli, error))
    return CLI_BAD_INPUT;
  cli_progress_begin (&problem.progress);
  done = options->datelines ? optimize_datelines (&problem, error)
         : options->vc      ? optimize_vc (&problem, error)
                            : optimize_past_faults (&problem, error);
  cli_progress_end (&problem.progress);
  if (done)
    write_scenario (&problem, error);
  return CLI_DONE;
}
