#include "dl-torus-critical.h"

#include "dl-torus-scenario.h"

#include <math.h>

/* Sets of dimensions, a bit each (1 << DlTorusDim), by the dimension of the broken cable. */
typedef struct
{
  guint8 always[DL_TORUS_N_DIMS]; /* along them the whole machine can be moved and stays the same */
  guint8 if_unmoved[DL_TORUS_N_DIMS]; /* along them the cable's place makes no difference if the
                                   detours around one do not change what their links carry */
} DlCriticalClasses;

/* Does a move by one along @dim keep the exclusive or of two NIDs' bottom bits, wherever both nodes
 * are? */
static gboolean
keeps_parity (const DlTorus *torus, guint dim)
{
  return torus->stride[dim] % 2 == 0 || torus->radix[dim] % 2 == 0;
}

static gboolean
is_symmetry (const DlTorusRoutes *routes, guint dim)
{
  const DlTorus *torus = &routes->network->torus;

  return torus->ring[dim] && routes->spec.dateline[dim] == DL_NO_DATELINE
         && !routes->spec.vc_policy->wrap_partition
         && (routes->spec.tie != DL_TORUS_TIE_PARITY || torus->radix[dim] % 2 == 1)
         && (dim != DL_X || torus->n_regions == 1) && keeps_parity (torus, dim);
}

/* Symmetries of @before, the analysis of @demand on the network of @torus, without an evaluation.
 * None unless the network is whole, the demand uniform and the engine's rules are the same
 * everywhere (DlTorusEngine.same_everywhere).
 *
 * Moved along a dimension D, a cable of dimension F does the same in these two cases. In both, the
 * virtual channels of free runs must not change: they follow the parity of two NIDs, the entry's
 * and the destination's. The move keeps the parity's exclusive or if D's coordinate does not count
 * in it, if D has an even number of nodes, or if runs in F and after it begin in the destination's
 * coordinate of D (D before F, since routes go X, Y, Z).
 *
 * Always: D is a ring without a dateline, without ties broken by parity, and, if it is X, within
 * one region. The move is then a symmetry of network, routes and virtual channels.
 *
 * If unmoved: the engine says that detours around F take no hop in D (DlTorusEngine.unmoved). Runs
 * in D are then those of the whole network, wherever the cable is, and so are their loads, dateline
 * or not; the rest of each route does not know where D's dateline is. Turns go into D from the
 * others or the reverse, never both, so cycles through F's detours are the same too. An engine may
 * do this for some cables only (XT: if there is a safe Y+); packets that take another hop in D or
 * are not delivered change what the links of D carry, which critical_classes_hold looks at. */
static DlCriticalClasses
critical_classes_new (const DlTorusSpec *torus, const DlTorusAnalysis *before,
                      const DlDemand *demand)
{
  const DlTorusRoutes *routes = before->routes;
  const DlTorusEngine *engine = routes->spec.engine;
  DlCriticalClasses classes = { 0 };

  if (torus->broken_cables->len > 0 || torus->broken_channels->len > 0
      || torus->broken_nodes->len > 0 || !demand->uniform || !engine->same_everywhere
      || routes->spec.vc_table != NULL)
    return classes;
  for (guint of = 0; of < DL_TORUS_N_DIMS; of++)
    for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
      {
        const DlTorus *shape = &before->network->torus;

        if (dim == of)
          continue;
        if (is_symmetry (routes, dim))
          classes.always[of] |= 1 << dim;
        else if ((engine->unmoved[of] & 1 << dim) != 0
                 && (dim < of || (shape->ring[dim] && keeps_parity (shape, dim))))
          classes.if_unmoved[of] |= 1 << dim;
      }
  return classes;
}

/* The cable that stands for that of @link, which leaves by a plus port: itself, or another one of
 * the same dimension. */
static guint32
critical_classes_first (const DlCriticalClasses *classes, const DlTorusNetwork *network,
                        guint32 link)
{
  const guint port = link % network->n_ports;
  const guint dims
      = classes->always[dl_torus_port_dim (port)] | classes->if_unmoved[dl_torus_port_dim (port)];
  guint node = link / network->n_ports;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if ((dims & 1 << dim) != 0)
      node -= network->torus.coord[node].at[dim] * network->torus.stride[dim];
  return dl_torus_network_link (network, node, port);
}

/* Whether @after, the analysis without the cable of @link, shows that all cables that have the same
 * first one do the same. */
static gboolean
critical_classes_hold (const DlCriticalClasses *classes, const DlTorusAnalysis *before,
                       const DlTorusAnalysis *after, guint32 link)
{
  const DlTorusNetwork *network = before->network;
  const guint dims = classes->if_unmoved[dl_torus_port_dim (link % network->n_ports)];

  for (guint node = 0; node < network->n_nodes && dims != 0; node++)
    for (guint port = 0; port < network->n_ports; port++)
      {
        const guint at = DL_TORUS_VCS * dl_torus_network_link (network, node, port);

        if ((dims & 1 << dl_torus_port_dim (port)) == 0)
          continue;
        for (guint vc = 0; vc < DL_TORUS_VCS; vc++)
          if (before->vc_load[at + vc] != after->vc_load[at + vc])
            return FALSE;
      }
  return TRUE;
}

typedef struct
{
  const DlTorusSpec *torus;
  const DlDemand *demand;
  DlTorusAnalysis *analysis; /* of the current network */
  DlCriticalClasses classes;
  guint n;
  guint32 *link, *back; /* (n) of the cables, by the end that they leave by a plus port */
  guint32 *cable_of;    /* (n_links) */
  guint32 *first;       /* (n) the first cable of the same class */
} Work;

static void
read_figures (DlCriticalFigures *figures, const DlTorusAnalysis *analysis)
{
  *figures = (DlCriticalFigures) {
    .unreachable_pairs = analysis->unreachable_pairs,
    .dropped_pairs = analysis->dropped_pairs,
    .illegal_pairs = analysis->illegal_pairs,
    .deadlock_free = analysis->verdict->deadlock_free,
    .bound_load = NAN,
    .load_max = dl_torus_analysis_max_channel_load (analysis),
    .balance_mean = dl_torus_analysis_balance_mean (analysis),
    .hops_mean = analysis->hops_mean,
  };
}

/* The network with one cable more broken. */
static DlTorusNetwork *
network_without (const Work *work, guint link)
{
  const DlTorusLinkAt at = dl_torus_network_link_at (work->analysis->network, link);
  g_autoptr (GError) error = NULL;
  DlTorusSpec spec;
  DlTorusNetwork *network;
  guint i = 0;

  dl_torus_spec_copy (work->torus, &spec);
  while (i < spec.broken_cables->len
         && dl_torus_link_at_compare (&g_array_index (spec.broken_cables, DlTorusLinkAt, i), &at)
                < 0)
    i++;
  g_array_insert_val (spec.broken_cables, i, at);
  network = dl_torus_network_new (&spec, &error);
  g_assert_no_error (error); /* the network is there, and the cable in it works */
  dl_torus_spec_clear (&spec);
  return network;
}

static DlTorusAnalysis *
analyze_without (const Work *work, guint link, GCancellable *cancellable)
{
  const DlTorusRoutes *before = work->analysis->routes;
  g_autoptr (DlTorusNetwork) network = network_without (work, link);
  g_autoptr (DlTorusRoutes) routes
      = dl_torus_routes_new_from (network, &before->spec, before, cancellable);

  return routes != NULL ? dl_torus_analysis_new (routes, work->demand, cancellable) : NULL;
}

/* Pairs whose route is another one; where the engine keeps to no dimension order all of them would
 * have to be walked, for every cable. */
static gboolean
count_rerouted (const Work *work, const DlTorusAnalysis *after, guint64 *rerouted,
                GCancellable *cancellable)
{
  if (after->routes->spec.engine->scope == DL_TORUS_SUSPECT_ALL && work->demand->uniform)
    {
      *rerouted = DL_CRITICAL_NOT_COUNTED;
      return TRUE;
    }
  return dl_torus_analysis_rerouted_pairs (work->analysis, after, work->demand, rerouted,
                                           cancellable);
}

static gboolean
evaluate (gpointer data, guint cable, DlCriticalFigures *figures, guint64 *rerouted,
          gboolean *speaks, GCancellable *cancellable)
{
  const Work *work = data;
  g_autoptr (DlTorusAnalysis) after = analyze_without (work, work->link[cable], cancellable);

  if (after == NULL || !count_rerouted (work, after, rerouted, cancellable))
    return FALSE;
  read_figures (figures, after);
  if (speaks != NULL)
    *speaks = critical_classes_hold (&work->classes, work->analysis, after, work->link[cable]);
  return TRUE;
}

/* The cables of which a direction works. */
static void
list_cables (Work *work)
{
  const DlTorusNetwork *network = work->analysis->network;

  work->link = g_new (guint32, network->n_links / 2 + 1);
  work->back = g_new (guint32, network->n_links / 2 + 1);
  work->cable_of = g_new (guint32, MAX (network->n_links, 1));
  for (guint link = 0; link < network->n_links; link++)
    work->cable_of[link] = G_MAXUINT32;
  for (guint node = 0; node < network->n_nodes; node++)
    for (guint port = 0; port < network->n_ports; port += 2)
      {
        const guint link = dl_torus_network_link (network, node, port);
        guint back;

        if (network->link_state[link] == DL_LINK_ABSENT)
          continue;
        back = dl_torus_network_link (network, network->link_to[link],
                                      dl_torus_port_opposite (port));
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
  work->classes = critical_classes_new (work->torus, work->analysis, work->demand);
  work->first = g_new (guint32, MAX (work->n, 1));
  for (guint i = 0; i < work->n; i++)
    work->first[i] = work->cable_of[critical_classes_first (&work->classes, work->analysis->network,
                                                            work->link[i])];
}

DlCritical *
dl_torus_critical_new (const DlTorusSpec *torus, DlTorusRoutes *routes, const DlDemand *demand,
                       DlCriticalOptions options, GCancellable *cancellable)
{
  g_autoptr (DlTorusAnalysis) analysis = dl_torus_analysis_new (routes, demand, cancellable);
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
