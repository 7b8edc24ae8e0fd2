/* Loads route by route, and those inside a group, router by router. */
#include "dl-dragonfly-loads-private.h"

/* Packets on links route by route ----------------------------------------------------------- */

typedef struct
{
  DlDragonflyLoads *loads;
  double packets;
} Adding;

static void
add_route (const DlDragonflyRoute *route, double probability, gpointer data)
{
  const Adding *adding = data;
  const DlDragonfly *net = adding->loads->routes->dragonfly;

  adding->loads->hops_max = MAX (adding->loads->hops_max, route->n_steps);
  for (guint i = 0; i < route->n_steps; i++)
    {
      const guint link = route->steps[i].link, router = net->link_from[link];
      const guint first = net->first_link[router], n = net->first_link[router + 1] - first;
      double **links = &adding->loads->beside[router];

      if (*links == NULL)
        *links = g_new0 (double, n *DL_DRAGONFLY_VCS);
      (*links)[(link - first) * DL_DRAGONFLY_VCS + route->steps[i].vc]
          += adding->packets * probability;
    }
}

/* Put @packets of a pair of routers on all of its routes through @root (DL_NO_NODE: the minimal
 * ones). FALSE if there are none. */
static gboolean
add_routes (DlDragonflyLoads *loads, guint source, guint dest, guint root, double packets)
{
  Adding adding = { loads, packets };

  return dl_dragonfly_paths (loads->routes, source, dest, root, add_route, &adding);
}

void
dl_dragonfly_loads_add_minimal (DlDragonflyLoads *loads, guint source, guint dest, double packets,
                                guint64 pairs)
{
  if (add_routes (loads, source, dest, DL_NO_NODE, packets))
    return;
  loads->unreachable_pairs += pairs;
  loads->delivered -= packets;
}

/* Inside a group ------------------------------------------------------------------------------- */

typedef struct
{
  guint16 from, to; /* places in the group */
} MissingPath;

typedef struct
{
  DlLoadsTask *task;
  DlDragonflyLoads *out;
  guint lane;
  guint first, n;        /* routers of the group */
  guint n_roots;         /* of a pair */
  const double *packets; /* (n x n) */
  const guint64 *pairs;
  guint8 *plain;        /* (n x n) gboolean: there is a plain path */
  MissingPath *missing; /* (n_missing_paths) where there is none */
  guint n_missing_paths;
} Local;

static gboolean
is_plain (const Local *self, guint u, guint v)
{
  return u != v && self->plain[(gsize) u * self->n + v];
}

/* Each packet's root is one of all others: a router's packets are spread evenly, except those for
 * the root itself, or for a router to which the root has no plain path. */
static void
add_up (const Local *self)
{
  const guint n = self->n;
  g_autofree double *sent = g_new (double, n);

  for (guint u = 0; u < n; u++)
    {
      double sum = 0;

      for (guint v = 0; v < n; v++)
        sum += self->packets[u * n + v];
      for (guint root = 0; root < n; root++)
        sent[root] = sum - self->packets[u * n + root];
      for (guint i = 0; i < self->n_missing_paths; i++)
        sent[self->missing[i].from] -= self->missing[i].from != u && self->missing[i].to != u
                                           ? self->packets[u * n + self->missing[i].to]
                                           : 0;
      for (guint root = 0; root < n; root++)
        /* Without the error that a difference of equal sums would have. */
        if (is_plain (self, u, root) && sent[root] > 1e-12 * sum)
          dl_dragonfly_path_loads_add_near (self->task->ways, self->first + u, self->first + root,
                                            sent[root] / self->n_roots, self->lane);
    }
}

static void
add_down (const Local *self)
{
  const guint n = self->n;
  g_autofree double *got = g_new (double, n);

  for (guint v = 0; v < n; v++)
    {
      double sum = 0;

      for (guint u = 0; u < n; u++)
        sum += self->packets[u * n + v];
      for (guint root = 0; root < n; root++)
        got[root] = sum - self->packets[root * n + v];
      for (guint i = 0; i < self->n_missing_paths; i++)
        got[self->missing[i].to] -= self->missing[i].to != v && self->missing[i].from != v
                                        ? self->packets[self->missing[i].from * n + v]
                                        : 0;
      for (guint root = 0; root < n; root++)
        if (is_plain (self, root, v) && got[root] > 1e-12 * sum)
          dl_dragonfly_path_loads_add_far (self->task->ways, self->first + root, self->first + v,
                                           got[root] / self->n_roots, self->lane);
    }
}

/* Roots that do not fit each pair, because there is no plain path to or from them: (n x n). */
static guint16 *
count_unfit (const Local *self)
{
  const guint n = self->n;
  guint16 *unfit = g_new0 (guint16, (gsize) n * n);

  for (guint i = 0; i < self->n_missing_paths; i++)
    {
      const guint from = self->missing[i].from, to = self->missing[i].to;

      for (guint other = 0; other < n; other++)
        {
          if (other == from || other == to)
            continue;
          unfit[from * n + other]++;
          /* Not twice where neither path is plain. */
          unfit[other * n + to] += is_plain (self, other, from);
        }
    }
  return unfit;
}

/* Packets without roots, or with unfit ones. */
static void
add_minimal (const Local *self, const guint16 *unfit)
{
  const guint n = self->n;

  for (guint i = 0; i < n * n; i++)
    {
      const guint source = self->first + i / n, dest = self->first + i % n;
      const double packets
          = unfit != NULL ? self->packets[i] * unfit[i] / self->n_roots : self->packets[i];

      if (packets == 0)
        continue;
      if (self->plain[i])
        {
          const guint hops = dl_dragonfly_cost (self->task->routes, source, dest);

          dl_dragonfly_path_loads_add_near (self->task->ways, source, dest, packets, self->lane);
          self->out->hops_max = MAX (self->out->hops_max, hops);
        }
      else
        dl_dragonfly_loads_add_minimal (self->out, source, dest, packets, self->pairs[i]);
    }
}

/* Pairs of working routers without a plain path. */
static void
find_missing_paths (Local *self)
{
  const DlDragonfly *net = self->task->routes->dragonfly;
  const guint n = self->n;

  self->plain = g_new0 (guint8, (gsize) n * n);
  self->missing = g_new (MissingPath, (gsize) n * n);
  for (guint i = 0; i < n * n; i++)
    {
      const guint source = self->first + i / n, dest = self->first + i % n;

      if (source == dest || !net->router_up[source] || !net->router_up[dest])
        continue;
      self->plain[i] = dl_dragonfly_plain (self->task->routes, source, dest);
      if (!self->plain[i])
        self->missing[self->n_missing_paths++] = (MissingPath) { i / n, i % n };
    }
}

void
dl_dragonfly_loads_add_local (DlLoadsTask *task, guint load, guint group, const double *packets,
                              const guint64 *pairs)
{
  const DlDragonfly *net = task->routes->dragonfly;
  const guint working = dl_dragonfly_working (task->routes, group);
  Local self = {
    .task = task,
    .out = task->loads[load],
    .lane = load * DL_PATH_PHASES + DL_PATH_FIRST,
    .first = net->group_first[group],
    .n = net->group_first[group + 1] - net->group_first[group],
    .packets = packets,
    .pairs = pairs,
  };
  g_autofree guint16 *unfit = NULL;

  self.n_roots = self.out->nonminimal && working > 2 ? working - 2 : 0;
  find_missing_paths (&self);
  if (self.n_roots > 0)
    {
      add_up (&self);
      add_down (&self);
      unfit = count_unfit (&self);
    }
  add_minimal (&self, unfit);
  self.out->hops_max
      = dl_longest_inside (task->routes, group, packets, self.out->nonminimal, self.out->hops_max);
  g_free (self.plain);
  g_free (self.missing);
}
