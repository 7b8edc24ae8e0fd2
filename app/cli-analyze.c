/* dateline-cli analyze, links, model, check, route and tables: queries of the analysis and the
 * routes of one scenario. */
#include "cli-families.h"

#include "cli-plain.h"
#include "cli-scenario.h"
#include "dl-goal.h"
#include "dl-numerals.h"
#include "dl-program-steps.h"
#include "dl-router-model.h"
#include "dl-verdict-text.h"

#include <glib/gi18n.h>

/* JSON */

static guint
working_nodes (const DlEvaluation *result)
{
  return result->scenario->family->sites (result->net.shape).n_working;
}

/* A result's object that is begun: the keys that all have, to "dropped_pairs". */
static JsonBuilder *
new_json_of (const DlEvaluation *result)
{
  const DlFindings *findings = &result->findings;
  JsonBuilder *builder = cli_json_new_of (result->scenario);

  cli_json_int (builder, "nodes", working_nodes (result));
  cli_json_int (builder, "links", findings->working_links);
  cli_json_int (builder, "pairs", findings->pairs);
  cli_json_int (builder, "unreachable_pairs", findings->unreachable_pairs);
  cli_json_int (builder, "illegal_pairs", findings->illegal_pairs);
  cli_json_int (builder, "dropped_pairs", findings->dropped_pairs);
  return builder;
}

/* Into the current object: "deadlock_free", "cycle" and "cyclic_components". */
static void
json_verdict (JsonBuilder *builder, const DlEvaluation *result)
{
  const DlVerdict *verdict = result->findings.verdict;

  cli_json_bool (builder, "deadlock_free", verdict->deadlock_free);
  cli_json_begin_array (builder, "cycle");
  for (guint i = 0; i < verdict->n_cycle; i++)
    {
      g_autofree char *channel
          = dl_family_channel_name (result->scenario->family, &result->net, verdict->cycle[i]);
      json_builder_add_string_value (builder, channel);
    }
  json_builder_end_array (builder);
  cli_json_int (builder, "cyclic_components", verdict->cyclic_components);
}

static void
append_json (GString *out, const CliFamily *family, const DlEvaluation *result)
{
  g_autoptr (JsonBuilder) builder = new_json_of (result);

  cli_json_double (builder, "mean_hops", result->findings.hops_mean);
  cli_json_int (builder, "max_hops", result->findings.hops_max);
  json_verdict (builder, result);
  family->add_analysis (builder, result);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

/* Text */

void
cli_append_description (GString *out, const DlScenario *scenario)
{
  g_autoptr (CliTable) table = cli_table_new ("ll");

  g_string_append_printf (out, "%s\n\n", scenario->name);
  cli_family_of (scenario)->describe (table, scenario);
  cli_table_append (out, table);
}

void
cli_table_parts (CliTable *table, const DlEvaluation *result)
{
  cli_table_count (table, _ ("working nodes"), working_nodes (result));
  cli_table_count (table, _ ("working links"), result->findings.working_links);
}

void
cli_table_pairs (CliTable *table, const DlEvaluation *result)
{
  const DlFindings *findings = &result->findings;
  const char *const *missing = result->scenario->family->missing;

  cli_table_count (table, _ ("pairs"), findings->pairs);
  cli_table_count (table, _ ("unreachable pairs"), findings->unreachable_pairs);
  if (!g_strv_contains (missing, "dropped_pairs"))
    cli_table_count (table, _ ("dropped pairs"), findings->dropped_pairs);
  if (!g_strv_contains (missing, "illegal_pairs"))
    cli_table_count (table, _ ("illegal pairs"), findings->illegal_pairs);
}

const char *
cli_deadlock_word (const DlVerdict *verdict)
{
  return verdict->deadlock_free    ? _ ("impossible")
         : verdict->layers_unknown ? _ ("NOT KNOWN")
                                   : _ ("POSSIBLE");
}

void
cli_table_verdict (CliTable *table, const DlEvaluation *result)
{
  const DlVerdict *verdict = result->findings.verdict;

  cli_table_count (table, _ ("cyclic components"), verdict->cyclic_components);
  cli_table_text (table, _ ("deadlock"));
  cli_table_text (table, cli_deadlock_word (verdict));
}

static void
append_text (GString *out, const CliFamily *family, const DlEvaluation *result)
{
  cli_append_description (out, result->scenario);
  g_string_append_c (out, '\n');
  family->append_analysis_text (out, result);
}

CliStatus
cli_analyze (Cli *cli, GError **error)
{
  g_autoptr (DlEvaluation) result = cli_evaluate (cli, cli->args[0], error);
  const CliFamily *family;

  if (result == NULL)
    return CLI_DONE;
  family = cli_family_of (result->scenario);
  g_cancellable_push_current (cli->cancellable);
  if (cli->options.json)
    append_json (cli->out, family, result);
  else if (cli->options.csv)
    family->append_analysis_csv (cli->out, result);
  else
    append_text (cli->out, family, result);
  g_cancellable_pop_current (cli->cancellable);
  g_cancellable_set_error_if_cancelled (cli->cancellable, error);
  return CLI_DONE;
}

/* dateline-cli links: what each directed link carries. */
CliStatus
cli_links (Cli *cli, GError **error)
{
  g_autoptr (DlEvaluation) result = cli_evaluate (cli, cli->args[0], error);

  if (result != NULL)
    cli_family_of (result->scenario)->append_links (cli->out, result, cli->options.csv);
  return CLI_DONE;
}

/* dateline-cli model: the papers' equations for a scenario. */
CliStatus
cli_model (Cli *cli, GError **error)
{
  g_autoptr (DlEvaluation) result = cli_evaluate (cli, cli->args[0], error);
  g_autoptr (DlPlainNumerals) plain = NULL;

  if (result == NULL)
    return CLI_DONE;
  /* The equations' titles and notes are data there. */
  if (cli->options.json || cli->options.csv)
    plain = dl_plain_text_new ();
  cli_family_of (result->scenario)->append_model (cli, result, error);
  return CLI_DONE;
}

/* check ---------------------------------------------------------------------------------------- */

static void
verdict_clear (CliVerdict *verdict)
{
  for (guint i = 0; i < CLI_N_CHECKS; i++)
    g_clear_pointer (&verdict->example[i], g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliVerdict, verdict_clear)

/* The pairs that fail each check. */
static void
count_failing (const DlPairCounts *counts, guint64 failing[CLI_N_CHECKS])
{
  failing[CLI_REACHABILITY] = counts->unreachable;
  failing[CLI_DROPS] = counts->dropped;
  failing[CLI_LEGALITY] = counts->illegal;
}

static gboolean
holds (const CliVerdict *verdict)
{
  return verdict->failing[CLI_REACHABILITY] == 0 && verdict->failing[CLI_DROPS] == 0
         && verdict->deadlock->deadlock_free;
}

/* Rows ----------------------------------------------------------------------------------------- */

static void
append_check_row (CliTable *table, const char *check, const char *outcome, const char *detail)
{
  cli_table_text (table, check);
  cli_table_text (table, outcome);
  cli_table_text (table, detail);
}

static void
append_check (CliTable *table, const char *check, gboolean holds, const char *detail)
{
  append_check_row (table, check, holds ? _ ("holds") : _ ("FAILS"), detail);
}

static void
append_deadlock (CliTable *table, const DlVerdict *verdict)
{
  g_autofree char *detail = NULL;

  if (verdict->deadlock_free)
    detail = g_strdup (_ ("no cycle of channels that wait for each other"));
  else
    detail = g_strdup_printf (ngettext ("%u cyclic component of the channel dependency graph",
                                        "%u cyclic components of the channel dependency graph",
                                        verdict->cyclic_components),
                              verdict->cyclic_components);
  append_check_row (table, _ ("deadlock"),
                    verdict->deadlock_free    ? _ ("holds")
                    : verdict->layers_unknown ? _ ("NOT KNOWN")
                                              : _ ("FAILS"),
                    detail);
}

/* The line above the channels of the shortest cycle. */
static void
append_cycle_title (GString *out, const DlVerdict *verdict)
{
  g_string_append_printf (
      out,
      ngettext ("\nThe shortest cycle has %u channel, which waits for itself:\n",
                "\nThe shortest cycle has %u channels; each waits for the next one, and the last "
                "for the first:\n",
                verdict->n_cycle),
      verdict->n_cycle);
}

/* Channels of the verdict's cycle, one per line. */
static void
append_cycle (GString *out, const DlEvaluation *result)
{
  const DlVerdict *verdict = result->findings.verdict;

  for (guint i = 0; i < verdict->n_cycle; i++)
    {
      g_autofree char *channel
          = dl_family_channel_name (result->scenario->family, &result->net, verdict->cycle[i]);
      g_string_append_printf (out, "  %s\n", channel);
    }
}

static const char *
check_title (CliCheck check)
{
  switch (check)
    {
    case CLI_REACHABILITY:
      return _ ("reachability");
    case CLI_DROPS:
      return _ ("dateline drops");
    default:
      return _ ("legality");
    }
}

/* @n: pairs that fail it. */
static char *
pairs_text (CliCheck check, gulong n)
{
  switch (check)
    {
    case CLI_REACHABILITY:
      return n == 0 ? g_strdup (_ ("every pair is reachable"))
                    : g_strdup_printf (
                        ngettext ("%lu unreachable pair", "%lu unreachable pairs", n), n);
    case CLI_DROPS:
      return n == 0 ? g_strdup (_ ("no packet is dropped at a dateline"))
                    : g_strdup_printf (ngettext ("%lu dropped pair", "%lu dropped pairs", n), n);
    default:
      return n == 0
                 ? g_strdup (_ ("every route is legal (VC paper 2.2.1)"))
                 : g_strdup_printf (
                     ngettext ("%lu pair on a route outside the legality relation (VC paper 2.2.1)",
                               "%lu pairs on routes outside the legality relation (VC paper 2.2.1)",
                               n),
                     n);
    }
}

/* A row; @of_pattern of the pattern's @pattern_pairs are among the failing ones. */
static void
append_pair_check (CliTable *table, CliCheck check, const DlPairCounts *all, guint64 failing,
                   guint64 of_pattern, guint64 pattern_pairs, const char *example)
{
  g_autofree char *pairs = pairs_text (check, failing);
  g_autoptr (GString) detail = g_string_new (pairs);

  if (failing > 0)
    {
      g_autofree char *beside = dl_pattern_pairs_to_text (all, of_pattern, pattern_pairs);
      g_string_append (detail, beside);
    }
  if (example != NULL)
    g_string_append_printf (detail, _ (", such as %s"), example);
  if (check == CLI_LEGALITY && failing > 0)
    append_check_row (table, check_title (check), _ ("note"), detail->str);
  else
    append_check (table, check_title (check), failing == 0, detail->str);
}

/* A row for each check of pairs that @family has. */
static void
append_pair_checks (CliTable *table, const DlFamily *family, const CliVerdict *verdict)
{
  static const char *const measures[CLI_N_CHECKS]
      = { "unreachable_pairs", "dropped_pairs", "illegal_pairs" };

  for (CliCheck check = 0; check < CLI_N_CHECKS; check++)
    if (!g_strv_contains (family->missing, measures[check]))
      append_pair_check (table, check, &verdict->all, verdict->failing[check],
                         verdict->of_pattern[check], verdict->pattern.pairs,
                         verdict->example[check]);
}

static void
append_verdict_text (GString *out, const DlEvaluation *result, const CliVerdict *verdict)
{
  const CliFamily *family = cli_family_of (result->scenario);
  g_autoptr (CliTable) table = cli_table_new ("lll");

  g_string_append_printf (out, "%s\n\n", result->scenario->name);
  append_pair_checks (table, result->scenario->family, verdict);
  append_deadlock (table, verdict->deadlock);
  cli_table_append (out, table);
  if (verdict->deadlock->deadlock_free)
    return;
  if (dl_verdict_caution (verdict->deadlock) != NULL)
    g_string_append_printf (out, "\n%s.\n", dl_verdict_caution (verdict->deadlock));
  append_cycle_title (out, verdict->deadlock);

  if (family->append_cycle != NULL)
    family->append_cycle (out, result);
  else
    append_cycle (out, result);
}

static void
append_verdict_json (GString *out, const DlEvaluation *result, const CliVerdict *verdict)
{
  const DlPairCounts *all = &verdict->all;
  g_autoptr (JsonBuilder) builder = new_json_of (result);

  json_verdict (builder, result);
  cli_json_begin_object (builder, "all_pairs");
  cli_json_int (builder, "pairs", all->pairs);
  cli_json_int (builder, "unreachable_pairs", all->unreachable);
  cli_json_int (builder, "illegal_pairs", all->illegal);
  cli_json_int (builder, "dropped_pairs", all->dropped);
  json_builder_end_object (builder);
  cli_json_bool (builder, "holds", holds (verdict));
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

CliStatus
cli_check (Cli *cli, GError **error)
{
  g_autoptr (DlEvaluation) result = cli_evaluate (cli, cli->args[0], error);
  g_auto (CliVerdict) verdict = { 0 };
  const DlFindings *findings;
  const CliFamily *family;

  if (result == NULL)
    return CLI_DONE;
  findings = &result->findings;
  family = cli_family_of (result->scenario);
  verdict.deadlock = findings->verdict;
  verdict.all = findings->all;
  verdict.pattern = findings->pattern;
  count_failing (&verdict.all, verdict.failing);
  count_failing (&verdict.pattern, verdict.of_pattern);
  if (cli->options.json)
    append_verdict_json (cli->out, result, &verdict);
  else
    {
      if ((!holds (&verdict) || verdict.failing[CLI_LEGALITY] > 0)
          && !family->find_examples (result, &verdict, cli->cancellable, error))
        return CLI_DONE;
      append_verdict_text (cli->out, result, &verdict);
    }
  return holds (&verdict) ? CLI_DONE : CLI_DOES_NOT_HOLD;
}

/* route ---------------------------------------------------------------------------------------- */

JsonBuilder *
cli_json_new_route (const char *status, const char *reason)
{
  JsonBuilder *builder = json_builder_new ();

  json_builder_begin_object (builder);
  cli_json_bool (builder, "delivered", reason == NULL);
  cli_json_string (builder, "status", status);
  cli_json_string (builder, "reason", reason);
  return builder;
}

static gboolean
parse_end (const DlSites *sites, const char *option, const char *text, guint *node, GError **error)
{
  if (sites->parse (sites->network, text, node, error))
    return TRUE;
  g_prefix_error (error, "%s: ", option);
  return FALSE;
}

static void
append_route (Cli *cli, const DlScenario *scenario, gpointer shape, GError **error)
{
  const DlSites sites = scenario->family->sites (shape);
  guint from, to;

  if (parse_end (&sites, "--from", cli->options.from, &from, error)
      && parse_end (&sites, "--to", cli->options.to, &to, error))
    cli_family_of (scenario)->append_route (cli, scenario, shape, from, to, error);
}

CliStatus
cli_route (Cli *cli, GError **error)
{
  g_autoptr (DlPlainNumerals) plain = NULL;
  g_autoptr (DlScenario) scenario = NULL;
  gpointer shape;

  /* The rules' sentences are data here. */
  if (cli->options.json)
    plain = dl_plain_text_new ();
  if (cli->options.from == NULL || cli->options.to == NULL)
    return cli_bad_input (error, _ ("route: %s is missing (add --from NODE --to NODE)"),
                          cli->options.from == NULL ? "--from" : "--to");
  scenario = cli_scenario_load (cli, cli->args[0], error);
  shape = scenario != NULL ? scenario->family->build (scenario, error) : NULL;
  if (shape == NULL)
    return CLI_DONE;
  append_route (cli, scenario, shape, error);
  dl_shared_unref (shape);
  return CLI_DONE;
}

/* tables --------------------------------------------------------------------------------------- */

static void
fill_row (DlCells *cells, gconstpointer data, guint row)
{
  const DlRouterTable *table = data;

  for (guint column = 0; column < DL_TABLE_COLUMNS; column++)
    dl_cells_text (cells, table->rows[row].cells[column]);
}

void
cli_plain_append_table (Cli *cli, const DlScenario *scenario, const DlRouterTable *table)
{
  DlTableColumn columns[DL_TABLE_COLUMNS] = { 0 };
  const DlTable rows = DL_TABLE (columns, table->n_rows, fill_row, table);

  for (guint i = 0; i < DL_TABLE_COLUMNS; i++)
    columns[i].id = columns[i].title = table->columns[i];
  if (cli->options.json)
    {
      g_autoptr (JsonBuilder) builder = cli_json_new_of (scenario);

      cli_json_string (builder, "router", table->title);
      cli_json_rows (builder, "entries", &rows);
      json_builder_end_object (builder);
      cli_json_append (cli->out, builder);
    }
  else if (cli->options.csv)
    g_string_append (cli->out, table->csv);
  else
    {
      g_string_append_printf (cli->out, "%s\n\n%s\n%s\n\n", scenario->name, table->title,
                              table->summary);
      dl_table_append_text (cli->out, &rows);
    }
}

CliStatus
cli_tables (Cli *cli, GError **error)
{
  const gboolean all = cli->options.dump_fts || cli->options.slurm;
  g_autoptr (DlScenario) scenario = NULL;

  if (cli->options.node == NULL && !all)
    return cli_bad_input (error, _ ("tables: --node is missing (add --node NODE)"));
  if (cli->options.yaml && !cli->options.slurm)
    return cli_bad_input (error, _ ("tables: --yaml is for --slurm (add it, or leave --yaml out)"));
  scenario = cli_scenario_load (cli, cli->args[0], error);
  if (scenario == NULL)
    return CLI_DONE;
  if (all && !cli_family_of (scenario)->all_tables)
    return cli_bad_input (error, _ ("tables: %s is for a fabric (use --node NODE)"),
                          cli->options.dump_fts ? "--dump-fts" : "--slurm");
  cli_family_of (scenario)->append_tables (cli, scenario, error);
  return CLI_DONE;
}

/* The program that ranks run, as others exchange it. */
CliStatus
cli_goal (Cli *cli, GError **error)
{
  g_autoptr (DlScenario) scenario = cli_scenario_load (cli, cli->args[0], error);
  g_autoptr (DlMachinePlan) plan = NULL;
  g_autoptr (DlProgram) program = NULL;
  g_autofree char *text = NULL;

  if (scenario == NULL)
    return CLI_DONE;
  if (!scenario->traffic.pattern->program)
    return cli_bad_input (error,
                          _ ("pattern %s is not a program (use --set traffic.pattern=program, or "
                             "all-to-all, allreduce, fft or matrix)"),
                          scenario->traffic.pattern->id);
  plan = dl_scenario_plan (scenario, scenario->seed, NULL, cli->cancellable, error);
  if (plan == NULL)
    return CLI_DONE;
  g_assert (plan->workload != NULL);
  program = dl_program_of_workload (plan->workload, error);
  if (program == NULL)
    return CLI_DONE;
  text = dl_goal_to_text (program);
  g_string_append (cli->out, text);
  return CLI_DONE;
}
