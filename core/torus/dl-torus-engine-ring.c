#include "dl-torus-engine-ring.h"

#include "dl-torus-routes.h"

#include <glib/gi18n-lib.h>

/* Dimension order; in each dimension the way that dimension order goes if every link of it is up,
 * else the other way round if every link of that is up, else the pair is unreachable.
 *
 * The decision is by router and destination alone, and yet a packet never turns back. Whether a way
 * is clear is handed on along it: what is left of a clear path is clear. A packet that goes by
 * dimension order finds dimension order saying the same at the next node, and the rest of it clear.
 * One that goes the other way left a node from which dimension order's way was broken. At the next
 * node dimension order either says to go on, or to go back through that node and along that same
 * broken path, so the packet goes on again, and the rest is clear. Hence each dimension is at most
 * one run of less than the ring's length, and no dimension is entered twice: no loops, every turn
 * is to a lower dimension, and with datelines the routes are acyclic whatever is broken.
 *
 * Between regions dimension order goes to the nearest edge of the destination's region and on in
 * that direction, so its way in X is that direction's links up to the destination. In the region it
 * goes straight; the other way round leaves the region then and comes back through its far edge.
 * There is no path around a fault in X otherwise, and the argument above does not ask where regions
 * end. The price is that outside its region the destination's whole NID decides, as in the flat
 * tables of OpenSM's torus-2QoS, and not its region alone as in the XT's global table.
 *
 * A lost node takes away both ways to and from its own coordinate on each line through it, and a
 * mesh has one way only: pairs that need it stay unreachable. */
typedef struct
{
  guint16 *clear; /* (n_links) hops straight on, from this link, before one that is not up */
} RingData;

static const DlTorusDecision unreachable = { DL_TORUS_PORT_NONE, DL_TORUS_RULE_UNREACHABLE };

/* Are all links from @node by @port up to the coordinate of @dest up? They differ in it. */
static gboolean
is_clear (const DlTorusRoutes *routes, guint node, guint dest, guint port)
{
  const RingData *ring = routes->engine_data;
  const DlTorus *torus = &routes->network->torus;
  const DlTorusDim dim = dl_torus_port_dim (port);
  const guint k = torus->radix[dim];
  const guint from = torus->coord[node].at[dim], to = torus->coord[dest].at[dim];
  const guint ahead = dl_torus_port_is_minus (port) ? from + k - to : to + k - from;

  return ring->clear[dl_torus_network_link (routes->network, node, port)] >= ahead % k;
}

/* is_clear, noting the answer no. */
static gboolean
try_clear (const DlTorusRoutes *routes, guint node, guint dest, guint port, DlTorusTrace *trace)
{
  const DlTorus *torus = &routes->network->torus;
  const DlTorusDim dim = dl_torus_port_dim (port);
  const gboolean below = torus->coord[dest].at[dim] < torus->coord[node].at[dim];
  const guint state
      = routes->network->link_state[dl_torus_network_link (routes->network, node, port)];
  DlTorusRejected reason = DL_TORUS_REJECTED_BROKEN_AHEAD;

  if (is_clear (routes, node, dest, port))
    return TRUE;
  if (state == DL_LINK_ABSENT)
    reason = DL_TORUS_REJECTED_ABSENT;
  else if (state == DL_LINK_BROKEN)
    reason = DL_TORUS_REJECTED_BROKEN;
  else if (!torus->ring[dim] && below != dl_torus_port_is_minus (port))
    reason = DL_TORUS_REJECTED_DEAD_END; /* that way lies the edge of the mesh */
  dl_torus_trace_reject (trace, port, reason);
  return FALSE;
}

static DlTorusDecision
ring_next (const DlTorusRoutes *routes, guint node, DlTorusArrival arrival, guint dest,
           DlTorusTrace *trace)
{
  const DlTorusCoord *coord = routes->network->torus.coord;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (coord[node].at[dim] != coord[dest].at[dim])
      {
        const guint port = dl_torus_routes_minimal_port (routes, node, dest, dim);

        if (try_clear (routes, node, dest, port, trace))
          return (DlTorusDecision) { port, DL_TORUS_RULE_DIMENSION_ORDER };
        if (try_clear (routes, node, dest, dl_torus_port_opposite (port), trace))
          return (DlTorusDecision) { dl_torus_port_opposite (port), DL_TORUS_RULE_RING_LONG_PATH };
        return unreachable;
      }
  return (DlTorusDecision) { DL_TORUS_PORT_PROCESSOR, DL_TORUS_RULE_EJECT };
}

/* Count the links that are up from each link on, along one line in one direction. */
static void
measure_line (const DlTorusNetwork *network, guint base, guint port, guint16 *clear)
{
  const DlTorusDim dim = dl_torus_port_dim (port);
  const guint k = network->torus.radix[dim], stride = network->torus.stride[dim];
  guint n = 0;

  /* Against the direction of travel, twice, so that the second time knows what wraps. */
  for (guint i = 0; i < 2 * k; i++)
    {
      const guint position = dl_torus_port_is_minus (port) ? i % k : k - 1 - i % k;
      const guint link = dl_torus_network_link (network, base + position * stride, port);

      n = network->link_state[link] == DL_LINK_UP ? MIN (n + 1, k) : 0;
      clear[link] = n;
    }
}

/* Only a run over a broken link goes elsewhere, and it does so where it begins: marking broken
 * links is enough. */
static gboolean
ring_prepare (DlTorusRoutes *routes, const DlTorusRoutes *previous, GCancellable *cancellable)
{
  const DlTorusNetwork *network = routes->network;
  RingData *ring = g_new (RingData, 1);

  routes->engine_data = ring;
  ring->clear = g_new (guint16, network->n_links);
  for (guint link = 0; link < network->n_links; link++)
    routes->suspect[link] = network->link_state[link] == DL_LINK_BROKEN;
  for (guint node = 0; node < network->n_nodes; node++)
    for (guint port = 0; port < network->n_ports; port++)
      if (network->torus.coord[node].at[dl_torus_port_dim (port)] == 0)
        measure_line (network, node, port, ring->clear);
  return TRUE;
}

static void
ring_unprepare (DlTorusRoutes *routes)
{
  RingData *ring = routes->engine_data;

  g_free (ring->clear);
  g_free (ring);
}

const DlTorusEngine dl_engine_ring = {
  .id = "ring",
  .title = N_ ("Other way around the ring"),
  .description = N_ ("Dimension order; the long direction where the short one is broken"),
  .scope = DL_TORUS_SUSPECT_RUN,
  .needs_datelines = TRUE,
  .same_everywhere = TRUE,
  .unmoved = { [DL_X] = 1 << DL_Y | 1 << DL_Z, /* the detour is in the broken link's own ring */
               [DL_Y] = 1 << DL_X | 1 << DL_Z,
               [DL_Z] = 1 << DL_X | 1 << DL_Y },
  .prepare = ring_prepare,
  .unprepare = ring_unprepare,
  .next = ring_next,
};
