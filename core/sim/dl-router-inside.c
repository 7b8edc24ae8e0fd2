#include "dl-router-inside.h"

static void
router_inside_free (gpointer data)
{
  DlRouterInside *inside = data;

  inside->kind->free (inside->data);
  g_free (inside);
}

DlRouterInside *
dl_router_inside_new (const DlInsideKind *kind, guint router, guint64 cycle, gpointer data)
{
  DlRouterInside *self = g_new (DlRouterInside, 1);

  *self = (DlRouterInside) { .kind = kind, .router = router, .cycle = cycle, .data = data };
  dl_shared_init (&self->shared, router_inside_free);
  return self;
}

gconstpointer
dl_router_inside_get (const DlRouterInside *inside, const DlInsideKind *kind)
{
  return inside != NULL && inside->kind == kind ? inside->data : NULL;
}
