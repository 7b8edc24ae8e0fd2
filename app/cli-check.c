/* dateline-cli check: does every packet arrive, on routes that cannot deadlock? */
#include "cli-analyze.h"
#include "cli-scenario.h"
#include "cli-table.h"
#include "dl-evaluate.h"

#include <glib/gi18n.h>

/* How many routes are followed, at most, to show an example of what fails: about a second. */
#define MAX_WALKS 4000000

typedef enum
{
  REACHABILITY,
  DROPS,
  LEGALITY,
  N_CHECKS
} Check;

typedef struct
{
  guint64 failing[N_CHECKS]; /* pairs */
  char *example[N_CHECKS];   /* "0,0,0 to 2,2,2", or NULL */
} Verdict;

static void
verdict_clear (Verdict *verdict)
{
  for (guint i = 0; i < N_CHECKS; i++)
    g_clear_pointer (&verdict->example[i], g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Verdict, verdict_clear)

static gboolean
holds (const Verdict *verdict)
{
  for (guint i = 0; i < N_CHECKS; i++)
    if (verdict->failing[i] > 0)
      return FALSE;
  return TRUE;
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

/* Follow routes one by one until there is a pair for whatever fails. */
static void
find_examples (Verdict *verdict, const DlScenario *scenario, const DlAnalysis *analysis,
               GCancellable *cancellable)
{
  const DlNetwork *network = analysis->network;
  const DlTrafficSpec traffic = dl_scenario_traffic (scenario, network);
  g_autoptr (DlDemand) demand = dl_demand_new (network, &traffic);
  g_auto (DlRoute) route = { 0 };
  guint walks = 0;

  if (!demand->uniform)
    {
      for (guint i = 0; i < demand->flows->len; i++)
        {
          const DlFlow *flow = &g_array_index (demand->flows, DlFlow, i);
          if (walks++ >= MAX_WALKS || g_cancellable_is_cancelled (cancellable)
              || !consider (verdict, analysis, flow->source, flow->dest, &route))
            return;
        }
      return;
    }
  for (guint source = 0; source < network->n_nodes; source++)
    for (guint dest = 0; network->node_up[source] && dest < network->n_nodes; dest++)
      if (source != dest && network->node_up[dest]
          && (walks++ >= MAX_WALKS || g_cancellable_is_cancelled (cancellable)
              || !consider (verdict, analysis, source, dest, &route)))
        return;
}

static void
append_text (GString *out, const DlScenario *scenario, const Verdict *verdict)
{
  const struct
  {
    const char *name;
    const char *good;
    const char *bad;
  } checks[N_CHECKS] = {
    [REACHABILITY] = { _ ("reachability"), _ ("every pair is reachable"), _ ("unreachable pairs") },
    [DROPS]
    = { _ ("dateline drops"), _ ("no packet is dropped at a dateline"), _ ("dropped pairs") },
    [LEGALITY] = { _ ("legality"), _ ("every route is legal (VC paper 2.2.1)"),
                   _ ("pairs on illegal routes, which can deadlock") },
  };
  g_autoptr (CliTable) table = cli_table_new ("lll");

  g_string_append_printf (out, "%s\n\n", scenario->name);
  for (guint i = 0; i < N_CHECKS; i++)
    {
      g_autoptr (GString) detail = g_string_new (NULL);

      if (verdict->failing[i] == 0)
        g_string_append (detail, checks[i].good);
      else
        g_string_append_printf (detail, "%" G_GUINT64_FORMAT " %s", verdict->failing[i],
                                checks[i].bad);
      if (verdict->example[i] != NULL)
        g_string_append_printf (detail, _ (", such as %s"), verdict->example[i]);
      cli_table_text (table, checks[i].name);
      cli_table_text (table, verdict->failing[i] == 0 ? _ ("holds") : _ ("FAILS"));
      cli_table_text (table, detail->str);
    }
  cli_table_text (table, _ ("deadlock"));
  cli_table_text (table, _ ("not checked"));
  cli_table_text (table, _ ("comes with a later version"));
  cli_table_append (out, table);
}

static void
append_json (GString *out, const DlScenario *scenario, const DlAnalysis *analysis,
             const Verdict *verdict)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  cli_json_counts (builder, scenario, analysis);
  cli_json_verdict (builder);
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
  analysis = dl_evaluate (scenario, cli->cancellable, error);
  if (analysis == NULL)
    return CLI_DONE;

  verdict.failing[REACHABILITY] = analysis->unreachable_pairs;
  verdict.failing[DROPS] = analysis->dropped_pairs;
  verdict.failing[LEGALITY] = analysis->illegal_pairs;
  if (cli->options.json)
    append_json (cli->out, scenario, analysis, &verdict);
  else
    {
      if (!holds (&verdict))
        find_examples (&verdict, scenario, analysis, cli->cancellable);
      append_text (cli->out, scenario, &verdict);
    }
  return holds (&verdict) ? CLI_DONE : CLI_DOES_NOT_HOLD;
}
