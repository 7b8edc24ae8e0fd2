/* Following routes: legs, and whole routes made of them. */
#include "dl-routes.h"

#include "dl-unguarded.h"
#include "dl-vc-range.h"

#include <string.h>

/* Make room for @n more hops. */
static void
reserve (DlRoute *route, guint n)
{
  if (route->n_hops + n > route->size)
    {
      route->size = MAX (2 * route->size, route->n_hops + n);
      route->hops = g_renew (DlHop, route->hops, route->size);
    }
}

/* Follow a leg hop by hop; its links and rules go to @route. @after gets the decision at the leg's
 * end. FALSE if it goes once round the ring and on. */
static gboolean
follow_run (const DlRoutes *routes, guint entry, guint dest, DlDecision decision, DlLeg *leg,
            DlDecision *after, DlRoute *route)
{
  const DlNetwork *network = routes->network;
  const DlDim dim = dl_port_dim (decision.port);
  gboolean left = FALSE;
  guint node = entry;

  *leg = (DlLeg) { .entry = entry, .port = decision.port };
  do
    {
      const guint link = dl_network_link (network, node, decision.port);

      reserve (route, 1);
      route->hops[route->n_hops++] = (DlHop) { .link = link, .rule = decision.rule };
      left |= dl_routes_at_dateline (routes, node, dim);
      leg->to_dateline += !left;
      node = network->link_to[link];
      leg->reaches_dateline |= dl_routes_at_dateline (routes, node, dim);
      leg->length++;
      if (leg->length >= network->torus.radix[dim])
        return FALSE; /* back at the entry */
      decision = dl_routes_next (routes, node, (DlArrival) { leg->port, left }, dest);
    }
  while (decision.port == leg->port);

  leg->end = node;
  leg->to_higher = decision.port < DL_PORT_PROCESSOR && dl_port_dim (decision.port) < dim;
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

/* The leg goes on for @hops from position @at of its dimension. @left: whether it has left the
 * dateline node. */
static inline void
extend (const DlRoutes *routes, DlLeg *leg, guint at, guint hops, gboolean *left)
{
  const DlDim dim = dl_port_dim (leg->port);
  const gint dateline = routes->spec.dateline[dim];

  if (dateline != DL_NO_DATELINE)
    {
      const guint to_dateline = hops_between (routes->network->torus.radix[dim],
                                              dl_port_is_minus (leg->port), at, dateline);
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
jump_run (const DlRoutes *routes, guint entry, guint dest, DlDecision decision, DlLeg *leg,
          DlDecision *after)
{
  const DlNetwork *network = routes->network;
  const DlTorus *torus = &network->torus;
  const DlDim dim = dl_port_dim (decision.port);
  const gboolean minus = dl_port_is_minus (decision.port);
  const guint k = torus->radix[dim], goal = torus->coord[dest].at[dim];
  gboolean left = FALSE;
  guint node = entry;

  *leg = (DlLeg) { .entry = entry, .port = decision.port };
  do
    {
      const guint at = torus->coord[node].at[dim];
      guint hops = 1;

      if (decision.rule == DL_RULE_DIMENSION_ORDER)
        {
          const guint clean = routes->clean_ahead[dl_network_link (network, node, leg->port)];
          hops = MAX (1, MIN (clean, hops_between (k, minus, at, goal)));
        }
      extend (routes, leg, at, hops, &left);
      if (leg->length >= k)
        return FALSE; /* back at the entry */
      node += ((minus ? at + k - hops : at + hops) % k - at) * torus->stride[dim];
      decision = dl_routes_next (routes, node, (DlArrival) { leg->port, left }, dest);
    }
  while (decision.port == leg->port);

  if (!left)
    leg->to_dateline = leg->length;
  leg->end = node;
  leg->to_higher = decision.port < DL_PORT_PROCESSOR && dl_port_dim (decision.port) < dim;
  *after = decision;
  return TRUE;
}

/* Choose the VC of @leg. FALSE where the packet is dropped: on VC1 through the dateline. */
static gboolean
assign_vc (const DlRoutes *routes, DlLeg *leg, guint dest)
{
  DlVcRule rule;

  leg->vc = dl_vc_policy_start (routes, leg, dest, &rule);
  leg->vc_rule = rule;
  return leg->vc == 0 || leg->to_dateline == 0 || !dl_leg_leaves_dateline (leg);
}

/* @leg goes round its ring and on: until the packet, since the dateline on VC1, comes there again;
 * for ever where there is no dateline. */
static DlRouteStatus
end_of_round (const DlRoutes *routes, DlLeg *leg, guint dest)
{
  if (routes->spec.dateline[dl_port_dim (leg->port)] == DL_NO_DATELINE)
    return DL_ROUTE_LOOP;
  leg->length += leg->to_dateline;
  leg->end = leg->entry;
  assign_vc (routes, leg, dest);
  return DL_ROUTE_DROPPED;
}

static guint
run_link (const DlRoutes *routes, const DlLeg *leg, guint hop)
{
  const DlTorus *torus = &routes->network->torus;
  const DlDim dim = dl_port_dim (leg->port);
  const guint k = torus->radix[dim], from = torus->coord[leg->entry].at[dim];
  const guint at = (from + (dl_port_is_minus (leg->port) ? k - hop : hop)) % k;

  return dl_network_link (routes->network, leg->entry + (at - from) * torus->stride[dim],
                          leg->port);
}

gboolean
dl_routes_legal_turn (const DlRoutes *routes, const DlLeg *before, const DlLeg *after)
{
  return dl_routes_legal (routes, run_link (routes, before, before->length - 1),
                          dl_leg_vc (before, before->length - 1), run_link (routes, after, 0),
                          dl_leg_vc (after, 0));
}

void
dl_walker_init (DlWalker *walker, const DlRoutes *routes, guint source, guint dest)
{
  dl_walker_init_at (walker, routes, source, DL_ARRIVAL_INJECTED, dest);
}

void
dl_walker_init_at (DlWalker *walker, const DlRoutes *routes, guint node, DlArrival arrival,
                   guint dest)
{
  *walker = (DlWalker) {
    .routes = routes,
    .dest = dest,
    .node = node,
    .arrival = arrival,
    .decision = dl_routes_next (routes, node, arrival, dest),
  };
}

DlRouteStatus
dl_routes_status (const DlRoutes *routes, guint source, guint dest)
{
  DlRouteStatus status = DL_ROUTE_DELIVERED;

  for (guint i = 0; i < routes->n_variants && status == DL_ROUTE_DELIVERED; i++)
    {
      DlWalker walker;
      DlLeg leg;

      dl_walker_init (&walker, routes->variants[i], source, dest);
      while (dl_walker_next (&walker, &leg))
        ;
      status = walker.status;
    }
  return status;
}

gboolean
dl_routes_are_undisturbed (const DlRoutes *routes)
{
  return routes->spec.engine->scope != DL_SUSPECT_ALL
         && routes->network->n_working_nodes == routes->network->n_nodes
         && memchr (routes->suspect, TRUE, routes->network->n_links) == NULL;
}

void
dl_routes_undisturbed_leg (const DlRoutes *routes, guint node, guint dest, DlLeg *leg)
{
  const DlTorus *torus = &routes->network->torus;
  const DlCoord *from = &torus->coord[node], *to = &torus->coord[dest];
  gboolean left = FALSE;
  guint dim = 0, port;

  while (from->at[dim] == to->at[dim])
    dim++;
  port = dl_routes_minimal_port (routes, node, dest, dim);
  *leg = (DlLeg) {
    .entry = node,
    .port = port,
    .end = node + (to->at[dim] - from->at[dim]) * torus->stride[dim],
  };
  extend (routes, leg, from->at[dim],
          hops_between (torus->radix[dim], dl_port_is_minus (port), from->at[dim], to->at[dim]),
          &left);
  if (!left)
    leg->to_dateline = leg->length;
  assign_vc (routes, leg, dest);
}

DL_UNGUARDED gboolean
dl_walker_next (DlWalker *walker, DlLeg *leg)
{
  const DlRoutes *routes = walker->routes;
  DlDecision after;

  walker->status = DL_ROUTE_DELIVERED;
  if (walker->decision.port == DL_PORT_PROCESSOR)
    return FALSE;
  walker->status = DL_ROUTE_UNREACHABLE;
  if (walker->decision.port == DL_PORT_NONE)
    return FALSE;
  /* A route that visits a node twice, visits it for ever. */
  walker->status = DL_ROUTE_LOOP;
  if (walker->n_hops >= routes->network->n_nodes)
    return FALSE;
  if (!jump_run (routes, walker->node, walker->dest, walker->decision, leg, &after))
    {
      walker->status = end_of_round (routes, leg, walker->dest);
      return FALSE;
    }
  walker->status = DL_ROUTE_DROPPED;
  if (!assign_vc (routes, leg, walker->dest))
    return FALSE;
  walker->n_hops += leg->length;
  walker->node = leg->end;
  walker->arrival = (DlArrival) { leg->port, dl_leg_leaves_dateline (leg) };
  walker->decision = after;
  return TRUE;
}

/* Give the hops of @leg, the last of @route, their virtual channels. FALSE where the packet is
 * dropped. */
static gboolean
assign_hops (const DlRoutes *routes, DlLeg *leg, guint dest, DlRoute *route)
{
  const guint first = route->n_hops - leg->length;
  const gboolean kept = assign_vc (routes, leg, dest);

  if (!kept)
    route->n_hops = first + leg->to_dateline; /* it gets as far as the dateline */
  for (guint i = first; i < route->n_hops; i++)
    {
      DlHop *hop = &route->hops[i];

      hop->vc = dl_leg_vc (leg, i - first);
      hop->vc_rule = leg->vc_rule;
      hop->legal = i == 0
                   || dl_routes_legal (routes, route->hops[i - 1].link, route->hops[i - 1].vc,
                                       hop->link, hop->vc);
      route->legal &= hop->legal;
    }
  return kept;
}

/* The hops of the round's beginning once more, up to the dateline. */
static void
finish_round (const DlRoutes *routes, DlLeg *leg, guint dest, DlRoute *route)
{
  const guint first = route->n_hops - leg->length;

  route->status = end_of_round (routes, leg, dest);
  if (route->status != DL_ROUTE_DROPPED)
    return;
  reserve (route, leg->to_dateline);
  for (guint i = 0; i < leg->to_dateline; i++)
    route->hops[route->n_hops++] = route->hops[first + i];
  assign_hops (routes, leg, dest, route);
}

void
dl_routes_walk (const DlRoutes *routes, guint source, guint dest, DlRoute *route)
{
  DlDecision decision = dl_routes_first (routes, source, dest);
  guint node = source;

  route->n_hops = 0;
  route->legal = TRUE;
  while (decision.port != DL_PORT_PROCESSOR)
    {
      DlLeg leg;

      if (decision.port == DL_PORT_NONE)
        {
          route->status = DL_ROUTE_UNREACHABLE;
          return;
        }
      /* A route that visits a node twice, visits it for ever. */
      if (route->n_hops >= routes->network->n_nodes)
        {
          route->status = DL_ROUTE_LOOP;
          return;
        }
      if (!follow_run (routes, node, dest, decision, &leg, &decision, route))
        {
          finish_round (routes, &leg, dest, route);
          return;
        }
      if (!assign_hops (routes, &leg, dest, route))
        {
          route->status = DL_ROUTE_DROPPED;
          return;
        }
      node = leg.end;
    }
  route->status = DL_ROUTE_DELIVERED;
}

/* How the packet of @route, towards @dest, stands before its hop @i (n_hops: at the end). */
static DlArrival
arrival_at (const DlRoutes *routes, const DlRoute *route, guint i)
{
  const guint n_ports = routes->network->n_ports;
  guint port;
  gboolean crossed = FALSE;

  if (i == 0)
    return DL_ARRIVAL_INJECTED;
  port = route->hops[i - 1].link % n_ports;
  for (; i > 0 && route->hops[i - 1].link % n_ports == port; i--)
    crossed
        |= dl_routes_at_dateline (routes, route->hops[i - 1].link / n_ports, dl_port_dim (port));
  return (DlArrival) { port, crossed };
}

void
dl_routes_trace (const DlRoutes *routes, const DlRoute *route, guint source, guint dest, guint i,
                 DlTrace *trace)
{
  const guint node = i > 0 ? routes->network->link_to[route->hops[i - 1].link] : source;

  *trace = (DlTrace) { 0 };
  routes->spec.engine->next (routes, node, arrival_at (routes, route, i), dest, trace);
}

void
dl_route_clear (DlRoute *route)
{
  g_clear_pointer (&route->hops, g_free);
  route->size = route->n_hops = 0;
}

/* As all families answer ----------------------------------------------------------------------- */

/* What a packet carries: its coins, and its leg. */
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
add_hop (const DlRoutes *routes, guint router, guint port, Carried carried, double share,
         DlChoice *choices)
{
  const gboolean halves = dl_vc_has_halves (routes, dl_port_dim (port));
  DlChoice choice = {
    .link = dl_network_link (routes->network, router, port),
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
begin_leg (const DlRoutes *routes, guint router, DlArrival arrival, guint to, guint variant,
           double share, DlChoice *choices)
{
  DlWalker walker;
  DlLeg leg;

  dl_walker_init_at (&walker, routes->variants[variant], router, arrival, to);
  if (dl_walker_next (&walker, &leg))
    return add_hop (routes, router, leg.port,
                    (Carried) { variant, leg.length, leg.to_dateline, leg.vc, FALSE }, share,
                    choices);
  *choices = (DlChoice) { .link = DL_NO_LINK, .share = share };
  return walker.status == DL_ROUTE_DELIVERED;
}

static guint
next_hop (gconstpointer data, guint router, guint in_link, guint to, guint64 state,
          DlChoice *choices)
{
  const DlRoutes *routes = data;
  const Carried carried = unpack (state);
  const guint port = in_link % routes->network->n_ports;
  guint n = 0;

  if (in_link != DL_NO_LINK && carried.left > 0)
    return add_hop (routes, router, port, carried, 1, choices);
  if (in_link != DL_NO_LINK)
    return begin_leg (routes, router, (DlArrival) { port, carried.crossed }, to, carried.variant, 1,
                      choices);
  for (guint variant = 0; variant < routes->n_variants; variant++)
    {
      const guint more = begin_leg (routes, router, DL_ARRIVAL_INJECTED, to, variant,
                                    1.0 / routes->n_variants, choices + n);

      if (more == 0)
        return 0;
      n += more;
    }
  return n;
}

DlNext
dl_torus_next (const DlRoutes *routes)
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
