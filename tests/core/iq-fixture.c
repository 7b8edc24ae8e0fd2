#include "iq-fixture.h"

#include "dl-rng.h"

typedef struct
{
  guint from, out, to, in, delay;
} Wire;

static IqNet *
net_new (guint n_routers, guint n_nodes, guint n_ports)
{
  IqNet *net = g_new0 (IqNet, 1);

  net->n_routers = n_routers;
  net->n_nodes = n_nodes;
  net->n_ports = n_ports;
  net->wires = g_array_new (FALSE, FALSE, sizeof (Wire));
  net->node_router = g_new (guint32, n_nodes);
  net->node_port = g_new (guint32, n_nodes);
  net->link_at = g_new (guint32, n_routers * n_ports);
  net->ways = g_new0 (guint64, 2 * n_routers * n_routers);
  net->down = g_new0 (guint8, n_routers * n_ports);
  net->hops = g_new0 (guint, n_routers * n_routers);
  net->delays = g_new0 (guint, n_routers * n_routers);
  for (guint i = 0; i < n_routers * n_ports; i++)
    net->link_at[i] = DL_NO_LINK;
  return net;
}

void
iq_net_free (IqNet *net)
{
  if (net == NULL)
    return;
  dl_graph_unref (net->graph);
  g_array_unref (net->wires);
  g_free (net->node_router);
  g_free (net->node_port);
  g_free (net->link_at);
  g_free (net->ways);
  g_free (net->down);
  g_free (net->hops);
  g_free (net->delays);
  g_free (net);
}

static void
put_node (IqNet *net, guint node, guint router, guint port)
{
  net->node_router[node] = router;
  net->node_port[node] = port;
}

static void
add_link (IqNet *net, guint from, guint out, guint to, guint in, guint delay)
{
  const Wire wire = { from, out, to, in, delay };

  g_array_append_val (net->wires, wire);
}

static int
compare_wires (gconstpointer a, gconstpointer b)
{
  const Wire *x = a, *y = b;

  return x->from != y->from ? (x->from > y->from) - (x->from < y->from)
                            : (x->out > y->out) - (x->out < y->out);
}

/* When all nodes and links are known. */
static void
make_graph (IqNet *net)
{
  net->graph = dl_graph_new (net->n_nodes, net->n_routers, net->wires->len, net->n_ports);
  g_array_sort (net->wires, compare_wires);
  for (guint link = 0; link < net->wires->len; link++)
    {
      const Wire *wire = &g_array_index (net->wires, Wire, link);

      dl_graph_set_link (net->graph, link, wire->from, wire->out, wire->to, wire->in);
      net->graph->link_cycles[link] = wire->delay;
      net->link_at[wire->from * net->n_ports + wire->out] = link;
    }
  for (guint node = 0; node < net->n_nodes; node++)
    dl_graph_set_node (net->graph, node, net->node_router[node], net->node_port[node]);
  dl_graph_index (net->graph);
}

/* Hops and delays of routes that are one each. */
static void
measure (IqNet *net)
{
  const guint n = net->n_routers;

  for (guint from = 0; from < n; from++)
    for (guint to = 0; to < n; to++)
      for (guint at = from; at != to;)
        {
          const guint link
              = net->link_at[at * net->n_ports + __builtin_ctzll (net->ways[at * n + to])];

          net->hops[from * n + to]++;
          net->delays[from * n + to] += net->graph->link_cycles[link];
          at = net->graph->link_to[link];
        }
}

IqNet *
iq_net_new_grid (guint width, guint height, guint most_delay)
{
  enum
  {
    EAST,
    WEST,
    NORTH,
    SOUTH,
    NODE
  };
  const guint n = width * height;
  IqNet *net = net_new (n, n, 5);
  DlRng rng;

  dl_rng_init (&rng, width * 100 + height);
  for (guint router = 0; router < n; router++)
    {
      const guint x = router % width, y = router / width;

      put_node (net, router, router, NODE);
      if (x + 1 < width)
        {
          add_link (net, router, EAST, router + 1, WEST, 1 + dl_rng_below (&rng, most_delay));
          add_link (net, router + 1, WEST, router, EAST, 1 + dl_rng_below (&rng, most_delay));
        }
      if (y + 1 < height)
        {
          add_link (net, router, NORTH, router + width, SOUTH, 1 + dl_rng_below (&rng, most_delay));
          add_link (net, router + width, SOUTH, router, NORTH, 1 + dl_rng_below (&rng, most_delay));
        }
      for (guint to = 0; to < n; to++)
        if (to % width != x)
          net->ways[router * n + to] = 1 << (to % width > x ? EAST : WEST);
        else if (to != router)
          net->ways[router * n + to] = 1 << (to > router ? NORTH : SOUTH);
    }
  make_graph (net);
  measure (net);
  return net;
}

IqNet *
iq_net_new_ring (guint n, gboolean dateline)
{
  IqNet *net = net_new (n, n, 3);

  net->halves = dateline;
  for (guint router = 0; router < n; router++)
    {
      put_node (net, router, router, 2);
      add_link (net, router, 0, (router + 1) % n, 1, 1);
      for (guint to = 0; to < n; to++)
        net->ways[router * n + to] = to != router;
    }
  make_graph (net);
  measure (net);
  return net;
}

/* Random graphs: a tree and some more links, both ways; down is away from router 0. Ways are
 * shortest among those that go up first and then down. */

static void
connect_both (IqNet *net, guint *n_used, guint a, guint b, DlRng *rng, guint most_delay)
{
  const guint at_a = n_used[a]++, at_b = n_used[b]++;

  add_link (net, a, at_a, b, at_b, 1 + dl_rng_below (rng, most_delay));
  add_link (net, b, at_b, a, at_a, 1 + dl_rng_below (rng, most_delay));
  net->down[a * net->n_ports + at_a] = b > a;
  net->down[b * net->n_ports + at_b] = a > b;
}

static void
find_ways (IqNet *net)
{
  const guint n = net->n_routers;
  g_autofree guint *far = g_new (guint, 2 * n * n); /* hops, by whether it has gone down */

  for (guint i = 0; i < 2 * n * n; i++)
    far[i] = i % (n * n) / n == i % n ? 0 : 1000;
  for (guint round = 0; round < 2 * n; round++)
    for (guint gone = 0; gone < 2; gone++)
      for (guint at = 0; at < n; at++)
        for (guint to = 0; to < n; to++)
          {
            guint *best = &far[(gone * n + at) * n + to];
            guint64 *ways = &net->ways[(gone * n + at) * n + to];

            for (guint port = 0; port < net->n_ports && at != to; port++)
              {
                const guint link = net->link_at[at * net->n_ports + port];
                const gboolean down = net->down[at * net->n_ports + port];
                guint hops;

                if (link == DL_NO_LINK || (gone && !down))
                  continue;
                hops = 1 + far[((gone || down) * n + net->graph->link_to[link]) * n + to];
                if (hops < *best)
                  *ways = 0;
                *best = MIN (*best, hops);
                if (hops == *best && hops < 1000)
                  *ways |= G_GUINT64_CONSTANT (1) << port;
              }
          }
}

IqNet *
iq_net_new_random (guint64 seed, guint most_delay)
{
  DlRng rng;
  guint n, n_nodes;
  IqNet *net;
  g_autofree guint *n_used = g_new0 (guint, 8);

  dl_rng_init (&rng, seed);
  n = 2 + dl_rng_below (&rng, 7);
  n_nodes = n + dl_rng_below (&rng, 4);
  net = net_new (n, n_nodes, 3 * n);
  for (guint router = 1; router < n; router++)
    connect_both (net, n_used, router, dl_rng_below (&rng, router), &rng, most_delay);
  for (guint more = dl_rng_below (&rng, n + 1); more > 0; more--)
    {
      const guint a = dl_rng_below (&rng, n), b = dl_rng_below (&rng, n);

      if (a != b)
        connect_both (net, n_used, a, b, &rng, most_delay);
    }
  for (guint node = 0; node < n_nodes; node++)
    {
      const guint router = node < n ? node : dl_rng_below (&rng, n);

      put_node (net, node, router, n_used[router]++);
    }
  for (guint router = 0; router < n; router++)
    g_assert (n_used[router] <= net->n_ports);
  make_graph (net);
  find_ways (net);
  return net;
}

void
iq_net_part_nodes (IqNet *net)
{
  for (guint node = 0; node < net->n_nodes; node++)
    {
      const guint other = (node + 1) % net->n_nodes;

      net->graph->inject_router[node] = net->node_router[other];
      net->graph->inject_port[node] = (guint16) net->node_port[other];
    }
}

/* Routing ------------------------------------------------------------------------------------ */

static guint
route (gconstpointer data, DlIqHead *head, guint router, guint in_port, const DlIqView *view,
       DlIqChoice *choices)
{
  const IqNet *net = data;
  const guint8 *down = &net->down[router * net->n_ports];
  const guint dest = net->node_router[head->dest];
  guint64 ways = net->ways[(head->state[0] * net->n_routers + router) * net->n_routers + dest];
  guint n = 0, first;

  if (router == dest)
    {
      choices[0] = (DlIqChoice) { net->node_port[head->dest], 0, net->vcs };
      return 1;
    }
  head->state[1] |= router == 0;
  first = __builtin_ctzll (ways);
  for (; ways != 0; ways &= ways - 1)
    {
      const guint port = __builtin_ctzll (ways);

      /* The state that the packet takes along must be true of each. */
      if (down[port] != down[first])
        continue;
      choices[n++] = net->halves
                         ? (DlIqChoice) { port, head->state[1] ? net->vcs / 2 : 0, net->vcs / 2 }
                         : (DlIqChoice) { port, 0, net->vcs };
    }
  head->state[0] |= down[first];
  return n;
}

static gboolean
same (gconstpointer a, gconstpointer b)
{
  return a == b;
}

static const DlIqRouting routing = { .route = route, .same = same };

DlIqPlanOptions
iq_net_options (IqNet *net, guint flits, double load)
{
  return (DlIqPlanOptions) {
    .graph = net->graph,
    .routing = &routing,
    .routing_data = net,
    .most_choices = net->n_ports,
    .spec = { 4, 8, 1, 1, 1, 1, 1, 1, 0, 1 },
    .packet_flits = flits,
    .sent.burst = 1,
    .load = load,
    .seed = 1,
  };
}

DlIqPlan *
iq_net_plan (const DlIqPlanOptions *options)
{
  DlDemand demand = { .uniform = TRUE };
  DlIqPlanOptions all = *options;
  g_autoptr (GError) error = NULL;
  DlIqPlan *plan;

  ((IqNet *) options->routing_data)->vcs = options->spec.vcs;
  all.sent.demand = &demand;
  plan = dl_iq_plan_new (&all, &error);
  g_assert_no_error (error);
  return plan;
}
