/* dateline-cli optimize --vc. */
#include "cli-optimize-torus.h"

#include "cli-analyze.h"
#include "cli-streams.h"
#include "cli-table.h"
#include "dl-edit.h"
#include "dl-optimize-vc.h"

#include <glib/gi18n.h>

static void
append_json (CliProblem *problem, const DlVcOptimum *optimum)
{
  g_autoptr (JsonBuilder) builder = cli_optimize_begin_json (problem, "vc");

  cli_json_bool (builder, "deadlock_free", optimum->deadlock_free);
  cli_json_double (builder, "vc_balance_before", optimum->mean_before);
  cli_json_double (builder, "vc_balance_after", optimum->mean_after);
  cli_json_double (builder, "bound", optimum->mean_bound);
  cli_json_begin_array (builder, "dimensions");
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      json_builder_begin_object (builder);
      cli_json_string (builder, "dimension", dl_dim_name (dim));
      cli_json_double (builder, "vc_balance_before", optimum->balance_before[dim]);
      cli_json_double (builder, "vc_balance_after", optimum->balance_after[dim]);
      cli_json_double (builder, "bound", optimum->bound[dim]);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  cli_optimize_end_json (problem, builder);
}

static void
append_csv (GString *out, const DlVcOptimum *optimum)
{
  g_string_append (out, "dimension,vc_balance_before,vc_balance_after,bound\n");
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      g_string_append_printf (out, "%s,", dl_dim_name (dim));
      cli_append_csv_double (out, optimum->balance_before[dim]);
      g_string_append_c (out, ',');
      cli_append_csv_double (out, optimum->balance_after[dim]);
      g_string_append_c (out, ',');
      cli_append_csv_double (out, optimum->bound[dim]);
      g_string_append_c (out, '\n');
    }
}

static void
append_row (CliTable *table, const char *name, double before, double after, double bound)
{
  cli_table_text (table, name);
  cli_table_double (table, before, 4);
  cli_table_double (table, after, 4);
  cli_table_double (table, bound, 4);
}

static void
append_text (CliProblem *problem, const DlVcOptimum *optimum)
{
  GString *out = problem->cli->out;
  g_autoptr (CliTable) table = cli_table_new ("lrrr");

  cli_append_description (out, problem->scenario);
  g_string_append_printf (out, "\n%s\n\n",
                          _ ("Mean VC balance of the policy, of the search, and a lower bound of "
                             "all assignments (VC paper 3.6):"));
  cli_table_text (table, "");
  cli_table_text (table, problem->spec.vc_policy->id);
  cli_table_text (table, "optimized");
  cli_table_text (table, _ ("bound"));
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    append_row (table, dl_dim_name (dim), optimum->balance_before[dim], optimum->balance_after[dim],
                optimum->bound[dim]);
  append_row (table, _ ("all"), optimum->mean_before, optimum->mean_after, optimum->mean_bound);
  cli_table_append (out, table);
  g_string_append (out, optimum->deadlock_free
                            ? _ ("\nDeadlock stays impossible.\n")
                            : _ ("\nDeadlock is POSSIBLE: the routes themselves are cyclic.\n"));
}

gboolean
cli_optimize_vc (CliProblem *problem, GError **error)
{
  Cli *cli = problem->cli;
  g_autoptr (DlVcOptimum) optimum = NULL;
  g_autoptr (DlRoutes) routes = NULL;

  if (problem->spec.source_vc_zero)
    return cli_bad_input (error,
                          _ ("optimize --vc: traffic.source-vc=0 puts all unconstrained packets "
                             "on VC0, so there is nothing to choose (use --set "
                             "traffic.source-vc=policy, or --datelines)"));
  if (problem->spec.tie == DL_TIE_RANDOM)
    return cli_bad_input (error,
                          _ ("optimize --vc: with random ties a pair has several routes, which "
                             "this search does not support (use --set torus.tie=positive, or "
                             "--datelines)"));
  if (dl_demand_is_weighted (problem->demand))
    return cli_bad_input (error,
                          _ ("optimize --vc: pattern %s has pairs of unequal weight, which this "
                             "search does not support (use a different pattern, or --datelines)"),
                          problem->scenario->traffic.pattern->id);
  routes = dl_routes_new_from (problem->network, &problem->spec, NULL, cli->cancellable);
  if (routes != NULL)
    optimum = dl_optimize_vc (routes, problem->demand, problem->scenario->seed, cli_progress_set,
                              &problem->progress, cli->cancellable);
  if (optimum == NULL)
    return cli_optimize_stopped (error);
  dl_edits_add (problem->edits, DL_EDIT_SET, "torus.vc-policy", "optimized");
  dl_edits_add (problem->edits, DL_EDIT_SET, "torus.vc-table", dl_vc_table_text (optimum->table));
  if (cli->options.json)
    append_json (problem, optimum);
  else if (cli->options.csv)
    append_csv (cli->out, optimum);
  else
    append_text (problem, optimum);
  return TRUE;
}
