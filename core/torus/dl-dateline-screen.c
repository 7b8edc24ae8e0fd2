#include "dl-dateline-screen.h"

#include "dl-uniform.h"

/* Packets that go on from @entry past a suspect link, whatever way they came there. */
typedef struct
{
  guint32 entry;
  guint32 dest;
  guint64 weight; /* pairs of the demand */
} Detour;

struct _DlDatelineScreen
{
  DlNetwork *network;
  guint8 *suspect; /* (n_links) */
  GArray *detours; /* Detour, by dest, then entry */
};

/* The rest of a route from the end of its first leg on, shared by all that come there. */
typedef struct
{
  guint32 for_dest; /* plus 1; 0: unused */
  guint8 status;    /* DlRouteStatus */
  gboolean legal;
  gboolean has_run;
  DlLeg first;
  guint64 routes; /* fingerprint */
} Tail;

gboolean
dl_dateline_screen_serves (const DlEngine *engine)
{
  return engine->scope == DL_SUSPECT_RUN && !engine->by_arrival;
}

static gint
compare_detours (gconstpointer a, gconstpointer b)
{
  const Detour *x = a, *y = b;

  if (x->dest != y->dest)
    return x->dest < y->dest ? -1 : 1;
  return x->entry < y->entry ? -1 : x->entry > y->entry;
}

/* Of all pairs; @data is the array. */
static void
collect (const DlDetour *found, gpointer data)
{
  const Detour detour = { found->entry, found->dest, found->count };
  g_array_append_val ((GArray *) data, detour);
}

/* Where the dimension-order route of @flow first turns into a leg past a suspect link. */
static gboolean
find_entry (const DlDatelineScreen *screen, const DlRoutes *routes, const DlFlow *flow,
            guint *entry)
{
  const DlNetwork *network = screen->network;
  const DlCoord *coord = network->torus.coord;
  guint node = flow->source;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      *entry = node;
      while (coord[node].at[dim] != coord[flow->dest].at[dim])
        {
          const guint link = dl_network_link (
              network, node, dl_routes_minimal_port (routes, node, flow->dest, dim));
          if (screen->suspect[link])
            return TRUE;
          node = network->link_to[link];
        }
    }
  return FALSE;
}

/* Instead of one packet a pair, what the flows send. */
static void
weigh_flows (DlDatelineScreen *screen, const DlRoutes *routes, const GArray *flows)
{
  for (guint i = 0; i < screen->detours->len; i++)
    g_array_index (screen->detours, Detour, i).weight = 0;
  for (guint i = 0; i < flows->len; i++)
    {
      const DlFlow *flow = &g_array_index (flows, DlFlow, i);
      Detour detour = { .dest = flow->dest };
      guint at;

      if (!find_entry (screen, routes, flow, &detour.entry))
        continue;
      if (!g_array_binary_search (screen->detours, &detour, compare_detours, &at))
        g_assert_not_reached (); /* all pairs are there */
      g_array_index (screen->detours, Detour, at).weight++;
    }
}

DlDatelineScreen *
dl_dateline_screen_new (const DlRoutes *routes, const DlDemand *demand, const guint8 *suspect,
                        GCancellable *cancellable)
{
  DlDatelineScreen *screen = g_new0 (DlDatelineScreen, 1);
  DlUniform uniform = { .routes = routes, .node_up = routes->network->node_up, .detour = collect };

  g_assert (dl_dateline_screen_serves (routes->spec.engine));
  screen->network = dl_network_ref (routes->network);
  screen->suspect = g_memdup2 (suspect, routes->network->n_links);
  screen->detours = g_array_new (FALSE, FALSE, sizeof (Detour));
  uniform.suspect = screen->suspect;
  uniform.detour_data = screen->detours;
  uniform.cancellable = cancellable;
  if (!dl_uniform_run (&uniform))
    {
      dl_dateline_screen_free (screen);
      return NULL;
    }
  g_array_sort (screen->detours, compare_detours);
  if (!demand->uniform)
    weigh_flows (screen, routes, demand->flows);
  return screen;
}

void
dl_dateline_screen_free (DlDatelineScreen *screen)
{
  if (screen == NULL)
    return;
  dl_network_unref (screen->network);
  g_free (screen->suspect);
  g_array_unref (screen->detours);
  g_free (screen);
}

guint
dl_dateline_screen_n_walks (const DlDatelineScreen *screen)
{
  return screen->detours->len;
}

static inline guint64
mix (guint64 fingerprint, guint64 value)
{
  fingerprint = (fingerprint ^ value) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return fingerprint ^ (fingerprint >> 29);
}

static inline guint64
mix_run (guint64 fingerprint, const DlLeg *leg)
{
  return mix (fingerprint, (guint64) leg->end << 8 | leg->port);
}

static void
follow_tail (const DlRoutes *routes, guint node, guint dest, Tail *tail)
{
  DlLeg before, leg;
  DlWalker walker;

  *tail = (Tail) { .for_dest = dest + 1, .legal = TRUE };
  dl_walker_init (&walker, routes, node, dest);
  while (dl_walker_next (&walker, &leg))
    {
      tail->routes = mix_run (tail->routes, &leg);
      if (!tail->has_run)
        tail->first = leg;
      else
        tail->legal &= dl_routes_legal_turn (routes, &before, &leg);
      tail->has_run = TRUE;
      before = leg;
    }
  tail->status = walker.status;
}

/* @tails (n_nodes) for @detour's destination. */
static void
look_at (const DlRoutes *routes, const Detour *detour, Tail *tails, DlScreening *screening)
{
  DlRouteStatus status;
  gboolean legal = TRUE;
  guint64 way = 0;
  DlWalker walker;
  DlLeg leg;

  dl_walker_init (&walker, routes, detour->entry, detour->dest);
  if (dl_walker_next (&walker, &leg))
    {
      Tail *tail = &tails[leg.end];

      if (tail->for_dest != detour->dest + 1)
        follow_tail (routes, leg.end, detour->dest, tail);
      status = tail->status;
      legal = tail->legal && (!tail->has_run || dl_routes_legal_turn (routes, &leg, &tail->first));
      way = mix (mix_run (0, &leg), tail->routes);
    }
  else
    status = walker.status;

  if (status != DL_ROUTE_DELIVERED)
    {
      /* It is not sent, so that how far it would get makes no difference. */
      screening->undelivered += detour->weight;
      way = 0;
    }
  else if (!legal)
    screening->illegal += detour->weight;
  screening->routes = mix (screening->routes, way);
}

gboolean
dl_dateline_screen_look (const DlDatelineScreen *screen, const DlRoutes *routes,
                         DlScreening *screening)
{
  g_autofree Tail *tails = NULL;

  for (guint link = 0; link < screen->network->n_links; link++)
    if (routes->suspect[link] && !screen->suspect[link])
      return FALSE;

  *screening = (DlScreening) { 0 };
  if (screen->detours->len == 0)
    return TRUE;
  tails = g_new0 (Tail, screen->network->n_nodes);
  for (guint i = 0; i < screen->detours->len; i++)
    look_at (routes, &g_array_index (screen->detours, Detour, i), tails, screening);
  return TRUE;
}
