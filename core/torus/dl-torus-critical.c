#include "dl-torus-critical.h"

#include "dl-critical-classes.h"
#include "dl-torus-scenario.h"

#include <math.h>

typedef struct
{
  const DlTorusSpec *torus;
  const DlDemand *demand;
  DlAnalysis *analysis; /* as it is */
  DlCriticalClasses classes;
  guint n;
  guint32 *link, *back; /* (n) of the cables, by the end that they leave by a plus port */
  guint32 *cable_of;    /* (n_links) */
  guint32 *first;       /* (n) the first cable of the same class */
} Work;

static void
read_figures (DlCriticalFigures *figures, const DlAnalysis *analysis)
{
  *figures = (DlCriticalFigures) {
    .unreachable_pairs = analysis->unreachable_pairs,
    .dropped_pairs = analysis->dropped_pairs,
    .illegal_pairs = analysis->illegal_pairs,
    .deadlock_free = analysis->verdict->deadlock_free,
    .bound_load = NAN,
    .load_max = dl_analysis_max_channel_load (analysis),
    .balance_mean = dl_analysis_balance_mean (analysis),
    .hops_mean = analysis->hops_mean,
  };
}

/* The network with one cable more broken. */
static DlNetwork *
network_without (const Work *work, guint link)
{
  const DlLinkAt at = dl_network_link_at (work->analysis->network, link);
  g_autoptr (GError) error = NULL;
  DlTorusSpec spec;
  DlNetwork *network;
  guint i = 0;

  dl_torus_spec_copy (work->torus, &spec);
  while (i < spec.broken_cables->len
         && dl_link_at_compare (&g_array_index (spec.broken_cables, DlLinkAt, i), &at) < 0)
    i++;
  g_array_insert_val (spec.broken_cables, i, at);
  network = dl_network_new_torus (&spec, &error);
  g_assert_no_error (error); /* the network is there, and the cable in it works */
  dl_torus_spec_clear (&spec);
  return network;
}

static DlAnalysis *
analyze_without (const Work *work, guint link, GCancellable *cancellable)
{
  const DlRoutes *before = work->analysis->routes;
  g_autoptr (DlNetwork) network = network_without (work, link);
  g_autoptr (DlRoutes) routes = dl_routes_new_from (network, &before->spec, before, cancellable);

  return routes != NULL ? dl_analysis_new (routes, work->demand, cancellable) : NULL;
}

/* Pairs whose route is another one; where the engine keeps to no dimension order all of them would
 * have to be walked, for every cable. */
static gboolean
count_rerouted (const Work *work, const DlAnalysis *after, guint64 *rerouted,
                GCancellable *cancellable)
{
  if (after->routes->spec.engine->scope == DL_SUSPECT_ALL && work->demand->uniform)
    {
      *rerouted = DL_CRITICAL_NOT_COUNTED;
      return TRUE;
    }
  return dl_analysis_rerouted_pairs (work->analysis, after, work->demand, rerouted, cancellable);
}

static gboolean
evaluate (gpointer data, guint cable, DlCriticalFigures *figures, guint64 *rerouted,
          gboolean *speaks, GCancellable *cancellable)
{
  const Work *work = data;
  g_autoptr (DlAnalysis) after = analyze_without (work, work->link[cable], cancellable);

  if (after == NULL || !count_rerouted (work, after, rerouted, cancellable))
    return FALSE;
  read_figures (figures, after);
  if (speaks != NULL)
    *speaks = dl_critical_classes_hold (&work->classes, work->analysis, after, work->link[cable]);
  return TRUE;
}

/* The cables of which a direction works. */
static void
list_cables (Work *work)
{
  const DlNetwork *network = work->analysis->network;

  work->link = g_new (guint32, network->n_links / 2 + 1);
  work->back = g_new (guint32, network->n_links / 2 + 1);
  work->cable_of = g_new (guint32, MAX (network->n_links, 1));
  for (guint link = 0; link < network->n_links; link++)
    work->cable_of[link] = G_MAXUINT32;
  for (guint node = 0; node < network->n_nodes; node++)
    for (guint port = 0; port < network->n_ports; port += 2)
      {
        const guint link = dl_network_link (network, node, port);
        guint back;

        if (network->link_state[link] == DL_LINK_ABSENT)
          continue;
        back = dl_network_link (network, network->link_to[link], dl_port_opposite (port));
        if (network->link_state[link] != DL_LINK_UP && network->link_state[back] != DL_LINK_UP)
          continue;
        work->link[work->n] = link;
        work->back[work->n] = back;
        work->cable_of[link] = work->cable_of[back] = work->n++;
      }
}

static void
list_classes (Work *work)
{
  work->classes = dl_critical_classes_new (work->torus, work->analysis, work->demand);
  work->first = g_new (guint32, MAX (work->n, 1));
  for (guint i = 0; i < work->n; i++)
    work->first[i] = work->cable_of[dl_critical_classes_first (
        &work->classes, work->analysis->network, work->link[i])];
}

DlCritical *
dl_torus_critical_new (const DlTorusSpec *torus, DlRoutes *routes, const DlDemand *demand,
                       DlCriticalOptions options, GCancellable *cancellable)
{
  g_autoptr (DlAnalysis) analysis = dl_analysis_new (routes, demand, cancellable);
  Work work = { .torus = torus, .demand = demand, .analysis = analysis };
  DlCriticalTask task = {
    .family = &dl_family_torus,
    .evaluate = evaluate,
    .data = &work,
  };
  DlCritical *critical;

  if (analysis == NULL)
    return NULL;
  task.net = routes->network->head.net;
  read_figures (&task.base, analysis);
  list_cables (&work);
  list_classes (&work);
  task.n_cables = work.n;
  task.link = work.link;
  task.back = work.back;
  task.cable_of = work.cable_of;
  task.first = work.first;
  critical = dl_critical_new (&task, options, cancellable);
  g_free (work.link);
  g_free (work.back);
  g_free (work.cable_of);
  g_free (work.first);
  return critical;
}
