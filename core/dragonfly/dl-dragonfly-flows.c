/* A packet passes a link on a phase: its minimal route, or its path to or from a root. The routes
 * are asked once for each pair of ends which phases pass it, and with what probability, but not for
 * pairs that the link cannot serve, as a path inside a group is one green and then one black hop.
 * How often a phase is taken follows from the draws of roots. */
#include "dl-dragonfly-flows.h"

#include "dl-break.h"
#include "dl-dragonfly-demand.h"
#include "dl-dragonfly-family-private.h"
#include "dl-dragonfly-missing.h"
#include "dl-dragonfly-modes.h"
#include "dl-dragonfly-name.h"
#include "dl-dragonfly-plan.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* The cables of a dragonfly, and what breaking each would do: a green or black one has a link, a
 * blue one of an Aries up to four. */

typedef struct
{
  const DlDragonfly *net;
  GArray *link, *back; /* guint32, of each cable */
  guint32 *cable_of;   /* (n_links) */
  guint32 *first;      /* (cables) */
} Cables;

/* Blue links of one cable. */
static gboolean
is_of_cable (const DlDragonfly *net, guint link, guint other)
{
  return net->link_class[other] == DL_LINK_BLUE && net->link_cable[other] == net->link_cable[link]
         && net->router[net->link_to[other]].group == net->router[net->link_to[link]].group;
}

/* Both directions of @link, and of all others of its cable. */
static void
mark (Cables *cables, guint link, guint32 cable)
{
  const DlDragonfly *net = cables->net;
  const guint group = net->router[net->link_from[link]].group;

  cables->cable_of[link] = cables->cable_of[net->link_back[link]] = cable;
  if (net->link_class[link] != DL_LINK_BLUE)
    return;
  for (guint other = net->first_link[net->group_first[group]];
       other < net->first_link[net->group_first[group + 1]]; other++)
    if (is_of_cable (net, link, other))
      cables->cable_of[other] = cables->cable_of[net->link_back[other]] = cable;
}

static void
list_cables (Cables *cables)
{
  const DlDragonfly *net = cables->net;

  for (guint link = 0; link < net->n_links; link++)
    cables->cable_of[link] = G_MAXUINT32;
  for (guint32 link = 0; link < net->n_links; link++)
    if (net->link_state[link] == DL_LINK_UP && cables->cable_of[link] == G_MAXUINT32)
      {
        mark (cables, link, cables->link->len);
        g_array_append_val (cables->link, link);
        g_array_append_val (cables->back, net->link_back[link]);
      }
}

/* Cables whose working links join the same routers do the same where a packet takes each of the
 * links side by side as often as the others. */
static void
list_twins (Cables *cables)
{
  const DlDragonfly *net = cables->net;
  const guint n = cables->link->len;
  g_autoptr (GPtrArray) names = g_ptr_array_new_full (n, NULL); /* GString: the routers of each */
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (names, g_string_new (NULL));
  for (guint link = 0; link < net->n_links; link++)
    if (net->link_state[link] == DL_LINK_UP)
      g_string_append_printf (names->pdata[cables->cable_of[link]], "%u %u,", net->link_from[link],
                              net->link_to[link]);
  cables->first = g_new (guint32, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    {
      const char *name = ((GString *) names->pdata[i])->str;
      gpointer first;

      if (!g_hash_table_lookup_extended (known, name, NULL, &first))
        {
          first = GUINT_TO_POINTER (i);
          g_hash_table_insert (known, (gpointer) name, first);
        }
      cables->first[i] = GPOINTER_TO_UINT (first);
    }
  for (guint i = 0; i < n; i++)
    g_string_free (names->pdata[i], TRUE);
}

/* The wires are those of the current network. */
static gpointer
route_broken (const DlScenario *broken, gconstpointer data, GError **error)
{
  const DlDragonflyAnalysis *analysis = data;
  const DlDragonflyOptions *options = dl_dragonfly_options (broken);
  g_autoptr (DlDragonfly) net
      = dl_dragonfly_new_broken (analysis->dragonfly, &options->spec, error);

  return net != NULL ? dl_dragonfly_routes_new (net, options->minimal) : NULL;
}

DlCritical *
dl_dragonfly_critical (const DlScenario *scenario, DlCriticalOptions options,
                       GCancellable *cancellable, GError **error)
{
  g_autoptr (DlDragonflyAnalysis) analysis
      = dl_dragonfly_analyze (scenario, NULL, NULL, cancellable, error);
  Cables cables = { 0 };
  DlCables listed;
  DlCritical *critical;

  if (analysis == NULL)
    return NULL;
  cables.net = analysis->dragonfly;
  cables.link = g_array_new (FALSE, FALSE, sizeof (guint32));
  cables.back = g_array_new (FALSE, FALSE, sizeof (guint32));
  cables.cable_of = g_new (guint32, MAX (cables.net->n_links, 1));
  list_cables (&cables);
  /* A hash tells links side by side apart. */
  if (analysis->basis != DL_BASIS_HASHES)
    list_twins (&cables);
  listed = (DlCables) {
    .n = cables.link->len,
    .by_other = TRUE,
    .link = (const guint32 *) cables.link->data,
    .back = (const guint32 *) cables.back->data,
    .cable_of = cables.cable_of,
    .first = cables.first,
    .route = route_broken,
  };
  critical = dl_break_each (scenario, analysis, &listed, options, cancellable, error);
  g_array_unref (cables.link);
  g_array_unref (cables.back);
  g_free (cables.cable_of);
  g_free (cables.first);
  return critical;
}

char *
dl_dragonfly_cable_label (const DlDragonfly *net, guint link)
{
  g_autofree char *name
      = net->link_class[link] == DL_LINK_BLUE
            ? dl_cable_at_to_string (dl_cable_at_canonical ((DlCableAt) {
                net->group_name[net->router[net->link_from[link]].group],
                net->group_name[net->router[net->link_to[link]].group], net->link_cable[link] }))
            : dl_dragonfly_link_to_string (net, link);

  /* Translators: the color of a cable and its name, as in “green 0.0.0-0.0.4#0” */
  return g_strdup_printf (_ ("%s %s"), dl_link_class_title (net->link_class[link]), name);
}

/* A plain path that passes the link. */
typedef struct
{
  guint32 from, to; /* routers */
  double part;      /* of the packets on it */
} Leg;

/* A pair that only roots in third groups connect. */
typedef struct
{
  guint32 source, dest;
  double packets; /* for each root that fits */
} Third;

typedef struct
{
  const DlDragonflyRoutes *routes;
  const DlDragonfly *net;
  const DlRouterDemand *demand;
  guint only;
  DlLinkFlows *flows;
  GCancellable *cancellable;
  double nonminimal; /* share of the packets that draw a root */

  DlDragonflyMissing missing;
  Leg *by_from, *by_to; /* (first[n_routers]) */
  guint32 *from_first;  /* (n_routers + 1) */
  guint32 *to_first;    /* (n_routers + 1) */
  GArray *thirds;       /* Third */
  double *packets;      /* (n_routers) a row or a column of the demand */
  double *part;         /* (n_routers) of phases to or from one router */
  double *lost;         /* (n_routers) of them, what damage keeps from each other end */
} Count;

static void
add (Count *count, guint source, guint dest, double packets)
{
  if (packets > 0 && (count->only == DL_NO_NODE || source == count->only))
    dl_link_flows_add (count->flows, source, dest, packets);
}

/* Legs ----------------------------------------------------------------------------------------- */

typedef struct
{
  guint link;
  double part;
} Passing;

static void
add_route (const DlDragonflyRoute *route, double probability, gpointer data)
{
  Passing *passing = data;

  for (guint i = 0; i < route->n_steps; i++)
    if (route->steps[i].link == passing->link)
      passing->part += probability;
}

/* Part of the packets of a pair that pass the link on minimal routes. */
static double
minimal_part (const Count *count, guint source, guint dest)
{
  Passing passing = { count->flows->link, 0 };

  dl_dragonfly_paths (count->routes, source, dest, DL_NO_NODE, add_route, &passing);
  return passing.part;
}

/* Can a plain path from @router, or with @back to it, have the link in that group? */
static gboolean
can_have (const Count *count, guint router, gboolean back)
{
  const DlDragonfly *net = count->net;
  const guint link = count->flows->link;
  const guint end = back ? net->link_to[link] : net->link_from[link];
  const DlRouterAt *at = &net->router[router], *of = &net->router[end];

  switch ((DlLinkClass) net->link_class[link])
    {
    case DL_LINK_GREEN:
      return back ? at->blade == of->blade : router == end;
    case DL_LINK_BLACK:
      return back ? router == end : at->chassis == of->chassis;
    default:
      return TRUE;
    }
}

static void
look_at (const Count *count, GArray *phases, guint from, guint to)
{
  Leg phase = { from, to, 0 };

  if (from == to || !dl_dragonfly_plain (count->routes, from, to))
    return;
  phase.part = minimal_part (count, from, to);
  if (phase.part > 0)
    g_array_append_val (phases, phase);
}

/* FALSE if canceled. */
static gboolean
find_legs (Count *count, GArray *phases)
{
  const DlDragonfly *net = count->net;
  const guint link = count->flows->link;
  const guint near = net->router[net->link_from[link]].group;
  const guint far = net->router[net->link_to[link]].group;
  const guint first = near != far ? net->group_first[far] : 0;
  const guint end = near != far ? net->group_first[far + 1] : net->n_routers;

  for (guint from = net->group_first[near]; from < net->group_first[near + 1]; from++)
    {
      if (g_cancellable_is_cancelled (count->cancellable))
        return FALSE;
      for (guint to = first; to < end && can_have (count, from, FALSE); to++)
        look_at (count, phases, from, to);
    }
  for (guint from = 0; near == far && from < net->n_routers; from++)
    {
      if (g_cancellable_is_cancelled (count->cancellable))
        return FALSE;
      for (guint to = net->group_first[far];
           net->router[from].group != near && to < net->group_first[far + 1]; to++)
        if (can_have (count, to, TRUE))
          look_at (count, phases, from, to);
    }
  return TRUE;
}

/* Sort legs by one end, stably. */
static Leg *
sort_legs (const Count *count, const GArray *phases, gboolean by_from, guint32 **first)
{
  const guint n = count->net->n_routers;
  Leg *sorted = g_new (Leg, MAX (phases->len, 1));
  g_autofree guint32 *next = NULL;

  *first = g_new0 (guint32, n + 1);
  for (guint i = 0; i < phases->len; i++)
    {
      const Leg *phase = &g_array_index (phases, Leg, i);
      (*first)[(by_from ? phase->from : phase->to) + 1]++;
    }
  for (guint i = 0; i < n; i++)
    (*first)[i + 1] += (*first)[i];
  next = g_memdup2 (*first, (n + 1) * sizeof **first);
  for (guint i = 0; i < phases->len; i++)
    {
      const Leg *phase = &g_array_index (phases, Leg, i);
      sorted[next[by_from ? phase->from : phase->to]++] = *phase;
    }
  return sorted;
}

/* Minimal packets ------------------------------------------------------------------------------ */

/* Part of a pair's packets that goes minimally: all but the ones that draw a root which fits. */
static double
minimal_share (const Count *count, guint source, guint dest)
{
  const DlDragonflyRoutes *routes = count->routes;
  const guint from = count->net->router[source].group, to = count->net->router[dest].group;
  const guint n_roots = dl_dragonfly_n_roots (routes, source, dest);
  guint unfit = 0;

  if (count->nonminimal == 0 || n_roots == 0)
    return 1;
  if (from == to)
    for (guint i = 0; count->missing.any && i < n_roots; i++)
      unfit += !dl_dragonfly_root_fits (routes, source, dl_dragonfly_root (routes, source, dest, i),
                                        dest);
  else
    for (guint group = 0; count->missing.any && group < count->net->n_groups; group++)
      unfit += dl_dragonfly_missing_unfit (&count->missing, source, dest, group);
  return 1 - count->nonminimal + count->nonminimal * unfit / n_roots;
}

static guint
count_fitting (const Count *count, guint source, guint dest)
{
  guint unfit = 0;

  for (guint group = 0; group < count->net->n_groups; group++)
    unfit += dl_dragonfly_missing_unfit (&count->missing, source, dest, group);
  return dl_dragonfly_n_roots (count->routes, source, dest) - unfit;
}

/* Add the packets of a pair without a minimal path. */
static void
add_detour (Count *count, guint source, guint dest, double packets)
{
  Third third = { source, dest, 0 };
  guint fitting;

  if (dl_dragonfly_cost (count->routes, source, dest) != DL_DRAGONFLY_FAR)
    {
      add (count, source, dest, packets * minimal_part (count, source, dest));
      return;
    }
  fitting = count->net->router[source].group != count->net->router[dest].group
                ? count_fitting (count, source, dest)
                : 0;
  if (fitting == 0)
    return;
  third.packets = packets / fitting;
  g_array_append_val (count->thirds, third);
}

/* Add minimal packets of @source, by part. */
static void
add_minimal (Count *count, guint source)
{
  const DlDragonfly *net = count->net;
  const guint group = net->router[source].group;

  for (guint i = count->from_first[source]; i < count->from_first[source + 1]; i++)
    {
      const Leg *phase = &count->by_from[i];

      if (count->packets[phase->to] > 0)
        add (count, source, phase->to,
             count->packets[phase->to] * minimal_share (count, source, phase->to) * phase->part);
    }
  for (guint to = 0; count->missing.any && to < net->n_groups; to++)
    if (!dl_dragonfly_plain_groups (count->routes, group, to))
      for (guint dest = net->group_first[to]; dest < net->group_first[to + 1]; dest++)
        if (count->packets[dest] > 0 && !dl_dragonfly_plain (count->routes, source, dest))
          add_detour (count, source, dest,
                      count->packets[dest] * minimal_share (count, source, dest));
}

/* Roots ---------------------------------------------------------------------------------------- */

/* The phases between @router and roots, and the phases that do not fit the other end, because there
 * is no plain path between it and the root. */
static void
sum_legs (Count *count, guint router, const Leg *phases, guint n, gboolean to_roots, double *all,
          double *own)
{
  const DlDragonfly *net = count->net;
  const guint group = net->router[router].group;

  memset (count->part, 0, net->n_routers * sizeof *count->part);
  memset (count->lost, 0, net->n_routers * sizeof *count->lost);
  *all = *own = 0;
  for (guint i = 0; i < n; i++)
    {
      const guint root = to_roots ? phases[i].to : phases[i].from;
      const gboolean local = net->router[root].group == group;

      count->part[root] = phases[i].part;
      *all += phases[i].part;
      *own += local ? phases[i].part : 0;
      for (guint g = 0; g < net->n_groups; g++)
        if ((g != group || local)
            && (to_roots ? dl_dragonfly_missing_to (&count->missing, root, g)
                         : dl_dragonfly_missing_from (&count->missing, root, g))
                   > 0)
          for (guint other = net->group_first[g]; other < net->group_first[g + 1]; other++)
            if (other != root && net->router_up[other]
                && !(to_roots ? dl_dragonfly_plain (count->routes, root, other)
                              : dl_dragonfly_plain (count->routes, other, root)))
              count->lost[other] += phases[i].part;
    }
}

/* Packets over the link on phases between @router and roots, to or from each other router: a pair
 * inside a group draws its roots there. */
static void
add_rooted (Count *count, guint router, gboolean to_roots)
{
  const DlDragonfly *net = count->net;
  const guint first = (to_roots ? count->from_first : count->to_first)[router];
  const guint end = (to_roots ? count->from_first : count->to_first)[router + 1];
  double all, own;

  if (first == end)
    return;
  sum_legs (count, router, (to_roots ? count->by_from : count->by_to) + first, end - first,
            to_roots, &all, &own);
  for (guint other = 0; other < net->n_routers; other++)
    if (count->packets[other] > 0)
      {
        const guint source = to_roots ? router : other, dest = to_roots ? other : router;
        const guint n_roots = dl_dragonfly_n_roots (count->routes, source, dest);
        const double sum = net->router[other].group == net->router[router].group ? own : all;
        const double part = sum - count->part[other] - count->lost[other];

        /* Without the error that a difference of equal sums would have. */
        if (n_roots > 0 && part > 1e-12 * sum)
          add (count, source, dest, count->packets[other] * count->nonminimal / n_roots * part);
      }
}

static void
add_thirds (Count *count)
{
  for (guint i = 0; i < count->thirds->len; i++)
    {
      const Third *third = &g_array_index (count->thirds, Third, i);
      double part = 0;

      for (guint at = count->from_first[third->source]; at < count->from_first[third->source + 1];
           at++)
        if (dl_dragonfly_plain (count->routes, count->by_from[at].to, third->dest))
          part += count->by_from[at].part;
      for (guint at = count->to_first[third->dest]; at < count->to_first[third->dest + 1]; at++)
        if (dl_dragonfly_plain (count->routes, third->source, count->by_to[at].from))
          part += count->by_to[at].part;
      add (count, third->source, third->dest, third->packets * part);
    }
}

/* All of it ------------------------------------------------------------------------------------ */

static gboolean
count_all (Count *count)
{
  const guint n = count->net->n_routers;

  for (guint router = 0; router < n; router++)
    {
      if (g_cancellable_is_cancelled (count->cancellable))
        return FALSE;
      if (count->missing.any || count->from_first[router] < count->from_first[router + 1])
        {
          dl_router_demand_row (count->demand, router, count->packets);
          add_minimal (count, router);
          if (count->nonminimal > 0)
            add_rooted (count, router, TRUE);
        }
      if (count->nonminimal > 0 && count->to_first[router] < count->to_first[router + 1])
        {
          dl_router_demand_column (count->demand, router, count->packets);
          add_rooted (count, router, FALSE);
        }
    }
  add_thirds (count);
  return TRUE;
}

static gboolean
count_routes (Count *count)
{
  g_autoptr (GArray) phases = g_array_new (FALSE, FALSE, sizeof (Leg));
  g_autoptr (DlDragonflyPathLoads) ways = dl_dragonfly_path_loads_new (count->routes, NULL);
  const guint n = count->net->n_routers;
  gboolean done = find_legs (count, phases);

  if (!done)
    return FALSE;
  dl_dragonfly_missing_init (&count->missing, count->routes, ways);
  count->by_from = sort_legs (count, phases, TRUE, &count->from_first);
  count->by_to = sort_legs (count, phases, FALSE, &count->to_first);
  count->thirds = g_array_new (FALSE, FALSE, sizeof (Third));
  count->packets = g_new (double, n);
  count->part = g_new (double, n);
  count->lost = g_new (double, n);
  done = count_all (count);
  g_free (count->lost);
  g_free (count->part);
  g_free (count->packets);
  g_array_unref (count->thirds);
  g_free (count->by_from);
  g_free (count->by_to);
  g_free (count->from_first);
  g_free (count->to_first);
  dl_dragonfly_missing_clear (&count->missing);
  return done;
}

/* Each pair of nodes on the route of its hash, as dl_dragonfly_loads_new_hashed. */
static void
count_hashed (DlLinkFlows *flows, const DlDragonflyRoutes *routes, const DlDragonflyDemand *demand,
              guint64 seed, guint only)
{
  const DlDragonfly *net = routes->dragonfly;
  const guint p = net->nodes_per_router;
  const guint first = only == DL_NO_NODE ? 0 : only * p;
  const guint end = only == DL_NO_NODE ? net->n_nodes : (only + 1) * p;

  for (guint node = first; node < end; node++)
    for (guint flow = demand->first_flow[node]; flow < demand->first_flow[node + 1]; flow++)
      {
        const guint dest = demand->dest[flow];
        DlDragonflyRoute route;

        dl_dragonfly_walk (routes, node / p, dest / p, FALSE,
                           dl_dragonfly_header_hash (seed, node, dest), &route);
        for (guint i = 0; route.delivered && i < route.n_steps; i++)
          if (route.steps[i].link == flows->link)
            dl_link_flows_add (flows, node / p, dest / p,
                               demand->weight != NULL ? demand->weight[flow] : 1);
      }
}

DlLinkFlows *
dl_dragonfly_flows_new (const DlDragonflyAnalysis *analysis, const DlDragonflyDemand *demand,
                        guint64 seed, guint link, guint only, GCancellable *cancellable)
{
  const DlDragonfly *net = analysis->dragonfly;
  g_autoptr (DlLinkFlows) flows = dl_link_flows_new (link, DL_PLACE_ROUTER, net->n_routers);
  g_autoptr (DlRouterDemand) between = NULL;
  Count count = {
    .routes = analysis->routes,
    .net = net,
    .only = only,
    .flows = flows,
    .cancellable = cancellable,
    .nonminimal = analysis->nonminimal_share,
  };

  if (net->link_state[link] != DL_LINK_UP)
    return g_steal_pointer (&flows);
  if (analysis->basis == DL_BASIS_HASHES)
    {
      count_hashed (flows, analysis->routes, demand, seed, only);
      return g_steal_pointer (&flows);
    }
  count.demand = between = dl_router_demand_new (demand);
  return count_routes (&count) ? g_steal_pointer (&flows) : NULL;
}

/* Pair by pair --------------------------------------------------------------------------------- */

/* @packets on minimal routes, or all through @root. */
static void
add_pair (DlLinkFlows *flows, const DlDragonflyRoutes *routes, guint source, guint dest, guint root,
          double packets)
{
  Passing passing = { flows->link, 0 };

  dl_dragonfly_paths (routes, source, dest, root, add_route, &passing);
  dl_link_flows_add (flows, source, dest, packets * passing.part);
}

DlLinkFlows *
dl_dragonfly_flows_new_naive (const DlDragonflyAnalysis *analysis, const DlDragonflyDemand *demand,
                              guint link)
{
  const DlDragonflyRoutes *routes = analysis->routes;
  const guint n = analysis->dragonfly->n_routers;
  const double nonminimal = analysis->nonminimal_share;
  DlLinkFlows *flows = dl_link_flows_new (link, DL_PLACE_ROUTER, n);
  g_autoptr (DlRouterDemand) between = dl_router_demand_new (demand);
  g_autofree double *packets = g_new (double, n);

  for (guint source = 0; source < n; source++)
    {
      dl_router_demand_row (between, source, packets);
      for (guint dest = 0; dest < n; dest++)
        {
          const guint n_roots = packets[dest] > 0 ? dl_dragonfly_n_roots (routes, source, dest) : 0;

          if (packets[dest] > 0)
            add_pair (flows, routes, source, dest, DL_NO_NODE,
                      packets[dest] * (n_roots > 0 ? 1 - nonminimal : 1));
          for (guint i = 0; nonminimal > 0 && i < n_roots; i++)
            {
              const guint root = dl_dragonfly_root (routes, source, dest, i);
              const gboolean fits = dl_dragonfly_root_fits (routes, source, root, dest);

              add_pair (flows, routes, source, dest, fits ? root : DL_NO_NODE,
                        packets[dest] * nonminimal / n_roots);
            }
        }
    }
  return flows;
}
