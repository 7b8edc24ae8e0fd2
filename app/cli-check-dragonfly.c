/* dateline-cli check, of a dragonfly: does every packet arrive, on routes that cannot deadlock? */
#include "cli-check.h"
#include "cli-dragonfly.h"
#include "dl-dragonfly-dependency.h"
#include "dl-dragonfly-name.h"
#include "dl-evaluate.h"

#include <glib/gi18n.h>

static gboolean
holds (const DlDragonflyAnalysis *analysis)
{
  return analysis->all.unreachable == 0 && analysis->verdict->deadlock_free;
}

/* Does @demand send from @source to @dest, both of which work? */
static gboolean
sends (const DlDragonflyDemand *demand, guint source, guint dest)
{
  const DlDragonfly *net = demand->dragonfly;

  if (source == dest)
    return FALSE;
  if (demand->groups != NULL)
    return demand->groups[net->router[source / net->nodes_per_router].group * net->n_groups
                          + net->router[dest / net->nodes_per_router].group]
           > 0;
  if (demand->set != NULL)
    return demand->set[source] != DL_NO_SET && demand->set[source] == demand->set[dest];
  for (guint flow = demand->first_flow[source]; flow < demand->first_flow[source + 1]; flow++)
    if (demand->dest[flow] == dest)
      return TRUE;
  return FALSE;
}

/* Two nodes of these routers, of @demand (nullable) those one of which sends to the other. */
static char *
example_of (const DlDragonfly *net, const DlDragonflyDemand *demand, guint from, guint to)
{
  const guint p = net->nodes_per_router;

  for (guint source = from * p; source < (from + 1) * p; source++)
    for (guint dest = to * p; dest < (to + 1) * p; dest++)
      if (demand == NULL || sends (demand, source, dest))
        {
          g_autofree char *a = dl_dragonfly_node_to_string (net, source);
          g_autofree char *b = dl_dragonfly_node_to_string (net, dest);
          return g_strdup_printf (_ ("%s to %s"), a, b);
        }
  return NULL;
}

/* The first pair that is unreachable, and that sends with @demand (nullable); NULL if cancelled. */
static char *
find_example (const DlDragonflyRoutes *routes, const DlDragonflyDemand *demand,
              GCancellable *cancellable)
{
  const DlDragonfly *net = routes->dragonfly;

  for (guint from = 0; from < net->n_routers; from++)
    for (guint to = 0; net->router_up[from] && to < net->n_routers; to++)
      {
        char *example;

        if (!net->router_up[to] || dl_dragonfly_reachable (routes, from, to))
          continue;
        if (g_cancellable_is_cancelled (cancellable))
          return NULL;
        example = example_of (net, demand, from, to);
        if (example != NULL)
          return example;
      }
  return NULL;
}

/* A channel a line, each waiting for the next and the last for the first. */
static void
append_cycle (GString *out, const DlDragonflyAnalysis *analysis)
{
  const DlVerdict *verdict = analysis->verdict;

  cli_check_append_cycle_title (out, verdict);
  for (guint i = 0; i < verdict->n_cycle; i++)
    {
      g_autofree char *channel
          = dl_dragonfly_channel_to_string (analysis->dragonfly, verdict->cycle[i]);
      g_string_append_printf (out, "  %s\n", channel);
    }
}

static gboolean
append_text (Cli *cli, const DlScenario *scenario, const DlDragonflyAnalysis *analysis,
             GError **error)
{
  const DlPairCounts pattern = { analysis->pairs, analysis->unreachable_pairs, 0, 0 };
  g_autoptr (CliTable) table = cli_table_new ("lll");
  g_autoptr (DlDragonflyDemand) demand = NULL;
  g_autofree char *example = NULL;

  if (analysis->unreachable_pairs > 0)
    {
      demand = dl_scenario_dragonfly_demand (scenario, analysis->dragonfly, NULL, error);
      if (demand == NULL)
        return FALSE;
    }
  if (analysis->all.unreachable > 0)
    example = find_example (analysis->routes, demand, cli->cancellable);
  g_string_append_printf (cli->out, "%s\n\n", scenario->name);
  cli_check_append_reachability (table, &analysis->all, &pattern, example);
  cli_check_append_deadlock (table, analysis->verdict);
  cli_table_append (cli->out, table);
  if (!analysis->verdict->deadlock_free)
    append_cycle (cli->out, analysis);
  return TRUE;
}

static void
append_json (GString *out, const DlScenario *scenario, const DlDragonflyAnalysis *analysis)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  cli_json_dragonfly_counts (builder, scenario, analysis);
  cli_json_dragonfly_verdict (builder, analysis);
  cli_json_all_pairs (builder, &analysis->all);
  cli_json_bool (builder, "holds", holds (analysis));
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

CliStatus
cli_check_dragonfly (Cli *cli, const DlScenario *scenario, GError **error)
{
  g_autoptr (DlDragonflyAnalysis) analysis
      = dl_dragonfly_evaluate (scenario, NULL, cli->cancellable, error);

  if (analysis == NULL)
    return CLI_DONE;
  if (cli->options.json)
    append_json (cli->out, scenario, analysis);
  else if (!append_text (cli, scenario, analysis, error))
    return CLI_DONE;
  return holds (analysis) ? CLI_DONE : CLI_DOES_NOT_HOLD;
}
