#include "dl-view-path.h"

#include "dl-verdict.h"

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
  dl_view_path_reset (path);
  g_clear_pointer (&path->channels, g_array_unref);
}

/* Forget the found path. */
static void
lose (DlViewPath *path)
{
  path->found = FALSE;
  g_clear_pointer (&path->route, dl_explained_unref);
  path->broken_step = DL_NO_STEP;
  g_array_set_size (path->channels, 0);
}

void
dl_view_path_reset (DlViewPath *path)
{
  lose (path);
  g_clear_pointer (&path->waits, g_array_unref);
  g_clear_pointer (&path->from, g_free);
  g_clear_pointer (&path->to, g_free);
  path->kind = DL_PATH_NONE;
  path->step = DL_NO_STEP;
}

/* The working node of that name, or DL_NO_NODE. */
static guint
node_named (const DlSites *sites, const char *name)
{
  guint node;

  return sites->parse (sites->network, name, &node, NULL) && sites->is_up (sites->network, node)
             ? node
             : DL_NO_NODE;
}

void
dl_view_path_set_route (DlViewPath *path, const DlEvaluation *result, guint source, guint dest,
                        guint which)
{
  dl_view_path_reset (path);
  if (result == NULL)
    return;
  const DlFamily *family = result->scenario->family;
  const DlSites sites = family->sites (result->net.shape);

  path->kind = DL_PATH_ROUTE;
  path->from = sites.name (sites.network, source);
  path->to = sites.name (sites.network, dest);
  path->which = which;
}

static void
find_route (DlViewPath *path, const DlEvaluation *result)
{
  const DlFamily *family = result->scenario->family;
  const DlSites sites = family->sites (result->net.shape);

  path->source = node_named (&sites, path->from);
  path->dest = node_named (&sites, path->to);
  if (path->source == DL_NO_NODE || path->dest == DL_NO_NODE)
    return;
  path->found = TRUE;
  path->route = family->explain (result->scenario, result->analysis_of_family, path->source,
                                 path->dest, path->which);
  path->broken_step = path->route->broken_step;
  g_array_append_vals (path->channels, path->route->channels, path->route->n_hops);
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

/* Find the channels that waiting packets wait for, which lead from one to the next. */
static void
find_waits (DlViewPath *path, const DlEvaluation *result)
{
  const DlFamily *family = result->scenario->family;

  for (guint i = 0; i < path->waits->len && family->wait_channel != NULL; i++)
    {
      const guint32 channel = family->wait_channel (result->analysis_of_family,
                                                    &g_array_index (path->waits, DlSimWait, i));

      if (channel == G_MAXUINT32)
        return;
      g_array_append_val (path->channels, channel);
    }
  path->found = family->wait_channel != NULL;
}

void
dl_view_path_set_waits (DlViewPath *path, GArray *waits)
{
  dl_view_path_reset (path);
  path->kind = DL_PATH_WAITS;
  path->waits = g_array_ref (waits);
}

void
dl_view_path_find (DlViewPath *path, const DlEvaluation *result)
{
  lose (path);
  if (result == NULL)
    return;
  if (path->kind == DL_PATH_ROUTE)
    find_route (path, result);
  else if (path->kind == DL_PATH_CYCLE)
    find_cycle (path, result->findings.verdict);
  else if (path->kind == DL_PATH_WAITS)
    find_waits (path, result);
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
