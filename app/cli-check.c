/* dateline-cli check: does every packet arrive, on routes that cannot deadlock? */
#include "cli-check.h"

#include "cli-analyze.h"
#include "cli-dragonfly.h"
#include "cli-scenario.h"
#include "dl-evaluate.h"
#include "dl-verdict-text.h"

#include <glib/gi18n.h>

/* How many routes are followed, at most, to show an example of what fails: about a second. */
#define MAX_WALKS 4000000

/* What is judged pair by pair. */
typedef enum
{
  REACHABILITY,
  DROPS,
  LEGALITY, /* noted only: whether routes can deadlock, their graph knows better */
  N_CHECKS
} Check;

typedef struct
{
  const DlVerdict *deadlock;
  DlPairCounts all, pattern;
  guint64 failing[N_CHECKS];    /* of all pairs: they decide */
  guint64 of_pattern[N_CHECKS]; /* of the pattern's */
  char *example[N_CHECKS];      /* "0,0,0 to 2,2,2", or NULL */
} Verdict;

static void
verdict_clear (Verdict *verdict)
{
  for (guint i = 0; i < N_CHECKS; i++)
    g_clear_pointer (&verdict->example[i], g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Verdict, verdict_clear)

/* The pairs that fail each check. */
static void
count_failing (const DlPairCounts *counts, guint64 failing[N_CHECKS])
{
  failing[REACHABILITY] = counts->unreachable;
  failing[DROPS] = counts->dropped;
  failing[LEGALITY] = counts->illegal;
}

static gboolean
holds (const Verdict *verdict)
{
  return verdict->failing[REACHABILITY] == 0 && verdict->failing[DROPS] == 0
         && verdict->deadlock->deadlock_free;
}

/* What is wrong with @route, or N_CHECKS. */
static Check
failure_of (const DlRoute *route)
{
  switch (route->status)
    {
    case DL_ROUTE_DELIVERED:
      return route->legal ? N_CHECKS : LEGALITY;
    case DL_ROUTE_DROPPED:
      return DROPS;
    default:
      return REACHABILITY;
    }
}

static gboolean
any_of_pattern (const Verdict *verdict)
{
  for (guint i = 0; i < N_CHECKS; i++)
    if (verdict->of_pattern[i] > 0)
      return TRUE;
  return FALSE;
}

/* Keep the pair as an example if there is none yet. Returns whether more are wanted. */
static gboolean
consider (Verdict *verdict, const DlAnalysis *analysis, guint source, guint dest, DlRoute *route)
{
  const DlCoord *coord = analysis->network->torus.coord;
  Check failure;

  dl_routes_walk (analysis->routes, source, dest, route);
  failure = failure_of (route);
  if (failure < N_CHECKS && verdict->example[failure] == NULL)
    {
      g_autofree char *from = dl_coord_to_string (coord[source]);
      g_autofree char *to = dl_coord_to_string (coord[dest]);
      verdict->example[failure] = g_strdup_printf (_ ("%s to %s"), from, to);
    }
  for (guint i = 0; i < N_CHECKS; i++)
    if (verdict->failing[i] > 0 && verdict->example[i] == NULL)
      return TRUE;
  return FALSE;
}

/* Follow routes one by one until there is a pair for whatever fails, one of the pattern's if there
 * is one. */
static void
find_examples (Verdict *verdict, const DlScenario *scenario, const DlAnalysis *analysis,
               GCancellable *cancellable)
{
  const DlNetwork *network = analysis->network;
  g_autoptr (DlDemand) demand = dl_scenario_demand (scenario, network);
  g_auto (DlRoute) route = { 0 };
  guint walks = 0;

  for (guint i = 0; any_of_pattern (verdict) && i < demand->flows->len; i++)
    {
      const DlFlow *flow = &g_array_index (demand->flows, DlFlow, i);
      if (walks++ >= MAX_WALKS || g_cancellable_is_cancelled (cancellable)
          || !consider (verdict, analysis, flow->source, flow->dest, &route))
        return;
    }
  for (guint source = 0; source < network->n_nodes; source++)
    for (guint dest = 0; network->node_up[source] && dest < network->n_nodes; dest++)
      if (source != dest && network->node_up[dest]
          && (walks++ >= MAX_WALKS || g_cancellable_is_cancelled (cancellable)
              || !consider (verdict, analysis, source, dest, &route)))
        return;
}

/* Rows ----------------------------------------------------------------------------------------- */

static void
append_row (CliTable *table, const char *check, const char *outcome, const char *detail)
{
  cli_table_text (table, check);
  cli_table_text (table, outcome);
  cli_table_text (table, detail);
}

void
cli_check_append (CliTable *table, const char *check, gboolean holds, const char *detail)
{
  append_row (table, check, holds ? _ ("holds") : _ ("FAILS"), detail);
}

void
cli_check_append_deadlock (CliTable *table, const DlVerdict *verdict)
{
  g_autofree char *detail = NULL;

  if (verdict->deadlock_free)
    detail = g_strdup (_ ("no cycle of channels that wait for each other"));
  else
    detail = g_strdup_printf (ngettext ("%u cyclic component of the channel dependency graph",
                                        "%u cyclic components of the channel dependency graph",
                                        verdict->cyclic_components),
                              verdict->cyclic_components);
  cli_check_append (table, _ ("deadlock"), verdict->deadlock_free, detail);
}

void
cli_check_append_cycle_title (GString *out, const DlVerdict *verdict)
{
  g_string_append_printf (
      out,
      ngettext ("\nThe shortest cycle, %u channel, which waits for itself:\n",
                "\nThe shortest cycle, %u channels, each waiting for the next and the last for "
                "the first:\n",
                verdict->n_cycle),
      verdict->n_cycle);
}

static const char *
check_title (Check check)
{
  switch (check)
    {
    case REACHABILITY:
      return _ ("reachability");
    case DROPS:
      return _ ("dateline drops");
    default:
      return _ ("legality");
    }
}

/* @n: pairs that fail it. */
static char *
pairs_text (Check check, gulong n)
{
  switch (check)
    {
    case REACHABILITY:
      return n == 0 ? g_strdup (_ ("every pair is reachable"))
                    : g_strdup_printf (
                        ngettext ("%lu unreachable pair", "%lu unreachable pairs", n), n);
    case DROPS:
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
append_pair_check (CliTable *table, Check check, const DlPairCounts *all, guint64 failing,
                   guint64 of_pattern, guint64 pattern_pairs, const char *example)
{
  g_autofree char *pairs = pairs_text (check, failing);
  g_autoptr (GString) detail = g_string_new (pairs);

  if (failing > 0)
    {
      g_autofree char *beside = dl_of_pattern_to_text (all, of_pattern, pattern_pairs);
      g_string_append (detail, beside);
    }
  if (example != NULL)
    g_string_append_printf (detail, _ (", such as %s"), example);
  if (check == LEGALITY && failing > 0)
    append_row (table, check_title (check), _ ("note"), detail->str);
  else
    cli_check_append (table, check_title (check), failing == 0, detail->str);
}

void
cli_check_append_reachability (CliTable *table, const DlPairCounts *all,
                               const DlPairCounts *pattern, const char *example)
{
  append_pair_check (table, REACHABILITY, all, all->unreachable, pattern->unreachable,
                     pattern->pairs, example);
}

/* A row for each check of pairs. */
static void
append_pair_checks (CliTable *table, const Verdict *verdict)
{
  for (Check check = 0; check < N_CHECKS; check++)
    append_pair_check (table, check, &verdict->all, verdict->failing[check],
                       verdict->of_pattern[check], verdict->pattern.pairs, verdict->example[check]);
}

/* What closes a cycle all of whose steps are legal: rings that it goes round and that have no
 * dateline. */
static void
append_missing_datelines (GString *out, const DlAnalysis *analysis)
{
  const DlVerdict *verdict = analysis->verdict;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      gboolean met = FALSE;

      for (guint i = 0; i < verdict->n_cycle; i++)
        met |= dl_port_dim (dl_channel_link (verdict->cycle[i]) % analysis->network->n_ports)
               == dim;
      if (met && analysis->network->torus.ring[dim]
          && analysis->routes->spec.dateline[dim] == DL_NO_DATELINE)
        g_string_append_printf (out, _ ("The %s ring has no dateline (VC paper 3).\n"),
                                dl_dim_name (dim));
    }
}

/* The shortest cycle, a channel a line, each waiting for the next and the last for the first. */
static void
append_cycle (GString *out, const DlAnalysis *analysis)
{
  const DlVerdict *verdict = analysis->verdict;
  const guint n = verdict->n_cycle;
  g_autoptr (CliTable) table = cli_table_new ("lll");

  cli_check_append_cycle_title (out, verdict);
  for (guint i = 0; i < n; i++)
    {
      const guint from = verdict->cycle[i], to = verdict->cycle[(i + 1) % n];
      g_autofree char *channel = dl_channel_to_string (analysis->network, from);
      g_autofree char *next = dl_channel_to_string (analysis->network, to);
      g_autofree char *note = NULL;

      if (i == verdict->broken_step)
        {
          const DlIllegal why
              = dl_routes_legal_why (analysis->routes, dl_channel_link (from), dl_channel_vc (from),
                                     dl_channel_link (to), dl_channel_vc (to));
          note = g_strdup_printf (_ ("outside the legality relation, to %s: %s (%s)"), next,
                                  dl_illegal_text (why), dl_illegal_section (why));
        }
      cli_table_text (table, "");
      cli_table_text (table, channel);
      cli_table_text (table, note != NULL ? note : "");
    }
  cli_table_append (out, table);
  append_missing_datelines (out, analysis);
}

static void
append_text (GString *out, const DlScenario *scenario, const DlAnalysis *analysis,
             const Verdict *verdict)
{
  g_autoptr (CliTable) table = cli_table_new ("lll");

  g_string_append_printf (out, "%s\n\n", scenario->name);
  append_pair_checks (table, verdict);
  cli_check_append_deadlock (table, verdict->deadlock);
  cli_table_append (out, table);
  if (!verdict->deadlock->deadlock_free)
    append_cycle (out, analysis);
}

void
cli_json_all_pairs (JsonBuilder *builder, const DlPairCounts *all)
{
  json_builder_set_member_name (builder, "all_pairs");
  json_builder_begin_object (builder);
  cli_json_int (builder, "pairs", all->pairs);
  cli_json_int (builder, "unreachable_pairs", all->unreachable);
  cli_json_int (builder, "illegal_pairs", all->illegal);
  cli_json_int (builder, "dropped_pairs", all->dropped);
  json_builder_end_object (builder);
}

static void
append_json (GString *out, const DlScenario *scenario, const DlAnalysis *analysis,
             const Verdict *verdict)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  cli_json_counts (builder, scenario, analysis);
  cli_json_verdict (builder, analysis);
  cli_json_all_pairs (builder, &verdict->all);
  cli_json_bool (builder, "holds", holds (verdict));
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

CliStatus
cli_check (Cli *cli, GError **error)
{
  g_autoptr (DlScenario) scenario = cli_scenario_load (cli, cli->args[0], error);
  g_autoptr (DlAnalysis) analysis = NULL;
  g_auto (Verdict) verdict = { 0 };

  if (scenario == NULL)
    return CLI_DONE;
  if (dl_scenario_kind (scenario) == DL_KIND_DRAGONFLY)
    return cli_check_dragonfly (cli, scenario, error);
  analysis = dl_torus_evaluate (scenario, cli->cancellable, error);
  if (analysis == NULL)
    return CLI_DONE;

  verdict.deadlock = analysis->verdict;
  verdict.all = analysis->all;
  verdict.pattern = dl_analysis_pattern_counts (analysis);
  count_failing (&verdict.all, verdict.failing);
  count_failing (&verdict.pattern, verdict.of_pattern);
  if (cli->options.json)
    append_json (cli->out, scenario, analysis, &verdict);
  else
    {
      if (!holds (&verdict) || verdict.failing[LEGALITY] > 0)
        find_examples (&verdict, scenario, analysis, cli->cancellable);
      append_text (cli->out, scenario, analysis, &verdict);
    }
  return holds (&verdict) ? CLI_DONE : CLI_DOES_NOT_HOLD;
}
