#include "dl-iq-next.h"

#include "dl-rng.h"
#include "dl-spread.h"

#include <math.h>
#include <string.h>

/* What the router asks for. */
typedef struct
{
  DlNext next;
  guint32 *link_in; /* (n_routers x n_ports) that arrives there; DL_NO_LINK: none does */
  guint8 *arrives;  /* (n_nodes x n_nodes) gboolean: all packets of the pair do */
  guint class_vcs;  /* of a virtual channel of the network */
} Ways;

/* Routing ------------------------------------------------------------------------------------- */

/* By the packet's own bits, or to the shortest queue. */
static const DlChoice *
pick (const Ways *ways, const DlIqHead *head, guint router, const DlIqView *view,
      const DlChoice *choices, guint n)
{
  double left = dl_rng_mix (head->random, router) * 0x1p-64;
  const DlChoice *best = choices;

  if (!isnan (choices->share))
    {
      while (best + 1 < choices + n && left >= best->share)
        left -= best++->share;
      return best;
    }
  for (const DlChoice *choice = choices + 1; choice < choices + n; choice++)
    if (dl_iq_view_queue (view, ways->next.graph->link_port[choice->link])
        < dl_iq_view_queue (view, ways->next.graph->link_port[best->link]))
      best = choice;
  return best;
}

static guint
route (gconstpointer data, DlIqHead *head, guint router, guint in_port, const DlIqView *view,
       DlIqChoice *choices)
{
  const Ways *ways = data;
  const DlGraph *graph = ways->next.graph;
  const guint base = head->class * ways->next.n_vcs;
  DlChoice *found = g_newa (DlChoice, ways->next.max_choices);
  guint32 in = ways->link_in[router * graph->n_ports + in_port];
  const DlChoice *taken;
  guint64 state;

  memcpy (&state, head->state, sizeof state);
  taken = pick (ways, head, router, view, found,
                in == DL_NO_LINK ? dl_next_first (&ways->next, head->source, head->dest, found)
                                 : dl_next_on (&ways->next, in, head->dest, state, found));
  /* It is past the link of its node, where that is one of the network's. */
  if (taken->link != DL_NO_LINK && graph->link_from[taken->link] == DL_NO_NODE)
    {
      in = taken->link;
      state = taken->state;
      taken = pick (ways, head, router, view, found,
                    dl_next_on (&ways->next, in, head->dest, state, found));
    }
  memcpy (head->state, &taken->state, sizeof taken->state);
  if (dl_choice_arrives (&ways->next, taken))
    *choices = (DlIqChoice) { graph->eject_port[head->dest], base * ways->class_vcs,
                              ways->next.n_vcs * ways->class_vcs };
  else
    *choices = (DlIqChoice) { graph->link_port[taken->link], (base + taken->vc) * ways->class_vcs,
                              ways->class_vcs };
  return 1;
}

static DlIqFate
fate (gconstpointer data, guint source, guint dest)
{
  const Ways *ways = data;

  return source == dest || ways->arrives[(gsize) source * ways->next.graph->n_nodes + dest]
             ? DL_IQ_DELIVERED
             : DL_IQ_UNREACHABLE;
}

static gboolean
same (gconstpointer a, gconstpointer b)
{
  return ((const Ways *) a)->next.routes == ((const Ways *) b)->next.routes;
}

static void
free_ways (gpointer data)
{
  Ways *ways = data;

  dl_shared_unref ((gpointer) ways->next.routes);
  g_free (ways->link_in);
  g_free (ways->arrives);
  g_free (ways);
}

static const DlIqRouting routing
    = { .route = route, .fate = fate, .same = same, .unref = free_ways };

/* Its data ------------------------------------------------------------------------------------- */

static void
find_links (Ways *ways)
{
  const DlGraph *graph = ways->next.graph;
  const gsize n = (gsize) graph->n_routers * graph->n_ports;

  ways->link_in = g_new (guint32, n);
  for (gsize i = 0; i < n; i++)
    ways->link_in[i] = DL_NO_LINK;
  for (guint link = 0; link < graph->n_links; link++)
    if (dl_graph_joins_routers (graph, link))
      ways->link_in[graph->link_to[link] * graph->n_ports + graph->peer_port[link]] = link;
}

static void
find_who_arrives (Ways *ways)
{
  const DlGraph *graph = ways->next.graph;
  g_auto (DlSpread) spread = { 0 };

  dl_spread_init (&spread, &ways->next);
  ways->arrives = g_new0 (guint8, (gsize) graph->n_nodes * graph->n_nodes);
  for (guint from = 0; from < graph->n_nodes; from++)
    for (guint to = 0; to < graph->n_nodes; to++)
      ways->arrives[(gsize) from * graph->n_nodes + to] = from != to && graph->node_up[from]
                                                          && graph->node_up[to]
                                                          && dl_spread_pair (&spread, from, to);
}

void
dl_iq_options_route (DlIqPlanOptions *options, const DlNext *next)
{
  const guint n_classes = options->response_share > 0 ? 2 : 1;
  Ways *ways = g_new0 (Ways, 1);

  ways->next = *next;
  dl_shared_ref (next->routes);
  ways->class_vcs = options->spec.vcs / (next->n_vcs * n_classes);
  g_assert (ways->class_vcs > 0); /* the family's check refuses fewer */
  find_links (ways);
  find_who_arrives (ways);
  options->graph = (DlGraph *) next->graph;
  options->routing = &routing;
  options->routing_data = ways;
  options->most_choices = 1;
}
