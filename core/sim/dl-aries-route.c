/* Which way a packet takes: the lightest of the candidates that its mode draws (model 5). */
#include "dl-aries-private.h"
#include "dl-dragonfly-candidates.h"

DlAriesLoad
dl_aries_load (const DlAries *sim, guint link)
{
  const guint router = sim->dragonfly->link_from[link];
  const DlAriesPort *output
      = &sim->ports[sim->routers[router].first_port + dl_aries_link_port (sim, link)];

  return (DlAriesLoad) {
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
          const DlAriesLoad load = dl_aries_load (sim, candidates->at[i].hop.link);
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
  packet->out = dl_aries_node_port (sim, packet->dest);
  return TRUE;
}

gboolean
dl_aries_route_first (const DlAriesBlock *block, guint router, DlAriesPacket *packet)
{
  const DlAries *sim = block->sim;
  const DlDragonflyMode *mode = sim->plan->options.mode;
  const guint dest = packet->dest_router;
  const DlDragonflyCandidate *taken;
  DlDragonflyCandidates candidates;

  packet->root = DL_NO_NODE;
  packet->vc = 0;
  packet->turn = DL_TURN_NONE;
  packet->nonminimal = FALSE;
  if (goes_out (sim, router, packet))
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

gboolean
dl_aries_route_next (const DlAriesBlock *block, guint router, DlAriesPacket *packet)
{
  const DlAries *sim = block->sim;
  const DlDragonflyPacket stand = { packet->dest_router, packet->root, packet->vc, packet->turn };
  DlDragonflyCandidates candidates;

  if (goes_out (sim, router, packet))
    return TRUE;
  dl_dragonfly_candidates_draw_next (sim->routes, sim->plan->options.mode, router, &stand,
                                     dl_rng_mix (packet->hash, 1 + packet->hops), &candidates);
  if (candidates.n == 0)
    return FALSE;
  take_lightest (block, &candidates, (DlDragonflyBias) { 0 }, router, packet);
  return TRUE;
}
