#include "dl-view-path.h"

void
dl_view_path_init (DlViewPath *path)
{
  *path = (DlViewPath) {
    .step = DL_NO_STEP,
    .channels = g_array_new (FALSE, FALSE, sizeof (guint32)),
    .broken_step = DL_NO_STEP,
  };
}

void
dl_view_path_clear (DlViewPath *path)
{
  dl_route_clear (&path->route);
  g_clear_pointer (&path->waits, g_array_unref);
  g_clear_pointer (&path->channels, g_array_unref);
}

/* Forget what was found. */
static void
lose (DlViewPath *path)
{
  path->found = FALSE;
  path->broken_step = DL_NO_STEP;
  g_array_set_size (path->channels, 0);
}

void
dl_view_path_reset (DlViewPath *path)
{
  lose (path);
  g_clear_pointer (&path->waits, g_array_unref);
  path->kind = DL_PATH_NONE;
  path->step = DL_NO_STEP;
}

/* A working node, or DL_NO_NODE. */
static guint
node_at (const DlNetwork *network, DlCoord at)
{
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (at.at[dim] >= network->torus.radix[dim])
      return DL_NO_NODE;

  const guint node = dl_network_node_at (network, at);
  return network->node_up[node] ? node : DL_NO_NODE;
}

static void
find_route (DlViewPath *path, const DlAnalysis *analysis)
{
  path->source = node_at (analysis->network, path->from);
  path->dest = node_at (analysis->network, path->to);
  if (path->source == DL_NO_NODE || path->dest == DL_NO_NODE)
    return;
  path->found = TRUE;
  dl_routes_walk (analysis->routes, path->source, path->dest, &path->route);
  for (guint i = 0; i < path->route.n_hops; i++)
    {
      const DlHop *hop = &path->route.hops[i];
      const guint32 channel = hop->link * DL_TORUS_VCS + hop->vc;

      g_array_append_val (path->channels, channel);
      if (i > 0 && !hop->legal && path->broken_step == DL_NO_STEP)
        path->broken_step = i - 1;
    }
}

static void
find_cycle (DlViewPath *path, const DlVerdict *verdict)
{
  if (verdict->deadlock_free || verdict->n_cycle == 0)
    return;
  path->found = TRUE;
  g_array_append_vals (path->channels, verdict->cycle, verdict->n_cycle);
  if (verdict->broken_step < verdict->n_cycle)
    path->broken_step = verdict->broken_step;
}

/* They wait for channels that lead from one to the next. */
static void
find_waits (DlViewPath *path, const DlNetwork *network)
{
  for (guint i = 0; i < path->waits->len; i++)
    {
      const DlSimWait *wait = &g_array_index (path->waits, DlSimWait, i);
      const guint32 link = dl_network_link (network, wait->node, wait->port);
      const guint32 channel = link * DL_TORUS_VCS + wait->vc % DL_TORUS_VCS;

      if (link >= network->n_links)
        return;
      g_array_append_val (path->channels, channel);
    }
  path->found = TRUE;
}

void
dl_view_path_set_waits (DlViewPath *path, GArray *waits)
{
  dl_view_path_reset (path);
  path->kind = DL_PATH_WAITS;
  path->waits = g_array_ref (waits);
}

void
dl_view_path_find (DlViewPath *path, const DlAnalysis *analysis)
{
  lose (path);
  if (analysis == NULL)
    return;
  if (path->kind == DL_PATH_ROUTE)
    find_route (path, analysis);
  else if (path->kind == DL_PATH_CYCLE)
    find_cycle (path, analysis->verdict);
  else if (path->kind == DL_PATH_WAITS)
    find_waits (path, analysis->network);
  if (!path->found)
    dl_view_path_reset (path);
  else if (path->step >= path->channels->len)
    path->step = DL_NO_STEP;
}

gboolean
dl_view_path_set_step (DlViewPath *path, guint step)
{
  const guint n = path->channels->len;

  /* One before "none" is the last hop, one after the last is "none". */
  if (step == DL_NO_STEP - 1 && n > 0)
    step = n - 1;
  if (step >= n)
    step = DL_NO_STEP;
  if (path->step == step)
    return FALSE;
  path->step = step;
  return TRUE;
}

gboolean
dl_view_path_get (const DlViewPath *path, DlMapPath *map_path)
{
  if (!path->found)
    return FALSE;
  *map_path = (DlMapPath) {
    .channels = (const guint32 *) path->channels->data,
    .n = path->channels->len,
    .closed = path->kind == DL_PATH_CYCLE || path->kind == DL_PATH_WAITS,
    .step = path->step,
    .broken_step = path->broken_step,
    .source = path->kind == DL_PATH_ROUTE ? path->source : DL_NO_NODE,
    .dest = path->kind == DL_PATH_ROUTE ? path->dest : DL_NO_NODE,
  };
  return TRUE;
}
