/* Invariants of any state of a simulation. */
#include "aries-fixture.h"

#include "dl-aries-private.h"

/* Flits and their places, counted again. */
typedef struct
{
  const DlAries *sim;
  const DlAriesBlock *block; /* that is looked at */
  guint32 *taken;            /* (n_ports x DL_ARIES_SIM_VCS) flits that an output's credits are
                                short of */
  guint32 *waiting;          /* (n_ports) flits that go by an output */
  guint8 *vcs;               /* (n_ports) bits */
  guint32 *of_node;          /* (n_nodes) packets in the network, and answers on their way */
  guint64 in_network;
  char *wrong; /* first mistake found */
} Look;

static void
count_place (Look *look, guint router, const DlAriesPacket *packet)
{
  const DlAries *sim = look->sim;
  const DlDragonfly *net = sim->dragonfly;
  const guint port
      = packet->in < sim->routers[router].n_links
            ? dl_aries_port_of_link (sim, net->link_back[net->first_link[router] + packet->in])
            : sim->routers[router].first_port + packet->in;

  look->taken[port * DL_ARIES_SIM_VCS + packet->buffer] += packet->flits;
}

static void
count_packet (Look *look, const DlAriesPacket *packet)
{
  look->in_network++;
  look->of_node[packet->source]++;
}

static gboolean
count_event (const DlSimEvent *event, gpointer data)
{
  Look *look = data;
  const DlAries *sim = look->sim;
  const guint router = look->block->first_router + event->node;
  const DlAriesRouterState *state = &sim->routers[router];

  switch ((DlAriesEventKind) event->kind)
    {
    case DL_ARIES_ARRIVE:
      {
        const DlAriesPacket *packet = &look->block->packets[event->packet32];

        count_place (look, router, packet);
        count_packet (look, packet);
        break;
      }
    case DL_ARIES_CREDIT:
      look->taken[(state->first_port + event->port) * DL_ARIES_SIM_VCS + event->queue]
          += event->flits;
      break;
    case DL_ARIES_DELIVER:
      count_packet (look, &look->block->packets[event->packet32]);
      break;
    case DL_ARIES_ANSWER:
      look->of_node[router * sim->dragonfly->nodes_per_router + event->port - state->n_links]++;
      break;
    case DL_ARIES_WAKE_OUTPUT:
    case DL_ARIES_WAKE_SOURCE:
    case DL_ARIES_WAKE_INJECTOR:
      break;
    }
  return TRUE;
}

static gboolean
wants (const DlAries *sim, guint port, guint vc, guint in)
{
  return dl_aries_requests (sim, port, vc)[in / 64] >> in % 64 & 1;
}

static void
count_queue (Look *look, guint router, guint in, guint vc)
{
  const DlAries *sim = look->sim;
  const guint first = sim->routers[router].first_port;

  for (guint32 i = dl_aries_queue (sim, first + in, vc)->first; i != DL_ARIES_NO_PACKET;
       i = look->block->packets[i].next)
    {
      const DlAriesPacket *packet = &look->block->packets[i];

      if (packet->in != in || packet->vc != vc || !wants (sim, first + packet->out, vc, in))
        look->wrong = g_strdup_printf ("router %u: a packet of input %u, virtual channel %u, in "
                                       "the wrong queue, or its output does not know",
                                       router, in, vc);
      count_place (look, router, packet);
      count_packet (look, packet);
      look->waiting[first + packet->out] += packet->flits;
      look->vcs[first + packet->out] |= 1 << vc;
      if (look->wrong != NULL)
        return;
    }
}

static void
count_router (Look *look, guint router)
{
  const DlAriesRouterState *state = &look->sim->routers[router];

  look->block = dl_aries_block_of (look->sim, router);
  for (guint in = 0; in < state->n_ports && look->wrong == NULL; in++)
    for (guint vc = 0; vc < DL_ARIES_SIM_VCS && look->wrong == NULL; vc++)
      count_queue (look, router, in, vc);
}

static char *
check_port (const Look *look, guint port)
{
  const DlAriesPort *output = &look->sim->ports[port];
  const guint buffer = look->sim->plan->options.router.input_buffer;
  guint taken = 0;

  for (guint vc = 0; vc < DL_ARIES_SIM_VCS; vc++)
    {
      const guint flits = look->taken[port * DL_ARIES_SIM_VCS + vc];

      if (output->credits[vc] + flits != buffer)
        return g_strdup_printf ("port %u, virtual channel %u: %u credits and %u flits, of %u", port,
                                vc, output->credits[vc], flits, buffer);
      taken += flits;
    }
  if (output->taken != taken || output->waiting != look->waiting[port])
    return g_strdup_printf ("port %u: %u flits taken behind it and %u waiting, counted %u and %u",
                            port, output->taken, output->waiting, taken, look->waiting[port]);
  if (output->vcs != look->vcs[port])
    return g_strdup_printf ("port %u: virtual channels %x wait, known %x", port, look->vcs[port],
                            output->vcs);
  return NULL;
}

static char *
check_node (const Look *look, guint node)
{
  const guint outstanding = look->sim->plan->options.router.outstanding;
  const guint in_network = look->sim->nodes[node].in_network;

  if (outstanding == 0 || (in_network == look->of_node[node] && in_network <= outstanding))
    return NULL;
  return g_strdup_printf ("node %u: %u packets in the network, counted %u, at most %u", node,
                          in_network, look->of_node[node], outstanding);
}

static char *
check_counters (const Look *look)
{
  const DlAries *sim = look->sim;
  guint64 waiting = 0;
  DlSimCounters c;

  dl_aries_get_counters (sim, &c);
  for (guint node = 0; node < sim->dragonfly->n_nodes; node++)
    waiting += sim->nodes[node].births.n + dl_aries_program_waiting (sim, node);
  if (c.injected != c.delivered + c.dropped_link + look->in_network)
    return g_strdup_printf ("%" G_GUINT64_FORMAT " injected, %" G_GUINT64_FORMAT
                            " delivered, %" G_GUINT64_FORMAT " dropped, %" G_GUINT64_FORMAT
                            " in the network",
                            c.injected, c.delivered, c.dropped_link, look->in_network);
  if (c.created != c.injected + c.dropped_source + waiting)
    return g_strdup_printf ("%" G_GUINT64_FORMAT " created, %" G_GUINT64_FORMAT
                            " injected, %" G_GUINT64_FORMAT " dropped, %" G_GUINT64_FORMAT
                            " waiting",
                            c.created, c.injected, c.dropped_source, waiting);
  if (c.injected != c.minimal + c.nonminimal)
    return g_strdup ("packets injected are neither minimal nor non-minimal");
  return NULL;
}

/* A port that is kept as the only way to a router is the only one that the routes give. */
static char *
check_only_ports (const DlAries *sim)
{
  const guint n = sim->dragonfly->n_routers;
  g_autofree DlDragonflyNextHop *ways = g_new (DlDragonflyNextHop, sim->routes->max_candidates);

  for (guint router = 0; router < n && sim->only_port != NULL; router++)
    for (guint target = 0; target < n; target++)
      for (DlDragonflyTurn turn = DL_TURN_NONE; turn <= DL_TURN_BLACK; turn++)
        {
          const guint done = turn <= DL_TURN_ROOT ? 0 : turn - DL_TURN_ROOT;
          const guint kept = sim->only_port[((gsize) done * n + router) * n + target];
          const DlDragonflyPacket packet = { target, DL_NO_NODE, 0, turn };
          const gboolean is_only = dl_dragonfly_next (sim->routes, router, &packet, ways) == 1
                                   && ways[0].hop.root == DL_NO_NODE;
          const guint way = is_only ? ways[0].hop.link - sim->dragonfly->first_link[router] + 1
                                    : DL_ARIES_ONLY_PORT_MANY;

          if (kept != DL_ARIES_ONLY_PORT_UNKNOWN && kept != MIN (way, DL_ARIES_ONLY_PORT_MANY))
            return g_strdup_printf ("router %u keeps a way to %u that is not the only one", router,
                                    target);
        }
  return NULL;
}

static void
check_all (Look *look)
{
  const DlAries *sim = look->sim;

  for (guint i = 0; i < sim->n_blocks; i++)
    {
      look->block = &sim->blocks[i];
      for (guint w = 0; w < DL_ARIES_WHEELS; w++)
        dl_sim_wheel_foreach (&look->block->wheels[w], count_event, look);
    }
  for (guint router = 0; router < sim->dragonfly->n_routers && look->wrong == NULL; router++)
    count_router (look, router);
  for (guint port = 0; port < sim->n_ports && look->wrong == NULL; port++)
    look->wrong = check_port (look, port);
  for (guint node = 0; node < sim->dragonfly->n_nodes && look->wrong == NULL; node++)
    look->wrong = check_node (look, node);
  if (look->wrong == NULL)
    look->wrong = check_counters (look);
  if (look->wrong == NULL)
    look->wrong = check_only_ports (sim);
}

char *
aries_find_problem (const DlAries *sim)
{
  Look look = {
    .sim = sim,
    .taken = g_new0 (guint32, (gsize) sim->n_ports * DL_ARIES_SIM_VCS),
    .waiting = g_new0 (guint32, sim->n_ports),
    .vcs = g_new0 (guint8, sim->n_ports),
    .of_node = g_new0 (guint32, sim->dragonfly->n_nodes),
  };

  check_all (&look);
  g_free (look.taken);
  g_free (look.waiting);
  g_free (look.vcs);
  g_free (look.of_node);
  return look.wrong;
}
