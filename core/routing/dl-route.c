/* Following routes: runs, and whole routes made of them. */
#include "dl-routes.h"

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

/* Follow a run; its links and rules go to @route if there is one. @after gets the decision at the
 * run's end. FALSE if it goes round the ring for ever. */
static gboolean
trace_run (const DlRoutes *routes, guint entry, guint dest, DlDecision decision, DlRun *run,
           DlDecision *after, DlRoute *route)
{
  const DlNetwork *network = routes->network;
  const DlDim dim = dl_port_dim (decision.port);
  guint node = entry;

  *run = (DlRun) { .entry = entry, .port = decision.port };
  do
    {
      const guint link = dl_network_link (network, node, decision.port);

      if (route != NULL)
        {
          reserve (route, 1);
          route->hops[route->n_hops++] = (DlHop) { .link = link, .rule = decision.rule };
        }
      run->leaves_dateline |= dl_routes_at_dateline (routes, node, dim);
      node = network->link_to[link];
      run->reaches_dateline |= dl_routes_at_dateline (routes, node, dim);
      run->length++;
      if (run->length >= network->torus.radix[dim])
        return FALSE; /* back at the entry */
      decision = dl_routes_next (routes, node, dest);
    }
  while (decision.port == run->port);

  run->end = node;
  run->to_higher = decision.port < DL_PORT_PROCESSOR && dl_port_dim (decision.port) < dim;
  *after = decision;
  return TRUE;
}

gboolean
dl_routes_run (const DlRoutes *routes, guint entry, guint dest, DlDecision decision, DlRun *run)
{
  DlDecision after;

  return trace_run (routes, entry, dest, decision, run, &after, NULL);
}

/* Give the hops of @run, the last of @route, their virtual channels. FALSE where the packet is
 * dropped: on VC1 through the dateline. */
static gboolean
assign_vcs (const DlRoutes *routes, const DlRun *run, guint dest, DlRoute *route)
{
  const guint first = route->n_hops - run->length;
  const DlDim dim = dl_port_dim (run->port);
  DlVcRule rule;
  guint vc = dl_vc_policy_start (routes, run, dest, &rule);

  for (guint i = first; i < route->n_hops; i++)
    {
      DlHop *hop = &route->hops[i];

      if (run->leaves_dateline
          && dl_routes_at_dateline (routes, hop->link / routes->network->n_ports, dim))
        {
          if (i > first && vc == 1)
            {
              route->n_hops = i;
              return FALSE;
            }
          vc = 1;
        }
      hop->vc = vc;
      hop->vc_rule = rule;
      hop->legal = TRUE;
      if (i > 0)
        {
          const DlHop *before = hop - 1;
          hop->legal = dl_routes_legal (routes, before->link, before->vc, hop->link, hop->vc);
          route->legal &= hop->legal;
        }
    }
  return TRUE;
}

void
dl_routes_walk (const DlRoutes *routes, guint source, guint dest, DlRoute *route)
{
  DlDecision decision = dl_routes_next (routes, source, dest);
  guint node = source;

  route->n_hops = 0;
  route->legal = TRUE;
  while (decision.port != DL_PORT_PROCESSOR)
    {
      DlRun run;

      if (decision.port == DL_PORT_NONE)
        {
          route->status = DL_ROUTE_UNREACHABLE;
          return;
        }
      /* A route that visits a node twice, visits it for ever. */
      if (route->n_hops >= routes->network->n_nodes
          || !trace_run (routes, node, dest, decision, &run, &decision, route))
        {
          route->status = DL_ROUTE_LOOP;
          return;
        }
      if (!assign_vcs (routes, &run, dest, route))
        {
          route->status = DL_ROUTE_DROPPED;
          return;
        }
      node = run.end;
    }
  route->status = DL_ROUTE_DELIVERED;
}

void
dl_route_clear (DlRoute *route)
{
  g_clear_pointer (&route->hops, g_free);
  route->size = route->n_hops = 0;
}
