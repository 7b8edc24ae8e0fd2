/* dateline-cli check: does every packet arrive, on routes that cannot deadlock? */
#include "cli-check.h"

#include "cli-analyze.h"
#include "cli-scenario.h"
#include "dl-verdict-text.h"

#include <glib/gi18n.h>

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
append_row (CliTable *table, const char *check, const char *outcome, const char *detail)
{
  cli_table_text (table, check);
  cli_table_text (table, outcome);
  cli_table_text (table, detail);
}

static void
append_check (CliTable *table, const char *check, gboolean holds, const char *detail)
{
  append_row (table, check, holds ? _ ("holds") : _ ("FAILS"), detail);
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
  append_row (table, _ ("deadlock"),
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

/* Its channels, one a line. */
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

/* A row; @of_pattern of the pattern's @pattern_pairs are among those that fail. */
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
    append_row (table, check_title (check), _ ("note"), detail->str);
  else
    append_check (table, check_title (check), failing == 0, detail->str);
}

/* A row for each check of pairs, but those that @family has not. */
static void
append_pair_checks (CliTable *table, const DlFamily *family, const CliVerdict *verdict)
{
  static const char *const measures[CLI_N_CHECKS]
      = { "unreachable_pairs", "dropped_pairs", "illegal_pairs" };

  for (CliCheck check = 0; check < CLI_N_CHECKS; check++)
    if (!g_strv_contains (family->lacks, measures[check]))
      append_pair_check (table, check, &verdict->all, verdict->failing[check],
                         verdict->of_pattern[check], verdict->pattern.pairs,
                         verdict->example[check]);
}

static void
append_text (GString *out, const DlEvaluation *result, const CliVerdict *verdict)
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
append_json (GString *out, const DlEvaluation *result, const CliVerdict *verdict)
{
  const DlPairCounts *all = &verdict->all;
  g_autoptr (JsonBuilder) builder = cli_json_new_counts (result);

  cli_json_verdict (builder, result);
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
    append_json (cli->out, result, &verdict);
  else
    {
      if ((!holds (&verdict) || verdict.failing[CLI_LEGALITY] > 0)
          && !family->find_examples (result, &verdict, cli->cancellable, error))
        return CLI_DONE;
      append_text (cli->out, result, &verdict);
    }
  return holds (&verdict) ? CLI_DONE : CLI_DOES_NOT_HOLD;
}
