/* Another plan while the network is at work. Links that break or come back leave every packet in
 * the order of virtual channels that keeps it from waiting in a circle, whichever tables it goes
 * by: so new routes hold at once, and what stands somewhere is routed from there. Where a pair is
 * cut off the machine itself is quiesced: the sources pause, the network drains, and the tables are
 * swapped when it is empty (Cascade paper 3). */
#include "dl-aries-private.h"

#include <string.h>

/* In cycles that are a multiple of this it is looked at whether the network is empty. */
#define LOOK_EVERY 64

static gboolean
same_routers (const DlAriesRouter *a, const DlAriesRouter *b)
{
  return a->input_buffer == b->input_buffer && a->link_cycles == b->link_cycles
         && memcmp (a->rate, b->rate, sizeof a->rate) == 0 && a->node_rate == b->node_rate
         && a->outstanding == b->outstanding;
}

/* Ranks cannot take up another's work, or leave theirs; nor wait for what a change may lose. */
static gboolean
same_messages (const DlWorkload *a, const DlWorkload *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return a->spec.kind->unawaited && dl_workload_same (a, b);
}

gboolean
dl_aries_fits (const DlAries *sim, const DlAriesPlan *plan)
{
  const DlAriesPlanOptions *a = &sim->plan->options, *b = &plan->options;
  const DlDragonfly *here = sim->dragonfly, *there = b->routes->dragonfly;

  return same_routers (&a->router, &b->router) && a->packet_flits == b->packet_flits
         && a->payload_bytes == b->payload_bytes && here->n_groups == there->n_groups
         && here->n_routers == there->n_routers && here->n_nodes == there->n_nodes
         && here->n_links == there->n_links
         && memcmp (here->link_from, there->link_from, here->n_links * sizeof *here->link_from) == 0
         && memcmp (here->link_to, there->link_to, here->n_links * sizeof *here->link_to) == 0
         && same_messages (a->workload, b->workload);
}

/* Changing at once ----------------------------------------------------------------------------- */

/* The packet is on a broken link: what it would have taken behind it is free. */
static gboolean
keep_event (const DlSimEvent *event, gpointer data)
{
  DlAriesBlock *block = data;
  const DlAries *sim = block->sim;
  const DlDragonfly *net = sim->dragonfly;
  const DlAriesPacket *packet;
  DlAriesPort *output;
  guint32 index;
  guint link;

  if (event->kind != DL_ARIES_ARRIVE)
    return event->kind != DL_ARIES_WAKE_SOURCE;
  index = event->packet32;
  packet = &block->packets[index];
  link = net->link_back[net->first_link[block->first_router + event->node] + packet->in];
  if (net->link_state[link] == DL_LINK_UP)
    return TRUE;
  output = &sim->ports[dl_aries_port_of_link (sim, link)];
  output->credits[packet->buffer] += packet->flits;
  output->taken -= packet->flits;
  dl_aries_drop_on_link (block, index);
  return FALSE;
}

/* All that waits in @router, port by port, into @waiting. */
static void
empty_queues (DlAriesBlock *block, guint router, GArray *waiting)
{
  const DlAries *sim = block->sim;
  const DlAriesRouterState *state = &sim->routers[router];

  g_array_set_size (waiting, 0);
  for (guint in = 0; in < state->n_ports; in++)
    for (guint vc = 0; vc < DL_ARIES_SIM_VCS; vc++)
      {
        const DlAriesQueue *queue = dl_aries_queue (sim, state->first_port + in, vc);

        while (queue->first != DL_ARIES_NO_PACKET)
          {
            const guint32 index
                = dl_aries_dequeue (block, router, block->packets[queue->first].out, vc, in);
            g_array_append_val (waiting, index);
          }
      }
}

/* What waits in @router goes by the routes as they are now. */
static void
route_again (DlAriesBlock *block, guint router, GArray *waiting)
{
  DlAries *sim = block->sim;
  DlAriesRouterState *state = &sim->routers[router];

  empty_queues (block, router, waiting);
  for (guint i = 0; i < waiting->len; i++)
    {
      const guint32 index = g_array_index (waiting, guint32, i);
      DlAriesPacket *packet = &block->packets[index];

      if (dl_aries_route_next (block, router, packet)
          || (packet->hops == 0 && dl_aries_route_first (block, router, packet)))
        dl_aries_enqueue (block, router, index);
      else
        dl_aries_drop (block, router, index);
    }
  memset (state->outputs, 0, sizeof state->outputs);
  for (guint out = 0; out < state->n_ports; out++)
    if (sim->ports[state->first_port + out].vcs != 0)
      dl_aries_wake_output (block, router, out);
    else
      dl_aries_set_stalled (block, &sim->ports[state->first_port + out], FALSE);
}

static void
forget_births (DlAries *sim, guint node)
{
  DlSimBirths *births = &sim->nodes[node].births;
  guint n = 0;

  for (guint i = 0; i < births->n; i++)
    {
      const DlSimBirth birth = *dl_sim_births_at (births, i);

      if (dl_aries_reaches (sim->plan, node, birth.dest))
        *dl_sim_births_at (births, n++) = birth;
    }
  sim->tallies.of[0].counters.dropped_source += births->n - n;
  births->n = n;
}

static void
take_plan (DlAries *sim, DlAriesPlan *plan)
{
  const gboolean reroute = plan->options.routes != sim->routes;
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (guint32));

  dl_aries_plan_ref (plan);
  dl_aries_plan_unref (sim->plan);
  sim->plan = plan;
  sim->routes = plan->options.routes;
  sim->dragonfly = sim->routes->dragonfly;
  dl_aries_take_rates (sim);
  if (reroute)
    dl_aries_ways_init (sim);
  /* Between runs there is one thread. */
  for (guint i = 0; i < sim->n_blocks; i++)
    {
      sim->blocks[i].worker = 0;
      sim->blocks[i].tally = &sim->tallies.of[0];
      sim->blocks[i].now = sim->now;
    }
  for (guint i = 0; i < sim->n_blocks; i++)
    for (guint w = 0; w < DL_ARIES_WHEELS; w++)
      dl_sim_wheel_filter (&sim->blocks[i].wheels[w], keep_event, &sim->blocks[i]);
  if (reroute)
    for (guint router = 0; router < sim->dragonfly->n_routers; router++)
      route_again (dl_aries_block_of (sim, router), router, waiting);
  for (guint node = 0; node < sim->dragonfly->n_nodes; node++)
    {
      forget_births (sim, node);
      dl_aries_program_forget (sim, node);
      dl_aries_source_start (sim, node);
    }
}

/* Draining ------------------------------------------------------------------------------------- */

/* Packets go no more over what works by the old plan and not by the new one. */
static void
mark_dead (DlAries *sim, const DlDragonfly *after)
{
  const DlDragonfly *before = sim->dragonfly;

  if (sim->swap.dead == NULL)
    sim->swap.dead = g_new0 (guint8, before->n_links);
  for (guint link = 0; link < before->n_links; link++)
    if (before->link_state[link] == DL_LINK_UP && after->link_state[link] != DL_LINK_UP)
      sim->swap.dead[link] = TRUE;
  if (sim->swap.dead_router == NULL)
    sim->swap.dead_router = g_new0 (guint8, before->n_routers);
  for (guint router = 0; router < before->n_routers; router++)
    if (before->router_up[router] && !after->router_up[router])
      sim->swap.dead_router[router] = TRUE;
}

/* What is wanted before was all at work: routers as before, and every pair with its way. */
static gboolean
goes_on (const DlAries *sim, const DlAriesPlan *plan)
{
  const DlDragonfly *after = plan->options.routes->dragonfly;

  return plan->options.routes == sim->routes
         || (memcmp (sim->dragonfly->router_up, after->router_up, after->n_routers) == 0
             && !dl_aries_loses_pairs (plan, sim->routes));
}

void
dl_aries_change (DlAries *sim, DlAriesPlan *plan)
{
  g_assert (dl_aries_fits (sim, plan));

  if (sim->swap.plan == NULL && goes_on (sim, plan))
    {
      take_plan (sim, plan);
      return;
    }
  dl_aries_plan_ref (plan);
  dl_aries_plan_unref (sim->swap.plan);
  sim->swap.plan = plan;
  mark_dead (sim, plan->options.routes->dragonfly);
}

/* Swap the tables if the network is empty. */
static void
try_swap (DlAries *sim)
{
  g_autoptr (DlAriesPlan) plan = NULL;
  DlSimCounters counters;

  dl_aries_get_counters (sim, &counters);
  if (counters.injected != counters.delivered + counters.dropped_link)
    return;
  plan = g_steal_pointer (&sim->swap.plan);
  dl_aries_swap_clear (sim);
  take_plan (sim, plan);
}

guint64
dl_aries_drain (DlAries *sim, guint64 cycles)
{
  guint64 done = 0;

  while (done < cycles && dl_aries_is_draining (sim))
    {
      const guint64 stretch = MIN (cycles - done, LOOK_EVERY - sim->now % LOOK_EVERY);

      dl_aries_run_cycles (sim, stretch);
      done += stretch;
      if (sim->now % LOOK_EVERY == 0)
        try_swap (sim);
    }
  return done;
}

void
dl_aries_swap_clear (DlAries *sim)
{
  g_clear_pointer (&sim->swap.plan, dl_aries_plan_unref);
  g_clear_pointer (&sim->swap.dead, g_free);
  g_clear_pointer (&sim->swap.dead_router, g_free);
}
