#include "dl-torus-flows.h"

#include "dl-torus-lines.h"
#include "dl-torus-reroute.h"
#include "dl-torus-routes.h"
#include "dl-torus-uniform.h"

typedef struct
{
  const DlTorusRoutes *routes; /* one of the variants, where they are counted one by one */
  DlTorusUniform *uniform;
  DlLinkFlows *flows;
  GArray *sources; /* guint32, for one entry */
  DlTorusPairMarks
      *failed; /* pairs that some variant does not deliver; NULL if there is one variant */
} Count;

/* Is the link on the leg? */
static gboolean
run_has_link (const DlTorusRoutes *routes, const DlTorusLeg *leg, guint link)
{
  const DlTorusNetwork *network = routes->network;
  const DlTorus *torus = &network->torus;
  const guint node = link / network->n_ports, port = link % network->n_ports;
  const guint dim = dl_torus_port_dim (port), k = torus->radix[dim];
  const guint at = torus->coord[node].at[dim], from = torus->coord[leg->entry].at[dim];

  if (port != leg->port || node - at * torus->stride[dim] != leg->entry - from * torus->stride[dim])
    return FALSE;
  return (dl_torus_port_is_minus (port) ? from + k - at : at + k - from) % k < leg->length;
}

/* Follow one variant: does the route arrive, and does it have the link? */
static gboolean
route_has_link (const DlTorusRoutes *routes, guint link, guint source, guint dest,
                gboolean *arrives)
{
  gboolean passes = FALSE;
  DlTorusWalker walker;
  DlTorusLeg leg;

  dl_torus_walker_init (&walker, routes, source, dest);
  while (dl_torus_walker_next (&walker, &leg))
    passes |= run_has_link (routes, &leg, link);
  *arrives = walker.status == DL_TORUS_ROUTE_DELIVERED;
  return passes && *arrives;
}

/* The share of the pair's packets that pass the link: of all variants, none of which may fail. */
static double
share_of_pair (const DlTorusRoutes *routes, guint link, guint source, guint dest)
{
  gboolean arrives = TRUE;
  guint n = 0;

  for (guint i = 0; arrives && i < routes->n_variants; i++)
    n += route_has_link (routes->variants[i], link, source, dest, &arrives);
  return arrives ? (double) n / routes->n_variants : 0;
}

/* Runs without a suspect ----------------------------------------------------------------------- */

static void
collect_source (guint source, gpointer data)
{
  Count *count = data;
  const guint32 node = source;

  g_array_append_val (count->sources, node);
}

/* Is the path straight on from @entry, over @hops links, free of suspects? */
static gboolean
is_clean (const Count *count, guint entry, guint port, guint hops)
{
  const DlTorusNetwork *network = count->routes->network;

  for (guint node = entry; hops > 0; hops--)
    {
      const guint link = dl_torus_network_link (network, node, port);
      if (count->uniform->suspect[link])
        return FALSE;
      node = network->link_to[link];
    }
  return TRUE;
}

/* Runs from @entry, which lies on the link's line, to every end past the link. */
static void
add_entry (Count *count, guint entry)
{
  const DlTorusNetwork *network = count->routes->network;
  const DlTorus *torus = &network->torus;
  const guint dim = dl_torus_port_dim (count->flows->link % network->n_ports);
  const guint stride = torus->stride[dim], k = torus->radix[dim];
  const guint first = entry - torus->coord[entry].at[dim] * stride;

  g_array_set_size (count->sources, 0);
  dl_torus_uniform_foreach_source (count->uniform, entry, dim, collect_source, count);
  for (guint end = 0; count->sources->len > 0 && end < k; end++)
    {
      const guint block = (first + end * stride) / stride * stride;
      guint dests = 0;

      if (end == torus->coord[entry].at[dim])
        continue;
      const DlTorusLeg leg = dl_torus_line_leg (count->routes, entry, first + end * stride, dim);
      if (!run_has_link (count->routes, &leg, count->flows->link)
          || !is_clean (count, entry, leg.port, leg.length))
        continue;
      for (guint dest = block; dest < block + stride; dest++)
        if (network->node_up[dest])
          {
            dests++;
            count->flows->by_dest[dest] += count->sources->len;
          }
      for (guint i = 0; i < count->sources->len; i++)
        count->flows->by_source[g_array_index (count->sources, guint32, i)] += dests;
      count->flows->packets += (double) dests * count->sources->len;
    }
}

/* Differences -----------------------------------------------------------------------------------
 */

typedef struct
{
  Count *count;
  const DlTorusDetour *detour;
  gint packets;
} Share;

static void
add_source (guint source, gpointer data)
{
  const Share *share = data;

  dl_link_flows_add (share->count->flows, source, share->detour->dest, share->packets);
}

/* Take back a packet that would have passed the link on its undisturbed path to the detour. */
static void
withdraw_source (guint source, gpointer data)
{
  const Share *share = data;
  const DlTorusRoutes *routes = share->count->routes;
  const DlTorusCoord *coord = routes->network->torus.coord;
  const guint dest = share->detour->dest;
  guint node = source;

  for (guint dim = 0; dim < share->detour->dim; dim++)
    if (coord[node].at[dim] != coord[dest].at[dim])
      {
        const DlTorusLeg leg = dl_torus_line_leg (routes, node, dest, dim);

        if (run_has_link (routes, &leg, share->count->flows->link))
          dl_link_flows_add (share->count->flows, source, dest, -1);
        node = leg.end;
      }
}

static void
mark_failed (guint source, gpointer data)
{
  const Share *share = data;

  dl_torus_pair_marks_add (share->count->failed, source, share->detour->dest);
}

static void
move_source (guint source, gpointer data)
{
  const Share *share = data;
  const Count *count = share->count;
  gboolean arrives;

  withdraw_source (source, data);
  if (route_has_link (count->routes, count->flows->link, source, share->detour->dest, &arrives))
    dl_link_flows_add (count->flows, source, share->detour->dest, 1);
  if (!arrives && count->failed != NULL)
    mark_failed (source, data);
}

static void
count_detour (const DlTorusDetour *detour, gpointer data)
{
  Count *count = data;
  Share share = { count, detour, 1 };
  DlSourceFunc func = NULL;
  DlTorusWalker walker;
  DlTorusLeg leg;
  gboolean passes = FALSE;

  if (count->routes->spec.engine->scope == DL_TORUS_SUSPECT_ROUTE)
    func = move_source;
  else
    {
      dl_torus_walker_init (&walker, count->routes, detour->entry, detour->dest);
      while (dl_torus_walker_next (&walker, &leg))
        passes |= run_has_link (count->routes, &leg, count->flows->link);
      if (walker.status != DL_TORUS_ROUTE_DELIVERED)
        func = withdraw_source;
      else if (passes)
        func = add_source;
    }
  if (func != NULL)
    dl_torus_uniform_foreach_source (count->uniform, detour->entry, detour->dim, func, &share);
  if (func == withdraw_source && count->failed != NULL)
    dl_torus_uniform_foreach_source (count->uniform, detour->entry, detour->dim, mark_failed,
                                     &share);
}

/* The link's load --------------------------------------------------------------------------------
 */

/* One variant. */
static gboolean
count_variant (Count *count, GCancellable *cancellable)
{
  const DlTorusNetwork *network = count->routes->network;
  const guint node = count->flows->link / network->n_ports;
  const guint dim = dl_torus_port_dim (count->flows->link % network->n_ports);
  const guint stride = network->torus.stride[dim];
  g_autoptr (GArray) sources = g_array_new (FALSE, FALSE, sizeof (guint32));
  DlTorusUniform uniform = {
    .routes = count->routes,
    .suspect = count->routes->suspect,
    .node_up = network->node_up,
    .detour = count_detour,
    .detour_data = count,
    .cancellable = cancellable,
  };

  count->uniform = &uniform;
  count->sources = sources;
  for (guint at = 0; at < network->torus.radix[dim]; at++)
    add_entry (count, node + (at - network->torus.coord[node].at[dim]) * stride);
  return dl_torus_uniform_run (&uniform);
}

/* Withdraw deliveries of pairs that another variant fails. */
static void
withdraw_failed (const Count *count, const DlTorusRoutes *routes)
{
  const guint n = routes->network->n_nodes;

  for (guint dest = 0; dest < n; dest++)
    for (guint source = dl_torus_pair_marks_next (count->failed, 0, dest); source < n;
         source = dl_torus_pair_marks_next (count->failed, source + 1, dest))
      for (guint i = 0; i < routes->n_variants; i++)
        {
          gboolean arrives;

          if (route_has_link (routes->variants[i], count->flows->link, source, dest, &arrives))
            dl_link_flows_add (count->flows, source, dest, -1);
        }
}

static gboolean
count_uniform (Count *count, GCancellable *cancellable)
{
  const DlTorusRoutes *routes = count->routes;
  g_autoptr (DlTorusPairMarks) failed
      = routes->n_variants > 1 ? dl_torus_pair_marks_new (routes->network->n_nodes) : NULL;
  DlLinkFlows *flows = count->flows;

  count->failed = failed;
  for (guint i = 0; i < routes->n_variants; i++)
    {
      count->routes = routes->variants[i];
      if (!count_variant (count, cancellable))
        return FALSE;
    }
  if (failed == NULL)
    return TRUE;
  withdraw_failed (count, routes);
  flows->packets /= routes->n_variants;
  for (guint end = 0; end < flows->n_ends; end++)
    {
      flows->by_source[end] /= routes->n_variants;
      flows->by_dest[end] /= routes->n_variants;
    }
  return TRUE;
}

/* @packets of a pair. */
static void
add_pair (Count *count, guint source, guint dest, double packets)
{
  const double share = share_of_pair (count->routes, count->flows->link, source, dest);

  if (share > 0)
    dl_link_flows_add (count->flows, source, dest, packets * share);
}

static gboolean
count_all (Count *count, GCancellable *cancellable)
{
  const DlTorusNetwork *network = count->routes->network;

  for (guint source = 0; source < network->n_nodes; source++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      for (guint dest = 0; dest < network->n_nodes; dest++)
        if (source != dest && network->node_up[source] && network->node_up[dest])
          add_pair (count, source, dest, 1);
    }
  return TRUE;
}

static gboolean
count_flows (Count *count, const DlDemand *demand, GCancellable *cancellable)
{
  for (guint i = 0; i < demand->flows->len; i++)
    {
      const DlFlow *flow = &g_array_index (demand->flows, DlFlow, i);

      if (i % 1024 == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      add_pair (count, flow->source, flow->dest, flow->weight);
    }
  return TRUE;
}

DlLinkFlows *
dl_torus_flows_new (const DlTorusRoutes *routes, const DlDemand *demand, guint link,
                    GCancellable *cancellable)
{
  g_autoptr (DlLinkFlows) flows = dl_link_flows_new (link, DL_PLACE_NODE, routes->network->n_nodes);
  Count count = { .routes = routes, .flows = flows };
  gboolean done = TRUE;

  if (routes->network->link_state[link] != DL_LINK_UP)
    return g_steal_pointer (&flows);
  if (!demand->uniform)
    done = count_flows (&count, demand, cancellable);
  else if (routes->spec.engine->scope == DL_TORUS_SUSPECT_ALL)
    done = count_all (&count, cancellable);
  else
    done = count_uniform (&count, cancellable);
  return done ? g_steal_pointer (&flows) : NULL;
}

static void
count_walk (DlLinkFlows *flows, const DlTorusRoutes *routes, guint source, guint dest,
            double packets, DlTorusRoute *route)
{
  if (dl_torus_routes_status (routes, source, dest) != DL_TORUS_ROUTE_DELIVERED)
    return;
  for (guint v = 0; v < routes->n_variants; v++)
    {
      dl_torus_routes_walk (routes->variants[v], source, dest, route);
      for (guint i = 0; i < route->n_hops; i++)
        if (route->hops[i].link == flows->link)
          dl_link_flows_add (flows, source, dest, packets / routes->n_variants);
    }
}

DlLinkFlows *
dl_torus_flows_new_naive (const DlTorusRoutes *routes, const DlDemand *demand, guint link)
{
  const DlTorusNetwork *network = routes->network;
  DlLinkFlows *flows = dl_link_flows_new (link, DL_PLACE_NODE, routes->network->n_nodes);
  g_auto (DlTorusRoute) route = { 0 };

  if (demand->uniform)
    {
      for (guint source = 0; source < network->n_nodes; source++)
        for (guint dest = 0; dest < network->n_nodes; dest++)
          if (source != dest && network->node_up[source] && network->node_up[dest])
            count_walk (flows, routes, source, dest, 1, &route);
    }
  else
    for (guint i = 0; i < demand->flows->len; i++)
      {
        const DlFlow *flow = &g_array_index (demand->flows, DlFlow, i);
        count_walk (flows, routes, flow->source, flow->dest, flow->weight, &route);
      }
  return flows;
}

/* @dest, if packets of @source pass the link on the way there and it gets more than @best. */
static guint
better_partner (const Count *count, guint source, guint dest, guint best)
{
  const double *by_dest = count->flows->by_dest;

  if (dest == source || by_dest[dest] <= (best != DL_NO_NODE ? by_dest[best] : 0)
      || share_of_pair (count->routes, count->flows->link, source, dest) == 0)
    return best;
  return dest;
}

guint
dl_torus_flows_partner (const DlLinkFlows *flows, const DlTorusRoutes *routes,
                        const DlDemand *demand, guint source)
{
  Count count = { .routes = routes, .flows = (DlLinkFlows *) flows };
  guint best = DL_NO_NODE;

  if (flows->by_source[source] == 0)
    return DL_NO_NODE;
  if (demand->uniform)
    for (guint dest = 0; dest < flows->n_ends; dest++)
      best = better_partner (&count, source, dest, best);
  else
    for (guint i = 0; i < demand->flows->len; i++)
      {
        const DlFlow *flow = &g_array_index (demand->flows, DlFlow, i);
        if (flow->source == source)
          best = better_partner (&count, source, flow->dest, best);
      }
  return best;
}

guint
dl_torus_flows_which (const DlLinkFlows *flows, const DlTorusRoutes *routes, guint source,
                      guint dest, guint64 seed)
{
  DlTorusRouteChoices choices;
  guint which = 0;

  dl_torus_route_choices (routes, source, dest, &choices);
  for (; which + 1 < choices.n; which++)
    {
      const guint at = dl_torus_route_choices_pick (&choices, seed, which);
      gboolean arrives;

      if (route_has_link (routes->variants[choices.variant[at]], flows->link, source, dest,
                          &arrives))
        break;
    }
  return which;
}
