/* Which way a packet takes: the lightest of the candidates that its mode draws (manual, dragonfly).
 */
#include "dl-aries-private.h"
#include "dl-dragonfly-candidates.h"

/* The load that adaptive routing sees for a candidate that begins with @link, in flits; it goes by
 * the sum (manual, dragonfly; what exactly the three are is assumed). */
typedef struct
{
  guint near_end;   /* what waits for the link here */
  guint far_end;    /* what was sent over it and, as far as is known here, has not left the buffers
                       behind it: what its credits are short of */
  guint downstream; /* what waits for each link of the router behind it, on average, as that one
                       said at the end of the last window of a link's delay */
} Load;

static Load
load_of (const DlAries *sim, guint link)
{
  const guint router = sim->dragonfly->link_from[link];
  const DlAriesPort *output
      = &sim->ports[sim->routers[router].first_port + dl_aries_link_port (sim, link)];

  return (Load) {
    .near_end = output->waiting,
    .far_end = output->taken,
    .downstream = dl_aries_block_of (sim, router)->published[sim->dragonfly->link_to[link]],
  };
}

void
dl_aries_publish (DlAriesBlock *block, guint64 cycle)
{
  const DlAries *sim = block->sim;
  guint32 *published = dl_aries_published (sim, cycle);

  for (guint router = block->first_router; router < block->first_router + block->n_routers;
       router++)
    {
      const DlAriesRouterState *state = &sim->routers[router];
      guint64 waiting = 0;

      for (guint link = 0; link < state->n_links; link++)
        waiting += sim->ports[state->first_port + link].waiting;
      published[router] = state->n_links > 0 ? waiting / state->n_links : 0;
    }
}

/* The packet goes by @candidates' lightest. */
static const DlDragonflyCandidate *
take_lightest (const DlAriesBlock *block, const DlDragonflyCandidates *candidates,
               DlDragonflyBias bias, guint router, DlAriesPacket *packet)
{
  const DlAries *sim = block->sim;
  const DlDragonflyCandidate *taken = &candidates->at[0];

  if (candidates->n > 1)
    {
      double loads[DL_DRAGONFLY_CANDIDATES];

      for (guint i = 0; i < candidates->n; i++)
        {
          const Load load = load_of (sim, candidates->at[i].hop.link);
          loads[i] = load.near_end + load.far_end + load.downstream;
        }
      taken = &candidates->at[dl_dragonfly_candidates_lightest (candidates, bias, loads)];
    }
  packet->out = taken->hop.link - sim->dragonfly->first_link[router];
  packet->next_root = taken->hop.root;
  return taken;
}

/* It has arrived, and leaves by its node's port. */
static gboolean
goes_out (const DlAries *sim, guint router, DlAriesPacket *packet)
{
  if (packet->dest_router != router || packet->root != DL_NO_NODE)
    return FALSE;
  packet->out
      = sim->routers[router].n_links + packet->dest - router * sim->dragonfly->nodes_per_router;
  return TRUE;
}

/* Only ways ------------------------------------------------------------------------------------ */

/* What stays in the cache. */
#define MAX_KEPT_ROUTERS 512

void
dl_aries_ways_init (DlAries *sim)
{
  const gsize n = sim->dragonfly->n_routers;

  g_clear_pointer (&sim->only_way, g_free);
  if (sim->plan->all_reachable && n <= MAX_KEPT_ROUTERS)
    sim->only_way = g_new0 (guint8, DL_ARIES_WAYS * n * n);
}

static gsize
way_index (const DlAries *sim, guint router, guint target, DlDragonflyTurn turn)
{
  const gsize n = sim->dragonfly->n_routers;
  const guint done = turn <= DL_TURN_ROOT ? 0 : turn - DL_TURN_ROOT;

  return (done * n + router) * n + target;
}

/* The port by which all ways go, and 1 more. */
static guint8
find_way (const DlAries *sim, guint router, guint target, DlDragonflyTurn turn)
{
  const DlDragonflyPacket stand = { target, DL_NO_NODE, 0, turn };
  DlDragonflyWay *ways = g_newa (DlDragonflyWay, sim->routes->max_candidates);
  const guint n = dl_dragonfly_next (sim->routes, router, &stand, ways);
  const guint port = n == 1 ? ways[0].hop.link - sim->dragonfly->first_link[router] : G_MAXUINT;

  return n == 1 && ways[0].hop.root == DL_NO_NODE && port + 1 < DL_ARIES_WAYS_MANY
             ? port + 1
             : DL_ARIES_WAYS_MANY;
}

/* TRUE if there is only one way to where the packet goes next, and it takes that. */
static gboolean
takes_only_way (const DlAries *sim, guint router, DlAriesPacket *packet)
{
  const guint target = packet->root != DL_NO_NODE ? packet->root : packet->dest_router;
  guint8 *kept;

  if (sim->only_way == NULL)
    return FALSE;
  kept = &sim->only_way[way_index (sim, router, target, packet->turn)];
  if (*kept == DL_ARIES_WAY_UNKNOWN)
    *kept = find_way (sim, router, target, packet->turn);
  if (*kept == DL_ARIES_WAYS_MANY)
    return FALSE;
  packet->out = *kept - 1;
  packet->next_root = packet->root;
  return TRUE;
}

/* The choice ----------------------------------------------------------------------------------- */

gboolean
dl_aries_route_first (const DlAriesBlock *block, guint router, DlAriesPacket *packet)
{
  const DlAries *sim = block->sim;
  const DlDragonflyMode *mode = sim->plan->options.mode;
  const guint dest = packet->dest_router;
  const DlDragonflyCandidate *taken;
  DlDragonflyCandidates candidates;

  packet->root = DL_NO_NODE;
  packet->vc -= packet->vc % DL_DRAGONFLY_VCS;
  packet->turn = DL_TURN_NONE;
  packet->nonminimal = FALSE;
  if (goes_out (sim, router, packet)
      || (mode->nonminimal == 0 && takes_only_way (sim, router, packet)))
    return TRUE;
  dl_dragonfly_candidates_draw (sim->routes, mode, router, dest, packet->hash, &candidates);
  if (candidates.n == 0)
    return FALSE;
  taken = take_lightest (block, &candidates, dl_dragonfly_bias (sim->routes, mode, router, dest),
                         router, packet);
  packet->root = taken->hop.root;
  packet->nonminimal = taken->nonminimal;
  return TRUE;
}

static gboolean
choose_next (const DlAriesBlock *block, guint router, DlAriesPacket *packet)
{
  const DlAries *sim = block->sim;
  const DlDragonflyPacket stand = dl_aries_routing_state (packet);
  DlDragonflyCandidates candidates;

  dl_dragonfly_candidates_draw_next (sim->routes, sim->plan->options.mode, router, &stand,
                                     dl_rng_mix (packet->hash, 1 + packet->hops), &candidates);
  if (candidates.n == 0)
    return FALSE;
  take_lightest (block, &candidates, (DlDragonflyBias) { 0 }, router, packet);
  return TRUE;
}

gboolean
dl_aries_route_next (const DlAriesBlock *block, guint router, DlAriesPacket *packet)
{
  const DlAries *sim = block->sim;

  return goes_out (sim, router, packet) || takes_only_way (sim, router, packet)
         || choose_next (block, router, packet);
}
