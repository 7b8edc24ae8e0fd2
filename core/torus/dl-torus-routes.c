#include "dl-torus-routes.h"

#include "dl-explained.h"
#include "dl-rng.h"
#include "dl-unguarded.h"
#include "dl-vc-table.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Following routes: legs, and whole routes made of them. */

/* Make room for @n more hops. */
static void
reserve (DlTorusRoute *route, guint n)
{
  if (route->n_hops + n > route->size)
    {
      route->size = MAX (2 * route->size, route->n_hops + n);
      route->hops = g_renew (DlTorusHop, route->hops, route->size);
    }
}

/* Follow a leg hop by hop; its links and rules go to @route. @after gets the decision at the leg's
 * end. FALSE if it goes once around the ring and on. */
static gboolean
follow_run (const DlTorusRoutes *routes, guint entry, guint dest, DlTorusDecision decision,
            DlTorusLeg *leg, DlTorusDecision *after, DlTorusRoute *route)
{
  const DlTorusNetwork *network = routes->network;
  const DlTorusDim dim = dl_torus_port_dim (decision.port);
  gboolean left = FALSE;
  guint node = entry;

  *leg = (DlTorusLeg) { .entry = entry, .port = decision.port };
  do
    {
      const guint link = dl_torus_network_link (network, node, decision.port);

      reserve (route, 1);
      route->hops[route->n_hops++] = (DlTorusHop) { .link = link, .rule = decision.rule };
      left |= dl_torus_routes_at_dateline (routes, node, dim);
      leg->to_dateline += !left;
      node = network->link_to[link];
      leg->reaches_dateline |= dl_torus_routes_at_dateline (routes, node, dim);
      leg->length++;
      if (leg->length >= network->torus.radix[dim])
        return FALSE; /* back at the entry */
      decision = dl_torus_routes_next (routes, node, (DlTorusArrival) { leg->port, left }, dest);
    }
  while (decision.port == leg->port);

  leg->end = node;
  leg->to_higher
      = decision.port < DL_TORUS_PORT_PROCESSOR && dl_torus_port_dim (decision.port) < dim;
  *after = decision;
  return TRUE;
}

/* Hops from one position to another of a ring or row. */
static inline guint
hops_between (guint k, gboolean minus, guint from, guint to)
{
  const guint ahead = minus ? from - to : to - from;
  return ahead < k ? ahead : ahead + k; /* it wrapped below 0 */
}

/* The leg continues for @hops from position @at of its dimension. @left: whether it has left the
 * dateline node. */
static inline void
extend (const DlTorusRoutes *routes, DlTorusLeg *leg, guint at, guint hops, gboolean *left)
{
  const DlTorusDim dim = dl_torus_port_dim (leg->port);
  const gint dateline = routes->spec.dateline[dim];

  if (dateline != DL_NO_DATELINE)
    {
      const guint to_dateline = hops_between (routes->network->torus.radix[dim],
                                              dl_torus_port_is_minus (leg->port), at, dateline);
      if (!*left && to_dateline < hops)
        {
          *left = TRUE;
          leg->to_dateline = leg->length + to_dateline;
        }
      leg->reaches_dateline |= to_dateline > 0 && to_dateline <= hops;
    }
  leg->length += hops;
}

/* The same without a look at each hop: undisturbed stretches, in dimension order and past no
 * suspect link, are taken at once. */
static gboolean
jump_run (const DlTorusRoutes *routes, guint entry, guint dest, DlTorusDecision decision,
          DlTorusLeg *leg, DlTorusDecision *after)
{
  const DlTorusNetwork *network = routes->network;
  const DlTorus *torus = &network->torus;
  const DlTorusDim dim = dl_torus_port_dim (decision.port);
  const gboolean minus = dl_torus_port_is_minus (decision.port);
  const guint k = torus->radix[dim], goal = torus->coord[dest].at[dim];
  gboolean left = FALSE;
  guint node = entry;

  *leg = (DlTorusLeg) { .entry = entry, .port = decision.port };
  do
    {
      const guint at = torus->coord[node].at[dim];
      guint hops = 1;

      if (decision.rule == DL_TORUS_RULE_DIMENSION_ORDER)
        {
          const guint clean = routes->clean_ahead[dl_torus_network_link (network, node, leg->port)];
          hops = MAX (1, MIN (clean, hops_between (k, minus, at, goal)));
        }
      extend (routes, leg, at, hops, &left);
      if (leg->length >= k)
        return FALSE; /* back at the entry */
      node += ((minus ? at + k - hops : at + hops) % k - at) * torus->stride[dim];
      decision = dl_torus_routes_next (routes, node, (DlTorusArrival) { leg->port, left }, dest);
    }
  while (decision.port == leg->port);

  if (!left)
    leg->to_dateline = leg->length;
  leg->end = node;
  leg->to_higher
      = decision.port < DL_TORUS_PORT_PROCESSOR && dl_torus_port_dim (decision.port) < dim;
  *after = decision;
  return TRUE;
}

/* Choose the VC of @leg. FALSE where the packet is dropped: on VC1 through the dateline. */
static gboolean
assign_vc (const DlTorusRoutes *routes, DlTorusLeg *leg, guint dest)
{
  DlVcRule rule;

  leg->vc = dl_vc_policy_start (routes, leg, dest, &rule);
  leg->vc_rule = rule;
  return leg->vc == 0 || leg->to_dateline == 0 || !dl_torus_leg_leaves_dateline (leg);
}

/* @leg goes around its ring and on: until the packet, since the dateline on VC1, comes there again;
 * for ever where there is no dateline. */
static DlTorusRouteStatus
end_of_round (const DlTorusRoutes *routes, DlTorusLeg *leg, guint dest)
{
  if (routes->spec.dateline[dl_torus_port_dim (leg->port)] == DL_NO_DATELINE)
    return DL_TORUS_ROUTE_LOOP;
  leg->length += leg->to_dateline;
  leg->end = leg->entry;
  assign_vc (routes, leg, dest);
  return DL_TORUS_ROUTE_DROPPED;
}

static guint
run_link (const DlTorusRoutes *routes, const DlTorusLeg *leg, guint hop)
{
  const DlTorus *torus = &routes->network->torus;
  const DlTorusDim dim = dl_torus_port_dim (leg->port);
  const guint k = torus->radix[dim], from = torus->coord[leg->entry].at[dim];
  const guint at = (from + (dl_torus_port_is_minus (leg->port) ? k - hop : hop)) % k;

  return dl_torus_network_link (routes->network, leg->entry + (at - from) * torus->stride[dim],
                                leg->port);
}

gboolean
dl_torus_routes_legal_turn (const DlTorusRoutes *routes, const DlTorusLeg *before,
                            const DlTorusLeg *after)
{
  return dl_torus_routes_legal (routes, run_link (routes, before, before->length - 1),
                                dl_torus_leg_vc (before, before->length - 1),
                                run_link (routes, after, 0), dl_torus_leg_vc (after, 0));
}

void
dl_torus_walker_init (DlTorusWalker *walker, const DlTorusRoutes *routes, guint source, guint dest)
{
  dl_torus_walker_init_at (walker, routes, source, DL_TORUS_ARRIVAL_INJECTED, dest);
}

void
dl_torus_walker_init_at (DlTorusWalker *walker, const DlTorusRoutes *routes, guint node,
                         DlTorusArrival arrival, guint dest)
{
  *walker = (DlTorusWalker) {
    .routes = routes,
    .dest = dest,
    .node = node,
    .arrival = arrival,
    .decision = dl_torus_routes_next (routes, node, arrival, dest),
  };
}

DlTorusRouteStatus
dl_torus_routes_status (const DlTorusRoutes *routes, guint source, guint dest)
{
  DlTorusRouteStatus status = DL_TORUS_ROUTE_DELIVERED;

  for (guint i = 0; i < routes->n_variants && status == DL_TORUS_ROUTE_DELIVERED; i++)
    {
      DlTorusWalker walker;
      DlTorusLeg leg;

      dl_torus_walker_init (&walker, routes->variants[i], source, dest);
      while (dl_torus_walker_next (&walker, &leg))
        ;
      status = walker.status;
    }
  return status;
}

gboolean
dl_torus_routes_are_undisturbed (const DlTorusRoutes *routes)
{
  return routes->spec.engine->scope != DL_TORUS_SUSPECT_ALL
         && routes->network->n_working_nodes == routes->network->n_nodes
         && memchr (routes->suspect, TRUE, routes->network->n_links) == NULL;
}

void
dl_torus_routes_undisturbed_leg (const DlTorusRoutes *routes, guint node, guint dest,
                                 DlTorusLeg *leg)
{
  const DlTorus *torus = &routes->network->torus;
  const DlTorusCoord *from = &torus->coord[node], *to = &torus->coord[dest];
  gboolean left = FALSE;
  guint dim = 0, port;

  while (from->at[dim] == to->at[dim])
    dim++;
  port = dl_torus_routes_minimal_port (routes, node, dest, dim);
  *leg = (DlTorusLeg) {
    .entry = node,
    .port = port,
    .end = node + (to->at[dim] - from->at[dim]) * torus->stride[dim],
  };
  extend (
      routes, leg, from->at[dim],
      hops_between (torus->radix[dim], dl_torus_port_is_minus (port), from->at[dim], to->at[dim]),
      &left);
  if (!left)
    leg->to_dateline = leg->length;
  assign_vc (routes, leg, dest);
}

DL_UNGUARDED gboolean
dl_torus_walker_next (DlTorusWalker *walker, DlTorusLeg *leg)
{
  const DlTorusRoutes *routes = walker->routes;
  DlTorusDecision after;

  walker->status = DL_TORUS_ROUTE_DELIVERED;
  if (walker->decision.port == DL_TORUS_PORT_PROCESSOR)
    return FALSE;
  walker->status = DL_TORUS_ROUTE_UNREACHABLE;
  if (walker->decision.port == DL_TORUS_PORT_NONE)
    return FALSE;
  /* A route that visits a node twice, visits it for ever. */
  walker->status = DL_TORUS_ROUTE_LOOP;
  if (walker->n_hops >= routes->network->n_nodes)
    return FALSE;
  if (!jump_run (routes, walker->node, walker->dest, walker->decision, leg, &after))
    {
      walker->status = end_of_round (routes, leg, walker->dest);
      return FALSE;
    }
  walker->status = DL_TORUS_ROUTE_DROPPED;
  if (!assign_vc (routes, leg, walker->dest))
    return FALSE;
  walker->n_hops += leg->length;
  walker->node = leg->end;
  walker->arrival = (DlTorusArrival) { leg->port, dl_torus_leg_leaves_dateline (leg) };
  walker->decision = after;
  return TRUE;
}

/* Give the hops of @leg, the last of @route, their virtual channels. FALSE where the packet is
 * dropped. */
static gboolean
assign_hops (const DlTorusRoutes *routes, DlTorusLeg *leg, guint dest, DlTorusRoute *route)
{
  const guint first = route->n_hops - leg->length;
  const gboolean kept = assign_vc (routes, leg, dest);

  if (!kept)
    route->n_hops = first + leg->to_dateline; /* it gets as far as the dateline */
  for (guint i = first; i < route->n_hops; i++)
    {
      DlTorusHop *hop = &route->hops[i];

      hop->vc = dl_torus_leg_vc (leg, i - first);
      hop->vc_rule = leg->vc_rule;
      hop->legal = i == 0
                   || dl_torus_routes_legal (routes, route->hops[i - 1].link, route->hops[i - 1].vc,
                                             hop->link, hop->vc);
      route->legal &= hop->legal;
    }
  return kept;
}

/* The hops of the round's beginning again, up to the dateline. */
static void
finish_round (const DlTorusRoutes *routes, DlTorusLeg *leg, guint dest, DlTorusRoute *route)
{
  const guint first = route->n_hops - leg->length;

  route->status = end_of_round (routes, leg, dest);
  if (route->status != DL_TORUS_ROUTE_DROPPED)
    return;
  reserve (route, leg->to_dateline);
  for (guint i = 0; i < leg->to_dateline; i++)
    route->hops[route->n_hops++] = route->hops[first + i];
  assign_hops (routes, leg, dest, route);
}

void
dl_torus_routes_walk (const DlTorusRoutes *routes, guint source, guint dest, DlTorusRoute *route)
{
  DlTorusDecision decision = dl_torus_routes_first (routes, source, dest);
  guint node = source;

  route->n_hops = 0;
  route->legal = TRUE;
  while (decision.port != DL_TORUS_PORT_PROCESSOR)
    {
      DlTorusLeg leg;

      if (decision.port == DL_TORUS_PORT_NONE)
        {
          route->status = DL_TORUS_ROUTE_UNREACHABLE;
          return;
        }
      /* A route that visits a node twice, visits it for ever. */
      if (route->n_hops >= routes->network->n_nodes)
        {
          route->status = DL_TORUS_ROUTE_LOOP;
          return;
        }
      if (!follow_run (routes, node, dest, decision, &leg, &decision, route))
        {
          finish_round (routes, &leg, dest, route);
          return;
        }
      if (!assign_hops (routes, &leg, dest, route))
        {
          route->status = DL_TORUS_ROUTE_DROPPED;
          return;
        }
      node = leg.end;
    }
  route->status = DL_TORUS_ROUTE_DELIVERED;
}

/* How the packet of @route, towards @dest, stands before its hop @i (n_hops: at the end). */
static DlTorusArrival
arrival_at (const DlTorusRoutes *routes, const DlTorusRoute *route, guint i)
{
  const guint n_ports = routes->network->n_ports;
  guint port;
  gboolean crossed = FALSE;

  if (i == 0)
    return DL_TORUS_ARRIVAL_INJECTED;
  port = route->hops[i - 1].link % n_ports;
  for (; i > 0 && route->hops[i - 1].link % n_ports == port; i--)
    crossed |= dl_torus_routes_at_dateline (routes, route->hops[i - 1].link / n_ports,
                                            dl_torus_port_dim (port));
  return (DlTorusArrival) { port, crossed };
}

void
dl_torus_routes_trace (const DlTorusRoutes *routes, const DlTorusRoute *route, guint source,
                       guint dest, guint i, DlTorusTrace *trace)
{
  const guint node = i > 0 ? routes->network->link_to[route->hops[i - 1].link] : source;

  *trace = (DlTorusTrace) { 0 };
  routes->spec.engine->next (routes, node, arrival_at (routes, route, i), dest, trace);
}

void
dl_torus_route_clear (DlTorusRoute *route)
{
  g_clear_pointer (&route->hops, g_free);
  route->size = route->n_hops = 0;
}

/* The interface that all families have --------------------------------------------------------- */

/* State of a packet: its coins, and its leg. */
typedef struct
{
  guint variant;
  guint left;        /* hops of the leg that are still to come */
  guint to_dateline; /* of these, before the one that leaves the dateline node */
  guint vc;          /* half that it starts on */
  gboolean crossed;  /* it has left the dateline node */
} Carried;

static guint64
pack (const Carried *of)
{
  return of->variant | of->vc << 3 | (guint) of->crossed << 4 | (guint64) of->left << 8
         | (guint64) of->to_dateline << 32;
}

static Carried
unpack (guint64 state)
{
  return (Carried) { .variant = state & 7,
                     .vc = state >> 3 & 1,
                     .crossed = state >> 4 & 1,
                     .left = state >> 8 & 0xffffff,
                     .to_dateline = state >> 32 };
}

/* The hop by @port, on both virtual channels where they are not halves. */
static guint
add_hop (const DlTorusRoutes *routes, guint router, guint port, Carried carried, double share,
         DlChoice *choices)
{
  const gboolean halves = dl_vc_has_halves (routes, dl_torus_port_dim (port));
  DlChoice choice = {
    .link = dl_torus_network_link (routes->network, router, port),
    .vc = carried.to_dateline == 0 ? 1 : carried.vc,
    .share = halves ? share : share / 2,
  };

  carried.left--;
  if (carried.to_dateline > 0)
    carried.to_dateline--;
  else
    carried.crossed = TRUE;
  choice.state = pack (&carried);
  choices[0] = choice;
  if (halves)
    return 1;
  choices[0].vc = 0;
  choices[1] = choices[0];
  choices[1].vc = 1;
  return 2;
}

/* The first hop of a leg, or the end of the route. 0: it does not arrive. */
static guint
begin_leg (const DlTorusRoutes *routes, guint router, DlTorusArrival arrival, guint to,
           guint variant, double share, DlChoice *choices)
{
  DlTorusWalker walker;
  DlTorusLeg leg;

  dl_torus_walker_init_at (&walker, routes->variants[variant], router, arrival, to);
  if (dl_torus_walker_next (&walker, &leg))
    return add_hop (routes, router, leg.port,
                    (Carried) { variant, leg.length, leg.to_dateline, leg.vc, FALSE }, share,
                    choices);
  *choices = (DlChoice) { .link = DL_NO_LINK, .share = share };
  return walker.status == DL_TORUS_ROUTE_DELIVERED;
}

static guint
next_hop (gconstpointer data, guint router, guint in_link, guint to, guint64 state,
          DlChoice *choices)
{
  const DlTorusRoutes *routes = data;
  const Carried carried = unpack (state);
  const guint port = in_link % routes->network->n_ports;
  guint n = 0;

  if (in_link != DL_NO_LINK && carried.left > 0)
    return add_hop (routes, router, port, carried, 1, choices);
  if (in_link != DL_NO_LINK)
    return begin_leg (routes, router, (DlTorusArrival) { port, carried.crossed }, to,
                      carried.variant, 1, choices);
  for (guint variant = 0; variant < routes->n_variants; variant++)
    {
      const guint more = begin_leg (routes, router, DL_TORUS_ARRIVAL_INJECTED, to, variant,
                                    1.0 / routes->n_variants, choices + n);

      if (more == 0)
        return 0;
      n += more;
    }
  return n;
}

DlNext
dl_torus_next (const DlTorusRoutes *routes)
{
  return (DlNext) {
    .graph = routes->network->graph,
    .routes = routes,
    .n_vcs = DL_TORUS_VCS,
    .max_choices = 2 * DL_MAX_VARIANTS,
    .max_hops = DL_TORUS_VCS * routes->network->n_links,
    .next = next_hop,
  };
}

static gboolean
same_route (const DlTorusRoute *a, const DlTorusRoute *b)
{
  if (a->status != b->status || a->n_hops != b->n_hops)
    return FALSE;
  for (guint i = 0; i < a->n_hops; i++)
    if (a->hops[i].link != b->hops[i].link || a->hops[i].vc != b->hops[i].vc)
      return FALSE;
  return TRUE;
}

void
dl_torus_route_choices (const DlTorusRoutes *routes, guint source, guint dest,
                        DlTorusRouteChoices *choices)
{
  DlTorusRoute route[DL_MAX_VARIANTS] = { 0 }; /* (n) and the one at hand */

  *choices = (DlTorusRouteChoices) { .n_coins = routes->n_variants };
  for (guint i = 0; i < routes->n_variants; i++)
    {
      guint at = 0;

      dl_torus_routes_walk (routes->variants[i], source, dest, &route[choices->n]);
      while (at < choices->n && !same_route (&route[at], &route[choices->n]))
        at++;
      if (at == choices->n)
        choices->variant[choices->n++] = i;
      choices->coins[at]++;
      choices->of_coins[i] = at;
    }
  choices->failed = 0;
  while (choices->failed < choices->n && route[choices->failed].status == DL_TORUS_ROUTE_DELIVERED)
    choices->failed++;
  for (guint i = 0; i < DL_MAX_VARIANTS; i++)
    dl_torus_route_clear (&route[i]);
}

guint
dl_torus_route_choices_pick (const DlTorusRouteChoices *choices, guint64 seed, guint which)
{
  const guint first = choices->failed < choices->n
                          ? choices->failed
                          : choices->of_coins[dl_rng_pick (dl_rng_mix (seed, 0), choices->n_coins)];

  return (first + which) % choices->n;
}

/* Count the links without a suspect from each link on, along one line in one direction. */
static void
measure_line (DlTorusRoutes *routes, guint base, guint port)
{
  const DlTorusNetwork *network = routes->network;
  const DlTorusDim dim = dl_torus_port_dim (port);
  const guint k = network->torus.radix[dim], stride = network->torus.stride[dim];
  guint clean = 0;

  /* Against the direction of travel, twice, so that the second time knows what wraps. */
  for (guint i = 0; i < 2 * k; i++)
    {
      const guint position = dl_torus_port_is_minus (port) ? i % k : k - 1 - i % k;
      const guint link = dl_torus_network_link (network, base + position * stride, port);

      if (network->link_state[link] == DL_LINK_ABSENT || routes->suspect[link])
        clean = 0;
      else
        clean = MIN (clean + 1, k);
      routes->clean_ahead[link] = clean;
    }
}

/* Can answers of @previous be of use for @routes at all? */
static gboolean
is_alike (const DlTorusRoutes *routes, const DlTorusRoutes *previous)
{
  const DlTorus *a = &routes->network->torus, *b = &previous->network->torus;

  return routes->spec.engine == previous->spec.engine
         && memcmp (a->radix, b->radix, sizeof a->radix) == 0
         && memcmp (a->ring, b->ring, sizeof a->ring) == 0 && a->region_planes == b->region_planes;
}

DlTorusRoutes *
dl_torus_routes_new (DlTorusNetwork *network, const DlTorusRouting *spec)
{
  return dl_torus_routes_new_from (network, spec, NULL, NULL);
}

static void
routes_free (gpointer data)
{
  DlTorusRoutes *routes = data;

  for (guint i = 1; i < routes->n_variants; i++)
    dl_torus_routes_unref (routes->variants[i]);
  routes->spec.engine->unprepare (routes);
  dl_vc_table_unref (routes->spec.vc_table);
  dl_torus_network_unref (routes->network);
  g_free (routes->suspect);
  g_free (routes->clean_ahead);
  g_free (routes);
}

/* Routes of one variant of random ties, by one set of coins. */
static DlTorusRoutes *
new_variant (DlTorusNetwork *network, const DlTorusRouting *spec, const DlTorusRoutes *previous,
             GCancellable *cancellable)
{
  DlTorusRoutes *routes = g_new0 (DlTorusRoutes, 1);

  dl_shared_init (&routes->head.shared, routes_free);
  routes->n_variants = 1;
  routes->variants[0] = routes;
  routes->head.shape = routes->network = dl_torus_network_ref (network);
  routes->spec = *spec;
  routes->spec.vc_table = NULL; /* one that was made for another network would be out of place */
  if (spec->vc_policy->table && spec->vc_table != NULL
      && dl_vc_table_fits (spec->vc_table, network))
    routes->spec.vc_table = dl_vc_table_ref (spec->vc_table);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      if (!network->torus.ring[dim] || !spec->engine->needs_datelines
          || dl_vc_policy_without_datelines (spec->vc_policy))
        routes->spec.dateline[dim] = DL_NO_DATELINE;
      g_assert (routes->spec.dateline[dim] < (gint) network->torus.radix[dim]);
    }
  routes->suspect = g_new0 (guint8, network->n_links);
  if (previous != NULL && !is_alike (routes, previous))
    previous = NULL;
  if (!routes->spec.engine->prepare (routes, previous, cancellable))
    {
      dl_torus_routes_unref (routes);
      return NULL;
    }
  routes->clean_ahead = g_new (guint16, network->n_links);
  for (guint node = 0; node < network->n_nodes; node++)
    for (guint port = 0; port < network->n_ports; port++)
      if (network->torus.coord[node].at[dl_torus_port_dim (port)] == 0)
        measure_line (routes, node, port);
  return routes;
}

/* Is some node as far from a place in dimension @dim one way round as the other? */
static gboolean
has_ties (const DlTorus *torus, guint dim)
{
  const guint k = torus->radix[dim];

  if (!torus->ring[dim])
    return FALSE;
  if (dim != DL_X || torus->n_regions == 1)
    return k % 2 == 0;
  /* To the nearest edge of another region. */
  for (guint from = 0; from < k; from++)
    for (guint region = 0; region < torus->n_regions; region++)
      if (region != torus->region_of_x[from]
          && (torus->region_low[region] + k - from) % k
                 == (from + k - torus->region_high[region]) % k)
        return TRUE;
  return FALSE;
}

/* FALSE if canceled. */
static gboolean
add_variants (DlTorusRoutes *routes, const DlTorusRoutes *previous, GCancellable *cancellable)
{
  guint ties = 0;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    ties |= has_ties (&routes->network->torus, dim) ? 1 << dim : 0;
  for (guint coins = 1; coins <= ties; coins++)
    {
      DlTorusRouting spec = routes->spec;
      DlTorusRoutes *variant;

      if ((coins & ~ties) != 0)
        continue;
      spec.tie_minus = coins;
      variant = new_variant (routes->network, &spec,
                             previous != NULL ? dl_torus_routes_variant (previous, coins) : NULL,
                             cancellable);
      if (variant == NULL)
        return FALSE;
      routes->variants[routes->n_variants++] = variant;
    }
  return TRUE;
}

DlTorusRoutes *
dl_torus_routes_new_from (DlTorusNetwork *network, const DlTorusRouting *spec,
                          const DlTorusRoutes *previous, GCancellable *cancellable)
{
  DlTorusRoutes *routes = new_variant (network, spec, previous, cancellable);

  if (routes != NULL && spec->tie == DL_TORUS_TIE_RANDOM && spec->tie_minus == 0
      && !add_variants (routes, previous, cancellable))
    g_clear_pointer (&routes, dl_torus_routes_unref);
  return routes;
}

DlTorusRoutes *
dl_torus_routes_variant (const DlTorusRoutes *routes, guint coins)
{
  /* The last one has a coin that says negative in each dimension with ties. */
  const guint ties = routes->variants[routes->n_variants - 1]->spec.tie_minus;
  guint i = 0;

  while (i + 1 < routes->n_variants && routes->variants[i]->spec.tie_minus != (coins & ties))
    i++;
  return routes->variants[i];
}

/* The shorter of two ways round, a tie as asked. */
static guint
shorter_port (const DlTorusRoutes *routes, guint dim, guint from, guint plus_hops, guint minus_hops)
{
  gboolean minus = minus_hops < plus_hops;

  if (minus_hops == plus_hops)
    minus = (routes->spec.tie == DL_TORUS_TIE_PARITY && (from & 1))
            || (routes->spec.tie == DL_TORUS_TIE_RANDOM && (routes->spec.tie_minus >> dim & 1));
  return 2 * dim + minus;
}

guint
dl_torus_routes_minimal_port (const DlTorusRoutes *routes, guint node, guint dest, guint dim)
{
  const DlTorus *torus = &routes->network->torus;
  const guint k = torus->radix[dim];
  const guint from = torus->coord[node].at[dim], to = torus->coord[dest].at[dim];
  const guint straight = 2 * dim + (to < from);

  if (!torus->ring[dim])
    return straight;
  if (dim == DL_X && torus->n_regions > 1)
    {
      const guint region = torus->region_of_x[to];
      if (torus->region_of_x[from] == region)
        return straight; /* once inside the region, a packet never leaves it */
      return shorter_port (routes, dim, from, (torus->region_low[region] + k - from) % k,
                           (from + k - torus->region_high[region]) % k);
    }
  return shorter_port (routes, dim, from, (to + k - from) % k, (from + k - to) % k);
}

DlTorusIllegal
dl_torus_routes_legal_why (const DlTorusRoutes *routes, guint link_a, guint vc_a, guint link_b,
                           guint vc_b)
{
  const DlTorusNetwork *network = routes->network;
  const guint node = link_b / network->n_ports;
  const guint port_a = link_a % network->n_ports, port_b = link_b % network->n_ports;
  const guint dim_a = dl_torus_port_dim (port_a), dim_b = dl_torus_port_dim (port_b);

  if (port_b == dl_torus_port_opposite (port_a))
    return DL_TORUS_ILLEGAL_BACK;
  if (dim_b < dim_a) /* to a higher dimension */
    {
      if (dl_torus_port_is_minus (port_a))
        return DL_TORUS_ILLEGAL_MINUS_HIGHER;
      if (network->torus.ring[dim_a] && vc_a == 1)
        return DL_TORUS_ILLEGAL_VC1_HIGHER;
    }
  if (dl_torus_routes_at_dateline (routes, node, dim_b))
    {
      if (dim_a == dim_b && vc_a == 1)
        return DL_TORUS_ILLEGAL_INTO_VC1;
      if (vc_b == 0)
        return DL_TORUS_ILLEGAL_OUT_OF_VC0;
    }
  else if (dim_a == dim_b && vc_a != vc_b)
    return DL_TORUS_ILLEGAL_VC_CHANGE;
  return DL_TORUS_LEGAL;
}

static const struct
{
  const char *text;
  const char *section;
} illegals[DL_TORUS_N_ILLEGAL] = {
  [DL_TORUS_LEGAL] = { N_ ("legal"), "VC paper 2.2.1" },
  [DL_TORUS_ILLEGAL_BACK] = { N_ ("a turn of 180 degrees"), "VC paper 2.2" },
  [DL_TORUS_ILLEGAL_MINUS_HIGHER]
  = { N_ ("a turn from a minus direction to a higher dimension"), "VC paper 2.2.1" },
  [DL_TORUS_ILLEGAL_VC1_HIGHER]
  = { N_ ("a turn from VC1 to a higher dimension, possibly past the dateline"), "VC paper 2.2.1" },
  [DL_TORUS_ILLEGAL_VC_CHANGE]
  = { N_ ("a change of virtual channel inside a dimension, away from the dateline"), "VC paper 3" },
  [DL_TORUS_ILLEGAL_INTO_VC1] = { N_ ("through the dateline node on VC1"), "VC paper 3" },
  [DL_TORUS_ILLEGAL_OUT_OF_VC0] = { N_ ("out of the dateline node on VC0"), "VC paper 3" },
};

const char *
dl_torus_illegal_text (DlTorusIllegal why)
{
  g_assert (why < DL_TORUS_N_ILLEGAL);
  return _ (illegals[why].text);
}

const char *
dl_torus_illegal_section (DlTorusIllegal why)
{
  g_assert (why < DL_TORUS_N_ILLEGAL);
  return dl_section_text (illegals[why].section);
}
