#include "dl-flights.h"

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

gint
dl_flight_compare (gconstpointer a, gconstpointer b)
{
  const DlFlight *x = a, *y = b;

  if (x->source != y->source)
    return x->source < y->source ? -1 : 1;
  if (x->injected != y->injected)
    return x->injected < y->injected ? -1 : 1;
  if (x->dest != y->dest)
    return x->dest < y->dest ? -1 : 1;
  return (x->created > y->created) - (x->created < y->created);
}

/* Packets that are alike in all that is asked above: by where they are. */
static gint
compare_all (gconstpointer a, gconstpointer b)
{
  const DlFlight *x = a, *y = b;
  const gint by_packet = dl_flight_compare (a, b);

  if (by_packet != 0)
    return by_packet;
  if (x->router != y->router)
    return x->router < y->router ? -1 : 1;
  if (x->place != y->place)
    return x->place < y->place ? -1 : 1;
  if (x->in != y->in)
    return x->in < y->in ? -1 : 1;
  if (x->out != y->out)
    return x->out < y->out ? -1 : 1;
  if (x->vc != y->vc)
    return x->vc < y->vc ? -1 : 1;
  return x->left != y->left ? x->left - y->left : x->rank - y->rank;
}

void
dl_flights_sort (GArray *flights)
{
  g_array_sort (flights, compare_all);
}

void
dl_flight_wait_for (DlFlightWait *wait, const DlFlightPassage *last)
{
  wait->has_other = last->known;
  wait->other = last->packet;
}

void
dl_flight_wait_at_output (DlFlightWait *wait, const DlFlightPassage *last, guint64 cycle,
                          gboolean busy, guint vc, guint credits, guint threshold)
{
  const gboolean taken = last->known && last->cycle == cycle;
  /* The credits were there when the output chose, before a packet used some of them up. */
  const guint used
      = taken && last->packet.vc == vc && credits != G_MAXUINT ? last->packet.flits : 0;

  wait->by = (taken || !busy) && credits + used < threshold ? DL_HELD_CREDIT : DL_HELD_SWITCH;
  if (taken || wait->by == DL_HELD_SWITCH)
    dl_flight_wait_for (wait, last);
}
