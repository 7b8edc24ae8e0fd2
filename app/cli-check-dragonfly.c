/* dateline-cli check, of a dragonfly: examples of what fails. */
#include "cli-check.h"
#include "cli-dragonfly.h"
#include "dl-dragonfly-name.h"

#include <glib/gi18n.h>

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

/* The first pair that is unreachable, and that sends with @demand (nullable); NULL if canceled. */
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

gboolean
cli_dragonfly_find_examples (const DlEvaluation *result, CliVerdict *verdict,
                             GCancellable *cancellable, GError **error)
{
  const DlDragonflyAnalysis *analysis = dl_evaluation_dragonfly (result);
  g_autoptr (DlDragonflyDemand) demand = NULL;

  if (verdict->of_pattern[CLI_REACHABILITY] > 0)
    {
      demand = dl_scenario_dragonfly_demand (result->scenario, analysis->dragonfly, NULL, error);
      if (demand == NULL)
        return FALSE;
    }
  if (verdict->failing[CLI_REACHABILITY] > 0)
    verdict->example[CLI_REACHABILITY] = find_example (analysis->routes, demand, cancellable);
  return TRUE;
}
