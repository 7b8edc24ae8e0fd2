#include "dl-fabric-critical.h"
#include "dl-fabric-engine.h"
#include "dl-fabric-scenario.h"

#include <math.h>
#include <string.h>

DlCriticalFigures
dl_fabric_figures (const DlFabricAnalysis *analysis)
{
  return (DlCriticalFigures) {
    .unreachable_pairs = analysis->n_unreachable,
    .deadlock_free = analysis->deadlock_free,
    .bound_load = dl_fabric_analysis_full_at (analysis, NULL),
    .load_max = dl_fabric_analysis_max_load (analysis, NULL),
    .balance_mean = NAN,
    .hops_mean = analysis->mean_hops,
  };
}

/* All that is broken now, and @more. */
static DlFabric *
break_more (DlFabric *fabric, const DlFabricFaults *more)
{
  g_autofree guint32 *channels = g_new (guint32, fabric->n_channels + 2 * more->n_channels);
  g_autofree guint32 *switches = g_new (guint32, fabric->n_switches + more->n_switches);
  g_autofree guint32 *hosts = g_new (guint32, fabric->n_hosts + more->n_hosts);
  DlFabricFaults all = { .channels = channels, .switches = switches, .hosts = hosts };

  for (guint c = 0; c < fabric->n_channels; c++)
    if (fabric->link_state[c] != DL_LINK_UP)
      channels[all.n_channels++] = c;
  for (guint s = 0; s < fabric->n_switches; s++)
    if (!fabric->switch_up[s])
      switches[all.n_switches++] = s;
  for (guint h = 0; h < fabric->n_hosts; h++)
    if (!fabric->host_up[h])
      hosts[all.n_hosts++] = h;
  for (guint i = 0; i < more->n_channels; i++)
    {
      const guint32 c = more->channels[i], back = fabric->channel_back[c];

      channels[all.n_channels++] = c;
      if (more->whole_cables && back != DL_FABRIC_NONE)
        channels[all.n_channels++] = back;
    }
  for (guint i = 0; i < more->n_switches; i++)
    switches[all.n_switches++] = more->switches[i];
  for (guint i = 0; i < more->n_hosts; i++)
    hosts[all.n_hosts++] = more->hosts[i];
  return dl_fabric_new_broken (fabric, &all);
}

static DlDemand *
still_in_sets (const DlDemand *demand, const DlFabric *fabric)
{
  guint32 *set = g_memdup2 (demand->set, fabric->n_hosts * sizeof *set);

  for (guint h = 0; h < fabric->n_hosts; h++)
    if (!dl_fabric_host_works (fabric, h))
      set[h] = DL_NO_SET;
  return dl_demand_new_sets (set, fabric->n_hosts, demand->n_sets, demand->set_weight);
}

static DlDemand *
still_sent (const DlDemand *demand, const DlFabric *fabric)
{
  DlDemand *left;

  if (demand == NULL || demand->uniform)
    return NULL;
  if (dl_demand_has_sets (demand))
    return still_in_sets (demand, fabric);
  left = g_new0 (DlDemand, 1);
  left->flows = g_array_new (FALSE, FALSE, sizeof (DlFlow));
  for (guint i = 0; i < demand->flows->len; i++)
    {
      const DlFlow *flow = &g_array_index (demand->flows, DlFlow, i);

      if (dl_fabric_host_works (fabric, flow->source) && dl_fabric_host_works (fabric, flow->dest))
        g_array_append_vals (left->flows, flow, 1);
    }
  return left;
}

gboolean
dl_fabric_figures_without (const DlFabricAnalysis *analysis, const DlDemand *demand,
                           const DlFabricFaults *more, DlCriticalFigures *figures,
                           GCancellable *cancellable)
{
  g_autoptr (DlFabric) broken = break_more (analysis->routes->fabric, more);
  g_autoptr (DlDemand) left = still_sent (demand, broken);
  const DlFabricWork work = { .cancellable = cancellable };
  g_autoptr (DlFabricRoutes) routes = dl_fabric_reroute (analysis->routes, broken, &work, NULL);
  g_autoptr (DlFabricAnalysis) after = NULL;

  if (routes == NULL)
    {
      *figures = (DlCriticalFigures) { .unreachable_pairs = analysis->n_pairs,
                                       .deadlock_free = TRUE,
                                       .bound_load = NAN,
                                       .load_max = NAN,
                                       .balance_mean = NAN,
                                       .hops_mean = NAN };
      return !g_cancellable_is_cancelled (cancellable);
    }
  after = dl_fabric_analysis_new (routes, left, cancellable);
  if (after != NULL)
    *figures = dl_fabric_figures (after);
  return after != NULL;
}

/* Cables ----------------------------------------------------------------------------------------
 */

typedef struct
{
  const DlFabricAnalysis *analysis;
  const DlDemand *demand;
  guint32 *link, *back, *cable_of;
} Cables;

static gboolean
evaluate (gpointer data, guint cable, DlCriticalFigures *figures, guint64 *rerouted,
          gboolean *speaks, GCancellable *cancellable)
{
  const Cables *cables = data;
  const DlFabricFaults more
      = { .channels = &cables->link[cable], .n_channels = 1, .whole_cables = TRUE };

  *rerouted = DL_CRITICAL_NOT_COUNTED;
  if (speaks != NULL)
    *speaks = TRUE;
  return dl_fabric_figures_without (cables->analysis, cables->demand, &more, figures, cancellable);
}

static gpointer
ref_shape (gpointer shape)
{
  return dl_fabric_ref (shape);
}

static void
unref_shape (gpointer shape)
{
  dl_fabric_unref (shape);
}

DlCritical *
dl_fabric_critical_cables (const DlFabricAnalysis *analysis, const DlDemand *demand,
                           DlCriticalOptions options, GCancellable *cancellable)
{
  DlFabric *fabric = analysis->routes->fabric;
  const guint C = fabric->n_channels;
  Cables cables = { .analysis = analysis, .demand = demand };
  DlCritical *critical;
  guint n = 0;

  cables.link = g_new (guint32, C);
  cables.back = g_new (guint32, C);
  cables.cable_of = g_new (guint32, C);
  memset (cables.cable_of, 0xff, C * sizeof *cables.cable_of);
  for (guint c = 0; c < C; c++)
    {
      const guint32 back = fabric->channel_back[c];

      if (fabric->channel_from[c] < fabric->n_hosts || fabric->channel_to[c] < fabric->n_hosts
          || cables.cable_of[c] != G_MAXUINT32
          || (fabric->link_state[c] != DL_LINK_UP
              && (back == DL_FABRIC_NONE || fabric->link_state[back] != DL_LINK_UP)))
        continue;
      cables.link[n] = c;
      cables.back[n] = back != DL_FABRIC_NONE ? back : c;
      cables.cable_of[c] = cables.cable_of[cables.back[n]] = n;
      n++;
    }
  critical = dl_critical_new (&(DlCriticalTask) { .family = &dl_family_fabric,
                                                  .net = { .shape = fabric,
                                                           .n_nodes = fabric->n_hosts,
                                                           .n_routers = fabric->n_switches,
                                                           .n_links = C,
                                                           .n_vcs = analysis->n_lanes,
                                                           .link_state = fabric->link_state,
                                                           .router_up = fabric->switch_up },
                                                  .ref_shape = ref_shape,
                                                  .unref_shape = unref_shape,
                                                  .base = dl_fabric_figures (analysis),
                                                  .n_cables = n,
                                                  .link = cables.link,
                                                  .back = cables.back,
                                                  .cable_of = cables.cable_of,
                                                  .evaluate = evaluate,
                                                  .data = &cables },
                              options, cancellable);
  g_free (cables.link);
  g_free (cables.back);
  g_free (cables.cable_of);
  return critical;
}

/* Switches --------------------------------------------------------------------------------------
 */

static gint
by_harm (gconstpointer a, gconstpointer b)
{
  const DlFabricCriticalSwitch *x = a, *y = b;

  if (x->undelivered_more != y->undelivered_more)
    return x->undelivered_more > y->undelivered_more ? -1 : 1;
  if (x->figures.deadlock_free != y->figures.deadlock_free)
    return x->figures.deadlock_free ? 1 : -1;
  if (x->figures.load_max != y->figures.load_max)
    return x->figures.load_max > y->figures.load_max ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

GArray *
dl_fabric_critical_switches (const DlFabricAnalysis *analysis, const DlDemand *demand,
                             DlProgressFunc progress, gpointer data, GCancellable *cancellable)
{
  const DlFabric *fabric = analysis->routes->fabric;
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (DlFabricCriticalSwitch));

  for (guint s = 0; s < fabric->n_switches; s++)
    {
      const DlFabricFaults more = { .switches = &s, .n_switches = 1 };
      DlFabricCriticalSwitch row = { .number = s };

      if (!fabric->switch_up[s])
        continue;
      if (!dl_fabric_figures_without (analysis, demand, &more, &row.figures, cancellable))
        return NULL;
      row.undelivered_more
          = (gint64) row.figures.unreachable_pairs - (gint64) analysis->n_unreachable;
      g_array_append_val (found, row);
      if (progress != NULL)
        progress ((s + 1.0) / fabric->n_switches, data);
    }
  g_array_sort (found, by_harm);
  return g_steal_pointer (&found);
}
