/* dateline-cli analyze, links and model: what there is to say of a static analysis. */
#include "cli-analyze.h"

#include "cli-scenario.h"
#include "dl-numerals.h"

#include <glib/gi18n.h>

/* JSON */

static guint
working_nodes (const DlEvaluation *result)
{
  return result->scenario->family->sites (result->net.shape).n_working;
}

JsonBuilder *
cli_json_new_counts (const DlEvaluation *result)
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

void
cli_json_verdict (JsonBuilder *builder, const DlEvaluation *result)
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
  g_autoptr (JsonBuilder) builder = cli_json_new_counts (result);

  cli_json_double (builder, "mean_hops", result->findings.hops_mean);
  cli_json_int (builder, "max_hops", result->findings.hops_max);
  cli_json_verdict (builder, result);
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

static void
add_count (CliTable *table, const char *label, guint64 count)
{
  cli_table_text (table, label);
  cli_table_int (table, count);
}

void
cli_table_parts (CliTable *table, const DlEvaluation *result)
{
  add_count (table, _ ("working nodes"), working_nodes (result));
  add_count (table, _ ("working links"), result->findings.working_links);
}

void
cli_table_pairs (CliTable *table, const DlEvaluation *result)
{
  const DlFindings *findings = &result->findings;
  const char *const *lacks = result->scenario->family->lacks;

  add_count (table, _ ("pairs"), findings->pairs);
  add_count (table, _ ("unreachable pairs"), findings->unreachable_pairs);
  if (!g_strv_contains (lacks, "dropped_pairs"))
    add_count (table, _ ("dropped pairs"), findings->dropped_pairs);
  if (!g_strv_contains (lacks, "illegal_pairs"))
    add_count (table, _ ("illegal pairs"), findings->illegal_pairs);
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

  add_count (table, _ ("cyclic components"), verdict->cyclic_components);
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
