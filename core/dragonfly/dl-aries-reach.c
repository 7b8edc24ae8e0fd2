/* Whether a change of links cuts off a pair that sends. */
#include "dl-aries-private.h"

typedef struct
{
  const DlAriesPlan *plan;
  const DlDragonflyRoutes *before, *after;
} Look;

static gboolean
has_way (const DlDragonflyRoutes *routes, guint source, guint dest)
{
  DlDragonflyPacket packet;

  return dl_dragonfly_inject (routes, source, dest, FALSE, 0, &packet);
}

/* Do nodes of these routers share a set? */
static gboolean
share_set (const DlAriesPlan *plan, const guint32 *set, guint from, guint to)
{
  const guint p = plan->options.routes->dragonfly->nodes_per_router;

  for (guint a = from * p; a < (from + 1) * p; a++)
    for (guint b = to * p; set[a] != DL_NO_SET && b < (to + 1) * p; b++)
      if (set[a] == set[b])
        return TRUE;
  return FALSE;
}

static gboolean
sends (const Look *look, guint from, guint to)
{
  const DlDragonflyDemand *demand = look->plan->options.demand;

  if (demand->groups != NULL)
    return demand->groups[dl_dragonfly_group (look->after, from) * look->after->dragonfly->n_groups
                          + dl_dragonfly_group (look->after, to)]
           > 0;
  return share_set (look->plan, demand->set, from, to);
}

/* Of a pair that has no plain way now. */
static gboolean
is_lost (const Look *look, guint from, guint to)
{
  return !has_way (look->after, from, to) && has_way (look->before, from, to)
         && sends (look, from, to);
}

/* Inside a group. */
static gboolean
loses_local (const Look *look, guint group)
{
  const guint32 *first = look->after->dragonfly->group_first;

  for (guint from = first[group]; from < first[group + 1]; from++)
    for (guint to = first[group]; to < first[group + 1]; to++)
      if (!dl_dragonfly_plain (look->after, from, to) && is_lost (look, from, to))
        return TRUE;
  return FALSE;
}

/* Between groups, the plain ones by the sets of their blue links. */
static gboolean
loses_global (const Look *look, guint a, guint b)
{
  const DlDragonflyRoutes *routes = look->after;
  const guint32 *first = routes->dragonfly->group_first;
  const guint n_from = first[a + 1] - first[a], n_to = first[b + 1] - first[b];
  const gsize size = 3 * routes->words;
  g_autofree guint64 *near = g_new (guint64, n_from * size);
  g_autofree guint64 *far = g_new (guint64, n_to * size);
  g_autofree guint64 *set = g_new (guint64, routes->words);

  for (guint i = 0; i < n_from; i++)
    dl_dragonfly_near_sets (routes, first[a] + i, b, near + i * size);
  for (guint j = 0; j < n_to; j++)
    dl_dragonfly_far_sets (routes, a, first[b] + j, far + j * size);
  for (guint i = 0; i < n_from; i++)
    for (guint j = 0; j < n_to; j++)
      if (dl_dragonfly_join_sets (routes, near + i * size, far + j * size, set) == DL_DRAGONFLY_FAR
          && is_lost (look, first[a] + i, first[b] + j))
        return TRUE;
  return FALSE;
}

static gboolean
loses_flows (const Look *look)
{
  const DlDragonflyDemand *demand = look->plan->options.demand;
  const guint p = demand->dragonfly->nodes_per_router;

  for (guint node = 0; node < demand->dragonfly->n_nodes; node++)
    for (guint i = demand->first_flow[node]; i < demand->first_flow[node + 1]; i++)
      if (!has_way (look->after, node / p, demand->dest[i] / p)
          && has_way (look->before, node / p, demand->dest[i] / p))
        return TRUE;
  return FALSE;
}

gboolean
dl_aries_loses_pairs (const DlAriesPlan *plan, const DlDragonflyRoutes *before)
{
  const Look look = { plan, before, plan->options.routes };
  const guint n = look.after->dragonfly->n_groups;

  if (plan->all_reachable)
    return FALSE;
  if (plan->options.demand->first_flow != NULL)
    return loses_flows (&look);
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++)
      if (!dl_dragonfly_plain_groups (look.after, a, b)
          && (a == b ? loses_local (&look, a) : loses_global (&look, a, b)))
        return TRUE;
  return FALSE;
}
