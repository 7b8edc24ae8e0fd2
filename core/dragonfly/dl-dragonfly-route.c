/* Routes of a dragonfly from end to end: one by a packet's hash, or all of a pair. */
#include "dl-dragonfly-routes.h"
#include "dl-rng.h"

#include <math.h>

static void
add_step (DlDragonflyRoute *route, DlDragonflyHop hop, guint vc)
{
  /* Neither more hops nor more virtual channels: that is what the rules are for. */
  g_assert (route->n_steps < DL_DRAGONFLY_MAX_HOPS && vc < DL_DRAGONFLY_VCS);
  route->steps[route->n_steps++] = (DlDragonflyStep) { hop.link, hop.root, vc };
}

void
dl_dragonfly_walk (const DlDragonflyRoutes *self, guint source, guint dest, gboolean nonminimal,
                   guint64 hash, DlDragonflyRoute *route)
{
  DlDragonflyNextHop *ways = g_newa (DlDragonflyNextHop, self->max_candidates);
  DlDragonflyPacket packet;
  guint router = source;

  route->n_steps = 0;
  route->delivered
      = dl_dragonfly_inject (self, source, dest, nonminimal, dl_rng_mix (hash, 0), &packet);
  while (route->delivered && (router != dest || packet.root != DL_NO_NODE))
    {
      const guint n = dl_dragonfly_next (self, router, &packet, ways);
      DlDragonflyHop hop;

      if (n == 0)
        {
          route->delivered = FALSE;
          return;
        }
      hop = ways[dl_dragonfly_pick (ways, n, n, dl_rng_mix (hash, 1 + route->n_steps))].hop;
      add_step (route, hop, packet.vc);
      dl_dragonfly_move (self, hop, &packet);
      router = self->dragonfly->link_to[hop.link];
    }
}

typedef struct
{
  const DlDragonflyRoutes *routes;
  DlDragonflyPathFunc func;
  gpointer data;
  DlDragonflyRoute route;
  gboolean delivered;
} Paths;

static void
follow (Paths *paths, guint router, const DlDragonflyPacket *packet, double probability)
{
  const DlDragonflyRoutes *self = paths->routes;
  DlDragonflyNextHop *ways = g_newa (DlDragonflyNextHop, self->max_candidates);
  const guint n = dl_dragonfly_next (self, router, packet, ways);
  const double sum = dl_dragonfly_sum_behind (ways, n);

  if (n == 0)
    {
      if (router != packet->dest || packet->root != DL_NO_NODE)
        paths->delivered = FALSE;
      else
        {
          paths->route.delivered = TRUE;
          paths->func (&paths->route, probability, paths->data);
        }
      return;
    }
  for (guint i = 0; i < n; i++)
    {
      const DlDragonflyNextHop *way = &ways[i];
      DlDragonflyPacket moved = *packet;

      add_step (&paths->route, way->hop, packet->vc);
      dl_dragonfly_move (self, way->hop, &moved);
      follow (paths, self->dragonfly->link_to[way->hop.link], &moved,
              probability * way->behind / (way->beside * sum));
      paths->route.n_steps--;
    }
}

/* Through all roots that fit alike. */
static gboolean
follow_thirds (Paths *paths, guint source, guint dest)
{
  const DlDragonflyRoutes *self = paths->routes;
  const guint n = dl_dragonfly_n_roots (self, source, dest);
  g_autoptr (GArray) roots = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (dl_dragonfly_group (self, source) == dl_dragonfly_group (self, dest))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const guint32 root = dl_dragonfly_root (self, source, dest, i);
      if (dl_dragonfly_root_fits (self, source, root, dest))
        g_array_append_val (roots, root);
    }
  for (guint i = 0; i < roots->len; i++)
    {
      const DlDragonflyPacket packet = { dest, g_array_index (roots, guint32, i), 0, DL_TURN_NONE };
      follow (paths, source, &packet, 1.0 / roots->len);
    }
  return roots->len > 0;
}

gboolean
dl_dragonfly_paths (const DlDragonflyRoutes *self, guint source, guint dest, guint root,
                    DlDragonflyPathFunc func, gpointer data)
{
  const DlDragonflyPacket packet = { dest, root, 0, DL_TURN_NONE };
  Paths paths = { .routes = self, .func = func, .data = data, .delivered = TRUE };

  if (!self->dragonfly->router_up[source] || !self->dragonfly->router_up[dest])
    return FALSE;
  if (root == DL_NO_NODE && source != dest
      && dl_dragonfly_cost (self, source, dest) == DL_DRAGONFLY_FAR)
    return follow_thirds (&paths, source, dest) && paths.delivered;
  follow (&paths, source, &packet, 1);
  return paths.delivered;
}

/* The interface that all families have --------------------------------------------------------- */

static guint64
pack (const DlDragonflyPacket *packet)
{
  return (guint64) packet->root << 32 | (guint) packet->vc << 8 | packet->turn;
}

/* Next hops of a packet in such a state, of @share of all. */
static guint
add_ways (const DlDragonflyRoutes *self, guint router, const DlDragonflyPacket *packet,
          double share, DlChoice *choices)
{
  DlDragonflyNextHop *ways = g_newa (DlDragonflyNextHop, self->max_candidates);
  const guint n = dl_dragonfly_next (self, router, packet, ways);
  const double sum = dl_dragonfly_sum_behind (ways, n);

  for (guint i = 0; i < n; i++)
    {
      DlDragonflyPacket moved = *packet;

      dl_dragonfly_move (self, ways[i].hop, &moved);
      choices[i] = (DlChoice) { ways[i].hop.link, packet->vc, pack (&moved),
                                share * ways[i].behind / (ways[i].beside * sum) };
    }
  return n;
}

/* Through each root that fits; packets that drew another one go minimally. */
static guint
add_roots (const DlDragonflyRoutes *self, guint source, guint dest, double *minimal, double share,
           DlChoice *choices)
{
  const guint n_roots = dl_dragonfly_n_roots (self, source, dest);
  guint n = 0;

  for (guint i = 0; i < n_roots; i++)
    {
      const DlDragonflyPacket packet
          = { dest, dl_dragonfly_root (self, source, dest, i), 0, DL_TURN_NONE };

      if (dl_dragonfly_root_fits (self, source, packet.root, dest))
        n += add_ways (self, source, &packet, share / n_roots, choices + n);
      else
        *minimal += share / n_roots;
    }
  if (n_roots == 0)
    *minimal += share;
  return n;
}

static guint
go_on (const DlDragonflyRoutes *self, guint router, guint dest, guint64 state, DlChoice *choices)
{
  const DlDragonflyPacket packet = { dest, state >> 32, state >> 8 & 0xff, state & 0xff };

  if (router == dest && packet.root == DL_NO_NODE)
    {
      *choices = (DlChoice) { .link = DL_NO_LINK, .share = 1 };
      return 1;
    }
  return add_ways (self, router, &packet, 1, choices);
}

/* @minimal and @others: what goes minimally at the source, and by roots. */
static guint
answer (const DlDragonflyRoutes *self, guint router, guint in_link, guint to, guint64 state,
        double minimal, double others, DlChoice *choices)
{
  const guint dest = to / self->dragonfly->nodes_per_router;
  const DlDragonflyPacket packet = { dest, DL_NO_NODE, 0, DL_TURN_NONE };
  guint n = 0;

  if (in_link != DL_NO_LINK || router == dest)
    return go_on (self, router, dest, in_link != DL_NO_LINK ? state : pack (&packet), choices);
  if (others > 0)
    n = add_roots (self, router, dest, &minimal, others, choices);
  return minimal > 0 ? n + add_ways (self, router, &packet, minimal, choices + n) : n;
}

static guint
next_minimal (gconstpointer routes, guint router, guint in_link, guint to, guint64 state,
              DlChoice *choices)
{
  return answer (routes, router, in_link, to, state, 1, 0, choices);
}

static guint
next_nonminimal (gconstpointer routes, guint router, guint in_link, guint to, guint64 state,
                 DlChoice *choices)
{
  return answer (routes, router, in_link, to, state, 0, 1, choices);
}

/* Queues decide at the source. */
static guint
next_mixed (gconstpointer routes, guint router, guint in_link, guint to, guint64 state,
            DlChoice *choices)
{
  const guint n = answer (routes, router, in_link, to, state, 0.5, 0.5, choices);

  for (guint i = 0; i < n && in_link == DL_NO_LINK && choices[i].link != DL_NO_LINK; i++)
    choices[i].share = NAN;
  return n;
}

DlNext
dl_dragonfly_next_of (const DlDragonflyRoutes *routes, const DlDragonflyMode *mode)
{
  return (DlNext) {
    .graph = routes->dragonfly->graph,
    .routes = routes,
    .n_vcs = DL_DRAGONFLY_VCS,
    /* The minimal paths, and those to each root. */
    .max_choices
    = (mode->nonminimal > 0 ? 1 + routes->dragonfly->n_routers : 1) * routes->max_candidates,
    .max_hops = DL_DRAGONFLY_MAX_HOPS,
    .next = dl_dragonfly_mode_mixes (mode) ? next_mixed
            : mode->nonminimal > 0         ? next_nonminimal
                                           : next_minimal,
  };
}
