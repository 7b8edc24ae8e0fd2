/* Loads inside a group, router by router. */
#include "dl-dragonfly-loads-private.h"

typedef struct
{
  DlLoadsTask *task;
  DlDragonflyLoads *out;
  guint lane;
  guint first, n;        /* routers of the group */
  const double *packets; /* (n x n) */
  const guint64 *pairs;
} Local;

/* Each packet's root is one of all others: what a router sends in all is spread alike, but for what
 * is for the root itself. */
static void
add_whole (const Local *self)
{
  const guint n = self->n;
  g_autofree double *sent = g_new0 (double, n);
  g_autofree double *got = g_new0 (double, n);

  for (guint i = 0; i < n * n; i++)
    {
      sent[i / n] += self->packets[i];
      got[i % n] += self->packets[i];
    }
  for (guint i = 0; i < n * n; i++)
    {
      const guint u = i / n, v = i % n;
      const double up = sent[u] - self->packets[i], down = got[v] - self->packets[i];

      if (u == v)
        continue;
      /* Without the error that a difference of equal sums would have. */
      if (up > 1e-12 * sent[u])
        dl_dragonfly_ways_add_near (self->task->ways, self->first + u, self->first + v,
                                    up / (n - 2), self->lane);
      if (down > 1e-12 * got[v])
        dl_dragonfly_ways_add_far (self->task->ways, self->first + u, self->first + v,
                                   down / (n - 2), self->lane);
    }
}

/* Through the roots that fit, which are others for each pair. */
static guint
add_roots (const Local *self, const guint8 *plain, guint u, guint v, double packets)
{
  const guint n = self->n;
  guint fitting = 0;

  for (guint root = 0; root < n; root++)
    if (root != u && root != v && plain[(gsize) u * n + root] && plain[(gsize) root * n + v])
      {
        fitting++;
        dl_dragonfly_ways_add_near (self->task->ways, self->first + u, self->first + root, packets,
                                    self->lane);
        dl_dragonfly_ways_add_far (self->task->ways, self->first + root, self->first + v, packets,
                                   self->lane);
      }
  return fitting;
}

static void
add_pairs (const Local *self, guint n_roots)
{
  const DlDragonflyRoutes *routes = self->task->routes;
  const guint n = self->n;
  g_autofree guint8 *plain = g_new0 (guint8, (gsize) n * n);

  for (guint i = 0; i < n * n; i++)
    plain[i] = i / n != i % n && routes->dragonfly->router_up[self->first + i / n]
               && routes->dragonfly->router_up[self->first + i % n]
               && dl_dragonfly_plain (routes, self->first + i / n, self->first + i % n);
  for (guint i = 0; i < n * n; i++)
    {
      const guint u = i / n, v = i % n;
      const double packets = self->packets[i];
      guint fitting = 0;

      if (u == v || packets == 0)
        continue;
      if (n_roots > 0)
        fitting = add_roots (self, plain, u, v, packets / n_roots);
      if (fitting == n_roots && n_roots > 0)
        continue;
      const double rest = n_roots > 0 ? packets * (n_roots - fitting) / n_roots : packets;
      if (plain[i])
        {
          dl_dragonfly_ways_add_near (self->task->ways, self->first + u, self->first + v, rest,
                                      self->lane);
          self->out->hops_max = MAX (self->out->hops_max,
                                     dl_dragonfly_cost (routes, self->first + u, self->first + v));
        }
      else
        dl_dragonfly_loads_add_minimal (self->out, self->first + u, self->first + v, rest,
                                        self->pairs[i]);
    }
}

void
dl_dragonfly_loads_add_local (DlLoadsTask *task, guint load, guint group, const double *packets,
                              const guint64 *pairs)
{
  const DlDragonfly *net = task->routes->dragonfly;
  const guint working = dl_dragonfly_working (task->routes, group);
  DlDragonflyLoads *out = task->loads[load];
  const guint n_roots = out->nonminimal && working > 2 ? working - 2 : 0;
  const Local self = { task,
                       out,
                       load * DL_WAY_LEGS + DL_WAY_FIRST,
                       net->group_first[group],
                       net->group_first[group + 1] - net->group_first[group],
                       packets,
                       pairs };

  if (n_roots > 0 && task->routes->whole[group])
    add_whole (&self);
  else
    add_pairs (&self, n_roots);
  out->hops_max = dl_longest_inside (task->routes, group, packets, out->nonminimal, out->hops_max);
}
