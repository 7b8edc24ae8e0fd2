/* dateline-cli check, of a torus: examples of what fails, and the cycle of a deadlock. */
#include "cli-check.h"
#include "cli-torus.h"

#include <glib/gi18n.h>

/* How many routes are followed, at most, to show an example of what fails: about a second. */
#define MAX_WALKS 4000000

/* What is wrong with @route, or CLI_N_CHECKS. */
static CliCheck
failure_of (const DlRoute *route)
{
  switch (route->status)
    {
    case DL_ROUTE_DELIVERED:
      return route->legal ? CLI_N_CHECKS : CLI_LEGALITY;
    case DL_ROUTE_DROPPED:
      return CLI_DROPS;
    default:
      return CLI_REACHABILITY;
    }
}

static gboolean
any_of_pattern (const CliVerdict *verdict)
{
  for (guint i = 0; i < CLI_N_CHECKS; i++)
    if (verdict->of_pattern[i] > 0)
      return TRUE;
  return FALSE;
}

/* Keep the pair as an example if there is none yet. Returns whether more are wanted. */
static gboolean
consider (CliVerdict *verdict, const DlAnalysis *analysis, guint source, guint dest, DlRoute *route)
{
  const DlCoord *coord = analysis->network->torus.coord;
  CliCheck failure;

  dl_routes_walk (analysis->routes, source, dest, route);
  failure = failure_of (route);
  if (failure < CLI_N_CHECKS && verdict->example[failure] == NULL)
    {
      g_autofree char *from = dl_coord_to_string (coord[source]);
      g_autofree char *to = dl_coord_to_string (coord[dest]);
      verdict->example[failure] = g_strdup_printf (_ ("%s to %s"), from, to);
    }
  for (guint i = 0; i < CLI_N_CHECKS; i++)
    if (verdict->failing[i] > 0 && verdict->example[i] == NULL)
      return TRUE;
  return FALSE;
}

/* Follow routes one by one until there is a pair for whatever fails, one of the pattern's if there
 * is one. */
static void
walk_examples (CliVerdict *verdict, const DlScenario *scenario, const DlAnalysis *analysis,
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

gboolean
cli_torus_find_examples (const DlEvaluation *result, CliVerdict *verdict, GCancellable *cancellable,
                         GError **error)
{
  walk_examples (verdict, result->scenario, dl_evaluation_torus (result), cancellable);
  return TRUE;
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
void
cli_torus_append_cycle (GString *out, const DlEvaluation *result)
{
  const DlAnalysis *analysis = dl_evaluation_torus (result);
  const DlVerdict *verdict = analysis->verdict;
  const guint n = verdict->n_cycle;
  g_autoptr (CliTable) table = cli_table_new ("lll");

  for (guint i = 0; i < n; i++)
    {
      const guint from = verdict->cycle[i], to = verdict->cycle[(i + 1) % n];
      g_autofree char *channel = dl_family_channel_name (&dl_family_torus, &result->net, from);
      g_autofree char *next = dl_family_channel_name (&dl_family_torus, &result->net, to);
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
