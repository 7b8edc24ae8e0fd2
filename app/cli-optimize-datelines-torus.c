/* dateline-cli optimize --datelines and --past-faults. */
#include "cli-optimize-torus.h"

#include "cli-analyze.h"
#include "cli-table.h"
#include "dl-edit.h"
#include "dl-past-faults.h"

#include <glib/gi18n.h>

/* In the order of the bits of DlDatelineReasons. */
static const char *const reason_names[DL_DATELINES_N_REASONS]
    = { "best-balance", "one-plane-region", "region-edge", "past-fault", "current" };

/* In the order of the bits of DlObstacles. */
static const char *const obstacle_names[]
    = { "mesh-x", "mesh-y", "mesh-z", "no-datelines", "nothing-broken" };

static DlDatelineOptions
options_for (CliProblem *problem)
{
  DlDatelineOptions options = dl_dateline_options_default ();

  options.progress = cli_progress_set;
  options.progress_data = &problem->progress;
  return options;
}

/* The datelines of @candidate into the scenario; what it says of a mesh dimension stays. */
static void
add_edits (CliProblem *problem, const DlDatelineCandidate *candidate)
{
  const gboolean stated = dl_field_is_set (dl_field_find ("torus", "datelines"), problem->scenario);
  g_autoptr (GString) value = g_string_new (NULL);
  gboolean moved = FALSE;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
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

/* JSON */

static void
json_candidate (JsonBuilder *builder, const DlDatelineCandidate *candidate)
{
  json_builder_begin_object (builder);
  cli_json_begin_array (builder, "datelines");
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    json_builder_add_int_value (builder, candidate->dateline[dim]);
  json_builder_end_array (builder);
  cli_json_int (builder, "unreachable_pairs", candidate->unreachable_pairs);
  cli_json_int (builder, "dropped_pairs", candidate->dropped_pairs);
  cli_json_int (builder, "illegal_pairs", candidate->illegal_pairs);
  cli_json_bool (builder, "deadlock_free", candidate->deadlock_free);
  cli_json_double (builder, "vc_balance_mean", candidate->balance_mean);
  cli_json_begin_array (builder, "dimensions");
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      json_builder_begin_object (builder);
      cli_json_string (builder, "dimension", dl_dim_name (dim));
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
json_named_candidate (JsonBuilder *builder, const char *name, const DlDatelineCandidate *candidate)
{
  json_builder_set_member_name (builder, name);
  json_candidate (builder, candidate);
}

/* CSV */

static void
append_csv_heading (GString *out)
{
  g_string_append (out, "rank,x,y,z,unreachable_pairs,dropped_pairs,illegal_pairs,deadlock_free,"
                        "vc_balance_mean,vc_balance_x,vc_balance_y,vc_balance_z,max_load,"
                        "mean_hops,reasons\n");
}

static void
append_csv (GString *out, const char *rank, const DlDatelineCandidate *candidate)
{
  const char *separator = "";

  g_string_append (out, rank);
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    g_string_append_printf (out, ",%d", candidate->dateline[dim]);
  g_string_append_printf (out, ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT,
                          candidate->unreachable_pairs, candidate->dropped_pairs,
                          candidate->illegal_pairs);
  g_string_append (out, candidate->deadlock_free ? ",true," : ",false,");
  cli_append_csv_double (out, candidate->balance_mean);
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      g_string_append_c (out, ',');
      cli_append_csv_double (out, candidate->dim_balance_mean[dim]);
    }
  g_string_append_c (out, ',');
  cli_append_csv_double (out, candidate->load_max);
  g_string_append_c (out, ',');
  cli_append_csv_double (out, candidate->hops_mean);
  g_string_append_c (out, ',');
  for (guint i = 0; i < DL_DATELINES_N_REASONS; i++)
    if ((candidate->reasons & 1u << i) != 0)
      {
        g_string_append_printf (out, "%s%s", separator, reason_names[i]);
        separator = ";";
      }
  g_string_append_c (out, '\n');
}

/* Text */

static CliTable *
new_table (void)
{
  const char *const heads[] = {
    "",
    _ ("datelines"),
    _ ("unreachable"),
    _ ("dropped"),
    _ ("illegal"),
    _ ("deadlock"),
    _ ("mean balance"),
    "x",
    "y",
    "z",
    _ ("maximum load"),
  };
  CliTable *table = cli_table_new ("llrrrlrrrrr");

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    cli_table_text (table, heads[i]);
  return table;
}

static void
append_row (CliTable *table, const char *name, const DlDatelineCandidate *candidate)
{
  g_autofree char *datelines = g_strdup_printf (
      "%d;%d;%d", candidate->dateline[DL_X], candidate->dateline[DL_Y], candidate->dateline[DL_Z]);

  cli_table_text (table, name);
  cli_table_text (table, datelines);
  cli_table_int (table, candidate->unreachable_pairs);
  cli_table_int (table, candidate->dropped_pairs);
  cli_table_int (table, candidate->illegal_pairs);
  cli_table_text (table, candidate->deadlock_free ? _ ("impossible") : _ ("POSSIBLE"));
  cli_table_double (table, candidate->balance_mean, 4);
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    cli_table_double (table, candidate->dim_balance_mean[dim], 4);
  cli_table_double (table, candidate->load_max, 2);
}

static void
append_reasons (GString *out, const DlDatelineCandidate *candidate)
{
  for (guint i = 0; i < DL_DATELINES_N_REASONS; i++)
    if ((candidate->reasons & 1u << i) != 0)
      g_string_append_printf (out, "  %s (%s)\n", dl_dateline_reason_text (1u << i),
                              dl_dateline_reason_section (1u << i));
}

/* --datelines */

static void
append_ranking_json (CliProblem *problem, const DlDatelineRanking *ranking)
{
  g_autoptr (JsonBuilder) builder = cli_optimize_begin_json (problem, "datelines");
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
  json_named_candidate (builder, "current", &ranking->current);
  cli_json_begin_array (builder, "candidates");
  for (guint i = 0; i < ranking->n_candidates; i++)
    json_candidate (builder, &ranking->candidates[i]);
  json_builder_end_array (builder);
  cli_optimize_end_json (problem, builder);
}

static void
append_ranking_csv (GString *out, const DlDatelineRanking *ranking)
{
  append_csv_heading (out);
  for (guint i = 0; i < ranking->n_candidates; i++)
    {
      g_autofree char *rank = g_strdup_printf ("%u", i + 1);
      append_csv (out, rank, &ranking->candidates[i]);
    }
}

static void
append_ranking_text (CliProblem *problem, const DlDatelineRanking *ranking)
{
  GString *out = problem->cli->out;
  g_autoptr (CliTable) table = new_table ();

  cli_append_description (out, problem->scenario);
  g_string_append_c (out, '\n');
  append_row (table, _ ("now"), &ranking->current);
  for (guint i = 0; i < ranking->n_candidates; i++)
    {
      g_autofree char *rank = g_strdup_printf ("%u", i + 1);
      append_row (table, rank, &ranking->candidates[i]);
    }
  cli_table_append (out, table);
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

gboolean
cli_optimize_datelines (CliProblem *problem, GError **error)
{
  Cli *cli = problem->cli;
  g_autoptr (DlDatelineRanking) ranking = dl_optimize_datelines (
      problem->network, &problem->spec, problem->demand, options_for (problem), cli->cancellable);

  if (ranking == NULL)
    return cli_optimize_stopped (error);
  add_edits (problem, &ranking->candidates[0]);
  if (cli->options.json)
    append_ranking_json (problem, ranking);
  else if (cli->options.csv)
    append_ranking_csv (cli->out, ranking);
  else
    append_ranking_text (problem, ranking);
  return TRUE;
}

/* --past-faults */

static void
append_past_json (CliProblem *problem, const DlPastFaults *past)
{
  g_autoptr (JsonBuilder) builder = cli_optimize_begin_json (problem, "past-faults");
  g_autofree char *message = dl_past_faults_to_text (past);

  cli_json_bool (builder, "served", past->served);
  cli_json_bool (builder, "moved", dl_past_faults_moves (past));
  cli_json_string (builder, "message", message);
  cli_json_begin_array (builder, "obstacles");
  for (guint i = 0; i < G_N_ELEMENTS (obstacle_names); i++)
    if ((past->obstacles & 1u << i) != 0)
      json_builder_add_string_value (builder, obstacle_names[i]);
  json_builder_end_array (builder);
  cli_json_int (builder, "combinations", past->combinations);
  cli_json_int (builder, "tried", past->tried);
  json_named_candidate (builder, "current", &past->current);
  json_named_candidate (builder, "best", &past->best);
  cli_json_int (builder, "shortest_cycle", past->best.n_cycle);
  if (past->engine != NULL)
    {
      cli_json_string (builder, "engine", past->engine->id);
      json_named_candidate (builder, "with_engine", &past->with_engine);
    }
  else
    {
      cli_json_null (builder, "engine");
      cli_json_null (builder, "with_engine");
    }
  cli_optimize_end_json (problem, builder);
}

static void
append_past_csv (GString *out, const DlPastFaults *past)
{
  append_csv_heading (out);
  append_csv (out, "current", &past->current);
  append_csv (out, "best", &past->best);
}

static void
append_past_text (CliProblem *problem, const DlPastFaults *past)
{
  GString *out = problem->cli->out;
  g_autofree char *message = dl_past_faults_to_text (past);
  g_autoptr (CliTable) table = new_table ();

  cli_append_description (out, problem->scenario);
  g_string_append_printf (out, "\n%s\n\n", message);
  append_row (table, _ ("now"), &past->current);
  if (dl_past_faults_moves (past))
    append_row (table, past->served ? _ ("past the faults") : _ ("best"), &past->best);
  if (past->engine != NULL)
    {
      g_autofree char *name = g_strdup_printf (_ ("routing engine %s"), past->engine->id);
      append_row (table, name, &past->with_engine);
    }
  cli_table_append (out, table);
}

gboolean
cli_optimize_past_faults (CliProblem *problem, GError **error)
{
  Cli *cli = problem->cli;
  g_autoptr (DlPastFaults) past = dl_datelines_past_faults (
      problem->network, &problem->spec, problem->demand, options_for (problem), cli->cancellable);

  if (past == NULL)
    return cli_optimize_stopped (error);
  add_edits (problem, &past->best);
  if (cli->options.json)
    append_past_json (problem, past);
  else if (cli->options.csv)
    append_past_csv (cli->out, past);
  else
    append_past_text (problem, past);
  return TRUE;
}
