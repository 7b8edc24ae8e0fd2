/* Routes of a dragonfly from end to end: one by a packet's hash, or all of a pair. */
#include "dl-dragonfly-routes.h"
#include "dl-rng.h"

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
  DlDragonflyWay *ways = g_newa (DlDragonflyWay, self->max_candidates);
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
  DlDragonflyWay *ways = g_newa (DlDragonflyWay, self->max_candidates);
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
      const DlDragonflyWay *way = &ways[i];
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
