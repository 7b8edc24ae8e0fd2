#include "dl-router-inside.h"

DlRouterInside *
dl_router_inside_new (const DlInsideKind *kind, guint router, guint64 cycle, gpointer data)
{
  DlRouterInside *self = g_new (DlRouterInside, 1);

  *self = (DlRouterInside) { .kind = kind, .router = router, .cycle = cycle, .data = data };
  g_atomic_ref_count_init (&self->refs);
  return self;
}

DlRouterInside *
dl_router_inside_ref (DlRouterInside *inside)
{
  g_atomic_ref_count_inc (&inside->refs);
  return inside;
}

void
dl_router_inside_unref (DlRouterInside *inside)
{
  if (inside == NULL || !g_atomic_ref_count_dec (&inside->refs))
    return;
  inside->kind->free (inside->data);
  g_free (inside);
}

gconstpointer
dl_router_inside_get (const DlRouterInside *inside, const DlInsideKind *kind)
{
  return inside != NULL && inside->kind == kind ? inside->data : NULL;
}
